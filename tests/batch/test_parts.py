"""The table of parts: beside that of games, whole or not there, the same bytes however it came about."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest
import supper
from installing import installed
from tests.batch.folders import Contents

import undercroft.batch.folder
import undercroft.batch.result
from undercroft.batch import resume, simulate
from undercroft.batch.folder import Folder
from undercroft.batch.plan import make_plan
from undercroft.batch.runner import Chunk, Runner
from undercroft.batch.stats import Headline
from undercroft.batch.table import PartColumns
from undercroft.errors import RulesError, SaveError

PLAN: dict[str, Any] = {"games": 40, "seed": 6, "setup": {"players": 2, "courses": 4}}
FAILS: dict[str, Any] = {**PLAN, "setup": {"players": 2, "trouble": "fails"}}


@pytest.fixture(scope="module", autouse=True)
def supper_is_installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), {"supper": "supper"}):
        yield


@pytest.fixture(autouse=True)
def toy(supper_is_installed: None) -> str:
    """In place of the toy of the other tests here, whose fixture clears the registry."""
    return "supper"


def begun(folder: Path, ranges: list[tuple[int, int]], table: str = "csv", **asked: Any) -> None:
    """A folder as a killed run leaves it."""
    plan = make_plan("supper", agents="random", expansions=(), start=None, limit=None, **{**PLAN, **asked})
    store = Folder.create(folder, plan, table)
    runner = Runner(plan, keep_replays=True)
    for first, count in ranges:
        chunk = Chunk(first)
        runner.play(chunk, count)
        store.add(chunk.answer())
        store.flush()
    store.release()


# -- the rows -------------------------------------------------------------------------------------------------------


def test_each_part_is_a_row_with_game_and_number() -> None:
    batch = simulate("supper", **PLAN)
    rows = batch.parts.rows(named=True)
    assert batch.plan.parts.names == ("index", "part", "seat", "dish", "good")
    assert len(rows) == batch.part_count == batch.as_json()["parts"] == 40 * 4
    assert [(row["index"], row["part"]) for row in rows] == [(i, k) for i in range(40) for k in range(1, 5)]
    assert {row["dish"] for row in rows} == {"plain", 'spiced, "hot"'}
    spiced = Counter(row["index"] for row in rows if row["dish"] != "plain")
    assert [spiced[row["index"]] for row in batch.rows] == [row["spiced"] for row in batch.rows]


def test_without_polars_the_rows_are_dicts(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = simulate("supper", **PLAN)
    frame = batch.parts
    monkeypatch.setattr(undercroft.batch.result, "has_polars", lambda: False)
    assert batch.parts == batch.part_rows == frame.rows(named=True)


def test_a_game_without_parts_has_an_empty_table() -> None:
    plain = attrs.evolve(supper.GAME, rulebook=type("Plain", (supper.Rules,), {"__slots__": (), "part_columns": {}}))
    batch = simulate(plain, games=3)
    assert (batch.part_count, batch.parts.columns, len(batch.parts)) == (0, ["index", "part"], 0)


def test_games_that_fail_have_no_parts_and_stalled_ones_have_those_so_far() -> None:
    failed = simulate("supper", **FAILS)
    assert failed.errors == 8
    assert set(failed.parts["index"]) == {i for i in range(40) if i % 5 != 3}
    stalled = simulate("supper", games=2, limit=5, setup={"trouble": "endless"})
    assert (stalled.stalled, stalled.part_count) == (2, 10)


@pytest.mark.parametrize(("trouble", "why"), [("raises", "who served what"), ("uneven", r"parts\(\) has to give")])
def test_parts_that_cannot_be_told_are_an_error_of_the_game(trouble: str, why: str, tmp_path: Path) -> None:
    setup = {"trouble": trouble}
    batch = simulate("supper", games=6, setup=setup, out=tmp_path / "run")
    assert [row["result"] == "error" for row in batch.rows] == [False, True] * 3
    assert all(re.search(why, row["reason"]) for row in batch.rows if row["result"] == "error")
    assert set(batch.parts["index"]) == {0, 2, 4}
    assert len(list((tmp_path / "run" / "replays").iterdir())) == 3


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        ({"part": int}, "names a column 'part'"),
        ({"": int}, "names a column ''"),
        ({"dish": float}, "for column 'dish'"),
    ],
)
def test_columns_that_cannot_be_are_refused(columns: Any, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        PartColumns.of(columns)
    odd = attrs.evolve(supper.GAME, rulebook=type("Odd", (supper.Rules,), {"__slots__": (), "part_columns": columns}))
    with pytest.raises(RulesError, match="supper: part_columns"):
        simulate(odd, games=1)


# -- folders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["csv", "parquet"])
@pytest.mark.parametrize("asked", [PLAN, FAILS])
def test_any_number_of_workers_writes_the_same_bytes(
    tmp_path: Path, table: str, asked: dict[str, Any], contents: Contents
) -> None:
    one = simulate("supper", out=tmp_path / "one", table=table, **asked)
    two = simulate("supper", out=tmp_path / "two", table=table, workers=2, **asked)
    with ThreadPoolExecutor(3) as threads:
        simulate("supper", out=tmp_path / "threads", table=table, executor=threads, **asked)
    whole = contents(tmp_path / "one")
    assert {f"games-000000.{table}", "manifest.json", f"parts-000000.{table}"} <= set(whole)
    assert whole == contents(tmp_path / "two") == contents(tmp_path / "threads")
    assert one.parts.equals(two.parts)
    assert one.parts.equals(simulate("supper", **asked).parts)
    assert b"".join(resume(tmp_path / "one").part_blocks()) == b"".join(one.part_blocks())


def test_csv_is_for_everybody_to_read(tmp_path: Path) -> None:
    batch = simulate("supper", out=tmp_path / "run", table="csv", **PLAN)
    with (tmp_path / "run" / "parts-000000.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["dish"] for row in rows] == list(batch.parts["dish"])


@pytest.mark.parametrize("table", ["csv", "parquet"])
@pytest.mark.parametrize("ranges", [[], [(0, 1)], [(0, 10), (10, 7), (30, 5)], [(20, 20), (3, 9)], [(0, 40)]])
def test_a_cut_run_ends_like_a_whole_one(
    tmp_path: Path, table: str, ranges: list[tuple[int, int]], contents: Contents
) -> None:
    simulate("supper", out=tmp_path / "whole", table=table, **PLAN)
    begun(tmp_path / "run", ranges, table)
    batch = resume(tmp_path / "run")
    assert batch.part_count == 160
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_blocks_have_tables_of_parts_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contents: Contents
) -> None:
    for module in (undercroft.batch.store, undercroft.batch.folder, undercroft.batch.conduct):
        monkeypatch.setattr(module, "BLOCK", 15)
    batch = simulate("supper", out=tmp_path / "run", table="csv", **PLAN)
    assert [name for name in contents(tmp_path / "run") if name.startswith("parts")] == [
        "parts-000000.csv", "parts-000001.csv", "parts-000002.csv",
    ]  # fmt: skip
    assert batch.part_count == 160
    begun(tmp_path / "cut", [(0, 15), (15, 4), (30, 2)])
    assert [block.count(b"\n") for block in resume(tmp_path / "cut").part_blocks()] == [60, 60, 40]
    assert contents(tmp_path / "cut") == contents(tmp_path / "run")


def test_a_run_that_was_killed_before_the_manifest_took_note(tmp_path: Path, contents: Contents) -> None:
    simulate("supper", out=tmp_path / "whole", table="csv", **PLAN)
    begun(tmp_path / "run", [(0, 20), (21, 19)])
    (tmp_path / "run" / "parts-000000.csv").write_bytes(b"an older try")
    resume(tmp_path / "run")
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_damage_is_named(tmp_path: Path, contents: Contents) -> None:
    simulate("supper", out=tmp_path / "run", table="csv", **PLAN)
    table = tmp_path / "run" / "parts-000000.csv"
    data = table.read_bytes()
    for changed in (data.replace(b"plain", b"plane", 1), data[: data.rindex(b"\n", 0, -1) + 1], b"index\n"):
        table.write_bytes(changed)
        before = contents(tmp_path / "run")
        with pytest.raises(SaveError, match=r"parts-000000\.csv: (was edited or damaged|is no whole table)"):
            resume(tmp_path / "run")
        assert contents(tmp_path / "run") == before
    table.unlink()
    with pytest.raises(SaveError, match=r"parts-000000\.csv: cannot be read"):
        resume(tmp_path / "run")


def test_a_damaged_part_file_is_named(tmp_path: Path) -> None:
    begun(tmp_path / "run", [(0, 10)])
    part = tmp_path / "run" / "rows-000000000-000000009.part"
    data = part.read_bytes()
    for changed in (data[:-5], data + data.splitlines(keepends=True)[-1], data.replace(b"plain", b"plane", 1)):
        part.write_bytes(changed)
        with pytest.raises(SaveError, match=r"\.part: was edited or damaged"):
            resume(tmp_path / "run")


@pytest.mark.parametrize("key", ["part_columns", "part_blocks", "headline"])
def test_a_manifest_without_a_key_is_refused(tmp_path: Path, key: str) -> None:
    simulate("supper", out=tmp_path / "run", **PLAN)
    path = tmp_path / "run" / "manifest.json"
    document = json.loads(path.read_text())
    del document[key]
    path.write_text(json.dumps(document))
    with pytest.raises(SaveError, match=f"key {key} is missing"):
        resume(tmp_path / "run")


# -- headlines ------------------------------------------------------------------------------------------------------


def test_the_summary_tells_the_headline(tmp_path: Path) -> None:
    batch = simulate("supper", out=tmp_path / "run", **FAILS)
    told = [row for row in batch.rows if row["result"] != "error"]
    spiced, mood = batch.headline["spiced"], batch.headline["mood"]
    assert spiced.mean == sum(row["spiced"] for row in told) / 32
    assert (spiced.low, spiced.high) == (min(r["spiced"] for r in told), max(r["spiced"] for r in told))
    assert dict(mood.values) == Counter(row["mood"] for row in told)
    assert f"figures   spiced {spiced.mean:.2f} on average, from 0 to 3\n" in batch.summary()
    assert resume(tmp_path / "run").headline == batch.headline
    assert batch.as_json()["headline"]["spiced"]["high"] == 3


def test_a_headline_has_to_be_a_fact() -> None:
    class Boasting(supper.Rules):
        def headline(self) -> tuple[str, ...]:
            return ("stars",)

    with pytest.raises(RulesError, match=r"headline\(\) names 'stars'.* it gives spiced, mood"):
        simulate(attrs.evolve(supper.GAME, rulebook=Boasting), games=1)


def test_headlines_in_words() -> None:
    numbers = Headline.of(Counter({"1": 3, "1200": 1}), number=True)
    assert numbers.words == "300.75 on average, from 1 to 1,200"
    texts = Headline.of(Counter({f"end {n}": 20 - n for n in range(10)} | {"": 30}), number=False)
    assert texts.words.startswith("30 x none, 20 x end 0, ")
    assert texts.words.endswith(" and 3 others")
    assert Headline.of(Counter(), number=True).words == Headline.of(Counter(), number=False).words == "no game"
