"""Agents: the built-in ones, functions as agents, and how a person names one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cellars import TWO, at_prism, play, tables
from lantern import Cellar, LanternRules

from undercroft._core import Stream
from undercroft.agents import FunctionAgent, LookaheadAgent, RandomAgent, make_agent
from undercroft.errors import AgentError, exit_code
from undercroft.game import Table
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.state import Option

OPTIONS: list[Option] = [("a",), ("b",), ("c",), ("d",)]


def known() -> dict[str, Any]:
    return registry().agents_for("lantern")


def test_random_takes_every_option_equally_often() -> None:
    agent = RandomAgent()
    agent.begin(1, Stream(3, 0, "agent/1"))
    counts = Counter(agent.choose(None, 1, "turn", OPTIONS) for _ in range(4000))
    assert set(counts) == set(OPTIONS)
    assert all(850 < count < 1150 for count in counts.values())
    agent.begin(1, Stream(3, 0, "agent/1"))
    first = [agent.choose(None, 1, "turn", OPTIONS) for _ in range(20)]
    agent.begin(1, Stream(3, 0, "agent/1"))
    assert first == [agent.choose(None, 1, "turn", OPTIONS) for _ in range(20)]


# -- lookahead --------------------------------------------------------------------------------------------------------


def lookahead(**options: Any) -> LookaheadAgent:
    agent = LookaheadAgent(**options)
    agent.begin(1, Stream(7, 0, "agent/1"))
    return agent


def test_lookahead_takes_the_option_that_evaluates_best() -> None:
    session = at_prism(log=False)
    assert session.ask is not None
    # evaluation counts oil minus gloom, and light and oil weigh the same until there is no gloom left
    assert lookahead().choose(session, *session.ask) in {("light", 0), ("light", 1), ("light", 2)}
    before = session.digest()
    lookahead(deals=1, options=2).choose(session, *session.ask)
    assert session.digest() == before


class Hoarding(LanternRules):
    """Rules whose evaluation is all about the cards that are drawn."""

    def evaluate(self, s: Cellar, seat: int) -> float:
        return sum(s.seats[seat - 1].hand) / 100


@pytest.mark.parametrize("seed", range(3))
def test_lookahead_does_not_know_what_is_hidden(seed: int) -> None:
    session = Session.of(tables(Hoarding, players=2), seed)
    while session.ask is not None:
        seat, prompt, options = session.ask
        chosen = lookahead().choose(session, seat, prompt, options)
        for number in range(3):
            fork = session.fork()
            fork.redeal(seat, Stream(number, 0, "x"))
            assert lookahead().choose(fork, seat, prompt, options) == chosen
        session.choose(chosen)


def test_lookahead_needs_a_session() -> None:
    session = at_prism(log=False)
    assert session.ask is not None
    with pytest.raises(AgentError, match="lookahead needs a session to fork"):
        lookahead().choose(Table(session.rules, session.state), *session.ask)
    with pytest.raises(AgentError, match="call begin first"):
        LookaheadAgent().choose(session, *session.ask)
    assert lookahead().choose(None, 1, "turn", [("rest",)]) == ("rest",), "a single option needs no thought"


@pytest.mark.parametrize("options", [{"deals": 0}, {"options": 0}])
def test_lookahead_refuses_to_look_at_nothing(options: dict[str, Any]) -> None:
    with pytest.raises(AgentError, match="cannot be 0; expected a whole number from 1 on"):
        LookaheadAgent(**options)


# -- functions --------------------------------------------------------------------------------------------------------


def pick_last(table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
    return options[-1]


def test_a_function_is_an_agent() -> None:
    agent = make_agent(pick_last, known())
    assert isinstance(agent, FunctionAgent)
    agent.begin(1, Stream(0, 0, "agent/1"))
    assert agent.choose(None, 1, "turn", OPTIONS) == ("d",)
    assert not agent.looks_ahead


def test_a_function_may_look_ahead_and_have_a_stream() -> None:
    def pick(table: Any, seat: int, prompt: str, options: Sequence[Option], stream: Stream) -> Option:
        return stream.choice(options)

    pick.looks_ahead = True  # type: ignore[attr-defined]
    agent = make_agent(pick, known())
    assert agent.looks_ahead
    agent.begin(1, Stream(0, 0, "agent/1"))
    assert {agent.choose(None, 1, "turn", OPTIONS) for _ in range(50)} == set(OPTIONS)


def test_an_answer_that_is_no_option_is_named() -> None:
    def stubborn(table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Any:
        return "rest"

    with pytest.raises(AgentError, match="stubborn answered 'rest' at prompt 'turn', which is none of the options"):
        make_agent(stubborn, known()).choose(None, 1, "turn", OPTIONS)


def test_an_answer_that_equals_an_option_is_that_option() -> None:
    def loose(table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Any:
        return ("play", True)

    assert repr(make_agent(loose, known()).choose(None, 1, "turn", [("rest",), ("play", 1)])) == "('play', 1)"


class Stubborn:
    """An agent with a memory; as a class of one's own has it, without a word on whether it looks ahead."""

    def begin(self, seat: int, stream: Stream) -> None:
        self.seat = seat

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Any:
        return options[0] if prompt == "turn" else ("fly",)


@pytest.mark.parametrize("own", [Stubborn, Stubborn()])
def test_what_an_agent_of_ones_own_answers_is_tested(own: Any) -> None:
    agent = make_agent(own, known())
    agent.begin(1, Stream(0, 0, "agent/1"))
    assert agent.choose(None, 1, "turn", OPTIONS) == OPTIONS[0]
    with pytest.raises(AgentError, match=r"agent Stubborn answered \('fly',\) at prompt 'rest', which is none of the"):
        agent.choose(None, 1, "rest", OPTIONS)


def test_an_object_with_begin_and_choose_is_taken_as_it_is() -> None:
    agent = RandomAgent()
    assert make_agent(agent, known()) is agent
    with pytest.raises(AgentError, match="42 is no agent; expected a name, a function or an object"):
        make_agent(42, known())  # type: ignore[arg-type]


# -- names ------------------------------------------------------------------------------------------------------------


def test_agents_by_name_and_with_options() -> None:
    assert isinstance(make_agent("random", known()), RandomAgent)
    agent = make_agent("lookahead:deals=5,options=9", known())
    assert isinstance(agent, LookaheadAgent)
    assert (agent.deals, agent.most) == (5, 9)
    assert make_agent("random", known()) is not make_agent("random", known())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("radnom", "there is no agent 'radnom'; the agents are lookahead, mcts, random, thrifty, or FILE.py:FUNCTION"),
        ("", "there is no agent ''"),
        ("random:deals=3", "agent random takes no options, got deals"),
        (
            "lookahead:deep=3",
            "agent lookahead has no option 'deep'; its options are deals, options, rounds, depth, rollout",
        ),
        ("lookahead:depth=", "depth cannot be ''; expected a whole number from 0 on"),
        ("lookahead:rollout=thrift", "rollout cannot be 'thrift'; expected one of "),
        ("lookahead:deals", "expected name:key=value,key=value; 'deals' has no value"),
        ("lookahead:deals=2,deals=3", "deals is given twice, as '2' and as '3'"),
        ("lookahead:deals=many", "deals cannot be 'many'; expected a whole number from 1 on"),
        ("lookahead:deals=0", "deals cannot be '0'; expected a whole number from 1 on"),
    ],
)
def test_wrong_names_list_the_right_ones(spec: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        make_agent(spec, known())
    assert message in str(caught.value)
    assert exit_code(caught.value) == 2


MINE = """
LIMIT = 3

def choose(table, seat, prompt, options):
    return options[0]

class NoAgent:
    pass
"""


def test_a_function_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    assert make_agent(f"{path}:choose", known()).choose(None, 1, "turn", OPTIONS) == ("a",)
    monkeypatch.chdir(tmp_path)
    assert make_agent("mine.py:choose", known()).choose(None, 1, "turn", OPTIONS) == ("a",)


@pytest.mark.parametrize(
    ("source", "name", "message"),
    [
        (MINE, "chose", "has no function 'chose'; its functions are choose"),
        (MINE, "LIMIT", "has no function 'LIMIT'"),
        (MINE, "", "name the function as"),
        ("1 / 0", "choose", "cannot be loaded: ZeroDivisionError"),
        ("def choose(", "choose", "cannot be loaded: SyntaxError"),
        ("raise SystemExit(3)", "choose", "cannot be loaded: SystemExit"),
    ],
)
def test_a_file_without_the_function(tmp_path: Path, source: str, name: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(AgentError) as caught:
        make_agent(f"{path}:{name}" if name else str(path), known())
    assert message in str(caught.value)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(AgentError, match="there is no such file"):
        make_agent("nowhere.py:choose", known())


def test_a_game_of_function_agents_comes_to_an_end() -> None:
    session = Session("lantern", TWO, seed=1)
    agent = make_agent(pick_last, known())
    play(session, pick=lambda s: agent.choose(s, *s.ask) if s.ask else ("rest",))
    assert session.outcome is not None
