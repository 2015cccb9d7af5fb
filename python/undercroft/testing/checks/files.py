"""Saves and position files, at every decision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from undercroft.errors import UndercroftError
from undercroft.session import Session
from undercroft.testing.checks.case import Case, ConformanceError, Line, fail, require
from undercroft.testing.fresh import run_fresh, scratch_folder

__all__ = ["positions_round_trip", "saves_load", "saves_load_in_a_new_process"]

AHEAD = 4


def saves_load(case: Case) -> None:
    """A game saved at any decision is loaded at the same one, can be taken back from there and plays on identically."""
    with scratch_folder() as folder:
        path = folder / "game.json"
        for line in case.lines:
            wanted, undone = case.sample(line, 100), case.sample(line, 6)
            for i, session in case.walk(line):
                if i in wanted:
                    session.save(path)
                    _resume(_loaded(path, line, i), line, i, undo=i in undone and i > 0)


def _loaded(path: Path, line: Line, i: int) -> Session:
    try:
        return Session.load(path, log=False)
    except UndercroftError as error:
        raise ConformanceError(f"{line.where(i)}: the save cannot be loaded: {error}") from error


def _resume(session: Session, line: Line, i: int, *, undo: bool) -> None:
    for j in range(i, min(len(line), i + AHEAD) + 1):
        require(
            session.digest() == line.digests[j], f"{line.where(j)}: loaded at decision {i + 1}, the position is another"
        )
        if j < len(line):
            require(session.ask is not None, f"{line.where(j)}: loaded at decision {i + 1}, the game is over")
            assert session.ask is not None
            offered = tuple(session.ask[2])
            if offered != line.offers[j]:
                fail(f"{line.where(j)}: loaded at decision {i + 1}, other options: {offered!r:.300}")
            if j < i + AHEAD:
                session.choose(line.choices[j])
    if undo:
        last = min(len(line), i + AHEAD)
        for j in range(last - 1, i - 2, -1):
            session.undo()
            require(
                session.digest() == line.digests[j], f"{line.where(j)}: loaded at decision {i + 1}, undo led elsewhere"
            )


def saves_load_in_a_new_process(case: Case) -> None:
    """Saves are loaded in a new process under another hash seed, which plays on to the same end."""
    if not case.new_processes:
        return
    with scratch_folder() as folder:
        saved: list[tuple[Line, int]] = []
        rows: list[dict[str, Any]] = []
        for line in case.lines:
            wanted = case.sample(line, 4)
            for i, session in case.walk(line):
                if i in wanted:
                    path = folder / f"{len(rows)}.json"
                    session.save(path)
                    saved.append((line, i))
                    rows.append({"path": str(path), "choices": line.choices[i:]})
        for (line, i), answer in zip(saved, run_fresh({"saves": rows}, 99), strict=True):
            require(
                not answer["error"], f"{line.where(i)}: a new process cannot go on with the save: {answer['error']}"
            )
            pairs = enumerate(zip(line.digests[i:], answer["digests"], strict=True), i)
            wrong = next((j for j, (ours, theirs) in pairs if ours != theirs), None)
            require(wrong is None, f"{line.where(wrong or 0)}: a new process that loaded decision {i + 1} is elsewhere")


def positions_round_trip(case: Case) -> None:
    """A position file gives back the state of the last boundary, from which the answers since lead on."""
    with scratch_folder() as folder:
        path = folder / "position.json"
        for line, i, session in case.walked(80):
            session.save_position(path)
            try:
                json.loads(path.read_text(encoding="utf-8"))
                loaded = Session.load_position(path, log=False)
                for option in session._saved_parts()[1]:
                    loaded.choose(option)
            except (UndercroftError, ValueError) as error:
                raise ConformanceError(f"{line.where(i)}: the position file does not lead on: {error}") from error
            require(loaded.digest() == line.digests[i], f"{line.where(i)}: the position file holds another position")
