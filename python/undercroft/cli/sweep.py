"""``undercroft sweep``: a grid of setups in one table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import JsonOption, checked_seed, find_game
from undercroft.cli.output import console, note, paragraph, rows, show
from undercroft.cli.running import WorkersOption, carry_out, speed, workers_of
from undercroft.cli.telling import SpoilersOption, about
from undercroft.errors import UsageError
from undercroft.setup import as_written

if TYPE_CHECKING:
    from undercroft.batch import Progress, Sweep

__all__ = ["sweep"]


def sweep(
    grid: Annotated[
        Path | None,
        typer.Argument(metavar="GRID.toml", help="The file with the grid, see the documentation.", show_default=False),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games of each cell, in place of the grid's.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="The seed of every cell, in place of the grid's.")
    ] = None,
    workers: WorkersOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="A new folder for the table and for all games.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Go on with a folder; it knows its grid.")
    ] = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Play every combination of a grid of setups, expansions, cards and agents into one table."""
    if grid is None and resume is None:
        raise UsageError("which grid? Say `undercroft sweep GRID.toml`, or --resume DIR for one that was begun")

    def play(progress: Callable[[Progress], None] | None) -> Sweep:
        from undercroft.batch import sweep as run

        return run(
            grid,
            games=games,
            seed=None if seed is None else checked_seed(seed),
            workers=workers_of(workers, None),
            out=out,
            resume=resume,
            progress=progress,
            note=note,
        )

    carry_out(play, _show, json=json, tell_about=_tell_about)


def _tell_about(made: Sweep) -> None:
    game = find_game(made.grid.document["game"], command="sweep")
    for batch in made.batches:
        about(game, batch.plan.expansions)


# -- showing ----------------------------------------------------------------------------------------------------------


def _show(made: Sweep) -> None:
    out = console()
    document = made.grid.document
    paragraph(out, str(document["game"]), "bold")
    fixed = [f"{key} {_value(value)}" for key, value in document.get("setup", {}).items()]
    fixed += [f"{key} {_value(value)}" for key, value in document.items() if key not in ("game", "setup", "grid")]
    paragraph(out, ", ".join(fixed), "dim")
    out.print()
    keys = made.grid.columns
    cells = [
        (
            *(_value(row[key]) for key in keys),
            f"{row['win_rate']:.1%}",
            f"{row['win_rate_low']:.1%} to {row['win_rate_high']:.1%}",
            f"{row['wins']:,}",
            f"{row['games']:,}",
            f"{row['stalled'] + row['errors']:,}",
            f"{row['median_length']:,}",
        )
        for row in made.rows
    ]
    heads = (*keys, "wins", "95 %", "won", "games", "failed", "median length")
    show(out, rows(heads, cells, styles=dict.fromkeys(keys, "cyan"), right=heads[len(keys) :]))
    out.print()
    for text in made.notes:
        paragraph(out, f"Note: {text}.", "yellow")
    if made.seconds and made.played:
        paragraph(out, f"speed    {speed(made.played_decisions, made.played, made.seconds, made.workers)}")
    if made.out is not None:
        paragraph(out, f"kept in  {made.out}")
    paragraph(out, f"digest   {made.digest}")
    if made.interrupted:
        paragraph(out, f"Stopped after {len(made.cells):,} whole cells.", "yellow")
        if made.out is not None:
            paragraph(out, f"To go on: undercroft sweep --resume {made.out}", "yellow")


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(value) or "none"
    return as_written(value) or "none"
