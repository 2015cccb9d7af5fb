"""`make test-all`: the Python tests on every supported interpreter.

Interpreters are looked for on PATH and, where pyenv is used, among those it has installed. The core is one abi3 wheel,
so what one session has compiled the next one installs.
"""

from __future__ import annotations

import os
from pathlib import Path

import nox

ROOT = Path(__file__).parent
VERSIONS = ["3.11", "3.12", "3.13"]
GAMES = ["death-binder", "netherworld-candle"]
PLUGINS = [path.parent for path in (*ROOT.glob("plugins/*/pyproject.toml"), *ROOT.glob("examples/*/pyproject.toml"))]

nox.options.error_on_missing_interpreters = True
nox.options.default_venv_backend = "venv"


def add_pyenv_interpreters() -> None:
    """Put pyenv's real interpreters before its shims, which refuse a version that no .python-version names."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = [str(folder) for version in VERSIONS for folder in sorted(pyenv.glob(f"versions/{version}*/bin"))]
    os.environ["PATH"] = os.pathsep.join([*found, os.environ.get("PATH", "")])


add_pyenv_interpreters()


@nox.session(python=VERSIONS)
def tests(session: nox.Session) -> None:
    """Build the wheels, install them, and run pytest and the conformance kit against what was installed."""
    session.install("-r", "requirements/dev.txt")
    wheels = Path(session.create_tmp()) / "wheels"
    session.run("maturin", "build", "--release", "--locked", "--quiet", "--out", str(wheels))
    for plugin in PLUGINS:
        session.run("python", "-m", "build", "--no-isolation", "--wheel", "--outdir", str(wheels), str(plugin))
    session.install("--no-deps", "--force-reinstall", *map(str, sorted(wheels.glob("*.whl"))))
    session.run("pytest", "-n", "2", *session.posargs, env={"UNDERCROFT_WHEELS": str(wheels)})
    for game in GAMES:
        session.run("pytest", "-n", "2", "--undercroft", game)
