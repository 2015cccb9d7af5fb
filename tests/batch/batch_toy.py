"""A small game for the tests of batches: dig for gold, mind your health. Its modes go wrong in every way there is."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Annotated, Any, ClassVar

import attrs

from undercroft._core import Deck, Stream
from undercroft.game import Game
from undercroft.plugins import AgentSpec, hookimpl
from undercroft.rulebook import Flow, Prompt, Rulebook
from undercroft.setup import key
from undercroft.state import GameState, Ref, state

UNDERCROFT_API = (1, 1)
CARDS = ("dust", "coin", "bar", "trap", "pit")
MODES = (
    "plain",
    "fails",
    "unborn",
    "barren",
    "endless",
    "exits",
    "runs-out",
    "kills",
    "uneven",
    "no-facts",
    "mute",
    "any",
)
DIG, REST = ("dig",), ("rest",)


@attrs.frozen
class Options:
    players: int = key(1, choices=(1, 2), rule="TOY-1")
    mode: str = key("plain", choices=MODES)
    rounds: int = key(6, lo=1, hi=10_000)
    pause: int = key(0, lo=0, hi=60_000, help="milliseconds that a game takes")


@state
class Digger:
    health: int = 5
    gold: int = 0


@state
class Mine(GameState):
    deck: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    dice: Stream = attrs.field(factory=lambda: Stream(0, 0, "dice"))
    diggers: list[Digger] = attrs.field(factory=list)
    marks: dict[str, int] = attrs.field(factory=dict)
    spare: Digger | None = None
    round: int = 0


class MuteError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Rules(Rulebook[Mine]):
    prompts: ClassVar = {"dig": Prompt("TOY-2", "Dig or rest?")}

    def begin(self, s: Mine) -> None:
        if self.setup.mode == "barren" or (self.setup.mode == "unborn" and s.index % 3 == 0):
            raise LookupError("no mine to dig in")
        s.dice = self.stream(s, "dice")
        s.deck = Deck([card for card in range(5) for _ in range(4)], self.stream(s, "deck"))
        s.deck.shuffle()
        s.diggers = [Digger() for _ in range(self.setup.players)]
        s.do(self.day)

    def day(self, s: Mine) -> None:
        s.round += 1
        if s.round == 2:
            time.sleep(self.setup.pause / 1000)
        if s.round == 3:
            if self.setup.mode == "runs-out" and s.index % 5 == 2:
                return
            self.go_wrong(s)
        if s.round > self.setup.rounds:
            rich = sum(d.gold for d in s.diggers) > 3 * len(s.diggers)
            self.end(s, *(("win", "Rich, and alive.") if rich else ("loss", 'As "poor" as before.')), "TOY-4")
        s.do_all(*[(self.shift, seat) for seat in range(1, self.setup.players + 1)], self.day)

    def shift(self, s: Mine, seat: int) -> Flow:
        option = yield self.ask(s, seat, "dig", [DIG, REST, *[("dig", n) for n in range(2, 2 + s.dice.below(3))]])
        digger = s.diggers[seat - 1]
        if option == REST:
            digger.health += 1
        else:
            for card in s.deck.draw(option[1] if len(option) > 1 else 1):
                digger.gold += card if card < 3 else 0
                digger.health -= card - 2 if card > 2 else 0
        if self.loud:
            self.tell(s, "TOY-3", "Digger {0} has {1} gold.", seat, digger.gold)
        if digger.health <= 0:
            self.end(s, "loss", "Buried.", "TOY-5")
        if self.setup.mode == "endless" and s.index % 4 == 1:
            s.do(self.shift, seat)

    def go_wrong(self, s: Mine) -> None:
        mode = self.setup.mode
        if mode == "fails" and s.index % 5 == 2:
            raise ValueError(f"the prop breaks,\nsays {object()!r}")
        if mode == "mute" and s.index % 5 == 2:
            raise MuteError
        if mode == "exits" and s.index % 5 == 2:
            raise SystemExit(4)
        if mode == "kills" and s.index == 7:
            die_if_told()

    def redeal(self, s: Mine, seat: int, stream: Stream) -> None:
        s.deck.permute_hidden(stream)

    def evaluate(self, s: Mine, seat: int) -> float:
        return sum(d.gold + d.health for d in s.diggers) / 100

    def facts(self, s: Mine) -> dict[str, int | str]:
        mode = self.setup.mode
        if mode == "no-facts":
            raise KeyError("gold")
        if mode == "uneven" and s.index % 5 == 2 and s.round > 1:
            return {"gold": "much", "mood": ""}
        mood = "" if s.index % 3 else 'glad, "very"'
        return {"gold": sum(d.gold for d in s.diggers), "mood": mood}


def die_if_told() -> None:
    """Kill this process as often as the file named in the environment says."""
    count = Path(os.environ["BATCH_TOY_KILLS"])
    left = int(count.read_text())
    if left:
        count.write_text(str(left - 1))
        os.kill(os.getpid(), signal.SIGKILL)


def draw(options: Options, stream: Any) -> Options:
    return attrs.evolve(options, mode=("plain", "fails")[stream("mode").below(2)]) if options.mode == "any" else options


class Miser:
    """An agent of the plugin: it rests whenever it can, but not more than it was told."""

    looks_ahead = False

    def __init__(self, most: int) -> None:
        self.most = most
        self.rested = 0

    def begin(self, seat: int, stream: Stream) -> None:
        self.rested = 0

    def choose(self, table: Any, seat: int, prompt: str, options: Any) -> Any:
        self.rested += 1
        return REST if self.rested <= self.most else DIG


GAME = Game(
    "batch-toy",
    "Toy",
    Options,
    Mine,
    Rules,
    load_content=lambda packs: CARDS,
    names=lambda content: {"card": content},
    draw=draw,
    version="1.0",
)


@hookimpl
def undercroft_games() -> list[Game]:
    return [GAME]


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    return [AgentSpec("miser", lambda options: Miser(int(options.get("most", "3"))), game="batch-toy")]
