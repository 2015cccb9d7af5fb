"""A broken plugin is named with its fault, and everything else still works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

HEAD = """
from pathlib import Path
import attrs
import typer
from undercroft import (
    AgentSpec, ContentError, ContentPack, Game, GameState, Layer, LayerSpec, Rulebook, hookimpl, key, state
)

UNDERCROFT_API = (1, 1)
"""

GOOD = """
@attrs.frozen
class Options:
    players: int = key(1, lo=1, hi=1)

@state
class Coin(GameState):
    left: int = 2

class Rules(Rulebook[Coin]):
    def begin(self, s):
        s.do(self.toss)

    def toss(self, s):
        option = yield self.ask(s, 1, "order", [("heads",), ("tails",)])
        self.end(s, "win" if option == ("heads",) else "loss", "The coin lies.", "")

def load(packs):
    return None

@hookimpl
def undercroft_games():
    return [Game("coin", "A Coin", Options, Coin, Rules, load)]
"""


class Plugin(NamedTuple):
    """A small distribution: entry-point name, the source of its module."""

    name: str
    source: str


def install(folder: Path, *plugins: Plugin) -> None:
    for name, source in plugins:
        info = folder / f"undercroft_{name}-1.0.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: undercroft-{name}\nVersion: 1.0\n")
        info.joinpath("entry_points.txt").write_text(f"[undercroft]\n{name} = {name}_plugin\n")
        folder.joinpath(f"{name}_plugin.py").write_text(HEAD + dedent(source))


def undercroft(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, "-m", "undercroft", *args],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def plugins_json(folder: Path) -> dict[str, Any]:
    done = undercroft(folder, "plugins", "--json")
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document


RAISES = Plugin("alarm", 'raise RuntimeError("this plugin is on fire")')
LEAVES = Plugin("leaver", "raise SystemExit(5)")
OLD = Plugin("old", "UNDERCROFT_API = (0, 0)")
FUTURE = Plugin("future", "UNDERCROFT_API = (7, 9)")
SILENT = Plugin("silent", "del UNDERCROFT_API")
UNKNOWN_HOOK = Plugin(
    "hooked",
    """
    @hookimpl
    def undercroft_weather():
        return []
    """,
)
SAME_GAME = Plugin("forger", GOOD.replace("A Coin", "Another Coin"))
SAME_AGENT = Plugin(
    "random_again",
    """
    @hookimpl
    def undercroft_agents():
        return [AgentSpec("random", lambda options: None)]
    """,
)
WRONG_KIND = Plugin(
    "numbers",
    """
    @hookimpl
    def undercroft_games():
        return [42]
    """,
)
BAD_CONTENT = Plugin(
    "misprint",
    GOOD.replace('"coin"', '"misprint"').replace(
        "    return None",
        "    from undercroft.content import load_packs\n    return load_packs(packs, {'card': Card})",
    )
    + '''
@attrs.frozen
class Card:
    id: str
    cost: int

FILE = Path(__file__).with_name("cards.toml")
FILE.write_text("""
[[card]]
id = "one"
cost = 1

[[card]]
id = "two"
cost = "much"
""")

@hookimpl
def undercroft_content():
    return [ContentPack("misprint", "more", (FILE,), "more")]
''',
)
BAD_LEVEL = Plugin(
    "cellar",
    """
    class Cellar(Layer, at="cellar"):
        def toss(self, s):
            yield from super().toss(s)

    @hookimpl
    def undercroft_layers():
        return [LayerSpec(Cellar, "coin", "cellar")]
    """,
)
PANICS = Plugin("panicker", "class Panic(BaseException):\n    pass\n\nraise Panic('out of order')")
NO_OPTIONS = Plugin("hollow", GOOD.replace('"coin"', '"hollow"').replace("Options, Coin, Rules", "None, Coin, Rules"))
NO_LAYER = Plugin(
    "layered",
    """
    @hookimpl
    def undercroft_layers():
        return [LayerSpec(None, "coin", "layered")]
    """,
)
NO_NAME = Plugin(
    "nameless",
    """
    @hookimpl
    def undercroft_agents():
        return [AgentSpec(4, print)]

    @hookimpl
    def undercroft_cli():
        return [()]
    """,
)
BAD_COMMAND = Plugin(
    "shouter",
    """
    @hookimpl
    def undercroft_cli():
        return [("shout", 42), ("games", typer.Typer())]
    """,
)
NO_MODULE = Plugin("gone", "")

CASES = [
    pytest.param(RAISES, ["RuntimeError", "this plugin is on fire"], id="raises at import"),
    pytest.param(LEAVES, ["SystemExit: 5"], id="leaves at import"),
    pytest.param(OLD, ["plugin API 0 to 0"], id="written for an older API"),
    pytest.param(FUTURE, ["plugin API 7 to 9"], id="written for a newer API"),
    pytest.param(SILENT, ["UNDERCROFT_API = (lowest, highest)"], id="says no API range"),
    pytest.param(UNKNOWN_HOOK, ["unknown hook", "undercroft_weather", "undercroft_games"], id="unknown hook"),
    pytest.param(SAME_GAME, ["'coin'", "plugin coin has already"], id="duplicate game id"),
    pytest.param(SAME_AGENT, ["agent 'random'", "taken"], id="duplicate agent name"),
    pytest.param(WRONG_KIND, ["undercroft_games", "42", "Game"], id="hook returns something else"),
    pytest.param(
        BAD_CONTENT, ["cards.toml", "line 6", "'two'", "cost", "a whole number", "'much'"], id="malformed content"
    ),
    pytest.param(BAD_LEVEL, ["Cellar", "'cellar'", "rulebook, modifier, expansion, house"], id="unknown level"),
    pytest.param(PANICS, ["Panic: out of order"], id="panics at import"),
    pytest.param(
        NO_OPTIONS, ["undercroft_games", "options cannot be None; expected an attrs class"], id="game without options"
    ),
    pytest.param(NO_LAYER, ["undercroft_layers", "a layer class"], id="layer that is none"),
    pytest.param(NO_NAME, ["undercroft_agents", "needs a name"], id="agent and command without names"),
    pytest.param(BAD_COMMAND, ["'shout'", "typer.Typer"], id="command that is none"),
]


@pytest.mark.parametrize(("broken", "words"), CASES)
def test_the_fault_is_named_and_the_rest_works(tmp_path: Path, broken: Plugin, words: list[str]) -> None:
    install(tmp_path, Plugin("coin", GOOD), broken)
    document = plugins_json(tmp_path)
    faults = [fault for fault in document["faults"] if fault["plugin"] == broken.name]
    assert faults, document
    for word in words:
        assert word in faults[0]["reason"]
    assert "coin" in [plugin["name"] for plugin in document["plugins"]]

    told = undercroft(tmp_path, "plugins")
    assert told.returncode == 0
    assert broken.name in told.stdout
    assert words[0] in told.stdout
    assert "Traceback" not in told.stdout + told.stderr

    games = json.loads(undercroft(tmp_path, "games", "--json").stdout)["games"]
    assert {"coin"} <= {game["id"] for game in games}
    played = subprocess.run(
        [sys.executable, "-m", "undercroft", "play", "coin", "--seed", "1"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        input="1\n",
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "The game is over: won." in played.stdout


def test_what_a_plugin_prints_stays_out_of_the_json(tmp_path: Path) -> None:
    install(tmp_path, Plugin("coin", "print('hello from the coin')" + GOOD))
    done = undercroft(tmp_path, "games", "--json")
    assert "coin" in [game["id"] for game in json.loads(done.stdout)["games"]]
    assert "hello from the coin" in done.stderr


def test_a_plugin_whose_module_is_missing(tmp_path: Path) -> None:
    install(tmp_path, Plugin("coin", GOOD), NO_MODULE)
    tmp_path.joinpath("gone_plugin.py").unlink()
    document = plugins_json(tmp_path)
    (fault,) = [fault for fault in document["faults"] if fault["plugin"] == "gone"]
    assert fault["distribution"] == "undercroft-gone"
    assert "gone_plugin" in fault["reason"]


def test_all_of_them_at_once(tmp_path: Path) -> None:
    broken: list[Any] = [case.values[0] for case in CASES]
    install(tmp_path, Plugin("coin", GOOD), *broken)
    document = plugins_json(tmp_path)
    assert {plugin.name for plugin in broken} <= {fault["plugin"] for fault in document["faults"]}
    done = undercroft(tmp_path, "--help")
    assert done.returncode == 0
    assert "simulate" in done.stdout


def test_a_command_of_a_plugin_is_mounted(tmp_path: Path) -> None:
    source = """
    app = typer.Typer()

    @app.command()
    def greet(name: str) -> None:
        "Say hello."
        print("hello", name)

    @hookimpl
    def undercroft_cli():
        return [("greet", app)]
    """
    install(tmp_path, Plugin("greeter", source), BAD_COMMAND)
    assert undercroft(tmp_path, "greet", "you").stdout == "hello you\n"
    assert "Say hello." in undercroft(tmp_path, "--help").stdout
    document = plugins_json(tmp_path)
    assert "greeter" not in [fault["plugin"] for fault in document["faults"]]
    (shadow,) = [fault for fault in document["faults"] if "'games'" in fault["reason"]]
    assert shadow["plugin"] == "shouter"
    assert "taken" in shadow["reason"]


def test_expansion_content_that_is_broken_leaves_the_game_alone(tmp_path: Path) -> None:
    install(tmp_path, BAD_CONTENT)
    done = undercroft(tmp_path, "play", "misprint", "--with", "more")
    assert done.returncode == 3
    assert "cards.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert undercroft(tmp_path, "play", "misprint").returncode == 0


@pytest.mark.parametrize("command", [("play",), ("simulate", "--games", "3", "--agent", "random", "--workers", "1")])
def test_expansions_that_clash_are_refused_together_and_work_alone(tmp_path: Path, command: tuple[str, ...]) -> None:
    deaf = """
    class {0}(Layer, at="expansion"):
        def toss(self, s):
            option = yield self.ask(s, 1, "order", [("{1}",)])
            self.end(s, "win", "{0}", "")

    @hookimpl
    def undercroft_layers():
        return [LayerSpec({0}, "coin", expansion="{1}")]
    """
    install(
        tmp_path,
        Plugin("coin", GOOD),
        Plugin("one", deaf.format("Heads", "heads")),
        Plugin("two", deaf.format("Tails", "tails")),
    )
    done = undercroft(tmp_path, command[0], "coin", *command[1:], "--with", "heads", "--with", "tails")
    assert done.returncode == 3
    assert "Heads (plugin one) and Tails (plugin two) both override step 'toss'" in done.stderr
    assert undercroft(tmp_path, command[0], "coin", *command[1:], "--with", "heads").returncode == 0
