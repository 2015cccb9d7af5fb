"""Cards made for one test, and the game's content with them.

Effects are written in short: ``"energy -1"``, ``"damage 2 target=enemies"``, ``"test symbols=white-tiger"``, or as
tables where they hold others: ``{"do": "if", "cond": {...}, "then": ["health 1"]}``. In a table the keys
``effects``, ``then``, ``otherwise``, ``success``, ``failure``, ``critical`` take such lists, ``options`` a list of
``option("words", "energy 1", cond={...}, cost={...})``.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from undercroft import load_packs
from undercroft.content import structure
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.build import PACK, build
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.schema import TABLES
from undercroft_netherworld_candle.words import EFFECTS

__all__ = [
    "Made",
    "action",
    "artifact",
    "base_tables",
    "cards_in",
    "choose",
    "content_with",
    "delver",
    "enemy",
    "equip",
    "event",
    "fate",
    "foe",
    "fx",
    "location",
    "made",
    "nether",
    "option",
    "page",
    "passage",
    "scenario",
    "story",
    "trigger",
    "use",
]

Words = str | Mapping[str, Any]

_NUMBER = itertools.count(1)
_LISTS = ("effects", "then", "otherwise", "success", "failure", "critical")
_KINDS = {"enemy": "encounter", "event": "encounter", "equipment": "equip"}


@attrs.frozen(eq=False)
class Made:
    """A card made for a test: its table, how it lies on the table (``marks``), others that come with it (``also``)."""

    kind: str
    id: str
    card: Any = None
    marks: Mapping[str, Any] = attrs.field(factory=dict)
    also: tuple[Made, ...] = ()

    @property
    def ref(self) -> str:
        """The kind of content that its int belongs to."""
        return _KINDS.get(self.kind, self.kind)


# -- effects


def _value(key: str, text: str) -> Any:
    if key in ("symbols", "ids"):
        return tuple(text.split(","))
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def fx(*words: Words) -> list[dict[str, Any]]:
    """Effects written in short."""
    return [_effect(word) for word in words]


def _effect(words: Words) -> dict[str, Any]:
    if isinstance(words, Mapping):
        table = {key: _plain(value) for key, value in words.items()}
        for key in _LISTS:
            if key in table:
                table[key] = fx(*_listed(table[key]))
        return table
    do, *rest = words.split()
    table = {"do": do}
    for word in rest:
        key, eq, value = word.partition("=")
        if eq:
            table[key] = _value(key, value)
        elif key.lstrip("-").isdigit():
            table["n"] = int(key)
        else:
            table["text" if "text" in EFFECTS[do].keys else "id"] = key
    return table


def _listed(words: Any) -> Sequence[Words]:
    return [words] if isinstance(words, str | Mapping) else words


def _plain(value: Any) -> Any:
    """Made cards stand for their ids."""
    if isinstance(value, Made):
        return value.id
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def option(text: str, *effects: Words, **more: Any) -> dict[str, Any]:
    """An option of a choice: ``cond``, ``cost`` and ``outcome`` besides its effects."""
    return {"text": text, "effects": fx(*effects), **_plain(more)}


def choose(*options: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The effect of a choice."""
    return {"do": "choose", "options": list(options), **more}


def trigger(when: str, *effects: Words, **more: Any) -> dict[str, Any]:
    """A trigger: ``cond``, ``tests``, ``once`` besides its effects."""
    return {"when": when, "effects": fx(*effects), **_plain(more)}


def use(*effects: Words, **more: Any) -> dict[str, Any]:
    """An ability to use: ``timing``, ``phase``, ``cost``, ``once``, ``tests``, ``cond`` besides its effects."""
    return {"text": "use it", "effects": fx(*effects), **_plain(more)}


# -- cards


def made(kind: str, name: str = "", /, *, marks: Mapping[str, Any] | None = None, **fields: Any) -> Made:
    """A card of any table with the fields given."""
    name = name or f"new-{kind.replace('_', '-')}-{next(_NUMBER)}"
    for key in ("effects",):
        if key in fields:
            fields[key] = fx(*_listed(fields[key]))
    return Made(kind, name, structure({"id": name, **_plain(fields)}, TABLES[kind]), marks or {})


@cache
def _free(letter: str, *, kept: bool) -> Iterator[str]:
    """Printed numbers that no card of the content has: for cards that a module keeps, once; for those of a test, again.

    So a card of a test never meets the number of one that stays. 300 to 399 are for those that a test names itself.
    """
    used = {getattr(card, "number", "") for rows in base_tables().values() for card in rows.values()}
    numbers = sorted({f"{letter}{n}" for n in (range(400, 600) if kept else range(600, 900))} - used)
    return iter(numbers) if kept else itertools.cycle(numbers)


def _numbered(letter: str) -> str:
    return next(_free(letter, kept="PYTEST_CURRENT_TEST" not in os.environ))


def action(name: str = "", *effects: Words, basic: str = "move", zone: str = "a", **fields: Any) -> Made:
    """An Action Card; ``effects`` are its Advanced Action, ``energy`` their cost."""
    name = name or f"new-action-{next(_NUMBER)}"
    body = {"sect": "wayfarer", "level": 1, "keyword": "plain", "energy": 0, "rules": "As the test says.", "text": ""}
    body |= {"number": _numbered("A"), "title": fields.pop("title", name.replace("-", " ").title())}
    return made(
        "action", name, effects=list(effects) or ["energy 1"], basic=basic.split(), zone=zone, **{**body, **fields}
    )


def enemy(name: str = "", *, marks: Mapping[str, Any] | None = None, **fields: Any) -> Made:
    """An enemy: Health 3, damage 1, no armor and no symbols unless told; marks are fields of the standee."""
    name = name or f"new-enemy-{next(_NUMBER)}"
    keys: tuple[str, ...] = ("place", "immobilized", "tokens", "setback")
    at = {key: fields.pop(key) for key in keys if key in fields}
    if "wounds" in fields:
        at["damage"] = fields.pop("wounds")
    body = {"deck": "yin", "health": 3, "armor": 0, "damage": 1, "keyword": "beast", "border": "grey"}
    body |= {"number": _numbered("K"), "title": name.title(), "rules": "As the test says."}
    return made("enemy", name, marks={**at, **(marks or {})}, **{**body, **fields})


def event(name: str = "", *effects: Words, **fields: Any) -> Made:
    """An Event Card: Yin, no dice, no symbols unless told."""
    name = name or f"new-event-{next(_NUMBER)}"
    body = {
        "deck": "yin",
        "keyword": "omen",
        "number": _numbered("Z"),
        "title": name.title(),
        "rules": "As the test says.",
    }
    return made("event", name, effects=list(effects), **{**body, **fields})


def location(name: str = "", *effects: Words, icons: str = "", **fields: Any) -> Made:
    """A Location with icons (``"rest view"``), or with ``event=True`` a Location Event; it lies as a map card does."""
    name = name or f"new-location-{next(_NUMBER)}"
    keys = ("x", "y", "face_up", "covered", "life", "death", "talismans", "resolved")
    at = {key: fields.pop(key) for key in keys if key in fields}
    body = {"scenario": "proving-ground", "number": _numbered("M"), "title": name.title(), "rules": "As the test says."}
    return made("location", name, marks=at, effects=list(effects), icons=icons.split(), **{**body, **fields})


def equip(name: str = "", *, kind: str = "tool", **fields: Any) -> Made:
    """An Equipment Card, legendary unless a faction is named; marks are fields of the Item."""
    name = name or f"new-equip-{next(_NUMBER)}"
    keys = ("damage", "tokens", "armor_broken", "in_play", "place", "exhausted", "used", "defeated", "artifacts")
    at = {key: fields.pop(key) for key in keys if key in fields}
    body: dict[str, Any] = {"type": kind, "keyword": "plain", "legendary": "faction" not in fields}
    body |= {"number": _numbered("E"), "title": name.title(), "rules": "As the test says."}
    return made("equipment", name, marks=at, **{**body, **fields})


def nether(name: str = "", **fields: Any) -> Made:
    """A Netherworld Card."""
    name = name or f"new-nether-{next(_NUMBER)}"
    body = {"number": f"Z9{next(_NUMBER) % 80 + 20}", "title": name.title(), "rules": "As the test says."}
    return made("nether", name, **{**body, **fields})


def artifact(name: str = "", *effects: Words, value: int = 1, **fields: Any) -> Made:
    """A kind of Netherworld Artifact."""
    name = name or f"new-artifact-{next(_NUMBER)}"
    body = {"title": name.title(), "value": value, "copies": 3, "rules": "As the test says."}
    return made("artifact", name, effects=list(effects), **{**body, **fields})


def story(name: str = "", *effects: Words, region: str = "Town", **fields: Any) -> Made:
    """A Story Card."""
    name = name or f"new-story-{next(_NUMBER)}"
    body = {"number": _numbered("S"), "title": name.title(), "text": "The front.", "back": "The back."}
    return made("story", name, effects=list(effects), region=region, **{**body, **fields})


def passage(name: str = "", *effects: Words, kind: str = "passage", **fields: Any) -> Made:
    """An entry of the Story Book."""
    name = name or f"new-passage-{next(_NUMBER)}"
    return Made("passage", name, structure(
        {"id": name, "kind": kind, "title": name.title(), "text": "It is read.", "effects": fx(*effects), **fields},
        TABLES["passage"],
    ))  # fmt: skip


def foe(name: str, **marks: Any) -> Made:
    """An enemy of the content with marks: ``foe("giant-rat", damage=1, place=2, immobilized=True)``."""
    return Made("encounter", name, None, marks)


@cache
def _fate(words: str) -> Made:
    name = "t-" + words.replace(" ", "-").replace("*", "star")
    fields: dict[str, Any] = {"title": words.title(), "set": "advanced", "copies": 12, "d20": 10}
    for word in words.split():
        if word in terms.GATES:
            fields.setdefault("gates", []).append(word)
        elif word in terms.SYMBOLS:
            fields.setdefault("symbols", []).append(word)
        elif word in terms.FATE_ICONS:
            fields.setdefault("icons", []).append(word)
        elif word in ("hit", "miss"):
            fields["attack"] = word
        elif word == "*":
            del fields["d20"]
        elif word.startswith("pierce"):
            fields["pierce"] = int(word.removeprefix("pierce"))
        elif word != "blank":
            fields["d20"] = int(word)
    return made("fate", name, **fields)


def fate(words: str) -> Made:
    """A Fate Card from words: ``"hit rest white-tiger 12"``, ``"blank"``, ``"* miss reveal"``, ``"pierce1 hit"``.

    A card without a number in its words has the D20 value 10.
    """
    return _fate(words)


def delver(name: str, /, **fields: Any) -> Made:
    """A Player Board without a skill: every attribute 3, Health 6 of 8, Energy 4, and a Tree of two hand spaces."""
    if not fields:
        return _plain_delver(name)
    return _delver(name, fields)


@cache
def _plain_delver(name: str) -> Made:
    return _delver(name, {})


def _delver(name: str, fields: Mapping[str, Any]) -> Made:
    start = base_tables()["delver"]["whisperlark"]
    tree = [
        {"id": "centre", "reward": "centre", "spaces": 0},
        {"id": "open-hand", "reward": "hand", "parents": ["centre"]},
        {"id": "full-hand", "reward": "hand", "parents": ["open-hand"]},
        {"id": "torn-page", "reward": "remove", "spaces": 3, "parents": ["centre"]},
    ]
    body = {"name": name.title(), "complexity": 1, "sect": start.sect, "skill": "None", "rules": "Nothing."}
    body |= dict.fromkeys(("strength", "courage", "geomancy", "destiny"), 3)
    body |= {"health": 6, "max_health": 8, "energy": 4, "starting": list(start.starting), "tree": tree}
    return made("delver", name, **{**body, **fields})


def page(name: str = "first", *effects: Words, **fields: Any) -> dict[str, Any]:
    """A page of a scenario."""
    body: dict[str, Any] = {"id": name, "title": name.title(), "text": "", "rules": "As the test says."}
    return {**body, "effects": fx(*effects), **_plain(fields)}


def scenario(name: str = "proving-ground", /, **fields: Any) -> Made:
    """A scenario on one Location, ``proving-hall``; its endings ``good`` and ``bad`` wait for notes of their names."""
    hall = location("proving-hall", icons="rest view", scenario=name, number="M300") if "start" not in fields else None
    rat, draught = enemy("proving-rat", number="K300"), event("proving-draught", "energy -1", number="Z300")
    yang = event("proving-bell", "energy 1", deck="yang", number="Z301")
    exits = [{"cond": {"note": "good"}, "ending": "good"}, {"cond": {"note": "bad"}, "ending": "bad"}]
    pages = [dict(entry) for entry in fields.pop("pages", [page()])]
    pages[-1]["exits"] = [*pages[-1].get("exits", ()), *exits]
    endings = [
        {"id": word, "label": label, "title": word.title(), "text": "It ends.", "exp": 1}
        for word, label in (("good", "A"), ("bad", "B"))
    ]
    encounters = [{"id": card.id, "n": 1} for card in (rat, draught, yang)]
    body: dict[str, Any] = {"number": 90, "title": name.title(), "row": 1, "text": "A test.", "start": "proving-hall"}
    body |= {"encounters": encounters, "candle": [], "bag": [], "pages": pages, "endings": endings, "kit": {}}
    card = made("scenario", name, **{**body, **fields})
    also = [one for one in (hall, rat, draught, yang) if one is not None]
    return Made("scenario", name, card.card, {}, tuple(also))


# -- content


@cache
def base_tables() -> Mapping[str, Mapping[str, Any]]:
    """The tables of the game's own content."""
    return load_packs([PACK], TABLES)


def cards_in(value: Any) -> Iterator[Made]:
    """All cards made for a test that occur in what it writes."""
    if isinstance(value, Made):
        for other in value.also:
            yield from cards_in(other)
        if value.card is not None:
            yield value
    elif isinstance(value, Mapping):
        yield from cards_in(list(value.keys()))
        yield from cards_in(list(value.values()))
    elif isinstance(value, list | tuple | set):
        for item in value:
            yield from cards_in(item)


_CONTENTS: dict[tuple[Any, ...], Content] = {}


def content_with(cards: Iterable[Made]) -> Content:
    """The content of the game with these cards besides its own; a card replaces the one that has its id."""
    unique = {(card.kind, card.id): card.card for card in cards}
    key = tuple((*name, repr(card)) for name, card in sorted(unique.items()))
    if key not in _CONTENTS:
        tables = {kind: dict(rows) for kind, rows in base_tables().items()}
        for (kind, name), card in unique.items():
            tables[kind][name] = card
        _CONTENTS[key] = build(tables)
    return _CONTENTS[key]
