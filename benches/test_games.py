"""Benchmarks of whole games and of forks: `make bench`."""

from __future__ import annotations

from typing import Any

import pytest
from benches.rates import in_combat, in_long_game, random_games


@pytest.mark.parametrize(
    ("game", "setup"),
    [("delve", {}), ("death-binder", {"mode": "descent"}), ("death-binder", {"mode": "descent", "players": "2"})],
    ids=["delve", "descent-solo", "descent-co-op"],
)
def test_hundred_random_games(benchmark: Any, game: str, setup: dict[str, str]) -> None:
    play = random_games(game, setup)
    decisions = benchmark(lambda: sum(play(1, index) for index in range(100)))
    benchmark.extra_info["decisions"] = decisions


def test_fork_in_combat(benchmark: Any) -> None:
    session = in_combat(10)
    assert benchmark(session.fork).digest() == session.digest()


@pytest.mark.parametrize("least", [10, 1000])
def test_fork_in_a_long_game(benchmark: Any, least: int) -> None:
    session = in_long_game(least)
    assert benchmark(session.fork).digest() == session.digest()


def test_state_copy(benchmark: Any) -> None:
    state = in_combat(10).state
    assert benchmark(state.copy) == state
