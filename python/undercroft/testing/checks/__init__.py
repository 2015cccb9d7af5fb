"""The checks of the conformance kit: what must hold in every game.

Each check is a function of a :class:`Case` (or of a :class:`Suite`, where it is about the game as a whole) that
raises :class:`ConformanceError` with what was found, where, and what was expected. The modules in
``undercroft.testing.conformance`` run them under pytest.
"""

from __future__ import annotations

from undercroft.testing.checks import agents, citations, files, offers, playouts, positions, replay, secrets
from undercroft.testing.checks.case import Case, ConformanceError, Line, Suite, make_suite

__all__ = [
    "Case",
    "ConformanceError",
    "Line",
    "Suite",
    "agents",
    "citations",
    "files",
    "make_suite",
    "offers",
    "playouts",
    "positions",
    "replay",
    "secrets",
]
