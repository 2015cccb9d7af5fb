"""Players who leave, join and change their Delver between two phases (NC-JOIN)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
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
        """NC-JOIN-001: the log is put aside as it is; what belongs to the party stays with it.

        Special artifacts belong to nobody for long and go back to the supply (NC-ART-011).
        """
        d = s.delvers.pop(seat - 1)
        for item in d.equipment:
            if self.content.eq_faction[item.card] < 0:
                s.stash_equipment += (item.card,)
        s.stash_artifacts += tuple([n for n in self.stored(d) if not self.content.art_special[n]])
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

    def join(self, s: State, card: int, party: Sequence[Delver], name: str = "") -> Flow:
        """NC-JOIN-003 to -008: a newcomer has the averages of the party, who returns the own log.

        ``name`` is that of a player who is there already and plays another Delver from now on.
        """
        seat = len(s.delvers) + 1
        known = next((d for d in s.absent if d.card == card), None)
        if known is not None:
            s.absent.remove(known)
            known.seat = seat
            known.name = name or known.name
            self.unshare_set(s, known)
            s.delvers.append(known)
            if self.loud:
                self.tell(s, "NC-JOIN-008", "{0} returns with the own log.", self.name(known))
            return
        exp = sum(d.exp for d in party) // len(party)
        points = sum(sum(d.reputation) for d in party) // len(party)
        d = self.new_delver(s, seat, card, self.free_set(s), f" {card}")
        d.name = name or self.free_name(s)
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

    def free_name(self, s: State) -> str:
        """NC-LOG-001: a name that no log has."""
        names = {d.name for d in (*s.delvers, *s.absent)}
        return next(name for n in count(1) if (name := self.player(n)) not in names)

    def free_set(self, s: State) -> int:
        """NC-STORY-005, NC-JOIN-008: a basic set that nobody plays with; one that no stored log keeps, if there is."""
        used = {d.fate_set for d in s.delvers}
        kept = {d.fate_set for d in s.absent}
        return min([n for n in range(MOST_DELVERS) if n not in used], key=lambda n: n in kept)

    def unshare_set(self, s: State, d: Delver) -> None:
        """NC-STORY-005: who returns takes another basic set, alike but for its mark, if a newcomer has got the own."""
        if all(other.fate_set != d.fate_set for other in s.delvers):
            return
        old = self.content.basic_sets[d.fate_set]
        d.fate_set = self.free_set(s)
        alike = dict(zip(old, self.content.basic_sets[d.fate_set], strict=True))
        d.tree_removed = tuple([alike.get(card, card) for card in d.tree_removed])
        self.settle_fate(s, d)

    def change(self, s: State, seat: int, card: int) -> Flow:
        """NC-JOIN-002, -006: leave, then join; alone, the averages are those of the Delver who left."""
        left = self.leave(s, seat)
        yield from self.join(s, card, s.delvers or [left], left.name)
