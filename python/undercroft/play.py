"""The lean driver: plays a game to its end with no copies and no log. Batches and search play-outs use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from undercroft._core import Stream
from undercroft.errors import RulesError
from undercroft.game import Table
from undercroft.rulebook import Ask, Flow, GameOver
from undercroft.state import Option

__all__ = ["DECISION_LIMIT", "Agent", "Rehearsal", "play_out"]

DECISION_LIMIT = 100_000
"""A game with more decisions than this counts as stalled."""


class Agent(Protocol):
    """Chooses an option for one seat.

    ``looks_ahead`` says that the agent forks: its ``table`` is then a :class:`undercroft.Session`, else at least a
    :class:`undercroft.Table`. An agent must not use what its seat cannot know.
    """

    looks_ahead: bool
    # An agent that looks at nothing but the options may also have ``pick(options)``; batches of such agents call it.
    # One that has others play for it may have ``check_agents(known)``, which raises an AgentError, before any game
    # begins, where the game's agents (AgentSpec by name) have none that can.

    def begin(self, seat: int, stream: Stream) -> None:
        """A new game begins; ``stream`` is the agent's own source of randomness for it."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """One of the options."""


def play_out(table: Table, agents: Sequence[Agent], limit: int = DECISION_LIMIT) -> int:
    """Play to the end, or until ``limit`` decisions were made; returns their number.

    ``agents[seat - 1]`` decides for a seat. The state's ``result`` stays ``""`` where the limit was hit.
    """
    choose = [_nobody, *(agent.choose for agent in agents)]
    pick = [None, *(getattr(agent, "pick", None) for agent in agents)]
    made = 0
    answer: Any = None
    try:
        send = _frames(table).send
        if None not in pick[1:]:
            while made < limit:
                seat, _, options = send(answer)  # the first answer, None, starts the first step
                answer = pick[seat](options)  # type: ignore[misc]
                made += 1
        while made < limit:
            seat, prompt, options = send(answer)
            answer = choose[seat](table, seat, prompt, options)
            made += 1
        send(answer)
    except StopIteration:
        pass
    except GameOver:
        table.state.stack.clear()
    return made


def _frames(table: Table) -> Flow:
    """The frames of the stack as one flow, until none is left. Handing on what a step asks costs next to nothing."""
    rules, s = table.rules, table.state
    stack, steps = s.stack, rules.steps
    pop = stack.pop
    try:
        while stack:
            name, args = pop()
            flow = steps[name](s, *args)
            if flow is not None:
                yield from flow
    except KeyError:
        rules.step(name)  # says which step there is not
        raise


class Rehearsal:
    """A copy of a running game that can only go on: what a search plays its thousands of games with.

    :meth:`undercroft.Session.rehearse` makes one. It has ``rules`` and ``state`` like every table, and ``ask``, the
    pending choice as (seat, prompt, options), or ``None`` once the game is over. It keeps no boundaries and no history,
    and does not test what is chosen: between two decisions there is nothing but the rules.
    """

    __slots__ = ("_send", "ask", "rules", "state")

    def __init__(self, rules: Any, state: Any, flow: Flow | None, ask: Ask | None) -> None:
        self.rules = rules
        self.state = state
        self.ask = ask
        if flow is not None and ask is not None:
            on = _onward(self, flow, ask)
            next(on)
            self._send = on.send

    def choose(self, option: Option) -> None:
        """Go on with one of the options of ``ask``, which is not tested."""
        try:
            self.ask = self._send(option)
        except StopIteration:
            self.ask = None
        except GameOver:
            self.state.stack.clear()
            self.ask = None

    def play_on(self, agents: Sequence[Agent], limit: int = DECISION_LIMIT) -> int:
        """Let agents choose, to the end or for ``limit`` decisions; returns the decisions made."""
        if self.ask is None:
            return 0
        choose = [_nobody, *(agent.choose for agent in agents)]
        pick = [None, *(getattr(agent, "pick", None) for agent in agents)]
        send, ask = self._send, self.ask
        made = 0
        try:
            if None not in pick[1:]:
                while made < limit:
                    answer = pick[ask[0]](ask[2])  # type: ignore[misc]
                    made += 1
                    ask = send(answer)
            while made < limit:
                answer = choose[ask[0]](self, *ask)
                made += 1
                ask = send(answer)
            self.ask = ask
        except StopIteration:
            self.ask = None
        except GameOver:
            self.state.stack.clear()
            self.ask = None
        return made


def _onward(table: Any, flow: Flow, ask: Ask) -> Flow:
    """A suspended step and the frames behind it as one flow, which begins with what the step asks."""
    send = flow.send
    try:
        while True:
            ask = send((yield ask))
    except StopIteration:
        pass
    yield from _frames(table)


def _nobody(table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
    raise RulesError(f"prompt {prompt!r} asks seat {seat}; seats are numbered from 1")
