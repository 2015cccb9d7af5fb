"""Game modes: what is won by what, for whom, and how a descent begins (MODE)."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from db_cards import action, boss
from db_march import march, steps
from db_story import scenario
from db_table import DbTable

from undercroft import Session, SetupError
from undercroft.plugins import registry
from undercroft.setup import describe
from undercroft.testing import rule
from undercroft_death_binder.state import BOSS_FIGHT

Table = Callable[..., DbTable]
BLOW, STROKE = BLOWS = [action("blow", damage=99), action("stroke", damage=99)]
MODES = ("quick-descent", "descent")
ALL_MODES = ("campaign", *MODES)
COMBINATIONS = list(itertools.product(MODES, (1, 2), ("ruins", "nightmare")))


def won(t: DbTable) -> bool:
    """Whether the game is over and won."""
    return t.outcome is not None and t.outcome.result == "win"


def before_the_last_blow(table: Table, mode: str, beaten: int, **more: object) -> DbTable:
    """A Boss encounter whose only Boss falls by the next card."""
    row = [boss("gatekeeper", health=1, level=beaten + 1)]
    return table(**{"mode": mode, "hand": [*BLOWS, ...], "row": row, "bosses_beaten": beaten, "blight": 9} | more)


# -- choosing a mode


@rule("DB-MODE-001")
@pytest.mark.parametrize("mode", ["", "ascent", "quick_descend", "Descent", "campaigns"])
def test_another_mode_is_refused(mode: str) -> None:
    with pytest.raises(SetupError) as caught:
        Session("death-binder", {"mode": mode})
    assert caught.value.rule == "DB-MODE-001"
    for known in ALL_MODES:
        assert known in str(caught.value), "the error lists the modes"


@rule("DB-MODE-001")
@pytest.mark.parametrize("mode", ALL_MODES)
def test_the_mode_is_chosen_before_the_game(mode: str) -> None:
    game = Session("death-binder", {"mode": mode})
    assert game.view(1)["mode"] == mode
    assert game.ask is not None


@rule("DB-MODE-002")
@pytest.mark.parametrize("more", [{"players": 2}, {"map": "nightmare"}, {"players": 2, "map": "nightmare"}])
def test_the_campaign_is_for_one_player_in_the_ruins(more: dict[str, object]) -> None:
    with pytest.raises(SetupError) as caught:
        Session("death-binder", {"mode": "campaign", **more})
    assert caught.value.rule == "DB-MODE-002"
    view = Session("death-binder", {"mode": "campaign"}).view(1)
    assert (len(view["players"]), view["map"]) == (1, "ruins")


@rule("DB-MODE-007")
@pytest.mark.parametrize(("mode", "players", "side"), COMBINATIONS)
def test_both_descent_modes_take_one_or_two_players_on_both_maps(mode: str, players: int, side: str) -> None:
    game = Session("death-binder", {"mode": mode, "players": players, "map": side})
    view = game.view(1)
    assert (view["mode"], len(view["players"]), view["map"]) == (mode, players, side)


@rule("DB-MODE-009")
def test_the_setup_tells_how_long_the_modes_take() -> None:
    (words,) = [row["help"] for row in describe(registry().game("death-binder").options) if row["key"] == "mode"]
    told = {part.partition(":")[0].strip(): part for part in words.split(";")}
    for mode, times in (("campaign", ["180"]), ("quick-descent", ["45", "60"]), ("descent", ["150", "180"])):
        minutes = [word.strip("(),") for word in told[mode].split() if word.strip("(),").isdigit()]
        assert minutes == times
    assert [mode for mode, words in told.items() if "recommended to new players" in words] == ["campaign"]


# -- how it begins


@rule("DB-MODE-008")
@pytest.mark.parametrize(("mode", "players", "side"), COMBINATIONS)
def test_the_first_decision_is_the_start_location(table: Table, mode: str, players: int, side: str) -> None:
    t = table(at="new", mode=mode, players=players, map=side)
    assert (t.prompt, t.seat, t.offered) == ("explore", 1, ["A1", "B1", "C1"])
    assert len(t.options) == 3
    assert [len(p.hand) for p in t.state.players] == [6] * players
    assert not getattr(t.state, "scenarios", None)
    assert not any("scenario" in entry.text.lower() for entry in t.log)
    t.choose("go", "B1")
    assert t.told("DB-MAP-010")


# -- Campaign


@rule("DB-MODE-004", "DB-BOARD-014")
def test_a_campaign_begins_with_the_awakening(table: Table) -> None:
    t = table(at="new", mode="campaign")
    card = t.content.scenarios[t.state.tale.scenario]
    assert (card.number, card.title) == (1, "The Awakening")
    assert (t.prompt, t.offered, t.state.descent, t.state.active) == ("explore", ["A1", "B1", "C1"], 1, -1)
    assert len(t.p1.hand) == 6
    assert t.session.view(1)["scenario"] == card.id
    assert [panel.rows[0][1] for panel in t.rules.panels(t.state, 1) if panel.title == "Scenario"] == [
        "1 of 28: The Awakening"
    ]


@rule("DB-MODE-003")
@pytest.mark.parametrize(("number", "won_now"), [(27, False), (28, True)])
def test_the_last_scenario_wins_the_campaign(table: Table, number: int, won_now: bool) -> None:
    story = {number: scenario("resolve_rests", 1)}
    t = table(story=story, at="rest", active=["rest"], number=number).choose("done")
    assert won(t) is won_now
    if won_now:
        assert t.told("DB-MODE-003")
        assert not t.state.stack
        assert t.session.view(1)["scenario"] is None, "the last card is put aside too"
    else:
        assert t.content.scenarios[t.state.tale.scenario].number == 28


@rule("DB-MODE-003", "DB-MODE-004", "DB-SCEN-002")
def test_a_whole_campaign_tells_all_its_numbers_in_order() -> None:
    t = march(mode="campaign")
    for _ in steps(t):
        pass
    assert won(t)
    told = [t.content.scenarios[chapter.scenario].number for chapter in t.state.tale.done]
    assert told == list(range(1, 29))


# -- Quick Descent


@rule("DB-MODE-005")
@pytest.mark.parametrize("players", [1, 2])
def test_a_quick_descent_is_won_with_its_first_boss(table: Table, players: int) -> None:
    t = before_the_last_blow(table, "quick-descent", 0, players=players, caved=["B2"], tokens={"A1": None})
    before = (list(t.state.tokens), list(t.state.caved), t.state.descent)
    assert t.outcome is None
    t.play(BLOW)
    assert won(t)
    assert t.told("DB-MODE-005")
    assert (t.state.tokens, t.state.caved, t.state.descent) == before, "the map is not laid anew"
    assert (t.state.blight, t.state.bosses_beaten) == (9, 1)
    assert not t.told("DB-MAP-019")


@rule("DB-MODE-005")
def test_a_quick_descent_is_not_won_while_the_partner_stands(table: Table) -> None:
    pair = [boss("elder", health=1), boss("younger", health=1, partner="elder")]
    t = before_the_last_blow(table, "quick-descent", 0, row=pair)
    t.play(BLOW)
    assert t.outcome is None
    t.play(STROKE)
    assert won(t)


@rule("DB-MODE-005")
def test_a_whole_quick_descent_meets_one_boss_encounter() -> None:
    t = march(mode="quick-descent")
    met = {name for now in steps(t) if now.state.fight == BOSS_FIGHT for name in now.foes}
    assert won(t)
    assert met == {"varmas", "colmund"}
    assert (t.state.descent, t.state.bosses_beaten) == (1, 1)


# -- Descent


@rule("DB-MODE-006")
@pytest.mark.parametrize("players", [1, 2])
def test_a_descent_is_won_at_once_with_the_fourth_boss(table: Table, players: int) -> None:
    t = before_the_last_blow(table, "descent", 3, players=players)
    t.play(BLOW)
    assert won(t)
    assert (t.state.bosses_beaten, t.state.blight, t.cards(t.p1.used)) == (4, 9, ["blow"]), "nothing comes after it"
    assert t.told("DB-MODE-006")
    assert not t.told("DB-MAP-019")


@rule("DB-MODE-006")
@pytest.mark.parametrize("beaten", [0, 1, 2])
def test_a_descent_goes_on_after_each_of_the_first_three_bosses(table: Table, beaten: int) -> None:
    t = before_the_last_blow(table, "descent", beaten)
    t.play(BLOW).end()
    assert t.outcome is None
    assert (t.prompt, t.offered) == ("explore", ["A1", "B1", "C1"])
    assert (t.state.bosses_beaten, t.state.descent, t.state.blight) == (beaten + 1, beaten + 2, 0)


@rule("DB-MODE-006")
def test_a_whole_descent_has_a_boss_encounter_at_the_end_of_each_descent() -> None:
    t = march(mode="descent", map="nightmare", seed=4)
    levels: dict[int, set[int]] = {}
    for now in steps(t):
        if now.state.fight == BOSS_FIGHT:
            levels.setdefault(now.state.descent, set()).update(t.content.foe_level[f.card] for f in now.row)
    assert won(t)
    assert levels == {1: {1}, 2: {2}, 3: {3}, 4: {4}}
