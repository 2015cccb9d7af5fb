"""Story Tests (NC-TEST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import enemy, equip, story
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

SUCCESS, FAILURE = "exp 1", "cooldown 1"


def story_test(difficulty: int, **more: Any) -> dict[str, Any]:
    """A Story Test of Courage whose success is 1 EXP and whose failure is 1 Cooldown token."""
    return {"do": "story_test", "attribute": "courage", "difficulty": difficulty,
            "success": [SUCCESS], "failure": [FAILURE], **more}  # fmt: skip


def passed(t: NcTable) -> bool:
    """The outcome."""
    assert t.prompt == ""
    assert t.p1.exp + t.p1.cooldown == 1
    return t.p1.exp == 1


def tell(table: Table, top: list[str], **more: Any) -> NcTable:
    """A table in the Story Phase on which the shuffle lays these cards on top."""
    t = table(at="story-idle", stories=[story()], fate=top, **more)
    t.script_shuffle("delvers.0.fate", t.cards(t.p1.fate, "fate"), kind="fate")
    return t


@rule("NC-TEST-002")
def test_the_deck_is_shuffled_with_its_discard_pile_first(table: Table) -> None:
    t = table(at="story-idle", courage=0, karma=1, fate=["1"] * 3, fate_discard=["9"] * 4)
    t.do(story_test(2))
    assert t.prompt == "story-redraw"
    assert len(t.p1.fate) == 6
    assert len(t.p1.fate_discard) == 0
    assert t.in_order("NC-TEST-051", "NC-TEST-002")


@rule("NC-TEST-003", "NC-TEST-004")
@pytest.mark.parametrize(("difficulty", "success"), [(14, True), (15, False)])
def test_number_attribute_and_modifiers_against_the_difficulty(table: Table, difficulty: int, success: bool) -> None:
    t = tell(table, ["11 hit"], courage=2)
    t.do(story_test(difficulty, bonus={"hit": 1}))
    assert passed(t) is success
    assert t.told("NC-TEST-003")[0].args[1:] == (11, 2, 1, 14, difficulty)


@rule("NC-TEST-004")
@pytest.mark.parametrize(("number", "success"), [("9", True), ("8", False)])
def test_equal_is_a_success(table: Table, number: str, success: bool) -> None:
    t = tell(table, [number], courage=0)
    t.do(story_test(9))
    assert passed(t) is success


@rule("NC-TEST-003")
def test_what_the_tester_wears_counts(table: Table) -> None:
    heart = equip("heart", modifiers=[{"mod": "courage", "n": 2}])
    wrong = equip("wrong", kind="weapon", modifiers=[{"mod": "courage", "n": 4, "tests": ["attack"]}])
    t = tell(table, ["8"], courage=1, equipment=[heart, wrong])
    t.do(story_test(11))
    assert passed(t)
    assert t.told("NC-TEST-003")[0].args[1:] == (8, 3, 0, 11, 11)


@rule("NC-TEST-005")
def test_miss_cards_are_passed_over(table: Table) -> None:
    t = tell(table, ["* miss white-tiger", "* miss white-tiger redraw", "12"], courage=0)
    t.do(story_test(13, bonus={"white-tiger": 5}))
    assert not passed(t)  # 12, and no icon of the two
    assert t.p1.redraw == 0
    assert len(t.p1.fate_discard) == 3


@rule("NC-TEST-006")
def test_a_star_takes_the_number_of_the_next_card(table: Table) -> None:
    t = tell(table, ["* miss", "8"], courage=0)
    t.do(story_test(8))
    assert passed(t)
    t = tell(table, ["* white-tiger", "8"], courage=0)
    t.do(story_test(10, bonus={"white-tiger": 2}))
    assert passed(t)  # without a Miss the card keeps its icons


@rule("NC-TEST-007")
def test_without_a_number_in_the_deck_the_base_is_zero(table: Table) -> None:
    for difficulty, success in ((3, True), (4, False)):
        t = tell(table, ["* miss"] * 5, courage=3)
        t.do(story_test(difficulty))
        assert passed(t) is success


@rule("NC-TEST-008", "NC-CAMP-004")
def test_an_assistant_adds_one_icon_and_pays_nothing(table: Table) -> None:
    t = tell(table, ["5"], courage=3, p2={"energy": 0, "fate": ["white-tiger hit 20"]})
    t.do(story_test(10, bonus={"white-tiger": 2, "hit": 9}))
    assert (t.prompt, t.seat) == ("story-assist", 2)
    t.choose("assist")
    assert {o[1] for o in t.options} == {"symbol", "hit"}
    assert "The icon White Tiger" in t.labels
    t.choose("icon", "symbol", 0)
    assert passed(t)
    assert t.p2.energy == 0
    assert t.told("NC-TEST-003")[0].args[1:] == (5, 3, 2, 10, 10)
    t = tell(table, ["5"], courage=3, p2={"fate": ["fear hit 20"]})
    t.do(story_test(12, bonus={"fear": 4})).choose("assist")
    assert [o[1] for o in t.options] == ["gate", "hit"]  # the number is no icon
    assert passed(t.choose("icon", "gate", ...))


@rule("NC-TEST-009")
def test_an_assistant_does_not_shuffle_and_discards_to_the_own_pile(table: Table) -> None:
    t = tell(table, ["5"], courage=3, p2={"fate": ["white-tiger", "fear"]}, p3={"story_place": 7})
    t.do(story_test(10, bonus={"white-tiger": 2}))
    t.choose("assist")
    assert passed(t)  # seat 3 stands on another card and is not asked, seat 2 only once
    assert t.cards(t.p2.fate, "fate") == ["t-fear"]
    assert t.cards(t.p2.fate_discard, "fate") == ["t-white-tiger"]


@rule("NC-TEST-009", "NC-TEST-012")
def test_several_delvers_may_assist_each_once(table: Table) -> None:
    helper = {"fate": ["white-tiger", "white-tiger"]}
    t = tell(table, ["5"], courage=0, p2=helper, p3=helper)
    t.do(story_test(9, bonus={"white-tiger": 2}))
    t.answer("story-assist", "assist")
    assert (t.prompt, t.seat) == ("story-assist", 3)
    t.choose("assist")
    assert passed(t)  # both icons count, and nobody is asked again
    assert [len(d.fate) for d in (t.p2, t.p3)] == [1, 1]


@rule("NC-TEST-010")
def test_karma_redraws_as_long_as_it_lasts(table: Table) -> None:
    t = tell(table, ["3"] + ["15"] * 9, courage=0, karma=1, personal=1)
    t.do(story_test(15))
    t.answer("story-redraw", "karma")
    assert (t.p1.karma, t.p1.personal) == (0, 1)  # dealt Karma first
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (9, 0)  # the deck was shuffled, with the card in it
    t.answer("story-redraw", "karma")
    assert (t.p1.karma, t.p1.personal, t.prompt) == (0, 0, "")
    assert t.p1.exp + t.p1.cooldown == 1


@rule("NC-TEST-010")
@pytest.mark.parametrize(("new", "success"), [("15", True), ("4", False)])
def test_a_redrawn_card_counts_no_more(table: Table, new: str, success: bool) -> None:
    t = tell(table, ["9 hit", *[new] * 40], courage=0, karma=1)
    t.do(story_test(10, bonus={"hit": 1}))
    assert t.prompt == "story-redraw"  # 9 and its icon would do
    t.script_shuffle("delvers.0.fate", [f"t-{new}"], kind="fate", before=[*t.p1.fate.cards(), t.s.test[4][0]])
    assert passed(t.choose("karma")) is success


@rule("NC-TEST-011")
def test_the_replaced_card_goes_back_before_the_shuffle(table: Table) -> None:
    t = tell(table, ["3"] * 20, courage=0, karma=1)
    t.do(story_test(15)).choose("karma")
    assert len(t.p1.fate) == 19
    assert len(t.p1.fate_discard) == 1
    assert not passed(t)
    t = tell(table, ["bad-omen", *["3"] * 20], courage=0, karma=1)
    t.do(story_test(15)).choose("karma")
    assert not passed(t)
    assert len(t.p1.fate) + len(t.p1.fate_discard) == 20


@rule("NC-TEST-012")
def test_the_bonus_counts_for_each_icon(table: Table) -> None:
    t = tell(table, ["5 azure-dragon"], courage=0, p2={"fate": ["azure-dragon"]})
    t.do(story_test(7, bonus={"azure-dragon": 1})).choose("assist")
    assert passed(t)
    for difficulty, success in ((11, True), (12, False)):
        t = tell(table, ["5 fear hit"], courage=0)
        t.do(story_test(difficulty, bonus={"fear": 4, "hit": 2}))
        assert passed(t) is success


@rule("NC-TEST-013", "NC-TEST-014")
def test_boundless_reach_passes_and_the_deck_is_reshuffled(table: Table) -> None:
    t = tell(table, ["boundless-reach-rat", "1"], courage=0)
    t.do(story_test(40))
    assert passed(t)
    assert len(t.p1.fate) == 2
    assert len(t.p1.fate_discard) == 0


@rule("NC-TEST-016")
def test_boundless_reach_of_an_assistant_passes_nothing(table: Table) -> None:
    t = tell(table, ["7"], courage=0, p2={"fate": ["boundless-reach-rat", "fear"], "fate_discard": ["rest"]})
    t.do(story_test(9, bonus={"white-tiger": 2})).choose("assist")
    if t.prompt == "assist-icon":
        t.choose("icon", "hit", 0)
    assert not passed(t)
    assert len(t.p2.fate) == 3
    assert len(t.p2.fate_discard) == 0


@rule("NC-TEST-017")
def test_a_critical_needs_boundless_reach(table: Table) -> None:
    t = tell(table, ["19"], courage=6)
    t.do(story_test(9, critical=["redraw 1"]))
    assert passed(t)
    assert t.p1.redraw == 0
    t = tell(table, ["boundless-reach-rat"], courage=0)
    t.do(story_test(9, critical=["redraw 1"]))
    assert passed(t)
    assert t.p1.redraw == 1
    assert t.told("NC-TEST-017")


@rule("NC-TEST-018")
def test_a_critical_comes_on_top_unless_it_says_instead(table: Table) -> None:
    t = tell(table, ["boundless-reach-rat"], courage=0)
    t.do(story_test(9, critical=["redraw 1"]))
    assert (t.p1.exp, t.p1.redraw) == (1, 1)
    t = tell(table, ["boundless-reach-rat"], courage=0)
    t.do(story_test(9, critical=["redraw 1"], instead=True))
    assert (t.p1.exp, t.p1.redraw) == (0, 1)


@rule("NC-TEST-026", "NC-TEST-053")
def test_a_redrawn_reshuffle_icon_counts_in_a_story_test_too(table: Table) -> None:
    t = tell(table, ["reshuffle 3", "12", "1"], courage=0, redraw=1)
    t.do(story_test(12)).choose("token")
    assert passed(t)
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (3, 0)


@rule("NC-TEST-043")
def test_special_icons_act_at_the_reveal_and_acquire_does_nothing_here(table: Table) -> None:
    t = tell(table, ["redraw 3", "12"], courage=0)
    t.do(story_test(12))
    t.answer("story-redraw", "token")
    assert passed(t)
    assert t.p1.redraw == 0
    t = tell(table, ["acquire 12"], courage=0)
    t.do(story_test(12))
    assert passed(t)
    t = tell(table, ["cooldown 12"], courage=0)
    t.do(story_test(12))
    assert (t.p1.exp, t.p1.cooldown) == (1, 1)


@rule("NC-TEST-049")
def test_the_icons_of_the_omens(table: Table) -> None:
    t = tell(table, ["bad-omen", "9"], courage=3)
    t.do(story_test(4))
    assert not passed(t)  # 0 + 3
    t = table(strength=1, enemies=[enemy(health=9)], fate=["bad-omen", "9"])
    t.do("attack")
    assert t.foe().damage == 0


@rule("NC-TEST-037", "NC-TEST-049")
def test_an_omen_counts_and_leaves(table: Table) -> None:
    t = tell(table, ["bad-omen", "9"], courage=3)
    t.do(story_test(3))
    assert passed(t)  # 0 + 3
    assert t.cards(t.p1.fate, "fate") == ["t-9"]
    assert len(t.p1.fate_discard) == 0


@rule("NC-TEST-052")
def test_one_icon_of_an_assist_card_may_be_a_special_one(table: Table) -> None:
    top = ["north-palace", "9"]
    t = tell(table, ["5"], courage=0, p2={"fate": top})
    t.do(story_test(9, bonus={"black-tortoise": 1})).choose("assist").choose("icon", "symbol", 1)
    assert not passed(t)
    assert (t.p1.redraw, t.p2.redraw) == (0, 0)
    t = tell(table, ["5"], courage=0, p2={"fate": top})
    t.do(story_test(9)).choose("assist").choose("icon", "special", 0)
    assert (t.p1.redraw, t.p2.redraw) == (0, 1)
    t = tell(table, ["5"], courage=0, p2={"fate": ["five-senses", "9"]})
    t.do(story_test(9, failure=[])).choose("assist").choose("icon", "special", 1)
    assert [(d.redraw, d.cooldown) for d in t.s.delvers] == [(0, 0), (0, 1)]


@rule("NC-TEST-016", "NC-TEST-037", "NC-TEST-052")
def test_what_always_applies_is_no_icon_to_choose(table: Table) -> None:
    t = tell(table, ["5"], courage=0, p2={"fate": ["reshuffle temporary fear", "rest"], "fate_discard": ["view"]})
    t.do(story_test(6, bonus={"fear": 1})).choose("assist")
    assert passed(t)  # the gate was the only icon, so that nothing was asked
    assert sorted(t.cards(t.p2.fate, "fate")) == ["t-rest", "t-view"]
    assert len(t.p2.fate_discard) == 0


@rule("NC-TEST-027", "NC-TEST-053")
def test_a_short_pile_is_made_anew_in_a_story_test_too(table: Table) -> None:
    t = tell(table, ["3"], courage=0, redraw=1, p2={"fate": [], "fate_discard": ["white-tiger"] * 2})
    t.do(story_test(5, bonus={"white-tiger": 2})).choose("token")
    assert (t.prompt, t.seat) == ("story-assist", 2)  # the 3 came back from the discard pile
    assert passed(t.choose("assist"))
    assert (len(t.p2.fate), len(t.p2.fate_discard)) == (1, 1)


@rule("NC-TEST-030", "NC-TEST-053")
def test_a_redraw_token_takes_the_next_card_without_a_shuffle(table: Table) -> None:
    t = tell(table, ["3", "12", "1"], courage=0, redraw=1, karma=0)
    t.do(story_test(12))
    t.choose("token")
    assert passed(t)
    assert t.p1.redraw == 0
    assert t.cards(t.p1.fate, "fate") == ["t-1"]
    assert sorted(t.cards(t.p1.fate_discard, "fate")) == ["t-12", "t-3"]
    t = tell(table, ["3", "* miss", "12", "1"], courage=0, redraw=1, karma=1)
    t.do(story_test(12))
    assert t.can("karma")
    assert t.can("token")
    t.choose("token").choose("keep")
    assert passed(t)
    assert t.p1.karma == 1
