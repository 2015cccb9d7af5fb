"""Rounds and turns: who goes next, the menu of a turn, its encounter and its end (TURN)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.base import Unwind
from undercroft_netherworld_candle.rules.windows import Windows
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    BASICS,
    ON_ROUND_END,
    ON_ROUND_START,
    ON_TURN_END,
    ON_TURN_START,
)

__all__ = ["END", "Turns"]

END: Final[Option] = ("end",)

_QUIET: Final = frozenset({"recall", "token", "neidan"})
"""Options that give nobody the word again."""

Pending = tuple[tuple[int, int], ...]
"""The enemies still to activate in an Enemy Round: (remaining Health at its start, number)."""


class Turns(Windows):
    """Rounds (TURN-001 to -012, ENEMY-001 to -003)."""

    __slots__ = ("command_options", "next_options", "yield_options")

    prompts: ClassVar[dict[str, Prompt]] = {
        "next": Prompt("NC-TURN-003", "Which Delver takes the next turn?"),
        "turn": Prompt("NC-TURN-004", "One Command and two Action Cards, in any order. What do you do?"),
        "activate": Prompt("NC-ENEMY-002", "Several enemies have the same Health left. Which activates first?"),
    }

    def __init__(self, content: object, setup: object) -> None:
        super().__init__(content, setup)
        self.command_options: tuple[tuple[Option, ...], ...] = tuple(
            tuple(("command", basic) for basic in range(len(BASICS)) if mask >> basic & 1)
            for mask in range(1 << len(BASICS))
        )
        self.next_options: list[Option] = [("next", seat) for seat in range(5)]
        self.yield_options: list[Option] = [("yield", seat) for seat in range(5)]

    # -- Player Round ---------------------------------------------------------------------------------------------

    def player_round(self, s: State) -> Flow:
        """NC-TURN-001, NC-TURN-002: a round begins; Threat Areas and other start-of-round effects come first."""
        s.round += 1
        for d in s.delvers:
            d.acted = False
        if self.loud:
            self.tell(s, "NC-TURN-001", "Round {0} begins.", s.round)
        try:
            yield from self.fire(s, ON_ROUND_START, 0)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return
        s.do(self.next_turn)
        self.ask_them(s, self.order_asked(s))

    def next_turn(self, s: State) -> Flow:
        """NC-TURN-003, NC-TURN-006: each Delver takes one turn a round; the party chooses the order."""
        seats = self.next_seats(s)
        if not seats:
            self.enemy_round(s)
            return
        seat = seats[0]
        if len(seats) > 1:
            seat = (yield self.ask(s, s.gm, "next", [self.next_options[n] for n in seats]))[1]
        if self.moments[s.scenario][ON_TURN_START] is not None:
            s.do(self.begin_turn, seat)
        else:
            self.take_over(s, seat)

    def next_seats(self, s: State) -> list[int]:
        """NC-TURN-003: the Delvers of whom one may go next."""
        return [d.seat for d in s.delvers if not d.acted]

    def begin_turn(self, s: State, seat: int) -> Flow:
        """NC-TURN-006, NC-TURN-010: a Player Turn begins, with what happens then."""
        self.take_over(s, seat)
        try:
            yield from self.fire(s, ON_TURN_START, seat, s.delvers[seat - 1].place)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return

    def take_over(self, s: State, seat: int) -> None:
        """NC-TURN-006: a Delver takes over the turn; what the menu offers comes next."""
        d = s.delvers[seat - 1]
        s.turn_seat = seat
        d.plays = 0
        d.command = d.over = False
        if self.loud:
            self.tell(s, "NC-TURN-006", "The turn of {0} begins.", self.name(d))
        s.do(self.turn_menu, seat, 0, 0)

    # -- the menu of a turn ---------------------------------------------------------------------------------------

    def turn_menu(self, s: State, seat: int, given: int, heard: int) -> Flow:
        """NC-TURN-004, NC-TURN-008, NC-TURN-011: one Command, two cards, what can be used at any time, or the end.

        ``given`` masks the Delvers who got Neidan in this turn, ``heard`` those who had the word since the last action.
        """
        d = s.delvers[seat - 1]
        if d.over:  # NC-STAT-014: a defeat took the remaining actions, but what is no action
            s.do(self.encounter_step, seat)
            self.ask_them(s, self.able(s))
            return
        option = yield seat, "turn", self.menu_options(s, d, given, heard)
        verb = option[0]
        try:
            if verb == "play":
                yield from self.play_card(s, seat, option[1], option[2])
            elif verb == "end":
                s.do(self.encounter_step, seat)
                return
            elif verb == "command":
                yield from self.command(s, d, option[1])
            elif verb == "yield":
                s.do_all((self.window, option[1], 0), (self.turn_menu, seat, given, heard | 1 << option[1]))
                return
            else:
                given |= yield from self.any_time(s, d, option)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return
        s.do(self.turn_menu, seat, given, heard if verb in _QUIET else 0)

    def menu_options(self, s: State, d: Delver, given: int, heard: int) -> list[Option]:
        """NC-TURN-004, NC-TURN-011: everything that the acting Delver may do now."""
        options: list[Option] = [END]
        if not d.command or d.plays < 2:
            legal = self.legal_basics(s, d)
            if not d.command:
                options += self.command_options[legal]
            if d.plays < 2:
                options += self.play_choices(s, d, legal)
        if d.zone_a or d.zone_b or d.zone_c:
            options += self.zone_options(s, d)
        options += self.use_options(s, d.seat)
        if len(s.delvers) > 1:
            if d.neidan:
                options += self.neidan_gifts(s, d, given)
            for other in s.delvers:
                if other is not d and not heard >> other.seat & 1 and self.has_any(s, other):
                    options.append(self.yield_options[other.seat])
        return options

    def command(self, s: State, d: Delver, basic: int) -> Flow:
        """NC-TURN-008: the one Basic Action that costs nothing and uses no card."""
        d.command = True
        if self.loud:
            self.tell(s, "NC-TURN-008", "{0} uses the Command: {1}.", self.name(d), BASICS[basic])
        return self.do_basic(s, d.seat, basic, ("command", basic, -1))

    # -- the end of a turn ----------------------------------------------------------------------------------------

    def encounter_step(self, s: State, seat: int) -> Flow:
        """NC-TURN-005, NC-STAT-014: after the actions one Encounter Card is drawn and resolved, with its dice."""
        d = s.delvers[seat - 1]
        d.over = True
        try:
            yield from self.draw_encounters(s, seat)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return
        asked = self.late_windows(s, d)
        if asked or self.moments[s.scenario][ON_TURN_END] is not None:
            s.do(self.end_turn, seat)
            self.ask_them(s, asked)
        else:
            self.give_over(s, d)

    def end_turn(self, s: State, seat: int) -> Flow:
        """NC-TURN-010, NC-MAP-007, NC-MAP-008: end-of-turn effects, those of the Location where the Delver is."""
        d = s.delvers[seat - 1]
        try:
            yield from self.fire(s, ON_TURN_END, seat, d.place)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return
        self.give_over(s, d)

    def give_over(self, s: State, d: Delver) -> None:
        """NC-TURN-006: the turn is over; somebody else goes next."""
        self.renew_turn(s)
        d.acted = True
        d.over = False
        s.turn_seat = 0
        s.do(self.next_turn)

    # -- Enemy Round ----------------------------------------------------------------------------------------------

    def enemy_round(self, s: State) -> None:
        """NC-ENEMY-001 to -003: the list and its order are fixed now; enemies that spawn later do not activate."""
        if self.loud:
            self.tell(s, "NC-ENEMY-001", "The Enemy Round begins; enemies: {0}.", len(s.enemies))
        s.do(self.enemy_turns, tuple(sorted([(self.remaining(e), e.number) for e in s.enemies])))

    def enemy_turns(self, s: State, pending: Pending) -> Flow:
        """NC-ENEMY-002, -003, NC-TURN-011: the next enemy of the list activates, after whoever wants to react to it."""
        while pending:
            e = self.enemy(s, pending[0][1])
            if e is None:
                pending = pending[1:]
                continue
            if len(pending) > 1 and pending[1][0] == pending[0][0]:
                e = yield from self.first_to_activate(s, e, pending)
            number = e.number
            pending = pending[1:] if pending[0][1] == number else tuple([row for row in pending if row[1] != number])
            if e.immobilized:
                self.rouse_enemy(s, e)
                continue
            if self.threatens(s, e):
                asked = self.able(s)
                if asked:
                    s.do_all((self.activation, number), (self.enemy_turns, pending))
                    self.ask_them(s, asked)
                    return
            try:
                yield from self.activate(s, e)
                if self.page_exit(s) is not None:
                    yield from self.check_page(s)
            except Unwind:
                return
        s.do(self.end_round)

    def first_to_activate(self, s: State, e: Enemy, pending: Pending) -> Generator[Ask, Option, Enemy]:
        """NC-ENEMY-002: the Grandmaster orders enemies with the same Health, unless they are alike or Immobilized."""
        least = pending[0][0]
        numbers = {row[1] for row in pending if row[0] == least}
        tied = [other for other in s.enemies if other.number in numbers]
        ready = [other for other in tied if not other.immobilized]
        if len({(other.card, other.place) for other in ready}) <= 1:
            return e
        options: list[Option] = [("enemy", other.number) for other in ready]
        number = (yield self.ask(s, s.gm, "activate", options))[1]
        return next(other for other in ready if other.number == number)

    def activation(self, s: State, number: int) -> Flow:
        """NC-ENEMY-001: one enemy is activated, unless something has happened to it meanwhile."""
        e = self.enemy(s, number)
        if e is not None:
            try:
                yield from self.activate(s, e)
                if self.page_exit(s) is not None:
                    yield from self.check_page(s)
            except Unwind:
                return

    def end_round(self, s: State) -> Flow:
        """NC-TURN-001, NC-MAP-006: end-of-round effects; then the next Player Round."""
        try:
            yield from self.fire(s, ON_ROUND_END, 0)
            if self.page_exit(s) is not None:
                yield from self.check_page(s)
        except Unwind:
            return
        self.renew_round(s)
        s.do(self.player_round)

    if TYPE_CHECKING:  # of a later chapter

        def page_exit(self, s: State) -> tuple[int, int] | None:
            """Where the open page leads now."""

        def check_page(self, s: State) -> Flow:
            """Turn the page, or end the scenario, where its condition is met."""
