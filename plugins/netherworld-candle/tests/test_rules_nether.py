"""Netherworld Cards: what is used up on one copy, or by one ability, leaves the others as they were."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import fx, nether, trigger, use
from nc_table import NcTable

from undercroft_netherworld_candle.rules.equipment import NETHER

Table = Callable[..., NcTable]

VOICE = nether("voice", keep=True, uses=[use("redraw 1", once="scenario")])
LEASE = nether("lease", keep=True, triggers=[trigger("damaged", "cooldown 1", once="round")])
COIN = nether("coin", uses=[use("health 1")])


def test_each_copy_is_used_for_itself(table: Table) -> None:
    t = table(at="turn", nether=[VOICE, VOICE]).choose("use", NETHER, 1, 0)
    assert not t.can("use", NETHER, 1, 0)
    t.choose("use", NETHER, 0, 0)
    assert t.p1.redraw == 2
    assert not t.can("use", NETHER, 0, 0)


def test_copies_are_told_apart(table: Table) -> None:
    t = table(at="turn", nether=[VOICE, COIN, VOICE], health=3)
    assert [label for label in t.labels if label.startswith("Use")] == [
        "Use Voice #1: use it", "Use Coin: use it", "Use Voice #2: use it",
    ]  # fmt: skip
    t.choose("use", NETHER, 2, 0)
    assert "Voice #2" in t.log[0].text
    things = next(panel for panel in t.rules.panels(t.s, 1) if panel.title.startswith("Things"))
    assert [row[0] for row in things.rows] == ["Voice #1", "Coin", "Voice #2"]


def test_each_copy_acts_by_itself(table: Table) -> None:
    t = table(nether=[LEASE, LEASE], health=6).do("health -1").do("health -1")
    assert t.p1.cooldown == 2
    t = table(nether=[LEASE], health=6, cards=[LEASE]).do("health -1").do("nether lease", "health -1")
    assert t.p1.cooldown == 2  # the copy that came later has not acted in this round
    t.do("health -1")
    assert t.p1.cooldown == 2
    t.rules.renew_round(t.s)
    t.do("health -1")
    assert t.p1.cooldown == 4


def test_each_ability_of_a_card_is_used_for_itself(table: Table) -> None:
    both = nether("both", keep=True, uses=[use("redraw 1", once="round"), use("energy 1", once="scenario")],
                  triggers=[trigger("damaged", "cooldown 1", once="round")])  # fmt: skip
    t = table(at="turn", nether=[both], energy=0, health=6).choose("use", NETHER, 0, 0)
    assert not t.can("use", NETHER, 0, 0)
    t.choose("use", NETHER, 0, 1)
    assert (t.p1.redraw, t.p1.energy) == (1, 1)
    t = table(nether=[both], health=6).do("health -1").do("health -1")
    assert t.p1.cooldown == 1


def test_the_copy_that_was_used_is_archived_and_takes_its_marks_along(table: Table) -> None:
    t = table(at="turn", nether=[COIN, VOICE, COIN, VOICE], health=3).choose("use", NETHER, 3, 0)
    t.choose("use", NETHER, 2, 0)
    assert t.cards(t.p1.nether, "nether") == ["coin", "voice", "voice"]
    assert (t.can("use", NETHER, 1, 0), t.can("use", NETHER, 2, 0)) == (True, False)
    t.choose("use", NETHER, 0, 0)
    assert (t.can("use", NETHER, 0, 0), t.can("use", NETHER, 1, 0)) == (True, False)
    assert t.p1.health == 5


def test_a_copy_that_is_discarded_as_a_cost_takes_its_marks_along(table: Table) -> None:
    spent = {"text": "burn it", "effects": fx("energy 1"), "cost": {"discard": True}}
    torn = nether("torn", keep=True, uses=[use("redraw 1", once="scenario"), spent])
    t = table(at="turn", nether=[torn, torn, torn], energy=0).choose("use", NETHER, 1, 0).choose("use", NETHER, 0, 1)
    assert t.cards(t.p1.nether, "nether") == ["torn", "torn"]
    assert (t.can("use", NETHER, 0, 0), t.can("use", NETHER, 1, 0)) == (False, True)
    brief = nether("brief", uses=[spent])
    t = table(at="turn", nether=[brief, brief], energy=0).choose("use", NETHER, 0, 0)
    assert (t.cards(t.p1.nether, "nether"), t.p1.energy) == (["brief"], 1)
