"""The table of games in its canonical form: one line of text a game, the same wherever and however it was played.

Beside it a game may have a table of its parts, and one of what it saw and used, with any number of lines a game.

A line has the cells of a CSV record, quoted only where they must be, and ends with a bare newline. Digests, part files
and workers' answers are made of these lines; data frames and Parquet files are made from them and turn into them again.
"""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from undercroft.errors import RulesError
from undercroft.replays import plain

__all__ = ["CardColumns", "Columns", "Lines", "PartColumns", "has_polars"]

_FIRST = ("index", "result", "reason", "decisions")
_LAST = "digest"
_WHOLE = frozenset({"index", "decisions", "part", "seen", "used"})
_PART = ("index", "part")
_LARGEST = 2**63


def has_polars() -> bool:
    """Whether polars is installed; it is imported only when a frame or a Parquet file is made."""
    return importlib.util.find_spec("polars") is not None


def _cell(text: str) -> str:
    if not text.isprintable():
        text = plain(text)
    if '"' in text:
        return '"' + text.replace('"', '""') + '"'
    return f'"{text}"' if "," in text else text


@attrs.frozen
class Lines:
    """Canonical lines of some columns. ``facts`` has the name of each of the game's own columns and its type.

    The type is ``"int"`` or ``"str"``.
    """

    facts: tuple[tuple[str, str], ...] = ()

    leading: ClassVar[tuple[str, ...]] = ()
    trailing: ClassVar[tuple[str, ...]] = ()
    """The columns of every game before and behind its own."""
    source: ClassVar[str]
    """The method of a rulebook that gives the cells."""
    always: ClassVar[str]
    first: ClassVar[str]
    """When it has to, and where the columns come from, in words."""

    @property
    def names(self) -> tuple[str, ...]:
        """All columns in order."""
        return (*self.leading, *(name for name, _ in self.facts), *self.trailing)

    @property
    def whole(self) -> tuple[bool, ...]:
        """For each column whether it holds whole numbers."""
        own = dict(self.facts)
        return tuple(own.get(name, "int" if name in _WHOLE else "str") == "int" for name in self.names)

    @property
    def header(self) -> bytes:
        """The first line of a CSV file."""
        return (",".join(_cell(name) for name in self.names) + "\n").encode()

    # -- lines ----------------------------------------------------------------------------------------------------

    def cells(self, facts: Mapping[str, Any]) -> list[str]:
        """The game's own cells. Raises :class:`RulesError` where they are not of the columns."""
        if len(facts) != len(self.facts):
            raise RulesError(self._unfit(facts))
        cells = []
        for name, kind in self.facts:
            value = facts.get(name)
            if kind == "int" and isinstance(value, int) and -_LARGEST <= value < _LARGEST:
                cells.append(str(int(value)))
            elif kind == "str" and isinstance(value, str):
                cells.append(_cell(value))
            else:
                raise RulesError(self._unfit(facts))
        return cells

    def _unfit(self, facts: Mapping[str, Any]) -> str:
        wanted = ", ".join(f"{name} ({kind})" for name, kind in self.facts) or "no columns"
        given = ", ".join(f"{name}={value!r}" for name, value in facts.items()) or "no columns"
        return f"{self.source}() has to give the same columns {self.always}: {wanted}{self.first}, now {given}"

    def encode(self, rows: Iterable[Sequence[Any]]) -> bytes:
        """Canonical lines of rows of values."""
        lines = []
        for row in rows:
            cells = ["" if v is None else v if type(v) is str and v.isalnum() else _cell(str(v)) for v in row]
            lines.append(",".join(cells) + "\n")
        return "".join(lines).encode()

    def texts(self, lines: bytes) -> Iterator[list[str]]:
        """The cells of each line, as text."""
        return csv.reader(io.StringIO(lines.decode("utf-8"), newline="\n"), strict=True)

    def rows(self, lines: bytes) -> list[dict[str, Any]]:
        """Each line as a dict; a blank where a number belongs is ``None``."""
        names, whole = self.names, self.whole
        return [
            {n: (int(t) if t else None) if w else t for n, w, t in zip(names, whole, row, strict=True)}
            for row in self.texts(lines)
        ]

    # -- frames ---------------------------------------------------------------------------------------------------

    def frame(self, blocks: Iterable[bytes]) -> Any:
        """A polars frame of canonical lines."""
        import polars as pl

        schema = {n: pl.Int64() if w else pl.String() for n, w in zip(self.names, self.whole, strict=True)}
        frames = [
            pl.read_csv(block, has_header=False, schema=schema).with_columns(pl.col(pl.String).fill_null(""))
            for block in blocks
            if block
        ]
        return pl.concat(frames) if frames else pl.DataFrame(schema=schema)

    def to_parquet(self, lines: bytes) -> bytes:
        """A Parquet file of canonical lines."""
        buffer = io.BytesIO()
        self.frame([lines]).write_parquet(buffer)
        return buffer.getvalue()

    def from_parquet(self, data: bytes) -> bytes:
        """The canonical lines of a Parquet file. Raises :class:`ValueError` for other columns."""
        import polars as pl

        frame = pl.read_parquet(io.BytesIO(data))
        if tuple(frame.columns) != self.names:
            raise ValueError(f"has the columns {', '.join(frame.columns)}; expected {', '.join(self.names)}")
        return self.encode(frame.iter_rows())

    def to_csv(self, lines: bytes) -> bytes:
        """A CSV file of canonical lines."""
        return self.header + lines

    def from_csv(self, data: bytes) -> bytes:
        """The canonical lines of a CSV file. Raises :class:`ValueError` for other columns."""
        if not data.startswith(self.header):
            raise ValueError(f"does not begin with the columns {', '.join(self.names)}")
        return data[len(self.header) :]


def _check_name(source: str, name: Any, taken: Sequence[str]) -> None:
    if not isinstance(name, str) or name in taken or not name.isprintable() or not name:
        raise RulesError(f"{source} names a column {name!r}; expected a name other than {', '.join(taken)}")


@attrs.frozen
class Columns(Lines):
    """The columns of a game's table.

    A game that ended with an error has blanks in its own: nothing where a number belongs, an empty text where a text
    does.
    """

    leading: ClassVar[tuple[str, ...]] = _FIRST
    trailing: ClassVar[tuple[str, ...]] = (_LAST,)
    source: ClassVar[str] = "facts"
    always: ClassVar[str] = "for every game"
    first: ClassVar[str] = " at its beginning"

    @classmethod
    def of(cls, facts: Mapping[Any, Any]) -> Columns:
        """The columns for what a rulebook's ``facts`` gave. Raises :class:`RulesError` for an unfit name or value."""
        for name, value in facts.items():
            _check_name("facts()", name, sorted({*_FIRST, _LAST}))
            if not isinstance(value, int | str):
                raise RulesError(f"facts() gives {value!r} for column {name!r}; expected a whole number or a text")
        return cls(tuple((name, "str" if isinstance(value, str) else "int") for name, value in facts.items()))

    def line(self, index: int, result: str, reason: str, decisions: int, cells: Sequence[str], digest: str) -> str:
        """The canonical line of a game."""
        return ",".join((str(index), result, _cell(reason), str(decisions), *cells, digest)) + "\n"

    def blanks(self) -> list[str]:
        """A game's own cells where it has none to tell of."""
        return [""] * len(self.facts)


@attrs.frozen
class PartColumns(Lines):
    """The columns of the table of a game's parts: the game, the number of the part in it, then the game's own."""

    leading: ClassVar[tuple[str, ...]] = _PART
    source: ClassVar[str] = "parts"
    always: ClassVar[str] = "in every row"
    first: ClassVar[str] = " in part_columns"

    @classmethod
    def of(cls, columns: Mapping[Any, Any]) -> PartColumns:
        """The columns that a rulebook declares. Raises :class:`RulesError` for an unfit name or type."""
        for name, kind in columns.items():
            _check_name("part_columns", name, _PART)
            if kind not in (int, str):
                raise RulesError(f"part_columns gives {kind!r} for column {name!r}; expected int or str")
        return cls(tuple((name, kind.__name__) for name, kind in columns.items()))

    def __bool__(self) -> bool:
        return bool(self.facts)

    def lines(self, index: int, rows: Iterable[Mapping[str, Any]]) -> str:
        """The canonical lines of the parts of a game, numbered from 1."""
        return "".join(
            ",".join((str(index), str(number), *self.cells(row))) + "\n" for number, row in enumerate(rows, 1)
        )


@attrs.frozen
class CardColumns(Lines):
    """The columns of the table of what games saw and used: the game, kind and id of the thing, and how often."""

    leading: ClassVar[tuple[str, ...]] = ("index", "kind", "id")
    trailing: ClassVar[tuple[str, ...]] = ("seen", "used")

    def lines(self, index: int, rows: Iterable[tuple[str, str, int, int]]) -> str:
        """The canonical lines of a game: kind, id, times seen, times used."""
        return "".join(f"{index},{_cell(kind)},{_cell(name)},{seen},{used}\n" for kind, name, seen, used in rows)
