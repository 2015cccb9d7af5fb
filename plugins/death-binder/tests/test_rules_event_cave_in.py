"""Cave Ins: closed places, the abandoned token, the forced move (EVENT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import event, quest, token
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
FALL = event("cave_in", "fall", places=["A5", "B3", "C2"])
AWAY = event("cave_in", "away", places=["A5", "C1", "C2"])
NEXT = token("rest", "event", name="next")
OLD = token("event", "rest", "rest", name="old", quest=quest("blight_at_least", 15, reward="xp 1"))


def drawn(table: Table, card: object = FALL, **keywords: Any) -> DbTable:
    """A Cave In that was just drawn by the first icon of a token on B3; tokens lie on A3, C3 and B4 around it."""
    tokens: dict[Any, Any] = {"A3": NEXT, "C3": ["rest"], "B4": ["rest"], ...: None}
    settings = {"event": card, "position": "B3", "active": OLD, "tokens": tokens, "blight": 5, **keywords}
    return table(**settings)


def closed(t: DbTable) -> list[str]:
    """The ids of the places that have caved in."""
    return [t.ids.name("place", at) for at, caved in enumerate(t.state.caved) if caved]


@rule("DB-EVENT-025")
def test_every_named_place_is_closed_and_no_other(table: Table) -> None:
    assert closed(drawn(table)) == ["C2", "B3", "A5"]
    t = drawn(table, AWAY, caved=["A1"])
    assert closed(t) == ["A1", "C1", "C2", "A5"]
    assert t.session.view(1)["places"]["C2"] == "caved in"


@rule("DB-EVENT-026")
def test_a_party_that_is_hit_moves_to_a_new_token_and_starts_it_at_its_first_icon(table: Table) -> None:
    t = drawn(table)
    assert (t.prompt, t.offered, t.state.active) == ("cave-in", ["A3", "C3", "B4"], -1)
    assert all(token < 0 or t.content.tokens[token].id != "old" for token in t.state.tokens)
    t.choose("go", "A3")
    assert t.ids.name("place", t.state.position) == "A3"
    assert t.ids.name("token", t.state.active) == "next"
    assert (t.prompt, t.state.icon) == ("rest", 1)
    assert not t.refused("go", "B3"), "the choice is over"


@rule("DB-EVENT-026")
def test_a_new_token_may_not_be_left_out(table: Table) -> None:
    t = drawn(table)
    assert {option[0] for option in t.options} == {"go"}
    refused = t.refused("pass")
    assert refused is not None
    assert not t.can("go", "B3")


@rule("DB-EVENT-027")
def test_blight_for_the_resolved_icons_comes_after_the_move_and_before_the_new_token(table: Table) -> None:
    t = drawn(table, active=token("rest", "event", "rest", "rest"), icon=2)
    assert (t.prompt, t.state.blight) == ("cave-in", 5)
    t.choose("go", "A3")
    assert (t.prompt, t.state.blight) == ("rest", 7)
    assert t.in_order("DB-EVENT-025", "DB-MAP-010", "DB-ROUND-004")


@rule("DB-EVENT-027")
def test_blight_for_an_abandoned_token_counts_for_the_first_encounter_of_the_new_one(table: Table) -> None:
    t = drawn(table, active=token("rest", "event", "rest"), icon=2, blight=2, tokens={"A3": ["encounter"], ...: None})
    assert [t.rules.blight_enemies[blight] for blight in (2, 4)] == [1, 2]
    t.choose("go", "A3")
    assert (t.prompt, len(t.row)) == ("attack", 2)


@rule("DB-EVENT-028")
def test_the_icon_that_drew_the_cave_in_is_a_resolved_one(table: Table) -> None:
    t = drawn(table).choose("go", "A3")
    assert t.state.blight == 6


@rule("DB-EVENT-029")
def test_an_abandoned_token_goes_to_the_supply_without_a_sidequest(table: Table) -> None:
    t = drawn(table)
    held = [t.ids.name("token", card) for card in t.state.supply.cards()]
    assert (len(held), held.count("old")) == (22, 1)
    t.choose("go", "A3")
    assert (t.prompt, t.p1.quest) == ("rest", -1)
    assert not t.told("DB-SIDE-001")
    assert len(t.state.supply) == 22


@rule("DB-EVENT-029")
def test_the_supply_is_shuffled_when_a_token_is_abandoned(table: Table) -> None:
    found = {tuple(drawn(table, seed=seed).state.supply.cards()) for seed in range(6)}
    old = {cards.index(max(cards)) for cards in found}
    assert len(old) > 1, "it lies anywhere among them"


@rule("DB-EVENT-030")
def test_a_cave_in_on_the_last_icon_resolves_the_token(table: Table) -> None:
    last = token("rest", "event", quest=quest("store_cards", 9, reward="xp 1"))
    t = drawn(table, active=last, icon=2)
    assert (t.prompt, t.state.blight) == ("sidequest", 5)
    t.choose("accept")
    assert (t.state.blight, t.p1.quest) == (7, t.content.index["token"][last.id])
    assert (t.prompt, t.offered) == ("explore", ["A3", "C3", "B4"])
    assert closed(t) == ["C2", "B3", "A5"]


@rule("DB-EVENT-031")
def test_a_cave_in_elsewhere_only_marks_places(table: Table) -> None:
    t = drawn(table, AWAY, tokens={"C1": ["rest"], "A3": NEXT, ...: None}, active=token("event", "rest", name="mine"))
    assert closed(t) == ["C1", "C2", "A5"]
    assert (t.prompt, t.state.icon, t.state.blight) == ("rest", 2, 5)
    assert t.ids.name("token", t.state.active) == "mine"
    assert t.ids.name("place", t.state.position) == "B3"
    t.choose("done")
    assert (t.prompt, t.state.blight) == ("explore", 7)


@rule("DB-EVENT-031")
def test_a_closed_place_stays_as_it_is(table: Table) -> None:
    t = drawn(table, AWAY, caved=["C2", "A5", "C1"])
    assert closed(t) == ["C1", "C2", "A5"]
    assert (t.prompt, len(t.state.supply)) == ("rest", 21)


@rule("DB-EVENT-032")
def test_the_tokens_that_are_hit_go_back_before_the_party_moves(table: Table) -> None:
    both = event("cave_in", places=["B3", "B4", "A1"])
    under = token("rest", name="under")
    t = drawn(table, both, tokens={"A3": NEXT, "C3": ["rest"], "B4": under, ...: None})
    held = [t.ids.name("token", card) for card in t.state.supply.cards()]
    assert (held.count("under"), held.count("old")) == (1, 1)
    assert t.offered == ["A3", "C3"]
    refused = t.refused("go", "B4")
    assert refused is not None
    assert refused.rule == "DB-MAP-025"


@rule("DB-EVENT-032")
def test_the_forced_move_follows_the_rules_of_movement(table: Table) -> None:
    # B2 lies above: the party never climbs. B5 is no neighbour.
    t = drawn(table, tokens={"B2": ["rest"], "B4": NEXT, "B5": ["rest"], ...: None})
    assert t.offered == ["B4"]


@rule("DB-EVENT-032")
@pytest.mark.parametrize("place", ["A3", "C3"])
def test_the_event_is_resolved_before_the_first_icon_of_the_new_token(table: Table, place: str) -> None:
    deed = quest("resolve_events", 1, reward="xp 4")
    t = drawn(table, quest=deed, event_discard=["guard-patrol"])
    assert (t.cards(t.state.event_discard, "event"), t.p1.xp) == (["guard-patrol"], 0)
    assert t.state.event == t.content.index["event"]["fall"]
    t.choose("go", place)
    assert (t.prompt, t.state.event, t.p1.xp) == ("rest", -1, 4)
    assert t.cards(t.state.event_discard, "event") == ["fall", "guard-patrol"]
    assert t.in_order("DB-EVENT-025", "DB-MAP-010", "DB-ROUND-004", "DB-SIDE-006")
