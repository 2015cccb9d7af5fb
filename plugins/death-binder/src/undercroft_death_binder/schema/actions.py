"""Action, Special Action and Blinded cards."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from undercroft_death_binder.schema.base import TYPES, check_id, check_n, check_word, need

__all__ = ["CARD_KEYWORDS", "Action", "Blinded", "CardAbility", "Special"]

CARD_KEYWORDS: Final = (
    "stun",
    "vuln_melee",
    "vuln_spell",
    "defense",
    "heal",
    "empower",
    "splash",
    "draw",
    "dd",
    "xp",
    "blight",
)
"""The abilities that an Action card may have (DB-ABIL-014)."""

_ORDINARY: Final = ((0, 2), (1, 3), (2, 5))
_SPECIAL: Final = ((1, 4), (2, 6), (3, 9))


@attrs.frozen
class CardAbility:
    """An ability of an Action card (DB-ABIL-014).

    ``n`` is the amount; ``level`` puts the Character Level in its place (``defense`` alone, DB-ABIL-005); ``faith``
    marks an ability that needs a Faith Toss (DB-CARD-006). ``blight`` prints the amount that is taken off.
    """

    keyword: str
    n: int = 1
    level: bool = False
    faith: bool = False


@attrs.frozen
class Action:
    """An ordinary Action card (DB-CARD-002, -004, -022). ``damage`` is the base damage at tier I, II and III."""

    special: ClassVar[bool] = False

    id: str
    title: str
    type: str
    damage: tuple[int, int, int]
    text: str = ""
    abilities: tuple[CardAbility, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(bool(self.title), "title", "a title", self.title)
        check_word("type", self.type, TYPES)
        for tier, (n, (lo, hi)) in enumerate(zip(self.damage, _SPECIAL if self.special else _ORDINARY, strict=True), 1):
            check_n(f"damage at tier {tier}", n, lo, hi)
        one, two, three = self.damage
        need(one < two < three, "damage", "values that rise with every tier", self.damage)
        need(len(self.abilities) <= 2, "abilities", "two at most", len(self.abilities))
        for ability in self.abilities:
            check_word("abilities: keyword", ability.keyword, CARD_KEYWORDS)
            check_n(f"abilities: n of {ability.keyword}", ability.n, 1, 9)
            need(
                not ability.level or ability.keyword == "defense",
                f"abilities: level of {ability.keyword}",
                "level = true on defense alone",
                ability.level,
            )


@attrs.frozen
class Special(Action):
    """A Special Action card (DB-CARD-003): green, stronger than an ordinary one, of exactly one type."""

    special: ClassVar[bool] = True


@attrs.frozen
class Blinded:
    """A Blinded card: it does nothing but take up a place (DB-BLIND-003, DB-BLIND-004)."""

    id: str

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
