"""Which layers of the game's own a setup switches on: the difficulty, and scenarios that need more than data."""

from __future__ import annotations

from typing import Any

from undercroft_netherworld_candle.rules import difficulty
from undercroft_netherworld_candle.terms import DIFFICULTIES

__all__ = ["layers"]


def layers(options: Any) -> list[type[Any]]:
    """The layers of a setup. A campaign has those of every mode, because it may be changed on the way (NC-DIFF-001)."""
    if options.mode == "campaign":
        return list(difficulty.LAYERS.values())
    mode = DIFFICULTIES.index(options.difficulty)
    return [difficulty.LAYERS[mode]] if mode in difficulty.LAYERS else []
