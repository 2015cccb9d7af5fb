"""What each thing that games saw and used goes along with: win rates with and without it, ranked.

Nearly everything is used more in long games, and whole kinds in games that came far, so a difference says little by
itself: a thing is held against the middle of its kind. And many things are used in a handful of games alone, where luck
looks like a great effect, so a thing counts for as much as its interval leaves sure: its *sure lead* is how far the
interval stays off the middle of the kind, and nothing where it has that inside. What is level there comes by how far
its difference is off the middle against the width of its interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from statistics import median
from typing import Any

import attrs

from undercroft.batch.paired import newcombe
from undercroft.batch.stats import wilson
from undercroft.batch.table import CardColumns, Columns
from undercroft.tracking import SETUP, Kind

__all__ = ["FEW", "Effect", "Group", "Rate", "Tallies", "grouped", "ranked"]

FEW = 20
"""A thing that fewer games used, or fewer did not, is rare."""

_ERROR = "error"


@attrs.frozen
class Rate:
    """So many games and how many of them were won; the rest is made of that, the interval is Wilson's of 95 %."""

    games: int
    wins: int

    @property
    def rate(self) -> float | None:
        """Wins by games, 0..1; ``None`` where there is no game."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end for the rate."""
        return wilson(self.wins, self.games)

    def as_json(self) -> dict[str, Any]:
        """The rate as plain data."""
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "win_rate": self.rate, "low": low, "high": high}


@attrs.frozen
class Effect:
    """One thing, and the win rates of the games that saw it, used it, and never used it.

    ``difference`` is the rate of the games that used it minus that of all others, within ``low`` and ``high`` (95 %,
    Newcombe's for separate games); ``None`` where one of the two has no game. It says what goes together, not what
    causes what.
    """

    kind: str
    id: str
    title: str
    seen: Rate
    used: Rate
    unused: Rate
    times: int
    """How often it was used in all games together."""
    middle: float = 0.0
    """The middle difference of its kind, of those things that are not rare."""
    place: int = 0
    """Its place in the ranking, from 1; 0 where it has no difference."""

    @property
    def difference(self) -> float | None:
        """The win rate of the games that used it minus that of all others."""
        used, unused = self.used.rate, self.unused.rate
        return None if used is None or unused is None else used - unused

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end for the difference."""
        return newcombe(self.unused.wins, self.unused.games, self.used.wins, self.used.games)

    @property
    def rare(self) -> bool:
        """Whether so few games used it, or did not, that the difference is hardly more than luck."""
        return min(self.used.games, self.unused.games) < FEW

    @property
    def sure(self) -> float:
        """How far the interval stays off the middle of the kind, above or (negative) below; 0 where that is inside."""
        low, high = self.interval
        return max(low - self.middle, 0.0) + min(high - self.middle, 0.0)

    def as_json(self) -> dict[str, Any]:
        """The effect as plain data."""
        low, high = self.interval
        told = self.difference is not None
        return {
            "kind": self.kind,
            "id": self.id,
            "title": self.title,
            "place": self.place or None,
            "seen": self.seen.as_json(),
            "used": self.used.as_json(),
            "unused": self.unused.as_json(),
            "times_used": self.times,
            "difference": self.difference,
            "difference_low": low if told else None,
            "difference_high": high if told else None,
            "kind_middle": self.middle if told else None,
            "sure_lead": self.sure if told else None,
            "rare": self.rare,
        }


@attrs.frozen
class Group:
    """The effects of one kind, in the order of the ranking."""

    kind: Kind
    effects: tuple[Effect, ...]


class Tallies:
    """Counts, over the games of a batch, who saw and used what, and who of them won.

    Games that ended with an error do not count: nobody knows what they would have come to.
    """

    def __init__(self) -> None:
        self.all = [0, 0]
        self.seen: dict[tuple[str, str], list[int]] = {}
        """Games and wins by kind and id."""
        self.used: dict[tuple[str, str], list[int]] = {}
        self.times: dict[tuple[str, str], int] = {}

    def add(self, columns: Columns, games: Iterable[bytes], cards: Iterable[bytes]) -> None:
        """Count blocks of the table of games, and the blocks of what they saw and used."""
        for lines, things in zip_longest(games, cards, fillvalue=b""):
            won = {row[0]: int(row[1] == "win") for row in columns.texts(lines) if row[1] != _ERROR}
            self.all[0] += len(won)
            self.all[1] += sum(won.values())
            for index, kind, name, _, used in CardColumns().texts(things):
                self._count(self.seen, (kind, name), won[index])
                if used != "0":
                    self._count(self.used, (kind, name), won[index])
                    self.times[kind, name] = self.times.get((kind, name), 0) + int(used)

    @staticmethod
    def _count(counts: dict[tuple[str, str], list[int]], thing: tuple[str, str], won: int) -> None:
        row = counts.setdefault(thing, [0, 0])
        row[0] += 1
        row[1] += won

    def effects(self, title: Callable[[str, str], str]) -> Iterator[Effect]:
        """The effect of each thing; ``title`` says what people call it, by kind and id."""
        for (kind, name), seen in sorted(self.seen.items()):
            used = self.used.get((kind, name), [0, 0])
            yield Effect(
                kind,
                name,
                title(kind, name),
                Rate(*seen),
                Rate(*used),
                Rate(self.all[0] - used[0], self.all[1] - used[1]),
                self.times.get((kind, name), 0),
            )


def ranked(effects: Iterable[Effect]) -> list[Effect]:
    """Effects from the one that surely leads its kind to the one that surely lies behind it.

    Those without a difference follow, by kind and id.
    """
    rows = list(effects)
    middles = _middles(rows)
    rows = [attrs.evolve(row, middle=middles.get(row.kind, 0.0)) for row in rows]
    rows.sort(key=lambda row: (row.difference is None, *_order(row), row.kind, row.id))
    return [attrs.evolve(row, place=0 if row.difference is None else at) for at, row in enumerate(rows, 1)]


def _middles(effects: Iterable[Effect]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for effect in effects:
        if effect.difference is not None and not effect.rare:
            found.setdefault(effect.kind, []).append(effect.difference)
    return {kind: median(differences) for kind, differences in found.items()}


def _order(effect: Effect) -> tuple[float, float]:
    if effect.difference is None:
        return 0.0, 0.0
    low, high = effect.interval
    return -effect.sure, -(effect.difference - effect.middle) / (high - low)


def grouped(effects: Sequence[Effect], kinds: Sequence[Kind]) -> list[Group]:
    """Ranked effects by kind, in the order of the kinds; what was drawn for the setup comes last."""
    by_kind: dict[str, list[Effect]] = {}
    for effect in effects:
        by_kind.setdefault(effect.kind, []).append(effect)
    known = (*kinds, Kind(SETUP, "Setup, as drawn", seen="drawn", used="played"))
    return [Group(kind, tuple(by_kind[kind.name])) for kind in known if kind.name in by_kind]
