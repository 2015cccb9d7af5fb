"""Setup: the options that start a game, checked and fully resolved.

A game declares its setup keys as a frozen attrs class whose fields are made with :func:`key`. Values come as Python
values or as the strings of a command line; an unknown key or value is an error that lists the valid ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_type_hints

import attrs

from undercroft.errors import SetupError

__all__ = ["as_written", "describe", "key", "resolve", "seats_of"]

_T = TypeVar("_T")
_TRUE = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def key(
    default: Any,
    *,
    choices: Sequence[Any] = (),
    lo: int | None = None,
    hi: int | None = None,
    help: str = "",  # noqa: A002 - the word that option parsers use
    rule: str = "",
    of: str = "",
) -> Any:
    """A setup key: its default, the values it takes (``choices``, or ``lo``..``hi``), a line of help, its rule id.

    ``of`` is a kind of content (one of ``Game.names``) whose names the key takes; the rulebook checks
    them, since what there is depends on content packs.
    """
    return attrs.field(
        default=default, metadata={"choices": tuple(choices), "lo": lo, "hi": hi, "help": help, "rule": rule, "of": of}
    )


def resolve(options: type[_T], values: Mapping[str, Any], *, game: str = "") -> _T:
    """Build the game's options from given values; what is not given takes its default.

    Raises :class:`SetupError` for an unknown key (listing the keys), a value that is not allowed (listing the values)
    or a combination that the class's own ``check()`` refuses.
    """
    if not isinstance(values, Mapping):
        raise SetupError(f"a setup cannot be {values!r:.60}; expected a table of setup keys")
    fields = {a.name: a for a in attrs.fields(options)}  # type: ignore[arg-type]
    unknown = [name for name in values if name not in fields]
    if unknown:
        raise SetupError(
            f"{game + ' has' if game else 'there is'} no setup key {unknown[0]!r}; the keys are {', '.join(fields)}"
        )
    hints = get_type_hints(options)
    made = options(**{name: _convert(fields[name], hints[name], value) for name, value in values.items()})
    check = getattr(made, "check", None)
    if check is not None:
        check()
    return made


def as_written(value: Any) -> str:
    """A setup value as one writes it: ``true`` and ``false`` as in TOML, all else as it is."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def seats_of(options: object) -> int:
    """How many seats a table with these options has: who may ever be asked, numbered from 1.

    That is ``options.chairs`` where the game's options have such an attribute (a key, or a property worked out from
    others: one person who plays two heroes, a table that others may join later), else ``options.players``, else 1.
    Raises :class:`SetupError` for what is no whole number from 1 on.
    """
    seats = getattr(options, "chairs", getattr(options, "players", 1))
    if not isinstance(seats, int) or isinstance(seats, bool) or seats < 1:
        raise SetupError(f"{type(options).__name__} gives {seats!r} seats; expected a whole number from 1 on")
    return seats


def _convert(field: attrs.Attribute[Any], kind: type[Any], value: Any) -> Any:
    meta = field.metadata
    made = _cast(field.name, kind, value, meta)
    if meta.get("choices") and made not in meta["choices"]:
        raise SetupError(f"{field.name} cannot be {value!r:.80}; expected {_expected(kind, meta)}", rule=meta["rule"])
    if isinstance(made, int) and not isinstance(made, bool):
        lo, hi = meta.get("lo"), meta.get("hi")
        if (lo is not None and made < lo) or (hi is not None and made > hi):
            raise SetupError(
                f"{field.name} cannot be {made!s:.80}; expected {_expected(kind, meta)}", rule=meta["rule"]
            )
    return made


def _cast(name: str, kind: type[Any], value: Any, meta: Mapping[str, Any]) -> Any:
    if kind is bool:
        made = _TRUE.get(str(value).lower()) if not isinstance(value, bool) else value
        if made is None:
            raise SetupError(f"{name} cannot be {value!r:.80}; expected true or false", rule=meta.get("rule", ""))
        return made
    if kind is int:
        try:
            return int(str(value))
        except ValueError:
            raise SetupError(
                f"{name} cannot be {value!r:.80}; expected {_expected(kind, meta)}", rule=meta.get("rule", "")
            ) from None
    if kind is str and not isinstance(value, str):
        return str(value)
    return value


def _expected(kind: type[Any], meta: Mapping[str, Any]) -> str:
    if meta.get("choices"):
        return "one of " + ", ".join(str(c) for c in meta["choices"])
    lo, hi = meta.get("lo"), meta.get("hi")
    if lo is not None and hi is not None:
        return f"a whole number from {lo} to {hi}"
    if lo is not None:
        return f"a whole number from {lo} on"
    return {int: "a whole number", bool: "true or false"}.get(kind, "text")


def describe(options: type[Any]) -> list[dict[str, Any]]:
    """The setup keys as rows: name, default, what is expected, help and rule id."""
    hints = get_type_hints(options)
    return [
        {
            "key": a.name,
            "default": a.default,
            "choices": list(a.metadata.get("choices", ())),
            "expected": _expected(hints[a.name], a.metadata) if hints[a.name] is not bool else "true or false",
            "help": a.metadata.get("help", ""),
            "rule": a.metadata.get("rule", ""),
        }
        for a in attrs.fields(options)
    ]
