"""Folders that are refused, and disks that are full."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.batch.folders import PLAN, Contents, begin, parts

import undercroft.batch.folder
import undercroft.batch.result
from undercroft.batch import Batch, BatchStoppedError, resume, simulate, sweep
from undercroft.batch.folder import Folder
from undercroft.batch.manifest import Manifest
from undercroft.batch.manifest import _check as manifest_check
from undercroft.batch.runner import Answer
from undercroft.errors import BatchError, SaveError, exit_code
from undercroft.files import write_atomically

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


@pytest.mark.parametrize(
    ("key", "value"),
    [("columns", [["gold"]]), ("agents", [5]), ("expansions", [[]]), ("start", {}), ("start", [1])],
)
def test_a_manifest_that_was_forged_is_refused(
    toy: str, tmp_path: Path, contents: Contents, key: str, value: Any
) -> None:
    begin(tmp_path / "run", [(0, 10)])
    file = tmp_path / "run" / "manifest.json"
    document = {**json.loads(file.read_text()), key: value}
    file.write_text(json.dumps({**document, "check": manifest_check(document)}))
    refused(tmp_path / "run", rf"manifest\.json: key {key}: .* is nothing that was written there", contents)


def test_a_setup_that_the_game_does_not_have_is_refused(toy: str, tmp_path: Path, contents: Contents) -> None:
    begin(tmp_path / "run", [(0, 10)])
    rewrite(tmp_path / "run", setup={"players": 77})
    refused(tmp_path / "run", r"manifest\.json: players cannot be 77", contents)


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


def test_a_disk_that_is_full_from_the_start(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"game": toy, "games": 2, "grid": {"rounds": [3, 4]}}
    begins: list[Callable[[], object]] = [
        lambda: simulate(toy, out=tmp_path / "run", table="csv", **PLAN),
        lambda: sweep(grid, out=tmp_path / "run", table="csv"),
    ]
    for begin_anew in begins:
        monkeypatch.setattr(os, "fsync", FullDisk(0))
        with pytest.raises(BatchError, match=r"No space left on device; nothing was changed$") as caught:
            begin_anew()
        assert exit_code(caught.value) == 1
        assert not (tmp_path / "run").exists()  # there is nothing in it to be resumed
        monkeypatch.setattr(os, "fsync", lambda _: None)
        begin_anew()
        shutil.rmtree(tmp_path / "run")


def test_a_folder_that_nobody_may_look_into(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    begin(tmp_path / "run", [(0, 10)])
    monkeypatch.setattr(Path, "exists", forbidden)
    with pytest.raises(SaveError, match=r"manifest\.json: cannot be read: Permission denied"):
        resume(tmp_path / "run")
    with pytest.raises(SaveError, match=r"sweep\.json: cannot be read: Permission denied"):
        sweep(resume=tmp_path / "run")


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
