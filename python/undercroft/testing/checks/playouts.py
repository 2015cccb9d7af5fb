"""Play-outs: games end, and all there is in the content turns up in them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from undercroft._core import Stream
from undercroft.errors import SetupError
from undercroft.game import Setup, Tables, resolve_setup
from undercroft.play import DECISION_LIMIT, Agent, play_out
from undercroft.plugins import AgentSpec, registry
from undercroft.testing.checks.case import Case, ConformanceError, Suite, agent_stream, require
from undercroft.testing.tree import leaves

__all__ = [
    "content_is_reached",
    "evaluations_are_chances",
    "every_setup_plays",
    "play_outs_end",
    "searching_agents_play",
]


def _seated(spec: AgentSpec, seed: int, index: int) -> list[Agent]:
    """An agent for each of up to eight seats."""
    made = [spec.make({}) for _ in range(8)]
    for seat, agent in enumerate(made, 1):
        agent.begin(seat, agent_stream(seed, index, seat))
    return made


def play_outs_end(case: Case) -> None:
    """Games of every agent that does not search end with a win or a loss, a reason, and the same facts."""
    for name, spec in case.agents.items():
        if spec.make({}).looks_ahead:
            continue
        keys: set[tuple[str, ...]] = set()
        for index in range(case.games):
            where = f"game {index} of seed 0 played by {name}"
            try:
                table = case.tables.deal(0, index)
                made = play_out(table, _seated(spec, 0, index))
            except Exception as error:
                raise ConformanceError(f"{where}: {type(error).__name__}: {error}") from error
            _ended(table.state, made, where)
            keys.add(_facts(table.rules.facts(table.state), where))
        require(len(keys) < 2, f"games of {name} differ in the names of their facts: {sorted(keys)}")


def _ended(state: Any, made: int, where: str) -> None:
    require(state.result or made < DECISION_LIMIT, f"{where}: not over after {made} decisions")
    require(
        state.result in ("win", "loss"), f"{where}: over with the result {state.result!r}, expected 'win' or 'loss'"
    )
    require(state.reason.strip(), f"{where}: a {state.result} without a reason")
    require(not state.stack, f"{where}: over, but steps are left: {state.stack[:3]}")


def _facts(facts: Mapping[str, Any], where: str) -> tuple[str, ...]:
    for key, value in facts.items():
        require(
            type(key) is str and type(value) in (int, str),
            f"{where}: fact {key!r} is {value!r}, expected int or str",
        )
    return tuple(facts)


def searching_agents_play(case: Case) -> None:
    """Agents that search play a game on forks; it is finished at random if it takes them long."""
    for name, spec in case.agents.items():
        if not spec.make({}).looks_ahead:
            continue
        session = case.session(0)
        agents, others = _seated(spec, 0, 0), _seated(case.agents["random"], 0, 0)
        made = 0
        while session.ask is not None and made < DECISION_LIMIT:
            seat, prompt, options = session.ask
            player = agents[seat - 1] if made < (DECISION_LIMIT if case.thorough else 40) else others[seat - 1]
            try:
                session.choose(player.choose(session, seat, prompt, options))
            except Exception as error:
                where = f"seed 0 played by {name}, decision {made + 1}, prompt {prompt!r}"
                raise ConformanceError(f"{where}: {type(error).__name__}: {error}") from error
            made += 1
        _ended(session.state, made, f"seed 0 played by {name}")


def evaluations_are_chances(case: Case) -> None:
    """``evaluate`` gives a number from 0 to 1, for every seat, at the end too."""
    for line, i, session in case.walked(1500):
        for seat in case.seats:
            value: Any = session.rules.evaluate(session.state, seat)
            fine = isinstance(value, int | float) and not math.isnan(value) and 0 <= value <= 1
            require(fine, f"{line.where(i)}: evaluate for seat {seat} is {value!r}, expected a number from 0 to 1")


def _setups(suite: Suite) -> Iterator[Setup]:
    """Setups without end: the cases, then each value of each key by itself, then mixed at random."""
    game = suite.game
    values = {a.name: list(a.metadata.get("choices") or _few(a)) for a in attrs.fields(game.options)}
    yield from (case.tables.setup for case in suite.cases)
    yield from _valid(suite, ({name: value} for name, listed in values.items() for value in listed))
    stream = Stream(0, 0, "kit/setups")
    mixed = ({name: stream.choice(listed) for name, listed in values.items()} for _ in iter(int, 1))
    yield from _valid(suite, mixed)


def _few(field: attrs.Attribute[Any]) -> list[Any]:
    lo, hi = field.metadata.get("lo"), field.metadata.get("hi")
    if isinstance(field.default, bool):
        return [False, True]
    ends = [value for value in (lo, hi) if value is not None]
    return list(dict.fromkeys([field.default, *ends]))


def _valid(suite: Suite, rows: Iterator[dict[str, Any]]) -> Iterator[Setup]:
    refused = 0
    for row in rows:
        try:
            yield resolve_setup(suite.game, row, suite.expansions)
            refused = 0
        except SetupError:
            refused += 1
            if refused > 500:  # hardly any mixture is allowed: what is left are the setups given so far
                return


def _tables(suite: Suite, setup: Setup, known: dict[Any, Tables]) -> Tables:
    if setup.options not in known:
        known[setup.options] = registry().tables(suite.game, setup)
    return known[setup.options]


def every_setup_plays(suite: Suite) -> None:
    """Every value of every setup key makes a game that can be played to its end."""
    known: dict[Any, Tables] = {}
    specs = [registry().agents_for(suite.game.id)[name] for name in ("random", suite.game.default_agent)]
    singles = sum(len(a.metadata.get("choices") or _few(a)) for a in attrs.fields(suite.game.options))
    for index, setup in zip(range(len(suite.cases) + singles + 20), _setups(suite), strict=False):
        for spec in specs:
            where = f"setup {setup.as_dict()}, game {index} of seed 1 played by {spec.name}"
            try:
                table = _tables(suite, setup, known).deal(1, index)
                made = 0 if spec.make({}).looks_ahead else play_out(table, _seated(spec, 1, index))
            except Exception as error:
                raise ConformanceError(f"{where}: {type(error).__name__}: {error}") from error
            if not spec.make({}).looks_ahead:
                _ended(table.state, made, where)


class _Watcher:
    """Plays like another agent, and now and then notes which content lies on the table."""

    looks_ahead = False

    def __init__(self, player: Any, seen: set[tuple[str, Any]], every: int = 12) -> None:
        self._player = player
        self._seen = seen
        self._every = every
        self._left = 1

    def begin(self, seat: int, stream: Stream) -> None:
        """The player has begun already."""

    def choose(self, table: Any, seat: int, prompt: str, options: Any) -> Any:
        """The player's choice."""
        self._left -= 1
        if self._left <= 0:
            self._left = self._every
            self._seen.update(leaves(table.state, hidden=False))
        return self._player.choose(table, seat, prompt, options)


def content_is_reached(suite: Suite) -> None:
    """Every entry of the content turns up in some game of some setup: in a hand, in a row, face up on a pile.

    A rulebook may have a method ``unreachable()`` that gives, by kind, the ids that cannot in any setup.
    """
    missing = _content(suite)
    specs = [s for s in registry().agents_for(suite.game.id).values() if not s.make({}).looks_ahead]
    specs.sort(key=lambda spec: spec.name == "random")
    turns = [*specs[:-1] * 2, specs[-1]]  # those that get far play more often than the random one
    known: dict[Any, Tables] = {}
    cap = max(4 * suite.games, 2 * len(suite.cases)) if missing else 0
    for index, setup in zip(range(cap), _setups(suite), strict=False):
        seen: set[tuple[str, Any]] = set()
        tables = _tables(suite, setup, known)
        table = tables.deal(2, index)
        spec = turns[index % len(turns)]
        play_out(table, [_Watcher(player, seen) for player in _seated(spec, 2, index)])
        seen.update(leaves(table.state, hidden=False))
        missing.difference_update(seen)
        if not missing:
            return
    names = suite.game.names(suite.cases[0].tables.content)
    listed = [f"{kind} {names[kind][number]!r}" for kind, number in sorted(missing)]
    players = ", ".join(spec.name for spec in specs)
    require(not listed, f"never turned up in {cap} games of many setups, played by {players}: {', '.join(listed)}")


def _content(suite: Suite) -> set[tuple[str, int]]:
    tables = suite.cases[0].tables
    names = suite.game.names(tables.content)
    rules = tables.rules(tables.drawn(0, 0))
    excused: Mapping[str, Any] = getattr(rules, "unreachable", dict)()
    for kind, ids in excused.items():
        wrong = [name for name in ids if name not in names.get(kind, ())]
        require(not wrong, f"unreachable() names {kind} {wrong}, which the content does not have")
    return {(kind, n) for kind, ids in names.items() for n, name in enumerate(ids) if name not in excused.get(kind, ())}
