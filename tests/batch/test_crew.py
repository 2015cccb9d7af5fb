"""The crew of a batch goes when it is told to, whatever its workers were doing."""

from __future__ import annotations

import errno
import os
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from undercroft.batch import BatchStoppedError, resume, simulate
from undercroft.batch.conduct import Conductor, Stops, Task
from undercroft.batch.crew import Crew
from undercroft.batch.plan import make_plan
from undercroft.batch.store import Store


@pytest.fixture
def crew(toy: str) -> Crew:
    return Crew(_plan(toy, 50), keep_replays=False, workers=2, executor=None)


def _plan(toy: str, games: int) -> Any:
    return make_plan(toy, games=games, agents="random", seed=0, setup=None, expansions=(), start=None, limit=None)


def _threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread()]


def test_a_worker_that_is_killed_amid_an_answer_leaves_no_thread_waiting(crew: Crew) -> None:
    before = _threads()
    crew.submit(0, 1).result(60)
    pool: Any = crew._pool
    pool._result_queue._writer._send((1000).to_bytes(4, "big"))  # says that more is to come, as a cut answer does
    crew.kill()
    for thread in _threads():
        if thread not in before:
            thread.join(10)
            assert not thread.is_alive()


def test_a_dead_worker_is_noticed_even_where_the_pool_does_not(crew: Crew) -> None:
    crew.submit(0, 1).result(60)
    assert not crew.lost_one()
    pool: Any = crew._pool
    process = next(iter(pool._processes.values()))
    process.kill()
    process.join(10)
    assert crew.lost_one()
    crew.kill()


def test_a_worker_that_cannot_be_started(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more(self: Crew, first: int, count: int, number: int = 0) -> Future[Any]:
        if first:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return start(self, first, count, number)

    start = Crew.submit
    monkeypatch.setattr(Crew, "submit", no_more)
    told = "a worker cannot be started, fewer of them may do: OSError: .*Too many open files"
    with pytest.raises(BatchStoppedError, match=told):
        simulate(toy, games=9, workers=2, out=tmp_path / "run")
    monkeypatch.setattr(Crew, "submit", start)
    assert resume(tmp_path / "run").digest == simulate(toy, games=9).digest


def test_our_own_tasks_are_not_called_off_behind_the_back_of_their_pool(toy: str, crew: Crew) -> None:
    conductor = Conductor({0: Store(_plan(toy, 50))}, Stops(), None, print)
    waiting: Future[Any] = Future()
    conductor._rescue(crew, {waiting: Task(0, 0, 1)})
    assert not waiting.cancelled()
