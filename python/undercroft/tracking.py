"""Tracking: which cards, enemies, events a game saw and used, for reports of many games.

A game declares its :class:`Tracking`: a layer that overrides a handful of steps and notes what passes by, with
``self.track_seen`` and ``self.track_used``. The layer is composed over everything else, and only for games that are
tracked: any other game does not have it, and pays nothing. What is noted stands beside the game, never in its state,
so that a tracked game is the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from undercroft.errors import PluginError
from undercroft.setup import as_written

__all__ = ["LEVEL", "SETUP", "Kind", "Track", "Tracking", "drawn_options"]

LEVEL = "tracking"
"""The level of a layer that notes; it lies over all levels of the game."""

SETUP = "setup"
"""The kind under which setup values stand that were left to chance; no game has one of this name."""


def _no_titles(content: Any) -> Mapping[str, str]:
    return {}


@attrs.frozen
class Kind:
    """A kind of things that a game tracks, and how a report speaks of it.

    ``name`` is the word in ``track_seen`` and in tables (``"boss"``), ``title`` heads them in a report (``"Bosses"``).
    ``of`` is the kind of ``Game.names`` by whose numbers they are noted, where it is not of the same name
    (``"foe"``). ``seen`` and ``used`` say what that means here (``"met"``, ``"fought"``). ``titles`` gives, from the
    content, what people call each id.
    """

    name: str
    title: str
    seen: str = "seen"
    used: str = "used"
    titles: Callable[[Any], Mapping[str, str]] = _no_titles
    of: str = ""


@attrs.frozen
class Tracking:
    """What a game tracks: the layer that notes it (``class Notes(Layer, Rules, at="tracking")``) and its kinds."""

    layer: type[Any]
    kinds: tuple[Kind, ...]


class Track:
    """What one game has seen and used so far: ``counts[kind, card] = [times seen, times used]``."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: dict[tuple[str, int | str], list[int]] = {}

    def note(self, kind: str, cards: Sequence[int | str], used: int) -> None:
        """Count cards of a kind: ``used`` is 0 for seen, 1 for used."""
        counts = self.counts
        for card in cards:
            row = counts.get((kind, card))
            if row is None:
                row = counts[kind, card] = [0, 0]
            row[used] += 1

    def rows(self, kinds: Sequence[Kind], names: Mapping[str, Sequence[str]]) -> list[tuple[str, str, int, int]]:
        """Kind, id, times seen and times used: by the order of the kinds, then of their names, then by id.

        What was used was seen as well. Raises :class:`PluginError` for a kind that is not declared, or a number that
        stands for nothing.
        """
        merged: dict[tuple[int, int, str], list[int]] = {}
        order = {kind.name: place for place, kind in enumerate(kinds)}
        for (kind, card), (seen, used) in self.counts.items():
            if kind not in order:
                raise PluginError(f"{kind!r} is noted, which is no tracked kind; those are {', '.join(order)}")
            declared = kinds[order[kind]]
            place, name = _named(kind, card, names.get(declared.of or kind, ()))
            row = merged.setdefault((order[kind], place, name), [0, 0])
            row[0] += seen
            row[1] += used
        # What was used was seen, even where nobody noted that.
        return [(kinds[at].name, name, seen or used, used) for (at, _, name), (seen, used) in sorted(merged.items())]


def _named(kind: str, card: int | str, names: Sequence[str]) -> tuple[int, str]:
    """Where a card stands among its kind, and its id; those that are noted by id alone come by their names."""
    if isinstance(card, str):
        return len(names), card
    if not 0 <= card < len(names):
        raise PluginError(f"number {card} is noted as {kind!r}, of which there are {len(names)}")
    return card, names[card]


def drawn_options(asked: Any, drawn: Any) -> list[tuple[str, str, int, int]]:
    """The setup values that were left to chance, as rows of a track: ``modifier=heavy-air``, seen and used once."""
    if drawn is asked:
        return []
    before, after = attrs.asdict(asked), attrs.asdict(drawn)
    return [(SETUP, f"{key}={as_written(value)}", 1, 1) for key, value in after.items() if value != before[key]]
