"""What one might expect between the adventures, but what the rules refuse there, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from undercroft import Option, Refusal
from undercroft_netherworld_candle.rules.adventure_end import MOST_KARMA
from undercroft_netherworld_candle.rules.campaign_roster import CampaignRoster
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["CampaignRefusals"]

Row = tuple[Option, Refusal]
Rows = Callable[[State, Delver], Iterator[Row]]


class CampaignRefusals(CampaignRoster):
    """Refusals at the prompts of the logs, the Epilogue and the campaign; nothing that is still locked is named."""

    __slots__ = ()

    def campaign_refusals(self, prompt: str) -> Rows | None:
        """What is refused at a prompt of these chapters."""
        rows: dict[str, Rows] = {
            "delver": self._refused_delver,
            "outfit": self._refused_outfit,
            "gear": self._refused_gear,
            "neidan": self._refused_neidan,
            "between": self._refused_between,
            "failed": self._refused_failed,
        }
        return rows.get(prompt)

    def refused_dealings(self, s: State, d: Delver) -> Iterator[Row]:
        """NC-STORY-031, NC-LOG-010, -011: what is no material, and exchanges that are not open."""
        yield ("give-karma",), self.no("NC-STORY-031", "Karma is no material and cannot be traded")
        for faction, checked in enumerate(d.reputation):
            refusal = self.why_not_exchange(s, d, faction) if checked else None
            if refusal is not None:
                yield ("exchange", faction), refusal

    def _refused_delver(self, s: State, d: Delver) -> Iterator[Row]:
        for other in s.delvers:
            yield ("delver-card", other.card), self.no("NC-STORY-004", "somebody plays this Delver")

    def _refused_outfit(self, s: State, d: Delver) -> Iterator[Row]:
        if self.surplus(d):
            yield ("done",), self.no("NC-EPI-004", "you hold a spare card of a type")
        yield from self._refused_gear(s, d)
        yield from self.refused_dealings(s, d)

    def _refused_gear(self, s: State, d: Delver) -> Iterator[Row]:
        faction = self.content.eq_faction
        for cards in self.faction_gear:
            for card in cards:
                # A faction that does not know the Delver shows nothing, or its cards would be told before their time.
                refusal = self.why_not_gear(s, d, card) if d.reputation[faction[card]] else None
                if refusal is not None:
                    yield ("take", card), refusal

    def _refused_neidan(self, s: State, d: Delver) -> Iterator[Row]:
        for n in range(MOST_KARMA + 1, d.neidan + 1):
            yield ("karma", n), self.no("NC-END-007", "up to 3 Neidan are exchanged")

    def _refused_failed(self, s: State, d: Delver) -> Iterator[Row]:
        yield ("go-on",), self.no("NC-END-014", "a failed scenario is retried, or defeat is accepted")

    def _refused_between(self, s: State, d: Delver) -> Iterator[Row]:
        join = self.why_not_join(s)
        if join is not None:
            for card in range(len(self.content.delver)):
                yield ("join", card), join
        used = self.no("NC-JOIN-003", "somebody plays this Delver")
        if join is None:
            yield from ((("join", other.card), used) for other in s.delvers)
        roster = self.why_not_roster(s)
        if roster is None and len(s.delvers) == 1:
            roster = self.no("NC-JOIN-001", "somebody has to carry on")
        if roster is not None:
            yield from ((("leave", other.seat), roster) for other in s.delvers)
