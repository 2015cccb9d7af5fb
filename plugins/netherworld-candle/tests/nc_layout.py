"""Lays a position out on a fresh state: see :func:`nc_table.table` for the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import EllipsisType
from typing import Any

from nc_cards import Made, fate

from undercroft import Deck, Stream
from undercroft.state import Frame
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.state import Delver, Enemy, Item, MapCard, State, StoryCard

__all__ = ["BOARD", "FIELDS", "PILES", "lay", "number"]

Card = str | int | Made
Pile = Sequence[Card | EllipsisType]

BOARD = ("strength", "courage", "geomancy", "destiny", "max_health", "start_health", "start_energy_value", "companions",
         "artifact_slots", "talismans", "uses", "triggers", "modifiers", "tree", "sect", "starting")  # fmt: skip
"""What is printed on a made Player Board, ``start_health`` and ``start_energy_value`` as its starting values."""

FIELDS = (
    "name", "exp", "summons", "reputation", "exchanged", "tree_checked", "karma", "personal", "redraw", "cooldown",
    "neidan", "health", "energy", "next_health", "next_energy", "immobilized", "place", "bonuses", "command", "plays",
    "over", "acted", "skill_used", "nether_used", "defeats", "story_place",
)  # fmt: skip
_SET = {"tree_checked": "tree", "next_health": "start_health", "next_energy": "start_energy"}
PILES = ("hand", "zone_a", "zone_b", "zone_c", "threat", "artifacts")
_KIND = {"hand": "action", "zone_a": "action", "zone_b": "action", "zone_c": "action", "threat": "encounter",
         "artifacts": "artifact", "nether": "nether", "pool": "action"}  # fmt: skip


def number(content: Content, kind: str, card: Card) -> int:
    """The int of a card."""
    if isinstance(card, int):
        return card
    return content.index[kind][card.id if isinstance(card, Made) else card]


def _numbers(content: Content, kind: str, cards: Iterable[Any]) -> list[int]:
    return [number(content, kind, card) for card in cards]


def fate_card(content: Content, card: Card) -> int:
    """The int of a Fate Card; words that are no id of one are those of a made card."""
    if isinstance(card, str) and card not in content.index["fate"]:
        card = fate(card)
    return number(content, "fate", card)


def _deck(old: Deck, cards: list[int], stream: Stream | None = None) -> Deck:
    deck = Deck(cards, stream or old.stream)
    deck.set_known(bytes(len(cards)))
    return deck


def lay(
    rules: Any,
    s: State,
    opening: Sequence[Frame],
    *,
    seats: Sequence[Mapping[str, Any]],
    at: str,
    seat: int = 1,
    map: Sequence[Card] | None = None,  # noqa: A002 - the word of the rules
    enemies: Sequence[Card] = (),
    stories: Sequence[Card] = (),
    **table: Any,
) -> None:
    """Put everything on the table, then lay the frame with which play goes on."""
    if at == "new":
        s.stack[:] = opening
        return
    content: Content = rules.content
    story = at in ("story", "story-idle")
    s.phase = terms.PHASE_STORY if story else terms.PHASE_ADVENTURE
    s.delvers = [_delver(rules, s, n, words, adventure=not story) for n, words in enumerate(seats, 1)]
    s.luck, s.dice = Stream(s.seed, s.index, "luck"), Stream(s.seed, s.index, "dice")
    s.first_game = False
    s.story_table = [
        StoryCard(number(content, "story", card), _marks(card).get("face_down", False)) for card in stories
    ]
    if story:
        s.scenario = -1
        for d in s.delvers:
            d.place = -1
            d.story_place = max(0, d.story_place) if s.story_table else -1
    else:
        _adventure(rules, s, map, enemies, table)
    _table(rules, s, table)
    if at == "turn":
        d = s.delvers[seat - 1]
        s.turn_seat = seat
        d.over = False
        s.do(rules.turn_menu, seat, 0, 0)
    elif at == "begin-turn":
        s.do(rules.begin_turn, seat)
    elif at == "round":
        s.do(rules.player_round)
    elif at == "next":
        s.do(rules.next_turn)
    elif at == "encounter":
        s.turn_seat = seat
        s.do(rules.encounter_step, seat)
    elif at == "end-turn":
        s.turn_seat = seat
        s.do(rules.end_turn, seat)
    elif at == "enemies":
        for d in s.delvers:
            d.acted = True
        s.do(rules.enemy_round)
    elif at == "end-round":
        s.do(rules.end_round)
    elif at == "over":
        s.do(rules.scenario_over)
    if at not in ("idle", "story", "story-idle", "over"):
        s.stack.insert(0, ("scenario_over", ()))
    if at == "story":
        s.do(rules.story_turn, seat, 2)


def _marks(card: Any) -> Mapping[str, Any]:
    return card.marks if isinstance(card, Made) else {}


def _delver(rules: Any, s: State, seat: int, words: Mapping[str, Any], *, adventure: bool) -> Delver:
    content: Content = rules.content
    d: Delver = rules.new_delver(s, seat, number(content, "delver", words["delver"]), seat - 1)
    d.health, d.energy = content.del_health[d.card], content.del_energy[d.card]
    d.place = 0 if adventure else -1
    for key in FIELDS:
        if key in words:
            setattr(d, _SET.get(key, key), words[key])
    for key in PILES:
        setattr(d, key, _numbers(content, _KIND[key], words.get(key, ())))
    for key in ("nether", "pool"):
        setattr(d, key, tuple(_numbers(content, _KIND[key], words.get(key, ()))))
    d.equipment = [_item(content, card, d, adventure=adventure) for card in words.get("equipment", ())]
    set_cards = list(content.basic_sets[d.fate_set])
    if "fate" in words:
        pile = [fate_card(content, card) for card in words["fate"] if card is not ...]
        rest = [card for card in set_cards if card not in pile] if ... in words["fate"] else []
        d.fate = _deck(d.fate, [*pile, *rest])
    d.fate_discard = Deck([fate_card(content, card) for card in words.get("fate_discard", ())])
    return d


def _item(content: Content, card: Card, d: Delver, *, adventure: bool) -> Item:
    item = Item(number(content, "equip", card))
    if adventure and content.eq_health[item.card]:
        item.in_play, item.place = True, d.place
    for key, value in _marks(card).items():
        value = _numbers(content, "artifact", value) if key == "artifacts" else value
        setattr(item, key, value)
    return item


def _adventure(
    rules: Any, s: State, cards: Sequence[Card] | None, enemies: Sequence[Card], table: dict[str, Any]
) -> None:
    content: Content = rules.content
    s.scenario = content.index["scenario"][table.pop("scenario_id", "proving-ground")]
    info = content.scenario[s.scenario]
    s.page, s.round = 0, 1
    s.slots = list(info.pages[0].slots[len(s.delvers) - 1])
    s.map = []
    for n, card in enumerate(cards if cards is not None else [info.start]):
        marks = {"x": n, "y": 0, "face_up": True, **_marks(card)}
        s.map.append(MapCard(number(content, "location", card), **marks))
    rules.remap(s)
    s.enemies = []
    for card in enemies:
        s.enemy_count += 1
        marks = {"place": 0, **_marks(card)}
        s.enemies.append(Enemy(s.enemy_count, number(content, "encounter", card), **marks))
    for word, at in (("yin", 0), ("yang", 1)):
        pile = table.pop(word, (info.yin, info.yang)[at])
        setattr(s, word, _deck(Deck(), _numbers(content, "encounter", pile), Stream(s.seed, s.index, word)))
        setattr(s, f"{word}_discard", _numbers(content, "encounter", table.pop(f"{word}_discard", ())))
    bag = _numbers(content, "artifact", table.pop("bag", ()))
    s.bag = _deck(Deck(), bag, Stream(s.seed, s.index, "bag"))
    if "page" in table:
        s.page = info.page_index[table.pop("page")]
        s.slots = list(info.pages[s.page].slots[len(s.delvers) - 1])
    if "slots" in table:
        words = (*terms.GATES, "any")
        s.slots = [-1 if slot is None else words.index(slot) for slot in table.pop("slots").split()] if isinstance(
            table["slots"], str
        ) else list(table.pop("slots"))  # fmt: skip
    rolls = table.pop("dice", None)
    if rolls is not None:
        s.dice.script([rules.dice_faces.index(terms.GATES.index(gate)) for gate in rolls])


_STASH = {"stash_story": "story", "stash_journey": "journey", "stash_equipment": "equip", "stash_artifacts": "artifact",
          "archived_stories": "story", "aside": "encounter", "defeated": "encounter"}  # fmt: skip


def _table(rules: Any, s: State, table: Mapping[str, Any]) -> None:
    """The rest: fields of the state by name, cards by id."""
    content: Content = rules.content
    for key, value in table.items():
        assert hasattr(s, key), f"a table has no {key!r}"
        if key in _STASH:
            value = tuple(_numbers(content, _STASH[key], value))
        elif key in ("marks", "notes"):
            value = tuple(value)
        setattr(s, key, value)
