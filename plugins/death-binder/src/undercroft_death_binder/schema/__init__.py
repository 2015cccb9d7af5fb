"""What the content files of Death Binder may hold: one frozen attrs class a table, each checking its own values.

A class refuses a bad value with :class:`undercroft.ContentError`, which names the card, the key and what was expected.
:data:`TABLES` maps table names to classes; :mod:`undercroft_death_binder.cards` turns what was read into the flat
tuples that the rules use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from undercroft_death_binder.schema.actions import Action, Blinded, CardAbility, Special
from undercroft_death_binder.schema.base import Effect
from undercroft_death_binder.schema.events import (
    Ambush,
    CaveIn,
    Decision,
    Discovery,
    Event,
    Obstacle,
    Precognition,
)
from undercroft_death_binder.schema.foes import Boss, Enemy, EventEnemy, FoeAbility, Side, Toss
from undercroft_death_binder.schema.places import BlightTrack, Board, Map, Mark, RestAction, Trait
from undercroft_death_binder.schema.scenarios import Choice, Goal, Scenario, Way
from undercroft_death_binder.schema.tokens import Back, Behaviour, Modifier, Skill, SkillEffect, Token

__all__ = [
    "TABLES",
    "Action",
    "Ambush",
    "Back",
    "Behaviour",
    "BlightTrack",
    "Blinded",
    "Board",
    "Boss",
    "CardAbility",
    "CaveIn",
    "Choice",
    "Decision",
    "Discovery",
    "Effect",
    "Enemy",
    "Event",
    "EventEnemy",
    "FoeAbility",
    "Goal",
    "Map",
    "Mark",
    "Modifier",
    "Obstacle",
    "Precognition",
    "RestAction",
    "Scenario",
    "Side",
    "Skill",
    "SkillEffect",
    "Special",
    "Token",
    "Toss",
    "Trait",
    "Way",
]

TABLES: Final[Mapping[str, type]] = {
    "action": Action,
    "special": Special,
    "blinded": Blinded,
    "enemy": Enemy,
    "boss": Boss,
    "event_enemy": EventEnemy,
    "event": Event,
    "skill": Skill,
    "token": Token,
    "modifier": Modifier,
    "behaviour": Behaviour,
    "board": Board,
    "blight_track": BlightTrack,
    "map": Map,
    "scenario": Scenario,
}
"""The tables of a content file (``[[action]]``, ``[[enemy]]`` …) and the class that each row becomes."""
