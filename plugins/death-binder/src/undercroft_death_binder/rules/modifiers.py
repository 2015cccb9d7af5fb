"""The six Descent Modifiers: one layer each, over the rulebook (DB-MOD-001 to -008)."""

from __future__ import annotations

from undercroft import Layer, Refusal
from undercroft_death_binder.rules.opening import Opening
from undercroft_death_binder.state import Player, State
from undercroft_death_binder.verbs import EVENT_ENEMY, LEVEL_ENEMY

__all__ = ["LAYERS"]


class _Modifier(Layer, Opening, at="modifier"):
    """What the six share: the numbers printed on their own card."""

    card = ""

    def amount(self, do: str) -> int:
        """A number printed on the modifier card."""
        content = self.content
        return content.modifiers[content.index["modifier"][self.card]].amount(do)


class HeavyAir(_Modifier):
    """DB-MOD-003."""

    card = "heavy-air"

    def max_attacks(self, p: Player) -> int:
        """DB-MOD-003: Max Attacks counts as one lower, at least one."""
        return max(1, super().max_attacks(p) + self.amount("max_attacks"))


class CreepingRot(_Modifier):
    """DB-MOD-004."""

    card = "creeping-rot"

    def token_blight(self, s: State, icons: int) -> None:
        """DB-MOD-004: one more Blight for each token, resolved or abandoned."""
        super().token_blight(s, icons + self.amount("token_blight"))


class HardenedFoes(_Modifier):
    """DB-MOD-005."""

    card = "hardened-foes"

    def foe_health(self, card: int) -> int:
        """DB-MOD-005: level Enemies and Event Enemies have one more health."""
        more = self.amount("enemy_health") if self.content.foe_kind[card] in (LEVEL_ENEMY, EVENT_ENEMY) else 0
        return super().foe_health(card) + more


class NoWayOut(_Modifier):
    """DB-MOD-006."""

    card = "no-way-out"

    def retreat_cost(self, card: int) -> int:
        """DB-MOD-006: each retreat icon costs one more."""
        cost = super().retreat_cost(card)
        return cost if cost < 0 else cost + self.amount("retreat_cost")

    def starting_defense(self, p: Player) -> int:
        """DB-MOD-006: Starting Defense counts as one lower, not below 0."""
        return max(0, super().starting_defense(p) + self.amount("starting_defense"))


class FadingLight(_Modifier):
    """DB-MOD-007."""

    card = "fading-light"

    def heal_price(self, p: Player) -> int:
        """DB-MOD-007: Heal costs three DD cards."""
        return self.amount("heal_cost")

    def why_not_heal(self, s: State, p: Player) -> Refusal | None:
        """DB-MOD-007: Heal can be used once per player and Rest."""
        if p.heals >= self.amount("heals_per_rest"):
            return self.no("DB-MOD-007", "Fading Light allows one Heal in a Rest")
        return super().why_not_heal(s, p)


class TaintedGround(_Modifier):
    """DB-MOD-008."""

    card = "tainted-ground"

    def first_blight(self) -> int:
        """DB-MOD-008: every descent begins with Blight 3."""
        return self.amount("starting_blight")


LAYERS: dict[str, type[_Modifier]] = {
    layer.card: layer for layer in (HeavyAir, CreepingRot, HardenedFoes, NoWayOut, FadingLight, TaintedGround)
}
"""The layer of each modifier, by the id of its card."""
