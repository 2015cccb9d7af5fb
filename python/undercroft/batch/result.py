"""Batch: what came out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.plan import Plan
from undercroft.batch.stats import Headline, wilson
from undercroft.batch.store import Store
from undercroft.batch.table import CardColumns, has_polars
from undercroft.errors import BatchError

__all__ = ["Batch", "BatchStoppedError", "Interrupted"]


@attrs.define(eq=False, repr=False)
class Batch:
    """A batch of games that were played.

    ``n`` games are finished: ``wins``, ``losses``, ``stalled`` (the cap on decisions was hit) and ``errors``; all of
    them count in the rates. ``seconds`` is how long this run took, ``played`` and ``played_decisions`` what it played
    itself (a resumed batch has games from before). ``interrupted`` says that games are missing. ``notes`` tells what
    went wrong on the way.
    """

    plan: Plan
    workers: int
    seconds: float
    played: int
    played_decisions: int
    interrupted: bool
    out: Path | None
    notes: tuple[str, ...]
    digest: str
    """32 hex digits that stand for the whole table; equal for equal plans, however the games were played."""
    _store: Store

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game}: {self.wins} wins, digest {self.digest}>"

    # -- what was asked -------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's id."""
        return self.plan.game

    @property
    def setup(self) -> dict[str, Any]:
        """The fully resolved setup."""
        return self.plan.setup

    @property
    def seed(self) -> int:
        """The run's seed."""
        return self.plan.seed

    @property
    def versions(self) -> dict[str, str]:
        """The version of everything that has a say in the games."""
        return self.plan.versions

    # -- counts ---------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Games that are finished."""
        return self._store.tally.n

    @property
    def wins(self) -> int:
        """Games won."""
        return self._store.tally.results["win"]

    @property
    def losses(self) -> int:
        """Games lost."""
        return self._store.tally.results["loss"]

    @property
    def stalled(self) -> int:
        """Games that hit the cap on decisions."""
        return self._store.tally.results["stalled"]

    @property
    def errors(self) -> int:
        """Games in which something was raised."""
        return self._store.tally.results["error"]

    @property
    def win_rate(self) -> float:
        """Wins by games, 0..1; 0 where none is finished."""
        return self.wins / self.n if self.n else 0.0

    @property
    def win_rate_low(self) -> float:
        """Lower end of the 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.n)[0]

    @property
    def win_rate_high(self) -> float:
        """Upper end of the 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.n)[1]

    @property
    def decisions(self) -> int:
        """Decisions in all games."""
        return self._store.tally.decisions

    @property
    def decisions_per_second(self) -> float:
        """Decisions of this run by its seconds on the clock, over all workers; 0 where it played nothing."""
        return self.played_decisions / self.seconds if self.seconds else 0.0

    @property
    def games_per_second(self) -> float:
        """Games of this run by its seconds on the clock, over all workers; 0 where it played nothing."""
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def endings(self) -> list[tuple[str, str, int]]:
        """How games ended: result, reason, number of games; the most frequent first."""
        return self._store.tally.endings()

    def length(self, share: float) -> int:
        """The number of decisions that this share of the games (0..1) stayed within: 0.5 gives the median."""
        return self._store.tally.length(share)

    # -- the table ------------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table."""
        return self.plan.columns.names

    def blocks(self) -> Iterator[bytes]:
        """The table as canonical CSV lines without a header, a block of games at a time."""
        return self._store.blocks()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One dict a game, in order of index. Blanks of games with an error are ``None`` or ``""``."""
        return [row for lines in self.blocks() for row in self.plan.columns.rows(lines)]

    @property
    def games(self) -> Any:
        """One row a game: a polars data frame where polars is installed, else the list of :attr:`rows`."""
        return self.plan.columns.frame(self.blocks()) if has_polars() else self.rows

    @property
    def parts(self) -> Any:
        """One row for each part of a game, such as a scenario of a campaign, where the game reports those.

        ``index`` is the game's, ``part`` counts from 1, then follow the columns that the game declares: a polars data
        frame where polars is installed, else a list of dicts. A game that ended with an error has no parts.
        """
        return self.plan.parts.frame(self.part_blocks()) if has_polars() else self.part_rows

    @property
    def cards(self) -> Any:
        """One row for each thing that a game saw, where the batch is tracked; ``index`` is the game's.

        ``kind`` and ``id`` say what it is, ``seen`` and ``used`` how often: a polars data frame where polars is
        installed, else a list of dicts. A game that ended with an error has none.
        """
        return CardColumns().frame(self.card_blocks()) if has_polars() else self.card_rows

    @property
    def card_rows(self) -> list[dict[str, Any]]:
        """One dict for each thing that a game saw, in order of game and kind."""
        return [row for lines in self.card_blocks() for row in CardColumns().rows(lines)]

    def card_blocks(self) -> Iterator[bytes]:
        """The table of what games saw and used as canonical CSV lines without a header, a block at a time."""
        return self._store.side_blocks("cards")

    @property
    def part_rows(self) -> list[dict[str, Any]]:
        """One dict for each part of a game, in order of game and part."""
        return [row for lines in self.part_blocks() for row in self.plan.parts.rows(lines)]

    def part_blocks(self) -> Iterator[bytes]:
        """The table of parts as canonical CSV lines without a header, a block of games at a time."""
        return self._store.side_blocks("parts")

    @property
    def part_count(self) -> int:
        """How many rows the table of parts has."""
        return self._store.side_counts.get("parts", 0)

    @property
    def headline(self) -> dict[str, Headline]:
        """The figures that the game wants to be told of, by column; games with an error do not count."""
        watched, names = self._store.tally.watched, self.plan.columns.names
        whole = self.plan.columns.whole
        return {names[column]: Headline.of(values, number=whole[column]) for column, values in watched.items()}

    # -- in words -------------------------------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        """The batch in figures, as plain data."""
        return {
            "game": self.game,
            **self.plan.as_json(),
            "seed": self.seed,
            "limit": self.plan.limit,
            "requested": self.plan.games,
            "games": self.n,
            "wins": self.wins,
            "losses": self.losses,
            "stalled": self.stalled,
            "errors": self.errors,
            "win_rate": self.win_rate,
            "win_rate_low": self.win_rate_low,
            "win_rate_high": self.win_rate_high,
            "endings": [{"result": r, "reason": why, "games": count} for r, why, count in self.endings],
            "headline": {name: attrs.asdict(row) for name, row in self.headline.items()},
            "parts": self.part_count,
            "decisions": self.decisions,
            "length": {"p50": self.length(0.5), "p99": self.length(0.99), "max": self.length(1.0)},
            "seconds": self.seconds,
            "decisions_per_second": self.decisions_per_second,
            "games_per_second": self.games_per_second,
            "workers": self.workers,
            "interrupted": self.interrupted,
            "out": None if self.out is None else str(self.out),
            "notes": list(self.notes),
            "digest": self.digest,
            "versions": self.versions,
        }

    def summary(self) -> str:
        """The batch in a few lines of text."""
        setup = " ".join(f"{key}={value}" for key, value in self.setup.items())
        extra = f" with {', '.join(self.plan.expansions)}" if self.plan.expansions else ""
        extra += f" without {', '.join(self.plan.without)}" if self.plan.without else ""
        lines = [f"{self.game}{extra}: {setup}", f"seed {self.seed}, {_agents(self.plan.agent_names)}"]
        of = f" of {self.plan.games:,}" if self.interrupted else ""
        lines.append(
            f"wins      {self.wins:,} in {self.n:,}{of} games: {self.win_rate:.1%} "
            f"(95 %: {self.win_rate_low:.1%} to {self.win_rate_high:.1%})"
        )
        others = [("losses", self.losses), ("stalled", self.stalled), ("errors", self.errors)]
        lines.append("others    " + ", ".join(f"{name} {count:,}" for name, count in others))
        lines += [
            f"{'ends' if at == 0 else '':<10}{count:>8,}  {result}: {reason or 'no reason given'}"
            for at, (result, reason, count) in enumerate(self.endings[:_MOST_ENDINGS])
        ]
        hidden = len(self.endings) - _MOST_ENDINGS
        if hidden > 0:
            lines.append(f"{'':<10}and {hidden:,} more")
        lines.append(
            f"length    p50 {self.length(0.5):,}, p99 {self.length(0.99):,}, max {self.length(1.0):,} decisions; "
            f"{self.decisions:,} in all"
        )
        lines += [
            f"{'' if at else 'figures':<10}{name} {row.words}" for at, (name, row) in enumerate(self.headline.items())
        ]
        if self.seconds:
            lines.append(
                f"speed     {self.decisions_per_second:,.0f} decisions/s, {self.games_per_second:,.1f} games/s, "
                f"{self.workers} worker{'s' if self.workers != 1 else ''}, {self.seconds:.1f} s"
            )
        if self.out is not None:
            lines.append(f"kept in   {self.out}")
        lines += [f"note      {note}" for note in self.notes]
        lines.append(f"digest    {self.digest}")
        return "\n".join(lines)


_MOST_ENDINGS = 12


def _agents(names: list[str]) -> str:
    return f"agent {names[0]}" if len(set(names)) == 1 else "agents " + ", ".join(names)


class Interrupted(KeyboardInterrupt):
    """Somebody stopped a batch with Ctrl-C. ``batch`` has the games that were finished."""

    def __init__(self, batch: Batch) -> None:
        super().__init__(f"interrupted after {batch.n:,} of {batch.plan.games:,} games")
        self.batch = batch


class BatchStoppedError(BatchError):
    """A batch could not go on. ``batch`` has the games that were finished."""

    def __init__(self, message: str, batch: Batch) -> None:
        super().__init__(message)
        self.batch = batch
