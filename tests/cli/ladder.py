"""A tiny game for the tests of the command line: climb six rungs before the health is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import attrs

from undercroft._core import Stream
from undercroft.chances import Chances, NamedTest
from undercroft.errors import AgentError, SetupError
from undercroft.game import Game
from undercroft.layers import Layer, LayerSpec
from undercroft.plugins import AgentSpec, hookimpl
from undercroft.rulebook import Flow, Panel, Prompt, Refused, Rulebook
from undercroft.setup import key
from undercroft.state import GameState, Option, state

UNDERCROFT_API = (1, 1)
TOP = 6


@attrs.frozen
class Options:
    """The setup keys."""

    mode: str = key("short", choices=("short", "long"), help="how long the ladder is", rule="LA-GEN-001")
    players: int = key(1, lo=1, hi=2, help="who climbs", rule="LA-GEN-002")
    slippery: bool = key(False, help="every step of two rungs hurts")

    def check(self) -> None:
        """A rule over several keys."""
        if self.mode == "long" and self.slippery:
            raise SetupError("the long ladder is never slippery", rule="LA-GEN-003")


@state
class Ladder(GameState):
    """Where the climbers are."""

    height: int = 0
    health: int = 4
    wind: Stream = attrs.field(factory=lambda: Stream(0, 0, "wind"))


class Rules(Rulebook[Ladder]):
    """The rules."""

    prompts: ClassVar[dict[str, Prompt]] = {"climb": Prompt("LA-CLIMB-001", "How far do you climb?")}

    def begin(self, s: Ladder) -> None:
        """LA-GEN-001: everybody stands on the ground."""
        s.wind = self.stream(s, "wind")
        s.do(self.turn, 1)

    def top(self) -> int:
        """LA-GEN-001: six rungs, ten in the long mode."""
        return TOP if self.setup.mode == "short" else 10

    def turn(self, s: Ladder, seat: int) -> Flow:
        """LA-CLIMB-001: one or two rungs, or a rest."""
        options: list[Option] = [("up", 1), ("up", 2)]
        if s.health < 4:
            options.append(("rest",))
        option = yield self.ask(s, seat, "climb", options)
        if option[0] == "rest":
            s.health += 1
            self.tell(s, "LA-REST-001", "Player {0} rests: health {1}.", seat, s.health)
        else:
            self.climb(s, seat, option[1])
        if s.height == 3 and self.setup.mode == "long":
            raise KeyError("a rung is missing")  # a fault of a plugin, on purpose
        s.do(self.turn, seat % self.setup.players + 1)

    def climb(self, s: Ladder, seat: int, rungs: int) -> None:
        """LA-CLIMB-002: two rungs may hurt."""
        s.height += rungs
        self.tell(s, "LA-CLIMB-002", "Player {0} climbs to rung {1}.", seat, s.height)
        if rungs == 2 and s.wind.below(2):
            s.health -= 1
            self.tell(s, "LA-CLIMB-003", "The wind costs 1 health: {0} left.", s.health)
        if s.health == 0:
            self.end(s, "loss", "The climbers have fallen.", "LA-END-002")
        if s.height >= self.top():
            self.end(s, "win", "The top is reached.", "LA-END-001")

    def label(self, s: Ladder, seat: int, option: Option) -> str:
        """In words."""
        if option[0] == "up":
            return f"Climb {option[1]} rung{'s' if option[1] > 1 else ''}"
        return {"rest": "Rest [a while]", "jump": "Jump to the top"}[option[0]]

    def odds(self, s: Ladder, seat: int, prompt: str, options: Any) -> list[tuple[Option | None, Chances]]:
        """LA-CLIMB-003: the wind, which blows only high up."""
        return [(("up", 2), wind(2))] if s.height else []

    def refused(self, s: Ladder, seat: int, prompt: str) -> list[Refused]:
        """What one might expect."""
        rows = [Refused(("jump",), "LA-CLIMB-004", "nobody jumps")]
        if s.health == 4:
            rows.append(Refused(("rest",), "LA-REST-001", "nobody is tired"))
        return rows

    def panels(self, s: Ladder, seat: int) -> list[Panel]:
        """The table."""
        return [
            Panel("Climbers", [("rung", f"{s.height} of {self.top()}"), ("health", str(s.health))]),
            Panel("Ladder", [(f"rung {n}", "wood", "") for n in (1, 2)], ("", "Made of", "Broken")),
        ]


def wind(rungs: int) -> Chances:
    """LA-CLIMB-003: what the wind does to those who climb so many rungs."""
    p = 0.5 if rungs == 2 else 1.0
    lost = [(0, p), (1, 1 - p)] if p < 1 else [(0, p)]
    return Chances("The wind", "LA-CLIMB-003", lost, "nobody is hurt", p, [("with a rope", 1.0)], "at half height",
                   "health lost")  # fmt: skip


@attrs.frozen
class Climb:
    """A climb."""

    rungs: int = key(2, lo=1, hi=2, help="how many rungs")


class Frost(Layer, Rules, at="modifier"):
    """The game's own layer of the slippery ladder: two rungs always hurt."""

    def climb(self, s: Ladder, seat: int, rungs: int) -> None:
        """LA-CLIMB-003: the wind always blows."""
        s.wind.script([1] if rungs == 2 else [])
        super().climb(s, seat, rungs)


class Calm(Layer, Rules, at="expansion"):
    """An expansion: there is no wind."""

    def climb(self, s: Ladder, seat: int, rungs: int) -> None:
        """LA-CLIMB-002: calm."""
        s.wind.script([0] if rungs == 2 and not s.wind.scripted else [])
        super().climb(s, seat, rungs)


class Greedy:
    """Climbs two rungs, always."""

    looks_ahead = False

    def begin(self, seat: int, stream: Stream) -> None:
        """Nothing to prepare."""

    def choose(self, table: Any, seat: int, prompt: str, options: Any) -> Option:
        """Two rungs."""
        return ("up", 2)


def _greedy(options: dict[str, str]) -> Greedy:
    if options:
        raise AgentError("agent greedy takes no options")
    return Greedy()


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [
        Game(
            id="ladder",
            title="The Ladder",
            options=Options,
            state=Ladder,
            rulebook=Rules,
            load_content=lambda packs: None,
            layers=lambda options, content: (Frost,) if options.slippery else (),
            rules_index=Path(__file__).with_name("ladder.toml"),
            version="1.2",
            about="Climb.",
            default_agent="greedy",
            tests=(
                NamedTest(
                    "climb", "what the wind does", "LA-CLIMB-003", Climb, lambda r, s, asked: [wind(asked.rungs)]
                ),
            ),
        )
    ]


@hookimpl
def undercroft_layers() -> list[LayerSpec]:
    """The expansion."""
    return [LayerSpec(Calm, "ladder", "calm")]


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """The agent."""
    return [AgentSpec("greedy", _greedy, "ladder", "climbs two rungs, always")]
