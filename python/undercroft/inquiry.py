"""Asking for chances: those of a pending decision, or those of a test that a game knows by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

import attrs

from undercroft.chances import Chances, NamedTest
from undercroft.errors import RulesError, UsageError
from undercroft.game import Game
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.setup import resolve
from undercroft.state import Option

__all__ = ["Offered", "named_test", "odds"]


@attrs.frozen
class Offered:
    """Chances at a decision: of the options that start this very test, or of the decision as a whole (no options).

    ``numbers`` are the places of the options in the offer, counted from 1, ``labels`` the options in words.
    """

    chances: Chances
    options: tuple[Option, ...] = ()
    numbers: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()


@overload
def odds(subject: Session) -> list[Offered]: ...


@overload
def odds(
    subject: str | Game,
    test: str,
    *,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    without: Sequence[str] = (),
    **parameters: Any,
) -> list[Chances]: ...


def odds(
    subject: Session | str | Game,
    test: str = "",
    *,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
    without: Sequence[str] = (),
    **parameters: Any,
) -> list[Offered] | list[Chances]:
    """The exact chances of tests, from what everybody at the table may know.

    ``odds(session)`` tells of each test that an option of the pending decision starts; none where no chance is
    involved, or the game is over. ``odds("game", "test", key=value)`` tells of a test that the game knows by name, in a
    game of this ``setup`` that has just been set up, ``without`` the content named there. Raises :class:`UsageError`
    for an unknown game, test or parameter, and :class:`undercroft.SetupError` for a value that is not allowed.
    """
    if isinstance(subject, Session):
        if test or parameters or setup is not None or expansions or without:
            raise UsageError("the chances of a session are those of its pending decision; it takes no test, no setup")
        return _offered(subject)
    game = registry().game(subject) if isinstance(subject, str) else subject
    kind = named_test(game, test)
    unknown = [name for name in parameters if name not in _names(kind)]
    if unknown:
        known = ", ".join(_names(kind)) or "none"
        raise UsageError(f"test {test} has no parameter {unknown[0]!r}; its parameters are {known}")
    values = resolve(kind.parameters, parameters, game=f"test {test}")
    session = Session(game, setup, expansions=expansions, without=without, log=False)
    return list(kind.answer(session.rules, session.state, values))


def named_test(game: Game, name: str) -> NamedTest:
    """The test that a game knows by a name. Raises :class:`UsageError` that lists those that it knows."""
    for kind in game.tests:
        if kind.name == name:
            return kind
    known = ", ".join(kind.name for kind in game.tests)
    raise UsageError(f"{game.id} has no test {name!r}; " + (f"the tests are {known}" if known else "it names none"))


def _names(kind: NamedTest) -> list[str]:
    return [field.name for field in attrs.fields(kind.parameters)]


def _offered(session: Session) -> list[Offered]:
    if session.ask is None:
        return []
    seat, prompt, options = session.ask
    offer = list(options)
    found: dict[Chances, list[int]] = {}
    for option, chances in session.rules.odds(session.state, seat, prompt, offer):
        found.setdefault(chances, [])
        if option is not None:
            if option not in offer:
                raise RulesError(
                    f"{session.game.id}: odds() tells of {option!r} at prompt {prompt!r}, where it is not offered"
                )
            found[chances].append(offer.index(option))
    return [
        Offered(
            chances,
            tuple(offer[at] for at in places),
            tuple(at + 1 for at in places),
            tuple(session.label(offer[at]) for at in places),
        )
        for chances, places in found.items()
    ]
