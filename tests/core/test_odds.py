"""Odds: exact distributions against every case gone through one by one, in fractions."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.test_check import table_of, tables, wants
from tests.core.twins import Branching, Face, TwinCheck, score

from undercroft import _core
from undercroft._core import (
    CoreError,
    Deck,
    DicePool,
    FaceTable,
    Stream,
    at_least,
    check_odds,
    convolve,
    hypergeometric,
    mean,
    pool_odds,
)

wild: Any = _core  # for arguments that a type checker does not let pass

few = st.lists(st.integers(0, 6), max_size=4)


def same(odds: list[tuple[int, float]], exact: dict[int, Fraction]) -> None:
    assert [outcome for outcome, _ in odds] == sorted(outcome for outcome, p in exact.items() if p)
    for outcome, p in odds:
        assert math.isclose(p, exact[outcome], rel_tol=1e-12)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables, few, st.lists(st.integers(0, 6), max_size=2), st.integers(0, 4), wants, st.integers(0, 1))
def test_check_odds_are_those_of_every_order(
    rows: list[Face], cards: list[int], old: list[int], n: int, want: Any, redraws: int
) -> None:
    def play(chance: Branching) -> int:
        deck = list(cards)
        chance.shuffle(deck)
        check = TwinCheck(rows, deck, list(old), chance.shuffle)
        check.reveal(n)
        check.redraw_low(want, redraws)
        return check.total(want)

    same(check_odds(table_of(rows), cards, n, old, want, redraws), Branching().paths(play))


@settings(max_examples=120, deadline=None)
@given(st.lists(tables.filter(lambda rows: len(rows) < 4), max_size=3), wants, st.integers(0, 1))
def test_pool_odds_are_those_of_every_roll(kinds: list[list[Face]], want: Any, rerolls: int) -> None:
    def play(chance: Branching) -> int:
        total = 0
        for kind in kinds:
            for left in range(rerolls, -1, -1):
                face = kind[chance.below(len(kind))]
                if score(face, want) > 0 or not left:
                    total += score(face, want)
                    break
        return total

    same(pool_odds(DicePool(map(table_of, kinds)), want, rerolls), Branching().paths(play))


@given(st.integers(0, 40), st.data())
def test_hypergeometric_is_the_count_of_hands(total: int, data: st.DataObject) -> None:
    marked, drawn = data.draw(st.integers(0, total)), data.draw(st.integers(0, total))
    cases = {k: math.comb(marked, k) * math.comb(total - marked, drawn - k) for k in range(drawn + 1)}
    same(hypergeometric(total, marked, drawn), {k: Fraction(n, math.comb(total, drawn)) for k, n in cases.items()})


def test_hypergeometric_holds_for_large_numbers() -> None:
    odds = hypergeometric(1_000_000, 300_000, 1000)
    assert math.isclose(sum(p for _, p in odds), 1, rel_tol=1e-12)
    assert math.isclose(mean(odds), 300, rel_tol=1e-9)


def test_hypergeometric_and_check_odds_agree_on_a_deck_of_69() -> None:
    table = FaceTable(hits=[0, 1])
    ours = check_odds(table, [0] * 59 + [1] * 10, 6)
    for (a, p), (b, q) in zip(ours, hypergeometric(69, 10, 6), strict=True):
        assert a == b
        assert math.isclose(p, q, rel_tol=1e-12)


def test_the_dice_of_the_rules() -> None:
    """Ten-faced dice: at least one shield with 1, 2, 3 dice, and no beast on 5 (SS-DIE-001, AL accuracy table)."""
    shield, beast = 1, 2
    blue = FaceTable(hits=[0, 0, 0, 0, 1, 1, 1, 1, 1, 2], masks=[beast, *[shield] * 4, 4, 4, 4, 8, 8])
    for dice, expected in ((1, 0.4), (2, 0.64), (3, 0.784)):
        assert math.isclose(at_least(pool_odds(DicePool([blue] * dice), shield), 1), expected, rel_tol=1e-12)
    assert math.isclose(1 - at_least(pool_odds(DicePool([blue] * 5), beast), 1), 0.59049, rel_tol=1e-12)
    assert math.isclose(mean(pool_odds(DicePool([blue] * 3))), 2.1, rel_tol=1e-12)


def test_odds_are_what_happens() -> None:
    """The simulated kernel and the exact sum, on a deck too large to go through."""
    table = FaceTable(hits=[0, 1, 2, 0, 0], flags=[0, 0, 0, 1, 2])
    cards = [0] * 8 + [1] * 6 + [2] * 2 + [3] * 2 + [4] * 2
    odds = dict(check_odds(table, cards, 4, redraws=1))
    counts: Counter[int] = Counter()
    for game in range(20_000):
        deck = Deck(cards, Stream(9, game, "d"))
        deck.shuffle()
        counts[table.run(deck, 4, Deck(), redraws=1)[0]] += 1
    for outcome, p in odds.items():
        assert abs(counts[outcome] - 20_000 * p) < 4.5 * math.sqrt(20_000 * p * (1 - p)) + 1


@given(st.lists(st.tuples(st.integers(-5, 5), st.floats(0.01, 1)), max_size=6))
def test_convolution_adds_outcomes(odds: list[tuple[int, float]]) -> None:
    both = convolve(odds, [(1, 0.25), (3, 0.75)])
    assert math.isclose(sum(p for _, p in both), sum(p for _, p in odds), rel_tol=1e-12, abs_tol=1e-15)
    assert both == sorted(both)
    assert math.isclose(at_least(odds, -5), sum(p for _, p in odds), abs_tol=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: wild.check_odds(t, [0], -1), "n must be"),
        (lambda t: wild.check_odds(None, [0], 1), "expected a FaceTable"),
        (lambda t: wild.check_odds(t, [0] * 40_000, 1, [0] * 40_000), "at most 65535 cards, got 80000"),
        (lambda t: wild.check_odds(t, [0] * 60 + list(range(60)), 40, (), "value", 3), "too many cases"),
        (lambda t: wild.check_odds(FaceTable(range(100)), range(100), 2, want="value"), "at most 64 different"),
        (lambda t: wild.pool_odds(t), "pool must be a DicePool"),
        (lambda t: wild.pool_odds(DicePool([t]), rerolls=5000), "at most 1000"),
        (lambda t: wild.pool_odds(DicePool([FaceTable([3**i for i in range(19)])] * 9), "value"), "outcomes|cases"),
        (lambda t: wild.hypergeometric(3, 4, 1), "neither 4 can be marked"),
        (lambda t: wild.hypergeometric(2**40, 4, 1), "at most 1000000"),
        (lambda t: wild.convolve([(1, 2.0)], []), "probability must be from 0 to 1, got 2"),
        (lambda t: wild.convolve([(1, math.nan)], []), "probability must be from 0 to 1, got NaN"),
        (lambda t: wild.convolve([1], []), "a must hold pairs"),
        (lambda t: wild.convolve([(0.5, 1)], []), "an outcome must be"),
        (lambda t: wild.at_least([], "x"), "least must be"),
        (lambda t: wild.mean(5), "odds must be a sequence"),
    ],
)
def test_bad_arguments_are_told(call: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        call(FaceTable(list(range(60)), hits=[1] * 60))
