"""The setup keys of Netherworld Candle."""

from __future__ import annotations

import attrs

from undercroft import SetupError, key
from undercroft_netherworld_candle.terms import DIFFICULTIES

__all__ = ["MODES", "ROSTERS", "SOLO", "Options"]

MODES = ("campaign", "story", "adventure")
SOLO = ("true-solo", "dual-handed")
ROSTERS = ("fixed", "open")
MOST_DELVERS = 4


@attrs.frozen
class Options:
    """How a game is set up.

    A ``story`` is one Story Phase with its Epilogue, an ``adventure`` one scenario, both with logs that fit the place
    of the scenario in the campaign (``kit``); a ``campaign`` alternates them from the prologue to a final ending.
    """

    mode: str = key(
        "campaign",
        choices=MODES,
        help="campaign: from the prologue to a final ending; story or adventure: one phase on its own",
        rule="NC-CAMP-001",
    )
    players: int = key(1, lo=1, hi=4, help="how many play; a fifth Delver does not fit", rule="NC-GEN-002")
    solo: str = key(
        "true-solo",
        choices=SOLO,
        help="one player alone: with one Delver and some help, or with two Delvers as in a two-player game",
        rule="NC-SOLO-001",
    )
    scenario: str = key(
        "prologue",
        help="which scenario an adventure plays, and before which one a story is told: its number or its id",
        rule="NC-EPI-008",
        of="scenario",
    )
    difficulty: str = key("normal", choices=DIFFICULTIES, help="how hard Adventure Phases are", rule="NC-DIFF-001")
    delvers: str = key(
        "auto", help="the Delvers in seat order, separated by commas, or auto", rule="NC-STORY-004", of="delver"
    )
    grandmaster: int = key(1, lo=1, hi=4, help="the seat of the owner, the first Grandmaster", rule="NC-STORY-006")
    roster: str = key(
        "fixed",
        choices=ROSTERS,
        help="open lets players leave, join and change Delvers between the phases of a campaign",
        rule="NC-JOIN-001",
    )
    kit: bool = key(True, help="a single phase starts with logs that fit its scenario, not with blank ones")
    notes: bool = key(True, help="false ignores the Notes of the Party Log, which easy mode allows", rule="NC-DIFF-006")

    @property
    def seats(self) -> int:
        """How many Delvers there are: one for each player, two for one who plays dual-handed (NC-SOLO-002)."""
        return 2 if self.players == 1 and self.solo == "dual-handed" else self.players

    @property
    def chairs(self) -> int:
        """How many seats may have to decide: with an open roster up to four, whoever is there at the beginning."""
        return MOST_DELVERS if self.roster == "open" and self.mode == "campaign" else self.seats

    @property
    def true_solo(self) -> bool:
        """Whether one player has one Delver (NC-SOLO-003)."""
        return self.players == 1 and self.solo == "true-solo"

    @property
    def named_delvers(self) -> tuple[str, ...]:
        """The ids of the Delvers asked for, in seat order; none where they are left to the game."""
        return () if self.delvers == "auto" else tuple(name.strip() for name in self.delvers.split(","))

    def check(self) -> None:
        """Refuse combinations that the rules do not allow."""
        named = self.named_delvers
        if named and len(named) != self.seats:
            raise SetupError(f"delvers: expected {self.seats} ids, got {len(named)}", rule="NC-STORY-004")
        if len(set(named)) < len(named):
            raise SetupError("delvers: expected a different Delver for each seat", rule="NC-STORY-004")
        if self.grandmaster > self.seats:
            raise SetupError(f"grandmaster cannot be seat {self.grandmaster} of {self.seats}", rule="NC-STORY-006")
        if self.players > 1 and self.solo != SOLO[0]:
            raise SetupError(f"solo is for one player; there are {self.players}", rule="NC-SOLO-001")
        if not self.notes and self.difficulty != "easy":
            raise SetupError("notes can be ignored in easy mode only", rule="NC-DIFF-006")
