"""Skill cards: their deck, when they are used, and that they are no attacks (SKILL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, enemy, event, obstacle, quest, skill, token
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D = (action(f"card-{name}", damage=1) for name in "abcd")
BLOW = action("blow", damage=99)
WALL = enemy("wall", health=90, damage=0, retreat=1)
BALM, SALVE = skill("balm", effects="heal 1"), skill("salve", effects="heal 1")
THIEF = enemy("thief", health=90, damage=0, abilities="disarm 1")


# -- the deck


@rule("DB-SKILL-001")
def test_a_new_game_has_a_shuffled_deck_of_24_and_nobody_owns_a_skill(table: Table) -> None:
    orders = set()
    for seed in range(4):
        t = table(at="new", seed=seed, p2={})
        deck = t.state.skills.cards()
        assert sorted(deck) == list(range(24))
        assert [p.skills for p in t.state.players] == [[], []]
        assert t.state.skill_discard == []
        assert sorted(t.state.skills.hidden()) == sorted(deck), "it lies face down"
        orders.add(tuple(deck))
    assert len(orders) == 4


@rule("DB-SKILL-005")
def test_an_empty_deck_is_made_anew_from_the_used_skills(table: Table) -> None:
    drawn = set()
    used = ["deep-breath", "thrown-lantern", "loose-rivet"]
    for seed in range(12):
        t = table(event=event("decision", left="xp 2"), xp=5, skill_deck=[], skill_discard=used, seed=seed)
        t.choose("left")
        (gained,) = t.cards(t.p1.skills, "skill")
        assert sorted([gained, *t.cards(t.state.skills, "skill")]) == sorted(used)
        assert (len(t.state.skills), t.state.skill_discard) == (2, [])
        drawn.add(gained)
    assert drawn == set(used)


@rule("DB-SKILL-005")
def test_the_deck_is_made_anew_only_when_it_is_empty(table: Table) -> None:
    t = table(
        event=event("decision", left="xp 2"), xp=5, skill_deck=["deep-breath"], skill_discard=["loose-rivet"],
    )  # fmt: skip
    t.choose("left")
    assert t.cards(t.p1.skills, "skill") == ["deep-breath"]
    assert (len(t.state.skills), t.cards(t.state.skill_discard, "skill")) == (0, ["loose-rivet"])


@rule("DB-SKILL-005")
def test_without_any_skill_the_skill_point_is_used_up(table: Table) -> None:
    first, again = event("decision", "first", left=["xp 2", "xp -2"]), event("decision", "again", left="xp 2")
    t = table(event=first, events=[again], xp=5, skill_deck=[], active=["event", "event", "rest"])
    t.choose("left")
    assert (t.p1.xp, t.p1.skills, t.state.event) == (5, [], t.content.index["event"]["again"])
    t.state.skills.put_top(t.content.index["skill"]["deep-breath"])
    t.choose("left")
    assert (t.p1.xp, t.p1.skills) == (7, []), "the point was used though it brought nothing"


# -- no attacks


@rule("DB-SKILL-002")
def test_a_skill_may_be_used_when_all_attacks_are(table: Table) -> None:
    lantern = skill(effects="damage_spell 3")
    t = table(hand=[A, B, C, D], row=[enemy(health=90)], max_attacks=3, skills=[lantern])
    t.play(A).play(B).play(C)
    assert (t.prompt, t.can("play", ..., 0)) == ("attack", False)
    t.choose("skill", lantern, 0)
    assert t.row[0].wounds == 6


@rule("DB-SKILL-002")
def test_skills_leave_the_attacks_as_they_are(table: Table) -> None:
    one, two = skill(effects="damage_spell 3"), skill(effects="damage_melee 3")
    t = table(hand=[A, B, C, D], row=[WALL], max_attacks=3, skills=[one, two])
    t.choose("skill", one, 0).choose("skill", two, 0)
    assert not t.can("end"), "nothing was attacked yet"
    t.play(A).play(B)
    assert t.can("play", C, 0)
    t.play(C)
    assert (t.row[0].wounds, t.can("play", ..., 0)) == (9, False)


@rule("DB-SKILL-002")
def test_a_skill_is_not_empowered(table: Table) -> None:
    rouse, lantern = action(damage=0, abilities="empower 2"), skill(effects="damage_melee 3")
    t = table(hand=[rouse, A], row=[WALL], skills=[lantern])
    t.play(rouse).choose("skill", lantern, 0)
    assert t.row[0].wounds == 3
    t.play(A)
    assert t.row[0].wounds == 6


# -- when


@rule("DB-SKILL-003")
@pytest.mark.parametrize(
    ("prompt", "position"),
    [
        ("attack", {"row": [WALL]}),
        ("attack", {"event": obstacle()}),
        ("attack", {"event": "guard-patrol"}),
        ("explore", {"at": "explore"}),
        ("rest", {"at": "rest"}),
        ("discovery", {"event": event("discovery", blight=1)}),
        ("decision", {"event": event("decision")}),
        ("estimate", {"event": event("precognition")}),
        ("cave-in", {"event": event("cave_in", places=["B2"]), "active": ["event", "rest"]}),
        ("sidequest", {"at": "token-done", "active": token("rest", quest=quest("store_cards", 3))}),
    ],
)
def test_a_skill_is_used_at_a_choice_of_its_owner(table: Table, prompt: str, position: dict[str, Any]) -> None:
    t = table(**position, skills=[BALM], health=3)
    assert (t.prompt, t.can("skill", BALM)) == (prompt, True)
    others = [option for option in t.options if option[0] != "skill"]
    t.choose("skill", BALM)
    assert (t.prompt, t.p1.health, t.p1.skills) == (prompt, 4, [])
    assert t.options == others


@rule("DB-SKILL-003")
def test_no_skill_is_used_in_the_enemies_turn(table: Table) -> None:
    t = table(at="enemies-turn", hand=[A, B], row=[THIEF], skills=[BALM], health=3)
    assert t.prompt == "disarm"
    assert not t.can("skill", BALM)
    with pytest.raises(IllegalChoice) as caught:
        t.choose("skill", BALM)
    assert caught.value.rule == "DB-SKILL-003"
    t.choose("remove", A)
    assert (t.prompt, t.can("skill", BALM)) == ("attack", True)


@rule("DB-SKILL-003")
def test_no_skill_is_used_in_the_other_players_turn(table: Table) -> None:
    t = table(row=[WALL], skills=[BALM], health=3, hand=[A, ...], p2={"skills": [SALVE], "health": 3, "hand": [B, ...]})
    assert (t.seat, t.can("skill", BALM), t.can("skill", SALVE)) == (1, True, False)
    t.play(A).end()
    assert (t.seat, t.can("skill", BALM), t.can("skill", SALVE)) == (2, False, True)


@rule("DB-SKILL-003")
@pytest.mark.parametrize("leader", [1, 2])
def test_outside_combat_only_who_decides_uses_skills(table: Table, leader: int) -> None:
    for position in ({"at": "explore"}, {"event": event("decision")}, {"at": "rest"}):
        t = table(**position, leader=leader, skills=[BALM], health=3, p2={"skills": [SALVE], "health": 3})
        assert t.seat == leader
        assert (t.can("skill", BALM), t.can("skill", SALVE)) == (leader == 1, leader == 2)


@rule("DB-SKILL-004")
def test_a_used_skill_is_discarded(table: Table) -> None:
    t = table(at="explore", skills=["deep-breath", BALM], skill_discard=["loose-rivet"], health=3)
    t.choose("skill", BALM)
    assert t.cards(t.p1.skills, "skill") == ["deep-breath"]
    assert t.cards(t.state.skill_discard, "skill") == ["balm", "loose-rivet"]
    assert not t.can("skill", BALM)
    with pytest.raises(IllegalChoice):
        t.choose("skill", BALM)


@rule("DB-SKILL-006")
def test_several_skills_are_used_in_a_turn_one_after_the_other(table: Table) -> None:
    strong, weak = skill("strong", effects=["damage_melee 2", "vuln_melee 1"]), skill("weak", effects="damage_melee 2")
    t = table(row=[WALL], skills=[strong, weak])
    t.choose("skill", strong, 0)
    assert (t.row[0].wounds, t.row[0].vuln_melee) == (2, 1), "the first is resolved completely"
    t.choose("skill", weak, 0)
    assert t.row[0].wounds == 6
    assert t.cards(t.state.skill_discard, "skill") == ["weak", "strong"]


@rule("DB-SKILL-006")
def test_no_skill_is_used_once_cards_are_stored(table: Table) -> None:
    t = table(hand=[A, B, C, D], row=[WALL], skills=[BALM, SALVE], health=3, store_cards=2)
    t.play(A).play(B).choose("skill", BALM).choose("end")
    for card in (A, B):
        assert (t.prompt, t.can("skill", SALVE)) == ("store", False)
        refused = t.refused("skill", SALVE)
        assert refused is not None
        assert refused.rule == "DB-SKILL-006"
        t.choose("store", card)
    assert t.prompt == "attack"
    assert t.can("skill", SALVE), "the next turn"


@rule("DB-SKILL-006")
def test_no_skill_is_used_after_the_last_blow(table: Table) -> None:
    t = table(hand=[BLOW, A], row=[WALL], skills=[BALM], health=3)
    t.play(BLOW)
    assert (t.prompt, t.can("skill", BALM)) == ("store", False)
