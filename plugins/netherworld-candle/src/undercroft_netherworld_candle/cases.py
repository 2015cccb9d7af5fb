"""The setups that the conformance kit looks at: every mode with every party size and difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.options import MODES, MOST_DELVERS, ROSTERS, SOLO
from undercroft_netherworld_candle.terms import DIFFICULTIES

__all__ = ["cases"]


def cases(content: Content) -> Sequence[Mapping[str, Any]]:
    """All combinations of mode, players and difficulty; scenarios, solo kinds and rosters take turns among them."""
    numbers = [str(info.number) for info in content.scenario]
    return [
        _case(numbers, *row) for row in product(range(len(MODES)), range(1, MOST_DELVERS + 1), range(len(DIFFICULTIES)))
    ]


def _case(numbers: Sequence[str], mode: int, players: int, difficulty: int) -> dict[str, Any]:
    row: dict[str, Any] = {"mode": MODES[mode], "players": players, "difficulty": DIFFICULTIES[difficulty]}
    turn = len(DIFFICULTIES) * (players - 1) + difficulty
    if players == 1:
        row["solo"] = SOLO[(mode + difficulty) % 2]
    if MODES[mode] == "campaign":
        row["roster"] = ROSTERS[(players + difficulty) % 2]
    else:
        row["scenario"] = numbers[turn % len(numbers)]
    if DIFFICULTIES[difficulty] == "easy" and players % 2:
        row["notes"] = False  # the one difficulty that allows it
    return row
