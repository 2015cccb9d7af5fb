"""Sweep: what came out of a grid, a row for each cell."""

from __future__ import annotations

import csv
import io
from hashlib import blake2b
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.grid import Cell, Grid
from undercroft.batch.result import Batch
from undercroft.batch.table import has_polars
from undercroft.errors import BatchError

__all__ = ["Sweep", "SweepInterrupted", "SweepStoppedError", "encoded"]

_COUNTS = ("games", "wins", "losses", "stalled", "errors")
_RATES = ("win_rate", "win_rate_low", "win_rate_high")


@attrs.frozen(eq=False)
class Sweep:
    """The cells of a grid that are played: ``cells`` and their ``batches``, in order.

    All batches have the same seed, so that any two of them can be compared game by game:
    ``compare(sweep.batches[0], sweep.batches[1])``. ``interrupted`` says that cells are missing.
    """

    grid: Grid
    cells: tuple[Cell, ...]
    batches: tuple[Batch, ...]
    workers: int = 1
    seconds: float = 0.0
    played: int = 0
    played_decisions: int = 0
    interrupted: bool = False
    out: Path | None = None
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table."""
        return ("cell", *self.grid.columns, *_COUNTS, *_RATES, "median_length", "decisions", "digest")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One dict a cell: its number, what the grid says in it, games and how they ended, the win rate with its 95 %
        Wilson interval, the decisions of the median game and of all, and the digest of its table.
        """
        return [_row(cell, batch) for cell, batch in zip(self.cells, self.batches, strict=True)]

    @property
    def table(self) -> Any:
        """The rows as a polars data frame where polars is installed, else as they are."""
        return self._frame() if has_polars() else self.rows

    def _frame(self) -> Any:
        import polars as pl

        whole = {name for name, is_whole in zip(self.grid.columns, self.grid.whole, strict=True) if is_whole}
        whole |= {"cell", *_COUNTS, "median_length", "decisions"}
        schema = {
            name: pl.Int64() if name in whole else pl.Float64() if name in _RATES else pl.String()
            for name in self.columns
        }
        return pl.DataFrame(self.rows, schema=schema)

    def to_csv(self) -> bytes:
        """The table as a CSV file."""
        text = io.StringIO()
        writer = csv.DictWriter(text, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue().encode()

    @property
    def digest(self) -> str:
        """32 hex digits that stand for the whole table; equal for equal grids, however the games were played."""
        return blake2b(self.to_csv(), digest_size=16).hexdigest()

    def as_json(self) -> dict[str, Any]:
        """The sweep in figures, as plain data."""
        seconds = self.seconds
        return {
            "game": self.grid.document["game"],
            "grid": self.grid.document["grid"],
            "seed": self.grid.seed,
            "games": self.grid.games,
            "cells": self.rows,
            "setups": [
                {"cell": cell.number, **batch.plan.as_json()}
                for cell, batch in zip(self.cells, self.batches, strict=True)
            ],
            "seconds": seconds,
            "decisions_per_second": self.played_decisions / seconds if seconds else 0.0,
            "games_per_second": self.played / seconds if seconds else 0.0,
            "workers": self.workers,
            "interrupted": self.interrupted,
            "out": None if self.out is None else str(self.out),
            "notes": list(self.notes),
            "digest": self.digest,
            "versions": {name: version for batch in self.batches for name, version in batch.versions.items()},
        }


def encoded(sweep: Sweep, table: str) -> bytes:
    """The table of a sweep as a file of either kind."""
    if table == "csv":
        return sweep.to_csv()
    buffer = io.BytesIO()
    sweep._frame().write_parquet(buffer)
    return buffer.getvalue()


def _row(cell: Cell, batch: Batch) -> dict[str, Any]:
    counts = (batch.n, batch.wins, batch.losses, batch.stalled, batch.errors)
    rates = (batch.win_rate, batch.win_rate_low, batch.win_rate_high)
    return {
        "cell": cell.number,
        **cell.values,
        **dict(zip(_COUNTS, counts, strict=True)),
        **dict(zip(_RATES, rates, strict=True)),
        "median_length": batch.length(0.5),
        "decisions": batch.decisions,
        "digest": batch.digest,
    }


class SweepInterrupted(KeyboardInterrupt):
    """Somebody stopped a sweep with Ctrl-C. ``sweep`` has the cells that are finished."""

    def __init__(self, sweep: Sweep, cells: int) -> None:
        super().__init__(f"interrupted after {len(sweep.cells):,} of {cells:,} cells")
        self.sweep = sweep


class SweepStoppedError(BatchError):
    """A sweep could not go on. ``sweep`` has the cells that are finished."""

    def __init__(self, message: str, sweep: Sweep) -> None:
        super().__init__(message)
        self.sweep = sweep
