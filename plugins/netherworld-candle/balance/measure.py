"""Measure the balance of Netherworld Candle and print it as Markdown.

    python plugins/netherworld-candle/balance/measure.py [PART …] [--games 1000] [--seed 7] [--workers 2]

Parts are ``scenarios``, ``difficulties``, ``delvers``, ``alone`` and ``campaigns``; without any, all are printed.
``--games`` are played for each cell, a tenth of them for each cell of ``campaigns``.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator
from typing import Any

from undercroft import Batch, simulate
from undercroft.batch import wilson

GAME = "netherworld-candle"
SCENARIOS = tuple(range(1, 10))
DIFFICULTIES = ("easy", "normal", "hard", "hell")
DELVERS = ("whisperlark", "dr-liang", "iron-abacus", "canger-ling")
CANDLE = "the candle is out"
"""The reason of a loss by the candle; every other loss comes from Delvers without Health."""


def play(setup: dict[str, Any], games: int, args: argparse.Namespace) -> Batch:
    """A batch of one cell; every cell has the same seed, so that the same decks and dice are met."""
    batch = simulate(GAME, games=games, agents="heuristic", seed=args.seed, setup=setup, workers=args.workers)
    if batch.stalled or batch.errors:
        raise SystemExit(f"{setup}: {batch.stalled} games stalled and {batch.errors} failed; expected none")
    return batch


def adventure(scenario: int, players: int, args: argparse.Namespace, **more: Any) -> Batch:
    """The adventures of one cell."""
    return play({"mode": "adventure", "scenario": str(scenario), "players": players, **more}, args.games, args)


def rate(batch: Batch) -> str:
    """A win rate with its 95 % Wilson interval, in per cent."""
    return f"{batch.win_rate:.1%} ({batch.win_rate_low:.1%} to {batch.win_rate_high:.1%})".replace("%", " %")


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells: str) -> str:
    return row(*cells) + "\n" + row(*("---" for _ in cells))


def column(batch: Batch, name: str) -> list[Any]:
    """A column of the rows of a batch, with or without polars."""
    games: Any = batch.games
    return list(games[name]) if hasattr(games, "columns") else [game[name] for game in games]


def mean(values: list[Any]) -> float:
    return sum(values) / max(1, len(values))


def scenarios(args: argparse.Namespace) -> Iterator[str]:
    """Each scenario on normal with two, three and four players: how often it is won, and what loses it."""
    yield head("scenario", "players", "won", "lost by the candle", "lost by defeat", "rounds", "spaces of candle left")
    for scenario, players in itertools.product(SCENARIOS, (2, 3, 4)):
        batch = adventure(scenario, players, args)
        candle = column(batch, "reason").count(CANDLE)
        left = [n for n, result in zip(column(batch, "candle_left"), column(batch, "result"), strict=True)
                if result == "win"]  # fmt: skip
        rounds, left_over = f"{mean(column(batch, 'rounds')):.1f}", f"{mean(left):.1f}"
        yield row(scenario, players, rate(batch), candle, batch.losses - candle, rounds, left_over)


def difficulties(args: argparse.Namespace) -> Iterator[str]:
    """Each scenario in each mode, two to four players together, and whether neighbouring intervals are apart."""
    yield head("scenario", "games a mode", *DIFFICULTIES, "intervals apart")
    for scenario in SCENARIOS:
        rates = []
        for mode in DIFFICULTIES:
            batches = [adventure(scenario, players, args, difficulty=mode) for players in (2, 3, 4)]
            wins, games = sum(batch.wins for batch in batches), sum(batch.n for batch in batches)
            rates.append((wins / games, *wilson(wins, games)))
        apart = all(above[1] > below[2] for above, below in itertools.pairwise(rates))
        cells = [f"{won:.1%} ({low:.1%} to {high:.1%})".replace("%", " %") for won, low, high in rates]
        yield row(scenario, 3 * args.games, *cells, "yes" if apart else "no")


def delvers(args: argparse.Namespace) -> Iterator[str]:
    """All six pairs of Delvers in every scenario; a Delver's rate is that of the pairs with them."""
    won = dict.fromkeys(DELVERS, 0)
    games = dict.fromkeys(DELVERS, 0)
    for scenario, pair in itertools.product(SCENARIOS, itertools.combinations(DELVERS, 2)):
        batch = adventure(scenario, 2, args, delvers=",".join(pair))
        for name in pair:
            won[name] += batch.wins
            games[name] += batch.n
    whole = 100 * sum(won.values()) / sum(games.values())
    yield head("Delver", "games", "won", "from the mean")
    for name in DELVERS:
        share = 100 * won[name] / games[name]
        yield row(name, games[name], f"{share:.1f} %", f"{share - whole:+.1f} points")


def alone(args: argparse.Namespace) -> Iterator[str]:
    """One player, with one Delver and with two."""
    yield head("scenario", "true solo", "dual-handed")
    for scenario in SCENARIOS:
        yield row(scenario, *[rate(adventure(scenario, 1, args, solo=solo)) for solo in ("true-solo", "dual-handed")])


def campaigns(args: argparse.Namespace) -> Iterator[str]:
    """Whole campaigns: how they end, and how many scenarios and setbacks they take."""
    yield head("players", "campaigns", "reached an ending", "scenarios won", "scenarios failed", "setbacks", "endings")
    for players in (1, 2, 3, 4):
        batch = play({"mode": "campaign", "players": players}, max(1, args.games // 10), args)
        finals = column(batch, "final")
        ends = ", ".join(f"{name or 'none'} {finals.count(name)}" for name in sorted(set(finals)))
        figures = [f"{mean(column(batch, name)):.1f}" for name in ("scenarios_won", "scenarios_failed", "setbacks")]
        yield row(players, batch.n, rate(batch), *figures, ends)


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[str]]] = {
    "scenarios": scenarios,
    "difficulties": difficulties,
    "delvers": delvers,
    "alone": alone,
    "campaigns": campaigns,
}


def main() -> None:
    """Print the tables that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    unknown = [part for part in args.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    for part in args.parts or PARTS:
        print(f"\n### {part}\n")
        for line in PARTS[part](args):
            print(line, flush=True)


if __name__ == "__main__":
    main()
