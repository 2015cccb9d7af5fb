"""How a solo game is won and lost (SOLO)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, enemy, event, obstacle
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=0) for name in "abcdef"]
BLOW = action("blow", damage=99)
STONE = enemy("stone", health=99, damage=0)


def lost(t: DbTable, rule_id: str) -> bool:
    """Whether the game is lost under a rule, and under no other."""
    ends = [entry for entry in t.log if entry.message.startswith("The game ends")]
    return t.outcome is not None and t.outcome.result == "loss" and [entry.rule for entry in ends] == [rule_id]


# -- winning


@rule("DB-SOLO-001")
@pytest.mark.parametrize(("mode", "beaten"), [("quick-descent", 0), ("descent", 3)])
def test_the_solo_player_wins_with_the_objective(table: Table, mode: str, beaten: int) -> None:
    row = [boss(health=1, level=beaten + 1)]
    t = table(mode=mode, bosses_beaten=beaten, row=row, hand=[BLOW, *HAND[:5]], health=1, defense=0)
    offered = t.options
    t.play(BLOW)
    assert t.outcome is not None
    assert t.outcome.result == "win"
    assert (t.prompt, t.options, t.p1.health, t.state.stack) == ("", [], 1, [])
    for option in [*offered, ("done",), ("go", 0)]:
        with pytest.raises(IllegalChoice):
            t.session.choose(option)


@rule("DB-SOLO-001")
def test_a_defeated_enemy_is_no_victory(table: Table) -> None:
    t = table(row=[enemy(health=1, xp=9)], hand=[BLOW, *HAND[:5]])
    t.play(BLOW).end()
    assert t.outcome is None


# -- health


@rule("DB-SOLO-002")
def test_the_game_is_lost_at_once_when_health_is_gone(table: Table) -> None:
    row = [enemy("first", damage=1), enemy("second", damage=1)]
    t = table(at="enemies-turn", row=row, health=1, defense=0)
    assert lost(t, "DB-SOLO-002")
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["first"]
    assert (t.p1.health, t.options) == (0, [])


@rule("DB-SOLO-002")
@pytest.mark.parametrize(("health", "defense"), [(2, 0), (1, 1)])
def test_who_has_health_left_goes_on(table: Table, health: int, defense: int) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1)], health=health, defense=defense)
    assert (t.outcome, t.p1.health, t.prompt) == (None, 1, "attack")


@rule("DB-SOLO-002")
def test_health_lost_by_an_event_counts_too(table: Table) -> None:
    t = table(event=event("decision", left=["health -2", "heal 2", "xp 1"]), health=2, defense=9)
    t.choose("left")
    assert lost(t, "DB-SOLO-002")
    assert (t.p1.health, t.p1.xp) == (0, 0), "what comes after it does not happen"


# -- cards


@rule("DB-SOLO-003")
def test_the_game_is_lost_when_the_hand_cannot_be_refilled(table: Table) -> None:
    t = table(at="round", row=[STONE], hand=[A, B, C], dd=[D], sac=[E])
    assert lost(t, "DB-SOLO-003")
    assert (len(t.p1.hand), len(t.p1.dd), t.p1.sac) == (5, 0, [])
    assert set(t.cards(t.p1.hand)) == {card.id for card in (A, B, C, D, E)}


@rule("DB-SOLO-003")
def test_stored_cards_can_fill_the_hand(table: Table) -> None:
    t = table(at="round", row=[STONE], hand=[A, B, C], dd=[D], sac=[E, F])
    assert (t.outcome, t.prompt) == (None, "attack")
    assert (len(t.p1.hand), len(t.p1.dd), t.p1.sac) == (6, 0, [])


@rule("DB-SOLO-003")
def test_five_cards_are_not_enough(table: Table) -> None:
    t = table(at="round", row=[STONE], hand=[A, B, C, D, E], dd=[], sac=[])
    assert lost(t, "DB-SOLO-003")


@rule("DB-SOLO-003")
def test_the_next_round_asks_for_a_full_hand_again(table: Table) -> None:
    t = table(row=[STONE], hand=HAND, dd=[])
    t.play(A).end()
    assert lost(t, "DB-SOLO-003")


@rule("DB-SOLO-003", "DB-SOLO-004")
def test_an_obstacle_asks_for_a_full_hand(table: Table) -> None:
    wall = obstacle(health=9)
    assert lost(table(event=wall, hand=HAND[:5], dd=[]), "DB-SOLO-003")
    t = table(event=wall, hand=HAND[:5], dd=[F])
    assert (t.outcome, t.prompt, len(t.p1.hand)) == (None, "attack", 6)


@rule("DB-SOLO-004")
def test_empty_piles_alone_are_no_loss(table: Table) -> None:
    t = table(at="round", row=[STONE], hand=HAND, dd=[], sac=[])
    assert (t.outcome, t.prompt, len(t.p1.hand)) == (None, "attack", 6)


@rule("DB-SOLO-004")
def test_a_last_card_that_is_removed_is_no_loss_yet(table: Table) -> None:
    icons = ["event", "rest", "encounter"]
    t = table(event=event("decision", left="dd -3"), active=icons, hand=HAND[:4], dd=[E, F], enemies=[STONE])
    t.choose("left")
    assert (t.outcome, t.prompt, len(t.p1.dd)) == (None, "rest", 0)
    t.choose("done")
    assert lost(t, "DB-SOLO-003"), "the Encounter begins with a refill"


@rule("DB-SOLO-004")
def test_the_end_of_a_combat_does_not_ask_for_cards(table: Table) -> None:
    t = table(row=[enemy(health=1)], hand=[BLOW], dd=[], sac=[])
    t.play(BLOW).end()
    assert (t.outcome, t.prompt, t.p1.hand) == (None, "rest", [])
    t.choose("done")
    assert (t.outcome, t.prompt) == (None, "explore")


@rule("DB-SOLO-004")
def test_drawing_by_a_card_is_no_refill(table: Table) -> None:
    look = action("look", damage=0, abilities="draw 2")
    t = table(row=[STONE], hand=[look, A], dd=[], sac=[])
    t.play(look)
    assert (t.outcome, t.prompt, t.cards(t.p1.hand)) == (None, "attack", ["card-a"])
