"""Scenarios: the pages of the Tomb Delving Note (NC-ADV-014 to -023, NC-END-001)."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger
from undercroft_netherworld_candle.schema.base import check_id, check_n, check_title, check_word, need
from undercroft_netherworld_candle.schema.conditions import Condition
from undercroft_netherworld_candle.schema.effects import Effect

__all__ = ["BagEntry", "Copies", "Ending", "Exit", "Kit", "Page", "Scenario"]


@attrs.frozen
class Copies:
    """So many copies of a card."""

    id: str
    n: int = 1

    def __attrs_post_init__(self) -> None:
        check_n(f"n of {self.id}", self.n, 1, 20)


@attrs.frozen
class BagEntry:
    """So many artifact tokens of a value, or of one kind (``id``), for the bag (NC-ART-005)."""

    n: int
    value: int = 0
    id: str = ""

    def __attrs_post_init__(self) -> None:
        check_n("n", self.n, 1, 20)
        need((self.value > 0) != bool(self.id), "bag", "a value or an id", {"value": self.value, "id": self.id})


@attrs.frozen(kw_only=True)
class Exit:
    """Where a page leads when its condition is met: to a page or to an ending. The first exit that holds is taken."""

    cond: Condition
    page: str = ""
    ending: str = ""

    def __attrs_post_init__(self) -> None:
        need(bool(self.page) != bool(self.ending), "exits", "a page or an ending", {"page": self.page})


@attrs.frozen(kw_only=True)
class Page:
    """A page of the Note. ``rules`` tells in words what turns it.

    ``slots`` are "any" or a gate, one Puzzle Marker each; ``more_slots`` adds some for the second, third and fourth
    Delver. ``effects`` happen when it is opened (you are the Grandmaster); ``triggers`` and ``modifiers`` work while it
    is open.
    """

    id: str
    title: str
    text: str
    rules: str
    slots: tuple[str, ...] = ()
    more_slots: tuple[tuple[str, ...], ...] = ()
    effects: tuple[Effect, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    exits: tuple[Exit, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        need(bool(self.rules.strip()), "rules", "what turns the page, in words", self.rules)
        for slot in (*self.slots, *(slot for more in self.more_slots for slot in more)):
            check_word("slots", slot, ("any", *terms.GATES))
        check_n("more_slots", len(self.more_slots), 0, 3)


@attrs.frozen(kw_only=True)
class Ending:
    """An ending (NC-END-001): EXP for each Delver, Historical Progress, then effects. ``final`` ends the campaign."""

    id: str
    label: str
    title: str
    text: str
    exp: int
    progress: int = 0
    effects: tuple[Effect, ...] = ()
    final: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        need(bool(self.text.strip()), "text", "the words of the ending", self.text)
        check_n("exp", self.exp, 0, 12)
        check_n("progress", self.progress, 0, 6)


@attrs.frozen(kw_only=True)
class Kit:
    """What the Delvers of a scenario played on its own bring along: logs that fit its place in the campaign.

    ``equipment`` is laid out and handed round from seat 1 on, a card to each Delver in turn.
    """

    exp: int = 0
    progress: int = 0
    setbacks: int = 0
    reputation: int = 0
    redraw: int = 0
    equipment: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Scenario:
    """A scenario of the Tomb Delving Note. ``row`` is its row of Historical Progress, 0 for the prologue.

    ``start`` is the first Location, ``encounters`` both decks, ``candle`` the Candle Cards, ``bag`` the artifacts;
    ``effects`` end the setup. The first page listed is opened.
    """

    id: str
    number: int
    title: str
    row: int
    text: str
    start: str
    encounters: tuple[Copies, ...]
    candle: tuple[str, ...]
    bag: tuple[BagEntry, ...]
    pages: tuple[Page, ...]
    endings: tuple[Ending, ...]
    kit: Kit
    track: str = "default"
    effects: tuple[Effect, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        check_n("number", self.number, 1, 99)
        check_n("row", self.row, 0, 4)
        need(len(self.pages) >= 1, "pages", "at least one", ())
        need(len(self.endings) >= 2, "endings", "at least two", len(self.endings))
        pages, endings = [page.id for page in self.pages], [ending.id for ending in self.endings]
        need(len(set(pages)) == len(pages), "pages", "distinct ids", pages)
        need(len(set(endings)) == len(endings), "endings", "distinct ids", endings)
        for page in self.pages:
            for leads in page.exits:
                need(not leads.page or leads.page in pages, f"page {page.id}: exits", "a page of it", leads.page)
                need(not leads.ending or leads.ending in endings, f"page {page.id}: exits", "an ending", leads.ending)
