"""Each rule of delve's index, from its check."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from undercroft_delve.state import KIND, POWER, Enemy

from undercroft.testing import TableUnderTest, rule

Table = Callable[..., TableUnderTest]
BLADE, BOW, SPELL, TONIC = (next(c for c in range(69) if KIND[c] == kind and POWER[c] == 2) for kind in range(4))


def foe(health: int = 9, weak: int = 3, resist: int = 3, hit: int = 2, thorns: int = 0) -> Enemy:
    return Enemy(health, weak, resist, hit, thorns)


@rule("DELVE-1")
def test_no_retreat_in_the_first_round(table: Table) -> None:
    assert not table(round_=1).can("retreat")
    t = table(round_=2, dice=[0, 0, 0, 0, 0])
    t.choose("retreat")
    assert t.state.health == 38
    assert t.state.room == 2


@rule("DELVE-1")
def test_one_card_is_stored_before_the_fight(table: Table) -> None:
    t = table(hand=[BLADE, BOW])
    t.choose("store", 1)
    assert t.state.stored == [BOW]
    assert not t.can("store", 0)
    assert t.can("fight")


@rule("DELVE-2")
def test_a_tonic_heals_up_to_the_maximum(table: Table) -> None:
    t = table("attack", hand=[TONIC, BLADE], health=39)
    t.choose("play", 0)
    assert t.state.health == 40


@rule("DELVE-2")
def test_three_cards_are_played_at_most(table: Table) -> None:
    t = table("attack", hand=[TONIC] * 5)
    for _ in range(3):
        t.choose("play", 0)
    assert t.prompt != "attack"


@rule("DELVE-3")
@pytest.mark.parametrize(
    ("enemy", "left"), [(foe(weak=1), 5), (foe(resist=1), 8), (foe(), 7)], ids=["weak", "resists", "neither"]
)
def test_weakness_doubles_and_resistance_takes_one(table: Table, enemy: Enemy, left: int) -> None:
    t = table("attack", hand=[BOW], enemies=[enemy])
    t.choose("play", 0)
    assert t.state.enemies[0].health == left


@rule("DELVE-3")
def test_spells_spread_and_thorns_prick(table: Table) -> None:
    t = table("attack", hand=[SPELL, BLADE], enemies=[foe(), foe(thorns=1)])
    t.choose("play", 0).choose("target", 0)
    assert [e.health for e in t.state.enemies] == [7, 8]
    t.choose("play", 0).choose("target", 1)
    assert t.state.health == 39


@rule("DELVE-4")
def test_a_block_takes_its_power_off(table: Table) -> None:
    card = next(c for c in range(69) if POWER[c] == 1)
    t = table("enemies_strike", hand=[card], enemies=[foe(hit=2)])
    t.choose("block", 0)
    assert t.state.health == 39
    assert t.state.discard == [card]


@rule("DELVE-5")
def test_scrap_needs_a_discard_pile(table: Table) -> None:
    assert not table("reward").can("scrap")
    t = table("reward", discard=[BLADE], health=30)
    assert t.can("scrap")
    assert t.choose("heal").state.health == 34


@rule("DELVE-6")
def test_behind_the_last_room_waits_victory(table: Table) -> None:
    t = table("enter_room", room=14)
    assert t.outcome is not None
    assert t.outcome.result == "win"
    assert table("enter_room", room=13).outcome is None


@rule("DELVE-7")
def test_without_health_the_game_is_lost_at_once(table: Table) -> None:
    t = table("enemies_strike", hand=[BLADE], enemies=[foe(hit=2), foe(hit=2)], health=1)
    t.choose("take hit")
    assert t.outcome is not None
    assert t.outcome.result == "loss"
