"""What is hidden, how good a position looks, and the figures of a game."""

from __future__ import annotations

import attrs

from undercroft import Stream
from undercroft_netherworld_candle.rules.campaign import Campaign
from undercroft_netherworld_candle.state import Delver, Record, State
from undercroft_netherworld_candle.terms import DIFFICULTIES, PHASE_ADVENTURE

__all__ = ["Knowledge"]

_AT = {name: n for n, name in enumerate(attrs.fields_dict(Record))}


class Knowledge(Campaign):
    """Re-dealing hidden cards, evaluating a position, and what a batch notes of a game."""

    __slots__ = ()

    # -- re-deal --------------------------------------------------------------------------------------------------

    def redeal(self, s: State, seat: int, stream: Stream) -> None:
        """Shuffle all that the table cannot know; the team plays openly, so every seat knows the same.

        What is in a deck or in the bag is known (the Note and the owners tell), its order is not. The fronts of
        face-down Location Cards follow from their numbers, and nobody is dealt anything else.
        """
        for d in s.delvers:
            d.fate.permute_hidden(stream)
        for deck in (s.yin, s.yang, s.bag):
            deck.permute_hidden(stream)

    # -- evaluation -----------------------------------------------------------------------------------------------

    def evaluate(self, s: State, seat: int) -> float:
        """How likely the party is to win, roughly: pages turned, candle left, Health, defeats, enemies, cards."""
        if s.result:
            return 1.0 if s.result == "win" else 0.0
        score = self.adventure_score(s) if s.phase == PHASE_ADVENTURE and s.map else 0.45
        if self.setup.mode == "campaign":
            boxes = len(self.content.party.events) - 1
            score = 0.3 * score + 0.5 * s.progress / max(1, boxes) + 0.1
        return max(0.001, min(0.999, score))

    def adventure_score(self, s: State) -> float:
        """How well the running scenario goes."""
        if s.ended:
            return 0.95 if s.ended == "success" else 0.05
        info = self.content.scenario[s.scenario]
        pages = max(1, len(info.pages))
        done = sum(slot < 0 for slot in s.slots) / len(s.slots) if s.slots else 0.0
        score = 0.10 + 0.45 * (max(0, s.page) + 0.8 * done) / pages
        score += 0.20 * self.candle_left(s) / (len(info.track) - 1)
        score += sum([self.delver_score(s, d) for d in s.delvers]) / len(s.delvers)
        ready = sum([0.5 if e.immobilized else 1.0 for e in s.enemies])
        return score - 0.02 * min(ready, 5)

    def delver_score(self, s: State, d: Delver) -> float:
        """What one Delver adds to the prospects."""
        content = self.content
        health = d.health / content.del_max_health[d.card]
        lost = 0.25 if d.defeats else 0.0
        held = 0.004 * (len(d.hand) + d.redraw + d.cooldown + len(d.artifacts)) + 0.008 * d.energy
        return 0.16 * health - lost + held - 0.02 * len(d.threat) - (0.02 if d.immobilized else 0.0)

    # -- figures --------------------------------------------------------------------------------------------------

    def facts(self, s: State) -> dict[str, int | str]:
        """The figures of a game for its row in a batch."""
        rows = s.records
        last = rows[-1] if rows else None

        def total(name: str) -> int:
            return sum([row[_AT[name]] for row in rows])

        return {
            "scenario": str(last[_AT["scenario"]]) if last else "",
            "difficulty": DIFFICULTIES[s.difficulty],
            "ending": str(last[_AT["ending"]]) if last else "",
            "delvers": "+".join([self.content.ids["delver"][d.card] for d in s.delvers]),
            "rounds": total("rounds"),
            "candle_left": int(last[_AT["candle_left"]]) if last else 0,
            "page": s.page,
            "energy_lost": total("energy_lost"),
            "health_lost": total("health_lost"),
            "cards_used": total("cards_used"),
            "defeats": total("defeats"),
            "scenarios_won": sum([row[_AT["result"]] == "success" for row in rows]),
            "scenarios_failed": sum([row[_AT["result"]] != "success" for row in rows]),
            "setbacks": s.setbacks,
            "progress": s.progress,
            "exp": sum([d.exp for d in s.delvers]),
            "artifacts": len(s.stash_artifacts) + sum([len(self.stored(d)) for d in s.delvers]),
            "final": s.final,
        }
