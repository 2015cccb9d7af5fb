"""What a report can tell of Delve: the cards that were drawn and played."""

from __future__ import annotations

from undercroft import Flow, Kind, Layer, Tracking
from undercroft_delve.rules import Rules
from undercroft_delve.state import KIND, KINDS, POWER, Delver


def name(card: int) -> str:
    return f"{KINDS[KIND[card]]} {POWER[card]}"


class Notes(Layer, Rules, at="tracking"):
    def draw(self, s: Delver, count: int) -> None:
        before = len(s.hand)
        super().draw(s, count)
        self.track_seen("card", *map(name, s.hand[before:]))

    def strike(self, s: Delver, card: int) -> Flow:
        self.track_used("card", name(card))
        yield from super().strike(s, card)

    def drink(self, s: Delver, card: int) -> None:
        self.track_used("card", name(card))
        super().drink(s, card)


TRACKING = Tracking(Notes, (Kind("card", "Cards", seen="drawn", used="played"),))
