"""The steps after a success (NC-END-005 to -013)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import artifact, enemy, equip, event, fx, location, passage, scenario, story
from nc_log import party_log
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

CUP, BELL = artifact("cup", value=2), artifact("bell", value=3)
SACK = equip("sack", kind="backpack", slots=1, faction="ash-kitchen", minimum=1, artifacts=[BELL])


def ending(*effects: Any, **fields: Any) -> Any:
    """A scenario whose ending A has these effects."""
    body = {"title": "It ends", "text": "It is over.", "exp": 1}
    good = {**body, "id": "good", "label": "A", "effects": fx(*effects), **fields}
    return scenario(endings=[good, {**body, "id": "bad", "label": "B"}])


def won(table: Table, **keywords: Any) -> NcTable:
    """A scenario that has just been won with ending A."""
    return table(**{"at": "over", "mode": "campaign", "ended": "success", "ending": 0, **keywords})


def through(t: NcTable) -> NcTable:
    """Take the first option until the phase is over."""
    while t.prompt and t.prompt != "between":
        t.choose(*t.options[0])
    return t


@rule("NC-END-005")
def test_artifacts_of_boards_and_equipment_go_to_the_stash(table: Table) -> None:
    t = won(table, artifacts=[CUP], equipment=[SACK], cards=[BELL])
    assert t.prompt == "between"
    assert sorted(t.ids.names("artifact", t.s.stash_artifacts)) == ["bell", "cup"]
    assert t.p1.artifacts == []
    assert t.p1.equipment == []


@rule("NC-END-005")
def test_the_final_instructions_come_before_the_artifacts(table: Table) -> None:
    t = won(table, artifacts=[CUP], cards=[ending("lose_artifact 1")])
    through(t)
    assert t.s.stash_artifacts == ()


@rule("NC-END-006")
def test_a_famous_event_is_read_once(table: Table) -> None:
    comet = passage("comet", "mark bell-rung", "redraw 1", kind="event")
    eclipse = passage("eclipse", kind="event")  # its box is not checked
    log = party_log({"karma": 7, "event": "comet"}, {"karma": 7, "event": "eclipse"})
    t = won(table, cards=[comet, eclipse, log, ending(progress=1)])
    assert [entry.args[0] for entry in t.told("NC-STORY-001")] == ["Comet"]
    assert t.in_order("NC-LOG-014", "NC-STORY-001", "NC-END-011")
    unread = won(table, cards=[comet, eclipse, log, ending()], progress=1)
    assert [entry.args[0] for entry in unread.told("NC-STORY-001")] == ["Comet"]


@rule("NC-END-007")
def test_up_to_three_neidan_become_karma(table: Table) -> None:
    t = won(table, neidan=5)
    assert t.prompt == "neidan"
    assert not t.can("karma", 4)
    refused = t.refused("karma", 4)
    assert refused is not None
    assert refused.rule == "NC-END-007"
    t.choose("karma", 3)
    assert (t.p1.personal, t.p1.neidan) == (3, 0)
    t = won(table, neidan=5).choose("karma", 1)
    assert (t.p1.personal, t.p1.neidan) == (1, 0)


@rule("NC-END-008")
def test_personal_karma_is_apart_from_what_is_dealt(table: Table) -> None:
    t = won(table, neidan=3, progress=3, p2={}, stash_story=[story("street")])
    t.choose("karma", 3).answer("between", "go-on").answer("gm", "gm", 1)
    assert t.content.party.karma[3] == 8
    assert [(d.karma, d.personal) for d in t.s.delvers] == [(4, 3), (4, 0)]
    assert t.rules.story_purse(t.p1) == 7


@rule("NC-END-009")
def test_each_delver_of_a_dual_handed_player_exchanges(table: Table) -> None:
    t = won(table, neidan=4, p2={"neidan": 2}, players=1, solo="dual-handed")
    assert t.seat == 1
    t.choose("karma", 3)
    assert t.seat == 2
    t.choose("karma", 2)
    assert [d.personal for d in t.s.delvers] == [3, 2]


@rule("NC-END-010")
def test_threats_decks_and_discards_are_cleared(table: Table) -> None:
    chill = event("chill", threat=True)
    t = won(table, threat=[chill], yin=[chill], yin_discard=[chill], enemies=[enemy()], p2={"threat": [chill]})
    assert t.prompt == "between"
    assert (t.p1.threat, t.p2.threat, t.s.enemies, t.s.yin_discard, t.s.yang_discard) == ([], [], [], [], [])
    assert (len(t.s.yin), len(t.s.yang)) == (0, 0)


@rule("NC-END-011")
def test_tokens_common_equipment_and_special_artifacts_are_given_up(table: Table) -> None:
    rat = artifact("tin-rat", value=0, special=True)
    crown = equip("crown", kind="accessory")
    t = won(table, redraw=2, cooldown=1, equipment=[SACK, crown], artifacts=[rat], cards=[BELL])
    assert (t.p1.redraw, t.p1.cooldown) == (0, 0)
    kept = [item.card for item in t.p1.equipment] + list(t.s.stash_equipment)
    assert t.ids.names("equip", kept) == ["crown"]
    assert t.ids.names("artifact", t.s.stash_artifacts) == ["bell"]
    assert t.p1.artifacts == []


@rule("NC-END-012")
def test_cards_of_hand_and_zones_go_back(table: Table) -> None:
    t = won(
        table,
        hand=["light-step"],
        zone_a=["sleeve-knife"],
        zone_b=["observation"],
        zone_c=["map-of-whispers"],
        fate=["hit"],
        fate_discard=["blank"],
    )
    assert (t.p1.hand, t.p1.zone_a, t.p1.zone_b, t.p1.zone_c) == ([], [], [], [])
    assert len(t.p1.fate_discard) == 0
    assert sorted(t.p1.fate.cards()) == sorted(t.content.basic_sets[0])


@rule("NC-END-013")
def test_the_seven_steps_come_in_order_and_then_the_story(table: Table) -> None:
    comet = passage("comet", kind="event")
    log = party_log({"karma": 7, "event": "comet"}, {"karma": 7})
    t = won(table, neidan=2, cards=[comet, log, ending(progress=1)], stash_story=[story("street")])
    through(t)
    assert t.in_order("NC-END-001", "NC-LOG-002", "NC-STORY-001", "NC-END-007", "NC-END-011")
    t.answer("between", "go-on")
    assert t.prompt == "story"
    thief = passage("comet", "lose_artifact 1", kind="event")
    t = through(won(table, artifacts=[CUP], progress=1, cards=[thief, log, ending()]))
    assert t.told("NC-STORY-001")
    assert t.ids.names("artifact", t.s.stash_artifacts) == ["cup"]  # step 1 came before the Famous Event


def test_the_map_is_put_away(table: Table) -> None:
    t = won(table, map=[location("hall")], marks=["bell-rung"])
    assert t.s.map == []
    assert t.s.marks == ("bell-rung",)
