"""Batches that begin at a position file: "how often would we have won from here?".

Every game takes the position's table as it lies, and nothing of its luck: the state's seed and index become those of
the game, each stream in it (its decks' too) is keyed anew by seed, index and its place in the state, and what seat 1
cannot know is dealt again. So the games of such a batch differ as those of any other, and each depends on seed, index
and position alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from undercroft._core import Deck, Stream
from undercroft.codec import codec
from undercroft.errors import SaveError, UsageError
from undercroft.files import read_document
from undercroft.game import Game, Setup, Table, Tables
from undercroft.rulebook import Rulebook
from undercroft.saves import POSITION_FORMAT
from undercroft.session import Session
from undercroft.setup import resolve

__all__ = ["Start", "rekey"]


def rekey(value: Any, path: str, seed: int, index: int) -> Any:
    """Give every stream below ``value`` its beginning in game ``index``; returns what stands in the value's place."""
    if isinstance(value, Stream):
        return Stream(seed, index, path)
    if isinstance(value, Deck):
        if value.stream is not None:
            value.stream = Stream(seed, index, path)
    elif isinstance(value, list):
        value[:] = [rekey(item, f"{path}/{place}", seed, index) for place, item in enumerate(value)]
    elif isinstance(value, dict):
        for key, item in value.items():
            value[key] = rekey(item, f"{path}/{key}", seed, index)
    elif hasattr(type(value), "__undercroft_state__"):
        for field in attrs.fields(type(value)):
            before = getattr(value, field.name)
            after = rekey(before, f"{path}/{field.name}", seed, index)
            if after is not before:
                setattr(value, field.name, after)
    return value


@attrs.frozen
class Start:
    """A position that games begin at.

    ``setup`` has the options as they were drawn for the game that the position is from: a quest or a map that was left
    to chance there is the same in every game here.
    """

    document: dict[str, Any]
    setup: Setup
    _state: Any

    @classmethod
    def read(
        cls,
        path: Path,
        game: Game,
        setup: Mapping[str, Any] | None,
        expansions: Sequence[str],
        without: Sequence[str] = (),
    ) -> Start:
        """Read a position file for a batch of ``game``.

        Raises :class:`SaveError` for a file that cannot be honoured, :class:`UsageError` where game, setup,
        expansions or what is taken out are not those of the position.
        """
        session = Session.load_position(path, log=False)
        document = read_document(path, POSITION_FORMAT)
        if session.game.id != game.id:
            raise UsageError(f"{path}: is a position of {session.game.id}; expected one of {game.id}")
        if not document["state"].get("stack"):
            raise SaveError(f"{path}: the game is over in this position; there is nothing to play")
        drawn = session.rules.setup
        _agree(path, drawn, setup, document["expansions"], expansions)
        if without and set(without) != set(session.setup.without):
            left = f"without {', '.join(session.setup.without)}" if session.setup.without else "with all of the content"
            raise UsageError(f"{path}: the position was set up {left}; leave that to the position file")
        state = codec(session.tables).load(document["state"], game.state)
        kept = {**document, "setup": attrs.asdict(drawn)}
        return cls(kept, attrs.evolve(session.setup, options=drawn), state)

    @classmethod
    def of(cls, document: dict[str, Any], tables: Tables) -> Start:
        """The start of a plan, from the document that its batch keeps. Raises :class:`SaveError`."""
        return cls(document, tables.setup, codec(tables).load(document["state"], tables.game.state))

    def state(self, tables: Tables, seed: int, index: int) -> Any:
        """The state that game ``index`` begins at."""
        state = self._state.copy()
        state.seed = seed
        state.index = index
        rekey(state, "start", seed, index)
        tables.rules(tables.setup.options).redeal(state, 1, Stream(seed, index, "start/redeal"))
        return state

    def deal(self, tables: Tables, seed: int, index: int, rules: Rulebook[Any] | None = None) -> Table:
        """A table of game ``index`` at its beginning. ``rules`` may stand in for the shared ones."""
        return Table(rules or tables.rules(tables.setup.options), self.state(tables, seed, index))


def _agree(
    path: Path, drawn: Any, setup: Mapping[str, Any] | None, found: Sequence[str], expansions: Sequence[str]
) -> None:
    if setup:
        wanted = resolve(type(drawn), {**attrs.asdict(drawn), **setup})
        for name in setup:
            if getattr(wanted, name) != getattr(drawn, name):
                raise UsageError(
                    f"{path}: the position was set up with {name}={getattr(drawn, name)!r}, not "
                    f"{getattr(wanted, name)!r}; leave the setup to the position file"
                )
    if expansions and set(expansions) != set(found):
        raise UsageError(
            f"{path}: the position has the expansions {', '.join(found) or 'none'}; leave them to the position file"
        )
