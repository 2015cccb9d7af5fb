"""simulate and resume: the two ways into a batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from undercroft.batch.conduct import Progress
from undercroft.batch.crew import Crew, hire
from undercroft.batch.folder import Folder
from undercroft.batch.manifest import check_versions
from undercroft.batch.plan import Agents, check_workers, make_plan, seats
from undercroft.batch.result import Batch, BatchStoppedError, Interrupted
from undercroft.batch.run import Run
from undercroft.batch.runner import Chunk, Runner
from undercroft.batch.store import Store
from undercroft.errors import BatchError, SaveError
from undercroft.game import Game

__all__ = ["check_play", "resume", "simulate"]


def simulate(
    game: str | Game,
    *,
    games: int = 1000,
    agents: Agents | None = None,
    seed: int = 0,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    without: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    start: str | Path | None = None,
    limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
    executor: Executor | None = None,
    table: str | None = None,
    track: bool = False,
) -> Batch:
    """Play many games of one setup and count them all.

    Game ``i`` depends on ``seed``, ``i`` and the setup alone: the table, and with it the batch's digest, is the same
    for any number of workers and any executor, and for a run that was killed and resumed.

    ``agents`` is a spec (``"lookahead:deals=5"``, ``"mine.py:choose"``), a function or an agent for all seats, or a
    list with one for each; left out, the game's own default plays. ``start`` is a position file that every game begins
    at, with luck of its own and with what seat 1 cannot know dealt again. ``without`` has ids of content that is taken
    out of the game (``id``, or ``kind/id``). A game is stalled after ``limit`` decisions (100,000).

    ``workers`` processes play (1: this thread does). An ``executor`` of your own is used instead where it is given;
    ``workers`` then says how many tasks it works on at a time. ``out`` names a new folder for the table (``table`` is
    ``"parquet"`` or ``"csv"``; Parquet where polars is installed), the manifest, and replays of games that stalled or
    failed. ``progress`` is called about ten times a second and once at the end; ``note`` hears of workers that were
    killed (they are logged otherwise). ``track`` keeps a table of what each game saw and used as well
    (:attr:`Batch.cards`), which changes no game.

    Raises :class:`UsageError` for what does not exist or cannot be, :class:`Interrupted` after Ctrl-C and
    :class:`BatchError` where the run cannot go on (a full disk, a worker that is killed again and again); both of these
    have the finished games in ``.batch``.
    """
    check_workers(workers)
    plan = make_plan(
        game,
        games=games,
        agents=agents,
        seed=seed,
        setup=setup,
        expansions=expansions,
        start=start,
        limit=limit,
        without=without,
        track=track,
    )
    crew = hire(plan, keep_replays=out is not None, workers=workers, executor=executor)
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
    check_workers(workers)
    path = Path(folder)
    store = Folder.open(path, agents=None if agents is None else lambda count: seats(agents, count))
    if store.done:
        return Run({0: store}, None, None, None).batch()
    try:
        check_versions(path, store.plan)
        crew = hire(store.plan, keep_replays=True, workers=workers, executor=executor)
        check_play(store)
        store.go_on()
    except BaseException:
        store.release()
        raise
    return _run(store, crew, progress, note)


def check_play(store: Folder) -> None:
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
    """Play what is missing."""
    run = Run({0: store}, crew, progress, note)
    try:
        run.play()
    except KeyboardInterrupt:
        raise Interrupted(run.batch(interrupted=True)) from None
    except BatchError as error:
        raise BatchStoppedError(str(error), run.batch(interrupted=True)) from error
    return run.batch()
