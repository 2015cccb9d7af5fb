"""The setup keys of Death Binder."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from undercroft import SetupError, Stream, key

__all__ = ["MODIFIERS", "Options", "draw_options"]

MODIFIERS = ("heavy-air", "creeping-rot", "hardened-foes", "no-way-out", "fading-light", "tainted-ground")


@attrs.frozen
class Options:
    """How a game is set up; every adjustment is optional and they can be combined (DB-DIFF-007)."""

    mode: str = key(
        "quick-descent",
        choices=("campaign", "quick-descent", "descent"),
        help="campaign: the whole story, alone in the Ruins (180 minutes), recommended to new players; quick-descent: "
        "beat one Boss (45 minutes solo, 60 in co-op); descent: beat all four (150 and 180)",
        rule="DB-MODE-001",
    )
    players: int = key(1, lo=1, hi=2, help="1 plays solo, 2 play as one team", rule="DB-GEN-001")
    map: str = key(
        "ruins",
        choices=("ruins", "nightmare"),
        help="the side of the map; the Nightmare is the longer way down",
        rule="DB-MAP-001",
    )
    level: int = key(1, lo=1, hi=4, help="start level of a quick descent; in co-op up to 3", rule="DB-LEVEL-010")
    modifier: str = key(
        "none",
        choices=("none", "random", *MODIFIERS),
        help="a Descent Modifier that makes the game harder, drawn at random or picked",
        rule="DB-MOD-001",
    )
    easier: bool = key(False, help="Starting Defense begins at its second value", rule="DB-DIFF-001")
    shorter: bool = key(False, help="three tokens fewer and none on the Boss location", rule="DB-DIFF-003")
    oldest: int = key(1, lo=1, hi=2, help="the seat of the oldest player, the first Leader", rule="DB-COOP-008")

    def check(self) -> None:
        """Refuse combinations that the rules do not allow."""
        if self.mode == "campaign" and self.players > 1:
            raise SetupError(f"mode campaign is for one player, not {self.players}", rule="DB-MODE-002")
        if self.mode == "campaign" and self.map != "ruins":
            raise SetupError(f"mode campaign is played on the map ruins, not {self.map}", rule="DB-MODE-002")
        if self.level > 1 and self.mode != "quick-descent":
            raise SetupError(f"level {self.level} needs mode quick-descent, not {self.mode}", rule="DB-LEVEL-001")
        if self.level > 3 and self.players == 2:
            raise SetupError("level cannot be 4 with two players; expected 1 to 3", rule="DB-LEVEL-010")
        if self.oldest > self.players:
            raise SetupError(f"oldest cannot be seat {self.oldest} of {self.players}", rule="DB-COOP-008")


def draw_options(options: Options, stream: Callable[[str], Stream]) -> Options:
    """DB-MOD-001: draw the Descent Modifier, from a stream of its own so that nothing else changes (DB-SETUP-005)."""
    if options.modifier != "random":
        return options
    return attrs.evolve(options, modifier=stream("setup/modifier").choice(MODIFIERS))
