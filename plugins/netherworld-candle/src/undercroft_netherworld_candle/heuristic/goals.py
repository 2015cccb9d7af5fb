"""What the open page asks for, and how much it is worth to be at each Location because of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from undercroft_netherworld_candle.cards import ANY_SLOT, Cond, Mod, Trig
from undercroft_netherworld_candle.heuristic.leaning import Leaning
from undercroft_netherworld_candle.heuristic.odds import Odds
from undercroft_netherworld_candle.heuristic.weights import Weights
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    GATES,
    GEOMANCY,
    ON_KILL,
    ON_TURN_END,
    TEST_DECODE,
)
from undercroft_netherworld_candle.verbs import (
    IF,
    IF_ALL_ON,
    IF_ANY,
    IF_AT_LOCATION,
    IF_DEFEATED,
    IF_DELVER_ON,
    IF_LIFE_GATES_HERE,
    IF_MARKERS_ON,
    IF_REVEALED,
)

__all__ = ["Aim", "Goals"]

_EVERY_GATE = (1 << len(GATES)) - 1
_STEPS = 200
"""More than a way on any map can have."""


class Aim:
    """What a page of the Note wants; made once for each page."""

    def __init__(
        self, conds: Iterable[Cond], triggers: Iterable[Trig], mods: Iterable[Mod] = (), kills: Iterable[Trig] = ()
    ) -> None:
        self.places: set[int] = set()
        self.meetings: set[int] = set()
        self.marked: set[int] = set()
        self.foes: set[int] = set()
        self.later_meetings = False
        """Whether a page after this one calls the whole party to one place."""
        self.rare: set[int] = set()
        """Where the whole party may meet for something that the page only allows."""
        self.altars: set[int] = set()
        """Where Gate of Life Tokens are laid down until there are enough of them."""
        self.hunted: set[int] = set()
        """Enemies of whom so many may be defeated that another page comes."""
        self.lights = False
        """Whether such tokens can be picked up elsewhere."""
        for cond in conds:
            self._read(cond)
        for mod in mods:
            self.marked.update([entry[1] for entry in mod[4] if entry[0] == IF_MARKERS_ON])
        for trigger in triggers:
            self._trigger(trigger)
        for _, cond, _, _ in kills:
            self.hunted.update([entry[1] for entry in cond if entry[0] == IF_DEFEATED])

    def _trigger(self, trigger: Trig) -> None:
        effects, cond = trigger[0], trigger[1]
        here = [entry[1] for entry in cond if entry[0] == IF_AT_LOCATION]
        self.places.update(here)
        self.rare.update([entry[1] for entry in cond if entry[0] == IF_ALL_ON])
        self.lights |= any(entry[0] == IF_LIFE_GATES_HERE for entry in cond)
        if any(act[0] == IF and any(entry[0] == IF_LIFE_GATES_HERE for entry in act[1]) for act in effects):
            self.altars.update(here)

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

    def __init__(self, rules: NetherworldCandle, weights: Weights, odds: Odds, leaning: Leaning) -> None:
        self.rules = rules
        self.content = rules.content
        self.w = weights
        self.odds = odds
        self.leaning = leaning
        self.aims: dict[tuple[int, int], Aim] = {}
        self.fades = [weights.far**steps for steps in range(_STEPS)]
        self.now: dict[Any, Any] = odds.now

    def aim(self, s: State) -> Aim:
        """What the open page wants."""
        key = s.scenario, s.page
        made = self.aims.get(key)
        if made is None:
            info = self.content.scenario[s.scenario]
            if s.page < 0 or s.scenario < 0:
                made = Aim((), ())
            else:
                page = info.pages[s.page]
                triggers = (*page.triggers[ON_TURN_END], *info.triggers[ON_TURN_END])
                kills = (*page.triggers[ON_KILL], *info.triggers[ON_KILL])
                made = Aim([leads[0] for leads in page.exits], triggers, page.modifiers, kills)
                for leads in page.exits:
                    if leads[1] > s.page:
                        on = Aim([after[0] for after in info.pages[leads[1]].exits], ())
                        made.later_meetings |= bool(on.meetings)
            self.aims[key] = made
        return made

    def wanted(self, s: State) -> int:
        """The mask of the gates for which the page has a marker."""
        mask: int | None = self.now.get("wanted")
        if mask is None:
            mask = 0
            for slot in s.slots:
                if slot == ANY_SLOT:
                    mask = _EVERY_GATE
                    break
                if slot >= 0:
                    mask |= 1 << slot
            self.now["wanted"] = mask
        return mask

    def decode_worth(self, s: State, d: Delver, place: int, attribute: int = GEOMANCY, more: int = 0) -> float:
        """What a Decode at a Location is worth to a Delver."""
        useful = self.rules.gates(s, place) & self.wanted(s)
        if not useful:
            return 0.0
        chance = self.odds.match(s, d, TEST_DECODE, attribute, useful, 0, more)
        aim = self.aim(s)
        worth = self.w.marker * (1.5 if s.map[place].card in aim.marked else 0.7 if aim.marked else 1.0)
        if aim.lights:
            worth *= 1.0 - self.w.taste_light * self.light_taste(aim)
        return chance * worth * self.haste(s)

    def light_taste(self, aim: Aim) -> float:
        """How much this player would rather carry lights than put them out."""
        return max([self.leaning.taste("location", place) for place in aim.altars], default=0.0)

    def light_worth(self, s: State) -> float:
        """What a light in the hand is worth, where the page asks for some to be carried."""
        aim = self.aim(s)
        return self.w.light * (1.0 + self.light_taste(aim)) if aim.altars else 0.0

    def explore_worth(self, s: State, place: int) -> float:
        """What it is worth to turn up a card at a Location."""
        if not s.doors[place]:
            return 0.0
        worth, missing = self.search(s)
        if not missing:
            return worth
        if self.leads_to(s, place, missing):
            return worth + self.w.goal_place
        return worth + self.w.onward * (place in self.nearest_edges(s, missing))

    def nearest_edges(self, s: State, missing: list[int]) -> list[int]:
        """The Locations with the edge whose number lies nearest below that of a card that is looked for."""
        key = "edges"
        if key not in self.now:
            rows = [
                (min([abs(self.number(card) - self.number(edge)) for card in missing]), place)
                for place in self.places(s)
                for side in s.doors[place]
                for edge in (self.content.loc_edges[s.map[place].card][side],)
            ]
            nearest = min(rows, default=(0, 0))[0]
            self.now[key] = [place for steps, place in rows if steps == nearest]
        found: list[int] = self.now[key]
        return found

    def number(self, location: int) -> int:
        """The number printed on a Location Card, which its back and the edges show."""
        return int(self.content.location[location].number[1:])

    def search(self, s: State) -> tuple[float, list[int]]:
        """What turning up cards is worth in general, and which cards are looked for."""
        key = "search"
        if key not in self.now:
            aim = self.aim(s)
            missing = [card for card in (*aim.places, *aim.meetings, *aim.marked) if self.hidden(s, card)]
            self.now[key] = (self.w.explore if missing else self.curiosity(s, aim), missing)
        found: tuple[float, list[int]] = self.now[key]
        return found

    def curiosity(self, s: State, aim: Aim) -> float:
        """What turning up a card is worth where no certain one is looked for."""
        wanted = self.wanted(s)
        if not wanted:
            return self.w.idle_explore if aim.places or aim.meetings or aim.foes else self.w.explore
        shown = 0
        for other in self.places(s):
            shown |= self.rules.gates(s, other)
        need = [slot for slot in s.slots if slot >= 0]
        closed = [slot for slot in need if slot != ANY_SLOT and not shown >> slot & 1]
        icons = sum(self.rules.icons_open(s, other) for other in self.places(s))
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
        key = ("field", d.seat)
        if key in self.now:
            made: list[float] = self.now[key]
            return made
        tasks = self.tasks(s, d)
        fades = self.fades
        haste = self.haste(s)
        worth = [0.0] * len(s.map)
        for place in self.places(s):
            far = s.far[place]
            best = 0.0
            for at, value, pace in tasks:
                steps = far[at]
                if steps >= 0:
                    here = value * fades[steps] - pace * steps
                    if here > best:
                        best = here
            worth[place] = best * haste
        self.now[key] = worth
        return worth

    def haste(self, s: State) -> float:
        """How much more the goals press, the shorter the candle is."""
        made: float | None = self.now.get("haste")
        if made is None:
            size = len(self.rules.track(s)) - 1
            made = self.now["haste"] = 1.0 + self.w.haste * (1.0 - self.rules.candle_left(s) / size)
        return made

    def places(self, s: State) -> list[int]:
        """Every Location that can be entered."""
        made: list[int] | None = self.now.get("places")
        if made is None:
            made = self.now["places"] = self.rules.open_places(s)
        return made

    def tasks(self, s: State, d: Delver) -> list[tuple[int, float, float]]:
        """Where there is something to do, how much it is worth, and what it loses with each step."""
        aim = self.aim(s)
        haste = self.haste(s)
        found: list[tuple[int, float, float]] = []
        step = self.w.step
        gather = self.gathering(s)
        for place in self.places(s):
            card = s.map[place].card
            value = self.decode_worth(s, d, place) / haste
            if value:
                value *= self.share(s, d, place, self.rules.icons_open(s, place))
            explore = self.explore_worth(s, place) * self.share(s, d, place, len(s.doors[place]))
            value = max(value, explore)
            if place in gather:
                found.append((place, self.w.meeting, self.w.approach))
            elif card in aim.meetings:
                pass  # the party meets elsewhere
            elif card in aim.altars and aim.lights and not d.neidan:
                pass  # with empty hands
            elif card in aim.places:
                value = max(value, self.w.goal_place * self.liking(card) * self.share(s, d, place, 1))
            if aim.lights and s.map[place].life and card not in aim.altars:
                value = max(value, 2.0 * self.light_worth(s) * self.share(s, d, place, 1))
            if value:
                found.append((place, value, step))
        return found + [(e.place, self.w.goal_foe, step) for e in s.enemies if e.card in aim.foes]

    def liking(self, location: int) -> float:
        """How much more or less than usual a Location that the page asks for is worth to this player."""
        return 1.0 + self.w.taste_place * self.leaning.taste("location", location)

    def gathering(self, s: State) -> list[int]:
        """Where all are to meet: one place, the nearest for the party, or where the way to such a place begins."""
        key = "gathering"
        if key not in self.now:
            self.now[key] = self._gathering(s, self.aim(s))
        found: list[int] = self.now[key]
        return found

    def _gathering(self, s: State, aim: Aim) -> list[int]:
        if not aim.meetings:
            return []
        places = self.places(s)
        wanted = aim.meetings | {card for card in aim.rare if self.leaning.taste("location", card) > self.w.rare}
        known = [place for place in places if s.map[place].card in wanted]
        if known:
            return [min(known, key=lambda place: sum([s.far[d.place][place] for d in s.delvers]))]
        return [place for place in places if self.leads_to(s, place, aim.meetings)]

    def share(self, s: State, d: Delver, place: int, room: int) -> float:
        """Less for what others are nearer to, so that the party spreads out; ``room`` is for how many there is work."""
        mine = s.far[d.place][place]
        nearer = sum([
            other is not d and 0 <= s.far[other.place][place] < mine for other in s.delvers
        ])  # fmt: skip
        if nearer < room:
            return 1.0
        return self.w.together if self.aim(s).later_meetings else self.w.crowd
