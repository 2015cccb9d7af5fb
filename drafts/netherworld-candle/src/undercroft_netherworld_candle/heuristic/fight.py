"""Enemies as the heuristic player sees them: what they threaten, what attacks on them are worth, choices in Tests."""

from __future__ import annotations

from collections.abc import Sequence

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
    MOD_HITS,
    MOD_SILENT,
    STRENGTH,
    TEST_ATTACK,
)

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

    # -- Health ---------------------------------------------------------------------------------------------------

    def health_weight(self, d: Delver) -> float:
        """What a point of Health is worth: more for who has little, and much more after a first defeat."""
        w = self.w
        weight = 1.0 if d.health > _CAREFUL else w.health_low if d.health > 1 else w.health_last
        return weight * (w.scarred if d.defeats else 1.0)

    def loss(self, d: Delver, n: float) -> float:
        """What it costs to lose so much Health, a defeat included."""
        if n <= 0:
            return 0.0
        cost = min(n, d.health) * self.health_weight(d)
        if n >= d.health:
            cost += self.w.last_defeat if d.defeats else self.w.defeat
        return cost

    # -- threats --------------------------------------------------------------------------------------------------

    def hit(self, s: State, e: Enemy, d: Delver) -> int:
        """The damage of one attack of an enemy on a Delver."""
        n: int = self.content.enc_damage[e.card] - self.rules.modifier(s, d, MOD_ARMOR)
        return max(0, n)

    def opportunity(self, s: State, d: Delver) -> float:
        """What the attacks of opportunity on a provoking action would cost."""
        total = sum([self.hit(s, e, d) for e in s.enemies if e.place == d.place and not e.immobilized])
        if total and self.rules.modifier(s, d, MOD_SILENT):
            return 0.0
        return self.loss(d, total)

    def danger(self, s: State, d: Delver, place: int) -> float:
        """What the coming Enemy Round may cost who stands at a place; attacks spread over who stands together."""
        total = 0.0
        for e in s.enemies:
            steps = s.far[e.place][place]
            reach = self.content.enc_range[e.card] + self.content.enc_movement[e.card]
            if e.immobilized or not 0 <= steps <= reach:
                continue
            others = sum([other.place == place for other in s.delvers if other is not d])
            total += self.content.enc_damage[e.card] / (1 + others)
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
        goal = self.w.goal_foe if e.card in self.goals.aim(s).foes else 0.0
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
        bonus: int = hits + self.rules.modifier(s, d, MOD_HITS, 1 << TEST_ATTACK)
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
            return 8.0 if at >= 0 else s.delvers[to - 1].health - 6.0 * s.delvers[to - 1].defeats

        return max(options, key=score)

    def spawn(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Where an enemy does least harm: with who can bear it and strike it down."""

        def score(option: Option) -> float:
            here = [d for d in s.delvers if d.place == option[1]]
            return min([d.health + self.content.del_attributes[d.card][STRENGTH] for d in here], default=20)

        return max(options, key=score)

    def displaced(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Away from where the danger is."""
        d = s.delvers[seat - 1]
        field = self.goals.field(s, d)
        return max(options, key=lambda option: field[option[1]] - self.danger(s, d, option[1]))
