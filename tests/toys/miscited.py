"""A toy game whose source cites a rule that does not exist."""

from __future__ import annotations

import attrs
from lantern import GAME, Cellar, LanternRules

from undercroft.game import Game
from undercroft.plugins import hookimpl

UNDERCROFT_API = (1, 1)


class Miscited(LanternRules):
    """The rules, as somebody remembers them."""

    def light(self, s: Cellar, amount: int) -> None:
        """LN-LUX-001: light takes gloom away."""
        super().light(s, amount)


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [attrs.evolve(GAME, id="miscited", rulebook=Miscited, default_agent="random")]
