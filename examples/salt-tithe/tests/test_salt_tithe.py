"""What the expansion adds, and that the game keeps its promises with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from undercroft import Session, simulate
from undercroft.testing import TableFactory

BOWL, TOLL = "salt-tithe:tithe-bowl", "salt-tithe:brine-toll"


def test_the_bowl_takes_a_stored_card(table: TableFactory) -> None:
    t = table(hand=[BOWL, TOLL], stored=["boathook"], blight=3)
    t.choose("play", BOWL, 0)
    assert t.labels == ["Give up Boathook", "Keep them all"]
    t.answer("tithe", "give", "boathook")
    assert (t.state.blight, t.state.players[0].sac) == (1, [])
    assert t.content.index["action"]["boathook"] in t.state.removed.cards()


def test_the_bowl_may_stay_empty(table: TableFactory) -> None:
    t = table(hand=[BOWL, TOLL], stored=["boathook"], blight=3)
    t.choose("play", BOWL, 0).answer("tithe", "keep")
    assert (t.state.blight, len(t.state.players[0].sac)) == (3, 1)


NOTHING_TO_GIVE = [(TOLL, ["boathook"], 3), (BOWL, [], 3), (BOWL, ["boathook"], 0)]


@pytest.mark.parametrize(("card", "stored", "blight"), NOTHING_TO_GIVE)
def test_nobody_is_asked_for_nothing(table: TableFactory, card: str, stored: list[str], blight: int) -> None:
    assert table(hand=[card, "cinder-lash"], stored=stored, blight=blight).choose("play", card, 0).prompt == "attack"


def test_the_cards_are_in_play_with_the_expansion_alone() -> None:
    whole = Session("death-binder", expansions=["salt-tithe"]).tables.content
    assert {BOWL, TOLL} <= set(whole.ids["action"])
    assert BOWL not in Session("death-binder").tables.content.ids["action"]


def test_games_are_played_to_their_end() -> None:
    batch = simulate("death-binder", games=20, seed=1, expansions=["salt-tithe"], workers=1)
    assert (batch.errors, batch.wins + batch.losses) == (0, 20)


def test_the_conformance_kit(tmp_path: Path) -> None:
    kit = ["--undercroft", "death-binder", "--undercroft-with", "salt-tithe"]
    alone = ["--undercroft-set", "mode=quick-descent", "--undercroft-set", "players=1"]
    few = ["--undercroft-games", "5", "-k", "not reached and not process"]  # the rest takes a minute: see the docs
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *kit, *alone, *few],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
