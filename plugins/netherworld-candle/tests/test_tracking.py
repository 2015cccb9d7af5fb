"""What a tracked game notes is what happened in it, and nothing of it gives a secret away."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from undercroft import Batch, RandomAgent, Session, Stream, registry, report, simulate
from undercroft_netherworld_candle.tracking import TRACKING

ADVENTURE: dict[str, Any] = {"mode": "adventure", "scenario": "prologue", "players": 2}
CAMPAIGN: dict[str, Any] = {"mode": "campaign", "players": 1}


@pytest.fixture(scope="module", params=[(ADVENTURE, 5), (CAMPAIGN, 1)], ids=["adventure", "campaign"])
def asked(request: pytest.FixtureRequest) -> dict[str, Any]:
    setup, games = request.param
    return {"games": games, "seed": 6, "setup": setup, "agents": "heuristic"}


@pytest.fixture(scope="module")
def tracked(asked: dict[str, Any]) -> Batch:
    return simulate("netherworld-candle", track=True, **asked)


def used(batch: Batch, kind: str) -> Counter[tuple[int, str]]:
    return Counter({(row["index"], row["id"]): row["used"] for row in batch.card_rows if row["kind"] == kind})


def test_tracking_changes_no_game(tracked: Batch, asked: dict[str, Any]) -> None:
    assert tracked.errors == 0
    assert tracked.digest == simulate("netherworld-candle", **asked).digest


def test_what_is_noted_is_what_the_report_of_the_parts_says(tracked: Batch) -> None:
    parts = tracked.part_rows
    assert used(tracked, "action").total() == sum(row["cards_used"] for row in parts)
    assert used(tracked, "scenario") == Counter((row["index"], row["scenario"]) for row in parts)
    assert used(tracked, "difficulty") == Counter((row["index"], row["difficulty"]) for row in parts)
    assert used(tracked, "delver").total() == sum(len(row["party"].split("+")) for row in parts)


def test_what_the_log_tells_is_noted() -> None:
    """Random games, each with its log, held against the same ones tracked."""
    setup = {**ADVENTURE, "players": 1}
    games = 4
    batch = simulate("netherworld-candle", games=games, agents="random", seed=3, setup=setup, track=True)
    log = [entry for index in range(games) for entry in played(setup, index).log]
    content = registry().content(registry().game("netherworld-candle"), ())
    told = (
        ("action", "NC-COOL-017", "{0} plays", 1),
        ("location", "NC-MAP-003", "The {0} {1} is revealed", 1),
        ("candle", "NC-CANDLE-003", "Candle Card", 0),
    )
    for kind, rule, message, at in told:
        (titles,) = [row.titles(content) for row in TRACKING.kinds if row.name == kind]
        noted: Counter[str] = Counter()
        for (_, name), times in used(batch, kind).items():
            noted[titles.get(name, name)] += times
        heard = [str(entry.args[at]) for entry in log if entry.rule == rule and entry.message.startswith(message)]
        assert +noted == Counter(heard)
        assert heard
    spawned = [entry for entry in log if entry.rule == "NC-ENC-004" and entry.message.startswith("{0} spawns")]
    assert used(batch, "enemy").total() == len(spawned)


def played(setup: dict[str, Any], index: int) -> Session:
    session = Session("netherworld-candle", setup=setup, seed=3, index=index)
    agent = RandomAgent()
    agent.begin(1, Stream(3, index, "agent/1"))
    while (ask := session.ask) is not None:
        session.choose(agent.choose(session, *ask))
    return session


def test_every_kind_calls_its_things_by_name() -> None:
    game = registry().game("netherworld-candle")
    content = registry().content(game, ())
    for kind in TRACKING.kinds:
        if kind.name != "difficulty":
            names = game.names(content)[kind.of or kind.name]
            assert set(kind.titles(content)) == set(names)


def test_no_secret_is_on_the_page(tmp_path: Path) -> None:
    simulate(
        "netherworld-candle", games=2, seed=5, track=True, out=tmp_path / "run",
        setup={"mode": "adventure", "scenario": "3", "players": 1},
    )  # fmt: skip
    game = registry().game("netherworld-candle")
    assert game.secrets is not None
    secrets = list(game.secrets(registry().content(game, ())))
    report(tmp_path / "run", html=tmp_path / "hidden.html")
    page = (tmp_path / "hidden.html").read_text("utf-8")
    titles = {secret.title for secret in secrets if " " in secret.title and secret.title not in {game.title}}
    assert not [title for title in sorted(titles) if title in page]
    report(tmp_path / "run", spoilers=True, html=tmp_path / "told.html")
    told = (tmp_path / "told.html").read_text("utf-8")
    assert [title for title in sorted(titles) if title in told]
