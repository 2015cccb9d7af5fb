"""``undercroft compare``: two sides on the same seeds, game by game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from undercroft.cli.options import JsonOption, checked_seed, find_game
from undercroft.cli.output import console, note, pairs, paragraph, rows, show
from undercroft.cli.running import WorkersOption, carry_out, played_by, speed, workers_of
from undercroft.cli.telling import SpoilersOption, about
from undercroft.setup import as_written

if TYPE_CHECKING:
    from rich.table import Table

    from undercroft.batch import Comparison, Progress, Side, Standing

__all__ = ["compare"]

_SIDE = "The id of a game, then KEY=VALUE, agent=A, seat1=A, from=FILE, +EXPANSION, -CARD; in quotes."


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help=_SIDE, show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The other side, of the same game.", show_default=False)],
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games of each side; 1000 when not given. With --until-ci at the most, a million when not given.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Names the luck of all games.")] = 0,
    until_ci: Annotated[
        float | None,
        typer.Option(
            "--until-ci",
            metavar="X",
            help="Stop as soon as half the width of the difference's interval is at most X, such as 0.01.",
        ),
    ] = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Play two sides on the same seeds: how often each wins, and how sure the difference B - A is."""
    from undercroft.batch import Side

    sides = Side.parse(a), Side.parse(b)
    for side in sides:
        about(find_game(side.game_id, command="compare"), side.expansions)

    def play(progress: Callable[[Progress], None] | None) -> Comparison:
        from undercroft.batch import compare as run

        return run(
            *sides,
            games=games,
            seed=checked_seed(seed),
            workers=workers_of(workers, None if games is None else 2 * games),
            until_ci=until_ci,
            progress=progress,
            note=note,
        )

    asked = {"sides": {"a": str(sides[0]), "b": str(sides[1])}}
    carry_out(play, lambda found: _show(found, sides), json=json, asked=asked)


# -- showing ----------------------------------------------------------------------------------------------------------


def _show(found: Comparison, sides: tuple[Side, Side]) -> None:
    out = console()
    for name, side, standing in zip("AB", sides, (found.a, found.b), strict=True):
        paragraph(out, f"{name}  {side}", "bold")
        paragraph(out, _setup(standing), "dim", indent=3)
    out.print()
    show(out, _standings(found))
    out.print()
    show(out, _figures(found))
    for text in found.notes:
        paragraph(out, f"Note: {text}.", "yellow")
    odd = found.a.results["error"] + found.b.results["error"] + found.a.results["stalled"] + found.b.results["stalled"]
    if odd:
        paragraph(
            out,
            f"{odd:,} games stalled or failed and count as not won; `simulate` with --out keeps replays of them.",
            "yellow",
        )
    if found.interrupted:
        paragraph(out, f"Stopped after {found.n:,} of {found.rule.most:,} games of each side.", "yellow")


def _setup(standing: Standing) -> str:
    plan = standing.plan
    words = [f"{key} {as_written(value)}" for key, value in plan.setup.items()]
    words += [f"with {name}" for name in plan.expansions] + [f"without {name}" for name in plan.without]
    return f"{', '.join(words)}; {played_by(plan.agent_names)}"


_ALWAYS = 5
"""How many columns there are in any case; games that stalled or failed are rare."""


def _standings(found: Comparison) -> Table:
    cells = []
    for name, standing in zip("AB", (found.a, found.b), strict=True):
        low, high = standing.interval
        counts = [standing.results[result] for result in ("win", "loss", "stalled", "error")]
        cells.append((name, f"{standing.win_rate:.1%}", f"{low:.1%} to {high:.1%}", *(f"{n:,}" for n in counts)))
    heads = ("", "wins", "95 %", "won", "lost", "stalled", "errors")
    kept = [at for at in range(len(heads)) if at < _ALWAYS or any(row[at] != "0" for row in cells)]
    shown = [[row[at] for at in kept] for row in cells]
    names = [heads[at] for at in kept]
    return rows(names, shown, styles={"": "cyan"}, right=("wins", "won", "lost", "stalled", "errors"))


def _figures(found: Comparison) -> Table:
    from rich.text import Text

    table = pairs()
    rate = Text(f"{found.difference:+.2%}", style="bold")
    rate.append(f"  (95 %: {found.low:+.2%} to {found.high:+.2%})", style="not bold")
    table.add_row("B - A", rate)
    table.add_row("only A won", f"{found.only_first:,} of {found.n:,} games")
    table.add_row("only B won", f"{found.only_second:,} of {found.n:,} games")
    if found.same:
        table.add_row("same", "both sides are the same, and played the same games")
    else:
        chance = f"{found.p_value:.2g}" if found.p_value >= 0.0001 else "below 0.0001"
        table.add_row("by chance", f"{chance} (McNemar's exact test)")
        low, high = found.unpaired
        table.add_row(
            "unpaired", f"95 %: {low:+.2%} to {high:+.2%}; pairs make that {found.narrower:.2f} times as wide"
        )
    table.add_row("stopped by", Text(found.rule.words))
    table.add_row("seed", str(found.a.plan.seed))
    if found.seconds:
        table.add_row("speed", speed(found.decisions, 2 * found.n, found.seconds, found.workers))
    table.add_row("digest", found.digest)
    return table
