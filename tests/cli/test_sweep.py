"""``undercroft sweep``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

GRID = """
game = "ladder"
games = 20
seed = 2

[grid]
agent = ["random", "greedy"]
slippery = [false, true]
"""


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    (tmp_path / "grid.toml").write_text(GRID)
    return tmp_path / "grid.toml"


def test_the_json_has_what_it_should(run: Run, grid: Path) -> None:
    done = run("sweep", "grid.toml", "--workers", "1", "--json")
    assert done.exit_code == 0, done.output
    made = json.loads(done.stdout)
    assert [(row["agent"], row["slippery"]) for row in made["cells"]] == [
        ("random", "false"), ("random", "true"), ("greedy", "false"), ("greedy", "true"),
    ]  # fmt: skip
    assert {"game", "grid", "seed", "games", "digest", "versions", "workers", "interrupted", "setups"} <= set(made)
    alone = json.loads(
        run(
            "simulate", "ladder", "--agent", "random", "--games", "20", "--seed", "2", "--workers", "1", "--json"
        ).stdout
    )
    row = made["cells"][0]
    assert all(row[key] == alone[key] for key in ("games", "wins", "win_rate", "win_rate_low", "decisions", "digest"))
    assert row["median_length"] == alone["length"]["p50"]


def test_the_summary_for_people(run: Run, grid: Path) -> None:
    text = run("sweep", "grid.toml", "--workers", "1", "--games", "5").stdout
    lines = text.splitlines()
    assert lines[:2] == ["ladder", "games 5, seed 2"]
    assert lines[3].split() == ["agent", "slippery", "wins", "95", "%", "won", "games", "failed", "median", "length"]
    assert lines[5].split()[:2] == ["random", "false"]
    assert lines[5].split()[-3:-1] == ["5", "0"]
    assert len(lines) == 12


def test_a_folder_is_kept_and_gone_on_with(run: Run, grid: Path) -> None:
    first = run("sweep", "grid.toml", "--workers", "1", "--out", "kept")
    assert "kept in  kept" in first.stdout
    assert list((grid.parent / "kept").glob("table.*"))
    for args in (("--resume", "kept"), ("grid.toml", "--resume", "kept")):
        again = run("sweep", *args)
        assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]
    done = run("sweep", "grid.toml", "--out", "kept")
    assert done.exit_code == 2
    assert "kept: exists; a sweep is written into a new folder" in done.stderr


def test_what_is_wrong_is_said(run: Run, grid: Path) -> None:
    grid.write_text(GRID.replace("slippery", "slipery"))
    for args, code, message in [
        (
            ("grid.toml",),
            2,
            "grid.toml: [grid] agent=random, slipery=false: ladder has no setup key 'slipery'; the keys",
        ),
        ((), 2, "which grid? Say `undercroft sweep GRID.toml`"),
        (("gone.toml",), 2, "gone.toml: cannot be read: No such file or directory"),
        (("--resume", "."), 3, "is no folder of a sweep: it has no sweep.json"),
        (("--resume", ".", "--out", "x"), 2, "out cannot go with resume"),
    ]:
        done = run("sweep", *args)
        assert done.exit_code == code
        assert message in done.stderr


def test_ctrl_c_is_told_with_what_is_whole(run: Run, grid: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft.batch.sweep import _Sweeper

    played = _Sweeper._wave

    def wave(self: _Sweeper, numbers: range, crew: None) -> None:
        played(self, numbers[:2], crew)
        raise KeyboardInterrupt

    monkeypatch.setattr(_Sweeper, "_wave", wave)
    done = run("sweep", "grid.toml", "--workers", "1", "--out", "kept")
    assert done.exit_code == 130
    assert "Stopped after 2 whole cells." in done.stdout
    assert "To go on: undercroft sweep --resume kept" in done.stdout
    monkeypatch.undo()
