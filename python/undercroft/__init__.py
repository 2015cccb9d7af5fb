"""Undercroft plays and simulates co-operative adventure board games.

The public API on one screen. Each name is imported from its module when it is first asked for, so that a command that
needs little starts quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Not on demand: the module of the same name would stand in its place.
from undercroft.state import state
from undercroft.version import __version__

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
        check_rolls,
        convolve,
        hypergeometric,
        mean,
        pool_odds,
        pool_rolls,
        reveal_chance,
        reveal_odds,
        reveal_rolls,
        volley_odds,
        volley_rolls,
    )
    from undercroft.agents import FunctionAgent, LookaheadAgent, MctsAgent, RandomAgent
    from undercroft.batch import Batch, BatchStoppedError, Comparison, Interrupted, Side, resume
    from undercroft.batch.compare import compare
    from undercroft.batch.simulate import simulate
    from undercroft.batch.sweep import sweep
    from undercroft.batch.swept import Sweep
    from undercroft.chances import Chances, NamedTest
    from undercroft.content import ContentPack, check_id, check_n, check_word, load_packs, need
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
    from undercroft.inquiry import Offered, odds
    from undercroft.layers import Layer, LayerSpec
    from undercroft.play import Agent, Rehearsal, play_out
    from undercroft.plugins import API, AgentSpec, hookimpl, registry
    from undercroft.replays import replay
    from undercroft.reports import Report, report
    from undercroft.rulebook import Ask, Flow, LogEntry, Panel, Prompt, Refusal, Refused, Rulebook
    from undercroft.session import Decision, Outcome, Session
    from undercroft.setup import key, seats_of
    from undercroft.spoilers import Secret
    from undercroft.state import Frame, GameState, Option, Ref, Trigger, call, later
    from undercroft.tracking import Kind, Tracking

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
        "check_rolls",
        "convolve",
        "hypergeometric",
        "mean",
        "pool_odds",
        "pool_rolls",
        "reveal_chance",
        "reveal_odds",
        "reveal_rolls",
        "volley_odds",
        "volley_rolls",
    ),
    "agents": ("FunctionAgent", "LookaheadAgent", "MctsAgent", "RandomAgent"),
    "batch": (
        "Batch",
        "BatchStoppedError",
        "Comparison",
        "Interrupted",
        "Side",
        "Sweep",
        "compare",
        "resume",
        "simulate",
        "sweep",
    ),
    "chances": ("Chances", "NamedTest"),
    "content": ("ContentPack", "check_id", "check_n", "check_word", "load_packs", "need"),
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
    "inquiry": ("Offered", "odds"),
    "layers": ("Layer", "LayerSpec"),
    "play": ("Agent", "Rehearsal", "play_out"),
    "plugins": ("API", "AgentSpec", "hookimpl", "registry"),
    "replays": ("replay",),
    "reports": ("Report", "report"),
    "rulebook": ("Ask", "Flow", "LogEntry", "Panel", "Prompt", "Refusal", "Refused", "Rulebook"),
    "session": ("Decision", "Outcome", "Session"),
    "setup": ("key", "seats_of"),
    "spoilers": ("Secret",),
    "state": ("Frame", "GameState", "Option", "Ref", "Trigger", "call", "later"),
    "tracking": ("Kind", "Tracking"),
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
    "Chances",
    "Check",
    "Comparison",
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
    "Kind",
    "Layer",
    "LayerSpec",
    "LogEntry",
    "LookaheadAgent",
    "MctsAgent",
    "NamedTest",
    "Offered",
    "Option",
    "Outcome",
    "Panel",
    "PluginError",
    "Prompt",
    "RandomAgent",
    "Ref",
    "Refusal",
    "Refused",
    "Rehearsal",
    "Report",
    "Rulebook",
    "RulesError",
    "SaveError",
    "Secret",
    "Session",
    "Setup",
    "SetupError",
    "Side",
    "Stream",
    "Sweep",
    "Table",
    "Tables",
    "Tracking",
    "Trigger",
    "UndercroftError",
    "UsageError",
    "__version__",
    "at_least",
    "call",
    "check_id",
    "check_n",
    "check_odds",
    "check_rolls",
    "check_word",
    "compare",
    "convolve",
    "hookimpl",
    "hypergeometric",
    "key",
    "later",
    "load_packs",
    "mean",
    "need",
    "odds",
    "play_out",
    "pool_odds",
    "pool_rolls",
    "registry",
    "replay",
    "report",
    "resume",
    "reveal_chance",
    "reveal_odds",
    "reveal_rolls",
    "seats_of",
    "simulate",
    "state",
    "sweep",
    "volley_odds",
    "volley_rolls",
]
