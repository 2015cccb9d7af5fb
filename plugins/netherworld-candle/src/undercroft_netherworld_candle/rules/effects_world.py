"""Effects on enemies, map, candle, decks, Party Log and scenario, and the named actions. One method for each verb."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from undercroft import Ask, Flow, Option
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.effects_gains import Gains, Handler
from undercroft_netherworld_candle.rules.effects_whom import ONE_ENEMY
from undercroft_netherworld_candle.state import Enemy, State
from undercroft_netherworld_candle.terms import PHASE_ADVENTURE

__all__ = ["World"]


class World(Gains):
    """The verbs of what happens around the Delvers."""

    __slots__ = ()

    def handlers_of_world(self) -> dict[int, Handler]:
        """The method of each verb of this chapter."""
        return {
            verbs.DAMAGE: self._damage,
            verbs.IMMOBILIZE: self._immobilize,
            verbs.ROUSE: self._rouse,
            verbs.SPAWN: lambda s, seat, a, source: self.spawn(s, seat, a[1], a[2], a[3], a[4], a[5]),
            verbs.PULL: lambda s, seat, a, source: self.pull(s, seat, a[1], a[2]),
            verbs.PUSH: lambda s, seat, a, source: self.push(s, seat, a[1], a[2]),
            verbs.ACTIVATE: self._activate,
            verbs.TURNCOAT: self._activate,
            # -- named actions (NC-STAT-011)
            verbs.MOVE: lambda s, seat, a, source: self.do_move(s, seat, a[1]),
            verbs.INVESTIGATE: lambda s, seat, a, source: self.do_investigate(s, seat),
            verbs.ATTACK: self._attack,
            verbs.DECODE: lambda s, seat, a, source: self.do_decode(s, seat, a[1], a[2], a[3], source),
            verbs.SUPPRESS: lambda s, seat, a, source: self.do_suppress(s, seat, a[1], a[2], a[3], source),
            verbs.OVERCOME: lambda s, seat, a, source: self.do_overcome(s, seat, a[1], a[2], source),
            # -- candle, decks, map
            verbs.CANDLE: self._candle,
            verbs.DICE: lambda s, seat, a, source: self.roll_dice(s, seat, a[1]),
            verbs.ENCOUNTER: lambda s, seat, a, source: self.draw_encounters(s, seat, a[1], a[2]),
            verbs.RESHUFFLE: self._reshuffle,
            verbs.GATE: self._gate,
            verbs.UNGATE: self._ungate,
            verbs.TALISMAN: lambda s, seat, a, source: self.place_talismans(s, seat, a[1], a[2]),
            verbs.PLACE: lambda s, seat, a, source: self.place_beside(s, seat, a[1], a[2]),
            verbs.REVEAL: lambda s, seat, a, source: self.reveal_here(s, seat, a[1]),
            verbs.CLOSE: self._close,
            verbs.UNCOVER: lambda s, seat, a, source: self.uncover(s, seat, a[1]),
            # -- logs
            verbs.PROGRESS: lambda s, seat, a, source: self.check_progress(s, a[1]),
            verbs.SETBACK: lambda s, seat, a, source: self.check_setbacks(s, a[1]),
            verbs.MARK: lambda s, seat, a, source: self.set_mark(s, a[1]),
            verbs.UNMARK: lambda s, seat, a, source: self.clear_mark(s, a[1]),
            verbs.NOTE: lambda s, seat, a, source: self.add_note(s, a[1]),
            verbs.STORY: lambda s, seat, a, source: self.stash_stories(s, a[1]),
            verbs.JOURNEY: lambda s, seat, a, source: self.stash_journeys(s, a[1]),
            verbs.STASH_EQUIPMENT: lambda s, seat, a, source: self.stash_equipment(s, a[1]),
            verbs.ARCHIVE: self._archive,
            verbs.FLIP: self._flip,
            verbs.REMOVE_STORY: lambda s, seat, a, source: self.remove_stories(s, a[1]),
            verbs.PASSAGE: lambda s, seat, a, source: self.read_passage(s, seat, a[1]),
            # -- scenario
            verbs.PAGE: self._page,
            verbs.ENDING: self._ending,
            verbs.FAIL: self._fail,
            verbs.FINAL: lambda s, seat, a, source: self.finish(s, a[1]),
        }

    # -- enemies --------------------------------------------------------------------------------------------------

    def _attack(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-ACT-007, NC-TEST-021: one Attack action with what the card adds to it."""
        _, attribute, hits, cards, pierce, reach, target = act
        return self.do_attack(s, seat, attribute, hits, cards, pierce, reach, target, source)

    def _damage(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-STAT-020: damage without a Test ignores armor."""
        for e in (yield from self.pick_enemies(s, seat, act[1], act[3], source)):
            if self.enemy(s, e.number) is e:
                yield from self.damage_enemy(s, e, act[2], self.credit(seat, source))

    def _immobilize(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-STAT-006: enemies are laid on their side; where one is chosen, a ready one if there is any."""
        for e in (yield from self._some(s, seat, act, source, immobilized=False)):
            self.immobilize_enemy(s, e)
            if act[1] in ONE_ENEMY:
                s.it = e.number  # what the rest of the card calls it

    def _rouse(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-STAT-006: enemies stand up and are ready."""
        for e in (yield from self._some(s, seat, act, source, immobilized=True)):
            self.rouse_enemy(s, e)

    def _some(
        self, s: State, seat: int, act: Act, source: Source, *, immobilized: bool
    ) -> Generator[Ask, Option, list[Enemy]]:
        target = act[1]
        found = self.enemies_meant(s, s.delvers[seat - 1], target, act[2], source)
        open_to_it = [e for e in found if e.immobilized is immobilized]
        if target in ONE_ENEMY and len(open_to_it) > 1:
            return [(yield from self.pick_enemy(s, seat, open_to_it))]
        return open_to_it

    def _activate(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-ENEMY-001, -013: enemies activate out of turn; a turncoat counts other enemies as targets."""
        for e in (yield from self.pick_enemies(s, seat, act[1], act[2], source)):
            if self.enemy(s, e.number) is e:
                yield from self.activate(s, e, against=act[0] == verbs.TURNCOAT)

    # -- candle, decks, map ---------------------------------------------------------------------------------------

    def _candle(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-CANDLE-008, -001: the Candle Track moves on, or back."""
        if act[1] > 0:
            return self.advance_candle(s, act[1])
        self.move_candle_back(s, -act[1])
        return None

    def _reshuffle(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-TEST-050: the deck of the card that says so, where no deck is named.

        It is the last sentence of a card, which is discarded before so that it is shuffled in.
        """
        deck = act[1]
        if source[0] == "encounter" and s.resolving == source[1] and not self.content.enc_threat[source[1]]:
            s.resolving = -1
            self.discard_encounter(s, source[1])
        if deck < 0 and source[0] in ("encounter", "enemy"):
            deck = self.content.enc_deck[source[1]]
        self.reshuffle_encounters(s, deck)

    def _gate(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-MAP-014: Gate tokens are put here."""
        place = self.place_meant(s, s.delvers[seat - 1], source)
        if place >= 0:
            self.add_gates(s, place, act[1], act[2])

    def _ungate(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-MAP-014: Gate tokens are taken off here."""
        place = self.place_meant(s, s.delvers[seat - 1], source)
        if place >= 0:
            self.take_gates(s, place, act[1], act[2])

    def _close(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-MAP-009: a Location is taken away, or flipped: the named one or the one here."""
        place = self.place_of(s, act[1]) if act[1] >= 0 else self.place_meant(s, s.delvers[seat - 1], source)
        return self.close_location(s, place, down=act[2] >= 0) if place >= 0 else None

    # -- cards put away -------------------------------------------------------------------------------------------

    def _archive(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-GEN-004: the acting card goes back into the box; it is in no deck and no discard pile then."""
        kind, card = source[0], source[1]
        if kind == "story":
            return self.archive_story(s, card)
        if kind == "enemy":
            e = self.enemy(s, source[2])
            if e is not None:
                self.archive_enemy(s, e)
        elif kind == "encounter":
            self.archive_encounter(s, card)
        elif kind == "location":
            return self.close_location(s, source[2])
        else:
            self.put_away(s, s.delvers[self.holder(s, seat, source) - 1], source)
        if self.loud:
            self.tell(s, "NC-GEN-004", "{0} is Archived.", self.title(source))
        return None

    def _flip(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-STORY-023: the Story Card is turned back to its art side."""
        if source[0] == "story":
            self.flip_story(s, source[1])

    # -- the scenario ---------------------------------------------------------------------------------------------

    def _page(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-ADV-022: turn to a page of the Note, in an adventure."""
        if s.phase != PHASE_ADVENTURE or s.ended:
            return None
        return self.turn_page(s, self.content.scenario[s.scenario].page_index[act[1]])

    def _ending(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-END-001: the scenario is a success with this ending."""
        if s.phase == PHASE_ADVENTURE and not s.ended:
            ending = self.content.scenario[s.scenario].ending_index[act[1]]
            self.end_scenario(s, "success", ending, "NC-END-001")

    def _fail(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-END-003: an effect says Scenario Failed; outside a scenario it says nothing (NC-LOG-026)."""
        if s.phase == PHASE_ADVENTURE and not s.ended:
            self.failed(s, "NC-END-003")

    if TYPE_CHECKING:  # of other chapters

        def spawn(self, s: State, seat: int, card: int, n: int, where: int, stance: int, at: int) -> Flow: ...
        def pull(self, s: State, seat: int, n: int, reach: int) -> Flow: ...
        def push(self, s: State, seat: int, n: int, target: int) -> Flow: ...
        def activate(self, s: State, e: Enemy, *, against: bool = False) -> Flow: ...
        def immobilize_enemy(self, s: State, e: Enemy) -> None: ...
        def rouse_enemy(self, s: State, e: Enemy) -> None: ...
        def do_move(self, s: State, seat: int, n: int) -> Flow: ...
        def do_investigate(self, s: State, seat: int) -> Flow: ...
        def do_attack(
            self, s: State, seat: int, attribute: int, hits: int, cards: int, pierce: int, reach: int, target: int,
            source: Source,
        ) -> Flow: ...  # fmt: skip
        def do_decode(
            self, s: State, seat: int, attribute: int, cards: int, token_redraw: bool, source: Source
        ) -> Flow: ...
        def do_suppress(self, s: State, seat: int, attribute: int, cards: int, reach: int, source: Source) -> Flow: ...
        def do_overcome(self, s: State, seat: int, attribute: int, cards: int, source: Source) -> Flow: ...
        def advance_candle(self, s: State, n: int) -> Flow: ...
        def move_candle_back(self, s: State, n: int) -> None: ...
        def roll_dice(self, s: State, seat: int, n: int) -> Flow: ...
        def draw_encounters(self, s: State, seat: int, deck: int, n: int) -> Flow: ...
        def reshuffle_encounters(self, s: State, deck: int) -> None: ...
        def add_gates(self, s: State, place: int, kind: int, n: int) -> None: ...
        def take_gates(self, s: State, place: int, kind: int, n: int) -> None: ...
        def place_talismans(self, s: State, seat: int, n: int, reach: int) -> Flow: ...
        def place_beside(self, s: State, seat: int, card: int, at: int) -> Flow: ...
        def reveal_here(self, s: State, seat: int, n: int) -> Flow: ...
        def close_location(self, s: State, place: int, *, down: bool = False) -> Flow: ...
        def place_of(self, s: State, location: int) -> int: ...
        def uncover(self, s: State, seat: int, n: int) -> Flow: ...
        def archive_enemy(self, s: State, e: Enemy) -> None: ...
        def archive_encounter(self, s: State, card: int) -> None: ...
        def remove_stories(self, s: State, ids: tuple[int, ...]) -> Flow: ...
        def archive_story(self, s: State, card: int) -> Flow: ...
        def flip_story(self, s: State, card: int) -> None: ...
        def read_passage(self, s: State, seat: int, passage: int) -> Flow: ...
        def turn_page(self, s: State, page: int) -> Flow: ...
        def end_scenario(self, s: State, result: str, ending: int, rule: str) -> None: ...
        def failed(self, s: State, rule: str) -> None: ...
        def finish(self, s: State, final: str) -> None: ...
