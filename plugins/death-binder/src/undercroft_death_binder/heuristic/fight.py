"""The heuristic player in Combat: whom to attack with which card, when to stop, what to Store, when to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undercroft import Option
from undercroft_death_binder import verbs
from undercroft_death_binder.heuristic.worth import FLOOR, HAND, Worth
from undercroft_death_binder.state import BOSS_FIGHT, OBSTACLE_FIGHT, Player, State

__all__ = ["Fighter"]

NOTHING: Final = -1000.0
RETREAT: Final[Option] = ("retreat",)
PATIENCE: Final = 15
"""After so many rounds all that can be played is played, so that no fight lasts for ever."""
IN_ROW: Final = (
    verbs.STUN, verbs.VULN_MELEE, verbs.VULN_SPELL, verbs.DEFENSE, verbs.DEFENSE_LEVEL, verbs.EMPOWER, verbs.SPLASH,
)  # fmt: skip
_OFF: Final = FLOOR + 0.5

Threat = tuple[float, float, float, float, float, float]
"""A foe's attack: damage; what is added to the first, alone, against the undefended; chance to pierce; what follows."""

Prey = tuple[int, int, int, int, float, float, int, float]
"""A foe that may be attacked: its place, the damage that defeats it, Melee and Spell Vulnerability, worth of a point of
damage, worth of defeating it before it attacks, how many cards that takes (0 where it is not possible), harm a round.
"""


class Fighter:
    """Answers to the prompts of a Combat.

    The fields below describe the row for the player who decides; :meth:`look` sets them anew for every decision.
    """

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.w = worth.w
        self.rules = worth.rules
        self.content = content = worth.content
        self.threats = [self._threat(card) for card in range(len(content.foes))]
        self.in_row = [tuple(row for row in rows if row[0] in IN_ROW) for rows in content.abilities]
        self.apart = [tuple(row for row in rows if row[0] not in IN_ROW) for rows in content.abilities]
        """The abilities of each Action card that depend on the target, before this field, and the others."""
        self.now: list[float] = []
        """Damage that each foe of the row is about to deal, and in the next field what it does besides."""
        self.side: list[float] = []
        self.later: list[float] = []
        """Harm that each foe does in a round to come."""
        self.after: list[float] = []
        """By seat: health after the Enemies' turn, if nothing is done; in the next field how much of it is lost."""
        self.loss: list[float] = []
        self.prey: list[Prey] = []

    def _threat(self, card: int) -> Threat:
        kits = self.content.foe_kits[card]
        active = kits[1:] if len(kits) > 1 else kits  # of a toss the mean of both sides
        first = alone = punish = pierce = side = 0.0
        w = self.w
        cost = {
            verbs.BLINDED: w.blinded, verbs.DD: -1.2 * w.card, verbs.BLIGHT: w.blight, verbs.STUN_PLAYER: 0.7,
            verbs.EXPOSE_MELEE: 0.8, verbs.EXPOSE_SPELL: 0.8, verbs.DISARM: 0.6,
        }  # fmt: skip
        for kit in active:
            for verb, n, faith in kit.attack:
                part = n * (0.5 if faith else 1.0) / len(active)
                if verb == verbs.FIRST_STRIKE:
                    first += part
                elif verb == verbs.FRENZY:
                    alone += part
                elif verb == verbs.PUNISH_UNDEFENDED:
                    punish += part
                else:
                    pierce += part
            for verb, n, faith in kit.after:
                side += n * cost.get(verb, 0.0) * (0.5 if faith else 1.0) / len(active)
        return float(self.content.foe_damage[card]), first, alone, punish, pierce, side

    # -- looking at the row --------------------------------------------------------------------------------------

    def look(self, s: State) -> None:
        """What the Enemies are about to do to whom."""
        row, players = s.row, s.players
        count = len(players)
        coming, pierced = [0.0] * count, [0.0] * count
        self.now, self.side, self.later = now, sides, later = [], [], []
        melee = self.content.foe_is_melee
        for foe in row:
            damage, first, alone, punish, pierce, side = self.threats[foe.card]
            victim = foe.target - 1
            p = players[victim]
            if len(row) == 1:
                damage += alone
            if not p.defense:
                damage += punish
            factor = p.vuln_melee if melee[foe.card] else p.vuln_spell
            later.append(damage * factor + side)
            if foe.stunned:
                now.append(0.0)
                sides.append(0.0)
                continue
            if first and not foe.struck:
                damage += first
            damage *= factor
            now.append(damage)
            sides.append(side)
            coming[victim] += damage
            pierced[victim] += damage * pierce
        self.after, self.loss = after, losses = [], []
        for p, harm, through in zip(players, coming, pierced, strict=True):
            loss = harm - min(p.defense, harm - through)
            losses.append(loss)
            after.append(max(-15.0, p.health - loss))

    def spared(self, seat: int, damage: float) -> float:
        """What it is worth that a player is dealt so much less damage in the Enemies' turn."""
        after, loss = self.after[seat - 1], self.loss[seat - 1]
        vital = self.worth.vital
        return vital[int(2 * (after + (damage if damage < loss else loss)) + _OFF)] - vital[int(2 * after + _OFF)]

    def choose_prey(self, s: State, p: Player, hand: list[int], left: int, card_cost: float) -> None:
        """The foes that may be attacked, each with what hitting it is worth."""
        w, worth, content = self.w, self.worth, self.content
        key = p.steps[verbs.MELEE_TIER] + 1, p.steps[verbs.SPELL_TIER] + 1
        power, melee = worth.power[key], content.is_melee
        after = self.after[p.seat - 1]
        vital = worth.vital
        at = int(2 * max(after, 2.0) + _OFF)  # above the cliff that lies under the last point
        marginal = w.future * (vital[at] - vital[at - 2]) / self.rules.max_attacks(p)
        obstacle = s.fight == OBSTACLE_FIGHT
        self.prey = []
        for place in self.rules.targets(s):
            foe = s.row[place]
            vm = content.foe_vuln_melee[foe.card] + foe.vuln_melee
            vs = content.foe_vuln_spell[foe.card] + foe.vuln_spell
            need = foe.health - foe.wounds + foe.defense
            if obstacle:
                event = content.events[s.event]
                rate, kill = 0.0, worth.of(s, p, event.reward) - worth.of(s, p, event.penalty)
            else:
                rate = (self.later[place] * marginal + w.work * card_cost) / worth.reach(key, vm, vs)
                kill = self.spared(foe.target, self.now[place]) + self.side[place]
            total = cards = 0
            damages = [(power[c] + p.empower) * (vm if melee[c] else vs) for c in hand]
            damages.sort(reverse=True)
            for damage in damages[:left]:
                total += damage
                cards += 1
                if total >= need:
                    rate += kill / need
                    break
            else:
                cards = 0
            self.prey.append((place, need, vm, vs, rate, kill, cards, self.later[place]))

    # -- the main question ---------------------------------------------------------------------------------------

    def attack(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A card and its target, a Skill, retreat, or the end of the turn."""
        p = s.players[seat - 1]
        rules = self.rules
        left = rules.attack_limit(p) - p.played
        hand = p.hand
        if len(s.blinded) < len(self.content.blinded):
            hand = [card for card in hand if not self.content.is_blinded[card]]
        card_cost = self.worth.card(s, p)
        self.look(s)
        self.choose_prey(s, p, hand, left, card_cost)
        if p.skills:
            skill = self.skill(s, p, options, left if hand else 0, card_cost)
            if skill is not None:
                return skill
        last = options[-1]
        if RETREAT in options[-2:] and self.better_run(s, p, left, card_cost):
            return RETREAT
        if left > 0:
            best, score = self.best_play(s, p, hand, left, card_cost)
            if len(hand) < len(p.hand) and score < 0.2:
                best = next((option for option in options if option[0] == "play" and len(option) == 2), best)
            if best is not None:
                return best
        return last if last[0] == "end" or left <= 0 else options[0]

    def best_play(
        self, s: State, p: Player, hand: list[int], left: int, card_cost: float
    ) -> tuple[Option | None, float]:
        """The card and target that are worth most, or None where stopping is better."""
        w, worth, content = self.w, self.worth, self.content
        key = p.steps[verbs.MELEE_TIER] + 1, p.steps[verbs.SPELL_TIER] + 1
        power, keep, hold = worth.power[key], worth.keep[key], worth.hold[key]
        melee, in_row = content.is_melee, self.in_row
        best: Option | None = None
        best_score = 0.0 if p.played else NOTHING
        cycle = 0.0 if s.fight == OBSTACLE_FIGHT else w.cycle
        over = p.played - self.rules.store_limit(p)
        fixed = 0.0
        if over < 0:
            card_cost *= w.stored
        elif s.round > PATIENCE:
            best_score = NOTHING
        elif len(p.hand) + len(p.dd) + len(p.sac) + p.played - over <= HAND and cycle:
            fixed = w.death  # with one card less the next hand cannot be filled
        empower = p.empower
        for card in hand:
            base = power[card] + empower
            cost = card_cost * keep[card] + fixed + hold[card]
            for verb, n, faith in self.apart[card]:
                gain = n * w.draw if verb == verbs.DRAW else worth.of_one(s, p, verb, n)
                cost -= 0.5 * gain if faith else gain
            is_melee = melee[card]
            special = in_row[card]
            for prey in self.prey:
                place, need, vm, vs, rate, _, _, _ = prey
                damage = base * (vm if is_melee else vs)
                score = need * rate - cost + 0.2 if damage >= need else damage * rate - cost + cycle
                if special:
                    score += self.abilities_score(s, p, card, prey, damage, left)
                if score > best_score:
                    best_score = score
                    best = ("play", card, place)
        return best, best_score

    def abilities_score(self, s: State, p: Player, card: int, prey: Prey, damage: int, left: int) -> float:
        """What those abilities of a card are worth that depend on its target."""
        place, need, vm, vs, rate, _, _, _ = prey
        lethal = damage >= need
        over = lethal and len(s.row) == 1  # the Combat ends with this card
        melee = self.content.is_melee[card]
        vuln = vm if melee else vs
        score = 0.0
        for verb, n, faith in self.in_row[card]:
            gain = 0.0
            if verb == verbs.STUN:
                if not lethal and vuln and s.fight != OBSTACLE_FIGHT:
                    gain = self.spared(s.row[place].target, self.now[place]) + self.side[place]
            elif verb == verbs.VULN_MELEE or verb == verbs.VULN_SPELL:
                if not lethal and vuln:
                    gain = (need - damage) * self.w.vuln * n / (n + (vm if verb == verbs.VULN_MELEE else vs)) * rate
            elif verb == verbs.DEFENSE or verb == verbs.DEFENSE_LEVEL:
                if not over:
                    gain = self.spared(p.seat, n if verb == verbs.DEFENSE else self.rules.character_level(p))
            elif verb == verbs.EMPOWER:
                if left > 1 and not over:
                    gain = min(n * max(vm, vs), need) * rate
            elif verb == verbs.SPLASH:
                beside = s.row[max(0, place - 1) : place] + s.row[place + 1 : place + 2]
                gain = n * rate * sum(self.rules.vulnerability(foe, melee=melee) for foe in beside)
            score += 0.5 * gain if faith else gain
        return score

    # -- Skills and retreat --------------------------------------------------------------------------------------

    def skill(self, s: State, p: Player, options: Sequence[Option], left: int, card_cost: float) -> Option | None:
        """The Skill to use now: one that is worth more than to hold it for a harder moment."""
        w = self.w
        hold = w.skill_hold * (w.boss_hold if s.fight == BOSS_FIGHT else 1.0)
        if self.after[p.seat - 1] <= 0:
            hold = 0.1
        best = None
        for option in options:
            if option[0] != "skill":
                continue
            prey = next((prey for prey in self.prey if prey[0] == option[2]), None) if len(option) > 2 else None
            score = sum(
                self.skill_score(s, p, verb, n, option[2] if len(option) > 2 else -1, prey, left, card_cost)
                for verb, n in self.content.skills[option[1]].effects
            )
            if score > hold:
                best, hold = option, score
        return best

    def skill_score(
        self, s: State, p: Player, verb: int, n: int, place: int, prey: Prey | None, left: int, card_cost: float
    ) -> float:
        """What an effect of a Skill is worth in this fight."""
        if verb in (verbs.DAMAGE_MELEE, verbs.DAMAGE_SPELL):
            if prey is None:
                return 0.0
            _, need, vm, vs, rate, kill, cards, _ = prey
            damage = n * (vm if verb == verbs.DAMAGE_MELEE else vs)
            return min(damage, need) * rate + (kill if damage >= need and not cards else 0.0)
        if verb in (verbs.VULN_MELEE, verbs.VULN_SPELL):
            if prey is None:
                return 0.0
            _, need, vm, vs, rate, _, _, _ = prey
            return need * self.w.vuln * n / (n + (vm if verb == verbs.VULN_MELEE else vs)) * rate
        if verb == verbs.STUN:
            if s.fight == OBSTACLE_FIGHT:
                return 0.0
            return self.spared(s.row[place].target, self.now[place]) + self.side[place]
        if verb == verbs.DEFENSE:
            return self.spared(p.seat, n)
        if verb == verbs.HEALTH:
            after = self.after[p.seat - 1]
            return self.worth.life(after + min(n, self.rules.max_health(p) - p.health)) - self.worth.life(after)
        if verb == verbs.EXTRA_ATTACKS:
            return max(prey[4] for prey in self.prey) * 2.0 * n if left == 1 and self.prey else 0.0
        if verb == verbs.STORE_BONUS:
            return min(n, max(0, p.played - self.rules.store_limit(p))) * card_cost * 1.5
        if verb == verbs.DRAW:
            return n * self.w.draw
        return self.worth.of_one(s, p, verb, n)

    def better_run(self, s: State, p: Player, left: int, card_cost: float) -> bool:
        """Whether what is left of the fight will cost more than the retreat."""
        count = sum(self.rules.retreat_costs[foe.card] for foe in s.row)
        if any(len(q.hand) + len(q.dd) + len(q.sac) - count < HAND for q in s.players):
            return False
        key = p.steps[verbs.MELEE_TIER] + 1, p.steps[verbs.SPELL_TIER] + 1
        attacks = self.rules.max_attacks(p)
        cards = harm = gain = 0.0
        for place, need, vm, vs, _, _, kill, later in sorted(self.prey, key=lambda prey: prey[1]):
            cards += kill or max(1.0, need / self.worth.reach(key, vm, vs))
            if cards > left:
                harm += later * (1.0 + (cards - left) / attacks)
            gain += self.content.foe_xp[s.row[place].card]
        harm = min(max(0.0, harm - p.defense), p.health + 15.0)
        cost = self.worth.life(p.health) - self.worth.life(p.health - harm)
        cost += max(0.0, cards - self.rules.store_limit(p)) * card_cost - gain * self.worth.xp(p)
        return cost > count * card_cost * len(s.players) + self.w.retreat

    # -- after the turn and in between -----------------------------------------------------------------------------

    def store(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The used card that will be worth most, a tier from now."""
        p = s.players[seat - 1]
        key = min(3, p.steps[verbs.MELEE_TIER] + 2), min(3, p.steps[verbs.SPELL_TIER] + 2)
        keep = self.worth.keep[key]
        return max(options[:-1], key=lambda option: keep[option[1]])

    def disarm(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The card of the hand that is worth least."""
        p = s.players[seat - 1]
        keep = self.worth.keep[p.steps[verbs.MELEE_TIER] + 1, p.steps[verbs.SPELL_TIER] + 1]
        return min(options, key=lambda option: keep[option[1]])

    def reroll(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Toss again for an Event or against a Boss, not for just any card."""
        return options[0] if s.event >= 0 or s.fight == BOSS_FIGHT else options[-1]
