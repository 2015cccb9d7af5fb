"""Player boards, Blight tracks and the two sides of the map."""

from __future__ import annotations

from typing import Final

import attrs

from undercroft_death_binder.schema.base import PLACES, check_id, check_n, check_word, need

__all__ = ["REST_ACTIONS", "TRAITS", "BlightTrack", "Board", "Map", "Mark", "RestAction", "Trait"]

TRAITS: Final = (
    "character_level",
    "spell",
    "melee",
    "max_attacks",
    "store_cards",
    "max_health",
    "starting_defense",
)
"""The seven traits, in the order of their numbers (DB-TRAIT-001)."""

REST_ACTIONS: Final = ("heal", "remove_stored", "buy", "recover", "cleanse")
"""The Rest actions of every board, in the order of their numbers (DB-REST-002 to -007)."""


@attrs.frozen
class Trait:
    """A trait track: ``values`` from Start upwards and the XP ``costs`` of each further step (DB-TRAIT-001).

    Steps that are crossed out on the board are left out (DB-TRAIT-004).
    """

    values: tuple[int, ...]
    costs: tuple[int, ...]


@attrs.frozen
class RestAction:
    """A Rest action: pay ``price`` in ``pay`` (``dd`` cards or ``xp``), get ``n`` of its effect (DB-REST-001)."""

    id: str
    pay: str
    price: int
    n: int = 1


@attrs.frozen
class Board:
    """A player board (DB-BOARD-001 to -004) with its traits, start values, XP track and Rest actions."""

    id: str
    role: str
    colour: str
    start_health: int
    start_defense: int
    xp_max: int
    skill_points: tuple[int, ...]
    traits: dict[str, Trait]
    rest_actions: tuple[RestAction, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(set(self.traits) == set(TRAITS), "traits", "exactly " + ", ".join(TRAITS), sorted(self.traits))
        for name, trait in self.traits.items():
            _check_trait(f"traits.{name}", trait)
        need(self.start_health == self.traits["max_health"].values[0], "start_health",
             "the first value of max_health", self.start_health)  # fmt: skip
        need(self.start_defense == self.traits["starting_defense"].values[0], "start_defense",
             "the first value of starting_defense", self.start_defense)  # fmt: skip
        check_n("xp_max", self.xp_max, 1, 99)
        for point in self.skill_points:
            check_n("skill_points", point, 1, self.xp_max)
        named = tuple(action.id for action in self.rest_actions)
        need(named == REST_ACTIONS, "rest_actions", "in this order " + ", ".join(REST_ACTIONS), named)
        for action in self.rest_actions:
            check_word(f"rest_actions: pay of {action.id}", action.pay, ("dd", "xp"))
            check_n(f"rest_actions: price of {action.id}", action.price, 1, 20)
            check_n(f"rest_actions: n of {action.id}", action.n, 1, 20)


def _check_trait(where: str, trait: Trait) -> None:
    need(len(trait.values) > 0, f"{where}.values", "at least one value", trait.values)
    need(sorted(set(trait.values)) == list(trait.values), f"{where}.values", "values that rise", trait.values)
    need(len(trait.costs) == len(trait.values) - 1, f"{where}.costs", "one cost a step beyond Start", trait.costs)
    for cost in trait.costs:
        check_n(f"{where}.costs", cost, 1, 99)


@attrs.frozen
class Mark:
    """An nE mark: from Blight ``at`` upwards an Encounter draws ``enemies`` (DB-TRACK-003)."""

    at: int
    enemies: int


@attrs.frozen
class BlightTrack:
    """A Blight track from 0 to ``max`` with its marks and the red corruption mark (DB-TRACK-004, DB-TRACK-005)."""

    id: str
    max: int
    red: int
    marks: tuple[Mark, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("max", self.max, 1, 99)
        check_n("red", self.red, 0, self.max)
        starts = [mark.at for mark in self.marks]
        need(starts[:1] == [0] and sorted(set(starts)) == starts, "marks", "rising from 0", starts)
        for mark in self.marks:
            check_n("marks: at", mark.at, 0, self.max)
            check_n("marks: enemies", mark.enemies, 1, 9)


@attrs.frozen
class Map:
    """A side of the map (DB-MAP-002): its locations, start locations and undirected corridors."""

    id: str
    title: str
    text: str
    locations: tuple[str, ...]
    starts: tuple[str, ...]
    boss: str
    corridors: tuple[tuple[str, str], ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(self.locations == PLACES, "locations", "A1, B1, C1, A2 … C5, BOSS", self.locations)
        need(self.boss == "BOSS", "boss", "BOSS", self.boss)
        for start in self.starts:
            check_word("starts", start, PLACES[:3])
        need(len(self.starts) > 0, "starts", "at least one", self.starts)
        seen: set[frozenset[str]] = set()
        for pair in self.corridors:
            for location in pair:
                check_word("corridors", location, PLACES)
            need(len(set(pair)) == 2 and frozenset(pair) not in seen, "corridors", "each pair once", pair)
            seen.add(frozenset(pair))
