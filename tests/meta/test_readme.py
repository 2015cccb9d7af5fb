"""The snippets of the README and of every page of the documentation do what the page says.

Fenced blocks are run from the top of a page to its end, in an empty folder:

* ```console: each line that starts with `$ ` is run in a shell and must exit with 0 (or with N after `# exit N`); lines
  below it are its output, where figures may be others and `...` stands for anything.
* ```python: executed; blocks of a page share their names.
* ```python or ```toml whose first line is a comment with a file name: written to that file instead.
* any other block is for reading.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(console|python|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w./-]+\.(?:py|toml))\n")
EXIT = re.compile(r"\s+# exit (\d+)$")


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [Block(m[1], m[2], text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)]


def commands(text: str) -> list[tuple[str, str]]:
    """Each command of a console block with the output that the page shows below it."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = command[:-1] + more
        found.append((command, output))
    return found


# What differs from machine to machine, or with every change of a game's balance, is compared by its shape alone.
SHAPES = [
    (re.compile(r"\b[0-9a-f]{16,}\b"), "[0-9a-f]{16,}"),
    (re.compile(r"\d[\d.,]*(?<![.,])"), r"\d[\d.,]*(?<![.,])"),
    (re.compile(r"\.\.\."), ".*"),
]


def tidy(text: str) -> str:
    """Columns move with the width of what is in them, so runs of blanks and of lines count as one."""
    return "\n".join(re.sub(r"([─ ])\1+", r"\1", line).strip() for line in text.strip().splitlines())


def pattern(shown: str) -> str:
    """The shown text as a regular expression."""
    whole = re.compile("|".join(f"({shape.pattern})" for shape, _ in SHAPES))
    found, end = "", 0
    for match in whole.finditer(shown):
        assert match.lastindex is not None
        found += re.escape(shown[end : match.start()]) + SHAPES[match.lastindex - 1][1]
        end = match.end()
    return found + re.escape(shown[end:])


def looks_like(shown: str, real: str) -> bool:
    """Whether the output is what is shown, with other figures perhaps; `...` stands for anything, line ends too."""
    return re.fullmatch(pattern(tidy(shown)), tidy(real), re.DOTALL) is not None


def run_console(block: Block, folder: Path, where: str) -> None:
    env = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    env |= {"COLUMNS": "80", "NO_COLOR": "1"}
    # What a page installs goes into its own folder, built with the tools that are there.
    site = str(folder / "site")
    env |= {"PYTHONPATH": site, "PIP_TARGET": site, "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    for command, shown in commands(block.text):
        wanted = EXIT.search(command)
        done = subprocess.run(
            ["bash", "-c", EXIT.sub("", command)],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )
        code = int(wanted[1]) if wanted else 0
        assert done.returncode == code, f"{where}: `{command}` exited with {done.returncode}:\n{done.stdout}"
        if shown.strip():
            assert looks_like(shown, done.stdout), f"{where}: `{command}` printed:\n{done.stdout}"


@pytest.mark.parametrize("page", [pytest.param(p, id=str(p.relative_to(ROOT))) for p in PAGES if blocks(p)])
def test_snippets(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__snippets__"}
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        named = FILE_NAME.match(block.text)
        if named:
            target = tmp_path / named[1]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            run_console(block, tmp_path, where)
        elif block.language == "python":
            exec(compile("\n" * block.line + block.text, str(page), "exec", dont_inherit=True), names)


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in (*PAGES, ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"\bmake ([a-z-]+)`|^make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
        missing = {a or b for a, b in named} - targets
        assert not missing, f"{page.relative_to(ROOT)} names make targets that are not there: {sorted(missing)}"


def test_continuous_integration_runs_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in readme
    assert "make test" in readme
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ("a\nb", "a  \nb\n", True),
        ("a ... c", "a 12 b c", True),
        ("a\n...\nc", "a\nx\ny\nc", True),
        ("...\nc", "c d\nc", True),
        ("a", "a\nb", False),
        ("won 97.0%", "won  9.5%", True),
        ("won 97.0%, 12.", "won 5%, 1,000.", True),
        ("won 97.0%", "won most", False),
        ("digest b23026158702d1431b2003bfdf0eb3f2", "digest c73c1413b9a62a85e1cc5714a3f175c1", True),
        ("───\n  1", "─────\n 20", True),
        ("a.b", "axb", False),
    ],
)
def test_looks_like(shown: str, real: str, same: bool) -> None:
    assert looks_like(shown, real) is same


def test_commands_are_told_from_output() -> None:
    assert commands("$ one \\\n  two\nout\n$ three\n") == [("one   two", "out\n"), ("three", "")]
