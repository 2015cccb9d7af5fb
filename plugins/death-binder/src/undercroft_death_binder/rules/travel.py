"""The map: exploring, moving, Cave Ins, and setting the map up again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from undercroft import Flow, Option, Refusal, call
from undercroft_death_binder.rules.quests import Quests
from undercroft_death_binder.state import State
from undercroft_death_binder.verbs import BOSS_PLACE

__all__ = ["Travel"]

PLACES = 16
_CAVED_IN = Refusal("DB-MAP-025", "the place has caved in")
_EMPTY = Refusal("DB-MAP-013", "no Adventure Token lies there")


class Travel(Quests):
    """Area MAP, the token steps (TOKEN, ROUND) and the difficulty options that concern tokens (DIFF)."""

    __slots__ = ("icon_frame", "moves", "neighbours", "rows", "starts")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        board = content.maps[setup.map]
        self.starts: tuple[int, ...] = board.starts
        self.rows: tuple[int, ...] = board.rows
        ways: list[list[int]] = [[] for _ in range(PLACES)]
        for a, b in board.corridors:
            ways[a].append(b)
            ways[b].append(a)
        rows = board.rows
        self.neighbours = tuple(tuple(sorted(way)) for way in ways)
        self.icon_frame = call(self.icon_done)
        # DB-MAP-012: a move goes sideways or down, never up.
        self.moves = tuple(tuple(b for b in self.neighbours[a] if rows[b] >= rows[a]) for a in range(PLACES))

    # -- where one may go -----------------------------------------------------------------------------------------

    def why_not_go(self, s: State, place: int) -> Refusal | None:
        """DB-MAP-005, -011 to -014, -025, -026: why the party cannot move to a place now."""
        at = s.position
        if at < 0:
            if place not in self.starts:
                return self.no("DB-MAP-005", "a descent begins at A1, B1 or C1")
        elif place not in self.neighbours[at]:
            return self.no("DB-MAP-011", "no corridor leads there from here")
        elif place not in self.moves[at]:
            return self.no("DB-MAP-012", "the party never climbs to a higher row")
        return self.why_not_enter(s, place)

    def why_not_enter(self, s: State, place: int) -> Refusal | None:
        """DB-MAP-013, -025, -026: why a place cannot be entered by anybody."""
        if s.caved[place]:
            return _CAVED_IN
        if s.tokens[place] < 0 and place != BOSS_PLACE:
            return _EMPTY
        return None

    def ways_on(self, s: State) -> list[int]:
        """DB-MAP-005, -011 to -013, -024: the places the party may go to; never empty."""
        near = self.starts if s.position < 0 else self.moves[s.position]
        return [place for place in near if self.why_not_enter(s, place) is None] or self.dig_down(s)

    def dig_down(self, s: State) -> list[int]:
        """DB-MAP-024: from a dead end to any token in the nearest lower row that has one, else to BOSS."""
        here = self.rows[s.position] if s.position >= 0 else 0
        for row in range(here + 1, self.rows[BOSS_PLACE]):
            places = (place for place in range(BOSS_PLACE) if self.rows[place] == row)
            found = [place for place in places if self.why_not_enter(s, place) is None]
            if found:
                return found
        return [BOSS_PLACE]

    # -- exploring ------------------------------------------------------------------------------------------------

    def explore(self, s: State) -> Flow:
        """DB-ROUND-005, DB-COOP-009: the Leader chooses the next place."""
        seat = self.decider(s)
        p = s.players[seat - 1]
        go = self.go_options
        while True:
            ways = [go[place] for place in self.ways_on(s)]
            option = yield self.ask(s, seat, "explore", [*ways, *self.skill_options(s, p)] if p.skills else ways)
            if option[0] != "skill":
                break
            self.use_skill(s, p, option)
        self.enter(s, option[1])
        self.next_icon(s)

    def enter(self, s: State, place: int) -> None:
        """DB-MAP-010, -026: the party stands on the place, its token is active."""
        s.position = place
        s.active = s.tokens[place]
        s.active_side = s.sides[place]
        s.tokens[place] = -1
        s.icon = 0
        if self.loud:
            self.tell(s, "DB-MAP-010", "The party goes to {0}.", self.content.ids["place"][place])

    def icons(self, s: State) -> tuple[int, ...]:
        """DB-MAP-008: the icons of the active token on the side that lies up."""
        return self.content.tokens[s.active].sides[s.active_side]

    # -- token steps ----------------------------------------------------------------------------------------------

    def next_icon(self, s: State) -> None:
        """DB-TOKEN-002, -003, DB-MAP-017, -018: the next icon clockwise; after the last one the token steps."""
        if s.active < 0:
            s.do(self.boss_encounter)
            return
        icons = self.icons(s)
        if s.icon == len(icons):
            self.token_steps(s, len(icons))
            return
        icon = icons[s.icon]
        s.icon += 1
        s.stack.append(self.icon_frame)
        self.resolve_icon(s, icon)

    def icon_done(self, s: State) -> None:
        """DB-COOP-012, -025, DB-COMBAT-035: after an icon who is Downed stands up and the Leader token passes."""
        s.last_leader = s.leader
        if self.coop:
            self.recover_downed(s)
            s.leader = 3 - s.leader
            if self.loud:
                self.tell(s, "DB-COOP-012", "Player {0} is Leader.", s.leader)
        self.next_icon(s)

    def token_steps(self, s: State, icons: int) -> None:
        """DB-SIDE-001, -008, DB-ROUND-004: the Sidequest, Blight for the icons, and the token leaves."""
        if self.content.tokens[s.active].quest is None:
            self.token_blight(s, icons)
            self.token_done(s)
        else:
            s.do_all(self.offer_quest, (self.token_blight, icons), self.token_done)

    def token_blight(self, s: State, icons: int) -> None:
        """DB-ROUND-004, DB-TOKEN-008, DB-EVENT-027: one Blight for each resolved icon, in one step."""
        if self.loud:
            self.tell(s, "DB-ROUND-004", "Blight for the icons of the token: {0}.", icons)
        self.gain_blight(s, icons)

    def token_done(self, s: State) -> None:
        """DB-TOKEN-010, DB-MAP-015, -017: the token leaves; on to the next place, or to the Boss."""
        s.tokens_resolved += 1
        if s.active >= 0:
            s.supply.shuffle_in([s.active])
            s.active = -1
        s.do(self.boss_encounter if s.position == BOSS_PLACE else self.explore)

    # -- Cave In --------------------------------------------------------------------------------------------------

    def cave_in(self, s: State) -> Flow:
        """DB-EVENT-025 to -032: close the named places; a party that stands there flees at once."""
        places = self.content.events[s.event].places
        for place in places:
            s.caved[place] = True
            if s.tokens[place] >= 0:
                s.supply.shuffle_in([s.tokens[place]])
                s.tokens[place] = -1
        if self.loud:
            self.tell(s, "DB-EVENT-025", "Caved in: {0}.", ", ".join(self.content.ids["place"][p] for p in places))
        if s.position in places and s.icon < len(self.icons(s)):
            yield from self.flee(s)

    def flee(self, s: State) -> Flow:
        """DB-EVENT-026 to -029, DB-COOP-028: abandon the token, move, then take the Blight for what was resolved."""
        s.supply.shuffle_in([s.active])
        s.active = -1
        resolved = s.icon
        seat = self.decider(s)
        p = s.players[seat - 1]
        options: list[Option] = [self.go_options[place] for place in self.ways_on(s)]
        while True:
            option = yield self.ask(s, seat, "cave-in", [*options, *self.skill_options(s, p)])
            if option[0] != "skill":
                break
            self.use_skill(s, p, option)
        self.enter(s, option[1])
        self.token_blight(s, resolved)

    # -- a fresh map ----------------------------------------------------------------------------------------------

    def lay_tokens(self, s: State) -> None:
        """DB-MAP-006 to -008, -028, DB-DIFF-005: a random token on every place; two-sided ones fall either way."""
        s.supply.shuffle()
        places = PLACES - 1 if self.setup.shorter else PLACES
        s.tokens = s.supply.draw(places, seen=False)
        if places < PLACES:
            s.tokens.append(-1)
        tokens = self.content.tokens
        below = s.sides_stream.below
        s.sides = [below(2) if token >= 0 and tokens[token].quest is None else 0 for token in s.tokens]
        s.caved = [False] * PLACES
        s.position = s.active = -1

    def reset_map(self, s: State) -> None:
        """DB-MAP-019, -020, -022, -023: tokens and Cave Ins return, the map is dealt anew, Blight goes back."""
        for token in s.tokens:
            if token >= 0:
                s.supply.put_bottom(token, seen=False)
        self.lay_tokens(s)
        s.blight = self.first_blight()
        s.descent += 1
        if self.loud:
            self.tell(s, "DB-MAP-019", "The map is set up anew; descent {0} begins.", s.descent)

    def first_blight(self) -> int:
        """DB-MAP-022: the Blight at the beginning of a descent."""
        return 0

    if TYPE_CHECKING:  # of later chapters

        def resolve_icon(self, s: State, icon: int) -> None:
            """Resolve an Event, an Encounter or a Rest."""

        def boss_encounter(self, s: State) -> None:
            """Begin the Combat with the next Boss."""
