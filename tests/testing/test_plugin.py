"""The pytest plugin, in runs of its own: marks, the coverage file, the options of the conformance kit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from undercroft.errors import UsageError
from undercroft.rules_index import read_coverage
from undercroft.testing import rule

Pytest = Callable[..., Any]

MARKED = """
import pytest
from undercroft.testing import rule

@rule("LN-GEN-001", "LN-GEN-002")
def test_proves_two():
    pass

@rule("LN-TURN-001")
class TestTurns:
    def test_a(self):
        pass

    @rule("LN-TURN-002")
    @pytest.mark.parametrize("n", [1, 2])
    def test_b(self, n):
        assert n == 1

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("LN-TURN-003")), 2])
def test_params(n):
    pass

@rule("LN-TURN-004")
def test_skipped():
    pytest.skip("not today")

@rule("LN-DARK-001")
@pytest.mark.xfail(reason="known")
def test_expected_to_fail():
    assert False

@pytest.fixture
def leaking():
    yield
    raise OSError("leak")

@rule("LN-DARK-002")
def test_fails_afterwards(leaking):
    pass

def test_claims_nothing():
    pass
"""


def proved(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(folder.joinpath("coverage.json").read_text(encoding="utf-8"))
    return document


EXPECTED = {
    "format": "undercroft-coverage/1",
    "proved": {
        "LN-GEN-001": ["test_marked.py::test_proves_two"],
        "LN-GEN-002": ["test_marked.py::test_proves_two"],
        "LN-TURN-001": ["test_marked.py::TestTurns::test_a", "test_marked.py::TestTurns::test_b[1]"],
        "LN-TURN-002": ["test_marked.py::TestTurns::test_b[1]"],
        "LN-TURN-003": ["test_marked.py::test_params[1]"],
    },
    "failed": {
        "LN-DARK-002": ["test_marked.py::test_fails_afterwards"],
        "LN-TURN-001": ["test_marked.py::TestTurns::test_b[2]"],
        "LN-TURN-002": ["test_marked.py::TestTurns::test_b[2]"],
    },
}


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_only_passed_tests_prove_rules(run_pytest: Pytest, tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run_pytest("--rule-coverage", "coverage.json", *workers, test_marked=MARKED)
    assert proved(tmp_path) == EXPECTED, done.stdout
    assert "rule coverage: 5 rules proved" in done.stdout
    assert set(read_coverage(tmp_path / "coverage.json")) == set(EXPECTED["proved"])


def test_a_claim_that_no_game_has_is_an_error_of_that_test_alone(run_pytest: Pytest, tmp_path: Path) -> None:
    source = MARKED.replace('"LN-TURN-002"', '"LN-TURN-020"').replace('"LN-TURN-003"', '"LN-TRUN-003"')
    done = run_pytest(test_marked=source)
    assert "test_b[1] claims rule 'LN-TURN-020', which no installed game has" in done.stdout
    assert "test_params[1] claims rule 'LN-TRUN-003', which no installed game has; there are LN-TURN-003" in done.stdout
    assert "test_proves_two claims" not in done.stdout
    assert done.returncode != 0
    again = run_pytest("--continue-on-collection-errors", "--rule-coverage", "coverage.json")
    assert "LN-GEN-001" in proved(tmp_path)["proved"], again.stdout


def test_examples_of_an_index_can_be_claimed(run_pytest: Pytest, tmp_path: Path) -> None:
    source = "from undercroft.testing import rule\n@rule('LN-EX-1')\ndef test_example(): pass\n"
    assert run_pytest("--rule-coverage", "coverage.json", test_example=source).returncode == 0
    assert set(proved(tmp_path)["proved"]) == {"LN-EX-1"}


def test_a_mark_names_rules() -> None:
    with pytest.raises(UsageError, match="expected the ids of the rules"):
        rule()
    assert rule("LN-GEN-001").args == ("LN-GEN-001",)


def test_the_coverage_file_needs_a_folder(run_pytest: Pytest) -> None:
    done = run_pytest("--rule-coverage", "no/such/folder/coverage.json", test_marked=MARKED)
    assert done.returncode == 4
    assert "there is no folder no/such/folder" in done.stderr


# -- the kit ----------------------------------------------------------------------------------------------------------


def test_the_kit_runs_from_any_folder(run_pytest: Pytest) -> None:
    one = ["--undercroft-set", "mode=short", "--undercroft-set", "players=1", "--undercroft-games", "5"]
    done = run_pytest("--undercroft", "lantern", *one, "-n", "2", test_other="def test_x(): assert 0")
    assert done.returncode == 0, done.stdout
    assert "37 passed" in done.stdout


def test_the_kit_names_game_case_and_place(run_pytest: Pytest) -> None:
    line = ["--undercroft", "moody", "--undercroft-games", "5", "--undercroft-set", "mode=short", "-k", "play_outs_end"]
    done = run_pytest(*line)
    assert done.returncode == 1
    assert "undercroft: moody 1.0, cases short-1p, short-2p" in done.stdout
    assert "undercroft moody::test_play_outs_end[short-1p]" in done.stdout
    assert "games of random differ in the names of their facts" in done.stdout


def test_the_kit_beside_named_tests_with_an_expansion(run_pytest: Pytest) -> None:
    line = ["--undercroft", "lantern", "--undercroft-with", "moths", "--undercroft-set", "players=1", "-v"]
    picked = ["-k", "prompts_are_declared or test_x", "--undercroft-thorough", "test_other.py"]
    done = run_pytest(*line, *picked, test_other="def test_x(): pass")
    assert "test_other.py::test_x PASSED" in done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--undercroft", "lanturn"], "no game 'lanturn' is installed"),
        (["--undercroft", "lantern", "--undercroft-set", "players"], "expected KEY=VALUE"),
        (["--undercroft", "lantern", "--undercroft-set", "players=0"], "players cannot be 0"),
        (["--undercroft", "lantern", "--undercroft-games", "0"], "expected at least 1"),
        (["--undercroft", "lantern", "--undercroft-with", "bats"], "no expansion 'bats'; installed: moths"),
    ],
)
def test_wrong_usage_is_told_in_a_line(run_pytest: Pytest, arguments: list[str], message: str) -> None:
    done = run_pytest(*arguments)
    assert done.returncode == 4
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_without_its_options_the_plugin_does_nothing(run_pytest: Pytest) -> None:
    done = run_pytest(test_plain="def test_x(): pass")
    assert "1 passed" in done.stdout
    assert "undercroft:" not in done.stdout
