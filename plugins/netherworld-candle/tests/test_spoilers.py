"""Spoilers: no command names what a fresh campaign has not unlocked, unless ``--spoilers`` is given (NC-EPI-008)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from undercroft import Session, registry
from undercroft.cli.app import app
from undercroft.replays import write_replay
from undercroft_netherworld_candle.cards import Content

GAME = "netherworld-candle"
Run = Callable[..., Result]


@cache
def content() -> Content:
    """The content as it is installed."""
    found: Content = registry().content(registry().game(GAME))
    return found


def locked() -> Iterator[str]:
    """Titles and ids that nobody knows who has just opened the box."""
    cards = content()
    first = cards.scenario_printed[0]
    assert first.id == "prologue"
    for info in cards.scenario_printed:
        if info is not first:
            yield from (info.id, info.title)
        for ending in info.endings:
            yield from (ending.id, ending.title, ending.final)
        for page in info.pages[info is first :]:
            yield from (page.id, page.title)
    for entry in cards.passage[1:]:
        yield from (entry.id, entry.title)
    for n, card in enumerate(cards.story):
        if n not in cards.party.prologue:
            yield from (card.id, card.title)
    for place in cards.location:
        if place.scenario != first.id:
            yield from (place.id, place.title)
    met = {copies.id for copies in first.encounters} | {"head-jailer"}
    for other in (*cards.encounter, *cards.candle, *cards.journey):
        if other.id not in met and other.id not in first.candle:
            yield from (other.id, other.title)
    yield from cards.party.marks
    known = {card.title for card in cards.action if card.level == 1} | {card.title for card in cards.fate}
    things: list[Any] = [*cards.action, *cards.equip]
    for thing in things:
        if getattr(thing, "level", 2) > 1 and thing.title not in known and thing.id != "widows-lamp":
            yield from (thing.id, thing.title)


@cache
def secret() -> re.Pattern[str]:
    """Any locked name. Plain lower-case words, as some ids are, may be words of a sentence: see :func:`alone`."""
    names = sorted({name for name in locked() if name and not re.fullmatch("[a-z]+", name)}, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")


@cache
def alone() -> frozenset[str]:
    """The ids that are plain words; none may stand alone, as a value or between quotation marks."""
    return frozenset(name for name in locked() if re.fullmatch("[a-z]+", name))


def named(text: str) -> list[str]:
    """The locked names that a text has."""
    flat = " ".join(text.split())
    quoted = re.findall(r"[\"'=]([a-z]+)(?![\w-])", text)
    return [*secret().findall(flat), *(word for word in quoted if word in alone())]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("UNDERCROFT_DEBUG", raising=False)

    def invoke(*args: str, answers: str | None = None) -> Result:
        return CliRunner().invoke(app, list(args), input=answers, prog_name="undercroft")

    return invoke


def numbers() -> list[int]:
    return [info.number for info in content().scenario_printed]


ADVENTURE = ("--mode", "adventure", "--players", "2")
SIMULATE = ("simulate", GAME, "--workers", "1")
RIGHT: Sequence[tuple[str, ...]] = (
    ("games",),
    ("games", "--json"),
    ("plugins",),
    ("plugins", "--json"),
    ("plugins", "--explain", GAME),
    ("plugins", "--explain", GAME, "--json"),
    ("rules", GAME),
    ("rules", GAME, "--json"),
    ("rules", GAME, "--gaps"),
    ("rules", GAME, "--search", "candle"),
    ("rules", GAME, "NC-ENEMY-016"),
    ("rules", GAME, "NC-C-ENC-ENEMY"),
    ("rules", GAME, "NC-EPI"),
    (*SIMULATE, "--games", "2", "--set", "mode=campaign", "players=2"),
    (*SIMULATE, "--games", "2", "--mode", "story", "--set", "scenario=3", "--json"),
    *((command, "--help") for command in ("games", "play", "simulate", "replay", "rules", "plugins")),
)
WRONG: Sequence[tuple[str, ...]] = (
    ("games", "x"),
    ("plugins", "--explain", "x"),
    ("rules", GAME, "NC-X-001"),
    ("rules", GAME, "root-of"),
    ("play", GAME, "--mode", "adventure", "--set", "scenario=x"),
    ("play", GAME, "--mode", "adventure", "--set", "scenario=99"),
    ("play", GAME, "--mode", "adventure", "--set", "scenario=prologu"),
    ("play", GAME, "--set", "delvers=nobody"),
    ("play", GAME, "--set", "x=1"),
    ("play", GAME, "--mode", "x"),
    ("play", GAME, "--players", "9"),
    ("play", GAME, "--with", "x"),
    ("play", GAME, "--seat", "1=nobody"),
    ("play", GAME, "--load", "none.json"),
    ("simulate", GAME, "--mode", "adventure", "--set", "scenario=x"),
    ("simulate", GAME, "--mode", "adventure", "--set", "scenario=x", "--debug"),
    ("simulate", GAME, "--agent", "nobody"),
    ("simulate", GAME, "--set", "difficulty=x"),
    ("simulate", "--resume", "none"),
    ("replay", "none.json"),
    ("replay",),
)


@pytest.mark.parametrize("args", RIGHT, ids=" ".join)
def test_what_commands_say(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.exit_code == 0, done.output
    assert named(done.stdout + done.stderr) == []


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_what_errors_say(run: Run, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.exit_code in (2, 3), done.output
    assert done.stderr
    assert named(done.stdout + done.stderr) == []


def test_valid_values_are_numbers(run: Run) -> None:
    told = run("play", GAME, "--mode", "adventure", "--set", "scenario=x").stderr
    assert "expected one of prologue, scenario 2, scenario 3" in told
    document = json.loads(run("games", "--json").stdout)
    (game,) = [row for row in document["games"] if row["id"] == GAME]
    assert game["scenarios"] == ["prologue", *map(str, numbers()[1:])]
    assert "names" not in game


@pytest.mark.parametrize("number", numbers())
def test_reports_of_each_scenario(run: Run, number: int, tmp_path: Path) -> None:
    """Endings by letter, in the report, as JSON and in the files of the batch."""
    batch = (*SIMULATE, *ADVENTURE, "--games", "12", "--set")
    for value in dict.fromkeys((str(number), content().scenario[numbers().index(number)].id)):
        text = run(*batch, f"scenario={value}", "--out", f"out-{value}")
        data = run(*batch, f"scenario={value}", "--json")
        again = run("simulate", "--resume", f"out-{value}")
        for done in (text, data, again):
            assert done.exit_code == 0, done.output
            # The path is what was typed.
            assert named(done.output.replace(f"out-{value}", "out")) == []
        report = json.loads(data.stdout)
        endings = {row["reason"] for row in report["endings"] if row["result"] == "win"}
        assert endings <= {f"ending {number}{letter}" for letter in "ABCD"}
        files = [file for kind in ("games", "parts") for file in (tmp_path / f"out-{value}").glob(f"{kind}-*")]
        assert files
        for file in files:
            rows = _table(file)
            assert named(" ".join(rows)) == []
            assert not alone() & set(rows)


def _table(file: Path) -> list[str]:
    if file.suffix == ".csv":
        return [cell for line in file.read_text(encoding="utf-8").splitlines() for cell in line.split(",")]
    import polars

    return [str(cell) for row in polars.read_parquet(file).rows() for cell in row]


@pytest.mark.parametrize("number", numbers()[1:])
def test_replays(run: Run, number: int, tmp_path: Path) -> None:
    """A replay of a scenario that lies ahead tells the game, but none of the names."""
    session = Session(GAME, {"mode": "adventure", "players": 2, "scenario": number}, 1)
    agent = registry().agents_for(GAME)["heuristic"].make({})
    while (ask := session.ask) is not None:
        session.choose(agent.choose(session, *ask))
    write_replay(session, tmp_path / "game.json")
    told = [run("replay", "game.json", *more) for more in ((), ("--until", "30"), ("--verify",), ("--json",))]
    for done in told:
        assert done.exit_code == 0, done.output
        assert named(done.output) == []
    assert f"scenario {number}" in told[0].output
    title = content().scenario[numbers().index(number)].title
    assert title in run("replay", "game.json", "--spoilers").output


def test_completion(run: Run) -> None:
    def offered(*words: str) -> str:
        line = " ".join(("undercroft", *words))
        asked = {"_UNDERCROFT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
        env = {**os.environ, **asked}
        done = subprocess.run(
            [sys.executable, "-m", "undercroft"], env=env, capture_output=True, text=True, timeout=600, check=False
        )
        return done.stdout

    assert offered("play", "nether").split() == [GAME]
    assert offered("play", GAME, "--set", "scen").split() == ["scenario="]
    hidden = offered("play", GAME, "--set", "scenario=")
    assert hidden.split() == ["scenario=prologue", *(f"scenario={n}" for n in numbers()[1:])]
    shown = offered("play", GAME, "--spoilers", "--set", "scenario=")
    assert [line.partition("=")[2] for line in shown.split()] == [info.id for info in content().scenario]
    for words in (("",), ("play", GAME, "--mode", ""), ("simulate", GAME, "--with", ""), ("rules", ""), ("play", "-")):
        assert named(offered(*words)) == []


# -- with spoilers --------------------------------------------------------------------------------------------------


def test_with_spoilers_everything_is_named(run: Run) -> None:
    text = run("games", "--spoilers").stdout
    flat = " ".join(text.split())
    document = json.loads(run("games", "--spoilers", "--json").stdout)
    (game,) = [row for row in document["games"] if row["id"] == GAME]
    for info in content().scenario_printed[1:]:
        assert info.title in flat
        assert info.id in game["scenarios"]
        assert game["names"][f"scenario {info.number}"] == info.title
        for ending in info.endings:
            assert ending.title in flat
            assert game["names"][f"ending {info.number}{ending.label}"] == ending.title


def test_with_spoilers_errors_and_reports_name_things(run: Run) -> None:
    second = content().scenario_printed[1]
    wrong = run("play", GAME, "--mode", "adventure", "--set", "scenario=x", "--spoilers").stderr
    assert f"scenario {second.number} ({second.title})" in wrong
    batch = (*SIMULATE, *ADVENTURE, "--games", "12", "--set", f"scenario={second.number}", "--spoilers")
    text = run(*batch).stdout
    titles = [ending.title for ending in second.endings]
    assert any(f"({title})" in text for title in titles)
    report = json.loads(run(*batch, "--json").stdout)
    assert set(titles) <= set(report["names"].values())
    assert "Xiaoling Battalion" in run("rules", GAME, "NC-ENEMY-016", "--json", "--spoilers").stdout


def test_the_table_of_a_batch_is_the_same_with_spoilers(run: Run) -> None:
    """So that what is on disk can be handed on, and batches stay comparable."""
    batch = (*SIMULATE, *ADVENTURE, "--games", "3", "--json")
    digests = {json.loads(run(*batch, *more).stdout)["digest"] for more in ((), ("--spoilers",))}
    assert len(digests) == 1


def test_games_without_secrets_are_not_touched(run: Run) -> None:
    document = json.loads(run("games", "--spoilers", "--json").stdout)
    named = [row["id"] for row in document["games"] if "names" in row]
    assert {"death-binder", GAME} <= set(named)
    assert "delve" not in named


def test_what_is_open_is_named(run: Run) -> None:
    """The prologue and the level 1 cards are no secret."""
    told: Any = registry().game(GAME).secrets
    names = {name for row in told(content()) for name in (row.title, *row.others)}
    assert not names & {"Escape to Survive", "prologue", "The Rope", "Giant Rat", "Needle and Thread", "M001"}
