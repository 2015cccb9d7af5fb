"""Setting up a Story Phase (NC-STORY-001 to -016, -025, NC-FLOW-001)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import option, passage, story
from nc_log import party_log
from nc_table import NcTable

from undercroft import Session, SetupError
from undercroft.testing import rule
from undercroft_netherworld_candle.terms import PHASE_BETWEEN

Table = Callable[..., NcTable]


def begun(table: Table, **keywords: Any) -> NcTable:
    """A later Story Phase about to begin."""
    t = table(**{"at": "story-idle", "mode": "campaign", "stories": [], **keywords})
    return t.run("begin_story")


def campaign(table: Table, players: int = 2, **keywords: Any) -> NcTable:
    """A new campaign whose Delvers are named."""
    names = ("whisperlark", "dr-liang", "iron-abacus", "canger-ling")[:players]
    return table(at="new", mode="campaign", players=players, delvers=",".join(names), **keywords)


def until(t: NcTable, prompt: str) -> NcTable:
    """Take the first option at every other prompt."""
    while t.prompt != prompt:
        t.choose(*t.options[0])
    return t


@rule("NC-STORY-001")
def test_an_entry_is_hidden_until_it_is_called_for(table: Table) -> None:
    called = passage("the-letter", "redraw 1", text="It says: come at once.")
    card = story("desk", {"do": "passage", "id": called})
    t = table(at="story", stories=[card, story("chair")], karma=1, cards=[called])
    assert "come at once" not in str(t.session.view(1))
    assert t.p1.redraw == 0
    t.choose("interact")
    assert "come at once" in str(t.session.view(1))
    assert t.p1.redraw == 1


@rule("NC-STORY-002")
def test_a_story_card_has_an_outcome_for_each_choice(table: Table) -> None:
    t = table(at="story-idle")
    for card, choices in zip(t.content.story, t.content.story_choices, strict=True):
        assert len(choices) == len(card.choices)
        assert all(outcome or effects for _, _, _, effects, outcome in choices)
    three = story("fork", choices=[option(word, "energy 1", outcome=word) for word in ("left", "right", "back")])
    t = table(at="story-idle", stories=[three])
    assert len(t.content.story_choices[t.number("story", three)]) == 3


@rule("NC-STORY-002")
def test_the_label_scenario_makes_a_scenario_card(table: Table) -> None:
    place = story("place", region="Scenario", scenario="proving-ground")
    t = table(at="story-idle", stash_story=[place, story("street")])
    assert t.ids.names("story", t.rules.scenario_cards(t.s)) == ["place"]


@rule("NC-STORY-003")
@rule("NC-STORY-015")
def test_everybody_has_board_and_a_shuffled_complete_fate_deck(table: Table) -> None:
    t = begun(table, fate=["hit rest", "blank"], fate_discard=["12", "13"], p2={})
    until(t, "story")
    for d in (t.p1, t.p2):
        assert not len(d.fate_discard)
    assert sorted(t.p1.fate.cards()) == sorted(
        t.number("fate", name) for name in ("t-hit-rest", "t-blank", "t-12", "t-13")
    )


@rule("NC-STORY-004")
def test_no_two_players_take_the_same_delver(table: Table) -> None:
    t = table(at="new", mode="campaign", players=2)
    t.choose("delver-card", "whisperlark")
    assert not t.can("delver-card", "whisperlark")
    refused = t.refused("delver-card", "whisperlark")
    assert refused is not None
    assert refused.rule == "NC-STORY-004"
    with pytest.raises(SetupError) as caught:
        Session("netherworld-candle", {"players": 2, "delvers": "dr-liang,dr-liang"})
    assert caught.value.rule == "NC-STORY-004"


@rule("NC-STORY-005")
def test_four_players_have_four_basic_sets(table: Table) -> None:
    t = campaign(table, 4)
    sets = [set(t.cards(d.fate, "fate")) for d in t.s.delvers]
    assert [len(d.fate) for d in t.s.delvers] == [20] * 4
    for mine, mark in zip(sets, ("rat", "ox", "tiger", "rabbit"), strict=True):
        assert {name.rsplit("-", 1)[1] for name in mine} == {mark}
    assert all(list(d.fate.cards()) != list(t.content.basic_sets[d.fate_set]) for d in t.s.delvers)  # shuffled


@rule("NC-STORY-006")
def test_the_owner_settles_who_is_grandmaster(table: Table) -> None:
    t = campaign(table, 3, grandmaster=2)
    assert (t.prompt, t.seat) == ("gm", 2)
    assert t.options == [("gm", 1), ("gm", 2), ("gm", 3)]
    t.choose("gm", 3)
    assert t.s.gm == 3


@rule("NC-STORY-006")
def test_the_owner_is_the_same_player_when_others_have_left(table: Table) -> None:
    seats = [{"delver": name} for name in ("dr-liang", "iron-abacus", "canger-ling")]
    t = table(at="story-idle", mode="campaign", roster="open", grandmaster=2, progress=1, stash_story=[story("street")],
              delver="whisperlark", **dict(zip(("p2", "p3", "p4"), seats, strict=True)))  # fmt: skip
    t.s.phase = PHASE_BETWEEN
    t.run("between").choose("leave", 1).choose("go-on")
    assert (t.prompt, t.seat) == ("gm", 1)  # Dr. Liang, the player of the second seat
    assert len(t.options) == 3


@rule("NC-STORY-007")
@rule("NC-STORY-012")
def test_only_the_cards_of_the_stash_are_laid_out_art_side_up(table: Table) -> None:
    cards = [story(f"card-{n}", back=f"secret {n}") for n in range(6)]
    t = until(begun(table, stash_story=cards, progress=1), "story")
    assert [card.face_down for card in t.s.story_table] == [False] * 6
    assert {t.ids.name("story", card.card) for card in t.s.story_table} == {card.id for card in cards}
    assert t.s.stash_story == ()
    assert "secret" not in str(t.session.view(1))


@rule("NC-STORY-008")
def test_karma_is_the_value_over_the_last_progress_box(table: Table) -> None:
    boxes = [{"karma": n} for n in (7, 7, 8, 8, 9, 10)]
    t = until(begun(table, cards=[party_log(*boxes)], progress=5, stash_story=[story("street")], p2={}), "story")
    assert [d.karma for d in t.s.delvers] == [5, 4]
    t = table(at="story-idle")
    for box in range(1, 17):
        t.s.progress = box
        assert t.rules.initial_karma(t.s) == t.content.party.karma[box] > 6


@rule("NC-STORY-009")
def test_karma_is_dealt_one_by_one_from_the_grandmaster_on(table: Table) -> None:
    t = begun(table, progress=3, gm=2, grandmaster=2, p2={}, p3={})
    t.answer("gm", "gm", 2)
    assert t.content.party.karma[3] == 8
    assert [d.karma for d in t.s.delvers] == [2, 3, 3]


@rule("NC-STORY-010")
def test_the_first_game_has_prologue_seven_karma_and_z901(table: Table) -> None:
    t = campaign(table)
    t.answer("gm", "gm", 2)
    assert "Escape to Survive" in t.told("NC-STORY-001")[0].text
    assert [d.karma for d in t.s.delvers] == [3, 4]
    z901 = t.content.numbers["Z901"][1]
    assert all(d.nether == (z901,) for d in t.s.delvers)
    t = campaign(table, cards=[party_log({"karma": 9})])
    t.s.progress = 1
    assert t.rules.initial_karma(t.s) == 7  # whatever box is checked


@rule("NC-STORY-011")
def test_without_progress_a_later_phase_has_seven_karma(table: Table) -> None:
    t = until(begun(table, progress=0, stash_story=[story("street")]), "story")
    assert t.p1.karma == 7
    assert t.p1.nether == ()


@rule("NC-STORY-013")
def test_the_first_game_lays_out_s001_to_s007(table: Table) -> None:
    t = until(campaign(table), "stand")
    numbers = [t.content.story[card.card].number for card in t.s.story_table]
    assert numbers == [f"S00{n}" for n in range(1, 8)]


@rule("NC-STORY-014")
def test_a_starting_card_is_free_and_may_be_shared(table: Table) -> None:
    t = until(campaign(table), "stand")
    karma = [d.karma for d in t.s.delvers]
    t.choose("stand", 2).choose("stand", 2)
    assert [d.story_place for d in t.s.delvers] == [2, 2]
    assert [d.karma for d in t.s.delvers] == karma


@rule("NC-STORY-016")
def test_turns_go_clockwise_from_the_grandmaster(table: Table) -> None:
    t = until(begun(table, progress=1, grandmaster=3, stash_story=[story("street")], p2={}, p3={}), "gm")
    until(t.choose("gm", 3), "story")
    seats = []
    for _ in range(2):
        seats.append(t.seat)
        t.choose("interact").choose("done")
    assert [*seats, t.seat] == [3, 1, 2]


@rule("NC-STORY-025")
def test_cards_show_their_art_side_again(table: Table) -> None:
    t = table(at="story-idle", mode="campaign", stories=[story("street")], karma=1)
    t.drive(t.rules.interact(t.s, t.p1))
    assert [card.face_down for card in t.s.story_table] == [True]
    t.run("stories_to_stash")
    until(t.run("begin_story"), "story")
    assert not t.s.story_table[0].face_down
    karma = t.p1.karma
    t.choose("interact")
    assert t.p1.karma == karma - 1


@rule("NC-FLOW-001")
def test_the_blocks_of_a_story_phase_come_in_order(table: Table) -> None:
    t = campaign(table)
    until(t, "story")
    while t.prompt == "story":
        t.choose("pass")
    set_up = ("NC-LOG-001", "NC-STORY-006", "NC-STORY-009", "NC-STORY-012", "NC-STORY-014", "NC-TEST-051")
    assert t.in_order(*set_up, "NC-STORY-026", "NC-STORY-001")
