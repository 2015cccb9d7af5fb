"""What a player sees on a terminal: panels for the table, a numbered list for the decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel as Box
from rich.table import Table
from rich.text import Text

from undercroft.cli.output import console, read_line

if TYPE_CHECKING:
    from undercroft.rulebook import Panel

__all__ = ["RichScreen"]

_STYLES = {
    "": "",
    "title": "bold",
    "note": "dim",
    "error": "red",
    "win": "bold green",
    "loss": "bold red",
    "command": "",
}
_ROWS = 8
_GAP = 4
_FRAME = 4
_VALUE = 40
_PROMPT = 12


class RichScreen:
    """Panels, colours and a prompt with history where the terminal has it."""

    def __init__(self, out: Console | None = None) -> None:
        self._out = out or console()
        self._shown: list[Panel] = []
        _line_editing()

    def say(self, text: str, style: str = "") -> None:
        """A line of our own."""
        self._out.print(Text(text, style=_STYLES.get(style, "")))

    def happened(self, text: str, rule: str) -> None:
        """What happened, its rule id dimmed behind it."""
        self._out.print(_with_rule("· ", text, rule))

    def chose(self, who: str, label: str) -> None:
        """A choice that was made."""
        self._out.print(Text.assemble((f"{who}: ", "bold cyan"), label))

    def table(self, panels: Sequence[Panel], whole: bool) -> None:
        """The panels side by side as far as the terminal is wide.

        Where they would push what happened off the screen, those that are as they were are left out unless ``whole``.
        """
        before, self._shown = self._shown, list(panels)
        table = self._laid_out(panels)
        if not whole and len(self._out.render_lines(table)) > self._out.height - _PROMPT:
            table = self._laid_out([panel for panel in panels if panel not in before])
        self._out.print()
        self._out.print(table)

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """A line that moves, and goes when the agent is done."""
        return self._out.status(Text(f"{who} is thinking", style="dim"))

    def _laid_out(self, panels: Sequence[Panel]) -> Group:
        lines = []
        for row in _packed([_boxed(panel) for panel in panels], self._out.width, self._measure):
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(*row)
            lines.append(line)
        return Group(*lines)

    def _measure(self, block: RenderableType) -> int:
        return self._out.measure(block).maximum

    def decision(self, who: str, rule: str, title: str, question: str, labels: Sequence[str]) -> None:
        """Who decides and why now, then the numbered options."""
        why = "".join((f"  {rule}" if rule else "", f": {title}" if title else ""))
        head = Text.assemble((f"{who} decides", "bold cyan"), (why, "dim"))
        body = Group(Text(question, style="bold"), Text(), self._options(labels))
        self._out.print(Box(body, title=head, title_align="left", border_style="cyan", box=box.ROUNDED))

    def _options(self, labels: Sequence[str]) -> RenderableType:
        digits = len(str(len(labels)))
        lines = [
            (Text(f"{number:>{digits}}", style="bold cyan"), Text(label, overflow="fold"))
            for number, label in enumerate(labels, 1)
        ]
        widest = max((digits + 2 + label.cell_len for _, label in lines), default=0)
        fit = (self._out.width - _FRAME + _GAP) // (widest + _GAP)
        columns = max(1, min(fit, -(-len(lines) // _ROWS)))
        rows = -(-len(lines) // columns)
        grid = Table.grid()
        for _ in range(columns):
            grid.add_column(no_wrap=True, width=digits + 2)
            grid.add_column()
        for at in range(rows):
            grid.add_row(*(cell for line in lines[at::rows] for cell in line))
        for column in grid.columns[1:-1:2]:
            column.width = widest - digits - 2 + _GAP
        return grid

    def listing(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        """A title, then a line each."""
        self._out.print(Text(title, style="bold"))
        for text, rule in lines:
            self._out.print(_with_rule("· ", text, rule))

    def read(self) -> str:
        """A line from the player."""
        return read_line("> ")


def _with_rule(mark: str, text: str, rule: str) -> Text:
    return Text.assemble((mark, "dim"), text, (f"  {rule}" if rule else "", "dim cyan"))


def _boxed(panel: Panel) -> Box:
    table = Table(box=None, pad_edge=False, show_header=bool(panel.columns), header_style="dim", padding=(0, 2, 0, 0))
    width = max([len(panel.columns), *(len(row) for row in panel.rows)], default=1)
    for number in range(width):
        head = panel.columns[number] if number < len(panel.columns) else ""
        is_key = not panel.columns and number == 0 and width > 1
        most = None if panel.columns else _VALUE
        table.add_column(Text(head), style="dim" if is_key else None, overflow="fold", max_width=most)
    for row in panel.rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    body: RenderableType = table if panel.rows else Text("nothing", style="dim")
    if panel.drawing:
        body = Text("\n".join(panel.drawing), no_wrap=True, overflow="crop")
    return Box(body, title=Text(panel.title), title_align="left", border_style="dim", expand=False, box=box.ROUNDED)


def _packed(
    blocks: Sequence[Box], width: int, measure: Callable[[RenderableType], int]
) -> Iterator[list[RenderableType]]:
    """Blocks in their order, as many in a row as fit."""
    row: list[RenderableType] = []
    used = 0
    for block in blocks:
        wide = measure(block) + 1
        if row and used + wide > width:
            yield row
            row, used = [], 0
        row.append(block)
        used += wide
    if row:
        yield row


def _line_editing() -> None:
    """Arrow keys and history at the prompt, where the platform has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
