"""The goals and rewards of Sidequests (SIDE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, event_enemy, obstacle, quest, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
BLOW, CHOP = action("blow", damage=99), action("chop", damage=99)
PRAYER = action("prayer", damage=1, abilities="faith stun")
HYMN = action("hymn", damage=1, abilities="faith stun")
WEAK = enemy("weak", health=1, damage=0, retreat=0)
WALL = enemy("wall", health=90, damage=0)
pytestmark = rule("DB-SIDE-009")


def toward(goal: str, n: int = 9) -> dict[str, Any]:
    """A Sidequest with a goal that is not reached yet."""
    return {"quest": quest(goal, n, reward="xp 1")}


@pytest.mark.parametrize(
    "thing", [WEAK, event_enemy("bandit", health=1), boss("tyrant", health=1), enemy(level=4, health=1)]
)
def test_defeated_foes_count(table: Table, thing: Any) -> None:
    t = table(mode="descent", hand=[BLOW, ...], row=[thing], **toward("defeat_enemies"))
    t.play(BLOW)
    assert t.p1.progress == 1


def test_obstacles_do_not_count_as_defeated(table: Table) -> None:
    t = table(hand=[BLOW, ...], row=[obstacle(health=1)], **toward("defeat_enemies"))
    t.play(BLOW).end()
    assert t.told("DB-EVENT-018")
    assert t.p1.progress == 0


def test_foes_left_by_retreat_do_not_count(table: Table) -> None:
    t = table(row=[WEAK], **toward("defeat_enemies"))
    t.choose("retreat")
    assert t.p1.progress == 0


def test_in_coop_the_last_blow_counts_for_who_deals_it(table: Table) -> None:
    second = {"hand": [BLOW, ...], **toward("defeat_enemies")}
    t = table(row=[WEAK, WALL], seat=2, leader=2, p2=second, **toward("defeat_enemies"))
    t.play(BLOW)
    assert (t.p1.progress, t.p2.progress) == (0, 1)


@pytest.mark.parametrize("kind", ["decision", "discovery"])
def test_resolved_events_count(table: Table, kind: str) -> None:
    t = table(event=event(kind), **toward("resolve_events"))
    assert t.p1.progress == 0
    t.choose("left" if kind == "decision" else "blight")
    assert (t.prompt, t.p1.progress) == ("rest", 1)


def test_an_ambush_is_an_event_that_counts_when_it_is_over(table: Table) -> None:
    trap = event("ambush", solo=[event_enemy("bandit", health=1, damage=0)])
    t = table(event=trap, event_enemies=["bandit"], hand=[BLOW, ...], **toward("resolve_events"))
    assert (t.prompt, t.p1.progress) == ("attack", 0)
    t.play(BLOW).end()
    assert (t.prompt, t.p1.progress) == ("rest", 1)


def test_successful_tosses_bring_removed_cards_back(table: Table) -> None:
    saint = quest("win_faith_tosses", 2, reward="dd 3")
    t = table(
        hand=[PRAYER, HYMN, ...], row=[WALL], quest=saint, faith=[True, True], removed=["boathook", "cinder-lash", ...]
    )
    t.state.removed.set_cards(t.state.removed.cards()[:2] + t.p1.dd.draw(3))
    pile, cards = t.state.removed.cards(), len(t.p1.dd)
    t.play(PRAYER)
    assert (t.p1.progress, len(t.p1.dd)) == (1, cards)
    t.play(HYMN)
    assert (len(t.p1.dd), t.state.removed.cards(), t.p1.quest) == (cards + 3, pile[3:], -1)
    assert set(pile[:3]) <= set(t.p1.dd.cards())


@pytest.mark.parametrize(("faces", "won"), [([False, False], 0), ([False, True], 1), ([True, True], 2)])
def test_only_successful_tosses_count(table: Table, faces: list[bool], won: int) -> None:
    t = table(hand=[PRAYER, HYMN, ...], row=[WALL], faith=faces, **toward("win_faith_tosses"))
    t.play(PRAYER).play(HYMN)
    assert t.p1.progress == won


def test_tosses_for_own_events_and_skills_count(table: Table) -> None:
    t = table(event=event("discovery"), faith=[True], **toward("win_faith_tosses"))
    t.choose("toss")
    assert t.p1.progress == 1
    again = skill("again", effects="reroll")
    t = table(event=event("discovery"), faith=[False, True], skills=[again], **toward("win_faith_tosses"))
    t.choose("toss").choose("reroll", again)
    assert t.p1.progress == 1


def test_tosses_of_foes_and_of_others_do_not_count(table: Table) -> None:
    brute = enemy(health=90, damage=1, abilities="faith first_strike 1")
    t = table(at="enemies-turn", row=[brute], faith=[True], **toward("win_faith_tosses"))
    assert t.state.dice.scripted == 0
    assert t.p1.progress == 0
    t = table(event=event("discovery"), faith=[True], leader=2, p2={}, **toward("win_faith_tosses"))
    t.choose("toss")
    assert t.p1.progress == 0


def test_rests_count_for_each_who_rests(table: Table) -> None:
    t = table(at="rest", leader=2, p2=toward("resolve_rests"), **toward("resolve_rests"))
    t.choose("done")
    assert (t.p1.progress, t.p2.progress) == (0, 1)
    t.choose("done")
    assert (t.p1.progress, t.p2.progress) == (1, 1)


def test_a_downed_player_has_not_rested(table: Table) -> None:
    t = table(at="rest", p2=toward("resolve_rests") | {"downed": True, "health": 0})
    t.choose("done")
    assert t.p2.progress == 0


def test_every_stored_card_counts(table: Table) -> None:
    t = table(at="store", row=[WALL], used=[BLOW, CHOP, PRAYER], store_cards=2, **toward("store_cards"))
    t.choose("store", BLOW)
    assert t.p1.progress == 1
    t.choose("store", PRAYER)
    assert t.p1.progress == 2


def test_bought_cards_are_not_stored(table: Table) -> None:
    t = table(at="rest", xp=4, **toward("store_cards"))
    t.choose("buy")
    assert t.p1.progress == 0


@pytest.mark.parametrize(("damage", "unhurt"), [(0, 1), (1, 1), (3, 0)])
def test_an_encounter_without_health_loss(table: Table, damage: int, unhurt: int) -> None:
    brute = enemy("brute", health=2, damage=damage)
    t = table(
        at="icon", active=["encounter", "rest"], enemies=[brute], defense=0, starting_defense=1, health=6,
        hand=[action("jab", damage=1), BLOW, ...], **toward("encounter_without_health_loss"),
    )  # fmt: skip
    t.play("jab").end()
    assert (t.state.round, t.p1.progress) == (2, 0)
    t.play(BLOW).end()
    assert (t.prompt, t.p1.progress) == ("rest", unhurt)


def test_health_lost_in_an_earlier_encounter_is_forgotten(table: Table) -> None:
    t = table(
        at="icon", active=["encounter", "rest"], enemies=[WEAK], unhurt=False, health=3, hand=[BLOW, ...],
        **toward("encounter_without_health_loss"),
    )  # fmt: skip
    t.play(BLOW).end()
    assert t.p1.progress == 1


def test_upgrades_count(table: Table) -> None:
    t = table(at="rest", xp=9, health=3, **toward("upgrade_traits"))
    t.choose("heal")
    assert t.p1.progress == 0
    t.choose("upgrade", "store_cards").choose("upgrade", "spell_tier")
    assert t.p1.progress == 2


def test_a_boss_encounter_counts_once(table: Table) -> None:
    pair = [boss("elder", health=1, damage=0), boss("younger", health=1, partner="elder")]
    t = table(mode="descent", hand=[BLOW, CHOP, ...], row=pair, **toward("defeat_boss"))
    t.play(BLOW, 0)
    assert (t.foes, t.p1.progress) == (["younger"], 0)
    t.play(CHOP, 0)
    assert t.p1.progress == 1


def test_the_boss_counts_for_the_player_of_the_last_blow(table: Table) -> None:
    second = {"hand": [BLOW, ...], **toward("defeat_boss")}
    t = table(mode="descent", row=[boss(health=1)], seat=2, leader=2, p2=second, **toward("defeat_boss"))
    t.play(BLOW)
    assert (t.p1.progress, t.p2.progress) == (0, 1)


def test_blight_of_the_goal_is_reached_by_any_gain(table: Table) -> None:
    deep = quest("blight_at_least", 7, reward="xp 2")
    t = table(at="enemies-turn", row=[enemy(health=90, damage=0, abilities="blight 2")], quest=deep, blight=4)
    assert (t.state.blight, t.p1.xp) == (6, 0)
    t = table(at="enemies-turn", row=[enemy(health=90, damage=0, abilities="blight 3")], quest=deep, blight=4)
    assert (t.state.blight, t.p1.xp, t.p1.quest) == (7, 2, -1)


# -- rewards


def rewarded(table: Table, reward: str, **more: Any) -> DbTable:
    """A Rest is over that completes a Sidequest with a reward."""
    t = table(at="rest", active=["rest", "rest"], quest=quest("resolve_rests", 1, reward=reward), **more)
    t.choose("done")
    assert t.told("DB-SIDE-006")
    return t


def test_reward_xp(table: Table) -> None:
    assert rewarded(table, "xp 4", xp=3).p1.xp == 7


@pytest.mark.parametrize(("health", "after"), [(2, 4), (5, 6), (6, 6)])
def test_reward_heal(table: Table, health: int, after: int) -> None:
    assert rewarded(table, "heal 2", health=health).p1.health == after


@pytest.mark.parametrize(("removed", "back"), [(5, 3), (2, 2), (0, 0)])
def test_reward_dd(table: Table, removed: int, back: int) -> None:
    t = rewarded(table, "dd 3", dd=10, removed=removed)
    assert (len(t.p1.dd), len(t.state.removed)) == (10 + back, removed - back)


@pytest.mark.parametrize(("blight", "after"), [(7, 3), (2, 0)])
def test_reward_blight(table: Table, blight: int, after: int) -> None:
    assert rewarded(table, "blight -4", blight=blight).state.blight == after


def test_reward_skill(table: Table) -> None:
    t = rewarded(table, "skill 1", skill_deck=[skill("trick", effects="heal 1"), ...])
    assert t.cards(t.p1.skills, "skill") == ["trick"]


@pytest.mark.parametrize(("hand", "pile"), [(5, "hand"), (6, "sac")])
def test_reward_special(table: Table, hand: int, pile: str) -> None:
    t = rewarded(table, "special 1", hand=hand)
    assert len(t.state.specials) == 7
    assert [len(t.p1.hand), len(t.p1.sac)] == ([6, 0] if pile == "hand" else [6, 1])
    (card,) = set(t.content.specials) - set(t.state.specials.cards())
    assert card in getattr(t.p1, pile)


def test_the_sidequests_of_the_game_use_each_goal_and_reward(table: Table) -> None:
    t = table(at="new")
    quests = [card.quest for card in t.content.tokens if card.quest is not None]
    assert {found.goal for found in quests} == set(range(9))
    assert all(found.n >= 1 and len(found.reward) == 1 for found in quests)
