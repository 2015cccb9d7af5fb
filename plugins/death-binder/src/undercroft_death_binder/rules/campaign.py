"""The Campaign at the table: what is seen of the Scenarios, how good a position looks, and the figures of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from undercroft import Option, Panel
from undercroft_death_binder.cards import ScenarioCard
from undercroft_death_binder.rules.events import LEFT, RIGHT
from undercroft_death_binder.rules.scenarios import Scenarios
from undercroft_death_binder.rules.table import TableView
from undercroft_death_binder.state import Player, State
from undercroft_death_binder.verbs import READ, ROW_GOAL
from undercroft_death_binder.wording import effects_in_words, goal_in_words

__all__ = ["Campaign"]

_STANDING = ("descent", "tokens", "defeated", "bosses", "health", "xp", "draw_deck", "blight")
"""What is noted of the table when a Scenario is completed."""


class Campaign(Scenarios, TableView, at="campaign"):
    """Mode ``campaign``: the rules of Scenarios, and how they are shown. Cards that come later lie face down."""

    __slots__ = ()

    part_columns: ClassVar[Mapping[str, type[int] | type[str]]] = {
        "number": int, "scenario": str, "choice": str, **dict.fromkeys(_STANDING, int),
    }  # fmt: skip

    # -- options in words -----------------------------------------------------------------------------------------

    def plain_words(self, s: State, p: Player, option: Option) -> str:
        """DB-SCEN-008: the two options of a Scenario; while an Event lies open they are those of the Event."""
        if option in (LEFT, RIGHT) and s.event < 0 and self.tale(s).scenario >= 0:
            way = self.scenario(s).ways[option == RIGHT]
            return f"{option[0]}: {way.text} ({effects_in_words(way.effects)})"
        return super().plain_words(s, p, option)

    # -- the table ------------------------------------------------------------------------------------------------

    def view(self, s: State, seat: int) -> dict[str, Any]:
        """DB-BOARD-014, DB-SCEN-007: besides the rest of the table the active Scenario and what came before it."""
        tale, ids = self.tale(s), self.content.ids
        return super().view(s, seat) | {
            "scenario": ids["scenario"][tale.scenario] if tale.scenario >= 0 else None,
            "scenario_number": self.reached(s),
            "scenario_text": self.scenario(s).narration if tale.scenario >= 0 else None,
            "scenario_progress": tale.progress,
            "scenarios_done": [ids["scenario"][chapter.scenario] for chapter in tale.done],
            "remembered": [ids["flag"][flag] for flag in tale.flags],
        }

    def panels(self, s: State, seat: int) -> list[Panel]:
        """The table with the active Scenario before the map."""
        blocks = super().panels(s, seat)
        if self.tale(s).scenario >= 0:
            blocks[1:1] = self.scenario_panels(s)
        return blocks

    def scenario_panels(self, s: State) -> list[Panel]:
        """DB-SCEN-003, -007, -008: the card in the Active Area, how far its goal is reached, and what it asks.

        The story was told when it was drawn; it is read again when it asks for a decision.
        """
        card, tale = self.scenario(s), self.tale(s)
        goal = goal_in_words(card) + self.so_far(s)
        rows = [("card", f"{card.number} of {len(self.content.numbers)}: {card.title}"), ("goal", goal)]
        if card.reward:
            rows.append(("reward", effects_in_words(card.reward)))
        if tale.flags:
            told = (self.content.ids["flag"][flag].rpartition(":")[2].replace("-", " ") for flag in tale.flags)
            rows.append(("remembered", ", ".join(told)))
        blocks = [Panel("Scenario", rows)]
        if card.ways:
            sides = zip(("left", "or right"), card.ways, strict=False)
            asked = [(side, f"{way.text} ({effects_in_words(way.effects)})") for side, way in sides]
            again = [("story", card.narration)] if card.goal != READ and self.goal_met(s) else []
            blocks.append(Panel("Decision to come", [*again, *asked]))
        return blocks

    def so_far(self, s: State) -> str:
        """How far the goal is reached: so many of so many; of rows the lowest that was entered."""
        card, progress = self.scenario(s), self.tale(s).progress
        if card.goal == READ:
            return ""
        if card.goal != ROW_GOAL:
            return f" ({min(progress, card.n)} of {card.n})"
        if progress >= card.n:
            return " (reached)"
        return f" (row {progress} so far)" if progress else ""

    # -- evaluation and figures -----------------------------------------------------------------------------------

    def reached(self, s: State) -> int:
        """The number of the active Scenario; after the end of the last one that was completed."""
        tale = self.tale(s)
        return self.scenario(s).number if tale.scenario >= 0 else len(tale.done)

    def headway(self, s: State) -> tuple[float, int]:
        """DB-MODE-003: Scenarios that are completed, and the part of the active one's goal that is reached."""
        tale = self.tale(s)
        part = min(1.0, tale.progress / self.scenario(s).n) if tale.scenario >= 0 else 0.0
        return len(tale.done) + 0.8 * part, len(self.content.numbers)

    def ending(self, s: State) -> ScenarioCard | None:
        """The card that tells how the story ended, if it has been told."""
        done = self.tale(s).done
        last = self.content.scenarios[done[-1].scenario] if done else None
        return last if last is not None and last.ending_id else None

    def facts(self, s: State) -> dict[str, int | str]:
        """The figures of a game; of a Campaign also the Scenario that was reached, and the ending."""
        ending = self.ending(s)
        return super().facts(s) | {"scenario": self.reached(s), "ending": ending.ending_id if ending else ""}

    def headline(self) -> Sequence[str]:
        """What the summary of a batch tells of."""
        return ("scenario", "ending")

    def parts(self, s: State) -> Sequence[Mapping[str, int | str]]:
        """The Scenarios that were completed, and how things stood then."""
        rows: list[Mapping[str, int | str]] = []
        for chapter in self.tale(s).done:
            card = self.content.scenarios[chapter.scenario]
            standing = {name: getattr(chapter, name) for name in _STANDING}
            rows.append({"number": card.number, "scenario": card.id, "choice": chapter.choice, **standing})
        return rows
