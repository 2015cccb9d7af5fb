"""What a report comes to: figures, knock-outs and notes, before they become a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from undercroft.batch.paired import mcnemar, tango
from undercroft.batch.result import Batch
from undercroft.game import Game
from undercroft.reports.figures import Effect, Group, Rate

__all__ = ["Knockout", "Report"]

Say = Callable[[str], str]
"""Makes a text one that may be told."""


@attrs.frozen
class Knockout:
    """The same games without a card: what it does to the win rate, other than what goes along with it.

    ``difference`` is the win rate without the card minus the one with it, within ``low`` and ``high`` (95 %, Tango's
    for pairs of games with the same luck); ``only_with`` and ``only_without`` count the games that one side alone won,
    ``p`` is McNemar's exact test of there being no difference.
    """

    card: str
    title: str
    full: Rate
    less: Rate
    only_with: int
    only_without: int

    @property
    def difference(self) -> float:
        """The win rate without the card minus the one with it."""
        return (self.only_without - self.only_with) / self.full.games if self.full.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end for the difference."""
        return tango(self.only_with, self.only_without, self.full.games)

    @property
    def p(self) -> float:
        """How probable it is, were there no difference, that so many pairs or more go to one side."""
        return mcnemar(self.only_with, self.only_without)

    def as_json(self) -> dict[str, Any]:
        """The knock-out as plain data."""
        low, high = self.interval
        return {
            "card": self.card,
            "title": self.title,
            "with": self.full.as_json(),
            "without": self.less.as_json(),
            "difference": self.difference,
            "difference_low": low,
            "difference_high": high,
            "only_with": self.only_with,
            "only_without": self.only_without,
            "p": self.p,
        }


@attrs.frozen
class Report:
    """What a folder of games shows. ``notes`` tells what is missing, or was done for it."""

    batch: Batch
    game: Game
    effects: tuple[Effect, ...]
    """Everything that games saw, ranked; nothing where the game does not tell."""
    groups: tuple[Group, ...]
    counted: Rate
    """The games that the effects are of: all but those that ended with an error."""
    knockouts: tuple[Knockout, ...]
    notes: tuple[str, ...]
    say: Say

    def as_json(self) -> dict[str, Any]:
        """The report as plain data: that of the batch, and what it adds."""
        batch = {key: value for key, value in self.batch.as_json().items() if key not in _OF_A_RUN}
        mine = {
            "counted": self.counted.as_json(),
            "effects": [effect.as_json() for effect in self.effects],
            "knockouts": [knockout.as_json() for knockout in self.knockouts],
            "notes": list(self.notes),
        }
        document: dict[str, Any] = _said({**batch, **mine}, self.say)
        return document


_OF_A_RUN = frozenset({"seconds", "decisions_per_second", "games_per_second", "workers", "notes"})
"""What a batch tells of the run that played it, and its folder does not know."""


def _said(value: Any, say: Say) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, Mapping):
        return {say(key): _said(part, say) for key, part in value.items()}
    return [_said(part, say) for part in value] if isinstance(value, list | tuple) else value
