"""Story turns, passing, the early end, left-over Karma (NC-STORY-017 to -020, -026 to -029, -034)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import story
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

TOWN, MARKET, HILL = story("town", "cooldown 1"), story("market", "cooldown 1"), story("hill", region="Hills")
PLACE = story("place", region="Scenario", scenario="proving-ground")


def told(table: Table, **keywords: Any) -> NcTable:
    """A story turn of seat 1 with three cards in two regions on the table."""
    return table(**{"at": "story", "mode": "campaign", "stories": [TOWN, MARKET, HILL], "karma": 2, **keywords})


def refusal(t: NcTable, *option: Any) -> str:
    """The rule that refuses an option."""
    refused = t.refused(*option)
    assert refused is not None, option
    return refused.rule


@rule("NC-STORY-017")
def test_one_or_two_actions_or_a_pass(table: Table) -> None:
    t = told(table, p2={})
    assert t.can("pass")
    t.choose("walk").choose("to", 1)
    assert not t.can("pass")
    assert t.can("done")
    t.choose("interact")
    assert t.seat == 2
    assert t.s.passes == 0


@rule("NC-STORY-018")
def test_both_actions_may_be_of_the_same_kind(table: Table) -> None:
    t = told(table, p2={}, stories=[story("town", "cooldown 1", flips=True)])
    t.choose("interact")
    assert t.p1.cooldown == 1
    t.choose("interact")
    assert (t.p1.cooldown, t.p1.karma) == (2, 0)
    t = told(table, p2={})
    t.choose("walk").choose("to", 1)
    assert (t.prompt, t.seat) == ("story", 1)  # the second is chosen when the first is over
    t.choose("walk").choose("to", 2)
    assert (t.p1.story_place, t.seat) == (2, 2)
    for first, second in (("walk", "interact"), ("interact", "walk")):
        t = told(table, p2={})
        for verb in (first, second):
            t.choose(verb)
            if verb == "walk":
                t.choose("to", 1)
        assert (t.p1.story_place, t.p1.cooldown, t.seat) == (1, 1, 2)


def test_what_an_action_costs_stands_in_its_option(table: Table) -> None:
    t = told(table, karma=2, p2={})
    assert "Interact with the Story Card you stand on for 1 Karma" in t.labels
    t.choose("walk")
    assert [words.endswith(" for 1 Karma") for words in t.labels] == [False, True]  # the same region, another one


@rule("NC-STORY-019", "NC-STORY-020")
def test_personal_karma_pays_as_well(table: Table) -> None:
    t = told(table, karma=0, personal=2, p2={})
    t.choose("walk").choose("to", 2)
    t.choose("interact")
    assert (t.p1.story_place, t.p1.karma, t.p1.personal, t.seat) == (2, 0, 0, 2)


@rule("NC-STORY-019")
def test_only_another_region_costs_karma(table: Table) -> None:
    t = told(table, karma=1, p2={})
    t.choose("walk").choose("to", 1)
    assert (t.p1.story_place, t.p1.karma) == (1, 1)
    t.choose("walk").choose("to", 2)
    assert (t.p1.story_place, t.p1.karma) == (2, 0)
    poor = told(table, karma=0, story_place=1, stories=[TOWN, MARKET, HILL, story("inn")]).choose("walk")
    assert poor.can("to", 0)
    assert not poor.can("to", 1)  # the card where the Delver stands
    assert not poor.can("to", 2)
    assert refusal(poor, "to", 2) == "NC-STORY-019"


@rule("NC-STORY-020")
def test_an_interaction_costs_a_karma_first(table: Table) -> None:
    t = told(table, karma=0)
    assert not t.can("interact")
    assert refusal(t, "interact") == "NC-STORY-020"
    t = told(table, karma=1).choose("interact")
    assert (t.p1.karma, t.p1.cooldown) == (0, 1)


@rule("NC-STORY-026")
def test_all_have_to_pass_one_after_another(table: Table) -> None:
    t = told(table, p2={}, p3={})
    t.choose("interact").choose("done")
    t.choose("pass").choose("pass").choose("pass")
    assert t.prompt != "story"
    assert t.told("NC-STORY-026")[-1].text == "The Story Phase is over."


@rule("NC-STORY-026")
def test_an_action_starts_the_count_anew_and_a_pass_bars_nobody(table: Table) -> None:
    t = told(table, p2={"karma": 1}, p3={})
    t.choose("pass").choose("walk").choose("to", 1).choose("done")
    assert t.s.passes == 0
    t.choose("pass")
    assert t.seat == 1
    assert t.can("interact")
    t.choose("pass").choose("pass")
    assert t.prompt != "story"


@rule("NC-STORY-027")
def test_an_early_end_needs_all_players(table: Table) -> None:
    t = told(table, stash_story=[PLACE], p2={}, p3={})
    t.choose("early-end").choose("agree").choose("refuse")
    assert (t.prompt, t.seat) == ("story", 1)
    t.choose("early-end").choose("agree").choose("agree").choose("keep")
    assert t.prompt == "between"
    assert t.s.scenario == t.number("scenario", "proving-ground")


@rule("NC-STORY-028")
def test_each_unused_karma_becomes_a_token_of_choice(table: Table) -> None:
    t = told(table, stash_story=[PLACE], karma=2, personal=1)
    t.choose("early-end")
    for word in ("to-redraw", "to-redraw", "to-cooldown"):
        t.answer("unused-karma", word)
    assert (t.p1.redraw, t.p1.cooldown, t.p1.karma, t.p1.personal) == (2, 1, 0, 0)
    t = told(table, stash_story=[PLACE], gm=2, karma=1, p2={"karma": 2})
    t.choose("early-end").choose("agree")
    assert (t.prompt, t.seat) == ("unused-karma", 2)  # each for the own tokens, and nobody has to
    t.choose("to-cooldown").choose("keep")
    assert (t.prompt, t.seat) == ("unused-karma", 1)
    t.choose("to-redraw")
    assert [(d.redraw, d.cooldown) for d in t.s.delvers] == [(1, 0), (0, 1)]


@rule("NC-STORY-029")
def test_an_early_end_runs_the_whole_epilogue(table: Table) -> None:
    t = told(table, stash_story=[PLACE], karma=1, health=2, energy=1)
    t.choose("early-end").choose("to-redraw")
    assert t.in_order("NC-STORY-027", "NC-STORY-028", "NC-EPI-002", "NC-EPI-008")
    assert (t.p1.health, t.p1.energy) == (6, 4)
    journey = story("far-place", region="Scenario", scenario="proving-ground", journeys=1)
    t = told(table, stash_story=[journey], karma=0, reputation=(10,) * 5)
    t.s.stash_journey = (0, 1)
    t.choose("early-end")
    assert t.prompt == "outfit"
    t.choose("done")
    while t.prompt != "between":
        t.choose(*t.options[0])
    assert t.in_order("NC-EPI-008", "NC-EPI-011")
    assert (len(t.s.stash_journey), len(t.s.archived_journeys)) == (1, 1)


@rule("NC-STORY-029")
def test_no_early_end_without_a_scenario_card(table: Table) -> None:
    t = told(table)
    assert not t.can("early-end")
    assert refusal(t, "early-end") == "NC-STORY-029"
    for lies in ({"stories": [TOWN, PLACE]}, {"stash_story": [PLACE]}):  # laid out, or gained in this phase
        t = told(table, karma=0, **lies).choose("early-end")
        assert t.s.scenario == t.number("scenario", "proving-ground")


@rule("NC-STORY-034")
def test_dealt_karma_goes_back_and_personal_karma_stays(table: Table) -> None:
    t = told(table, karma=2, personal=2, stash_story=[PLACE]).choose("pass")
    assert t.prompt == "between"
    assert (t.p1.karma, t.p1.personal) == (0, 2)
    t = told(table, karma=1, personal=2, stories=[story("town", flips=True)])
    t.choose("interact")
    assert (t.p1.karma, t.p1.personal) == (0, 2)
    t.choose("interact")
    assert (t.p1.karma, t.p1.personal) == (0, 1)
    t = told(table, karma=0, personal=5, stash_story=[PLACE]).choose("pass")
    assert t.p1.personal == 3
    t = table(at="story-idle", karma=1, personal=2).do("karma -2")
    assert (t.p1.karma, t.p1.personal) == (0, 1)
