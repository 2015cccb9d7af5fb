"""Enemies come and go: where they spawn, damage on them, their defeat, and what their attacks do."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

from undercroft import Ask, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.candle import Candle
from undercroft_netherworld_candle.state import Delver, Enemy, Item, State
from undercroft_netherworld_candle.terms import (
    MOD_ARMOR,
    MOD_DAMAGE,
    MOD_SILENT,
    ON_DAMAGED,
    ON_DEFEAT,
    ON_HIT,
    ON_KILL,
    ON_SPAWN,
    OTHER,
    STANCE_RULE,
    WHERE_ADJACENT,
    WHERE_ANY,
    WHERE_EACH,
    WHERE_HIGHEST,
)

__all__ = ["Spawning", "Target"]

Target = tuple[int, int]
"""A unit: (seat, -1) a Delver, (seat, index of the Equipment Card) a Companion, (0, number) an enemy."""


class Spawning(Candle):
    """Spawning (ENC), defeat and attacks of enemies (ENEMY, STAT)."""

    __slots__ = ("hit_matters",)

    prompts: ClassVar[dict[str, Prompt]] = {
        "spawn": Prompt("NC-ENC-005", "Where is the enemy placed?"),
        "opportunity": Prompt("NC-STAT-012", "Which enemy makes its attack of opportunity first?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.hit_matters: tuple[bool, ...] = tuple(bool(rows[ON_HIT]) for rows in content.enc_triggers)
        """Whether more happens at a hit of an enemy than its damage."""

    # -- spawning -------------------------------------------------------------------------------------------------

    def spawn(
        self, s: State, seat: int, card: int, n: int = 1, where: int = WHERE_HIGHEST, stance: int = 0, at: int = -1
    ) -> Flow:
        """NC-ENC-004 to -006: put n enemies on the map, by default where their card or the rule says.

        For WHERE_EACH every Delver gets n of them.
        """
        if where == WHERE_HIGHEST:
            where, at = self.content.enc_spawn[card], self.content.enc_spawn_at[card]
        if stance == STANCE_RULE:
            stance = self.content.enc_stance[card]
        if where == WHERE_EACH:
            for d in s.delvers:
                for _ in range(n):
                    yield from self.enter_play(s, seat, card, d.place, stance)
            return
        for _ in range(n):
            place = yield from self.spawn_place(s, seat, where, at)
            if place >= 0:
                yield from self.enter_play(s, seat, card, place, stance)

    def spawn_place(self, s: State, seat: int, where: int, at: int) -> Generator[Ask, Option, int]:
        """NC-ENC-005: the Location where an enemy spawns; the Grandmaster decides among tied Delvers."""
        spots = list(dict.fromkeys(self.spawn_spots(s, seat, where, at)))
        if not spots:
            return -1
        chooser = seat if where in (WHERE_ANY, WHERE_ADJACENT) and seat else s.gm
        options: list[Option] = [("place", place) for place in spots]
        place: int = (yield from self.pick(s, chooser, "spawn", options))[1]
        return place

    def can_spawn(self, s: State, seat: int, card: int, where: int = WHERE_HIGHEST, at: int = -1) -> bool:
        """NC-ENC-015: whether there is a Location where :meth:`spawn` would put an enemy."""
        if where == WHERE_HIGHEST:
            where, at = self.content.enc_spawn[card], self.content.enc_spawn_at[card]
        return where == WHERE_HIGHEST or bool(self.spots(s, seat or s.gm, where, at))

    def spawn_spots(self, s: State, seat: int, where: int, at: int) -> list[int]:
        """NC-ENC-005: the Locations that come into question."""
        return self.spots(s, seat or s.gm, where, at)

    def enter_play(self, s: State, seat: int, card: int, place: int, stance: int, *, setback: bool = False) -> Flow:
        """NC-ENC-004, NC-ENC-006, NC-GEN-010: card and standee enter play together."""
        s.enemy_count += 1
        e = Enemy(s.enemy_count, card, place, setback=setback)
        s.enemies.append(e)
        e.immobilized = self.spawns_immobilized(s, e, stance)
        if self.loud:
            self.tell(s, "NC-ENC-004", "{0} spawns at {1}{2}.", self.foe(e), self.place_name(s, place),
                      ", Immobilized" if e.immobilized else ", ready")  # fmt: skip
        yield from self.fire(s, ON_SPAWN, seat or s.gm, place, e)

    def spawns_immobilized(self, s: State, e: Enemy, stance: int) -> bool:
        """NC-ENC-006, NC-ADV-017: new enemies are Immobilized; ``stance`` is what a card says about it."""
        return True

    def immobilize_enemy(self, s: State, e: Enemy) -> None:
        """NC-STAT-006: the standee is laid on its side."""
        if not e.immobilized:
            e.immobilized = True
            if self.loud:
                self.tell(s, "NC-STAT-006", "{0} is Immobilized.", self.foe(e))

    def rouse_enemy(self, s: State, e: Enemy) -> None:
        """NC-STAT-006: the standee stands up."""
        if e.immobilized:
            e.immobilized = False
            if self.loud:
                self.tell(s, "NC-STAT-006", "{0} stands up and is ready.", self.foe(e))

    # -- damage and defeat ----------------------------------------------------------------------------------------

    def remaining(self, e: Enemy) -> int:
        """NC-ENEMY-018: remaining Health of an enemy."""
        return self.content.enc_health[e.card] - e.damage

    def armor(self, s: State, e: Enemy) -> int:
        """NC-ACT-007, NC-STAT-017: the armor of an enemy; Armor Break tokens do nothing on enemies."""
        return max(0, self.content.enc_armor[e.card] + self.enemy_modifier(s, e, MOD_ARMOR))

    def damage_enemy(self, s: State, e: Enemy, n: int, seat: int = 0) -> Flow:
        """NC-STAT-015, NC-ENEMY-018: damage on an enemy, defeated as soon as it reaches its Health.

        ``seat`` is the Delver who deals it, 0 where no Delver does (NC-ENEMY-020).
        """
        if n <= 0 or self.enemy(s, e.number) is None:
            return
        e.damage += n
        dead = self.remaining(e) <= 0
        if self.loud:
            self.tell(s, "NC-STAT-015", "{0} takes {1} damage ({2} of {3}).", self.foe(e), n, e.damage,
                      self.content.enc_health[e.card])  # fmt: skip
        if dead:
            yield from self.defeat_enemy(s, e, seat)
        else:
            yield from self.fire(s, ON_DAMAGED, seat, e.place, e)

    def defeat_enemy(self, s: State, e: Enemy, seat: int) -> Flow:
        """NC-ENEMY-018 to -020, NC-ENC-008: off the map; the Delver with the final blow takes the Neidan."""
        self.remove_enemy(s, e)
        s.defeated += (e.card,)
        if self.loud:
            self.tell(s, "NC-ENEMY-018", "{0} is defeated.", self.foe(e))
        if not e.setback:
            self.discard_encounter(s, e.card)
        neidan = self.content.enc_neidan[e.card]
        if seat and neidan:
            self.gain_neidan(s, s.delvers[seat - 1], neidan)
        yield from self.fire(s, ON_DEFEAT, seat, e.place, e)
        if seat:
            yield from self.fire(s, ON_KILL, seat, e.place)

    def remove_enemy(self, s: State, e: Enemy) -> None:
        """NC-GEN-010: card and standee leave play together."""
        s.enemies[:] = [other for other in s.enemies if other.number != e.number]

    def archive_enemy(self, s: State, e: Enemy) -> None:
        """NC-GEN-004: an enemy goes back into the box; nobody has defeated it."""
        self.remove_enemy(s, e)
        if self.loud:
            self.tell(s, "NC-GEN-004", "{0} is Archived.", self.foe(e))

    def discard_encounter(self, s: State, card: int) -> None:
        """NC-ENC-008, NC-LOG-024: onto the discard pile of its deck; setback cards go back into the box."""
        deck = self.content.enc_deck[card]
        if deck != OTHER:
            (s.yang_discard if deck else s.yin_discard).append(card)

    # -- attacks of enemies ---------------------------------------------------------------------------------------

    def enemy_attack(self, s: State, e: Enemy, target: Target) -> Flow:
        """NC-ENEMY-012, NC-ENEMY-014: an attack needs no Test; its damage is the number on the card."""
        n = max(0, self.content.enc_damage[e.card] + self.enemy_modifier(s, e, MOD_DAMAGE))
        if self.loud:
            self.tell(s, "NC-ENEMY-012", "{0} attacks {1}.", self.foe(e), self.target_name(s, target))
        return self.hurt_unit(s, target, n, e)

    def hurt_unit(self, s: State, target: Target, n: int, e: Enemy | None) -> Flow:
        """NC-ENEMY-012, -014, NC-STAT-018, -020: damage on a unit; armor counts where an enemy attacks (``e``)."""
        seat, at = target
        if not seat:
            other = self.enemy(s, at)
            if other is not None:
                yield from self.damage_enemy(s, other, n - self.armor(s, other) if e is not None else n)
            return
        d = s.delvers[seat - 1]
        if at >= 0:
            item = d.equipment[at]
            if e is not None and not item.armor_broken:
                n -= self.content.eq_armor[item.card]
            self.hurt_companion(s, d, item, max(0, n))
            return
        if e is not None:
            n = max(0, n - self.modifier(s, d, MOD_ARMOR))
        if n > 0:
            yield from self.lose_health(s, d, n)
        if e is not None:
            yield from self.fire(s, ON_HIT, seat, d.place, e)

    def opportunity_attacks(self, s: State, seat: int) -> Generator[Ask, Option, bool]:
        """NC-STAT-010 to -012, NC-ENEMY-017: each ready enemy here attacks once; tells whether the action goes on.

        It does not if one of them defeats the Delver.
        """
        d = s.delvers[seat - 1]
        waiting = self.provoked(s, d)
        if not waiting:
            return True
        defeats = d.defeats
        place = d.place
        while waiting:
            e = yield from self.first_to_strike(s, d, waiting)
            waiting = [other for other in waiting if other.number != e.number]
            if e.immobilized or e.place != place or self.enemy(s, e.number) is None:
                continue
            if self.loud:
                self.tell(s, "NC-STAT-010", "{0} makes an attack of opportunity.", self.foe(e))
            yield from self.enemy_attack(s, e, (seat, -1))
            if d.defeats != defeats:
                return False
            if d.place != place:
                break
        return True

    def provoked(self, s: State, d: Delver) -> list[Enemy]:
        """NC-STAT-010, NC-STAT-006: the enemies that would attack of opportunity; Immobilized ones do not."""
        place = d.place
        ready = [e for e in s.enemies if e.place == place and not e.immobilized]
        if ready and self.modifier(s, d, MOD_SILENT):
            return []
        return ready

    def first_to_strike(self, s: State, d: Delver, waiting: list[Enemy]) -> Generator[Ask, Option, Enemy]:
        """NC-STAT-012, NC-ENEMY-002: lowest remaining Health first; the Grandmaster orders ties, where it matters."""
        if len(waiting) == 1:
            return waiting[0]
        least = min([self.remaining(e) for e in waiting])
        tied = [e for e in waiting if self.remaining(e) == least]
        if len({(e.card, e.damage) for e in tied}) == 1 or not self.order_matters(d, tied):
            return tied[0]
        options: list[Option] = [("enemy", e.number) for e in tied]
        number = (yield self.ask(s, s.gm, "opportunity", options))[1]
        return next(e for e in tied if e.number == number)

    def order_matters(self, d: Delver, tied: list[Enemy]) -> bool:
        """Whether the order of attacks changes anything: one of them may be the last, or does more than damage."""
        damage = self.content.enc_damage
        return sum([damage[e.card] for e in tied]) >= d.health or any(self.hit_matters[e.card] for e in tied)

    # -- names ----------------------------------------------------------------------------------------------------

    def foe(self, e: Enemy) -> str:
        """An enemy as named in the log; its number tells it from others of its name."""
        return f"{self.content.enc_title[e.card]} #{e.number}"

    def target_name(self, s: State, target: Target) -> str:
        """A unit as named in the log."""
        seat, at = target
        if not seat:
            other = self.enemy(s, at)
            return self.foe(other) if other is not None else "an enemy"
        d = s.delvers[seat - 1]
        return self.name(d) if at < 0 else f"{self.item_title(d, at)} of {self.name(d)}"

    def item_title(self, d: Delver, at: int) -> str:
        """The title of an Equipment Card, with a number where a Delver has several of that name."""
        card = d.equipment[at].card
        copies = [n for n, item in enumerate(d.equipment) if item.card == card]
        return self.content.eq_title[card] + (f" #{copies.index(at) + 1}" if len(copies) > 1 else "")

    if TYPE_CHECKING:  # of a later chapter

        def hurt_companion(self, s: State, d: Delver, item: Item, n: int) -> None:
            """Damage on a Companion."""
