"""Bosses: when they come, how they toss and fight, and what they leave (BOSS)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, foe
from db_march import march, steps
from db_table import DbTable

from undercroft import Stream
from undercroft.testing import rule
from undercroft_death_binder.state import BOSS_FIGHT, NO_FIGHT

Table = Callable[..., DbTable]
A, B, C, D, E = HAND = [action(f"card-{name}", damage=1) for name in "abcde"]
BLOW, STROKE = BLOWS = [action("blow", damage=99), action("stroke", damage=99)]
PAIR = {"varmas", "colmund"}
LAST = {"sael", "nethrys"}

# -- when and which


def met(t: DbTable) -> list[set[str]]:
    """The Bosses of each Boss encounter of a game that is marched through."""
    found: dict[int, set[str]] = {}
    for now in steps(t):
        if now.state.fight == BOSS_FIGHT:
            found.setdefault(now.state.descent, set(now.foes))
    return list(found.values())


@rule("DB-BOSS-001", "DB-BOSS-014", "DB-BOSS-017")
@pytest.mark.parametrize(("seed", "players"), [(0, 1), (1, 1), (2, 2)])
def test_four_end_points_bring_the_bosses_in_ascending_order(seed: int, players: int) -> None:
    t = march(mode="descent", seed=seed, players=players)
    assert met(t) == [PAIR, {"orsenne"}, {"ulvard"}, LAST]
    assert t.outcome is not None
    assert (t.outcome.result, t.state.bosses_beaten, t.state.bosses) == ("win", 4, [])


@rule("DB-BOSS-001", "DB-BOSS-002")
def test_the_boss_deck_of_a_new_game(table: Table) -> None:
    for seed in range(5):
        t = table(at="new", mode="descent", seed=seed)
        assert [t.content.foe_level[card] for card in t.state.bosses] == [1, 1, 2, 3, 4, 4]


@rule("DB-BOSS-003")
def test_the_boss_comes_when_the_token_on_its_place_is_resolved(table: Table) -> None:
    t = table(at="icon", active=["rest"], position="BOSS")
    assert (t.prompt, t.row) == ("rest", [])
    t.choose("done")
    assert (t.prompt, set(t.foes), t.state.fight) == ("attack", PAIR, BOSS_FIGHT)


@rule("DB-BOSS-003")
def test_no_boss_comes_on_another_place(table: Table) -> None:
    t = table(at="icon", active=["rest"], position="B5").choose("done")
    assert (t.prompt, t.row, t.state.fight) == ("explore", [], NO_FIGHT)


@rule("DB-BOSS-003")
def test_a_boss_can_be_demanded_away_from_the_end_point(table: Table) -> None:
    t = table(at="idle", position="A2", bosses_beaten=1)
    t.run("boss_encounter")
    assert (t.foes, t.ids.name("place", t.state.position)) == (["orsenne"], "A2")


@rule("DB-BOSS-004")
@pytest.mark.parametrize(("beaten", "row"), [(0, PAIR), (1, {"orsenne"}), (2, {"ulvard"}), (3, LAST)])
def test_partners_fight_together(table: Table, beaten: int, row: set[str]) -> None:
    t = table(at="boss", mode="descent", bosses_beaten=beaten)
    assert (set(t.foes), len(t.row)) == (row, len(row))


@rule("DB-BOSS-004")
def test_a_boss_takes_no_partner_with_another_icon(table: Table) -> None:
    pair = [boss("left", partner="right"), boss("right", partner="left")]
    assert table(at="boss", bosses=[*pair, boss("stranger")]).foes == ["left", "right"]
    assert table(at="boss", bosses=[boss("stranger"), *pair]).foes == ["stranger"]


@rule("DB-BOSS-005")
def test_the_first_boss_is_varmas_and_colmund(table: Table) -> None:
    t = table(at="boss", mode="descent")
    assert {t.rules.foe_name(f.card) for f in t.row} == {"Varmas", "Colmund"}
    assert len(t.told("DB-ENEMY-020")) == 2


@rule("DB-BOSS-015")
def test_the_pair_stands_in_the_order_of_its_shuffle(table: Table) -> None:
    orders = set()
    for seed in range(6):
        pair = ["varmas", "colmund"]
        Stream(seed, 0, "deck/boss").shuffle(pair)
        assert table(at="boss", seed=seed).foes == pair
        orders.add(pair[0])
    assert orders == PAIR


# -- abilities


def tosses(t: DbTable) -> str:
    """Tosses (t) and attacks (a) in their order."""
    return "".join({"DB-FAITH-005": "t", "DB-COMBAT-022": "a"}.get(name, "") for name in t.rules_told)


@rule("DB-BOSS-006")
def test_a_toss_at_the_start_of_every_enemy_turn(table: Table) -> None:
    row = [boss("plain", health=99, damage=0), boss("split", health=99, damage=0, toss=("penetrate", "first_strike"))]
    t = table(at="enemies-turn", row=row, hand=HAND, faith=[True, False, True])
    t.play(A).end().play(B).end()
    assert tosses(t) == "taa" * 3
    assert t.state.dice.scripted == 0


@rule("DB-BOSS-006")
def test_every_boss_with_alternatives_tosses_from_left_to_right(table: Table) -> None:
    pair = [boss(name, damage=0, toss=("penetrate", "first_strike")) for name in ("left", "right")]
    t = table(at="enemies-turn", row=pair, faith=[True, False])
    assert [entry.args[0] for entry in t.told("DB-FAITH-005")] == ["left", "right"]
    assert [f.kit for f in t.row] == [1, 2]
    assert tosses(t) == "ttaa"


@rule("DB-BOSS-007")
@pytest.mark.parametrize(("success", "health", "defense"), [(True, 4, 1), (False, 3, 0)])
def test_success_is_the_first_ability_and_failure_the_second(
    table: Table, success: bool, health: int, defense: int
) -> None:
    row = [boss(damage=2, toss=("penetrate", "first_strike 2"))]
    t = table(at="enemies-turn", row=row, faith=[success], health=6, defense=1)
    assert (t.p1.health, t.p1.defense) == (health, defense)


@rule("DB-BOSS-007")
def test_colmund_penetrates_on_a_success(table: Table) -> None:
    t = table(at="enemies-turn", row=["colmund"], faith=[True], health=6, defense=2)
    assert (t.p1.health, t.p1.defense) == (4, 2)
    t = table(at="enemies-turn", row=["colmund"], faith=[False], health=6, defense=2)
    assert t.p1.defense == 0


@rule("DB-BOSS-007")
def test_the_choice_lasts_until_the_next_toss(table: Table) -> None:
    thing = boss(health=99, damage=0, toss=("important_target", "first_strike"))
    t = table(at="enemies-turn", row=[thing, boss(health=99, damage=0)], hand=HAND, faith=[True, False])
    assert not t.can("play", ..., 1)
    t.play(A).end()
    assert t.can("play", ..., 1)


@rule("DB-BOSS-008")
def test_varmas_is_an_important_target_before_any_toss(table: Table) -> None:
    t = table(row=["colmund", "varmas"], hand=HAND)
    assert (t.state.round, t.told("DB-FAITH-005")) == (1, [])
    assert not t.can("play", A, 0)
    refused = t.refused("play", A, 0)
    assert refused is not None
    assert refused.rule == "DB-ABIL-011"
    assert t.play(A, 1).can("play", B, 0)


@rule("DB-BOSS-008")
def test_no_toss_for_a_constant_ability(table: Table) -> None:
    t = table(at="enemies-turn", row=["varmas", boss(damage=0, abilities="important_target")])
    assert tosses(t) == "aa"


@rule("DB-BOSS-008")
@pytest.mark.parametrize("success", [True, False])
def test_a_constant_ability_is_active_beside_the_tossed_one(table: Table, success: bool) -> None:
    row = [boss(health=99, damage=1, abilities="blind 1", toss=("stun_player", "expose_melee 1"))]
    t = table(at="enemies-turn", row=row, faith=[success], hand=5, defense=3)
    assert sum(t.content.is_blinded[card] for card in t.p1.hand) == 1
    assert (t.p1.stunned, t.p1.vuln_melee) == ((True, 1) if success else (False, 2))


@rule("DB-BOSS-016")
def test_a_stunned_boss_tosses_but_does_not_attack(table: Table) -> None:
    t = table(at="enemies-turn", row=[foe("colmund", stunned=True)], faith=[True], health=6, defense=0)
    assert [entry.args[0] for entry in t.told("DB-FAITH-005")] == ["Colmund"]
    assert t.told("DB-COMBAT-022") == []
    assert (t.p1.health, t.row[0].stunned, t.row[0].kit) == (6, False, 1)


@rule("DB-BOSS-016")
def test_what_is_no_part_of_the_attack_works_on_a_stunned_boss(table: Table) -> None:
    row = [boss(health=9, damage=9, toss=("blind 1", "regenerate 2"), stunned=True, wounds=5)]
    assert table(at="enemies-turn", row=row, faith=[False]).row[0].wounds == 3
    t = table(at="enemies-turn", row=row, faith=[True], hand=5)
    assert (t.p1.health, len(t.state.blinded)) == (6, 8)


# -- the fight


@rule("DB-BOSS-012")
def test_vulnerability_and_left_to_right_against_bosses(table: Table) -> None:
    one, two = boss("one", damage=2, melee_vulnerability=2), boss("two", damage=1, type="spell")
    t = table(row=[one, two], hand=[A, B, *HAND[2:], BLOW], dd=[STROKE, ...], defense=3, vuln_spell=2, store_cards=1)
    t.play(A, 0)
    assert t.row[0].wounds == 2
    t.choose("end").choose("store", A)
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["one", "two"]
    assert (t.p1.defense, t.p1.health) == (0, 5)
    assert (t.cards(t.p1.sac), len(t.p1.hand)) == ([A.id], 6)
    assert STROKE.id in t.cards(t.p1.hand)


@rule("DB-BOSS-013")
@pytest.mark.parametrize("players", [1, 2])
def test_no_retreat_from_a_boss(table: Table, players: int) -> None:
    duds = [action(f"dud-{n}", damage=0) for n in range(6)]
    both = {f"p{seat}": {"hand": duds} for seat in range(1, players + 1)}
    t = table(at="boss", bosses=[boss(damage=0)], **both)
    for _ in range(players):
        assert not t.can("retreat")
        refused = t.refused("retreat")
        assert refused is not None
        assert refused.rule == "DB-BOSS-013"
        assert not t.play(duds[0]).can("retreat")
        t.end()


# -- rewards and the count


@rule("DB-BOSS-009")
def test_the_special_action_card_waits_for_the_partner(table: Table) -> None:
    t = table(mode="descent", row=["varmas", "colmund"], hand=[*BLOWS, A])
    top = t.cards(t.state.specials)[0]
    t.play(BLOW, 0)
    assert (t.foes, len(t.state.specials), top in t.cards(t.p1.hand)) == (["colmund"], 8, False)
    t.play(STROKE, 0)
    assert (len(t.state.specials), t.cards(t.p1.hand)) == (7, [A.id, top])


@rule("DB-BOSS-009")
def test_the_last_blow_counts(table: Table) -> None:
    t = table(mode="descent", row=["varmas", "colmund"], hand=[BLOW, A], p2={"hand": [STROKE, B]})
    top = t.cards(t.state.specials)[0]
    t.play(BLOW, 0).end()
    assert t.seat == 2
    t.play(STROKE, 0)
    assert (t.cards(t.p1.hand), t.cards(t.p2.hand)) == ([A.id], [B.id, top])


@rule("DB-BOSS-009")
def test_a_single_boss_gives_its_reward_at_once(table: Table) -> None:
    t = table(mode="descent", row=["orsenne"], hand=[BLOW, A]).play(BLOW)
    assert (len(t.state.specials), len(t.p1.hand)) == (7, 2)


@rule("DB-BOSS-010")
def test_each_boss_card_grants_its_xp_at_once(table: Table) -> None:
    row = ["colmund", foe("varmas", harmed=True)]
    t = table(mode="descent", row=row, hand=[*BLOWS, A], xp=0).play(BLOW, 0)
    assert (t.foes, t.p1.xp) == (["varmas"], 4)
    assert t.play(STROKE, 0).p1.xp == 4 + t.content.foe_xp[t.content.index["foe"]["varmas"]]
    pair = [boss(health=9, xp=2), boss(health=9, xp=7)]
    assert table(mode="descent", row=pair, hand=[*BLOWS, A], xp=0).play(BLOW, 1).p1.xp == 7


@rule("DB-BOSS-011")
@pytest.mark.parametrize("row", [["varmas", "colmund"], ["sael", "nethrys"]])
def test_one_special_action_card_for_a_pair(table: Table, row: list[str]) -> None:
    t = table(mode="descent", row=row, hand=[*BLOWS, A])
    assert len(t.state.specials) == 8
    t.play(BLOW, 0).play(STROKE, 0).end()
    assert (t.prompt, len(t.state.specials), len(t.told("DB-CARD-018"))) == ("explore", 7, 1)


@rule("DB-BOSS-014")
def test_a_pair_counts_as_one_boss(table: Table) -> None:
    t = table(mode="quick-descent", row=["varmas", "colmund"], hand=[*BLOWS, A]).play(BLOW, 0)
    assert (t.outcome, t.state.bosses_beaten) == (None, 0)
    t.play(STROKE, 0)
    assert t.outcome is not None
    assert (t.outcome.result, t.state.bosses_beaten) == ("win", 1)


@rule("DB-BOSS-014")
@pytest.mark.parametrize(("beaten", "row", "won"), [(0, ["varmas", "colmund"], False), (3, ["sael", "nethrys"], True)])
def test_four_encounters_meet_the_objective_of_descent(table: Table, beaten: int, row: list[str], won: bool) -> None:
    t = table(mode="descent", bosses_beaten=beaten, row=row, hand=[*BLOWS, A]).play(BLOW, 0).play(STROKE, 0)
    if not won:
        t.end()
    assert (t.outcome is not None, t.state.bosses_beaten) == (won, beaten + 1)


@rule("DB-BOSS-017")
def test_a_defeated_boss_is_out_of_the_game(table: Table) -> None:
    t = table(mode="descent", at="boss", hand=[*BLOWS, A])
    at = t.foes.index("varmas")
    t.play(BLOW, at).play(STROKE, 0).end()
    assert t.prompt == "explore"
    left = t.cards(t.state.bosses, "foe")
    assert (left[:2], set(left[2:])) == (["orsenne", "ulvard"], LAST)
    assert len(t.state.enemy_discard) == 0
