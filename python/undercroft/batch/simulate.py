"""simulate and resume: the two ways into a batch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from undercroft.batch.conduct import Conductor, Progress, Stops
from undercroft.batch.crew import Crew
from undercroft.batch.folder import Folder
from undercroft.batch.manifest import check_versions
from undercroft.batch.plan import Agents, Plan, make_plan, seats
from undercroft.batch.result import Batch, BatchStoppedError, Interrupted
from undercroft.batch.runner import Chunk, Runner
from undercroft.batch.store import Store
from undercroft.errors import BatchError, SaveError, UsageError
from undercroft.game import Game

__all__ = ["resume", "simulate"]

logger = logging.getLogger("undercroft.batch")


def simulate(
    game: str | Game,
    *,
    games: int = 1000,
    agents: Agents = "random",
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    start: str | Path | None = None,
    limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
    executor: Executor | None = None,
    table: str | None = None,
) -> Batch:
    """Play many games of one setup and count them all.

    Game ``i`` depends on ``seed``, ``i`` and the setup alone: the table, and with it the batch's digest, is the same
    for any number of workers and any executor, and for a run that was killed and resumed.

    ``agents`` is a spec (``"lookahead:deals=5"``, ``"mine.py:choose"``), a function or an agent for all seats, or a
    list with one for each. ``start`` is a position file that every game begins at, with luck of its own and with what
    seat 1 cannot know dealt again. A game is stalled after ``limit`` decisions (100,000).

    ``workers`` processes play (1: this thread does). An ``executor`` of your own is used instead where it is given;
    ``workers`` then says how many tasks it works on at a time. ``out`` names a new folder for the table (``table`` is
    ``"parquet"`` or ``"csv"``; Parquet where polars is installed), the manifest, and replays of games that stalled or
    failed. ``progress`` is called about ten times a second and once at the end; ``note`` hears of workers that were
    killed (they are logged otherwise).

    Raises :class:`UsageError` for what does not exist or cannot be, :class:`Interrupted` after Ctrl-C and
    :class:`BatchError` where the run cannot go on (a full disk, a worker that is killed again and again); both of these
    have the finished games in ``.batch``.
    """
    _check_workers(workers)
    plan = make_plan(
        game, games=games, agents=agents, seed=seed, setup=setup, expansions=expansions, start=start, limit=limit
    )
    crew = _crew(plan, workers, executor, keep_replays=out is not None)
    store = Store(plan) if out is None else Folder.create(Path(out), plan, table)
    return _run(store, crew, progress, note)


def resume(
    folder: str | Path,
    *,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
    executor: Executor | None = None,
    agents: Agents | None = None,
) -> Batch:
    """Go on with the batch in a folder; its manifest knows the rest. A batch that is done is read and returned.

    ``agents`` is needed only where the batch was begun with functions or objects of a program. One finished game is
    played again first, to make sure that the games still to come will fit those that are there. Raises
    :class:`SaveError` for a folder that is damaged (naming the file) or was begun with other versions, and what
    :func:`simulate` raises while playing.
    """
    _check_workers(workers)
    path = Path(folder)
    store = Folder.open(path, agents=None if agents is None else lambda count: seats(agents, count))
    if store.done:
        return _batch(store, workers or 1, 0.0, 0, 0, [], interrupted=False)
    try:
        check_versions(path, store.plan)
        crew = _crew(store.plan, workers, executor, keep_replays=True)
        _check_play(store)
        store.go_on()
    except BaseException:
        store.release()
        raise
    return _run(store, crew, progress, note)


def _check_workers(workers: int | None) -> None:
    if workers is not None and (type(workers) is not int or workers < 1):
        raise UsageError(f"workers cannot be {workers!r}; expected a whole number from 1 on")


def _crew(plan: Plan, workers: int | None, executor: Executor | None, *, keep_replays: bool) -> Crew | None:
    """The workers, or ``None`` where this thread does the work."""
    if executor is None and (workers or 1) == 1:
        return None
    return Crew(plan, keep_replays=keep_replays, workers=workers, executor=executor)


def _check_play(store: Folder) -> None:
    """Versions do not tell everything: an agent in a file or rules under development may have changed without one."""
    written = next((line for lines in store.blocks() for line in lines.splitlines(keepends=True)[:1]), b"")
    if not written:
        return
    first = int(written.partition(b",")[0])
    chunk = Chunk(first)
    Runner(store.plan, keep_replays=False).play(chunk, 1)
    played = chunk.answer().lines
    if played != written:
        raise SaveError(
            f"{store.path}: game {first} comes out differently now, so the games to come would not fit those that are "
            f"there: it was {written.decode().strip()!r} and is {played.decode().strip()!r}; have the rules or an "
            "agent changed?"
        )


def _run(
    store: Store, crew: Crew | None, progress: Callable[[Progress], None] | None, note: Callable[[str], None] | None
) -> Batch:
    """Play what is missing. However it ends, what is finished is kept."""
    notes: list[str] = []

    def hear(text: str) -> None:
        notes.append(text)
        (note or logger.warning)(text)

    games, decisions = store.tally.n, store.tally.decisions
    workers = 1 if crew is None else crew.workers

    def batch(*, interrupted: bool) -> Batch:
        played = store.tally.n - games, store.tally.decisions - decisions
        return _batch(store, workers, conductor.seconds, *played, notes, interrupted=interrupted)

    with Stops() as stops:
        conductor = Conductor(store, stops, progress, hear)
        try:
            if crew is None:
                conductor.play_here(Runner(store.plan, keep_replays=isinstance(store, Folder)))
            else:
                conductor.play_with(crew)
            store.finish()
        except BaseException as error:
            _put_down(store, crew)
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted(batch(interrupted=True)) from None
            if isinstance(error, BatchError):
                raise BatchStoppedError(str(error), batch(interrupted=True)) from error
            raise
        done = batch(interrupted=False)
        if crew is not None:
            crew.close()
        conductor.tell()
    return done


def _put_down(store: Store, crew: Crew | None) -> None:
    if crew is not None:
        crew.kill()
    try:
        store.stop()
    except BatchError as error:
        logger.debug("while stopping: %s", error)  # the error that led here is the one to hear of


def _batch(
    store: Store, workers: int, seconds: float, played: int, made: int, notes: Sequence[str], *, interrupted: bool
) -> Batch:
    return Batch(
        plan=store.plan,
        workers=workers,
        seconds=seconds,
        played=played,
        played_decisions=made,
        interrupted=interrupted,
        out=store.path if isinstance(store, Folder) else None,
        notes=tuple(notes),
        digest=store.digest(),
        store=store,
    )
