"""The rules of Netherworld Candle, chapter by chapter, each a mixin on the one before.

base - fate - stats - logs - effects (judge, mods, whom, gains, world, reach, fire) - tests (story, adventure) - map -
candle - enemies - encounters - artifacts - equipment - actions - cooldown - windows - turns - scenarios - adventure
setup and end - tree - story - epilogue - campaign - knowledge - table - odds (tests, start). A step's docstring names
the rules that it carries out. The layers over them are in :mod:`undercroft_netherworld_candle.rules.layers`.
"""

from __future__ import annotations

from undercroft_netherworld_candle.rules.odds import Odds

__all__ = ["NetherworldCandle"]


class NetherworldCandle(Odds):
    """The rulebook of Netherworld Candle, without layers."""

    __slots__ = ()
