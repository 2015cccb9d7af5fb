"""Comparison: two batches held against each other, in figures and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import attrs

from undercroft.batch.paired import mcnemar, newcombe, tango
from undercroft.batch.plan import Plan
from undercroft.batch.result import Batch
from undercroft.batch.stats import RESULTS, wilson

__all__ = ["CompareInterrupted", "Comparison", "Rule", "Standing", "weigh"]


@attrs.frozen
class Standing:
    """How one side fared in the games that were compared; all of them count, also those that no one won.

    ``results`` has how many games ended as ``"win"``, ``"loss"``, ``"stalled"`` and ``"error"``.
    """

    plan: Plan
    results: dict[str, int]
    digest: str

    @property
    def games(self) -> int:
        """How many games were compared."""
        return sum(self.results.values())

    @property
    def wins(self) -> int:
        """Games won."""
        return self.results["win"]

    @property
    def win_rate(self) -> float:
        """Wins by games, 0..1; 0 where none was played."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        low, high = self.interval
        return {
            **self.plan.as_json(),
            "games": self.games,
            "wins": self.wins,
            "losses": self.results["loss"],
            "stalled": self.results["stalled"],
            "errors": self.results["error"],
            "win_rate": self.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
            "digest": self.digest,
            "versions": self.plan.versions,
        }


@attrs.frozen
class Rule:
    """When a comparison was to stop.

    After ``most`` games of each side, or before that, as soon as the half width of the difference's interval is
    ``until_ci`` or less at one of the ``looks``, which are numbers of games; they are those that were taken. ``met``
    says whether it became so narrow.
    """

    most: int
    until_ci: float | None = None
    looks: tuple[int, ...] = ()
    met: bool = False

    @property
    def words(self) -> str:
        """In a line of text."""
        if self.until_ci is None:
            return f"{self.most:,} games of each side"
        wanted = f"until the interval of the difference is at most {self.until_ci:g} to either side"
        looked = f"looked at after {', '.join(f'{look:,}' for look in self.looks) or 'no'} games"
        return f"{wanted}, {self.most:,} games at the most; {looked}" + ("" if self.met else "; not narrow enough")

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"most": self.most, "until_ci": self.until_ci, "looks": list(self.looks), "met": self.met}


@attrs.frozen
class Comparison:
    """Two batches of ``n`` games each, held against each other: ``a`` is the first, ``b`` the second.

    ``difference`` is the second win rate minus the first, within ``low`` and ``high`` (95 %). ``only_first`` and
    ``only_second`` count the games that one of them alone won. Where ``paired`` is true, those games had the same seed
    and index, and the interval is Tango's score interval for pairs; ``unpaired`` is the one that two batches with
    nothing in common would have (Newcombe's). ``p_value`` is McNemar's exact test: how often chance alone would divide
    the games that one side alone won so unevenly. ``same`` says that both sides were the same plan and played the very
    same games; there is no chance in their difference then, and it is 0, from 0 to 0.
    """

    n: int
    difference: float
    low: float
    high: float
    only_first: int
    only_second: int
    paired: bool
    a: Standing
    b: Standing
    unpaired: tuple[float, float]
    p_value: float
    same: bool
    rule: Rule
    workers: int = 1
    seconds: float = 0.0
    decisions: int = 0
    interrupted: bool = False
    notes: tuple[str, ...] = ()

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        return self.low > 0 or self.high < 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def narrower(self) -> float:
        """The width of the interval by that of the unpaired one: below 1 where playing the same games helped."""
        return (self.high - self.low) / (self.unpaired[1] - self.unpaired[0])

    @property
    def digest(self) -> str:
        """32 hex digits that stand for both tables."""
        return blake2b(f"{self.a.digest}/{self.b.digest}".encode(), digest_size=16).hexdigest()

    def as_json(self) -> dict[str, Any]:
        """The comparison in figures, as plain data."""
        seconds = self.seconds
        return {
            "game": self.a.plan.game,
            "seed": self.a.plan.seed,
            "games": self.n,
            "paired": self.paired,
            "same": self.same,
            "a": self.a.as_json(),
            "b": self.b.as_json(),
            "difference": self.difference,
            "difference_low": self.low,
            "difference_high": self.high,
            "half_width": self.half_width,
            "discordant": self.only_first + self.only_second,
            "only_a": self.only_first,
            "only_b": self.only_second,
            "p_value": self.p_value,
            "unpaired_low": self.unpaired[0],
            "unpaired_high": self.unpaired[1],
            "narrower": self.narrower,
            "rule": self.rule.as_json(),
            "limit": self.a.plan.limit,
            "seconds": seconds,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions / seconds if seconds else 0.0,
            "games_per_second": 2 * self.n / seconds if seconds else 0.0,
            "workers": self.workers,
            "interrupted": self.interrupted,
            "notes": list(self.notes),
            "digest": self.digest,
            "versions": {**self.a.plan.versions, **self.b.plan.versions},
        }

    def summary(self) -> str:
        """The comparison in a line of text."""
        how = "game by game" if self.paired else "of separate games"
        return (
            f"{self.difference:+.1%} (95 %: {self.low:+.1%} to {self.high:+.1%}), {self.n:,} games {how}; "
            f"only the first won {self.only_first:,}, only the second {self.only_second:,}"
        )


class CompareInterrupted(KeyboardInterrupt):
    """Somebody stopped a comparison with Ctrl-C. ``comparison`` has the games that both sides finished."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(f"interrupted after {comparison.n:,} games of each side")
        self.comparison = comparison


# -- weighing ---------------------------------------------------------------------------------------------------------


def weigh(first: Batch, second: Batch, rule: Rule | None = None, **more: Any) -> Comparison:
    """Hold two batches against each other over the games that both have; ``more`` are fields that it does not count."""
    lines = Counter(_pairs(first.blocks(), second.blocks()))
    n, other = lines.total(), sum(count for (_, _, alike), count in lines.items() if not alike)
    pairs: Counter[tuple[str, str]] = Counter()
    for (one, two, _), count in lines.items():
        pairs[one, two] += count
    a, b = (
        Standing(batch.plan, {name: sum(pairs[p] for p in pairs if p[side] == name) for name in RESULTS}, batch.digest)
        for side, batch in enumerate((first, second))
    )
    only_first = sum(count for (one, two), count in pairs.items() if one == "win" != two)
    only_second = sum(count for (one, two), count in pairs.items() if two == "win" != one)
    paired = first.seed == second.seed
    asked, wanted = (attrs.evolve(batch.plan, games=0, track=False) for batch in (first, second))
    same = n > 0 and other == 0 and asked == wanted
    unpaired = newcombe(a.wins, n, b.wins, n)
    low, high = (0.0, 0.0) if same else tango(only_first, only_second, n) if paired else unpaired
    return Comparison(
        n=n,
        difference=(only_second - only_first) / n if n else 0.0,
        low=low,
        high=high,
        only_first=only_first,
        only_second=only_second,
        paired=paired,
        a=a,
        b=b,
        unpaired=unpaired,
        p_value=mcnemar(only_first, only_second),
        same=same,
        rule=Rule(n) if rule is None else rule,
        **more,
    )


def _pairs(first: Iterable[bytes], second: Iterable[bytes]) -> Iterator[tuple[str, str, bool]]:
    """How each of the two ended, and whether it was the very same game, for every index that both have."""
    left, right = _results(first), _results(second)
    one, two = next(left, None), next(right, None)
    while one is not None and two is not None:
        if one[0] == two[0]:
            yield one[1], two[1], one[2] == two[2]
        ahead = one[0] - two[0]
        if ahead <= 0:
            one = next(left, None)
        if ahead >= 0:
            two = next(right, None)


def _results(blocks: Iterable[bytes]) -> Iterator[tuple[int, str, str]]:
    """Index, result and the rest of each game; the first two begin its line, and neither is ever quoted."""
    for lines in blocks:
        for line in lines.decode().split("\n"):
            if line:
                index, result, rest = line.split(",", 2)
                yield int(index), result, rest
