"""How fast a search plays: decisions a second inside ``mcts``, beside whole random games in a batch's driver.

``python -m benches.search death-binder`` and ``… netherworld-candle mode=adventure scenario=prologue`` each print a
line of JSON. Both sides play at random, so that the ratio is what the search itself costs: forks, re-deals and the
tree. All time inside ``choose`` counts, and all decisions of its rehearsals. The sides alternate; the ratio of each
round is taken before the median.
"""

from __future__ import annotations

import json
import statistics
import sys
import time

from benches.rates import ROUNDS, SECONDS, random_games, tables

from undercroft import MctsAgent, Session, Stream

__all__ = ["search_rates"]

ITERATIONS = 200
OPENING = 25
"""So many decisions of a game are searched: later ones leave little to play out, and games differ in length."""


def searched(game: str, setup: dict[str, str], seed: int) -> float:
    """Decisions a second in the rehearsals of searches for all seats, over as many games as fill the time."""
    dealer = tables(game, setup)
    made, spent, index = 0, 0.0, 0
    while spent < SECONDS:
        session = Session.of(dealer, seed, index)
        agents = [MctsAgent(ITERATIONS, rollout="random", depth=0, rounds=0) for _ in range(_players(setup))]
        for seat, agent in enumerate(agents, 1):
            agent.begin(seat, Stream(seed, index, f"agent/{seat}"))
        for _ in range(OPENING):
            if session.ask is None:
                break
            seat, prompt, options = session.ask
            start = time.perf_counter()
            option = agents[seat - 1].choose(session, seat, prompt, options)
            spent += time.perf_counter() - start
            session.choose(option)
        made += sum(agent.walked + agent.rollout.made for agent in agents)
        index += 1
    return made / spent


def simulated(game: str, setup: dict[str, str], seed: int) -> float:
    """Decisions a second of whole random games, set-up included."""
    play = random_games(game, setup)
    made, index, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        made += play(seed, index)
        index += 1
    return made / (time.perf_counter() - start)


def _players(setup: dict[str, str]) -> int:
    return int(setup.get("players", "1"))


def search_rates(game: str, setup: dict[str, str]) -> dict[str, float | str]:
    """Both rates and their ratio, as medians over the rounds."""
    pairs = [(searched(game, setup, seed), simulated(game, setup, seed)) for seed in range(ROUNDS)]
    return {
        "game": game,
        "mcts": round(statistics.median(mcts for mcts, _ in pairs)),
        "simulate": round(statistics.median(plain for _, plain in pairs)),
        "ratio": round(statistics.median(mcts / plain for mcts, plain in pairs), 2),
    }


if __name__ == "__main__":
    print(json.dumps(search_rates(sys.argv[1], dict(word.split("=", 1) for word in sys.argv[2:]))))
