"""Scenarios: their pages and endings as the rules use them, and the map that their Location Cards make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft import ContentError
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.cards import OFFSETS, EndingInfo, PageInfo, ScenarioInfo
from undercroft_netherworld_candle.schema import Copies, Ending, Location, Page, Scenario, Track

__all__ = ["default_track", "edges", "scenario"]

DEFAULT_TRACK = "default"
"""The id of the track that a scenario has which names none."""

_SLOTS = (*terms.GATES, "any")
_OPPOSITE = (2, 3, 0, 1)


def edges(locations: Mapping[str, Location]) -> tuple[tuple[int, int, int, int], ...]:
    """The Location at each side of each Location, -1 for none (NC-MAP-002).

    Raises:
        ContentError: for an edge that names no card, one that does not lead back, or cards of one scenario that
            would lie on top of each other.
    """
    by_number = {location.number: n for n, location in enumerate(locations.values())}
    cards = tuple(locations.values())
    made = []
    for location in cards:
        row = [-1, -1, -1, -1]
        for name, number in location.edges.items():
            if number not in by_number:
                raise ContentError(f"location {location.id!r}: edges: there is no Location Card {number}")
            row[terms.SIDES.index(name)] = by_number[number]
        made.append((row[0], row[1], row[2], row[3]))
    for n, row4 in enumerate(made):
        for side, other in enumerate(row4):
            if other >= 0 and made[other][_OPPOSITE[side]] != n:
                back = terms.SIDES[_OPPOSITE[side]]
                raise ContentError(
                    f"location {cards[n].id!r}: edges: {cards[other].number} has to name {cards[n].number} "
                    f"at its {back} edge"
                )
    return tuple(made)


def _check_map(scenario: Scenario, start: int, rows: tuple[tuple[int, int, int, int], ...], names: Any) -> None:
    """Refuse a map on which two cards claim one place, or one card two places."""
    at: dict[int, tuple[int, int]] = {start: (0, 0)}
    taken = {(0, 0): start}
    queue = [start]
    for here in queue:
        for side, other in enumerate(rows[here]):
            if other < 0:
                continue
            place = (at[here][0] + OFFSETS[side][0], at[here][1] + OFFSETS[side][1])
            if at.get(other, place) != place or taken.get(place, other) != other:
                raise ContentError(
                    f"scenario {scenario.id!r}: the edges put {names[other]} at {place}, where it cannot lie"
                )
            if other not in at:
                at[other] = place
                taken[place] = other
                queue.append(other)


def scenario(
    printed: Scenario,
    compiler: Compiler,
    tables: Mapping[str, Mapping[str, Any]],
    rows: tuple[tuple[int, int, int, int], ...],
) -> ScenarioInfo:
    """A scenario with everything it names looked up.

    Raises:
        ContentError: names the scenario, the page and what was expected.
    """
    try:
        return _scenario(printed, compiler, tables, rows)
    except ContentError as error:
        if str(error).startswith("scenario "):
            raise
        raise ContentError(f"scenario {printed.id!r}: {error}") from error


def _scenario(
    printed: Scenario,
    compiler: Compiler,
    tables: Mapping[str, Mapping[str, Any]],
    rows: tuple[tuple[int, int, int, int], ...],
) -> ScenarioInfo:
    start = compiler.ref("location", printed.start)
    _check_map(printed, start, rows, tuple(tables["location"]))
    if printed.track not in tables["track"]:
        raise ContentError(f"track: expected one of {', '.join(tables['track'])}, got {printed.track!r}")
    pages = {page.id: n for n, page in enumerate(printed.pages)}
    endings = {ending.id: n for n, ending in enumerate(printed.endings)}
    return ScenarioInfo(
        id=printed.id,
        number=printed.number,
        title=printed.title,
        row=printed.row,
        text=printed.text,
        start=start,
        yin=_deck(printed, "yin", compiler, tables),
        yang=_deck(printed, "yang", compiler, tables),
        candle=_candle(printed, compiler, tables),
        bag=tuple(_bag(printed, compiler, tables)),
        track=_track(tables["track"][printed.track]),
        effects=compiler.effects(printed.effects),
        triggers=compiler.triggers(printed.triggers),
        modifiers=compiler.modifiers(printed.modifiers),
        pages=tuple(_page(page, compiler, pages, endings) for page in printed.pages),
        endings=tuple(_ending(ending, compiler) for ending in printed.endings),
        page_index=pages,
        ending_index=endings,
        kit_equipment=tuple(compiler.ref("equip", name) for name in printed.kit.equipment),
    )


def _deck(printed: Scenario, deck: str, compiler: Compiler, tables: Mapping[str, Mapping[str, Any]]) -> tuple[int, ...]:
    cards: list[int] = []
    joining = [
        Copies(card.id, card.copies) for kind in ("enemy", "event") for card in tables[kind].values()
        if printed.id in card.scenarios
    ]  # fmt: skip
    if twice := {entry.id for entry in printed.encounters} & {entry.id for entry in joining}:
        raise ContentError(f"encounters: {min(twice)!r} names this scenario itself, and may not be listed again")
    for entry in (*printed.encounters, *joining):
        card = compiler.ref("encounter", entry.id)
        made = tables["enemy"].get(entry.id) or tables["event"][entry.id]
        if entry.n > made.copies:
            raise ContentError(f"encounters: there are {made.copies} copies of {entry.id!r}, not {entry.n}")
        if made.deck == "other":
            raise ContentError(f"encounters: {entry.id!r} belongs to neither deck")
        if made.deck == deck:
            cards += [card] * entry.n
    if not cards:
        raise ContentError(f"encounters: expected at least one card of the {deck} deck")
    return tuple(cards)


def _candle(printed: Scenario, compiler: Compiler, tables: Mapping[str, Mapping[str, Any]]) -> tuple[int, ...]:
    found = [-1] * len(terms.COLOURS)
    for name in printed.candle:
        card = compiler.ref("candle", name)
        colour = terms.COLOURS.index(tables["candle"][name].colour)
        if found[colour] >= 0:
            raise ContentError(f"candle: expected one card of each colour, got another {terms.COLOURS[colour]}")
        found[colour] = card
    return tuple(found)


def _bag(printed: Scenario, compiler: Compiler, tables: Mapping[str, Mapping[str, Any]]) -> list[tuple[int, int, int]]:
    made = []
    for entry in printed.bag:
        artifact = compiler.ref("artifact", entry.id) if entry.id else -1
        kinds = [token for token in tables["artifact"].values() if _meant(token, entry)]
        if sum(token.copies for token in kinds) < entry.n:
            raise ContentError(f"bag: expected at most as many tokens as there are, got {entry!r}")
        made.append((artifact, entry.value, entry.n))
    return made


def _meant(token: Any, entry: Any) -> bool:
    return bool(token.id == entry.id if entry.id else token.value == entry.value and not token.special)


def default_track(tracks: Mapping[str, Track]) -> tuple[int, ...]:
    """The colours of the rulebook's own track (NC-CANDLE-007). Raises :class:`ContentError` where there is none."""
    if DEFAULT_TRACK not in tracks:
        raise ContentError(f"track: expected one with the id {DEFAULT_TRACK!r}, got {', '.join(tracks) or 'none'}")
    return _track(tracks[DEFAULT_TRACK])


def _track(track: Track) -> tuple[int, ...]:
    spaces = [terms.COLOURS.index(colour) for colour, n in track.sections for _ in range(n)]
    return (*spaces, terms.OUT)


def _page(page: Page, compiler: Compiler, pages: Mapping[str, int], endings: Mapping[str, int]) -> PageInfo:
    slots = [_SLOTS.index(slot) for slot in page.slots]
    by_players = [tuple(slots)]
    for extra in range(3):
        slots += [_SLOTS.index(slot) for slot in (page.more_slots[extra] if extra < len(page.more_slots) else ())]
        by_players.append(tuple(slots))
    try:
        return PageInfo(
            id=page.id,
            title=page.title,
            text=page.text,
            rules=page.rules,
            slots=tuple(by_players),
            effects=compiler.effects(page.effects),
            triggers=compiler.triggers(page.triggers),
            modifiers=compiler.modifiers(page.modifiers),
            exits=tuple(
                (compiler.cond(leads.cond), pages.get(leads.page, -1), endings.get(leads.ending, -1))
                for leads in page.exits
            ),
        )
    except ContentError as error:
        raise ContentError(f"page {page.id!r}: {error}") from error


def _ending(ending: Ending, compiler: Compiler) -> EndingInfo:
    return EndingInfo(
        id=ending.id,
        label=ending.label,
        title=ending.title,
        text=ending.text,
        exp=ending.exp,
        progress=ending.progress,
        effects=compiler.effects(ending.effects),
        final=ending.final,
    )
