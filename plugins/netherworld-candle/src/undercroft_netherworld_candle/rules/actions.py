"""The six Basic Actions: Move, Investigate, Attack, Decode, Suppress, Overcome (ACT, and what provokes: STAT)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.cards import ANY_SLOT
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.equipment import Equipment
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    AT_ALL_WITHIN,
    AT_ENEMIES,
    AT_ENEMY,
    AT_WITHIN,
    COURAGE,
    DESTINY,
    DO_ATTACK,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    DO_OVERCOME,
    DO_SUPPRESS,
    GATES,
    GEOMANCY,
    ON_DECODE,
    ON_INVESTIGATE,
    STRENGTH,
    TEST_DECODE,
    TEST_OVERCOME,
    TEST_SUPPRESS,
)

__all__ = ["STAY", "Actions"]

STAY: Final[Option] = ("stay",)

_REASONS: Final = (
    Refusal("NC-ACT-001", "no face-up Location is adjacent"),
    Refusal("NC-ACT-006", "no numbered edge here has a face-down card"),
    Refusal("NC-ACT-007", "no enemy is at this Location"),
    Refusal("NC-ACT-013", "no Bagua icon is uncovered here"),
    Refusal("NC-ACT-015", "no ready enemy with a symbol is at this Location"),
    Refusal("NC-ACT-017", "no card of the Threat Area shows a symbol"),
)
_PINNED: Final = Refusal("NC-STAT-007", "an Immobilized Delver cannot act; a Move has to be spent to stand up")
_MOVE_ONLY: Final = 1 << DO_MOVE


class Actions(Equipment):
    """The Basic Actions (ACT)."""

    __slots__ = ("go_options",)

    prompts: ClassVar[dict[str, Prompt]] = {
        "move": Prompt("NC-ACT-002", "Where do you move?"),
        "investigate": Prompt("NC-ACT-004", "Which edge do you investigate?"),
        "cover": Prompt("NC-ACT-012", "Which icon is covered with the Puzzle Marker?"),
        "overcome": Prompt("NC-ACT-017", "Which card of your Threat Area do you try to overcome?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.go_options: list[Option] = [("go", place) for place in range(len(content.location) + 1)]

    # -- what is possible -----------------------------------------------------------------------------------------

    def legal_basics(self, s: State, d: Delver) -> int:
        """NC-ACT-001, -006, -007, -013 to -017, NC-STAT-007: the mask of the Basic Actions that can be taken now."""
        if d.immobilized:
            return _MOVE_ONLY
        content = self.content
        place = d.place
        mask = _MOVE_ONLY if s.ways[place] else 0
        if s.doors[place]:
            mask |= 1 << DO_INVESTIGATE
        for e in s.enemies:
            if e.place == place:
                mask |= 1 << DO_ATTACK
                if not e.immobilized and content.enc_symbols[e.card]:
                    mask |= 1 << DO_SUPPRESS
        if self.gates(s, place):
            mask |= 1 << DO_DECODE
        for card in d.threat:
            if content.enc_symbols[card]:
                mask |= 1 << DO_OVERCOME
                break
        return mask

    def why_not_act(self, s: State, seat: int, basic: int) -> Refusal | None:
        """Why a Basic Action cannot be taken now; an Immobilized Delver may spend a Move to stand up."""
        d = s.delvers[seat - 1]
        if self.legal_basics(s, d) >> basic & 1:
            return None
        return _PINNED if d.immobilized else _REASONS[basic]

    @staticmethod
    def pinned(d: Delver) -> bool:
        """NC-STAT-007: whether a Delver lies Immobilized by now, whatever was known before."""
        return d.immobilized

    def do_basic(self, s: State, seat: int, basic: int, source: Source) -> Flow:
        """NC-TURN-008, NC-COOL-007: one Basic Action with its printed values."""
        if basic == DO_MOVE:
            return self.do_move(s, seat, 1, must=True)
        if basic == DO_INVESTIGATE:
            return self.do_investigate(s, seat)
        if basic == DO_ATTACK:
            return self.do_attack(s, seat, STRENGTH, 0, 0, 0, 0, AT_ENEMY, source)
        if basic == DO_DECODE:
            return self.do_decode(s, seat, GEOMANCY, 0, False, source)
        if basic == DO_SUPPRESS:
            return self.do_suppress(s, seat, COURAGE, 0, 0, source)
        return self.do_overcome(s, seat, DESTINY, 0, source)

    # -- Move and Investigate -------------------------------------------------------------------------------------

    def do_move(self, s: State, seat: int, n: int, *, must: bool = False) -> Flow:
        """NC-ACT-001 to -003, NC-STAT-007 to -009: a Move of up to n steps, or standing up instead.

        Attacks of opportunity come once, before the first step. Without ``must`` the Delver may stay, which is no
        action then.
        """
        d = s.delvers[seat - 1]
        if d.immobilized:
            self.stand(s, d)
            return
        ways = s.ways[d.place]
        if not ways:
            return
        options = [self.go_options[way] for way in ways]
        if not must:
            options.append(STAY)
        choice = options[0] if len(options) == 1 else (yield self.ask(s, seat, "move", options))
        if choice == STAY or not (yield from self.opportunity_attacks(s, seat)):
            return
        if self.pinned(d):  # an attack of opportunity has laid the Delver down; the Move is used up by it
            self.stand(s, d)
            return
        while choice[1] in s.ways[d.place]:
            place = choice[1]
            yield from self.go(s, d, place)
            n -= 1
            if not n or self.pinned(d) or d.place != place:
                return
            choice = yield self.ask(s, seat, "move", [*(self.go_options[way] for way in s.ways[place]), STAY])
            if choice == STAY:
                return

    def do_investigate(self, s: State, seat: int) -> Flow:
        """NC-ACT-004 to -006: turn up the card at one numbered edge of the own Location."""
        d = s.delvers[seat - 1]
        sides = s.doors[d.place]
        if d.immobilized or not sides:
            return
        side = sides[0]
        if len(sides) > 1:
            side = (yield self.ask(s, seat, "investigate", [("side", side) for side in sides]))[1]
        place = d.place
        if not (yield from self.opportunity_attacks(s, seat)) or self.pinned(d) or d.place != place:
            return
        if side in s.doors[place]:
            found = self.behind(s, place, side)
            yield from self.reveal_location(s, seat, found)
            yield from self.fire(s, ON_INVESTIGATE, seat, found)

    # -- Attack ---------------------------------------------------------------------------------------------------

    def do_attack(
        self, s: State, seat: int, attribute: int, hits: int, cards: int, pierce: int, reach: int, target: int,
        source: Source,
    ) -> Flow:  # fmt: skip
        """NC-ACT-007, NC-TEST-015, -021, -023, NC-STAT-019: a Combat Test; hits beyond the armor are damage."""
        d = s.delvers[seat - 1]
        s.it = 0
        if d.immobilized:
            return
        if reach and target in (AT_ENEMY, AT_ENEMIES):
            target = AT_WITHIN if target == AT_ENEMY else AT_ALL_WITHIN
        targets: list[Enemy] = yield from self.pick_enemies(s, seat, target, reach, source)
        if not targets:
            return
        s.it = targets[0].number
        if self.loud:
            self.tell(s, "NC-ACT-007", "{0} attacks {1}.", self.name(d), ", ".join(self.foe(e) for e in targets))
        hits, pierce, boundless = yield from self.combat_test(s, seat, attribute, hits, cards, pierce, source)
        for e in targets:
            damage = max(0, hits - max(0, self.armor(s, e) - pierce))
            yield from self.damage_enemy(s, e, max(1, damage) if boundless else damage, seat)
        yield from self.end_test(s)

    # -- Decode ---------------------------------------------------------------------------------------------------

    def do_decode(self, s: State, seat: int, attribute: int, cards: int, token_redraw: bool, source: Source) -> Flow:
        """NC-ACT-008 to -013, NC-COOL-013: match an uncovered icon, then cover it with a marker of the page."""
        d = s.delvers[seat - 1]
        place = d.place
        if d.immobilized or not self.gates(s, place):
            return
        if not (yield from self.opportunity_attacks(s, seat)) or self.pinned(d) or d.place != place:
            return
        icons = self.gates(s, place)
        if not icons:
            return
        success, matched, _ = yield from self.matching_test(
            s, seat, TEST_DECODE, attribute, icons, 0, cards, source, token_redraw
        )
        if success:
            yield from self.place_marker(s, seat, place, icons if self.boundless_shown(d) else matched)
        yield from self.end_test(s)

    def place_marker(self, s: State, seat: int, place: int, matched: int) -> Flow:
        """NC-ACT-009 to -013: one matched icon for which the page has a usable marker is covered."""
        icons = matched & self.gates(s, place)
        options: list[Option] = [
            ("cover", gate) for gate in range(len(GATES)) if icons >> gate & 1 and self.usable_slot(s, gate) >= 0
        ]
        if options:
            gate = (yield from self.pick(s, seat, "cover", options))[1]
            s.slots[self.usable_slot(s, gate)] = -1
            self.cover(s, place, gate)
            if self.loud:
                self.tell(s, "NC-ACT-009", "{0} covers {1} at {2} with a Puzzle Marker.",
                          self.name(s.delvers[seat - 1]), GATES[gate], self.place_name(s, place))  # fmt: skip
        elif self.loud:
            self.tell(s, "NC-ACT-011", "The Decode succeeds, but no marker of the page can be used.")
        yield from self.fire(s, ON_DECODE, seat, place)

    def usable_slot(self, s: State, gate: int) -> int:
        """NC-ACT-010: the slot whose marker is taken for a gate: one of its own first, then one for any; else -1."""
        slots = s.slots
        if gate in slots:
            return slots.index(gate)
        return slots.index(ANY_SLOT) if ANY_SLOT in slots else -1

    # -- Suppress and Overcome ------------------------------------------------------------------------------------

    def do_suppress(self, s: State, seat: int, attribute: int, cards: int, reach: int, source: Source) -> Flow:
        """NC-ACT-014, NC-ACT-015: match a symbol of a ready enemy, which becomes Immobilized; provokes nothing."""
        d = s.delvers[seat - 1]
        s.it = 0
        if d.immobilized:
            return
        symbols = self.content.enc_symbols
        found = [e for e in self.enemies_within(s, d.place, reach) if not e.immobilized and symbols[e.card]]
        if not found:
            return
        e = yield from self.pick_enemy(s, seat, found)
        s.it = e.number
        success, _, _ = yield from self.matching_test(
            s, seat, TEST_SUPPRESS, attribute, 0, symbols[e.card], cards, source
        )
        if success:
            self.immobilize_enemy(s, e)
        yield from self.end_test(s)

    def do_overcome(self, s: State, seat: int, attribute: int, cards: int, source: Source) -> Flow:
        """NC-ACT-016, NC-ACT-017: match a symbol of one card of the own Threat Area, which is then discarded."""
        d = s.delvers[seat - 1]
        options: list[Option] = [("threat", card) for card in dict.fromkeys(d.threat) if self.content.enc_symbols[card]]
        if d.immobilized or not options:
            return
        card = (yield from self.pick(s, seat, "overcome", options))[1]
        if not (yield from self.opportunity_attacks(s, seat)) or self.pinned(d) or card not in d.threat:
            return
        success, _, _ = yield from self.matching_test(
            s, seat, TEST_OVERCOME, attribute, 0, self.content.enc_symbols[card], cards, source
        )
        if success and card in d.threat:
            self.leave_threat(s, seat, card)
        yield from self.end_test(s)
