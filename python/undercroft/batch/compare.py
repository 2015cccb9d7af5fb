"""Comparing two sides on the same seeds: does an expansion, a card or another agent change how often the table wins?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from undercroft.batch.comparison import CompareInterrupted, Comparison, Rule, weigh
from undercroft.batch.conduct import Progress
from undercroft.batch.crew import hire
from undercroft.batch.plan import Plan, check_workers
from undercroft.batch.result import Batch
from undercroft.batch.run import Run
from undercroft.batch.side import Side
from undercroft.batch.store import Store
from undercroft.errors import BatchError, UsageError

__all__ = ["CompareStoppedError", "Comparison", "compare", "looks"]

_FIRST_LOOK = 200
_MOST_UNTIL = 1_000_000
"""Games of each side at the most where a comparison is to stop by itself and nothing else is said."""


class CompareStoppedError(BatchError):
    """A comparison could not go on. ``comparison`` has the games that both sides finished."""

    def __init__(self, message: str, comparison: Comparison) -> None:
        super().__init__(message)
        self.comparison = comparison


def compare(
    a: str | Side | Batch,
    b: str | Side | Batch,
    *,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    until_ci: float | None = None,
    limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Comparison:
    """Hold two sides against each other, game by game on the same seeds; the difference is ``b`` minus ``a``.

    A side is text (see :meth:`Side.parse`), a :class:`Side` or a finished :class:`Batch`. Sides are played: ``games``
    games each (1000), game *i* of both from ``seed`` (0), with ``workers`` processes for both together; the result does
    not depend on how many. Streams are named by purpose, so such games share their luck wherever the sides do not
    differ, and the pairs show smaller differences than two win rates side by side.

    ``until_ci`` stops as soon as half the width of the difference's 95 % interval is not above it, and after ``games``
    (a million) at the latest. It is looked at after fixed numbers of games alone (:func:`looks`). A side beside a
    finished batch is played on the batch's games; two finished batches are compared over the games that both have,
    without pairs where their seeds differ.

    Games that stall or fail count as not won. Raises :class:`UsageError` for what does not exist or cannot be, and for
    sides of different games; :class:`CompareInterrupted` after Ctrl-C and :class:`CompareStoppedError` where the run
    cannot go on, both with the ``comparison`` of what was finished.
    """
    one, two = (Side.parse(side) if isinstance(side, str) else side for side in (a, b))
    for side in (one, two):
        if not isinstance(side, Side | Batch):
            raise UsageError(f"{side!r:.60} is no side; expected a text, a Side or a Batch")
    if isinstance(one, Batch) and isinstance(two, Batch):
        _nothing_else(games=games, seed=seed, until_ci=until_ci, limit=limit)
        return _finished(one, two)
    check_workers(workers)
    if until_ci is not None and (type(until_ci) not in (int, float) or not 0 < until_ci < 1):
        raise UsageError(f"until_ci cannot be {until_ci!r}; expected a number between 0 and 1, such as 0.01")
    _same_game(*(side.game if isinstance(side, Batch) else side.game_id for side in (one, two)))
    batch = next((side for side in (one, two) if isinstance(side, Batch)), None)
    if batch is None:
        games = (1000 if until_ci is None else _MOST_UNTIL) if games is None else games
        seed = 0 if seed is None else seed
    else:
        games, seed = _like(batch, games, seed)
        if limit not in (None, batch.plan.limit):
            raise UsageError(f"limit cannot be {limit}; the finished batch has {batch.plan.limit}")
        limit = batch.plan.limit
    plans = [s.plan if isinstance(s, Batch) else s.plan(games=games, seed=seed, limit=limit) for s in (one, two)]
    played = {number: plan for number, plan in enumerate(plans) if not isinstance((one, two)[number], Batch)}
    return _play((one, two), played, games, workers, until_ci, progress, note)


def _same_game(one: str, two: str) -> None:
    if one != two:
        raise UsageError(f"the sides are of two games, {one} and {two}; expected the same game on both")


def _nothing_else(**given: float | None) -> None:
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"{name} cannot be {value!r}: both batches are played; all games of both are compared")


def _finished(one: Batch, two: Batch) -> Comparison:
    if one.game != two.game:
        raise UsageError(f"a batch of {one.game} cannot be compared with one of {two.game}")
    found = weigh(one, two)
    if found.n == 0:
        raise UsageError("the two batches have no game in common")
    return found


def _like(batch: Batch, games: int | None, seed: int | None) -> tuple[int, int]:
    """The games and the seed of a side that is played beside a finished batch."""
    if seed not in (None, batch.seed):
        raise UsageError(f"seed cannot be {seed}; the finished batch has seed {batch.seed}")
    if batch.interrupted:
        raise UsageError(
            f"the batch is not finished: it has {batch.n} of {batch.plan.games} games; expected a finished one beside "
            "a side that is to be played"
        )
    if games is not None and games > batch.n:
        raise UsageError(f"games cannot be {games}; the finished batch has {batch.n}")
    return batch.n if games is None else games, batch.seed


def looks(most: int) -> Iterator[int]:
    """After how many games of each side a comparison that is to become narrow enough is looked at, up to ``most``.

    After 200, then each time a quarter more, rounded up to hundreds: 200, 300, 400, 500, 700, 900, 1200, 1500, 1900, …
    """
    at = _FIRST_LOOK
    while at < most:
        yield at
        at = -(-at * 5 // 400) * 100
    yield most


def _play(
    sides: tuple[Side | Batch, ...],
    plans: dict[int, Plan],
    games: int,
    workers: int | None,
    until_ci: float | None,
    progress: Callable[[Progress], None] | None,
    note: Callable[[str], None] | None,
) -> Comparison:
    crew = hire(*plans.values(), keep_replays=False, workers=workers)
    lanes = {number: lane for lane, number in enumerate(plans)}
    run = Run({lanes[number]: Store(plan) for number, plan in plans.items()}, crew, progress, note)
    taken: list[int] = []

    def comparison(*, interrupted: bool = False) -> Comparison:
        first, second = (s if isinstance(s, Batch) else run.batch(lanes[at]) for at, s in enumerate(sides))
        return weigh(
            first,
            second,
            Rule(games, until_ci, tuple(taken)),
            workers=run.workers,
            seconds=run.seconds,
            decisions=sum(run.batch(lane).played_decisions for lane in run.stores),
            interrupted=interrupted,
            notes=tuple(run.notes),
        )

    def goals() -> Iterator[int]:
        for look in (games,) if until_ci is None else looks(games):
            yield look
            if until_ci is not None:
                taken.append(look)
                if comparison().half_width <= until_ci:
                    return

    try:
        run.play(goals(), abreast=True)
    except KeyboardInterrupt:
        raise CompareInterrupted(comparison(interrupted=True)) from None
    except BatchError as error:
        raise CompareStoppedError(str(error), comparison(interrupted=True)) from error
    found = comparison()
    met = until_ci is not None and found.half_width <= until_ci
    return attrs.evolve(found, rule=attrs.evolve(found.rule, met=met))
