"""The rules of Death Binder, chapter by chapter, each a mixin on the one before.

base - piles - tracks - skills - quests - travel - foes - enemies_turn - combat - rest - events - opening - knowledge -
table - odds. Over them lie, where the setup asks for them, scenarios - campaign, and modifiers.

A step's docstring names the rules that it carries out.
"""

from __future__ import annotations

from undercroft_death_binder.rules.odds import Odds

__all__ = ["DeathBinder"]


class DeathBinder(Odds):
    """The rulebook of Ruins: Death Binder, without layers."""
