"""Folders: whole files or none, damage noticed, the same bytes whatever happened on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.batch.folders import PLAN, Contents, begin, parts

import undercroft.batch.folder
import undercroft.batch.result
from undercroft.batch import resume, simulate
from undercroft.errors import SaveError, UsageError, exit_code

# -- what a folder holds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["csv", "parquet"])
def test_contents(toy: str, tmp_path: Path, table: str, contents: Contents) -> None:
    batch = simulate(toy, out=tmp_path / "a" / "run", table=table, **PLAN)
    assert batch.out == tmp_path / "a" / "run"
    failed = [f"replays/game-{row['index']:09d}.json" for row in batch.rows if row["result"] == "error"]
    assert list(contents(batch.out)) == [f"games-000000.{table}", "manifest.json", *failed]
    manifest = json.loads((batch.out / "manifest.json").read_text())
    assert manifest["format"] == "undercroft-batch/1"
    assert manifest["status"] == "done"
    assert manifest["digest"] == batch.digest
    assert manifest["setup"] == {"players": 2, "mode": "fails", "rounds": 6, "pause": 0}
    assert manifest["versions"]["undercroft-batch-toy"] == "1.0"
    assert ("polars" in manifest["versions"]) == (table == "parquet")
    assert manifest["rng"] == "pcg64/1"
    assert (manifest["seed"], manifest["games"], manifest["agents"]) == (4, 60, ["random", "random"])
    assert manifest["columns"] == [["gold", "int"], ["mood", "str"]]


def test_the_digest_is_the_same_with_and_without_a_folder_of_either_kind(toy: str, tmp_path: Path) -> None:
    plain = simulate(toy, **PLAN)
    for table in ("csv", "parquet"):
        batch = simulate(toy, out=tmp_path / table, table=table, **PLAN)
        assert batch.digest == plain.digest
        assert batch.rows == plain.rows
        assert batch.games.equals(plain.games)


def test_csv_is_for_everybody_to_read(toy: str, tmp_path: Path) -> None:
    import csv

    batch = simulate(toy, out=tmp_path / "run", table="csv", **PLAN)
    with (tmp_path / "run" / "games-000000.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["mood"] for row in rows] == [row["mood"] for row in batch.rows]
    assert 'glad, "very"' in {row["mood"] for row in rows}


def test_parquet_where_polars_is_installed(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate(toy, out=tmp_path / "with", **PLAN)
    assert (tmp_path / "with" / "games-000000.parquet").exists()
    begin(tmp_path / "cut", [(0, 10)], table="parquet")
    for module in (undercroft.batch.folder, undercroft.batch.result):
        monkeypatch.setattr(module, "has_polars", lambda: False)
    batch = simulate(toy, out=tmp_path / "without", **PLAN)
    assert (tmp_path / "without" / "games-000000.csv").exists()
    assert batch.games == batch.rows
    with pytest.raises(UsageError, match="needs polars"):
        simulate(toy, out=tmp_path / "new", table="parquet", **PLAN)
    with pytest.raises(SaveError, match="needs polars"):
        resume(tmp_path / "cut")


def test_blocks_of_ten_thousand(toy: str, tmp_path: Path, contents: Contents) -> None:
    plan: dict[str, Any] = {"games": 21_500, "seed": 1, "setup": {"rounds": 1}}
    simulate(toy, out=tmp_path / "one", **plan)
    two = simulate(toy, out=tmp_path / "two", workers=2, **plan)
    assert list(contents(tmp_path / "one")) == [
        "games-000000.parquet", "games-000001.parquet", "games-000002.parquet", "manifest.json",
    ]  # fmt: skip
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert two.games["index"].to_list() == list(range(21_500))
    assert two.digest == simulate(toy, **plan).digest


def test_a_folder_that_exists_is_refused(toy: str, tmp_path: Path, contents: Contents) -> None:
    simulate(toy, out=tmp_path / "run", **PLAN)
    before = contents(tmp_path / "run")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    for name in ("run", "file", "empty"):
        with pytest.raises(UsageError, match=f"{name}: exists") as caught:
            simulate(toy, out=tmp_path / name, **PLAN)
        assert exit_code(caught.value) == 2
    assert contents(tmp_path / "run") == before
    assert (tmp_path / "file").read_text() == "mine"


def test_wrong_usage_makes_no_folder(toy: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        simulate(toy, out=tmp_path / "run", agents="wizard")
    with pytest.raises(UsageError, match="expected csv or parquet"):
        simulate(toy, out=tmp_path / "run", table="xml")
    with pytest.raises(UsageError):
        simulate(toy, out=tmp_path / "run", workers=2, agents=lambda *_: None)
    assert not (tmp_path / "run").exists()


def test_a_place_that_cannot_be_written_is_refused(toy: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="cannot be made"):
        simulate(toy, out=tmp_path / "file" / "run", **PLAN)


# -- going on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("ranges", [[], [(0, 1)], [(0, 10), (10, 7), (30, 5)], [(20, 40), (3, 9)], [(0, 60)]])
def test_a_cut_run_ends_like_a_whole_one(
    tmp_path: Path, whole: dict[str, bytes], ranges: list[tuple[int, int]], workers: int, contents: Contents
) -> None:
    run = tmp_path / "run"
    begin(run, ranges)
    (run / ".games-000000.csv.x1.tmp").write_text("half a fi")
    (run / "replays").mkdir(exist_ok=True)
    (run / "replays" / ".game.json.x2.tmp").write_text("{")
    played = sum(count for _, count in ranges)
    batch = resume(run, workers=workers)
    assert batch.played == 60 - played
    assert batch.n == 60
    assert contents(run) == whole
    assert batch.digest == json.loads(whole["manifest.json"])["digest"]


def test_a_run_that_was_killed_between_a_block_and_its_parts(
    tmp_path: Path, whole: dict[str, bytes], contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: None)
        begin(run, [(0, 30), (30, 30)])
    assert (run / "games-000000.csv").exists()
    assert parts(run) == ["rows-000000000-000000029.part"]
    resume(run)
    assert contents(run) == whole


def test_a_run_that_was_killed_between_a_block_and_the_manifest(
    tmp_path: Path, whole: dict[str, bytes], contents: Contents
) -> None:
    begin(tmp_path / "run", [(0, 30), (31, 29)])
    (tmp_path / "run" / "games-000000.csv").write_bytes(b"an older try")
    resume(tmp_path / "run")
    assert contents(tmp_path / "run") == whole


def test_a_finished_batch_is_read(toy: str, tmp_path: Path, contents: Contents) -> None:
    made = simulate(toy, out=tmp_path / "run", **PLAN)
    before = contents(tmp_path / "run")
    batch = resume(tmp_path / "run")
    assert (batch.n, batch.played, batch.seconds, batch.interrupted) == (60, 0, 0.0, False)
    assert batch.rows == made.rows
    assert batch.digest == made.digest
    assert batch.decisions_per_second == batch.games_per_second == 0
    assert contents(tmp_path / "run") == before
    batch.summary()


def test_agents_of_a_program_are_handed_in_again(toy: str, tmp_path: Path, contents: Contents) -> None:
    simulate(toy, out=tmp_path / "whole", table="csv", **PLAN | {"agents": choose_last})
    begin(tmp_path / "run", [(0, 10)], agents=choose_last)
    with pytest.raises(UsageError, match="choose_last; hand it in as agents"):
        resume(tmp_path / "run")
    with pytest.raises(UsageError, match=r"was begun with the agents .*choose_last.* not with random"):
        resume(tmp_path / "run", agents="random")
    resume(tmp_path / "run", agents=choose_last)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")
    resume(tmp_path / "run")  # a finished one needs no agents


def choose_last(table: Any, seat: int, prompt: str, options: Any) -> Any:
    return options[-1]


def test_an_agent_in_a_file_that_was_changed_is_noticed(toy: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(table, seat, prompt, options):\n    return options[0]\n")
    begin(tmp_path / "run", [(5, 10)], agents=f"{mine}:choose")
    mine.write_text("def choose(table, seat, prompt, options):\n    return options[1]\n")
    with pytest.raises(SaveError, match="game 5 comes out differently now"):
        resume(tmp_path / "run")
    mine.write_text("def choose(table, seat, prompt, options):\n    return options[0]\n")
    assert resume(tmp_path / "run").n == 60
