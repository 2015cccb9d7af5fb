"""Pairing makes comparisons sharp: one card changed, all the rest of the luck is the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from installing import write_entry_point

from undercroft.batch import compare
from undercroft.plugins import registry

MODULE = """
from pathlib import Path
from undercroft import ContentPack, hookimpl

UNDERCROFT_API = (1, 1)

@hookimpl
def undercroft_content():
    return [ContentPack("death-binder", "lash", (Path(__file__).with_name("lash.toml"),), expansion="lash")]
"""
CARD = """
[[action]]
id = "cinder-lash"
replace = true
title = "Cinder Lash"
type = "spell"
damage = [2, 3, 5]
abilities = [{ keyword = "xp", n = 1 }]
text = "More of it than one hearth can give."
"""


@pytest.fixture
def lash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An expansion that makes one Action card of Death Binder stronger."""
    (tmp_path / "lash.py").write_text(MODULE)
    (tmp_path / "lash.toml").write_text(CARD)
    write_entry_point(tmp_path, "lash", "lash")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.cache_clear()


@pytest.mark.usefixtures("lash")
def test_one_card_replaced() -> None:
    """All piles keep their order, so that most games are the same but for what the card does."""
    found = compare("death-binder agent=heuristic", "death-binder agent=heuristic +lash", games=300, seed=1)
    assert found.narrower <= 0.7
    assert found.only_first + found.only_second < 60


def test_one_card_taken_out() -> None:
    """What is left of its pile keeps its order as well, so that only games that come to the card differ."""
    found = compare("death-binder", "death-binder -skill/thrown-lantern", games=250, seed=1)
    assert found.narrower <= 0.5
    assert found.only_first + found.only_second < 25
