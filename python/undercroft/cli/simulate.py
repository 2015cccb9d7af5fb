"""``undercroft simulate``: many games at once, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import (
    ExpansionOption,
    GameArgument,
    JsonOption,
    ModeOption,
    PlayersOption,
    SetOption,
    WithoutOption,
    agent_seats,
    checked_seed,
    expansions_of,
    find_game,
    setup_values,
)
from undercroft.cli.output import console, note, pairs, paragraph, rows, show
from undercroft.cli.running import Play, WorkersOption, carry_out, played_by, speed, workers_of
from undercroft.cli.telling import SpoilersOption, about, told
from undercroft.errors import UsageError
from undercroft.setup import as_written, seats_of

if TYPE_CHECKING:
    from rich.table import Table

    from undercroft.batch import Batch, Progress
    from undercroft.game import Game

__all__ = ["simulate"]

_MOST_ENDINGS = 12


def simulate(
    game: GameArgument = None,
    sets: SetOption = None,
    expansions: ExpansionOption = None,
    without: WithoutOption = None,
    mode: ModeOption = None,
    players: PlayersOption = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="How many games; 1000 when not given.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Names the luck of all games; 0 when not given."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            metavar="A",
            help="Who plays all seats: an agent or FILE.py:FUNCTION; the game names one.",
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="SEAT=A …", help="Who plays a certain seat.", show_default=False),
    ] = None,
    workers: WorkersOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="A new folder for the table of games and for replays.")
    ] = None,
    track: Annotated[
        bool, typer.Option("--track", help="Keep what each game saw and used as well, for `undercroft report`.")
    ] = False,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="F", help="Begin every game at a position file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="DIR", help="Go on with a folder; its manifest knows the rest.")
    ] = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Play many games and count them all: wins with their interval, how games end, how long they are."""
    if resume is not None:
        given = {
            "GAME": game, "--set": sets, "--with": expansions, "--mode": mode, "--players": players, "--games": games,
            "--seed": seed, "--agent": agent, "--seat": seat, "--out": out, "--from": start, "--without": without,
            "--track": track or None,
        }  # fmt: skip
        _alone(resume, given)
        _run(_resumed(resume, workers), json)
        return
    played = _of_position(start) if game is None and start is not None else find_game(game, command="simulate")
    values, names = setup_values(sets, mode, players), expansions_of(expansions)
    agents: str | list[str] = played.default_agent if agent is None else agent
    if seat:
        seats = seats_of(_options(played, values, start))
        agents = agent_seats(seat, seats, default=played.default_agent, all_seats=agent)
    count = 1000 if games is None else games
    if track and out is None:
        raise UsageError("--track needs --out DIR: what games saw and used is a table of its own, and nowhere shown")

    def play(progress: Callable[[Progress], None] | None) -> Batch:
        from undercroft.batch import simulate as run_batch

        return run_batch(
            played,
            games=count,
            agents=agents,
            seed=checked_seed(seed or 0),
            setup=values,
            expansions=names,
            without=expansions_of(without),
            workers=workers_of(workers, count),
            out=out,
            start=start,
            track=track,
            progress=progress,
            note=note,
        )

    _run(play, json)


def _alone(folder: Path, given: dict[str, Any]) -> None:
    extra = [name for name, value in given.items() if value is not None and value != []]
    if extra:
        raise UsageError(f"{extra[0]} cannot go with --resume: the manifest in {folder} says it")


def _resumed(folder: Path, workers: int | None) -> Play[Batch]:
    from undercroft.batch import resume

    return lambda progress: resume(folder, workers=workers_of(workers, None), progress=progress, note=note)


def _of_position(path: Path) -> Game:
    from undercroft.session import Session

    return Session.load_position(path, log=False).game


def _options(game: Game, values: dict[str, str], start: Path | None) -> Any:
    """The resolved options, for the number of seats."""
    from undercroft.game import resolve_setup
    from undercroft.session import Session

    return (
        Session.load_position(start, log=False).rules.setup
        if start is not None
        else resolve_setup(game, values).options
    )


# -- running ------------------------------------------------------------------------------------------------------


def _run(play: Play[Batch], json: bool) -> None:
    carry_out(play, _show, json=json, tell_about=_tell_about, wins=True)


def _tell_about(batch: Batch) -> None:
    about(find_game(batch.game, command="simulate"), batch.plan.expansions)


# -- showing ------------------------------------------------------------------------------------------------------


def _show(batch: Batch) -> None:
    out = console()
    setup = ", ".join(f"{key} {as_written(value)}" for key, value in batch.setup.items())
    extra = f" with {', '.join(batch.plan.expansions)}" if batch.plan.expansions else ""
    extra += f" without {', '.join(batch.plan.without)}" if batch.plan.without else ""
    paragraph(out, f"{batch.game}{extra}", "bold")
    paragraph(out, f"{setup}; seed {batch.seed}; {played_by(batch.plan.agent_names)}", "dim")
    out.print()
    show(out, _figures(batch))
    if batch.endings:
        out.print()
        show(out, _endings(batch))
    for text in batch.notes:
        paragraph(out, f"Note: {text}.", "yellow")
    if batch.interrupted:
        paragraph(out, f"Stopped after {batch.n:,} of {batch.plan.games:,} games.", "yellow")
        if batch.out is not None:
            paragraph(out, f"To go on: undercroft simulate --resume {batch.out}", "yellow")


def _figures(batch: Batch) -> Table:
    from rich.text import Text

    table = pairs()
    rate = Text(f"{batch.win_rate:.1%}", style="bold")
    rate.append(f"  (95 %: {batch.win_rate_low:.1%} to {batch.win_rate_high:.1%})", style="not bold")
    table.add_row("won", rate)
    table.add_row("games", f"{batch.n:,}: {batch.wins:,} won, {batch.losses:,} lost")
    for name, count in (("stalled", batch.stalled), ("errors", batch.errors)):
        if count:
            table.add_row(Text(name, style="yellow"), Text(f"{count:,}", style="yellow"))
    if batch.n:
        half, most, longest = (batch.length(share) for share in (0.5, 0.99, 1.0))
        table.add_row("length", f"{half:,} decisions in the median game, 99 % within {most:,}, the longest {longest:,}")
    for name, row in batch.headline.items():
        table.add_row(Text(name.replace("_", " ")), Text(told(row.words)))
    if batch.seconds and batch.played:
        table.add_row("speed", speed(batch.played_decisions, batch.played, batch.seconds, batch.workers))
    if batch.out is not None:
        table.add_row("kept in", Text(str(batch.out)))
    table.add_row("digest", batch.digest)
    return table


def _endings(batch: Batch) -> Table:
    shown = batch.endings[:_MOST_ENDINGS]
    cells = [(f"{count:,}", f"{count / batch.n:.1%}", result, why or "no reason given") for result, why, count in shown]
    hidden = batch.endings[_MOST_ENDINGS:]
    if hidden:
        count = sum(row[2] for row in hidden)
        cells.append((f"{count:,}", f"{count / batch.n:.1%}", "", f"{len(hidden)} other reasons"))
    return rows(("games", "share", "result", "because"), cells, styles={"result": "cyan"}, right=("games", "share"))
