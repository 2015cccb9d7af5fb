"""The fixture of the rule tests: see :func:`nc_table.table` for its keywords."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Test modules import the builders of cards that lie beside them: ``from nc_cards import enemy, location``.
sys.path.insert(0, str(Path(__file__).parent))

import nc_table


@pytest.fixture
def table() -> Callable[..., nc_table.NcTable]:
    """Makes a table of Netherworld Candle in a position of one's choice."""
    return nc_table.table
