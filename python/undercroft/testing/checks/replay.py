"""Same setup, seed and choices: same game. With or without a listener, in this process or another, fast or slow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from undercroft.errors import UndercroftError
from undercroft.play import play_out
from undercroft.rulebook import Rulebook
from undercroft.session import Session, fingerprint
from undercroft.state import Option
from undercroft.testing.checks.case import Case, ConformanceError, Line, fail, require
from undercroft.testing.fresh import field_prints, run_fresh, scratch_folder
from undercroft.tracking import Track

__all__ = [
    "fresh_process_agrees",
    "listening_changes_nothing",
    "same_seed_same_digest",
    "session_and_play_out_agree",
    "tracking_changes_nothing",
]


def _follow(case: Case, line: Line, *, log: bool = False, rules: Rulebook[Any] | None = None) -> None:
    session = line.session(case.tables, log=log, rules=rules)
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
        _follow(case, line)
    starts = {line.digests[0] for line in case.lines}
    require(len(starts) == len(case.lines), "games of different seeds begin with the same digest")


def listening_changes_nothing(case: Case) -> None:
    """A game whose log is kept is the same game."""
    for line in case.lines:
        _follow(case, line, log=True)


def tracking_changes_nothing(case: Case) -> None:
    """A game that notes what it sees and uses is the same game, and notes only kinds and cards that there are."""
    tracking, tables = case.game.tracking, case.tables
    if tracking is None:
        return
    names = case.game.names(tables.content)
    noted = False
    for line in case.lines:
        rules = tables.tracking_rules(tables.drawn(line.seed, 0))
        rules.tracker = Track()
        _follow(case, line, rules=rules)
        try:
            noted = bool(rules.tracker.rows(tracking.kinds, names)) or noted
        except UndercroftError as error:
            raise ConformanceError(f"{line.where(len(line))}: tracking: {error}") from error
    require(noted, "tracking: nothing is noted in any of the games")


def fresh_process_agrees(case: Case) -> None:
    """New processes under other hash seeds come to the same digests; a case that shares with many tries one seed."""
    if not case.new_processes:
        return
    setup = case.tables.setup
    with scratch_folder() as folder:
        task = {
            "game": case.game.id,
            "setup": setup.as_dict(),
            "expansions": list(setup.expansions),
            "lines": [
                {"seed": line.seed, "start": _start(case, line, folder), "choices": line.choices} for line in case.lines
            ],
        }
        for hash_seed in (1, 4242) if case.share == 1 else (1 + case.number,):
            for line, answer in zip(case.lines, run_fresh(task, hash_seed), strict=True):
                _agree(case, line, answer, hash_seed)


def _start(case: Case, line: Line, folder: Path) -> str:
    """A position file for a line that does not begin with the game."""
    if line.start is None:
        return ""
    path = folder / f"{line.seed}.json"
    line.session(case.tables).save_position(path)
    return str(path)


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
        final = line.session(case.tables)
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
        table = line.table(case.tables)
        made = play_out(table, [_Script(line)] * len(case.seats), limit=len(line) + line.over)
        require(made == len(line), f"{line.where(made)}: play_out was over after {made} decisions, the session not")
        if line.over:
            digest = fingerprint((table.state.key(), ()))
            require(
                digest == line.digests[-1], f"{line.where(len(line))}: play_out and session end in different positions"
            )
