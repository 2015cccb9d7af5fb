"""Lantern: a toy game for the tests of the framework. It has a little of everything that a real game may have.

Two modes, one or two seats, hidden hands, a deck that is reshuffled, a die, a step that asks twice, options that are
made on demand, triggers whose order is asked, a modifier that chance may choose, and content with ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import attrs

from undercroft._core import Deck, Stream
from undercroft.content import ContentPack, load_packs
from undercroft.errors import SetupError
from undercroft.game import Game
from undercroft.layers import Layer
from undercroft.plugins import AgentSpec, hookimpl
from undercroft.rulebook import Flow, Panel, Prompt, Refusal, Refused, Rulebook
from undercroft.setup import key
from undercroft.state import GameState, Option, Ref, Trigger, state

UNDERCROFT_API = (1, 1)
HERE = Path(__file__).parent
HAND, FULL, OIL = 3, 4, 6

Card = Annotated[int, Ref("card")]


@attrs.frozen
class CardText:
    """A card as it is printed."""

    id: str
    title: str
    effect: str
    amount: int = 0
    copies: int = 1


@attrs.frozen
class RoomText:
    """A room as it is printed."""

    id: str
    title: str
    gloom: int


@attrs.frozen
class Content:
    """All cards and rooms; their ints are their places here."""

    cards: tuple[CardText, ...]
    rooms: tuple[RoomText, ...]


def load(packs: Sequence[ContentPack]) -> Content:
    """The content of some packs."""
    tables = load_packs(packs, {"card": CardText, "room": RoomText})
    return Content(tuple(tables["card"].values()), tuple(tables["room"].values()))


def names(content: Content) -> dict[str, list[str]]:
    """The ids by kind."""
    return {"card": [card.id for card in content.cards], "room": [room.id for room in content.rooms]}


@attrs.frozen
class Options:
    """The setup keys."""

    mode: str = key("short", choices=("short", "long"), help="three rooms or five", rule="LN-GEN-002")
    players: int = key(1, lo=1, hi=2, help="how many walk", rule="LN-GEN-001")
    weather: str = key("clear", choices=("clear", "fog", "any"), help="what the air is like", rule="LN-FOG-001")
    hard: bool = key(False, help="begin with less oil")

    def check(self) -> None:
        """LN-GEN-003: not every combination is allowed."""
        if self.mode == "long" and self.players == 2 and self.weather == "fog":
            raise SetupError("two players cannot choose fog for the long cellar", rule="LN-GEN-003")


@state
class Seat:
    """One player."""

    hand: list[Card] = attrs.field(factory=list)
    oil: int = OIL


@state
class Cellar(GameState):
    """Where the players are."""

    deck: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    rooms: Annotated[Deck, Ref("room")] = attrs.field(factory=Deck)
    discard: list[Card] = attrs.field(factory=list)
    die: Stream = attrs.field(factory=lambda: Stream(0, 0, "die"))
    seats: list[Seat] = attrs.field(factory=list)
    played: dict[Card, int] = attrs.field(factory=dict)
    room: Annotated[int, Ref("room")] | None = None
    gloom: int = 0
    warded: int = 0


class Amounts(Sequence[Option]):
    """The ways to split an amount, made on demand."""

    def __init__(self, amount: int) -> None:
        self._amount = amount

    def __len__(self) -> int:
        return self._amount + 1

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return ("light", at % len(self))


class LanternRules(Rulebook[Cellar]):
    """The rules."""

    content: Content
    setup: Options

    prompts: ClassVar[dict[str, Prompt]] = {
        "turn": Prompt("LN-TURN-001", "Which card do you play, or do you rest?"),
        "split": Prompt("LN-TURN-004", "How much of it is light? The rest is oil."),
        "order": Prompt("LN-DARK-003", "Which charm works first?"),
    }

    def begin(self, s: Cellar) -> None:
        """LN-GEN-001: everybody has a hand and a lantern full of oil."""
        s.die = self.stream(s, "die")
        cards = [n for n, card in enumerate(self.content.cards) for _ in range(card.copies)]
        s.deck = Deck(cards, self.stream(s, "deck/cards"))
        s.deck.shuffle()
        s.rooms = Deck(range(len(self.content.rooms)), self.stream(s, "deck/rooms"))
        s.rooms.shuffle()
        oil = OIL - 2 * self.setup.hard
        s.seats = [Seat(s.deck.draw(HAND, seen=False), oil) for _ in range(self.setup.players)]
        s.do(self.next_room, 0)

    def length(self) -> int:
        """LN-GEN-002: the number of rooms."""
        return 3 if self.setup.mode == "short" else 5

    def gloom_of(self, s: Cellar, room: int) -> int:
        """LN-DARK-001: the gloom of a room, as printed."""
        return self.content.rooms[room].gloom

    def next_room(self, s: Cellar, behind: int) -> None:
        """LN-END-001: enter a room, or win."""
        if behind == self.length():
            self.end(s, "win", "The last room lies behind.", "LN-END-001")
        s.room = s.rooms.pop()
        s.gloom = self.gloom_of(s, s.room)
        if self.loud:
            self.tell(s, "LN-GEN-002", "You enter the {0}.", self.content.rooms[s.room].title)
        turns = [(self.turn, seat) for seat in range(1, len(s.seats) + 1)]
        s.do_all(*turns, self.darkness, (self.next_room, behind + 1))

    # -- a turn ---------------------------------------------------------------------------------------------------

    def why_not_rest(self, s: Cellar, seat: int) -> Refusal | None:
        """LN-TURN-003: only with fewer than four cards, and while there are cards to draw."""
        if len(s.seats[seat - 1].hand) >= FULL:
            return Refusal("LN-TURN-003", "the hand is full")
        return None

    def turn(self, s: Cellar, seat: int) -> Flow:
        """LN-TURN-001: play a card or rest."""
        hand = s.seats[seat - 1].hand
        options: list[Option] = [("play", card) for card in dict.fromkeys(sorted(hand))]
        if self.why_not_rest(s, seat) is None:
            options.append(("rest",))
        match (yield self.ask(s, seat, "turn", options)):
            case ("play", card):
                yield from self.play(s, seat, card)
            case _:
                if self.loud:
                    self.tell(s, "LN-TURN-003", "Seat {0} rests.", seat)
                self.draw(s, seat, 2)

    def play(self, s: Cellar, seat: int, card: int) -> Flow:
        """LN-TURN-002: the card takes effect and is discarded."""
        holder, text = s.seats[seat - 1], self.content.cards[card]
        holder.hand.remove(card)
        s.discard.append(card)
        s.played[card] = s.played.get(card, 0) + 1
        if self.loud:
            self.tell(s, "LN-TURN-002", "Seat {0} plays {1}.", seat, text.title)
        match text.effect:
            case "light":
                self.light(s, text.amount)
            case "oil":
                holder.oil += text.amount
            case "split":
                light = (yield self.ask(s, seat, "split", Amounts(text.amount)))[1]
                self.light(s, light)
                holder.oil += text.amount - light
            case "ward":
                charm = self.watch(s, Trigger("dark", "ward", seat=seat))
                charm.args = (seat, charm.order)
            case "again":
                self.draw(s, seat, 1)
                s.do(self.turn, seat)

    def light(self, s: Cellar, amount: int) -> None:
        """LN-TURN-002: light takes gloom away."""
        s.gloom = max(0, s.gloom - amount)

    def draw(self, s: Cellar, seat: int, count: int) -> None:
        """LN-TURN-003: draw cards; an empty deck is made anew from the discarded cards."""
        for _ in range(count):
            if not len(s.deck):
                s.deck.shuffle_in(s.discard)
                s.discard = []
            if len(s.deck):
                s.seats[seat - 1].hand.append(s.deck.pop(seen=False))

    # -- the dark -------------------------------------------------------------------------------------------------

    def darkness(self, s: Cellar) -> Flow:
        """LN-DARK-001: what gloom is left burns oil."""
        s.warded = 0
        yield from self.emit(s, "dark", s.gloom)
        burnt = max(0, s.gloom + s.die.below(2) - s.warded)
        for seat in s.seats:
            seat.oil -= burnt
        if self.loud:
            self.tell(s, "LN-DARK-001", "Darkness burns {0} oil.", burnt)
        if any(seat.oil <= 0 for seat in s.seats):
            self.end(s, "loss", "A lantern has gone out.", "LN-END-002")

    def ward(self, s: Cellar, seat: int, order: int, gloom: int) -> None:
        """LN-DARK-002: a charm saves one oil and is gone."""
        s.triggers = [trigger for trigger in s.triggers if trigger.order != order]
        s.warded += 1
        if self.loud:
            self.tell(s, "LN-DARK-002", "A charm of seat {0} holds the dark off.", seat)

    # -- looking --------------------------------------------------------------------------------------------------

    def label(self, s: Cellar, seat: int, option: Option) -> str:
        """An option in words."""
        match option:
            case ("play", card):
                return f"play {self.content.cards[card].title}"
            case ("light", amount):
                return f"{amount} light, the rest oil"
            case ("first", place, _, order):
                return f"charm {place + 1}, played as number {order}"
        return str(option[0])

    def refused(self, s: Cellar, seat: int, prompt: str) -> list[Refused]:
        """What is not offered in a turn."""
        refusal = self.why_not_rest(s, seat) if prompt == "turn" else None
        return [Refused.of(("rest",), refusal)] if refusal else []

    def view(self, s: Cellar, seat: int) -> dict[str, Any]:
        """The table, with the seat's own hand."""
        return {
            "room": None if s.room is None else self.content.rooms[s.room].id,
            "gloom": s.gloom,
            "oil": [other.oil for other in s.seats],
            "hand": [self.content.cards[card].id for card in s.seats[seat - 1].hand],
            "hands": [len(other.hand) for other in s.seats],
            "discard": [self.content.cards[card].id for card in s.discard],
        }

    def panels(self, s: Cellar, seat: int) -> list[Panel]:
        """The table, block by block."""
        oil = [(str(number), str(other.oil), str(len(other.hand))) for number, other in enumerate(s.seats, 1)]
        hand = [(self.content.cards[card].title,) for card in s.seats[seat - 1].hand]
        return [Panel("Lanterns", oil, ("seat", "oil", "cards")), Panel("Hand", hand)]

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        """The deck and the hands of the others are one pool; the rooms ahead are another."""
        others = [other.hand for number, other in enumerate(s.seats, 1) if number != seat]
        pool = sorted(s.deck.cards() + [card for hand in others for card in hand])
        stream.shuffle(pool)
        for hand in others:
            hand[:] = [pool.pop() for _ in hand]
        s.deck.set_cards(pool)
        ahead = sorted(s.rooms.cards())
        stream.shuffle(ahead)
        s.rooms.set_cards(ahead)

    def evaluate(self, s: Cellar, seat: int) -> float:
        """More oil and less gloom are better."""
        if s.result:
            return float(s.result == "win")
        return min(1.0, max(0.0, (min(other.oil for other in s.seats) - s.gloom + 10) / 30))

    def facts(self, s: Cellar) -> dict[str, int | str]:
        """Rooms and oil at the end."""
        return {"rooms": len(self.content.rooms) - len(s.rooms), "oil": sum(other.oil for other in s.seats)}


class Fog(Layer, LanternRules, at="modifier"):
    """LN-FOG-001: every room is gloomier by one."""

    def gloom_of(self, s: Cellar, room: int) -> int:
        """LN-FOG-001: one more."""
        return super().gloom_of(s, room) + 1


def draw_weather(options: Options, stream: Any) -> Options:
    """Chance chooses the weather where it is left open."""
    if options.weather != "any":
        return options
    return attrs.evolve(options, weather=("clear", "fog")[stream("setup/weather").below(2)])


class Thrifty:
    """The rule of thumb: light up the room, and rest where there is no light."""

    looks_ahead = False

    def begin(self, seat: int, stream: Stream) -> None:
        """Nothing is left to chance."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The brightest option."""
        if prompt != "turn":
            return options[len(options) // 2]
        cards = table.rules.content.cards
        return max(options, key=lambda option: cards[option[1]].amount if option[0] == "play" else 0.5)


def make_thrifty(options: dict[str, str]) -> Thrifty:
    """The agent; it takes no options."""
    return Thrifty()


GAME = Game(
    "lantern",
    "Lantern",
    Options,
    Cellar,
    LanternRules,
    load,
    names=names,
    packs=(ContentPack("lantern", "lantern", (HERE / "lantern.toml",)),),
    layers=lambda options, content: [Fog] if options.weather == "fog" else [],
    draw=draw_weather,
    rules_index=HERE / "lantern-rules.toml",
    version="1.0",
    about="a toy for the tests of the framework",
    default_agent="thrifty",
)


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [GAME]


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """Its agent."""
    return [AgentSpec("thrifty", make_thrifty, game="lantern", about="light first")]
