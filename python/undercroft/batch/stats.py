"""What a batch is summed up in: counts, lengths, and intervals for a win rate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from statistics import NormalDist

import attrs

__all__ = ["RESULTS", "Headline", "Tally", "wilson", "z_value"]

RESULTS = ("win", "loss", "stalled", "error")
"""How a game of a batch can end."""


def z_value(confidence: float = 0.95) -> float:
    """How many standard deviations lie on either side of the mean in an interval of the given confidence."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(wins: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a rate of ``wins`` in ``n``; ``(0, 1)`` where nothing was played.

    Unlike the textbook interval it stays within 0..1 and holds for rare wins and small numbers.
    """
    if n == 0:
        return 0.0, 1.0
    z = z_value(confidence)
    rate = wins / n
    middle = rate + z * z / (2 * n)
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low = 0.0 if wins == 0 else (middle - spread) / scale
    high = 1.0 if wins == n else (middle + spread) / scale
    return low, high


@attrs.frozen
class Headline:
    """One of a game's figures over all games: the mean, least and most of a number, else its most frequent values."""

    mean: float | None
    low: int | None
    high: int | None
    values: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, counts: Counter[str], *, number: bool) -> Headline:
        """From how often each value was."""
        if not number:
            rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
            return cls(None, None, None, tuple(rows))
        n, found = counts.total(), sorted(int(value) for value in counts)
        mean = sum(int(value) * count for value, count in counts.items()) / n if n else None
        return cls(mean, found[0] if found else None, found[-1] if found else None, ())

    @property
    def words(self) -> str:
        """In a line of text."""
        if self.mean is not None:
            return f"{self.mean:,.2f} on average, from {self.low:,} to {self.high:,}"
        shown = ", ".join(f"{count:,} x {value or 'none'}" for value, count in self.values[:_MOST_VALUES])
        hidden = len(self.values) - _MOST_VALUES
        return (shown or "no game") + (f" and {hidden:,} others" if hidden > 0 else "")


_MOST_VALUES = 8


@attrs.define
class Tally:
    """Counts over games, in no particular order: results, reasons of endings, lengths in decisions."""

    results: Counter[str] = attrs.field(factory=Counter)
    reasons: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    lengths: Counter[int] = attrs.field(factory=Counter)
    n: int = 0
    decisions: int = 0
    watched: dict[int, Counter[str]] = attrs.field(factory=dict)
    """For each column that a summary tells of, by its number: how often each value was, but in games with an error."""

    def add(self, rows: Iterable[Sequence[str]]) -> None:
        """Count rows of a table, whose cells are texts."""
        for row in rows:
            result, made = row[1], int(row[3])
            self.n += 1
            self.decisions += made
            self.results[result] += 1
            self.reasons[result, row[2]] += 1
            self.lengths[made] += 1
            if self.watched and result != "error":
                for column, values in self.watched.items():
                    values[row[column]] += 1

    def endings(self) -> list[tuple[str, str, int]]:
        """Result, reason and count, the most frequent first."""
        rows = [(result, reason, count) for (result, reason), count in self.reasons.items()]
        return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))

    def length(self, share: float) -> int:
        """The smallest number of decisions that at least this share of the games (0..1) stayed within."""
        wanted, passed = max(1, ceil(share * self.n)), 0
        for made in sorted(self.lengths):
            passed += self.lengths[made]
            if passed >= wanted:
                return made
        return 0
