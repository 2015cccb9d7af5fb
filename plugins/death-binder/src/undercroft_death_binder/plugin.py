"""Death Binder as a plugin of Undercroft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from undercroft import AgentError, AgentSpec, Game, hookimpl
from undercroft_death_binder.asking import TESTS
from undercroft_death_binder.build import PACK, load
from undercroft_death_binder.cards import Content
from undercroft_death_binder.heuristic import Heuristic
from undercroft_death_binder.options import Options, draw_options
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.rules.campaign import Campaign
from undercroft_death_binder.rules.modifiers import LAYERS
from undercroft_death_binder.secrets import secrets
from undercroft_death_binder.state import State
from undercroft_death_binder.tracking import TRACKING

UNDERCROFT_API = (1, 1)


def _version() -> str:
    try:
        return version("undercroft-death-binder")
    except PackageNotFoundError:  # the source tree without an installation
        return "0"


def _names(content: Content) -> Mapping[str, Sequence[str]]:
    return {
        kind: content.ids[kind]
        for kind in ("action", "foe", "event", "skill", "token", "behaviour", "place", "scenario", "flag")
    }


def _heuristic(options: dict[str, str]) -> Heuristic:
    if options:
        raise AgentError(f"agent heuristic takes no options, got {', '.join(options)}")
    return Heuristic()


def _layers(options: Options, content: Content) -> list[type]:
    campaign: list[type] = [Campaign] if options.mode == "campaign" else []
    return campaign + ([LAYERS[options.modifier]] if options.modifier in LAYERS else [])


GAME = Game(
    id="death-binder",
    title="Ruins: Death Binder",
    options=Options,
    state=State,
    rulebook=DeathBinder,
    load_content=load,
    names=_names,
    secrets=secrets,
    packs=(PACK,),
    levels=("rulebook", "campaign", "modifier", "expansion", "house"),
    layers=_layers,
    draw=draw_options,
    rules_index=files("undercroft_death_binder") / "data" / "rules.toml",
    rules_version="1",
    version=_version(),
    about="A deck that leaks away, a descent down a map, combat, a story to be told; solo and co-op.",
    default_agent="heuristic",
    tests=TESTS,
    tracking=TRACKING,
    thins=True,
)


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [GAME]


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """The agents that know this game."""
    about = "rules of thumb for Death Binder; fast, without forks"
    return [AgentSpec("heuristic", _heuristic, game="death-binder", about=about)]
