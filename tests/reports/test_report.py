"""The report: what is planted is found, what it says is what the batch says, and the page needs nothing else."""

from __future__ import annotations

import errno
import importlib.util
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import fair
import pytest
from tests.reports.test_tracking import begun
from typer.testing import CliRunner

from undercroft import Batch, BatchError, SaveError, UsageError, report, resume, simulate
from undercroft.batch.folder import Folder
from undercroft.cli.app import app
from undercroft.reports import Report, render

Run = Callable[..., Batch]


def cli(*args: object) -> Any:
    return CliRunner().invoke(app, ["report", *map(str, args)])


class Page(HTMLParser):
    """What is in a page: texts by id, tables by kind, whatever could lead out of it, and tags that are not closed."""

    _VOID = frozenset({"meta", "input", "br", "circle", "line", "use"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        self.rows = [[" ".join(cell.split()) for cell in row] for row in self.rows]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("src", "href", "xlink:href", "action", "data") if name in given]
        if tag not in self._VOID:
            self.open.append((tag, given.get("id", "")))
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self._VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1][0] == tag, f"</{tag}> closes <{self.open[-1][0]}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1]:
            self.texts[self.open[-1][1]] = self.texts.get(self.open[-1][1], "") + data.strip()
        if any(tag in ("td", "th") for tag, _ in self.open):
            self.rows[-1][-1] += data

    def row(self, name: str) -> list[str]:
        (found,) = [row for row in self.rows if len(row) > 6 and row[1] == name]
        return found


@pytest.fixture(scope="module")
def made(whole: Path) -> Report:
    return report(whole)


@pytest.fixture(scope="module")
def page(made: Report) -> str:
    return render(made)


# -- what is planted is found ---------------------------------------------------------------------------------------


def test_the_planted_cards_come_first_and_last(made: Report) -> None:
    often = [effect.id for effect in made.effects if not effect.rare]
    assert (often[0], often[-1]) == ("planted:ruby", "planted:lead")
    assert made.effects[0].id == "planted:ruby"
    assert made.effects[-1].id == "planted:lead"
    sure = {effect.id: effect.sure for effect in made.effects}
    assert sure["planted:ruby"] > 0.3
    assert sure["planted:lead"] < -0.3
    assert sum(value == 0 for value in sure.values()) >= 9
    comet = next(effect for effect in made.effects if effect.id == "planted:comet")
    assert comet.rare
    assert comet.used.games < 20


def test_what_is_counted_is_what_the_tables_say(made: Report, whole: Path) -> None:
    batch = resume(whole)
    won = {row["index"]: row["result"] == "win" for row in batch.rows}
    for effect in made.effects:
        rows = [row for row in batch.card_rows if row["id"] == effect.id]
        used = [row["index"] for row in rows if row["used"]]
        assert (effect.seen.games, effect.seen.wins) == (len(rows), sum(won[row["index"]] for row in rows))
        assert (effect.used.games, effect.used.wins) == (len(used), sum(won[index] for index in used))
        assert effect.unused.games + effect.used.games == batch.n
        assert effect.unused.wins + effect.used.wins == batch.wins
        assert effect.times == sum(row["used"] for row in rows)
    assert {effect.id for effect in made.effects} == {row["id"] for row in batch.card_rows}


def test_the_setup_as_it_was_drawn_is_a_factor(run: Run, tmp_path: Path) -> None:
    run(games=300, setup={"weather": "any"}, track=True)
    rows = {effect.id: effect for effect in report(tmp_path / "run").effects}
    rain = rows["weather=rain"]
    assert rain.kind == "setup"
    assert rain.difference is not None
    assert rain.difference < -0.2
    assert rain.used.games + rows["weather=fair"].used.games == 300


# -- where the games come from --------------------------------------------------------------------------------------


def test_a_folder_that_kept_nothing_is_played_again(run: Run, tmp_path: Path) -> None:
    heard: list[str] = []
    run(out=tmp_path / "kept", track=True)
    run(out=tmp_path / "bare")
    again = report(tmp_path / "bare", note=heard.append)
    assert again.effects == report(tmp_path / "kept").effects
    assert len(heard) == 1
    assert "playing 60 games again" in heard[0]


def test_games_that_come_out_differently_are_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    honest = fair.Rules.take
    monkeypatch.setattr(fair.Rules, "take", lambda self, s, card: honest(self, s, s.offered[0]))
    with pytest.raises(SaveError, match=r"come out differently now.*: game \d+ was .* and is "):
        report(tmp_path / "run", html=tmp_path / "out.html")
    assert not (tmp_path / "out.html").exists()


def test_a_batch_that_is_not_finished_is_reported_as_far_as_it_is(tmp_path: Path) -> None:
    begun(tmp_path / "run", [(3, 9), (20, 5)])
    found = report(tmp_path / "run", knockout=["apple"])
    assert (found.batch.n, found.counted.games) == (14, 14)
    assert found.notes == ("The batch is not finished: 14 of 60 games are played, and reported here.",)
    assert found.knockouts[0].less.games == 14
    assert "The batch is not finished" in render(found)
    assert len(list((tmp_path / "run").glob("*.part"))) == 2  # nothing was put away


def test_a_batch_without_a_game_is_reported(tmp_path: Path) -> None:
    begun(tmp_path / "run", [])
    found = report(tmp_path / "run")
    assert (found.batch.n, found.effects) == (0, ())
    Page(render(found))


def test_games_with_an_error_count_for_no_card(run: Run, tmp_path: Path) -> None:
    run(games=50, setup={"trouble": "fails"}, track=True)
    found = report(tmp_path / "run")
    assert (found.batch.errors, found.counted.games) == (10, 40)
    assert {effect.used.games + effect.unused.games for effect in found.effects} == {40}
    assert "10 games ended with an error" in found.notes[0]


def test_a_game_that_tells_nothing_has_a_report_all_the_same(tmp_path: Path) -> None:
    simulate("mute-fair", games=20, out=tmp_path / "run")
    found = report(tmp_path / "run", html=tmp_path / "out.html")
    assert (found.effects, found.batch.n) == ((), 20)
    assert "does not tell which cards its games see and use" in (tmp_path / "out.html").read_text()


def test_a_folder_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    begun(tmp_path / "cut", [(0, 5)])
    held = Folder.open(tmp_path / "cut")
    try:
        with pytest.raises(BatchError, match="another process is writing"):
            report(tmp_path / "cut")
    finally:
        held.release()


def test_a_batch_whose_agent_is_in_no_file_is_reported_without_what_it_used(run: Run, tmp_path: Path) -> None:
    run(agents=lambda table, seat, prompt, options: options[0], workers=1)
    found = report(tmp_path / "run")
    assert (found.batch.n, found.effects) == (60, ())
    assert "was not kept, and cannot be found out: " in found.notes[0]
    assert "was not kept" in render(found)
    with pytest.raises(UsageError, match=r"cannot be played without a card: .*lambda.*, who played them, is in no f"):
        report(tmp_path / "run", knockout=["apple"])


# -- the page -------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else(page: str) -> None:
    parsed = Page(page)
    assert not parsed.open
    assert not [link for link in parsed.links if not link.startswith("#")]
    assert not {"link", "img", "iframe", "base", "object", "embed"} & set(parsed.tags)
    assert parsed.tags.count("script") == 1
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\((?!#)", page)
    assert "xmlns" not in page


def test_the_page_says_what_the_batch_says(page: str, made: Report) -> None:
    parsed, batch = Page(page), made.batch
    assert parsed.texts["win-rate"] == f"{batch.win_rate:.1%}"
    assert parsed.texts["win-rate-low"] == f"{batch.win_rate_low:.1%}"
    assert parsed.texts["win-rate-high"] == f"{batch.win_rate_high:.1%}"
    assert (parsed.texts["games"], parsed.texts["wins"]) == ("1,000", str(batch.wins))
    assert parsed.texts["losses"] == str(batch.losses)
    assert parsed.texts["digest"] == batch.digest
    for count in (batch.wins, batch.losses):
        assert f"{count:,} ({count / 1000:.1%})" in page
    assert batch.headline["purse"].words in page
    assert f"median {batch.length(0.5)}" in page


def test_every_thing_has_its_row(page: str, made: Report) -> None:
    parsed = Page(page)
    for effect in made.effects:
        row = parsed.row(effect.title + (" rare" if effect.rare else ""))
        assert effect.difference is not None
        assert row[2] == f"{100 * effect.difference:+.1f}"
        assert row[3] == f"{100 * effect.interval[0]:+.1f} to {100 * effect.interval[1]:+.1f}"
        for at, rate in ((5, effect.used), (7, effect.unused), (9, effect.seen)):
            low, high = rate.interval
            assert row[at] == f"{rate.rate:.1%} {low:.1%} to {high:.1%}"
            assert row[at + 1] == f"{rate.games:,}"
    names = [row[1] for row in parsed.rows if len(row) == 11]
    assert names.index("Ruby") < names.index("Bell") < names.index("Lead")


def test_the_page_warns_of_selection(page: str) -> None:
    assert "Association, not effect." in page
    assert "--knockout CARD" in page


def test_names_are_escaped(page: str) -> None:
    assert "Fan &lt;of&gt; &#34;feathers&#34; &amp; lace" in page
    assert "<of>" not in page


def test_knock_outs_are_on_the_page(whole: Path) -> None:
    found = report(whole, knockout=["planted:ruby"])
    (ruby,) = found.knockouts
    parsed = Page(render(found))
    row = next(row for row in parsed.rows if row[:1] == ["Ruby"])
    assert row[3] == f"{100 * ruby.difference:+.1f}"
    assert row[4] == f"{100 * ruby.interval[0]:+.1f} to {100 * ruby.interval[1]:+.1f}"
    assert row[5:7] == [str(ruby.only_with), str(ruby.only_without)]


def test_the_same_games_give_the_same_page(page: str, whole: Path) -> None:
    assert render(report(whole)) == page


# -- secrets --------------------------------------------------------------------------------------------------------


def test_secrets_are_told_to_who_wants_them(page: str, whole: Path) -> None:
    assert "Ivory" not in page
    assert fair.SECRET not in page
    assert "card 9" in page
    told = Page(render(report(whole, spoilers=True)))
    assert told.row("card 9 (Key of Ivory)")
    knocked = render(report(whole, knockout=[fair.SECRET]))
    assert "vory" not in knocked
    assert next(row for row in Page(knocked).rows if row[:1] == ["card 9"])


def test_secrets_are_in_no_output_of_the_command(whole: Path, tmp_path: Path) -> None:
    hidden = cli(whole, "--json", "--knockout", fair.SECRET)
    assert hidden.exit_code == 0
    assert "vory" not in hidden.stdout + hidden.stderr
    assert json.loads(hidden.stdout)["knockouts"][0]["title"] == "card 9"
    near = cli(whole, "--knockout", "ivory-kez")
    assert near.exit_code == 2
    assert "near it: card" in near.stderr
    assert "ivory-key" not in near.stderr
    told = cli(whole, "--json", "--spoilers", "--html", tmp_path / "told.html")
    assert json.loads(told.stdout)["names"] == {"card 9": "Key of Ivory"}
    assert "Key of Ivory" in (tmp_path / "told.html").read_text()


# -- the command ----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_page(whole: Path, tmp_path: Path, made: Report, page: str) -> None:
    done = cli(whole, "--html", tmp_path / "out.html")
    assert done.exit_code == 0
    assert f"won {made.batch.win_rate:.1%} of 1,000 games" in done.stdout
    assert "Association, not effect" in done.stdout
    assert (tmp_path / "out.html").read_text() == page
    assert list(tmp_path.iterdir()) == [tmp_path / "out.html"]


def test_json_has_the_effects(whole: Path, made: Report) -> None:
    done = cli(whole, "--json", "--knockout", "apple", "bell")
    document = json.loads(done.stdout)
    assert document["wins"] == made.batch.wins
    assert [row["id"] for row in document["effects"]] == [effect.id for effect in made.effects]
    ruby = document["effects"][0]
    assert (ruby["place"], ruby["used"]["games"]) == (1, made.effects[0].used.games)
    assert [row["card"] for row in document["knockouts"]] == ["apple", "bell"]
    assert "workers" not in document


@pytest.mark.parametrize(
    ("args", "code", "why"),
    [
        (["nowhere"], 3, "nowhere"),
        (["."], 3, "is no folder of a batch"),
        (["run", "--knockout", "pear"], 2, "fair has no content 'pear' to be played without"),
        (["run", "--html", "there.html"], 2, "there.html: exists; a report is written into a new file"),
        (["run", "--html", "no/where.html"], 3, "no is no folder"),
        (["run", "--workers", "0"], 2, "workers cannot be 0"),
        (["run", "--kind", "pear"], 2, "fair tracks no kind 'pear'; the kinds are card"),
    ],
)
def test_wrong_input_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, why: str
) -> None:
    run()
    monkeypatch.chdir(tmp_path)
    Path("there.html").write_text("mine")
    done = cli(*args)
    assert done.exit_code == code, done.stderr
    assert why in " ".join(done.stderr.split())
    assert Path("there.html").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "there.html"]


def test_a_full_disk_leaves_nothing_behind(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("undercroft.files.os.fsync", full)
    with pytest.raises(SaveError, match=r"out\.html: cannot be written: No space left on device; nothing was changed"):
        report(whole, html=tmp_path / "out.html")
    assert not list(tmp_path.iterdir())


def test_missing_libraries_are_named_before_any_work(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "jinja2" else find(name, *rest)
    )
    heard: list[str] = []
    with pytest.raises(UsageError, match=r'needs Jinja2, which is not installed; pip install "undercroft\[report\]"'):
        report(tmp_path / "run", html=tmp_path / "out.html", note=heard.append)
    assert not heard
    assert report(tmp_path / "run").effects  # figures need no library


def test_track_needs_a_folder() -> None:
    done = CliRunner().invoke(app, ["simulate", "fair", "--games", "1", "--track"])
    assert done.exit_code == 2
    assert "--track needs --out DIR" in " ".join(done.stderr.split())
