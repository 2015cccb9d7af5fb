"""Toy games that break in play: replays, states, ends, evaluations, logs, setups and content."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs
from breaking import Breaking
from lantern import GAME, Cellar, Fog, LanternRules, Options

from undercroft.content import ContentPack
from undercroft.game import Game
from undercroft.layers import Layer
from undercroft.plugins import hookimpl
from undercroft.rulebook import Flow
from undercroft.setup import key
from undercroft.state import state
from undercroft.tracking import Kind, Tracking

UNDERCROFT_API = (1, 1)
_TOYS = Breaking()
game, rules = _TOYS.game, _TOYS.rules


# -- replay -----------------------------------------------------------------------------------------------------------


@rules
class Unseeded(LanternRules):
    """Luck that no seed knows."""

    def gloom_of(self, s: Cellar, room: int) -> int:
        return random.randrange(1000)


@rules
class Eavesdropper(LanternRules):
    """Plays another game when somebody listens."""

    def gloom_of(self, s: Cellar, room: int) -> int:
        return super().gloom_of(s, room) + self.loud


class Scribbling(Layer, LanternRules, at="tracking"):
    """Notes things in the state."""

    def next_room(self, s: Cellar, behind: int) -> None:
        s.trigger_count += 1
        self.track_used("card", 0)
        super().next_room(s, behind)


class Misnaming(Layer, LanternRules, at="tracking"):
    """Notes a kind that nobody has declared."""

    def next_room(self, s: Cellar, behind: int) -> None:
        self.track_used("room", 0)
        super().next_room(s, behind)


class Forgetting(Layer, LanternRules, at="tracking"):
    """Notes nothing."""


for _layer in (Scribbling, Misnaming, Forgetting):
    game(_layer.__name__.lower(), tracking=Tracking(_layer, (Kind("card", "Cards"),)))


@rules
class HashOrder(LanternRules):
    """Plays with the hashes of words, which are others in every process."""

    def next_room(self, s: Cellar, behind: int) -> None:
        s.trigger_count = hash("room") % 9973
        super().next_room(s, behind)


@rules
class Remembering(LanternRules):
    """Keeps in the rules what belongs into the state."""

    plays = 0

    def light(self, s: Cellar, amount: int) -> None:
        self.plays += 1
        super().light(s, amount + self.plays % 2)


# -- state ------------------------------------------------------------------------------------------------------------


@state
class Notes(Cellar):
    """A list where nobody copies it."""

    notes: Any = attrs.field(factory=list)


@state
class Bag(Cellar):
    """Something that is no state at all."""

    bag: Any = attrs.field(factory=set)


@state
class Forgetful(Cellar):
    """A copy that is none."""


@state
class Worn(Cellar):
    """Every copy wears the original, so that a session plays another game than the lean driver, which makes none."""


@state
class Steady(Cellar):
    """Keeps its luck when it is re-dealt."""


def _without_gloom(cellar: Any) -> Any:
    made = _COPY(cellar)
    made.gloom = 0
    return made


def _worn(cellar: Any) -> Any:
    cellar.gloom += 1
    return _COPY_WORN(cellar)


_COPY, _COPY_WORN = Forgetful.copy, Worn.copy
# @state writes these methods itself, so they can only be broken afterwards.
Forgetful.copy = _without_gloom  # type: ignore[method-assign, assignment]
Worn.copy = _worn  # type: ignore[method-assign, assignment]
Steady.reseed = lambda self, stream: None  # type: ignore[method-assign]


for _state in (Notes, Bag, Forgetful, Worn, Steady):
    game(_state.__name__.lower(), state=_state)


# -- play-outs --------------------------------------------------------------------------------------------------------


@rules
class Endless(LanternRules):
    """Goes in circles."""

    def next_room(self, s: Cellar, behind: int) -> None:
        super().next_room(s, 0)
        s.rooms.put_bottom(s.room or 0)
        s.seats[0].oil = s.seats[-1].oil = 99


@rules
class Petering(LanternRules):
    """Is over without a result."""

    def next_room(self, s: Cellar, behind: int) -> None:
        if not behind:
            super().next_room(s, behind)


@rules
class Speechless(LanternRules):
    """Ends for no reason."""

    def darkness(self, s: Cellar) -> Flow:
        yield from super().darkness(s)
        self.end(s, "win", "", "LN-END-001")


@rules
class Moody(LanternRules):
    """Other facts each time."""

    def facts(self, s: Cellar) -> dict[str, int | str]:
        return {s.result: 1}


@rules
class Boastful(LanternRules):
    """More than certain to win."""

    def evaluate(self, s: Cellar, seat: int) -> float:
        return 1.5


@rules
class Gossiping(LanternRules):
    """Tells of rules that do not exist."""

    def light(self, s: Cellar, amount: int) -> None:
        self.tell(s, "LN-LIGHT-404", "Light.")
        super().light(s, amount)


@rules
class Stammering(LanternRules):
    """A message that does not fit its arguments."""

    def light(self, s: Cellar, amount: int) -> None:
        self.tell(s, "LN-TURN-002", "{0} light in {1}.", amount)
        super().light(s, amount)


# -- the game as a whole ----------------------------------------------------------------------------------------------


class BrokenFog(Fog, at="modifier"):
    """Fog in which nothing works."""

    def gloom_of(self, s: Cellar, room: int) -> int:
        raise KeyError(room)


game("foggy", layers=lambda options, content: [BrokenFog] if options.weather == "fog" else [])


def _with_relic(packs: Sequence[ContentPack]) -> Any:
    content = GAME.load_content(packs)
    relic = attrs.evolve(content.cards[0], id="relic", copies=0)
    return attrs.evolve(content, cards=(*content.cards, relic))


class Excused(LanternRules):
    """Says itself which card cannot be reached."""

    def unreachable(self) -> dict[str, list[str]]:
        """The relic is never dealt."""
        return {"card": ["relic"]}


@rules
class WronglyExcused(LanternRules):
    """Excuses a card that there is not."""

    def unreachable(self) -> dict[str, list[str]]:
        """There is no such card."""
        return {"card": ["grail"]}


game("excused", rulebook=Excused, load_content=_with_relic)
game("unreached", load_content=_with_relic)
game("nondescript", about=" ")


@attrs.frozen
class Unhelpful(Options):
    """A setup key without help."""

    extra: int = key(1, lo=1, hi=2)


game("unhelpful", options=Unhelpful)
game("unplayed", default_agent="nobody")


@hookimpl
def undercroft_games() -> list[Game]:
    """All of them."""
    return _TOYS.games
