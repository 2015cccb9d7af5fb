"""The exact chances of each kind of Test, from the Fate decks as everybody knows them (NC-TEST, NC-ENC).

What is in a Fate deck is known, its order is not (NC-TEST-051). Redraws are taken as is best for success; tokens that a
Test brings while it runs are not counted on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

import attrs

from undercroft import (
    MORE,
    ONCE,
    SKIP,
    Chances,
    CoreError,
    DicePool,
    FaceTable,
    at_least,
    check_odds,
    convolve,
    pool_odds,
    reveal_chance,
    reveal_odds,
)
from undercroft_netherworld_candle.rules.candle import DIE
from undercroft_netherworld_candle.rules.fate import FACE_BOUNDLESS, SYMBOL_SHIFT
from undercroft_netherworld_candle.rules.table import TableView
from undercroft_netherworld_candle.rules.tests_story import Bonus
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import ATTRIBUTES, GATES, MOD_DICE, SYMBOLS

__all__ = ["DIE_FACES", "Aimed", "TestOdds", "attribute_words", "icon_words"]

DIE_FACES: Final = FaceTable(masks=[1 << gate for gate in DIE])
"""NC-ENC-022, -023: a Qimen Die."""

_MOST_ATTACK: Final = 2
_MOST_MATCH: Final = 4
"""So many redraws are looked into at a prompt, so that the answer comes at once; more say little."""

_REMEMBERED: Final = 4_000

Piles = tuple[list[int], list[int]]


@attrs.frozen
class Aimed:
    """A Test of the Adventure Phase as it is about to be made, or as it lies.

    ``aim`` are the icons of a Matching Test; a Combat Test has 0, and ``enemy`` is its (armor, remaining Health) with
    Hits and Pierce that are added already taken into account. ``n`` cards are still to be revealed beside ``lying``,
    ``redraws`` tokens may be spent within ``budget`` Energy at ``price``; ``helped`` are cards of assistants.
    """

    n: int
    aim: int = 0
    armor: int = 0
    health: int = 1
    hits: int = 0
    pierce: int = 0
    redraws: int = 0
    budget: int | None = None
    price: tuple[int, int] = (0, 0)
    lying: tuple[int, ...] = ()
    helped: tuple[int, ...] = ()
    gain: int = 0

    def goal(self) -> dict[str, Any]:
        """NC-TEST-013, -015, -019, -021: what :func:`undercroft.reveal_odds` is asked for."""
        if self.aim:
            return {"icons": self.aim, "flags": FACE_BOUNDLESS}
        # Boundless Reach deals 1 damage at least.
        flags = FACE_BOUNDLESS if self.health <= 1 else 0
        return {"hits": self.health - self.hits, "armor": self.armor - self.pierce, "flags": flags}

    def damage(self, shown: tuple[int, int, int, int]) -> int:
        """NC-TEST-021, -023, -015: the damage of what a Combat Test shows."""
        value, hits, _, flags = shown
        dealt = max(0, max(0, hits + self.hits) - max(0, self.armor - self.pierce - value))
        return max(1, dealt) if flags & FACE_BOUNDLESS else dealt


class TestOdds(TableView):
    """The figures of each kind of Test."""

    __slots__ = ("known_chances",)
    __test__ = False  # for pytest: these are the Tests of the game

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.known_chances: dict[tuple[Any, ...], float | None] = {}
        """What was summed before: the same Test is offered by many cards, and asked for again after each."""

    # -- Matching and Combat Tests --------------------------------------------------------------------------------

    @staticmethod
    def fate_piles(d: Delver) -> Piles:
        """NC-TEST-051: draw pile and discard pile; the order of the first one plays no part."""
        return d.fate.cards(), d.fate_discard.cards()

    def chance_of(self, piles: Piles, t: Aimed, helpers: Iterable[Piles] = ()) -> float:
        """NC-TEST-019, -021, -030, -034: how likely a Test is a success, an attack defeats the enemy."""
        assists = [*(([card], []) for card in t.helped), *helpers]
        return reveal_chance(self.faces, piles[0], t.n, piles[1], assists, redraws=t.redraws, budget=t.budget,
                             price=t.price, lying=t.lying, gain=t.gain, **t.goal())  # fmt: skip

    def known_chance(self, piles: Piles, t: Aimed, helpers: Iterable[Piles] = ()) -> float | None:
        """As :meth:`chance_of`, summed once; None where there are too many cases to sum."""
        key = (t, *(tuple(sorted(pile)) for both in (piles, *helpers) for pile in both))
        if key not in self.known_chances:
            if len(self.known_chances) > _REMEMBERED:
                self.known_chances.clear()
            try:
                self.known_chances[key] = self.chance_of(piles, t, helpers)
            except CoreError:
                self.known_chances[key] = None
        return self.known_chances[key]

    def damage_odds(self, piles: Piles, t: Aimed, helpers: Iterable[Piles] = ()) -> list[tuple[int, float]]:
        """NC-TEST-021: the damage of a Combat Test without redraws."""
        assists = [*(([card], []) for card in t.helped), *helpers]
        # Asked for Hits that nobody needs: so hits, Pierce and Boundless Reach are all told.
        shown = reveal_odds(self.faces, piles[0], t.n, piles[1], assists, lying=t.lying, hits=1, flags=FACE_BOUNDLESS)
        dealt: dict[int, float] = {}
        for outcome, p in shown:
            damage = t.damage(outcome)
            dealt[damage] = dealt.get(damage, 0.0) + p
        return sorted(dealt.items())

    def fate_chances(
        self, title: str, target: str, piles: Piles, t: Aimed, helpers: Sequence[Piles], who: str, *, brief: bool = True
    ) -> Chances:
        """A Test with its redraws and assists as variants, the first few of them if ``brief``.

        What has too many cases to sum is left out.
        """
        plain = attrs.evolve(t, redraws=0)
        most = min(t.redraws, _MOST_MATCH if t.aim else _MOST_ATTACK) if brief else t.redraws
        variants = []
        for help_, words in (((), ""), (helpers, who)) if helpers else (((), ""),):
            for redraws in range(1 + (min(most, 1) if brief and help_ and not t.aim else most)):
                said = f"{redraws} Redraw token{'s' if redraws > 1 else ''}" if redraws else ""
                with_words = " and ".join(filter(None, (said, words)))
                if with_words:
                    chance = self.known_chance(piles, attrs.evolve(t, redraws=redraws), help_)
                    if chance is not None:
                        variants.append((f"with {with_words}", chance))
        success = self.chance_of(piles, plain)
        if t.aim:
            rows: Sequence[tuple[int | str, float]] = [("success", success), ("failure", 1 - success)]
            return Chances(title, "NC-TEST-019", rows, target, success, variants)
        damage = self.damage_odds(piles, t)
        return Chances(title, "NC-TEST-021", damage, target, success, variants, counted="damage")

    def defeat_words(self, s: State, e: Enemy) -> str:
        """What an attack on an enemy is for."""
        return f"{self.content.enc_title[e.card]} is defeated ({self.remaining(e)} Health, armor {self.armor(s, e)})"

    # -- Story Tests ----------------------------------------------------------------------------------------------

    def story_table(self, bonus: Bonus) -> FaceTable:
        """NC-TEST-005 to -007, -012, -013: what each Fate Card adds to the sum of a Story Test with these bonuses."""
        content = self.content
        numbers, flags = [], []
        for card, number in enumerate(content.fate_d20):
            numbers.append(max(0, number) + sum(self._worth(bonus, icon) for icon in self.icons_of(card)))
            mark = (SKIP if content.fate_miss[card] else 0) | (0 if number >= 0 else MORE)
            flags.append(mark | self.face_flags[card] & (ONCE | FACE_BOUNDLESS))
        return FaceTable(numbers, flags=flags)

    def help_odds(self, bonus: Bonus, piles: Piles) -> list[tuple[int, float]]:
        """NC-TEST-008: what the best icon of an assistant's top card adds."""
        cards = range(len(self.content.fate_d20))
        best = [max([0, *(self._worth(bonus, icon) for icon in self.icons_of(card))]) for card in cards]
        return check_odds(FaceTable(best), piles[0], 1, piles[1], want="value")

    def story_chance(
        self, bonus: Bonus, piles: Piles, need: int, tokens: int = 0, karma: int = 0, lying: Sequence[int] | None = None
    ) -> float:
        """NC-TEST-004, -010, -053: success with so many tokens and Karma to redraw with; the cards are revealed yet to
        be, unless some lie there.
        """
        table = self.story_table(bonus)
        if lying is None:
            return reveal_chance(table, piles[0], 1, piles[1], value=need, flags=FACE_BOUNDLESS, whole=True,
                                 redraws=tokens, fresh=karma)  # fmt: skip
        faces = [(table.value(card), table.flags(card)) for card in lying]
        if sum(value for value, _ in faces) >= need or any(flags & FACE_BOUNDLESS for _, flags in faces):
            return 1.0
        kept = [card for card in lying if not table.flags(card) & ONCE]
        best = 0.0
        if karma:
            everything: Piles = ([*piles[0], *piles[1], *kept], [])
            best = max(best, self.story_chance(bonus, everything, need, tokens, karma - 1))
        if tokens and lying:
            best = max(best, self.story_chance(bonus, (piles[0], [*piles[1], *kept]), need, tokens - 1, karma))
        return best

    def helped_chance(self, helps: Iterable[Sequence[tuple[int, float]]], chance: Callable[[int], float]) -> float:
        """The mean of a chance over what assistants add."""
        added: list[tuple[int, float]] = [(0, 1.0)]
        for help_ in helps:
            added = convolve(added, help_)
        return sum(p * chance(n) for n, p in added)

    def story_chances(
        self, title: str, bonus: Bonus, piles: Piles, value: int, difficulty: int, tokens: int, karma: int,
        helps: Sequence[Sequence[tuple[int, float]]], who: str,
    ) -> Chances:  # fmt: skip
        """NC-TEST-002 to -004: a Story Test from the beginning: everything is shuffled first."""
        whole: Piles = ([*piles[0], *piles[1]], [])
        need = difficulty - value
        totals: dict[int | str, float] = {}
        shown = reveal_odds(self.story_table(bonus), whole[0], 1, value=need, flags=FACE_BOUNDLESS)
        for (total, _, _, flags), p in shown:
            outcome: int | str = "Boundless Reach" if flags else total + value
            totals[outcome] = totals.get(outcome, 0.0) + p
        variants = []
        pairs = [(t, k) for t in range(min(tokens, 2) + 1) for k in range(min(karma, 2) + 1)]
        for help_ in ((), helps) if helps else ((),):
            for t, k in pairs:
                words = [f"{t} Redraw token{'s' if t > 1 else ''}"] * (t > 0) + [f"{k} Karma"] * (k > 0)
                words += [who] * bool(help_)
                if words:
                    less = partial(self._story_helped, bonus, whole, need, t, k)
                    chance = self.helped_chance(help_, less)
                    variants.append((f"with {' and '.join(words)}", chance))
        rows = sorted(
            totals.items(), key=lambda row: (isinstance(row[0], str), row[0] if isinstance(row[0], int) else 0)
        )
        return Chances(title, "NC-TEST-003", rows, f"at least {difficulty}", self.story_chance(bonus, whole, need),
                       variants, counted="sum")  # fmt: skip

    def _story_helped(self, bonus: Bonus, piles: Piles, need: int, tokens: int, karma: int, added: int) -> float:
        return self.story_chance(bonus, piles, need - added, tokens, karma)

    # -- dice, encounters, the bag --------------------------------------------------------------------------------

    @staticmethod
    def match_chance(icons: int, dice: int) -> float:
        """NC-ENC-010 to -012: how likely any of so many Qimen Dice matches one of these icons."""
        if not icons or dice <= 0:
            return 0.0
        return at_least(pool_odds(DicePool([DIE_FACES] * dice), icons), 1)

    def dice_chances(self, icons: int, dice: int, title: str = "") -> Chances:
        """NC-ENC-010 to -012: a roll of Qimen Dice; how many match, and whether the candle is spared."""
        pool = DicePool([DIE_FACES] * dice)
        odds = pool_odds(pool, icons) if icons else [(0, 1.0)]
        title = title or f"{dice} Qimen Di{'e' if dice == 1 else 'ce'}"
        none = sum(p for n, p in odds if not n)
        return Chances(
            title, "NC-ENC-010", odds, "the candle does not burn down by it", none, counted="dice that match"
        )

    def encounter_chances(self, s: State, d: Delver | None, deck: int, words: str) -> list[Chances]:
        """NC-ENC-004, -010, -014: what the top card of an encounter deck is; its dice, as the icons lie now."""
        deck = self.odds_deck(s, deck)
        if deck < 0:
            return []
        pile, discard = self.piles(s, deck)
        cards = pile.cards() or list(discard)
        content = self.content
        kinds = check_odds(FaceTable([int(enemy) for enemy in content.enc_enemy]), cards, 1, want="value")
        title = f"The next card of the {words} deck"
        rows = [("an enemy" if kind else "an event", p) for kind, p in kinds]
        found = [Chances(title, "NC-ENC-004", rows)] if rows[1:] else []
        counts = check_odds(FaceTable(list(content.enc_dice)), cards, 1, want="value")
        more = self.dice_added(s, d)
        icons = self.gates(s, d.place) if d is not None and d.place >= 0 else 0
        spared = sum(p * (1 - self.match_chance(icons, n + more if n else 0)) for n, p in counts)
        if 1e-9 < spared < 1 - 1e-9:
            dice = [(f"{n} dice" if n != 1 else "1 die", p) for n, p in counts]
            found.append(Chances(f"Qimen Dice of that card ({words})", "NC-ENC-010", dice, "they spare the candle",
                                 spared, note="as the icons here lie now"))  # fmt: skip
        return found

    def odds_deck(self, s: State, deck: int) -> int:
        """NC-ENC-020: the deck that will be drawn from; -1 for none."""
        for which in (deck, 1 - deck):
            pile, discard = self.piles(s, which)
            if len(pile) or discard:
                return which
        return -1

    def dice_added(self, s: State, d: Delver | None) -> int:
        """Dice that cards in play add to those of an encounter."""
        return self.modifier(s, d, MOD_DICE) if d is not None else 0

    def bag_chances(self, s: State) -> Chances | None:
        """NC-ART-004: the value of the artifact that is drawn; what is in the bag is known, not what comes."""
        values = FaceTable(list(self.content.art_value))
        odds = check_odds(values, s.bag.cards(), 1, want="value") if len(s.bag) else []
        return Chances("A draw from the bag", "NC-ART-004", odds, counted="value") if odds[1:] else None


def icon_words(mask: int) -> str:
    """Icons of an aim in words: gates in bits 0 to 7, symbols from bit 8."""
    gates = [name for n, name in enumerate(GATES) if mask >> n & 1]
    symbols = [name.replace("-", " ") for n, name in enumerate(SYMBOLS) if mask >> n + SYMBOL_SHIFT & 1]
    names = gates + symbols
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nothing"


def attribute_words(attribute: int) -> str:
    """An attribute as named in titles."""
    return ATTRIBUTES[attribute].capitalize()
