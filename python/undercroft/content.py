"""Content packs: printed data as TOML, structured by cattrs into frozen attrs classes.

A pack is a set of TOML files of arrays of tables; the name of a table is its kind, ``id`` names an entry::

    [[action]]
    id = "cinder-lash"
    title = "Cinder Lash"

A later pack adds entries under ids of its own (``"my-pack:ice-lash"``), replaces one (``replace = true``) or takes one
out (``[[remove]]`` with ``kind`` and ``id``). An error names file, line, table, key and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import attrs
import cattrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from undercroft.errors import ContentError
from undercroft.files import parse_toml

__all__ = ["ContentPack", "Tables", "check_id", "check_n", "check_word", "load_packs", "need", "structure"]

Tables = dict[str, dict[str, Any]]
"""Structured content: kind -> id -> entry, in the order of the files."""


@attrs.frozen
class ContentPack:
    """Content that a plugin brings for a game.

    ``game`` is the game's id, ``name`` the prefix of the pack's own ids, ``files`` the TOML files in order.
    ``expansion`` is the name that ``--with`` takes; ``""`` marks the game's own content, which is always in play and
    stands in :attr:`Game.packs <undercroft.game.Game>`.
    """

    game: str
    name: str
    files: tuple[Path | Traversable, ...]
    expansion: str = ""
    plugin: str = ""


def _strict(kind: type[Any]) -> Any:
    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise ContentError(f"expected {_NAMES[kind]}, got {value!r}")
        return value

    return hook


_NAMES = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}


def _make_converter() -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in _NAMES:
        converter.register_structure_hook(kind, _strict(kind))
    return converter


_CONVERTER = _make_converter()


def structure(value: Any, kind: type[Any]) -> Any:
    """Turn plain data into an attrs class. Raises :class:`ContentError` that names the key and what was expected."""
    try:
        return _CONVERTER.structure(value, kind)
    except ContentError:
        raise
    except Exception as error:
        raise ContentError("; ".join(_faults(error, ""))) from error


def _faults(error: BaseException, where: str) -> list[str]:
    """Flatten cattrs' groups into one line a fault, each with the path of its key."""
    if isinstance(error, ClassValidationError | IterableValidationError):
        lines = []
        for inner in error.exceptions:
            lines.extend(_faults(inner, where + _note_path(inner)))
        return lines
    prefix = f"key {where.lstrip('.')}: " if where else ""
    if isinstance(error, ForbiddenExtraKeysError):
        known = ", ".join(a.name for a in attrs.fields(error.cl))
        return [f"{prefix}unknown key {', '.join(sorted(error.extra_fields))}; expected only {known}"]
    if isinstance(error, KeyError):
        missing = f".{error.args[0]}"  # newer cattrs have it in the path already
        return [f"key {(where if where.endswith(missing) else where + missing).lstrip('.')} is missing"]
    return [f"{prefix}{error}"]


def _note_path(error: BaseException) -> str:
    for note in getattr(error, "__notes__", ()):
        name = getattr(note, "name", None)
        if name is not None:
            return f".{name}"
        index = getattr(note, "index", None)
        if index is not None:
            return f"[{index}]"
    return ""


def _read(file: Path | Traversable) -> tuple[str, dict[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{file}: cannot be read: {error}") from error
    try:
        return text, parse_toml(text)
    except ValueError as error:
        raise ContentError(f"{file}: is no valid TOML: {error}") from error


def _lines(text: str) -> dict[str, list[int]]:
    """Line numbers of the headers of each array of tables, in order."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line)
        if match:
            found.setdefault(match.group(1), []).append(number)
    return found


def _place(file: Path | Traversable, lines: Mapping[str, list[int]], kind: str, number: int, entry: Any) -> str:
    at = lines.get(kind, [])
    line = f", line {at[number]}" if number < len(at) else ""
    name = f" {entry.get('id')!r}" if isinstance(entry, dict) and "id" in entry else f" number {number + 1}"
    return f"{file}{line}: [[{kind}]]{name}"


def load_packs(packs: Sequence[ContentPack], schema: Mapping[str, type[Any]]) -> Tables:
    """Read packs in order into ``kind -> id -> entry``; ``schema`` gives the attrs class of each kind.

    The first pack is the game's own. Raises :class:`ContentError` for anything that does not fit: a broken file, an
    unknown kind or key, a duplicate id, an added id without the pack's prefix, a replaced or removed id that is not
    there.
    """
    tables: Tables = {kind: {} for kind in schema}
    for number, pack in enumerate(packs):
        for file in pack.files:
            _load_file(file, pack, schema, tables, base=number == 0)
    return tables


def _load_file(
    file: Path | Traversable, pack: ContentPack, schema: Mapping[str, type[Any]], tables: Tables, *, base: bool
) -> None:
    text, data = _read(file)
    lines = _lines(text)
    for kind, entries in data.items():
        if kind not in schema and kind != "remove":
            raise ContentError(f"{file}: unknown table [[{kind}]]; expected one of {', '.join([*schema, 'remove'])}")
        if not isinstance(entries, list):
            raise ContentError(f"{file}: [{kind}] has to be an array of tables, written [[{kind}]]")
        for number, entry in enumerate(entries):
            try:
                if not isinstance(entry, dict):
                    raise ContentError(f"expected a table, got {entry!r}")
                if kind == "remove":
                    _remove(entry, tables)
                else:
                    _add(kind, entry, pack, schema[kind], tables[kind], base=base)
            except ContentError as error:
                raise ContentError(f"{_place(file, lines, kind, number, entry)}: {error}") from error


def _remove(entry: dict[str, Any], tables: Tables) -> None:
    kind, name = entry.get("kind"), entry.get("id")
    if set(entry) != {"kind", "id"} or not isinstance(kind, str) or kind not in tables or not isinstance(name, str):
        raise ContentError(f"expected kind (one of {', '.join(tables)}) and id")
    if name not in tables[kind]:
        raise ContentError(f"there is no {kind} with this id to take out")
    del tables[kind][name]


def _add(
    kind: str, entry: dict[str, Any], pack: ContentPack, made: type[Any], table: dict[str, Any], *, base: bool
) -> None:
    entry = dict(entry)
    replaces = entry.pop("replace", False)
    if not isinstance(replaces, bool):
        raise ContentError(f"key replace: expected true or false, got {replaces!r}")
    name = entry.get("id")
    if not isinstance(name, str) or not name:
        raise ContentError("key id: expected a non-empty text")
    if replaces:
        if name not in table:
            raise ContentError(f"there is no {kind} with this id to replace")
    elif name in table:
        raise ContentError("duplicate id; write replace = true to replace the entry that has it")
    elif not base and not name.startswith(pack.name + ":"):
        raise ContentError(f"an added id has to begin with {pack.name + ':'!r}")
    table[name] = structure(entry, made)


# -- what content classes check -------------------------------------------------------------------------------------

_ID: Final = re.compile(r"([a-z0-9-]+:)?[a-z0-9]+(-[a-z0-9]+)*")
"""An id: lower-case words and numbers joined by single hyphens, after the name of the pack where it adds the card."""


def need(holds: bool, key: str, expected: str, got: object) -> None:
    """Refuse a value unless ``holds``.

    Raises:
        ContentError: names the key, what was expected and what was found. The reader of content files puts the
            file, the line, the table and the id in front.
    """
    if not holds:
        raise ContentError(f"{key}: expected {expected}, got {got!r}")


def check_id(card: str) -> None:
    """Refuse an id that is not in lower case with single hyphens."""
    need(_ID.fullmatch(card) is not None, "id", "lower-case words joined by hyphens", card)


def check_word(key: str, word: str, words: Iterable[str]) -> None:
    """Refuse a word that is not in a vocabulary, listing the words that are."""
    valid = tuple(words)
    need(word in valid, key, "one of " + ", ".join(valid), word)


def check_n(key: str, n: int, lo: int, hi: int) -> None:
    """Refuse a number outside ``lo`` to ``hi``."""
    need(lo <= n <= hi, key, f"a number from {lo} to {hi}", n)
