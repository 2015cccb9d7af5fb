"""Players who leave, join and change their Delver between two phases (NC-JOIN)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.options import MOST_DELVERS
from undercroft_netherworld_candle.rules.campaign_begin import CampaignBegin
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import PHASE_BETWEEN

__all__ = ["CampaignRoster"]


class CampaignRoster(CampaignBegin):
    """Area NC-JOIN of the rules."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "assign": Prompt("NC-JOIN-005", "To which faction does a point of the newcomer's Reputation go?"),
    }

    def free_delvers(self, s: State) -> list[int]:
        """NC-JOIN-003: the Delvers whom nobody in the party plays."""
        used = {d.card for d in s.delvers}
        return [card for card in range(len(self.content.delver)) if card not in used]

    def why_not_roster(self, s: State) -> Refusal | None:
        """NC-JOIN-001, -003: why nobody can leave or join now."""
        if self.setup.roster != "open":
            return self.no("NC-JOIN-001", "the roster is fixed by the setup")
        if s.phase != PHASE_BETWEEN:
            return self.no("NC-JOIN-003", "a phase is running; players come and go between phases")
        return None

    def why_not_join(self, s: State) -> Refusal | None:
        """NC-JOIN-008: why nobody can join the party."""
        if len(s.delvers) >= MOST_DELVERS:
            return self.no("NC-JOIN-008", "the party has four Delvers")
        return self.why_not_roster(s)

    def roster_options(self, s: State) -> list[Option]:
        """Who may leave, join or change."""
        if self.why_not_roster(s) is not None:
            return []
        free = self.free_delvers(s)
        options: list[Option] = []
        if self.why_not_join(s) is None:
            options += [("join", card) for card in free]
        for d in s.delvers:
            if len(s.delvers) > 1:
                options.append(("leave", d.seat))
            options += [("change", d.seat, card) for card in free]
        return options

    # -- leaving --------------------------------------------------------------------------------------------------

    def leave(self, s: State, seat: int) -> Delver:
        """NC-JOIN-001: the log is put aside as it is; what belongs to the party stays with it."""
        d = s.delvers.pop(seat - 1)
        for item in d.equipment:
            if self.content.eq_faction[item.card] < 0:
                s.stash_equipment += (item.card,)
        s.stash_artifacts += tuple(d.artifacts)
        d.equipment, d.artifacts = [], []
        d.karma = d.personal = d.redraw = d.cooldown = d.neidan = 0
        d.start_health = d.start_energy = 0
        s.absent.append(d)
        for n, other in enumerate(s.delvers, 1):
            other.seat = n
        if s.gm > seat:
            s.gm -= 1
        elif s.gm == seat:
            s.gm = 1
        if self.loud:
            self.tell(s, "NC-JOIN-001", "{0} leaves the party.", self.name(d))
        return d

    # -- joining --------------------------------------------------------------------------------------------------

    def join(self, s: State, card: int, party: Sequence[Delver]) -> Flow:
        """NC-JOIN-003 to -008: a newcomer has the averages of the party, who returns the own log."""
        seat = len(s.delvers) + 1
        known = next((d for d in s.absent if d.card == card), None)
        if known is not None:
            s.absent.remove(known)
            known.seat = seat
            s.delvers.append(known)
            if self.loud:
                self.tell(s, "NC-JOIN-008", "{0} returns with the own log.", self.name(known))
            return
        exp = sum(d.exp for d in party) // len(party)
        points = sum(sum(d.reputation) for d in party) // len(party)
        used = {d.fate_set for d in s.delvers}
        fate_set = next(n for n in range(MOST_DELVERS) if n not in used)
        d = self.new_delver(s, seat, card, fate_set)
        d.nether = (self.content.party.first_nether,)
        s.delvers.append(d)
        if self.loud:
            self.tell(s, "NC-JOIN-007", "{0} joins the party with {1} EXP and {2} Reputation.",
                      self.name(d), exp, points)  # fmt: skip
        yield from self.gain_exp(s, seat, exp)
        for _ in range(points):
            boxes = self.content.faction_boxes
            options: list[Option] = [("reputation", n) for n, checked in enumerate(d.reputation) if checked < boxes[n]]
            if not options:
                return
            option = yield from self.pick(s, seat, "assign", options)
            self.gain_reputation(s, seat, option[1], 1)

    def change(self, s: State, seat: int, card: int) -> Flow:
        """NC-JOIN-002, -006: leave, then join; alone, the averages are those of the Delver who left."""
        left = self.leave(s, seat)
        yield from self.join(s, card, s.delvers or [left])
