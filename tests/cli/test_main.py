"""The command as a whole: exit codes, one line an error, pure output, pipes, interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import undercroft

from .conftest import Command, Run


def test_help_lists_the_commands(command: Command) -> None:
    done = command("--help")
    assert done.returncode == 0
    for name in ("games", "play", "simulate", "replay", "rules", "plugins", "--version"):
        assert name in done.stdout


@pytest.mark.parametrize("name", ["games", "play", "simulate", "replay", "rules", "plugins"])
def test_every_command_has_help(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert f"Usage: undercroft {name}" in done.stdout


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"undercroft {undercroft.__version__}\n"


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    done = run()
    assert done.exit_code == 2
    assert "Usage: undercroft" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("bogus",), "no such command 'bogus'; the commands are games, play, odds, simulate, compare, sweep, "),
        (("game",), "did you mean 'games'?"),
        (("--bogus",), "no such option --bogus; `undercroft` has --version, --debug"),
        (("games", "--jsn"), "no such option --jsn; `undercroft games` has --json, --spoilers, --help"),
        (("games", "extra"), "unexpected extra argument"),
        (("replay",), "missing argument 'FILE'"),
        (("play", "ladder", "--seed", "x"), "invalid value for '--seed'"),
        (("play", "ladder", "--seed"), "--seed"),
    ],
)
def test_wrong_usage(run: Run, args: tuple[str, ...], words: str) -> None:
    done = run(*args)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("undercroft: error: ")
    assert words.lower() in done.stderr.lower()


def test_a_fault_of_ours_is_one_line_and_debug_shows_where(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("so it goes")

    monkeypatch.setattr("undercroft.plugins.registry", broken)
    done = run("games")
    assert done.exit_code == 1
    assert done.stderr == (
        "undercroft: error: unexpected ZeroDivisionError: so it goes"
        " (a fault in Undercroft or in a plugin; --debug shows where)\n"
    )
    for args in (("--debug", "games"), ("games", "--debug")):
        assert "Traceback" in run(*args).stderr
    monkeypatch.setenv("UNDERCROFT_DEBUG", "1")
    assert "Traceback" in run("games").stderr


def test_json_is_all_that_is_printed(command: Command) -> None:
    for args in (["games"], ["plugins"], ["rules", "ladder"], ["plugins", "--explain", "ladder"]):
        done = command(*args, "--json")
        assert done.returncode == 0
        assert isinstance(json.loads(done.stdout), dict)
        assert done.stderr == ""


@pytest.mark.parametrize("args", [["rules", "ladder", "--gaps"], ["games"], ["games", "--json"], ["--help"]])
def test_a_reader_that_leaves_is_no_error(site: Path, tmp_path: Path, args: list[str]) -> None:
    env = {**os.environ, "PYTHONPATH": str(site)}
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "undercroft", *args],
        env=env,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        timeout=600,
        check=False,
    )
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 0


def test_a_game_whose_reader_leaves_ends_quietly(site: Path) -> None:
    line = f"yes 1 | {sys.executable} -m undercroft play delve --seed 1 | head -3"
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, text=True, timeout=600, check=False)
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr == ""


def test_control_c_at_the_prompt(site: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(site)}
    playing = subprocess.Popen(
        [sys.executable, "-m", "undercroft", "play", "ladder", "--seed", "1"],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdout is not None
    while "2. Climb" not in playing.stdout.readline():
        pass
    playing.send_signal(signal.SIGINT)
    _, errors = playing.communicate(timeout=600)
    assert playing.returncode == 130
    assert errors == "undercroft: interrupted\n"


SLEEPY = """
import time

def choose(table, seat, prompt, options):
    print("asleep", flush=True)
    time.sleep(60)
"""


def test_control_c_while_an_agent_thinks_keeps_the_game(site: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("sleepy.py").write_text(SLEEPY, encoding="utf-8")
    tmp_path.joinpath("undercroft-ladder-1.json").write_text("something else", encoding="utf-8")
    playing = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "undercroft",
            "play",
            "ladder",
            "--players",
            "2",
            "--seed",
            "1",
            "--seat",
            "2=sleepy.py:choose",
        ],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    playing.stdin.write("1\n")
    playing.stdin.flush()
    while "asleep" not in playing.stdout.readline():
        pass
    assert "Player 2 (sleepy.py:choose) is thinking." in playing.stdout.readline()
    playing.send_signal(signal.SIGINT)
    said, errors = playing.communicate(timeout=600)
    assert playing.returncode == 130
    assert errors == "undercroft: interrupted\n"
    assert "Interrupted. The game is saved in undercroft-ladder-1-2.json." in said
    assert "Go on with: undercroft play --load undercroft-ladder-1-2.json" in said.replace("\n", " ")
    assert json.loads(tmp_path.joinpath("undercroft-ladder-1-2.json").read_text())["history"] == [["up", 1]]
    assert tmp_path.joinpath("undercroft-ladder-1.json").read_text() == "something else"


LINGERING = """
import atexit
import time

def leave():
    print("leaving", flush=True)
    time.sleep(60)

atexit.register(leave)

def choose(table, seat, prompt, options):
    print("asleep", flush=True)
    time.sleep(60)
"""


def test_control_c_again_while_it_is_ending(site: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("lingering.py").write_text(LINGERING, encoding="utf-8")
    playing = subprocess.Popen(
        [sys.executable, "-m", "undercroft", "play", "ladder", "--seat", "1=lingering.py:choose"],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert playing.stdout is not None
    for word in ("asleep", "leaving"):
        while word not in playing.stdout.readline():
            pass
        playing.send_signal(signal.SIGINT)
    _, errors = playing.communicate(timeout=50)
    assert playing.returncode == 130
    assert errors == "undercroft: interrupted\n"


BROKEN = """
def pipe(table, seat, prompt, options):
    raise BrokenPipeError(32, "Broken pipe")

def mute(table, seat, prompt, options):
    class Mute(Exception):
        def __str__(self):
            raise ValueError
    raise Mute
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [("pipe", "BrokenPipeError: [Errno 32] Broken pipe"), ("mute", "Mute: (its message cannot be shown)")],
)
def test_an_error_is_told_whatever_it_is(command: Command, tmp_path: Path, name: str, words: str) -> None:
    """Also one that looks as if the reader of our output had left, or that fails at telling of itself."""
    tmp_path.joinpath("broken.py").write_text(BROKEN, encoding="utf-8")
    done = command("play", "ladder", "--seat", f"1=broken.py:{name}")
    assert done.returncode == 1
    assert done.stderr.startswith("undercroft: error: ")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_why_somebody_left_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave() -> None:
        sys.exit("nothing doing")

    monkeypatch.setattr("undercroft.plugins.registry", leave)
    done = run("games")
    assert done.exit_code == 1
    assert done.stderr == "undercroft: error: nothing doing\n"


def test_a_whole_game_through_a_pipe(command: Command) -> None:
    done = command("play", "delve", "--plain", "--seed", "5", answers="1\n" * 20_000)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "The game is over: " in done.stdout
    assert "To play it again: undercroft play delve --seed 5" in done.stdout
    assert "\x1b" not in done.stdout
    again = command("play", "delve", "--seed", "5", answers="1\n" * 20_000)
    assert again.stdout == done.stdout


def test_input_that_is_no_text_is_wrong_input_and_no_more(site: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(site)}
    line = [sys.executable, "-m", "undercroft", "play", "ladder", "--seed", "1"]
    done = subprocess.run(line, env=env, input=b"\xff\xfe\n1\n", capture_output=True, timeout=600, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"is not possible here. Expected a number from 1 to 2" in done.stdout


@pytest.mark.parametrize(
    ("closed", "code"),
    [("games >&-", 0), ("games --json >&-", 0), ("play chess 2>&-", 2), ("games >&- 2>&-", 0), ("games <&- >&-", 0)],
)
def test_an_output_that_is_closed(site: Path, closed: str, code: int) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m undercroft {closed}',
        shell=True,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("end", ["2>&1 | true", "2>/dev/full; exit $?"])
def test_an_error_that_nobody_can_read_still_has_its_exit_code(site: Path, end: str) -> None:
    line = f'"{sys.executable}" -m undercroft play chess {end}; exit ${{PIPESTATUS[0]}}'
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(["bash", "-c", line], env=env, capture_output=True, timeout=600, check=False)
    assert done.returncode == 2


def test_an_output_on_a_full_disk(site: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "undercroft", "games", "--json"],
            env={**os.environ, "PYTHONPATH": str(site)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("undercroft: error: the output cannot be written: No space left on device\n")
