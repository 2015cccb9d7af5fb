"""How likely a Test succeeds, from what the owner knows of the Fate deck: which cards are left, not their order."""

from __future__ import annotations

from math import comb
from typing import Any

from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import MOD_CARDS, MOD_HITS, TEST_ATTACK

__all__ = ["Odds"]

_PLENTY = 3
"""So many Redraw tokens are spent more freely."""


class Odds:
    """Chances of Matching and Combat Tests. The tables of matching cards are made once for each target."""

    def __init__(self, rules: NetherworldCandle) -> None:
        content = rules.content
        self.rules = rules
        self.gates = content.fate_gates
        self.symbols = content.fate_symbols
        self.boundless = content.fate_boundless
        self.hit_masks = [bytes(hits >= n for hits in content.fate_hits) for n in (1, 2, 3)]
        self._masks: dict[tuple[int, int], bytes] = {}
        self.now: dict[Any, Any] = {}
        """What was found out for the decision at hand; cleared before each one."""

    def mask(self, gates: int, symbols: int) -> bytes:
        """The cards that match a target, Boundless Reach included."""
        made = self._masks.get((gates, symbols))
        if made is None:
            rows = zip(self.gates, self.symbols, self.boundless, strict=True)
            made = bytes(bool(g & gates or y & symbols or b) for g, y, b in rows)
            self._masks[gates, symbols] = made
        return made

    def cards(self, s: State, d: Delver, test: int, attribute: int, more: int = 0) -> int:
        """How many cards a Delver reveals in a Test."""
        key = ("cards", d.seat, test, attribute)
        made = self.now.get(key)
        if made is None:
            bit = 1 << test
            made = max(0, self.rules.attribute(s, d, attribute, bit)) + self.rules.modifier(s, d, MOD_CARDS, bit)
            self.now[key] = made
        return max(0, made + more)

    def bonus(self, s: State, d: Delver) -> int:
        """The hits that things add to the attacks of a Delver."""
        key = ("bonus", d.seat)
        if key not in self.now:
            self.now[key] = self.rules.modifier(s, d, MOD_HITS, 1 << TEST_ATTACK)
        found: int = self.now[key]
        return found

    def any_of(self, d: Delver, n: int, mask: bytes) -> float:
        """The chance that at least one of n cards is in a mask."""
        left, good = len(d.fate), d.fate.count(mask)
        if left < n:
            left += len(d.fate_discard)
            good += d.fate_discard.count(mask)
        miss = 1.0
        for i in range(min(n, left)):
            miss *= max(0, left - good - i) / (left - i)
        return 1.0 - miss

    def match(self, s: State, d: Delver, test: int, attribute: int, gates: int, symbols: int, more: int = 0) -> float:
        """The chance of a Matching Test, a Redraw token that is left included."""
        if not gates and not symbols:
            return 0.0
        key = ("match", d.seat, test, attribute, gates, symbols, more)
        if key not in self.now:
            self.now[key] = self._match(s, d, test, attribute, gates, symbols, more)
        chance: float = self.now[key]
        return chance

    def _match(self, s: State, d: Delver, test: int, attribute: int, gates: int, symbols: int, more: int) -> float:
        n = self.cards(s, d, test, attribute, more)
        chance = self.any_of(d, n, self.mask(gates, symbols))
        if d.redraw and self.rules.redraw_cost(s, d, max(1, n)) <= d.energy:
            chance = 1.0 - (1.0 - chance) ** (2 if d.redraw < _PLENTY else 3)
        return chance

    def at_least(self, s: State, d: Delver, n: int, need: float) -> float:
        """The chance that n cards show at least so many hits."""
        if need <= 0:
            return 1.0
        if need > n:
            return 0.0
        rate = self.rate(d)
        k = int(need) if need == int(need) else int(need) + 1
        return sum(comb(n, i) * rate**i * (1 - rate) ** (n - i) for i in range(k, n + 1))

    def rate(self, d: Delver) -> float:
        """The hits that a card shows on average."""
        key = ("rate", d.seat)
        if key not in self.now:
            self.now[key] = self._rate(d)
        found: float = self.now[key]
        return found

    def _rate(self, d: Delver) -> float:
        left = len(d.fate)
        pile = d.fate if left >= 4 or not len(d.fate_discard) else d.fate_discard
        return min(1.0, sum(pile.count(mask) for mask in self.hit_masks) / max(1, len(pile)))

    def hits(self, s: State, d: Delver, attribute: int, hits: int = 0, more: int = 0) -> float:
        """The hits to expect of an attack."""
        return max(0.0, self.cards(s, d, TEST_ATTACK, attribute, more) * self.rate(d) + hits + self.bonus(s, d))
