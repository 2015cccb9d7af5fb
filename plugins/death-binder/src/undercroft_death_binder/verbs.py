"""The numbers by which the rules know verbs, icons, goals and traits: plain ints, so that a comparison is cheap.

Card texts are read once. What is printed under several names but is the same act becomes one verb with a sign:
``heal 2`` is ``(HEALTH, 2)``, ``leech 2`` is ``(DD, -2)``, an Action card's ``blight 1`` is ``(BLIGHT, -1)`` and an
Enemy's is ``(BLIGHT, 1)``, ``blind 1`` is ``(BLINDED, 1)``.
"""

from __future__ import annotations

from typing import Final

# -- what can be done to a player or to the table (DB-EVENT-040), with a signed amount
XP: Final = 0
BLIGHT: Final = 1
DD: Final = 2
HEALTH: Final = 3
SKILL: Final = 4
SPECIAL: Final = 5
BLINDED: Final = 6
DEFENSE: Final = 7
DEFENSE_LEVEL: Final = 8
"""Defense equal to the Character Level (DB-ABIL-005); the amount is not used."""
DRAW: Final = 9

# -- what lasts for a turn (DB-ABIL-014, DB-SKILL-007)
EMPOWER: Final = 10
EXTRA_ATTACKS: Final = 11
STORE_BONUS: Final = 12
REROLL: Final = 13

# -- what is done to an Enemy in the row (DB-ABIL-014, DB-SKILL-007)
STUN: Final = 14
VULN_MELEE: Final = 15
VULN_SPELL: Final = 16
SPLASH: Final = 17
DAMAGE_MELEE: Final = 18
DAMAGE_SPELL: Final = 19

# -- what an Enemy does to the attacked player, after the damage (DB-ABIL-015)
STUN_PLAYER: Final = 20
EXPOSE_MELEE: Final = 21
EXPOSE_SPELL: Final = 22
DISARM: Final = 23

# -- what changes an Enemy's attack, before the damage (DB-ABIL-015)
FIRST_STRIKE: Final = 24
PUNISH_UNDEFENDED: Final = 25
FRENZY: Final = 26
PENETRATE: Final = 27

# -- what is looked at in other moments (DB-ABIL-008, -011, -015)
REGENERATE: Final = 28
GUARD: Final = 29
RAISE: Final = 30
IMPORTANT_TARGET: Final = 31

VERBS: Final = (
    "xp", "blight", "dd", "health", "skill", "special", "blinded", "defense", "defense_level", "draw",
    "empower", "extra_attacks", "store_bonus", "reroll",
    "stun", "vuln_melee", "vuln_spell", "splash", "damage_melee", "damage_spell",
    "stun_player", "expose_melee", "expose_spell", "disarm",
    "first_strike", "punish_undefended", "frenzy", "penetrate",
    "regenerate", "guard", "raise", "important_target",
)  # fmt: skip
"""The name of each verb, by its number."""

# -- where a foe comes from
LEVEL_ENEMY: Final = 0
BOSS: Final = 1
EVENT_ENEMY: Final = 2
OBSTACLE: Final = 3

# -- kinds of Events (DB-EVENT-001)
AMBUSH: Final = 0
DISCOVERY: Final = 1
OBSTACLE_EVENT: Final = 2
DECISION: Final = 3
CAVE_IN: Final = 4
PRECOGNITION: Final = 5

# -- what a Precognition asks for (DB-EVENT-037)
ENEMIES_CURRENT_LEVEL: Final = 0
EVENT_DECK: Final = 1
AMBUSHES_LEFT: Final = 2
REMOVED_MELEE: Final = 3
NEXT_MELEE: Final = 4
NEXT_SPELL: Final = 5

# -- Adventure icons (DB-TOKEN-001)
EVENT_ICON: Final = 0
ENCOUNTER_ICON: Final = 1
REST_ICON: Final = 2

# -- goals of Sidequests (DB-SIDE-009)
DEFEAT_ENEMIES: Final = 0
RESOLVE_EVENTS: Final = 1
WIN_FAITH_TOSSES: Final = 2
RESOLVE_RESTS: Final = 3
STORE_CARDS: Final = 4
ENCOUNTER_WITHOUT_HEALTH_LOSS: Final = 5
UPGRADE_TRAITS: Final = 6
DEFEAT_BOSS: Final = 7
BLIGHT_AT_LEAST: Final = 8

# -- goals of Scenarios (DB-SCEN-008)
READ: Final = 0
TOKENS_GOAL: Final = 1
EVENTS_GOAL: Final = 2
ENEMIES_GOAL: Final = 3
RESTS_GOAL: Final = 4
ROW_GOAL: Final = 5
SIDEQUESTS_GOAL: Final = 6
BOSS_GOAL: Final = 7
DEMANDED_BOSS: Final = 8

# -- traits (DB-TRAIT-001)
CHARACTER_LEVEL: Final = 0
SPELL_TIER: Final = 1
MELEE_TIER: Final = 2
MAX_ATTACKS: Final = 3
STORE_CARDS_TRAIT: Final = 4
MAX_HEALTH: Final = 5
STARTING_DEFENSE: Final = 6

# -- Rest actions (DB-REST-002 to -007)
HEAL: Final = 0
REMOVE_STORED: Final = 1
BUY: Final = 2
RECOVER: Final = 3
CLEANSE: Final = 4

# -- icons of Behaviour cards (DB-BEHAV-008)
LOWEST_HEALTH: Final = 0
HIGHEST_HEALTH: Final = 1
LOWEST_DEFENSE: Final = 2
HIGHEST_DEFENSE: Final = 3
SMALLEST_DRAW_DECK: Final = 4
LARGEST_DRAW_DECK: Final = 5
MOST_XP: Final = 6
LEADER: Final = 7
OTHER: Final = 8

# -- places: the number of the end point in every map (A1 is 0, B1 is 1 … C5 is 14)
BOSS_PLACE: Final = 15
