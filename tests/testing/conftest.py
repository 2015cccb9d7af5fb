"""The toy games, sound and broken, are installed while the tests of the kit run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from installing import installed
from lantern import Cellar, LanternRules

from undercroft.testing import Desk, make_table

Pytest = Callable[..., "subprocess.CompletedProcess[str]"]
TOYS = ("lantern", "moths", "broken_play", "broken_looks", "miscited")


@pytest.fixture(scope="module", autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All toys are installed."""
    with installed(tmp_path_factory.mktemp("site"), {name: name for name in TOYS}):
        yield


@pytest.fixture
def run_pytest(tmp_path: Path) -> Pytest:
    """Run pytest in a process of its own, in a folder with the given files (``test_a="..."`` is ``test_a.py``)."""

    def run(*args: str, **files: str) -> Any:
        for name, source in files.items():
            tmp_path.joinpath(f"{name}.py").write_text(source, encoding="utf-8")
        line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args]
        return subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)

    return run


def lay(
    desk: Desk,
    *,
    hand: tuple[str, ...] = (),
    other: tuple[str, ...] = (),
    deck: tuple[str, ...] = (),
    room: str = "well",
    gloom: int | None = None,
    oil: int = 6,
) -> None:
    """A turn of seat 1 in a room, and the dark after it: what a game's own conftest lays out for its rule tests."""
    rules: LanternRules = desk.rules
    s: Cellar = desk.state
    s.room = desk.number("room", room)
    s.gloom = rules.gloom_of(s, s.room) if gloom is None else gloom
    for seat, cards in zip(s.seats, (hand, other), strict=False):
        seat.hand = desk.numbers("card", cards)
        seat.oil = oil
    if deck:
        desk.on_top(s.deck, "card", deck)
    s.do_all((rules.turn, 1), rules.darkness)


table = make_table("lantern", lay)
