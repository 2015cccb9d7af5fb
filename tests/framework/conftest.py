"""The toy game and its expansion are installed while the tests of the framework run; a save of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cellars import last
from installing import installed

from undercroft.session import Session


@pytest.fixture(scope="module", autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lantern and Moths are installed."""
    with installed(tmp_path_factory.mktemp("site"), {"lantern": "lantern", "moths": "moths"}):
        yield


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A save in the middle of a step."""
    path = tmp_path / "game.json"
    session = Session("lantern", {"mode": "long", "players": 2}, seed=4, index=1)
    while session.ask is not None and session.ask[1] != "split":
        session.choose(next((o for o in session.ask[2] if o == ("play", 3)), last(session)))
    assert session.ask is not None
    session.save(path)
    return path
