"""Equipment, Netherworld Cards and Netherworld Artifacts (NC-EQUIP, NC-ART)."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger, Use
from undercroft_netherworld_candle.schema.base import (
    check_id,
    check_n,
    check_number,
    check_title,
    check_word,
    need,
)
from undercroft_netherworld_candle.schema.effects import Effect

__all__ = ["Artifact", "Equipment", "Nether"]


@attrs.frozen(kw_only=True)
class Equipment:
    """An Equipment Card. ``minimum`` is the Reputation level with ``faction`` (1 to 4) that it asks for (NC-EPI-003).

    Legendary cards name no faction. ``uses`` are the abilities with their costs; ``triggers`` and ``modifiers`` are
    always active. ``slots`` are artifact slots that it adds. ``health`` makes a Companion a character on the map.
    ``special`` flags a card whose type is its own (NC-EQUIP-001), ``beast`` a Clockwork Beast. ``rules`` tells all of
    it in words.
    """

    id: str
    number: str
    title: str
    type: str
    keyword: str
    rules: str
    faction: str = ""
    minimum: int = 0
    legendary: bool = False
    special: bool = False
    uses: tuple[Use, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    slots: int = 0
    health: int = 0
    armor: int = 0
    beast: bool = False
    copies: int = 1
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "E")
        check_title(self.title)
        check_word("type", self.type, terms.TYPES if self.special else terms.TYPES[:-1])
        need(bool(self.keyword), "keyword", "a keyword", self.keyword)
        need(bool(self.rules), "rules", "the effect in words", self.rules)
        check_n("slots", self.slots, 0, 4)
        check_n("health", self.health, 0, 12)
        check_n("armor", self.armor, 0, 4)
        check_n("copies", self.copies, 1, 8)
        if self.legendary or self.special:
            need(not self.faction and not self.minimum, "faction", "none on a legendary or special card", self.faction)
        else:
            need(bool(self.faction), "faction", "a faction, or legendary = true", self.faction)
            check_n("minimum", self.minimum, 1, 4)
        companion = self.type in ("companion", "special")
        need(companion or not (self.health or self.armor or self.beast), "type", "companion", self.type)


@attrs.frozen(kw_only=True)
class Nether:
    """A Netherworld Card (NC-GEN-017): ``keep`` is false for a card that is Archived when it has been used."""

    id: str
    number: str
    title: str
    rules: str
    uses: tuple[Use, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    keep: bool = False
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "Z")
        need(self.number.startswith("Z9"), "number", "Z9 and two digits (NC-GEN-017)", self.number)
        check_title(self.title)
        need(bool(self.rules), "rules", "the effect in words", self.rules)


@attrs.frozen(kw_only=True)
class Artifact:
    """A kind of Netherworld Artifact token: ``value`` 0 for none, ``effects`` for a draw effect (NC-ART-004).

    ``special`` tokens are given up after a success (NC-ART-011); ``modifiers`` work while the token is stored.
    """

    id: str
    title: str
    value: int = 0
    special: bool = False
    effects: tuple[Effect, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    rules: str = ""
    copies: int = 1
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        check_n("value", self.value, 0, 6)
        check_n("copies", self.copies, 1, 20)
        need(not (self.effects or self.modifiers) or bool(self.rules), "rules", "the effect in words", self.rules)
