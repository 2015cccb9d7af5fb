"""Delve, the tutorial game: how its table looks, and the plugin that offers it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from undercroft import Game, Option, Panel, Stream, hookimpl
from undercroft_delve.rules import Rules
from undercroft_delve.state import KIND, KINDS, MAX_HEALTH, POWER, Delver, Options
from undercroft_delve.tracking import TRACKING

UNDERCROFT_API = (1, 1)


class Delve(Rules):
    """The rules with what people and agents see of the table."""

    def label(self, s: Delver, seat: int, option: Option) -> str:
        verb, at = str(option[0]), option[1] if len(option) > 1 else None
        if at is None:
            return verb
        if verb == "target":
            return f"target enemy {at + 1}, health {s.enemies[at].health}"
        card = (s.stored if verb == "fetch" else s.hand)[at]
        return f"{verb} {KINDS[KIND[card]]} {POWER[card]} (card {at + 1})"

    def view(self, s: Delver, seat: int) -> dict[str, Any]:
        enemies = [{"health": e.health, "weak": KINDS[e.weak], "hit": e.hit} for e in s.enemies]
        return {"room": s.room, "health": s.health, "hand": s.hand[:], "stored": s.stored[:],
                "enemies": enemies, "deck": len(s.deck)}  # fmt: skip

    def panels(self, s: Delver, seat: int) -> list[Panel]:
        rows = [(str(e.health), KINDS[e.weak], KINDS[e.resist], str(e.hit), str(e.thorns)) for e in s.enemies]
        return [
            Panel("Delver", [("room", str(s.room)), ("health", str(s.health)), ("deck", str(len(s.deck)))]),
            Panel("Enemies", rows, ("health", "weak to", "resists", "hits for", "thorns")),
            Panel("Hand", [(KINDS[KIND[c]], str(POWER[c])) for c in s.hand], ("card", "power")),
        ]

    def redeal(self, s: Delver, seat: int, stream: Stream) -> None:
        s.deck.permute_hidden(stream)

    def evaluate(self, s: Delver, seat: int) -> float:
        if s.result:
            return float(s.result == "win")
        progress: float = s.room / (self.setup.rooms + 1)
        return 0.5 * progress + 0.4 * s.health / MAX_HEALTH - 0.01 * sum(e.health for e in s.enemies) / 40

    def facts(self, s: Delver) -> dict[str, int | str]:
        return {"room": s.room, "health": max(0, s.health)}


GAME = Game(
    "delve", "Delve", Options, Delver, Delve, load_content=lambda packs: None, version="0.1.0",
    rules_index=files(__name__) / "rules.toml", about="the tutorial game: fourteen rooms, one deck",
    tracking=TRACKING,
)  # fmt: skip


@hookimpl
def undercroft_games() -> list[Game]:
    return [GAME]
