"""Agents: who chooses when no person does."""

from __future__ import annotations

from undercroft.agents.choosing import FunctionAgent, make_agent
from undercroft.agents.lookahead import LookaheadAgent
from undercroft.agents.mcts import MctsAgent
from undercroft.agents.uniform import RandomAgent

__all__ = ["FunctionAgent", "LookaheadAgent", "MctsAgent", "RandomAgent", "make_agent"]
