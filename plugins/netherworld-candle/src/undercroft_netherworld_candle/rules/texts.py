"""The upper levels of the Golden Rule: the Note of each scenario, and over it the text on cards (NC-GEN-001).

What a Note and a card say is data; these layers are where it overrules what is written below them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from undercroft import Layer
from undercroft_netherworld_candle.rules.campaign import Campaign
from undercroft_netherworld_candle.state import Enemy, State
from undercroft_netherworld_candle.terms import MOD_READY, STANCE_IMMOBILIZED, STANCE_RULE

__all__ = ["CardText", "note"]


@cache
def note(scenario: int, number: int) -> type[Any]:
    """The layer of a scenario, by its place in the content and its printed number; it speaks while its Note is open.

    It is named by the number, because the title would tell what lies ahead.
    """

    class Note(Layer, Campaign, at="note"):
        """What the Note of one scenario sets instead of the rulebook."""

        def track(self, s: State) -> tuple[int, ...]:
            """NC-CANDLE-007: the track that the Note lays out."""
            return self.content.scenario[scenario].track if s.scenario == scenario else super().track(s)

        def candle_card(self, s: State, colour: int) -> int:
            """NC-CANDLE-003: the Candle Card that the Note sets out for a colour."""
            if s.scenario == scenario:
                return self.content.scenario[scenario].candle[colour]
            return super().candle_card(s, colour)

        def named_artifacts(self, s: State) -> tuple[tuple[int, int, int], ...]:
            """NC-ART-005: the tokens that the Note puts into the bag."""
            return self.content.scenario[scenario].bag if s.scenario == scenario else super().named_artifacts(s)

        def page_exit(self, s: State) -> tuple[int, int] | None:
            """NC-ADV-022: where the open page of the Note leads."""
            return self.open_exit(s) if s.scenario == scenario else super().page_exit(s)

    Note.__name__ = Note.__qualname__ = f"Note{number}"
    return Note


class CardText(Layer, Campaign, at="card"):
    """What is printed on cards has the last word."""

    def spawns_immobilized(self, s: State, e: Enemy, stance: int) -> bool:
        """NC-ENC-006, NC-ADV-017: an enemy whose card tells how it comes into play does so."""
        if stance != STANCE_RULE:
            return stance == STANCE_IMMOBILIZED
        return super().spawns_immobilized(s, e, stance) and not self.enemy_modifier(s, e, MOD_READY)
