"""Conducts a run: hands out ranges of games, keeps what comes back, and ends in good order whatever happens."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from time import monotonic
from typing import Any

import attrs

from undercroft.batch.crew import Crew
from undercroft.batch.runner import Answer, Chunk, Runner
from undercroft.batch.stats import RESULTS
from undercroft.batch.store import BLOCK, Store
from undercroft.errors import BatchError, message_of

__all__ = ["Conductor", "Pace", "Progress", "Stops", "Task", "Todo"]

_TASK_SECONDS = 0.3
_FLUSH_SECONDS = 1.0
_PROGRESS_SECONDS = 0.1
_MOST_ATTEMPTS = 3


@attrs.frozen
class Progress:
    """How far a batch is, or several that are played together.

    ``done`` counts the games of an earlier run as well, ``seconds`` this one's alone.
    """

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


@attrs.frozen(order=True)
class Task:
    """A range of games of one batch. ``lost`` says how often it was lost with a worker."""

    lane: int
    first: int
    count: int
    lost: int = 0


class Todo:
    """The games still to be handed out, as ranges within blocks. Those that were lost with a worker come first.

    ``lanes`` has the ranges of each batch by its number. They are handed out one batch after the other, or ``abreast``:
    the batch that is furthest behind comes next.
    """

    def __init__(self, lanes: Mapping[int, Iterable[tuple[int, int]]], *, abreast: bool = False) -> None:
        found = {lane: [(first, end, 0) for first, end in ranges][::-1] for lane, ranges in lanes.items()}
        self._lanes = {lane: ranges for lane, ranges in found.items() if ranges}
        self._abreast = abreast
        self.left = sum(end - first for ranges in self._lanes.values() for first, end, _ in ranges)

    def turn(self) -> int:
        """The batch whose turn it is."""
        return min(self._lanes, key=lambda lane: self._lanes[lane][-1][0]) if self._abreast else next(iter(self._lanes))

    def take(self, lane: int, count: int) -> Task:
        """The next range of a batch, of at most ``count`` games."""
        ranges = self._lanes[lane]
        first, end, lost = ranges.pop()
        stop = min(end, first + count, (first // BLOCK + 1) * BLOCK)
        if stop < end:
            ranges.append((stop, end, lost))
        elif not ranges:
            del self._lanes[lane]
        self.left -= stop - first
        return Task(lane, first, stop - first, lost)

    def put_back(self, task: Task) -> None:
        """A range that was handed out and did not come back."""
        self._lanes.setdefault(task.lane, []).append((task.first, task.first + task.count, task.lost + 1))
        self.left += task.count


class Conductor:
    """Plays what is missing in stores, which have the numbers that their plans have in a crew."""

    def __init__(
        self,
        stores: Mapping[int, Store],
        stops: Stops,
        progress: Callable[[Progress], None] | None,
        note: Callable[[str], None],
        *,
        abreast: bool = False,
    ) -> None:
        self.stores = stores
        self._abreast = abreast
        self.reach()
        self._stops = stops
        self._progress = progress
        self._note = note
        self._paces = {lane: Pace() for lane in stores}
        self.began = self._flushed = monotonic()
        self._told = 0.0

    @property
    def seconds(self) -> float:
        """How long the run has taken so far."""
        return monotonic() - self.began

    def reach(self, games: int | None = None) -> None:
        """Have the first ``games`` of each batch played, or all, as far as they are missing."""
        lanes = {lane: store.missing(games) for lane, store in self.stores.items()}
        self.todo = Todo(lanes, abreast=self._abreast)

    def _next(self, workers: int) -> Task:
        lane = self.todo.turn()
        return self.todo.take(lane, self._paces[lane].size(self.todo.left, workers))

    # -- keeping --------------------------------------------------------------------------------------------------

    def _keep(self, lane: int, answer: Answer) -> None:
        self._paces[lane].learn(answer.count, answer.seconds)
        self.stores[lane].add(answer)

    def _breathe(self) -> None:
        """Between two games: write, tell, and look whether somebody wants to stop."""
        now = monotonic()
        if now - self._flushed >= _FLUSH_SECONDS:
            for store in self.stores.values():
                store.flush()
            self._flushed = now
        if now - self._told >= _PROGRESS_SECONDS:
            self.tell()
        self._stops.check()

    def tell(self) -> None:
        """Tell the progress to whoever wants to know."""
        self._told = monotonic()
        if self._progress is not None:
            tallies = [store.tally for store in self.stores.values()]
            wins, losses, stalled, errors = (sum(tally.results[name] for tally in tallies) for name in RESULTS)
            done, made = sum(tally.n for tally in tallies), sum(tally.decisions for tally in tallies)
            total = sum(store.plan.games for store in self.stores.values())
            self._progress(Progress(done, total, wins, losses, stalled, errors, made, self.seconds))

    # -- in this thread -------------------------------------------------------------------------------------------

    def play_here(self, runner: Callable[[int], Runner]) -> None:
        """Play all that is missing in this thread. ``runner`` gives the one for a batch by its number."""
        while self.todo.left:
            task = self._next(1)
            chunk, hands = Chunk(task.first), runner(task.lane)
            try:
                self._stops.check()
                self._stops.inside = True
                hands.play(chunk, task.count)
            finally:
                self._stops.inside = False
                self._keep(task.lane, chunk.answer())
            self._breathe()

    # -- with a crew ----------------------------------------------------------------------------------------------

    def play_with(self, crew: Crew) -> None:
        """Have all that is missing played by a crew."""
        out: dict[Future[Answer], Task] = {}
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

    def _hand_out(self, crew: Crew, out: dict[Future[Answer], Task]) -> list[Task]:
        while self.todo.left and len(out) < 2 * crew.workers:
            task = self._next(crew.workers)
            try:
                out[crew.submit(task.first, task.count, task.lane)] = task
            except BrokenExecutor:
                return [task]
            except (RuntimeError, OSError) as error:
                raise _failure(error, starting=crew.own) from error
        return []

    def _take_in(self, ready: Iterable[Future[Answer]], out: dict[Future[Answer], Task]) -> list[Task]:
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
            self._keep(task.lane, answer)
        return lost

    def _lose(self, crew: Crew, out: dict[Future[Answer], Task], lost: list[Task]) -> None:
        """A worker was killed, and with it the pool broke: everything that is out is lost, and played again."""
        wait(out, timeout=5)
        lost += self._take_in([future for future in out if future.done()], out)
        lost += out.values()
        out.clear()
        if not lost:  # it had nothing to do when it was killed
            crew.renew()
            return
        for task in sorted(lost, reverse=True):
            self.todo.put_back(task)
        worst = max(lost, key=lambda task: task.lost)
        names = f"games {worst.first} to {worst.first + worst.count - 1}"
        if worst.lost >= _MOST_ATTEMPTS or not crew.renew():
            raise BatchError(f"a worker was killed, {worst.lost + 1} times while {names} were played" + _hint(crew))
        self._note(f"a worker was killed; {names} are played again")

    def _rescue(self, crew: Crew, out: dict[Future[Answer], Task]) -> None:
        """Keep what has come back but was not looked at, when a run ends early; the rest is called off.

        Our own crew is killed next, and does not bear that its tasks are called off behind its back.
        """
        for future, task in out.items():
            called_off = not crew.own and future.cancel()
            if called_off or not future.done() or future.cancelled() or future.exception() is not None:
                continue
            if not future.result().fault:
                self.stores[task.lane].add(future.result())
        out.clear()


def _hint(crew: Crew) -> str:
    if not crew.needs_main:
        return ""
    return '; an agent is a function of the main program, which has to simulate below `if __name__ == "__main__":`'


def _failure(error: Exception, *, starting: bool = False) -> BatchError:
    what = "a worker cannot be started, fewer of them may do" if starting else "the executor failed"
    return BatchError(f"{what}: {type(error).__name__}: {message_of(error)}")
