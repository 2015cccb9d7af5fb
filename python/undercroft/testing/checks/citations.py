"""Rule ids: every one that is cited exists. And what the game says of itself is true."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from undercroft.layers import explain
from undercroft.plugins import registry
from undercroft.rules_index import index_of
from undercroft.setup import describe
from undercroft.testing.checks.case import Case, fail, require
from undercroft.testing.checks.suite import Suite
from undercroft.testing.index import cited, rule_ids

__all__ = ["game_is_described", "log_cites_rules", "source_cites_rules"]


def log_cites_rules(case: Case) -> None:
    """Every entry of the log can be read and names a rule that exists."""
    known = rule_ids(case.game)
    for line in case.lines:
        for i, session in case.walk(line, log=True):
            if i == len(line):
                require(session.log, f"{line.where(i)}: nothing was ever told of this game")
                for entry in session.log:
                    _entry(case, entry, known, line.where(i))


def _entry(case: Case, entry: Any, known: frozenset[str], where: str) -> None:
    try:
        text = entry.text
    except (IndexError, KeyError, ValueError) as error:
        fail(f"{where}: log entry {entry.message!r} does not fit its arguments {entry.args!r}: {error!r}")
    require(text.strip(), f"{where}: an empty log entry under {entry.rule!r}")
    fine = entry.rule in known or (not entry.rule and case.tables.specs)
    require(fine, f"{where}: the log entry {text!r} cites {entry.rule!r}, which is no rule's id")


def _modules(suite: Suite) -> dict[str, ModuleType]:
    """The modules of the game: those of its rulebooks, and all that are loaded of their packages."""
    classes = {cls for case in suite.cases for cls in _classes(case)}
    names = {cls.__module__ for cls in classes}
    packages = {sys.modules[name].__package__ for name in names if name in sys.modules}
    roots = {package.partition(".")[0] for package in packages if package}
    return {
        name: module
        for name, module in sorted(sys.modules.items())
        if (name in names or name.partition(".")[0] in roots - {"undercroft", "tests"})
    }


def _classes(case: Case) -> Iterator[type[Any]]:
    """The classes whose steps make up the rulebook of a case, without the framework's own."""
    rules = case.tables.rules(case.tables.drawn(0, 0))
    for cls in type(rules).__mro__:
        if cls.__module__.partition(".")[0] not in ("undercroft", "builtins", "typing", "abc"):
            yield cls


def source_cites_rules(suite: Suite) -> None:
    """Every rule id in the game's source (docstrings of steps, refusals, log messages) exists."""
    index = index_of(suite.game)
    known = {*index.rules, *index.entries}
    require(index.rules, f"{suite.game.id} ships no rule index, so that no rule can be cited")
    wrong: list[str] = []
    for name, module in _modules(suite).items():
        try:
            source = inspect.getsource(module)
        except (OSError, TypeError):
            continue
        for number, text in enumerate(source.splitlines(), 1):
            wrong += [f"{name}:{number} {found}" for found in sorted(cited(text, suite.game) - known)]
    require(not wrong, f"rule ids that are cited but not in the index: {', '.join(wrong)}")


def game_is_described(suite: Suite) -> None:
    """The game has a title, a line about itself, a known default agent, and help for every setup key."""
    game = suite.game
    require(game.title.strip() and game.about.strip(), f"{game.id}: title and about have to say what the game is")
    agents = registry().agents_for(game.id)
    require(
        game.default_agent in agents, f"{game.id}: default agent {game.default_agent!r} is none of {', '.join(agents)}"
    )
    known = rule_ids(game)
    for row in describe(game.options):
        require(row["help"].strip(), f"{game.id}: setup key {row['key']!r} has no help")
        fine = not row["rule"] or row["rule"] in known
        require(fine, f"{game.id}: setup key {row['key']!r} cites {row['rule']!r}, which is no rule's id")
    for case in suite.cases:
        options = case.tables.setup.options
        own = [
            layer for layer in game.layers(options, case.tables.content) if getattr(layer, "at", "") not in game.levels
        ]
        require(
            not own, f"{game.id}: layers {[layer.__name__ for layer in own]} are at none of the levels {game.levels}"
        )
        explain(game.levels, case.tables.specs)
