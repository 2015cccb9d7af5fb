"""A party that cannot be stopped: it plays whole games on the table, so that a test sees everything on its way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from db_cards import action
from db_table import DbTable, table

from undercroft import Option

__all__ = ["march", "steps"]

SMITES = [action("smite", damage=999), action("scorch", type="spell", damage=999)]
_QUIET = ("done", "decline", "accept", "blight", "right")


def march(**keywords: Any) -> DbTable:
    """A new descent of players who defeat an Enemy with every card and survive what comes."""
    strong = {"hand": SMITES * 3, "dd": SMITES * 150, "max_health": 90, "max_attacks": 9}
    return table(p1=strong, p2=strong if keywords.get("players") == 2 else None, **keywords)


def steps(t: DbTable) -> Iterator[DbTable]:
    """Play to the end of the game; gives the table before each decision."""
    while t.outcome is None:
        yield t
        t.session.choose(_blow(t) if t.prompt == "attack" else _quiet(t))


def _blow(t: DbTable) -> Option:
    """A card of the type to which its target is vulnerable; else any, for a fresh hand."""
    for option in t.options:
        if option[0] == "play" and len(option) == 3:
            melee = t.content.is_melee[option[1]]
            if t.rules.vulnerability(t.row[option[2]], melee):
                return option
    return t.options[0]


def _quiet(t: DbTable) -> Option:
    """What brings the party on."""
    return next(((word,) for word in _QUIET if (word,) in t.options), t.options[0])
