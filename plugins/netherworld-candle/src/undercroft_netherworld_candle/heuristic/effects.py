"""What effects of cards are worth to a Delver: a rough sum over their sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.heuristic.fight import Fight
from undercroft_netherworld_candle.heuristic.goals import Goals
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    DEATH,
    MOD_ARMOR,
    ON_ROUND_END,
    SPAN_SCENARIO,
    TEST_EVENT,
    TEST_OVERCOME,
    TEST_SUPPRESS,
    WHO_EACH,
    WHO_HERE,
    WHO_OTHERS,
    WHO_PARTY,
    WHO_YOU,
)

__all__ = ["Effects"]

Source = tuple[Any, ...]
Worth = Callable[[State, Delver, Act, int], float]

_SHORT = 5
"""So many spaces of the candle are few."""
_MANY = frozenset({WHO_EACH, WHO_PARTY, WHO_OTHERS, WHO_HERE})


class Effects:
    """The worth of effects; ``place`` is where the Delver will be by then."""

    def __init__(self, rules: NetherworldCandle, goals: Goals, fight: Fight) -> None:
        self.rules = rules
        self.content = rules.content
        self.goals = goals
        self.fight = fight
        self.w = goals.w
        w = self.w
        self.flat: dict[int, float] = {
            verbs.KARMA: 0.3, verbs.EXP: 0.4, verbs.REPUTATION: 0.4, verbs.SUMMONS: -w.defeat,
            verbs.START_HEALTH: 0.8, verbs.START_ENERGY: 0.5, verbs.DISCARD_HAND: -0.5, verbs.ACQUIRE: w.artifact,
            verbs.FATE_POINT: 0.8, verbs.ENCOUNTER: -1.4, verbs.TALISMAN: 0.5, verbs.REVEAL: 1.2,
            verbs.UNCOVER: -w.marker / 2, verbs.PROGRESS: 3.0, verbs.SETBACK: -2.0, verbs.PULL: 0.2, verbs.PUSH: 0.5,
            verbs.TOKEN: 0.2, verbs.ARMOR_BREAK: -0.5,
        }  # fmt: skip
        self.fixed: dict[int, float] = {
            verbs.RESET_TREE: 0.2, verbs.GAIN_ACTION: 0.8, verbs.GAIN_NETHER: 1.0, verbs.GAIN_EQUIPMENT: 1.5,
            verbs.GAIN_ARTIFACT: w.artifact, verbs.REBAG: -0.6, verbs.PIN: -1.6, verbs.THREAT: -w.threat,
            verbs.PLACE: 1.0, verbs.CLOSE: -0.4, verbs.STORY: 1.0, verbs.JOURNEY: 0.4, verbs.STASH_EQUIPMENT: 1.5,
            verbs.ENDING: 30.0, verbs.FAIL: -40.0, verbs.FINAL: 20.0, verbs.REMOVE_STORY: -7.0, verbs.SHUFFLE_FATE: 0.1,
            verbs.NOTE: 0.1, verbs.TURN_IN: 0.8, verbs.TURNCOAT: 1.0,
        }  # fmt: skip
        self.own: dict[int, Worth] = {
            verbs.ENERGY: self._energy, verbs.HEALTH: self._health, verbs.REDRAW: self._redraw,
            verbs.COOLDOWN: self._cooldown, verbs.OMEN: self._omen, verbs.COOL: self._cool, verbs.RECALL: self._cool,
            verbs.LOSE_ARTIFACT: self._lose_artifact, verbs.LOSE_EQUIPMENT: self._lose_equipment,
            verbs.SUMMON: self._summon, verbs.BONUS: self._bonus, verbs.BOOST: self._boost,
            verbs.DAMAGE: self._damage, verbs.IMMOBILIZE: self._immobilize, verbs.ROUSE: self._rouse,
            verbs.STAND: self._stand, verbs.SPAWN: self._spawn, verbs.ACTIVATE: self._rouse,
            verbs.REPAIR: self._repair, verbs.CANDLE: self._candle, verbs.DICE: self._dice,
            verbs.DISCARD_THREAT: self._less_threat, verbs.GATE: self._gate, verbs.UNGATE: self._ungate,
            verbs.INVESTIGATE: self._investigate, verbs.ATTACK: self._attack, verbs.DECODE: self._decode,
            verbs.SUPPRESS: self._suppress, verbs.OVERCOME: self._overcome, verbs.PAGE: self._page,
            verbs.NEIDAN: self._neidan, verbs.MARK: self._mark, verbs.UNMARK: self._unmark,
        }  # fmt: skip

    # -- lists and structure --------------------------------------------------------------------------------------

    def worth(self, s: State, d: Delver, effects: Sequence[Act], source: Source, place: int = -1) -> float:
        """The worth of effects that are carried out one after the other."""
        place = d.place if place < 0 else place
        total = 0.0
        provoked = False
        for act in effects:
            verb = act[0]
            if verb in (verbs.MOVE, verbs.TELEPORT):
                gain, place = self._move(s, d, act, place)
                total += gain
                continue
            total += self.one(s, d, act, source, place)
            if verb in _PROVOKING and not provoked and place == d.place:
                total -= self.fight.opportunity(s, d)
                provoked = True
        return total

    def one(self, s: State, d: Delver, act: Act, source: Source, place: int) -> float:
        """The worth of one effect."""
        verb = act[0]
        if verb in self.own:
            return self.own[verb](s, d, act, place)
        if verb in self.flat:
            n = act[2] if len(act) > 2 and isinstance(act[2], int) and verb in _SIGNED else 1
            if verb in _BARE:
                n = act[1]
            return self.flat[verb] * n * (len(s.delvers) if len(act) > 1 and act[1] in _MANY and verb in _SIGNED else 1)
        if verb in self.fixed:
            return self.fixed[verb]
        if verb == verbs.CHOOSE:
            rows = [self.choice(s, d, choice, source) for choice in act[4]]
            return max([0.0, *rows] if act[3] else rows or [0.0])
        if verb == verbs.IF:
            branch = act[2] if self.rules.judge(s, d.seat, act[1], source) else act[3]
            return self.worth(s, d, branch, source, place)
        if verb == verbs.TEST:
            chance = self.goals.odds.match(s, d, TEST_EVENT, act[1], 0, act[2])
            good, bad = self.worth(s, d, act[3], source, place), self.worth(s, d, act[4], source, place)
            return chance * good + (1 - chance) * bad
        if verb == verbs.STORY_TEST:
            chance = min(0.95, max(0.05, (21 - act[2] + self.rules.attribute(s, d, act[1])) / 20))
            return float(chance * self.worth(s, d, act[4], source) + (1 - chance) * self.worth(s, d, act[5], source))
        if verb in (verbs.HAVE, verbs.USE_TALISMAN):
            return 0.8 * self.worth(s, d, act[-1], source, place)
        return 0.0

    def choice(self, s: State, d: Delver, choice: Any, source: Source) -> float:
        """The worth of an option with its cost."""
        _, _, cost, effects, _ = choice
        return self.worth(s, d, effects, source) - self.cost(s, d, cost)

    def cost(self, s: State, d: Delver, cost: Sequence[int]) -> float:
        """What a cost takes away."""
        if not cost:
            return 0.0
        w = self.w
        energy, health, redraw, cooldown, neidan, karma, artifacts, cards, tokens, discard, exhaust = cost
        total = self.energy_price(d, energy) + health * self.fight.health_weight(d)
        total += redraw * w.redraw + cooldown * w.cooldown + neidan * w.neidan + karma * 0.4 + artifacts * w.artifact
        return total + cards * 0.5 + tokens * 0.2 + discard * 0.8 + exhaust * 0.1

    def energy_price(self, d: Delver, n: int) -> float:
        """What it costs to spend Energy: more where the Yin deck comes near."""
        if not n:
            return 0.0
        short = max(0, min(n, 3 - (d.energy - n)))
        return n * self.w.energy + short * self.w.low_energy

    # -- movement and actions -------------------------------------------------------------------------------------

    def _move(self, s: State, d: Delver, act: Act, place: int) -> tuple[float, int]:
        if d.immobilized:
            return (1.2, place) if act[0] == verbs.MOVE else (0.0, place)
        field = self.goals.field(s, d)
        if act[0] == verbs.TELEPORT:
            spots = [p for p in self.rules.spots(s, d.seat, act[2], act[3]) if p < len(field)]
        else:
            spots = self.rules.places_within(s, place, act[1])
        danger = self.fight.danger
        best = max(spots, key=lambda p: field[p] - danger(s, d, p), default=place)
        gain = field[best] - danger(s, d, best) - field[place] + danger(s, d, place)
        if act[0] == verbs.MOVE and gain > 0 and place == d.place:
            gain -= self.fight.opportunity(s, d)
        return (gain, best) if gain > 0 else (0.0, place)

    def _investigate(self, s: State, d: Delver, act: Act, place: int) -> float:
        return self.goals.explore_worth(s, place) if s.doors[place] else 0.0

    def _attack(self, s: State, d: Delver, act: Act, place: int) -> float:
        _, attribute, hits, cards, pierce, reach, _ = act
        return self.fight.attack_worth(s, d, place, attribute, hits, cards, pierce, reach)

    def _decode(self, s: State, d: Delver, act: Act, place: int) -> float:
        return self.goals.decode_worth(s, d, place, act[1], act[2])

    def _suppress(self, s: State, d: Delver, act: Act, place: int) -> float:
        best = 0.0
        for e in self.rules.enemies_within(s, place, act[3]):
            symbols = self.content.enc_symbols[e.card]
            if not e.immobilized and symbols:
                chance = self.goals.odds.match(s, d, TEST_SUPPRESS, act[1], 0, symbols, act[2])
                saved = self.w.toll_saved * self.fight.hit(s, e, d) if e.place == d.place else 0.0
                best = max(best, chance * (self.fight.harm(s, e) + saved))
        return best

    def _overcome(self, s: State, d: Delver, act: Act, place: int) -> float:
        best = 0.0
        for card in d.threat:
            symbols = self.content.enc_symbols[card]
            if symbols:
                chance = self.goals.odds.match(s, d, TEST_OVERCOME, act[1], 0, symbols, act[2])
                best = max(best, chance * self.w.threat)
        return best

    # -- values ---------------------------------------------------------------------------------------------------

    def concerned(self, s: State, d: Delver, who: int) -> Sequence[Delver]:
        """The Delvers whom an effect concerns, as far as that is plain."""
        if who == WHO_YOU:
            return (d,)
        if who in (WHO_EACH, WHO_PARTY):
            return s.delvers
        if who == WHO_OTHERS:
            return [other for other in s.delvers if other is not d]
        return (d,)

    def _energy(self, s: State, d: Delver, act: Act, place: int) -> float:
        total = 0.0
        for other in self.concerned(s, d, act[1]):
            if act[2] > 0:
                gain = min(act[2], 7 - other.energy)
                total += gain * self.w.energy + max(0, min(gain, 3 - other.energy)) * self.w.low_energy
            else:
                lost = min(-act[2], other.energy)
                total -= self.energy_price(other, lost) + (-act[2] - lost) * self.fight.health_weight(other)
        return total

    def _health(self, s: State, d: Delver, act: Act, place: int) -> float:
        total = 0.0
        for other in self.concerned(s, d, act[1]):
            if act[2] > 0:
                room = self.content.del_max_health[other.card] - other.health
                total += min(act[2], room) * self.fight.health_weight(other)
            else:
                total -= self.fight.loss(other, -act[2])
        return total

    def _redraw(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(self.w.redraw * sum([max(act[2], -other.redraw) for other in self.concerned(s, d, act[1])]))

    def _cooldown(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(self.w.cooldown * sum([max(act[2], -other.cooldown) for other in self.concerned(s, d, act[1])]))

    def _omen(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float((0.6 if act[3] else -0.8) * act[2] * len(self.concerned(s, d, act[1])))

    def _cool(self, s: State, d: Delver, act: Act, place: int) -> float:
        lying = len(d.zone_a) + len(d.zone_b) + len(d.zone_c)
        return float(0.5 * min(act[2], lying))

    def _lose_artifact(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(-self.w.artifact * min(act[2], len(self.rules.stored(d))))

    def _lose_equipment(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(-1.6 * min(act[2], len(d.equipment)))

    def _summon(self, s: State, d: Delver, act: Act, place: int) -> float:
        return 2.0 if self.rules.summonable(d) else 0.0

    def _bonus(self, s: State, d: Delver, act: Act, place: int) -> float:
        _, _, mod, n, until = act
        if mod == MOD_ARMOR:
            return float(n * min(3.0, self.fight.danger(s, d, place)))
        return float(0.5 * n * (2.0 if until == SPAN_SCENARIO else 1.0))

    def _boost(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(0.6 * act[1] + 0.7 * act[2] + 0.4 * act[3])

    # -- enemies and the candle -----------------------------------------------------------------------------------

    def _damage(self, s: State, d: Delver, act: Act, place: int) -> float:
        return self.fight.damage_worth(s, place, act[1], act[2], act[3])

    def _immobilize(self, s: State, d: Delver, act: Act, place: int) -> float:
        found = self.rules.enemies_meant(s, d, act[1], act[2], ("", -1, -1))
        return sum([self.fight.harm(s, e) for e in found if not e.immobilized])

    def _rouse(self, s: State, d: Delver, act: Act, place: int) -> float:
        return -sum([self.fight.harm(s, e) * (1.0 if e.immobilized else 0.3) for e in s.enemies])

    def _stand(self, s: State, d: Delver, act: Act, place: int) -> float:
        return 1.5 if d.immobilized else 0.0

    def _spawn(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(-act[2] * (0.6 + 0.9 * self.content.enc_damage[act[1]]))

    def _repair(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(0.6 * min(act[2], max([item.damage for item in d.equipment if item.in_play], default=0)))

    def _candle(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(-act[1] * self.candle_weight(s))

    def candle_weight(self, s: State) -> float:
        """What a space of the candle is worth: more, the fewer are left."""
        if s.scenario < 0 or not s.map:
            return self.w.candle
        left, size = self.rules.candle_left(s), len(self.rules.track(s)) - 1
        if left <= 1:
            return 12.0
        return self.w.candle + (self.w.last_candle - self.w.candle) * (1 - left / size)

    def _dice(self, s: State, d: Delver, act: Act, place: int) -> float:
        return -self.dice_risk(s, place, act[1]) * self.candle_weight(s)

    def dice_risk(self, s: State, place: int, n: int) -> float:
        """The chance that a roll of n dice matches at a place."""
        icons = self.rules.gates(s, place) if place >= 0 else 0
        fits = sum([icons >> gate & 1 for gate in self.rules.dice_faces])
        return 1.0 - (1 - fits / len(self.rules.dice_faces)) ** n

    def _page(self, s: State, d: Delver, act: Act, place: int) -> float:
        """Another page: less where it makes the candle burn faster and little is left of it."""
        info = self.content.scenario[s.scenario]
        page = info.page_index.get(act[1], -1)
        if page < 0:
            return 0.0
        rounds = info.pages[page].triggers[ON_ROUND_END]
        burns = any(part[0] == verbs.CANDLE for trigger in rounds for part in trigger[0])
        worth = 3.0 if burns and self.rules.candle_left(s) <= _SHORT else 4.0
        return worth + self.w.taste_page * self.goals.leaning.taste("page", s.scenario, page)

    def _mark(self, s: State, d: Delver, act: Act, place: int) -> float:
        """A mark of the log: nobody knows what it is good for, but some would like to find out."""
        if act[1] in s.marks:
            return 0.0
        return self.w.mark + self.w.taste_mark * self.goals.leaning.taste("mark", act[1])

    def _unmark(self, s: State, d: Delver, act: Act, place: int) -> float:
        if act[1] not in s.marks:
            return 0.0
        return -self.w.mark - self.w.taste_mark * self.goals.leaning.taste("mark", act[1])

    def _less_threat(self, s: State, d: Delver, act: Act, place: int) -> float:
        return float(self.w.threat * min(act[2], len(d.threat)))

    def _gate(self, s: State, d: Delver, act: Act, place: int) -> float:
        if act[1] == DEATH:
            return -0.5
        if s.map and place >= 0 and s.map[place].card in self.goals.aim(s).altars:
            return float(act[2] * self.goals.light_worth(s))
        return 0.2

    def _neidan(self, s: State, d: Delver, act: Act, place: int) -> float:
        worth = self.w.neidan + (self.goals.light_worth(s) if act[2] > 0 else 0.0)
        return float(worth * act[2] * (len(s.delvers) if act[1] in _MANY else 1))

    def _ungate(self, s: State, d: Delver, act: Act, place: int) -> float:
        return 0.4 if act[1] == DEATH else 0.0


_PROVOKING = frozenset({verbs.INVESTIGATE, verbs.DECODE, verbs.OVERCOME, verbs.ACQUIRE})
_SIGNED = frozenset({
    verbs.KARMA, verbs.EXP, verbs.REPUTATION, verbs.SUMMONS, verbs.START_HEALTH, verbs.START_ENERGY,
    verbs.DISCARD_HAND, verbs.ACQUIRE, verbs.FATE_POINT, verbs.ENCOUNTER,
})  # fmt: skip
_BARE = frozenset({verbs.TALISMAN, verbs.REVEAL, verbs.UNCOVER, verbs.PROGRESS, verbs.SETBACK, verbs.TOKEN})
