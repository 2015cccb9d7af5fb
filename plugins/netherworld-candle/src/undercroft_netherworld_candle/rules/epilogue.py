"""The Epilogue: restore, equipment, the Stash, the choice of a Scenario, journeys (NC-EPI)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from undercroft import Flow, Option, Prompt
from undercroft_netherworld_candle.rules.epilogue_gear import EpilogueGear
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import PHASE_EPILOGUE

__all__ = ["Epilogue"]

MOST_IDLE: Final = 60
"""Our own guard: a campaign with so many Story Phases more than adventures ends as lost, so that batches end."""


class Epilogue(EpilogueGear):
    """Area NC-EPI of the rules."""

    __slots__ = ("epilogue_parts",)

    prompts: ClassVar[dict[str, Prompt]] = {
        "scenario": Prompt("NC-EPI-008", "Which Scenario does the party undertake?"),
        "journey-choice": Prompt("NC-EPI-011", "What does the party choose? The outcome is read afterwards."),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        entries = content.index["passage"]
        self.epilogue_parts: tuple[tuple[int, int], ...] = tuple(
            (n, entries[f"{name}-epilogue"])
            for name, n in entries.items()
            if content.passage[n].kind == "event" and f"{name}-epilogue" in entries
        )

    def begin_epilogue(self, s: State) -> None:
        """NC-EPI-001, NC-FLOW-001: the steps of the Epilogue in order."""
        s.phase = PHASE_EPILOGUE
        outfits = [(self.outfit, d.seat) for d in self.from_gm(s)]
        s.do_all(
            self.restore, self.read_epilogues, *outfits, self.settle_gear, self.settle_artifacts,
            self.stories_to_stash, self.find_scenario,
        )  # fmt: skip

    def restore(self, s: State) -> None:
        """NC-EPI-001, -002: Health and Energy of every Delver to the starting values of the board."""
        for d in s.delvers:
            d.health = self.content.del_health[d.card]
            d.energy = self.content.del_energy[d.card]
        if self.loud:
            self.tell(s, "NC-EPI-002", "The Epilogue: Health and Energy are restored.")

    def read_epilogues(self, s: State) -> Flow:
        """NC-STORY-001, NC-DIFF-005: the Epilogue parts of the Famous Events that were reached, each once."""
        for event, part in self.epilogue_parts:
            if event in s.read and part not in s.read:
                s.read += (part,)
                yield from self.read_passage(s, s.gm, part)

    def stories_to_stash(self, s: State) -> None:
        """NC-EPI-006, NC-SAVE-002: the Story Cards of the table go into the Stash."""
        s.stash_story += tuple([lying.card for lying in s.story_table])
        s.story_table = []
        for d in s.delvers:
            d.story_place = -1

    # -- the Scenario ---------------------------------------------------------------------------------------------

    def scenario_cards(self, s: State) -> list[int]:
        """The Scenario cards in the Stash (NC-STORY-002)."""
        return [card for card in s.stash_story if self.content.story_scenario[card] >= 0]

    def find_scenario(self, s: State) -> Flow:
        """NC-EPI-007, -008, NC-FLOW-002: one Scenario is chosen; without a card a Setback, and another Story Phase."""
        cards = sorted(self.scenario_cards(s))
        if not cards:
            if self.loud:
                self.tell(s, "NC-EPI-007", "The Stash has no Scenario card.")
            yield from self.check_setbacks(s, 1)
            if s.story_phases - s.adventure_phases > MOST_IDLE:
                self.end(s, "loss", "the party waits for a Scenario that does not come", "NC-CAMP-007")
            s.do(self.end_epilogue)
            return
        options: list[Option] = [("scenario", card) for card in cards]
        option = yield from self.pick(s, s.gm, "scenario", options)
        card = option[1]
        s.scenario = self.content.story_scenario[card]
        if self.loud:
            self.tell(s, "NC-EPI-008", "The party undertakes {0}.", self.content.story[card].title)
        s.do_all((self.draw_journeys, card), self.keep_changes, self.end_epilogue)

    # -- the journey ----------------------------------------------------------------------------------------------

    def draw_journeys(self, s: State, card: int) -> None:
        """NC-EPI-009, -010: shuffle the Journey Cards and draw as many as the Scenario card says, or all there are."""
        n = min(self.content.story_journeys[card], len(s.stash_journey))
        if not n:
            return
        cards = list(s.stash_journey)
        s.luck.shuffle(cards)
        s.journeys = tuple(cards[:n])
        s.stash_journey = tuple([other for other in s.stash_journey if other not in s.journeys])
        s.do(self.travel)

    def travel(self, s: State) -> Flow:
        """NC-EPI-011, -012: one Journey Card at a time: front, choice, outcome; then it is Archived."""
        if not s.journeys:
            return
        card = s.journeys[0]
        printed = self.content.journey[card]
        if self.loud:
            self.tell(s, "NC-EPI-011", "Journey: {0}. {1}", printed.title, printed.text)
        source = ("journey", card, -1)
        yield from self.choose_outcome(s, s.gm, "journey-choice", self.content.journey_choices[card], source)
        s.archived_journeys += (card,)
        s.journeys = s.journeys[1:]
        s.do(self.travel)

    def keep_changes(self, s: State) -> None:
        """NC-EPI-016: what the journey cost or gave is kept as a change to the start of the next adventure."""
        for d in s.delvers:
            d.start_health += d.health - self.content.del_health[d.card]
            d.start_energy += d.energy - self.content.del_energy[d.card]

    # -- the end --------------------------------------------------------------------------------------------------

    def end_epilogue(self, s: State) -> None:
        """NC-EPI-014, NC-STORY-034, NC-SAVE-004: the phase is over; what may be kept is kept."""
        self.close_phase(s)
        if self.setup.mode == "story":
            what = "without a Scenario" if s.scenario < 0 else "with a Scenario chosen"
            self.end(s, "win", f"the Story Phase is over, {what}", "NC-CAMP-001")
        s.do(self.next_phase)

    if TYPE_CHECKING:  # of a later chapter

        def next_phase(self, s: State) -> None:
            """Go on with the campaign."""
