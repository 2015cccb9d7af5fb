"""report: reads a folder of games, counts what went along with winning, and writes the page."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.comparison import weigh
from undercroft.batch.conduct import Progress
from undercroft.batch.plan import Plan, check_workers
from undercroft.batch.result import Batch
from undercroft.errors import PluginError, SaveError, UsageError
from undercroft.files import write_atomically
from undercroft.game import Game
from undercroft.plugins import registry
from undercroft.reports.figures import Rate, Tallies, grouped, ranked
from undercroft.reports.page import check_libraries, render
from undercroft.reports.result import Knockout, Report
from undercroft.reports.source import Games, check_same, only_there, play_again, read_batch, without

__all__ = ["report"]


def report(
    folder: str | Path,
    *,
    html: str | Path | None = None,
    knockout: Sequence[str] = (),
    workers: int | None = None,
    spoilers: bool = False,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Report:
    """Report on a folder of :func:`undercroft.simulate`, and write the page to ``html``, a new file.

    Where the batch was not tracked, its games are played again to find out what they saw and used, on ``workers``
    processes; a batch that is not finished is reported as far as it is. For each card in ``knockout`` (an id, or
    kind/id) the same games are played without it. ``spoilers`` names what a fresh campaign has not unlocked.
    ``progress`` and ``note`` hear of what is played.

    Raises :class:`SaveError` for a folder that is none, or whose games come out differently now, :class:`UsageError`
    for a file that exists, a card that does not, or libraries that are missing; nothing is written then.
    """
    target = None if html is None else _new_file(Path(html))
    games = read_batch(Path(folder))
    plan = games.plan
    game = registry().game(plan.game)
    content = registry().content(game, plan.expansions)
    veil = game.veil(content)
    check_workers(workers)
    plans: dict[tuple[str, ...], tuple[str, Plan]] = {}
    for card in knockout:
        less = without(games, card)
        plans.setdefault(less.without, (card, less))  # a card that is named twice is played without once
    notes = _states(games)
    hear = note or (lambda text: None)

    def play(made: Plan) -> Batch:
        return play_again(games, made, workers, progress, note)

    tracked = _tracked(games, game, play, hear)
    tallies = Tallies()
    tallies.add(plan.columns, tracked.blocks(), tracked.card_blocks())
    title = _titles(game, content)
    effects = ranked(tallies.effects(title))
    knockouts = []
    for card, less in plans.values():
        hear(f"playing {games.batch.n:,} games without {card}")
        knockouts.append(_pair(card, less, games, play(less), title))
    made = Report(
        games.batch,
        game,
        tuple(effects),
        tuple(grouped(effects, () if game.tracking is None else game.tracking.kinds)),
        Rate(*tallies.all),
        tuple(knockouts),
        tuple(notes),
        veil.tell if spoilers else veil.hide,
    )
    if target is not None:
        write_atomically(target, render(made).encode("utf-8", "backslashreplace"))
    return made


def _new_file(path: Path) -> Path:
    """A file to be written, looked at before any work is done for it."""
    if path.exists():
        raise UsageError(f"{path}: exists; a report is written into a new file")
    if not path.parent.is_dir():
        raise SaveError(f"{path}: cannot be written: {path.parent} is no folder")
    check_libraries()
    return path


def _tracked(games: Games, game: Game, play: Callable[[Plan], Batch], hear: Callable[[str], None]) -> Batch:
    """The games with what they saw and used, which is found out where it was not kept and can be."""
    plan, batch = games.plan, games.batch
    if plan.track or game.tracking is None or only_there(plan):
        return batch
    hear(f"{batch.out} did not keep what its games saw and used: playing {batch.n:,} games again to find out")
    tracked = play(attrs.evolve(plan, track=True))
    check_same(games, tracked)
    return tracked


def _states(games: Games) -> list[str]:
    batch, plan = games.batch, games.plan
    notes = []
    if not plan.track and (agent := only_there(plan)):
        notes.append(
            f"What games saw and used was not kept, and cannot be found out: {agent}, who played them, is in no file. "
            "Simulate with track=True."
        )
    if batch.interrupted:
        notes.append(f"The batch is not finished: {batch.n:,} of {plan.games:,} games are played, and reported here.")
    if batch.n and batch.errors:
        notes.append(
            f"{batch.errors:,} games ended with an error; they count as not won, and as neither used nor unused."
        )
    return notes


def _titles(game: Game, content: Any) -> Callable[[str, str], str]:
    """What people call a thing, by kind and id; the id where nobody knows better.

    Content may have other kinds than a report: what is of none of these is called as the first that has its id.
    """
    titles: dict[str, Mapping[str, str]] = {}
    for kind in () if game.tracking is None else game.tracking.kinds:
        try:
            titles[kind.name] = kind.titles(content)
        except Exception as error:
            raise PluginError(
                f"{game.id}: the titles of {kind.name!r} cannot be listed: {type(error).__name__}"
            ) from error
    others = ChainMap(*map(dict, titles.values()))
    return lambda kind, name: titles.get(kind, others).get(name, name)


def _pair(card: str, plan: Plan, games: Games, less: Batch, title: Callable[[str, str], str]) -> Knockout:
    found = weigh(games.batch, less)
    kind, _, name = next(name for name in plan.without if name not in games.plan.without).partition("/")
    full, rest = Rate(found.n, found.a.wins), Rate(found.n, found.b.wins)
    return Knockout(card, title(kind, name), full, rest, found.only_first, found.only_second)
