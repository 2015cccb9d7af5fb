"""What a command line may say, and what it may not."""

from __future__ import annotations

import pytest

from undercroft.cli.options import agent_seats, expansions_of, setup_values, spread
from undercroft.errors import UsageError


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("play g --set a=1", "play g --set a=1"),
        ("play g --set a=1 b=2 c=3", "play g --set a=1 --set b=2 --set c=3"),
        ("play g --set a=1 b=2 --seed 3", "play g --set a=1 --set b=2 --seed 3"),
        ("play --set a=1 b=2 g", "play --set a=1 --set b=2 g"),
        ("play g --with sea storm --seed 1", "play g --with sea --with storm --seed 1"),
        ("play --with sea g", "play --with sea g"),
        ("play g --seat 1=human 2=random", "play g --seat 1=human --seat 2=random"),
        ("odds g --with sea toss n=3", "odds g --with sea toss n=3"),
        ("odds g --set a=1 b=2 toss n=3", "odds g --set a=1 --set b=2 toss n=3"),
        ("play g --seed 1 b=2", "play g --seed 1 b=2"),
        ("play g -- --set a=1 b=2", "play g -- --set a=1 b=2"),
        ("", ""),
        ("play g --set", "play g --set"),
    ],
)
def test_several_values_may_follow_one_option(given: str, meant: str) -> None:
    assert " ".join(spread(given.split())) == meant


def test_short_options_are_setup_keys() -> None:
    assert setup_values(["map=a"], "long", "2") == {"mode": "long", "players": "2", "map": "a"}
    assert setup_values(["a=b=c"]) == {"a": "b=c"}
    assert setup_values(["mode=long"], "long") == {"mode": "long"}
    assert setup_values(None) == {}


@pytest.mark.parametrize("text", ["map", "=x", ""])
def test_a_setup_value_needs_a_key(text: str) -> None:
    with pytest.raises(UsageError, match="expected KEY=VALUE"):
        setup_values([text])


def test_a_key_is_given_once() -> None:
    with pytest.raises(UsageError, match="'mode' is given twice, as 'short' and as 'long'"):
        setup_values(["mode=long"], "short")


def test_expansions_may_be_listed_with_commas() -> None:
    assert expansions_of(["sea,storm", "ice"]) == ["sea", "storm", "ice"]
    assert expansions_of(None) == []


def test_who_sits_where() -> None:
    assert agent_seats(None, 2, default="human") == ["human", "human"]
    assert agent_seats(["2=random"], 2, default="human") == ["human", "random"]
    assert agent_seats(["1=mine.py:choose"], 1, default="random") == ["mine.py:choose"]
    assert agent_seats(["2=b"], 3, default="a", all_seats="c") == ["c", "b", "c"]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["3=human"], "no seat '3'; the seats are 1, 2"),
        (["0=human"], "no seat '0'"),
        (["x=human"], "no seat 'x'"),
        (["9" * 30 + "=human"], "no seat"),
        (["1"], "expected SEAT=WHO"),
        (["1="], "expected SEAT=WHO"),
        (["1=a", "1=b"], "seat 1 is given twice"),
    ],
)
def test_wrong_seats_are_refused(texts: list[str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        agent_seats(texts, 2, default="human")
