"""Cards made for one test, and content that has them besides its own.

Abilities and effects are written in words: ``"stun"``, ``"splash 2"``, ``"faith vuln_melee"``, ``"dd -1"``. The words
are those of :mod:`undercroft_death_binder.verbs` with signed amounts (1 where left out), and ``heal n``, ``blind n``,
``leech n``, ``defense level``; ``faith`` in front asks for a Faith Toss.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from undercroft_death_binder import verbs
from undercroft_death_binder.build_foes import CORRUPTED, _kits
from undercroft_death_binder.cards import Ability, Content, EventCard, FoeCard, Quest, SkillCard, TokenCard, Verb
from undercroft_death_binder.schema.actions import Blinded
from undercroft_death_binder.schema.base import PLACES
from undercroft_death_binder.schema.events import EVENT_KINDS, PRECOGNITION_TARGETS
from undercroft_death_binder.schema.tokens import BEHAVIOUR_ICONS, GOALS, ICONS

__all__ = [
    "Made",
    "action",
    "behaviour",
    "boss",
    "cards_in",
    "effects_of",
    "enemy",
    "event",
    "event_enemy",
    "foe",
    "obstacle",
    "quest",
    "skill",
    "token",
    "with_cards",
]

_NUMBER = itertools.count(1)
_ALIASES = {"heal": ("health", 1), "leech": ("dd", -1), "blind": ("blinded", 1)}


@attrs.frozen(eq=False)
class Made:
    """A card made for a test (``card`` is what it prints), or one of the content's own that lies in the row with marks.

    ``marks`` are fields of :class:`undercroft_death_binder.state.Foe`; ``also`` are cards that belong to it.
    """

    kind: str
    id: str
    card: Any = None
    marks: Mapping[str, Any] = attrs.field(factory=dict)
    also: tuple[Made, ...] = ()


Card = str | Made
Words = Sequence[str]


def _ability(words: str) -> Ability:
    faith = words.startswith("faith ")
    name, _, amount = words.removeprefix("faith ").partition(" ")
    if amount == "level":
        return verbs.DEFENSE_LEVEL, 0, faith
    name, sign = _ALIASES.get(name, (name, 1))
    return verbs.VERBS.index(name), sign * int(amount or 1), faith


def _abilities(words: Words | str) -> tuple[Ability, ...]:
    return tuple(map(_ability, [words] if isinstance(words, str) else words))


def _effects(words: Words | str) -> tuple[Verb, ...]:
    return tuple((verb, n) for verb, n, _ in _abilities(words))


def effects_of(words: str) -> tuple[Verb, ...]:
    """Effects in words with commas between them: ``"heal 2, dd -1"``."""
    return _effects([word.strip() for word in words.split(",")] if words else [])


def _named(kind: str, name: str) -> str:
    return name or f"new-{kind}-{next(_NUMBER)}"


# -- Action cards and Skills


def action(
    name: str = "",
    *,
    type: str = "melee",  # noqa: A002 - the word on the card
    damage: int | Sequence[int] = (1, 2, 3),
    abilities: Words | str = (),
) -> Made:
    """An Action card: ``damage`` for tiers I to III (one number for all)."""
    tiers = [damage] * 3 if isinstance(damage, int) else list(damage)
    return Made("action", _named("action", name), (type == "melee", tiers, _abilities(abilities)))


def skill(name: str = "", *, effects: Words | str) -> Made:
    """A Skill: it needs a target if an effect of it harms, stuns or exposes an Enemy."""
    done = _effects(effects)
    at_enemy = any(verbs.STUN <= verb <= verbs.DAMAGE_SPELL for verb, _ in done)
    card = _named("skill", name)
    return Made("skill", card, SkillCard(card, card, "", done, at_enemy, any(verb == verbs.REROLL for verb, _ in done)))


# -- foes


def _foe(
    name: str,
    kind: int,
    level: int,
    *,
    health: int = 5,
    damage: int = 1,
    type: str = "melee",  # noqa: A002 - the word on the card
    melee_vulnerability: int = 1,
    spell_vulnerability: int = 1,
    xp: int = 1,
    retreat: int | None = None,
    abilities: Words | str = (),
    toss: tuple[str, str] | None = None,
    corrupted: bool = False,
    **marks: Any,
) -> Made:
    card = FoeCard(
        id=name, name=name, title="", lore="", kind=kind, level=level, health=health, damage=damage,
        is_melee=type == "melee", vuln_melee=melee_vulnerability, vuln_spell=spell_vulnerability, xp=xp,
        retreat=-1 if retreat is None else retreat, abilities=_abilities(abilities), toss=_abilities(toss or ()),
        corrupted=corrupted,
    )  # fmt: skip
    return Made("foe", name, card, _marks(marks))


def _marks(marks: Mapping[str, Any]) -> dict[str, Any]:
    words = {"melee_tokens": "vuln_melee", "spell_tokens": "vuln_spell"}
    return {words.get(name, name): value for name, value in marks.items()}


def enemy(name: str = "", *, level: int = 1, **printed: Any) -> Made:
    """A level Enemy. Prints ``health=5, damage=1, type="melee", melee_vulnerability=1, spell_vulnerability=1, xp=1,
    retreat=None, abilities=()``; carries ``wounds, defense, stunned, melee_tokens, spell_tokens, struck, raised,
    harmed, target, behaviour`` in the row.
    """
    return _foe(_named("enemy", name), verbs.LEVEL_ENEMY, level, **printed)


def boss(name: str = "", *, level: int = 1, partner: str = "", **printed: Any) -> Made:
    """A Boss, as :func:`enemy`; ``toss=(success, failure)`` are its tossed abilities, ``kit`` (1, 2) which is on."""
    made = _foe(_named("boss", name), verbs.BOSS, level, **printed)
    return attrs.evolve(made, card=(made.card, partner)) if partner else made


def event_enemy(name: str = "", *, corrupted: Mapping[str, Any] | None = None, **printed: Any) -> Made:
    """An Event Enemy, as :func:`enemy`; ``corrupted`` is what its other side prints (None: the same)."""
    name = _named("event-enemy", name)
    made = _foe(name, verbs.EVENT_ENEMY, 0, **printed)
    sides = {a.name for a in attrs.fields(FoeCard)} | {"type", "melee_vulnerability", "spell_vulnerability"}
    other = {key: value for key, value in printed.items() if key in sides} | dict(corrupted or {})
    return attrs.evolve(made, also=(_foe(name + CORRUPTED, verbs.EVENT_ENEMY, 0, corrupted=True, **other),))


def foe(name: str, **marks: Any) -> Made:
    """A foe of the content as it lies in the row, with marks: ``foe("raised-bowbearer", wounds=2)``."""
    return Made("foe", name, None, _marks(marks))


def behaviour(*icons: str) -> Made:
    """A Behaviour card with these icons."""
    return Made("behaviour", _named("behaviour", ""), tuple(map(BEHAVIOUR_ICONS.index, icons)))


# -- Events, tokens, Sidequests


def event(
    kind: str,
    name: str = "",
    *,
    reward: Words | str = (),
    penalty: Words | str = (),
    blight: int = 0,
    left: Words | str = (),
    right: Words | str = (),
    solo: Sequence[Card] = (),
    coop: Sequence[Card] = (),
    places: Sequence[str] = (),
    target: str = "event_deck",
    n: int = 0,
    limit: int = 0,
    lower: Words | str = (),
    higher: Words | str = (),
    highest: int = 20,
) -> Made:
    """An Event of a kind: "ambush" (``solo``, ``coop``), "discovery" (``reward``, ``penalty``, ``blight``), "decision"
    (``left``, ``right``), "cave_in" (``places``), "precognition" (``target``, ``n``, ``limit``, ``lower``, ``higher``,
    ``highest``). For an Obstacle see :func:`obstacle`.
    """
    name = _named("event", name)
    card = EventCard(
        id=name, title=name, text="", kind=EVENT_KINDS.index(kind), reward=_effects(reward), penalty=_effects(penalty),
        blight=blight, left=_effects(left), right=_effects(right), left_text="left", right_text="right",
        places=tuple(map(PLACES.index, places)), target=PRECOGNITION_TARGETS.index(target), n=n, limit=limit,
        lower=_effects(lower), higher=_effects(higher), highest=(highest,) * 4,
    )  # fmt: skip
    foes = [[item if isinstance(item, str) else item.id for item in side] for side in (solo, coop)]
    return Made("event", name, (card, foes, ""), also=tuple(m for m in (*solo, *coop) if isinstance(m, Made)))


def obstacle(name: str = "", *, reward: Words | str = (), penalty: Words | str = (), **printed: Any) -> Made:
    """An Obstacle Event, its foe as :func:`enemy` (``health``, vulnerabilities). In a row it stands for its foe."""
    made = event("obstacle", name, reward=reward, penalty=penalty)
    body = _foe(made.id + "-itself", verbs.OBSTACLE, 0, **{"damage": 0, "xp": 0, **printed})
    return attrs.evolve(made, card=(made.card[0], [[], []], body.id), marks=body.marks, also=(body,))


def quest(goal: str, n: int = 1, *, reward: Words | str = ()) -> Quest:
    """A Sidequest for :func:`token`, or for a player: ``quest=quest("defeat_enemies", 2, reward="xp 2")``."""
    return Quest("New Quest", "", GOALS.index(goal), n, _effects(reward))


def token(*icons: str, name: str = "", back: Sequence[str] = (), quest: Quest | None = None) -> Made:
    """An Adventure Token: icons clockwise from the top; ``back`` icons or a Sidequest on its other side."""
    name = _named("token", name)
    sides = [tuple(map(ICONS.index, icons)), *([tuple(map(ICONS.index, back))] if back else [])]
    return Made("token", name, TokenCard(name, tuple(sides), quest))


# -- content with made cards


def cards_in(value: Any) -> Iterator[Made]:
    """The made cards anywhere in nested lists and dicts, each with those that belong to it."""
    if isinstance(value, Made):
        yield from itertools.chain.from_iterable(map(cards_in, (*value.also, *value.marks.values())))
        yield value
    elif isinstance(value, Mapping):
        yield from itertools.chain.from_iterable(map(cards_in, (*value.keys(), *value.values())))
    elif isinstance(value, list | tuple):
        yield from itertools.chain.from_iterable(map(cards_in, value))


def with_cards(content: Content, made: Iterable[Made]) -> Content:
    """The content and made cards. They are in no deck by themselves: a test puts them where it wants them."""
    cards = list({id(m): m for m in made if m.card is not None}.values())
    fields: dict[str, Any] = {}

    def more(name: str, *items: Any) -> None:
        old = fields.get(name, getattr(content, name))
        fields[name] = old + (bytes(items) if isinstance(old, bytes) else items)

    ids = {kind: list(names) for kind, names in content.ids.items()}
    for m in cards:
        assert m.id not in ids[m.kind], f"there is a {m.kind} {m.id!r} already"
        ids[m.kind].append(m.id)
    index = {kind: {name: n for n, name in enumerate(names)} for kind, names in ids.items()}
    for m in cards:
        _ADD[m.kind](m, more, index)
    fields |= _pairs(content, [m for m in cards if m.kind == "foe"], index["foe"])
    damage = [m.card[1] for m in cards if m.kind == "action"]
    fields["damage"] = ((), *(content.damage[tier] + tuple(row[tier - 1] for row in damage) for tier in (1, 2, 3)))
    return attrs.evolve(content, ids={k: tuple(v) for k, v in ids.items()}, index=index, **fields)


More = Callable[..., None]
Index = Mapping[str, Mapping[str, int]]


def _add_action(m: Made, more: More, index: Index) -> None:
    melee, _, abilities = m.card
    more("actions", Blinded(m.id))  # what a card prints is in the fields below; of this one only the place counts
    more("action_names", m.id)
    more("is_melee", melee)
    more("is_blinded", False)
    more("abilities", abilities)
    more("auto", tuple((verb, n) for verb, n, faith in abilities if not faith))
    more("faith", tuple((verb, n) for verb, n, faith in abilities if faith))
    for mask in ("ordinary", "special", "blinded", "melee", "spell"):
        more(mask + "_mask", mask in ("ordinary", "melee" if melee else "spell"))


def _add_foe(m: Made, more: More, index: Index) -> None:
    card: FoeCard = m.card[0] if isinstance(m.card, tuple) else m.card
    more("foes", card)
    more("foe_names", card.name)
    more("foe_kits", _kits(card))
    for name in ("kind", "level", "health", "damage", "is_melee", "vuln_melee", "vuln_spell", "xp", "retreat"):
        more("foe_" + name, getattr(card, name))


def _add_event(m: Made, more: More, index: Index) -> None:
    card, foes, body = m.card
    sides = tuple(tuple(index["foe"][name] for name in side) for side in foes)
    more("events", attrs.evolve(card, foes=sides, foe=index["foe"][body] if body else -1))
    more("ambush_mask", card.kind == verbs.AMBUSH)


_ADD: dict[str, Callable[[Made, More, Index], None]] = {
    "action": _add_action,
    "foe": _add_foe,
    "event": _add_event,
    "skill": lambda m, more, index: more("skills", m.card),
    "token": lambda m, more, index: more("tokens", m.card),
    "behaviour": lambda m, more, index: more("behaviours", m.card),
}


def _pairs(content: Content, made: Sequence[Made], index: Mapping[str, int]) -> dict[str, Any]:
    """The fields that tie foes together: two sides of a card, partners."""
    corrupted = [*content.foe_corrupted, *(index.get(m.id + CORRUPTED, -1) for m in made)]
    normal = [*content.foe_normal, *(index[m.id.removesuffix(CORRUPTED)] for m in made)]
    partners = [*content.partners, *(-1 for _ in made)]
    for m in made:
        if isinstance(m.card, tuple):
            one, other = index[m.id], index[m.card[1]]
            partners[one], partners[other] = other, one
    return {"foe_corrupted": tuple(corrupted), "foe_normal": tuple(normal), "partners": tuple(partners)}
