"""Runs that are stopped: killed from outside, interrupted by Ctrl-C, robbed of a worker. Finished games are kept."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from undercroft.batch import BatchStoppedError, Interrupted, Progress, resume, simulate
from undercroft.errors import exit_code

Contents = Callable[[Path], dict[str, bytes]]
Start = Callable[[str], "subprocess.Popen[str]"]

PROGRAM = """
import os, sys, time
from undercroft.batch import Interrupted, simulate

if __name__ == "__main__":
    began = []
    def tell(progress):
        if progress.done and not began:
            began.append(1)
            print("begun", flush=True)
    try:
        batch = simulate("batch-toy", progress=tell, {arguments})
    except Interrupted as stop:
        print("interrupted", time.time(), stop.batch.n, len(stop.batch.rows), stop.batch.interrupted, flush=True)
        sys.exit(130)
    print("done", batch.digest, flush=True)
"""


def family(leader: int) -> list[int]:
    """The processes of a group that are alive."""
    rows = subprocess.run(["ps", "-eo", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    found = [row.split() for row in rows.splitlines()]
    return [int(pid) for pid, group, state in found if int(group) == leader and not state.startswith("Z")]


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


# -- killed ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_again_and_again(
    toy: str, tmp_path: Path, contents: Contents, start: Start, workers: int
) -> None:
    plan: dict[str, Any] = {"games": 500 * workers, "seed": 11, "setup": {"mode": "fails", "pause": 8}}
    run = tmp_path / "run"
    moments = random.Random(workers)
    process = start(PROGRAM.format(arguments=f"out={str(run)!r}, workers={workers}, **{plan!r}"))
    for attempt in range(4):
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(moments.uniform(0, 1.5))
        process.kill()
        process.wait(60)
        wait_until(lambda: not family(process.pid))  # noqa: B023 - used within the same turn
        if attempt < 3:
            process = start(
                "from undercroft.batch import resume\n"
                "import sys\n"
                'if __name__ == "__main__":\n'
                f"    resume({str(run)!r}, workers={workers}, progress=lambda p: print(p.done, flush=True))\n"
            )
    assert json.loads((run / "manifest.json").read_text())["status"] in ("running", "done")
    batch = resume(run, workers=2)
    assert batch.n == plan["games"]
    simulate(toy, out=tmp_path / "whole", workers=2, **plan)
    assert contents(run) == contents(tmp_path / "whole")


# -- Ctrl-C ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("out", [True, False])
def test_ctrl_c(toy: str, tmp_path: Path, start: Start, workers: int, out: bool) -> None:
    run = tmp_path / "run"
    where = f"out={str(run)!r}, " if out else ""
    process = start(PROGRAM.format(arguments=f"{where}games=100_000, seed=3, workers={workers}, setup={{'pause': 20}}"))
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    struck = time.time()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to parent and workers alike
    words = process.stdout.readline().split()
    assert words[0] == "interrupted"
    assert float(words[1]) - struck < 5  # under two seconds on a machine that has nothing else to do
    n = int(words[2])
    assert n >= 1
    assert words[3:] == [str(n), "True"]
    output, errors = process.communicate(timeout=600)
    assert (process.returncode, output, errors) == (130, "", "")
    wait_until(lambda: not family(process.pid))
    if out:
        assert json.loads((run / "manifest.json").read_text())["status"] == "interrupted"
        stopped: list[Progress] = []

        def stop(progress: Progress) -> None:
            stopped.append(progress)
            signal.raise_signal(signal.SIGINT)

        with pytest.raises(Interrupted) as caught:
            resume(run, progress=stop)
        assert stopped[0].done >= n
        assert exit_code(caught.value) == 130


def test_ctrl_c_while_workers_are_starting(start: Start) -> None:
    """The moment in which a fresh interpreter would print its own traceback."""
    for delay in (0.0, 0.1, 0.3):
        process = start(
            "import sys\n"
            "from undercroft.batch import Interrupted, simulate\n"
            'if __name__ == "__main__":\n'
            "    try:\n"
            '        print("go", flush=True)\n'
            '        simulate("batch-toy", games=100_000, workers=2, setup={"pause": 50})\n'
            "    except KeyboardInterrupt:\n"
            "        sys.exit(130)\n"
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=600)
        assert (process.returncode, errors) == (130, "")


def test_ctrl_c_in_the_middle_of_a_long_game(toy: str, tmp_path: Path) -> None:
    timer = threading.Timer(0.7, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(Interrupted) as caught:
        simulate(toy, games=3, out=tmp_path / "run", setup={"pause": 60_000})
    timer.join()
    assert caught.value.batch.seconds < 20
    assert caught.value.batch.n == 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_with_an_executor_of_threads(toy: str) -> None:
    def stop(progress: Progress) -> None:
        if progress.done:
            signal.raise_signal(signal.SIGINT)

    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(Interrupted) as caught:
            simulate(toy, games=100_000, executor=pool, progress=stop, setup={"pause": 5})
        assert 0 < caught.value.batch.n < 100_000
        assert pool.submit(int).result() == 0


def test_a_handler_of_the_program_is_left_alone(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    struck: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: struck.append(number))
    try:
        batch = simulate(toy, games=300, progress=lambda _: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert struck
    assert batch.n == 300


def test_a_batch_in_another_thread(toy: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(simulate, toy, games=50).result().digest == simulate(toy, games=50).digest


# -- workers that are killed ----------------------------------------------------------------------------------------


@pytest.fixture
def kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """How often game 7 of the mode ``kills`` kills the process that plays it."""
    count = tmp_path / "kills"
    monkeypatch.setenv("BATCH_TOY_KILLS", str(count))
    count.write_text("0")
    return count


@pytest.mark.parametrize("times", [1, 3])
def test_a_killed_worker_is_replaced(
    toy: str, tmp_path: Path, kills: Path, contents: Contents, times: int, caplog: pytest.LogCaptureFixture
) -> None:
    plan: dict[str, Any] = {"games": 400, "seed": 2, "setup": {"mode": "kills"}}
    simulate(toy, out=tmp_path / "whole", **plan)
    kills.write_text(str(times))
    heard: list[str] = []
    batch = simulate(toy, out=tmp_path / "run", workers=2, note=heard.append, **plan)
    assert batch.n == 400
    assert len(heard) == times
    assert batch.notes == tuple(heard)
    assert all("a worker was killed; games " in text for text in heard)
    assert heard[0] in batch.summary()
    assert not caplog.records
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_killed_worker_is_logged_where_nobody_listens(
    toy: str, kills: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kills.write_text("1")
    simulate(toy, games=50, workers=2, setup={"mode": "kills"})
    assert [record.name for record in caplog.records] == ["undercroft.batch"]


def test_a_game_that_kills_every_worker_stops_the_batch(
    toy: str, tmp_path: Path, kills: Path, contents: Contents
) -> None:
    plan: dict[str, Any] = {"games": 400, "seed": 2, "setup": {"mode": "kills"}}
    kills.write_text("99")
    run = tmp_path / "run"
    with pytest.raises(BatchStoppedError, match=r"a worker was killed, 4 times while games .* were played") as caught:
        simulate(toy, out=run, workers=2, note=lambda _: None, **plan)
    assert kills.read_text() == "95"
    assert 0 < caught.value.batch.n < 400
    assert caught.value.batch.interrupted
    assert 7 not in {row["index"] for row in caught.value.batch.rows}
    kills.write_text("0")
    resume(run, workers=2)
    simulate(toy, out=tmp_path / "whole", **plan)
    assert contents(run) == contents(tmp_path / "whole")


class Broken(ThreadPoolExecutor):
    """An executor whose workers die, as one of a cluster's may."""

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future


def test_an_executor_of_ones_own_that_breaks_stops_the_batch(toy: str) -> None:
    with Broken(2) as pool, pytest.raises(BatchStoppedError, match="a worker was killed") as caught:
        simulate(toy, games=10, executor=pool)
    assert caught.value.batch.n == 0


def test_an_executor_that_is_shut_down(toy: str) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(BatchStoppedError, match="the executor failed: RuntimeError"):
        simulate(toy, games=10, executor=pool)


def test_a_script_needs_no_main_guard(start: Start) -> None:
    process = start("from undercroft.batch import simulate\nprint(simulate('batch-toy', games=9, workers=2).n)\n")
    output, errors = process.communicate(timeout=600)
    assert (output, errors) == ("9\n", "")


def test_a_program_on_standard_input(toy_paths: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-"],
        input="from undercroft.batch import simulate\nprint(simulate('batch-toy', games=9, workers=2).n)\n",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(toy_paths)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("9\n", "")


AGENT = """
from undercroft.batch import simulate

def choose(table, seat, prompt, options):
    return options[0]

def main():
    print(simulate("batch-toy", games=9, workers=2, agents=choose).n)
"""


def test_an_agent_of_the_main_program(start: Start) -> None:
    process = start(AGENT + 'if __name__ == "__main__":\n    main()\n')
    assert process.communicate(timeout=600) == ("9\n", "")
    process = start(AGENT + "main()\n")
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 1
    assert 'has to simulate below `if __name__ == "__main__":`' in errors
