"""What a plugin's module offers: the hooks that it may implement, and what they return, checked.

:mod:`undercroft.plugins` puts the parts of all plugins together.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import pluggy

from undercroft.chances import NamedTest
from undercroft.content import ContentPack
from undercroft.errors import PluginError
from undercroft.game import Game
from undercroft.layers import LayerSpec
from undercroft.play import Agent
from undercroft.rulebook import Rulebook
from undercroft.setup import describe
from undercroft.state import GameState
from undercroft.tracking import Tracking

__all__ = ["API", "BUILT_IN", "GROUP", "AgentSpec", "Hooks", "call_hooks", "hookimpl", "load_module"]

API = 1
"""The version of the plugin interface. It rises when a plugin written for an older one could break."""

GROUP = "undercroft"
BUILT_IN = "undercroft.agents.plugin"
hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)
"""Marks a function of a plugin's module that implements one of the :class:`Hooks`."""


@attrs.frozen
class AgentSpec:
    """An agent as a plugin offers it.

    ``make`` takes the options of its spec (``name:key=value`` gives ``{"key": "value"}``) and returns an agent.
    ``game`` is the game it can play, ``""`` for any. ``trial`` has the options with which the conformance kit tries the
    agent, for one that thinks long otherwise; they should let its choice depend on what a peek would tell.
    """

    name: str
    make: Callable[[dict[str, str]], Agent]
    game: str = ""
    about: str = ""
    plugin: str = ""
    trial: Mapping[str, str] = attrs.field(factory=dict, hash=False)


class Hooks:
    """The hooks. All are called once, at load time; none is in the way of a running game."""

    @hookspec
    def undercroft_games(self) -> Sequence[Game]:  # type: ignore[empty-body]
        """Games of this plugin."""

    @hookspec
    def undercroft_content(self) -> Sequence[ContentPack]:  # type: ignore[empty-body]
        """Content packs for games of this or another plugin."""

    @hookspec
    def undercroft_layers(self) -> Sequence[LayerSpec]:  # type: ignore[empty-body]
        """Rule layers: expansions, quests, house rules."""

    @hookspec
    def undercroft_agents(self) -> Sequence[AgentSpec]:  # type: ignore[empty-body]
        """Agents."""

    @hookspec
    def undercroft_cli(self) -> Sequence[tuple[str, Any]]:  # type: ignore[empty-body]
        """Extra commands: ``(name, typer.Typer)`` pairs."""


def load_module(entry: importlib.metadata.EntryPoint) -> Any:
    """The module of an entry point. Raises :class:`PluginError` where it is written for another plugin interface."""
    module = entry.load()
    span = getattr(module, "UNDERCROFT_API", None)
    if not (isinstance(span, tuple) and len(span) == 2 and all(isinstance(n, int) for n in span)):
        raise PluginError("says no API range; expected UNDERCROFT_API = (lowest, highest) in its module")
    if not span[0] <= API <= span[1]:
        raise PluginError(f"is written for plugin API {span[0]} to {span[1]}; this Undercroft has {API}")
    return module


_HOOKS = ("undercroft_games", "undercroft_content", "undercroft_layers", "undercroft_agents", "undercroft_cli")


def call_hooks(module: Any, name: str) -> dict[str, list[Any]]:
    """What the plugin's hooks return, each checked for its type. Raises for an unknown hook."""
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(Hooks)
    manager.register(module, name)
    unknown = sorted(a for a in dir(module) if hasattr(getattr(module, a), f"{GROUP}_impl") and a not in _HOOKS)
    if unknown:
        raise PluginError(f"implements an unknown hook {unknown[0]!r}; the hooks are {', '.join(_HOOKS)}")
    results: dict[str, list[Any]] = {}
    kinds = (Game, ContentPack, LayerSpec, AgentSpec, tuple)
    for hook, kind in zip(_HOOKS, kinds, strict=True):
        rows = [row for answer in getattr(manager.hook, hook)() for row in answer]
        for row in rows:
            if not isinstance(row, kind):
                raise PluginError(f"hook {hook} returned {row!r}; expected {kind.__name__} objects")
            if not _FIT[kind](row):
                raise PluginError(f"hook {hook} returned {row!r:.200}, which {_FITS[kind]}")
            if isinstance(row, Game):
                _check_game(row)
        results[hook] = rows
    return results


_FIT: dict[type[Any], Callable[[Any], bool]] = {
    Game: lambda game: _is_name(game.id),
    ContentPack: lambda pack: (
        _is_name(pack.game) and _is_name(pack.name) and _is_name(pack.expansion) and isinstance(pack.files, Sequence)
    ),
    LayerSpec: lambda spec: (
        _is_name(spec.game) and _is_name(spec.expansion) and isinstance(spec.layer, type) and hasattr(spec.layer, "at")
    ),
    AgentSpec: lambda agent: (
        _is_name(agent.name)
        and isinstance(agent.game, str)
        and callable(agent.make)
        and isinstance(agent.trial, Mapping)
    ),
    tuple: lambda command: bool(command) and _is_name(command[0]),
}
"""For each kind of part whether one is such that no command trips over it."""
_FITS: dict[type[Any], str] = {
    Game: "needs an id",
    ContentPack: "needs a game, a name, a sequence of files and the expansion that switches it on; "
    "a game's own are its packs",
    LayerSpec: "needs a game, a layer class that says at which level it is, and the expansion that switches it on",
    AgentSpec: "needs a name, a function that makes the agent, and options for its trial by name",
    tuple: "needs a name and a typer.Typer",
}


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _check_game(game: Game) -> None:
    """Raise :class:`PluginError` for a game that commands would trip over, also those that only list what there is."""
    for name, (fits, expected) in _OF_A_GAME.items():
        value = getattr(game, name)
        if not fits(value):
            raise PluginError(
                f"hook undercroft_games: game {game.id!r}: {name} cannot be {value!r:.80}; expected {expected}"
            )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _may_be_called(value: Any) -> bool:
    return value is None or callable(value)


def _of(kind: type[Any]) -> Callable[[Any], bool]:
    """Whether a value is a class of this kind."""
    return lambda value: isinstance(value, type) and issubclass(value, kind)


def _all(kind: type[Any]) -> Callable[[Any], bool]:
    """Whether a value is a tuple of these."""
    return lambda value: isinstance(value, tuple) and all(isinstance(item, kind) for item in value)


def _is_setup(options: Any) -> bool:
    """Whether the keys of a setup can be listed, and a game be set up without a word about them."""
    if not attrs.has(options) or any(field.default is attrs.NOTHING for field in attrs.fields(options)):
        return False
    try:
        describe(options)
    except Exception:  # noqa: BLE001 - such as the NameError of a type that is nowhere
        return False
    return True


_TEXT = (_is_text, "a text")
_FUNCTION = (callable, "a function")
_PERHAPS = (_may_be_called, "a function, or None")
_OF_A_GAME: dict[str, tuple[Callable[[Any], bool], str]] = {
    "title": _TEXT,
    "about": _TEXT,
    "version": _TEXT,
    "rules_version": _TEXT,
    "default_agent": _TEXT,
    "options": (_is_setup, "an attrs class whose keys all have a default, and types that can be told"),
    "state": (_of(GameState), "a class of states"),
    "rulebook": (_of(Rulebook), "a class of rules"),
    "load_content": _FUNCTION,
    "names": _FUNCTION,
    "layers": _FUNCTION,
    "secrets": _PERHAPS,
    "draw": _PERHAPS,
    "cases": _PERHAPS,
    "packs": (_all(ContentPack), "a tuple of content packs"),
    "levels": (_all(str), "a tuple of names"),
    "tracking": (lambda value: value is None or isinstance(value, Tracking), "a Tracking, or None"),
    "tests": (_all(NamedTest), "a tuple of named tests"),
    "rules_index": (lambda value: value is None or hasattr(value, "read_text"), "a file, or None"),
}
"""What a field of a game has to be, and that in words."""
