"""What is hidden, how good a position looks, and the figures of a game."""

from __future__ import annotations

from undercroft import Deck, Stream
from undercroft_death_binder.rules.prospects import Prospects
from undercroft_death_binder.state import State
from undercroft_death_binder.verbs import BOSS_PLACE

__all__ = ["Knowledge"]


class Knowledge(Prospects):
    """Re-dealing hidden cards, evaluating a position, and what a batch notes of a game."""

    __slots__ = ()

    # -- re-deal --------------------------------------------------------------------------------------------------

    def redeal(self, s: State, seat: int, stream: Stream) -> None:
        """Shuffle all that the table cannot know (DB-GEN-010): the team plays openly, so every seat knows the same."""
        pool_hidden([*(p.dd for p in s.players), s.removed], stream)
        for deck in (*(p.dd for p in s.players), s.events, s.skills, s.specials, s.behaviours):
            deck.permute_hidden(stream)
        self.redeal_enemies(s, stream)
        self.redeal_bosses(s, stream)
        self.redeal_tokens(s, stream)

    def redeal_enemies(self, s: State, stream: Stream) -> None:
        """The backs show levels, so cards change places with those of their level only."""
        level = self.content.foe_level
        decks = (s.enemies, s.enemy_discard)
        hidden = [deck.hidden() for deck in decks]
        levels = sorted({level[card] for cards in hidden for card in cards})
        pools: dict[int, list[int]] = {number: [] for number in levels}
        for cards in hidden:
            for card in cards:
                pools[level[card]].append(card)
        for pool in pools.values():
            pool.sort()
            stream.shuffle(pool)
        draw = {number: pool.pop for number, pool in pools.items()}
        for deck, cards in zip(decks, hidden, strict=True):
            if cards:
                deck.replace_hidden([draw[level[card]]() for card in cards])

    def redeal_bosses(self, s: State, stream: Stream) -> None:
        """Nobody knows which of two partners comes first."""
        partners = self.content.partners
        for at in range(len(s.bosses) - 1):
            if partners[s.bosses[at]] == s.bosses[at + 1]:
                pair = sorted(s.bosses[at : at + 2])
                s.bosses[at : at + 2] = pair[::-1] if stream.below(2) else pair

    def redeal_tokens(self, s: State, stream: Stream) -> None:
        """DB-MAP-007: of a token on the map the icons that lie up are known, not what is on its other side."""
        tokens = self.content.tokens
        spots = [place for place in range(len(s.tokens)) if s.tokens[place] >= 0]
        pool = s.supply.clear() + [s.tokens[place] for place in spots]
        faces = [tokens[s.tokens[place]].sides[s.sides[place]] for place in spots]
        if s.active >= 0 and self.icon_frame in s.stack:  # DB-SIDE-001: it is turned over once it is resolved
            pool.append(s.active)
            faces.append(self.icons(s))
            spots.append(-1)
        dealt = self.match_tokens(pool, faces, stream)
        for place, (token, side) in zip(spots, dealt, strict=True):
            pool.remove(token)
            if place < 0:
                s.active, s.active_side = token, side
            else:
                s.tokens[place], s.sides[place] = token, side
        pool.sort()
        stream.shuffle(pool)
        s.supply.put_top_many(pool, seen=False)

    def match_tokens(self, pool: list[int], faces: list[tuple[int, ...]], stream: Stream) -> list[tuple[int, int]]:
        """Random tokens of a pool that can show these icons, each with the side that does."""
        tokens = self.content.tokens
        pool = sorted(pool)
        while True:
            left = pool[:]
            stream.shuffle(left)
            rows = [(token, tokens[token].sides) for token in left]
            found: list[tuple[int, int]] = []
            for icons in faces:
                for row in rows:
                    if icons in row[1]:
                        break
                else:
                    break  # an earlier place has taken the only token that fits here: once more
                rows.remove(row)
                sides = [side for side, shown in enumerate(row[1]) if shown == icons]
                found.append((row[0], stream.choice(sides)))
            else:
                return found

    # -- evaluation -----------------------------------------------------------------------------------------------

    def evaluate(self, s: State, seat: int) -> float:
        """How likely the team is to win, see :class:`Prospects`."""
        if s.result:
            return 1.0 if s.result == "win" else 0.0
        done, needed = self.headway(s)
        return max(0.001, min(0.999, self.chance(s, done / needed)))

    def headway(self, s: State) -> tuple[float, int]:
        """How much of what wins the game is done, and how much is needed: Bosses, and the way to the next one."""
        depth = self.rows[s.position] / 6 if s.position >= 0 else 0.0
        return s.bosses_beaten + 0.8 * depth, self.bosses_needed()

    def facts(self, s: State) -> dict[str, int | str]:
        """The figures of a game for its row in a batch."""
        return {
            "bosses": s.bosses_beaten,
            "descent": s.descent,
            "row": self.rows[s.position] if s.position >= 0 else 0,
            "tokens": s.tokens_resolved,
            "defeated": s.enemies_defeated,
            "blight": s.blight,
            "health": sum(p.health for p in s.players),
            "xp": sum(p.xp for p in s.players),
            "upgrades": sum(sum(p.steps) for p in s.players),
            "draw_deck": sum(len(p.dd) for p in s.players),
            "stored": sum(len(p.sac) for p in s.players),
            "modifier": self.setup.modifier,
            "at_boss": int(s.position == BOSS_PLACE),
        }


def pool_hidden(decks: list[Deck], stream: Stream) -> None:
    """Shuffle the cards of which nothing is known over all the piles that hold such cards."""
    hidden = [deck.hidden() for deck in decks]
    pool = sorted(card for cards in hidden for card in cards)  # what it was must not show in what it becomes
    stream.shuffle(pool)
    start = 0
    for deck, cards in zip(decks, hidden, strict=True):
        deck.replace_hidden(pool[start : start + len(cards)])
        start += len(cards)
