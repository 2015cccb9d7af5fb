"""What every chapter of the rules stands on: typed content and setup, look-ups made once, how an adventure is left."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from undercroft import Ask, Flow, Option, Prompt, Refusal, Rulebook
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.options import Options
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["GO", "KEEP", "NOTHING_ASKED", "NOWHERE", "PASS", "Base", "Source", "Unwind"]

PASS: Final[Option] = ("pass",)
KEEP: Final[Option] = ("keep",)
GO: Final[Option] = ("go",)

Source = tuple[Any, ...]
"""The card that acts: a word for its kind, its int, an index (-1 for none) of the map or equipment, or an enemy."""

NOWHERE: Final[Source] = ("", -1, -1)

NOTHING_ASKED: Final = cast(Flow, iter(()))
"""A flow that is over: what a step without a frame returns where nothing happens, so that no generator is made."""


class Unwind(Exception):  # noqa: N818 - control flow, not an error
    """The running scenario has ended: whatever was half done is dropped (NC-TURN-009, NC-END-019).

    Every step of an adventure that may end it catches this itself, because a frame must not raise.
    """


class Base(Rulebook[State]):
    """Look-ups and small questions that all chapters share."""

    __slots__ = ("delver_options", "seats")

    content: Content
    setup: Options

    prompts: ClassVar[dict[str, Prompt]] = {
        "who": Prompt("NC-GEN-007", "Which Delver does it concern?"),
        "order": Prompt("NC-TURN-010", "Several effects happen at the same moment. Which one is first?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.seats = setup.seats
        self.delver_options: list[Option] = [("delver", seat) for seat in range(5)]

    # -- Delvers --------------------------------------------------------------------------------------------------

    def delver(self, s: State, seat: int) -> Delver:
        """The Delver of a seat; seats are numbered from 1 without a gap."""
        return s.delvers[seat - 1]

    def delvers(self, s: State) -> list[Delver]:
        """All Delvers of the party in seat order (NC-GEN-003: what counts Delvers does not count Companions)."""
        return s.delvers

    def from_gm(self, s: State) -> list[Delver]:
        """All Delvers clockwise, the Grandmaster first."""
        first = s.gm - 1
        return [*s.delvers[first:], *s.delvers[:first]]

    def attribute(self, s: State, d: Delver, attribute: int, tests: int = 0) -> int:
        """The current value of an attribute: as printed, with all modifiers; it may be below 0 (NC-TEST-046)."""
        printed: int = self.content.del_attributes[d.card][attribute]
        return printed + self.modifier(s, d, attribute, tests)

    # -- names in the log -----------------------------------------------------------------------------------------

    def name(self, d: Delver) -> str:
        """A Delver as named in the log: the moniker (NC-LOG-001)."""
        name: str = self.content.delver[d.card].name
        return name

    def title(self, source: Source) -> str:
        """The acting card as named in the log and in options."""
        kind, n = source[0], source[1]
        content = self.content
        if kind in ("encounter", "enemy"):
            return content.enc_title[n]
        if kind in ("action", "quick"):
            return content.act_title[n]
        if kind == "location":
            return content.loc_title[n]
        if kind == "equip":
            return content.eq_title[n]
        if kind == "artifact":
            return content.art_title[n]
        if kind == "delver":
            return content.delver[n].skill
        if kind in ("scenario", "page", "ending"):
            return content.scenario[n].title if n >= 0 else kind
        printed = getattr(content, kind, None)
        return str(getattr(printed[n], "title", kind)) if printed and n >= 0 else str(kind)

    # -- asking ---------------------------------------------------------------------------------------------------

    @staticmethod
    def no(rule: str, reason: str) -> Refusal:
        """A refusal in words."""
        return Refusal(rule, reason)

    def pick(self, s: State, seat: int, prompt: str, options: Sequence[Option]) -> Generator[Ask, Option, Option]:
        """Let a seat choose where there is a choice: a single option is taken without a question."""
        if len(options) == 1:
            return options[0]
        return (yield self.ask(s, seat, prompt, options))

    def pick_seat(self, s: State, seat: int, seats: Sequence[int]) -> Generator[Ask, Option, int]:
        """Let a seat choose one of several Delvers."""
        if len(seats) == 1:
            return seats[0]
        option = yield self.ask(s, seat, "who", [self.delver_options[n] for n in seats])
        chosen: int = option[1]
        return chosen

    if TYPE_CHECKING:  # of later chapters

        def track(self, s: State) -> tuple[int, ...]:
            """The Candle Track: the colour of each space."""

        def modifier(self, s: State, d: Delver, mod: int, tests: int = 0) -> int:
            """What cards in play add to a value of a Delver."""
