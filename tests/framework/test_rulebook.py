"""Rulebooks: steps, prompts, telling, ending, and triggers with their order, ties and batches."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import pytest

from undercroft.errors import RulesError
from undercroft.game import Game, Setup, Tables
from undercroft.layers import Layer, LayerSpec
from undercroft.rulebook import Flow, GameOver, LogEntry, Prompt, Refusal, Refused, Rulebook
from undercroft.session import Session
from undercroft.state import GameState, Option, Trigger, state


@attrs.frozen
class Options:
    """No setup keys."""


@state
class Stage(GameState):
    """What has happened, in order."""

    done: list[str] = attrs.field(factory=list)


class Events(Rulebook[Stage]):
    """Triggers that write down when they ran."""

    prompts: ClassVar[dict[str, Prompt]] = {"which": Prompt("X-1", "Which?")}

    def begin(self, s: Stage) -> None:
        """Nothing happens by itself."""

    def fire(self, s: Stage, *names: str) -> Flow:
        """Emit events, together."""
        yield from self.emit_all(s, [(name, (name,)) for name in names])

    def fire_one(self, s: Stage, name: str) -> Flow:
        """Emit one event."""
        yield from self.emit(s, name, name)

    def note(self, s: Stage, what: str, event: str) -> None:
        """A plain trigger step."""
        s.done.append(f"{what}/{event}")

    def ponder(self, s: Stage, what: str, event: str) -> Flow:
        """A trigger step that asks."""
        option = yield self.ask(s, 1, "which", [("yes",), ("no",)])
        s.done.append(f"{what}/{event}/{option[0]}")

    def end_all(self, s: Stage, what: str, event: str) -> None:
        """A trigger step that takes the named one out of play."""
        s.done.append(f"end/{event}")
        s.triggers = [t for t in s.triggers if t.args != (what,)]

    def stop(self, s: Stage, event: str) -> None:
        """A trigger step that ends the game."""
        self.end(s, "loss", "stopped", "X-2")


def tables(rules: type[Rulebook[Any]] = Events) -> Tables:
    game = Game("events", "Events", Options, Stage, rules, lambda packs: None)
    return Tables(game, Setup("events", Options()), None)


def done(session: Session) -> list[str]:
    """What has happened."""
    s: Any = session.state
    return list(s.done)


def play(frame: tuple[str, tuple[Any, ...]], *triggers: Trigger, rules: type[Rulebook[Any]] = Events) -> Session:
    s = Stage(stack=[frame])
    made = tables(rules)
    for trigger in triggers:
        made.fresh_rules(Options()).watch(s, trigger)
    return Session.at(made, s, log=True)


def note(what: str, **keys: Any) -> Trigger:
    return Trigger(keys.pop("event", "a"), "note", (what,), **keys)


FIRE = ("fire_one", ("a",))


def test_layer_comes_before_priority_before_age() -> None:
    session = play(
        FIRE,
        note("late", layer=2, priority=-5),
        note("second", layer=1, priority=1),
        note("first", layer=1),
        note("third", layer=1, priority=1),
    )
    assert done(session) == ["first/a", "second/a", "third/a", "late/a"]


def test_only_triggers_of_the_event_run() -> None:
    assert done(play(FIRE, note("x", event="b"))) == []
    assert done(play(FIRE)) == []


def test_a_tie_is_asked_of_its_seat() -> None:
    session = play(FIRE, note("x", seat=2), note("y", seat=2), note("z", seat=2))
    decision = session.decision
    assert decision is not None
    assert (decision.seat, decision.prompt) == (2, "order")
    assert list(decision.options) == [("first", 0, "note", 1), ("first", 1, "note", 2), ("first", 2, "note", 3)]
    session.choose(("first", 2, "note", 3))
    session.choose(("first", 1, "note", 2))
    assert done(session) == ["z/a", "y/a", "x/a"], "the last one is not asked"


def test_seats_of_a_tie_order_their_own() -> None:
    session = play(FIRE, note("x", seat=1), note("p", seat=2), note("y", seat=1), note("q", seat=2))
    asked = []
    while session.ask is not None:
        asked.append(session.ask[0])
        session.choose(session.ask[2][-1])
    assert asked == [1, 2]
    assert done(session) == ["y/a", "x/a", "q/a", "p/a"]


def test_without_a_seat_age_decides() -> None:
    session = play(FIRE, note("x"), note("y"))
    assert session.ask is None
    assert done(session) == ["x/a", "y/a"]


def test_a_removed_trigger_no_longer_runs() -> None:
    session = play(FIRE, Trigger("a", "end_all", ("x",)), note("x"), note("y"))
    assert done(session) == ["end/a", "y/a"]


def test_a_trigger_is_taken_out_of_play_alone_and_once() -> None:
    class Ending(Events):
        def end_next(self, s: Stage, event: str) -> None:
            doomed = s.triggers[1]
            self.unwatch(s, doomed)
            self.unwatch(s, doomed)

    session = play(FIRE, Trigger("a", "end_next"), note("x"), note("x"), rules=Ending)
    assert done(session) == ["x/a"]
    assert [t.order for t in session.state.triggers] == [1, 3]


def test_a_trigger_that_is_added_meanwhile_waits_for_the_next_event() -> None:
    class Growing(Events):
        def grow(self, s: Stage, event: str) -> None:
            self.watch(s, note("new"))

    session = play(("fire", ("a",)), Trigger("a", "grow"), rules=Growing)
    assert done(session) == []
    assert [t.order for t in session.state.triggers] == [1, 2]


def test_events_of_one_moment_are_one_batch() -> None:
    session = play(
        ("fire", ("a", "b")), note("a2", layer=2), note("b1", event="b", layer=1), note("a1", layer=1, priority=9)
    )
    assert done(session) == ["b1/b", "a1/a", "a2/a"]


def test_a_tie_across_the_events_of_a_batch_is_asked() -> None:
    session = play(("fire", ("a", "b")), note("x", seat=1), note("y", event="b", seat=1))
    session.choose(("first", 1, "note", 2))
    assert done(session) == ["y/b", "x/a"]


def test_trigger_steps_may_ask_and_may_end_the_game() -> None:
    session = play(FIRE, Trigger("a", "ponder", ("x",)), Trigger("a", "stop"), note("never"))
    session.choose(("no",))
    assert done(session) == ["x/a/no"]
    assert session.outcome is not None
    assert session.outcome.result == "loss"


def test_a_trigger_with_an_unknown_step_is_named() -> None:
    with pytest.raises(RulesError, match="Events has no step 'gone'"):
        play(FIRE, Trigger("a", "gone"))


# -- prompts and layers -----------------------------------------------------------------------------------------------


class Wordy(Layer, Events, at="rulebook"):
    """A layer that words a prompt anew and adds one."""

    prompts: ClassVar[dict[str, Prompt]] = {"which": Prompt("X-9", "Which one, pray?"), "extra": Prompt("X-8", "More?")}


class Silent(Layer, Events, at="house"):
    """A layer without prompts of its own, above the wordy one."""

    def note(self, s: Stage, what: str, event: str) -> None:
        super().note(s, what.upper(), event)


class Plain(Layer, at="rulebook"):
    """A layer that names no rulebook as its base."""

    prompts: ClassVar[dict[str, Prompt]] = {"plain": Prompt("X-7", "Plain?")}


def composed(*layers: type[Any]) -> Rulebook[Any]:
    game = Game("events", "Events", Options, Stage, Events, lambda packs: None)
    specs = tuple(LayerSpec(layer, "events", plugin=layer.__name__) for layer in layers)
    return Tables(game, Setup("events", Options()), None, specs).fresh_rules(Options())


def test_prompts_of_all_layers_are_merged_and_the_higher_one_wins() -> None:
    rules = composed(Wordy, Silent, Plain)
    assert set(rules.prompts) == {"order", "which", "extra", "plain"}
    assert rules.prompts["which"].rule == "X-9", "a layer above that says nothing of the prompt does not change it back"
    assert composed(Silent).prompts["which"].rule == "X-1"


def test_steps_are_looked_up_by_name() -> None:
    rules = composed()
    assert rules.asks("ponder")
    assert rules.asks("fire")
    assert not rules.asks("note")
    for name in ("nowhere", "_asking", "__init__", "content", "prompts", "loud"):
        with pytest.raises(RulesError, match=f"no step '{name}'"):
            rules.step(name)


# -- telling and ending -----------------------------------------------------------------------------------------------


def test_what_is_told_reaches_the_listener_only_while_it_listens() -> None:
    rules, s = composed(), Stage()
    heard: list[LogEntry] = []
    loud = [rules.loud]
    rules.tell(s, "X-1", "nobody listens")
    rules.listen(heard.append)
    loud.append(rules.loud)
    rules.tell(s, "X-1", "{0} of {1}", 1, "two")
    rules.listen(None)
    loud.append(rules.loud)
    rules.tell(s, "X-1", "nobody listens any more")
    assert [(entry.rule, entry.text) for entry in heard] == [("X-1", "1 of two")]
    assert loud == [False, True, False]


def test_the_end_unwinds_at_once() -> None:
    rules, s = composed(), Stage()
    with pytest.raises(GameOver):
        rules.end(s, "win", "all is well", "X-2")
    assert (s.result, s.reason) == ("win", "all is well")


def test_a_rulebook_without_a_beginning_says_so() -> None:
    class Empty(Rulebook[Stage]):
        """No rules."""

    made = Tables(Game("x", "X", Options, Stage, Empty, lambda packs: None), Setup("x", Options()), None)
    with pytest.raises(RulesError, match="Empty has no begin step"):
        made.deal(0, 0)


def test_what_a_game_need_not_override() -> None:
    rules, s = composed(), Stage()
    assert rules.label(s, 1, ("play", 3)) == "play 3"
    assert rules.refused(s, 1, "which") == []
    assert rules.view(s, 1) == {}
    assert rules.panels(s, 1) == []
    assert rules.facts(s) == {}
    assert rules.evaluate(s, 1) == 0.0
    s.result = "win"
    assert rules.evaluate(s, 1) == 1.0
    assert rules.stream(s, "dice") == rules.stream(s, "dice")
    assert rules.stream(s, "dice") != rules.stream(s, "cards")
    assert Refused.of(("rest",), Refusal("X-1", "no bed")) == Refused(("rest",), "X-1", "no bed")


def test_what_an_offer_is() -> None:
    rules, s = composed(), Stage()
    options: list[Option] = [("a",)]
    assert rules.ask(s, 2, "which", options) == (2, "which", options)


def test_a_game_is_won_or_lost() -> None:
    with pytest.raises(RulesError, match="ends a game with 'draw'; expected 'win' or 'loss'"):
        Events(None, Options()).end(Stage(), "draw", "Nobody moves.", "")


@pytest.mark.parametrize("name", ["ask", "asks", "listen", "step", "stream", "_asking", "__init__"])
def test_no_frame_can_name_the_machinery(name: str) -> None:
    with pytest.raises(RulesError, match="has no step"):
        Events(None, Options()).step(name)
