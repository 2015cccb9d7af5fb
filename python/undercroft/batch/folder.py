"""A batch's folder: a table in whole files, a manifest and replays, safe against being killed at any moment.

Finished games are written every second or so into part files named by their range (``rows-000000000-000000311.part``),
each whole or not at all. When a block of 10,000 is complete it becomes ``games-000000.csv`` or ``.parquet``, the
manifest takes note of it, and its parts go. So what a finished folder holds does not depend on what happened on the way
there, byte for byte.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.manifest import NAME, Manifest, Seats, read_manifest
from undercroft.batch.plan import Plan
from undercroft.batch.runner import Answer
from undercroft.batch.store import BLOCK, Store
from undercroft.batch.table import has_polars
from undercroft.errors import BatchError, SaveError, UsageError
from undercroft.files import write_atomically

__all__ = ["Folder"]

_PART = re.compile(r"rows-(\d{9,})-(\d{9,})\.part")
_HEAD = "undercroft-rows/1"


def _fingerprint(lines: bytes) -> str:
    return blake2b(lines, digest_size=16).hexdigest()


class Folder(Store):
    """A store that keeps its games in a folder."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        super().__init__(manifest.plan)
        self.path = path
        self.manifest = manifest
        self._parts: dict[int, list[Path]] = {}
        """The part files of each open block."""
        self._unwritten: list[Answer] = []
        self._lock = _lock(path)

    # -- beginning ------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, plan: Plan, table: str | None) -> Folder:
        """A new folder. Raises :class:`UsageError` for one that exists, or a table that cannot be written here."""
        kind, polars = table or ("parquet" if has_polars() else "csv"), ""
        if kind == "parquet":
            _need_polars("a table in Parquet")
            polars = version("polars")
        elif kind != "csv":
            raise UsageError(f"table cannot be {kind!r}; expected csv or parquet")
        try:
            path.mkdir(parents=True)
        except FileExistsError as error:
            raise UsageError(f"{path}: exists; a batch is written into a new folder, or resumed in its own") from error
        except OSError as error:
            raise UsageError(f"{path}: cannot be made: {error.strerror or error}") from error
        made = cls(path, Manifest(plan, kind, polars))
        made._note()
        return made

    @classmethod
    def open(cls, path: Path, agents: Seats | None = None) -> Folder:
        """A folder that was begun. Raises :class:`SaveError` for anything in it that is damaged, naming the file."""
        manifest = read_manifest(path, agents)
        if manifest.table == "parquet":
            try:
                _need_polars(f"the table in {path}")
            except UsageError as error:
                raise SaveError(str(error)) from error
        folder = cls(path, manifest)
        try:
            folder._load_blocks()
            if manifest.status == "done":
                folder._check_done()
                folder.release()
            else:
                folder._load_parts()
        except BaseException:
            folder.release()
            raise
        return folder

    @property
    def done(self) -> bool:
        """Whether all games are played."""
        return self.manifest.status == "done"

    def go_on(self) -> None:
        """Begin to write again, after a killed or interrupted run."""
        self._sweep()
        self._note(status="running")
        self._seal_whole()

    def _check_done(self) -> None:
        if self.sealed * BLOCK < self.plan.games or self.digest() != self.manifest.digest:
            raise SaveError(f"{self.path / NAME}: says that all games are played, but its table is another one")

    def _load_blocks(self) -> None:
        for block, fingerprint in enumerate(self.manifest.blocks):
            lines = self._fetch(block)
            if _fingerprint(lines) != fingerprint:
                raise SaveError(
                    f"{self._file(block)}: was edited or damaged: its games are not those that were written"
                )
            self.tally.add(self.plan.columns.texts(lines))
            self._hash.update(lines)
            self.sealed += 1

    def _load_parts(self) -> None:
        end = self.sealed * BLOCK
        for file in sorted(self.path.glob("rows-*.part")):
            named = _PART.fullmatch(file.name)
            if named is None:
                raise SaveError(f"{file}: is no part of this batch")
            first, last = int(named[1]), int(named[2])
            if last < self.sealed * BLOCK:
                continue  # its block was put away just before the run was killed
            if first < end or first > last or last >= self.plan.games or first // BLOCK != last // BLOCK:
                raise SaveError(f"{file}: does not fit beside the other parts of this batch")
            lines = _read_part(file, first, last)
            end = last + 1
            self._open_range(first, end - first, lines)
            self._parts.setdefault(first // BLOCK, []).append(file)

    def _sweep(self) -> None:
        """Take away what a killed run left behind: temporary files, and parts whose block is put away."""
        for folder in (self.path, self.path / "replays"):
            for file in folder.glob(".*.tmp"):
                file.unlink(missing_ok=True)
        for file in self.path.glob("rows-*.part"):
            named = _PART.fullmatch(file.name)
            if named is not None and int(named[2]) < self.sealed * BLOCK:
                file.unlink(missing_ok=True)

    # -- putting in -----------------------------------------------------------------------------------------------

    def add(self, answer: Answer) -> None:
        """Keep a range of games; their replays are written first, so that no row is without its own."""
        if not answer.count:
            return
        if answer.replays:
            self._make("replays")
        for index, data in answer.replays:
            self._write(self.path / "replays" / f"game-{index:09d}.json", data)
        self._unwritten.append(answer)
        super().add(answer)

    def _put_away(self, block: int, lines: bytes) -> None:
        columns = self.plan.columns
        data = columns.to_parquet(lines) if self.manifest.table == "parquet" else columns.to_csv(lines)
        self._write(self._file(block), data)
        self._note(blocks=(*self.manifest.blocks, _fingerprint(lines)))
        self._unwritten = [answer for answer in self._unwritten if answer.first // BLOCK != block]
        for file in self._parts.pop(block, ()):
            file.unlink(missing_ok=True)

    def flush(self) -> None:
        """Write what is in memory alone into part files."""
        self._unwritten.sort(key=lambda answer: answer.first)
        while self._unwritten:
            run = _first_run(self._unwritten)
            first, last = run[0].first, run[-1].first + run[-1].count - 1
            lines = b"".join(answer.lines for answer in run)
            file = self.path / f"rows-{first:09d}-{last:09d}.part"
            self._write(file, _head(first, last, lines) + lines)
            self._parts.setdefault(first // BLOCK, []).append(file)
            del self._unwritten[: len(run)]

    def finish(self) -> None:
        """All games are played: the manifest says so, with the digest of the table."""
        self._note(status="done", digest=self.digest())
        self.release()

    def stop(self) -> None:
        """Write what is finished; the manifest says that the batch can be gone on with."""
        try:
            self.flush()
            self._note(status="interrupted")
        finally:
            self.release()

    def _note(self, **changes: Any) -> None:
        manifest = attrs.evolve(self.manifest, **changes)
        self._write(self.path / NAME, manifest.encode())
        self.manifest = manifest

    def _make(self, name: str) -> None:
        try:
            (self.path / name).mkdir(exist_ok=True)
        except OSError as error:
            raise self._refused(f"{self.path / name}: cannot be made: {error.strerror or error}") from error

    def _write(self, file: Path, data: bytes) -> None:
        try:
            write_atomically(file, data)
        except SaveError as error:
            raise self._refused(str(error)) from error

    def _refused(self, why: str) -> BatchError:
        return BatchError(f"{why}. The games written before are kept in {self.path}; the batch can be resumed")

    # -- looking --------------------------------------------------------------------------------------------------

    def _file(self, block: int) -> Path:
        return self.path / f"games-{block:06d}.{self.manifest.table}"

    def _fetch(self, block: int) -> bytes:
        file, columns = self._file(block), self.plan.columns
        try:
            data = file.read_bytes()
        except OSError as error:
            raise SaveError(f"{file}: cannot be read: {error.strerror or error}") from error
        try:
            return columns.from_parquet(data) if self.manifest.table == "parquet" else columns.from_csv(data)
        except Exception as error:
            raise SaveError(f"{file}: is no whole table of this batch: {error}") from error

    def release(self) -> None:
        """Let other processes write to the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _first_run(answers: Sequence[Answer]) -> list[Answer]:
    """The first of the sorted ranges and those of its block that follow it without a gap."""
    run = [answers[0]]
    for answer in answers[1:]:
        end = run[-1].first + run[-1].count
        if answer.first != end or end % BLOCK == 0:
            break
        run.append(answer)
    return run


def _head(first: int, last: int, lines: bytes) -> bytes:
    """The first line of a part file: what is below it, so that a damaged part is noticed."""
    return f"{_HEAD} {first} {last} {_fingerprint(lines)}\n".encode()


def _read_part(file: Path, first: int, last: int) -> bytes:
    try:
        head, _, lines = file.read_bytes().partition(b"\n")
    except OSError as error:
        raise SaveError(f"{file}: cannot be read: {error.strerror or error}") from error
    if head + b"\n" != _head(first, last, lines) or lines.count(b"\n") != last - first + 1:
        raise SaveError(
            f"{file}: was edited or damaged; without this file the batch would play games {first}..{last} again"
        )
    return lines


def _lock(path: Path) -> int | None:
    """Hold a folder for this process, until it ends. Raises :class:`BatchError` where another one has it."""
    if sys.platform == "win32":  # two processes on one folder are not told apart there
        return None
    import fcntl

    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise BatchError(f"{path}: another process is writing to this folder") from error
    return handle


def _need_polars(what: str) -> None:
    if not has_polars():
        raise UsageError(f'{what} needs polars, which is not installed; pip install "undercroft[tables]" brings it')
