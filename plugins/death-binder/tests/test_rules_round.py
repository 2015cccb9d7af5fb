"""The course of a round: the first draw, then Explore, icons, Sidequest, Blight (ROUND)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, enemy, event, quest, token
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
BLOW, CHOP = action("blow", damage=99), action("chop", damage=99)
WEAK, FRAIL = enemy("weak", health=1, damage=0), enemy("frail", health=1, damage=0)
CHAT, TALK = event("decision", "chat"), event("decision", "talk")
BAG = quest("store_cards", 3)
PHASES = {
    "DB-ROUND-001": "draw",
    "DB-COOP-007": "leader",
    "DB-MAP-010": "explore",
    "DB-TOKEN-004": "event",
    "DB-COMBAT-001": "encounter",
    "DB-COOP-012": "pass",
    "DB-SIDE-001": "sidequest",
    "DB-ROUND-004": "blight",
}


def phases(t: DbTable) -> list[str]:
    """The phases as the log tells them; the end of a Combat sets defense too, so a second one in a row is dropped."""
    found = [PHASES[entry.rule] for entry in t.log if entry.rule in PHASES]
    return [name for at, name in enumerate(found) if name != "encounter" or found[at - 1] != "encounter"]


@rule("DB-ROUND-001")
def test_the_first_draw(table: Table) -> None:
    t = table(at="new")
    assert t.prompt == "explore"
    assert (len(t.p1.hand), len(t.p1.dd), len(t.p1.sac), len(t.state.removed)) == (6, 63, 0, 0)


@rule("DB-ROUND-001")
def test_the_first_draw_takes_the_top_cards(table: Table) -> None:
    t = table(at="new", seed=3)
    again = table(at="new", seed=3)
    assert t.p1.hand == again.p1.hand
    assert sorted([*t.p1.hand, *t.p1.dd.cards()]) == list(t.content.ordinary)
    assert len({tuple(table(at="new", seed=seed).p1.hand) for seed in range(4)}) == 4


@rule("DB-ROUND-001", "DB-ROUND-003")
def test_the_first_draw_in_coop(table: Table) -> None:
    t = table(at="new", players=2)
    assert [(len(p.hand), len(p.dd)) for p in t.state.players] == [(6, 29), (6, 28)]


@rule("DB-ROUND-002")
def test_a_new_solo_game_goes_round(table: Table) -> None:
    t = table(at="new", tokens={"B1": token("rest", "event", quest=BAG), "B2": ["rest"]}, events=[CHAT])
    assert (t.prompt, phases(t)) == ("explore", ["draw"])
    t.choose("go", "B1").choose("done").choose("left").choose("accept").choose("go", "B2").choose("done")
    assert phases(t) == ["draw", "explore", "event", "sidequest", "blight", "explore", "blight"]
    assert (t.prompt, t.state.blight) == ("explore", 3)


def play_b1(table: Table, **more: Any) -> DbTable:
    """The token of B1, Event, Event, Encounter, from the choice of the place to the next choice of one."""
    bag = token("event", "event", "encounter", name="bag", quest=BAG)
    cards = {"hand": [BLOW, CHOP, ...]}
    t = table(
        tokens={"B1": bag}, events=[CHAT, TALK], enemies=[WEAK, FRAIL, "lamp-eel"], p1=cards,
        **({"p2": {}} if "leader" in more else {}), **more,
    )  # fmt: skip
    t.choose("go", "B1").choose("left").choose("left").play(BLOW)
    if t.row:
        t.play(CHOP)
    t.end()
    assert t.prompt == "sidequest"
    return t


@rule("DB-ROUND-002", "DB-TOKEN-002", "DB-TOKEN-007")
def test_the_phases_of_a_solo_round(table: Table) -> None:
    t = play_b1(table)
    assert t.state.blight == 0
    t.choose("accept")
    assert phases(t) == ["explore", "event", "event", "encounter", "sidequest", "blight"]
    assert (t.prompt, t.state.blight) == ("explore", 3)
    t.choose("go", "B2")
    assert phases(t)[5:7] == ["blight", "explore"]


@rule("DB-ROUND-003")
def test_the_phases_of_a_coop_round(table: Table) -> None:
    t = play_b1(table, leader=1)
    assert (t.seat, t.state.leader) == (1, 2)
    t.choose("accept")
    assert phases(t) == [
        "explore", "event", "pass", "event", "pass", "encounter", "pass", "sidequest", "blight"
    ]  # fmt: skip
    assert (t.prompt, t.seat, t.state.blight) == ("explore", 2, 3)
    assert t.p1.quest == t.content.index["token"]["bag"]


@rule("DB-ROUND-003")
@pytest.mark.parametrize("oldest", [1, 2])
def test_how_a_coop_game_opens(table: Table, oldest: int) -> None:
    t = table(at="new", players=2, oldest=oldest, tokens={"B1": ["rest"]})
    assert [entry.text for entry in t.told("DB-ROUND-001")] == [
        "Player 1 draws the first hand.",
        "Player 2 draws the first hand.",
    ]
    assert (t.prompt, t.seat, phases(t)) == ("explore", oldest, ["draw", "draw", "leader"])
    t.choose("go", "B1").choose("done").choose("done")
    assert phases(t)[3:] == ["explore", "pass", "blight"]
    assert (t.prompt, t.seat) == ("explore", 3 - oldest)


@rule("DB-ROUND-004")
@pytest.mark.parametrize("icons", [["rest"], ["event", "rest"], ["event", "event", "encounter"], ["rest"] * 4])
def test_blight_rises_by_the_number_of_icons(table: Table, icons: list[str]) -> None:
    t = table(at="token-done", active=icons, blight=0)
    assert (t.prompt, t.state.blight) == ("explore", len(icons))


@rule("DB-ROUND-005")
def test_a_place_has_to_be_chosen(table: Table) -> None:
    t = table(position="B3")
    assert {option[0] for option in t.options} == {"go"}
    for option in (("pass",), ("done",), ("go", "B3")):
        with pytest.raises(IllegalChoice) as caught:
            t.choose(*option)
        assert caught.value.rule == {"pass": "DB-ROUND-005", "done": "", "go": "DB-MAP-011"}[option[0]]
    assert (t.prompt, len(t.options)) == ("explore", 3)
