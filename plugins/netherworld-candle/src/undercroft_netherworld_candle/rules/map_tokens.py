"""What lies on Location Cards: Puzzle Markers, Gate tokens, Talismans."""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.map_layout import DEATH_BIT, LIFE_BIT, Layout
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import GATES, LIFE

__all__ = ["Tokens"]

_PRINTED_TALISMANS: Final = 10
_MOST_GATE_TOKENS: Final = 8
"""So many tokens of a gate have a bit of their own; more at one Location make no difference in play."""


class Tokens(Layout):
    """Puzzle Markers and Gate tokens (MAP), Talismans (STAT)."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "uncover": Prompt("NC-MAP-013", "From which icon is the Puzzle Marker taken?"),
        "talisman": Prompt("NC-STAT-021", "Which Location?"),
    }

    # -- Puzzle Markers -------------------------------------------------------------------------------------------

    def cover(self, s: State, place: int, gate: int) -> None:
        """NC-ACT-009, NC-MAP-015: a Puzzle Marker on one uncovered icon of a gate, a printed one first."""
        card = s.map[place]
        for icon, bit in self.icons(s, place):
            if icon == gate and not card.covered >> bit & 1:
                card.covered |= 1 << bit
                return

    def uncover(self, s: State, seat: int, n: int) -> Flow:
        """NC-MAP-013: take up to n Puzzle Markers off one's own Location; they go to the supply."""
        place = s.delvers[seat - 1].place
        card = s.map[place]
        for _ in range(n):
            covered = [(gate, bit) for gate, bit in self.icons(s, place) if card.covered >> bit & 1]
            if not covered:
                return
            options: list[Option] = [("uncover", gate) for gate in dict(covered)]
            choice = options[0] if len(options) == 1 else (yield self.ask(s, seat, "uncover", options))
            card.covered &= ~(1 << next(bit for gate, bit in covered if gate == choice[1]))
            if self.loud:
                self.tell(s, "NC-MAP-013", "A Puzzle Marker is taken off {0} at {1}.", GATES[choice[1]],
                          self.place_name(s, place))  # fmt: skip

    # -- Gate tokens ----------------------------------------------------------------------------------------------

    def add_gates(self, s: State, place: int, gate: int, n: int) -> None:
        """NC-MAP-014, NC-GEN-014: Gate of Life or Gate of Death Tokens at a Location."""
        card = s.map[place]
        if gate == LIFE:
            card.life = min(_MOST_GATE_TOKENS, card.life + n)
        else:
            card.death = min(_MOST_GATE_TOKENS, card.death + n)
        if self.loud:
            self.tell(s, "NC-MAP-014", "Gate tokens at {0}: {1} life, {2} death.", self.place_name(s, place),
                      card.life, card.death)  # fmt: skip

    def take_gates(self, s: State, place: int, gate: int, n: int) -> None:
        """NC-MAP-014: take Gate tokens off, uncovered ones first; a marker on a token that leaves goes with it."""
        card = s.map[place]
        first = LIFE_BIT if gate == LIFE else DEATH_BIT
        count = card.life if gate == LIFE else card.death
        tokens = sorted((card.covered >> first + i & 1 for i in range(count)), reverse=True)
        kept = tokens[: max(0, count - n)]
        card.covered &= ~(((1 << _MOST_GATE_TOKENS) - 1) << first)
        card.covered |= sum(bit << first + i for i, bit in enumerate(kept))
        if gate == LIFE:
            card.life = len(kept)
        else:
            card.death = len(kept)
        if self.loud and count:
            self.tell(s, "NC-MAP-014", "Gate tokens at {0}: {1} life, {2} death.", self.place_name(s, place),
                      card.life, card.death)  # fmt: skip

    # -- Talismans ------------------------------------------------------------------------------------------------

    def talismans_in_play(self, s: State) -> int:
        """NC-STAT-022: how many Talismans lie on the map, whoever placed them."""
        return sum(card.talismans for card in s.map)

    def talisman_limit(self, s: State) -> int:
        """NC-STAT-022, NC-STAT-023: the lowest limit of the party's boards, else the printed tokens."""
        limits = [self.content.del_talismans[d.card] for d in s.delvers]
        return min([n for n in limits if n], default=_PRINTED_TALISMANS)

    def place_talismans(self, s: State, seat: int, n: int, steps: int) -> Flow:
        """NC-STAT-021, NC-STAT-022: place up to n Talismans within so many steps, as the limit allows."""
        limit = self.talisman_limit(s)
        for _ in range(n):
            if self.talismans_in_play(s) >= limit:
                if self.loud:
                    self.tell(s, "NC-STAT-022", "No Talisman can be placed: {0} are in play.", limit)
                return
            options: list[Option] = [
                ("talisman", place) for place in self.places_within(s, s.delvers[seat - 1].place, steps)
            ]
            choice = options[0] if len(options) == 1 else (yield self.ask(s, seat, "talisman", options))
            s.map[choice[1]].talismans += 1
            if self.loud:
                self.tell(s, "NC-STAT-021", "{0} places a Talisman at {1}.", self.name(s.delvers[seat - 1]),
                          self.place_name(s, choice[1]))  # fmt: skip

    def take_talismans(self, s: State, seat: int, n: int, steps: int) -> Generator[Ask, Option, int]:
        """NC-STAT-021: use up to n Talismans within so many steps; returns how many went to the supply."""
        taken = 0
        while taken < n:
            options: list[Option] = [
                ("talisman", place)
                for place in self.places_within(s, s.delvers[seat - 1].place, steps)
                if s.map[place].talismans
            ]
            if not options:
                break
            choice = options[0] if len(options) == 1 else (yield self.ask(s, seat, "talisman", options))
            s.map[choice[1]].talismans -= 1
            taken += 1
            if self.loud:
                self.tell(s, "NC-STAT-021", "{0} uses a Talisman at {1}.", self.name(s.delvers[seat - 1]),
                          self.place_name(s, choice[1]))  # fmt: skip
        return taken
