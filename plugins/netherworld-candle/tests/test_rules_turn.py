"""Rounds, turns, what can be used at any time (NC-TURN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import action, choose, enemy, equip, event, location, option, page, scenario, trigger, use
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


@rule("NC-TURN-002")
def test_a_card_that_has_left_a_threat_area_acts_no_more_though_another_has_its_like(table: Table) -> None:
    rite = event("rite", threat=True, triggers=[trigger("round-start", "discard_threat 1 who=others", "redraw 1")])
    t = table(at="round", threat=[rite], p2={"threat": [rite]}).choose("first", 0, ...)
    assert (len(t.p1.threat), len(t.p2.threat), t.p1.redraw, t.p2.redraw) == (1, 0, 1, 0)


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
    for third in (("command", DO_MOVE), ("play", "three", ADVANCED)):
        row = t.refused(*third)
        assert not t.can(*third)
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


@rule("NC-TURN-004", "NC-TURN-006")
def test_each_turn_has_a_command_and_two_cards_of_its_own(table: Table) -> None:
    t = table(at="turn", map=[HALL, WELL], energy=2, hand=PLAIN, p2={"energy": 2, "hand": PLAIN}, **DECKS)
    t.choose("play", "one", NOTHING).choose("command", DO_MOVE).choose("play", "two", NOTHING).choose("end")
    assert t.seat == 2
    t.choose("play", "one", NOTHING).choose("command", DO_MOVE).choose("play", "two", NOTHING).choose("end")
    t.choose("next", 1)
    assert t.can("command", DO_MOVE)
    t.choose("play", "three", NOTHING)
    assert (t.p1.plays, t.p1.command) == (1, False)
    t.choose("recall", 1, "two")
    assert t.can("play", "two", NOTHING)


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
    yard, ghost = location("yard", y=1, x=0), enemy("ghost", health=9, symbols=["white-tiger"])
    t = table(at="turn", map=[door, dark, yard], enemies=[ghost], threat=[curse])
    commands = [choice[1] for choice in t.options if choice[0] == "command"]
    assert commands == [DO_MOVE, DO_INVESTIGATE, DO_ATTACK, DO_DECODE, DO_SUPPRESS, DO_OVERCOME]
    row = t.refused("acquire")
    assert row is not None
    assert row.rule == "NC-TURN-008"
    done: dict[int, Callable[[NcTable], bool]] = {
        DO_MOVE: lambda t: t.p1.place == 2, DO_INVESTIGATE: lambda t: t.place(1).face_up,
        DO_ATTACK: lambda t: t.foe().damage == 3, DO_DECODE: lambda t: t.place().covered == 1,
        DO_SUPPRESS: lambda t: t.foe().immobilized, DO_OVERCOME: lambda t: not t.p1.threat,
    }  # fmt: skip
    for command, effect in done.items():
        t = table(at="turn", map=[door, dark, yard], enemies=[ghost], threat=[curse], slots="any", health=8,
                  fate=["hit rest white-tiger"] * 9)  # fmt: skip
        t.choose("command", command)
        assert effect(t)
        assert (t.p1.energy, t.p1.plays, t.p1.command, t.prompt) == (4, 0, True, "turn")
        assert not t.can("command", ...)


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


@rule("NC-TURN-006", "NC-TURN-010")
def test_what_happens_when_a_turn_begins_concerns_whose_turn_it_is(table: Table) -> None:
    bell = event("bell", threat=True, triggers=[trigger("turn-start", "redraw 1")])
    chime = event("chime", threat=True, triggers=[trigger("turn-start", "cooldown 1")])
    t = table(at="next", threat=[bell], p2={"threat": [bell, chime]}, p3={}).choose("next", 2)
    assert (t.prompt, t.seat) == ("order", 2)
    t.choose("first", 1, "Chime")
    assert (t.p1.redraw, t.p2.redraw, t.p2.cooldown) == (0, 1, 1)
    assert (t.prompt, t.seat) == ("turn", 2)


def noted(when: str) -> dict[str, Any]:
    """A card in the Threat Area that writes a note at a moment."""
    return {"threat": [event("scribe", threat=True, triggers=[trigger(when, "note on")])]}


NOTED: dict[str, dict[str, Any]] = {
    "round": noted("round-start"),
    "begin-turn": noted("turn-start"),
    "encounter": {"energy": 0, "yin": [event("omen", "note on"), QUIET]},
    "end-turn": noted("turn-end"),
    "enemies": {"energy": 0, "enemies": [enemy(triggers=[trigger("hit", "note on")])]},
    "end-round": noted("round-end"),
}
"""Where play stands, and what then writes the note that the open page waits for."""


@rule("NC-ADV-022", "NC-ADV-023")
@pytest.mark.parametrize("at", NOTED)
def test_the_page_is_turned_as_soon_as_an_effect_is_over(table: Table, at: str) -> None:
    asks = choose(option("go on", "redraw 1"), optional=True)
    pages = [page(exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second", asks)]
    t = table(at=at, cards=[scenario(pages=pages)], map=[HALL], **NOTED[at])
    assert (t.s.page, t.prompt) == (1, "choose")  # before anything else is decided
    assert t.s.round == 1 + (at == "round")


@rule("NC-ADV-022", "NC-ADV-023")
def test_the_page_is_turned_after_what_another_uses(table: Table) -> None:
    pages = [page(exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second", "redraw 1 who=each")]
    horn = equip("horn", uses=[use("note on")])
    t = table(at="turn", cards=[scenario(pages=pages)], p2={"equipment": [horn]})
    t.choose("yield", 2).choose("use", 0, 0, 0)
    assert (t.s.page, t.p1.redraw, t.p2.redraw) == (1, 1, 1)


@rule("NC-ADV-023")
def test_the_page_is_turned_before_the_second_card(table: Table) -> None:
    pages = [page(exits=[{"cond": {"note": "on"}, "page": "second"}]), page("second", "redraw 1")]
    t = table(at="turn", cards=[scenario(pages=pages)], hand=[action("turn-it", "note on"), *PLAIN])
    t.choose("play", "turn-it", ADVANCED)
    assert t.s.page == 1
    assert t.p1.redraw == 1
    assert t.prompt == "turn"


@rule("NC-ADV-023")
def test_what_is_used_at_any_time_may_turn_the_page_too(table: Table) -> None:
    pages = [page(exits=[{"cond": {"energy_at_most": 2}, "page": "second"}]), page("second", "redraw 1")]
    t = table(at="turn", cards=[scenario(pages=pages)], energy=3, zone_a=PLAIN[:1])
    t.choose("recall", 0, "one")
    assert (t.s.page, t.p1.redraw, t.prompt) == (1, 1, "turn")
