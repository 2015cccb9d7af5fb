"""What seeds 0 to 9 mean under pcg64/1. These values never change; a change here is a new RNG_ID."""

from __future__ import annotations

import pytest
from tests.core.twins import TwinStream

from undercroft._core import RNG_ID, Deck, DicePool, FaceTable, Stream

# For each seed: five numbers below a million, ten items shuffled, eight dice of six faces, a deck of twelve shuffled in
# game 3, four of a hundred sampled, and one fraction.
GOLDEN: list[tuple[list[int], list[int], list[int], list[int], list[int], float]] = [
    (
        [537770, 500922, 95915, 574675, 895004],
        [7, 0, 4, 2, 9, 3, 1, 6, 5, 8],
        [0, 1, 1, 3, 4, 5, 4, 3],
        [8, 6, 4, 5, 7, 11, 1, 2, 0, 10, 3, 9],
        [17, 56, 63, 71],
        0.7867952162026632,
    ),
    (
        [173279, 263518, 890341, 174467, 771428],
        [6, 1, 9, 8, 5, 0, 7, 2, 4, 3],
        [4, 1, 2, 0, 3, 4, 2, 4],
        [8, 4, 2, 5, 0, 10, 3, 9, 7, 6, 11, 1],
        [66, 96, 99, 27],
        0.8933772640138656,
    ),
    (
        [74829, 341769, 266905, 766018, 748798],
        [7, 5, 1, 9, 0, 4, 6, 8, 3, 2],
        [3, 5, 3, 2, 4, 1, 4, 5],
        [7, 4, 9, 2, 5, 3, 11, 1, 8, 0, 6, 10],
        [87, 22, 5, 77],
        0.14293472160426413,
    ),
    (
        [789287, 332011, 716050, 393712, 592117],
        [5, 1, 3, 4, 8, 9, 6, 7, 0, 2],
        [5, 0, 2, 1, 5, 1, 4, 4],
        [3, 1, 11, 5, 9, 7, 2, 8, 10, 4, 0, 6],
        [85, 87, 4, 11],
        0.28515525692388766,
    ),
    (
        [403894, 244101, 105147, 625989, 279898],
        [7, 0, 9, 6, 5, 1, 2, 3, 4, 8],
        [0, 3, 2, 1, 4, 0, 1, 3],
        [1, 3, 0, 2, 4, 5, 7, 9, 6, 10, 11, 8],
        [1, 41, 28, 93],
        0.9944058026157514,
    ),
    (
        [250169, 416399, 61216, 325490, 293781],
        [5, 9, 6, 8, 1, 0, 4, 7, 2, 3],
        [4, 2, 5, 2, 1, 3, 2, 3],
        [7, 9, 10, 3, 11, 1, 4, 5, 8, 2, 6, 0],
        [27, 55, 44, 16],
        0.9777862702186049,
    ),
    (
        [196170, 638942, 499805, 140406, 519145],
        [2, 1, 7, 8, 6, 4, 0, 3, 5, 9],
        [4, 1, 3, 1, 1, 5, 0, 0],
        [3, 2, 4, 6, 8, 10, 5, 0, 9, 11, 7, 1],
        [64, 36, 75, 9],
        0.126312574872268,
    ),
    (
        [131716, 753777, 509640, 231701, 355000],
        [6, 1, 7, 5, 3, 0, 9, 2, 4, 8],
        [0, 2, 1, 2, 1, 3, 2, 3],
        [3, 7, 5, 9, 8, 0, 1, 11, 10, 6, 4, 2],
        [76, 52, 29, 26],
        0.0061456103670201045,
    ),
    (
        [851046, 414476, 95294, 653708, 544146],
        [2, 6, 1, 4, 3, 7, 5, 8, 9, 0],
        [1, 5, 1, 0, 5, 5, 1, 0],
        [6, 2, 3, 0, 7, 8, 4, 10, 5, 9, 11, 1],
        [5, 69, 51, 88],
        0.2698924012013939,
    ),
    (
        [776856, 839500, 16372, 613228, 54389],
        [5, 7, 4, 9, 1, 6, 3, 0, 8, 2],
        [2, 2, 3, 4, 5, 3, 0, 4],
        [5, 7, 6, 3, 9, 4, 2, 0, 11, 8, 10, 1],
        [72, 27, 24, 26],
        0.7938940373327406,
    ),
]


@pytest.mark.parametrize("seed", range(10))
def test_golden_values(seed: int) -> None:
    numbers, shuffled, dice, deck, sampled, fraction = GOLDEN[seed]
    stream = Stream(seed, 0, "golden")
    assert [stream.below(1_000_000) for _ in range(5)] == numbers
    items = list(range(10))
    Stream(seed, 0, "golden/shuffle").shuffle(items)
    assert items == shuffled
    die = FaceTable(values=[1, 2, 3, 4, 5, 6])
    assert DicePool([die] * 8).roll(Stream(seed, 0, "golden/dice")) == dice
    pile = Deck(range(12), Stream(seed, 3, "golden/deck"))
    pile.shuffle()
    assert pile.cards() == deck
    assert Stream(seed, 0, "golden/sample").sample(100, 4) == sampled
    assert Stream(seed, 0, "golden/unit").unit() == fraction


@pytest.mark.parametrize("seed", range(10))
def test_the_twin_knows_them_too(seed: int) -> None:
    numbers, shuffled, dice, deck, sampled, fraction = GOLDEN[seed]
    twin = TwinStream(seed, 0, "golden")
    assert [twin.below(1_000_000) for _ in range(5)] == numbers
    items = list(range(10))
    TwinStream(seed, 0, "golden/shuffle").shuffle(items)
    assert items == shuffled
    twin = TwinStream(seed, 0, "golden/dice")
    assert [twin.below(6) for _ in range(8)] == dice
    pile = list(range(11, -1, -1))
    TwinStream(seed, 3, "golden/deck").shuffle(pile)
    assert pile[::-1] == deck
    assert TwinStream(seed, 0, "golden/sample").sample(100, 4) == sampled
    assert TwinStream(seed, 0, "golden/unit").unit() == fraction


def test_the_byte_forms_are_pinned() -> None:
    assert RNG_ID == "pcg64/1"
    stream = Stream(7, 3, "dice")
    stream.below(6)
    stream.script([5])
    assert stream.to_bytes().hex() == ("53315f1a69e666added05ebd6b06d76ed8d00100000000000000010000000500000000000000")
    assert Deck([3, 1], stream).to_bytes() == b"D1\2\0\0\0\3\0\0\1\0\0\1" + stream.to_bytes()[2:]
