"""Saves and position files: JSON, written whole or not at all, refused with the reason where they do not fit.

:class:`undercroft.Session` has the calls that people use; it hands itself over, so that nothing here depends on it.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from undercroft._core import RNG_ID
from undercroft.codec import Codec, codec
from undercroft.errors import IllegalChoice, SaveError, UndercroftError
from undercroft.files import encode, read_document, write_atomically
from undercroft.game import Game, Setup, Tables, resolve_setup
from undercroft.history import Past, fingerprint, past_of
from undercroft.plugins import registry
from undercroft.state import Option, freeze

__all__ = ["POSITION_FORMAT", "SAVE_FORMAT", "choices", "load", "load_position", "save", "save_position", "without_of"]

SAVE_FORMAT = "undercroft-save/1"
POSITION_FORMAT = "undercroft-position/1"


class Saved(Protocol):
    """What a save needs of a session, and a session of a save."""

    tables: Tables
    seed: int
    index: int
    _origin: Any
    _past: Past

    @classmethod
    def at(cls, tables: Tables, state: Any, *, log: bool = False) -> Self: ...
    @property
    def game(self) -> Game: ...
    @property
    def setup(self) -> Setup: ...
    @property
    def history(self) -> list[Option]: ...
    def choose(self, option: Option) -> None: ...
    def digest(self) -> str: ...
    def _saved_parts(self) -> tuple[Any, list[Option]]: ...


S = TypeVar("S", bound=Saved)


def _header(session: Saved, form: str) -> dict[str, Any]:
    game = session.game
    return {
        "format": form,
        "game": game.id,
        "versions": registry().versions(game, session.setup.expansions),
        "rng": RNG_ID,
        "setup": session.setup.as_dict(),
        "expansions": list(session.setup.expansions),
        "without": list(session.setup.without),
        "seed": session.seed,
        "index": session.index,
    }


def save(session: Saved, path: Path) -> None:
    """Write a game so that it can be gone on with at this very decision. The previous file is kept as ``.bak``."""
    coder = codec(session.tables)
    state, answers = session._saved_parts()
    origin = session._origin
    document = {
        **_header(session, SAVE_FORMAT),
        "origin": None if origin is None else coder.dump(origin),
        "state": coder.dump(state),
        "answers": answers,
        "history": session.history,
        "digest": session.digest(),
    }
    document["seal"] = _seal(document)
    write_atomically(path, encode(document), keep=True)


def _seal(document: Mapping[str, Any]) -> str:
    """Stands for all that a save says, so that one that was edited is not taken for the game that was played."""
    return fingerprint(json.dumps({k: v for k, v in document.items() if k != "seal"}, sort_keys=True))


def save_position(session: Saved, path: Path) -> None:
    """Write the state at the last boundary alone, readable and editable."""
    state, _ = session._saved_parts()
    document = {**_header(session, POSITION_FORMAT), "state": codec(session.tables).dump(state)}
    write_atomically(path, encode(document, indent=1), keep=True)


_KEYS: dict[str, type[Any] | tuple[type[Any], ...]] = {
    "game": str, "setup": dict, "expansions": list, "seed": int, "index": int, "rng": str, "state": dict,
    "versions": dict,
}  # fmt: skip


def _check_keys(path: Path, document: Mapping[str, Any], extra: Mapping[str, Any]) -> None:
    for name, kind in {**_KEYS, **extra}.items():
        if name not in document:
            raise SaveError(f"{path}: key {name} is missing")
        if not isinstance(document[name], kind):
            raise SaveError(
                f"{path}: key {name}: expected {getattr(kind, '__name__', kind)}, got {document[name]!r:.60}"
            )
    if document["rng"] != RNG_ID:
        raise SaveError(f"{path}: was made with random generator {document['rng']!r}; this Undercroft has {RNG_ID!r}")


def without_of(document: Mapping[str, Any]) -> list[str]:
    """What a file says that its game is played without; nothing in one that does not say. Raises :class:`SaveError`."""
    names = document.get("without", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SaveError(f"key without: expected a list of kind/id, got {names!r:.60}")
    return names


_LAST: list[Any] = []
"""The registry and the tables of the last file: the next one is most likely of the same game and setup."""


def _tables(path: Path, document: Mapping[str, Any]) -> Tables:
    try:
        found = registry()
        game = found.game(document["game"])
        setup = resolve_setup(game, document["setup"], document["expansions"], without_of(document))
        if not (_LAST and _LAST[0] is found and _LAST[1].game is game and _LAST[1].setup == setup):
            _LAST[:] = [found, found.tables(game, setup)]
        made: Tables = _LAST[1]
        return made
    except UndercroftError as error:
        raise SaveError(f"{path}: {error}") from error


def load(maker: type[S], path: Path, *, at_boundary: bool = False, log: bool = True) -> S:
    """Go on with a saved game.

    ``at_boundary`` resumes before the answers that the rules no longer accept. Raises :class:`SaveError` for a missing
    plugin, a newer format, a file that was edited or cut, or changed rules; the file is never altered.
    """
    document = read_document(path, SAVE_FORMAT)
    _check_keys(path, document, {"answers": list, "history": list, "digest": str, "seal": str})
    whole = _seal(document) == document["seal"]
    tables = _tables(path, document)
    coder = codec(tables)
    session = _open(maker, path, tables, coder, document["state"], log=log)
    if document.get("origin") is not None:
        session._origin = _state(path, tables, coder, document["origin"])
    else:
        session._origin = None
    history, answers = choices(path, document, "history"), choices(path, document, "answers")
    if at_boundary:
        if not whole:
            raise _damaged(path, document)
        history, answers = history[: len(history) - len(answers)], []
    try:
        for option in answers:
            session.choose(option)
        session._past = past_of(history)
    except IllegalChoice as error:
        raise SaveError(
            f"{path}: the installed rules no longer accept an answer of this game: {error}{_changes(document)}; "
            "it can be resumed at its last boundary"
        ) from error
    except Exception as error:
        raise SaveError(f"{path}: the answers do not fit the position: {type(error).__name__}: {error}") from error
    if not at_boundary:
        _check_prints(path, document, session, whole)
    return session


def choices(path: Path, document: Mapping[str, Any], key: str) -> list[Any]:
    """The choices under a key of a file. Raises :class:`SaveError` for what is none, with its number."""
    for number, option in enumerate(document[key], 1):
        if not isinstance(option, list):
            where = f"{path}: choice {number}" + (f" in {key}" if key != "history" else "")
            raise SaveError(f"{where}: expected a list (a verb, then its arguments), got {option!r:.60}")
    try:
        return [freeze(option) for option in document[key]]
    except RecursionError as error:
        raise SaveError(f"{path}: key {key}: is nested too deeply; expected plain choices") from error


def _damaged(path: Path, document: Mapping[str, Any]) -> SaveError:
    return SaveError(f"{path}: seal {document['seal']} does not fit what the file says; it was edited or damaged")


def _check_prints(path: Path, document: Mapping[str, Any], session: Saved, whole: bool) -> None:
    if session.digest() != document["digest"]:
        why = "the file was edited or damaged"
        if whole:
            why = f"the rules have changed{_changes(document)}; it can be resumed at its last boundary"
        raise SaveError(f"{path}: digest {document['digest']} does not fit the position; {why}")
    if not whole:
        raise _damaged(path, document)


def _changes(document: Mapping[str, Any]) -> str:
    return registry().changed(document["game"], document["expansions"], document["versions"])


def _state(path: Path, tables: Tables, coder: Codec, data: Any) -> Any:
    try:
        return coder.load(data, tables.game.state)
    except SaveError as error:
        raise SaveError(f"{path}: key state: {error}") from error


def _open(maker: type[S], path: Path, tables: Tables, coder: Codec, data: Any, *, log: bool) -> S:
    state = _state(path, tables, coder, data)
    try:
        _check_state(state)
        rules = tables.rules(tables.drawn(state.seed, state.index))
        for name, args in state.stack:
            _check_frame(rules.step(name), name, (state, *args))
        return maker.at(tables, state, log=log)
    except UndercroftError as error:
        raise SaveError(f"{path}: the position cannot be played on: {error}") from error
    except Exception as error:
        raise SaveError(
            f"{path}: the position is not one that the rules know: {type(error).__name__}: {error}"
        ) from error


def _check_state(state: Any) -> None:
    """What holds for the states of all games."""
    for name in ("seed", "index"):
        if not 0 <= getattr(state, name) < _SEEDS:
            raise SaveError(f"key state.{name}: expected a whole number from 0 to {_SEEDS - 1}")
    if state.result not in ("", "win", "loss"):
        raise SaveError(f"key state.result: expected win, loss or an empty text, got {state.result!r:.60}")
    if state.result and state.stack:
        raise SaveError(
            f"key state.result: is {state.result!r}, but steps are still on the stack: the game is not over"
        )


_SEEDS = 2**64


def _check_frame(step: Callable[..., Any], name: str, args: tuple[Any, ...]) -> None:
    try:
        inspect.signature(step).bind(*args)
    except TypeError as error:
        raise TypeError(f"step {name!r} on the stack: {error}") from error


def load_position(maker: type[S], path: Path, *, log: bool = True) -> S:
    """A session that begins at a position file. Raises :class:`SaveError`."""
    document = read_document(path, POSITION_FORMAT)
    _check_keys(path, document, {})
    tables = _tables(path, document)
    session = _open(maker, path, tables, codec(tables), document["state"], log=log)
    for name, said in (("seed", session.seed), ("index", session.index)):
        if document[name] != said:  # nobody should edit one of them and wonder why nothing is different
            raise SaveError(
                f"{path}: key {name} is {document[name]}, but {said} in the state; expected the same in both"
            )
    return session
