"""The numbers by which the rules know verbs: plain ints, cheap to compare.

Card texts are read once, by the module build_effects, into nested tuples that begin with one of
these numbers; :data:`undercroft_netherworld_candle.words.EFFECTS` says what follows each.
"""

from __future__ import annotations

from typing import Final

# -- what a Delver gains or loses, with a signed amount
ENERGY: Final = 0
HEALTH: Final = 1
REDRAW: Final = 2
COOLDOWN: Final = 3
NEIDAN: Final = 4
KARMA: Final = 5
EXP: Final = 6
FATE_POINT: Final = 7
REPUTATION: Final = 8
OMEN: Final = 9
SUMMONS: Final = 10
RESET_TREE: Final = 11
START_HEALTH: Final = 12
START_ENERGY: Final = 13

# -- cards and things of a Delver
COOL: Final = 14
RECALL: Final = 15
DISCARD_HAND: Final = 16
LOSE_ARTIFACT: Final = 17
REBAG: Final = 18
LOSE_EQUIPMENT: Final = 19
GAIN_ACTION: Final = 20
GAIN_NETHER: Final = 21
GAIN_EQUIPMENT: Final = 22
GAIN_ARTIFACT: Final = 23
TOKEN: Final = 24
SHUFFLE_FATE: Final = 25
SUMMON: Final = 26
TURN_IN: Final = 27
BONUS: Final = 28
BOOST: Final = 29

# -- what happens to units
DAMAGE: Final = 30
IMMOBILIZE: Final = 31
ROUSE: Final = 32
PIN: Final = 33
STAND: Final = 34
ARMOR_BREAK: Final = 35
SPAWN: Final = 36
PULL: Final = 37
PUSH: Final = 38
ACTIVATE: Final = 39
TURNCOAT: Final = 40
TELEPORT: Final = 41
REPAIR: Final = 42

# -- named actions (NC-STAT-011)
MOVE: Final = 43
INVESTIGATE: Final = 44
ATTACK: Final = 45
DECODE: Final = 46
SUPPRESS: Final = 47
OVERCOME: Final = 48
ACQUIRE: Final = 49

# -- candle, decks, map
CANDLE: Final = 50
DICE: Final = 51
ENCOUNTER: Final = 52
RESHUFFLE: Final = 53
DISCARD_THREAT: Final = 54
THREAT: Final = 55
GATE: Final = 56
UNGATE: Final = 57
TALISMAN: Final = 58
USE_TALISMAN: Final = 59
PLACE: Final = 60
REVEAL: Final = 61
CLOSE: Final = 62
UNCOVER: Final = 63

# -- the party's log and the campaign
PROGRESS: Final = 64
SETBACK: Final = 65
MARK: Final = 66
UNMARK: Final = 67
NOTE: Final = 68
STORY: Final = 69
JOURNEY: Final = 70
STASH_EQUIPMENT: Final = 71
ARCHIVE: Final = 72
FLIP: Final = 73
REMOVE_STORY: Final = 74
PASSAGE: Final = 75

# -- the scenario
PAGE: Final = 76
ENDING: Final = 77
FAIL: Final = 78
FINAL: Final = 79

# -- structure
CHOOSE: Final = 80
IF: Final = 81
TEST: Final = 82
STORY_TEST: Final = 83
HAVE: Final = 84
CALL: Final = 85

VERBS: Final = (
    "energy", "health", "redraw", "cooldown", "neidan", "karma", "exp", "fate_point", "reputation", "omen", "summons",
    "reset_tree", "start_health", "start_energy", "cool", "recall", "discard_hand", "lose_artifact", "rebag",
    "lose_equipment", "gain_action", "gain_nether", "gain_equipment", "gain_artifact", "token", "shuffle_fate",
    "summon", "turn_in", "bonus", "boost", "damage", "immobilize", "rouse", "pin", "stand", "armor_break", "spawn",
    "pull", "push", "activate", "turncoat", "teleport", "repair", "move", "investigate", "attack", "decode",
    "suppress", "overcome", "acquire", "candle", "dice", "encounter", "reshuffle", "discard_threat", "threat", "gate",
    "ungate", "talisman", "use_talisman", "place", "reveal", "close", "uncover", "progress", "setback", "mark",
    "unmark", "note", "story", "journey", "stash_equipment", "archive", "flip", "remove_story", "passage", "page",
    "ending", "fail", "final", "choose", "if", "test", "story_test", "have", "call",
)  # fmt: skip
"""The name of each verb, by its number."""

# -- conditions (schema/conditions.py)
IF_ENERGY_AT_LEAST: Final = 0
IF_ENERGY_AT_MOST: Final = 1
IF_HEALTH_AT_LEAST: Final = 2
IF_HEALTH_AT_MOST: Final = 3
IF_REDRAW_AT_LEAST: Final = 4
IF_COOLDOWN_AT_LEAST: Final = 5
IF_NEIDAN_AT_LEAST: Final = 6
IF_KARMA_AT_LEAST: Final = 7
IF_HAND_AT_LEAST: Final = 8
IF_HAND_AT_MOST: Final = 9
IF_ZONE_HAS: Final = 10
IF_THREATS_AT_LEAST: Final = 11
IF_ARTIFACTS_AT_LEAST: Final = 12
IF_ARTIFACTS_AT_MOST: Final = 13
IF_HAS_ARTIFACT: Final = 14
IF_HAS_TYPE: Final = 15
IF_EQUIPPED: Final = 16
IF_HAS_ACTION: Final = 17
IF_WOUNDED: Final = 18
IF_IMMOBILIZED: Final = 19
IF_DELVER: Final = 20
IF_ATTRIBUTE_AT_LEAST: Final = 21
IF_REPUTATION: Final = 22
IF_DEFEATS_AT_LEAST: Final = 23
IF_ALONE: Final = 24
IF_DELVERS_HERE: Final = 25
IF_ENEMIES_HERE: Final = 26
IF_NO_ENEMIES_HERE: Final = 27
IF_ICONS_AT_LEAST: Final = 28
IF_ICONS_AT_MOST: Final = 29
IF_GATE_HERE: Final = 30
IF_LIFE_GATES_HERE: Final = 31
IF_DEATH_GATES_HERE: Final = 32
IF_TALISMANS_AT_LEAST: Final = 33
IF_AT_LOCATION: Final = 34
IF_IN_PARTY: Final = 35
IF_PLAYERS_AT_LEAST: Final = 36
IF_PLAYERS_AT_MOST: Final = 37
IF_MARK: Final = 38
IF_NO_MARK: Final = 39
IF_NOTE: Final = 40
IF_NO_NOTE: Final = 41
IF_PROGRESS: Final = 42
IF_SETBACKS: Final = 43
IF_DIFFICULTY: Final = 44
IF_CANDLE_AT_LEAST: Final = 45
IF_CANDLE_COLOUR: Final = 46
IF_ROUND_AT_LEAST: Final = 47
IF_PAGE: Final = 48
IF_FIRST_GAME: Final = 49
IF_SCENARIO_DONE: Final = 50
IF_ENDING: Final = 51
IF_SLOTS_EMPTY: Final = 52
IF_SLOTS_AT_MOST: Final = 53
IF_REVEALED: Final = 54
IF_DELVER_ON: Final = 55
IF_ALL_ON: Final = 56
IF_DEFEATED: Final = 57
IF_MARKERS_ON: Final = 58
IF_MARKERS_AT_LEAST: Final = 59
IF_ENEMIES_AT_MOST: Final = 60
IF_PARTY_ARTIFACTS: Final = 61
IF_ANY: Final = 62
IF_NONE: Final = 63

CONDITIONS: Final = (
    "energy_at_least", "energy_at_most", "health_at_least", "health_at_most", "redraw_at_least", "cooldown_at_least",
    "neidan_at_least", "karma_at_least", "hand_at_least", "hand_at_most", "zone_has", "threats_at_least",
    "artifacts_at_least", "artifacts_at_most", "has_artifact", "has_type", "equipped", "has_action", "wounded",
    "immobilized", "delver", "attribute_at_least", "reputation", "defeats_at_least", "alone", "delvers_here",
    "enemies_here", "no_enemies_here", "icons_at_least", "icons_at_most", "gate_here", "life_gates_here",
    "death_gates_here", "talismans_at_least", "at_location", "in_party", "players_at_least", "players_at_most",
    "mark", "no_mark", "note", "no_note", "progress", "setbacks", "difficulty", "candle_at_least", "candle_colour",
    "round_at_least", "page", "first_game", "scenario_done", "ending", "slots_empty", "slots_at_most", "revealed",
    "delver_on", "all_on", "defeated", "markers_on", "markers_at_least", "enemies_at_most", "party_artifacts", "any",
    "none",
)  # fmt: skip

BASIC_VERBS: Final = (MOVE, INVESTIGATE, ATTACK, DECODE, SUPPRESS, OVERCOME)
"""The verb of each Basic Action, by the number of :data:`~undercroft_netherworld_candle.terms.BASICS`."""
