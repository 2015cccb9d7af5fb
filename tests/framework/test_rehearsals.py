"""Rehearsals: the lean copies that searches play with, and how a roll-out plays on from one."""

from __future__ import annotations

from typing import Any

import pytest
from cellars import at_prism, tables
from lantern import Cellar, LanternRules, Thrifty

from undercroft._core import Stream
from undercroft.agents import RandomAgent
from undercroft.agents.rollout import Rollout
from undercroft.play import Rehearsal
from undercroft.session import Session


def luck() -> Stream:
    return Stream(5, 0, "redeal")


def random_agents() -> list[Any]:
    agents = [RandomAgent(), RandomAgent()]
    for seat, agent in enumerate(agents, 1):
        agent.begin(seat, Stream(5, seat, "agent"))
    return agents


def walked(choices: int) -> Session:
    game = Session.of(tables(LanternRules, players=2), 4)
    for _ in range(choices):
        if game.ask is not None:
            game.choose(game.ask[2][-1])
    return game


@pytest.mark.parametrize("choices", range(0, 24, 3))
def test_it_goes_on_like_a_fork_that_was_dealt_anew(choices: int) -> None:
    game = walked(choices)
    if game.ask is None:
        return
    before = game.digest()
    fork = game.fork()
    fork.redeal(game.ask[0], luck())
    run = game.rehearse(game.ask[0], luck())
    while fork.ask is not None:
        assert run.ask is not None
        assert (*run.ask[:2], *run.ask[2]) == (*fork.ask[:2], *fork.ask[2])
        fork.choose(fork.ask[2][0])
        run.choose(run.ask[2][0])
    assert run.ask is None
    assert run.state.key() == fork.state.key()
    assert game.digest() == before


def test_agents_play_it_on_like_a_fork() -> None:
    game = walked(3)
    fork = game.fork()
    fork.redeal(1, luck())
    run = game.rehearse(1, luck())
    assert run.play_on(random_agents()) == fork.play_out(random_agents())
    assert run.state.key() == fork.state.key()
    assert run.ask is None
    assert run.play_on(random_agents()) == 0, "the game is over"


@pytest.mark.parametrize("agents", [random_agents, lambda: [Thrifty(), Thrifty()]])
def test_it_stops_after_so_many_decisions_and_can_go_on(agents: Any) -> None:
    run, whole = (walked(3).rehearse(1, luck()) for _ in range(2))
    players = agents()
    made = 0
    while run.ask is not None:
        assert run.play_on(players, 0) == 0
        made += run.play_on(players, 2)
    assert made == whole.play_on(agents())
    assert run.state.key() == whole.state.key()


class Rounds(LanternRules):
    """Counts its rooms as rounds, and thinks nothing of any position."""

    def clock(self, s: Cellar) -> int:
        return 1 + len(self.content.rooms) - len(s.rooms)

    def evaluate(self, s: Cellar, seat: int) -> float:
        return 0.0


class Watched(Rollout):
    """Remembers the last game that it has judged."""

    last: Rehearsal

    def judge(self, run: Rehearsal, seat: int) -> float:
        self.last = run
        return super().judge(run, seat)


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_roll_out_plays_whole_rounds_where_they_are_counted(rounds: int) -> None:
    game = Session.of(tables(Rounds, players=2), 4)
    now = game.rules.clock(game.state)
    rollout = Watched("random", 1, rounds)
    rollout.begin(game, luck())
    rollout.judge(game.rehearse(1, luck()), 1)
    assert rollout.last.rules.clock(rollout.last.state) == now + rounds
    endless = Watched("random", 1, 0)
    endless.begin(game, luck())
    endless.judge(game.rehearse(1, luck()), 1)
    assert endless.last.state.result


class Timeless(Rounds):
    """Its second round never comes."""

    def clock(self, s: Cellar) -> int:
        return 1


def test_a_roll_out_of_a_game_that_does_not_get_on_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.agents.rollout.DECISION_LIMIT", 5)
    game = Session.of(tables(Timeless, players=2), 4)
    rollout = Watched("random", 1, 1)
    rollout.begin(game, luck())
    assert rollout.judge(game.rehearse(1, luck()), 1) == 0.0
    assert rollout.made == 5
    assert rollout.last.ask is not None


def test_a_roll_out_plays_so_many_decisions_where_there_are_no_rounds() -> None:
    game = at_prism(log=False)
    assert game.rules.clock(game.state) == 0
    for depth in (1, 2):
        rollout = Rollout("random", depth, 1)
        rollout.begin(game, luck())
        rollout.judge(game.rehearse(1, luck()), 1)
        assert rollout.made == depth
