"""What is hidden, how good a position looks, and the figures of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import ClassVar, Final

import attrs

from undercroft import Stream
from undercroft_netherworld_candle.rules.campaign import Campaign
from undercroft_netherworld_candle.state import Delver, Record, State
from undercroft_netherworld_candle.terms import DIFFICULTIES, PHASE_ADVENTURE

__all__ = ["Knowledge"]

_AT = {name: n for n, name in enumerate(attrs.fields_dict(Record))}
_COLUMNS: dict[str, type[int] | type[str]] = {
    name: int if a.type in (int, "int") else str for name, a in attrs.fields_dict(Record).items()
}

WEIGHTS: Final = {
    "one": -8.70,
    "way": 1.29,
    "page": 5.96,
    "done": 0.281,
    "left": 9.63,
    "left_way": -5.07,
    "left_squared": -4.30,
    "faceup": 2.22,
    "enemies": -0.537,
    "wounds": 0.120,
    "covered": 0.091,
    "life": 0.240,
    "weakest": -0.463,
    "health": 5.31,
    "defeats": -0.989,
    "hand": 0.108,
    "redraw": 0.070,
    "energy": 0.021,
    "threat": -0.502,
    "immobilized": -0.397,
    "near": -0.061,
}
"""What counts in a scenario, see :meth:`Knowledge.signs`; from ``health`` on means over the Delvers.

A logistic regression on the rounds of 2,300 games of all scenarios by one to three heuristic players, who now and then
chose at random, by who won in the end.
"""
_WEIGHTS: Final = tuple(WEIGHTS.values())
_MOST: Final = 30.0
_LONGEST: Final = 1000

_SELDOM: Final = {
    "fate": ("heavens-audit",), "passage": ("the-jailers-day-off-soup", "the-jailers-day-off-soup-missed"),
}  # fmt: skip


class Knowledge(Campaign):
    """Re-dealing hidden cards, evaluating a position, and what a batch notes of a game."""

    __slots__ = ()

    part_columns: ClassVar[Mapping[str, type[int] | type[str]]] = _COLUMNS

    # -- re-deal --------------------------------------------------------------------------------------------------

    def redeal(self, s: State, seat: int, stream: Stream) -> None:
        """Shuffle all that the table cannot know; the team plays openly, so every seat knows the same.

        What is in a deck or in the bag is known (the Note and the owners tell), its order is not. The fronts of
        face-down Location Cards follow from their numbers, and nobody is dealt anything else.
        """
        for d in (*s.delvers, *s.absent):
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
        score = sum(map(mul, _WEIGHTS, self.signs(s)))
        return 1.0 / (1.0 + exp(-max(-_MOST, min(_MOST, score))))

    def clock(self, s: State) -> int:
        """Rounds of all scenarios; those of an earlier one count as if it had been very long."""
        return _LONGEST * len(s.records) + s.round

    def signs(self, s: State) -> list[float]:
        """The figures that tell how a scenario stands, in the order of :data:`WEIGHTS`."""
        pages = max(1, len(self.content.scenario[s.scenario].pages))
        done = sum([slot < 0 for slot in s.slots]) / len(s.slots) if s.slots else 0.0
        way = (max(0, s.page) + 0.8 * done) / pages
        left = self.candle_left(s) / (len(self.track(s)) - 1)
        places = [place for place in s.map if not place.gone]
        team = [sum(column) / len(s.delvers) for column in zip(*[self.own_signs(s, d) for d in s.delvers], strict=True)]
        return [
            1.0, way, s.page / pages, done, left, left * way, left * left,
            sum([place.face_up for place in places]) / max(1, len(places)),
            len(s.enemies), sum([e.damage for e in s.enemies]),
            sum([place.covered.bit_count() for place in places]), sum([place.life for place in places]),
            min([d.health for d in s.delvers]),
            *team,
        ]  # fmt: skip

    def own_signs(self, s: State, d: Delver) -> tuple[float, ...]:
        """Those of one Delver."""
        near = sum([e.place == d.place for e in s.enemies])
        health = d.health / self.content.del_max_health[d.card]
        return (health, d.defeats > 0, len(d.hand), d.redraw, d.energy, len(d.threat), d.immobilized, near)

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
            "delvers": self.party_ids(s),
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

    def unreachable(self) -> Mapping[str, Sequence[str]]:
        """Sects and factions are groups of cards: the table refers to their cards and counts, never to them.

        An artifact that acts when it is drawn is back in the supply before anybody is asked anything.
        What lies deep in a campaign, behind one choice, is met too seldom for the games of a test.
        """
        groups = {kind: self.content.ids[kind] for kind in ("sect", "faction")}
        at_once = [name for name, effects in zip(self.content.ids["artifact"], self.content.art_effects, strict=True)
                   if effects]  # fmt: skip
        return {**groups, "artifact": at_once, **_SELDOM}

    def headline(self) -> Sequence[str]:
        """What the summary of a batch of campaigns tells of; of a phase on its own, how it ends is enough."""
        return ("scenarios_won", "scenarios_failed", "setbacks", "final") if self.setup.mode == "campaign" else ()

    def parts(self, s: State) -> Sequence[Mapping[str, int | str]]:
        """The scenarios played, failed tries among them, for a batch's table of parts."""
        return [dict(zip(_COLUMNS, row, strict=True)) for row in s.records]
