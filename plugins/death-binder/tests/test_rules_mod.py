"""The six Descent Modifiers (MOD)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from db_cards import action, boss, enemy, event, event_enemy, obstacle
from db_march import march, steps
from db_table import DbTable

from undercroft import Session
from undercroft.testing import rule
from undercroft_death_binder.options import MODIFIERS, Options

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW = action("blow", damage=99)
WALL = enemy("wall", health=90, damage=0, retreat=1)
NAMES = {
    "heavy-air": "Heavy Air",
    "creeping-rot": "Creeping Rot",
    "hardened-foes": "Hardened Foes",
    "no-way-out": "No Way Out",
    "fading-light": "Fading Light",
    "tainted-ground": "Tainted Ground",
}


def party(t: DbTable) -> dict[str, Any]:
    """The rows of the party's panel."""
    return dict(next(panel.rows for panel in t.rules.panels(t.state, 1) if panel.title == "Party"))


# -- the option


@rule("DB-MOD-001")
def test_one_modifier_is_drawn_at_random() -> None:
    drawn = [Session("death-binder", {"modifier": "random"}, seed=seed).view(1)["modifier"] for seed in range(40)]
    assert set(drawn) == set(MODIFIERS)
    again = [Session("death-binder", {"modifier": "random"}, seed=seed).view(1)["modifier"] for seed in range(9)]
    assert again == drawn[:9]


@rule("DB-MOD-001", "DB-MOD-002")
def test_without_the_option_there_is_none(table: Table) -> None:
    t = table(at="new")
    assert t.rules.view(t.state, 1)["modifier"] == "none"
    assert "modifier" not in party(t)


@rule("DB-MOD-001")
@pytest.mark.parametrize("modifier", MODIFIERS)
def test_the_modifier_lies_open(table: Table, modifier: str) -> None:
    t = table(at="new", modifier=modifier)
    assert t.rules.view(t.state, 1)["modifier"] == modifier
    assert party(t)["modifier"].startswith(f"{NAMES[modifier]}: ")


@rule("DB-MOD-001")
def test_it_applies_for_the_entire_game() -> None:
    t = march(mode="descent", modifier="tainted-ground")
    begun: dict[int, int] = {}
    for now in steps(t):
        begun.setdefault(now.state.descent, now.state.blight)
        assert now.rules.view(now.state, 1)["modifier"] == "tainted-ground"
    assert begun == {1: 3, 2: 3, 3: 3, 4: 3}


@rule("DB-MOD-001", "DB-MOD-002")
def test_the_modifier_is_off_by_default() -> None:
    default = {a.name: a.default for a in attrs.fields(Options)}["modifier"]
    assert default == "none"
    session = Session("death-binder", {}, seed=1)
    assert session.view(1)["modifier"] == "none"
    assert session.state.blight == 0


# -- Heavy Air


@rule("DB-MOD-003")
@pytest.mark.parametrize(("modifier", "attacks"), [("none", 3), ("heavy-air", 2)])
def test_heavy_air_takes_one_attack(table: Table, modifier: str, attacks: int) -> None:
    t = table(modifier=modifier, hand=HAND, row=[WALL], max_attacks=3)
    for card in HAND[:attacks]:
        t.play(card)
    assert not t.can("play", ..., 0)
    assert t.can("end")
    refused = t.refused("play", F, 0)
    assert refused is not None
    assert refused.rule == "DB-COMBAT-005"


@rule("DB-MOD-003")
def test_heavy_air_leaves_one_attack(table: Table) -> None:
    t = table(modifier="heavy-air", hand=HAND, row=[WALL], max_attacks=1).play(A)
    assert not t.can("play", ..., 0)


@rule("DB-MOD-003")
def test_heavy_air_weighs_on_both_players(table: Table) -> None:
    t = table(modifier="heavy-air", row=[WALL], p1={"hand": HAND[:3]}, p2={"hand": HAND[3:], "max_attacks": 3})
    assert not t.play(A).can("play", ..., 0)
    t.end()
    assert t.play(D).can("play", ..., 0)
    assert not t.play(E).can("play", ..., 0)


# -- Creeping Rot


@rule("DB-MOD-004")
@pytest.mark.parametrize(("modifier", "blight"), [("none", 5), ("creeping-rot", 6)])
def test_creeping_rot_adds_one_for_a_resolved_token(table: Table, modifier: str, blight: int) -> None:
    t = table(at="token-done", active=["rest", "event", "rest"], modifier=modifier, blight=2)
    assert (t.prompt, t.state.blight) == ("explore", blight)


@rule("DB-MOD-004")
@pytest.mark.parametrize(("modifier", "blight"), [("none", 5), ("creeping-rot", 6)])
def test_creeping_rot_adds_one_for_an_abandoned_token(table: Table, modifier: str, blight: int) -> None:
    fall = event("cave_in", places=["B3"])
    t = table(event=fall, position="B3", active=["event", "rest", "rest"], blight=4, modifier=modifier)
    assert (t.prompt, t.state.blight) == ("cave-in", 4)
    assert t.choose(*t.options[0]).state.blight == blight


@rule("DB-MOD-004")
def test_creeping_rot_leaves_other_blight_alone(table: Table) -> None:
    t = table(event=event("decision", left="blight 2"), modifier="creeping-rot", blight=1).choose("left")
    assert t.state.blight == 3


# -- Hardened Foes


@rule("DB-MOD-005")
@pytest.mark.parametrize("thing", [enemy(health=5), event_enemy(health=5)])
def test_hardened_foes_have_one_more_health(table: Table, thing: Any) -> None:
    five, one = action(damage=5), action(damage=1)
    t = table(modifier="hardened-foes", row=[thing], hand=[five, one, A]).play(five)
    assert (t.row[0].wounds, t.row[0].health) == (5, 6)
    assert t.play(one).row == []


@rule("DB-MOD-005")
def test_hardened_foes_from_every_deck(table: Table) -> None:
    for modifier, more in (("none", 0), ("hardened-foes", 1)):
        plain = enemy(health=5)
        assert table(at="encounter", enemies=[plain, ...], modifier=modifier).row[0].health == 5 + more
        wolf = event_enemy(health=5, corrupted={"health": 8})
        ambush = event("ambush", solo=[wolf])
        for blight, health in ((0, 5), (11, 8)):
            t = table(event=ambush, event_enemies=[wolf], blight=blight, modifier=modifier)
            assert t.row[0].health == health + more


@rule("DB-MOD-005")
def test_bosses_and_obstacles_are_not_hardened(table: Table) -> None:
    t = table(at="boss", bosses=[boss(health=16)], modifier="hardened-foes")
    assert t.row[0].health == 16
    t = table(event=obstacle(health=4), enemies=[enemy(level=1)], modifier="hardened-foes")
    assert t.row[0].health == 4


# -- No Way Out


@rule("DB-MOD-006")
@pytest.mark.parametrize(("modifier", "paid"), [("none", 2), ("no-way-out", 4)])
def test_no_way_out_raises_each_retreat_cost(table: Table, modifier: str, paid: int) -> None:
    t = table(row=[enemy(retreat=1), enemy(retreat=1)], dd=9, modifier=modifier).choose("retreat")
    assert (t.prompt, len(t.p1.dd), len(t.state.removed)) == ("rest", 9 - paid, paid)


@rule("DB-MOD-006")
def test_no_way_out_can_make_retreat_too_dear(table: Table) -> None:
    row = [enemy(retreat=1), enemy(retreat=0)]
    assert table(row=row, dd=2, modifier="none").can("retreat")
    assert not table(row=row, dd=2, modifier="no-way-out").can("retreat")


@rule("DB-MOD-006")
def test_no_way_out_makes_no_retreat_icon(table: Table) -> None:
    assert not table(row=[enemy(retreat=None)], modifier="no-way-out").can("retreat")


@rule("DB-MOD-006")
@pytest.mark.parametrize(("trait", "defense"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_no_way_out_lowers_starting_defense(table: Table, trait: int, defense: int) -> None:
    t = table(at="combat-start", row=[WALL], starting_defense=trait, defense=9, modifier="no-way-out")
    assert t.p1.defense == defense


@rule("DB-MOD-006")
def test_no_way_out_lowers_defense_after_combat_and_at_the_beginning(table: Table) -> None:
    ends = table(row=[enemy()], hand=[BLOW, A], starting_defense=2, modifier="no-way-out").play(BLOW).end()
    assert (ends.prompt, ends.p1.defense) == ("rest", 1)
    new = table(at="new", players=2, modifier="no-way-out")
    assert [p.defense for p in new.state.players] == [1, 0]


# -- Fading Light


@rule("DB-MOD-007")
@pytest.mark.parametrize(("modifier", "left", "again"), [("none", 8, True), ("fading-light", 7, False)])
def test_fading_light_makes_heal_dear_and_rare(table: Table, modifier: str, left: int, again: bool) -> None:
    t = table(at="rest", health=3, dd=10, modifier=modifier).choose("heal")
    assert (len(t.p1.dd), t.p1.health, t.can("heal")) == (left, 4, again)
    if not again:
        refused = t.refused("heal")
        assert refused is not None
        assert refused.rule == "DB-MOD-007"


@rule("DB-MOD-007")
def test_fading_light_needs_three_cards(table: Table) -> None:
    assert table(at="rest", health=3, dd=2, modifier="none").can("heal")
    assert not table(at="rest", health=3, dd=2, modifier="fading-light").can("heal")


@rule("DB-MOD-007")
def test_fading_light_allows_a_heal_for_each_player_and_rest(table: Table) -> None:
    hurt = {"health": 1, "dd": 20}
    t = table(at="rest", active=["rest", "rest"], icon=1, modifier="fading-light", p1=hurt, p2=hurt)
    for seat in (1, 2, 2, 1):
        assert t.seat == seat
        t.choose("heal")
        assert not t.can("heal")
        t.choose("done")
    assert [p.health for p in t.state.players] == [3, 3]


# -- Tainted Ground


@rule("DB-MOD-008")
@pytest.mark.parametrize("setup", [{}, {"players": 2}, {"level": 2}])
@pytest.mark.parametrize(("modifier", "blight"), [("none", 0), ("tainted-ground", 3)])
def test_tainted_ground_begins_with_blight(table: Table, modifier: str, blight: int, setup: dict[str, int]) -> None:
    assert table(at="new", modifier=modifier, **setup).state.blight == blight


@rule("DB-MOD-008")
@pytest.mark.parametrize(("modifier", "blight"), [("none", 0), ("tainted-ground", 3)])
@pytest.mark.parametrize("before", [1, 14])
def test_tainted_ground_after_a_boss(table: Table, modifier: str, blight: int, before: int) -> None:
    t = table(mode="descent", row=["orsenne"], hand=[BLOW, A], blight=before, modifier=modifier).play(BLOW).end()
    assert (t.prompt, t.state.descent, t.state.blight) == ("explore", 2, blight)
