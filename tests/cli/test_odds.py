"""``undercroft odds``, and the command ``odds`` at the prompt of ``play``."""

from __future__ import annotations

import json

import pytest

from undercroft.cli.odds import percent

from .conftest import Run


def test_a_game_lists_its_tests_and_their_parameters(run: Run) -> None:
    done = run("odds", "ladder")
    assert done.exit_code == 0, done.output
    assert "climb: what the wind does [LA-CLIMB-003]" in done.stdout
    assert "rungs" in done.stdout
    assert "a whole number from 1 to 2" in done.stdout
    assert "undercroft odds ladder climb rungs=2" in done.stdout
    document = json.loads(run("odds", "ladder", "--json").stdout)
    assert document["tests"][0]["test"] == "climb"
    assert document["tests"][0]["parameters"][0]["key"] == "rungs"


def test_a_test_by_name(run: Run) -> None:
    text = run("odds", "ladder", "climb").stdout
    assert text.startswith(
        "The wind [LA-CLIMB-003]\n  At half height.\n  Nobody is hurt: 50.0 %\n    with a rope: 100 %\n"
    )
    assert "health lost" in text
    assert text.rstrip().endswith("0.50")
    document = json.loads(run("odds", "ladder", "climb", "rungs=1", "--players", "2", "--json").stdout)
    assert document["parameters"] == {"rungs": 1}
    assert document["chances"][0]["success"] == 1.0
    assert document["chances"][0]["distribution"] == [{"outcome": 0, "probability": 1.0}]
    assert document["setup"] == {"players": "2"}


def test_the_setup_may_stand_before_the_test(run: Run) -> None:
    for setup in (("--with", "calm"), ("--set", "mode=short"), ("--players", "2")):
        assert run("odds", "ladder", *setup, "climb", "rungs=1").stdout.startswith("The wind [LA-CLIMB-003]\n")


def test_the_tests_that_are_offered_in_a_save(run: Run) -> None:
    run("play", "ladder", "--seed", "3", answers="1\nsave s.json\nposition p.json\nquit\n")
    for option, name in (("--load", "s.json"), ("--from", "p.json")):
        text = run("odds", option, name).stdout
        assert "How far do you climb?\n\nFor Climb 2 rungs:\nThe wind [LA-CLIMB-003]\n" in text
        document = json.loads(run("odds", "ladder", option, name, "--json").stdout)
        assert (document["prompt"], document["seat"]) == ("climb", 1)
        assert document["tests"][0]["numbers"] == [2]
        assert document["tests"][0]["labels"] == ["Climb 2 rungs"]


def test_a_decision_without_chance_says_so(run: Run) -> None:
    run("play", "ladder", "--seed", "3", answers="save s.json\nquit\n")
    assert "no chance is involved" in run("odds", "--load", "s.json").stdout
    assert json.loads(run("odds", "--load", "s.json", "--json").stdout)["tests"] == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("odds",), "which game? Say `undercroft odds GAME`"),
        (("odds", "ladder", "clmb"), "ladder has no test 'clmb'; the tests are climb"),
        (("odds", "ladder", "climb", "rung=1"), "has no parameter 'rung'; its parameters are rungs"),
        (("odds", "ladder", "climb", "rungs=3"), "rungs cannot be 3; expected a whole number from 1 to 2"),
        (("odds", "ladder", "climb", "rungs"), "'rungs': expected KEY=VALUE"),
        (("odds", "ladder", "rungs=1"), "expected the name of a test first"),
        (("odds", "ladder", "climb", "rungs=1", "rungs=2"), "parameter 'rungs' is given twice"),
        (("odds", "ladder", "climb", "--set", "modus=x"), "no setup key 'modus'"),
        (("odds", "ladder", "--mode", "modus"), "--mode goes with a test; `undercroft odds ladder` lists them"),
        (("odds", "--load", "a", "--from", "b"), "cannot go together"),
        (("odds", "ladder", "climb", "--load", "a"), "a test cannot go with --load"),
        (("odds", "--from", "a", "--players", "2"), "--players cannot go with --from"),
        (("odds", "--from", "a", "--without", "x"), "--without cannot go with --from"),
        (("odds", "ladder", "climb", "--without", "x"), "ladder has no content"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_is_valid(run: Run, args: tuple[str, ...], message: str) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_refused(run: Run) -> None:
    assert run("odds", "--load", "nowhere.json").exit_code == 3


def test_odds_at_the_prompt(run: Run) -> None:
    text = run("play", "ladder", "--seed", "3", answers="odds\n1\nodds\nhelp\nquit\n").stdout
    before, after = text.split("> 1\n")
    assert "> odds\nNo option of this decision starts a test" in before
    assert (
        "> odds\nThe chances, by the numbers of the options:\n- 2. The wind (at half height): nobody is hurt 50.0 %"
        in after
    )
    assert "with a rope 100 %; health lost 0 50.0 %, 1 50.0 % (mean 0.50) [LA-CLIMB-003]" in after.replace("\n  ", " ")
    assert "- odds: the exact chances of the tests that the options start" in after


def test_per_cent_never_claim_what_is_not_certain() -> None:
    assert [percent(p) for p in (0, 1, 0.5, 1e-5, 1 - 1e-5)] == [
        "0 %",
        "100 %",
        "50.0 %",
        "below 0.1 %",
        "above 99.9 %",
    ]
