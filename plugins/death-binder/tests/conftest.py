"""The fixture of the rule tests: see :func:`db_table.table` for its keywords."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Test modules import the builders of cards that lie beside them: ``from db_cards import action, enemy``.
sys.path.insert(0, str(Path(__file__).parent))

import db_table


@pytest.fixture
def table() -> Callable[..., db_table.DbTable]:
    """Makes a table of Death Binder in a position of one's choice."""
    return db_table.table
