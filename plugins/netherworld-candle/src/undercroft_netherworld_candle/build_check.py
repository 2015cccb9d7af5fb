"""What has to hold between the cards of several tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from undercroft import ContentError
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.schema import Delver, PartyLog, Scenario

__all__ = [
    "check_delver",
    "check_encounters",
    "check_numbers_of_scenarios",
    "check_party",
    "check_scenario",
    "check_trees",
    "number_index",
]

Tables = Mapping[str, Mapping[str, Any]]

_NUMBERED = {
    "action": "action",
    "enemy": "encounter",
    "event": "encounter",
    "location": "location",
    "equipment": "equip",
    "nether": "nether",
    "candle": "candle",
    "story": "story",
    "journey": "journey",
}


def number_index(tables: Tables, index: Mapping[str, Mapping[str, int]]) -> dict[str, tuple[str, int]]:
    """Printed numbers to cards; gaps are right, a number twice is not (NC-GEN-016).

    Raises:
        ContentError: names the number and both cards.
    """
    made: dict[str, tuple[str, int]] = {}
    owner: dict[str, str] = {}
    for table, kind in _NUMBERED.items():
        for card in tables[table].values():
            if card.number in owner:
                raise ContentError(f"{table} {card.id!r}: number {card.number} is that of {owner[card.number]!r}")
            owner[card.number] = card.id
            made[card.number] = (kind, index[kind][card.id])
    if "L001" in made:
        made["LO01"] = made["L001"]
    return made


def check_delver(delver: Delver, tables: Tables) -> None:
    """NC-ADV-005, NC-FATE-005: the starting cards are level 1 of the own sect, the tree names advanced Fate Cards."""
    for name in delver.starting:
        card = tables["action"].get(name)
        if card is None or card.sect != delver.sect or card.level != 1:
            raise ContentError(f"delver {delver.id!r}: starting: expected level 1 of {delver.sect}, got {name!r}")
    for node in delver.tree:
        fate = tables["fate"].get(node.card)
        if node.card and (fate is None or fate.set != "advanced"):
            raise ContentError(f"delver {delver.id!r}: tree: expected an advanced Fate Card, got {node.card!r}")


def check_trees(tables: Tables) -> None:
    """All four trees together ask for no more copies of a Fate Card than there are."""
    asked: Counter[str] = Counter()
    for delver in tables["delver"].values():
        for node in delver.tree:
            if node.card:
                asked[node.card] += node.spaces
    for name, n in asked.items():
        if n > tables["fate"][name].copies:
            raise ContentError(
                f"fate {name!r}: expected {n} copies for the Trees of Fate, got {tables['fate'][name].copies}"
            )


def check_party(log: PartyLog, tables: Tables) -> None:
    """NC-LOG-024: each Setback box names a card of its own that belongs to no encounter deck."""
    if len(set(log.setbacks)) < len(log.setbacks):
        raise ContentError("party_log: setbacks: expected each card once (NC-LOG-024)")
    for name in log.setbacks:
        card = tables["enemy"].get(name) or tables["event"].get(name)
        if card is None or card.deck != "other":
            raise ContentError(f"party_log: setbacks: expected an encounter card of deck other, got {name!r}")


def check_scenario(scenario: Scenario, compiler: Compiler, tables: Tables) -> None:
    """Every page but the first and every ending is led to by an exit or an effect."""
    exits = [leads for page in scenario.pages for leads in page.exits]
    pages = {leads.page for leads in exits} | compiler.pages
    endings = {leads.ending for leads in exits} | compiler.endings
    for page in scenario.pages[1:]:
        if page.id not in pages:
            raise ContentError(f"scenario {scenario.id!r}: page {page.id!r}: nothing leads to it")
    for ending in scenario.endings:
        if ending.id not in endings:
            raise ContentError(f"scenario {scenario.id!r}: ending {ending.id!r}: nothing leads to it")
    if tables["location"][scenario.start].event:
        raise ContentError(f"scenario {scenario.id!r}: start: expected a Location, got a Location Event")


def check_encounters(tables: Tables) -> None:
    """The scenarios that an encounter card names are there."""
    for kind in ("enemy", "event"):
        for card in tables[kind].values():
            for name in card.scenarios:
                if name not in tables["scenario"]:
                    raise ContentError(f"{kind} {card.id!r}: scenarios: expected the id of a scenario, got {name!r}")


def check_numbers_of_scenarios(tables: Tables) -> None:
    """Scenarios are asked for and told by their numbers, so that no two may have the same."""
    seen: dict[int, str] = {}
    for scenario in tables["scenario"].values():
        other = seen.setdefault(scenario.number, scenario.id)
        if other != scenario.id:
            raise ContentError(f"scenario {scenario.id!r}: number {scenario.number} is that of {other!r}")
