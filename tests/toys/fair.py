"""A toy for reports: six rounds at a fair, one of two things to take in each. An expansion plants what is to be found.

Everybody sees as many things in every game, so that what a thing does to the win rate is what it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import attrs

from undercroft import (
    ContentError,
    ContentPack,
    Deck,
    Flow,
    Game,
    GameState,
    Kind,
    Layer,
    Option,
    Prompt,
    Ref,
    Rulebook,
    Secret,
    Stream,
    Tracking,
    hookimpl,
    key,
    load_packs,
    state,
)

UNDERCROFT_API = (1, 1)
HERE = Path(__file__).parent
SECRET = "ivory-key"
COMET_EVERY = 50


@attrs.frozen
class Card:
    id: str
    title: str
    worth: int


@attrs.frozen
class Options:
    players: int = key(1, choices=(1,))
    weather: str = key("fair", choices=("fair", "rain", "any"))
    trouble: str = key("", choices=("", "fails", "notes"))


@state
class Booth(GameState):
    deck: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    dice: Stream = attrs.field(factory=lambda: Stream(0, 0, ""))
    offered: list[Annotated[int, Ref("card")]] = attrs.field(factory=list)
    taken: list[Annotated[int, Ref("card")]] = attrs.field(factory=list)
    purse: int = 0


class Rules(Rulebook[Booth]):
    prompts: ClassVar = {"take": Prompt("FAIR-1", "Which one?")}
    part_columns: ClassVar = {"took": str}

    def begin(self, s: Booth) -> None:
        s.dice = self.stream(s, "dice")
        comets = s.index % COMET_EVERY == 0
        cards = [n for n, card in enumerate(self.content) if comets or not card.id.endswith("comet")]
        s.deck = Deck(cards, self.stream(s, "deck"))
        s.deck.shuffle()
        s.do_all(*[self.round] * 5, self.close)

    def round(self, s: Booth) -> Flow:
        self.offer(s)
        option = yield self.ask(s, 1, "take", [("take", card) for card in s.offered])
        self.take(s, option[1])

    def offer(self, s: Booth) -> None:
        s.offered = s.deck.draw(2)

    def take(self, s: Booth, card: int) -> None:
        if self.setup.trouble == "fails" and s.index % 5 == 2 and len(s.taken) == 3:
            raise ValueError("the stall falls over")
        s.taken.append(card)
        s.purse += self.content[card].worth + s.dice.below(3) - (self.setup.weather == "rain")

    def close(self, s: Booth) -> None:
        if s.purse >= 15:
            self.end(s, "win", "A full purse", "FAIR-2")
        self.end(s, "loss", "The Key of Ivory stays where it is", "FAIR-2")

    def label(self, s: Booth, seat: int, option: Option) -> str:
        return f"take the {self.content[option[1]].title}"

    def redeal(self, s: Booth, seat: int, stream: Stream) -> None:
        s.deck.permute_hidden(stream)

    def evaluate(self, s: Booth, seat: int) -> float:
        return float(s.result == "win") if s.result else min(1.0, s.purse / 20)

    def facts(self, s: Booth) -> dict[str, int | str]:
        return {"purse": s.purse}

    def headline(self) -> Sequence[str]:
        return ("purse",)

    def parts(self, s: Booth) -> Sequence[Mapping[str, int | str]]:
        return [{"took": self.content[card].id} for card in s.taken]


class Notes(Layer, Rules, at="tracking"):
    def offer(self, s: Booth) -> None:
        super().offer(s)
        self.track_seen("card", *s.offered)

    def take(self, s: Booth, card: int) -> None:
        super().take(s, card)
        self.track_used("card", card)
        if self.setup.trouble == "notes":
            self.track_used("booth", 1)


def load(packs: Sequence[ContentPack]) -> tuple[Card, ...]:
    cards = load_packs(packs, {"card": Card})["card"]
    if "drum" not in cards:
        raise ContentError("no fair without a drum")
    return tuple(cards.values())


def titles(content: Sequence[Card]) -> dict[str, str]:
    return {card.id: card.title for card in content}


def draw(options: Options, stream: Any) -> Options:
    if options.weather != "any":
        return options
    return attrs.evolve(options, weather=("fair", "rain")[stream("weather").below(2)])


def secrets(content: Sequence[Card]) -> list[Secret]:
    return [Secret(f"card {n}", card.title, (card.id,)) for n, card in enumerate(content, 1) if card.id == SECRET]


GAME = Game(
    "fair", "The Fair", Options, Booth, Rules, load_content=load, draw=draw, secrets=secrets,
    names=lambda content: {"card": [card.id for card in content]},
    packs=(ContentPack("fair", "fair", (HERE / "fair.toml",)),),
    tracking=Tracking(Notes, (Kind("card", "Things", seen="offered", used="taken", titles=titles),)),
)  # fmt: skip


@hookimpl
def undercroft_games() -> list[Game]:
    return [
        GAME,
        attrs.evolve(
            GAME, id="mute-fair", packs=(ContentPack("mute-fair", "fair", (HERE / "fair.toml",)),), tracking=None
        ),
    ]


@hookimpl
def undercroft_content() -> list[ContentPack]:
    return [ContentPack("fair", "planted", (HERE / "fair_planted.toml",), expansion="planted")]
