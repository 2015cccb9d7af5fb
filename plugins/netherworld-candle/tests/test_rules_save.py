"""What is kept from phase to phase (NC-SAVE) and when a campaign save is possible (NC-CAMP-002, -003)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
from nc_cards import artifact, equip, story
from nc_table import NcTable

from undercroft import Session
from undercroft.testing import rule

Table = Callable[..., NcTable]

CUP = artifact("cup", value=2)
CROWN = equip("crown", kind="accessory")
PLACE = story("place", region="Scenario", scenario="proving-ground", journeys=1)


def after_story(table: Table, **keywords: Any) -> NcTable:
    """The pause after a Story Phase whose Epilogue chose a Scenario."""
    words = {"at": "story", "mode": "campaign", "stories": [story("street"), PLACE], "cards": [CUP], **keywords}
    t = table(**words).choose("pass")
    while t.prompt != "between":
        t.choose(*(("done",) if t.can("done") else t.options[0]))
    return t


def after_adventure(table: Table, **keywords: Any) -> NcTable:
    """The pause after a scenario that was won."""
    t = table(**{"at": "over", "mode": "campaign", "ended": "success", "ending": 0, "cards": [CUP], **keywords})
    while t.prompt != "between":
        t.choose(*t.options[0])
    return t


def campaign(players: int = 1) -> Session:
    """A new campaign after its first Story Phase."""
    session = Session("netherworld-candle", {"mode": "campaign", "players": players, "delvers": "whisperlark,dr-liang"})
    while session.decision is not None and session.decision.prompt != "between":
        options = list(session.decision.options)
        session.choose(("pass",) if ("pass",) in options else options[0])
    return session


def reload(session: Session, path: Path) -> Session:
    """The game after a save and a load."""
    session.save(path / "game.json")
    return Session.load(path / "game.json")


@rule("NC-SAVE-001")
def test_after_either_phase_one_may_stop(table: Table) -> None:
    for t in (after_story(table), after_adventure(table)):
        assert t.prompt == "between"
        assert t.rules.why_not_campaign_save(t.s) is None


@rule("NC-CAMP-002")
def test_a_campaign_save_is_refused_in_the_middle_of_a_phase(table: Table) -> None:
    for t in (table(at="turn", mode="campaign"), table(at="story", mode="campaign", stories=[story("street")])):
        why = t.rules.why_not_campaign_save(t.s)
        assert why is not None
        assert why.rule == "NC-CAMP-002"
        refused = t.refused("pack-up")
        assert refused is not None
        assert refused.rule == "NC-CAMP-002"
    for t in (after_story(table), after_adventure(table)):  # after the clean-up of the phase
        assert t.rules.why_not_campaign_save(t.s) is None


@rule("NC-SAVE-002")
def test_story_and_journey_cards_are_in_the_stash(table: Table) -> None:
    t = table(at="story-idle", mode="campaign", stories=[story("street")], stash_story=[story("lane")])
    t.s.stash_journey = (0, 1)
    t.run("begin_epilogue")
    assert sorted(t.ids.names("story", t.s.stash_story)) == ["lane", "street"]
    assert t.s.stash_journey == (0, 1)
    assert t.s.journeys == ()


@rule("NC-SAVE-003")
def test_personal_things_survive_a_story_phase(table: Table) -> None:
    fate = {"fate": ["hit"] * 9, "fate_discard": ["rest"] * 11}
    t = after_story(table, equipment=[CROWN], artifacts=[CUP], personal=2, **fate)
    assert [item.card for item in t.p1.equipment] == [t.number("equip", CROWN)]
    assert t.p1.artifacts == [t.number("artifact", CUP)]
    assert t.p1.personal == 2
    assert len(t.p1.fate) + len(t.p1.fate_discard) == 20


@rule("NC-SAVE-004")
@rule("NC-SAVE-005")
def test_at_most_three_karma_and_neidan_are_kept(table: Table) -> None:
    assert after_story(table, personal=5).p1.personal == 3
    t = after_story(table, personal=2, neidan=3)
    assert (t.p1.personal, t.p1.neidan) == (2, 1)
    t = after_adventure(table, personal=2, neidan=3)
    assert (t.p1.personal, t.p1.neidan) == (3, 0)


@rule("NC-SAVE-006")
def test_no_miniature_and_no_table_token_is_remembered_after_a_story_phase(table: Table) -> None:
    t = after_story(table, karma=3)
    assert (t.s.story_table, t.p1.story_place, t.p1.karma, t.s.passes) == ([], -1, 0, 0)
    assert len(t.s.bag) == 0


@rule("NC-SAVE-007")
@rule("NC-SAVE-009")
def test_map_encounters_and_bag_are_empty_after_an_adventure(table: Table) -> None:
    t = after_adventure(table, bag=[CUP], yin=["giant-rat"], threat=["footsteps-behind"])
    assert (t.s.map, t.s.enemies, t.p1.threat, t.s.yin_discard, t.s.yang_discard) == ([], [], [], [], [])
    assert (len(t.s.bag), len(t.s.yin), len(t.s.yang)) == (0, 0, 0)
    assert (t.s.candle, t.s.round, t.s.page, t.s.slots) == (0, 0, -1, [])


@rule("NC-SAVE-008")
def test_personal_things_after_an_adventure(table: Table) -> None:
    t = after_adventure(table, equipment=[CROWN], personal=1, redraw=2, cooldown=1, neidan=1)
    owned = [*(item.card for item in t.p1.equipment), *t.s.stash_equipment]
    assert owned == [t.number("equip", CROWN)]
    assert (t.p1.personal, t.p1.redraw, t.p1.cooldown) == (2, 0, 0)


@rule("NC-SAVE-010")
@rule("NC-CAMP-003")
def test_a_loaded_game_is_the_saved_one_field_by_field(tmp_path: Path) -> None:
    session = campaign(2)
    again = reload(session, tmp_path)
    assert again.digest() == session.digest()
    for field in attrs.fields(type(session.state)):
        assert getattr(again.state, field.name) == getattr(session.state, field.name), field.name
    for game in (session, again):
        while game.decision is not None and len(game.history) < 60:
            game.choose(list(game.decision.options)[-1])
    assert again.digest() == session.digest()
    assert again.history == session.history


@rule("NC-SAVE-011")
def test_tokens_of_an_early_end_stay_until_the_adventure(table: Table) -> None:
    t = table(at="story", mode="campaign", stories=[story("street"), PLACE], karma=2)
    t.choose("early-end").choose("to-redraw").choose("to-redraw")
    assert t.prompt == "between"
    assert t.p1.redraw == 2
    t.choose("go-on")
    while t.prompt in ("before", "hand"):
        t.choose(*next(entry for entry in t.options if entry[0] in ("go", "done")))
    assert t.p1.redraw == 2


@rule("NC-SAVE-001")
def test_the_pause_asks_nothing_else(table: Table) -> None:
    assert after_story(table).options == [("go-on",)]
