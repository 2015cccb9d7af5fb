"""Enemies as the heuristic player sees them: what they threaten, what attacks on them are worth, choices in Tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft import Option
from undercroft_netherworld_candle.heuristic.goals import Goals
from undercroft_netherworld_candle.heuristic.odds import Odds
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    AT_ALL,
    AT_ALL_WITHIN,
    AT_ENEMIES,
    MOD_ARMOR,
    MOD_SILENT,
    STRENGTH,
    TEST_ATTACK,
)
from undercroft_netherworld_candle.verbs import FAIL

__all__ = ["Fight"]

_CAREFUL = 3


class Fight:
    """Threats and attacks."""

    def __init__(self, rules: NetherworldCandle, goals: Goals, odds: Odds) -> None:
        self.rules = rules
        self.content = rules.content
        self.goals = goals
        self.odds = odds
        self.w = goals.w
        self.now: dict[Any, Any] = odds.now
        boxes = self.content.log.summons
        deadly = [n for n, (_, effects) in enumerate(boxes) if any(act[0] == FAIL for act in effects)]
        self.fatal = deadly[0] if deadly else len(boxes)
        """From this Summons box on, every defeat fails the scenario."""

    # -- Health ---------------------------------------------------------------------------------------------------

    def health_weight(self, d: Delver) -> float:
        """What a point of Health is worth: more for who has little, and much more after a first defeat."""
        w = self.w
        weight = 1.0 if d.health > _CAREFUL else w.health_low if d.health > 1 else w.health_last
        return weight * (w.scarred if self.last_chance(d) else 1.0)

    def last_chance(self, d: Delver) -> bool:
        """Whether the next defeat of a Delver fails the scenario: it is the second, or its Summons box says so."""
        return bool(d.defeats) or d.summons >= self.fatal

    def loss(self, d: Delver, n: float) -> float:
        """What it costs to lose so much Health, a defeat included."""
        if n <= 0:
            return 0.0
        cost = min(n, d.health) * self.health_weight(d)
        if n >= d.health:
            cost += self.w.last_defeat if self.last_chance(d) else self.w.defeat
        return cost

    # -- threats --------------------------------------------------------------------------------------------------

    def hit(self, s: State, e: Enemy, d: Delver) -> int:
        """The damage of one attack of an enemy on a Delver."""
        key = ("armor", d.seat)
        if key not in self.now:
            self.now[key] = self.rules.modifier(s, d, MOD_ARMOR)
        armor: int = self.now[key]
        return max(0, self.content.enc_damage[e.card] - armor)

    def opportunity(self, s: State, d: Delver) -> float:
        """What the attacks of opportunity on a provoking action would cost."""
        key = ("opportunity", d.seat)
        if key not in self.now:
            self.now[key] = self._opportunity(s, d)
        cost: float = self.now[key]
        return cost

    def _opportunity(self, s: State, d: Delver) -> float:
        total = sum([self.hit(s, e, d) for e in s.enemies if e.place == d.place and not e.immobilized])
        if total and self.rules.modifier(s, d, MOD_SILENT):
            return 0.0
        return self.loss(d, total)

    def danger(self, s: State, d: Delver, place: int) -> float:
        """What the coming Enemy Round may cost who stands at a place; attacks spread over who stands together."""
        key = ("danger", d.seat, place)
        if key not in self.now:
            self.now[key] = self._danger(s, d, place)
        cost: float = self.now[key]
        return cost

    def _danger(self, s: State, d: Delver, place: int) -> float:
        total = 0.0
        for e in s.enemies:
            steps = s.far[e.place][place]
            reach = self.content.enc_range[e.card] + self.content.enc_movement[e.card]
            if e.immobilized or not 0 <= steps <= reach:
                continue
            far = s.far[e.place]
            others = [far[other.place] for other in s.delvers if other is not d and far[other.place] >= 0]
            nearest = min(others, default=99)
            if nearest < steps:
                continue
            if nearest == steps:
                total += self.content.enc_damage[e.card] / (1 + others.count(nearest))
            else:
                total += self.content.enc_damage[e.card] * (1.0 if nearest > reach else self.w.lure)
        return self.w.danger * self.loss(d, total) if total < d.health else self.loss(d, total)

    def harm(self, s: State, e: Enemy) -> float:
        """What it is worth that an enemy misses its next activation."""
        if e.immobilized:
            return 0.0
        reach = self.content.enc_range[e.card] + self.content.enc_movement[e.card]
        far = s.far[e.place]
        near = [d for d in s.delvers if 0 <= far[d.place] <= reach]
        if not near:
            return 0.1
        victim = min(near, key=lambda d: (far[d.place], d.energy, d.health))
        return self.w.harm * self.loss(victim, self.hit(s, e, victim))

    def bounty(self, s: State, e: Enemy) -> float:
        """What the defeat of an enemy is worth."""
        content = self.content
        aim = self.goals.aim(s)
        goal = self.w.goal_foe if e.card in aim.foes else 0.0
        if e.card in aim.hunted:
            goal += self.w.hunt * self.goals.leaning.taste("enemy", e.card)
        return goal + 0.6 + self.w.foe_damage * content.enc_damage[e.card] + self.w.neidan * content.enc_neidan[e.card]

    # -- attacks --------------------------------------------------------------------------------------------------

    def attack_worth(
        self, s: State, d: Delver, place: int, attribute: int, hits: int, cards: int, pierce: int, reach: int
    ) -> float:
        """What an Attack from a place is worth, on the best target."""
        found = self.rules.enemies_within(s, place, reach)
        if not found:
            return 0.0
        return max([self.worth_on(s, d, e, attribute, hits, cards, pierce) for e in found])

    def worth_on(
        self, s: State, d: Delver, e: Enemy, attribute: int = STRENGTH, hits: int = 0, cards: int = 0, pierce: int = 0
    ) -> float:
        """What an Attack on an enemy is worth: the chance to finish it, and something for wounds that stay."""
        key = ("on", d.seat, e.number, attribute, hits, cards, pierce)
        if key not in self.now:
            self.now[key] = self._worth_on(s, d, e, attribute, hits, cards, pierce)
        worth: float = self.now[key]
        return worth

    def _worth_on(self, s: State, d: Delver, e: Enemy, attribute: int, hits: int, cards: int, pierce: int) -> float:
        bonus = hits + self.odds.bonus(s, d)
        n = self.odds.cards(s, d, TEST_ATTACK, attribute, cards)
        armor = max(0, self.rules.armor(s, e) - pierce)
        left = self.rules.remaining(e)
        kill = self.odds.at_least(s, d, n, left + armor - bonus)
        damage = max(0.0, n * self.odds.rate(d) + bonus - armor)
        return self.bounty(s, e) * (kill + (1 - kill) * self.w.wound * min(1.0, damage / left))

    def damage_worth(self, s: State, place: int, target: int, n: int, reach: int) -> float:
        """What damage without a Test is worth."""
        found = s.enemies if target == AT_ALL else self.rules.enemies_within(s, place, reach)
        rows = [self.bounty(s, e) * min(1.0, n / self.rules.remaining(e)) for e in found]
        if target in (AT_ALL, AT_ALL_WITHIN, AT_ENEMIES):
            return sum(rows)
        return max(rows, default=0.0)

    # -- choices --------------------------------------------------------------------------------------------------

    def enemy(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The enemy that an attack or effect is best used on: a kill, else the most dangerous one that is ready."""
        d = s.delvers[seat - 1]

        def score(option: Option) -> float:
            e = self.rules.enemy(s, option[1])
            return self.worth_on(s, d, e) + 0.4 * self.harm(s, e) if e is not None else 0.0

        return max(options, key=score)

    def target(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Whom an enemy attacks where the Grandmaster may say it: a Companion, else who can bear it best."""

        def score(option: Option) -> float:
            _, to, at = option
            if not to:
                return 9.0
            return 8.0 if at >= 0 else s.delvers[to - 1].health - 6.0 * self.last_chance(s.delvers[to - 1])

        return max(options, key=score)

    def spawn(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Where an enemy does least harm: with those who can bear it and strike it down, and have little to do else."""

        def score(option: Option) -> float:
            here = [d for d in s.delvers if d.place == option[1]]
            if not here:
                return 20.0
            weakest = min([d.health - 6.0 * self.last_chance(d) for d in here])
            arms = sum([self.content.del_attributes[d.card][STRENGTH] for d in here])
            busy = max([self.goals.field(s, d)[d.place] for d in here])
            crowd = sum([e.place == option[1] for e in s.enemies])
            return float(0.6 * weakest + 1.5 * arms - 1.5 * crowd - 0.4 * busy)

        return max(options, key=score)

    def displaced(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Away from where the danger is."""
        d = s.delvers[seat - 1]
        field = self.goals.field(s, d)
        return max(options, key=lambda option: field[option[1]] - self.danger(s, d, option[1]))
