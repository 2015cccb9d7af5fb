"""Event Enemies and their corruption by Blight (CORRUPT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, event_enemy, foe, obstacle, quest
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW = action("blow", damage=99)
CREEP = enemy("creep", health=99, damage=0, abilities="blight 1")
WOLF = event_enemy("wolf", health=5, damage=2, corrupted={"health": 8, "damage": 3})
CUB = event_enemy("cub", health=4, damage=1, corrupted={"health": 7})
PACK = event("ambush", "pack", solo=[WOLF, CUB], coop=[WOLF, CUB])
PATROL = {"active": ["event", "event"], "icon": 1, "events": ["guard-patrol"]}
"""The next icon draws an Ambush of the Drowned Sergeant."""


def corrupted(t: DbTable) -> list[bool]:
    """For each foe of the row whether it shows its corrupted side."""
    return [t.content.foes[f.card].corrupted for f in t.row]


@rule("DB-CORRUPT-001")
def test_event_enemies_come_through_events_only(table: Table) -> None:
    t = table(at="new")
    pile = t.cards(t.state.event_enemies, "foe")
    assert len(pile) == 8
    assert len(set(pile)) == 8
    others = {*t.cards(t.state.enemies, "foe"), *t.cards(t.state.bosses, "foe")}
    assert not others & {*pile, *(name + "@corrupted" for name in pile)}
    for name in pile:
        normal, other = (t.content.foes[t.content.index["foe"][name + side]] for side in ("", "@corrupted"))
        assert (normal.corrupted, other.corrupted, normal.name == other.name) == (False, True, True)
        assert all(side.health > 0 and side.damage > 0 and side.xp > 0 for side in (normal, other))


@rule("DB-CORRUPT-002")
@pytest.mark.parametrize("blight", [0, 11])
@pytest.mark.parametrize("ambush", ["guard-patrol", "robbers-of-the-dry-vault", "the-sluice-opens"])
def test_no_retreat_from_event_enemies(table: Table, ambush: str, blight: int) -> None:
    dud = action(damage=0)
    t = table(event=ambush, blight=blight, hand=[dud, *HAND[1:]])
    assert not t.can("retreat")
    refused = t.refused("retreat")
    assert refused is not None
    assert refused.rule == "DB-ENEMY-009"
    assert not t.play(dud).can("retreat")


@rule("DB-CORRUPT-002")
def test_one_event_enemy_among_others_is_enough(table: Table) -> None:
    assert not table(row=[enemy(retreat=1), event_enemy()]).can("retreat")
    assert table(row=[enemy(retreat=1), enemy(retreat=0)]).can("retreat")


@rule("DB-CORRUPT-003", "DB-CORRUPT-007")
@pytest.mark.parametrize(
    ("blight", "players", "turned"), [(10, 1, False), (11, 1, True), (15, 2, False), (16, 2, True)]
)
def test_beyond_the_red_mark_they_come_corrupted(table: Table, blight: int, players: int, turned: bool) -> None:
    t = table(event=PACK, event_enemies=[WOLF, CUB], blight=blight, players=players)
    assert corrupted(t) == [turned] * 2
    assert len(t.told("DB-CORRUPT-004")) == 2 * turned


@rule("DB-CORRUPT-003")
def test_corruption_comes_before_the_first_round(table: Table) -> None:
    t = table(event="guard-patrol", blight=11, hand=4)
    assert t.in_order("DB-ENEMY-020", "DB-CORRUPT-004", "DB-COMBAT-003")
    sergeant = t.content.index["foe"]["drowned-sergeant@corrupted"]
    assert (t.foes, t.row[0].health) == (["drowned-sergeant@corrupted"], t.content.foe_health[sergeant])


@rule("DB-CORRUPT-004")
def test_blight_in_combat_corrupts_before_the_next_effect(table: Table) -> None:
    row = [event_enemy(damage=0, abilities="blight 1"), event_enemy(damage=1, corrupted={"damage": 4})]
    t = table(at="enemies-turn", row=row, blight=10, health=6, defense=0)
    assert (t.state.blight, corrupted(t), t.p1.health) == (11, [True, True], 2)


@rule("DB-CORRUPT-004")
def test_a_sidequest_that_lowers_blight_comes_too_late(table: Table) -> None:
    """Both follow from the same rise of Blight: the mark is passed, whatever the reward does to it."""
    row = [event_enemy(damage=0, abilities="blight 1")]
    t = table(at="enemies-turn", row=row, blight=10, quest=quest("blight_at_least", 11, reward="blight -4"))
    assert (t.state.blight, corrupted(t)) == (7, [True])
    assert t.in_order("DB-CORRUPT-004", "DB-SIDE-006")


@rule("DB-CORRUPT-004")
def test_blight_outside_combat_corrupts_nobody(table: Table) -> None:
    t = table(at="idle", blight=10)
    t.rules.gain_blight(t.state, 3)
    assert t.told("DB-CORRUPT-004") == []
    t = table(row=[event_enemy()], hand=[BLOW, A], blight=10, **PATROL)
    t.play(BLOW).end()
    assert (t.foes, corrupted(t)) == (["drowned-sergeant"], [False])


@rule("DB-CORRUPT-005")
@pytest.mark.parametrize("at", [0, 1, 2])
def test_all_of_them_turn_together(table: Table, at: int) -> None:
    row = [event_enemy(f"thing-{n}", damage=0, abilities="blight 1" if n == at else ()) for n in range(3)]
    t = table(at="enemies-turn", row=row, blight=10)
    assert corrupted(t) == [True] * 3
    assert t.foes == [f"thing-{n}@corrupted" for n in range(3)]


@rule("DB-CORRUPT-006")
def test_falling_blight_undoes_nothing(table: Table) -> None:
    calm = action(damage=0, abilities="blight -3")
    t = table(event=PACK, event_enemies=[WOLF, CUB], blight=11, hand=[calm, *HAND[:5]], max_health=30)
    t.play(calm)
    assert (t.state.blight, corrupted(t)) == (8, [True, True])
    t.end()
    assert (t.state.round, corrupted(t)) == (2, [True, True])


@rule("DB-CORRUPT-007")
def test_corruption_is_no_choice(table: Table) -> None:
    for blight, turned in ((10, False), (11, True)):
        t = table(at="combat-start", row=[event_enemy()], blight=blight, hand=HAND)
        assert (t.prompt, corrupted(t)) == ("attack", [turned])
        assert {option[0] for option in t.options} == {"play"}


@rule("DB-CORRUPT-007")
def test_reaching_the_mark_in_combat_is_not_enough(table: Table) -> None:
    row = [event_enemy(health=99, damage=0, abilities="blight 1")]
    t = table(at="enemies-turn", row=row, hand=HAND, blight=9)
    assert (t.state.blight, corrupted(t)) == (10, [False])
    t.play(A).end()
    assert (t.state.blight, corrupted(t)) == (11, [True])


@rule("DB-CORRUPT-008")
def test_wounds_and_tokens_stay(table: Table) -> None:
    marks: dict[str, Any] = {"wounds": 3, "stunned": True, "melee_tokens": 1, "spell_tokens": 2}
    thing = event_enemy(health=5, corrupted={"health": 8}, **marks)
    t = table(at="enemies-turn", row=[CREEP, thing], blight=10)
    assert [entry.rule for entry in t.log if entry.rule in ("DB-CORRUPT-004", "DB-ABIL-001")] == [
        "DB-CORRUPT-004",
        "DB-ABIL-001",
    ]
    turned = t.row[1]
    assert (turned.wounds, turned.health, turned.vuln_melee, turned.vuln_spell) == (3, 8, 1, 2)


@rule("DB-CORRUPT-008")
@pytest.mark.parametrize(("damage", "falls"), [(4, False), (5, True)])
def test_the_corrupted_health_counts_with_the_old_wounds(table: Table, damage: int, falls: bool) -> None:
    hit = action(damage=damage)
    t = table(row=[event_enemy(wounds=3, health=5, corrupted={"health": 8})], blight=10, hand=[hit, A])
    t.rules.gain_blight(t.state, 1)
    assert corrupted(t) == [True]
    t.play(hit)
    assert (t.row == []) == falls


@rule("DB-CORRUPT-008", "DB-CORRUPT-004")
def test_enough_wounds_for_the_corrupted_side_defeat_it(table: Table) -> None:
    thing = event_enemy("husk", wounds=3, health=5, xp=1, damage=9, corrupted={"health": 3, "xp": 4})
    t = table(at="enemies-turn", row=[CREEP, thing], blight=10, xp=0)
    assert (t.foes, t.p1.xp, t.p1.health) == (["creep"], 4, 6)


@rule("DB-CORRUPT-008")
def test_the_corrupted_side_applies_from_then_on(table: Table) -> None:
    other = {"damage": 2, "melee_vulnerability": 3, "xp": 5, "abilities": "stun_player", "type": "spell"}
    row = [CREEP, event_enemy("husk", health=9, damage=1, xp=1, corrupted=other)]
    t = table(at="enemies-turn", row=row, blight=10, hand=[A, B, BLOW], dd=9, defense=0, vuln_spell=2, max_attacks=3)
    assert (t.p1.health, t.p1.stunned) == (2, True)
    assert t.play(A, 1).row[1].wounds == 3
    assert t.play(BLOW, 1).p1.xp == 5


@rule("DB-CORRUPT-009")
@pytest.mark.parametrize("blight", [0, 11])
def test_a_defeated_event_enemy_returns_to_its_pile(table: Table, blight: int) -> None:
    t = table(event="guard-patrol", hand=[BLOW, A], dd=9, blight=blight)
    assert len(t.state.event_enemies) == 7
    t.play(BLOW)
    assert len(t.state.event_enemies) == 8
    assert len(t.state.enemy_discard) == 0


@rule("DB-CORRUPT-009")
def test_a_defeated_event_enemy_can_appear_again(table: Table) -> None:
    t = table(row=["drowned-sergeant"], hand=[BLOW, A], **PATROL)
    assert t.play(BLOW).end().foes == ["drowned-sergeant"]


@rule("DB-CORRUPT-010")
def test_in_the_pile_it_is_on_no_side(table: Table) -> None:
    calm = action(damage=99, abilities="blight -8")
    t = table(row=[foe("drowned-sergeant@corrupted")], hand=[calm, A], blight=11, **PATROL).play(calm)
    assert "drowned-sergeant" in t.cards(t.state.event_enemies, "foe")
    t.end()
    normal = t.content.index["foe"]["drowned-sergeant"]
    assert (t.state.blight, t.foes, t.row[0].health) == (3, ["drowned-sergeant"], t.content.foe_health[normal])
    t = table(row=["drowned-sergeant"], hand=[BLOW, A], blight=11, **PATROL)
    assert t.play(BLOW).end().foes == ["drowned-sergeant@corrupted"]


@rule("DB-CORRUPT-011")
def test_nothing_else_is_corrupted(table: Table) -> None:
    plain = [enemy(f"plain-{n}", health=5 + n, damage=0) for n in range(3)]
    t = table(at="encounter", blight=15, enemies=[*plain, ...])
    assert [(name, f.health) for name, f in zip(t.foes, t.row, strict=True)] == [
        ("plain-0", 5), ("plain-1", 6), ("plain-2", 7)
    ]  # fmt: skip
    pair = table(at="boss", blight=15, bosses=[boss("first", health=16, partner="other"), boss("other", health=14)])
    assert [(name, f.health) for name, f in zip(pair.foes, pair.row, strict=True)] == [("first", 16), ("other", 14)]
    wall = obstacle("wall", health=4)
    t = table(event=wall, blight=15, enemies=[enemy(level=1)])
    assert (t.foes, t.row[0].health) == (["wall-itself"], 4)


@rule("DB-CORRUPT-011")
def test_only_event_enemies_turn_in_a_mixed_row(table: Table) -> None:
    row = [CREEP, enemy("plain", health=5, damage=0), event_enemy("husk", damage=0), boss("lord", damage=0)]
    t = table(at="enemies-turn", row=row, blight=10)
    assert t.foes == ["creep", "plain", "husk@corrupted", "lord"]
