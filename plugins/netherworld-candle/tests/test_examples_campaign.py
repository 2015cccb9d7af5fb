"""Worked examples about logs, the Story Phase and the campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import artifact, made, option, story
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

PLACE = story("place", region="Scenario", scenario="proving-ground", journeys=1)


def to_adventure(t: NcTable) -> NcTable:
    """Through the questions before an adventure; personal Karma is converted in full."""
    while t.prompt in ("before", "hand", "convert"):
        t.choose(*(t.options[-1] if t.prompt == "convert" else
                   next(entry for entry in t.options if entry[0] in ("go", "done"))))  # fmt: skip
    return t


@rule("NC-EX-011", "NC-END-007", "NC-END-008", "NC-ADV-025")
def test_neidan_becomes_karma_becomes_redraw_tokens(table: Table) -> None:
    t = table(at="over", mode="campaign", ended="success", ending=0, neidan=3, stash_story=[PLACE])
    t.choose("karma", 3)
    other = story("second-place", region="Scenario", scenario="proving-ground")
    t = table(at="story", mode="campaign", stories=[story("street"), other], personal=t.p1.personal, karma=1)
    t.choose("pass").answer("between", "go-on")
    to_adventure(t)
    assert (t.p1.redraw, t.p1.personal, t.p1.karma) == (3, 0, 0)


@rule("NC-EX-013", "NC-FATE-002", "NC-FATE-004")
def test_a_partly_filled_parent_is_enough(table: Table) -> None:
    tree: list[dict[str, Any]] = [
        {"id": "centre", "reward": "centre", "spaces": 0},
        {"id": "parent", "reward": "hand", "spaces": 3, "parents": ["centre"]},
        {"id": "child", "reward": "hand", "parents": ["parent"]},
    ]
    t = table(at="story-idle", tree=tree, tree_checked=(0, 1, 0)).do("fate_point 1")
    t.answer("tree", "node", 2)
    assert t.p1.tree == (0, 1, 1)


@rule("NC-EX-017", "NC-LOG-017", "NC-LOG-018")
def test_a_full_setback_record(table: Table) -> None:
    for difficulty, summons in (("normal", [1, 1]), ("easy", [0, 0])):
        t = table(at="story-idle", setbacks=12, difficulty=difficulty, p2={}).do("setback 1")
        assert t.s.setbacks == 12
        assert [d.summons for d in t.s.delvers] == summons


@rule("NC-EX-019", "NC-EPI-013")
def test_a_tie_on_a_journey_card(table: Table) -> None:
    prize = made("journey", "prize", number="T399", title="Prize", text="A prize.",
                 choices=[option("take it", "redraw 1 who=highest-courage")])  # fmt: skip
    t = table(at="story-idle", mode="campaign", stash_story=[PLACE], cards=[prize], gm=2, courage=3, p2={"courage": 3})
    t.s.stash_journey = (t.number("journey", prize),)
    t.run("begin_epilogue")
    assert (t.prompt, t.seat) == ("who", 2)
    t.choose("delver", 1)
    assert (t.p1.redraw, t.p2.redraw) == (1, 0)


@rule("NC-EX-022", "NC-STORY-023", "NC-STORY-025")
def test_a_story_card_that_stays_face_down(table: Table) -> None:
    t = table(at="story", mode="campaign", stories=[story("town", "cooldown 1")], karma=1, p2={"karma": 1})
    t.choose("interact").choose("done").choose("interact")
    assert (t.p2.cooldown, t.p2.karma) == (1, 1)
    t.choose("done").choose("pass").choose("pass").answer("between", "go-on")
    while t.prompt != "story":
        t.choose(*t.options[0])
    karma = t.p1.karma
    assert not t.s.story_table[0].face_down
    t.choose("interact")
    assert t.p1.karma == karma - 1


@rule("NC-EX-027", "NC-LOG-010", "NC-LOG-011")
def test_a_full_faction_exchanges_once(table: Table) -> None:
    bell = artifact("bell", value=3)
    t = table(at="story", stories=[story("town")], artifacts=[bell, bell], reputation=(0, 10, 0, 0, 0))
    t.choose("exchange").choose("exchange", "brocade-ledger", bell, 0).choose(*t.options[0])
    assert sum(t.p1.tree) == 1
    assert not t.can("exchange")
    refused = t.refused("exchange", "brocade-ledger")
    assert refused is not None
    assert refused.rule == "NC-LOG-011"
    assert len(t.p1.artifacts) == 1


def told_test(difficulty: int, attribute: str = "geomancy", **more: Any) -> dict[str, Any]:
    """A Story Test whose success is 1 EXP and whose failure is 1 Cooldown token."""
    return {"do": "story_test", "attribute": attribute, "difficulty": difficulty, "success": ["exp 1"],
            "failure": ["cooldown 1"], **more}  # fmt: skip


@rule("NC-EX-001", "NC-STORY-020", "NC-STORY-021", "NC-TEST-008")
def test_a_story_test_with_assistance(table: Table) -> None:
    for helps, passed in ((True, True), (False, False)):
        card = story("gate", told_test(9, bonus={"white-tiger": 2}), back="The gate asks.")
        t = table(at="story", stories=[card, story("inn")], geomancy=3, karma=1, fate=["5"],
                  p2={"story_place": 1}, p3={"fate": ["white-tiger 12"], "energy": 3})  # fmt: skip
        t.choose("interact")
        assert t.p1.karma == 0
        assert f"{t.rules.name(t.p2)} reads: The gate asks." in t.told("NC-STORY-021")[0].text
        assert (t.prompt, t.seat) == ("story-assist", 3)
        t.choose("assist" if helps else "pass")
        assert t.told("NC-TEST-003")[0].args[1:] == (5, 3, 2 if helps else 0, 10 if helps else 8, 9)
        assert (t.p1.exp, t.p1.cooldown, t.p3.energy) == (int(passed), int(not passed), 3)


@rule("NC-EX-020", "NC-TEST-013", "NC-TEST-014", "NC-TEST-017")
def test_a_critical(table: Table) -> None:
    t = table(at="story-idle", stories=[story()], fate=["boundless-reach-rat"], fate_discard=[], geomancy=0)
    t.do(told_test(40, critical=["cooldown 2"]))
    assert (t.p1.exp, t.p1.cooldown) == (1, 2)
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (1, 0)


@rule("NC-EX-021", "NC-TEST-004", "NC-TEST-006")
def test_a_star_card_in_a_story_test(table: Table) -> None:
    t = table(at="story-idle", stories=[story()], fate=["* fear", "7"], geomancy=2)
    t.script_shuffle("delvers.0.fate", ["t-star-fear", "t-7"], kind="fate")
    t.do(told_test(9))
    assert t.p1.exp == 1
    assert t.told("NC-TEST-003")[0].args[1:] == (7, 2, 0, 9, 9)


@rule("NC-EX-024", "NC-TEST-036")
def test_an_omen_makes_one_new_deck(table: Table) -> None:
    t = table(at="story-idle", fate=["3"] * 4, fate_discard=["5"] * 3).do("omen kind=bad")
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (8, 0)
    assert t.cards(t.p1.fate, "fate").count("bad-omen") == 1
