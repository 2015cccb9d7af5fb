"""Rounds, turns, what can be used at any time (NC-TURN)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from nc_cards import action, enemy, equip, event, location, page, scenario, trigger, use
from nc_table import NcTable

from undercroft import IllegalChoice
from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.terms import DO_ATTACK, DO_DECODE, DO_INVESTIGATE, DO_MOVE, DO_OVERCOME, DO_SUPPRESS

Table = Callable[..., NcTable]

WELL = location("well", x=1)
HALL = location("hall")
PLAIN = [action("one", "redraw 1"), action("two", "redraw 1", zone="b"), action("three", "redraw 1", zone="c")]
QUIET = event("quiet", "redraw 1", deck="yin")
HUM = event("hum", "redraw 1", deck="yang")
DECKS = {"yin": [QUIET] * 9, "yang": [HUM] * 9}


@rule("NC-TURN-001")
def test_the_rounds_of_players_and_enemies_alternate(table: Table) -> None:
    t = table(at="next", energy=2, p2={"energy": 2}, enemies=[enemy(damage=1, immobilized=True)], **DECKS)
    t.choose("next", 2).choose("end").choose("end")
    assert (t.s.round, t.prompt) == (2, "next")
    assert not t.foe().immobilized
    assert t.in_order("NC-TURN-006", "NC-ENEMY-001", "NC-TURN-001")


@rule("NC-TURN-002")
def test_the_round_begins_with_the_threat_areas_in_the_order_of_the_party(table: Table) -> None:
    burn = event("burn", threat=True, triggers=[trigger("round-start", "energy -1")])
    chill = event("chill", threat=True, triggers=[trigger("round-start", "energy 2")])
    t = table(at="round", energy=7, threat=[burn], p2={"energy": 7, "threat": [chill]})
    assert t.prompt == "order"
    assert len(t.options) == 2
    t.choose("first", 1, "Chill")
    assert (t.prompt, t.p1.energy, t.p2.energy) == ("next", 6, 7)


@rule("NC-TURN-003")
def test_the_party_chooses_the_order_anew_each_round(table: Table) -> None:
    t = table(at="next", energy=2, p2={"energy": 2}, **DECKS)
    assert t.options == [("next", 1), ("next", 2)]
    t.choose("next", 1).choose("end")
    assert (t.prompt, t.seat) == ("turn", 2)  # nobody else is left
    t.choose("end")
    t.choose("next", 2).choose("end")
    assert (t.prompt, t.seat, t.s.round) == ("turn", 1, 2)


@rule("NC-TURN-003")
def test_nobody_has_a_second_turn_in_a_round(table: Table) -> None:
    t = table(at="next", energy=2, p2={"energy": 2}, p3={"energy": 2}, **DECKS)
    t.choose("next", 2).choose("end")
    assert not t.can("next", 2)
    row = t.refused("next", 2)
    assert row is not None
    assert row.rule == "NC-TURN-003"


@rule("NC-TURN-004")
def test_one_command_and_two_cards_in_any_order(table: Table) -> None:
    t = table(at="turn", map=[HALL, WELL], hand=PLAIN)
    t.choose("play", "one", ADVANCED).choose("command", DO_MOVE).choose("play", "two", ADVANCED)
    for option in (("command", DO_MOVE), ("play", "three", ADVANCED)):
        row = t.refused(*option)
        assert not t.can(*option)
        assert row is not None
        assert row.rule == "NC-TURN-004"
    t = table(at="turn", map=[HALL, WELL], hand=PLAIN)
    t.choose("play", "one", ADVANCED).choose("play", "two", ADVANCED)
    assert not t.can("play", "three", ...)
    assert t.can("command", DO_MOVE)
    t = table(at="turn", map=[HALL, WELL], hand=PLAIN).choose("command", DO_MOVE)
    assert not t.can("command", ...)
    assert t.can("play", "three", ADVANCED)
    t = table(at="turn", energy=2, hand=PLAIN, **DECKS)
    t.choose("end")  # doing none of them is legal
    assert t.s.round == 2


@rule("NC-TURN-005")
def test_the_encounter_comes_whatever_was_done_and_ends_the_actions(table: Table) -> None:
    salve = equip("salve", uses=[use("health 1", cost={"energy": 1})])
    t = table(at="turn", energy=2, hand=PLAIN, equipment=[salve], **DECKS)
    t.choose("end")
    assert t.cards(t.s.yin_discard, "encounter") == ["quiet"]
    assert t.prompt == "any-time"
    row = t.refused("play", "one", ADVANCED)
    assert not t.can("play", "one", ADVANCED)
    assert row is not None
    assert row.rule == "NC-TURN-005"
    with pytest.raises(IllegalChoice):
        t.choose("command", DO_MOVE)


@rule("NC-TURN-006")
def test_each_delver_has_one_turn_a_round_with_one_encounter(table: Table) -> None:
    t = table(at="next", energy=2, p2={"energy": 2}, p3={"energy": 2}, **DECKS)
    t.choose("next", 3).choose("end").choose("next", 1).choose("end").choose("end")
    assert len(t.told("NC-TURN-006")) == 3
    assert len(t.told("NC-ENC-004")) == 3
    assert t.s.round == 2


@rule("NC-TURN-007")
def test_equipment_is_an_action_only_where_it_names_one(table: Table) -> None:
    salve = equip("salve", uses=[use("health 1", cost={"energy": 1})])
    boots = equip("boots", kind="accessory", uses=[use("move 1", cost={"energy": 1})])
    t = table(at="turn", map=[HALL, WELL], health=5, energy=4, equipment=[salve, boots], enemies=[enemy(damage=2)])
    t.choose("use", 0, 0, 0)
    assert t.p1.health == 6
    assert t.can("command", DO_MOVE)
    assert t.p1.plays == 0
    t.choose("use", 0, 1, 0).choose("go", 1)
    assert (t.p1.health, t.p1.place) == (4, 1)


@rule("NC-TURN-008")
def test_a_command_is_one_of_the_six_basic_actions(table: Table) -> None:
    door = location("door", icons="rest", number="M901", edges={"right": "M902"})
    dark = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)
    curse = event("curse", threat=True, symbols=["white-tiger"])
    t = table(
        at="turn",
        map=[door, dark, location("yard", y=1, x=0)],
        enemies=[enemy(symbols=["white-tiger"])],
        threat=[curse],
    )
    commands = [option[1] for option in t.options if option[0] == "command"]
    assert commands == [DO_MOVE, DO_INVESTIGATE, DO_ATTACK, DO_DECODE, DO_SUPPRESS, DO_OVERCOME]
    row = t.refused("acquire")
    assert row is not None
    assert row.rule == "NC-TURN-008"
    energy = t.p1.energy
    t.choose("command", DO_ATTACK)
    assert t.p1.energy == energy
    assert t.p1.plays == 0


@rule("NC-TURN-009")
def test_the_end_of_the_scenario_drops_the_rest_of_the_turn(table: Table) -> None:
    win = action("win", "note good", "redraw 1")
    t = table(at="turn", hand=[win], energy=4, enemies=[enemy()], **DECKS)
    t.choose("play", win, ADVANCED)
    assert t.outcome is not None
    assert t.outcome.result == "win"
    assert not t.told("NC-ENC-004")
    assert not t.told("NC-ENEMY-001")


@rule("NC-TURN-010")
def test_the_active_player_orders_effects_of_the_own_turn(table: Table) -> None:
    burn = event("burn", threat=True, triggers=[trigger("turn-end", "health -1")])
    chill = event("chill", threat=True, triggers=[trigger("turn-end", "health 1")])
    t = table(at="end-turn", seat=2, grandmaster=1, p2={"health": 8, "threat": [burn, chill]})
    assert (t.prompt, t.seat) == ("order", 2)
    t.choose("first", 1, "Chill")
    assert t.p2.health == 7


SALVE = equip("salve", uses=[use("health 1", cost={"energy": 1})])
PARRY = action("parry", "bonus mod=armor n=1 until=round", energy=1, quick=True)


@rule("NC-TURN-011")
def test_others_get_the_word_between_the_actions(table: Table) -> None:
    t = table(at="turn", hand=PLAIN, p2={"energy": 2, "health": 4, "equipment": [SALVE]}, **DECKS)
    t.choose("yield", 2)
    assert (t.prompt, t.seat) == ("any-time", 2)
    t.choose("use", 0, 0, 0).choose("done")
    assert t.p2.health == 5
    assert (t.prompt, t.seat) == ("turn", 1)
    assert not t.can("yield", 2)  # once between two actions
    t.choose("play", "one", ADVANCED)
    assert t.can("yield", 2)


@rule("NC-TURN-011")
def test_before_an_enemy_activates_one_may_react_but_not_in_the_middle(table: Table) -> None:
    t = table(at="enemies", health=3, energy=1, map=[HALL, WELL], equipment=[SALVE], enemies=[enemy(damage=2, place=1)])
    assert t.prompt == "any-time"
    assert t.foe().place == 1
    t.choose("use", 0, 0, 0)
    assert t.p1.health == 2
    assert t.foe().place == 0
    assert t.prompt != "any-time"


@rule("NC-TURN-011")
def test_nobody_is_asked_where_nothing_can_be_used(table: Table) -> None:
    t = table(at="enemies", health=6, energy=0, zone_a=["light-step"], enemies=[enemy(damage=2)])
    assert t.prompt == "turn"
    assert t.p1.health == 4


@rule("NC-TURN-012")
def test_a_skill_without_timing_belongs_to_the_own_turn(table: Table) -> None:
    skill = use("redraw 1", timing="own-turn", cost={"energy": 1})
    t = table(at="turn", p2={"energy": 2, "uses": [skill], "zone_a": ["light-step"]})
    t.choose("yield", 2)
    row = t.refused("use", 1, 0, 0)
    assert not t.can("use", 1, 0, 0)
    assert row is not None
    assert row.rule == "NC-TURN-012"
    t = table(at="turn", energy=2, uses=[skill], hand=PLAIN)
    t.choose("play", "one", NOTHING).choose("use", 1, 0, 0)
    assert t.p1.redraw == 1
    assert t.p1.plays == 1


@rule("NC-GEN-023")
def test_a_quick_action_is_not_tied_to_ones_own_turn(table: Table) -> None:
    slow = action("slow", "redraw 1", energy=1)
    t = table(at="turn", p2={"energy": 2, "hand": [PARRY, slow]})
    t.choose("yield", 2)
    assert not t.can("quick", slow)
    row = t.refused("quick", slow)
    assert row is not None
    assert row.rule == "NC-GEN-023"
    t.choose("quick", PARRY)
    assert t.p2.energy == 1
    assert t.p2.plays == 0
    assert t.cards(t.p2.zone_a) == ["parry"]


@rule("NC-ADV-023")
def test_the_page_is_turned_before_the_second_card(table: Table) -> None:
    pages = [page(exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second", "redraw 1")]
    t = table(at="turn", cards=[scenario(pages=pages)], hand=[action("turn-it", "note on"), *PLAIN])
    t.choose("play", "turn-it", ADVANCED)
    assert t.s.page == 1
    assert t.p1.redraw == 1
    assert t.prompt == "turn"
