"""Content ids and the small ints that stand for them, and options written with ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from undercroft.errors import UsageError
from undercroft.state import Option

__all__ = ["Names"]


class Names:
    """The ids of a game's content by kind, as :attr:`undercroft.Game.names` gives them."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self._ids = {kind: list(ids) for kind, ids in names.items()}
        self._numbers: dict[str, set[int]] = {}
        for ids in self._ids.values():
            for number, name in enumerate(ids):
                self._numbers.setdefault(name, set()).add(number)

    def number(self, kind: str, name: str) -> int:
        """The int that stands for an id. Raises :class:`UsageError` that lists what there is."""
        if kind not in self._ids:
            raise UsageError(f"there is no kind of content {kind!r}; the kinds are {', '.join(self._ids) or 'none'}")
        if name not in self._ids[kind]:
            raise UsageError(f"there is no {kind} {name!r}; there are {', '.join(self._ids[kind])}")
        return self._ids[kind].index(name)

    def numbers(self, kind: str, names: Iterable[str]) -> list[int]:
        """The ints that stand for some ids."""
        return [self.number(kind, name) for name in names]

    def name(self, kind: str, number: int) -> str:
        """The id that an int stands for."""
        return self._ids[kind][number]

    def names(self, kind: str, numbers: Iterable[int]) -> list[str]:
        """The ids that some ints stand for."""
        return [self.name(kind, number) for number in numbers]

    def fits(self, given: Any, value: Any) -> bool:
        """Whether a value is what a test wrote: itself, an int written as its content id, or ``...`` for anything."""
        if given is ... or given == value:
            return True
        if isinstance(given, str) and type(value) is int:
            return value in self._numbers.get(given, ())
        if isinstance(given, tuple | list) and isinstance(value, tuple):
            return len(given) == len(value) and all(self.fits(g, v) for g, v in zip(given, value, strict=True))
        return False

    def matching(self, given: Sequence[Any], options: Iterable[Option]) -> list[Option]:
        """Those of the options that a test may mean; an exact one alone, where there is one."""
        found = [option for option in options if self.fits(tuple(given), option)]
        exact = [option for option in found if option == tuple(given)]
        return exact or found
