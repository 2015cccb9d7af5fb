"""From content files to :class:`undercroft_death_binder.cards.Content`.

The schema classes have checked each card by itself; what concerns several cards at once is checked here: an Ambush
that names an unknown Event Enemy, a Boss without its partner, a level without Enemies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from undercroft import ContentError, ContentPack, load_packs
from undercroft_death_binder import build_foes, build_scenarios, verbs
from undercroft_death_binder.cards import (
    Ability,
    BoardInfo,
    Content,
    EventCard,
    MapInfo,
    Quest,
    SkillCard,
    TokenCard,
    Verb,
)
from undercroft_death_binder.effects import EFFECT_VERBS, effects
from undercroft_death_binder.schema import (
    TABLES,
    Action,
    Back,
    BlightTrack,
    Blinded,
    Board,
    CardAbility,
    Event,
    Map,
    Skill,
    SkillEffect,
    Token,
)
from undercroft_death_binder.schema.base import PLACES
from undercroft_death_binder.schema.events import EVENT_KINDS, PRECOGNITION_TARGETS
from undercroft_death_binder.schema.places import TRAITS
from undercroft_death_binder.schema.tokens import BEHAVIOUR_ICONS, GOALS, ICONS

__all__ = ["PACK", "build", "load"]

_FOLDER = files("undercroft_death_binder").joinpath("content")

PACK: Final = ContentPack(
    game="death-binder",
    name="death-binder",
    files=tuple(sorted((f for f in _FOLDER.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)),
)
"""The game's own content."""

_TOKENS_NEEDED: Final = 20
"""15 locations, two Sidequests held and the three tokens that a short game takes out; a full map needs 18."""


def load(packs: Sequence[ContentPack]) -> Content:
    """Read content packs, the game's own first, into what the rules use.

    Raises:
        ContentError: for a file, table, key or value that does not fit, or for cards that do not fit together.
    """
    return build(load_packs(packs, TABLES))


def build(tables: Mapping[str, Mapping[str, Any]]) -> Content:
    """Turn structured tables (kind, then id) into content.

    Raises:
        ContentError: names the table, the card and what was expected.
    """
    actions = _Actions(tables)
    foes = build_foes.Foes(tables)
    events = tuple(_event(event, foes, actions, tables["event"]) for event in tables["event"].values())
    tokens = tuple(_token(token) for token in tables["token"].values())
    story = build_scenarios.Story(tables["scenario"].values())
    _check_enough("token", len(tokens), _TOKENS_NEEDED)
    ids = {
        "action": actions.ids,
        "foe": tuple(foe.id for foe in foes.cards),
        "place": PLACES,
        "scenario": tuple(card.id for card in story.cards),
        "flag": story.flags,
        **{kind: tuple(tables[kind]) for kind in ("event", "skill", "token", "behaviour", "modifier", "board", "map")},
    }
    tracks = [_named("blight_track", tables, name) for name in ("solo", "coop")]
    return Content(
        ids=ids,
        index={kind: {card: n for n, card in enumerate(cards)} for kind, cards in ids.items()},
        **actions.fields(),
        **foes.fields(),
        events=events,
        ambush_mask=bytes(event.kind == verbs.AMBUSH for event in events),
        skills=tuple(_skill(skill) for skill in tables["skill"].values()),
        tokens=tokens,
        four_icons=_fronts(tokens, 4, 2),
        three_icons=_fronts(tokens, 3, 1),
        behaviours=tuple(tuple(map(BEHAVIOUR_ICONS.index, card.icons)) for card in tables["behaviour"].values()),
        leader_behaviour=_leader(tables),
        modifiers=tuple(tables["modifier"].values()),
        scenarios=story.cards,
        numbers=story.numbers,
        boards={name: _board(_named("board", tables, name)) for name in ("solo", "player1", "player2")},
        maps={name: _map(board) for name, board in tables["map"].items()},
        blight_max=(tracks[0].max, tracks[1].max),
        blight_red=(tracks[0].red, tracks[1].red),
        blight_enemies=(_encounters(tracks[0]), _encounters(tracks[1])),
    )


def _check_enough(table: str, found: int, least: int) -> None:
    if found < least:
        raise ContentError(f"[[{table}]]: expected at least {least} cards in all packs together, got {found}")


def _named(table: str, tables: Mapping[str, Mapping[str, Any]], name: str) -> Any:
    if name not in tables[table]:
        raise ContentError(f"[[{table}]]: expected an entry {name!r}, got {', '.join(tables[table]) or 'none'}")
    return tables[table][name]


# -- action cards


class _Actions:
    """The Action cards of all three tables in one range of ints."""

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.plays: tuple[Action, ...] = (*tables["action"].values(), *tables["special"].values())
        self.blinded: tuple[Blinded, ...] = tuple(tables["blinded"].values())
        self.count = len(tables["action"])
        _check_enough("action", self.count, 12)
        self.ids = (*(card.id for card in self.plays), *(card.id for card in self.blinded))
        if len(set(self.ids)) < len(self.ids):
            twice = sorted({card for card in self.ids if self.ids.count(card) > 1})
            raise ContentError(f"[[action]], [[special]] and [[blinded]]: expected distinct ids, got {twice} twice")
        self.melee = sum(card.type == "melee" for card in self.plays)

    def fields(self) -> dict[str, Any]:
        """The fields of :class:`Content` that concern Action cards."""
        plays, blank = self.plays, (0,) * len(self.blinded)
        whole = len(plays) + len(blank)
        abilities = [tuple(_card_ability(ability) for ability in card.abilities) for card in plays]
        abilities += [()] * len(blank)
        melee = tuple(card.type == "melee" for card in plays) + (False,) * len(blank)
        return {
            "actions": (*plays, *self.blinded),
            "action_names": (*(card.title for card in plays), *("Blinded" for _ in blank)),
            "ordinary": tuple(range(self.count)),
            "specials": tuple(range(self.count, len(plays))),
            "blinded": tuple(range(len(plays), whole)),
            "is_melee": melee,
            "is_blinded": (False,) * len(plays) + (True,) * len(blank),
            "damage": ((), *(tuple(card.damage[tier] for card in plays) + blank for tier in range(3))),
            "abilities": tuple(abilities),
            "auto": tuple(tuple((verb, n) for verb, n, faith in row if not faith) for row in abilities),
            "faith": tuple(tuple((verb, n) for verb, n, faith in row if faith) for row in abilities),
            "ordinary_mask": _mask(range(self.count), whole),
            "special_mask": _mask(range(self.count, len(plays)), whole),
            "blinded_mask": _mask(range(len(plays), whole), whole),
            "melee_mask": bytes(melee),
            "spell_mask": bytes(card.type == "spell" for card in plays) + bytes(len(blank)),
        }


def _mask(cards: Iterable[int], whole: int) -> bytes:
    belongs = set(cards)
    return bytes(card in belongs for card in range(whole))


_CARD_VERBS: Final = {
    "stun": (verbs.STUN, 1),
    "vuln_melee": (verbs.VULN_MELEE, 1),
    "vuln_spell": (verbs.VULN_SPELL, 1),
    "defense": (verbs.DEFENSE, 1),
    "heal": (verbs.HEALTH, 1),
    "empower": (verbs.EMPOWER, 1),
    "splash": (verbs.SPLASH, 1),
    "draw": (verbs.DRAW, 1),
    "dd": (verbs.DD, 1),
    "xp": (verbs.XP, 1),
    "blight": (verbs.BLIGHT, -1),
}


def _card_ability(ability: CardAbility) -> Ability:
    if ability.level:
        return verbs.DEFENSE_LEVEL, 0, ability.faith
    verb, sign = _CARD_VERBS[ability.keyword]
    return verb, sign * ability.n, ability.faith


# -- events, sidequests, skills

_REWARD_VERBS: Final = {**EFFECT_VERBS, "heal": (verbs.HEALTH, 1), "blight": (verbs.BLIGHT, -1)}
_SKILL_VERBS: Final = {
    "heal": (verbs.HEALTH, 1),
    "defense": (verbs.DEFENSE, 1),
    "extra_attacks": (verbs.EXTRA_ATTACKS, 1),
    "draw": (verbs.DRAW, 1),
    "dd": (verbs.DD, 1),
    "store_bonus": (verbs.STORE_BONUS, 1),
    "stun": (verbs.STUN, 1),
    "reroll": (verbs.REROLL, 1),
    "blight": (verbs.BLIGHT, -1),
}
_TYPED_VERBS: Final = {
    ("damage", "melee"): verbs.DAMAGE_MELEE,
    ("damage", "spell"): verbs.DAMAGE_SPELL,
    ("vuln", "melee"): verbs.VULN_MELEE,
    ("vuln", "spell"): verbs.VULN_SPELL,
}


def _event(event: Event, foes: build_foes.Foes, actions: _Actions, events: Mapping[str, Event]) -> EventCard:
    return EventCard(
        id=event.id,
        title=event.title,
        text=event.text,
        kind=EVENT_KINDS.index(event.kind),
        **_printed(event, foes, actions, events),
    )


def _printed(event: Event, foes: build_foes.Foes, actions: _Actions, events: Mapping[str, Event]) -> dict[str, Any]:
    """What an Event prints for its kind, as fields of :class:`EventCard`."""
    if event.ambush is not None:
        return {"foes": (foes.ambush(event.id, event.ambush.solo), foes.ambush(event.id, event.ambush.coop))}
    if event.discovery is not None:
        found = event.discovery
        return {"reward": effects(found.reward), "penalty": effects(found.penalty), "blight": found.blight}
    if event.obstacle is not None:
        reward, penalty = effects(event.obstacle.reward), effects(event.obstacle.penalty)
        return {"foe": foes.obstacle(event.id), "reward": reward, "penalty": penalty}
    if event.decision is not None:
        two = event.decision
        return {
            "left": effects(two.left),
            "right": effects(two.right),
            "left_text": two.left_text,
            "right_text": two.right_text,
        }
    if event.cave_in is not None:
        return {"places": tuple(map(PLACES.index, event.cave_in.locations))}
    if event.precognition is not None:
        asked = event.precognition
        return {
            "target": PRECOGNITION_TARGETS.index(asked.target),
            "n": asked.n,
            "limit": asked.limit,
            "lower": effects(asked.lower),
            "higher": effects(asked.higher),
            "highest": _highest(asked.target, asked.n, foes, actions, events),
        }
    raise ContentError(f"event {event.id!r}: expected a table {event.kind!r}, got none")


def _highest(
    target: str, n: int, foes: build_foes.Foes, actions: _Actions, events: Mapping[str, Event]
) -> tuple[int, ...]:
    """The highest estimate at each Enemy level: what the printed counts allow, never the true size (DB-EVENT-041)."""
    if target == "enemies_current_level":
        return tuple(len(level) for level in foes.levels)
    flat = {
        "event_deck": len(events),
        "ambushes_left": sum(event.kind == "ambush" for event in events.values()),
        "removed_melee": actions.melee,
        "next_melee": n,
        "next_spell": n,
    }
    return (flat[target],) * 4


def _skill(skill: Skill) -> SkillCard:
    effects = tuple(_skill_effect(effect) for effect in skill.effects)
    return SkillCard(
        id=skill.id,
        title=skill.title,
        text=skill.text,
        effects=effects,
        at_enemy=skill.target == "enemy",
        rerolls=any(verb == verbs.REROLL for verb, _ in effects),
    )


def _skill_effect(effect: SkillEffect) -> Verb:
    if effect.type:
        return _TYPED_VERBS[effect.do, effect.type], effect.n
    verb, sign = _SKILL_VERBS[effect.do]
    return verb, sign * effect.n


# -- tokens, boards, maps


def _token(token: Token) -> TokenCard:
    sides = [tuple(map(ICONS.index, token.front))]
    if token.back.kind == "adventure":
        sides.append(tuple(map(ICONS.index, token.back.icons)))
    return TokenCard(token.id, tuple(sides), _quest(token.back) if token.back.kind == "sidequest" else None)


def _quest(back: Back) -> Quest:
    reward = () if back.reward is None else (back.reward,)
    return Quest(back.title, back.text, GOALS.index(back.goal), back.n, effects(reward, _REWARD_VERBS))


def _fronts(tokens: Sequence[TokenCard], icons: int, least: int) -> tuple[int, ...]:
    found = tuple(n for n, token in enumerate(tokens) if len(token.sides[0]) == icons)
    if len(found) < least:
        raise ContentError(f"[[token]]: expected at least {least} with {icons} icons (short game), got {len(found)}")
    return found


def _leader(tables: Mapping[str, Mapping[str, Any]]) -> int:
    for n, card in enumerate(tables["behaviour"].values()):
        if card.icons == ("leader",):
            return n
    raise ContentError('[[behaviour]]: expected a card with the single icon "leader" (DB-BEHAV-015), got none')


def _board(board: Board) -> BoardInfo:
    traits = [board.traits[name] for name in TRAITS]
    return BoardInfo(
        id=board.id,
        role=board.role,
        colour=board.colour,
        values=tuple(trait.values for trait in traits),
        costs=tuple((*trait.costs, -1) for trait in traits),
        xp_max=board.xp_max,
        skill_points=board.skill_points,
        rest=tuple((action.pay == "xp", action.price, action.n) for action in board.rest_actions),
    )


def _map(board: Map) -> MapInfo:
    return MapInfo(
        id=board.id,
        title=board.title,
        text=board.text,
        starts=tuple(map(PLACES.index, board.starts)),
        corridors=tuple((PLACES.index(one), PLACES.index(other)) for one, other in board.corridors),
        rows=tuple(6 if place == "BOSS" else int(place[1]) for place in PLACES),
    )


def _encounters(track: BlightTrack) -> tuple[int, ...]:
    """How many Enemies an Encounter draws at each Blight: the mark on it or the nearest below (DB-TRACK-003)."""
    return tuple(
        next(mark.enemies for mark in reversed(track.marks) if mark.at <= blight) for blight in range(track.max + 1)
    )
