"""Skill cards: single-use helps that are no attacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from undercroft import Option, Refusal
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.tracks import Tracks
from undercroft_death_binder.state import Foe, Player, State

__all__ = ["Skills"]

_FOR_COMBAT = (verbs.EXTRA_ATTACKS, verbs.STORE_BONUS, verbs.DEFENSE, verbs.DEFENSE_LEVEL)


class Skills(Tracks):
    """Area SKILL."""

    __slots__ = ()

    def why_not_skill(self, s: State, p: Player, skill: int) -> Refusal | None:
        """DB-SKILL-003, DB-SKILL-007: why a Skill cannot be used at this choice of its owner."""
        card = self.content.skills[skill]
        if card.rerolls:
            return self.no("DB-SKILL-007", "it is used when a Faith Toss of your own has failed")
        if card.at_enemy and not s.row:
            return self.no("DB-SKILL-007", "it needs an Enemy in the Combat Area")
        if not card.at_enemy and not any(self.can_work(s, p, verb, n) for verb, n in card.effects):
            return self.no("DB-GEN-007", "nothing of it can be carried out now")
        return None

    def can_work(self, s: State, p: Player, verb: int, n: int) -> bool:
        """DB-GEN-007: whether an effect of a Skill would change anything now."""
        if verb in _FOR_COMBAT:
            return bool(s.row)
        if verb == verbs.HEALTH:
            return p.health < self.max_health(p)
        if verb == verbs.DD:
            return len(s.removed) > 0
        if verb == verbs.BLIGHT:
            return s.blight > 0
        if verb == verbs.DRAW:
            return len(p.dd) > 0 or bool(p.sac)
        return True

    def skill_options(self, s: State, p: Player) -> list[Option]:
        """DB-SKILL-003, DB-SKILL-006: the Skills that their owner can use at a choice, with each possible target."""
        options: list[Option] = []
        for skill in p.skills:
            if self.why_not_skill(s, p, skill) is not None:
                continue
            if self.content.skills[skill].at_enemy:
                options += [("skill", skill, at) for at in self.skill_targets(s, p, skill)]
            else:
                options.append(("skill", skill))
        return options

    def skill_targets(self, s: State, p: Player, skill: int) -> list[int]:
        """DB-ABIL-011: the places in the row at which a Skill may be directed."""
        deals = any(v in (verbs.DAMAGE_MELEE, verbs.DAMAGE_SPELL) for v, _ in self.content.skills[skill].effects)
        allowed = self.targets(s)
        return [at for at in range(len(s.row)) if not deals or at in allowed]

    def use_skill(self, s: State, p: Player, option: Option) -> None:
        """DB-SKILL-002, -004, -006: carry a Skill out completely; it is discarded and is no attack."""
        skill = option[1]
        self.discard_skill(s, p, skill)
        foe = s.row[option[2]] if len(option) > 2 else None
        for verb, n in self.content.skills[skill].effects:
            if verb == verbs.DAMAGE_MELEE or verb == verbs.DAMAGE_SPELL:
                if foe is not None and foe in s.row:
                    self.strike_foe(s, p, foe, n, melee=verb == verbs.DAMAGE_MELEE)
            elif verb in (verbs.STUN, verbs.VULN_MELEE, verbs.VULN_SPELL):
                if foe is not None and foe in s.row:
                    self.mark_foe(s, foe, verb, n)
            else:
                self.apply_one(s, p, verb, n)

    if TYPE_CHECKING:  # of a later chapter

        def targets(self, s: State) -> Sequence[int]:
            """The places in the row that may be attacked."""

        def strike_foe(self, s: State, p: Player, foe: Foe, base: int, *, melee: bool) -> None:
            """Deal base damage of a type, times Vulnerability."""

        def mark_foe(self, s: State, foe: Foe, verb: int, n: int) -> None:
            """Lay Stun or Vulnerability tokens."""
