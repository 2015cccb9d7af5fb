"""Agents: they choose what is offered, leave the table alone, and do not look at hidden cards."""

from __future__ import annotations

from typing import Any

from undercroft.game import Table
from undercroft.plugins import AgentSpec
from undercroft.session import Session
from undercroft.state import Option
from undercroft.testing.checks.case import Case, ConformanceError, Line, agent_stream, on_trial, require
from undercroft.testing.checks.secrets import deal_stream

__all__ = ["agents_choose_what_is_offered", "agents_do_not_look"]

DEALS = 3
"""So often hidden cards are re-dealt at a decision; an agent has to choose the same each time."""


def _answer(spec: AgentSpec, session: Session, number: int) -> Option:
    """What a new agent chooses, its stream at the beginning."""
    assert session.ask is not None
    seat, prompt, options = session.ask
    agent = on_trial(spec)
    agent.begin(seat, agent_stream(number, 0, seat))
    table: Any = session if agent.looks_ahead else Table(session.rules, session.state)
    try:
        option: Option = agent.choose(table, seat, prompt, options)
    except Exception as error:
        where = f"decision {number + 1}, seat {seat}, prompt {prompt!r}"
        raise ConformanceError(f"{where}: agent {spec.name} fails: {type(error).__name__}: {error}") from error
    return option


def _most(spec: AgentSpec) -> int:
    """Decisions to try an agent at: agents that search are slow."""
    return 24 if on_trial(spec).looks_ahead else 300


def agents_choose_what_is_offered(case: Case) -> None:
    """Every agent answers with one of the options and changes nothing."""
    for name, spec in case.agents.items():
        for line, i, session in case.walked(_most(spec)):
            if session.ask is None:
                continue
            fork = session.fork()
            before = fork.state.key()
            option = _answer(spec, fork, i)
            assert fork.ask is not None
            require(option in fork.ask[2], f"{line.where(i)}: agent {name} answers {option!r}, which is not offered")
            require(fork.state.key() == before, f"{line.where(i)}: agent {name} changes the state while it chooses")


def agents_do_not_look(case: Case) -> None:
    """An agent with the same stream chooses the same, however the cards lie that its seat cannot see."""
    for name, spec in case.agents.items():
        for line, i, session in case.walked(_most(spec)):
            if session.ask is not None and len(session.ask[2]) > 1:
                _holds(name, spec, session, line, i)


def _holds(name: str, spec: AgentSpec, session: Session, line: Line, i: int) -> None:
    assert session.ask is not None
    seat = session.ask[0]
    chosen = _answer(spec, session.fork(), i)
    for number in range(DEALS):
        fork = session.fork()
        fork.redeal(seat, deal_stream(number))
        other = _answer(spec, fork, i)
        require(
            other == chosen,
            f"{line.where(i)}: agent {name} chooses {chosen!r}, but {other!r} when hidden cards are re-dealt",
        )
