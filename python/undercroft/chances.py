"""Chances: what a game tells of a test before it is made, and the tests that it knows by name.

The figures are exact: sums over every case, made by the Rust core (see :func:`undercroft.reveal_odds`,
:func:`undercroft.check_odds`, :func:`undercroft.pool_odds` and their like), from what everybody at the table may know.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from undercroft.errors import RulesError

__all__ = ["Chances", "NamedTest"]

_ROUNDING = 1e-9


def _pairs(rows: Iterable[tuple[Any, float]]) -> tuple[tuple[int | str, float], ...]:
    return tuple((outcome, _within(p)) for outcome, p in rows)


def _within(p: float) -> float:
    """A probability; what rounding has put a hair's breadth outside of 0 to 1 is put back."""
    return min(1.0, max(0.0, p)) if -_ROUNDING < p < 1 + _ROUNDING else p


def _variants(rows: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    return tuple((words, _within(p)) for words, p in rows)


def _perhaps(p: float | None) -> float | None:
    return None if p is None else _within(p)


@attrs.frozen
class Chances:
    """The exact chances of one test.

    ``title`` says which test it is, ``rule`` by which rule it is made, ``distribution`` has every outcome (a number, or
    words) with its probability; together they are 1. Where there is something to be reached, ``target`` says it in
    words and ``success`` how likely that is. ``variants`` are the chances of success if something else is done besides,
    in words ("with 2 redraws"), ``note`` says what the figures rest on where that is not plain. ``counted`` is the word
    for what a number counts ("hits").

    Raises :class:`RulesError` for what are no probabilities.
    """

    title: str
    rule: str
    distribution: tuple[tuple[int | str, float], ...] = attrs.field(default=(), converter=_pairs)
    target: str = ""
    success: float | None = attrs.field(default=None, converter=_perhaps)
    variants: tuple[tuple[str, float], ...] = attrs.field(default=(), converter=_variants)
    note: str = ""
    counted: str = ""

    def __attrs_post_init__(self) -> None:
        figures = [p for _, p in (*self.distribution, *self.variants)]
        figures += [] if self.success is None else [self.success]
        if not all(0 <= p <= 1 for p in figures):
            raise RulesError(f"chances of {self.title!r}: {figures} are not all probabilities from 0 to 1")
        total = math.fsum(p for _, p in self.distribution)
        if self.distribution and abs(total - 1) > _ROUNDING:
            raise RulesError(f"chances of {self.title!r}: the outcomes have probability {total} together, expected 1")
        if self.success is None and not self.distribution:
            raise RulesError(f"chances of {self.title!r}: neither outcomes nor a chance of success are given")

    @property
    def mean(self) -> float | None:
        """The mean outcome, where all outcomes are numbers."""
        if not self.distribution or any(isinstance(outcome, str) for outcome, _ in self.distribution):
            return None
        return math.fsum(float(outcome) * p for outcome, p in self.distribution)


@attrs.frozen
class NamedTest:
    """A kind of test that a game can be asked about without a position: ``undercroft odds GAME NAME KEY=VALUE …``.

    ``parameters`` is an attrs class whose fields are made with :func:`undercroft.key`. ``answer`` gets the rules and
    the state of a game that has just been set up, and the parameters; it may use what everybody knows of that set-up,
    and raises :class:`undercroft.SetupError` for parameters that do not go together.
    """

    name: str
    about: str
    rule: str
    parameters: type[Any]
    answer: Callable[[Any, Any, Any], Sequence[Chances]]
