"""The rules of Death Binder, chapter by chapter, each a mixin on the one before.

base - piles - tracks - skills - quests - travel - foes - enemies_turn - combat - rest - events - opening - knowledge -
table. A step's docstring names the rules that it carries out.
"""

from __future__ import annotations

from undercroft_death_binder.rules.table import TableView

__all__ = ["DeathBinder"]


class DeathBinder(TableView):
    """The rulebook of Ruins: Death Binder, without layers."""
