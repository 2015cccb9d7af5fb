"""Foes in the Combat row: placing, harming and defeating them, Raise, corruption, and whom they target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undercroft import Refusal
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Kit
from undercroft_death_binder.rules.travel import Travel
from undercroft_death_binder.state import BOSS_FIGHT, NO_FIGHT, Foe, Player, State

__all__ = ["Foes"]


class Foes(Travel):
    """Areas ENEMY, CORRUPT, BEHAV and the abilities that concern being harmed (ABIL)."""

    __slots__ = ("foe_healths", "kits", "no_icon", "prepares", "retreat_costs", "shields")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        cards = range(len(content.foes))
        # What layers may change about a card is asked once, not in every fight.
        self.foe_healths = tuple(self.foe_health(card) for card in cards)
        self.retreat_costs = tuple(self.retreat_cost(card) for card in cards)
        self.kits = tuple(self.kits_of(card) for card in cards)
        self.shields = tuple(any(kit.important for kit in kits) for kits in self.kits)
        self.prepares = tuple(len(kits) > 1 or any(kit.regenerate or kit.guard for kit in kits) for kits in self.kits)
        self.no_icon = tuple(self.no("DB-ENEMY-009", f"{name} has no retreat icon") for name in content.foe_names)

    # -- the Enemy deck -------------------------------------------------------------------------------------------

    def enemy_level(self, s: State) -> int:
        """DB-EVENT-016, DB-EVENT-022: the level on the back of the top Enemy card, 4 for an empty deck."""
        top = s.enemies.top()
        return 4 if top is None else self.content.foe_level[top]

    def draw_enemies(self, s: State, count: int) -> list[int]:
        """DB-TOKEN-005, DB-ENEMY-019: the top Enemy cards; an exhausted deck gets the used level 4 cards back."""
        drawn = s.enemies.draw(count)
        if len(drawn) < count:
            levels = self.content.foe_level
            used = s.enemy_discard.cards()
            flags = dict(zip(used, s.enemy_discard.known(), strict=True))
            fresh = [card for card in used if levels[card] == 4]
            if fresh:
                for card in fresh:
                    s.enemy_discard.take(card)
                    s.enemies.put_top(card, seen=flags[card] > 0)
                s.enemies.shuffle()
                drawn += s.enemies.draw(count - len(drawn))
        return drawn

    # -- values ---------------------------------------------------------------------------------------------------

    def foe_health(self, card: int) -> int:
        """The damage that defeats a foe: what its card prints."""
        return self.content.foe_health[card]

    def retreat_cost(self, card: int) -> int:
        """DB-ENEMY-009, -010: the number beside the retreat icon, -1 without one."""
        return self.content.foe_retreat[card]

    def foe_damage(self, foe: Foe) -> int:
        """DB-COMBAT-023: the base damage of an attack, before abilities and Vulnerability: what the card prints."""
        return self.content.foe_damage[foe.card]

    def kits_of(self, card: int) -> tuple[Kit, ...]:
        """The abilities that a card prints: what is active without a toss, then the two of a Boss toss."""
        return self.content.foe_kits[card]

    def kit(self, foe: Foe) -> Kit:
        """The abilities that are active now (DB-BOSS-007)."""
        return self.kits[foe.card][foe.kit]

    def vulnerability(self, foe: Foe, melee: bool) -> int:
        """DB-ENEMY-006, DB-ABIL-004, DB-ENEMY-008: the printed Vulnerability and the tokens on it."""
        if melee:
            return self.content.foe_vuln_melee[foe.card] + foe.vuln_melee
        return self.content.foe_vuln_spell[foe.card] + foe.vuln_spell

    def place_foe(self, s: State, card: int) -> Foe:
        """DB-ENEMY-020, DB-BOARD-015: a foe joins the row at its right end."""
        foe = Foe(card, self.foe_healths[card])
        s.row.append(foe)
        if self.loud:
            self.tell(s, "DB-ENEMY-020", "{0} enters the Combat Area.", self.foe_name(card))
        return foe

    # -- who may be attacked --------------------------------------------------------------------------------------

    def why_not_target(self, s: State, at: int) -> Refusal | None:
        """DB-ABIL-011, DB-ABIL-012: another Enemy shields this one until it was dealt damage this round."""
        shields = [f for f in s.row if not f.harmed and self.kit(f).important]
        if shields and s.row[at] not in shields:
            return self.no("DB-ABIL-011", f"{self.foe_name(shields[0].card)} has to be dealt damage first this round")
        return None

    def targets(self, s: State) -> Sequence[int]:
        """DB-COMBAT-009, DB-ABIL-011: the places in the row that may be attacked."""
        row = s.row
        if len(row) > 1:
            shields = self.shields
            for foe in row:
                if shields[foe.card]:
                    return [at for at in range(len(row)) if self.why_not_target(s, at) is None]
        return range(len(row))

    # -- harm -----------------------------------------------------------------------------------------------------

    def strike_foe(self, s: State, p: Player, foe: Foe, base: int, *, melee: bool) -> None:
        """DB-SKILL-007, DB-ENEMY-007: base damage of a type times the Vulnerability to it."""
        self.wound(s, foe, base * self.vulnerability(foe, melee), p.seat)

    def wound(self, s: State, foe: Foe, damage: int, seat: int) -> None:
        """DB-COMBAT-014, DB-ENEMY-005, -021: defense absorbs point by point, the rest is wounds."""
        if damage <= 0:
            return
        foe.harmed = True
        if foe.defense:
            absorbed = min(foe.defense, damage)
            foe.defense -= absorbed
            damage -= absorbed
        foe.wounds += damage
        if self.loud:
            self.tell(s, "DB-COMBAT-014", "{0} takes {1} damage ({2} of {3}).", self.foe_name(foe.card), damage,
                      min(foe.wounds, foe.health), foe.health)  # fmt: skip
        if foe.wounds >= foe.health:
            self.defeat(s, foe, seat)

    def mark_foe(self, s: State, foe: Foe, verb: int, n: int) -> None:
        """DB-ABIL-002, DB-ABIL-004: Stun does not stack; Vulnerability rises by one a token."""
        if verb == verbs.STUN:
            foe.stunned = True
        elif verb == verbs.VULN_MELEE:
            foe.vuln_melee += n
        else:
            foe.vuln_spell += n
        if self.loud:
            rule = "DB-ABIL-001" if verb == verbs.STUN else "DB-ABIL-004"
            self.tell(s, rule, "{0}: {1}.", self.foe_name(foe.card),
                      ("stunned", "Melee Vulnerability up", "Spell Vulnerability up")[verb - verbs.STUN])  # fmt: skip

    def defeat(self, s: State, foe: Foe, seat: int) -> None:
        """DB-ENEMY-004, -018, DB-ABIL-008, -009: Raise once, else the foe leaves at once and grants its XP."""
        raises = self.kit(foe).raises
        if raises is not None and not foe.raised and self.raise_foe(s, foe, faith=raises[1]):
            return
        s.row.remove(foe)
        if self.loud:
            self.tell(s, "DB-ENEMY-005", "{0} is defeated.", self.foe_name(foe.card))
        self.put_away(s, foe)
        kind = self.content.foe_kind[foe.card]
        if kind == verbs.OBSTACLE:
            return
        s.enemies_defeated += 1
        s.finisher = seat
        p = s.players[seat - 1]
        xp = self.content.foe_xp[foe.card]
        if xp:
            self.gain_xp(s, p, xp)
        self.progress(s, p, verbs.DEFEAT_ENEMIES, 1)
        if kind == verbs.BOSS and not s.row and s.fight == BOSS_FIGHT:
            self.boss_reward(s, p)

    def raise_foe(self, s: State, foe: Foe, *, faith: bool) -> bool:
        """DB-ABIL-008, DB-ABIL-009: back without wounds and tokens, in its place, once per Combat."""
        foe.raised = True
        if faith and not self.foe_toss(s, f"Raise of {self.foe_name(foe.card)}"):
            return False
        foe.wounds = foe.vuln_melee = foe.vuln_spell = 0
        foe.stunned = False
        if self.loud:
            self.tell(s, "DB-ABIL-008", "{0} rises again.", self.foe_name(foe.card))
        return True

    def put_away(self, s: State, foe: Foe) -> None:
        """DB-ENEMY-018, DB-CORRUPT-009, -010, DB-BOSS-017, DB-BEHAV-015: where a foe goes that leaves the row."""
        kind = self.content.foe_kind[foe.card]
        if kind == verbs.LEVEL_ENEMY:
            s.enemy_discard.put_top(foe.card)
        elif kind == verbs.EVENT_ENEMY:
            s.event_enemies.append(self.content.foe_normal[foe.card])
        if foe.behaviour >= 0:
            s.behaviours.put_bottom(foe.behaviour)

    def boss_reward(self, s: State, p: Player) -> None:
        """DB-BOSS-009 to -011, DB-SIDE-009: one Special Action card for the last blow of a Boss encounter."""
        self.gain_specials(s, p, 1)
        self.progress(s, p, verbs.DEFEAT_BOSS, 1)

    # -- corruption -----------------------------------------------------------------------------------------------

    def corrupt(self, s: State) -> None:
        """DB-CORRUPT-003 to -008, -011: beyond the red mark every Event Enemy of the Combat turns, for good."""
        if s.blight <= self.blight_red:
            return
        other = self.content.foe_corrupted
        for foe in list(s.row):
            if other[foe.card] >= 0:
                foe.card = other[foe.card]
                foe.health = self.foe_healths[foe.card]
                if self.loud:
                    self.tell(s, "DB-CORRUPT-004", "{0} is corrupted.", self.foe_name(foe.card))
                if foe.wounds >= foe.health:
                    self.defeat(s, foe, s.leader)  # DB-COOP-030

    def blight_risen(self, s: State) -> None:
        """DB-CORRUPT-004: corruption in the middle of a Combat, before the reward of a goal can lower Blight again."""
        if s.row and s.fight != NO_FIGHT:
            self.corrupt(s)
        super().blight_risen(s)

    # -- co-op: whom they attack ----------------------------------------------------------------------------------

    def deal_behaviours(self, s: State) -> None:
        """DB-BEHAV-002, -015, -016: one Behaviour card for each foe; a surplus uses the card [leader]."""
        s.behaviours.shuffle()
        for foe in s.row:
            foe.behaviour = s.behaviours.pop() if len(s.behaviours) else -1
        if self.loud:
            self.tell(s, "DB-BEHAV-002", "Behaviour cards are dealt; Enemies: {0}.", len(s.row))

    def mark_targets(self, s: State) -> None:
        """DB-BEHAV-010 to -014: mark for each foe the player whom it attacks this round."""
        for foe in s.row:
            foe.target = self.choose_target(s, foe)
            if self.loud:
                self.tell(s, "DB-BEHAV-010", "{0} attacks Player {1}.", self.foe_name(foe.card), foe.target)

    def choose_target(self, s: State, foe: Foe) -> int:
        """DB-BEHAV-003 to -008, -014: the first icon that singles a standing player out; else the Leader."""
        one, two = s.players
        if one.downed or two.downed:
            return two.seat if one.downed else one.seat
        card = foe.behaviour if foe.behaviour >= 0 else self.content.leader_behaviour
        for icon in self.content.behaviours[card]:
            if icon == verbs.LEADER:
                return s.leader
            if icon == verbs.OTHER:
                return 3 - s.leader
            a, b = self.measure(one, icon), self.measure(two, icon)
            if a != b:
                return one.seat if a > b else two.seat
        return s.leader

    @staticmethod
    def measure(p: Player, icon: int) -> int:
        """DB-BEHAV-005, -006, -008: what an icon compares; the higher value is singled out."""
        if icon in (verbs.LOWEST_HEALTH, verbs.HIGHEST_HEALTH):
            return p.health if icon == verbs.HIGHEST_HEALTH else -p.health
        if icon in (verbs.LOWEST_DEFENSE, verbs.HIGHEST_DEFENSE):
            return p.defense if icon == verbs.HIGHEST_DEFENSE else -p.defense
        if icon in (verbs.SMALLEST_DRAW_DECK, verbs.LARGEST_DRAW_DECK):
            return len(p.dd) if icon == verbs.LARGEST_DRAW_DECK else -len(p.dd)
        return p.xp
