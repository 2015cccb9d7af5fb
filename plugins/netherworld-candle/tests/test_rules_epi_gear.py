"""Equipment in the Epilogue (NC-EPI-003 to -005, -018)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import equip, story
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.terms import TYPES

Table = Callable[..., NcTable]

ASH = "ash-kitchen"
WEAPON = TYPES.index("weapon")
HOE = equip("hoe", kind="weapon", faction=ASH, minimum=1)
FORK = equip("fork", kind="weapon", faction=ASH, minimum=2)
SPADE = equip("spade", kind="weapon", faction=ASH, minimum=3)
BOOT = equip("boot", kind="weapon", faction="river-lodge", minimum=1)
ONE_OF_EACH = [equip(f"a-{kind}", kind=kind, faction=ASH, minimum=1) for kind in TYPES[:-1]]
PLACE = story("place", region="Scenario", scenario="proving-ground")
LEVEL = (0, 1, 4, 7, 10)


def standing(level: int) -> tuple[int, ...]:
    """Reputation of a level with the Ash Kitchen."""
    return (0, 0, 0, 0, LEVEL[level])


def outfit(table: Table, **keywords: Any) -> NcTable:
    """The equipment step of an Epilogue."""
    words = {"at": "story-idle", "mode": "campaign", "stash_story": [PLACE], "cards": [HOE, FORK, SPADE, BOOT, PLACE]}
    t = table(**{**words, **keywords})
    return t.run("begin_epilogue")


def take(t: NcTable, card: Any, kind: int = WEAPON) -> NcTable:
    """Take an Equipment Card."""
    t.choose("take-gear")
    if t.prompt == "gear-type":
        t.choose("type", kind)
    return t.answer("gear", "take", card.id)


def held(t: NcTable, seat: int = 1) -> list[str]:
    """The ids of what a Delver has."""
    return t.ids.names("equip", [item.card for item in t.s.delvers[seat - 1].equipment])


@rule("NC-EPI-003")
def test_reputation_grants_what_its_level_reaches(table: Table) -> None:
    t = outfit(table, reputation=standing(2), karma=0)
    t.choose("take-gear")
    if t.prompt == "gear-type":
        t.choose("type", WEAPON)
    assert t.can("take", HOE)
    assert t.can("take", FORK)
    assert not t.can("take", SPADE)
    assert not t.can("take", BOOT)  # of another faction
    refused = t.refused("take", SPADE)
    assert refused is not None
    assert refused.rule == "NC-EPI-003"
    assert t.can("nothing")
    t.choose("take", FORK).choose("done")
    assert held(t) == ["fork"]
    assert t.prompt == "between"


@rule("NC-EPI-003")
def test_nobody_has_to_take_anything(table: Table) -> None:
    t = outfit(table, reputation=standing(4)).choose("done")
    assert held(t) == []
    assert outfit(table).prompt == "between"


@rule("NC-EPI-004")
def test_a_second_card_of_a_type_has_to_go_before_the_adventure(table: Table) -> None:
    t = outfit(table, reputation=standing(2), p2={})
    take(t, HOE)
    take(t, FORK)
    assert held(t) == ["hoe", "fork"]
    assert t.prompt == "hand-on"
    t.choose("give-item", 0, 2)
    assert (held(t), held(t, 2)) == (["fork"], ["hoe"])
    t.choose("done").choose("done")
    assert t.prompt == "between"
    t = outfit(table, reputation=standing(2), p2={})
    take(take(t, HOE), FORK)
    t.choose("put-back", 1)
    assert held(t) == ["hoe"]
    assert t.can("done")


@rule("NC-EPI-004")
def test_one_of_every_type_is_legal(table: Table) -> None:
    t = outfit(table, equipment=ONE_OF_EACH)
    assert not t.rules.surplus(t.p1)
    assert t.can("done")
    t = outfit(table, equipment=[HOE], reputation=standing(2))
    refused = t.refused("take", FORK)
    assert refused is not None
    assert refused.rule == "NC-EPI-004"


@rule("NC-EPI-004")
def test_special_cards_bring_a_slot_of_their_own(table: Table) -> None:
    charm, seal = (equip(name, kind="special", special=True) for name in ("charm", "seal"))
    t = outfit(table, equipment=[charm, seal, HOE], cards=[HOE, PLACE])
    assert (t.prompt, t.can("done")) == ("outfit", True)
    t = outfit(table, equipment=[charm, charm], cards=[PLACE])
    assert t.prompt == "hand-on"


@rule("NC-EPI-005")
def test_the_grandmaster_names_who_gets_the_last_copy(table: Table) -> None:
    for winner in (1, 2):
        t = outfit(table, reputation=standing(1), p2={"reputation": standing(1)}, gm=1)
        take(t, HOE).choose("done")
        assert t.seat == 2
        t.choose("take-gear")
        if t.prompt == "gear-type":
            t.choose("type", WEAPON)
        assert not t.can("take", HOE)
        t.choose("claim", HOE)
        assert (t.prompt, t.seat) == ("claim", 1)
        t.choose("delver", winner)
        assert (held(t), held(t, 2)) == ((["hoe"], []) if winner == 1 else ([], ["hoe"]))


@rule("NC-EPI-005")
def test_a_card_exists_in_its_printed_number(table: Table) -> None:
    pair = equip("pair", kind="weapon", faction=ASH, minimum=1, copies=2)
    t = outfit(table, reputation=standing(1), p2={"reputation": standing(1)}, cards=[pair, PLACE])
    take(t, pair).choose("done")
    take(t, pair)
    assert (held(t), held(t, 2)) == (["pair"], ["pair"])


@rule("NC-EPI-018")
def test_equipment_may_be_handed_to_a_delver_without_the_reputation(table: Table) -> None:
    t = outfit(table, reputation=standing(1), p2={})
    take(t, HOE)
    t.choose("hand-on").choose("give-item", 0, 2)
    assert (held(t), held(t, 2)) == ([], ["hoe"])
    t.choose("done").choose("done")
    assert t.prompt == "between"
    assert not t.can("give-item", 0, 1)
    t.answer("between", "go-on")
    while t.prompt in ("before", "hand"):
        t.choose(*next(entry for entry in t.options if entry[0] in ("go", "done")))
    assert all(option[0] != "give-item" for option in t.options)
    assert held(t, 2) == ["hoe"]


@rule("NC-EPI-004", "NC-EPI-018")
def test_who_is_handed_a_spare_after_the_own_turn_has_to_part_with_one(table: Table) -> None:
    t = outfit(table, reputation=standing(1), gm=2, p2={"equipment": [FORK]}, equipment=[HOE])
    assert t.seat == 2
    t.choose("done")
    assert t.seat == 1
    t.choose("hand-on").choose("give-item", 0, 2).choose("done")
    assert (t.prompt, t.seat) == ("hand-on", 2)
    t.choose("put-back", 0)
    t.choose("done")
    assert t.prompt == "between"
    assert held(t, 2) == ["hoe"]
