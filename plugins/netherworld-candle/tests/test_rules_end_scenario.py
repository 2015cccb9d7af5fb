"""How an Adventure Phase ends: an ending, the candle, Scenario Failed (NC-END-001 to -004, -019, NC-FLOW)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import action, event, location, option, page, scenario
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED

Table = Callable[..., NcTable]

QUIET = event("quiet", "redraw 1")


def result(t: NcTable) -> str:
    return t.outcome.result if t.outcome is not None else ""


@rule("NC-END-001")
def test_a_page_turn_onto_an_ending_is_a_success(table: Table) -> None:
    pages = [page(exits=[{"cond": {"round_at_least": 1, "note": "seen"}, "ending": "bad"}])]
    win = action("win", "note seen")
    t = table(at="turn", hand=[win], cards=[scenario(pages=pages)], p2={})
    t.choose("play", win, ADVANCED)
    assert result(t) == "win"
    assert t.s.ended == "success"
    (part,) = t.rules.parts(t.s)
    assert (part["result"], part["ending"]) == ("success", "bad")
    t = table(at="turn", hand=[action("leap", "ending bad")]).choose("play", "leap", ADVANCED)
    assert (result(t), t.rules.parts(t.s)[0]["ending"]) == ("win", "bad")


@rule("NC-END-002")
def test_the_extinguished_candle_is_a_failure(table: Table) -> None:
    t = table(at="turn", candle=14, hand=[action("risk", "candle 1", "note good")])
    t.choose("play", "risk", ADVANCED)
    assert result(t) == "loss"
    assert t.s.ended == "failed"
    assert t.s.notes == ()


@rule("NC-END-003")
def test_an_effect_that_says_scenario_failed(table: Table) -> None:
    doom = event("doom", "fail", "redraw 1")
    t = table(at="encounter", energy=0, yin=[doom, QUIET])
    assert result(t) == "loss"
    assert t.p1.redraw == 0
    assert t.told("NC-END-003")


@rule("NC-END-004")
def test_defeats_alone_do_not_end_it(table: Table) -> None:
    t = table(health=1, p2={"health": 1}).do("health -1 who=each")
    assert (t.p1.defeats, t.p2.defeats) == (1, 1)
    assert t.s.ended == ""


@rule("NC-END-019")
def test_the_first_end_in_order_decides(table: Table) -> None:
    both = action("both", "ending good", "candle 1")
    t = table(at="turn", candle=14, hand=[both])
    t.choose("play", both, ADVANCED)
    assert result(t) == "win"
    assert t.s.candle == 14
    other = action("other", "candle 1", "ending good")
    t = table(at="turn", candle=14, hand=[other])
    t.choose("play", other, ADVANCED)
    assert result(t) == "loss"


@rule("NC-FLOW-004")
def test_the_ends_are_checked_whenever_the_state_changes(table: Table) -> None:
    t = table(at="turn", candle=14, energy=0, yin=[event("breath", "redraw 1", candle=1), QUIET], p2={})
    t.choose("end")
    assert result(t) == "loss"
    assert t.s.round == 1
    assert not t.p2.acted


@rule("NC-FLOW-005")
def test_a_failure_leads_to_the_choice_of_retry_and_defeat(table: Table) -> None:
    t = table(mode="campaign", at="turn", candle=14, hand=[action("risk", "candle 1")], snapshot=())
    t.rules.keep_snapshot(t.s)
    t.choose("play", "risk", ADVANCED)
    assert t.prompt == "failed"
    assert {choice[0] for choice in t.options} == {"retry", "accept"}


@rule("NC-TEST-038")
def test_what_lay_revealed_is_not_lost_when_the_scenario_ends_in_a_test(table: Table) -> None:
    hall = location("hall", icons="rest")
    pages = [page(slots=["any"], exits=[{"cond": {"slots_empty": True}, "ending": "good"}])]
    t = table(at="turn", map=[hall], fate=["rest", ...], cards=[scenario(pages=pages)])
    before = t.rules.fate_total(t.p1)
    t.choose("command", 3)
    assert result(t) == "win"
    assert t.rules.fate_total(t.p1) == before


@rule("NC-TURN-009")
def test_a_choice_in_the_middle_is_dropped_too(table: Table) -> None:
    late = event("late", "candle 1", {"do": "choose", "options": [option("a", "redraw 1"), option("b", "redraw 2")]})
    t = table(at="encounter", energy=0, candle=14, yin=[late, QUIET])
    assert result(t) == "loss"
    assert t.p1.redraw == 0
    assert t.s.stack == []
