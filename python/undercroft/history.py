"""What a session remembers: decisions, outcomes, and the way back to earlier positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import attrs

from undercroft._core import Stream
from undercroft.state import Option

__all__ = ["Boundary", "Decision", "Outcome", "Past", "Redealt", "fingerprint", "links", "past_of", "was_redealt"]


@attrs.frozen
class Decision:
    """A pending choice: who decides, where (prompt, rule id and question) and the legal options."""

    seat: int
    prompt: str
    rule: str
    question: str
    options: Sequence[Option]


@attrs.frozen
class Outcome:
    """How a game ended: ``result`` is ``"win"`` or ``"loss"``, ``reason`` says it in words."""

    result: str
    reason: str


@attrs.frozen
class Redealt:
    """An entry among a fork's answers: what ``seat`` could not know was shuffled from this stream."""

    seat: int
    stream: Stream


@attrs.frozen(eq=False)
class Boundary:
    """The state before a step that asked, the answers before it (a linked list), and the boundary before it."""

    state: Any
    earlier: Boundary | None
    moves_before: tuple[Any, ...]
    depth: int = 0


Past = tuple[Any, Option] | None


def links(past: Past) -> Iterator[Option]:
    while past is not None:
        past, option = past
        yield option


def was_redealt(moves: Sequence[Any], boundary: Boundary | None) -> bool:
    """Whether hidden cards were re-dealt on the way to a position: before these moves or among them."""
    while all(isinstance(move, tuple) for move in moves):
        if boundary is None:
            return False
        moves, boundary = boundary.moves_before, boundary.earlier
    return True


def past_of(options: Sequence[Option]) -> Past:
    """The linked choices that :func:`links` walks back through."""
    past: Past = None
    for option in options:
        past = (past, option)
    return past


def fingerprint(value: Any) -> str:
    """32 hex digits that stand for nested plain values; the same on every platform and Python version."""
    return blake2b(repr(value).encode("utf-8"), digest_size=16).hexdigest()
