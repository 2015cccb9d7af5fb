"""Trading, and artifacts for Reputation (NC-STORY-030 to -032, -035)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import artifact, equip, location, story
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

TURN_IN = story("counter", {"do": "turn_in", "faction": "brocade-ledger", "n": 0})
ONE, TWO, THREE = artifact("penny", value=1), artifact("cup", value=2), artifact("bell", value=3)
BLANK = artifact("stone", value=0)


def shop(table: Table, **keywords: Any) -> NcTable:
    """Seat 1 interacts with a card that takes artifacts."""
    words = {"at": "story", "stories": [TURN_IN], "karma": 1, "cards": [ONE, TWO, THREE, BLANK], **keywords}
    return table(**words).choose("interact")


def standing(t: NcTable, seat: int = 1, faction: str = "brocade-ledger") -> int:
    """The boxes that a Delver has checked with a faction."""
    boxes: int = t.s.delvers[seat - 1].reputation[t.number("faction", faction)]
    return boxes


@rule("NC-STORY-030")
def test_delvers_trade_wherever_they_stand_but_only_in_the_story_phase(table: Table) -> None:
    cards = [story("town"), story("hill", region="Hills")]
    t = table(at="story", stories=cards, equipment=["widows-lamp"], p2={"story_place": 1}, karma=1)
    t.choose("trade").choose("give-item", 0, 2)
    assert t.p1.equipment == []
    assert [item.card for item in t.p2.equipment] == [t.number("equip", "widows-lamp")]
    assert t.prompt == "story"
    assert t.can("pass")
    t.choose("let-trade", 2).choose("give-item", 0, 1)  # whenever they like: it is not the turn of seat 2
    assert (t.prompt, t.seat, t.p2.equipment) == ("story", 1, [])
    assert [item.card for item in t.p1.equipment] == [t.number("equip", "widows-lamp")]
    assert not t.can("let-trade", 2)
    t = table(at="turn", map=[location("hall")], equipment=["widows-lamp"], p2={})
    assert not t.can("trade")
    refused = t.refused("give-item", 0, 2)
    assert refused is not None
    assert refused.rule == "NC-STORY-030"


@rule("NC-STORY-031")
def test_artifacts_are_materials_and_karma_is_not(table: Table) -> None:
    t = table(at="story", stories=[story("town")], artifacts=[ONE], equipment=["widows-lamp"], karma=2, p2={})
    refused = t.refused("give-karma")
    assert refused is not None
    assert refused.rule == "NC-STORY-031"
    t.choose("trade")
    assert {option[0] for option in t.options} == {"give-item", "give-artifact", "done"}
    t.choose("give-artifact", ONE, 2)
    assert t.p2.artifacts == [t.number("artifact", ONE)]
    bag = equip("bag", kind="backpack", slots=1, artifacts=[TWO])
    t = table(at="story", stories=[story("town")], equipment=[bag], p2={}, cards=[TWO])
    t.choose("trade").choose("give-artifact", TWO, 2)
    assert (t.p1.equipment[0].artifacts, t.p2.artifacts) == ([], [t.number("artifact", TWO)])


@rule("NC-STORY-032")
def test_an_artifact_becomes_reputation_of_its_value(table: Table) -> None:
    t = shop(table, artifacts=[THREE])
    t.answer("turn-in", "hand-over", THREE, 0)
    assert standing(t) == 3
    assert t.p1.artifacts == []
    assert t.s.stash_artifacts == ()
    assert (
        t.rules.artifacts_left(t.s, t.number("artifact", THREE))
        == t.content.artifact[t.number("artifact", THREE)].copies
    )


@rule("NC-STORY-032")
def test_a_token_without_a_value_is_not_taken(table: Table) -> None:
    t = shop(table, artifacts=[BLANK])
    assert t.prompt == "story"
    assert standing(t) == 0


@rule("NC-STORY-035")
def test_stash_and_own_tokens_go_in_one_interaction_to_the_actor_alone(table: Table) -> None:
    t = shop(table, stash_artifacts=[TWO], artifacts=[THREE], p2={})
    t.choose("hand-over", TWO, 1).choose("hand-over", THREE, 0)
    assert standing(t) == 5
    assert standing(t, 2) == 0


@rule("NC-STORY-035")
def test_the_grandmaster_decides_about_tokens_of_the_stash(table: Table) -> None:
    t = shop(table, stash_artifacts=[TWO], gm=2, p2={})
    t.choose("hand-over", TWO, 1)
    assert (t.prompt, t.seat) == ("consent", 2)
    t.choose("refuse")
    assert standing(t) == 0
    assert len(t.s.stash_artifacts) == 1
    t.choose("interact").choose("hand-over", TWO, 1).choose("agree")
    assert standing(t) == 2
    t = shop(table, stash_artifacts=[TWO], artifacts=[ONE], gm=2, p2={})
    t.choose("hand-over", TWO, 1).choose("refuse")
    assert t.options == [("hand-over", t.number("artifact", ONE), 0), ("done",)]  # the own ones are still one's own
    t.choose("hand-over", ONE, 0)
    assert (standing(t), len(t.s.stash_artifacts)) == (1, 1)


@rule("NC-STORY-035")
def test_a_card_may_name_how_many(table: Table) -> None:
    one = story("small-counter", {"do": "turn_in", "faction": "brocade-ledger", "n": 1})
    t = shop(table, stories=[one], artifacts=[ONE, TWO])
    t.choose("hand-over", ONE, 0)
    assert t.prompt == "story"
    assert standing(t) == 1


@rule("NC-STORY-030", "NC-ART-002")
def test_who_holds_more_than_there_are_slots_parts_with_it_before_the_adventure(table: Table) -> None:
    place = story("place", region="Scenario", scenario="proving-ground")
    words = {"at": "story", "mode": "campaign", "stories": [story("town"), place], "cards": [ONE, TWO, THREE]}
    t = table(**words, artifacts=[ONE], p2={"artifacts": [TWO]})
    t.choose("trade").choose("give-artifact", ONE, 2)
    t.choose("let-trade", 2).choose("give-artifact", TWO, 1).choose("done")  # a swap, though both had no room
    assert [t.ids.names("artifact", d.artifacts) for d in t.s.delvers] == [["cup"], ["penny"]]
    t.choose("trade").choose("give-artifact", TWO, 2)
    t.choose("pass").choose("pass").choose("done")
    assert (t.prompt, t.seat) == ("spare-artifact", 2)
    t.choose("spare", ONE)
    assert (t.ids.names("artifact", t.p2.artifacts), t.prompt) == (["cup"], "between")
    assert t.ids.names("artifact", t.s.stash_artifacts) == ["penny"]
    bag = equip("bag", kind="backpack", slots=1)
    t = table(**words, artifacts=[ONE], equipment=[bag], p2={"artifacts": [TWO]})
    t.choose("let-trade", 2).choose("give-artifact", TWO, 1)
    t.choose("pass").choose("pass").choose("done")
    assert (t.p1.artifacts, t.p1.equipment[0].artifacts) == ([t.number("artifact", ONE)], [t.number("artifact", TWO)])


def test_equipment_may_be_given_too(table: Table) -> None:
    t = table(at="story", stories=[story("town")], equipment=[equip("hook")], p2={})
    t.choose("trade").choose("give-item", 0, 2)
    assert not t.can("trade")
