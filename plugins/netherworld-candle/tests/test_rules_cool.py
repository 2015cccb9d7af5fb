"""Action Cards and the three cooldown zones (NC-COOL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import action, enemy, equip, event, location
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.terms import DO_ATTACK, DO_DECODE, DO_MOVE

Table = Callable[..., NcTable]

A1, A2, A3 = (action(f"a{n}", "redraw 1", zone="a") for n in (1, 2, 3))
B1, B2, B3 = (action(f"b{n}", "redraw 1", zone="b") for n in (1, 2, 3))
C1, C2, C3 = (action(f"c{n}", "redraw 1", zone="c") for n in (1, 2, 3))
HALL = location("hall", icons="rest view")
WELL = location("well", x=1)


def zones(t: NcTable) -> tuple[list[str], list[str], list[str], list[str]]:
    """Hand, zone A, zone B, zone C."""
    d = t.p1
    return t.cards(d.hand), t.cards(d.zone_a), t.cards(d.zone_b), t.cards(d.zone_c)


def play(table: Table, card: Any, how: int = NOTHING, **words: Any) -> NcTable:
    return table(at="turn", **words).choose("play", card, how)


@rule("NC-COOL-001")
def test_into_an_empty_zone(table: Table) -> None:
    t = play(table, B1, hand=[B1], zone_a=[A1], zone_c=[C1])
    assert zones(t) == ([], ["a1"], ["b1"], ["c1"])


@rule("NC-COOL-002")
def test_an_occupied_zone_shifts_to_the_left_first(table: Table) -> None:
    t = play(table, C3, hand=[C3], zone_b=[B1], zone_c=[C1, C2])
    assert zones(t) == ([], [], ["b1", "c1", "c2"], ["c3"])
    t = play(table, B2, hand=[B2], zone_b=[B1])
    assert zones(t) == ([], ["b1"], ["b2"], [])


@rule("NC-COOL-003")
def test_an_occupied_zone_a_returns_to_the_hand(table: Table) -> None:
    t = play(table, A3, hand=[A3], zone_a=[A1, A2])
    assert zones(t) == (["a1", "a2"], ["a3"], [], [])


@rule("NC-COOL-004")
def test_only_playing_from_the_hand_shifts(table: Table) -> None:
    t = play(table, B2, hand=[B2], zone_a=[A1], zone_b=[B1])
    assert zones(t) == ([], ["a1", "b1"], ["b2"], [])
    t = table(hand=[A3], zone_a=[A1], zone_b=[B1]).do("cool 1").choose("cool", 1, "b1")
    assert zones(t) == (["a3"], ["a1", "b1"], [], [])
    t.do("discard_hand 1")
    assert zones(t) == ([], ["a1", "b1", "a3"], [], [])


@rule("NC-COOL-005")
def test_the_effect_comes_after_the_card_lies_in_its_zone(table: Table) -> None:
    rest = action("rest", "cool 1", zone="b")
    t = play(table, rest, ADVANCED, hand=[rest])
    assert zones(t) == ([], ["rest"], [], [])


@rule("NC-COOL-006")
def test_basic_or_advanced_and_its_energy(table: Table) -> None:
    costly = action("costly", "redraw 1", basic="attack", energy=2)
    t = play(table, costly, DO_ATTACK, hand=[costly], energy=2, enemies=[enemy(health=9)], fate=["hit"] * 9)
    assert t.foe().damage == 3
    assert t.p1.redraw == 0
    assert t.p1.energy == 2
    t = play(table, costly, ADVANCED, hand=[costly], energy=2, enemies=[enemy(health=9)])
    assert t.p1.redraw == 1
    assert t.p1.energy == 0
    assert t.foe().damage == 0
    assert t.prompt == "turn"  # there is no Attack besides
    t = table(at="turn", hand=[costly], energy=1)
    row = t.refused("play", costly, ADVANCED)
    assert not t.can("play", costly, ADVANCED)
    assert row is not None
    assert row.rule == "NC-COOL-006"


@rule("NC-COOL-006")
def test_modifiers_change_the_price_of_an_advanced_action(table: Table) -> None:
    costly, free = action("costly", "redraw 1", energy=2), action("free", "redraw 1", energy=0)
    for more, price in ((1, 3), (-1, 1), (-3, 0)):
        lamp = equip("lamp", modifiers=[{"mod": "energy-cost", "n": more}])
        t = table(at="turn", hand=[costly, free], energy=price, equipment=[lamp])
        assert t.can("play", free, ADVANCED)  # without an Energy icon nothing changes
        t.choose("play", costly, ADVANCED)
        assert (t.p1.energy, t.p1.redraw) == (0, 1)
        if price:
            t = table(at="turn", hand=[costly, free], energy=price - 1, equipment=[lamp])
            assert not t.can("play", costly, ADVANCED)
            assert t.choose("play", free, ADVANCED).p1.energy == price - 1


@rule("NC-COOL-007")
def test_one_of_several_basic_icons(table: Table) -> None:
    both = action("both", basic="move attack")
    t = table(at="turn", map=[HALL, WELL], hand=[both], enemies=[enemy(health=9)], health=6, fate=["hit"] * 9)
    assert t.can("play", both, DO_MOVE)
    assert t.can("play", both, DO_ATTACK)
    assert not t.can("play", both, DO_DECODE)
    t.choose("play", both, DO_ATTACK)
    assert (t.foe().damage, t.p1.place, t.p1.health, t.p1.hand) == (3, 0, 6, [])
    t = table(at="turn", map=[HALL, WELL], hand=[both], enemies=[enemy(health=9)], health=6, fate=["hit"] * 9)
    t.choose("play", both, DO_MOVE)
    assert (t.foe().damage, t.p1.place, t.p1.health, t.p1.hand) == (0, 1, 5, [])


@rule("NC-COOL-008")
def test_a_card_may_be_played_for_the_shift_alone(table: Table) -> None:
    t = play(table, B2, hand=[B2, C1], zone_b=[B1], enemies=[enemy(damage=2)], health=6)
    assert zones(t) == (["c1"], ["b1"], ["b2"], [])
    assert t.p1.plays == 1
    assert t.p1.redraw == 0
    assert t.p1.health == 6
    assert t.can("play", "c1", NOTHING)


@rule("NC-COOL-009")
def test_a_recall_costs_what_the_zone_says(table: Table) -> None:
    t = table(at="turn", energy=7, zone_a=[A1], zone_b=[C1], zone_c=[C2])
    t.choose("recall", 1, "c1")
    assert t.p1.energy == 5
    assert t.cards(t.p1.hand) == ["c1"]
    t.choose("recall", 2, "c2")
    assert t.p1.energy == 2
    t.choose("recall", 0, "a1")
    assert t.p1.energy == 1
    assert zones(t) == (["c1", "c2", "a1"], [], [], [])
    for energy, zone in ((0, "zone_a"), (1, "zone_b"), (2, "zone_c")):
        t = table(at="turn", energy=energy, **{zone: [C1]})
        assert not t.can("recall", ..., "c1")
    t = table(at="turn", energy=1, zone_b=[C1])
    row = t.refused("recall", 1, "c1")
    assert not t.can("recall", 1, "c1")
    assert row is not None
    assert row.rule == "NC-COOL-009"


@rule("NC-COOL-010")
def test_a_cooldown_effect_moves_one_card_to_the_left(table: Table) -> None:
    t = table(zone_a=[A1], zone_b=[B1], zone_c=[C1]).do("cool 1")
    assert t.options == [("cool", zone, t.number("action", f"{letter}1")) for zone, letter in enumerate("abc")]
    t.choose("cool", 2, "c1")
    assert zones(t) == ([], ["a1"], ["b1", "c1"], [])
    t = table(zone_a=[A1]).do("cool 1")
    assert zones(t) == (["a1"], [], [], [])


@rule("NC-COOL-011")
def test_a_cooldown_token_is_one_cooldown_effect(table: Table) -> None:
    t = table(at="turn", cooldown=1, energy=0, zone_a=[A1]).choose("token", 0, "a1")
    assert zones(t)[0] == ["a1"]
    assert t.p1.cooldown == 0
    assert t.p1.energy == 0
    t = table(at="turn", cooldown=2, energy=0, zone_b=[B1], zone_c=[C1])
    t.choose("token", 2, "c1").choose("token", 1, "b1")
    assert (zones(t), t.p1.cooldown) == (([], ["b1"], ["c1"], []), 0)
    assert not t.can("token", ..., ...)
    row = table(at="turn", energy=0, zone_a=[A1]).refused("token", 0, "a1")
    assert row is not None
    assert row.rule == "NC-COOL-011"


@rule("NC-COOL-012")
def test_tokens_and_recalls_work_in_the_turns_of_others_on_own_zones(table: Table) -> None:
    t = table(at="turn", zone_a=[A2], energy=0, p2={"cooldown": 1, "energy": 1, "zone_a": [A1, B1]})
    t.choose("yield", 2)
    assert not t.can("token", 0, "a2")
    assert not t.can("recall", 0, "a2")
    t.choose("token", 0, "a1").choose("recall", 0, "b1")
    assert t.cards(t.p2.hand) == ["a1", "b1"]
    assert (t.p2.cooldown, t.p2.energy) == (0, 0)


@rule("NC-COOL-012")
def test_nothing_is_recalled_in_the_middle_of_an_effect(table: Table) -> None:
    t = table(map=[HALL], redraw=1, energy=3, zone_a=[A1], slots="any", fate=["fear", "fear", "fear"]).do("decode")
    assert t.prompt == "redraw"
    assert not t.can("recall", 0, "a1")


@rule("NC-COOL-013")
def test_observation_lets_a_cooldown_token_redraw(table: Table) -> None:
    t = table(at="turn", map=[HALL], hand=["observation"], energy=5, cooldown=1, geomancy=2, slots="any",
              fate=["fear", "fear", "rest", "view"])  # fmt: skip
    assert t.content.act_zone[t.p1.hand[0]] == 1
    t.choose("play", "observation", ADVANCED)
    assert t.prompt == "redraw"
    t.choose("redraw-cooldown", (0,))
    assert t.p1.cooldown == 0
    assert t.place().covered == 1
    t = table(at="turn", map=[HALL], hand=["observation"], energy=5, cooldown=1, geomancy=2, slots="any",
              fate=["fear", "fear", "rest", "view"])  # fmt: skip
    t.choose("command", DO_DECODE)
    assert t.prompt == "turn"  # another Decode gives the token no such use
    t = table(map=[HALL], cooldown=1, redraw=1, geomancy=1, slots="any", fate=["fear", "fear"]).do("decode")
    assert t.can("redraw", (0,))
    assert not t.can("redraw-cooldown", (0,))


@rule("NC-COOL-014")
def test_fade_into_mist_moves(table: Table) -> None:
    t = play(table, "fade-into-mist", DO_MOVE, hand=["fade-into-mist"], map=[HALL, WELL])
    assert (t.p1.place, t.prompt) == (1, "turn")
    assert t.cards(t.p1.zone_b) == ["fade-into-mist"]
    whisperlark = t.content.index["delver"]["whisperlark"]
    assert t.content.index["action"]["fade-into-mist"] in t.content.del_starting[whisperlark]


@rule("NC-COOL-015")
def test_zones_start_empty(table: Table) -> None:
    t = table(at="new", mode="adventure", scenario="prologue", delvers="whisperlark")
    d = t.p1
    assert (d.zone_a, d.zone_b, d.zone_c) == ([], [], [])
    assert len(d.hand) == 6
    t = table(hand=[A3], zone_a=[A1], zone_b=[B1], zone_c=[C1], pool=[A2])
    t.s.stack.insert(0, ("scenario_over", ()))
    t.run("begin_adventure").choose("bring", A2).choose("done")
    assert (t.s.round, zones(t)) == (1, (["a2"], [], [], []))


@rule("NC-COOL-016")
def test_a_card_that_returned_may_be_played_again(table: Table) -> None:
    t = table(at="turn", energy=3, hand=[A1])
    t.choose("play", "a1", ADVANCED).choose("recall", 0, "a1").choose("play", "a1", ADVANCED)
    assert t.p1.redraw == 2
    assert t.p1.plays == 2
    assert not t.can("play", "a1", ADVANCED)
    row = table(at="turn", zone_a=[A1], hand=[B1]).refused("play", "a1", NOTHING)
    assert row is not None
    assert row.rule == "NC-COOL-016"


@rule("NC-COOL-017")
def test_declare_place_pay_and_resolve_in_this_order(table: Table) -> None:
    dash = action("dash", "move 1", "redraw 1", energy=2, zone="b")
    t = table(at="turn", map=[HALL, WELL], energy=2, health=6, hand=[dash], enemies=[enemy(damage=1)])
    t.choose("play", dash, ADVANCED)
    assert t.prompt == "move"
    assert t.p1.energy == 0
    assert t.cards(t.p1.zone_b) == ["dash"]
    assert t.p1.health == 6
    t.choose("go", 1)
    assert t.p1.health == 5
    assert t.p1.place == 1
    assert t.p1.redraw == 1
    assert t.in_order("NC-COOL-017", "NC-STAT-003", "NC-STAT-010", "NC-ACT-001")


@rule("NC-COOL-018")
def test_a_zone_holds_any_number(table: Table) -> None:
    t = table(zone_a=[A1, A2, A3, B1, B2], zone_b=[B3]).do("cool 1").choose("cool", 1, "b3")
    assert len(t.p1.zone_a) == 6


@rule("NC-COOL-009")
def test_modifiers_change_the_price_of_a_recall(table: Table) -> None:
    lamp = equip("lamp", modifiers=[{"mod": "recall-cost", "n": -1}])
    t = table(at="turn", energy=0, zone_a=[A1], equipment=[lamp])
    assert t.can("recall", 0, "a1")
    curse = event("curse", threat=True, modifiers=[{"mod": "recall-cost", "n": 1}])
    t = table(at="turn", energy=1, zone_a=[A1], threat=[curse])
    assert not t.can("recall", 0, "a1")
