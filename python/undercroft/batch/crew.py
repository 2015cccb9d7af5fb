"""The workers of a batch, behind the interface of :class:`concurrent.futures.Executor`."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any

from undercroft.batch.plan import Plan
from undercroft.batch.runner import Answer, Runner, play_range
from undercroft.errors import AgentError
from undercroft.plugins import registry

__all__ = ["Crew", "hire"]

_UNKNOWN_CREW = 32
"""How many workers an executor is taken to have that does not tell."""


def hire(*plans: Plan, keep_replays: bool, workers: int | None, executor: Executor | None = None) -> Crew | None:
    """The workers for some plans, or ``None`` where this thread does the work."""
    if executor is None and (workers or 1) == 1:
        return None
    return Crew(*plans, keep_replays=keep_replays, workers=workers, executor=executor)


class Crew:
    """Workers that play ranges of games of a plan, or of several: the first has number 0, those of ``more`` follow.

    Without an ``executor`` it starts ``workers`` processes of its own, and can start them anew after one was killed.
    An executor that is handed in is used as it is, and left running.
    """

    def __init__(
        self,
        plan: Plan,
        *more: Plan,
        keep_replays: bool,
        workers: int | None,
        executor: Executor | None,
    ) -> None:
        self.own = executor is None
        self.workers = workers or int(getattr(executor, "_max_workers", _UNKNOWN_CREW))
        self._token = os.urandom(8).hex()
        self._loads: list[partial[Runner] | bytes] = []
        for one in (plan, *more):
            load = partial(Runner, one, keep_replays=keep_replays)
            self._loads.append(load if isinstance(executor, ThreadPoolExecutor) else _pickled(load, one))
        self.needs_main = any(isinstance(load, bytes) and b"__main__" in load for load in self._loads)
        """Whether workers have to import the program that starts them, for an agent that is a function of it."""
        self._pool: Executor | None = executor

    def submit(self, first: int, count: int, number: int = 0) -> Future[Answer]:
        """Have a range of the plan with this number played."""
        if self._pool is None:
            self._pool = _processes(self.workers)
        with _signals_wait(), _main_aside(self.own and not self.needs_main):
            return self._pool.submit(play_range, f"{self._token}/{number}", self._loads[number], first, count)

    def renew(self) -> bool:
        """Replace the workers after one of them was killed; false where they are not ours to replace."""
        if self.own:
            self.kill()
        return self.own

    def close(self) -> None:
        """Let our workers go home; all they had to do is done."""
        if self.own and self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def kill(self) -> None:
        """End our workers at once, whatever they do."""
        pool, self._pool = self._pool, None
        if pool is None or not self.own:
            return
        processes = _processes_of(pool)
        manager, pipes = getattr(pool, "_executor_manager_thread", None), _pipes_of(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            process.join(1)
        # Whoever was killed in the middle of an answer, or before it took a task, leaves the pool's own threads waiting
        # at a pipe that nobody uses any more, and this process could never end. Only then: a thread that is going home
        # closes the pipes itself, and a second close could hit a new pipe of the same number.
        if manager is not None:
            manager.join(1)
            for pipe in pipes if manager.is_alive() else ():
                pipe.close()

    def lost_one(self) -> bool:
        """Whether one of our workers is dead; the pool does not notice where it died in the middle of an answer."""
        return self.own and any(process.exitcode is not None for process in _processes_of(self._pool))


def _processes_of(pool: Executor | None) -> list[Any]:
    return list((getattr(pool, "_processes", None) or {}).values())


def _pipes_of(pool: Executor) -> list[Any]:
    """The ends of a pool's pipes that only its workers use; this process holds them open as well."""
    ends = (("_call_queue", "_reader"), ("_result_queue", "_writer"))
    found = [getattr(getattr(pool, queue, None), end, None) for queue, end in ends]
    return [pipe for pipe in found if pipe is not None]


def _pickled(load: partial[Runner], plan: Plan) -> bytes:
    try:
        return pickle.dumps(load)
    except Exception as error:
        what = "the game, which no plugin brings," if plan.brought is not None else "an agent"
        raise AgentError(
            f"{what} cannot be sent to other processes ({error}); expected an agent by name or FILE.py:FUNCTION, or a "
            "function of a module, or workers=1"
        ) from error


def _processes(workers: int) -> ProcessPoolExecutor:
    if sys.platform != "win32":
        # Started along with the first worker it would let signals through again, while we are holding them back.
        resource_tracker.ensure_running()
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_ready)


def _ready() -> None:
    """A worker process begins: Ctrl-C is for its parent, and it must not outlive that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow_parent, daemon=True).start()
    with contextlib.suppress(Exception):  # what is wrong with plugins is told by the first task, in words
        registry()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def _signals_wait() -> Iterator[None]:
    """Hold Ctrl-C back while a process is started: it inherits that, and so is not hit before it is ready."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _main_aside(aside: bool) -> Iterator[None]:
    """Keep fresh processes from importing the program that starts them, where they need nothing of it.

    They start sooner, and a program may simulate without ``if __name__ == "__main__":``, or from standard input.
    """
    if not aside:
        yield
        return
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
