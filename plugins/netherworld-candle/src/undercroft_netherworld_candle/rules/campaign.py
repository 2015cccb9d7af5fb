"""The campaign: phases in turn, what happens between them, when it is over (NC-CAMP, NC-SAVE, NC-FLOW)."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.campaign_refusals import CampaignRefusals
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import PHASE_BETWEEN

__all__ = ["GO_ON", "Campaign"]

GO_ON: Final[Option] = ("go-on",)


class Campaign(CampaignRefusals):
    """Area NC-CAMP of the rules."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "between": Prompt("NC-SAVE-001", "The phase is over. Go on? This is the moment to save and stop."),
    }

    def next_phase(self, s: State) -> None:
        """NC-CAMP-001, -007, NC-END-013, NC-EPI-014: a phase is over; after a final ending nothing follows."""
        if s.final:
            self.end_campaign(s)
        s.phase = PHASE_BETWEEN
        s.do(self.between)

    def between(self, s: State) -> Flow:
        """NC-CAMP-002, NC-SAVE-001, NC-JOIN-001 to -003, NC-LOG-023: the moment to stop, to leave and to join."""
        owed: list[Option] = [("fate-point", d.seat) for d in s.delvers if self.exchanges(s, d)]
        option = yield self.ask(s, s.gm, "between", [GO_ON, *owed, *self.roster_options(s)])
        if option == GO_ON:
            # A chosen Scenario is remembered, also over a save: its journeys are not made again (NC-EPI-014).
            s.do(self.begin_adventure if s.scenario >= 0 else self.begin_story)
            return
        s.do(self.between)
        if option[0] == "fate-point":
            yield from self.make_exchange(s, option[1])
        elif option[0] == "join":
            yield from self.join(s, option[1], tuple(s.delvers))
        elif option[0] == "leave":
            self.leave(s, option[1])
        else:
            yield from self.change(s, option[1], option[2])

    def why_not_campaign_save(self, s: State) -> Refusal | None:
        """NC-CAMP-002, NC-SAVE-001: why the boxes cannot be packed now: only a completed phase leaves an empty table.

        The framework's own saves work at any decision; this tells whether one is a campaign save.
        """
        if s.phase == PHASE_BETWEEN:
            return None
        return self.no("NC-CAMP-002", "a phase is running; it has to be completed first")
