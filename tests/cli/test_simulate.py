"""``undercroft simulate`` and ``undercroft replay``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .conftest import Command, Run

FEW = ("simulate", "ladder", "--games", "20", "--workers", "1")


def as_json(run: Run, *args: str) -> dict[str, Any]:
    done = run(*args, "--json")
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_the_json_has_what_it_should(run: Run) -> None:
    batch = as_json(run, *FEW, "--seed", "3")
    expected = {
        "game", "setup", "seed", "games", "wins", "losses", "stalled", "errors", "win_rate", "win_rate_low",
        "win_rate_high", "decisions", "decisions_per_second", "games_per_second", "workers", "digest", "versions",
    }  # fmt: skip
    assert expected <= set(batch)
    assert batch["games"] == 20
    assert batch["wins"] + batch["losses"] == 20
    assert batch["agents"] == ["greedy"]
    assert batch["setup"] == {"mode": "short", "players": 1, "slippery": False}
    assert batch["seed"] == 3


def test_the_summary_for_people(run: Run) -> None:
    text = run(*FEW, "--with", "calm").stdout
    assert text.startswith("ladder with calm\nmode short, players 1, slippery false; seed 0; played by greedy\n")
    assert "100.0%  (95 %: 83.9% to 100.0%)" in text
    assert "20: 20 won, 0 lost" in text
    assert "3 decisions in the median game, 99 % within 3, the longest 3" in text
    assert "decisions/s" in text
    assert "20   100.0%   win      The top is reached." in text
    assert as_json(run, *FEW, "--with", "calm")["digest"] in text


def test_agents_for_all_seats_and_for_one(run: Run) -> None:
    two = (*FEW, "--players", "2")
    assert as_json(run, *two)["agents"] == ["greedy", "greedy"]
    assert as_json(run, *two, "--agent", "random")["agents"] == ["random", "random"]
    assert as_json(run, *two, "--seat", "2=random")["agents"] == ["greedy", "random"]
    assert as_json(run, *two, "--agent", "random", "--seat", "2=greedy")["agents"] == ["random", "greedy"]


@pytest.mark.parametrize("agent", ["mcts:rollout=heuristic", "lookahead:deals=1,rollout=heuristic"])
def test_a_search_needs_a_roll_out_agent_of_the_game(run: Run, tmp_path: Path, agent: str) -> None:
    """Other games have an agent of that name; it is refused before a game is played or a folder made."""
    for args in (
        (*FEW, "--agent", agent, "--out", "o"),
        ("compare", "ladder", f"ladder agent={agent}", "--games", "20", "--workers", "1"),
        ("play", "ladder", "--seat", f"1={agent}"),
    ):
        done = run(*args)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert f"agent {agent.partition(':')[0]}: rollout cannot be 'heuristic'; expected one of greedy" in done.stderr
    assert not (tmp_path / "o").exists()


def test_an_agent_of_ones_own_may_print(command: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def choose(table, seat, prompt, options):\n    print('thinking')\n    return options[0]\n"
    )
    for workers in ("1", "2"):
        done = command(
            "simulate", "ladder", "--games", "8", "--agent", "mine.py:choose", "--workers", workers, "--json"
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["games"] == 8
        assert "thinking" in done.stderr


def test_workers_make_no_difference(command: Command) -> None:
    args = ("simulate", "ladder", "--games", "50", "--seed", "7", "--json", "--workers")
    one, two = (json.loads(command(*args, workers).stdout) for workers in ("1", "2"))
    assert (one["workers"], two["workers"]) == (1, 2)
    assert one["digest"] == two["digest"]


def test_nothing_but_results_where_no_terminal_is(command: Command) -> None:
    done = command("simulate", "ladder", "--games", "50")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert not [line for line in done.stdout.splitlines() if line.endswith(" ")]


def test_a_folder_is_written_never_overwritten_and_resumed(run: Run, tmp_path: Path) -> None:
    first = as_json(run, *FEW, "--out", "o")
    assert (tmp_path / "o" / "manifest.json").is_file()
    again = run(*FEW, "--out", "o")
    assert again.exit_code == 2
    assert "o: exists" in again.stderr
    resumed = as_json(run, "simulate", "--resume", "o")
    assert resumed["digest"] == first["digest"]
    assert "kept in" in run("simulate", "--resume", "o").stdout


def test_resume_takes_nothing_else(run: Run) -> None:
    for args in (["ladder"], ["--seed", "0"], ["--games", "5"], ["--agent", "random"], ["--out", "x"]):
        done = run("simulate", *args, "--resume", "o")
        assert done.exit_code == 2
        assert "cannot go with --resume: the manifest in o says it" in done.stderr
    missing = run("simulate", "--resume", "nowhere")
    assert missing.exit_code == 3
    assert "nowhere" in missing.stderr


def test_from_a_position(run: Run) -> None:
    run("play", "ladder", "--players", "2", answers="1\n1\n1\n1\nposition p.json\n")
    batch = as_json(run, "simulate", "--from", "p.json", "--games", "20", "--workers", "1")
    assert batch["game"] == "ladder"
    assert batch["length"]["max"] == 1
    seated = as_json(run, *FEW, "--from", "p.json", "--seat", "2=random")
    assert seated["agents"] == ["greedy", "random"]
    wrong = run("simulate", "delve", "--from", "p.json")
    assert wrong.exit_code == 2
    assert "p.json" in wrong.stderr


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("ladder", "--games", "0"), 2, "games cannot be 0"),
        (("ladder", "--workers", "0"), 2, "workers cannot be 0"),
        (("ladder", "--agent", "deep"), 2, "the agents are greedy, lookahead, mcts, random"),
        (("ladder", "--seat", "2=random"), 2, "no seat '2'; the seats are 1"),
        (("ladder", "--mode", "endless"), 2, "one of short, long"),
        (("ladder", "--with", "sea"), 2, "installed: calm"),
        (("ladder", "--from", "nowhere.json"), 3, "nowhere.json: there is no such file"),
        (("--from", "nowhere.json"), 3, "nowhere.json: there is no such file"),
        ((), 2, "which game?"),
    ],
)
def test_wrong_usage_and_refused_input(run: Run, args: tuple[str, ...], code: int, words: str) -> None:
    done = run("simulate", *args)
    assert done.exit_code == code
    assert done.stdout == ""
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_games_that_fail_are_counted_and_can_be_replayed(run: Run, tmp_path: Path) -> None:
    args = (
        "simulate",
        "ladder",
        "--mode",
        "long",
        "--agent",
        "random",
        "--games",
        "30",
        "--workers",
        "1",
        "--out",
        "o",
    )
    batch = as_json(run, *args)
    assert batch["errors"] > 0
    assert batch["games"] == 30
    replays = sorted((tmp_path / "o").rglob("*.json"))
    replays.remove(tmp_path / "o" / "manifest.json")
    assert len(replays) == batch["errors"]
    told = run("replay", str(replays[0]))
    assert told.exit_code == 0
    assert "Here the game failed on the choice 'Climb" in told.stdout
    assert "KeyError: 'a rung is missing'" in told.stdout
    checked = run("replay", str(replays[0]), "--verify")
    assert checked.exit_code == 0
    assert "then it fails as the file says: KeyError" in checked.stdout


def test_control_c_keeps_what_is_finished(site: Path, tmp_path: Path) -> None:
    line = [sys.executable, "-m", "undercroft", "simulate", "delve", "--games", "1000000", "--workers", "1"]
    playing = subprocess.Popen(
        [*line, "--out", "o", "--json"],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(tmp_path.glob("o/rows-*")):
        time.sleep(0.05)
    playing.send_signal(signal.SIGINT)
    text, errors = playing.communicate(timeout=600)
    assert playing.returncode == 130
    assert errors == "undercroft: interrupted\n"
    batch = json.loads(text)
    assert batch["interrupted"]
    assert 0 < batch["games"] < 1_000_000


def test_a_batch_that_cannot_go_on_shows_what_is_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft import batch

    real = batch.simulate

    def stops(*args: Any, **options: Any) -> batch.Batch:
        raise batch.BatchStoppedError("the disk is full", real(*args, **options))

    monkeypatch.setattr("undercroft.batch.simulate", stops)
    done = run(*FEW)
    assert done.exit_code == 1
    assert "20: " in done.stdout
    assert done.stderr == "undercroft: error: the disk is full\n"


# -- replay ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def saved(run: Run) -> Run:
    """A finished-but-for-one game in ``a.json``."""
    run("play", "ladder", "--seed", "3", answers="1\n" * 5 + "save a.json\n")
    return run


def test_a_save_is_told_again(saved: Run) -> None:
    text = saved("replay", "a.json").stdout
    assert text.startswith("The Ladder\nSeed 3. 5 choices.\n")
    assert "1. Player 1: Climb 1 rung\n- Player 1 climbs to rung 1. [LA-CLIMB-002]\n2. Player 1:" in text
    assert "Climbers: rung 5 of 6" in text
    assert "Player 1 decides. Rule LA-CLIMB-001" in text


def test_until_stops_early(saved: Run) -> None:
    text = saved("replay", "a.json", "--until", "2").stdout
    assert "Climbers: rung 2 of 6" in text
    assert text.endswith("2 of 5 choices were made again.\n")
    assert "3. Player 1" not in text
    done = saved("replay", "a.json", "--until", "6")
    assert done.exit_code == 2
    assert "from 0 to 5" in done.stderr


def test_verify(saved: Run, tmp_path: Path) -> None:
    assert saved("replay", "a.json", "--verify").stdout == (
        "Verified: all 5 choices are accepted, and the game comes out the same.\n"
    )
    document = json.loads((tmp_path / "a.json").read_text())
    document["digest"] = "0" * 32
    (tmp_path / "b.json").write_text(json.dumps(document))
    done = saved("replay", "b.json", "--verify")
    assert done.exit_code == 3
    assert "b.json: the game comes out differently" in done.stderr


def test_replay_as_json(saved: Run) -> None:
    document = as_json(saved, "replay", "a.json", "--until", "3")
    assert (document["game"], document["choices"], document["of"]) == ("ladder", 3, 5)
    assert document["verified"] is False


def test_what_is_no_replay_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    for name in ("x.json", "nowhere.json"):
        done = run("replay", name)
        assert done.exit_code == 3
        assert done.stderr.startswith(f"undercroft: error: {name}: ")
