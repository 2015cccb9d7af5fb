"""The rules of delve as bare generators, with no framework at all: what plain Python does.

``examples/delve`` has the same rules on Undercroft, so the ratio of the two rates is what the framework costs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random

import attrs

__all__ = ["play"]

HAND, ATTACKS, MAX_HEALTH, ROOMS, STORE = 6, 3, 40, 14, 3


@attrs.define
class Card:
    uid: int
    kind: int
    power: int


@attrs.define
class Enemy:
    hp: int
    weak: int
    resist: int
    hit: int
    thorns: int


@attrs.define
class Choice:
    kind: str
    options: list[tuple[str, int]]


Flow = Generator[Choice, int, None]


@attrs.define
class State:
    rng: Random
    deck: list[Card]
    hand: list[Card] = attrs.field(factory=list)
    discard: list[Card] = attrs.field(factory=list)
    store: list[Card] = attrs.field(factory=list)
    removed: list[Card] = attrs.field(factory=list)
    enemies: list[Enemy] = attrs.field(factory=list)
    hooks: dict[str, Callable[..., Flow]] = attrs.field(factory=dict)
    health: int = MAX_HEALTH
    room: int = 0
    round: int = 0
    retreated: bool = False


CARDS = [Card(i, i % 4, 1 + (i * 7) % 3) for i in range(69)]


def draw(s: State, n: int) -> None:
    deck, hand = s.deck, s.hand
    while n > 0:
        if not deck:
            if not s.discard:
                return
            deck.extend(s.discard)
            s.discard.clear()
            s.rng.shuffle(deck)
        hand.append(deck.pop())
        n -= 1


def hurt_enemy(s: State, e: Enemy, n: int) -> Flow:
    if n > 0:
        if "damage" in s.hooks:
            yield from s.hooks["damage"](s, e, n)
        e.hp -= n
        if e.hp <= 0 and e in s.enemies:
            s.enemies.remove(e)
            if "death" in s.hooks:
                yield from s.hooks["death"](s, e)
            draw(s, 1)


def hurt_player(s: State, n: int) -> None:
    if n > 0:
        s.health -= n


def damage_of(c: Card, e: Enemy) -> int:
    if c.kind == e.weak:
        return c.power * 2
    return c.power - (c.kind == e.resist)


def attack(s: State, c: Card) -> Flow:
    s.discard.append(c)
    if c.kind == 3:
        s.health = min(MAX_HEALTH, s.health + c.power)
        return
    es = s.enemies
    i = (yield Choice("target", [("enemy", k) for k in range(len(es))])) if len(es) > 1 else 0
    e = es[i]
    if c.kind == 2:
        for x in es[:]:
            if x is not e:
                yield from hurt_enemy(s, x, 1)
    yield from hurt_enemy(s, e, damage_of(c, e))
    if c.kind == 0 and e.thorns:
        hurt_player(s, e.thorns)


def attacks(s: State) -> Flow:
    for _ in range(ATTACKS):
        if not s.enemies or not s.hand or s.health <= 0:
            return
        n = len(s.hand)
        i = yield Choice("attack", [("card", k) for k in range(n)] + [("stop", 0)])
        if i == n:
            return
        yield from attack(s, s.hand.pop(i))


def enemy_phase(s: State) -> Flow:
    for e in s.enemies[:]:
        if s.health <= 0:
            return
        n = len(s.hand)
        d = e.hit
        if n:
            i = yield Choice("block", [("take", 0)] + [("block", k) for k in range(n)])
            if i:
                c = s.hand.pop(i - 1)
                s.discard.append(c)
                d -= c.power
        hurt_player(s, d)


def plan_options(s: State, tinkered: bool) -> list[tuple[str, int]]:
    out = [("fight", 0)]
    if s.round > 1:
        out.append(("retreat", 0))
    if not tinkered:
        if len(s.store) < STORE:
            out.extend([("store", i) for i in range(len(s.hand))])
        out.extend([("remove", i) for i in range(len(s.hand))])
        out.extend([("take", i) for i in range(len(s.store))])
    return out


def plan(s: State) -> Flow:
    tinkered = False
    while True:
        options = plan_options(s, tinkered)
        verb, arg = options[(yield Choice("plan", options))]
        if verb == "fight":
            return
        if verb == "retreat":
            s.retreated = True
            s.health -= 2
            s.discard.extend(s.hand)
            s.hand.clear()
            return
        tinkered = True
        if verb == "store":
            s.store.append(s.hand.pop(arg))
        elif verb == "remove":
            s.removed.append(s.hand.pop(arg))
        else:
            s.hand.append(s.store.pop(arg))


def reward(s: State) -> Flow:
    options = [("heal", 0), ("draw", 0)]
    if s.discard:
        options.append(("scrap", 0))
    i = yield Choice("reward", options)
    if i == 0:
        s.health = min(MAX_HEALTH, s.health + 4)
    elif i == 1:
        draw(s, 2)
    else:
        s.removed.append(s.discard.pop())


def room(s: State) -> Flow:
    s.room += 1
    s.round = 0
    s.retreated = False
    s.enemies.clear()
    rnd = s.rng.random
    for _ in range(1 + int(rnd() * 3)):
        weak = int(rnd() * 3)
        s.enemies.append(
            Enemy(2 + s.room // 3 + int(rnd() * 4), weak, (weak + 1) % 3, 1 + int(rnd() * 2), int(rnd() * 2))
        )
    while s.enemies and s.health > 0:
        s.round += 1
        draw(s, HAND - len(s.hand))
        yield from plan(s)
        if s.retreated:
            return
        yield from attacks(s)
        yield from enemy_phase(s)
    if s.health > 0:
        yield from reward(s)


def game(s: State) -> Flow:
    while s.room < ROOMS and s.health > 0:
        yield from room(s)


def play(seed: int) -> int:
    """One whole game of uniformly random choices; returns the number of decisions."""
    rng = Random(seed)
    deck = CARDS[:]
    rng.shuffle(deck)
    s = State(rng, deck)
    rnd = Random(seed ^ 0x5EED).random
    flow = game(s)
    made = 0
    try:
        choice = next(flow)
        while True:
            made += 1
            choice = flow.send(int(rnd() * len(choice.options)))
    except StopIteration:
        return made
