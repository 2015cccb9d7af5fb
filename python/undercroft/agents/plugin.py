"""The agents that come with Undercroft, offered like those of any plugin."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from undercroft.agents.lookahead import LookaheadAgent
from undercroft.agents.mcts import MctsAgent
from undercroft.agents.uniform import RandomAgent
from undercroft.errors import AgentError
from undercroft.plugins import AgentSpec, hookimpl

UNDERCROFT_API = (1, 1)
_LONGEST = 10

Reader = Callable[[str], Any]
"""Makes the value of an option from its text; raises :class:`ValueError` that says what was expected."""


def _count(least: int) -> Reader:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < _LONGEST and int(text) >= least):
            raise ValueError(f"a whole number from {least} on, of at most {_LONGEST - 1} digits")
        return int(text)

    return read


def _number(what: str, least: float, most: float = math.inf, *, open_end: bool = False) -> Reader:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise ValueError(what) from None
        if not (least < value if open_end else least <= value) or not value <= most or math.isinf(value):
            raise ValueError(what)
        return value

    return read


def _name(text: str) -> str:
    if not text:
        raise ValueError("the name of an agent")
    return text


_LOOKAHEAD: Mapping[str, Reader] = {
    "deals": _count(1),
    "options": _count(1),
    "rounds": _count(0),
    "depth": _count(0),
    "rollout": _name,
}
_MCTS: Mapping[str, Reader] = {
    "iterations": _count(1),
    "time": _number("a number of seconds above 0", 0.0, open_end=True),
    "c": _number("a number from 0 on", 0.0),
    "prior": _number("a number from 0 to 1", 0.0, 1.0),
    "rounds": _count(0),
    "depth": _count(0),
    "rollout": _name,
}


# The choice depends on nothing but what the rehearsals find: a peek would change it.
_ON_TRIAL: Mapping[str, str] = {"iterations": "12", "c": "0.1", "prior": "0", "rounds": "1", "depth": "4"}


def _read(name: str, options: Mapping[str, str], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """The values of an agent's options. Raises :class:`AgentError` that lists the options, or says what fits one."""
    unknown = sorted(set(options) - set(readers))
    if unknown:
        raise AgentError(f"agent {name} has no option {unknown[0]!r}; its options are {', '.join(readers)}")
    values = {}
    for key, text in options.items():
        try:
            values[key] = readers[key](text)
        except ValueError as error:
            raise AgentError(f"agent {name}: {key} cannot be {text!r}; expected {error}") from None
    return values


def _random(options: dict[str, str]) -> RandomAgent:
    if options:
        raise AgentError(f"agent random takes no options, got {', '.join(options)}")
    return RandomAgent()


def _lookahead(options: dict[str, str]) -> LookaheadAgent:
    return LookaheadAgent(**_read("lookahead", options, _LOOKAHEAD))


def _mcts(options: dict[str, str]) -> MctsAgent:
    return MctsAgent(**_read("mcts", options, _MCTS))


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """The built-in agents."""
    return [
        AgentSpec("random", _random, about="every option with the same chance"),
        AgentSpec(
            "lookahead",
            _lookahead,
            about="tries every option on forks over several re-deals",
            trial={"deals": "2", "options": "8", "rounds": "1", "depth": "4"},
        ),
        AgentSpec(
            "mcts",
            _mcts,
            about="grows a tree of what may happen, over many re-deals",
            trial=_ON_TRIAL,
        ),
    ]
