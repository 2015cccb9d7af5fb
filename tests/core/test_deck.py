"""Decks: every method against the Python twin, in sequences that hypothesis makes up."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.core.twins import IN_PILE, PLACED, UNKNOWN, TwinDeck, TwinStream, marked

from undercroft import _core
from undercroft._core import CoreError, Deck, Stream

wild: Any = _core  # for arguments that a type checker does not let pass

cards = st.integers(0, 12)
piles = st.lists(cards, max_size=12)
masks = st.binary(max_size=14)
few = st.integers(0, 14)


class TwoDecks(RuleBasedStateMachine):
    """Two decks and their twins, to which the same is done."""

    @initialize(first=piles, second=piles, seed=st.integers(0, 2**64 - 1))
    def begin(self, first: list[int], second: list[int], seed: int) -> None:
        self.deck, self.other = Deck(first, Stream(seed, 1, "deck")), Deck(second)
        self.twin = TwinDeck(first, TwinStream(seed, 1, "deck"))
        self.far = TwinDeck(second, TwinStream(0, 0, ""))

    @rule(n=few, seen=st.booleans())
    def draw(self, n: int, seen: bool) -> None:
        n = min(n, len(self.twin.slots))
        assert self.deck.draw(n + (n == len(self.deck)), seen) == self.twin.leave(range(n), seen)

    @rule(seen=st.booleans(), low=st.booleans())
    def take_one(self, seen: bool, low: bool) -> None:
        last = len(self.twin.slots) - 1
        if last < 0:
            with pytest.raises(CoreError, match="no card left"):
                self.deck.bottom() if low else self.deck.pop()
            return
        card = self.deck.bottom(seen) if low else self.deck.pop(seen)
        assert [card] == self.twin.leave([last if low else 0], seen)

    @rule(at=few, seen=st.booleans())
    def take_at(self, at: int, seen: bool) -> None:
        if at < len(self.twin.slots):
            assert [self.deck.take_at(at, seen)] == self.twin.leave([at], seen)
        else:
            with pytest.raises(CoreError, match=f"no place {at}"):
                self.deck.take_at(at)

    @rule(card=cards)
    def take(self, card: int) -> None:
        there = card in self.twin.cards()
        assert (card in self.deck) == there
        assert self.deck.take(card) == there
        if there:
            self.twin.leave([self.twin.cards().index(card)], seen=True)

    @rule(card=cards, seen=st.booleans(), low=st.booleans())
    def put(self, card: int, seen: bool, low: bool) -> None:
        (self.deck.put_bottom if low else self.deck.put_top)(card, seen)
        self.twin.put(len(self.twin.slots) if low else 0, card, PLACED if seen else UNKNOWN)

    @rule(pile=piles, seen=st.booleans())
    def put_many(self, pile: list[int], seen: bool) -> None:
        self.deck.put_top_many(pile, seen)
        for card in pile:
            self.twin.put(0, card, PLACED if seen else UNKNOWN)

    @rule(card=cards, seen=st.booleans())
    def put_at_random(self, card: int, seen: bool) -> None:
        self.deck.put_at_random(card, seen)
        self.twin.put_at_random(card, seen)

    @rule()
    def shuffle(self) -> None:
        self.deck.shuffle()
        self.twin.shuffle()

    @rule(pile=piles, seen=st.booleans())
    def shuffle_in(self, pile: list[int], seen: bool) -> None:
        self.deck.shuffle_in(tuple(pile), seen)
        self.twin.shuffle_in(pile, seen)

    @rule(n=few, mask=st.none() | masks, back=st.booleans())
    def move(self, n: int, mask: bytes | None, back: bool) -> None:
        ours, theirs = (
            ((self.other, self.deck), (self.far, self.twin))
            if back
            else (
                (self.deck, self.other),
                (self.twin, self.far),
            )
        )
        assert ours[0].move_to(ours[1], n, mask) == theirs[0].move_to(theirs[1], n, mask)

    @rule(mask=masks, n=few)
    def look(self, mask: bytes, n: int) -> None:
        inside = [marked(mask, card) for card in self.twin.cards()]
        assert self.deck.count(mask) == sum(inside)
        assert self.deck.count_top(mask, n) == sum(inside[:n])
        assert self.deck.find(mask) == (inside.index(True) if any(inside) else None)
        assert self.deck.peek(n) == self.twin.cards()[:n]

    @rule(mask=masks)
    def take_first(self, mask: bytes) -> None:
        found = [at for at, card in enumerate(self.twin.cards()) if marked(mask, card)][:1]
        assert self.deck.take_first(mask) == next(iter(self.twin.leave(found, seen=True)), None)

    @rule(at=few)
    def reveal(self, at: int) -> None:
        if at < len(self.twin.slots):
            card = self.twin.cards()[at]
            assert self.deck.reveal(at) == card
            self.twin.slots[at] = (card, PLACED)

    @rule(seed=few)
    def permute_hidden(self, seed: int) -> None:
        stream = Stream(seed, 0, "redeal")
        self.deck.permute_hidden(stream)
        self.twin.permute_hidden(TwinStream(seed, 0, "redeal"))

    @rule()
    def replace_hidden(self) -> None:
        hidden = [card for card, flag in self.twin.slots if flag == UNKNOWN]
        assert self.deck.hidden() == hidden
        hidden.reverse()
        self.deck.replace_hidden(hidden)
        self.twin.slots = [(hidden.pop(0), flag) if flag == UNKNOWN else (card, flag) for card, flag in self.twin.slots]

    @rule(n=st.integers(1, 9))
    def below(self, n: int) -> None:
        assert self.deck.below(n) == self.twin.stream.below(n)

    @rule(pile=piles, clear=st.booleans())
    def begin_again(self, pile: list[int], clear: bool) -> None:
        if clear:
            assert self.deck.clear() == self.twin.cards()
            pile = []
        else:
            self.deck.set_cards(iter(pile))
        self.twin.slots = [(card, UNKNOWN) for card in pile]

    @rule()
    def go_on_with_a_copy(self) -> None:
        others = [self.deck.copy(), copy.deepcopy(self.deck), pickle.loads(pickle.dumps(self.deck))]
        others.append(Deck.from_bytes(self.deck.to_bytes()))
        for other in others:
            assert other == self.deck
            assert other.to_bytes() == self.deck.to_bytes()
        others[0].put_top(0)
        assert others[0] != self.deck
        self.deck = others[-1]

    @invariant()
    def same(self) -> None:
        for ours, theirs in ((self.deck, self.twin), (self.other, self.far)):
            assert ours.cards() == theirs.cards()
            assert ours.known() == theirs.flags()
            assert len(ours) == len(theirs.slots)
            assert ours.top() == next(iter(theirs.cards()), None)


TestTwoDecks = TwoDecks.TestCase
TestTwoDecks.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)


@given(piles, st.integers(0, 100))
def test_known_flags_are_set_and_told(pile: list[int], seed: int) -> None:
    deck = Deck(pile)
    flags = bytes((seed >> at) % 3 for at in range(len(pile)))
    deck.set_known(flags)
    assert deck.known() == flags
    assert deck.hidden() == [card for card, flag in zip(pile, flags, strict=True) if flag == UNKNOWN]


def test_what_the_table_knows() -> None:
    deck, pile = Deck(range(6), Stream(1, 0, "d")), Deck()
    deck.put_top(10)
    assert deck.known()[0] == PLACED
    deck.shuffle()
    assert sorted(deck.known()) == [UNKNOWN] * 6 + [IN_PILE]
    deck.put_bottom(11)
    deck.move_to(pile, 1)
    assert IN_PILE not in deck.known(), "the card that left may have been the one known to be here"
    assert deck.known()[-1] == PLACED
    assert pile.known() == bytes([UNKNOWN])
    pile.put_top(12)
    pile.move_to(deck, 1)
    assert deck.top() == 12
    assert deck.known()[0] == PLACED, "everyone saw which card it was"


def test_a_redeal_is_fair_and_keeps_what_is_known() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    deck = Deck([1, 2, 3, 4])
    deck.set_known(bytes([PLACED, UNKNOWN, UNKNOWN, UNKNOWN]))
    stream = Stream(4, 0, "redeal")
    for _ in range(6000):
        deck.permute_hidden(stream)
        seen[tuple(deck.cards())] += 1
    assert len(seen) == 6
    assert all(order[0] == 1 for order in seen)
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 20.5


def test_a_random_place_is_fair() -> None:
    places: Counter[int] = Counter()
    base = Deck(range(5), Stream(4, 0, "d"))
    for _ in range(6000):
        deck = base
        deck.set_cards(range(5))
        deck.put_at_random(9)
        places[deck.cards().index(9)] += 1
    assert sum((places[at] - 1000) ** 2 / 1000 for at in range(6)) < 20.5


def test_the_stream_is_the_decks_own() -> None:
    stream = Stream(2, 0, "d")
    deck = Deck(range(9), stream)
    deck.shuffle()
    assert stream == Stream(2, 0, "d")
    inside = deck.stream
    assert inside is not None
    assert inside != stream
    inside.below(5)
    assert deck.stream != inside
    deck.stream = stream
    assert deck.stream == stream
    deck.script([3])
    assert deck.below(4) == 3
    deck.stream = None
    assert deck.stream is None


def test_a_failed_shuffle_changes_nothing() -> None:
    deck = Deck(range(5), Stream(2, 0, "d"))
    deck.script([4, 9])
    before = deck.copy()
    calls: list[Any] = [deck.shuffle, lambda: deck.shuffle_in([7])]
    for call in calls:
        with pytest.raises(CoreError, match="scripted value"):
            call()
        assert deck == before


def test_a_full_deck_is_refused_more() -> None:
    deck = Deck([0] * 65_536, Stream(0, 0, "d"))
    one = Deck([1])
    calls: list[Any] = [
        lambda: deck.put_top(1),
        lambda: deck.put_bottom(1),
        lambda: deck.put_at_random(1),
        lambda: deck.put_top_many([1]),
        lambda: deck.shuffle_in([1]),
        lambda: one.move_to(deck, 1),
        lambda: Deck([0] * 65_537),
    ]
    for call in calls:
        with pytest.raises(CoreError, match="65536"):
            call()
    assert len(deck) == 65_536
    assert one.cards() == [1]
    deck.shuffle()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda d: wild.Deck([1, -1]), "a card must be a whole number from 0 to 65535, got -1"),
        (lambda d: wild.Deck([65_536]), "got 65536"),
        (lambda d: wild.Deck("12"), "cards must be a sequence of cards"),
        (lambda d: wild.Deck(5), "cards must be a sequence of cards, got 5"),
        (lambda d: wild.Deck(d), "got Deck"),
        (lambda d: wild.Deck([], "stream"), "stream must be a Stream"),
        (lambda d: d.shuffle(), "no stream"),
        (lambda d: d.below(3), "no stream"),
        (lambda d: d.script([3]), "no stream"),
        (lambda d: d.put_at_random(3), "no stream"),
        (lambda d: wild.Deck().pop(), "no card left to take from the top"),
        (lambda d: d.draw(-1), "n must be"),
        (lambda d: d.draw(1, 1), "seen must be True or False"),
        (lambda d: d.take_at(3), "no place 3 in a deck of 3: expected 0 to 2"),
        (lambda d: d.reveal(0) and wild.Deck().reveal(0), "no place 0 in an empty deck"),
        (lambda d: d.count("mask"), "mask must be bytes"),
        (lambda d: d.move_to(d, 1), "another Deck"),
        (lambda d: d.move_to([], 1), "other must be a Deck"),
        (lambda d: d.set_known(b"\0"), "one flag for each of 3 cards, got 1"),
        (lambda d: d.set_known(b"\0\1\3"), "flag is 0, 1 or 2, got 3"),
        (lambda d: d.replace_hidden([1]), "expected 3 cards"),
        (lambda d: d.permute_hidden(None), "stream must be a Stream"),
        (lambda d: "x" in d, "a card must be"),
        (lambda d: wild.Deck.from_bytes(b"D1\1\0\0\0\5\0\3\0"), "neither 0, 1 nor 2"),
        (lambda d: wild.Deck.from_bytes(b"D1\xff\xff\xff\xff"), "at most 65536"),
        (lambda d: wild.Deck.from_bytes(d.to_bytes()[:-1]), "end too early"),
        (lambda d: wild.Deck.from_bytes(d.to_bytes()[:-1] + b"\7"), "neither 0 nor 1"),
    ],
)
def test_bad_arguments_are_told(call: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        call(Deck([1, 2, 3]))


def test_an_iterator_that_fails_is_the_cause() -> None:
    def broken() -> Any:
        yield 1
        raise ZeroDivisionError

    with pytest.raises(CoreError) as caught:
        Deck(broken())
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_repr_is_short() -> None:
    assert repr(Deck([3, 1])) == "<Deck of 2: [3, 1] stream=None>"
    assert len(repr(Deck(range(1000), Stream(1, 2, "d")))) < 200
