"""The checks of the conformance kit: what must hold in every game.

Each check is a function of a :class:`Case` (or of a :class:`Suite`, where it is about the game as a whole) that
raises :class:`ConformanceError` with what was found, where, and what was expected. The modules in
``undercroft.testing.conformance`` run them under pytest.
"""

from __future__ import annotations

from undercroft.testing.checks import (
    agents,
    chances,
    citations,
    files,
    offers,
    playouts,
    positions,
    reaching,
    replay,
    secrets,
)
from undercroft.testing.checks.case import Case, ConformanceError, Line
from undercroft.testing.checks.suite import Suite, make_suite

__all__ = [
    "Case",
    "ConformanceError",
    "Line",
    "Suite",
    "agents",
    "chances",
    "citations",
    "files",
    "make_suite",
    "offers",
    "playouts",
    "positions",
    "reaching",
    "replay",
    "secrets",
]
