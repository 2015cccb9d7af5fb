"""Replays: of games that stalled or failed in a batch, of sessions, of saves; and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from undercroft.batch import simulate
from undercroft.errors import SaveError, UsageError, exit_code
from undercroft.replays import Replay, error_words, load_replay, replay, write_replay
from undercroft.session import Session


def kept(folder: Path, **plan: Any) -> list[Path]:
    """The replays of a batch that is kept in a folder."""
    simulate("batch-toy", out=folder, **plan)
    return sorted((folder / "replays").glob("*.json"))


# -- games of batches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agents", ["random", "miser:most=1"])
def test_a_game_that_failed_in_its_rules(toy: str, tmp_path: Path, agents: str) -> None:
    for path in kept(tmp_path / "run", games=20, seed=3, setup={"mode": "fails", "players": 2}, agents=agents):
        made = load_replay(path)
        assert (made.result, made.failed, made.digest, made.origin) == ("error", "rules", "", None)
        assert made.index % 5 == 2
        assert made.error == "ValueError: the prop breaks, says <object object at 0x...>"
        assert len(made.history) == 4
        session = replay(path, verify=True)
        assert len(session.history) == 3  # as it was when the last choice was pending
        with pytest.raises(ValueError, match="the prop breaks"):
            session.choose(made.history[-1])


def test_a_game_that_failed_in_an_agent(toy: str, tmp_path: Path) -> None:
    def tire(table: Any, seat: int, prompt: str, options: Any) -> Any:
        if table.state.round == 4:
            raise TimeoutError("too tired")
        return options[1]

    (path,) = kept(tmp_path / "run", games=1, agents=tire)
    made = load_replay(path)
    assert (made.failed, made.error, len(made.history)) == ("agent", "TimeoutError: too tired", 3)
    session = replay(path, verify=True)
    assert session.history == made.history
    assert session.decision is not None


def test_an_agent_that_does_not_do_the_same_again(toy: str, tmp_path: Path) -> None:
    calls = iter(range(10))

    def moody(table: Any, seat: int, prompt: str, options: Any) -> Any:
        if next(calls) == 1:
            raise TimeoutError("once")
        return options[1]

    (path,) = kept(tmp_path / "run", games=1, agents=moody)
    made = load_replay(path)
    assert made.failed.startswith("once only")
    replay(path)
    with pytest.raises(SaveError, match="the game no longer ends with 'TimeoutError: once'"):
        replay(path, verify=True)


def test_a_game_that_could_not_be_set_up(toy: str, tmp_path: Path) -> None:
    path = kept(tmp_path / "run", games=4, setup={"mode": "unborn"})[0]
    assert load_replay(path).history == []
    with pytest.raises(SaveError, match="LookupError: no mine to dig in; this is the error that the file tells of"):
        replay(path)


@pytest.mark.parametrize("partner", ["miser:most=1000", "lookahead:deals=1"])
def test_a_game_that_stalled(toy: str, tmp_path: Path, partner: str) -> None:
    agents = ["miser:most=1000", partner]
    paths = kept(tmp_path / "run", games=6, limit=40, setup={"mode": "endless", "players": 2}, agents=agents)
    assert [path.name for path in paths] == ["game-000000001.json", "game-000000005.json"]
    made = load_replay(paths[0])
    assert (made.result, made.error, len(made.history), len(made.digest)) == ("stalled", "", 40, 32)
    session = replay(paths[0], verify=True)
    assert session.decision is not None
    assert len(session.history) == 40
    assert session.log
    assert len(replay(paths[0], 7).history) == 7


# -- sessions and saves ---------------------------------------------------------------------------------------------


def played(choices: int = 3) -> Session:
    session = Session("batch-toy", {"players": 2}, 6)
    for _ in range(choices):
        assert session.decision is not None
        session.choose(session.decision.options[-1])
    return session


def test_a_session(toy: str, tmp_path: Path) -> None:
    session = played()
    write_replay(session, tmp_path / "r.json")
    again = replay(tmp_path / "r.json", verify=True)
    assert again.digest() == session.digest()
    assert again.history == session.history
    assert not replay(tmp_path / "r.json", log=False).log


def test_a_session_that_began_at_a_position(toy: str, tmp_path: Path) -> None:
    from undercroft.session import Session

    played().save_position(tmp_path / "p.json")
    session = Session.load_position(tmp_path / "p.json")
    session.choose(("rest",))
    write_replay(session, tmp_path / "r.json")
    assert replay(tmp_path / "r.json", verify=True).digest() == session.digest()


def test_a_finished_game(toy: str, tmp_path: Path) -> None:
    session = played(0)
    while session.decision is not None:
        session.choose(("rest",))
    write_replay(session, tmp_path / "r.json")
    made = load_replay(tmp_path / "r.json")
    assert made.result == "loss"
    assert made.reason == 'As "poor" as before.'
    assert replay(tmp_path / "r.json", verify=True).outcome == session.outcome


@pytest.mark.parametrize("choices", [0, 1, 2, 5])
def test_a_save(toy: str, tmp_path: Path, choices: int) -> None:
    session = played(choices)
    session.save(tmp_path / "s.json")
    assert load_replay(tmp_path / "s.json").form == "undercroft-save/1"
    assert replay(tmp_path / "s.json", verify=True).digest() == session.digest()


# -- refusals -------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(toy: str, tmp_path: Path) -> Path:
    write_replay(played(), tmp_path / "r.json")
    return tmp_path / "r.json"


def edit(path: Path, **changes: Any) -> None:
    document = json.loads(path.read_text())
    document |= changes
    path.write_text(json.dumps({key: value for key, value in document.items() if value is not ...}))


def refused(path: Path, message: str, *, verify: bool = False) -> None:
    before = path.read_bytes()
    with pytest.raises(SaveError, match=message) as caught:
        replay(path, verify=verify)
    assert str(path) in str(caught.value)
    assert exit_code(caught.value) == 3
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "no game 'chess' is installed; installed games: .*batch-toy"),
        ({"game": ...}, "key game is missing"),
        ({"seed": "7"}, "key seed: expected a whole number, got '7'"),
        ({"history": {}}, "key history: expected a list"),
        ({"history": [["dig"], 5]}, "choice 2: expected a list"),
        ({"origin": 3}, "key origin: expected a state or null"),
        ({"origin": {"seed": 3, "gold": 1}}, "key origin: "),
        ({"rng": "mersenne"}, "was made with random generator 'mersenne'"),
        ({"format": "undercroft-replay/2"}, "it was written by a newer Undercroft"),
        ({"format": "other"}, "has the format 'other'; expected 'undercroft-replay/1'"),
        ({"format": ...}, "is no file of Undercroft"),
        ({"setup": {"players": 2, "depth": 1}}, "has no setup key 'depth'"),
        ({"expansions": ["sea"]}, "has no expansion 'sea'"),
        ({"history": [["dig"], ["fly", 3]]}, r"choice 2 of 2: \('fly', 3\) is not possible now: .*\[TOY-2\]"),
    ],
)
def test_files_that_are_refused(file: Path, changes: dict[str, Any], message: str) -> None:
    edit(file, **changes)
    refused(file, message)


def test_a_file_that_is_cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-9])
    refused(file, "is no complete JSON document")


def test_a_file_that_is_not_there(toy: str, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="there is no such file"):
        load_replay(tmp_path / "nothing.json")


def test_an_edited_digest_is_noticed_when_asked(file: Path) -> None:
    edit(file, digest="0" * 32)
    replay(file)
    refused(file, "the game comes out differently: digest [0-9a-f]{32}, the file has 0{32}", verify=True)


def test_a_digest_that_is_gone_is_noticed_when_asked(file: Path) -> None:
    edit(file, digest="")
    replay(file)
    refused(file, "has no digest that what comes out could be held against", verify=True)


def test_choices_without_end_are_refused(file: Path) -> None:
    endless: list[Any] = []
    for _ in range(700):
        endless = [endless]
    edit(file, history=[endless])
    refused(file, "key history: is nested too deeply")


def test_an_edited_choice_is_noticed_when_asked(file: Path) -> None:
    edit(file, history=[["rest"], ["rest"], ["rest"]])
    refused(file, "comes out differently", verify=True)


def test_changed_rules_are_named(file: Path) -> None:
    edit(file, versions={"undercroft": "0", "batch-toy": "0.9", "rules": "1"}, history=[["fly"]])
    refused(
        file, r"choice 1 of 1.*\(it was made with undercroft 0, installed is .*; batch-toy 0\.9, installed is 1\.0\)"
    )


def test_a_choice_that_fails_only_now(file: Path) -> None:
    edit(file, setup={"players": 2, "mode": "fails"}, index=2, history=[["dig"]] * 5, digest="")
    refused(file, "choice 4 of 5 raises ValueError: the prop breaks")


def test_a_failure_that_is_another_one(toy: str, tmp_path: Path) -> None:
    path = kept(tmp_path / "run", games=3, setup={"mode": "fails"})[0]
    edit(path, error="KeyError: 3")
    refused(path, "raises ValueError: .*; the file tells of 'KeyError: 3'")


@pytest.mark.parametrize("until", [-1, 4])
def test_until_beyond_the_end(file: Path, until: int) -> None:
    with pytest.raises(UsageError, match=f"has 3 choices; until has to be from 0 to 3, not {until}"):
        replay(file, until)


def test_options_of_any_kind_can_be_written(toy: str, tmp_path: Path) -> None:
    odd: Callable[[], Any] = object
    made = Replay("batch-toy", {}, (), 0, 0, [("dig", odd(), "\ud800")], {})
    assert json.loads(made.encode())["history"][0][0] == "dig"


def test_a_recursion_is_told_the_same_however_deep_the_caller_stands() -> None:
    assert error_words(RecursionError("maximum depth exceeded in comparison")) == error_words(RecursionError())


def test_error_words() -> None:
    assert error_words(KeyError("a\nb")) == r"KeyError: 'a\nb'"
