"""The ranking: what is sure comes first and last, and what hardly any game used comes neither first nor last."""

from __future__ import annotations

import pytest

from undercroft.batch.paired import newcombe
from undercroft.reports.figures import Effect, Rate, ranked
from undercroft.tracking import Kind


def effect(name: str, used: tuple[int, int], unused: tuple[int, int], kind: str = "card") -> Effect:
    seen = Rate(used[0] + unused[0], used[1] + unused[1])
    return Effect(kind, name, name, seen, Rate(*used), Rate(*unused), used[0])


def places(*effects: Effect) -> list[str]:
    return [row.id for row in ranked(effects)]


def test_a_difference_and_its_interval() -> None:
    one = effect("a", (200, 120), (800, 400))
    assert one.difference == pytest.approx(0.1)
    assert one.interval == newcombe(400, 800, 120, 200)
    assert one.interval[0] < 0.1 < one.interval[1]


def test_what_three_games_used_comes_neither_first_nor_last() -> None:
    rows = [effect(f"plain-{n}", (400, 200 + n), (600, 300 - n)) for n in range(9)]
    great, poor = effect("great", (400, 260), (600, 240)), effect("poor", (400, 140), (600, 360))
    lucky, hapless = effect("lucky", (3, 3), (997, 497)), effect("hapless", (3, 0), (997, 500))
    found = places(lucky, hapless, *rows, poor, great)
    assert (found[0], found[-1]) == ("great", "poor")


def test_a_thing_is_held_against_the_middle_of_its_kind() -> None:
    late = [effect(f"late-{n}", (400, 300), (600, 300), kind="foe") for n in range(5)]
    dull = effect("dull", (400, 240), (600, 340), kind="foe")
    card = [effect(f"card-{n}", (400, 200), (600, 300)) for n in range(5)]
    good = effect("good", (400, 250), (600, 250))
    rows = {row.id: row for row in ranked([*late, dull, *card, good])}
    assert rows["good"].place == 1
    assert rows["dull"].place == 12
    assert rows["late-0"].middle == pytest.approx(0.25)
    assert rows["card-0"].middle == 0.0
    assert rows["dull"].difference == pytest.approx(0.0333, abs=1e-4)
    assert rows["dull"].sure < 0 < rows["good"].sure
    assert rows["late-0"].sure == 0.0


def test_rare_things_do_not_move_the_middle() -> None:
    rows = ranked([effect("one", (400, 200), (600, 300)), *(effect(f"r{n}", (2, 2), (998, 498)) for n in range(7))])
    assert {row.middle for row in rows} == {0.0}
    assert [row.rare for row in rows if row.id == "one"] == [False]


def test_what_no_game_or_every_game_used_has_no_difference_and_comes_last() -> None:
    never, always = effect("never", (0, 0), (50, 20)), effect("always", (50, 20), (0, 0))
    rows = ranked([never, always, effect("some", (25, 5), (25, 15))])
    assert [row.id for row in rows] == ["some", "always", "never"]
    assert [row.place for row in rows] == [1, 0, 0]
    assert (rows[1].difference, rows[1].as_json()["difference_low"], rows[1].as_json()["place"]) == (None, None, None)


def test_a_rate_of_no_game() -> None:
    assert (Rate(0, 0).rate, Rate(0, 0).interval) == (None, (0.0, 1.0))


def test_a_kind_speaks_plainly_where_nothing_else_is_said() -> None:
    kind = Kind("card", "Cards")
    assert (kind.seen, kind.used, dict(kind.titles(None))) == ("seen", "used", {})
