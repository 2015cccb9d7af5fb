"""The seven traits and their upgrades (TRAIT)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, enemy, event
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
MELEE = action("melee-123", damage=(1, 2, 3))
SPELL = action("spell-123", type="spell", damage=(1, 2, 3))
JABS = [action(f"jab-{n}", damage=0) for n in range(6)]


@rule("DB-TRAIT-002")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_character_level_stands_for_its_symbol(table: Table, level: int) -> None:
    ward = action(abilities="defense level")
    t = table(hand=[ward, ...], row=[enemy(health=99)], character_level=level, defense=0)
    t.play(ward)
    assert t.p1.defense == level


@rule("DB-TRAIT-003")
def test_each_type_has_its_own_tier(table: Table) -> None:
    t = table(hand=[SPELL, MELEE, ...], row=[enemy(health=99)], spell_tier=2, melee_tier=1)
    t.play(SPELL)
    assert t.row[0].wounds == 2
    t.play(MELEE)
    assert t.row[0].wounds == 3


@rule("DB-TRAIT-004")
@pytest.mark.parametrize("seat", [1, 2])
def test_crossed_out_tiers_cannot_be_bought(table: Table, seat: int) -> None:
    crossed, other = [("spell_tier", "melee_tier"), ("melee_tier", "spell_tier")][seat - 1]
    t = table(at="rest", leader=seat, p1={"xp": 20}, p2={"xp": 20})
    assert t.seat == seat
    assert t.can("upgrade", other)
    refused = t.refused("upgrade", crossed)
    assert refused is not None
    assert refused.rule == "DB-TRAIT-004"
    assert not t.can("upgrade", crossed)


@rule("DB-TRAIT-005")
@pytest.mark.parametrize("most", [3, 4, 5])
def test_max_attacks_limits_the_cards_of_a_turn(table: Table, most: int) -> None:
    t = table(hand=JABS, row=[enemy(health=99, retreat=1)], max_attacks=most)
    for card in JABS[:most]:
        t.play(card)
    refused = t.refused("play", JABS[5], 0)
    assert refused is not None
    assert refused.rule == "DB-COMBAT-005"
    assert not t.can("play", ..., 0)


@rule("DB-TRAIT-006")
def test_store_cards_limits_what_is_stored(table: Table) -> None:
    for card in JABS[:3]:
        t = table(at="store", used=JABS[:3], store_cards=1, row=[enemy(health=99)])
        t.choose("store", card)
        assert t.prompt != "store"
        assert t.cards(t.p1.sac) == [card.id]


@rule("DB-TRAIT-007")
@pytest.mark.parametrize(("most", "health", "after"), [(6, 6, 6), (8, 6, 7)])
def test_health_never_exceeds_max_health(table: Table, most: int, health: int, after: int) -> None:
    t = table(event=event("decision", left="heal 1"), max_health=most, health=health)
    t.choose("left")
    assert t.p1.health == after


@rule("DB-TRAIT-008")
def test_raising_max_health_heals_at_once(table: Table) -> None:
    t = table(at="rest", max_health=8, health=3, xp=6)
    t.choose("upgrade", "max_health")
    assert t.p1.health == 5
    assert t.rules.max_health(t.p1) == 10


@rule("DB-TRAIT-009")
def test_defense_returns_to_the_starting_defense(table: Table) -> None:
    blow = action(damage=9)
    t = table(hand=[blow, ...], row=[enemy()], starting_defense=2, defense=0)
    t.play(blow).end()
    assert (t.prompt, t.p1.defense) == ("rest", 2)
    assert table(at="combat-start", row=[enemy()], starting_defense=3, defense=0).p1.defense == 3


@rule("DB-TRAIT-010")
def test_an_upgrade_costs_what_the_next_value_prints(table: Table) -> None:
    t = table(at="rest", xp=9)
    t.choose("upgrade", "max_attacks")
    assert (t.p1.xp, t.rules.max_attacks(t.p1)) == (3, 4)


@rule("DB-TRAIT-010", "DB-TRAIT-012")
def test_the_second_value_of_starting_defense(table: Table) -> None:
    t = table(at="rest", xp=7)
    t.choose("upgrade", "starting_defense")
    assert (t.p1.xp, t.rules.starting_defense(t.p1)) == (1, 2)


@rule("DB-TRAIT-011")
def test_several_steps_in_one_rest(table: Table) -> None:
    t = table(at="rest", xp=14)
    t.choose("upgrade", "store_cards").choose("upgrade", "store_cards")
    assert (t.p1.xp, t.rules.store_limit(t.p1)) == (4, 3)
    t.choose("upgrade", "character_level")
    assert t.p1.xp == 0


@rule("DB-TRAIT-011")
def test_steps_are_taken_one_by_one(table: Table) -> None:
    t = table(at="rest", xp=20)
    t.choose("upgrade", "spell_tier")
    assert (t.p1.steps[1], t.p1.xp) == (1, 15)


@rule("DB-TRAIT-011")
def test_no_upgrades_outside_a_rest(table: Table) -> None:
    for t in (table(row=[enemy()], xp=20), table(at="explore", xp=20), table(event=event("decision"), xp=20)):
        assert not t.can("upgrade", ...), t.prompt


@rule("DB-TRAIT-011")
def test_there_is_no_downgrade(table: Table) -> None:
    t = table(at="rest", xp=20, store_cards=3, character_level=3, max_attacks=5)
    assert {option[1] for option in t.options if option[0] == "upgrade"} == {1, 2, 5, 6}


@rule("DB-TRAIT-013")
def test_solo_max_attacks_and_its_costs(table: Table) -> None:
    t = table(at="rest", xp=15)
    t.choose("upgrade", "max_attacks")
    assert (t.p1.xp, t.rules.max_attacks(t.p1)) == (9, 4)
    t.choose("upgrade", "max_attacks")
    assert (t.p1.xp, t.rules.max_attacks(t.p1)) == (0, 5)


@rule("DB-TRAIT-016")
def test_a_new_starting_defense_waits_for_the_next_combat(table: Table) -> None:
    t = table(at="rest", xp=6, defense=1, active=["rest", "encounter"], enemies=[enemy(health=99)])
    t.choose("upgrade", "starting_defense")
    assert (t.p1.defense, t.rules.starting_defense(t.p1)) == (1, 2)
    t.choose("done")
    assert (t.prompt, t.p1.defense) == ("attack", 2)


@rule("DB-TRAIT-017")
def test_the_last_value_offers_no_upgrade(table: Table) -> None:
    t = table(at="rest", xp=20, character_level=3)
    assert not t.can("upgrade", "character_level")
    refused = t.refused("upgrade", "character_level")
    assert refused is not None
    assert refused.rule == "DB-TRAIT-017"
