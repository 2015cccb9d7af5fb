"""The Epilogue (NC-EPI-001, -002, -006 to -017)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from nc_cards import made, option, passage, scenario, story
from nc_log import party_log
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

PLACE = story("place", region="Scenario", scenario="proving-ground", journeys=2)
OTHER = story("other-place", region="Scenario", scenario="proving-ground")


_NUMBER = itertools.count(400)


def journey(name: str, *choices: dict[str, Any]) -> Any:
    """A Journey Card."""
    number = f"T{next(_NUMBER)}"
    return made("journey", name, number=number, title=name.title(), text=f"Front of {name}.",
                choices=list(choices) or [option("go on", "redraw 1", outcome=f"Outcome of {name}.")])  # fmt: skip


ROADS = [journey(f"road-{word}") for word in ("one", "two", "three", "four")]


def epilogue(table: Table, **keywords: Any) -> NcTable:
    """An Epilogue that begins; everything that is offered is left."""
    t = table(**{"at": "story-idle", "mode": "campaign", "stash_story": [PLACE], "cards": [*ROADS, PLACE], **keywords})
    return t.run("begin_epilogue")


def journeys(t: NcTable, *cards: Any) -> tuple[int, ...]:
    """The ints of Journey Cards."""
    return tuple(t.number("journey", card) for card in cards)


def with_journeys(table: Table, *cards: Any, **keywords: Any) -> NcTable:
    """An Epilogue with these Journey Cards in the Stash."""
    t = table(**{"at": "story-idle", "mode": "campaign", "stash_story": [PLACE], "cards": [*ROADS, PLACE], **keywords})
    t.s.stash_journey = journeys(t, *cards)
    return t.run("begin_epilogue")


@rule("NC-EPI-001")
def test_the_steps_come_in_order(table: Table) -> None:
    t = with_journeys(table, ROADS[0], health=2, reputation=(4, 0, 0, 0, 0), stories=[story("street")])
    assert t.prompt == "outfit"
    assert t.p1.health == 6
    assert len(t.s.story_table) == 1
    t.choose("done")
    assert t.in_order("NC-EPI-002", "NC-EPI-008", "NC-EPI-011")
    assert t.prompt == "between"
    assert t.s.story_table == []


@rule("NC-EPI-002")
def test_health_and_energy_go_to_the_starting_values(table: Table) -> None:
    t = epilogue(table, energy=7, health=1, p2={"energy": 0, "health": 8})
    assert [(d.health, d.energy) for d in t.s.delvers] == [(6, 4), (6, 4)]


@rule("NC-EPI-006")
def test_story_cards_go_into_the_stash(table: Table) -> None:
    t = epilogue(table, stories=[story(f"street-{n}") for n in range(8)])
    assert t.s.story_table == []
    assert len(t.s.stash_story) == 9


@rule("NC-EPI-007")
def test_without_a_scenario_card_a_setback_and_another_story_phase(table: Table) -> None:
    t = epilogue(table, stash_story=[story("street")])
    assert t.s.setbacks == 1
    assert t.s.scenario == -1
    t.answer("between", "go-on")
    assert t.prompt == "story"


@rule("NC-EPI-008")
def test_exactly_one_scenario_is_chosen(table: Table) -> None:
    second = scenario("second-ground", number=91, start="foot-of-the-well")
    place = story("second-place", region="Scenario", scenario="second-ground")
    t = epilogue(table, stash_story=[PLACE, place], cards=[*ROADS, PLACE, place, second], p2={}, gm=2)
    assert (t.prompt, t.seat) == ("scenario", 2)
    assert len(t.options) == 2
    t.choose("scenario", place)
    assert t.s.scenario == t.number("scenario", "second-ground")
    assert t.number("story", PLACE) in t.s.stash_story


@rule("NC-EPI-009")
def test_no_journey_cards_no_journey(table: Table) -> None:
    t = epilogue(table)
    assert t.prompt == "between"
    assert not t.told("NC-EPI-011")
    assert t.s.setbacks == 0


@rule("NC-EPI-010")
def test_as_many_journeys_as_the_card_says_or_all(table: Table) -> None:
    t = with_journeys(table, ROADS[0])
    assert t.p1.redraw == 1
    t = with_journeys(table, *ROADS)
    assert t.p1.redraw == 2
    assert len(t.s.stash_journey) == 2
    drawn = {with_journeys(table, *ROADS, seed=seed).s.archived_journeys for seed in range(6)}
    assert len(drawn) > 2  # they are shuffled


@rule("NC-EPI-011")
def test_journeys_are_resolved_one_at_a_time_and_outcomes_stay_hidden(table: Table) -> None:
    forks = [
        journey(
            name, option("left", "redraw 1", outcome=f"Left of {name}."), option("right", outcome=f"Right of {name}.")
        )
        for name in ("fork-one", "fork-two")
    ]
    t = with_journeys(table, *forks, cards=[*forks, PLACE], gm=2, p2={})
    said = " ".join(entry.text for entry in t.log)
    assert (t.prompt, t.seat) == ("journey-choice", 2)
    assert ("Front of fork-one" in said) != ("Front of fork-two" in said)
    assert "Left of" not in said
    assert "Right of" not in said
    assert "outcome" not in t.session.view(2)
    t.choose(*t.options[0])
    assert t.session.view(2)["outcome"]["choice"] == "left"
    said = " ".join(entry.text for entry in t.log)
    assert said.count("Left of") == 1
    assert "Right of" not in said
    assert t.p2.redraw == 1
    t.choose(*t.options[1])
    said = " ".join(entry.text for entry in t.log)
    assert [said.count(f"Front of {fork.id}") for fork in forks] == [1, 1]
    assert (said.count("Left of"), said.count("Right of"), t.prompt) == (1, 1, "between")


@rule("NC-EPI-012")
def test_resolved_journeys_are_archived(table: Table) -> None:
    one = story("place", region="Scenario", scenario="proving-ground", journeys=1)
    t = with_journeys(table, *ROADS[:3], stash_story=[one], cards=[*ROADS, one])
    assert len(t.s.stash_journey) == 2
    assert len(t.s.archived_journeys) == 1
    assert not set(t.s.stash_journey) & set(t.s.archived_journeys)


@rule("NC-EPI-013")
def test_the_grandmaster_breaks_a_tie_of_attributes(table: Table) -> None:
    prize = journey("prize", option("take it", "redraw 1 who=highest-courage"))
    t = with_journeys(table, prize, cards=[prize, PLACE], courage=3, gm=3, p2={"courage": 3}, p3={"courage": 2})
    assert (t.prompt, t.seat) == ("who", 3)
    assert sorted(t.options) == [("delver", 1), ("delver", 2)]
    t.choose("delver", 2)
    assert [d.redraw for d in t.s.delvers] == [0, 1, 0]


@rule("NC-EPI-014")
def test_the_chosen_scenario_is_remembered_and_journeys_are_not_repeated(table: Table) -> None:
    t = with_journeys(table, ROADS[0])
    for played in (t.fork(), t):
        assert played.s.scenario == t.number("scenario", "proving-ground")
        played.answer("between", "go-on")
        assert played.prompt in ("before", "hand")
        assert len([entry for entry in played.told("NC-EPI-011") if "Journey:" in entry.text]) == 1
        assert played.p1.redraw == 1


@rule("NC-EPI-015")
def test_the_first_game_has_its_own_epilogue(table: Table) -> None:
    t = table(at="new", mode="campaign", players=2, delvers="whisperlark,dr-liang")
    while t.prompt != "story":
        t.choose(*t.options[0])
    t.p1.reputation = t.content.faction_boxes  # enough for the equipment of every faction
    t.choose("pass").choose("pass")
    assert t.prompt == "between"  # and yet none is offered
    numbers = {t.content.story[card].number for card in t.s.archived_stories}
    assert numbers == {f"S00{n}" for n in range(1, 8)}
    assert (t.s.setbacks, t.s.story_table, t.s.stash_story) == (0, [], ())
    assert not t.told("NC-EPI-002")
    assert "The Door in the Floor" in t.told("NC-STORY-001")[-1].text
    t.answer("between", "go-on")
    assert t.s.scenario == t.number("scenario", "prologue")


@rule("NC-EPI-016")
def test_what_a_journey_costs_is_felt_at_the_start(table: Table) -> None:
    toll = journey("toll", option("pay", "start_energy -1", "start_health -5", "start_health -5"))
    t = with_journeys(table, toll, cards=[toll, PLACE])
    assert (t.p1.energy, t.p1.health) == (4, 6)
    t.answer("between", "go-on")
    while t.prompt in ("before", "hand"):
        t.choose(*next(entry for entry in t.options if entry[0] in ("go", "done")))
    assert (t.p1.energy, t.p1.health) == (3, 1)
    assert (t.p1.start_energy, t.p1.start_health) == (0, 0)


@rule("NC-EPI-016")
def test_plain_gains_losses_and_costs_of_a_journey_are_kept_too(table: Table) -> None:
    blow = journey("blow", option("bear it", "health -7", "energy -5", "energy 1", "health 1 who=each",
                                  {"do": "if", "cond": {"energy_at_most": 1}, "then": ["redraw 1"]}))  # fmt: skip
    toll = journey("toll", option("pay", "cooldown 1", cost={"energy": 1, "health": 2}))
    for card, felt in ((blow, (1, 2, 1)), (toll, (3, 4, 0))):
        t = with_journeys(table, card, cards=[card, PLACE], p2={"health": 3})
        assert (t.p1.summons, t.p1.redraw) == (0, felt[2])
        t.answer("between", "go-on")
        while t.prompt in ("before", "hand"):
            t.choose(*next(entry for entry in t.options if entry[0] in ("go", "done")))
        assert (t.p1.energy, t.p1.health) == felt[:2]
        assert (t.p2.energy, t.p2.health) == (4, 7 if card is blow else 6)


@rule("NC-EPI-011")
def test_the_chances_tell_nothing_of_a_journey_before_the_choice(table: Table) -> None:
    test = {"do": "story_test", "attribute": "courage", "difficulty": 12, "success": ["exp 1"]}
    ford = journey("ford", option("wade", test), option("wait", "start_energy -1"))
    t = with_journeys(table, ford, cards=[ford, PLACE])
    assert t.prompt == "journey-choice"
    assert t.rules.odds(t.s, 1, t.prompt, t.options) == []


@rule("NC-EPI-017")
def test_a_completed_scenario_card_is_archived_and_one_retried_is_not(table: Table) -> None:
    t = table(at="over", mode="campaign", ended="success", ending=0, stash_story=[PLACE, OTHER, story("street")])
    assert t.ids.names("story", t.s.stash_story) == ["street"]
    assert t.number("story", PLACE) in t.s.archived_stories
    t = table(at="idle", mode="campaign", stash_story=[PLACE])
    t.run("keep_snapshot")
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    assert t.ids.names("story", t.s.stash_story) == ["place"]
    assert t.s.scenario == t.number("scenario", "proving-ground")


@rule("NC-DIFF-005")
def test_the_epilogue_part_of_a_famous_event_is_read_once_but_not_in_easy_mode(table: Table) -> None:
    event = passage("comet", kind="event")
    part = passage("comet-epilogue", "energy -1", "redraw 1", kind="epilogue")
    log = party_log({"karma": 7, "event": "comet"})
    for difficulty, redraw in (("normal", 1), ("easy", 0)):
        t = table(at="story-idle", mode="campaign", stash_story=[PLACE], cards=[PLACE, event, part, log],
                  difficulty=difficulty, progress=1)  # fmt: skip
        t.s.read = (t.number("passage", event),)
        t.run("begin_epilogue")
        assert t.p1.redraw == redraw
