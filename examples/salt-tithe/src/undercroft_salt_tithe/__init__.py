"""The Salt Tithe: an example expansion of Death Binder, two cards and one rule."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from undercroft import ContentPack, Flow, Layer, LayerSpec, Option, Prompt, Trigger, hookimpl
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.state import Player, State

UNDERCROFT_API = (1, 1)
BOWL = "salt-tithe:tithe-bowl"
BLIGHT = 2


class SaltTithe(Layer, DeathBinder, at="expansion"):
    """Whoever plays the Tithe Bowl may Remove one Stored card for 2 Blight less."""

    prompts: ClassVar = {"tithe": Prompt("", "Do you give up a Stored card for 2 Blight less?")}

    def begin(self, s: State) -> None:
        """The Bowl waits for cards to be played."""
        super().begin(s)
        self.watch(s, Trigger("played", "tithe", title="Tithe Bowl"))

    def tithe(self, s: State, seat: int, card: int) -> Flow:
        """What the Bowl does: its effect is no verb of the content, so it is a step of this layer."""
        p = s.players[seat - 1]
        blinded = self.content.is_blinded
        stored = [("give", other) for other in p.sac if not blinded[other]]
        if self.content.ids["action"][card] != BOWL or not stored or not s.blight:
            return
        option = yield self.ask(s, seat, "tithe", [*stored, ("keep",)])
        if option != ("keep",):
            p.sac.remove(option[1])
            self.remove_card(s, p, option[1])
            self.lower_blight(s, BLIGHT)

    def words(self, s: State, p: Player, option: Option) -> str:
        """The new options in words."""
        match option:
            case ("give", card):
                return f"give up {self.card_name(card)}"
            case ("keep",):
                return "keep them all"
            case _:
                return super().words(s, p, option)


@hookimpl
def undercroft_content() -> list[ContentPack]:
    """The cards; `--with salt-tithe` switches them and the layer on together."""
    cards = files("undercroft_salt_tithe") / "cards.toml"
    return [ContentPack("death-binder", "salt-tithe", (cards,), expansion="salt-tithe")]


@hookimpl
def undercroft_layers() -> list[LayerSpec]:
    """The rule."""
    return [LayerSpec(SaltTithe, game="death-binder", expansion="salt-tithe")]
