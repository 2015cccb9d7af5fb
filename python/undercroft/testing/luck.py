"""Scripted luck: which draws make a shuffle come out as a test wants it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft._core import Deck, Stream
from undercroft.errors import UsageError
from undercroft.rulebook import Rulebook

__all__ = ["deck_draws", "shuffle_draws", "streams_from"]


def streams_from(rules: Rulebook[Any], source: Callable[[Any, str], Stream]) -> type[Rulebook[Any]]:
    """Let one rulebook take the streams that it makes on the way from a function; gives the class that it had.

    The instance gets a class of its own, because a rulebook may have slots and so no room for a method.
    """
    had = type(rules)
    body = {"__slots__": (), "stream": lambda self, s, name: source(s, name)}
    rules.__class__ = type(had.__name__, (had,), body)
    return had


def shuffle_draws(before: Sequence[Any], after: Sequence[Any]) -> list[int]:
    """What to script a stream with, so that its next ``shuffle`` of a list turns ``before`` into ``after``.

    Raises :class:`UsageError` where the two do not hold the same items.
    """
    if len(before) != len(after):
        raise UsageError(f"a shuffle cannot turn {len(before)} items into {len(after)}")
    items, draws = list(before), []
    for place in range(len(items) - 1, -1, -1):
        if after[place] not in items[: place + 1]:
            raise UsageError(f"a shuffle of {list(before)!r} cannot give {list(after)!r}: {after[place]!r} is missing")
        at = items.index(after[place])
        items[at], items[place] = items[place], items[at]
        draws.append(at)
    return draws[:-1]


def deck_draws(before: Deck | Sequence[int], after: Sequence[int]) -> list[int]:
    """What to script a deck with, so that its next shuffle leaves ``after``, the top card first."""
    cards = before.cards() if isinstance(before, Deck) else list(before)
    # A deck keeps its top card in the last place.
    return shuffle_draws(cards[::-1], list(after)[::-1])
