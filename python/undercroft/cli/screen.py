"""What a player sees, as lines of text: for screen readers, pipes and scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from undercroft.rulebook import Panel

__all__ = ["PlainScreen", "Screen", "in_words", "open_screen", "read_line"]

_ONE_LINE = 100


class Screen(Protocol):
    """How a sitting shows itself. ``rule`` is a rule id or ``""``."""

    def say(self, text: str, style: str = "") -> None:
        """A line of our own; ``style`` is one of ``""``, ``title``, ``note``, ``error``, ``win``, ``loss``."""

    def happened(self, text: str, rule: str) -> None:
        """Something that happened, and the rule it happened under."""

    def chose(self, who: str, label: str) -> None:
        """A choice that was made."""

    def table(self, panels: Sequence[Panel], whole: bool) -> None:
        """The table; ``whole`` asks for all of it, where else what has not changed may be left out."""

    def decision(self, who: str, rule: str, title: str, question: str, labels: Sequence[str]) -> None:
        """Who decides, under which rule and title, the question and the options in words."""

    def listing(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        """An answer in several lines, each a text and the rule id that belongs to it."""

    def read(self) -> str:
        """A line from the player. Raises :class:`EOFError` at the end of the input."""


class PlainScreen:
    """Lines of text: no colour, no boxes, nothing that moves the cursor."""

    def __init__(self) -> None:
        self._shown: dict[str, list[str]] = {}

    def say(self, text: str, style: str = "") -> None:
        """A line of our own."""
        print(text)

    def happened(self, text: str, rule: str) -> None:
        """What happened, the rule id in brackets."""
        print(f"- {_with_rule(text, rule)}")

    def chose(self, who: str, label: str) -> None:
        """A choice that was made."""
        print(f"{who}: {label}")

    def table(self, panels: Sequence[Panel], whole: bool) -> None:
        """The panels in words; those that are as they were when last shown are left out unless ``whole``."""
        now = {panel.title: in_words(panel) for panel in panels}
        lines = [line for title, words in now.items() if whole or self._shown.get(title) != words for line in words]
        gone = [title for title in self._shown if title not in now]
        self._shown = now
        print()
        print("The table:" if lines else "The table is as before.")
        for line in lines:
            print(line)
        for title in gone:
            print(f"{title}: no longer there")

    def decision(self, who: str, rule: str, title: str, question: str, labels: Sequence[str]) -> None:
        """Who decides and why now, then the numbered options."""
        why = f" Rule {rule}{': ' + title if title else ''}." if rule else ""
        print()
        print(f"{who} decides.{why}")
        print(question)
        for number, label in enumerate(labels, 1):
            print(f"{number}. {label}")

    def listing(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        """A title, then a line each."""
        print(title)
        for text, rule in lines:
            print(f"- {_with_rule(text, rule)}")

    def read(self) -> str:
        """A line from the player."""
        return read_line("> ")


def _with_rule(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


def read_line(prompt: str) -> str:
    """A line from standard input without its end; read from a pipe, it is printed so that the record is whole.

    Raises :class:`EOFError` at the end of the input.
    """
    sys.stdout.flush()
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}")
    return line.rstrip("\r\n")


def in_words(panel: Panel) -> list[str]:
    """A panel as lines: a row with column heads reads ``Ghoul: health 4, damage 2``, one without ``health: 4``."""
    rows = [[str(cell).strip() for cell in row] for row in panel.rows]
    rows = [row for row in rows if any(row)]
    if not rows:
        return [f"{panel.title}: nothing"]
    lines = [_row_in_words(row, panel.columns) for row in rows]
    if not panel.columns:
        joined = f"{panel.title}: {'; '.join(' '.join(filter(None, row)) for row in rows)}"
        if len(joined) <= _ONE_LINE:
            return [joined]
    return [f"{panel.title}:", *(f"  {line}" for line in lines)]


def _row_in_words(row: Sequence[str], columns: Sequence[str]) -> str:
    if not columns:
        return f"{row[0]}: {', '.join(row[1:])}" if len(row) > 1 and row[0] else ", ".join(filter(None, row))
    rest = zip(columns[1:], row[1:], strict=False)
    named = [f"{head.lower()} {cell}" if head else cell for head, cell in rest if cell]
    if not row[0]:
        return ", ".join(named)
    return f"{row[0]}: {', '.join(named)}" if named else row[0]


def open_screen(plain: bool) -> Screen:
    """The plain screen when it is asked for, and where panels and colours would not be shown; else the rich one."""
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return PlainScreen()
    from undercroft.cli.screen_rich import RichScreen

    return RichScreen()
