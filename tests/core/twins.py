"""Slow, obvious Python twins of the Rust core: what each routine means, written so that one can see it is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

MASK = 2**64 - 1
UNKNOWN, IN_PILE, PLACED = 0, 1, 2
MORE, SKIP, RESHUFFLE, ONCE = 1, 2, 4, 8


def rotate(x: int, left: int) -> int:
    """Rotate a 64-bit word."""
    return ((x << left) | (x >> (64 - left))) & MASK


def siphash(key: bytes, message: bytes) -> bytes:
    """SipHash-2-4 with 128 bits of output."""
    k0, k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
    a, b = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE
    c, d = k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573

    def rounds(n: int) -> None:
        nonlocal a, b, c, d
        for _ in range(n):
            a, c = (a + b) & MASK, (c + d) & MASK
            b, d = rotate(b, 13) ^ a, rotate(d, 16) ^ c
            a = rotate(a, 32)
            c, a = (c + b) & MASK, (a + d) & MASK
            b, d = rotate(b, 17) ^ c, rotate(d, 21) ^ a
            c = rotate(c, 32)

    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        d ^= word
        rounds(2)
        a ^= word
    c ^= 0xEE
    rounds(4)
    low = a ^ b ^ c ^ d
    b ^= 0xDD
    rounds(4)
    return low.to_bytes(8, "little") + (a ^ b ^ c ^ d).to_bytes(8, "little")


def split_mix(seed: int) -> Iterator[int]:
    """The words of SplitMix64."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


class TwinStream:
    """PCG64 (XSL RR 128/64) under the key of (seed, index, name)."""

    def __init__(self, seed: int, index: int, name: str) -> None:
        message = seed.to_bytes(8, "little") + index.to_bytes(8, "little") + name.encode()
        key = siphash(b"undercroft/pcg64", message)
        low, high = (split_mix(int.from_bytes(half, "little")) for half in (key[:8], key[8:]))
        state = next(low) << 64 | next(low)
        self.increment = ((next(high) << 64 | next(high)) << 1 | 1) % 2**128
        self.state = self.step((state + self.increment) % 2**128)
        self.forced: list[int] = []

    def step(self, state: int) -> int:
        """One step of the underlying congruential generator."""
        return (state * 0x2360ED051FC65DA44385DF649FCCF645 + self.increment) % 2**128

    def word(self) -> int:
        """The next 64 bits."""
        self.state = self.step(self.state)
        folded = (self.state >> 64) ^ (self.state & MASK)
        return rotate(folded, 64 - (self.state >> 122)) if self.state >> 122 else folded

    def below(self, n: int) -> int:
        """A number below n: the upper half of word times n, where the lower half is not below 2**64 mod n."""
        if self.forced:
            assert self.forced[0] < n
            return self.forced.pop(0)
        while True:
            product = self.word() * n
            if product & MASK >= 2**64 % n:
                return product >> 64

    def unit(self) -> float:
        """The upper 53 bits as a fraction."""
        return (self.word() >> 11) / 2**53

    def shuffle(self, items: list[Any]) -> None:
        """Fisher-Yates, from the last place down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, n: int, k: int) -> list[int]:
        """Fisher-Yates, from the first place up, stopped after k places."""
        pool = list(range(n))
        for i in range(k):
            j = i + self.below(n - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]


class TwinDeck:
    """Cards with what is known of them, the top first."""

    def __init__(self, cards: Sequence[int], stream: TwinStream) -> None:
        self.slots = [(card, UNKNOWN) for card in cards]
        self.stream = stream

    def cards(self) -> list[int]:
        """All cards from the top."""
        return [card for card, _ in self.slots]

    def flags(self) -> bytes:
        """All flags from the top."""
        return bytes(flag for _, flag in self.slots)

    def turn(self, before: int, after: int) -> None:
        """Turn every flag of one kind into another."""
        self.slots = [(card, after if flag == before else flag) for card, flag in self.slots]

    def leave(self, places: Sequence[int], seen: bool) -> list[int]:
        """Take the cards at some places."""
        gone = [self.slots[at] for at in places]
        self.slots = [slot for at, slot in enumerate(self.slots) if at not in places]
        if not seen and any(flag != PLACED for _, flag in gone):
            self.turn(IN_PILE, UNKNOWN)
        return [card for card, _ in gone]

    def put(self, at: int, card: int, flag: int) -> None:
        """Lay a card so that it lies at a place."""
        self.slots.insert(at, (card, flag))

    def put_at_random(self, card: int, seen: bool) -> None:
        """Lay a card at a random place."""
        self.put(self.stream.below(len(self.slots) + 1), card, IN_PILE if seen else UNKNOWN)
        self.turn(PLACED, IN_PILE)

    def shuffle(self) -> None:
        """Shuffle; places count from the bottom there."""
        self.slots.reverse()
        self.stream.shuffle(self.slots)
        self.slots.reverse()
        self.turn(PLACED, IN_PILE)

    def shuffle_in(self, cards: Sequence[int], seen: bool) -> None:
        """Lay cards on top, then shuffle."""
        for card in cards:
            self.put(0, card, PLACED if seen else UNKNOWN)
        self.shuffle()

    def move_to(self, other: TwinDeck, n: int, mask: bytes | None) -> int:
        """Move cards unseen, one by one from the top."""
        moved = at = 0
        while moved < n and at < len(self.slots):
            card, flag = self.slots[at]
            if mask is None or marked(mask, card):
                self.leave([at], seen=False)
                other.put(0, card, PLACED if flag == PLACED else UNKNOWN)
                moved += 1
            else:
                at += 1
        return moved

    def permute_hidden(self, stream: TwinStream) -> None:
        """Permute all that is not placed; the order it lies in has no part in the outcome."""
        loose = sorted(slot for slot in self.slots if slot[1] != PLACED)
        stream.shuffle(loose)
        self.slots = [slot if slot[1] == PLACED else loose.pop(0) for slot in self.slots]


def marked(mask: bytes, card: int) -> bool:
    """Whether a card is in a mask."""
    return card < len(mask) and mask[card] != 0


Face = tuple[int, int, int, int]  # value, hits, mask, flags


def score(face: Face, want: str | int) -> int:
    """What a face counts."""
    if isinstance(want, int):
        return int(face[2] & want != 0)
    return face[1] if want == "hits" else face[0]


class TwinCheck:
    """The reveal loop. Piles are plain lists, the top first; `shuffle` puts a list in a random order."""

    def __init__(
        self, faces: Sequence[Face], deck: list[int], discard: list[int], shuffle: Callable[[list[int]], None]
    ):
        self.faces, self.deck, self.discard, self.shuffle = faces, deck, discard, shuffle
        self.lying: list[int] = []
        self.aside: list[int] = []
        self.flags = 0

    def face(self, card: int) -> Face:
        """The face of a card; blank past the end."""
        return self.faces[card] if card < len(self.faces) else (0, 0, 0, 0)

    def refill(self) -> None:
        """Shuffle the discard pile into the deck."""
        for card in self.discard:
            self.deck.insert(0, card)
        self.discard.clear()
        self.shuffle(self.deck)

    def reveal(self, n: int) -> None:
        """Reveal n cards that count."""
        skipped = []
        while n > 0 and (self.deck or self.discard):
            if not self.deck:
                self.refill()
            card = self.deck.pop(0)
            flags = self.face(card)[3]
            if flags & SKIP:
                skipped.append(card)
                continue
            self.lying.append(card)
            self.flags |= flags
            if not flags & MORE:
                n -= 1
        self.throw(skipped)

    def throw(self, cards: list[int]) -> None:
        """Lay cards on the discard pile one by one."""
        for card in cards:
            self.discard.insert(0, card)

    def redraw(self, places: Sequence[int]) -> None:
        """Throw some away and reveal as many."""
        thrown = [card for at, card in enumerate(self.lying) if at in places]
        self.lying = [card for at, card in enumerate(self.lying) if at not in places]
        self.aside += [card for card in thrown if self.face(card)[3] & ONCE]
        self.throw([card for card in thrown if not self.face(card)[3] & ONCE])
        self.reveal(len(thrown))

    def redraw_low(self, want: str | int, redraws: int) -> None:
        """Redraw all that scores nothing, some times over."""
        for _ in range(redraws):
            self.redraw([at for at, card in enumerate(self.lying) if score(self.face(card), want) <= 0])

    def total(self, want: str | int) -> int:
        """What the revealed cards score."""
        return sum(score(self.face(card), want) for card in self.lying)

    def finish(self) -> list[int]:
        """Clear up; give the cards that leave the game."""
        gone = self.aside + [card for card in self.lying if self.face(card)[3] & ONCE]
        self.throw([card for card in self.lying if not self.face(card)[3] & ONCE])
        if self.flags & RESHUFFLE:
            self.refill()
        self.lying, self.aside, self.flags = [], [], 0
        return gone


class Branching:
    """Chance as a tree: `below` follows a path of choices, and `paths` goes through all of them in turn."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self.depth = 0

    def below(self, n: int) -> int:
        """The choice that this path makes here."""
        if self.depth == len(self.path):
            self.path.append((0, n))
        self.depth += 1
        return self.path[self.depth - 1][0]

    def shuffle(self, items: list[int]) -> None:
        """Every order, as a choice at each place."""
        for i in range(len(items) - 1):
            j = i + self.below(len(items) - i)
            items[i], items[j] = items[j], items[i]

    def paths(self, play: Callable[[Branching], int]) -> dict[int, Fraction]:
        """The exact distribution of what `play` gives."""
        odds: dict[int, Fraction] = {}
        while True:
            self.depth = 0
            outcome = play(self)
            p = Fraction(1)
            for _, n in self.path:
                p /= n
            odds[outcome] = odds.get(outcome, Fraction(0)) + p
            while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
                self.path.pop()
            if not self.path:
                return odds
            self.path[-1] = (self.path[-1][0] + 1, self.path[-1][1])


class TwinBoard:
    """Places and steps: a set of allowed (from, to) pairs."""

    def __init__(
        self,
        places: int,
        edges: Sequence[tuple[int, int]],
        directed: bool = False,
        blocked: Sequence[int] = (),
        blocked_edges: Sequence[tuple[int, int]] = (),
    ) -> None:
        both = [] if directed else [(b, a) for a, b in edges]
        closed = set(blocked_edges) | set() if directed else {p for a, b in blocked_edges for p in ((a, b), (b, a))}
        self.places = places
        self.blocked = set(blocked)
        self.joined = {pair for pair in (*edges, *both) if pair not in closed}
        self.steps = {(a, b) for a, b in self.joined if b not in self.blocked}

    def distance(self, sources: Sequence[int], to: int) -> int | None:
        """Steps from the nearest source, found by widening circles."""
        circle, steps = set(sources), 0
        seen = set(circle)
        while circle:
            if to in circle:
                return steps
            circle = {b for a, b in self.steps if a in circle} - seen
            seen |= circle
            steps += 1
        return None

    def next_steps(self, place: int, targets: Sequence[int]) -> list[int]:
        """Neighbours from which the nearest target is nearest."""
        if place in targets:
            return []
        ways = {}
        for to in sorted(b for a, b in self.steps if a == place):
            found = [self.distance([to], target) for target in targets if target not in self.blocked]
            reached = [steps for steps in found if steps is not None]
            if reached:
                ways[to] = min(reached)
        return [to for to, steps in ways.items() if steps == min(ways.values())]

    def components(self) -> list[int]:
        """Numbers of the parts that hang together, by painting over."""
        label = [-1 if place in self.blocked else place for place in range(self.places)]
        changed = True
        while changed:
            changed = False
            for a, b in self.joined:
                low = min(label[a], label[b])
                if low >= 0 and label[a] != label[b]:
                    label[a] = label[b] = low
                    changed = True
        names = sorted({name for name in label if name >= 0})
        return [names.index(name) if name >= 0 else -1 for name in label]


def sight(width: int, solid: Sequence[int], walls: Sequence[tuple[int, int]], a: int, b: int) -> bool:
    """Whether the line between two centres is free: where it is, between any two grid lines that it crosses."""
    barred = {frozenset(wall) for wall in walls}
    (x0, y0), (x1, y1) = (a % width, a // width), (b % width, b // width)
    cuts = {Fraction(0), Fraction(1)}
    for start, end in ((x0, x1), (y0, y1)):
        for line in range(min(start, end), max(start, end)):
            cuts.add((Fraction(2 * line + 1, 2) - start) / (end - start))
    ordered = sorted(cuts)
    middles = [(low + high) / 2 for low, high in pairwise(ordered)]
    cells = [(round(x0 + t * (x1 - x0)), round(y0 + t * (y1 - y0))) for t in middles]

    def clear(p: tuple[int, int], q: tuple[int, int]) -> bool:
        here, there = p[1] * width + p[0], q[1] * width + q[0]
        return frozenset((here, there)) not in barred and (there == b or there not in solid)

    for p, q in pairwise(cells):
        corners = [(p[0], q[1]), (q[0], p[1])] if p[0] != q[0] and p[1] != q[1] else [q]
        if not any(clear(p, side) and (side == q or clear(side, q)) for side in corners):
            return False
    return True
