"""How fast games are played: whole games by a uniformly random agent, and forks in the middle of one.

``python -m benches.rates delve``, ``… death-binder mode=descent``, ``… fork``, ``… fork netherworld-candle`` and
``… reference`` each print a line of JSON. A rate is the median over several runs of one second, in one process, with
nothing recorded.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable

from benches.reference import play

from undercroft import RandomAgent, Session, Stream, Tables, play_out, registry
from undercroft.game import resolve_setup

__all__ = [
    "fork_micros",
    "in_combat",
    "in_fight",
    "in_long_game",
    "play_rate",
    "random_games",
    "reference_rate",
    "tables",
]

ROUNDS = int(os.environ.get("RATE_ROUNDS", "7"))
SECONDS = float(os.environ.get("RATE_SECONDS", "1.0"))


def tables(game: str, setup: dict[str, str]) -> Tables:
    """The maker of tables for an installed game."""
    found = registry().game(game)
    return registry().tables(found, resolve_setup(found, setup))


def random_games(game: str, setup: dict[str, str]) -> Callable[[int, int], int]:
    """Plays game ``index`` of a run seed with random agents, set-up included, and gives its number of decisions."""
    dealer = tables(game, setup)
    agents = [RandomAgent() for _ in range(int(setup.get("players", "1")))]

    def run(seed: int, index: int) -> int:
        table = dealer.deal(seed, index)
        for seat, agent in enumerate(agents, 1):
            agent.begin(seat, Stream(seed, index, f"agent/{seat}"))
        return play_out(table, agents)

    return run


def play_rate(game: str, setup: dict[str, str]) -> float:
    """Decisions per second of whole games, set-up included: the median of ``ROUNDS`` runs."""
    return _median_rate(random_games(game, setup))


def reference_rate() -> float:
    """Decisions per second of the bare reference game."""
    return _median_rate(lambda seed, index: play(seed * 1_000_000 + index))


def _median_rate(run: Callable[[int, int], int]) -> float:
    for index in range(20):
        run(99, index)
    rates = []
    for seed in range(ROUNDS):
        decisions, index = 0, 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            for _ in range(10):
                decisions += run(seed, index)
                index += 1
        rates.append(decisions / (time.perf_counter() - start))
    return statistics.median(rates)


def in_combat(least: int, seed: int = 0) -> Session:
    """A session of Death Binder in the middle of a Combat turn, after at least so many decisions."""
    dealer = tables("death-binder", {"mode": "descent"})
    agent = registry().agents_for("death-binder")["heuristic"].make({})
    while True:
        session = Session.of(dealer, seed)
        agent.begin(1, Stream(seed, 0, "agent/1"))
        made = 0
        while session.ask is not None:
            seat, prompt, options = session.ask
            if made >= least and prompt == "attack" and session.state.players[0].played:
                return session
            session.choose(agent.choose(session, seat, prompt, options))
            made += 1
        seed += 1


def in_fight(least: int, scenario: str = "generals-tomb", players: int = 2, seed: int = 0) -> Session:
    """A session of Netherworld Candle in the middle of a turn, with an enemy at hand, after at least so many decisions.

    Two careful players who hold equipment: a table of ordinary size.
    """
    dealer = tables("netherworld-candle", {"mode": "adventure", "scenario": scenario, "players": str(players)})
    agents = [registry().agents_for("netherworld-candle")["heuristic"].make({}) for _ in range(players)]
    while True:
        session = Session.of(dealer, seed)
        for seat, agent in enumerate(agents, 1):
            agent.begin(seat, Stream(seed, 0, f"agent/{seat}"))
        made = 0
        while session.ask is not None:
            seat, prompt, options = session.ask
            d = session.state.delvers[seat - 1]
            fights = any(e.place == d.place for e in session.state.enemies)
            if made >= least and prompt == "turn" and d.plays and fights:
                return session
            session.choose(agents[seat - 1].choose(session, seat, prompt, options))
            made += 1
        seed += 1


def in_long_game(least: int) -> Session:
    """A session of delve in the middle of a turn after at least so many decisions of a careful player."""
    session = Session.of(tables("delve", {"rooms": "1000"}), 7)
    made = 0
    while session.ask is not None:
        _, prompt, options = session.ask
        if made >= least and prompt == "attack":
            return session
        session.choose(options[min(1, len(options) - 1)] if prompt == "block" else options[0])
        made += 1
    raise SystemExit(f"the game was over after {made} decisions")


def fork_micros(session: Session) -> float:
    """Microseconds of a fork in the middle of a turn, random generators included, ready to choose on."""
    count = 2_000
    best = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(count):
            session.fork()
        best.append((time.perf_counter() - start) / count * 1e6)
    return statistics.median(best)


def main(words: list[str]) -> None:
    """Print the figure that was asked for as one line of JSON."""
    what, *rest = words or ["death-binder", "mode=descent"]
    if what == "fork" and rest:
        print(json.dumps({"fork_us": round(fork_micros(in_fight(20)), 3), "game": "netherworld-candle"}))
    elif what == "fork":
        print(json.dumps({"fork_us": round(fork_micros(in_combat(10)), 3), "game": "death-binder"}))
    elif what == "long-fork":
        least = int(rest[0])
        print(json.dumps({"fork_us": round(fork_micros(in_long_game(least)), 3), "after_decisions": least}))
    elif what == "reference":
        print(json.dumps({"decisions_per_s": round(reference_rate())}))
    else:
        setup = dict(word.split("=", 1) for word in rest)
        print(json.dumps({"decisions_per_s": round(play_rate(what, setup)), "game": what, "setup": setup}))


if __name__ == "__main__":
    main(sys.argv[1:])
