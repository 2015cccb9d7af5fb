"""Where finished games are kept while a batch runs: in blocks of a fixed size, in memory.

A batch with a folder keeps them there instead (:mod:`undercroft.batch.folder`). Games come in ranges, in any order;
a block is sealed as soon as it is whole and all before it are, and the digest of the table grows with it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

from undercroft.batch.plan import Plan
from undercroft.batch.runner import Answer
from undercroft.batch.stats import Tally

__all__ = ["BLOCK", "Store"]

BLOCK = 10_000
"""Games in a block. It decides the names and contents of a folder's files, and no result."""


class Store:
    """The table of a batch as far as it is played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally(watched={plan.columns.names.index(name): Counter() for name in plan.headline})
        self.sealed = 0
        """How many blocks, from the first on, are whole and put away."""
        self.side_names = [name for name, _ in plan.sides]
        self.side_counts = dict.fromkeys(self.side_names, 0)
        """How many rows each table beside that of the games has."""
        self._packed: list[tuple[bytes, tuple[bytes, ...]]] = []
        self._open: dict[int, dict[int, tuple[int, bytes, tuple[bytes, ...]]]] = {}
        self._counts: dict[int, int] = {}
        self._hash = blake2b(digest_size=16)

    # -- putting in -----------------------------------------------------------------------------------------------

    def add(self, answer: Answer) -> None:
        """Keep a range of games, which lies within one block."""
        if answer.count:
            self._open_range(answer.first, answer.count, answer.lines, answer.sides)
            self._seal_whole()

    def _open_range(self, first: int, count: int, lines: bytes, sides: tuple[bytes, ...]) -> None:
        block = first // BLOCK
        self.tally.add(self.plan.columns.texts(lines))
        self._count_sides(sides)
        self._open.setdefault(block, {})[first] = (count, lines, sides)
        self._counts[block] = self._counts.get(block, 0) + count

    def _count_sides(self, sides: tuple[bytes, ...]) -> None:
        for name, side in zip(self.side_names, sides, strict=True):
            self.side_counts[name] += side.count(b"\n")

    def _seal_whole(self) -> None:
        while self._counts.get(self.sealed) == self._size(self.sealed):
            lines = self._joined(self.sealed)
            self._put_away(self.sealed, lines, self._joined_sides(self.sealed))
            self._hash.update(lines)
            del self._open[self.sealed], self._counts[self.sealed]
            self.sealed += 1

    def _size(self, block: int) -> int:
        return min(BLOCK, self.plan.games - block * BLOCK)

    def _joined(self, block: int) -> bytes:
        return b"".join(lines for _, (_, lines, _) in sorted(self._open[block].items()))

    def _joined_sides(self, block: int) -> tuple[bytes, ...]:
        rows = [sides for _, (_, _, sides) in sorted(self._open[block].items())]
        return tuple(b"".join(column) for column in zip(*rows, strict=True))

    def _put_away(self, block: int, lines: bytes, sides: tuple[bytes, ...]) -> None:
        self._packed.append((zlib.compress(lines, 1), tuple(zlib.compress(side, 1) for side in sides)))

    def flush(self) -> None:
        """Make sure that what is finished outlives this process, where there is a place for that."""

    def finish(self) -> None:
        """All games are played."""

    def stop(self) -> None:
        """The run ends before all games are played."""

    # -- looking --------------------------------------------------------------------------------------------------

    def missing(self, games: int | None = None) -> list[tuple[int, int]]:
        """The ranges still to be played, first and end, in order; ``games`` looks at the first so many alone."""
        most = self.plan.games if games is None else min(games, self.plan.games)
        gaps: list[tuple[int, int]] = []
        at = self.sealed * BLOCK
        for block in sorted(self._open):
            for first, (count, _, _) in sorted(self._open[block].items()):
                if first > at:
                    gaps.append((at, first))
                at = first + count
        gaps.append((at, most))
        return [(first, min(end, most)) for first, end in gaps if first < min(end, most)]

    def blocks(self) -> Iterator[bytes]:
        """The canonical lines of all finished games in order, a block at a time."""
        for block in range(self.sealed):
            yield self._fetch(block)
        for block in sorted(self._open):
            yield self._joined(block)

    def side_blocks(self, name: str) -> Iterator[bytes]:
        """The canonical lines of a table beside that of the games, for all finished games in order.

        A block of games at a time; nothing where there is no table of that name.
        """
        if name not in self.side_names:
            return
        at = self.side_names.index(name)
        for block in range(self.sealed):
            yield self._fetch_side(block, at)
        for block in sorted(self._open):
            yield self._joined_sides(block)[at]

    def _fetch(self, block: int) -> bytes:
        return zlib.decompress(self._packed[block][0])

    def _fetch_side(self, block: int, at: int) -> bytes:
        return zlib.decompress(self._packed[block][1][at])

    def digest(self) -> str:
        """32 hex digits that stand for the table: every finished game's canonical line, in order."""
        running = self._hash.copy()
        for block in sorted(self._open):
            running.update(self._joined(block))
        return running.hexdigest()
