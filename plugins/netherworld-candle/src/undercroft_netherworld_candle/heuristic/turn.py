"""The turn of the heuristic player: what to do next, where to go, which cards to get back."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft import Option
from undercroft_netherworld_candle.heuristic.effects import Effects
from undercroft_netherworld_candle.heuristic.fight import Fight
from undercroft_netherworld_candle.heuristic.goals import Goals
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    COURAGE,
    DESTINY,
    DO_ATTACK,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    DO_OVERCOME,
    DO_SUPPRESS,
    MOD_ARMOR,
    STRENGTH,
)
from undercroft_netherworld_candle.verbs import BONUS, HEALTH, OVERCOME, STAND, SUPPRESS

__all__ = ["Turn"]


class Turn:
    """Answers to the menus of a turn."""

    def __init__(self, rules: NetherworldCandle, goals: Goals, fight: Fight, effects: Effects) -> None:
        self.rules = rules
        self.content = rules.content
        self.goals = goals
        self.fight = fight
        self.effects = effects
        self.w = goals.w
        self.hand_best = 0.0
        self.cards: dict[int, tuple[float, float | None]] = {}
        self.fresh: dict[int, float] = {}
        self.advanced: dict[int, float | None] = {}
        """What was found out about cards for the menu at hand."""

    # -- the menu -------------------------------------------------------------------------------------------------

    def turn(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The option that brings most; the end where none is worth it."""
        d = s.delvers[seat - 1]
        self.cards.clear()
        self.fresh.clear()
        self.advanced.clear()
        basics = self.basics(s, d)
        self.hand_best = max([self.best_play(s, d, card, basics) for card in d.hand], default=0.0)
        best, worth = options[0], self.w.stop
        for option in options[1:]:
            value = self.option(s, d, option, basics)
            if value > worth:
                best, worth = option, value
        return best

    def basics(self, s: State, d: Delver) -> list[float]:
        """What each Basic Action is worth now."""
        legal = self.rules.legal_basics(s, d)
        rows = [0.0] * (DO_OVERCOME + 1)
        if d.immobilized:
            rows[DO_MOVE] = 1.6 + self.fight.danger(s, d, d.place) * 0.3
            return rows
        toll = self.fight.opportunity(s, d)
        if legal >> DO_MOVE & 1:
            rows[DO_MOVE] = self.move_worth(s, d) - toll
        if legal >> DO_INVESTIGATE & 1:
            rows[DO_INVESTIGATE] = self.goals.explore_worth(s, d.place) - toll
        if legal >> DO_ATTACK & 1:
            rows[DO_ATTACK] = self.fight.attack_worth(s, d, d.place, STRENGTH, 0, 0, 0, 0)
        if legal >> DO_DECODE & 1:
            rows[DO_DECODE] = self.goals.decode_worth(s, d, d.place) - toll
        if legal >> DO_SUPPRESS & 1:
            rows[DO_SUPPRESS] = self.effects.one(s, d, (SUPPRESS, COURAGE, 0, 0), ("", -1, -1), d.place)
        if legal >> DO_OVERCOME & 1:
            rows[DO_OVERCOME] = self.effects.one(s, d, (OVERCOME, DESTINY, 0), ("", -1, -1), d.place) - toll
        return rows

    def move_worth(self, s: State, d: Delver) -> float:
        """What the best step is worth, a second one included where the turn has another Move."""
        here = self.spot(s, d, d.place)
        return max([self.way_worth(s, d, way) for way in s.ways[d.place]]) - here

    def spot(self, s: State, d: Delver, place: int) -> float:
        """How good it is to be at a place: what there is to do, less what there is to fear."""
        return self.goals.field(s, d)[place] - self.fight.danger(s, d, place)

    def way_worth(self, s: State, d: Delver, way: int) -> float:
        """How good a step is: the place itself, or what can be reached from it with a second Move of this turn."""
        best = self.spot(s, d, way)
        if self.moves_left(d) > 1:
            for on in s.ways[way]:
                if on != d.place:
                    best = max(best, self.spot(s, d, on) - self.w.second_step)
        return best

    def moves_left(self, d: Delver) -> int:
        """How many Moves the Delver could still make in this turn."""
        basics = self.content.act_basic
        cards = sum([DO_MOVE in basics[card] for card in d.hand])
        return (not d.command) + min(cards, 2 - d.plays)

    def option(self, s: State, d: Delver, option: Option, basics: Sequence[float]) -> float:
        """What an option of the menu is worth."""
        verb = option[0]
        if verb == "command":
            # The Command costs no card, so what it can do as well is done with it.
            return basics[option[1]] + (0.12 if basics[option[1]] > 0 else 0.0)
        if verb == "play":
            return self.play_worth(s, d, option[1], option[2], basics)
        if verb == "use":
            return self.use_worth(s, d, option)
        if verb in ("recall", "token"):
            return self.return_worth(s, d, option, basics)
        return 0.0

    def best_play(self, s: State, d: Delver, card: int, basics: Sequence[float]) -> float:
        """The best that could be done with a card now."""
        shift, advanced = self.card_parts(s, d, card, basics)
        best = 0.0 if advanced is None else advanced + shift
        for how in self.content.act_basic[card]:
            gain = basics[how]
            if gain > 0 and gain + shift > best:
                best = gain + shift
        if not self.content.act_basic[card]:
            return 0.0 if advanced is None else advanced + shift
        return best

    def play_worth(self, s: State, d: Delver, card: int, how: int, basics: Sequence[float]) -> float:
        """What a card is worth when it is played so: its effect, less its Energy, and what the shift brings back."""
        shift, advanced = self.card_parts(s, d, card, basics)
        if how == NOTHING:
            return shift - self.w.idle_play
        if how == ADVANCED:
            return (advanced or 0.0) + shift
        gain = basics[how]
        return gain + shift if gain > 0 else 0.0

    def card_parts(self, s: State, d: Delver, card: int, basics: Sequence[float]) -> tuple[float, float | None]:
        """What it is worth to lay a card into its zone, itself deducted, and to carry out its Advanced Action."""
        made = self.cards.get(card)
        if made is None:
            shift = self.shift_worth(d, card) + self.follow_worth(s, d, card, basics) - self.w.card
            made = self.cards[card] = (shift, self.advanced_worth(s, d, card))
        return made

    def shift_worth(self, d: Delver, card: int) -> float:
        """What playing a card does to the zones: the later a card comes back, the less it is worth."""
        zone, w = self.content.act_zone[card], self.w
        if zone == 0:
            return w.shift_a * len(d.zone_a)
        return w.shift_b * len(d.zone_b) - w.deep if zone == 1 else w.shift_c * len(d.zone_c) - 2 * w.deep

    def follow_worth(self, s: State, d: Delver, card: int, basics: Sequence[float]) -> float:
        """What it is worth that a card comes back to the hand which is better for the second play than the others."""
        if d.plays or self.content.act_zone[card]:
            return 0.0
        best = max([self.fresh_worth(s, d, other, basics) for other in d.zone_a], default=0.0)
        rest = max([self.fresh_worth(s, d, other, basics) for other in d.hand if other != card], default=0.0)
        return self.w.follow * max(0.0, best - rest)

    def fresh_worth(self, s: State, d: Delver, card: int, basics: Sequence[float]) -> float:
        """The best that a card could do by itself."""
        made = self.fresh.get(card)
        if made is None:
            rows = [basics[how] for how in self.content.act_basic[card]]
            advanced = self.advanced_worth(s, d, card)
            if advanced is not None:
                rows.append(advanced)
            made = self.fresh[card] = max(rows, default=0.0) - self.w.card
        return made

    def advanced_worth(self, s: State, d: Delver, card: int) -> float | None:
        """What the Advanced Action of a card is worth, less its Energy; ``None`` where it cannot be paid."""
        if card not in self.advanced:
            effects = self.content.act_effects[card]
            cost = self.rules.advanced_cost(s, d, card) if effects else 0
            if effects and cost <= d.energy:
                gain = self.effects.worth(s, d, effects, ("action", card, -1))
                self.advanced[card] = gain - self.effects.energy_price(d, cost)
            else:
                self.advanced[card] = None
        return self.advanced[card]

    def use_worth(self, s: State, d: Delver, option: Option) -> float:
        """What it is worth to use a thing now; what heals is kept until it is needed."""
        _, kind, at, k = option
        usage = self.rules.usage_of(d, kind, at, k)
        gain = self.effects.worth(s, d, usage[6], self.rules.use_source(d, kind, at))
        gain -= self.effects.cost(s, d, usage[2])
        once = kind == 2 or bool(usage[2] and usage[2][9])
        if once:
            gain -= 1.0
            if any(act[0] in (HEALTH, STAND) for act in usage[6]) and d.health > 2:
                gain -= 1.5
        return gain

    def return_worth(self, s: State, d: Delver, option: Option, basics: Sequence[float]) -> float:
        """What it is worth to get a card back: what it does better than the hand now, or a hand for the next turn."""
        verb, zone, card = option
        if verb == "token" and zone:
            return 0.0
        value = 0.0
        if d.plays < 2:
            value = self.w.back * (self.best_play(s, d, card, basics) - self.hand_best)
        if len(d.hand) < 3:
            value = max(value, self.w.refill - 0.2 * len(d.hand))
        if verb == "token":
            return value - 0.9 * self.w.cooldown
        price = self.effects.energy_price(d, self.rules.recall_cost(s, d, zone))
        if d.energy >= 6:
            price *= 0.5  # what is over seven is lost
        return value - price

    # -- where to -------------------------------------------------------------------------------------------------

    def move(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The place where there is most to do and least to fear."""
        d = s.delvers[seat - 1]

        def score(option: Option) -> float:
            return self.way_worth(s, d, option[1]) if option[0] == "go" else self.spot(s, d, d.place) + 0.05

        return max(options, key=score)

    def investigate(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The card that is looked for, else the one whose number lies nearest before it."""
        place = s.delvers[seat - 1].place
        edges = self.content.loc_edges[s.map[place].card]
        _, missing = self.goals.search(s)

        def score(option: Option) -> float:
            number = self.goals.number(edges[option[1]])
            if edges[option[1]] in missing:
                return 1000.0 + self.goals.leaning.taste("location", edges[option[1]])
            goals = [self.goals.number(card) for card in missing]
            return -float(min([abs(goal - number) for goal in goals], default=-number))

        return max(options, key=score)

    # -- between the actions of others ----------------------------------------------------------------------------

    def any_time(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Things that help now: healing that is needed, a parry before a blow."""
        d = s.delvers[seat - 1]
        best, worth = options[0], 0.3
        for option in options[1:]:
            if option[0] == "use":
                value = self.use_worth(s, d, option)
            elif option[0] == "quick":
                value = self.quick_worth(s, d, option[1])
            else:
                continue
            if value > worth:
                best, worth = option, value
        return best

    def quick_worth(self, s: State, d: Delver, card: int) -> float:
        """What a Quick Action is worth now."""
        effects = self.content.act_effects[card]
        cost = self.effects.energy_price(d, self.rules.advanced_cost(s, d, card))
        gain = self.effects.worth(s, d, effects, ("quick", card, -1))
        if any(act[0] == BONUS and act[2] == MOD_ARMOR for act in effects):
            gain = self.fight.danger(s, d, d.place) * 0.7
        return gain - cost - 0.2
