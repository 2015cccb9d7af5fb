"""The wheels work where there is no compiler and no checkout: installed into an empty environment, they simulate.

`make wheels` builds into dist/ and names that folder in UNDERCROFT_WHEELS; without it the wheels are built here, from
what cargo has compiled before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ("death-binder", "netherworld-candle")
RULES = {"death-binder": "DB-COMBAT-011", "netherworld-candle": "NC-COOL-001"}


def stem(game: str) -> str:
    """How the wheel of a game's plugin is called."""
    return f"undercroft_{game.replace('-', '_')}-"


OURS = ("undercroft-", *map(stem, GAMES))


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    given = os.environ.get("UNDERCROFT_WHEELS")
    folder = (ROOT / given) if given else tmp_path_factory.mktemp("wheels")
    if not given:
        run(sys.executable, "-m", "maturin", "build", "--release", "--locked", "--quiet", "--out", folder)
        for game in GAMES:
            plugin = ROOT / "plugins" / game
            run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, plugin)
    return sorted(path for path in folder.glob("*.whl") if path.name.startswith(OURS))


@pytest.fixture(scope="module")
def clean_room(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """An environment with our wheels and their dependencies; its PATH holds nothing but itself."""
    folder = tmp_path_factory.mktemp("room")
    venv.create(folder, with_pip=True)
    env = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "LANG"))}
    env |= {"PATH": str(folder / "bin"), "HOME": str(folder)}
    python = folder / "bin" / "python"
    pins = ROOT / "requirements" / "run.txt"
    run(python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "-c", pins, *wheels, env=env, cwd=folder)
    return folder, env


def test_one_wheel_serves_all_supported_interpreters(wheels: list[Path]) -> None:
    names = [wheel.name for wheel in wheels]
    assert [name for name in names if name.startswith("undercroft-0") and "-cp311-abi3-" in name], names
    for game in GAMES:
        assert [name for name in names if name.startswith(stem(game)) and "-py3-none-any" in name], names


def test_what_is_in_the_wheels(wheels: list[Path]) -> None:
    for wheel in wheels:
        files = zipfile.ZipFile(wheel).namelist()
        assert any(name.endswith("py.typed") for name in files), wheel.name
        assert any("LICENSE-MIT" in name for name in files), wheel.name
        assert any("LICENSE-APACHE" in name for name in files), wheel.name
        assert not [name for name in files if "/tests/" in name or "__pycache__" in name], wheel.name


@pytest.mark.parametrize("game", GAMES)
def test_content_is_in_the_plugin_wheel(wheels: list[Path], game: str) -> None:
    (wheel,) = [wheel for wheel in wheels if wheel.name.startswith(stem(game))]
    packed = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "plugins" / game / "src"
    data = {str(path.relative_to(source)) for path in source.rglob("*.toml")}
    assert data
    assert data <= packed


@pytest.mark.parametrize("game", GAMES)
def test_ten_games_without_a_compiler(clean_room: tuple[Path, dict[str, str]], game: str) -> None:
    folder, env = clean_room
    command = folder / "bin" / "undercroft"
    text = run(command, "simulate", game, "--games", "10", "--seed", "7", "--json", env=env, cwd=folder)
    batch = json.loads(text)
    assert batch["games"] == 10
    assert batch["wins"] + batch["losses"] == 10
    assert batch["errors"] == batch["stalled"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_shipped(clean_room: tuple[Path, dict[str, str]], game: str) -> None:
    folder, env = clean_room
    text = run(folder / "bin" / "undercroft", "rules", game, RULES[game], env=env, cwd=folder)
    assert RULES[game] in text
