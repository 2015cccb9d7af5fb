"""Undercroft plays and simulates co-operative adventure board games.

The public API on one screen. Each name is imported from its module when it is first asked for, so that a command that
needs little starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

try:
    __version__ = version("undercroft")
except PackageNotFoundError:  # the source tree without an installation
    __version__ = "0"

# Not on demand: the module of the same name would stand in its place.
from undercroft.state import state

if TYPE_CHECKING:
    from undercroft._core import (
        MORE,
        ONCE,
        RESHUFFLE,
        RNG_ID,
        SKIP,
        Board,
        Check,
        Deck,
        DicePool,
        FaceTable,
        Stream,
        at_least,
        check_odds,
        convolve,
        hypergeometric,
        mean,
        pool_odds,
    )
    from undercroft.agents import FunctionAgent, LookaheadAgent, RandomAgent
    from undercroft.batch import Batch, BatchStoppedError, Interrupted, resume
    from undercroft.batch.compare import compare
    from undercroft.batch.simulate import simulate
    from undercroft.content import ContentPack, load_packs
    from undercroft.errors import (
        AgentError,
        BatchError,
        ContentError,
        CoreError,
        IllegalChoice,
        PluginError,
        RulesError,
        SaveError,
        SetupError,
        UndercroftError,
        UsageError,
    )
    from undercroft.game import Game, Setup, Table, Tables
    from undercroft.layers import Layer, LayerSpec
    from undercroft.play import Agent, play_out
    from undercroft.plugins import API, AgentSpec, hookimpl, registry
    from undercroft.replays import replay
    from undercroft.rulebook import Ask, Flow, LogEntry, Panel, Prompt, Refusal, Refused, Rulebook
    from undercroft.session import Decision, Outcome, Session
    from undercroft.setup import key
    from undercroft.state import Frame, GameState, Option, Ref, Trigger, call

_HOMES = {
    "_core": (
        "MORE",
        "ONCE",
        "RESHUFFLE",
        "RNG_ID",
        "SKIP",
        "Board",
        "Check",
        "Deck",
        "DicePool",
        "FaceTable",
        "Stream",
        "at_least",
        "check_odds",
        "convolve",
        "hypergeometric",
        "mean",
        "pool_odds",
    ),
    "agents": ("FunctionAgent", "LookaheadAgent", "RandomAgent"),
    "batch": ("Batch", "BatchStoppedError", "Interrupted", "compare", "resume", "simulate"),
    "content": ("ContentPack", "load_packs"),
    "errors": (
        "AgentError",
        "BatchError",
        "ContentError",
        "CoreError",
        "IllegalChoice",
        "PluginError",
        "RulesError",
        "SaveError",
        "SetupError",
        "UndercroftError",
        "UsageError",
    ),
    "game": ("Game", "Setup", "Table", "Tables"),
    "layers": ("Layer", "LayerSpec"),
    "play": ("Agent", "play_out"),
    "plugins": ("API", "AgentSpec", "hookimpl", "registry"),
    "replays": ("replay",),
    "rulebook": ("Ask", "Flow", "LogEntry", "Panel", "Prompt", "Refusal", "Refused", "Rulebook"),
    "session": ("Decision", "Outcome", "Session"),
    "setup": ("key",),
    "state": ("Frame", "GameState", "Option", "Ref", "Trigger", "call"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'undercroft' has no attribute {name!r}")
    value = getattr(import_module(f"undercroft.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "API",
    "MORE",
    "ONCE",
    "RESHUFFLE",
    "RNG_ID",
    "SKIP",
    "Agent",
    "AgentError",
    "AgentSpec",
    "Ask",
    "Batch",
    "BatchError",
    "BatchStoppedError",
    "Board",
    "Check",
    "ContentError",
    "ContentPack",
    "CoreError",
    "Decision",
    "Deck",
    "DicePool",
    "FaceTable",
    "Flow",
    "Frame",
    "FunctionAgent",
    "Game",
    "GameState",
    "IllegalChoice",
    "Interrupted",
    "Layer",
    "LayerSpec",
    "LogEntry",
    "LookaheadAgent",
    "Option",
    "Outcome",
    "Panel",
    "PluginError",
    "Prompt",
    "RandomAgent",
    "Ref",
    "Refusal",
    "Refused",
    "Rulebook",
    "RulesError",
    "SaveError",
    "Session",
    "Setup",
    "SetupError",
    "Stream",
    "Table",
    "Tables",
    "Trigger",
    "UndercroftError",
    "UsageError",
    "__version__",
    "at_least",
    "call",
    "check_odds",
    "compare",
    "convolve",
    "hookimpl",
    "hypergeometric",
    "key",
    "load_packs",
    "mean",
    "play_out",
    "pool_odds",
    "registry",
    "replay",
    "resume",
    "simulate",
    "state",
]
