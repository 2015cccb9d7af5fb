"""Content packs: adding, replacing, removing, and errors that name file, line, table, key and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft.content import ContentPack, load_packs, structure
from undercroft.errors import ContentError, exit_code


@attrs.frozen
class Effect:
    """What a card does."""

    do: str
    amount: int = 1


@attrs.frozen
class Card:
    """A card."""

    id: str
    title: str
    cost: int = 0
    rare: bool = False
    weight: float = 1.0
    effects: tuple[Effect, ...] = ()


@attrs.frozen
class Foe:
    """A foe."""

    id: str
    health: int


SCHEMA: dict[str, type[Any]] = {"card": Card, "foe": Foe}
BASE = """# a comment
[[card]]
id = "lamp"
title = "Lamp"
effects = [{ do = "light", amount = 2 }]

[[foe]]
id = "rat"
health = 2

[[card]]
id = "rope"
title = "Rope"
rare = true
"""


@pytest.fixture
def load(tmp_path: Path) -> Any:
    """Load the base pack and others given as texts."""

    def run(*texts: str, base: str = BASE) -> dict[str, dict[str, Any]]:
        packs = []
        for number, text in enumerate([base, *texts]):
            file = tmp_path / f"pack{number}.toml"
            file.write_text(text, encoding="utf-8")
            packs.append(ContentPack("toy", "more" if number else "toy", (file,), expansion="more" if number else ""))
        return load_packs(packs, SCHEMA)

    return run


def test_entries_are_structured_in_the_order_of_the_files(load: Any) -> None:
    tables = load()
    assert list(tables["card"]) == ["lamp", "rope"]
    assert tables["card"]["lamp"] == Card("lamp", "Lamp", effects=(Effect("light", 2),))
    assert tables["foe"]["rat"] == Foe("rat", 2)


def test_packs_add_replace_and_remove(load: Any) -> None:
    tables = load(
        """
        [[card]]
        id = "more:oil"
        title = "Oil"
        [[card]]
        id = "lamp"
        replace = true
        title = "Better Lamp"
        [[remove]]
        kind = "foe"
        id = "rat"
        """
    )
    assert list(tables["card"]) == ["lamp", "rope", "more:oil"]
    assert tables["card"]["lamp"] == Card("lamp", "Better Lamp")
    assert tables["foe"] == {}


def test_a_later_pack_sees_what_an_earlier_one_did(load: Any) -> None:
    first = '[[card]]\nid = "more:oil"\ntitle = "Oil"\n'
    assert load(first, '[[remove]]\nkind = "card"\nid = "more:oil"\n')["card"].keys() == {"lamp", "rope"}


def card(*lines: str) -> str:
    return "\n".join(["", "[[card]]", 'id = "more:x"', *lines])


def x(*lines: str) -> str:
    """An added card with a title."""
    return card('title = "X"', *lines)


def named(**rows: tuple[str, list[str]]) -> list[Any]:
    return [pytest.param(text, words, id=name.replace("_", " ")) for name, (text, words) in rows.items()]


FAULTS = named(
    broken=("[[card", ["no valid TOML"]),
    missing_key=(card(), ["line 2", "[[card]] 'more:x'", "key title is missing"]),
    unknown_key=(x("cots = 1"), ["line 2", "'more:x'", "unknown key cots", "id, title, cost"]),
    text_for_int=(x('cost = "1"'), ["key cost: expected a whole number, got '1'"]),
    float_for_int=(x("cost = 1.0"), ["key cost: expected a whole number, got 1.0"]),
    bool_for_int=(x("cost = true"), ["key cost: expected a whole number, got True"]),
    int_for_bool=(x("rare = 1"), ["key rare: expected true or false, got 1"]),
    int_for_text=(card("title = 5"), ["key title: expected text, got 5"]),
    text_for_float=(x("weight = 'a'"), ["key weight: expected a number, got 'a'"]),
    missing_inner_key=(x('effects = [{ do = "a" }, { amount = 2 }]'), ["key effects[1].do is missing"]),
    unknown_inner_key=(
        x('effects = [{ do = "a", amuont = 2 }]'),
        ["key effects[0]: unknown key amuont; expected only do, amount"],
    ),
    two_faults=(card("title = 5", 'cost = "1"'), ["key title: expected text", "key cost: expected a whole number"]),
    duplicate=(x() + x(), ["line 5", "duplicate id"]),
    taken_id=('[[card]]\nid = "lamp"\ntitle = "X"', ["line 1", "'lamp'", "replace = true"]),
    foreign_id=('[[card]]\nid = "oil"\ntitle = "X"', ["has to begin with 'more:'"]),
    no_id=('[[card]]\ntitle = "X"', ["[[card]] number 1", "key id: expected a non-empty text"]),
    empty_id=('[[card]]\nid = ""\ntitle = "X"', ["key id: expected a non-empty text"]),
    nothing_to_replace=(x("replace = true"), ["there is no card with this id to replace"]),
    unknown_table=('[[spell]]\nid = "x"', ["unknown table [[spell]]", "one of card, foe, remove"]),
    no_array=('[card]\nid = "x"', ["[card] has to be an array of tables, written [[card]]"]),
    no_table=("card = 5", ["[card] has to be an array of tables"]),
    numbers_for_tables=("card = [5]", ["[[card]] number 1", "expected a table, got 5"]),
    nothing_to_remove=('[[remove]]\nkind = "card"\nid = "oil"', ["'oil'", "no card with this id to take out"]),
    unknown_kind_to_remove=('[[remove]]\nkind = "spell"\nid = "oil"', ["expected kind (one of card, foe) and id"]),
    list_for_kind_to_remove=('[[remove]]\nkind = ["card"]\nid = "oil"', ["line 1", "expected kind (one of card, foe)"]),
    list_for_id_to_remove=('[[remove]]\nkind = "card"\nid = ["oil"]', ["line 1", "expected kind", "and id"]),
    text_for_replace=('[[card]]\nid = "lamp"\nreplace = "no"\ntitle = "X"', ["key replace: expected true or false"]),
    nested=("card = " + 3000 * "[" + 3000 * "]", ["no valid TOML: it is nested too deeply"]),
    endless_number=(x("cost = " + 5000 * "9"), ["no valid TOML", "integer string conversion"]),
    no_kind_to_remove=('[[remove]]\nid = "oil"', ["expected kind"]),
    number_for_remove=("remove = [5]", ["[[remove]] number 1", "expected a table, got 5"]),
)


@pytest.mark.parametrize(("text", "words"), FAULTS)
def test_errors_name_the_place_and_what_was_expected(load: Any, text: str, words: list[str]) -> None:
    with pytest.raises(ContentError) as caught:
        load(text)
    for word in ["pack1.toml", *words]:
        assert word in str(caught.value)
    assert exit_code(caught.value) == 3


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"missing\.toml: cannot be read"):
        load_packs([ContentPack("toy", "toy", (tmp_path / "missing.toml",))], SCHEMA)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError, match=r"binary\.toml: cannot be read"):
        load_packs([ContentPack("toy", "toy", (binary,))], SCHEMA)


def test_structure_takes_plain_data() -> None:
    assert structure({"id": "rat", "health": 3}, Foe) == Foe("rat", 3)
    with pytest.raises(ContentError, match="key health is missing"):
        structure({"id": "rat"}, Foe)
