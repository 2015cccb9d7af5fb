"""Effects as content files print them, and the verbs with signed amounts that the rules know (DB-EVENT-040)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Verb
from undercroft_death_binder.schema.base import Effect

__all__ = ["EFFECT_VERBS", "effects"]

EFFECT_VERBS: Final[Mapping[str, tuple[int, int]]] = {
    "xp": (verbs.XP, 1),
    "blight": (verbs.BLIGHT, 1),
    "dd": (verbs.DD, 1),
    "health": (verbs.HEALTH, 1),
    "skill": (verbs.SKILL, 1),
    "special": (verbs.SPECIAL, 1),
    "blinded": (verbs.BLINDED, 1),
}
"""The verb of each effect, and the sign of its amount."""


def effects(printed: Iterable[Effect], words: Mapping[str, tuple[int, int]] = EFFECT_VERBS) -> tuple[Verb, ...]:
    """Printed effects as verbs with signed amounts, in their order."""
    return tuple((words[effect.do][0], words[effect.do][1] * effect.n) for effect in printed)
