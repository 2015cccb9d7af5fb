"""What things are worth to the heuristic player, in one currency: points of health."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Content, Verb
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.state import Player, State

__all__ = ["FLOOR", "Weights", "Worth"]

HAND: Final = 6
FLOOR: Final = 40
"""``Worth.vital`` is indexed by ``int(2 * health + FLOOR + 0.5)``: half points, from -20 health upwards."""


@attrs.frozen
class Weights:
    """The rules of thumb as numbers; what is not a share, a factor or a count is in points of health."""

    death: float = 20.0
    """The last point of health, alone."""
    downed: float = 10.0
    """What being Downed costs, where another player still stands."""
    low: float = 1.5
    """How much dearer a point of health is the fewer there are: this much for the last, half for the last but one."""
    card: float = 0.3
    """A card of the deck, where there are as many as will be needed."""
    scarce_lo: float = 0.2
    """The least and the greatest factor on it where there are more, or fewer."""
    scarce_hi: float = 8.0
    need_boss: float = 14.0
    """Cards that a Boss takes in a Quick Descent; then what each row ahead takes, and what a Descent asks for."""
    need_row: float = 5.0
    need_long: float = 14.0
    need_coop: float = 0.5
    """The part of these that each of two players has to bear."""
    stored: float = 0.2
    """The part of a card's cost that is left where it can be Stored."""
    keep: float = 0.12
    """How much dearer a card is for each point of damage."""
    cycle: float = 0.15
    """A place in the hand that is free for another card."""
    swap: float = 0.9
    """How much a card is held back, or thrown away, for each point that it is above or below the deck's mean."""
    swap_coop: float = 0.65
    xp: float = 1.2
    """A point of experience at the beginning; it falls to the least share over so many upgrades."""
    xp_least: float = 0.15
    xp_steps: float = 12.0
    blight: float = 0.4
    """A point of Blight; the next is its share beyond the steep part of the track."""
    blight_tail: float = 0.25
    skill: float = 1.5
    """A Skill card, a Special Action card, a Blinded card, a card drawn."""
    special: float = 2.0
    blinded: float = 0.8
    draw: float = 0.25
    retreat: float = 0.9
    """By how much a retreat has to be better than to fight on."""
    encounter: float = -1.8
    """An Enemy of an Encounter ahead, besides XP and harm, alone and with two players."""
    encounter_coop: float = -4.0
    fear: float = 0.7
    """How much of the harm to be expected there counts."""
    icon: float = 0.3
    """The Blight of an icon, an Event, a Rest, and what XP and missing health add to a Rest."""
    event: float = 0.2
    rest: float = 0.7
    rest_xp: float = 0.25
    rest_heal: float = 0.3
    skill_hold: float = 1.5
    """What a Skill has to be worth to be used; the next is a factor on it against a Boss."""
    boss_hold: float = 0.4
    work: float = 0.7
    """How much the cards that a point of damage saves count, and the harm of the rounds that it saves."""
    future: float = 0.7
    vuln: float = 0.6
    """The part of an Enemy's health on which a raised Vulnerability will tell."""
    pick: float = 1.0
    """By how much the cards that are played are better than the mean of the deck."""


class Worth:
    """Tables of worth for one rulebook, made once."""

    def __init__(self, rules: DeathBinder, weights: Weights) -> None:
        self.rules = rules
        self.w = w = weights
        content: Content = rules.content
        self.content = content
        self.coop = rules.setup.players == 2
        self.quick = rules.setup.mode == "quick-descent"
        self.need = w.need_coop if self.coop else 1.0
        self.vital = self._vital(w.downed if self.coop else w.death, w.low)
        self.blights = self._blights(rules.blight_enemies)
        self.xp_worth = [w.xp * max(w.xp_least, 1.0 - steps / w.xp_steps) for steps in range(30)]
        self.means: dict[tuple[tuple[int, int], int, int], float] = {}
        self._make_cards(content)
        self.levels = [self._level(cards) for cards in content.levels]

    # -- tables --------------------------------------------------------------------------------------------------

    @staticmethod
    def _vital(death: float, low: float) -> list[float]:
        """How good it is to have so much health, at half points; 0 and less is the end, with a slope."""
        whole = [0.0]
        for health in range(1, 26):
            whole.append(whole[-1] + 1.0 + low / health)
        table = []
        for half in range(-FLOOR, 50):
            health, rest = divmod(half, 2)
            if half <= 0:
                table.append(half / 2 - death)
            elif half == 1:
                table.append((whole[1] - death) / 2)
            else:
                table.append(whole[health] + (whole[health + 1] - whole[health]) * rest / 2)
        return table

    def _blights(self, enemies: Sequence[int]) -> list[float]:
        """How bad so much Blight is: it counts less beyond the last or last but one mark."""
        w = self.w
        steep = enemies.index(enemies[-1] - self.coop)
        return [w.blight * (min(b, steep) + w.blight_tail * max(0, b - steep)) for b in range(len(enemies))]

    def _make_cards(self, content: Content) -> None:
        """Damage and keeping worth of every Action card, by Melee and Spell tier, and the means of the deck."""
        cards = range(len(content.actions))
        melee, damage, w = content.is_melee, content.damage, self.w
        extra = [
            sum(self._ability(verb, n) * (0.5 if faith else 1.0) for verb, n, faith in abilities)
            for abilities in content.abilities
        ]
        tiers = range(1, 4)
        self.power = {
            (m, t): tuple(damage[m if melee[card] else t][card] for card in cards) for m in tiers for t in tiers
        }
        self.keep = {
            key: tuple(1.0 + w.keep * (base[card] + extra[card]) for card in cards) for key, base in self.power.items()
        }
        self.hold = {}
        for key, base in self.power.items():
            quality = [base[card] + extra[card] for card in cards]
            middle = sum(quality[card] for card in content.ordinary) / len(content.ordinary)
            swap = w.swap_coop if self.coop else w.swap
            self.hold[key] = tuple(swap * (each - middle) for each in quality)
        own = {kind: [card for card in content.ordinary if melee[card] is kind] for kind in (True, False)}
        mean = {
            kind: [0.0] + [sum(damage[t][card] for card in deck) / max(1, len(deck)) for t in tiers]
            for kind, deck in own.items()
        }
        self.mean_melee, self.mean_spell = mean[True], mean[False]

    @staticmethod
    def _ability(verb: int, n: int) -> float:
        """A rough worth of an ability of an Action card, in points of damage."""
        each = {
            verbs.STUN: 2.0, verbs.VULN_MELEE: 1.0, verbs.VULN_SPELL: 1.0, verbs.DEFENSE: 1.0, verbs.HEALTH: 1.5,
            verbs.EMPOWER: 1.0, verbs.SPLASH: 0.8, verbs.DRAW: 0.8, verbs.DD: 0.8, verbs.XP: 1.2, verbs.BLIGHT: -0.6,
        }  # fmt: skip
        return 1.3 if verb == verbs.DEFENSE_LEVEL else n * each.get(verb, 0.0)

    def _level(self, cards: Sequence[int]) -> tuple[float, float, dict[tuple[int, int], float]]:
        """Of the Enemies of a level: mean harm of an attack, mean XP, cards to defeat one by Melee and Spell tier."""
        c = self.content
        count = max(1, len(cards))
        harm = float(sum(c.foe_damage[foe] for foe in cards))
        harm += 0.3 * sum(len(kit.attack) + len(kit.after) for foe in cards for kit in c.foe_kits[foe])
        xp = sum(c.foe_xp[foe] for foe in cards)
        needed = {}
        for m, t in self.power:
            hits = [self.mean(m, t, c.foe_vuln_melee[foe], c.foe_vuln_spell[foe]) for foe in cards]
            needed[m, t] = sum(c.foe_health[foe] / hit for foe, hit in zip(cards, hits, strict=True)) / count
        return harm / count, xp / count, needed

    def reach(self, key: tuple[int, int], vuln_melee: int, vuln_spell: int) -> float:
        """:meth:`mean` from a table."""
        found = self.means.get((key, vuln_melee, vuln_spell))
        if found is None:
            found = self.means[key, vuln_melee, vuln_spell] = self.mean(*key, vuln_melee, vuln_spell)
        return found

    def mean(self, melee_tier: int, spell_tier: int, vuln_melee: int, vuln_spell: int) -> float:
        """The damage of a card against such Vulnerabilities, the better type being played more often."""
        a, b = self.mean_melee[melee_tier] * vuln_melee, self.mean_spell[spell_tier] * vuln_spell
        return (0.75 * a + 0.25 * b if a > b else 0.75 * b + 0.25 * a) + self.w.pick

    # -- worth now -----------------------------------------------------------------------------------------------

    def life(self, health: float) -> float:
        """How good it is to have so much health (from -20 to 24)."""
        return self.vital[int(2 * health + FLOOR + 0.5)]

    def card(self, s: State, p: Player) -> float:
        """A card of the deck: dear where they get scarce."""
        w = self.w
        have = len(p.dd) + len(p.sac) + len(p.hand) - HAND
        if self.quick:
            rows = max(0, 5 - self.rules.rows[s.position]) if s.position >= 0 else 6
            need = w.need_boss + w.need_row * rows
        else:
            need = w.need_long
        scarce = need * self.need / (have + 1 if have > 0 else 1)
        scarce *= scarce
        return w.card * (w.scarce_lo if scarce < w.scarce_lo else w.scarce_hi if scarce > w.scarce_hi else scarce)

    def xp(self, p: Player) -> float:
        """A point of experience: less the more has been learned."""
        return self.xp_worth[sum(p.steps)]

    def of(self, s: State, p: Player, effects: Sequence[Verb]) -> float:
        """The worth of effects for a player now."""
        return sum(self.of_one(s, p, verb, n) for verb, n in effects)

    def of_one(self, s: State, p: Player, verb: int, n: int) -> float:
        """The worth of one effect of the common vocabulary for a player now."""
        w = self.w
        if verb == verbs.XP:
            return self.gain_xp(p, n)
        if verb == verbs.HEALTH:
            return self.life(max(0, min(self.rules.max_health(p), p.health + n))) - self.life(p.health)
        if verb == verbs.DD:
            return self.card(s, p) * (min(n, len(s.removed)) if n > 0 else n)
        if verb == verbs.BLIGHT:
            return self.blight(s, n)
        if verb == verbs.SKILL:
            return w.skill * n
        if verb == verbs.SPECIAL:
            # On SAC it does not come back before the deck is through, which a Quick Descent hardly sees.
            late = self.quick and len(p.hand) >= HAND and len(p.dd) > 15
            return w.special * min(n, len(s.specials)) * (0.2 if late else 1.0)
        if verb == verbs.BLINDED:
            return -w.blinded * n
        return 0.0

    def gain_xp(self, p: Player, n: int) -> float:
        """Experience gained or lost, with the Skills that it brings."""
        board = self.rules.boards[p.seat - 1]
        if n < 0:
            return self.xp(p) * max(n, -p.xp)
        after = min(board.xp_max, p.xp + n)
        skills = sum(p.xp < point <= after and not p.points >> bit & 1 for bit, point in enumerate(board.skill_points))
        return self.xp(p) * (after - p.xp) + self.w.skill * skills

    def blight(self, s: State, n: int) -> float:
        """So much more Blight (less where negative), which matters more the longer the way still is."""
        after = min(self.rules.blight_max, max(0, s.blight + n))
        rows = 6 - self.rules.rows[s.position] if s.position >= 0 else 6
        return (self.blights[s.blight] - self.blights[after]) * rows / 4
