"""Forks, re-deals, undo and redo, at boundaries and in the middle of steps."""

from __future__ import annotations

from typing import Any

import pytest
from cellars import TWO, at_prism, last, offered, play, seats

from undercroft._core import Stream
from undercroft.errors import IllegalChoice, SaveError, UsageError
from undercroft.plugins import registry
from undercroft.session import Session

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
    assert (a.state.gloom, b.state.gloom) == (0, 2)
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
    assert offered(fork) == offered(session)
    assert fork.state.deck.cards() != session.state.deck.cards()
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
        assert offered(fork) == offered(session)
    assert len({tuple(seats(fork)[1].hand) for fork in forks}) > 1
    assert len({tuple(seats(fork)[0].hand) for fork in forks}) == 1
    assert len({fork.state.die.below(1 << 40) for fork in forks}) == 8


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
    straight = Session("lantern", TWO, seed=3, log=False).fork()
    made = straight.play_out(agents)
    assert made > 0
    assert straight.outcome is not None
    stepwise = Session("lantern", TWO, seed=3, log=False)
    while stepwise.ask is not None:
        seat, prompt, options = stepwise.ask
        stepwise.choose(agents[seat - 1].choose(stepwise, seat, prompt, options))
    assert straight.digest() == stepwise.digest()
    middle = at_prism(log=False).fork()
    assert middle.play_out(agents, limit=1) == 1
    assert middle.outcome is None
    assert middle.state.gloom < 2
