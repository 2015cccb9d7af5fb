"""Testing games: rule tests at a table, rule coverage, and the conformance kit (a pytest plugin)."""

from __future__ import annotations

from undercroft.testing.factory import Desk, TableFactory, make_table
from undercroft.testing.luck import deck_draws, shuffle_draws
from undercroft.testing.marks import rule
from undercroft.testing.names import Names
from undercroft.testing.table import TableUnderTest, fresh_state, open_tables

__all__ = [
    "Desk",
    "Names",
    "TableFactory",
    "TableUnderTest",
    "deck_draws",
    "fresh_state",
    "make_table",
    "open_tables",
    "rule",
    "shuffle_draws",
]
