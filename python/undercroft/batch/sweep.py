"""Sweeping a grid of setups: every cell a batch of its own, all of them by the same workers, into one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from undercroft.batch.conduct import Progress
from undercroft.batch.crew import Crew, hire
from undercroft.batch.folder import Folder
from undercroft.batch.grid import Cell, Grid
from undercroft.batch.plan import Plan, check_workers
from undercroft.batch.result import Batch
from undercroft.batch.run import Run
from undercroft.batch.store import Store
from undercroft.batch.sweep_folder import NAME, SweepFolder
from undercroft.batch.swept import Sweep, SweepInterrupted, SweepStoppedError
from undercroft.errors import BatchError, UsageError

__all__ = ["sweep"]

_WAVE = 16
"""Cells that are open at the same time."""


def sweep(
    grid: str | Path | Mapping[str, Any] | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: str | Path | None = None,
    table: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Sweep:
    """Play every combination of a grid, a TOML file or the same as plain data, into one table.

    The grid names the ``game``, how many ``games`` each cell has (1000) and their ``seed`` (0), the same in all cells,
    so that any two can be compared game by game. What all cells have in common stands in ``[setup]`` and in ``agent``,
    ``seat1`` …, ``from``, ``expansions`` and ``without``; ``[grid]`` has a list of values for each key that varies.
    Every cell is checked before a game is played. ``games`` and ``seed`` stand in for those of the grid.

    ``out`` names a new folder that keeps everything (``table`` is ``"parquet"`` or ``"csv"``; Parquet where polars is
    installed), ``resume`` one that was begun; its grid need not be given again. ``workers`` processes play all cells;
    the table does not depend on how many.

    Raises :class:`UsageError` for a grid that is wrong, naming file and key, :class:`SaveError` for a folder that
    cannot be gone on with; :class:`SweepInterrupted` after Ctrl-C and :class:`SweepStoppedError` where the run cannot
    go on, both with the finished cells in ``.sweep``.
    """
    check_workers(workers)
    asked = None if grid is None else Grid.read(grid, games=games, seed=seed)
    if resume is not None:
        given = {"out": out, "table": table, **({} if asked else {"games": games, "seed": seed})}
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise UsageError(f"{extra[0]} cannot go with resume: {Path(resume) / NAME} says it")
        place = SweepFolder.open(Path(resume), asked)
        with place:
            return _Sweeper(place.grid, place.cells, place, workers, progress, note).play()
    if asked is None:
        raise UsageError("which grid? Expected a TOML file, or a folder to be resumed")
    cells = asked.plans()
    if out is None:
        return _Sweeper(asked, cells, None, workers, progress, note).play()
    with SweepFolder.create(Path(out), asked, cells, table) as place:
        return _Sweeper(asked, cells, place, workers, progress, note).play()


class _Sweeper:
    """Plays the cells in waves, with one crew for all."""

    def __init__(
        self,
        grid: Grid,
        cells: Sequence[tuple[Cell, Plan]],
        place: SweepFolder | None,
        workers: int | None,
        progress: Callable[[Progress], None] | None,
        note: Callable[[str], None] | None,
    ) -> None:
        self.grid = grid
        self.cells = cells
        self.place = place
        self.workers = workers or 1
        self.batches: dict[int, Batch] = {}
        self.seconds = 0.0
        self.played = [0, 0]
        self.notes: list[str] = []
        self._progress = progress
        self._note = note

    def play(self) -> Sweep:
        plans = [plan for _, plan in self.cells]
        crew = hire(*plans, keep_replays=self.place is not None, workers=self.workers)
        try:
            for first in range(0, len(self.cells), _WAVE):
                self._wave(range(first, min(first + _WAVE, len(self.cells))), crew)
            if crew is not None:
                crew.close()
        except KeyboardInterrupt:
            raise SweepInterrupted(self._sweep(interrupted=True), len(self.cells)) from None
        except BatchError as error:
            raise SweepStoppedError(str(error), self._sweep(interrupted=True)) from error
        finally:
            if crew is not None:
                crew.kill()
        made = self._sweep(interrupted=False)
        if self.place is not None:
            self.place.finish(made)
        return made

    def _wave(self, numbers: Sequence[int], crew: Crew | None) -> None:
        stores: dict[int, Store] = {}
        try:
            for number in numbers:
                plan = self.cells[number][1]
                store = Store(plan) if self.place is None else self.place.store(number, plan)
                if isinstance(store, Folder) and store.done:
                    self.batches[number] = Run({0: store}, None, None, None).batch()
                else:
                    stores[number] = store
        except BaseException:
            for store in stores.values():
                store.stop()
            raise
        if not stores:
            return
        run = Run(stores, crew, self._telling(), self._note)
        try:
            run.play(last=False)
        finally:
            self.seconds += run.seconds
            self.notes += run.notes
            for number, store in stores.items():
                batch = run.batch(number)
                self.played[0] += batch.played
                self.played[1] += batch.played_decisions
                if store.tally.n == store.plan.games:
                    self.batches[number] = batch

    def _telling(self) -> Callable[[Progress], None] | None:
        """Progress of a wave as progress of the whole."""
        tell = self._progress
        if tell is None:
            return None
        before, total = list(self.batches.values()), len(self.cells) * self.grid.games
        done, wins, decisions = (sum(getattr(batch, name) for batch in before) for name in ("n", "wins", "decisions"))
        losses, stalled, errors = (
            sum(getattr(batch, name) for batch in before) for name in ("losses", "stalled", "errors")
        )
        seconds = self.seconds

        def told(at: Progress) -> None:
            tell(
                Progress(
                    at.done + done,
                    total,
                    at.wins + wins,
                    at.losses + losses,
                    at.stalled + stalled,
                    at.errors + errors,
                    at.decisions + decisions,
                    at.seconds + seconds,
                )
            )

        return told

    def _sweep(self, *, interrupted: bool) -> Sweep:
        numbers = sorted(self.batches)
        return Sweep(
            grid=self.grid,
            cells=tuple(self.cells[number][0] for number in numbers),
            batches=tuple(self.batches[number] for number in numbers),
            workers=self.workers,
            seconds=self.seconds,
            played=self.played[0],
            played_decisions=self.played[1],
            interrupted=interrupted,
            out=None if self.place is None else self.place.path,
            notes=tuple(self.notes),
        )
