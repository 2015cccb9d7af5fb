"""Tests with a goal and attacks: best play and exact sums against every case gone through; rolls against both."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.core import odds_twins as twins
from tests.core.test_check import table_of
from tests.core.twins import Branching, Face, TwinCheck

from undercroft import _core
from undercroft._core import (
    SKIP,
    CoreError,
    DicePool,
    FaceTable,
    check_odds,
    check_rolls,
    pool_odds,
    pool_rolls,
    reveal_chance,
    reveal_odds,
    reveal_rolls,
    volley_odds,
    volley_rolls,
)

wild: Any = _core
GAIN, BOON = 16, 128
faces = st.tuples(
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 7),
    st.sampled_from([0, 0, 0, 1, 2, 4, 8, GAIN, 1 | GAIN, BOON, 8 | BOON]),
)
tables = st.lists(faces, min_size=4, max_size=4)
harmful = st.lists(
    st.tuples(st.integers(-1, 2), st.integers(-1, 2), st.integers(0, 3), st.just(0)), min_size=4, max_size=4
)
cards = st.lists(st.integers(0, 3), max_size=5)
few = st.lists(st.integers(0, 3), max_size=3)
goals = st.one_of(
    st.fixed_dictionaries({"icons": st.integers(1, 7), "flags": st.sampled_from([0, BOON])}),
    st.fixed_dictionaries({"all_icons": st.integers(1, 7)}),
    st.fixed_dictionaries({"hits": st.integers(1, 4), "armor": st.integers(0, 3), "flags": st.sampled_from([0, BOON])}),
    st.fixed_dictionaries({"value": st.integers(1, 5)}),
)
pays: Any = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"budget": st.integers(0, 3), "price": st.sampled_from([(1, 0), (0, 1), (1, 1)])}),
)
ways = st.one_of(
    st.fixed_dictionaries({"redraws": st.integers(0, 2), "gain": st.sampled_from([0, GAIN])}),
    st.fixed_dictionaries({"redraws": st.integers(0, 2), "lying": st.lists(st.integers(0, 3), max_size=2)}),
    st.fixed_dictionaries({"redraws": st.integers(0, 1), "fresh": st.integers(0, 1), "whole": st.just(True)}),
)
slow = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def close(ours: float, exact: Fraction) -> bool:
    return math.isclose(ours, exact, rel_tol=1e-11, abs_tol=1e-13)


@slow
@given(st.one_of(tables, harmful), cards, st.lists(st.integers(0, 3), max_size=2), st.integers(0, 3), goals, ways, pays)
def test_redraws_are_taken_as_is_best(
    rows: list[Face], deck: list[int], old: list[int], n: int, goal: Any, way: Any, pay: Any
) -> None:
    if goal.get("all_icons"):
        deck = deck[:4]
    aim = {**goal, **way, **pay}
    assume(not any(rows[card][3] & SKIP for card in aim.get("lying", ())))  # what is skipped never lies there
    try:
        exact = twins.chance(rows, deck, old, n, (), aim)
    except RecursionError:  # a card that pays for its own redraw, again and again
        assume(False)
    assert close(reveal_chance(table_of(rows), deck, n, old, **aim), exact)
    told = reveal_odds(table_of(rows), deck, n, old, **aim)
    assert close(sum(p for shows, p in told if goal_met(shows, aim)), exact)


def goal_met(shows: tuple[int, int, int, int], aim: Any) -> bool:
    """Whether what is told of an outcome is a success."""
    row = (shows[0], shows[1], shows[2], shows[3])
    return twins.met([row], [0], (), aim)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    tables,
    cards,
    st.integers(0, 2),
    goals,
    st.integers(0, 1),
    st.lists(st.tuples(few, few), min_size=1, max_size=2),
)
def test_decks_that_help_reveal_one_card_each(
    rows: list[Face], deck: list[int], n: int, goal: Any, redraws: int, decks: list[tuple[list[int], list[int]]]
) -> None:
    aim = {**goal, "redraws": redraws}
    exact = twins.helped(rows, decks, lambda cards: twins.chance(rows, deck, (), n, cards, aim))
    assert close(reveal_chance(table_of(rows), deck, n, (), decks, **aim), exact)


@slow
@given(tables, cards, st.lists(st.integers(0, 3), max_size=2), st.integers(0, 4))
def test_what_shows_is_told_in_full(rows: list[Face], deck: list[int], old: list[int], n: int) -> None:
    seen: list[tuple[int, int, int, int]] = []

    def play(chance: Branching) -> int:
        order = list(deck)
        chance.shuffle(order)
        check = TwinCheck(rows, order, list(old), chance.shuffle)
        check.reveal(n)
        lying = [rows[card] for card in check.lying]
        icons = flags = 0
        for row in lying:
            icons, flags = icons | row[2] & 5, flags | row[3] & BOON
        # A goal beyond reach asks for everything and changes nothing.
        shows = (sum(row[0] for row in lying), sum(row[1] for row in lying), icons, flags)
        if shows not in seen:
            seen.append(shows)
        return seen.index(shows)

    exact = {seen[at]: p for at, p in Branching().paths(play).items()}
    odds = reveal_odds(table_of(rows), deck, n, old, all_icons=5, flags=BOON, hits=99)
    assert [shows for shows, _ in odds] == sorted(exact)
    assert all(close(p, exact[shows]) for shows, p in odds)
    plain = reveal_odds(table_of(rows), deck, n, old)
    hits: dict[int, float] = {}
    for shows, p in plain:
        hits[shows[1]] = hits.get(shows[1], 0) + p
        assert shows[2:] == (0, 0)
    for (a, p), (b, q) in zip(sorted(hits.items()), check_odds(table_of(rows), deck, n, old), strict=True):
        assert a == b
        assert math.isclose(p, q, rel_tol=1e-11)


numbers = st.integers(0, 3)
quarters = st.sampled_from([0.25, 0.5, 1.0])
bonuses = st.lists(st.tuples(quarters, st.integers(-1, 3), st.booleans(), st.booleans()), max_size=2)
exposures = st.lists(st.tuples(quarters, st.integers(0, 1), st.integers(-1, 2)), max_size=2)


@st.composite
def attacks(draw: Any) -> Any:
    split = draw(st.sampled_from([(), (1.0,), (0.5, 0.5), (0.25, 0.75)]))
    return (
        draw(st.integers(0, 1)),
        [(p, draw(numbers), draw(st.integers(0, 1)), draw(bonuses), draw(exposures)) for p in split],
    )


people = st.tuples(st.integers(1, 9), st.integers(0, 4), st.integers(1, 2), st.integers(1, 2))


@slow
@given(st.lists(people, min_size=2, max_size=2), st.lists(attacks(), max_size=3))
def test_a_volley_is_every_course_of_it(targets: list[Any], shots: list[Any]) -> None:
    exact = twins.volley(targets, shots)
    odds = volley_odds(targets, shots)
    assert [tuple(left) for left, _ in odds] == sorted(exact)
    assert all(close(p, exact[tuple(left)]) for left, p in odds)


ROLLS = 40_000


def agree(odds: list[tuple[Any, float]], counts: list[tuple[Any, int]]) -> None:
    seen = {str(outcome): n for outcome, n in counts}
    assert sum(seen.values()) == ROLLS
    assert set(seen) <= {str(outcome) for outcome, _ in odds}
    for outcome, p in odds:
        assert abs(seen.get(str(outcome), 0) - ROLLS * p) < 5 * math.sqrt(ROLLS * p * (1 - p)) + 1


TABLE = FaceTable([0, 0, 1, 0, 0], [1, 0, 1, 2, 0], [1, 2, 4, 8, 16], [0, 0, 0, 1, 16 | 4])
PILE = [0] * 4 + [1] * 6 + [2] * 2 + [3] + [4] * 2


def test_rolls_are_what_the_odds_say() -> None:
    for aim in ({"hits": 3, "armor": 1, "redraws": 2}, {"icons": 4, "redraws": 1, "gain": 16}, {"all_icons": 5}):
        for help_ in ((), [(PILE, ()), ([], PILE[:9])]):
            odds = reveal_odds(TABLE, PILE, 3, [0, 1], help_, **aim)  # type: ignore[arg-type]
            agree(odds, reveal_rolls(TABLE, PILE, 3, ROLLS, 5, [0, 1], help_, **aim))  # type: ignore[arg-type]
    whole = {"value": 1, "whole": True, "fresh": 1, "redraws": 1}
    agree(reveal_odds(TABLE, PILE, 1, **whole), reveal_rolls(TABLE, PILE, 1, ROLLS, 6, **whole))  # type: ignore[arg-type]
    agree(check_odds(TABLE, PILE, 4, [1], "hits", 1), check_rolls(TABLE, PILE, 4, ROLLS, 7, [1], "hits", 1))
    pool = DicePool([TABLE] * 3)
    agree(pool_odds(pool, 1, 2), pool_rolls(pool, ROLLS, 8, 1, 2))
    shots: Any = [
        (0, [(0.5, 2, 0, [(0.5, 2, True, False)], [(0.5, 1, 1)]), (0.5, 1, 1, [], [])]),
        (0, [(1.0, 1, 1, [], [])]),
    ]
    targets = [(4, 1, 1, 2), (3, 0, 1, 1)]
    agree(volley_odds(targets, shots), volley_rolls(targets, shots, ROLLS, 9))


def test_rolls_are_the_same_again() -> None:
    assert reveal_rolls(TABLE, PILE, 3, 500, 1) == reveal_rolls(TABLE, PILE, 3, 500, 1)
    assert reveal_rolls(TABLE, PILE, 3, 500, 1) != reveal_rolls(TABLE, PILE, 3, 500, 2)


WIDE = FaceTable(range(32))
COINS = [(0.5, 1 << n, False, False) for n in range(16)]
"""What may be added to an attack, in 65,536 ways."""


def test_more_cards_than_there_are_reveal_all_of_them() -> None:
    every = reveal_odds(TABLE, PILE, 99, [0, 3], hits=99, redraws=1)
    assert every == [((2, 5 + 2 + 2 * 2, 0, 0), 1.0)]
    assert reveal_odds(TABLE, PILE, 2**64 - 1, [0, 3], hits=99, redraws=1) == every


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wild.reveal_odds(TABLE, PILE, 3, redraws=1), "redraws need a goal"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, fresh=1, icons=1), "they need whole"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, luck=1), "no keyword luck: expected icons, all_icons"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, icons=-1), "icons must be"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, price=1), "price must be a pair"),
        (lambda: wild.reveal_odds(TABLE, PILE * 20, 3), "at most 250 cards in deck and discard pile, got 300"),
        (lambda: wild.reveal_odds(FaceTable(range(99)), range(99), 3), "at most 32 kinds of faces apart, got 99"),
        (lambda: wild.reveal_odds(FaceTable(range(30)), list(range(30)) * 4, 60), "too many cases"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, hits=9, redraws=2000), "at most 1000"),
        (lambda: wild.reveal_odds(TABLE, PILE, 3, (), [1]), "an assist must be a pair"),
        (lambda: wild.reveal_chance(TABLE, PILE, 3, (), [(PILE, ())] * 17), "at most 16|more than 16"),
        (lambda: wild.reveal_rolls(TABLE, PILE, 3, 10**9, 1), "at most 100000000 rolls"),
        (
            lambda: wild.reveal_odds(
                WIDE, range(32), 5, lying=list(range(32)) * 6, value=3100, redraws=1, price=(0, 1)
            ),
            "too many cases",
        ),
        (lambda: wild.volley_odds([(9, 0, 1, 1)] * 64, [(0, [(1 / 64, 1, 0, COINS, [])] * 64)]), "too many cases"),
        (lambda: wild.volley_odds([(10**6, 0, 1, 1)], [(0, [(1.0, 1, 0, COINS, [])])] * 64), "too many cases"),
        (lambda: wild.volley_odds([(1, 0, 1, 1)], [(0, [(math.nan, 1, 0, [], [])])]), "probabilities from 0 to 1"),
        (lambda: wild.volley_odds([], []), "1 to 64 targets"),
        (lambda: wild.volley_odds([(1, 0, 1, 1)], [(1, [])]), "no target 1"),
        (lambda: wild.volley_odds([(1, 0, 1, 1)], [(0, [(0.5, 1, 0, [], [])])]), "probability 1 together, got 0.5"),
        (lambda: wild.volley_odds([(1, 0, 1, 1)], [(0, [(1.0, 1, 2, [], [])])]), "kind of damage must be"),
        (lambda: wild.volley_odds([(1, -1, 1, 1)], []), "defense not below 0"),
        (lambda: wild.volley_odds([5], []), "a target must be"),
    ],
)
def test_bad_arguments_are_told(call: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        call()
