"""Two players in Combat: turns, XP, retreat, and whose deeds count (COOP)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, behaviour, enemy, event, event_enemy, quest, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW, STROKE = action("blow", damage=99), action("stroke", damage=99)
WALL = enemy("wall", health=90, damage=0)
PAIRS: list[tuple[int, int]] = [(1, 2), (2, 1)]


@rule("DB-COOP-010")
@pytest.mark.parametrize(("leader", "other"), PAIRS)
def test_the_leader_fights_first(table: Table, leader: int, other: int) -> None:
    t = table(at="round", row=[enemy("ogre", health=99, damage=0)], leader=leader, p1={"hand": HAND}, p2={"hand": HAND})
    seats = []
    for card in (A, A, B, B):
        seats.append(t.seat)
        t.play(card).end()
    assert seats == [leader, other] * 2
    told = [entry.args[0] for entry in t.log if entry.rule in ("DB-COMBAT-009", "DB-COMBAT-022")]
    assert told == [f"Player {leader}", f"Player {other}", "ogre"] * 2


@rule("DB-COOP-034")
@pytest.mark.parametrize("leader", [1, 2])
def test_both_refill_before_the_first_turn(table: Table, leader: int) -> None:
    t = table(at="round", row=[WALL], leader=leader, p1={"hand": HAND[:3]}, p2={"hand": HAND[:2]})
    assert [entry.args for entry in t.told("DB-COMBAT-003")] == [("Player 1", 3), ("Player 2", 4)]
    t.play(A).end().play(A).end()
    order = [(entry.rule, entry.args[0]) for entry in t.log if entry.rule in ("DB-COMBAT-003", "DB-COMBAT-009")]
    refills = [("DB-COMBAT-003", "Player 1"), ("DB-COMBAT-003", "Player 2")]
    first, second = (("DB-COMBAT-009", f"Player {seat}") for seat in (leader, 3 - leader))
    assert order == [*refills, first, second, *refills]


@rule("DB-COOP-015")
@pytest.mark.parametrize(("leader", "other"), PAIRS)
def test_who_defeats_an_enemy_gains_its_xp(table: Table, leader: int, other: int) -> None:
    hits = {f"p{leader}": {"hand": [action("four", damage=4), A]}, f"p{other}": {"hand": [B, C]}}
    t = table(row=[enemy(health=5, xp=3, damage=0)], leader=leader, **hits)
    t.play("four").end()
    t.play(B)
    xp = {p.seat: p.xp for p in t.state.players}
    assert (t.row, xp) == ([], {other: 3, leader: 0})


@rule("DB-COOP-015")
def test_a_skill_that_defeats_counts_for_its_owner(table: Table) -> None:
    bolt = skill(effects="damage_melee 9")
    t = table(row=[enemy(health=5, xp=3, damage=0)], p1={"hand": HAND}, p2={"hand": 6, "skills": [bolt]})
    t.play(A).end()
    t.choose("skill", bolt, 0)
    assert (t.p1.xp, t.p2.xp) == (0, 3)


@rule("DB-COOP-030")
@pytest.mark.parametrize(("leader", "other"), PAIRS)
@pytest.mark.parametrize("target", [1, 2])
def test_a_defeat_by_corruption_is_the_leaders(table: Table, leader: int, other: int, target: int) -> None:
    creep = enemy("creep", health=90, damage=0, abilities="blight 1", target=target)
    husk = event_enemy(wounds=3, health=5, corrupted={"health": 3, "xp": 4})
    deed = quest("defeat_enemies", 2)
    t = table(at="enemies-turn", row=[creep, husk], blight=15, leader=leader, p1={"quest": deed}, p2={"quest": deed})
    players = {p.seat: (p.xp, p.progress) for p in t.state.players}
    assert (t.foes, players) == (["creep"], {leader: (4, 1), other: (0, 0)})


# -- the end


@rule("DB-COOP-016")
@pytest.mark.parametrize("downed", [0, 1, 2])
def test_both_players_win_together(table: Table, downed: int) -> None:
    seats = {f"p{seat}": {"hand": [BLOW if seat == 1 else STROKE, A], "downed": seat == downed} for seat in (1, 2)}
    t = table(mode="quick-descent", row=["orsenne"], **seats)
    t.play(STROKE if downed == 1 else BLOW)
    assert t.outcome is not None
    assert (t.outcome.result, t.outcome.reason) == ("win", "The Boss is defeated")


@rule("DB-COOP-021")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("leader", [1, 2])
def test_either_player_out_of_cards_loses_the_game(table: Table, seat: int, leader: int) -> None:
    poor, rich = {"hand": 4, "dd": 1, "sac": []}, {"hand": 4, "dd": 20}
    t = table(at="round", row=[WALL], leader=leader, **{f"p{seat}": poor, f"p{3 - seat}": rich})
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert f"Player {seat}" in t.outcome.reason
    assert t.told("DB-COOP-021")
    assert len(t.state.players[seat - 1].hand) == 5


@rule("DB-COOP-021")
def test_just_enough_cards_are_enough(table: Table) -> None:
    t = table(at="round", row=[WALL], p1={"hand": 4, "dd": 2}, p2={"hand": 4, "dd": 1, "sac": [A]})
    assert (t.outcome, [len(p.hand) for p in t.state.players]) == (None, [6, 6])


# -- retreat


@rule("DB-COOP-031")
@pytest.mark.parametrize(("poor", "offered"), [({"dd": 1}, False), ({"dd": 2}, True), ({"dd": 1, "sac": [A]}, True)])
@pytest.mark.parametrize(("leader", "other"), PAIRS)
def test_both_have_to_pay_for_a_retreat(
    table: Table, poor: dict[str, Any], offered: bool, leader: int, other: int
) -> None:
    seats = {f"p{leader}": {"dd": 7, "sac": [B, C, D]}, f"p{other}": poor}
    t = table(row=[enemy(retreat=1), enemy(retreat=1)], leader=leader, **seats)
    assert t.can("retreat") == offered
    if not offered:
        refused = t.refused("retreat")
        assert refused is not None
        assert f"Player {other}" in refused.reason


@rule("DB-COOP-031")
def test_the_player_in_turn_declares_the_retreat_for_both(table: Table) -> None:
    both = {"hand": 6, "dd": 9}
    t = table(row=[enemy(retreat=2, health=99)], leader=2, p1=both, p2=both)
    hand = t.cards(t.p1.hand)
    assert t.seat == 2
    t.choose("retreat")
    assert (t.prompt, [len(p.dd) for p in t.state.players]) == ("rest", [7, 7])
    assert (t.cards(t.p1.hand), t.p1.played, t.told("DB-COMBAT-022")) == (hand, 0, [])


@rule("DB-COOP-031")
def test_the_second_player_may_declare_it_too(table: Table) -> None:
    both = {"hand": HAND, "dd": 9}
    t = table(row=[enemy(retreat=2, health=99)], p1=both, p2=both)
    t.play(A).end()
    assert (t.seat, t.can("retreat")) == (2, True)
    t.choose("retreat")
    assert (t.prompt, [len(p.dd) for p in t.state.players]) == ("rest", [7, 7])


# -- Sidequests


@rule("DB-COOP-033")
@pytest.mark.parametrize(("owner", "progress"), [(1, 1), (2, 0)])
def test_only_own_defeats_count(table: Table, owner: int, progress: int) -> None:
    seats: dict[str, dict[str, Any]] = {"p1": {"hand": [BLOW, A]}, "p2": {}}
    seats[f"p{owner}"]["quest"] = quest("defeat_enemies", 2)
    t = table(row=[enemy(), WALL], **seats).play(BLOW, 0)
    assert t.state.players[owner - 1].progress == progress


@rule("DB-COOP-033")
@pytest.mark.parametrize(("owner", "progress"), [(1, 1), (2, 0)])
@pytest.mark.parametrize(
    ("goal", "choices"),
    [("resolve_events", [("toss",)]), ("win_faith_tosses", [("toss",)]), ("store_cards", []), ("upgrade_traits", [])],
)
def test_only_own_deeds_count(
    table: Table, goal: str, choices: list[tuple[Any, ...]], owner: int, progress: int
) -> None:
    seats: dict[str, dict[str, Any]] = {"p1": {"xp": 20, "hand": HAND}, "p2": {}}
    seats[f"p{owner}"]["quest"] = quest(goal, 3)
    if choices:
        t = table(event=event("discovery"), faith=[True], **seats)
    elif goal == "store_cards":
        t = table(row=[WALL], **seats)
        choices = [("play", A, 0), ("end",), ("store", A)]
    else:
        t = table(at="rest", **seats)
        choices = [("upgrade", "store_cards")]
    for choice in choices:
        t.choose(*choice)
    assert t.state.players[owner - 1].progress == progress


@rule("DB-COOP-033")
def test_each_player_counts_the_own_rest(table: Table) -> None:
    nap = quest("resolve_rests", 2)
    t = table(at="rest", p1={"quest": nap}, p2={"quest": nap}).choose("done")
    assert (t.p1.progress, t.p2.progress) == (1, 0)
    t.choose("done")
    assert (t.p1.progress, t.p2.progress) == (1, 1)


@rule("DB-COOP-033")
def test_each_player_counts_the_own_health(table: Table) -> None:
    calm = quest("encounter_without_health_loss", 2)
    row = [enemy(health=3, damage=9, behaviour=behaviour("leader"), target=1)]
    t = table(at="enemies-turn", row=row, p1={"quest": calm, "hand": [BLOW, *HAND[1:]], "max_health": 30},
              p2={"quest": calm})  # fmt: skip
    t.play(BLOW).end()
    assert (t.p1.progress, t.p2.progress) == (0, 1)


@rule("DB-COOP-033")
@pytest.mark.parametrize("owner", [1, 2])
def test_only_the_owner_gets_the_reward(table: Table, owner: int) -> None:
    seats: dict[str, dict[str, Any]] = {"p1": {"hand": [BLOW, A]}, "p2": {"hand": [STROKE, B]}}
    seats[f"p{owner}"]["quest"] = quest("defeat_enemies", 1, reward="xp 5")
    t = table(row=[enemy(health=3, xp=0)], leader=owner, **seats)
    t.play(BLOW if owner == 1 else STROKE)
    assert {p.seat: p.xp for p in t.state.players} == {owner: 5, 3 - owner: 0}
    assert [p.quest for p in t.state.players] == [-1, -1]


@rule("DB-COOP-033")
def test_each_holds_a_sidequest_of_its_own(table: Table) -> None:
    one, two = quest("defeat_enemies", 3), quest("store_cards", 3)
    t = table(p1={"quest": one}, p2={"quest": two})
    goals = [t.content.tokens[p.quest].quest for p in t.state.players]
    assert goals == [one, two]
    assert [p["sidequest"] is not None for p in t.rules.view(t.state, 1)["players"]] == [True, True]
