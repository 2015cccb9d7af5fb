"""Two sides, or two batches, held against each other."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from undercroft import Game
from undercroft.batch import CompareStoppedError, Side, compare, looks, simulate, wilson
from undercroft.batch.paired import newcombe, tango
from undercroft.errors import UsageError

Start = Callable[[str], "subprocess.Popen[str]"]


def test_pairs(toy: str) -> None:
    poor = simulate(toy, games=400, seed=1, agents="miser:most=5")
    rich = simulate(toy, games=500, seed=1, agents="random")
    found = compare(poor, rich)
    wins = [[row["result"] == "win" for row in batch.rows[:400]] for batch in (poor, rich)]
    pairs = list(zip(*wins, strict=True))
    only_first, only_second = pairs.count((True, False)), pairs.count((False, True))
    assert (found.n, found.paired, found.same) == (400, True, False)
    assert (found.only_first, found.only_second) == (only_first, only_second)
    assert found.difference == pytest.approx((sum(wins[1]) - sum(wins[0])) / 400)
    assert (found.low, found.high) == tango(only_first, only_second, 400)
    assert found.unpaired == newcombe(sum(wins[0]), 400, sum(wins[1]), 400)
    assert found.a.wins == sum(wins[0])
    assert found.b.interval == wilson(sum(wins[1]), 400)
    assert found.clear
    assert "game by game" in found.summary()
    back = compare(rich, poor)
    assert (back.difference, back.low, back.high) == pytest.approx((-found.difference, -found.high, -found.low))


def test_pairs_show_smaller_differences_than_separate_games(toy: str) -> None:
    base = simulate(toy, games=400, seed=1)
    other = simulate(toy, games=400, seed=1, setup={"rounds": 7})
    apart = simulate(toy, games=400, seed=2, setup={"rounds": 7})
    pairs, separate = compare(base, other), compare(base, apart)
    assert not separate.paired
    assert (separate.low, separate.high) == separate.unpaired
    assert pairs.high - pairs.low < separate.high - separate.low
    assert pairs.narrower < 1
    assert "separate games" in separate.summary()


def test_a_batch_and_itself(toy: str) -> None:
    batch = simulate(toy, games=50)
    found = compare(batch, batch)
    assert (found.difference, found.low, found.high, found.clear, found.same) == (0, 0, 0, False, True)


def test_a_side_and_itself(toy: str) -> None:
    found = compare(f"{toy} rounds=7", f"{toy} rounds=7", games=60)
    assert (found.n, found.difference, found.low, found.high) == (60, 0, 0, 0)
    assert (found.only_first, found.only_second, found.same) == (0, 0, True)
    assert found.a.digest == found.b.digest


def test_a_batch_and_the_same_side_on_fewer_games(toy: str) -> None:
    batch, shorter = simulate(toy, games=50), simulate(toy, games=30)
    for found in (compare(batch, shorter), compare(batch, toy, games=30)):
        assert (found.n, found.same, found.low, found.high) == (30, True, 0, 0)
    other = compare(batch, f"{toy} agent=miser:most=5", games=30)
    assert not other.same


def test_sides_that_only_happen_to_win_the_same_games_leave_room_for_a_difference(toy: str) -> None:
    found = compare(toy, f"{toy} pause=1", games=20)
    assert found.a.digest == found.b.digest
    assert not found.same
    assert found.difference == 0
    assert found.low < 0 < found.high


def test_sides_are_played_as_simulate_plays_them(toy: str) -> None:
    text = f"{toy} agent=miser:most=2"
    found = compare(text, Side(toy, {"rounds": 7}, "miser:most=2"), games=120, seed=5)
    first = simulate(toy, games=120, seed=5, agents="miser:most=2")
    second = simulate(toy, games=120, seed=5, agents="miser:most=2", setup={"rounds": 7})
    assert (found.a.digest, found.b.digest) == (first.digest, second.digest)
    told = compare(first, second)
    assert (told.low, told.high, told.difference) == (found.low, found.high, found.difference)
    assert told.digest == found.digest
    beside = compare(first, f"{toy} agent=miser:most=2 rounds=7", workers=1)
    assert (beside.digest, beside.n) == (found.digest, 120)


def test_workers_make_no_difference(toy: str) -> None:
    one, two = (compare(toy, f"{toy} players=2", games=150, seed=3, workers=workers) for workers in (1, 2))
    assert (one.workers, two.workers) == (1, 2)
    assert one.digest == two.digest
    assert one.as_json()["difference"] == two.as_json()["difference"]


def test_it_stops_when_the_interval_is_narrow_enough(toy: str) -> None:
    found = [compare(toy, f"{toy} rounds=7", games=3000, until_ci=0.06, workers=workers) for workers in (1, 2)]
    one, two = found
    assert one.rule.met
    assert one.half_width <= 0.06
    assert one.n == one.rule.looks[-1] < 3000
    assert one.rule.looks == tuple(looks(3000))[: len(one.rule.looks)]
    assert (one.n, one.digest, one.rule) == (two.n, two.digest, two.rule)
    for look in one.rule.looks[:-1]:
        assert compare(toy, f"{toy} rounds=7", games=look).half_width > 0.06
    assert compare(toy, f"{toy} rounds=7", games=one.n).digest == one.digest
    assert "until the interval of the difference is at most 0.06 to either side" in one.rule.words


def test_it_stops_at_the_most_games_where_it_is_not_narrow_enough(toy: str) -> None:
    found = compare(toy, f"{toy} rounds=7", games=250, until_ci=0.001)
    assert (found.n, found.rule.looks, found.rule.met) == (250, (200, 250), False)
    assert "not narrow enough" in found.rule.words


def test_it_has_games_enough_where_none_are_said(toy: str) -> None:
    found = compare(toy, f"{toy} rounds=7", until_ci=0.2)
    assert (found.rule.most, found.rule.looks, found.rule.met) == (1_000_000, (200,), True)
    assert compare(toy, toy, seed=1).n == 1000


def test_the_looks_are_fixed() -> None:
    assert list(looks(1600)) == [200, 300, 400, 500, 700, 900, 1200, 1500, 1600]
    assert list(looks(150)) == [150]
    assert list(looks(200)) == [200]


def test_games_that_do_not_end_are_not_won(toy: str) -> None:
    found = compare(f"{toy} mode=fails", f"{toy} mode=endless", games=40, limit=200)
    a, b = found.a.results, found.b.results
    assert a["error"] > 0
    assert b["stalled"] > 0
    assert sum(a.values()) == sum(b.values()) == 40
    document = found.as_json()
    assert (document["a"]["errors"], document["b"]["stalled"]) == (a["error"], b["stalled"])
    assert document["a"]["win_rate"] == a["win"] / 40


@pytest.mark.parametrize(
    ("a", "b", "more", "message"),
    [
        ("batch-toy", "delve", {}, "the sides are of two games, batch-toy and delve; expected the same game"),
        ("batch-toy", 3, {}, "3 is no side; expected a text, a Side or a Batch"),
        ("batch-toy", "batch-toy", {"games": 0}, "games cannot be 0; expected a whole number from 1"),
        ("batch-toy", "batch-toy", {"workers": 0}, "workers cannot be 0; expected a whole number from 1 to 1000"),
        ("batch-toy", "batch-toy", {"until_ci": 2}, "until_ci cannot be 2; expected a number between 0 and 1"),
        ("batch-toy", "batch-toy rounds=0", {}, "rounds cannot be 0"),
    ],
)
def test_what_cannot_be_compared(toy: str, a: str, b: str, more: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        compare(a, b, **more)  # type: ignore[arg-type]


def test_batches_that_do_not_fit(toy: str) -> None:
    batch = simulate(toy, games=5, seed=2)
    with pytest.raises(UsageError, match="a batch of batch-toy cannot be compared with one of delve"):
        compare(batch, simulate("delve", games=2))
    with pytest.raises(UsageError, match="seed cannot be 3; the finished batch has seed 2"):
        compare(batch, toy, seed=3)
    with pytest.raises(UsageError, match="games cannot be 6; the finished batch has 5"):
        compare(toy, batch, games=6)
    with pytest.raises(UsageError, match="games cannot be 0; expected a whole number from 1"):
        compare(toy, batch, games=0)
    with pytest.raises(UsageError, match="the batch is not finished: it has 5 of 5 games"):
        compare(attrs.evolve(batch, interrupted=True), toy, games=4)
    assert compare(toy, batch, games=4).n == 4


def test_what_a_finished_batch_has_decided(toy: str) -> None:
    batch = simulate(toy, games=20)
    with pytest.raises(UsageError, match="limit cannot be 3; the finished batch has 100000"):
        compare(batch, toy, limit=3)
    for more in ({"games": 5}, {"seed": 0}, {"until_ci": 0.1}, {"limit": 3}):
        with pytest.raises(UsageError, match=r"cannot be .*: both batches are played"):
            compare(batch, batch, **more)


def test_progress_is_that_of_both_sides(toy: str) -> None:
    told: list[tuple[int, int]] = []
    compare(toy, f"{toy} rounds=7", games=30, progress=lambda at: told.append((at.done, at.total)))
    assert told[-1] == (60, 60)


def test_the_sides_keep_in_step_when_they_are_stopped(toy: str, start: Start) -> None:
    program = start(
        "import os, signal, sys\n"
        "from undercroft.batch import CompareInterrupted, compare\n"
        "def tell(at):\n"
        "    if at.done > 20:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "try:\n"
        "    compare('batch-toy pause=5', 'batch-toy pause=5 rounds=7', games=10**6, workers=2, progress=tell)\n"
        "except CompareInterrupted as stop:\n"
        "    found = stop.comparison\n"
        "    print(found.n, found.interrupted, found.rule.most, flush=True)\n"
    )
    text, errors = program.communicate(timeout=600)
    assert program.returncode == 0, errors
    n, interrupted, most = text.split()
    assert 5 < int(n) < 10**6
    assert (interrupted, most) == ("True", "1000000")


def test_a_worker_that_is_killed_again_and_again_stops_it(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = tmp_path / "kills"
    kills.write_text("100")
    monkeypatch.setenv("BATCH_TOY_KILLS", str(kills))
    with pytest.raises(CompareStoppedError, match="a worker was killed") as stopped:
        compare(f"{toy} mode=kills", toy, games=30, workers=2)
    assert stopped.value.comparison.interrupted


def test_a_game_that_no_plugin_brings(toy: str) -> None:
    from undercroft.plugins import registry

    game: Game = attrs.evolve(registry().game(toy), id="brought")
    found = compare(Side(game), Side(game, {"rounds": 7}), games=10)
    assert found.a.plan.game == "brought"
