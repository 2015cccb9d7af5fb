"""Fifty canned cases of chances: what is tested, from which Fate deck, with what help. See :mod:`test_odds`.

Decks: ``basic`` is the set that everybody begins with, ``grown`` and ``other`` are the decks of two Delvers late in the
campaign, with their advanced cards. ``+omens`` adds two of each omen, ``/3`` leaves the first three cards in the draw
pile and lays the rest on the discard pile, ``/0`` lays all of them there.
"""

from __future__ import annotations

from typing import Any

__all__ = ["CASES"]

MATCH = [
    {"deck": "basic", "n": 0, "aim": "death"},
    {"deck": "basic", "n": 1, "aim": "death"},
    {"deck": "basic", "n": 3, "aim": "fear"},
    {"deck": "basic", "n": 3, "aim": "death,fear,harm"},
    {"deck": "basic", "n": 2, "aim": "white-tiger"},
    {"deck": "basic", "n": 2, "aim": "black-tortoise,vermilion-bird"},
    {"deck": "basic", "n": 20, "aim": "life"},
    {"deck": "basic", "n": 25, "aim": "open"},
    {"deck": "basic", "n": 3, "aim": "rest", "redraws": 1},
    {"deck": "basic", "n": 3, "aim": "rest", "redraws": 3},
    {"deck": "basic", "n": 2, "aim": "view", "redraws": 9},
    {"deck": "basic/3", "n": 5, "aim": "death"},
    {"deck": "basic/3", "n": 3, "aim": "harm", "redraws": 1},
    {"deck": "basic/0", "n": 4, "aim": "fear"},
    {"deck": "basic", "n": 2, "aim": "death", "assists": ["basic"]},
    {"deck": "basic", "n": 2, "aim": "life", "assists": ["basic", "grown", "other"], "redraws": 1},
    {"deck": "basic", "n": 3, "aim": "open", "redraws": 2, "budget": 2, "price": (1, 0)},
    {"deck": "basic", "n": 3, "aim": "open", "redraws": 2, "budget": 1, "price": (1, 0)},
    {"deck": "basic", "n": 4, "aim": "life", "redraws": 3, "budget": 3, "price": (0, 1)},
    {"deck": "basic+omens", "n": 3, "aim": "azure-dragon", "redraws": 1},
    {"deck": "grown", "n": 2, "aim": "rest"},
    {"deck": "grown", "n": 4, "aim": "obstruction,view", "redraws": 1},
    {"deck": "grown", "n": 3, "aim": "open", "redraws": 1, "gain": True},
    {"deck": "other", "n": 3, "aim": "black-tortoise", "redraws": 2, "gain": True},
    {"deck": "other/3", "n": 4, "aim": "harm", "assists": ["grown"]},
]
ATTACK = [
    {"deck": "basic", "n": 0, "armor": 0, "health": 1},
    {"deck": "basic", "n": 1, "armor": 0, "health": 1},
    {"deck": "basic", "n": 4, "armor": 0, "health": 2},
    {"deck": "basic", "n": 5, "armor": 2, "health": 2},
    {"deck": "basic", "n": 3, "armor": 9, "health": 1},
    {"deck": "basic", "n": 3, "armor": 9, "health": 2},
    {"deck": "basic", "n": 4, "armor": 1, "health": 2, "hits": 1},
    {"deck": "basic", "n": 4, "armor": 3, "health": 3, "hits": 2, "pierce": 2},
    {"deck": "basic", "n": 4, "armor": 0, "health": 2, "hits": -1},
    {"deck": "basic", "n": 4, "armor": 1, "health": 3, "redraws": 1},
    {"deck": "basic", "n": 4, "armor": 1, "health": 3, "redraws": 2},
    {"deck": "basic", "n": 2, "armor": 0, "health": 3, "assists": ["basic", "basic"], "redraws": 1},
    {"deck": "basic/3", "n": 6, "armor": 1, "health": 3},
    {"deck": "grown", "n": 4, "armor": 2, "health": 3},
    {"deck": "other", "n": 4, "armor": 1, "health": 4, "redraws": 1},
]
STORY = [
    {"deck": "basic", "need": 1},
    {"deck": "basic", "need": 10},
    {"deck": "basic", "need": 19, "tokens": 1},
    {"deck": "basic", "need": 15, "karma": 2},
    {"deck": "basic", "need": 16, "tokens": 1, "karma": 1, "bonus": {"view": 4, "hit": 2}},
    {"deck": "basic+omens", "need": 12, "karma": 1, "bonus": {"white-tiger": 5}},
    {"deck": "grown", "need": 14, "tokens": 2},
]
DRAWS = [
    {"what": "dice", "n": 1, "aim": "death"},
    {"what": "dice", "n": 3, "aim": "death,fear,rest"},
    {"what": "dice", "n": 5, "aim": "life,open"},
]
CASES: list[tuple[str, dict[str, Any]]] = [
    (kind, case)
    for kind, cases in (("match", MATCH), ("attack", ATTACK), ("story", STORY), ("draw", DRAWS))
    for case in cases
]
