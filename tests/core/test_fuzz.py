"""A hundred thousand calls with wild arguments: every one answers or raises an error of ours, and none panics."""

from __future__ import annotations

import inspect
import math
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from undercroft import _core
from undercroft._core import Board, Check, Deck, DicePool, FaceTable, Stream, UndercroftError

CALLS = 100_000


class Evil:
    """An object that lies about its length and fails when asked."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def __len__(self) -> int:
        return self.rng.choice([0, 3, 10**6])

    def __index__(self) -> int:
        return self.rng.choice([0, -1, 7, 2**80])

    def __iter__(self) -> Any:
        yield from self.rng.choices([0, 1, 2, -1, None, "x"], k=self.rng.randrange(6))

    def __repr__(self) -> str:
        raise ValueError("no words")


class Failing:
    """An object whose every conversion fails with an error of its own."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __float__(self) -> float:
        raise ZeroDivisionError

    def __iter__(self) -> Any:
        raise ZeroDivisionError


class Fuzzer:
    """Makes up arguments and calls."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.makers: list[Callable[[], Any]] = [
            lambda: self.rng.randrange(8),
            lambda: self.rng.randrange(8),
            lambda: self.rng.randrange(70),
            lambda: self.rng.choice(
                [-1, -(2**63), 2**31, 2**32, 2**63, 2**64 - 1, 2**64, 2**200, 65_535, 65_536, 1000]
            ),
            lambda: self.rng.choice([None, True, False, "", "hits", "value", "é\ud800", "x" * 100, b"", b"\0\1\2"]),
            lambda: self.rng.choice([0.0, -1.5, math.nan, math.inf, 1e300, 0.5]),
            lambda: self.rng.randbytes(self.rng.randrange(40)),
            lambda: bytearray(self.rng.randbytes(4)),
            lambda: [self.rng.randrange(8) for _ in range(self.rng.randrange(8))],
            lambda: tuple(self.rng.randrange(-1, 8) for _ in range(self.rng.randrange(4))),
            lambda: [(self.rng.randrange(6), self.rng.randrange(6)) for _ in range(self.rng.randrange(6))],
            lambda: [(self.rng.randrange(6), self.rng.random()) for _ in range(self.rng.randrange(4))],
            lambda: [self.value() for _ in range(self.rng.randrange(4))],
            lambda: range(self.rng.choice([0, 5, 70_000])),
            lambda: iter([1, 2, 3]),
            lambda: {1: 2},
            lambda: {3, 4},
            lambda: Evil(self.rng),
            Failing,
            object,
            lambda: int,
            lambda: self.rng.choice([Stream, Deck, Check]),
        ]
        self.things: list[Any] = []
        self.refresh()

    def refresh(self) -> None:
        """Fresh objects of every type, as arguments and as things to call."""
        rng = self.rng
        table = FaceTable(
            hits=[rng.randrange(-1, 3) for _ in range(6)],
            masks=[rng.randrange(8) for _ in range(6)],
            flags=[rng.choice([0, 0, 0, 1, 2, 4, 8]) for _ in range(6)],
        )
        stream = Stream(rng.randrange(10), 0, "fuzz")
        self.things = [
            stream,
            Deck(rng.choices(range(8), k=12), stream),
            Deck(rng.choices(range(8), k=rng.randrange(6)), stream),
            Deck(),
            table,
            Check(table),
            DicePool([table] * rng.randrange(4)),
            Board(6, [(0, 1), (1, 2), (2, 3), (3, 4), (1, 4)], directed=rng.random() < 0.5),
            Board.grid(3, 2, [4], [(0, 1)]),
        ]

    def value(self) -> Any:
        """A wild argument."""
        if self.rng.random() < 0.25:
            return self.rng.choice(self.things)
        return self.rng.choice(self.makers)()

    def number_of_arguments(self, target: Any) -> int:
        """Mostly a number that the target takes."""
        if self.rng.random() < 0.05:
            return self.rng.randrange(5)
        least, most = arity(target)
        return self.rng.randint(least, most)

    def call(self) -> Callable[[], Any]:
        """A wild call."""
        rng = self.rng
        kinds: list[Any] = [Stream, Deck, FaceTable, Check, DicePool, Board]
        functions = [getattr(_core, name) for name in FUNCTIONS]
        target: Any
        if rng.random() < 0.2:
            target = rng.choice([*kinds, *functions, *(kind.from_bytes for kind in kinds), Board.grid])
        else:
            thing = rng.choice(self.things)
            name = rng.choice(METHODS[type(thing)])
            if (type(thing), name) == (Deck, "stream"):
                value = self.value()
                return lambda: setattr(thing, name, value)
            target = getattr(thing, name)
            if not callable(target):
                return lambda: getattr(thing, name)
            if name in ("from_bytes", "__reduce__") and rng.random() < 0.5:
                data = bytearray(thing.to_bytes())
                for _ in range(rng.randrange(3)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                return lambda: type(thing).from_bytes(bytes(data[: rng.choice([len(data), rng.randrange(len(data))])]))
        args = [self.value() for _ in range(self.number_of_arguments(target))]
        return lambda: target(*args)


def arity(target: Any) -> tuple[int, int]:
    """How many arguments a thing takes, at least and at most."""
    key = (getattr(target, "__self__", None).__class__, target.__qualname__)
    if key not in ARITIES:
        parameters = inspect.signature(target).parameters.values()
        ARITIES[key] = (sum(p.default is p.empty for p in parameters), len(parameters))
    return ARITIES[key]


ARITIES: dict[Any, tuple[int, int]] = {}
ARITY = re.compile(r"positional argument|takes no arguments|expected \d+ arguments?, got")
FUNCTIONS = ["check_odds", "pool_odds", "hypergeometric", "convolve", "at_least", "mean"]
SPECIAL = ["__eq__", "__contains__", "__len__", "__repr__", "__copy__", "__deepcopy__", "__reduce__"]
METHODS = {
    kind: [name for name in dir(kind) if not name.startswith("_") or (name in SPECIAL and name in vars(kind))]
    for kind in (Stream, Deck, FaceTable, Check, DicePool, Board)
}


def outcome(call: Callable[[], Any]) -> str:
    """What comes of a call: an answer, a refusal, a wrong number of arguments, or what should not be."""
    try:
        call()
    except UndercroftError as error:
        return "refused" if str(error) else "refused without a word"
    except TypeError as error:
        # Python's own complaint, made before the call reaches us.
        return "arity" if ARITY.search(str(error)) else f"TypeError: {error}"
    except BaseException as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return "answered"


def test_wild_calls_raise_only_our_errors() -> None:
    fuzzer = Fuzzer(2)
    outcomes: Counter[str] = Counter()
    for turn in range(CALLS):
        if turn % 20 == 0:
            fuzzer.refresh()
        outcomes[outcome(fuzzer.call())] += 1
    assert set(outcomes) == {"answered", "refused", "arity"}
    assert min(outcomes["answered"], outcomes["refused"]) > CALLS // 5
