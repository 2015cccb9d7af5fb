"""A toy game with more seats than players, and with parts: a supper of courses, each cooked by the next seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from undercroft.game import Game
from undercroft.plugins import hookimpl
from undercroft.rulebook import Flow, Prompt, Rulebook
from undercroft.setup import key
from undercroft.state import GameState, Option, state

UNDERCROFT_API = (1, 1)


@attrs.frozen
class Options:
    """One player may cook with two hands, and to an open house guests may come later."""

    players: int = key(1, lo=1, hi=3)
    twin: bool = key(False)
    open: bool = key(False)
    courses: int = key(3, lo=1, hi=6)
    trouble: str = key("none", choices=("none", "fails", "raises", "uneven", "endless"), help="what goes wrong")

    @property
    def chairs(self) -> int:
        """How many may have to decide."""
        return 4 if self.open else 2 if self.twin and self.players == 1 else self.players


@state
class Table(GameState):
    """What has been served: by which seat, whether spiced, and how it was."""

    served: list[tuple[int, bool, bool]] = attrs.field(factory=list)


class Rules(Rulebook[Table]):
    """Each course is cooked by the next seat; a plain one is never spoilt, a spiced one is by chance."""

    setup: Options
    prompts: ClassVar[dict[str, Prompt]] = {"cook": Prompt("", "Spiced or plain?")}
    part_columns: ClassVar[Mapping[str, type[int] | type[str]]] = {"seat": int, "dish": str, "good": int}

    def begin(self, s: Table) -> None:
        """The first course."""
        s.do(self.cook)

    def cook(self, s: Table) -> Flow:
        """A course; after the last one the supper is over."""
        at = len(s.served)
        if self.setup.trouble == "fails" and s.index % 5 == 3 and at:
            raise LookupError("no more salt")
        if at >= self.setup.courses and self.setup.trouble != "endless":
            spoilt = sum(not good for _, _, good in s.served)
            self.end(s, "loss" if spoilt else "win", f"{spoilt} courses are spoilt.", "")
        seat = 1 + at % self.setup.chairs
        options: list[Option] = [("plain",), ("spiced",)]
        chosen = yield self.ask(s, seat, "cook", options)
        spiced = chosen == ("spiced",)
        s.served.append((seat, spiced, not spiced or self.stream(s, f"course/{at}").below(3) > 0))
        s.do(self.cook)

    def view(self, s: Table, seat: int) -> dict[str, Any]:
        """All is open."""
        return {"served": len(s.served)}

    def facts(self, s: Table) -> dict[str, int | str]:
        """How many courses were spiced, and how the guests are."""
        spoilt = sum(not good for _, _, good in s.served)
        return {"spiced": sum(spiced for _, spiced, _ in s.served), "mood": "sour, very" if spoilt else "merry"}

    def headline(self) -> Sequence[str]:
        """All of it."""
        return ("spiced", "mood")

    def parts(self, s: Table) -> Sequence[Mapping[str, int | str]]:
        """The courses."""
        if self.setup.trouble == "raises" and s.index % 2:
            raise LookupError("who served what?")
        if self.setup.trouble == "uneven" and s.index % 2:
            return [{"seat": 1}]
        dishes = ("plain", 'spiced, "hot"')
        return [{"seat": seat, "dish": dishes[spiced], "good": int(good)} for seat, spiced, good in s.served]


GAME = Game(
    id="supper",
    title="Supper",
    options=Options,
    state=Table,
    rulebook=Rules,
    load_content=lambda packs: None,
)


@hookimpl
def undercroft_games() -> list[Game]:
    """The game."""
    return [GAME]
