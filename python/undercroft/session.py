"""Session: one game being played, with fork, undo, save and load at every decision.

A session keeps a copy of the state at the last boundary (the last frame whose step asked something) and the answers
given since. A fork, an undo or a save in the middle of a step is that copy plus a few answers replayed, never the
whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from undercroft import saves
from undercroft._core import Stream
from undercroft.errors import IllegalChoice, RulesError, SaveError, UsageError
from undercroft.game import Game, Setup, Tables, resolve_setup
from undercroft.history import Boundary, Decision, Outcome, Past, Redealt, fingerprint, links, was_redealt
from undercroft.play import DECISION_LIMIT, Agent, Rehearsal
from undercroft.plugins import registry
from undercroft.rulebook import Ask, Flow, GameOver, LogEntry, Refused, Rulebook
from undercroft.state import Option, freeze

__all__ = ["Decision", "Outcome", "Session", "fingerprint"]

_Rules = Rulebook[Any] | None
MOST_BOUNDARIES = 400
"""How many earlier positions a session keeps at the most, so that undo is quick and a long game stays small."""


class Session:
    """A running game.

    ``game`` is an id or a :class:`Game`, ``setup`` the values of its setup keys, ``seed`` and ``index`` name the random
    streams. ``without`` has ids of content that is taken out (``id``, or ``kind/id``). With ``log=False`` nothing is
    recorded. Raises :class:`UsageError` for unknown games, expansions, ids and setup values.
    """

    __slots__ = (
        "_ask", "_boundary", "_flow", "_log", "_moves", "_origin", "_past", "_undone",
        "index", "rules", "seed", "state", "tables",
    )  # fmt: skip

    def __init__(
        self,
        game: str | Game,
        setup: Mapping[str, Any] | None = None,
        seed: int = 0,
        *,
        index: int = 0,
        expansions: Sequence[str] = (),
        without: Sequence[str] = (),
        log: bool = True,
    ) -> None:
        found = registry().game(game) if isinstance(game, str) else game
        resolved = resolve_setup(found, setup, expansions, registry().without(found, expansions, without))
        self._open(registry().tables(found, resolved), seed, index, log=log)
        self.state = self.tables.begin(self.rules, seed, index)
        self._advance()

    @classmethod
    def of(cls, tables: Tables, seed: int = 0, index: int = 0, *, log: bool = False, rules: _Rules = None) -> Session:
        """A session on a prepared setup, as batches start many; ``rules`` may stand in for the tables' own."""
        new = cls.__new__(cls)
        new._open(tables, seed, index, log=log, rules=rules)
        new.state = tables.begin(new.rules, seed, index)
        new._advance()
        return new

    @classmethod
    def at(cls, tables: Tables, state: Any, *, log: bool = False, rules: _Rules = None) -> Session:
        """A session that goes on from a state between two steps. The state is used as it is, not copied."""
        new = cls.__new__(cls)
        new._open(tables, state.seed, state.index, log=log, rules=rules)
        new._origin = state.copy()
        new.state = state
        new._advance()
        return new

    def _open(self, tables: Tables, seed: int, index: int, *, log: bool, rules: _Rules = None) -> None:
        self.tables, self.seed, self.index = tables, seed, index
        self._log: list[LogEntry] = []
        made = tables.fresh_rules if log else tables.rules
        self.rules: Rulebook[Any] = rules or made(tables.drawn(seed, index))
        if log:
            self.rules.listen(self._log.append)
        self._flow: Flow | None = None
        self._ask: Ask | None = None
        self._boundary: Boundary | None = None
        self._moves: list[Any] = []
        self._past: Past = None
        self._undone: list[Option] = []
        self._origin: Any = None

    # -- looking --------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.tables.game

    @property
    def setup(self) -> Setup:
        """The resolved setup."""
        return self.tables.setup

    @property
    def ask(self) -> Ask | None:
        """The pending choice as a bare tuple (seat, prompt, options), or ``None`` when the game is over."""
        return self._ask

    @property
    def decision(self) -> Decision | None:
        """The pending choice with its rule and question, or ``None`` when the game is over."""
        if self._ask is None:
            return None
        seat, name, options = self._ask
        prompt = self.rules.prompts.get(name)
        if prompt is None:
            raise RulesError(f"{type(self.rules).__name__} asks at {name!r}, a prompt that it does not declare")
        return Decision(seat, name, prompt.rule, prompt.text, options)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it runs."""
        return Outcome(self.state.result, self.state.reason) if self.state.result else None

    @property
    def log(self) -> Sequence[LogEntry]:
        """What happened so far, oldest first (empty in a session that was opened with ``log=False``)."""
        return self._log

    @property
    def history(self) -> list[Option]:
        """Every choice made since the start, oldest first."""
        made = list(links(self._past))
        made.reverse()
        return made

    def label(self, option: Option) -> str:
        """An option in words."""
        return self.rules.label(self.state, self._ask[0] if self._ask is not None else 1, option)

    def refused(self) -> list[Refused]:
        """What one might expect now but what the rules refuse, each with rule and reason."""
        if self._ask is None:
            return []
        return self.rules.refused(self.state, self._ask[0], self._ask[1])

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see, as plain data."""
        return self.rules.view(self.state, seat)

    def digest(self) -> str:
        """A fingerprint of the position: equal for equal setup, seed and choices, in any process."""
        over = self._ask is None or self._boundary is None
        state = self.state if over else self._boundary.state  # type: ignore[union-attr]
        moves = () if over else tuple(m if isinstance(m, tuple) else (m.seat, m.stream.to_bytes()) for m in self._moves)
        return fingerprint((state.key(), moves))

    # -- playing --------------------------------------------------------------------------------------------------

    def choose(self, option: Option) -> None:
        """Choose one of the offered options.

        Raises :class:`IllegalChoice` with rule and reason where it is not offered; nothing changes then.
        """
        ask = self._ask
        if ask is None:
            raise IllegalChoice(option, "the game is over")
        option = freeze(option)
        if option not in ask[2]:
            raise self._illegal(option)
        # As it was offered: True equals 1, and is another thing in a state.
        self._take(next((one for one in ask[2] if one == option), option))
        self._undone.clear()

    def _illegal(self, option: Any) -> IllegalChoice:
        for row in self.refused():
            if row.option == option:
                return IllegalChoice(option, row.reason, row.rule)
        decision = self.decision
        assert decision is not None
        return IllegalChoice(option, f"it is not among the {len(decision.options)} options offered", decision.rule)

    def _take(self, option: Option) -> None:
        flow = self._flow
        assert flow is not None
        past, told, boundary, moves = self._past, len(self._log), self._boundary, self._moves[:]
        self._past = (past, option)
        self._moves.append(option)
        try:
            self._send(flow, option)
        except BaseException:
            # A fault in a rule must not cost the players their game: back to where the choice was made.
            del self._log[told:]
            self._past = past
            self._silently(boundary, moves)
            raise

    def _send(self, flow: Flow, option: Option) -> None:
        try:
            self._ask = flow.send(option)
            if not self._ask[2]:
                raise RulesError(f"{self._ask[1]} offers no option; an offer must not be empty")
        except StopIteration:
            self._flow = None
            self._advance()
        except GameOver:
            self._finish()

    def _advance(self) -> None:
        """Run frames until something is asked or the stack is empty, noting the boundary before each asking step."""
        rules, s = self.rules, self.state
        stack = s.stack
        self._flow = self._ask = None
        try:
            while stack:
                if rules.asks(stack[-1][0]):
                    earlier, before = self._way_back()
                    depth = 0 if earlier is None else earlier.depth + 1
                    if depth > MOST_BOUNDARIES:  # older positions are reached by replay; memory stays flat
                        earlier, depth = None, 0
                    self._boundary = Boundary(s.copy(), earlier, before, depth)
                    self._moves = []
                name, args = stack.pop()
                flow = rules.step(name)(s, *args)
                if flow is not None and self._began(flow):
                    return
        except GameOver:
            self._finish()

    def _way_back(self) -> tuple[Boundary | None, tuple[Any, ...]]:
        """The boundary before a new one, and the answers given since; one at which nothing was asked is passed over."""
        last = self._boundary
        if last is not None and not self._moves:
            return last.earlier, last.moves_before
        return last, tuple(self._moves)

    def _began(self, flow: Flow) -> bool:
        try:
            ask = next(flow)
        except StopIteration:
            return False
        if not ask[2]:
            raise RulesError(f"{ask[1]} offers no option; an offer must not be empty")
        self._flow, self._ask = flow, ask
        return True

    def _finish(self) -> None:
        self.state.stack.clear()
        self._flow = self._ask = None

    def play_out(self, agents: Sequence[Agent], limit: int = DECISION_LIMIT) -> int:
        """Play on to the end without boundaries, log or undo, as fast as a batch; returns the decisions made.

        Meant for forks: afterwards the session can be looked at, but not undone or forked.
        """
        flow, ask = self._flow, self._ask
        self._flow = self._ask = None
        self._boundary, self._moves = None, []
        return Rehearsal(self.rules, self.state, flow, ask).play_on(agents, limit)

    # -- fork, re-deal, undo --------------------------------------------------------------------------------------

    def fork(self) -> Session:
        """An independent, silent session in the same position."""
        new = Session.__new__(Session)
        new.tables, new.seed, new.index = self.tables, self.seed, self.index
        new.rules = self.tables.rules(self.rules.setup) if self.rules.heard else self.rules
        new._log = []
        new._past = self._past
        new._undone = []
        new._origin = self._origin
        new._restore(self._boundary, self._moves, ended=self.state if self._boundary is None else None)
        return new

    def redeal(self, seat: int, stream: Stream) -> None:
        """Shuffle what ``seat`` cannot know; what it sees, and what is offered, stays as it is.

        Meant for forks that search: the shuffle becomes part of the session's answers, so that forks of it agree.
        """
        move = Redealt(seat, stream.copy())
        self._shuffle_unknown(seat, stream)
        self._moves.append(move)

    def rehearse(self, seat: int, stream: Stream) -> Rehearsal:
        """A lean copy to search with: what ``seat`` cannot know is shuffled, and it can only go on from here."""
        fork = self.fork()
        fork._shuffle_unknown(seat, stream)
        return Rehearsal(fork.rules, fork.state, fork._flow, fork._ask)

    def _shuffle_unknown(self, seat: int, stream: Stream) -> None:
        """Hidden cards, and the luck to come: a fork that kept the dice would foresee them."""
        s = self.state
        self.rules.redeal(s, seat, stream)
        s.reseed(stream)
        s.seed = stream.below(1 << 62)

    def _restore(self, boundary: Boundary | None, moves: Sequence[Any], ended: Any = None) -> None:
        self._boundary = boundary
        self._moves = list(moves)
        self._flow = self._ask = None
        if boundary is None:
            if ended is not None:
                self.state = ended.copy()
            return
        s = self.state = boundary.state.copy()
        rules = self.rules
        name, args = s.stack.pop()
        try:
            flow = rules.steps[name](s, *args)
            assert flow is not None, "a boundary lies before a step that asks"
            self._flow, self._ask = flow, next(flow)
            for move in moves:
                if isinstance(move, tuple):
                    self._ask = flow.send(move)
                else:
                    self._shuffle_unknown(move.seat, move.stream.copy())
        except StopIteration:
            self._advance()
        except GameOver:
            self._finish()

    def undo(self) -> None:
        """Take back the last choice, whoever made it. Raises :class:`UsageError` where there is none."""
        if self._past is None:
            raise UsageError("there is no choice to take back")
        self._past, option = self._past
        moves = self._moves
        boundary = self._boundary
        while boundary is not None and not any(isinstance(m, tuple) for m in moves):
            moves, boundary = list(boundary.moves_before), boundary.earlier
        if boundary is None:
            self._replay_from_start()
        else:
            while moves and not isinstance(moves[-1], tuple):
                moves = moves[:-1]
            self._silently(boundary, moves[:-1])
        self._undone.append(option)
        if self.rules.loud:
            self.rules.tell(self.state, "", "Taken back: {0}", self.label(option))

    def _silently(self, boundary: Boundary | None, moves: Sequence[Any]) -> None:
        """Restore a position without telling again what was told when it was reached."""
        listening = self.rules.loud
        self.rules.listen(None)
        try:
            self._restore(boundary, moves)
        finally:
            if listening:
                self.rules.listen(self._log.append)

    def _replay_from_start(self) -> None:
        """Reach the position of the history anew from the setup: for a loaded game, whose boundaries are not kept."""
        if self._origin is None:
            fresh = Session.of(self.tables, self.seed, self.index)
        else:
            fresh = Session.at(self.tables, self._origin.copy())
        for option in self.history:
            fresh.choose(option)
        self.state = fresh.state
        assert fresh._boundary is not None
        self._boundary = fresh._boundary
        self._silently(fresh._boundary, fresh._moves)

    def redo(self) -> None:
        """Make the choice again that was taken back last. Raises :class:`UsageError` where there is none."""
        if not self._undone:
            raise UsageError("there is no choice to make again")
        self._take(self._undone[-1])
        self._undone.pop()

    # -- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the game so that it can be gone on with at this very decision. Raises :class:`SaveError`."""
        saves.save(self, Path(path))

    def save_position(self, path: str | Path) -> None:
        """Write the state at the last boundary alone, readable and editable. Raises :class:`SaveError`."""
        saves.save_position(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, *, at_boundary: bool = False, log: bool = True) -> Session:
        """Go on with a saved game; see :func:`undercroft.saves.load`. Raises :class:`SaveError`."""
        return saves.load(cls, Path(path), at_boundary=at_boundary, log=log)

    @classmethod
    def load_position(cls, path: str | Path, *, log: bool = True) -> Session:
        """A session that begins at a position file. Raises :class:`SaveError`."""
        return saves.load_position(cls, Path(path), log=log)

    def _saved_parts(self) -> tuple[Any, list[Option]]:
        """The boundary state (the final state of a game that is over) and the answers since."""
        if was_redealt(self._moves, self._boundary):
            raise SaveError("a fork whose hidden cards were re-dealt cannot be saved; it is no game that was played")
        if self._ask is None or self._boundary is None:
            return self.state, []
        return self._boundary.state, list(self._moves)
