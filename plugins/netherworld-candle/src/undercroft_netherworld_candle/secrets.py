"""What a fresh campaign has not unlocked, and what is said of it all the same (NC-STORY-001, NC-EPI-008).

Open are the Player Boards with their Trees of Fate, the Action Cards of level 1, the supply of artifact tokens, the
prologue with its Story Cards, Locations, enemies, events and its first page, and what its Delvers bring along. The rest
waits: scenarios are told by their numbers, endings by number and letter, cards by the numbers on their backs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from undercroft import Secret
from undercroft_netherworld_candle.cards import Content

__all__ = ["ending_said", "scenario_said", "secrets"]

_LONG_ENOUGH = 24
"""A text of fewer characters is no secret: a choice such as "go on" gives nothing away."""


def scenario_said(number: int) -> str:
    """How a scenario is told without its title."""
    return f"scenario {number}"


def ending_said(number: int, label: str) -> str:
    """How an ending is told without its title: the number of its scenario and its letter."""
    return f"ending {number}{label}"


def secrets(content: Content) -> Iterable[Secret]:
    """Everything that is not open, scenarios first: where two things have the same name, the first is told."""
    yield from _scenarios(content)
    yield from _cards(content)
    yield from _book(content)
    for n, mark in enumerate(content.party.marks, 1):
        yield Secret(f"mark {n}", mark)


def _texts(*parts: str) -> Iterator[str]:
    yield from (part for part in parts if len(part) >= _LONG_ENOUGH)


def _scenarios(content: Content) -> Iterator[Secret]:
    for n, printed in enumerate(content.scenario_printed):
        number = printed.number
        first = n == content.party.first_scenario
        if not first:
            yield Secret(scenario_said(number), printed.title, (printed.id, *_texts(printed.text)))
        for ending in printed.endings:
            # A final ending is told by its own title when the campaign is over.
            names = (ending.id, ending.final, *_texts(ending.text))
            yield Secret(ending_said(number, ending.label), ending.title, names)
        for page in printed.pages[1 if first else 0 :]:
            yield Secret(f"a page of {scenario_said(number)}", page.title, (page.id, *_texts(page.text, page.rules)))


def _card(kind: str, printed: Any) -> Secret:
    texts = _texts(printed.text, getattr(printed, "rules", ""), getattr(printed, "back", ""))
    choices = _texts(*(part for choice in getattr(printed, "choices", ()) for part in (choice.text, choice.outcome)))
    return Secret(f"{kind} {printed.number}", printed.title, (printed.id, *texts, *choices))


def _cards(content: Content) -> Iterator[Secret]:
    party, ids = content.party, content.ids
    first = content.scenario_printed[party.first_scenario]
    met = {copies.id for copies in first.encounters} | _named(first, content)
    rows: tuple[tuple[str, Sequence[Any], Callable[[int], bool]], ...] = (
        ("Location", content.location, lambda n: content.location[n].scenario == first.id),
        ("encounter", content.encounter, lambda n: ids["encounter"][n] in met),
        ("Candle Card", content.candle, lambda n: ids["candle"][n] in first.candle),
        ("Story Card", content.story, lambda n: n in party.prologue),
        ("Journey Card", content.journey, lambda n: False),
        ("Equipment", content.equip, lambda n: n == party.solo_equipment or ids["equip"][n] in first.kit.equipment),
        ("Action Card", content.action, lambda n: n in party.solo_actions or _is_basic(content, n)),
        ("Netherworld Card", content.nether, lambda n: n in (party.first_nether, party.solo_nether)),
    )
    for kind, table, is_open in rows:
        yield from (_card(kind, printed) for n, printed in enumerate(table) if not is_open(n))


def _is_basic(content: Content, card: int) -> bool:
    return content.act_level[card] == 1 and not content.act_secret[card]


def _named(scenario: Any, content: Content) -> set[str]:
    """The enemies that the effects of the prologue and of its Locations bring, whichever deck they are in."""
    own = [card for card in content.location if card.scenario == scenario.id]
    told = repr((scenario, own))
    return {name for name in content.ids["encounter"] if f"'{name}'" in told}


def _book(content: Content) -> Iterator[Secret]:
    for n, entry in enumerate(content.passage):
        if n != content.party.opening:
            yield Secret("an entry of the Story Book", entry.title, (entry.id, *_texts(entry.text)))
