"""What every chapter of the rules stands on: typed content and setup, lookups made once, the prompts."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Option, Prompt, Refusal, Rulebook
from undercroft_death_binder.cards import BoardInfo, Content
from undercroft_death_binder.options import Options
from undercroft_death_binder.state import Player, State
from undercroft_death_binder.verbs import CHARACTER_LEVEL

__all__ = ["DONE", "HAND", "Base"]

HAND: Final = 6
DONE: Final[Option] = ("done",)


class Base(Rulebook[State]):
    """Lookups and small questions that all chapters share."""

    __slots__ = (
        "blight_enemies",
        "blight_max",
        "blight_red",
        "boards",
        "coop",
        "drop_options",
        "estimate_options",
        "go_options",
        "play_options",
        "plays",
        "store_options",
        "stores",
        "usable_mask",
        "values",
    )

    content: Content
    setup: Options

    prompts: ClassVar[dict[str, Prompt]] = {
        "upgrade": Prompt("DB-LEVEL-003", "Which trait do you upgrade before the game begins?"),
        "explore": Prompt("DB-ROUND-005", "Where does the party go?"),
        "sidequest": Prompt("DB-SIDE-002", "Do you take this Sidequest?"),
        "rest": Prompt("DB-TOKEN-006", "How do you use the Rest?"),
        "discovery": Prompt("DB-EVENT-009", "Do you toss for the Discovery or take the Blight?"),
        "decision": Prompt("DB-EVENT-023", "Left or right?"),
        "estimate": Prompt("DB-EVENT-033", "How many are there?"),
        "cave-in": Prompt("DB-EVENT-026", "The ground gives way. Where does the party flee to?"),
        "attack": Prompt("DB-COMBAT-009", "Which Enemy do you attack, and with which card?"),
        "store": Prompt("DB-COMBAT-017", "Which used card do you Store?"),
        "disarm": Prompt("DB-ABIL-018", "Which card of your hand do you Remove?"),
        "reroll": Prompt("DB-SKILL-007", "The Faith Toss failed. Do you use a Skill to toss again?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        solo = setup.players == 1
        names = ("solo",) if solo else ("player1", "player2")
        self.boards: tuple[BoardInfo, ...] = tuple(content.boards[name] for name in names)
        self.blight_max: int = content.blight_max[setup.players - 1]
        self.blight_red: int = content.blight_red[setup.players - 1]
        self.blight_enemies: tuple[int, ...] = content.blight_enemies[setup.players - 1]
        self.usable_mask = bytes(m or s for m, s in zip(content.melee_mask, content.spell_mask, strict=True))
        self.coop = not solo
        self.values: tuple[tuple[tuple[int, ...], ...], ...] = tuple(board.values for board in self.boards)
        self._make_options()

    def _make_options(self) -> None:
        """Options are plain tuples; the ones that recur are made once."""
        content = self.content
        cards = range(len(content.actions))
        ambushes = (len(foes) for event in content.events for foes in event.foes)
        rows = range(max(12, *self.blight_enemies, *ambushes))
        self.play_options: list[list[Option]] = [[("play", card, at) for card in cards] for at in rows]
        self.plays = tuple(options.__getitem__ for options in self.play_options)
        self.drop_options: list[Option] = [("play", card) for card in cards]
        self.store_options: list[Option] = [("store", card) for card in cards]
        self.stores = self.store_options.__getitem__
        self.go_options: list[Option] = [("go", place) for place in range(16)]
        highest = max((n for event in content.events for n in event.highest), default=0)
        self.estimate_options: list[Option] = [("estimate", n) for n in range(highest + 1)]

    # -- players --------------------------------------------------------------------------------------------------

    def decider(self, s: State) -> int:
        """DB-COOP-023: the Leader, or the other player while the Leader is Downed."""
        if self.coop and s.players[s.leader - 1].downed:
            return 3 - s.leader
        return s.leader

    def in_order(self, s: State) -> list[Player]:
        """DB-COOP-010: the players who can act, the Leader first."""
        if not self.coop:
            return s.players
        lead = s.leader - 1
        return [p for p in (s.players[lead], s.players[1 - lead]) if not p.downed]

    def trait(self, p: Player, trait: int) -> int:
        """DB-TRAIT-001: the current value of a trait."""
        return self.values[p.seat - 1][trait][p.steps[trait]]

    def character_level(self, p: Player) -> int:
        """DB-TRAIT-002: what stands for the Character Level symbol."""
        return self.trait(p, CHARACTER_LEVEL)

    def who(self, p: Player) -> str:
        """A player as named in the log."""
        return f"Player {p.seat}" if self.coop else "The player"

    def whom(self, p: Player) -> str:
        """The same within a sentence."""
        return f"Player {p.seat}" if self.coop else "the player"

    def card_name(self, card: int) -> str:
        """An Action card as named in the log."""
        return self.content.action_names[card]

    def foe_name(self, card: int) -> str:
        """A foe as named in the log."""
        return self.content.foe_names[card]

    @staticmethod
    def no(rule: str, reason: str) -> Refusal:
        """A refusal in words."""
        return Refusal(rule, reason)
