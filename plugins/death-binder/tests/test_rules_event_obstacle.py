"""Obstacles: their health, the one Combat turn against them, and how it is judged (EVENT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import Made, action, enemy, obstacle, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
ONE, TWO, THREE, FOUR, FIVE = HITS = [action(f"hit-{n}", damage=n) for n in range(1, 6)]
BLOW = action("blow", damage=99)
BOLT = action("bolt", type="spell", damage=2)
FEINT = action("feint", damage=0)


def faced(table: Table, wall: Made, **keywords: Any) -> DbTable:
    """An Obstacle that has just been drawn while level 1 lies on top of the Enemy deck."""
    return table(**{"event": wall, "enemies": [enemy(level=1)], "hand": [*HITS, BOLT], **keywords})


@rule("DB-EVENT-014")
def test_an_obstacle_is_attacked_like_an_enemy(table: Table) -> None:
    t = faced(table, obstacle(health=9, spell_vulnerability=2, melee_vulnerability=1))
    t.play(BOLT)
    assert t.row[0].wounds == 4
    t.play(ONE)
    assert t.row[0].wounds == 5


@rule("DB-EVENT-014")
def test_a_skill_harms_an_obstacle(table: Table) -> None:
    lantern = skill(effects="damage_spell 2")
    t = faced(table, obstacle(health=9, spell_vulnerability=2), skills=[lantern])
    t.choose("skill", lantern, 0)
    assert t.row[0].wounds == 4


@rule("DB-EVENT-015")
@pytest.mark.parametrize(("level", "health"), [(1, 3), (2, 5), (3, 7), (4, 9)])
def test_an_obstacle_grows_with_the_enemy_level(table: Table, level: int, health: int) -> None:
    t = faced(table, obstacle(health=3), enemies=[enemy(level=level), enemy(level=1)])
    assert t.row[0].health == health
    assert t.session.view(1)["row"][0]["health"] == health


@rule("DB-EVENT-016")
def test_the_enemy_level_is_that_of_the_top_card(table: Table) -> None:
    rat, ghoul = enemy("rat", level=1, health=1), enemy("ghoul", level=2)
    t = table(
        at="icon", active=["encounter", "event"], enemies=[rat, ghoul], events=[obstacle("wall", health=3)],
        hand=[BLOW, ...],
    )  # fmt: skip
    assert (t.foes, t.session.view(1)["enemy_level"]) == (["rat"], 2)
    t.play(BLOW).end()
    assert (t.foes, t.row[0].health) == (["wall-itself"], 5)


@rule("DB-EVENT-017")
def test_there_is_one_turn_against_an_obstacle(table: Table) -> None:
    wall = obstacle("wall", health=4, penalty="xp 1")
    t = faced(table, wall, hand=[FEINT, *HITS], dd=9)
    t.play(FEINT)
    assert t.row[0].wounds == 0
    t.end()
    assert (t.prompt, t.row, t.p1.xp) == ("rest", [], 1)
    assert t.cards(t.state.event_discard, "event") == ["wall"]
    assert len(t.told("DB-COMBAT-018")) == 1
    assert len(t.p1.dd) == 9, "no second round was begun"


@rule("DB-EVENT-017")
def test_the_other_player_has_no_turn_against_an_obstacle(table: Table) -> None:
    t = faced(table, obstacle("wall", health=9), leader=2, p2={"hand": [ONE, FEINT]}, hand=[TWO], dd=9)
    assert (t.prompt, t.seat, len(t.p1.hand)) == ("attack", 2, 1)
    t.play(ONE).end()
    assert (t.prompt, t.row) == ("rest", [])


@rule("DB-EVENT-018")
@pytest.mark.parametrize("hit", [FOUR, FIVE])
def test_an_obstacle_that_falls_brings_its_reward(table: Table, hit: Made) -> None:
    t = faced(table, obstacle("wall", health=4, reward="xp 2", penalty="dd -1"), xp=1, dd=9)
    t.play(hit).end()
    assert (t.p1.xp, len(t.p1.dd)) == (3, 9)
    assert t.cards(t.state.event_discard, "event") == ["wall"]
    assert t.told("DB-EVENT-018")
    assert not t.told("DB-EVENT-019")


@rule("DB-EVENT-018")
def test_damage_of_several_cards_adds_up(table: Table) -> None:
    t = faced(table, obstacle(health=4, reward="xp 2", penalty="dd -1"), dd=9, max_attacks=2)
    t.play(THREE).play(ONE).end()
    assert (t.p1.xp, len(t.p1.dd)) == (2, 9)


@rule("DB-EVENT-019")
def test_an_obstacle_that_stands_brings_its_penalty(table: Table) -> None:
    t = faced(table, obstacle("wall", health=4, reward="xp 2", penalty="dd -1"), xp=1, dd=9)
    t.play(THREE)
    assert (len(t.p1.dd), t.row[0].wounds) == (9, 3)
    t.end()
    assert (t.p1.xp, len(t.p1.dd)) == (1, 8)
    assert t.cards(t.state.event_discard, "event") == ["wall"]
    assert t.told("DB-EVENT-019")
    assert not t.told("DB-EVENT-018")


@rule("DB-EVENT-020")
def test_an_obstacle_does_not_attack(table: Table) -> None:
    # Whatever a card might print: an Obstacle has no Enemy turn.
    angry = obstacle(health=9, damage=4, abilities=["first_strike 2", "blinded 1", "guard 3"])
    t = faced(table, angry, health=5, defense=0, starting_defense=0)
    t.play(ONE).end()
    assert (t.p1.health, t.p1.defense, t.prompt) == (5, 0, "rest")
    assert not [t.told(name) for name in ("DB-COMBAT-022", "DB-GLOSS-006", "DB-BLIND-002") if t.told(name)]


@rule("DB-EVENT-020")
def test_there_is_no_retreat_from_an_obstacle(table: Table) -> None:
    t = faced(table, obstacle(health=9, retreat=1), dd=9, max_attacks=2)
    for card in (ONE, TWO):
        assert not t.can("retreat")
        refused = t.refused("retreat")
        assert refused is not None
        assert refused.rule == "DB-EVENT-020"
        t.play(card)
    assert t.prompt == "store", "with all attacks used there is nothing left to do"


def test_a_retreat_that_cannot_be_has_no_price(table: Table) -> None:
    t = faced(table, obstacle(health=9))
    refused = [t.rules.label(t.state, 1, row.option) for row in t.session.refused() if row.rule == "DB-EVENT-020"]
    assert refused == ["Retreat"]


@rule("DB-EVENT-020")
def test_an_obstacle_gives_no_xp_besides_its_reward(table: Table) -> None:
    t = faced(table, obstacle(health=1, xp=5, reward="xp 2"))
    t.play(ONE)
    assert t.p1.xp == 0
    t.end()
    assert t.p1.xp == 2


@rule("DB-EVENT-020")
def test_an_obstacle_gets_no_behaviour_card(table: Table) -> None:
    t = faced(table, obstacle(health=9), p2={})
    assert (t.row[0].behaviour, len(t.state.behaviours)) == (-1, 8)
    assert not t.told("DB-BEHAV-002")
    assert t.session.view(1)["row"][0]["target"] is None
    shown = next(panel for panel in t.rules.panels(t.state, 1) if panel.title == "Combat")
    assert "attacks" not in str(shown.rows)


@rule("DB-EVENT-021")
def test_the_hand_is_refilled_before_the_first_attack(table: Table) -> None:
    t = faced(table, obstacle(health=9), hand=3, dd=9)
    assert (t.prompt, len(t.p1.hand), len(t.p1.dd)) == ("attack", 6, 6)


@rule("DB-EVENT-021")
def test_who_cannot_refill_the_hand_against_an_obstacle_loses(table: Table) -> None:
    t = faced(table, obstacle(health=9), hand=3, dd=2, sac=0)
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert t.told("DB-SOLO-003")


@rule("DB-EVENT-021")
def test_defense_is_set_before_and_after_an_obstacle(table: Table) -> None:
    brace = action(damage=0, abilities="defense 3")
    t = faced(table, obstacle(health=9), hand=[brace, *HITS], defense=7, starting_defense=1)
    assert t.p1.defense == 1
    t.play(brace)
    assert t.p1.defense == 4
    t.end()
    assert t.p1.defense == 1


@rule("DB-EVENT-021")
def test_one_card_to_max_attacks_cards_are_played(table: Table) -> None:
    t = faced(table, obstacle(health=99), max_attacks=2)
    assert not t.can("end")
    t.play(ONE)
    assert t.can("end")
    t.play(TWO)
    assert not t.can("play", ..., 0)


@rule("DB-EVENT-021")
def test_used_cards_are_stored_or_removed_before_the_result_is_judged(table: Table) -> None:
    t = faced(table, obstacle(health=5, reward="xp 2"), hand=HITS, max_attacks=3, store_cards=1)
    t.play(ONE).play(FOUR)
    assert (t.prompt, t.row, t.p1.xp) == ("store", [], 0), "it falls, and the turn ends early"
    t.choose("store", ONE)
    assert (t.prompt, t.p1.xp) == ("rest", 2)
    assert (t.cards(t.p1.sac), t.cards(t.state.removed)) == (["hit-1"], ["hit-4"])
    assert t.in_order(*(f"DB-COMBAT-{n:03}" for n in (1, 3, 9, 17, 18)), "DB-EVENT-018")


@rule("DB-EVENT-022")
def test_the_enemy_level_of_an_empty_deck_is_four(table: Table) -> None:
    t = faced(table, obstacle(health=2), enemies=[])
    assert t.row[0].health == 8
    assert t.session.view(1)["enemy_level"] == 4
