"""Skill cards, Adventure Tokens with their Sidequests, Descent Modifiers and Behaviour cards."""

from __future__ import annotations

from typing import Final

import attrs

from undercroft import ContentError
from undercroft_death_binder.schema.base import TYPES, Effect, check_id, check_n, check_word, need

__all__ = [
    "BEHAVIOUR_ICONS",
    "GOALS",
    "ICONS",
    "MODIFIER_KEYWORDS",
    "SKILL_VERBS",
    "Back",
    "Behaviour",
    "Modifier",
    "Skill",
    "SkillEffect",
    "Token",
]

ICONS: Final = ("event", "encounter", "rest")
"""The Adventure icons (DB-TOKEN-001)."""

GOALS: Final = (
    "defeat_enemies",
    "resolve_events",
    "win_faith_tosses",
    "resolve_rests",
    "store_cards",
    "encounter_without_health_loss",
    "upgrade_traits",
    "defeat_boss",
    "blight_at_least",
)
"""The goals of Sidequests (DB-SIDE-009)."""

REWARDS: Final = ("xp", "heal", "dd", "blight", "skill", "special")

BEHAVIOUR_ICONS: Final = (
    "lowest_health",
    "highest_health",
    "lowest_defense",
    "highest_defense",
    "smallest_draw_deck",
    "largest_draw_deck",
    "most_xp",
    "leader",
    "other",
)
"""The icons of Behaviour cards (DB-BEHAV-008)."""

MODIFIER_KEYWORDS: Final = (
    "max_attacks",
    "token_blight",
    "enemy_health",
    "retreat_cost",
    "starting_defense",
    "heal_cost",
    "heals_per_rest",
    "starting_blight",
)
"""What a Descent Modifier may change, and by how much or to what (DB-MOD-003 to DB-MOD-008)."""

SKILL_VERBS: Final = (
    "damage",
    "heal",
    "defense",
    "extra_attacks",
    "draw",
    "dd",
    "store_bonus",
    "vuln",
    "stun",
    "reroll",
    "blight",
)
"""What a Skill may do (DB-SKILL-007)."""

_TYPED: Final = ("damage", "vuln")
_AT_ENEMY: Final = ("damage", "vuln", "stun")


@attrs.frozen
class SkillEffect:
    """One effect of a Skill (DB-SKILL-007). ``type`` is for ``damage`` and ``vuln``; ``blight`` is taken off."""

    do: str
    n: int = 1
    type: str = ""


@attrs.frozen
class Skill:
    """A Skill card: used once, in its owner's turn, and no attack (DB-SKILL-002 to -004)."""

    id: str
    title: str
    text: str
    target: str
    effects: tuple[SkillEffect, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_word("target", self.target, ("none", "enemy", "self"))
        need(len(self.effects) > 0, "effects", "at least one", self.effects)
        for effect in self.effects:
            check_word("effects: do", effect.do, SKILL_VERBS)
            check_n(f"effects: n of {effect.do}", effect.n, 1, 9)
            check_word(f"effects: type of {effect.do}", effect.type, TYPES if effect.do in _TYPED else ("",))
        hits = any(effect.do in _AT_ENEMY for effect in self.effects)
        need(hits == (self.target == "enemy"), "target", "enemy exactly if an effect hits one", self.target)
        rerolls = any(effect.do == "reroll" for effect in self.effects)
        need(not rerolls or len(self.effects) == 1, "effects", "reroll on its own", self.effects)


@attrs.frozen
class Back:
    """The back of a token: a Sidequest (``title``, ``goal``, ``n``, ``reward``) or further ``icons`` (DB-TOKEN-011)."""

    kind: str
    icons: tuple[str, ...] = ()
    title: str = ""
    text: str = ""
    goal: str = ""
    n: int = 0
    reward: Effect | None = None


@attrs.frozen
class Token:
    """An Adventure Token; icons are listed clockwise from the top (DB-TOKEN-001, DB-TOKEN-002)."""

    id: str
    front: tuple[str, ...]
    back: Back

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        _check_icons("front", self.front)
        check_word("back.kind", self.back.kind, ("sidequest", "adventure"))
        if self.back.kind == "adventure":
            _check_icons("back.icons", self.back.icons)
            need(
                len(self.back.icons) == len(self.front),
                "back.icons",
                f"{len(self.front)} icons, as many as the front (DB-TOKEN-011)",
                self.back.icons,
            )
            need(self.back.goal == "", "back.goal", "no Sidequest on an adventure back", self.back.goal)
        else:
            need(not self.back.icons, "back.icons", "no icons on a sidequest back", self.back.icons)
            _check_quest(self.back)


def _check_icons(where: str, icons: tuple[str, ...]) -> None:
    check_n(f"{where}: number of icons", len(icons), 1, 4)
    for icon in icons:
        check_word(where, icon, ICONS)


def _check_quest(back: Back) -> None:
    check_word("back.goal", back.goal, GOALS)
    check_n("back.n", back.n, 1, 24)
    need(bool(back.title), "back.title", "a title", back.title)
    reward = back.reward
    if reward is None:
        raise ContentError("back.reward: expected one effect, got none")
    check_word("back.reward: do", reward.do, REWARDS)
    check_n(f"back.reward: n of {reward.do}", reward.n, 1, 9)


@attrs.frozen
class Amount:
    """One number that a Descent Modifier changes (``do`` in :data:`MODIFIER_KEYWORDS`)."""

    do: str
    n: int


@attrs.frozen
class Modifier:
    """A Descent Modifier: one rule change for the whole game (DB-MOD-001)."""

    id: str
    title: str
    text: str
    effect: tuple[Amount, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(len(self.effect) > 0, "effect", "at least one", self.effect)
        for amount in self.effect:
            check_word("effect: do", amount.do, MODIFIER_KEYWORDS)
            check_n(f"effect: n of {amount.do}", amount.n, -9, 9)

    def amount(self, do: str) -> int:
        """The number printed for one keyword, 0 where the card does not name it."""
        return sum(amount.n for amount in self.effect if amount.do == do)


@attrs.frozen
class Behaviour:
    """A Behaviour card: icons that are read from left to right (DB-BEHAV-003, DB-BEHAV-008)."""

    id: str
    icons: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        need(len(self.icons) > 0, "icons", "at least one", self.icons)
        for icon in self.icons:
            check_word("icons", icon, BEHAVIOUR_ICONS)
