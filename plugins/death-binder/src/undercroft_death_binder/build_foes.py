"""Numbers everything that can stand in the row of a Combat, and sorts its abilities by when they matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from undercroft import ContentError
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import NO_KIT, Ability, FoeCard, Kit
from undercroft_death_binder.schema import Boss, Enemy, Event, EventEnemy, FoeAbility, Side

__all__ = ["CORRUPTED", "Foes"]

CORRUPTED: Final = "@corrupted"
"""What the id of an Event Enemy is followed by on its corrupted side."""

_FOE_VERBS: Final = {
    "first_strike": (verbs.FIRST_STRIKE, 1),
    "raise": (verbs.RAISE, 1),
    "penetrate": (verbs.PENETRATE, 1),
    "important_target": (verbs.IMPORTANT_TARGET, 1),
    "blind": (verbs.BLINDED, 1),
    "stun_player": (verbs.STUN_PLAYER, 1),
    "expose_melee": (verbs.EXPOSE_MELEE, 1),
    "expose_spell": (verbs.EXPOSE_SPELL, 1),
    "leech": (verbs.DD, -1),
    "disarm": (verbs.DISARM, 1),
    "blight": (verbs.BLIGHT, 1),
    "punish_undefended": (verbs.PUNISH_UNDEFENDED, 1),
    "regenerate": (verbs.REGENERATE, 1),
    "guard": (verbs.GUARD, 1),
    "frenzy": (verbs.FRENZY, 1),
}
_ATTACK: Final = frozenset({verbs.FIRST_STRIKE, verbs.PUNISH_UNDEFENDED, verbs.FRENZY, verbs.PENETRATE})
_AFTER: Final = frozenset(
    {
        verbs.BLINDED,
        verbs.STUN_PLAYER,
        verbs.EXPOSE_MELEE,
        verbs.EXPOSE_SPELL,
        verbs.DD,
        verbs.DISARM,
        verbs.BLIGHT,
    }
)


def _ability(ability: FoeAbility) -> Ability:
    verb, sign = _FOE_VERBS[ability.keyword]
    return verb, sign * ability.n, ability.faith


def _kit(abilities: Sequence[Ability]) -> Kit:
    if not abilities:
        return NO_KIT
    single = {verb: (n, faith) for verb, n, faith in abilities}
    return Kit(
        attack=tuple(ability for ability in abilities if ability[0] in _ATTACK),
        after=tuple(ability for ability in abilities if ability[0] in _AFTER),
        regenerate=single.get(verbs.REGENERATE),
        guard=single.get(verbs.GUARD),
        raises=single.get(verbs.RAISE),
        important=verbs.IMPORTANT_TARGET in single,
    )


def _kits(foe: FoeCard) -> tuple[Kit, ...]:
    """What is active without a toss, and for a Boss that tosses: with success, with failure (DB-BOSS-007)."""
    return (_kit(foe.abilities), *(_kit((*foe.abilities, tossed)) for tossed in foe.toss))


def _values(side: Enemy | Boss | Side) -> dict[str, Any]:
    return {
        "health": side.health,
        "damage": side.damage,
        "is_melee": side.damage_type == "melee",
        "vuln_melee": side.vuln_melee,
        "vuln_spell": side.vuln_spell,
        "xp": side.xp,
        "abilities": tuple(_ability(ability) for ability in side.abilities),
    }


def _enemy(enemy: Enemy) -> FoeCard:
    return FoeCard(
        id=enemy.id,
        name=enemy.name,
        title=enemy.title,
        lore=enemy.lore,
        kind=verbs.LEVEL_ENEMY,
        level=enemy.level,
        retreat=-1 if enemy.retreat is None else enemy.retreat,
        **_values(enemy),
    )


def _boss(boss: Boss) -> FoeCard:
    toss = () if boss.toss is None else (_ability(boss.toss.success), _ability(boss.toss.failure))
    return FoeCard(
        id=boss.id,
        name=boss.name,
        title=boss.title,
        lore=boss.lore,
        kind=verbs.BOSS,
        level=boss.level,
        retreat=-1,
        toss=toss,
        **_values(boss),
    )


def _event_enemy(enemy: EventEnemy, *, corrupted: bool) -> FoeCard:
    return FoeCard(
        id=enemy.id + CORRUPTED if corrupted else enemy.id,
        name=enemy.name,
        title=enemy.title,
        lore=enemy.lore,
        kind=verbs.EVENT_ENEMY,
        level=0,
        retreat=-1,
        corrupted=corrupted,
        **_values(enemy.corrupted if corrupted else enemy.normal),
    )


def _obstacles(events: Iterable[Event]) -> list[FoeCard]:
    return [
        FoeCard(
            id=event.id,
            name=event.title,
            title="Obstacle",
            lore=event.text,
            kind=verbs.OBSTACLE,
            level=0,
            health=event.obstacle.health,
            damage=0,
            is_melee=True,
            vuln_melee=event.obstacle.vuln_melee,
            vuln_spell=event.obstacle.vuln_spell,
            xp=0,
            retreat=-1,
            abilities=(),
        )
        for event in events
        if event.obstacle is not None
    ]


@attrs.define(init=False)
class Foes:
    """All foes in one range of ints: level Enemies, Bosses, Event Enemies normal and corrupted, Obstacles."""

    cards: tuple[FoeCard, ...]
    index: dict[str, int]
    levels: tuple[tuple[int, ...], ...]
    bosses: tuple[tuple[int, ...], ...]
    partners: tuple[int, ...]
    event_enemies: tuple[int, ...]

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        enemies = sorted(tables["enemy"].values(), key=lambda enemy: enemy.level)
        bosses: list[Boss] = sorted(tables["boss"].values(), key=lambda boss: boss.level)
        two_sided = tables["event_enemy"].values()
        self.cards = (
            *map(_enemy, enemies),
            *map(_boss, bosses),
            *(_event_enemy(enemy, corrupted=False) for enemy in two_sided),
            *(_event_enemy(enemy, corrupted=True) for enemy in two_sided),
            *_obstacles(tables["event"].values()),
        )
        self.index = {foe.id: n for n, foe in enumerate(self.cards)}
        if len(self.index) < len(self.cards):
            twice = sorted({foe.id for n, foe in enumerate(self.cards) if self.index[foe.id] != n})
            raise ContentError(
                f"[[enemy]], [[boss]], [[event_enemy]] and Obstacles: expected distinct ids, got {twice} twice"
            )
        self.levels = tuple(self._of(verbs.LEVEL_ENEMY, level) for level in range(1, 5))
        self.bosses = tuple(self._of(verbs.BOSS, level) for level in range(1, 5))
        self.event_enemies = tuple(
            n for n, foe in enumerate(self.cards) if foe.kind == verbs.EVENT_ENEMY and not foe.corrupted
        )
        self.partners = self._partners(bosses)

    def _of(self, kind: int, level: int) -> tuple[int, ...]:
        found = tuple(n for n, foe in enumerate(self.cards) if foe.kind == kind and foe.level == level)
        if not found:
            table = "boss" if kind == verbs.BOSS else "enemy"
            raise ContentError(f"[[{table}]]: expected at least one card of level {level}, got none")
        return found

    def _partners(self, bosses: Sequence[Boss]) -> tuple[int, ...]:
        """The partner of each Boss: same level, same icon (DB-BOSS-004). A level holds one Boss or one pair."""
        partners = [-1] * len(self.cards)
        for level, found in enumerate(self.bosses, 1):
            icons = [boss.partner for boss in bosses if boss.level == level]
            if icons != [""] and not (len(icons) == 2 and icons[0] == icons[1] != ""):
                names = ", ".join(self.cards[n].id for n in found)
                raise ContentError(
                    f"[[boss]] of level {level} ({names}): expected one without partner or two with the same partner "
                    f"icon, got icons {icons}"
                )
            if len(found) == 2:
                partners[found[0]], partners[found[1]] = found[1], found[0]
        return tuple(partners)

    def ambush(self, event: str, named: Iterable[str]) -> tuple[int, ...]:
        """The Event Enemies that an Ambush names, on their normal side."""
        found = []
        for name in named:
            foe = self.index.get(name, -1)
            if foe not in self.event_enemies:
                known = ", ".join(self.cards[n].id for n in self.event_enemies)
                raise ContentError(f"[[event]] {event!r}: ambush: expected event_enemy ids ({known}), got {name!r}")
            found.append(foe)
        return tuple(found)

    def obstacle(self, event: str) -> int:
        """The foe that an Obstacle Event puts into the row."""
        return self.index[event]

    def fields(self) -> dict[str, Any]:
        """The fields of :class:`undercroft_death_binder.cards.Content` that concern foes."""
        cards = self.cards
        other = {foe.id: self.index.get(foe.id + CORRUPTED, -1) for foe in cards}
        return {
            "foes": cards,
            "foe_names": tuple(foe.name for foe in cards),
            "foe_kind": tuple(foe.kind for foe in cards),
            "foe_level": tuple(foe.level for foe in cards),
            "foe_health": tuple(foe.health for foe in cards),
            "foe_damage": tuple(foe.damage for foe in cards),
            "foe_is_melee": tuple(foe.is_melee for foe in cards),
            "foe_vuln_melee": tuple(foe.vuln_melee for foe in cards),
            "foe_vuln_spell": tuple(foe.vuln_spell for foe in cards),
            "foe_xp": tuple(foe.xp for foe in cards),
            "foe_retreat": tuple(foe.retreat for foe in cards),
            "foe_kits": tuple(_kits(foe) for foe in cards),
            "foe_corrupted": tuple(other[foe.id] for foe in cards),
            "foe_normal": tuple(self.index[foe.id.removesuffix(CORRUPTED)] for foe in cards),
            "levels": self.levels,
            "bosses": self.bosses,
            "partners": self.partners,
            "event_enemies": self.event_enemies,
        }
