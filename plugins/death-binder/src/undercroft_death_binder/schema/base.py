"""Checks that every content class uses, and the effects that events and sidequests are built from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import attrs

from undercroft import check_id, check_n, check_word, need

__all__ = ["LOCATIONS", "PLACES", "TYPES", "Effect", "check_effects", "check_id", "check_n", "check_word", "need"]

TYPES: Final = ("melee", "spell")
"""The two types of cards, damage and Vulnerability (DB-CARD-002, DB-ENEMY-003)."""

LOCATIONS: Final = tuple(f"{column}{row}" for row in range(1, 6) for column in "ABC")
"""A1, B1, C1, A2 … C5: the locations with coordinates, in the order in which tokens are placed (DB-SETUP-005)."""

PLACES: Final = (*LOCATIONS, "BOSS")
"""All 16 locations of either map side (DB-MAP-002)."""

SIGNED: Final = ("xp", "blight", "dd", "health")
GAINED: Final = ("skill", "special", "blinded")


@attrs.frozen
class Effect:
    """One effect of an Event or the reward of a Sidequest (DB-EVENT-040, DB-SIDE-009).

    ``do`` is the verb, ``n`` the amount. On Events ``xp``, ``blight``, ``dd`` and ``health`` take either sign, the
    others count up. A Sidequest only rewards and prints plain amounts: ``heal 2`` and ``blight 2`` (taken off).
    """

    do: str
    n: int


def check_effects(key: str, effects: Collection[Effect]) -> None:
    """Refuse effects that no Event may have (DB-EVENT-040)."""
    for effect in effects:
        check_word(f"{key}: do", effect.do, (*SIGNED, *GAINED))
        if effect.do in SIGNED:
            need(effect.n != 0 and abs(effect.n) <= 9, f"{key}: n of {effect.do}", "-9 to 9 and not 0", effect.n)
        else:
            check_n(f"{key}: n of {effect.do}", effect.n, 1, 9)
