"""How likely the team is to win, from what lies on the table."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import Final

from undercroft_death_binder.rules.opening import Opening
from undercroft_death_binder.state import BOSS_FIGHT, State
from undercroft_death_binder.verbs import BOSS_PLACE

__all__ = ["Prospects"]

WEIGHTS: Final = {
    "one": (-1.19, -1.18, -1.14, -2.84),
    "way": (1.97, 1.67, 13.18, -0.993),
    "row": (0.019, 0.730, -0.198, 0.976),
    "lair": (-0.276, 0.020, 0.340, 0.336),
    "boss": (0.776, 0.153, 3.69, 0.520),
    "blight": (-0.115, -0.047, -0.167, -0.058),
    "left": (-0.082, -0.025, -0.075, -0.035),
    "harm": (0.004, 0.007, -0.026, 0.008),
    "count": (0.374, 0.152, 0.366, 0.258),
    "boss_left": (-0.190, -0.024, -0.023, -0.002),
    "boss_harm": (-0.399, -0.053, 0.136, 0.006),
    "boss_count": (1.03, 0.488, 0.128, 0.505),
    "health": (-0.055, -0.012, 0.176, 0.343),
    "frail": (-0.060, -0.152, -0.068, 0.157),
    "health_way": (0.245, 0.067, -0.068, -0.026),
    "cards": (0.019, 0.004, 0.063, -0.009),
    "cards_way": (-0.047, -0.077, -0.265, -0.046),
    "scarce": (-0.475, -0.421, -1.05, -0.432),
    "stored": (0.028, 0.003, 0.013, -0.034),
    "hand": (0.128, 0.066, 0.136, 0.097),
    "s0": (-0.211, -0.040, 0.404, -0.219),
    "s1": (1.36, 0.425, 0.471, 1.10),
    "s2": (1.25, 0.516, 1.01, 0.866),
    "s3": (1.08, 0.382, 0.464, 1.03),
    "s4": (0.027, 0.021, 0.379, 0.275),
    "s5": (-0.154, 0.019, -0.462, -0.446),
    "s6": (0.629, 0.260, -0.538, -0.238),
    "steps_way": (0.406, -0.038, 0.708, 0.277),
    "xp": (0.302, 0.055, 0.247, 0.150),
    "xp_way": (-0.289, -0.033, -0.287, -0.084),
    "skills": (0.221, 0.140, 0.238, 0.319),
    "quest": (0.099, 0.006, 0.165, 0.057),
    "guard": (0.201, 0.049, 0.189, 0.079),
    "threat": (-0.692, -0.355, -0.573, -0.442),
    "stunned": (-0.297, -0.059, -0.097, -0.075),
    "boss_long": (0.751, 0.078, -1.35, -0.148),
    "boss_health": (0.488, 0.075, 0.444, -0.018),
    "boss_cards": (0.011, -0.010, -0.114, -0.023),
}
"""What counts, for a Quick Descent alone, a longer game alone, and both with two players.

A logistic regression on 12,000 games of the heuristic player that now and then chose at random, by who won in the end.
``way`` is how much of the game is done (0 to 1) and names with it are products; the rest are figures of
:meth:`Prospects.signs`, those of the players as means.
"""
_COLUMNS: Final = tuple(zip(*WEIGHTS.values(), strict=True))
_STUNNED: Final = 0.4
"""What is left of the threat of a stunned Enemy, which misses one attack."""
_MOST: Final = 30.0


class Prospects(Opening):
    """Evaluating a position."""

    __slots__ = ()

    def chance(self, s: State, way: float) -> float:
        """The chance to win a game of which so much is done (0 to 1)."""
        column = (self.setup.mode != "quick-descent") + 2 * (self.setup.players == 2)
        score = sum(map(mul, _COLUMNS[column], self.signs(s, way)))
        return 1.0 / (1.0 + exp(-max(-_MOST, min(_MOST, score))))

    def signs(self, s: State, way: float) -> list[float]:
        """The figures that tell how a game stands, in the order of :data:`WEIGHTS`."""
        damage = self.content.foe_damage
        left = sum([foe.health - foe.wounds for foe in s.row if foe.health > foe.wounds])
        harm = sum([damage[foe.card] * (_STUNNED if foe.stunned else 1.0) for foe in s.row])
        row = (self.rows[s.position] + 1) / 6 if s.position >= 0 else 0.0
        fight = [left, harm, len(s.row)]
        boss = s.fight == BOSS_FIGHT
        team = self.team_signs(s, way, left if boss else 0, harm)
        return [
            1.0, way, row, s.position == BOSS_PLACE, boss, s.blight,
            *([0, 0, 0] if boss else fight), *(fight if boss else [0, 0, 0]),
            *team,
        ]  # fmt: skip

    def team_signs(self, s: State, way: float, boss: int, harm: float) -> list[float]:
        """The means over the players. ``boss`` is the health that a Boss has left, ``harm`` what the row deals."""
        blinded = self.content.is_blinded
        at_boss = s.fight == BOSS_FIGHT
        rows = []
        for p in s.players:
            health = max(0, p.health)
            cards = len(p.dd) + len(p.sac) + len(p.hand) - sum([blinded[card] for card in p.hand])
            steps = p.steps
            rows.append([
                health, 10 / (health + 1), health * way, cards, cards * way, 100 / (cards + 5), len(p.sac), len(p.hand),
                *steps, sum(steps) * way, p.xp, p.xp * way, len(p.skills), p.quest >= 0,
                min(p.defense, harm), harm / (health + 1), p.stunned,
                boss / (cards + 3), at_boss * health, at_boss * cards,
            ])  # fmt: skip
        if len(rows) == 1:
            return rows[0]
        return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
