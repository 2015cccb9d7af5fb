"""Plugins: discovery, versions, faults.

A plugin is a distribution with an entry point in the group ``undercroft`` that names a module. The module says which
API it was written for (``UNDERCROFT_API = (1, 1)``, lowest and highest) and implements some of the hooks of
:class:`Hooks`. Each plugin is loaded on its own: a broken one is reported by name with its fault, the rest goes on.
"""

from __future__ import annotations

import difflib
import importlib.metadata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from undercroft.content import ContentPack
from undercroft.errors import PluginError, UndercroftError, UsageError, message_of
from undercroft.game import Game, Setup, Tables, check_names, resolve_setup
from undercroft.hooks import API, BUILT_IN, GROUP, AgentSpec, Hooks, call_hooks, hookimpl, load_module
from undercroft.layers import LayerSpec
from undercroft.thinning import thinning
from undercroft.version import __version__
from undercroft.without import named, removal

__all__ = ["API", "AgentSpec", "Fault", "Hooks", "PluginInfo", "Registry", "hookimpl", "load_registry", "registry"]


@attrs.frozen
class PluginInfo:
    """A plugin that was loaded: entry-point name, distribution, version, and what it provides in words."""

    name: str
    distribution: str
    version: str
    provides: tuple[str, ...]


@attrs.frozen
class Fault:
    """A plugin, or a part of one, that cannot be used, and why."""

    plugin: str
    distribution: str
    reason: str


@attrs.define
class Registry:
    """All that the installed plugins bring, and the faults of those that could not be used."""

    games: dict[str, Game] = attrs.field(factory=dict)
    packs: list[ContentPack] = attrs.field(factory=list)
    layers: list[LayerSpec] = attrs.field(factory=list)
    agents: list[AgentSpec] = attrs.field(factory=list)
    commands: list[tuple[str, Any]] = attrs.field(factory=list)
    plugins: list[PluginInfo] = attrs.field(factory=list)
    faults: list[Fault] = attrs.field(factory=list)

    def game(self, name: str) -> Game:
        """The game of that id. Raises :class:`UsageError` that lists the installed games."""
        if name not in self.games:
            known = ", ".join(self.games) or "none"
            near = difflib.get_close_matches(name, self.games, 1)
            hint = f"; did you mean {near[0]}" if near else ""
            raise UsageError(f"no game {name!r} is installed; installed games: {known}{hint}" + self._broken_hint())
        return self.games[name]

    def _broken_hint(self) -> str:
        if not self.faults:
            return ""
        return f" (broken plugins: {', '.join(sorted({f.plugin for f in self.faults}))}; see `undercroft plugins`)"

    def expansions(self, game: str) -> list[str]:
        """The names that ``--with`` takes for a game."""
        names = {s.expansion for s in self.layers if s.game == game} | {
            p.expansion for p in self.packs if p.game == game
        }
        return sorted(names - {""})

    def agents_for(self, game: str) -> dict[str, AgentSpec]:
        """The agents that can play a game, by name."""
        return {a.name: a for a in self.agents if a.game in ("", game)}

    def tables(self, game: Game, setup: Setup) -> Tables:
        """A maker of tables for a setup, with its content read and its expansions chosen.

        Raises :class:`UsageError` for an unknown expansion, or where the game cannot be played without what is taken
        out, and :class:`ContentError` for content that does not fit.
        """
        known = self.expansions(game.id)
        for name in setup.expansions:
            if name not in known:
                raise UsageError(f"{game.id} has no expansion {name!r}; installed: {', '.join(known) or 'none'}")
        content = _content(self, game, setup.expansions, setup.without)
        tables = Tables(game, setup, content, self.specs(game, setup.expansions))
        if setup.without and game.thins and not tables.specs:  # a game cannot speak for the layers of expansions
            tables.lay_out = thinning(tables, self.tables(game, attrs.evolve(setup, without=())))
        return tables

    def content(self, game: Game, expansions: Iterable[str] = ()) -> Any:
        """The content of a game with expansions. Raises :class:`ContentError` for content that does not fit."""
        return _content(self, game, tuple(sorted(set(expansions))))

    def without(self, game: Game, expansions: Iterable[str], names: Sequence[str]) -> tuple[str, ...]:
        """What of the content is meant by names to be played without, as ``kind/id``.

        Raises :class:`UsageError` for a name that nothing in the content of the game with these expansions has, and
        :class:`ContentError` for content that does not fit.
        """
        if not names:
            return ()
        check_names("without", names)
        check_names("expansions", expansions)
        self.content(game, expansions)
        return named(game.id, self.content_packs(game, expansions), names)

    def specs(self, game: Game, expansions: Iterable[str]) -> tuple[LayerSpec, ...]:
        """The layers that the named expansions bring for a game."""
        chosen = set(expansions)
        return tuple(s for s in self.layers if s.game == game.id and s.expansion in chosen)

    def content_packs(self, game: Game, expansions: Iterable[str]) -> list[ContentPack]:
        """The game's own packs, then those of the named expansions by plugin name."""
        chosen = set(expansions)
        extra = [p for p in self.packs if p.game == game.id and p.expansion in chosen]
        return [*game.packs, *sorted(extra, key=lambda p: (p.plugin, p.name))]

    def versions(self, game: Game, expansions: Iterable[str], agents: Iterable[str] = ()) -> dict[str, str]:
        """The version of all that has a say in a game: framework, rules, the plugins of game, expansions and agents."""
        chosen, named = set(expansions), set(agents)
        involved = {
            game.plugin,
            *(spec.plugin for spec in self.specs(game, chosen)),
            *(pack.plugin for pack in self.packs if pack.game == game.id and pack.expansion in chosen),
            *(spec.plugin for name, spec in self.agents_for(game.id).items() if name in named),
        }
        found = {"undercroft": __version__, game.id: game.version, "rules": game.rules_version}
        for info in sorted(self.plugins, key=lambda p: p.name):
            if info.name in involved and info.distribution:
                found.setdefault(info.distribution, info.version)
        return found

    def changed(self, game: str, expansions: Iterable[str], versions: Mapping[str, Any]) -> str:
        """What is installed now in another version than a file was made with, to be added to a refusal; or nothing."""
        if game not in self.games:
            return ""
        rows = [
            f"{name} {versions[name]}, installed is {version}"
            for name, version in self.versions(self.games[game], expansions).items()
            if name in versions and versions[name] != version
        ]
        return f" (it was made with {'; '.join(rows)})" if rows else ""

    def check(self) -> list[Fault]:
        """The faults found while loading and those that show only when content is read or layers are composed."""
        faults = list(self.faults)
        for game in self.games.values():
            for expansion in ["", *self.expansions(game.id)]:
                chosen = [expansion] if expansion else []
                try:
                    tables = Tables(game, Setup(game.id, None), None, self.specs(game, chosen))
                    tables.content = game.load_content(self.content_packs(game, chosen))
                    tables.fresh_rules(resolve_setup(game, {}).options)
                    game.veil(tables.content)
                except KeyboardInterrupt:
                    raise
                except BaseException as error:  # noqa: BLE001 - whatever a plugin raises is its fault
                    faults.append(Fault(self._owner(game, expansion), "", _reason(error)))
                    if not expansion:
                        break
        return faults

    def _owner(self, game: Game, expansion: str) -> str:
        owners = [p.plugin for p in self.packs if p.game == game.id and p.expansion == expansion and expansion]
        owners += [s.plugin for s in self.layers if s.game == game.id and s.expansion == expansion and expansion]
        return owners[0] if owners else game.plugin or game.id


_CONTENT: dict[tuple[int, str, tuple[str, ...], tuple[str, ...]], tuple[Registry, Any]] = {}


_MOST_LESS = 8


def _content(found: Registry, game: Game, expansions: tuple[str, ...], without: tuple[str, ...] = ()) -> Any:
    """Content is frozen, so it is read once per registry, game, choice of expansions and of what is taken out."""
    key = (id(found), game.id, expansions, without)
    if without and key not in _CONTENT:
        for old in [key for key in _CONTENT if key[3]][: 1 - _MOST_LESS]:  # a long list of knock-outs takes no room
            del _CONTENT[old]
        _CONTENT[key] = (found, _less(found, game, expansions, without))
    if key not in _CONTENT:
        try:
            content = game.load_content(found.content_packs(game, expansions))
        except UndercroftError:
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"plugin {game.plugin or game.id}: the content of {game.id} cannot be loaded: {_reason(error)}"
            ) from error
        _CONTENT[key] = (found, content)
    return _CONTENT[key][1]


def _less(found: Registry, game: Game, expansions: tuple[str, ...], without: tuple[str, ...]) -> Any:
    """The content without some of it. Raises :class:`UsageError` where the game needs that."""
    _content(found, game, expansions)  # a fault that is there anyway is no matter of what is taken out
    packs = [*found.content_packs(game, expansions), removal(game.id, without)]
    try:
        return game.load_content(packs)
    except (Exception, SystemExit) as error:
        raise UsageError(f"{game.id} cannot be played without {', '.join(without)}: {_reason(error)}") from error


def _reason(error: BaseException) -> str:
    message = message_of(error)
    return message if isinstance(error, UndercroftError) else f"{type(error).__name__}: {message}"


def _admit(found: Registry, name: str, results: dict[str, list[Any]]) -> tuple[str, ...]:
    """Add a plugin's parts to the registry, or none of them. Raises for an id that is taken."""
    games = {game.id: game.plugin for game in found.games.values()}
    for game in results["undercroft_games"]:
        if game.id in games:
            raise PluginError(f"brings a game {game.id!r}, an id that plugin {games[game.id]} has already")
        games[game.id] = name
    agents = list(found.agents)
    for agent in results["undercroft_agents"]:
        # An agent for any game would stand beside that of one game under the same name, whichever came first.
        if any(a.name == agent.name and (a.game == agent.game or not a.game or not agent.game) for a in agents):
            raise PluginError(f"brings an agent {agent.name!r}, a name that is taken")
        agents.append(agent)
    packs = {(p.game, p.name): p.plugin for p in found.packs}
    for pack in results["undercroft_content"]:
        if (pack.game, pack.name) in packs:
            raise PluginError(
                f"brings a content pack {pack.name!r}, an id that plugin {packs[pack.game, pack.name]} has already"
            )
        packs[pack.game, pack.name] = name
    found.games.update({g.id: attrs.evolve(g, plugin=name) for g in results["undercroft_games"]})
    found.packs += [attrs.evolve(p, plugin=name) for p in results["undercroft_content"]]
    found.layers += [attrs.evolve(s, plugin=name) for s in results["undercroft_layers"]]
    found.agents += [attrs.evolve(a, plugin=name) for a in results["undercroft_agents"]]
    found.commands += results["undercroft_cli"]
    return (
        *(f"game {g.id}" for g in results["undercroft_games"]),
        *(f"content {p.name} for {p.game}" for p in results["undercroft_content"]),
        *(f"layer {s.layer.__name__} for {s.game}" for s in results["undercroft_layers"]),
        *(f"agent {a.name}" for a in results["undercroft_agents"]),
        *(f"command {c[0]}" for c in results["undercroft_cli"]),
    )


def load_registry(entries: Iterable[importlib.metadata.EntryPoint] | None = None) -> Registry:
    """Load every plugin, in the order of their names. A fault in one never stops another.

    ``entries`` stands in for the installed entry points, for tests.
    """
    found = Registry()
    points = importlib.metadata.entry_points(group=GROUP) if entries is None else entries
    # Undercroft's own plugin comes first, so that no other can take the names of the built-in agents.
    for entry in sorted(points, key=lambda e: (e.value != BUILT_IN, e.name, e.value)):
        dist = getattr(entry, "dist", None)
        where, version = (dist.name, dist.version) if dist is not None else ("", "")
        try:
            provides = _admit(found, entry.name, call_hooks(load_module(entry), entry.name))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - one broken plugin must not stop the others
            found.faults.append(Fault(entry.name, where, _reason(error)))
            continue
        found.plugins.append(PluginInfo(entry.name, where, version, provides))
    return found


@lru_cache(maxsize=1)
def registry() -> Registry:
    """The installed plugins, loaded once per process."""
    return load_registry()
