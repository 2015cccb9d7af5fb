"""Action Cards (NC-ADV-009)."""

from __future__ import annotations

from typing import Final

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.base import (
    check_id,
    check_n,
    check_number,
    check_title,
    check_word,
    check_words,
    need,
)
from undercroft_netherworld_candle.schema.effects import Effect, check_tests

__all__ = ["SECRET_MANUAL", "ZONES", "Action"]

ZONES: Final = ("a", "b", "c")
SECRET_MANUAL: Final = "secret-manual"
"""The keyword of cards of which hell mode allows one a Delver (NC-DIFF-020, NC-DIFF-023)."""


@attrs.frozen(kw_only=True)
class Action:
    """An Action Card: ``basic`` lists its Basic Action icons, ``effects`` is its Advanced Action for ``energy``.

    ``rules`` tells the Advanced Action in words, ``text`` is flavour. ``quick`` marks the Quick Action icon
    (NC-GEN-023). ``sect`` names a sect, or "wayfarer" for cards that are only gained by name.
    """

    id: str
    number: str
    title: str
    sect: str
    level: int
    keyword: str
    zone: str
    basic: tuple[str, ...] = ()
    energy: int = 0
    quick: bool = False
    rules: str = ""
    effects: tuple[Effect, ...] = ()
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "A")
        check_title(self.title)
        check_n("level", self.level, 1, 3)
        check_word("zone", self.zone, ZONES)
        need(bool(self.keyword), "keyword", "a keyword", self.keyword)
        check_words("basic", self.basic, terms.BASICS)
        check_n("energy", self.energy, 0, 7)
        need(bool(self.basic or self.effects), "basic", "a Basic Action or an Advanced Action", "neither")
        need(not self.effects or bool(self.rules), "rules", "the Advanced Action in words", self.rules)
        check_tests(self.effects, story=False)
