"""Combat: its rounds, the players' turns, Storing, retreat, and its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from undercroft import Flow, Option, Refusal, call
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Verb
from undercroft_death_binder.rules.base import DONE
from undercroft_death_binder.rules.enemies_turn import EnemiesTurn
from undercroft_death_binder.state import BOSS_FIGHT, ENCOUNTER, NO_FIGHT, OBSTACLE_FIGHT, Foe, Player, State

__all__ = ["Combat"]

T = TypeVar("T")
Steps = tuple[tuple[T, ...], ...]
"""A figure by seat and step of a trait."""

RETREAT: Option = ("retreat",)
END_TURN: Option = ("end",)
_OBSTACLE = Refusal("DB-EVENT-020", "there is no retreat from an Obstacle")
_BOSS = Refusal("DB-BOSS-013", "there is no retreat from a Boss")
_NONE_PLAYED = Refusal("DB-COMBAT-006", "at least one card has to be played first")
_ON_TARGET = (verbs.STUN, verbs.VULN_MELEE, verbs.VULN_SPELL)


@cache
def _all_played(played: int, limit: int) -> Refusal:
    return Refusal("DB-COMBAT-005", f"{played} of {limit} cards are played this turn")


class Combat(EnemiesTurn):
    """Area COMBAT, and the co-op order of turns (COOP)."""

    __slots__ = (
        "attack_frames",
        "attack_table",
        "blinded_count",
        "damage_table",
        "enemies_frame",
        "splashes",
        "turn_frames",
    )

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        abilities = zip(content.auto, content.faith, strict=True)
        self.splashes = tuple(any(verb == verbs.SPLASH for verb, _ in (*auto, *faith)) for auto, faith in abilities)
        self.blinded_count = len(content.blinded)
        # What a trait's step gives is asked once, through whatever layers say of it.
        self.attack_table: Steps[int] = self.by_step(verbs.MAX_ATTACKS, self.max_attacks)
        spell = self.by_step(verbs.SPELL_TIER, lambda p: self.tier_damage(p, verbs.SPELL_TIER))
        melee = self.by_step(verbs.MELEE_TIER, lambda p: self.tier_damage(p, verbs.MELEE_TIER))
        self.damage_table: tuple[Steps[tuple[int, ...]], ...] = tuple(zip(spell, melee, strict=True))
        # Frames that every turn lays are made once.
        self.attack_frames = tuple(call(self.attack, seat) for seat in range(3))
        self.turn_frames = tuple((call(self.store, seat), self.attack_frames[seat]) for seat in range(3))
        self.enemies_frame = call(self.enemies_turn)

    def tier_damage(self, p: Player, trait: int) -> tuple[int, ...]:
        """DB-CARD-004: the damage of every card at the player's tier of a type."""
        return self.content.damage[min(self.trait(p, trait), len(self.content.damage) - 1)]

    def by_step(self, trait: int, figure: Callable[[Player], T]) -> Steps[T]:
        """What a figure is at each step of a trait: by seat, then step."""
        table = []
        for seat, board in enumerate(self.boards, 1):
            p = Player(seat)
            steps = []
            for step in range(len(board.values[trait])):
                p.steps[trait] = step
                steps.append(figure(p))
            table.append(tuple(steps))
        return tuple(table)

    # -- beginning ------------------------------------------------------------------------------------------------

    def encounter(self, s: State) -> None:
        """DB-TOKEN-005, -016, DB-TRACK-003: as many Enemies as Blight shows; with none there is no Combat."""
        for card in self.draw_enemies(s, self.blight_enemies[s.blight]):
            self.place_foe(s, card)
        if s.row:
            self.start_combat(s, ENCOUNTER)

    def start_combat(self, s: State, fight: int) -> None:
        """DB-COMBAT-034: corruption, defense, Behaviour cards and targets, then the first round."""
        s.fight = fight
        s.round = 0
        self.corrupt(s)
        for p in s.players:
            p.unhurt = True
            self.set_defense(s, p)
        if self.coop:
            self.deal_behaviours(s)
            self.mark_targets(s)
        self.combat_round(s)

    def set_defense(self, s: State, p: Player) -> None:
        """DB-COMBAT-001, DB-COMBAT-030, DB-TRAIT-016: defense is the Starting Defense, whatever it was."""
        p.defense = self.starting_defense(p)
        if self.loud:
            self.tell(s, "DB-COMBAT-001", "{0} has {1} defense.", self.who(p), p.defense)

    def combat_round(self, s: State) -> None:
        """DB-COMBAT-002, -003, DB-COOP-010, -034: both refill, then the Leader, the other player, the Enemies."""
        if not s.row:  # corruption can defeat what it turns
            self.end_combat(s)
            return
        s.round += 1
        for p in s.players:
            if not p.downed:
                self.refill(s, p)
        for foe in s.row:
            foe.harmed = False
            if self.prepares[foe.card]:
                self.raise_guard(s, foe)
        s.stack.append(self.enemies_frame)
        if self.coop:
            first, *others = self.in_order(s)
            for p in others:
                s.do(self.turn, p.seat)
            self.turn(s, first.seat)
        else:
            self.turn(s, 1)

    def turn(self, s: State, seat: int) -> None:
        """DB-COMBAT-026, DB-COOP-023: a Combat turn, unless no Enemy is left or the player is Downed."""
        p = s.players[seat - 1]
        if s.row and not p.downed:
            self.begin_turn(s, p)
            s.stack += self.turn_frames[seat]

    def begin_turn(self, s: State, p: Player) -> None:
        """What lasted for a turn begins anew (DB-COMBAT-020)."""
        p.played = p.empower = p.extra_attacks = p.store_bonus = 0
        p.used.clear()

    # -- attacking ------------------------------------------------------------------------------------------------

    def attack_limit(self, p: Player) -> int:
        """DB-COMBAT-005, -006, DB-ABIL-003: Max Attacks, one less while stunned, never below one, plus Skills."""
        limit = self.attack_table[p.seat - 1][p.steps[verbs.MAX_ATTACKS]]
        if p.stunned:
            limit = max(1, limit - 1)
        return limit + p.extra_attacks

    def why_not_play(self, p: Player) -> Refusal | None:
        """DB-COMBAT-005, DB-BLIND-006: why no further card can be played in this Combat turn."""
        limit = self.attack_limit(p)
        return None if p.played < limit else _all_played(p.played, limit)

    def why_not_end(self, p: Player) -> Refusal | None:
        """DB-COMBAT-006: why the Combat turn cannot be ended yet."""
        return None if p.played else _NONE_PLAYED

    def attack(self, s: State, seat: int) -> Flow:
        """DB-COMBAT-005 to -009: play a card on an Enemy, use a Skill, retreat, or end the turn."""
        p = s.players[seat - 1]
        option = yield self.ask(s, seat, "attack", self.attack_options(s, p))
        verb = option[0]
        if verb == "play":
            card = option[1]
            if len(option) == 2:
                self.play_blinded(s, p, card)
            else:
                foe = s.row[option[2]]
                beside = self.neighbours_of(s, foe) if self.splashes[card] else ()
                self.play_card(s, p, card, foe, beside)
                if self.content.faith[card]:
                    if not s.row:
                        self.check_victory(s)  # DB-GEN-009: the damage has won the game before anything is tossed
                    yield from self.faith_abilities(s, p, card, foe, beside)
            if s.triggers:
                yield from self.emit(s, "played", seat, card)
        elif verb == "skill":
            self.use_skill(s, p, option)
        elif verb == "retreat":
            self.retreat(s)
            return
        else:
            return
        if not s.row:
            self.check_victory(s)
        elif self.can_go_on(s, p):
            s.stack.append(self.attack_frames[seat])

    def can_go_on(self, s: State, p: Player) -> bool:
        """DB-COMBAT-005, DB-ENEMY-012: whether anything but ending the turn is left to do in it."""
        if p.hand and self.why_not_play(p) is None:
            return True
        return bool(p.skills and self.skill_options(s, p)) or self.why_not_retreat(s) is None

    def attack_options(self, s: State, p: Player) -> list[Option]:
        """DB-COMBAT-005, -006, -009, -033, DB-BLIND-005, -006: all that may be done now in the own Combat turn."""
        options: list[Option] = []
        if self.why_not_play(p) is None:
            hand = p.hand
            dead: list[int] = []
            if len(s.blinded) < self.blinded_count:
                blinded = self.content.is_blinded
                dead = [card for card in hand if blinded[card]]
                hand = [card for card in hand if not blinded[card]]
            for at in self.targets(s):
                options += map(self.plays[at], hand)
            if dead:
                options.append(self.drop_options[dead[0]])
        if p.skills:
            options += self.skill_options(s, p)
        if self.why_not_retreat(s) is None:
            options.append(RETREAT)
        if self.why_not_end(p) is None:
            options.append(END_TURN)
        return options

    def play_blinded(self, s: State, p: Player, card: int) -> None:
        """DB-BLIND-004 to -007, -013: a Blinded card does nothing, counts as played and goes back to its pile."""
        p.hand.remove(card)
        p.played += 1
        s.blinded.append(card)
        if self.loud:
            self.tell(s, "DB-BLIND-005", "{0} plays a Blinded card.", self.who(p))

    def play_card(self, s: State, p: Player, card: int, foe: Foe, beside: tuple[Foe, ...]) -> None:
        """DB-COMBAT-010 to -014, -033: the damage is computed, automatic abilities work, then it is dealt."""
        content = self.content
        p.hand.remove(card)
        p.used.append(card)
        p.played += 1
        melee = content.is_melee[card]
        factor = self.vulnerability(foe, melee)
        damage = (self.base_damage(p, card) + p.empower) * factor
        p.empower = 0
        if self.loud:
            self.tell(s, "DB-COMBAT-009", "{0} plays {1} on {2}.", self.who(p), content.action_names[card],
                      self.foe_name(foe.card))  # fmt: skip
        auto = content.auto[card]
        splash = self.play_abilities(s, p, foe, factor, auto) if auto else 0
        if damage:
            self.wound(s, foe, damage, p.seat)
        if splash:
            self.splash(s, p, beside, splash, melee=melee)

    def faith_abilities(self, s: State, p: Player, card: int, foe: Foe, beside: tuple[Foe, ...]) -> Flow:
        """DB-COMBAT-015, -016, DB-CARD-006: the toss after the damage; for a target that is gone it is void."""
        if not (yield from self.own_toss(s, p, self.content.action_names[card])):
            return
        melee = self.content.is_melee[card]
        stands = any(other is foe for other in s.row)
        factor = self.vulnerability(foe, melee) if stands else 0
        spread = self.play_abilities(s, p, foe, factor, self.content.faith[card])
        if spread:
            self.splash(s, p, beside, spread, melee=melee)

    def base_damage(self, p: Player, card: int) -> int:
        """DB-CARD-004, DB-TRAIT-003: the value for the player's tier of the card's type."""
        trait = verbs.MELEE_TIER if self.content.is_melee[card] else verbs.SPELL_TIER
        return self.damage_table[p.seat - 1][trait - 1][p.steps[trait]][card]

    def play_abilities(self, s: State, p: Player, foe: Foe, factor: int, abilities: tuple[Verb, ...]) -> int:
        """DB-ABIL-014, DB-ENEMY-007, -008: abilities in printed order; an immune target ignores what concerns it.

        Returns the damage to adjacent Enemies that goes with the card's own damage.
        """
        splash = 0
        for verb, n in abilities:
            if verb == verbs.SPLASH:
                splash += n
            elif verb in _ON_TARGET:
                if factor > 0:
                    self.mark_foe(s, foe, verb, n)
            else:
                self.apply_one(s, p, verb, n)
        return splash

    @staticmethod
    def neighbours_of(s: State, foe: Foe) -> tuple[Foe, ...]:
        """DB-GLOSS-001: the Enemies directly beside one in the row."""
        at = next(i for i, other in enumerate(s.row) if other is foe)
        return tuple(s.row[i] for i in (at - 1, at + 1) if 0 <= i < len(s.row))

    def splash(self, s: State, p: Player, beside: tuple[Foe, ...], base: int, *, melee: bool) -> None:
        """DB-ABIL-012, DB-ABIL-016: damage to adjacent Enemies; an unharmed Important Target keeps the others safe."""
        for foe in beside:
            at = next((i for i, other in enumerate(s.row) if other is foe), -1)
            if at >= 0 and self.why_not_target(s, at) is None:
                self.wound(s, foe, base * self.vulnerability(foe, melee), p.seat)

    # -- storing --------------------------------------------------------------------------------------------------

    def store(self, s: State, seat: int) -> Flow:
        """DB-COMBAT-017 to -021, -027, DB-BLIND-013: Store some used cards, one by one; the rest is Removed."""
        p = s.players[seat - 1]
        p.stunned = False  # DB-ABIL-003: used up with the turn
        left = self.store_limit(p)
        while left > 0 and p.used:
            option = yield self.ask(s, seat, "store", [*map(self.stores, p.used), DONE])
            if option == DONE:
                break
            left -= 1
            p.used.remove(option[1])
            self.store_card(s, p, option[1])
            if self.loud:
                self.tell(s, "DB-COMBAT-017", "{0} Stores {1}.", self.who(p), self.card_name(option[1]))
            self.progress(s, p, verbs.STORE_CARDS, 1)
        if self.loud:
            self.tell(s, "DB-COMBAT-018", "{0} Removes the other used cards: {1}.", self.who(p), len(p.used))
        s.removed.put_top_many(p.used)
        p.used.clear()

    # -- retreat --------------------------------------------------------------------------------------------------

    def why_not_retreat(self, s: State) -> Refusal | None:
        """DB-ENEMY-009 to -012, DB-BOSS-013, DB-CORRUPT-002, DB-EVENT-020, DB-COOP-031: why there is no retreat."""
        if s.fight == OBSTACLE_FIGHT:
            return _OBSTACLE
        if s.fight == BOSS_FIGHT:
            return _BOSS
        cost = 0
        for foe in s.row:
            price = self.retreat_costs[foe.card]
            if price < 0:
                return self.no_icon[foe.card]
            cost += price
        for p in s.players:
            if not self.can_pay_dd(p, cost):
                return self.no("DB-GEN-007", f"{self.who(p)} cannot pay {cost} cards of the Draw Deck")
        return None

    def retreat(self, s: State) -> None:
        """DB-ENEMY-010, -011, -013, -014: every player pays; the Enemies left behind are discarded without XP."""
        cost = sum(self.retreat_costs[foe.card] for foe in s.row)
        if self.loud:
            self.tell(s, "DB-ENEMY-013", "The party retreats; each player pays Draw Deck cards: {0}.", cost)
        for p in s.players:
            self.remove_from_dd(s, p, cost)
            p.unhurt = False
        for foe in s.row:
            self.put_away(s, foe)
        s.row.clear()

    # -- ending ---------------------------------------------------------------------------------------------------

    def end_combat(self, s: State) -> None:
        """DB-COMBAT-031, -035: tokens go back, defense is set, who is Downed stands up."""
        boss = s.fight == BOSS_FIGHT
        s.fight = NO_FIGHT
        for p in s.players:
            p.stunned = False
            p.vuln_melee = p.vuln_spell = 1
        if self.loud:
            self.tell(s, "DB-COMBAT-031", "The Combat is over; Stun and Vulnerability tokens are returned.")
        for p in s.players:
            self.set_defense(s, p)
        if self.coop:
            self.recover_downed(s)
        for p in s.players:
            if p.unhurt:
                self.progress(s, p, verbs.ENCOUNTER_WITHOUT_HEALTH_LOSS, 1)
        if boss:
            self.boss_beaten(s)
