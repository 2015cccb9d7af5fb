"""Walks through a state: its parts that can change, its plain values, and its references into the content."""

from __future__ import annotations

import types
import typing
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import attrs

from undercroft._core import Check, Deck, DicePool, Stream
from undercroft.state import Ref

__all__ = ["PILE", "decks", "foreign", "leaves", "multiset", "parts", "spoil", "streams"]

PILE = "(pile)"
_PLAIN = (int, str, bool, float, bytes, type(None))


def _is_state(value: Any) -> bool:
    return hasattr(type(value), "__undercroft_state__")


_HINTS: dict[type[Any], list[tuple[str, Any]]] = {}


def _hints(cls: type[Any]) -> list[tuple[str, Any]]:
    """The fields of a state class with their types, marks included."""
    if cls not in _HINTS:
        hints = typing.get_type_hints(cls, localns={cls.__name__: cls}, include_extras=True)
        _HINTS[cls] = [(a.name, hints[a.name]) for a in attrs.fields(cls)]
    return _HINTS[cls]


def parts(value: Any, path: str = "state") -> Iterator[tuple[str, Any]]:
    """Every part that can change, with its path: states, lists, dicts, decks, streams, and whatever is none of ours."""
    if isinstance(value, _PLAIN):
        return
    if isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from parts(item, f"{path}[{i}]")
        return
    yield path, value
    if _is_state(value):
        for a in attrs.fields(type(value)):
            yield from parts(getattr(value, a.name), f"{path}.{a.name}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from parts(item, f"{path}[{i}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from parts(item, f"{path}[{key!r}]")


def foreign(value: Any) -> list[str]:
    """Paths of parts that a state must not hold: objects that are neither ours nor plain containers."""
    return [
        f"{path} ({type(part).__name__})"
        for path, part in parts(value)
        if not (_is_state(part) or type(part) in (list, dict, Check, Deck, DicePool, Stream))
    ]


def spoil(value: Any) -> None:
    """Change every part that can be changed."""
    for _, part in list(parts(value)):
        if isinstance(part, list):
            part.append(None)
            part.reverse()
        elif isinstance(part, dict):
            part.clear()
            part[None] = None
        elif isinstance(part, Deck):
            part.put_top(1)
            part.put_bottom(2)
        elif isinstance(part, Stream):
            part.unit()
        elif isinstance(part, Check):
            part.reveal(Deck([0], Stream(0, 0, "")), 1, Deck())
        elif isinstance(part, DicePool):
            part.roll(Stream(0, 0, ""))
        elif _is_state(part):
            for a in attrs.fields(type(part)):
                setattr(part, a.name, None)


def _general(path: str) -> str:
    """A path without places: ``state.seats[].deck`` for the deck of every seat."""
    return "".join(piece if i == 0 else "[]" + piece.partition("]")[2] for i, piece in enumerate(path.split("[")))


def decks(value: Any) -> list[tuple[str, Deck]]:
    """The decks of a state with their paths; places in lists are left out of the paths."""
    return [(_general(path), part) for path, part in parts(value) if isinstance(part, Deck)]


def streams(value: Any) -> list[tuple[str, Stream]]:
    """The random streams of a state, the decks' own among them, with their paths."""
    found = []
    for path, part in parts(value):
        if isinstance(part, Stream):
            found.append((_general(path), part))
        elif isinstance(part, Deck) and part.stream is not None:
            found.append((_general(path) + ".stream", part.stream))
    return found


def leaves(value: Any, hint: Any = None, *, hidden: bool = True) -> Iterator[tuple[str, Any]]:
    """Every plain value as ``(kind of content, or "", value)``; the cards of decks and checks too, no dice or streams.

    Cards of a deck that is not marked with a kind are of kind :data:`PILE`. Without ``hidden``, cards that lie face
    down in a deck are left out.
    """
    if value is None or isinstance(value, DicePool | Stream):
        return
    hint, kind = _of_kind(hint)
    if isinstance(value, _PLAIN):
        yield kind, value
    elif isinstance(value, Deck):
        for card, known in zip(value.cards(), value.known(), strict=True):
            if hidden or known == 2:
                yield kind or PILE, card
    elif isinstance(value, Check):
        yield from ((kind or PILE, card) for card in value.cards)
    elif _is_state(value):
        for name, inner in _hints(type(value)):
            yield from leaves(getattr(value, name), inner, hidden=hidden)
    elif isinstance(value, dict):
        key_hint, item_hint = _arguments(hint, dict, 2)
        for key, item in value.items():
            yield from leaves(key, key_hint, hidden=hidden)
            yield from leaves(item, item_hint, hidden=hidden)
    elif isinstance(value, list):
        (item_hint,) = _arguments(hint, list, 1)
        for item in value:
            yield from leaves(item, item_hint, hidden=hidden)
    elif isinstance(value, tuple):
        for item, item_hint in zip(value, _tuple_hints(hint, len(value)), strict=False):
            yield from leaves(item, item_hint, hidden=hidden)


def _of_kind(hint: Any) -> tuple[Any, str]:
    """A type without its marks, and the kind of content that it refers to."""
    for option in _options(hint):
        if get_origin(option) is Annotated:
            inner, *marks = get_args(option)
            return inner, next((m.kind for m in marks if isinstance(m, Ref)), "")
    return hint, ""


def _options(hint: Any) -> list[Any]:
    if get_origin(hint) in (typing.Union, types.UnionType):
        return [found for inner in get_args(hint) for found in _options(inner)]
    return [hint]


def _arguments(hint: Any, origin: type[Any], count: int) -> tuple[Any, ...]:
    for option in _options(hint):
        if get_origin(option) is origin:
            return get_args(option)
    return (None,) * count


def _tuple_hints(hint: Any, length: int) -> tuple[Any, ...]:
    arguments = _arguments(hint, tuple, length)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return (arguments[0],) * length
    return arguments if len(arguments) == length else (None,) * length


def multiset(state: Any) -> Counter[tuple[str, str, Any]]:
    """How often each thing is in a state, wherever it is: references into the content and the cards of decks.

    In a state without any mark :class:`undercroft.Ref` every plain value counts, but for seed and index of the game.
    """
    counted: Counter[tuple[str, str, Any]] = Counter()
    for name, hint in _hints(type(state)):
        if name not in ("seed", "index"):
            counted.update((kind, type(value).__name__, value) for kind, value in leaves(getattr(state, name), hint))
    things = Counter({thing: count for thing, count in counted.items() if thing[0]})
    return things if any(kind != PILE for kind, _, _ in things) else counted
