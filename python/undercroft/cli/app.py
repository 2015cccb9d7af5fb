"""The command ``undercroft``: its commands, one module each, and the entry point."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from undercroft import __version__
from undercroft.cli import compare, games, odds, play, plugins, replay, report, rules, simulate, sweep
from undercroft.cli.group import UndercroftGroup

__all__ = ["app", "main"]

app = typer.Typer(
    name="undercroft",
    cls=UndercroftGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Play and simulate co-operative adventure board games.",
    epilog="Exit codes: 0 done, 1 failed on the way, 2 wrong usage, 3 refused input (save, plugin, content), "
    "130 interrupted.",
    pretty_exceptions_enable=False,
)
for command in (
    games.games,
    play.play,
    odds.odds,
    simulate.simulate,
    compare.compare,
    sweep.sweep,
    report.report,
    replay.replay,
    rules.rules,
    plugins.plugins,
):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"undercroft {__version__}")
        raise typer.Exit


@app.callback()
def undercroft(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where an error comes from (or UNDERCROFT_DEBUG=1).")
    ] = False,
) -> None:
    """Show the help where no command is given."""
    if ctx.invoked_subcommand is None:
        text = ctx.get_help()
        if text:
            typer.echo(text)
        raise typer.Exit(2)


def _open_closed() -> None:
    """Where a shell has closed an output (``>&-``), let what is written there go nowhere."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", errors="replace", closefd=False))


def main() -> None:
    """The console script."""
    _open_closed()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="undercroft")
