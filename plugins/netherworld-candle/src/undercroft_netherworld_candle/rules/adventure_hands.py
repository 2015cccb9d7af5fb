"""Choosing the hand for an adventure: the Card Pool, its limits, and a hint (ADV-004 to -008, -027)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.scenarios import Scenarios
from undercroft_netherworld_candle.rules.windows import DONE
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import MOD_HAND

__all__ = ["AdventureHands"]

HINT: Final[Option] = ("hint",)
_OF_EACH_ZONE: Final = 2
_POOLS_KEPT: Final = 1_000


class AdventureHands(Scenarios):
    """The hand that is chosen before an adventure."""

    __slots__ = ("_pools", "all_go_together", "bring_options", "own_pools")

    prompts: ClassVar[dict[str, Prompt]] = {
        "hand": Prompt("NC-ADV-004", "Which Action Card do you take along?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.bring_options: list[Option] = [("bring", card) for card in range(len(content.action))]
        self.all_go_together = type(self).why_not_with is AdventureHands.why_not_with
        """Whether nothing but being chosen already keeps a card out of a hand: true unless a layer says otherwise."""
        self._pools: dict[tuple[int, int, tuple[int, ...]], tuple[int, ...]] = {}
        """Pools that were asked for: by Sect, level and gained cards."""
        top = max(content.act_level, default=1)
        self.own_pools: list[list[tuple[int, ...]]] = [
            [tuple(card for card in cards if content.act_level[card] <= level) for level in range(top + 1)]
            for cards in content.sect_actions
        ]
        """``own_pools[sect][level]``: the cards of a Sect up to a level."""

    def card_pool(self, d: Delver) -> list[int]:
        """NC-ADV-006 to -008: cards of the own Sect and gained ones, as far as their level is unlocked.

        The cards of a lone Delver (NC-SOLO-003) are exempt from Sect and level.
        """
        return list(self._pool(d))

    def _pool(self, d: Delver) -> tuple[int, ...]:
        """What :meth:`card_pool` lists. It changes between adventures only, and is asked for at each card chosen."""
        content = self.content
        level, sect = self.level(d), content.del_sect[d.card]
        own = self.own_pools[sect][level]
        if not d.pool:
            return own
        known = self._pools.get((sect, level, d.pool))
        if known is None:
            exempt = content.party.solo_actions if self.setup.true_solo else ()
            gained = [card for card in d.pool if content.act_level[card] <= level or card in exempt]
            if len(self._pools) >= _POOLS_KEPT:
                self._pools.clear()
            known = self._pools[sect, level, d.pool] = tuple(dict.fromkeys([*own, *gained]))
        return known

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

    def choose_hand(self, s: State, seat: int) -> Flow:
        """NC-ADV-004, NC-ADV-027: card by card, any number up to the limit; the hint fills it up."""
        d = s.delvers[seat - 1]
        if len(d.hand) >= self.most_cards(s, d):
            return
        bring, hand, free = self.bring_options, d.hand, self.all_go_together
        options = [
            bring[card] for card in self._pool(d)
            if (card not in hand if free else self.why_not_with(s, d, card) is None)
        ]  # fmt: skip
        if not options:
            return
        choice = yield seat, "hand", [HINT, *options, DONE]
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
        pool = sorted(self._pool(d), key=lambda card: -content.act_level[card])
        limit = self.most_cards(s, d)
        taken = [0, 0, 0]
        for card in chosen:
            taken[content.act_zone[card]] += 1
        for most in (_OF_EACH_ZONE, len(pool)):
            for card in pool:
                if len(d.hand) >= limit:
                    break
                zone = content.act_zone[card]
                if taken[zone] < most and card not in d.hand and self.why_not_with(s, d, card) is None:
                    d.hand.append(card)
                    taken[zone] += 1
        found = d.hand[len(chosen) :]
        d.hand = chosen
        return found
