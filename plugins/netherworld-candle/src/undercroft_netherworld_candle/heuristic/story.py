"""The heuristic player between adventures: Story Phase, logs, equipment, what follows a failure."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft import Option
from undercroft_netherworld_candle.heuristic.choices import Choices
from undercroft_netherworld_candle.heuristic.effects import Effects
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.rules.tree import NODE_CARD, NODE_HAND, NODE_REMOVE
from undercroft_netherworld_candle.state import State, StoryCard
from undercroft_netherworld_candle.terms import TYPES

__all__ = ["Story"]

_WISHES = {NODE_HAND: 0, NODE_REMOVE: 1, NODE_CARD: 2}

_TRIES = 2
"""So often a scenario is tried before defeat is accepted."""


class Story:
    """Answers to the prompts outside of adventures."""

    def __init__(self, rules: NetherworldCandle, effects: Effects, choices: Choices) -> None:
        self.rules = rules
        self.content = rules.content
        self.effects = effects
        self.choices = choices
        self.leaning = effects.goals.leaning

    def first(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The first option."""
        return options[0]

    def last(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The last option."""
        return options[-1]

    def story(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Interact with cards that were not read, walk to the next of them, pass when all are read."""
        d = s.delvers[seat - 1]
        verbs = [option[0] for option in options]
        here = s.story_table[d.story_place] if 0 <= d.story_place < len(s.story_table) else None
        if "interact" in verbs and here is not None and self.fresh(here):
            return options[verbs.index("interact")]
        if "walk" in verbs and self.reachable(s, seat):
            return options[verbs.index("walk")]
        return next((option for option in options if option[0] in ("pass", "done")), options[-1])

    def fresh(self, lying: StoryCard) -> bool:
        """Whether there may be something new in a card; a Scenario card only tells of its Scenario."""
        return not lying.face_down and self.content.story_scenario[lying.card] < 0

    def interest(self, s: State, n: int) -> float:
        """How much a player would like to read a card, by its front: what came last is more urgent."""
        lying = s.story_table[n]
        if not self.fresh(lying):
            return 0.0
        return 4.0 + 2.0 * n / len(s.story_table) + self.leaning.taste("story", lying.card)

    def reachable(self, s: State, seat: int) -> bool:
        """Whether a card that was not read can be reached and still be paid for."""
        d = s.delvers[seat - 1]
        purse = d.karma + d.personal
        return any(
            self.fresh(lying) and n != d.story_place and self.rules.walk_cost(s, d, n) + 1 <= purse
            for n, lying in enumerate(s.story_table)
        )

    def walk(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """To a card that was not read, a near one first."""
        d = s.delvers[seat - 1]

        def score(option: Option) -> float:
            taken = sum(other.story_place == option[1] for other in s.delvers if other is not d)
            return float(self.interest(s, option[1]) - self.rules.walk_cost(s, d, option[1]) - taken)

        return max(options, key=score)

    def stand(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Each Delver on a card of its own."""

        def score(option: Option) -> float:
            taken = sum(other.story_place == option[1] for other in s.delvers)
            return float(self.interest(s, option[1]) - 8.0 * taken)

        return max(options, key=score)

    def outcome(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The option of a Story or Journey Card whose effects are worth most."""
        d = s.delvers[seat - 1]

        def score(option: Option) -> float:
            table = self.content.story_choices if option[0] == "story-choice" else self.content.journey_choices
            return self.effects.choice(s, d, table[option[1]][option[2]], (option[0].partition("-")[0], option[1], -1))

        return max(options, key=score)

    def failed(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Try again a few times, then accept the defeat."""
        return options[0] if s.tries < _TRIES else options[-1]

    def delver(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The Delver that this player likes best."""
        return max(options, key=lambda option: self.leaning.taste("delver", option[1]))

    def defeat(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The ending that is worth most, or liked best."""
        d = s.delvers[seat - 1]
        endings = self.content.scenario[s.scenario].endings

        def score(option: Option) -> float:
            n = option[1]
            liked = self.effects.w.taste_ending * self.leaning.taste("ending", s.scenario, n)
            return self.effects.worth(s, d, endings[n].effects, ("ending", s.scenario, n)) + liked

        return max(options, key=score)

    def tree(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Hand limit first, then removals, then new cards, broadly rather than deep."""
        d = s.delvers[seat - 1]
        nodes = self.content.del_tree[d.card]
        return min(options, key=lambda option: (_WISHES[nodes[option[1]].reward], d.tree[option[1]]))

    def remove_fate(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A card that misses, with the lowest number."""
        content = self.content
        return min(
            options,
            key=lambda option: (
                not content.fate_miss[option[1]], content.fate_boundless[option[1]], content.fate_d20[option[1]],
            ),
        )  # fmt: skip

    def redraw(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Karma is kept for Story Cards, tokens are spent where the card is low."""
        return next((option for option in options if option[0] == "token"), options[-1])

    def outfit(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Take equipment as long as there is some for a free slot; a spare card is handed on."""
        if ("done",) not in options:
            return next((option for option in options if option[0] == "hand-on"), options[0])
        if ("take-gear",) in options and self.free_types(s, seat):
            return ("take-gear",)
        return ("done",)

    def free_types(self, s: State, seat: int) -> list[int]:
        """The types of which a Delver has room for a card that can simply be taken."""
        rules, d = self.rules, s.delvers[seat - 1]
        return [
            kind for kind in range(len(TYPES))
            if len(rules.gear_of(d, kind)) < rules.gear_limit(d, kind)
            and any(option[0] == "take" for option in rules.gear_offered(s, d, kind))
        ]  # fmt: skip

    def gear_type(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A type for which there is room."""
        free = self.free_types(s, seat)
        return next((option for option in options if option[0] == "type" and option[1] in free), options[-1])

    def gear(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The card with the highest minimum; what another wants is left to the other."""
        found = [option for option in options if option[0] == "take"]
        return max(found, key=lambda option: self.content.eq_minimum[option[1]]) if found else options[-1]

    def hand_on(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """A spare card goes back."""
        return next((option for option in options if option[0] == "put-back"), options[-1])

    def hand(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The recommended cards."""
        return options[0]

    def convert(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """All personal Karma becomes Redraw tokens."""
        return options[-1]

    def give(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Legendary equipment to who has fewest things."""
        gifts = [option for option in options if option[0] == "give-to"]
        return min(gifts, key=lambda option: len(s.delvers[option[1] - 1].equipment)) if gifts else options[-1]
