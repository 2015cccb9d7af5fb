"""The agent that tries every option on forks and asks the game how good the result is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft._core import Stream
from undercroft.errors import AgentError
from undercroft.session import Session
from undercroft.state import Option

__all__ = ["LookaheadAgent"]


class LookaheadAgent:
    """Tries each option on forks over several re-deals and takes the one with the best mean evaluation.

    ``deals`` is the number of re-deals (each is used for every option, so that luck does not favour one), ``options``
    the most options tried at one decision: of a longer list an evenly spread part is taken. The position that an option
    leads to is judged by :meth:`undercroft.Rulebook.evaluate` at the next decision of any seat.
    """

    looks_ahead = True

    def __init__(self, deals: int = 3, options: int = 48) -> None:
        if deals < 1 or options < 1:
            raise AgentError(f"lookahead: deals and options have to be at least 1, got {deals} and {options}")
        self.deals = deals
        self.most = options
        self._stream: Stream | None = None

    def begin(self, seat: int, stream: Stream) -> None:
        """Keep the stream from which re-deals are drawn."""
        self._stream = stream

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The option with the best mean evaluation; the first of several equal ones."""
        if len(options) == 1:
            return options[0]
        if not isinstance(table, Session) or self._stream is None:
            raise AgentError("lookahead needs a session to fork and a stream; call begin first")
        tried = self._thinned(options)
        totals = [0.0] * len(tried)
        for _ in range(self.deals):
            deal = table.fork()
            deal.redeal(seat, self._fresh())
            for i, option in enumerate(tried):
                fork = deal.fork()
                fork.choose(option)
                totals[i] += fork.rules.evaluate(fork.state, seat)
        return tried[max(range(len(tried)), key=lambda i: (totals[i], -i))]

    def _thinned(self, options: Sequence[Option]) -> list[Option]:
        if len(options) <= self.most:
            return list(options)
        return [options[i * len(options) // self.most] for i in range(self.most)]

    def _fresh(self) -> Stream:
        assert self._stream is not None
        return Stream(self._stream.below(1 << 62), 0, "redeal")
