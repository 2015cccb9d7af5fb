"""The Scenario cards as one story: numbered, their flags told apart, and walked through once to see that it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from undercroft import ContentError
from undercroft_death_binder.cards import ScenarioCard, ScenarioWay
from undercroft_death_binder.effects import effects
from undercroft_death_binder.schema import Scenario, Way
from undercroft_death_binder.schema.scenarios import LAST_SCENARIO, SCENARIO_GOALS

__all__ = ["Story"]

LEAST_ENDINGS: Final = 3
MOST_TALES: Final = 4096
"""So many sets of flags may be open at once; more of them nobody could check, or tell."""

Flags = frozenset[int]


class Story:
    """The cards of a Campaign, in the order of their numbers and variants.

    Raises:
        ContentError: for a number without a card or with two defaults or two cards of one letter, a flag that is never
            set or never asked for, a card that no choices lead to, choices that lead to no card, and too few endings.
    """

    def __init__(self, printed: Iterable[Scenario]) -> None:
        found = sorted(printed, key=lambda card: (card.number, card.variant))
        self.flags: tuple[str, ...] = tuple(sorted({way.flag for card in found for way in _ways(card)} - {""}))
        self._index = {flag: n for n, flag in enumerate(self.flags)}
        _check_numbers(found)
        self._check_flags(found)
        self.cards: tuple[ScenarioCard, ...] = tuple(self._card(card) for card in found)
        self.numbers: tuple[tuple[int, ...], ...] = tuple(self._tried(number) for number in range(1, LAST_SCENARIO + 1))
        self._walk()

    def _card(self, card: Scenario) -> ScenarioCard:
        return ScenarioCard(
            id=card.id,
            number=card.number,
            variant=card.variant,
            title=card.title,
            narration=card.narration,
            goal=SCENARIO_GOALS.index(card.goal.do),
            n=max(1, card.goal.n),
            requires=tuple(self._index[flag] for flag in card.requires),
            ways=tuple(
                ScenarioWay(way.text, effects(way.effects), self._index.get(way.flag, -1)) for way in _ways(card)
            ),
            reward=effects(card.reward),
            ending=card.ending,
            ending_id=card.ending_id,
        )

    def _tried(self, number: int) -> tuple[int, ...]:
        """DB-SCEN-006: in the order of the letters, the default last."""
        of_number = [n for n, card in enumerate(self.cards) if card.number == number]
        return tuple(sorted(of_number, key=lambda n: not self.cards[n].requires))

    def _check_flags(self, found: Sequence[Scenario]) -> None:
        """A flag is set before it is asked for, and what is set is asked for later."""
        known: set[str] = set()
        open_flags: dict[str, str] = {}
        for number in range(1, LAST_SCENARIO + 1):
            here = [card for card in found if card.number == number]
            for card in here:
                unknown = sorted(set(card.requires) - known)
                if unknown:
                    raise ContentError(
                        f"scenario {card.id!r}: requires: expected flags that an earlier choice sets "
                        f"({', '.join(sorted(known)) or 'none so far'}), got {', '.join(unknown)}"
                    )
                for flag in card.requires:
                    open_flags.pop(flag, None)
            for card in here:
                for way in _ways(card):
                    if way.flag:
                        known.add(way.flag)
                        open_flags[way.flag] = card.id
        for flag, card_id in open_flags.items():
            raise ContentError(f"scenario {card_id!r}: flag: expected one that a later card requires, got {flag!r}")

    def _walk(self) -> None:
        """Every tale that choices can make, number by number: each has a card, and each card is in some tale."""
        later: set[int] = set()
        asked: list[set[int]] = []  # what is asked for from each number on; other flags make no difference any more
        for tried in reversed(self.numbers):
            later = later | {flag for n in tried for flag in self.cards[n].requires}
            asked.insert(0, later)
        tales: set[Flags] = {frozenset()}
        met: set[int] = set()
        for number, tried in enumerate(self.numbers, 1):
            after: set[Flags] = set()
            for flags in tales:
                chosen = next((n for n in tried if flags.issuperset(self.cards[n].requires)), None)
                if chosen is None:
                    told = ", ".join(sorted(self.flags[flag] for flag in flags)) or "none"
                    raise ContentError(f"[[scenario]] number {number}: expected a card for the flags {told}, got none")
                met.add(chosen)
                ways = self.cards[chosen].ways
                ends = [flags | {way.flag} for way in ways] or [flags]
                after |= {frozenset(end & asked[number]) if number < LAST_SCENARIO else frozenset() for end in ends}
            if len(after) > MOST_TALES:
                raise ContentError(f"[[scenario]]: expected at most {MOST_TALES} sets of flags after number {number}")
            tales = after
        lost = [card.id for n, card in enumerate(self.cards) if n not in met]
        if lost:
            raise ContentError(f"[[scenario]]: expected cards that some choices lead to, got {', '.join(lost)}")


def _ways(card: Scenario) -> tuple[Way, ...]:
    return () if card.choice is None else (card.choice.left, card.choice.right)


def _check_numbers(found: Sequence[Scenario]) -> None:
    """DB-SCEN-002, -006: every number has a card; of several each has its letter, and one at most is the default."""
    for number in range(1, LAST_SCENARIO + 1):
        here = [card for card in found if card.number == number]
        if not here:
            raise ContentError(
                f"[[scenario]]: expected cards of the numbers 1 to {LAST_SCENARIO}, got none of {number}"
            )
        letters = [card.variant for card in here]
        if letters != [""] if len(here) == 1 else ("" in letters or len(set(letters)) < len(letters)):
            expected = "no variant where a number has one card, else a letter of its own each"
            raise ContentError(f"[[scenario]] number {number}: expected {expected}, got {letters}")
        defaults = [card.id for card in here if not card.requires]
        if len(defaults) > 1:
            raise ContentError(f"[[scenario]] number {number}: expected one card without requires, got {defaults}")
    endings = {card.ending_id for card in found} - {""}
    if len(endings) < LEAST_ENDINGS:
        raise ContentError(f"[[scenario]]: expected at least {LEAST_ENDINGS} endings, got {', '.join(sorted(endings))}")
