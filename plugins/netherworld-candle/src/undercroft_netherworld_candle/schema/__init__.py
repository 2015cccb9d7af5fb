"""What the content files of Netherworld Candle may hold: one frozen attrs class a table, each checking its own values.

A class refuses a bad value with :class:`undercroft.ContentError`, which names the card, the key and what was expected.
:data:`TABLES` maps table names to classes; :mod:`undercroft_netherworld_candle.build` turns what was read into the flat
tuples that the rules use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger, Use
from undercroft_netherworld_candle.schema.actions import Action
from undercroft_netherworld_candle.schema.conditions import Condition
from undercroft_netherworld_candle.schema.delvers import (
    Delver,
    Node,
    PartyLog,
    PlayerLog,
    ProgressBox,
    Reward,
    Summons,
)
from undercroft_netherworld_candle.schema.effects import Cost, Effect, Option
from undercroft_netherworld_candle.schema.encounters import Enemy, Event
from undercroft_netherworld_candle.schema.fate import Fate
from undercroft_netherworld_candle.schema.gear import Artifact, Equipment, Nether
from undercroft_netherworld_candle.schema.places import CandleCard, Location, Track
from undercroft_netherworld_candle.schema.scenarios import BagEntry, Copies, Ending, Exit, Kit, Page, Scenario
from undercroft_netherworld_candle.schema.story import Faction, Journey, Passage, Story, Title

__all__ = [
    "TABLES",
    "Action",
    "Artifact",
    "BagEntry",
    "CandleCard",
    "Condition",
    "Copies",
    "Cost",
    "Delver",
    "Effect",
    "Ending",
    "Enemy",
    "Equipment",
    "Event",
    "Exit",
    "Faction",
    "Fate",
    "Journey",
    "Kit",
    "Location",
    "Modifier",
    "Nether",
    "Node",
    "Option",
    "Page",
    "PartyLog",
    "Passage",
    "PlayerLog",
    "ProgressBox",
    "Reward",
    "Scenario",
    "Story",
    "Summons",
    "Title",
    "Track",
    "Trigger",
    "Use",
]

TABLES: Final[Mapping[str, type]] = {
    "fate": Fate,
    "action": Action,
    "enemy": Enemy,
    "event": Event,
    "location": Location,
    "equipment": Equipment,
    "nether": Nether,
    "artifact": Artifact,
    "candle": CandleCard,
    "track": Track,
    "faction": Faction,
    "delver": Delver,
    "player_log": PlayerLog,
    "party_log": PartyLog,
    "story": Story,
    "journey": Journey,
    "passage": Passage,
    "scenario": Scenario,
}
"""The tables of a content file (``[[action]]``, ``[[enemy]]`` …) and the class that each row becomes."""
