"""Positions of the toy game that several tests begin at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import lantern
from lantern import LanternRules

from undercroft.game import Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.state import Option

TWO = {"players": 2}


def first(session: Session) -> Option:
    assert session.ask is not None
    return session.ask[2][0]


def last(session: Session) -> Option:
    assert session.ask is not None
    return session.ask[2][-1]


def play(session: Session, choices: int = 10_000, pick: Callable[[Session], Option] = last) -> Session:
    while session.ask is not None and choices:
        session.choose(pick(session))
        choices -= 1
    return session


def offered(session: Session) -> list[Option]:
    return [] if session.ask is None else list(session.ask[2])


def seats(session: Session) -> Any:
    s: Any = session.state
    return s.seats


def tables(rules: type[LanternRules], **setup: Any) -> Tables:
    game = attrs.evolve(lantern.GAME, rulebook=rules)
    return Tables(game, resolve_setup(game, setup), lantern.GAME.load_content(lantern.GAME.packs))


def with_hand(hand: list[int], *, log: bool = True) -> Session:
    """A turn of seat 1, in the well, with a hand of one's choice; then that of seat 2, then the dark."""
    game = registry().game("lantern")
    made = registry().tables(game, resolve_setup(game, TWO))
    s = made.deal(3, 0).state
    s.stack.clear()
    s.seats[0].hand[:] = hand
    s.gloom, s.room = 2, 1
    s.do_all((LanternRules.turn, 1), (LanternRules.turn, 2), LanternRules.darkness)
    return Session.at(made, s, log=log)


def at_prism(log: bool = True) -> Session:
    """A session in the middle of a step: seat 1 has played a prism and is asked how to split it."""
    session = with_hand([3, 0], log=log)
    session.choose(("play", 3))
    assert session.decision is not None
    assert session.decision.prompt == "split"
    return session
