"""Sessions: decisions, choices, faults in rules, forks, re-deals, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import lantern
import pytest
from lantern import Cellar, LanternRules

from undercroft._core import Stream
from undercroft.errors import IllegalChoice, RulesError, SaveError, SetupError, UsageError
from undercroft.game import Tables, resolve_setup
from undercroft.plugins import registry
from undercroft.rulebook import Flow, GameOver
from undercroft.session import Session
from undercroft.state import Option

TWO = {"players": 2}


def first(session: Session) -> Option:
    assert session.ask is not None
    return session.ask[2][0]


def last(session: Session) -> Option:
    assert session.ask is not None
    return session.ask[2][-1]


def play(session: Session, choices: int = 10_000, pick: Callable[[Session], Option] = last) -> Session:
    while session.ask is not None and choices:
        session.choose(pick(session))
        choices -= 1
    return session


def seats(session: Session) -> Any:
    s: Any = session.state
    return s.seats


def tables(rules: type[LanternRules], **setup: Any) -> Tables:
    game = attrs.evolve(lantern.GAME, rulebook=rules)
    return Tables(game, resolve_setup(game, setup), lantern.GAME.load_content(lantern.GAME.packs))


def with_hand(hand: list[int], *, log: bool = True) -> Session:
    """A turn of seat 1, in the well, with a hand of one's choice; then that of seat 2, then the dark."""
    game = registry().game("lantern")
    made = registry().tables(game, resolve_setup(game, TWO))
    s = made.deal(3, 0).state
    s.stack.clear()
    s.seats[0].hand[:] = hand
    s.gloom, s.room = 2, 1
    s.do_all((LanternRules.turn, 1), (LanternRules.turn, 2), LanternRules.darkness)
    return Session.at(made, s, log=log)


def at_prism(log: bool = True) -> Session:
    """A session in the middle of a step: seat 1 has played a prism and is asked how to split it."""
    session = with_hand([3, 0], log=log)
    session.choose(("play", 3))
    assert session.decision is not None
    assert session.decision.prompt == "split"
    return session


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
    for make in (lambda: Session("lantrn"), lambda: Session("lantern", expansions=["bats"])):
        with pytest.raises(UsageError):
            make()
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
    assert [entry.rule for entry in loud.log][0] == "LN-GEN-002"
    assert loud.log[0].text.startswith("You enter the ")
    silent = play(Session("lantern", seed=1, log=False))
    assert silent.log == []
    assert silent.digest() == loud.digest()


# -- choosing ---------------------------------------------------------------------------------------------------------


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
    assert session.state.gloom <= 1  # type: ignore[attr-defined]


class Undeclared(LanternRules):
    """Asks at a prompt without a name."""

    def turn(self, s: Cellar, seat: int) -> Flow:
        yield self.ask(s, seat, "whither", [("rest",)])


def test_an_undeclared_prompt_is_named() -> None:
    session = Session.of(tables(Undeclared))
    with pytest.raises(
        RulesError, match="LanternRules|Undeclared asks at 'whither', a prompt that it does not declare"
    ):
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


# -- forks and re-deals -----------------------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way() -> None:
    session = Session("lantern", TWO, seed=3)
    fork = session.fork()
    assert fork.digest() == session.digest()
    play(fork)
    assert session.history == []
    assert session.ask is not None
    assert fork.log == []


def test_forks_in_the_middle_of_a_step() -> None:
    session = at_prism()
    a, b = session.fork(), session.fork().fork()
    assert a.digest() == b.digest() == session.digest()
    a.choose(("light", 3))
    b.choose(("light", 0))
    assert (a.state.gloom, b.state.gloom) == (0, 2)  # type: ignore[attr-defined]
    assert a.history == [("play", 3), ("light", 3)]
    session.choose(("light", 3))
    assert a.digest() == session.digest()


def test_a_fork_of_a_finished_game() -> None:
    session = play(Session("lantern", seed=1))
    fork = session.fork()
    assert (fork.outcome, fork.digest()) == (session.outcome, session.digest())
    fork.undo()
    assert fork.outcome is None
    assert session.outcome is not None


def test_a_redeal_is_kept_by_forks_of_forks() -> None:
    session = at_prism()
    fork = session.fork()
    fork.redeal(1, Stream(9, 0, "redeal"))
    assert fork.ask == session.ask
    assert fork.state.deck.cards() != session.state.deck.cards()  # type: ignore[attr-defined]
    again = fork.fork()
    assert again.digest() == fork.digest() != session.digest()
    assert again.state.key() == fork.state.key()
    again.redeal(1, Stream(10, 0, "redeal"))
    third = again.fork()
    assert third.state.key() == again.state.key()
    for table in (fork, again, third):
        play(table)
    assert again.digest() == third.digest() != fork.digest()


def test_a_redeal_changes_hidden_hands_and_the_luck_to_come_but_not_what_is_seen() -> None:
    session = Session("lantern", TWO, seed=3)
    before = session.view(1)
    forks = []
    for number in range(8):
        fork = session.fork()
        fork.redeal(1, Stream(number, 0, "redeal"))
        forks.append(fork)
        assert fork.view(1) == before
        assert fork.ask == session.ask
    assert len({tuple(seats(fork)[1].hand) for fork in forks}) > 1
    assert len({tuple(seats(fork)[0].hand) for fork in forks}) == 1
    assert len({fork.state.die.below(1 << 40) for fork in forks}) == 8  # type: ignore[attr-defined]


def test_a_redealt_fork_can_be_undone_and_redone() -> None:
    fork = at_prism().fork()
    fork.redeal(1, Stream(9, 0, "redeal"))
    here = fork.digest()
    fork.choose(("light", 1))
    there = fork.digest()
    fork.undo()
    assert fork.digest() == here
    fork.redo()
    assert fork.digest() == there


def test_a_redealt_fork_is_no_game_that_could_be_saved(tmp_path: Any) -> None:
    fork = at_prism().fork()
    fork.redeal(1, Stream(9, 0, "redeal"))
    for save in (fork.save, fork.save_position):
        with pytest.raises(SaveError, match="re-dealt"):
            save(tmp_path / "game.json")
    play(fork)
    with pytest.raises(SaveError, match="re-dealt"):
        fork.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


# -- undo and redo ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("log", [True, False])
def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(log: bool) -> None:
    session = Session("lantern", {"mode": "long", "players": 2}, seed=6, log=log)
    digests = [session.digest()]
    while session.ask is not None:
        session.choose(last(session))
        digests.append(session.digest())
    assert len(digests) > 8
    for digest in digests[-2::-1]:
        session.undo()
        assert session.digest() == digest
    assert session.history == []
    with pytest.raises(UsageError, match="no choice to take back"):
        session.undo()
    for digest in digests[1:]:
        session.redo()
        assert session.digest() == digest
    assert session.outcome is not None
    with pytest.raises(UsageError, match="no choice to make again"):
        session.redo()


def test_undo_in_the_middle_of_a_step_and_across_boundaries() -> None:
    session = at_prism()
    session.choose(("light", 1))
    assert session.decision is not None
    assert session.decision.seat == 2
    session.undo()
    assert session.decision.prompt == "split"
    session.undo()
    assert session.decision.prompt == "turn"
    assert seats(session)[0].hand == [3, 0]
    with pytest.raises(UsageError):
        session.undo()


def test_a_new_choice_forgets_what_was_undone() -> None:
    session = at_prism()
    session.choose(("light", 1))
    session.undo()
    with pytest.raises(IllegalChoice):
        session.choose(("light", 9))
    session.redo()
    session.undo()
    session.choose(("light", 2))
    with pytest.raises(UsageError):
        session.redo()


def test_undo_is_told_and_tells_nothing_twice() -> None:
    session = at_prism()
    told = [entry.text for entry in session.log]
    session.choose(("light", 1))
    session.undo()
    assert [entry.text for entry in session.log if entry.rule] == told
    assert session.log[-1].text == "Taken back: 1 light, the rest oil"


def test_a_played_out_session_can_be_looked_at() -> None:
    agents = [registry().agents_for("lantern")["thrifty"].make({}) for _ in range(2)]
    straight = at_prism(log=False).fork()
    made = straight.play_out(agents)
    assert made > 0
    assert straight.outcome is not None
    stepwise = at_prism(log=False)
    while stepwise.ask is not None:
        seat, prompt, options = stepwise.ask
        stepwise.choose(agents[seat - 1].choose(stepwise, seat, prompt, options))
    assert straight.digest() == stepwise.digest()
    stopped = at_prism(log=False).fork()
    assert stopped.play_out(agents, limit=1) == 1
    assert stopped.outcome is None
