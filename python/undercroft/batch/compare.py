"""Comparing two batches: does an expansion, a rule or another agent change how often the table wins?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

import attrs

from undercroft.batch.result import Batch
from undercroft.batch.stats import z_value
from undercroft.errors import UsageError

__all__ = ["Comparison", "compare"]


@attrs.frozen
class Comparison:
    """Two batches of ``n`` games each, held against each other.

    ``difference`` is the second win rate minus the first, within ``low`` and ``high`` (95 %). ``only_first`` and
    ``only_second`` count the games that one of them alone won; where ``paired`` is true, those games had the same seed
    and index, and the interval is the narrower one that this allows.
    """

    n: int
    difference: float
    low: float
    high: float
    only_first: int
    only_second: int
    paired: bool

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        return self.low > 0 or self.high < 0

    def summary(self) -> str:
        """The comparison in a line of text."""
        how = "game by game" if self.paired else "of separate games"
        return (
            f"{self.difference:+.1%} (95 %: {self.low:+.1%} to {self.high:+.1%}), {self.n:,} games {how}; "
            f"only the first won {self.only_first:,}, only the second {self.only_second:,}"
        )


def compare(first: Batch, second: Batch) -> Comparison:
    """Hold two batches against each other, game by game where both have the same seed.

    Streams are named by purpose, so games of the same seed and index share their luck wherever their setups do not
    differ; the pairs show smaller differences than two win rates side by side. Games that only one of the batches has
    are left out. Raises :class:`UsageError` for batches of different games, or without a game in common.
    """
    if first.game != second.game:
        raise UsageError(f"a batch of {first.game} cannot be compared with one of {second.game}")
    pairs = Counter(_pairs(first, second))
    n = pairs.total()
    if n == 0:
        raise UsageError("the two batches have no game in common")
    only_first, only_second = pairs[True, False], pairs[False, True]
    paired = first.seed == second.seed
    difference = (only_second - only_first) / n
    if paired:
        variance = (only_first + only_second) / n - difference**2
    else:
        rates = [(pairs[True, True] + only_first) / n, (pairs[True, True] + only_second) / n]
        variance = sum(rate * (1 - rate) for rate in rates)
    spread = z_value() * sqrt(variance / n)
    return Comparison(n, difference, difference - spread, difference + spread, only_first, only_second, paired)


def _pairs(first: Batch, second: Batch) -> Iterator[tuple[bool, bool]]:
    """Whether each of the two won, for every index that both have."""
    left, right = _wins(first), _wins(second)
    one, two = next(left, None), next(right, None)
    while one is not None and two is not None:
        if one[0] == two[0]:
            yield one[1], two[1]
        ahead = one[0] - two[0]
        if ahead <= 0:
            one = next(left, None)
        if ahead >= 0:
            two = next(right, None)


def _wins(batch: Batch) -> Iterator[tuple[int, bool]]:
    for lines in batch.blocks():
        for row in batch.plan.columns.texts(lines):
            yield int(row[0]), row[1] == "win"
