"""Setting up a Story Phase: Grandmaster, Karma, Story Cards, starting cards (NC-STORY-003 to -015, NC-FLOW-001)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from undercroft import Flow, Option, Prompt
from undercroft_netherworld_candle.rules.tree import Tree
from undercroft_netherworld_candle.state import State, StoryCard
from undercroft_netherworld_candle.terms import PHASE_STORY

__all__ = ["StorySetup"]


class StorySetup(Tree):
    """Area NC-STORY of the rules, up to the first turn."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "gm": Prompt("NC-STORY-006", "Who is the Grandmaster? Where the players disagree it is the owner of the game."),
        "stand": Prompt("NC-STORY-014", "On which Story Card does your Delver stand?"),
    }

    def begin_story(self, s: State) -> None:
        """NC-FLOW-001: the steps of a Story Phase up to the first turn, in their order."""
        s.phase = PHASE_STORY
        s.story_phases += 1
        s.passes = 0
        if self.loud:
            self.tell(s, "NC-CAMP-001", "Story Phase {0} begins.", s.story_phases)
        s.do_all(self.choose_gm, self.deal_karma, self.lay_out, self.choose_places, self.first_story_turn)

    def owner(self, s: State) -> int:
        """NC-STORY-006: the seat of the owner of the game, by name: seats move on when somebody leaves."""
        name = self.player(self.setup.grandmaster)
        return next((d.seat for d in s.delvers if d.name == name), min(self.setup.grandmaster, len(s.delvers)))

    def choose_gm(self, s: State) -> Flow:
        """NC-STORY-006, NC-GEN-007: the Grandmaster of the phase; the owner of the game settles it."""
        count = len(s.delvers)
        options: list[Option] = [("gm", seat) for seat in range(1, count + 1)]
        option = yield from self.pick(s, self.owner(s), "gm", options)
        s.gm = option[1]
        if self.loud and count > 1:
            self.tell(s, "NC-STORY-006", "{0} is the Grandmaster.", self.name(self.delver(s, s.gm)))

    def initial_karma(self, s: State) -> int:
        """NC-STORY-008, -011: the value over the Progress box checked last."""
        return self.content.party.karma[s.progress]

    def deal_karma(self, s: State) -> Flow:
        """NC-STORY-009: the Karma one by one, clockwise from the Grandmaster."""
        order = self.from_gm(s)
        karma = self.initial_karma(s)
        for n in range(karma):
            order[n % len(order)].karma += 1
        if self.loud:
            self.tell(s, "NC-STORY-009", "{0} Karma are dealt: {1}.", karma,
                      ", ".join(f"{self.name(d)} {d.karma}" for d in order))  # fmt: skip
        yield from ()

    def lay_out(self, s: State) -> None:
        """NC-STORY-012, -025: Story Cards with the art side up."""
        s.story_table = [StoryCard(card) for card in sorted(self.take_story_cards(s))]
        for d in s.delvers:
            d.story_place = -1
        if self.loud:
            titles = ", ".join(self.content.story[card.card].title for card in s.story_table)
            self.tell(s, "NC-STORY-012", "On the table: {0}.", titles or "no Story Card")

    def take_story_cards(self, s: State) -> tuple[int, ...]:
        """NC-STORY-012: the Story Cards of the Stash, which is empty then."""
        cards = s.stash_story
        s.stash_story = ()
        return cards

    def choose_places(self, s: State) -> Flow:
        """NC-STORY-014: each player chooses a starting card, without a cost; several Delvers may share one."""
        places: list[Option] = [("stand", n) for n in range(len(s.story_table))]
        if not places:
            return
        for d in self.from_gm(s):
            option = yield from self.pick(s, d.seat, "stand", places)
            d.story_place = option[1]
            if self.loud:
                card = s.story_table[d.story_place].card
                self.tell(s, "NC-STORY-014", "{0} stands on {1}.", self.name(d), self.content.story[card].title)

    def first_story_turn(self, s: State) -> None:
        """NC-STORY-015, -016: all Fate decks are shuffled, then the Grandmaster takes the first turn."""
        for d in s.delvers:
            self.shuffle_fate(s, d)
        s.do(self.story_turn, s.gm, 2)

    @staticmethod
    def player(n: int) -> str:
        """NC-LOG-001: a player by name; players are numbered as they come."""
        return f"Player {n}"

    if TYPE_CHECKING:  # of a later chapter

        def story_turn(self, s: State, seat: int, left: int) -> Flow:
            """A turn with so many Story Actions left."""
