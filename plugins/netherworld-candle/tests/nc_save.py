"""A campaign in a position of one's choice after a save and a load. See :func:`kept`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from undercroft import Session
from undercroft.testing import TableUnderTest

__all__ = ["kept"]


def kept(change: Callable[[Any, Any], None], folder: Path) -> Session:
    """A campaign of Whisperlark before a choice of the hand, changed by ``change(rules, state)``, saved and loaded."""

    def prepare(rules: Any, s: Any) -> None:
        s.first_game = False
        change(rules, s)
        s.do(rules.choose_hand, 1)

    setup = {"mode": "campaign", "delvers": "whisperlark"}
    TableUnderTest("netherworld-candle", setup, prepare).session.save(folder / "game.json")
    return Session.load(folder / "game.json")
