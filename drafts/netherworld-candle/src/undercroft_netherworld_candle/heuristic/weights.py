"""What things are worth to the heuristic player, in one currency: points of Health of a healthy Delver."""

from __future__ import annotations

import attrs

__all__ = ["Weights"]


@attrs.frozen
class Weights:
    """The numbers behind the rules of thumb."""

    energy: float = 0.45
    low_energy: float = 0.3
    """Added for each Energy that would be missing below 3, where the Yin deck waits."""
    candle: float = 1.6
    last_candle: float = 3.0
    """The worth of a space of the candle when it is new, and when it is nearly out."""
    redraw: float = 0.7
    cooldown: float = 0.6
    neidan: float = 0.25
    artifact: float = 0.5
    threat: float = 1.4
    marker: float = 6.0
    """A Puzzle Marker in its place."""
    goal_place: float = 7.0
    explore: float = 3.2
    idle_explore: float = 0.9
    """Turning up a card where something is still missing, and where nothing is."""
    goal_foe: float = 5.0
    foe_damage: float = 2.4
    """What it is worth to be rid of a point of damage of a ready enemy."""
    far: float = 0.82
    """What is left of a worth for each step that it is away."""
    card: float = 0.25
    """A card in hand."""
    defeat: float = 5.0
    last_defeat: float = 14.0
    health_low: float = 1.5
    health_last: float = 2.2
    """The worth of a point of Health at three or two, and at the last."""
    scarred: float = 1.8
    """So many times as much is Health worth after a first defeat."""
    danger: float = 0.8
    wound: float = 0.6
    """What wounds that do not kill are worth beside a kill."""
    harm: float = 0.9
    toll_saved: float = 0.5
    back: float = 0.85
    """What a card that returns is worth beside what it does."""
    refill: float = 0.6
    second_step: float = 0.3
    """What a step is worth less that another Move has to make."""
    shift_a: float = 0.22
    shift_b: float = 0.12
    shift_c: float = 0.08
    """What it is worth that a card comes out of a zone, or one zone nearer."""
    deep: float = 0.07
    """What a card is worth less for each zone that it goes in deeper."""
    idle_play: float = 0.1
    """What the effect of a card is worth that is played for the shift alone."""
    stop: float = 0.15
    """An action that is worth less is not taken."""
    yin: float = 0.0
    """What it is worth to draw Yin instead of Yang."""
