"""Everything there is in the content turns up in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final

from undercroft._core import Stream
from undercroft.play import play_out
from undercroft.plugins import registry
from undercroft.state import Option
from undercroft.testing.checks.case import on_trial, require
from undercroft.testing.checks.playouts import seated, setups, tables_of
from undercroft.testing.checks.suite import Suite
from undercroft.testing.tree import leaves

__all__ = ["content_is_reached"]

PLAYED: Final = 600_000
"""After so many decisions no further game is begun."""

_LOOK: Final = 6
"""A player looks over the table at every so many decisions."""

_CURIOUS: Final = 4
"""A curious player tries something new at one decision of so many."""


class _Explorer:
    """Plays like another agent and notes which content lies on the table; if curious, tries what was tried least."""

    looks_ahead = False

    def __init__(self, player: Any, seen: set[tuple[str, Any]], tried: Counter[Option], luck: Stream | None) -> None:
        self._player = player
        self._seen = seen
        self._tried = tried
        self._luck = luck
        self._left = 1

    def begin(self, seat: int, stream: Stream) -> None:
        """The player has begun already."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """What the player chooses, or what was chosen least so far."""
        self._left -= 1
        if self._left <= 0:
            self._left = _LOOK
            self._seen.update(leaves(table.state, hidden=False))
        tried = self._tried
        if self._luck is not None and not self._luck.below(_CURIOUS):
            choice = min(options, key=tried.__getitem__)
        else:
            choice = self._player.choose(table, seat, prompt, options)
        tried[choice] += 1
        return choice


def content_is_reached(suite: Suite) -> None:
    """Every entry of the content turns up in some game of some setup: in a hand, in a row, face up on a pile.

    Half of the games are played by curious players. A rulebook may have a method ``unreachable()`` that gives, by kind,
    the ids that cannot turn up in any setup.
    """
    missing = _content(suite)
    specs = [s for s in registry().agents_for(suite.game.id).values() if not on_trial(s).looks_ahead]
    specs.sort(key=lambda spec: spec.name == "random")
    turns = [*specs[:-1] * 2, specs[-1]]  # those that get far play more often than the random one
    known: dict[Any, Any] = {}
    tried: Counter[Option] = Counter()
    cap = max(8 * suite.games, 2 * len(suite.cases)) if missing else 0
    played = games = 0
    for index, setup in zip(count(), setups(suite), strict=False):
        if games >= cap or played >= PLAYED:
            break
        seen: set[tuple[str, Any]] = set()
        table = tables_of(suite, setup, known).deal(2, index)
        players = seated(turns[index % len(turns)], setup, 2, index)
        luck = Stream(2, index, "kit/explorer") if index % 4 > 1 else None
        played += play_out(table, [_Explorer(player, seen, tried, luck) for player in players])
        games += 1
        seen.update(leaves(table.state, hidden=False))
        missing.difference_update(seen)
        if not missing:
            return
    names = suite.game.names(suite.cases[0].tables.content)
    listed = [f"{kind} {names[kind][number]!r}" for kind, number in sorted(missing)]
    who = ", ".join(spec.name for spec in specs)
    require(not listed, f"never turned up in {games} games of many setups, played by {who}: {', '.join(listed)}")


def _content(suite: Suite) -> set[tuple[str, int]]:
    tables = suite.cases[0].tables
    names = suite.game.names(tables.content)
    rules = tables.rules(tables.drawn(0, 0))
    excused: Mapping[str, Any] = getattr(rules, "unreachable", dict)()
    for kind, ids in excused.items():
        wrong = [name for name in ids if name not in names.get(kind, ())]
        require(not wrong, f"unreachable() names {kind} {wrong}, which the content does not have")
    return {(kind, n) for kind, ids in names.items() for n, name in enumerate(ids) if name not in excused.get(kind, ())}
