"""What the tests of batch folders share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from undercroft.batch import simulate
from undercroft.batch.folder import Folder
from undercroft.batch.plan import make_plan
from undercroft.batch.runner import Chunk, Runner

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


@pytest.fixture
def whole(toy: str, tmp_path: Path, contents: Contents) -> dict[str, bytes]:
    simulate(toy, out=tmp_path / "whole", table="csv", **PLAN)
    return contents(tmp_path / "whole")
