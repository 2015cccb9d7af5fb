"""A sweep's folder: its grid, the folder of each cell, and the table at the end.

``sweep.json`` has the grid, resolved cell by cell; ``cells/`` a folder of a batch for each cell that was begun, and
``table.parquet`` or ``table.csv`` comes last. Each cell is as safe against being killed as any batch, so that the table
does not depend on what happened on the way there, byte for byte.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.folder import Folder, begun, lock, table_kind
from undercroft.batch.grid import Cell, Grid
from undercroft.batch.manifest import NAME as MANIFEST
from undercroft.batch.plan import Plan
from undercroft.batch.simulate import check_play
from undercroft.batch.swept import Sweep, encoded
from undercroft.batch.table import has_polars
from undercroft.errors import BatchError, SaveError, UsageError
from undercroft.files import encode, is_without, read_document, write_atomically
from undercroft.session import fingerprint

__all__ = ["NAME", "SweepFolder"]

FORMAT = "undercroft-sweep/1"
NAME = "sweep.json"


@attrs.define
class SweepFolder:
    """The folder of a sweep. It is held for this process until it is released."""

    path: Path
    grid: Grid
    cells: list[tuple[Cell, Plan]]
    table: str
    _lock: int | None

    @classmethod
    def create(cls, path: Path, grid: Grid, cells: list[tuple[Cell, Plan]], table: str | None) -> SweepFolder:
        """A new folder. Raises :class:`UsageError` for one that exists, or a table that cannot be written here."""
        kind = table_kind(table)
        try:
            path.mkdir(parents=True)
        except FileExistsError as error:
            raise UsageError(f"{path}: exists; a sweep is written into a new folder, or resumed in its own") from error
        except (OSError, ValueError) as error:
            raise UsageError(f"{path}: cannot be made: {getattr(error, 'strerror', None) or error}") from error
        with begun(path):
            (path / "cells").mkdir()
            write_atomically(path / NAME, _document(grid, cells, kind, ""))
        return cls(path, grid, cells, kind, lock(path))

    @classmethod
    def open(cls, path: Path, asked: Grid | None) -> SweepFolder:
        """A folder that was begun.

        Raises :class:`SaveError` for one that is damaged, or that other versions would go on with, and
        :class:`UsageError` where another grid is asked for.
        """
        file = path / NAME
        if is_without(path, NAME):
            raise SaveError(f"{path}: is no folder of a sweep: it has no {NAME}")
        document = read_document(file, FORMAT)
        if document.get("check") != _check(document) or document.get("table") not in ("csv", "parquet"):
            raise SaveError(f"{file}: was edited or damaged: its check sum does not fit")
        if asked is not None and asked.document != document["grid"]:
            raise UsageError(f"{asked.where}: is another grid than that of {path}; leave it to the folder")
        if document["table"] == "parquet" and not has_polars():
            raise SaveError(f'{file}: its table needs polars; pip install "undercroft[tables]" brings it')
        grid = Grid(document["grid"], str(file))
        cells = grid.plans()
        now = json.loads(_document(grid, cells, document["table"], document["digest"]))
        for key in ("polars", "cells"):
            if now[key] != document[key]:
                raise SaveError(f"{file}: cannot be gone on with: {_changed(key, document[key], now[key])}")
        return cls(path, grid, cells, document["table"], lock(path))

    def store(self, number: int, plan: Plan) -> Folder:
        """The folder of a cell, new or begun."""
        path = self.path / "cells" / f"{number:06d}"
        if is_without(path.parent, path.name) or is_without(path, MANIFEST):
            if path.exists():  # killed before its manifest was written
                try:
                    for file in path.glob(".*.tmp"):
                        file.unlink()
                    path.rmdir()
                except OSError as error:
                    raise SaveError(
                        f"{path}: has no {MANIFEST}, but other files; without this folder its cell is played again"
                    ) from error
            return Folder.create(path, plan, self.table)
        store = Folder.open(path)
        try:
            if attrs.evolve(store.plan, versions={}) != attrs.evolve(plan, versions={}):
                raise SaveError(f"{path}: is the batch of another cell than {self.cells[number][0].words}")
            if not store.done:
                check_play(store)
                store.go_on()
        except BaseException:
            store.release()
            raise
        return store

    def finish(self, made: Sweep) -> None:
        """All cells are played: write the table."""
        self._write(f"table.{self.table}", encoded(made, self.table))
        self._write(NAME, _document(self.grid, self.cells, self.table, made.digest))

    def _write(self, name: str, data: bytes) -> None:
        try:
            write_atomically(self.path / name, data)
        except SaveError as error:
            raise BatchError(f"{error}. The sweep can be resumed in {self.path}") from error

    def __enter__(self) -> SweepFolder:
        return self

    def __exit__(self, *_: object) -> None:
        """Let other processes write to the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _document(grid: Grid, cells: Sequence[tuple[Cell, Plan]], table: str, digest: str) -> bytes:
    """What a folder says of its sweep; no clock, machine or number of workers is in it."""
    document = {
        "format": FORMAT,
        "grid": grid.document,
        "table": table,
        "polars": version("polars") if table == "parquet" else "",
        "cells": list(_rows(cells)),
        "digest": digest,
    }
    return encode({**document, "check": _check(document)}, indent=1)


def _rows(cells: Sequence[tuple[Cell, Plan]]) -> Iterator[dict[str, Any]]:
    for cell, plan in cells:
        yield {
            "cell": cell.number,
            **plan.as_json(),
            "start": "" if plan.start is None else fingerprint(json.dumps(plan.start, sort_keys=True)),
            "versions": {name: found for name, found in plan.versions.items() if name != "python"},
        }


def _check(document: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in document.items() if name != "check"}
    return fingerprint(json.dumps(rest, sort_keys=True))


def _changed(key: str, before: Any, now: Any) -> str:
    if key == "cells":
        row, other = next((a, b) for a, b in zip(before, now, strict=True) if a != b)
        key = next(name for name in row if row[name] != other[name])
        return f"{key} of cell {row['cell']} was {row[key]} and would be {other[key]}"
    return f"{key} was {before or 'not used'} and is {now or 'not used'}"
