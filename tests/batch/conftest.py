"""The toy game of ``batch_toy.py`` as an installed plugin, here and in every process that is started from here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.batch.folders import whole  # noqa: F401 - a fixture

from undercroft.plugins import registry

HERE = Path(__file__).parent
METADATA = "Metadata-Version: 2.1\nName: undercroft-batch-toy\nVersion: 1.0\n"


@pytest.fixture(scope="session")
def toy_paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What has to be on ``sys.path`` for the toy to be an installed plugin."""
    site = tmp_path_factory.mktemp("site")
    info = site / "undercroft_batch_toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "entry_points.txt").write_text("[undercroft]\nbatch-toy = batch_toy\n")
    return [str(HERE), str(site)]


@pytest.fixture(autouse=True)
def toy(toy_paths: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of the toy game, installed for the time of a test."""
    for path in toy_paths:
        monkeypatch.syspath_prepend(path)
    registry.cache_clear()
    yield "batch-toy"
    registry.cache_clear()


Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start(toy_paths: list[str], tmp_path: Path) -> Iterator[Start]:
    """Start a Python program in a process group of its own, with the toy installed."""
    started: list[subprocess.Popen[str]] = []

    def begin(program: str) -> subprocess.Popen[str]:
        script = tmp_path / f"program{len(started)}.py"
        script.write_text(program)
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(toy_paths)}
        process = subprocess.Popen(
            [sys.executable, str(script)],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate(timeout=600)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, byte for byte."""
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


@pytest.fixture(name="contents")
def contents_fixture() -> Callable[[Path], dict[str, bytes]]:
    return contents
