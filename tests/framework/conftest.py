"""The toy game and its expansion are installed while the tests of the framework run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from installing import installed


@pytest.fixture(scope="module", autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lantern and Moths are installed."""
    with installed(tmp_path_factory.mktemp("site"), {"lantern": "lantern", "moths": "moths"}):
        yield
