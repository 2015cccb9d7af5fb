"""The candle: its token and cards, and the Qimen Dice that make it burn down."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from undercroft import Flow
from undercroft_netherworld_candle.rules.map import Map
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import (
    COLOURS,
    DEATH,
    FEAR,
    GATES,
    HARM,
    OBSTRUCTION,
    ON_CANDLE,
    OUT,
    REST,
    VIEW,
)

__all__ = ["DIE", "Candle"]

DIE: Final = (REST, HARM, OBSTRUCTION, VIEW, DEATH, FEAR)
"""NC-ENC-022, NC-ENC-023: the six faces of each Qimen Die; life and open are on none."""


class Candle(Map):
    """The Candle Track (CANDLE) and the Qimen Dice (ENC)."""

    __slots__ = ()

    dice_faces: ClassVar[tuple[int, ...]] = DIE

    def track(self, s: State) -> tuple[int, ...]:
        """NC-CANDLE-007: the colour of each space; the last one is OUT. A Note may set a track of its own."""
        return self.content.track

    def candle_card(self, s: State, colour: int) -> int:
        """NC-CANDLE-003, -006: the card that waits at a colour, -1 where the Note set out none."""
        return -1

    def advance_candle(self, s: State, n: int) -> Flow:
        """NC-CANDLE-001, -005, -008: so many spaces, one at a time; Candle Cards met are resolved on the way.

        NC-ART-010: once the scenario is over, nothing moves the token any more.
        """
        for _ in range(n):
            if s.ended:
                return
            yield from self.advance_one(s)
        yield from self.fire(s, ON_CANDLE, 0)

    def advance_one(self, s: State) -> Flow:
        """NC-CANDLE-002, -003: one space; the last one ends the scenario, a new colour turns its card up."""
        s.candle += 1
        colour = self.track(s)[s.candle]
        if self.loud:
            self.tell(s, "NC-CANDLE-001", "The candle burns down to space {0} ({1}).", s.candle, COLOURS[colour])
        if colour == OUT:
            self.failed(s, "NC-CANDLE-002")
        if s.colours >> colour & 1:
            return
        s.colours |= 1 << colour
        card = self.candle_card(s, colour)
        if card >= 0:
            s.lit += (card,)
            if self.loud:
                printed = self.content.candle[card]
                self.tell(s, "NC-CANDLE-003", "Candle Card: {0}. {1}", printed.title, printed.rules)
            yield from self.carry_out(s, s.gm, self.content.candle_effects[card], ("candle", card, -1))

    def move_candle_back(self, s: State, n: int) -> None:
        """NC-CANDLE-001: back toward the start, only where an effect says so; no colour acts a second time."""
        if not s.ended:
            s.candle = max(0, s.candle - n)
            if self.loud:
                self.tell(s, "NC-CANDLE-001", "The candle token goes back to space {0}.", s.candle)

    def candle_left(self, s: State) -> int:
        """How many spaces are left before the candle is out."""
        return len(self.track(s)) - 1 - s.candle

    # -- Qimen Dice -----------------------------------------------------------------------------------------------

    def roll_dice(self, s: State, seat: int, n: int) -> Flow:
        """NC-ENC-010 to -012, -021, -023, -024: a roll; if any die matches an uncovered icon, one space.

        The icons are those of the Location of the Delver who rolls. Rerolls for more than three dice count as one roll.
        """
        place = s.delvers[seat - 1].place
        icons = self.gates(s, place) if place >= 0 else 0
        below = s.dice.below
        shown = [DIE[below(len(DIE))] for _ in range(n)]
        matching = [gate for gate in shown if icons >> gate & 1]
        if self.loud and shown:
            self.tell(s, "NC-ENC-010", "{0} rolls {1}: {2}.", self.name(s.delvers[seat - 1]),
                      ", ".join(GATES[gate] for gate in shown), "a match" if matching else "no match")  # fmt: skip
        if matching:
            yield from self.advance_candle(s, 1)

    if TYPE_CHECKING:  # of a later chapter

        def failed(self, s: State, rule: str) -> None:
            """Scenario Failed."""
