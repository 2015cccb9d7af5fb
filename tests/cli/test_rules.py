"""``undercroft rules``, and the index behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from undercroft.errors import ContentError, UsageError
from undercroft.rules_index import RulesIndex, load_index, read_coverage

from .conftest import Run

INDEX = Path(__file__).with_name("ladder.toml")


@pytest.fixture(scope="module")
def index() -> RulesIndex:
    return load_index(INDEX)


def test_an_index_has_rules_and_what_belongs_to_them(index: RulesIndex) -> None:
    assert len(index.rules) == 10
    assert index.find("la-climb-003") is index.rules["LA-CLIMB-003"]
    assert index.find("rung").title == "Rungs"
    assert index.find("LA-EX-01").title == "Two rungs in a wind"
    assert list(index.areas()) == ["LA-GEN", "LA-CLIMB", "LA-REST", "LA-END"]
    assert [rule.id for rule in index.gaps()] == ["LA-GEN-003"]
    assert index.title_of("LA-REST-001") == "A rest"
    assert index.title_of("nothing") == ""


def test_an_unknown_rule_names_those_that_come_near(index: RulesIndex) -> None:
    with pytest.raises(UsageError, match="no rule 'LA-CLIMB-03'; near it: LA-CLIMB-003"):
        index.find("LA-CLIMB-03")
    with pytest.raises(UsageError, match="--search WORDS"):
        index.find("zzzz")


def test_search_weighs_titles_and_wants_every_word(index: RulesIndex) -> None:
    assert [rule.id for rule in index.search("wind")] == ["LA-CLIMB-003", "LA-CLIMB-004"]
    assert [rule.id for rule in index.search("WIND jump")] == ["LA-CLIMB-004"]
    assert next(rule.id for rule in index.search("health rest nonsense")) == "LA-REST-001"
    assert index.search("nonsense") == []
    assert index.search("") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"\[game\] with a key id is missing"),
        (
            "[game]\nid='x'\n[[rule]]\nid='A-1'\ntext='t'",
            r"\[\[rule\]\] number 1: key title: expected a non-empty text",
        ),
        ("[game]\nid='x'\n[[rule]]\nid='A-1'\ntitle='t'\ntext=3", "key text: expected a non-empty text"),
        (
            "[game]\nid='x'\n[[rule]]\nid='A-1'\ntitle='t'\ntext='t'\nkey='k'",
            "unknown key key; expected only id, title",
        ),
        ("[game]\nid='x'\n[[rule]]\nid='A-1'\ntitle='t'\ntext='t'\nkind=1", "key kind: expected text, got 1"),
        ("[game]\nid='x'\n[[rule]]\nid='A-1'\ntitle='t'\ntext='t'\nbasis='rumour'", "expected one of source, decision"),
        ("[game]\nid='x'\n" + "[[rule]]\nid='A-1'\ntitle='t'\ntext='t'\n" * 2, "number 2: duplicate id 'A-1'"),
        ("[game]\nid='x'\n[rule]\nid='A-1'", r"rule has to be an array of tables, written \[\[rule\]\]"),
        ("[game]\nid='x'\n[[example]]\ntitle='t'", r"\[\[example\]\] number 1: key id"),
        ("[game", "is no valid TOML"),
    ],
)
def test_a_broken_index_is_refused_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(ContentError, match=words) as caught:
        load_index(path)
    assert str(path) in str(caught.value)


def test_a_rule_is_shown(run: Run) -> None:
    text = run("rules", "ladder", "LA-CLIMB-001").stdout
    assert text.startswith("LA-CLIMB-001: One or two rungs\n")
    assert "Climbing (procedure)" in text
    assert "Two passages differ. One sentence allows three rungs" in text
    assert "Check: Given the short mode" in run("rules", "ladder", "la-gen-001").stdout
    assert "Our decision. The rules do not say" in run("rules", "ladder", "LA-GEN-003").stdout


def test_a_rule_as_json(run: Run) -> None:
    rule = json.loads(run("rules", "ladder", "LA-GEN-003", "--json").stdout)
    assert rule["game"] == "ladder"
    assert rule["id"] == "LA-GEN-003"
    assert rule["basis"] == "decision"
    part = json.loads(run("rules", "ladder", "rung", "--json").stdout)
    assert part["kind"] == "component"
    assert part["printed"] == 10


def test_an_area_and_the_whole_index(run: Run) -> None:
    area = run("rules", "ladder", "LA-CLIMB").stdout
    assert "LA-CLIMB-004   No jumps" in area
    assert "LA-GEN" not in area
    whole = run("rules", "ladder").stdout
    assert "10 rules, 1 of them our decisions." in whole
    assert len(json.loads(run("rules", "ladder", "--json").stdout)["rules"]) == 10


def test_searching(run: Run) -> None:
    found = json.loads(run("rules", "ladder", "--search", "wind", "--json").stdout)
    assert [rule["id"] for rule in found["rules"]] == ["LA-CLIMB-003", "LA-CLIMB-004"]
    nothing = run("rules", "ladder", "--search", "dragon")
    assert nothing.exit_code == 0
    assert "'dragon'" in nothing.stdout
    assert json.loads(run("rules", "ladder", "--search", "dragon", "--json").stdout)["rules"] == []


def test_the_gaps(run: Run) -> None:
    text = run("rules", "ladder", "--gaps").stdout
    assert "Silent: The rules do not say what happens with both." in text
    assert "Decided: The long ladder is never slippery." in text
    assert "1 of 10 rules are our decisions." in text


def test_an_unknown_rule_is_wrong_usage(run: Run) -> None:
    done = run("rules", "ladder", "LA-CLIMB-03")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "near it: LA-CLIMB-003" in done.stderr


def test_one_question_at_a_time(run: Run) -> None:
    done = run("rules", "ladder", "LA-GEN-001", "--gaps")
    assert done.exit_code == 2
    assert "ID and --gaps cannot go together" in done.stderr


def coverage(path: Path, proved: object) -> str:
    path.write_text(json.dumps({"format": "undercroft-coverage/1", "proved": proved}))
    return str(path)


def test_coverage_counts_what_is_proved(run: Run, tmp_path: Path) -> None:
    proved = {"LA-GEN-001": ["t::a"], "LA-END-001": ["t::b", "t::c"], "LA-END-002": [], "XX-1": ["t"], "LA-X-9": ["t"]}
    proved["LA-EX-01"] = ["t::example"]
    file = coverage(tmp_path / "c.json", proved)
    found = json.loads(run("rules", "ladder", "--coverage", file, "--json").stdout)
    assert found["rules"] == 10
    assert found["proved"] == 2
    assert len(found["missing"]) == 8
    assert found["missing"][:2] == ["LA-GEN-002", "LA-GEN-003"]
    assert found["unknown"] == ["LA-X-9"]
    text = run("rules", "ladder", "--coverage", file).stdout
    assert "2 of 10 rules are proved by tests (20.0 %)" in text
    assert "LA-CLIMB-004   No jumps" in text
    assert "not in the index: LA-X-9" in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no complete JSON"),
        ("[]", "has the format None"),
        ('{"format": "undercroft-save/1"}', "has the format 'undercroft-save/1'"),
        ('{"format": "undercroft-coverage/1"}', "key proved"),
        ('{"format": "undercroft-coverage/1", "proved": {"A": 1}}', "key proved.A"),
    ],
)
def test_a_bad_coverage_file_is_refused(run: Run, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(text)
    done = run("rules", "ladder", "--coverage", str(path), "--json")
    assert done.exit_code == 3
    assert done.stdout == ""
    assert words in done.stderr
    with pytest.raises(ContentError):
        read_coverage(path)


def test_a_missing_coverage_file_is_refused(run: Run) -> None:
    done = run("rules", "ladder", "--coverage", "nowhere.json")
    assert done.exit_code == 3
    assert "nowhere.json: there is no such file" in done.stderr
