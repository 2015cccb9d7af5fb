"""The map as it changes: Locations are revealed, laid, taken away; Delvers come and go."""

from __future__ import annotations

from typing import ClassVar

from undercroft import Flow, Option, Prompt
from undercroft_netherworld_candle.cards import OFFSETS
from undercroft_netherworld_candle.rules.map_tokens import Tokens
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    ON_ENTER,
    ON_LEAVE,
    ON_REVEAL,
    WHERE_ADJACENT,
    WHERE_ANY,
    WHERE_EACH,
    WHERE_GM,
    WHERE_LOCATION,
    WHERE_START,
    WHERE_YOU,
)

__all__ = ["Map"]


class Map(Tokens):
    """Revealing, closing and entering Locations (MAP, and ADV-011)."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "displaced": Prompt("NC-MAP-010", "The Location is gone. Where does the unit go?"),
        "reveal": Prompt("NC-MAP-003", "Which face-down card is turned up?"),
    }

    # -- revealing ------------------------------------------------------------------------------------------------

    def reveal_location(self, s: State, seat: int, place: int) -> Flow:
        """NC-MAP-003, -011, -012, NC-ACT-005: turn a card up, lay out its neighbours, resolve what it says."""
        content = self.content
        card = s.map[place]
        card.face_up = True
        self.lay_neighbours(s, place)
        self.remap(s)
        location = card.card
        if self.loud:
            kind = "Location Event" if content.loc_event[location] else "Location"
            # What a Location does lies open from now on; an event is read here or nowhere.
            rules = f" {content.location[location].rules}" if content.loc_event[location] else ""
            self.tell(s, "NC-MAP-003", "The {0} {1} is revealed.{2}", kind, content.loc_title[location], rules)
        yield from self.carry_out(s, seat, content.loc_effects[location], ("location", location, place))
        card.resolved = content.loc_event[location]
        yield from self.fire(s, ON_REVEAL, seat, place)

    def lay_neighbours(self, s: State, place: int) -> None:
        """NC-MAP-002, NC-MAP-003: the cards named on the edges are laid face down, unless they lie there already."""
        card = s.map[place]
        lying = {other.card for other in s.map}
        for side, number in enumerate(self.content.loc_edges[card.card]):
            if number >= 0 and number not in lying:
                dx, dy = OFFSETS[side]
                if self.place_at(s, card.x + dx, card.y + dy) < 0:
                    self.lay(s, number, card.x + dx, card.y + dy)

    def reveal_here(self, s: State, seat: int, n: int) -> Flow:
        """NC-MAP-003: turn up to n face-down cards at one's own Location up; this is no action."""
        for _ in range(n):
            place = s.delvers[seat - 1].place
            options: list[Option] = [("side", side) for side in s.doors[place]]
            if not options:
                return
            side = (yield from self.pick(s, seat, "reveal", options))[1]
            yield from self.reveal_location(s, seat, self.behind(s, place, side))

    def behind(self, s: State, place: int, side: int) -> int:
        """NC-ACT-004, NC-MAP-003: the index of the card at a numbered edge, which is fetched where it does not lie."""
        card = s.map[place]
        number = self.content.loc_edges[card.card][side]
        found = self.place_of(s, number)
        if found < 0:
            dx, dy = OFFSETS[side]
            found = self.lay(s, number, card.x + dx, card.y + dy)
        return found

    def place_beside(self, s: State, seat: int, location: int, at: int) -> Flow:
        """NC-MAP-004: lay a card face up at a free side of a Location of the map, or of one's own; edges do not count.

        Where no side is free, or the card lies face up already, nothing happens.
        """
        place = self.place_of(s, location)
        if place < 0:
            base = self.place_of(s, at) if at >= 0 else s.delvers[seat - 1].place
            options: list[Option] = [("side", side) for side in self.free_sides(s, base)]
            if not options:
                return
            side = (yield from self.pick(s, seat, "side", options))[1]
            card, (dx, dy) = s.map[base], OFFSETS[side]
            place = self.lay(s, location, card.x + dx, card.y + dy)
        if not s.map[place].face_up:
            yield from self.reveal_location(s, seat, place)

    def free_sides(self, s: State, place: int) -> list[int]:
        """NC-MAP-004: the sides of a card of the map at which no other card lies."""
        if place < 0:
            return []
        card = s.map[place]
        return [side for side, (dx, dy) in enumerate(OFFSETS) if self.place_at(s, card.x + dx, card.y + dy) < 0]

    def can_place(self, s: State, seat: int, location: int, at: int) -> bool:
        """NC-ENC-015: whether :meth:`place_beside` would change anything."""
        place = self.place_of(s, location)
        if place >= 0:
            return not s.map[place].face_up
        return bool(self.free_sides(s, self.place_of(s, at) if at >= 0 else s.delvers[seat - 1].place))

    # -- taking away ----------------------------------------------------------------------------------------------

    def close_location(self, s: State, place: int, *, down: bool = False) -> Flow:
        """NC-MAP-009, -010: a Location is taken away; its tokens are discarded, the units go to neighbours.

        With ``down`` it is flipped: it stays where it lies and may be turned up again.
        """
        card = s.map[place]
        if card.gone or (down and not card.face_up):
            return
        adjacent = bool(s.ways[place])
        ways = self.ways_out(s, place)
        if not ways and self.is_open(card):
            return  # the last Location of the map stays: there is nowhere to go
        card.gone = not down
        card.face_up = False
        card.covered = card.life = card.death = card.talismans = 0
        self.remap(s)
        if self.loud:
            how = "turned face down" if down else "taken away"
            self.tell(s, "NC-MAP-009", "{0} is {1}.", self.content.loc_title[card.card], how)
        if not ways:
            return
        options: list[Option] = [("place", way) for way in ways]
        for d in s.delvers:
            seat = d.seat if adjacent else s.gm
            if d.place == place:
                choice = yield from self.pick(s, seat, "displaced", options)
                yield from self.go(s, d, choice[1])
            for item in d.equipment:
                if item.in_play and item.place == place:
                    item.place = (yield from self.pick(s, seat, "displaced", options))[1]
        for e in s.enemies:
            if e.place == place:
                e.place = (yield from self.pick(s, s.gm, "displaced", options))[1]

    def ways_out(self, s: State, place: int) -> tuple[int, ...]:
        """NC-MAP-010: the adjacent Locations, else the nearest in card distance."""
        if s.ways[place]:
            return s.ways[place]
        card = s.map[place]
        rows = [
            (abs(other.x - card.x) + abs(other.y - card.y), at)
            for at, other in enumerate(s.map)
            if at != place and self.is_open(other)
        ]
        nearest = min(rows, default=(0, 0))[0]
        return tuple([at for far, at in rows if far == nearest])

    # -- coming and going -----------------------------------------------------------------------------------------

    def go(self, s: State, d: Delver, place: int) -> Flow:
        """NC-EQUIP-013, NC-MAP-006: a Delver comes to another Location; Companions that stand along go along."""
        before = d.place
        if before == place:
            return
        d.place = place
        for item in d.equipment:
            if item.in_play and item.place == before:
                item.place = place
        if self.loud:
            self.tell(s, "NC-ACT-001", "{0} goes to {1}.", self.name(d), self.place_name(s, place))
        yield from self.fire(s, ON_LEAVE, d.seat, before)
        if d.place == place:
            yield from self.fire(s, ON_ENTER, d.seat, place)

    def teleport(self, s: State, seat: int, where: int, at: int, you: int = 0) -> Flow:
        """A Delver is put at another Location; this is no Move action. ``you`` is whose effect it is."""
        d = s.delvers[seat - 1]
        spots = [place for place in self.spots(s, you or seat, where, at) if self.is_open(s.map[place])]
        if spots:
            chooser = s.gm if where not in (WHERE_ANY, WHERE_ADJACENT) else seat
            options: list[Option] = [("place", place) for place in dict.fromkeys(spots)]
            yield from self.go(s, d, (yield from self.pick(s, chooser, "place", options))[1])

    def can_teleport(self, s: State, seat: int, where: int, at: int) -> bool:
        """NC-ENC-015: whether there is a Location where :meth:`teleport` would put a Delver."""
        return any(self.is_open(s.map[place]) for place in self.spots(s, seat, where, at))

    def spots(self, s: State, seat: int, where: int, at: int) -> list[int]:
        """The Locations that a WHERE_… means for a Delver; one has to be chosen where there are several."""
        d = s.delvers[seat - 1]
        if where == WHERE_YOU:
            return [d.place]
        if where == WHERE_GM:
            return [self.delver(s, s.gm).place]
        if where == WHERE_START:
            start = self.place_of(s, self.content.scenario[s.scenario].start)
            return [start] if start >= 0 else []
        if where == WHERE_EACH:
            return [other.place for other in s.delvers]
        if where == WHERE_ANY:
            return self.open_places(s)
        if where == WHERE_ADJACENT:
            return list(s.ways[d.place])
        if where == WHERE_LOCATION:
            place = self.place_of(s, at)
            return [place] if place >= 0 and self.is_open(s.map[place]) else []
        return self.highest_places(s)

    def highest_places(self, s: State) -> list[int]:
        """NC-ENC-005: where the Delvers with the highest current Energy are."""
        most = max([d.energy for d in s.delvers])
        return [d.place for d in s.delvers if d.energy == most]
