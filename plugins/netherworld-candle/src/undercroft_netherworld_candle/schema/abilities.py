"""What cards in play do: triggers, modifiers, and abilities that somebody uses."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.base import check_n, check_word, check_words, need
from undercroft_netherworld_candle.schema.conditions import Condition
from undercroft_netherworld_candle.schema.effects import Cost, Effect

__all__ = ["Modifier", "Trigger", "Use"]


@attrs.frozen(kw_only=True)
class Trigger:
    """Effects that happen at a moment, by themselves.

    "You" in the effects is the Delver whom the moment concerns: whose turn begins or ends, who enters, whom the enemy
    hits, who defeats it, whose Threat Area or equipment it is. ``tests`` narrows test-start and test-end. ``once``
    limits how often: none, turn, round or scenario.
    """

    when: str
    effects: tuple[Effect, ...]
    cond: Condition | None = None
    tests: tuple[str, ...] = ()
    once: str = "none"

    def __attrs_post_init__(self) -> None:
        check_word("when", self.when, terms.MOMENTS)
        need(bool(self.effects), "effects", "at least one", ())
        check_words("tests", self.tests, terms.TESTS)
        check_word("once", self.once, terms.LIMITS)


@attrs.frozen(kw_only=True)
class Modifier:
    """A value that is changed as long as the card is in play.

    ``scope``: "you" (holder or Threat Area's owner), "here" (Delvers at the Location of the card), "party", "self" (the
    enemy that bears it), "enemies-here", "enemies". ``tests`` narrows cards, hits, pierce and attributes to kinds of
    Test. The condition is judged whenever the value is needed.
    """

    mod: str
    n: int
    scope: str = "you"
    tests: tuple[str, ...] = ()
    cond: Condition | None = None

    def __attrs_post_init__(self) -> None:
        check_word("mod", self.mod, terms.MODS)
        check_n(f"n of {self.mod}", self.n, -9, 9)
        check_word("scope", self.scope, terms.SCOPES)
        check_words("tests", self.tests, terms.TESTS)


@attrs.frozen(kw_only=True)
class Use:
    """Something that is used: a skill, the text of an Equipment or Netherworld Card.

    ``timing``: "any" (NC-TURN-011), "own-turn" (before the encounter is drawn), "test" (declared before the reveal of
    an own Test, NC-TEST-040; ``tests`` narrows the kinds), "passive" (always on, no effects to use); where nothing is
    said, a skill is for the own turn (NC-TURN-012) and anything else for any time. ``phase`` is the phase in which it
    works. ``once`` limits how often.
    """

    text: str = ""
    timing: str = ""
    phase: str = "adventure"
    cost: Cost | None = None
    once: str = "none"
    tests: tuple[str, ...] = ()
    cond: Condition | None = None
    effects: tuple[Effect, ...] = ()

    def __attrs_post_init__(self) -> None:
        if self.timing:
            check_word("timing", self.timing, terms.TIMINGS)
        check_word("phase", self.phase, ("adventure", "story"))
        check_word("once", self.once, terms.LIMITS)
        check_words("tests", self.tests, terms.TESTS)
        if self.timing == "passive":
            need(not self.effects and self.cost is None, "use", "no effects and no cost when passive", self.text)
        else:
            need(bool(self.effects), "effects", "at least one, or timing passive", ())
        need(not self.tests or self.timing == "test", "tests", "timing test", self.timing)
