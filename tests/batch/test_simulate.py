"""simulate: every game counted, the same table however it is played."""

from __future__ import annotations

import json
import logging
import sys
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

import undercroft.batch.result
from undercroft._core import Stream
from undercroft.agents import RandomAgent
from undercroft.batch import Batch, BatchStoppedError, Progress, simulate
from undercroft.errors import AgentError, RulesError, SetupError, UsageError, exit_code
from undercroft.plugins import registry
from undercroft.session import Session, fingerprint

KEYS = {
    "game", "setup", "seed", "games", "wins", "losses", "stalled", "errors", "win_rate", "win_rate_low",
    "win_rate_high", "decisions", "decisions_per_second", "games_per_second", "workers", "digest", "versions",
}  # fmt: skip


def first(table: Any, seat: int, prompt: str, options: Sequence[Any]) -> Any:
    return options[0]


def rules_gold(session: Session) -> int | str:
    return session.rules.facts(session.state)["gold"]


def lines(batch: Batch) -> bytes:
    return b"".join(batch.blocks())


# -- the table ------------------------------------------------------------------------------------------------------


def test_rows_tell_what_a_session_tells(toy: str) -> None:
    batch = simulate(toy, games=30, agents="random", seed=5, setup={"players": 2})
    assert [row["index"] for row in batch.rows] == list(range(30))
    for row in batch.rows[::7]:
        session = Session(toy, {"players": 2}, 5, index=row["index"])
        agents = [RandomAgent(), RandomAgent()]
        for seat, agent in enumerate(agents, 1):
            agent.begin(seat, Stream(5, row["index"], f"agent/{seat}"))
        made = session.play_out(agents)
        assert session.outcome is not None
        assert (row["result"], row["reason"]) == (session.outcome.result, session.outcome.reason)
        assert row["decisions"] == made
        assert row["gold"] == rules_gold(session)
        assert row["digest"] == fingerprint(session.state.key())[:16]


def test_a_game_depends_on_seed_and_index_alone(toy: str) -> None:
    few, many = (simulate(toy, games=n, seed=3).rows for n in (20, 60))
    assert many[:20] == few
    assert simulate(toy, games=20, seed=4).rows != few


def test_counts(toy: str) -> None:
    batch = simulate(toy, games=300, seed=1)
    results = [row["result"] for row in batch.rows]
    assert batch.n == 300
    assert batch.wins == results.count("win") > 0
    assert batch.losses == results.count("loss") > 0
    assert batch.stalled == batch.errors == 0
    assert batch.win_rate == batch.wins / 300
    assert 0 < batch.win_rate_low < batch.win_rate < batch.win_rate_high < 1
    assert batch.decisions == sum(row["decisions"] for row in batch.rows)
    assert batch.length(1.0) == max(row["decisions"] for row in batch.rows)
    assert sum(count for _, _, count in batch.endings) == 300
    assert batch.decisions_per_second > batch.games_per_second > 0
    assert not batch.interrupted
    assert batch.out is None


def test_json_and_summary(toy: str) -> None:
    batch = simulate(toy, games=50, seed=1, setup={"rounds": "4"}, agents="miser:most=1")
    data = json.loads(json.dumps(batch.as_json()))
    assert set(data) >= KEYS
    assert data["setup"] == {"players": 1, "mode": "plain", "rounds": 4, "pause": 0}
    assert data["games"] == 50
    assert data["agents"] == ["miser:most=1"]
    assert data["digest"] == batch.digest
    assert len(batch.digest) == 32
    assert data["versions"]["rng"] == "pcg64/1"
    assert data["versions"]["undercroft-batch-toy"] == "1.0"
    assert data["versions"]["batch-toy"] == "1.0"
    text = batch.summary()
    for part in ("wins", "95 %", "p50", "p99", "decisions/s", batch.digest, 'As "poor" as', "miser:most=1", "rounds=4"):
        assert part in text
    assert batch.digest in repr(batch)


def test_games_are_a_frame_where_polars_is_installed(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = simulate(toy, games=40, seed=1)
    frame = batch.games
    assert frame.shape == (40, 7)
    assert tuple(frame.columns) == batch.columns
    assert frame.rows(named=True) == batch.rows
    monkeypatch.setattr(undercroft.batch.result, "has_polars", lambda: False)
    assert batch.games == batch.rows


# -- the same, however it is played ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return {"games": 700, "seed": 9, "setup": {"players": 2, "mode": "fails"}}


@pytest.mark.parametrize("workers", [2, 3])
def test_worker_processes(toy: str, expected: dict[str, Any], workers: int) -> None:
    alone, crew = simulate(toy, **expected), simulate(toy, workers=workers, **expected)
    assert lines(crew) == lines(alone)
    assert crew.digest == alone.digest
    assert crew.workers == workers
    assert crew.errors > 0


def test_an_executor_of_threads(toy: str, expected: dict[str, Any]) -> None:
    with ThreadPoolExecutor(3) as pool:
        batch = simulate(toy, executor=pool, **expected)
        assert pool.submit(int).result() == 0  # it is left running
    assert batch.digest == simulate(toy, **expected).digest
    assert batch.workers == 3


def test_an_executor_of_processes(toy: str, expected: dict[str, Any]) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        one = simulate(toy, executor=pool, **expected)
        two = simulate(toy, executor=pool, **(expected | {"seed": 10}))
    assert one.digest == simulate(toy, **expected).digest
    assert two.digest == simulate(toy, **(expected | {"seed": 10})).digest != one.digest


def test_agents_that_look_ahead_in_processes(toy: str) -> None:
    plan: dict[str, Any] = {"games": 12, "seed": 2, "agents": "lookahead:deals=1", "setup": {"players": 2}}
    assert simulate(toy, workers=2, **plan).digest == simulate(toy, **plan).digest


def test_many_blocks_in_memory(toy: str) -> None:
    batch = simulate(toy, games=21_000, seed=1, setup={"rounds": 1})
    assert [block.count(b"\n") for block in batch.blocks()] == [10_000, 10_000, 1000]
    assert batch.games.height == 21_000
    assert batch.games["index"].to_list() == list(range(21_000))


def test_draws_are_drawn_for_each_game(toy: str) -> None:
    batch = simulate(toy, games=100, seed=1, setup={"mode": "any"})
    assert batch.setup["mode"] == "any"
    assert 0 < batch.errors < 20


# -- agents ---------------------------------------------------------------------------------------------------------


def test_an_agent_for_each_seat(toy: str) -> None:
    batch = simulate(toy, games=20, agents=["miser:most=99", first], setup={"players": 2})
    assert batch.as_json()["agents"] == ["miser:most=99", f"{first.__module__}.first"]
    assert batch.digest != simulate(toy, games=20, agents=[first, "miser:most=99"], setup={"players": 2}).digest


def test_the_games_own_agent_plays_where_none_is_named(toy: str) -> None:
    """As in `undercroft simulate`, `compare` and `sweep`."""
    assert simulate(toy, games=3).as_json()["agents"] == ["random"]
    mean = attrs.evolve(registry().game(toy), default_agent="miser:most=99")
    assert simulate(mean, games=3, setup={"players": 2}).as_json()["agents"] == ["miser:most=99"] * 2


def test_an_agent_object_is_copied_for_each_seat(toy: str) -> None:
    agent = RandomAgent()
    batch = simulate(toy, games=20, agents=agent, setup={"players": 2})
    assert batch.digest == simulate(toy, games=20, agents="random", setup={"players": 2}).digest
    assert not hasattr(agent, "pick")


def test_a_function_in_a_file(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("def choose(table, seat, prompt, options):\n    return options[0]\n")
    monkeypatch.chdir(tmp_path)
    batch = simulate(toy, games=20, agents="mine.py:choose", workers=2)
    assert batch.digest == simulate(toy, games=20, agents=first).digest
    assert batch.as_json()["agents"] == [f"{tmp_path}/mine.py:choose"]
    searched = simulate(toy, games=1, agents="mcts:iterations=2,rollout=mine.py:choose,depth=1")
    assert searched.as_json()["agents"] == [f"mcts:iterations=2,rollout={tmp_path}/mine.py:choose,depth=1"]
    assert searched.as_json()["errors"] == 0


def test_a_lambda_plays_here_and_in_threads_but_not_in_processes(toy: str) -> None:
    last = lambda table, seat, prompt, options: options[-1]  # noqa: E731 - a lambda is what this is about
    here = simulate(toy, games=20, agents=last)
    with ThreadPoolExecutor(2) as pool:
        assert simulate(toy, games=20, agents=last, executor=pool).digest == here.digest
    with pytest.raises(AgentError, match="cannot be sent to other processes"):
        simulate(toy, games=20, agents=last, workers=2)


def test_a_worker_that_cannot_find_the_agent_says_so(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here_only = ModuleType("here_only")
    exec("def choose(table, seat, prompt, options):\n    return options[0]", vars(here_only))
    monkeypatch.setitem(sys.modules, "here_only", here_only)
    with pytest.raises(BatchStoppedError, match="a worker cannot play: ModuleNotFoundError") as caught:
        simulate(toy, games=20, agents=vars(here_only)["choose"], workers=2)
    assert caught.value.batch.n == 0
    assert caught.value.batch.interrupted
    assert exit_code(caught.value) == 1


def test_an_agent_that_cheats_makes_errors(toy: str) -> None:
    batch = simulate(toy, games=5, agents=lambda *_: ("fly",))
    assert batch.errors == 5
    assert "AgentError: agent <lambda> answered ('fly',)" in batch.rows[0]["reason"]
    assert batch.rows[0]["decisions"] == 0


# -- games that do not end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("fails", "ValueError: the prop breaks, says <object object at 0x...>"),
        ("exits", "SystemExit: 4"),
        ("runs-out", "RulesError: the steps ran out before the game was won or lost"),
        ("mute", "MuteError: (its message cannot be shown)"),
    ],
)
@pytest.mark.parametrize("agents", ["random", "lookahead:deals=1"])
def test_errors_are_rows_and_the_batch_goes_on(toy: str, mode: str, reason: str, agents: str) -> None:
    batch = simulate(toy, games=20, seed=1, setup={"mode": mode, "rounds": 8}, agents=agents)
    failed = [row for row in batch.rows if row["result"] == "error"]
    assert 0 < len(failed) == batch.errors <= 4
    assert batch.n == 20
    for row in failed:
        assert row["index"] % 5 == 2
        assert row["reason"] == reason
        # A search meets the fault in what it rehearses before its first choice; steps that run out are none there.
        assert row["decisions"] == (0 if agents != "random" and mode != "runs-out" else 2)
        assert (row["gold"], row["mood"], row["digest"]) == (None, "", "")


def test_games_that_cannot_be_set_up_are_rows(toy: str) -> None:
    batch = simulate(toy, games=9, setup={"mode": "unborn"})
    assert [row["result"] == "error" for row in batch.rows] == [True, False, False] * 3
    assert batch.rows[0]["reason"] == "LookupError: no mine to dig in"
    assert batch.columns[4:6] == ("gold", "mood")


def test_nothing_but_games_that_cannot_be_set_up(toy: str) -> None:
    alone = simulate(toy, games=1, setup={"mode": "unborn"})
    assert alone.rows == simulate(toy, games=9, setup={"mode": "unborn"}).rows[:1]
    batch = simulate(toy, games=3, setup={"mode": "barren"})
    assert batch.errors == 3
    assert batch.columns == ("index", "result", "reason", "decisions", "digest")


@pytest.mark.parametrize("partner", ["miser:most=1000", "lookahead:deals=1"])
def test_stalled_games_are_rows(toy: str, partner: str) -> None:
    agents = ["miser:most=1000", partner]  # the second makes the games those of sessions
    batch = simulate(toy, games=12, limit=60, setup={"mode": "endless", "players": 2}, agents=agents)
    stalled = [row for row in batch.rows if row["result"] == "stalled"]
    assert [row["index"] for row in stalled] == [1, 5, 9]
    for row in stalled:
        assert row["decisions"] == 60
        assert row["reason"] == "limit of 60 decisions"
        assert len(row["digest"]) == 16
        assert row["gold"] == 0


def test_facts_that_change_are_errors(toy: str) -> None:
    batch = simulate(toy, games=20, setup={"mode": "uneven"})
    assert batch.errors > 0
    reasons = {row["reason"] for row in batch.rows if row["result"] == "error"}
    assert all("the same columns for every game" in reason for reason in reasons)


def test_facts_that_fail_at_once_are_refused(toy: str) -> None:
    with pytest.raises(RulesError, match=r"facts\(\) has to answer in every position; at the first it raised KeyError"):
        simulate(toy, games=20, setup={"mode": "no-facts"})


def test_long_reasons_are_cut(toy: str) -> None:
    def loud(*_: Any) -> Any:
        raise ValueError("x" * 5000)

    batch = simulate(toy, games=1, agents=loud)
    assert len(batch.rows[0]["reason"]) == 200
    assert batch.rows[0]["reason"].endswith("x...")


# -- wrong usage ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games cannot be 0; expected a whole number from 1 to 1000000000000"),
        ({"games": 2.5}, "games cannot be 2.5"),
        ({"games": True}, "games cannot be True"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"seed": 2**64}, "expected a whole number from 0 to 18446744073709551615"),
        ({"limit": 0}, "limit cannot be 0"),
        ({"workers": 0}, "workers cannot be 0"),
        ({"agents": "wizard"}, "there is no agent 'wizard'; the agents are"),
        ({"agents": ["random", "random"]}, "2 agents are named for 1 seat"),
        ({"agents": 7}, "7 is no agent"),
        ({"expansions": ["sea"]}, "has no expansion 'sea'"),
        ({"setup": {"depth": 3}}, "has no setup key 'depth'; the keys are players, mode, rounds, pause"),
    ],
)
def test_wrong_usage(toy: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        simulate(toy, **wrong)
    assert message in str(caught.value)
    assert exit_code(caught.value) == 2


def test_players_are_refused_with_the_rule(toy: str) -> None:
    with pytest.raises(SetupError, match=r"\[TOY-1\]"):
        simulate(toy, setup={"players": 3})


def test_an_unknown_game_lists_the_installed_ones() -> None:
    with pytest.raises(UsageError, match="batch-toy"):
        simulate("chess")


def test_a_game_that_no_plugin_brings(toy: str) -> None:
    other = attrs.evolve(registry().game(toy), id="brought", title="Brought along")
    assert simulate(other, games=10).digest == simulate(toy, games=10).digest
    with pytest.raises(AgentError, match="the game, which no plugin brings, cannot be sent"):
        simulate(other, games=10, workers=2)


# -- progress -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_progress(toy: str, workers: int, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    told: list[Progress] = []
    with caplog.at_level(logging.DEBUG, "undercroft"):
        batch = simulate(toy, games=400, progress=told.append, workers=workers)
    done = [row.done for row in told]
    assert done == sorted(done)
    assert told[-1].done == told[-1].total == 400
    assert (told[-1].wins, told[-1].losses) == (batch.wins, batch.losses)
    assert told[-1].decisions == batch.decisions
    assert capfd.readouterr() == ("", "")
    assert not caplog.records


def test_an_error_in_the_callback_is_its_own(toy: str) -> None:
    def fail(_: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate(toy, games=400, progress=fail, workers=2)


def test_memory_is_flat_from_the_hundredth_game_to_the_ten_thousandth(toy: str) -> None:
    used: dict[int, int] = {}

    def look(progress: Progress) -> None:
        used[progress.done] = tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        simulate(toy, games=10_000, setup={"rounds": 1}, progress=look)
    finally:
        tracemalloc.stop()
    early = min(done for done in used if done >= 100)
    assert early < 9000
    assert used[10_000] - used[early] < 500_000
    assert max(used.values()) - used[early] < 2_000_000
