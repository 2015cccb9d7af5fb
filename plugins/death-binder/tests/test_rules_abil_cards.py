"""Abilities of Action cards, and what Stun, Vulnerability and splash do (ABIL)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, enemy
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
WALL = enemy("wall", health=90, damage=1, retreat=1)


@rule("DB-ABIL-001")
@pytest.mark.parametrize(("stunned", "health"), [(True, 6), (False, 4)])
def test_a_stunned_enemy_skips_its_attack(table: Table, stunned: bool, health: int) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=2, stunned=stunned)], defense=0)
    assert t.p1.health == health


@rule("DB-ABIL-002")
def test_stun_does_not_stack(table: Table) -> None:
    club = action(damage=1, abilities="stun")
    t = table(hand=[club, "rusted-cutlass", A, B, C, D], row=[WALL], defense=0)
    t.rules.mark_foe(t.state, t.row[0], 14, 1)
    t.play(club).end()
    assert (t.state.round, t.p1.health) == (2, 6)
    t.play(A).end()
    assert (t.state.round, t.p1.health) == (3, 5)


@rule("DB-ABIL-002")
def test_all_that_happens_on_attack_is_skipped(table: Table) -> None:
    thing = enemy(stunned=True, abilities=["blight 1", "blind 1", "stun_player", "faith leech 1"])
    t = table(at="enemies-turn", row=[thing], faith=[True], dd=9)
    assert (t.state.blight, len(t.state.blinded), t.p1.stunned, len(t.p1.dd)) == (0, 8, False, 9)
    assert (t.state.dice.scripted, t.row[0].stunned) == (1, False)


@rule("DB-ABIL-003")
def test_a_stunned_player_plays_one_card_fewer(table: Table) -> None:
    stunner = enemy(health=99, damage=0, retreat=1, abilities="stun_player")
    t = table(at="enemies-turn", hand=HAND, row=[stunner], max_attacks=3)
    t.row[0].stunned = True
    assert t.p1.stunned
    t.play(A).play(B)
    assert not t.can("play", ..., 0)
    t.end()
    assert not t.state.players[0].stunned
    t.play(C).play(D).play(E)
    assert not t.can("play", ..., 0)


@rule("DB-ABIL-004")
@pytest.mark.parametrize(("kind", "wounds"), [("melee", 3), ("spell", 1)])
def test_a_token_raises_the_vulnerability_by_one(table: Table, kind: str, wounds: int) -> None:
    mark, hit = action(damage=0, abilities="vuln_melee 1"), action(type=kind, damage=1)
    t = table(hand=[mark, hit], row=[enemy(health=99, melee_vulnerability=2)]).play(mark).play(hit)
    assert t.row[0].wounds == wounds


@rule("DB-ABIL-004")
def test_spell_vulnerability_rises_likewise(table: Table) -> None:
    mark, hit = action(damage=0, abilities="vuln_spell 2"), action(type="spell", damage=1)
    t = table(hand=[mark, hit], row=[enemy(health=99)]).play(mark).play(hit)
    assert t.row[0].wounds == 3


@rule("DB-ABIL-005")
@pytest.mark.parametrize("level", [1, 3])
def test_defense_equal_to_the_character_level(table: Table, level: int) -> None:
    ward = action(type="spell", damage=1, abilities="defense level")
    t = table(hand=[ward, A], row=[WALL], character_level=level, defense=0).play(ward)
    assert (t.p1.defense, t.row[0].wounds) == (level, 1)


# -- the vocabulary (DB-ABIL-014)


@rule("DB-ABIL-014")
@pytest.mark.parametrize(
    ("words", "place", "before", "after"),
    [
        ("defense 2", "p1.defense", 1, 3),
        ("heal 2", "p1.health", 3, 5),
        ("xp 2", "p1.xp", 1, 3),
        ("blight -2", "state.blight", 5, 3),
        ("draw 2", "p1.hand", 1, 3),
        ("dd 2", "p1.dd", 9, 11),
    ],
)
def test_abilities_for_the_player(table: Table, words: str, place: str, before: int, after: int) -> None:
    card = action(abilities=words)
    t = table(hand=[card, A], row=[WALL], health=3, xp=1, blight=5, dd=9, removed=4)

    def figure() -> int:
        found = getattr(t.p1 if place.startswith("p1") else t.state, place.partition(".")[2])
        return found if isinstance(found, int) else len(found)

    assert figure() - (place == "p1.hand") == before
    t.play(card)
    assert figure() == after


@rule("DB-ABIL-014")
def test_two_abilities_in_printed_order(table: Table) -> None:
    # A new Draw Deck of the one Stored card is only made after the healing was told.
    one, two = action(damage=0, abilities=["heal 1", "draw 1"]), action(damage=0, abilities=["draw 1", "heal 1"])
    t = table(hand=[one, A], dd=[], sac=[B], row=[WALL], health=3).play(one)
    assert t.rules_told.index("DB-BOARD-016") < t.rules_told.index("DB-CARD-007")
    t = table(hand=[two, A], dd=[], sac=[B], row=[WALL], health=3).play(two)
    assert t.rules_told.index("DB-BOARD-016") > t.rules_told.index("DB-CARD-007")


@rule("DB-ABIL-014")
def test_empower_concerns_the_next_card(table: Table) -> None:
    boost, bolt = action(damage=0, abilities="empower 1"), action(type="spell", damage=1)
    t = table(hand=[boost, bolt, A], row=[enemy(health=99, spell_vulnerability=2)]).play(boost).play(bolt)
    assert t.row[0].wounds == 4
    t.play(A)
    assert t.row[0].wounds == 5


@rule("DB-ABIL-014")
def test_empower_ends_with_the_turn(table: Table) -> None:
    boost = action(damage=0, abilities="empower 5")
    t = table(hand=[boost, A, B, C, D, E], row=[WALL]).play(boost).end()
    t.play(A)
    assert t.row[0].wounds == 1


@rule("DB-ABIL-014")
def test_splash_has_the_type_of_the_card(table: Table) -> None:
    wave = action(type="spell", damage=1, abilities="splash 2")
    left, right = enemy(health=99, spell_vulnerability=3), enemy(health=99, melee_vulnerability=9)
    t = table(hand=[wave, A], row=[left, enemy(health=99), right]).play(wave, 1)
    assert [f.wounds for f in t.row] == [6, 1, 2]


@rule("DB-ABIL-014")
@pytest.mark.parametrize("success", [True, False])
def test_every_ability_may_be_marked(table: Table, success: bool) -> None:
    card = action(damage=1, abilities=["xp 1", "faith splash 1"])
    t = table(hand=[card, A], row=[enemy(health=99), enemy(health=99, defense=0)], faith=[success]).play(card, 0)
    assert (t.p1.xp, t.row[1].wounds) == (1, int(success))


# -- area damage (DB-ABIL-016)


@rule("DB-ABIL-016")
def test_area_damage_reaches_the_neighbours_only(table: Table) -> None:
    wave = action(damage=1, abilities="splash 1")
    t = table(hand=[wave, A], row=[enemy(health=99) for _ in range(4)]).play(wave, 1)
    assert [f.wounds for f in t.row] == [1, 1, 1, 0]


@rule("DB-ABIL-016")
def test_area_damage_is_dealt_together_with_the_damage(table: Table) -> None:
    # The target dies; those beside it are still its neighbours, and they do not become neighbours of the next one.
    wave = action(damage=9, abilities="splash 1")
    row = [enemy("e1", health=9), enemy(health=9), enemy("e3", health=1), enemy("e4", health=9)]
    t = table(hand=[wave, A], row=row).play(wave, 1)
    assert [(name, f.wounds) for name, f in zip(t.foes, t.row, strict=True)] == [("e1", 1), ("e4", 0)]


@rule("DB-ABIL-016")
def test_area_damage_counts_as_the_players(table: Table) -> None:
    wave = action(damage=1, abilities="splash 1")
    t = table(hand=[wave, A], row=[enemy(health=99), enemy(health=1, xp=3)]).play(wave, 0)
    assert t.p1.xp == 3


@rule("DB-ABIL-016", "DB-ABIL-012")
def test_area_damage_before_the_important_target_is_lost(table: Table) -> None:
    wave = action(damage=1, abilities="splash 1")
    shield = boss("shield", health=99, melee_vulnerability=0, abilities="important_target")
    t = table(hand=[wave, A], row=[shield, boss(health=99)]).play(wave, 0)
    assert [f.wounds for f in t.row] == [0, 0]
