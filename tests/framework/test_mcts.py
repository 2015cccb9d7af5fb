"""The agent mcts: its tree, what it may know, how long it thinks."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from cellars import at_prism, tables
from lantern import Cellar, LanternRules

from undercroft._core import Stream
from undercroft.agents import MctsAgent, make_agent
from undercroft.agents.tree import Node
from undercroft.errors import AgentError
from undercroft.game import Table
from undercroft.play import Rehearsal
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.state import Option


class Counting(MctsAgent):
    """Counts its rehearsals."""

    deals = 0

    def _dealt(self, table: Session, seat: int, stream: Stream) -> Rehearsal:
        self.deals += 1
        return super()._dealt(table, seat, stream)


def mcts(seed: int = 7, **options: Any) -> Counting:
    agent = Counting(**({"iterations": 60} | options))
    agent.begin(1, Stream(seed, 0, "agent/1"))
    return agent


def session(seed: int = 3, players: int = 1) -> Session:
    return Session.of(tables(LanternRules, players=players), seed)


def at_choice(game: Session) -> Session:
    """Go on with first options to a decision that leaves a choice."""
    while game.ask is not None and len(game.ask[2]) == 1:
        game.choose(game.ask[2][0])
    assert game.ask is not None
    return game


def test_it_takes_what_turns_out_best_and_leaves_the_game_alone() -> None:
    game = at_prism(log=False)
    assert game.ask is not None
    before = game.digest()
    assert mcts().choose(game, *game.ask)[0] == "light"
    assert game.digest() == before


def test_the_same_iterations_choose_the_same() -> None:
    games = []
    for _ in range(2):
        game, agent = session(), mcts(iterations=30)
        while game.ask is not None:
            game.choose(agent.choose(game, *game.ask))
        games.append((game.history, agent.deals, agent.walked))
    assert games[0] == games[1]


def test_an_agent_begins_anew_with_each_game() -> None:
    agent, game = mcts(), at_choice(session())
    assert game.ask is not None
    first = agent.choose(game, *game.ask), agent.deals
    agent.begin(1, Stream(7, 0, "agent/1"))
    agent.deals = 0
    assert (agent.choose(game, *game.ask), agent.deals) == first


class Hoarding(LanternRules):
    """Rules whose evaluation is all about the cards that are drawn."""

    def evaluate(self, s: Cellar, seat: int) -> float:
        return sum(s.seats[seat - 1].hand) / 100


@pytest.mark.parametrize("seed", range(2))
def test_it_does_not_know_what_is_hidden(seed: int) -> None:
    game = Session.of(tables(Hoarding, players=2), seed)
    while game.ask is not None:
        seat, prompt, options = game.ask
        chosen = mcts(iterations=16, depth=3).choose(game, seat, prompt, options)
        for number in range(3):
            fork = game.fork()
            fork.redeal(seat, Stream(number, 0, "x"))
            assert mcts(iterations=16, depth=3).choose(fork, seat, prompt, options) == chosen
        game.choose(chosen)


PEEKING = """
def choose(table, seat, prompt, options):
    return options[sum(table.state.deck.cards()[-2:]) % len(options)]
"""


@pytest.mark.parametrize("name", ["mcts:prior=1,c=9,iterations=8", "lookahead:deals=1"])
def test_a_policy_that_looks_at_hidden_cards_sees_none_that_lie_there(name: str, tmp_path: Path) -> None:
    tmp_path.joinpath("peek.py").write_text(PEEKING, encoding="utf-8")
    game = session(players=2)

    def chosen(table: Session) -> Option:
        assert table.ask is not None
        agent = make_agent(f"{name},depth=1,rollout={tmp_path / 'peek.py'}:choose", registry().agents_for("lantern"))
        agent.begin(table.ask[0], Stream(7, 0, "agent"))
        return agent.choose(table, *table.ask)

    while game.ask is not None:
        answers = {chosen(game)}
        for number in range(4):
            fork = game.fork()
            fork.redeal(game.ask[0], Stream(number, 0, "x"))
            answers.add(chosen(fork))
        assert len(answers) == 1
        game.choose(answers.pop())


# -- how long it thinks -----------------------------------------------------------------------------------------------


def test_a_single_option_needs_no_thought() -> None:
    agent = mcts()
    assert agent.choose(None, 1, "turn", [("rest",)]) == ("rest",)
    assert agent.deals == 0


def test_it_stops_when_no_option_can_overtake() -> None:
    agent, game = mcts(iterations=200, c=0.0, prior=1.0), at_choice(session())
    assert game.ask is not None
    agent.choose(game, *game.ask)
    assert 100 <= agent.deals < 200, "half of the rehearsals and one are a majority"


def test_a_time_limit_stops_and_rehearses_once_at_least() -> None:
    agent, game = mcts(iterations=0, time=1e-9), at_choice(session())
    assert game.ask is not None
    assert agent.choose(game, *game.ask) in game.ask[2]
    assert agent.deals == 1


def test_what_the_tree_knows_counts_for_the_next_decision() -> None:
    fresh, keeping, game = 0, mcts(iterations=100), session()
    while game.ask is not None:
        seat, prompt, options = game.ask
        new = mcts(iterations=100)
        new.choose(game, seat, prompt, options)
        fresh += new.deals
        game.choose(keeping.choose(game, seat, prompt, options))
    assert 0 < keeping.deals < 0.9 * fresh


def test_the_tree_follows_the_choices_made_and_survives_undo() -> None:
    agent, game = mcts(iterations=100), at_choice(session())
    assert game.ask is not None
    first = agent.choose(game, *game.ask)
    root = agent._root
    assert root is not None
    game.choose(first)
    below = agent._rooted(game.history)
    assert below is root.row(1, "turn")[first]
    assert below.visits > 0
    agent._root, agent._known = root, game.history[:-1]

    game.undo()
    assert agent._rooted(game.history) is root, "back where it was grown"
    other = next(option for option in game.ask[2] if option != first)
    game.choose(other)
    assert agent._rooted(game.history) is root.row(1, "turn")[other]
    game.undo()
    assert agent._rooted(game.history) is not root, "above the tree there is none"
    assert agent._rooted(game.history).visits == 0


def test_undo_across_the_moves_of_agents_does_not_confuse_it() -> None:
    game = at_choice(session(players=2))
    agents = [mcts(iterations=40), mcts(iterations=40)]
    for number in range(12):
        if game.ask is None:
            break
        seat, prompt, options = game.ask
        game.choose(agents[seat - 1].choose(game, seat, prompt, options))
        if number % 4 == 3:
            for _ in range(3):
                game.undo()
            at_choice(game)
            assert game.ask is not None
            game.choose(game.ask[2][-1])
    while game.ask is not None:
        seat, prompt, options = game.ask
        chosen = agents[seat - 1].choose(game, seat, prompt, options)
        assert chosen in options
        game.choose(chosen)
    assert game.outcome is not None


# -- the tree ---------------------------------------------------------------------------------------------------------


def test_a_node_tries_what_is_good_and_what_was_tried_little() -> None:
    node = Node()
    row = node.row(1, "turn")
    options: Sequence[Option] = [("a",), ("b",), ("c",)]
    option, first = node.select(row, options, ("b",), 0.5, 0.5)
    assert option == ("b",), "the favourite is tried first"
    first.visits, first.total = 10, 2.0
    node.visits, node.total = 10, 5.0
    assert node.select(row, options, None, 0.5, 0.5)[0] == ("a",), "what was never tried is worth as much as the node"
    row["a",].visits, row["a",].total = 10, 9.0
    row["c",].visits, row["c",].total = 10, 1.0
    assert node.select(row, options, None, 0.0, 0.5)[0] == ("a",)
    assert node.select(row, [("b",), ("c",)], None, 0.0, 0.5)[0] == ("b",), "only what is offered"
    assert (row["a",].offered, row["b",].offered, row["c",].offered) == (3, 4, 4), "counted where it is offered"


def test_rows_of_different_prompts_do_not_mix() -> None:
    node = Node()
    turn, rest = node.forced(1, "turn", ("yes",)), node.forced(1, "rest", ("yes",))
    assert turn is not rest
    assert node.forced(1, "turn", ("yes",)) is turn
    rest.visits = 2
    assert node.after(("yes",)) is rest
    assert node.after(("no",)) is None


# -- options ----------------------------------------------------------------------------------------------------------


def test_it_needs_a_session_and_a_stream() -> None:
    game = at_choice(session())
    assert game.ask is not None
    with pytest.raises(AgentError, match="mcts needs a session to fork"):
        mcts().choose(Table(game.rules, game.state), *game.ask)
    with pytest.raises(AgentError, match="call begin first"):
        MctsAgent().choose(game, *game.ask)
    with pytest.raises(AgentError, match=r"c cannot be -1\.0; expected a number from 0 on"):
        MctsAgent(c=-1.0)
    with pytest.raises(AgentError, match="depth cannot be -1"):
        MctsAgent(depth=-1)
    with pytest.raises(AgentError, match="rounds cannot be -1"):
        MctsAgent(rounds=-1)
    for wrong in (-1, 2.5, "5"):
        with pytest.raises(AgentError, match=r"iterations cannot be .*; expected a whole number from 0 on"):
            MctsAgent(iterations=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"time": nan}, {"time": inf}, {"c": nan}, {"c": inf}, {"prior": 2}])
def test_what_is_no_number_is_refused_and_does_not_think_for_ever(options: dict[str, float]) -> None:
    with pytest.raises(AgentError, match="expected a number from 0"):
        MctsAgent(**options)  # type: ignore[arg-type]


class Sour(LanternRules):
    """Rules whose evaluation goes below 0."""

    def evaluate(self, s: Cellar, seat: int) -> float:
        return -50.0


def test_an_evaluation_out_of_bounds_does_not_stop_it() -> None:
    game = at_choice(Session.of(tables(Sour), 3))
    assert game.ask is not None
    assert mcts(depth=1).choose(game, *game.ask) in game.ask[2]


def test_options_by_name() -> None:
    known = registry().agents_for("lantern")
    agent = make_agent("mcts:iterations=500,c=0.7,prior=0.25,rollout=random,depth=9", known)
    assert isinstance(agent, MctsAgent)
    assert (agent.iterations, agent.time, agent.c, agent.prior) == (500, 0.0, 0.7, 0.25)
    assert (agent.rollout.policy, agent.rollout.depth) == ("random", 9)
    timed = make_agent("mcts:time=0.5", known)
    assert isinstance(timed, MctsAgent)
    assert (timed.iterations, timed.time) == (0, 0.5)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:iterations=0", "iterations cannot be '0'; expected a whole number from 1 on"),
        ("mcts:time=0", "time cannot be '0'; expected a number of seconds above 0"),
        ("mcts:time=soon", "time cannot be 'soon'; expected a number of seconds"),
        ("mcts:c=nan", "c cannot be 'nan'; expected a number from 0 on"),
        ("mcts:prior=2", "prior cannot be '2'; expected a number from 0 to 1"),
        ("mcts:depth=-1", "depth cannot be '-1'; expected a whole number from 0 on"),
        ("mcts:iterations=1000000000", "expected a whole number from 1 on, of at most 9 digits"),
        ("mcts:rollout=radnom", "rollout cannot be 'radnom'; expected one of "),
        ("mcts:rollout=none:x", "rollout cannot be 'none:x'; expected one of "),
        ("mcts:rollout=", "rollout cannot be ''; expected the name of an agent"),
        ("mcts:rollout=mcts", "random, thrifty, or FILE.py:FUNCTION, or none: who does not search"),
        ("lookahead:rollout=lookahead", "or FILE.py:FUNCTION, or none: who does not search"),
        ("mcts:rollout=nowhere.py:choose", "agent mcts: rollout: nowhere.py: there is no such file"),
        (
            "mcts:turns=3",
            "agent mcts has no option 'turns'; its options are iterations, time, c, prior, rounds, depth, rollout",
        ),
    ],
)
def test_wrong_options_say_what_fits(spec: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        make_agent(spec, registry().agents_for("lantern"))
    assert message in str(caught.value)


@pytest.mark.parametrize("rollout", ["none", "random", "thrifty", ""])
def test_any_fast_agent_plays_on(rollout: str) -> None:
    game, agent = at_choice(session()), mcts(iterations=8, rollout=rollout, depth=0)
    assert game.ask is not None
    assert agent.choose(game, *game.ask) in game.ask[2]
    assert (agent.rollout.made == 0) == (rollout == "none")


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        ("mcts:rollout=thrifty", "mcts"),
        ("lookahead:rollout=thrifty", "lookahead"),
        (mcts(rollout="thrifty"), "Counting"),
    ],
)
def test_an_agent_of_another_game_plays_no_roll_outs(agent: Any, called: str) -> None:
    make_agent(agent, registry().agents_for("lantern"))
    with pytest.raises(AgentError) as caught:
        make_agent(agent, registry().agents_for("a game without agents of its own"))
    assert str(caught.value) == (
        f"agent {called}: rollout cannot be 'thrifty'; expected one of random, or FILE.py:FUNCTION, or none: who does "
        "not search"
    )


def test_an_agent_that_searches_plays_no_roll_outs() -> None:
    game = at_choice(session())
    assert game.ask is not None
    with pytest.raises(AgentError, match="agent lookahead looks ahead itself and cannot play roll-outs"):
        mcts(rollout="lookahead").choose(game, *game.ask)
