"""Cards in words."""

from __future__ import annotations

from undercroft_netherworld_candle import wording
from undercroft_netherworld_candle.build import PACK, load

CONTENT = load([PACK])


def number(kind: str, name: str) -> int:
    return CONTENT.index[kind][name]


def test_words_are_joined_as_in_a_sentence() -> None:
    assert wording.listed([]) == ""
    assert wording.listed(["a"]) == "a"
    assert wording.listed(["a", "b", "c"], "or") == "a, b or c"


def test_costs_in_words() -> None:
    assert wording.cost_in_words(()) == "nothing"
    assert wording.cost_in_words((1, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0)) == "1 Energy, 2 Redraw tokens and this card"
    assert wording.cost_in_words((0,) * 10 + (1,)) == "its use for the round"


def test_an_action_card_tells_its_zone_and_both_actions() -> None:
    said = wording.action_in_words(CONTENT, number("action", "fade-into-mist"))
    assert said.startswith("Fade into Mist (level 1, zone B). Basic: Move. Advanced (1 Energy): ")


def test_fate_cards_tell_their_icons() -> None:
    assert wording.fate_in_words(CONTENT, number("fate", "gate-of-death-1-rat")) == "Gate of Death (1, death, Hit)"
    north = wording.fate_in_words(CONTENT, number("fate", "north-palace"))
    assert north == "North Palace (*, black tortoise, Miss, gain a Redraw token, reveal one more)"


def test_enemies_events_and_locations_are_described() -> None:
    rat = wording.encounter_in_words(CONTENT, number("encounter", "giant-rat"))
    assert rat == "Giant Rat (Health 2, armor 0, damage 1, white tiger)."
    hound = wording.encounter_in_words(CONTENT, number("encounter", "cell-hound"))
    assert "movement 2" in hound
    bell = wording.encounter_in_words(CONTENT, number("encounter", "wrong-bell"))
    assert bell.startswith("A Bell That Is Wrong. ")
    cell = wording.location_in_words(CONTENT, number("location", "two-door-cell"))
    assert cell == "The Cell with Two Doors (rest and view)."
    assert wording.slots_in_words((0, 8, -1)) == "rest, any, taken"


def test_things_are_described() -> None:
    lamp = wording.equipment_in_words(CONTENT, number("equip", "widows-lamp"))
    assert lamp.startswith("Widow's Lamp (accessory). Once a round")
    assert wording.artifact_in_words(CONTENT, number("artifact", "coffin-nail")) == "Coffin Nail (1)"
    assert "leave" not in wording.artifact_in_words(CONTENT, number("artifact", "the-rat"))
