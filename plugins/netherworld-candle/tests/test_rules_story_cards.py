"""Interacting with Story Cards, and cards that leave or come (NC-STORY-021 to -024, -033)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import option, story
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

FORK = story(
    "fork",
    back="Two ways.",
    choices=[
        option("the left one", "cooldown 1", outcome="The left one ends."),
        option("the right one", "redraw 1", outcome="The right one goes on."),
    ],
)


@rule("NC-STORY-021")
def test_the_left_neighbour_reads_and_outcomes_stay_secret_until_the_choice(table: Table) -> None:
    t = table(at="story", stories=[FORK], karma=1, p2={}, p3={})
    t.choose("interact")
    assert f"{t.rules.name(t.p2)} reads: Two ways." in t.told("NC-STORY-021")[0].text
    assert t.prompt == "story-choice"
    assert t.labels == ["The left one", "The right one"]
    seen = str(t.session.view(1)) + " ".join(entry.text for entry in t.log)
    assert "The left one ends" not in seen
    other = t.fork()
    t.choose("story-choice", FORK, 0)
    seen = " ".join(entry.text for entry in t.log)
    assert "The left one ends" in seen
    assert "The right one goes on" not in seen
    assert (t.p1.cooldown, t.p1.redraw) == (1, 0)
    other.choose("story-choice", FORK, 1)
    assert "The right one goes on" in other.told("NC-STORY-021")[-1].text
    assert (other.p1.cooldown, other.p1.redraw) == (0, 1)
    alone = table(at="story", stories=[FORK], karma=1).choose("interact")
    assert f"{alone.rules.name(alone.p1)} reads: Two ways." in alone.told("NC-STORY-021")[0].text


@rule("NC-STORY-021")
def test_the_view_holds_the_options_and_then_the_outcome_of_the_chosen_one(table: Table) -> None:
    t = table(at="story", stories=[FORK], karma=2).choose("interact")
    seen = t.session.view(1)
    assert seen["story"][0]["choices"] == ["the left one", "the right one"]
    assert "outcome" not in seen
    t.choose("story-choice", FORK, 1)
    assert t.session.view(1)["outcome"] == {"choice": "the right one", "text": "The right one goes on."}
    t.choose("interact")
    assert "outcome" not in t.session.view(1)


@rule("NC-STORY-021")
def test_the_chances_tell_nothing_of_an_outcome_that_was_not_read(table: Table) -> None:
    test = {"do": "story_test", "attribute": "courage", "difficulty": 12, "success": ["exp 1"]}
    risky = story("risky", choices=[option("go in", test), option("go home", "redraw 1")])
    t = table(at="story", stories=[risky], karma=2).choose("interact")
    assert t.rules.odds(t.s, 1, t.prompt, t.options) == []
    t.choose("story-choice", risky, 0)
    assert t.prompt == "story-redraw"
    assert t.rules.odds(t.s, 1, t.prompt, t.options)


@rule("NC-GEN-021")
def test_a_choice_of_a_card_that_can_be_made_completely_goes_first(table: Table) -> None:
    toll = story("toll", choices=[option("two tokens", "redraw -2"), option("blood", "health -1")])
    t = table(at="story", stories=[toll], karma=1, redraw=1, health=6).choose("interact")
    assert (t.p1.redraw, t.p1.health) == (1, 5)


@rule("NC-STORY-022")
def test_a_discarded_card_moves_its_miniatures_free_of_charge(table: Table) -> None:
    trap = story("trap", "archive", region="Town")
    t = table(at="story", stories=[trap, story("hill", region="Hills"), story("lake", region="Lake")], karma=3,
              p2={"karma": 1})  # fmt: skip
    t.choose("interact")
    assert [t.ids.name("story", card.card) for card in t.s.story_table] == ["hill", "lake"]
    assert (t.prompt, t.seat) == ("stand", 1)
    t.choose("stand", 1)
    assert (t.prompt, t.seat) == ("stand", 2)
    t.choose("stand", 0)
    assert [d.story_place for d in (t.p1, t.p2)] == [1, 0]
    assert (t.p1.karma, t.p2.karma) == (2, 1)
    assert t.ids.names("story", t.s.archived_stories) == ["trap"]


@rule("NC-STORY-022")
def test_those_who_stand_elsewhere_keep_their_card(table: Table) -> None:
    cards = [story("inn"), story("hill", {"do": "remove_story", "ids": ["inn"]}), story("lake")]
    t = table(at="story", stories=cards, story_place=1, karma=1, p2={"story_place": 2})
    t.choose("interact")
    assert [t.ids.name("story", t.s.story_table[d.story_place].card) for d in (t.p1, t.p2)] == ["hill", "lake"]


@rule("NC-STORY-023")
def test_a_resolved_card_stays_face_down_and_is_free_from_then_on(table: Table) -> None:
    t = table(at="story", stories=[story("town", "cooldown 1")], karma=1, p2={"karma": 1})
    t.choose("interact").choose("done")
    assert t.s.story_table[0].face_down
    t.choose("interact")
    assert (t.p2.cooldown, t.p2.karma) == (1, 1)


@rule("NC-STORY-023")
def test_a_card_that_says_so_is_turned_back(table: Table) -> None:
    t = table(at="story", stories=[story("town", "cooldown 1", flips=True), story("inn", "flip")], karma=2)
    t.choose("interact")
    assert not t.s.story_table[0].face_down
    t.choose("interact")
    assert t.p1.karma == 0
    t = table(at="story", stories=[story("inn", "flip")], karma=1).choose("interact")
    assert not t.s.story_table[0].face_down
    assert not t.can("interact")


@rule("NC-STORY-023")
def test_the_card_itself_is_turned_back_wherever_it_lies_by_then(table: Table) -> None:
    hill = story("hill", {"do": "remove_story", "ids": ["inn"]}, "flip")
    t = table(at="story", stories=[story("inn"), hill, story("lake")], story_place=1, karma=1)
    t.s.story_table[2].face_down = True
    t.choose("interact")
    lying = {t.ids.name("story", card.card): card.face_down for card in t.s.story_table}
    assert lying == {"hill": False, "lake": True}


@rule("NC-STORY-024")
def test_the_free_repeat_is_open_to_who_turned_the_card_and_takes_an_action(table: Table) -> None:
    for karma in (1, 2):
        t = table(at="story", stories=[story("town", "cooldown 1")], karma=karma, p2={})
        t.choose("interact").choose("interact")
        assert (t.p1.cooldown, t.p1.karma, t.p1.personal) == (2, karma - 1, 0)
        assert t.seat == 2


@rule("NC-STORY-033")
def test_new_cards_wait_in_the_stash_for_the_next_layout(table: Table) -> None:
    new = [story("new-one"), story("new-two")]
    t = table(at="idle", mode="campaign", cards=new)
    t.do({"do": "story", "ids": ["new-one", "new-two"]})
    assert t.ids.names("story", t.s.stash_story) == ["new-one", "new-two"]
    t = table(at="story", mode="campaign", karma=1, cards=new,
              stories=[story("town", {"do": "story", "ids": ["new-one"]})])  # fmt: skip
    t.choose("interact").choose("done")
    assert len(t.s.story_table) == 1
    t.choose("pass").answer("between", "go-on")
    assert {t.ids.name("story", card.card) for card in t.s.story_table} == {"town", "new-one"}


@rule("NC-STORY-033")
def test_a_card_that_the_party_has_is_not_there_twice(table: Table) -> None:
    street = story("street")
    t = table(at="story-idle", stories=[street])
    t.do({"do": "story", "ids": ["street"]})
    assert t.s.stash_story == ()
