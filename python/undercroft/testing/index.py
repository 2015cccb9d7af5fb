"""Rule indexes: which rule ids an installed game has."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

from undercroft.errors import ContentError
from undercroft.game import Game
from undercroft.plugins import registry

__all__ = ["cited", "installed_rule_ids", "rule_ids"]

_CITATION = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?\b")


def rule_ids(game: Game) -> frozenset[str]:
    """The ids in a game's rule index; none where the game ships no index. Raises :class:`ContentError`."""
    if game.rules_index is None:
        return frozenset()
    return _read(game.rules_index)


@lru_cache(maxsize=64)
def _read(index: Any) -> frozenset[str]:
    try:
        data = tomllib.loads(index.read_text(encoding="utf-8"))
        return frozenset(row["id"] for row in data.get("rule", []))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ContentError(f"{index}: is no rule index: {error!r}; expected [[rule]] tables, each with its id") from error


def installed_rule_ids() -> frozenset[str]:
    """The ids in the rule indexes of all installed games."""
    return frozenset().union(*(rule_ids(game) for game in registry().games.values()))


def cited(text: str, known: frozenset[str]) -> set[str]:
    """What in a text looks like a rule id of the index: it begins as one of the known ids does."""
    families = {name.partition("-")[0] for name in known}
    return {found for found in _CITATION.findall(text) if found.partition("-")[0] in families}
