"""The effect language: which keys each verb takes, and in which order they follow its number when it is compiled.

``Word("who n", needs="n")`` says: ``{ do = "energy", n = 2 }`` becomes ``(ENERGY, who, n)``, and ``n`` has to be given.
A key that is left out has the value of :data:`DEFAULTS`. How a key is turned into a plain value is told in
:mod:`undercroft_netherworld_candle.build_effects`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from undercroft_netherworld_candle import verbs

__all__ = ["DEFAULTS", "EFFECTS", "Word"]


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


@attrs.frozen
class Word:
    """One verb of the effect language.

    ``code`` is its number in :mod:`undercroft_netherworld_candle.verbs`, ``keys`` what follows it, ``needs`` the keys
    that have to be written. ``lo`` and ``hi`` bound ``n``, which is never 0 unless ``zero`` allows it. ``ref`` is the
    kind of card that ``id`` and ``ids`` name. ``kinds`` is the vocabulary of ``kind``, ``attribute`` the default one.
    """

    code: int
    keys: tuple[str, ...] = attrs.field(default="", converter=_split)
    needs: tuple[str, ...] = attrs.field(default="", converter=_split)
    lo: int = 1
    hi: int = 9
    zero: bool = False
    ref: str = ""
    kinds: tuple[str, ...] = ()
    attribute: str = ""
    about: str = ""


DEFAULTS: Final[Mapping[str, Any]] = {"n": 1, "who": "you", "target": "enemy", "where": "highest"}
"""What a key means that was left out; other keys are then empty, 0 or false."""


def _signed(code: int, about: str, hi: int = 9) -> Word:
    return Word(code, "who n", needs="n", lo=-hi, hi=hi, about=about)


EFFECTS: Final[Mapping[str, Word]] = {
    # -- values
    "energy": _signed(verbs.ENERGY, "recover n Energy; below 0 a forced loss (NC-STAT-002)"),
    "health": _signed(verbs.HEALTH, "recover n Health, or lose it; on Companions and enemies damage"),
    "redraw": _signed(verbs.REDRAW, "gain or lose n Redraw tokens"),
    "cooldown": _signed(verbs.COOLDOWN, "gain or lose n Cooldown tokens"),
    "neidan": _signed(verbs.NEIDAN, "gain or lose n Neidan"),
    "karma": _signed(verbs.KARMA, "gain or lose n personal Karma"),
    "exp": Word(verbs.EXP, "who n", about="check n EXP boxes"),
    "fate_point": Word(verbs.FATE_POINT, "who n", hi=3, about="n Fate Points, spent at once"),
    "reputation": Word(verbs.REPUTATION, "who n faction", needs="n faction", lo=-9, about="Reputation with a faction"),
    "omen": Word(verbs.OMEN, "who n kind", needs="kind", hi=3, kinds=("bad", "good"), about="add n omens"),
    "summons": Word(verbs.SUMMONS, "who n", hi=3, about="check Summons boxes without a defeat"),
    "reset_tree": Word(verbs.RESET_TREE, "who", about="reset the Tree of Fate (NC-FATE-014)"),
    "start_health": Word(verbs.START_HEALTH, "who n", needs="n", lo=-5, hi=5, about="start of the next adventure"),
    "start_energy": Word(verbs.START_ENERGY, "who n", needs="n", lo=-5, hi=5, about="start of the next adventure"),
    # -- cards and things
    "cool": Word(verbs.COOL, "who n", about="n Cooldown effects (NC-COOL-010)"),
    "recall": Word(verbs.RECALL, "who n kind", kinds=("any", "a", "b", "c"), about="cards of a zone to the hand"),
    "discard_hand": Word(verbs.DISCARD_HAND, "who n", about="put n hand cards of choice into zone A"),
    "lose_artifact": Word(verbs.LOSE_ARTIFACT, "who n", about="n stored artifacts go to the supply"),
    "rebag": Word(verbs.REBAG, "who", about="stored artifacts go back into the bag"),
    "lose_equipment": Word(
        verbs.LOSE_EQUIPMENT,
        "who n kind",
        kinds=("any", "weapon", "tool", "accessory", "consumable", "backpack", "companion"),
        about="discard n Equipment Cards (of a type)",
    ),
    "action": Word(verbs.GAIN_ACTION, "who id", needs="id", ref="action", about="it joins the Card Pool for good"),
    "nether": Word(verbs.GAIN_NETHER, "who id", needs="id", ref="nether", about="gain a Netherworld Card"),
    "equip": Word(verbs.GAIN_EQUIPMENT, "who id", needs="id", ref="equip", about="gain an Equipment Card"),
    "artifact": Word(verbs.GAIN_ARTIFACT, "who id", needs="id", ref="artifact", about="gain this token, if in supply"),
    "token": Word(verbs.TOKEN, "n", lo=-9, about="put n tokens on this card, or take them off"),
    "shuffle_fate": Word(verbs.SHUFFLE_FATE, "who", about="shuffle the Fate deck, discard pile included"),
    "summon": Word(verbs.SUMMON, "who", about="bring an own Companion into play that is not (NC-EQUIP-010)"),
    "turn_in": Word(
        verbs.TURN_IN, "faction n", needs="faction", lo=0, zero=True,
        about="hand over up to n artifacts (0: any number) to a faction (NC-STORY-032)",
    ),
    "bonus": Word(
        verbs.BONUS, "who mod n until", needs="mod n until", lo=-5, hi=5, about="change a value for a while"
    ),
    "boost": Word(verbs.BOOST, "cards hits pierce", about="more cards, hits, pierce in the Test being declared"),
    # -- units
    "damage": Word(verbs.DAMAGE, "target n range", needs="n", about="damage without a Test, ignores armor"),
    "immobilize": Word(verbs.IMMOBILIZE, "target range", about="enemies become Immobilized"),
    "rouse": Word(verbs.ROUSE, "target range", about="enemies stand up and are ready"),
    "pin": Word(verbs.PIN, "who", about="Delvers become Immobilized"),
    "stand": Word(verbs.STAND, "who", about="Delvers stand up without an action"),
    "armor_break": Word(verbs.ARMOR_BREAK, "who", about="an Armor Break token on Companions (NC-STAT-017)"),
    "spawn": Word(
        verbs.SPAWN, "id n where ready at", needs="id", hi=4, ref="encounter", about="put enemies on the map"
    ),
    "pull": Word(verbs.PULL, "n range", hi=4, about="one enemy within range comes up to n closer"),
    "push": Word(verbs.PUSH, "n target", hi=4, about="enemies here go up to n Locations away, where you choose"),
    "activate": Word(verbs.ACTIVATE, "target range", about="enemies activate now as in the Enemy Round"),
    "turncoat": Word(verbs.TURNCOAT, "target range", about="it activates against enemies (NC-ENEMY-013)"),
    "teleport": Word(verbs.TELEPORT, "who where at", needs="where", about="to another Location, not a Move action"),
    "repair": Word(verbs.REPAIR, "who n", about="take n damage off an own Companion"),
    # -- named actions
    "move": Word(verbs.MOVE, "n", hi=4, about="one Move action of up to n steps"),
    "investigate": Word(verbs.INVESTIGATE, "", about="one Investigate action"),
    "attack": Word(
        verbs.ATTACK, "attribute hits cards pierce range target", attribute="strength", about="one Attack action"
    ),
    "decode": Word(
        verbs.DECODE, "attribute cards token_redraw", attribute="geomancy", about="one Decode action"
    ),
    "suppress": Word(verbs.SUPPRESS, "attribute cards range", attribute="courage", about="one Suppress action"),
    "overcome": Word(verbs.OVERCOME, "attribute cards", attribute="destiny", about="one Overcome action"),
    "acquire": Word(verbs.ACQUIRE, "who n", hi=3, about="n Acquire Netherworld Artifacts actions"),
    # -- candle, decks, map
    "candle": Word(verbs.CANDLE, "n", lo=-5, hi=5, about="advance the Candle Track n spaces, or move it back"),
    "dice": Word(verbs.DICE, "n", hi=6, about="roll n Qimen Dice"),
    "encounter": Word(verbs.ENCOUNTER, "deck n", hi=3, about="draw and resolve n Encounter Cards"),
    "reshuffle": Word(verbs.RESHUFFLE, "deck", about="shuffle an encounter deck (NC-TEST-050)"),
    "discard_threat": Word(verbs.DISCARD_THREAT, "who n", about="n cards of choice leave the Threat Area"),
    "threat": Word(verbs.THREAT, "who", about="put this card into a Threat Area"),
    "gate": Word(verbs.GATE, "kind n", needs="kind", hi=3, kinds=("life", "death"), about="Gate tokens, here"),
    "ungate": Word(verbs.UNGATE, "kind n", needs="kind", hi=3, kinds=("life", "death"), about="take Gate tokens off"),
    "talisman": Word(verbs.TALISMAN, "n range", hi=3, about="place n Talismans within range, as the limit allows"),
    "use_talisman": Word(verbs.USE_TALISMAN, "n range effects", needs="effects", hi=3,
                         about="take n Talismans within range; then the effects"),
    "place": Word(verbs.PLACE, "id at", needs="id", ref="location", about="lay a Location face up beside at, or you"),
    "reveal": Word(verbs.REVEAL, "n", hi=4, about="turn up n face-down cards at your Location's edges, no action"),
    "close": Word(
        verbs.CLOSE, "id kind", ref="location", kinds=("away", "down"),
        about="take a Location (yours if no id) away, or flip it face down (NC-MAP-009)",
    ),
    "uncover": Word(verbs.UNCOVER, "n", hi=4, about="take n Puzzle Markers off your Location"),
    # -- logs
    "progress": Word(verbs.PROGRESS, "n", about="check n Historical Progress boxes"),
    "setback": Word(verbs.SETBACK, "n", about="check n Setback boxes"),
    "mark": Word(verbs.MARK, "text", needs="text", about="check a Historical Mark"),
    "unmark": Word(verbs.UNMARK, "text", needs="text", about="erase a Historical Mark"),
    "note": Word(verbs.NOTE, "text", needs="text", about="write a note"),
    "story": Word(verbs.STORY, "ids", needs="ids", ref="story", about="Story Cards into the Stash"),
    "journey": Word(verbs.JOURNEY, "ids", needs="ids", ref="journey", about="Journey Cards into the Stash"),
    "stash_equipment": Word(
        verbs.STASH_EQUIPMENT, "ids", needs="ids", ref="equip", about="legendary Equipment into the Stash"
    ),
    "archive": Word(verbs.ARCHIVE, "", about="put this card back into the box"),
    "flip": Word(verbs.FLIP, "", about="turn this Story Card back to its art side"),
    "remove_story": Word(verbs.REMOVE_STORY, "ids", needs="ids", ref="story", about="Archive Story Cards anywhere"),
    "passage": Word(verbs.PASSAGE, "id", needs="id", ref="passage", about="read a Story Book entry and carry it out"),
    # -- scenario
    "page": Word(verbs.PAGE, "id", needs="id", ref="page", about="turn to this page of the scenario"),
    "ending": Word(verbs.ENDING, "id", needs="id", ref="ending", about="success with this ending"),
    "fail": Word(verbs.FAIL, "", about="Scenario Failed"),
    "final": Word(verbs.FINAL, "text", needs="text", about="the campaign is over with this final ending"),
    # -- structure
    "choose": Word(verbs.CHOOSE, "who text optional options", needs="options", about="choose one option"),
    "if": Word(verbs.IF, "cond then otherwise", needs="cond", about="judged when it is reached (NC-GEN-022)"),
    "test": Word(
        verbs.TEST, "attribute symbols success failure", needs="symbols", attribute="destiny", about="a Matching Test"
    ),
    "story_test": Word(
        verbs.STORY_TEST, "attribute difficulty bonus success failure critical instead",
        needs="attribute difficulty", about="a Story Test",
    ),
    "have": Word(verbs.HAVE, "who effects", needs="who effects", about="others carry it out as 'you'"),
    "call": Word(verbs.CALL, "step args", needs="step", about="a method of a layer, for what data cannot say"),
}  # fmt: skip
"""Every verb that content may use."""
