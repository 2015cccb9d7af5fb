"""A grid of cards as lines of text: boxes that touch where the cards do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

__all__ = ["grid"]

Cells = Mapping[tuple[int, int], Sequence[str]]

_NARROW: Final = 13
"""No cell is narrower, so that the longest word of a card fits."""
_BROAD: Final = 24
_FARTHEST: Final = 300
"""There are fewer cards than that in all."""


def grid(cells: Cells, width: int = 96) -> list[str]:
    """Cards by their place (x, y), each with its paragraphs; rows of more cards than fit are drawn in parts.

    Nothing is drawn of cards that lie farther apart than any game could place them, as an edited position may have it.
    """
    if not cells:
        return []
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    first, last = min(xs), max(xs)
    if max(last - first, max(ys) - min(ys)) > _FARTHEST:
        return []
    most = (width - 1) // (_NARROW + 1)
    if last - first < most:
        return _part(cells, width)
    lines: list[str] = []
    for start in range(first, last + 1, most):
        part = {spot: text for spot, text in cells.items() if start <= spot[0] < start + most}
        if part:
            lines += ([f"(columns from {start})"] if lines else []) + _part(part, width)
    return lines


def _part(cells: Cells, width: int) -> list[str]:
    xs = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    ys = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    inner = min(_BROAD, (width - 1) // len(xs) - 1)
    lines = []
    for y in ys:
        lines.append(_border(cells, xs, y, inner))
        lines += _row(cells, xs, y, inner)
    return [line.rstrip() for line in (*lines, _border(cells, xs, ys.stop, inner))]


def _border(cells: Cells, xs: range, y: int, inner: int) -> str:
    """The line between the rows y - 1 and y."""
    line = ""
    for x in (*xs, xs.stop):
        corner = any((x - dx, y - dy) in cells for dx in (0, 1) for dy in (0, 1))
        line += "+" if corner else " "
        if x in xs:
            line += ("-" if (x, y) in cells or (x, y - 1) in cells else " ") * inner
    return line


def _row(cells: Cells, xs: range, y: int, inner: int) -> Iterator[str]:
    """The lines of a row of cards."""
    texts = {x: _folded(cells.get((x, y), ()), inner - 1) for x in xs}
    for n in range(max(len(text) for text in texts.values())):
        line = ""
        for x in (*xs, xs.stop):
            line += "|" if (x, y) in cells or (x - 1, y) in cells else " "
            if x in xs:
                text = texts[x][n] if n < len(texts[x]) else ""
                line += f" {text}".ljust(inner)
        yield line


def _folded(paragraphs: Sequence[str], width: int) -> list[str]:
    return [line for text in paragraphs for line in wrap(text, width)]
