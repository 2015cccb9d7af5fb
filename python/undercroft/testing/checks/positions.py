"""Copies, forks, undo and redo, at every decision."""

from __future__ import annotations

from undercroft.errors import UndercroftError
from undercroft.session import Session
from undercroft.testing.checks.case import Case, ConformanceError, Line, fail, require
from undercroft.testing.tree import foreign, parts, spoil

__all__ = ["copies_are_independent", "forks_play_on", "undo_goes_back"]

AHEAD = 6
"""So many choices are followed where a comparison does not go on to the end."""


def copies_are_independent(case: Case) -> None:
    """A copy of the state equals it and shares nothing that can change."""
    for line, i, session in case.walked(400):
        state = session.state
        before = state.key()
        odd = foreign(state)
        require(not odd, f"{line.where(i)}: the state holds what no state may hold: {', '.join(odd)}")
        copy = state.copy()
        require(copy.key() == before and copy == state, f"{line.where(i)}: a copy of the state does not equal it")
        ours = {id(part): path for path, part in parts(state)}
        shared = [path for path, part in parts(copy) if id(part) in ours]
        require(not shared, f"{line.where(i)}: a copy shares {', '.join(shared[:5])} with its original")
        spoil(copy)
        require(state.key() == before, f"{line.where(i)}: a change in a copy changed the original")


def forks_play_on(case: Case) -> None:
    """A fork is in the same position, goes on like the original, and leaves it alone."""
    for line in case.lines:
        wanted = case.sample(line, 250)
        to_the_end = case.sample(line, 12)
        for i, session in case.walk(line):
            if i in wanted:
                fork = session.fork()
                inner = fork.fork()
                _follow(fork, line, i, None if i in to_the_end else AHEAD, "a fork")
                require(session.digest() == line.digests[i], f"{line.where(i)}: playing on a fork changed the original")
                _follow(inner, line, i, 1, "a fork of a fork")


def _follow(session: Session, line: Line, start: int, ahead: int | None, what: str) -> None:
    """Choose on as recorded, comparing digests and offers."""
    stop = len(line) if ahead is None else min(len(line), start + ahead)
    _same(session, line, start, what)
    for i in range(start, stop):
        try:
            session.choose(line.choices[i])
        except UndercroftError as error:
            raise ConformanceError(
                f"{line.where(i)}: {what} refuses the choice {line.choices[i]!r}: {error}"
            ) from error
        _same(session, line, i + 1, what)


def _same(session: Session, line: Line, i: int, what: str) -> None:
    require(session.digest() == line.digests[i], f"{line.where(i)}: {what} is in another position")
    offered = None if session.ask is None else (session.ask[0], session.ask[1], tuple(session.ask[2]))
    if i < len(line):
        expected = (line.seats[i], line.prompts[i], line.offers[i])
        if offered != expected:
            fail(f"{line.where(i)}: {what} offers {offered!r:.300}, expected {expected!r:.300}")


def undo_goes_back(case: Case) -> None:
    """Undo and redo at every decision lead back and forth between the same positions, to the first one too."""
    for line in case.lines:
        session = line.session(case.tables)
        for i, option in enumerate(line.choices):
            session.choose(option)
            session.undo()
            _same(session, line, i, "after undo, the session")
            session.redo()
            _same(session, line, i + 1, "after redo, the session")
        back = len(line)
        for i in range(back - 1, -1, -1):
            session.undo()
            _same(session, line, i, f"after {back - i} undos, the session")
        for i in range(1, back + 1):
            session.redo()
            _same(session, line, i, f"after {back} undos and {i} redos, the session")
        require(session.history == list(line.choices), f"{line.where(back)}: the history is not the choices made")
