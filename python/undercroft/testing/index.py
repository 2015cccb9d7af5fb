"""Rule ids: which ones the installed games have, and which ones a text cites."""

from __future__ import annotations

import re

from undercroft.game import Game
from undercroft.plugins import registry
from undercroft.rules_index import index_of

__all__ = ["cited", "claimable", "rule_ids"]

_CITATION = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?\b")


def rule_ids(game: Game) -> frozenset[str]:
    """The ids of the rules in a game's index; none where the game ships no index."""
    return frozenset(index_of(game).rules)


def claimable() -> frozenset[str]:
    """What a test may claim: the rules and the entries (examples, components, quests) of all installed games."""
    indexes = [index_of(game) for game in registry().games.values()]
    return frozenset().union(*(part for index in indexes for part in (index.rules, index.entries)))


def cited(text: str, game: Game) -> set[str]:
    """What in a text looks like an id of the game's index: it begins as one of its ids does."""
    index = index_of(game)
    families = {name.partition("-")[0] for part in (index.rules, index.entries) for name in part}
    return {found for found in _CITATION.findall(text) if found.partition("-")[0] in families}
