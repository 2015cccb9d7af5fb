"""The agent that grows a tree of what may happen: information-set Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any

from undercroft._core import Stream
from undercroft.agents.rollout import Rollout, check_count
from undercroft.agents.tree import Node, Row
from undercroft.errors import AgentError
from undercroft.play import Rehearsal
from undercroft.plugins import AgentSpec
from undercroft.session import Session
from undercroft.state import Option

__all__ = ["MctsAgent"]

ITERATIONS = 400
"""Games that are rehearsed for a decision where neither their number nor a time is given."""


class MctsAgent:
    """Rehearses the rest of the game many times, each time with what its seat cannot know dealt anew.

    Each rehearsal walks down one tree of choices, adds a node to it, and plays on from there with a fast agent; its
    result counts for every choice on the way, whoever made it, since all seats play for the same team. Promising
    choices are tried more often, and the one that was tried most is taken.

    ``iterations`` is the number of rehearsals for a decision; ``time`` is in seconds and stops earlier, but what is
    chosen then depends on the machine. The tree is kept: what it knows about the choices that were made since counts
    towards ``iterations``, and a decision is over as soon as no other option can overtake.

    ``c`` says how eagerly what was tried little is tried (see :meth:`undercroft.agents.tree.Node.select`) and ``prior``
    (0 to 1) how much the choice of the roll-out's agent is favoured. ``rollout`` names that agent, by default the
    game's own one; it plays until ``rounds`` more rounds have begun, or ``depth`` decisions in a game that does not
    count rounds (0 of either: to the end of the game), and :meth:`undercroft.Rulebook.evaluate` judges where that leads
    to. With ``"none"`` nobody plays on.
    """

    looks_ahead = True

    def __init__(
        self,
        iterations: int = 0,
        time: float = 0.0,
        c: float = 0.3,
        prior: float = 0.5,
        rollout: str = "",
        depth: int = 8,
        rounds: int = 1,
    ) -> None:
        check_count("iterations", iterations, 0)
        for name, value, most in (("time", time, inf), ("c", c, inf), ("prior", prior, 1.0)):
            number: Any = value
            if not isinstance(number, int | float) or not 0 <= number <= most or number == inf:
                upto = "on" if most == inf else f"to {most:g}"
                raise AgentError(f"{name} cannot be {value!r:.60}; expected a number from 0 {upto}")
        self.iterations = iterations or (0 if time else ITERATIONS)
        self.time = time
        self.c = c
        self.prior = prior
        self.rollout = Rollout(rollout, depth, rounds)
        self.walked = 0
        """Decisions made so far in the trees of all rehearsals, roll-outs apart (those count ``rollout.made``)."""
        self._stream: Stream | None = None
        self._root: Node | None = None
        self._known: list[Option] = []

    def check_agents(self, known: Mapping[str, AgentSpec]) -> None:
        """Raise :class:`AgentError` where the agents of a game have none to play the roll-outs."""
        self.rollout.check(known)

    def begin(self, seat: int, stream: Stream) -> None:
        """Forget the last game, and keep the stream from which re-deals are drawn."""
        self._stream = stream
        self._root = None

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The option that was tried most; of equal ones that with the better results, then the first."""
        if len(options) == 1:
            return options[0]
        if not isinstance(table, Session) or self._stream is None:
            raise AgentError("mcts needs a session to fork and a stream; call begin first")
        root = self._rooted(table.history)
        row = root.row(seat, prompt)
        nodes = [row.setdefault(option, Node()) for option in options]
        # What was tried of other offers, had the cards come otherwise, says nothing about this one.
        root.visits = sum([node.visits for node in nodes])
        root.total = sum([node.total for node in nodes])
        self.rollout.begin(table, self._stream)
        favourite = self.rollout.own_choice(table, seat, prompt, options, self._stream.copy())
        luck = self._stream.below(1 << 62)
        for _ in self._rehearsals(root, nodes):
            option, node = root.select(row, options, favourite, self.c, self.prior)
            # The first rehearsal of every option has the same deal, and so on: luck does not favour one.
            run = self._dealt(table, seat, Stream(luck, node.visits, "redeal"))
            run.choose(option)
            self._rehearse(run, root, node, seat)
        best = max(range(len(options)), key=lambda i: (nodes[i].visits, nodes[i].total, -i))
        return options[best]

    def _dealt(self, table: Session, seat: int, stream: Stream) -> Rehearsal:
        """The game as it may be for all that the seat knows."""
        return table.rehearse(seat, stream)

    def _rooted(self, history: list[Option]) -> Node:
        """The node where the game is now: of the tree so far, if the game went on from where that was grown."""
        node = self._root
        begin = len(self._known)
        if node is not None and history[:begin] == self._known:
            for option in history[begin:]:
                node = node.after(option) if node is not None else None
        else:
            node = None
        self._known = history
        self._root = node or Node()
        return self._root

    def _rehearsals(self, root: Node, nodes: Sequence[Node]) -> Iterator[None]:
        """Once for every rehearsal that is still worth while."""
        end = perf_counter() + self.time if self.time else 0.0
        goal = self.iterations
        first = root.visits
        while not goal or root.visits < goal:
            if end and perf_counter() >= end and root.visits > first:
                return
            left = goal - root.visits
            if goal and left < root.visits:
                second, most = sorted([node.visits for node in nodes])[-2:]
                if most - second > left:
                    return
            yield

    def _rehearse(self, run: Rehearsal, root: Node, node: Node, seat: int) -> None:
        """Walk on from a first choice, down to a node that is new; play on, and note the result along the way."""
        path = [root, node]
        favour, c, prior = self.rollout.favourite, self.c, self.prior
        while node.visits and (ask := run.ask) is not None:
            who, prompt, options = ask
            if len(options) == 1:
                option = options[0]
                node = node.forced(who, prompt, option)
            else:
                row: Row = node.row(who, prompt)
                option, node = node.select(row, options, favour(run, who, prompt, options), c, prior)
            path.append(node)
            run.choose(option)
        self.walked += len(path) - 1
        result = self.rollout.judge(run, seat)
        for node in path:
            node.visits += 1
            node.total += result
