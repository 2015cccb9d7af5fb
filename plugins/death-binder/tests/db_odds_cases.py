"""Fifty canned cases of chances: tosses, rows of foes, cards that come. See :mod:`test_odds`.

A row names foes, by id or as ``made`` in :mod:`test_odds`; ``*`` before one says that it has attacked before, ``~``
that it is stunned. In co-op they take turns in whom they aim at.
"""

from __future__ import annotations

from typing import Any

__all__ = ["CASES"]

TOSSES: list[dict[str, Any]] = [
    {"n": 1, "skills": 0},
    {"n": 1, "skills": 1},
    {"n": 1, "skills": 3},
    {"n": 2, "skills": 0, "need": 2},
    {"n": 3, "skills": 0, "need": 1},
    {"n": 3, "skills": 2, "need": 2},
    {"n": 5, "skills": 0, "need": 0},
    {"n": 5, "skills": 5, "need": 5},
    {"n": 8, "skills": 1, "need": 6},
    {"n": 20, "skills": 0, "need": 20},
]
CARDS: list[dict[str, Any]] = [
    {"kind": "melee", "n": 0},
    {"kind": "melee", "n": 1},
    {"kind": "melee", "n": 3},
    {"kind": "spell", "n": 6},
    {"kind": "spell", "n": 15},
    {"kind": "melee", "n": 63},
    {"kind": "melee", "n": 5, "players": 2},
    {"kind": "spell", "n": 4, "seat": 2, "players": 2},
    {"kind": "melee", "n": 4, "level": 3},
]
ENCOUNTERS: list[dict[str, Any]] = [
    {"n": 1, "level": 1},
    {"n": 2, "level": 1},
    {"n": 4, "level": 2},
    {"n": 3, "level": 3},
    {"n": 5, "level": 4},
    {"n": 6, "level": 2, "players": 2},
]
EVENTS: list[dict[str, Any]] = [{"gone": 0}, {"gone": 10}, {"gone": 30}, {"gone": 39}]
ROWS: list[dict[str, Any]] = [
    {"row": "biter"},
    {"row": "biter *biter", "defense": 2},
    {"row": "biter biter biter biter", "defense": 3, "health": 20},
    {"row": "punisher", "defense": 0},
    {"row": "punisher", "defense": 3},
    {"row": "plain punisher punisher", "defense": 2, "health": 16},
    {"row": "piercer", "defense": 2},
    {"row": "piercer ~piercer piercer", "defense": 4, "health": 9},
    {"row": "loner", "defense": 1},
    {"row": "loner plain", "defense": 1},
    {"row": "hexer plain", "health": 12},
    {"row": "hexer hexer mage plain", "defense": 3, "health": 30},
    {"row": "witch mage hexer plain", "defense": 1, "health": 30, "melee": 2},
    {"row": "tosser", "defense": 3},
    {"row": "tosser *twin", "defense": 2, "health": 9},
    {"row": "twin", "defense": 1, "health": 3},
    {"row": "colmund veiled-surgeon leviathan-spawn", "defense": 4, "health": 15},
    {"row": "sael leviathan-spawn", "defense": 6, "health": 12, "spell": 2},
    {"row": "piercer biter", "players": 2, "defense": 2, "health": 5},
    {"row": "biter piercer punisher hexer", "players": 2, "defense": 1, "health": 4},
    {"row": "tosser twin witch mage", "players": 2, "health": 6},
]

CASES: list[tuple[str, dict[str, Any]]] = [
    (kind, case)
    for kind, cases in (
        ("toss", TOSSES),
        ("cards", CARDS),
        ("encounter", ENCOUNTERS),
        ("event", EVENTS),
        ("row", ROWS),
    )
    for case in cases
]
