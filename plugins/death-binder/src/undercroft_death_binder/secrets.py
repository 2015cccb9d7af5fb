"""What somebody who begins the Campaign must not be told, and what is said of it all the same.

Open is the first Scenario, The Awakening. The others are told by number and letter, endings by their letter, as in
scenario 9b and ending c.
"""

from __future__ import annotations

from collections.abc import Iterable

from undercroft import Secret
from undercroft_death_binder.cards import Content, ScenarioCard

__all__ = ["secrets"]

_LONG_ENOUGH = 20
"""A text of fewer characters is no secret: a choice such as "go on" gives nothing away."""


def secrets(content: Content) -> Iterable[Secret]:
    """The Scenarios after the first, their endings, and the flags by which choices are remembered."""
    for card in content.scenarios:
        if card.number > 1:
            texts = (card.narration, card.ending, *(way.text for way in card.ways))
            long = (text for text in texts if len(text) >= _LONG_ENOUGH)
            yield Secret(said_of(card), card.title, (card.id, card.ending_id, *long))
    for n, flag in enumerate(content.ids["flag"], 1):
        yield Secret(f"flag {n}", flag)


def said_of(card: ScenarioCard) -> str:
    """How a Scenario, or the ending that it tells, is called without its title."""
    return f"ending {card.variant or card.number}" if card.ending_id else f"scenario {card.number}{card.variant}"
