"""Gathers games that are broken on purpose."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs
from lantern import GAME

from undercroft.game import Game
from undercroft.plugins import AgentSpec

T = TypeVar("T", bound=type[Any])


class Breaking:
    """Variants of the toy game, each with one thing broken, and agents for them."""

    def __init__(self) -> None:
        self.games: list[Game] = []
        self.agents: list[AgentSpec] = []

    def game(self, name: str, **changes: Any) -> None:
        """A toy game that differs from a sound one in some parts."""
        self.games.append(attrs.evolve(GAME, **{"id": name, "default_agent": "random", **changes}))

    def rules(self, cls: T) -> T:
        """A game of a broken rulebook, named after it: ``hash-order`` for ``HashOrder``."""
        name = "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).strip("-")
        self.game(name, rulebook=cls)
        return cls

    def agent(self, cls: T) -> T:
        """A game that is sound, and an agent for it that is not; both have the agent's name."""
        name = cls.__name__.lower()
        self.game(name)
        self.agents.append(AgentSpec(name, lambda options: cls(), game=name))
        return cls
