"""Boards: searches against the Python twin, and lines of sight."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.twins import TwinBoard, sight

from undercroft import _core
from undercroft._core import Board, CoreError

wild: Any = _core  # for arguments that a type checker does not let pass


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """A small board, directed or not, with things in the way."""
    places = draw(st.integers(2, 9))
    place = st.integers(0, places - 1)
    edges = draw(st.lists(st.tuples(place, place).filter(lambda edge: edge[0] != edge[1]), max_size=16))
    return {
        "places": places,
        "edges": edges,
        "directed": draw(st.booleans()),
        "blocked": draw(st.lists(place, max_size=3)),
        "blocked_edges": draw(st.lists(st.sampled_from(edges), max_size=3)) if edges else [],
    }


@settings(max_examples=300, deadline=None)
@given(boards(), st.data())
def test_searches_agree_with_the_twin(spec: dict[str, Any], data: st.DataObject) -> None:
    board = Board(spec["places"], spec["edges"], spec["directed"])
    twin = TwinBoard(**spec)
    place = st.integers(0, spec["places"] - 1)
    sources = data.draw(st.lists(place, min_size=1, max_size=3))
    start, end = data.draw(place), data.draw(place)
    table = bytes(at in spec["blocked"] for at in range(spec["places"]))
    for blocked in (spec["blocked"], tuple(spec["blocked"]), table, bytearray(table)):
        way = {"blocked": blocked, "blocked_edges": spec["blocked_edges"]}
        exact = [twin.distance(sources, to) for to in range(spec["places"])]
        assert board.distances(sources, **way) == [-1 if steps is None else steps for steps in exact]
        assert board.distance(start, end, **way) == twin.distance([start], end)
        for steps in (0, 1, 2, 99):
            within = [to for to, d in enumerate(exact) if d is not None and d <= steps]
            assert board.reach(sources, steps, **way) == within
        assert board.next_steps(start, sources, **way) == twin.next_steps(start, sources)
        assert board.components(**way) == twin.components()
        path = board.path(start, end, **way)
        assert (path is None) == (twin.distance([start], end) is None)
        if path is not None:
            assert path[0] == start
            assert path[-1] == end
            assert len(path) - 1 == twin.distance([start], end)
            for here, to in pairwise(path):
                assert to == min(twin.next_steps(here, [end]))


@given(boards())
def test_boards_tell_their_edges(spec: dict[str, Any]) -> None:
    board = Board(spec["places"], spec["edges"], spec["directed"])
    twin = TwinBoard(spec["places"], spec["edges"], spec["directed"])
    assert len(board) == board.places == spec["places"]
    assert board.directed == spec["directed"]
    for place in range(spec["places"]):
        assert board.neighbours(place) == sorted(b for a, b in twin.joined if a == place)
    assert board.edges() == sorted(edge for edge in twin.joined if spec["directed"] or edge[0] < edge[1])
    for other in (copy.deepcopy(board), pickle.loads(pickle.dumps(board)), Board.from_bytes(board.to_bytes())):
        assert other == board
        assert other.to_bytes() == board.to_bytes()
    assert board.copy() is board
    assert Board(spec["places"], reversed(board.edges()), spec["directed"]) == board


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, int, list[int], list[tuple[int, int]]]:
    """A small grid with solid cells and walls."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = width * height
    solid = draw(st.lists(st.integers(0, cells - 1), max_size=5))
    sides = [(at, at + 1) for at in range(cells) if (at + 1) % width] + [
        (at, at + width) for at in range(cells - width)
    ]
    walls = draw(st.lists(st.sampled_from(sides), max_size=6)) if sides else []
    return width, height, solid, [draw(st.sampled_from([wall, wall[::-1]])) for wall in walls]


@settings(max_examples=200, deadline=None)
@given(grids())
def test_grids_and_sight_agree_with_the_twin(spec: tuple[int, int, list[int], list[tuple[int, int]]]) -> None:
    width, height, solid, walls = spec
    board = Board.grid(width, height, solid, walls)
    cells = width * height
    barred = {tuple(sorted(wall)) for wall in walls}
    sides = [(at, at + 1) for at in range(cells) if (at + 1) % width] + [
        (at, at + width) for at in range(cells - width)
    ]
    open_sides = [side for side in sides if side not in barred and not {*side} & {*solid}]
    assert board.edges() == sorted(open_sides)
    assert board.shape == (width, height)
    for a in range(cells):
        for b in range(cells):
            assert board.sight(a, b) == sight(width, solid, walls, a, b), (a, b)
            assert board.sight(a, b) == board.sight(b, a)
    for other in (pickle.loads(pickle.dumps(board)), Board.from_bytes(board.to_bytes())):
        assert other == board
        assert other.sight(0, cells - 1) == board.sight(0, cells - 1)


def test_sight_around_a_corner() -> None:
    # . # .      The corner between 0 and 4 is open on the side of 3, and shut when 3 is solid too.
    # . . .
    assert Board.grid(3, 2, [1]).sight(0, 4)
    assert not Board.grid(3, 2, [1, 3]).sight(0, 4)
    assert not Board.grid(3, 1, [1]).sight(0, 2)
    assert Board.grid(3, 1, [2]).sight(0, 2), "a solid cell can itself be seen"
    assert not Board.grid(2, 1, walls=[(1, 0)]).sight(0, 1)


def test_a_figure_may_walk_out_of_a_blocked_place_but_not_into_one() -> None:
    line = Board(4, [(0, 1), (1, 2), (2, 3)])
    assert line.next_steps(0, 3, blocked=0) == [1]
    assert line.next_steps(0, 3, blocked=[3]) == []
    assert line.next_steps(0, [3, 2], blocked=b"\0\0\0\1") == [1]
    assert line.distance(0, 3, blocked=[1]) is None
    assert line.distance(0, 3, blocked_edges=[(3, 2)]) is None
    assert line.reach(1, 1, blocked=[1, 2]) == [0, 1]


def test_one_way_edges_are_blocked_one_way() -> None:
    ring = Board(3, [(0, 1), (1, 2), (2, 0), (1, 0)], directed=True)
    assert ring.path(0, 2) == [0, 1, 2]
    assert ring.path(0, 2, blocked_edges=[(1, 0)]) == [0, 1, 2]
    assert ring.path(0, 2, blocked_edges=[(0, 1)]) is None


def test_large_boards_are_searched_without_the_lock() -> None:
    wide = Board.grid(256, 256)
    assert wide.distance(0, 65_535) == 510
    assert len(wide.reach(0, 100)) == 101 * 102 // 2
    assert wide.next_steps(0, 65_535) == [1, 256]
    assert set(wide.components()) == {0}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda b: wild.Board(-1), "places must be"),
        (lambda b: wild.Board(65_537), "at most 65536 places"),
        (lambda b: wild.Board(3, [(0, 3)]), r"the edge \(0, 3\) leads out of the board"),
        (lambda b: wild.Board(3, [(1, 1)]), "leads to where it begins"),
        (lambda b: wild.Board(3, [(1,)]), "pairs of places"),
        (lambda b: wild.Board(3, [(1, 2, 0)]), "more than 2"),
        (lambda b: wild.Board(3, [5]), "sequence of pairs of places, got 5"),
        (lambda b: wild.Board(3, directed=1), "directed must be True or False"),
        (lambda b: wild.Board.grid(0, 5), "1 to 65536 cells, got 0 times 5"),
        (lambda b: wild.Board.grid(2**63, 2**63), "1 to 65536 cells"),
        (lambda b: wild.Board.grid(2, 2, [4]), "no cell 4"),
        (lambda b: wild.Board.grid(2, 2, [], [(1, 2)]), "not between 1 and 2"),
        (lambda b: wild.Board.grid(2, 2, [], [(0, 0)]), "not between 0 and 0"),
        (lambda b: b.neighbours(3), "no place 3: they are numbered from 0 and there are 3"),
        (lambda b: b.distances([]), "at least one place"),
        (lambda b: b.distances("0"), "sources must be a sequence of places"),
        (lambda b: b.distances(3), "no place 3"),
        (lambda b: b.distance(0, 2**70), "to must be a whole number from 0 to 65536"),
        (lambda b: b.reach(0, -1), "steps must be"),
        (lambda b: b.path(0, 1, blocked=[7]), "no place 7 to block"),
        (lambda b: b.path(0, 1, blocked=b"1234"), "at most 3 entries here, got 4"),
        (lambda b: b.path(0, 1, blocked_edges=[(0, 2)]), r"the edge \(0, 2\) cannot be blocked"),
        (lambda b: b.sight(0, 1), "only a grid has lines of sight"),
        (lambda b: wild.Board.from_bytes(b"B1\3\0\0\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0"), "not in canonical order"),
        (lambda b: wild.Board.from_bytes(b.to_bytes()[:-3]), "end too early"),
        (lambda b: wild.Board.from_bytes(b"B1\3\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0"), "cells"),
    ],
)
def test_bad_arguments_are_told(call: Any, message: str) -> None:
    with pytest.raises(CoreError, match=message):
        call(Board(3, [(0, 1), (1, 2)]))


def test_repr_tells_the_kind() -> None:
    assert repr(Board(3, [(0, 1)])) == "<Board places=3 edges=1>"
    assert repr(Board(3, [(0, 1)], directed=True)) == "<Board places=3 edges=1 directed>"
    assert repr(Board.grid(2, 2)) == "<Board 2x2 edges=4>"
