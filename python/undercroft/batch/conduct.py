"""Conducts a run: hands out ranges of games, keeps what comes back, and ends in good order whatever happens."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from time import monotonic
from typing import Any

import attrs

from undercroft.batch.crew import Crew
from undercroft.batch.runner import Answer, Chunk, Runner
from undercroft.batch.stats import RESULTS
from undercroft.batch.store import BLOCK, Store
from undercroft.errors import BatchError

__all__ = ["Conductor", "Pace", "Progress", "Stops", "Todo"]

_TASK_SECONDS = 0.3
_FLUSH_SECONDS = 1.0
_PROGRESS_SECONDS = 0.1
_MOST_ATTEMPTS = 3


@attrs.frozen
class Progress:
    """How far a batch is. ``done`` counts the games of an earlier run as well, ``seconds`` this one's alone."""

    done: int
    total: int
    wins: int
    losses: int
    stalled: int
    errors: int
    decisions: int
    seconds: float


class Stops:
    """Turns Ctrl-C into a question that is asked between games, so that it never strikes while games are being kept.

    ``inside`` is true while a game is played in this very thread: there the first Ctrl-C strikes at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self.inside = False
        self._before: Any = None

    def __enter__(self) -> Stops:
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._strike)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _strike(self, *_: object) -> None:
        first, self.asked = not self.asked, True
        if first and self.inside:
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise :class:`KeyboardInterrupt` where somebody wants to stop."""
        if self.asked:
            raise KeyboardInterrupt


class Pace:
    """How many games a task should have: about 0.3 seconds' worth, learnt from those that came back.

    It begins with one game and grows at most eightfold at a time, since nothing is known of a game's length before.
    """

    def __init__(self) -> None:
        self._each = 0.0
        self._most = 1

    def learn(self, count: int, seconds: float) -> None:
        """A task of so many games took so long."""
        if count:
            each = seconds / count
            self._each = each if not self._each else 0.6 * self._each + 0.4 * each
            self._most = max(self._most, min(8 * count, BLOCK))

    def size(self, left: int, workers: int) -> int:
        """Games for the next task, when so many are left; the last tasks are small, so that workers end together."""
        fitting = int(_TASK_SECONDS / self._each) if self._each else 1
        return max(1, min(fitting, self._most, -(-left // (2 * workers))))


class Todo:
    """The games still to be handed out, as ranges within blocks. Those that were lost with a worker come first."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = [(first, end, 0) for first, end in ranges][::-1]
        self.left = sum(end - first for first, end, _ in self._ranges)

    def take(self, count: int) -> tuple[int, int, int]:
        """The next range of at most ``count`` games: first game, number of games, how often it was lost."""
        first, end, lost = self._ranges.pop()
        stop = min(end, first + count, (first // BLOCK + 1) * BLOCK)
        if stop < end:
            self._ranges.append((stop, end, lost))
        self.left -= stop - first
        return first, stop - first, lost

    def put_back(self, first: int, count: int, lost: int) -> None:
        """A range that was handed out and did not come back."""
        self._ranges.append((first, first + count, lost))
        self.left += count


class Conductor:
    """Plays what is missing in a store."""

    def __init__(
        self, store: Store, stops: Stops, progress: Callable[[Progress], None] | None, note: Callable[[str], None]
    ) -> None:
        self.store = store
        self.todo = Todo(store.missing())
        self._stops = stops
        self._progress = progress
        self._note = note
        self._pace = Pace()
        self.began = self._flushed = monotonic()
        self._told = 0.0

    @property
    def seconds(self) -> float:
        """How long the run has taken so far."""
        return monotonic() - self.began

    # -- keeping --------------------------------------------------------------------------------------------------

    def _keep(self, answer: Answer) -> None:
        self._pace.learn(answer.count, answer.seconds)
        self.store.add(answer)

    def _breathe(self) -> None:
        """Between two games: write, tell, and look whether somebody wants to stop."""
        now = monotonic()
        if now - self._flushed >= _FLUSH_SECONDS:
            self.store.flush()
            self._flushed = now
        if now - self._told >= _PROGRESS_SECONDS:
            self.tell()
        self._stops.check()

    def tell(self) -> None:
        """Tell the progress to whoever wants to know."""
        self._told = monotonic()
        if self._progress is not None:
            tally = self.store.tally
            wins, losses, stalled, errors = (tally.results[name] for name in RESULTS)
            done, total, made = tally.n, self.store.plan.games, tally.decisions
            self._progress(Progress(done, total, wins, losses, stalled, errors, made, self.seconds))

    # -- in this thread -------------------------------------------------------------------------------------------

    def play_here(self, runner: Runner) -> None:
        """Play all that is missing in this thread."""
        while self.todo.left:
            first, count, _ = self.todo.take(self._pace.size(self.todo.left, 1))
            chunk = Chunk(first)
            try:
                self._stops.check()
                self._stops.inside = True
                runner.play(chunk, count)
            finally:
                self._stops.inside = False
                self._keep(chunk.answer())
            self._breathe()

    # -- with a crew ----------------------------------------------------------------------------------------------

    def play_with(self, crew: Crew) -> None:
        """Have all that is missing played by a crew."""
        out: dict[Future[Answer], tuple[int, int, int]] = {}
        try:
            while self.todo.left or out:
                lost = self._hand_out(crew, out)
                ready, _ = wait(out, timeout=_PROGRESS_SECONDS, return_when=FIRST_COMPLETED)
                lost += self._take_in(ready, out)
                if lost or (not ready and crew.lost_one()):
                    self._lose(crew, out, lost)
                self._breathe()
        finally:
            self._rescue(crew, out)

    def _hand_out(self, crew: Crew, out: dict[Future[Answer], tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        while self.todo.left and len(out) < 2 * crew.workers:
            task = self.todo.take(self._pace.size(self.todo.left, crew.workers))
            try:
                out[crew.submit(task[0], task[1])] = task
            except BrokenExecutor:
                return [task]
            except RuntimeError as error:
                raise _failure(error) from error
        return []

    def _take_in(
        self, ready: Iterable[Future[Answer]], out: dict[Future[Answer], tuple[int, int, int]]
    ) -> list[tuple[int, int, int]]:
        """Keep what came back; returns the ranges that a broken crew lost."""
        lost = []
        for future in ready:
            task = out.pop(future)
            try:
                answer = future.result()
            except (BrokenExecutor, CancelledError):
                lost.append(task)
                continue
            except Exception as error:
                raise _failure(error) from error
            if answer.fault:
                raise BatchError(f"a worker cannot play: {answer.fault}")
            self._keep(answer)
        return lost

    def _lose(
        self, crew: Crew, out: dict[Future[Answer], tuple[int, int, int]], lost: list[tuple[int, int, int]]
    ) -> None:
        """A worker was killed, and with it the pool broke: everything that is out is lost, and played again."""
        wait(out, timeout=5)
        lost += self._take_in([future for future in out if future.done()], out)
        lost += out.values()
        out.clear()
        if not lost:  # it had nothing to do when it was killed
            crew.renew()
            return
        for first, count, times in sorted(lost, reverse=True):
            self.todo.put_back(first, count, times + 1)
        worst = max(lost, key=lambda task: task[2])
        names = f"games {worst[0]} to {worst[0] + worst[1] - 1}"
        if worst[2] >= _MOST_ATTEMPTS or not crew.renew():
            raise BatchError(f"a worker was killed, {worst[2] + 1} times while {names} were played" + _hint(crew))
        self._note(f"a worker was killed; {names} are played again")

    def _rescue(self, crew: Crew, out: dict[Future[Answer], tuple[int, int, int]]) -> None:
        """Keep what has come back but was not looked at, when a run ends early; the rest is called off.

        Our own crew is killed next, and does not bear that its tasks are called off behind its back.
        """
        for future in out:
            called_off = not crew.own and future.cancel()
            if called_off or not future.done() or future.cancelled() or future.exception() is not None:
                continue
            if not future.result().fault:
                self.store.add(future.result())
        out.clear()


def _hint(crew: Crew) -> str:
    if not crew.needs_main:
        return ""
    return '; an agent is a function of the main program, which has to simulate below `if __name__ == "__main__":`'


def _failure(error: Exception) -> BatchError:
    return BatchError(f"the executor failed: {type(error).__name__}: {error}")
