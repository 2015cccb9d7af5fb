"""Being Downed: what it costs, who plays on, and standing up again (COOP)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, behaviour, enemy, event, event_enemy, obstacle, quest, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW, STROKE = action("blow", damage=99), action("stroke", damage=99)
DOWN: dict[str, Any] = {"downed": True, "health": 0}
OGRE = enemy("ogre", health=900, damage=3, target=1)


@rule("DB-COOP-017")
@pytest.mark.parametrize("seat", [1, 2])
def test_at_zero_health_a_player_is_downed(table: Table, seat: int) -> None:
    row = [enemy(health=90, damage=5, target=seat)]
    t = table(at="enemies-turn", row=row, **{f"p{seat}": {"health": 1, "defense": 2}, f"p{3 - seat}": {}})
    hit, other = t.state.players[seat - 1], t.state.players[2 - seat]
    assert (hit.health, hit.defense, hit.downed, other.downed) == (0, 0, True, False)
    assert (t.outcome, t.prompt, t.seat) == (None, "attack", 3 - seat)
    assert t.rules.view(t.state, 1)["players"][seat - 1]["downed"]


@rule("DB-COOP-018")
def test_a_downed_player_loses_two_cards(table: Table) -> None:
    t = table(
        at="enemies-turn", row=[OGRE], removed=[F], p1={"health": 1, "defense": 0, "dd": [A, B, C, D]}, p2={"dd": 9}
    )
    assert (t.cards(t.p1.dd), len(t.p2.dd)) == ([C.id, D.id], 9)
    assert t.cards(t.state.removed) == [B.id, A.id, F.id]


@rule("DB-COOP-018")
def test_with_fewer_cards_the_player_loses_what_there_is(table: Table) -> None:
    t = table(at="enemies-turn", row=[OGRE], p1={"health": 1, "defense": 0, "dd": [A], "sac": []}, p2={})
    assert (len(t.p1.dd), t.cards(t.state.removed), t.outcome) == (0, [A.id], None)


@rule("DB-COOP-019")
def test_a_downed_player_loses_the_sidequest(table: Table) -> None:
    mine, yours = quest("store_cards", 3), quest("store_cards", 3)
    p1 = {"health": 1, "defense": 0, "quest": mine, "progress": 2}
    t = table(at="enemies-turn", row=[OGRE], p1=p1, p2={"quest": yours, "progress": 1})
    assert (t.p1.quest, t.p1.progress) == (-1, 0)
    assert t.content.tokens[t.p2.quest].quest == yours
    assert t.p2.progress == 1
    lost = [card for card in t.state.supply.cards() if t.content.tokens[card].quest == mine]
    assert len(lost) == 1


@rule("DB-COOP-020")
@pytest.mark.parametrize("seat", [1, 2])
def test_both_downed_in_an_encounter_lose(table: Table, seat: int) -> None:
    row = [enemy(health=90, damage=9)]
    t = table(at="enemies-turn", row=row, **{f"p{seat}": DOWN, f"p{3 - seat}": {"health": 2, "defense": 0}})
    assert t.outcome is not None
    assert (t.outcome.result, t.outcome.reason) == ("loss", "Both players are Downed")
    assert t.told("DB-COOP-020")


@rule("DB-COOP-020")
def test_both_downed_in_one_enemy_turn_lose(table: Table) -> None:
    row = [enemy(damage=9, target=1), enemy(damage=9, target=2)]
    t = table(at="enemies-turn", row=row, p1={"defense": 0}, p2={"defense": 0})
    assert t.outcome is not None
    assert t.outcome.result == "loss"


# -- meanwhile


@rule("DB-COOP-023")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("leader", [1, 2])
def test_a_downed_player_takes_no_turn_and_does_not_refill(table: Table, seat: int, leader: int) -> None:
    heal = skill(effects="heal 2")
    down = DOWN | {"hand": 4, "dd": 12, "xp": 5, "sac": [A], "skills": [heal]}
    t = table(
        at="round",
        row=[enemy(health=90, damage=0)],
        leader=leader,
        **{f"p{seat}": down, f"p{3 - seat}": {"hand": HAND}},
    )
    hand = t.state.players[seat - 1].hand[:]
    for card in (A, B):
        assert (t.prompt, t.seat) == ("attack", 3 - seat)
        assert not t.can("skill", ...)
        t.play(card).end()
    p = t.state.players[seat - 1]
    assert (p.hand, len(p.dd), t.cards(p.sac), p.xp, len(p.skills)) == (hand, 12, [A.id], 5, 1)
    assert {entry.args[0] for entry in t.told("DB-COMBAT-003")} == {f"Player {3 - seat}"}


@rule("DB-COOP-023")
def test_a_downed_player_with_no_cards_does_not_lose_the_game(table: Table) -> None:
    t = table(at="round", row=[enemy(health=90)], p1=DOWN | {"hand": 0, "dd": [], "sac": []}, p2={})
    assert (t.outcome, t.seat) == (None, 2)


@rule("DB-COOP-023")
def test_who_is_downed_before_the_own_turn_has_none(table: Table) -> None:
    row = [enemy(health=90, damage=9, behaviour=behaviour("leader"), target=1)]
    t = table(row=row, p1={"defense": 0, "hand": HAND}, p2={"hand": HAND, "max_health": 90})
    t.play(A).end().play(B).end()
    assert (t.p1.downed, t.seat, t.state.leader) == (True, 2, 1)
    t.play(C).end()
    assert (t.seat, t.state.round, t.state.leader) == (2, 3, 1)


@rule("DB-COOP-023")
def test_used_cards_went_away_in_the_own_turn(table: Table) -> None:
    p1 = {"hand": HAND, "health": 1, "defense": 0, "store_cards": 1}
    t = table(row=[OGRE], removed=[], p1=p1, p2={"hand": [BLOW, STROKE]})
    t.play(A).play(B).choose("store", A)
    assert t.cards(t.state.removed) == [B.id]
    t.play(STROKE).end()
    assert (t.p1.downed, t.p1.used, t.cards(t.p1.sac)) == (True, [], [A.id])
    assert t.cards(t.p1.hand) == [C.id, D.id, E.id, F.id]


@rule("DB-COOP-023")
def test_a_downed_player_is_not_hurt_and_not_touched(table: Table) -> None:
    row = [enemy(health=90, damage=1, abilities=["stun_player", "blind 1", "leech 2"], target=2)]
    t = table(at="enemies-turn", row=row, p1=DOWN | {"defense": 4, "dd": 9, "hand": 4}, p2={"health": 6, "defense": 0})
    assert (t.p1.health, t.p1.defense, len(t.p1.dd), len(t.p1.hand), t.p1.stunned) == (0, 4, 9, 4, False)
    assert (t.p2.health, t.p2.stunned) == (5, True)


@rule("DB-COOP-023")
def test_the_rest_of_an_attack_spares_who_is_downed_by_it(table: Table) -> None:
    row = [enemy(health=90, damage=9, abilities=["stun_player", "expose_melee 1", "leech 3", "blind 1"], target=1)]
    t = table(at="enemies-turn", row=row, p1={"defense": 0, "dd": 9, "hand": 4}, p2={})
    assert (t.p1.downed, t.p1.stunned, t.p1.vuln_melee, len(t.p1.dd), len(t.p1.hand)) == (True, False, 1, 7, 4)


@rule("DB-COOP-023")
def test_a_downed_player_cannot_be_healed(table: Table) -> None:
    t = table(at="idle", p1=DOWN, p2={})
    t.rules.heal(t.state, t.p1, 3)
    assert (t.p1.health, t.p1.downed) == (0, True)


@rule("DB-COOP-023")
def test_the_other_player_stands_in_for_a_downed_leader(table: Table) -> None:
    t = table(row=[enemy(health=9, damage=0)], leader=1, p1=DOWN, p2={"hand": [BLOW, A]})
    assert (t.seat, t.state.leader) == (2, 1)
    t.play(BLOW)
    assert t.state.leader == 1
    t.end()
    assert (t.prompt, t.state.leader, t.seat) == ("rest", 2, 2)


# -- standing up


@rule("DB-COOP-022")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_downed_player_stands_up_with_two_health(table: Table, seat: int) -> None:
    other = {"hand": [BLOW, A], "health": 3}
    t = table(
        row=[enemy(health=9), enemy(health=9)],
        **{f"p{seat}": DOWN, f"p{3 - seat}": other | {"hand": [BLOW, STROKE, A]}},
    )
    t.play(BLOW, 0)
    assert t.state.players[seat - 1].downed
    t.play(STROKE, 0).end()
    risen, standing = t.state.players[seat - 1], t.state.players[2 - seat]
    assert (t.prompt, risen.health, risen.downed, standing.health) == ("rest", 2, False, 3)
    assert [entry.args[0] for entry in t.told("DB-COOP-022")] == [f"Player {seat}"]


@rule("DB-COOP-022")
def test_an_ambush_revives_too(table: Table) -> None:
    t = table(row=[event_enemy(health=9)], p1=DOWN, p2={"hand": [BLOW, A]}).play(BLOW).end()
    assert (t.prompt, t.p1.health, t.p1.downed) == ("rest", 2, False)


@rule("DB-COOP-024")
@pytest.mark.parametrize("seat", [1, 2])
def test_retreat_revives_and_the_downed_player_pays_too(table: Table, seat: int) -> None:
    t = table(row=[enemy(retreat=2)], **{f"p{seat}": DOWN | {"dd": 5}, f"p{3 - seat}": {"dd": 8}})
    assert t.seat == 3 - seat
    t.choose("retreat")
    risen = t.state.players[seat - 1]
    assert (len(risen.dd), len(t.state.players[2 - seat].dd)) == (3, 6)
    assert (risen.health, risen.downed, len(t.state.removed)) == (2, False, 4)


@rule("DB-COOP-024")
def test_no_retreat_if_the_downed_player_cannot_pay(table: Table) -> None:
    t = table(row=[enemy(retreat=2)], p1=DOWN | {"dd": 1}, p2={"dd": 8})
    assert not t.can("retreat")


@rule("DB-COOP-024")
@pytest.mark.parametrize("leader", [1, 2])
def test_a_boss_victory_revives(table: Table, leader: int) -> None:
    t = table(mode="descent", row=["orsenne"], leader=leader, p1=DOWN, p2={"hand": [BLOW, A]})
    t.play(BLOW).end()
    assert (t.prompt, t.seat, t.p1.health, t.p1.downed) == ("explore", leader, 2, False)


@rule("DB-COOP-025")
@pytest.mark.parametrize("seat", [1, 2])
def test_downed_by_an_event(table: Table, seat: int) -> None:
    unlucky = event("discovery", penalty="health -1")
    seats = {f"p{seat}": {"health": 1, "dd": 9}, f"p{3 - seat}": {"health": 4, "dd": 9}}
    t = table(event=unlucky, faith=[False], leader=seat, **seats).choose("toss")
    p = t.state.players[seat - 1]
    assert (len(p.dd), p.health, p.downed, t.state.leader) == (7, 2, False, 3 - seat)
    assert t.in_order("DB-COOP-017", "DB-COOP-022", "DB-COOP-012")
    assert len(t.state.players[2 - seat].dd) == 9


@rule("DB-COOP-025", "DB-COOP-019")
@pytest.mark.parametrize("kind", ["decision", "obstacle"])
def test_the_sidequest_is_lost_to_an_event_too(table: Table, kind: str) -> None:
    p1 = {"health": 1, "dd": 9, "hand": HAND, "quest": quest("store_cards", 3)}
    if kind == "decision":
        t = table(event=event("decision", left="health -2"), p1=p1, p2={}).choose("left")
    else:
        t = table(event=obstacle(health=99, penalty="health -2"), p1=p1, p2={}).play(A).end()
    assert (t.prompt, t.p1.quest, t.p1.health, t.p1.downed, len(t.p1.dd)) == ("rest", -1, 2, False, 7)


@rule("DB-COOP-032")
def test_downed_one_after_the_other_in_two_encounters(table: Table) -> None:
    biter = enemy("biter", health=90, damage=30)
    t = table(
        row=[enemy(health=9)],
        active=["encounter", "encounter"],
        icon=1,
        enemies=[biter, enemy(damage=0)],
        behaviours=[behaviour("leader"), behaviour("leader")],
        p1=DOWN | {"hand": HAND},
        p2={"hand": [BLOW, *HAND]},
    )
    t.play(BLOW).end()
    assert (t.p1.downed, t.state.leader, t.foes[0]) == (False, 2, "biter")
    t.play(A, 0).end().play(A, 0).end()
    assert (t.p1.downed, t.p2.downed, t.outcome, t.seat) == (False, True, None, 1)


@rule("DB-COOP-032")
def test_downed_by_two_events_of_one_token(table: Table) -> None:
    harm = [event("decision", left="health -9"), event("decision", left="health -9")]
    t = table(at="icon", active=["event", "event", "rest"], events=harm, players=2)
    t.choose("left").choose("left")
    assert (t.prompt, t.outcome, [p.health for p in t.state.players]) == ("rest", None, [2, 2])
