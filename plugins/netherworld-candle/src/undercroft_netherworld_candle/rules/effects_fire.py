"""Triggers of cards in play: who acts at a moment, in which order, and how often (NC-TURN-002, -010, NC-MAP-007)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from undercroft import Flow, Option
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Trig
from undercroft_netherworld_candle.rules.base import NOTHING_ASKED, Source
from undercroft_netherworld_candle.rules.effects import Effects
from undercroft_netherworld_candle.rules.effects_gains import OF_DELVERS
from undercroft_netherworld_candle.rules.effects_tables import Triggered, TriggerTables, once
from undercroft_netherworld_candle.rules.stats import NETHER_BITS, NETHER_MASK
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    MOMENTS,
    ON_ACTIVATE,
    ON_DAMAGED,
    ON_DEFEAT,
    ON_HIT,
    ON_SPAWN,
    SPAN_ROUND,
    SPAN_TEST,
    SPAN_TURN,
    WHO_YOU,
)

__all__ = ["Fire"]

Due = tuple[Source, int, Trig, int]
"""A trigger that is to act: its card, the seat that is "you", the trigger, its bit."""

_OF_ENEMY: Final = frozenset({ON_SPAWN, ON_ACTIVATE, ON_HIT, ON_DEFEAT, ON_DAMAGED})
"""Moments that an enemy's card knows for the enemy itself only."""


class Fire(Effects):
    """Runs triggers, and renews what may be used once in a turn or round."""

    __slots__ = ("moments", "trigger_tables")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.trigger_tables = once(content, TriggerTables)
        self.moments = self.trigger_tables.moments

    # -- firing ---------------------------------------------------------------------------------------------------

    def fire(self, s: State, moment: int, seat: int, place: int = -1, e: Enemy | None = None, tests: int = 0) -> Flow:
        """Run what acts at a moment (ON_…).

        ``seat`` is whom it concerns (0 nobody), ``place`` the Location concerned (-1: the Delver's own, or all of them
        where nobody is concerned), ``e`` the enemy whose own card acts, ``tests`` the bit of the kind of Test.
        """
        tables = self.moments[s.scenario][moment]
        if tables is None:
            return NOTHING_ASKED
        due = self._due(s, tables, moment, seat, place, e, tests)
        return self._in_turn(s, due, moment, e) if due else NOTHING_ASKED

    def _in_turn(self, s: State, due: list[Due], moment: int, e: Enemy | None) -> Flow:
        """NC-TURN-010: what is due at a moment, in the order that the acting player gives it."""
        before = s.it
        if e is not None:
            s.it = e.number
        while due:
            chosen = due[0]
            if len(due) > 1:
                options = self._orders(s, due)
                if len(options) > 1:
                    option = yield self.ask(s, s.turn_seat or s.gm, "order", options)
                    chosen = due[option[1]]
            due.remove(chosen)
            source, you, trigger, bit = chosen
            if not self.still_there(s, you, source, moment) or not self.judge(s, you, trigger[1], source):
                continue
            if bit:
                self.set_used(s, you, source, self.used(s, you, source) | bit)
            if self.loud:
                when = MOMENTS[moment].replace("-", " ")
                self.tell(s, "NC-TURN-010", "{0} takes effect ({1}).", self.title(source), when)
            yield from self.carry_out(s, you, trigger[0], source)
        if e is not None:
            s.it = before

    def _orders(self, s: State, due: list[Due]) -> list[Option]:
        """NC-TURN-010: what can be first, each with a name of its own; of what is alike in everything, only one."""
        rows = [(row[0][:2], *row[1:]) if row[0][0] == "nether" else row for row in due]  # copies are alike
        unlike = [n for n, row in enumerate(rows) if row not in rows[:n]]
        plain = [self.title(due[n][0]) for n in unlike]
        titles = {
            n: f"{title}, {self.name(s.delvers[due[n][1] - 1])}" if due[n][1] and plain.count(title) > 1 else title
            for n, title in zip(unlike, plain, strict=True)
        }
        named: list[Option] = []
        for n, title in titles.items():
            same = [other for other in titles if titles[other] == title]
            named.append(("first", n, f"{title} #{same.index(n) + 1}" if len(same) > 1 else title))
        return named

    def _due(
        self, s: State, tables: tuple[Any, ...], moment: int, seat: int, place: int, e: Enemy | None, tests: int
    ) -> list[Due]:
        """What acts at a moment: the cards of those concerned, of the place, and of the scenario."""
        boards, equipment, nether, threats, enemies, locations, notes = tables
        found: list[Due] = []
        if (e is None or moment == ON_HIT) and (boards or equipment or nether or threats):
            for d in s.delvers if not seat else (s.delvers[seat - 1],):
                if boards is not None and boards[d.card]:
                    self._rows(s, d.seat, ("delver", d.card, -1), boards[d.card], tests, found)
                if equipment is not None:
                    for n, item in enumerate(d.equipment):
                        if equipment[item.card] and not item.defeated:
                            self._rows(s, d.seat, ("equip", item.card, n), equipment[item.card], tests, found)
                if nether is not None and d.nether:
                    for n, card in enumerate(d.nether):
                        if nether[card]:
                            self._rows(s, d.seat, ("nether", card, n), nether[card], tests, found)
                if threats is not None and d.threat:
                    for card in d.threat:
                        if threats[card]:
                            self._rows(s, d.seat, ("encounter", card, -1), threats[card], tests, found)
        you = seat or s.gm
        if enemies is not None and (enemies[e.card] if e is not None else s.enemies):
            self._of_enemies(s, enemies, moment, you, seat, e, found)
        if locations is not None and e is None:
            at = place if place >= 0 or not seat else s.delvers[seat - 1].place
            for n in (at,) if at >= 0 else () if seat else range(len(s.map)):
                m = s.map[n]
                if locations[m.card] and m.face_up and not m.gone:
                    self._rows(s, you, ("location", m.card, n), locations[m.card], tests, found)
        if notes is not None and s.scenario >= 0 and notes[s.scenario] is not None:
            for page, rows in notes[s.scenario]:
                if page in (-1, s.page):
                    self._rows(s, you, ("scenario", s.scenario, s.page), rows, tests, found)
        return found

    def _of_enemies(
        self,
        s: State,
        table: tuple[Triggered, ...],
        moment: int,
        you: int,
        seat: int,
        e: Enemy | None,
        found: list[Due],
    ) -> None:
        """NC-ENEMY-017: the cards of enemies act whether the enemy is Immobilized or not."""
        if e is not None:
            self._rows(s, you, ("enemy", e.card, e.number), table[e.card], 0, found)
        elif moment not in _OF_ENEMY:
            place = s.delvers[seat - 1].place if seat else -1
            for other in s.enemies:
                if table[other.card] and (not seat or other.place == place):
                    self._rows(s, you, ("enemy", other.card, other.number), table[other.card], 0, found)

    def _rows(self, s: State, you: int, source: Source, rows: Triggered, tests: int, found: list[Due]) -> None:
        for trigger, bit in rows:
            if trigger[2] and not trigger[2] & tests:
                continue
            if bit and self.used(s, you, source) & bit:
                continue
            if not trigger[1] or self.judge(s, you, trigger[1], source):
                found.append((source, you, trigger, bit))

    def still_there(self, s: State, you: int, source: Source, moment: int) -> bool:
        """Whether a card that was to act has not left play, or its holder, meanwhile.

        A defeated enemy's last words are spoken.
        """
        kind, card, n = source[0], source[1], source[2]
        if kind == "encounter":
            return card in s.delvers[you - 1].threat
        if kind == "enemy":
            return moment == ON_DEFEAT or any(e.number == n for e in s.enemies)
        if kind == "location":
            return not s.map[n].gone
        if kind == "nether":
            return card in s.delvers[you - 1].nether
        if kind == "equip":
            return any(item.card == card for item in s.delvers[you - 1].equipment)
        return True

    def awaits(self, s: State, moment: int, seat: int = 0, *, others: bool = False) -> bool:
        """NC-TURN-011: whether something acts at a moment that somebody may want to prepare for.

        With ``others`` it is asked whether it reaches others than the Delver whom it concerns. A card counts whether
        its condition holds or not, since it may come to hold. A Note counts where its condition holds, which mostly
        tells a place or a round.
        """
        tables = self.moments[s.scenario][moment]
        if tables is None:
            return False
        enemies, locations, notes = tables[4:]
        place = s.delvers[seat - 1].place if seat else -1
        found = [rows for d in ((s.delvers[seat - 1],) if seat else s.delvers) for rows in _held(tables, d)]
        if enemies is not None:
            found += [enemies[e.card] for e in s.enemies if not seat or e.place == place]
        if locations is not None:
            found += [locations[m.card] for m in ((s.map[place],) if seat else s.map) if m.face_up and not m.gone]
        if notes is not None and notes[s.scenario] is not None:
            source = ("scenario", s.scenario, s.page)
            for page, rows in notes[s.scenario]:
                if page in (-1, s.page):
                    found += [(row,) for row in rows if self.judge(s, seat or s.gm, row[0][1], source)]
        return any(rows and (not others or _reach_others(rows)) for rows in found)

    def awaits_own(self, s: State, moment: int, d: Delver) -> bool:
        """NC-TURN-011: whether a card of one Delver acts at a moment, whatever its condition."""
        tables = self.moments[s.scenario][moment]
        return tables is not None and any(_held(tables, d))

    # -- how often ------------------------------------------------------------------------------------------------

    def used(self, s: State, seat: int, source: Source) -> int:
        """The bits of those abilities of a card that have been used as often as they may be."""
        kind, n = source[0], source[2]
        d = s.delvers[seat - 1]
        if kind == "equip":
            item = self.item_of(d, source)
            return 0 if item is None else item.used
        if kind == "delver":
            return d.skill_used
        if kind == "nether":
            at = self.nether_at(d, source)
            return d.nether_used >> at * NETHER_BITS & NETHER_MASK if at >= 0 else 0
        if kind == "enemy":
            return next((e.used for e in s.enemies if e.number == n), 0)
        if kind == "location":
            return s.map[n].used
        return s.page_used if kind == "scenario" else 0

    def set_used(self, s: State, seat: int, source: Source, bits: int) -> None:
        """Note the abilities of a card that have been used."""
        kind, n = source[0], source[2]
        d = s.delvers[seat - 1]
        if kind == "equip":
            item = self.item_of(d, source)
            if item is not None:
                item.used = bits
        elif kind == "delver":
            d.skill_used = bits
        elif kind == "nether":
            at = self.nether_at(d, source)
            if at >= 0:
                d.nether_used = d.nether_used & ~(NETHER_MASK << at * NETHER_BITS) | bits << at * NETHER_BITS
        elif kind == "enemy":
            for e in s.enemies:
                if e.number == n:
                    e.used = bits
        elif kind == "location":
            s.map[n].used = bits
        elif kind == "scenario":
            s.page_used = bits

    def renew_turn(self, s: State) -> None:
        """A Player Turn is over: what may be used once a turn may be used again, what lasted for the turn ends."""
        self._renew(s, self.trigger_tables.turn, SPAN_TURN)

    def renew_round(self, s: State) -> None:
        """A round is over: likewise for what may be used, or lasts, once a round; exhausted cards are fresh."""
        self._renew(s, self.trigger_tables.round, SPAN_ROUND)
        for d in s.delvers:
            for item in d.equipment:
                item.exhausted = False

    def _renew(self, s: State, masks: Sequence[Any], span: int) -> None:
        boards, equipment, nether, enemies, locations, notes = masks
        for d in s.delvers:
            if d.skill_used:
                d.skill_used &= ~boards[d.card]
            for item in d.equipment:
                if item.used:
                    item.used &= ~equipment[item.card]
            if d.nether_used:
                for n, card in enumerate(d.nether):
                    d.nether_used &= ~(nether[card] << n * NETHER_BITS)
            if d.bonuses:
                d.bonuses = tuple(bonus for bonus in d.bonuses if bonus[2] != span)
        for e in s.enemies:
            if e.used:
                e.used &= ~enemies[e.card]
        if locations is not None:
            for m in s.map:
                if m.used:
                    m.used &= ~locations[m.card]
        if s.page_used and s.scenario >= 0:
            s.page_used &= ~notes[s.scenario]

    def end_bonuses(self, d: Delver) -> None:
        """What was for one Test ends with it."""
        if d.bonuses:
            d.bonuses = tuple(bonus for bonus in d.bonuses if bonus[2] != SPAN_TEST)


def _held(tables: tuple[Any, ...], d: Delver) -> list[Triggered]:
    """What the cards of a Delver do at a moment: board, equipment, Netherworld Cards, Threat Area."""
    boards, equipment, nether, threats = tables[:4]
    found: list[Triggered] = [] if boards is None else [boards[d.card]]
    if equipment is not None:
        found += [equipment[item.card] for item in d.equipment]
    if nether is not None:
        found += [nether[card] for card in d.nether]
    if threats is not None:
        found += [threats[card] for card in d.threat]
    return found


@cache
def _reach_others(rows: Triggered) -> bool:
    """Whether any of some triggers does something to others than "you", for good or ill, besides moving the candle."""
    effects = [act for trigger, _bit in rows for act in trigger[0]]
    return any(act[1] != WHO_YOU if act[0] in OF_DELVERS else act[0] != verbs.CANDLE for act in effects)
