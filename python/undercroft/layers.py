"""Layers: how expansions, quests and house rules change a rulebook.

A layer is a class that overrides steps and calls ``super()``. The rulebook of one setup is composed as a class whose
method resolution order is the game's own precedence, so that "card text beats rulebook" is Python's own ``super()``.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any, ClassVar

import attrs

from undercroft.errors import PluginError
from undercroft.rulebook import Rulebook

__all__ = ["Layer", "LayerSpec", "compose", "explain"]


class Layer:
    """Base of every layer: ``class Sea(Layer, SwordRules, at="expansion")``.

    ``at`` names one of the levels that the game declares. Naming the game's rulebook as a second base is optional at
    run time and lets a type checker hold overrides and ``super()`` calls to the rules.
    """

    __slots__ = ()

    at: ClassVar[str] = ""

    def __init_subclass__(cls, at: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if at is not None:
            cls.at = at


@attrs.frozen
class LayerSpec:
    """A layer as a plugin offers it: the class, the game it changes and the name that switches it on.

    ``expansion`` is what ``--with`` takes; ``""`` means that the layer belongs to the game itself and is chosen by its
    setup. ``plugin`` is the offering plugin's name, by which layers of one level are ordered.
    """

    layer: type[Any]
    game: str
    expansion: str = ""
    plugin: str = ""


def _own_steps(layer: type[Any]) -> dict[str, FunctionType]:
    """The public functions that a layer, or a mixin of it that is no rulebook, defines."""
    steps: dict[str, FunctionType] = {}
    for base in reversed(layer.__mro__):
        if base is object or base is Layer or (issubclass(base, Rulebook) and not issubclass(base, Layer)):
            continue
        own = base.__dict__.items()
        steps |= {name: value for name, value in own if isinstance(value, FunctionType) and not name.startswith("_")}
    return steps


def _calls_super(function: FunctionType) -> bool:
    return "super" in function.__code__.co_names


def _check_levels(game_id: str, levels: Sequence[str], specs: Sequence[LayerSpec]) -> None:
    for spec in specs:
        if spec.layer.at not in levels:
            raise PluginError(
                f"plugin {spec.plugin or game_id}: layer {spec.layer.__name__} is at level {spec.layer.at!r}; "
                f"{game_id} has the levels {', '.join(levels)}"
            )


def _check_clashes(specs: Sequence[LayerSpec]) -> None:
    seen: dict[tuple[str, str], tuple[LayerSpec, FunctionType]] = {}
    for spec in specs:
        for name, function in _own_steps(spec.layer).items():
            other = seen.get((spec.layer.at, name))
            if other is not None and not (_calls_super(function) and _calls_super(other[1])):
                raise PluginError(
                    f"layers {other[0].layer.__name__} (plugin {other[0].plugin}) and {spec.layer.__name__} "
                    f"(plugin {spec.plugin}) both override step {name!r} at level {spec.layer.at!r} "
                    "and do not both call super()"
                )
            seen[spec.layer.at, name] = (spec, function)


def _check_kinds(game_id: str, rulebook: type[Rulebook[Any]], specs: Sequence[LayerSpec]) -> None:
    """A step asks or it does not: whoever calls it goes by what the game's rulebook says, and would not notice."""
    for spec in specs:
        for name, function in _own_steps(spec.layer).items():
            below = getattr(rulebook, name, None)
            if isinstance(below, FunctionType) and isgeneratorfunction(below) != isgeneratorfunction(function):
                is_one, other = ("asks", "a plain one") if isgeneratorfunction(below) else ("is plain", "one that asks")
                raise PluginError(
                    f"plugin {spec.plugin or game_id}: layer {spec.layer.__name__} overrides step {name!r}, "
                    f"which {is_one}, with {other}"
                )


def _ordered(levels: Sequence[str], specs: Sequence[LayerSpec]) -> list[LayerSpec]:
    """Lowest level first; within a level by plugin name, then by the order in which the plugin lists them."""
    return sorted(specs, key=lambda spec: (levels.index(spec.layer.at), spec.plugin))


def compose(
    game_id: str, rulebook: type[Rulebook[Any]], levels: Sequence[str], specs: Sequence[LayerSpec]
) -> type[Rulebook[Any]]:
    """The rulebook class of one setup: the game's rules with the layers over them, in the game's order of levels.

    Raises :class:`PluginError` for an unknown level, for two layers of one level that override the same step without
    both calling ``super()``, for a plain step over one that asks or the other way round, and for layers whose bases
    allow no order.
    """
    if not specs:
        return rulebook
    _check_levels(game_id, levels, specs)
    ordered = _ordered(levels, specs)
    _check_clashes(ordered)
    _check_kinds(game_id, rulebook, ordered)
    bases = tuple(spec.layer for spec in reversed(ordered))
    name = "+".join([rulebook.__name__, *(spec.layer.__name__ for spec in ordered)])
    try:
        return type(name, (*bases, rulebook), {})
    except TypeError as error:
        raise PluginError(
            f"the layers {', '.join(b.__name__ for b in bases)} cannot be put in one order: {error}"
        ) from error


def explain(levels: Sequence[str], specs: Sequence[LayerSpec]) -> dict[str, list[LayerSpec]]:
    """For each overridden step, the layers that override it, the last word first; unknown levels are left out."""
    table: dict[str, list[LayerSpec]] = {}
    known = [spec for spec in specs if spec.layer.at in levels]
    for spec in reversed(_ordered(levels, known)):
        for name in _own_steps(spec.layer):
            table.setdefault(name, []).append(spec)
    return dict(sorted(table.items()))
