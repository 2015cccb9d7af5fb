"""Chances: what is told of the tests that options start is sound, and tells nothing of what is hidden."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from undercroft.chances import Chances
from undercroft.rules_index import index_of
from undercroft.testing.checks.case import Case, require
from undercroft.testing.checks.secrets import deal_stream

__all__ = ["chances_are_sound", "chances_keep_secrets"]

_ALIKE = 1e-9
Row = tuple[Any, Chances]


def _rows(session: Any) -> list[Row]:
    seat, prompt, options = session.ask
    return list(session.rules.odds(session.state, seat, prompt, list(options)))


def chances_are_sound(case: Case) -> None:
    """Each row is an offered option, or none, with chances in words under a rule; asking changes nothing."""
    index = index_of(case.game)
    for line, i, session in case.walked(60):
        if session.ask is None:
            continue
        where = f"{line.where(i)}: odds"
        before = session.state.key()
        offered = list(session.ask[2])
        for option, chances in _rows(session):
            require(option is None or option in offered, f"{where} tell of {option!r}, which is not offered")
            require(isinstance(chances, Chances), f"{where} of {option!r} are {chances!r:.80}, expected Chances")
            require(chances.title.strip(), f"{where} of {option!r} have no title")
            known = not chances.rule or not index.rules or chances.rule in index.rules
            require(known, f"{where} of {chances.title!r} cite {chances.rule!r}, which is no rule's id")
        require(session.state.key() == before, f"{where} changed the state")


def chances_keep_secrets(case: Case) -> None:
    """The chances at a decision are the same after a re-deal: they use what the seat knows alone."""
    for line, i, session in case.walked(30):
        if session.ask is None:
            continue
        before = _rows(session)
        fork = session.fork()
        fork.redeal(session.ask[0], deal_stream(i))
        after = _rows(fork)
        require(
            _alike(before, after),
            f"{line.where(i)}: a re-deal changes the chances that are told: {before!r:.300}, then {after!r:.300}",
        )


def _alike(before: Sequence[Row], after: Sequence[Row]) -> bool:
    if len(before) != len(after):
        return False
    return all(a[0] == b[0] and _same(a[1], b[1]) for a, b in zip(before, after, strict=True))


def _same(a: Chances, b: Chances) -> bool:
    words = (a.title, a.rule, a.target, a.note) == (b.title, b.rule, b.target, b.note)
    return (
        words
        and _figures(a).keys() == _figures(b).keys()
        and all(math.isclose(p, _figures(b)[key], abs_tol=_ALIKE) for key, p in _figures(a).items())
    )


def _figures(chances: Chances) -> dict[Any, float]:
    """Every probability by what it is of."""
    found: dict[Any, float] = {("success",): -1.0 if chances.success is None else chances.success}
    found |= {("variant", words): p for words, p in chances.variants}
    return found | {("outcome", outcome): p for outcome, p in chances.distribution}
