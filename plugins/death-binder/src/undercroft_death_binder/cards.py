"""The content of Death Binder as the rules use it: frozen tuples indexed by the int of a card.

:func:`undercroft_death_binder.build.load` reads content packs; :class:`Content` is what comes out. Ints are dense and
follow the order of the files:

* **action**: the ordinary Action cards, then the Special ones, then the Blinded ones, so that whatever can lie in a
  hand shares one range;
* **foe**: level Enemies by level, Bosses by order, Event Enemies on their normal side, the same on their corrupted
  side, Obstacles;
* **event**, **skill**, **token**, **behaviour**, **modifier**, **scenario**, **flag**: one range each; **place**: A1,
  B1, C1, A2 … C5, BOSS.

``content.ids[kind][n]`` is the id of card ``n`` and ``content.index[kind][id]`` the way back.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from undercroft_death_binder.schema.actions import Action, Blinded
from undercroft_death_binder.schema.tokens import Modifier

__all__ = [
    "NO_KIT",
    "Ability",
    "BoardInfo",
    "Content",
    "EventCard",
    "FoeCard",
    "Kit",
    "MapInfo",
    "Quest",
    "ScenarioCard",
    "ScenarioWay",
    "SkillCard",
    "TokenCard",
    "Verb",
]

Verb = tuple[int, int]
"""A verb of :mod:`undercroft_death_binder.verbs` and its signed amount."""

Ability = tuple[int, int, bool]
"""A verb, its signed amount, and whether it needs a Faith Toss."""


@attrs.frozen
class Kit:
    """The abilities of a foe that are active together, sorted by the moment in which they matter.

    ``attack`` changes an attack (FIRST_STRIKE, PUNISH_UNDEFENDED, FRENZY, PENETRATE), ``after`` follows its damage;
    both in printed order. ``regenerate``, ``guard`` and ``raises`` are ``(n, faith)`` or None; ``important`` says
    whether it is an Important Target.
    """

    attack: tuple[Ability, ...] = ()
    after: tuple[Ability, ...] = ()
    regenerate: tuple[int, bool] | None = None
    guard: tuple[int, bool] | None = None
    raises: tuple[int, bool] | None = None
    important: bool = False


NO_KIT = Kit()


@attrs.frozen
class FoeCard:
    """A foe as it is shown: names and what it prints. The rules read the tuples of :class:`Content` instead.

    ``kind`` is LEVEL_ENEMY, BOSS, EVENT_ENEMY or OBSTACLE. ``level`` is 1 to 4, or 0 for the last two. ``abilities``
    are always active; ``toss`` holds the pair that a Boss tosses for, success first, or nothing.
    """

    id: str
    name: str
    title: str
    lore: str
    kind: int
    level: int
    health: int
    damage: int
    is_melee: bool
    vuln_melee: int
    vuln_spell: int
    xp: int
    retreat: int
    abilities: tuple[Ability, ...]
    toss: tuple[Ability, ...] = ()
    corrupted: bool = False


@attrs.frozen
class EventCard:
    """An Event. What the other kinds print is empty or 0.

    ``kind`` is AMBUSH, DISCOVERY, OBSTACLE_EVENT, DECISION, CAVE_IN or PRECOGNITION. Ambush: ``foes[players - 1]``.
    Discovery: ``reward``, ``penalty``, ``blight``. Obstacle: ``foe``, ``reward``, ``penalty``. Decision: ``left``,
    ``right`` and their words. Cave In: ``places``. Precognition: ``target``, ``n``, ``limit``, ``lower``, ``higher``
    and ``highest[level - 1]``, the highest estimate that is offered at an Enemy level (DB-EVENT-041).
    """

    id: str
    title: str
    text: str
    kind: int
    foes: tuple[tuple[int, ...], ...] = ()
    foe: int = -1
    reward: tuple[Verb, ...] = ()
    penalty: tuple[Verb, ...] = ()
    blight: int = 0
    left: tuple[Verb, ...] = ()
    right: tuple[Verb, ...] = ()
    left_text: str = ""
    right_text: str = ""
    places: tuple[int, ...] = ()
    target: int = -1
    n: int = 0
    limit: int = 0
    lower: tuple[Verb, ...] = ()
    higher: tuple[Verb, ...] = ()
    highest: tuple[int, int, int, int] = (0, 0, 0, 0)


@attrs.frozen
class SkillCard:
    """A Skill: ``effects`` in order, ``at_enemy`` if it needs a target, ``rerolls`` if it answers a failed toss."""

    id: str
    title: str
    text: str
    effects: tuple[Verb, ...]
    at_enemy: bool
    rerolls: bool


@attrs.frozen
class Quest:
    """A Sidequest: reach ``n`` of ``goal`` for ``reward`` (DB-SIDE-009)."""

    title: str
    text: str
    goal: int
    n: int
    reward: tuple[Verb, ...]


@attrs.frozen
class ScenarioCard:
    """A Scenario of the Campaign (DB-SCEN-008).

    ``goal`` is a goal of :mod:`undercroft_death_binder.verbs`, ``n`` how much of it is asked for. ``requires`` are the
    flags that have to be set for it to be used. Without a choice ``ways`` is empty, else it holds left and right.
    ``ending`` and ``ending_id`` are empty but on the last number.
    """

    id: str
    number: int
    variant: str
    title: str
    narration: str
    goal: int
    n: int
    requires: tuple[int, ...] = ()
    ways: tuple[ScenarioWay, ...] = ()
    reward: tuple[Verb, ...] = ()
    ending: str = ""
    ending_id: str = ""


@attrs.frozen
class ScenarioWay:
    """An option of a Scenario's choice: its words, its effects, and the flag that it sets, -1 for none."""

    text: str
    effects: tuple[Verb, ...]
    flag: int


@attrs.frozen
class TokenCard:
    """An Adventure Token: ``sides`` holds the icons of its front, and of its back if that has icons too.

    ``quest`` is the Sidequest on its back, None for a two-sided Adventure token.
    """

    id: str
    sides: tuple[tuple[int, ...], ...]
    quest: Quest | None


@attrs.frozen
class BoardInfo:
    """A player board. ``values[trait][step]`` is the value at a step (0 is Start), ``costs[trait][step]`` the XP of the
    step after it, -1 where there is none. ``rest[action]`` is ``(pays_xp, price, n)``; without ``pays_xp`` the price is
    DD cards.
    """

    id: str
    role: str
    colour: str
    values: tuple[tuple[int, ...], ...]
    costs: tuple[tuple[int, ...], ...]
    xp_max: int
    skill_points: tuple[int, ...]
    rest: tuple[tuple[bool, int, int], ...]


@attrs.frozen
class MapInfo:
    """A side of the map: place numbers of its ``starts`` and ``corridors``, and the row (1 to 6) of each place."""

    id: str
    title: str
    text: str
    starts: tuple[int, ...]
    corridors: tuple[tuple[int, int], ...]
    rows: tuple[int, ...]


@attrs.frozen
class Content:
    """All printed data, frozen and shared by all games. See the module for what the ints mean.

    Masks hold one byte a card, 1 for those that belong, as :meth:`undercroft.Deck.count` takes them.
    """

    ids: Mapping[str, tuple[str, ...]]
    index: Mapping[str, Mapping[str, int]]

    # -- action cards
    actions: tuple[Action | Blinded, ...]
    action_names: tuple[str, ...]
    ordinary: tuple[int, ...]
    specials: tuple[int, ...]
    blinded: tuple[int, ...]
    is_melee: tuple[bool, ...]
    is_blinded: tuple[bool, ...]
    damage: tuple[tuple[int, ...], ...]
    """``damage[tier][card]`` for tiers 1 to 3; ``damage[0]`` is empty."""
    abilities: tuple[tuple[Ability, ...], ...]
    auto: tuple[tuple[Verb, ...], ...]
    """The abilities of a card without faith icon, in printed order: before the damage (DB-COMBAT-012)."""
    faith: tuple[tuple[Verb, ...], ...]
    """The abilities of a card with faith icon, in printed order: after the damage (DB-COMBAT-015)."""
    ordinary_mask: bytes
    special_mask: bytes
    blinded_mask: bytes
    melee_mask: bytes
    spell_mask: bytes

    # -- foes
    foes: tuple[FoeCard, ...]
    foe_names: tuple[str, ...]
    foe_kind: tuple[int, ...]
    foe_level: tuple[int, ...]
    foe_health: tuple[int, ...]
    foe_damage: tuple[int, ...]
    foe_is_melee: tuple[bool, ...]
    foe_vuln_melee: tuple[int, ...]
    foe_vuln_spell: tuple[int, ...]
    foe_xp: tuple[int, ...]
    foe_retreat: tuple[int, ...]
    """The number beside the retreat icon, -1 without one."""
    foe_kits: tuple[tuple[Kit, ...], ...]
    """``foe_kits[foe][0]`` is what is active without a toss; a Boss that tosses has [1] success and [2] failure."""
    foe_corrupted: tuple[int, ...]
    """The corrupted side of an Event Enemy on its normal side, else -1."""
    foe_normal: tuple[int, ...]
    """The normal side of a corrupted Event Enemy, else the foe itself."""
    levels: tuple[tuple[int, ...], ...]
    """``levels[level - 1]``: the Enemies of that level."""
    bosses: tuple[tuple[int, ...], ...]
    """``bosses[order - 1]``: the Bosses of that order number."""
    partners: tuple[int, ...]
    """The foe that is a Boss's partner, else -1."""
    event_enemies: tuple[int, ...]
    """The Event Enemies on their normal side."""

    # -- everything else
    events: tuple[EventCard, ...]
    ambush_mask: bytes
    skills: tuple[SkillCard, ...]
    tokens: tuple[TokenCard, ...]
    four_icons: tuple[int, ...]
    """The tokens with four icons on their front; the next field those with three (DB-DIFF-003, -004)."""
    three_icons: tuple[int, ...]
    behaviours: tuple[tuple[int, ...], ...]
    """The icons of each Behaviour card, from left to right."""
    leader_behaviour: int
    """The card [leader], which stands in when the deck has too few (DB-BEHAV-015)."""
    modifiers: tuple[Modifier, ...]
    scenarios: tuple[ScenarioCard, ...]
    numbers: tuple[tuple[int, ...], ...]
    """``numbers[number - 1]``: the Scenarios of a number in the order in which they are tried (DB-SCEN-006)."""
    boards: Mapping[str, BoardInfo]
    maps: Mapping[str, MapInfo]
    blight_max: tuple[int, int]
    """The end of the Blight track by ``players - 1``."""
    blight_red: tuple[int, int]
    """The red corruption mark by ``players - 1``."""
    blight_enemies: tuple[tuple[int, ...], tuple[int, ...]]
    """``blight_enemies[players - 1][blight]``: how many Enemies an Encounter draws."""
