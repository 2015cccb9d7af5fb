"""The map as a layout: where Location Cards lie, which of them are adjacent, how far it is, which icons show."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Board, Prompt
from undercroft_netherworld_candle.cards import OFFSETS
from undercroft_netherworld_candle.rules.tests_adventure import TestsAdventure
from undercroft_netherworld_candle.state import Enemy, MapCard, State
from undercroft_netherworld_candle.terms import DEATH, LIFE

__all__ = ["DEATH_BIT", "LIFE_BIT", "Layout"]

LIFE_BIT: Final = 8
"""The first bit of ``MapCard.covered`` that stands for a Gate of Life Token."""
DEATH_BIT: Final = 16
_PRINTED: Final = (1 << LIFE_BIT) - 1
_MAPS_KEPT: Final = 2_000

Paths = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""``ways``, ``far`` and ``doors`` of a state."""


class Layout(TestsAdventure):
    """Adjacency and icons (MAP)."""

    __slots__ = ("_mapped", "icon_masks")

    prompts: ClassVar[dict[str, Prompt]] = {
        "place": Prompt("NC-MAP-004", "Which Location?"),
        "side": Prompt("NC-MAP-004", "At which side of the Location is the card laid?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self._mapped: dict[tuple[Any, ...], Paths] = {}
        """What was found out about maps that lay before: most games of a scenario come by the same ones."""
        self.icon_masks: tuple[tuple[int, ...], ...] = tuple(_masks(icons) for icons in self.content.loc_icons)
        """``icon_masks[location][covered]``: the printed gates that show."""

    # -- where cards lie ------------------------------------------------------------------------------------------

    def here(self, s: State, place: int) -> MapCard:
        """The Location Card with that index of the map."""
        return s.map[place]

    def place_of(self, s: State, location: int) -> int:
        """NC-MAP-001: the index of a Location Card on the map, face up or not; -1 where it does not lie there."""
        for at, card in enumerate(s.map):
            if card.card == location and not card.gone:
                return at
        return -1

    def place_at(self, s: State, x: int, y: int) -> int:
        """The index of the card at a spot of the table, -1 for none."""
        for at, card in enumerate(s.map):
            if card.x == x and card.y == y and not card.gone:
                return at
        return -1

    def is_open(self, card: MapCard) -> bool:
        """NC-MAP-001, NC-MAP-005, NC-MAP-012: whether a card can be entered: face up and no Location Event."""
        return card.face_up and not card.gone and not self.content.loc_event[card.card]

    def lay(self, s: State, location: int, x: int, y: int) -> int:
        """NC-ADV-011: lay a card face down at a spot of the table; the map has no size limit. Returns its index."""
        s.map.append(MapCard(location, x, y))
        return len(s.map) - 1

    def remap(self, s: State) -> None:
        """NC-MAP-004, NC-MAP-005, NC-ENEMY-011: what is adjacent to what, and how far; after each change of the map."""
        lying = tuple([(card.card, card.x, card.y, card.face_up, card.gone) for card in s.map])
        known = self._mapped.get(lying)
        if known is None:
            if len(self._mapped) >= _MAPS_KEPT:
                self._mapped.clear()
            known = self._mapped[lying] = self._paths(s)
        s.ways, s.far, s.doors = known

    def _paths(self, s: State) -> Paths:
        """Ways, distances and doors of a map as it lies."""
        spots = {(card.x, card.y): at for at, card in enumerate(s.map) if self.is_open(card)}
        edges = [
            (at, spots[x + dx, y + dy])
            for (x, y), at in spots.items()
            for dx, dy in OFFSETS[1:3]
            if (x + dx, y + dy) in spots
        ]
        board = Board(len(s.map), edges)
        places = range(len(s.map))
        return (
            tuple([tuple(board.neighbours(place)) for place in places]),
            tuple([tuple(board.distances(place)) for place in places]),
            tuple([self._doors(s, card) for card in s.map]),
        )

    def _doors(self, s: State, card: MapCard) -> tuple[int, ...]:
        """NC-ACT-004, NC-ACT-006: the numbered edges whose card is not face up yet."""
        if not self.is_open(card):
            return ()
        lying = {other.card: other for other in s.map}
        return tuple([
            side
            for side, number in enumerate(self.content.loc_edges[card.card])
            if number >= 0 and (number not in lying or not (lying[number].face_up or lying[number].gone))
        ])  # fmt: skip

    def neighbours(self, s: State, place: int) -> tuple[int, ...]:
        """NC-MAP-004: the places that one step leads to."""
        return s.ways[place]

    def distance(self, s: State, place: int, other: int) -> int:
        """NC-ENEMY-011: steps between adjacent face-up Locations from one place to another, -1 where no way leads."""
        return s.far[place][other]

    def places_within(self, s: State, place: int, steps: int) -> list[int]:
        """The places at most so many steps away, the own one included."""
        return [other for other, far in enumerate(s.far[place]) if 0 <= far <= steps]

    def open_places(self, s: State) -> list[int]:
        """NC-MAP-005: every Location that can be entered."""
        return [at for at, card in enumerate(s.map) if self.is_open(card)]

    # -- who is where ---------------------------------------------------------------------------------------------

    def enemy(self, s: State, number: int) -> Enemy | None:
        """NC-GEN-010: the enemy in play with that number."""
        for e in s.enemies:
            if e.number == number:
                return e
        return None

    def enemies_at(self, s: State, place: int) -> list[Enemy]:
        """The enemies at a Location."""
        return [e for e in s.enemies if e.place == place]

    def enemies_within(self, s: State, place: int, steps: int) -> list[Enemy]:
        """NC-ENEMY-007: the enemies at most so many steps away."""
        far = s.far[place]
        return [e for e in s.enemies if 0 <= far[e.place] <= steps]

    def companions_at(self, s: State, place: int) -> list[tuple[int, int]]:
        """NC-EQUIP-013: the Companions on the map at a Location, as (seat, index of the Equipment Card)."""
        return [
            (d.seat, at) for d in s.delvers for at, item in enumerate(d.equipment)
            if item.in_play and item.place == place
        ]  # fmt: skip

    # -- icons ----------------------------------------------------------------------------------------------------

    def gates(self, s: State, place: int) -> int:
        """NC-MAP-013 to -015: the mask of the Bagua icons that are not covered, those of Gate tokens included."""
        card = s.map[place]
        covered = card.covered
        mask = self.icon_masks[card.card][covered & _PRINTED]
        if card.life and (1 << card.life) - 1 & ~(covered >> LIFE_BIT):
            mask |= 1 << LIFE
        if card.death and (1 << card.death) - 1 & ~(covered >> DEATH_BIT):
            mask |= 1 << DEATH
        return mask

    def icons(self, s: State, place: int) -> list[tuple[int, int]]:
        """NC-MAP-014: every icon of a Location as (gate, bit of ``covered``), printed ones first."""
        card = s.map[place]
        found = [(gate, bit) for bit, gate in enumerate(self.content.loc_icons[card.card])]
        found += [(LIFE, LIFE_BIT + i) for i in range(card.life)]
        return found + [(DEATH, DEATH_BIT + i) for i in range(card.death)]

    def icons_open(self, s: State, place: int) -> int:
        """NC-MAP-013: how many icons are not covered."""
        covered = s.map[place].covered
        return sum(not covered >> bit & 1 for _, bit in self.icons(s, place))

    def markers(self, s: State, place: int) -> int:
        """How many Puzzle Markers lie at a Location."""
        return s.map[place].covered.bit_count()

    def place_name(self, s: State, place: int) -> str:
        """A Location as named in the log."""
        return self.content.loc_title[s.map[place].card] if place >= 0 else "nowhere"


def _masks(icons: tuple[int, ...]) -> tuple[int, ...]:
    """For each pattern of covered icons the mask of the gates that show."""
    return tuple(
        sum({1 << gate for bit, gate in enumerate(icons) if not covered >> bit & 1})
        for covered in range(1 << len(icons))
    )
