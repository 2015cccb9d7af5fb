"""The table in words and in panels."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from undercroft.cli import telling
from undercroft.cli.screen import PlainScreen, TellingScreen, in_words
from undercroft.cli.screen_rich import RichScreen
from undercroft.rulebook import Panel
from undercroft.spoilers import Secret, Veil

HERO = Panel("Hero", [("health", "4 of 6"), ("skills", "-")])
FOES = Panel("Foes", [("Ghoul", "4", "-"), ("", "2", "flies")], ("Name", "Health", "Skills"))


def test_pairs_in_words() -> None:
    assert in_words(HERO) == ["Hero: health 4 of 6; skills none"]
    long = Panel("Hero", [("health", "4"), ("story", "x" * 100), ("alone",)])
    assert in_words(long) == ["Hero:", "  health: 4", f"  story: {'x' * 100}", "  alone"]
    assert in_words(Panel("Hand", [("Lash",), ("Net",)])) == ["Hand: Lash; Net"]


def test_rows_in_words() -> None:
    assert in_words(FOES) == ["Foes:", "  Ghoul: health 4", "  health 2, skills flies"]
    assert in_words(Panel("Foes", [], ("Name", "Health"))) == ["Foes: nothing"]
    assert in_words(Panel("Map", [("1", "a", "b")], ("", "", "East"))) == ["Map:", "  1: a, east b"]
    assert in_words(Panel("Map", [("1", "a, c", "b")], ("", "", "East"))) == ["Map:", "  1: a, c; east b"]


def test_only_what_changed() -> None:
    assert in_words(HERO, HERO) == []
    hurt = Panel("Hero", [("health", "3 of 6"), ("skills", "-")])
    assert in_words(hurt, HERO) == ["Hero: health 3 of 6"]
    assert in_words(Panel("Hero", [("health", "3 of 6")]), HERO) == ["Hero: health 3 of 6; skills no longer there"]
    assert in_words(Panel("Hero", []), HERO) == ["Hero: nothing"]
    assert in_words(FOES, FOES) == []
    fewer = Panel("Foes", [("Ghoul", "4", "")], FOES.columns)
    assert in_words(fewer, FOES) == ["Foes:", "  Ghoul: health 4"]


MAP = Panel("Map", [("cave", "dark")], drawing=["+----+", "|cave|", "+----+"])


def test_a_drawing_stands_as_it_is() -> None:
    assert in_words(MAP) == ["Map:", "  +----+", "  |cave|", "  +----+"]
    assert in_words(MAP, MAP) == []
    assert in_words(MAP, Panel("Map", MAP.rows, drawing=["+--+"])) == in_words(MAP)


def test_long_lines_are_folded_below_their_text(capsys: pytest.CaptureFixture[str]) -> None:
    screen = PlainScreen()
    text = " ".join(["candle"] * 20)
    screen.happened(text, "LA-1")
    screen.decision("Player 1", "LA-1", "", "Which?", [text])
    screen.table([Panel("Hero", [("story", text)])], True)
    screen.say(text)
    screen.say(text, "command")
    out = capsys.readouterr().out.splitlines()
    assert [line for line in out if len(line) > 100] == [text]
    assert out[0].startswith("- candle")
    assert out[1].startswith("  candle")
    assert out[1].endswith("[LA-1]")
    assert "1. candle" in out[5]
    assert out[6].startswith("   candle")
    where = out.index("  story: " + " ".join(["candle"] * 13))
    assert out[where + 1].startswith("    candle")


def test_rows_that_begin_with_a_number_are_set_in_too(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(["candle"] * 20)
    PlainScreen().table([Panel("Combat", [("1", text), ("2", text)], ("", "Enemy"))], True)
    out = capsys.readouterr().out.splitlines()
    assert [line[:5] for line in out if line.startswith(" ")] == ["  1: ", "    c", "  2: ", "    c"]


def test_a_figure_and_its_unit_stay_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    PlainScreen().happened(f"{'x' * 92} 94.9 %", "")
    assert capsys.readouterr().out == f"- {'x' * 92}\n  94.9 %\n"


def test_what_is_gone_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    screen = PlainScreen()
    screen.table([HERO, FOES, MAP], False)
    screen.table([HERO], False)
    assert capsys.readouterr().out.endswith("\nThe table:\nNo longer there: Foes; Map\n")


def test_what_may_not_be_told_is_hidden(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    veil = Veil([Secret("place 1", "The Deep Cave")])
    monkeypatch.setattr(telling, "_veils", {("toy", ()): veil})
    screen = TellingScreen(PlainScreen())
    screen.say("Off to The Deep Cave")
    screen.happened("The Deep Cave opens.", "X-1")
    screen.chose("Player 1", "go to The Deep Cave")
    drawing = ["| The Deep |", "| Cave     |"]
    screen.table([Panel("At The Deep Cave", [("here", "The Deep Cave")], ("", "The Deep Cave"), drawing)], True)
    screen.decision("Player 1", "X-1", "The Deep Cave", "To The Deep Cave?", ["The Deep Cave"])
    screen.listing("The Deep Cave", [("The Deep Cave", "")])
    out = capsys.readouterr().out
    assert "Cave" not in out
    assert out.count("place 1") == 11


@pytest.fixture
def drawn() -> tuple[RichScreen, StringIO]:
    text = StringIO()
    return RichScreen(Console(file=text, width=80, markup=False, highlight=False)), text


def test_a_drawing_in_a_panel(drawn: tuple[RichScreen, StringIO]) -> None:
    screen, text = drawn
    screen.table([MAP], True)
    assert "│ |cave| │" in text.getvalue()
    assert "dark" not in text.getvalue()


def test_panels_stand_side_by_side_as_far_as_they_fit(drawn: tuple[RichScreen, StringIO]) -> None:
    screen, text = drawn
    screen.table([HERO, FOES], False)
    lines = text.getvalue().splitlines()
    assert "Hero" in lines[1]
    assert "Foes" in lines[1]
    wide = Panel("Log", [("x" * 60,)], ("what",))
    screen.table([wide, HERO], False)
    later = text.getvalue().splitlines()[len(lines) :]
    assert not [line for line in later if "Log" in line and "Hero" in line]
    assert max(len(line.rstrip()) for line in later) <= 80


def test_what_happened_is_not_pushed_off_a_low_terminal() -> None:
    text = StringIO()
    screen = RichScreen(Console(file=text, width=80, height=30, markup=False, highlight=False))
    long = Panel("Log", [(str(n),) for n in range(20)])
    screen.table([HERO, long], False)
    screen.table([Panel("Hero", [("health", "3 of 6")]), long], False)
    assert [text.getvalue().count(word) for word in ("Hero", "Log")] == [2, 1]
    screen.table([HERO, long], True)
    assert text.getvalue().count("Log") == 2


def test_a_long_option_goes_on_beside_its_number(drawn: tuple[RichScreen, StringIO]) -> None:
    screen, text = drawn
    screen.decision("Player 1", "R-1", "", "Which?", ["word " * 20])
    assert re.search(r"│ 1  word .*\n│    word", text.getvalue())


def test_words_of_a_game_are_no_markup(drawn: tuple[RichScreen, StringIO]) -> None:
    screen, text = drawn
    screen.decision("Player 1", "R-1", "A [bold]title[/]", "Why [red]?", ["Rest [a while]", ":smile: [/]"])
    screen.happened("[dim]hidden[/dim]", "R-2")
    screen.chose("Player 1", "[x]")
    screen.listing("[y]", [("[z]", "R-3")])
    for words in ("A [bold]title[/]", "Why [red]?", "Rest [a while]", ":smile: [/]", "[dim]hidden[/dim]  R-2", "[y]"):
        assert words in text.getvalue()


def test_many_options_stand_in_columns(drawn: tuple[RichScreen, StringIO]) -> None:
    screen, text = drawn
    screen.decision("Player 1", "", "", "Which?", [f"card {n}" for n in range(1, 31)])
    lines = [line for line in text.getvalue().splitlines() if "card" in line]
    assert len(lines) == 8
    assert re.search(r" 1  card 1 +9  card 9 +17  card 17 +25  card 25", lines[0])


def test_on_a_terminal_there_are_panels_and_colours(site: Path, tmp_path: Path) -> None:
    terminal, inside = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(site), "TERM": "xterm-256color", "COLUMNS": "80"}
    env.pop("NO_COLOR", None)
    line = [sys.executable, "-m", "undercroft", "play", "ladder", "--seed", "3"]
    playing = subprocess.Popen(line, env=env, cwd=tmp_path, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    seen = b""
    answers = 6
    while True:
        try:
            seen += os.read(terminal, 65536)
        except OSError:  # the other side has closed
            break
        if answers and seen.rstrip().endswith(b">"):
            os.write(terminal, b"1\n")
            seen += b"\n-"
            answers -= 1
    os.close(terminal)
    text = seen.decode()
    assert playing.wait(30) == 0, text
    assert "╭─" in text
    assert "\x1b[" in text
    assert "The game is over: won." in text
