"""An expansion that plants two Action cards: one heals and arms whoever plays it, one wounds them."""

from __future__ import annotations

from pathlib import Path

from undercroft import ContentPack, Layer, LayerSpec, hookimpl
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.state import Foe, Player, State

UNDERCROFT_API = (1, 1)


class Planted(Layer, DeathBinder, at="expansion"):
    """What no verb of the content can do."""

    def play_card(self, s: State, p: Player, card: int, foe: Foe, beside: tuple[Foe, ...]) -> None:
        """Thunder makes its player whole and strong, the Lead Feather costs health."""
        super().play_card(s, p, card, foe, beside)
        name = self.content.ids["action"][card]
        if name == "planted:thunder":
            self.heal(s, p, 20)
            self.gain_defense(s, p, 20)
            self.gain_xp(s, p, 12)
            self.gain_specials(s, p, 3)
        elif name == "planted:feather":
            self.lose_health(s, p, 4)


@hookimpl
def undercroft_content() -> list[ContentPack]:
    """The cards; `--with planted` switches them on."""
    file = Path(__file__).with_name("db_planted.toml")
    return [ContentPack("death-binder", "planted", (file,), expansion="planted")]


@hookimpl
def undercroft_layers() -> list[LayerSpec]:
    """What they do."""
    return [LayerSpec(Planted, "death-binder", "planted")]
