"""The six Basic Actions (NC-ACT)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from nc_cards import action, enemy, event, location, trigger
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.terms import (
    DO_ATTACK,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    DO_OVERCOME,
    DO_SUPPRESS,
    LIFE,
    REST,
    VIEW,
)

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view")
WELL = location("well", x=1)
FAR = location("far", x=2)
END = location("end", x=3)
DOOR = location("door", number="M901", edges={"right": "M902"})
DARK = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)


# -- Move and Investigate


@rule("NC-ACT-001")
def test_a_move_goes_to_an_adjacent_face_up_location(table: Table) -> None:
    t = table(at="turn", map=[HALL, WELL])
    t.choose("command", DO_MOVE)
    assert t.p1.place == 1
    omen = location("omen", "energy 1", event=True, number="M902", edges={"left": "M901"}, x=1)
    for closed in (DARK, omen):
        t = table(at="turn", map=[DOOR, closed])
        row = t.refused("command", DO_MOVE)
        assert not t.can("command", DO_MOVE)
        assert row is not None
        assert row.rule == "NC-ACT-001"


@rule("NC-ACT-002")
def test_move_x_may_stop_earlier_and_goes_no_farther(table: Table) -> None:
    run = action("run", "move 3")
    t = table(at="turn", map=[HALL, WELL, FAR, END, location("beyond", x=4)], hand=[run])
    t.choose("play", run, ADVANCED).choose("go", 1).choose("stay")
    assert t.p1.place == 1
    t = table(at="turn", map=[HALL, WELL, FAR, END, location("beyond", x=4)], hand=[run])
    t.choose("play", run, ADVANCED).choose("go", 1).choose("go", 2).choose("go", 3)
    assert t.p1.place == 3
    assert t.prompt == "turn"


@rule("NC-ACT-002", "NC-STAT-011")
def test_no_step_at_all_is_no_action(table: Table) -> None:
    t = table(map=[HALL, WELL], health=6, enemies=[enemy(damage=1)]).do("move 3").choose("stay")
    assert (t.p1.place, t.p1.health, t.prompt) == (0, 6, "")


@rule("NC-ACT-006", "NC-ACT-013", "NC-ACT-017")
@pytest.mark.parametrize("act", ["move 1", "investigate", "decode", "overcome"])
def test_what_cannot_be_done_is_not_begun(table: Table, act: str) -> None:
    t = table(map=[location("bare")], health=6, enemies=[enemy(damage=1)]).do(act)
    assert (t.prompt, t.p1.health, len(t.p1.fate_discard)) == ("", 6, 0)


@rule("NC-ACT-003")
def test_move_x_is_one_action(table: Table) -> None:
    t = table(map=[HALL, WELL, FAR], health=6, enemies=[enemy(damage=1), enemy(damage=2, place=1)])
    t.do("move 2").choose("go", 1).choose("go", 2)
    assert t.p1.place == 2
    assert t.p1.health == 5


@rule("NC-ACT-004")
def test_investigate_turns_up_the_card_at_an_edge(table: Table) -> None:
    t = table(at="turn", map=[DOOR, DARK])
    t.choose("command", DO_INVESTIGATE)
    assert t.place(1).face_up
    assert (t.place(1).x, t.place(1).y) == (1, 0)
    assert t.rules.neighbours(t.s, 0) == (1,)
    t = table(at="turn", map=[DOOR], cards=[DARK])  # for any reason it does not lie there: it is fetched
    t.choose("command", DO_INVESTIGATE)
    assert t.place(1).face_up
    assert t.content.loc_title[t.place(1).card] == "Dark"


@rule("NC-ACT-004")
def test_one_of_several_edges_is_chosen(table: Table) -> None:
    door = location("door", number="M901", edges={"right": "M902", "top": "M903"})
    up = location("up", number="M903", edges={"bottom": "M901"}, x=0, y=-1, face_up=False)
    t = table(at="turn", map=[door, DARK, up])
    t.choose("command", DO_INVESTIGATE)
    assert t.prompt == "investigate"
    assert t.options == [("side", 0), ("side", 1)]
    t.choose("side", 0)
    assert t.place(2).face_up
    assert not t.place(1).face_up


@rule("NC-ACT-005")
def test_a_location_event_is_resolved_at_once(table: Table) -> None:
    trap = location("trap", "energy -2", event=True, number="M902", edges={"left": "M901"}, x=1, face_up=False)
    t = table(at="turn", energy=4, map=[DOOR, trap])
    t.choose("command", DO_INVESTIGATE)
    assert t.p1.energy == 2
    assert t.prompt == "turn"
    t = table(at="turn", seat=2, energy=4, map=[DOOR, trap], p2={"energy": 4}).choose("command", DO_INVESTIGATE)
    assert (t.p1.energy, t.p2.energy) == (4, 2)  # it concerns who has found it


@rule("NC-ACT-003")
def test_what_happens_on_the_way_may_end_a_move(table: Table) -> None:
    snare = location("snare", x=1, triggers=[trigger("enter", "pin")])
    t = table(map=[HALL, snare, FAR]).do("move 2").choose("go", 1)
    assert (t.p1.place, t.p1.immobilized, t.prompt) == (1, True, "")
    slide = location("slide", x=1, triggers=[trigger("enter", "teleport where=location at=end")])
    t = table(map=[HALL, slide, FAR, END]).do("move 3").choose("go", 1)
    assert (t.p1.place, t.prompt) == (3, "")


@rule("NC-ACT-006")
def test_there_has_to_be_a_legal_edge(table: Table) -> None:
    shown = location("shown", number="M902", edges={"left": "M901"}, x=1)
    t = table(at="turn", map=[DOOR, shown])
    row = t.refused("command", DO_INVESTIGATE)
    assert not t.can("command", DO_INVESTIGATE)
    assert row is not None
    assert row.rule == "NC-ACT-006"
    assert not table(at="turn", map=[HALL]).can("command", DO_INVESTIGATE)


# -- Attack


@rule("NC-ACT-007")
def test_an_attack_deals_hits_beyond_the_armor(table: Table) -> None:
    t = table(at="turn", strength=3, courage=1, fate=["hit", "hit", "hit"], map=[HALL, WELL],
              enemies=[enemy(health=9, armor=1), enemy(health=9, place=1)])  # fmt: skip
    t.choose("command", DO_ATTACK)
    assert t.foe(0).damage == 2
    assert t.foe(1).damage == 0
    t = table(at="turn", strength=3, fate=["hit"], enemies=[enemy(health=9), enemy(health=9)])
    t.choose("command", DO_ATTACK)
    assert t.prompt == "enemy"
    assert t.options == [("enemy", 1), ("enemy", 2)]


@rule("NC-ACT-007")
def test_a_card_may_let_an_attack_reach_farther(table: Table) -> None:
    words = {"map": [HALL, WELL, FAR], "strength": 1, "enemies": [enemy(health=9, place=n) for n in range(3)]}
    for text, struck in (("attack", [0]), ("attack range=1 target=enemies", [0, 1]), ("attack target=enemies", [0])):
        t = table(fate=["hit"], **words).do(text)
        assert [n for n, e in enumerate(t.s.enemies) if e.damage] == struck
    t = table(fate=["hit"], **words).do("attack range=1")
    assert t.options == [("enemy", 1), ("enemy", 2)]
    assert t.choose("enemy", 2).foe(1).damage == 1
    t = table(fate=["hit"], map=[HALL, WELL], enemies=[enemy(place=1)]).do("attack")
    assert len(t.p1.fate) == 1  # without an enemy here there is no Test


# -- Decode


@rule("NC-ACT-008")
def test_a_decode_matches_an_uncovered_icon(table: Table) -> None:
    t = table(map=[HALL], slots="any", geomancy=2, fate=["harm", "view"]).do("decode")
    assert t.place().covered == 2
    t = table(at="turn", map=[HALL], slots="any", geomancy=2, fate=["harm", "fear", "view"])
    t.choose("command", DO_DECODE)
    assert t.place().covered == 0
    assert t.cards(t.p1.fate, "fate") == ["t-view"]


@rule("NC-ACT-009")
def test_the_marker_goes_from_the_page_to_the_icon(table: Table) -> None:
    t = table(at="turn", map=[HALL], slots="any any", fate=["view", "blank", "blank"])
    t.choose("command", DO_DECODE)
    assert sum(slot >= 0 for slot in t.s.slots) == 1
    assert t.place().covered == 2


@rule("NC-ACT-010")
def test_a_slot_of_the_own_gate_comes_first_and_others_are_closed(table: Table) -> None:
    hall = [location("hall", icons="rest")]
    t = table(map=hall, slots="any rest", fate=["rest", "blank", "blank"]).do("decode")
    assert t.rules.slot_word(t.s.slots[0]) == "any"
    assert t.s.slots[1] == -1
    t = table(map=hall, slots="life any", fate=["rest", "blank", "blank"]).do("decode")
    assert t.s.slots == [LIFE, -1]
    t = table(map=hall, slots="life", fate=["rest", "blank", "blank"]).do("decode")
    assert t.s.slots == [LIFE]
    assert t.place().covered == 0


@rule("NC-ACT-011")
def test_another_matched_icon_may_be_covered_where_one_has_no_marker(table: Table) -> None:
    both = [location("both", icons="rest life")]
    t = table(map=both, slots="life", fate=["rest", "life", "blank"]).do("decode")
    assert t.place().covered == 2
    t = table(map=both, slots="life", fate=["rest", "blank", "blank"]).do("decode")
    assert t.place().covered == 0
    assert t.told("NC-ACT-011")


@rule("NC-ACT-012")
def test_one_icon_of_the_players_choice_is_covered(table: Table) -> None:
    t = table(map=[HALL], slots="any any", fate=["rest", "view", "blank"]).do("decode")
    assert t.prompt == "cover"
    assert t.options == [("cover", REST), ("cover", VIEW)]
    t.choose("cover", VIEW)
    assert t.place().covered == 2
    assert t.s.slots.count(-1) == 1


@rule("NC-ACT-013")
def test_boundless_reach_covers_any_icon(table: Table) -> None:
    t = table(map=[HALL], slots="any", fate=["boundless-reach-rat", "blank", "blank"]).do("decode")
    assert t.prompt == "cover"
    assert len(t.options) == 2
    t.choose("cover", REST)
    assert t.place().covered == 1
    # Another card that matches takes nothing of that away.
    t = table(map=[HALL], slots="any", fate=["boundless-reach-rat", "view", "blank"]).do("decode")
    assert t.options == [("cover", REST), ("cover", VIEW)]
    t = table(map=[HALL], slots="rest", fate=["boundless-reach-rat", "view", "blank"]).do("decode")
    assert t.place().covered == 1
    t = table(at="turn", map=[location("bare")])
    row = t.refused("command", DO_DECODE)
    assert not t.can("command", DO_DECODE)
    assert row is not None
    assert row.rule == "NC-ACT-013"


# -- Suppress and Overcome


@rule("NC-ACT-014")
def test_suppress_matches_a_symbol_of_an_enemy_here(table: Table) -> None:
    ghost = enemy(symbols=["azure-dragon", "white-tiger"])
    t = table(at="turn", fate=["white-tiger", "blank", "blank"], enemies=[ghost])
    t.choose("command", DO_SUPPRESS)
    assert t.foe().immobilized
    t = table(at="turn", fate=["rest", "black-tortoise", "blank"], enemies=[ghost])
    t.choose("command", DO_SUPPRESS)
    assert not t.foe().immobilized
    t = table(at="turn", map=[HALL, WELL], enemies=[enemy(symbols=["white-tiger"], place=1)])
    assert not t.can("command", DO_SUPPRESS)


@rule("NC-ACT-015")
def test_suppress_uses_courage_and_immobilizes(table: Table) -> None:
    ghost = enemy(damage=2, symbols=["white-tiger"])
    t = table(at="turn", courage=3, strength=1, geomancy=2, destiny=4, health=6, map=[DOOR, DARK], enemies=[ghost],
              fate=["blank", "blank", "white-tiger", "blank"], hand=["map-of-whispers"])  # fmt: skip
    t.choose("command", DO_SUPPRESS)
    assert t.foe().immobilized
    assert len(t.p1.fate_discard) == 3
    t.choose("play", "map-of-whispers", DO_INVESTIGATE)
    assert t.p1.health == 6  # no attack of opportunity
    others = [enemy(symbols=["white-tiger"], immobilized=True), enemy()]
    t = table(enemies=[*others, ghost], courage=1, fate=["white-tiger"]).do("suppress")
    assert [e.immobilized for e in t.s.enemies] == [True, False, True]  # there was no choice
    t = table(enemies=others, courage=1, fate=["white-tiger"]).do("suppress")
    assert len(t.p1.fate) == 1  # and here none at all
    t = table(at="turn", enemies=others)
    row = t.refused("command", DO_SUPPRESS)
    assert not t.can("command", DO_SUPPRESS)
    assert row is not None
    assert row.rule == "NC-ACT-015"


CURSE = event("curse", threat=True, symbols=["black-tortoise"])
TWIN = event("twin", threat=True, symbols=["black-tortoise"], deck="yang")


@rule("NC-ACT-016")
def test_overcome_discards_a_card_of_the_threat_area(table: Table) -> None:
    t = table(at="turn", threat=[CURSE], fate=["black-tortoise", "blank", "blank"], yin_discard=[])
    t.choose("command", DO_OVERCOME)
    assert t.p1.threat == []
    assert t.cards(t.s.yin_discard, "encounter") == ["curse"]
    t = table(at="turn", threat=[CURSE], fate=["white-tiger", "blank", "blank"])
    t.choose("command", DO_OVERCOME)
    assert t.cards(t.p1.threat, "encounter") == ["curse"]


@rule("NC-ACT-017")
def test_overcome_uses_destiny_and_aims_at_one_card(table: Table) -> None:
    t = table(at="turn", destiny=2, health=6, threat=[CURSE, TWIN], enemies=[enemy(damage=1)],
              fate=["blank", "black-tortoise", "blank"])  # fmt: skip
    t.choose("command", DO_OVERCOME).choose("threat", "twin")
    assert t.cards(t.p1.threat, "encounter") == ["curse"]
    assert t.cards(t.s.yang_discard, "encounter") == ["twin"]
    assert len(t.p1.fate_discard) == 2
    assert t.p1.health == 5
    t = table(at="turn", threat=[event("mute", threat=True)])
    row = t.refused("command", DO_OVERCOME)
    assert not t.can("command", DO_OVERCOME)
    assert row is not None
    assert row.rule == "NC-ACT-017"
