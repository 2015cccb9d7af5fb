"""The Faith Die and its tosses (FAITH)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, enemy, event
from db_table import DbTable

from undercroft import Stream
from undercroft.testing import rule
from undercroft_death_binder.state import State

Table = Callable[..., DbTable]
JAB = action("jab", damage=1)


@rule("DB-FAITH-001")
def test_one_die_for_all_tosses(table: Table) -> None:
    assert [name for name, hint in State.__annotations__.items() if hint == "Stream"] == ["dice", "sides_stream"]
    assert table(at="idle").state.dice == Stream(0, 0, "dice/faith")


@rule("DB-FAITH-001")
def test_cards_events_enemies_and_bosses_toss_the_same_die(table: Table) -> None:
    marked = action(damage=1, abilities="faith stun")
    tosses = [
        table(event=event("discovery"), faith=[True]).choose("toss"),
        table(hand=[marked, ...], row=[enemy(health=9)], faith=[True]).play(marked),
        table(at="enemies-turn", row=[enemy(abilities="faith blind 1")], faith=[True]),
        table(at="enemies-turn", row=[boss(toss=("penetrate", "first_strike"))], faith=[True]),
        table(hand=[JAB, ...], row=[enemy(health=1, abilities="faith raise")], faith=[True]).play(JAB),
    ]
    assert [t.state.dice.scripted for t in tosses] == [0] * 5
    assert [len(t.told("DB-FAITH-005")) for t in tosses] == [1] * 5


@rule("DB-FAITH-002")
@pytest.mark.parametrize(("success", "xp", "health"), [(True, 2, 6), (False, 0, 5)])
def test_the_face_decides(table: Table, success: bool, xp: int, health: int) -> None:
    t = table(event=event("discovery", reward="xp 2", penalty="health -1"), faith=[success])
    t.choose("toss")
    assert (t.p1.xp, t.p1.health) == (xp, health)


@rule("DB-FAITH-002")
@pytest.mark.parametrize(("success", "health", "defense"), [(True, 4, 1), (False, 3, 0)])
def test_the_face_decides_between_a_bosss_abilities(table: Table, success: bool, health: int, defense: int) -> None:
    thing = boss(damage=2, toss=("penetrate", "first_strike 2"))
    t = table(at="enemies-turn", row=[thing], faith=[success], defense=1)
    assert (t.p1.health, t.p1.defense) == (health, defense)


@rule("DB-FAITH-003")
@pytest.mark.parametrize("face", range(1, 7))
def test_three_faces_of_six_are_a_success(table: Table, face: int) -> None:
    t = table(event=event("discovery", reward="xp 2"), faith=[face])
    t.choose("toss")
    assert t.p1.xp == (2 if face <= 3 else 0)


@rule("DB-FAITH-003")
def test_the_die_has_six_faces(table: Table) -> None:
    t = table(at="idle")
    tosses = [t.rules.throw(t.state) for _ in range(3000)]
    assert 0.45 < sum(tosses) / len(tosses) < 0.55


@rule("DB-FAITH-004")
def test_a_failed_toss_is_made_again_at_the_next_occasion(table: Table) -> None:
    thing = enemy(health=99, damage=1, abilities="faith punish_undefended 2")
    t = table(hand=[JAB, ...], row=[thing], faith=[False, True], defense=0)
    t.play(JAB).end()
    assert (t.state.round, t.p1.health) == (2, 5)
    t.choose(*next(o for o in t.options if o[0] == "play" and not t.content.abilities[o[1]])).end()
    assert (t.state.round, t.p1.health, t.state.dice.scripted) == (3, 2, 0)


@rule("DB-FAITH-005")
def test_every_marked_ability_tosses_for_itself(table: Table) -> None:
    pair = [enemy(abilities="faith blight 1"), enemy(abilities="faith blight 1")]
    t = table(at="enemies-turn", row=pair, faith=[True, False])
    assert (len(t.told("DB-FAITH-005")), t.state.blight) == (2, 1)


@rule("DB-FAITH-005")
def test_abilities_of_one_enemy_do_not_share_a_toss(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(abilities=["faith blight 1", "faith blight 2"])], faith=[False, True])
    assert (len(t.told("DB-FAITH-005")), t.state.blight) == (2, 2)


@rule("DB-FAITH-005")
def test_a_toss_cannot_be_repeated_without_a_card(table: Table) -> None:
    t = table(event=event("discovery", reward="xp 2"), faith=[False, True])
    t.choose("toss")
    assert (t.p1.xp, t.prompt, t.state.dice.scripted) == (0, "rest", 1)
    t = table(event=event("discovery", reward="xp 2"), faith=[False, True], skills=["second-prayer"])
    t.choose("toss").choose("reroll", "second-prayer")
    assert (t.p1.xp, t.state.dice.scripted) == (2, 0)
