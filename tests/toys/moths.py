"""Moths: a toy expansion of the toy game. It adds, replaces and removes cards, and asks a question of its own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from lantern import Cellar, LanternRules

from undercroft.content import ContentPack
from undercroft.layers import Layer, LayerSpec
from undercroft.plugins import hookimpl
from undercroft.rulebook import Flow, Prompt
from undercroft.state import Option

UNDERCROFT_API = (1, 1)


class Moths(Layer, LanternRules, at="expansion"):
    """Moths come to the light."""

    prompts: ClassVar[dict[str, Prompt]] = {"moths": Prompt("", "Do you shoo the moths away, for one oil?")}

    def darkness(self, s: Cellar) -> Flow:
        """Before the dark comes, the first seat may pay oil to take gloom away."""
        if s.gloom and s.seats[0].oil > 1:
            option = yield self.ask(s, 1, "moths", [("shoo",), ("bear",)])
            if option == ("shoo",):
                s.seats[0].oil -= 1
                s.gloom -= 1
                self.tell(s, "", "The moths are gone.")
        yield from super().darkness(s)

    def label(self, s: Cellar, seat: int, option: Option) -> str:
        """The new options in words."""
        return {"shoo": "shoo them away", "bear": "bear with them"}.get(option[0]) or super().label(s, seat, option)


@hookimpl
def undercroft_layers() -> list[LayerSpec]:
    """The layer."""
    return [LayerSpec(Moths, "lantern", "moths")]


@hookimpl
def undercroft_content() -> list[ContentPack]:
    """The cards."""
    return [ContentPack("lantern", "moths", (Path(__file__).parent / "moths.toml",), "moths")]
