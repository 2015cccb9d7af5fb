"""Choosing the hand for an adventure: the Card Pool, its limits, and a hint (ADV-004 to -008, -027)."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.scenarios import Scenarios
from undercroft_netherworld_candle.rules.windows import DONE
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import MOD_HAND

__all__ = ["AdventureHands"]

HINT: Final[Option] = ("hint",)
_OF_EACH_ZONE: Final = 2


class AdventureHands(Scenarios):
    """The hand that is chosen before an adventure."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "hand": Prompt("NC-ADV-004", "Which Action Card do you take along?"),
    }

    def card_pool(self, d: Delver) -> list[int]:
        """NC-ADV-006 to -008: cards of the own Sect and gained ones, as far as their level is unlocked.

        The cards of a lone Delver (NC-SOLO-003) are exempt from Sect and level.
        """
        content = self.content
        level = self.level(d)
        exempt = content.party.solo_actions if self.setup.true_solo else ()
        gained = [card for card in d.pool if content.act_level[card] <= level or card in exempt]
        own = [card for card in content.sect_actions[content.del_sect[d.card]] if content.act_level[card] <= level]
        return list(dict.fromkeys([*own, *gained]))

    def most_cards(self, s: State, d: Delver) -> int:
        """NC-LOG-005, NC-LOG-006, NC-ADV-004: how many Action Cards may be taken along."""
        limit = self.hand_limit(s, d) + self.modifier(s, d, MOD_HAND)
        return max(0, min(self.content.log.hand_max, limit))

    def why_not_take(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-ADV-004, NC-ADV-006, NC-LOG-004: why a card cannot be taken into the hand being chosen."""
        if card not in self.card_pool(d):
            if self.content.act_level[card] > self.level(d):
                return Refusal("NC-LOG-004", f"level {self.content.act_level[card]} is not unlocked")
            return Refusal("NC-ADV-006", "it is of another Sect and was not gained")
        if len(d.hand) >= self.most_cards(s, d):
            return Refusal("NC-LOG-005", f"the hand limit is {self.most_cards(s, d)}")
        return self.why_not_with(s, d, card)

    def why_not_with(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-ADV-004: why a card does not go with those already chosen: it is one of them."""
        return Refusal("NC-ADV-004", "it has been chosen") if card in d.hand else None

    def starting_hand(self, s: State, d: Delver) -> list[int]:
        """NC-ADV-005: the hand of the first game."""
        return list(self.content.del_starting[d.card])

    def choose_hand(self, s: State, seat: int) -> Flow:
        """NC-ADV-004, NC-ADV-005, NC-ADV-027: card by card, any number up to the limit; the hint fills it up."""
        d = self.delver(s, seat)
        if s.first_game:
            d.hand = self.starting_hand(s, d)
            return
        options: list[Option] = [("bring", card) for card in self.card_pool(d) if self.why_not_take(s, d, card) is None]
        if not options:
            return
        choice = yield self.ask(s, seat, "hand", [HINT, *options, DONE])
        if choice == DONE:
            return
        if choice == HINT:
            d.hand = [*d.hand, *self.hint(s, d)]
            return
        d.hand.append(choice[1])
        s.do(self.choose_hand, seat)

    def hint(self, s: State, d: Delver) -> list[int]:
        """NC-ADV-027: two cards of each zone where the pool allows it, the rest as it comes; high levels first."""
        content = self.content
        chosen = d.hand
        d.hand = list(chosen)
        pool = sorted(self.card_pool(d), key=lambda card: -content.act_level[card])
        for most in (_OF_EACH_ZONE, len(pool)):
            for card in pool:
                zone = content.act_zone[card]
                taken = sum(content.act_zone[other] == zone for other in d.hand)
                if taken < most and self.why_not_take(s, d, card) is None:
                    d.hand.append(card)
        found = d.hand[len(chosen) :]
        d.hand = chosen
        return found
