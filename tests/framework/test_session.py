"""Sessions: decisions, choices, faults in rules, forks, re-deals, undo and redo."""

from __future__ import annotations

from typing import Any

import pytest
from cellars import TWO, at_prism, first, play, tables, with_hand
from lantern import Cellar, LanternRules

from undercroft.errors import IllegalChoice, RulesError, SetupError, UsageError
from undercroft.game import resolve_setup
from undercroft.plugins import registry
from undercroft.rulebook import Flow, GameOver
from undercroft.session import Session

# -- looking ----------------------------------------------------------------------------------------------------------


def test_a_new_game_stands_at_its_first_decision() -> None:
    session = Session("lantern", TWO, seed=3)
    decision = session.decision
    assert decision is not None
    assert (decision.seat, decision.prompt, decision.rule) == (1, "turn", "LN-TURN-001")
    assert decision.question == "Which card do you play, or do you rest?"
    assert session.ask == (decision.seat, decision.prompt, decision.options)
    assert (session.outcome, session.history, session.seed, session.index) == (None, [], 3, 0)
    assert (session.game.id, session.setup.options.players) == ("lantern", 2)
    assert session.label(first(session)).startswith("play ")
    assert session.view(1)["room"] in {"larder", "well", "crypt", "stair", "vault"}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UsageError, match="no game 'lantrn'"):
        Session("lantrn")
    with pytest.raises(UsageError, match="no expansion 'bats'"):
        Session("lantern", expansions=["bats"])
    with pytest.raises(SetupError):
        Session("lantern", {"players": 3})


def test_a_finished_game_has_an_outcome_and_no_decision() -> None:
    session = play(Session("lantern", seed=1))
    assert session.outcome is not None
    assert session.outcome.result in ("win", "loss")
    assert (session.decision, session.ask, session.state.stack) == (None, None, [])
    assert session.refused() == []
    with pytest.raises(IllegalChoice, match="the game is over"):
        session.choose(("rest",))


def test_a_game_object_and_prepared_tables_make_the_same_session() -> None:
    game = registry().game("lantern")
    made = registry().tables(game, resolve_setup(game, TWO))
    digests = {s.digest() for s in (Session("lantern", TWO, 5), Session(game, TWO, 5), Session.of(made, 5))}
    assert len(digests) == 1
    assert Session.of(made, 5, 1).digest() not in digests


def test_the_log_tells_what_happened_and_may_be_left_out() -> None:
    loud = play(Session("lantern", seed=1))
    assert loud.log[0].rule == "LN-GEN-002"
    assert loud.log[0].text.startswith("You enter the ")
    silent = play(Session("lantern", seed=1, log=False))
    assert silent.log == []
    assert silent.digest() == loud.digest()


# -- choosing ---------------------------------------------------------------------------------------------------------


def test_what_equals_an_option_is_that_option() -> None:
    games = [Session("lantern", seed=seed) for seed in range(20)]
    game = next(g for g in games if g.decision and ("play", 1) in g.decision.options)
    twin = game.fork()
    game.choose(("play", 1))
    twin.choose(("play", True))
    assert repr(twin.history) == "[('play', 1)]"
    assert twin.digest() == game.digest()


def test_an_illegal_choice_changes_nothing_and_says_why() -> None:
    session = with_hand([0, 1, 2, 3])
    assert [(row.option, row.rule) for row in session.refused()] == [(("rest",), "LN-TURN-003")]
    before = (session.digest(), session.history, len(session.log), session.decision)
    with pytest.raises(IllegalChoice) as caught:
        session.choose(("rest",))
    assert (caught.value.reason, caught.value.rule) == ("the hand is full", "LN-TURN-003")
    with pytest.raises(IllegalChoice, match=r"is not among the \d options offered \[LN-TURN-001\]"):
        session.choose(("dance",))
    assert (session.digest(), session.history, len(session.log), session.decision) == before


def test_lists_are_taken_for_the_tuples_they_were() -> None:
    session = Session("lantern", seed=3)
    session.choose(list(first(session)))  # type: ignore[arg-type]
    assert isinstance(session.history[0], tuple)


class Faulty(LanternRules):
    """A rule that breaks down after it has changed a few things."""

    error: Exception = KeyError("broken rule")

    def play(self, s: Cellar, seat: int, card: int) -> Flow:
        yield from super().play(s, seat, card)
        s.gloom = 77
        raise self.error


class EmptyOffer(LanternRules):
    """Offers nothing, after a first question."""

    def play(self, s: Cellar, seat: int, card: int) -> Flow:
        yield self.ask(s, seat, "split", [])


class LostStep(LanternRules):
    """Lays a frame that no step answers to."""

    def draw(self, s: Cellar, seat: int, count: int) -> None:
        s.stack.append(("nowhere", ()))


@pytest.mark.parametrize(
    ("rules", "option", "error"),
    [(Faulty, "play", KeyError), (EmptyOffer, "play", RulesError), (LostStep, "rest", RulesError)],
)
@pytest.mark.parametrize("log", [True, False])
def test_a_fault_in_a_rule_leaves_the_session_as_it_was(
    rules: type[LanternRules], option: str, error: type[Exception], log: bool
) -> None:
    session = Session.of(tables(rules, players=2), 3, log=log)
    if option == "play":
        session.choose(("rest",))
        session.undo()
    before = (session.digest(), session.history, len(session.log), session.state.key(), session.decision)
    chosen = next(o for o in session.decision.options if o[0] == option)  # type: ignore[union-attr]
    for _ in range(2):
        with pytest.raises(error):
            session.choose(chosen)
        assert (session.digest(), session.history, len(session.log), session.state.key(), session.decision) == before
    if option == "play":
        session.redo()
        assert session.history == [("rest",)], "what was taken back can still be made again"
    if log:
        session.rules.tell(session.state, "LN-GEN-001", "still listening")
        assert session.log[-1].text == "still listening"


def test_a_fault_in_the_middle_of_a_step() -> None:
    session = at_prism()
    before = session.digest()

    def broken(*args: Any) -> None:
        raise ZeroDivisionError

    original = LanternRules.light
    try:
        LanternRules.light = broken  # type: ignore[method-assign, assignment]
        with pytest.raises(ZeroDivisionError):
            session.choose(("light", 1))
    finally:
        LanternRules.light = original  # type: ignore[method-assign]
    assert session.digest() == before
    session.choose(("light", 1))
    assert session.state.gloom <= 1


class Undeclared(LanternRules):
    """Asks at a prompt without a name."""

    def turn(self, s: Cellar, seat: int) -> Flow:
        yield self.ask(s, seat, "whither", [("rest",)])


def test_an_undeclared_prompt_is_named() -> None:
    session = Session.of(tables(Undeclared))
    with pytest.raises(RulesError, match="asks at 'whither', a prompt that it does not declare"):
        _ = session.decision


class Stillborn(LanternRules):
    """Over before it begins."""

    def begin(self, s: Cellar) -> None:
        super().begin(s)
        self.end(s, "loss", "No cellar today.", "LN-END-002")


def test_a_game_may_be_over_when_it_has_begun() -> None:
    session = Session.of(tables(Stillborn))
    assert session.outcome is not None
    assert session.outcome.reason == "No cellar today."
    assert (session.ask, session.state.stack) == (None, [])
    dealt = tables(Stillborn).deal(0, 0)
    assert (dealt.state.result, dealt.state.stack) == ("loss", [])
    assert session.fork().outcome == session.outcome
    assert issubclass(GameOver, Exception)
