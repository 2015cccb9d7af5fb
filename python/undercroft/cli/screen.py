"""What a player sees, as lines of text: for screen readers, pipes and scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from undercroft.cli.output import read_line

if TYPE_CHECKING:
    from undercroft.rulebook import Panel

__all__ = ["PlainScreen", "Screen", "in_words", "open_screen"]

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
        self._shown: dict[tuple[str, int], Panel] = {}

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
        """The panels in words; what is as it was when last shown is left out unless ``whole``."""
        now: dict[tuple[str, int], Panel] = {}
        for panel in panels:
            now[panel.title, sum(title == panel.title for title, _ in now)] = panel
        before = {} if whole else self._shown
        lines = [line for key, panel in now.items() for line in in_words(panel, before.get(key))]
        lines += [f"{title}: no longer there" for title, number in self._shown if (title, number) not in now]
        self._shown = now
        print()
        print("The table:" if lines else "The table is as before.")
        for line in lines:
            print(line)

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


def in_words(panel: Panel, before: Panel | None = None) -> list[str]:
    """A panel as lines: a row with column heads reads ``Ghoul: health 4, damage 2``, one without ``health: 4``.

    Given how it was ``before``, a panel that has not changed has no lines, and one without column heads only those of
    its rows that have.
    """
    rows, old = _cells(panel), _cells(before) if before is not None else None
    if rows == old:
        return []
    if not rows:
        return [f"{panel.title}: nothing"]
    if panel.columns:
        return [f"{panel.title}:", *(f"  {_row_in_words(row, panel.columns)}" for row in rows)]
    changed = [row for row in rows if old is None or row not in old]
    changed += [[row[0], "no longer there"] for row in old or () if row[0] not in [r[0] for r in rows]]
    joined = f"{panel.title}: {'; '.join(' '.join(filter(None, row)) for row in changed)}"
    if len(joined) <= _ONE_LINE:
        return [joined]
    return [f"{panel.title}:", *(f"  {_pair_in_words(row)}" for row in changed)]


def _cells(panel: Panel) -> list[list[str]]:
    """The rows that have anything in them; a dash, which reads badly, is nothing, or in a pair the word none."""
    none = "" if panel.columns else "none"
    rows = [[none if cell == "-" else cell for cell in map(_stripped, row)] for row in panel.rows]
    return [row for row in rows if any(row)]


def _stripped(cell: object) -> str:
    return str(cell).strip()


def _pair_in_words(row: Sequence[str]) -> str:
    return f"{row[0]}: {', '.join(row[1:])}" if len(row) > 1 and row[0] else ", ".join(filter(None, row))


def _row_in_words(row: Sequence[str], columns: Sequence[str]) -> str:
    rest = zip(columns[1:], row[1:], strict=False)
    named = [f"{head if len(head) == 1 else head.lower()} {cell}" if head else cell for head, cell in rest if cell]
    joined = ("; " if any(", " in cell for cell in named) else ", ").join(named)
    return f"{row[0]}: {joined}" if row[0] and named else row[0] or joined


def open_screen(plain: bool) -> Screen:
    """The plain screen when it is asked for, and where panels and colours would not be shown; else the rich one."""
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return PlainScreen()
    from undercroft.cli.screen_rich import RichScreen

    return RichScreen()
