"""Counts and intervals."""

from __future__ import annotations

import pytest

from undercroft.batch import wilson
from undercroft.batch.stats import Tally, z_value


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (10, 20, 0.299298, 0.700702),  # textbook figures of the score interval
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (1, 1000, 0.000177, 0.005644),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(wins: int, n: int, low: float, high: float) -> None:
    assert wilson(wins, n) == pytest.approx((low, high), abs=1e-5)


def test_wilson_contains_the_rate_and_narrows() -> None:
    widths = []
    for n in (10, 100, 1000, 10_000):
        low, high = wilson(n // 5, n)
        assert 0 <= low < 0.2 < high <= 1
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert wilson(20, 100, 0.99)[0] < wilson(20, 100)[0]


def test_z_value() -> None:
    assert z_value() == pytest.approx(1.959964, abs=1e-6)


def test_tally() -> None:
    tally = Tally()
    for made in range(1, 101):
        result, reason = ("win", "rich") if made % 4 else ("loss", "buried")
        tally.add([[str(made), result, reason, str(made), "digest"]])
    assert (tally.n, tally.decisions) == (100, 5050)
    assert [tally.length(share) for share in (0.0, 0.5, 0.99, 1.0)] == [1, 50, 99, 100]
    assert tally.endings() == [("win", "rich", 75), ("loss", "buried", 25)]


def test_tally_of_nothing() -> None:
    assert Tally().length(0.5) == 0
    assert Tally().endings() == []
