"""The pytest plugin: ``--undercroft GAME`` runs the conformance kit, ``--rule-coverage FILE`` writes what is proved."""

from __future__ import annotations

import difflib
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

__all__: list[str] = []

_SUITE = pytest.StashKey[Any]()
_KIT = Path(__file__).parent / "conformance" / "test_conformance.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of both parts."""
    group = parser.getgroup("undercroft", "games of Undercroft")
    group.addoption("--undercroft", metavar="GAME", help="run the conformance kit on an installed game")
    group.addoption(
        "--undercroft-games", metavar="N", type=int, default=200, help="play-outs per agent and case (default: 200)"
    )
    group.addoption(
        "--undercroft-set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a setup key for the conformance kit; without mode and players, all of them are checked",
    )
    group.addoption(
        "--undercroft-with", metavar="EXPANSION", action="append", default=[], help="an expansion that is in play"
    )
    group.addoption(
        "--undercroft-thorough",
        action="store_true",
        help="look at every decision of the recorded games, not at a sample",
    )
    group.addoption("--rule-coverage", metavar="FILE", help="write which tests prove which rules, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, the report and the kit."""
    config.addinivalue_line("markers", "rule(*ids): the test proves these rules of a game's index")
    target = config.getoption("--rule-coverage")
    if target and not hasattr(config, "workerinput"):
        from undercroft.testing.coverage import RuleCoverage

        path = Path(target)
        if not path.absolute().parent.is_dir():
            raise pytest.UsageError(f"--rule-coverage {target}: there is no folder {path.parent}")
        config.pluginmanager.register(RuleCoverage(path.absolute()), "undercroft-rule-coverage")
    if config.getoption("--undercroft"):
        config.stash[_SUITE] = _make_suite(config)
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            config.args[:] = []  # the kit alone; else it runs beside the tests that were named
        config.args.append(str(_KIT))


def _make_suite(config: pytest.Config) -> Any:
    from undercroft.errors import UndercroftError
    from undercroft.testing.checks import make_suite

    setup = {}
    for pair in config.getoption("--undercroft-set"):
        name, equals, value = pair.partition("=")
        if not equals:
            raise pytest.UsageError(f"--undercroft-set {pair}: expected KEY=VALUE")
        setup[name] = value
    games = config.getoption("--undercroft-games")
    if games < 1:
        raise pytest.UsageError(f"--undercroft-games {games}: expected at least 1")
    try:
        return make_suite(
            config.getoption("--undercroft"),
            setup,
            config.getoption("--undercroft-with"),
            games=games,
            thorough=config.getoption("--undercroft-thorough"),
        )
    except UndercroftError as error:
        raise pytest.UsageError(f"--undercroft: {error}") from error


def pytest_pycollect_makemodule(module_path: Path, parent: Any) -> pytest.Module | None:
    """Name the kit's tests after the game, wherever the package is installed."""
    suite = parent.config.stash.get(_SUITE, None)
    if suite is None or module_path != _KIT:
        return None
    module: pytest.Module = pytest.Module.from_parent(parent, path=module_path, nodeid=f"undercroft {suite.game.id}")
    return module


def pytest_report_header(config: pytest.Config) -> str | None:
    """The cases of the kit."""
    suite = config.stash.get(_SUITE, None)
    if suite is None:
        return None
    return f"undercroft: {suite.game.id} {suite.game.version}, cases {', '.join(case.name for case in suite.cases)}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the checks of a case for every case."""
    suite = metafunc.config.stash.get(_SUITE, None)
    if suite is None:
        return
    if "conformance_case" in metafunc.fixturenames:
        metafunc.parametrize("conformance_case", suite.cases, ids=[case.name for case in suite.cases])
    if "conformance_suite" in metafunc.fixturenames:
        metafunc.parametrize("conformance_suite", [suite], ids=[suite.game.id])


# -- rule marks -------------------------------------------------------------------------------------------------------


class UnknownRule(pytest.Collector):
    """Stands for a test that claims a rule that no installed game has."""

    fault = ""

    def collect(self) -> list[pytest.Item]:
        """Fail, so that the claim is mended."""
        raise self.CollectError(self.fault)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Replace tests that claim unknown rules by an error that names them."""
    made = yield
    return [_checked(node) for node in made] if isinstance(made, list) else made


def _checked(node: pytest.Item | pytest.Collector) -> pytest.Item | pytest.Collector:
    if not isinstance(node, pytest.Item):
        return node
    claimed = list(dict.fromkeys(name for mark in node.iter_markers("rule") for name in mark.args))
    if not claimed:
        return node
    from undercroft.testing.coverage import PROPERTY
    from undercroft.testing.index import claimable

    known = claimable()
    for name in claimed:
        if name not in known:
            assert node.parent is not None
            near = difflib.get_close_matches(str(name), known, 3)
            hint = f"; there are {', '.join(near)}" if near else ""
            broken: UnknownRule = UnknownRule.from_parent(node.parent, name=node.name)
            broken.fault = f"{node.name} claims rule {name!r}, which no installed game has{hint}"
            return broken
    node.user_properties.extend((PROPERTY, name) for name in claimed)
    return node
