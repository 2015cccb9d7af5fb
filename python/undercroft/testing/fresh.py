"""A new process that plays recorded games and saves again, for comparison: ``python -m undercroft.testing.fresh``.

It reads one JSON task from standard input and prints the digests that it gets, as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from undercroft.errors import UndercroftError
from undercroft.game import Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.session import Session, fingerprint
from undercroft.state import freeze, key_fields

__all__ = ["field_prints", "run_fresh", "scratch_folder"]


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for files that need not survive a power cut: waiting for the disk would take most of the time."""
    with tempfile.TemporaryDirectory() as folder, patch.object(os, "fsync", lambda handle: None):
        yield Path(folder)


def run_fresh(task: dict[str, Any], hash_seed: int) -> Any:
    """The answer of a new process under another ``PYTHONHASHSEED``. Raises :class:`UndercroftError` if it fails."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-m", "undercroft.testing.fresh"],
        input=json.dumps(task),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise UndercroftError(f"a new process failed: {done.stderr.strip()[-1500:]}")
    return json.loads(done.stdout)


def field_prints(state: Any) -> dict[str, str]:
    """A fingerprint of each field of a state, to say which one differs."""
    return {name: fingerprint(part) for name, part in zip(key_fields(state), state.key(), strict=True)}


def _follow(session: Session, choices: Sequence[Any]) -> dict[str, Any]:
    """The digests along some choices; where one is refused, why, and the fields as they are then."""
    digests = [session.digest()]
    error = ""
    for option in choices:
        try:
            session.choose(freeze(option))
        except UndercroftError as refusal:
            error = str(refusal)
            break
        digests.append(session.digest())
    return {"digests": digests, "error": error, "fields": field_prints(session.state)}


def _lines(task: dict[str, Any]) -> list[dict[str, Any]]:
    game = registry().game(task["game"])
    tables = registry().tables(game, resolve_setup(game, task["setup"], task["expansions"]))
    return [_follow(_begun(tables, row), row["choices"]) for row in task["lines"]]


def _begun(tables: Tables, row: dict[str, Any]) -> Session:
    return Session.load_position(row["start"], log=False) if row["start"] else Session.of(tables, row["seed"])


def _saves(task: dict[str, Any]) -> list[dict[str, Any]]:
    answers = []
    for row in task["saves"]:
        try:
            answers.append(_follow(Session.load(row["path"], log=False), row["choices"]))
        except UndercroftError as refusal:
            answers.append({"digests": [], "error": str(refusal), "fields": {}})
    return answers


def main() -> None:
    """Read a task, do it, print the answer."""
    task = json.load(sys.stdin)
    json.dump(_lines(task) if "lines" in task else _saves(task), sys.stdout)


if __name__ == "__main__":
    main()
