"""Notes what each game of a tracked batch sees and uses. Batches that are not tracked have no tracker."""

from __future__ import annotations

from typing import Any

from undercroft.game import Tables
from undercroft.rulebook import Rulebook
from undercroft.spoilers import Veil
from undercroft.tracking import SETUP, Kind, Track, drawn_options

__all__ = ["Tracker"]

_Row = tuple[str, str, int, int]


class Tracker:
    """Gives each game a rulebook that notes, and tells afterwards what was noted.

    These rulebooks are its own: the shared ones of its tables, with which forks play on, note nothing.
    """

    def __init__(self, tables: Tables, veil: Veil) -> None:
        self._tables = tables
        self._veil = veil
        tracking = tables.game.tracking
        self._kinds: tuple[Kind, ...] = () if tracking is None else tracking.kinds
        self._names = tables.game.names(tables.content)
        self._rules: dict[Any, Rulebook[Any]] = {}
        self._track = Track()
        self._drawn: list[_Row] = []

    def begin(self, seed: int, index: int) -> Rulebook[Any]:
        """The rulebook for a game, with a clean sheet."""
        asked, drawn = self._tables.setup.options, self._tables.drawn(seed, index)
        rules = self._rules.get(drawn)
        if rules is None:
            rules = self._rules[drawn] = self._tables.tracking_rules(drawn)
        self._track = rules.tracker = Track()
        self._drawn = drawn_options(asked, drawn)
        return rules

    def rows(self) -> list[_Row]:
        """What the game saw and used: kind, id, times seen, times used; without secrets, like the table of games."""
        rows = [*self._drawn, *self._track.rows(self._kinds, self._names)]
        return self._hidden(rows) if self._veil else rows

    def _hidden(self, rows: list[_Row]) -> list[_Row]:
        """Things of which the same is said become one row."""
        merged: dict[tuple[str, str], tuple[int, int]] = {}
        for kind, name, seen, used in rows:
            said = kind, self._veil.hide(name) if kind != SETUP else self._said(name)
            before = merged.get(said, (0, 0))
            merged[said] = before[0] + seen, before[1] + used
        return [(kind, name, seen, used) for (kind, name), (seen, used) in merged.items()]

    def _said(self, name: str) -> str:
        key, _, value = name.partition("=")
        return f"{key}={self._veil.hide(value)}"
