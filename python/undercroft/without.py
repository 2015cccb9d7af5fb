"""Content that is taken out of a game: what a comparison with and without a card needs.

A setup names what it is played without, as ``kind/id``. The content is read with a last pack that takes these entries
out, by the same ``[[remove]]`` that packs of plugins use, so that it works for every game whose content is in packs.
"""

from __future__ import annotations

import difflib
import io
import json
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Any

import attrs

from undercroft.content import ContentPack
from undercroft.errors import ContentError, UsageError
from undercroft.files import parse_toml

__all__ = ["ids_of", "named", "removal"]

_MOST_NEAR = 3


@attrs.frozen
class _Text(Traversable):
    """A file of a content pack that is in memory alone."""

    text: str
    name: str = "without"

    def __str__(self) -> str:
        return self.name

    def read_text(self, encoding: str | None = None) -> str:
        return self.text

    def read_bytes(self) -> bytes:
        return self.text.encode()

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        return io.BytesIO(self.read_bytes()) if "b" in mode else io.StringIO(self.text)

    def is_file(self) -> bool:
        return True

    def is_dir(self) -> bool:
        return False

    def iterdir(self) -> Iterator[Traversable]:
        return iter(())

    def joinpath(self, *descendants: Any) -> Traversable:
        raise NotADirectoryError(self.name)


def removal(game: str, without: Sequence[str]) -> ContentPack:
    """The pack that takes entries named ``kind/id`` out of the content of a game; it has to be the last one."""
    rows = (name.partition("/") for name in without)
    # A JSON text is a TOML text as well.
    text = "\n".join(f"[[remove]]\nkind = {json.dumps(kind)}\nid = {json.dumps(card)}" for kind, _, card in rows)
    return ContentPack(game, "without", (_Text(text),))


def ids_of(packs: Sequence[ContentPack]) -> dict[str, list[str]]:
    """What is in content packs: the ids of each kind, in the order in which the packs bring them.

    Only what concerns ids is read. Raises :class:`ContentError` for a file that cannot be read.
    """
    found: dict[str, dict[str, None]] = {}
    for pack in packs:
        for file in pack.files:
            try:
                data = parse_toml(file.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise ContentError(f"{file}: cannot be read: {error}") from error
            removed = _entries(data.pop("remove", ()))
            for kind, entries in data.items():
                found.setdefault(kind, {}).update((entry["id"], None) for entry in _entries(entries))
            for entry in removed:
                found.get(str(entry.get("kind")), {}).pop(entry["id"], None)
    return {kind: list(ids) for kind, ids in found.items()}


def _entries(rows: Any) -> list[dict[str, Any]]:
    """The tables of an array that have an id; what else is there is no matter of ids."""
    tables = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [row for row in tables if isinstance(row.get("id"), str)]


def named(game: str, packs: Sequence[ContentPack], names: Sequence[str]) -> tuple[str, ...]:
    """The entries of content that are meant by ``names``, as ``kind/id`` in order.

    A name is ``kind/id``, or an ``id`` that only one kind has. Raises :class:`UsageError` for one that nothing has,
    telling those that are near, and for an id that several kinds have.
    """
    ids = ids_of(packs)
    known = [f"{kind}/{card}" for kind, cards in ids.items() for card in cards]
    return tuple(sorted({_found(game, name, ids, known) for name in names}))


def _found(game: str, name: Any, ids: dict[str, list[str]], known: Sequence[str]) -> str:
    if not isinstance(name, str) or not name:
        raise UsageError(f"{game} cannot be played without {name!r}; expected the id of a card, or kind/id")
    fitting = [full for full in known if name in (full, full.partition("/")[2])]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UsageError(f"{game} has more than one {name!r}; say {' or '.join(fitting)}")
    if not known:
        raise UsageError(f"{game} has no content to be played without {name!r}: it brings none in content packs")
    kind, slash, _ = name.partition("/")
    if slash and kind not in ids:
        raise UsageError(f"{game} has no kind of content {kind!r}; the kinds are {', '.join(ids)}")
    raise UsageError(f"{game} has no content {name!r} to be played without; {_near(name, ids)}")


def _near(name: str, ids: dict[str, list[str]]) -> str:
    kind, slash, card = name.partition("/")
    kinds = [kind] if slash else list(ids)
    cards = {card: f"{kind}/{card}" for kind in kinds for card in ids[kind]}
    near = difflib.get_close_matches(card if slash else name, cards, _MOST_NEAR)
    if near:
        return f"near it: {', '.join(cards[word] for word in near)}"
    return f"expected an id or kind/id; the kinds are {', '.join(ids)}"
