"""Toy games that break in what they offer and show: options, labels, refusals, views, re-deals and agents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from breaking import Breaking
from lantern import Amounts, Cellar, LanternRules

from undercroft._core import Stream
from undercroft.agents import MctsAgent, plugin
from undercroft.chances import Chances
from undercroft.game import Game
from undercroft.play import Rehearsal
from undercroft.plugins import AgentSpec, hookimpl
from undercroft.rulebook import Flow, Panel, Prompt, Refused
from undercroft.session import Session
from undercroft.state import Option

UNDERCROFT_API = (1, 1)
_TOYS = Breaking()
game, rules, agent = _TOYS.game, _TOYS.rules, _TOYS.agent


# -- offers -----------------------------------------------------------------------------------------------------------


class _Offer(LanternRules):
    """Offers something else in a turn."""

    def offer(self, s: Cellar, seat: int) -> Sequence[Any]:
        """The options of a turn."""
        return [("rest",)]

    def turn(self, s: Cellar, seat: int) -> Flow:
        yield self.ask(s, seat, "turn", self.offer(s, seat))


@rules
class Twice(_Offer):
    """The same option twice."""

    def offer(self, s: Cellar, seat: int) -> Sequence[Any]:
        return [("rest",), ("rest",)]


@rules
class Listed(_Offer):
    """A list where a tuple belongs."""

    def offer(self, s: Cellar, seat: int) -> Sequence[Any]:
        return [("give", [1, 2])]


@rules
class Numbered(_Offer):
    """An option without a verb."""

    def offer(self, s: Cellar, seat: int) -> Sequence[Any]:
        return [(3,)]


class _Backwards(Amounts):
    def __iter__(self) -> Any:
        return iter([("light", n) for n in (2, 1, 0)])


@rules
class Miscounted(_Offer):
    """Other options by number than one after the other."""

    def offer(self, s: Cellar, seat: int) -> Sequence[Any]:
        return _Backwards(2)


class _Generous(Amounts):
    def __contains__(self, option: object) -> bool:
        return True


@rules
class Generous(LanternRules):
    """Takes any choice at all."""

    def turn(self, s: Cellar, seat: int) -> Flow:
        yield self.ask(s, seat, "turn", _Generous(2))


@rules
class EmptyHanded(LanternRules):
    """Offers cards that nobody holds."""

    def turn(self, s: Cellar, seat: int) -> Flow:
        hand = s.seats[seat - 1].hand
        missing = next(card for card in range(len(self.content.cards)) if card not in hand)
        option = yield self.ask(s, seat, "turn", [("rest",), ("play", missing)])
        if option[0] == "play":
            yield from self.play(s, seat, option[1])


@rules
class Unlabelled(LanternRules):
    """No words for an option."""

    def label(self, s: Cellar, seat: int, option: Option) -> str:
        return "" if option == ("rest",) else super().label(s, seat, option)


@rules
class Alike(LanternRules):
    """The same words for all."""

    def label(self, s: Cellar, seat: int, option: Option) -> str:
        return str(option[0])


@rules
class Undeclared(LanternRules):
    """Asks at a prompt that does not exist."""

    def turn(self, s: Cellar, seat: int) -> Flow:
        yield self.ask(s, seat, "whither", [("rest",)])


@rules
class Lawless(LanternRules):
    """A prompt under a rule that does not exist."""

    prompts: ClassVar[dict[str, Prompt]] = {"split": Prompt("LN-TURN-999", "How much?")}


@rules
class Mute(LanternRules):
    """A prompt without a question."""

    prompts: ClassVar[dict[str, Prompt]] = {"split": Prompt("LN-TURN-004", " ")}


@rules
class Contradicting(LanternRules):
    """Refuses what it offers."""

    def refused(self, s: Cellar, seat: int, prompt: str) -> list[Refused]:
        return [Refused(("rest",), "LN-TURN-003", "the hand is full")]


@rules
class Baseless(LanternRules):
    """Refuses under no rule."""

    def refused(self, s: Cellar, seat: int, prompt: str) -> list[Refused]:
        return [Refused(("sleep",), "LN-SLEEP-001", "nobody sleeps here")]


@rules
class Meddling(LanternRules):
    """Changes the state when it is asked why not."""

    def refused(self, s: Cellar, seat: int, prompt: str) -> list[Refused]:
        s.gloom += 1
        return []


# -- secrets ----------------------------------------------------------------------------------------------------------


@rules
class Blank(LanternRules):
    """Shows nothing."""

    def view(self, s: Cellar, seat: int) -> dict[str, Any]:
        return {}


@rules
class Unwritable(LanternRules):
    """Shows what no file can hold."""

    def view(self, s: Cellar, seat: int) -> dict[str, Any]:
        return {"deck": s.deck.copy()}


@rules
class HandsOut(LanternRules):
    """Gives away its own lists."""

    def view(self, s: Cellar, seat: int) -> dict[str, Any]:
        return {"hand": s.seats[seat - 1].hand}


@rules
class Peeping(LanternRules):
    """Shows what lies on the deck."""

    def view(self, s: Cellar, seat: int) -> dict[str, Any]:
        return {"next": s.deck.top(), "room": s.rooms.peek(2)}


@rules
class Fumbling(LanternRules):
    """Rolls the die to judge a position."""

    def evaluate(self, s: Cellar, seat: int) -> float:
        return s.die.below(2) / 2


@rules
class Ragged(LanternRules):
    """A panel whose rows do not fit."""

    def panels(self, s: Cellar, seat: int) -> list[Panel]:
        return [Panel("Lanterns", [("1", "2"), ("3",)])]


@rules
class Thieving(LanternRules):
    """A re-deal that loses a card."""

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        super().redeal(s, seat, stream)
        if len(s.deck):
            s.deck.pop()


@rules
class Wrecking(LanternRules):
    """A re-deal after which the game cannot go on."""

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        super().redeal(s, seat, stream)
        s.stack.append(("nowhere", ()))


@rules
class OwnHand(LanternRules):
    """A re-deal that takes the seat's own cards."""

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        super().redeal(s, 0, stream)


@rules
class Lingering(LanternRules):
    """A re-deal that shuffles the hidden order instead of a fixed one."""

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        cards = s.deck.cards()
        stream.shuffle(cards)
        s.deck.set_cards(cards)


@rules
class Lazy(LanternRules):
    """A re-deal that leaves the rooms as they are."""

    def redeal(self, s: Cellar, seat: int, stream: Stream) -> None:
        rooms = s.rooms.cards()
        super().redeal(s, seat, stream)
        s.rooms.set_cards(rooms)


# -- chances ----------------------------------------------------------------------------------------------------------


@rules
class Clairvoyant(LanternRules):
    """Tells of the top card as if everybody knew it."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        top = s.deck.top() or 0
        return [(None, Chances("The next card", "", [(top, 1.0)]))]


@rules
class Bluffing(LanternRules):
    """Tells of an option that nobody has."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        return [(("bluff",), Chances("A bluff", "", [("yes", 1.0)]))]


@rules
class Inventive(LanternRules):
    """Makes a rule up for its chances."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        return [(options[0], Chances("A guess", "LN-GUESS-001", [("yes", 1.0)]))]


@rules
class Drawing(LanternRules):
    """Draws the cards that it tells of."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        s.deck.draw(1)
        return []


# -- agents -----------------------------------------------------------------------------------------------------------


class _First:
    looks_ahead = False

    def begin(self, seat: int, stream: Stream) -> None:
        """Nothing to prepare."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        return options[0]


@agent
class Stubborn(_First):
    """Answers with something else."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        return ("rest",)


@agent
class Cheating(_First):
    """Fills its lantern first."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        table.state.seats[seat - 1].oil += 1
        return options[0]


@agent
class Spying(_First):
    """Looks at the deck."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        top = table.state.deck.top() or 0
        return options[top % len(options)]


@agent
class Foreseeing(_First):
    """Tries options on forks that know the luck to come."""

    looks_ahead = True

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        def drawn(option: Option) -> int:
            fork = table.fork()
            fork.choose(option)
            return sum(sum(holder.hand) for holder in fork.state.seats)

        return max(options, key=drawn)


class _OnTrial(MctsAgent):
    """Searches with the options that the kit tries ``mcts`` with."""

    def __init__(self) -> None:
        (spec,) = [spec for spec in plugin.undercroft_agents() if spec.name == "mcts"]
        self.__dict__.update(vars(spec.make(dict(spec.trial))))


@agent
class Prescient(_OnTrial):
    """Grows its tree without dealing anew what its seat cannot know."""

    def _dealt(self, table: Session, seat: int, stream: Stream) -> Rehearsal:
        fork = table.fork()
        return Rehearsal(fork.rules, fork.state, fork._flow, fork._ask)


@agent
class Lucky(_OnTrial):
    """Deals hidden cards anew, but knows the luck to come."""

    def _dealt(self, table: Session, seat: int, stream: Stream) -> Rehearsal:
        fork = table.fork()
        fork.rules.redeal(fork.state, seat, stream)
        return Rehearsal(fork.rules, fork.state, fork._flow, fork._ask)


@agent
class Giving(_First):
    """Searches, and gives up."""

    looks_ahead = True

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        raise RecursionError("too deep")


@hookimpl
def undercroft_games() -> list[Game]:
    """All of them."""
    return _TOYS.games


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """All of them."""
    return _TOYS.agents
