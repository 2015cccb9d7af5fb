"""Tracks and effects: health, defense, Blight, experience, traits, and the verbs that cards use on a player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from undercroft import Option, Refusal
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Verb
from undercroft_death_binder.rules.piles import Piles
from undercroft_death_binder.state import Player, State

__all__ = ["UPGRADES", "Tracks", "too_dear"]

DEFENSE_MAX = 10
UPGRADES: list[Option] = [("upgrade", trait) for trait in range(7)]
TIER = ("", "I", "II", "III")
_CROSSED_OUT = Refusal("DB-TRAIT-004", "this board has the further tiers crossed out")
_LAST_VALUE = Refusal("DB-TRAIT-017", "the trait is on its last value")


@cache
def too_dear(cost: int, xp: int) -> Refusal:
    """DB-TRACK-010: the refusal of what costs more XP than there is; one for each pair of numbers."""
    return Refusal("DB-TRACK-010", f"it costs {cost} XP and {xp} are left")


class Tracks(Piles):
    """Areas BOARD, TRACK and TRAIT, being Downed (COOP), and the effect vocabulary (DB-EVENT-040)."""

    __slots__ = ("cheapest",)

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.cheapest = min(cost for board in self.boards for row in board.costs for cost in row if cost >= 0)

    # -- health and defense ---------------------------------------------------------------------------------------

    def max_health(self, p: Player) -> int:
        """DB-TRAIT-007: current health never exceeds the Max Health trait."""
        return self.trait(p, verbs.MAX_HEALTH)

    def starting_defense(self, p: Player) -> int:
        """DB-TRAIT-009: the defense with which a Combat begins."""
        return self.trait(p, verbs.STARTING_DEFENSE)

    def max_attacks(self, p: Player) -> int:
        """DB-TRAIT-005: the most Action cards in one Combat turn, before Stun and Skills."""
        return self.trait(p, verbs.MAX_ATTACKS)

    def store_limit(self, p: Player) -> int:
        """DB-TRAIT-006: how many used cards may be Stored after a Combat turn."""
        return self.trait(p, verbs.STORE_CARDS_TRAIT) + p.store_bonus

    def heal(self, s: State, p: Player, count: int) -> None:
        """DB-BOARD-016, DB-COOP-023: regain health up to Max Health; a Downed player cannot be healed."""
        if not p.downed:
            p.health = min(self.max_health(p), p.health + count)
            if self.loud:
                self.tell(s, "DB-BOARD-016", "{0} heals to {1} health.", self.who(p), p.health)

    def gain_defense(self, s: State, p: Player, count: int) -> None:
        """DB-BOARD-016: defense rises up to 10."""
        p.defense = min(DEFENSE_MAX, p.defense + count)
        if self.loud:
            self.tell(s, "DB-BOARD-016", "{0} has {1} defense.", self.who(p), p.defense)

    def hurt(self, s: State, p: Player, damage: int, *, pierce: bool = False) -> None:
        """DB-COMBAT-024, DB-ABIL-010: damage takes defense first, unless it penetrates, then health."""
        if not pierce and p.defense:
            absorbed = min(p.defense, damage)
            p.defense -= absorbed
            damage -= absorbed
        if damage > 0:
            self.lose_health(s, p, damage)

    def lose_health(self, s: State, p: Player, count: int) -> None:
        """DB-EVENT-038, DB-SOLO-002, DB-COOP-017: health is lost directly; at 0 solo is lost and co-op is Downed."""
        p.health = max(0, p.health - count)
        p.unhurt = False
        if self.loud:
            self.tell(s, "DB-GLOSS-006", "{0}: {1} health lost, {2} left.", self.who(p), count, p.health)
        if not p.health:
            if not self.coop:
                self.end(s, "loss", "Your health is gone", "DB-SOLO-002")
            self.fall(s, p)

    def fall(self, s: State, p: Player) -> None:
        """DB-COOP-017 to -020, DB-BEHAV-014: a Downed player loses two DD cards and the Sidequest."""
        p.downed = True
        if self.loud:
            self.tell(s, "DB-COOP-017", "{0} is Downed.", self.who(p))
        if all(q.downed for q in s.players):
            self.end(s, "loss", "Both players are Downed", "DB-COOP-020")
        self.remove_from_dd(s, p, 2)
        if p.quest >= 0:
            self.drop_quest(s, p)
        for foe in s.row:
            if foe.target == p.seat:
                foe.target = 3 - p.seat

    def recover_downed(self, s: State) -> None:
        """DB-COOP-022, -024, -025: who is Downed stands up with 2 health when the Adventure has come to its end."""
        for p in s.players:
            if p.downed:
                p.downed = False
                p.health = 2
                if self.loud:
                    self.tell(s, "DB-COOP-022", "{0} stands up with 2 health.", self.who(p))

    # -- Blight ---------------------------------------------------------------------------------------------------

    def gain_blight(self, s: State, count: int) -> None:
        """DB-TRACK-006 to -008: Blight rises; what does not fit takes Enemy cards away unseen."""
        fits = min(count, self.blight_max - s.blight)
        s.blight += fits
        lost = s.enemies.move_to(s.enemy_discard, count - fits) if count > fits else 0
        if self.loud:
            self.tell(s, "DB-TRACK-002", "Blight rises by {0} to {1}.", fits, s.blight)
            if lost:
                self.tell(s, "DB-TRACK-006", "Blight overflows; Enemy cards taken away: {0}.", lost)
        self.blight_risen(s)

    def lower_blight(self, s: State, count: int) -> None:
        """DB-TRACK-009: Blight falls, never below 0."""
        s.blight = max(0, s.blight - count)
        if self.loud:
            self.tell(s, "DB-TRACK-009", "Blight falls to {0}.", s.blight)

    # -- experience -----------------------------------------------------------------------------------------------

    def gain_xp(self, s: State, p: Player, count: int) -> None:
        """DB-TRACK-011 to -016: XP rises; each skill point that is reached for the first time draws a Skill."""
        board = self.boards[p.seat - 1]
        before = p.xp
        p.xp = after = min(board.xp_max, before + count)
        if self.loud:
            self.tell(s, "DB-TRACK-010", "{0}: {1} XP gained, {2} now.", self.who(p), count, after)
        for bit, point in enumerate(board.skill_points):
            if before < point <= after and not p.points >> bit & 1:
                p.points |= 1 << bit
                self.draw_skill(s, p)

    def draw_skill(self, s: State, p: Player) -> None:
        """DB-TRACK-011, DB-SKILL-005: the top Skill card; an empty deck is made anew from the used ones."""
        if not len(s.skills) and s.skill_discard:
            s.skills.shuffle_in(s.skill_discard)
            s.skill_discard.clear()
        if len(s.skills):
            skill = s.skills.pop()
            p.skills.append(skill)
            if self.loud:
                self.tell(s, "DB-TRACK-011", "{0} draws the Skill {1}.", self.who(p), self.content.skills[skill].title)

    # -- traits ---------------------------------------------------------------------------------------------------

    def upgrade_cost(self, p: Player, trait: int) -> int:
        """DB-TRAIT-010: the XP that the next step of a trait costs, -1 where there is none."""
        return self.boards[p.seat - 1].costs[trait][p.steps[trait]]

    def why_not_upgrade(self, p: Player, trait: int, xp: int) -> Refusal | None:
        """DB-TRAIT-004, -010, -017, DB-TRACK-010: why the next step of a trait cannot be bought with so much XP."""
        cost = self.upgrade_cost(p, trait)
        if cost < 0:
            return _CROSSED_OUT if p.steps[trait] == 0 else _LAST_VALUE
        return too_dear(cost, xp) if cost > xp else None

    def upgrade_options(self, p: Player, xp: int) -> list[Option]:
        """DB-TRAIT-010: the upgrades that so much XP can pay."""
        if xp < self.cheapest:
            return []
        return [UPGRADES[trait] for trait in range(7) if self.why_not_upgrade(p, trait, xp) is None]

    def upgrade(self, s: State, p: Player, trait: int) -> None:
        """DB-TRAIT-008, DB-TRAIT-016, DB-CARD-005: one step up; Max Health heals at once, defense waits for Combat."""
        before = self.trait(p, trait)
        p.steps[trait] += 1
        after = self.trait(p, trait)
        if trait == verbs.MAX_HEALTH:
            p.health += after - before
        if self.loud:
            self.tell(s, "DB-TRAIT-010", "{0} raises {1} from {2} to {3}.", self.who(p), self.trait_name(trait),
                      self.trait_value(trait, before), self.trait_value(trait, after))  # fmt: skip

    @staticmethod
    def trait_name(trait: int) -> str:
        """A trait in words."""
        return ("Character Level", "Spell", "Melee", "Max Attacks", "Store Cards", "Max Health",
                "Starting Defense")[trait]  # fmt: skip

    @staticmethod
    def trait_value(trait: int, value: int) -> str:
        """A trait's value as printed: tiers are Roman."""
        return TIER[value] if trait in (verbs.SPELL_TIER, verbs.MELEE_TIER) else str(value)

    # -- effects on a player --------------------------------------------------------------------------------------

    def apply(self, s: State, p: Player, effects: Sequence[Verb]) -> None:
        """DB-GEN-007, DB-EVENT-024, DB-EVENT-040: effects in printed order, as far as possible."""
        for verb, n in effects:
            self.apply_one(s, p, verb, n)

    def apply_one(self, s: State, p: Player, verb: int, n: int) -> None:
        """Carry out one verb with its signed amount for a player (DB-ABIL-014, DB-EVENT-040, DB-SKILL-007)."""
        if verb == verbs.DEFENSE:
            self.gain_defense(s, p, n)
        elif verb == verbs.DEFENSE_LEVEL:
            self.gain_defense(s, p, self.character_level(p))
        elif verb == verbs.DRAW:
            self.draw_cards(s, p, n)
        elif verb == verbs.EMPOWER:
            p.empower += n
        elif verb == verbs.XP:
            if n > 0:
                self.gain_xp(s, p, n)
            else:
                p.xp = max(0, p.xp + n)
        elif verb == verbs.DD:
            if n > 0:
                self.recover(s, p, n)
            else:
                self.remove_from_dd(s, p, -n)
        elif verb == verbs.HEALTH:
            if n > 0:
                self.heal(s, p, n)
            else:
                self.lose_health(s, p, -n)
        elif verb == verbs.BLIGHT:
            if n > 0:
                self.gain_blight(s, n)
            else:
                self.lower_blight(s, -n)
        else:
            self.apply_rare(s, p, verb, n)

    def apply_rare(self, s: State, p: Player, verb: int, n: int) -> None:
        """The verbs that few cards have."""
        if verb == verbs.SKILL:
            for _ in range(n):
                self.draw_skill(s, p)
        elif verb == verbs.SPECIAL:
            self.gain_specials(s, p, n)
        elif verb == verbs.BLINDED:
            self.blind(s, p, n)
        elif verb == verbs.EXTRA_ATTACKS:
            p.extra_attacks += n
        elif verb == verbs.STORE_BONUS:
            p.store_bonus += n

    if TYPE_CHECKING:  # of later chapters

        def blight_risen(self, s: State) -> None:
            """What follows from more Blight: goals and corruption."""

        def drop_quest(self, s: State, p: Player) -> None:
            """Send the Sidequest back to the supply."""
