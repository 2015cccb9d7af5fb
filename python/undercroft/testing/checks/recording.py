"""Recorded games: who chose what among which options, and the digest all along.

A long game is recorded in part only. Each of a case's games then has another part written down: the first one its
beginning, the others a stretch that begins later, as a position does, so that together they are of the whole game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import attrs

from undercroft._core import Stream
from undercroft.game import Table, Tables
from undercroft.history import Boundary
from undercroft.rulebook import Rulebook
from undercroft.session import Session
from undercroft.state import Option

__all__ = ["ConformanceError", "Line", "Players", "fail", "record", "require"]

CHECKPOINT = 50
"""Every so many decisions the last boundary is remembered, as a place where a recorded stretch may begin."""


class ConformanceError(AssertionError):
    """A game that does not do what every game must do: says what, where, and what was expected."""


def fail(message: str) -> NoReturn:
    """Raise :class:`ConformanceError`."""
    __tracebackhide__ = True
    raise ConformanceError(message)


def require(condition: object, message: str) -> None:
    """Raise :class:`ConformanceError` where something does not hold."""
    __tracebackhide__ = True
    if not condition:
        raise ConformanceError(message)


@attrs.frozen
class Line:
    """A recorded game: who chose what among which options, and the digest before each choice and at the end.

    Where it does not begin with the game, ``start`` is the state that it begins at, after ``before`` decisions.
    """

    seed: int
    agents: str
    seats: tuple[int, ...]
    prompts: tuple[str, ...]
    offers: tuple[tuple[Option, ...], ...]
    choices: tuple[Option, ...]
    digests: tuple[str, ...]
    over: bool
    start: Any = None
    before: int = 0

    def __len__(self) -> int:
        return len(self.choices)

    def where(self, i: int) -> str:
        """A decision in words, for messages."""
        if i >= len(self):
            end = "at the end of the game" if self.over else f"after {self.before + i} decisions"
            return f"seed {self.seed} ({self.agents}), {end}"
        made = self.before + i + 1
        return f"seed {self.seed} ({self.agents}), decision {made}, seat {self.seats[i]}, prompt {self.prompts[i]!r}"

    def session(self, tables: Tables, *, log: bool = False, rules: Rulebook[Any] | None = None) -> Session:
        """A new session where the line begins. ``rules`` may stand in for the shared rulebook of the tables."""
        if self.start is None:
            return Session.of(tables, self.seed, 0, log=log, rules=rules)
        return Session.at(tables, self.start.copy(), log=log, rules=rules)

    def table(self, tables: Tables) -> Table:
        """The bare table where the line begins."""
        dealt = tables.deal(self.seed, 0)
        return dealt if self.start is None else Table(dealt.rules, self.start.copy())


@attrs.define
class Players:
    """One or two agents for each seat; where there are two, ``mix`` says at each decision which of them chooses."""

    sets: list[list[Any]]
    mix: Stream

    def choose(self, session: Session) -> Option:
        """The choice at the pending decision."""
        assert session.ask is not None
        seat, prompt, options = session.ask
        option: Option = self.sets[self.mix.below(len(self.sets))][seat - 1].choose(session, seat, prompt, options)
        return option


def record(tables: Tables, seed: int, agents: str, players: Players, seats: range, *, skip: int, limit: int) -> Line:
    """Play a game and write down at most ``limit`` decisions of it: those after about ``skip``, or the last ones."""
    session = Session.of(tables, seed)
    choices: list[Option] = []
    marks: list[tuple[int, Boundary | None]] = [(0, None)]
    while session.ask is not None and len(choices) < skip + limit:
        if len(choices) >= marks[-1][0] + CHECKPOINT and session._boundary is not None:
            marks.append((len(choices) - len(session._saved_parts()[1]), session._boundary))
        _check_seat(session, seats, seed, len(choices))
        choices.append(players.choose(session))
        _take(session, choices[-1], f"seed {seed}, decision {len(choices)}")
    wanted = min(skip, max(0, len(choices) - limit))
    before, boundary = [mark for mark in marks if mark[0] <= wanted][-1]
    start = None if boundary is None else boundary.state
    return _written(tables, Line(seed, agents, (), (), (), (), (), False, start, before), choices[before:][:limit])


def _written(tables: Tables, line: Line, choices: Sequence[Option]) -> Line:
    """The line with its choices made once more, and all there is to see on the way written down."""
    session = line.session(tables)
    rows: list[tuple[int, str, tuple[Option, ...]]] = []
    digests = [session.digest()]
    for option in choices:
        where = f"seed {line.seed}, decision {line.before + len(rows) + 1}"
        if session.ask is None:
            fail(f"{where}: the same choices led to the end of the game, where there was a decision the first time")
        rows.append((session.ask[0], session.ask[1], tuple(session.ask[2])))
        _take(session, option, where)
        digests.append(session.digest())
    seats, prompts, offers = zip(*rows, strict=True) if rows else ((), (), ())
    over = session.ask is None
    return attrs.evolve(
        line, seats=seats, prompts=prompts, offers=offers, choices=tuple(choices), digests=tuple(digests), over=over
    )


def _check_seat(session: Session, seats: range, seed: int, made: int) -> None:
    assert session.ask is not None
    seat, prompt, _ = session.ask
    require(
        seat in seats,
        f"seed {seed}, decision {made + 1}, prompt {prompt!r}: seat {seat} is asked, but the setup has the seats "
        f"{seats[0]} to {seats[-1]}; an attribute `chairs` of the options says how many there are",
    )


def _take(session: Session, option: Option, where: str) -> None:
    ask = session.ask
    assert ask is not None
    try:
        session.choose(option)
    except Exception as error:
        raise ConformanceError(
            f"{where}, seat {ask[0]}, prompt {ask[1]!r}: option {option!r} is offered but fails: "
            f"{type(error).__name__}: {error}"
        ) from error
