"""Location Cards, the Candle Track and Candle Cards (NC-MAP, NC-CANDLE)."""

from __future__ import annotations

import re

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger
from undercroft_netherworld_candle.schema.base import (
    check_id,
    check_n,
    check_number,
    check_title,
    check_word,
    need,
)
from undercroft_netherworld_candle.schema.effects import Effect, check_tests

__all__ = ["CandleCard", "Location", "Track"]


@attrs.frozen(kw_only=True)
class Location:
    """A Location Card: a Location to stand on, or a Location Event (``event = true``) that is resolved when revealed.

    ``edges`` names the cards beside it by number: ``{ right = "M002" }``. ``icons`` are the printed gates, in order.
    ``rules`` tells the special effect in words. ``effects`` of a Location happen when it is revealed (you are who
    revealed it), those of an event are its text. ``scenario`` is the scenario that uses it.
    """

    id: str
    number: str
    title: str
    scenario: str
    event: bool = False
    edges: dict[str, str] = attrs.field(factory=dict)
    icons: tuple[str, ...] = ()
    rules: str = ""
    effects: tuple[Effect, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "M")
        check_title(self.title)
        for side, number in self.edges.items():
            check_word("edges", side, terms.SIDES)
            need(re.fullmatch(r"M\d{3}", number) is not None, f"edges: {side}", "M and three digits", number)
        for icon in self.icons:
            check_word("icons", icon, terms.GATES)
        check_n("icons", len(self.icons), 0, 6)
        if self.event:
            need(bool(self.effects), "effects", "at least one on a Location Event", ())
            need(not (self.icons or self.triggers or self.modifiers), "event", "no icons, triggers, modifiers", self.id)
        check_tests(self.effects, story=False)
        acts = bool(self.effects or self.triggers or self.modifiers)
        need(not acts or bool(self.rules), "rules", "the effect in words", self.rules)


@attrs.frozen(kw_only=True)
class Track:
    """A Candle Track: how many spaces each colour section has, from the start, then the extinguished space."""

    id: str
    sections: tuple[tuple[str, int], ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(bool(self.sections), "sections", "at least one", ())
        for colour, spaces in self.sections:
            check_word("sections", colour, terms.COLOURS[:-1])
            check_n(f"sections: {colour}", spaces, 1, 20)


@attrs.frozen(kw_only=True)
class CandleCard:
    """A Candle Card, carried out when the token first enters its colour (NC-CANDLE-003)."""

    id: str
    number: str
    title: str
    colour: str
    rules: str
    effects: tuple[Effect, ...]
    copies: int = 1
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "L")
        check_title(self.title)
        check_word("colour", self.colour, terms.COLOURS[:-1])
        need(bool(self.rules), "rules", "the effect in words", self.rules)
        need(bool(self.effects), "effects", "at least one", ())
        check_n("copies", self.copies, 1, 12)
