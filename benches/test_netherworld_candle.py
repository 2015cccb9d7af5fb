"""Benchmarks of Netherworld Candle: whole scenarios, their set-up, a fork in a fight, menus: `make bench`."""

from __future__ import annotations

from typing import Any

import pytest
from benches.rates import in_fight, random_games, tables

from undercroft import Session

CELLS = [(scenario, players) for scenario in ("prologue", "generals-tomb") for players in (1, 2, 4)]


GAME = "netherworld-candle"


def setup(scenario: str, players: int) -> dict[str, str]:
    return {"mode": "adventure", "scenario": scenario, "players": str(players)}


@pytest.mark.parametrize(("scenario", "players"), CELLS)
def test_hundred_random_adventures(benchmark: Any, scenario: str, players: int) -> None:
    play = random_games(GAME, setup(scenario, players))
    decisions = benchmark(lambda: sum(play(1, index) for index in range(100)))
    benchmark.extra_info["decisions"] = decisions


@pytest.mark.parametrize(("scenario", "players"), CELLS)
def test_set_up_to_the_first_decision(benchmark: Any, scenario: str, players: int) -> None:
    dealer = tables(GAME, setup(scenario, players))
    assert benchmark(lambda: Session.of(dealer, 1)).ask is not None


def test_fork_in_a_fight(benchmark: Any) -> None:
    session = in_fight(20)
    assert benchmark(session.fork).digest() == session.digest()


def test_state_copy_in_a_fight(benchmark: Any) -> None:
    state = in_fight(20).state
    assert benchmark(state.copy) == state


def test_menu_of_a_turn(benchmark: Any) -> None:
    session = in_fight(20)
    s = session.state
    rules: Any = session.rules
    assert session.ask is not None
    seat, _, options = session.ask
    assert benchmark(rules.menu_options, s, s.delvers[seat - 1], 0, 0)[0] == options[0]
