"""Netherworld Candle as a plugin of Undercroft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from undercroft import AgentError, AgentSpec, Game, hookimpl
from undercroft_netherworld_candle.asking import TESTS
from undercroft_netherworld_candle.build import PACK, load
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.cases import cases
from undercroft_netherworld_candle.heuristic import Heuristic
from undercroft_netherworld_candle.options import Options
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.rules.layers import layers
from undercroft_netherworld_candle.secrets import secrets
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.tracking import TRACKING

UNDERCROFT_API = (1, 1)


def _version() -> str:
    try:
        return version("undercroft-netherworld-candle")
    except PackageNotFoundError:  # the source tree without an installation
        return "0"


def _names(content: Content) -> Mapping[str, Sequence[str]]:
    return content.ids


def _heuristic(options: dict[str, str]) -> Heuristic:
    if options:
        raise AgentError(f"agent heuristic takes no options, got {', '.join(options)}")
    return Heuristic()


GAME = Game(
    id="netherworld-candle",
    title="Netherworld Candle",
    options=Options,
    state=State,
    rulebook=NetherworldCandle,
    load_content=load,
    names=_names,
    secrets=secrets,
    packs=(PACK,),
    levels=("rulebook", "difficulty", "story-book", "note", "card", "expansion", "house"),
    layers=layers,
    rules_index=files("undercroft_netherworld_candle") / "data" / "rules.toml",
    rules_version="1",
    version=_version(),
    about="A campaign of story and tomb delving for one to four Delvers, by the light of one candle.",
    default_agent="heuristic",
    tests=TESTS,
    cases=cases,
    tracking=TRACKING,
)


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [GAME]


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """The agents that know this game."""
    about = "rules of thumb for Netherworld Candle; fast, without forks"
    return [AgentSpec("heuristic", _heuristic, game="netherworld-candle", about=about)]
