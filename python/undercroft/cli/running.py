"""What commands that play many games have in common: a bar while they run, and how many workers they have."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from undercroft.cli.output import console, stderr_is_terminal

if TYPE_CHECKING:
    from undercroft.batch import Progress

__all__ = ["INTERRUPTED", "WorkersOption", "bar", "played_by", "speed", "workers_of"]

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C stopped."""

WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="W",
        help="Processes that play, by default one a core; the result is always the same.",
    ),
]


def workers_of(asked: int | None, games: int | None) -> int:
    """As many as there are processors, where nothing else is asked; never more than there are games."""
    if asked is not None:
        return asked
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if games is None else max(1, min(cores, games))


def played_by(names: Sequence[str]) -> str:
    """Who plays, in words: one name where all seats have the same."""
    who = names[0] if len(set(names)) == 1 else ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))
    return f"played by {who}"


def speed(decisions: int, games: int, seconds: float, workers: int) -> str:
    """How fast games were played, in words."""
    hands = f"{workers} worker{'s' if workers != 1 else ''}"
    return f"{decisions / seconds:,.0f} decisions/s, {games / seconds:,.0f} games/s, {seconds:.1f} s with {hands}"


@contextmanager
def bar(*, wins: bool = True) -> Iterator[Callable[[Progress], None] | None]:
    """A bar on standard error that goes away at the end; nothing where that is no terminal.

    ``wins`` says whether it tells how many games are won so far, which means little where they are of several setups.
    """
    if not stderr_is_terminal():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
    with Bar(*columns, console=console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None, told="setting up")

        def move(at: Progress) -> None:
            told = [f"{at.wins / at.done:.1%} won"] if at.done and wins else []
            if at.seconds > 0:
                told.append(f"{at.decisions / at.seconds:,.0f} decisions/s")
            shown.update(task, completed=at.done, total=at.total, told=", ".join(told))

        yield move
