"""The Tree of Fate (NC-FATE) and what EXP brings (NC-EXP)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nc_cards import artifact, fate, made, scenario, story
from nc_save import kept
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

CENTRE = {"id": "centre", "reward": "centre", "spaces": 0}
GIFT = fate("hit rest 11")


def node(name: str, *parents: str, reward: str = "hand", **more: Any) -> dict[str, Any]:
    """A node of a Tree, a hand-limit node of one space unless told."""
    return {"id": name, "reward": reward, "parents": list(parents or ("centre",)), **more}


def tree(table: Table, *nodes: dict[str, Any], **keywords: Any) -> NcTable:
    """A Delver with this Tree, between two adventures unless told."""
    words = {"at": "story-idle", "cards": [GIFT], **keywords}
    return table(tree=[CENTRE, *nodes], **words)


def take(t: NcTable, *names: str) -> NcTable:
    """Spend Fate Points on these nodes, which are named."""
    nodes = [entry.id for entry in t.content.del_tree[t.p1.card]]
    for name in names:
        t.answer("tree", "node", nodes.index(name))
    return t


def open_now(t: NcTable) -> list[str]:
    """The nodes that may be checked now."""
    return [t.content.del_tree[t.p1.card][n].id for n in t.rules.open_nodes(t.p1)]


CARD = node("gift", reward="card", card=GIFT.id, spaces=2)
CUT = node("cut", reward="remove", spaces=2)


@rule("NC-FATE-001")
def test_a_fate_point_is_spent_at_once(table: Table) -> None:
    t = tree(table, node("left"), node("right", spaces=2))
    t.do("fate_point 2", "redraw 1")
    assert t.prompt == "tree"
    assert {option[0] for option in t.options} == {"node"}
    take(t, "right")
    assert (t.p1.tree, t.p1.redraw) == ((0, 0, 1), 0)
    take(t, "right")
    assert (t.p1.tree, t.p1.redraw) == ((0, 0, 2), 1)


@rule("NC-FATE-002")
def test_every_parent_has_to_have_a_checked_space(table: Table) -> None:
    t = tree(table, node("p", spaces=3), node("q"), node("child", "p", "q"), tree_checked=(0, 1, 0, 0))
    assert "child" not in open_now(t)
    why = t.rules.why_not_node(t.p1, 3)
    assert why is not None
    assert why.rule == "NC-FATE-002"
    t.p1.tree = (0, 1, 1, 0)
    assert "child" in open_now(t)


@rule("NC-FATE-003")
def test_the_centre_counts_as_activated(table: Table) -> None:
    t = tree(table, node("first"), node("second", "first"), node("other"))
    assert open_now(t) == ["first", "other"]


@rule("NC-FATE-004")
def test_each_space_gives_the_reward_again(table: Table) -> None:
    t = tree(table, CARD, node("other"))
    t.do("fate_point 1")
    take(t, "gift")
    t.do("fate_point 1")
    take(t, "gift")
    assert t.cards(t.p1.fate, "fate").count(GIFT.id) == 2
    assert len(t.p1.fate) == 22
    assert open_now(t) == ["other"]


@rule("NC-FATE-005")
def test_a_card_node_adds_its_card_for_good(table: Table, tmp_path: Path) -> None:
    t = table(at="story-idle", delver="whisperlark")
    t.do("fate_point 1")
    take(t, "north-palace")
    assert len(t.p1.fate) == 21
    assert "north-palace" in t.cards(t.p1.fate, "fate")
    t.rules.settle_fate(t.s, t.p1)
    assert "north-palace" in t.cards(t.p1.fate, "fate")

    def check(rules: Any, s: Any) -> None:
        names = [entry.id for entry in rules.content.del_tree[s.delvers[0].card]]
        assert list(rules.check_node(s, s.delvers[0], names.index("north-palace"))) == []

    session = kept(check, tmp_path)
    d = session.state.delvers[0]
    assert (len(d.fate), session.rules.content.index["fate"]["north-palace"] in d.fate.cards()) == (21, True)


@rule("NC-FATE-006")
def test_a_hand_node_raises_the_limit(table: Table) -> None:
    t = tree(table, node("left"), exp=4)
    assert t.rules.hand_limit(t.s, t.p1) == 7
    t.do("fate_point 1")
    assert t.rules.hand_limit(t.s, t.p1) == 8


@rule("NC-FATE-007")
def test_a_removal_takes_any_one_card_for_good(table: Table) -> None:
    t = tree(table, CUT)
    t.do("fate_point 1")
    assert t.can("fate", "boundless-reach-rat")
    t.answer("remove-fate", "fate", "gate-of-death-1-rat")
    assert len(t.p1.fate) == 19
    assert "gate-of-death-1-rat" not in t.cards(t.p1.fate, "fate")
    t.rules.settle_fate(t.s, t.p1)
    assert len(t.p1.fate) == 19


@rule("NC-FATE-008")
def test_tests_never_take_a_permanent_card_away(table: Table) -> None:
    t = table(luck=None)
    before = t.rules.fate_cards(t.p1)
    for _ in range(12):
        t.do("test symbols=white-tiger")
        while t.prompt:
            t.choose(*t.options[-1])
    assert t.rules.fate_cards(t.p1) == before


@rule("NC-FATE-009")
@rule("NC-FATE-010")
def test_defying_fate_takes_everything_back_and_spends_it_anew(table: Table) -> None:
    cup = artifact("cup")
    t = tree(table, CARD, node("hand"), CUT, at="story-idle", stash_artifacts=[cup])
    t.do("fate_point 1")
    take(t, "gift")
    t.do("fate_point 1")
    take(t, "hand")
    t.do("fate_point 1")
    take(t, "cut")
    t.choose("fate", "gate-of-death-1-rat")
    assert (len(t.p1.fate), t.rules.hand_limit(t.s, t.p1)) == (20, 7)
    t.run("defy_fate", 1)
    t.answer("defy", "defy", cup, 1)
    assert t.s.stash_artifacts == ()
    assert t.prompt == "tree"
    assert sum(t.p1.tree) == 0
    assert sorted(t.p1.fate.cards()) == sorted(t.content.basic_sets[0])
    assert t.rules.hand_limit(t.s, t.p1) == 6
    take(t, "gift", "gift", "hand")
    assert (sum(t.p1.tree), len(t.p1.fate)) == (3, 22)


RAT = artifact("tin-rat", value=0, special=True)


def ended(table: Table, **keywords: Any) -> NcTable:
    """A scenario that has just been won."""
    words = {"at": "over", "mode": "campaign", "ended": "success", "ending": 0, "cards": [RAT], **keywords}
    return table(**words)


@rule("NC-FATE-011")
def test_a_special_token_pays_before_it_is_given_up(table: Table) -> None:
    t = ended(table, artifacts=[RAT], tree_checked=(0, 1, 0, 0))
    t.answer("defy", "defy", RAT, 0)
    while t.prompt == "tree":
        t.choose(*t.options[0])
    assert t.prompt == "between"
    assert t.p1.artifacts == []
    assert t.s.stash_artifacts == ()
    t = ended(table, artifacts=[RAT], tree_checked=(0, 1, 0, 0))
    t.choose("keep")
    assert t.prompt == "between"
    assert (t.p1.artifacts, t.s.stash_artifacts) == ([], ())


@rule("NC-FATE-011")
def test_once_for_each_delver_and_from_the_stash_with_consent(table: Table) -> None:
    cup = artifact("cup")
    t = ended(table, artifacts=[cup, cup], tree_checked=(0, 1, 0, 0), p2={"tree_checked": (0, 1, 0, 0)}, cards=[cup])
    t.answer("defy", "defy", cup, 1).answer("tree", *t.options[0])
    assert (t.prompt, t.seat) == ("defy", 2)
    t.choose("defy", cup, 1)
    assert (t.prompt, t.seat) == ("consent", 1)
    t.choose("refuse")
    assert t.prompt == "between"
    assert len(t.s.stash_artifacts) == 1
    t = ended(table, ended="failed", ending=-1, artifacts=[cup], tree_checked=(0, 1, 0, 0), cards=[cup])
    t.choose("accept").choose("ending", 0)
    assert t.can("defy", cup, 0)


@rule("NC-FATE-012")
def test_a_point_without_a_space_is_lost(table: Table) -> None:
    t = tree(table, node("left"), tree_checked=(0, 1))
    t.do("fate_point 2")
    assert t.prompt == ""
    assert t.p1.tree == (0, 1)
    assert (t.p1.redraw, t.p1.cooldown, t.p1.personal) == (0, 0, 0)
    assert len(t.told("NC-FATE-012")) == 2


@rule("NC-FATE-013")
def test_all_hand_limits_of_a_character_make_eleven(table: Table) -> None:
    t = table()
    for board, nodes in enumerate(t.content.del_tree[: len(t.content.ids["delver"])]):
        if "-of-the-test" in t.content.ids["delver"][board]:
            continue
        spaces = sum(entry.spaces for entry in nodes if entry.reward == 2)
        assert t.rules.hand_by_exp[-1] + spaces == 11
        assert len({entry.id for entry in nodes}) == len(nodes)


@rule("NC-FATE-014")
def test_an_effect_resets_the_tree_for_nothing(table: Table) -> None:
    cup = artifact("cup")
    t = tree(table, node("a", spaces=4), node("b", spaces=4), tree_checked=(0, 4, 0), stash_artifacts=[cup])
    t.do("reset_tree")
    take(t, "b", "b", "b", "a")
    assert t.p1.tree == (0, 1, 3)
    assert len(t.s.stash_artifacts) == 1
    t.run("defy_fate", 1)
    assert t.prompt == "defy"


# -- EXP


@rule("NC-EXP-001")
def test_an_ending_gives_its_exp_to_everybody(table: Table) -> None:
    endings = [
        {"id": word, "label": label, "title": word, "text": "It ends.", "exp": 5, "progress": 2}
        for word, label in (("good", "A"), ("bad", "B"))
    ]
    t = ended(table, p2={"exp": 3}, p3={"exp": 20}, cards=[scenario(endings=endings)])
    while t.prompt != "between":
        t.choose(*t.options[0])
    assert [d.exp for d in t.s.delvers] == [5, 8, 24]
    assert t.s.progress == 2


@rule("NC-EXP-002")
def test_a_reward_gained_in_a_scenario_counts_from_the_next_hand_on(table: Table) -> None:
    t = table(at="idle", exp=3, hand=["light-step"], delver="whisperlark")
    t.do("exp 1")
    assert t.rules.hand_limit(t.s, t.p1) == 7
    assert t.cards(t.p1.hand) == ["light-step"]
    assert t.told("NC-EXP-004")


@rule("NC-EXP-003")
def test_a_level_opens_all_cards_of_the_own_sect(table: Table) -> None:
    t = table(at="story-idle", delver="whisperlark", exp=5)
    t.do("exp 1")
    while t.prompt:
        t.choose(*t.options[0])
    sect = t.content.del_sect[t.p1.card]
    both = [card for card in t.content.sect_actions[sect] if t.content.act_level[card] <= 2]
    assert list(t.rules.card_pool(t.p1)) == both
    assert t.told("NC-EXP-003")


@rule("NC-EXP-004")
def test_a_hand_reward_raises_the_limit(table: Table) -> None:
    t = table(at="story-idle", exp=3, tree_checked=(0, 0, 0, 3))
    t.do("exp 1")
    assert t.rules.hand_limit(t.s, t.p1) == 7


@rule("NC-EXP-005")
@pytest.mark.parametrize(("exp", "points"), [(1, 2), (10, 2)])
def test_tree_icons_are_fate_points(table: Table, exp: int, points: int) -> None:
    t = tree(table, node("wide", spaces=5), node("other", spaces=5), exp=exp)
    t.do("exp 2")
    take(t, *["wide"] * points)
    assert t.prompt == ""
    assert sum(t.p1.tree) == points


@rule("NC-EXP-005")
def test_a_box_may_bring_two_points(table: Table) -> None:
    log = made("player_log", "player", exp_boxes=2, hand=6, hand_max=11, summons=[{"text": "Nothing.", "effects": []}],
               rewards=[{"at": 1, "kind": "fate-point", "n": 2}])  # fmt: skip
    t = tree(table, node("wide", spaces=5), node("other", spaces=5), cards=[log])
    t.do("exp 1", "redraw 1")
    take(t, "wide", "other")
    assert (t.p1.tree, t.p1.redraw, t.prompt) == ((0, 1, 1), 1, "")


@rule("NC-EXP-006")
def test_a_fate_point_in_a_scenario_changes_the_deck_when_it_is_over(table: Table) -> None:
    t = table(at="idle", mode="campaign", delver="whisperlark", scenario_id="proving-ground")
    before = t.cards(t.p1.fate, "fate")
    t.do("fate_point 1")
    take(t, "north-palace")
    assert sum(t.p1.tree) == 1
    assert t.cards(t.p1.fate, "fate") == before
    t.s.ended, t.s.ending = "success", 0
    t.run("scenario_over")
    while t.prompt != "between":
        t.choose(*t.options[-1])
    assert "north-palace" in t.cards(t.p1.fate, "fate")


@rule("NC-EXP-006", "NC-TEST-038")
@pytest.mark.parametrize("change", [CARD, CUT])
def test_a_fate_point_from_a_story_test_leaves_the_deck_as_the_tree_says(table: Table, change: dict[str, Any]) -> None:
    t = tree(table, change, stories=[story()], p2={})
    t.do({"do": "story_test", "attribute": "courage", "difficulty": 1,
          "success": [{"do": "fate_point", "who": "each", "n": 1}]})  # fmt: skip
    t.choose("assist")
    while t.prompt:
        t.choose(*t.options[0])
    assert sum(t.p1.tree) == 1
    for d in (t.p1, t.p2):
        assert sorted(t.rules.fate_cards(d)) == sorted(t.rules.owned_fate(d))
