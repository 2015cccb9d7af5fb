"""The content of Netherworld Candle as the rules use it: frozen tuples indexed by the int of a card.

:func:`undercroft_netherworld_candle.build.load` reads content packs; :class:`Content` is what comes out. Ints are dense
and follow the order of the files, with two exceptions:

* **fate**: the four basic sets of twenty one after the other (ids ``gate-of-death-1-rat`` …), then the rest;
* **encounter**: the enemies, then the events.

``content.ids[kind][n]`` is the id of card ``n`` and ``content.index[kind][id]`` the way back. Gates, symbols, sides,
decks and all other vocabularies are ints of :mod:`undercroft_netherworld_candle.terms`; masks have bit ``1 << n``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.schema import (
    Action,
    Artifact,
    CandleCard,
    Delver,
    Enemy,
    Equipment,
    Event,
    Faction,
    Fate,
    Journey,
    Location,
    Nether,
    Passage,
    Scenario,
    Story,
)

__all__ = [
    "ANY_SLOT",
    "NO_TRIGGERS",
    "OFFSETS",
    "Act",
    "Choice",
    "Cond",
    "Content",
    "Cost",
    "EndingInfo",
    "LogInfo",
    "Mod",
    "NodeInfo",
    "PageInfo",
    "PartyInfo",
    "ScenarioInfo",
    "Trig",
    "Usage",
]

Act = tuple[Any, ...]
"""An effect: a verb of :mod:`undercroft_netherworld_candle.verbs`, then its values (:mod:`~.words` says which)."""

Cond = tuple[tuple[Any, ...], ...]
"""What all has to hold: ``(IF_…, values)`` each; ``()`` always holds. IF_ANY and IF_NONE hold a tuple of these."""

Cost = tuple[int, ...]
"""energy, health, redraw, cooldown, neidan, karma, artifacts, cards, tokens, discard, exhaust; ``()`` is free."""

Choice = tuple[str, Cond, Cost, tuple[Act, ...], str]
"""An option: its words, what it needs, its cost, its effects, what is read out afterwards."""

Trig = tuple[tuple[Act, ...], Cond, int, int]
"""A trigger: effects, condition, mask of kinds of Test (0 for all), LIMIT_…."""

Mod = tuple[int, int, int, int, Cond]
"""A modifier: MOD_…, amount, SCOPE_…, mask of kinds of Test (0 for all), condition."""

Usage = tuple[int, bool, Cost, int, int, Cond, tuple[Act, ...], str]
"""TIMING_…, whether it belongs to the Story Phase, cost, LIMIT_…, mask of kinds of Test, condition, effects, words."""

Triggers = tuple[tuple[Trig, ...], ...]
"""The triggers of a card by moment: ``triggers[ON_HIT]``."""

OFFSETS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""How far the card at the top, right, bottom and left side lies from a card, as (x, y); y grows downwards."""

ANY_SLOT: Final = 8
"""A Puzzle Marker slot for any gate; other slots are the number of their gate, -1 is a slot without its marker."""


@attrs.frozen
class PageInfo:
    """A page of a scenario. ``slots[players - 1]`` lists the marker slots; ``exits`` are (condition, page, ending).

    A page or ending of -1 is not meant; pages and endings are numbered in their scenario.
    """

    id: str
    title: str
    text: str
    rules: str
    slots: tuple[tuple[int, ...], ...]
    effects: tuple[Act, ...]
    triggers: Triggers
    modifiers: tuple[Mod, ...]
    exits: tuple[tuple[Cond, int, int], ...]


@attrs.frozen
class EndingInfo:
    """An ending of a scenario; ``final`` is "" unless the campaign is over with it (NC-CAMP-007)."""

    id: str
    label: str
    title: str
    text: str
    exp: int
    progress: int
    effects: tuple[Act, ...]
    final: str


@attrs.frozen
class ScenarioInfo:
    """A scenario. ``yin`` and ``yang`` list a card once for each copy; ``candle[colour]`` is a card or -1.

    ``bag`` holds (artifact or -1, value, number); ``track[space]`` is a colour of the candle, the last one is OUT.
    """

    id: str
    number: int
    title: str
    row: int
    text: str
    start: int
    yin: tuple[int, ...]
    yang: tuple[int, ...]
    candle: tuple[int, ...]
    bag: tuple[tuple[int, int, int], ...]
    track: tuple[int, ...]
    effects: tuple[Act, ...]
    triggers: Triggers
    modifiers: tuple[Mod, ...]
    pages: tuple[PageInfo, ...]
    endings: tuple[EndingInfo, ...]
    page_index: Mapping[str, int]
    ending_index: Mapping[str, int]
    kit_equipment: tuple[int, ...]


@attrs.frozen
class NodeInfo:
    """A node of a Tree of Fate: ``reward`` 0 centre, 1 card, 2 hand, 3 remove; ``parents`` are node numbers."""

    id: str
    reward: int
    spaces: int
    parents: tuple[int, ...]
    card: int


@attrs.frozen
class LogInfo:
    """The tracks of every Player Log. ``rewards[box]`` lists (kind, n), above before below; box 0 has none.

    Kinds are 0 level, 1 hand, 2 Fate Point. ``summons`` are (words, effects); ``again`` comes on top of any of them at
    a second defeat in a scenario.
    """

    exp_boxes: int
    rewards: tuple[tuple[tuple[int, int], ...], ...]
    hand: int
    hand_max: int
    summons: tuple[tuple[str, tuple[Act, ...]], ...]
    again: tuple[Act, ...]


@attrs.frozen
class PartyInfo:
    """The Party Log. ``karma[checked]`` is the Initial Karma Value with so many Progress boxes checked.

    ``events[box]`` and ``stories[box]`` are the Famous Event (-1 for none) and the new Story Cards of box 1, 2 …
    """

    karma: tuple[int, ...]
    events: tuple[int, ...]
    stories: tuple[tuple[int, ...], ...]
    setbacks: tuple[int, ...]
    defeat_setbacks: int
    marks: tuple[str, ...]
    prologue: tuple[int, ...]
    opening: int
    closing: int
    first_scenario: int
    first_nether: int
    solo_nether: int
    solo_equipment: int
    solo_actions: tuple[int, ...]


@attrs.frozen
class Content:
    """All the rules read; ``action[n]``, ``encounter[n]`` … are the cards as printed, for words and views."""

    ids: Mapping[str, tuple[str, ...]]
    index: Mapping[str, Mapping[str, int]]
    numbers: Mapping[str, tuple[str, int]]
    """A printed number (``"M001"``) to its kind and int; ``"LO01"`` is taken for ``"L001"`` (NC-GEN-018)."""

    action: tuple[Action, ...]
    act_title: tuple[str, ...]
    act_level: tuple[int, ...]
    act_sect: tuple[int, ...]
    act_keyword: tuple[str, ...]
    act_secret: tuple[bool, ...]
    act_zone: tuple[int, ...]
    act_basic: tuple[tuple[int, ...], ...]
    act_energy: tuple[int, ...]
    act_quick: tuple[bool, ...]
    act_effects: tuple[tuple[Act, ...], ...]
    sect_actions: tuple[tuple[int, ...], ...]

    fate: tuple[Fate, ...]
    fate_title: tuple[str, ...]
    fate_d20: tuple[int, ...]
    """-1 for a star."""
    fate_gates: tuple[int, ...]
    fate_symbols: tuple[int, ...]
    fate_hits: tuple[int, ...]
    fate_miss: tuple[bool, ...]
    fate_pierce: tuple[int, ...]
    fate_icons: tuple[int, ...]
    """Mask of ICON_…."""
    fate_boundless: tuple[bool, ...]
    fate_copies: tuple[int, ...]
    basic_sets: tuple[tuple[int, ...], ...]
    good_omen: int
    bad_omen: int

    encounter: tuple[Enemy | Event, ...]
    enc_title: tuple[str, ...]
    enc_enemy: tuple[bool, ...]
    enc_deck: tuple[int, ...]
    enc_health: tuple[int, ...]
    enc_armor: tuple[int, ...]
    enc_damage: tuple[int, ...]
    enc_range: tuple[int, ...]
    enc_movement: tuple[int, ...]
    enc_prey: tuple[int, ...]
    enc_symbols: tuple[int, ...]
    enc_neidan: tuple[int, ...]
    enc_spawn: tuple[int, ...]
    enc_spawn_at: tuple[int, ...]
    enc_stance: tuple[int, ...]
    enc_dice: tuple[int, ...]
    enc_candle: tuple[int, ...]
    enc_threat: tuple[bool, ...]
    enc_victims: tuple[frozenset[int], ...]
    """The enemies that an enemy may target (NC-ENEMY-016)."""
    enc_effects: tuple[tuple[Act, ...], ...]
    enc_triggers: tuple[Triggers, ...]
    enc_modifiers: tuple[tuple[Mod, ...], ...]

    location: tuple[Location, ...]
    loc_title: tuple[str, ...]
    loc_event: tuple[bool, ...]
    loc_edges: tuple[tuple[int, int, int, int], ...]
    """The Location at each side, -1 for none."""
    loc_icons: tuple[tuple[int, ...], ...]
    loc_effects: tuple[tuple[Act, ...], ...]
    loc_triggers: tuple[Triggers, ...]
    loc_modifiers: tuple[tuple[Mod, ...], ...]

    equip: tuple[Equipment, ...]
    eq_title: tuple[str, ...]
    eq_type: tuple[int, ...]
    eq_faction: tuple[int, ...]
    eq_minimum: tuple[int, ...]
    eq_legendary: tuple[bool, ...]
    eq_secret: tuple[bool, ...]
    eq_slots: tuple[int, ...]
    eq_health: tuple[int, ...]
    eq_armor: tuple[int, ...]
    eq_beast: tuple[bool, ...]
    eq_copies: tuple[int, ...]
    eq_uses: tuple[tuple[Usage, ...], ...]
    eq_triggers: tuple[Triggers, ...]
    eq_modifiers: tuple[tuple[Mod, ...], ...]

    nether: tuple[Nether, ...]
    nether_uses: tuple[tuple[Usage, ...], ...]
    nether_triggers: tuple[Triggers, ...]
    nether_modifiers: tuple[tuple[Mod, ...], ...]
    nether_keep: tuple[bool, ...]

    artifact: tuple[Artifact, ...]
    art_title: tuple[str, ...]
    art_value: tuple[int, ...]
    art_special: tuple[bool, ...]
    art_copies: tuple[int, ...]
    art_effects: tuple[tuple[Act, ...], ...]
    art_modifiers: tuple[tuple[Mod, ...], ...]

    candle: tuple[CandleCard, ...]
    candle_colour: tuple[int, ...]
    candle_effects: tuple[tuple[Act, ...], ...]

    story: tuple[Story, ...]
    story_region: tuple[int, ...]
    """Cards with the same number share a region."""
    story_scenario: tuple[int, ...]
    story_journeys: tuple[int, ...]
    story_flips: tuple[bool, ...]
    story_effects: tuple[tuple[Act, ...], ...]
    story_choices: tuple[tuple[Choice, ...], ...]

    journey: tuple[Journey, ...]
    journey_choices: tuple[tuple[Choice, ...], ...]

    passage: tuple[Passage, ...]
    passage_effects: tuple[tuple[Act, ...], ...]

    faction: tuple[Faction, ...]
    faction_boxes: tuple[int, ...]
    faction_levels: tuple[tuple[int, ...], ...]
    """``faction_levels[faction][checked]`` is the Reputation level, 0 with no box checked (NC-LOG-009)."""

    delver: tuple[Delver, ...]
    del_sect: tuple[int, ...]
    del_attributes: tuple[tuple[int, int, int, int], ...]
    del_health: tuple[int, ...]
    del_max_health: tuple[int, ...]
    del_energy: tuple[int, ...]
    del_starting: tuple[tuple[int, ...], ...]
    del_uses: tuple[tuple[Usage, ...], ...]
    del_triggers: tuple[Triggers, ...]
    del_modifiers: tuple[tuple[Mod, ...], ...]
    del_slots: tuple[int, ...]
    del_companions: tuple[int, ...]
    del_talismans: tuple[int, ...]
    del_tree: tuple[tuple[NodeInfo, ...], ...]

    track: tuple[int, ...]
    """The Candle Track of the rulebook (NC-CANDLE-007); a Note may set another one."""
    scenario: tuple[ScenarioInfo, ...]
    scenario_printed: tuple[Scenario, ...]
    log: LogInfo
    party: PartyInfo


NO_TRIGGERS: Final[Triggers] = ((),) * len(terms.MOMENTS)
"""The triggers of a card that has none, by moment."""
