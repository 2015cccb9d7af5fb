"""The heuristic player of Netherworld Candle: rules of thumb, no forks, no hidden card.

It knows what is printed, also the outcomes of Story Cards, like somebody who has played the campaign before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from undercroft import Option, Stream
from undercroft_netherworld_candle.heuristic.choices import Choices
from undercroft_netherworld_candle.heuristic.effects import Effects
from undercroft_netherworld_candle.heuristic.fight import Fight
from undercroft_netherworld_candle.heuristic.goals import Goals
from undercroft_netherworld_candle.heuristic.leaning import Leaning
from undercroft_netherworld_candle.heuristic.odds import Odds
from undercroft_netherworld_candle.heuristic.story import Story
from undercroft_netherworld_candle.heuristic.turn import Turn
from undercroft_netherworld_candle.heuristic.weights import Weights

__all__ = ["Heuristic", "Weights"]

Answer = Callable[[Any, int, Sequence[Option]], Option]


class Heuristic:
    """A fast player by rules of thumb.

    Every choice follows from the table, as far as its seat can see it, and from a leaning that is drawn when a game
    begins; nothing else is remembered. Prompts that a layer adds are answered with the first option.
    """

    looks_ahead = False

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()
        self._leaning = Leaning()
        self._rules: Any = None
        self._answers: dict[str, Answer] = {}
        self._forget: Callable[[], None] = lambda: None

    def begin(self, seat: int, stream: Stream) -> None:
        """Draw what is liked in this game."""
        self._leaning.draw(stream)

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The option that looks best."""
        if len(options) == 1:
            return options[0]
        if table.rules is not self._rules:
            self._know(table.rules)
        answer = self._answers.get(prompt)
        if answer is None:
            return options[0]
        self._forget()
        return answer(table.state, seat, options)

    def _know(self, rules: Any) -> None:
        """Make the tables for a rulebook."""
        odds = Odds(rules)
        goals = Goals(rules, self._weights, odds, self._leaning)
        fight = Fight(rules, goals, odds)
        effects = Effects(rules, goals, fight)
        turn = Turn(rules, goals, fight, effects)
        choices = Choices(rules, goals, fight, effects)
        story = Story(rules, effects, choices)
        self._rules = rules
        self._forget = odds.now.clear
        self._answers = {
            "turn": turn.turn, "any-time": turn.any_time, "move": turn.move, "investigate": turn.investigate,
            "reveal": turn.investigate, "place": fight.displaced, "displaced": fight.displaced,
            "enemy": fight.enemy, "target": fight.target, "spawn": fight.spawn,
            "redraw": choices.redraw, "assist": choices.assist, "declare": choices.declare, "cover": choices.cover,
            "choose": choices.choose, "deck": choices.deck, "acquire": choices.acquire, "store": choices.store,
            "lose-artifact": choices.worst_token, "cost-artifact": choices.worst_token,
            "cost-card": choices.worst_card, "discard-hand": choices.worst_card,
            "cool": choices.best_card, "recall": choices.best_card,
            "threat": choices.threat, "overcome": choices.threat, "who": choices.who, "next": choices.next_turn,
            "hand": story.hand, "convert": story.convert, "legendary": story.give, "failed": story.failed,
            "story": story.story, "walk": story.walk, "stand": story.stand, "story-choice": story.outcome,
            "journey-choice": story.outcome, "story-redraw": story.redraw, "outfit": story.outfit,
            "gear-type": story.gear_type, "delver": story.delver, "defeat": story.defeat, "tree": story.tree,
            "remove-fate": story.remove_fate, "gear": story.gear, "defy": story.last, "early-end": story.last,
            "trade": story.last, "exchange": story.first, "unused-karma": story.first, "hand-on": story.hand_on,
        }  # fmt: skip
