"""``undercroft report``: what a folder of games shows, on a page that opens offline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from undercroft.cli.options import JsonOption
from undercroft.cli.output import console, paragraph, print_json, rows, show
from undercroft.cli.running import WorkersOption, bar, workers_of
from undercroft.cli.telling import SpoilersOption, about, everything, told, with_names
from undercroft.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from undercroft.reports import Effect, Report

__all__ = ["report"]

_SHOWN = 6


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="A folder that `undercroft simulate --out` wrote.", show_default=False),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="OUT.html", help="A new file for the page.", show_default=False)
    ] = None,
    knockout: Annotated[
        list[str] | None,
        typer.Option(
            "--knockout",
            metavar="CARD …",
            help="Play the same games without this card, an id or KIND/ID; may be repeated.",
            show_default=False,
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind", metavar="K", help="Tell here of one kind of things alone, such as action.", show_default=False
        ),
    ] = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Tell what a batch shows: how often it is won, how games end, and what each card goes along with."""
    from undercroft.plugins import registry
    from undercroft.reports import report as make_report
    from undercroft.reports.source import plan_of

    plan = plan_of(folder)
    game = registry().game(plan.game)
    about(game, plan.expansions)
    kinds = [] if game.tracking is None else [one.name for one in game.tracking.kinds]
    if kind is not None and kind not in kinds:
        raise UsageError(f"{game.id} tracks no kind {kind!r}; the kinds are {', '.join(kinds) or 'none'}")
    with bar() as progress:
        made = make_report(
            folder,
            html=html,
            knockout=[card for text in knockout or () for card in text.split(",") if card],
            workers=workers_of(workers, plan.games),
            spoilers=everything(),
            progress=progress,
            note=_note,
        )
    if json:
        print_json(with_names({**made.as_json(), "html": None if html is None else str(html)}))
        return
    _show(made, html, kind)


def _note(text: str) -> None:
    """What takes time, or is done unasked, is told on standard error, watched or not."""
    typer.echo(told(text), err=True)


def _show(made: Report, html: Path | None, kind: str | None) -> None:
    out = console()
    batch = made.batch
    out.print(told(made.game.title), style="bold")
    low, high = batch.win_rate_low, batch.win_rate_high
    paragraph(out, f"won {batch.win_rate:.1%} of {batch.n:,} games (95 %: {low:.1%} to {high:.1%})")
    for text in made.notes:
        paragraph(out, text, "yellow")
    for knockout in made.knockouts:
        low, high = knockout.interval
        paragraph(
            out,
            f"without {knockout.title}: won {knockout.less.rate or 0:.1%}, {100 * knockout.difference:+.1f} points "
            f"(95 %: {100 * low:+.1f} to {100 * high:+.1f}), the same games with the same luck",
        )
    common = [effect for effect in made.effects if not effect.rare and kind in (None, effect.kind)]
    if common:
        _show_effects(out, common, {group.kind.name: group.kind.title for group in made.groups})
    if html is not None:
        paragraph(out, f"The page is {html}")
    elif not made.knockouts:
        paragraph(out, "All of it is on a page: undercroft report DIR --html OUT.html", "dim")


def _show_effects(out: Console, effects: Sequence[Effect], kinds: dict[str, str]) -> None:
    shown = effects if len(effects) <= 2 * _SHOWN else [*effects[:_SHOWN], *effects[-_SHOWN:]]
    cells = [
        (
            effect.title,
            kinds.get(effect.kind, effect.kind),
            f"{effect.used.rate or 0:.1%}",
            f"{effect.used.games:,}",
            f"{effect.unused.rate or 0:.1%}",
            f"{effect.unused.games:,}",
            f"{100 * ((effect.difference or 0) - effect.middle):+.1f}",
        )
        for effect in shown
    ]
    heads = ("name", "kind", "won, used", "games", "won, not used", "other games", "lead")
    out.print()
    show(out, rows(heads, cells, right=heads[2:]))
    out.print()
    between = f"; {len(effects) - len(shown):,} more between" if len(shown) < len(effects) else ""
    paragraph(
        out,
        "The lead is the difference of both rates over the middle of its kind, in points; ranked by how much of it is "
        f"sure{between}.",
        "dim",
    )
    paragraph(
        out,
        "Association, not effect: cards are used more in long games and in games that are being won. What a card does "
        "is told by --knockout CARD.",
        "yellow",
    )
