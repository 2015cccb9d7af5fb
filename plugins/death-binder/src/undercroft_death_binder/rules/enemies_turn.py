"""The Enemies' turn: Boss tosses, attacks from left to right, and what follows an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercroft import Flow, Option
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.foes import Foes
from undercroft_death_binder.state import BOSS_FIGHT, Foe, Player, State

__all__ = ["EnemiesTurn"]


class EnemiesTurn(Foes):
    """Step 4 of a Combat round (COMBAT), Enemy abilities (ABIL) and Bosses (BOSS)."""

    __slots__ = ()

    def raise_guard(self, s: State, foe: Foe) -> None:
        """DB-ABIL-015, DB-ENEMY-021: guard n gives n defense at the start of each round."""
        guard = self.kit(foe).guard
        if guard is None:
            return
        n, faith = guard
        foe.defense = n if not faith or self.foe_toss(s, f"guard of {self.foe_name(foe.card)}") else 0
        if self.loud:
            self.tell(s, "DB-ENEMY-021", "{0} has {1} defense.", self.foe_name(foe.card), foe.defense)

    def enemies_turn(self, s: State) -> Flow:
        """DB-COMBAT-022, DB-BOSS-006, DB-BEHAV-011: tosses, then each Enemy attacks; then the next round or the end."""
        if s.row:
            prepares = self.prepares
            for foe in s.row:
                if prepares[foe.card]:
                    self.open_enemies_turn(s)
                    break
            for foe in s.row[:]:
                if foe.wounds < foe.health:  # else turning to its corrupted side has defeated it meanwhile
                    yield from self.foe_attack(s, foe)
        if s.row:
            if self.coop:
                self.mark_targets(s)
            self.combat_round(s)
        else:
            self.end_combat(s)

    def open_enemies_turn(self, s: State) -> None:
        """DB-BOSS-006, -007, -016, DB-ABIL-015: Boss abilities are tossed for, then wounds regenerate."""
        kits = self.kits
        for foe in s.row:
            if len(kits[foe.card]) > 1:
                foe.kit = 1 if self.foe_toss(s, self.foe_name(foe.card)) else 2
        for foe in s.row:
            regenerate = self.kit(foe).regenerate
            if regenerate is not None and foe.wounds:
                n, faith = regenerate
                if not faith or self.foe_toss(s, f"regeneration of {self.foe_name(foe.card)}"):
                    foe.wounds = max(0, foe.wounds - n)
                    if self.loud:
                        self.tell(s, "DB-ABIL-015", "{0} regenerates {1}.", self.foe_name(foe.card), n)

    def foe_attack(self, s: State, foe: Foe) -> Flow:
        """DB-COMBAT-023 to -025, -032, DB-ABIL-001, -002, -006, -007, -010: one attack and what follows it."""
        if foe.stunned:
            foe.stunned = False
            foe.struck = True
            if self.loud:
                self.tell(s, "DB-ABIL-001", "{0} is stunned and does not attack.", self.foe_name(foe.card))
            return
        content = self.content
        p = s.players[foe.target - 1]
        kit = self.kit(foe)
        damage = self.foe_damage(foe)
        pierce = False
        if kit.attack:
            bonus, pierce = self.attack_bonus(s, p, foe)
            damage += bonus
        foe.struck = True
        damage *= p.vuln_melee if content.foe_is_melee[foe.card] else p.vuln_spell
        if self.loud:
            self.tell(s, "DB-COMBAT-022", "{0} attacks {1} for {2} {3} damage.", self.foe_name(foe.card), self.whom(p),
                      damage, "Melee" if content.foe_is_melee[foe.card] else "Spell")  # fmt: skip
        self.hurt(s, p, damage, pierce=pierce)
        for verb, n, faith in kit.after:
            if faith and not self.foe_toss(s, self.foe_name(foe.card)):
                continue
            yield from self.after_attack(s, p, verb, n)

    def attack_bonus(self, s: State, p: Player, foe: Foe) -> tuple[int, bool]:
        """DB-ABIL-006, -010, -015, DB-COMBAT-025, -032: what changes an attack, as things stand at its start."""
        bonus, pierce = 0, False
        undefended = not p.defense
        for verb, n, faith in self.kit(foe).attack:
            if verb == verbs.FIRST_STRIKE and foe.struck:
                continue
            if verb == verbs.PUNISH_UNDEFENDED and not undefended:
                continue
            if verb == verbs.FRENZY and len(s.row) > 1:
                continue
            if faith and not self.foe_toss(s, self.foe_name(foe.card)):
                continue
            if verb == verbs.PENETRATE:
                pierce = True
            else:
                bonus += n
        return bonus, pierce

    def after_attack(self, s: State, p: Player, verb: int, n: int) -> Flow:
        """DB-ABIL-013, -015, -018, DB-COOP-023: what an attack does besides; a Downed player is spared."""
        if verb == verbs.BLIGHT:
            self.gain_blight(s, n)
        elif p.downed:
            return
        elif verb == verbs.STUN_PLAYER:
            p.stunned = True
            if self.loud:
                self.tell(s, "DB-ABIL-003", "{0} is stunned.", self.who(p))
        elif verb == verbs.EXPOSE_MELEE or verb == verbs.EXPOSE_SPELL:
            self.expose(s, p, n, melee=verb == verbs.EXPOSE_MELEE)
        elif verb == verbs.DISARM:
            yield from self.disarm(s, p, n)
        else:
            self.apply_one(s, p, verb, n)

    def expose(self, s: State, p: Player, n: int, *, melee: bool) -> None:
        """DB-BOARD-012, DB-ABIL-015: Vulnerability tokens on a player."""
        if melee:
            p.vuln_melee = max(1, p.vuln_melee + n)
        else:
            p.vuln_spell = max(1, p.vuln_spell + n)
        if self.loud:
            self.tell(
                s, "DB-ABIL-015", "{0}: {1} Vulnerability up by {2}.", self.who(p), "Melee" if melee else "Spell", n
            )

    def disarm(self, s: State, p: Player, n: int) -> Flow:
        """DB-ABIL-017, DB-ABIL-018: the player Removes cards of the own hand, Blinded ones apart."""
        for _ in range(n):
            cards: list[Option] = [("remove", card) for card in p.hand if not self.content.is_blinded[card]]
            if not cards:
                return
            option = yield self.ask(s, p.seat, "disarm", cards)
            p.hand.remove(option[1])
            self.remove_card(s, p, option[1])
            if self.loud:
                self.tell(s, "DB-ABIL-018", "{0} Removes {1}.", self.who(p), self.card_name(option[1]))

    # -- Bosses ---------------------------------------------------------------------------------------------------

    def boss_encounter(self, s: State) -> None:
        """DB-BOSS-001, -003, -004, -012, -015: the next Boss, with its partner to the right of it."""
        first = s.bosses.pop(0)
        self.place_foe(s, first)
        partner = self.content.partners[first]
        if partner >= 0 and partner in s.bosses:
            s.bosses.remove(partner)
            self.place_foe(s, partner)
        self.start_combat(s, BOSS_FIGHT)

    def bosses_needed(self) -> int:
        """DB-MODE-005, DB-MODE-006: how many Boss encounters have to be won."""
        return 1 if self.setup.mode == "quick-descent" else 4

    def check_victory(self, s: State) -> None:
        """DB-GEN-009, DB-MODE-005, -006, DB-BOSS-014: won as soon as the last Boss that is needed has fallen."""
        if s.fight == BOSS_FIGHT and not s.row and s.bosses_beaten + 1 >= self.bosses_needed():
            s.bosses_beaten += 1
            rule = "DB-MODE-005" if self.bosses_needed() == 1 else "DB-MODE-006"
            self.end(s, "win", "The Boss is defeated" if self.bosses_needed() == 1 else "All Bosses are defeated", rule)

    def boss_beaten(self, s: State) -> None:
        """DB-MAP-016, DB-MAP-019, DB-COOP-027: the descent is over; the next one begins at the top."""
        s.bosses_beaten += 1
        self.reset_map(s)
        s.do(self.explore)

    if TYPE_CHECKING:  # of a later chapter

        def start_combat(self, s: State, fight: int) -> None:
            """Begin a Combat with the row as it stands."""

        def combat_round(self, s: State) -> None:
            """Begin a Combat round."""

        def end_combat(self, s: State) -> None:
            """End a Combat."""
