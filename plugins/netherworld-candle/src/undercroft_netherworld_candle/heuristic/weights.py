"""What things are worth to the heuristic player, in one currency: points of Health of a healthy Delver."""

from __future__ import annotations

import attrs

__all__ = ["Weights"]


@attrs.frozen
class Weights:
    """The numbers behind the rules of thumb."""

    energy: float = 1.1
    low_energy: float = 0.34
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
    explore: float = 2.25
    idle_explore: float = 0.9
    """Turning up a card where something is still missing, and where nothing is."""
    goal_foe: float = 5.0
    foe_damage: float = 3.2
    """What it is worth to be rid of a point of damage of a ready enemy."""
    haste: float = 2.0
    """So much more are goals worth when the candle is nearly out."""
    far: float = 0.88
    """What is left of a worth for each step that it is away."""
    step: float = 0.3
    """What each step to a task costs beside that."""
    meeting: float = 15.0
    approach: float = 1.0
    """A place where all have to stand, and what each step to it costs."""
    crowd: float = 0.55
    """What a task is worth that others are nearer to."""
    together: float = 0.75
    """The same where the whole party is called to one place by the page after this one."""
    onward: float = 1.8
    """What an edge is worth more that leads nearest to what is looked for, by its number."""
    follow: float = 0.5
    """What it is worth that a card comes back which can be played at once."""
    card: float = 0.25
    """A card in hand."""
    defeat: float = 5.0
    last_defeat: float = 14.0
    health_low: float = 1.5
    health_last: float = 4.0
    """The worth of a point of Health at three or two, and at the last."""
    scarred: float = 2.8
    """So many times as much is Health worth after a first defeat."""
    danger: float = 0.5
    lure: float = 0.6
    """How much of the damage counts of an enemy that would strike at another otherwise."""
    wound: float = 0.85
    """What wounds that do not kill are worth beside a kill."""
    harm: float = 0.6
    toll_saved: float = 0.5
    back: float = 0.85
    """What a card that returns is worth beside what it does."""
    refill: float = 0.6
    second_step: float = 0.16
    """What a step is worth less that another Move has to make."""
    shift_a: float = 0.3
    shift_b: float = 0.083
    shift_c: float = 0.08
    """What it is worth that a card comes out of a zone, or one zone nearer."""
    deep: float = 0.07
    """What a card is worth less for each zone that it goes in deeper."""
    idle_play: float = 0.076
    """What the effect of a card is worth that is played for the shift alone."""
    stop: float = 0.15
    """An action that is worth less is not taken."""
    mark: float = 1.2
    taste_mark: float = 1.8
    taste_page: float = 1.5
    taste_ending: float = 6.0
    taste_place: float = 0.4
    """What a mark of the log is worth, and what a leaning adds to a mark, a page, an ending, or a place (a share)."""
    hunt: float = 4.0
    """What the defeat of an enemy is worth to a player who likes it, where it only leads to another page."""
    light: float = 2.0
    taste_light: float = 0.4
    """What a light that is to be carried is worth, and how much a leaning takes away from putting it out."""
    rare: float = 0.2
    """From which taste on a player would follow the party into something that the page only allows."""
    yin: float = 0.0
    """What it is worth to draw Yin instead of Yang."""
