"""The cases of a game: which setups the kit looks at, and how much of its work falls to each of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from undercroft.errors import SetupError, UsageError
from undercroft.game import Game, Setup, resolve_setup
from undercroft.plugins import registry
from undercroft.testing.checks.case import Case

__all__ = ["FULL_CASES", "Suite", "make_suite"]

FULL_CASES = 8
"""So many cases are looked at in full; more of them share the samples of that number, and so take as long."""


@attrs.define(eq=False, repr=False)
class Suite:
    """A game with all its cases: those that it declares, else one for every mode and number of players."""

    game: Game
    cases: list[Case]
    expansions: tuple[str, ...] = ()
    games: int = 200
    thorough: bool = False

    def __repr__(self) -> str:
        return f"<{self.game.id}>"


def make_suite(
    game: str,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    *,
    games: int = 200,
    thorough: bool = False,
) -> Suite:
    """The cases of an installed game: every mode with every number of players, unless ``setup`` names them.

    A game that declares its cases (:attr:`undercroft.Game.cases`) has those that agree with ``setup``; where none does,
    all of them as ``setup`` changes them. Combinations that the game refuses are left out. Raises :class:`UsageError`
    for an unknown game, expansion or setup key, and :class:`SetupError` where no combination is left.
    """
    found = registry().game(game)
    refused: SetupError | None = None
    setups: dict[Any, tuple[str, Setup]] = {}
    for row in _rows(found, dict(setup or {}), expansions):
        try:
            resolved = resolve_setup(found, row, expansions)
        except SetupError as error:
            refused = error
            continue
        setups.setdefault(resolved.options, (_name(resolved.options, row, setup or {}), resolved))
    if not setups:
        raise refused or UsageError(f"{game} can be played in no setup")
    share = 1.0 if thorough else min(1.0, FULL_CASES / len(setups))
    cases = [
        Case(registry().tables(found, resolved), name, max(1, round(games * share)), thorough, share, number)
        for number, (name, resolved) in enumerate(setups.values())
    ]
    return Suite(found, cases, tuple(expansions), games, thorough)


def _rows(game: Game, given: dict[str, Any], expansions: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Setup values for the cases: each that is declared, else none, with all modes and numbers of players left open."""
    declared: list[dict[str, Any]] = [{}]
    if game.cases is not None:
        content = registry().tables(game, resolve_setup(game, {}, expansions)).content
        declared = [dict(row) for row in game.cases(content)]
        agreeing = [row for row in declared if all(_alike(row.get(key, value), value) for key, value in given.items())]
        declared = agreeing or declared
    for row in declared:
        values = {**row, **given}
        open_keys = {
            a.name: _values(a)
            for a in attrs.fields(game.options)
            if a.name in ("mode", "players") and a.name not in values
        }
        for combination in itertools.product(*open_keys.values()):
            yield {**values, **dict(zip(open_keys, combination, strict=True))}


def _alike(declared: Any, given: Any) -> bool:
    """Whether a value as a game declares it is the one of a command line."""
    return str(declared).lower() == str(given).lower()


def _values(field: attrs.Attribute[Any]) -> list[Any]:
    meta = field.metadata
    if meta.get("choices"):
        return list(meta["choices"])
    lo, hi = meta.get("lo"), meta.get("hi")
    return list(range(lo, hi + 1)) if lo is not None and hi is not None and hi - lo < 12 else [field.default]


def _name(options: Any, row: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """Mode, number of players and whatever else the game's own case says: ``story-2p-hard``."""
    parts = [str(getattr(options, "mode", "")), f"{getattr(options, 'players', '')}p"]
    for key, value in row.items():
        if key not in ("mode", "players") and key not in given:
            parts.append(key if value is True else f"no-{key}" if value is False else str(value))
    return "-".join(part for part in parts if part not in ("", "p")) or "default"
