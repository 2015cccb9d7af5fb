"""The table of Delve: a deck of 69 cards, a hero, up to three enemies in a room."""

from __future__ import annotations

import attrs

from undercroft import Deck, GameState, Stream, key, state

KINDS = ("blade", "bow", "spell", "tonic")
KIND = [card % 4 for card in range(69)]
POWER = [1 + card * 7 % 3 for card in range(69)]
HAND, STORE, ATTACKS, MAX_HEALTH = 6, 3, 3, 40


@attrs.frozen
class Options:
    players: int = key(1, choices=(1,), help="delve is a solo game")
    rooms: int = key(14, lo=1, hi=1000, help="rooms to clear")


@state
class Enemy:
    health: int
    weak: int
    resist: int
    hit: int
    thorns: int


@state
class Delver(GameState):
    deck: Deck = attrs.field(factory=Deck)
    dice: Stream = attrs.field(factory=lambda: Stream(0, 0, "dice"))
    hand: list[int] = attrs.field(factory=list)
    discard: list[int] = attrs.field(factory=list)
    stored: list[int] = attrs.field(factory=list)
    removed: list[int] = attrs.field(factory=list)
    enemies: list[Enemy] = attrs.field(factory=list)
    health: int = MAX_HEALTH
    room: int = 0
    round: int = 0
