"""Setting the table up: piles, their sizes, and the streams of chance (SETUP)."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft import Deck, Session
from undercroft.testing import fresh_state, rule
from undercroft_death_binder.options import MODIFIERS

SHARED = ("bosses", "enemies", "event_enemies", "blinded", "specials", "skills", "events")
MAP = ("tokens", "sides", "supply", "caved")


def piles(setup: dict[str, Any] | None = None, seed: int = 0) -> dict[str, list[int]]:
    """The cards of each pile of a new game before the first draw, from the top; Draw Decks as ``dd1``, ``dd2``."""
    _, s = fresh_state("death-binder", setup, seed)
    named = {name: getattr(s, name) for name in (*SHARED, *MAP, "behaviours", "removed_tokens")}
    decks = named | {f"dd{p.seat}": p.dd for p in s.players}
    return {name: pile.cards() if isinstance(pile, Deck) else list(pile) for name, pile in decks.items()}


def same(one: dict[str, list[int]], other: dict[str, list[int]]) -> set[str]:
    """The piles that are alike in two games."""
    return {name for name in one if name in other and one[name] == other[name]}


@rule("DB-SETUP-001")
@pytest.mark.parametrize("players", [1, 2])
def test_the_event_enemies_are_one_pile(players: int) -> None:
    rules, s = fresh_state("death-binder", {"players": players})
    assert sorted(s.event_enemies) == sorted(rules.content.event_enemies)
    assert len(set(s.event_enemies)) == 8
    assert not any(rules.content.foes[card].corrupted for card in s.event_enemies)
    named = {card for event in rules.content.events for side in event.foes for card in side}
    assert named <= set(s.event_enemies)


@rule("DB-SETUP-002")
def test_the_special_action_deck() -> None:
    rules, s = fresh_state("death-binder")
    assert sorted(s.specials.cards()) == sorted(rules.content.specials)
    assert len(s.specials) == 8
    assert set(s.specials.known()) == {0}, "it lies face down"
    assert len({tuple(piles(seed=seed)["specials"]) for seed in range(5)}) == 5
    assert not set(s.specials.cards()) & set(piles()["dd1"])


@rule("DB-SETUP-003")
def test_the_event_deck() -> None:
    rules, s = fresh_state("death-binder")
    assert sorted(s.events.cards()) == list(range(len(rules.content.events)))
    assert (len(s.events), s.event_discard, s.event) == (39, [], -1)
    assert set(s.events.known()) == {0}, "it lies face down"
    assert len({tuple(piles(seed=seed)["events"]) for seed in range(5)}) == 5


@rule("DB-SETUP-004")
@pytest.mark.parametrize("seed", range(3))
def test_solo_and_coop_have_the_same_piles(seed: int) -> None:
    solo, coop = piles(seed=seed), piles({"players": 2}, seed)
    sizes = {name: len(solo[name]) for name in SHARED}
    assert sizes == {name: len(coop[name]) for name in SHARED}
    assert sizes == {
        "bosses": 6, "enemies": 71, "event_enemies": 8, "blinded": 8, "specials": 8, "skills": 24, "events": 39
    }  # fmt: skip
    assert same(solo, coop) >= {*SHARED, *MAP}
    assert (len(solo["behaviours"]), len(coop["behaviours"])) == (0, 8)
    assert (len(solo["dd1"]), len(coop["dd1"]), len(coop["dd2"])) == (69, 35, 34)


@rule("DB-SETUP-005")
@pytest.mark.parametrize("modifier", ["random", *MODIFIERS])
def test_a_modifier_changes_no_deck_and_no_token(modifier: str) -> None:
    for seed in range(3):
        for players in (1, 2):
            plain = piles({"players": players}, seed)
            assert piles({"players": players, "modifier": modifier}, seed) == plain


@rule("DB-SETUP-005")
def test_each_random_step_has_a_stream_of_its_own() -> None:
    plain = piles()
    assert plain == piles()
    shorter = piles({"shorter": True})
    assert set(plain) - same(plain, shorter) <= {*MAP, "removed_tokens"}
    coop = piles({"players": 2})
    assert set(plain) - same(plain, coop) == {"behaviours", "dd1"}
    assert piles({"players": 2, "shorter": True})["dd2"] == coop["dd2"]
    other = piles(seed=1)
    assert same(plain, other) <= {"event_enemies", "blinded", "behaviours", "removed_tokens", "caved", "bosses"}


@rule("DB-SETUP-005")
def test_the_coop_split_deals_the_solo_deck() -> None:
    solo, coop = piles()["dd1"], piles({"players": 2})
    assert coop["dd1"] == solo[0::2]
    assert coop["dd2"] == solo[1::2]


@rule("DB-SETUP-006")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("mode", ["quick-descent", "descent"])
def test_nothing_lies_before_the_first_draw(players: int, mode: str) -> None:
    _, s = fresh_state("death-binder", {"players": players, "mode": mode})
    assert len(s.players) == players
    for p in s.players:
        assert (p.hand, p.sac, p.used, p.skills, p.quest) == ([], [], [], [], -1)
    assert (len(s.removed), len(s.enemy_discard), s.event_discard, s.skill_discard) == (0, 0, [], [])
    assert (s.row, s.event, s.active, s.position) == ([], -1, -1, -1)


@pytest.mark.parametrize("setup", [{"level": 2}, {"level": 3, "players": 2}, {"level": 4, "easier": True}])
def test_what_is_offered_before_the_game_is_not_refused(setup: dict[str, Any]) -> None:
    game = Session("death-binder", setup)
    while game.ask is not None and game.ask[1] == "upgrade":
        assert not {row.option for row in game.refused()} & set(game.ask[2])
        game.choose(game.ask[2][0])
    assert game.ask is not None
    assert game.ask[1] == "explore"
