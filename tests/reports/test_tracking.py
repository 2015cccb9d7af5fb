"""What tracked games saw and used: that it is so, that it changes no game, and that it is kept like other tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fair
import pytest

from undercroft import Batch, PluginError, RulesError, SaveError, Session, UsageError, registry, resume, simulate
from undercroft.batch.folder import Folder
from undercroft.batch.plan import make_plan
from undercroft.batch.runner import Chunk, Runner
from undercroft.tracking import Kind, Track

Contents = Callable[[Path], dict[str, bytes]]
Run = Callable[..., Batch]


def counts(batch: Batch) -> dict[tuple[int, str], tuple[int, int]]:
    return {(row["index"], row["id"]): (row["seen"], row["used"]) for row in batch.card_rows if row["kind"] == "card"}


def taken(batch: Batch) -> Counter[tuple[int, str]]:
    """What games took, by their own account: the table of parts."""
    return Counter((row["index"], row["took"]) for row in batch.part_rows)


# -- what is noted --------------------------------------------------------------------------------------------------


def test_what_was_seen_and_used_is_what_happened(run: Run) -> None:
    batch = run(track=True)
    noted = counts(batch)
    assert Counter({thing: used for thing, (_, used) in noted.items() if used}) == taken(batch)
    assert sum(seen for seen, _ in noted.values()) == 60 * 5 * 2
    assert all(seen >= used for seen, used in noted.values())
    assert batch.cards.columns == ["index", "kind", "id", "seen", "used"]


@pytest.mark.parametrize("agents", ["random", "lookahead:deals=1"])
def test_tracking_changes_no_game(agents: str) -> None:
    silent = simulate("fair", games=12, seed=2, agents=agents)
    tracked = simulate("fair", games=12, seed=2, agents=agents, track=True)
    assert tracked.digest == silent.digest
    assert (silent.card_rows, silent.cards.height) == ([], 0)


def test_forks_note_nothing() -> None:
    batch = simulate("fair", games=6, seed=2, agents="lookahead:deals=2", track=True)
    assert sum(used for _, used in counts(batch).values()) == 6 * 5
    assert Counter({thing: used for thing, (_, used) in counts(batch).items() if used}) == taken(batch)


def test_games_that_are_not_tracked_have_no_layer_that_notes() -> None:
    asked: dict[str, Any] = {
        "games": 3,
        "agents": "random",
        "seed": 1,
        "setup": None,
        "expansions": (),
        "start": None,
        "limit": None,
    }
    silent, tracked = (Runner(make_plan("fair", track=track, **asked), keep_replays=False) for track in (False, True))
    assert not isinstance(silent._deal(0).rules, fair.Notes)
    assert silent._deal(0).rules.tracker is None
    assert isinstance(tracked._deal(0).rules, fair.Notes)
    assert not isinstance(tracked.tables.deal(1, 0).rules, fair.Notes)


def test_what_chance_decides_of_the_setup_is_noted() -> None:
    drawn = simulate("fair", games=20, seed=2, setup={"weather": "any"}, track=True)
    rows = [row for row in drawn.card_rows if row["kind"] == "setup"]
    assert [row["index"] for row in rows] == list(range(20))
    assert {row["id"] for row in rows} == {"weather=fair", "weather=rain"}
    fixed = simulate("fair", games=20, seed=2, setup={"weather": "rain"}, track=True)
    assert all(row["kind"] == "card" for row in fixed.card_rows)


def test_games_from_a_position_are_tracked(tmp_path: Path) -> None:
    session = Session("fair", seed=3)
    for _ in range(2):
        assert session.decision is not None
        session.choose(session.decision.options[0])
    session.save_position(tmp_path / "third.json")
    batch = simulate("fair", games=8, seed=2, start=tmp_path / "third.json", track=True)
    assert batch.digest == simulate("fair", games=8, seed=2, start=tmp_path / "third.json").digest
    assert sum(used for _, used in counts(batch).values()) == 8 * 3


def test_games_that_fail_have_no_rows() -> None:
    batch = simulate("fair", games=20, seed=2, setup={"trouble": "fails"}, track=True)
    assert batch.errors == 4
    assert {row["index"] for row in batch.card_rows} == {i for i in range(20) if i % 5 != 2}


def test_secrets_are_not_in_the_table(run: Run, contents: Contents, tmp_path: Path) -> None:
    batch = run(track=True)
    names = {row["id"] for row in batch.card_rows}
    assert "card 9" in names
    assert fair.SECRET not in names
    assert fair.SECRET.encode() not in contents(tmp_path / "run")["cards-000000.csv"]


# -- what a game may note -------------------------------------------------------------------------------------------


def test_rows_come_by_kind_then_by_their_place_in_the_content() -> None:
    track = Track()
    track.note("late", ("zeal",), 1)
    track.note("card", (2, 0), 0)
    track.note("card", ("own", 0), 1)
    track.note("foe", (1,), 1)
    kinds = (Kind("card", "Cards"), Kind("foe", "Foes", of="beast"), Kind("late", "Late"))
    names = {"card": ("a", "b", "c"), "beast": ("x", "y")}
    assert track.rows(kinds, names) == [
        ("card", "a", 1, 1), ("card", "c", 1, 0), ("card", "own", 1, 1), ("foe", "y", 1, 1), ("late", "zeal", 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "card", "why"),
    [
        ("foe", 0, "'foe' is noted, which is no tracked kind; those are card"),
        ("card", 3, "number 3 is noted as 'card', of which there are 3"),
        ("card", -1, "number -1 is noted as 'card'"),
    ],
)
def test_what_nobody_declared_is_refused(kind: str, card: int, why: str) -> None:
    track = Track()
    track.note(kind, (card,), 0)
    with pytest.raises(PluginError, match=why):
        track.rows((Kind("card", "Cards"),), {"card": ("a", "b", "c")})


def test_such_a_game_is_a_row_with_its_error() -> None:
    batch = simulate("fair", games=2, setup={"trouble": "notes"}, track=True)
    assert batch.errors == 2
    assert batch.endings[0][1].startswith("PluginError: 'booth' is noted, which is no tracked kind")


def test_a_game_that_tells_nothing_cannot_be_tracked() -> None:
    with pytest.raises(UsageError, match="mute-fair does not tell what its games see and use"):
        simulate("mute-fair", games=1, track=True)


def test_no_step_can_be_called_like_what_notes() -> None:
    rules = registry().tables(fair.GAME, Session("fair").setup).fresh_rules(fair.Options())
    with pytest.raises(RulesError, match="has no step 'track_seen'"):
        rules.step("track_seen")


# -- how it is kept -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["csv", "parquet"])
@pytest.mark.parametrize("ranges", [[], [(0, 10), (10, 7), (30, 5)], [(20, 20), (3, 9)], [(0, 60)]])
def test_a_cut_run_ends_like_a_whole_one(
    tmp_path: Path, run: Run, contents: Contents, table: str, ranges: list[tuple[int, int]]
) -> None:
    run(track=True, table=table, out=tmp_path / "whole")
    begun(tmp_path / "cut", ranges, table)
    resumed = resume(tmp_path / "cut")
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    assert f"cards-000000.{table}" in contents(tmp_path / "cut")
    assert Counter({thing: used for thing, (_, used) in counts(resumed).items() if used}) == taken(resumed)


def begun(folder: Path, ranges: list[tuple[int, int]], table: str = "csv") -> None:
    """A folder as a killed run leaves it."""
    plan = make_plan(
        "fair", games=60, seed=4, agents="random", setup=None, expansions=(), start=None, limit=None, track=True
    )
    store = Folder.create(folder, plan, table)
    runner = Runner(plan, keep_replays=True)
    for first, count in ranges:
        chunk = Chunk(first)
        runner.play(chunk, count)
        store.add(chunk.answer())
        store.flush()
    store.release()


def test_workers_change_nothing(tmp_path: Path, run: Run, contents: Contents) -> None:
    run(track=True, out=tmp_path / "one", workers=1)
    run(track=True, out=tmp_path / "two", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_folder_that_is_not_tracked_is_as_it_was(run: Run, contents: Contents, tmp_path: Path) -> None:
    run()
    found = contents(tmp_path / "run")
    assert sorted(found) == ["games-000000.csv", "manifest.json", "parts-000000.csv"]
    assert b'"track"' not in found["manifest.json"]


@pytest.mark.parametrize("change", [lambda data: data.replace(b"apple", b"grape", 1), lambda data: data[:-9]])
def test_damage_is_named(tmp_path: Path, run: Run, change: Callable[[bytes], bytes]) -> None:
    run(track=True)
    table = tmp_path / "run" / "cards-000000.csv"
    table.write_bytes(change(table.read_bytes()))
    with pytest.raises(SaveError, match=r"cards-000000\.csv: (was edited or damaged|is no whole table)"):
        resume(tmp_path / "run")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-5],
        lambda data: data.replace(b" 50\n", b" 49\n", 1),  # how many lines are those of the parts
        lambda data: data.replace(b" 50\n", b"\n", 1),
        lambda data: data.replace(b" 50\n", b" 5000\n", 1),
    ],
)
def test_a_damaged_part_file_is_named(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    begun(tmp_path / "run", [(0, 10)])
    part = tmp_path / "run" / "rows-000000000-000000009.part"
    changed = change(part.read_bytes())
    assert changed != part.read_bytes()
    part.write_bytes(changed)
    with pytest.raises(SaveError, match=r"\.part: was edited or damaged"):
        resume(tmp_path / "run")
