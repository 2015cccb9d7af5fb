"""Tables as a pytest fixture: how a game's rule tests say in one line what lies on the table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs
import pytest

from undercroft._core import Deck
from undercroft.errors import UsageError
from undercroft.state import Frame
from undercroft.testing.names import Names
from undercroft.testing.table import TableUnderTest, open_tables

__all__ = ["Desk", "TableFactory", "make_table"]


@attrs.frozen(eq=False)
class Desk:
    """What a position is laid out on: the rules, a fresh state with an empty stack, the content and the options.

    ``opening`` holds the frames that a new game begins with, for positions at its beginning; ``ids`` turns content ids
    into the ints that stand for them.
    """

    rules: Any
    state: Any
    content: Any
    setup: Any
    opening: tuple[Frame, ...]
    ids: Names

    def number(self, kind: str, name: str | int) -> int:
        """The int that stands for a content id; an int is left as it is."""
        return name if isinstance(name, int) else self.ids.number(kind, name)

    def numbers(self, kind: str, names: Iterable[str | int]) -> list[int]:
        """The ints that stand for some content ids."""
        return [self.number(kind, name) for name in names]

    def on_top(self, deck: Deck, kind: str, names: Sequence[str | int]) -> None:
        """Lay cards on top of a deck, the first one topmost, taken from within the deck where it has them."""
        cards = self.numbers(kind, names)
        for card in cards:
            deck.take(card)
        for card in reversed(cards):
            deck.put_top(card, seen=False)


class TableFactory:
    """Makes tables: ``table(hand=[...], players=2, seed=3)``.

    Keywords that are setup keys go to the setup, ``seed``, ``expansions`` and ``luck`` to the table, and the others to
    the game's own ``lay(desk, ...)``.
    """

    def __init__(
        self, game: str, lay: Callable[..., None] | None, setup: Mapping[str, Any], expansions: Sequence[str]
    ) -> None:
        self._game = game
        self._lay = lay
        self._setup = dict(setup)
        self._expansions = tuple(expansions)

    def __call__(self, **keywords: Any) -> TableUnderTest:
        """A table in the position that the keywords describe. Raises :class:`UsageError` that lists the keywords."""
        seed = keywords.pop("seed", 0)
        luck = keywords.pop("luck", None)
        expansions = keywords.pop("expansions", self._expansions)
        setup, layout = self._sorted(keywords)
        return TableUnderTest(
            self._game,
            setup,
            self._prepare(setup, layout, expansions, seed),
            seed=seed,
            expansions=expansions,
            luck=luck,
        )

    def _sorted(self, keywords: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The keywords for the setup, and those for the layout."""
        keys = [a.name for a in attrs.fields(open_tables(self._game).game.options)]
        named = list(inspect.signature(self._lay).parameters.values())[1:] if self._lay else []
        open_ended = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in named)
        names = [p.name for p in named if p.kind is not inspect.Parameter.VAR_KEYWORD]
        unknown = [word for word in keywords if word not in keys and word not in names]
        if unknown and not open_ended:
            raise UsageError(
                f"a table of {self._game} takes no {unknown[0]!r}; it takes {', '.join(names) or 'no layout'}, "
                f"the setup keys {', '.join(keys)}, and seed, expansions, luck"
            )
        setup = {**self._setup, **{k: v for k, v in keywords.items() if k in keys}}
        layout = {k: v for k, v in keywords.items() if k in names or k not in keys}
        return setup, layout

    def _prepare(
        self, setup: Mapping[str, Any], layout: Mapping[str, Any], expansions: Sequence[str], seed: int
    ) -> Callable[[Any, Any], None] | None:
        lay = self._lay
        if lay is None:
            return None
        tables = open_tables(self._game, setup, expansions)
        ids = Names(tables.game.names(tables.content))
        opening = tuple(tables.deal(seed, 0).state.stack)

        def prepare(rules: Any, state: Any) -> None:
            lay(Desk(rules, state, tables.content, rules.setup, opening, ids), **layout)

        return prepare


def make_table(
    game: str,
    lay: Callable[..., None] | None = None,
    *,
    setup: Mapping[str, Any] | None = None,
    expansions: Sequence[str] = (),
) -> Any:
    """A pytest fixture that makes tables of a game; assign it to a name in a ``conftest.py``.

    ``lay(desk, *, ...)`` lays a position out on a :class:`Desk`: it changes ``desk.state`` and lays the steps to run
    with ``desk.state.do(desk.rules.step, ...)``. Its keywords are those that tests write: ``table(hand=["lamp"])``.
    ``setup`` and ``expansions`` are what tests do not have to repeat. Without ``lay`` each table is a new game.
    """

    @pytest.fixture
    def table() -> TableFactory:
        return TableFactory(game, lay, setup or {}, expansions)

    return table
