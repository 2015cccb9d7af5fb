"""Scenarios of the Campaign: their order, variants, goals, choices and rewards (SCEN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, obstacle, quest, skill, token
from db_story import Plan, scenario
from db_table import DbTable

from undercroft import Session
from undercroft.testing import rule
from undercroft_death_binder.state import NO_FIGHT

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
READ = scenario("read")


def number(t: DbTable) -> int:
    """The number of the active Scenario."""
    found: int = t.content.scenarios[t.state.tale.scenario].number
    return found


def active(t: DbTable) -> str:
    """The id of the active Scenario."""
    return t.ids.name("scenario", t.state.tale.scenario)


def done(t: DbTable) -> list[str]:
    """The ids of those that were completed."""
    return [t.ids.name("scenario", chapter.scenario) for chapter in t.state.tale.done]


def rested(table: Table, story: dict[int, Any], **more: Any) -> DbTable:
    """A token with a last Rest that is just being ended; with it the token is resolved."""
    return table(story=story, **{"at": "rest", "active": token("rest"), "number": 5} | more).choose("done")


# -- order and variants


@rule("DB-SCEN-001")
def test_scenarios_come_in_ascending_order(table: Table) -> None:
    t = rested(table, {5: scenario("resolve_rests", 1)})
    assert (number(t), done(t)) == (6, ["part-5"])


@rule("DB-SCEN-001", "DB-SCEN-006")
@pytest.mark.parametrize(("remembered", "drawn"), [((), "part-9b"), (("kind",), "part-9a")])
def test_a_variant_asks_for_its_flag_and_the_next_number_follows(
    table: Table, remembered: tuple[str, ...], drawn: str
) -> None:
    variants = [scenario("resolve_rests", 1, letter="a", requires=["kind"]), scenario("resolve_rests", 1, letter="b")]
    story = {3: scenario(left=("", "kind")), 8: scenario("resolve_rests", 1), 9: variants}
    t = rested(table, story, number=8, remembered=remembered)
    assert active(t) == drawn
    t.choose("go", ...) if len(t.options) == 1 else t.session.choose(t.options[0])
    t = rested(table, story, number=9, letter=drawn[-1], remembered=remembered)
    assert (active(t), done(t)) == ("part-10", [drawn]), "the other card of number 9 counts as done"


@rule("DB-SCEN-006")
def test_variants_are_tried_in_the_order_of_their_letters_and_the_default_last(table: Table) -> None:
    two = [scenario(letter="b", requires=["kind", "brave"]), scenario(letter="c", requires=["brave"])]
    story = {3: scenario(left=("", "kind"), right=("", "brave")), 8: scenario("resolve_rests", 1),
             9: [*two, scenario(letter="d")]}  # fmt: skip
    drawn = {
        remembered: active(rested(table, story, number=8, remembered=remembered))
        for remembered in ((), ("kind",), ("brave",), ("kind", "brave"), ("brave", "kind"))
    }
    assert list(drawn.values()) == ["part-9d", "part-9d", "part-9c", "part-9b", "part-9b"]


# -- narration


@rule("DB-SCEN-003")
def test_the_narration_is_shown_and_changes_nothing(table: Table) -> None:
    def standing(t: DbTable) -> tuple[Any, ...]:
        p = t.p1
        return (p.health, p.xp, len(p.dd), p.hand, p.sac, t.state.blight, t.state.tokens, t.state.descent)

    story = {5: scenario("resolve_rests", 1)}
    t = table(story=story, at="rest", active=token("rest", "rest"), number=5)
    before = standing(t)
    t.choose("done")
    assert [entry.text for entry in t.told("DB-SCEN-003")] == ["The tale of part 6."]
    assert t.session.view(1)["scenario_text"] == "The tale of part 6."
    assert panels(t, "Scenario")[0].rows[0] == ("card", "6 of 28: Part 6")
    assert standing(t) == before


def panels(t: DbTable, title: str) -> list[Any]:
    """The panels whose titles begin so."""
    return [panel for panel in t.rules.panels(t.state, 1) if panel.title.startswith(title)]


# -- only in the Campaign


@rule("DB-SCEN-004")
@pytest.mark.parametrize("mode", ["quick-descent", "descent"])
@pytest.mark.parametrize("players", [1, 2])
def test_the_other_modes_have_no_scenarios(table: Table, mode: str, players: int) -> None:
    t = table(at="new", mode=mode, players=players)
    assert t.state.tale is None
    assert not any("scenario" in key for key in t.session.view(1))
    assert not panels(t, "Scenario")
    assert table(at="new", mode="campaign").state.tale is not None


# -- decisions


@rule("DB-SCEN-005")
@pytest.mark.parametrize(("side", "drawn", "ending"), [("left", "part-7a", "a"), ("right", "part-7b", "b")])
def test_a_choice_is_remembered(table: Table, side: str, drawn: str, ending: str) -> None:
    story: dict[int, Plan | list[Plan]] = dict.fromkeys(range(8, 28), READ)
    story[5] = scenario("resolve_rests", 1, left=("xp 2", "kind"), right="heal 1")
    story[6] = READ
    story[7] = [scenario(letter="a", requires=["kind"]), scenario(letter="b")]
    story[28] = [scenario("read", letter="a", requires=["kind"]), scenario("read", letter="b")]
    t = rested(table, story).answer("scenario", side)
    assert active(t) == drawn
    assert t.session.view(1)["remembered"] == (["kind"] if side == "left" else [])
    t = rested(table, story, number=7, letter=ending, tale_progress=23, remembered=["kind"] * (side == "left"))
    assert t.outcome is not None
    assert t.outcome.reason.endswith(f"Part 28{ending}")
    assert [entry.text for entry in t.told("DB-SCEN-005")] == ["And so it ended."]
    assert t.rules.facts(t.state)["ending"] == f"the-end{ending}"


@rule("DB-SCEN-005")
def test_a_flag_is_noted_once(table: Table) -> None:
    story = {4: scenario(left=("", "kind")), 5: scenario("resolve_rests", 1, left=("", "kind")),
             9: [scenario(letter="a", requires=["kind"]), scenario(letter="b")]}  # fmt: skip
    t = rested(table, story, remembered=["kind"]).choose("left")
    assert len(t.state.tale.flags) == 1


# -- one active Scenario


@rule("DB-SCEN-007")
def test_the_next_scenario_is_active_before_the_next_explore(table: Table) -> None:
    t = rested(table, {5: scenario("resolve_tokens", 2)})
    assert (t.prompt, number(t), t.state.tale.progress) == ("explore", 5, 1)
    t = rested(table, {5: scenario("resolve_tokens", 2)}, tale_progress=1)
    assert (t.prompt, number(t), t.state.tale.progress) == ("explore", 6, 0)


@rule("DB-SCEN-007", "DB-EVENT-040")
def test_choice_and_reward_are_applied_when_the_goal_is_met(table: Table) -> None:
    plan = scenario("resolve_rests", 1, left="heal 2, blight 1", right="dd 2", reward="xp 3")
    t = rested(table, {5: plan}, health=3, blight=4, xp=0, active=token("rest", "rest"))
    assert (t.prompt, t.seat, t.options) == ("scenario", 1, [("left",), ("right",)])
    assert t.labels == ["Left: way 0 (heal 2, +1 Blight)", "Right: way 1 (+2 DD)"]
    assert (number(t), done(t), t.p1.health) == (5, [], 3), "it is active until it is completed"
    t.choose("left")
    assert (t.p1.health, t.p1.xp, t.state.blight) == (5, 3, 5)
    assert (number(t), done(t)) == (6, ["part-5"])
    (chapter,) = t.state.tale.done
    assert (chapter.choice, chapter.health, chapter.xp) == ("left", 5, 3)


@rule("DB-SCEN-007")
def test_a_skill_may_be_used_at_a_choice(table: Table) -> None:
    salve = skill("salve", effects="heal 2")
    t = table(story={5: scenario("resolve_rests", 1, left="")}, number=5, at="rest", active=token("rest", "rest"),
              health=3, skills=[salve]).choose("done")  # fmt: skip
    t.answer("scenario", "skill", salve)
    assert (t.prompt, t.p1.health) == ("scenario", 5)


@rule("DB-SCEN-007")
def test_it_is_looked_at_after_each_icon(table: Table) -> None:
    t = table(story={5: scenario("resolve_rests", 1)}, number=5, at="rest", active=token("rest", "rest"))
    t.choose("done")
    assert (t.prompt, t.state.icon, number(t)) == ("rest", 2, 6)


@rule("DB-SCEN-007")
@pytest.mark.parametrize("choice", ["accept", "decline"])
def test_it_is_looked_at_between_the_token_steps(table: Table, choice: str) -> None:
    offered = token("rest", quest=quest("blight_at_least", 2, reward="xp 1"))
    plan = scenario("complete_sidequests", 1, reward="blight -3")
    t = table(story={5: plan}, number=5, at="token-done", active=offered, blight=2).choose(choice)
    assert t.prompt == "explore"
    met = choice == "accept"
    assert number(t) == 5 + met
    assert t.state.blight == (1 if met else 3), "the reward comes before the Blight of the token"


@rule("DB-SCEN-007")
def test_it_is_looked_at_after_the_blight_of_the_token(table: Table) -> None:
    story = {5: scenario("complete_sidequests", 1), 6: scenario("resolve_tokens", 2)}
    t = table(story=story, number=5, at="token-done", active=token("rest", "event", quest=quest("store_cards", 9)),
              quest=quest("blight_at_least", 4, reward="xp 1"), blight=2).choose("decline")  # fmt: skip
    assert (t.prompt, number(t), t.p1.xp) == ("explore", 6, 1)
    assert t.state.tale.progress == 1, "number 6 was active when the last token step was done"


@rule("DB-SCEN-007")
def test_it_is_looked_at_after_a_boss_encounter(table: Table) -> None:
    t = table(story={5: scenario("defeat_enemies", 1)}, number=5, hand=[BLOW, ...], row=[boss("keeper", health=1)])
    t.play(BLOW).end()
    assert (t.prompt, number(t), t.state.descent, t.state.blight) == ("explore", 6, 2, 0)


@rule("DB-SCEN-007")
def test_progress_counts_from_the_moment_it_was_drawn(table: Table) -> None:
    story = {5: scenario("resolve_rests", 1), 6: scenario("resolve_rests", 1), 7: scenario("resolve_tokens", 1)}
    t = table(story=story, number=5, at="rest", active=token("rest", "rest", "event"))
    t.choose("done")
    assert (number(t), t.state.tale.progress) == (6, 0), "the Rest that completed number 5 is none for number 6"
    t.choose("done")
    assert number(t) == 7


@rule("DB-SCEN-007")
def test_several_goals_that_are_met_at_once_are_done_in_a_row(table: Table) -> None:
    read = scenario("read", reward="xp 1")
    t = rested(table, {5: scenario("resolve_rests", 1), 6: read, 7: read, 8: scenario("read", left="xp 1"), 9: read})
    assert (t.prompt, number(t), t.p1.xp) == ("scenario", 8, 2)
    t.choose("left")
    assert (t.prompt, number(t), t.p1.xp) == ("explore", 10, 4)
    assert done(t) == [f"part-{n}" for n in range(5, 10)]
    assert len(t.told("DB-SCEN-003")) == 5, "each is told"


# -- goals


def resolved(table: Table, goal: str, n: int, **more: Any) -> DbTable:
    """A table on which a goal is asked for; two further icons follow."""
    return table(**{"story": {5: scenario(goal, n)}, "number": 5, "active": token("rest", "event", "rest")} | more)


@rule("DB-SCEN-008")
def test_a_goal_that_is_read_is_met_at_once(table: Table) -> None:
    t = table(at="new", story={1: READ, 2: scenario("read", reward="xp 2")})
    assert (t.prompt, number(t), t.p1.xp) == ("explore", 3, 2)


@rule("DB-SCEN-008")
def test_events_count(table: Table) -> None:
    choice = event("decision", left="xp 1")
    t = resolved(table, "resolve_events", 1, event=choice, active=token("event", "rest"))
    assert number(t) == 5
    t.choose("left")
    assert number(t) == 6


@rule("DB-SCEN-008", "DB-EVENT-026")
def test_an_abandoned_token_does_not_count(table: Table) -> None:
    fall = event("cave_in", "fall", places=["A5", "B3", "C2"])
    t = resolved(table, "resolve_tokens", 1, event=fall, position="B3", tokens={"A3": ["rest"], ...: None})
    t.choose("go", "A3")
    assert (t.prompt, number(t), t.state.tale.progress) == ("rest", 5, 0)
    assert number(t.choose("done")) == 6


@rule("DB-SCEN-008")
def test_a_decision_of_an_event_is_told_by_the_event(table: Table) -> None:
    t = table(story={5: scenario(left="heal 9", right="dd 9")}, number=5, active=token("event", "rest"),
              event=event("decision", left="xp 1", right="xp 2"))  # fmt: skip
    assert t.prompt == "decision"
    assert [label.rpartition("(")[2] for label in t.labels] == ["+1 XP)", "+2 XP)"]


@rule("DB-SCEN-008")
def test_enemies_count_and_obstacles_do_not(table: Table) -> None:
    t = resolved(table, "defeat_enemies", 2, hand=[BLOW, ...], row=[enemy(health=1), enemy(health=1)], max_attacks=3)
    t.play(BLOW)
    assert (t.state.tale.progress, number(t)) == (1, 5)
    t = resolved(table, "defeat_enemies", 1, hand=[BLOW, ...], event=obstacle(health=1), active=token("event", "rest"))
    t.play(BLOW).end()
    assert (t.prompt, t.state.tale.progress, number(t)) == ("rest", 0, 5)


@rule("DB-SCEN-008")
def test_rests_count(table: Table) -> None:
    t = resolved(table, "resolve_rests", 2, at="rest", active=token("rest", "rest"), tale_progress=0)
    t.choose("done")
    assert (t.state.tale.progress, number(t)) == (1, 5)
    t.choose("done")
    assert number(t) == 6


@rule("DB-SCEN-008")
@pytest.mark.parametrize(("goal", "place", "met"), [(3, "B3", True), (4, "B3", False), (3, "A2", False)])
def test_a_row_is_reached_by_entering_a_place_of_it(table: Table, goal: int, place: str, met: bool) -> None:
    t = table(story={5: scenario("reach_row", goal)}, number=5, at="explore", position="B2",
              tokens={"B3": ["rest", "rest"], "A2": ["rest", "rest"]})  # fmt: skip
    assert not t.rules.goal_met(t.state)
    t.choose("go", place)
    assert t.rules.goal_met(t.state) is met
    t.choose("done")
    assert number(t) == (6 if met else 5)


@rule("DB-SCEN-007", "DB-SCEN-008")
def test_a_row_that_was_reached_before_the_card_was_drawn_does_not_count(table: Table) -> None:
    story = {5: scenario("resolve_tokens", 1), 6: scenario("reach_row", 2)}
    t = rested(table, story, position="B4", tokens={"B5": ["rest"], "A4": None, "C4": None})
    assert (number(t), t.rules.goal_met(t.state)) == (6, False)
    t.choose("go", "B5")
    assert t.rules.goal_met(t.state), "a deeper row counts too"


@rule("DB-SCEN-008")
def test_sidequests_count(table: Table) -> None:
    t = rested(table, {5: scenario("complete_sidequests", 1)}, quest=quest("resolve_rests", 1, reward="xp 1"))
    assert (number(t), t.p1.xp) == (6, 1)
    t = rested(table, {5: scenario("complete_sidequests", 1)}, quest=quest("resolve_rests", 2, reward="xp 1"))
    assert number(t) == 5


@rule("DB-SCEN-008", "DB-BOSS-014")
def test_boss_encounters_that_are_won_count_and_a_pair_is_one(table: Table) -> None:
    pair = [boss("elder", health=1), boss("younger", health=1, partner="elder")]
    t = table(story={5: scenario("defeat_boss", 2)}, number=5, hand=[BLOW, action("stroke", damage=99), ...], row=pair)
    t.play(BLOW)
    t.choose("play", "stroke", 0)
    t.end()
    assert (t.state.tale.progress, number(t), t.prompt) == (1, 5, "explore")


@rule("DB-SCEN-008")
def test_a_goal_that_asks_for_bosses_is_met_when_none_is_left(table: Table) -> None:
    t = rested(table, {5: scenario("defeat_boss", 1)}, bosses_beaten=4)
    assert number(t) == 6
    assert rested(table, {5: scenario("defeat_boss", 1)}, bosses_beaten=3).state.fight == NO_FIGHT


# -- losing


@rule("DB-SCEN-011", "DB-SOLO-002")
def test_no_health_loses_the_campaign(table: Table) -> None:
    slow = action("slow", damage=0)
    t = table(story={}, number=12, health=1, defense=0, hand=[slow, ...], row=[enemy(health=99, damage=9)])
    t.play(slow).end()
    assert t.outcome is not None
    assert (t.outcome.result, number(t)) == ("loss", 12)
    assert t.told("DB-SOLO-002")


@rule("DB-SCEN-011", "DB-SCEN-008")
def test_the_price_of_a_choice_can_lose_the_campaign(table: Table) -> None:
    t = rested(table, {5: scenario("resolve_rests", 1, left="health -2", right="")}, health=2)
    t.choose("left")
    assert t.outcome is not None
    assert t.outcome.result == "loss"


@rule("DB-SCEN-011", "DB-GEN-009")
def test_the_price_of_the_last_choice_loses_before_the_story_is_won(table: Table) -> None:
    t = rested(table, {28: scenario("resolve_rests", 1, left="health -2", right="")}, health=2, number=28)
    t.choose("left")
    assert t.outcome is not None
    assert (t.outcome.result, done(t)) == ("loss", [])
    assert not t.told("DB-MODE-003")


@rule("DB-SCEN-011")
def test_a_new_campaign_begins_at_the_first_scenario() -> None:
    for seed in (1, 2):
        assert Session("death-binder", {"mode": "campaign"}, seed).view(1)["scenario_number"] == 1
