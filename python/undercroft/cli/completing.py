"""What a shell may offer behind the cursor. It names nothing that a fresh campaign has not unlocked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from undercroft.cli.telling import SPOILERS, names_of, telling

if TYPE_CHECKING:
    from undercroft.game import Game

__all__ = ["expansions", "games", "modes", "setup_values", "values_of"]


def games(incomplete: str) -> list[str]:
    """The ids of installed games."""
    from undercroft.plugins import registry

    return _fitting(registry().games, incomplete)


def setup_values(given: Mapping[str, Any], incomplete: str) -> list[str]:
    """``key=`` for a key that is not finished, ``key=value`` for each value of one that is."""
    game = _game(given)
    if game is None:
        return []
    key, equals, _ = incomplete.partition("=")
    if not equals:
        return _fitting((f"{field.name}=" for field in attrs.fields(game.options)), incomplete)
    with telling(SPOILERS in _line()):
        return _fitting((f"{key}={value}" for value in values_of(game, key)), incomplete)


def modes(given: Mapping[str, Any], incomplete: str) -> list[str]:
    """The modes of the game that is named."""
    game = _game(given)
    return [] if game is None else _fitting((str(mode) for mode in values_of(game, "mode")), incomplete)


def expansions(given: Mapping[str, Any], incomplete: str) -> list[str]:
    """The expansions of the game that is named."""
    from undercroft.plugins import registry

    game = _game(given)
    return [] if game is None else _fitting(registry().expansions(game.id), incomplete)


def values_of(game: Game, name: str) -> list[Any]:
    """Every value that a setup key takes, where it takes a few; names of content as they may be told."""
    for field in attrs.fields(game.options):
        if field.name == name:
            meta = field.metadata
            lo, hi, kind = meta.get("lo"), meta.get("hi"), meta.get("of")
            if kind:
                names = names_of(game, kind)
                return names if field.default in names else [field.default, *names]
            if isinstance(field.default, bool):
                return ["true", "false"]
            bounded = lo is not None and hi is not None
            return list(meta.get("choices") or (range(lo, hi + 1) if bounded else [field.default]))
    return []


def _game(given: Mapping[str, Any]) -> Game | None:
    from undercroft.plugins import registry

    games = registry().games
    # What stands before an option that still wants its value is not parsed; the line itself has the game's name.
    words = [given.get("game") or "", *_line()]
    return next((games[word] for word in words if word in games), None)


def _line() -> list[str]:
    """The words of the line that is being completed, as shells hand them over."""
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()


def _fitting(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
