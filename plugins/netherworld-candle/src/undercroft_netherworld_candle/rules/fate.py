"""Fate decks: their piles, shuffling, omens, and what lies revealed (NC-TEST-024 to -039, -051)."""

from __future__ import annotations

from typing import Any, Final

from undercroft import MORE, ONCE, RESHUFFLE, FaceTable
from undercroft_netherworld_candle.rules.base import Base
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    ICON_ACQUIRE,
    ICON_COOLDOWN,
    ICON_REDRAW,
    ICON_RESHUFFLE,
    ICON_REVEAL,
    ICON_TEMPORARY,
)

__all__ = ["FACE_ACQUIRE", "FACE_BOUNDLESS", "FACE_COOLDOWN", "FACE_REDRAW", "GATE_BITS", "SYMBOL_SHIFT", "Fate"]

GATE_BITS: Final = 0xFF
SYMBOL_SHIFT: Final = 8
"""In the icons of a face the gates are bits 0 to 7, the symbols bits 8 to 11."""

FACE_REDRAW: Final = 16
FACE_COOLDOWN: Final = 32
FACE_ACQUIRE: Final = 64
FACE_BOUNDLESS: Final = 128
"""Our own flags of a face, beside those that the core knows."""


class Fate(Base):
    """The Fate decks of the Delvers. A deck is draw pile, discard pile and what lies revealed (NC-TEST-051)."""

    __slots__ = ("face_flags", "faces")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        icons, boundless = content.fate_icons, content.fate_boundless
        flags = [_flags(icons[n], boundless=boundless[n]) for n in range(len(icons))]
        self.face_flags: tuple[int, ...] = tuple(flags)
        # In an adventure the number of a face is its Pierce; the D20 value plays no part there (NC-TEST-001).
        self.faces = FaceTable(
            content.fate_pierce,
            content.fate_hits,
            [g | y << SYMBOL_SHIFT for g, y in zip(content.fate_gates, content.fate_symbols, strict=True)],
            flags,
        )

    # -- piles ----------------------------------------------------------------------------------------------------

    def fate_total(self, d: Delver) -> int:
        """How many cards the Fate deck has, wherever they lie (NC-TEST-051)."""
        return len(d.fate) + len(d.fate_discard) + (len(d.check.cards) if d.check is not None else 0)

    def fate_cards(self, d: Delver) -> list[int]:
        """All cards of the Fate deck, for the owner: what is in it is no secret, its order is (NC-TEST-051)."""
        lying = d.check.cards if d.check is not None else []
        return sorted([*d.fate.cards(), *d.fate_discard.cards(), *lying])

    def shuffle_fate(self, s: State, d: Delver) -> None:
        """NC-TEST-051: whatever shuffles a Fate deck shuffles its discard pile in."""
        d.fate.shuffle_in(d.fate_discard.clear())
        if self.loud:
            self.tell(s, "NC-TEST-051", "{0} shuffles the Fate deck of {1} cards.", self.name(d), len(d.fate))

    def add_omen(self, s: State, d: Delver, *, good: bool) -> None:
        """NC-TEST-036: draw pile, discard pile and the new omen are at once shuffled together."""
        omen = self.content.good_omen if good else self.content.bad_omen
        d.fate.shuffle_in([*d.fate_discard.clear(), omen])
        if self.loud:
            self.tell(s, "NC-TEST-036", "{0} adds a {1} to the Fate deck.", self.name(d), self.content.fate_title[omen])

    def remove_bad_omens(self, s: State, d: Delver) -> int:
        """NC-END-015: all Bad Omens leave the deck, wherever they lie; gives their number."""
        omen, gone = self.content.bad_omen, 0
        for pile in (d.fate, d.fate_discard):
            while pile.take(omen):
                gone += 1
        if self.loud and gone:
            self.tell(s, "NC-END-015", "{0} removes Bad Omens: {1}.", self.name(d), gone)
        return gone

    def reveal(self, s: State, d: Delver, n: int) -> list[int]:
        """NC-TEST-027, -029: the top n cards; a short draw pile is made anew from the discard pile, or they are fewer.

        They are in no pile then: whoever reveals them puts them on the discard pile with :meth:`discard_fate`.
        """
        cards = d.fate.draw(n)
        if len(cards) < n and len(d.fate_discard):
            d.fate.shuffle_in(d.fate_discard.clear())
            cards += d.fate.draw(n - len(cards))
        return cards

    def discard_fate(self, s: State, d: Delver, cards: list[int]) -> None:
        """NC-TEST-037, -038, -044: temporary cards leave the game, others are discarded, then an owed reshuffle."""
        flags = self.face_flags
        shuffles = False
        for card in cards:
            face = flags[card]
            shuffles = shuffles or bool(face & RESHUFFLE)
            if face & ONCE:
                if self.loud:
                    self.tell(s, "NC-TEST-037", "{0} leaves the game.", self.content.fate_title[card])
            else:
                d.fate_discard.put_top(card)
        if shuffles:
            self.shuffle_fate(s, d)

    def put_fate_away(self, s: State, d: Delver) -> None:
        """NC-TEST-028, -037, -038: omens leave the game, the rest is discarded, an owed reshuffle follows."""
        check = d.check
        if check is None:
            return
        d.check = None
        shuffles = check.flags & RESHUFFLE
        gone = check.finish(d.fate, d.fate_discard)
        if self.loud:
            for card in gone:
                self.tell(s, "NC-TEST-037", "{0} leaves the game.", self.content.fate_title[card])
            if shuffles:
                self.tell(s, "NC-TEST-025", "{0} reshuffles the Fate deck of {1} cards.", self.name(d), len(d.fate))

    def drop_test(self, s: State) -> None:
        """What lies revealed goes back to its piles because the scenario ended in the middle of a Test (NC-END-012)."""
        for d in s.delvers:
            self.put_fate_away(s, d)
        s.test = ()
        s.owed = ()


def _flags(icons: int, *, boundless: bool) -> int:
    """The flags of a face: what the core acts on, and what the rules do."""
    table = (
        (ICON_REVEAL, MORE),
        (ICON_RESHUFFLE, RESHUFFLE),
        (ICON_TEMPORARY, ONCE),
        (ICON_REDRAW, FACE_REDRAW),
        (ICON_COOLDOWN, FACE_COOLDOWN),
        (ICON_ACQUIRE, FACE_ACQUIRE),
    )
    made = sum(flag for icon, flag in table if icons >> icon & 1)
    return made | (FACE_BOUNDLESS if boundless else 0)
