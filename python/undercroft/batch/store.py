"""Where finished games are kept while a batch runs: in blocks of a fixed size, in memory.

A batch with a folder keeps them there instead (:mod:`undercroft.batch.folder`). Games come in ranges, in any order;
a block is sealed as soon as it is whole and all before it are, and the digest of the table grows with it.
"""

from __future__ import annotations

import zlib
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
        self.tally = Tally()
        self.sealed = 0
        """How many blocks, from the first on, are whole and put away."""
        self._packed: list[bytes] = []
        self._open: dict[int, dict[int, tuple[int, bytes]]] = {}
        self._counts: dict[int, int] = {}
        self._hash = blake2b(digest_size=16)

    # -- putting in -----------------------------------------------------------------------------------------------

    def add(self, answer: Answer) -> None:
        """Keep a range of games, which lies within one block."""
        if answer.count:
            self._open_range(answer.first, answer.count, answer.lines)
            self._seal_whole()

    def _open_range(self, first: int, count: int, lines: bytes) -> None:
        block = first // BLOCK
        self.tally.add(self.plan.columns.texts(lines))
        self._open.setdefault(block, {})[first] = (count, lines)
        self._counts[block] = self._counts.get(block, 0) + count

    def _seal_whole(self) -> None:
        while self._counts.get(self.sealed) == self._size(self.sealed):
            lines = self._joined(self.sealed)
            self._put_away(self.sealed, lines)
            self._hash.update(lines)
            del self._open[self.sealed], self._counts[self.sealed]
            self.sealed += 1

    def _size(self, block: int) -> int:
        return min(BLOCK, self.plan.games - block * BLOCK)

    def _joined(self, block: int) -> bytes:
        return b"".join(lines for _, (_, lines) in sorted(self._open[block].items()))

    def _put_away(self, block: int, lines: bytes) -> None:
        self._packed.append(zlib.compress(lines, 1))

    def flush(self) -> None:
        """Make sure that what is finished outlives this process, where there is a place for that."""

    def finish(self) -> None:
        """All games are played."""

    def stop(self) -> None:
        """The run ends before all games are played."""

    # -- looking --------------------------------------------------------------------------------------------------

    def missing(self) -> list[tuple[int, int]]:
        """The ranges still to be played, first and end, in order."""
        gaps: list[tuple[int, int]] = []
        at = self.sealed * BLOCK
        for block in sorted(self._open):
            for first, (count, _) in sorted(self._open[block].items()):
                if first > at:
                    gaps.append((at, first))
                at = first + count
        if at < self.plan.games:
            gaps.append((at, self.plan.games))
        return gaps

    def blocks(self) -> Iterator[bytes]:
        """The canonical lines of all finished games in order, a block at a time."""
        for block in range(self.sealed):
            yield self._fetch(block)
        for block in sorted(self._open):
            yield self._joined(block)

    def _fetch(self, block: int) -> bytes:
        return zlib.decompress(self._packed[block])

    def digest(self) -> str:
        """32 hex digits that stand for the table: every finished game's canonical line, in order."""
        running = self._hash.copy()
        for block in sorted(self._open):
            running.update(self._joined(block))
        return running.hexdigest()
