"""What cards do by themselves, sorted once for each content: modifiers by value, triggers by moment.

Most values are changed by a few cards and at most moments no card acts, so the rules look only where such cards can
lie. The tables of a scenario leave out the Locations and Encounter Cards that can only turn up in other ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Cond, Content, Mod, Trig, Triggers, Usage
from undercroft_netherworld_candle.terms import (
    LIMIT_NONE,
    LIMIT_ROUND,
    LIMIT_TURN,
    MODS,
    MOMENTS,
    SCOPE_ENEMIES,
    SCOPE_ENEMIES_HERE,
    SCOPE_HERE,
    SCOPE_PARTY,
    SCOPE_SELF,
    SCOPE_YOU,
)

__all__ = [
    "ON_DELVERS",
    "ON_ENEMIES",
    "Lazy",
    "ModTables",
    "Plan",
    "Rows",
    "TriggerTables",
    "Triggered",
    "mod_rows",
    "once",
]

T = TypeVar("T")

Row = tuple[int, int, int, Cond]
"""How a card changes one value: amount, SCOPE_…, mask of kinds of Test (0 for all), condition."""

Rows = tuple[Row, ...]
Table = tuple[Rows, ...] | None
"""The rows of each card of a kind, ``None`` where no card of the kind has any."""

Plan = tuple[Table, ...]
"""The tables of some kinds: boards, equipment, Netherworld Cards, artifacts, threats; or enemies, Locations, Note."""

DelverPlans = tuple[Plan | None, bool, Plan | None]
"""What changes one value of a Delver: things held, whether those that others hold do so, things around."""

Triggered = tuple[tuple[Trig, int], ...]
"""The triggers of a card at one moment, each with the bit by which its uses are counted."""

_SHARED: Final = frozenset({SCOPE_HERE, SCOPE_PARTY})
ON_DELVERS: Final = frozenset({SCOPE_YOU, SCOPE_HERE, SCOPE_PARTY})
ON_ENEMIES: Final = frozenset({SCOPE_SELF, SCOPE_ENEMIES_HERE, SCOPE_ENEMIES})
_KEPT: Final = 8
_MADE: dict[tuple[int, str], tuple[Content, Any]] = {}


def once(content: Content, make: Callable[[Content], T]) -> T:
    """What is made of a content, which is frozen: made once, and shared by all rulebooks that have it."""
    key = (id(content), make.__name__)
    if key not in _MADE:
        while len(_MADE) >= 2 * _KEPT:
            del _MADE[next(iter(_MADE))]
        _MADE[key] = (content, make(content))
    made: T = _MADE[key][1]
    return made


class Lazy(dict[int, T]):
    """Something for each scenario, made when it is first asked for."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, scenario: int) -> T:
        made = self[scenario] = self._make(scenario)
        return made


# -- which cards can be there


def _spawned(found: set[int], part: Any) -> None:
    """The enemies that effects put on the map, wherever such effects are nested."""
    if len(part) == 6 and part[0] == verbs.SPAWN and isinstance(part[1], int):
        found.add(part[1])
    for inner in part:
        if isinstance(inner, tuple) and inner:
            _spawned(found, inner)


class _Presence:
    """Tells which Encounter Cards and Locations can only turn up in other scenarios."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._listed = {card for s in content.scenario for card in (*s.yin, *s.yang)}
        self._anywhere: set[int] = set()
        for text in (
            content.act_effects, content.eq_uses, content.eq_triggers, content.nether_uses, content.nether_triggers,
            content.art_effects, content.candle_effects, content.del_uses, content.del_triggers,
        ):  # fmt: skip
            _spawned(self._anywhere, text)
        self._there = Lazy(self._find)

    def _find(self, scenario: int) -> frozenset[int]:
        """The Encounter Cards that a scenario may bring, and what these and its pages and Locations put on the map."""
        content, info = self.content, self.content.scenario[scenario]
        cards = range(len(content.encounter))
        found = {*info.yin, *info.yang, *self._anywhere, *(n for n in cards if n not in self._listed)}
        _spawned(found, (info.effects, info.triggers, *((page.effects, page.triggers) for page in info.pages)))
        for n, location in enumerate(content.location):
            if location.scenario == info.id:
                _spawned(found, (content.loc_effects[n], content.loc_triggers[n]))
        seen: set[int] = set()
        while found - seen:
            card = min(found - seen)
            seen.add(card)
            _spawned(found, (content.enc_effects[card], content.enc_triggers[card]))
        return frozenset(found)

    def encounters(self, scenario: int, cards: Sequence[Any], *, enemies: bool) -> list[Any]:
        """What belongs to each enemy, or to each event; nothing for those of other scenarios."""
        there = self._there[scenario] if scenario >= 0 else frozenset(range(len(cards)))
        kinds = self.content.enc_enemy
        return [card if kinds[n] is enemies and n in there else () for n, card in enumerate(cards)]

    def locations(self, scenario: int, cards: Sequence[Any]) -> list[Any]:
        """What belongs to each Location, nothing for those of other scenarios."""
        if scenario < 0:
            return list(cards)
        name = self.content.scenario[scenario].id
        printed = self.content.location
        return [card if printed[n].scenario == name else () for n, card in enumerate(cards)]


# -- modifiers


class ModTables:
    """The modifiers of all cards, by value.

    ``notes[scenario]`` are those of a scenario and its pages; ``far`` the values that a Location changes for others
    than those who are there. ``of_delvers[scenario]`` has for each value what changes it for Delvers,
    ``of_enemies[scenario]`` what changes it for enemies.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self.presence = once(content, _Presence)
        self.notes = tuple((s.modifiers, *(page.modifiers for page in s.pages)) for s in content.scenario)
        self.far = frozenset(
            mod
            for mods in content.loc_modifiers
            for mod, _, scope, _, _ in mods
            if scope in (SCOPE_PARTY, SCOPE_ENEMIES)
        )
        self.of_delvers: Lazy[tuple[DelverPlans, ...]] = Lazy(self._for_delvers)
        self.of_enemies: Lazy[tuple[Plan | None, ...]] = Lazy(self._for_enemies)

    def _kinds(self, scenario: int) -> tuple[list[Any], list[Any]]:
        """The cards that somebody has, and those that lie around."""
        content, notes = self.content, [[mod for part in parts for mod in part] for parts in self.notes]
        events = self.presence.encounters(scenario, content.enc_modifiers, enemies=False)
        enemies = self.presence.encounters(scenario, content.enc_modifiers, enemies=True)
        things = [content.del_modifiers, content.eq_modifiers, content.nether_modifiers, content.art_modifiers, events]
        return things, [enemies, self.presence.locations(scenario, content.loc_modifiers), notes]

    def _for_delvers(self, scenario: int) -> tuple[DelverPlans, ...]:
        things, around = self._kinds(scenario)
        return tuple(
            (_plan(things, mod, ON_DELVERS), _plan(things, mod, _SHARED) is not None, _plan(around, mod, ON_DELVERS))
            for mod in range(len(MODS))
        )

    def _for_enemies(self, scenario: int) -> tuple[Plan | None, ...]:
        things, around = self._kinds(scenario)
        return tuple(_plan([*things, *around], mod, ON_ENEMIES) for mod in range(len(MODS)))


def mod_rows(mods: Sequence[Mod], mod: int, scopes: frozenset[int]) -> Rows:
    """How some modifiers change one value for those in these scopes."""
    return tuple((n, scope, mask, cond) for kind, n, scope, mask, cond in mods if kind == mod and scope in scopes)


def _plan(kinds: Sequence[Any], mod: int, scopes: frozenset[int]) -> Plan | None:
    """For one value the rows of every card, kind by kind; ``None`` where no card has any."""
    tables: list[Table] = []
    for cards in kinds:
        made: list[Rows] = [()] * len(cards)
        for n, mods in enumerate(cards):
            if mods:
                made[n] = mod_rows(mods, mod, scopes)
        tables.append(tuple(made) if any(made) else None)
    return tuple(tables) if any(table is not None for table in tables) else None


# -- triggers


class TriggerTables:
    """The triggers of all cards.

    ``moments[scenario]`` has for each moment those of boards, equipment, Netherworld Cards, threats, enemies, Locations
    and the Note; ``None`` stands for a kind without any, and for a moment without any.
    ``turn`` and ``round`` give, for boards, equipment, Netherworld Cards, enemies and Locations, the bits of each card
    that are cleared when a turn, or a round, is over (``None`` where no Location has any); the last table has those of
    scenarios.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self.presence = once(content, _Presence)
        nothing: Sequence[Sequence[Usage]] = [()] * (len(content.location) + len(content.encounter))
        self._things: list[tuple[Sequence[Triggers], Sequence[Sequence[Usage]]]] = [
            (content.del_triggers, content.del_uses),
            (content.eq_triggers, content.eq_uses),
            (content.nether_triggers, content.nether_uses),
        ]
        self._nothing = nothing
        parts = [(s.triggers, *(page.triggers for page in s.pages)) for s in content.scenario]
        self._notes = [_note_rows(part) for part in parts]
        enemies = [t if enemy else () for enemy, t in zip(content.enc_enemy, content.enc_triggers, strict=True)]
        kinds = [*self._things, (enemies, nothing), (content.loc_triggers, nothing)]
        self.turn, self.round = (
            (*(tuple(_renewed(t, u, limit) for t, u in zip(*kind, strict=False)) for kind in kinds[:-1]),
             _unless_empty(tuple(_renewed(t, u, limit) for t, u in zip(*kinds[-1], strict=False))),
             tuple(_renewed_note(part, limit) for part in parts))
            for limit in (LIMIT_TURN, LIMIT_ROUND)
        )  # fmt: skip
        self.moments: Lazy[tuple[Any, ...]] = Lazy(self._for_moments)

    def _for_moments(self, scenario: int) -> tuple[Any, ...]:
        content = self.content
        events = self.presence.encounters(scenario, content.enc_triggers, enemies=False)
        enemies = self.presence.encounters(scenario, content.enc_triggers, enemies=True)
        locations = self.presence.locations(scenario, content.loc_triggers)
        kinds = [*self._things, *((some, self._nothing) for some in (events, enemies, locations))]
        return tuple(_moment(kinds, self._notes, moment) for moment in range(len(MOMENTS)))


def _bits(triggers: Triggers, uses: Sequence[Usage], moment: int) -> Triggered:
    """The triggers of a moment with their bits: those of a card's uses come first, then its triggers in order."""
    if not triggers or not triggers[moment]:
        return ()
    first = len(uses) + sum(len(triggers[n]) for n in range(moment))
    return tuple(
        (trigger, 0 if trigger[3] == LIMIT_NONE else 1 << (first + n)) for n, trigger in enumerate(triggers[moment])
    )


def _over(limit: int) -> tuple[int, ...]:
    """The limits that are over with a turn or a round; a round ends what a turn ends, too."""
    return (LIMIT_TURN,) if limit == LIMIT_TURN else (LIMIT_TURN, LIMIT_ROUND)


def _unless_empty(masks: tuple[int, ...]) -> tuple[int, ...] | None:
    return masks if any(masks) else None


def _renewed(triggers: Triggers, uses: Sequence[Usage], limit: int) -> int:
    """The bits of a card that are cleared when a turn, or a round, is over."""
    limits = [use[3] for use in uses] + [trigger[3] for rows in triggers for trigger in rows]
    return sum(1 << n for n, once_in in enumerate(limits) if once_in in _over(limit))


def _renewed_note(parts: Sequence[Triggers], limit: int) -> int:
    """Likewise the bits of a scenario and its pages, in the order of :func:`_note_rows`."""
    limits = [trigger[3] for triggers in parts for rows in triggers for trigger in rows]
    return sum(1 << n for n, once_in in enumerate(limits) if once_in in _over(limit))


def _note_rows(parts: Sequence[Triggers]) -> list[tuple[int, tuple[Triggered, ...]]]:
    """The triggers of a scenario (-1) and of its pages by moment, with bits that do not meet."""
    made, first = [], 0
    for page, triggers in enumerate(parts, -1):
        rows = []
        for moment in range(len(MOMENTS)):
            row = []
            for trigger in triggers[moment]:
                row.append((trigger, 0 if trigger[3] == LIMIT_NONE else 1 << first))
                first += 1
            rows.append(tuple(row))
        made.append((page, tuple(rows)))
    return made


def _moment(kinds: Sequence[Any], notes: Sequence[list[tuple[int, tuple[Triggered, ...]]]], moment: int) -> Any:
    tables: list[Any] = []
    for cards, uses in kinds:
        acts = any(triggers and triggers[moment] for triggers in cards)
        rows = [_bits(triggers, used, moment) for triggers, used in zip(cards, uses, strict=False)] if acts else ()
        tables.append(tuple(rows) if acts else None)
    noted = [tuple((page, rows[moment]) for page, rows in parts if rows[moment]) or None for parts in notes]
    tables.append(tuple(noted) if any(noted) else None)
    return tuple(tables) if any(table is not None for table in tables) else None
