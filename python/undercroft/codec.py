"""States as JSON-able data and back, with content ints written as ids."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import cattrs
from cattrs import IterableValidationError, IterableValidationNote
from cattrs.v import format_exception

from undercroft._core import Check, Deck, DicePool, Stream
from undercroft.errors import SaveError, UndercroftError
from undercroft.game import Tables
from undercroft.state import Ref

__all__ = ["Codec", "codec"]

_NUMBER = re.compile(r"-?[0-9]{1,20}")
_MOST_FAULTS = 5


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
        for core in (Check, DicePool, Stream):
            converter.register_unstructure_hook(core, lambda value: value.to_bytes().hex())
            converter.register_structure_hook(core, lambda value, kind: kind.from_bytes(bytes.fromhex(value)))
        converter.register_unstructure_hook(Deck, lambda d: self._dump_deck(d, None))
        converter.register_structure_hook(Deck, lambda v, _: self._load_deck(v, None))
        converter.register_unstructure_hook_factory(_is_ref, lambda hint: self._dump_ref(*_parts(hint)))
        converter.register_structure_hook_factory(_is_ref, lambda hint: self._load_ref(*_parts(hint)))
        converter.register_unstructure_hook(bytes, bytes.hex)
        converter.register_structure_hook(bytes, lambda v, _: bytes.fromhex(v))
        for plain in _WORDS:
            converter.register_structure_hook(plain, _load_plain)
        converter.register_structure_hook_factory(_is_row, self._load_row)
        converter.register_structure_hook_factory(_has_number_keys, lambda hint: self._load_numbered(get_args(hint)[1]))
        converter.register_structure_hook_func(_is_loose, _load_loose)
        converter.register_unstructure_hook_factory(_has_odd_keys, lambda hint: self._dump_pairs(*get_args(hint)))
        converter.register_structure_hook_factory(_has_odd_keys, lambda hint: self._load_pairs(*get_args(hint)))
        return converter

    def _dump_pairs(self, key: Any, item: Any) -> Any:
        """JSON has texts as keys only, so that a dict with others is written as a list of pairs."""
        dump = self._converter.unstructure
        return lambda table: [[dump(k, unstructure_as=key), dump(v, unstructure_as=item)] for k, v in table.items()]

    def _load_pairs(self, key: Any, item: Any) -> Any:
        load = self._converter.structure

        def table(pairs: Any, _: Any) -> dict[Any, Any]:
            rows = pairs if isinstance(pairs, list) else [pairs]
            if not all(isinstance(row, list) and len(row) == 2 for row in rows):
                raise SaveError(f"expected a list of pairs, got {pairs!r:.60}")
            return {load(k, key): load(v, item) for k, v in rows}

        return table

    def _load_row(self, hint: Any) -> Any:
        """A list or a tuple of items, each of its own kind where a tuple says so."""
        made, kinds = get_origin(hint), get_args(hint)
        endless = made is list or kinds[1:] == (...,)

        def load(value: Any, _: Any) -> Any:
            if not isinstance(value, list | tuple) or not (endless or len(value) == len(kinds)):
                raise SaveError(f"expected a list{'' if endless else f' of {len(kinds)}'}, got {value!r:.60}")
            items, faults = [], []
            for place, (item, kind) in enumerate(zip(value, repeat(kinds[0]) if endless else kinds, strict=False)):
                try:
                    items.append(self._converter.get_structure_hook(kind)(item, kind))
                except Exception as fault:  # noqa: BLE001 - told with its place, together with those of other items
                    fault.add_note(IterableValidationNote(f"@ index {place}", place, kind))
                    faults.append(fault)
            if faults:
                raise IterableValidationError(f"While structuring {hint}", faults, hint)
            return made(items)

        return load

    def _load_numbered(self, item: Any) -> Any:
        """A table whose keys are whole numbers, which JSON has as texts."""
        load = self._converter.structure

        def number(key: Any) -> int:
            return int(key) if isinstance(key, str) and _NUMBER.fullmatch(key) else _load_plain(key, int)

        return lambda table, _: {number(key): load(value, item) for key, value in table.items()}

    def _dump_ref(self, base: Any, kind: str) -> Any:
        if base is Deck:
            return lambda deck: self._dump_deck(deck, kind)
        if base is int:
            return lambda number: self._name(kind, number)
        # On a Check the mark only says what its cards are; the check is written as it is without.
        return lambda value: self._converter.unstructure(value, unstructure_as=base)

    def _load_ref(self, base: Any, kind: str) -> Any:
        if base is Deck:
            return lambda value, _: self._load_deck(value, kind)
        if base is int:
            return lambda value, _: self._number(kind, value)
        return lambda value, _: self._converter.structure(value, base)

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
        if not isinstance(value, dict) or not isinstance(value.get("cards"), list) or "stream" not in value:
            raise SaveError(f"expected a pile with its cards and its stream, got {value!r:.80}")
        if unknown := sorted(value.keys() - {"cards", "known", "stream"}):
            raise SaveError(f"a pile has no key {unknown[0]!r}; expected only cards, known, stream")
        cards = [_load_plain(c, int) if kind is None else self._number(kind, c) for c in value["cards"]]
        luck = value["stream"]
        deck = Deck(cards, None if luck is None else Stream.from_bytes(bytes.fromhex(luck)))
        if "known" in value:
            deck.set_known(bytes(value["known"]))
        return deck


_WORDS: dict[type[Any], str] = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}


def _load_plain(value: Any, kind: type[Any]) -> Any:
    """A plain value that is what it is said to be: nothing that was edited is quietly made to fit."""
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    raise SaveError(f"expected {_WORDS[kind]}, got {value!r:.60}")


def _is_row(hint: Any) -> bool:
    return get_origin(hint) is list or (get_origin(hint) is tuple and get_args(hint) != () and not _is_loose(hint))


def _has_number_keys(hint: Any) -> bool:
    return get_origin(hint) is dict and get_args(hint)[0] is int


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
    return hint in (Any, object, NoneType, tuple) or (get_origin(hint) is tuple and Any in arguments)


def _load_loose(value: Any, hint: Any) -> Any:
    if tuple in (hint, get_origin(hint)) and not isinstance(value, list | tuple):
        raise SaveError(f"expected a list, got {value!r:.60}")
    if hint is NoneType and value is not None:
        raise SaveError(f"expected null, got {value!r:.60}")
    made = _plain(value)
    if get_origin(hint) in (Union, UnionType):
        kinds = [get_origin(kind) or kind for kind in get_args(hint)]
        if type(made) not in kinds and not (float in kinds and type(made) is int):
            expected = " or ".join(_WORDS.get(kind, "null" if kind is NoneType else "a list") for kind in kinds)
            raise SaveError(f"expected {expected}, got {value!r:.60}")
    return made


def _plain(value: Any) -> Any:
    """Lists turned into the tuples they were; a table has no place where plain values belong."""
    if isinstance(value, list | tuple):
        return tuple([_plain(item) for item in value])
    if isinstance(value, dict):
        raise SaveError(f"expected a plain value or a list of such, got {value!r:.60}")
    return value


def _is_bare(hint: Any) -> bool:
    return hint in (int, str, bool, float, NoneType) or hint is tuple or get_origin(hint) is tuple


def _has_odd_keys(hint: Any) -> bool:
    return get_origin(hint) is dict and get_args(hint)[0] not in (int, str) and not _is_ref(get_args(hint)[0])


def _faults(error: Exception) -> list[str]:
    found = list(cattrs.transform_error(error, format_exception=_words))
    more = len(found) - _MOST_FAULTS
    return [*found[:_MOST_FAULTS], f"and {more} more"] if more > 0 else found


def _words(error: BaseException, kind: Any) -> str:
    if isinstance(error, UndercroftError):
        return str(error)
    if isinstance(error, AttributeError):  # what was to be a table has no keys
        return f"expected the table of a {getattr(kind, '__name__', kind)}"
    return format_exception(error, kind)


_CODECS: dict[tuple[str, int], tuple[Any, Codec]] = {}


def codec(tables: Tables) -> Codec:
    """The codec for a game's states with the content of its tables; made once for each content."""
    key = (tables.game.id, id(tables.content))
    if key not in _CODECS:
        _CODECS[key] = (tables.content, Codec(tables.game.names(tables.content)))
    return _CODECS[key][1]
