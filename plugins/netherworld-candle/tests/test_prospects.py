"""How a position is judged: won scenarios look better than lost ones before they are over; rounds are counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from undercroft import Option, play_out
from undercroft.testing import open_tables
from undercroft_netherworld_candle.heuristic import Heuristic
from undercroft_netherworld_candle.plugin import GAME
from undercroft_netherworld_candle.rules.knowledge import WEIGHTS
from undercroft_netherworld_candle.terms import PHASE_ADVENTURE


class Judging(Heuristic):
    """Notes what it thinks of each position of a scenario, and which round it is."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: list[float] = []
        self.rounds: list[int] = []
        self.figures: set[int] = set()

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        s = table.state
        self.judged.append(table.rules.evaluate(s, seat))
        self.rounds.append(table.rules.clock(s))
        if s.phase == PHASE_ADVENTURE and s.map:
            self.figures.add(len(table.rules.signs(s)))
        return super().choose(table, seat, prompt, options)


@pytest.mark.parametrize("players", [1, 2])
def test_scenarios_that_are_won_look_better_than_scenarios_that_are_lost(players: int) -> None:
    tables = open_tables(GAME, {"mode": "adventure", "scenario": "prologue", "players": players})
    found: dict[str, list[float]] = {"win": [], "loss": []}
    for index in range(30):
        table, player = tables.deal(4, index), Judging()
        play_out(table, [player] * players)
        assert player.figures == {len(WEIGHTS)}, "every figure has its weight"
        assert all(0 < value < 1 for value in player.judged)
        assert table.rules.evaluate(table.state, 1) == (table.state.result == "win")
        found[table.state.result].append(player.judged[len(player.judged) * 3 // 4])
    pairs = [won > lost for won in found["win"] for lost in found["loss"]]
    assert len(pairs) > 100
    assert sum(pairs) / len(pairs) > 0.7


def test_the_clock_counts_the_rounds_of_a_scenario_one_by_one() -> None:
    table, player = open_tables(GAME, {"mode": "adventure", "scenario": "prologue"}).deal(4, 0), Judging()
    play_out(table, [player])
    assert {later - earlier for earlier, later in pairwise(player.rounds)} == {0, 1}
    assert player.rounds[-1] == table.state.round > 3


def test_the_clock_goes_on_from_scenario_to_scenario() -> None:
    table, player = open_tables(GAME, {"mode": "campaign"}).deal(4, 0), Judging()
    play_out(table, [player], 400)
    ends = [later for earlier, later in pairwise(player.rounds) if later > earlier + 500]
    assert ends, "a scenario was over"
