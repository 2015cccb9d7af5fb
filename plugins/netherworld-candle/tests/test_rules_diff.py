"""Easy, hard and hell (NC-DIFF)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import action, enemy, equip, event, location, passage
from nc_table import NcTable

from undercroft import SetupError
from undercroft.testing import rule
from undercroft_netherworld_candle.rules.difficulty import LAYERS, Hell
from undercroft_netherworld_candle.terms import EASY, HARD, HELL, NORMAL

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest")
WELL = location("well", x=1)
RAT = enemy("rat")
QUIET = event("quiet", "redraw 1")
MODES = ("easy", "normal", "hard", "hell")


def opened(table: Table, **words: Any) -> NcTable:
    """A fresh prologue at its first decision."""
    return table(at="new", mode="adventure", scenario="prologue", **words)


@rule("NC-DIFF-001")
def test_the_difficulty_is_chosen_before_an_adventure_only(table: Table) -> None:
    t = table(mode="campaign", p2={})
    t.run("before_adventure", True, True)
    assert t.prompt == "before"
    assert t.can("difficulty", HELL)
    assert not t.can("difficulty", NORMAL)
    t.choose("difficulty", HELL)
    assert t.s.difficulty == HELL
    assert not t.can("difficulty", EASY)
    t.choose("go")
    t = table(mode="campaign", at="turn", hand=["light-step"])
    assert not any(option[0] == "difficulty" for option in t.options)
    with pytest.raises(SetupError):
        opened(table, difficulty="brutal")
    assert opened(table).s.difficulty == NORMAL


@rule("NC-DIFF-002")
def test_hell_does_not_add_the_list_of_hard(table: Table) -> None:
    t = table(
        map=[HALL], difficulty="hell", energy=3, redraw=1, slots="any", fate=["fear", "fear", "fear", "view", "view"]
    )
    t.do("decode").choose("redraw", (0, 1))
    assert t.p1.energy == 1
    t = table(difficulty="hell")
    assert sorted(t.rules.extra_artifacts(t.s)) == [(-1, 3, 1), (-1, 4, 1)]


@rule("NC-DIFF-003")
def test_easy_gives_three_redraw_tokens(table: Table) -> None:
    easy, normal = (opened(table, difficulty=mode, players=2, delvers="dr-liang,canger-ling") for mode in MODES[:2])
    assert [d.redraw - other.redraw for d, other in zip(easy.s.delvers, normal.s.delvers, strict=True)] == [3, 3]


@rule("NC-DIFF-004")
def test_easy_lets_the_party_choose_the_spawn_place(table: Table) -> None:
    words: dict[str, Any] = {"map": [HALL, WELL], "energy": 2, "yin": [RAT, QUIET], "p2": {"energy": 6, "place": 1}}
    t = table(at="encounter", difficulty="easy", **words)
    assert t.prompt == "spawn"
    assert t.options == [("place", 0), ("place", 1)]
    t = table(at="encounter", difficulty="normal", **words)
    assert t.prompt != "spawn"
    assert t.foe().place == 1


@rule("NC-DIFF-005")
def test_easy_skips_epilogue_parts_of_the_story_book(table: Table) -> None:
    toll = passage("toll", "reputation -1 faction=river-lodge who=each", kind="epilogue")
    for mode, left in (("easy", 2), ("normal", 1)):
        t = table(mode="story", at="story-idle", difficulty=mode, reputation=(0, 0, 0, 0, 0), cards=[toll])
        lodge = t.number("faction", "river-lodge")
        t.s.delvers[0].reputation = tuple(2 if n == lodge else 0 for n in range(len(t.content.faction)))
        t.run("read_passage", 1, t.number("passage", "toll"))
        assert t.p1.reputation[lodge] == left
    for kind in ("prologue", "passage", "event"):
        called = passage("called", "redraw 1", kind=kind)
        t = table(mode="story", at="story-idle", difficulty="easy", cards=[called])
        assert t.run("read_passage", 1, t.number("passage", "called")).p1.redraw == 1
    content = t.content
    assert content.passage[content.party.closing].kind == "prologue"  # the Prologue's own Epilogue part is read


@rule("NC-DIFF-006")
def test_easy_may_ignore_notes(table: Table) -> None:
    assert table(difficulty="easy", notes=False).do("note bell-rung").s.notes == ()
    assert table(difficulty="easy").do("note bell-rung").s.notes == ("bell-rung",)
    t = table(mode="campaign", difficulty="easy", notes=False)
    t.s.difficulty = NORMAL  # the mode of a later adventure
    assert t.do("note bell-rung").s.notes == ("bell-rung",)
    with pytest.raises(SetupError):
        table(difficulty="normal", notes=False)


@rule("NC-DIFF-007")
@rule("NC-DIFF-013")
def test_turns_go_from_the_highest_energy_to_the_lowest(table: Table) -> None:
    for mode in ("hard", "hell"):
        t = table(at="next", difficulty=mode, energy=2, p2={"energy": 6}, p3={"energy": 4})
        assert (t.prompt, t.seat) == ("turn", 2)
    t = table(at="next", difficulty="normal", energy=2, p2={"energy": 6}, p3={"energy": 4})
    assert t.prompt == "next"


@rule("NC-DIFF-008")
def test_the_next_turn_is_looked_up_when_the_last_one_has_ended(table: Table) -> None:
    drain = event("drain", "energy -2 who=others", deck="yang")
    t = table(at="next", difficulty="hard", energy=6, yang=[drain, drain], p2={"energy": 4}, p3={"energy": 5})
    t.choose("end")
    assert (t.p2.energy, t.p3.energy) == (2, 3)
    assert t.seat == 3
    t = table(at="next", difficulty="hard", grandmaster=2, energy=4, p2={"energy": 4}, p3={"energy": 1})
    assert (t.prompt, t.seat) == ("next", 2)
    assert t.options == [("next", 1), ("next", 2)]
    row = t.refused("next", 3)
    assert row is not None
    assert row.rule == "NC-DIFF-008"


@rule("NC-DIFF-009")
@rule("NC-DIFF-014")
def test_new_enemies_are_ready(table: Table) -> None:
    for mode, lying in zip(MODES, (True, True, False, False), strict=True):
        t = table(at="encounter", difficulty=mode, energy=0, yin=[RAT, QUIET], p2={"energy": 0})
        assert t.foe().immobilized is lying
    door = location("door", number="M901", edges={"right": "M902"})
    dark = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)
    t = table(difficulty="hard", map=[door, dark], health=6, cards=[RAT]).do("spawn rat", "investigate")
    assert t.p1.health == 5


@rule("NC-DIFF-010")
def test_in_hard_mode_a_redraw_costs_energy(table: Table) -> None:
    words: dict[str, Any] = {"map": [HALL], "difficulty": "hard", "redraw": 1, "slots": "any"}
    t = table(energy=0, fate=["fear"] * 6, **words).do("decode")
    assert t.prompt == ""
    t = table(energy=1, fate=["fear"] * 6, **words).do("decode").choose("redraw", (0, 1, 2))
    assert t.p1.energy == 0
    assert t.p1.redraw == 0


@rule("NC-DIFF-011")
@rule("NC-DIFF-016")
def test_a_die_is_rolled_before_an_acquire(table: Table) -> None:
    for mode, rolls in zip(MODES, (0, 0, 1, 1), strict=True):
        t = table(map=[HALL], difficulty=mode, bag=["coffin-nail"], dice=["rest"]).do("acquire 1").choose("acquire")
        assert len(t.told("NC-ENC-010")) == rolls
        assert t.s.candle == rolls
        if rolls:
            assert t.told("NC-ENC-010")[0].args[1] == "rest"  # exactly one
            assert t.rules_told.index("NC-ENC-010") < t.rules_told.index("NC-ART-004")


@rule("NC-DIFF-012")
@rule("NC-DIFF-021")
def test_more_artifacts_in_the_bag(table: Table) -> None:
    bags = []
    for mode in MODES:
        t = table(difficulty=mode, scenario_id="prologue")
        t.rules.fill_bag(t.s, "test")
        bags.append(sorted(t.content.art_value[token] for token in t.s.bag.cards()))
    easy, normal, hard, hell = bags
    assert easy == normal
    assert hard == sorted([*normal, 4])
    assert hell == sorted([*normal, 3, 4])


@rule("NC-DIFF-015")
def test_in_hell_a_cooldown_token_costs_energy(table: Table) -> None:
    t = table(at="turn", difficulty="hell", cooldown=1, energy=0, zone_a=["light-step"], hand=["observation"])
    row = t.refused("token", 0, "light-step")
    assert not t.can("token", 0, "light-step")
    assert row is not None
    assert row.rule == "NC-DIFF-015"
    t = table(at="turn", difficulty="hell", cooldown=1, energy=3, zone_a=["light-step"])
    t.choose("token", 0, "light-step")
    assert t.p1.energy == 2
    assert t.p1.cooldown == 0
    t = table(at="turn", difficulty="hard", cooldown=1, energy=0, zone_a=["light-step"])
    assert t.can("token", 0, "light-step")
    for mode, able in (("hell", False), ("hard", True)):
        t = table(at="turn", difficulty=mode, p2={"cooldown": 1, "energy": 0, "zone_a": ["light-step"]})
        assert t.can("yield", 2) is able


@rule("NC-DIFF-017")
@rule("NC-DIFF-018")
@rule("NC-DIFF-020")
def test_hands_in_hell(table: Table) -> None:
    twin = action("twin-one", title="Twin")
    other = action("twin-two", title="Twin")
    manuals = [action(f"manual-{n}", keyword="secret-manual") for n in (1, 2)]
    pool = [twin, other, *manuals, "dodge"]
    for mode in ("hell", "hard"):
        t = table(difficulty=mode, pool=pool).run("choose_hand", 1)
        for card in ("twin-one", "manual-1"):
            t.choose("bring", card)
        hell = mode == "hell"
        for card, rule_id in (("twin-two", "NC-DIFF-017"), ("dodge", "NC-DIFF-018"), ("manual-2", "NC-DIFF-020")):
            assert t.can("bring", card) is not hell
            row = t.refused("bring", card)
            assert (row is not None and row.rule == rule_id) is hell


@rule("NC-DIFF-020", "NC-DIFF-023")
def test_a_secret_manual_is_a_keyword_of_cards_and_equipment(table: Table) -> None:
    scroll = equip("scroll", keyword="secret-manual")
    manual = action("manual", keyword="secret-manual")
    t = table(difficulty="hell", equipment=[scroll], pool=[manual]).run("choose_hand", 1)
    assert not t.can("bring", "manual")
    assert any(t.content.act_secret)
    assert t.s.hell


@rule("NC-DIFF-020")
def test_in_hell_one_of_several_secret_manuals_is_left_behind(table: Table) -> None:
    worn = [equip(f"scroll-{kind}", kind=kind, keyword="secret-manual") for kind in ("tool", "accessory")]
    for mode in ("hell", "hard"):
        t = table(difficulty=mode, equipment=worn).run("choose_hand", 1)
        if mode == "hell":
            assert t.prompt == "manual"
            t.choose("equipment", 0, "scroll-tool")
            assert t.cards(t.s.stash_equipment, "equip") == ["scroll-tool"]  # it is legendary
        assert (t.prompt, len(t.p1.equipment)) == ("hand", 1 if mode == "hell" else 2)
    manual = action("manual", keyword="secret-manual")
    for words, left in (({}, 1), ({"zone_b": [manual]}, 0), ({"hand": [manual]}, 0)):
        t = table(difficulty="hell", cards=worn, **words).do("equip scroll-tool")
        assert len(t.p1.equipment) == left


@rule("NC-DIFF-023")
@pytest.mark.parametrize("mode", MODES)
def test_a_scenario_in_another_mode_after_the_prologue_costs_the_title(table: Table, mode: str) -> None:
    for first in (True, False):
        t = table(at="idle", mode="campaign", difficulty=mode, ended="success", ending=0)
        t.s.first_game = first
        t.run("scenario_over")
        assert t.prompt == "between"
        assert t.s.hell is (first or mode == "hell")
        assert not t.s.first_game


@rule("NC-DIFF-022")
@rule("NC-DIFF-023")
def test_hell_throughout_brings_a_title(table: Table) -> None:
    for mode, always, title in (
        ("hell", True, True), ("hard", False, False), ("hard", True, False), ("hell", False, False)
    ):  # fmt: skip
        t = table(mode="campaign", difficulty=mode, final="The last page", hell=always, done=((0, "good"), (1, "good")))
        t.run("next_phase")
        assert t.outcome is not None
        assert t.outcome.result == "win"
        assert ("Hell Diver" in t.outcome.reason) is title


@rule("NC-DIFF-019")
def test_in_hell_each_redrawn_card_costs_energy(table: Table) -> None:
    words: dict[str, Any] = {"map": [HALL], "difficulty": "hell", "redraw": 2, "slots": "any", "fate": ["fear"] * 9}
    t = table(energy=1, **words).do("decode")
    assert t.can("redraw", (0,))
    assert not t.can("redraw", (0, 1))
    t = table(energy=3, **words).do("decode").choose("redraw", (0, 1))
    assert t.p1.energy == 1
    assert t.can("redraw", (0,))
    assert not t.can("redraw", (0, 1))
    t = table(energy=0, **words).do("decode")
    assert not t.can("redraw", (0,))


@rule("NC-DIFF-024")
def test_a_cooldown_token_used_as_redraw_pays_the_redraw_surcharge(table: Table) -> None:
    t = table(map=[HALL], difficulty="hell", energy=2, cooldown=1, slots="any", fate=["fear"] * 9)
    t.do("decode token_redraw=true").choose("redraw-cooldown", (0, 1))
    assert (t.p1.energy, t.p1.cooldown) == (0, 0)
    t = table(map=[HALL], difficulty="hard", energy=2, cooldown=1, slots="any", fate=["fear"] * 9)
    t.do("decode token_redraw=true").choose("redraw-cooldown", (0, 1))
    assert (t.p1.energy, t.p1.cooldown) == (1, 0)


@rule("NC-DIFF-001", "NC-DIFF-002")
def test_a_campaign_has_the_layers_of_all_modes_and_each_works_in_its_own(table: Table) -> None:
    assert set(LAYERS) == {EASY, HARD, HELL}
    t = table(mode="campaign", map=[HALL, WELL], cards=[RAT], energy=6, pool=["dodge"], p2={"energy": 2, "place": 1})
    assert isinstance(t.rules, Hell)
    dodge = t.number("action", "dodge")
    for mode in (EASY, NORMAL, HARD, HELL):
        grim = mode in (HARD, HELL)
        t.s.difficulty = mode
        t.s.enemies.clear()
        t.do("spawn rat")
        if mode == EASY:
            t.answer("spawn", "place", 1)
        assert t.foe().place == (1 if mode == EASY else 0)
        assert t.foe().immobilized is not grim
        assert t.rules.next_seats(t.s) == ([1] if grim else [1, 2])
        assert t.rules.token_surcharge(t.s) == (mode == HELL)
        assert [t.rules.redraw_cost(t.s, t.p1, n) for n in (1, 3)] == {HARD: [1, 1], HELL: [1, 3]}.get(mode, [0, 0])
        assert len(t.rules.extra_artifacts(t.s)) == {HARD: 1, HELL: 2}.get(mode, 0)
        assert (t.rules.why_not_with(t.s, t.p1, dodge) is not None) is (mode == HELL)
        rolled = len(t.told("NC-ENC-010"))
        t.drive(t.rules.before_acquire(t.s, 1))
        assert len(t.told("NC-ENC-010")) - rolled == grim


@rule("NC-DIFF-004")
def test_easy_leaves_an_enemy_where_its_card_places_it(table: Table) -> None:
    lurker = enemy("lurker", spawn="gm")
    t = table(difficulty="easy", grandmaster=2, map=[HALL, WELL], cards=[lurker], p2={"place": 1}).do("spawn lurker")
    assert (t.prompt, t.foe().place) == ("", 1)
