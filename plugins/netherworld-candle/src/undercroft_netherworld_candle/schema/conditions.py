"""Conditions of effects, triggers, choices and pages: a table whose every key has to hold."""

from __future__ import annotations

from typing import Any

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.base import check_n, check_word, check_words, need

__all__ = ["Condition"]


@attrs.frozen(kw_only=True)
class Condition:
    """What has to hold. Several keys in one table all have to; ``any`` and ``none`` hold further tables.

    About "you" (the Delver whose card, turn or choice it is):
        ``energy_at_least``, ``energy_at_most``, ``health_at_least``, ``health_at_most``, ``redraw_at_least``,
        ``cooldown_at_least``, ``neidan_at_least``, ``karma_at_least``, ``hand_at_least``, ``hand_at_most``,
        ``threats_at_least``, ``artifacts_at_least``, ``artifacts_at_most``, ``defeats_at_least`` (in this scenario):
        numbers; ``zone_has`` a, b or c; ``has_artifact``, ``equipped``, ``has_action``, ``delver``: ids; ``has_type`` a
        type of equipment; ``wounded`` (below the starting Health), ``immobilized``, ``alone`` (no other Delver here):
        true or false; ``attribute_at_least`` and ``reputation``: ``{ courage = 3 }``, ``{ some-faction = 4 }``.
    About your Location:
        ``delvers_here``, ``enemies_here``, ``icons_at_least``, ``icons_at_most`` (uncovered), ``talismans_at_least``,
        ``life_gates_here``, ``death_gates_here``: numbers; ``no_enemies_here``; ``gate_here`` a gate that is
        uncovered; ``at_location`` an id.
    About the party and the game:
        ``in_party`` a Delver, ``players_at_least``, ``players_at_most``, ``mark``, ``no_mark``, ``note``, ``no_note``,
        ``progress`` and ``setbacks`` (boxes checked at least), ``difficulty`` a list, ``first_game``, ``scenario_done``
        a scenario that was completed, ``ending`` as ``"scenario/ending"`` that was reached, ``party_artifacts``
        (stored by all Delvers and in the Stash, at least).
    About the scenario:
        ``candle_at_least`` a space, ``candle_colour``, ``round_at_least``, ``page``, ``slots_empty`` (no marker left on
        the page), ``slots_at_most`` markers left, ``revealed`` and ``all_on`` and ``delver_on`` a Location,
        ``defeated`` ``{ enemy-id = n }``, ``markers_on`` ``{ location-id = n }``, ``markers_at_least`` on the whole
        map, ``enemies_at_most`` in play.
    """

    energy_at_least: int | None = None
    energy_at_most: int | None = None
    health_at_least: int | None = None
    health_at_most: int | None = None
    redraw_at_least: int | None = None
    cooldown_at_least: int | None = None
    neidan_at_least: int | None = None
    karma_at_least: int | None = None
    hand_at_least: int | None = None
    hand_at_most: int | None = None
    zone_has: str | None = None
    threats_at_least: int | None = None
    artifacts_at_least: int | None = None
    artifacts_at_most: int | None = None
    has_artifact: str | None = None
    has_type: str | None = None
    equipped: str | None = None
    has_action: str | None = None
    wounded: bool | None = None
    immobilized: bool | None = None
    delver: str | None = None
    attribute_at_least: dict[str, int] | None = None
    reputation: dict[str, int] | None = None
    defeats_at_least: int | None = None
    alone: bool | None = None
    delvers_here: int | None = None
    enemies_here: int | None = None
    no_enemies_here: bool | None = None
    icons_at_least: int | None = None
    icons_at_most: int | None = None
    gate_here: str | None = None
    life_gates_here: int | None = None
    death_gates_here: int | None = None
    talismans_at_least: int | None = None
    at_location: str | None = None
    in_party: str | None = None
    players_at_least: int | None = None
    players_at_most: int | None = None
    mark: str | None = None
    no_mark: str | None = None
    note: str | None = None
    no_note: str | None = None
    progress: int | None = None
    setbacks: int | None = None
    difficulty: tuple[str, ...] | None = None
    candle_at_least: int | None = None
    candle_colour: str | None = None
    round_at_least: int | None = None
    page: str | None = None
    first_game: bool | None = None
    scenario_done: str | None = None
    ending: str | None = None
    slots_empty: bool | None = None
    slots_at_most: int | None = None
    revealed: str | None = None
    delver_on: str | None = None
    all_on: str | None = None
    defeated: dict[str, int] | None = None
    markers_on: dict[str, int] | None = None
    markers_at_least: int | None = None
    enemies_at_most: int | None = None
    party_artifacts: int | None = None
    any: tuple[Condition, ...] | None = None
    none: tuple[Condition, ...] | None = None

    def given(self) -> dict[str, Any]:
        """The keys that were written, with their values, in the order of the fields."""
        values = {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}
        return {key: value for key, value in values.items() if value is not None}

    def __attrs_post_init__(self) -> None:
        given = self.given()
        need(bool(given), "condition", "at least one key", {})
        for key, value in given.items():
            if isinstance(value, bool):
                continue
            if isinstance(value, int):
                check_n(key, value, 0, 99)
            elif isinstance(value, dict):
                need(bool(value), key, "at least one entry", value)
                for entry, n in value.items():
                    check_n(f"{key}: {entry}", n, 1, 30)
        self._check_words()

    def _check_words(self) -> None:
        if self.zone_has is not None:
            check_word("zone_has", self.zone_has, ("a", "b", "c"))
        if self.has_type is not None:
            check_word("has_type", self.has_type, terms.TYPES)
        if self.gate_here is not None:
            check_word("gate_here", self.gate_here, terms.GATES)
        if self.candle_colour is not None:
            check_word("candle_colour", self.candle_colour, terms.COLOURS)
        if self.difficulty is not None:
            check_words("difficulty", self.difficulty, terms.DIFFICULTIES)
        if self.attribute_at_least is not None:
            check_words("attribute_at_least", tuple(self.attribute_at_least), terms.ATTRIBUTES)
