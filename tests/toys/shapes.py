"""A state with a field of every type that a state may have."""

from __future__ import annotations

import typing
from typing import Annotated, Literal

import attrs

from undercroft._core import Check, Deck, DicePool, FaceTable, Stream
from undercroft.state import GameState, Ref, Trigger, state

Card = Annotated[int, Ref("card")]


@state
class Inner:
    """A state within a state."""

    numbers: list[int] = attrs.field(factory=list)
    name: str = ""


@state
class Everything(GameState):
    """A field of every type that a state may have."""

    number: int = 1
    real: float = 0.5
    flag: bool = True
    raw: bytes = b"x"
    nothing: None = None
    word: Literal["a", "b"] = "a"
    card: Card = 3
    either: int | str | None = None
    pair: tuple[int, str] = (1, "x")
    bare: tuple = ()  # type: ignore[type-arg]
    row: tuple[tuple[int, ...], ...] = ((1, 2), (3,))
    cards: list[Card] = attrs.field(factory=lambda: [1, 2])
    grid: list[list[int]] = attrs.field(factory=lambda: [[1], [2, 3]])
    deep: list[list[list[Inner]]] = attrs.field(factory=lambda: [[[Inner([1])]], []])
    inner: Inner = attrs.field(factory=Inner)
    inners: list[Inner] = attrs.field(factory=lambda: [Inner([4], "y")])
    maybe: Inner | None = attrs.field(factory=lambda: Inner([7]))
    absent: Inner | None = None
    maybe_list: list[int] | None = attrs.field(factory=lambda: [9])
    old_style: typing.Optional[list[Inner]] = attrs.field(factory=lambda: [Inner([8])])  # noqa: UP045 - is supported
    maybes: list[Inner | None] = attrs.field(factory=lambda: [None, Inner([5])])
    table: dict[str, int] = attrs.field(factory=lambda: {"a": 1})
    by_card: dict[Card, Inner] = attrs.field(factory=lambda: {1: Inner([6])})
    piles: dict[str, list[Deck]] = attrs.field(factory=lambda: {"p": [Deck([1, 2])]})
    by_pair: dict[tuple[int, str], list[int]] = attrs.field(factory=lambda: {(1, "x"): [2]})
    deck: Annotated[Deck, Ref("card")] = attrs.field(factory=lambda: Deck([3, 4], Stream(1, 2, "deck")))
    maybe_deck: Deck | None = None
    die: Stream = attrs.field(factory=lambda: Stream(1, 2, "die"))
    check: Check = attrs.field(factory=lambda: Check(FaceTable(hits=[0, 1, 2])))
    pool: DicePool = attrs.field(factory=lambda: DicePool([FaceTable(values=[1, 2, 3])] * 4))
    dice: list[Stream] = attrs.field(factory=lambda: [Stream(1, 2, "red"), Stream(1, 2, "blue")])


def full() -> Everything:
    made = Everything(seed=7, index=2)
    made.stack.append(("step", (1, ("x",))))
    made.triggers.append(Trigger("event", "step", (1,), seat=2))
    return made
