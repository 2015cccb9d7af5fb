"""How many seats a setup has: chairs before players, in every place that counts them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
import supper
from installing import installed
from typer.testing import CliRunner

from undercroft import Session, resume, seats_of, simulate
from undercroft.batch import compare
from undercroft.cli.app import app
from undercroft.errors import SetupError, UsageError
from undercroft.setup import key
from undercroft.testing.checks import ConformanceError, make_suite, playouts, replay, secrets
from undercroft.testing.checks.case import Case


@pytest.fixture(scope="module", autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Supper is installed."""
    with installed(tmp_path_factory.mktemp("site"), {"supper": "supper"}):
        yield


@attrs.frozen
class Bare:
    """Neither key."""

    mode: str = key("plain")


@attrs.frozen
class Chairs:
    """A key of its own."""

    players: int = 1
    chairs: Any = 3


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Bare(), 1),
        (supper.Options(), 1),
        (supper.Options(players=3), 3),
        (supper.Options(twin=True), 2),
        (supper.Options(players=2, open=True), 4),
        (Chairs(), 3),
    ],
)
def test_chairs_before_players_before_one(options: object, seats: int) -> None:
    assert seats_of(options) == seats


@pytest.mark.parametrize("chairs", [0, -1, "2", None, True, 1.5])
def test_what_is_no_number_of_seats_is_refused(chairs: object) -> None:
    with pytest.raises(SetupError, match="expected a whole number from 1 on"):
        seats_of(Chairs(chairs=chairs))


TWIN, OPEN = {"twin": True}, {"players": 2, "open": True, "courses": 6}


def test_a_batch_seats_an_agent_on_every_chair() -> None:
    batch = simulate("supper", games=20, agents="random", setup=OPEN)
    assert (batch.n, batch.errors, batch.plan.agent_names) == (20, 0, ["random"] * 4)
    assert simulate("supper", games=2, agents=["random"] * 2, setup=TWIN).errors == 0
    with pytest.raises(UsageError, match="for 2 seats"):
        simulate("supper", games=1, agents=["random"], setup=TWIN)


def test_a_folder_goes_on_with_every_chair(tmp_path: Path) -> None:
    first = simulate("supper", games=5, agents=["random"] * 4, setup=OPEN, out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["agents"] == ["random"] * 4
    assert resume(tmp_path / "run").digest == first.digest


def test_batches_of_different_chairs_compare() -> None:
    assert compare(simulate("supper", games=9), simulate("supper", games=9, setup=TWIN)).n == 9


def invoke(*args: str, answers: str | None = None) -> Any:
    return CliRunner().invoke(app, list(args), input=answers, prog_name="undercroft")


def test_the_commands_know_every_chair(tmp_path: Path) -> None:
    simulated = invoke("simulate", "supper", "--set", "twin=true", "--games", "3", "--seat", "2=random", "--json")
    assert json.loads(simulated.stdout)["agents"] == ["random", "random"]
    refused = invoke("simulate", "supper", "--games", "3", "--seat", "2=random")
    assert refused.exit_code == 2
    played = invoke("play", "supper", "--plain", "--set", "twin=true", "--seat", "2=random", answers="1\n1\n")
    assert "Player 2 is random" in played.stdout
    position = tmp_path / "position.json"
    Session("supper", OPEN).save_position(position)
    loaded = invoke("play", "--plain", "--from", str(position), "--seat", "4=random", answers="quit\n")
    assert "Player 4 is random" in loaded.stdout


@pytest.mark.parametrize("setup", [TWIN, OPEN, {"players": 3}])
def test_the_kit_looks_at_every_chair(setup: dict[str, Any]) -> None:
    case = make_suite("supper", setup, games=4).cases[0]
    assert len(case.seats) == seats_of(case.tables.setup.options)
    replay.session_and_play_out_agree(case)
    secrets.views_are_plain_data(case)
    secrets.redealt_games_play_on(case)
    playouts.play_outs_end(case)


def test_the_kit_says_where_a_seat_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    case = make_suite("supper", TWIN, games=1).cases[0]
    monkeypatch.setattr(Case, "seats", range(1, 2))
    with pytest.raises(ConformanceError, match="seat 2 is asked, but the setup has the seats 1 to 1"):
        assert case.lines
