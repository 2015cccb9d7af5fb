"""The turns of the Story Phase, passing, and its early end (NC-STORY-016 to -018, -026 to -029)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.adventure_end import AGREE, REFUSE
from undercroft_netherworld_candle.rules.base import KEEP, PASS
from undercroft_netherworld_candle.rules.story_trade import DONE, StoryTrade
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["EARLY", "EXCHANGE", "INTERACT", "TRADE", "WALK", "Story"]

INTERACT: Final[Option] = ("interact",)
WALK: Final[Option] = ("walk",)
TRADE: Final[Option] = ("trade",)
EXCHANGE: Final[Option] = ("exchange",)
EARLY: Final[Option] = ("early-end",)
TO_REDRAW: Final[Option] = ("to-redraw",)
TO_COOLDOWN: Final[Option] = ("to-cooldown",)


class Story(StoryTrade):
    """The turns of the Story Phase."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "story": Prompt("NC-STORY-017", "Your turn in the Story Phase: one or two Story Actions, or pass."),
        "early-end": Prompt("NC-STORY-027", "End the Story Phase now? All players have to agree."),
        "unused-karma": Prompt("NC-STORY-028", "What does an unused Karma become?"),
    }

    def story_turn(self, s: State, seat: int, left: int) -> Flow:
        """NC-STORY-016 to -018: up to two Story Actions of any kind, the second chosen after the first, or a pass."""
        if s.final:
            self.end_campaign(s)
        d = self.delver(s, seat)
        option = yield self.ask(s, seat, "story", self.story_options(s, d, left))
        if option == PASS:
            self.pass_story(s, d)
        elif option == DONE:
            self.next_story_turn(s, seat)
        elif option == EARLY:
            yield from self.early_end(s, d, left)
        elif option == EXCHANGE:
            s.do(self.story_turn, seat, left)
            yield from self.make_exchange(s, seat)
        elif option == TRADE or option[0] == "let-trade":
            s.do(self.story_turn, seat, left)
            yield from self.trade(s, d if option == TRADE else self.delver(s, option[1]))
        else:
            s.passes = 0
            if left > 1:
                s.do(self.story_turn, seat, left - 1)
            else:
                self.next_story_turn(s, seat)
            yield from self.interact(s, d) if option == INTERACT else self.walk(s, d)

    def story_options(self, s: State, d: Delver, left: int) -> list[Option]:
        """What a Delver may do in the Story Phase with so many Story Actions left.

        Others may give something away meanwhile (NC-STORY-030).
        """
        options: list[Option] = []
        if self.why_not_interact(s, d) is None:
            options.append(INTERACT)
        if self.walks(s, d):
            options.append(WALK)
        if self.gifts(s, d):
            options.append(TRADE)
        options += [("let-trade", other.seat) for other in s.delvers if other is not d and self.gifts(s, other)]
        if self.exchanges(s, d):
            options.append(EXCHANGE)
        if self.why_not_early(s) is None:
            options.append(EARLY)
        options.append(PASS if left == 2 else DONE)
        return options

    # -- passing --------------------------------------------------------------------------------------------------

    def pass_story(self, s: State, d: Delver) -> None:
        """NC-STORY-026: the phase ends when all players have passed one directly after another."""
        s.passes += 1
        if self.loud:
            self.tell(s, "NC-STORY-026", "{0} passes.", self.name(d))
        if s.passes >= len(s.delvers):
            s.do(self.end_story)
        else:
            self.next_story_turn(s, d.seat)

    def next_story_turn(self, s: State, seat: int) -> None:
        """NC-STORY-016: the next player clockwise."""
        s.do(self.story_turn, seat % len(s.delvers) + 1, 2)

    def end_story(self, s: State) -> None:
        """NC-STORY-026, -034: the Story Phase is over; dealt Karma that is left goes back to the supply."""
        s.passes = 0
        s.heard = ()
        for d in s.delvers:
            d.karma = 0
        if self.loud:
            self.tell(s, "NC-STORY-026", "The Story Phase is over.")
        s.do(self.begin_epilogue)

    # -- the early end --------------------------------------------------------------------------------------------

    def why_not_early(self, s: State) -> Refusal | None:
        """NC-STORY-029: why the phase cannot be ended early."""
        scenario = self.content.story_scenario
        if any(scenario[lying.card] >= 0 for lying in s.story_table) or any(scenario[n] >= 0 for n in s.stash_story):
            return None
        return self.no("NC-STORY-029", "the party has no Scenario card")

    def early_end(self, s: State, d: Delver, left: int) -> Flow:
        """NC-STORY-027 to -029: with everybody's consent the phase ends now and unused Karma becomes tokens."""
        agreed = yield from self._all_agree(s, d)
        if not agreed:
            s.do(self.story_turn, d.seat, left)
            return
        if self.loud:
            self.tell(s, "NC-STORY-027", "All players agree to end the Story Phase.")
        for owner in self.from_gm(s):
            yield from self.trade_karma(s, owner)
        s.do(self.end_story)

    def _all_agree(self, s: State, d: Delver) -> Generator[Ask, Option, bool]:
        for other in self.from_gm(s):
            if other is not d:
                option = yield self.ask(s, other.seat, "early-end", [AGREE, REFUSE])
                if option == REFUSE:
                    if self.loud:
                        self.tell(s, "NC-STORY-027", "{0} does not agree to an early end.", self.name(other))
                    return False
        return True

    def trade_karma(self, s: State, d: Delver) -> Flow:
        """NC-STORY-028: each unused Karma may become a Redraw token or a Cooldown token, as its holder likes."""
        while self.story_purse(d):
            option = yield self.ask(s, d.seat, "unused-karma", [TO_REDRAW, TO_COOLDOWN, KEEP])
            if option == KEEP:
                return
            self.spend_story_karma(d)
            if option == TO_REDRAW:
                d.redraw += 1
            else:
                d.cooldown += 1
            if self.loud:
                self.tell(s, "NC-STORY-028", "{0} trades a Karma for a {1} token.",
                          self.name(d), "Redraw" if option == TO_REDRAW else "Cooldown")  # fmt: skip

    if TYPE_CHECKING:  # of a later chapter

        def begin_epilogue(self, s: State) -> None:
            """Begin the Epilogue."""
