"""How a search plays on from a position that it has reached, and what it makes of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from undercroft._core import Stream
from undercroft.agents.choosing import make_agent
from undercroft.errors import AgentError
from undercroft.play import DECISION_LIMIT, Agent, Rehearsal
from undercroft.plugins import AgentSpec, registry
from undercroft.setup import seats_of
from undercroft.state import Option

if TYPE_CHECKING:
    from undercroft.session import Session

__all__ = ["NONE", "Rollout", "check_count"]

NONE = "none"
"""The roll-out policy that plays nothing: the position is judged as it is."""


def check_count(name: str, value: Any, least: int) -> None:
    """Raise :class:`AgentError` for an option that is no whole number from ``least`` on."""
    if type(value) is not int or value < least:
        raise AgentError(f"{name} cannot be {value!r:.60}; expected a whole number from {least} on")


class Rollout:
    """Plays on with a fast agent, then asks the game how good the result is.

    ``policy`` names the agent, ``""`` for the game's own one (at random where that looks ahead itself) and ``"none"``
    to judge at once. It plays until ``rounds`` more rounds have begun than at the start of the search, where the game
    counts them (:meth:`undercroft.Rulebook.clock`), else ``depth`` decisions; 0 of either is to the end of the game.
    ``made`` counts its decisions.
    """

    def __init__(self, policy: str = "", depth: int = 0, rounds: int = 0) -> None:
        check_count("depth", depth, 0)
        check_count("rounds", rounds, 0)
        if not isinstance(policy, str):
            raise AgentError(
                f"rollout cannot be {policy!r:.60}; expected the name of an agent, FILE.py:FUNCTION or {NONE}"
            )
        self.policy = policy
        self.depth = depth
        self.rounds = rounds
        self.made = 0
        self.agents: list[Agent] = []
        self._for: Any = None
        self._blind = True
        self._until = 0

    def check(self, known: Mapping[str, AgentSpec]) -> None:
        """Raise :class:`AgentError` for a policy that cannot play roll-outs of a game that has these agents."""
        if self.policy in ("", NONE):
            return
        name = self.policy.partition(":")[0]
        try:
            fit = (name in known or name.endswith(".py")) and not make_agent(self.policy, known).looks_ahead
        except AgentError as error:
            raise AgentError(f"rollout: {error}") from error
        if not fit:
            fast = ", ".join(sorted(name for name, spec in known.items() if _is_fast(spec)))
            raise AgentError(
                f"rollout cannot be {self.policy!r}; expected one of {fast}, or FILE.py:FUNCTION, or {NONE}: who does "
                "not search"
            )

    def begin(self, session: Session, stream: Stream) -> None:
        """Get ready for roll-outs of a game. Raises :class:`AgentError` for a policy that cannot play them."""
        if self._for is not session.tables:
            self.agents = [] if self.policy == NONE else self._seated(session)
            self._blind = any(hasattr(agent, "pick") for agent in self.agents) or not self.agents
            self._for = session.tables
        now = session.rules.clock(session.state)
        self._until = now + self.rounds if now else 0
        for seat, agent in enumerate(self.agents, 1):
            agent.begin(seat, Stream(stream.below(1 << 62), seat, "roll-out"))

    def _seated(self, session: Session) -> list[Agent]:
        known = registry().agents_for(session.game.id)
        name = self.policy or session.game.default_agent
        seats = range(seats_of(session.setup.options))
        agents = [make_agent(name, known) for _ in seats]
        if not any(agent.looks_ahead for agent in agents):
            return agents
        if self.policy:
            raise AgentError(f"agent {name} looks ahead itself and cannot play roll-outs; expected one that does not")
        return [make_agent("random", known) for _ in seats]

    def judge(self, run: Rehearsal, seat: int) -> float:
        """Play on and say how good the position turned out for the seat's team: 0 lost, 1 won."""
        if self.agents and run.ask is not None:
            if self._until and self.rounds:
                self.made += self._to_round(run)
            else:
                limit = 0 if self._until else self.depth
                self.made += run.play_on(self.agents, limit or DECISION_LIMIT)
        worth: float = run.rules.evaluate(run.state, seat)
        return worth

    def _to_round(self, run: Rehearsal) -> int:
        made, clock, state = 0, run.rules.clock, run.state
        while run.ask is not None and clock(state) < self._until and made < DECISION_LIMIT:
            made += run.play_on(self.agents, 1)
        return made

    def own_choice(
        self, session: Session, seat: int, prompt: str, options: Sequence[Option], stream: Stream
    ) -> Option | None:
        """What the policy would choose in a game, like :meth:`favourite`.

        It is asked at a table that was dealt anew with ``stream``: a policy that looks at hidden cards, as a function
        in a file may, sees none that lie there.
        """
        return None if self._blind else self.favourite(session.rehearse(seat, stream), seat, prompt, options)

    def favourite(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option | None:
        """What the policy would choose at a decision; ``None`` for one that does not look at the table."""
        if self._blind:
            return None
        return self.agents[seat - 1].choose(table, seat, prompt, options)


def _is_fast(spec: AgentSpec) -> bool:
    try:
        return not spec.make({}).looks_ahead
    except Exception:  # noqa: BLE001 - an agent of some plugin that cannot be made plays no roll-outs
        return False
