"""Redraws, assists, declarations: what happens between the reveal and the judging of a Test (NC-TEST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import artifact, enemy, equip, event, location, nether, trigger, use
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

TEST = {"do": "test", "symbols": ["white-tiger"], "success": ["karma 1"], "failure": ["karma 2"]}
EVENT = ("encounter", 0, -1)


@rule("NC-TEST-030")
def test_a_token_redraws_any_of_the_revealed_cards_extra_ones_too(table: Table) -> None:
    t = table(destiny=2, redraw=1, fate=["fear 1", "fear 2", "fear 3", "blank", "white-tiger", "rest"])
    t.do("bonus mod=cards until=test n=1", TEST, source=EVENT)
    assert t.prompt == "redraw"
    assert len(t.revealed()) == 3
    t.choose("redraw", (1, 2))
    assert t.p1.redraw == 0
    assert t.p1.personal == 1
    assert len(t.p1.fate) == 1
    assert sorted(t.cards(t.p1.fate_discard, "fate")) == [
        "t-blank",
        "t-fear-1",
        "t-fear-2",
        "t-fear-3",
        "t-white-tiger",
    ]


@rule("NC-TEST-030")
def test_very_many_cards_are_redrawn_few_at_a_time(table: Table) -> None:
    t = table(destiny=6, redraw=1, fate=[*["fear"] * 11, *["hit"] * 2, "white-tiger"])
    t.do("bonus mod=cards until=test n=5", TEST, source=EVENT)
    assert len(t.revealed()) == 11
    assert {len(choice[1]) for choice in t.options if choice[0] == "redraw"} == {1, 2, 3}
    t.choose("redraw", (0, 1, 2))
    assert (t.p1.personal, t.p1.redraw, len(t.p1.fate)) == (1, 0, 0)


@rule("NC-TEST-031")
def test_several_tokens_may_be_spent_one_for_each_redraw(table: Table) -> None:
    t = table(destiny=1, redraw=2, fate=["fear", "fear", "white-tiger", "blank"])
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0,))
    assert t.prompt == "redraw"
    t.choose("redraw", (0,))
    assert t.prompt == ""
    assert t.p1.redraw == 0
    assert t.p1.personal == 1


@rule("NC-TEST-032")
def test_a_redraw_reaches_the_own_cards_only(table: Table) -> None:
    t = table(destiny=2, redraw=1, fate=["fear"] * 9, p2={"energy": 1, "redraw": 1, "fate": ["rest", "rest"]})
    t.do(TEST, source=EVENT)
    t.choose("keep").choose("assist")
    assert (t.seat, t.prompt) == (1, "redraw")
    assert [o for o in t.options if o[0] == "redraw"] == [("redraw", (0,)), ("redraw", (1,)), ("redraw", (0, 1))]
    assert not t.can("redraw", (2,))
    t.choose("keep")
    assert t.prompt == ""
    assert t.p2.redraw == 1
    t = table(destiny=1, fate=["fear"] * 9, p2={"energy": 1, "redraw": 1, "fate": ["rest", "white-tiger"]})
    t.do(TEST, source=EVENT).answer("assist", "assist")
    assert t.prompt == ""  # the assistant's own token is of no use
    assert (t.p1.personal, t.p2.redraw) == (2, 1)


@rule("NC-TEST-033")
def test_redrawn_cards_are_discarded_before_the_new_ones_are_drawn(table: Table) -> None:
    t = table(destiny=2, redraw=1, fate=["fear 1", "fear 2", "white-tiger"])
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0, 1))
    assert t.p1.personal == 1
    assert len(t.p1.fate) == 1
    assert len(t.p1.fate_discard) == 2


@rule("NC-TEST-033")
def test_redrawn_omens_are_set_aside(table: Table) -> None:
    t = table(destiny=1, redraw=1, fate=["bad-omen", "fear"])
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0,))
    assert t.cards(t.p1.fate_discard, "fate") == ["t-fear"]
    assert len(t.p1.fate) == 0


@rule("NC-TEST-034")
def test_an_assist_costs_one_energy_and_adds_all_icons(table: Table) -> None:
    t = table(strength=1, enemies=[enemy(health=9)], fate=["hit"], p2={"energy": 2, "fate": ["hit death", "fear"]})
    t.do("attack").answer("assist", "assist")
    assert t.foe().damage == 2
    assert t.p2.energy == 1
    assert t.cards(t.p2.fate_discard, "fate") == ["t-hit-death"]
    assert t.cards(t.p2.fate, "fate") == ["t-fear"]
    t = table(destiny=1, fate=["blank"], p2={"energy": 1, "fate": ["death white-tiger"]})
    t.do(TEST, source=EVENT).answer("assist", "assist")
    assert t.p1.personal == 1


@rule("NC-TEST-034")
def test_who_is_elsewhere_or_has_no_energy_cannot_assist(table: Table) -> None:
    t = table(strength=1, map=[location(), location(x=1)], enemies=[enemy(health=9)], fate=["hit"],
              p2={"energy": 0}, p3={"energy": 3, "place": 1})  # fmt: skip
    refusal = t.rules.why_not_assist(t.s, t.p1, t.p2)
    assert refusal.rule == "NC-TEST-034"
    assert t.rules.why_not_assist(t.s, t.p1, t.p3) is not None
    t.do("attack")
    assert t.prompt == ""
    assert t.foe().damage == 1


@rule("NC-TEST-009")
def test_each_delver_assists_once_and_several_may(table: Table) -> None:
    helper = {"energy": 3, "fate": ["hit", "hit"]}
    t = table(strength=1, enemies=[enemy(health=9)], fate=["hit"], p2=helper, p3=helper)
    t.do("attack")
    assert t.seat == 2
    t.choose("assist")
    assert t.seat == 3  # seat 2 is not asked again
    assert t.rules.why_not_assist(t.s, t.p1, t.p2).rule == "NC-TEST-009"
    t.choose("assist")
    assert t.foe().damage == 3
    assert t.p2.energy == 2


@rule("NC-TEST-035")
def test_redraws_and_assists_mix_until_everybody_declines(table: Table) -> None:
    t = table(destiny=1, redraw=2, fate=["fear", "fear", "fear", "blank"], p2={"energy": 1, "fate": ["white-tiger"]})
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0,))
    assert t.prompt == "redraw"
    t.choose("keep").answer("assist", "assist")
    assert t.prompt == "redraw"  # after the assist the tester may still redraw
    t.choose("redraw", (0,))
    assert t.p1.personal == 1  # and the icons of the assist still count


@rule("NC-TEST-026")
def test_a_redrawn_reshuffle_icon_still_counts(table: Table) -> None:
    t = table(destiny=1, redraw=1, fate=["reshuffle", "fear", "fear"])
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0,))
    assert len(t.p1.fate) == 3
    assert len(t.p1.fate_discard) == 0


@rule("NC-TEST-040")
def test_what_changes_a_test_is_declared_before_the_reveal(table: Table) -> None:
    lens = equip("lens", uses=[use("boost cards=1", timing="test", tests=["encounter"], cost={"energy": 1})])
    t = table(destiny=1, energy=2, redraw=1, equipment=[lens], fate=["fear", "white-tiger", "blank"])
    t.do(TEST, source=EVENT)
    assert t.prompt == "declare"
    assert t.p1.check is None
    t.choose("use", 0, 0, 0)
    assert t.prompt == "declare"
    assert t.p1.energy == 1
    t.choose("go")
    assert t.prompt == "redraw"
    assert not t.can("use", 0, 0, 0)
    why = t.rules.why_not_use(t.s, t.p1, 0, 0, 0, t.rules.usage_of(t.p1, 0, 0, 0))
    assert why is not None
    assert why.rule == "NC-TEST-040"
    assert len(t.revealed()) == 2
    t.choose("keep")
    assert t.p1.personal == 1
    assert t.p1.bonuses == ()


@rule("NC-TEST-040")
@pytest.mark.parametrize("kind", ["skill", "equipment", "nether"])
def test_skills_and_netherworld_cards_are_declared_as_well(table: Table, kind: str) -> None:
    able = use("boost cards=1", timing="test", tests=["encounter"])
    words: dict[str, dict[str, Any]] = {
        "skill": {"uses": [able]}, "equipment": {"equipment": [equip(uses=[able])]},
        "nether": {"nether": [nether(uses=[able], keep=True)]},
    }  # fmt: skip
    number = ["equipment", "skill", "nether"].index(kind)
    t = table(destiny=1, fate=["fear", "white-tiger"], **words[kind]).do(TEST, source=EVENT)
    t.answer("declare", "use", number, 0, 0).choose("go")
    assert (t.p1.personal, len(t.p1.fate)) == (1, 0)
    t = table(destiny=1, fate=["fear", "white-tiger"], **words[kind]).do(TEST, source=("location", 0, 0))
    assert (t.p1.personal, len(t.p1.fate)) == (2, 1)  # an Event Test is of another kind


def test_other_kinds_of_test_do_not_offer_it(table: Table) -> None:
    lens = equip("lens", uses=[use("boost hits=1", timing="test", tests=["attack"])])
    t = table(destiny=1, equipment=[lens], fate=["fear"])
    t.do(TEST, source=EVENT)
    assert t.prompt == ""


@rule("NC-TEST-052")
def test_special_icons_on_an_assist_card(table: Table) -> None:
    t = table(strength=1, redraw=0, enemies=[enemy(armor=1, health=9)], fate=["hit", "rest"],
              p2={"energy": 1, "fate": ["pierce1 reveal hit", "hit", "rest"]})  # fmt: skip
    t.do("attack").answer("assist", "assist")
    assert t.foe().damage == 3  # Pierce and Hit count, and so does the card revealed besides
    t = table(destiny=1, fate=["blank"], p2={"energy": 1, "fate": ["north-palace", "blank", "blank"]})
    t.do(TEST, source=EVENT).answer("assist", "assist")
    assert (t.p1.redraw, t.p2.redraw) == (0, 1)
    t = table(destiny=1, fate=["white-tiger"], p2={"energy": 1, "fate": ["acquire"]}, bag=[artifact("comb")])
    t.do(TEST, source=EVENT).answer("assist", "assist")
    assert t.seat == 2  # the Acquire is the assistant's own action after the Test


@rule("NC-TEST-050")
def test_a_reshuffle_on_an_encounter_card_shuffles_its_deck(table: Table) -> None:
    bell = event("bell", "energy 1", "reshuffle", deck="yang")
    t = table(at="encounter", energy=6, candle=3, yang=[bell, *["proving-bell"] * 5], yang_discard=["proving-bell"] * 7,
              yin_discard=["proving-draught"])  # fmt: skip
    assert len(t.s.yin_discard) == 1  # the other deck is not its own
    assert t.p1.energy == 7
    assert (len(t.s.yang), len(t.s.yang_discard)) == (13, 0)
    assert t.s.candle == 3


@rule("NC-TEST-051")
def test_an_effect_that_shuffles_the_deck_takes_the_discard_pile_in(table: Table) -> None:
    t = table(fate=["hit"] * 9, fate_discard=["rest"] * 11)
    t.do("shuffle_fate")
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (20, 0)


def test_cards_in_play_act_before_and_after_tests(table: Table) -> None:
    charm = equip(
        "charm", triggers=[trigger("test-start", "redraw 1", tests=["encounter"]), trigger("test-end", "cooldown 1")]
    )
    t = table(destiny=1, equipment=[charm], fate=["blank"])
    t.do(TEST, source=EVENT)
    assert t.prompt == "redraw"
    t.choose("keep")
    assert (t.p1.redraw, t.p1.cooldown) == (1, 1)


def test_the_end_of_the_scenario_in_the_middle_of_a_test_loses_no_card(table: Table) -> None:
    fatal = {"do": "test", "symbols": ["white-tiger"], "failure": ["fail"]}
    t = table(at="encounter", energy=6, yang=[event("fatal", fatal, deck="yang")], destiny=2, fate=["fear"] * 5)
    assert t.s.ended == "failed" or t.outcome
    assert t.p1.check is None
    assert len(t.p1.fate) + len(t.p1.fate_discard) in (5, 20)
