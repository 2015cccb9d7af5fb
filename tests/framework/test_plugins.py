"""The registry: discovery, faults that stay with their plugin, taken names, order of installation."""

from __future__ import annotations

import importlib.metadata
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import lantern
import pytest

from undercroft.agents import RandomAgent
from undercroft.content import ContentPack
from undercroft.errors import ContentError, PluginError, UsageError
from undercroft.game import resolve_setup
from undercroft.layers import Layer, LayerSpec
from undercroft.plugins import AgentSpec, Registry, hookimpl, load_registry

GROUP = "undercroft"


def entry(name: str, module: str) -> importlib.metadata.EntryPoint:
    return importlib.metadata.EntryPoint(name, module, GROUP)


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a module of some hooks importable."""

    def make(name: str, *, api: Any = (1, 1), **hooks: Any) -> importlib.metadata.EntryPoint:
        module = ModuleType(f"plugin_{name}")
        if api is not None:
            module.UNDERCROFT_API = api  # type: ignore[attr-defined]
        for hook, rows in hooks.items():
            setattr(module, hook, hookimpl(specname=hook)(lambda rows=rows: rows))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return entry(name, module.__name__)

    return make


LANTERN = entry("lantern", "lantern")
MOTHS = entry("moths", "moths")
CORE = entry("core", "undercroft.agents.plugin")


def fault(found: Registry, name: str) -> str:
    (reason,) = [fault.reason for fault in found.faults if fault.plugin == name]
    return reason


def test_plugins_bring_games_agents_layers_and_content() -> None:
    found = load_registry([CORE, LANTERN, MOTHS])
    assert found.faults == []
    assert found.game("lantern").plugin == "lantern"
    assert found.expansions("lantern") == ["moths"]
    assert set(found.agents_for("lantern")) == {"random", "lookahead", "mcts", "thrifty"}
    assert set(found.agents_for("another")) == {"random", "lookahead", "mcts"}
    provides = {info.name: info.provides for info in found.plugins}
    assert provides["moths"] == ("content moths for lantern", "layer Moths for lantern")
    assert provides["lantern"] == ("game lantern", "agent thrifty")
    assert found.check() == []


def test_the_order_of_installation_changes_nothing() -> None:
    entries = [CORE, LANTERN, MOTHS]
    shuffled = entries[:]
    random.Random(1).shuffle(shuffled)
    assert attrs.astuple(load_registry(entries), recurse=False) == attrs.astuple(load_registry(shuffled), recurse=False)


def test_a_fault_stays_with_its_plugin(plugin: Any) -> None:
    entries = [
        plugin("old", api=(0, 0)),
        plugin("mute", api=None),
        plugin("vague", api=1),
        plugin("odd", undercroft_games=[42]),
        plugin("hooked", undercroft_weather=[]),
        plugin("none", undercroft_agents=None),
        entry("gone", "no_such_module"),
        entry("attribute", "lantern:NO_SUCH"),
    ]
    found = load_registry([*entries, LANTERN])
    assert list(found.games) == ["lantern"]
    assert fault(found, "old") == "is written for plugin API 0 to 0; this Undercroft has 1"
    assert "expected UNDERCROFT_API = (lowest, highest)" in fault(found, "mute")
    assert "expected UNDERCROFT_API = (lowest, highest)" in fault(found, "vague")
    assert fault(found, "odd") == "hook undercroft_games returned 42; expected Game objects"
    assert "unknown hook 'undercroft_weather'; the hooks are undercroft_games" in fault(found, "hooked")
    assert "ModuleNotFoundError" in fault(found, "gone")
    assert "AttributeError" in fault(found, "attribute")
    with pytest.raises(UsageError, match=r"broken plugins: .*gone.*; see `undercroft plugins`"):
        found.game("lanternn")


@attrs.frozen
class Nowhere:
    """The type of its key is nowhere."""

    mode: "Missing" = attrs.field(default=1)  # type: ignore[name-defined]  # noqa: F821, UP037


@attrs.frozen
class Bare:
    """Its key has no default."""

    mode: int


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("title", 3, "a text"),
        ("about", 3, "a text"),
        ("version", None, "a text"),
        ("default_agent", None, "a text"),
        ("options", None, "an attrs class"),
        ("options", dict, "an attrs class"),
        ("options", Nowhere, "an attrs class whose keys all have a default, and types that can be told"),
        ("options", Bare, "an attrs class whose keys all have a default"),
        ("state", dict, "a class of states"),
        ("rulebook", dict, "a class of rules"),
        ("load_content", None, "a function"),
        ("secrets", 3, "a function, or None"),
        ("packs", 3, "a tuple of content packs"),
        ("packs", (3,), "a tuple of content packs"),
        ("levels", ("house", 3), "a tuple of names"),
        ("tracking", 3, "a Tracking, or None"),
        ("tests", (3,), "a tuple of named tests"),
        ("rules_index", "rules.toml", "a file, or None"),
    ],
)
def test_a_game_that_commands_would_trip_over_is_a_fault(plugin: Any, name: str, value: Any, expected: str) -> None:
    odd = attrs.evolve(lantern.GAME, id="odd", **{name: value})
    found = load_registry([LANTERN, plugin("odd", undercroft_games=[odd])])
    assert list(found.games) == ["lantern"]
    assert fault(found, "odd").startswith(f"hook undercroft_games: game 'odd': {name} cannot be ")
    assert f"; expected {expected}" in fault(found, "odd")


def test_an_error_that_cannot_be_told_is_a_fault_like_any_other(plugin: Any) -> None:
    class Mute(Exception):  # noqa: N818 - an error that says nothing
        def __str__(self) -> str:
            raise ValueError

    def broken() -> None:
        raise Mute

    mute = plugin("mute")
    hook = hookimpl(specname="undercroft_games")(broken)
    sys.modules["plugin_mute"].undercroft_games = hook  # type: ignore[attr-defined]
    found = load_registry([LANTERN, mute])
    assert list(found.games) == ["lantern"]
    assert fault(found, "mute") == "Mute: (its message cannot be shown)"


def test_taken_names_belong_to_the_plugin_that_comes_first(plugin: Any) -> None:
    again = plugin("zz_again", undercroft_games=[lantern.GAME])
    agent = plugin("zz_agent", undercroft_agents=[AgentSpec("random", lambda options: RandomAgent())])
    local = plugin("zz_local", undercroft_agents=[AgentSpec("thrifty", lambda options: RandomAgent(), game="lantern")])
    wide = plugin("zz_wide", undercroft_agents=[AgentSpec("thrifty", lambda options: RandomAgent())])
    pack = plugin("zz_pack", undercroft_content=[ContentPack("lantern", "moths", (), "more")])
    found = load_registry([CORE, LANTERN, MOTHS, again, agent, local, wide, pack])
    assert fault(found, "zz_again") == "brings a game 'lantern', an id that plugin lantern has already"
    assert "agent 'random', a name that is taken" in fault(found, "zz_agent")
    assert "agent 'thrifty', a name that is taken" in fault(found, "zz_local")
    assert "agent 'thrifty', a name that is taken" in fault(found, "zz_wide"), "lantern would have two of that name"
    assert "content pack 'moths', an id that plugin moths has already" in fault(found, "zz_pack")


def test_what_no_expansion_switches_on_is_a_fault(plugin: Any) -> None:
    """It would never come into play, and nobody would know."""

    class Dusk(Layer, at="house"):
        """Changes nothing."""

    pack = plugin("pack", undercroft_content=[ContentPack("lantern", "mine", ())])
    layer = plugin("layer", undercroft_layers=[LayerSpec(Dusk, "lantern")])
    found = load_registry([LANTERN, pack, layer])
    assert "the expansion that switches it on; a game's own are its packs" in fault(found, "pack")
    assert fault(found, "layer").endswith("and the expansion that switches it on")


def test_names_that_one_plugin_brings_twice(plugin: Any) -> None:
    twice = plugin("twice", undercroft_games=[lantern.GAME, lantern.GAME])
    both = plugin(
        "both",
        undercroft_agents=[
            AgentSpec("x", lambda options: RandomAgent()),
            AgentSpec("x", lambda options: RandomAgent()),
        ],
    )
    found = load_registry([twice, both])
    assert "brings a game 'lantern'" in fault(found, "twice")
    assert "agent 'x'" in fault(found, "both")
    assert found.games == {}


def test_a_plugin_with_a_fault_brings_nothing_at_all(plugin: Any) -> None:
    mixed = plugin(
        "mixed",
        undercroft_games=[attrs.evolve(lantern.GAME, id="second")],
        undercroft_agents=[AgentSpec("random", lambda options: RandomAgent())],
    )
    found = load_registry([CORE, mixed])
    assert found.games == {}
    assert [info.name for info in found.plugins] == ["core"]


def test_check_finds_faults_that_show_only_at_the_table(plugin: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('[[card]]\nid = "bad:x"\ntitle = 5\neffect = "oil"\n')

    class Nowhere(Layer, at="nowhere"):
        """At no level of the game."""

    bad = plugin("bad", undercroft_content=[ContentPack("lantern", "bad", (file,), "bad")])
    lost = plugin("lost", undercroft_layers=[LayerSpec(Nowhere, "lantern", "lost")])
    found = load_registry([LANTERN, MOTHS, bad, lost])
    assert found.faults == []
    assert {f.plugin for f in found.check()} == {"bad", "lost"}
    game = found.game("lantern")
    with pytest.raises(ContentError, match="key title: expected text, got 5"):
        found.tables(game, resolve_setup(game, {}, ["bad"]))
    with pytest.raises(PluginError, match="layer Nowhere is at level 'nowhere'"):
        found.tables(game, resolve_setup(game, {}, ["lost"])).deal(0, 0)
    found.tables(game, resolve_setup(game, {}, ["moths"])).deal(0, 0)


def test_unknown_games_and_expansions_list_the_known_ones() -> None:
    found = load_registry([LANTERN, MOTHS])
    with pytest.raises(UsageError, match=r"no game 'lntern' is installed; .*: lantern; did you mean lantern"):
        found.game("lntern")
    with pytest.raises(UsageError, match="installed games: none"):
        Registry().game("lantern")
    game = found.game("lantern")
    with pytest.raises(UsageError, match="lantern has no expansion 'bats'; installed: moths"):
        found.tables(game, resolve_setup(game, {}, ["bats"]))


def test_content_of_an_expansion_is_read_only_with_it() -> None:
    found = load_registry([LANTERN, MOTHS])
    game = found.game("lantern")
    plain = found.tables(game, resolve_setup(game, {})).content
    more = found.tables(game, resolve_setup(game, {}, ["moths"])).content
    assert [card.id for card in plain.cards] == ["match", "torch", "flask", "prism", "charm", "bell"]
    assert [card.id for card in more.cards] == ["match", "torch", "flask", "prism", "charm", "moths:cocoon"]
    assert found.tables(game, resolve_setup(game, {})).content is plain, "content is read once"


def test_no_plugin_can_take_the_names_of_the_built_in_agents(plugin: Any) -> None:
    first = plugin("aa_first", undercroft_agents=[AgentSpec("random", lambda options: RandomAgent())])
    found = load_registry([first, CORE])
    assert [f.plugin for f in found.faults] == ["aa_first"]
    assert found.agents_for("lantern")["random"].plugin == "core"
