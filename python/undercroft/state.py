"""State: all there is to know about a game, as one tree of plain data.

A class marked :func:`state` is an attrs class with slots whose ``copy`` and ``key`` are written out from its field
types. It may hold numbers, strings, bools, ``None``, tuples of those, lists and dicts, other state classes and the
core types. Anything else (a rule object, a closure, a file) is refused when the class is defined, because a state has
to be copied, compared and written to a file.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, dataclass_transform, get_args, get_origin

import attrs

from undercroft._core import Check, Deck, DicePool, Stream
from undercroft.errors import RulesError

__all__ = ["Frame", "GameState", "Option", "Ref", "Trigger", "call", "freeze", "key_fields", "later", "state"]

Option = tuple[Any, ...]
"""A choice that is offered: a verb, then its arguments, all plain values."""

Frame = tuple[str, tuple[Any, ...]]
"""A step waiting on the stack: the step's name and its plain arguments."""

_T = TypeVar("_T")
_PLAIN: frozenset[Any] = frozenset({int, str, bool, float, bytes, type(None), object, Any})
_CORE: frozenset[Any] = frozenset({Check, Deck, DicePool, Stream})


@attrs.frozen
class Ref:
    """Marks an ``int`` (or a :class:`Deck` of them) as a reference into one kind of content.

    ``Annotated[int, Ref("action")]`` is written to saves and positions as the content id, so that people can read and
    edit them and added cards do not renumber old files. On a :class:`Check`, or a value that may be missing, the mark
    says what kind of cards it holds and changes nothing in files.
    """

    kind: str


def _strip(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (typing.Union, types.UnionType)


def _is_plain(hint: Any) -> bool:
    """Whether values of this type never change, so that copies may share them."""
    hint = _strip(hint)
    if hint in _PLAIN or get_origin(hint) is typing.Literal:
        return True
    if hint is tuple or get_origin(hint) is tuple:
        return all(_is_plain(a) for a in get_args(hint) if a is not Ellipsis)
    return _is_union(hint) and all(_is_plain(a) for a in get_args(hint))


def _has_copy(hint: Any) -> bool:
    return hint in _CORE or hasattr(hint, "__undercroft_state__")


class _Writer:
    """Writes the expression that copies, or keys, a value of a given type."""

    def __init__(self, owner: str, method: str) -> None:
        self.owner = owner
        self.method = method

    def expression(self, hint: Any, value: str, depth: int = 0) -> str:
        hint = _strip(hint)
        if _is_plain(hint):
            return value
        if _has_copy(hint):
            call_ = "to_bytes" if self.method == "key" and hint in _CORE else self.method
            return f"{value}.{call_}()"
        if _is_union(hint):
            return self._optional(hint, value, depth)
        if get_origin(hint) is list:
            return self._list(get_args(hint)[0], value, depth)
        if get_origin(hint) is dict:
            key, item = get_args(hint)
            return self._dict(key, item, value, depth)
        raise RulesError(
            f"{self.owner}: a state cannot hold {hint!r}; expected plain values, tuples of them, lists, dicts, "
            "@state classes, Deck, Check, DicePool or Stream"
        )

    def _optional(self, hint: Any, value: str, depth: int) -> str:
        rest = [a for a in get_args(hint) if a is not type(None)]
        if len(rest) != 1:
            raise RulesError(f"{self.owner}: {hint!r} mixes several kinds of mutable values; expected at most one")
        return f"(None if {value} is None else {self.expression(rest[0], value, depth)})"

    def _list(self, item: Any, value: str, depth: int) -> str:
        name = f"i{depth}"
        if _is_plain(item):
            return f"{value}[:]" if self.method == "copy" else f"tuple({value})"
        inner = self.expression(item, name, depth + 1)
        return (
            f"[{inner} for {name} in {value}]" if self.method == "copy" else f"tuple([{inner} for {name} in {value}])"
        )

    def _dict(self, key: Any, item: Any, value: str, depth: int) -> str:
        if not _is_plain(key):
            raise RulesError(f"{self.owner}: the keys of a dict in a state have to be plain values, not {key!r}")
        name = f"i{depth}"
        inner = self.expression(item, name, depth + 1)
        if self.method == "copy":
            return (
                f"{value}.copy()" if inner == name else f"{{k{name}: {inner} for k{name}, {name} in {value}.items()}}"
            )
        return f"tuple([(k{name}, {inner}) for k{name}, {name} in {value}.items()])"


def _holds_luck(hint: Any) -> bool:
    """Whether a value of this type may hold a random stream."""
    hint = _strip(hint)
    return _has_copy(hint) or any(_holds_luck(a) for a in get_args(hint) if a is not Ellipsis)


def reseed(value: Any, stream: Stream) -> Any:
    """Give every random stream inside a value new luck, drawn from ``stream``; returns what stands in its place."""
    if isinstance(value, Stream):
        return Stream(stream.below(1 << 62), 0, "redeal")
    if isinstance(value, Deck):
        if value.stream is not None:
            value.stream = Stream(stream.below(1 << 62), 0, "redeal")
    elif isinstance(value, list):
        value[:] = [reseed(item, stream) for item in value]
    elif isinstance(value, dict):
        value.update({key: reseed(item, stream) for key, item in value.items()})
    elif hasattr(value, "__undercroft_state__"):
        value.reseed(stream)
    return value


def _reseed_method(fields: list[str]) -> Callable[[Any, Stream], None]:
    def method(self: Any, stream: Stream) -> None:
        for name in fields:
            setattr(self, name, reseed(getattr(self, name), stream))

    return method


def _write_methods(cls: type[Any]) -> None:
    hints = typing.get_type_hints(cls, localns={cls.__name__: cls}, include_extras=True)
    names = [a.name for a in attrs.fields(cls)]
    copy_lines = [
        f" n.{n} = " + _Writer(f"{cls.__name__}.{n}", "copy").expression(hints[n], f"self.{n}") for n in names
    ]
    later = {a.name for a in attrs.fields(cls) if _LATER in a.metadata}
    keys = [_Writer(f"{cls.__name__}.{n}", "key").expression(hints[n], f"self.{n}") for n in names]
    keys = [
        f"*(() if self.{n} is None else (({n!r}, {key}),))" if n in later else key
        for n, key in zip(names, keys, strict=True)
    ]
    source = "\n".join(
        [
            "def copy(self):",
            " n = new(cls)",
            *copy_lines,
            " return n",
            f"def key(self):\n return ({''.join(k + ', ' for k in keys)})",
        ]
    )
    scope: dict[str, Any] = {"cls": cls, "new": cls.__new__}
    exec(compile(source, f"<state {cls.__qualname__}>", "exec"), scope)
    scope["reseed"] = _reseed_method([n for n in names if _holds_luck(hints[n])])
    for name in ("copy", "key", "reseed"):
        method = scope[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        method.__module__ = cls.__module__
        setattr(cls, name, method)


_LATER = "undercroft.later"


def later() -> Any:
    """A field that the states of a game did not always have, ``None`` in games that do without it.

    It is then no part of the key, so that those games keep the digests that they had before there was such a field.
    """
    return attrs.field(default=None, metadata={_LATER: True})


def key_fields(state: Any) -> list[str]:
    """The names of the fields that the key of a state is made of, in their order."""
    fields = attrs.fields(type(state))
    return [a.name for a in fields if _LATER not in a.metadata or getattr(state, a.name) is not None]


@dataclass_transform(field_specifiers=(attrs.field,))
def state(cls: type[_T]) -> type[_T]:
    """Make a class part of the state: attrs with slots, and a written-out ``copy()`` and ``key()``.

    ``copy()`` is deep where values can change and shares the rest. ``key()`` is a nested tuple of plain values from
    which :meth:`undercroft.Session.digest` is made. ``reseed(stream)`` gives every random stream inside new luck.
    Raises :class:`RulesError` for a field that could not be copied.
    """
    made = attrs.define(cls, slots=True, eq=True)
    made.__undercroft_state__ = True  # type: ignore[attr-defined]
    _write_methods(made)
    return made


@state
class Trigger:
    """A card in play that waits for an event (see :meth:`undercroft.Rulebook.emit`).

    ``step`` names the rulebook method that is called with ``args`` and then the arguments of the event. Triggers run
    by ``layer``, then ``priority`` (both ascending); where several stay equal, ``seat`` says who orders them, and 0
    leaves them in their order of creation, ``order``. ``title`` names the card to whoever orders them.
    """

    event: str
    step: str
    args: tuple[Any, ...] = ()
    layer: int = 0
    priority: int = 0
    seat: int = 0
    order: int = 0
    title: str = ""


@state
class GameState:
    """What every game's state has. Games derive their own ``@state`` class from it.

    ``seed`` and ``index`` name the game's random streams; ``stack`` holds the frames still to run, the next one last;
    ``result`` is ``""`` while the game runs, then ``"win"`` or ``"loss"``, and ``reason`` says how it ended.
    """

    seed: int = 0
    index: int = 0
    stack: list[Frame] = attrs.field(factory=list)
    result: str = ""
    reason: str = ""
    triggers: list[Trigger] = attrs.field(factory=list)
    trigger_count: int = 0

    def do(self, step: Callable[..., Any], *args: Any) -> None:
        """Lay a frame on the stack: it runs next, before what was waiting there."""
        self.stack.append((step.__name__, args))

    def do_all(self, *calls: Callable[..., Any] | tuple[Any, ...]) -> None:
        """Lay several frames so that they run in the order written; an entry is a step or ``(step, *args)``."""
        for entry in reversed(calls):
            self.stack.append(call(*entry) if isinstance(entry, tuple) else call(entry))

    if typing.TYPE_CHECKING:

        def copy(self: _T) -> _T:
            """A copy that shares nothing that can change."""

        def key(self) -> tuple[Any, ...]:
            """The whole state as nested plain values."""

        def reseed(self, stream: Stream) -> None:
            """Give every random stream of the state new luck, drawn from ``stream``."""


def call(step: Callable[..., Any], *args: Any) -> Frame:
    """The frame that runs a rulebook step with plain arguments."""
    return (step.__name__, args)


def freeze(value: Any) -> Any:
    """Lists, as JSON brings them, turned into the tuples they were."""
    if isinstance(value, list | tuple):
        return tuple([freeze(v) for v in value])
    return value
