"""Immobilize, attacks of opportunity, armor, Talismans (NC-STAT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import action, artifact, enemy, equip, event, location, trigger
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.terms import (
    DO_ATTACK,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    DO_SUPPRESS,
)

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view", number="M901", edges={"right": "M902"})
WELL = location("well", icons="rest", number="M902", edges={"left": "M901"}, x=1)
DARK = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)


# -- Immobilize


@rule("NC-STAT-006")
def test_an_immobilized_enemy_does_not_attack_and_then_stands_up(table: Table) -> None:
    t = table(at="turn", health=6, map=[HALL, DARK], enemies=[enemy(damage=2, immobilized=True)])
    t.choose("command", DO_INVESTIGATE)
    assert t.p1.health == 6
    t = table(at="enemies", health=6, enemies=[enemy(damage=2, immobilized=True)])
    assert t.p1.health == 6
    assert not t.foe().immobilized
    t = table(at="turn", health=6, map=[HALL, DARK], enemies=[enemy(damage=2)])
    t.choose("command", DO_INVESTIGATE)
    assert t.p1.health == 4


@rule("NC-STAT-007")
def test_an_immobilized_delver_spends_a_move_to_stand_up(table: Table) -> None:
    t = table(at="turn", map=[HALL, WELL], enemies=[enemy()], immobilized=True, hand=["light-step"])
    assert not t.can("command", DO_ATTACK)
    assert t.rules.why_not_act(t.s, 1, DO_ATTACK).rule == "NC-STAT-007"
    t.choose("command", DO_MOVE)
    assert not t.p1.immobilized
    assert t.p1.place == 0
    t.choose("play", "light-step", DO_MOVE)  # may act again
    assert t.p1.place == 1


ACTS = {
    "move": "move 1", "investigate": "investigate", "decode": "decode", "overcome": "overcome", "acquire": "acquire 1",
    "attack": "attack", "suppress": "suppress",
}  # fmt: skip
"""Every named action, as a card's effect."""
CURSE = event("curse", threat=True, symbols=["white-tiger"])


def acting(table: Table, act: str, **words: Any) -> NcTable:
    """A Delver who can take any action, and takes one."""
    words = {"map": [HALL, DARK, location("yard", y=1, x=0)], "threat": [CURSE], "bag": [artifact("nail")] * 3,
             "slots": "any", "health": 6, **words, "fate": ["hit rest white-tiger"] * 9}  # fmt: skip
    t = table(**words).do(ACTS[act], seat=1)
    while t.prompt:
        t.choose(*next(option for option in t.options if option[0] not in ("stay", "decline")))
    return t


def acted(t: NcTable) -> bool:
    """Whether any action was carried out."""
    d, shown = t.p1, [card for card in t.s.map if card.face_up]
    return bool(d.place or len(shown) > 2 or t.place().covered or not d.threat or d.artifacts or len(d.fate_discard))


@rule("NC-STAT-007", "NC-STAT-009")
@pytest.mark.parametrize("act", ACTS)
def test_an_immobilized_delver_takes_no_action_by_any_card(table: Table, act: str) -> None:
    foe = enemy("foe", health=9, damage=1, symbols=["white-tiger"])
    assert acted(acting(table, act, enemies=[foe]))
    t = acting(table, act, enemies=[foe], immobilized=True)
    assert not acted(t)
    assert t.p1.immobilized is (act != "move")
    assert (t.p1.health, t.foe().damage) == (6, 0)


@rule("NC-STAT-010", "NC-STAT-011")
@pytest.mark.parametrize("act", ACTS)
def test_which_actions_provoke(table: Table, act: str) -> None:
    t = acting(table, act, enemies=[enemy(health=30, damage=1, symbols=["white-tiger"]), enemy(health=30, damage=2)])
    assert t.p1.health == (6 if act in ("attack", "suppress") else 3)


@rule("NC-STAT-012")
@pytest.mark.parametrize("act", [name for name in ACTS if name not in ("attack", "suppress")])
def test_an_action_that_is_cut_off_by_a_defeat_is_not_performed(table: Table, act: str) -> None:
    t = acting(table, act, health=1, enemies=[enemy(damage=1), enemy(damage=1)])
    assert (t.p1.defeats, len(t.told("NC-STAT-010"))) == (1, 1)
    assert not acted(t)


@rule("NC-STAT-007", "NC-STAT-012")
@pytest.mark.parametrize("act", [name for name in ACTS if name not in ("attack", "suppress")])
def test_an_attack_of_opportunity_may_lay_the_delver_down(table: Table, act: str) -> None:
    snare = enemy("snare", damage=0, triggers=[trigger("hit", "pin")])
    t = acting(table, act, enemies=[snare])
    assert not acted(t)
    assert t.p1.immobilized is (act != "move")  # a Move is spent on standing up then


@rule("NC-STAT-008")
def test_standing_up_provokes_nothing(table: Table) -> None:
    t = table(at="turn", health=6, immobilized=True, enemies=[enemy(), enemy(damage=2)])
    t.choose("command", DO_MOVE)
    assert t.p1.health == 6
    assert not t.p1.immobilized


@rule("NC-STAT-009")
def test_the_whole_move_is_used_up_by_standing_up(table: Table) -> None:
    leap = action("leap", "move 2", "redraw 1", energy=0)
    t = table(at="turn", map=[HALL, WELL], immobilized=True, hand=[leap], yin=[], yang=[])
    t.choose("play", leap, ADVANCED)
    assert t.p1.place == 0
    assert not t.p1.immobilized
    assert t.p1.redraw == 1


@rule("NC-STAT-009")
def test_an_immobilized_delver_still_assists_recalls_and_draws_an_encounter(table: Table) -> None:
    t = table(immobilized=True, energy=2, fate=["rest"], slots="any", p2={"fate": ["fear", "fear", "fear"]})
    t.do("decode", seat=2)
    assert (t.prompt, t.seat) == ("assist", 1)
    t.choose("assist")
    assert t.place().covered == 1
    assert t.p1.energy == 1
    t = table(
        at="turn", immobilized=True, energy=1, zone_a=["light-step"], hand=["observation"], yin=["proving-draught"]
    )
    assert t.can("recall", 0, "light-step")
    assert t.can("play", "observation", ADVANCED + 1)
    t.choose("end")
    assert len(t.s.yin_discard) == 1


# -- attacks of opportunity


@rule("NC-STAT-010")
def test_every_ready_enemy_here_attacks_first(table: Table) -> None:
    foes = [enemy(damage=1, symbols=["white-tiger"]), enemy(damage=2, health=4), enemy(damage=2, immobilized=True)]
    t = table(at="turn", health=6, map=[HALL, WELL], enemies=[*foes, enemy(damage=3, place=1)], fate=["fear"] * 9)
    t.choose("command", DO_DECODE)
    assert t.p1.health == 3
    assert t.in_order("NC-STAT-010", "NC-TEST-019")
    for basic in (DO_ATTACK, DO_SUPPRESS):
        t = table(at="turn", health=6, enemies=foes[:2], fate=["fear"] * 9)
        t.choose("command", basic)
        if t.prompt not in ("turn", ""):
            t.choose(*t.options[0])
        assert t.p1.health == 6


@rule("NC-STAT-011")
def test_only_named_actions_provoke_and_each_by_itself(table: Table) -> None:
    t = table(health=6, enemies=[enemy(damage=2)])
    t.do("energy 2", "cool 1", "dice 1", source=("action", 0, -1))
    assert t.p1.health == 6
    t.do("test symbols=white-tiger", source=("encounter", 0, -1))
    assert t.p1.health == 6
    t = table(health=6, map=[HALL, WELL], enemies=[enemy(damage=1), enemy(damage=2, place=1)], fate=["fear"] * 6)
    t.do("move 1", "decode")
    t.choose("go", 1)
    assert t.p1.health == 3
    assert t.p1.place == 1


@rule("NC-STAT-011")
def test_overcome_and_acquire_provoke_playing_without_effect_does_not(table: Table) -> None:
    curse = event("curse", "energy -1", symbols=["white-tiger"])
    t = table(health=6, threat=[curse], enemies=[enemy(damage=1)], fate=["fear"] * 6)
    t.do("overcome")
    assert t.p1.health == 5
    t = table(at="turn", health=6, hand=["light-step"], enemies=[enemy(damage=1)])
    t.choose("play", "light-step", ADVANCED + 1)
    assert t.p1.health == 6


@rule("NC-STAT-012")
def test_attacks_come_weakest_first_and_a_defeat_ends_them(table: Table) -> None:
    leap = action("leap", "move 1", energy=1)
    foes = [enemy("strong", health=5, damage=1), enemy("weak", health=2, damage=1)]
    t = table(at="turn", health=1, energy=4, map=[HALL, WELL], hand=[leap], enemies=foes, p2={}, yin=[], yang=[])
    t.choose("play", leap, ADVANCED).answer("move", "go", 1)
    assert [entry.text.partition(" ")[0] for entry in t.told("NC-STAT-010")] == ["Weak"]
    assert t.p1.defeats == 1
    assert t.p1.place == 0
    assert t.p1.health == 6
    assert t.cards(t.p1.zone_a) == ["leap"]
    assert t.p1.energy == 3


@rule("NC-STAT-012")
def test_the_grandmaster_orders_attacks_of_equal_enemies(table: Table) -> None:
    pair = [enemy("ape", damage=1), enemy("bat", damage=2)]
    t = table(health=2, map=[HALL, WELL], grandmaster=2, enemies=pair, p2={"place": 1}).do("move 1").choose("go", 1)
    assert (t.prompt, t.seat) == ("opportunity", 2)
    t.choose("enemy", 2)
    assert [entry.args[0] for entry in t.told("NC-STAT-010")] == ["Bat #2"]
    assert (t.p1.defeats, t.p1.place) == (1, 0)


# -- damage and armor


@rule("NC-STAT-015")
def test_damage_adds_up_on_enemies_and_companions(table: Table) -> None:
    beast = equip("beast", kind="companion", health=6, beast=True)
    t = table(enemies=[enemy(health=9)], equipment=[beast])
    t.do("damage 3", "damage 1", "health -2 who=party")
    assert t.foe().damage == 4
    assert t.p1.equipment[0].damage == 2
    assert t.p1.health == 4  # a Delver has a track instead


@rule("NC-STAT-017")
def test_armor_break_is_for_companions(table: Table) -> None:
    beast = equip("beast", kind="companion", health=5, armor=2)
    for broken, taken in ((False, 1), (True, 3)):
        t = table(at="enemies", equipment=[beast], enemies=[enemy(damage=3)], health=6)
        t = table(equipment=[beast], enemies=[enemy(damage=3, armor=2)])
        if broken:
            t.do("armor_break")
            assert t.p1.equipment[0].armor_broken
        t.run("activation", 1)
        assert t.p1.equipment[0].damage == taken
    t = table(strength=3, enemies=[enemy(armor=2, health=5)], fate=["hit"] * 3)
    t.do("armor_break who=units-here", "attack")
    assert t.foe().damage == 1


@rule("NC-STAT-018")
def test_the_armor_of_a_companion_reduces_an_attack(table: Table) -> None:
    beast = equip("beast", kind="companion", health=5, armor=1)
    t = table(equipment=[beast], enemies=[enemy(damage=3)])
    t.run("activation", 1)
    assert t.p1.equipment[0].damage == 2
    assert t.p1.health == 6


@rule("NC-STAT-019")
@pytest.mark.parametrize(("armor", "pierce", "damage"), [(3, 2, 2), (1, 3, 3), (2, 0, 1)])
def test_pierce_takes_armor_off_but_not_below_zero(table: Table, armor: int, pierce: int, damage: int) -> None:
    t = table(strength=3, enemies=[enemy(armor=armor, health=9)], fate=["hit"] * 3)
    t.do(f"attack pierce={pierce}")
    assert t.foe().damage == damage


@rule("NC-STAT-020")
def test_armor_works_against_attacks_only_and_pierce_icons_add_up(table: Table) -> None:
    t = table(enemies=[enemy(armor=2, health=9)])
    t.do("damage 1")
    assert t.foe().damage == 1
    t = table(strength=3, enemies=[enemy(armor=2, health=9)], fate=["hit pierce1", "hit pierce1", "blank"])
    t.do("attack")
    assert t.foe().damage == 2
    drill = equip("drill", modifiers=[{"mod": "pierce", "n": 2}])
    t = table(strength=3, enemies=[enemy(armor=4, health=9)], fate=["hit pierce1", "hit", "hit"], equipment=[drill])
    t.do("attack pierce=1")  # of the card, the equipment and an icon: all add up
    assert t.foe().damage == 3


# -- Talismans


@rule("NC-STAT-021")
def test_a_used_talisman_can_be_placed_again(table: Table) -> None:
    t = table()
    t.do("talisman 1")
    assert t.place().talismans == 1
    t.do({"do": "use_talisman", "n": 1, "effects": ["redraw 1"]})
    assert t.place().talismans == 0
    assert t.p1.redraw == 1
    t.do("talisman 1")
    assert t.place().talismans == 1
    t.do({"do": "use_talisman", "n": 2, "effects": ["redraw 1"]})  # not without enough of them
    assert t.place().talismans == 1
    assert t.p1.redraw == 1


@rule("NC-STAT-022", "NC-STAT-023")
def test_the_limit_of_iron_abacus_binds_everybody(table: Table) -> None:
    t = table(delver="iron-abacus", map=[location("hall", talismans=2), location("well", x=1, talismans=1)], p2={})
    t.do("talisman 1", seat=2)
    assert t.place().talismans == 2
    assert t.told("NC-STAT-022")
    assert t.rules.talisman_limit(t.s) == 3
    assert t.rules.how_far(t.s, 2, t.effects("talisman 1"), ("action", 0, -1)) == 0
    t = table(map=[location("hall", talismans=9)])
    t.do("talisman 3")
    assert t.place().talismans == 10
