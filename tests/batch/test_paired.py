"""Intervals for the difference of two rates, against published figures and the slow, obvious way to find them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log, sqrt

import pytest

from undercroft.batch.paired import mcnemar, newcombe, tango
from undercroft.batch.stats import z_value

PAIRS = [(0, 0, 100), (1, 0, 44), (3, 9, 50), (150, 86, 1600), (0, 7, 30), (30, 30, 60), (5, 0, 5)]


def fitted(only_first: int, only_second: int, n: int, delta: float) -> float:
    """The share of pairs that only the first wins that fits best where the difference is ``delta``: by trying."""

    def fit(share: float) -> float:
        cells = (
            (only_first, share),
            (only_second, share + delta),
            (n - only_first - only_second, 1 - 2 * share - delta),
        )
        return sum(count * log(max(p, 1e-300)) for count, p in cells if count)

    low, high = max(0.0, -delta), (1 - delta) / 2
    for _ in range(200):  # the likelihood has one hill
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (one, high) if fit(one) < fit(two) else (low, two)
    return (low + high) / 2


@pytest.mark.parametrize(("only_first", "only_second", "n"), PAIRS)
def test_the_ends_are_where_the_score_is_as_large_as_chance_makes_it(only_first: int, only_second: int, n: int) -> None:
    for end in tango(only_first, only_second, n):
        if abs(end) == 1:
            continue
        share = fitted(only_first, only_second, n, end)
        score = (only_second - only_first - n * end) / sqrt(n * (2 * share + end * (1 - end)))
        assert abs(score) == pytest.approx(z_value(), abs=1e-4)


def test_published_figures() -> None:
    """Agresti and Min's approval ratings; Newcombe's 56 of 70 against 48 of 80."""
    assert tango(86, 150, 1600) == pytest.approx((0.0213, 0.0590), abs=1e-4)
    assert newcombe(48, 80, 56, 70) == pytest.approx((0.0524, 0.3339), abs=1e-4)


@pytest.mark.parametrize(("only_first", "only_second", "n"), PAIRS)
def test_the_sides_can_be_exchanged(only_first: int, only_second: int, n: int) -> None:
    low, high = tango(only_first, only_second, n)
    assert tango(only_second, only_first, n) == pytest.approx((-high, -low))
    assert low <= (only_second - only_first) / n <= high


def test_where_no_pair_tells_them_apart_something_is_left_open() -> None:
    z = z_value()
    assert tango(0, 0, 200) == pytest.approx((-(z**2) / (200 + z**2), z**2 / (200 + z**2)))
    assert tango(0, 0, 0) == (-1, 1)


@pytest.mark.parametrize(("few", "many"), [(0, 0), (0, 1), (5, 5), (3, 9), (0, 12), (60, 100), (700, 900)])
def test_mcnemar_is_twice_the_tail(few: int, many: int) -> None:
    n = few + many
    exact = min(Fraction(1), Fraction(2 * sum(comb(n, k) for k in range(few + 1)), 2**n))
    assert mcnemar(few, many) == mcnemar(many, few) == pytest.approx(float(exact), rel=1e-9)
