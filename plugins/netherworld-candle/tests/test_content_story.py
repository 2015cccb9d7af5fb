"""The campaign as it is written: 59 Story Cards, 8 journeys, and nothing in them that no party could ever meet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from undercroft import load_packs
from undercroft_netherworld_candle.build import PACK, load
from undercroft_netherworld_candle.schema import TABLES, Condition

PRINTED = load_packs([PACK], TABLES)
CONTENT = load([PACK])
PARTY = PRINTED["party_log"]["party"]


def parts_of(value: Any) -> Iterator[Any]:
    """A card, and all that it is made of: effects, conditions, words, those inside others included."""
    yield value
    if attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from parts_of(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from parts_of(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from parts_of(item)


PARTS = [part for table in PRINTED.values() for card in table.values() for part in parts_of(card)]
ALL = [part for part in PARTS if hasattr(part, "do")]
ASKED = [part for part in PARTS if isinstance(part, Condition)]


def given(verb: str) -> set[str]:
    """What a verb names anywhere in the content."""
    return {name for effect in ALL if effect.do == verb for name in (effect.ids or (effect.id or effect.text,))}


def test_counts_as_printed() -> None:
    assert len(CONTENT.story) == 59
    assert len(CONTENT.journey) == 8
    assert [card.number for card in CONTENT.journey] == [f"T00{n}" for n in range(1, 9)]


def test_every_story_card_comes_into_play() -> None:
    laid = {*PARTY.prologue, *(name for box in PARTY.progress for name in box.stories), *given("story")}
    assert laid == set(PRINTED["story"])
    boxes = [name for box in PARTY.progress for name in box.stories]
    assert len(set(boxes)) == len(boxes)


def test_every_journey_and_every_entry_is_met() -> None:
    assert given("journey") == set(PRINTED["journey"])
    events = {box.event for box in PARTY.progress if box.event}
    parts = {f"{name}-epilogue" for name in events} & set(PRINTED["passage"])
    assert {PARTY.opening, PARTY.closing, *events, *parts, *given("passage")} == set(PRINTED["passage"])


def test_legendary_equipment_of_the_story_is_given_somewhere() -> None:
    legendary = {card.id for card in PRINTED["equipment"].values() if card.legendary}
    assert legendary == {*given("stash_equipment"), *given("equip"), PARTY.solo_equipment} & legendary


def test_cards_that_are_only_ever_given_are_given_somewhere() -> None:
    assert given("nether") | {PARTY.first_nether, PARTY.solo_nether} == set(PRINTED["nether"])
    wayfarer = {card.id for card in PRINTED["action"].values() if card.sect == "wayfarer"}
    assert given("action") | set(PARTY.solo_actions) == wayfarer


def test_marks_are_set_somewhere() -> None:
    assert given("mark") == set(PARTY.marks)


def test_what_is_marked_or_noted_makes_a_difference_somewhere() -> None:
    asked = {mark for cond in ASKED for mark in (cond.mark, cond.no_mark) if mark}
    assert [mark for mark in PARTY.marks if mark not in asked] == []
    assert given("note") <= {note for cond in ASKED for note in (cond.note, cond.no_note) if note}


def test_a_card_that_closes_a_scenario_has_an_option_after_each_of_its_endings() -> None:
    for card in PRINTED["story"].values():
        for removed in [name for choice in card.choices for e in choice.effects for name in e.ids or ()]:
            if removed not in PRINTED["story"]:
                continue
            scenario = PRINTED["scenario"][PRINTED["story"][removed].scenario]
            for ending in scenario.endings:
                marks = {effect.text for effect in ending.effects if effect.do == "mark"}
                open_to_it = [choice for choice in card.choices if could_be(choice.cond, scenario.id, marks)]
                assert open_to_it, f"{card.id}: {ending.id}"


def could_be(cond: Condition | None, done: str, marks: set[str]) -> bool:
    """Whether a condition may hold once a scenario is done and its ending has left these marks."""
    if cond is None:
        return True
    if any(could_be(inner, done, marks) for inner in cond.none or ()):
        return False
    return (
        (cond.mark is None or cond.mark in marks)
        and (cond.no_mark is None or cond.no_mark not in marks)
        and cond.scenario_done in (None, done)
    )


def test_a_scenario_card_waits_at_every_point_of_the_campaign() -> None:
    """Each ending checks two boxes, so with j scenarios played at least 1 + 2j boxes are checked."""
    scenarios = [scenario for scenario in PRINTED["scenario"].values() if scenario.row]
    assert all(ending.progress == 2 for scenario in scenarios for ending in scenario.endings)
    released = [n for n, box in enumerate(PARTY.progress, 1) for name in box.stories if PRINTED["story"][name].scenario]
    assert len(released) == len(scenarios) >= 8
    for played in range(len(scenarios)):
        assert sum(box <= 1 + 2 * played for box in released) > played


def test_closing_a_scenario_pays_its_two_boxes() -> None:
    for card in PRINTED["story"].values():
        for choice in card.choices:
            verbs = [effect.do for effect in choice.effects]
            if "remove_story" in verbs:
                assert any(effect.do == "progress" and effect.n == 2 for effect in choice.effects), card.id
                assert choice.cond is not None


def test_nothing_is_gained_over_and_over_for_nothing() -> None:
    """A card that stays face down is free from then on (NC-STORY-023): what it gives has to be bounded."""
    for card in PRINTED["story"].values():
        for choice in card.choices:
            verbs = {effect.do for effect in choice.effects}
            turned = card.flips or verbs & {"archive", "flip", "story_test", "turn_in"} or choice.cond is not None
            assert turned, f"{card.id}: {choice.text}"
            for test in (effect for effect in choice.effects if effect.do == "story_test"):
                for part in (test.success, test.failure):
                    assert card.flips or {"archive", "flip"} & {effect.do for effect in part or ()}, card.id
        for test in (effect for effect in card.effects if effect.do == "story_test"):
            assert card.flips, f"{card.id}: {test}"


def test_at_least_three_final_endings_and_eight_scenarios_with_two_endings() -> None:
    finals = {ending.final for scenario in PRINTED["scenario"].values() for ending in scenario.endings if ending.final}
    assert len(finals) >= 3
    assert all(len(scenario.endings) >= 2 for scenario in PRINTED["scenario"].values())
    assert {scenario.row for scenario in PRINTED["scenario"].values()} == {0, 1, 2, 3, 4}


def test_every_page_and_every_ending_of_a_scenario_is_led_to() -> None:
    for scenario in PRINTED["scenario"].values():
        led = {name for page in scenario.pages for leads in page.exits for name in (leads.page, leads.ending)}
        led |= given("page") | given("ending")
        parts = [part.id for part in (*scenario.pages[1:], *scenario.endings)]
        assert [name for name in parts if name not in led] == []


def test_every_endings_effects_are_its_own() -> None:
    texts = [ending.text for scenario in PRINTED["scenario"].values() for ending in scenario.endings]
    assert len(set(texts)) == len(texts)


def test_story_texts_are_told_once() -> None:
    texts = [text for card in PRINTED["story"].values() for text in (card.text, card.back)]
    texts += [card.text for card in (*PRINTED["journey"].values(), *PRINTED["passage"].values())]
    assert len(set(texts)) == len(texts)


AMERICAN = re.compile(
    r"\b(?:(?:col|fav|hon|hum|lab|rum|neighb|harb)or\w*|center\w*|theater|gray\w*|drafts?|mold\w*|toward|licorice|"
    r"(?:apolog|recogn|organ|real|memor)iz\w+)\b",
    re.IGNORECASE,
)


def test_the_texts_are_spelled_the_british_way() -> None:
    assert [word for part in PARTS if isinstance(part, str) for word in AMERICAN.findall(part)] == []
