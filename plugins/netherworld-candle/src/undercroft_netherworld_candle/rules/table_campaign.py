"""Options of the Story Phase, the Epilogue and the campaign in words."""

from __future__ import annotations

from undercroft import Option
from undercroft_netherworld_candle.rules.table_words import Words
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import FATE_ICONS, GATES, SYMBOLS, TYPES

__all__ = ["CampaignWords"]

_OWNERS = ("your own", "of the Stash")


class CampaignWords(Words):
    """Labels of options outside of adventures."""

    __slots__ = ()

    def campaign_words(self, s: State, d: Delver, option: Option) -> str:
        """Options of the Story Phase, then of the logs, then of the roster."""
        content = self.content
        match option:
            case ("to", n) if n < len(s.story_table):
                return self.story_words(s, n) + (" for 1 Karma" if self.walk_cost(s, d, n) else "")
            case ("stand", n) if n < len(s.story_table):
                return self.story_words(s, n)
            case ("story-choice", card, k):
                return content.story_choices[card][k][0]
            case ("journey-choice", card, k):
                return content.journey_choices[card][k][0]
            case ("scenario", card):
                return content.story[card].title
            case ("give-item", n, to) if n < len(d.equipment):
                return f"give {self.item_title(d, n)} to {self.name(s.delvers[to - 1])}"
            case ("give-artifact", artifact, to):
                return f"give {self.token_words(artifact)} to {self.name(s.delvers[to - 1])}"
            case ("spare", artifact):
                return self.token_words(artifact)
            case ("let-trade", to):
                return f"let {self.name(s.delvers[to - 1])} give something away"
            case ("fate-point", to):
                return f"{self.name(s.delvers[to - 1])} gives up an artifact for a Fate Point"
            case ("hand-over", artifact, whose):
                return f"hand over {self.token_words(artifact)}, {_OWNERS[whose]}"
            case ("defy", artifact, whose):
                return f"give up {self.token_words(artifact)}, {_OWNERS[whose]}, and reset your Tree of Fate"
            case ("exchange", faction, artifact, whose):
                title = content.faction[faction].title
                return f"{self.token_words(artifact)}, {_OWNERS[whose]}, to {title} for a Fate Point"
            case ("icon", kind, n):
                return f"the icon {self.icon_words(kind, n)}"
            case _:
                return self.log_words(s, d, option)

    def story_words(self, s: State, n: int) -> str:
        """A Story Card on the table."""
        lying = s.story_table[n]
        printed = self.content.story[lying.card]
        return f"{printed.title} ({printed.region}{', turned over' if lying.face_down else ''})"

    def icon_words(self, kind: str, n: int) -> str:
        """An icon of a Fate Card."""
        names = {"symbol": SYMBOLS, "gate": GATES, "special": FATE_ICONS}.get(kind)
        return names[n].replace("-", " ").title() if names else kind.title()

    def log_words(self, s: State, d: Delver, option: Option) -> str:
        """Options about logs, equipment, endings and the roster."""
        content = self.content
        match option:
            case ("node", n):
                return self.node_words(d, n)
            case ("fate", card):
                number = content.fate_d20[card]
                return f"{content.fate_title[card]} (D20 {number if number >= 0 else '*'})"
            case ("reputation", faction):
                return content.faction[faction].title
            case ("type", kind):
                return f"look at the {TYPES[kind]} cards"
            case ("put-back", n) if n < len(d.equipment):
                return f"put {self.item_title(d, n)} back"
            case ("take" | "claim" as verb, card):
                return f"{verb} {content.eq_title[card]}: {content.equip[card].rules}"
            case ("karma", n):
                return f"exchange {n} Neidan for as much Karma"
            case ("ending", n):
                ending = content.scenario[s.scenario].endings[n]
                return f"Ending {ending.label}: {ending.title}. {ending.text}"
            case ("delver-card", card):
                return self.board_words(card)
            case ("leave", seat):
                return f"{self.name(s.delvers[seat - 1])} leaves the party"
            case ("join", card):
                return f"{content.delver[card].name} joins the party"
            case ("change", seat, card):
                return f"{self.name(s.delvers[seat - 1])} makes way for {content.delver[card].name}"
            case _:
                return super().campaign_words(s, d, option)

    def board_words(self, card: int) -> str:
        """A Player Board: moniker, complexity, skill."""
        board = self.content.delver[card]
        return f"{board.name} (complexity {board.complexity}): {board.skill}. {board.rules}"

    def node_words(self, d: Delver, n: int) -> str:
        """A node of the own Tree of Fate with what it gives."""
        content = self.content
        node = content.del_tree[d.card][n]
        gives = ("nothing", "the card {}", "hand limit +1", "remove a Fate Card")[node.reward]
        title = content.fate_title[node.card] if node.card >= 0 else ""
        return f"{node.id.replace('-', ' ')} ({d.tree[n]} of {node.spaces}): {gives.format(title)}"
