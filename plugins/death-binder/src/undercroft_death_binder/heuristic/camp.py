"""The heuristic player outside Combat and map: Rests, upgrades, Sidequests and Events."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from undercroft import Option
from undercroft_death_binder import verbs
from undercroft_death_binder.heuristic.worth import HAND, Worth
from undercroft_death_binder.state import Player, State

__all__ = ["Camper"]

DONE: Final[Option] = ("done",)

ORDERS: Final = {
    ("quick", "solo"): "melee spell attacks health defense melee spell level store attacks health",
    ("long", "solo"): "melee spell attacks health defense store store melee spell attacks defense health level",
    ("quick", "player1"): "melee attacks health melee attacks defense health level store",
    ("long", "player1"): "melee attacks store health melee store attacks health defense level",
    ("quick", "player2"): "spell attacks health spell attacks defense level store",
    ("long", "player2"): "spell attacks store health spell store attacks health defense level",
}
"""What is upgraded first, by the length of the game and the board."""

TRAITS: Final = ("level", "spell", "melee", "attacks", "store", "health", "defense")

CHANCES: Final = {
    verbs.DEFEAT_ENEMIES: (1.0, 0.95, 0.9, 0.85, 0.8, 0.75),
    verbs.RESOLVE_EVENTS: (1.0, 0.95, 0.9, 0.85, 0.8),
    verbs.WIN_FAITH_TOSSES: (1.0, 0.8, 0.6, 0.5),
    verbs.RESOLVE_RESTS: (1.0, 0.9, 0.7),
    verbs.STORE_CARDS: (1.0, 0.95, 0.95, 0.9, 0.85, 0.85),
    verbs.ENCOUNTER_WITHOUT_HEALTH_LOSS: (1.0, 0.7),
    verbs.UPGRADE_TRAITS: (1.0, 0.85, 0.7),
    verbs.DEFEAT_BOSS: (1.0, 0.5),
}
"""How likely a Sidequest is completed, by how many deeds are still missing."""

IN_COMBAT_ONLY: Final = (verbs.DRAW, verbs.STORE_BONUS, verbs.EXTRA_ATTACKS, verbs.DEFENSE)


class Camper:
    """Answers to the prompts of Rests, Sidequests and Events."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.w = worth.w
        self.rules = worth.rules
        self.content = worth.content
        length = "quick" if worth.quick else "long"
        names = ("player1", "player2") if worth.coop else ("solo",)
        self.orders = [self._steps(ORDERS[length, name].split()) for name in names]

    @staticmethod
    def _steps(order: Sequence[str]) -> list[tuple[int, int]]:
        """Each trait of the order with the step from which it is upgraded."""
        return [(TRAITS.index(name), order[:i].count(name)) for i, name in enumerate(order)]

    # -- Rest ----------------------------------------------------------------------------------------------------

    def upgrade(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The first trait of the order that can be bought, else any, for what is left is lost."""
        return self.next_upgrade(s.players[seat - 1], seat, options) or options[0]

    def next_upgrade(self, p: Player, seat: int, options: Sequence[Option]) -> Option | None:
        """The first trait of the order that is offered."""
        for trait, step in self.orders[seat - 1]:
            if p.steps[trait] == step and ("upgrade", trait) in options:
                return ("upgrade", trait)
        return None

    def rest(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Skills that help now, upgrades, healing, cards; with all learned, Special cards and less Blight."""
        p = s.players[seat - 1]
        worth = self.worth
        if p.skills:
            for option in options:
                if option[0] == "skill" and self.helps_now(s, p, option[1]):
                    return option
        upgrade = self.next_upgrade(p, seat, options)
        if upgrade is not None:
            return upgrade
        spare = len(p.hand) + len(p.dd) + len(p.sac) - HAND
        if ("heal",) in options:
            price = self.rules.heal_price(p)
            if worth.life(p.health + 1) - worth.life(p.health) > price * worth.card(s, p) and spare >= price + 2:
                return ("heal",)
        if ("recover",) in options and len(s.removed) >= 3 and 3 * worth.card(s, p) > 2 * worth.xp(p):
            return ("recover",)
        if not worth.quick and all(p.steps[trait] > step for trait, step in self.orders[seat - 1]):
            if ("buy",) in options:
                return ("buy",)
            if ("cleanse",) in options and s.blight >= 2:
                return ("cleanse",)
        return self.tidy(p, options)

    def tidy(self, p: Player, options: Sequence[Option]) -> Option:
        """Throw a Blinded card out of SAC where XP is plentiful; else the Rest is over."""
        if p.xp >= 3:
            for option in options:
                if option[0] == "remove" and self.content.is_blinded[option[1]]:
                    return option
        return DONE

    def helps_now(self, s: State, p: Player, skill: int) -> bool:
        """Whether nothing of a Skill would be wasted outside Combat."""
        effects = self.content.skills[skill].effects
        for verb, n in effects:
            if verb in IN_COMBAT_ONLY:
                return False
            if verb == verbs.HEALTH and self.rules.max_health(p) - p.health < n:
                return False
            if verb == verbs.DD and len(s.removed) < n:
                return False
            if verb == verbs.BLIGHT and s.blight < -n:
                return False
        return self.worth.of(s, p, effects) > 0.5

    # -- Events --------------------------------------------------------------------------------------------------

    def discovery(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Toss where reward and penalty together are better than the Blight."""
        p = s.players[seat - 1]
        card = self.content.events[s.event]
        chance = 0.75 if any(self.content.skills[k].rerolls for k in p.skills) else 0.5
        toss = chance * self.worth.of(s, p, card.reward) + (1 - chance) * self.worth.of(s, p, card.penalty)
        return ("toss",) if toss > self.worth.blight(s, card.blight) else ("blight",)

    def decision(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The side that is worth more."""
        p = s.players[seat - 1]
        card = self.content.events[s.event]
        return ("left",) if self.worth.of(s, p, card.left) >= self.worth.of(s, p, card.right) else ("right",)

    def scenario(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The side of the Scenario's choice that is worth more as things stand; where the story leads is all one."""
        if s.tale is None:
            return options[0]
        p = s.players[seat - 1]
        left, right = (self.worth.of(s, p, way.effects) for way in self.content.scenarios[s.tale.scenario].ways)
        return ("left",) if left >= right else ("right",)

    def estimate(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """The number with the best prospect of a reward."""
        p = s.players[seat - 1]
        card = self.content.events[s.event]
        chances = self.count_chances(s, p, card.target, card.n)
        high, low = self.worth.of(s, p, card.higher), self.worth.of(s, p, card.lower)

        def prospect(n: int) -> float:
            near = sum(chance for k, chance in chances.items() if 0 < abs(k - n) <= card.limit)
            return high * chances.get(n, 0.0) + low * near

        return max((option for option in options if option[0] == "estimate"), key=lambda option: prospect(option[1]))

    def count_chances(self, s: State, p: Player, target: int, n: int) -> dict[int, float]:
        """How likely each count is for somebody who remembers every card that was shown (DB-EVENT-037)."""
        content = self.content
        if target == verbs.ENEMIES_CURRENT_LEVEL:  # the backs show the levels, so this can be kept count of
            level = self.rules.enemy_level(s)
            return {sum(content.foe_level[card] == level for card in s.enemies.cards()): 1.0}
        if target == verbs.EVENT_DECK:
            return {len(s.events): 1.0}
        if target == verbs.AMBUSHES_LEFT:
            return {s.events.count(content.ambush_mask): 1.0}
        mask = content.spell_mask if target == verbs.NEXT_SPELL else content.melee_mask
        hidden = [card for deck in (*(q.dd for q in s.players), s.removed) for card in deck.hidden()]
        share = sum(mask[card] for card in hidden) / max(1, len(hidden))
        pile = s.removed if target == verbs.REMOVED_MELEE else p.dd
        known = [card for card, flag in zip(pile.cards(), pile.known(), strict=True) if flag]
        hits = round(sum(mask[card] for card in known) + share * (len(pile) - len(known)))
        if target == verbs.REMOVED_MELEE:
            return {hits: 1.0}
        size = len(pile)
        n = min(n, size)
        return {k: comb(hits, k) * comb(size - hits, n - k) / comb(size, n) for k in range(n + 1)}

    # -- Sidequests ----------------------------------------------------------------------------------------------

    def sidequest(self, s: State, seat: int, options: Sequence[Option]) -> Option:
        """Take it where it promises more than the one in hand."""
        p = s.players[seat - 1]
        old = self.quest_worth(s, p, p.quest, p.progress) if p.quest >= 0 else 0.0
        return ("accept",) if self.quest_worth(s, p, s.active, 0) > old else ("decline",)

    def quest_worth(self, s: State, p: Player, token: int, progress: int) -> float:
        """The reward of a Sidequest, times the chance that it is still completed."""
        quest = self.content.tokens[token].quest
        if quest is None:
            return 0.0
        if quest.goal == verbs.BLIGHT_AT_LEAST:
            chance = 0.9 if s.blight + 3 >= quest.n else 0.5
        elif quest.goal == verbs.DEFEAT_BOSS and self.worth.quick:
            chance = 0.0
        else:
            table = CHANCES[quest.goal]
            chance = table[min(len(table) - 1, max(0, quest.n - progress))]
        w = self.w
        each = {
            verbs.XP: self.worth.xp(p), verbs.HEALTH: 1.0, verbs.DD: w.card, verbs.BLIGHT: -w.blight,
            verbs.SKILL: w.skill, verbs.SPECIAL: w.special,
        }  # fmt: skip
        return chance * sum(each.get(verb, 0.0) * n for verb, n in quest.reward)
