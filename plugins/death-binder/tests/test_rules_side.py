"""Sidequests: offered, taken, exchanged, counted and completed (SIDE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, quest, skill, token
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
BAG = quest("store_cards", 3, reward="xp 3")
WEAK = enemy("weak", health=1, damage=0)
WALL = enemy("wall", health=90, damage=0)


def in_zone(t: DbTable, seat: int = 1) -> list[str]:
    """The token in a player's Sidequest Zone."""
    held = t.state.players[seat - 1].quest
    return t.cards([held], "token") if held >= 0 else []


def supply(t: DbTable) -> list[str]:
    """The tokens in the supply."""
    return t.cards(t.state.supply, "token")


def offer(table: Table, **more: Any) -> DbTable:
    """The Sidequest of the token ``new`` (2 icons) is offered."""
    new = token("event", "rest", name="new", quest=quest("resolve_events", 2, reward="xp 1"))
    t = table(at="token-done", active=new, **more)
    assert t.prompt == "sidequest"
    return t


# -- the offer


@rule("DB-SIDE-001")
def test_the_token_is_turned_over_when_it_is_resolved(table: Table) -> None:
    t = table(at="icon", active=token("rest", "rest", name="new", quest=BAG))
    for _ in range(2):
        assert t.prompt == "rest"
        assert not t.can("accept")
        t.choose("done")
    assert (t.prompt, t.options) == ("sidequest", [("accept",), ("decline",)])
    t.choose("accept")
    assert in_zone(t) == ["new"]
    assert t.told("DB-SIDE-001")


@rule("DB-SIDE-002")
@pytest.mark.parametrize("held", [True, False])
def test_declining_costs_nothing(table: Table, held: bool) -> None:
    old = {"quest": token("event", name="old", quest=BAG), "progress": 2} if held else {}
    t = offer(table, blight=3, xp=4, **old)
    before = (in_zone(t), t.p1.progress, t.p1.xp, t.p1.health, len(t.p1.dd), len(t.state.removed))
    t.choose("decline")
    assert (in_zone(t), t.p1.progress, t.p1.xp, t.p1.health, len(t.p1.dd), len(t.state.removed)) == before
    assert (t.prompt, t.state.blight) == ("explore", 5)
    assert "new" in supply(t)


@rule("DB-SIDE-003")
def test_a_player_has_one_sidequest(table: Table) -> None:
    t = offer(table, quest=token("event", name="old", quest=BAG))
    t.choose("accept")
    assert in_zone(t) == ["new"]
    assert t.session.view(1)["players"][0]["sidequest"] == "new"


@rule("DB-SIDE-003")
def test_each_player_has_an_own_sidequest(table: Table) -> None:
    t = offer(table, quest=token("event", name="old", quest=BAG), p2={}, leader=1, last_leader=2)
    assert t.seat == 2
    t.choose("accept")
    assert (in_zone(t, 1), in_zone(t, 2)) == (["old"], ["new"])


@rule("DB-SIDE-004")
def test_no_exchange_without_an_offer(table: Table) -> None:
    old: dict[str, Any] = {"quest": BAG, "progress": 2}
    settings: dict[str, dict[str, Any]] = {
        "explore": {},
        "rest": {"at": "rest", "active": token("rest", "rest", quest=BAG)},
        "attack": {"row": [WALL]},
        "decision": {"event": event("decision")},
        "store": {"at": "store", "used": [BLOW], "row": [WALL]},
    }
    for prompt, setting in settings.items():
        t = table(**(old | setting))
        assert t.prompt == prompt
        assert not t.can("accept")
        assert not t.can("decline")
        with pytest.raises(IllegalChoice):
            t.choose("accept")


@rule("DB-SIDE-004")
@pytest.mark.parametrize("progress", [0, 2])
def test_an_exchange_is_always_possible_at_an_offer(table: Table, progress: int) -> None:
    t = offer(table, quest=token("event", name="old", quest=BAG), progress=progress)
    assert t.can("accept")
    t.choose("accept")
    assert (in_zone(t), t.p1.progress) == (["new"], 0)


@rule("DB-SIDE-005")
def test_the_old_sidequest_goes_to_the_supply(table: Table) -> None:
    t = offer(table, quest=token("event", name="old", quest=BAG), progress=2, xp=1)
    before = supply(t)
    t.choose("accept")
    assert sorted(supply(t)) == sorted([*before, "old"])
    assert (in_zone(t), t.p1.progress, t.p1.xp) == (["new"], 0, 1)
    t.rules.take_quest(t.state, t.p1, t.content.index["token"]["old"])
    assert (in_zone(t), t.p1.progress) == (["old"], 0)


@rule("DB-SIDE-008")
def test_a_token_with_two_adventure_sides_offers_nothing(table: Table) -> None:
    t = table(at="rest", active=token("event", "rest", name="two", back=["rest", "event"]), icon=2, blight=3)
    t.choose("done")
    assert (t.prompt, t.state.blight) == ("explore", 5)
    assert "two" in supply(t)
    assert in_zone(t) == []


# -- completing


@rule("DB-SIDE-006")
def test_a_completed_sidequest(table: Table) -> None:
    old = token("event", name="old", quest=BAG)
    t = table(at="store", row=[WALL], used=[BLOW, ...], quest=old, progress=2, store_cards=2, xp=1)
    before = supply(t)
    t.choose("store", BLOW)
    assert t.p1.xp == 1 + 3
    assert (in_zone(t), t.p1.progress) == ([], 0)
    assert sorted(supply(t)) == sorted([*before, "old"])
    assert t.told("DB-SIDE-006")
    t.choose(*t.options[0])
    assert len(t.told("DB-COMBAT-017")) == 2
    assert t.p1.xp == 1 + 3, "the reward is gained once"


@rule("DB-SIDE-006")
def test_a_completed_sidequest_is_shuffled_into_the_supply(table: Table) -> None:
    where = set()
    for seed in range(8):
        t = table(at="idle", quest=token("event", name="old", quest=BAG), seed=seed)
        t.rules.complete_quest(t.state, t.p1)
        where.add(supply(t).index("old"))
    assert len(where) > 1


@rule("DB-SIDE-006")
def test_a_sidequest_is_not_complete_before_its_goal(table: Table) -> None:
    t = table(at="store", row=[WALL], used=[BLOW], quest=BAG, progress=1, xp=1)
    t.choose("store", BLOW)
    assert (len(in_zone(t)), t.p1.progress, t.p1.xp) == (1, 2, 1)


# -- when it counts


@rule("DB-SIDE-007")
def test_what_happened_before_does_not_count(table: Table) -> None:
    hunt = token("encounter", name="hunt", quest=quest("defeat_enemies", 2, reward="xp 2"))
    other = enemy("other", health=1, damage=0)
    t = table(at="icon", active=hunt, blight=6, enemies=[WEAK, other, WALL], hand=[BLOW, action("chop", damage=99)])
    t.play(BLOW).play("chop").end()
    assert (t.prompt, t.state.enemies_defeated) == ("sidequest", 2)
    t.choose("accept")
    assert (in_zone(t), t.p1.progress, t.p1.xp) == (["hunt"], 0, 2)
    t.rules.defeat(t.state, t.rules.place_foe(t.state, t.state.enemies.pop()), 1)
    assert t.p1.progress == 1


@rule("DB-SIDE-007")
def test_the_reward_comes_at_once_even_in_combat(table: Table) -> None:
    hunt = quest("defeat_enemies", 1, reward="health 2")
    t = table(hand=[BLOW, ...], row=[WEAK, WALL], quest=hunt, health=3)
    t.play(BLOW)
    assert (t.prompt, t.foes) == ("attack", ["wall"])
    assert (t.p1.health, in_zone(t)) == (5, [])


@rule("DB-SIDE-007")
@pytest.mark.parametrize(("blight", "done"), [(8, False), (9, True), (12, True)])
def test_a_goal_that_is_a_state_is_checked_when_it_is_taken(table: Table, blight: int, done: bool) -> None:
    deep = token("event", name="deep", quest=quest("blight_at_least", 9, reward="blight -4"))
    t = table(at="token-done", active=deep, blight=blight)
    t.choose("accept")
    # at 8 the Blight of the token itself, which follows, reaches the goal
    assert t.state.blight == (blight - 4 + 1 if done else 9 - 4)
    assert in_zone(t) == []
    assert t.in_order(*(("DB-SIDE-006", "DB-ROUND-004") if done else ("DB-ROUND-004", "DB-SIDE-006")))
    assert "deep" in supply(t)


@rule("DB-SIDE-007")
def test_the_reward_cannot_be_put_off(table: Table) -> None:
    deep = quest("blight_at_least", 6, reward="xp 2")
    t = table(event=event("decision", left="blight 3"), quest=deep, blight=3, active=["event", "rest"])
    t.choose("left")
    assert (t.prompt, t.p1.xp, in_zone(t)) == ("rest", 2, [])


@rule("DB-SIDE-007")
def test_the_last_blow_in_a_boss_encounter_counts(table: Table) -> None:
    t = table(
        mode="descent", hand=[BLOW, ...], row=[boss(health=1, xp=0)], quest=quest("defeat_boss", 1, reward="xp 2")
    )
    t.play(BLOW)
    assert (t.p1.xp, in_zone(t)) == (2, [])


@rule("DB-SIDE-004")
def test_skills_can_be_used_before_the_answer(table: Table) -> None:
    t = offer(table, skills=[skill("rite", effects="blight -2")], blight=3)
    t.choose("skill", "rite")
    assert (t.prompt, t.state.blight) == ("sidequest", 1)
    t.choose("accept")
    assert in_zone(t) == ["new"]
