"""``undercroft play``: what a player can type, and what is said to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from undercroft.cli.sitting import verdict
from undercroft.plugins import registry
from undercroft.rulebook import Panel
from undercroft.saves import _seal
from undercroft.session import Outcome

from .conftest import Run

SEED = ("--seed", "3")


def prompts(text: str) -> int:
    return text.count(" decides.")


def test_a_game_by_numbers(run: Run) -> None:
    done = run("play", "ladder", *SEED, answers="1\n" * 6)
    assert done.exit_code == 0, done.output
    text = done.stdout
    assert text.startswith("The Ladder\nSetup: mode short, players 1, slippery false.\nSeed 3. Player 1 is human.\n")
    assert "Player 1 decides. Rule LA-CLIMB-001: One or two rungs.\nHow far do you climb?\n1. Climb 1 rung\n" in text
    assert "> 1\nPlayer 1: Climb 1 rung\n- Player 1 climbs to rung 1. [LA-CLIMB-002]\n" in text
    assert "The game is over: won. The top is reached." in text
    assert text.endswith("It took 6 choices. To play it again: undercroft play ladder --seed 3\n")
    assert done.stderr == ""


def test_how_a_game_ended_is_told_in_sentences() -> None:
    assert verdict(Outcome("loss", "the candle is out")) == "The game is over: lost. The candle is out."
    assert verdict(Outcome("win", "")) == "The game is over: won."


def test_plain_text_has_neither_colours_nor_boxes(run: Run) -> None:
    text = run("play", "ladder", "--plain", *SEED, answers="?\nhelp\ntable\n" + "1\n" * 6).stdout
    assert text.isascii()
    assert "\x1b" not in text


def test_the_table_is_told_in_words_and_only_what_changed(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="1\ntable\n").stdout
    first, second, whole = text.split("The table:\n")[1:]
    assert first.startswith("Climbers: rung 0 of 6; health 4\nLadder:\n  rung 1: made of wood\n")
    assert second.startswith("Climbers: rung 1 of 6\n\n")
    assert whole.startswith("Climbers: rung 1 of 6; health 4\nLadder:\n")


def test_question_mark_says_what_is_refused_and_why(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="?\n").stdout
    assert "Refused now:\n- Jump to the top: nobody jumps [LA-CLIMB-004]\n- Rest [a while]: nobody is tired" in text


def test_what_one_reason_refuses_is_told_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft.plugins import registry
    from undercroft.rulebook import Refused

    rows = [Refused(("up", n), "LA-1", "it is late") for n in (1, 2)]
    monkeypatch.setattr(registry().game("ladder").rulebook, "refused", lambda *_: rows)
    text = run("play", "ladder", *SEED, answers="?\n").stdout
    assert "Refused now:\n- It is late: Climb 1 rung; Climb 2 rungs [LA-1]\n" in text


def test_undo_and_redo(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="1\n1\nundo\nredo\nundo\nundo\nundo\nredo\nredo\nredo\n").stdout
    rungs = [int(rung) for rung in re.findall(r"Climbers: rung (\d) of 6", text)]
    assert rungs == [0, 1, 2, 1, 2, 1, 0, 1, 2]
    assert "- Taken back: Climb 1 rung\n" in text
    assert "Error: there is no choice of yours to take back\n" in text
    assert "Error: there is no choice to make again\n" in text


def test_undo_goes_back_to_the_last_choice_of_a_person(run: Run) -> None:
    args = ("play", "ladder", "--players", "2", "--seat", "2=greedy", *SEED)
    text = run(*args, answers="1\nundo\nredo\n").stdout
    assert "Player 2 (greedy): Climb 2 rungs\n" in text
    assert text.count("Taken back") == 2
    assert [int(rung) for rung in re.findall(r"Climbers: rung (\d) of 6", text)] == [0, 3, 0, 3]
    first = run(*args[:4], "--seat", "1=greedy", *SEED, answers="undo\n1\n").stdout
    assert "Error: there is no choice of yours to take back\n" in first
    assert "climbs to rung 3" in first


def test_what_goes_on_has_the_agents_at_their_seats(run: Run) -> None:
    seat = ("--seat", "2=greedy")
    text = run("play", "ladder", "--players", "2", *seat, *SEED, answers="save a.json\nposition b.json\nquit\n").stdout
    said = " ".join(text.split())
    assert "Go on with: undercroft play --load a.json --seat 2=greedy >" in said
    assert "Go on with: undercroft play --from b.json --seat 2=greedy >" in said
    text = run("play", "--load", "a.json", *seat, answers="quit\n").stdout
    assert "To play it again: undercroft play --load a.json --seat 2=greedy\n" in text


def test_a_save_and_a_position_that_are_mixed_up(run: Run) -> None:
    run("play", "ladder", *SEED, answers="save a.json\nposition b.json\nquit\n")
    assert "a save is opened with --load" in run("play", "--from", "a.json").stderr
    assert "a position is opened with --from" in run("play", "--load", "b.json").stderr


def test_save_and_load(run: Run, tmp_path: Path) -> None:
    text = run("play", "ladder", *SEED, answers="1\n1\nsave my game.json\nquit\n").stdout
    assert "The game is saved in my game.json. Go on with: undercroft play --load 'my game.json'\n" in text
    assert "You left the game. After 2 choices the game was not over.\n" in text
    assert text.endswith("\nTo go on where it was saved: undercroft play --load 'my game.json'\n")
    done = run("play", "ladder", "--load", "my game.json", answers="undo\nredo\n1\n1\n1\n1\n")
    assert done.exit_code == 0, done.output
    assert "Opened with --load 'my game.json', 2 choices into the game." in done.stdout
    assert "Climbers: rung 2 of 6" in done.stdout
    assert "Climbers: rung 1 of 6" in done.stdout
    assert "It took 6 choices." in done.stdout


def test_a_second_save_keeps_the_first(run: Run, tmp_path: Path) -> None:
    text = run("play", "ladder", *SEED, answers="save a.json\n1\nsave a.json\n").stdout
    assert "The previous file is kept as a.json.bak." in text
    kept, new = (json.loads((tmp_path / name).read_text()) for name in ("a.json.bak", "a.json"))
    assert (len(kept["history"]), len(new["history"])) == (0, 1)


def test_saving_where_it_cannot_be_leaves_the_game_going(run: Run, tmp_path: Path) -> None:
    text = run("play", "ladder", *SEED, answers="save\nsave no/such/folder.json\nposition\n1\n").stdout
    assert "Error: save needs a file name, such as: save evening.json\n" in text
    assert "Error: no/such/folder.json: cannot be written" in text
    assert "Error: position needs a file name" in text
    assert "climbs to rung 1" in text


def test_a_position_is_written_and_played_from(run: Run) -> None:
    assert "position at the beginning of this step is in p.json" in run(
        "play", "ladder", *SEED, answers="1\n1\nposition p.json\n"
    ).stdout.replace("The position", "position")
    text = run("play", "ladder", "--from", "p.json", answers="1\n").stdout
    assert "Opened with --from p.json." in text
    assert "Climbers: rung 2 of 6" in text


def test_the_log(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="log\n1\n1\nlog\nlog 1\nlog x\n").stdout
    assert "Nothing happened yet.\n" in text
    whole, last, wrong = text.split("> log")[2:]
    assert whole.count("climbs to rung") == 2
    assert last.count("climbs to rung") == 1
    assert "Error: log takes how many of the last lines to show, such as: log 20" in wrong


def test_rules_at_the_prompt(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="rules la-rest-001\nrules wind\nrules\nrules dragon\n").stdout
    shown, found, own, wrong = text.split("> rules")[1:]
    assert "LA-REST-001: A rest\nResting\nWho is hurt may rest to heal one health.\n" in shown
    assert "Rules for 'wind':\n- Wind [LA-CLIMB-003]\n- No jumps [LA-CLIMB-004]\n" in found
    assert "LA-CLIMB-001: One or two rungs" in own
    assert "Error: ladder has no rule 'dragon'" in wrong


def test_it_is_said_when_more_rules_fit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.cli.sitting._HITS", 1)
    text = run("play", "ladder", *SEED, answers="rules wind\n").stdout
    assert "Rules for 'wind':\n- Wind [LA-CLIMB-003]\n- 1 more; further words find fewer\n" in text


@pytest.mark.parametrize(
    "line", ["0", "3", "99", "9" * 5000, "-1", "1.5", "one", "!", "\x00", "\N{SUPERSCRIPT TWO}", "r", ""]
)
def test_wrong_input_says_what_was_expected(run: Run, line: str) -> None:
    text = run("play", "ladder", *SEED, answers=f"{line}\n1\n").stdout
    commands = "?, odds, undo, redo, save, position, log, rules, table, help, quit"
    assert f"Expected a number from 1 to 2, or a command: {commands}." in text.replace("\n", " ")
    assert "climbs to rung 1" in text


def test_help_lists_every_command_and_commands_may_be_shortened(run: Run) -> None:
    text = run("play", "ladder", *SEED, answers="h\n1\nU\nq\n").stdout
    for name in ("NUMBER", "?", "undo", "redo", "save FILE", "position FILE", "log [N]", "rules ID", "table", "quit"):
        assert f"- {name}: " in text
    assert "Taken back" in text
    assert "You left the game." in text


def test_the_end_of_the_input_ends_politely(run: Run) -> None:
    done = run("play", "ladder", *SEED, answers="1\n")
    assert done.exit_code == 0
    assert "The input has ended. After 1 choice the game was not over.\n" in done.stdout


def test_two_people_are_told_whose_turn_it_is(run: Run) -> None:
    text = run("play", "ladder", "--players", "2", *SEED, answers="1\n1\n").stdout
    assert re.findall(r"Player (\d) decides", text) == ["1", "2", "1"]


def test_agents_alone_need_no_input(run: Run) -> None:
    done = run("play", "ladder", "--seat", "1=greedy", *SEED)
    assert done.exit_code == 0
    assert prompts(done.stdout) == 0
    assert "The game is over" in done.stdout


def test_the_command_to_play_again_is_complete(run: Run) -> None:
    args = ("--set", "players=2", "--set", "slippery=true", "--with", "calm", "--seat", "2=greedy", "--seed", "9")
    text = run("play", "ladder", *args, answers="2\n" * 6).stdout
    assert text.endswith(f"undercroft play ladder {' '.join(args)}\n")


def test_a_seed_is_drawn_and_told_where_none_is_given(run: Run) -> None:
    seeds = {re.search(r"Seed (\d+)\.", run("play", "ladder").stdout) for _ in range(3)}
    assert len({match[1] for match in seeds if match}) == 3


def test_the_boundary_is_offered_where_rules_have_changed(run: Run, tmp_path: Path) -> None:
    run("play", "ladder", *SEED, answers="1\nsave a.json\n")
    path = tmp_path / "a.json"
    document = json.loads(path.read_text())
    document["answers"] = [["jump"]]
    document["history"].append(["jump"])
    document["seal"] = _seal(document)  # as if the rules of then had offered a jump
    path.write_text(json.dumps(document))
    before = path.read_bytes()
    done = run("play", "--load", "a.json")
    assert done.exit_code == 3
    assert "no longer accept" in done.stderr
    assert "--at-boundary" in done.stderr
    assert path.read_bytes() == before
    again = run("play", "--load", "a.json", "--at-boundary", answers="1\n")
    assert again.exit_code == 0
    assert "climbs to rung 2" in again.stdout


def test_a_fault_in_a_rule_costs_nobody_the_game(run: Run) -> None:
    text = run("play", "ladder", "--mode", "long", *SEED, answers="1\n1\n1\n2\n").stdout
    assert "Error: the choice could not be carried out, and nothing has changed: KeyError: 'a rung is missing'" in text
    assert "climbs to rung 4" in text


def test_a_fault_in_an_agent_hands_its_seat_to_a_person(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(table, seat, prompt, options):\n    return options[7]\n")
    args = ("play", "ladder", "--players", "2", "--seat", "2=mine.py:choose", *SEED)
    text = run(*args, answers="1\n1\n").stdout
    assert "Error: agent mine.py:choose cannot go on: IndexError" in text
    assert "From now on a person decides for Player 2." in text
    assert "Player 2: Climb 1 rung" in text
    alone = run("play", "ladder", "--seat", "1=mine.py:choose", *SEED)
    assert alone.exit_code == 1
    assert "IndexError" in alone.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("ladder", "--set", "maps=x"), "no setup key 'maps'; the keys are mode, players, slippery"),
        (("ladder", "--mode", "endless"), "expected one of short, long [LA-GEN-001]"),
        (("ladder", "--players", "0"), "a whole number from 1 to 2 [LA-GEN-002]"),
        (("ladder", "--players", "3"), "[LA-GEN-002]"),
        (("ladder", "--set", "mode=long", "slippery=yes"), "never slippery [LA-GEN-003]"),
        (("ladder", "--with", "sea"), "no expansion 'sea'; installed: calm"),
        (
            ("ladder", "--seat", "1=deep"),
            "expected human, one of the agents greedy, lookahead, mcts, random, or FILE.py:FUNCTION",
        ),
        (("ladder", "--seat", "2=random"), "no seat '2'"),
        (("ladder", "--seed", "-1"), "--seed cannot be -1; expected a whole number from 0 to 18446744073709551615"),
        (("ladder", "--seed", str(2**64)), "--seed cannot be"),
        (("ladder", "--sed", "1"), "no such option --sed; `undercroft play` has --set, --with, --without, --mode"),
        (("leiter",), "no game 'leiter' is installed"),
        ((), "which game? Say `undercroft play GAME`; installed: "),
        (("ladder", "--load", "a", "--from", "b"), "--from and --load cannot go together"),
        (("ladder", "--load", "a", "--seed", "0"), "--seed cannot go with --load"),
        (("ladder", "--from", "a", "--mode", "long"), "--mode cannot go with --from"),
        (("ladder", "--at-boundary"), "--at-boundary goes with --load only"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_is_valid(run: Run, args: tuple[str, ...], words: str) -> None:
    done = run("play", *args)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("undercroft: error: ")
    assert len(done.stderr.splitlines()) == 1
    assert words in done.stderr


@pytest.mark.parametrize("option", ["--load", "--from"])
@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"format": "undercroft-tale/1"}'])
def test_a_file_that_is_none_is_refused(run: Run, tmp_path: Path, option: str, text: str | None) -> None:
    if text is not None:
        (tmp_path / "f.json").write_text(text)
    done = run("play", option, "f.json")
    assert done.exit_code == 3
    assert done.stderr.startswith("undercroft: error: f.json: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_file_of_another_game_is_named(run: Run) -> None:
    run("play", "ladder", *SEED, answers="save a.json\n")
    done = run("play", "delve", "--load", "a.json")
    assert done.exit_code == 2
    assert "a.json is of the game ladder, not of delve" in done.stderr


@pytest.mark.parametrize("rubbish", [3, [3], [Panel("Rungs", [3])]])  # type: ignore[list-item]
def test_a_table_that_is_none_does_not_cost_the_players_their_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, rubbish: object
) -> None:
    monkeypatch.setattr(registry().game("ladder").rulebook, "panels", lambda *_: rubbish)
    done = run("play", "ladder", *SEED, answers="1\n" * 6)
    assert done.exit_code == 0
    assert "Error: the table cannot be shown: " in done.stdout
    assert "The game is over: won." in done.stdout


def test_a_game_that_cannot_go_on_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Any = registry().game("ladder").rulebook
    climb = rules.climb

    def forget(self: Any, s: Any, seat: int, rungs: int) -> None:
        climb(self, s, seat, rungs)
        if s.height == 2:
            type(self).prompts = {}

    monkeypatch.setattr(rules, "prompts", rules.prompts)
    monkeypatch.setattr(rules, "climb", forget)
    done = run("play", "ladder", *SEED, answers="1\n1\n1\n")
    assert done.exit_code == 1
    assert "It cannot go on. The game is saved in undercroft-ladder-3.json." in done.stdout
    assert "asks at 'climb', a prompt that it does not declare" in done.stderr
    assert json.loads((tmp_path / "undercroft-ladder-3.json").read_text())["history"] == [["up", 1], ["up", 1]]


def test_an_agent_that_leaves_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import sys\n\ndef choose(*args):\n    sys.exit(0)\n")
    done = run("play", "ladder", "--seat", "1=mine.py:choose", *SEED)
    assert done.exit_code == 2
    assert done.stderr == "undercroft: error: agent mine.py:choose cannot go on: SystemExit: 0\n"


@pytest.mark.parametrize("name", ["panels", "label", "refused"])
def test_a_fault_in_what_is_shown_does_not_cost_the_players_their_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def broken(*args: object) -> None:
        raise ValueError("out of ink")

    monkeypatch.setattr(registry().game("ladder").rulebook, name, broken)
    done = run("play", "ladder", *SEED, answers="?\n" + "1\n" * 6)
    assert done.exit_code == 0, done.output
    assert "The game is over: won." in done.stdout
    if name != "label":
        assert "ValueError: out of ink" in done.stdout


def test_a_rule_that_leaves_does_not_take_the_players_with_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving(*args: object) -> None:
        raise SystemExit(9)

    monkeypatch.setattr(registry().game("ladder").rulebook, "climb", leaving)
    done = run("play", "ladder", *SEED, answers="1\nquit\n")
    assert done.exit_code == 0
    assert "Error: the choice could not be carried out, and nothing has changed: SystemExit: 9" in done.stdout
