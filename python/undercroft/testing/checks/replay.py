"""Same setup, seed and choices: same game. With or without a listener, in this process or another, fast or slow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft.errors import UndercroftError
from undercroft.game import Table
from undercroft.play import play_out
from undercroft.session import Session, fingerprint
from undercroft.state import Option
from undercroft.testing.checks.case import Case, ConformanceError, Line, fail, require
from undercroft.testing.fresh import field_prints, run_fresh

__all__ = ["fresh_process_agrees", "listening_changes_nothing", "same_seed_same_digest", "session_and_play_out_agree"]


def _follow(case: Case, line: Line, *, log: bool) -> None:
    session = case.session(line.seed, log=log)
    for i, option in enumerate(line.choices):
        _compare(session, line, i)
        try:
            session.choose(option)
        except UndercroftError as error:
            raise ConformanceError(
                f"{line.where(i)}: the choice {option!r} of the same game was refused: {error}"
            ) from error
    _compare(session, line, len(line))


def _compare(session: Session, line: Line, i: int) -> None:
    require(session.digest() == line.digests[i], f"{line.where(i)}: the same seed and choices gave another digest")
    if i < len(line):
        require(session.ask is not None, f"{line.where(i)}: the same game was over here")
        assert session.ask is not None
        offered = tuple(session.ask[2])
        if offered != line.offers[i]:
            fail(f"{line.where(i)}: offered {offered!r:.300}, the first time {line.offers[i]!r:.300}")


def same_seed_same_digest(case: Case) -> None:
    """The same seed and choices give the same digests and the same options, all along; another seed another game."""
    for line in case.lines:
        _follow(case, line, log=False)
    starts = {line.digests[0] for line in case.lines}
    require(len(starts) == len(case.lines), "games of different seeds begin with the same digest")


def listening_changes_nothing(case: Case) -> None:
    """A game whose log is kept is the same game."""
    for line in case.lines:
        _follow(case, line, log=True)


def fresh_process_agrees(case: Case) -> None:
    """New processes under other hash seeds come to the same digests."""
    setup = case.tables.setup
    task = {
        "game": case.game.id,
        "setup": setup.as_dict(),
        "expansions": list(setup.expansions),
        "lines": [{"seed": line.seed, "choices": line.choices} for line in case.lines],
    }
    for hash_seed in (1, 4242):
        for line, answer in zip(case.lines, run_fresh(task, hash_seed), strict=True):
            _agree(case, line, answer, hash_seed)


def _agree(case: Case, line: Line, answer: dict[str, Any], hash_seed: int) -> None:
    pairs = zip(line.digests, answer["digests"], strict=False)
    wrong = next((i for i, (ours, theirs) in enumerate(pairs) if ours != theirs), None)
    if wrong is None and not answer["error"]:
        return
    at = len(answer["digests"]) - 1 if wrong is None else wrong
    message = f"{line.where(at)}: a new process under PYTHONHASHSEED={hash_seed} plays another game"
    if answer["error"]:
        message += f"; it refuses a choice: {answer['error']}"
    elif at == len(line):
        final = case.session(line.seed)
        for option in line.choices:
            final.choose(option)
        ours = field_prints(final.state)
        message += f"; fields that differ: {', '.join(n for n, p in answer['fields'].items() if ours.get(n) != p)}"
    raise ConformanceError(message)


class _Script:
    """An agent that makes recorded choices and compares what it is offered."""

    looks_ahead = False

    def __init__(self, line: Line) -> None:
        self._line = line
        self._next = 0

    def begin(self, seat: int, stream: Any) -> None:
        """Nothing to prepare."""

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The recorded choice."""
        i, line = self._next, self._line
        if i >= len(line):
            raise ConformanceError(f"{line.where(i)}: play_out goes on where the session was over")
        offered = (seat, prompt, tuple(options))
        expected = (line.seats[i], line.prompts[i], line.offers[i])
        if offered != expected:
            raise ConformanceError(f"{line.where(i)}: play_out offers {offered!r:.300}, the session {expected!r:.300}")
        self._next += 1
        return line.choices[i]


def session_and_play_out_agree(case: Case) -> None:
    """The lean driver of batches plays the same games as a session."""
    for line in case.lines:
        dealt = case.tables.deal(line.seed, 0)
        table = Table(dealt.rules, dealt.state)
        made = play_out(table, [_Script(line)] * 8, limit=len(line) + line.over)
        require(made == len(line), f"{line.where(made)}: play_out was over after {made} decisions, the session not")
        if line.over:
            digest = fingerprint((table.state.key(), ()))
            require(
                digest == line.digests[-1], f"{line.where(len(line))}: play_out and session end in different positions"
            )
