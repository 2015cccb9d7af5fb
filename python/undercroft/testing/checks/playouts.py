"""Play-outs: games end, and all there is in the content turns up in them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from undercroft._core import Stream
from undercroft.errors import SetupError
from undercroft.game import Setup, Tables, resolve_setup
from undercroft.play import DECISION_LIMIT, Agent, play_out
from undercroft.plugins import AgentSpec, registry
from undercroft.setup import seats_of
from undercroft.testing.checks.case import Case, ConformanceError, agent_stream, on_trial, require
from undercroft.testing.checks.suite import Suite

__all__ = [
    "evaluations_are_chances",
    "every_setup_plays",
    "play_outs_end",
    "searching_agents_play",
]


_MIXES = 50
"""So many random setups of a case are tried; where the game refuses them all, the case stands for itself."""

PLAYED = 80_000
"""After so many decisions in the games of one agent in one case, no further game is begun."""


def seated(spec: AgentSpec, setup: Setup, seed: int, index: int) -> list[Agent]:
    """An agent for each seat of a setup."""
    made = [on_trial(spec) for _ in range(seats_of(setup.options))]
    for seat, agent in enumerate(made, 1):
        agent.begin(seat, agent_stream(seed, index, seat))
    return made


def play_outs_end(case: Case) -> None:
    """Games of every agent that does not search end with a win or a loss, a reason, and the same facts.

    Of long games there are fewer: none is begun after :data:`PLAYED` decisions of an agent, or its share of them.
    """
    most = case.portion(PLAYED)
    for name, spec in case.agents.items():
        if on_trial(spec).looks_ahead:
            continue
        keys: set[tuple[str, ...]] = set()
        played = 0
        for index in range(case.games):
            where = f"game {index} of seed 0 played by {name}"
            try:
                table = case.tables.deal(0, index)
                made = play_out(table, seated(spec, case.tables.setup, 0, index))
            except Exception as error:
                raise ConformanceError(f"{where}: {type(error).__name__}: {error}") from error
            _ended(table.state, made, where)
            keys.add(_facts(table.rules.facts(table.state), where))
            _parts(table.rules, table.state, where)
            played += made
            if played >= most and not case.thorough:
                break
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


def _parts(rules: Any, state: Any, where: str) -> None:
    columns = dict(rules.part_columns)
    for row in rules.parts(state):
        fits = {key: type(value) for key, value in row.items()} == columns
        require(fits, f"{where}: the part {dict(row)!r} does not have the columns {columns}")


def searching_agents_play(case: Case) -> None:
    """Agents that search play a game on forks; it is finished at random if it takes them long."""
    for name, spec in case.agents.items():
        if not on_trial(spec).looks_ahead:
            continue
        session = case.session(0)
        setup = case.tables.setup
        agents, others = seated(spec, setup, 0, 0), seated(case.agents["random"], setup, 0, 0)
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


def setups(suite: Suite) -> Iterator[Setup]:
    """Setups without end: the cases, then each value of each key by itself, then mixed at random."""
    values = _values(suite)
    yield from (case.tables.setup for case in suite.cases)
    yield from _valid(suite, ({name: value} for name, listed in values.items() for value in listed))
    stream = Stream(0, 0, "kit/setups")
    mixed = ({name: stream.choice(listed) for name, listed in values.items()} for _ in iter(int, 1))
    if suite.game.cases is None:
        yield from _in_turn(suite, mixed)
    else:
        yield from _valid(suite, mixed)


def _in_turn(suite: Suite, mixed: Iterator[dict[str, Any]]) -> Iterator[Setup]:
    """Mode and number of players of each case in turn, all else mixed.

    A mode that goes with few values of the other keys would hardly ever be met in a mixture.
    """
    for case in itertools.cycle(suite.cases):
        own = case.tables.setup
        fixed = {name: getattr(own.options, name) for name in ("mode", "players") if hasattr(own.options, name)}
        rows = ({**row, **fixed} for row in itertools.islice(mixed, _MIXES))
        yield next(_valid(suite, rows), own)


def _values(suite: Suite) -> dict[str, list[Any]]:
    """For each setup key the values that are tried: its choices, the names of content that it takes, or its ends."""
    named = suite.game.names(suite.cases[0].tables.content)
    return {
        a.name: list(a.metadata.get("choices") or named.get(a.metadata.get("of"), ()) or _few(a))
        for a in attrs.fields(suite.game.options)
    }


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


def tables_of(suite: Suite, setup: Setup, known: dict[Any, Tables]) -> Tables:
    if setup.options not in known:
        known[setup.options] = registry().tables(suite.game, setup)
    return known[setup.options]


def every_setup_plays(suite: Suite) -> None:
    """Every value of every setup key makes a game that can be played to its end."""
    known: dict[Any, Tables] = {}
    specs = [registry().agents_for(suite.game.id)[name] for name in ("random", suite.game.default_agent)]
    singles = sum(map(len, _values(suite).values()))
    for index, setup in zip(range(len(suite.cases) + singles + 20), setups(suite), strict=False):
        for spec in specs:
            where = f"setup {setup.as_dict()}, game {index} of seed 1 played by {spec.name}"
            try:
                table = tables_of(suite, setup, known).deal(1, index)
                made = 0 if on_trial(spec).looks_ahead else play_out(table, seated(spec, setup, 1, index))
            except Exception as error:
                raise ConformanceError(f"{where}: {type(error).__name__}: {error}") from error
            if not on_trial(spec).looks_ahead:
                _ended(table.state, made, where)
