"""What a batch reports of campaigns: a row for each scenario played, and the ten-line example that reads them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from undercroft import simulate
from undercroft.testing.checks import make_suite

EXAMPLE = Path(__file__).parents[3] / "examples" / "deadliest_scenario.py"
COLUMNS = {
    "index", "part", "scenario", "players", "party", "difficulty", "result", "ending", "reason", "rounds",
    "candle_left", "energy_lost", "health_lost", "cards_used", "setbacks", "defeats",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A batch of whole campaigns."""
    out = tmp_path_factory.mktemp("batch") / "campaigns"
    simulate("netherworld-candle", games=3, agents="heuristic", seed=5, setup={"players": 2}, out=out, table="csv")
    return out


def test_a_campaign_has_a_row_for_each_scenario_played() -> None:
    batch = simulate("netherworld-candle", games=3, agents="heuristic", seed=5, setup={"players": 2})
    assert not batch.errors
    assert set(batch.plan.parts.names) == COLUMNS
    for game in batch.rows:
        rows = [row for row in batch.part_rows if row["index"] == game["index"]]
        assert [row["part"] for row in rows] == list(range(1, len(rows) + 1))
        assert sum(row["result"] == "success" for row in rows) == game["scenarios_won"]
        assert sum(row["rounds"] for row in rows) == game["rounds"]
        assert sum(row["health_lost"] for row in rows) == game["health_lost"]
        assert rows[0]["scenario"] == "prologue"
        assert {row["party"] for row in rows} == {game["delvers"]}
        assert {row["result"] for row in rows} <= {"success", "failed", "defeat"}
    assert set(batch.headline) == {"scenarios_won", "scenarios_failed", "setbacks", "final"}


def test_a_phase_on_its_own_has_its_scenario_alone() -> None:
    adventure = simulate("netherworld-candle", games=4, agents="random", setup={"mode": "adventure"})
    assert [row["part"] for row in adventure.part_rows] == [1] * 4
    assert not adventure.headline
    story = simulate("netherworld-candle", games=4, agents="random", setup={"mode": "story"})
    assert (story.errors, story.part_rows) == (0, [])


def test_ten_lines_say_which_scenario_kills_campaigns(folder: Path) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), str(folder)], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    rows = (folder / "parts-000000.csv").read_text().splitlines()[1:]
    assert any(line.startswith("prologue") for line in lines)
    assert sum(int(line.split()[-3].replace(",", "")) for line in lines) == len(rows)


def test_the_kit_looks_at_every_mode_party_and_difficulty() -> None:
    cases = [case.tables.setup.options for case in make_suite("netherworld-candle").cases]
    assert len({(o.mode, o.players, o.difficulty) for o in cases}) == 3 * 4 * 4
    scenarios = {info.number for info in make_suite("netherworld-candle").cases[0].tables.content.scenario}
    for mode in ("story", "adventure"):
        assert {o.scenario for o in cases if o.mode == mode} == {str(number) for number in scenarios}
    assert {o.solo for o in cases if o.players == 1} == {"true-solo", "dual-handed"}
    assert {o.roster for o in cases if o.mode == "campaign"} == {"fixed", "open"}
