"""The adventure as people see it: the candle, the open page, the map as a grid, the enemies, a running Test."""

from __future__ import annotations

from typing import Final

from undercroft import Panel
from undercroft_netherworld_candle.drawing import grid
from undercroft_netherworld_candle.rules.fate import GATE_BITS, SYMBOL_SHIFT
from undercroft_netherworld_candle.rules.table_view import Views
from undercroft_netherworld_candle.state import Enemy, MapCard, State
from undercroft_netherworld_candle.terms import (
    ATTRIBUTES,
    COLOURS,
    DECKS,
    DIFFICULTIES,
    GATES,
    OUT,
    PREY,
    SYMBOLS,
    TEST_STORY,
    TESTS,
)
from undercroft_netherworld_candle.wording import fate_in_words, listed, mask_in_words

__all__ = ["MapPanels"]

_ARROWS: Final = "^>v<"
_ENEMY_HEADS: Final = (
    "enemy", "at", "Health", "armor", "damage", "range", "movement", "symbols", "state", "hunts", "prey", "rules",
)  # fmt: skip
_LEGEND: Final = "P1: Delver of seat 1; #1: enemy; (gate): under a Puzzle Marker; ^ > v <: card to investigate"


class MapPanels(Views):
    """Panels of the adventure (NC-ADV-014, NC-CANDLE-001, NC-MAP-003, NC-ENEMY-009)."""

    __slots__ = ()

    # -- candle and page ------------------------------------------------------------------------------------------

    def candle_panel(self, s: State) -> Panel:
        """NC-CANDLE-001 to -003: the candle, the decks, the round."""
        rows = [
            ("scenario", f"{self.content.scenario[s.scenario].title} ({DIFFICULTIES[s.difficulty]})"),
            ("round", str(s.round)),
            ("candle", self.candle_words(s)),
            ("track", self.track_words(s)),
        ]
        for deck in range(2):
            pile, discard = self.piles(s, deck)
            rows.append((f"{DECKS[deck].capitalize()} deck", f"{len(pile)} cards, {len(discard)} discarded"))
        rows.append(("bag", f"{len(s.bag)} artifacts"))
        if s.gm and len(s.delvers) > 1:
            rows.append(("Grandmaster", self.name(self.delver(s, s.gm))))
        return Panel("Scenario", rows)

    def candle_words(self, s: State) -> str:
        """Where the token is, how far the next Candle Card is, and the end."""
        track = self.track(s)
        left = len(track) - 1 - s.candle
        words = [f"space {s.candle} of {len(track) - 1} ({COLOURS[track[s.candle]]})"]
        for space in range(s.candle + 1, len(track) - 1):
            colour = track[space]
            if not s.colours >> colour & 1 and self.candle_card(s, colour) >= 0:
                words.append(f"{_spaces(space - s.candle)} to the Candle Card at {COLOURS[colour]}")
                break
        words.append(f"out in {_spaces(left)}" if left else "out")
        return ", ".join(words)

    def track_words(self, s: State) -> str:
        """The track as it burns: a # for each space behind the token, a . for each before it."""
        track = self.track(s)
        parts = []
        for colour in dict.fromkeys(track):
            spaces = [space for space, other in enumerate(track) if other == colour]
            burnt = "".join("#" if n < s.candle else "@" if n == s.candle else "." for n in spaces)
            parts.append(f"{'out' if colour == OUT else COLOURS[colour]} {burnt}")
        return "  ".join(parts)

    def page_panel(self, s: State) -> Panel:
        """NC-ADV-022: the open page of the Note and what it asks for."""
        if s.page < 0:
            return Panel("Tomb Delving Note", [("page", "closed")])
        page = self.content.scenario[s.scenario].pages[s.page]
        taken = sum(slot < 0 for slot in s.slots)
        markers = listed(self.slot_word(slot) for slot in s.slots if slot >= 0) or "none"
        rows = [("page", page.title), ("text", page.text), ("to do", page.rules)]
        if s.slots:
            rows.append(("Puzzle Markers left", f"{markers}; {taken} of {len(s.slots)} placed"))
        return Panel("Tomb Delving Note", [row for row in rows if row[1]])

    # -- the map --------------------------------------------------------------------------------------------------

    def map_panel(self, s: State) -> Panel:
        """NC-MAP-003, -005: the map as a grid, in words one row for each card."""
        cells = {}
        rows = []
        for place, card in enumerate(s.map):
            if not card.gone:
                cell = self.map_cell(s, place, card)
                cells[card.x, card.y] = cell
                rows.append((cell[0], "; ".join(cell[1:])))
        drawn = grid(cells)
        return Panel("Map", rows, drawing=[*drawn, _LEGEND] if drawn else ())

    def map_cell(self, s: State, place: int, card: MapCard) -> list[str]:
        """A card of the map in a cell of the grid: name, gates, ways to investigate, tokens, units."""
        printed = self.content.location[card.card]
        if not card.face_up:
            return [printed.number, "face down"]
        if self.content.loc_event[card.card]:
            return [f"{printed.number} {printed.title}", "event, over"]
        lines = [f"{printed.number} {printed.title}", self.gate_words(s, place)]
        doors = s.doors[place]
        if doors:
            lines.append(" ".join(f"{_ARROWS[side]} {self.edge_number(card.card, side)}" for side in doors))
        if card.talismans:
            lines.append(f"{card.talismans} Talisman{'s' if card.talismans > 1 else ''}")
        lines.append(self.unit_words(s, place))
        return [line for line in lines if line]

    def gate_words(self, s: State, place: int) -> str:
        """NC-MAP-013 to -015: the Bagua icons, covered ones in brackets."""
        covered = s.map[place].covered
        return " ".join(f"({GATES[gate]})" if covered >> bit & 1 else GATES[gate] for gate, bit in self.icons(s, place))

    def unit_words(self, s: State, place: int) -> str:
        """Who is there: Delvers and their Companions by seat, enemies by number."""
        units = [f"P{d.seat}" for d in s.delvers if d.place == place]
        units += [f"C{seat}" for seat, _ in self.companions_at(s, place)]
        return " ".join([*units, *(f"#{e.number}" for e in self.enemies_at(s, place))])

    def places_panel(self, s: State) -> Panel:
        """What the Locations on the map do besides their icons."""
        rows = []
        for place in self.open_places(s):
            printed = self.content.location[s.map[place].card]
            if printed.rules:
                rows.append((f"{printed.number} {printed.title}", printed.rules))
        return Panel("Effects of Locations", rows)

    def edge_number(self, location: int, side: int) -> str:
        """The number on an edge of a Location Card."""
        number = self.content.loc_edges[location][side]
        return self.content.location[number].number if number >= 0 else "-"

    # -- enemies --------------------------------------------------------------------------------------------------

    def enemies_panel(self, s: State) -> Panel:
        """The shared area: every enemy in play."""
        return Panel("Enemies", [self.enemy_row(s, e) for e in s.enemies], _ENEMY_HEADS)

    def enemy_row(self, s: State, e: Enemy) -> tuple[str, ...]:
        """One enemy with its figures and whom it hunts."""
        content = self.content
        prey = content.enc_prey[e.card]
        return (
            self.foe(e),
            self.place_name(s, e.place),
            f"{self.remaining(e)} of {content.enc_health[e.card]}",
            str(self.armor(s, e)),
            str(content.enc_damage[e.card]),
            str(self.reach(s, e)),
            str(self.paces(s, e)),
            mask_in_words(content.enc_symbols[e.card], SYMBOLS) or "-",
            "Immobilized" if e.immobilized else "ready",
            self.hunted(s, e) or "nobody",
            PREY[prey].replace("-", " ") if prey else "-",
            content.encounter[e.card].rules or "-",
        )

    def hunted(self, s: State, e: Enemy) -> str:
        """NC-ENEMY-009, -010: whom it would attack or walk toward now; several where the Grandmaster would choose."""
        rows = self.targets(s, e, against=False)
        nearest = min(rows, default=(0,))[0]
        rows = [row for row in rows if row[0] == nearest]
        if len(rows) > 1 and self.content.enc_prey[e.card]:
            rows = self.preferred(s, self.content.enc_prey[e.card], rows)
        for value in (1, 2):
            least = min((row[value] for row in rows), default=0)
            rows = [row for row in rows if row[value] == least]
        return listed((self.target_name(s, row[3:]) for row in rows), "or")

    # -- a running Test -------------------------------------------------------------------------------------------

    def test_panel(self, s: State) -> Panel:
        """NC-TEST-019, -021: who tests what, and the Fate Cards that lie revealed."""
        test, seat, attribute = s.test[:3]
        d = self.delver(s, seat)
        what = f"{TESTS[test].capitalize()}, {ATTRIBUTES[attribute]} {self.attribute(s, d, attribute, 1 << test)}"
        rows = [("Test", f"{self.name(d)}: {what}{self.aim_words(s)}")]
        for other in s.delvers:
            if other.check is not None:
                cards = listed(fate_in_words(self.content, card) for card in other.check.cards)
                rows.append((f"revealed by {self.name(other)}", cards or "nothing"))
        if test == TEST_STORY and s.test[4]:
            lying = listed(fate_in_words(self.content, card) for card in s.test[4])
            rows.append(("revealed", lying))
        return Panel("Running Test", rows)

    def aim_words(self, s: State) -> str:
        """What a Test has to show."""
        test, aim = s.test[0], s.test[3]
        if test == TEST_STORY:
            return f" against difficulty {aim}"
        if not aim:
            return ""
        icons = [GATES[n] for n in range(len(GATES)) if aim & GATE_BITS & 1 << n]
        icons += [name.replace("-", " ") for n, name in enumerate(SYMBOLS) if aim >> SYMBOL_SHIFT & 1 << n]
        return f", needs {listed(icons, 'or')}"


def _spaces(n: int) -> str:
    return f"{n} space{'s' if n != 1 else ''}"
