"""Fate Cards: the basic sets, the advanced ones, the omens (NC-TEST-047 to -049)."""

from __future__ import annotations

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema.base import check_id, check_n, check_title, check_word, check_words, need

__all__ = ["SETS", "Fate"]

SETS = ("rat", "ox", "tiger", "rabbit")
"""The marks of the four basic sets (NC-STORY-005)."""


@attrs.frozen(kw_only=True)
class Fate:
    """A Fate Card. ``set`` is basic (one copy in each of the four sets), advanced, good-omen or bad-omen.

    ``d20`` is left out where the corner shows a star. ``attack`` is hit, miss or none; ``pierce`` the points of Armor
    Pierce; ``icons`` the special icons; ``copies`` how many there are of an advanced card.
    """

    id: str
    title: str
    set: str
    d20: int | None = None
    gates: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    attack: str = "none"
    pierce: int = 0
    icons: tuple[str, ...] = ()
    copies: int = 1
    text: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.title)
        check_word("set", self.set, ("basic", "advanced", "good-omen", "bad-omen"))
        check_words("gates", self.gates, terms.GATES)
        check_words("symbols", self.symbols, terms.SYMBOLS)
        check_word("attack", self.attack, ("none", "hit", "miss"))
        check_n("pierce", self.pierce, 0, 3)
        check_words("icons", self.icons, terms.FATE_ICONS)
        check_n("copies", self.copies, 1, 12)
        need(self.copies == 1 or self.set == "advanced", "copies", "1 unless the set is advanced", self.copies)
        if self.d20 is not None:
            check_n("d20", self.d20, 0, 20)
        starred = self.d20 is None
        need(starred or self.attack != "miss", "attack", "no miss on a numbered card (NC-TEST-048)", self.attack)
        omen = self.set.endswith("omen")
        need(not omen or "temporary" in self.icons, "icons", "temporary on an omen (NC-TEST-044)", list(self.icons))
