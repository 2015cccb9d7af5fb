"""Rule indexes: every rule of a game under an id of its own, with the decisions where the printed rules are silent.

An index is a TOML file with ``[game]`` and the arrays ``[[rule]]``, ``[[component]]``, ``[[example]]`` and
``[[quest]]``. Steps cite its ids, refusals name them, tests claim them.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import attrs

from undercroft.errors import ContentError, UsageError
from undercroft.files import parse_toml
from undercroft.game import Game

__all__ = ["COVERAGE_FORMAT", "Coverage", "Entry", "Rule", "RulesIndex", "index_of", "load_index", "read_coverage"]

COVERAGE_FORMAT = "undercroft-coverage/1"

_RULE_TEXTS = ("id", "title", "text", "section", "kind", "check", "basis", "gap", "conflict")
_NEEDED = ("id", "title", "text")
_BASES = ("source", "decision")
_OTHERS = ("component", "example", "quest")
_TITLE_WEIGHT = 4


@attrs.frozen
class Rule:
    """One rule in our own words.

    ``basis`` is ``"source"`` where the rulebook states it and ``"decision"`` where it is silent: ``gap`` then says what
    is missing and ``text`` is what binds here. ``conflict`` says which of two passages was followed and why. ``check``
    is how one would see at the table that the rule is kept.
    """

    id: str
    title: str
    text: str
    section: str = ""
    kind: str = ""
    check: str = ""
    basis: str = "source"
    gap: str = ""
    conflict: str = ""

    @property
    def area(self) -> str:
        """The id without its number: ``DB-COMBAT`` for ``DB-COMBAT-007``."""
        return self.id.rpartition("-")[0]


@attrs.frozen
class Entry:
    """A component, an example or a quest of an index: its kind, id, title and everything that is noted about it."""

    kind: str
    id: str
    title: str
    data: Mapping[str, Any]


@attrs.frozen
class Coverage:
    """Which rules of an index the tests prove: how many there are, how many are proved, the ids of the others.

    ``unknown`` are ids of this game that tests claim but that the index does not have.
    """

    rules: int
    proved: int
    missing: tuple[str, ...]
    unknown: tuple[str, ...]


@attrs.frozen
class RulesIndex:
    """The rule index of a game."""

    game: str
    title: str
    rules: Mapping[str, Rule]
    entries: Mapping[str, Entry]

    def find(self, name: str) -> Rule | Entry:
        """The rule, component, example or quest of that id, upper or lower case alike.

        Raises :class:`UsageError` that lists the ids that come near.
        """
        found = self.rules.get(name.upper()) or self.entries.get(name) or self.entries.get(name.upper())
        if found is None:
            near = self.near(name)
            hint = f"near it: {', '.join(near)}" if near else "search with --search WORDS"
            raise UsageError(f"{self.game} has no rule {name!r}; {hint}")
        return found

    def near(self, name: str) -> list[str]:
        """Ids that resemble a mistyped one, the most similar first."""
        return difflib.get_close_matches(name.upper(), [*self.rules, *self.entries], 5, 0.6)

    def area(self, name: str) -> list[Rule]:
        """All rules whose ids begin with ``name-``, such as ``DB-COMBAT``; empty where there is no such area."""
        return [rule for rule in self.rules.values() if rule.id.startswith(name.upper() + "-")]

    def areas(self) -> dict[str, list[Rule]]:
        """The rules by area, in the order of the index."""
        table: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            table.setdefault(rule.area, []).append(rule)
        return table

    def title_of(self, rule_id: str) -> str:
        """The title of a rule, ``""`` for an id that the index does not have."""
        rule = self.rules.get(rule_id)
        return rule.title if rule is not None else ""

    def gaps(self) -> list[Rule]:
        """The rules that are our decision because the printed rules are silent."""
        return [rule for rule in self.rules.values() if rule.basis == "decision"]

    def search(self, words: str) -> list[Rule]:
        """The rules in which words beginning with each of ``words`` occur, the best match first.

        A word in a title weighs more than one in the text. Where no rule has them all, those with most of them.
        """
        wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words.split()]
        scored = [(*_score(rule, wanted), rule) for rule in self.rules.values()]
        most = max((hits for hits, _, _ in scored), default=0)
        if most == 0:
            return []
        best = [(weight, rule) for hits, weight, rule in scored if hits == most]
        return [rule for _, rule in sorted(best, key=lambda row: -row[0])]

    def coverage(self, proved: Iterable[str]) -> Coverage:
        """Compare with the rule ids that tests prove; ids of other games are left out."""
        claimed = set(proved)
        missing = tuple(rule_id for rule_id in self.rules if rule_id not in claimed)
        prefixes = tuple({rule_id.partition("-")[0] + "-" for rule_id in self.rules})
        ours = {name for name in claimed if name.startswith(prefixes)}
        unknown = tuple(sorted(ours - self.rules.keys() - self.entries.keys()))
        return Coverage(len(self.rules), len(self.rules) - len(missing), missing, unknown)


def _score(rule: Rule, wanted: Sequence[re.Pattern[str]]) -> tuple[int, int]:
    """How many of the words a rule has, and how much they weigh."""
    head = f"{rule.id} {rule.title}"
    body = f"{rule.section} {rule.kind} {rule.text} {rule.check} {rule.gap} {rule.conflict}"
    hits = weight = 0
    for word in wanted:
        found = _TITLE_WEIGHT * len(word.findall(head)) + len(word.findall(body))
        hits += bool(found)
        weight += found
    return hits, weight


def load_index(source: Path | Traversable) -> RulesIndex:
    """Read an index. Raises :class:`ContentError` that names file, entry, key and what was expected."""
    data = _parse(source)
    head = data.get("game")
    if not isinstance(head, dict) or not isinstance(head.get("id"), str):
        raise ContentError(f"{source}: table [game] with a key id is missing")
    rules: dict[str, Rule] = {}
    for number, row in enumerate(_rows(source, data, "rule"), 1):
        rule = _rule(f"{source}: [[rule]] number {number}", row)
        if rule.id in rules:
            raise ContentError(f"{source}: [[rule]] number {number}: duplicate id {rule.id!r}")
        rules[rule.id] = rule
    entries: dict[str, Entry] = {}
    for kind in _OTHERS:
        for number, row in enumerate(_rows(source, data, kind), 1):
            entry = _entry(f"{source}: [[{kind}]] number {number}", kind, row)
            entries[entry.id] = entry
    return RulesIndex(head["id"], str(head.get("title", head["id"])), rules, entries)


def _parse(source: Path | Traversable) -> dict[str, Any]:
    try:
        return parse_toml(source.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{source}: cannot be read: {error}") from error
    except ValueError as error:
        raise ContentError(f"{source}: is no valid TOML: {error}") from error


def _rows(source: Path | Traversable, data: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    rows = data.get(kind, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ContentError(f"{source}: {kind} has to be an array of tables, written [[{kind}]]")
    return rows


def _rule(where: str, row: Mapping[str, Any]) -> Rule:
    for key in _NEEDED:
        if not isinstance(row.get(key), str) or not row[key]:
            raise ContentError(f"{where}: key {key}: expected a non-empty text")
    for key, value in row.items():
        if key not in _RULE_TEXTS:
            raise ContentError(f"{where}: unknown key {key}; expected only {', '.join(_RULE_TEXTS)}")
        if not isinstance(value, str):
            raise ContentError(f"{where}: key {key}: expected text, got {value!r}")
    rule = Rule(**row)
    if rule.basis not in _BASES:
        raise ContentError(f"{where}: key basis: expected one of {', '.join(_BASES)}, got {rule.basis!r}")
    return rule


def _entry(where: str, kind: str, row: Mapping[str, Any]) -> Entry:
    name = row.get("id")
    if not isinstance(name, str) or not name:
        raise ContentError(f"{where}: key id: expected a non-empty text")
    title = row.get("title") or row.get("name") or name
    noted = {key: value for key, value in row.items() if key not in ("id", "title", "name")}
    return Entry(kind, name, str(title), noted)


_READ: dict[str, RulesIndex] = {}


def index_of(game: Game) -> RulesIndex:
    """The shipped index of a game, an empty one where it ships none. Raises :class:`ContentError`."""
    if game.rules_index is None:
        return RulesIndex(game.id, game.title, {}, {})
    place = str(game.rules_index)
    if place not in _READ:
        _READ[place] = load_index(game.rules_index)
    return _READ[place]


def read_coverage(path: Path) -> dict[str, list[str]]:
    """The rule ids that tests prove, with the tests, from a file that ``pytest --rule-coverage FILE`` wrote.

    Raises :class:`ContentError` for what is no such file.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ContentError(f"{path}: there is no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: is no complete JSON document: {error}") from error
    form = document.get("format") if isinstance(document, dict) else None
    if form != COVERAGE_FORMAT:
        raise ContentError(f"{path}: has the format {form!r}; pytest --rule-coverage writes {COVERAGE_FORMAT!r}")
    proved = document.get("proved")
    if not isinstance(proved, dict):
        raise ContentError(f"{path}: key proved: expected a table from rule ids to tests, got {proved!r:.60}")
    for rule_id, tests in proved.items():
        if not isinstance(tests, list) or not all(isinstance(test, str) for test in tests):
            raise ContentError(f"{path}: key proved.{rule_id}: expected a list of test names, got {tests!r:.60}")
    return {rule_id: tests for rule_id, tests in proved.items() if tests}
