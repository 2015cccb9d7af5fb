"""Cards in words: what is printed as numbers and icons, said so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.cards import ANY_SLOT, Content, Cost

__all__ = [
    "action_in_words",
    "artifact_in_words",
    "cost_in_words",
    "encounter_in_words",
    "equipment_in_words",
    "fate_in_words",
    "gates_in_words",
    "listed",
    "location_in_words",
    "mask_in_words",
    "slots_in_words",
    "symbols_in_words",
]

_COSTS: Final = (
    "Energy",
    "Health",
    "Redraw token",
    "Cooldown token",
    "Neidan",
    "Karma",
    "artifact",
    "hand card into zone A",
    "token of the card",
)
_COUNTED: Final = ("Redraw token", "Cooldown token", "artifact")
_ICONS: Final = (
    "gain a Redraw token",
    "gain a Cooldown token",
    "reveal one more",
    "Acquire",
    "reshuffle",
    "leaves the game",
)


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Words joined as a sentence joins them: "a", "a and b", "a, b and c"."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def mask_in_words(mask: int, vocabulary: tuple[str, ...]) -> str:
    """The words whose bits are set: ``5`` of the gates is "rest and harm"."""
    return listed(word.replace("-", " ") for bit, word in enumerate(vocabulary) if mask >> bit & 1)


def symbols_in_words(mask: int) -> str:
    """The symbols of a mask, or "no symbol"."""
    return mask_in_words(mask, terms.SYMBOLS) or "no symbol"


def gates_in_words(gates: Iterable[int]) -> str:
    """Gates one after the other, or "no icon"."""
    return listed(terms.GATES[gate] for gate in gates) or "no icon"


def slots_in_words(slots: Iterable[int]) -> str:
    """The marker slots of a page: "rest, any, taken"."""
    words = ["taken" if slot < 0 else "any" if slot == ANY_SLOT else terms.GATES[slot] for slot in slots]
    return ", ".join(words) or "no slot"


def cost_in_words(cost: Cost) -> str:
    """What is paid: "1 Energy and this card"; "nothing" for a free effect."""
    if not cost:
        return "nothing"
    words = []
    for n, what in zip(cost, _COSTS, strict=False):
        if n:
            words.append(f"{n} {what}{'s' if n > 1 and what in _COUNTED else ''}")
    if cost[9]:
        words.append("this card")
    if cost[10]:
        words.append("its use for the round")
    return listed(words)


def action_in_words(content: Content, card: int) -> str:
    """An Action Card: zone, Basic Action, Advanced Action and its cost."""
    printed = content.action[card]
    parts = [f"{printed.title} (level {printed.level}, zone {printed.zone.upper()})"]
    if printed.basic:
        parts.append("Basic: " + listed((word.capitalize() for word in printed.basic), "or"))
    if printed.effects:
        quick = ", quick" if printed.quick else ""
        parts.append(f"Advanced ({printed.energy} Energy{quick}): {printed.rules}")
    return ". ".join(part.rstrip(".") for part in parts) + "."


def fate_in_words(content: Content, card: int) -> str:
    """A Fate Card: corner, gates, symbols, attack and special icons."""
    value = content.fate_d20[card]
    parts = ["*" if value < 0 else str(value)]
    parts += [mask_in_words(content.fate_gates[card], terms.GATES)]
    parts += [mask_in_words(content.fate_symbols[card], terms.SYMBOLS)]
    if content.fate_hits[card]:
        parts.append("Hit")
    if content.fate_miss[card]:
        parts.append("Miss")
    if content.fate_pierce[card]:
        parts.append(f"Pierce {content.fate_pierce[card]}")
    parts += [words for bit, words in enumerate(_ICONS) if content.fate_icons[card] >> bit & 1]
    return f"{content.fate_title[card]} ({', '.join(part for part in parts if part)})"


def encounter_in_words(content: Content, card: int) -> str:
    """An enemy with its numbers, or an event with its text."""
    printed = content.encounter[card]
    rules = f" {printed.rules}" if printed.rules else ""
    if not content.enc_enemy[card]:
        return f"{printed.title}.{rules}"
    numbers = [f"Health {content.enc_health[card]}", f"armor {content.enc_armor[card]}"]
    numbers.append(f"damage {content.enc_damage[card]}")
    if content.enc_range[card]:
        numbers.append(f"range {content.enc_range[card]}")
    if content.enc_movement[card] != 1:
        numbers.append(f"movement {content.enc_movement[card]}")
    if content.enc_prey[card]:
        numbers.append("prey " + terms.PREY[content.enc_prey[card]].replace("-", " "))
    numbers.append(symbols_in_words(content.enc_symbols[card]))
    if content.enc_neidan[card]:
        numbers.append(f"Neidan {content.enc_neidan[card]}")
    return f"{printed.title} ({', '.join(numbers)}).{rules}"


def location_in_words(content: Content, card: int) -> str:
    """A Location Card: its icons and its effect."""
    printed = content.location[card]
    rules = f" {printed.rules}" if printed.rules else ""
    icons = "event" if printed.event else gates_in_words(content.loc_icons[card])
    return f"{printed.title} ({icons}).{rules}"


def equipment_in_words(content: Content, card: int) -> str:
    """An Equipment Card: its type and what it does."""
    printed = content.equip[card]
    body = f", Health {printed.health}, armor {printed.armor}" if printed.health else ""
    return f"{printed.title} ({printed.type}{body}). {printed.rules}"


def artifact_in_words(content: Content, card: int) -> str:
    """A Netherworld Artifact: its value, or what it does."""
    printed = content.artifact[card]
    value = f" ({printed.value})" if printed.value else ""
    rules = f". {printed.rules}" if printed.rules else ""
    return f"{printed.title}{value}{rules}"
