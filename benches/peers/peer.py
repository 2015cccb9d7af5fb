"""Rates of other libraries, run with the interpreter of their own environment (see setup.sh).

``python peer.py catanatron`` or ``python peer.py uno`` prints one line of JSON with ``decisions_per_s``: whole games by
a uniformly random player, the median of several runs of one second. Catanatron also tells ``copy_us``, the time of
``Game.copy`` in the middle of a game. The fastest way to drive each library is the one that is measured.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

ROUNDS = int(os.environ.get("RATE_ROUNDS", "7"))
SECONDS = float(os.environ.get("RATE_SECONDS", "1.0"))
RND = random.Random(12345).random


def catan() -> Any:
    """A new game of four random players."""
    from catanatron import Color, Game, RandomPlayer

    return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def play_catan(game: Any, limit: int) -> int:
    """Play on without validation, the faster of the two ways; returns the decisions made."""
    from catanatron.game import TURNS_LIMIT

    state, made = game.state, 0
    execute = game.execute
    on_state = not hasattr(game, "playable_actions")
    while made != limit and game.winning_color() is None and state.num_turns < TURNS_LIMIT:
        actions = state.playable_actions if on_state else game.playable_actions
        execute(actions[int(RND() * len(actions))], False)
        made += 1
    return made


def uno_runner() -> Callable[[], int]:
    """Games of uno on one environment, which is how its own examples run many."""
    import rlcard

    game = rlcard.make("uno", config={"seed": 1}).game

    def run() -> int:
        game.init_game()
        made = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(RND() * len(legal))])
            made += 1
        return made

    return run


def rate(run: Callable[[], int]) -> float:
    """Decisions per second: the median of several runs."""
    for _ in range(3):
        run()
    rates = []
    for _ in range(ROUNDS):
        made = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            made += run()
        rates.append(made / (time.perf_counter() - start))
    return statistics.median(rates)


def copy_micros() -> float:
    """Microseconds of ``Game.copy`` in the middle of a game."""
    game = catan()
    play_catan(game, 400)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(500):
            game.copy()
        times.append((time.perf_counter() - start) / 500 * 1e6)
    return statistics.median(times)


def main(name: str) -> None:
    """Print the figures of one library."""
    if name == "catanatron":
        random.seed(1)
        figures = {"decisions_per_s": round(rate(lambda: play_catan(catan(), -1))), "copy_us": round(copy_micros(), 2)}
    else:
        figures = {"decisions_per_s": round(rate(uno_runner()))}
    print(json.dumps({"peer": name, **figures}))


if __name__ == "__main__":
    main(sys.argv[1])
