"""The Campaign at the table: what is shown and what is not, figures for a batch, how positions are judged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from db_cards import token
from db_march import march, steps
from db_story import scenario
from db_table import DbTable
from typer.testing import CliRunner

from undercroft import Session, registry, simulate
from undercroft.cli.app import app
from undercroft.testing import rule
from undercroft_death_binder.heuristic import Heuristic
from undercroft_death_binder.secrets import secrets
from undercroft_death_binder.state import Chapter

Table = Callable[..., DbTable]
GAME = "death-binder"
CONTENT = registry().content(registry().game(GAME))


# -- shown and hidden


@rule("DB-BOARD-014", "DB-SCEN-007")
def test_the_active_scenario_lies_in_the_active_area(table: Table) -> None:
    plan = scenario("resolve_rests", 2, left="heal 1", right=("dd 2", "kind"), reward="xp 1", title="The Fork")
    story = {5: plan, 9: [scenario(letter="a", requires=["kind"]), scenario(letter="b")]}
    t = table(story=story, number=5, at="rest", active=token("rest", "event"), tale_progress=1, remembered=["kind"])
    assert blocks(t, "Scenario") == {
        "card": "5 of 28: The Fork",
        "goal": "resolve 2 Rests (1 of 2)",
        "reward": "+1 XP",
        "remembered": "kind",
    }
    ways = {"left": "way 0 (heal 1)", "or right": "way 1 (+2 DD)"}
    assert blocks(t, "Decision to come") == ways
    t.choose("done")
    assert t.prompt == "scenario"
    assert blocks(t, "Decision to come") == {"story": "The tale of part 5.", **ways}, "told again to decide on it"


@pytest.mark.parametrize(
    ("progress", "told"),
    [(0, "reach row 4"), (2, "reach row 4 (row 2 so far)"), (4, "reach row 4 (reached)"), (5, "reach row 4 (reached)")],
)
def test_of_a_row_the_way_so_far_is_told(table: Table, progress: int, told: str) -> None:
    t = table(story={5: scenario("reach_row", 4)}, number=5, at="explore", position="B2", tale_progress=progress)
    assert blocks(t, "Scenario")["goal"] == told


def blocks(t: DbTable, title: str) -> dict[str, str]:
    """The rows of the panel of that title."""
    (panel,) = [panel for panel in t.rules.panels(t.state, 1) if panel.title == title]
    return dict(panel.rows)


def test_what_a_seat_sees_of_the_story(table: Table) -> None:
    story = {4: scenario(left=("", "kind")), 9: [scenario(letter="a", requires=["kind"]), scenario(letter="b")]}
    t = table(story=story, number=5, at="rest", active=token("rest", "event"), tale_progress=1, remembered=["kind"])
    view = t.session.view(1)
    told = {key: value for key, value in view.items() if key.startswith(("scenario", "remembered"))}
    assert told == {
        "scenario": "part-5", "scenario_number": 5, "scenario_progress": 1, "scenarios_done": [],
        "remembered": ["kind"], "scenario_text": "The tale of part 5.",
    }  # fmt: skip


def names_of(number: int) -> Iterator[str]:
    """What tells a Scenario's cards."""
    for card in CONTENT.scenarios:
        if card.number == number:
            yield from (card.id, card.title, card.narration, *(way.text for way in card.ways))
            yield from filter(None, (card.ending, card.ending_id))


@pytest.mark.parametrize("reached", [1, 14, 27])
def test_the_cards_that_come_later_lie_face_down(reached: int) -> None:
    """No list, label or log names what has not been drawn."""
    t = march(mode="campaign")
    for _ in steps(t):
        if t.session.view(1)["scenario_number"] == reached:
            break
    shown = [t.session.view(1), [str(panel) for panel in t.rules.panels(t.state, 1)], t.labels, t.session.refused()]
    text = repr(shown) + " ".join(entry.text for entry in t.log)
    for number in range(reached + 1, 29):
        assert not [name for name in names_of(number) if name in text]
    assert [name for name in names_of(reached) if name in text]


# -- spoilers


SAID = {f"{card.number}{card.variant}" for card in CONTENT.scenarios if 1 < card.number < 28}


def test_secrets_are_all_scenarios_but_the_first() -> None:
    told = list(secrets(CONTENT))
    hidden = {name for row in told for name in (row.title, *row.others)}
    for card in CONTENT.scenarios:
        names = {card.id, card.title, card.narration, card.ending, card.ending_id, *(w.text for w in card.ways)} - {""}
        assert (names <= hidden) is (card.number > 1)
    assert {row.said.removeprefix("scenario ") for row in told if row.said.startswith("scenario ")} == SAID
    assert set(CONTENT.ids["flag"]) <= hidden
    assert not [name for name in hidden if re.fullmatch("[a-z]+", name)], "a plain word may be one of a sentence"


def test_no_other_card_has_the_name_of_a_secret() -> None:
    hidden = {name.lower() for row in secrets(CONTENT) for name in (row.title, *row.others)}
    kinds = [kind for kind in CONTENT.ids if kind not in ("scenario", "flag")]
    others = {name.lower() for kind in kinds for name in CONTENT.ids[kind]}
    titles = (*CONTENT.action_names, *CONTENT.foe_names, *(e.title for e in CONTENT.events))
    quests = (card.quest.title for card in CONTENT.tokens if card.quest is not None)
    others |= {title.lower() for title in (*titles, *(k.title for k in CONTENT.skills), *quests)}
    assert not hidden & others


def run(*args: str) -> str:
    """What a command prints."""
    return CliRunner().invoke(app, list(args), prog_name="undercroft").output


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("games", "--json"),
        ("rules", GAME, "DB-SCEN-002"),
        ("rules", GAME, "--search", "scenario"),
        ("simulate", GAME, "--mode", "campaign", "--games", "40", "--workers", "1"),
        ("simulate", GAME, "--mode", "campaign", "--games", "40", "--workers", "1", "--json"),
        ("simulate", GAME, "--mode", "campaign", "--set", "scenario=4", "--games", "1"),
    ],
    ids=" ".join,
)
def test_no_command_names_a_secret(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    text = " ".join(run(*args).split())
    assert text
    assert not [name for number in range(2, 29) for name in names_of(number) if name in text]


def test_a_replay_names_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    session, agent = Session(GAME, {"mode": "campaign"}, 4), Heuristic()
    while session.ask is not None:
        session.choose(agent.choose(session, *session.ask))
    session.save(tmp_path / "told.json")
    plain, told = (
        " ".join(run("replay", str(tmp_path / "told.json"), *more).split()) for more in ((), ("--spoilers",))
    )
    names = {name for number in range(2, 29) for name in names_of(number)}
    assert len([name for name in names if name in told]) > 60
    assert not [name for name in names if name in plain]
    assert "The Awakening" in plain


def test_endings_are_told_by_their_letters_unless_spoilers_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    batch = ("simulate", GAME, "--mode", "campaign", "--games", "40", "--workers", "1")
    endings = {card.title: card.variant for card in CONTENT.scenarios if card.ending_id}
    plain, told = run(*batch), run(*batch, "--spoilers")
    met = [title for title in endings if title in told]
    assert met
    assert all(f"The story is told: ending {endings[title]}" in plain for title in met)


# -- figures


def test_the_figures_of_a_campaign() -> None:
    batch = simulate(GAME, games=30, agents="heuristic", setup={"mode": "campaign"}, workers=1)
    endings = {f"ending {card.variant}" for card in CONTENT.scenarios if card.ending_id}
    assert {row["scenario"] for row in batch.rows} <= set(range(1, 29))
    for row in batch.rows:
        assert (row["ending"] in endings) is (row["result"] == "win")
        assert row["result"] == "loss" or row["scenario"] == 28
        parts = [part for part in batch.part_rows if part["index"] == row["index"]]
        assert [part["number"] for part in parts] == list(range(1, len(parts) + 1))
        assert len(parts) == row["scenario"] - (row["result"] == "loss")
        assert [part["tokens"] for part in parts] == sorted(part["tokens"] for part in parts)
    assert {part["choice"] for part in batch.part_rows} == {"", "left", "right"}
    assert set(batch.headline) == {"scenario", "ending"}


def test_the_other_modes_have_the_figures_they_had() -> None:
    batch = simulate(GAME, games=3, agents="random", setup={"mode": "descent"}, workers=1)
    assert not {"scenario", "ending"} & set(batch.rows[0])
    assert not batch.part_rows
    assert not batch.headline


def test_a_position_without_a_tale_reads_as_before() -> None:
    """Digests of games without Scenarios are those of the versions that had none; see ``State.key``."""
    plain, campaign = (Session(GAME, {"mode": mode}, 1).state for mode in ("descent", "campaign"))
    assert len(campaign.key()) == len(plain.key()) + 1
    assert plain.copy().key() == plain.key()


def test_a_campaign_is_saved_and_goes_on(tmp_path: Any) -> None:
    session = Session(GAME, {"mode": "campaign"}, 3)
    agent = Heuristic()
    while session.ask is not None and len(session.state.tale.done) < 4:
        session.choose(agent.choose(session, *session.ask))
    session.save(tmp_path / "campaign.json")
    loaded = Session.load(tmp_path / "campaign.json")
    assert loaded.state.tale == session.state.tale
    assert loaded.digest() == session.digest()
    text = json.dumps(json.loads((tmp_path / "campaign.json").read_text()))
    assert '"scenario": "the-awakening"' in text


# -- judging


def test_progress_of_the_story_makes_a_position_better(table: Table) -> None:
    def worth(number: int, progress: int) -> float:
        t = table(story={}, number=number, tale_progress=progress, at="explore", position="B2", dd=8)
        t.state.tale.done = [Chapter(0) for _ in range(number - 1)]
        return float(t.rules.evaluate(t.state, 1))

    values = [worth(1, 0), worth(1, 12), worth(2, 0), worth(14, 0), worth(28, 0), worth(28, 23)]
    assert values == sorted(set(values))


@pytest.mark.parametrize(
    ("left", "right", "more", "chosen"),
    [
        ("heal 2", "dd 1", {"health": 1}, "left"),
        ("heal 2", "dd 1", {"health": 6}, "right"),
        ("dd 1", "heal 2", {"health": 1}, "right"),
        ("blight -6", "xp 1", {"blight": 6, "xp": 0}, "left"),
        ("blight -6", "xp 1", {"blight": 0}, "right"),
        ("", "", {}, "left"),
    ],
)
def test_the_heuristic_takes_the_side_that_is_worth_more_now(
    table: Table, left: str, right: str, more: dict[str, Any], chosen: str
) -> None:
    story = {5: scenario("resolve_rests", 1, left=left, right=right)}
    t = table(story=story, number=5, at="rest", active=token("rest", "event"), removed=10, **more).choose("done")
    assert t.session.ask is not None
    assert Heuristic().choose(t.session, *t.session.ask) == (chosen,)
