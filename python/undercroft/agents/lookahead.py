"""The agent that tries every option on forks and plays on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from undercroft._core import Stream
from undercroft.agents.rollout import Rollout, check_count
from undercroft.errors import AgentError
from undercroft.plugins import AgentSpec
from undercroft.session import Session
from undercroft.state import Option

__all__ = ["LookaheadAgent"]

LEAST = 4
"""After so many deals, options that are clearly worse are no longer tried."""

CLEARLY = 2.0
"""By how many standard errors an option has to be behind the best one to be dropped."""

DOUBT = 1.0
"""By how many standard errors an option has to be ahead of what the roll-out's agent would choose to be preferred."""


class LookaheadAgent:
    """Tries each option over several re-deals, plays on with a fast agent, and takes the option that turns out best.

    ``deals`` is the number of re-deals (each is used for every option, so that luck does not favour one), ``options``
    the most options tried at one decision: of a longer list an evenly spread part is taken. ``rollout`` names the agent
    that plays on, by default the game's own one, until ``rounds`` more rounds have begun, or for ``depth`` decisions in
    a game that does not count rounds (0 of either: to the end of the game); the position that it leads to is judged by
    :meth:`undercroft.Rulebook.evaluate`. With ``"none"`` nobody plays on.

    What the roll-out's agent itself would choose is preferred unless another option is better beyond doubt, since a few
    deals tell little; options that are clearly behind are dropped on the way.
    """

    looks_ahead = True

    def __init__(self, deals: int = 6, options: int = 48, depth: int = 8, rounds: int = 2, rollout: str = "") -> None:
        check_count("deals", deals, 1)
        check_count("options", options, 1)
        self.deals = deals
        self.most = options
        self.rollout = Rollout(rollout, depth, rounds)
        self._stream: Stream | None = None

    def check_agents(self, known: Mapping[str, AgentSpec]) -> None:
        """Raise :class:`AgentError` where the agents of a game have none to play the roll-outs."""
        self.rollout.check(known)

    def begin(self, seat: int, stream: Stream) -> None:
        """Keep the stream from which re-deals are drawn."""
        self._stream = stream

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The option with the best mean result, or the roll-out's own where none is better beyond doubt."""
        if len(options) == 1:
            return options[0]
        if not isinstance(table, Session) or self._stream is None:
            raise AgentError("lookahead needs a session to fork and a stream; call begin first")
        self.rollout.begin(table, self._stream)
        favourite = self.rollout.own_choice(table, seat, prompt, options, self._stream.copy())
        tried = self._thinned(options, favourite)
        own = tried.index(favourite) if favourite is not None else -1
        results: list[list[float]] = [[] for _ in tried]
        left = list(range(len(tried)))
        for deal in range(1, self.deals + 1):
            luck = Stream(self._stream.below(1 << 62), 0, "redeal")
            for i in left:
                run = table.rehearse(seat, luck.copy())
                run.choose(tried[i])
                results[i].append(self.rollout.judge(run, seat))
            best = max(left, key=lambda i: (sum(results[i]), i == own, -i))
            if deal >= LEAST:
                left = [i for i in left if i == best or not _behind(results[i], results[best])]
                if len(left) == 1:
                    break
        if own in left and own != best and _ahead(results[best], results[own]) < DOUBT:
            best = own
        return tried[best]

    def _thinned(self, options: Sequence[Option], favourite: Option | None) -> list[Option]:
        if len(options) <= self.most:
            return list(options)
        thinned = [options[i * len(options) // self.most] for i in range(self.most)]
        if favourite is not None and favourite not in thinned:
            thinned[-1] = favourite
        return thinned


def _behind(results: Sequence[float], best: Sequence[float]) -> bool:
    return _ahead(best, results) > CLEARLY


def _ahead(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors one option is ahead of another, over the deals that both were tried with."""
    gaps = [a - b for a, b in zip(better, worse, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < 2 or mean <= 0:
        return 0.0 if mean <= 0 else float("inf")
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / (count - 1)
    return mean / sqrt(spread / count) if spread > 0 else float("inf")
