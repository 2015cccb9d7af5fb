"""Replays: a game as its setup, its seed and every choice that was made. Small, exact, and played again by the rules.

Batches write one for each game that stalled or failed; :func:`write_replay` writes one of any session. A save can be
replayed as well, since it has the same in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from undercroft._core import RNG_ID
from undercroft.codec import codec
from undercroft.errors import IllegalChoice, SaveError, UndercroftError, UsageError, message_of
from undercroft.files import read_document, write_atomically
from undercroft.game import Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.saves import SAVE_FORMAT, choices, without_of
from undercroft.session import Session, fingerprint
from undercroft.state import Option

__all__ = ["REPLAY_FORMAT", "Replay", "error_words", "load_replay", "plain", "replay", "write_replay"]

REPLAY_FORMAT = "undercroft-replay/1"
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")


def plain(text: str) -> str:
    """A text on one line, without addresses in memory, which would differ from process to process."""
    if not text.isprintable():
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return _ADDRESS.sub("0x...", text) if "0x" in text else text


def error_words(error: BaseException) -> str:
    """An error as replays and tables of games tell it: its type and its message, on one line.

    What Python says of a recursion without end depends on how deep the caller stands, so that is told in fixed words.
    """
    if isinstance(error, RecursionError):
        return "RecursionError: a step or an effect leads back to itself without end"
    return plain(f"{type(error).__name__}: {message_of(error)}")


@attrs.frozen
class Replay:
    """A game as a file tells it.

    ``origin`` is the state it began at where that was no beginning of a game, else ``None``. ``result`` is ``"win"``,
    ``"loss"``, ``"stalled"`` (a cap on decisions was hit), ``"error"`` or ``""`` (still running). ``digest`` is the
    :func:`fingerprint <undercroft.session.fingerprint>` of the last state's key, in a save the session's digest, and
    ``""`` where there is none. ``error`` is the text of what was raised and ``failed`` says by whom: ``"rules"`` (after
    the last choice, which is in the history), ``"agent"`` (which made no choice) or ``"end"`` (when there was nothing
    more to choose and the game was counted).
    """

    game: str
    setup: Mapping[str, Any]
    expansions: tuple[str, ...]
    seed: int
    index: int
    history: list[Option]
    versions: Mapping[str, str]
    origin: dict[str, Any] | None = None
    result: str = ""
    reason: str = ""
    digest: str = ""
    error: str = ""
    failed: str = ""
    rng: str = RNG_ID
    form: str = REPLAY_FORMAT
    without: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """The replay as a file."""
        document: dict[str, Any] = {
            "format": self.form,
            "game": self.game,
            "versions": dict(self.versions),
            "rng": self.rng,
        }
        document |= {"setup": dict(self.setup), "expansions": list(self.expansions), "without": list(self.without)}
        document |= {"seed": self.seed, "index": self.index, "origin": self.origin, "history": self.history}
        document |= {"result": self.result, "reason": self.reason, "digest": self.digest}
        document |= {"error": self.error, "failed": self.failed}
        return (json.dumps(document, ensure_ascii=False, default=repr) + "\n").encode("utf-8", "backslashreplace")


def write_replay(session: Session, path: str | Path) -> None:
    """Write what a session played so far as a replay. Raises :class:`SaveError` where the disk refuses."""
    game = session.game
    origin = session._origin
    made = Replay(
        game=game.id,
        setup=session.setup.as_dict(),
        expansions=session.setup.expansions,
        seed=session.seed,
        index=session.index,
        history=session.history,
        versions=registry().versions(game, session.setup.expansions),
        origin=None if origin is None else codec(session.tables).dump(origin),
        result=session.state.result,
        reason=session.state.reason,
        digest=fingerprint(session.state.key()),
        without=session.setup.without,
    )
    write_atomically(Path(path), made.encode())


# -- reading --------------------------------------------------------------------------------------------------------

_KEYS: dict[str, type[Any]] = {
    "game": str, "versions": dict, "rng": str, "setup": dict, "expansions": list, "seed": int, "index": int,
    "history": list, "digest": str,
}  # fmt: skip
_MORE: dict[str, type[Any]] = {"result": str, "reason": str, "error": str, "failed": str}


def load_replay(path: str | Path) -> Replay:
    """Read a replay or a save. Raises :class:`SaveError` for what is neither, or is cut or of another generator."""
    path = Path(path)
    document = _document(path)
    keys = _KEYS if document["format"] == SAVE_FORMAT else _KEYS | _MORE
    for name, kind in keys.items():
        if name not in document:
            raise SaveError(f"{path}: key {name} is missing")
        if type(document[name]) is not kind:
            raise SaveError(f"{path}: key {name}: expected {_WORDS[kind]}, got {document[name]!r:.60}")
    if not isinstance(document.get("origin"), dict | None):
        raise SaveError(f"{path}: key origin: expected a state or null, got {document['origin']!r:.60}")
    if not all(isinstance(name, str) for name in document["expansions"]):
        raise SaveError(f"{path}: key expansions: expected names, got {document['expansions']!r:.60}")
    if document["rng"] != RNG_ID:
        raise SaveError(f"{path}: was made with random generator {document['rng']!r}; this Undercroft has {RNG_ID!r}")
    given = {name: document[name] for name in (*keys, "origin") if name in document and name not in _SHAPED}
    return Replay(
        **given,
        expansions=tuple(document["expansions"]),
        history=choices(path, document, "history"),
        form=document["format"],
        without=_without(path, document),
    )


def _without(path: Path, document: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        return tuple(without_of(document))
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from error


_SHAPED = frozenset({"expansions", "history"})
_WORDS: dict[type[Any], str] = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


def _document(path: Path) -> dict[str, Any]:
    try:
        return read_document(path, REPLAY_FORMAT)
    except SaveError as refusal:
        try:
            return read_document(path, SAVE_FORMAT)
        except SaveError:
            raise refusal from None


# -- playing again --------------------------------------------------------------------------------------------------


def replay(path: str | Path, until: int | None = None, *, verify: bool = False, log: bool = True) -> Session:
    """Play a replay or a save again, the first ``until`` choices or all; returns the session as it stands then.

    With ``verify`` what comes out is held against what the file says: the digest, or the error that the game ended
    with. A game that failed in its rules is returned as it was when its last choice was pending. Raises
    :class:`SaveError` for a file that cannot be read, for a choice that the installed rules no longer offer (with its
    number and the reason) and for one that ends differently; :class:`UsageError` for an ``until`` beyond the end.
    """
    path = Path(path)
    made = load_replay(path)
    count = len(made.history)
    if until is not None and not 0 <= until <= count:
        raise UsageError(f"{path}: has {count} choices; until has to be from 0 to {count}, not {until}")
    session = _open(path, made, log=log)
    stop = count if until is None else until
    for number, option in enumerate(made.history[:stop], 1):
        if not _choose(path, made, session, number, option):
            return session
    if verify and stop == count:
        _verify(path, made, session)
    return session


def _open(path: Path, made: Replay, *, log: bool) -> Session:
    tables = _tables(path, made)
    state = None
    if made.origin is not None:
        try:
            state = codec(tables).load(made.origin, tables.game.state)
        except SaveError as error:
            raise SaveError(f"{path}: key origin: {error}{_changes(made)}") from error
    try:
        return (
            Session.of(tables, made.seed, made.index, log=log) if state is None else Session.at(tables, state, log=log)
        )
    except (Exception, SystemExit) as error:
        again = "; this is the error that the file tells of" if error_words(error) == made.error else ""
        raise SaveError(
            f"{path}: the game fails before its first choice: {error_words(error)}{again}{_changes(made)}"
        ) from error


def _tables(path: Path, made: Replay) -> Tables:
    try:
        game = registry().game(made.game)
        return registry().tables(game, resolve_setup(game, made.setup, made.expansions, made.without))
    except UndercroftError as error:
        raise SaveError(f"{path}: {error}{_changes(made)}") from error


def _choose(path: Path, made: Replay, session: Session, number: int, option: Option) -> bool:
    """Make a choice again; false where it raises the error that the file tells of."""
    try:
        session.choose(option)
    except IllegalChoice as error:
        raise SaveError(f"{path}: choice {number} of {len(made.history)}: {error}{_changes(made)}") from error
    except (Exception, SystemExit) as error:
        if number == len(made.history) and error_words(error) == made.error:
            return False
        expected = f"; the file tells of {made.error!r}" if made.error else ""
        raise SaveError(
            f"{path}: choice {number} of {len(made.history)} raises {error_words(error)}{expected}{_changes(made)}"
        ) from error
    return True


def _verify(path: Path, made: Replay, session: Session) -> None:
    if made.error and made.failed not in ("agent", "end"):
        raise SaveError(f"{path}: the game no longer ends with {made.error!r}{_changes(made)}")
    if made.error:
        return
    if not made.digest:
        raise SaveError(f"{path}: has no digest that what comes out could be held against")
    digest = session.digest() if made.form == SAVE_FORMAT else fingerprint(session.state.key())
    if digest != made.digest:
        raise SaveError(
            f"{path}: the game comes out differently: digest {digest}, the file has {made.digest}; it was edited, or "
            f"the rules have changed{_changes(made)}"
        )


def _changes(made: Replay) -> str:
    """What is installed now in another version than the file was made with."""
    return registry().changed(made.game, made.expansions, made.versions)
