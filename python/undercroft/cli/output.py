"""What goes where: results to standard output, notes and progress to standard error, JSON alone; lines that come in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, Literal, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

__all__ = [
    "console",
    "json_only",
    "note",
    "one_line",
    "pairs",
    "paragraph",
    "print_json",
    "read_line",
    "rows",
    "show",
    "stderr_is_terminal",
]


_PIPE_WIDTH = 120


def console(*, stderr: bool = False) -> Console:
    """A console without guesses about what a text means: no markup, no emoji, no highlighting."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = _PIPE_WIDTH
    return made


def rows(
    heads: Sequence[str],
    cells: Iterable[Sequence[str]],
    *,
    styles: Mapping[str, str] | None = None,
    right: Sequence[str] = (),
) -> Table:
    """A table with a quiet rule below its head; ``styles`` are by head, ``right`` has the heads of figures."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from undercroft.cli.telling import told

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        justify: Literal["left", "right"] = "right" if head in right else "left"
        table.add_column(head, style=(styles or {}).get(head), justify=justify, overflow="fold")
    for row in cells:
        table.add_row(*(Text(told(cell)) for cell in row))
    return table


def pairs() -> Table:
    """A table without heads, to be filled with what something is called and what it is."""
    from rich.table import Table

    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="cyan")
    table.add_column()
    return table


def show(out: Console, block: RenderableType) -> None:
    """A table or another block; in a pipe without the blanks that fill its lines."""
    if out.is_terminal:
        out.print(block)
        return
    with out.capture() as captured:
        out.print(block)
    for line in captured.get().splitlines():
        out.print(line.rstrip(), soft_wrap=True)


def paragraph(out: Console, text: str, style: str = "", *, indent: int = 0) -> None:
    """Running text, wrapped on a terminal and left in one line in a pipe, so that it can be searched there."""
    from rich.padding import Padding
    from rich.text import Text

    from undercroft.cli.telling import told

    text = told(text)
    if out.is_terminal:
        out.print(Padding(Text(text, style=style), (0, 0, 0, indent)))
    else:
        out.print(" " * indent + text, soft_wrap=True)


def print_json(document: Any) -> None:
    """The one JSON object of ``--json``."""
    from undercroft.cli.telling import told_data

    out = _json_out or sys.stdout
    out.write(json.dumps(told_data(document), indent=2, ensure_ascii=False, default=str) + "\n")
    out.flush()


def note(text: str) -> None:
    """A remark for a person who watches: to standard error, and nowhere when that is no terminal."""
    from undercroft.cli.telling import told

    if stderr_is_terminal():
        console(stderr=True).print(told(text), style="dim")


def stderr_is_terminal() -> bool:
    """Whether somebody watches standard error."""
    return sys.stderr.isatty()


def read_line(prompt: str) -> str:
    """A line from standard input without its end; read from a pipe, it is printed so that the record is whole.

    Raises :class:`EOFError` at the end of the input.
    """
    sys.stdout.flush()
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            print()
            raise
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line.rstrip("\r\n")


def one_line(text: str) -> str:
    """A message of a library without its line breaks."""
    return " ".join(text.split())


_json_out: TextIO | None = None
"""Where :func:`print_json` writes while :func:`json_only` keeps everything else away."""


@contextmanager
def json_only(active: bool) -> Iterator[None]:
    """Leave standard output to :func:`print_json`: what plugins, agents and workers write goes to standard error."""
    global _json_out
    if not active:
        yield
        return
    sys.stdout.flush()
    kept = _divert()
    _json_out = sys.stdout if kept is None else os.fdopen(kept, "w", encoding="utf-8", errors="replace")
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if kept is not None:
            os.dup2(kept, 1)
            with suppress(BrokenPipeError):
                _json_out.close()
        _json_out = None


def _divert() -> int | None:
    """Point file descriptor 1 at standard error; a copy of the old one. ``None`` where stdout is not the real one."""
    try:
        real = sys.stdout.fileno() == 1 and sys.stderr.fileno() == 2
    except (OSError, ValueError, AttributeError):
        return None
    if not real:
        return None
    kept = os.dup(1)
    os.dup2(2, 1)
    return kept
