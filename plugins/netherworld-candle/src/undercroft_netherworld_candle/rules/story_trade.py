"""Trading, handing artifacts to factions, in the Story Phase and its Epilogue (NC-STORY-030 to -035, NC-EPI-018)."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Flow, Option, Prompt
from undercroft_netherworld_candle.rules.story_cards import StoryCards
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["DONE", "StoryTrade"]

DONE: Final[Option] = ("done",)


class StoryTrade(StoryCards):
    """What changes hands between the adventures."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "trade": Prompt("NC-STORY-030", "What do you give, and to whom?"),
        "turn-in": Prompt("NC-STORY-032", "Which artifact do you hand over?"),
        "exchange": Prompt("NC-LOG-010", "Which artifact do you exchange for a Fate Point?"),
    }

    # -- gifts ----------------------------------------------------------------------------------------------------

    def gifts(self, s: State, d: Delver) -> list[Option]:
        """NC-STORY-030, -031, NC-EPI-018: equipment and artifacts that a Delver could give to another one."""
        others = [other.seat for other in s.delvers if other is not d]
        if not others:
            return []
        items: list[Option] = [("give-item", n, seat) for n in self.unlike_items(d) for seat in others]
        return items + [("give-artifact", n, seat) for n in sorted(set(self.stored(d))) for seat in others]

    def unlike_items(self, d: Delver) -> list[int]:
        """Where the Equipment Cards of a Delver lie; of cards that are alike in everything, only the first."""
        return [n for n, item in enumerate(d.equipment) if item not in d.equipment[:n]]

    def give(self, s: State, d: Delver, option: Option) -> None:
        """NC-STORY-030: hand over one thing; the other may hold more than can be equipped until the phase is over."""
        what, n, seat = option
        other = self.delver(s, seat)
        if what == "give-item":
            item = d.equipment.pop(n)
            other.equipment.append(item)
            title = self.content.eq_title[item.card]
        else:
            self.unstore(s, d, n)
            other.artifacts.append(n)
            title = self.content.art_title[n]
        if self.loud:
            self.tell(s, "NC-STORY-030", "{0} gives {1} to {2}.", self.name(d), title, self.name(other))

    def trade(self, s: State, d: Delver) -> Flow:
        """NC-STORY-030: gifts, one after another."""
        while options := self.gifts(s, d):
            option = yield self.ask(s, d.seat, "trade", [*options, DONE])
            if option == DONE:
                return
            self.give(s, d, option)

    # -- artifacts for factions -----------------------------------------------------------------------------------

    def turn_in(self, s: State, seat: int, faction: int, n: int) -> Flow:
        """NC-STORY-032, -035, NC-ART-001: hand over up to ``n`` artifacts with a value (0: any number)."""
        d, value = self.delver(s, seat), self.content.art_value
        given, refused = 0, False
        while n == 0 or given < n:
            found = self.artifact_payments("hand-over", s, d)
            options = [option for option in found if value[option[1]] and not (refused and option[2])]
            if not options:
                return
            option = yield self.ask(s, seat, "turn-in", [*options, DONE])
            if option == DONE:
                return
            paid = yield from self.pay_artifact(s, seat, option[1], option[2])
            if not paid:
                refused = True  # what is the party's stays in the Stash; the own tokens may go all the same
                continue
            given += 1
            if self.loud:
                self.tell(s, "NC-STORY-032", "{0} hands {1} to {2}.", self.name(d),
                          self.content.art_title[option[1]], self.content.faction[faction].title)  # fmt: skip
            self.gain_reputation(s, seat, faction, value[option[1]])

    def make_exchange(self, s: State, seat: int) -> Flow:
        """NC-LOG-010, -023: choose the faction and the artifact for the Fate Point, or leave it."""
        option = yield self.ask(s, seat, "exchange", [*self.exchanges(s, self.delver(s, seat)), DONE])
        if option != DONE:
            yield from self.exchange(s, seat, option)
