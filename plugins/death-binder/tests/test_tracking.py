"""What a tracked game notes is what happened in it, and a report finds cards that are far too good or bad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from installing import installed

from undercroft import RandomAgent, Session, Stream, registry, report, simulate
from undercroft_death_binder.tracking import TRACKING, Notes

GAMES = 12
SETUPS: list[dict[str, Any]] = [
    {"mode": "descent", "players": 2, "modifier": "random"},
    {"mode": "quick-descent", "players": 1, "level": 3},
]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), {"planted": "db_planted"}):
        yield


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("agent", ["random", "heuristic"])
def test_tracking_changes_no_game(setup: dict[str, Any], agent: str) -> None:
    asked: dict[str, Any] = {"games": GAMES, "seed": 6, "setup": setup, "agents": agent}
    assert simulate("death-binder", track=True, **asked).digest == simulate("death-binder", **asked).digest


@pytest.fixture(scope="module", params=SETUPS)
def told(request: pytest.FixtureRequest) -> tuple[dict[str, Counter[str]], list[Session]]:
    """What random games used, by kind and in all; and the same games played on their own, with their logs."""
    batch = simulate("death-binder", games=GAMES, agents="random", seed=6, setup=request.param, track=True)
    used: dict[str, Counter[str]] = {}
    for row in batch.card_rows:
        used.setdefault(row["kind"], Counter())[row["id"]] += row["used"]
    return used, [played(request.param, index) for index in range(GAMES)]


def played(setup: dict[str, Any], index: int) -> Session:
    session = Session("death-binder", setup=setup, seed=6, index=index)
    agents = [RandomAgent() for _ in range(setup["players"])]
    for seat, agent in enumerate(agents, 1):
        agent.begin(seat, Stream(6, index, f"agent/{seat}"))
    while (ask := session.ask) is not None:
        session.choose(agents[ask[0] - 1].choose(session, *ask))
    return session


def heard(sessions: list[Session], rule: str, message: str, at: int) -> Counter[str]:
    """What the logs say at one place of a message."""
    entries = (entry for session in sessions for entry in session.log)
    return Counter(str(e.args[at]) for e in entries if e.rule == rule and e.message.startswith(message))


def titled(kinds: tuple[str, ...], used: dict[str, Counter[str]]) -> Counter[str]:
    """What was used, by what people call it."""
    content = registry().content(registry().game("death-binder"), ())
    counts: Counter[str] = Counter()
    for kind in TRACKING.kinds:
        if kind.name in kinds:
            names = kind.titles(content)
            for name, times in used.get(kind.name, Counter()).items():
                counts[names.get(name, name).removesuffix(" (corrupted)")] += times
    return +counts


def test_the_cards_noted_are_those_that_were_played(told: Any) -> None:
    used, sessions = told
    assert titled(("action", "special"), used) == heard(sessions, "DB-COMBAT-009", "{0} plays {1}", 1)
    assert "skill" in used
    assert titled(("skill",), used) == heard(sessions, "DB-SKILL-004", "{0} uses the Skill", 1)


def test_the_foes_noted_are_those_that_were_met(told: Any) -> None:
    used, sessions = told
    met = heard(sessions, "DB-ENEMY-020", "{0} enters", 0) + heard(sessions, "DB-CORRUPT-004", "{0} is corrupted", 0)
    assert titled(("enemy", "boss", "obstacle"), used) == met


def test_what_else_is_noted(told: Any) -> None:
    used, sessions = told
    drawn = heard(sessions, "DB-TOKEN-004", "Event:", 0)
    resolved = titled(("event",), used)
    assert set(resolved) <= set(drawn)
    assert 0 <= drawn.total() - resolved.total() <= GAMES  # the last one may end the game
    assert titled(("sidequest",), used) == heard(sessions, "DB-SIDE-001", "{0} takes", 1)
    assert titled(("upgrade",), used) == heard(sessions, "DB-TRAIT-010", "{0} raises", 1)
    entered = heard(sessions, "DB-MAP-010", "The party goes", 0)
    assert entered.total() - entered["BOSS"] <= used["token"].total() <= entered.total()  # BOSS may have no token


def test_every_kind_calls_its_things_by_name() -> None:
    game = registry().game("death-binder")
    content = registry().content(game, ())
    for kind in TRACKING.kinds:
        names = game.names(content).get(kind.of or kind.name, ())
        assert kind.name == "way" or set(kind.titles(content)) <= set(names)
        assert kind.title
    assert issubclass(type(registry().tables(game, Session(game).setup).tracking_rules(game.options())), Notes)


def test_a_campaign_notes_its_story() -> None:
    asked: dict[str, Any] = {"games": 12, "seed": 1, "setup": {"mode": "campaign"}, "agents": "heuristic"}
    batch = simulate("death-binder", track=True, **asked)
    assert batch.digest == simulate("death-binder", **asked).digest
    rows = [row for row in batch.card_rows if row["kind"] == "scenario"]
    completed = sum(row["used"] for row in rows)
    assert completed == batch.part_count > 30
    assert 0 <= sum(row["seen"] for row in rows) - completed <= 12
    ways = [row for row in batch.card_rows if row["kind"] == "way"]
    assert sum(row["used"] for row in ways) == sum(bool(row["choice"]) for row in batch.part_rows)
    assert {row["id"].rpartition(" ")[2] for row in ways} <= {"left", "right"}
    assert all(row["id"].startswith(("scenario ", "ending ", "the-awakening")) for row in [*rows, *ways])


@pytest.mark.usefixtures("planted")
def test_planted_cards_are_found(tmp_path: Path) -> None:
    simulate(
        "death-binder", games=250, seed=3, agents="heuristic", expansions=["planted"], track=True, out=tmp_path / "run"
    )
    cards = [effect for effect in report(tmp_path / "run").effects if effect.kind == "action" and not effect.rare]
    assert (cards[0].title, cards[-1].title) == ("Thunder", "Lead Feather")
    assert cards[0].sure > 0.15
    assert cards[-1].sure < 0
