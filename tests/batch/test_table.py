"""The canonical form of the table: one line a game, the same from memory, CSV and Parquet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.batch.table import Columns
from undercroft.errors import RulesError
from undercroft.replays import plain

COLUMNS = Columns((("gold", "int"), ("mood", "str"), ("last", "str")))
rows = st.lists(
    st.tuples(
        st.integers(0, 10**9),
        st.sampled_from(["win", "loss", "stalled", "error"]),
        st.text(max_size=30),
        st.integers(0, 10**6),
        st.integers(-(2**63), 2**63 - 1),
        st.text(max_size=20),
        st.one_of(st.text(alphabet=",\"'\n\r\t ;#", max_size=6), st.just("NULL"), st.just("0123")),
    ),
    max_size=12,
)


def lines_of(games: list[tuple[int, str, str, int, int, str, str]]) -> bytes:
    text = ""
    for index, result, reason, made, gold, mood, last in games:
        facts = {"gold": gold, "mood": mood, "last": last}
        blank = result == "error"
        cells = COLUMNS.blanks() if blank else COLUMNS.cells(facts)
        text += COLUMNS.line(index, result, reason, made, cells, "" if blank else "0123456789abcdef")
    return text.encode()


@given(rows)
@settings(deadline=None)
def test_lines_come_back_from_csv_parquet_and_dicts(games: list[tuple[int, str, str, int, int, str, str]]) -> None:
    lines = lines_of(games)
    assert lines.count(b"\n") == len(games)
    assert COLUMNS.from_csv(COLUMNS.to_csv(lines)) == lines
    assert COLUMNS.from_parquet(COLUMNS.to_parquet(lines)) == lines
    dicts = COLUMNS.rows(lines)
    assert COLUMNS.encode([list(row.values()) for row in dicts]) == lines
    assert dicts == COLUMNS.frame([lines]).rows(named=True)
    for row, game in zip(dicts, games, strict=True):
        assert row["index"] == game[0]
        assert row["reason"] == plain(game[2])
        assert row["gold"] == (None if game[1] == "error" else game[4])
        assert row["mood"] == ("" if game[1] == "error" else plain(game[5]))


@given(rows)
@settings(deadline=None)
def test_frames_of_many_blocks_are_frames_of_one(games: list[tuple[int, str, str, int, int, str, str]]) -> None:
    parts = [lines_of(games[at : at + 3]) for at in range(0, len(games), 3)]
    assert COLUMNS.frame(parts).equals(COLUMNS.frame([lines_of(games)]))


@pytest.mark.parametrize("name", ["index", "digest", "reason", "", "two\nlines", 3])
def test_a_column_that_cannot_be_is_refused(name: object) -> None:
    with pytest.raises(RulesError, match="names a column"):
        Columns.of({name: 1})


def test_a_value_that_is_neither_number_nor_text_is_refused() -> None:
    with pytest.raises(RulesError, match=r"gives 1\.5 for column 'gold'"):
        Columns.of({"gold": 1.5})


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"gold": 1, "mood": "x"},
        {"gold": "1", "mood": "x", "last": ""},
        {"gold": 1, "mood": 2, "last": ""},
        {"gold": 1, "mood": "x", "more": ""},
        {"gold": 2**63, "mood": "x", "last": ""},
    ],
)
def test_facts_that_differ_from_game_to_game_are_refused(facts: dict[str, int | str]) -> None:
    with pytest.raises(RulesError, match="the same columns for every game: gold"):
        COLUMNS.cells(facts)


def test_facts_may_come_in_another_order_and_hold_truths() -> None:
    assert COLUMNS.cells({"last": "", "gold": True, "mood": "a,b"}) == ["1", '"a,b"', ""]


def test_files_of_other_columns_are_refused() -> None:
    other = Columns((("silver", "int"),))
    line = other.line(0, "win", "", 1, ["1"], "0" * 16).encode()
    with pytest.raises(ValueError, match="columns"):
        COLUMNS.from_csv(other.to_csv(line))
    with pytest.raises(ValueError, match="silver"):
        COLUMNS.from_parquet(other.to_parquet(line))


def test_plain_text_has_no_addresses_and_no_line_ends() -> None:
    assert plain("a <X at 0x7f00deadbeef>\r\n\x00b\u2028c") == "a <X at 0x...> b c"
    assert plain("0x10 stays") == "0x10 stays"
