"""The table as people see it, block by block; what the blocks show is told in the chapters before this one."""

from __future__ import annotations

from undercroft import Panel
from undercroft_netherworld_candle.rules.table_boards import BoardPanels
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import DIFFICULTIES, PHASE_ADVENTURE, PHASE_BETWEEN, PHASE_EPILOGUE

__all__ = ["TableView"]


class TableView(BoardPanels):
    """Panels of the table (NC-STORY-012, NC-LOG-020)."""

    __slots__ = ()

    def panels(self, s: State, seat: int) -> list[Panel]:
        """The table block by block."""
        blocks = self.adventure_panels(s) if s.phase == PHASE_ADVENTURE and s.map else self.campaign_panels(s)
        if s.test:
            blocks.append(self.test_panel(s))
        for d in s.delvers:
            blocks += self.delver_panels(s, d)
        return blocks

    def seat_name(self, s: State, seat: int) -> str:
        """NC-LOG-001: the Delver of a seat by name."""
        return self.name(s.delvers[seat - 1]) if 0 < seat <= len(s.delvers) else ""

    def adventure_panels(self, s: State) -> list[Panel]:
        """What lies in the middle of the table in an Adventure Phase."""
        blocks = [self.candle_panel(s), self.page_panel(s), self.map_panel(s)]
        effects = self.places_panel(s)
        if effects.rows:
            blocks.append(effects)
        if s.enemies:
            blocks.append(self.enemies_panel(s))
        return blocks

    # -- between the adventures -----------------------------------------------------------------------------------

    def campaign_panels(self, s: State) -> list[Panel]:
        """The Party Log, the Story Cards, and where the Delvers stand."""
        blocks = [self.party_panel(s)]
        if s.story_table:
            blocks.append(self.story_panel(s))
            standing = [
                (self.name(d), f"on {self.spot_words(s, d.story_place)}")
                for d in s.delvers
                if 0 <= d.story_place < len(s.story_table)
            ]
            if standing:
                blocks.append(Panel("Where the Delvers stand", standing))
        return blocks

    def party_panel(self, s: State) -> Panel:
        """The Party Log."""
        content = self.content
        rows = [
            ("phase", self.phase_words(s)),
            ("difficulty", DIFFICULTIES[s.difficulty]),
            ("Historical Progress", f"{s.progress} of {len(content.party.events) - 1} boxes"),
            ("Setbacks", f"{s.setbacks} of {len(content.party.setbacks)} boxes"),
            ("marks", ", ".join(mark.replace("-", " ") for mark in s.marks) or "-"),
            ("notes", ", ".join(s.notes) or "-"),
            ("Stash", f"Story Cards {len(s.stash_story)}, Journey Cards {len(s.stash_journey)}"),
            ("in the Stash for Delvers", f"equipment {len(s.stash_equipment)}, artifacts {len(s.stash_artifacts)}"),
        ]
        if len(s.delvers) > 1:
            rows.append(("Grandmaster", self.name(self.delver(s, s.gm))))
        if s.scenario >= 0:
            rows.append(("next scenario", content.scenario[s.scenario].title))
        return Panel("Party", rows)

    def phase_words(self, s: State) -> str:
        """Where in the campaign the party is."""
        if s.phase == PHASE_BETWEEN:
            return "before the first Story Phase" if not s.story_phases else "between two phases"
        if s.phase == PHASE_EPILOGUE:
            return f"Epilogue of Story Phase {s.story_phases}"
        return "Adventure Phase" if s.phase == PHASE_ADVENTURE else f"Story Phase {s.story_phases}"

    def story_panel(self, s: State) -> Panel:
        """NC-STORY-012, -021: the Story Cards on the table; a back is read when somebody has interacted with it."""
        rows = []
        for n, lying in enumerate(s.story_table):
            printed = self.content.story[lying.card]
            rows.append((self.spot_words(s, n), f"(turned) {printed.back}" if lying.face_down else printed.text))
        return Panel("Story Cards", rows)

    def spot_words(self, s: State, n: int) -> str:
        """A Story Card on the table with its region."""
        printed = self.content.story[s.story_table[n].card]
        return f"{printed.title} ({printed.region})"
