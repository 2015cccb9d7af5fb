"""The tree that a search grows: what was tried after which choices, and how it turned out."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from undercroft.state import Option

__all__ = ["Node"]

_UNKNOWN = 0.5
"""What a position is taken to be worth of which nothing is known yet."""

Row = dict[Option, "Node"]


class Node:
    """An information set: all positions that the same choices may have led to, whatever lies hidden.

    ``visits`` counts the games that came by, ``total`` is the sum of their results, ``offered`` counts the games in
    which the choice that leads here was one of several. What can be chosen next differs from game to game; ``rows``
    has, for each seat and prompt that came up, the nodes of the options seen there.
    """

    __slots__ = ("offered", "rows", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.offered = 0
        self.rows: dict[tuple[int, str], Row] = {}

    def row(self, seat: int, prompt: str) -> Row:
        """The nodes after each option of a decision."""
        row = self.rows.get((seat, prompt))
        if row is None:
            row = self.rows[seat, prompt] = {}
        return row

    def forced(self, seat: int, prompt: str, option: Option) -> Node:
        """The node after the only option there is."""
        row = self.row(seat, prompt)
        node = row.get(option)
        if node is None:
            node = row[option] = Node()
        return node

    def after(self, option: Option) -> Node | None:
        """The node after a choice that was made, at whatever prompt it came by most often."""
        found = [row[option] for row in self.rows.values() if option in row]
        return max(found, key=lambda node: node.visits, default=None)

    def select(
        self, row: Row, options: Sequence[Option], favourite: Option | None, c: float, prior: float
    ) -> tuple[Option, Node]:
        """The option to try next: the best mean so far plus a bonus for what was tried little.

        The bonus of an option is ``c * share * sqrt(offered) / (1 + visits)``. The shares of the options are equal but
        for ``favourite``, which has ``prior`` more; an option that was never tried is taken to be worth as much as the
        node itself.
        """
        mean = self.total / self.visits if self.visits else _UNKNOWN
        bonus = c / len(options) if favourite is None else c * (1.0 - prior) / len(options)
        full = bonus + c * prior
        best = -inf
        chosen: tuple[Option, Node] | None = None
        for option in options:
            node = row.get(option)
            if node is None:
                node = row[option] = Node()
            node.offered += 1
            visits = node.visits
            extra = full if option == favourite else bonus
            score = (node.total / visits if visits else mean) + extra * sqrt(node.offered) / (1 + visits)
            if score > best:
                best = score
                chosen = option, node
        assert chosen is not None, "an offer is never empty"
        return chosen
