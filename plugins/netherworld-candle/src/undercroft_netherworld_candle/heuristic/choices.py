"""Smaller choices of an adventure: Tests, cards given up, artifacts, order, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from undercroft import Option
from undercroft_netherworld_candle.heuristic.effects import Effects
from undercroft_netherworld_candle.heuristic.fight import Fight
from undercroft_netherworld_candle.heuristic.goals import Goals
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    LIFE,
    OPEN,
    TEST_ATTACK,
    TEST_DECODE,
    YANG,
    YIN,
)

__all__ = ["Choices"]

_BITS: Final = 8
_PLENTY: Final = 3
"""So many Redraw tokens are spent more freely."""


class Choices:
    """Answers to the prompts inside of effects and Tests."""

    def __init__(self, rules: NetherworldCandle, goals: Goals, fight: Fight, effects: Effects) -> None:
        self.rules = rules
        self.content = rules.content
        self.goals = goals
        self.fight = fight
        self.effects = effects
        self._known: dict[str, Any] = {}

    # -- Tests ----------------------------------------------------------------------------------------------------

    def passed(self, s: State) -> bool:
        """Whether the running Matching Test is a success as things lie."""
        _, seat, _, aim = s.test[:4]
        useful = aim
        if s.test[0] == TEST_DECODE:
            useful = aim & (self.goals.wanted(s) or aim)
        return bool(self.rules.shown(s) & useful) or self.rules.boundless_shown(s.delvers[seat - 1])

    def lacking(self, s: State) -> float:
        """How many hits more the running attack could use; 0 where it kills already."""
        e = self.rules.enemy(s, s.it)
        if e is None:
            return 0.0
        shown = sum(d.check.hits for d in s.delvers if d.check is not None)
        pierce = sum(d.check.value for d in s.delvers if d.check is not None)
        left: int = self.rules.remaining(e)
        armor: int = self.rules.armor(s, e)
        return max(0.0, left + max(0, armor - pierce) - shown)

    def redraw(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """All that does not help is thrown away, where the Test is not passed and worth a token."""
        d = s.delvers[seat - 1]
        keep = options[-1]
        assert d.check is not None
        cards = d.check.cards
        if s.test[0] == TEST_ATTACK:
            useless = [at for at, card in enumerate(cards) if not self.content.fate_hits[card]]
            if self.lacking(s) <= 0 or len(useless) < (1 if d.redraw >= _PLENTY else 2):
                return keep
        else:
            if self.passed(s):
                return keep
            useless = list(range(len(cards)))
        fits = [option for option in options if option[0] != "keep" and set(option[1]) <= set(useless)]
        if not fits:
            return keep
        return max(fits, key=lambda option: (len(option[1]), option[0] == "redraw-cooldown"))

    def assist(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A card for the Test of another, where it can turn it and the Energy is there."""
        d = s.delvers[seat - 1]
        if not s.test or d.energy <= 1:
            return options[-1]
        if s.test[0] == TEST_ATTACK:
            lacking = self.lacking(s)
            return options[0] if 0 < lacking <= 1 and d.energy > 2 else options[-1]
        if self.passed(s):
            return options[-1]
        aim = s.test[3]
        chance = self.goals.odds.any_of(d, 1, self.goals.odds.mask(aim & (1 << _BITS) - 1, aim >> _BITS))
        worth = 5.0 if s.test[0] == TEST_DECODE else 1.6
        return options[0] if chance * worth > self.effects.energy_price(d, 1) + 0.3 else options[-1]

    def declare(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """What costs little is used for every Test, what costs Energy for a Decode."""
        d = s.delvers[seat - 1]
        for option in options[:-1]:
            usage = self.rules.usage_of(d, option[1], option[2], option[3])
            price = self.effects.cost(s, d, usage[2])
            gain = self.effects.worth(s, d, usage[6], self.rules.use_source(d, option[1], option[2]))
            gain *= 1.8 if s.test and s.test[0] == TEST_DECODE else 1.0
            if gain > price:
                return option
        return options[-1]

    def cover(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A marker of its own gate first; then an icon that the dice could match."""

        def score(option: Option) -> float:
            own = option[1] in s.slots
            on_dice = option[1] not in (LIFE, OPEN)
            return 2.0 * own + on_dice

        return max(options, key=score)

    # -- effects --------------------------------------------------------------------------------------------------

    def choose(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Options of a choice are known by their words: the one whose effects are worth most."""
        d = s.delvers[seat - 1]
        best, worth = options[0], -1e9
        for option in options:
            value = 0.0 if option[0] == "pass" else self.by_words(s, d, option[2])
            if value > worth:
                best, worth = option, value
        return best

    def by_words(self, s: State, d: Delver, text: str) -> float:
        """The worth of the option with these words, found once among all cards of the content."""
        known = self.known_options()
        found = known.get(text)
        return self.effects.choice(s, d, found, ("", -1, -1)) if found is not None else 0.0

    def known_options(self) -> dict[str, Any]:
        """Every option of every choice in the content, by its words."""
        made = self._known
        if not made:
            content = self.content
            sources = (
                content.enc_effects,
                content.loc_effects,
                content.act_effects,
                content.candle_effects,
                content.story_effects,
                content.passage_effects,
                content.enc_triggers,
                content.loc_triggers,
                content.eq_triggers,
                *[info.triggers for info in content.scenario],
                *[page.triggers for info in content.scenario for page in info.pages],
                [page.effects for info in content.scenario for page in info.pages],
                [ending.effects for info in content.scenario for ending in info.endings],
            )
            _collect(sources, made)
        return made

    def deck(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The deck that is kinder by the weights."""
        wanted = YIN if self.effects.w.yin > 0 else YANG
        return next(option for option in options if option[1] == wanted)

    def acquire(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Where it costs nothing but perhaps a space of a long candle."""
        d = s.delvers[seat - 1]
        if s.ended:
            return options[0]
        risky = self.fight.opportunity(s, d) > 0 or self.rules.candle_left(s) <= 3
        return options[1] if risky else options[0]

    def store(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The least valuable token goes back."""
        values = self.content.art_value
        stored = min([option for option in options if option[0] == "replace"], key=lambda option: values[option[1]])
        return stored if values[stored[1]] <= 1 else options[-1]

    def worst_token(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The least valuable token."""
        return min(options, key=lambda option: self.content.art_value[option[1]])

    # -- cards ----------------------------------------------------------------------------------------------------

    def card_worth(self, card: int) -> float:
        """How good an Action Card is, by its level and icons."""
        content = self.content
        return content.act_level[card] + 0.3 * len(content.act_basic[card]) - 0.1 * content.act_zone[card]

    def worst_card(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The card that is missed least."""
        return min(options, key=lambda option: self.card_worth(option[1]))

    def best_card(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The card that is wanted back most: the nearest to the hand, then the best."""
        return max(options, key=lambda option: (-option[1], self.card_worth(option[2])))

    def threat(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The threat that does something each round, else the first."""
        content = self.content

        def score(option: Option) -> tuple[bool, bool]:
            return any(content.enc_triggers[option[1]]), bool(content.enc_modifiers[option[1]])

        return max(options, key=score)

    def who(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Whoever needs it most, as far as one can say without knowing what it is: the most wounded."""

        def score(option: Option) -> float:
            d = s.delvers[option[1] - 1]
            return float(self.content.del_max_health[d.card] - d.health + 2.0 * bool(d.defeats))

        return max(options, key=score)

    def next_turn(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Fighters first, so that the others can work in peace."""

        def score(option: Option) -> float:
            d = s.delvers[option[1] - 1]
            ready = sum([e.place == d.place and not e.immobilized for e in s.enemies])
            return float(ready * self.rules.attribute(s, d, 0) + 0.1 * d.energy)

        return max(options, key=score)


def _collect(value: Any, made: dict[str, Any]) -> None:
    """Find the options of choices in compiled effects: (words, condition, cost, effects, outcome)."""
    if isinstance(value, list | tuple):
        if len(value) == 5 and isinstance(value[0], str) and isinstance(value[3], tuple) and isinstance(value[4], str):
            made.setdefault(value[0], value)
        for part in value:
            _collect(part, made)
