"""The veil: what is said in place of what a fresh campaign has not unlocked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from undercroft import PluginError, registry
from undercroft.cli import telling
from undercroft.spoilers import Secret, Veil, no_veil

VEIL = Veil(
    [
        Secret("scenario 2", "The Salt Mill", ("salt-mill", 'It grinds. "More," it says, and more comes.')),
        Secret("ending 2A", "Ground", ("ground", "It stops.")),
        Secret("a card", "Mill Rat", ("mill-rat",)),
        Secret("a card", "The Salt", ("salt",)),
    ]
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The Salt Mill", "scenario 2"),
        ("They reach The Salt Mill.", "They reach scenario 2."),
        ("mode solo, scenario salt-mill, seed 1", "mode solo, scenario 2, seed 1"),
        ("--set scenario=salt-mill", "--set scenario=2"),
        ("'salt-mill' and 'mill-rat'", "'scenario 2' and 'a card'"),
        ("The Salt and Mill Rat", "a card and a card"),
        ("salt-mills, a Mill Rats' nest, the-salt-mill", "salt-mills, a Mill Rats' nest, the-salt-mill"),
        ("ground", "ending 2A"),
        ("the ground is wet, and salt is on it", "the ground is wet, and salt is on it"),
        ("Ground is an ending", "ending 2A is an ending"),
        ("near it: page/ground, page/salt", "near it: page/ending 2A, page/a card"),
        ("scenario/salt-mill and ending/ground", "scenario/2 and ending/2A"),
        ("in /tmp/salt, out/salt/run, x/salt.csv", "in /tmp/salt, out/salt/run, x/salt.csv"),
        ('He reads: It grinds. "More," it says, and more comes.', "He reads: scenario 2"),
        ("my-pack:salt-mill is mine, mode:  salt-mill is not", "my-pack:salt-mill is mine, mode:  scenario 2 is not"),
        ("", ""),
    ],
)
def test_names_are_hidden_whole(text: str, told: str) -> None:
    assert VEIL.hide(text) == told
    assert VEIL.hide(text) == told  # from memory


def test_data_is_hidden_at_any_depth() -> None:
    data = {"salt-mill": ["ground", ("The Salt Mill",), 3, None, {"of": "salt"}]}
    assert VEIL.hide_data(data) == {"scenario 2": ["ending 2A", ["scenario 2"], 3, None, {"of": "a card"}]}
    assert VEIL.hide_values({"n": 1, "ending": "ground"}) == {"n": 1, "ending": "ending 2A"}


def test_a_veil_can_be_lifted() -> None:
    assert VEIL.tell("scenario 2, ending 2A, scenario 22, a card") == (
        "scenario 2 (The Salt Mill), ending 2A (Ground), scenario 22, a card"
    )
    assert dict(VEIL.legend) == {"scenario 2": "The Salt Mill", "ending 2A": "Ground"}


def test_names_that_can_be_asked_for() -> None:
    assert VEIL.name("scenario", "salt-mill") == "2"
    assert VEIL.name("scenario", "prologue") == "prologue"


def test_no_secrets_no_change() -> None:
    assert not no_veil
    assert VEIL
    assert no_veil.hide("salt-mill") == no_veil.tell("salt-mill") == "salt-mill"


NO_TEXTS: Any = (1, 2)


def _broken(content: Any) -> Any:
    raise ValueError("The Salt Mill")


@pytest.mark.parametrize(
    "secrets", [_broken, lambda content: None, lambda content: ["x"], lambda content: [Secret(*NO_TEXTS)]]
)
def test_secrets_that_fail_are_a_fault_of_the_plugin_and_tell_nothing(secrets: Callable[[Any], Any]) -> None:
    game = attrs.evolve(registry().game("delve"), secrets=secrets)
    with pytest.raises(PluginError, match="secrets") as refused:
        game.veil(None)
    assert "Salt" not in str(refused.value)


def test_names_are_told_once_and_those_of_the_game_it_was_about() -> None:
    with telling.telling(True):
        telling._veils |= {("ours", ()): VEIL, ("ours", ("salty",)): VEIL}
        telling.guard()
        assert telling.told("scenario 2") == "scenario 2 (The Salt Mill)"
