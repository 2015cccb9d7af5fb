"""Where a report has its games from: a folder of a batch, read as it is, and games that are played again for it.

Games are deterministic, so a folder that did not keep what its games saw and used can be asked for it afterwards: they
are played once more, tracked, and have to come out as they are written. A knock-out is the same games without a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from undercroft.batch.conduct import Progress
from undercroft.batch.crew import hire
from undercroft.batch.folder import Folder
from undercroft.batch.manifest import check_versions, read_manifest
from undercroft.batch.plan import Plan, make_tables
from undercroft.batch.result import Batch
from undercroft.batch.run import Run
from undercroft.batch.store import Store
from undercroft.errors import SaveError, UsageError

__all__ = ["Games", "check_same", "only_there", "plan_of", "play_again", "read_batch", "without"]

_Ranges = list[tuple[int, int]]


@attrs.frozen
class Games:
    """A folder's games: the batch as far as it is played, and which games those are, as ranges of first and end."""

    batch: Batch
    ranges: _Ranges

    @property
    def plan(self) -> Plan:
        """What was asked for."""
        return self.batch.plan


class _Again(Store):
    """A store for some of the games of a plan, as they are played once more."""

    def __init__(self, plan: Plan, ranges: _Ranges) -> None:
        super().__init__(plan)
        self._ranges = ranges

    def missing(self, games: int | None = None) -> _Ranges:
        """All of them; nothing is kept from before."""
        return self._ranges


def plan_of(folder: Path) -> Plan:
    """What was asked for in a folder. Raises :class:`SaveError` for what is no folder of a batch."""
    return read_manifest(folder).plan


def read_batch(folder: Path) -> Games:
    """The games that a folder holds, all or as far as a run came.

    Raises :class:`SaveError` for what is no folder of a batch or is damaged, :class:`BatchError` where somebody is
    writing to it.
    """
    store = Folder.open(folder)
    try:
        gaps = [] if store.done else store.missing()
    finally:
        store.release()
    batch = Run({0: store}, None, None, None).batch(interrupted=not store.done)
    return Games(batch, list(_between(gaps, store.plan.games)))


def _between(gaps: _Ranges, end: int) -> Iterator[tuple[int, int]]:
    at = 0
    for first, last in gaps:
        if first > at:
            yield at, first
        at = last
    if at < end:
        yield at, end


def only_there(plan: Plan) -> str:
    """The name of an agent that only the program of a folder's batch has, which is why nobody else can play; or blank.

    What is no text in a plan that was read from a folder stands for such a one.
    """
    return next((agent.name for agent in plan.agents if not isinstance(agent, str)), "")


def play_again(
    games: Games,
    plan: Plan,
    workers: int | None,
    progress: Callable[[Progress], None] | None,
    note: Callable[[str], None] | None,
) -> Batch:
    """The games of a folder once more, by another plan of as many.

    Raises :class:`SaveError` where other versions are installed than those that played them, :class:`BatchError` where
    the run cannot go on, :class:`KeyboardInterrupt` after Ctrl-C.
    """
    folder = games.batch.out
    assert folder is not None
    check_versions(folder, games.plan)
    crew = hire(plan, keep_replays=False, workers=workers)
    run = Run({0: _Again(plan, games.ranges)}, crew, progress, note)
    run.play()
    return run.batch()


def check_same(games: Games, again: Batch) -> None:
    """Raise :class:`SaveError` where games come out differently now; it names the first that does."""
    if again.digest == games.batch.digest:
        return
    columns = games.plan.columns
    pairs = zip(games.batch.blocks(), again.blocks(), strict=False)
    both = ((a, b) for old, new in pairs for a, b in zip(columns.texts(old), columns.texts(new), strict=False))
    first = next((f"game {a[0]} was {a[1:4] + a[-1:]} and is {b[1:4] + b[-1:]}" for a, b in both if a != b), "")
    raise SaveError(
        f"{games.batch.out}: its games come out differently now, so what they saw and used cannot be found out: "
        f"{first or 'there are others'}; have the rules or an agent changed?"
    )


def without(games: Games, card: str) -> Plan:
    """The plan of a folder's games without a card, which is an id or kind/id.

    Raises :class:`UsageError` for a card that is not there or that the game needs.
    """
    from undercroft.plugins import registry

    plan = games.plan
    if agent := only_there(plan):
        raise UsageError(f"the games cannot be played without a card: {agent}, who played them, is in no file")
    if plan.start is not None:
        raise UsageError(
            "a batch that begins at a position cannot be played without a card: it may lie in the position"
        )
    named = registry().without(registry().game(plan.game), plan.expansions, [card])
    if set(named) <= set(plan.without):
        raise UsageError(f"{card}: the games were played without it already")
    less = attrs.evolve(plan, without=tuple(sorted({*plan.without, *named})), track=False)
    make_tables(less)
    return less
