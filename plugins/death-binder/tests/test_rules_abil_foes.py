"""Abilities of Enemies (ABIL)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, behaviour, boss, enemy, event, foe, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW, NOTHING = action("blow", damage=9), action("nothing", damage=0)
WALL = enemy("wall", health=90, damage=0, retreat=1)


@rule("DB-ABIL-006")
def test_first_strike_counts_once(table: Table) -> None:
    t = table(hand=HAND, row=[enemy(health=99, damage=1, abilities="first_strike 1")], defense=0)
    t.play(A).end()
    assert t.p1.health == 4
    t.play(B).end()
    assert t.p1.health == 3


@rule("DB-ABIL-006")
def test_a_defeated_enemy_never_uses_first_strike(table: Table) -> None:
    t = table(hand=[BLOW, A], row=[foe("parasitic-muncher"), WALL], defense=0).play(BLOW, 0).end()
    assert (t.foes, t.p1.health) == (["wall"], 6)


@rule("DB-ABIL-007")
def test_first_strike_is_used_up_by_stun(table: Table) -> None:
    t = table(hand=HAND, row=[enemy(health=99, damage=1, stunned=True, abilities="first_strike 1")], defense=0)
    t.play(A).end()
    assert t.p1.health == 6
    t.play(B).end()
    assert t.p1.health == 5


@rule("DB-ABIL-007")
def test_first_strike_is_multiplied(table: Table) -> None:
    for struck, health in ((False, 0), (True, 3)):
        thing = enemy(damage=1, abilities="first_strike 1", struck=struck)
        t = table(at="enemies-turn", row=[thing], vuln_melee=3, defense=0, health=6)
        assert t.p1.health == health


@rule("DB-ABIL-008")
def test_raise_works_once(table: Table) -> None:
    thing = enemy(health=5, abilities="faith raise")
    t = table(hand=[BLOW, action("second-blow", damage=9)], row=[thing], faith=[True, True])
    t.play(BLOW)
    assert (len(t.row), t.row[0].wounds, t.state.dice.scripted) == (1, 0, 1)
    t.play("second-blow")
    assert (t.row, t.state.dice.scripted) == ([], 1)


@rule("DB-ABIL-008")
def test_a_failed_raise_is_the_end(table: Table) -> None:
    t = table(hand=[BLOW, A], row=[enemy(health=5, xp=2, abilities="faith raise")], faith=[False]).play(BLOW)
    assert (t.row, t.p1.xp, t.state.dice.scripted) == ([], 2, 0)


@rule("DB-ABIL-009")
def test_what_a_raised_enemy_keeps_and_loses(table: Table) -> None:
    own = behaviour("other")
    thing = enemy(
        "risen", health=5, xp=2, abilities=["faith raise", "first_strike 1"], stunned=True, melee_tokens=2,
        spell_tokens=1, struck=True, behaviour=own, target=2,
    )  # fmt: skip
    row = [enemy("left", health=50), thing, enemy("right", health=50)]
    t = table(p1={"hand": [BLOW, *HAND]}, p2={}, row=row, faith=[True]).play(BLOW, 1)
    assert t.foes == ["left", "risen", "right"]
    f = t.row[1]
    assert (f.wounds, f.stunned, f.vuln_melee, f.vuln_spell) == (0, False, 0, 0)
    assert (t.ids.name("behaviour", f.behaviour), f.target, f.struck, t.p1.xp) == (own.id, 2, True, 0)


@rule("DB-ABIL-009")
def test_the_xp_goes_to_who_defeats_it_for_good(table: Table) -> None:
    t = table(
        p1={"hand": [BLOW, *HAND]}, p2={"hand": [action("second-blow", damage=9), *HAND[1:]]},
        row=[enemy(health=5, xp=2, abilities="raise")],
    )  # fmt: skip
    t.play(BLOW).end()
    assert (t.seat, t.p1.xp, t.p2.xp) == (2, 0, 0)
    t.play("second-blow")
    assert (t.p1.xp, t.p2.xp) == (0, 2)


@rule("DB-ABIL-010")
def test_penetrate_goes_straight_to_health(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=2, abilities="penetrate")], defense=2)
    assert (t.p1.defense, t.p1.health) == (2, 4)


@rule("DB-ABIL-010")
def test_penetrate_while_it_is_active(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=2, abilities="faith penetrate")], faith=[False], defense=2)
    assert (t.p1.defense, t.p1.health) == (0, 6)


# -- Important Target


@rule("DB-ABIL-011")
def test_an_important_target_comes_first_in_every_round(table: Table) -> None:
    t = table(hand=HAND, row=["colmund", "varmas"], defense=9, faith=[False] * 4)
    refused = t.refused("play", A, 0)
    assert refused is not None
    assert refused.rule == "DB-ABIL-011"
    assert not t.can("play", ..., 0)
    t.play(A, 1)
    assert t.can("play", B, 0)
    t.play(B, 0).end()
    assert t.state.round == 2
    assert not t.can("play", ..., 0)
    t.play(C, 1)
    assert t.can("play", D, 0)


@rule("DB-ABIL-011")
def test_harmful_skills_keep_to_the_important_target(table: Table) -> None:
    dart, chain = skill(effects="damage_spell 1"), skill(effects="stun")
    t = table(hand=HAND, row=["colmund", "varmas"], skills=[dart, chain])
    assert [t.can("skill", dart, at) for at in (0, 1)] == [False, True]
    assert [t.can("skill", chain, at) for at in (0, 1)] == [True, True]
    t.choose("skill", dart, 1)
    assert t.can("play", A, 0)


@rule("DB-ABIL-012")
def test_damage_by_one_player_counts_for_both(table: Table) -> None:
    t = table(row=["colmund", "varmas"], p1={"hand": HAND}, p2={"hand": [BLOW, NOTHING, "boathook"]}, health=4)
    t.play(A, 1).end()
    assert t.seat == 2
    assert t.can("play", NOTHING, 0)
    t = table(row=["colmund", "varmas"], p1={"hand": [NOTHING, *HAND]}, p2={"hand": [BLOW]})
    t.play(NOTHING, 1).end()
    assert t.seat == 2
    assert not t.can("play", BLOW, 0)


@rule("DB-ABIL-012")
def test_no_damage_is_not_enough(table: Table) -> None:
    shield = boss("shield", health=99, spell_vulnerability=0, abilities="important_target")
    t = table(hand=[NOTHING, action("bolt", type="spell", damage=3), A], row=[shield, boss(health=99)])
    t.play(NOTHING, 0)
    assert not t.can("play", ..., 1)
    t.play("bolt", 0)
    assert not t.can("play", ..., 1)


@rule("DB-ABIL-012")
def test_the_restriction_ends_with_its_owner(table: Table) -> None:
    shield = boss("shield", health=5, abilities="important_target")
    t = table(hand=[BLOW, *HAND], row=[shield, boss("other", health=99)]).play(BLOW, 0).end()
    assert (t.foes, t.state.round) == (["other"], 2)
    assert t.can("play", A, 0)


@rule("DB-ABIL-012")
def test_a_splash_from_the_important_target_reaches_the_others(table: Table) -> None:
    wave = action(damage=1, abilities="splash 1")
    shield = boss("shield", health=99, abilities="important_target")
    t = table(hand=[wave, A], row=[shield, boss(health=99)]).play(wave, 0)
    assert [f.wounds for f in t.row] == [1, 1]


# -- what follows an attack


@rule("DB-ABIL-013")
def test_blind_follows_an_absorbed_attack(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="blind 1")], defense=3, hand=2)
    assert (t.p1.health, t.p1.defense, len(t.state.blinded)) == (6, 2, 7)
    assert t.content.is_blinded[t.p1.hand[2]]


@rule("DB-ABIL-013")
def test_blind_does_not_follow_a_skipped_attack(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(abilities="blind 2", stunned=True)], hand=2)
    assert len(t.state.blinded) == 8


@rule("DB-ABIL-013")
def test_blind_concerns_the_attacked_player(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=0, abilities="blind 1", target=2)], p1={"hand": 2}, p2={"hand": 2})
    assert [any(t.content.is_blinded[card] for card in p.hand) for p in t.state.players] == [False, True]


@rule("DB-ABIL-015")
@pytest.mark.parametrize("success", [True, False])
@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("leech 2", {"dd": 8}),
        ("blight 2", {"blight": 7}),
        ("stun_player", {"stunned": True}),
        ("expose_melee 2", {"vuln_melee": 3}),
        ("expose_spell 1", {"vuln_spell": 2}),
        ("blind 1", {"blinded": 7}),
        ("first_strike 2", {"health": 3}),
        ("punish_undefended 2", {"health": 3}),
        ("frenzy 2", {"health": 3}),
    ],
)
def test_enemy_abilities(table: Table, words: str, figures: dict[str, int], success: bool) -> None:
    before = {"dd": 10, "blight": 5, "stunned": False, "vuln_melee": 1, "vuln_spell": 1, "blinded": 8, "health": 5}
    t = table(
        at="enemies-turn", hand=7, dd=10, row=[enemy(damage=1, abilities="faith " + words)], faith=[success], blight=5,
        defense=0,
    )  # fmt: skip
    p, s = t.p1, t.state
    after = {
        "dd": len(p.dd), "blight": s.blight, "stunned": p.stunned, "vuln_melee": p.vuln_melee,
        "vuln_spell": p.vuln_spell, "blinded": len(s.blinded), "health": p.health,
    }  # fmt: skip
    assert after == before | (figures if success else {})


@rule("DB-ABIL-015")
def test_frenzy_while_no_ally_is_in_the_row(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=1, abilities="frenzy 3"), enemy(damage=0)], defense=0)
    assert t.p1.health == 5


@rule("DB-ABIL-015")
@pytest.mark.parametrize(("wounds", "after"), [(3, 1), (1, 0)])
def test_regenerate_at_the_start_of_the_enemies_turn(table: Table, wounds: int, after: int) -> None:
    t = table(at="enemies-turn", row=[enemy(health=9, abilities="regenerate 2", wounds=wounds)])
    assert t.row[0].wounds == after
    assert t.rules_told.index("DB-ABIL-015") < t.rules_told.index("DB-COMBAT-022")


@rule("DB-ABIL-015")
def test_guard_at_the_start_of_each_round(table: Table) -> None:
    t = table(at="combat-start", hand=HAND, row=[enemy(health=9, damage=0, abilities="guard 2")], melee_tier=1)
    assert t.row[0].defense == 2
    t.play(A).play(B).play(C)
    assert (t.row[0].defense, t.row[0].wounds) == (0, 1)
    t.end()
    assert (t.state.round, t.row[0].defense) == (2, 2)


@rule("DB-ABIL-015")
def test_raise_may_be_automatic(table: Table) -> None:
    t = table(hand=[BLOW, A], row=[enemy(health=5, abilities="raise")]).play(BLOW)
    assert (len(t.row), t.told("DB-FAITH-005")) == (1, [])


# -- hand cards (DB-ABIL-017, DB-ABIL-018)


@rule("DB-ABIL-017")
def test_an_enemy_may_demand_cards_of_the_hand(table: Table) -> None:
    thief = enemy(damage=0, abilities="disarm 1", target=2)
    t = table(at="enemies-turn", row=[thief], p1={"hand": HAND}, p2={"hand": [BLOW, NOTHING]})
    assert (t.prompt, t.seat) == ("disarm", 2)
    assert {option[1] for option in t.options} == set(t.p2.hand)


@rule("DB-ABIL-018")
def test_disarm_removes_a_chosen_card(table: Table) -> None:
    t = table(at="enemies-turn", hand=[A, "blinded", B], dd=0, sac=9, row=[enemy(damage=0, abilities="disarm 1"), WALL])
    assert [option[1] for option in t.options] == [t.p1.hand[0], t.p1.hand[2]]
    assert t.in_order("DB-COMBAT-022")
    rest = t.p1.hand[1:]
    t.choose("remove", A)
    assert t.p1.hand[:2] == rest
    assert t.cards(t.state.removed) == [A.id]


@rule("DB-ABIL-018")
def test_disarm_takes_as_many_as_there_are(table: Table) -> None:
    t = table(at="enemies-turn", hand=[A, "blinded"], row=[enemy(damage=0, abilities="disarm 3"), WALL])
    t.choose("remove", A)
    assert t.prompt == "attack"
    assert t.cards(t.state.removed) == [A.id]


@rule("DB-ABIL-018")
def test_disarm_comes_after_the_damage_and_spares_who_is_downed(table: Table) -> None:
    thief = enemy(damage=4, abilities="disarm 1", target=1)
    t = table(at="enemies-turn", row=[thief], p1={"hand": HAND, "health": 4, "defense": 0}, p2={})
    assert t.p1.downed
    assert (t.prompt, t.seat, len(t.p1.hand)) == ("attack", 2, 6)
    t = table(at="enemies-turn", row=[thief], p1={"hand": HAND, "health": 4, "defense": 1}, p2={})
    assert (t.prompt, t.p1.health) == ("disarm", 1)


@rule("DB-ABIL-017")
def test_no_other_moment_asks_for_cards_of_the_hand(table: Table) -> None:
    t = table(event=event("decision", left="xp 1"), hand=HAND)
    t.choose("left")
    assert len(t.p1.hand) == 6
