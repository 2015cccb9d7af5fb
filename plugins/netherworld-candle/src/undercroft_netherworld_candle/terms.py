"""The vocabularies of the content and the ints that stand for their words: gates, symbols, moments, conditions …

Each vocabulary is a tuple of words; the constant of a word is its place there.
"""

from __future__ import annotations

from typing import Final

# -- the eight gates (NC-GEN-013); bit 1 << gate in masks
REST: Final = 0
LIFE: Final = 1
HARM: Final = 2
OBSTRUCTION: Final = 3
VIEW: Final = 4
DEATH: Final = 5
FEAR: Final = 6
OPEN: Final = 7

GATES: Final = (
    "rest", "life", "harm", "obstruction", "view", "death", "fear", "open",
)  # fmt: skip

# -- the four symbols (NC-GEN-011); bit 1 << symbol in masks
WHITE_TIGER: Final = 0
BLACK_TORTOISE: Final = 1
AZURE_DRAGON: Final = 2
VERMILION_BIRD: Final = 3

SYMBOLS: Final = (
    "white-tiger", "black-tortoise", "azure-dragon", "vermilion-bird",
)  # fmt: skip

# -- attributes (NC-ADV-001)
STRENGTH: Final = 0
COURAGE: Final = 1
GEOMANCY: Final = 2
DESTINY: Final = 3

ATTRIBUTES: Final = (
    "strength", "courage", "geomancy", "destiny",
)  # fmt: skip

# -- difficulties (NC-DIFF-001)
EASY: Final = 0
NORMAL: Final = 1
HARD: Final = 2
HELL: Final = 3

DIFFICULTIES: Final = (
    "easy", "normal", "hard", "hell",
)  # fmt: skip

# -- encounter decks (NC-ENC-004)
YIN: Final = 0
YANG: Final = 1
OTHER: Final = 2

DECKS: Final = (
    "yin", "yang", "other",
)  # fmt: skip

# -- the sides of a Location Card
TOP: Final = 0
RIGHT: Final = 1
BOTTOM: Final = 2
LEFT: Final = 3

SIDES: Final = (
    "top", "right", "bottom", "left",
)  # fmt: skip

# -- the Basic Actions (NC-TURN-008); a verb's number is BASIC_VERBS[basic]
DO_MOVE: Final = 0
DO_INVESTIGATE: Final = 1
DO_ATTACK: Final = 2
DO_DECODE: Final = 3
DO_SUPPRESS: Final = 4
DO_OVERCOME: Final = 5

BASICS: Final = (
    "move", "investigate", "attack", "decode", "suppress", "overcome",
)  # fmt: skip

# -- types of equipment (NC-EQUIP-001)
WEAPON: Final = 0
TOOL: Final = 1
ACCESSORY: Final = 2
CONSUMABLE: Final = 3
BACKPACK: Final = 4
COMPANION: Final = 5
SPECIAL: Final = 6

TYPES: Final = (
    "weapon", "tool", "accessory", "consumable", "backpack", "companion", "special",
)  # fmt: skip

# -- special icons of Fate Cards, as bits 1 << icon (NC-TEST-041 to -044)
ICON_REDRAW: Final = 0
ICON_COOLDOWN: Final = 1
ICON_REVEAL: Final = 2
ICON_ACQUIRE: Final = 3
ICON_RESHUFFLE: Final = 4
ICON_TEMPORARY: Final = 5

FATE_ICONS: Final = (
    "redraw", "cooldown", "reveal", "acquire", "reshuffle", "temporary",
)  # fmt: skip

# -- whom an effect concerns
WHO_YOU: Final = 0
WHO_EACH: Final = 1
WHO_HERE: Final = 2
WHO_NEAR: Final = 3
WHO_DELVERS_HERE: Final = 4
WHO_UNITS_HERE: Final = 5
WHO_GM: Final = 6
WHO_OTHER: Final = 7
WHO_ANY: Final = 8
WHO_OTHERS: Final = 9
WHO_PARTY: Final = 10
WHO_HIGHEST_STRENGTH: Final = 11
WHO_HIGHEST_COURAGE: Final = 12
WHO_HIGHEST_GEOMANCY: Final = 13
WHO_HIGHEST_DESTINY: Final = 14
WHO_LOWEST_HEALTH: Final = 15
WHO_HIGHEST_ENERGY: Final = 16
WHO_LOWEST_ENERGY: Final = 17
WHO_HOLDER: Final = 18

WHO: Final = (
    "you", "each", "here", "near", "delvers-here", "units-here", "gm", "other", "any", "others", "party",
    "highest-strength", "highest-courage", "highest-geomancy", "highest-destiny", "lowest-health", "highest-energy",
    "lowest-energy", "holder",
)  # fmt: skip

# -- which enemies an effect concerns
AT_ENEMY: Final = 0
AT_ENEMIES: Final = 1
AT_WITHIN: Final = 2
AT_ALL_WITHIN: Final = 3
AT_ALL: Final = 4
AT_IT: Final = 5

TARGETS: Final = (
    "enemy", "enemies", "within", "all-within", "all", "it",
)  # fmt: skip

# -- where an enemy spawns, or a unit is sent
WHERE_HIGHEST: Final = 0
WHERE_YOU: Final = 1
WHERE_GM: Final = 2
WHERE_START: Final = 3
WHERE_EACH: Final = 4
WHERE_ANY: Final = 5
WHERE_ADJACENT: Final = 6
WHERE_LOCATION: Final = 7

WHERE: Final = (
    "highest", "you", "gm", "start", "each", "any", "adjacent", "location",
)  # fmt: skip

# -- how an enemy enters play (NC-ENC-006)
STANCE_RULE: Final = 0
STANCE_READY: Final = 1
STANCE_IMMOBILIZED: Final = 2

STANCES: Final = (
    "rule", "ready", "immobilized",
)  # fmt: skip

# -- moments at which cards in play act
ON_ROUND_START: Final = 0
ON_TURN_START: Final = 1
ON_TURN_END: Final = 2
ON_ROUND_END: Final = 3
ON_ENTER: Final = 4
ON_LEAVE: Final = 5
ON_REVEAL: Final = 6
ON_SPAWN: Final = 7
ON_ACTIVATE: Final = 8
ON_HIT: Final = 9
ON_DAMAGED: Final = 10
ON_DEFEAT: Final = 11
ON_KILL: Final = 12
ON_TEST_START: Final = 13
ON_TEST_END: Final = 14
ON_DECODE: Final = 15
ON_INVESTIGATE: Final = 16
ON_ACQUIRE: Final = 17
ON_ENCOUNTER: Final = 18
ON_PLAY: Final = 19
ON_PAGE: Final = 20
ON_CANDLE: Final = 21

MOMENTS: Final = (
    "round-start", "turn-start", "turn-end", "round-end", "enter", "leave", "reveal", "spawn", "activate", "hit",
    "damaged", "defeat", "kill", "test-start", "test-end", "decode", "investigate", "acquire", "encounter", "play",
    "page", "candle",
)  # fmt: skip

# -- what a modifier changes
MOD_STRENGTH: Final = 0
MOD_COURAGE: Final = 1
MOD_GEOMANCY: Final = 2
MOD_DESTINY: Final = 3
MOD_CARDS: Final = 4
MOD_HITS: Final = 5
MOD_PIERCE: Final = 6
MOD_ARMOR: Final = 7
MOD_DAMAGE: Final = 8
MOD_RANGE: Final = 9
MOD_MOVEMENT: Final = 10
MOD_SLOTS: Final = 11
MOD_HAND: Final = 12
MOD_ENERGY_COST: Final = 13
MOD_RECALL_COST: Final = 14
MOD_MAX_HEALTH: Final = 15
MOD_MAX_ENERGY: Final = 16
MOD_READY: Final = 17
MOD_SILENT: Final = 18
MOD_DICE: Final = 19

MODS: Final = (
    "strength", "courage", "geomancy", "destiny", "cards", "hits", "pierce", "armor", "damage", "range", "movement",
    "slots", "hand", "energy-cost", "recall-cost", "max-health", "max-energy", "ready", "silent", "dice",
)  # fmt: skip

# -- whom a modifier reaches
SCOPE_YOU: Final = 0
SCOPE_HERE: Final = 1
SCOPE_PARTY: Final = 2
SCOPE_SELF: Final = 3
SCOPE_ENEMIES_HERE: Final = 4
SCOPE_ENEMIES: Final = 5

SCOPES: Final = (
    "you", "here", "party", "self", "enemies-here", "enemies",
)  # fmt: skip

# -- colour sections of a Candle Track (NC-CANDLE-007)
WHITE: Final = 0
YELLOW: Final = 1
ORANGE: Final = 2
RED: Final = 3
OUT: Final = 4

COLOURS: Final = (
    "white", "yellow", "orange", "red", "out",
)  # fmt: skip

# -- kinds of Test, as bits 1 << test in masks
TEST_ATTACK: Final = 0
TEST_DECODE: Final = 1
TEST_SUPPRESS: Final = 2
TEST_OVERCOME: Final = 3
TEST_EVENT: Final = 4
TEST_ENCOUNTER: Final = 5
TEST_STORY: Final = 6

TESTS: Final = (
    "attack", "decode", "suppress", "overcome", "event", "encounter", "story",
)  # fmt: skip

# -- when something may be used
TIMING_ANY: Final = 0
TIMING_OWN_TURN: Final = 1
TIMING_TEST: Final = 2
TIMING_PASSIVE: Final = 3

TIMINGS: Final = (
    "any", "own-turn", "test", "passive",
)  # fmt: skip

# -- how often something may be used
LIMIT_NONE: Final = 0
LIMIT_TURN: Final = 1
LIMIT_ROUND: Final = 2
LIMIT_SCENARIO: Final = 3

LIMITS: Final = (
    "none", "turn", "round", "scenario",
)  # fmt: skip

# -- how long a bonus lasts
SPAN_TURN: Final = 0
SPAN_ROUND: Final = 1
SPAN_SCENARIO: Final = 2
SPAN_TEST: Final = 3

SPANS: Final = (
    "turn", "round", "scenario", "test",
)  # fmt: skip

# -- special target conditions of enemies (NC-ENEMY-009)
PREY_NONE: Final = 0
PREY_MOST_EQUIPMENT: Final = 1
PREY_FEWEST_EQUIPMENT: Final = 2
PREY_MOST_ARTIFACTS: Final = 3
PREY_MOST_NEIDAN: Final = 4
PREY_MOST_REDRAW: Final = 5
PREY_MOST_THREATS: Final = 6
PREY_FEWEST_CARDS: Final = 7
PREY_MOST_CARDS: Final = 8
PREY_GM: Final = 9
PREY_COMPANION: Final = 10
PREY_IMMOBILIZED: Final = 11
PREY_HIGHEST_HEALTH: Final = 12
PREY_HIGHEST_ENERGY: Final = 13
PREY_HIGHEST_STRENGTH: Final = 14
PREY_HIGHEST_COURAGE: Final = 15
PREY_HIGHEST_GEOMANCY: Final = 16
PREY_HIGHEST_DESTINY: Final = 17
PREY_LOWEST_STRENGTH: Final = 18
PREY_LOWEST_COURAGE: Final = 19
PREY_LOWEST_GEOMANCY: Final = 20
PREY_LOWEST_DESTINY: Final = 21

PREY: Final = (
    "none", "most-equipment", "fewest-equipment", "most-artifacts", "most-neidan", "most-redraw", "most-threats",
    "fewest-cards", "most-cards", "gm", "companion", "immobilized", "highest-health", "highest-energy",
    "highest-strength", "highest-courage", "highest-geomancy", "highest-destiny", "lowest-strength", "lowest-courage",
    "lowest-geomancy", "lowest-destiny",
)  # fmt: skip

# -- phases of a campaign (NC-CAMP-001)
PHASE_STORY: Final = 0
PHASE_EPILOGUE: Final = 1
PHASE_ADVENTURE: Final = 2
PHASE_BETWEEN: Final = 3

PHASES: Final = (
    "story", "epilogue", "adventure", "between",
)  # fmt: skip
