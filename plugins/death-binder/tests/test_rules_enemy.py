"""Enemies: their sets, damage, health, Vulnerabilities, abilities and the row (ENEMY)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from db_cards import Made, action, enemy
from db_table import DbTable

from undercroft.testing import open_tables, rule
from undercroft_death_binder import verbs

Table = Callable[..., DbTable]
CONTENT = open_tables("death-binder").content
ONE, TWO, THREE = HITS = [action(f"hit-{n}", damage=n) for n in range(1, 4)]
IDLE = action("idle", damage=0)
BLOW = action("blow", damage=99)
BOLT = action("bolt", type="spell", damage=2)
WALL = enemy("wall", health=90, damage=0)


# -- the Enemy deck


@rule("DB-ENEMY-001")
def test_the_three_sets_are_kept_apart(table: Table) -> None:
    s = table(mode="descent").state
    kind = CONTENT.foe_kind
    assert {kind[card] for card in s.enemies.cards()} == {verbs.LEVEL_ENEMY}
    assert {kind[card] for card in s.bosses} == {verbs.BOSS}
    assert {kind[card] for card in s.event_enemies} == {verbs.EVENT_ENEMY}
    assert (len(s.enemies), len(s.bosses), len(s.event_enemies)) == (71, 6, 8)


@rule("DB-ENEMY-001")
@pytest.mark.parametrize("seed", range(4))
def test_an_encounter_draws_from_the_enemy_deck_alone(table: Table, seed: int) -> None:
    t = table(at="encounter", blight=12, seed=seed, enemies=2, enemy_discard=[CONTENT.ids["foe"][70]])
    assert len(t.row) == 3
    assert {CONTENT.foe_kind[f.card] for f in t.row} == {verbs.LEVEL_ENEMY}
    assert (len(t.state.bosses), len(t.state.event_enemies)) == (6, 8)


@rule("DB-ENEMY-002")
def test_the_enemy_deck_is_stacked_by_level(table: Table) -> None:
    orders: list[set[tuple[int, ...]]] = [set(), set(), set(), set()]
    for seed in range(4):
        deck = table(at="new", seed=seed).state.enemies.cards()
        levels = [CONTENT.foe_level[card] for card in deck]
        assert levels == [1] * 20 + [2] * 19 + [3] * 17 + [4] * 15
        assert len(set(deck)) == 71
        for level, found in enumerate(orders, 1):
            found.add(tuple(card for card in deck if CONTENT.foe_level[card] == level))
    assert [len(found) for found in orders] == [4, 4, 4, 4], "each level is shuffled by itself"


@rule("DB-ENEMY-019")
def test_an_exhausted_deck_gets_the_level_4_cards_back(table: Table) -> None:
    first, fourth = CONTENT.levels[0], CONTENT.levels[3]
    others = [*CONTENT.levels[1], *CONTENT.levels[2], *first[1:5]]
    names = CONTENT.ids["foe"]
    met = set()
    for seed in range(5):
        t = table(
            at="encounter", blight=12, enemies=[names[first[0]]], seed=seed,
            enemy_discard=[names[card] for card in (*others, *fourth[:6])],
        )  # fmt: skip
        assert t.row[0].card == first[0]
        assert [CONTENT.foe_level[f.card] for f in t.row] == [1, 4, 4]
        assert {CONTENT.foe_level[card] for card in t.state.enemies.cards()} == {4}
        assert (len(t.state.enemies), len(t.state.enemy_discard)) == (4, 40)
        met.add((t.row[1].card, t.row[2].card))
    assert len(met) > 1, "they are shuffled"


@rule("DB-ENEMY-019")
def test_without_level_4_cards_fewer_enemies_appear(table: Table) -> None:
    used = [CONTENT.ids["foe"][card] for card in CONTENT.levels[2]]
    t = table(at="encounter", blight=12, enemies=["lamp-eel"], enemy_discard=used)
    assert t.foes == ["lamp-eel"]
    assert (len(t.state.enemies), len(t.state.enemy_discard)) == (0, 17)


# -- damage


@rule("DB-ENEMY-003")
@pytest.mark.parametrize("ability", ["first_strike 1", "punish_undefended 1", "frenzy 1"])
@pytest.mark.parametrize(("type_", "lost"), [("spell", 4), ("melee", 6)])
def test_all_damage_of_an_enemy_is_of_its_type(table: Table, ability: str, type_: str, lost: int) -> None:
    foe = enemy(damage=1, type=type_, abilities=ability)
    t = table(at="enemies-turn", row=[foe], vuln_spell=2, vuln_melee=3, defense=0, health=10, max_health=10)
    assert t.p1.health == 10 - lost


@rule("DB-ENEMY-004")
def test_xp_comes_as_soon_as_an_enemy_falls(table: Table) -> None:
    t = table(hand=[BLOW, ONE], row=[enemy(health=5, xp=1), WALL], xp=2, max_attacks=2)
    t.play(BLOW)
    assert (t.prompt, t.p1.xp, t.can("play", ONE, 0)) == ("attack", 3, True)


@rule("DB-ENEMY-005")
@pytest.mark.parametrize(("hit", "fallen"), [(ONE, True), (TWO, True), (THREE, True), (IDLE, False)])
def test_an_enemy_falls_when_damage_reaches_its_health(table: Table, hit: Made, fallen: bool) -> None:
    t = table(hand=[*HITS, IDLE], row=[WALL, enemy("prey", health=5, wounds=4), enemy("other", health=90)])
    t.play(hit, 1)
    assert t.foes == (["wall", "other"] if fallen else ["wall", "prey", "other"])
    assert [f.wounds for f in t.row if f.wounds] == ([] if fallen else [4])


@rule("DB-ENEMY-005")
def test_damage_short_of_its_health_leaves_an_enemy_standing(table: Table) -> None:
    t = table(hand=[ONE, TWO], row=[enemy("prey", health=5, wounds=2)])
    t.play(TWO)
    assert (t.foes, t.row[0].wounds) == (["prey"], 4)


@rule("DB-ENEMY-006")
@pytest.mark.parametrize(("spell", "wounds"), [(1, 2), (2, 4), (3, 6)])
def test_damage_is_multiplied_by_the_vulnerability_to_its_type(table: Table, spell: int, wounds: int) -> None:
    t = table(hand=[BOLT, TWO], row=[enemy(health=90, spell_vulnerability=spell, melee_vulnerability=1)])
    t.play(BOLT)
    assert t.row[0].wounds == wounds
    t.play(TWO)
    assert t.row[0].wounds == wounds + 2


@rule("DB-ENEMY-007")
@pytest.mark.parametrize("ability", ["stun", "vuln_melee 1", "vuln_spell 1", "faith stun", "faith vuln_melee"])
def test_vulnerability_0_is_immunity(table: Table, ability: str) -> None:
    hit = action(damage=3, abilities=ability)
    t = table(hand=[hit, BOLT], row=[enemy(health=9, melee_vulnerability=0)], faith=[True])
    t.play(hit)
    (f,) = t.row
    assert (f.wounds, f.stunned, f.vuln_melee, f.vuln_spell) == (0, False, 0, 0)
    t.play(BOLT)
    assert t.row[0].wounds == 2, "Spells harm it"


@rule("DB-ENEMY-008")
@pytest.mark.parametrize(
    ("ability", "figure", "after"),
    [("defense 1", "defense", 2), ("heal 1", "health", 4), ("xp 2", "xp", 2), ("faith xp 2", "xp", 2)],
)
def test_immunity_leaves_what_helps_the_player(table: Table, ability: str, figure: str, after: int) -> None:
    hit = action(damage=3, abilities=ability)
    t = table(
        hand=[hit, ONE], row=[enemy(health=9, melee_vulnerability=0)], defense=1, health=3, faith=[True],
    )  # fmt: skip
    t.play(hit)
    assert (t.row[0].wounds, getattr(t.p1, figure)) == (0, after)


@rule("DB-ENEMY-008")
def test_immunity_leaves_what_hits_other_enemies(table: Table) -> None:
    wave = action(damage=3, abilities="splash 1")
    stone = enemy("stone", health=9, melee_vulnerability=0)
    t = table(hand=[wave, ONE], row=[enemy(health=9, melee_vulnerability=2), stone, enemy(health=9)])
    t.play(wave, 1)
    assert [f.wounds for f in t.row] == [2, 0, 1]


@rule("DB-ENEMY-008")
def test_a_vulnerability_token_ends_immunity(table: Table) -> None:
    unbind = action(type="spell", damage=1, abilities="vuln_melee 1")
    t = table(hand=[unbind, TWO, ONE], row=[enemy(health=9, melee_vulnerability=0)])
    t.play(unbind)
    assert t.session.view(1)["row"][0]["vulnerability"] == [1, 1]
    t.play(TWO)
    assert t.row[0].wounds == 1 + 2


@rule("DB-ENEMY-021")
def test_enemies_have_no_defense_as_a_rule(table: Table) -> None:
    t = table(at="encounter", blight=12, enemies=[enemy(), enemy(), enemy()])
    assert [f.defense for f in t.row] == [0, 0, 0]
    t = table(hand=HITS, row=[enemy(health=9)])
    t.play(THREE)
    assert t.row[0].wounds == 3


@rule("DB-ENEMY-021")
def test_defense_of_an_enemy_absorbs_damage_point_by_point(table: Table) -> None:
    guarded = enemy(health=90, abilities="guard 2")
    t = table(at="round", hand=[*HITS, *(action(damage=0) for _ in range(3))], row=[guarded])
    assert t.session.view(1)["row"][0]["defense"] == 2
    t.play(ONE)
    assert (t.row[0].defense, t.row[0].wounds) == (1, 0)
    t.play(TWO)
    assert (t.row[0].defense, t.row[0].wounds) == (0, 1)
    t = table(at="round", hand=[*HITS, *(action(damage=0) for _ in range(3))], row=[guarded])
    t.play(THREE)
    assert (t.row[0].defense, t.row[0].wounds) == (0, 1)


# -- abilities


@rule("DB-ENEMY-015")
def test_an_unmarked_ability_needs_no_toss(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="first_strike 1")], defense=0, health=6, faith=[False])
    assert t.p1.health == 4
    assert (t.told("DB-FAITH-005"), t.state.dice.scripted) == ([], 1)


@rule("DB-ENEMY-015")
@pytest.mark.parametrize(("success", "health"), [(True, 4), (False, 5)])
def test_a_marked_ability_needs_a_toss(table: Table, success: bool, health: int) -> None:
    eel = enemy(damage=1, abilities="faith first_strike 1")
    t = table(at="enemies-turn", row=[eel], defense=0, health=6, faith=[success])
    assert t.p1.health == health
    assert len(t.told("DB-FAITH-005")) == 1


def three_rounds(table: Table, ability: str, **keywords: Any) -> DbTable:
    """Three rounds in which an Enemy that deals no damage attacks."""
    row = [enemy(health=900, damage=0, abilities=ability)]
    t = table(hand=[action(damage=1) for _ in range(6)], dd=[action(damage=1) for _ in range(9)], row=row, **keywords)
    for _ in range(3):
        t.choose(*next(option for option in t.options if option[0] == "play")).end()
    return t


@rule("DB-ENEMY-016")
def test_an_ability_is_used_in_every_attack(table: Table) -> None:
    t = three_rounds(table, "blight 2", blight=1)
    assert t.state.blight == 7
    t = three_rounds(table, "faith blight 2", blight=1, faith=[True, False, True])
    assert (t.state.blight, len(t.told("DB-FAITH-005"))) == (5, 3)


@rule("DB-ENEMY-016")
def test_an_ability_is_no_choice(table: Table) -> None:
    t = three_rounds(table, "faith blight 2", faith=[False, False, False])
    assert (t.state.blight, len(t.told("DB-FAITH-005")), t.prompt) == (0, 3, "attack")


@rule("DB-ENEMY-017")
def test_lore_has_no_effect(table: Table) -> None:
    def fought(lore: str) -> tuple[str, list[str]]:
        plain = enemy("thing", health=7, damage=1, abilities=["faith blind 1", "raise"])
        told = attrs.evolve(plain, card=attrs.evolve(plain.card, lore=lore))
        t = table(hand=6, dd=30, row=[told], seed=3, health=6)
        while t.prompt in ("attack", "store"):
            t.choose(*t.options[0])
        return t.session.digest(), [entry.text for entry in t.log]

    assert fought("") == fought("It deals 9 damage, and whoever meets it retreats.")


# -- the row


@rule("DB-ENEMY-018")
def test_a_defeated_enemy_is_discarded(table: Table) -> None:
    t = table(hand=[BLOW, ONE], row=["lamp-eel", WALL], enemy_discard=["silt-crawler"])
    t.play(BLOW)
    assert t.foes == ["wall"]
    assert t.cards(t.state.enemy_discard, "foe") == ["lamp-eel", "silt-crawler"]


@rule("DB-ENEMY-018")
def test_an_enemy_that_rises_again_is_not_discarded(table: Table) -> None:
    for success, foes in ((True, ["raised-bowbearer"]), (False, [])):
        t = table(hand=[BLOW, ONE], row=["raised-bowbearer"], faith=[success])
        t.play(BLOW)
        assert t.foes == foes
        assert len(t.state.enemy_discard) == 1 - len(foes)


@rule("DB-ENEMY-020")
def test_enemies_stand_in_the_order_drawn(table: Table) -> None:
    t = table(at="encounter", blight=12, enemies=["silt-crawler", "lamp-eel", "raised-bowbearer", ...])
    assert t.foes == ["silt-crawler", "lamp-eel", "raised-bowbearer"]
    assert [foe["foe"] for foe in t.session.view(1)["row"]] == t.foes


@rule("DB-ENEMY-020")
def test_the_row_closes_its_gaps(table: Table) -> None:
    wave = action(damage=0, abilities="splash 1")
    e1, e2, e3, e4 = (enemy(f"e{n}", health=9) for n in range(1, 5))
    t = table(hand=[BLOW, wave, ONE], row=[e1, e2, e3, e4], max_attacks=3)
    t.play(BLOW, 1)
    assert t.foes == ["e1", "e3", "e4"]
    t.play(wave, 0)
    assert [f.wounds for f in t.row] == [0, 1, 0]
    t.play(ONE, 1)
    assert [f.wounds for f in t.row] == [0, 2, 0]


@rule("DB-ENEMY-022")
@pytest.mark.parametrize("corrupted", [False, True])
def test_no_side_of_a_foe_is_immune_to_everything(corrupted: bool) -> None:
    sides = [foe for foe in CONTENT.foes if foe.corrupted == corrupted]
    assert len(sides) == (8 if corrupted else 71 + 6 + 8 + 8)
    for foe in sides:
        assert {foe.vuln_melee, foe.vuln_spell} <= {0, 1, 2, 3}
        assert (foe.vuln_melee, foe.vuln_spell) != (0, 0), foe.id
