"""Action Cards: playing them, the three cooldown zones, and getting cards back (COOL)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.actions import Actions
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import BASICS, MOD_ENERGY_COST, MOD_RECALL_COST, ON_PLAY

__all__ = ["ADVANCED", "NOTHING", "Cooldown"]

ADVANCED: Final = len(BASICS)
NOTHING: Final = ADVANCED + 1
"""How a card is played: for a Basic Action (its DO_…), its Advanced Action, or for the shift alone."""

ZONES: Final = ("A", "B", "C")
_ADVANCED_BIT: Final = 1 << ADVANCED


class Cooldown(Actions):
    """Cards in hand and in the zones (COOL)."""

    __slots__ = ("cool_options", "free_recalls", "play_options", "quick_options", "recall_options", "token_options")

    prompts: ClassVar[dict[str, Prompt]] = {
        "cool": Prompt("NC-COOL-010", "Which card moves one zone to the left?"),
        "recall": Prompt("NC-COOL-009", "Which card returns to the hand?"),
        "discard-hand": Prompt("NC-COOL-004", "Which card of the hand is put into zone A?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        cards = range(len(content.action))
        self.play_options: tuple[tuple[tuple[Option, ...], ...], ...] = tuple(
            _plays(card, content.act_basic[card], bool(content.act_effects[card])) for card in cards
        )
        """``play_options[card][mask]``: how a card can be played; the mask has legal Basic Actions and ADVANCED."""
        self.quick_options: list[Option] = [("quick", card) for card in cards]
        self.recall_options: list[list[Option]] = [[("recall", zone, card) for card in cards] for zone in range(3)]
        self.cool_options: list[list[Option]] = [[("cool", zone, card) for card in cards] for zone in range(3)]
        self.free_recalls = any(
            mod[0] == MOD_RECALL_COST and mod[1] < 0
            for cards in (content.eq_modifiers, content.del_modifiers, content.nether_modifiers, content.art_modifiers,
                          content.loc_modifiers, content.enc_modifiers)
            for mods in cards for mod in mods
        )  # fmt: skip
        """Whether any card makes recalls cheaper, so that they may be possible without Energy."""
        self.token_options: list[list[Option]] = [[("token", zone, card) for card in cards] for zone in range(3)]

    def zones(self, d: Delver) -> tuple[list[int], list[int], list[int]]:
        """NC-ADV-001: the cooldown zones A, B and C."""
        return d.zone_a, d.zone_b, d.zone_c

    # -- playing --------------------------------------------------------------------------------------------------

    def play_choices(self, s: State, d: Delver, legal: int) -> list[Option]:
        """NC-COOL-006 to -008: every way to play a card of the hand now; ``legal`` masks the Basic Actions."""
        energy = d.energy - self.modifier(s, d, MOD_ENERGY_COST)
        costs = self.content.act_energy
        table = self.play_options
        options: list[Option] = []
        for card in d.hand:
            options += table[card][legal | _ADVANCED_BIT if costs[card] <= energy or not costs[card] else legal]
        return options

    def advanced_cost(self, s: State, d: Delver, card: int) -> int:
        """NC-COOL-006: the Energy for an Advanced Action; a card without a cost stays free."""
        printed = self.content.act_energy[card]
        return max(0, printed + self.modifier(s, d, MOD_ENERGY_COST)) if printed else 0

    def why_not_play(self, s: State, d: Delver, card: int, how: int) -> Refusal | None:
        """NC-TURN-004, NC-COOL-006, NC-COOL-017: why a card of the hand cannot be played this way."""
        if d.plays >= 2:
            return Refusal("NC-TURN-004", "two Action Cards were played in this turn")
        content = self.content
        if how == NOTHING:
            return None
        if how == ADVANCED:
            cost = self.advanced_cost(s, d, card)
            if not content.act_effects[card]:
                return Refusal("NC-COOL-006", "the card has no Advanced Action")
            return Refusal("NC-COOL-006", f"its Advanced Action costs {cost} Energy") if cost > d.energy else None
        if how not in content.act_basic[card]:
            return Refusal("NC-COOL-007", f"the card does not show {BASICS[how]}")
        return self.why_not_act(s, d.seat, how)

    def place_card(self, s: State, d: Delver, card: int) -> None:
        """NC-COOL-001 to -005, NC-COOL-018: from the hand into its zone; an occupied zone shifts first, no other."""
        d.hand.remove(card)
        zone = self.content.act_zone[card]
        if zone == 0:
            d.hand += d.zone_a
            d.zone_a = [card]
        elif zone == 1:
            d.zone_a += d.zone_b
            d.zone_b = [card]
        else:
            d.zone_b += d.zone_c
            d.zone_c = [card]

    def play_card(self, s: State, seat: int, card: int, how: int, *, quick: bool = False) -> Flow:
        """NC-COOL-005 to -008, NC-COOL-017, NC-GEN-023: place it, pay, then resolve what it was declared for."""
        d = s.delvers[seat - 1]
        cost = self.advanced_cost(s, d, card) if how == ADVANCED else 0
        if self.loud:
            kind = "its Advanced Action" if how == ADVANCED else "nothing" if how == NOTHING else BASICS[how]
            self.tell(s, "NC-COOL-017", "{0} plays {1} into zone {2} for {3}.", self.name(d),
                      self.content.act_title[card], ZONES[self.content.act_zone[card]], kind)  # fmt: skip
        self.place_card(s, d, card)
        s.cards_used += 1
        if not quick:
            d.plays += 1
        if how == ADVANCED:
            self.pay_energy(s, d, cost)
            kind = "quick" if quick else "action"
            yield from self.carry_out(s, seat, self.content.act_effects[card], (kind, card, -1))
        elif how != NOTHING:
            yield from self.do_basic(s, seat, how, ("action", card, -1))
        yield from self.fire(s, ON_PLAY, seat)

    # -- at any time ----------------------------------------------------------------------------------------------

    def zone_options(self, s: State, d: Delver) -> list[Option]:
        """NC-COOL-009, NC-COOL-011, NC-COOL-012: recalls that can be paid and Cooldown tokens to spend."""
        options: list[Option] = []
        add = options.append
        in_a, in_b, in_c = self.recall_options
        if d.energy or self.free_recalls:
            energy = d.energy - self.modifier(s, d, MOD_RECALL_COST)
            if energy > 0:
                for card in d.zone_a:
                    add(in_a[card])
                if energy > 1:
                    for card in d.zone_b:
                        add(in_b[card])
                    if energy > 2:
                        for card in d.zone_c:
                            add(in_c[card])
        if d.cooldown and d.energy >= self.token_surcharge(s):
            in_a, in_b, in_c = self.token_options
            for card in d.zone_a:
                add(in_a[card])
            for card in d.zone_b:
                add(in_b[card])
            for card in d.zone_c:
                add(in_c[card])
        return options

    def recall_cost(self, s: State, d: Delver, zone: int) -> int:
        """NC-COOL-009: the Energy to return a card of a zone to the hand, by the zone it lies in now."""
        return max(0, zone + 1 + self.modifier(s, d, MOD_RECALL_COST))

    def token_surcharge(self, s: State) -> int:
        """NC-DIFF-015: the Energy that a Cooldown token costs in addition; nothing in the rulebook."""
        return 0

    def why_not_recall(self, s: State, d: Delver, zone: int) -> Refusal | None:
        """NC-COOL-009: why a card of a zone cannot be recalled."""
        cost = self.recall_cost(s, d, zone)
        if d.energy >= cost:
            return None
        return Refusal("NC-COOL-009", f"a recall from zone {ZONES[zone]} costs {cost} Energy")

    def why_not_spend_token(self, s: State, d: Delver) -> Refusal | None:
        """NC-COOL-011, NC-DIFF-015: why no Cooldown token can be spent."""
        if not d.cooldown:
            return Refusal("NC-COOL-011", f"{self.name(d)} has no Cooldown token")
        if d.energy < self.token_surcharge(s):
            return Refusal("NC-DIFF-015", "a Cooldown token costs 1 Energy in this mode")
        return None

    def recall(self, s: State, d: Delver, zone: int, card: int) -> None:
        """NC-COOL-009: Energy for one card back to the hand."""
        self.pay_energy(s, d, self.recall_cost(s, d, zone))
        self.zones(d)[zone].remove(card)
        d.hand.append(card)
        if self.loud:
            self.tell(s, "NC-COOL-009", "{0} recalls {1}.", self.name(d), self.content.act_title[card])

    def spend_token(self, s: State, d: Delver, zone: int, card: int) -> None:
        """NC-COOL-011, NC-DIFF-015: a Cooldown token for one Cooldown effect."""
        d.cooldown -= 1
        self.pay_energy(s, d, self.token_surcharge(s))
        self.cool_card(s, d, zone, card)

    def cool_card(self, s: State, d: Delver, zone: int, card: int) -> None:
        """NC-COOL-004, NC-COOL-010: one card one zone to the left, from A to the hand; nothing else moves."""
        zones = (d.hand, d.zone_a, d.zone_b, d.zone_c)
        zones[zone + 1].remove(card)
        zones[zone].append(card)
        if self.loud:
            where = "returns to the hand" if not zone else f"moves to zone {ZONES[zone - 1]}"
            self.tell(s, "NC-COOL-010", "{0}: {1} {2}.", self.name(d), self.content.act_title[card], where)

    # -- effects on hand and zones --------------------------------------------------------------------------------

    def cool(self, s: State, seat: int, n: int) -> Flow:
        """NC-COOL-010: n Cooldown effects on cards of the owner's choice."""
        d = s.delvers[seat - 1]
        for _ in range(n):
            options = [self.cool_options[zone][card] for zone, cards in enumerate(self.zones(d)) for card in cards]
            if not options:
                return
            choice = yield from self.pick(s, seat, "cool", options)
            self.cool_card(s, d, choice[1], choice[2])

    def recall_cards(self, s: State, seat: int, n: int, zone: int) -> Flow:
        """n cards of one zone, or of any (-1), return to the hand without a cost."""
        d = s.delvers[seat - 1]
        for _ in range(n):
            options = [
                self.recall_options[at][card]
                for at, cards in enumerate(self.zones(d)) if zone in (-1, at) for card in cards
            ]  # fmt: skip
            if not options:
                return
            choice = yield from self.pick(s, seat, "recall", options)
            self.zones(d)[choice[1]].remove(choice[2])
            d.hand.append(choice[2])
            if self.loud:
                self.tell(s, "NC-COOL-009", "{0} takes {1} back.", self.name(d), self.content.act_title[choice[2]])

    def discard_hand(self, s: State, seat: int, n: int) -> Flow:
        """NC-COOL-004: n cards of the hand, of choice, are put into zone A; this shifts nothing."""
        d = s.delvers[seat - 1]
        for _ in range(n):
            if not d.hand:
                return
            options = [self.card_options[card] for card in d.hand]
            card = (yield from self.pick(s, seat, "discard-hand", options))[1]
            d.hand.remove(card)
            d.zone_a.append(card)
            if self.loud:
                self.tell(s, "NC-COOL-004", "{0} puts {1} into zone A.", self.name(d), self.content.act_title[card])


def _plays(card: int, basics: tuple[int, ...], advanced: bool) -> tuple[tuple[Option, ...], ...]:
    """For each mask of what is possible the ways to play a card; the last one, for nothing, always is."""
    made: dict[int, tuple[Option, ...]] = {}
    own = sum(1 << basic for basic in basics) | (_ADVANCED_BIT if advanced else 0)
    rows = []
    for mask in range(2 * _ADVANCED_BIT):
        fits = mask & own
        if fits not in made:
            hows = [basic for basic in basics if fits >> basic & 1] + ([ADVANCED] if fits & _ADVANCED_BIT else [])
            made[fits] = tuple(("play", card, how) for how in (*hows, NOTHING))
        rows.append(made[fits])
    return tuple(rows)
