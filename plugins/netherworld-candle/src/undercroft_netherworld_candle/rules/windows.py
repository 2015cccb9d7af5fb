"""What can be done at any time, and when a Delver whose turn it is not is asked for it (NC-TURN-011).

Every Delver may use such things whenever nothing is half resolved. So that the table is not asked at every step, the
question is put where an answer can matter:

* the acting Delver has them in the menu of the turn, and after the encounter once more, if something to use is at hand
  or an end-of-turn effect waits;
* another Delver gets the word in that menu by the option "yield", which is there while that Delver can use something:
  once after each action;
* after the encounter another Delver is asked as well where something that concerns them may happen before the next
  menu: at the end of the turn, the end or start of the round, or when the order is looked up (NC-DIFF-008);
* before the encounter everybody is asked if a defeat has taken the actions, and with them the menu;
* before an enemy that can reach somebody activates, everybody is asked.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.base import Unwind
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, Cooldown
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    MOD_RECALL_COST,
    ON_ROUND_END,
    ON_ROUND_START,
    ON_TURN_END,
    ON_TURN_START,
)

__all__ = ["DONE", "Windows"]

DONE: Final[Option] = ("done",)


class Windows(Cooldown):
    """Options of any time: recalls, tokens, things to use, Quick Actions, Neidan."""

    __slots__ = ("has_quick", "neidan_options", "quick_cards")

    prompts: ClassVar[dict[str, Prompt]] = {
        "any-time": Prompt("NC-TURN-011", "Do you use something before the game goes on?"),
    }

    def __init__(self, content: object, setup: object) -> None:
        super().__init__(content, setup)
        self.has_quick: tuple[bool, ...] = tuple(
            quick and bool(effects)
            for quick, effects in zip(self.content.act_quick, self.content.act_effects, strict=True)
        )
        self.quick_cards = frozenset(card for card, quick in enumerate(self.has_quick) if quick)
        self.neidan_options: list[list[Option]] = [[("neidan", seat, n) for n in range(100)] for seat in range(5)]

    # -- what there is to use -------------------------------------------------------------------------------------

    def any_options(self, s: State, d: Delver, given: int) -> list[Option]:
        """NC-TURN-011: all that a Delver can use now; ``given`` masks the Delvers who were handed Neidan already."""
        options = self.zone_options(s, d) if d.zone_a or d.zone_b or d.zone_c else []
        options += self.use_options(s, d.seat)
        if s.turn_seat != d.seat or d.over:
            options += self.quick_plays(s, d)
        if d.neidan and len(s.delvers) > 1:
            options += self.neidan_gifts(s, d, given)
        return options

    def neidan_gifts(self, s: State, d: Delver, given: int) -> list[Option]:
        """NC-ENEMY-021: what Neidan can be passed to whom: Delvers at the same Location, each once."""
        options: list[Option] = []
        for other in s.delvers:
            if other.place == d.place and other is not d and not given >> other.seat & 1:
                options += self.neidan_options[other.seat][1 : d.neidan + 1]
        return options

    def has_any(self, s: State, d: Delver) -> bool:
        """NC-TURN-011: whether a Delver can use anything now; what is asked most often is looked at first."""
        if (d.zone_a or d.zone_b or d.zone_c) and (d.energy or d.cooldown or self.free_recalls):
            energy = d.energy - self.modifier(s, d, MOD_RECALL_COST)
            if (d.zone_a and energy > 0) or (d.zone_b and energy > 1) or (d.zone_c and energy > 2):
                return True
            if d.cooldown and d.energy >= self.token_surcharge(s):
                return True
        if self.use_options(s, d.seat):
            return True
        if d.neidan and any(other.place == d.place and other is not d for other in s.delvers):
            return True
        return (s.turn_seat != d.seat or d.over) and bool(self.quick_plays(s, d))

    def quick_plays(self, s: State, d: Delver) -> list[Option]:
        """NC-GEN-023: Quick Actions of the hand; they are not tied to the plays of one's own turn."""
        if self.quick_cards.isdisjoint(d.hand):
            return []
        quick = self.has_quick
        return [
            self.quick_options[card] for card in d.hand
            if quick[card] and self.advanced_cost(s, d, card) <= d.energy
        ]  # fmt: skip

    def why_not_quick(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-GEN-023, NC-TURN-004: why a card cannot be played outside of one's own action steps."""
        if not self.has_quick[card]:
            return Refusal("NC-GEN-023", "it has no Quick Action icon and belongs to the own action steps")
        cost = self.advanced_cost(s, d, card)
        return Refusal("NC-COOL-006", f"its Advanced Action costs {cost} Energy") if cost > d.energy else None

    def why_not_give(self, s: State, d: Delver, other: Delver) -> Refusal | None:
        """NC-ENEMY-021: why no Neidan can be passed to another Delver."""
        if not d.neidan:
            return Refusal("NC-ENEMY-021", f"{self.name(d)} has no Neidan")
        if d.place != other.place:
            return Refusal("NC-ENEMY-021", f"{self.name(other)} is at another Location")
        return None

    # -- using it -------------------------------------------------------------------------------------------------

    def any_time(self, s: State, d: Delver, option: Option) -> Generator[Ask, Option, int]:
        """Carry out an option of any time; returns the mask of the Delver who was handed Neidan."""
        verb = option[0]
        if verb == "recall":
            self.recall(s, d, option[1], option[2])
        elif verb == "token":
            self.spend_token(s, d, option[1], option[2])
        elif verb == "use":
            yield from self.use(s, d.seat, option)
        elif verb == "quick":
            yield from self.play_card(s, d.seat, option[1], ADVANCED, quick=True)
        else:
            to: int = option[1]
            self.give_neidan(s, d, self.delver(s, to), option[2])
            return 1 << to
        return 0

    def give_neidan(self, s: State, d: Delver, other: Delver, n: int) -> None:
        """NC-ENEMY-021: pass Neidan to a Delver at the same Location; this is no action."""
        d.neidan -= n
        other.neidan += n
        if self.loud:
            self.tell(s, "NC-ENEMY-021", "{0} passes {1} Neidan to {2}.", self.name(d), n, self.name(other))

    def window(self, s: State, seat: int, given: int) -> Flow:
        """NC-TURN-011, NC-COOL-012: a Delver may use what can be used at any time, as often as wanted.

        Neidan is passed at most once to each Delver in a window, so that it does not go to and fro for ever.
        """
        d = s.delvers[seat - 1]
        options = self.any_options(s, d, given)
        if not options:
            return
        option = yield seat, "any-time", [DONE, *options]
        if option == DONE:
            return
        try:
            given |= yield from self.any_time(s, d, option)
            yield from self.check_page(s)
        except Unwind:
            return
        s.do(self.window, seat, given)

    def ask_them(self, s: State, seats: Sequence[int]) -> None:
        """Lay the windows of some Delvers; they come, in this order, before what waits on the stack."""
        for seat in reversed(seats):
            s.do(self.window, seat, 0)

    # -- when it can matter ---------------------------------------------------------------------------------------

    def late_windows(self, s: State, d: Delver) -> list[int]:
        """NC-TURN-011: the Delvers who are asked between the encounter of one of them and the end of that turn."""
        soon = self.awaits(s, ON_TURN_END, d.seat)
        shared = soon and self.awaits(s, ON_TURN_END, d.seat, others=True)
        rest = any(not other.acted for other in s.delvers if other is not d)
        later = (ON_TURN_START,) if rest else (ON_ROUND_END, ON_ROUND_START)
        everybody = any(self.awaits(s, moment, others=True) for moment in later)
        asked = self.order_asked(s)
        for other in s.delvers:
            if other.seat in asked:
                continue
            near = soon if other is d else shared and other.place == d.place
            if near or everybody or (not rest and any(self.awaits_own(s, moment, other) for moment in later)):
                able = self.has_any(s, other)
            else:
                able = (shared or other is d) and self.reacts(s, other)
            if able:
                asked.append(other.seat)
        return asked

    def order_asked(self, s: State) -> list[int]:
        """NC-DIFF-008: who is asked before it is looked up whose turn is next; nobody where the party chooses."""
        return []

    def threatens(self, s: State, e: Enemy) -> bool:
        """Whether an enemy can reach a Delver or Companion in its coming activation."""
        if e.immobilized:
            return False
        far = s.far[e.place]
        reach = self.reach(s, e) + self.paces(s, e)
        for d in s.delvers:  # a loop costs less than a generator, here and wherever much is asked
            if 0 <= far[d.place] <= reach:
                return True
            for item in d.equipment:
                if item.in_play and 0 <= far[item.place] <= reach:
                    return True
        return False

    def able(self, s: State) -> list[int]:
        """The Delvers who can use anything now."""
        return [d.seat for d in s.delvers if self.has_any(s, d)]

    def reacts(self, s: State, d: Delver) -> bool:
        """Whether a Delver holds an ability or a Quick Action, at hand or to be recalled for it."""
        if self.use_options(s, d.seat) or self.quick_plays(s, d):
            return True
        quick = self.quick_cards
        if quick.isdisjoint(d.zone_a) and quick.isdisjoint(d.zone_b) and quick.isdisjoint(d.zone_c):
            return False
        return any(option[0] == "recall" and option[2] in quick for option in self.zone_options(s, d))

    if TYPE_CHECKING:  # of a later chapter

        def check_page(self, s: State) -> Flow:
            """Turn the page, or end the scenario, where its condition is met."""
