"""Matching and Combat Tests: what is revealed, what counts (NC-TEST)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nc_cards import artifact, choose, enemy, equip, event, location, option
from nc_save import kept
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.terms import TEST_ENCOUNTER, TEST_EVENT

Table = Callable[..., NcTable]

TEST = {"do": "test", "symbols": ["white-tiger"], "success": ["karma 1"], "failure": ["karma 2"]}
"""A Test whose outcome is seen by the Karma: 1 for success, 2 for failure."""
EVENT = ("encounter", 0, -1)
COMB = artifact("comb")


def passed(t: NcTable) -> bool:
    """The outcome of TEST."""
    assert t.p1.personal in (1, 2)
    return t.p1.personal == 1


@rule("NC-TEST-001")
def test_adventures_count_icons_and_the_story_sums_up(table: Table) -> None:
    t = table(destiny=1, fate=["white-tiger 1"])
    t.do(TEST, source=EVENT)
    assert passed(t)
    assert t.told("NC-TEST-019")
    assert not t.told("NC-TEST-003")
    t = table(at="story-idle", destiny=1, fate=["white-tiger 1"])
    t.do({"do": "story_test", "attribute": "destiny", "difficulty": 3, "success": ["karma 1"], "failure": ["karma 2"]})
    assert not passed(t)
    assert t.told("NC-TEST-003")
    assert not t.told("NC-TEST-019")


@rule("NC-TEST-019")
@pytest.mark.parametrize(("cards", "marked"), [(["life", "death", "blank"], True), (["life", "rest", "blank"], False)])
def test_one_matching_icon_is_enough(table: Table, cards: list[str], marked: bool) -> None:
    t = table(geomancy=3, map=[location(icons="death open")], slots="any", fate=[*cards, "death"])
    t.do("decode")
    assert bool(t.place().covered) is marked
    assert len(t.p1.fate) == 1


@rule("NC-TEST-020")
def test_suppress_aims_at_the_symbols_of_the_enemy(table: Table) -> None:
    foe = enemy(symbols=["black-tortoise"])
    t = table(courage=2, enemies=[foe], fate=["rest life", "open death"])
    t.do("suppress")
    assert not t.foe().immobilized
    t = table(courage=2, enemies=[foe], fate=["rest life", "black-tortoise"])
    t.do("suppress")
    assert t.foe().immobilized


@rule("NC-TEST-020")
def test_the_other_targets_are_a_location_a_threat_and_the_card_itself(table: Table) -> None:
    t = table(geomancy=1, map=[location(icons="fear", covered=1, life=1)], slots="any any", fate=["life"])
    t.do("decode")
    assert t.place().covered == 1 | 1 << 8
    curse = event("curse", threat=True, symbols=["azure-dragon"])
    t = table(destiny=1, threat=[curse], fate=["azure-dragon"])
    t.do("overcome")
    assert t.p1.threat == []
    t = table(destiny=1, fate=["white-tiger"])
    t.do(TEST, source=EVENT)
    assert passed(t)
    t = table(destiny=1, fate=["azure-dragon"])
    t.do(TEST, source=("location", 0, 0))
    assert not passed(t)


@rule("NC-TEST-021")
def test_damage_is_hits_and_modifiers_minus_armor(table: Table) -> None:
    sword = equip("sword", kind="weapon", modifiers=[{"mod": "hits", "n": 1, "tests": ["attack"]}])
    t = table(
        strength=4, equipment=[sword], enemies=[enemy(armor=2, health=9)], fate=["hit", "hit", "blank", "hit", "hit"]
    )
    t.do("attack")
    assert t.foe().damage == 2
    assert len(t.p1.fate) == 1
    t = table(destiny=2, strength=4, enemies=[enemy(health=9)], fate=["hit"] * 4)
    t.do("attack attribute=destiny")
    assert t.foe().damage == 2


@rule("NC-TEST-022")
def test_a_miss_adds_nothing(table: Table) -> None:
    t = table(strength=3, enemies=[enemy(health=9)], fate=["hit", "* miss", "hit"])
    t.do("attack")
    assert t.foe().damage == 2


@rule("NC-TEST-023")
def test_damage_is_never_negative(table: Table) -> None:
    t = table(strength=1, enemies=[enemy(armor=3, health=9, wounds=2)], fate=["hit"])
    t.do("attack")
    assert t.foe().damage == 2


@rule("NC-TEST-013", "NC-TEST-014")
def test_boundless_reach_is_an_automatic_success_and_reshuffles(table: Table) -> None:
    t = table(geomancy=2, fate=["fear", "boundless-reach-rat", "blank"], fate_discard=["death"], slots="any")
    t.do("decode")
    t.choose(*t.options[0])  # which icon is covered
    assert t.place().covered
    assert t.told("NC-TEST-013")
    assert len(t.p1.fate_discard) == 0
    assert len(t.p1.fate) == 4


@rule("NC-TEST-015")
@pytest.mark.parametrize(("armor", "damage"), [(4, 1), (0, 2)])
def test_boundless_reach_deals_at_least_one_damage(table: Table, armor: int, damage: int) -> None:
    t = table(strength=2, enemies=[enemy(armor=armor, health=9)], fate=["boundless-reach-rat", "hit"])
    t.do("attack")
    assert t.foe().damage == damage


@rule("NC-TEST-016")
def test_boundless_reach_of_an_assistant_only_adds_its_icons(table: Table) -> None:
    t = table(
        destiny=1, fate=["blank"], p2={"fate": ["boundless-reach-rat", "fear"], "fate_discard": ["rest"], "energy": 1}
    )
    t.do(TEST, source=EVENT).answer("assist", "assist")
    assert not passed(t)
    assert len(t.p2.fate) == 3
    assert len(t.p2.fate_discard) == 0
    assert len(t.p1.fate_discard) == 1


@rule("NC-TEST-024", "NC-TEST-028")
def test_without_the_icon_the_next_test_goes_on_from_the_same_pile(table: Table) -> None:
    t = table(geomancy=3, fate=["fear", "fear", "fear", *["rest"] * 17])
    t.do("decode")
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (17, 3)
    assert t.p1.check is None


@rule("NC-TEST-025")
def test_the_reshuffle_comes_after_the_test_and_before_the_next_one(table: Table) -> None:
    t = table(
        geomancy=1, strength=3, enemies=[enemy(health=9)], fate=["reshuffle rest", "hit", "hit"], slots="any", energy=3
    )
    t.do("decode", "attack", source=("action", 0, -1))
    assert t.in_order("NC-ACT-009", "NC-TEST-025", "NC-TEST-021")  # marker, then reshuffle, then the Attack
    assert t.foe().damage == 2
    assert len(t.told("NC-TEST-025")) == 2


@rule("NC-TEST-025", "NC-TEST-028")
def test_a_test_within_an_outcome_waits_for_the_reshuffle_of_the_first(table: Table) -> None:
    t = table(destiny=1, fate=["reshuffle white-tiger"])  # the only card, so that it has to come back
    t.do({**TEST, "success": [TEST]}, source=EVENT)
    assert passed(t)
    assert (len(t.p1.fate), len(t.p1.fate_discard), t.s.test) == (1, 0, ())
    t = table(destiny=1, fate=["white-tiger", "fear"]).do({**TEST, "success": [TEST]}, source=EVENT)
    assert not passed(t)
    assert len(t.p1.fate_discard) == 2


@rule("NC-TEST-025", "NC-TEST-027", "NC-TEST-029")
def test_cards_revealed_outside_a_test(table: Table) -> None:
    t = table(fate=["hit"], fate_discard=["reshuffle", "rest"])
    cards = t.rules.reveal(t.s, t.p1, 2)
    assert t.cards(cards, "fate")[0] == "t-hit"
    assert (len(cards), len(t.p1.fate), len(t.p1.fate_discard)) == (2, 1, 0)
    cards += t.rules.reveal(t.s, t.p1, 5)
    assert (len(cards), t.rules.reveal(t.s, t.p1, 1)) == (3, [])  # there are no more
    t.rules.discard_fate(t.s, t.p1, cards)  # when the effect is over
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (3, 0)


@rule("NC-TEST-025", "NC-TEST-038")
def test_not_before_the_outcome_is_resolved(table: Table) -> None:
    outcome = choose(option("a", "karma 1"), option("b", "karma 2"))
    t = table(destiny=1, fate=["reshuffle white-tiger", "blank"])
    t.do({"do": "test", "symbols": ["white-tiger"], "success": [outcome]}, source=EVENT)
    assert t.prompt == "choose"
    assert len(t.p1.fate) == 1
    assert not t.told("NC-TEST-025")
    t.choose("option", 0, ...)
    assert len(t.p1.fate) == 2
    assert t.told("NC-TEST-025")


@rule("NC-TEST-027")
def test_a_short_pile_is_made_anew_without_the_revealed_cards(table: Table) -> None:
    t = table(strength=3, enemies=[enemy(health=9)], fate=["hit"], fate_discard=["blank"] * 6)
    t.do("attack")
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (4, 3)


@rule("NC-TEST-029")
def test_with_no_card_left_the_test_is_judged_on_what_lies_there(table: Table) -> None:
    t = table(geomancy=5, fate=["fear", "fear", "fear", "rest"], slots="any")
    t.do("decode")
    assert t.place().covered == 1
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (0, 4)


@rule("NC-TEST-036")
def test_an_omen_is_shuffled_in_at_once(table: Table) -> None:
    t = table(fate=["hit"] * 12, fate_discard=["rest"] * 8)
    t.do("omen kind=bad")
    assert (len(t.p1.fate), len(t.p1.fate_discard)) == (21, 0)
    assert t.cards(t.p1.fate, "fate").count("bad-omen") == 1
    t.do("omen kind=good n=2 who=each")
    assert t.cards(t.p1.fate, "fate").count("good-omen") == 2


@rule("NC-TEST-037", "NC-TEST-044")
def test_a_revealed_temporary_card_counts_and_leaves_the_game(table: Table) -> None:
    t = table(destiny=2, fate=["good-omen", "temporary hit", *["blank"] * 19])
    t.do(TEST, source=EVENT)
    assert passed(t)  # the four symbols of the Good Omen counted
    assert len(t.p1.fate) + len(t.p1.fate_discard) == 19
    assert "good-omen" not in t.cards(t.p1.fate_discard, "fate")


@rule("NC-TEST-038")
def test_omens_leave_before_the_reshuffle(table: Table) -> None:
    t = table(destiny=3, fate=["bad-omen", "reshuffle", "hit", "hit"], fate_discard=["rest"])
    t.do(TEST, source=EVENT)
    assert sorted(t.cards(t.p1.fate, "fate")) == ["t-hit", "t-hit", "t-reshuffle", "t-rest"]
    assert len(t.p1.fate_discard) == 0
    assert t.in_order("NC-TEST-037", "NC-TEST-025")


@rule("NC-TEST-039")
def test_an_omen_that_was_not_revealed_stays(table: Table, tmp_path: Path) -> None:
    t = table(destiny=1, fate=["blank", "good-omen"])
    t.do(TEST, source=EVENT)
    assert t.cards(t.p1.fate, "fate") == ["good-omen"]
    t.rules.clean_up(t.s)  # the end of the phase
    assert t.cards(t.p1.fate, "fate").count("good-omen") == 1
    session = kept(lambda rules, s: rules.add_omen(s, s.delvers[0], good=True), tmp_path)
    d, omen = session.state.delvers[0], session.rules.content.good_omen
    assert (len(d.fate), d.fate.cards().count(omen)) == (21, 1)


@rule("NC-TEST-041")
def test_reveal_one_more_chains(table: Table) -> None:
    t = table(geomancy=2, fate=["reveal", "fear", "fear", "rest"])
    t.do("decode")
    assert len(t.p1.fate) == 1
    t = table(geomancy=2, fate=["reveal", "reveal", "fear", "fear", "rest"])
    t.do("decode")
    assert len(t.p1.fate) == 1


@rule("NC-TEST-042")
def test_north_palace_and_five_senses_give_tokens(table: Table) -> None:
    t = table(destiny=1, fate=["north-palace", "five-senses", "blank", "blank"], redraw=0)
    t.do(TEST, source=EVENT)
    t.choose("keep")
    assert t.p1.redraw == 1
    assert not t.told("NC-TEST-025")
    t = table(destiny=1, fate=["five-senses", "blank", "blank"])
    t.do(TEST, source=EVENT)
    assert t.p1.cooldown == 1
    assert t.p1.redraw == 0


@rule("NC-TEST-043")
def test_a_token_gained_by_a_reveal_may_be_used_in_the_same_test(table: Table) -> None:
    t = table(destiny=1, redraw=0, fate=["redraw", "white-tiger", "blank"])
    t.do(TEST, source=EVENT)
    t.answer("redraw", "redraw", (0,))
    assert passed(t)
    assert t.p1.redraw == 0


@rule("NC-TEST-043")
def test_an_acquire_icon_is_owed_and_pierce_needs_to_lie_there(table: Table) -> None:
    t = table(destiny=1, redraw=1, fate=["acquire", "white-tiger"], bag=[COMB, COMB])
    t.do(TEST, source=EVENT)
    t.choose("redraw", (0,))  # thrown away, yet the Acquire is owed
    assert passed(t)
    assert (t.prompt, len(t.s.bag)) == ("acquire", 2)
    t.choose("acquire")
    assert (t.prompt, len(t.s.bag)) == ("", 1)
    t = table(strength=1, redraw=1, enemies=[enemy(armor=1, health=9)], fate=["pierce1 hit", "hit"])
    t.do("attack").choose("redraw", (0,))
    assert t.foe().damage == 0


@rule("NC-TEST-045")
def test_destiny_is_tested_where_no_attribute_is_named(table: Table) -> None:
    for source, kind in ((EVENT, TEST_ENCOUNTER), (("location", 0, 0), TEST_EVENT)):
        t = table(destiny=3, courage=1, redraw=1, fate=["blank"] * 9)
        t.do(TEST, source=source)
        assert len(t.revealed()) == 3
        assert t.s.test[:2] == (kind, 1)
        t = table(destiny=3, courage=1, redraw=1, fate=["blank"] * 9)
        t.do({**TEST, "attribute": "courage"}, source=source)
        assert len(t.revealed()) == 1


@rule("NC-TEST-046")
def test_an_attribute_of_zero_reveals_nothing_of_its_own(table: Table) -> None:
    t = table(strength=0, enemies=[enemy(health=9)], fate=["hit"] * 5, p2={"energy": 1, "fate": ["hit"]})
    t.do("attack hits=1").answer("assist", "assist")
    assert t.foe().damage == 2
    assert len(t.p1.fate) == 5
    cursed = equip("cursed", modifiers=[{"mod": "strength", "n": -4}])
    t = table(strength=2, equipment=[cursed], enemies=[enemy(health=9)], fate=["hit"] * 5)
    t.do("attack cards=1")
    assert t.foe().damage == 1
    assert len(t.p1.fate) == 4
