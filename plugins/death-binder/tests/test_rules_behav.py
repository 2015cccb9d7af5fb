"""Behaviour cards: whom Enemies attack in co-op (BEHAV)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import Made, action, behaviour, boss, enemy, event, event_enemy, obstacle
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW, STROKE = action("blow", damage=99), action("stroke", damage=99)
NOBODY: dict[str, Any] = {"health": 4, "defense": 1, "dd": 12, "xp": 3}
"""What both players have, where nothing else is said."""


def dummy(*icons: str, **marks: Any) -> Made:
    """An Enemy that does nothing, with a Behaviour card of these icons."""
    return enemy(health=99, damage=0, behaviour=behaviour(*icons), **marks)


def target(table: Table, *icons: str, one: dict[str, Any], two: dict[str, Any], leader: int = 1) -> int:
    """Whom an Enemy with these icons attacks in the next round, both players being alike but for what is given."""
    t = table(
        at="enemies-turn",
        row=[dummy(*icons, target=leader)],
        leader=leader,
        p1=NOBODY | {"hand": HAND} | one,
        p2=NOBODY | {"hand": 6} | two,
    )
    assert t.state.round == 1
    return t.row[0].target


# -- the cards


@rule("DB-BEHAV-001")
def test_no_behaviour_cards_in_solo(table: Table) -> None:
    t = table(at="encounter", blight=9, hand=HAND)
    assert [(f.behaviour, f.target) for f in t.row] == [(-1, 1)] * 3
    assert len(t.state.behaviours) == 0
    assert t.told("DB-BEHAV-002") == []
    t.play(A).end()
    attacks = t.told("DB-COMBAT-022")
    assert len(attacks) == 3
    assert t.told("DB-BEHAV-010") == []


@rule("DB-BEHAV-001")
def test_eight_behaviour_cards_in_co_op(table: Table) -> None:
    t = table(at="new", players=2)
    assert sorted(t.cards(t.state.behaviours, "behaviour")) == [f"behaviour-{n}" for n in range(1, 9)]


@rule("DB-BEHAV-002")
@pytest.mark.parametrize(("blight", "count"), [(0, 2), (4, 3), (12, 4)])
def test_one_card_for_each_enemy(table: Table, blight: int, count: int) -> None:
    t = table(at="encounter", players=2, blight=blight)
    dealt = [f.behaviour for f in t.row]
    assert (len(dealt), len(set(dealt)), len(t.state.behaviours)) == (count, count, 8 - count)
    assert not set(dealt) & set(t.state.behaviours.cards())


@rule("DB-BEHAV-002")
def test_the_card_lies_open_above_its_enemy(table: Table) -> None:
    t = table(at="combat-start", row=[enemy("e1"), enemy("e2")], behaviours=["behaviour-5", "behaviour-8"], players=2)
    assert [f["behaviour"] for f in t.rules.view(t.state, 1)["row"]] == ["behaviour-5", "behaviour-8"]
    combat = next(panel for panel in t.rules.panels(t.state, 1) if panel.title == "Combat")
    assert "(smallest draw deck, lowest health, other)" in repr(combat.rows[0])
    assert "(leader)" in repr(combat.rows[1])


@rule("DB-BEHAV-002")
def test_the_card_stays_with_its_enemy(table: Table) -> None:
    row = [enemy(f"e{n}", health=99, damage=0) for n in range(3)]
    t = table(at="combat-start", row=row, hand=[BLOW, *HAND[1:]], p2={"hand": HAND}, max_attacks=3)
    dealt = {name: f.behaviour for name, f in zip(t.foes, t.row, strict=True)}
    t.play(BLOW, 1).end().play(F, 0).end()
    assert t.state.round == 2
    assert {name: f.behaviour for name, f in zip(t.foes, t.row, strict=True)} == {k: dealt[k] for k in ("e0", "e2")}


# -- icons


@rule("DB-BEHAV-003")
@pytest.mark.parametrize("defense", [{"defense": 0}, {"defense": 5}])
def test_the_first_icon_that_singles_out_decides(table: Table, defense: dict[str, int]) -> None:
    icons = ("lowest_health", "highest_defense")
    assert target(table, *icons, one={"health": 3}, two={"health": 5} | defense) == 1
    assert target(table, *icons, one={"health": 5} | defense, two={"health": 3}) == 2


@rule("DB-BEHAV-003")
def test_icons_are_read_from_the_left(table: Table) -> None:
    one, two = {"health": 3, "defense": 0}, {"health": 5, "defense": 2}
    assert target(table, "lowest_health", "highest_defense", one=one, two=two) == 1
    assert target(table, "highest_defense", "lowest_health", one=one, two=two) == 2


@rule("DB-BEHAV-004")
def test_a_tie_moves_on(table: Table) -> None:
    icons = ("lowest_health", "highest_defense")
    assert target(table, *icons, one={"defense": 2}, two={"defense": 1}, leader=2) == 1
    assert target(table, *icons, one={"defense": 1}, two={"defense": 2}, leader=1) == 2
    three = ("lowest_health", "highest_defense", "most_xp")
    assert target(table, *three, one={}, two={"xp": 4}, leader=1) == 2


@rule("DB-BEHAV-005", "DB-BEHAV-006", "DB-BEHAV-008")
@pytest.mark.parametrize(
    ("icon", "field", "picked", "other"),
    [
        ("lowest_health", "health", 2, 6),
        ("highest_health", "health", 6, 2),
        ("lowest_defense", "defense", 0, 1),
        ("highest_defense", "defense", 1, 0),
        ("smallest_draw_deck", "dd", 12, 20),
        ("largest_draw_deck", "dd", 20, 12),
        ("most_xp", "xp", 7, 5),
    ],
)
def test_what_an_icon_picks(table: Table, icon: str, field: str, picked: int, other: int) -> None:
    for leader in (1, 2):
        assert target(table, icon, one={field: picked}, two={field: other}, leader=leader) == 1
        assert target(table, icon, one={field: other}, two={field: picked}, leader=leader) == 2


@rule("DB-BEHAV-008")
@pytest.mark.parametrize("leader", [1, 2])
def test_leader_and_other_never_tie(table: Table, leader: int) -> None:
    follow = {"xp": 20}
    sides = {"one": {} if leader == 1 else follow, "two": follow if leader == 1 else {}}
    assert target(table, "leader", "most_xp", **sides, leader=leader) == leader
    assert target(table, "other", "leader", one={}, two={}, leader=leader) == 3 - leader


@rule("DB-BEHAV-008")
def test_only_the_draw_deck_counts(table: Table) -> None:
    """Not the hand, and not what is Stored."""
    fat = {"dd": 12, "sac": 9, "hand": 6}
    assert target(table, "smallest_draw_deck", one={"dd": 13}, two=fat) == 2
    assert target(table, "largest_draw_deck", one={"dd": 13}, two=fat) == 1


@rule("DB-BEHAV-007")
@pytest.mark.parametrize("leader", [1, 2])
def test_with_all_icons_tied_it_is_the_leader(table: Table, leader: int) -> None:
    every = ("lowest_health", "highest_health", "lowest_defense", "smallest_draw_deck", "most_xp")
    assert target(table, *every, one={}, two={}, leader=leader) == leader


@rule("DB-BEHAV-009")
def test_the_eight_cards_in_play(table: Table) -> None:
    """Each card of the deck decides as its list of icons says, for players who differ in one thing only."""
    firsts: dict[int, tuple[dict[str, int], dict[str, int]]] = {
        1: ({"health": 2}, {}), 2: ({"health": 6}, {}), 3: ({"defense": 0}, {}), 4: ({"defense": 3}, {}),
        5: ({"dd": 9}, {}), 6: ({"dd": 15}, {}), 7: ({"xp": 4}, {}), 8: ({}, {}),
    }  # fmt: skip
    for number, (mine, yours) in firsts.items():
        row = [enemy(health=99, damage=0, behaviour=f"behaviour-{number}", target=2)]
        t = table(at="enemies-turn", row=row, leader=1, p1=NOBODY | {"hand": 6} | mine, p2=NOBODY | {"hand": 6} | yours)
        assert t.row[0].target == 1, number
    lasts = {1: 1, 2: 1, 3: 2, 4: 1, 5: 2, 6: 1, 7: 2, 8: 1}
    for number, seat in lasts.items():
        row = [enemy(health=99, damage=0, behaviour=f"behaviour-{number}")]
        t = table(at="enemies-turn", row=row, leader=1, p1=NOBODY | {"hand": 6}, p2=NOBODY | {"hand": 6})
        assert t.row[0].target == seat, number


# -- targets


@rule("DB-BEHAV-010")
@pytest.mark.parametrize("seat", [1, 2])
def test_the_marked_player_is_attacked(table: Table, seat: int) -> None:
    row = [enemy(damage=2, target=seat, abilities="expose_melee 1")]
    t = table(at="enemies-turn", row=row, p1={"health": 4, "defense": 1}, p2={"health": 4, "defense": 1})
    hit, safe = t.state.players[seat - 1], t.state.players[2 - seat]
    assert (hit.health, hit.defense, hit.vuln_melee) == (3, 0, 2)
    assert (safe.health, safe.defense, safe.vuln_melee) == (4, 1, 1)


@rule("DB-BEHAV-010")
def test_the_mark_can_be_seen(table: Table) -> None:
    t = table(row=[dummy("leader"), dummy("other")], players=2)
    assert [f["target"] for f in t.rules.view(t.state, 1)["row"]] == [1, 2]


@rule("DB-BEHAV-011")
def test_targets_are_checked_anew_at_the_end_of_the_round(table: Table) -> None:
    row = [enemy(damage=3, behaviour=behaviour("lowest_health"), target=1), dummy("lowest_health", target=1)]
    t = table(at="enemies-turn", row=row, p1={"health": 4, "defense": 0}, p2={"health": 3})
    assert (t.p1.health, [f.target for f in t.row]) == (1, [1, 1])
    t = table(at="enemies-turn", row=row, p1={"health": 8, "defense": 0}, p2={"health": 3})
    assert (t.p1.health, [f.target for f in t.row]) == (5, [2, 2])


@rule("DB-BEHAV-011")
def test_the_new_check_comes_before_the_refill(table: Table) -> None:
    row = [dummy("smallest_draw_deck", target=1)]
    t = table(at="enemies-turn", row=row, p1={"dd": 9, "hand": 0}, p2={"dd": 8, "hand": 6})
    assert (len(t.p1.dd), len(t.p2.dd), t.row[0].target) == (3, 8, 2)
    assert t.rules_told.index("DB-BEHAV-010") < t.rules_told.index("DB-COMBAT-003")


@rule("DB-BEHAV-012")
def test_the_target_is_fixed_during_a_round(table: Table) -> None:
    ward = action(damage=0, abilities="defense 5")
    row = [enemy(health=99, damage=1, behaviour=behaviour("highest_defense"), target=2)]
    t = table(row=row, p1={"hand": [ward, *HAND[1:]], "defense": 0}, p2={"defense": 1, "hand": HAND})
    assert t.row[0].target == 2
    t.play(ward).end()
    assert (t.p1.defense, t.row[0].target) == (5, 2)
    t.play(F).end()
    assert [entry.args[1] for entry in t.told("DB-COMBAT-022")] == ["Player 2"]
    assert t.row[0].target == 1


@rule("DB-BEHAV-013")
def test_the_first_check_follows_the_setting_of_defense(table: Table) -> None:
    p1, p2 = {"starting_defense": 2, "defense": 0}, {"starting_defense": 1, "defense": 9}
    t = table(at="combat-start", row=[enemy()], behaviours=[behaviour("highest_defense")], p1=p1, p2=p2, leader=2)
    assert t.row[0].target == 1
    assert t.in_order("DB-COMBAT-001", "DB-COMBAT-001", "DB-BEHAV-010")


@rule("DB-BEHAV-013")
def test_the_first_check_comes_before_the_first_refill(table: Table) -> None:
    p1, p2 = {"dd": 13, "hand": 0}, {"dd": 12, "hand": 6}
    t = table(at="combat-start", row=[enemy()], behaviours=[behaviour("largest_draw_deck")], p1=p1, p2=p2, leader=2)
    assert (len(t.p1.dd), t.row[0].target) == (7, 1)


@rule("DB-BEHAV-014")
def test_enemies_switch_from_a_downed_player_at_once(table: Table) -> None:
    row = [enemy(damage=1, target=1), enemy(damage=2, target=1)]
    t = table(at="enemies-turn", row=row, p1={"health": 1, "defense": 0}, p2={"health": 5, "defense": 0})
    assert (t.p1.downed, t.p2.health) == (True, 3)
    assert [f.target for f in t.row] == [2, 2]


@rule("DB-BEHAV-014")
@pytest.mark.parametrize("icon", ["lowest_health", "leader", "highest_defense"])
def test_a_downed_player_is_never_targeted(table: Table, icon: str) -> None:
    row = [enemy(damage=1, health=99, behaviour=behaviour(icon))]
    down = {"health": 0, "downed": True, "defense": 9}
    t = table(at="enemies-turn", row=row, leader=1, p1=down, p2={"health": 5, "defense": 0})
    assert (t.p1.health, t.p1.defense, t.p2.health, t.row[0].target) == (0, 9, 4, 2)


# -- the deck


@rule("DB-BEHAV-015")
@pytest.mark.parametrize("by", ["victory", "retreat"])
def test_the_cards_return_before_the_next_encounter(table: Table, by: str) -> None:
    more = {"active": ["encounter", "encounter"], "icon": 1, "blight": 12}
    row = [enemy(health=9, retreat=0), enemy(health=9, retreat=0)]
    t = table(at="combat-start", row=row, players=2, hand=[BLOW, STROKE, *HAND[2:]], **more)
    assert len(t.state.behaviours) == 6
    if by == "victory":
        t.play(BLOW, 0).play(STROKE, 0).end()
    else:
        t.choose("retreat")
    assert (len(t.row), len(t.state.behaviours)) == (4, 4)
    dealt = [*(f.behaviour for f in t.row), *t.state.behaviours.cards()]
    assert sorted(dealt) == list(range(8))


@rule("DB-BEHAV-015")
def test_a_defeated_enemys_card_returns_and_a_raised_one_keeps_its_own(table: Table) -> None:
    row = [enemy(health=9, abilities="raise"), enemy(health=9)]
    t = table(at="combat-start", row=row, players=2, hand=[BLOW, STROKE, *HAND[2:]])
    first, second = (f.behaviour for f in t.row)
    t.play(BLOW, 0)
    assert (t.row[0].raised, t.row[0].behaviour, len(t.state.behaviours)) == (True, first, 6)
    t.play(STROKE, 1)
    assert len(t.state.behaviours) == 7
    assert second in t.state.behaviours.cards()


@rule("DB-BEHAV-015")
def test_the_deck_is_shuffled_for_each_encounter(table: Table) -> None:
    deals = set()
    for seed in range(8):
        t = table(at="encounter", players=2, seed=seed, blight=12)
        deals.add(tuple(f.behaviour for f in t.row))
    assert len(deals) > 4
    t = table(at="idle", players=2)
    before = t.state.behaviours.cards()
    t.run("encounter")
    assert [f.behaviour for f in t.row] != before[: len(t.row)]


@rule("DB-BEHAV-015")
@pytest.mark.parametrize("leader", [1, 2])
def test_a_surplus_goes_for_the_leader(table: Table, leader: int) -> None:
    row = [enemy(f"e{n}", damage=0, health=99) for n in range(10)]
    rich = {"health": 1, "defense": 3, "dd": 9, "xp": 9}
    both = {f"p{seat}": {"health": 4} if seat == leader else rich for seat in (1, 2)}
    t = table(at="combat-start", row=row, leader=leader, **both)
    assert len({f.behaviour for f in t.row[:8]}) == 8
    assert [f.target for f in t.row[8:]] == [leader, leader]


@rule("DB-BEHAV-016")
def test_bosses_get_behaviour_cards(table: Table) -> None:
    t = table(at="boss", players=2)
    assert (len(t.row), len({f.behaviour for f in t.row} - {-1}), len(t.state.behaviours)) == (2, 2, 6)
    row = [boss(damage=1, health=99, target=2)]
    t = table(at="enemies-turn", row=row, p1={"health": 4, "defense": 0}, p2={"health": 4, "defense": 0})
    assert (t.p1.health, t.p2.health) == (4, 3)


@rule("DB-BEHAV-016")
def test_event_enemies_get_behaviour_cards(table: Table) -> None:
    pack = [event_enemy(f"wolf-{n}") for n in range(3)]
    t = table(event=event("ambush", coop=pack), event_enemies=pack, players=2)
    assert (len({f.behaviour for f in t.row} - {-1}), len(t.state.behaviours)) == (3, 5)


@rule("DB-BEHAV-016")
def test_obstacles_get_none(table: Table) -> None:
    t = table(event=obstacle(health=9), players=2)
    assert ([f.behaviour for f in t.row], len(t.state.behaviours)) == ([-1], 8)
