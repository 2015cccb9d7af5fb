"""``undercroft compare``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from .conftest import Command, Run

SIDES = ("delve agent=random", "delve rooms=25 agent=random")
FEW = ("--games", "60", "--workers", "1")


def as_json(run: Run, *args: str) -> dict[str, Any]:
    done = run("compare", *args, "--json")
    assert done.exit_code == 0, done.output
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_the_json_has_what_it_should(run: Run) -> None:
    found = as_json(run, *SIDES, *FEW, "--seed", "4")
    rates = {"wins", "games", "win_rate", "win_rate_low", "win_rate_high", "setup", "agents", "expansions", "without"}
    assert rates <= set(found["a"])
    assert rates <= set(found["b"])
    wanted = {
        "a", "b", "difference", "difference_low", "difference_high", "discordant", "digest", "game", "seed", "games",
        "rule", "versions", "workers",
    }  # fmt: skip
    assert wanted <= set(found)
    a, b = found["a"], found["b"]
    assert (a["setup"]["rooms"], b["setup"]["rooms"]) == (14, 25)
    assert a["agents"] == b["agents"] == ["random"]
    assert found["difference"] == b["win_rate"] - a["win_rate"] < 0
    assert found["difference_low"] < found["difference"] < found["difference_high"]
    assert found["discordant"] == found["only_a"] + found["only_b"] > 0
    assert (found["games"], a["games"], found["seed"], found["game"]) == (60, 60, 4, "delve")
    assert found["rule"] == {"most": 60, "until_ci": None, "looks": [], "met": False}
    assert found["sides"] == {"a": SIDES[0], "b": SIDES[1]}


def test_a_against_a_is_exactly_nothing(run: Run) -> None:
    found = as_json(run, "ladder", "ladder", *FEW)
    assert [found[f"difference{end}"] for end in ("", "_low", "_high")] == [0, 0, 0]
    assert (found["discordant"], found["same"]) == (0, True)
    assert found["a"]["digest"] == found["b"]["digest"]
    text = run("compare", "ladder", "ladder", *FEW).stdout
    assert "B - A        +0.00%  (95 %: +0.00% to +0.00%)" in text
    assert "both sides are the same, and played the same games" in text


def test_the_summary_for_people(run: Run) -> None:
    text = run("compare", *SIDES, *FEW).stdout
    found = as_json(run, *SIDES, *FEW)
    assert text.startswith("A  delve agent=random\n   players 1, rooms 14; played by random\nB  delve")
    assert f"B - A        {found['difference']:+.2%}  (95 %: {found['difference_low']:+.2%} to" in text
    assert f"only A won   {found['only_a']} of 60 games" in text
    assert f"only B won   {found['only_b']} of 60 games" in text
    assert "McNemar's exact test" in text
    assert f"stopped by   60 games of each side\nseed         {found['seed']}\n" in text
    assert found["digest"] in text
    assert f"{found['narrower']:.2f} times as wide" in text


def test_it_stops_by_itself_and_says_by_which_rule(run: Run) -> None:
    args = (*SIDES, "--games", "2000", "--until-ci", "0.1", "--workers", "1")
    found = as_json(run, *args)
    assert found["half_width"] <= 0.1
    assert found["rule"]["met"]
    assert found["rule"]["until_ci"] == 0.1
    assert found["games"] == found["rule"]["looks"][-1] < 2000
    assert (
        "stopped by   until the interval of the difference is at most 0.1 to either side"
        in run("compare", *args).stdout
    )


def test_workers_make_no_difference(command: Command) -> None:
    one, two = (json.loads(command("compare", *SIDES, "--json", "--workers", w).stdout) for w in ("1", "2"))
    assert (one["workers"], two["workers"]) == (1, 2)
    assert one["digest"] == two["digest"]


def test_what_is_wrong_is_said(run: Run) -> None:
    for args, message in [
        (("ladder", "delve"), "the sides are of two games, ladder and delve"),
        (("chess", "ladder"), "no game 'chess' is installed"),
        (("ladder", "ladder high=1"), "side 'ladder high=1': ladder has no setup key 'high'; the keys are"),
        (("ladder", "ladder hm"), "'hm' is nothing that a side has; expected KEY=VALUE for the setup"),
        (("ladder", "ladder", "--until-ci", "3"), "until_ci cannot be 3.0; expected a number between 0 and 1"),
        (("ladder", "ladder", "--seed", "-1"), "--seed cannot be -1"),
        (("ladder",), "missing argument 'B'"),
    ]:
        done = run("compare", *args)
        assert done.exit_code == 2
        assert message in done.stderr
        assert done.stdout == ""


def test_games_that_fail_are_told_of(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(table, seat, prompt, options):\n    raise ValueError('no')\n")
    text = run("compare", "ladder", "ladder agent=mine.py:choose", *FEW).stdout
    assert "60 games stalled or failed and count as not won" in text
    assert "errors" in text


def test_control_c_shows_what_is_finished(site: Path, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import pathlib, time\n"
        "def choose(table, seat, prompt, options):\n"
        "    pathlib.Path('begun').touch()\n"
        "    time.sleep(0.001)\n"
        "    return options[0]\n"
    )
    line = [
        sys.executable,
        "-m",
        "undercroft",
        "compare",
        "ladder agent=slow.py:choose",
        "ladder",
        "--games",
        "1000000",
    ]
    playing = subprocess.Popen(
        [*line, "--workers", "1", "--json"],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "begun").exists():
        time.sleep(0.05)
    time.sleep(0.3)
    playing.send_signal(signal.SIGINT)
    text, errors = playing.communicate(timeout=600)
    assert playing.returncode == 130
    assert errors == "undercroft: interrupted\n"
    found = json.loads(text)
    assert found["interrupted"]
    assert 0 < found["games"] < 1_000_000


def test_without_a_card(run: Run) -> None:
    found = as_json(run, "death-binder", "death-binder -cinder-lash", "--games", "3", "--workers", "1")
    assert (found["a"]["without"], found["b"]["without"]) == ([], ["action/cinder-lash"])
    text = run(
        "simulate", "death-binder", "--games", "3", "--workers", "1", "--without", "cinder-lash", "boathook"
    ).stdout
    assert text.startswith("death-binder without action/boathook, action/cinder-lash\n")
    done = run("simulate", "death-binder", "--without", "cinder-las")
    assert done.exit_code == 2
    assert "death-binder has no content 'cinder-las' to be played without; near it: action/cinder-lash" in done.stderr
    done = run("play", "death-binder", "--without", "cinder-lash", "--seed", "2", "--plain", answers="quit\n")
    assert "without action/cinder-lash" in done.stdout
    assert "--without action/cinder-lash --seed 2" in done.stdout


def test_ids_that_are_secret_stay_so(run: Run) -> None:
    """A near id may be one that a fresh campaign has not unlocked."""
    from undercroft.plugins import registry

    found = registry()
    game = found.game("netherworld-candle")
    veil = game.veil(found.content(game))
    from undercroft.without import ids_of

    rows = ((kind, card) for kind, cards in ids_of(game.packs).items() for card in cards)
    kind, card = next((kind, card) for kind, card in rows if "-" in card and veil.hide(card) != card)
    typed = f"{kind}/{card}x"
    done = run("compare", "netherworld-candle", f"netherworld-candle -{typed}")
    assert done.exit_code == 2
    assert "near it" in done.stderr
    assert card not in done.stderr.replace(typed, "")
    assert card in run("compare", "netherworld-candle", f"netherworld-candle -{typed}", "--spoilers").stderr
