"""Cards in words: what is printed as numbers and icons, said so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Ability, Content, EventCard, FoeCard, Quest, ScenarioCard, SkillCard, Verb
from undercroft_death_binder.schema.base import PLACES
from undercroft_death_binder.schema.tokens import BEHAVIOUR_ICONS, ICONS

__all__ = [
    "abilities_in_words",
    "action_in_words",
    "behaviour_in_words",
    "cards_in_words",
    "effects_in_words",
    "event_in_words",
    "foe_in_words",
    "goal_in_words",
    "icons_in_words",
    "quest_in_words",
    "skill_in_words",
    "verb_in_words",
]

LAST_ROW: Final = 6
"""The row of the Boss location (DB-MAP-002)."""

_WORDS: Final = {
    verbs.XP: "{0:+d} XP",
    verbs.BLIGHT: "{0:+d} Blight",
    verbs.DD: "{0:+d} DD",
    verbs.SKILL: "draw {0} Skill{1}",
    verbs.SPECIAL: "gain {0} Special Action card{1}",
    verbs.BLINDED: "{0} Blinded card{1}",
    verbs.DEFENSE: "{0:+d} defense",
    verbs.DEFENSE_LEVEL: "defense equal to the Character Level",
    verbs.DRAW: "draw {0} card{1}",
    verbs.EMPOWER: "the next Action card has {0:+d} damage",
    verbs.EXTRA_ATTACKS: "{0} more attack{1} this turn",
    verbs.STORE_BONUS: "Store {0} more card{1} this turn",
    verbs.REROLL: "repeat a failed Faith Toss",
    verbs.STUN: "Stun",
    verbs.VULN_MELEE: "{0:+d} Melee Vulnerability",
    verbs.VULN_SPELL: "{0:+d} Spell Vulnerability",
    verbs.SPLASH: "{0} damage to each adjacent Enemy",
    verbs.DAMAGE_MELEE: "{0} Melee damage",
    verbs.DAMAGE_SPELL: "{0} Spell damage",
    verbs.STUN_PLAYER: "stuns the player",
    verbs.EXPOSE_MELEE: "{0:+d} Melee Vulnerability of the player",
    verbs.EXPOSE_SPELL: "{0:+d} Spell Vulnerability of the player",
    verbs.DISARM: "the player Removes {0} card{1} of the hand",
    verbs.FIRST_STRIKE: "First Strike {0:+d}",
    verbs.PUNISH_UNDEFENDED: "{0:+d} damage against the undefended",
    verbs.FRENZY: "{0:+d} damage while alone",
    verbs.PENETRATE: "Penetrate",
    verbs.REGENERATE: "regenerates {0} each Enemy turn",
    verbs.GUARD: "guard {0} each round",
    verbs.RAISE: "Raise",
    verbs.IMPORTANT_TARGET: "Important Target",
}

_GOALS: Final = (
    "defeat {0} Enem{2}",
    "resolve {0} Event{1}",
    "win {0} Faith Toss{3}",
    "resolve {0} Rest{1}",
    "Store {0} card{1}",
    "finish {0} Encounter{1} without losing health",
    "upgrade traits {0} time{1}",
    "defeat {0} Boss{3}",
    "have at least {0} Blight",
)

_SCENARIO_GOALS: Final = (
    "read on",
    "resolve {0} Adventure Token{1}",
    "resolve {0} Event{1}",
    "defeat {0} Enem{2}",
    "resolve {0} Rest{1}",
    "reach row {0}",
    "complete {0} Sidequest{1}",
    "defeat {0} Boss{3}",
    "defeat the Boss that the Scenario demands",
)

_TARGETS: Final = (
    "Enemies of the current level left in the Enemy deck",
    "cards left in the Event deck",
    "Ambushes left in the Event deck",
    "Melee cards on the Removed pile",
    "Melee cards among the next {0} of the Draw Deck",
    "Spell cards among the next {0} of the Draw Deck",
)


def verb_in_words(verb: int, n: int) -> str:
    """One verb of :mod:`undercroft_death_binder.verbs` with its amount, such as ``+2 XP`` or ``lose 1 health``."""
    if verb == verbs.HEALTH:
        return f"heal {n}" if n > 0 else f"lose {-n} health"
    return _WORDS[verb].format(n, "" if n == 1 else "s")


def effects_in_words(effects: Iterable[Verb]) -> str:
    """Effects in their order, or ``nothing``."""
    return ", ".join(verb_in_words(verb, n) for verb, n in effects) or "nothing"


def abilities_in_words(abilities: Iterable[Ability]) -> str:
    """Abilities in their order, those with a faith icon marked; empty without any."""
    return ", ".join(verb_in_words(verb, n) + (" (Faith Toss)" if faith else "") for verb, n, faith in abilities)


def action_in_words(content: Content, card: int) -> str:
    """What an Action card prints: type, damage by tier, abilities."""
    if content.is_blinded[card]:
        return "no damage, no ability"
    damage = "/".join(str(content.damage[tier][card]) for tier in (1, 2, 3))
    words = abilities_in_words(content.abilities[card])
    return f"{_type(content.is_melee[card])} {damage}" + (f", {words}" if words else "")


def foe_in_words(foe: FoeCard) -> str:
    """What a foe prints: health, damage, Vulnerabilities, XP, retreat, abilities."""
    parts = [f"health {foe.health}"]
    if foe.kind != verbs.OBSTACLE:
        parts.append(f"{_type(foe.is_melee)} damage {foe.damage}")
    parts.append(f"Vulnerability Melee {foe.vuln_melee}, Spell {foe.vuln_spell}")
    if foe.kind != verbs.OBSTACLE:
        parts += [f"{foe.xp} XP", f"retreat {foe.retreat}" if foe.retreat >= 0 else "no retreat"]
    if foe.abilities:
        parts.append(abilities_in_words(foe.abilities))
    if foe.toss:
        success, failure = (abilities_in_words((ability,)) for ability in foe.toss)
        parts.append(f"toss: {success}, or {failure}")
    return "; ".join(parts)


def event_in_words(content: Content, event: EventCard) -> str:
    """What an Event asks for and what it brings."""
    if event.kind == verbs.AMBUSH:
        lists = (", ".join(content.foe_names[foe] for foe in foes) for foes in event.foes)
        return "Ambush: alone {}; together {}".format(*lists)
    if event.kind == verbs.DISCOVERY:
        won, lost = effects_in_words(event.reward), effects_in_words(event.penalty)
        return f"Discovery: toss for {won}, on a failure {lost}; or take {event.blight} Blight"
    if event.kind == verbs.OBSTACLE_EVENT:
        won, lost = effects_in_words(event.reward), effects_in_words(event.penalty)
        return f"Obstacle: {foe_in_words(content.foes[event.foe])}; if it falls {won}, if it stands {lost}"
    if event.kind == verbs.DECISION:
        return f"Decision: left {effects_in_words(event.left)}; right {effects_in_words(event.right)}"
    if event.kind == verbs.CAVE_IN:
        return "Cave In: " + ", ".join(PLACES[place] for place in event.places)
    asked = _TARGETS[event.target].format(event.n)
    lower, higher = effects_in_words(event.lower), effects_in_words(event.higher)
    return f"Precognition: how many {asked}? Exact {higher}; off by at most {event.limit} {lower}"


def skill_in_words(skill: SkillCard) -> str:
    """What a Skill does, and whether it needs an Enemy."""
    words = ", ".join(verb_in_words(verb, n) for verb, n in skill.effects)
    return f"{words} on one Enemy" if skill.at_enemy else words


def quest_in_words(quest: Quest) -> str:
    """The goal and the reward of a Sidequest."""
    return f"{_counted(_GOALS[quest.goal], quest.n)}: {effects_in_words(quest.reward)}"


def goal_in_words(card: ScenarioCard) -> str:
    """The goal of a Scenario (DB-SCEN-008)."""
    if card.goal == verbs.ROW_GOAL and card.n == LAST_ROW:
        return "reach the Boss location"
    return _counted(_SCENARIO_GOALS[card.goal], card.n)


def _counted(words: str, n: int) -> str:
    """Words with a number and the endings that go with it."""
    one = n == 1
    return words.format(n, "" if one else "s", "y" if one else "ies", "" if one else "es")


def behaviour_in_words(icons: Iterable[int]) -> str:
    """The icons of a Behaviour card, from left to right."""
    return ", ".join(BEHAVIOUR_ICONS[icon].replace("_", " ") for icon in icons)


def cards_in_words(count: int) -> str:
    """How many cards lie in a pile."""
    return f"{count} card{'' if count == 1 else 's'}"


def icons_in_words(icons: Iterable[int]) -> str:
    """The icons of a token side, clockwise from the top."""
    return ", ".join(ICONS[icon].capitalize() for icon in icons)


def _type(is_melee: bool) -> str:
    return "Melee" if is_melee else "Spell"
