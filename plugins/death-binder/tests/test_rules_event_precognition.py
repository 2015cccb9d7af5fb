"""Precognitions: the estimate, the count, and what it is worth (EVENT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from db_cards import Made, action, enemy, event, event_enemy
from db_table import DbTable

from undercroft.content import load_packs
from undercroft.testing import rule
from undercroft_death_binder.build import PACK, build, load
from undercroft_death_binder.schema import TABLES

Table = Callable[..., DbTable]
CONTENT = load([PACK])
MELEE, MORE = action("cut"), action("slash")
SPELL, LIGHT = action("spark", type="spell"), action("light", type="spell")
AMBUSHES = [name for name in CONTENT.ids["event"] if CONTENT.events[CONTENT.index["event"][name]].kind == 0]
PEACEFUL = ["the-open-hand", "drowned-reliquary", "sealed-cask"]


def foresee(target: str = "event_deck", n: int = 0, **changes: Any) -> Made:
    """A Precognition with limit 2 whose rewards can be told apart."""
    printed: dict[str, Any] = {"limit": 2, "lower": "xp 1", "higher": ["blight -1", "dd 1"], "highest": 20, **changes}
    return event("precognition", "foresee", target=target, n=n, **printed)


def asked(table: Table, true: int, estimate: int, **changes: Any) -> DbTable:
    """An estimate of an Event deck with so many cards, given by a player whom every reward would help."""
    t = table(event=foresee(**changes), events=true, blight=5, removed=3, dd=9, hand=6)
    assert (len(t.state.events), t.prompt) == (true, "estimate")
    return t.choose("estimate", estimate)


@rule("DB-EVENT-033")
def test_the_count_is_shown_only_after_the_estimate(table: Table) -> None:
    def told(t: DbTable) -> list[str]:
        return [entry.text for entry in t.log]

    few, many = [
        table(event=foresee("enemies_current_level"), enemies=[enemy(level=2) for _ in range(n)] + [enemy(level=3)])
        for n in (3, 11)
    ]
    assert few.prompt == many.prompt == "estimate"
    assert (few.session.view(1), few.labels, told(few)) == (many.session.view(1), many.labels, told(many))
    assert few.rules.panels(few.state, 1) == many.rules.panels(many.state, 1)
    many.choose("estimate", 9)
    (entry,) = many.told("DB-EVENT-033")
    assert entry.args == (9, 11)


@rule("DB-EVENT-034")
@pytest.mark.parametrize("estimate", [9, 10, 12, 13])
def test_an_estimate_within_the_limit_brings_the_lower_reward(table: Table, estimate: int) -> None:
    t = asked(table, 11, estimate)
    assert (t.p1.xp, t.state.blight, len(t.p1.dd)) == (1, 5, 9)


@rule("DB-EVENT-034")
def test_the_limit_is_that_of_the_card(table: Table) -> None:
    assert asked(table, 11, 8, limit=3).p1.xp == 1
    assert asked(table, 11, 9, limit=1).p1.xp == 0


@rule("DB-EVENT-035")
def test_an_exact_estimate_brings_the_higher_reward_alone(table: Table) -> None:
    t = asked(table, 9, 9)
    assert (t.p1.xp, t.state.blight, len(t.p1.dd)) == (0, 4, 10)


@rule("DB-EVENT-036")
@pytest.mark.parametrize("estimate", [9, 15, 0])
def test_an_estimate_beyond_the_limit_changes_nothing(table: Table, estimate: int) -> None:
    t = asked(table, 12, estimate)
    p = t.p1
    assert (p.xp, t.state.blight, len(p.dd), p.health, len(p.hand)) == (0, 5, 9, t.rules.max_health(p), 6)
    assert t.cards(t.state.event_discard, "event") == ["foresee"]
    assert t.prompt == "rest"


@rule("DB-EVENT-036")
def test_the_limits_of_the_content() -> None:
    limits = [card.limit for card in CONTENT.events if card.kind == 5]
    assert len(limits) == 4
    assert all(1 <= limit <= 3 for limit in limits)


def count(t: DbTable) -> int:
    """The count that is told after an estimate of 0; the deck's order and what is known of it stay as they were."""
    piles = (t.p1.dd, t.state.removed, t.state.enemies, t.state.events)
    before = [(pile.cards(), pile.known(), pile.hidden()) for pile in piles]
    fork = t.fork()
    fork.choose("estimate", 0)
    s = fork.state
    after = (s.players[0].dd, s.removed, s.enemies, s.events)
    assert [(pile.cards(), pile.known(), pile.hidden()) for pile in after] == before
    (entry,) = fork.told("DB-EVENT-033")
    found: int = entry.args[1]
    return found


LEVELS = [*[2] * 3, *[3] * 17, *[4] * 15]


@rule("DB-EVENT-037")
@pytest.mark.parametrize(("levels", "expected"), [(LEVELS, 3), ([4], 1), ([], 0), ([1, 2, 1], 2)])
def test_counting_enemies_of_the_current_level(table: Table, levels: list[int], expected: int) -> None:
    t = table(event=foresee("enemies_current_level", lower=(), higher=()), enemies=[enemy(level=n) for n in levels])
    assert count(t) == expected


@rule("DB-EVENT-037")
@pytest.mark.parametrize("left", [0, 7])
def test_counting_the_event_deck(table: Table, left: int) -> None:
    t = table(event=foresee(lower=(), higher=()), events=left, event_discard=PEACEFUL)
    assert count(t) == left


@rule("DB-EVENT-037")
def test_counting_the_ambushes_left(table: Table) -> None:
    deck = [AMBUSHES[0], PEACEFUL[0], AMBUSHES[1], *PEACEFUL[1:], event("ambush", "new", solo=[event_enemy()])]
    t = table(event=foresee("ambushes_left", lower=(), higher=()), events=deck, event_discard=[AMBUSHES[2]])
    assert count(t) == 3


@rule("DB-EVENT-037")
def test_counting_melee_cards_on_the_removed_pile(table: Table) -> None:
    pile = [MELEE, SPELL, "oathbreakers-edge", "requiem-below", MORE]
    special = [CONTENT.is_melee[CONTENT.index["action"][name]] for name in ("oathbreakers-edge", "requiem-below")]
    assert special == [True, False]
    assert count(table(event=foresee("removed_melee", lower=(), higher=()), removed=pile)) == 3


@rule("DB-EVENT-037")
@pytest.mark.parametrize(
    ("target", "n", "expected"),
    [("next_melee", 3, 1), ("next_melee", 4, 2), ("next_spell", 2, 0), ("next_spell", 3, 1), ("next_spell", 9, 2)],
)
def test_counting_the_next_cards_of_the_draw_deck(table: Table, target: str, n: int, expected: int) -> None:
    deck = [MELEE, "blinded", SPELL, MORE, LIGHT]
    assert count(table(event=foresee(target, n, lower=(), higher=()), dd=deck)) == expected


@rule("DB-EVENT-037")
def test_the_draw_deck_is_that_of_the_leader(table: Table) -> None:
    card = foresee("next_melee", 2, lower=(), higher=())
    for leader, expected in ((1, 2), (2, 0)):
        t = table(event=card, leader=leader, dd=[MELEE, MORE], p2={"dd": [SPELL, LIGHT]})
        assert t.seat == leader
        t.choose("estimate", 0)
        assert t.told("DB-EVENT-033")[0].args[1] == expected


@rule("DB-EVENT-041")
@pytest.mark.parametrize(("level", "highest"), [(1, 20), (2, 19), (3, 17), (4, 15)])
@pytest.mark.parametrize("left", [1, 3])
def test_the_estimates_run_to_the_printed_count(table: Table, level: int, highest: int, left: int) -> None:
    names = CONTENT.ids["foe"]
    top = [names[card] for card in CONTENT.levels[level - 1][:left]]
    t = table(event="the-drowned-census", enemies=top)
    assert t.options == [("estimate", n) for n in range(highest + 1)]


def highest_of(target: str, n: int) -> tuple[int, ...]:
    """The highest estimates of a Precognition that asks for this, beside the printed cards."""
    tables = load_packs([PACK], TABLES)
    census = tables["event"]["the-drowned-census"]
    asked = attrs.evolve(census.precognition, target=target, n=n)
    events = {**tables["event"], census.id: attrs.evolve(census, precognition=asked)}
    content = build({**tables, "event": events})
    return content.events[content.index["event"][census.id]].highest


@rule("DB-EVENT-041")
@pytest.mark.parametrize(
    ("target", "n", "highest"),
    [("event_deck", 0, 39), ("ambushes_left", 0, 6), ("next_melee", 5, 5), ("next_spell", 8, 8)],
)
def test_the_highest_estimate_of_each_target(target: str, n: int, highest: int) -> None:
    assert highest_of(target, n) == (highest,) * 4


@rule("DB-EVENT-041")
def test_the_highest_estimate_of_melee_cards_counts_special_ones_too() -> None:
    special = sum(CONTENT.is_melee[card] for card in CONTENT.specials)
    assert special > 0
    assert highest_of("removed_melee", 0) == (35 + special,) * 4
