"""What ``compare`` and ``sweep`` cost beside ``simulate``, and what a second worker brings them.

Run with ``pytest benches/test_compare.py --benchmark-only``. Each figure is processor time, that of workers included:
it says how near to twice as fast a free machine comes, and does not depend on who else is using this one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.batch import compare, simulate, sweep

GAMES = int(os.environ.get("COMPARE_GAMES", "36000"))
"""Games of each run, some ten seconds with one worker: a crew's start, half a second, should not decide."""

ROOMS = (8, 10, 12, 14, 16, 18, 20, 22)


def spent(run: Callable[[], Any]) -> float:
    """Processor seconds of this process and of the workers that it starts and waits for."""
    before = os.times()
    run()
    return sum(os.times()[:4]) - sum(before[:4])


def of_simulate(games: int, workers: int) -> None:
    simulate("delve", games=games, seed=7, workers=workers)


def of_compare(games: int, workers: int) -> None:
    compare("delve", "delve rooms=15", games=games // 2, seed=7, workers=workers)


def of_looks(games: int, workers: int) -> None:
    compare("delve", "delve rooms=15", games=games // 2, seed=7, workers=workers, until_ci=1e-9)


def of_sweep(games: int, workers: int) -> None:
    grid = {"game": "delve", "games": games // len(ROOMS), "seed": 7, "grid": {"rooms": list(ROOMS)}}
    sweep(grid, workers=workers)


@pytest.mark.benchmark(group="compare and sweep")
@pytest.mark.parametrize("what", [of_simulate, of_compare, of_looks, of_sweep])
def test_scaling(benchmark: Any, what: Callable[[int, int], None]) -> None:
    """The same number of games with one worker and with two; ``of_looks`` stops to look some twenty times."""
    what(GAMES // 40, 1)
    alone = spent(lambda: what(GAMES, 1))
    before = os.times()
    benchmark.pedantic(what, (GAMES, 2), rounds=1)
    together = sum(os.times()[:4]) - sum(before[:4])
    benchmark.extra_info["microseconds a game, one worker"] = alone / GAMES * 1e6
    benchmark.extra_info["times as fast with both cores free"] = 2 * alone / together
