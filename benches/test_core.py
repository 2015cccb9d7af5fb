"""The core against the obvious Python way, side by side; each must be at least ten times as fast.

`pytest benches/test_core.py --benchmark-only` prints both sides of every group, and the ratio as extra information.
"""

from __future__ import annotations

import random
import statistics
import timeit
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from undercroft._core import MORE, SKIP, Board, Deck, FaceTable, Stream

TARGET = 10.0
CARDS = 69
HITS = [(card * 7) % 4 % 3 for card in range(CARDS)]
FLAGS = [MORE if card % 23 == 5 else SKIP if card % 29 == 3 else 0 for card in range(CARDS)]


def python_reveal(deck: list[int], discard: list[int], n: int) -> int:
    """Reveal n cards, chain and skip, reshuffle when the deck runs out, count, discard."""
    lying, skipped = [], []
    while n > 0 and (deck or discard):
        if not deck:
            deck.extend(discard)
            discard.clear()
            random.shuffle(deck)
        card = deck.pop()
        flags = FLAGS[card]
        if flags & SKIP:
            skipped.append(card)
            continue
        lying.append(card)
        if not flags & MORE:
            n -= 1
    discard.extend(skipped)
    discard.extend(lying)
    return sum(HITS[card] for card in lying)


def python_steps(around: list[list[int]], place: int, target: int) -> list[int]:
    """Search back from the target; keep the neighbours that are one step nearer."""
    distance = {target: 0}
    waiting = deque([target])
    while waiting:
        here = waiting.popleft()
        for there in around[here]:
            if there not in distance:
                distance[there] = distance[here] + 1
                waiting.append(there)
    return [there for there in around[place] if distance.get(there, -1) == distance[place] - 1]


def map_of_60() -> tuple[Board, list[list[int]]]:
    """Ten by six places, a quarter of the ways closed, as game maps are."""
    rng = random.Random(60)
    grid = Board.grid(10, 6).edges()
    edges = [edge for edge in grid if rng.random() < 0.75]
    board = Board(60, edges)
    return board, [board.neighbours(place) for place in range(60)]


def shuffle_pair() -> tuple[Callable[[], Any], Callable[[], Any]]:
    """A deck of 69 cards, as the games shuffle it."""
    deck, cards = Deck(range(CARDS), Stream(1, 0, "deck")), list(range(CARDS))
    return deck.shuffle, lambda: random.shuffle(cards)


def list_pair() -> tuple[Callable[[], Any], Callable[[], Any]]:
    """A Python list of 69 items, shuffled in place."""
    stream, ours, theirs = Stream(1, 0, "list"), list(range(CARDS)), list(range(CARDS))
    return lambda: stream.shuffle(ours), lambda: random.shuffle(theirs)


def reveal_pair() -> tuple[Callable[[], Any], Callable[[], Any]]:
    """A check of six cards from 69, redrawn from the discard pile when they run out."""
    table = FaceTable(hits=HITS, flags=FLAGS)
    deck, discard = Deck(range(CARDS), Stream(1, 0, "deck")), Deck()
    deck.shuffle()
    cards: list[int] = list(range(CARDS))
    random.shuffle(cards)
    thrown: list[int] = []
    return lambda: table.run(deck, 6, discard), lambda: python_reveal(cards, thrown, 6)


def steps_pair() -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Every shortest next step between two places of a map of 60."""
    board, around = map_of_60()
    place, target = 12, 57
    assert board.next_steps(place, target) == python_steps(around, place, target)
    return lambda: board.next_steps(place, target), lambda: python_steps(around, place, target)


PAIRS = {
    "shuffle a deck of 69": shuffle_pair,
    "shuffle a list of 69": list_pair,
    "reveal 6 of 69 and count": reveal_pair,
    "next steps on 60 places": steps_pair,
}


def times_as_fast(ours: Callable[[], Any], theirs: Callable[[], Any]) -> float:
    """The ratio of both times, taken round by round so that a slow phase of the machine hits both; the median round."""
    rounds = [timeit.timeit(theirs, number=1000) / timeit.timeit(ours, number=1000) for _ in range(15)]
    return statistics.median(rounds)


@pytest.mark.parametrize("name", PAIRS)
def test_core(benchmark: Any, name: str) -> None:
    ours, theirs = PAIRS[name]()
    benchmark.group = name
    ratio = times_as_fast(ours, theirs)
    benchmark.extra_info["times_as_fast"] = round(ratio, 1)
    benchmark(ours)
    print(f"{name}: {ratio:.1f} times as fast as Python")
    assert ratio >= TARGET


@pytest.mark.parametrize("name", PAIRS)
def test_python(benchmark: Any, name: str) -> None:
    benchmark.group = name
    benchmark(PAIRS[name]()[1])
