"""What the checks run on: a game in one setup, and games of it that were recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, TypeVar

import attrs

from undercroft._core import Stream
from undercroft.game import Game, Tables
from undercroft.play import Agent
from undercroft.plugins import AgentSpec, registry
from undercroft.session import Session
from undercroft.setup import seats_of
from undercroft.testing.checks.recording import ConformanceError, Line, Players, fail, record, require

__all__ = ["Case", "ConformanceError", "Line", "agent_stream", "fail", "on_trial", "require", "spread"]

T = TypeVar("T")

LINE_LIMIT = 2000
"""So many decisions of a game are recorded, fewer where many cases share; whether games end is a check of its own."""

NEXT_LINE = 1000
"""Of games longer than that, each recorded game begins so many decisions later in its game than the one before."""

LEAST_LINE = 300
"""No recorded game is cut before that, however many cases share."""


def agent_stream(seed: int, index: int, seat: int) -> Stream:
    """The random stream of a seat's agent."""
    return Stream(seed, index, f"agent/{seat}")


def on_trial(spec: AgentSpec) -> Agent:
    """An agent as the kit tries it: with the options that its spec names for that."""
    return spec.make(dict(spec.trial))


@attrs.define(eq=False, repr=False)
class Case:
    """One game in one setup. ``games`` is the number of play-outs, ``thorough`` leaves no decision out.

    ``share`` is how much of the kit's samples falls to this case: 1 in a suite of few cases. ``number`` tells cases
    apart, so that those of a large suite look at different things.
    """

    tables: Tables
    name: str = "default"
    games: int = 200
    thorough: bool = False
    share: float = 1.0
    number: int = 0
    _lines: list[Line] | None = None

    def __repr__(self) -> str:
        return f"<{self.game.id}, {self.name}>"

    @property
    def game(self) -> Game:
        """The game that is checked."""
        return self.tables.game

    @property
    def seats(self) -> range:
        """All seats of the setup."""
        return range(1, 1 + seats_of(self.tables.setup.options))

    @property
    def agents(self) -> dict[str, AgentSpec]:
        """The agents that can play the game, by name."""
        return registry().agents_for(self.game.id)

    def session(self, seed: int, *, log: bool = False) -> Session:
        """A new game."""
        return Session.of(self.tables, seed, 0, log=log)

    @property
    def lines(self) -> list[Line]:
        """Recorded games: of random agents, of the game's own agent, and of both mixed, which gets everywhere."""
        if self._lines is None:
            names = [["random"], ["random"], [self.game.default_agent], [self.game.default_agent, "random"]]
            self._lines = [self._record(seed, pair) for seed, pair in enumerate(names)]
        return self._lines

    def _record(self, seed: int, names: Sequence[str]) -> Line:
        limit = max(LEAST_LINE, self.portion(LINE_LIMIT))
        players = Players(self._players(seed, names), Stream(seed, 0, "kit/mix"))
        skip = seed * NEXT_LINE
        return record(self.tables, seed, " and ".join(names), players, self.seats, skip=skip, limit=limit)

    def _players(self, seed: int, names: Sequence[str]) -> list[list[Any]]:
        """For each named agent, one for every seat."""
        players = []
        for name in names:
            require(
                name in self.agents,
                f"{self.game.id}: its default agent {name!r} is not among its agents {list(self.agents)}",
            )
            made = [on_trial(self.agents[name]) for _ in self.seats]
            for seat, agent in enumerate(made, 1):
                agent.begin(seat, agent_stream(seed, 0, seat))
            players.append(made)
        return players

    def walk(self, line: Line, *, log: bool = False) -> Iterator[tuple[int, Session]]:
        """Play a recorded game again, stopping before each choice and at the end. The session must not be changed."""
        session = line.session(self.tables, log=log)
        for i, option in enumerate(line.choices):
            yield i, session
            session.choose(option)
        yield len(line), session

    @property
    def new_processes(self) -> bool:
        """Whether this case looks at what takes a new process: of a large suite so many cases as are looked at in full.

        They are taken evenly, and shifted as they go, so that a key with as many values comes with all of them.
        """
        every = ceil(1 / self.share)
        return (self.number + self.number // every) % every == 0

    def portion(self, most: int) -> int:
        """What falls to this case of so many things to look at."""
        return max(1, ceil(most * self.share))

    def sample(self, line: Line, most: int) -> set[int]:
        """Decisions of a recorded game to look at: some of every prompt, and evenly spread ones; all if thorough.

        A case that shares with many others looks at some prompts only, each case at others.
        """
        most = self.portion(most)
        if self.thorough or len(line) <= most:
            return set(range(len(line) + 1))
        by_prompt: dict[str, list[int]] = {}
        for i, prompt in enumerate(line.prompts):
            by_prompt.setdefault(prompt, []).append(i)
        names = list(by_prompt)
        if self.share < 1:
            first = (self.number + line.seed) % len(names)
            names = spread(names[first:] + names[:first], max(1, most // 2))
        share = max(1, most // (2 * len(names)))
        chosen = {i for name in names for i in spread(by_prompt[name], share)}
        return chosen | set(spread(range(len(line) + 1), max(1, most - len(chosen)))) | {len(line)}

    def walked(self, most: int, *, log: bool = False) -> Iterator[tuple[Line, int, Session]]:
        """All recorded games at sampled decisions, ``most`` of them in all (every one if thorough)."""
        for line in self.lines:
            wanted = self.sample(line, max(1, most // len(self.lines)))
            for i, session in self.walk(line, log=log):
                if i in wanted:
                    yield line, i, session


def spread(items: Sequence[T], count: int) -> list[T]:
    """At most ``count`` of the items, evenly spread, the first among them."""
    if len(items) <= count:
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]
