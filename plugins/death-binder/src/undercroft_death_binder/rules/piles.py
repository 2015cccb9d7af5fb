"""Cards and Blinded cards: Draw Deck (DD), hand, Stored Action Cards (SAC), Removed pile, and the Faith Die."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from undercroft import Ask, Option
from undercroft_death_binder.rules.base import HAND, Base
from undercroft_death_binder.state import Player, State
from undercroft_death_binder.verbs import WIN_FAITH_TOSSES

__all__ = ["Piles"]

ACCEPT: Option = ("accept",)


class Piles(Base):
    """Areas CARD, BLIND and FAITH of the rules, and losing by cards (SOLO, COOP)."""

    __slots__ = ()

    # -- Draw Deck ------------------------------------------------------------------------------------------------

    def rebuild(self, s: State, p: Player) -> None:
        """DB-CARD-007, DB-CARD-008: an exhausted DD is made anew from SAC, at once."""
        if p.sac and not len(p.dd):
            p.dd.shuffle_in(p.sac)
            p.sac.clear()
            if self.loud:
                self.tell(s, "DB-CARD-007", "{0}: the Stored cards are shuffled into a new Draw Deck of {1}.",
                          self.who(p), len(p.dd))  # fmt: skip

    def draw_cards(self, s: State, p: Player, count: int) -> int:
        """DB-CARD-024: draw up to ``count`` cards into the hand; stops where DD and SAC are empty."""
        dd = p.dd
        if not len(dd):
            self.rebuild(s, p)
        drawn = dd.draw(count)
        p.hand += drawn
        got = len(drawn)
        if not len(dd) and p.sac:
            self.rebuild(s, p)
            if got < count:
                drawn = dd.draw(count - got)
                p.hand += drawn
                got += len(drawn)
        return got

    def refill(self, s: State, p: Player) -> None:
        """DB-COMBAT-003, DB-SOLO-003, DB-COOP-021: draw up to six cards; who cannot, loses the game."""
        need = HAND - len(p.hand)
        if need <= 0:
            return
        got = self.draw_cards(s, p, need)
        if self.loud:
            self.tell(s, "DB-COMBAT-003", "{0} refills the hand, cards drawn: {1}.", self.who(p), got)
        if got < need:
            rule = "DB-COOP-021" if self.coop else "DB-SOLO-003"
            self.end(s, "loss", f"{self.who(p)} cannot refill the hand to six cards", rule)

    def remove_from_dd(self, s: State, p: Player, count: int) -> int:
        """DB-CARD-011, -013, -014, DB-BLIND-008 to -010: -X DD, card by card; Blinded cards are passed over."""
        left = count
        while left > 0:
            self.rebuild(s, p)
            moved = p.dd.move_to(s.removed, left, self.usable_mask)
            if not moved:
                break
            left -= moved
        self.rebuild(s, p)
        if self.loud and count > left:
            self.tell(s, "DB-CARD-011", "{0}: cards Removed from the Draw Deck: {1}.", self.who(p), count - left)
        return count - left

    def can_pay_dd(self, p: Player, count: int) -> bool:
        """DB-BLIND-010, DB-GEN-007: whether a cost in DD cards can be paid in full."""
        usable = p.dd.count(self.usable_mask)
        if usable >= count:
            return True
        if usable < len(p.dd):
            return False
        blinded = self.content.is_blinded
        return usable + sum(not blinded[card] for card in p.sac) >= count

    def recover(self, s: State, p: Player, count: int) -> int:
        """DB-CARD-012, -015, DB-COOP-026: +X DD, the top cards of the Removed pile shuffled into the DD."""
        flags = s.removed.known()[:count]
        cards = s.removed.draw(count, seen=False)
        if not cards:
            return 0
        for card, flag in zip(cards, flags, strict=True):
            p.dd.put_top(card, seen=flag > 0)
        p.dd.shuffle()
        if self.loud:
            self.tell(
                s, "DB-CARD-012", "{0}: Removed cards shuffled back into the Draw Deck: {1}.", self.who(p), len(cards)
            )
        return len(cards)

    # -- Store and Remove -----------------------------------------------------------------------------------------

    def store_card(self, s: State, p: Player, card: int) -> None:
        """DB-CARD-010, DB-BOARD-011: lay a card face up on SAC."""
        p.sac.insert(0, card)

    def remove_card(self, s: State, p: Player, card: int) -> None:
        """DB-CARD-009, DB-BOARD-009, DB-BLIND-007: lay a card on the Removed pile, a Blinded one back on its own."""
        if self.content.is_blinded[card]:
            s.blinded.append(card)
        else:
            s.removed.put_top(card)

    # -- cards that come in ---------------------------------------------------------------------------------------

    def gain_card(self, s: State, p: Player, card: int) -> None:
        """DB-CARD-018, DB-BLIND-012: into the hand, or onto SAC where the hand holds six or more."""
        if len(p.hand) < HAND:
            p.hand.append(card)
        else:
            p.sac.insert(0, card)

    def gain_specials(self, s: State, p: Player, count: int) -> None:
        """DB-CARD-018, DB-CARD-020: Special Action cards from the top of their deck, as long as there are any."""
        for card in s.specials.draw(count):
            self.gain_card(s, p, card)
            if self.loud:
                self.tell(s, "DB-CARD-018", "{0} gains the Special Action card {1}.", self.who(p), self.card_name(card))

    def blind(self, s: State, p: Player, count: int) -> None:
        """DB-BLIND-002, -011, -012: hand out Blinded cards, as long as there are any."""
        given = min(count, len(s.blinded))
        for _ in range(given):
            self.gain_card(s, p, s.blinded.pop())
        if self.loud and given:
            self.tell(s, "DB-BLIND-002", "{0} receives Blinded cards: {1}.", self.who(p), given)

    # -- Faith Tosses ---------------------------------------------------------------------------------------------

    def throw(self, s: State) -> bool:
        """DB-FAITH-002, DB-FAITH-003: the die; three faces of six are a success."""
        return s.dice.below(6) < 3

    def foe_toss(self, s: State, what: str) -> bool:
        """DB-FAITH-005: a toss for an Enemy's ability."""
        success = self.throw(s)
        if self.loud:
            self.tell(s, "DB-FAITH-005", "Faith Toss for {0}: {1}.", what, "success" if success else "failure")
        return success

    def own_toss(self, s: State, p: Player, what: str) -> Generator[Ask, Option, bool]:
        """DB-FAITH-002, DB-FAITH-005: a toss for a player's card or Event; a Skill may toss again."""
        success = self.throw(s)
        if self.loud:
            self.tell(s, "DB-FAITH-005", "Faith Toss of {0} for {1}: {2}.", self.whom(p), what,
                      "success" if success else "failure")  # fmt: skip
        while not success and p.skills:
            again: list[Option] = [("reroll", k) for k in p.skills if self.content.skills[k].rerolls]
            if not again:
                break
            option = yield self.ask(s, p.seat, "reroll", [*again, ACCEPT])
            if option == ACCEPT:
                break
            self.discard_skill(s, p, option[1])
            success = self.throw(s)
            if self.loud:
                self.tell(s, "DB-SKILL-007", "Tossed again: {0}.", "success" if success else "failure")
        if success:
            self.progress(s, p, WIN_FAITH_TOSSES, 1)
        return success

    def discard_skill(self, s: State, p: Player, skill: int) -> None:
        """DB-SKILL-004: a used Skill goes to the Skill discard pile."""
        p.skills.remove(skill)
        s.skill_discard.insert(0, skill)
        if self.loud:
            self.tell(s, "DB-SKILL-004", "{0} uses the Skill {1}.", self.who(p), self.content.skills[skill].title)

    if TYPE_CHECKING:  # of a later chapter

        def progress(self, s: State, p: Player, goal: int, count: int) -> None:
            """Advance a Sidequest."""
