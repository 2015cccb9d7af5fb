"""The Tomb Delving Note: what is read, the markers on its pages, and when a page is turned (NC-ADV)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import location, page, scenario, trigger
from nc_table import NcTable, begun

from undercroft.testing import rule

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view")


@rule("NC-ADV-014")
def test_the_note_is_carried_out_and_its_story_offered() -> None:
    made = scenario(effects=[{"do": "redraw", "n": 2}], text="The story of page three.")
    t = begun(cards=[made])
    assert t.p1.redraw == 2
    assert "The story of page three." in t.told("NC-ADV-014")[0].text
    assert t.session.view(1)["page"]["title"] == "First"


@rule("NC-ADV-021")
def test_each_slot_of_an_opened_page_gets_a_marker(table: Table) -> None:
    pages = [page(slots=["rest", "any"], exits=[{"cond": {"note": "on"}, "page": "second"}]),
             page("second", slots=["life", "view", "any", "any"])]  # fmt: skip
    t = begun(cards=[scenario(pages=pages)])
    assert len(t.s.slots) == 2
    t = table(cards=[scenario(pages=pages)]).run("turn_page", 1)
    assert [t.rules.slot_word(slot) for slot in t.s.slots] == ["life", "view", "any", "any"]


@rule("NC-ADV-022")
def test_the_page_is_turned_when_its_condition_is_met(table: Table) -> None:
    pages = [page(slots=["any"], exits=[{"cond": {"slots_empty": True}, "page": "second"}]), page("second", "redraw 1")]
    t = table(at="turn", map=[HALL], cards=[scenario(pages=pages)], hand=["observation"], energy=7,
              fate=["fear", "fear", "fear", "rest", "rest", "rest"])  # fmt: skip
    t.choose("command", 3)
    assert t.s.page == 0
    t.choose("play", "observation", 6)
    assert t.s.page == 1
    assert t.p1.redraw == 1


@rule("NC-ADV-023")
def test_unused_markers_go_back_and_those_on_locations_stay(table: Table) -> None:
    pages = [page(slots=["any", "any"], exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second")]
    t = table(cards=[scenario(pages=pages)], map=[location("hall", icons="rest", covered=1)]).run("turn_page", 1)
    assert t.s.slots == []
    assert t.place().covered == 1


@rule("NC-ADV-022")
def test_what_a_scenario_does_once_is_not_done_again_on_another_page(table: Table) -> None:
    pages = [page(exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second")]
    made = scenario(pages=pages, triggers=[trigger("page", "redraw 1", once="scenario")])
    t = table(cards=[made]).run("turn_page", 0).run("turn_page", 1)
    assert t.p1.redraw == 1
