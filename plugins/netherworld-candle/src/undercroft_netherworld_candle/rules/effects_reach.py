"""How far effects can be carried out: not at all, in part, or completely (NC-GEN-021, NC-ENC-015, NC-ENC-016)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from undercroft import Refusal
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act, Choice
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.effects_gains import OF_DELVERS
from undercroft_netherworld_candle.rules.effects_world import World
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    COMPANION,
    DO_ATTACK,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    DO_OVERCOME,
    DO_SUPPRESS,
    LIFE,
    WHO_YOU,
)

__all__ = ["FULL", "NONE", "PART", "Reach"]

NONE: Final = 0
PART: Final = 1
FULL: Final = 2
_IDLE: Final = -1
"""What a sentence counts whose condition does not hold: it takes nothing away and gives nothing."""

Measure = Callable[["Reach", State, Delver, Act, Source], int]
_ACTIONS: Final = {
    verbs.MOVE: DO_MOVE,
    verbs.INVESTIGATE: DO_INVESTIGATE,
    verbs.ATTACK: DO_ATTACK,
    verbs.DECODE: DO_DECODE,
    verbs.SUPPRESS: DO_SUPPRESS,
    verbs.OVERCOME: DO_OVERCOME,
}


def _of(has: int, asked: int) -> int:
    """How far an amount can be taken from what there is."""
    return FULL if has >= asked else PART if has > 0 else NONE


def _if(possible: object) -> int:
    return FULL if possible else NONE


class Reach(World):
    """Tells what effects could do now, without doing it."""

    __slots__ = ()

    def can_do(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> bool:
        """NC-ENC-015: whether at least a part of some effects can be carried out."""
        for act in effects:
            if self._act(s, seat, act, source) > NONE:
                return True
        return not effects

    def how_far(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> int:
        """NC-GEN-021: FULL where every sentence can be carried out completely, PART where something can, else NONE."""
        if not effects:
            return FULL
        if len(effects) == 1:
            return max(NONE, self._act(s, seat, effects[0], source))
        found = [self._act(s, seat, act, source) for act in effects]
        if all(value == _IDLE for value in found):
            return NONE
        if all(value in (FULL, _IDLE) for value in found):
            return FULL
        return PART if any(value > NONE for value in found) else NONE

    def _act(self, s: State, seat: int, act: Act, source: Source) -> int:
        measure = _MEASURES.get(act[0])
        if act[0] not in OF_DELVERS or act[1] == WHO_YOU:
            return FULL if measure is None else measure(self, s, s.delvers[seat - 1], act, source)
        seats, chooser = self.candidates(s, seat, act[1], source)
        if not seats:
            return NONE
        if measure is None:
            return FULL
        found = [measure(self, s, s.delvers[one - 1], act, source) for one in seats]
        if chooser:
            return max(found)
        return FULL if all(value == FULL for value in found) else PART if any(value > NONE for value in found) else NONE

    def open_options(self, s: State, seat: int, options: Sequence[Choice], source: Source) -> list[int]:
        """NC-GEN-021, NC-ENC-016: the options that may be chosen now, by number.

        Those that can be carried out completely; where there is none, those that can in part.
        """
        by_reach = self._by_reach(s, seat, options, source)
        return by_reach[FULL] or by_reach[PART]

    def _by_reach(self, s: State, seat: int, options: Sequence[Choice], source: Source) -> list[list[int]]:
        """The options whose condition holds and whose cost can be paid, by how far they can be carried out."""
        d = s.delvers[seat - 1]
        by_reach: list[list[int]] = [[], [], []]
        for n, (_, cond, cost, effects, _) in enumerate(options):
            if cond and not self.judge(s, seat, cond, source):
                continue
            if not cost or self.payable(s, d, cost, source):
                by_reach[self.how_far(s, seat, effects, source)].append(n)
        return by_reach

    def choices(self, s: State, d: Delver, act: Act, source: Source) -> int:
        """What the best options of a CHOOSE can do; one that may be declined takes nothing away."""
        by_reach = self._by_reach(s, d.seat, act[4], source)
        if by_reach[FULL]:
            return FULL
        return PART if by_reach[PART] else _IDLE if act[3] else NONE

    def branch(self, s: State, d: Delver, act: Act, source: Source) -> int:
        """What the branch of an IF that would be taken now can do."""
        chosen = act[2] if self.judge(s, d.seat, act[1], source) else act[3]
        return self.how_far(s, d.seat, chosen, source) if chosen else _IDLE

    def companions_of(self, d: Delver, *, in_play: bool) -> int:
        """How many Companions with a Health value stand on the map, or do not."""
        content = self.content
        return sum(
            item.in_play is in_play
            for item in d.equipment
            if content.eq_type[item.card] >= COMPANION and content.eq_health[item.card] > 0
        )

    def talismans_within(self, s: State, d: Delver, reach: int) -> int:
        """How many Talismans lie at most so many steps away."""
        if d.place < 0:
            return 0
        return sum(
            m.talismans
            for at, m in enumerate(s.map)
            if m.talismans and not m.gone and 0 <= self.distance(s, d.place, at) <= reach
        )

    if TYPE_CHECKING:  # of later chapters

        def why_not_act(self, s: State, seat: int, basic: int) -> Refusal | None:
            """Why a named action is not possible."""

        def distance(self, s: State, here: int, there: int) -> int:
            """Steps between two Locations, -1 for no way."""

        def talismans_in_play(self, s: State) -> int:
            """How many Talismans lie on the map."""

        def talisman_limit(self, s: State) -> int:
            """How many may lie there."""

        def place_of(self, s: State, location: int) -> int:
            """The index of a card on the map."""

        def markers(self, s: State, place: int) -> int:
            """How many Puzzle Markers lie at a Location."""

        def can_spawn(self, s: State, seat: int, card: int, where: int, at: int) -> bool:
            """Whether there is a place for an enemy."""

        def can_teleport(self, s: State, seat: int, where: int, at: int) -> bool:
            """Whether there is a place to put a Delver."""

        def can_place(self, s: State, seat: int, location: int, at: int) -> bool:
            """Whether a Location Card can be laid or turned up."""


def _lost(has: Callable[[Delver, Act], int]) -> Measure:
    """A verb with a signed amount: gains are always possible, losses as far as there is something."""
    return lambda r, s, d, a, source: FULL if a[2] > 0 else _of(has(d, a), -a[2])


def _zones(d: Delver, zone: int) -> int:
    sizes = (len(d.zone_a), len(d.zone_b), len(d.zone_c))
    return sum(sizes) if zone < 0 else sizes[zone]


def _types(r: Reach, d: Delver, kind: int) -> int:
    return sum(kind < 0 or r.content.eq_type[item.card] == kind for item in d.equipment)


def _gates(s: State, place: int, kind: int) -> int:
    return 0 if place < 0 else s.map[place].life if kind == LIFE else s.map[place].death


def _targets(r: Reach, s: State, d: Delver, a: Act, source: Source, reach: int) -> list[Any]:
    return r.enemies_meant(s, d, a[1], reach, source)


def _named(r: Reach, s: State, d: Delver, a: Act, source: Source) -> int:
    if d.place < 0:
        return NONE
    reach = a[5] if a[0] == verbs.ATTACK else a[3] if a[0] == verbs.SUPPRESS else 0
    if reach and not d.immobilized:
        found = r.enemies_within(s, d.place, reach)
        if a[0] == verbs.SUPPRESS:
            found = [e for e in found if not e.immobilized and r.content.enc_symbols[e.card]]
        return _if(found)
    return _if(r.why_not_act(s, d.seat, _ACTIONS[a[0]]) is None)


_MEASURES: Final[dict[int, Measure]] = {
    verbs.REDRAW: _lost(lambda d, a: d.redraw),
    verbs.COOLDOWN: _lost(lambda d, a: d.cooldown),
    verbs.NEIDAN: _lost(lambda d, a: d.neidan),
    verbs.KARMA: _lost(lambda d, a: d.karma + d.personal),
    verbs.REPUTATION: _lost(lambda d, a: d.reputation[a[3]] if d.reputation else 0),
    verbs.COOL: lambda r, s, d, a, source: _of(len(d.zone_a) + 2 * len(d.zone_b) + 3 * len(d.zone_c), a[2]),
    verbs.RECALL: lambda r, s, d, a, source: _of(_zones(d, a[3]), a[2]),
    verbs.DISCARD_HAND: lambda r, s, d, a, source: _of(len(d.hand), a[2]),
    verbs.LOSE_ARTIFACT: lambda r, s, d, a, source: _of(len(r.stored(d)), a[2]),
    verbs.REBAG: lambda r, s, d, a, source: _if(r.stored(d)),
    verbs.LOSE_EQUIPMENT: lambda r, s, d, a, source: _of(_types(r, d, a[3]), a[2]),
    verbs.TOKEN: lambda r, s, d, a, source: FULL if a[1] > 0 else _of(r.tokens_on(s, d, source), -a[1]),
    verbs.SUMMON: lambda r, s, d, a, source: _if(r.companions_of(d, in_play=False)),
    verbs.DISCARD_THREAT: lambda r, s, d, a, source: _of(len(d.threat), a[2]),
    verbs.ACQUIRE: lambda r, s, d, a, source: _of(0 if d.immobilized and not s.ended else len(s.bag), a[2]),
    verbs.TELEPORT: lambda r, s, d, a, source: _if(d.place >= 0 and r.can_teleport(s, d.seat, a[2], a[3])),
    verbs.PIN: lambda r, s, d, a, source: _if(not d.immobilized),
    verbs.STAND: lambda r, s, d, a, source: _if(d.immobilized),
    verbs.ARMOR_BREAK: lambda r, s, d, a, source: _if(r.companions_of(d, in_play=True)),
    verbs.REPAIR: lambda r, s, d, a, source: _if(any(item.in_play and item.damage for item in d.equipment)),
    # -- enemies
    verbs.DAMAGE: lambda r, s, d, a, source: _if(_targets(r, s, d, a, source, a[3])),
    verbs.IMMOBILIZE: lambda r, s, d, a, source: _if(
        any(not e.immobilized for e in _targets(r, s, d, a, source, a[2]))
    ),
    verbs.ROUSE: lambda r, s, d, a, source: _if(any(e.immobilized for e in _targets(r, s, d, a, source, a[2]))),
    verbs.ACTIVATE: lambda r, s, d, a, source: _if(_targets(r, s, d, a, source, a[2])),
    verbs.TURNCOAT: lambda r, s, d, a, source: _if(_targets(r, s, d, a, source, a[2])),
    verbs.SPAWN: lambda r, s, d, a, source: _if(d.place >= 0 and r.can_spawn(s, d.seat, a[1], a[3], a[5])),
    verbs.PULL: lambda r, s, d, a, source: _if(
        d.place >= 0 and [e for e in r.enemies_within(s, d.place, a[2]) if e.place != d.place]
    ),
    verbs.PUSH: lambda r, s, d, a, source: _if(d.place >= 0 and _targets(r, s, d, (0, a[2]), source, 0)),
    # -- named actions
    **dict.fromkeys(_ACTIONS, _named),
    # -- map and candle
    verbs.CANDLE: lambda r, s, d, a, source: FULL if a[1] > 0 else _of(s.candle, -a[1]),
    verbs.UNGATE: lambda r, s, d, a, source: _of(_gates(s, r.place_meant(s, d, source), a[1]), a[2]),
    verbs.TALISMAN: lambda r, s, d, a, source: _of(r.talisman_limit(s) - r.talismans_in_play(s), a[1]),
    verbs.USE_TALISMAN: lambda r, s, d, a, source: _if(r.talismans_within(s, d, a[2]) >= a[1]),
    verbs.PLACE: lambda r, s, d, a, source: _if(d.place >= 0 and r.can_place(s, d.seat, a[1], a[2])),
    verbs.REVEAL: lambda r, s, d, a, source: _if(d.place >= 0 and s.doors and s.doors[d.place]),
    verbs.CLOSE: lambda r, s, d, a, source: _if(r.place_of(s, a[1]) >= 0 if a[1] >= 0 else d.place >= 0),
    verbs.UNCOVER: lambda r, s, d, a, source: _of(r.markers(s, d.place) if d.place >= 0 else 0, a[1]),
    verbs.UNMARK: lambda r, s, d, a, source: _if(a[1] in s.marks),
    # -- structure
    verbs.CHOOSE: lambda r, s, d, a, source: r.choices(s, d, a, source),
    verbs.IF: lambda r, s, d, a, source: r.branch(s, d, a, source),
    verbs.HAVE: lambda r, s, d, a, source: r.how_far(s, d.seat, a[2], source),
}
"""How far a verb can be carried out now; a verb that is not here always can."""
