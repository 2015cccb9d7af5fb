"""Every check of the conformance kit passes on a sound game and catches the game that is broken for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import broken_looks
import pytest

from undercroft.errors import SetupError, UndercroftError, UsageError
from undercroft.plugins import AgentSpec
from undercroft.testing.checks import (
    Case,
    ConformanceError,
    agents,
    chances,
    citations,
    files,
    make_suite,
    offers,
    playouts,
    positions,
    reaching,
    replay,
    secrets,
)
from undercroft.testing.conformance import test_conformance

Check = Callable[[Any], None]

CASE_CHECKS: list[tuple[str, Check, str]] = [
    ("unseeded", replay.same_seed_same_digest, "the same (seed and choices gave another digest|choices led to)"),
    ("eavesdropper", replay.listening_changes_nothing, "the same seed and choices gave another digest"),
    ("scribbling", replay.tracking_changes_nothing, "the same seed and choices gave another digest"),
    ("misnaming", replay.tracking_changes_nothing, "'room' is noted, which is no tracked kind; those are card"),
    ("forgetting", replay.tracking_changes_nothing, "tracking: nothing is noted"),
    ("hash-order", replay.fresh_process_agrees, r"under PYTHONHASHSEED=\d+ plays another game"),
    ("worn", replay.session_and_play_out_agree, "play_out"),
    ("notes", positions.copies_are_independent, r"a copy shares state\.notes"),
    ("bag", positions.copies_are_independent, r"state\.bag \(set\)"),
    ("forgetful", positions.copies_are_independent, "does not equal it"),
    ("remembering", positions.forks_play_on, "a fork"),
    ("forgetful", positions.forks_play_on, "a fork"),
    ("forgetful", positions.undo_goes_back, "after redo, the session"),
    ("notes", files.saves_load, "the save cannot be loaded"),
    ("hash-order", files.saves_load_in_a_new_process, "a new process"),
    ("notes", files.positions_round_trip, "the position file"),
    ("twice", offers.options_are_sound, r"option \('rest',\) is offered twice"),
    ("listed", offers.options_are_sound, r"option \('give', \[1, 2\]\) is offered but fails: IllegalChoice"),
    ("numbered", offers.options_are_sound, "is no plain tuple with a verb first"),
    ("miscounted", offers.options_are_sound, "options by number differ from those by iteration"),
    ("empty-handed", offers.every_option_is_legal, "is offered but fails: ValueError"),
    ("petering", offers.every_option_is_legal, "nothing is asked and nobody has won"),
    ("unlabelled", offers.labels_tell_options_apart, r"option \('rest',\) has no label"),
    ("alike", offers.labels_tell_options_apart, "have the same label 'play'"),
    ("undeclared", offers.prompts_are_declared, "'whither': the rulebook does not declare this prompt"),
    ("lawless", offers.prompts_are_declared, "prompt 'split' cites 'LN-TURN-999'"),
    ("mute", offers.prompts_are_declared, "prompt 'split' has no question"),
    ("contradicting", offers.refusals_say_why, r"refused \('rest',\), which is offered"),
    ("baseless", offers.refusals_say_why, "under 'LN-SLEEP-001', which is no rule's id"),
    ("meddling", offers.illegal_choices_change_nothing, "changed something"),
    ("generous", offers.illegal_choices_change_nothing, "which is not offered, was taken"),
    ("blank", secrets.views_are_plain_data, "expected a dict that shows something"),
    ("unwritable", secrets.views_are_plain_data, "is not JSON-able"),
    ("hands-out", secrets.views_are_plain_data, "hands out a part of the state"),
    ("fumbling", secrets.looking_changes_nothing, "looking at the table changed the state"),
    ("ragged", secrets.looking_changes_nothing, "rows of panel 'Lanterns' differ in length"),
    ("peeping", secrets.redeal_keeps_what_is_seen, "a re-deal changes what the seat is shown as view"),
    ("own-hand", secrets.redeal_keeps_what_is_seen, "a re-deal changes what the seat is shown as view"),
    ("thieving", secrets.redeal_keeps_all_cards, r"a re-deal lost \[\('card', 'int', \d\)\]"),
    ("wrecking", secrets.redealt_games_play_on, "a re-dealt game"),
    ("lingering", secrets.redeal_forgets, "still depends on what lay hidden before, in deck"),
    ("lazy", secrets.redeal_shuffles_hidden_piles, r"state\.rooms has hidden cards that no re-deal ever moves"),
    ("steady", secrets.redeal_changes_luck, r"state\.die is drawn from in play"),
    ("bluffing", chances.chances_are_sound, r"odds tell of \('bluff',\), which is not offered"),
    ("inventive", chances.chances_are_sound, "cite 'LN-GUESS-001', which is no rule's id"),
    ("drawing", chances.chances_are_sound, "odds changed the state"),
    ("clairvoyant", chances.chances_keep_secrets, "a re-deal changes the chances that are told"),
    ("stubborn", agents.agents_choose_what_is_offered, "agent stubborn answers .* which is not offered"),
    ("cheating", agents.agents_choose_what_is_offered, "agent cheating changes the state"),
    ("spying", agents.agents_do_not_look, "agent spying chooses"),
    ("foreseeing", agents.agents_do_not_look, "agent foreseeing chooses"),
    ("prescient", agents.agents_do_not_look, "agent prescient chooses"),
    ("lucky", agents.agents_do_not_look, "agent lucky chooses"),
    ("endless", playouts.play_outs_end, "not over after 100000 decisions"),
    ("petering", playouts.play_outs_end, "over with the result ''"),
    ("speechless", playouts.play_outs_end, "a win without a reason"),
    ("moody", playouts.play_outs_end, "differ in the names of their facts"),
    ("giving", playouts.searching_agents_play, "too deep"),
    ("boastful", playouts.evaluations_are_chances, "evaluate for seat 1 is 1.5"),
    ("gossiping", citations.log_cites_rules, "cites 'LN-LIGHT-404', which is no rule's id"),
    ("stammering", citations.log_cites_rules, "does not fit its arguments"),
]

SUITE_CHECKS: list[tuple[str, Check, str]] = [
    ("foggy", playouts.every_setup_plays, "'weather': 'fog'.*KeyError"),
    ("unreached", reaching.content_is_reached, "card 'relic'"),
    ("wrongly-excused", reaching.content_is_reached, "which the content does not have"),
    ("miscited", citations.source_cites_rules, r"miscited:\d+ LN-LUX-001"),
    ("nondescript", citations.game_is_described, "title and about have to say what the game is"),
    ("unhelpful", citations.game_is_described, "setup key 'extra' has no help"),
    ("unplayed", citations.game_is_described, "default agent 'nobody' is none of"),
]


def ids(rows: list[tuple[str, Check, str]]) -> list[str]:
    return [f"{check.__name__}-{name}" for name, check, _ in rows]


@pytest.mark.parametrize(("name", "check", "message"), CASE_CHECKS, ids=ids(CASE_CHECKS))
def test_a_broken_game_is_caught(name: str, check: Check, message: str) -> None:
    (case,) = make_suite(name, {"mode": "short", "players": 2}, games=10).cases
    with pytest.raises(ConformanceError) as caught:
        check(case)
    assert re.search(message, str(caught.value)), caught.value


@pytest.mark.parametrize("cheat", [broken_looks.Prescient, broken_looks.Lucky])
def test_a_search_that_peeks_is_caught_where_a_peek_tells_little(cheat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a real game few decisions of a search turn on it: the options for the trial have to bring it out."""
    (case,) = make_suite("delve").cases
    assert case.lines
    monkeypatch.setattr(Case, "agents", {"cheat": AgentSpec("cheat", lambda options: cheat())})
    with pytest.raises(ConformanceError, match="agent cheat chooses"):
        agents.agents_do_not_look(case)


@pytest.mark.parametrize(("name", "check", "message"), SUITE_CHECKS, ids=ids(SUITE_CHECKS))
def test_a_game_that_is_broken_as_a_whole_is_caught(name: str, check: Check, message: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        check(make_suite(name, games=10))
    assert re.search(message, str(caught.value)), caught.value


def checks_of_the_kit() -> dict[str, Check]:
    modules = (replay, positions, files, offers, secrets, chances, agents, playouts, reaching, citations)
    return {name: getattr(module, name) for module in modules for name in module.__all__}


def test_every_check_has_a_game_that_it_catches_and_is_run_by_the_kit() -> None:
    kit = checks_of_the_kit()
    assert {check for _, check, _ in CASE_CHECKS + SUITE_CHECKS} == set(kit.values())
    assert {name for name in vars(test_conformance) if name.startswith("test_")} == {f"test_{name}" for name in kit}


SOUND = pytest.param("lantern", (), id="sound"), pytest.param("lantern", ("moths",), id="with an expansion")


@pytest.mark.parametrize(("game", "expansions"), SOUND)
def test_a_sound_game_passes_every_check(game: str, expansions: tuple[str, ...]) -> None:
    suite = make_suite(game, {"mode": "short", "players": 2}, expansions, games=20)
    whole = {check for _, check, _ in SUITE_CHECKS}
    for check in checks_of_the_kit().values():
        check(suite if check in whole else suite.cases[0])


def test_a_game_may_excuse_content_that_cannot_be_reached() -> None:
    reaching.content_is_reached(make_suite("excused", games=20))


# -- cases ------------------------------------------------------------------------------------------------------------


def test_cases_are_all_modes_and_numbers_of_players() -> None:
    assert [case.name for case in make_suite("lantern").cases] == ["short-1p", "short-2p", "long-1p", "long-2p"]
    assert [case.name for case in make_suite("lantern", {"mode": "long"}).cases] == ["long-1p", "long-2p"]
    # two players cannot have fog in the long cellar: the combination is left out
    assert [case.name for case in make_suite("lantern", {"weather": "fog"}).cases] == [
        "short-1p",
        "short-2p",
        "long-1p",
    ]


def test_a_setup_that_the_game_refuses_is_an_error() -> None:
    with pytest.raises(SetupError, match="LN-GEN-003"):
        make_suite("lantern", {"weather": "fog", "mode": "long", "players": 2})
    with pytest.raises(UsageError, match="no setup key 'wether'"):
        make_suite("lantern", {"wether": "fog"})
    with pytest.raises(UsageError, match=r"no game 'lanturn' is installed.*did you mean lantern"):
        make_suite("lanturn")
    with pytest.raises(UndercroftError, match="no expansion 'bats'"):
        make_suite("lantern", expansions=["bats"])


def test_lines_are_recorded_once_and_sampled_by_prompt() -> None:
    case = make_suite("lantern", {"mode": "long", "players": 2}).cases[0]
    assert case.lines is case.lines
    assert {line.agents for line in case.lines} == {"random", "thrifty", "thrifty and random"}
    line = case.lines[0]
    assert len(line.digests) == len(line) + 1
    few = case.sample(line, 4)
    assert len(few) <= 4 + 1 + len(set(line.prompts))
    assert {line.prompts[i] for i in few if i < len(line)} == set(line.prompts)
    assert len(line) in few
    thorough = Case(case.tables, thorough=True)
    assert thorough.sample(line, 2) == set(range(len(line) + 1))
    assert "decision 1, seat 1, prompt 'turn'" in line.where(0)
    assert "at the end of the game" in line.where(len(line))
