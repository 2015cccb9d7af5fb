"""The agent that chooses uniformly at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft._core import Stream
from undercroft.state import Option

__all__ = ["RandomAgent"]


class RandomAgent:
    """Chooses every option with the same chance."""

    looks_ahead = False
    pick: Any
    """``pick(options)`` is the same choice without the table, which this agent does not look at."""

    def begin(self, seat: int, stream: Stream) -> None:
        """Keep the stream that the choices are drawn from."""
        self.pick = stream.choice

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """One option, uniformly at random."""
        return self.pick(options)  # type: ignore[no-any-return]
