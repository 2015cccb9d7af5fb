"""Walks through states: parts, plain values with their kinds, and what a copy must not share."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import attrs
from lantern import Card, Cellar, Seat

from undercroft._core import Deck, Stream
from undercroft.state import GameState, Ref, state
from undercroft.testing.tree import decks, foreign, leaves, multiset, parts, spoil, streams


@state
class Chest(GameState):
    """All shapes that a reference may have."""

    one: Card = 1
    maybe: Card | None = None
    pair: tuple[Card, str] = (2, "x")
    many: tuple[Card, ...] = (3, 4)
    by_name: dict[str, list[Card]] = attrs.field(factory=dict)
    counts: dict[Card, int] = attrs.field(factory=dict)
    pile: Annotated[Deck, Ref("card")] | None = None
    anything: Any = None


def chest() -> Chest:
    return Chest(
        maybe=5,
        by_name={"a": [6]},
        counts={7: 70},
        pile=Deck([8, 9], Stream(0, 0, "pile")),
        anything=(1, [Deck([1])]),
    )


def test_leaves_know_their_kind() -> None:
    found = Counter(leaves(chest()))
    assert sorted(value for kind, value in found if kind == "card") == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert found["", 70] == 1
    assert found["", "x"] == 1


def test_decks_and_streams_have_general_paths() -> None:
    cellar = Cellar(seats=[Seat(), Seat()], deck=Deck([1], Stream(1, 0, "d")))
    assert [path for path, _ in decks(cellar)] == ["state.deck", "state.rooms"]
    assert [path for path, _ in streams(cellar)] == ["state.deck.stream", "state.die"]
    assert [path for path, _ in decks(chest())] == ["state.pile", "state.anything[][]"]


def test_foreign_parts_are_found_inside_tuples() -> None:
    assert foreign(chest()) == []
    assert foreign(Chest(anything=(1, {2}))) == ["state.anything[1] (set)"]


def test_spoil_reaches_every_part() -> None:
    whole = chest()
    found = list(parts(whole))
    before = {path: repr(part) for path, part in found}
    spoil(whole)
    assert [path for path, part in found if repr(part) == before[path]] == []


def test_a_multiset_does_not_care_where_things_are() -> None:
    a, b = chest(), chest()
    assert multiset(a) == multiset(b)
    b.one, b.maybe = 5, 1
    b.pile = Deck([9, 8])
    assert multiset(a) == multiset(b)
    b.one = 8
    assert multiset(a) != multiset(b)
    b.one, b.seed, b.counts = 5, 99, {7: 71}
    assert multiset(a) == multiset(b), "a number that refers to nothing may change"


@state
class Unmarked(GameState):
    """A state whose fields say nothing of their content."""

    hand: list[int] = attrs.field(factory=list)
    deck: Deck = attrs.field(factory=Deck)


def test_without_marks_every_value_counts() -> None:
    assert multiset(Unmarked(hand=[1], deck=Deck([2]))) != multiset(Unmarked(hand=[2], deck=Deck([2])))
    assert multiset(Unmarked(hand=[1, 2], deck=Deck([3]))) == multiset(Unmarked(hand=[2, 1], deck=Deck([3])))
    assert multiset(Unmarked(hand=[1], deck=Deck([2]))) != multiset(Unmarked(hand=[1], deck=Deck([3])))
