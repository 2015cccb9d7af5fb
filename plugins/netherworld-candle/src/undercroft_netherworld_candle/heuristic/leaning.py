"""What a player happens to like: drawn anew for each game, so that different parties come to different ends."""

from __future__ import annotations

from typing import Final

from undercroft import Stream

__all__ = ["Leaning"]

_KEYS: Final = 1 << 62


class Leaning:
    """Tastes between -1 and 1, for whatever has a name; without a draw everything is liked alike.

    One draw from the player's own stream decides about all of them, so that asking for one taste changes no other.
    """

    def __init__(self) -> None:
        self._key = -1
        self._known: dict[tuple[str | int, ...], float] = {}

    def draw(self, stream: Stream) -> None:
        """Like other things from now on."""
        self._key = stream.below(_KEYS)
        self._known.clear()

    def taste(self, *what: str | int) -> float:
        """How much something is liked."""
        if self._key < 0:
            return 0.0
        made = self._known.get(what)
        if made is None:
            name = "/".join([str(part) for part in what])
            made = self._known[what] = 2.0 * Stream(self._key, 0, name).unit() - 1.0
        return made
