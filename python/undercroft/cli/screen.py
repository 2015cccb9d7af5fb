"""What a player sees, as lines of text: for screen readers, pipes and scripts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from textwrap import fill
from threading import Timer
from typing import TYPE_CHECKING, Protocol

import attrs

from undercroft.cli.output import read_line
from undercroft.cli.telling import everything, told

if TYPE_CHECKING:
    from undercroft.rulebook import LogEntry, Panel

__all__ = ["PlainScreen", "Screen", "TellingScreen", "entry_in_words", "in_words", "open_screen"]

_ONE_LINE = 100
_HEAD = re.compile(r" *(?:- |\d+\. )?")
_MOST_SET_IN = 8
_KEPT = "\N{NO-BREAK SPACE}"
_A_WHILE = 1.0
"""So many seconds pass before it is said that an agent thinks."""


class Screen(Protocol):
    """How a sitting shows itself. ``rule`` is a rule id or ``""``."""

    def say(self, text: str, style: str = "") -> None:
        """Our own line; ``style`` is one of ``""``, ``title``, ``note``, ``error``, ``win``, ``loss``, ``command``.

        A command is there to be copied: it stays on one line.
        """

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

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """While an agent thinks, which may take long."""

    def read(self) -> str:
        """A line from the player. Raises :class:`EOFError` at the end of the input."""


class PlainScreen:
    """Lines of text: no colour, no boxes, nothing that moves the cursor."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, int], Panel] = {}

    def say(self, text: str, style: str = "") -> None:
        """A line of our own."""
        print(text) if style == "command" else _print(text)

    def happened(self, text: str, rule: str) -> None:
        """What happened, the rule id in brackets."""
        _print(f"- {_with_rule(text, rule)}")

    def chose(self, who: str, label: str) -> None:
        """A choice that was made."""
        _print(f"{who}: {label}")

    def table(self, panels: Sequence[Panel], whole: bool) -> None:
        """The panels in words; what is as it was when last shown is left out unless ``whole``."""
        now: dict[tuple[str, int], Panel] = {}
        for panel in panels:
            now[panel.title, sum(title == panel.title for title, _ in now)] = panel
        before = {} if whole else self._shown
        lines = [line for key, panel in now.items() for line in in_words(panel, before.get(key))]
        gone = [title for title, number in self._shown if (title, number) not in now]
        lines += [f"No longer there: {'; '.join(gone)}"] if gone else []
        self._shown = now
        print()
        print("The table:" if lines else "The table is as before.")
        for line in lines:
            _print(line)

    def decision(self, who: str, rule: str, title: str, question: str, labels: Sequence[str]) -> None:
        """Who decides and why now, then the numbered options."""
        why = f" Rule {rule}{': ' + title if title else ''}." if rule else ""
        print()
        _print(f"{who} decides.{why}")
        _print(question)
        for number, label in enumerate(labels, 1):
            _print(f"{number}. {label}")

    def listing(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        """A title, then a line each."""
        _print(title)
        for text, rule in lines:
            _print(f"- {_with_rule(text, rule)}")

    @contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """A line, once it takes a while."""
        note = Timer(_A_WHILE, print, [f"{who} is thinking."])
        note.daemon = True
        note.start()
        try:
            yield
        finally:
            note.cancel()

    def read(self) -> str:
        """A line from the player."""
        return read_line("> ")


def _print(text: str) -> None:
    """A line, folded between words where it is longer than a page is wide; what follows is set in below its text."""
    if len(text) <= _ONE_LINE and "\n" not in text:
        print(text)
        return
    for line in text.splitlines():
        head = _HEAD.match(line)
        start = head.group() if head is not None else ""
        # What follows an option or an entry stands below its text; what follows a row of the table is set in.
        set_in = " " * min(len(start), _MOST_SET_IN) + ("  " if start and not start.strip() else "")
        whole = line.replace(" %", _KEPT + "%")  # a figure and its unit stay together
        text = fill(whole, _ONE_LINE, subsequent_indent=set_in, break_long_words=False, break_on_hyphens=False)
        print(text.replace(_KEPT, " "))


class TellingScreen:
    """Any screen, for those who may not know everything: it shows what :mod:`undercroft.cli.telling` lets through."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def say(self, text: str, style: str = "") -> None:
        """A line of our own."""
        self._screen.say(told(text), style)

    def happened(self, text: str, rule: str) -> None:
        """Something that happened."""
        self._screen.happened(told(text), rule)

    def chose(self, who: str, label: str) -> None:
        """A choice that was made."""
        self._screen.chose(who, told(label))

    def table(self, panels: Sequence[Panel], whole: bool) -> None:
        """The table."""
        self._screen.table([_told_panel(panel) for panel in panels], whole)

    def decision(self, who: str, rule: str, title: str, question: str, labels: Sequence[str]) -> None:
        """Who decides what."""
        self._screen.decision(who, rule, told(title), told(question), [told(label) for label in labels])

    def listing(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        """An answer in several lines."""
        self._screen.listing(told(title), [(told(text), rule) for text, rule in lines])

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """While an agent thinks."""
        return self._screen.thinking(who)

    def read(self) -> str:
        """A line from the player."""
        return self._screen.read()


def _told_panel(panel: Panel) -> Panel:
    rows = [tuple(told(str(cell)) for cell in row) for row in panel.rows]
    # A name may be broken over two lines of a drawing, where it would not be found: the rows tell the same.
    drawing = panel.drawing if everything() or not panel.rows else ()
    return attrs.evolve(
        panel, title=told(panel.title), rows=rows, columns=tuple(map(told, panel.columns)), drawing=drawing
    )


def entry_in_words(entry: LogEntry) -> str:
    """What happened; a message whose arguments do not fit it is told as it stands."""
    try:
        return entry.text
    except Exception:  # noqa: BLE001 - a fault in a plugin must not cost the players their game
        return str(entry.message)


def _with_rule(text: str, rule: str) -> str:
    return f"{text} [{rule}]" if rule else text


def in_words(panel: Panel, before: Panel | None = None) -> list[str]:
    """A panel as lines: a row with column heads reads ``Ghoul: health 4, damage 2``, one without ``health: 4``.

    Given how it was ``before``, a panel that has not changed has no lines, and one without column heads only those of
    its rows that have.
    """
    rows, old = _cells(panel), _cells(before) if before is not None else None
    if rows == old and (before is None or list(before.drawing) == list(panel.drawing)):
        return []
    if panel.drawing:
        return [f"{panel.title}:", *(f"  {line}".rstrip() for line in panel.drawing)]
    if not rows:
        return [f"{panel.title}: nothing"]
    if panel.columns:
        return [f"{panel.title}:", *(f"  {_row_in_words(row, panel.columns)}" for row in rows)]
    changed = [row for row in rows if old is None or row not in old]
    changed += [[row[0], "no longer there"] for row in old or () if row[0] not in [r[0] for r in rows]]
    joined = f"{panel.title}: {'; '.join(' '.join(filter(None, row)) for row in changed)}"
    # Behind a name a sentence needs a colon, and then a line of its own.
    spoken = any(cell.endswith(".") or ". " in cell for row in changed for cell in row[1:])
    if len(joined) <= _ONE_LINE and not spoken:
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
