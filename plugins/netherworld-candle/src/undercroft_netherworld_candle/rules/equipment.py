"""Equipment: what one may carry, what it does when it is used, and Companions on the map (EQUIP)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar, Final

from undercroft import Ask, Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.cards import Cond, Cost, Usage
from undercroft_netherworld_candle.rules.artifacts import Artifacts
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.stats import NETHER_BITS, NETHER_MASK
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import (
    COMPANION,
    LIMIT_NONE,
    PHASE_ADVENTURE,
    SPECIAL,
    TIMING_OWN_TURN,
    TIMING_PASSIVE,
    TIMING_TEST,
    TYPES,
)

__all__ = ["NETHER", "SKILL", "THING", "Equipment"]

THING: Final = 0
SKILL: Final = 1
NETHER: Final = 2

Need = tuple[int, Cost, Cond]
"""What an ability needs besides Energy: the mask of the Tests it is for, other costs, its condition."""

Rows = tuple[tuple[int, int, int, Need | None], ...]
"""Abilities of a card: the number, the Energy it costs, the bits of ``used`` that stand in its way, what else can."""

Uses = tuple[tuple[Rows, ...], tuple[Rows, ...], tuple[Rows, ...]]
"""The abilities of every card: equipment, boards, Netherworld Cards."""

_EXHAUSTED: Final = 1 << 30
"""The bit that says: a card is exhausted."""

_DISCARD: Final = 9
"""Where a cost says that the card itself is put away."""


class Equipment(Artifacts):
    """Equipment Cards, skills and Netherworld Cards as things to use (EQUIP, TURN-007, TURN-012)."""

    __slots__ = ("any_uses", "own_uses", "test_uses", "use_option")

    prompts: ClassVar[dict[str, Prompt]] = {
        "equip": Prompt("NC-EQUIP-008", "The slot of this type is taken. Which card is kept?"),
        "lose-equipment": Prompt("NC-EQUIP-001", "Which Equipment Card?"),
        "companion": Prompt("NC-EQUIP-013", "Which Companion?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.own_uses = _uses(content, test=False, own=True)
        """What can be used in the own turn; ``any_uses`` in that of others, ``test_uses`` for a Test."""
        self.any_uses = _uses(content, test=False, own=False)
        self.test_uses = _uses(content, test=True, own=True)
        self.use_option: list[list[list[Option]]] = [
            [[("use", kind, at, k) for k in range(4)] for at in range(24)] for kind in range(3)
        ]

    # -- using things ---------------------------------------------------------------------------------------------

    def use_options(self, s: State, seat: int, tests: int = 0) -> list[Option]:
        """NC-EQUIP-002 to -004, NC-TURN-012, NC-TEST-040: what a Delver can use now.

        ``tests`` is 0 for uses outside of a Test, else the bit of the Test being declared, for uses that change it.
        What refuses most abilities is looked at before the whole question is asked.
        """
        d = s.delvers[seat - 1]
        energy = d.energy
        options: list[Option] = []
        if tests:
            things, skills, nether = self.test_uses
        else:
            things, skills, nether = self.own_uses if s.turn_seat == seat and not d.over else self.any_uses
        for k, cost, bits, need in skills[d.card]:
            if (
                cost <= energy
                and not d.skill_used & bits
                and (need is None or self.meets(s, d, need, ("delver", d.card, -1), tests))
            ):
                options.append(self.use_option[SKILL][0][k])
        for at, item in enumerate(d.equipment):
            rows = things[item.card]
            if rows and not item.defeated:
                used = item.used | _EXHAUSTED if item.exhausted else item.used
                for k, cost, bits, need in rows:
                    if (
                        cost <= energy
                        and not used & bits
                        and (need is None or self.meets(s, d, need, ("equip", item.card, at), tests))
                    ):
                        options.append(self.use_option[THING][at][k])
        if d.nether:
            for at, card in enumerate(d.nether):
                for k, cost, bits, need in nether[card]:
                    if (
                        cost <= energy
                        and not d.nether_used >> at * NETHER_BITS & bits & NETHER_MASK
                        and (need is None or self.meets(s, d, need, ("nether", card, at), tests))
                    ):
                        options.append(self.use_option[NETHER][at][k])
        return options

    def meets(self, s: State, d: Delver, need: Need, source: Source, tests: int) -> bool:
        """NC-EQUIP-002, NC-TEST-040: whether an ability of a card that is not used up has what else it needs."""
        mask, cost, cond = need
        if (mask and not mask & tests) or (cost and not self.payable(s, d, cost, source)):
            return False
        return not cond or self.judge(s, d.seat, cond, source)

    def why_not_use(
        self, s: State, d: Delver, kind: int, at: int, k: int, usage: Usage, tests: int = 0
    ) -> Refusal | None:
        """NC-EQUIP-002, -004, NC-TURN-012, NC-TEST-040: why something cannot be used now."""
        timing, _story, cost, limit, mask, cond, _effects, _text = usage
        if (timing == TIMING_TEST) != bool(tests) or (mask and not mask & tests):
            return Refusal("NC-TEST-040", "it is declared before the first card of such a Test is revealed")
        if timing == TIMING_OWN_TURN and (s.turn_seat != d.seat or d.over):
            return Refusal("NC-TURN-012", "it can be used in the own turn only, before the encounter is drawn")
        if kind == THING and d.equipment[at].defeated:
            return Refusal("NC-EQUIP-013", "the Companion is set aside until an effect brings it back")
        if limit != LIMIT_NONE and self.used_up(d, kind, at, k):
            return Refusal("NC-EQUIP-002", "it was used as often as it may be")
        source = self.use_source(d, kind, at)
        if cost and (refusal := self.can_pay(s, d, cost, source)) is not None:
            return refusal
        if cond and not self.judge(s, d.seat, cond, source):
            return Refusal("NC-EQUIP-002", "its condition does not hold")
        return None

    def used_up(self, d: Delver, kind: int, at: int, k: int) -> bool:
        """Whether a limited ability was used already."""
        if kind == THING:
            return bool(d.equipment[at].used >> k & 1)
        return bool((d.skill_used >> k if kind == SKILL else d.nether_used >> at * NETHER_BITS + k) & 1)

    def use_source(self, d: Delver, kind: int, at: int) -> Source:
        """The card that acts when something is used."""
        if kind == THING:
            return ("equip", d.equipment[at].card, at)
        return ("delver", d.card, -1) if kind == SKILL else ("nether", d.nether[at], at)

    def thing_title(self, d: Delver, kind: int, at: int) -> str:
        """What is used, as named in the log and in options; a number tells copies of a card apart."""
        if kind == THING:
            return self.item_title(d, at)
        title = self.title(self.use_source(d, kind, at))
        if kind == SKILL or d.nether.count(d.nether[at]) == 1:
            return title
        return f"{title} #{d.nether[:at].count(d.nether[at]) + 1}"

    def usage_of(self, d: Delver, kind: int, at: int, k: int) -> Usage:
        """The ability that an option means."""
        content = self.content
        if kind == THING:
            return content.eq_uses[d.equipment[at].card][k]
        return content.del_uses[d.card][k] if kind == SKILL else content.nether_uses[d.nether[at]][k]

    def use(self, s: State, seat: int, option: Option) -> Flow:
        """NC-EQUIP-002, NC-TURN-007: pay the cost, then the effect; this is no action unless it names one."""
        _, kind, at, k = option
        d = s.delvers[seat - 1]
        _timing, _story, cost, limit, _mask, _cond, effects, _text = self.usage_of(d, kind, at, k)
        source = self.use_source(d, kind, at)
        if self.loud:
            self.tell(s, "NC-EQUIP-004", "{0} uses {1}.", self.name(d), self.thing_title(d, kind, at))
        if limit != LIMIT_NONE:
            self.mark_used(d, kind, at, k)
        if cost:
            yield from self.pay(s, d, cost, source)
        if kind == NETHER and not self.content.nether_keep[source[1]] and not (cost and cost[_DISCARD]):
            self.spend_nether(d, source)
        yield from self.carry_out(s, seat, effects, source)

    def mark_used(self, d: Delver, kind: int, at: int, k: int) -> None:
        """An ability that may be used once in a while has been used."""
        if kind == THING:
            d.equipment[at].used |= 1 << k
        elif kind == SKILL:
            d.skill_used |= 1 << k
        else:
            d.nether_used |= 1 << at * NETHER_BITS + k

    # -- what one may carry ---------------------------------------------------------------------------------------

    def equipment_left(self, s: State, card: int) -> int:
        """NC-EPI-005: how many copies of an Equipment Card are in the supply."""
        used = s.stash_equipment.count(card)
        used += sum(item.card == card for d in (*s.delvers, *s.absent) for item in d.equipment)
        return self.content.eq_copies[card] - used

    def rivals(self, d: Delver, card: int) -> list[Item]:
        """NC-EPI-004, NC-EQUIP-008, -011: the equipped cards of the same slot, where no more of them fit; else none."""
        content = self.content
        kind = content.eq_type[card]
        same = [
            item for item in d.equipment
            if content.eq_type[item.card] == kind and (kind != SPECIAL or item.card == card)
        ]  # fmt: skip
        limit = 1
        if kind == COMPANION and content.eq_beast[card] and all(content.eq_beast[item.card] for item in same):
            limit = content.del_companions[d.card]
        return same if len(same) >= limit else []

    def why_not_equip(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-EPI-004, NC-EQUIP-011: why a Delver cannot equip one more card of this type."""
        if not self.rivals(d, card):
            return None
        if self.content.eq_beast[card]:
            return Refusal("NC-EQUIP-011", f"{self.name(d)} may not have one more Companion")
        return Refusal("NC-EPI-004", f"the slot for a {TYPES[self.content.eq_type[card]]} is taken")

    def put_on(self, s: State, d: Delver, card: int) -> Item:
        """NC-EQUIP-013: an Equipment Card is equipped; a Companion with Health stands with its owner."""
        item = Item(card)
        d.equipment.append(item)
        if s.phase == PHASE_ADVENTURE and d.place >= 0:
            self.call_companion(d, item)
        if self.loud:
            self.tell(s, "NC-EQUIP-001", "{0} equips {1}.", self.name(d), self.content.eq_title[card])
        return item

    def gain_equipment(self, s: State, seat: int, card: int) -> Flow:
        """NC-EQUIP-008, -011: an Equipment Card from the box; where its slot is taken, one of the two is kept."""
        if self.equipment_left(s, card) <= 0:
            return
        d = s.delvers[seat - 1]
        rivals = self.rivals(d, card)
        if rivals:
            options: list[Option] = list(dict.fromkeys(("drop", d.equipment.index(item), item.card) for item in rivals))
            choice = yield self.ask(s, seat, "equip", [*options, ("drop", -1, card)])
            if choice[1] < 0:
                if self.content.eq_legendary[card]:
                    s.stash_equipment += (card,)
                return
            self.discard_equipment(s, d, d.equipment[choice[1]])
            for item in self.rivals(d, card):  # two beasts make way for one other Companion
                self.discard_equipment(s, d, item)
        self.put_on(s, d, card)

    def lose_equipment(self, s: State, seat: int, n: int, kind: int = -1) -> Flow:
        """Discard n Equipment Cards of choice, of one type or of any."""
        d = s.delvers[seat - 1]
        for _ in range(n):
            options: list[Option] = [
                ("equipment", at, item.card) for at, item in enumerate(d.equipment)
                if kind < 0 or self.content.eq_type[item.card] == kind
            ]  # fmt: skip
            if not options:
                return
            at = (yield from self.pick(s, seat, "lose-equipment", options))[1]
            self.discard_equipment(s, d, d.equipment[at])

    def discard_equipment(self, s: State, d: Delver, item: Item) -> None:
        """NC-EQUIP-006, -008, -009: to the supply, legendary cards to the Stash; what lies on it is lost."""
        d.equipment[:] = [other for other in d.equipment if other is not item]
        if self.content.eq_legendary[item.card]:
            s.stash_equipment += (item.card,)
        if self.loud:
            self.tell(s, "NC-EQUIP-008", "{0} puts {1} away.", self.name(d), self.content.eq_title[item.card])

    def return_equipment(self, s: State) -> None:
        """NC-EQUIP-005, NC-EQUIP-006, NC-EQUIP-009: only legendary cards stay, without anything on them."""
        for d in s.delvers:
            d.equipment[:] = [Item(item.card) for item in d.equipment if self.content.eq_legendary[item.card]]

    # -- Companions -----------------------------------------------------------------------------------------------

    def call_companion(self, d: Delver, item: Item) -> None:
        """NC-EQUIP-009, NC-EQUIP-013: a Companion with Health enters play beside its owner, clean."""
        item.damage = item.tokens = 0
        item.armor_broken = item.defeated = False
        item.in_play = self.content.eq_health[item.card] > 0
        item.place = d.place if item.in_play else -1

    def hurt_companion(self, s: State, d: Delver, item: Item, n: int) -> None:
        """NC-EQUIP-009, NC-EQUIP-013: damage on a Companion; at its Health it is set aside with nothing on it."""
        if not item.in_play or n <= 0:
            return
        item.damage += n
        title = self.content.eq_title[item.card]
        if self.loud:
            self.tell(s, "NC-EQUIP-013", "{0} takes {1} damage ({2} of {3}).", title, n, item.damage,
                      self.content.eq_health[item.card])  # fmt: skip
        if item.damage >= self.content.eq_health[item.card]:
            item.in_play, item.defeated, item.place = False, True, -1
            item.damage = item.tokens = 0
            item.armor_broken = False
            item.artifacts.clear()
            if self.loud:
                self.tell(s, "NC-EQUIP-013", "{0} is defeated and set aside.", title)

    def summonable(self, d: Delver) -> list[int]:
        """NC-EQUIP-010: the own Companions with Health that are not in play; one on the map cannot be replaced."""
        return [
            at for at, item in enumerate(d.equipment)
            if not item.in_play and self.content.eq_health[item.card] > 0
        ]  # fmt: skip

    def summon(self, s: State, seat: int) -> Flow:
        """NC-EQUIP-009, NC-EQUIP-010: bring one Companion that is not in play onto the map."""
        d = s.delvers[seat - 1]
        at = yield from self.pick_companion(s, seat, self.summonable(d))
        if at >= 0:
            self.call_companion(d, d.equipment[at])
            if self.loud:
                self.tell(s, "NC-EQUIP-010", "{0} brings {1} into play.", self.name(d),
                          self.content.eq_title[d.equipment[at].card])  # fmt: skip

    def repair(self, s: State, seat: int, n: int) -> Flow:
        """NC-STAT-015: take n damage off one own Companion."""
        d = s.delvers[seat - 1]
        hurt = [at for at, item in enumerate(d.equipment) if item.in_play and item.damage]
        at = yield from self.pick_companion(s, seat, hurt)
        if at >= 0:
            item = d.equipment[at]
            item.damage = max(0, item.damage - n)

    def break_armor(self, s: State, seat: int) -> Flow:
        """NC-STAT-017: an Armor Break token on one own Companion that has armor left."""
        d = s.delvers[seat - 1]
        whole = [
            at for at, item in enumerate(d.equipment)
            if item.in_play and not item.armor_broken and self.content.eq_armor[item.card]
        ]  # fmt: skip
        at = yield from self.pick_companion(s, seat, whole)
        if at >= 0:
            d.equipment[at].armor_broken = True

    def pick_companion(self, s: State, seat: int, found: list[int]) -> Generator[Ask, Option, int]:
        """Let the owner choose one of several Companions; -1 where there is none."""
        if not found:
            return -1
        options: list[Option] = [("companion", at) for at in found]
        at: int = (yield from self.pick(s, seat, "companion", options))[1]
        return at


def _uses(content: Any, *, test: bool, own: bool) -> Uses:
    """The abilities of the Adventure Phase that are used in, or outside of, a Test; with those of the own turn or not.

    They depend on the content alone.
    """
    return (
        _timed(content.eq_uses, test=test, own=own),
        _timed(content.del_uses, test=test, own=own),
        _timed(content.nether_uses, test=test, own=own),
    )


def _need(usage: Usage) -> Need | None:
    """What an ability needs besides Energy; ``None`` for nothing."""
    cost = usage[2] if any(usage[2][1:9]) else ()
    return (usage[4], cost, usage[5]) if usage[4] or cost or usage[5] else None


def _timed(cards: tuple[tuple[Usage, ...], ...], *, test: bool, own: bool) -> tuple[Rows, ...]:
    """For each card of a kind its abilities of that time."""
    return tuple(
        tuple(
            (
                k, usage[2][0] if usage[2] else 0,
                (usage[3] != LIMIT_NONE) << k | (_EXHAUSTED if usage[2] and usage[2][10] else 0),
                _need(usage),
            )
            for k, usage in enumerate(uses)
            if not usage[1] and usage[0] != TIMING_PASSIVE and (usage[0] == TIMING_TEST) == test
            and (own or usage[0] != TIMING_OWN_TURN)
        )
        for uses in cards
    )  # fmt: skip
