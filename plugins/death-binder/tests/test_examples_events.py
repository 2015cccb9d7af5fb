"""The examples of the index about tokens and Event cards, each a test named after its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action
from db_table import DbTable

from undercroft.testing import open_tables, rule

Table = Callable[..., DbTable]
BLOW, STROKE = BLOWS = [action("blow", damage=99), action("stroke", damage=99)]
FOES = open_tables("death-binder").content.ids["foe"]
LEVEL_1, LEVEL_2 = FOES[:20], FOES[20:39]


def drawn(table: Table, name: str, **more: Any) -> DbTable:
    """An Event that has just been drawn; its token has a Rest after it."""
    t = table(event=name, **{"blight": 4, "dd": 20} | more)
    assert t.cards([t.state.event], "event") == [name]
    return t


def resolved(t: DbTable, name: str) -> bool:
    """Whether the Event is resolved: it is on its discard pile and the next icon, a Rest, has begun."""
    return t.cards(t.state.event_discard, "event") == [name] and (t.prompt, t.state.event) == ("rest", -1)


# -- a token


@rule("DB-EX-TOKEN-01", "DB-TOKEN-002", "DB-TOKEN-003", "DB-TOKEN-008")
@pytest.mark.parametrize(("answer", "added"), [("right", 0), ("left", 1)])
def test_db_ex_token_01(table: Table, answer: str, added: int) -> None:
    t = table(
        tokens={"B1": "event-encounter-rest"}, blight=0, hand=[BLOW, ...], events=["the-dry-room", ...],
        enemies=["gutter-drowned", ...],
    )  # fmt: skip
    t.choose("go", "B1")
    assert (t.prompt, t.cards([t.state.event], "event"), t.row) == ("decision", ["the-dry-room"], [])
    t.choose(answer)  # left: 2 health and 1 Blight; right: 3 cards
    assert (t.prompt, t.foes, t.state.blight) == ("attack", ["gutter-drowned"], added)
    t.play(BLOW).end()
    assert (t.prompt, t.state.blight, t.state.tokens_resolved) == ("rest", added, 0)
    t.choose("done")
    assert (t.prompt, t.state.blight) == ("sidequest", added), "all icons are resolved"
    t.choose("decline")
    assert (t.prompt, t.state.blight, t.state.tokens_resolved) == ("explore", 3 + added, 1)


# -- Ambush


@rule("DB-EX-AMBUSH-01", "DB-EVENT-006", "DB-EVENT-007", "DB-EVENT-008", "DB-CORRUPT-009")
@pytest.mark.parametrize(
    ("players", "guards"), [(1, ["drowned-sergeant"]), (2, ["drowned-sergeant", "pikeman-of-the-watch"])]
)
def test_db_ex_ambush_01(table: Table, players: int, guards: list[str]) -> None:
    t = drawn(table, "guard-patrol", players=players, hand=[*BLOWS, ...])
    pile = sorted(t.content.event_enemies)
    assert len(pile) == 8
    assert (t.prompt, t.foes, t.seat) == ("attack", guards, 1)
    assert sorted([*t.state.event_enemies, *(f.card for f in t.row)]) == pile
    for left, card in zip(reversed(range(players)), BLOWS, strict=False):
        assert t.cards([t.state.event], "event") == ["guard-patrol"]
        t.play(card)
        assert len(t.row) == left
    t.end()
    assert resolved(t, "guard-patrol")
    assert sorted(t.state.event_enemies) == pile
    assert len(t.state.enemy_discard) == 0


# -- Discovery: the Drowned Reliquary brings 2 XP, costs 2 cards where the toss fails, or 2 Blight if it is left


@rule("DB-EX-DISC-01", "DB-EVENT-009", "DB-EVENT-010")
def test_db_ex_disc_01(table: Table) -> None:
    t = drawn(table, "drowned-reliquary", faith=[True], xp=1)
    assert set(t.options) == {("toss",), ("blight",)}
    t.choose("toss")
    assert (t.p1.xp, t.state.blight, len(t.p1.dd), t.p1.health) == (3, 4, 20, 6)
    assert t.state.dice.scripted == 0
    assert resolved(t, "drowned-reliquary")


@rule("DB-EX-DISC-02", "DB-EVENT-009", "DB-EVENT-011")
def test_db_ex_disc_02(table: Table) -> None:
    t = drawn(table, "drowned-reliquary", faith=[False], xp=1)
    assert set(t.options) == {("toss",), ("blight",)}
    t.choose("toss")
    assert (t.p1.xp, t.state.blight, len(t.p1.dd), len(t.state.removed)) == (1, 4, 18, 2)
    assert resolved(t, "drowned-reliquary")
    t = drawn(table, "tide-shrine", faith=[False]).choose("toss")
    assert t.state.blight == 6, "here the penalty says so"


@rule("DB-EX-DISC-03", "DB-EVENT-009", "DB-EVENT-012")
def test_db_ex_disc_03(table: Table) -> None:
    t = drawn(table, "drowned-reliquary", faith=[True], xp=1)
    assert set(t.options) == {("toss",), ("blight",)}
    t.choose("blight")
    assert (t.state.blight, t.p1.xp, len(t.p1.dd), t.p1.health) == (6, 1, 20, 6)
    assert t.state.dice.scripted == 1, "no die was thrown"
    assert not t.told("DB-FAITH-005")
    assert resolved(t, "drowned-reliquary")


# -- Obstacle: the Fallen Rafters have a base health of 2 and Vulnerability 1


def rafters(table: Table) -> DbTable:
    """The Obstacle of the examples: 2 XP if it falls, one card less if it stands."""
    hand = ["rusted-cutlass", "spark-of-the-beacon", "severing-word", "boathook", "anchor-drop", "still-water"]
    t = drawn(table, "fallen-rafters", hand=hand, enemies=[*LEVEL_2[:3], ...], xp=1)
    assert (t.prompt, t.row[0].health, t.session.view(1)["enemy_level"]) == ("attack", 4, 2)
    return t


@rule("DB-EX-OBST-01", "DB-EVENT-015", "DB-EVENT-016", "DB-EVENT-017", "DB-EVENT-019")
def test_db_ex_obst_01(table: Table) -> None:
    t = rafters(table)
    t.play("rusted-cutlass").play("spark-of-the-beacon")
    assert t.row[0].wounds == 3
    assert len(t.p1.dd) == 20, "nothing is judged before the turn is over"
    t.end()
    assert (t.row, len(t.p1.dd), t.p1.xp) == ([], 19, 1)
    assert len(t.state.removed) == 2 + 1
    assert resolved(t, "fallen-rafters")
    assert not t.told("DB-EVENT-018")


@rule("DB-EX-OBST-02", "DB-EVENT-015", "DB-EVENT-017", "DB-EVENT-018")
def test_db_ex_obst_02(table: Table) -> None:
    t = rafters(table)
    t.play("rusted-cutlass").play("spark-of-the-beacon").play("severing-word")
    assert sum(entry.args[1] for entry in t.told("DB-COMBAT-014")) == 5
    assert t.row == []
    t.end()
    assert (t.p1.xp, len(t.p1.dd)) == (3, 20)
    assert resolved(t, "fallen-rafters")
    assert not t.told("DB-EVENT-019")


# -- Decision: left is 4 XP and 2 Blight, right is 1 XP and 2 Blight less


@rule("DB-EX-DEC-01", "DB-EVENT-023")
def test_db_ex_dec_01(table: Table) -> None:
    t = drawn(table, "the-open-hand", blight=3)
    t.choose("left")
    assert (t.p1.xp, t.state.blight) == (4, 5)
    assert resolved(t, "the-open-hand")


@rule("DB-EX-DEC-02", "DB-EVENT-023", "DB-TRACK-009")
@pytest.mark.parametrize(("before", "after"), [(3, 1), (1, 0)])
def test_db_ex_dec_02(table: Table, before: int, after: int) -> None:
    t = drawn(table, "the-open-hand", blight=before)
    t.choose("right")
    assert (t.p1.xp, t.state.blight) == (1, after)
    assert resolved(t, "the-open-hand")


# -- Cave In


@rule("DB-EX-CAVE-01", "DB-EVENT-025", "DB-EVENT-026", "DB-EVENT-027", "DB-EVENT-028", "DB-MAP-025")
@pytest.mark.parametrize("gone", [None, "A3"])
def test_db_ex_cave_01(table: Table, gone: str | None) -> None:
    tokens: dict[str, str | None] = {"C3": "rest-event", "A5": "event-rest"} | ({gone: None} if gone else {})
    t = table(
        at="icon", map="ruins", position="B3", active="event-encounter-rest", tokens=tokens, blight=4,
        events=["the-ceiling-remembers", "the-open-hand"],
    )  # fmt: skip
    supply, index = t.state.supply.cards(), t.content.index
    closed = [name for name, place in index["place"].items() if t.state.caved[place]]
    assert closed == ["C2", "B3", "A5"]
    assert all(t.state.tokens[index["place"][name]] < 0 for name in closed)
    assert {index["token"][name] for name in ("event-rest", "event-encounter-rest")} <= set(supply)
    assert (t.prompt, t.state.active, t.state.blight) == ("cave-in", -1, 4)
    assert t.offered == [name for name in ("A3", "C3", "B4") if name != gone]
    assert [option[0] for option in t.options] == ["go"] * len(t.offered)
    t.choose("go", "C3")
    assert (t.state.blight, t.p1.quest, t.told("DB-SIDE-001")) == (5, -1, [])
    assert resolved(t, "the-ceiling-remembers")
    assert (t.cards([t.state.active], "token"), t.state.icon) == (["rest-event"], 1)
    t.choose("done").choose("right").choose("decline")
    assert (t.prompt, t.can("go", "B3"), t.can("go", "B4")) == ("explore", False, False)
    refused = t.refused("go", "B3")
    assert refused is not None
    assert refused.rule == "DB-MAP-025"


# -- Precognition


@rule("DB-EX-PREC-01", "DB-EVENT-033", "DB-EVENT-034", "DB-EVENT-037")
def test_db_ex_prec_01(table: Table) -> None:
    t = drawn(table, "the-drowned-census", enemies=[*LEVEL_1[:10], *LEVEL_2])
    before = t.state.enemies.cards()
    assert (t.prompt, len(before), t.told("DB-EVENT-033")) == ("estimate", 29, [])
    t.choose("estimate", 9)
    assert [entry.args for entry in t.told("DB-EVENT-033")] == [(9, 10)]
    assert t.p1.xp == 1, "the lower reward; the higher would be 3"
    assert t.state.enemies.cards() == before
    assert resolved(t, "the-drowned-census")
