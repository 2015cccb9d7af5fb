"""The tiny game of these tests, installed as a plugin for the time of a test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from undercroft.plugins import registry

HERE = Path(__file__).parent
Run = Callable[..., Result]
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def _install(folder: Path, name: str, version: str) -> None:
    info = folder / f"undercroft_{name}-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: undercroft-{name}\nVersion: {version}\n")
    info.joinpath("entry_points.txt").write_text(f"[undercroft]\n{name} = {name}\n")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, on the path, makes the game an installed one."""
    folder = tmp_path_factory.mktemp("site")
    for name in ("ladder.py", "ladder.toml"):
        shutil.copy(HERE / name, folder)
    _install(folder, "ladder", "1.2")
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is installed in this process."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.delitem(sys.modules, "ladder", raising=False)
    registry.cache_clear()
    yield
    registry.cache_clear()


@pytest.fixture
def run(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, in an empty folder."""
    from undercroft.cli.app import app

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("UNDERCROFT_DEBUG", raising=False)

    def invoke(*args: str, answers: str | None = None) -> Result:
        return CliRunner().invoke(app, list(args), input=answers, prog_name="undercroft")

    return invoke


@pytest.fixture
def command(site: Path, tmp_path: Path) -> Command:
    """Run a command line in a process of its own, in an empty folder."""
    env = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "120"}
    env.pop("UNDERCROFT_DEBUG", None)

    def start(*args: str, answers: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "undercroft", *args]
        return subprocess.run(
            line,
            input=answers,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
            cwd=tmp_path,
            env={**env, **extra},
        )

    return start
