"""Saves and position files: JSON, written whole or not at all, refused with the reason where they do not fit."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import cattrs
from cattrs.v import format_exception

from undercroft import __version__
from undercroft._core import RNG_ID, Deck, Stream
from undercroft.errors import IllegalChoice, SaveError, UndercroftError
from undercroft.game import Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.session import Session, fingerprint
from undercroft.state import Ref, freeze

__all__ = [
    "POSITION_FORMAT",
    "SAVE_FORMAT",
    "Codec",
    "load",
    "load_position",
    "save",
    "save_position",
    "write_atomically",
]

SAVE_FORMAT = "undercroft-save/1"
POSITION_FORMAT = "undercroft-position/1"
_NUMBER = re.compile(r"-?\d+")


class Codec:
    """Turns states into JSON-able data and back, with content ints written as ids.

    ``names`` gives the ids of each kind in the order of their ints. Raises :class:`SaveError` that names the field.
    """

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self._names = {kind: list(ids) for kind, ids in names.items()}
        self._numbers = {kind: {name: i for i, name in enumerate(ids)} for kind, ids in self._names.items()}
        self._converter = self._make()

    def dump(self, state: Any) -> Any:
        """A state as plain data."""
        return self._converter.unstructure(state)

    def load(self, data: Any, kind: type[Any]) -> Any:
        """A state of the given class from plain data."""
        try:
            return self._converter.structure(data, kind)
        except SaveError:
            raise
        except Exception as error:
            raise SaveError("; ".join(_faults(error))) from error

    def _make(self) -> cattrs.Converter:
        converter = cattrs.Converter(forbid_extra_keys=True)
        converter.register_unstructure_hook(Stream, lambda s: s.to_bytes().hex())
        converter.register_structure_hook(Stream, lambda v, _: Stream.from_bytes(bytes.fromhex(v)))
        converter.register_unstructure_hook(Deck, lambda d: self._dump_deck(d, None))
        converter.register_structure_hook(Deck, lambda v, _: self._load_deck(v, None))
        converter.register_unstructure_hook_factory(_is_ref, lambda hint: self._dump_ref(*_parts(hint)))
        converter.register_structure_hook_factory(_is_ref, lambda hint: self._load_ref(*_parts(hint)))
        converter.register_unstructure_hook(bytes, bytes.hex)
        converter.register_structure_hook(bytes, lambda v, _: bytes.fromhex(v))
        converter.register_structure_hook_func(_is_loose, lambda v, _: freeze(v))
        converter.register_unstructure_hook_factory(_has_odd_keys, lambda hint: self._dump_pairs(*get_args(hint)))
        converter.register_structure_hook_factory(_has_odd_keys, lambda hint: self._load_pairs(*get_args(hint)))
        return converter

    def _dump_pairs(self, key: Any, item: Any) -> Any:
        """JSON has texts as keys only, so that a dict with others is written as a list of pairs."""
        dump = self._converter.unstructure
        return lambda table: [[dump(k, unstructure_as=key), dump(v, unstructure_as=item)] for k, v in table.items()]

    def _load_pairs(self, key: Any, item: Any) -> Any:
        load = self._converter.structure
        return lambda pairs, _: {load(k, key): load(v, item) for k, v in pairs}

    def _dump_ref(self, base: Any, kind: str) -> Any:
        if base is Deck:
            return lambda deck: self._dump_deck(deck, kind)
        return lambda number: self._name(kind, number)

    def _load_ref(self, base: Any, kind: str) -> Any:
        if base is Deck:
            return lambda value, _: self._load_deck(value, kind)
        return lambda value, _: self._number(kind, value)

    def _name(self, kind: str, number: int) -> str | int:
        ids = self._names.get(kind, [])
        return ids[number] if 0 <= number < len(ids) else number

    def _number(self, kind: str, value: Any) -> int:
        if isinstance(value, str) and _NUMBER.fullmatch(value) and value not in self._numbers.get(kind, {}):
            value = int(value)  # as a key of a dict, a number without an id is written as text
        if type(value) is int:
            if kind in self._names and value >= len(self._names[kind]):
                raise SaveError(f"there is no {kind} number {value} in the installed content")
            return value
        numbers = self._numbers.get(kind, {})
        if not isinstance(value, str) or value not in numbers:
            raise SaveError(f"there is no {kind} {value!r} in the installed content")
        return numbers[value]

    def _dump_deck(self, deck: Deck, kind: str | None) -> dict[str, Any]:
        cards = deck.cards()
        row: dict[str, Any] = {"cards": cards if kind is None else [self._name(kind, c) for c in cards]}
        known = deck.known()
        if any(known):
            row["known"] = list(known)
        stream = deck.stream
        row["stream"] = None if stream is None else stream.to_bytes().hex()
        return row

    def _load_deck(self, value: Any, kind: str | None) -> Deck:
        if not isinstance(value, dict) or not isinstance(value.get("cards"), list):
            raise SaveError(f"expected a pile with its cards, got {value!r:.80}")
        cards = value["cards"] if kind is None else [self._number(kind, c) for c in value["cards"]]
        luck = value.get("stream")
        deck = Deck(cards, None if luck is None else Stream.from_bytes(bytes.fromhex(luck)))
        if "known" in value:
            deck.set_known(bytes(value["known"]))
        return deck


def _is_ref(hint: Any) -> bool:
    return get_origin(hint) is Annotated and any(isinstance(a, Ref) for a in get_args(hint)[1:])


def _parts(hint: Any) -> tuple[Any, str]:
    base, *marks = get_args(hint)
    return base, next(m.kind for m in marks if isinstance(m, Ref))


def _is_loose(hint: Any) -> bool:
    """Whether a type says so little that a value is taken as it comes, lists as the tuples they were."""
    arguments = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return len([a for a in arguments if a is not NoneType]) > 1 and all(map(_is_bare, arguments))
    return hint in (Any, object, NoneType) or (get_origin(hint) is tuple and Any in arguments)


def _is_bare(hint: Any) -> bool:
    return hint in (int, str, bool, float, NoneType) or hint is tuple or get_origin(hint) is tuple


def _has_odd_keys(hint: Any) -> bool:
    return get_origin(hint) is dict and get_args(hint)[0] not in (int, str) and not _is_ref(get_args(hint)[0])


def _faults(error: Exception) -> list[str]:
    return list(cattrs.transform_error(error, format_exception=_words))


def _words(error: BaseException, kind: Any) -> str:
    return str(error) if isinstance(error, UndercroftError) else format_exception(error, kind)


_CODECS: dict[tuple[str, int], tuple[Any, Codec]] = {}


def codec(tables: Tables) -> Codec:
    """The codec for a game's states with the content of its tables; made once for each content."""
    key = (tables.game.id, id(tables.content))
    if key not in _CODECS:
        _CODECS[key] = (tables.content, Codec(tables.game.names(tables.content)))
    return _CODECS[key][1]


def write_atomically(path: Path, data: bytes, *, keep: bool = False) -> None:
    """Write a file whole or not at all: temporary file, synced, renamed. ``keep`` leaves the old one as ``.bak``.

    Raises :class:`SaveError` where the disk refuses; the old file is untouched then.
    """
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if keep and path.exists():
            backup = path.with_name(path.name + ".bak")
            backup.unlink(missing_ok=True)
            os.link(path, backup)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        raise SaveError(f"{path}: cannot be written: {error.strerror or error}; nothing was changed") from error


def _header(session: Session, form: str) -> dict[str, Any]:
    game = session.game
    return {
        "format": form,
        "game": game.id,
        "versions": {"undercroft": __version__, game.id: game.version, "rules": game.rules_version},
        "rng": RNG_ID,
        "setup": session.setup.as_dict(),
        "expansions": list(session.setup.expansions),
        "seed": session.seed,
        "index": session.index,
    }


def save(session: Session, path: Path) -> None:
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
    write_atomically(path, _encode(document), keep=True)


def _seal(document: Mapping[str, Any]) -> str:
    """Stands for all that a save says, so that one that was edited is not taken for the game that was played."""
    return fingerprint(json.dumps({k: v for k, v in document.items() if k != "seal"}, sort_keys=True))


def save_position(session: Session, path: Path) -> None:
    """Write the state at the last boundary alone, readable and editable."""
    state, _ = session._saved_parts()
    document = {**_header(session, POSITION_FORMAT), "state": codec(session.tables).dump(state)}
    write_atomically(path, _encode(document, indent=1), keep=True)


def _encode(document: Any, indent: int | None = None) -> bytes:
    return (json.dumps(document, indent=indent, ensure_ascii=False) + "\n").encode("utf-8")


def read_document(path: Path, form: str) -> dict[str, Any]:
    """Read a JSON file of the given format. Raises :class:`SaveError` for what is no such file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise SaveError(f"{path}: there is no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(f"{path}: cannot be read: {error}") from error
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise SaveError(f"{path}: is no complete JSON document: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("format"), str):
        raise SaveError(f"{path}: is no file of Undercroft: key format is missing; expected {form!r}")
    if document["format"] != form:
        raise SaveError(
            f"{path}: has the format {document['format']!r}; expected {form!r}" + _hint(document["format"], form)
        )
    return document


def _hint(found: str, wanted: str) -> str:
    name, _, version = found.partition("/")
    if name == wanted.partition("/")[0] and version.isdigit() and int(version) > int(wanted.partition("/")[2]):
        return "; it was written by a newer Undercroft"
    return ""


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


def _tables(path: Path, document: Mapping[str, Any]) -> Tables:
    try:
        game = registry().game(document["game"])
        return registry().tables(game, resolve_setup(game, document["setup"], document["expansions"]))
    except UndercroftError as error:
        raise SaveError(f"{path}: {error}") from error


def load(path: Path, *, at_boundary: bool = False, log: bool = True) -> Session:
    """Go on with a saved game.

    ``at_boundary`` resumes before the answers that the rules no longer accept. Raises :class:`SaveError` for a missing
    plugin, a newer format, a file that was edited or cut, or changed rules; the file is never altered.
    """
    document = read_document(path, SAVE_FORMAT)
    _check_keys(path, document, {"answers": list, "history": list, "digest": str, "seal": str})
    tables = _tables(path, document)
    coder = codec(tables)
    session = _open(path, tables, coder, document["state"], log=log)
    if document.get("origin") is not None:
        session._origin = _state(path, tables, coder, document["origin"])
    else:
        session._origin = None
    history = [freeze(option) for option in document["history"]]
    answers = [] if at_boundary else [freeze(option) for option in document["answers"]]
    if at_boundary:
        history = history[: len(history) - len(document["answers"])]
    try:
        session._resume(answers, history)
    except IllegalChoice as error:
        raise SaveError(
            f"{path}: the installed rules no longer accept an answer of this game: {error}; "
            "it can be resumed at its last boundary"
        ) from error
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, UndercroftError) as error:
        raise SaveError(f"{path}: the answers do not fit the position: {type(error).__name__}: {error}") from error
    if not at_boundary and session.digest() != document["digest"]:
        raise SaveError(
            f"{path}: digest {document['digest']} does not fit the position; the file was edited or damaged"
        )
    if not at_boundary and _seal(document) != document["seal"]:
        raise SaveError(f"{path}: seal {document['seal']} does not fit what the file says; it was edited or damaged")
    return session


def _state(path: Path, tables: Tables, coder: Codec, data: Any) -> Any:
    try:
        return coder.load(data, tables.game.state)
    except SaveError as error:
        raise SaveError(f"{path}: key state: {error}") from error


def _open(path: Path, tables: Tables, coder: Codec, data: Any, *, log: bool) -> Session:
    state = _state(path, tables, coder, data)
    try:
        rules = tables.rules(tables.drawn(state.seed, state.index))
        for name, _ in state.stack:
            rules.step(name)
        return Session.at(tables, state, log=log)
    except UndercroftError as error:
        raise SaveError(f"{path}: the position cannot be played on: {error}") from error
    except (IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise SaveError(
            f"{path}: the position is not one that the rules know: {type(error).__name__}: {error}"
        ) from error


def load_position(path: Path, *, log: bool = True) -> Session:
    """A session that begins at a position file. Raises :class:`SaveError`."""
    document = read_document(path, POSITION_FORMAT)
    _check_keys(path, document, {})
    tables = _tables(path, document)
    return _open(path, tables, codec(tables), document["state"], log=log)
