"""Modifiers: what cards in play add to the values of Delvers and enemies, for as long as they lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.effects_judge import Judge
from undercroft_netherworld_candle.rules.effects_tables import (
    ON_DELVERS,
    ON_ENEMIES,
    ModTables,
    Plan,
    Rows,
    mod_rows,
    once,
)
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import SCOPE_ENEMIES_HERE, SCOPE_HERE, SCOPE_PARTY, SCOPE_SELF, SCOPE_YOU

__all__ = ["Mods"]

_HELD: Final = ("delver", "equip", "nether", "artifact", "encounter")
"""The kinds of cards that a Delver has, in the order of their tables."""


class Mods(Judge):
    """Gives the modifiers of a value: :meth:`modifier` for Delvers, :meth:`enemy_modifier` for enemies."""

    __slots__ = ("delver_plans", "enemy_plans", "mod_tables")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.mod_tables = once(content, ModTables)
        self.delver_plans = self.mod_tables.of_delvers
        self.enemy_plans = self.mod_tables.of_enemies

    # -- Delvers --------------------------------------------------------------------------------------------------

    def modifier(self, s: State, d: Delver, mod: int, tests: int = 0) -> int:
        """What changes a value (MOD_…) of a Delver now; ``tests`` has the bit of the kind of Test it is for."""
        total = 0
        if d.bonuses:
            for kind, n, _span in d.bonuses:
                if kind == mod:
                    total += n
        held, wide, places = self.delver_plans[s.scenario][mod]
        if held is not None:
            boards, equipment, nether, artifacts, threats = held
            for holder in s.delvers if wide else (d,):
                if boards is not None and boards[holder.card]:
                    total += self._add(s, d, holder, boards[holder.card], tests, ("delver", holder.card, -1))
                for at, item in enumerate(holder.equipment):
                    if equipment is not None and equipment[item.card] and not item.defeated:
                        total += self._add(s, d, holder, equipment[item.card], tests, ("equip", item.card, at))
                    if item.artifacts and artifacts is not None:
                        total += self._of_artifacts(s, d, holder, item.artifacts, artifacts, tests)
                if holder.artifacts and artifacts is not None:
                    total += self._of_artifacts(s, d, holder, holder.artifacts, artifacts, tests)
                if holder.nether and nether is not None:
                    for card in holder.nether:
                        if nether[card]:
                            total += self._add(s, d, holder, nether[card], tests, ("nether", card, -1))
                if holder.threat and threats is not None:
                    for card in holder.threat:
                        if threats[card]:
                            total += self._add(s, d, holder, threats[card], tests, ("encounter", card, -1))
        if places is not None and d.place >= 0 and (s.enemies or places[1] or places[2]):
            total += self._places(s, d, places, tests, mod)
        return total

    def _of_artifacts(
        self, s: State, d: Delver, holder: Delver, stored: Sequence[int], rows: Sequence[Rows], tests: int
    ) -> int:
        """What the artifacts of a board, or of an Equipment Card, do to a Delver."""
        total = 0
        for card in stored:
            if rows[card]:
                total += self._add(s, d, holder, rows[card], tests, ("artifact", card, -1))
        return total

    def _add(self, s: State, d: Delver, holder: Delver, rows: Rows, tests: int, source: Source) -> int:
        """The sum of those rows of a holder's card that reach a Delver now; "you" in their conditions is the holder."""
        total = 0
        for n, scope, mask, cond in rows:
            if mask and not mask & tests:
                continue
            if d is not holder and (scope == SCOPE_YOU or (scope == SCOPE_HERE and d.place != holder.place)):
                continue
            if not cond or self.judge(s, holder.seat, cond, source):
                total += n
        return total

    def _places(self, s: State, d: Delver, plan: Plan, tests: int, mod: int) -> int:
        """What Locations, enemies and the scenario do to a Delver; "you" in their conditions is the Delver."""
        enemies, locations, notes = plan
        total = 0
        if enemies is not None:
            for e in s.enemies:
                if enemies[e.card]:
                    near, source = e.place == d.place, ("enemy", e.card, e.number)
                    total += self._reach(s, d, enemies[e.card], tests, near=near, source=source)
        if locations is not None:
            for at in range(len(s.map)) if mod in self.mod_tables.far else (d.place,):
                m = s.map[at]
                if locations[m.card] and m.face_up and not m.gone:
                    near, source = at == d.place, ("location", m.card, at)
                    total += self._reach(s, d, locations[m.card], tests, near=near, source=source)
        if notes is not None and notes[s.scenario]:
            rows = self._note(s, mod, ON_DELVERS)
            total += self._reach(s, d, rows, tests, near=True, source=("scenario", s.scenario, s.page))
        return total

    def _reach(self, s: State, d: Delver, rows: Rows, tests: int, *, near: bool, source: Source) -> int:
        total = 0
        for n, scope, mask, cond in rows:
            if (mask and not mask & tests) or (scope != SCOPE_PARTY and not near):
                continue
            if not cond or self.judge(s, d.seat, cond, source):
                total += n
        return total

    def _note(self, s: State, mod: int, scopes: frozenset[int]) -> Rows:
        """The rows of the scenario and of its open page."""
        parts = self.mod_tables.notes[s.scenario]
        page = parts[s.page + 1] if s.page >= 0 else ()
        return mod_rows((*parts[0], *page), mod, scopes)

    # -- enemies --------------------------------------------------------------------------------------------------

    def enemy_modifier(self, s: State, e: Enemy, mod: int) -> int:
        """What changes a value of an enemy now, its own card included (NC-ENEMY-017: also while it is Immobilized)."""
        plan = self.enemy_plans[s.scenario][mod]
        if plan is None:
            return 0
        *held, cards, locations, notes = plan
        total = 0
        if cards is not None:
            for other in s.enemies:
                if cards[other.card]:
                    source: Source = ("enemy", other.card, other.number)
                    total += self._on_enemy(s, e, cards[other.card], s.gm, other.place, source, own=other is e)
        if locations is not None:
            for at in range(len(s.map)) if mod in self.mod_tables.far else (e.place,):
                m = s.map[at]
                if locations[m.card] and m.face_up and not m.gone:
                    source = ("location", m.card, at)
                    total += self._on_enemy(s, e, locations[m.card], s.gm, at, source, own=False)
        if notes is not None and notes[s.scenario]:
            rows, source = self._note(s, mod, ON_ENEMIES), ("scenario", s.scenario, s.page)
            total += self._on_enemy(s, e, rows, s.gm, e.place, source, own=False)
        for kind, table in zip(_HELD, held, strict=True):
            if table is not None:
                for d in s.delvers:
                    for card in self._held(d, kind):
                        if table[card]:
                            source = (kind, card, -1)
                            total += self._on_enemy(s, e, table[card], d.seat, d.place, source, own=False)
        return total

    def _held(self, d: Delver, kind: str) -> Sequence[int]:
        """The cards of a kind that a Delver has, for what they do to enemies."""
        if kind == "encounter":
            return d.threat
        if kind == "equip":
            return [item.card for item in d.equipment if not item.defeated]
        if kind == "artifact":
            return self.stored(d)
        return d.nether if kind == "nether" else (d.card,) if kind == "delver" else ()

    def _on_enemy(self, s: State, e: Enemy, rows: Rows, seat: int, place: int, source: Source, *, own: bool) -> int:
        total = 0
        for n, scope, _mask, cond in rows:
            if scope == SCOPE_SELF and not own:
                continue
            if scope == SCOPE_ENEMIES_HERE and e.place != place:
                continue
            if not cond or self.judge(s, seat, cond, source):
                total += n
        return total
