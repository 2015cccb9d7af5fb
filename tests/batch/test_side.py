"""A side of a comparison as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft.batch import Side, simulate
from undercroft.errors import AgentError, SaveError, SetupError, UndercroftError, UsageError

WORDS = "KEY=VALUE for the setup, agent=A, seat1=A, from=FILE, \\+EXPANSION and -CARD"


def test_all_that_a_side_may_say() -> None:
    text = "toy mode=plain agent=miser:most=3,x=1 seat2=random +moths -card/torch -match 'from=my file.json' +bats"
    side = Side.parse(text)
    assert side == Side(
        "toy",
        {"mode": "plain"},
        "miser:most=3,x=1",
        {2: "random"},
        expansions=("moths", "bats"),
        without=("card/torch", "match"),
        start="my file.json",
    )
    assert Side.parse(str(side)) == side
    assert Side.parse("toy") == Side("toy")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"side '' names no game; expected the id of one, then {WORDS}"),
        ("mode=plain", "names no game"),
        ("+moths toy", "names no game"),
        ("toy plain", f"side 'toy plain': 'plain' is nothing that a side has; expected {WORDS}"),
        ("toy mode=", "'mode=' is nothing that a side has"),
        ("toy =plain", "'=plain' is nothing that a side has"),
        ("toy +", "'\\+' is nothing that a side has"),
        ("toy 'mode", "cannot be read: No closing quotation; expected a game"),
        ("toy rounds=3 rounds=4", "rounds is given twice, as '3' and as '4'"),
        ("toy agent=random agent=miser", "agent is given twice"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Side.parse(text)


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (
            "rooms=3",
            SetupError,
            "side 'batch-toy rooms=3': batch-toy has no setup key 'rooms'; the keys are players, mode",
        ),
        ("rounds=0", SetupError, "rounds cannot be 0; expected a whole number from 1 to 10000"),
        ("agent=nobody", AgentError, "there is no agent 'nobody'; the agents are .*miser"),
        ("seat2=random", UsageError, "there is no seat 2; expected seat1$"),
        ("players=2 seat3=random", UsageError, "there is no seat 3; expected seat1, seat2$"),
        (f"seat{5000 * '9'}=random", SetupError, "batch-toy has no setup key 'seat9+'"),
        ("+moths", UsageError, "batch-toy has no expansion 'moths'; installed: none"),
        ("-coin", UsageError, "batch-toy has no content to be played without 'coin'"),
        ("from=gone.json", SaveError, "gone.json: there is no such file"),
    ],
)
def test_what_cannot_be_played(toy: str, words: str, kind: type[UndercroftError], message: str) -> None:
    with pytest.raises(kind, match=message):
        Side.parse(f"{toy} {words}").plan(games=2, seed=0)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"expansions": "moths"}, "cannot be 'moths'; expected a list of names"),
        ({"without": 3}, "cannot be 3; expected a list of names"),
        ({"seats": {"one": "random"}}, "there is no seat one; expected seat1"),
    ],
)
def test_what_is_of_a_wrong_type(toy: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Side(toy, **more).plan(games=2, seed=0)


def test_who_sits_where(toy: str) -> None:
    def agents(text: str) -> list[str]:
        return Side.parse(text).plan(games=1, seed=0).agent_names

    assert agents(toy) == ["random"]
    assert agents("death-binder") == ["heuristic"]
    assert agents(f"{toy} players=2 agent=miser") == ["miser", "miser"]
    assert agents(f"{toy} players=2 agent=miser seat2=random") == ["miser", "random"]
    assert agents(f"{toy} players=2 seat1=miser") == ["miser", "random"]


def test_the_side_of_a_batch(toy: str, tmp_path: Path) -> None:
    batch = simulate(toy, games=3, seed=4, setup={"players": 2, "rounds": 7}, agents=["miser", "random"])
    side = Side.of(batch.plan)
    assert attrs.evolve(side.plan(games=3, seed=4)) == batch.plan
    assert str(side) == "batch-toy players=2 mode=plain rounds=7 pause=0 seat1=miser seat2=random"
    assert Side.parse(str(side)).plan(games=3, seed=4) == batch.plan
