"""Health, Energy, tokens and costs of the Delvers (NC-STAT)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from nc_cards import action, enemy, equip, use
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED

Table = Callable[..., NcTable]


@rule("NC-STAT-001")
def test_gains_stop_at_the_end_of_the_track(table: Table) -> None:
    t = table(energy=6, health=7)
    t.do("energy 3", "health 3")
    assert (t.p1.energy, t.p1.health) == (7, 8)


def test_a_higher_track_takes_more(table: Table) -> None:
    better = equip(modifiers=[{"mod": "max-health", "n": 1}, {"mod": "max-energy", "n": 1}])
    t = table(energy=7, health=8, equipment=[better])
    t.do("energy 3", "health 3")
    assert (t.p1.energy, t.p1.health) == (8, 9)


@rule("NC-STAT-002")
@pytest.mark.parametrize(("energy", "health"), [(0, 2), (1, 3), (2, 4)])
def test_what_energy_lacks_is_taken_from_health(table: Table, energy: int, health: int) -> None:
    t = table(energy=energy, health=4)
    t.do("energy -2")
    assert (t.p1.energy, t.p1.health) == (0, health)


@rule("NC-STAT-003")
def test_a_cost_is_never_paid_with_health(table: Table) -> None:
    costly = action("costly", "redraw 1", energy=2)
    t = table(at="turn", energy=1, health=6, hand=[costly])
    assert not t.can("play", costly, ADVANCED)
    assert t.can("play", costly, ...) is True  # without its Advanced Action it may be played
    refused = t.rules.why_not_play(t.s, t.p1, t.number("action", costly), ADVANCED)
    assert refused is not None
    assert "2 Energy" in refused.reason
    assert t.p1.health == 6


@rule("NC-STAT-004")
def test_energy_and_health_icons_are_a_price_of_one_each(table: Table) -> None:
    lamp = equip("lamp", uses=[use("redraw 1", cost={"energy": 2, "health": 1})])
    t = table(at="turn", energy=3, health=5, equipment=[lamp])
    t.choose("use", 0, 0, 0)
    assert (t.p1.energy, t.p1.health, t.p1.redraw) == (1, 4, 1)
    assert not t.can("use", 0, 0, 0)


@rule("NC-STAT-005")
def test_health_has_a_start_and_a_maximum_of_the_board(table: Table) -> None:
    t = table(start_health=6, max_health=8, health=6)
    t.do("health 5")
    assert t.p1.health == 8
    content = t.content
    for card in range(len(content.delver)):
        assert content.del_health[card] <= content.del_max_health[card] <= 10
        assert 0 <= content.del_energy[card] <= 7


@rule("NC-STAT-016")
def test_general_tokens_show_values_and_lie_on_cards(table: Table) -> None:
    ledger = equip("ledger", tokens=1)
    t = table(energy=4, health=6, equipment=[ledger])
    source = ("equip", t.number("equip", ledger), 0)
    t.do("token 2", source=source)
    assert t.p1.equipment[0].tokens == 3
    t.do("token -9", source=source)
    assert t.p1.equipment[0].tokens == 0
    assert (t.p1.energy, t.p1.health) == (4, 6)


@rule("NC-STAT-024")
def test_redraw_and_cooldown_tokens_are_different_things(table: Table) -> None:
    t = table(cooldown=1, fate=["fear", "fear", "fear", "rest", "rest"])
    t.do("decode")
    assert t.prompt == ""
    assert t.p1.cooldown == 1
    t.do("redraw 2", "cooldown -3")
    assert (t.p1.redraw, t.p1.cooldown) == (2, 0)


def test_redraw_tokens_cool_nothing(table: Table) -> None:
    t = table(at="turn", redraw=2, energy=0, zone_a=["light-step"], hand=["observation"])
    assert not t.can("token", ..., ...)
    t = table(at="turn", cooldown=1, energy=0, zone_a=["light-step"], hand=["observation"])
    assert t.can("token", 0, "light-step")


@rule("NC-STAT-025")
def test_the_last_health_cannot_be_spent_but_can_be_lost(table: Table) -> None:
    lamp = equip("lamp", uses=[use("redraw 1", cost={"health": 1})])
    t = table(at="turn", health=1, equipment=[lamp])
    assert not t.can("use", 0, 0, 0)
    refusal = t.rules.can_pay(t.s, t.p1, (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), ("", -1, -1))
    assert refusal.rule == "NC-STAT-025"
    t = table(health=1)
    t.do("health -1")
    assert t.told("NC-STAT-013")
    assert t.p1.summons == 1


@rule("NC-STAT-013")
def test_a_delver_at_zero_health_is_defeated_once(table: Table) -> None:
    t = table(health=2, neidan=2)
    t.do("health -5")
    assert t.p1.summons == 1
    assert t.p1.defeats == 1
    assert [entry.text for entry in t.told("NC-STAT-013")] == [
        "Ada-Of-The-Test loses 2 Health (now 0).",
        "Ada-Of-The-Test is defeated.",
    ]


@rule("NC-STAT-014")
def test_after_a_defeat_the_delver_stays_and_starts_again_lying_down(table: Table) -> None:
    t = table(health=2, energy=3, redraw=1, hand=["light-step"], zone_b=["observation"], start_health=6, p2={})
    t.do("health -2")
    d = t.p1
    assert (d.health, d.energy, d.immobilized, d.place, d.redraw) == (6, 3, True, 0, 1)
    assert not d.over  # it is not the turn of this Delver, so that no actions are lost
    assert t.cards(d.hand) == ["light-step"]
    assert t.cards(d.zone_b) == ["observation"]


@rule("NC-STAT-014")
def test_a_defeat_in_the_own_turn_ends_the_actions_but_not_the_encounter(table: Table) -> None:
    bell = "proving-bell"
    t = table(at="turn", health=1, energy=7, enemies=[enemy(damage=3)], yin=[], yang=[bell], yang_discard=[bell], p2={})
    t.choose("command", 3)  # Decode beside a ready enemy
    assert t.p1.summons == 1
    assert t.p1.command
    assert not t.told("NC-TEST-019")  # the action was not performed
    assert len(t.told("NC-ENC-004")) == 1  # the encounter was drawn and resolved
    assert t.in_order("NC-STAT-014", "NC-TURN-006")
    assert t.seat == 2
    assert t.s.turn_seat == 2


@rule("NC-STAT-014")
def test_what_is_left_of_the_running_card_is_lost(table: Table) -> None:
    harsh = action("harsh", "health -2", "redraw 3", energy=0)
    t = table(at="turn", health=2, hand=[harsh], p2={})
    t.choose("play", harsh, ADVANCED)
    assert t.p1.redraw == 0
    assert t.p1.defeats == 1


def test_an_effect_of_somebody_else_goes_on_after_a_defeat(table: Table) -> None:
    t = table(health=2)
    t.do("health -2", "redraw 3", source=("encounter", 0, -1))
    assert t.p1.redraw == 3
