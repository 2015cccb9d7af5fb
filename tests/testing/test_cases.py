"""Which setups the kit looks at, how many share its work, and how it samples long games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import attrs
import lantern
import pytest

from undercroft.errors import SetupError
from undercroft.game import resolve_setup
from undercroft.play import play_out
from undercroft.plugins import registry
from undercroft.testing.checks import case as case_module
from undercroft.testing.checks import files, make_suite, playouts, positions, replay, secrets, suite
from undercroft.testing.checks.case import Case

ROWS: list[dict[str, Any]] = [
    {"mode": "short", "players": 1, "weather": "fog"},
    {"mode": "long", "weather": "clear"},
    {"mode": "long", "players": 2, "weather": "clear"},
    {"mode": "long", "players": 2, "weather": "fog"},
    {"mode": "short", "players": 2, "hard": True},
    {"mode": "short", "players": 1, "hard": False, "weather": "fog"},
]


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lantern says itself which cases it has."""

    def cases(content: Any) -> Sequence[Mapping[str, Any]]:
        assert content.cards
        return ROWS

    monkeypatch.setitem(registry().games, "lantern", attrs.evolve(registry().game("lantern"), cases=cases))


def names(**setup: Any) -> list[str]:
    return [case.name for case in make_suite("lantern", setup).cases]


def test_without_a_word_every_mode_with_every_number_of_players() -> None:
    assert names() == ["short-1p", "short-2p", "long-1p", "long-2p"]
    assert names(players=2) == ["short-2p", "long-2p"]


def test_a_game_declares_its_cases(declared: None) -> None:
    # What a row leaves open is tried in all its values, what was there already or is refused is left out.
    assert names() == ["short-1p-fog", "long-1p-clear", "long-2p-clear", "short-2p-hard"]
    assert make_suite("lantern").cases[3].tables.setup.options.hard


def test_given_keys_pick_among_the_declared_cases(declared: None) -> None:
    assert names(mode="long") == ["long-1p-clear", "long-2p-clear"]
    assert names(players="1", weather="fog") == ["short-1p"]
    assert names(players="2", hard="true") == ["long-2p-clear", "short-2p"]
    with pytest.raises(SetupError, match="mode cannot be 'deep'"):
        make_suite("lantern", {"mode": "deep"})


def test_keys_that_no_declared_case_has_change_them_all(declared: None) -> None:
    made = make_suite("lantern", {"weather": "any", "players": 2}).cases
    assert {case.tables.setup.options.weather for case in made} == {"any"}
    assert {case.tables.setup.options.players for case in made} == {2}


@attrs.frozen
class Picky(lantern.Options):
    """The long cellar goes with little else."""

    def check(self) -> None:
        if self.mode == "long" and (self.weather != "any" or not self.hard):
            raise SetupError("the long cellar is hard, in any weather")


def test_a_mode_that_goes_with_little_else_has_its_share_of_the_mixed_setups(monkeypatch: pytest.MonkeyPatch) -> None:
    game = attrs.evolve(registry().game("lantern"), options=Picky)
    made = make_suite("lantern")
    for case in made.cases:
        case.tables.setup = resolve_setup(
            game, {"mode": case.tables.setup.options.mode, "weather": "any", "hard": True}
        )
    mixed = list(islice(playouts.setups(attrs.evolve(made, game=game)), 20, 220))
    long = sum(setup.options.mode == "long" for setup in mixed)
    assert long == 100


def test_many_cases_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    full = make_suite("lantern", games=40).cases
    assert {(case.share, case.games) for case in full} == {(1.0, 40)}
    assert all(case.new_processes for case in full)
    monkeypatch.setattr(suite, "FULL_CASES", 1)
    shared = make_suite("lantern", games=40).cases
    assert {(case.share, case.games, case.portion(10), case.portion(1)) for case in shared} == {(0.25, 10, 3, 1)}
    assert [case.number for case in shared] == [0, 1, 2, 3]
    assert [case.new_processes for case in shared] == [True, False, False, False]
    assert {case.share for case in make_suite("lantern", thorough=True).cases} == {1.0}


def test_new_processes_are_taken_evenly() -> None:
    tables = make_suite("lantern").cases[0].tables
    taken = [n for n in range(48) if Case(tables, share=0.25, number=n).new_processes]
    assert len(taken) == 12
    assert {n % 4 for n in taken} == {0, 1, 2, 3}


@pytest.fixture
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even the games of the toy are long ones."""
    monkeypatch.setattr(case_module, "LINE_LIMIT", 6)
    monkeypatch.setattr(case_module, "LEAST_LINE", 4)
    monkeypatch.setattr(case_module, "NEXT_LINE", 4)
    monkeypatch.setattr("undercroft.testing.checks.recording.CHECKPOINT", 1)


def test_long_games_are_recorded_in_stretches_that_begin_later(short_lines: None) -> None:
    case = make_suite("lantern", {"mode": "long", "players": 2}).cases[0]
    lines = case.lines
    assert all(0 < len(line) <= 6 for line in lines)
    assert lines[0].start is None
    assert all((line.start is None) == (line.before == 0) and line.before <= 4 * line.seed for line in lines)
    late = max(lines, key=lambda line: line.before)
    assert late.before > 2
    assert f"decision {late.before + 1}," in late.where(0)
    again = make_suite("lantern", {"mode": "long", "players": 2}).cases[0].lines
    assert again == lines


def test_a_stretch_is_of_the_game_that_it_was_taken_from(short_lines: None) -> None:
    case = make_suite("lantern", {"mode": "long", "players": 2}).cases[0]
    line = next(line for line in case.lines if line.before)
    late = line.session(case.tables)
    assert late.state.seed == line.seed
    assert late.digest() == line.digests[0]
    assert line.table(case.tables).state == line.start


@pytest.mark.parametrize("setup", [{"mode": "long", "players": 2}, {"mode": "short", "hard": True}])
def test_the_checks_hold_on_stretches(short_lines: None, setup: dict[str, Any]) -> None:
    case = make_suite("lantern", setup, games=3).cases[0]
    for check in (
        replay.same_seed_same_digest, replay.listening_changes_nothing, replay.fresh_process_agrees,
        replay.session_and_play_out_agree, positions.copies_are_independent, positions.forks_play_on,
        positions.undo_goes_back, files.saves_load, files.saves_load_in_a_new_process, files.positions_round_trip,
        secrets.redeal_changes_luck, secrets.redealt_games_play_on,
    ):  # fmt: skip
        check(case)


def test_a_case_that_shares_looks_at_some_prompts_each_at_others() -> None:
    tables = make_suite("lantern", {"mode": "long", "players": 2}).cases[0].tables
    cases = [Case(tables, share=0.1, number=number) for number in range(3)]
    line = next(line for line in cases[0].lines if len(line) > 4)
    samples = [frozenset(case.sample(line, 20)) for case in cases]
    assert all(len(sample) <= 4 for sample in samples)
    assert len(line) in samples[0]
    assert len(set(samples)) > 1


def test_no_play_out_is_begun_after_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def counting(*args: Any) -> int:
        played.append(play_out(*args))
        return played[-1]

    monkeypatch.setattr(playouts, "play_out", counting)
    monkeypatch.setattr(playouts, "PLAYED", 25)
    case = make_suite("lantern", {"players": 1, "mode": "short"}, games=30).cases[0]
    playouts.play_outs_end(case)
    agents = sum(not spec.make({}).looks_ahead for spec in case.agents.values())
    assert agents <= len(played) < 30 * agents
