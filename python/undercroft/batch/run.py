"""A run: stores that are filled by a crew or in this thread, and what is done however it ends."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping

from undercroft.batch.conduct import Conductor, Progress, Stops
from undercroft.batch.crew import Crew
from undercroft.batch.folder import Folder
from undercroft.batch.result import Batch
from undercroft.batch.runner import Runner
from undercroft.batch.store import Store
from undercroft.errors import BatchError

__all__ = ["Run"]

logger = logging.getLogger("undercroft.batch")


class Run:
    """Fills stores, which have the numbers that their plans have in the crew; without a crew this thread plays.

    However it ends, what is finished is kept. ``notes`` tells what went wrong on the way, ``seconds`` how long it took.
    """

    def __init__(
        self,
        stores: Mapping[int, Store],
        crew: Crew | None,
        progress: Callable[[Progress], None] | None,
        note: Callable[[str], None] | None,
    ) -> None:
        self.stores = stores
        self.crew = crew
        self.notes: list[str] = []
        self.seconds = 0.0
        self.workers = 1 if crew is None else crew.workers
        self._progress = progress
        self._note = note
        self._before = {lane: (store.tally.n, store.tally.decisions) for lane, store in stores.items()}
        self._runners: dict[int, Runner] = {}

    def _hear(self, text: str) -> None:
        self.notes.append(text)
        (self._note or logger.warning)(text)

    def play(self, goals: Iterable[int | None] = (None,), *, abreast: bool = False, last: bool = True) -> None:
        """Play what is missing, up to one goal (so many games of each batch, or all) after the other.

        ``abreast`` keeps the batches in step; the workers go home after the ``last`` run. Raises what stopped the run:
        :class:`KeyboardInterrupt` after Ctrl-C, :class:`BatchError` where it cannot go on.
        """
        with Stops() as stops:
            conductor = Conductor(self.stores, stops, self._progress, self._hear, abreast=abreast)
            try:
                for goal in goals:
                    conductor.reach(goal)
                    if self.crew is None:
                        conductor.play_here(self._runner)
                    else:
                        conductor.play_with(self.crew)
                for store in self.stores.values():
                    store.finish()
            except BaseException:
                self.seconds = conductor.seconds
                self._put_down()
                raise
            self.seconds = conductor.seconds
            if self.crew is not None and last:
                self.crew.close()
            conductor.tell()

    def _runner(self, lane: int) -> Runner:
        if lane not in self._runners:
            store = self.stores[lane]
            self._runners[lane] = Runner(store.plan, keep_replays=isinstance(store, Folder))
        return self._runners[lane]

    def _put_down(self) -> None:
        if self.crew is not None:
            self.crew.kill()
        for store in self.stores.values():
            try:
                store.stop()
            except BatchError as error:
                logger.debug("while stopping: %s", error)  # the error that led here is the one to hear of

    def batch(self, lane: int = 0, *, interrupted: bool = False) -> Batch:
        """A batch as far as it was played."""
        store = self.stores[lane]
        games, decisions = self._before[lane]
        return Batch(
            plan=store.plan,
            workers=self.workers,
            seconds=self.seconds,
            played=store.tally.n - games,
            played_decisions=store.tally.decisions - decisions,
            interrupted=interrupted,
            out=store.path if isinstance(store, Folder) else None,
            notes=tuple(self.notes),
            digest=store.digest(),
            store=store,
        )
