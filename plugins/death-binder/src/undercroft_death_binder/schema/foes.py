"""Everything that stands in the row of a Combat and fights back: level Enemies, Bosses and Event Enemies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from undercroft_death_binder.schema.base import TYPES, check_id, check_n, check_word, need

__all__ = ["FOE_KEYWORDS", "Boss", "Enemy", "EventEnemy", "FoeAbility", "Side", "Toss", "check_vulnerability"]

FOE_KEYWORDS: Final = (
    "first_strike",
    "raise",
    "penetrate",
    "important_target",
    "blind",
    "stun_player",
    "expose_melee",
    "expose_spell",
    "leech",
    "disarm",
    "blight",
    "punish_undefended",
    "regenerate",
    "guard",
    "frenzy",
)
"""The abilities that an Enemy may have (DB-ABIL-015)."""

_TOSSED: Final = {"raise": True, "important_target": False}
"""Abilities that always, or never, need a Faith Toss (DB-ABIL-008, DB-BOSS-008)."""


@attrs.frozen
class FoeAbility:
    """An ability of an Enemy (DB-ABIL-015): ``n`` is its amount, ``faith`` marks one that needs a Faith Toss."""

    keyword: str
    n: int = 1
    faith: bool = False


@attrs.frozen
class Toss:
    """The two abilities between which a Boss tosses every Enemy turn (DB-BOSS-006, DB-BOSS-007)."""

    success: FoeAbility
    failure: FoeAbility


def check_vulnerability(where: str, melee: int, spell: int) -> None:
    """Refuse Vulnerabilities outside 0 to 3, and 0 for both types, which nothing could ever hurt (DB-ENEMY-022)."""
    check_n(f"{where}vuln_melee", melee, 0, 3)
    check_n(f"{where}vuln_spell", spell, 0, 3)
    need(melee + spell > 0, f"{where}vuln_melee and vuln_spell", "at least one above 0 (DB-ENEMY-022)", (melee, spell))


def _check_abilities(where: str, abilities: Sequence[FoeAbility]) -> None:
    seen: set[str] = set()
    for ability in abilities:
        check_word(f"{where}abilities: keyword", ability.keyword, FOE_KEYWORDS)
        check_n(f"{where}abilities: n of {ability.keyword}", ability.n, 1, 9)
        if ability.keyword in _TOSSED:
            need(ability.faith is _TOSSED[ability.keyword], f"{where}abilities: faith of {ability.keyword}",
                 str(_TOSSED[ability.keyword]).lower(), ability.faith)  # fmt: skip
        need(ability.keyword not in seen, f"{where}abilities", "each keyword once", ability.keyword)
        seen.add(ability.keyword)


def _check_stats(where: str, foe: Side | Enemy | Boss) -> None:
    check_n(f"{where}health", foe.health, 1, 99)
    check_n(f"{where}damage", foe.damage, 0, 20)
    check_word(f"{where}damage_type", foe.damage_type, TYPES)
    check_n(f"{where}xp", foe.xp, 0, 20)
    check_vulnerability(where, foe.vuln_melee, foe.vuln_spell)
    _check_abilities(where, foe.abilities)


@attrs.frozen
class Enemy:
    """A level Enemy (DB-ENEMY-002). ``retreat`` is the number beside its retreat icon, left out where it has none."""

    id: str
    name: str
    title: str
    level: int
    health: int
    damage: int
    damage_type: str
    vuln_melee: int
    vuln_spell: int
    xp: int
    retreat: int | None = None
    abilities: tuple[FoeAbility, ...] = ()
    lore: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("level", self.level, 1, 4)
        if self.retreat is not None:
            check_n("retreat", self.retreat, 1, 9)
        _check_stats("", self)


@attrs.frozen
class Boss:
    """A Boss (DB-BOSS-001). ``partner`` is the icon that its partner of the same level shows too (DB-BOSS-004).

    ``abilities`` are always active (DB-BOSS-008); ``toss`` holds the pair that is tossed for.
    """

    id: str
    name: str
    title: str
    level: int
    health: int
    damage: int
    damage_type: str
    vuln_melee: int
    vuln_spell: int
    xp: int
    partner: str = ""
    abilities: tuple[FoeAbility, ...] = ()
    toss: Toss | None = None
    lore: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("level", self.level, 1, 4)
        _check_stats("", self)
        if self.toss is not None:
            _check_abilities("toss.success.", (*self.abilities, self.toss.success))
            _check_abilities("toss.failure.", (*self.abilities, self.toss.failure))


@attrs.frozen
class Side:
    """One side of an Event Enemy, with all its values (DB-CORRUPT-001)."""

    health: int
    damage: int
    damage_type: str
    vuln_melee: int
    vuln_spell: int
    xp: int
    abilities: tuple[FoeAbility, ...] = ()


@attrs.frozen
class EventEnemy:
    """An Event Enemy with its ``normal`` and its ``corrupted`` side; never a retreat icon (DB-CORRUPT-002)."""

    id: str
    name: str
    title: str
    normal: Side
    corrupted: Side
    lore: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        _check_stats("normal.", self.normal)
        _check_stats("corrupted.", self.corrupted)
