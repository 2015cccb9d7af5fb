"""States as plain data: what is read is what was written, and nothing is quietly made to fit."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from shapes import Everything, full

from undercroft.codec import Codec
from undercroft.errors import SaveError

CODER = Codec({"card": ["ash", "bone", "coal", "dust", "elm"]})
ODD: list[Any] = [None, True, False, 0, 7, -1, 1.5, "", "7", "x", "true", [], [1], ["a", [2]], {}, {"a": 1}]
Path = tuple[Any, ...]


def written() -> Any:
    """A state as a file has it."""
    return json.loads(json.dumps(CODER.dump(full())))


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places in nested data."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


def put(path: Path, value: Any) -> Any:
    """The data with another value in one place."""
    data = at = written()
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = copy.deepcopy(value)
    return data


def fitting(read: Any, data: Any) -> Any:
    """What was read without the fields that the data leaves out; those have their defaults."""
    if isinstance(read, dict) and isinstance(data, dict):
        return {key: fitting(item, data[key]) for key, item in read.items() if key in data}
    if isinstance(read, list) and isinstance(data, list) and len(read) == len(data):
        return [fitting(one, other) for one, other in zip(read, data, strict=True)]
    return read


def test_a_state_survives_being_written() -> None:
    assert CODER.load(written(), Everything) == full()
    assert CODER.load(CODER.dump(full()), Everything) == full()


@pytest.mark.parametrize("path", list(paths(written())), ids=lambda path: "/".join(map(str, path)))
def test_what_is_written_anywhere_is_refused_or_what_is_read(path: Path) -> None:
    numbers = {name: number for number, name in enumerate(["ash", "bone", "coal", "dust", "elm"])}

    def named(value: Any) -> Any:
        """The same with a card's number as its id, which may be written as well."""
        if isinstance(value, list):
            return [named(item) for item in value]
        if isinstance(value, dict):
            return {str(numbers.get(key, key)): named(item) for key, item in value.items()}
        return numbers.get(value, value) if isinstance(value, str) else value

    for value in ODD:
        data = put(path, value)
        try:
            state = CODER.load(data, Everything)
        except SaveError:
            continue
        read = json.loads(json.dumps(CODER.dump(state)))
        seen, said = named(fitting(read, data)), named(data)
        assert json.dumps(seen, sort_keys=True) == json.dumps(said, sort_keys=True), (path, value)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("number",), 1.5, r"expected a whole number, got 1\.5 @ \$\.number"),
        (("number",), "7", r"expected a whole number, got '7' @ \$\.number"),
        (("number",), True, r"expected a whole number, got True @ \$\.number"),
        (("flag",), "false", r"expected true or false, got 'false' @ \$\.flag"),
        (("flag",), 1, r"expected true or false, got 1 @ \$\.flag"),
        (("real",), "0.5", r"expected a number, got '0\.5' @ \$\.real"),
        (("result",), 5, r"expected a text, got 5 @ \$\.result"),
        (("nothing",), 0, r"expected null, got 0 @ \$\.nothing"),
        (("either",), 1.5, r"expected a whole number or a text or null, got 1\.5 @ \$\.either"),
        (("bare",), "ab", r"expected a list, got 'ab' @ \$\.bare"),
        (("pair",), [1, "x", 2], r"expected a list of 2, got \[1, 'x', 2\] @ \$\.pair"),
        (("pair", 1), 3, r"expected a text, got 3 @ \$\.pair\[1\]"),
        (("row",), {}, r"expected a list, got \{\} @ \$\.row"),
        (("cards",), "", r"expected a list, got '' @ \$\.cards"),
        (("grid", 1, 0), "2", r"expected a whole number, got '2' @ \$\.grid\[1\]\[0\]"),
        (("inners", 0, "numbers", 0), None, r"expected a whole number, got None @ \$\.inners\[0\]\.numbers\[0\]"),
        (("piles", "p", 0, "cards", 0), True, r"expected a whole number, got True @ \$\.piles"),
    ],
)
def test_a_value_that_does_not_fit_is_told_with_its_place(path: Path, value: Any, message: str) -> None:
    with pytest.raises(SaveError, match=message):
        CODER.load(put(path, value), Everything)
