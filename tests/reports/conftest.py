"""The toy of ``fair.py`` as an installed plugin, and folders of its games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from installing import installed

from undercroft import Batch, simulate

PLAN: dict[str, Any] = {"games": 1000, "seed": 4, "expansions": ["planted"]}


@pytest.fixture(scope="package", autouse=True)
def fair_is_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), {"fair": "fair"}):
        yield


@pytest.fixture(scope="package")
def whole(fair_is_installed: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of 1,000 games that kept what they saw and used. Nobody may change it."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    simulate("fair", out=folder, track=True, table="csv", **PLAN)
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Batch]:
    """Plays a few games of the toy into the folder ``run``."""

    def play(**asked: Any) -> Batch:
        return simulate("fair", **{"games": 60, "seed": 4, "out": tmp_path / "run", "table": "csv", **asked})

    return play


@pytest.fixture(name="contents")
def contents_fixture() -> Callable[[Path], dict[str, bytes]]:
    """Every file below a folder, byte for byte."""
    return lambda folder: {f.name: f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}
