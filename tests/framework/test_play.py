"""The lean driver: it plays what a session plays, stops where it is told, and counts right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from cellars import TWO, at_prism
from lantern import Cellar, LanternRules, Thrifty

from undercroft._core import Stream
from undercroft.agents import RandomAgent
from undercroft.errors import RulesError
from undercroft.game import Table, resolve_setup
from undercroft.play import DECISION_LIMIT, Rehearsal, play_out
from undercroft.plugins import registry
from undercroft.session import Session, fingerprint
from undercroft.state import Option


def deal(seed: int, index: int = 0, **setup: Any) -> Table:
    game = registry().game("lantern")
    return registry().tables(game, resolve_setup(game, setup or TWO)).deal(seed, index)


def random_agents(seed: int) -> list[RandomAgent]:
    made = [RandomAgent(), RandomAgent()]
    for seat, agent in enumerate(made, 1):
        agent.begin(seat, Stream(seed, 0, f"agent/{seat}"))
    return made


def state_of(table: Any) -> Cellar:
    made: Cellar = table.state
    return made


@pytest.mark.parametrize("seed", range(6))
def test_a_session_and_the_lean_driver_play_the_same_game(seed: int) -> None:
    table = deal(seed, players=2, mode="long")
    made = play_out(table, random_agents(seed))
    session = Session("lantern", {"players": 2, "mode": "long"}, seed, log=False)
    agents = random_agents(seed)
    choices = 0
    while session.ask is not None:
        seat, prompt, options = session.ask
        session.choose(agents[seat - 1].choose(session, seat, prompt, options))
        choices += 1
    assert (made, state_of(table).result) == (choices, session.state.result)
    assert session.digest() == fingerprint((state_of(table).key(), ()))
    assert state_of(table).stack == []


@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_a_limit_stops_the_game_and_is_counted(limit: int) -> None:
    table = deal(1)
    made = play_out(table, [Thrifty(), Thrifty()], limit)
    assert made == limit
    assert state_of(table).result == ""


def test_a_game_that_ends_at_its_limit_is_over() -> None:
    whole = play_out(deal(1), [Thrifty(), Thrifty()])
    table = deal(1)
    assert play_out(table, [Thrifty(), Thrifty()], whole) == whole
    assert state_of(table).result != ""
    assert whole < DECISION_LIMIT


def test_go_on_from_a_suspended_step() -> None:
    s = at_prism().state
    rules = at_prism().rules
    flow = LanternRules.turn(rules, s, 2)  # type: ignore[arg-type]
    ask = next(flow)
    asked: list[str] = []

    class Watching(Thrifty):
        def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
            asked.append(f"{seat}/{prompt}")
            return super().choose(table, seat, prompt, options)

    run = Rehearsal(rules, s, flow, ask)
    assert run.play_on([Watching(), Watching()], 1) == 1
    assert asked == ["2/turn"]
    assert run.play_on([Watching(), Watching()], 0) == 0
    assert asked == ["2/turn"]


class Unseated(LanternRules):
    """Asks a seat that there is not."""

    def turn(self, s: Cellar, seat: int) -> Any:
        yield self.ask(s, 0, "turn", [("rest",)])


def test_a_seat_that_is_none_is_named() -> None:
    table = deal(1)
    table = Table(Unseated(table.rules.content, table.rules.setup), table.state)
    with pytest.raises(RulesError, match="prompt 'turn' asks seat 0; seats are numbered from 1"):
        play_out(table, [Thrifty(), Thrifty()])
