"""Damage in Combat: what a card does step by step, and what the Enemies' attacks do (COMBAT)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, enemy
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
JAB = action("jab", damage=1)
WALL = enemy("wall", health=90, damage=0, retreat=1)


@rule("DB-COMBAT-010")
@pytest.mark.parametrize(("tier", "damage"), [(1, 1), (2, 3), (3, 4)])
def test_base_damage(table: Table, tier: int, damage: int) -> None:
    hit = action(damage=(1, 3, 4))
    t = table(hand=[hit], row=[WALL], melee_tier=tier).play(hit)
    assert t.row[0].wounds == damage


@rule("DB-COMBAT-011")
@pytest.mark.parametrize(("kind", "damage"), [("melee", 6), ("spell", 2)])
def test_vulnerability_multiplies(table: Table, kind: str, damage: int) -> None:
    hit = action(type=kind, damage=2)
    t = table(hand=[hit], row=[enemy(health=99, melee_vulnerability=3)]).play(hit)
    assert t.row[0].wounds == damage


@rule("DB-COMBAT-011")
def test_every_card_is_multiplied_by_itself(table: Table) -> None:
    t = table(hand=["cinder-lash", "harpoon-thrust"], row=[enemy(health=99, spell_vulnerability=2)], spell_tier=2)
    t.choose("play", "cinder-lash", 0)
    assert t.row[0].wounds == 4


@rule("DB-COMBAT-012")
def test_an_automatic_ability_comes_before_the_damage(table: Table) -> None:
    hit = action(damage=9, abilities="defense 1")
    t = table(hand=[hit], row=[enemy(health=9)]).play(hit)
    assert t.in_order("DB-BOARD-016", "DB-COMBAT-014", "DB-ENEMY-005")
    assert t.row == []
    assert t.p1.defense == 2


@rule("DB-COMBAT-012")
def test_an_automatic_stun_is_there_before_the_damage(table: Table) -> None:
    hit = action(damage=1, abilities="stun")
    t = table(hand=[hit], row=[WALL]).play(hit)
    assert t.in_order("DB-ABIL-001", "DB-COMBAT-014")


@rule("DB-COMBAT-013")
def test_a_card_does_not_profit_from_its_own_vulnerability(table: Table) -> None:
    hits = [action(damage=1, abilities="vuln_melee 1") for _ in range(2)]
    t = table(hand=hits, row=[WALL]).play(hits[0])
    assert t.row[0].wounds == 1
    t.play(hits[1])
    assert t.row[0].wounds == 1 + 2


@rule("DB-COMBAT-014")
def test_one_wound_for_each_point(table: Table) -> None:
    hit = action(damage=4)
    t = table(hand=[hit], row=[enemy(health=9, wounds=1)]).play(hit)
    assert t.row[0].wounds == 5


@rule("DB-COMBAT-015")
def test_a_marked_ability_comes_after_the_damage(table: Table) -> None:
    hit = action(damage=1, abilities="faith stun")
    t = table(hand=[hit], row=[WALL], faith=[True]).play(hit)
    assert t.in_order("DB-COMBAT-014", "DB-FAITH-005", "DB-ABIL-001")
    assert t.rules_told.index("DB-FAITH-005") > t.rules_told.index("DB-COMBAT-014")


@rule("DB-COMBAT-016")
def test_a_marked_stun_on_a_dead_target_is_void(table: Table) -> None:
    hit = action(damage=9, abilities=["faith stun"])
    t = table(hand=[hit, JAB], row=[enemy(health=9), enemy("other", health=9)], faith=[True])
    dead = t.row[0]
    t.play(hit, 0)
    assert t.state.dice.scripted == 0
    assert (t.foes, t.row[0].stunned, dead.stunned) == (["other"], False, False)
    assert not t.told("DB-ABIL-001")


@rule("DB-COMBAT-016")
def test_marked_effects_on_the_player_and_on_others_apply(table: Table) -> None:
    hit = action(damage=9, abilities=["faith heal 1", "faith splash 2"])
    row = [enemy("e1", health=9), enemy(health=9), enemy("e3", health=9)]
    t = table(hand=[hit, JAB], row=row, health=3, faith=[True])
    t.play(hit, 1)
    assert t.p1.health == 4
    assert [(name, f.wounds) for name, f in zip(t.foes, t.row, strict=True)] == [("e1", 2), ("e3", 2)]


@rule("DB-COMBAT-016")
def test_the_toss_is_made_after_the_last_enemy_fell_too(table: Table) -> None:
    hit = action(damage=9, abilities="faith heal 1")
    t = table(hand=[hit, JAB], row=[enemy(health=9)], health=3, faith=[True]).play(hit)
    assert (t.p1.health, t.state.dice.scripted) == (4, 0)


@rule("DB-COMBAT-022")
def test_enemies_attack_from_left_to_right(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy("e1"), enemy("e2"), enemy("e3")])
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["e1", "e2", "e3"]
    assert (t.p1.defense, t.p1.health) == (0, 4)


@rule("DB-COMBAT-023")
@pytest.mark.parametrize(("kind", "health"), [("melee", 2), ("spell", 0)])
def test_the_players_vulnerability_multiplies(table: Table, kind: str, health: int) -> None:
    foe = enemy(type=kind, damage=2)
    t = table(at="enemies-turn", row=[foe], vuln_melee=2, vuln_spell=3, defense=0)
    assert t.p1.health == health


@rule("DB-COMBAT-023")
def test_additions_by_abilities_are_multiplied_too(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="first_strike 1")], vuln_melee=2, defense=0)
    assert t.p1.health == 6 - (1 + 1) * 2


@rule("DB-COMBAT-024")
@pytest.mark.parametrize(("defense", "left", "health"), [(1, 0, 4), (3, 0, 6), (5, 2, 6), (0, 0, 3)])
def test_defense_absorbs_first(table: Table, defense: int, left: int, health: int) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=3)], defense=defense)
    assert (t.p1.defense, t.p1.health) == (left, health)


@rule("DB-COMBAT-025")
def test_undefended_in_the_middle_of_an_attack(table: Table) -> None:
    row = [enemy(damage=1, abilities="punish_undefended 1"), enemy(damage=1, abilities="punish_undefended 1")]
    t = table(at="enemies-turn", row=row, defense=1)
    assert [entry.args[2] for entry in t.told("DB-COMBAT-022")] == [1, 2]
    assert (t.p1.defense, t.p1.health) == (0, 4)


@rule("DB-COMBAT-025")
def test_the_state_at_the_start_of_an_attack_counts(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=3, abilities="punish_undefended 2")], defense=1)
    assert t.p1.health == 6 - 2


@rule("DB-COMBAT-032")
def test_a_toss_that_changes_the_attack_comes_before_the_damage(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="faith frenzy 2")], faith=[True], defense=0)
    assert t.p1.health == 3
    order = [name for name in t.rules_told if name in ("DB-FAITH-005", "DB-GLOSS-006")]
    assert order == ["DB-FAITH-005", "DB-GLOSS-006"]


@rule("DB-COMBAT-032")
def test_other_tosses_come_after_the_damage(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="faith blind 1")], faith=[True], defense=0, hand=3)
    assert t.content.is_blinded[t.p1.hand[3]]
    order = [name for name in t.rules_told if name in ("DB-FAITH-005", "DB-GLOSS-006", "DB-BLIND-002")]
    assert order == ["DB-GLOSS-006", "DB-FAITH-005", "DB-BLIND-002"]


@rule("DB-COMBAT-033")
@pytest.mark.parametrize(
    ("damage", "vulnerability"), [(3, 0), (0, 1)], ids=["the target is immune", "the card has no damage"]
)
def test_a_card_may_be_played_for_nothing(table: Table, damage: int, vulnerability: int) -> None:
    hit = action(damage=damage)
    t = table(hand=[hit, JAB], row=[enemy(health=5, melee_vulnerability=vulnerability)])
    assert t.can("play", hit, 0)
    t.play(hit)
    assert (t.row[0].wounds, t.p1.played, t.cards(t.p1.used)) == (0, 1, [hit.id])
    assert t.can("end")
