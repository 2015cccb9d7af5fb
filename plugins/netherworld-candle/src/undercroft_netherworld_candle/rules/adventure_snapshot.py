"""What a Retry brings back: the campaign as it stood when the scenario was first set up (NC-END-016)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from undercroft_netherworld_candle.rules.adventure_setup import AdventureSetup
from undercroft_netherworld_candle.state import Delver, Item, State

__all__ = ["AdventureSnapshot"]

_PARTY: Final = (
    "marks", "notes", "progress", "stash_story", "stash_journey", "stash_equipment", "stash_artifacts",
    "archived_stories", "archived_journeys", "read", "done", "hell", "gm", "scenario", "final", "shown", "heard",
)  # fmt: skip
"""Fields of the state that a failed try does not change for good. Setbacks are not among them (NC-END-016)."""

_PERSONAL: Final = (
    "card", "name", "exp", "reputation", "exchanged", "tree", "tree_removed", "pool", "karma", "personal", "redraw",
    "cooldown", "neidan", "nether", "start_health", "start_energy",
)  # fmt: skip
"""Fields of a Delver that go back. Summons stay checked, and the Fate deck keeps its omens."""


class AdventureSnapshot(AdventureSetup):
    """Keeping and bringing back the campaign around one scenario."""

    __slots__ = ()

    def keep_snapshot(self, s: State) -> None:
        """NC-END-016: remember the campaign before the first try of a scenario; a later try keeps what is there."""
        if s.tries or self.setup.mode == "adventure":
            return
        party = tuple([getattr(s, name) for name in _PARTY])
        s.snapshot = (party, tuple([self._kept(d) for d in s.delvers]))

    def _kept(self, d: Delver) -> tuple[Any, ...]:
        values = tuple([getattr(d, name) for name in _PERSONAL])
        equipment = tuple([(item.card, tuple(item.artifacts)) for item in d.equipment])
        return values, equipment, tuple(d.artifacts)

    def restore_snapshot(self, s: State) -> None:
        """NC-END-016: everything but Summons, Setbacks and omens stands as it did when the scenario was set up."""
        party, delvers = s.snapshot
        for name, value in zip(_PARTY, party, strict=True):
            setattr(s, name, value)
        for d, (values, equipment, artifacts) in zip(s.delvers, delvers, strict=True):
            for name, value in zip(_PERSONAL, values, strict=True):
                setattr(d, name, value)
            d.equipment = [Item(card, artifacts=list(stored)) for card, stored in equipment]
            d.artifacts = list(artifacts)
            self.settle_fate(s, d)
        if self.loud:
            self.tell(s, "NC-END-016", "Everything stands as it did when the scenario was first set up.")

    def brought_along(self, s: State) -> list[list[int]]:
        """NC-END-018: by Delver the artifacts on the board that were there before the scenario and still are.

        Those that lie on equipment, which goes back, come into the Stash.
        """
        if not s.snapshot:
            return [[] for _ in s.delvers]
        found = []
        for d, (_, equipment, artifacts) in zip(s.delvers, s.snapshot[1], strict=True):
            held = [n for item in d.equipment for n in item.artifacts]
            s.stash_artifacts += tuple(_still(held, [n for _, stored in equipment for n in stored]))
            found.append(_still(d.artifacts, artifacts))
        return found

    if TYPE_CHECKING:  # of a later chapter

        def settle_fate(self, s: State, d: Delver) -> None:
            """All Fate Cards back into one deck."""


def _still(tokens: Sequence[int], before: Sequence[int]) -> list[int]:
    """Those of some tokens that were there before, kind by kind."""
    return sorted((Counter(tokens) & Counter(before)).elements())
