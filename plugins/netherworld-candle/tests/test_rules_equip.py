"""Equipment, its use, and Companions (NC-EQUIP)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from nc_cards import action, enemy, equip, location, scenario, use
from nc_table import NcTable

from undercroft import ContentError
from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.terms import DO_MOVE

Table = Callable[..., NcTable]

HALL = location("hall")
WELL = location("well", x=1)
DOG = equip("dog", kind="companion", health=2)
SALVE = equip("salve", uses=[use("health 1", cost={"energy": 1})])


def beast(name: str = "beast", **words: object) -> object:
    return equip(name, kind="companion", health=3, beast=True, copies=3, **words)


@rule("NC-EQUIP-001")
def test_six_types_and_special_cards(table: Table) -> None:
    with pytest.raises(ContentError):
        equip("odd", kind="hat")
    with pytest.raises(ContentError):
        equip("odd", kind="special")
    relic = equip("relic", kind="special", special=True)
    t = table(equipment=[relic, equip("tool")])
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "tool")) is not None
    assert {t.content.eq_type[item.card] for item in t.p1.equipment} == {1, 6}
    idol = equip("idol", kind="special", special=True)
    t = table(equipment=[relic, equip("tool")], cards=[idol])
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "idol")) is None  # each has a slot of its own
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "relic")) is not None


@rule("NC-EQUIP-002")
def test_the_cost_is_paid_with_each_use(table: Table) -> None:
    t = table(at="turn", energy=2, health=3, equipment=[SALVE])
    t.choose("use", 0, 0, 0)
    assert (t.p1.energy, t.p1.health) == (1, 4)
    t.choose("use", 0, 0, 0)
    assert (t.p1.energy, t.p1.health) == (0, 5)
    row = t.refused("use", 0, 0, 0)
    assert not t.can("use", 0, 0, 0)
    assert row is not None
    assert row.rule == "NC-STAT-003"
    bomb = equip("bomb", kind="consumable", uses=[use("health 1", cost={"discard": True})])
    t = table(at="turn", health=3, equipment=[bomb]).choose("use", 0, 0, 0)
    assert t.p1.equipment == []
    assert t.p1.health == 4


@rule("NC-EQUIP-002")
def test_an_exhausted_card_works_again_in_the_next_round(table: Table) -> None:
    lamp = equip("lamp", uses=[use("redraw 1", cost={"exhaust": True})])
    t = table(at="turn", energy=2, equipment=[lamp]).choose("use", 0, 0, 0)
    assert not t.can("use", 0, 0, 0)
    t.choose("end")
    while t.prompt == "any-time":
        t.choose("done")
    assert t.s.round == 2
    assert t.can("use", 0, 0, 0)


@rule("NC-EQUIP-003")
def test_passive_equipment_is_always_active(table: Table) -> None:
    sack = equip("sack", kind="backpack", slots=1)
    helm = equip("helm", modifiers=[{"mod": "strength", "n": 1}])
    t = table(at="turn", strength=3, equipment=[sack, helm])
    assert len(t.rules.free_slots(t.s, t.p1)) == 2
    assert t.rules.attribute(t.s, t.p1, 0) == 4
    assert not any(option[0] == "use" for option in t.options)
    t = table(cards=[sack]).do("equip sack")
    assert len(t.rules.free_slots(t.s, t.p1)) == 2


@rule("NC-EQUIP-004")
def test_equipment_works_in_the_turns_of_others(table: Table) -> None:
    t = table(at="turn", p2={"energy": 1, "health": 3, "equipment": [SALVE]})
    t.choose("yield", 2).choose("use", 0, 0, 0)
    assert (t.p2.energy, t.p2.health) == (0, 4)


@rule("NC-EQUIP-005")
def test_common_equipment_goes_back_after_the_adventure(table: Table) -> None:
    knife = equip("knife", kind="weapon", faction="river-lodge", minimum=1)
    t = table(equipment=[knife, equip("relic")])
    card = t.number("equip", "knife")
    assert t.rules.equipment_left(t.s, card) == 0
    t.rules.clean_up(t.s)
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["relic"]
    assert t.rules.equipment_left(t.s, card) == 1
    kind = t.content.eq_type[card]
    assert ("take", card) not in t.rules.gear_offered(t.s, t.p1, kind)
    t.p1.reputation = t.content.faction_boxes
    assert ("take", card) in t.rules.gear_offered(t.s, t.p1, kind)


@rule("NC-EQUIP-006")
def test_legendary_equipment_belongs_to_the_party(table: Table) -> None:
    with pytest.raises(ContentError):
        equip("wrong", faction="river-lodge", minimum=1, legendary=True)
    t = table(
        equipment=[equip("relic", kind="consumable", uses=[use("health 1", cost={"discard": True})])],
        at="turn",
        health=3,
    )
    t.choose("use", 0, 0, 0)
    assert t.cards(t.s.stash_equipment, "equip") == ["relic"]
    t = table(at="over", mode="campaign", ended="success", ending=0, equipment=[equip("relic", tokens=1)])
    assert [(item.card, item.tokens) for item in t.p1.equipment] == [(t.number("equip", "relic"), 0)]
    crown = equip("crown", kind="accessory")
    t = table(at="story-idle", reputation=(10,) * 5, cards=[crown])
    refusal = t.rules.why_not_gear(t.s, t.p1, t.number("equip", crown))
    assert refusal is not None
    assert refusal.rule == "NC-EQUIP-006"  # no Reputation brings it
    kind = t.content.eq_type[t.number("equip", crown)]
    offer = ("take", t.number("equip", crown))
    assert offer not in t.rules.gear_offered(t.s, t.p1, kind)
    t.do("stash_equipment ids=crown", "stash_equipment ids=crown")
    assert t.cards(t.s.stash_equipment, "equip") == ["crown"]  # it exists once
    assert offer in t.rules.gear_offered(t.s, t.p1, kind)


@rule("NC-EQUIP-007")
def test_legendary_equipment_is_shared_out_anew(table: Table) -> None:
    blade, robe = equip("blade", kind="weapon"), equip("robe", kind="accessory")
    t = table(equipment=[blade], p2={}, stash_equipment=[robe])
    t.run("share_legendary", 0)
    assert t.prompt == "legendary"
    assert t.p1.equipment == []
    t.choose("give-to", 2, robe)
    t.run("share_legendary", 1).choose("give-to", 2, blade)
    assert t.cards([item.card for item in t.p2.equipment], "equip") == ["robe", "blade"]
    axe = equip("axe", kind="weapon", faction="river-lodge", minimum=1)
    t = table(equipment=[blade], p2={"equipment": [axe]}).run("share_legendary", 0)
    assert t.options == []  # one Delver has room for it, and nothing else would go there
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["blade"]


@rule("NC-EQUIP-007")
def test_a_lone_delver_chooses_between_two_legendary_cards_of_a_type(table: Table) -> None:
    blade, second = equip("blade", kind="weapon"), equip("second", kind="weapon")
    t = table(equipment=[blade], stash_equipment=[second]).run("share_legendary", 0)
    assert {option[0] for option in t.options} == {"give-to", "leave-in-stash"}
    t.choose("leave-in-stash", second).run("share_legendary", 1).choose("give-to", 1, blade)
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["blade"]
    assert t.cards(t.s.stash_equipment, "equip") == ["second"]
    t = table(equipment=[blade], stash_equipment=[second]).run("share_legendary", 0).choose("give-to", 1, second)
    t.run("share_legendary", 1)
    assert t.options == []  # the slot is taken
    assert t.cards(t.s.stash_equipment, "equip") == ["blade"]


@rule("NC-EQUIP-008")
def test_a_taken_slot_asks_which_card_is_kept(table: Table) -> None:
    old = equip("old", faction="river-lodge", minimum=1)
    new = equip("new", faction="river-lodge", minimum=1)
    t = table(equipment=[old], cards=[new]).do("equip new")
    assert t.prompt == "equip"
    t.choose("drop", 0, old)
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["new"]
    assert t.rules.equipment_left(t.s, t.number("equip", "old")) == 1
    assert t.s.stash_equipment == ()
    t = table(equipment=[equip("relic")], cards=[new]).do("equip new").choose("drop", 0, "relic")
    assert t.cards(t.s.stash_equipment, "equip") == ["relic"]
    t = table(equipment=[old], cards=[new]).do("equip new").choose("drop", -1, new)
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["old"]
    t = table(equipment=[old], cards=[equip("relic")]).do("equip relic").choose("drop", -1, "relic")
    assert t.cards(t.s.stash_equipment, "equip") == ["relic"]
    t = table(at="story-idle", equipment=[equip("relic", kind="accessory"), old]).run("outfit", 1)
    t.choose("hand-on").choose("put-back", 0)
    assert t.cards(t.s.stash_equipment, "equip") == ["relic"]
    t.choose("hand-on").choose("put-back", 0)
    assert t.cards(t.s.stash_equipment, "equip") == ["relic"]
    assert t.rules.equipment_left(t.s, t.number("equip", "old")) == 1


@rule("NC-EQUIP-009")
@rule("NC-EQUIP-010")
def test_a_defeated_beast_comes_back_clean_a_damaged_one_is_not_replaced(table: Table) -> None:
    t = table(equipment=[beast(damage=2, tokens=1, slots=1, artifacts=["coffin-nail"], armor_broken=True)])
    t.do("summon")
    assert t.p1.equipment[0].damage == 2  # it is on the map and may not be swapped
    t.drive(t.rules.hurt_unit(t.s, (1, 0), 1, None))
    item = t.p1.equipment[0]
    assert (item.in_play, item.defeated, item.damage, item.tokens, item.artifacts) == (False, True, 0, 0, [])
    t.do("summon")
    item = t.p1.equipment[0]
    assert (item.in_play, item.place, item.damage, item.tokens, item.armor_broken) == (True, 0, 0, 0, False)
    t = table(equipment=[equip("relic", tokens=2, exhausted=True)]).run("lay_tracks")
    assert (t.p1.equipment[0].tokens, t.p1.equipment[0].exhausted) == (0, False)  # as it comes to an adventure


@rule("NC-EQUIP-011")
def test_canger_ling_may_have_two_beasts(table: Table) -> None:
    t = table(delver="canger-ling", equipment=[beast()], cards=[DOG])
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "beast")) is None
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "dog")) is not None
    for name, spare in (("canger-ling", False), ("whisperlark", True)):
        t = table(at="story-idle", delver=name, equipment=[beast("one"), beast("two")])
        assert t.rules.surplus(t.p1) is spare
    t = table(delver="canger-ling", equipment=[beast("one"), beast("two")], cards=[beast()])
    refusal = t.rules.why_not_equip(t.s, t.p1, t.number("equip", "beast"))
    assert refusal is not None
    assert refusal.rule == "NC-EQUIP-011"
    t = table(delver="whisperlark", equipment=[beast()])
    assert t.rules.why_not_equip(t.s, t.p1, t.number("equip", "beast")) is not None
    two = [beast("one", faction="river-lodge", minimum=1), beast("two")]
    t = table(delver="canger-ling", equipment=two, cards=[DOG]).do("equip dog").choose("drop", 0, "one")
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["dog"]  # the exception is for beasts only
    assert t.cards(t.s.stash_equipment, "equip") == ["two"]
    t = table(delver="canger-ling", equipment=two, cards=[beast()]).do("equip beast").choose("drop", 0, "one")
    assert t.cards([item.card for item in t.p1.equipment], "equip") == ["two", "beast"]


@rule("NC-EQUIP-011")
def test_a_kit_keeps_to_the_limit_of_companions(table: Table) -> None:
    lent = {"faction": "river-lodge", "minimum": 1}
    cards = [beast("one", **lent), equip("cat", kind="companion", health=2, **lent), beast("two", **lent)]
    t = table(at="new", mode="adventure", players=1, scenario="proving-ground", delvers="canger-ling",
              cards=[scenario(kit={"equipment": ["one", "cat", "two"]}), *cards])  # fmt: skip
    held = t.cards([item.card for item in t.p1.equipment], "equip")
    assert [card for card in held if card != "widows-lamp"] == ["one", "two"]


@rule("NC-EQUIP-012")
def test_a_companion_counts_as_energy_0(table: Table) -> None:
    t = table(at="enemies", energy=1, health=6, equipment=[DOG], enemies=[enemy()])
    assert t.p1.health == 6
    assert t.p1.equipment[0].damage == 1
    mastiff = equip("mastiff", kind="companion", health=9)
    t = table(at="enemies", energy=7, equipment=[mastiff], enemies=[enemy()], p2={"energy": 1, "health": 3})
    assert (t.p1.equipment[0].damage, t.p2.health) == (1, 3)  # whatever Energy its owner has


@rule("NC-EQUIP-013")
def test_a_companion_moves_along_and_is_defeated_by_itself(table: Table) -> None:
    t = table(at="turn", map=[HALL, WELL], health=6, equipment=[DOG])
    t.choose("command", DO_MOVE)
    assert t.p1.equipment[0].place == 1
    t = table(at="enemies", health=6, equipment=[DOG], enemies=[enemy(damage=2)])
    assert not t.p1.equipment[0].in_play
    assert t.p1.equipment[0].defeated
    assert t.p1.health == 6
    spirit = equip("spirit", kind="companion")
    t = table(at="enemies", energy=5, health=6, equipment=[spirit], enemies=[enemy()])
    assert t.p1.health == 5  # without a Health value it is no target
    t = table(cards=[spirit]).do("equip spirit")
    assert (t.p1.equipment[0].in_play, t.p1.equipment[0].place) == (False, -1)


@rule("NC-EQUIP-013")
def test_a_companion_gained_in_an_adventure_stands_with_its_owner(table: Table) -> None:
    call = action("call", "equip dog")
    t = table(at="turn", map=[HALL, WELL], place=1, hand=[call], cards=[DOG])
    t.choose("play", call, ADVANCED)
    assert t.p1.equipment[0].in_play
    assert t.p1.equipment[0].place == 1
