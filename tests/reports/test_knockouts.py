"""Knock-outs: the games of a folder once more, each with the same luck, without a card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import fair
import pytest

from undercroft import Batch, Kind, Tracking, UsageError, registry, report, resume, simulate
from undercroft.reports.making import _titles

Run = Callable[..., Batch]


def test_a_knock_out_is_the_same_games_without_the_card(whole: Path) -> None:
    found = report(whole, knockout=["planted:ruby", "card/apple"]).knockouts
    full = resume(whole)
    for knockout, card in zip(found, ("planted:ruby", "apple"), strict=True):
        less = simulate("fair", games=1000, seed=4, expansions=["planted"], without=[card])
        pairs = [(a["result"] == "win", b["result"] == "win") for a, b in zip(full.rows, less.rows, strict=True)]
        assert (knockout.full.wins, knockout.less.wins) == (full.wins, less.wins)
        assert (knockout.only_with, knockout.only_without) == (pairs.count((True, False)), pairs.count((False, True)))
        assert knockout.interval[0] <= knockout.difference == (less.wins - full.wins) / 1000 <= knockout.interval[1]
    ruby, apple = found
    assert ruby.difference < -0.05
    assert ruby.interval[1] < 0 < apple.interval[1]
    assert (ruby.title, ruby.p < 0.01) == ("Ruby", True)


def test_a_card_that_is_out_already(run: Run, tmp_path: Path) -> None:
    run(without=["apple"])
    with pytest.raises(UsageError, match="the games were played without it already"):
        report(tmp_path / "run", knockout=["apple"])


def test_a_card_that_is_named_twice_is_played_without_once(whole: Path) -> None:
    heard: list[str] = []
    found = report(whole, knockout=["apple", "bell", "card/apple"], note=heard.append).knockouts
    assert [knockout.card for knockout in found] == ["apple", "bell"]
    assert len(heard) == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_a_card_that_the_game_needs_is_told_before_any_work(run: Run, tmp_path: Path, workers: int) -> None:
    run()
    heard: list[str] = []
    with pytest.raises(UsageError, match="fair cannot be played without card/drum: no fair without a drum"):
        report(tmp_path / "run", knockout=["drum"], workers=workers, note=heard.append)
    assert not heard


def test_a_card_of_a_kind_that_a_report_does_not_have_has_its_title_all_the_same() -> None:
    kinds = (Kind("thing", "Things", titles=fair.titles, of="card"),)
    title = _titles(attrs.evolve(fair.GAME, tracking=Tracking(fair.Notes, kinds)), registry().content(fair.GAME))
    assert (title("card", "apple"), title("thing", "apple"), title("card", "pear")) == ("Apple", "Apple", "pear")
