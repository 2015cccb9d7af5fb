"""The tree keeps its own rules: arrows run one way, the framework names no game, files stay readable."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAMEWORK = ROOT / "python" / "undercroft"
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/pyproject.toml"))
LONGEST = 400

# What a part of the framework may import, besides the parts of its own row: every row above it.
ROWS = [
    {"_core"},
    {"errors", "version"},
    {"chances", "state", "setup", "content", "files", "spoilers", "tracking", "without"},
    {"rulebook", "layers", "game", "play", "history", "codec", "hooks"},
    {"agents", "history", "inquiry", "plugins", "replays", "rules_index", "thinning", "saves", "session"},
    {"batch"},
    {"reports"},
    {"testing", "cli"},
]
HEIGHT = {part: height for height, row in enumerate(ROWS) for part in row}

GAMES = ["death.?binder", "netherworld", "sword.{1,5}sorcery", "abyssal", "delve"]


def sources(folder: Path, *endings: str) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.suffix in endings and "target" not in p.parts)


def part_of(path: Path) -> str:
    return path.relative_to(FRAMEWORK).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Each absolute import of a file: module, names taken from it, line; what only type checkers import is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, (), node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.module or "", tuple(alias.name for alias in node.names), node.lineno


def test_every_part_of_the_framework_has_its_place() -> None:
    parts = {part_of(path) for path in sources(FRAMEWORK, ".py")} - {"__init__", "__main__"}
    assert parts <= set(HEIGHT), f"give these a row in ROWS: {sorted(parts - set(HEIGHT))}"


def test_arrows_run_one_way() -> None:
    wrong = []
    for path in sources(FRAMEWORK, ".py"):
        here = part_of(path)
        if here in ("__init__", "__main__"):
            continue
        for module, names, line in imports(path):
            if module == "undercroft":
                there = [name for name in names if name in HEIGHT]
            elif module.startswith("undercroft."):
                there = [module.split(".")[1]]
            else:
                continue
            wrong += [
                f"{path.relative_to(ROOT)}:{line}: {here} -> {part}" for part in there if HEIGHT[part] > HEIGHT[here]
            ]
    assert not wrong, "\n".join(wrong)


def test_the_framework_names_no_game() -> None:
    words = re.compile("|".join([*GAMES, *(re.escape(plugin.name) for plugin in PLUGINS)]), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in (*sources(FRAMEWORK, ".py", ".pyi", ".toml", ".json"), *sources(ROOT / "rust", ".rs"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_plugins_use_only_what_is_exported(plugin: Path) -> None:
    wrong = []
    for path in sources(plugin / "src", ".py"):
        for module, names, line in imports(path):
            if module.split(".")[0] != "undercroft":
                continue
            place = f"{path.relative_to(ROOT)}:{line}: {module}"
            if module not in ("undercroft", "undercroft.testing"):
                wrong.append(place)
                continue
            exported = importlib.import_module(module).__all__
            wrong += [f"{place}.{name}" for name in names if name not in exported]
    assert not wrong, "\n".join(wrong)


def test_the_whole_core_is_exported() -> None:
    core, ours = importlib.import_module("undercroft._core"), importlib.import_module("undercroft")
    stub = ast.parse((FRAMEWORK / "_core.pyi").read_text(encoding="utf-8"))
    named = next(
        ast.literal_eval(n.value)
        for n in stub.body
        if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"
    )
    assert [name for name in named if getattr(ours, name, None) is not getattr(core, name)] == []
    assert set(named) <= set(ours.__all__)


CODE = [
    path
    for folder in ("python", "plugins", "examples", "tests", "benches", "rust")
    for path in sources(ROOT / folder, ".py", ".rs")
]


def test_files_stay_readable() -> None:
    long = {str(p.relative_to(ROOT)): n for p in CODE if (n := len(p.read_text("utf-8").splitlines())) > LONGEST}
    assert not long, f"longer than {LONGEST} lines: {long}"


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|NotImplementedError)\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in CODE
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert not found, "\n".join(found)


def test_no_test_is_skipped() -> None:
    marks = re.compile(r"pytest\.(mark\.(skip|skipif|xfail)|skip|importorskip|xfail)$")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in CODE
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and marks.match(ast.unparse(node))
    ]
    assert not found, "\n".join(found)
