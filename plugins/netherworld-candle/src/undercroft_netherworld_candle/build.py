"""From content files to :class:`undercroft_netherworld_candle.cards.Content`.

The schema classes have checked each card by itself; what concerns several cards at once is checked here and in the
modules beside this one: numbers that occur twice, edges that lead nowhere, ids that no card has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from undercroft import ContentError, ContentPack, load_packs
from undercroft_netherworld_candle import build_cards, build_check, build_logs, build_scenarios
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.schema import TABLES
from undercroft_netherworld_candle.schema.fate import SETS

__all__ = ["PACK", "build", "load"]


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith(".toml"):
            yield entry


PACK: Final = ContentPack(
    game="netherworld-candle",
    name="netherworld-candle",
    files=tuple(_files(files("undercroft_netherworld_candle").joinpath("content"))),
)
"""The game's own content, file by file in the order of their names."""

_KINDS: Final = {
    "action": ("action",),
    "encounter": ("enemy", "event"),
    "location": ("location",),
    "equip": ("equipment",),
    "nether": ("nether",),
    "artifact": ("artifact",),
    "candle": ("candle",),
    "story": ("story",),
    "journey": ("journey",),
    "passage": ("passage",),
    "faction": ("faction",),
    "delver": ("delver",),
    "scenario": ("scenario",),
}
"""The kinds of ints and the tables that share each."""


def load(packs: Sequence[ContentPack]) -> Content:
    """Read content packs, the game's own first, into what the rules use.

    Raises:
        ContentError: for a file, table, key or value that does not fit, or for cards that do not fit together.
    """
    return build(load_packs(packs, TABLES))


def _ids(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    ids = {kind: tuple(name for table in made for name in tables[table]) for kind, made in _KINDS.items()}
    cards = tables["fate"].values()
    basic = [f"{card.id}-{mark}" for mark in SETS for card in cards if card.set == "basic"]
    ids["fate"] = (*basic, *(card.id for card in cards if card.set != "basic"))
    ids["sect"] = tuple(dict.fromkeys(card.sect for card in tables["action"].values()))
    for kind, names in ids.items():
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ContentError(f"{kind}: expected distinct ids over all tables, got {', '.join(twice)} twice")
    return ids


def _one(tables: Mapping[str, Mapping[str, Any]], table: str) -> Any:
    if len(tables[table]) != 1:
        raise ContentError(f"[[{table}]]: expected exactly one entry, got {', '.join(tables[table]) or 'none'}")
    return next(iter(tables[table].values()))


def build(tables: Mapping[str, Mapping[str, Any]]) -> Content:
    """Turn structured tables (kind, then id) into content.

    Raises:
        ContentError: names the table, the card and what was expected.
    """
    ids = _ids(tables)
    index = {kind: {name: n for n, name in enumerate(names)} for kind, names in ids.items()}
    party = _one(tables, "party_log")
    compiler = Compiler(index, party.marks)
    numbers = build_check.number_index(tables, index)
    for delver in tables["delver"].values():
        build_check.check_delver(delver, tables)
    build_check.check_trees(tables)
    build_check.check_party(party, tables)
    rows = build_scenarios.edges(tables["location"])
    fields = _fields(tables, compiler)
    scenarios = tuple(
        build_scenarios.scenario(printed, compiler, tables, rows) for printed in tables["scenario"].values()
    )
    for printed in tables["scenario"].values():
        build_check.check_scenario(printed, compiler, tables)
    build_check.check_encounters(tables)
    build_check.check_numbers_of_scenarios(tables)
    return Content(
        ids=ids,
        index=index,
        numbers=numbers,
        loc_edges=rows,
        track=build_scenarios.default_track(tables["track"]),
        scenario=scenarios,
        scenario_printed=tuple(tables["scenario"].values()),
        log=build_logs.player_log(_one(tables, "player_log"), compiler),
        party=build_logs.party_log(party, compiler),
        **fields,
    )


def _fields(tables: Mapping[str, Mapping[str, Any]], compiler: Compiler) -> dict[str, Any]:
    makers: Iterable[Any] = (
        build_cards.actions,
        build_cards.fate,
        build_cards.encounters,
        build_cards.locations,
        build_cards.equipment,
        build_cards.small_cards,
        build_logs.stories,
        build_logs.factions,
        build_logs.delvers,
    )
    made: dict[str, Any] = {}
    for maker in makers:
        made.update(maker(tables, compiler))
    return made
