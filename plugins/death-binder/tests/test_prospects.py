"""How a position is judged: won games look better than lost ones before they are over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from db_cards import enemy
from db_table import DbTable

from undercroft import Option, Table, play_out
from undercroft.testing import open_tables
from undercroft_death_binder.heuristic import Heuristic
from undercroft_death_binder.rules.prospects import WEIGHTS

Lay = Callable[..., DbTable]
CELLS = [(mode, players) for mode in ("quick-descent", "descent") for players in (1, 2)]


class Judging(Heuristic):
    """Notes what it thinks of each position."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: list[float] = []

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        self.judged.append(table.rules.evaluate(table.state, seat))
        return super().choose(table, seat, prompt, options)


def late(table: Table) -> float:
    """What a game was thought of after three quarters of its decisions, which are made by one and the same player."""
    player = Judging()
    play_out(table, [player] * table.rules.setup.players)
    return player.judged[len(player.judged) * 3 // 4]


@pytest.mark.parametrize(("mode", "players"), CELLS)
def test_games_that_are_won_look_better_than_games_that_are_lost(mode: str, players: int) -> None:
    tables = open_tables("death-binder", {"mode": mode, "players": players})
    found: dict[str, list[float]] = {"win": [], "loss": []}
    for index in range(40):
        table = tables.deal(4, index)
        value = late(table)
        assert 0 < value < 1
        assert table.rules.evaluate(table.state, 1) == (table.state.result == "win")
        found[table.state.result].append(value)
    pairs = [won > lost for won in found["win"] for lost in found["loss"]]
    assert len(pairs) > 100
    assert sum(pairs) / len(pairs) > 0.75


@pytest.mark.parametrize(("mode", "players"), CELLS)
def test_every_figure_has_its_weight(table: Lay, mode: str, players: int) -> None:
    t = table(mode=mode, players=players)
    assert len(t.rules.signs(t.state, 0.5)) == len(WEIGHTS)


@pytest.mark.parametrize(("worse", "better"), [({"health": 1}, {"health": 6}), ({"dd": 4}, {"dd": 40})])
def test_health_and_cards_are_worth_something(table: Lay, worse: dict[str, int], better: dict[str, int]) -> None:
    foe = enemy("foe", health=4, damage=3)
    low, high = (table(at="turn", row=[foe], **more) for more in (worse, better))
    assert low.rules.evaluate(low.state, 1) < high.rules.evaluate(high.state, 1)
