"""Starting a Quick Descent from a higher level (LEVEL)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action
from db_march import march, steps
from db_table import DbTable

from undercroft import Session, SetupError
from undercroft.testing import fresh_state, open_tables, rule
from undercroft_death_binder import verbs
from undercroft_death_binder.state import BOSS_FIGHT

Table = Callable[..., DbTable]
BLOW, STROKE = BLOWS = [action("blow", damage=99), action("stroke", type="spell", damage=99)]

# The solo board: two upgrades each cost character_level 4 and 6, spell_tier and melee_tier 5 and 8, max_attacks and
# starting_defense 6 and 9, store_cards and max_health 4 and 6. The boards of co-op cost the same.
BOTH_TIERS = ["spell_tier", "spell_tier", "melee_tier", "melee_tier"]  # 26
MARTIAL = ["max_attacks", "starting_defense"]  # 12, and 18 for the second values


def start(table: Table, level: int, **more: Any) -> DbTable:
    """A new Quick Descent at a start level."""
    return table(at="new", mode="quick-descent", level=level, **more)


def spend(t: DbTable, traits: list[str]) -> DbTable:
    """Upgrade these traits one after another."""
    for trait in traits:
        assert t.prompt == "upgrade", f"no budget is left for {trait}"
        t.choose("upgrade", trait)
    return t


def set_up(level: int, players: int = 1, seed: int = 0) -> Any:
    """The state after all of the setup, before the budgets are spent and the first hands are drawn."""
    return fresh_state("death-binder", {"level": level, "players": players}, seed)[1]


def refused_setup(**setup: Any) -> str:
    """The rule by which a setup is refused."""
    with pytest.raises(SetupError) as caught:
        Session("death-binder", setup)
    return caught.value.rule


# -- when it is allowed


@rule("DB-LEVEL-001")
@pytest.mark.parametrize("level", [2, 3, 4])
def test_a_higher_start_is_for_quick_descents_only(level: int) -> None:
    for mode in ("descent", "campaign"):
        assert refused_setup(mode=mode, level=level) == "DB-LEVEL-001"
    assert Session("death-binder", {"mode": "quick-descent", "level": level}).outcome is None
    assert Session("death-binder", {"mode": "descent", "level": 1}).outcome is None


@rule("DB-LEVEL-001")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_level_l_skips_one_level_less(players: int, level: int) -> None:
    s = set_up(level, players)
    share = 18 if players == 1 else 10
    assert [len(p.dd) for p in s.players] == [n - share * (level - 1) for n in ([69] if players == 1 else [35, 34])]
    assert bool([frame for frame in s.stack if frame[0] == "spend_budget"]) == (level > 1)


@rule("DB-LEVEL-010")
def test_the_allowed_start_levels() -> None:
    for players, highest in ((1, 4), (2, 3)):
        for level in range(1, highest + 1):
            assert Session("death-binder", {"players": players, "level": level}).outcome is None
        for level in (0, highest + 1):
            assert refused_setup(players=players, level=level) == "DB-LEVEL-010"


# -- cards that leave


@rule("DB-LEVEL-002")
@pytest.mark.parametrize(("level", "left"), [(1, 69), (2, 51), (3, 33), (4, 15)])
def test_a_solo_deck_loses_18_cards_a_level(level: int, left: int) -> None:
    s = set_up(level)
    assert (len(s.players[0].dd), len(s.removed)) == (left, 69 - left)


@rule("DB-LEVEL-005")
@pytest.mark.parametrize(("level", "left"), [(1, [35, 34]), (2, [25, 24]), (3, [15, 14])])
def test_each_deck_of_two_loses_10_cards_a_level(level: int, left: list[int]) -> None:
    s = set_up(level, players=2)
    assert [len(p.dd) for p in s.players] == left
    assert len(s.removed) == 69 - sum(left)


@rule("DB-LEVEL-004")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(("level", "counts"), [(1, [20, 19, 17, 15]), (2, [0, 19, 17, 15]), (3, [0, 0, 17, 15])])
def test_lower_enemies_are_taken_out(table: Table, players: int, level: int, counts: list[int]) -> None:
    t = start(table, level, players=players)
    found = [t.content.foe_level[card] for card in t.state.enemies.cards()]
    assert [found.count(n) for n in (1, 2, 3, 4)] == counts
    assert found == sorted(found)
    assert t.session.view(1)["enemy_level"] == level


@rule("DB-LEVEL-004")
def test_level_4_has_its_own_enemies_only(table: Table) -> None:
    t = start(table, 4)
    assert {t.content.foe_level[card] for card in t.state.enemies.cards()} == {4}
    assert len(t.state.enemies) == 15


@rule("DB-LEVEL-007")
@pytest.mark.parametrize("seed", [0, 5])
def test_the_cards_come_from_the_top_after_the_normal_setup(table: Table, seed: int) -> None:
    whole = set_up(1, seed=seed).players[0].dd.cards()
    t = start(table, 2, seed=seed)
    assert (t.prompt, t.p1.hand) == ("upgrade", []), "the budget is spent before the first draw"
    assert t.p1.dd.cards() == whole[18:]
    t.choose("done")
    assert (t.prompt, len(t.p1.dd), len(t.p1.hand)) == ("explore", 45, 6)
    assert t.p1.hand == whole[18:24]
    assert t.state.removed.cards() == whole[17::-1], "the last card that was taken lies on top"


@rule("DB-LEVEL-007")
@pytest.mark.parametrize(("level", "players"), [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2)])
def test_the_enemies_leave_the_game_entirely(level: int, players: int) -> None:
    levels = open_tables("death-binder").content.foe_level
    s = set_up(level, players)
    assert len(s.enemy_discard) == 0
    game = Session("death-binder", {"level": level, "players": players})
    for _ in range(players):
        game.choose(("done",))
    assert (game.state.enemy_discard.cards(), game.state.row) == ([], [])
    assert {levels[card] for card in game.state.enemies.cards()} == set(range(level, 5))


@rule("DB-LEVEL-007")
def test_in_coop_the_deck_is_split_before(table: Table) -> None:
    whole = [p.dd.cards() for p in set_up(1, players=2).players]
    t = start(table, 2, players=2)
    assert [p.dd.cards() for p in t.state.players] == [cards[10:] for cards in whole]
    assert set(t.state.removed.cards()) == {*whole[0][:10], *whole[1][:10]}
    assert [p.hand for p in t.state.players] == [[], []]
    t.choose("done").choose("done")
    assert [(len(p.dd), len(p.hand)) for p in t.state.players] == [(19, 6), (18, 6)]


# -- the budget


@rule("DB-LEVEL-003", "DB-LEVEL-008")
@pytest.mark.parametrize(
    ("level", "all_of_it", "three_less"),
    [
        (2, [*MARTIAL, "max_health"], ["spell_tier", "spell_tier"]),
        (3, [*BOTH_TIERS, "max_attacks"], [*MARTIAL, "max_attacks", "store_cards", "max_health"]),
        (4, [*MARTIAL, *MARTIAL, "spell_tier", "spell_tier", "melee_tier"],
         [*MARTIAL, *MARTIAL, "spell_tier", "store_cards", "store_cards"]),
    ],
)  # fmt: skip
def test_a_solo_player_has_16_xp_a_level(table: Table, level: int, all_of_it: list[str], three_less: list[str]) -> None:
    # The first list costs 16 a level in all; the second costs 3 less, and with one XP more a step for 4 could follow.
    # None of the first lists of levels 3 and 4 could be paid if each level had a budget of its own.
    for traits in (all_of_it, three_less):
        t = start(table, level)
        assert t.told("DB-TRAIT-010") == []
        spend(t, traits)
        assert t.prompt == "explore", "nothing more can be paid"
        assert len(t.told("DB-TRAIT-010")) == len(traits)


@rule("DB-LEVEL-006", "DB-LEVEL-008")
@pytest.mark.parametrize(
    ("level", "first", "second"),
    [
        (2, ["starting_defense", "store_cards", "max_health"], ["max_attacks", "spell_tier"]),
        (3, ["starting_defense", "starting_defense", "melee_tier", "melee_tier"],
         ["max_attacks", "max_attacks", "starting_defense", "max_health"]),
    ],
)  # fmt: skip
def test_each_of_two_players_has_14_xp_a_level(table: Table, level: int, first: list[str], second: list[str]) -> None:
    # Player 1 spends all of the budget, player 2 leaves 3: not enough for any step.
    t = start(table, level, players=2)
    assert t.seat == 1
    spend(t, first)
    assert (t.prompt, t.seat) == ("upgrade", 2), "the budget of player 1 is gone, that of player 2 is not"
    spend(t, second)
    assert t.prompt == "explore"
    steps_up = [sum(p.steps) for p in t.state.players]
    assert steps_up == [len(first), len(second)]


@rule("DB-LEVEL-008")
def test_what_is_left_of_the_budget_is_lost(table: Table) -> None:
    t = spend(start(table, 2), ["starting_defense", "max_health"])
    assert (t.prompt, t.p1.xp) == ("upgrade", 0)
    t.choose("upgrade", "store_cards")
    assert t.prompt == "explore"
    assert (t.p1.xp, t.p1.health, t.p1.defense) == (0, 8, 2)
    assert (t.p1.skills, t.p1.points, len(t.state.skills)) == ([], 0, 24)
    traits = t.session.view(1)["players"][0]["traits"]
    assert (traits["Starting Defense"], traits["Max Health"], traits["Store Cards"]) == (2, 8, 2)
    t.rules.gain_xp(t.state, t.p1, 6)
    assert (t.p1.xp, len(t.p1.skills)) == (6, 1), "no skill point was used up"


@rule("DB-LEVEL-008")
def test_the_budget_may_be_left_unspent(table: Table) -> None:
    t = start(table, 4).choose("done")
    assert (t.prompt, t.p1.xp, t.p1.steps, t.p1.skills) == ("explore", 0, [0] * 7, [])


@rule("DB-LEVEL-008")
def test_upgrades_of_the_budget_keep_their_restrictions(table: Table) -> None:
    t = start(table, 3, players=2)
    refused = t.refused("upgrade", verbs.SPELL_TIER)
    assert refused is not None
    assert refused.rule == "DB-TRAIT-004"
    spend(t, ["max_health", "max_health"])
    refused = t.refused("upgrade", verbs.MAX_HEALTH)
    assert refused is not None
    assert refused.rule == "DB-TRAIT-017"
    spend(t, ["max_attacks", "store_cards"])  # 20 of 28 are spent
    refused = t.refused("upgrade", verbs.MAX_ATTACKS)
    assert refused is not None
    assert (refused.rule, "9" in refused.reason, "8" in refused.reason) == ("DB-TRACK-010", True, True)
    assert not t.can("upgrade", verbs.MAX_ATTACKS)


# -- the Boss


@rule("DB-LEVEL-009")
@pytest.mark.parametrize(
    ("level", "names"), [(1, {"varmas", "colmund"}), (2, {"orsenne"}), (3, {"ulvard"}), (4, {"sael", "nethrys"})]
)
def test_the_boss_matches_the_start_level(table: Table, level: int, names: set[str]) -> None:
    t = march(level=level)
    met = {name for now in steps(t) if now.state.fight == BOSS_FIGHT for name in now.foes}
    assert met == names
    assert t.outcome is not None
    assert (t.outcome.result, t.state.bosses_beaten) == ("win", 1)


@rule("DB-LEVEL-009")
def test_in_coop_too(table: Table) -> None:
    t = table(at="boss", level=3, hand=[*BLOWS, ...], p2={})
    assert t.foes == ["ulvard"]
    t.play(BLOW)
    assert t.outcome is not None
    assert t.outcome.result == "win"
