"""The candle and its cards (NC-CANDLE)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import made, scenario
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.terms import ORANGE, OUT, RED, WHITE, YELLOW

Table = Callable[..., NcTable]


def candle(colour: str, *effects: str) -> object:
    return made("candle", f"test-{colour}", number=f"L{900 + len(colour)}", title=colour, colour=colour,
                rules="As the test says.", effects=list(effects))  # fmt: skip


YELLOW_CARD = candle("yellow", "energy -1")


def with_cards(*cards: object) -> dict[str, object]:
    """A table whose scenario sets these Candle Cards out."""
    names = [card.id for card in cards]  # type: ignore[attr-defined]
    return {"cards": [scenario(candle=names), *cards], "colours": 1}


@rule("NC-CANDLE-001")
def test_the_token_moves_down_and_back_only_by_an_effect(table: Table) -> None:
    t = table(candle=3).do("candle 1")
    assert t.s.candle == 4
    t.do("candle -3")
    assert t.s.candle == 1
    t.do("candle -3")
    assert t.s.candle == 0


@rule("NC-CANDLE-002")
def test_the_last_space_fails_the_scenario_at_once(table: Table) -> None:
    t = table(at="turn", candle=14, yin=["breath-on-the-wick"], energy=0)
    t.choose("end")
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert t.s.candle == 15


@rule("NC-CANDLE-003")
def test_a_colour_acts_when_it_is_entered_for_the_first_time(table: Table) -> None:
    t = table(candle=4, energy=4, **with_cards(YELLOW_CARD)).do("candle 1")
    assert t.p1.energy == 3
    t.do("candle -1").do("candle 1")
    assert (t.p1.energy, t.s.candle) == (3, 5)


@rule("NC-CANDLE-004")
def test_yellow_candlelight(table: Table) -> None:
    t = table(candle=4, p2={}, p3={}, cards=[scenario(candle=["yellow-candlelight"])], colours=1).do("candle 1")
    assert t.s.candle == 6
    assert [d.cooldown for d in t.s.delvers] == [1, 1, 1]
    assert t.content.numbers["L001"] == t.content.numbers["LO01"]


@rule("NC-CANDLE-005")
def test_a_card_on_the_way_is_resolved_before_the_remaining_spaces(table: Table) -> None:
    t = table(candle=4, cards=[scenario(candle=["yellow-candlelight"])], colours=1).do("candle 2")
    assert t.s.candle == 7
    where = [entry.args[0] for entry in t.log if entry.rule == "NC-CANDLE-001"]
    assert where == [5, 6, 7]
    assert t.in_order("NC-CANDLE-001", "NC-CANDLE-003", "NC-CANDLE-001")


@rule("NC-CANDLE-006")
def test_the_start_space_does_not_count_and_a_colour_may_have_no_card(table: Table) -> None:
    white = candle("white", "energy -1")
    t = table(candle=0, energy=4, **with_cards(white)).do("candle 1")
    assert t.p1.energy == 4
    t = table(cards=[scenario(candle=["test-white"]), white])
    t.s.stack.insert(0, ("scenario_over", ()))
    t.run("begin_adventure").choose("done")
    assert (t.s.candle, t.s.colours, t.s.round, t.p1.energy) == (0, 1, 1, 4)
    t = table(candle=4, energy=4, **with_cards(white)).do("candle 1")  # no yellow card is set out
    assert (t.p1.energy, t.s.candle) == (4, 5)


@rule("NC-CANDLE-007")
def test_the_layout_of_the_track(table: Table) -> None:
    t = table(candle=14)
    track = t.rules.track(t.s)
    assert track == (*[WHITE] * 5, *[YELLOW] * 4, *[ORANGE] * 3, *[RED] * 3, OUT)
    assert t.rules.candle_left(t.s) == 1
    short = made("track", "short", sections=[("white", 1), ("red", 1)])
    t = table(candle=0, cards=[scenario(track="short"), short], colours=1)
    assert t.rules.track(t.s) == (WHITE, RED, OUT)
    t.do("candle 2")
    assert t.s.ended == "failed"


@rule("NC-CANDLE-008")
def test_several_candle_icons_are_as_many_spaces(table: Table) -> None:
    assert table(candle=1).do("candle 2").s.candle == 3
