"""Easier and shorter games (DIFF)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, token
from db_table import DbTable

from undercroft import Session
from undercroft.plugins import registry
from undercroft.testing import fresh_state, open_tables, rule
from undercroft_death_binder import verbs
from undercroft_death_binder.options import Options

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
MODES = ("quick-descent", "descent")
BOSS = 15


def set_up(seed: int = 0, **setup: Any) -> Any:
    """The state of a new game, before the first draw."""
    return fresh_state("death-binder", setup, seed)[1]


def icons(number: int) -> int:
    """How many icons are on the front of a token."""
    return len(open_tables("death-binder").content.tokens[number].sides[0])


def in_use(s: Any) -> list[int]:
    """The tokens on the map, in the supply, being resolved and with players."""
    held = [p.quest for p in s.players]
    return sorted(found for found in [*s.tokens, *s.supply.cards(), s.active, *held] if found >= 0)


# -- easier


@rule("DB-DIFF-001")
@pytest.mark.parametrize("mode", MODES)
def test_easier_begins_at_the_second_value(table: Table, mode: str) -> None:
    t = table(at="new", mode=mode, easier=True)
    (view,) = t.session.view(1)["players"]
    assert (view["traits"]["Starting Defense"], view["defense"], view["xp"]) == (2, 2, 0)
    plain = table(at="new", mode=mode).session.view(1)["players"][0]
    assert (plain["traits"]["Starting Defense"], plain["defense"]) == (1, 1)


@rule("DB-DIFF-001")
def test_easier_combats_begin_with_two_defense(table: Table) -> None:
    t = table(at="encounter", easier=True, defense=0, enemies=[enemy()])
    assert (t.prompt, t.p1.defense) == ("attack", 2)


@rule("DB-DIFF-001")
def test_nothing_else_is_easier(table: Table) -> None:
    easy, plain = set_up(easier=True).players[0], set_up().players[0]
    assert [a - b for a, b in zip(easy.steps, plain.steps, strict=True)] == [0] * 6 + [1]
    assert (easy.health, easy.skills, easy.points) == (plain.health, [], 0)


@rule("DB-DIFF-002")
@pytest.mark.parametrize("mode", MODES)
def test_easier_helps_both_players(table: Table, mode: str) -> None:
    t = table(at="new", mode=mode, easier=True, players=2)
    assert [p.defense for p in t.state.players] == [3, 2]
    assert [row["traits"]["Starting Defense"] for row in t.session.view(1)["players"]] == [3, 2]
    assert [p.defense for p in set_up(players=2).players] == [2, 1]


@rule("DB-DIFF-002")
@pytest.mark.parametrize("seat", [1, 2])
def test_the_next_step_costs_the_price_of_the_third_value(table: Table, seat: int) -> None:
    # The step to the second value costs 6, that to the third 9.
    t = table(at="rest", easier=True, leader=seat, p1={"xp": 8}, p2={"xp": 8})
    refused = t.refused("upgrade", verbs.STARTING_DEFENSE)
    assert refused is not None
    assert refused.rule == "DB-TRACK-010"
    t = table(at="rest", easier=True, leader=seat, p1={"xp": 9}, p2={"xp": 9})
    t.choose("upgrade", "starting_defense")
    p = t.state.players[seat - 1]
    assert (p.xp, t.rules.starting_defense(p)) == (0, [4, 3][seat - 1])
    refused = t.refused("upgrade", verbs.STARTING_DEFENSE)
    assert refused is not None
    assert refused.rule == "DB-TRAIT-017"


@rule("DB-DIFF-002")
@pytest.mark.parametrize(("modifier", "defense"), [("no-way-out", [2, 1]), ("heavy-air", [3, 2])])
def test_easier_goes_with_a_modifier(table: Table, modifier: str, defense: list[int]) -> None:
    t = table(at="new", easier=True, players=2, modifier=modifier)
    assert [p.defense for p in t.state.players] == defense


# -- shorter: which tokens


@rule("DB-DIFF-003", "DB-DIFF-004")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [1, 2])
def test_shorter_takes_three_tokens_out(seed: int, players: int) -> None:
    s = set_up(seed, shorter=True, players=players)
    used = [icons(found) for found in in_use(s)]
    assert [used.count(n) for n in (2, 3, 4)] == [7, 9, 2]
    assert len(used) == 18
    whole = [icons(found) for found in in_use(set_up(seed, players=players))]
    assert [whole.count(n) for n in (2, 3, 4)] == [7, 10, 4]


@rule("DB-DIFF-003", "DB-DIFF-004", "DB-DIFF-006")
def test_the_tokens_are_taken_out_at_random() -> None:
    fours: set[tuple[int, ...]] = set()
    threes: set[int] = set()
    for seed in range(150):
        gone = sorted(set(range(21)) - set(in_use(set_up(seed, shorter=True))))
        fours.add(tuple(found for found in gone if icons(found) == 4))
        threes.update(found for found in gone if icons(found) == 3)
    assert len(fours) == 6, "every pair of the four"
    assert len(threes) == 10


@rule("DB-DIFF-006")
def test_icons_are_counted_on_the_front() -> None:
    content = open_tables("death-binder").content
    assert [card.id for card in content.tokens if len(card.sides[0]) == 4] == [
        content.ids["token"][found] for found in content.four_icons
    ]
    assert [card.id for card in content.tokens if len(card.sides[0]) == 3] == [
        content.ids["token"][found] for found in content.three_icons
    ]


# -- shorter: no token on the Boss location


@rule("DB-DIFF-005")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["ruins", "nightmare"])
def test_no_token_lies_on_the_boss_location(seed: int, side: str) -> None:
    s = set_up(seed, shorter=True, map=side)
    assert s.tokens[BOSS] == -1
    assert min(s.tokens[:BOSS]) >= 0
    assert set_up(seed, map=side).tokens[BOSS] >= 0


@rule("DB-DIFF-005")
def test_the_boss_waits_behind_no_token(table: Table) -> None:
    t = table(shorter=True, position="B5", bosses=[boss("gatekeeper")], blight=4)
    assert "BOSS" in t.offered
    t.choose("go", "BOSS")
    assert (t.prompt, t.foes, t.state.blight) == ("attack", ["gatekeeper"], 4)


@rule("DB-DIFF-006")
@pytest.mark.parametrize("players", [1, 2])
def test_a_shorter_game_stays_short_when_the_map_is_laid_anew(table: Table, players: int) -> None:
    for seed in range(6):
        t = table(
            seed=seed, mode="descent", shorter=True, players=players, row=[boss(health=1)], hand=[BLOW, ...],
            tokens={"A1": None, "C3": None},
        )  # fmt: skip
        gone = set(range(21)) - set(in_use(t.state))
        assert len(gone) == 3
        t.play(BLOW).end()
        assert (t.prompt, t.state.descent) == ("explore", 2)
        assert t.state.tokens[BOSS] == -1
        assert min(t.state.tokens[:BOSS]) >= 0
        assert set(range(21)) - set(in_use(t.state)) == gone


@rule("DB-DIFF-006")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [1, 2])
def test_shorter_is_for_every_mode(mode: str, players: int) -> None:
    s = set_up(shorter=True, mode=mode, players=players)
    assert (len(in_use(s)), s.tokens[BOSS]) == (18, -1)


@rule("DB-DIFF-006")
def test_the_tokens_stay_out_when_others_come_back(table: Table) -> None:
    nap = token("rest", name="nap")
    t = table(shorter=True, tokens={"B1": nap})
    gone = set(t.state.removed_tokens)
    t.choose("go", "B1").choose("done")
    assert not gone & set(in_use(t.state))
    assert t.content.index["token"]["nap"] in t.state.supply.cards()


# -- all of them together


@rule("DB-DIFF-007")
def test_by_default_nothing_is_adjusted(table: Table) -> None:
    t = table(at="new")
    assert registry().game("death-binder").options is Options
    assert (t.rules.setup.level, t.session.view(1)["modifier"]) == (1, "none")
    assert {t.content.foe_level[card] for card in t.state.enemies.cards()} == {1, 2, 3, 4}
    assert [len(p.dd) + len(p.hand) for p in t.state.players] == [69]
    assert (t.p1.steps, t.p1.defense, len(in_use(t.state))) == ([0] * 7, 1, 21)
    assert t.state.tokens[BOSS] >= 0


@rule("DB-DIFF-007")
@pytest.mark.parametrize(
    ("level", "modifier", "easier", "shorter"),
    list(itertools.product([1, 2], ["none", "tainted-ground"], [False, True], [False, True])),
)
def test_the_adjustments_are_independent(level: int, modifier: str, easier: bool, shorter: bool) -> None:
    s = set_up(level=level, modifier=modifier, easier=easier, shorter=shorter)
    (p,) = s.players
    assert len(p.dd) == (69 if level == 1 else 51)
    assert s.blight == (0 if modifier == "none" else 3)
    assert p.defense == (2 if easier else 1)
    assert len(in_use(s)) == (18 if shorter else 21)
    game = Session("death-binder", {"level": level, "modifier": modifier, "easier": easier, "shorter": shorter})
    assert game.outcome is None


@rule("DB-DIFF-007", "DB-LEVEL-008")
def test_an_easier_start_at_a_higher_level_is_not_paid_from_the_budget(table: Table) -> None:
    t = table(at="new", level=2, easier=True)
    for trait in ("max_attacks", "spell_tier"):
        t.choose("upgrade", trait)
    assert t.prompt == "upgrade", "5 of 16 are left"
    refused = t.refused("upgrade", verbs.STARTING_DEFENSE)
    assert refused is not None
    assert refused.reason == "it costs 9 XP and 5 are left"
    t.choose("upgrade", "max_health")
    assert (t.prompt, t.p1.defense) == ("explore", 2)
