"""The slow, obvious twins of tests with a goal and of attacks: every case gone through, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from tests.core.twins import Face

from undercroft._core import MORE, ONCE, SKIP

Cards = tuple[int, ...]
Redraws = tuple[int, int, int]
"""Redraws, fresh ones, budget."""


def met(faces: Sequence[Face], lying: Iterable[int], helping: Iterable[int], aim: Mapping[str, Any]) -> bool:
    """Whether the goal is met by one's own cards and those of decks that help, whose flags do not count."""
    own, other = list(lying), list(helping)
    rows = [faces[card] for card in own + other]
    value, hits = sum(row[0] for row in rows), sum(row[1] for row in rows)
    icons = 0
    for row in rows:
        icons |= row[2]
    if aim.get("icons", 0) & icons or any(faces[card][3] & aim.get("flags", 0) for card in own):
        return True
    wanted = aim.get("all_icons", 0)
    if wanted and wanted & icons == wanted:
        return True
    if aim.get("hits") is not None and hits - max(0, aim.get("armor", 0) - value) >= aim["hits"]:
        return True
    return aim.get("value") is not None and value >= aim["value"]


def chance(
    faces: Sequence[Face],
    deck: Sequence[int],
    discard: Sequence[int],
    n: int,
    help_: Sequence[int],
    aim: dict[str, Any],
) -> Fraction:
    """The chance of a test that is redrawn as is best; ``help_`` are cards that others have revealed."""
    whole, gain = aim.get("whole", False), aim.get("gain", 0)
    each, per_card = aim.get("price", (0, 0))
    may_harm = any(row[0] < 0 or row[1] < 0 for row in faces)

    def reveal(deck: Cards, discard: Cards, lying: Cards, skipped: Cards, left: int, have: Redraws) -> Fraction:
        if not left or not (deck or discard):
            return decide(deck, tuple(sorted(discard + skipped)), tuple(sorted(lying)), have)
        if not deck:
            deck, discard = discard, ()
        total = Fraction(0)
        for at, card in enumerate(deck):
            rest, flags = deck[:at] + deck[at + 1 :], faces[card][3]
            if flags & SKIP:
                total += reveal(rest, discard, lying, (*skipped, card), left, have)
            else:
                more = have[0] + (flags & gain).bit_count()
                left_then = left if flags & MORE else left - 1
                total += reveal(rest, discard, (*lying, card), skipped, left_then, (more, have[1], have[2]))
        return total / len(deck)

    @cache
    def decide(deck: Cards, discard: Cards, lying: Cards, have: Redraws) -> Fraction:
        if met(faces, lying, help_, aim):
            return Fraction(1)
        if not met(faces, (*deck, *discard, *lying), help_, aim) and not may_harm:
            return Fraction(0)  # not even all cards together would do
        redraws, fresh, budget = have
        best = Fraction(0)
        for places in subsets(len(lying)):
            if not redraws or (whole and len(places) < len(lying)):
                continue
            cost = each + per_card * len(places)
            if cost <= budget:
                kept = tuple(card for at, card in enumerate(lying) if at not in places)
                gone = tuple(card for at, card in enumerate(lying) if at in places and not faces[card][3] & ONCE)
                count = n if whole else len(places)
                left = (redraws - 1, fresh, budget - cost)
                best = max(best, reveal(deck, discard + gone, kept, (), count, left))
        if fresh:
            gone = tuple(card for card in lying if not faces[card][3] & ONCE)
            best = max(best, reveal(deck + discard + gone, (), (), (), n, (redraws, fresh - 1, budget)))
        return best

    have = (aim.get("redraws", 0), aim.get("fresh", 0), aim.get("budget") or 10**6)
    if aim.get("budget") == 0:
        have = (have[0], have[1], 0)
    return reveal(tuple(deck), tuple(discard), tuple(aim.get("lying", ())), (), n, have)


def subsets(n: int) -> Iterator[tuple[int, ...]]:
    """All choices of at least one of n places."""
    for size in range(1, n + 1):
        yield from combinations(range(n), size)


def helped(
    faces: Sequence[Face], decks: Sequence[tuple[Sequence[int], Sequence[int]]], then: Callable[[Cards], Fraction]
) -> Fraction:
    """The mean of ``then`` over what each of these decks reveals."""
    together: dict[Cards, Fraction] = {(): Fraction(1)}
    for deck, discard in decks:
        found: dict[Cards, Fraction] = {}
        for cards, p in revealed(faces, tuple(sorted(deck)), tuple(sorted(discard)), ()).items():
            for before, q in together.items():
                key = tuple(sorted(before + cards))
                found[key] = found.get(key, Fraction(0)) + p * q
        together = found
    return sum((p * then(cards) for cards, p in together.items()), Fraction(0))


def revealed(faces: Sequence[Face], deck: Cards, discard: Cards, lying: Cards) -> dict[Cards, Fraction]:
    """What lies there, sorted, after one card of a deck was revealed that asks for no other; each with its chance."""
    if not deck:
        deck, discard = discard, ()
    if not deck:
        return {lying: Fraction(1)}
    found: dict[Cards, Fraction] = {}
    for card in sorted(set(deck)):
        rest = list(deck)
        rest.remove(card)
        flags = faces[card][3]
        now = lying if flags & SKIP else tuple(sorted((*lying, card)))
        ends = not flags & (SKIP | MORE)
        after = {now: Fraction(1)} if ends else revealed(faces, tuple(rest), discard, now)
        for cards, p in after.items():
            found[cards] = found.get(cards, Fraction(0)) + p * Fraction(deck.count(card), len(deck))
    return found


def volley(targets: Sequence[Any], attacks: Sequence[Any]) -> dict[tuple[int, ...], Fraction]:
    """The healths left after attacks, as :func:`undercroft.volley_odds` describes them."""
    odds: dict[tuple[int, ...], Fraction] = {}

    def strike(standing: list[list[int]], left: Sequence[Any], p: Fraction) -> None:
        up = [at for at, target in enumerate(standing) if target[0] > 0]
        if not left or not up:
            key = tuple(target[0] for target in standing)
            odds[key] = odds.get(key, Fraction(0)) + p
            return
        aim, forms = left[0]
        if not forms:
            strike(standing, left[1:], p)
        at = next((at for at in up if at >= aim), up[0])
        for form in forms:
            bonus(standing, at, form, form[1], False, list(form[3]), left, p * Fraction(form[0]))

    def bonus(
        standing: list[list[int]],
        at: int,
        form: Any,
        damage: int,
        pierce: bool,
        rows: list[Any],
        left: Any,
        p: Fraction,
    ) -> None:
        if rows:
            chance, n, through, bare = rows[0]
            bonus(standing, at, form, damage, pierce, rows[1:], left, p * (1 - Fraction(chance)))
            counts = not bare or standing[at][1] == 0
            bonus(standing, at, form, damage + n * counts, pierce or (through and counts), rows[1:], left,
                  p * Fraction(chance))  # fmt: skip
            return
        after = [list(target) for target in standing]
        target = after[at]
        dealt = max(0, damage * target[2 + form[2]])
        if not pierce:
            taken = min(target[1], dealt)
            target[1] -= taken
            dealt -= taken
        target[0] = max(0, target[0] - dealt)
        expose(after, at, list(form[4]), left, p)

    def expose(standing: list[list[int]], at: int, rows: list[Any], left: Any, p: Fraction) -> None:
        if not rows or standing[at][0] <= 0:
            strike(standing, left[1:], p)
            return
        chance, kind, n = rows[0]
        expose(standing, at, rows[1:], left, p * (1 - Fraction(chance)))
        marked = [list(target) for target in standing]
        marked[at][2 + kind] = max(1, marked[at][2 + kind] + n)
        expose(marked, at, rows[1:], left, p * Fraction(chance))

    strike([list(target) for target in targets], list(attacks), Fraction(1))
    return {key: p for key, p in odds.items() if p}
