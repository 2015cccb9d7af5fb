"""Conditions: what card texts ask, judged on the state at the moment they are reached (NC-GEN-022)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Cond
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.logs import Logs
from undercroft_netherworld_candle.state import Delver, MapCard, State
from undercroft_netherworld_candle.terms import PHASE_ADVENTURE

__all__ = ["Judge"]

Question = Callable[["Judge", State, Delver, Any, int], bool]
"""A question: asked of the rules, the state, you, the condition as compiled, and the Location meant by here."""


class Judge(Logs):
    """Judges conditions; ``here`` is your Location, or that of the acting card where it has one."""

    __slots__ = ()

    def judge(self, s: State, seat: int, cond: Cond, source: Source) -> bool:
        """Whether all parts of a condition hold for "you", the Delver of a seat."""
        if not cond:
            return True
        d = s.delvers[seat - 1]
        if len(cond) == 1:  # most conditions have one part
            entry = cond[0]
            verb = entry[0]
            return _QUESTIONS[verb](self, s, d, entry, self.place_meant(s, d, source) if _AT_PLACE[verb] else -1)
        return _all(self, s, d, cond, self.place_meant(s, d, source))

    def place_meant(self, s: State, d: Delver, source: Source) -> int:
        """What "here" means: the Location that acts, that of the enemy that acts, else your own (NC-MAP-006)."""
        kind = source[0]
        if kind == "location" and source[2] >= 0 and not self.content.loc_event[source[1]]:
            at: int = source[2]
            return at
        if kind == "enemy":
            for e in s.enemies:
                if e.number == source[2]:
                    return e.place
        return d.place

    def delvers_meant(self, s: State, d: Delver, place: int) -> list[Delver]:
        """The Delvers who are here: at the Location, or on your Story Card where no adventure runs."""
        if s.phase == PHASE_ADVENTURE:
            return [other for other in s.delvers if other.place == place] if place >= 0 else []
        return [other for other in s.delvers if other.story_place == d.story_place]

    def count_artifacts(self, s: State) -> int:
        """Stored by all Delvers and in the Stash."""
        return len(s.stash_artifacts) + sum(len(self.stored(d)) for d in s.delvers)

    def has_action(self, d: Delver, card: int) -> bool:
        """Whether an Action Card is in the hand, in a zone, or among the cards gained for good."""
        return any(card in cards for cards in (d.hand, d.zone_a, d.zone_b, d.zone_c, d.pool))

    def lies_open(self, s: State, location: int) -> bool:
        """Whether a Location Card lies face up on the map."""
        return any(m.card == location and m.face_up and not m.gone for m in s.map)

    def all_there(self, s: State, location: int, *, every: bool) -> bool:
        """Whether some Delver, or every one, stands on a Location."""
        there = [d.place >= 0 and s.map[d.place].card == location for d in s.delvers]
        return all(there) if every else any(there)

    def markers_on(self, s: State, location: int) -> int:
        """How many Puzzle Markers lie on a Location Card."""
        return sum(m.covered.bit_count() for m in s.map if m.card == location and not m.gone)

    if TYPE_CHECKING:  # of later chapters

        def here(self, s: State, place: int) -> MapCard:
            """The map card of an index."""

        def gates(self, s: State, place: int) -> int:
            """The uncovered icons of a Location, as a mask."""

        def icons_open(self, s: State, place: int) -> int:
            """How many icons of a Location are uncovered."""


def _done(s: State, scenario: int, ending: str) -> bool:
    return any(row[0] == scenario and ending in ("", row[1]) for row in s.done)


def _zone(d: Delver, zone: int) -> list[int]:
    return (d.zone_a, d.zone_b, d.zone_c)[zone]


def _page(r: Judge, s: State) -> str:
    return r.content.scenario[s.scenario].pages[s.page].id if s.scenario >= 0 and s.page >= 0 else ""


def _enemies(r: Judge, s: State, place: int) -> int:
    return sum(e.place == place for e in s.enemies) if place >= 0 else 0


_TABLE: Final[dict[int, Question]] = {
    # -- you
    verbs.IF_ENERGY_AT_LEAST: lambda r, s, d, c, at: d.energy >= c[1],
    verbs.IF_ENERGY_AT_MOST: lambda r, s, d, c, at: d.energy <= c[1],
    verbs.IF_HEALTH_AT_LEAST: lambda r, s, d, c, at: d.health >= c[1],
    verbs.IF_HEALTH_AT_MOST: lambda r, s, d, c, at: d.health <= c[1],
    verbs.IF_REDRAW_AT_LEAST: lambda r, s, d, c, at: d.redraw >= c[1],
    verbs.IF_COOLDOWN_AT_LEAST: lambda r, s, d, c, at: d.cooldown >= c[1],
    verbs.IF_NEIDAN_AT_LEAST: lambda r, s, d, c, at: d.neidan >= c[1],
    verbs.IF_KARMA_AT_LEAST: lambda r, s, d, c, at: d.karma + d.personal >= c[1],
    verbs.IF_HAND_AT_LEAST: lambda r, s, d, c, at: len(d.hand) >= c[1],
    verbs.IF_HAND_AT_MOST: lambda r, s, d, c, at: len(d.hand) <= c[1],
    verbs.IF_ZONE_HAS: lambda r, s, d, c, at: bool(_zone(d, c[1])),
    verbs.IF_THREATS_AT_LEAST: lambda r, s, d, c, at: len(d.threat) >= c[1],
    verbs.IF_ARTIFACTS_AT_LEAST: lambda r, s, d, c, at: len(r.stored(d)) >= c[1],
    verbs.IF_ARTIFACTS_AT_MOST: lambda r, s, d, c, at: len(r.stored(d)) <= c[1],
    verbs.IF_HAS_ARTIFACT: lambda r, s, d, c, at: c[1] in r.stored(d),
    verbs.IF_HAS_TYPE: lambda r, s, d, c, at: any(r.content.eq_type[i.card] == c[1] for i in d.equipment),
    verbs.IF_EQUIPPED: lambda r, s, d, c, at: any(i.card == c[1] for i in d.equipment),
    verbs.IF_HAS_ACTION: lambda r, s, d, c, at: r.has_action(d, c[1]),
    verbs.IF_WOUNDED: lambda r, s, d, c, at: (d.health < r.content.del_health[d.card]) is c[1],
    verbs.IF_IMMOBILIZED: lambda r, s, d, c, at: d.immobilized is c[1],
    verbs.IF_DELVER: lambda r, s, d, c, at: d.card == c[1],
    verbs.IF_ATTRIBUTE_AT_LEAST: lambda r, s, d, c, at: r.attribute(s, d, c[1]) >= c[2],
    verbs.IF_REPUTATION: lambda r, s, d, c, at: bool(d.reputation) and d.reputation[c[1]] >= c[2],
    verbs.IF_DEFEATS_AT_LEAST: lambda r, s, d, c, at: d.defeats >= c[1],
    verbs.IF_ALONE: lambda r, s, d, c, at: (not any(o is not d for o in r.delvers_meant(s, d, at))) is c[1],
    # -- your Location
    verbs.IF_DELVERS_HERE: lambda r, s, d, c, at: len(r.delvers_meant(s, d, at)) >= c[1],
    verbs.IF_ENEMIES_HERE: lambda r, s, d, c, at: _enemies(r, s, at) >= c[1],
    verbs.IF_NO_ENEMIES_HERE: lambda r, s, d, c, at: (_enemies(r, s, at) == 0) is c[1],
    verbs.IF_ICONS_AT_LEAST: lambda r, s, d, c, at: (r.icons_open(s, at) if at >= 0 else 0) >= c[1],
    verbs.IF_ICONS_AT_MOST: lambda r, s, d, c, at: (r.icons_open(s, at) if at >= 0 else 0) <= c[1],
    verbs.IF_GATE_HERE: lambda r, s, d, c, at: at >= 0 and bool(r.gates(s, at) >> c[1] & 1),
    verbs.IF_LIFE_GATES_HERE: lambda r, s, d, c, at: (s.map[at].life if at >= 0 else 0) >= c[1],
    verbs.IF_DEATH_GATES_HERE: lambda r, s, d, c, at: (s.map[at].death if at >= 0 else 0) >= c[1],
    verbs.IF_TALISMANS_AT_LEAST: lambda r, s, d, c, at: (s.map[at].talismans if at >= 0 else 0) >= c[1],
    verbs.IF_AT_LOCATION: lambda r, s, d, c, at: at >= 0 and s.map[at].card == c[1],
    # -- the party and the game
    verbs.IF_IN_PARTY: lambda r, s, d, c, at: any(o.card == c[1] for o in s.delvers),
    verbs.IF_PLAYERS_AT_LEAST: lambda r, s, d, c, at: len(s.delvers) >= c[1],
    verbs.IF_PLAYERS_AT_MOST: lambda r, s, d, c, at: len(s.delvers) <= c[1],
    verbs.IF_MARK: lambda r, s, d, c, at: c[1] in s.marks,
    verbs.IF_NO_MARK: lambda r, s, d, c, at: c[1] not in s.marks,
    verbs.IF_NOTE: lambda r, s, d, c, at: c[1] in s.notes,
    verbs.IF_NO_NOTE: lambda r, s, d, c, at: c[1] not in s.notes,
    verbs.IF_PROGRESS: lambda r, s, d, c, at: s.progress >= c[1],
    verbs.IF_SETBACKS: lambda r, s, d, c, at: s.setbacks >= c[1],
    verbs.IF_DIFFICULTY: lambda r, s, d, c, at: bool(c[1] >> s.difficulty & 1),
    verbs.IF_FIRST_GAME: lambda r, s, d, c, at: s.first_game is c[1],
    verbs.IF_SCENARIO_DONE: lambda r, s, d, c, at: _done(s, c[1], ""),
    verbs.IF_ENDING: lambda r, s, d, c, at: _done(s, c[1], c[2]),
    verbs.IF_PARTY_ARTIFACTS: lambda r, s, d, c, at: r.count_artifacts(s) >= c[1],
    # -- the scenario
    verbs.IF_CANDLE_AT_LEAST: lambda r, s, d, c, at: s.candle >= c[1],
    verbs.IF_CANDLE_COLOUR: lambda r, s, d, c, at: r.track(s)[s.candle] == c[1],
    verbs.IF_ROUND_AT_LEAST: lambda r, s, d, c, at: s.round >= c[1],
    verbs.IF_PAGE: lambda r, s, d, c, at: _page(r, s) == c[1],
    verbs.IF_SLOTS_EMPTY: lambda r, s, d, c, at: (not any(slot >= 0 for slot in s.slots)) is c[1],
    verbs.IF_SLOTS_AT_MOST: lambda r, s, d, c, at: sum(slot >= 0 for slot in s.slots) <= c[1],
    verbs.IF_REVEALED: lambda r, s, d, c, at: r.lies_open(s, c[1]),
    verbs.IF_DELVER_ON: lambda r, s, d, c, at: r.all_there(s, c[1], every=False),
    verbs.IF_ALL_ON: lambda r, s, d, c, at: r.all_there(s, c[1], every=True),
    verbs.IF_DEFEATED: lambda r, s, d, c, at: s.defeated.count(c[1]) >= c[2],
    verbs.IF_MARKERS_ON: lambda r, s, d, c, at: r.markers_on(s, c[1]) >= c[2],
    verbs.IF_MARKERS_AT_LEAST: lambda r, s, d, c, at: sum(m.covered.bit_count() for m in s.map if not m.gone) >= c[1],
    verbs.IF_ENEMIES_AT_MOST: lambda r, s, d, c, at: len(s.enemies) <= c[1],
    # -- of other conditions
    verbs.IF_ANY: lambda r, s, d, c, at: any(_all(r, s, d, inner, at) for inner in c[1]),
    verbs.IF_NONE: lambda r, s, d, c, at: not any(_all(r, s, d, inner, at) for inner in c[1]),
}


def _all(r: Judge, s: State, d: Delver, cond: Cond, place: int) -> bool:
    for entry in cond:  # noqa: SIM110 - faster than a generator
        if not _QUESTIONS[entry[0]](r, s, d, entry, place):
            return False
    return True


_QUESTIONS: Final[tuple[Question, ...]] = tuple(_TABLE[n] for n in range(len(verbs.CONDITIONS)))

_AT_PLACE: Final[tuple[bool, ...]] = tuple(
    verbs.IF_ALONE <= n <= verbs.IF_AT_LOCATION or n in (verbs.IF_ANY, verbs.IF_NONE)
    for n in range(len(verbs.CONDITIONS))
)
"""The questions that look at the Location meant by here."""
