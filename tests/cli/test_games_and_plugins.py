"""``undercroft games`` and ``undercroft plugins``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from undercroft.plugins import Fault, Registry

from .conftest import Run


def ladder(document: dict[str, Any]) -> dict[str, Any]:
    (found,) = [game for game in document["games"] if game["id"] == "ladder"]
    return dict(found)


def test_games_as_json(run: Run) -> None:
    done = run("games", "--json")
    assert done.exit_code == 0
    game = ladder(json.loads(done.stdout))
    assert game["title"] == "The Ladder"
    assert game["version"] == "1.2"
    assert game["players"] == [1, 2]
    assert game["modes"] == ["short", "long"]
    assert game["scenarios"] == []
    assert game["expansions"] == ["calm"]
    assert [agent["name"] for agent in game["agents"]] == ["greedy", "lookahead", "mcts", "random"]
    assert game["default_agent"] == "greedy"
    assert game["setup"][0] == {
        "key": "mode",
        "default": "short",
        "choices": ["short", "long"],
        "expected": "one of short, long",
        "help": "how long the ladder is",
        "rule": "LA-GEN-001",
    }


def test_games_in_words(run: Run) -> None:
    text = run("games").stdout
    for line in (
        "The Ladder\n  id ladder, version 1.2, from plugin ladder\n  Climb.\n",
        "  players: 1, 2\n",
        "  modes: short, long\n",
        "  expansions: calm\n",
        "  agents: greedy (default), lookahead, mcts, random\n",
    ):
        assert line in text
    assert "slippery" in text
    assert "every step of two rungs hurts" in text


def test_without_a_game_it_says_how_to_get_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.plugins.registry", Registry)
    done = run("games")
    assert done.exit_code == 0
    assert "No game is installed. A game comes as a plugin, a Python package: install one" in done.stdout
    assert json.loads(run("games", "--json").stdout)["games"] == []
    assert "install one into this environment" in run("play").stderr


def test_an_unknown_game_is_named_with_the_installed_ones(run: Run) -> None:
    done = run("play", "lader")
    assert done.exit_code == 2
    assert "no game 'lader' is installed; installed games: " in done.stderr
    assert "did you mean ladder" in done.stderr
    assert "usually named undercroft-lader" in done.stderr


def test_broken_plugins_are_mentioned_by_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Registry(faults=[Fault("rusty", "undercroft-rusty", "it squeaks")])
    monkeypatch.setattr("undercroft.plugins.registry", lambda: broken)
    assert "Broken plugins: rusty. `undercroft plugins` says why." in run("games").stdout
    assert json.loads(run("games", "--json").stdout)["faults"] == ["rusty"]


def test_plugins_as_json(run: Run) -> None:
    document = json.loads(run("plugins", "--json").stdout)
    assert document["api"] == 1
    (found,) = [plugin for plugin in document["plugins"] if plugin["name"] == "ladder"]
    assert found == {
        "name": "ladder",
        "distribution": "undercroft-ladder",
        "version": "1.2",
        "provides": ["game ladder", "layer Calm for ladder", "agent greedy"],
    }
    assert "ladder" not in [fault["plugin"] for fault in document["faults"]]


def test_plugins_in_words(run: Run) -> None:
    text = run("plugins").stdout
    assert "ladder" in text
    assert "undercroft-ladder" in text
    assert "layer Calm for ladder" in text


def test_explain_shows_who_overrides_which_step(run: Run) -> None:
    document = json.loads(run("plugins", "--explain", "ladder", "--json").stdout)
    assert document["game"] == "ladder"
    assert document["levels"] == ["rulebook", "modifier", "expansion", "house"]
    assert document["steps"] == {
        "climb": [
            {"layer": "Calm", "level": "expansion", "plugin": "ladder", "when": "--with calm"},
            {"layer": "Frost", "level": "modifier", "plugin": "ladder", "when": "--set slippery=true"},
        ]
    }
    text = run("plugins", "--explain", "ladder").stdout
    assert "the one listed first has the last word" in text
    assert text.index("Calm") < text.index("Frost")


def test_explain_wants_an_installed_game(run: Run) -> None:
    done = run("plugins", "--explain", "leiter")
    assert done.exit_code == 2
    assert "no game 'leiter' is installed" in done.stderr
