"""What can be used at any time, and who is asked for it when (NC-TURN-011, -012)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import action, enemy, equip, event, location, scenario, trigger, use
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.terms import DO_DECODE

Table = Callable[..., NcTable]

WELL = location("well", x=1)
HALL = location("hall")
PLAIN = [action("one", "redraw 1"), action("two", "redraw 1", zone="b"), action("three", "redraw 1", zone="c")]
DECKS = {"yin": [event("quiet", "redraw 1", deck="yin")] * 9, "yang": [event("hum", "redraw 1", deck="yang")] * 9}

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


@rule("NC-TURN-011")
def test_before_each_enemy_whoever_can_use_anything_may_do_so(table: Table) -> None:
    foes = [enemy("weak", health=1, damage=1), enemy("strong", health=5, damage=1)]
    t = table(at="enemies", health=6, energy=1, zone_a=PLAIN[:1], enemies=foes, p2={"energy": 0})
    assert (t.prompt, t.seat) == ("any-time", 1)
    t.choose("done")
    assert (t.p1.health, t.p2.health) == (6, 5)
    assert (t.prompt, t.seat) == ("any-time", 1)
    t.choose("recall", 0, "one")  # both have Energy 0 now, and the other has less Health
    assert (t.p1.health, t.p2.health) == (6, 4)


MIRE = location("mire", triggers=[trigger("turn-end", "energy -1 who=delvers-here")])


@rule("NC-TURN-011")
def test_others_are_asked_before_the_end_of_a_turn_that_concerns_them(table: Table) -> None:
    waiting = {"energy": 1, "health": 6, "zone_a": PLAIN[:1]}
    far, healer = {**waiting, "place": 1}, {"energy": 1, "place": 1, "equipment": [SALVE]}
    t = table(at="turn", map=[MIRE, WELL], energy=2, p2=waiting, p3=far, p4=healer, **DECKS).choose("end")
    assert (t.prompt, t.seat, len(t.told("NC-ENC-004"))) == ("any-time", 2, 1)
    t.choose("recall", 0, "one")
    assert (t.prompt, t.seat) == ("any-time", 4)  # who is elsewhere is asked for an ability only
    t.choose("done")
    assert (t.p2.energy, t.p2.health, t.prompt) == (0, 5, "next")
    spring = location("spring", triggers=[trigger("turn-end", "energy 1")])
    for place in (HALL, spring):  # there is nothing, or nothing for the other, to be asked before
        t = table(at="turn", map=[place], energy=2, p2={**waiting, "equipment": [SALVE]}, **DECKS).choose("end")
        assert (t.prompt, t.seat) == ("turn", 2)


@rule("NC-TURN-011")
def test_others_are_asked_before_a_round_ends_or_begins_with_what_concerns_them(table: Table) -> None:
    waiting = {"energy": 1, "zone_a": PLAIN[:1]}
    burn = event("burn", threat=True, triggers=[trigger("round-start", "energy -1")])
    fog = event("fog", threat=True, triggers=[trigger("round-end", "energy -1 who=each")])
    drip, smoke = (scenario(triggers=[trigger("round-end", what)]) for what in ("health -1 who=each", "candle 1"))
    for here, there, asked in (
        ({}, {"threat": [burn]}, True), ({"threat": [burn]}, {}, False), ({"threat": [fog]}, {}, True),
        ({"cards": [drip]}, {}, True), ({"cards": [smoke]}, {}, False),
    ):  # fmt: skip
        t = table(at="turn", energy=2, p2={**waiting, **there, "acted": True}, **here, **DECKS).choose("end")
        assert ((t.prompt, t.seat, t.s.round) == ("any-time", 2, 1)) is asked
        t = table(at="turn", energy=2, p2={**waiting, **there}, **here, **DECKS).choose("end")
        assert (t.prompt, t.seat, t.s.round) == ("turn", 2, 1)  # the round goes on
    t = table(at="turn", energy=2, threat=[burn], zone_a=PLAIN[:1], **DECKS).choose("end")
    assert (t.prompt, t.seat, t.s.round) == ("any-time", 1, 1)


@rule("NC-TURN-011", "NC-STAT-014")
def test_a_defeat_takes_the_actions_but_not_what_is_none(table: Table) -> None:
    hall = location("hall", icons="rest")
    other = {"energy": 1, "zone_a": PLAIN[1:2]}
    t = table(at="turn", map=[hall], health=1, energy=1, zone_a=PLAIN[:1], hand=PLAIN[2:],
              enemies=[enemy(damage=3)], p2=other, **DECKS)  # fmt: skip
    t.choose("command", DO_DECODE)
    assert (t.p1.defeats, t.prompt, t.seat) == (1, "any-time", 1)
    row = t.refused("play", "three", NOTHING)
    assert row is not None
    assert row.rule == "NC-STAT-014"
    t.choose("recall", 0, "one")
    assert (t.prompt, t.seat, t.told("NC-ENC-004")) == ("any-time", 2, [])
    t.choose("done")
    assert len(t.told("NC-ENC-004")) == 1


@rule("NC-TURN-011")
def test_a_recall_that_costs_nothing_can_be_used_without_energy(table: Table) -> None:
    lamp = equip("lamp", modifiers=[{"mod": "recall-cost", "n": -1}])
    t = table(at="turn", p2={"energy": 0, "zone_a": PLAIN[:1], "equipment": [lamp]})
    t.choose("yield", 2).choose("recall", 0, "one")
    assert (t.cards(t.p2.hand), t.p2.energy) == (["one"], 0)


@rule("NC-TURN-011", "NC-DIFF-008")
def test_where_energy_tells_the_order_it_may_be_spent_before(table: Table) -> None:
    words = {"energy": 6, "p2": {"energy": 5, "zone_c": PLAIN[2:]}, "p3": {"energy": 4}, **DECKS}
    for mode in ("hard", "hell"):
        t = table(at="turn", difficulty=mode, **words).choose("end")
        assert (t.prompt, t.seat, len(t.told("NC-ENC-004"))) == ("any-time", 2, 1)
        assert table(at="turn", difficulty=mode, **words).choose("end").choose("done").seat == 2
        t.choose("recall", 2, "three")
        assert (t.prompt, t.seat) == ("turn", 3)
        t = table(at="round", difficulty=mode, energy=5, zone_c=PLAIN[2:], p2={"energy": 4})
        assert (t.prompt, t.seat) == ("any-time", 1)
        t.choose("recall", 2, "three")
        assert (t.prompt, t.seat) == ("turn", 2)
    assert table(at="turn", **words).choose("end").prompt == "next"
    assert table(at="round", energy=5, zone_c=PLAIN[2:], p2={"energy": 4}).prompt == "next"


ONE, TWO, THREE = ([card] for card in PLAIN)
SLOW = action("slow", "redraw 1", energy=0)


@rule("NC-TURN-011", "NC-COOL-009", "NC-COOL-012")
@pytest.mark.parametrize(("words", "able"), [
    ({"zone_a": ONE, "energy": 1}, True), ({"zone_a": ONE, "energy": 0}, False),
    ({"zone_b": TWO, "energy": 2}, True), ({"zone_b": TWO, "energy": 1}, False),
    ({"zone_c": THREE, "energy": 3}, True), ({"zone_c": THREE, "energy": 2}, False),
    ({"zone_c": THREE, "energy": 0, "cooldown": 1}, True), ({"energy": 7, "cooldown": 1, "hand": [SLOW]}, False),
    ({"energy": 1, "equipment": [SALVE]}, True), ({"energy": 0, "equipment": [SALVE]}, False),
    ({"energy": 1, "hand": [PARRY]}, True), ({"energy": 0, "hand": [PARRY]}, False),
    ({"neidan": 1}, True), ({"neidan": 1, "place": 1}, False),
])  # fmt: skip
def test_who_can_use_something_gets_the_word(table: Table, words: dict[str, Any], able: bool) -> None:
    t = table(at="turn", map=[HALL, WELL], p2=words)
    assert t.can("yield", 2) is able
    assert bool(t.rules.any_options(t.s, t.p2, 0)) is able


@rule("NC-TURN-011", "NC-ENEMY-021")
def test_neidan_is_passed_in_the_turn_of_another(table: Table) -> None:
    t = table(at="turn", neidan=1, p2={"neidan": 2}, p3={}).choose("yield", 2)
    assert [option[1:] for option in t.options if option[0] == "neidan"] == [(1, 1), (1, 2), (3, 1), (3, 2)]
    t.choose("neidan", 3, 1)
    assert (t.p2.neidan, t.p3.neidan) == (1, 1)
    assert not t.can("neidan", 3, 1)  # once to each in a window, so that it does not go to and fro
    assert t.can("neidan", 1, 1)


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


@rule("NC-TURN-012", "NC-TURN-005")
def test_after_the_encounter_a_skill_without_timing_is_over(table: Table) -> None:
    t = table(at="turn", energy=2, uses=[use("redraw 1")], equipment=[SALVE], **DECKS)
    assert t.can("use", 1, 0, 0)  # where a board names no timing, a skill is for the own turn
    t.choose("end")
    assert t.prompt == "any-time"
    row = t.refused("use", 1, 0, 0)
    assert not t.can("use", 1, 0, 0)
    assert row is not None
    assert row.rule == "NC-TURN-012"
    t = table(at="turn", p2={"energy": 2, "uses": [use("redraw 1")], "zone_a": ONE}).choose("yield", 2)
    assert not t.can("use", 1, 0, 0)
    t = table(at="turn", p2={"energy": 2, "uses": [use("redraw 1", timing="any")]}).choose("yield", 2)
    assert t.can("use", 1, 0, 0)


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
