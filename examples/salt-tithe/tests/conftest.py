"""The table of the expansion's tests: a fight of player 1 with the first Enemy."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.testing import Desk, make_table


def lay(desk: Desk, *, hand: Sequence[str], stored: Sequence[str] = (), blight: int = 0) -> None:
    """A Combat turn with these cards in the hand and on the Stored pile, by their ids."""
    s, number = desk.state, desk.content.index["action"]
    p = s.players[0]
    p.hand = [number[card] for card in hand]
    p.sac = [number[card] for card in stored]
    s.blight = blight
    desk.rules.place_foe(s, s.enemies.pop())
    s.do(desk.rules.attack, 1)


table = make_table("death-binder", lay, expansions=["salt-tithe"])
