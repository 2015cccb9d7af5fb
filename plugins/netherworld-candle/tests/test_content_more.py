"""Action Cards, equipment, Candle and Netherworld Cards: how many there are, and that each of them does something."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import attrs
import pytest
from nc_cards import enemy, location
from nc_table import NcTable

from undercroft import Session, load_packs
from undercroft.testing import rule
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.build import PACK, build
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.rules.equipment import NETHER, THING
from undercroft_netherworld_candle.schema import TABLES
from undercroft_netherworld_candle.schema.actions import SECRET_MANUAL

Table = Callable[..., NcTable]

PRINTED = load_packs([PACK], TABLES)
CONTENT = build(PRINTED)
INDEX: dict[str, Any] = tomllib.loads(
    files("undercroft_netherworld_candle").joinpath("data").joinpath("rules.toml").read_text(encoding="utf-8")
)
COMPONENTS = {component["id"]: component["printed"] for component in INDEX["component"]}
ACTIONS = tuple(PRINTED["action"].values())
EQUIPMENT = tuple(PRINTED["equipment"].values())
SECTS = tuple(delver.sect for delver in PRINTED["delver"].values())
FACTIONS = tuple(PRINTED["faction"])
WAYFARER = "wayfarer"


@pytest.mark.parametrize(
    ("component", "table"),
    [
        ("NC-C-ACTION", "action"),
        ("NC-C-EQUIP", "equipment"),
        ("NC-C-CANDLECARD", "candle"),
        ("NC-C-NETHER", "nether"),
    ],
)
def test_cards_are_there_in_their_printed_number(component: str, table: str) -> None:
    assert sum(getattr(card, "copies", 1) for card in PRINTED[table].values()) == COMPONENTS[component]


# -- Action Cards


@rule("NC-ADV-009")
def test_an_action_card_has_a_zone_a_keyword_and_something_to_do() -> None:
    for card, printed in enumerate(ACTIONS):
        assert CONTENT.act_zone[card] in range(3)
        assert CONTENT.act_level[card] in (1, 2, 3)
        assert all((printed.keyword, printed.text, printed.rules, CONTENT.act_effects[card])), printed.id
        assert len(printed.basic) in (1, 2) or printed.id == "observation", printed.id


def test_all_action_cards_are_distinct() -> None:
    assert len({card.title for card in ACTIONS}) == len(ACTIONS)
    assert len({card.effects for card in ACTIONS}) == len(ACTIONS)
    assert len({card.text for card in ACTIONS}) == len(ACTIONS)


@pytest.mark.parametrize("sect", SECTS)
def test_each_sect_has_cards_of_every_level_and_zone(sect: str) -> None:
    cards = [card for card in ACTIONS if card.sect == sect]
    there = Counter((card.level, card.zone) for card in cards)
    assert len(cards) == 36
    assert len(there) == 9
    assert min(there.values()) >= 2
    assert sum(card.quick for card in cards) == 2
    assert {basic for card in cards for basic in card.basic} == set(terms.BASICS)
    # Something to live on: in each level a card without a cost that gives Energy, or a thing to turn into it.
    assert {card.level for card in cards if not card.energy} == {1, 2, 3}


def test_cards_of_no_sect_are_gained_by_name_only() -> None:
    cards = [card for card in ACTIONS if card.sect == WAYFARER]
    assert len(cards) == len(ACTIONS) - 4 * 36
    assert WAYFARER not in SECTS
    assert {card.level for card in cards} == {1, 2, 3}


def test_secret_manuals_are_few_and_every_school_has_some() -> None:
    manuals = Counter(card.sect for card in ACTIONS if card.keyword == SECRET_MANUAL)
    assert sum(manuals.values()) >= 4
    assert set(SECTS) <= set(manuals)
    assert max(manuals.values()) <= 3
    assert all(card.level > 1 and card.energy for card in ACTIONS if card.keyword == SECRET_MANUAL)


def test_quick_actions_cost_energy_and_lie_in_zone_a() -> None:
    assert all(card.energy and card.zone == "a" for card in ACTIONS if card.quick)


def test_costs_rise_with_the_levels() -> None:
    for level, most in ((1, 2), (2, 2), (3, 3)):
        assert max(card.energy for card in ACTIONS if card.level == level) == most
    # What costs most has to be waited for longest.
    assert all(card.zone == "c" for card in ACTIONS if card.energy >= 3)


# -- equipment


@rule("NC-EQUIP-001")
@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_offers_all_six_types_from_the_first_level_to_the_fourth(faction: str) -> None:
    cards = [card for card in EQUIPMENT if card.faction == faction]
    assert len(cards) >= 20
    assert {card.minimum for card in cards} == {1, 2, 3, 4}
    assert {card.type for card in cards} == set(terms.TYPES[:-1])
    assert {card.type for card in cards if card.minimum == 1} == set(terms.TYPES[:-1])
    assert sum(card.keyword == SECRET_MANUAL for card in cards) <= 2


def test_there_are_enough_designs_and_legendary_ones_among_them() -> None:
    assert len(EQUIPMENT) >= 120
    legendary = [card for card in EQUIPMENT if card.legendary]
    assert len(legendary) >= 12
    assert all(card.copies == 1 for card in legendary)
    assert len({card.title for card in EQUIPMENT}) == len(EQUIPMENT)
    assert len({(c.uses, c.triggers, c.modifiers, c.slots, c.health, c.armor) for c in EQUIPMENT}) == len(EQUIPMENT)
    assert all(card.text and card.rules for card in EQUIPMENT)


def test_companions_have_health_and_backpacks_slots() -> None:
    companions = [card for card in EQUIPMENT if card.type == "companion"]
    assert all(card.health for card in companions)
    assert {card.armor for card in companions} >= {0, 1}
    assert all(card.slots for card in EQUIPMENT if card.type == "backpack")
    assert {card.slots for card in EQUIPMENT if card.type == "backpack"} == {1, 2, 3}
    for faction in ("brocade-ledger", "lantern-court"):
        assert sum(card.beast and card.minimum <= 2 for card in companions if card.faction == faction) >= 2


# -- Candle Cards and Netherworld Cards


def test_candle_cards_of_every_colour() -> None:
    cards = tuple(PRINTED["candle"].values())
    assert len(cards) >= 18
    assert {card.colour for card in cards} == set(terms.COLOURS[:-1])
    assert len({card.effects for card in cards}) == len(cards)
    tracks = PRINTED["track"].values()
    assert any(track.sections[0][0] != "white" for track in tracks)  # where a white card can be met (NC-CANDLE-006)


@rule("NC-GEN-017")
def test_netherworld_cards_have_the_numbers_z901_to_z909_and_are_no_encounters() -> None:
    assert sorted(card.number for card in PRINTED["nether"].values()) == [f"Z9{n:02}" for n in range(1, 10)]
    assert all(CONTENT.numbers[card.number][0] == "nether" for card in PRINTED["nether"].values())


# -- words and effects


def numbers_in(value: Any) -> Iterator[int]:
    """The numbers above 1 of effects, costs and modifiers, those of conditions left out."""
    if attrs.has(type(value)):
        fields = [field.name for field in attrs.fields(type(value)) if field.name not in ("cond", "copies")]
        value = [getattr(value, name) for name in fields]
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, int) and abs(value) > 1:
        yield abs(value)


def test_the_words_tell_every_number_of_the_effects() -> None:
    spelled = {"two": "2", "three": "3"}
    for card in (*ACTIONS, *EQUIPMENT, *PRINTED["candle"].values(), *PRINTED["nether"].values()):
        parts = [getattr(card, key, ()) for key in ("effects", "uses", "triggers", "modifiers", "slots", "health")]
        told = {spelled.get(word, word) for word in re.findall(r"\w+", card.rules.lower())}
        missing = [n for n in numbers_in(parts) if str(n) not in told]
        assert not missing, f"{card.id}: {card.rules!r} does not tell {missing}"


# -- every card at work

HALL = location("hall", icons="rest view life", number="M901", talismans=3,
                edges={"right": "M902", "left": "M904", "bottom": "M905"})  # fmt: skip
WELL = location("well", icons="rest", number="M902", edges={"left": "M901"}, x=1)
DARK = location("dark", icons="rest", number="M904", edges={"right": "M901"}, x=-1, face_up=False)
DEEP = location("deep", icons="rest", number="M905", edges={"top": "M901"}, y=1, face_up=False)
THREATS = ["seeping-dark", "wrong-bell"]


def position(table: Table, **first: Any) -> NcTable:
    """A Delver whom every card can help: wounded, threatened, beside an enemy and a friend, with cards in the zones."""
    words: dict[str, Any] = {
        "energy": 4, "health": 6, "max_health": 9, "threat": THREATS, "artifacts": ["coffin-nail"], "redraw": 1,
        "cooldown": 1, "neidan": 2, "zone_a": ["lone-lantern"], "zone_b": ["two-shadows"], **first,
    }  # fmt: skip
    friend = {"energy": 2, "health": 3, "max_health": 9, "threat": THREATS, "zone_a": ["dodge"], "immobilized": True}
    return table(
        at="turn", p2=friend, map=[HALL, WELL, DARK, DEEP], candle=6, slots="any any any",
        enemies=[enemy(health=9, symbols=["white-tiger"]), enemy(health=9, place=1)],
        bag=["jade-cicada", "mouth-coin", "bronze-ear"], **words,
    )  # fmt: skip


def play_on(session: Session, *first: Any) -> Session:
    """Choose an option, then what stands first, until the turn goes on; nobody redraws or assists."""
    session.choose(first)
    while session.ask is not None and session.ask[1] != "turn":
        _, prompt, options = session.ask
        session.choose(options[-1 if prompt in ("redraw", "assist", "declare", "place") else 0])
    return session


def looks(state: Any) -> tuple[Any, ...]:
    """The position as it lies."""
    rows: list[tuple[Any, ...]] = []
    for d in state.delvers:
        zones = (sorted(d.hand), sorted(d.zone_a), sorted(d.zone_b), sorted(d.zone_c))
        rows.append((d.health, d.energy, d.redraw, d.cooldown, d.neidan, d.place, d.immobilized, d.bonuses, d.defeats))
        rows.append((tuple(d.threat), tuple(d.artifacts), len(d.fate) + len(d.fate_discard), zones))
        rows.append(tuple((item.damage, item.place) for item in d.equipment))
    table = [(m.face_up, m.covered, m.life, m.death, m.talismans) for m in state.map]
    return (*rows, *table, *((e.damage, e.immobilized, e.place) for e in state.enemies), state.candle, len(state.bag))


def does_something(t: NcTable, card: int, shuffles: int) -> bool:
    """Whether an Advanced Action does more than to be paid for: it is compared with the card played for nothing."""
    idle = play_on(t.session.fork(), "play", card, NOTHING).state
    idle.delvers[0].energy -= ACTIONS[card].energy
    session = t.session.fork()
    rules: Any = session.rules
    for _ in range(shuffles):
        rules.shuffle_fate(session.state, session.state.delvers[0])
    return looks(play_on(session, "play", card, ADVANCED).state) != looks(idle)


@pytest.mark.parametrize("sect", [*SECTS, WAYFARER])
def test_every_advanced_action_does_something(table: Table, sect: str) -> None:
    cards = [card for card in range(len(ACTIONS)) if ACTIONS[card].sect == sect]
    t = position(table, hand=cards, equipment=["porcelain-guardsman"])
    t.p1.equipment[0].damage = 3
    for card in cards:  # a Test may fail, so other Fate Cards are tried
        assert any(does_something(t, card, shuffles) for shuffles in range(4)), ACTIONS[card].id


def test_every_thing_can_be_used(table: Table) -> None:
    """Uses outside of Tests; those that belong to a Test are offered when it is declared."""
    for first in range(0, len(EQUIPMENT), 12):
        cards = list(range(first, min(first + 12, len(EQUIPMENT))))
        t = position(table, hand=["dodge", "lone-lantern"], equipment=cards, immobilized=False)
        before = looks(t.s)
        declared = t.session.fork()
        declared.choose(("command", terms.DO_ATTACK))
        offered = set(declared.ask[2]) if declared.ask is not None and declared.ask[1] == "declare" else set()
        for at, card in enumerate(cards):
            for k, use in enumerate(EQUIPMENT[card].uses):
                option = ("use", THING, at, k)
                if use.timing == "test":
                    if not use.tests or "attack" in use.tests:
                        assert option in offered, EQUIPMENT[card].id
                    continue
                assert option in t.options, EQUIPMENT[card].id
                after = play_on(t.session.fork(), *option).state
                assert looks(after) != before, f"{EQUIPMENT[card].id} changes nothing"


def test_every_netherworld_card_can_be_used(table: Table) -> None:
    cards = list(range(len(PRINTED["nether"])))
    t = position(table, nether=cards)
    before = looks(t.s)
    for at, card in enumerate(PRINTED["nether"].values()):
        for k, use in enumerate(card.uses):
            if use.timing != "test":
                after = play_on(t.session.fork(), "use", NETHER, at, k).state
                assert looks(after) != before, card.id
                assert (at in after.delvers[0].nether) is card.keep, card.id


@pytest.mark.parametrize("card", PRINTED["candle"])
def test_every_candle_card_can_be_carried_out(table: Table, card: str) -> None:
    t = position(table, hand=["dodge", "lone-lantern"])
    number = CONTENT.index["candle"][card]
    flow = t.rules.carry_out(t.s, 1, CONTENT.candle_effects[number], ("candle", number, -1))
    before = looks(t.s)
    try:
        ask = next(flow)
        while True:
            ask = flow.send(ask[2][0])
    except StopIteration:
        pass
    assert looks(t.s) != before
