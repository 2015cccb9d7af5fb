"""The end of an Adventure Phase: the steps after a success, Retry, Accept Defeat (NC-END-005 to -018)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, ClassVar

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.adventure_snapshot import AdventureSnapshot
from undercroft_netherworld_candle.secrets import ending_said
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import HELL, PHASE_BETWEEN

__all__ = ["ACCEPT", "AGREE", "REFUSE", "RETRY", "AdventureEnd"]

RETRY: Option = ("retry",)
ACCEPT: Option = ("accept",)
AGREE: Option = ("agree",)
REFUSE: Option = ("refuse",)

MOST_KARMA = 3
"""How much Neidan becomes Karma after a success, and how many such tokens a phase leaves (NC-END-007, NC-SAVE-004)."""

MOST_TRIES = 30
"""Our own guard: a campaign that tries one scenario so often ends as lost, so that batches come to an end."""


class AdventureEnd(AdventureSnapshot):
    """Area NC-END of the rules, from the last page on."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "failed": Prompt("NC-END-014", "The scenario has failed. Do you retry it or accept defeat?"),
        "defeat": Prompt("NC-END-017", "Which ending do you choose?"),
        "neidan": Prompt("NC-END-007", "How much Neidan do you exchange for Karma?"),
        "consent": Prompt("NC-GEN-007", "Does the party agree that this artifact of the Stash is given up?"),
    }

    # -- success --------------------------------------------------------------------------------------------------

    def after_success(self, s: State) -> Flow:
        """NC-END-005 to -013: the seven steps after a success, in their order."""
        info = self.content.scenario[s.scenario]
        ending = info.endings[s.ending]
        if self.loud:
            self.tell(s, "NC-END-001", "{0}: {1}. {2}", ending.label, ending.title, ending.text)
        self.record_scenario(s, "success")
        if self.setup.mode == "adventure":
            self.end(s, "win", ending_said(info.number, ending.label), "NC-END-001")
        yield from self.resolve_ending(s, s.ending)
        self.store_artifacts(s)
        yield from self.late_events(s)
        for d in self.from_gm(s):
            yield from self.defy_fate(s, d.seat)
            yield from self.exchange_neidan(s, d)
        s.do(self.scenario_done, s.ending)
        self.clean_up(s)

    def resolve_ending(self, s: State, n: int) -> Flow:
        """NC-EXP-001, NC-END-005: EXP for every Delver, Historical Progress, then what else the ending says."""
        ending = self.content.scenario[s.scenario].endings[n]
        for d in self.from_gm(s):
            yield from self.gain_exp(s, d.seat, ending.exp)
        yield from self.check_progress(s, ending.progress)
        yield from self.carry_out(s, s.gm, ending.effects, ("ending", s.scenario, n))
        if ending.final:
            self.finish(s, ending.final)

    def store_artifacts(self, s: State) -> None:
        """NC-END-005, NC-ART-011: stored artifacts go to the Stash; special ones stay until they are given up."""
        special = self.content.art_special
        for d in s.delvers:
            for slots in (d.artifacts, *(item.artifacts for item in d.equipment)):
                s.stash_artifacts += tuple([n for n in slots if not special[n]])
                slots[:] = [n for n in slots if special[n]]

    def late_events(self, s: State) -> Flow:
        """NC-END-006: Famous Events that were reached and not yet read."""
        for event in self.content.party.events[1 : s.progress + 1]:
            yield from self.read_event(s, event)

    def exchange_neidan(self, s: State, d: Delver) -> Flow:
        """NC-END-007 to -009: up to three Neidan of each Delver become personal Karma, the rest is discarded."""
        most = min(MOST_KARMA, d.neidan)
        if most:
            option = yield self.ask(s, d.seat, "neidan", [("karma", n) for n in range(most, -1, -1)])
            d.personal += option[1]
            if self.loud:
                self.tell(s, "NC-END-007", "{0} exchanges {1} of {2} Neidan for Karma.",
                          self.name(d), option[1], d.neidan)  # fmt: skip
        d.neidan = 0

    # -- clean-up -------------------------------------------------------------------------------------------------

    def clean_up(self, s: State) -> None:
        """NC-END-010 to -012, NC-SAVE-007, -009: encounters, tokens, equipment, map and cards go where they belong."""
        s.phase = PHASE_BETWEEN
        for d in s.delvers:
            d.artifacts = []
            for item in d.equipment:
                item.artifacts = []
        self.return_equipment(s)
        self.empty_bag(s)
        self.clear_table(s)
        for d in s.delvers:
            d.redraw = d.cooldown = 0
            self.settle_fate(s, d)
        if self.loud:
            self.tell(s, "NC-END-011", "The table is cleared; tokens and common equipment go back.")

    def scenario_done(self, s: State, ending: int) -> None:
        """NC-EPI-017, NC-CAMP-007, NC-DIFF-023: a completed scenario's card is Archived, the campaign goes on."""
        s.done += ((s.scenario, self.content.scenario[s.scenario].endings[ending].id),)
        cards = [n for n in s.stash_story if self.content.story_scenario[n] == s.scenario]
        s.stash_story = tuple([n for n in s.stash_story if n not in cards])
        s.archived_stories += tuple(cards)
        if not s.first_game and s.difficulty != HELL:
            s.hell = False
        s.first_game = False
        s.tries = 0
        s.snapshot = ()
        s.scenario = -1
        self.close_phase(s)
        s.do(self.next_phase)

    # -- failure --------------------------------------------------------------------------------------------------

    def after_failure(self, s: State) -> Flow:
        """NC-END-014, NC-FLOW-005: Retry or Accept Defeat; a scenario played on its own is simply lost."""
        if self.setup.mode == "adventure":
            self.record_scenario(s, "failed")
            self.end(s, "loss", self.failure(s), "NC-END-002")
        option = yield self.ask(s, s.gm, "failed", [RETRY, ACCEPT])
        if option == RETRY:
            self.record_scenario(s, "failed", self.failure(s))
            self.retry(s)
        else:
            yield from self.accept_defeat(s)

    def failure(self, s: State) -> str:
        """Why a scenario failed, in words."""
        out = s.candle >= len(self.track(s)) - 1
        return "the candle is out" if out else "Scenario Failed"

    def retry(self, s: State) -> None:
        """NC-END-015, -016: omens change, everything else goes back to how it stood; the scenario starts over."""
        for d in s.delvers:
            self.remove_bad_omens(s, d)
            self.add_omen(s, d, good=True)
        if self.loud:
            self.tell(s, "NC-END-015", "The party retries the scenario.")
        self.empty_bag(s)
        self.clear_table(s)
        self.restore_snapshot(s)
        s.tries += 1
        if s.tries >= MOST_TRIES:
            self.end(s, "loss", "the party gave up after too many tries", "NC-CAMP-007")
        s.do(self.begin_adventure)

    def accept_defeat(self, s: State) -> Flow:
        """NC-END-017, -018: four Setbacks, one ending of the party's choice; artifacts and Neidan gained are lost."""
        if self.loud:
            self.tell(s, "NC-END-017", "The party accepts defeat.")
        yield from self.check_setbacks(s, self.content.party.defeat_setbacks)
        endings = self.content.scenario[s.scenario].endings
        if self.loud:
            for ending in endings:
                self.tell(s, "NC-END-017", "{0}: {1}. {2}", ending.label, ending.title, ending.text)
        option = yield self.ask(s, s.gm, "defeat", [("ending", n) for n in range(len(endings))])
        s.ending = option[1]
        self.record_scenario(s, "defeat", self.failure(s))
        yield from self.resolve_ending(s, s.ending)
        for d in self.from_gm(s):
            yield from self.defy_fate(s, d.seat)
        s.do(self.scenario_done, s.ending)
        kept = self.brought_along(s)
        self.clean_up(s)
        for d, tokens in zip(s.delvers, kept, strict=True):
            d.artifacts = tokens

    # -- paying with artifacts ------------------------------------------------------------------------------------

    def artifact_payments(self, verb: str, s: State, d: Delver) -> list[Option]:
        """Options (verb, artifact, 0 own or 1 of the Stash), one for each kind of token that could be given up."""
        own = sorted({*d.artifacts, *(n for item in d.equipment for n in item.artifacts)})
        shared = sorted(set(s.stash_artifacts))
        return [*((verb, n, 0) for n in own), *((verb, n, 1) for n in shared)]

    def pay_artifact(self, s: State, seat: int, artifact: int, shared: int) -> Generator[Ask, Option, bool]:
        """NC-FATE-011, NC-STORY-035: a token goes back to the supply; for one of the Stash the Grandmaster consents."""
        if not shared:
            self.unstore(s, self.delver(s, seat), artifact)
            return True
        if seat != s.gm:
            option = yield self.ask(s, s.gm, "consent", [AGREE, REFUSE])
            if option == REFUSE:
                return False
        cards = list(s.stash_artifacts)
        cards.remove(artifact)
        s.stash_artifacts = tuple(cards)
        return True

    # -- the end of phases and of the campaign --------------------------------------------------------------------

    def close_phase(self, s: State) -> None:
        """NC-SAVE-004, -005, NC-STORY-034: dealt Karma goes back; at most three personal tokens are kept by each."""
        s.heard = ()
        for d in s.delvers:
            d.karma = 0
            d.personal = min(d.personal, MOST_KARMA)
            d.neidan = min(d.neidan, MOST_KARMA - d.personal)

    def finish(self, s: State, final: str) -> None:
        """NC-CAMP-007: the campaign is over with this ending as soon as the phase has been cleaned up."""
        if not s.final:
            s.final = final
            if self.loud:
                self.tell(s, "NC-CAMP-007", "Final ending: {0}.", final)

    def end_campaign(self, s: State) -> None:
        """NC-CAMP-007, NC-DIFF-022, -023: a final ending was reached; hell mode throughout brings a title."""
        title = ""
        if s.hell and s.difficulty == HELL and len(s.done) > 1:
            title = " (Hell Diver)"
            self.tell(s, "NC-DIFF-022", "The party may call itself Hell Divers.")
        self.end(s, "win", f"{s.final}{title}", "NC-CAMP-007")

    if TYPE_CHECKING:  # of later chapters

        def defy_fate(self, s: State, seat: int) -> Flow:
            """Reset the Tree of Fate for an artifact."""

        def next_phase(self, s: State) -> None:
            """Go on with the campaign."""
