"""Encounter Cards: the decks, spawning, events, Qimen Dice (NC-ENC)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from nc_cards import choose, enemy, event, location, option, trigger
from nc_table import NcTable

from undercroft import ContentError
from undercroft.content import structure
from undercroft.testing import rule
from undercroft_netherworld_candle.rules.candle import DIE
from undercroft_netherworld_candle.schema import TABLES
from undercroft_netherworld_candle.terms import DEATH, FEAR, HARM, LIFE, OBSTRUCTION, OPEN, REST, VIEW, YANG, YIN

Table = Callable[..., NcTable]

QUIET = event("quiet", "redraw 1")
HUM = event("hum", "redraw 1", deck="yang")
RAT = enemy("rat")
HALL = location("hall", icons="rest")
WELL = location("well", x=1)


def drawn(t: NcTable) -> tuple[int, int]:
    """How many cards lie on the discard piles, Yin and Yang."""
    return len(t.s.yin_discard), len(t.s.yang_discard)


# -- which deck


@rule("NC-ENC-001")
def test_low_energy_draws_yin(table: Table) -> None:
    for energy in (0, 1, 2):
        assert drawn(table(at="encounter", energy=energy, yin=[QUIET] * 3, yang=[HUM] * 3)) == (1, 0)


@rule("NC-ENC-002")
def test_high_energy_draws_yang(table: Table) -> None:
    for energy in (5, 6, 7):
        assert drawn(table(at="encounter", energy=energy, yin=[QUIET] * 3, yang=[HUM] * 3)) == (0, 1)


@rule("NC-ENC-003")
def test_middle_energy_chooses(table: Table) -> None:
    for energy in (3, 4):
        t = table(at="encounter", energy=energy, yin=[QUIET] * 3, yang=[HUM] * 3)
        assert t.prompt == "deck"
        assert t.options == [("deck", YIN), ("deck", YANG)]
        t.choose("deck", YANG)
        assert drawn(t) == (0, 1)


# -- enemies


@rule("NC-ENC-004")
def test_an_enemy_comes_into_the_shared_area_and_onto_the_map(table: Table) -> None:
    t = table(at="encounter", energy=0, yin=[RAT, QUIET])
    assert t.foes == ["rat"]
    assert t.p1.threat == []
    assert t.foe().place == 0


@rule("NC-ENC-005")
def test_enemies_spawn_with_the_highest_energy(table: Table) -> None:
    t = table(at="encounter", energy=2, yin=[RAT] * 2, map=[HALL, WELL], p2={"energy": 6, "place": 1})
    assert t.foe().place == 1
    t = table(at="encounter", energy=2, yin=[RAT] * 2, map=[HALL, WELL], grandmaster=2, p2={"energy": 2, "place": 1})
    assert (t.prompt, t.seat) == ("spawn", 2)
    assert t.options == [("place", 0), ("place", 1)]
    assert t.choose("place", 1).foe().place == 1


@rule("NC-ENC-006")
def test_new_enemies_are_immobilized_unless_their_card_says_otherwise(table: Table) -> None:
    for card, lying in ((RAT, True), (enemy("lu-bu", elite=True), True), (enemy("swift", ready="ready"), False)):
        assert table(at="encounter", energy=0, yin=[card, QUIET], p2={}).foe().immobilized is lying
    for mode in ("hard", "hell"):
        assert not table(at="encounter", energy=0, yin=[RAT, QUIET], difficulty=mode, p2={}).foe().immobilized
        pinned = enemy("pinned", ready="immobilized")
        assert table(at="encounter", energy=0, yin=[pinned, QUIET], difficulty=mode, p2={}).foe().immobilized
    drum = location("drum", modifiers=[{"mod": "ready", "n": 1, "scope": "enemies-here"}])
    assert not table(at="encounter", energy=0, yin=[RAT, QUIET], map=[drum], p2={}).foe().immobilized  # a card says so


# -- events


@rule("NC-ENC-007")
def test_an_event_is_resolved_and_may_stay_in_the_threat_area(table: Table) -> None:
    stays = event("stays", "energy -1", threat=True)
    t = table(at="encounter", energy=2, yin=[stays, QUIET])
    assert t.p1.energy == 1
    assert t.cards(t.p1.threat, "encounter") == ["stays"]
    assert t.in_order("NC-STAT-002", "NC-ENC-007")
    assert drawn(t) == (0, 0)
    assert drawn(table(at="encounter", energy=2, yin=[QUIET] * 2)) == (1, 0)


@rule("NC-ENC-008")
def test_a_card_goes_to_the_pile_of_its_own_deck(table: Table) -> None:
    guard = enemy("guard", deck="yang", health=1)
    t = table(enemies=[guard]).do("damage 1")
    assert t.foes == []
    assert t.cards(t.s.yang_discard, "encounter") == ["guard"]
    assert t.s.yin_discard == []
    assert drawn(table(at="encounter", energy=2, yin=[QUIET] * 2)) == (1, 0)


@rule("NC-ENC-009")
def test_the_dice_are_rolled_after_the_text(table: Table) -> None:
    rattle = event("rattle", "energy -1", dice=2)
    t = table(at="encounter", energy=2, yin=[rattle, QUIET], dice=["fear", "view"], map=[HALL])
    assert t.in_order("NC-STAT-002", "NC-ENC-010")
    assert t.told("NC-ENC-010")[0].args[1] == "fear, view"


@rule("NC-ENC-009")
def test_whoever_drew_the_card_rolls_for_an_enemy_too(table: Table) -> None:
    noisy = enemy("noisy", dice=1)
    for place, candle in ((0, 0), (1, 1)):
        words = {"map": [WELL, location("hall", icons="rest", x=2)], "dice": ["rest"]}
        t = table(at="encounter", seat=2, gm=1, yin=[noisy, QUIET], energy=0, p2={"energy": 2, "place": place}, **words)
        assert t.in_order("NC-ENC-004", "NC-ENC-010")
        assert (t.foe().place, t.s.candle) == (place, candle)


@rule("NC-ENC-010")
def test_a_die_that_matches_an_uncovered_icon_advances_the_candle(table: Table) -> None:
    assert table(map=[HALL], dice=["rest"]).do("dice 1").s.candle == 1
    assert table(map=[HALL], dice=["view"]).do("dice 1").s.candle == 0
    # The Location of whoever rolls counts, wherever the Grandmaster stands.
    for seat, candle in ((1, 1), (2, 0)):
        t = table(map=[HALL, WELL], gm=3 - seat, dice=["rest"], p2={"place": 1})
        assert t.do("dice 1", seat=seat).s.candle == candle


@rule("NC-ENC-011")
def test_a_roll_advances_by_one_at_the_most(table: Table) -> None:
    assert table(map=[HALL], dice=["rest", "rest", "rest"]).do("dice 3").s.candle == 1


@rule("NC-ENC-012")
def test_without_icons_nothing_matches(table: Table) -> None:
    covered = location("covered", icons="rest", covered=1)
    assert table(map=[covered], dice=["rest", "rest"]).do("dice 2").s.candle == 0
    assert table(map=[location("bare")], dice=["rest"]).do("dice 1").s.candle == 0


@rule("NC-ENC-013")
def test_the_candle_icon_advances_for_certain(table: Table) -> None:
    t = table(at="encounter", energy=0, yin=[event("breath", "redraw 1", candle=1), QUIET], map=[location("bare")])
    assert t.s.candle == 1
    assert not t.told("NC-ENC-010")


@rule("NC-ENC-014")
def test_the_dice_of_a_threat_card_are_rolled_once(table: Table) -> None:
    chime = event("chime", threat=True, dice=1, triggers=[trigger("round-start", "redraw 1")])
    t = table(at="encounter", energy=2, yin=[chime, QUIET, QUIET, QUIET, QUIET], dice=["fear"])
    assert len(t.told("NC-ENC-010")) == 1
    for _ in range(3):
        t.choose("end")
    assert t.s.round == 5
    assert len(t.told("NC-ENC-010")) == 1
    assert t.cards(t.p1.threat, "encounter") == ["chime"]


@rule("NC-ENC-015")
@rule("NC-ENC-017")
def test_a_card_that_cannot_be_resolved_is_replaced_from_the_same_deck(table: Table) -> None:
    empty = event("empty", "damage 1", dice=2)
    next_one = event("next-one", "energy -1", dice=1)
    t = table(at="encounter", energy=2, yin=[empty, next_one, QUIET], yang=[HUM], dice=["fear", "fear", "fear"])
    assert t.p1.energy == 1
    assert t.cards(t.s.yin_discard, "encounter") == ["empty", "next-one"]
    assert [entry.args[1] for entry in t.told("NC-ENC-010")] == ["fear"]
    t = table(at="encounter", energy=4, yin=[empty, QUIET, QUIET], yang=[HUM], dice=[]).choose("deck", YIN)
    assert t.cards(t.s.yin_discard, "encounter") == ["empty", "quiet"]  # nobody chooses a deck once more
    part = event("part", "damage 1", "energy -1")
    t = table(at="encounter", energy=2, yin=[part, QUIET])
    assert t.p1.energy == 1
    assert t.cards(t.s.yin_discard, "encounter") == ["part"]


@rule("NC-ENC-015")
def test_an_enemy_or_event_without_a_place_is_replaced(table: Table) -> None:
    cellar = location("cellar")
    warden = enemy("warden", spawn="location", at="cellar")
    calls = {"do": "spawn", "id": "rat", "where": "location", "at": "cellar"}
    sends = {"do": "teleport", "where": "location", "at": "cellar"}
    lays = {"do": "place", "id": "hall"}  # it lies face up already
    cards = [warden, *(event(f"no-{n}", effect) for n, effect in enumerate((calls, sends, lays)))]
    for card in cards:
        words = {"at": "encounter", "energy": 0, "cards": [cellar, RAT]}
        t = table(yin=[card, QUIET, QUIET], map=[HALL], **words)
        assert t.cards(t.s.yin_discard, "encounter") == [card.id, "quiet"]
        assert (t.foes, t.p1.redraw) == ([], 1)
    for card, foes in zip(cards[:2], (["warden"], ["rat"]), strict=True):
        t = table(yin=[card, QUIET, QUIET], map=[HALL, location("cellar", x=1)], **words)
        assert (t.foes, t.foe().place, t.p1.redraw) == (foes, 1, 0)


@rule("NC-ENC-015")
@rule("NC-STAT-007")
def test_who_lies_immobilized_cannot_acquire(table: Table) -> None:
    words = {"at": "encounter", "energy": 0, "bag": ["coffin-nail"] * 3, "immobilized": True}
    gift = event("gift", "acquire 1")
    t = table(yin=[gift, QUIET, QUIET], **words)
    assert t.cards(t.s.yin_discard, "encounter") == ["gift", "quiet"]
    either = event("either", choose(option("look", "acquire 1"), option("run", "energy 2")))
    assert table(yin=[either, QUIET], **words).p1.energy == 2


@rule("NC-ENC-016")
def test_an_impossible_option_leaves_the_other(table: Table) -> None:
    toll = event("toll", choose(option("give a thing", "lose_equipment 1"), option("bleed", "health -2")))
    t = table(at="encounter", energy=2, health=6, yin=[toll, QUIET])
    assert t.p1.health == 4
    hopeless = event("hopeless", choose(option("give", "lose_equipment 1"), option("hit", "damage 1")))
    t = table(at="encounter", energy=2, yin=[hopeless, QUIET, QUIET])
    assert t.cards(t.s.yin_discard, "encounter") == ["hopeless", "quiet"]


# -- a deck runs out


@rule("NC-ENC-018")
def test_a_deck_that_runs_out_costs_a_space_and_is_shuffled_anew(table: Table) -> None:
    t = table(at="encounter", energy=0, yin=[event("last", "redraw 1")], yin_discard=[QUIET] * 9, candle=2)
    assert t.s.candle == 3
    assert len(t.s.yin) == 9
    assert t.cards(t.s.yin_discard, "encounter") == ["last"]
    assert [entry.rule for entry in t.log if entry.rule in ("NC-CANDLE-001", "NC-ENC-018", "NC-STAT-024")] == [
        "NC-ENC-018", "NC-CANDLE-001", "NC-ENC-018", "NC-STAT-024",
    ]  # fmt: skip


@rule("NC-ENC-019")
def test_the_drawn_card_is_not_resolved_if_that_ends_the_candle(table: Table) -> None:
    t = table(at="encounter", energy=7, yang=[event("boon", "redraw 5", deck="yang")], candle=14)
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert t.p1.redraw == 0


@rule("NC-ENC-020")
def test_an_empty_deck_stays_empty_and_the_other_one_is_used(table: Table) -> None:
    t = table(at="encounter", energy=1, yin=[], yang=[HUM] * 3, candle=2)
    assert drawn(t) == (0, 1)
    assert t.s.candle == 2
    t = table(at="encounter", energy=1, yin=[], yin_discard=[QUIET] * 3, yang=[HUM], candle=2)
    assert t.s.candle == 2
    assert len(t.s.yin) == 2
    t = table(at="encounter", energy=1, yin=[], yang=[])
    assert t.prompt == "turn"
    assert t.s.candle == 0
    assert t.told("NC-ENC-020")


# -- dice


@rule("NC-ENC-021")
def test_dice_of_other_effects_use_the_location_of_who_resolves_them(table: Table) -> None:
    door = location("door", icons="view", number="M901", edges={"right": "M902"})
    trap = location("trap", "dice 2", event=True, number="M902", edges={"left": "M901"}, x=1, face_up=False)
    t = table(map=[location("yard", x=-5), door, trap], gm=1, dice=["fear", "view"], p2={"place": 1})
    t.do("reveal 1", seat=2)
    assert t.s.candle == 1
    assert t.told("NC-ENC-010")[0].args[1] == "fear, view"


@rule("NC-ENC-022")
def test_a_die_has_six_different_faces_of_equal_chance(table: Table) -> None:
    assert len(set(DIE)) == 6
    t = table(map=[location("bare")])
    shown: dict[str, int] = {}
    for _ in range(600):
        t.do("dice 1")
    for entry in t.told("NC-ENC-010"):
        shown[entry.args[1]] = shown.get(entry.args[1], 0) + 1
    assert len(shown) == 6
    assert all(60 < n < 140 for n in shown.values())


@rule("NC-ENC-023")
def test_life_and_open_are_on_no_die(table: Table) -> None:
    assert set(DIE) == {REST, HARM, OBSTRUCTION, VIEW, DEATH, FEAR}
    assert LIFE not in DIE
    assert OPEN not in DIE
    t = table(map=[location("lively", icons="life open")])
    for _ in range(60):
        t.do("dice 3")
    assert t.s.candle == 0
    assert table(map=[location("grave", death=1)], dice=["death"]).do("dice 1").s.candle == 1


@rule("NC-ENC-024")
def test_more_icons_than_dice_are_one_roll(table: Table) -> None:
    t = table(map=[HALL], dice=["rest", "rest", "fear", "rest"]).do("dice 4")
    assert t.told("NC-ENC-010")[0].args[1] == "rest, rest, fear, rest"
    assert t.s.candle == 1


# -- the cards


@rule("NC-ENC-025")
def test_what_an_encounter_card_has_to_have(table: Table) -> None:
    broken: list[dict[str, Any]] = [{"health": 0}, {"damage": -1}, {"armor": -1}]
    for wrong in broken:
        with pytest.raises(ContentError):
            enemy("broken", **wrong)
    with pytest.raises(ContentError):
        event("wordless", "energy 1", rules="")
    with pytest.raises(ContentError):
        event("idle")
    for card, keys in ((RAT, ("health", "armor", "damage")), (QUIET, ("rules",))):
        told = {name: value for name, value in attrs.asdict(card.card, recurse=False).items() if value not in ("", ())}
        for key in keys:
            with pytest.raises(ContentError, match=key):
                structure({name: value for name, value in told.items() if name != key}, TABLES[card.kind])
    plain, other = event("plain", "energy -1", keyword="one"), event("other", "energy -1", keyword="two")
    assert [table(at="encounter", energy=2, yin=[card, QUIET]).p1.energy for card in (plain, other)] == [1, 1]


@rule("NC-ENC-026")
def test_yang_is_kinder_than_yin(table: Table) -> None:
    content = table().content

    def acquires(card: Any) -> bool:
        """Whether it bears the Acquire icon, in its text or in what it does while it lies there."""
        parts = (*getattr(card, "effects", ()), *(effect for one in card.triggers for effect in one.effects))
        return any(effect.does("acquire") for effect in parts)

    found = 0
    for n, info in enumerate(content.scenario):
        if content.scenario_printed[n].id == "proving-ground":
            continue
        decks = [[content.encounter[card] for card in deck] for deck in (info.yin, info.yang)]
        gifts = [sum(acquires(card) for card in deck) / len(deck) for deck in decks]
        burns = [sum(card.dice + card.candle for card in deck) / len(deck) for deck in decks]
        assert gifts[1] >= gifts[0], info.id
        assert burns[1] <= burns[0], info.id
        found += gifts[1] > 0
    assert found > 4
