"""The numbers by which the rules know verbs: plain ints, cheap to compare.

Card texts are read once, by :mod:`~undercroft_netherworld_candle.build_effects`, into nested tuples that begin with one of
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
LOSE_EQUIPMENT: Final = 18
GAIN_ACTION: Final = 19
GAIN_NETHER: Final = 20
GAIN_EQUIPMENT: Final = 21
GAIN_ARTIFACT: Final = 22
TOKEN: Final = 23
SHUFFLE_FATE: Final = 24
SUMMON: Final = 25
TURN_IN: Final = 26
BONUS: Final = 27
BOOST: Final = 28

# -- what happens to units
DAMAGE: Final = 29
IMMOBILIZE: Final = 30
ROUSE: Final = 31
PIN: Final = 32
STAND: Final = 33
ARMOR_BREAK: Final = 34
SPAWN: Final = 35
PULL: Final = 36
PUSH: Final = 37
ACTIVATE: Final = 38
TURNCOAT: Final = 39
TELEPORT: Final = 40
REPAIR: Final = 41

# -- named actions (NC-STAT-011)
MOVE: Final = 42
INVESTIGATE: Final = 43
ATTACK: Final = 44
DECODE: Final = 45
SUPPRESS: Final = 46
OVERCOME: Final = 47
ACQUIRE: Final = 48

# -- candle, decks, map
CANDLE: Final = 49
DICE: Final = 50
ENCOUNTER: Final = 51
RESHUFFLE: Final = 52
DISCARD_THREAT: Final = 53
THREAT: Final = 54
GATE: Final = 55
UNGATE: Final = 56
TALISMAN: Final = 57
USE_TALISMAN: Final = 58
PLACE: Final = 59
REVEAL: Final = 60
CLOSE: Final = 61
UNCOVER: Final = 62

# -- the party's log and the campaign
PROGRESS: Final = 63
SETBACK: Final = 64
MARK: Final = 65
UNMARK: Final = 66
NOTE: Final = 67
STORY: Final = 68
JOURNEY: Final = 69
STASH_EQUIPMENT: Final = 70
ARCHIVE: Final = 71
FLIP: Final = 72
REMOVE_STORY: Final = 73
PASSAGE: Final = 74

# -- the scenario
PAGE: Final = 75
ENDING: Final = 76
FAIL: Final = 77
FINAL: Final = 78

# -- structure
CHOOSE: Final = 79
IF: Final = 80
TEST: Final = 81
STORY_TEST: Final = 82
HAVE: Final = 83
CALL: Final = 84

VERBS: Final = (
    "energy", "health", "redraw", "cooldown", "neidan", "karma", "exp", "fate_point", "reputation", "omen", "summons",
    "reset_tree", "start_health", "start_energy", "cool", "recall", "discard_hand", "lose_artifact", "lose_equipment",
    "gain_action", "gain_nether", "gain_equipment", "gain_artifact", "token", "shuffle_fate", "summon", "turn_in",
    "bonus", "boost", "damage", "immobilize", "rouse", "pin", "stand", "armor_break", "spawn", "pull", "push",
    "activate", "turncoat", "teleport", "repair", "move", "investigate", "attack", "decode", "suppress", "overcome",
    "acquire", "candle", "dice", "encounter", "reshuffle", "discard_threat", "threat", "gate", "ungate", "talisman",
    "use_talisman", "place", "reveal", "close", "uncover", "progress", "setback", "mark", "unmark", "note", "story",
    "journey", "stash_equipment", "archive", "flip", "remove_story", "passage", "page", "ending", "fail", "final",
    "choose", "if", "test", "story_test", "have", "call",
)  # fmt: skip
"""The name of each verb, by its number."""

BASIC_VERBS: Final = (MOVE, INVESTIGATE, ATTACK, DECODE, SUPPRESS, OVERCOME)
"""The verb of each Basic Action, by the number of :data:`~undercroft_netherworld_candle.terms.BASICS`."""
