"""Story Cards, Journey Cards, Story Book entries, factions (NC-STORY, NC-EPI)."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle.schema.base import check_id, check_n, check_number, check_title, check_word, need
from undercroft_netherworld_candle.schema.effects import Effect, Option, check_tests

__all__ = ["PASSAGE_KINDS", "Faction", "Journey", "Passage", "Story", "Title"]

PASSAGE_KINDS = ("prologue", "passage", "event", "epilogue", "final")
"""Kinds of Story Book entries; an "event" is a Famous Event, an "epilogue" is skipped in easy mode (NC-DIFF-005)."""


@attrs.frozen(kw_only=True)
class Story:
    """A Story Card. The art side shows ``region``, ``title`` and ``text``; the back ``back``, ``effects``, ``choices``.

    A card with ``scenario`` is a Scenario card: ``journeys`` is how many Journey Cards are drawn before it (its region
    label is "Scenario"). ``flips`` turns it back to the art side once it is resolved (NC-STORY-023). ``effects`` happen
    before the choice is made.
    """

    id: str
    number: str
    region: str
    title: str
    text: str
    back: str
    effects: tuple[Effect, ...] = ()
    choices: tuple[Option, ...] = ()
    scenario: str = ""
    journeys: int = 0
    flips: bool = False

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "S")
        check_title(self.title)
        need(bool(self.text.strip()), "text", "the narrative of the art side", self.text)
        need(bool(self.back.strip()), "back", "the narrative of the back", self.back)
        check_n("journeys", self.journeys, 0, 4)
        named = self.region == "Scenario"
        need(named == bool(self.scenario), "region", "Scenario on Scenario cards and only there", self.region)
        for choice in self.choices:
            need(bool(choice.outcome or choice.effects), "choices", f"an outcome of {choice.text!r}", "none")
            check_tests(choice.effects, story=True)
        check_tests(self.effects, story=True)


@attrs.frozen(kw_only=True)
class Journey:
    """A Journey Card: the front, the options and their outcomes (NC-EPI-011)."""

    id: str
    number: str
    title: str
    text: str
    choices: tuple[Option, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "T")
        check_title(self.title)
        need(bool(self.text.strip()), "text", "the front", self.text)
        need(bool(self.choices), "choices", "at least one", ())
        for choice in self.choices:
            check_tests(choice.effects, story=True)


@attrs.frozen(kw_only=True)
class Passage:
    """An entry of the Story Book: read, then its effects are carried out (NC-STORY-001)."""

    id: str
    kind: str
    title: str
    text: str
    effects: tuple[Effect, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_word("kind", self.kind, PASSAGE_KINDS)
        check_title(self.title)
        need(bool(self.text.strip()), "text", "the words of the entry", self.text)


@attrs.frozen
class Title:
    """A title of a faction row and the box over which it stands."""

    at: int
    title: str


@attrs.frozen(kw_only=True)
class Faction:
    """A faction: its row of ``boxes`` on each Player Log and the titles over them; level n is the nth title."""

    id: str
    title: str
    text: str
    boxes: int
    titles: tuple[Title, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        check_n("boxes", self.boxes, 1, 20)
        places = [title.at for title in self.titles]
        need(bool(places) and places[0] == 1, "titles", "a title over box 1", places)
        need(places == sorted(set(places)) and places[-1] <= self.boxes, "titles", "rising boxes of the row", places)
