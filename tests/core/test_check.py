"""Checks and dice: the reveal loop and the pools against their Python twins."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.twins import MORE, ONCE, RESHUFFLE, SKIP, Face, TwinCheck, TwinStream, score

from undercroft import _core
from undercroft._core import Check, CoreError, Deck, DicePool, FaceTable, Stream

wild: Any = _core  # for arguments that a type checker does not let pass

faces = st.tuples(
    st.integers(-3, 20),
    st.integers(-1, 3),
    st.integers(0, 7),
    st.sampled_from([0, 0, 0, MORE, SKIP, RESHUFFLE, ONCE, MORE | ONCE, SKIP | MORE, 16, RESHUFFLE | ONCE]),
)
tables = st.lists(faces, min_size=1, max_size=6)
piles = st.lists(st.integers(0, 7), max_size=10)
wants: st.SearchStrategy[Any] = st.sampled_from(["hits", "value", 1, 2, 6])


def table_of(rows: list[Face]) -> FaceTable:
    values, hits, masks, flags = zip(*rows, strict=True)
    return FaceTable(values, hits, masks, flags)


def shuffler(stream: TwinStream) -> Any:
    """The deck's own shuffle, whose places count from the bottom."""

    def shuffle(items: list[int]) -> None:
        items.reverse()
        stream.shuffle(items)
        items.reverse()

    return shuffle


def test_the_flags_are_those_of_the_twin() -> None:
    assert (_core.MORE, _core.SKIP, _core.RESHUFFLE, _core.ONCE) == (MORE, SKIP, RESHUFFLE, ONCE)


@settings(max_examples=300, deadline=None)
@given(tables, piles, piles, st.integers(0, 1000), st.data())
def test_a_check_agrees_with_its_twin(
    rows: list[Face], cards: list[int], old: list[int], seed: int, data: st.DataObject
) -> None:
    deck, discard = Deck(cards, Stream(seed, 0, "d")), Deck(old)
    check = Check(table_of(rows))
    twin = TwinCheck(rows, list(cards), list(old), shuffler(TwinStream(seed, 0, "d")))
    for _ in range(data.draw(st.integers(1, 4))):
        before = len(twin.lying)
        n = data.draw(st.integers(0, 6))
        new = check.reveal(deck, n, discard)
        twin.reveal(n)
        assert new == twin.lying[before:]
        for _ in range(data.draw(st.integers(0, 2))):
            places = data.draw(st.sets(st.integers(0, max(0, len(twin.lying) - 1)), max_size=len(twin.lying)))
            new = check.redraw(deck, sorted(places, reverse=True), discard)
            twin.redraw(list(places))
            assert check.cards == twin.lying
            assert new == twin.lying[len(twin.lying) - len(new) :]
        for want in ("hits", "value", 1, 2, 6):
            assert check.score(want) == twin.total(want)
        assert (check.hits, check.value) == (twin.total("hits"), twin.total("value"))
        assert check.flags == twin.flags
        check = data.draw(st.sampled_from([check, check.copy(), pickle.loads(pickle.dumps(check))]))
        if data.draw(st.booleans()):
            assert check.finish(deck, discard) == twin.finish()
            assert check == Check(table_of(rows))
        assert deck.cards() == twin.deck
        assert discard.cards() == twin.discard


@settings(max_examples=300, deadline=None)
@given(tables, piles, piles, st.integers(0, 1000), st.integers(0, 6), wants, st.integers(0, 3))
def test_a_run_is_reveal_redraw_count_finish(
    rows: list[Face], cards: list[int], old: list[int], seed: int, n: int, want: Any, redraws: int
) -> None:
    deck, discard = Deck(cards, Stream(seed, 0, "d")), Deck(old)
    twin = TwinCheck(rows, list(cards), list(old), shuffler(TwinStream(seed, 0, "d")))
    result = table_of(rows).run(deck, n, discard, want, redraws)
    twin.reveal(n)
    twin.redraw_low(want, redraws)
    assert result == (twin.total(want), twin.flags)
    twin.finish()
    assert deck.cards() == twin.deck
    assert discard.cards() == twin.discard


def test_a_story_test_skips_and_goes_on() -> None:
    """A skipped card does not count and is discarded; one more is revealed in its place."""
    table = FaceTable(values=[0, 12, 7], flags=[SKIP, 0, MORE])
    deck, discard = Deck([0, 0, 2, 1, 1], Stream(1, 0, "d")), Deck()
    check = Check(table)
    assert check.reveal(deck, 1, discard) == [2, 1]
    assert check.value == 19
    assert check.revealed == 4
    assert discard.cards() == [0, 0]


def test_a_deck_of_skipped_cards_ends() -> None:
    table = FaceTable(values=[0], flags=[SKIP])
    deck, discard = Deck([0] * 5, Stream(1, 0, "d")), Deck([0] * 3)
    assert table.run(deck, 2, discard, "value") == (0, 0)
    assert len(deck) == 0
    assert len(discard) == 8


def test_the_short_deck_of_the_rules() -> None:
    """Draw pile 1, discard pile 6, three cards due: three revealed, four left to draw, none discarded yet."""
    table = FaceTable(hits=[1] * 7)
    deck, discard = Deck([0], Stream(1, 0, "d")), Deck([1, 2, 3, 4, 5, 6])
    check = Check(table)
    assert len(check.reveal(deck, 3, discard)) == 3
    assert (len(deck), len(discard)) == (4, 0)
    assert check.finish(deck, discard) == []
    assert (len(deck), len(discard)) == (4, 3)


def test_a_failed_reveal_changes_nothing() -> None:
    table = FaceTable(hits=[1, 1])
    deck, discard = Deck([0], Stream(1, 0, "d")), Deck([1, 1, 1])
    deck.script([9])
    check = Check(table)
    before = (check.copy(), deck.copy(), discard.copy())
    calls: list[Any] = [lambda: check.reveal(deck, 3, discard), lambda: table.run(deck, 3, discard)]
    for call in calls:
        with pytest.raises(CoreError, match="scripted value 9"):
            call()
        assert (check, deck, discard) == before


def test_what_is_revealed_is_publicly_known() -> None:
    table = FaceTable(flags=[RESHUFFLE, 0])
    deck, discard = Deck([0, 1, 1], Stream(1, 0, "d")), Deck()
    table.run(deck, 2, discard)
    assert sorted(deck.known()) == [0, 1, 1]


@given(tables)
def test_tables_tell_their_faces(rows: list[Face]) -> None:
    table = table_of(rows)
    assert len(table) == len(rows)
    for at, row in enumerate(rows):
        assert (table.value(at), table.hits(at), table.mask(at), table.flags(at)) == row
    assert table.hits(65_535) == 0
    for want in ("hits", "value", 3):
        assert table.score(range(len(rows)), want) == sum(score(row, want) for row in rows)
    for twin in (copy.copy(table), pickle.loads(pickle.dumps(table)), FaceTable.from_bytes(table.to_bytes())):
        assert twin == table
        assert twin.to_bytes() == table.to_bytes()
    assert table.copy() is table


@settings(deadline=None)
@given(st.lists(tables, max_size=5), st.integers(0, 1000), wants, st.integers(0, 3), st.data())
def test_a_pool_agrees_with_its_twin(
    kinds: list[list[Face]], seed: int, want: Any, rerolls: int, data: st.DataObject
) -> None:
    pool, stream, twin = DicePool(map(table_of, kinds)), Stream(seed, 0, "dice"), TwinStream(seed, 0, "dice")
    assert pool.shown == []
    shown = [twin.below(len(kind)) for kind in kinds]
    assert pool.roll(stream) == shown
    places = data.draw(st.permutations(range(len(kinds))))[: data.draw(st.integers(0, len(kinds)))]
    for at in places:
        shown[at] = twin.below(len(kinds[at]))
    assert pool.reroll(stream, places) == shown
    up = [kind[face] for kind, face in zip(kinds, shown, strict=True)]
    assert pool.value == sum(face[0] for face in up)
    assert pool.hits == sum(face[1] for face in up)
    assert pool.score(want) == sum(score(face, want) for face in up)
    pool = data.draw(st.sampled_from([pool, pool.copy(), pickle.loads(pickle.dumps(pool)), copy.deepcopy(pool)]))
    assert pool.shown == shown
    shown = [twin.below(len(kind)) for kind in kinds]
    for _ in range(rerolls):
        low = [at for at, kind in enumerate(kinds) if score(kind[shown[at]], want) <= 0]
        for at in low:
            shown[at] = twin.below(len(kinds[at]))
    assert pool.run(stream, want, rerolls) == sum(
        score(kind[face], want) for kind, face in zip(kinds, shown, strict=True)
    )
    assert pool.shown == shown


def test_dice_are_scripted_and_laid() -> None:
    die = FaceTable(hits=[0, 1, 2], masks=[1, 2, 4])
    pool, stream = DicePool([die, die]), Stream(1, 0, "dice")
    stream.script([2, 1])
    assert pool.roll(stream) == [2, 1]
    assert (pool.hits, pool.mask, pool.score(2), pool.score(8)) == (3, 6, 1, 0)
    pool.set([0, 0])
    assert pool.hits == 0
    assert pool.dice == [die, die]
    assert len(pool) == 2


def test_a_failed_roll_changes_nothing() -> None:
    die = FaceTable(hits=[0, 1, 2])
    pool, stream = DicePool([die, die]), Stream(1, 0, "dice")
    pool.set([1, 1])
    stream.script([2, 5])
    before = (pool.copy(), stream.copy())
    calls: list[Any] = [lambda: pool.roll(stream), lambda: pool.reroll(stream, [0, 1]), lambda: pool.run(stream)]
    for call in calls:
        with pytest.raises(CoreError, match="scripted value 5"):
            call()
        assert (pool, stream) == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t, d: wild.FaceTable(), "at least one face"),
        (lambda t, d: wild.FaceTable([1], [1, 2]), "one entry a face each, got 1, 2, 0 and 0"),
        (lambda t, d: wild.FaceTable([2**31]), "a value must be a whole number from -2147483648"),
        (lambda t, d: wild.FaceTable(masks=[-1]), "a mask must be"),
        (lambda t, d: wild.FaceTable(flags=[256]), "flags must be a whole number from 0 to 255"),
        (lambda t, d: wild.FaceTable([0] * 65_537), "more than 65536"),
        (lambda t, d: t.run(d, 1, d), "its own discard pile"),
        (lambda t, d: t.run(wild.Deck([1]), 1, wild.Deck()), "no stream"),
        (lambda t, d: t.run(d, 1, []), "discard must be a Deck"),
        (lambda t, d: t.run(d, 1, wild.Deck(), "wits"), 'want must be "hits", "value" or a mask'),
        (lambda t, d: t.run(d, 1, wild.Deck(), 0), "want must be"),
        (lambda t, d: t.run(d, 1, wild.Deck(), redraws=1001), "at most 1000"),
        (lambda t, d: t.run(d, 1, wild.Deck([0] * 65_535)), "more than the 65536"),
        (lambda t, d: wild.Check(5), "expected a FaceTable, got 5"),
        (lambda t, d: wild.Check(t).redraw(d, [0], wild.Deck()), "no revealed card at place 0"),
        (lambda t, d: wild.Check.from_bytes(b"C1"), "end too early"),
        (lambda t, d: wild.DicePool([t, 5]), "expected a FaceTable"),
        (lambda t, d: wild.DicePool([t] * 1025), "more than 1024"),
        (lambda t, d: wild.DicePool([t]).reroll(Stream(0, 0, ""), [0]), "not been rolled"),
        (lambda t, d: wild.DicePool([t]).set([1]), "no face 1"),
        (lambda t, d: wild.DicePool([t]).set([]), "one face for each of 1 dice, got 0"),
        (lambda t, d: wild.DicePool([t]).roll(5), "stream must be a Stream"),
        (lambda t, d: wild.DicePool([t]).run(Stream(0, 0, ""), rerolls=2**40), "at most 1000"),
    ],
)
def test_bad_arguments_are_told(call: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        call(FaceTable(hits=[1]), Deck([0, 0, 0], Stream(0, 0, "d")))


def test_a_place_named_twice_is_refused() -> None:
    die = FaceTable(hits=[1])
    check, deck = Check(die), Deck([0, 0], Stream(0, 0, "d"))
    check.reveal(deck, 2, Deck())
    with pytest.raises(CoreError, match="place 1 is named twice"):
        check.redraw(deck, [1, 1], Deck())
    pool = DicePool([die])
    pool.roll(Stream(0, 0, ""))
    with pytest.raises(CoreError, match="place 0 is named twice"):
        pool.reroll(Stream(0, 0, ""), [0, 0])


def test_repr_tells_what_shows() -> None:
    table = FaceTable(hits=[1])
    assert repr(table) == "<FaceTable of 1>"
    assert repr(Check(table)) == "<Check cards=[] value=0 hits=0 mask=0x0 flags=0>"
    assert repr(DicePool([table])) == "<DicePool of 1: shown=[] hits=0>"
