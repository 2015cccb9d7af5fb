"""What commands that play many games have in common: a bar while they run, how they end, how many workers they have."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from undercroft.cli.output import console, print_json, stderr_is_terminal
from undercroft.cli.telling import with_names
from undercroft.errors import BatchError

if TYPE_CHECKING:
    from undercroft.batch import Batch, Comparison, Progress, Sweep

__all__ = ["Play", "WorkersOption", "bar", "carry_out", "played_by", "speed", "workers_of"]

_INTERRUPTED = 130

Made = TypeVar("Made", "Batch", "Comparison", "Sweep")
Play = Callable[[Callable[["Progress"], None] | None], Made]
"""Plays, and tells its progress to whoever wants to know."""

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


def carry_out(
    play: Play[Made],
    show: Callable[[Made], None],
    *,
    json: bool,
    tell_about: Callable[[Made], object] | None = None,
    asked: Mapping[str, Any] | None = None,
    wins: bool = False,
) -> None:
    """Play, show what came out or what there is of it, and exit as it ended.

    ``tell_about`` says of which games that tells, where it is known only now; ``asked`` stands before what came out in
    JSON, and ``wins`` is that of :func:`bar`.
    """
    with bar(wins=wins) as progress:
        made, stopped = _played(play, progress)
    if tell_about is not None:
        tell_about(made)
    if json:
        print_json(with_names({**(asked or {}), **made.as_json()}))
    else:
        show(made)
    if stopped is not None:
        raise stopped
    if made.interrupted:
        raise typer.Exit(_INTERRUPTED)


def _played(play: Play[Made], progress: Callable[[Progress], None] | None) -> tuple[Made, BatchError | None]:
    """What came out, and the error where the run could not go on."""
    from undercroft.batch import (
        BatchStoppedError,
        CompareInterrupted,
        CompareStoppedError,
        Interrupted,
        SweepInterrupted,
        SweepStoppedError,
    )

    error: Any
    made: Any
    try:
        return play(progress), None
    except (Interrupted, BatchStoppedError) as ended:
        error, made = ended, ended.batch
    except (CompareInterrupted, CompareStoppedError) as ended:
        error, made = ended, ended.comparison
    except (SweepInterrupted, SweepStoppedError) as ended:
        error, made = ended, ended.sweep
    return made, error if isinstance(error, BatchError) else None


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
