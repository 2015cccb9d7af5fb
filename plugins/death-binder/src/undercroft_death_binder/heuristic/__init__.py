"""The heuristic player of Death Binder: rules of thumb, no forks, nothing that its seat cannot see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft import Option, Stream
from undercroft_death_binder.heuristic.camp import Camper
from undercroft_death_binder.heuristic.fight import Fighter
from undercroft_death_binder.heuristic.journey import Traveller
from undercroft_death_binder.heuristic.worth import Weights, Worth

__all__ = ["Heuristic", "Weights"]

Answer = Callable[[Any, int, Sequence[Option]], Option]


class Heuristic:
    """A fast player by rules of thumb.

    Every choice follows from the table alone, as far as its seat can see it: nothing is remembered and nothing left to
    chance. Prompts that a layer adds are answered with the first option.
    """

    looks_ahead = False

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()
        self._rules: Any = None
        self._answers: dict[str, Answer] = {}

    def begin(self, seat: int, stream: Stream) -> None:
        """Nothing is left to chance."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The option that looks best."""
        if len(options) == 1:
            return options[0]
        if table.rules is not self._rules:
            self._know(table.rules)
        answer = self._answers.get(prompt)
        return options[0] if answer is None else answer(table.state, seat, options)

    def _know(self, rules: Any) -> None:
        """Make the tables for a rulebook; a batch that draws modifiers has several."""
        worth = Worth(rules, self._weights)
        fighter, traveller, camper = Fighter(worth), Traveller(worth), Camper(worth)
        self._rules = rules
        self._answers = {
            "explore": traveller.explore,
            "cave-in": traveller.explore,
            "upgrade": camper.upgrade,
            "rest": camper.rest,
            "sidequest": camper.sidequest,
            "discovery": camper.discovery,
            "decision": camper.decision,
            "scenario": camper.scenario,
            "estimate": camper.estimate,
            "attack": fighter.attack,
            "store": fighter.store,
            "disarm": fighter.disarm,
            "reroll": fighter.reroll,
        }
