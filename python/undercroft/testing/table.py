"""The table of a rule test: set up any position, script the luck, choose, and look.

::

    table = make_table("my-game", lay)          # in conftest.py; ``lay(desk, *, hand=(), ...)`` sets the position up

    @rule("MG-PLAY-003")
    def test_lamp_lights(table):
        t = table(hand=["lamp"], players=1)
        t.choose("play", "lamp")
        assert t.state.light == 2
        assert t.told("MG-PLAY-003")
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Self

import attrs

from undercroft._core import Deck, Stream
from undercroft.errors import IllegalChoice, UsageError
from undercroft.game import Game, Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.rulebook import Ask, GameOver, LogEntry, Refused, Rulebook
from undercroft.session import Outcome, Session
from undercroft.state import Option
from undercroft.testing.luck import deck_draws, streams_from
from undercroft.testing.names import Names

__all__ = ["TableUnderTest", "fresh_state", "open_tables"]

Luck = Mapping[str, Sequence[int]]
_PLAIN = (int, str, bool, type(None))


def open_tables(game: str | Game, setup: Mapping[str, Any] | None = None, expansions: Sequence[str] = ()) -> Tables:
    """The maker of tables for a setup. Raises :class:`UsageError` for what is not installed or not allowed."""
    found = registry().game(game) if isinstance(game, str) else game
    return registry().tables(found, resolve_setup(found, setup, expansions))


def fresh_state(
    game: str | Game, setup: Mapping[str, Any] | None = None, seed: int = 0, *, expansions: Sequence[str] = ()
) -> tuple[Rulebook[Any], Any]:
    """A game's rules and its state as ``begin`` leaves it: everything set up, the first frames not run yet."""
    dealt = open_tables(game, setup, expansions).deal(seed, 0)
    return dealt.rules, dealt.state


@attrs.define(eq=False)
class LuckyTables(Tables):
    """Tables whose rulebooks hand out scripted streams: each stream made for a purpose begins with its script."""

    luck: dict[str, list[int]] = attrs.field(factory=dict, kw_only=True)

    def fresh_rules(self, options: Any) -> Rulebook[Any]:
        """A rulebook that scripts the streams it makes."""
        rules = super().fresh_rules(options)
        luck = self.luck

        def scripted(s: Any, name: str) -> Stream:
            made = had.stream(rules, s, name)
            made.script(luck.get(name, ()))
            return made

        had = streams_from(rules, scripted)
        return rules


class TableUnderTest:
    """A game in a position of one's choice.

    ``prepare(rules, state)`` changes a fresh state whose stack is empty; what it lays with ``state.do`` runs to the
    first decision. Without ``prepare`` it is a new game. ``luck`` scripts random streams before anything runs, see
    :meth:`script`.
    """

    def __init__(
        self,
        game: str | Game,
        setup: Mapping[str, Any] | None = None,
        prepare: Callable[[Any, Any], None] | None = None,
        *,
        seed: int = 0,
        expansions: Sequence[str] = (),
        luck: Luck | None = None,
    ) -> None:
        made = open_tables(game, setup, expansions)
        self.tables = LuckyTables(made.game, made.setup, made.content, made.specs)
        dealt = self.tables.deal(seed, 0)
        if prepare is not None:
            dealt.state.stack.clear()
            prepare(dealt.rules, dealt.state)
        self._earlier: list[LogEntry] = []
        self._forkable = True
        self.ids = Names(made.game.names(made.content))
        for name, values in (luck or {}).items():
            self._script(name, values, dealt.state)
        self.session = Session.at(self.tables, dealt.state, log=True)

    # -- looking --------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as it is now; read it anew after each choice."""
        return self.session.state

    @property
    def rules(self) -> Any:
        """The rulebook, for its predicates and figures."""
        return self.session.rules

    @property
    def content(self) -> Any:
        """The game's content."""
        return self.tables.content

    @property
    def options(self) -> list[Option]:
        """What can be chosen now; nothing where no decision is pending."""
        return [] if self.session.ask is None else list(self.session.ask[2])

    @property
    def labels(self) -> list[str]:
        """The options in words."""
        return [self.session.label(option) for option in self.options]

    @property
    def seat(self) -> int:
        """Who decides; 0 where no decision is pending."""
        return 0 if self.session.ask is None else self.session.ask[0]

    @property
    def prompt(self) -> str:
        """The name of the pending prompt; ``""`` where no decision is pending."""
        return "" if self.session.ask is None else self.session.ask[1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None``."""
        return self.session.outcome

    @property
    def log(self) -> list[LogEntry]:
        """What happened since the position was set up, oldest first."""
        return [*self._earlier, *self.session.log]

    @property
    def rules_told(self) -> list[str]:
        """The rule ids of the log, in order."""
        return [entry.rule for entry in self.log]

    def told(self, rule: str) -> list[LogEntry]:
        """What happened under a rule."""
        return [entry for entry in self.log if entry.rule == rule]

    def can(self, *option: Any) -> bool:
        """Whether an option is offered. Ints may be written as content ids, and ``...`` stands for anything."""
        return bool(self.ids.matching(option, self.options))

    def refused(self, *option: Any) -> Refused | None:
        """Why an option is not offered: its row among the refusals, or ``None`` where there is none."""
        rows = self.session.refused()
        found = self.ids.matching(option, [row.option for row in rows])
        return next((row for row in rows if row.option == found[0]), None) if found else None

    # -- acting ---------------------------------------------------------------------------------------------------

    def choose(self, *option: Any) -> Self:
        """Choose an option: ``t.choose("play", "lamp", 0)``. Ints may be written as content ids; ``...`` is anything.

        Raises :class:`IllegalChoice`, with the rule, where it is not offered, :class:`UsageError` where several fit.
        """
        self.session.choose(self._pick(option, self.session.ask))
        return self

    def answer(self, prompt: str, *option: Any) -> Self:
        """Choose at a prompt that has to be the pending one. Raises :class:`UsageError` where it is another."""
        if self.prompt != prompt:
            raise UsageError(f"expected the prompt {prompt!r}; pending is {self.prompt or 'no decision'!r}")
        return self.choose(*option)

    def _pick(self, given: tuple[Any, ...], ask: Ask | None) -> Option:
        if ask is None:
            raise IllegalChoice(given, "no decision is pending")
        found = self.ids.matching(given, ask[2])
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError(f"{given!r} fits several options: {', '.join(map(repr, found))}")
        row = self.refused(*given)
        offered = ", ".join(map(repr, ask[2]))
        raise IllegalChoice(given, row.reason if row else f"offered at {ask[1]!r}: {offered}", row.rule if row else "")

    def run(self, step: Callable[..., Any] | str, *args: Any) -> Self:
        """Run a step of the rulebook to the next decision, or to its end.

        Raises :class:`UsageError` where a decision is pending, the game is over, or an argument is no plain value.
        """
        if self.session.ask is not None:
            raise UsageError(f"the decision {self.prompt!r} is pending; choose before another step is run")
        if self.outcome is not None:
            raise UsageError(f"the game is over: {self.outcome.reason}")
        odd = [arg for arg in args if not _is_plain(arg)]
        if odd:
            raise UsageError(
                f"a step on the stack takes plain values, not {odd[0]!r}; give a place or id, or use drive"
            )
        name = step if isinstance(step, str) else step.__name__
        self.rules.step(name)
        state = self.state
        state.stack.append((name, args))
        self._earlier += self.session.log
        self.session = Session.at(self.tables, state, log=True)
        return self

    def drive(self, flow: Generator[Ask, Option, Any], *answers: Sequence[Any]) -> Any:
        """Run a nested asking step by itself, ``t.drive(t.rules.strike(t.state, enemy), ("target", 0))``.

        Gives what the step returns. Raises :class:`UsageError` where it asks more or less than there are answers.
        """
        left = list(answers)
        try:
            ask = next(flow)
            while True:
                if not left:
                    raise UsageError(f"the step asks at {ask[1]!r}, and there is no answer left")
                ask = flow.send(self._pick(tuple(left.pop(0)), ask))
        except StopIteration as stop:
            if left:
                raise UsageError(f"the step did not ask for {left!r}") from None
            return stop.value
        except GameOver:
            self.state.stack.clear()
            return None

    # -- luck -----------------------------------------------------------------------------------------------------

    def script(self, stream: str | Stream | Deck, values: Iterable[int]) -> Self:
        """Force the next draws of a stream: each value is what ``below(n)`` gives, or the number of a chosen place.

        ``stream`` is a stream or deck of the state, its path there (``"dice"``, ``"seats.0.deck"``), or the purpose of
        a stream that the rules make on the way with ``self.stream(s, purpose)``.
        """
        if self._script(stream, values, self.state) and self.session.ask is not None:
            self._forkable = False  # the copy at the last boundary does not know of the script
        return self

    def _script(self, stream: str | Stream | Deck, values: Iterable[int], state: Any) -> bool:
        """Whether it is a stream of the state."""
        if isinstance(stream, str) and not hasattr(state, stream.partition(".")[0]):
            self.tables.luck[stream] = list(values)
            return False
        source = _found(state, stream) if isinstance(stream, str) else stream
        source.script(list(values))
        return True

    def script_shuffle(
        self, deck: str | Deck, top: Sequence[int | str], *, kind: str = "", before: Sequence[int] = ()
    ) -> Self:
        """Force the next shuffle of a deck: ``top`` will lie on top, first card first, the rest below in any order.

        ``top`` holds ints, or ids of content ``kind``. ``before`` says what the deck will hold when it is shuffled,
        where that is not what it holds now.
        """
        pile = _found(self.state, deck) if isinstance(deck, str) else deck
        if not isinstance(pile, Deck):
            raise UsageError(f"at {deck!r} is no deck")
        wanted = [self.ids.number(kind, card) if isinstance(card, str) else card for card in top]
        rest = list(before) or pile.cards()
        held = rest[:]
        for card in wanted:
            if card not in rest:
                raise UsageError(f"the deck holds {held!r}; a shuffle cannot put {wanted!r} on top")
            rest.remove(card)
        return self.script(pile, deck_draws(held, wanted + rest))

    # -- forks ----------------------------------------------------------------------------------------------------

    def fork(self) -> TableUnderTest:
        """An independent table in the same position, with the same log so far.

        Raises :class:`UsageError` where luck was scripted while a decision was pending; script before the step runs.
        """
        if not self._forkable:
            raise UsageError("luck was scripted in the middle of a step; script it before the step is run, then fork")
        new = object.__new__(type(self))
        new.tables, new.ids, new._forkable = self.tables, self.ids, True
        state, answers = self.session._saved_parts()
        new.session = Session.at(self.tables, state.copy(), log=True)
        for option in answers:
            new.session.choose(option)
        replayed = len(new.session.log)
        new._earlier = self.log[: len(self.log) - replayed]
        return new


def _is_plain(value: Any) -> bool:
    return isinstance(value, _PLAIN) or (isinstance(value, tuple) and all(_is_plain(v) for v in value))


def _found(state: Any, path: str) -> Stream | Deck:
    """The stream or deck at a path. Raises :class:`UsageError` where there is none."""
    found = state
    try:
        for name in path.split("."):
            found = found[int(name)] if name.isdigit() else getattr(found, name)
    except (AttributeError, IndexError, TypeError, KeyError) as error:
        raise UsageError(f"the state has nothing at {path!r}: {error}") from error
    if not isinstance(found, Stream | Deck):
        raise UsageError(f"at {path!r} is {found!r:.60}, no stream and no deck")
    return found
