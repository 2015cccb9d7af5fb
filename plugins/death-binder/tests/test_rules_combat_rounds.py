"""Combat rounds: refill, attacks, Storing, and their order (COMBAT)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest
from db_cards import action, enemy, event, event_enemy, obstacle, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW = action("blow", damage=99)
WALL = enemy("wall", health=90, damage=0, retreat=1)
CLIFF = enemy("cliff", health=90, damage=0)

STEPS = {"DB-COMBAT-003": 1, "DB-COMBAT-009": 2, "DB-COMBAT-018": 3, "DB-COMBAT-022": 4}
"""The rules that are told in the four steps of a round."""


def steps(t: DbTable) -> list[int]:
    """The steps of rounds in the order in which they were told, each run of one step once."""
    return [step for step, _ in groupby(STEPS[name] for name in t.rules_told if name in STEPS)]


@rule("DB-COMBAT-001")
@pytest.mark.parametrize("defense", [0, 3])
def test_defense_is_set_when_combat_starts(table: Table, defense: int) -> None:
    t = table(at="combat-start", row=[WALL], defense=defense, starting_defense=1)
    assert t.p1.defense == 1


@rule("DB-COMBAT-002")
def test_the_steps_of_a_round(table: Table) -> None:
    t = table(at="combat-start", hand=HAND[:5], row=[WALL])
    t.play(A).play(B).end()
    t.play(C).end()
    assert steps(t) == [1, 2, 3, 4, 1, 2, 3, 4, 1]
    assert t.state.round == 3


@rule("DB-COMBAT-003")
@pytest.mark.parametrize(("hand", "drawn"), [(4, 2), (0, 6), (6, 0), (7, 0)])
def test_the_hand_is_refilled_to_six(table: Table, hand: int, drawn: int) -> None:
    t = table(at="round", hand=hand, dd=20, row=[WALL])
    assert (len(t.p1.hand), len(t.p1.dd)) == (hand + drawn, 20 - drawn)


@rule("DB-COMBAT-004")
def test_the_hand_is_refilled_at_the_start_of_a_round_only(table: Table) -> None:
    t = table(hand=[A, B, BLOW, C, D], row=[WALL])
    t.play(A)
    assert len(t.p1.hand) == 4
    t.play(BLOW).end()
    assert (t.prompt, len(t.p1.hand)) == ("rest", 3)


@rule("DB-COMBAT-005")
def test_no_more_cards_than_max_attacks(table: Table) -> None:
    t = table(hand=HAND, row=[WALL], max_attacks=2)
    assert t.can("play", A, 0)
    t.play(A)
    assert t.can("play", B, 0)
    t.play(B)
    assert not t.can("play", ..., 0)
    assert t.can("end")


@rule("DB-COMBAT-005")
def test_fewer_cards_than_max_attacks_may_be_played(table: Table) -> None:
    t = table(hand=HAND, row=[WALL], max_attacks=3)
    t.play(A)
    assert t.can("end")


@rule("DB-COMBAT-006")
def test_at_least_one_card_has_to_be_played(table: Table) -> None:
    deep = skill(effects="draw 1")
    t = table(hand=HAND, row=[WALL], skills=[deep])
    refused = t.refused("end")
    assert refused is not None
    assert refused.rule == "DB-COMBAT-006"
    assert not t.can("end")
    assert t.can("retreat")
    t.choose("skill", deep)
    assert not t.can("end")
    t.play(A)
    assert t.can("end")


@rule("DB-COMBAT-006")
@pytest.mark.parametrize(("stunned", "modifier"), [(True, "none"), (False, "heavy-air"), (True, "heavy-air")])
def test_max_attacks_never_falls_below_one(table: Table, stunned: bool, modifier: str) -> None:
    t = table(hand=HAND, row=[WALL], max_attacks=1, stunned=stunned, modifier=modifier)
    assert t.can("play", A, 0)
    t.play(A)
    assert not t.can("play", ..., 0)


@rule("DB-COMBAT-007")
def test_skills_may_be_used_between_attacks(table: Table) -> None:
    deep = skill(effects="draw 1")
    t = table(hand=HAND, row=[WALL], skills=[deep], max_attacks=2)
    t.play(A).choose("skill", deep)
    assert t.p1.played == 1
    t.play(B)
    assert t.p1.played == 2
    assert not t.can("play", ..., 0)


@rule("DB-COMBAT-008")
def test_a_card_influences_those_after_it_only(table: Table) -> None:
    mark = action(damage=0, abilities="vuln_melee 1")
    t = table(hand=[mark, A], row=[WALL]).play(mark).play(A)
    assert t.row[0].wounds == 2
    t = table(hand=[mark, A], row=[WALL]).play(A).play(mark)
    assert t.row[0].wounds == 1


@rule("DB-COMBAT-009")
def test_each_attack_has_its_own_target(table: Table) -> None:
    t = table(hand=HAND, row=[enemy(health=9), enemy(health=9)])
    assert {option[1:] for option in t.options if option[0] == "play"} == {(c, at) for c in t.p1.hand for at in (0, 1)}
    t.play(A, 1).play(B, 0)
    assert [f.wounds for f in t.row] == [1, 1]


@rule("DB-COMBAT-017")
def test_any_used_cards_may_be_stored(table: Table) -> None:
    used = [A, B, C]
    stored = set()
    for first in [*used, None]:
        t = table(at="store", used=used, row=[WALL], store_cards=2)
        if first is None:
            t.choose("done")
            stored.add(frozenset(t.cards(t.p1.sac)))
            continue
        t.choose("store", first)
        for second in [card for card in used if card is not first]:
            both = t.fork().choose("store", second)
            assert both.prompt != "store"
            stored.add(frozenset(t.cards(both.state.players[0].sac)))
        t.choose("done")
        stored.add(frozenset(t.cards(t.p1.sac)))
    a, b, c = (card.id for card in used)
    pairs = {frozenset(pair) for pair in ((a, b), (a, c), (b, c))}
    assert stored == {frozenset(), *({frozenset([card]) for card in (a, b, c)}), *pairs}


@rule("DB-COMBAT-017")
def test_only_used_cards_may_be_stored(table: Table) -> None:
    t = table(hand=HAND, row=[WALL]).play(A).choose("end")
    assert {option[1] for option in t.options if option[0] == "store"} == {t.content.index["action"][A.id]}
    refused = t.refused("store", B)
    assert refused is not None
    assert refused.rule == "DB-COMBAT-017"


@rule("DB-COMBAT-018")
def test_what_is_not_stored_is_removed(table: Table) -> None:
    t = table(hand=HAND[:5], row=[CLIFF], removed=[F], store_cards=1).play(A).play(B).play(C)
    t.choose("store", B)
    assert sorted(t.cards(t.state.removed)) == sorted([A.id, C.id, F.id])
    assert t.p1.used == []


@rule("DB-COMBAT-019")
def test_storing_comes_before_the_enemies_attack(table: Table) -> None:
    t = table(hand=HAND, row=[enemy(health=99, damage=9)], defense=0)
    t.play(A).play(B).choose("end").choose("store", A)
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert t.in_order("DB-COMBAT-017", "DB-COMBAT-018", "DB-COMBAT-022")
    assert (t.cards(t.p1.sac), t.cards(t.state.removed)) == ([A.id], [B.id])


@rule("DB-COMBAT-020")
def test_the_store_allowance_is_not_carried_over(table: Table) -> None:
    t = table(hand=HAND, dd=10, row=[CLIFF], store_cards=2).play(A).play(B).play(C).end()
    t.play(D).play(E).play(F)
    t.choose("store", E).choose("store", D)
    assert t.prompt == "attack"
    assert t.cards(t.p1.sac) == [D.id, E.id]


@rule("DB-COMBAT-021")
def test_no_attack_after_storing(table: Table) -> None:
    t = table(hand=HAND, row=[WALL], max_attacks=3).play(A).choose("end")
    assert t.prompt == "store"
    assert not t.can("play", ..., 0)
    refused = t.refused("play")
    assert refused is not None
    assert refused.rule == "DB-COMBAT-021"
    t.choose("done")
    assert (t.state.round, t.prompt) == (2, "attack")


@rule("DB-COMBAT-026")
def test_combat_ends_with_the_last_enemy(table: Table) -> None:
    t = table(hand=[BLOW, *HAND], row=[enemy(health=9, damage=9)], max_attacks=3).play(BLOW)
    assert t.prompt == "store"
    t.choose("done")
    assert (t.prompt, t.p1.health, t.told("DB-COMBAT-022")) == ("rest", 6, [])


@rule("DB-COMBAT-026")
def test_the_other_player_has_no_turn_once_the_last_enemy_fell(table: Table) -> None:
    t = table(hand=[BLOW, *HAND], row=[enemy(health=9)], p2={}).play(BLOW).choose("done")
    assert (t.prompt, t.seat) == ("rest", 2)
    assert t.p2.played == 0


@rule("DB-COMBAT-027")
def test_storing_after_the_winning_blow(table: Table) -> None:
    t = table(hand=[A, BLOW, *HAND[1:]], row=[enemy(health=9)], store_cards=1).play(A).play(BLOW)
    assert t.prompt == "store"
    t.choose("store", BLOW)
    assert (t.prompt, t.cards(t.p1.sac), t.cards(t.state.removed)) == ("rest", [BLOW.id], [A.id])


@rule("DB-COMBAT-028")
def test_a_defeated_enemy_leaves_at_once(table: Table) -> None:
    t = table(hand=[BLOW, *HAND], row=[enemy("e1", damage=4), enemy("e2", damage=1)], defense=0).play(BLOW, 0)
    assert t.foes == ["e2"]
    t.end()
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["e2"]
    assert t.p1.health == 5


@rule("DB-COMBAT-028")
def test_an_enemy_that_falls_in_the_enemies_turn_does_not_attack(table: Table) -> None:
    # The first one's Blight turns both over; the second one's other side has less health than it has wounds.
    caller = event_enemy("caller", damage=0, health=9, abilities="blight 1")
    frail = event_enemy("frail", damage=3, health=9, wounds=5, corrupted={"health": 4})
    t = table(at="enemies-turn", row=[caller, frail], blight=10)
    assert t.foes == ["caller@corrupted"]
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["caller"]
    assert t.p1.health == 6


@rule("DB-COMBAT-029")
@pytest.mark.parametrize("row", [[event_enemy()], ["varmas", "colmund"], [enemy()]])
def test_ambushes_and_boss_encounters_are_combats(table: Table, row: list[str]) -> None:
    t = table(at="combat-start", row=row, p1={"starting_defense": 3, "defense": 0}, p2={"defense": 0})
    assert (t.p1.defense, t.p2.defense) == (3, 1)
    assert all(f.behaviour >= 0 for f in t.row)


@rule("DB-COMBAT-029")
def test_an_obstacle_has_a_procedure_of_its_own(table: Table) -> None:
    t = table(event=obstacle(health=90), players=2)
    assert all(f.behaviour < 0 for f in t.row)
    t.choose(*t.options[0]).end()
    assert (t.prompt, t.told("DB-COMBAT-022")) == ("rest", [])


@rule("DB-COMBAT-030")
def test_defense_is_set_after_victory(table: Table) -> None:
    t = table(hand=[BLOW, A], row=[enemy()], starting_defense=2, defense=0).play(BLOW)
    assert t.p1.defense == 0
    t.choose("done")
    assert (t.prompt, t.p1.defense) == ("rest", 2)


@rule("DB-COMBAT-030")
def test_defense_is_set_after_retreat(table: Table) -> None:
    t = table(row=[WALL], defense=0).choose("retreat")
    assert (t.prompt, t.p1.defense) == ("rest", 1)


@rule("DB-COMBAT-030")
@pytest.mark.parametrize("health", [1, 99])
def test_defense_is_set_after_an_obstacle(table: Table, health: int) -> None:
    ward = action(damage=1, abilities="defense 5")
    t = table(event=obstacle(health=health), hand=[ward, *HAND]).play(ward)
    assert t.p1.defense == 6
    t.end()
    assert (t.prompt, t.p1.defense) == ("rest", 1)


@rule("DB-COMBAT-031")
@pytest.mark.parametrize("by", ["victory", "retreat"])
def test_tokens_on_players_end_with_the_combat(table: Table, by: str) -> None:
    mine = {"vuln_melee": 2, "vuln_spell": 3, "stunned": True, "health": 3}
    t = table(hand=[BLOW, A], row=[enemy(retreat=0)], p1=mine, p2=mine)
    if by == "victory":
        t.play(BLOW).end()
    else:
        t.choose("retreat")
    assert t.prompt == "rest"
    assert [(p.vuln_melee, p.vuln_spell, p.stunned) for p in t.state.players] == [(1, 1, False)] * 2
    assert [p.health for p in t.state.players] == [3, 3]


@rule("DB-COMBAT-031")
def test_tokens_on_players_last_through_the_combat(table: Table) -> None:
    thing = enemy(health=99, damage=0, abilities="expose_melee 1")
    t = table(hand=HAND, row=[thing]).play(A).end()
    assert t.p1.vuln_melee == 2
    t.play(B).end()
    assert t.p1.vuln_melee == 3


@rule("DB-COMBAT-034")
def test_the_sequence_at_the_start_of_combat(table: Table) -> None:
    guard = event_enemy(corrupted={"health": 7})
    t = table(event=event("ambush", coop=[guard]), event_enemies=[guard], players=2, blight=16, hand=HAND[:5])
    assert t.in_order(
        "DB-ENEMY-020", "DB-CORRUPT-004", "DB-COMBAT-001", "DB-BEHAV-002", "DB-BEHAV-010", "DB-COMBAT-003"
    )  # fmt: skip
    assert t.rules_told.index("DB-COMBAT-003") > max(
        at for at, name in enumerate(t.rules_told) if name in ("DB-COMBAT-001", "DB-BEHAV-002", "DB-BEHAV-010")
    )
    assert t.row[0].health == 7


@rule("DB-COMBAT-035")
def test_the_sequence_at_the_end_of_combat(table: Table) -> None:
    down = {"downed": True, "health": 0, "vuln_melee": 2}
    t = table(row=[enemy()], p1=down, p2={"hand": [BLOW, A], "defense": 0})
    assert t.seat == 2
    t.play(BLOW)
    assert (t.prompt, t.p1.downed, t.p2.defense, t.p1.vuln_melee) == ("store", True, 0, 2)
    t.choose("store", BLOW)
    ends = ["DB-COMBAT-018", "DB-COMBAT-031", "DB-COMBAT-001", "DB-COOP-022", "DB-COOP-012"]
    assert t.in_order(*ends)
    assert [name for name, _ in groupby(name for name in t.rules_told if name in ends)] == ends
    assert (t.p1.health, t.p1.downed, t.state.leader) == (2, False, 2)
