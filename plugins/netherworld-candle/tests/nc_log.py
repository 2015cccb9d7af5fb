"""Party Logs made for one test."""

from __future__ import annotations

from typing import Any

import attrs
from nc_cards import Made, base_tables

from undercroft_netherworld_candle.schema import PartyLog
from undercroft_netherworld_candle.schema.delvers import ProgressBox

__all__ = ["party_log", "party_log_with"]


def party_log_with(**fields: Any) -> Made:
    """The Party Log of the game with other values in some fields."""
    log: PartyLog = base_tables()["party_log"]["party"]
    return Made("party_log", "party", attrs.evolve(log, **fields))


def party_log(*boxes: Any) -> Made:
    """The Party Log with these columns of the Historical Progress bar: ``{"karma": 7, "event": "comet"}``."""
    return party_log_with(progress=tuple(ProgressBox(**box) for box in boxes))
