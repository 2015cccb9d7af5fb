"""The campaign as a whole (NC-CAMP) and the flow of its phases (NC-FLOW)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import fx, location, made, scenario, story
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.terms import PHASE_ADVENTURE, PHASE_BETWEEN, PHASE_EPILOGUE, PHASE_STORY

Table = Callable[..., NcTable]

PLACE = story("place", region="Scenario", scenario="proving-ground")


def campaign(table: Table, players: int = 2) -> NcTable:
    """A new campaign."""
    return table(at="new", mode="campaign", players=players, delvers="whisperlark,dr-liang")


def on(t: NcTable, until: str) -> NcTable:
    """Pass and take first options up to a prompt."""
    for _ in range(300):
        if t.prompt == until or not t.prompt:
            return t
        options = [option for option in (("pass",), ("done",), ("go",)) if option in t.options]
        t.choose(*(options or t.options)[0])
    raise AssertionError(until)


@rule("NC-CAMP-001")
def test_story_and_adventure_take_turns_story_first(table: Table) -> None:
    t = campaign(table)
    assert t.s.phase == PHASE_STORY
    on(t, "between").choose("go-on")
    assert t.s.phase == PHASE_ADVENTURE
    t = table(at="over", mode="campaign", ended="success", ending=0, stash_story=[story("street")])
    assert t.s.phase == PHASE_BETWEEN
    t.choose("go-on")
    assert t.s.phase == PHASE_STORY


@rule("NC-CAMP-001")
def test_the_epilogue_is_the_last_part_of_a_story_phase(table: Table) -> None:
    t = table(at="story", mode="campaign", stories=[story("street"), PLACE], reputation=(0, 0, 0, 0, 10))
    t.choose("pass")
    assert t.s.phase == PHASE_EPILOGUE
    on(t, "between")
    assert t.in_order("NC-STORY-026", "NC-EPI-002", "NC-EPI-008")


@rule("NC-CAMP-004")
def test_an_assist_in_a_story_test_costs_no_energy(table: Table) -> None:
    test = {
        "do": "story_test",
        "attribute": "courage",
        "difficulty": 30,
        "success": ["exp 1"],
        "failure": ["cooldown 1"],
    }
    t = table(at="story", stories=[story("street", test)], karma=1, fate=["12", ...], p2={"fate": ["13", ...]})
    t.choose("interact")
    while t.prompt and t.prompt != "story":
        t.choose(*(("assist",) if t.can("assist") else t.options[-1]))
    assert t.told("NC-TEST-008")
    assert t.p2.energy == 4


@rule("NC-CAMP-005")
def test_the_first_game_replaces_the_normal_steps(table: Table) -> None:
    t = on(campaign(table), "story")
    assert [t.content.story[card.card].number for card in t.s.story_table] == [f"S00{n}" for n in range(1, 8)]
    assert sum(d.karma for d in t.s.delvers) == 7
    assert all(len(d.nether) == 1 for d in t.s.delvers)
    on(t, "between").choose("go-on")
    on(t, "turn")
    assert t.content.scenario[t.s.scenario].number == 1
    assert len(t.p1.hand) == 6


@rule("NC-CAMP-006")
def test_content_may_have_cards_beyond_the_printed_list(table: Table) -> None:
    extra = made("delver", "stranger", **_board(table))
    t = table(cards=[extra, story("unlisted"), location("unlisted-place")])
    assert "unlisted" in t.content.index["story"]
    assert "unlisted-place" in t.content.index["location"]
    assert {"stranger", "whisperlark"} <= set(t.content.index["delver"])


def _board(table: Table) -> dict[str, Any]:
    from nc_cards import base_tables

    board = base_tables()["delver"]["dr-liang"]
    tree = [{"id": "centre", "reward": "centre", "spaces": 0}]
    words = ("complexity", "sect", "skill", "rules", "strength", "courage", "geomancy", "destiny", "health")
    return {
        "name": "Stranger", "tree": tree, "starting": list(board.starting), "max_health": board.max_health,
        "energy": board.energy, **{word: getattr(board, word) for word in words},
    }  # fmt: skip


def final(**fields: Any) -> Any:
    """A scenario whose ending A ends the campaign."""
    good = {"id": "good", "label": "A", "title": "It ends", "text": "It is over.", "exp": 1, "final": "The End"}
    bad = {"id": "bad", "label": "B", "title": "It goes on", "text": "It is not over.", "exp": 1}
    return scenario(endings=[{**good, **fields}, bad])


@rule("NC-CAMP-007")
def test_a_final_ending_is_the_end_after_its_clean_up(table: Table) -> None:
    t = table(at="over", mode="campaign", ended="success", ending=0, cards=[final(effects=fx("mark bell-rung"))])
    assert t.outcome is not None
    assert (t.outcome.result, t.outcome.reason) == ("win", "The End")
    assert t.in_order("NC-END-011", "NC-CAMP-007")
    assert t.s.marks == ("bell-rung",)
    assert t.s.map == []


@rule("NC-CAMP-007")
def test_a_final_ending_in_a_story_phase_ends_the_campaign_before_another_turn(table: Table) -> None:
    last = story("last", {"do": "final", "text": "The End"})
    t = table(at="story", mode="campaign", stories=[last], karma=1, p2={}).choose("interact")
    assert t.outcome is not None
    assert (t.outcome.result, t.outcome.reason, t.s.story_phases) == ("win", "The End", 0)


@rule("NC-CAMP-007")
@pytest.mark.parametrize("how", ["success", "defeat"])
def test_other_ends_of_scenarios_end_nothing(table: Table, how: str) -> None:
    ended = {"ended": "success", "ending": 1} if how == "success" else {"ended": "failed", "ending": -1}
    t = table(at="over", mode="campaign", stash_story=[story("street")], cards=[final()], **ended)
    if how == "defeat":
        t.choose("accept").choose("ending", 1)
    assert t.outcome is None
    t.answer("between", "go-on")
    assert t.prompt == "story"


@rule("NC-FLOW-002")
def test_without_a_scenario_card_story_phases_follow_each_other(table: Table) -> None:
    t = table(at="story", mode="campaign", stories=[story("street")])
    for n in (1, 2, 3):
        t.choose("pass")
        assert t.s.setbacks == n
        t.answer("between", "go-on")
        assert t.prompt == "story"
    assert t.s.adventure_phases == 0


@rule("NC-FLOW-003")
def test_the_blocks_of_an_adventure_setup_come_in_order(table: Table) -> None:
    t = table(at="idle", mode="campaign", setbacks=1, delver="whisperlark", p2={"delver": "dr-liang"})
    t.run("begin_adventure")
    while t.prompt in ("before", "hand"):
        hint = [option for option in t.options if option[0] == "hint"]
        t.choose(*(hint or [option for option in t.options if option[0] in ("go", "done")])[0])
    assert t.in_order("NC-ADV-014", "NC-TEST-051", "NC-ADV-022")
    told = t.rules_told
    note = told.index("NC-ADV-022")
    assert all(d.hand for d in t.s.delvers)
    spawned = [n for n, entry in enumerate(told) if entry.startswith(("NC-ENC", "NC-ADV-017"))]
    assert len(t.s.enemies) == 1
    assert t.s.enemies[0].setback
    assert spawned
    assert min(spawned) > note
    assert (t.s.round, t.s.aside) == (1, ())


@rule("NC-FLOW-004")
def test_a_scenario_that_is_lost_ends_at_once(table: Table) -> None:
    t = table(at="turn", mode="campaign", candle=14, map=[location("hall", triggers=[_drip()])], p2={})
    t.choose("end")
    for _ in range(40):
        if t.prompt == "failed":
            break
        t.choose(*t.options[0])
    assert t.prompt == "failed"
    assert not t.p2.acted


def _drip() -> dict[str, Any]:
    return {"when": "turn-end", "effects": fx("candle 1")}


@rule("NC-FLOW-005")
def test_after_the_candle_is_out_comes_retry_or_defeat(table: Table) -> None:
    t = table(at="over", mode="campaign", ended="failed", ending=-1)
    assert sorted(t.options) == [("accept",), ("retry",)]
