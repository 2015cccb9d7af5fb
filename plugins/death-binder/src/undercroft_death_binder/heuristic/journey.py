"""The heuristic player on the map: which way down is worth most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from undercroft import Option
from undercroft_death_binder import verbs
from undercroft_death_binder.heuristic.worth import Worth
from undercroft_death_binder.state import State
from undercroft_death_binder.verbs import BOSS_PLACE

__all__ = ["Traveller"]

PLACES: Final = BOSS_PLACE + 1
ROWS: Final = 5
ICONS_A_PLACE: Final = 3
"""The Blight that a token brings, about."""


class Traveller:
    """Answers to the prompts on the map."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.w = worth.w
        self.rules = worth.rules
        icons = (verbs.EVENT_ICON, verbs.ENCOUNTER_ICON, verbs.REST_ICON)
        self.counts = [
            [tuple(side.count(icon) for icon in icons) for side in token.sides] for token in worth.content.tokens
        ]
        rows, moves = self.rules.rows, self.rules.moves
        self.down = [[b for b in moves[a] if rows[b] > rows[a]] for a in range(PLACES)]
        self.beside = [[b for b in moves[a] if rows[b] == rows[a]] for a in range(PLACES)]
        self.values: list[float | None] = [None] * PLACES
        """What each place is worth by itself, None without a token; in the next two what the best way down from it is
        worth, with and without the place."""
        self.best: list[float] = []
        self.onward: list[float] = []

    def explore(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The place with the best way down from it."""
        ways = [option for option in options if option[0] == "go"]
        if len(ways) == 1:
            return ways[0]
        self.appraise(s)
        self.find_ways(max(0, s.position // 3))
        here = s.position
        beside = self.beside[here] if here >= 0 else ()
        return max(ways, key=lambda way: self.chain(here, way[1]) if way[1] in beside else self.best[way[1]])

    # -- places --------------------------------------------------------------------------------------------------

    def appraise(self, s: State) -> None:
        """What the tokens on the map are worth, as far as their icons tell."""
        w = self.w
        rest = w.rest - w.icon
        for p in s.players:
            missing = self.rules.max_health(p) - p.health
            rest += (w.rest_xp * p.xp + w.rest_heal * missing) / len(s.players)
        event = w.event - w.icon
        here = s.position // 3 if s.position >= 0 else -1
        enemies, most = self.rules.blight_enemies, self.rules.blight_max
        fights: dict[int, float] = {}
        values: list[float | None] = [None] * PLACES
        self.values = values
        for place in range(3 * max(0, here), PLACES):
            token = s.tokens[place]
            if token < 0:
                continue
            events, encounters, rests = self.counts[token][s.sides[place]]
            value = events * event + rest * (rests + (rests > 0)) / 2
            if encounters:
                count = enemies[min(most, s.blight + ICONS_A_PLACE * max(0, place // 3 - here - 1))]
                if count not in fights:
                    fights[count] = self.encounter(s, count) - w.icon
                value += encounters * fights[count]
            values[place] = value

    def encounter(self, s: State, count: int) -> float:
        """What an Encounter of so many Enemies is worth: their XP less the harm to be feared."""
        w, worth, rules = self.w, self.worth, self.rules
        harm, xp, cards = worth.levels[rules.enemy_level(s) - 1]
        speed = gain = 0.0
        for p in s.players:
            key = p.steps[verbs.MELEE_TIER] + 1, p.steps[verbs.SPELL_TIER] + 1
            speed += rules.max_attacks(p) / cards[key]  # Enemies defeated in a round
            gain += worth.xp(p)
        attacks = sum(max(0.0, n / speed - 0.5) for n in range(1, count + 1))
        team = len(s.players)
        value = count * (xp * gain / team + (w.encounter_coop if team > 1 else w.encounter))
        for p in s.players:
            lost = max(0.0, harm * attacks / team - rules.starting_defense(p))
            value -= w.fear * (worth.life(p.health) - worth.life(max(-4.0, p.health - lost)))
        return value

    # -- ways ----------------------------------------------------------------------------------------------------

    def find_ways(self, top: int) -> None:
        """The best way down from every place of the row ``top`` and below, from the lowest row upwards."""
        values = self.values
        self.best, self.onward = best, onward = [0.0] * PLACES, [0.0] * PLACES
        best[BOSS_PLACE] = values[BOSS_PLACE] or 0.0
        for row in range(ROWS - 1, top - 1, -1):
            places = range(3 * row, 3 * row + 3)
            lower = self.enterable(range(3 * row + 3, min(PLACES, 3 * row + 6)))
            dig = (max(lower) if lower else 0.0) - 0.1  # DB-MAP-024: from a dead end the party goes where it likes
            for a in places:
                ways = self.enterable(self.down[a])
                onward[a] = max(ways) if ways else dig
            for a in places:
                value = values[a]
                if value is not None:
                    chains = [self.chain(a, b) for b in self.beside[a] if values[b] is not None]
                    best[a] = value + max([onward[a], *chains])

    def enterable(self, places: Iterable[int]) -> list[float]:
        """The worth of those places that can be entered."""
        best, values = self.best, self.values
        return [best[place] for place in places if values[place] is not None or place == BOSS_PLACE]

    def chain(self, a: int, b: int) -> float:
        """What it is worth to go sideways from ``a`` to ``b`` and on from there, not back."""
        value = self.values[b] or 0.0
        ways = [self.chain(b, c) for c in self.beside[b] if c != a and self.values[c] is not None]
        return value + max([self.onward[b], *ways])
