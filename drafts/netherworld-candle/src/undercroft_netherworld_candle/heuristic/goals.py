"""What the open page asks for, and how much it is worth to be at each Location because of it."""

from __future__ import annotations

from collections.abc import Iterable

from undercroft_netherworld_candle.cards import ANY_SLOT, Cond
from undercroft_netherworld_candle.heuristic.odds import Odds
from undercroft_netherworld_candle.heuristic.weights import Weights
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import GATES, GEOMANCY, ON_TURN_END, TEST_DECODE
from undercroft_netherworld_candle.verbs import (
    IF_ALL_ON,
    IF_ANY,
    IF_AT_LOCATION,
    IF_DEFEATED,
    IF_DELVER_ON,
    IF_MARKERS_ON,
    IF_REVEALED,
)

__all__ = ["Aim", "Goals"]

_EVERY_GATE = (1 << len(GATES)) - 1


class Aim:
    """What a page of the Note wants; made once for each page."""

    def __init__(self, conds: Iterable[Cond], visits: Iterable[Cond]) -> None:
        self.places: set[int] = set()
        self.meetings: set[int] = set()
        self.marked: set[int] = set()
        self.foes: set[int] = set()
        for cond in conds:
            self._read(cond)
        for cond in visits:
            for entry in cond:
                if entry[0] == IF_AT_LOCATION:
                    self.places.add(entry[1])

    def _read(self, cond: Cond) -> None:
        for entry in cond:
            code = entry[0]
            if code in (IF_DELVER_ON, IF_REVEALED):
                self.places.add(entry[1])
            elif code == IF_ALL_ON:
                self.meetings.add(entry[1])
            elif code == IF_MARKERS_ON:
                self.marked.add(entry[1])
            elif code == IF_DEFEATED:
                self.foes.add(entry[1])
            elif code == IF_ANY:
                for inner in entry[1]:
                    self._read(inner)


class Goals:
    """The worth of Locations for a Delver, by what can be done there."""

    def __init__(self, rules: NetherworldCandle, weights: Weights, odds: Odds) -> None:
        self.rules = rules
        self.content = rules.content
        self.w = weights
        self.odds = odds
        self.aims: dict[tuple[int, int], Aim] = {}
        self.fields: dict[int, list[float]] = {}
        """The fields of this decision, by seat."""

    def aim(self, s: State) -> Aim:
        """What the open page wants."""
        key = (s.scenario, s.page)
        made = self.aims.get(key)
        if made is None:
            info = self.content.scenario[s.scenario]
            if s.page < 0:
                made = Aim((), ())
            else:
                page = info.pages[s.page]
                triggers = (*page.triggers[ON_TURN_END], *info.triggers[ON_TURN_END])
                made = Aim([leads[0] for leads in page.exits], [trigger[1] for trigger in triggers])
            self.aims[key] = made
        return made

    def wanted(self, s: State) -> int:
        """The mask of the gates for which the page has a marker."""
        mask = 0
        for slot in s.slots:
            if slot == ANY_SLOT:
                return _EVERY_GATE
            if slot >= 0:
                mask |= 1 << slot
        return mask

    def decode_worth(self, s: State, d: Delver, place: int, attribute: int = GEOMANCY, more: int = 0) -> float:
        """What a Decode at a Location is worth to a Delver."""
        useful = self.rules.gates(s, place) & self.wanted(s)
        if not useful:
            return 0.0
        chance = self.odds.match(s, d, TEST_DECODE, attribute, useful, 0, more)
        aim = self.aim(s)
        worth = self.w.marker * (1.5 if s.map[place].card in aim.marked else 0.7 if aim.marked else 1.0)
        return chance * worth

    def explore_worth(self, s: State, place: int) -> float:
        """What it is worth to turn up a card at a Location."""
        if not s.doors[place]:
            return 0.0
        aim = self.aim(s)
        missing = [card for card in (*aim.places, *aim.meetings, *aim.marked) if self.hidden(s, card)]
        if missing:
            return self.w.explore + self.w.goal_place * (self.leads_to(s, place, missing) > 0)
        wanted = self.wanted(s)
        if not wanted:
            return self.w.idle_explore if aim.places or aim.meetings or aim.foes else self.w.explore
        shown = 0
        for other in self.rules.open_places(s):
            shown |= self.rules.gates(s, other)
        need = [slot for slot in s.slots if slot >= 0]
        closed = [slot for slot in need if slot != ANY_SLOT and not shown >> slot & 1]
        icons = sum(self.rules.icons_open(s, other) for other in self.rules.open_places(s))
        return self.w.explore if closed or icons < len(need) + 1 else self.w.idle_explore

    def leads_to(self, s: State, place: int, missing: Iterable[int]) -> int:
        """Whether a card that is looked for lies behind an edge of a Location: its number can be read there."""
        edges = self.content.loc_edges[s.map[place].card]
        return sum(edges[side] in missing for side in s.doors[place])

    def hidden(self, s: State, location: int) -> bool:
        """Whether a Location does not lie face up yet."""
        place = self.rules.place_of(s, location)
        return place < 0 or not s.map[place].face_up

    def field(self, s: State, d: Delver) -> list[float]:
        """How good it is for a Delver to be at each place of the map: the best task, less for each step to it."""
        if d.seat in self.fields:
            return self.fields[d.seat]
        tasks = self.tasks(s, d)
        fade = self.w.far
        worth = [0.0] * len(s.map)
        for place in self.rules.open_places(s):
            far = s.far[place]
            best = 0.0
            for at, value in tasks:
                steps = far[at]
                if steps >= 0:
                    best = max(best, value * fade**steps)
            worth[place] = best
        self.fields[d.seat] = worth
        return worth

    def tasks(self, s: State, d: Delver) -> list[tuple[int, float]]:
        """Where there is something to do, and how much it is worth."""
        aim = self.aim(s)
        found: list[tuple[int, float]] = []
        for place in self.rules.open_places(s):
            card = s.map[place].card
            value = self.decode_worth(s, d, place)
            if value:
                value *= self.share(s, d, place, self.rules.icons_open(s, place))
            explore = self.explore_worth(s, place) * self.share(s, d, place, len(s.doors[place]))
            value = max(value, explore)
            if card in aim.meetings:
                value = max(value, self.w.goal_place * 1.6)
            elif card in aim.places:
                value = max(value, self.w.goal_place * self.share(s, d, place, 1))
            if value:
                found.append((place, value))
        return found + [(e.place, self.w.goal_foe) for e in s.enemies if e.card in aim.foes]

    def share(self, s: State, d: Delver, place: int, room: int) -> float:
        """Less for what others are nearer to, so that the party spreads out; ``room`` is for how many there is work."""
        mine = s.far[d.place][place]
        nearer = sum([
            other is not d and 0 <= s.far[other.place][place] < mine for other in s.delvers
        ])  # fmt: skip
        return 1.0 if nearer < room else 0.55
