"""Chances: what they may say, how they are asked for, and what a game without any answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from lantern import Cellar, LanternRules

import undercroft
from undercroft import Chances, Game, NamedTest, Option, Session, SetupError, UsageError, key, registry
from undercroft.errors import RulesError


@attrs.frozen
class Guess:
    """A guess at the next card."""

    n: int = key(1, lo=1, hi=3, help="how many cards")


class Telling(LanternRules):
    """Tells the chance of the first option, twice, and of the decision as a whole."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        same = Chances("A draw", "LN-TURN-001", [(1, 0.25), (3, 0.75)], "three or more", 0.75, counted="oil")
        return [(options[0], same), (None, Chances("The night", "", [("calm", 1.0)])), (options[-1], same)]


def game(**changes: Any) -> Game:
    guess = NamedTest("guess", "what comes next", "LN-TURN-001", Guess, lambda rules, s, asked: [
        Chances(f"{asked.n} cards of {len(s.deck)}", "LN-TURN-001", [("lamp", 1.0)])
    ])  # fmt: skip
    return attrs.evolve(registry().game("lantern"), rulebook=Telling, tests=(guess,), **changes)


def test_chances_are_probabilities() -> None:
    with pytest.raises(RulesError, match="together, expected 1"):
        Chances("A toss", "", [("heads", 0.5)])
    with pytest.raises(RulesError, match="not all probabilities"):
        Chances("A toss", "", [("heads", 1.5), ("tails", -0.5)])
    with pytest.raises(RulesError, match="not all probabilities"):
        Chances("A toss", "", success=1.1)
    with pytest.raises(RulesError, match="neither outcomes nor a chance"):
        Chances("A toss", "")


def test_rounding_is_put_right_and_means_are_of_numbers() -> None:
    toss = Chances("A toss", "", [(0, 0.5), (2, 0.5 + 1e-15)], success=1 + 1e-12, variants=[("with luck", -1e-13)])
    assert (toss.success, toss.variants) == (1.0, (("with luck", 0.0),))
    assert toss.mean == pytest.approx(1.0)
    assert Chances("A toss", "", [("heads", 1.0)]).mean is None
    assert Chances("A toss", "", success=0.5).mean is None


def test_a_session_tells_of_options_that_start_the_same_test_together() -> None:
    session = Session(game(), {"players": 2}, seed=1)
    found = undercroft.odds(session)
    assert session.ask is not None
    options = list(session.ask[2])
    assert [row.chances.title for row in found] == ["A draw", "The night"]
    assert found[0].options == (options[0], options[-1])
    assert found[0].numbers == (1, len(options))
    assert found[0].labels == tuple(session.label(option) for option in found[0].options)
    assert found[1].options == ()


class Straying(LanternRules):
    """Tells the chance of an option that nobody has."""

    def odds(self, s: Cellar, seat: int, prompt: str, options: Sequence[Option]) -> list[tuple[Option | None, Chances]]:
        return [(("fly",), Chances("A flight", "", success=0.5))]


def test_chances_of_what_is_not_offered_are_a_fault_of_the_rules() -> None:
    session = Session(attrs.evolve(game(), rulebook=Straying), seed=1)
    with pytest.raises(RulesError, match=r"odds\(\) tells of \('fly',\) at prompt '\w+', where it is not offered"):
        undercroft.odds(session)


def test_a_game_that_says_nothing_has_no_chances() -> None:
    assert undercroft.odds(Session("lantern", seed=1)) == []
    with pytest.raises(UsageError, match="it takes no test"):
        undercroft.odds(Session("lantern", seed=1), "guess")  # type: ignore[call-overload]
    with pytest.raises(UsageError, match="it takes no test, no setup"):
        undercroft.odds(Session("lantern", seed=1), setup={"players": 2})  # type: ignore[call-overload]


def test_a_game_that_is_over_has_no_chances() -> None:
    session = Session(game(), seed=1)
    while session.ask is not None:
        session.choose(session.ask[2][0])
    assert undercroft.odds(session) == []


def test_named_tests_are_asked_with_parameters() -> None:
    found = undercroft.odds(game(), "guess", n="2", setup={"players": 2})
    assert found[0].title.startswith("2 cards of ")
    assert undercroft.odds(game(), "guess") != found


@pytest.mark.parametrize(
    ("name", "parameters", "error", "message"),
    [
        ("", {}, UsageError, "lantern has no test ''; the tests are guess"),
        ("gues", {}, UsageError, "has no test 'gues'; the tests are guess"),
        ("guess", {"m": 1}, UsageError, "test guess has no parameter 'm'; its parameters are n"),
        ("guess", {"n": 4}, SetupError, "n cannot be 4; expected a whole number from 1 to 3"),
        ("guess", {"n": "x"}, SetupError, "n cannot be 'x'"),
    ],
)
def test_what_is_not_known_is_refused(name: str, parameters: dict[str, Any], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        undercroft.odds(game(), name, **parameters)
    with pytest.raises(UsageError, match="it names none"):
        undercroft.odds("lantern", "guess")
