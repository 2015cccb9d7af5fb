"""Setting the table up, the higher start level, and the first draw."""

from __future__ import annotations

from typing import Any

from undercroft import Deck, Flow
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.base import DONE
from undercroft_death_binder.rules.events import Events
from undercroft_death_binder.state import Player, State

__all__ = ["Opening"]


class Opening(Events):
    """Areas SETUP, LEVEL, MODE and DIFF, and the start of a game (ROUND, COOP)."""

    __slots__ = ("action_pile", "behaviour_pile", "event_pile", "level_piles", "skill_pile", "special_pile")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        # Piles as they come out of the box; every game shuffles copies of them.
        self.action_pile = Deck(content.ordinary)
        self.special_pile = Deck(content.specials)
        self.skill_pile = Deck(range(len(content.skills)))
        self.event_pile = Deck(range(len(content.events)))
        self.behaviour_pile = Deck(range(len(content.behaviours)))
        levels = list(enumerate(content.levels, 1))
        self.level_piles = tuple((Deck(cards), f"deck/enemy/{level}") for level, cards in reversed(levels))

    def begin(self, s: State) -> None:
        """DB-SETUP-001 to -006, DB-MODE-008: decks, boards and map, then the steps that open the game."""
        self.seat_players(s)
        self.build_foe_decks(s)
        self.build_card_decks(s)
        self.share_deck(s)
        s.dice = self.stream(s, "dice/faith")
        s.sides_stream = self.stream(s, "token/side")
        s.supply = Deck(range(len(self.content.tokens)), self.stream(s, "deck/token"))
        if self.setup.shorter:
            self.take_tokens_out(s)
        self.lay_tokens(s)
        s.blight = self.first_blight()
        if self.setup.level > 1:
            self.skip_levels(s)
            s.do_all(*[(self.spend_budget, p.seat, self.budget()) for p in s.players], self.first_draw)
        else:
            s.do(self.first_draw)

    def seat_players(self, s: State) -> None:
        """DB-BOARD-001 to -005, DB-COOP-001, -007, -008, DB-DIFF-001, -002: boards with their start values."""
        for seat in range(1, self.setup.players + 1):
            p = Player(seat)
            if self.setup.easier:
                p.steps[verbs.STARTING_DEFENSE] = 1
            p.health = self.max_health(p)
            p.defense = self.starting_defense(p)
            s.players.append(p)
        s.leader = s.last_leader = self.setup.oldest

    def shuffled(self, s: State, pile: Deck, name: str) -> Deck:
        """A pile of this game: a copy of one that was made once, with a stream of its own, shuffled."""
        deck = pile.copy()
        deck.stream = self.stream(s, name)
        deck.shuffle()
        return deck

    def build_foe_decks(self, s: State) -> None:
        """DB-BOSS-001, -015, DB-ENEMY-002, DB-SETUP-001: Bosses and Enemies in ascending order, shuffled inside."""
        shuffle = self.stream(s, "deck/boss").shuffle
        for pair in self.content.bosses:
            cards = list(pair)
            if len(cards) > 1:
                shuffle(cards)
            s.bosses += cards
        s.enemies = Deck((), self.stream(s, "deck/enemy"))
        for pile, name in self.level_piles:  # the deepest level first, so that level 1 ends up on top
            level = self.shuffled(s, pile, name)
            level.move_to(s.enemies, len(level))
        s.event_enemies = list(self.content.event_enemies)

    def build_card_decks(self, s: State) -> None:
        """DB-SETUP-002, -003, DB-SKILL-001, DB-BLIND-001, DB-BEHAV-001: the other decks."""
        s.specials = self.shuffled(s, self.special_pile, "deck/special")
        s.skills = self.shuffled(s, self.skill_pile, "deck/skill")
        s.events = self.shuffled(s, self.event_pile, "deck/event")
        s.blinded = list(self.content.blinded)
        s.removed = Deck()
        s.enemy_discard = Deck()
        s.behaviours = self.shuffled(s, self.behaviour_pile, "deck/behaviour") if self.coop else Deck()

    def share_deck(self, s: State) -> None:
        """DB-CARD-001, DB-COOP-003, -004: the shuffled Action deck, dealt alternately in co-op."""
        whole = self.shuffled(s, self.action_pile, "deck/action")
        if len(s.players) == 1:
            s.players[0].dd = whole
        else:
            cards = whole.clear()
            for p in s.players:
                p.dd = Deck(cards[p.seat - 1 :: len(s.players)])
        for p in s.players:
            p.dd.stream = self.stream(s, f"deck/action/{p.seat}")

    def take_tokens_out(self, s: State) -> None:
        """DB-DIFF-003, -004, -006: two tokens with four icons and one with three stay out of a shorter game."""
        stream = self.stream(s, "setup/shorter")
        fours, threes = self.content.four_icons, self.content.three_icons
        s.removed_tokens = [fours[at] for at in stream.sample(len(fours), 2)] + [stream.choice(threes)]
        for token in s.removed_tokens:
            s.supply.take(token)

    # -- a higher start level -------------------------------------------------------------------------------------

    def skip_levels(self, s: State) -> None:
        """DB-LEVEL-002, -004, -005, -007, -009: DD cards, Enemies and Bosses of the skipped levels are taken out."""
        skipped = self.setup.level - 1
        for p in s.players:
            p.dd.move_to(s.removed, skipped * (10 if self.coop else 18))
        levels = self.content.foe_level
        kept = [card for card in s.enemies.cards() if levels[card] > skipped]
        s.enemies.set_cards(kept)
        s.bosses = [card for card in s.bosses if levels[card] > skipped]

    def budget(self) -> int:
        """DB-LEVEL-003, -006, -008: the XP for upgrades, pooled over the skipped levels."""
        return (self.setup.level - 1) * (14 if self.coop else 16)

    def spend_budget(self, s: State, seat: int, left: int) -> Flow:
        """DB-LEVEL-008: upgrades at normal costs; what is left is lost and never enters the experience track."""
        p = s.players[seat - 1]
        options = self.upgrade_options(p, left)
        if not options:
            return
        option = yield self.ask(s, seat, "upgrade", [*options, DONE])
        if option == DONE:
            return
        left -= self.upgrade_cost(p, option[1])
        self.upgrade(s, p, option[1])
        p.defense = self.starting_defense(p)
        s.do(self.spend_budget, seat, left)

    def first_draw(self, s: State) -> None:
        """DB-ROUND-001, -003, DB-CARD-016: player 1, then player 2 draw six cards; then the first Explore."""
        for p in s.players:
            if self.loud:
                self.tell(s, "DB-ROUND-001", "{0} draws the first hand.", self.who(p))
            self.refill(s, p)
        if self.loud and self.coop:
            self.tell(s, "DB-COOP-007", "Player {0} is the first Leader.", s.leader)
        s.do(self.explore)
