"""The map: Location Cards, adjacency, icons, Gate tokens, Locations that go (NC-MAP)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import enemy, equip, location, trigger
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.terms import (
    DEATH,
    DO_DECODE,
    DO_INVESTIGATE,
    DO_MOVE,
    LIFE,
    REST,
    VIEW,
)

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view")
DOOR = location("door", icons="rest view", number="M901", edges={"right": "M902"})
WELL = location("well", icons="rest", x=1)
DARK = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)
RUIN = location("ruin", "energy 1", event=True, x=1, resolved=True)
FAR = location("far", x=2)


def mask(*gates: int) -> int:
    return sum(1 << gate for gate in gates)


@rule("NC-MAP-001")
def test_a_location_event_cannot_be_entered(table: Table) -> None:
    t = table(at="turn", map=[HALL, RUIN, location("cell", x=0, y=1), location("yard", x=-1)])
    t.choose("command", DO_MOVE)
    assert t.options == [("go", 2), ("go", 3)]
    row = t.refused("go", 1)
    assert row is not None
    assert row.rule == "NC-MAP-001"
    numbers = [card.number for card in t.content.location]
    assert len(set(numbers)) == len(numbers)
    t = table(map=[HALL, RUIN], cards=[enemy("rat")])
    t.do({"do": "spawn", "id": "rat", "where": "location", "at": "ruin"})
    t.do({"do": "teleport", "where": "location", "at": "ruin"})
    assert (t.foes, t.p1.place) == ([], 0)


@rule("NC-MAP-002")
@rule("NC-MAP-003")
def test_revealing_lays_out_the_neighbours_at_their_edges(table: Table) -> None:
    cave = location("cave", number="M902", edges={"left": "M901", "top": "M903", "right": "M904"}, x=1, face_up=False)
    more = [
        location("up", number="M903", edges={"bottom": "M902"}),
        location("on", number="M904", edges={"left": "M902"}),
    ]
    t = table(at="turn", map=[DOOR, cave], cards=more)
    t.choose("command", DO_INVESTIGATE)
    spots = {t.content.ids["location"][card.card]: (card.x, card.y, card.face_up) for card in t.s.map}
    assert spots == {"door": (0, 0, True), "cave": (1, 0, True), "up": (1, -1, False), "on": (2, 0, False)}
    t = table(map=[DOOR, cave], cards=more)
    t.run("reveal_location", 1, 1).run("reveal_location", 1, 2)
    assert len(t.s.map) == 4  # the cards it names lie there already
    away = location("up", number="M903", edges={"bottom": "M902"}, x=6, face_up=False)
    t = table(map=[DOOR, cave, away], cards=more[1:]).run("reveal_location", 1, 1)
    assert t.ids.names("location", [card.card for card in t.s.map]) == ["door", "cave", "up", "on"]


@rule("NC-MAP-003")
def test_of_a_face_down_card_only_the_number_is_seen(table: Table) -> None:
    t = table(at="turn", map=[DOOR, DARK])
    assert t.session.view(1)["map"][1] == {"number": "M902", "at": [1, 0], "face_up": False}


@rule("NC-MAP-004")
def test_adjacent_is_what_touches_along_a_side(table: Table) -> None:
    t = table(map=[HALL, WELL, location("corner", x=1, y=1), location("lone", x=5)])
    assert t.rules.neighbours(t.s, 0) == (1,)
    assert set(t.rules.neighbours(t.s, 1)) == {0, 2}
    assert t.rules.distance(t.s, 0, 2) == 2
    assert t.rules.distance(t.s, 0, 3) == -1
    t = table(map=[HALL], cards=[location("shrine")])
    t.do("place id=shrine").choose("side", 0)
    assert t.rules.neighbours(t.s, 0) == (1,)  # a card that an event laid, without numbers


@rule("NC-MAP-005")
def test_a_face_down_card_is_no_place(table: Table) -> None:
    t = table(at="turn", map=[DOOR, DARK, FAR, location("yard", y=1, x=0), location("back", x=-1)])
    assert t.rules.distance(t.s, 0, 2) == -1
    t.choose("command", DO_MOVE)
    assert not t.can("go", 1)
    row = t.refused("go", 1)
    assert row is not None
    assert row.rule == "NC-MAP-005"


@rule("NC-MAP-006")
def test_a_special_effect_reaches_all_units_there(table: Table) -> None:
    gas = location("gas", triggers=[trigger("round-end", "health -1 who=units-here")])
    dog = equip("dog", kind="companion", health=3)
    t = table(at="end-round", map=[gas, FAR], equipment=[dog], enemies=[enemy(), enemy(place=1)], p2={"place": 1})
    assert (t.p1.health, t.p1.equipment[0].damage, t.foe(0).damage) == (5, 1, 1)
    assert (t.p2.health, t.foe(1).damage) == (6, 0)


@rule("NC-MAP-007")
def test_an_end_of_turn_effect_hits_all_there_after_each_turn(table: Table) -> None:
    mire = location("mire", triggers=[trigger("turn-end", "energy -1 who=delvers-here")])
    t = table(at="end-turn", map=[mire], seat=1, energy=4, p2={"energy": 4})
    assert (t.p1.energy, t.p2.energy) == (3, 3)
    t = table(at="end-turn", map=[mire], seat=2, energy=3, acted=True, p2={"energy": 3})
    assert (t.p1.energy, t.p2.energy) == (2, 2)


@rule("NC-MAP-008")
def test_the_turn_of_somebody_elsewhere_does_not_trigger_it(table: Table) -> None:
    mire = location("mire", triggers=[trigger("turn-end", "energy -1 who=delvers-here")])
    t = table(at="end-turn", map=[mire, FAR], seat=2, energy=4, p2={"place": 1, "energy": 4})
    assert (t.p1.energy, t.p2.energy) == (4, 4)
    t = table(at="end-turn", map=[mire], energy=0, health=5)
    assert (t.p1.energy, t.p1.health) == (0, 4)  # the forced spending is a loss


@rule("NC-MAP-009")
@rule("NC-MAP-010")
def test_what_stands_on_a_removed_location_goes_to_a_neighbour(table: Table) -> None:
    middle = location("middle", icons="rest", x=1, covered=1, death=1, talismans=1)
    t = table(
        map=[HALL, middle, FAR], place=1, health=6, grandmaster=2, p2={},
        enemies=[enemy(place=1, wounds=1), enemy(place=1, immobilized=True)],
    )  # fmt: skip
    t.run("close_location", 1)
    assert (t.prompt, t.seat) == ("displaced", 1)
    assert set(t.options) == {("place", 0), ("place", 2)}
    t.choose("place", 2)
    assert (t.prompt, t.seat) == ("displaced", 2)  # enemies are the Grandmaster's
    t.choose("place", 0).choose("place", 2)
    card = t.place(1)
    assert (card.covered, card.death, card.talismans, card.gone) == (0, 0, 0, True)
    assert t.p1.place == 2
    assert [e.place for e in t.s.enemies] == [0, 2]
    assert t.p1.health == 6  # nothing is provoked
    assert t.foe(0).damage == 1
    assert t.foe(1).immobilized


@rule("NC-MAP-009")
@rule("NC-MAP-010")
def test_a_location_that_is_flipped_lies_face_down_and_can_be_turned_up_again(table: Table) -> None:
    bog = location("bog", "energy -1", icons="rest view", number="M902", edges={"left": "M901"}, x=1, covered=1,
                   life=1, death=1, talismans=1)  # fmt: skip
    t = table(map=[DOOR, bog, FAR], place=1, energy=4, p2={"energy": 4}, enemies=[enemy(place=1)])
    t.do({"do": "close", "kind": "down"})
    assert (t.prompt, t.seat, set(t.options)) == ("displaced", 1, {("place", 0), ("place", 2)})
    t.choose("place", 0).choose("place", 2)
    card = t.place(1)
    assert (card.face_up, card.gone, card.covered, card.life, card.death, card.talismans) == (False,) * 2 + (0,) * 4
    assert (t.p1.place, t.foe().place, t.rules.distance(t.s, 0, 2)) == (0, 2, -1)
    assert t.session.view(1)["map"][1] == {"number": "M902", "at": [1, 0], "face_up": False}
    t.do("investigate")
    assert (card.face_up, t.p1.energy) == (True, 3)  # it is revealed once more
    assert t.rules.gates(t.s, 1) == mask(REST, VIEW)
    t = table(at="turn", map=[HALL, location("yard", x=-1), location("back", y=1, x=0), WELL])
    t.drive(t.rules.close_location(t.s, 3))
    t.choose("command", DO_MOVE)
    assert (t.can("go", 3), t.refused("go", 3)) == (False, None)  # it is nowhere
    t = table(map=[DOOR, bog], cards=[FAR]).do({"do": "close", "id": "bog"})
    assert t.place(1).gone
    assert not t.s.doors[0]  # what was taken away does not come back


@rule("NC-MAP-010")
def test_without_a_neighbour_the_nearest_location_is_taken_and_the_gm_breaks_ties(table: Table) -> None:
    lone = location("lone", x=5)
    dog = equip("dog", kind="companion", health=2, place=1)
    t = table(map=[HALL, lone, location("east", x=7), location("north", x=5, y=2)], place=1, grandmaster=2,
              p2={"equipment": [dog]})  # fmt: skip
    t.run("close_location", 1)
    assert (t.prompt, t.seat) == ("displaced", 2)
    assert set(t.options) == {("place", 2), ("place", 3)}
    t.choose("place", 2)
    assert (t.prompt, t.seat) == ("displaced", 2)  # for the Companion that stands apart from its owner as well
    assert t.choose("place", 3).p2.equipment[0].place == 3
    t = table(map=[HALL, lone, location("east", x=7), location("north", x=5, y=2)], grandmaster=2, equipment=[dog],
              p2={})  # fmt: skip
    assert t.run("close_location", 1).seat == 2


@rule("NC-MAP-011")
def test_a_location_event_asks_for_a_matching_symbol(table: Table) -> None:
    test = {"do": "test", "symbols": ["white-tiger"], "success": "energy 2", "failure": "energy -2"}
    omen = location("omen", test, event=True, number="M902", edges={"left": "M901"}, x=1, face_up=False)
    for card, energy in (("azure-dragon", 2), ("white-tiger", 6)):
        t = table(at="turn", map=[DOOR, omen], energy=4, fate=[card, "blank", "blank"])
        t.choose("command", DO_INVESTIGATE)
        assert t.p1.energy == energy
        assert t.place(1).resolved


@rule("NC-MAP-012")
def test_a_resolved_event_stays_and_no_path_runs_through_it(table: Table) -> None:
    t = table(map=[HALL, RUIN, FAR], energy=4)
    assert t.place(1).face_up
    assert t.rules.distance(t.s, 0, 2) == -1
    t = table(
        at="turn", map=[DOOR, location("omen", "energy 1", event=True, number="M902", edges={"left": "M901"}, x=1)]
    )
    assert not t.can("command", DO_INVESTIGATE)  # it is not resolved again


@rule("NC-MAP-013")
def test_covered_icons_do_not_exist(table: Table) -> None:
    t = table(map=[location("hall", icons="rest view", covered=1)])
    assert t.rules.gates(t.s, 0) == mask(VIEW)
    assert t.rules.icons_open(t.s, 0) == 1
    t = table(at="turn", map=[location("hall", icons="rest view", covered=3)])
    assert t.rules.gates(t.s, 0) == 0
    assert not t.can("command", DO_DECODE)


@rule("NC-MAP-014")
def test_gate_tokens_add_icons(table: Table) -> None:
    t = table(map=[location("hall", icons="rest", death=1)], dice=["death"])
    assert t.rules.gates(t.s, 0) == mask(REST, DEATH)
    t.do("dice 1")
    assert t.s.candle == 1
    t = table(map=[location("hall", icons="rest")])
    t.do("gate kind=life")
    assert t.rules.gates(t.s, 0) == mask(REST, LIFE)
    t.do("gate kind=death")
    assert t.rules.gates(t.s, 0) == mask(REST, LIFE, DEATH)


@rule("NC-MAP-015")
def test_the_icon_of_a_gate_token_can_be_covered(table: Table) -> None:
    t = table(map=[location("hall", icons="rest", covered=1, life=1)], slots="any", fate=["life", "fear", "fear"])
    t.do("decode")
    assert t.rules.gates(t.s, 0) == 0
    assert t.rules.icons_open(t.s, 0) == 0
    assert t.s.slots == [-1]
    assert t.place().life == 1
    t = table(map=[location("hall", death=2)], slots="any", fate=["death", "fear", "fear"], dice=["death", "death"])
    t.do("decode")
    assert (t.rules.icons_open(t.s, 0), t.rules.gates(t.s, 0)) == (1, mask(DEATH))  # each token is an icon
    assert t.do("dice 1").s.candle == 1
    t.do("ungate kind=death").do("dice 1")
    assert (t.place().death, t.s.candle) == (1, 1)  # the uncovered one was taken: nothing is left to match
