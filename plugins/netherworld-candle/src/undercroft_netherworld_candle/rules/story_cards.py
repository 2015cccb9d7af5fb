"""Story Cards: walking to one, interacting with it, taking one off the table (NC-STORY-018 to -024, NC-STORY-033)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.cards import Choice
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.story_setup import StorySetup
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["StoryCards"]


class StoryCards(StorySetup):
    """What a Delver does with the Story Cards on the table."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "walk": Prompt("NC-STORY-019", "To which Story Card do you move?"),
        "story-choice": Prompt("NC-STORY-021", "What do you choose? The outcome is read afterwards."),
    }

    # -- moving ---------------------------------------------------------------------------------------------------

    def story_purse(self, d: Delver) -> int:
        """NC-END-008, NC-STORY-034: all Karma of a Delver, dealt and personal."""
        return d.karma + d.personal

    def spend_story_karma(self, d: Delver) -> None:
        """NC-STORY-034: one Karma, a dealt one first."""
        if d.karma:
            d.karma -= 1
        else:
            d.personal -= 1

    def walk_cost(self, s: State, d: Delver, to: int) -> int:
        """NC-STORY-019: a Karma where the region changes, else nothing."""
        if d.story_place < 0:
            return 0
        region = self.content.story_region
        return int(region[s.story_table[d.story_place].card] != region[s.story_table[to].card])

    def why_not_walk(self, s: State, d: Delver, to: int) -> Refusal | None:
        """NC-STORY-019: why a Delver cannot move to a Story Card."""
        if to == d.story_place:
            return self.no("NC-STORY-019", "your Delver stands on this card")
        if self.walk_cost(s, d, to) > self.story_purse(d):
            return self.no("NC-STORY-019", "another region costs 1 Karma")
        return None

    def walks(self, s: State, d: Delver) -> list[Option]:
        """The Story Cards to which a Delver can move."""
        return [("to", n) for n in range(len(s.story_table)) if self.why_not_walk(s, d, n) is None]

    def walk(self, s: State, d: Delver) -> Flow:
        """NC-STORY-019: to any other Story Card, however far."""
        option = yield from self.pick(s, d.seat, "walk", self.walks(s, d))
        to = option[1]
        if self.walk_cost(s, d, to):
            self.spend_story_karma(d)
        d.story_place = to
        if self.loud:
            card = self.content.story[s.story_table[to].card]
            self.tell(s, "NC-STORY-019", "{0} moves to {1} ({2}).", self.name(d), card.title, card.region)

    # -- interacting ----------------------------------------------------------------------------------------------

    def interact_cost(self, s: State, d: Delver) -> int:
        """NC-STORY-020, -023: a Karma; what lies face down is read again for nothing."""
        return int(d.story_place >= 0 and not s.story_table[d.story_place].face_down)

    def why_not_interact(self, s: State, d: Delver) -> Refusal | None:
        """NC-STORY-020, -023: why a Delver cannot interact with the card that the miniature stands on."""
        if d.story_place < 0:
            return self.no("NC-STORY-020", "your Delver stands on no Story Card")
        if self.interact_cost(s, d) > self.story_purse(d):
            return self.no("NC-STORY-020", "it costs 1 Karma")
        return None

    def interact(self, s: State, d: Delver) -> Flow:
        """NC-STORY-020 to -024: pay, turn the card, resolve its back; it stays face down unless it says otherwise."""
        place = d.story_place
        lying = s.story_table[place]
        card = lying.card
        if self.interact_cost(s, d):
            self.spend_story_karma(d)
        lying.face_down = True
        s.heard = ()
        printed = self.content.story[card]
        if self.loud:
            reader = self.delver(s, d.seat % len(s.delvers) + 1)
            self.tell(s, "NC-STORY-021", "{0} interacts with {1}; {2} reads: {3}",
                      self.name(d), printed.title, self.name(reader), printed.back)  # fmt: skip
        source = ("story", card, place)
        yield from self.carry_out(s, d.seat, self.content.story_effects[card], source)
        choices = self.content.story_choices[card]
        if choices:
            yield from self.choose_outcome(s, d.seat, "story-choice", choices, source)
        if self.content.story_flips[card]:
            self.flip_story(s, card)

    def flip_story(self, s: State, card: int) -> None:
        """NC-STORY-023: a card that says so is turned back to its art side, if it still lies there."""
        for lying in s.story_table:
            if lying.card == card:
                lying.face_down = False

    # -- choices on Story and Journey Cards -----------------------------------------------------------------------

    def choose_outcome(self, s: State, seat: int, prompt: str, choices: tuple[Choice, ...], source: Source) -> Flow:
        """NC-STORY-021, NC-EPI-011, NC-GEN-021: choose, pay, read the outcome of that option only, carry it out."""
        card = source[1]
        legal = self.open_options(s, seat, choices, source)
        if not legal:
            return
        option = yield from self.pick(s, seat, prompt, [(prompt, card, k) for k in legal])
        text, _, cost, effects, outcome = choices[option[2]]
        s.heard = (text, outcome)
        if self.loud:
            rule = "NC-EPI-011" if source[0] == "journey" else "NC-STORY-021"
            said = "{0} chooses: {1}. {2}" if outcome else "{0} chooses: {1}."
            self.tell(s, rule, said, self.name(self.delver(s, seat)), text, outcome)
        if cost:
            yield from self.pay(s, self.delver(s, seat), cost, source)
        yield from self.carry_out(s, seat, effects, source)

    # -- cards that leave -----------------------------------------------------------------------------------------

    def archive_story(self, s: State, card: int) -> Flow:
        """NC-GEN-004, NC-STORY-022: a Story Card leaves the game; who stands on it moves to another one, free."""
        s.stash_story = tuple([other for other in s.stash_story if other != card])
        if card not in s.archived_stories:
            s.archived_stories += (card,)
        places = [n for n, lying in enumerate(s.story_table) if lying.card == card]
        if not places:
            return
        place = places[0]
        del s.story_table[place]
        if self.loud:
            self.tell(s, "NC-STORY-022", "{0} leaves the table.", self.content.story[card].title)
        moved = []
        for d in self.from_gm(s):
            if d.story_place == place:
                d.story_place = -1
                moved.append(d)
            elif d.story_place > place:
                d.story_place -= 1
        options: list[Option] = [("stand", n) for n in range(len(s.story_table))]
        if options:
            for d in moved:
                option = yield from self.pick(s, d.seat, "stand", options)
                d.story_place = option[1]

    def remove_stories(self, s: State, ids: Sequence[int]) -> Flow:
        """NC-GEN-004: Archive Story Cards wherever they are; those in the box stay there until they are called for."""
        for card in ids:
            yield from self.archive_story(s, card)
