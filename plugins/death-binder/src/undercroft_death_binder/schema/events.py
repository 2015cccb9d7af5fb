"""Event cards of the six kinds (DB-EVENT-001)."""

from __future__ import annotations

from typing import Final

import attrs

from undercroft_death_binder.schema.base import LOCATIONS, Effect, check_effects, check_id, check_n, check_word, need
from undercroft_death_binder.schema.foes import check_vulnerability

__all__ = [
    "EVENT_KINDS",
    "PRECOGNITION_TARGETS",
    "Ambush",
    "CaveIn",
    "Decision",
    "Discovery",
    "Event",
    "Obstacle",
    "Precognition",
]

EVENT_KINDS: Final = ("ambush", "discovery", "obstacle", "decision", "cave_in", "precognition")
"""The kinds of Events, in the order of their numbers in :class:`undercroft_death_binder.cards.EventCard`."""

PRECOGNITION_TARGETS: Final = (
    "enemies_current_level",
    "event_deck",
    "ambushes_left",
    "removed_melee",
    "next_melee",
    "next_spell",
)
"""What a Precognition may ask for (DB-EVENT-037)."""


@attrs.frozen
class Ambush:
    """The Event Enemies of an Ambush by player count, from left to right (DB-EVENT-006, DB-EVENT-007)."""

    solo: tuple[str, ...]
    coop: tuple[str, ...]


@attrs.frozen
class Discovery:
    """Toss for ``reward`` or ``penalty``, or take ``blight`` and leave it alone (DB-EVENT-009)."""

    reward: tuple[Effect, ...]
    penalty: tuple[Effect, ...]
    blight: int


@attrs.frozen
class Obstacle:
    """``health`` at Enemy level 1, and what falling or standing brings (DB-EVENT-015, -018, -019)."""

    health: int
    vuln_melee: int
    vuln_spell: int
    reward: tuple[Effect, ...]
    penalty: tuple[Effect, ...]


@attrs.frozen
class Decision:
    """All of ``left`` or all of ``right`` (DB-EVENT-023); each side also has a line of words."""

    left: tuple[Effect, ...]
    right: tuple[Effect, ...]
    left_text: str
    right_text: str


@attrs.frozen
class CaveIn:
    """The ``locations`` that are closed, never BOSS (DB-EVENT-025, DB-MAP-027)."""

    locations: tuple[str, ...]


@attrs.frozen
class Precognition:
    """An estimate of ``target``: ``higher`` for an exact one, ``lower`` within ``limit`` (DB-EVENT-033 to -037).

    ``n`` is how many of the next cards are looked at, for ``next_melee`` and ``next_spell`` alone.
    """

    target: str
    limit: int
    lower: tuple[Effect, ...]
    higher: tuple[Effect, ...]
    n: int = 0


@attrs.frozen
class Event:
    """An Event card: its kind, and under the key of that name what this kind prints."""

    id: str
    kind: str
    title: str
    text: str
    ambush: Ambush | None = None
    discovery: Discovery | None = None
    obstacle: Obstacle | None = None
    decision: Decision | None = None
    cave_in: CaveIn | None = None
    precognition: Precognition | None = None

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_word("kind", self.kind, EVENT_KINDS)
        found = tuple(kind for kind in EVENT_KINDS if getattr(self, kind) is not None)
        need(found == (self.kind,), "kind", f"a table {self.kind!r} and none of another kind", found)
        if self.ambush is not None:
            _check_ambush(self.ambush)
        if self.discovery is not None:
            _check_discovery(self.discovery)
        if self.obstacle is not None:
            _check_obstacle(self.obstacle)
        if self.decision is not None:
            _check_decision(self.decision)
        if self.cave_in is not None:
            _check_cave_in(self.cave_in)
        if self.precognition is not None:
            _check_precognition(self.precognition)


def _check_ambush(ambush: Ambush) -> None:
    for key, foes in (("solo", ambush.solo), ("coop", ambush.coop)):
        need(len(foes) > 0, f"ambush.{key}", "at least one event_enemy id", foes)
        need(len(set(foes)) == len(foes), f"ambush.{key}", "no more copies of an event_enemy than exist (one)", foes)


def _check_discovery(discovery: Discovery) -> None:
    check_effects("discovery.reward", discovery.reward)
    check_effects("discovery.penalty", discovery.penalty)
    check_n("discovery.blight", discovery.blight, 1, 9)


def _check_obstacle(obstacle: Obstacle) -> None:
    check_n("obstacle.health", obstacle.health, 1, 20)
    check_vulnerability("obstacle.", obstacle.vuln_melee, obstacle.vuln_spell)
    check_effects("obstacle.reward", obstacle.reward)
    check_effects("obstacle.penalty", obstacle.penalty)


def _check_decision(decision: Decision) -> None:
    check_effects("decision.left", decision.left)
    check_effects("decision.right", decision.right)


def _check_cave_in(cave_in: CaveIn) -> None:
    need(len(cave_in.locations) > 0, "cave_in.locations", "at least one location", cave_in.locations)
    need(len(set(cave_in.locations)) == len(cave_in.locations), "cave_in.locations", "each once", cave_in.locations)
    for location in cave_in.locations:
        need(location in LOCATIONS, "cave_in.locations", "A1 to C5, never BOSS (DB-MAP-027)", location)


def _check_precognition(precognition: Precognition) -> None:
    check_word("precognition.target", precognition.target, PRECOGNITION_TARGETS)
    check_n("precognition.limit", precognition.limit, 1, 3)
    check_effects("precognition.lower", precognition.lower)
    check_effects("precognition.higher", precognition.higher)
    if precognition.target in ("next_melee", "next_spell"):
        check_n("precognition.n", precognition.n, 2, 12)
    else:
        need(precognition.n == 0, "precognition.n", f"no n with {precognition.target}", precognition.n)
