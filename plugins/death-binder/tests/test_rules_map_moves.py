"""The map: places, corridors, where the party may go, dead ends, closed places (MAP)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, event, quest, token
from db_table import DbTable

from undercroft import IllegalChoice, UsageError
from undercroft.testing import open_tables, rule

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
PLACES = [column + row for row in "12345" for column in "ABC"] + ["BOSS"]
NAP = ["rest"]


def why_not(t: DbTable, place: str) -> str:
    """The rule that keeps the party from a place; "" where it may go there."""
    row = t.refused("go", place)
    return row.rule if row is not None else ""


def ways(table: Table, side: str) -> dict[str, set[str]]:
    """Where the party may go from each place of a map side while all tokens lie there."""
    return {place: set(table(map=side, position=place).offered) for place in PLACES[:-1]}


# -- the two sides


@rule("DB-MAP-001")
def test_there_are_two_sides() -> None:
    assert set(open_tables("death-binder").content.maps) == {"ruins", "nightmare"}
    with pytest.raises(UsageError, match="nightmare"):
        open_tables("death-binder", {"map": "swamp"})


@rule("DB-MAP-001")
@pytest.mark.parametrize(("side", "below"), [("ruins", {"A2", "C2", "B3"}), ("nightmare", {"A2", "C2"})])
def test_the_side_stays_for_the_whole_game(table: Table, side: str, below: set[str]) -> None:
    t = table(mode="descent", map=side, hand=[BLOW, ...], row=[boss(health=1)])
    assert t.session.view(1)["map"] == side
    t.play(BLOW).end()
    assert (t.state.descent, t.session.view(1)["map"]) == (2, side)
    t.state.position = PLACES.index("B2")
    assert {PLACES[place] for place in t.rules.ways_on(t.state)} == below


@rule("DB-MAP-002")
@pytest.mark.parametrize("side", ["ruins", "nightmare"])
def test_the_sixteen_places(table: Table, side: str) -> None:
    t = table(at="new", map=side)
    assert list(t.session.view(1)["places"]) == PLACES
    assert [len(t.state.tokens), len(t.state.caved)] == [16, 16]
    assert list(t.rules.rows) == [int(place[1]) for place in PLACES[:-1]] + [6]
    t = table(map=side, event=event("cave_in", places=["A5", "B3", "C2"]), position="A1")
    assert [PLACES[at] for at in range(16) if t.state.caved[at]] == ["C2", "B3", "A5"]


@rule("DB-MAP-003")
def test_corridors_of_the_ruins(table: Table) -> None:
    found = ways(table, "ruins")
    for row in range(2, 6):
        below = {column: f"{column}{row + 1}" if row < 5 else "BOSS" for column in "ABC"}
        assert found[f"A{row}"] == {f"B{row}", below["A"]}
        assert found[f"B{row}"] == {f"A{row}", f"C{row}", below["B"]}
        assert found[f"C{row}"] == {f"B{row}", below["C"]}
    assert [found["A1"], found["B1"], found["C1"]] == [{"A2"}, {"B2"}, {"C2"}]
    assert len(open_tables("death-binder").content.maps["ruins"].corridors) == 23


@rule("DB-MAP-004")
def test_corridors_of_the_nightmare(table: Table) -> None:
    found = ways(table, "nightmare")
    assert [found["A1"], found["B1"], found["C1"]] == [{"A2"}, {"B2"}, {"C2"}]
    below = {"A2": "A3", "C2": "C3", "B3": "B4", "C3": "C4", "A4": "A5", "B4": "B5", "A5": "BOSS", "C5": "BOSS"}
    for row in range(2, 6):
        beside = {"A": {f"B{row}"}, "B": {f"A{row}", f"C{row}"}, "C": {f"B{row}"}}
        for column, places in beside.items():
            here = f"{column}{row}"
            assert found[here] == places | ({below[here]} if here in below else set())
    assert len(open_tables("death-binder", {"map": "nightmare"}).content.maps["nightmare"].corridors) == 19


@rule("DB-MAP-004")
@pytest.mark.parametrize(("side", "visited"), [("ruins", 6), ("nightmare", 8)])
def test_the_shortest_way_down(table: Table, side: str, visited: int) -> None:
    found = ways(table, side)
    reached, steps = {"A1"}, 1
    while "BOSS" not in reached:
        reached |= {other for place in reached for other in found[place]}
        steps += 1
    assert steps == visited


# -- moves


@rule("DB-MAP-005")
def test_the_start_positions(table: Table) -> None:
    t = table(at="new")
    assert (t.prompt, t.offered) == ("explore", ["A1", "B1", "C1"])
    assert {why_not(t, place) for place in PLACES[3:]} == {"DB-MAP-005"}
    assert table(tokens={"A1": None}).offered == ["B1", "C1"]


@rule("DB-MAP-009")
def test_both_players_stand_on_one_place(table: Table) -> None:
    t = table(position="A2", tokens={"B2": NAP}, players=2, leader=2)
    assert t.seat == 2
    t.choose("go", "B2")
    assert (PLACES[t.state.position], t.session.view(1)["position"], t.session.view(2)["position"]) == ("B2",) * 3
    assert not hasattr(t.p1, "position")
    t.choose("done").choose("done")
    assert (t.seat, set(t.offered)) == (1, {"C2", "B3"})


@rule("DB-MAP-010")
def test_the_chosen_token_becomes_active(table: Table) -> None:
    t = table(tokens={"B1": token("rest", name="nap")})
    before, caved = list(t.state.tokens), list(t.state.caved)
    t.choose("go", "B1")
    assert PLACES[t.state.position] == "B1"
    assert t.state.active == before[1] == t.content.index["token"]["nap"]
    assert t.state.tokens == [before[0], -1, *before[2:]]
    assert t.state.caved == caved
    t.choose("done")
    assert t.state.active == -1


@rule("DB-MAP-011")
@pytest.mark.parametrize("place", ["C2", "B3", "A2", "A4"])
def test_moves_follow_corridors(table: Table, place: str) -> None:
    t = table(position="A2", tokens={"A2": NAP})
    with pytest.raises(IllegalChoice) as caught:
        t.choose("go", place)
    assert caught.value.rule == "DB-MAP-011"
    assert set(t.offered) == {"A3", "B2"}


@rule("DB-MAP-012")
def test_moves_go_sideways_or_down(table: Table) -> None:
    t = table(position="B3", tokens={"B2": NAP})
    assert set(t.offered) == {"A3", "C3", "B4"}
    assert why_not(t, "B2") == "DB-MAP-012"


@rule("DB-MAP-013")
def test_no_move_onto_an_empty_place(table: Table) -> None:
    t = table(position="B3", tokens={"A3": None})
    assert set(t.offered) == {"C3", "B4"}
    assert why_not(t, "A3") == "DB-MAP-013"


@rule("DB-MAP-013")
def test_no_way_back_to_a_place_that_was_visited(table: Table) -> None:
    t = table(position="A2", tokens={"B2": NAP})
    t.choose("go", "B2").choose("done")
    assert set(t.offered) == {"C2", "B3"}
    t.state.tokens[PLACES.index("B3")] = -1
    assert {PLACES[place] for place in t.rules.ways_on(t.state)} == {"C2"}


@rule("DB-MAP-014")
@pytest.mark.parametrize("side", ["ruins", "nightmare"])
def test_nobody_leaves_the_map(table: Table, side: str) -> None:
    for place, found in ways(table, side).items():
        assert found <= set(PLACES), place
        assert not found & {"A1", "B1", "C1"}, place
    t = table(map=side, position="B2")
    with pytest.raises(IllegalChoice):
        t.choose("go", 16)
    with pytest.raises(IllegalChoice):
        t.choose("go", -1)
    assert [why_not(t, place) for place in ("A1", "C1")] == ["DB-MAP-011"] * 2


@rule("DB-MAP-015")
def test_the_party_moves_once_the_token_is_off(table: Table) -> None:
    t = table(at="rest", position="B2", active=token("rest", quest=quest("store_cards", 3)))
    for choice in ("done", "decline"):
        with pytest.raises(IllegalChoice):
            t.choose("go", "B3")
        t.choose(choice)
    assert (t.prompt, t.state.active) == ("explore", -1)
    t.choose("go", "B3")
    assert PLACES[t.state.position] == "B3"


# -- dead ends


@rule("DB-MAP-024")
@pytest.mark.parametrize("how", ["empty", "closed"])
def test_a_dead_end_is_dug_out_of(table: Table, how: str) -> None:
    gone = ["A4", "B3"]
    tokens = {"B4": None, **(dict.fromkeys(gone) if how == "empty" else {})}
    t = table(position="A3", tokens=tokens, caved=gone if how == "closed" else [], blight=2)
    assert t.offered == ["C4"]
    cost = (t.state.blight, len(t.p1.dd), t.p1.health, t.p1.xp)
    t.choose("go", "C4")
    assert PLACES[t.state.position] == "C4"
    assert (2, len(t.p1.dd), t.p1.health, t.p1.xp) == cost


@rule("DB-MAP-024")
def test_only_a_dead_end_is_dug_out_of(table: Table) -> None:
    assert table(position="A3", tokens={"A4": None}).offered == ["B3"]
    assert table(map="nightmare", position="A3", tokens={"B4": NAP}).offered == ["B3"]
    assert table(map="nightmare", position="B2", tokens={"A2": None}).offered == ["C2"]


@rule("DB-MAP-024")
def test_one_digs_to_the_nearest_row_that_has_a_token(table: Table) -> None:
    gone = dict.fromkeys(["A2", "C2", "A3", "B3", "C3"])
    t = table(map="nightmare", position="B2", tokens={**gone, "B4": None})
    assert set(t.offered) == {"A4", "C4"}
    t = table(map="nightmare", position="B5", tokens={"A5": None, "C5": None})
    assert t.offered == ["BOSS"]
    t = table(position="A2", tokens={"C1": NAP, "C2": NAP, ...: None})
    assert t.offered == ["BOSS"], "rows above and the own row do not count"


# -- closed places


@rule("DB-MAP-025")
def test_a_caved_in_place_is_closed(table: Table) -> None:
    t = table(event=event("cave_in", places=["A5"]), active=["event"], position="A4", tokens={"A5": NAP})
    assert t.prompt == "explore"
    assert t.state.tokens[PLACES.index("A5")] == -1
    assert set(t.offered) == {"B4"}
    with pytest.raises(IllegalChoice) as caught:
        t.choose("go", "A5")
    assert caught.value.rule == "DB-MAP-025"


@rule("DB-MAP-025")
def test_the_token_of_a_closed_place_is_shuffled_into_the_supply(table: Table) -> None:
    where = set()
    for seed in range(6):
        t = table(at="idle", event=event("cave_in", places=["A5"]), position="A1", seed=seed)
        before, hit = t.state.supply.cards(), t.state.tokens[PLACES.index("A5")]
        t.run("cave_in")
        after = t.state.supply.cards()
        assert sorted(after) == sorted([*before, hit])
        where.add(after.index(hit))
    assert len(where) > 1


@rule("DB-MAP-025")
def test_it_stays_closed_for_the_descent(table: Table) -> None:
    t = table(mode="descent", position="BOSS", caved=["A5", "B1"], hand=[BLOW, ...], row=[boss(health=1)])
    assert t.state.caved.count(True) == 2
    t.play(BLOW).end()
    assert (t.state.caved.count(True), t.offered) == (0, ["A1", "B1", "C1"])


# -- the Boss location


@rule("DB-MAP-026")
@pytest.mark.parametrize(("side", "place"), [("ruins", "B5"), ("ruins", "A5"), ("nightmare", "C5")])
def test_the_boss_location_needs_no_token(table: Table, side: str, place: str) -> None:
    t = table(shorter=True, map=side, position=place, blight=5, bosses=[boss("gatekeeper")])
    assert t.state.tokens[-1] == -1
    assert "BOSS" in t.offered
    t.choose("go", "BOSS")
    assert (t.foes, t.prompt, t.state.round, t.state.blight) == (["gatekeeper"], "attack", 1, 5)
    assert not {"DB-ROUND-004", "DB-SIDE-001", "DB-TOKEN-004", "DB-TRACK-002"} & set(t.rules_told)


@rule("DB-MAP-026")
def test_the_boss_location_has_to_be_adjacent(table: Table) -> None:
    for side, place in (("ruins", "B4"), ("nightmare", "B5")):
        assert "BOSS" not in table(shorter=True, map=side, position=place).offered


@rule("DB-MAP-027")
def test_no_cave_in_of_the_game_names_the_boss_location() -> None:
    cards = [card for card in open_tables("death-binder").content.events if card.places]
    assert len(cards) == 4
    assert all(PLACES[place] != "BOSS" for card in cards for place in card.places)
