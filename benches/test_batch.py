"""What a batch costs beside its games, and what a second worker brings.

Run with ``pytest benches/test_batch.py --benchmark-only``; ``--benchmark-json`` has the figures that are no times.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pytest

from undercroft._core import Stream
from undercroft.batch import simulate
from undercroft.batch.plan import make_plan
from undercroft.batch.runner import Chunk, Runner
from undercroft.play import play_out

GAMES = 1000
SECONDS = 12.0
"""How long the batches are that are compared: a crew's start, half a second, should not decide."""


def runner(game: str) -> Runner:
    plan = make_plan(game, games=10**6, agents="random", seed=7, setup=None, expansions=(), start=None, limit=None)
    return Runner(plan, keep_replays=False)


def bare(of: Runner, games: int) -> None:
    """The games of a runner and nothing else: deal, begin, play out."""
    agent = of.agents[0]
    for index in range(games):
        table = of.tables.deal(7, index)
        agent.begin(1, Stream(7, index, "agent/1"))
        play_out(table, of.agents)


def rows(of: Runner, games: int) -> None:
    of.play(Chunk(0), games)


@pytest.mark.benchmark(group="games of a batch")
@pytest.mark.parametrize("what", [bare, rows])
def test_games(benchmark: Any, what: Any) -> None:
    """1,000 games of the tutorial game, without and with their rows: the difference is what a row costs."""
    benchmark.pedantic(what, (runner("delve"), GAMES), rounds=5, warmup_rounds=1)
    benchmark.extra_info["microseconds a game"] = benchmark.stats.stats.min / GAMES * 1e6


def speed(games: int, workers: int, **more: Any) -> float:
    began = perf_counter()
    simulate("delve", games=games, seed=7, workers=workers, **more)
    return games / (perf_counter() - began)


@pytest.mark.benchmark(group="workers")
def test_two_workers(benchmark: Any) -> None:
    """The same batch with one worker and with two; processor time says how near to twice a free machine comes."""
    games = int(SECONDS * speed(1000, 1))
    began, clock = perf_counter(), process_time()
    simulate("delve", games=games, seed=7)
    alone, spent = perf_counter() - began, process_time() - clock
    before = os.times()
    benchmark.pedantic(simulate, ("delve",), {"games": games, "seed": 7, "workers": 2}, rounds=1)
    after = os.times()
    together = sum(after[:4]) - sum(before[:4])
    benchmark.extra_info["games"] = games
    benchmark.extra_info["times as fast"] = alone / benchmark.stats.stats.min
    benchmark.extra_info["times as fast with both cores free"] = 2 * spent / together


@pytest.mark.benchmark(group="keeping")
@pytest.mark.parametrize("table", [None, "csv", "parquet"])
def test_keeping(benchmark: Any, tmp_path: Path, table: str | None) -> None:
    """10,000 short games in memory, and into a folder with a table of either kind."""
    folders = iter(range(100))

    def play() -> None:
        out = None if table is None else tmp_path / str(next(folders))
        simulate("delve", games=10_000, seed=7, setup={"rooms": 1}, out=out, table=table)

    benchmark.pedantic(play, rounds=3, warmup_rounds=1)
