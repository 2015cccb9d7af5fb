"""Retreat from an Encounter: when, for what price, and what is left behind (ENEMY)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import Made, action, enemy, event, quest
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW = action("blow", damage=99)
COWARD, SHY = enemy("coward", health=90, retreat=1, damage=0), enemy("shy", health=90, retreat=1, damage=0)
WALL = enemy("wall", health=90, damage=0)
DEAR = enemy("dear", health=90, retreat=2, damage=0, xp=4)


@rule("DB-ENEMY-009")
@pytest.mark.parametrize("row", [[COWARD, SHY, WALL], [WALL, COWARD, SHY], [WALL]])
def test_one_enemy_without_an_icon_forbids_retreat(table: Table, row: list[Made]) -> None:
    t = table(hand=HAND, row=row, dd=9)
    assert not t.can("retreat")
    refused = t.refused("retreat")
    assert refused is not None
    assert refused.rule == "DB-ENEMY-009"
    assert "wall" in refused.reason
    with pytest.raises(IllegalChoice) as caught:
        t.choose("retreat")
    assert caught.value.rule == "DB-ENEMY-009"


@rule("DB-ENEMY-009")
def test_with_an_icon_on_every_enemy_retreat_is_offered(table: Table) -> None:
    assert table(hand=HAND, row=[COWARD, SHY], dd=9).can("retreat")
    t = table(hand=[BLOW, *HAND[1:]], row=[WALL, COWARD], dd=9)
    assert not t.can("retreat")
    t.play(BLOW)
    assert t.can("retreat"), "the one without an icon has left the row"


@rule("DB-ENEMY-010")
@pytest.mark.parametrize(("row", "cost"), [([COWARD, SHY], 2), ([DEAR], 2), ([COWARD, DEAR, SHY], 4)])
def test_retreat_costs_the_sum_over_all_enemies(table: Table, row: list[Made], cost: int) -> None:
    t = table(hand=HAND, row=row, dd=9, removed=3)
    t.choose("retreat")
    assert (len(t.p1.dd), len(t.state.removed), len(t.p1.hand)) == (9 - cost, 3 + cost, 6)


@rule("DB-ENEMY-010")
def test_who_cannot_pay_it_all_does_not_retreat(table: Table) -> None:
    assert table(hand=HAND, row=[COWARD, DEAR], dd=3).can("retreat")
    assert table(hand=HAND, row=[COWARD, DEAR], dd=2, sac=1).can("retreat")
    t = table(hand=HAND, row=[COWARD, DEAR], dd=2)
    refused = t.refused("retreat")
    assert refused is not None
    assert refused.rule == "DB-GEN-007"
    assert not t.can("retreat")


@rule("DB-ENEMY-011")
def test_in_coop_each_player_pays_the_whole_cost(table: Table) -> None:
    t = table(hand=HAND, row=[COWARD, SHY], dd=9, p2={"dd": 8})
    t.choose("retreat")
    assert (len(t.p1.dd), len(t.p2.dd), len(t.state.removed)) == (7, 6, 4)


@rule("DB-ENEMY-011")
def test_in_coop_both_players_have_to_be_able_to_pay(table: Table) -> None:
    assert not table(hand=HAND, row=[COWARD, SHY], dd=9, p2={"dd": 1}).can("retreat")
    assert table(hand=HAND, row=[COWARD, SHY], dd=9, p2={"dd": 2}).can("retreat")


@rule("DB-ENEMY-012")
@pytest.mark.parametrize("played", [0, 1, 2, 3])
def test_retreat_is_possible_at_any_point_of_the_turn(table: Table, played: int) -> None:
    t = table(hand=HAND, row=[COWARD], dd=9, max_attacks=3)
    for card in HAND[:played]:
        t.play(card)
    assert (t.prompt, t.can("retreat")) == ("attack", True)
    t.choose("retreat")
    assert t.row == []


@rule("DB-ENEMY-012")
def test_there_is_no_retreat_in_the_enemies_turn(table: Table) -> None:
    thief = enemy(health=90, retreat=1, damage=0, abilities="disarm 1")
    t = table(hand=HAND, row=[thief], dd=9, max_attacks=1)
    t.play(A).choose("end")
    assert (t.prompt, t.can("retreat")) == ("store", False)
    t.choose("done")
    assert (t.prompt, t.can("retreat")) == ("disarm", False)
    with pytest.raises(IllegalChoice) as caught:
        t.choose("retreat")
    assert caught.value.rule == "DB-ENEMY-012"
    t.choose("remove", B)
    assert (t.prompt, t.can("retreat")) == ("attack", True)


@rule("DB-ENEMY-013")
def test_after_a_retreat_the_next_icon_follows(table: Table) -> None:
    t = table(
        at="icon", active=["encounter", "event", "rest"], enemies=[COWARD], events=[event("decision", "next")],
        hand=HAND, dd=9, blight=0,
    )  # fmt: skip
    t.choose("retreat")
    assert (t.prompt, t.row, t.state.round) == ("decision", [], 1)
    assert t.ids.name("event", t.state.event) == "next"
    assert not t.told("DB-COMBAT-022"), "nobody attacks any more"


@rule("DB-ENEMY-014")
def test_the_details_of_a_retreat(table: Table) -> None:
    brace = action("brace", damage=99, abilities="defense 4")
    weak = enemy("weak", health=3, xp=1, retreat=3)
    hunt = quest("defeat_enemies", 2, reward="special 1")
    t = table(
        hand=[brace, *HAND[:5]], row=[weak, DEAR], dd=9, xp=1, max_attacks=3, store_cards=2, starting_defense=1,
        quest=hunt,
    )  # fmt: skip
    t.play(brace)
    assert (t.foes, t.p1.xp, t.p1.progress, t.p1.defense) == (["dear"], 2, 1, 5)
    t.choose("retreat")
    assert len(t.p1.dd) == 7, "only the Enemy that still stands is paid for"
    assert t.prompt == "store"
    assert {option for option in t.options if option[0] == "store"} == {("store", t.content.index["action"]["brace"])}
    t.choose("store", brace)
    assert t.cards(t.p1.sac) == ["brace"]
    assert t.cards(t.p1.hand) == [card.id for card in HAND[:5]]
    assert (t.p1.xp, t.p1.progress, t.p1.defense) == (2, 1, 1)
    assert t.cards(t.state.enemy_discard, "foe") == ["dear", "weak"]
    assert t.prompt == "rest"


@rule("DB-ENEMY-014")
def test_used_cards_that_are_not_stored_are_removed_after_a_retreat(table: Table) -> None:
    t = table(hand=HAND, row=[DEAR], dd=9, max_attacks=3, store_cards=1)
    t.play(A).play(B).choose("retreat").choose("store", B)
    assert t.cards(t.p1.sac) == ["card-b"]
    assert t.cards(t.state.removed)[0] == "card-a"
    assert len(t.state.removed) == 3


@rule("DB-ENEMY-014")
def test_a_retreat_is_no_encounter_without_loss_of_health(table: Table) -> None:
    clean = quest("encounter_without_health_loss", 1, reward="xp 3")
    t = table(hand=HAND, row=[DEAR], dd=9, quest=clean)
    t.choose("retreat")
    assert (t.prompt, t.p1.xp, t.p1.progress) == ("rest", 0, 0)


@rule("DB-ENEMY-014")
def test_the_other_player_keeps_the_hand_and_has_no_turn(table: Table) -> None:
    t = table(hand=HAND, row=[DEAR], dd=9, p2={"hand": 6, "dd": 9})
    t.play(A).choose("retreat").end()
    assert (t.prompt, len(t.p1.hand), len(t.p2.hand)) == ("rest", 5, 6)
    assert len(t.told("DB-COMBAT-018")) == 1
