"""The game's own layers: difficulty, Story Book, Notes and cards, each over the one before (NC-GEN-001)."""

from __future__ import annotations

from typing import Any

from undercroft_netherworld_candle.rules import difficulty, texts
from undercroft_netherworld_candle.rules.campaign_begin import scenario_meant
from undercroft_netherworld_candle.rules.story_book import Prologue
from undercroft_netherworld_candle.terms import DIFFICULTIES

__all__ = ["layers"]


def layers(options: Any, content: Any) -> list[type[Any]]:
    """The layers of a setup: the chosen mode, the prologue, the Notes that may be opened, the cards.

    A campaign has those of every mode, because it may be changed on the way (NC-DIFF-001), and of every scenario.
    """
    if options.mode == "campaign":
        modes = list(difficulty.LAYERS.values())
        opened = list(range(len(content.scenario)))
    else:
        mode = DIFFICULTIES.index(options.difficulty)
        modes = [difficulty.LAYERS[mode]] if mode in difficulty.LAYERS else []
        opened = [scenario_meant(content, options.scenario)] if options.mode == "adventure" else []
    notes = [texts.note(n, content.scenario[n].number) for n in opened]
    return [*modes, Prologue, *notes, texts.CardText]
