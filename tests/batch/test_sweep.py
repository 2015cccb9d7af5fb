"""A grid of setups in one table."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from undercroft import Session
from undercroft.batch import Progress, SweepInterrupted, SweepStoppedError, compare, simulate, sweep
from undercroft.errors import SaveError, UsageError

Contents = Callable[[Path], dict[str, bytes]]
Start = Callable[[str], "subprocess.Popen[str]"]

GRID = """
game = "batch-toy"
games = 30
seed = 3

[setup]
rounds = 7

[grid]
players = [1, 2]
agent = ["random", "miser:most=1"]
"""


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    file = tmp_path / "grid.toml"
    file.write_text(GRID)
    return file


def test_every_combination_is_a_row(grid: Path) -> None:
    made = sweep(grid)
    cells = [(row["cell"], row["players"], row["agent"]) for row in made.rows]
    assert cells == [(0, 1, "random"), (1, 1, "miser:most=1"), (2, 2, "random"), (3, 2, "miser:most=1")]
    batch = simulate("batch-toy", games=30, seed=3, setup={"rounds": 7, "players": 2}, agents="miser:most=1")
    row = made.rows[3]
    assert row == {
        "cell": 3,
        "players": 2,
        "agent": "miser:most=1",
        "games": 30,
        "wins": batch.wins,
        "losses": batch.losses,
        "stalled": 0,
        "errors": 0,
        "win_rate": batch.win_rate,
        "win_rate_low": batch.win_rate_low,
        "win_rate_high": batch.win_rate_high,
        "median_length": batch.length(0.5),
        "decisions": batch.decisions,
        "digest": batch.digest,
    }
    assert tuple(row) == made.columns
    assert compare(made.batches[0], made.batches[1]).paired
    lines = made.to_csv().decode().splitlines()
    assert lines[0].startswith("cell,players,agent,games,wins")
    assert len(lines) == 5


def test_the_table_is_a_frame_where_there_is_one(grid: Path) -> None:
    import polars

    table = sweep(grid, games=3).table
    assert table.shape == (4, 14)
    assert table.schema["players"] == polars.Int64
    assert table.schema["agent"] == polars.String
    assert table.schema["win_rate"] == polars.Float64
    assert table["games"].to_list() == [3] * 4


def test_expansions_and_what_is_taken_out_are_columns() -> None:
    grid = {
        "game": "death-binder",
        "games": 2,
        "setup": {"easier": True},
        "grid": {"without": [[], ["cinder-lash", "boathook"]], "shorter": [True, False], "expansions": [[]]},
    }
    made = sweep(grid)
    assert [row["without"] for row in made.rows] == ["", "", "cinder-lash boathook", "cinder-lash boathook"]
    assert [row["shorter"] for row in made.rows] == ["true", "false"] * 2
    assert made.batches[2].plan.without == ("action/boathook", "action/cinder-lash")
    assert made.batches[2].setup["easier"] is True
    assert made.batches[0].plan.agents == ("heuristic",)


def test_seats_and_what_stands_in_for_the_grid_s_own(grid: Path) -> None:
    grid.write_text(GRID.replace('agent = ["random"', 'seat1 = ["random"'))
    made = sweep(grid, games=4, seed=9)
    assert made.batches[3].plan.agents == ("miser:most=1", "random")
    assert (made.batches[3].n, made.batches[3].seed, made.grid.seed) == (4, 9, 9)


def test_workers_make_no_difference(grid: Path, tmp_path: Path, contents: Contents) -> None:
    one, two = (sweep(grid, workers=w, out=tmp_path / f"run{w}", table="csv") for w in (1, 2))
    assert (one.workers, two.workers) == (1, 2)
    assert one.digest == two.digest
    assert contents(tmp_path / "run1") == contents(tmp_path / "run2")
    assert (tmp_path / "run1" / "table.csv").read_bytes() == one.to_csv()
    again = sweep(resume=tmp_path / "run1")
    assert (again.digest, again.played) == (one.digest, 0)


PROGRAM = """
import sys
from undercroft.batch import SweepInterrupted, sweep

def tell(progress):
    if progress.done:
        print(progress.done, flush=True)

if __name__ == "__main__":
    try:
        sweep({arguments}, progress=tell)
    except SweepInterrupted as stop:
        print("interrupted", len(stop.sweep.cells), stop.sweep.interrupted, flush=True)
"""


def test_a_sweep_that_is_killed_goes_on(grid: Path, tmp_path: Path, contents: Contents, start: Start) -> None:
    grid.write_text(GRID.replace("rounds = 7", "rounds = 7\npause = 10"))
    run = tmp_path / "run"
    for asked, games in ((f"{str(grid)!r}, out={str(run)!r}", 40), (f"resume={str(run)!r}", 70)):
        dying = f"        import os, signal\n        if progress.done >= {games}: os.kill(os.getpid(), signal.SIGKILL)"
        program = PROGRAM.format(arguments=asked).replace("        print(progress.done, flush=True)", dying)
        process = start(program)
        process.communicate(timeout=600)
        assert process.returncode == -signal.SIGKILL
    assert not list(run.glob("table.*"))
    made = sweep(grid, resume=run, workers=2)
    assert 0 < made.played < 3 * 30
    sweep(grid, out=tmp_path / "whole", workers=1)
    assert contents(run) == contents(tmp_path / "whole")


def test_ctrl_c_keeps_the_cells_that_are_whole(grid: Path, tmp_path: Path, start: Start) -> None:
    grid.write_text(GRID.replace("rounds = 7", "rounds = 7\npause = 10"))
    run = tmp_path / "run"
    process = start(
        PROGRAM.format(arguments=f"{str(grid)!r}, out={str(run)!r}").replace(
            "        print(progress.done, flush=True)",
            "        import os, signal\n        if progress.done > 70: os.kill(os.getpid(), signal.SIGINT)",
        )
    )
    text, errors = process.communicate(timeout=600)
    word, cells, interrupted = text.split()
    assert (word, interrupted) == ("interrupted", "True"), errors
    assert int(cells) in (2, 3)
    assert len(sweep(resume=run).cells) == 4


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('game = "batch-toy"', "", r"grid\.toml: key game is missing; expected a text"),
        ('game = "batch-toy"', "game = 3", r"grid\.toml: key game: expected a text, got 3"),
        ("games = 30", "game_s = 30", r"grid\.toml: unknown key game_s; expected game, games, seed, .*, grid or seat1"),
        ("games = 30", "games = true", r"key games: expected a whole number, got True"),
        ("games = 30", "games = 0", r"\[grid\] players=1, agent=random: games cannot be 0"),
        ("games = 30", "expansions = [3]", r"key expansions: expected a list of names, got \[3\]"),
        ("rounds = 7", "rounds = 7.5", r"key setup\.rounds: expected a text, a whole number or true or false"),
        ("rounds = 7", "ruonds = 7", r"grid\.toml: \[grid\] .*: batch-toy has no setup key 'ruonds'; the keys are"),
        (
            "players = [1, 2]",
            "players = [1, 3]",
            r"\[grid\] players=3, agent=random: players cannot be 3; expected one",
        ),
        ("players = [1, 2]", "players = 1", r"key grid\.players: expected a list of the values to be tried, got 1"),
        ("players = [1, 2]", "players = []", r"key grid\.players: expected a list"),
        ("players = [1, 2]", "players = [1, 1]", r"key grid\.players: has 1 twice; expected each value once"),
        (
            "players = [1, 2]",
            "players = [1, [2]]",
            r"key grid\.players: expected texts, whole numbers or true and false",
        ),
        (
            "players = [1, 2]",
            "without = ['x']",
            r'key grid\.without: expected lists of names, such as \[\[\], \["NAME"',
        ),
        ("players = [1, 2]", "without = [['x']]", r"without=x, agent=random: batch-toy has no content"),
        ("players = [1, 2]", "rounds = [1, 2]", r"key grid\.rounds: is given outside of the grid as well"),
        ("players = [1, 2]", "digest = [1, 2]", r"key grid\.digest: is no name for a column of a grid"),
        ("players = [1, 2]", "players = [1", r"grid\.toml: is no valid TOML"),
        ("players = [1, 2]", "players = " + 3000 * "[", r"grid\.toml: is no valid TOML: it is nested too deeply"),
        ("players = [1, 2]", ".".join(3000 * ["players"]) + " = 1", r"grid\.toml: is nested too deeply"),
        ("players = [1, 2]", 'players = [1, "01"]', r"\[grid\] players=01, agent=random: is the same as players=1"),
        ("players = [1, 2]", "from = [1]", r"key grid\.from: expected texts, got \[1\]"),
        ("players = [1, 2]", "seat1 = [1]", r"key grid\.seat1: expected texts, got \[1\]"),
        ("players = [1, 2]", f"seat{5000 * '9'} = ['random']", r"batch-toy has no setup key 'seat9+'"),
        ('"random", ', '"nobody", ', r"agent=nobody: there is no agent 'nobody'"),
        ("[grid]", "[gird]", r"unknown key gird"),
    ],
)
def test_a_wrong_grid_is_told_before_any_game(grid: Path, before: str, after: str, message: str) -> None:
    assert before in GRID
    grid.write_text(GRID.replace(before, after))
    with pytest.raises(UsageError, match=message):
        sweep(grid, out=grid.parent / "run")
    assert not (grid.parent / "run").exists()


def test_grids_that_are_no_grids(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gone\.toml: cannot be read: No such file"):
        sweep(tmp_path / "gone.toml")
    with pytest.raises(UsageError, match="grid: key grid: expected at least one key with a list of values"):
        sweep({"game": "batch-toy", "grid": {}})
    many = {"rounds": list(range(1, 102)), "pause": list(range(101))}
    with pytest.raises(UsageError, match="key grid: makes 10,201 cells; expected 10,000 at the most"):
        sweep({"game": "batch-toy", "grid": many})
    with pytest.raises(UsageError, match=r"which grid\? Expected a TOML file, or a folder to be resumed"):
        sweep()


def test_folders_that_cannot_be_gone_on_with(grid: Path, tmp_path: Path, contents: Contents) -> None:
    run = tmp_path / "run"
    sweep(grid, games=2, out=run)
    with pytest.raises(UsageError, match="run: exists; a sweep is written into a new folder"):
        sweep(grid, out=run)
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="mine: exists; a sweep is written into a new folder"):
        sweep(grid, games=2, out=tmp_path / "mine")
    assert not list((tmp_path / "mine").iterdir())
    with pytest.raises(UsageError, match=r"is another grid than that of .*run; leave it to the folder"):
        sweep(grid, resume=run)
    assert sweep(grid, games=2, resume=run).played == 0
    with pytest.raises(UsageError, match=r"games cannot go with resume: .*sweep\.json says it"):
        sweep(games=3, resume=run)
    with pytest.raises(SaveError, match=r"is no folder of a sweep: it has no sweep\.json"):
        sweep(resume=tmp_path)
    before = contents(run)
    file = run / "sweep.json"
    document = json.loads(file.read_text())
    changes: list[dict[str, Any]] = [{"table": "odd"}, {"cells": []}]
    for change in changes:
        file.write_text(json.dumps({**document, **change}))
        with pytest.raises(SaveError, match=r"sweep\.json: was edited or damaged"):
            sweep(resume=run)
    file.write_bytes(before["sweep.json"])
    cells = sorted((run / "cells").iterdir())
    cells[0].rename(run / "aside")
    cells[1].rename(cells[0])
    with pytest.raises(SaveError, match="is the batch of another cell than players=1, agent=random"):
        sweep(resume=run)
    (cells[0] / "manifest.json").unlink()
    with pytest.raises(SaveError, match=r"000000: has no manifest\.json, but other files"):
        sweep(resume=run)


def test_a_position_that_has_changed_does_not_go_on(tmp_path: Path) -> None:
    file, run = tmp_path / "position.json", tmp_path / "run"
    Session("batch-toy", seed=5).save_position(file)
    grid = {"game": "batch-toy", "games": 2, "from": str(file), "grid": {"agent": ["random", "miser:most=1"]}}
    sweep(grid, out=run)
    shutil.rmtree(run / "cells" / "000001")  # a cell that was not begun: nothing but the grid knows of the position
    Session("batch-toy", seed=6).save_position(file)
    with pytest.raises(SaveError, match="cannot be gone on with: start of cell 0 was"):
        sweep(resume=run)


def test_another_version_does_not_go_on(grid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "run"
    sweep(grid, games=2, out=run)
    from undercroft import plugins

    monkeypatch.setattr(plugins, "__version__", "9.9")
    with pytest.raises(SaveError, match=r"cannot be gone on with: versions of cell 0 was .*9\.9"):
        sweep(resume=run)


def test_a_cell_that_was_killed_at_its_birth_is_begun_anew(grid: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    whole = sweep(grid, games=2, out=run)
    cell = run / "cells" / "000003"
    for file in cell.iterdir():
        file.unlink()
    (cell / ".manifest.json.x.tmp").write_text("{")
    assert sweep(resume=run).digest == whole.digest


def test_what_was_finished_is_told_where_a_sweep_cannot_go_on(
    grid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = tmp_path / "kills"
    kills.write_text("100")
    monkeypatch.setenv("BATCH_TOY_KILLS", str(kills))
    cells: dict[str, Any] = {"game": "batch-toy", "games": 20, "grid": {"mode": ["plain", "kills"]}}
    with pytest.raises(SweepStoppedError, match="a worker was killed") as stopped:
        sweep(cells, workers=2)
    assert [cell.values for cell in stopped.value.sweep.cells] == [{"mode": "plain"}]
    assert stopped.value.sweep.interrupted


def test_progress_is_that_of_all_cells() -> None:
    told: list[tuple[int, int]] = []
    grid = {"game": "batch-toy", "games": 3, "grid": {"rounds": list(range(1, 21))}}
    sweep(grid, progress=lambda at: told.append((at.done, at.total)))
    assert told[-1] == (60, 60)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_an_agent_that_has_changed_does_not_go_on(grid: Path, tmp_path: Path) -> None:
    agent = tmp_path / "mine.py"
    agent.write_text("def choose(table, seat, prompt, options):\n    return options[0]\n")
    grid.write_text(GRID.replace('"random", "miser:most=1"', f'"{agent}:choose"'))

    def stop(at: Progress) -> None:
        if at.done:
            raise KeyboardInterrupt

    with pytest.raises(SweepInterrupted):
        sweep(grid, out=tmp_path / "run", progress=stop)
    agent.write_text("def choose(table, seat, prompt, options):\n    return options[-1]\n")
    with pytest.raises(SaveError, match="game 0 comes out differently now"):
        sweep(resume=tmp_path / "run")
