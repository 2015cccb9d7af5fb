"""From effects, conditions, triggers, modifiers and uses as written to the plain tuples that the rules carry out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from undercroft import ContentError
from undercroft_netherworld_candle import terms, verbs
from undercroft_netherworld_candle.cards import (
    NO_TRIGGERS,
    Act,
    Choice,
    Cond,
    Mod,
    Trig,
    Triggers,
    Usage,
)
from undercroft_netherworld_candle.cards import Cost as CostTuple
from undercroft_netherworld_candle.schema import Condition, Cost, Effect, Modifier, Option, Trigger, Use
from undercroft_netherworld_candle.schema.effects import NESTED
from undercroft_netherworld_candle.words import DEFAULTS, EFFECTS, Word

__all__ = ["Compiler", "bits"]

_VOCABULARY: Final[Mapping[str, Sequence[str]]] = {
    "who": terms.WHO,
    "target": terms.TARGETS,
    "where": terms.WHERE,
    "mod": terms.MODS,
    "until": terms.SPANS,
}
_COND_REFS: Final = {
    "has_artifact": "artifact",
    "equipped": "equip",
    "has_action": "action",
    "delver": "delver",
    "in_party": "delver",
    "at_location": "location",
    "revealed": "location",
    "delver_on": "location",
    "all_on": "location",
    "scenario_done": "scenario",
    "reputation": "faction",
    "defeated": "encounter",
    "markers_on": "location",
}
_COND_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "zone_has": ("a", "b", "c"),
    "has_type": terms.TYPES,
    "gate_here": terms.GATES,
    "candle_colour": terms.COLOURS,
    "attribute_at_least": terms.ATTRIBUTES,
}
_PARTS: Final = ("energy", "health", "redraw", "cooldown", "neidan", "karma", "artifacts", "cards", "tokens")


def bits(words: Iterable[str], vocabulary: Sequence[str]) -> int:
    """A mask with the bits of the words of a vocabulary."""
    return sum(1 << vocabulary.index(word) for word in set(words))


class Compiler:
    """Turns written effects into tuples; ``index`` gives the ints of ids, ``marks`` the Historical Marks.

    ``pages`` and ``endings`` collect what effects turn to, so that the build can check it.
    """

    def __init__(self, index: Mapping[str, Mapping[str, int]], marks: Iterable[str]) -> None:
        self.index = index
        self.marks = frozenset(marks)
        self.pages: set[str] = set()
        self.endings: set[str] = set()

    def ref(self, kind: str, name: str) -> int:
        """The int of a card. Raises :class:`ContentError` for an id that no card of this kind has."""
        if name not in self.index[kind]:
            raise ContentError(f"expected the id of a card of kind {kind}, got {name!r}")
        return self.index[kind][name]

    # -- effects

    def effects(self, effects: Iterable[Effect] | None) -> tuple[Act, ...]:
        """Effects in their order."""
        return tuple([self.effect(effect) for effect in effects or ()])

    def effect(self, effect: Effect) -> Act:
        """One effect: the number of its verb, then its values in the order of its word."""
        word = EFFECTS[effect.do]
        try:
            return (word.code, *(self._value(word, key, getattr(effect, key)) for key in word.keys))
        except ContentError as error:
            raise ContentError(f"{effect.do}: {error}") from error

    def _value(self, word: Word, key: str, value: Any) -> Any:
        if value is None:
            value = DEFAULTS.get(key)
        if key in _VOCABULARY:
            return _VOCABULARY[key].index(value)
        if key in NESTED:
            return self.effects(value)
        made = getattr(self, f"_{key}", None)
        if made is not None:
            return made(word, value)
        if key in ("token_redraw", "optional", "instead"):
            return bool(value)
        if key in ("text", "step"):
            return value or ""
        return value or 0

    def _kind(self, word: Word, value: str | None) -> int:
        if word.code in (verbs.GATE, verbs.UNGATE):
            return terms.LIFE if value == "life" else terms.DEATH
        if word.code == verbs.OMEN:
            return int(value == "good")
        return -1 if value in (None, "any") else word.kinds.index(value) - 1

    def _id(self, word: Word, value: str | None) -> int | str:
        if word.ref in ("page", "ending"):
            (self.pages if word.ref == "page" else self.endings).add(value or "")
            return value or ""
        return -1 if value is None else self.ref(word.ref, value)

    def _ids(self, word: Word, value: Sequence[str] | None) -> tuple[int, ...]:
        return tuple([self.ref(word.ref, name) for name in value or ()])

    def _text(self, word: Word, value: str | None) -> str:
        if word.code in (verbs.MARK, verbs.UNMARK) and value not in self.marks:
            raise ContentError(f"expected a Historical Mark of the Party Log, got {value!r}")
        return value or ""

    def _faction(self, word: Word, value: str) -> int:
        return self.ref("faction", value)

    def _at(self, word: Word, value: str | None) -> int:
        return -1 if value is None else self.ref("location", value)

    def _attribute(self, word: Word, value: str | None) -> int:
        return terms.ATTRIBUTES.index(value or word.attribute)

    def _symbols(self, word: Word, value: Sequence[str]) -> int:
        return bits(value, terms.SYMBOLS)

    def _ready(self, word: Word, value: str | None) -> int:
        return terms.STANCES.index(value or "rule")

    def _deck(self, word: Word, value: str | None) -> int:
        return -1 if value is None else terms.DECKS.index(value)

    def _bonus(self, word: Word, value: Mapping[str, int] | None) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        given = value or {}
        return (
            tuple(given.get(symbol, 0) for symbol in terms.SYMBOLS),
            tuple(given.get(gate, 0) for gate in terms.GATES),
            given.get("hit", 0),
        )

    def _args(self, word: Word, value: Sequence[str] | None) -> tuple[str, ...]:
        return tuple(value or ())

    def _cond(self, word: Word, value: Condition | None) -> Cond:
        return self.cond(value)

    def _options(self, word: Word, value: Sequence[Option]) -> tuple[Choice, ...]:
        return self.options(value)

    # -- conditions, costs, choices

    def cond(self, cond: Condition | None) -> Cond:
        """A condition: one entry for each key."""
        if cond is None:
            return ()
        return tuple(entry for key, value in cond.given().items() for entry in self._asked(key, value))

    def _asked(self, key: str, value: Any) -> list[tuple[Any, ...]]:
        code = _condition(key)
        if key in ("any", "none"):
            return [(code, tuple(self.cond(inner) for inner in value))]
        if key == "difficulty":
            return [(code, bits(value, terms.DIFFICULTIES))]
        if key == "ending":
            scenario, _, ending = value.partition("/")
            return [(code, self.ref("scenario", scenario), ending)]
        if key in ("mark", "no_mark") and value not in self.marks:
            raise ContentError(f"{key}: expected a Historical Mark of the Party Log, got {value!r}")
        if isinstance(value, dict):
            return [(code, self._asked_id(key, name), n) for name, n in value.items()]
        if isinstance(value, str):
            return [(code, self._asked_id(key, value))]
        return [(code, value)]

    def _asked_id(self, key: str, value: str) -> int | str:
        if key in _COND_WORDS:
            return _COND_WORDS[key].index(value)
        if key in _COND_REFS:
            return self.ref(_COND_REFS[key], value)
        return value

    def cost(self, cost: Cost | None) -> CostTuple:
        """A cost, ``()`` where there is none."""
        if cost is None:
            return ()
        made = (*(getattr(cost, part) for part in _PARTS), int(cost.discard), int(cost.exhaust))
        return made if any(made) else ()

    def options(self, options: Iterable[Option]) -> tuple[Choice, ...]:
        """The options of a choice."""
        return tuple(
            (option.text, self.cond(option.cond), self.cost(option.cost), self.effects(option.effects), option.outcome)
            for option in options
        )

    # -- what cards in play do

    def triggers(self, triggers: Sequence[Trigger]) -> Triggers:
        """Triggers sorted by moment."""
        if not triggers:
            return NO_TRIGGERS
        return tuple(
            tuple(self._trigger(trigger) for trigger in triggers if trigger.when == moment) for moment in terms.MOMENTS
        )

    def _trigger(self, trigger: Trigger) -> Trig:
        tests, once = bits(trigger.tests, terms.TESTS), terms.LIMITS.index(trigger.once)
        return self.effects(trigger.effects), self.cond(trigger.cond), tests, once

    def modifiers(self, modifiers: Iterable[Modifier]) -> tuple[Mod, ...]:
        """Modifiers in their order."""
        return tuple(
            (
                terms.MODS.index(modifier.mod),
                modifier.n,
                terms.SCOPES.index(modifier.scope),
                bits(modifier.tests, terms.TESTS),
                self.cond(modifier.cond),
            )
            for modifier in modifiers
        )

    def uses(self, uses: Iterable[Use], *, timing: str = "any") -> tuple[Usage, ...]:
        """Abilities in their order; ``timing`` is that of those that name none."""
        return tuple(
            (
                terms.TIMINGS.index(use.timing or timing),
                use.phase == "story",
                self.cost(use.cost),
                terms.LIMITS.index(use.once),
                bits(use.tests, terms.TESTS),
                self.cond(use.cond),
                self.effects(use.effects),
                use.text,
            )
            for use in uses
        )


def _condition(key: str) -> int:
    """The number of a condition."""
    return verbs.CONDITIONS.index(key)
