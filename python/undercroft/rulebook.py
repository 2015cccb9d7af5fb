"""Rulebook: the class whose methods are a game's rules.

A *step* is a method: one paragraph of the printed rules. A step without a choice is a plain method; a step that may ask
is a generator that yields :meth:`Rulebook.ask` and is sent the chosen option. ``state.stack`` holds the steps still to
run; between two of them the state alone is the whole game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, NoReturn, TypeVar

import attrs

from undercroft._core import Stream
from undercroft.chances import Chances
from undercroft.errors import RulesError
from undercroft.state import GameState, Option, Trigger
from undercroft.tracking import Track

__all__ = [
    "Ask",
    "Flow",
    "GameOver",
    "LogEntry",
    "Panel",
    "Prompt",
    "Refusal",
    "Refused",
    "Rulebook",
]

Ask = tuple[int, str, Sequence[Option]]
"""What an asking step yields: the seat that decides, the prompt's name, the legal options."""

Flow = Generator[Ask, Option, None]
"""The type of a step that may ask."""

S = TypeVar("S", bound=GameState)


class GameOver(Exception):  # noqa: N818 - control flow, not an error
    """Unwinds the running step once :meth:`Rulebook.end` has written the result into the state."""


@attrs.frozen
class Prompt:
    """A decision point: the rule that asks and the question in words."""

    rule: str
    text: str


@attrs.frozen
class Refusal:
    """Why something is not possible: the rule id and the reason in words."""

    rule: str
    reason: str


@attrs.frozen
class Refused:
    """An option that one might expect at a prompt but that is not offered, with its rule and reason."""

    option: Option
    rule: str
    reason: str

    @classmethod
    def of(cls, option: Option, refusal: Refusal) -> Refused:
        """Tie a refusal to the option that it refuses."""
        return cls(option, refusal.rule, refusal.reason)


@attrs.frozen
class Panel:
    """A block of the table as it is shown to a seat: a title and rows of cells, with or without column heads.

    ``drawing`` shows the same in lines of a fixed width, such as a map, and stands in for the rows where it can be
    seen; keep it within 100 characters.
    """

    title: str
    rows: Sequence[Sequence[str]]
    columns: Sequence[str] = ()
    drawing: Sequence[str] = ()


@attrs.frozen
class LogEntry:
    """Something that happened: the rule it happened under and a message template with its arguments."""

    rule: str
    message: str
    args: tuple[Any, ...] = ()

    @property
    def text(self) -> str:
        """The message with its arguments filled in."""
        return self.message.format(*self.args)


_NO_STEPS = frozenset({"ask", "asks", "listen", "odds", "step", "stream", "track_seen", "track_used"})
"""What every rulebook has for its steps to use; no frame may name it."""


@cache
def step_names(rulebook: type[Any]) -> tuple[str, ...]:
    """The names that a frame may have: the public methods of a rulebook."""
    return tuple(
        name
        for name in dir(rulebook)
        if not name.startswith("_") and name not in _NO_STEPS and inspect.isroutine(getattr(rulebook, name, None))
    )


class Rulebook(Generic[S]):
    """Base of every game's rules. One instance serves any number of games: it never changes while they are played.

    ``content`` is the game's frozen content, ``setup`` its frozen options. ``loud`` is true while somebody listens to
    :meth:`tell`; hot steps test it first so that a silent game pays nothing for its log. ``tracker`` is what the
    running game has seen and used, where that is tracked (see :mod:`undercroft.tracking`).
    """

    # Slots all the way down: attribute and method look-ups on the rules are the hottest thing there is.
    __slots__ = ("_asking", "_listener", "content", "loud", "setup", "steps", "tracker")

    prompts: ClassVar[dict[str, Prompt]] = {
        "order": Prompt("", "Several effects happen at the same moment. Which one is first?"),
    }
    _own_prompts: ClassVar[dict[str, Prompt]]

    part_columns: ClassVar[Mapping[str, type[int] | type[str]]] = {}
    """The columns of :meth:`parts`, each ``int`` or ``str``; none in a game without parts."""

    def __init__(self, content: Any, setup: Any) -> None:
        self.content = content
        self.setup = setup
        self.loud = False
        self.steps: dict[str, Callable[..., Flow | None]] = {
            name: getattr(self, name)
            for name in step_names(type(self))  # type: ignore[arg-type]
        }
        self._asking: dict[str, bool] = {}
        self._listener: Callable[[LogEntry], None] | None = None
        self.tracker: Track | None = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # What a class says itself is kept apart, or a layer would bring back the prompts that one below it reworded.
        cls._own_prompts = cls.__dict__.get("prompts", {})
        merged: dict[str, Prompt] = {}
        for base in reversed(cls.__mro__):
            merged.update(base.__dict__.get("_own_prompts", base.__dict__.get("prompts", {})))
        cls.prompts = merged

    # -- what steps use -------------------------------------------------------------------------------------------

    def ask(self, s: GameState, seat: int, prompt: str, options: Sequence[Option]) -> Ask:
        """What to yield to let ``seat`` (1-based) choose among ``options`` at the named prompt."""
        return (seat, prompt, options)

    def end(self, s: S, result: str, reason: str, rule: str) -> NoReturn:
        """End the game at once with ``"win"`` or ``"loss"``; the running step does not go on."""
        if result not in ("win", "loss"):
            raise RulesError(f"{type(self).__name__} ends a game with {result!r}; expected 'win' or 'loss'")
        self.tell(s, rule, "The game ends: {0}. {1}", result, reason)
        s.result = result
        s.reason = reason
        raise GameOver

    def tell(self, s: GameState, rule: str, message: str, *args: Any) -> None:
        """Record what happened and under which rule; ``message`` is a ``str.format`` template for ``args``."""
        if self._listener is not None:
            self._listener(LogEntry(rule, message, args))

    def listen(self, listener: Callable[[LogEntry], None] | None) -> None:
        """Send what is told to a function from now on, or to nobody."""
        self._listener = listener
        self.loud = listener is not None

    @property
    def heard(self) -> bool:
        """Whether somebody listens to the running game, or notes it: other games need rules of their own then."""
        return self.loud or self.tracker is not None

    def track_seen(self, kind: str, *cards: int | str) -> None:
        """Note, in a game that is tracked, what the table saw: cards of a kind, by number or id."""
        if self.tracker is not None:
            self.tracker.note(kind, cards, 0)

    def track_used(self, kind: str, *cards: int | str) -> None:
        """Note, in a game that is tracked, what was used; it was seen as well."""
        if self.tracker is not None:
            self.tracker.note(kind, cards, 1)

    def stream(self, s: GameState, name: str) -> Stream:
        """A fresh random stream of this game for one purpose, at its beginning."""
        return Stream(s.seed, s.index, name)

    # -- triggers -------------------------------------------------------------------------------------------------

    def watch(self, s: GameState, trigger: Trigger) -> Trigger:
        """Put a trigger into play; its ``order`` is set so that ties fall back on age. Returns it."""
        s.trigger_count += 1
        trigger.order = s.trigger_count
        s.triggers.append(trigger)
        return trigger

    def unwatch(self, s: GameState, trigger: Trigger) -> None:
        """Take a trigger out of play; one that is not in play is left alone."""
        s.triggers = [other for other in s.triggers if other.order != trigger.order]

    def emit(self, s: GameState, event: str, *args: Any) -> Flow:
        """Run the triggers that wait for ``event``; see :meth:`emit_all`."""
        if s.triggers:
            yield from self.emit_all(s, ((event, args),))

    def emit_all(self, s: GameState, events: Sequence[tuple[str, tuple[Any, ...]]]) -> Flow:
        """Run the triggers of events that happen at the same moment, as one batch.

        They run by layer, then priority. Where several of a seat are level, that seat is asked which is first; a
        trigger that an earlier one has taken out of play no longer runs.
        """
        due = [(t, args) for event, args in events for t in s.triggers if t.event == event]
        while due:
            due.sort(key=lambda row: (row[0].layer, row[0].priority, row[0].order))
            first = due[0][0]
            level = [row for row in due if (row[0].layer, row[0].priority) == (first.layer, first.priority)]
            rivals = [row for row in level if row[0].seat == first.seat]
            chosen = rivals[0]
            if first.seat and len(rivals) > 1:
                options: list[Option] = [
                    ("first", i, row[0].title or row[0].step, row[0].order) for i, row in enumerate(rivals)
                ]
                picked = yield self.ask(s, first.seat, "order", options)
                chosen = rivals[picked[1]]
            due.remove(chosen)
            trigger, args = chosen
            if any(t.order == trigger.order for t in s.triggers):
                flow = self.step(trigger.step)(s, *trigger.args, *args)
                if flow is not None:
                    yield from flow

    # -- what a game overrides ------------------------------------------------------------------------------------

    def begin(self, s: S) -> None:
        """Set the table up and lay the first frames. Every game overrides this."""
        raise RulesError(f"{type(self).__name__} has no begin step; a game's rulebook has to set up its first position")

    def label(self, s: S, seat: int, option: Option) -> str:
        """An option in words, as it stands in a numbered list for the seat that decides."""
        if len(option) == 4 and option[0] == "first":  # the prompt "order", see emit_all
            return f"first {option[2]}"
        return " ".join(str(part) for part in option)

    def refused(self, s: S, seat: int, prompt: str) -> list[Refused]:
        """What one might expect at this prompt but what the rules refuse now, each with its reason."""
        return []

    def odds(self, s: S, seat: int, prompt: str, options: Sequence[Option]) -> Sequence[tuple[Option | None, Chances]]:
        """The exact chances of the tests that options of the pending decision start, each with its option.

        ``None`` for an option means the decision as a whole. Options without a test are left out. Only what the seat
        may know is used: a re-deal changes nothing of it.
        """
        return ()

    def view(self, s: S, seat: int) -> dict[str, Any]:
        """What the seat may see, as plain JSON-able data. Hidden cards must not be in it."""
        return {}

    def seat_name(self, s: S, seat: int) -> str:
        """Who sits there as the game calls them, such as the name of a hero; ``""`` where nobody has a name."""
        return ""

    def panels(self, s: S, seat: int) -> list[Panel]:
        """The table as shown to a seat, block by block; made from what :meth:`view` may show."""
        return []

    def redeal(self, s: S, seat: int, stream: Stream) -> None:
        """Shuffle, in place, all that the seat cannot know. What the seat sees stays as it is."""

    def evaluate(self, s: S, seat: int) -> float:
        """How good the position is for the seat's team: 0 lost, 1 won."""
        return 1.0 if s.result == "win" else 0.0

    def clock(self, s: S) -> int:
        """How many rounds, or other stretches of like weight, have begun since the start; 0 in a game without such.

        A search that plays on for a while compares positions fairly only where as many rounds have passed: ending a
        turn lets the enemies act, dawdling puts that off.
        """
        return 0

    def facts(self, s: S) -> dict[str, int | str]:
        """Figures of a game for its row in a batch: the same keys for every game of a setup."""
        return {}

    def headline(self) -> Sequence[str]:
        """Those of :meth:`facts` that the summary of a batch tells of, by name."""
        return ()

    def parts(self, s: S) -> Sequence[Mapping[str, int | str]]:
        """Figures of the parts of a game, such as the scenarios of a campaign, for a batch's table of parts.

        A row has the keys of :attr:`part_columns`. The state has to keep what they are made of.
        """
        return ()

    # -- looking steps up -----------------------------------------------------------------------------------------

    def step(self, name: str) -> Callable[..., Flow | None]:
        """The step of that name. Raises :class:`RulesError` where there is none."""
        try:
            return self.steps[name]
        except KeyError:
            raise RulesError(f"{type(self).__name__} has no step {name!r}") from None

    def asks(self, name: str) -> bool:
        """Whether the step of that name is a generator, one that may ask."""
        known = self._asking.get(name)
        if known is None:
            known = self._asking[name] = inspect.isgeneratorfunction(self.step(name))
        return known
