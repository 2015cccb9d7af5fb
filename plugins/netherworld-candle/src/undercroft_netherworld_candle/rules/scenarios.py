"""The Tomb Delving Note: pages, their markers and conditions, and the ends of a scenario (ADV, END)."""

from __future__ import annotations

from typing import Any, ClassVar

from undercroft import Flow, Prompt
from undercroft_netherworld_candle.cards import Cond
from undercroft_netherworld_candle.rules.base import Unwind
from undercroft_netherworld_candle.rules.turns import Turns
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import ON_PAGE
from undercroft_netherworld_candle.verbs import IF_ALL_ON, IF_DELVER_ON, IF_SLOTS_EMPTY

__all__ = ["Scenarios"]

Exit = tuple[Cond, tuple[int, int], bool, int]
"""A condition, where it leads, and what it asks for besides: empty slots, a Delver at a Location (-1 for none)."""


def _exit(cond: Cond, page: int, ending: int) -> Exit:
    empty = any(entry[0] == IF_SLOTS_EMPTY and entry[1] for entry in cond)
    places = [entry[1] for entry in cond if entry[0] in (IF_DELVER_ON, IF_ALL_ON)]
    return cond, (page, ending), empty, places[0] if places else -1


class Scenarios(Turns):
    """Pages (ADV-021 to -023) and the ends of an Adventure Phase (END-001 to -004, -019)."""

    __slots__ = ("exits", "lasting")

    prompts: ClassVar[dict[str, Prompt]] = {}

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.exits: tuple[tuple[tuple[Exit, ...], ...], ...] = tuple(
            tuple(tuple(_exit(*leads) for leads in page.exits) for page in info.pages) for info in content.scenario
        )
        self.lasting: tuple[int, ...] = tuple((1 << sum(map(len, info.triggers))) - 1 for info in content.scenario)
        """For each scenario the bits of ``page_used`` that stand for its own triggers, which outlast a page."""

    # -- pages ----------------------------------------------------------------------------------------------------

    def page_exit(self, s: State) -> tuple[int, int] | None:
        """NC-ADV-022, NC-FLOW-004: the page and ending (-1 for none) to which the open page leads now, if to any.

        The rulebook turns no page by itself: what turns them stands in the Note.
        """
        return None

    def open_exit(self, s: State) -> tuple[int, int] | None:
        """The exit of the open page that is open now."""
        if s.page < 0:
            return None
        for cond, leads, empty, location in self.exits[s.scenario][s.page]:
            # Most conditions name empty slots or a place; that is seen at once, and the rest is judged only then.
            if empty and s.slots.count(-1) < len(s.slots):
                continue
            if location >= 0:
                cards = s.map
                for d in s.delvers:
                    if cards[d.place].card == location:
                        break
                else:
                    continue
            if self.judge(s, s.gm, cond, ("scenario", s.scenario, s.page)):
                return leads
        return None

    def check_page(self, s: State) -> Flow:
        """NC-ADV-023, NC-END-001: if its condition is met the page is turned at once, even in the middle of a turn."""
        while not s.ended:
            found = self.page_exit(s)
            if found is None:
                return
            page, ending = found
            if ending >= 0:
                self.end_scenario(s, "success", ending, "NC-END-001")
            yield from self.turn_page(s, page)

    def turn_page(self, s: State, page: int) -> Flow:
        """NC-ADV-021 to -023: unused markers go to the supply, the new page gets one in each slot, then its text."""
        info = self.content.scenario[s.scenario].pages[page]
        s.page = page
        s.page_used &= self.lasting[s.scenario]
        s.slots = list(info.slots[len(s.delvers) - 1])
        if self.loud:
            self.tell(s, "NC-ADV-022", "The Note is opened at: {0}.", info.title)
        yield from self.carry_out(s, s.gm, info.effects, ("scenario", s.scenario, page))
        if s.page == page:
            yield from self.fire(s, ON_PAGE, s.gm)

    # -- ends -----------------------------------------------------------------------------------------------------

    def end_scenario(self, s: State, result: str, ending: int, rule: str) -> None:
        """NC-END-001 to -004, -019, NC-TURN-009: the first end reached decides; all that is half done is dropped.

        Raises :class:`Unwind`, unless the scenario had ended before: then this is a later trigger, which is ignored.
        """
        if s.ended:
            return
        s.ended = result
        s.ending = ending
        self.drop_test(s)
        if self.loud:
            words = "The scenario is a success." if result == "success" else "Scenario Failed."
            self.tell(s, rule, words)
        stack = s.stack
        while stack and stack[-1][0] != "scenario_over":
            stack.pop()
        raise Unwind

    def failed(self, s: State, rule: str) -> None:
        """NC-END-002, NC-END-003: Scenario Failed, by the candle or by an effect that says so."""
        self.end_scenario(s, "failed", -1, rule)
