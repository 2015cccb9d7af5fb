"""Intervals for the difference of two win rates: of the same games played twice, and of separate ones."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log, sqrt

from undercroft.batch.stats import wilson, z_value

__all__ = ["mcnemar", "newcombe", "tango"]

_STEPS = 60
"""Halvings of an interval, after which its end is exact to the last digit of a float."""


def tango(only_first: int, only_second: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The score interval for the second rate minus the first, of ``n`` games that both sides played.

    ``only_first`` and ``only_second`` count the pairs that one side alone won. Unlike the textbook interval it holds
    for few such pairs, and where there are none: after T. Tango, "Equivalence test and confidence interval for the
    difference in proportions for the paired-sample design", Statistics in Medicine 17 (1998) 891-908. An end of it is
    where the score statistic of that difference is as large as chance makes it. ``(-1, 1)`` where nothing was played.
    """
    if n == 0:
        return -1.0, 1.0
    z = z_value(confidence)
    middle = (only_second - only_first) / n

    def low(delta: float) -> bool:
        return _score(only_second, only_first, n, delta) >= z

    def high(delta: float) -> bool:
        return _score(only_second, only_first, n, delta) <= -z

    return _edge(low, -1.0, middle), _edge(high, 1.0, middle)


def _edge(outside: Callable[[float], bool], far: float, near: float) -> float:
    """Where ``outside`` begins to hold on the way from ``near``, where it does not, to ``far``."""
    if not outside(far):
        return far
    for _ in range(_STEPS):
        half = (far + near) / 2
        far, near = (half, near) if outside(half) else (far, half)
    return far


def _score(up: int, down: int, n: int, delta: float) -> float:
    """Tango's statistic: how many standard deviations what was found lies above a true difference ``delta``.

    The share of pairs that only the first wins is what fits best where the difference is ``delta``.
    """
    a = 2.0 * n
    b = -up - down + (2 * n - up + down) * delta
    c = -down * delta * (1 - delta)
    share = (sqrt(max(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
    spread = n * (2 * share + delta * (1 - delta))
    distance = up - down - n * delta
    if spread <= 0:
        return 0.0 if distance == 0 else float("inf") if distance > 0 else -float("inf")
    return distance / sqrt(spread)


def newcombe(first: int, first_n: int, second: int, second_n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval for the second rate minus the first where the games have nothing to do with each other.

    Made of both Wilson intervals: method 10 of R. G. Newcombe, "Interval estimation for the difference between
    independent proportions", Statistics in Medicine 17 (1998) 873-890.
    """
    low_a, high_a = wilson(first, first_n, confidence)
    low_b, high_b = wilson(second, second_n, confidence)
    a, b = (first / first_n if first_n else 0.5), (second / second_n if second_n else 0.5)
    low = b - a - sqrt((b - low_b) ** 2 + (high_a - a) ** 2)
    high = b - a + sqrt((high_b - b) ** 2 + (a - low_a) ** 2)
    return max(-1.0, low), min(1.0, high)


def mcnemar(only_first: int, only_second: int) -> float:
    """How probable it is, were there no difference, that so many pairs or more go to one side: McNemar's exact test.

    Two-sided: twice the tail of a binomial distribution of one half, at the most 1.
    """
    few, n = min(only_first, only_second), only_first + only_second
    if n == 0:
        return 1.0
    logs = [lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2) for k in range(few + 1)]
    most = max(logs)
    return min(1.0, 2 * exp(most) * sum(exp(one - most) for one in logs))
