"""The fields of :class:`~undercroft_netherworld_candle.cards.Content` that come from one table of cards each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from undercroft import ContentError
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.build_effects import Compiler, bits
from undercroft_netherworld_candle.cards import Act, Mod, Triggers
from undercroft_netherworld_candle.schema.actions import SECRET_MANUAL, ZONES
from undercroft_netherworld_candle.schema.fate import SETS

__all__ = ["actions", "each", "encounters", "equipment", "fate", "locations", "small_cards"]

Tables = Mapping[str, Mapping[str, Any]]
_T = TypeVar("_T")


def each(table: str, cards: Iterable[Any], make: Callable[[Any], _T]) -> tuple[_T, ...]:
    """What is made of each card. Raises :class:`ContentError` with the table and the id of the card put in front."""
    made = []
    for card in cards:
        try:
            made.append(make(card))
        except ContentError as error:
            raise ContentError(f"{table} {card.id!r}: {error}") from error
    return tuple(made)


class _Acting:
    """What the cards of a table do, read with the card's name in every error."""

    def __init__(self, table: str, cards: Iterable[Any], compiler: Compiler) -> None:
        self.table = table
        self.cards = tuple(cards)
        self.compiler = compiler

    def effects(self) -> tuple[tuple[Act, ...], ...]:
        return each(self.table, self.cards, lambda card: self.compiler.effects(getattr(card, "effects", ())))

    def triggers(self) -> tuple[Triggers, ...]:
        return each(self.table, self.cards, lambda card: self.compiler.triggers(card.triggers))

    def modifiers(self) -> tuple[tuple[Mod, ...], ...]:
        return each(self.table, self.cards, lambda card: self.compiler.modifiers(card.modifiers))

    def uses(self) -> tuple[Any, ...]:
        return each(self.table, self.cards, lambda card: self.compiler.uses(card.uses))


def actions(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Action Cards."""
    cards = tuple(tables["action"].values())
    sects = compiler.index["sect"]
    owner = tuple(sects[card.sect] for card in cards)
    return {
        "action": cards,
        "act_title": tuple(card.title for card in cards),
        "act_level": tuple(card.level for card in cards),
        "act_sect": owner,
        "act_keyword": tuple(card.keyword for card in cards),
        "act_secret": tuple(card.keyword == SECRET_MANUAL for card in cards),
        "act_zone": tuple(ZONES.index(card.zone) for card in cards),
        "act_basic": tuple(tuple(map(terms.BASICS.index, card.basic)) for card in cards),
        "act_energy": tuple(card.energy for card in cards),
        "act_quick": tuple(card.quick for card in cards),
        "act_effects": _Acting("action", cards, compiler).effects(),
        "sect_actions": tuple(tuple(n for n, sect in enumerate(owner) if sect == made) for made in range(len(sects))),
    }


def fate(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Fate Cards: the basic sets one after the other, then the rest."""
    printed = tuple(tables["fate"].values())
    basic = [card for card in printed if card.set == "basic"]
    cards = (*basic * len(SETS), *(card for card in printed if card.set != "basic"))
    size, kinds = len(basic), [card.set for card in cards]
    for omen in ("good-omen", "bad-omen"):
        if kinds.count(omen) != 1:
            raise ContentError(f"[[fate]]: expected exactly one card of set {omen}, got {kinds.count(omen)}")
    return {
        "fate": cards,
        "fate_title": tuple(card.title for card in cards),
        "fate_d20": tuple(-1 if card.d20 is None else card.d20 for card in cards),
        "fate_gates": tuple(bits(card.gates, terms.GATES) for card in cards),
        "fate_symbols": tuple(bits(card.symbols, terms.SYMBOLS) for card in cards),
        "fate_hits": tuple(int(card.attack == "hit") for card in cards),
        "fate_miss": tuple(card.attack == "miss" for card in cards),
        "fate_pierce": tuple(card.pierce for card in cards),
        "fate_icons": tuple(bits(card.icons, terms.FATE_ICONS) for card in cards),
        "fate_boundless": tuple(card.d20 == 20 for card in cards),
        "fate_copies": tuple(card.copies for card in cards),
        "basic_sets": tuple(tuple(range(n * size, (n + 1) * size)) for n in range(len(SETS))),
        "good_omen": kinds.index("good-omen"),
        "bad_omen": kinds.index("bad-omen"),
    }


def encounters(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Encounter Cards: enemies, then events."""
    enemies = tuple(tables["enemy"].values())
    cards = (*enemies, *tables["event"].values())

    def number(key: str) -> tuple[int, ...]:
        return tuple(getattr(card, key, 0) for card in cards)

    acting = _Acting("encounter", cards, compiler)
    return {
        "encounter": cards,
        "enc_title": tuple(card.title for card in cards),
        "enc_enemy": tuple(n < len(enemies) for n in range(len(cards))),
        "enc_deck": tuple(terms.DECKS.index(card.deck) for card in cards),
        **{f"enc_{key}": number(key) for key in ("health", "armor", "damage", "range", "movement", "neidan")},
        **{f"enc_{key}": number(key) for key in ("dice", "candle")},
        "enc_prey": tuple(terms.PREY.index(getattr(card, "prey", "none")) for card in cards),
        "enc_symbols": tuple(bits(card.symbols, terms.SYMBOLS) for card in cards),
        "enc_spawn": tuple(terms.WHERE.index(getattr(card, "spawn", "highest")) for card in cards),
        "enc_spawn_at": each("enemy", cards, lambda card: _spawn_at(card, compiler)),
        "enc_stance": tuple(terms.STANCES.index(getattr(card, "ready", "rule")) for card in cards),
        "enc_threat": tuple(bool(getattr(card, "threat", False)) for card in cards),
        "enc_victims": tuple(_victims(card, enemies) for card in cards),
        "enc_effects": acting.effects(),
        "enc_triggers": acting.triggers(),
        "enc_modifiers": acting.modifiers(),
    }


def _spawn_at(card: Any, compiler: Compiler) -> int:
    name = getattr(card, "at", "")
    return compiler.ref("location", name) if name else -1


def _victims(card: Any, enemies: tuple[Any, ...]) -> frozenset[int]:
    """The enemies that an enemy may target besides Delvers and Companions; none for events."""
    if card not in enemies:
        return frozenset()
    hunted = set(card.hunts)
    return frozenset(n for n, prey in enumerate(enemies) if prey is not card and (prey.bait or prey.keyword in hunted))


def locations(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Location Cards."""
    cards = tuple(tables["location"].values())
    acting = _Acting("location", cards, compiler)
    for card in cards:
        if card.scenario not in compiler.index["scenario"]:
            raise ContentError(f"location {card.id!r}: scenario: expected the id of a scenario, got {card.scenario!r}")
    return {
        "location": cards,
        "loc_title": tuple(card.title for card in cards),
        "loc_event": tuple(card.event for card in cards),
        "loc_icons": tuple(tuple(map(terms.GATES.index, card.icons)) for card in cards),
        "loc_effects": acting.effects(),
        "loc_triggers": acting.triggers(),
        "loc_modifiers": acting.modifiers(),
    }


def equipment(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Equipment Cards."""
    cards = tuple(tables["equipment"].values())
    acting = _Acting("equipment", cards, compiler)
    return {
        "equip": cards,
        "eq_title": tuple(card.title for card in cards),
        "eq_type": tuple(terms.TYPES.index(card.type) for card in cards),
        "eq_faction": each("equipment", cards, lambda card: _faction(card, tables, compiler)),
        "eq_secret": tuple(card.keyword == SECRET_MANUAL for card in cards),
        **{
            f"eq_{key}": tuple(getattr(card, key) for card in cards)
            for key in ("minimum", "legendary", "slots", "health", "armor", "beast", "copies")
        },
        "eq_uses": acting.uses(),
        "eq_triggers": acting.triggers(),
        "eq_modifiers": acting.modifiers(),
    }


def _faction(card: Any, tables: Tables, compiler: Compiler) -> int:
    if not card.faction:
        return -1
    faction = compiler.ref("faction", card.faction)
    levels = len(tables["faction"][card.faction].titles)
    if card.minimum > levels:
        raise ContentError(f"minimum: expected a level from 1 to {levels} of {card.faction}, got {card.minimum}")
    return faction


def small_cards(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Netherworld Cards, Netherworld Artifacts and Candle Cards."""
    nether, tokens = tuple(tables["nether"].values()), tuple(tables["artifact"].values())
    candles = tuple(tables["candle"].values())
    acting = _Acting("nether", nether, compiler)
    drawn = _Acting("artifact", tokens, compiler)
    return {
        "nether": nether,
        "nether_uses": acting.uses(),
        "nether_triggers": acting.triggers(),
        "nether_modifiers": acting.modifiers(),
        "nether_keep": tuple(card.keep for card in nether),
        "artifact": tokens,
        "art_title": tuple(token.title for token in tokens),
        "art_value": tuple(token.value for token in tokens),
        "art_special": tuple(token.special for token in tokens),
        "art_copies": tuple(token.copies for token in tokens),
        "art_effects": drawn.effects(),
        "art_modifiers": drawn.modifiers(),
        "candle": candles,
        "candle_colour": tuple(terms.COLOURS.index(card.colour) for card in candles),
        "candle_effects": _Acting("candle", candles, compiler).effects(),
    }
