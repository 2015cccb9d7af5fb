"""The effect language as tables: effects, the options of a choice, costs; the verbs are in words.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.base import check_n, check_word, check_words, need
from undercroft_netherworld_candle.schema.conditions import Condition
from undercroft_netherworld_candle.words import EFFECTS, Word

__all__ = ["Cost", "Effect", "Option", "check_tests"]

NESTED = ("effects", "then", "otherwise", "success", "failure", "critical")
"""The keys that hold further effects."""

BONUS_WORDS = (*terms.SYMBOLS, *terms.GATES, "hit")
"""The icons for which a Story Test may grant a bonus (NC-TEST-012)."""


@attrs.frozen(kw_only=True)
class Cost:
    """What is paid for an effect; every part has to be paid in full (NC-STAT-003, NC-STAT-025).

    ``discard`` puts the card itself away, ``exhaust`` uses it up for this round, ``tokens`` come off the card itself,
    ``cards`` are hand cards put into zone A, ``artifacts`` stored tokens that go to the supply.
    """

    energy: int = 0
    health: int = 0
    redraw: int = 0
    cooldown: int = 0
    neidan: int = 0
    karma: int = 0
    artifacts: int = 0
    cards: int = 0
    tokens: int = 0
    discard: bool = False
    exhaust: bool = False

    def __attrs_post_init__(self) -> None:
        for name in ("energy", "health", "redraw", "cooldown", "neidan", "karma", "artifacts", "cards", "tokens"):
            check_n(name, getattr(self, name), 0, 7)


@attrs.frozen(kw_only=True)
class Option:
    """One option of a choice: its words, what it needs and costs, what it does, and what is read out afterwards."""

    text: str
    cond: Condition | None = None
    cost: Cost | None = None
    effects: tuple[Effect, ...] = ()
    outcome: str = ""

    def __attrs_post_init__(self) -> None:
        need(bool(self.text.strip()), "text", "the words of the option", self.text)


@attrs.frozen(kw_only=True)
class Effect:
    """One sentence of a card. ``do`` is the verb; which other keys it takes is told by the table of words.

    Amounts: ``n``; ``who`` is concerned (default "you"); ``target`` and ``range`` choose enemies; ``hits``, ``cards``,
    ``pierce``, ``attribute`` change a Test; ``id`` and ``ids`` name cards; ``options``, ``effects``, ``then``,
    ``otherwise``, ``success``, ``failure`` and ``critical`` hold further effects.
    """

    do: str
    n: int | None = None
    who: str | None = None
    kind: str | None = None
    id: str | None = None
    ids: tuple[str, ...] | None = None
    faction: str | None = None
    text: str | None = None
    attribute: str | None = None
    symbols: tuple[str, ...] | None = None
    hits: int | None = None
    cards: int | None = None
    pierce: int | None = None
    range: int | None = None
    target: str | None = None
    where: str | None = None
    at: str | None = None
    ready: str | None = None
    deck: str | None = None
    mod: str | None = None
    until: str | None = None
    token_redraw: bool | None = None
    optional: bool | None = None
    instead: bool | None = None
    cond: Condition | None = None
    difficulty: int | None = None
    bonus: dict[str, int] | None = None
    options: tuple[Option, ...] | None = None
    effects: tuple[Effect, ...] | None = None
    then: tuple[Effect, ...] | None = None
    otherwise: tuple[Effect, ...] | None = None
    success: tuple[Effect, ...] | None = None
    failure: tuple[Effect, ...] | None = None
    critical: tuple[Effect, ...] | None = None
    step: str | None = None
    args: tuple[str, ...] | None = None

    def does(self, verb: str) -> bool:
        """Whether a verb occurs in this effect or anywhere inside it."""
        inner = [*(option.effects for option in self.options or ())]
        inner += [getattr(self, key) or () for key in NESTED]
        return self.do == verb or any(effect.does(verb) for effects in inner for effect in effects)

    def given(self) -> dict[str, Any]:
        """The keys that were written besides ``do``, with their values."""
        values = {field.name: getattr(self, field.name) for field in attrs.fields(type(self)) if field.name != "do"}
        return {key: value for key, value in values.items() if value is not None}

    def __attrs_post_init__(self) -> None:
        check_word("do", self.do, EFFECTS)
        word, given = EFFECTS[self.do], self.given()
        for key in given:
            need(key in word.keys, self.do, "only the keys " + (", ".join(word.keys) or "do"), key)
        for key in word.needs:
            need(key in given, self.do, f"a key {key}", ", ".join(given) or "none")
        for key, value in given.items():
            self._check(word, key, value)
        if self.do == "if":
            need(bool(self.then or self.otherwise), self.do, "a key then or otherwise", "neither")

    def _check(self, word: Word, key: str, value: Any) -> None:
        where = f"{self.do}: {key}"
        if key == "n":
            check_n(where, value, word.lo, word.hi)
            need(value != 0 or word.zero, where, "a number other than 0", value)
        elif key == "kind":
            check_word(where, value, word.kinds)
        elif key in _WORDS:
            check_word(where, value, _WORDS[key])
        elif key in _BOUNDS:
            check_n(where, value, *_BOUNDS[key])
        elif key == "symbols":
            check_words(where, value, terms.SYMBOLS)
            need(bool(value), where, "at least one symbol", value)
        elif key == "bonus":
            check_words(where, tuple(value), BONUS_WORDS)
        elif key in ("ids", "options", "effects"):
            need(bool(value), where, "at least one", value)
        elif key in ("text", "id", "faction", "step"):
            need(bool(value.strip()), where, "a text", value)


def check_tests(effects: Iterable[Effect], *, story: bool) -> None:
    """NC-TEST-001: refuse a Test of the other phase: the Story Phase has Story Tests, adventures have the other two."""
    others = ("test", "attack", "decode", "suppress", "overcome") if story else ("story_test",)
    expected = "a Story Test (NC-TEST-001)" if story else "a Test of the Adventure Phase (NC-TEST-001)"
    for effect in effects:
        for verb in others:
            need(not effect.does(verb), "effects", expected, verb)


_WORDS = {
    "who": terms.WHO,
    "attribute": terms.ATTRIBUTES,
    "target": terms.TARGETS,
    "where": terms.WHERE,
    "ready": terms.STANCES,
    "deck": terms.DECKS,
    "mod": terms.MODS,
    "until": terms.SPANS,
}
_BOUNDS = {"hits": (-3, 5), "cards": (-3, 5), "pierce": (0, 9), "range": (0, 9), "difficulty": (1, 40)}
