"""Whom an effect concerns: Delvers, enemies, and who chooses where the text leaves a choice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from undercroft import Ask, Option, Prompt
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.effects_mods import Mods
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    AT_ALL,
    AT_ALL_WITHIN,
    AT_ENEMIES,
    AT_ENEMY,
    AT_IT,
    AT_WITHIN,
    WHO_ANY,
    WHO_DELVERS_HERE,
    WHO_EACH,
    WHO_GM,
    WHO_HERE,
    WHO_HIGHEST_DESTINY,
    WHO_HIGHEST_ENERGY,
    WHO_HIGHEST_STRENGTH,
    WHO_HOLDER,
    WHO_LOWEST_ENERGY,
    WHO_LOWEST_HEALTH,
    WHO_NEAR,
    WHO_OTHER,
    WHO_OTHERS,
    WHO_PARTY,
    WHO_UNITS_HERE,
    WHO_YOU,
)

__all__ = ["ONE_ENEMY", "Whom"]

_HERE: Final = frozenset({WHO_HERE, WHO_DELVERS_HERE, WHO_UNITS_HERE})
_ALL: Final = frozenset({WHO_EACH, WHO_PARTY})
ONE_ENEMY: Final = frozenset({AT_ENEMY, AT_WITHIN})


class Whom(Mods):
    """Finds those whom an effect concerns."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "enemy": Prompt("NC-GEN-010", "Which enemy does it concern?"),
    }

    # -- Delvers --------------------------------------------------------------------------------------------------

    def candidates(self, s: State, seat: int, who: int, source: Source) -> tuple[list[int], int]:
        """The seats that a WHO_… may mean, and the seat that chooses one of them; 0 where all are meant.

        NC-GEN-019: "each" is every Delver of the game. NC-GEN-007, NC-EPI-013: the Grandmaster breaks ties.
        """
        if who == WHO_YOU:
            return [seat], 0
        party = s.delvers
        if who in _ALL:
            return [d.seat for d in party], 0
        if who in _HERE or who == WHO_NEAR:
            you = party[seat - 1]
            seats = [d.seat for d in self.delvers_meant(s, you, self.place_meant(s, you, source))]
            return seats, seat if who == WHO_NEAR else 0
        if who == WHO_GM:
            return [s.gm], 0
        if who == WHO_ANY:
            return [d.seat for d in party], seat
        if who in (WHO_OTHER, WHO_OTHERS):
            return [d.seat for d in party if d.seat != seat], seat if who == WHO_OTHER else 0
        if who == WHO_HOLDER:
            return [self.holder(s, seat, source)], 0
        return self._foremost(s, who), s.gm

    def _foremost(self, s: State, who: int) -> list[int]:
        """The Delvers with the highest or lowest value, several where they tie."""
        if WHO_HIGHEST_STRENGTH <= who <= WHO_HIGHEST_DESTINY:
            rank = [self.attribute(s, d, who - WHO_HIGHEST_STRENGTH) for d in s.delvers]
        elif who == WHO_LOWEST_HEALTH:
            rank = [-d.health for d in s.delvers]
        elif who == WHO_HIGHEST_ENERGY:
            rank = [d.energy for d in s.delvers]
        else:
            assert who == WHO_LOWEST_ENERGY
            rank = [-d.energy for d in s.delvers]
        best = max(rank)
        return [d.seat for d, value in zip(s.delvers, rank, strict=True) if value == best]

    def holder(self, s: State, seat: int, source: Source) -> int:
        """The Delver in whose Threat Area, or among whose things, the acting card lies; else yourself."""
        kind, card = source[0], source[1]
        for d in [s.delvers[seat - 1], *s.delvers]:
            held: Sequence[int] = ()
            if kind == "encounter":
                held = d.threat
            elif kind == "equip":
                held = [item.card for item in d.equipment]
            elif kind == "nether":
                held = d.nether
            elif kind == "artifact":
                held = self.stored(d)
            if card in held:
                return d.seat
        return seat

    def pick_who(self, s: State, seat: int, who: int, source: Source) -> Generator[Ask, Option, Sequence[int]]:
        """The seats of those Delvers whom a WHO_… means, after whoever chooses has chosen."""
        seats, chooser = self.candidates(s, seat, who, source)
        if not chooser or len(seats) <= 1:
            return seats
        return [(yield from self.pick_seat(s, chooser, seats))]

    # -- enemies --------------------------------------------------------------------------------------------------

    def enemies_meant(self, s: State, d: Delver, target: int, reach: int, source: Source) -> list[Enemy]:
        """The enemies that an AT_… may mean (NC-GEN-008: only those in play)."""
        if target == AT_ALL:
            return list(s.enemies)
        if target == AT_IT:
            it = self.enemy(s, source[2] if source[0] == "enemy" else s.it)
            return [] if it is None else [it]
        place = self.place_meant(s, d, source)
        if place < 0:
            return []
        if target in (AT_ENEMY, AT_ENEMIES):
            return self.enemies_at(s, place)
        assert target in (AT_WITHIN, AT_ALL_WITHIN)
        return self.enemies_within(s, place, reach)

    def pick_enemies(
        self, s: State, seat: int, target: int, reach: int, source: Source
    ) -> Generator[Ask, Option, list[Enemy]]:
        """Those enemies that an effect reaches, after "you" have chosen where it reaches one of several."""
        found = self.enemies_meant(s, s.delvers[seat - 1], target, reach, source)
        if target in ONE_ENEMY and len(found) > 1:
            return [(yield from self.pick_enemy(s, seat, found))]
        return found

    def pick_enemy(self, s: State, seat: int, enemies: Sequence[Enemy]) -> Generator[Ask, Option, Enemy]:
        """Let a seat choose one of several enemies."""
        if len(enemies) == 1:
            return enemies[0]
        option = yield self.ask(s, seat, "enemy", [("enemy", e.number) for e in enemies])
        return next(e for e in enemies if e.number == option[1])

    if TYPE_CHECKING:  # of later chapters

        def enemy(self, s: State, number: int) -> Enemy | None:
            """The enemy in play with a number."""

        def enemies_at(self, s: State, place: int) -> list[Enemy]:
            """The enemies at a Location."""

        def enemies_within(self, s: State, place: int, reach: int) -> list[Enemy]:
            """The enemies at most so many steps away."""
