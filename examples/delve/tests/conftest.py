"""The table of delve's rule tests."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import pytest
from undercroft_delve import GAME
from undercroft_delve.state import Delver, Enemy

from undercroft.testing import TableUnderTest

Table = Callable[..., TableUnderTest]


def lay(
    at: str = "plan",
    *,
    hand: Sequence[int] = (0, 1, 2, 3, 4, 5),
    enemies: Sequence[Enemy] = (),
    health: int = 40,
    discard: Sequence[int] = (),
    stored: Sequence[int] = (),
    room: int = 1,
    round_: int = 1,
    dice: Sequence[int] = (),
) -> TableUnderTest:
    """A position at the named step; cards are numbers: kind is card % 4, power 1 + card * 7 % 3."""

    def prepare(rules: object, s: Delver) -> None:
        s.hand, s.discard, s.stored = list(hand), list(discard), list(stored)
        s.enemies = [copy.copy(enemy) for enemy in enemies] if enemies else [Enemy(9, 0, 1, 1, 0)]
        s.health, s.room, s.round = health, room, round_
        s.dice.script(dice)
        args = {"plan": (False,), "attack": (3,)}.get(at, ())
        s.stack.append((at, args))

    return TableUnderTest(GAME, {}, prepare)


@pytest.fixture
def table() -> Table:
    """Sets positions up."""
    return lay
