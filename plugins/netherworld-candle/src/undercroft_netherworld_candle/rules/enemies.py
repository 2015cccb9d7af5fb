"""What enemies do: whom they target, how they move, and the activation of each (NC-ENEMY-004 to -017)."""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.base import NOWHERE
from undercroft_netherworld_candle.rules.enemies_spawn import Spawning, Target
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    AT_ENEMY,
    MOD_MOVEMENT,
    MOD_RANGE,
    ON_ACTIVATE,
    PREY_COMPANION,
    PREY_FEWEST_CARDS,
    PREY_FEWEST_EQUIPMENT,
    PREY_GM,
    PREY_HIGHEST_ENERGY,
    PREY_HIGHEST_HEALTH,
    PREY_HIGHEST_STRENGTH,
    PREY_IMMOBILIZED,
    PREY_LOWEST_STRENGTH,
    PREY_MOST_ARTIFACTS,
    PREY_MOST_CARDS,
    PREY_MOST_EQUIPMENT,
    PREY_MOST_NEIDAN,
    PREY_MOST_REDRAW,
    PREY_MOST_THREATS,
)

__all__ = ["Enemies", "Row"]

Row = tuple[int, int, int, int, int]
"""A target in view: distance, Energy, Health, then the two numbers of :data:`Target`."""


class Enemies(Spawning):
    """Targets, movement and activation (ENEMY)."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "target": Prompt("NC-ENEMY-009", "Several targets are equal. Whom does the enemy attack or walk toward?"),
        "step": Prompt("NC-ENEMY-011", "Several shortest paths lead there. Where does the enemy go?"),
        "push": Prompt("NC-GEN-025", "Where is the enemy pushed?"),
    }

    # -- targets --------------------------------------------------------------------------------------------------

    def targets(self, s: State, e: Enemy, *, against: bool) -> list[Row]:
        """NC-ENEMY-008, -013, -015, -016, NC-EQUIP-012, -013: all valid targets that can be reached."""
        far = s.far[e.place]
        rows: list[Row] = [(far[d.place], d.energy, d.health, d.seat, -1) for d in s.delvers if far[d.place] >= 0]
        for d in s.delvers:
            for at, item in enumerate(d.equipment):
                if item.in_play and far[item.place] >= 0:
                    health = self.content.eq_health[item.card] - item.damage
                    rows.append((far[item.place], 0, health, d.seat, at))
        victims = self.content.enc_victims[e.card]
        if against or victims:
            rows += [
                (far[other.place], 0, self.remaining(other), 0, other.number)
                for other in s.enemies
                if other.number != e.number and (against or other.card in victims) and far[other.place] >= 0
            ]
        return rows

    def choose_target(self, s: State, e: Enemy, rows: list[Row]) -> Generator[Ask, Option, Target]:
        """NC-ENEMY-009, -010: closest, Prey, lowest Energy, lowest Health; then the Grandmaster chooses."""
        if len(rows) > 1:
            nearest = min(rows)[0]
            rows = [row for row in rows if row[0] == nearest]
        prey = self.content.enc_prey[e.card]
        if len(rows) > 1 and prey:
            rows = self.preferred(s, prey, rows)
        for value in (1, 2):
            if len(rows) > 1:
                least = min([row[value] for row in rows])
                rows = [row for row in rows if row[value] == least]
        if len(rows) == 1:
            return rows[0][3:]
        options: list[Option] = [("target", row[3], row[4]) for row in rows]
        choice = yield self.ask(s, s.gm, "target", options)
        return choice[1], choice[2]

    def preferred(self, s: State, prey: int, rows: list[Row]) -> list[Row]:
        """NC-ENEMY-010, -022: those of the tied targets that meet a Prey condition; all where none does."""
        valued = [(self.prey_value(s, prey, row), row) for row in rows]
        known = [(value, row) for value, row in valued if value is not None]
        if not known:
            return rows
        most = max([value for value, _ in known])
        return [row for value, row in known if value == most]

    def prey_value(self, s: State, prey: int, row: Row) -> int | None:
        """NC-ENEMY-022: how well a target meets a Prey condition; ``None`` where it lacks the value compared."""
        _, energy, health, seat, at = row
        if prey == PREY_COMPANION:
            return 1 if seat and at >= 0 else None
        if prey == PREY_HIGHEST_HEALTH:
            return health
        if prey == PREY_HIGHEST_ENERGY:
            return energy
        if not seat or at >= 0:
            return None
        d = s.delvers[seat - 1]
        if prey == PREY_GM:
            return 1 if seat == s.gm else None
        if prey == PREY_IMMOBILIZED:
            return 1 if d.immobilized else None
        if prey >= PREY_LOWEST_STRENGTH:
            return -self.attribute(s, d, prey - PREY_LOWEST_STRENGTH)
        if prey >= PREY_HIGHEST_STRENGTH:
            return self.attribute(s, d, prey - PREY_HIGHEST_STRENGTH)
        return self.prey_count(d, prey)

    def prey_count(self, d: Delver, prey: int) -> int:
        """NC-ENEMY-010: what a Delver has of what a Prey condition counts; fewer is more where it says so."""
        counts = {
            PREY_MOST_EQUIPMENT: len(d.equipment), PREY_FEWEST_EQUIPMENT: -len(d.equipment),
            PREY_MOST_NEIDAN: d.neidan, PREY_MOST_REDRAW: d.redraw, PREY_MOST_THREATS: len(d.threat),
            PREY_FEWEST_CARDS: -len(d.hand), PREY_MOST_CARDS: len(d.hand),
        }  # fmt: skip
        return len(self.stored(d)) if prey == PREY_MOST_ARTIFACTS else counts[prey]

    # -- activation -----------------------------------------------------------------------------------------------

    def activate(self, s: State, e: Enemy, *, against: bool = False) -> Flow:
        """NC-ENEMY-004 to -006, NC-STAT-006: recover, or attack what is in range, or move and then attack.

        With ``against`` other enemies count as targets too (NC-ENEMY-013).
        """
        if self.enemy(s, e.number) is None:
            return
        if e.immobilized:
            self.rouse_enemy(s, e)
            return
        if self.moments[s.scenario][ON_ACTIVATE] is not None:
            yield from self.fire(s, ON_ACTIVATE, 0, e.place, e)
            if not self.stands(s, e):
                return
        rows = self.targets(s, e, against=against)
        if not rows:
            return
        reach = self.reach(s, e)
        near = [row for row in rows if row[0] <= reach]
        if not near:
            yield from self.approach(s, e, rows, reach)
            near = [row for row in self.targets(s, e, against=against) if row[0] <= reach]
        if near:
            yield from self.enemy_attack(s, e, (yield from self.choose_target(s, e, near)))

    def stands(self, s: State, e: Enemy) -> bool:
        """Whether an enemy is in play and ready."""
        return not e.immobilized and self.enemy(s, e.number) is not None

    def reach(self, s: State, e: Enemy) -> int:
        """NC-ENEMY-007: the range of an enemy, 0 unless its card says otherwise."""
        return max(0, self.content.enc_range[e.card] + self.enemy_modifier(s, e, MOD_RANGE))

    def paces(self, s: State, e: Enemy) -> int:
        """NC-ENEMY-007: the movement of an enemy, 1 unless its card says otherwise."""
        return max(0, self.content.enc_movement[e.card] + self.enemy_modifier(s, e, MOD_MOVEMENT))

    def approach(self, s: State, e: Enemy, rows: list[Row], reach: int) -> Flow:
        """NC-ENEMY-006, NC-ENEMY-011: along a shortest path toward the first target, until it is in range."""
        paces = self.paces(s, e)
        if not paces:
            return
        target = yield from self.choose_target(s, e, rows)
        goal = self.unit_place(s, target)
        for _ in range(paces):
            if s.far[e.place][goal] <= reach:
                return
            e.place = yield from self.step_toward(s, e.place, goal)
            if self.loud:
                self.tell(s, "NC-ENEMY-006", "{0} moves to {1}.", self.foe(e), self.place_name(s, e.place))

    def step_toward(self, s: State, place: int, goal: int) -> Generator[Ask, Option, int]:
        """NC-ENEMY-011: the next place of a shortest path; the Grandmaster chooses among several."""
        far = s.far[goal]
        closer = far[place] - 1
        steps = [way for way in s.ways[place] if far[way] == closer]
        if len(steps) == 1:
            return steps[0]
        options: list[Option] = [("place", way) for way in steps]
        choice = yield self.ask(s, s.gm, "step", options)
        way: int = choice[1]
        return way

    def unit_place(self, s: State, target: Target) -> int:
        """Where a unit stands."""
        seat, at = target
        if not seat:
            other = self.enemy(s, at)
            return other.place if other is not None else -1
        d = s.delvers[seat - 1]
        return d.place if at < 0 else d.equipment[at].place

    # -- effects that move enemies --------------------------------------------------------------------------------

    def pull(self, s: State, seat: int, n: int, steps: int) -> Flow:
        """One enemy within so many steps, of choice, comes up to n Locations closer."""
        place = s.delvers[seat - 1].place
        found = [e for e in self.enemies_within(s, place, steps) if e.place != place]
        if not found:
            return
        e = yield from self.pick_enemy(s, seat, found)
        for _ in range(min(n, s.far[e.place][place])):
            e.place = yield from self.step_toward(s, e.place, place)
        if self.loud:
            self.tell(s, "NC-GEN-025", "{0} is pulled to {1}.", self.foe(e), self.place_name(s, e.place))

    def push(self, s: State, seat: int, n: int, target: int = AT_ENEMY) -> Flow:
        """Enemies here go up to n Locations away, where the Delver chooses; each step leads farther off."""
        place = s.delvers[seat - 1].place
        for e in (yield from self.pick_enemies(s, seat, target, 0, NOWHERE)):
            for _ in range(n):
                farther = [way for way in s.ways[e.place] if s.far[place][way] > s.far[place][e.place]]
                if not farther:
                    break
                options: list[Option] = [("place", way) for way in farther]
                e.place = (yield from self.pick(s, seat, "push", options))[1]
            if self.loud:
                self.tell(s, "NC-GEN-025", "{0} is pushed to {1}.", self.foe(e), self.place_name(s, e.place))
