"""The content as printed: how many cards of each kind there are (the ``[[component]]`` table of the rule index)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import attrs
import pytest

from undercroft import load_packs
from undercroft_netherworld_candle.build import PACK
from undercroft_netherworld_candle.schema import TABLES
from undercroft_netherworld_candle.schema.fate import SETS

PRINTED = load_packs([PACK], TABLES)
INDEX: dict[str, Any] = tomllib.loads(
    files("undercroft_netherworld_candle").joinpath("data").joinpath("rules.toml").read_text(encoding="utf-8")
)
COMPONENTS = {component["id"]: component["printed"] for component in INDEX["component"]}


def copies(*tables: str) -> int:
    """How many cards some tables have together, copies included."""
    return sum(getattr(card, "copies", 1) for table in tables for card in PRINTED[table].values())


def test_four_basic_sets_of_twenty() -> None:
    basic = [card for card in PRINTED["fate"].values() if card.set == "basic"]
    assert len(basic) * len(SETS) == COMPONENTS["NC-C-FATE-BASIC"]


def test_the_advanced_fate_cards_all_stand_on_the_trees() -> None:
    advanced = {card.id: card.copies for card in PRINTED["fate"].values() if card.set == "advanced"}
    assert sum(advanced.values()) == COMPONENTS["NC-C-FATE-ADV"]
    assert len(advanced) >= 60
    asked = dict.fromkeys(advanced, 0)
    for delver in PRINTED["delver"].values():
        for node in delver.tree:
            if node.card:
                asked[node.card] += node.spaces
    assert asked == advanced


@pytest.mark.parametrize(
    ("component", "tables"),
    [
        ("NC-C-ARTIFACT", ("artifact",)),
        ("NC-C-BOARD", ("delver",)),
        ("NC-C-ENC-ENEMY", ("enemy", "event")),
        ("NC-C-JOURNEY", ("journey",)),
        ("NC-C-LOCATION", ("location",)),
        ("NC-C-STORY", ("story",)),
    ],
)
def test_cards_are_there_in_their_printed_number(component: str, tables: tuple[str, ...]) -> None:
    assert copies(*tables) == COMPONENTS[component]


def test_artifact_values_are_spread_as_suggested() -> None:
    spread: dict[int, int] = {}
    for token in PRINTED["artifact"].values():
        spread[token.value] = spread.get(token.value, 0) + token.copies
    assert spread == {0: 11, 1: 14, 2: 10, 3: 7, 4: 5}
    assert sum(token.copies for token in PRINTED["artifact"].values() if token.special) == 8


def test_as_many_kinds_of_enemy_as_standees_and_enough_events() -> None:
    assert len(PRINTED["enemy"]) == COMPONENTS["NC-C-STANDEE"]
    assert len(PRINTED["event"]) >= 75


WORDS = frozenset({"id", "number", "title", "text", "rules", "keyword", "border", "copies", "scenarios"})
"""What tells a card from others without making it another design."""


def design(card: Any) -> str:
    """What a card does, without its words."""
    return repr([getattr(card, field.name) for field in attrs.fields(type(card)) if field.name not in WORDS])


@pytest.mark.parametrize(
    ("table", "least"),
    [
        ("action", COMPONENTS["NC-C-ACTION"]), ("location", COMPONENTS["NC-C-LOCATION"]),
        ("enemy", COMPONENTS["NC-C-STANDEE"]), ("event", 75), ("equipment", 120), ("candle", 18),
        ("nether", COMPONENTS["NC-C-NETHER"]), ("story", COMPONENTS["NC-C-STORY"]),
        ("journey", COMPONENTS["NC-C-JOURNEY"]),
    ],
)  # fmt: skip
def test_every_design_of_a_kind_is_one_of_its_own(table: str, least: int) -> None:
    cards = list(PRINTED[table].values())
    assert len({design(card) for card in cards}) == len(cards) >= least


def test_the_advanced_fate_cards_are_of_different_designs() -> None:
    advanced = [card for card in PRINTED["fate"].values() if card.set == "advanced"]
    assert len({design(card) for card in advanced}) == len(advanced) >= 60


@pytest.mark.parametrize("table", ["enemy", "event", "location", "action", "equipment", "story", "candle", "scenario"])
def test_no_two_cards_of_a_kind_are_called_the_same_or_tell_the_same(table: str) -> None:
    cards = list(PRINTED[table].values())
    assert len({card.title for card in cards}) == len(cards)
    told = [card.text for card in cards if card.text]
    assert len(set(told)) == len(told)
