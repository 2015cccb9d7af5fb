"""Encounter Cards: enemies and events (NC-ENC-025)."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger
from undercroft_netherworld_candle.schema.base import (
    check_id,
    check_n,
    check_number,
    check_title,
    check_word,
    check_words,
    need,
)
from undercroft_netherworld_candle.schema.effects import Effect, check_tests

__all__ = ["Enemy", "Event"]


@attrs.frozen(kw_only=True)
class Enemy:
    """An Enemy card. ``rules`` tells its special ability in words, ``text`` is flavour.

    ``border`` is the colour that matches the standee. ``spawn`` overrides the place (``at`` names a Location for
    "location"), ``ready`` the state in which it enters: rule, ready, or immobilized where the card insists. ``bait``
    lets every other enemy target it, ``hunts`` lists keywords of enemies that this one counts as targets.
    ``scenarios`` names scenarios into whose decks all copies go, besides those that list the card themselves.
    """

    id: str
    number: str
    title: str
    deck: str
    health: int
    armor: int
    damage: int
    keyword: str
    border: str
    range: int = 0
    movement: int = 1
    prey: str = "none"
    symbols: tuple[str, ...] = ()
    neidan: int = 0
    elite: bool = False
    spawn: str = "highest"
    at: str = ""
    ready: str = "rule"
    bait: bool = False
    hunts: tuple[str, ...] = ()
    dice: int = 0
    candle: int = 0
    copies: int = 1
    scenarios: tuple[str, ...] = ()
    rules: str = ""
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "K")
        check_title(self.title)
        check_word("deck", self.deck, terms.DECKS)
        check_n("health", self.health, 1, 30)
        check_n("armor", self.armor, 0, 6)
        check_n("damage", self.damage, 0, 6)
        need(bool(self.keyword), "keyword", "a keyword", self.keyword)
        need(bool(self.border), "border", "a colour", self.border)
        check_n("range", self.range, 0, 5)
        check_n("movement", self.movement, 0, 4)
        check_word("prey", self.prey, terms.PREY)
        check_words("symbols", self.symbols, terms.SYMBOLS)
        check_n("neidan", self.neidan, 0, 5)
        check_word("spawn", self.spawn, terms.WHERE)
        need((self.spawn == "location") == bool(self.at), "at", "a Location where spawn is location", self.at)
        check_word("ready", self.ready, terms.STANCES)
        check_n("dice", self.dice, 0, 4)
        check_n("candle", self.candle, 0, 2)
        check_n("copies", self.copies, 1, 20)
        ability = bool(self.triggers or self.modifiers)
        need(not ability or bool(self.rules), "rules", "the ability in words", self.rules)


@attrs.frozen(kw_only=True)
class Event:
    """An Event card. ``rules`` tells its effect in words and ``text`` is flavour.

    ``effects`` happen when it is drawn; with ``threat``, or where an effect ``threat`` is reached, it then lies in the
    Threat Area, where ``triggers`` and ``modifiers`` work until it is overcome. ``dice`` or ``candle`` is what follows
    the text, ``scenarios`` names scenarios into whose decks all copies go, besides those that list it themselves.
    """

    id: str
    number: str
    title: str
    deck: str
    keyword: str
    rules: str
    effects: tuple[Effect, ...] = ()
    threat: bool = False
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    symbols: tuple[str, ...] = ()
    dice: int = 0
    candle: int = 0
    copies: int = 1
    scenarios: tuple[str, ...] = ()
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_number(self.number, "Z")
        check_title(self.title)
        check_word("deck", self.deck, terms.DECKS)
        need(bool(self.keyword), "keyword", "a keyword", self.keyword)
        need(bool(self.rules.strip()), "rules", "the effect in words", self.rules)
        need(bool(self.effects) or self.threat, "effects", "at least one, or threat = true", ())
        check_tests(self.effects, story=False)
        lasting = bool(self.triggers or self.modifiers)
        stays = self.threat or any(effect.does("threat") for effect in self.effects)
        need(stays or not lasting, "threat", "true (or an effect threat) with triggers or modifiers", self.threat)
        for trigger in self.triggers:  # a card of a Threat Area keeps no count of what it did
            need(trigger.once == "none", "triggers", "no limit on how often a card of a Threat Area acts", trigger.once)
        check_words("symbols", self.symbols, terms.SYMBOLS)
        check_n("dice", self.dice, 0, 4)
        check_n("candle", self.candle, 0, 2)
        need(not (self.dice and self.candle), "candle", "dice or the candle icon, not both", self.candle)
        check_n("copies", self.copies, 1, 20)
