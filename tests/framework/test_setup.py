"""Setup keys: defaults, conversion from text, and errors that list what is valid."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from undercroft.errors import SetupError, exit_code
from undercroft.game import resolve_setup
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.setup import describe, key, resolve


@attrs.frozen
class Options:
    """One key of each kind."""

    mode: str = key("short", choices=("short", "long"), help="how long", rule="X-1")
    players: int = key(1, lo=1, hi=2, rule="X-2")
    rooms: int = key(3, lo=1)
    level: int = key(1, choices=(1, 2, 5))
    hard: bool = key(False, rule="X-3")
    name: str = key("")

    def check(self) -> None:
        """Two keys that do not go together."""
        if self.hard and self.mode == "long":
            raise SetupError("long is never hard", rule="X-4")


def made(**values: Any) -> Options:
    return resolve(Options, values, game="toy")


def test_what_is_not_given_takes_its_default() -> None:
    assert made() == Options("short", 1, 3, 1, False, "")


@pytest.mark.parametrize(
    ("values", "field", "expected"),
    [
        ({"players": "2"}, "players", 2),
        ({"players": 2}, "players", 2),
        ({"rooms": " 12 "}, "rooms", 12),
        ({"level": "5"}, "level", 5),
        ({"hard": "true"}, "hard", True),
        ({"hard": "YES"}, "hard", True),
        ({"hard": "on"}, "hard", True),
        ({"hard": "0"}, "hard", False),
        ({"hard": 1}, "hard", True),
        ({"hard": False}, "hard", False),
        ({"name": 7}, "name", "7"),
        ({"mode": "long"}, "mode", "long"),
    ],
)
def test_text_of_a_command_line_is_converted(values: dict[str, Any], field: str, expected: Any) -> None:
    value = getattr(made(**values), field)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("values", "message", "rule"),
    [
        ({"mod": "long"}, "toy has no setup key 'mod'; the keys are mode, players, rooms, level, hard, name", ""),
        ({"mode": "huge"}, "mode cannot be 'huge'; expected one of short, long [X-1]", "X-1"),
        ({"mode": None}, "mode cannot be None; expected one of short, long [X-1]", "X-1"),
        ({"players": "0"}, "players cannot be 0; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"players": 3}, "players cannot be 3; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"players": "two"}, "players cannot be 'two'; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"players": 1.5}, "players cannot be 1.5; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"players": True}, "players cannot be True; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"players": ""}, "players cannot be ''; expected a whole number from 1 to 2 [X-2]", "X-2"),
        ({"rooms": -1}, "rooms cannot be -1; expected a whole number from 1 on", ""),
        ({"rooms": 9000 * "9"}, f"rooms cannot be '{79 * '9'}; expected a whole number from 1 on", ""),
        ({"level": 3}, "level cannot be 3; expected one of 1, 2, 5", ""),
        ({"hard": "maybe"}, "hard cannot be 'maybe'; expected true or false [X-3]", "X-3"),
        ({"hard": "yes", "mode": "long"}, "long is never hard [X-4]", "X-4"),
    ],
)
def test_errors_list_what_is_valid_and_name_the_rule(values: dict[str, Any], message: str, rule: str) -> None:
    with pytest.raises(SetupError) as caught:
        made(**values)
    assert str(caught.value) == message
    assert caught.value.rule == rule
    assert exit_code(caught.value) == 2


@pytest.mark.parametrize("values", ["mode=long", ["mode"], 5])
def test_a_setup_is_a_table(values: Any) -> None:
    with pytest.raises(SetupError, match=r"a setup cannot be .*; expected a table of setup keys"):
        resolve(Options, values)


@pytest.mark.parametrize("names", ["moths", 5])
def test_names_come_in_a_list(names: Any) -> None:
    game = registry().game("lantern")
    for more in ({"expansions": names}, {"without": names}):
        with pytest.raises(SetupError, match=r"cannot be .*; expected a list of names"):
            resolve_setup(game, {}, **more)
        with pytest.raises(SetupError, match=r"cannot be .*; expected a list of names"):
            Session("lantern", **more)


def test_describe_says_all_there_is_to_know() -> None:
    rows = {row["key"]: row for row in describe(Options)}
    assert rows["mode"] == {
        "key": "mode",
        "default": "short",
        "choices": ["short", "long"],
        "expected": "one of short, long",
        "help": "how long",
        "rule": "X-1",
    }
    assert rows["rooms"]["expected"] == "a whole number from 1 on"
    assert rows["hard"]["expected"] == "true or false"
    assert rows["name"]["expected"] == "text"


def test_a_resolved_setup_is_plain_data_with_sorted_expansions() -> None:
    setup = resolve_setup(registry().game("lantern"), {"players": "2"}, ["moths", "bats", "moths"])
    assert setup.expansions == ("bats", "moths")
    assert setup.as_dict() == {"mode": "short", "players": 2, "weather": "clear", "hard": False}
    hash(setup)


def test_values_left_to_chance_are_drawn_from_streams_by_purpose() -> None:
    game = registry().game("lantern")
    tables = registry().tables(game, resolve_setup(game, {"weather": "any"}))
    drawn = [tables.drawn(5, index).weather for index in range(40)]
    assert set(drawn) == {"clear", "fog"}
    assert drawn == [tables.drawn(5, index).weather for index in range(40)]
    assert tables.rules(tables.drawn(5, 0)) is tables.rules(tables.drawn(5, 0))
    classes = {type(tables.rules(tables.drawn(5, index))).__name__ for index in range(40)}
    assert classes == {"LanternRules", "LanternRules+Fog"}
