"""Bosses of the Campaign: those that a Scenario demands, and an end point without any (SCEN, BOSS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, quest, token
from db_story import scenario
from db_table import DbTable

from undercroft import call
from undercroft.testing import rule
from undercroft_death_binder.state import BOSS_FIGHT, NO_FIGHT

Table = Callable[..., DbTable]
BLOWS = [action(f"blow-{n}", damage=99) for n in range(6)]
DEMAND = scenario("scenario_boss")
STORY = {5: scenario("resolve_rests", 1), 6: DEMAND}
PAIR = {"varmas", "colmund"}
SECOND = {"orsenne"}


def number(t: DbTable) -> int:
    """The number of the active Scenario."""
    found: int = t.content.scenarios[t.state.tale.scenario].number
    return found


def beat(t: DbTable) -> DbTable:
    """Strike until the Boss encounter is over."""
    while t.state.fight == BOSS_FIGHT and t.outcome is None:
        plays = [option for option in t.options if option[0] == "play" and len(option) == 3]
        t.session.choose(plays[0] if t.prompt == "attack" else ("done",))
    return t


def at_rest(table: Table, *icons: str, **more: Any) -> DbTable:
    """A Rest is being held; other icons of the token follow."""
    strong = {"hand": BLOWS, "max_health": 30, "max_attacks": 9}
    given: dict[str, Any] = {"story": STORY, "number": 5, "position": "B2", "blight": 4, **strong}
    return table(**given | {"at": "rest", "active": token("rest", *icons)} | more)


@rule("DB-SCEN-009", "DB-BOSS-003")
def test_the_boss_is_fought_when_the_token_is_resolved(table: Table) -> None:
    t = at_rest(table, "rest").choose("done")
    assert (t.prompt, number(t), t.state.fight) == ("rest", 6, NO_FIGHT), "the token comes first"
    tokens, caved = list(t.state.tokens), list(t.state.caved)
    t.choose("done")
    assert (t.prompt, set(t.foes), t.state.fight) == ("attack", PAIR, BOSS_FIGHT)
    assert t.state.blight == 6, "after the Blight of the token"
    assert t.told("DB-SCEN-009")
    beat(t)
    assert (t.prompt, number(t)) == ("explore", 7)
    assert (t.state.tokens, t.state.caved) == (tokens, caved), "the map stays"
    assert (t.state.blight, t.state.descent, t.state.bosses_beaten) == (6, 1, 1)
    assert t.ids.name("place", t.state.position) == "B2"
    assert t.offered == ["A2", "C2", "B3"]


@rule("DB-SCEN-009", "DB-BOSS-017")
def test_at_the_next_end_point_the_next_boss_appears(table: Table) -> None:
    t = beat(at_rest(table).choose("done"))
    assert (t.prompt, t.state.bosses_beaten) == ("explore", 1)
    later = at_rest(table, position="BOSS", number=7, bosses_beaten=t.state.bosses_beaten).choose("done")
    assert set(later.foes) == SECOND
    assert t.content.foe_level[t.state.bosses[0]] == 2
    beat(later)
    assert (later.state.descent, later.state.blight) == (3, 0), "this one ends a descent"


@rule("DB-SCEN-009")
def test_a_demand_between_two_tokens_is_met_at_once(table: Table) -> None:
    story = {5: scenario("resolve_tokens", 1), 6: DEMAND}
    t = at_rest(table, story=story).choose("done")
    assert (t.prompt, set(t.foes), number(t)) == ("attack", PAIR, 6)
    assert (beat(t).prompt, number(t)) == ("explore", 7)


@rule("DB-SCEN-009")
def test_a_demand_between_two_token_steps_waits_for_the_last_of_them(table: Table) -> None:
    story = {5: scenario("complete_sidequests", 1), 6: DEMAND}
    offered = token("rest", "event", quest=quest("blight_at_least", 2, reward="xp 1"))
    t = at_rest(table, story=story, at="token-done", active=offered).choose("accept")
    assert (t.prompt, set(t.foes), number(t), t.p1.xp) == ("attack", PAIR, 6, 1)
    assert t.state.blight == 6, "after the Blight of the token"
    assert t.state.tokens_resolved == 1
    assert (beat(t).prompt, number(t)) == ("explore", 7)


@rule("DB-SCEN-009")
def test_a_demand_before_the_first_descent_is_met_at_once(table: Table) -> None:
    t = table(at="new", story={1: DEMAND})
    assert (t.prompt, set(t.foes), t.state.position) == ("attack", PAIR, -1)
    assert t.log[0].rule != "DB-SCEN-009"


@rule("DB-SCEN-009")
@pytest.mark.parametrize("story", [STORY, {5: scenario("resolve_tokens", 1), 6: DEMAND}])
def test_the_boss_of_the_end_point_serves_as_both(table: Table, story: dict[int, Any]) -> None:
    t = at_rest(table, position="BOSS", story=story).choose("done")
    assert (set(t.foes), number(t)) == (PAIR, 6)
    beat(t)
    assert (t.prompt, number(t), t.row) == ("explore", 7, [])
    assert (t.state.bosses_beaten, t.state.descent, t.state.blight) == (1, 2, 0), "map and Blight are reset"
    assert t.offered == ["A1", "B1", "C1"]
    assert call(t.rules.boss_encounter) not in t.state.stack, "no second one waits"


@rule("DB-SCEN-009")
def test_a_demand_that_follows_the_boss_of_the_end_point_is_met_by_the_next(table: Table) -> None:
    t = at_rest(table, position="BOSS", story={5: scenario("defeat_boss", 1), 6: DEMAND}).choose("done")
    assert set(t.foes) == PAIR
    while set(t.foes) & PAIR or t.prompt == "store":
        plays = [option for option in t.options if option[0] == "play"]
        t.session.choose(plays[0] if plays else ("done",))
    assert (set(t.foes), number(t), t.state.position) == (SECOND, 6, -1)
    beat(t)
    assert (number(t), t.state.bosses_beaten, t.state.descent, t.state.blight) == (7, 2, 2, 0)


@rule("DB-SCEN-009")
def test_in_the_short_game_the_boss_on_arrival_serves_as_both(table: Table) -> None:
    t = table(story={5: DEMAND}, number=5, shorter=True, position="B5", tokens={"A5": None, "C5": None},
              hand=BLOWS, max_health=30, max_attacks=9)  # fmt: skip
    t.choose("go", "BOSS")
    assert set(t.foes) == PAIR
    beat(t)
    assert (number(t), t.state.bosses_beaten, t.state.descent) == (6, 1, 2)


@rule("DB-SCEN-009")
def test_a_demand_without_a_boss_left_is_met(table: Table) -> None:
    t = at_rest(table, bosses_beaten=4).choose("done")
    assert (t.prompt, number(t), t.state.fight) == ("explore", 7, NO_FIGHT)


@rule("DB-SCEN-009", "DB-SCEN-007")
def test_rewards_of_the_demand_come_after_the_fight(table: Table) -> None:
    story = {5: scenario("resolve_rests", 1), 6: scenario("scenario_boss", reward="blight -2")}
    t = at_rest(table, story=story).choose("done")
    assert t.state.blight == 5
    assert beat(t).state.blight == 3


# -- no Boss left


@rule("DB-SCEN-010")
@pytest.mark.parametrize("shorter", [False, True])
def test_an_end_point_without_bosses_begins_the_next_descent(table: Table, shorter: bool) -> None:
    t = at_rest(table, position="BOSS", story={}, number=26, bosses_beaten=4, descent=5, shorter=shorter)
    t.choose("done")
    assert (t.prompt, t.row, t.state.fight) == ("explore", [], NO_FIGHT)
    assert (t.state.blight, t.state.descent, number(t)) == (0, 6, 26)
    assert t.offered == ["A1", "B1", "C1"]
    assert t.told("DB-SCEN-010")
    assert sum(token >= 0 for token in t.state.tokens) == (15 if shorter else 16)


@rule("DB-SCEN-010", "DB-SCEN-007")
def test_the_goal_is_looked_at_there_too(table: Table) -> None:
    t = table(story={5: scenario("reach_row", 6)}, number=5, shorter=True, position="B5", bosses_beaten=4,
              tokens={"A5": None, "C5": None})  # fmt: skip
    t.choose("go", "BOSS")
    assert (t.prompt, number(t), t.offered) == ("explore", 6, ["A1", "B1", "C1"])


# -- no Boss wins a Campaign


@rule("DB-MODE-003")
def test_the_fourth_boss_does_not_win_a_campaign(table: Table) -> None:
    t = at_rest(table, position="BOSS", story={}, number=26, bosses_beaten=3).choose("done")
    assert len(t.row) == 2
    beat(t)
    assert t.outcome is None
    assert (t.prompt, t.state.bosses_beaten, number(t)) == ("explore", 4, 26)
