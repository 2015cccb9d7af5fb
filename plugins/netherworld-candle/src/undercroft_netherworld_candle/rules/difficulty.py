"""Easy, hard and hell: each a complete list of changes, as a layer over the rulebook (DIFF-001 to -021)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from undercroft import Flow, Layer, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.adventure_setup import AdventureSetup
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import EASY, HARD, HELL, WHERE_HIGHEST

_GRIM: Final = (HARD, HELL)

__all__ = ["LAYERS", "Easy", "Hard", "Hell"]


class _Difficulty(Layer, AdventureSetup, at="difficulty"):
    """What the modes share: a layer works only while its mode is chosen, since a campaign may change it (DIFF-001)."""


class Easy(_Difficulty):
    """NC-DIFF-003 to -006 (the Notes and the Story Book are the story's part)."""

    first_redraws = 3

    def start_scenario(self, s: State) -> Flow:
        """NC-DIFF-003: each Delver gains 3 Redraw tokens when the scenario starts."""
        if s.difficulty == EASY:
            for d in s.delvers:
                self.gain_redraw(s, d, self.first_redraws)
        yield from super().start_scenario(s)

    def spawn_spots(self, s: State, seat: int, where: int, at: int) -> list[int]:
        """NC-DIFF-004: an enemy may be placed with any Delver instead of by the default."""
        if s.difficulty == EASY and where == WHERE_HIGHEST:
            return [d.place for d in s.delvers]
        return super().spawn_spots(s, seat, where, at)


class _Grim(_Difficulty):
    """What hard and hell each have on their own list, in the same words; it is there once, also where both are on."""

    def next_seats(self, s: State) -> list[int]:
        """NC-DIFF-007, -008, -013: the Delver with the highest current Energy of those who have not acted."""
        seats = super().next_seats(s)
        if s.difficulty not in _GRIM or not seats:
            return seats
        most = max([self.delver(s, seat).energy for seat in seats])
        return [seat for seat in seats if self.delver(s, seat).energy == most]

    def order_asked(self, s: State) -> list[int]:
        """NC-DIFF-008: what is spent before it is looked up whose turn is next may change it, where several wait."""
        if s.difficulty not in _GRIM:
            return super().order_asked(s)
        waiting = [d for d in s.delvers if not d.acted and d.seat != s.turn_seat]
        return [d.seat for d in waiting if self.has_any(s, d)] if len(waiting) > 1 else []

    def spawns_immobilized(self, s: State, e: Enemy, stance: int) -> bool:
        """NC-DIFF-009, NC-DIFF-014: new enemies are ready."""
        return s.difficulty not in _GRIM and super().spawns_immobilized(s, e, stance)

    def before_acquire(self, s: State, seat: int) -> Flow:
        """NC-DIFF-011, NC-DIFF-016: one Qimen Die is rolled before each Acquire action."""
        if s.difficulty in _GRIM:
            yield from self.roll_dice(s, seat, 1)
        yield from super().before_acquire(s, seat)


class Hard(_Grim):
    """NC-DIFF-007 to -012."""

    def redraw_cost(self, s: State, d: Delver, cards: int) -> int:
        """NC-DIFF-010, NC-DIFF-024: using a Redraw token costs 1 Energy in addition."""
        return super().redraw_cost(s, d, cards) + (s.difficulty == HARD)

    def extra_artifacts(self, s: State) -> tuple[tuple[int, int, int], ...]:
        """NC-DIFF-012: one more artifact of value 4 in the bag."""
        more = ((-1, 4, 1),) if s.difficulty == HARD else ()
        return (*super().extra_artifacts(s), *more)


class Hell(_Grim):
    """NC-DIFF-013 to -021."""

    no_card = "Dodge"

    prompts: ClassVar[dict[str, Prompt]] = {
        "manual": Prompt("NC-DIFF-020", "Only one Secret Manual Card may be carried. Which one is left behind?"),
    }

    def token_surcharge(self, s: State) -> int:
        """NC-DIFF-015: using a Cooldown token costs 1 Energy in addition."""
        return super().token_surcharge(s) + (s.difficulty == HELL)

    def redraw_cost(self, s: State, d: Delver, cards: int) -> int:
        """NC-DIFF-019, NC-DIFF-002, NC-DIFF-024: X Energy to redraw at most X cards; hard's surcharge is not added."""
        return super().redraw_cost(s, d, cards) + (cards if s.difficulty == HELL else 0)

    def extra_artifacts(self, s: State) -> tuple[tuple[int, int, int], ...]:
        """NC-DIFF-021: one more artifact of value 4 and one of value 3 in the bag."""
        more = ((-1, 4, 1), (-1, 3, 1)) if s.difficulty == HELL else ()
        return (*super().extra_artifacts(s), *more)

    def why_not_with(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-DIFF-017, NC-DIFF-018, NC-DIFF-020: no two cards of a name, no Dodge, one Secret Manual Card."""
        content = self.content
        if s.difficulty == HELL:
            title = content.act_title[card]
            if title == self.no_card:
                return Refusal("NC-DIFF-018", "Dodge may not be taken into hell")
            if card not in d.hand and any(content.act_title[other] == title for other in d.hand):
                return Refusal("NC-DIFF-017", "a card of this name has been chosen")
            if content.act_secret[card] and self.manuals(d, d.hand):
                return Refusal("NC-DIFF-020", "a Delver may carry one Secret Manual Card")
        return super().why_not_with(s, d, card)

    def choose_hand(self, s: State, seat: int) -> Flow:
        """NC-DIFF-020: of several Secret Manual Cards among the equipment one is taken along."""
        if s.difficulty == HELL:
            yield from self.leave_manuals(s, s.delvers[seat - 1])
        yield from super().choose_hand(s, seat)

    def gain_equipment(self, s: State, seat: int, card: int) -> Flow:
        """NC-DIFF-020: it holds for what is gained during the scenario, too."""
        yield from super().gain_equipment(s, seat, card)
        if s.difficulty == HELL and self.in_scenario(s):
            yield from self.leave_manuals(s, s.delvers[seat - 1])

    def leave_manuals(self, s: State, d: Delver) -> Flow:
        """NC-DIFF-020: equipment that is a Secret Manual Card is put away until only one of the kind is carried."""
        secret = self.content.eq_secret
        while self.manuals(d, [*d.hand, *d.zone_a, *d.zone_b, *d.zone_c]) > 1:
            options: list[Option] = [
                ("equipment", at, item.card) for at, item in enumerate(d.equipment) if secret[item.card]
            ]
            if not options:
                return
            at = (yield from self.pick(s, d.seat, "manual", options))[1]
            self.discard_equipment(s, d, d.equipment[at])

    def manuals(self, d: Delver, cards: Iterable[int]) -> int:
        """NC-DIFF-020, NC-DIFF-023: how many Secret Manual Cards a Delver has along, equipment included."""
        content = self.content
        worn = [content.eq_secret[item.card] for item in d.equipment]
        return sum(worn) + sum(content.act_secret[card] for card in cards)


LAYERS: dict[int, type[_Difficulty]] = {EASY: Easy, HARD: Hard, HELL: Hell}
"""The layer of each mode; normal needs none."""
