"""What the checks run on: a game in one setup, and games of it that were recorded."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

import attrs

from undercroft._core import Stream
from undercroft.errors import SetupError, UsageError
from undercroft.game import Game, Tables, resolve_setup
from undercroft.plugins import AgentSpec, registry
from undercroft.session import Session
from undercroft.state import Option

__all__ = ["Case", "ConformanceError", "Line", "Suite", "agent_stream", "fail", "make_suite", "require", "spread"]

T = TypeVar("T")

LINE_LIMIT = 3000
"""A recorded game is cut after so many decisions; whether games end is a check of its own."""


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


def agent_stream(seed: int, index: int, seat: int) -> Stream:
    """The random stream of a seat's agent."""
    return Stream(seed, index, f"agent/{seat}")


@attrs.frozen
class Line:
    """A recorded game: who chose what among which options, and the digest before each choice and at the end."""

    seed: int
    agents: str
    seats: tuple[int, ...]
    prompts: tuple[str, ...]
    offers: tuple[tuple[Option, ...], ...]
    choices: tuple[Option, ...]
    digests: tuple[str, ...]
    over: bool

    def __len__(self) -> int:
        return len(self.choices)

    def where(self, i: int) -> str:
        """A decision in words, for messages."""
        if i >= len(self):
            return f"seed {self.seed} ({self.agents}), at the end of the game"
        return f"seed {self.seed} ({self.agents}), decision {i + 1}, seat {self.seats[i]}, prompt {self.prompts[i]!r}"


@attrs.define(eq=False, repr=False)
class Case:
    """One game in one setup. ``games`` is the number of play-outs, ``thorough`` leaves no decision out."""

    tables: Tables
    name: str = "default"
    games: int = 200
    thorough: bool = False
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
        players = getattr(self.tables.setup.options, "players", None)
        if isinstance(players, int):
            return range(1, players + 1)
        return range(1, 1 + max((seat for line in self.lines for seat in line.seats), default=1))

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
        session = self.session(seed)
        players = self._players(seed, names)
        mix = Stream(seed, 0, "kit/mix")
        rows: list[tuple[int, str, tuple[Option, ...], Option]] = []
        digests = [session.digest()]
        while session.ask is not None and len(rows) < LINE_LIMIT:
            seat, prompt, options = session.ask
            player = players[mix.below(len(players))][seat - 1]
            rows.append((seat, prompt, tuple(options), player.choose(session, seat, prompt, options)))
            try:
                session.choose(rows[-1][3])
            except Exception as error:
                raise ConformanceError(
                    f"seed {seed}, decision {len(rows)}, seat {seat}, prompt {prompt!r}: option {rows[-1][3]!r} is "
                    f"offered but fails: {type(error).__name__}: {error}"
                ) from error
            digests.append(session.digest())
        seats, prompts, offers, choices = zip(*rows, strict=True) if rows else ((), (), (), ())
        return Line(seed, " and ".join(names), seats, prompts, offers, choices, tuple(digests), session.ask is None)

    def _players(self, seed: int, names: Sequence[str]) -> list[list[Any]]:
        """For each named agent, one for every seat."""
        players = []
        for name in names:
            require(
                name in self.agents,
                f"{self.game.id}: its default agent {name!r} is not among its agents {list(self.agents)}",
            )
            made = [self.agents[name].make({}) for _ in range(8)]
            for seat, agent in enumerate(made, 1):
                agent.begin(seat, agent_stream(seed, 0, seat))
            players.append(made)
        return players

    def walk(self, line: Line, *, log: bool = False) -> Iterator[tuple[int, Session]]:
        """Play a recorded game again, stopping before each choice and at the end. The session must not be changed."""
        session = self.session(line.seed, log=log)
        for i, option in enumerate(line.choices):
            yield i, session
            session.choose(option)
        yield len(line), session

    def sample(self, line: Line, most: int) -> set[int]:
        """Decisions of a recorded game to look at: some of every prompt, and evenly spread ones; all if thorough."""
        if self.thorough or len(line) <= most:
            return set(range(len(line) + 1))
        by_prompt: dict[str, list[int]] = {}
        for i, prompt in enumerate(line.prompts):
            by_prompt.setdefault(prompt, []).append(i)
        share = max(1, most // (2 * len(by_prompt)))
        chosen = {i for places in by_prompt.values() for i in spread(places, share)}
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


@attrs.define(eq=False, repr=False)
class Suite:
    """A game with all its cases: one for every mode and number of players."""

    game: Game
    cases: list[Case]
    expansions: tuple[str, ...] = ()
    games: int = 200
    thorough: bool = False

    def __repr__(self) -> str:
        return f"<{self.game.id}>"


def _values(field: attrs.Attribute[Any]) -> list[Any]:
    meta = field.metadata
    if meta.get("choices"):
        return list(meta["choices"])
    lo, hi = meta.get("lo"), meta.get("hi")
    return list(range(lo, hi + 1)) if lo is not None and hi is not None and hi - lo < 12 else [field.default]


def make_suite(
    game: str,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    *,
    games: int = 200,
    thorough: bool = False,
) -> Suite:
    """The cases of an installed game: every mode with every number of players, unless ``setup`` names them.

    Combinations that the game refuses are left out. Raises :class:`UsageError` for an unknown game, expansion or setup
    key, and :class:`SetupError` where no combination is left.
    """
    found = registry().game(game)
    given = dict(setup or {})
    fields = {a.name: a for a in attrs.fields(found.options) if a.name in ("mode", "players") and a.name not in given}
    refused: SetupError | None = None
    cases = []
    for combination in itertools.product(*(_values(a) for a in fields.values())):
        values = {**given, **dict(zip(fields, combination, strict=True))}
        try:
            resolved = resolve_setup(found, values, expansions)
        except SetupError as error:
            refused = error
            continue
        names = [str(getattr(resolved.options, "mode", "")), f"{getattr(resolved.options, 'players', '')}p"]
        name = "-".join(part for part in names if part not in ("", "p")) or "default"
        cases.append(Case(registry().tables(found, resolved), name, games, thorough))
    if not cases:
        raise refused or UsageError(f"{game} can be played in no setup")
    return Suite(found, cases, tuple(expansions), games, thorough)
