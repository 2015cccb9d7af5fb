"""Folders: whole files or none, damage noticed, the same bytes whatever happened on the way."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import undercroft.batch.folder
import undercroft.batch.result
from undercroft.batch import Batch, BatchStoppedError, resume, simulate
from undercroft.batch.folder import Folder
from undercroft.batch.manifest import Manifest
from undercroft.batch.plan import make_plan
from undercroft.batch.runner import Answer, Chunk, Runner
from undercroft.errors import BatchError, SaveError, UsageError, exit_code
from undercroft.saves import write_atomically

Contents = Callable[[Path], dict[str, bytes]]
PLAN: dict[str, Any] = {"games": 60, "seed": 4, "setup": {"mode": "fails", "players": 2}}


def begin(folder: Path, ranges: list[tuple[int, int]], table: str = "csv", **changes: Any) -> None:
    """A folder as a killed run leaves it: the manifest says running, these games are in part files."""
    asked: dict[str, Any] = {"agents": "random", "expansions": (), "start": None, "limit": None, **PLAN, **changes}
    plan = make_plan("batch-toy", **asked)
    store = Folder.create(folder, plan, table)
    runner = Runner(store.plan, keep_replays=True)
    for first, count in ranges:
        chunk = Chunk(first)
        runner.play(chunk, count)
        store.add(chunk.answer())
        store.flush()
    store.release()


def parts(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.part"))


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


@pytest.fixture
def whole(toy: str, tmp_path: Path, contents: Contents) -> dict[str, bytes]:
    simulate(toy, out=tmp_path / "whole", table="csv", **PLAN)
    return contents(tmp_path / "whole")


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


# -- refusals -------------------------------------------------------------------------------------------------------


def refused(folder: Path, message: str, contents: Contents) -> None:
    before = contents(folder) if folder.is_dir() else {}
    with pytest.raises(SaveError, match=message) as caught:
        resume(folder)
    assert exit_code(caught.value) == 3
    assert (contents(folder) if folder.is_dir() else {}) == before


@pytest.mark.parametrize("damage", ["cut", "edited", "empty", "longer", "head"])
def test_a_damaged_part_is_named(toy: str, tmp_path: Path, damage: str, contents: Contents) -> None:
    begin(tmp_path / "run", [(0, 10), (20, 10)])
    part = tmp_path / "run" / "rows-000000020-000000029.part"
    data = part.read_bytes()
    changed = {
        "cut": data[:-30],
        "edited": data.replace(b"loss", b"win", 1).replace(b"win", b"loss", 1) + b"",
        "empty": b"",
        "longer": data + data.splitlines(keepends=True)[-1],
        "head": data[1:],
    }[damage]
    part.write_bytes(changed if changed != data else data.replace(b"0,", b"1,", 1))
    refused(tmp_path / "run", r"rows-000000020-000000029\.part: was edited or damaged", contents)
    part.unlink()
    assert resume(tmp_path / "run").n == 60  # as the message says


@pytest.mark.parametrize("name", ["rows-x.part", "rows-000000005-000000014.part", "rows-000000055-000000064.part"])
def test_a_foreign_part_is_named(toy: str, tmp_path: Path, name: str, contents: Contents) -> None:
    begin(tmp_path / "run", [(0, 10)])
    (tmp_path / "run" / name).write_bytes((tmp_path / "run" / "rows-000000000-000000009.part").read_bytes())
    refused(tmp_path / "run", name, contents)


@pytest.mark.parametrize("table", ["csv", "parquet"])
@pytest.mark.parametrize("damage", ["cut", "edited", "gone"])
def test_a_damaged_block_is_named(toy: str, tmp_path: Path, table: str, damage: str, contents: Contents) -> None:
    run = tmp_path / "run"
    simulate(toy, out=run, table=table, games=10_100, setup={"rounds": 1})
    file = run / f"games-000000.{table}"
    data = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(data[:-7] if damage == "cut" else data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    refused(run, rf"games-000000\.{table}: (is no whole table|was edited or damaged|cannot be read)", contents)


def test_manifests_that_are_refused(toy: str, tmp_path: Path, contents: Contents) -> None:
    run = tmp_path / "run"
    begin(run, [(0, 10)])
    manifest = run / "manifest.json"
    good = manifest.read_text()
    for bad, message in [
        (good[:-40], "is no complete JSON document"),
        (good.replace('"seed": 4', '"seed": 5'), "was edited or damaged: its check sum does not fit"),
        (good.replace("undercroft-batch/1", "undercroft-batch/2"), "written by a newer Undercroft"),
        (good.replace('"limit"', '"most"'), "key limit is missing or damaged"),
        (good.replace('"seed": 4', '"seed": "4"'), "key seed is missing or damaged; it was written as int"),
        ("[]", "is no file of Undercroft"),
        ("{}", "is no file of Undercroft"),
    ]:
        assert bad != good
        manifest.write_text(bad)
        refused(run, rf"manifest\.json: .*{message}", contents)
    manifest.unlink()
    refused(run, "is no folder of a batch", contents)
    refused(tmp_path / "nowhere", "there is no such file", contents)
    manifest.write_text(good)
    assert resume(run).n == 60


def rewrite(run: Path, **changes: Any) -> None:
    """A manifest as another installation would have written it."""
    folder = Folder.open(run)
    folder.release()
    plan = attrs.evolve(folder.plan, **changes)
    write_atomically(run / "manifest.json", Manifest(plan, "csv").encode())


@pytest.mark.parametrize(
    ("name", "version"), [("undercroft", "9.9"), ("rng", "pcg64/9"), ("undercroft-batch-toy", "0.9"), ("rules", "0")]
)
def test_other_versions_are_refused(toy: str, tmp_path: Path, name: str, version: str, contents: Contents) -> None:
    begin(tmp_path / "run", [(0, 10)])
    plan = Folder.open(tmp_path / "run")
    plan.release()
    rewrite(tmp_path / "run", versions={**plan.plan.versions, name: version})
    refused(tmp_path / "run", rf"was begun with {name} {version} \(installed: ", contents)


def test_a_plugin_that_is_gone_is_named(toy: str, tmp_path: Path, contents: Contents) -> None:
    begin(tmp_path / "run", [(0, 10)])
    rewrite(tmp_path / "run", game="vanished")
    refused(tmp_path / "run", "no game 'vanished' is installed", contents)


def test_another_python_is_no_reason_to_refuse(toy: str, tmp_path: Path) -> None:
    begin(tmp_path / "run", [(0, 10)])
    plan = Folder.open(tmp_path / "run")
    plan.release()
    rewrite(tmp_path / "run", versions={**plan.plan.versions, "python": "3.99.0"})
    assert resume(tmp_path / "run").n == 60


def test_two_runs_at_once_are_refused(toy: str, tmp_path: Path) -> None:
    begin(tmp_path / "run", [(0, 10)])
    holder = Folder.open(tmp_path / "run")
    with pytest.raises(BatchError, match="another process is writing"):
        resume(tmp_path / "run")
    holder.release()
    assert resume(tmp_path / "run").n == 60


# -- a disk that fills up -------------------------------------------------------------------------------------------


class FullDisk:
    """Stands in for ``os.fsync``: after so many files there is no room."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, _: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("left", [1, 3, 8])
def test_a_full_disk(
    toy: str,
    tmp_path: Path,
    whole: dict[str, bytes],
    contents: Contents,
    monkeypatch: pytest.MonkeyPatch,
    left: int,
    workers: int,
) -> None:
    run = tmp_path / "run"
    monkeypatch.setattr(os, "fsync", FullDisk(left))
    with pytest.raises(BatchStoppedError, match=r"No space left on device.*can be resumed") as caught:
        simulate(toy, out=run, table="csv", workers=workers, **PLAN)
    assert exit_code(caught.value) == 1
    batch = caught.value.batch
    assert batch.interrupted
    assert len(batch.rows) == batch.n <= 60
    assert not list(run.rglob(".*.tmp"))
    monkeypatch.setattr(os, "fsync", lambda _: None)
    resume(run)
    assert contents(run) == whole


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB, where this user may mount one."""
    place = tmp_path / "small"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if done.returncode:
        yield tmp_path / "not-there"
        return
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_really_is_full(toy: str, small_disk: Path) -> None:
    if not small_disk.exists():
        return  # the stand-in above is all that can be had here
    run = small_disk / "run"
    plan: dict[str, Any] = {"games": 3000, "seed": 4, "setup": {"mode": "fails", "players": 2}}
    with pytest.raises(BatchStoppedError, match="No space left on device"):
        simulate(toy, out=run, table="csv", **plan)
    for replay in (run / "replays").glob("*.json"):
        replay.unlink()
    (small_disk / "room").write_bytes(b"")
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    assert resume(run).digest == simulate(toy, **plan).digest


def test_games_kept_in_memory_are_in_the_batch_of_a_full_disk(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undercroft.batch.folder, "write_atomically", _full_from_second(write_atomically))
    with pytest.raises(BatchStoppedError) as caught:
        simulate(toy, out=tmp_path / "run", table="csv", games=50)
    batch: Batch = caught.value.batch
    assert batch.n == 50
    assert batch.digest == simulate(toy, games=50).digest


def _full_from_second(write: Callable[[Path, bytes], None]) -> Callable[[Path, bytes], None]:
    calls = iter(range(1_000))

    def full(path: Path, data: bytes) -> None:
        if next(calls):
            raise SaveError(f"{path}: cannot be written: no room; nothing was changed")
        write(path, data)

    return full


def test_an_empty_answer_is_no_game(toy: str, tmp_path: Path) -> None:
    begin(tmp_path / "run", [])
    store = Folder.open(tmp_path / "run")
    store.add(Answer(0, 0, b""))
    store.flush()
    store.release()
    assert parts(tmp_path / "run") == []
