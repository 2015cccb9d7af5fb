"""Two batches held against each other."""

from __future__ import annotations

from math import sqrt

import pytest

from undercroft.batch import compare, simulate
from undercroft.errors import UsageError


def test_pairs(toy: str) -> None:
    poor = simulate(toy, games=400, seed=1, agents="miser:most=5")
    rich = simulate(toy, games=500, seed=1, agents="random")
    found = compare(poor, rich)
    wins = [[row["result"] == "win" for row in batch.rows[:400]] for batch in (poor, rich)]
    differences = [b - a for a, b in zip(*wins, strict=True)]
    mean = sum(differences) / 400
    spread = 1.959964 * sqrt(sum((d - mean) ** 2 for d in differences) / 400 / 400)
    assert (found.n, found.paired) == (400, True)
    assert found.difference == pytest.approx(mean)
    assert (found.low, found.high) == pytest.approx((mean - spread, mean + spread))
    assert found.only_second - found.only_first == pytest.approx(mean * 400)
    assert found.clear
    assert "game by game" in found.summary()
    back = compare(rich, poor)
    assert (back.difference, back.low, back.high) == pytest.approx((-mean, -mean - spread, -mean + spread))


def test_pairs_show_smaller_differences_than_separate_games(toy: str) -> None:
    base = simulate(toy, games=400, seed=1)
    other = simulate(toy, games=400, seed=1, setup={"rounds": 7})
    apart = simulate(toy, games=400, seed=2, setup={"rounds": 7})
    pairs, separate = compare(base, other), compare(base, apart)
    assert not separate.paired
    assert pairs.high - pairs.low < separate.high - separate.low
    assert "separate games" in separate.summary()


def test_a_batch_and_itself(toy: str) -> None:
    batch = simulate(toy, games=50)
    found = compare(batch, batch)
    assert (found.difference, found.low, found.high, found.clear) == (0, 0, 0, False)


def test_different_games_are_refused(toy: str) -> None:
    with pytest.raises(UsageError, match="a batch of batch-toy cannot be compared with one of delve"):
        compare(simulate(toy, games=2), simulate("delve", games=2))
