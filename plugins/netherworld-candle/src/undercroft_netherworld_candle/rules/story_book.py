"""The Story Book over the rulebook: what it says of the first game replaces the step beside it (NC-CAMP-005)."""

from __future__ import annotations

from undercroft import Flow, Layer
from undercroft_netherworld_candle.rules.campaign import Campaign
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import PHASE_EPILOGUE

__all__ = ["Prologue"]


class Prologue(Layer, Campaign, at="story-book"):
    """The prologue's own instructions; it has no say any more once the prologue is over."""

    def initial_karma(self, s: State) -> int:
        """NC-STORY-010: seven, whatever box is checked."""
        return self.content.party.karma[0] if s.first_game else super().initial_karma(s)

    def deal_karma(self, s: State) -> Flow:
        """NC-STORY-010: before it the prologue is read aloud, after it each Delver gains Z901."""
        if not s.first_game:
            yield from super().deal_karma(s)
            return
        party = self.content.party
        yield from self.read_passage(s, s.gm, party.opening)
        yield from super().deal_karma(s)
        for d in s.delvers:
            if party.first_nether not in d.nether:
                d.nether += (party.first_nether,)
        if self.loud:
            self.tell(s, "NC-STORY-010", "Each Delver gains {0}.", self.content.nether[party.first_nether].title)

    def take_story_cards(self, s: State) -> tuple[int, ...]:
        """NC-STORY-013: S001 to S007 from the box; what the Stash may hold is no part of it."""
        if not s.first_game:
            return super().take_story_cards(s)
        s.stash_story = ()
        return self.content.party.prologue

    def choose_hand(self, s: State, seat: int) -> Flow:
        """NC-ADV-005: the first hand is the printed one."""
        if not s.first_game:
            yield from super().choose_hand(s, seat)
            return
        d = self.delver(s, seat)
        d.hand = list(self.content.del_starting[d.card])

    def begin_epilogue(self, s: State) -> None:
        """NC-EPI-015: the prologue has an Epilogue of its own."""
        if not s.first_game:
            super().begin_epilogue(s)
            return
        s.phase = PHASE_EPILOGUE
        s.do_all(self.first_epilogue, self.end_epilogue)

    def first_epilogue(self, s: State) -> Flow:
        """NC-EPI-015, NC-DIFF-005: read the end of the Prologue, Archive its Story Cards, open the Note at page 1."""
        yield from self.read_passage(s, s.gm, self.content.party.closing)
        s.archived_stories += tuple([lying.card for lying in s.story_table])
        s.story_table = []
        for d in s.delvers:
            d.story_place = -1
        s.scenario = self.content.party.first_scenario
