"""A side of a comparison: a game, its setup, who plays, with which expansions, without which cards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.plan import Agents, Plan, agent_name, make_plan, seats
from undercroft.errors import UndercroftError, UsageError
from undercroft.game import Game, check_names, resolve_setup
from undercroft.plugins import registry
from undercroft.setup import as_written, seats_of

__all__ = ["SEAT", "WORDS", "Side"]

WORDS = "KEY=VALUE for the setup, agent=A, seat1=A, from=FILE, +EXPANSION and -CARD"
"""What a side is written with, behind the id of its game."""

SEAT = re.compile(r"seat(\d{1,9})", re.ASCII)
"""The word for who plays a single seat."""


def _names(names: Sequence[str]) -> tuple[str, ...]:
    check_names("what a side adds or takes out", names)
    return tuple(names)


@attrs.frozen
class Side:
    """One side of a comparison, as it is asked for; nothing is looked up before it is planned.

    ``agents`` plays all seats (a spec, a function or an agent, or a list with one for each seat; ``None`` is the agent
    that the game names), ``seats`` says who else plays single ones, by number from 1. ``without`` has ids of content
    that is taken out (``id`` or ``kind/id``), ``start`` is a position file that every game begins at.
    """

    game: str | Game
    setup: Mapping[str, Any] = attrs.field(factory=dict)
    agents: Agents | None = None
    seats: Mapping[int, Any] = attrs.field(factory=dict)
    expansions: tuple[str, ...] = attrs.field(default=(), converter=_names)
    without: tuple[str, ...] = attrs.field(default=(), converter=_names)
    start: str | Path | None = None

    @classmethod
    def parse(cls, text: str) -> Side:
        """A side from its text, such as ``"GAME mode=short agent=heuristic +some-expansion -some-card"``.

        Words are told apart as a shell does, so that a path may have blanks in quotes. ``agent=A`` is who plays all
        seats, ``seat1=A`` who plays seat 1, ``from=FILE`` a position file, ``+NAME`` an expansion, ``-ID`` (or
        ``-KIND/ID``) a card that is taken out; any other ``KEY=VALUE`` is a key of the setup. Raises
        :class:`UsageError` for what is none of these, or is said twice.
        """
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise UsageError(f"side {text!r} cannot be read: {error}; expected a game, then {WORDS}") from error
        if not words or words[0][0:1] in ("+", "-", "") or "=" in words[0]:
            raise UsageError(f"side {text!r} names no game; expected the id of one, then {WORDS}")
        given: dict[str, str] = {}
        extra: dict[str, list[str]] = {"+": [], "-": []}
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if word[:1] in extra and word[1:]:
                extra[word[0]].append(word[1:])
            elif not equals or not key or not value:
                raise UsageError(f"side {text!r}: {word!r} is nothing that a side has; expected {WORDS}")
            elif given.setdefault(key, value) != value:
                raise UsageError(f"side {text!r}: {key} is given twice, as {given[key]!r} and as {value!r}")
        found = {key: SEAT.fullmatch(key) for key in given}
        return cls(
            words[0],
            setup={key: value for key, value in given.items() if key not in ("agent", "from") and not found[key]},
            agents=given.get("agent"),
            seats={int(seat[1]): given[key] for key, seat in found.items() if seat is not None},
            expansions=extra["+"],
            without=extra["-"],
            start=given.get("from"),
        )

    @classmethod
    def of(cls, plan: Plan) -> Side:
        """The side that a batch was played from, ready to be changed (``attrs.evolve(side, without=["card"])``).

        Raises :class:`UsageError` for a batch that began at a position, whose file is not known any more.
        """
        if plan.start is not None:
            raise UsageError("the batch began at a position file; write its side with from=FILE")
        game = plan.brought or plan.game
        agents = list(plan.agents)
        return cls(game, dict(plan.setup), agents, {}, plan.expansions, plan.without)

    def __str__(self) -> str:
        """The side as text."""
        words = [self.game_id, *(f"{key}={as_written(value)}" for key, value in self.setup.items())]
        if isinstance(self.agents, list | tuple):
            words += [f"seat{seat}={agent_name(agent)}" for seat, agent in enumerate(self.agents, 1)]
        elif self.agents is not None:
            words.append(f"agent={agent_name(self.agents)}")
        words += [f"seat{seat}={agent_name(agent)}" for seat, agent in self.seats.items()]
        words += [f"from={self.start}"] if self.start is not None else []
        words += [f"+{name}" for name in self.expansions] + [f"-{name}" for name in self.without]
        return shlex.join(words)

    @property
    def game_id(self) -> str:
        """The id of the game."""
        return self.game if isinstance(self.game, str) else self.game.id

    def plan(self, *, games: int, seed: int, limit: int | None = None) -> Plan:
        """The batch that this side asks for. Raises :class:`UsageError` for what does not exist or cannot be."""
        try:
            found = registry().game(self.game) if isinstance(self.game, str) else self.game
            return make_plan(
                found,
                games=games,
                agents=self._seated(found),
                seed=seed,
                setup=self.setup,
                expansions=self.expansions,
                start=self.start,
                limit=limit,
                without=self.without,
            )
        except UndercroftError as error:
            error.args = (f"side {str(self)!r}: {error}",)
            raise

    def _seated(self, game: Game) -> Agents:
        agents = game.default_agent if self.agents is None else self.agents
        if not self.seats:
            return agents
        if self.start is not None:
            from undercroft.session import Session

            options = Session.load_position(Path(self.start), log=False).rules.setup
        else:
            options = resolve_setup(game, self.setup).options
        count = seats_of(options)
        who = list(seats(agents, count))
        for seat, agent in self.seats.items():
            if type(seat) is not int or not 1 <= seat <= count:
                known = ", ".join(f"seat{number}" for number in range(1, count + 1))
                raise UsageError(f"there is no seat {seat}; expected {known}")
            who[seat - 1] = agent
        return who
