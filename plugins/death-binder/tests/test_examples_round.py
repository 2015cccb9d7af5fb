"""The examples of the index about boards, rounds and Behaviour cards, each a test named after its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, enemy
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
TAPS = [action(f"tap-{n}", damage=0) for n in range(6)]


# -- boards


@rule("DB-EX-BOARD-01", "DB-TRAIT-008")
@pytest.mark.parametrize("seat", [0, 2])
def test_db_ex_board_01(table: Table, seat: int) -> None:
    # The boards whose Max Health has the step from 8 to 10: solo, and player 2 in co-op.
    words: dict[str, Any] = {"max_health": 8, "health": 5, "xp": 6}
    t = table(at="rest", leader=2, p2=words) if seat else table(at="rest", **words)
    t.choose("upgrade", "max_health")
    p = t.state.players[max(0, seat - 1)]
    assert (t.prompt, p.health, t.rules.max_health(p)) == ("rest", 7, 10)


@rule("DB-EX-BOARD-02", "DB-TRACK-003", "DB-TOKEN-005")
@pytest.mark.parametrize("players", [1, 2])
def test_db_ex_board_02(table: Table, players: int) -> None:
    mark = {1: 4, 2: 0}[players]
    t = table(
        at="icon", active=["encounter", "rest"], players=players, blight=mark,
        enemies=["parasitic-muncher", "raised-bowbearer", "gutter-drowned", ...],
    )  # fmt: skip
    assert t.rules.blight_enemies[mark - 1 : mark] != (2,), "the mark stands on this very space"
    assert t.foes == ["parasitic-muncher", "raised-bowbearer"]
    assert t.cards(t.state.enemies.peek(1), "foe") == ["gutter-drowned"]
    assert (t.prompt, t.state.round) == ("attack", 1)


# -- rounds


def first_explore(table: Table, **more: Any) -> DbTable:
    """The first Explore of a solo game, a token on B1, and Events that do not touch Blight."""
    t = table(
        tokens={"B1": "event-event-encounter"}, blight=0, events=["the-dry-room", "a-bargain-in-ink", ...],
        hand=["spark-of-the-beacon", ...], enemies=["parasitic-muncher", "raised-bowbearer", ...], **more,
    )  # fmt: skip
    assert (t.prompt, t.offered, len(t.p1.hand), t.state.blight) == ("explore", ["A1", "B1", "C1"], 6, 0)
    return t


@rule("DB-EX-ROUND-01", "DB-ROUND-002", "DB-TOKEN-002", "DB-TOKEN-007", "DB-ROUND-004", "DB-SIDE-005")
@pytest.mark.parametrize("answer", ["accept", "decline"])
@pytest.mark.parametrize("old", ["event-rest", ""])
def test_db_ex_round_01(table: Table, answer: str, old: str) -> None:
    t = first_explore(table, **({"quest": old, "progress": 1} if old else {}))
    t.choose("go", "B1")
    for name in ("the-dry-room", "a-bargain-in-ink"):
        assert (t.prompt, t.cards([t.state.event], "event"), t.row) == ("decision", [name], [])
        t.choose("right")
    assert (t.prompt, t.foes, t.state.blight) == ("attack", ["parasitic-muncher"], 0)
    t.play("spark-of-the-beacon").end()
    assert (t.prompt, t.state.blight) == ("sidequest", 0)
    t.choose(answer)
    assert (t.prompt, t.state.blight) == ("explore", 3)
    steps = ["DB-MAP-010", "DB-TOKEN-004", "DB-TOKEN-004", "DB-COMBAT-031", "DB-SIDE-001", "DB-ROUND-004"]
    told = [name for name in t.rules_told if name in steps]
    assert told == [name for name in steps if name != "DB-SIDE-001" or answer == "accept"]
    held = "event-event-encounter" if answer == "accept" else old
    assert t.p1.quest == t.content.index["token"].get(held, -1)
    assert t.p1.progress == (1 if held and held == old else 0)
    if old and answer == "accept":
        assert t.content.index["token"][old] in t.state.supply.cards()


@rule("DB-EX-ROUND-02", "DB-ROUND-003", "DB-COOP-010", "DB-COOP-011", "DB-COOP-012", "DB-COOP-013")
def test_db_ex_round_02(table: Table) -> None:
    walls = [enemy(name, health=99, damage=0, retreat=0) for name in ("left", "right", "third")]
    t = table(
        at="new", players=2, tokens={"B1": "event-event-encounter"}, enemies=walls,
        events=["a-bargain-in-ink", "crown-in-the-silt", ...],
    )  # fmt: skip
    assert (t.prompt, t.seat, t.state.leader, t.state.blight) == ("explore", 1, 1, 0)
    assert [entry.args for entry in t.told("DB-ROUND-001")] == [("Player 1",), ("Player 2",)]
    t.choose("go", "B1")
    assert (t.prompt, t.seat) == ("decision", 1)
    t.choose("right")  # 2 XP
    assert [p.xp for p in t.state.players] == [2, 0]
    assert (t.prompt, t.seat, t.state.leader) == ("decision", 2, 2)
    t.choose("right")  # 2 XP
    assert [p.xp for p in t.state.players] == [2, 2]
    assert (t.prompt, t.seat, t.state.leader, t.foes) == ("attack", 1, 1, ["left", "right"])
    for turn in (1, 2):
        assert (t.prompt, t.seat, len(t.told("DB-COMBAT-022"))) == ("attack", turn, 0)
        t.session.choose(next(o for o in t.options if o[0] == "play" and not t.content.abilities[o[1]]))
        t.end()
    assert (t.seat, t.state.round, len(t.told("DB-COMBAT-022"))) == (1, 2, 2)
    t.choose("retreat")
    assert (t.prompt, t.seat, t.state.leader, t.state.blight) == ("sidequest", 1, 2, 0)
    t.choose("accept")
    assert t.cards([t.p1.quest], "token") == ["event-event-encounter"]
    assert (t.p2.quest, t.state.blight) == (-1, 3)
    assert (t.prompt, t.seat, t.state.leader) == ("explore", 2, 2)
    phases = ["DB-ROUND-001", "DB-COOP-007", "DB-MAP-010", "DB-TOKEN-004", "DB-COOP-012", "DB-SIDE-001", "DB-ROUND-004"]
    first, leader, go, event, passed, side, blight = phases
    order = [first, first, leader, go, event, passed, event, passed, passed, side, blight]
    assert [name for name in t.rules_told if name in phases] == order


# -- Behaviour cards


@rule("DB-EX-BEHAV-01", "DB-BEHAV-003", "DB-BEHAV-004", "DB-BEHAV-006", "DB-BEHAV-010", "DB-BEHAV-011")
def test_db_ex_behav_01(table: Table) -> None:
    t = table(
        at="combat-start", row=[enemy("watcher", health=99, damage=2)], behaviours=["behaviour-1", ...], leader=1,
        p1={"health": 4, "starting_defense": 0, "hand": TAPS}, p2={"health": 4, "starting_defense": 1, "hand": TAPS},
    )  # fmt: skip
    assert t.cards([t.row[0].behaviour], "behaviour") == ["behaviour-1"]
    assert [(p.health, p.defense) for p in t.state.players] == [(4, 0), (4, 1)]
    assert (t.row[0].target, t.session.view(1)["row"][0]["target"]) == (2, 2)
    assert [entry.args for entry in t.told("DB-BEHAV-010")] == [("watcher", 2)]
    t.play(TAPS[0]).end().play(TAPS[0]).end()
    assert [(p.health, p.defense) for p in t.state.players] == [(4, 0), (3, 0)]
    # Defense is equal now, and the Leader is player 1: only the first icon can have singled out player 2.
    assert (t.state.round, t.row[0].target) == (2, 2)
    steps = {"DB-BEHAV-010": "target", "DB-COMBAT-022": "attack", "DB-COMBAT-003": "refill"}
    order = [steps[name] for name in t.rules_told if name in steps]
    assert order == ["target", "attack", "target", "refill", "refill"]
