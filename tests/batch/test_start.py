"""Batches that begin at a position file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft._core import Deck, Stream
from undercroft.batch import resume, simulate
from undercroft.batch.start import rekey
from undercroft.errors import SaveError, UsageError
from undercroft.plugins import registry
from undercroft.replays import load_replay, replay
from undercroft.session import Session
from undercroft.state import state

Contents = Callable[[Path], dict[str, bytes]]


def position(path: Path, *, mode: str = "plain", choices: int = 2, seed: int = 8, index: int = 0) -> Path:
    session = Session("batch-toy", {"players": 2, "mode": mode, "rounds": 9}, seed, index=index)
    for _ in range(choices):
        session.choose(("dig",))
    session.save_position(path)
    return path


def gold(path: Path) -> int:
    digger = json.loads(path.read_text())["state"]["diggers"][0]
    return int(digger["gold"])


@state
class Inner:
    dice: Stream
    fixed: tuple[int, ...] = (1, 2)


@state
class Outer:
    deck: Deck
    bare: Deck
    inner: Inner
    rows: list[Inner]
    named: dict[str, Inner]
    pool: list[Stream]
    none: Inner | None = None
    count: int = 7


def test_rekey_gives_every_stream_its_own_beginning() -> None:
    old = Stream(0, 0, "old")
    old.below(6)
    deck = Deck([3, 1, 2], old)
    deck.put_top(9)
    outer = Outer(deck, Deck([5]), Inner(old), [Inner(old), Inner(old)], {"a": Inner(old)}, [old, old])
    assert rekey(outer, "start", 7, 3) is outer
    streams = {
        "start/deck": outer.deck.stream,
        "start/inner/dice": outer.inner.dice,
        "start/rows/0/dice": outer.rows[0].dice,
        "start/rows/1/dice": outer.rows[1].dice,
        "start/named/a/dice": outer.named["a"].dice,
        "start/pool/0": outer.pool[0],
        "start/pool/1": outer.pool[1],
    }
    for path, stream in streams.items():
        assert stream == Stream(7, 3, path)
    assert outer.deck.cards() == [9, 3, 1, 2]
    assert outer.deck.known() == deck.known()
    assert outer.bare.stream is None
    assert (outer.none, outer.count, outer.inner.fixed) == (None, 7, (1, 2))


@pytest.mark.parametrize("agents", ["random", "lookahead:deals=1"])
def test_every_game_begins_there_with_luck_of_its_own(toy: str, tmp_path: Path, agents: str) -> None:
    file = position(tmp_path / "p.json", choices=4)
    batch = simulate(toy, games=40, seed=1, start=file, agents=agents)
    assert batch.setup["rounds"] == 9
    assert all(row["gold"] >= gold(file) for row in batch.rows)
    assert len({row["digest"] for row in batch.rows}) == 40
    assert batch.rows[:10] == simulate(toy, games=10, seed=1, start=file, agents=agents).rows
    assert batch.digest == simulate(toy, games=40, seed=1, start=file, agents=agents, workers=2).digest
    assert batch.digest != simulate(toy, games=40, seed=2, start=file, agents=agents).digest
    assert {row["decisions"] for row in batch.rows} <= set(range(1, 15))


def test_who_saved_the_position_does_not_matter(toy: str, tmp_path: Path) -> None:
    """Its seed, index and the order of what is hidden are not part of what is asked."""
    file = position(tmp_path / "p.json")
    document = json.loads(file.read_text())
    document["seed"] = document["state"]["seed"] = 99
    document["index"] = document["state"]["index"] = 5
    other = tmp_path / "q.json"
    other.write_text(json.dumps(document))
    assert simulate(toy, games=20, start=file).digest == simulate(toy, games=20, start=other).digest


def test_a_position_is_kept_with_the_batch(toy: str, tmp_path: Path, contents: Contents) -> None:
    file = position(tmp_path / "p.json", mode="fails")
    whole = simulate(toy, games=60, start=file, out=tmp_path / "whole")
    assert whole.errors > 0

    def stop(progress: Any) -> None:
        if progress.done > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(toy, games=60, start=file, out=tmp_path / "run", progress=stop)
    file.unlink()
    batch = resume(tmp_path / "run")
    assert 0 < batch.played < 60
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_replays_of_such_games_begin_there(toy: str, tmp_path: Path) -> None:
    file = position(tmp_path / "p.json", mode="fails")
    batch = simulate(toy, games=10, start=file, out=tmp_path / "run")
    failed = next(row["index"] for row in batch.rows if row["result"] == "error")
    path = tmp_path / "run" / "replays" / f"game-{failed:09d}.json"
    made = load_replay(path)
    assert made.origin is not None
    assert made.origin["index"] == failed
    session = replay(path, 0)
    assert int(session.rules.facts(session.state)["gold"]) >= gold(file)
    replay(path, verify=True)


def test_what_was_drawn_stays_drawn(toy: str, tmp_path: Path) -> None:
    modes = {}
    for index in range(12):
        file = position(tmp_path / f"{index}.json", mode="any", index=index)
        batch = simulate(toy, games=10, start=file, out=tmp_path / f"run{index}")
        modes[batch.setup["mode"]] = batch.errors
        assert resume(tmp_path / f"run{index}").digest == batch.digest
    assert modes.keys() == {"plain", "fails"}
    assert modes["plain"] == 0 < modes["fails"]


def test_setup_is_the_positions(toy: str, tmp_path: Path) -> None:
    file = position(tmp_path / "p.json")
    other = attrs.evolve(registry().game(toy), id="other")
    simulate(toy, games=2, start=file, setup={"players": "2", "rounds": 9})
    with pytest.raises(UsageError, match="the position was set up with rounds=9, not 4"):
        simulate(toy, games=2, start=file, setup={"rounds": 4})
    with pytest.raises(UsageError, match="there is no setup key 'depth'"):
        simulate(toy, games=2, start=file, setup={"depth": 4})
    with pytest.raises(UsageError, match="the position has the expansions none"):
        simulate(toy, games=2, start=file, expansions=["sea"])
    with pytest.raises(UsageError, match="is a position of batch-toy; expected one of other"):
        simulate(other, games=2, start=file)


def test_positions_that_are_refused(toy: str, tmp_path: Path) -> None:
    file = position(tmp_path / "p.json")
    good = file.read_text()
    document = json.loads(good)
    document["state"] |= {"stack": [], "result": "win"}
    for bad, message in [
        (json.dumps(document), "the game is over in this position"),
        (good[:-50], "is no complete JSON document"),
        (good.replace("undercroft-position/1", "undercroft-save/1"), "has the format"),
        (good.replace('"dust"', '"rubble"', 1), "there is no card 'rubble'"),
    ]:
        assert bad != good
        file.write_text(bad)
        with pytest.raises(SaveError, match=message):
            simulate(toy, games=2, start=file)
        assert file.read_text() == bad
