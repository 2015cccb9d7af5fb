"""The lean driver: plays a game to its end with no copies and no log. Batches and search play-outs use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from undercroft._core import Stream
from undercroft.errors import RulesError
from undercroft.game import Table
from undercroft.rulebook import Ask, Flow, GameOver
from undercroft.state import Option

__all__ = ["DECISION_LIMIT", "Agent", "go_on", "play_out"]

DECISION_LIMIT = 100_000
"""A game with more decisions than this counts as stalled."""


class Agent(Protocol):
    """Chooses an option for one seat.

    ``looks_ahead`` says that the agent forks: its ``table`` is then a :class:`undercroft.Session`, else at least a
    :class:`undercroft.Table`. An agent must not use what its seat cannot know.
    """

    looks_ahead: bool
    # An agent that looks at nothing but the options may also have ``pick(options)``; batches of such agents call it.

    def begin(self, seat: int, stream: Stream) -> None:
        """A new game begins; ``stream`` is the agent's own source of randomness for it."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """One of the options."""


def play_out(table: Table, agents: Sequence[Agent], limit: int = DECISION_LIMIT) -> int:
    """Play to the end, or until ``limit`` decisions were made; returns their number.

    ``agents[seat - 1]`` decides for a seat. The state's ``result`` stays ``""`` where the limit was hit.
    """
    return go_on(table, agents, None, None, limit)


def go_on(table: Table, agents: Sequence[Agent], flow: Flow | None, ask: Ask | None, limit: int) -> int:
    """Play on from a suspended step (``flow`` waiting at ``ask``), or from the stack where ``flow`` is ``None``."""
    rules, s = table.rules, table.state
    stack = s.stack
    pop = stack.pop
    steps = rules.steps
    choose = [_nobody, *(agent.choose for agent in agents)]
    pick = [None, *(getattr(agent, "pick", None) for agent in agents)]
    blind = None not in pick[1:]
    made = 0
    answer: Any = None
    try:
        if flow is not None and ask is not None:
            if limit < 1:
                return 0
            made = 1
            answer = choose[ask[0]](table, *ask)
        while True:
            if flow is None:
                if not stack:
                    return made
                name, args = pop()
                flow = steps[name](s, *args)
                if flow is None:
                    continue
            try:
                send = flow.send
                while blind and made < limit:
                    seat, _, options = send(answer)
                    answer = pick[seat](options)  # type: ignore[misc]
                    made += 1
                while made < limit:
                    seat, prompt, options = send(answer)  # the first answer, None, starts the step
                    answer = choose[seat](table, seat, prompt, options)
                    made += 1
                send(answer)
                return made
            except StopIteration:
                flow = answer = None
    except GameOver:
        stack.clear()
    except KeyError:
        rules.step(name)  # says which step there is not
        raise
    return made


def _nobody(table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
    raise RulesError(f"prompt {prompt!r} asks seat {seat}; seats are numbered from 1")
