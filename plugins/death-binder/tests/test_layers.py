"""What a layer overrides holds wherever the rules look: no step is passed by for speed."""

from __future__ import annotations

from typing import cast

import attrs
import pytest

from undercroft import Game, Layer, Session, registry
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Kit
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.state import Foe, Player, State


class Gifted(Layer, DeathBinder, at="house"):
    """Every trait is one higher."""

    def trait(self, p: Player, trait: int) -> int:
        """One more."""
        return super().trait(p, trait) + 1


class Fierce(Layer, DeathBinder, at="house"):
    """Every Enemy hits for nine, and penetrates."""

    def foe_damage(self, foe: Foe) -> int:
        """Nine."""
        return 9

    def kit(self, foe: Foe) -> Kit:
        """Penetrate, and nothing else."""
        return Kit(attack=((verbs.PENETRATE, 1, False),))


def game(layer: type[Layer]) -> Game:
    return attrs.evolve(registry().game("death-binder"), layers=lambda options, content: [layer])


def test_a_trait_counts_as_the_layer_says() -> None:
    gifted, plain = Session(game(Gifted)), Session("death-binder")
    for step in ("max_attacks", "store_limit", "max_health", "starting_defense"):
        more, less = (getattr(s.rules, step)(s.state.players[0]) for s in (gifted, plain))
        assert more == less + 1, step


@pytest.mark.parametrize("defense", [0, 5])
def test_an_enemy_strikes_as_the_layer_says(defense: int) -> None:
    session = Session(game(Fierce))
    s: State = session.state
    p = s.players[0]
    p.health, p.defense = 20, defense
    rules = cast(DeathBinder, session.rules)
    foe = rules.place_foe(s, s.enemies.pop())
    assert list(rules.foe_attack(s, foe)) == []
    assert (p.health, p.defense) == (11, defense)
