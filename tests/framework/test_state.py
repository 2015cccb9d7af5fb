"""State classes: what they may hold, and that copies, keys and new luck reach every part."""

from __future__ import annotations

import copy
import typing
from typing import Any

import attrs
import pytest
from shapes import Everything, Inner, full

from undercroft._core import Check, Deck, DicePool, Stream
from undercroft.errors import RulesError
from undercroft.state import GameState, Ref, call, freeze, key_fields, later, state
from undercroft.testing.tree import parts, spoil


@state
class Child(Everything):
    """A derived state class has the fields of both."""

    more: list[int] = attrs.field(factory=lambda: [1])


@state
class Node:
    """A state class that refers to itself."""

    value: int = 0
    children: list[Node] = attrs.field(factory=list)


@state
class Grown(Inner):
    """A state class with a field that it did not have at first."""

    tale: Inner | None = later()


def test_a_field_that_came_later_is_no_part_of_the_key_of_those_that_do_without() -> None:
    plain: Any = Inner()
    without: Any = Grown()
    assert without.key() == plain.key()
    assert key_fields(without) == key_fields(plain)
    told: Any = Grown(tale=Inner())
    assert told.key() == (*plain.key(), ("tale", plain.key()))
    assert key_fields(told)[-1] == "tale"
    assert told.copy() == told != without
    assert told.copy().tale is not told.tale


@pytest.mark.parametrize("make", [full, Child, lambda: Node(1, [Node(2, [Node(3)])])])
def test_a_copy_equals_and_shares_nothing_that_can_change(make: Any) -> None:
    original = make()
    made = original.copy()
    assert type(made) is type(original)
    assert made == original
    assert made.key() == original.key()
    assert {id(part) for _, part in parts(made)}.isdisjoint({id(part) for _, part in parts(original)})
    before = original.key()
    spoil(made)
    assert original.key() == before
    assert original.key() == make().key()


def test_immutable_parts_are_shared() -> None:
    original = full()
    assert original.copy().row is original.row


@pytest.mark.parametrize("field", list(typing.get_type_hints(Everything)))
def test_a_key_tells_every_field_apart(field: str) -> None:
    one, other = full(), full()
    value = getattr(other, field)
    if field in ("inner", "maybe", "absent"):
        setattr(other, field, Inner([99]))
    elif field == "maybe_deck":
        other.maybe_deck = Deck()
    elif isinstance(value, Deck):
        value.put_top(9)
    elif isinstance(value, Stream):
        value.below(2)
    elif isinstance(value, Check):
        value.reveal(Deck([1], Stream(0, 0, "fate")), 1, Deck())
    elif isinstance(value, DicePool):
        value.roll(Stream(0, 0, "dice"))
    elif isinstance(value, list | dict):
        value.clear()
    else:
        setattr(other, field, "changed")
    assert one.key() != other.key()
    assert one != other


def test_a_key_is_nested_tuples_of_plain_values() -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, tuple):
            return all(plain(item) for item in value)
        return value is None or type(value) in (int, str, bool, float, bytes)

    assert plain(full().key())
    assert plain(Child().key())
    hash(full().key())


def test_a_key_knows_the_luck_to_come_and_the_order_of_cards() -> None:
    one, other = full(), full()
    other.deck = Deck([4, 3], Stream(1, 2, "deck"))
    assert one.key() != other.key()
    other.deck = Deck([3, 4], Stream(1, 2, "another deck"))
    assert one.key() != other.key()


def test_new_luck_reaches_every_stream_and_nothing_else() -> None:
    one, other = full(), full()
    for made in (one, other):
        made.maybe_deck = Deck([1], Stream(5, 5, "maybe"))
        made.reseed(Stream(3, 0, "redeal"))
    assert one.key() == other.key()
    fresh = full()
    assert [d.below(1 << 30) for d in one.dice] != [d.below(1 << 30) for d in fresh.dice]
    assert one.die != fresh.die
    assert one.deck.stream != fresh.deck.stream
    assert one.maybe_deck is not None
    assert one.maybe_deck.stream != Stream(5, 5, "maybe")
    assert one.deck.cards() == fresh.deck.cards()
    assert one.piles["p"][0].stream is None
    assert (one.inner, one.table, one.stack, one.seed) == (fresh.inner, fresh.table, fresh.stack, fresh.seed)


def bad(hint: Any) -> type[Any]:
    return type("Bad", (), {"__annotations__": {"field": hint}, "field": None, "__module__": __name__})


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (set[int], r"Bad\.field: a state cannot hold set\[int\]"),
        (frozenset[int], "a state cannot hold"),
        (object(), "a state cannot hold"),
        (Ref, "a state cannot hold"),
        (tuple[list[int], ...], "a state cannot hold"),
        (list[set[int]], "a state cannot hold"),
        (dict[str, Ref], "a state cannot hold"),
        (list[int] | dict[str, int], "mixes several kinds of mutable values"),
        (Inner | Deck, "mixes several kinds of mutable values"),
        (dict[Any, list[Ref]], "a state cannot hold"),
    ],
)
def test_what_cannot_be_copied_is_refused_when_the_class_is_made(hint: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        state(bad(hint))


def test_keys_of_dicts_have_to_be_plain() -> None:
    with pytest.raises(RulesError, match="the keys of a dict in a state have to be plain values"):
        state(bad(dict[Inner, int]))


def test_states_have_slots() -> None:
    with pytest.raises(AttributeError):
        full().unheard_of = 1  # type: ignore[attr-defined]


def test_copy_module_and_repr_know_states() -> None:
    assert copy.deepcopy(full()) == full()
    assert "Inner(numbers=[], name='')" in repr(full())


def test_frames_run_in_the_order_written() -> None:
    class Rules:
        def one(self) -> None: ...
        def two(self) -> None: ...
        def three(self) -> None: ...

    rules, s = Rules(), GameState()
    s.do(rules.three)
    s.do_all(rules.one, (rules.two, 1, "x"))
    assert [s.stack.pop() for _ in range(3)] == [("one", ()), ("two", (1, "x")), ("three", ())]
    s.do_all()
    assert s.stack == []
    assert call(rules.two, 3) == ("two", (3,))


def test_freeze_turns_lists_into_tuples_all_the_way_down() -> None:
    assert freeze(["play", [1, ["a"]], None]) == ("play", (1, ("a",)), None)
    assert freeze({"a": 1}) == {"a": 1}
