"""Runner: plays the games of a plan, one range after the other. Every worker of a batch has one."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import attrs

from undercroft._core import Stream
from undercroft.batch.plan import Plan, make_tables, seat_agents
from undercroft.batch.start import Start
from undercroft.batch.table import CardColumns, PartColumns
from undercroft.batch.tracker import Tracker
from undercroft.codec import codec
from undercroft.errors import RulesError, UndercroftError
from undercroft.game import Table
from undercroft.play import play_out
from undercroft.replays import Replay, error_words
from undercroft.session import Session, fingerprint
from undercroft.state import Option

__all__ = ["Answer", "Chunk", "Runner", "play_range"]

_LONGEST_REASON = 200


@attrs.define
class Chunk:
    """Games ``first``, ``first + 1``, …: their canonical lines, and the replays of those that did not end.

    ``sides`` has, for each game, its lines of each table beside that of the games.
    """

    first: int
    lines: list[str] = attrs.field(factory=list)
    sides: list[tuple[str, ...]] = attrs.field(factory=list)
    replays: list[tuple[int, bytes]] = attrs.field(factory=list)
    seconds: float = 0.0

    def answer(self) -> Answer:
        """The chunk as it is sent from a worker."""
        count = len(self.lines)
        sides = tuple("".join(column).encode() for column in zip(*self.sides[:count], strict=True))
        return Answer(self.first, count, "".join(self.lines).encode(), tuple(self.replays), self.seconds, sides=sides)


@attrs.frozen
class Answer:
    """What a worker sends back. ``fault`` says why nothing could be played at all, ``""`` where games were."""

    first: int
    count: int
    lines: bytes
    replays: tuple[tuple[int, bytes], ...] = ()
    seconds: float = 0.0
    fault: str = ""
    sides: tuple[bytes, ...] = ()


@attrs.define
class _Record:
    """What the agents of a game chose, and whether one of them was choosing last."""

    history: list[Option] = attrs.field(factory=list)
    choosing: bool = False


@attrs.frozen
class _Recorder:
    """Stands in for an agent and writes down what it chooses."""

    agent: Any
    record: _Record

    def begin(self, seat: int, stream: Stream) -> None:
        self.record.choosing = True
        self.agent.begin(seat, stream)
        self.record.choosing = False

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        self.record.choosing = True
        option: Option = self.agent.choose(table, seat, prompt, options)
        self.record.choosing = False
        self.record.history.append(option)
        return option

    @property
    def looks_ahead(self) -> bool:
        return bool(getattr(self.agent, "looks_ahead", False))


class Runner:
    """Plays games of a plan: game ``i`` from the plan and ``i`` alone, so that it does not matter who plays it.

    ``keep_replays`` says whether games that stall or fail are written down.
    """

    def __init__(self, plan: Plan, *, keep_replays: bool) -> None:
        self.plan = plan
        self.keep_replays = keep_replays
        self.tables = make_tables(plan)
        self.veil = self.tables.game.veil(self.tables.content)
        self.start = None if plan.start is None else Start.of(plan.start, self.tables)
        self.agents = seat_agents(plan)
        self.tracker = Tracker(self.tables, self.veil) if plan.track else None
        self._blank = ("",) * len(plan.sides)
        self._names = [f"agent/{seat}" for seat in range(1, len(self.agents) + 1)]
        forks = any(getattr(agent, "looks_ahead", False) for agent in self.agents)
        self._play = self._play_session if forks else self._play_lean

    def play(self, chunk: Chunk, count: int) -> None:
        """Add the next ``count`` games to a chunk. A chunk that an interruption cuts short is whole up to there."""
        began = perf_counter()
        first = chunk.first + len(chunk.lines)
        add = chunk.lines.append
        try:
            for index in range(first, first + count):
                sides = self._blank
                try:
                    table, made = self._play(index, self.agents)
                    line = self._line(index, table, made)
                    if sides:
                        sides = self._sides(index, table)
                except KeyboardInterrupt:
                    raise
                except BaseException as error:  # noqa: BLE001 - whatever a game raises is a row of the table
                    line = self._failed(chunk, index, error)
                else:
                    if self.keep_replays and not table.state.result:
                        self._stalled(chunk, index)
                chunk.sides[len(chunk.lines) :] = [sides]  # what an interruption left of another game goes
                add(line)
        finally:
            chunk.seconds += perf_counter() - began

    # -- one game -------------------------------------------------------------------------------------------------

    def _begin(self, index: int, agents: Sequence[Any]) -> None:
        seed = self.plan.seed
        for seat, (agent, name) in enumerate(zip(agents, self._names, strict=True), 1):
            agent.begin(seat, Stream(seed, index, name))

    def _play_lean(self, index: int, agents: Sequence[Any]) -> tuple[Any, int]:
        table = self._deal(index)
        self._begin(index, agents)
        return table, play_out(table, agents, self.plan.limit)

    def _deal(self, index: int) -> Table:
        rules = None if self.tracker is None else self.tracker.begin(self.plan.seed, index)
        if self.start is None:
            return self.tables.deal(self.plan.seed, index, rules)
        return self.start.deal(self.tables, self.plan.seed, index, rules)

    def _play_session(self, index: int, agents: Sequence[Any]) -> tuple[Any, int]:
        """For agents that fork the game: the table is a session."""
        seed = self.plan.seed
        rules = None if self.tracker is None else self.tracker.begin(seed, index)
        if self.start is None:
            session = Session.of(self.tables, seed, index, rules=rules)
        else:
            session = Session.at(self.tables, self.start.state(self.tables, seed, index), rules=rules)
        self._begin(index, agents)
        made = 0
        while made < self.plan.limit and (ask := session.ask) is not None:
            seat, prompt, options = ask
            session.choose(agents[seat - 1].choose(session, seat, prompt, options))
            made += 1
        return session, made

    def _line(self, index: int, table: Any, made: int) -> str:
        state = table.state
        result, reason = state.result, state.reason
        if not result:
            if made < self.plan.limit:
                raise RulesError("the steps ran out before the game was won or lost")
            result, reason = "stalled", f"limit of {self.plan.limit} decisions"
        columns = self.plan.columns
        facts = table.rules.facts(state)
        if self.veil:
            # The table is read by people who have not played all of it; `undercroft games --spoilers` has the names.
            reason, facts = self.veil.hide(reason), self.veil.hide_values(facts)
        cells = columns.cells(facts)
        return columns.line(index, result, reason, made, cells, fingerprint(state.key())[:16])

    def _sides(self, index: int, table: Any) -> tuple[str, ...]:
        sides = []
        for _, columns in self.plan.sides:
            if isinstance(columns, PartColumns):
                rows = table.rules.parts(table.state)
                sides.append(columns.lines(index, map(self.veil.hide_values, rows) if self.veil else rows))
            elif isinstance(columns, CardColumns) and self.tracker is not None:
                sides.append(columns.lines(index, self.tracker.rows()))
        return tuple(sides)

    # -- games that do not end ------------------------------------------------------------------------------------

    def _again(self, index: int) -> tuple[_Record, Any, BaseException | None]:
        """Play a game once more and write it down: games are played without a record, since nearly all of them end."""
        record = _Record()
        table = None
        try:
            table, made = self._play(index, [_Recorder(agent, record) for agent in self.agents])
            self._line(index, table, made)
            self._sides(index, table)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - the same error is expected here
            return record, table, error
        return record, table, None

    def _failed(self, chunk: Chunk, index: int, error: BaseException) -> str:
        record, table, again = self._again(index)
        text = error_words(error)
        if self.keep_replays:
            where = "agent" if record.choosing else "rules" if table is None else "end"
            if again is None or error_words(again) != text:
                where = "once only: the agents of this game do not choose the same again"
            replay = self._replay(index, record, result="error", error=text, failed=where)
            chunk.replays.append((index, replay.encode()))
        columns = self.plan.columns
        text = self.veil.hide(text)
        reason = text if len(text) <= _LONGEST_REASON else text[: _LONGEST_REASON - 3] + "..."
        return columns.line(index, "error", reason, len(record.history), columns.blanks(), "")

    def _stalled(self, chunk: Chunk, index: int) -> None:
        record, table, _ = self._again(index)
        digest = "" if table is None else fingerprint(table.state.key())
        replay = self._replay(index, record, result="stalled", digest=digest)
        chunk.replays.append((index, replay.encode()))

    def _replay(self, index: int, record: _Record, **ending: str) -> Replay:
        plan = self.plan
        origin = None
        if self.start is not None:
            origin = codec(self.tables).dump(self.start.state(self.tables, plan.seed, index))
        return Replay(
            game=plan.game,
            versions=plan.versions,
            setup=plan.setup,
            expansions=plan.expansions,
            seed=plan.seed,
            index=index,
            origin=origin,
            history=record.history,
            without=plan.without,
            **ending,
        )


# -- in other threads and processes ---------------------------------------------------------------------------------

_local = threading.local()
_KEPT = 4
"""How many runners a worker keeps: both sides of a comparison, or the cells of a sweep that are played just now."""


def play_range(token: str, load: Callable[[], Runner] | bytes, first: int, count: int) -> Answer:
    """Play ``count`` games from ``first`` on, in a worker. Never raises: a fault is told in the answer.

    ``load`` makes the runner (pickled where the worker is another process), once for each ``token`` and thread, which
    keeps those that it used last.
    """
    try:
        runners: dict[str, Runner] = _local.__dict__.setdefault("runners", {})
        runner = runners.pop(token, None)
        if runner is None:
            runner = (pickle.loads(load) if isinstance(load, bytes) else load)()
            for old in list(runners)[: len(runners) + 1 - _KEPT]:
                del runners[old]
        runners[token] = runner
        chunk = Chunk(first)
        runner.play(chunk, count)
        return chunk.answer()
    except UndercroftError as error:
        return Answer(first, 0, b"", fault=str(error))
    except Exception as error:  # noqa: BLE001 - an exception that cannot be unpickled would break the whole pool
        return Answer(first, 0, b"", fault=f"{type(error).__name__}: {error}")
