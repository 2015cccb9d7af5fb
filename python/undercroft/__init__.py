"""Undercroft plays and simulates co-operative adventure board games."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("undercroft")
except PackageNotFoundError:  # the source tree without an installation
    __version__ = "0"

from undercroft._core import RNG_ID, Deck, Stream
from undercroft.agents import FunctionAgent, LookaheadAgent, RandomAgent
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
from undercroft.rulebook import Ask, Flow, LogEntry, Panel, Prompt, Refusal, Refused, Rulebook
from undercroft.session import Decision, Outcome, Session
from undercroft.setup import key
from undercroft.state import Frame, GameState, Option, Ref, Trigger, call, state

__all__ = [
    "API",
    "RNG_ID",
    "Agent",
    "AgentError",
    "AgentSpec",
    "Ask",
    "BatchError",
    "ContentError",
    "ContentPack",
    "CoreError",
    "Decision",
    "Deck",
    "Flow",
    "Frame",
    "FunctionAgent",
    "Game",
    "GameState",
    "IllegalChoice",
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
    "call",
    "hookimpl",
    "key",
    "load_packs",
    "play_out",
    "registry",
    "state",
]
