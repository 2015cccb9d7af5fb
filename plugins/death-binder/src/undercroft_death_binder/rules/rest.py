"""The Rest: upgrades, Rest actions and Skills."""

from __future__ import annotations

from undercroft import Flow, Option, Refusal
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.base import DONE
from undercroft_death_binder.rules.combat import Combat
from undercroft_death_binder.rules.tracks import too_dear
from undercroft_death_binder.state import Player, State

__all__ = ["Rest"]

HEAL: Option = ("heal",)
BUY: Option = ("buy",)
RECOVER: Option = ("recover",)
CLEANSE: Option = ("cleanse",)
_HEALTHY = Refusal("DB-REST-008", "health is at its maximum")
_NOTHING_STORED = Refusal("DB-REST-008", "no card is Stored")
_SOLD_OUT = Refusal("DB-REST-005", "the Special Action deck is empty")
_NOTHING_REMOVED = Refusal("DB-REST-006", "the Removed pile is empty")
_NO_BLIGHT = Refusal("DB-REST-007", "there is no Blight")


class Rest(Combat):
    """Area REST, and upgrades (TRAIT)."""

    __slots__ = ()

    def rest_icon(self, s: State) -> None:
        """DB-TOKEN-006, DB-REST-010: every standing player rests, the Leader first."""
        for p in self.in_order(s)[::-1]:
            p.heals = 0
            s.do_all((self.rest, p.seat), (self.rest_done, p.seat))

    def rest(self, s: State, seat: int) -> Flow:
        """DB-REST-001, -008, -009, DB-TRAIT-011: upgrades, Rest actions and Skills in any order, until ended."""
        p = s.players[seat - 1]
        option = yield self.ask(s, seat, "rest", self.rest_options(s, p))
        match option:
            case ("done",):
                return
            case ("upgrade", trait):
                p.xp -= self.upgrade_cost(p, trait)
                self.upgrade(s, p, trait)
                self.progress(s, p, verbs.UPGRADE_TRAITS, 1)
            case ("skill", *_):
                self.use_skill(s, p, option)
            case ("remove", card):
                self.pay_rest(s, p, verbs.REMOVE_STORED)
                p.sac.remove(card)
                self.remove_card(s, p, card)
            case _:
                self.rest_action(s, p, option)
        s.do(self.rest, seat)

    def rest_options(self, s: State, p: Player) -> list[Option]:
        """DB-REST-008: what can be paid and has an effect, and ending the Rest."""
        options = self.upgrade_options(p, p.xp)
        if self.why_not_heal(s, p) is None:
            options.append(HEAL)
        if p.xp:
            if self.why_not_remove(p) is None:
                blinded = self.content.is_blinded
                options += [("remove", card) for card in p.sac if not blinded[card]]
                # Blinded cards are all alike: one of them stands for the others.
                options += [("remove", card) for card in p.sac if blinded[card]][:1]
            if self.why_not_buy(s, p) is None:
                options.append(BUY)
            if self.why_not_recover(s, p) is None:
                options.append(RECOVER)
            if self.why_not_cleanse(s, p) is None:
                options.append(CLEANSE)
        if p.skills:
            options += self.skill_options(s, p)
        options.append(DONE)
        return options

    def rest_action(self, s: State, p: Player, option: Option) -> None:
        """DB-REST-001 to -007: the cost, then the effect."""
        rest = self.boards[p.seat - 1].rest
        if option == HEAL:
            p.heals += 1
            self.remove_from_dd(s, p, self.heal_price(p))
            self.heal(s, p, rest[verbs.HEAL][2])
        elif option == BUY:
            self.pay_rest(s, p, verbs.BUY)
            card = s.specials.pop()
            p.sac.insert(0, card)
            if self.loud:
                self.tell(s, "DB-REST-005", "{0} buys {1}.", self.who(p), self.card_name(card))
        elif option == RECOVER:
            self.pay_rest(s, p, verbs.RECOVER)
            self.recover(s, p, rest[verbs.RECOVER][2])
        else:
            self.pay_rest(s, p, verbs.CLEANSE)
            self.lower_blight(s, rest[verbs.CLEANSE][2])

    def heal_price(self, p: Player) -> int:
        """DB-REST-002: the DD cards that Heal costs."""
        return self.boards[p.seat - 1].rest[verbs.HEAL][1]

    def pay_rest(self, s: State, p: Player, action: int) -> None:
        """DB-REST-001: XP is spent before the effect."""
        p.xp -= self.boards[p.seat - 1].rest[action][1]

    def why_not_pay(self, p: Player, action: int) -> Refusal | None:
        """DB-GEN-007, DB-TRACK-010: why the XP of a Rest action cannot be paid."""
        price = self.boards[p.seat - 1].rest[action][1]
        return None if p.xp >= price else too_dear(price, p.xp)

    def why_not_heal(self, s: State, p: Player) -> Refusal | None:
        """DB-REST-002, -008: why Heal is not possible."""
        if p.health >= self.max_health(p):
            return _HEALTHY
        if not self.can_pay_dd(p, self.heal_price(p)):
            return self.no("DB-GEN-007", f"it costs {self.heal_price(p)} cards of the Draw Deck")
        return None

    def why_not_remove(self, p: Player) -> Refusal | None:
        """DB-REST-004, -008: why no Stored card can be removed."""
        if not p.sac:
            return _NOTHING_STORED
        return self.why_not_pay(p, verbs.REMOVE_STORED)

    def why_not_buy(self, s: State, p: Player) -> Refusal | None:
        """DB-REST-005: why no Special Action card can be bought."""
        if not len(s.specials):
            return _SOLD_OUT
        return self.why_not_pay(p, verbs.BUY)

    def why_not_recover(self, s: State, p: Player) -> Refusal | None:
        """DB-REST-006: why nothing can be recovered."""
        if not len(s.removed):
            return _NOTHING_REMOVED
        return self.why_not_pay(p, verbs.RECOVER)

    def why_not_cleanse(self, s: State, p: Player) -> Refusal | None:
        """DB-REST-007: why Blight cannot be lowered."""
        if not s.blight:
            return _NO_BLIGHT
        return self.why_not_pay(p, verbs.CLEANSE)

    def rest_done(self, s: State, seat: int) -> None:
        """DB-REST-009: the player's Rest is over."""
        self.progress(s, s.players[seat - 1], verbs.RESOLVE_RESTS, 1)
