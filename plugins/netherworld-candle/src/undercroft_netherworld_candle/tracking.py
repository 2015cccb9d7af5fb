"""What a report can tell of a game: which cards, enemies, events and places it saw and used.

The layer lies over the rules in tracked games alone. *Seen* is what the party had before it: a card taken along, a
thing carried, a token drawn from the bag; *used* is a card that was played, an enemy that came into play, an event that
was resolved. Fate Cards are left out: all of a deck turn up again and again in every game, so that neither word would
say anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from undercroft import Flow, Kind, Layer, Option, Tracking
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.rules.equipment import NETHER, THING
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import DIFFICULTIES

__all__ = ["TRACKING"]


class Notes(Layer, NetherworldCandle, at="tracking"):
    """Notes what passes by; it changes nothing."""

    # -- the party ------------------------------------------------------------------------------------------------

    def lay_tracks(self, s: State) -> None:
        """An adventure begins: who goes, where, and with what (NC-ADV-012)."""
        super().lay_tracks(s)
        self.track_used("scenario", s.scenario)
        self.track_used("difficulty", DIFFICULTIES[s.difficulty])
        for d in s.delvers:
            self.track_used("delver", d.card)
            self.track_seen("action", *d.hand)
            self.track_seen("nether", *d.nether)
            for item in d.equipment:
                self.saw_thing(item)

    def saw_thing(self, item: Item) -> None:
        """A Delver carries an Equipment Card; one without an ability to use does what it does by that alone."""
        self.track_seen("equip", item.card)
        if not self.content.eq_uses[item.card]:
            self.track_used("equip", item.card)

    def put_on(self, s: State, d: Delver, card: int) -> Item:
        """An Equipment Card is equipped (NC-EQUIP-013)."""
        item = super().put_on(s, d, card)
        self.saw_thing(item)
        return item

    def play_card(self, s: State, seat: int, card: int, how: int, *, quick: bool = False) -> Flow:
        """An Action Card is played (NC-COOL-017)."""
        self.track_used("action", card)
        yield from super().play_card(s, seat, card, how, quick=quick)

    def use(self, s: State, seat: int, option: Option) -> Flow:
        """An ability of an Equipment or Netherworld Card is used (NC-EQUIP-002)."""
        _, kind, at, _ = option
        d = s.delvers[seat - 1]
        if kind == THING:
            self.track_used("equip", d.equipment[at].card)
        elif kind == NETHER:
            self.track_used("nether", d.nether[at])
        yield from super().use(s, seat, option)

    # -- artifacts ------------------------------------------------------------------------------------------------

    def acquire_one(self, s: State, seat: int) -> Flow:
        """The token on top of the bag is drawn (NC-ART-004); during an adventure :meth:`before_acquire` is first."""
        if s.ended:
            self.saw_top(s)
        yield from super().acquire_one(s, seat)

    def before_acquire(self, s: State, seat: int) -> Flow:
        """NC-ART-004: what the mode does first, then the draw."""
        yield from super().before_acquire(s, seat)
        self.saw_top(s)

    def saw_top(self, s: State) -> None:
        """The token that is about to be drawn; one that acts at once is used by that."""
        token = s.bag.top()
        if token is not None:
            self.track_seen("artifact", token)
            if self.content.art_effects[token]:
                self.track_used("artifact", token)

    def store_artifact(self, s: State, seat: int, artifact: int, *, back: bool) -> Flow:
        """A token is stored, or left (NC-ART-004)."""
        d = s.delvers[seat - 1]
        before = self.stored(d).count(artifact)
        yield from super().store_artifact(s, seat, artifact, back=back)
        if self.stored(d).count(artifact) > before:
            self.track_used("artifact", artifact)

    # -- what the tomb holds --------------------------------------------------------------------------------------

    def enter_play(self, s: State, seat: int, card: int, place: int, stance: int, *, setback: bool = False) -> Flow:
        """An enemy comes into play (NC-ENC-004)."""
        self.track_used("enemy", card)
        yield from super().enter_play(s, seat, card, place, stance, setback=setback)

    def resolve_event(self, s: State, seat: int, card: int) -> Flow:
        """An event is resolved (NC-ENC-007)."""
        self.track_used("event", card)
        yield from super().resolve_event(s, seat, card)

    def reveal_location(self, s: State, seat: int, place: int) -> Flow:
        """A Location is turned up (NC-MAP-003)."""
        self.track_used("location", s.map[place].card)
        yield from super().reveal_location(s, seat, place)

    def advance_one(self, s: State) -> Flow:
        """The candle burns down; at a new colour a card may be turned up, and end the scenario (NC-CANDLE-003)."""
        before = len(s.lit)
        try:
            yield from super().advance_one(s)
        finally:
            self.track_used("candle", *s.lit[before:])

    # -- the story ------------------------------------------------------------------------------------------------

    def lay_out(self, s: State) -> None:
        """Story Cards are laid out (NC-STORY-012)."""
        super().lay_out(s)
        self.track_seen("story", *(lying.card for lying in s.story_table))

    def interact(self, s: State, d: Delver) -> Flow:
        """A Delver interacts with a Story Card (NC-STORY-020)."""
        self.track_used("story", s.story_table[d.story_place].card)
        yield from super().interact(s, d)

    def travel(self, s: State) -> Flow:
        """A Journey Card is read (NC-EPI-011)."""
        if s.journeys:
            self.track_used("journey", s.journeys[0])
        yield from super().travel(s)


def _of(table: str, said: str = "title") -> Callable[[Any], Mapping[str, str]]:
    """What the cards of a kind are called, by id."""
    return lambda content: {card.id: getattr(card, said) for card in getattr(content, table)}


def _kind(name: str, title: str, seen: str, used: str, table: str = "", said: str = "title") -> Kind:
    return Kind(name, title, seen=seen, used=used, titles=_of(table or name, said), of=table or name)


TRACKING = Tracking(
    Notes,
    (
        _kind("action", "Action Cards", "taken along", "played"),
        _kind("equip", "Equipment", "carried", "used"),
        _kind("nether", "Netherworld Cards", "held", "used"),
        _kind("artifact", "Netherworld Artifacts", "drawn", "kept"),
        _kind("enemy", "Enemies", "met", "fought", "encounter"),
        _kind("event", "Encounter events", "drawn", "resolved", "encounter"),
        _kind("location", "Locations", "revealed", "revealed"),
        _kind("candle", "Candle Cards", "turned up", "turned up"),
        _kind("story", "Story Cards", "laid out", "visited"),
        _kind("journey", "Journey Cards", "read", "read"),
        _kind("delver", "Delvers", "in the party", "in the party", said="name"),
        Kind("scenario", "Scenarios", seen="played", used="played", titles=_of("scenario_printed")),
        Kind("difficulty", "Difficulty", seen="played", used="played"),
    ),
)
"""What a tracked game notes, in the order of a report."""
