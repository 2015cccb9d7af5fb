"""A batch's folder: a table in whole files, a manifest and replays, safe against being killed at any moment.

Finished games are written every second or so into part files named by their range (``rows-000000000-000000311.part``),
each whole or not at all. When a block of 10,000 is complete it becomes ``games-000000.csv`` or ``.parquet``, the
manifest takes note of it, and its part files go; a game that reports parts has their table beside it, in
``parts-000000.csv`` or ``.parquet``, written before it, and what tracked games saw and used is in
``cards-000000`` likewise. So what a finished folder holds does not depend on what happened on the way there, byte for
byte.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.manifest import NAME, SIDE_KEYS, Manifest, Seats, read_manifest
from undercroft.batch.plan import Plan
from undercroft.batch.runner import Answer
from undercroft.batch.store import BLOCK, Store
from undercroft.batch.table import Lines, has_polars
from undercroft.errors import BatchError, SaveError, UsageError
from undercroft.files import write_atomically

__all__ = ["Folder", "begun", "lock", "table_kind"]

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
        self._lock = lock(path)

    # -- beginning ------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, plan: Plan, table: str | None) -> Folder:
        """A new folder.

        Raises :class:`UsageError` for one that exists, or a table that cannot be written here, and :class:`BatchError`
        where the disk refuses.
        """
        kind = table_kind(table)
        polars = version("polars") if kind == "parquet" else ""
        try:
            path.mkdir(parents=True)
        except FileExistsError as error:
            raise UsageError(f"{path}: exists; a batch is written into a new folder, or resumed in its own") from error
        except (OSError, ValueError) as error:
            raise UsageError(f"{path}: cannot be made: {getattr(error, 'strerror', None) or error}") from error
        manifest = Manifest(plan, kind, polars)
        with begun(path):
            write_atomically(path / NAME, manifest.encode())
        return cls(path, manifest)

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
            self._count_sides(tuple(self._checked_side(block, at) for at in range(len(self.side_names))))
            self.tally.add(self.plan.columns.texts(lines))
            self._hash.update(lines)
            self.sealed += 1

    def _checked_side(self, block: int, at: int) -> bytes:
        side, name = self._fetch_side(block, at), self.side_names[at]
        if _fingerprint(side) != self.manifest.side_blocks(name)[block]:
            raise SaveError(
                f"{self._side_file(block, name)}: was edited or damaged: its {name} are not those that were written"
            )
        return side

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
            lines, sides = _read_part(file, first, last, len(self.side_names))
            end = last + 1
            self._open_range(first, end - first, lines, sides)
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

    def _put_away(self, block: int, lines: bytes, sides: tuple[bytes, ...]) -> None:
        noted = {"blocks": (*self.manifest.blocks, _fingerprint(lines))}
        for (name, columns), side in zip(self.plan.sides, sides, strict=True):
            self._write(self._side_file(block, name), self._encoded(columns, side))
            noted[SIDE_KEYS[name]] = (*self.manifest.side_blocks(name), _fingerprint(side))
        self._write(self._file(block), self._encoded(self.plan.columns, lines))
        self._note(**noted)
        self._unwritten = [answer for answer in self._unwritten if answer.first // BLOCK != block]
        for file in self._parts.pop(block, ()):
            file.unlink(missing_ok=True)

    def _encoded(self, columns: Lines, lines: bytes) -> bytes:
        return columns.to_parquet(lines) if self.manifest.table == "parquet" else columns.to_csv(lines)

    def flush(self) -> None:
        """Write what is in memory alone into part files."""
        self._unwritten.sort(key=lambda answer: answer.first)
        while self._unwritten:
            run = _first_run(self._unwritten)
            first, last = run[0].first, run[-1].first + run[-1].count - 1
            # The lines of the other tables, of which a game may have any number, stand below those of the games.
            sides = [b"".join(column) for column in zip(*(answer.sides for answer in run), strict=True)]
            lines = b"".join([*(answer.lines for answer in run), *sides])
            file = self.path / f"rows-{first:09d}-{last:09d}.part"
            counts = [side.count(b"\n") for side in sides[:-1]]
            self._write(file, _head(first, last, lines, counts) + lines)
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

    def _side_file(self, block: int, name: str) -> Path:
        return self.path / f"{name}-{block:06d}.{self.manifest.table}"

    def _fetch(self, block: int) -> bytes:
        return self._decoded(self._file(block), self.plan.columns)

    def _fetch_side(self, block: int, at: int) -> bytes:
        name, columns = self.plan.sides[at]
        return self._decoded(self._side_file(block, name), columns)

    def _decoded(self, file: Path, columns: Lines) -> bytes:
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


def _head(first: int, last: int, lines: bytes, counts: Sequence[int]) -> bytes:
    """The first line of a part file: what is below it, so that a damaged part is noticed.

    ``counts`` are the lines of all tables beside that of the games but the last, which has the rest.
    """
    more = "".join(f" {count}" for count in counts)
    return f"{_HEAD} {first} {last} {_fingerprint(more.encode() + lines)}{more}\n".encode()


def _read_part(file: Path, first: int, last: int, sides: int) -> tuple[bytes, tuple[bytes, ...]]:
    """The lines of the games, and those of the tables beside it."""
    try:
        head, _, lines = file.read_bytes().partition(b"\n")
    except OSError as error:
        raise SaveError(f"{file}: cannot be read: {error.strerror or error}") from error
    count, games = lines.count(b"\n"), last - first + 1
    counts = [int(word) for word in head.split()[4:] if word.isdigit()]
    fits = count >= games + sum(counts) if sides else count == games
    if head + b"\n" != _head(first, last, lines, counts) or len(counts) != max(0, sides - 1) or not fits:
        raise SaveError(
            f"{file}: was edited or damaged; without this file the batch would play games {first}..{last} again"
        )
    rows = lines.splitlines(keepends=True)
    ends = [games, *(games + sum(counts[: at + 1]) for at in range(len(counts))), len(rows)]
    read = tuple(b"".join(rows[ends[at] : ends[at + 1]]) for at in range(sides))
    return b"".join(rows[:games]), read


@contextmanager
def begun(path: Path) -> Iterator[None]:
    """While a new folder is filled with what makes it one: where that fails it goes, for it could not be resumed."""
    try:
        yield
    except BaseException as error:
        shutil.rmtree(path, ignore_errors=True)
        if isinstance(error, SaveError | OSError):
            raise BatchError(str(error)) from error
        raise


def lock(path: Path) -> int | None:
    """Hold a folder for this process, until it ends. Raises :class:`BatchError` where another one has it."""
    if sys.platform == "win32":  # two processes on one folder are not told apart there
        return None
    import fcntl

    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise BatchError(f"{path}: cannot be opened: {error.strerror or error}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise BatchError(f"{path}: another process is writing to this folder") from error
    return handle


def table_kind(asked: str | None) -> str:
    """``"csv"`` or ``"parquet"``, where nothing is asked what can be written here. Raises :class:`UsageError`."""
    kind = asked or ("parquet" if has_polars() else "csv")
    if kind == "parquet":
        _need_polars("a table in Parquet")
    elif kind != "csv":
        raise UsageError(f"table cannot be {kind!r}; expected csv or parquet")
    return kind


def _need_polars(what: str) -> None:
    if not has_polars():
        raise UsageError(f'{what} needs polars, which is not installed; pip install "undercroft[tables]" brings it')
