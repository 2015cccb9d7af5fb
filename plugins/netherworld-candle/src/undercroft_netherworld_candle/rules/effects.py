"""The effect engine: carries out card texts sentence by sentence (NC-GEN-022)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import NOTHING_ASKED, PASS, Source, Unwind
from undercroft_netherworld_candle.rules.effects_gains import OF_DELVERS, OF_UNITS, Handler
from undercroft_netherworld_candle.rules.effects_reach import Reach
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import WHO_YOU

__all__ = ["Effects"]

_OF_PLAYS: Final = frozenset({"action", "command", "quick", "equip", "delver", "nether"})
"""Cards by which a Delver acts: what is left of their text is dropped when that Delver's actions are over."""


class Effects(Reach):
    """Carries out effects."""

    __slots__ = ("_concerns", "_handlers")

    prompts: ClassVar[dict[str, Prompt]] = {
        "choose": Prompt("NC-GEN-021", "Which option do you choose?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        made = {**self.handlers_of_gains(), **self.handlers_of_world(), **self.handlers_of_structure()}
        # Lists by verb: an effect costs an index, not a search.
        self._handlers: list[Handler] = [made[verb] for verb in range(len(verbs.VERBS))]
        self._concerns = [verb in OF_DELVERS for verb in range(len(verbs.VERBS))]

    def handlers_of_structure(self) -> dict[int, Handler]:
        """The method of each verb that holds other effects."""
        return {
            verbs.CHOOSE: self._choose,
            verbs.IF: self._if,
            verbs.HAVE: lambda s, seat, act, source: self.carry_out(s, seat, act[2], source),
            verbs.USE_TALISMAN: self._use_talisman,
            verbs.TEST: self.test_effect,
            verbs.STORY_TEST: self.story_test_effect,
            verbs.CALL: lambda s, seat, act, source: self.step(act[1])(s, seat, *act[2]),
        }

    def carry_out(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> Flow:
        """NC-GEN-022: carry effects out in order, for "you" in a seat; conditions see what earlier ones have changed.

        Nothing is asked before this is called: a single effect that asks nothing is over when it returns.
        """
        if len(effects) != 1:
            return self._in_order(s, seat, effects, source) if effects else NOTHING_ASKED
        act = effects[0]
        verb = act[0]
        if self._concerns[verb] and act[1] != WHO_YOU:
            return self._for_each(s, seat, act, source)
        return self._handlers[verb](s, seat, act, source) or NOTHING_ASKED

    def _in_order(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> Flow:
        """NC-STAT-014: a Delver's own card stops where its Delver is defeated in the own turn."""
        handlers, concerns = self._handlers, self._concerns
        you = s.delvers[seat - 1]
        over = you.over or source[0] not in _OF_PLAYS
        for act in effects:
            verb = act[0]
            if concerns[verb] and act[1] != WHO_YOU:
                yield from self._for_each(s, seat, act, source)
            else:
                flow = handlers[verb](s, seat, act, source)
                if flow is not None:
                    yield from flow
            if you.over and not over:
                return

    def act_out(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> Flow:
        """Effects as a step of their own, as a frame may name it; the end of the scenario ends it (NC-TURN-009)."""
        try:
            yield from self.carry_out(s, seat, effects, source)
        except Unwind:
            return

    def _for_each(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """One effect for each Delver whom it concerns, in seat order."""
        if act[0] == verbs.HEALTH and act[1] in OF_UNITS:
            yield from self.health_of_units(s, seat, act, source)
            return
        handler = self._handlers[act[0]]
        for concerned in (yield from self.pick_who(s, seat, act[1], source)):
            flow = handler(s, concerned, act, source)
            if flow is not None:
                yield from flow

    def _if(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-GEN-022: the condition is judged when it is reached."""
        effects = act[2] if self.judge(s, seat, act[1], source) else act[3]
        return self.carry_out(s, seat, effects, source) if effects else None

    def _choose(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-GEN-021, NC-ENC-016: choose an option that can be carried out, pay for it, carry it out."""
        _, _, text, optional, options = act
        offered: list[Option] = [("option", n, options[n][0]) for n in self.open_options(s, seat, options, source)]
        if optional:
            offered.append(PASS)
        if not offered:
            return
        if self.loud and text:
            self.tell(s, "NC-GEN-021", "{0}: {1}", self.title(source), text)
        option = offered[0] if len(offered) == 1 else (yield self.ask(s, seat, "choose", offered))
        if option == PASS:
            return
        words, _, cost, effects, outcome = options[option[1]]
        if self.loud:
            self.tell(s, "NC-GEN-021", "{0} chooses: {1}.", self.name(s.delvers[seat - 1]), words)
        yield from self.pay(s, s.delvers[seat - 1], cost, source)
        yield from self.carry_out(s, seat, effects, source)
        if self.loud and outcome:
            self.tell(s, "NC-GEN-026", "{0}", outcome)

    def _use_talisman(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-STAT-021: Talismans are taken off the map, then what they are used for happens."""
        if self.talismans_within(s, s.delvers[seat - 1], act[2]) >= act[1]:
            yield from self.take_talismans(s, seat, act[1], act[2])
            yield from self.carry_out(s, seat, act[3], source)

    if TYPE_CHECKING:  # of later chapters

        def test_effect(self, s: State, seat: int, act: Act, source: Source) -> Flow:
            """A Matching Test that a card calls."""

        def story_test_effect(self, s: State, seat: int, act: Act, source: Source) -> Flow:
            """A Story Test that a card calls."""

        def take_talismans(self, s: State, seat: int, n: int, reach: int) -> Generator[Ask, Option, int]:
            """Take Talismans off the map."""
