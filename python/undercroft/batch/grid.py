"""The grid of a sweep: a file that says which setups are played, every combination of the values that it lists."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.plan import Plan
from undercroft.batch.side import SEAT, Side
from undercroft.errors import UndercroftError, UsageError
from undercroft.files import parse_toml
from undercroft.setup import as_written

__all__ = ["Cell", "Grid"]

_MOST_CELLS = 10_000
_TOP: dict[str, type[Any]] = {
    "game": str, "games": int, "seed": int, "limit": int, "agent": str, "from": str, "expansions": list,
    "without": list, "setup": dict, "grid": dict,
}  # fmt: skip
_WORDS: dict[type[Any], str] = {str: "a text", int: "a whole number", list: "a list of names", dict: "a table"}
_NAMES = ("expansions", "without")
_COLUMNS = ("cell", "games", "wins", "losses", "stalled", "errors", "win_rate", "win_rate_low", "win_rate_high",
            "median_length", "decisions", "digest")  # fmt: skip
"""What the table has beside the grid's own columns, which therefore cannot have these names."""


@attrs.frozen
class Cell:
    """One combination.

    ``values`` has what each column of the grid says in it, as text or number, ``side`` is the whole.
    """

    number: int
    values: dict[str, str | int]
    side: Side

    @property
    def words(self) -> str:
        """The cell in a line of text."""
        return ", ".join(f"{key}={value if value != '' else 'none'}" for key, value in self.values.items())


@attrs.frozen
class Grid:
    """What a sweep plays: every combination of the values of ``[grid]``, the last key changing fastest.

    ``document`` is the grid as plain data, ``where`` what errors call it (the file's name). The same ``seed`` in all
    cells pairs their games.
    """

    document: dict[str, Any]
    where: str

    @classmethod
    def read(cls, source: str | Path | Mapping[str, Any], *, games: int | None = None, seed: int | None = None) -> Grid:
        """A grid from a TOML file or from the same as plain data; ``games`` and ``seed`` stand in for its own.

        Raises :class:`UsageError` for a file that cannot be read and a key that is unknown or has a wrong value; it
        names file and key, and what was expected.
        """
        if isinstance(source, Mapping):
            document, where = dict(source), "grid"
        else:
            where = str(source)
            try:
                document = parse_toml(Path(source).read_text(encoding="utf-8"))
            except OSError as error:
                raise UsageError(f"{where}: cannot be read: {error.strerror or error}") from error
            except ValueError as error:
                raise UsageError(f"{where}: is no valid TOML: {error}") from error
        given = {"games": games, "seed": seed}
        document |= {key: value for key, value in given.items() if value is not None}
        try:
            _check(document, where)
        except RecursionError as error:  # a dotted key of a thousand parts is valid TOML
            raise UsageError(f"{where}: is nested too deeply; expected tables of lists") from error
        return cls({"games": 1000, "seed": 0, **document}, where)

    @property
    def games(self) -> int:
        """Games of each cell."""
        return int(self.document["games"])

    @property
    def seed(self) -> int:
        """The seed of every cell."""
        return int(self.document["seed"])

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of the grid in order."""
        return tuple(self.document["grid"])

    @property
    def whole(self) -> tuple[bool, ...]:
        """For each column whether it holds whole numbers."""
        return tuple(all(type(value) is int for value in row) for row in self.document["grid"].values())

    def cells(self) -> Iterator[Cell]:
        """Every combination, in order."""
        rows = self.document["grid"]
        whole = dict(zip(rows, self.whole, strict=True))
        for number, values in enumerate(itertools.product(*rows.values())):
            chosen = dict(zip(rows, values, strict=True))
            told = {key: value if whole[key] else _text(value) for key, value in chosen.items()}
            yield Cell(number, told, self._side(chosen))

    def _side(self, chosen: Mapping[str, Any]) -> Side:
        said = {key: value for key, value in self.document.items() if key in ("agent", "from", *_NAMES)}
        said |= {key: value for key, value in self.document.items() if _seats_one(key)}
        setup = dict(self.document.get("setup", {}))
        for key, value in chosen.items():
            (said if key in ("agent", "from", *_NAMES) or _seats_one(key) else setup)[key] = value
        return Side(
            self.document["game"],
            setup,
            agents=said.get("agent"),
            seats={int(key[4:]): agent for key, agent in said.items() if _seats_one(key)},
            expansions=said.get("expansions", ()),
            without=said.get("without", ()),
            start=said.get("from"),
        )

    def plans(self) -> list[tuple[Cell, Plan]]:
        """Every cell with its checked batch.

        Raises :class:`UsageError` that names the cell that cannot be played, or is another one in other words.
        """
        made: list[tuple[Cell, Plan]] = []
        seen: dict[str, Cell] = {}
        for cell in self.cells():
            try:
                made.append((cell, cell.side.plan(games=self.games, seed=self.seed, limit=self.document.get("limit"))))
            except UndercroftError as error:
                reason = str(error).removeprefix(f"side {str(cell.side)!r}: ")
                error.args = (f"{self.where}: [grid] {cell.words}: {reason}",)
                raise
            plan = made[-1][1]
            first = seen.setdefault(json.dumps([plan.as_json(), plan.start], sort_keys=True), cell)
            if first is not cell:
                raise UsageError(
                    f"{self.where}: [grid] {cell.words}: is the same as {first.words}; expected each cell once"
                )
        return made


def _check(document: Mapping[str, Any], where: str) -> None:
    for key, value in document.items():
        kind = str if _seats_one(key) else _TOP.get(key)
        if kind is None:
            raise UsageError(f"{where}: unknown key {key}; expected {', '.join(_TOP)} or seat1, seat2, …")
        if type(value) is not kind or (kind is list and not _names(value)):
            raise UsageError(f"{where}: key {key}: expected {_WORDS[kind]}, got {value!r:.60}")
    for key in ("game", "grid"):
        if key not in document:
            raise UsageError(f"{where}: key {key} is missing; expected {_WORDS[_TOP[key]]}")
    for key, value in document.get("setup", {}).items():
        if not isinstance(value, str | int):
            raise UsageError(f"{where}: key setup.{key}: expected a text, a whole number or true or false")
    _check_grid(document, where)


def _check_grid(document: Mapping[str, Any], where: str) -> None:
    cells = 1
    for key, values in document["grid"].items():
        name = f"{where}: key grid.{key}"
        if not isinstance(key, str):
            raise UsageError(f"{name}: expected a text as the name of a key")
        if key in _COLUMNS:
            raise UsageError(f"{name}: is no name for a column of a grid; the table has a column {key} of its own")
        if key in document or key in document.get("setup", {}):
            raise UsageError(f"{name}: is given outside of the grid as well; expected it in one place")
        if not isinstance(values, list) or not values:
            raise UsageError(f"{name}: expected a list of the values to be tried, got {values!r:.60}")
        if key in _NAMES:
            if not all(_names(value) for value in values):
                raise UsageError(f'{name}: expected lists of names, such as [[], ["NAME"]], got {values!r:.60}')
        elif key in ("agent", "from") or _seats_one(key):
            if not all(isinstance(value, str) for value in values):
                raise UsageError(f"{name}: expected texts, got {values!r:.60}")
        elif not all(isinstance(value, str | int) for value in values):
            raise UsageError(f"{name}: expected texts, whole numbers or true and false, got {values!r:.60}")
        told = [_text(value) for value in values]
        if len(set(told)) < len(told):
            twice = next(text for text in told if told.count(text) > 1)
            raise UsageError(f"{name}: has {twice or 'nothing'} twice; expected each value once")
        cells *= len(values)
    if not document["grid"]:
        raise UsageError(f"{where}: key grid: expected at least one key with a list of values")
    if cells > _MOST_CELLS:
        raise UsageError(f"{where}: key grid: makes {cells:,} cells; expected {_MOST_CELLS:,} at the most")


def _seats_one(key: Any) -> bool:
    """Whether a key says who plays a single seat."""
    return isinstance(key, str) and SEAT.fullmatch(key) is not None


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and name for name in value)


def _text(value: Any) -> str:
    """A value as it stands in a table."""
    if isinstance(value, list):
        return " ".join(value)
    return as_written(value)
