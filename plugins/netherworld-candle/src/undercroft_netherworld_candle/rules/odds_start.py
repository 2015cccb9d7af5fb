"""Tests that an option is about to start: which one, how many cards, what it is for (ACT, NC-TEST)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from undercroft import Chances
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.fate import SYMBOL_SHIFT
from undercroft_netherworld_candle.rules.odds_tests import Aimed, TestOdds, attribute_words, icon_words
from undercroft_netherworld_candle.rules.tests_story import Bonus
from undercroft_netherworld_candle.state import Delver, Enemy, State
from undercroft_netherworld_candle.terms import (
    AT_ENEMIES,
    AT_ENEMY,
    COURAGE,
    DECKS,
    DESTINY,
    DO_ATTACK,
    DO_DECODE,
    DO_OVERCOME,
    DO_SUPPRESS,
    GEOMANCY,
    MOD_CARDS,
    MOD_HITS,
    MOD_PIERCE,
    ON_TEST_START,
    SPAN_TEST,
    STRENGTH,
    TEST_ATTACK,
    TEST_DECODE,
    TEST_ENCOUNTER,
    TEST_EVENT,
    TEST_OVERCOME,
    TEST_STORY,
    TEST_SUPPRESS,
    TESTS,
    WHO_YOU,
)

__all__ = ["StartOdds", "bonuses_of", "counted", "uncertain"]

_ACTIONS: Final = (verbs.ATTACK, verbs.DECODE, verbs.SUPPRESS, verbs.OVERCOME)
_STARTED: Final = "before what happens at the beginning of the Test"


class StartOdds(TestOdds):
    """The Tests that Basic Actions and the sentences of cards start."""

    __slots__ = ()

    def basic_chances(self, s: State, d: Delver, basic: int) -> list[Chances]:
        """NC-TURN-008: the Test of a Basic Action with its printed values."""
        if basic == DO_ATTACK:
            return self._attacks(s, d, STRENGTH, 0, 0, 0, 0, AT_ENEMY)
        if basic == DO_DECODE:
            return self._decode(s, d, GEOMANCY, 0, token_redraw=False)
        if basic == DO_SUPPRESS:
            return self._suppress(s, d, COURAGE, 0, 0)
        return self._overcome(s, d, DESTINY, 0) if basic == DO_OVERCOME else []

    def effect_chances(self, s: State, d: Delver, effects: Sequence[Act], source: Source) -> list[Chances]:
        """NC-GEN-021: the first Test of some effects, as long as nothing before it changes what it rests on."""
        table: State | None = None
        for act in effects:
            if act[0] in (verbs.BONUS, verbs.BOOST) and (act[0] == verbs.BOOST or act[1] == WHO_YOU):
                if table is None:
                    table = s.copy()
                    s, d = table, table.delvers[d.seat - 1]
                d.bonuses += bonuses_of(act)
                continue
            if act[0] == verbs.IF:
                chosen = act[2] if self.judge(s, d.seat, act[1], source) else act[3]
                if not chosen:
                    continue
                return self.effect_chances(s, d, chosen, source)
            return self._of_act(s, d, act, source)
        return []

    def _of_act(self, s: State, d: Delver, act: Act, source: Source) -> list[Chances]:
        """The Test that one sentence of a card is; NC-STAT-007: none by an Immobilized Delver, but those of events."""
        verb = act[0]
        if d.immobilized and verb in _ACTIONS:
            return []
        if verb == verbs.ATTACK:
            return self._attacks(s, d, *act[1:7])
        if verb == verbs.DECODE:
            return self._decode(s, d, act[1], act[2], token_redraw=act[3])
        if verb == verbs.SUPPRESS:
            return self._suppress(s, d, act[1], act[2], act[3])
        if verb == verbs.OVERCOME:
            return self._overcome(s, d, act[1], act[2])
        if verb == verbs.TEST:
            test = TEST_ENCOUNTER if source[0] in ("encounter", "enemy") else TEST_EVENT
            return [self._matching(s, d, test, act[1], act[2] << SYMBOL_SHIFT, 0)]
        if verb == verbs.STORY_TEST:
            return [self._story(s, d, act[1], act[2], act[3])]
        if verb == verbs.DICE and d.place >= 0:
            return uncertain([self.dice_chances(self.gates(s, d.place), act[1])])
        if verb == verbs.ENCOUNTER and act[1] >= 0:
            return self._encounter(s, d, act[1])
        return []

    # -- the figures of a Test that is about to be made ------------------------------------------------------------

    def _cards(self, s: State, d: Delver, test: int, attribute: int, cards: int) -> int:
        """NC-TEST-046, -040: how many cards will be revealed."""
        bit = 1 << test
        return max(0, self.attribute(s, d, attribute, bit)) + cards + self.modifier(s, d, MOD_CARDS, bit)

    def _redraws(self, s: State, d: Delver, *, token_redraw: bool) -> dict[str, object]:
        """NC-TEST-030, -031, NC-COOL-013, NC-DIFF-010, -019: tokens to redraw with, and what that costs."""
        one, two = self.redraw_cost(s, d, 1), self.redraw_cost(s, d, 2)
        tokens = d.redraw + (d.cooldown if token_redraw else 0)
        return {"redraws": tokens, "budget": d.energy if two else None, "price": (2 * one - two, two - one)}

    def _helpers(self, s: State, d: Delver) -> tuple[list[tuple[list[int], list[int]]], str]:
        """NC-TEST-034: the Fate decks of all who may assist, and who they are."""
        ours = [o for o in s.delvers if o is not d and self.why_not_assist(s, d, o) is None]
        return [self.fate_piles(o) for o in ours], "the help of " + " and ".join(self.name(o) for o in ours)

    def _matching(
        self, s: State, d: Delver, test: int, attribute: int, aim: int, cards: int, *, token_redraw: bool = False
    ) -> Chances:
        n = max(0, self._cards(s, d, test, attribute, cards))
        t = Aimed(n, aim, **self._redraws(s, d, token_redraw=token_redraw))  # type: ignore[arg-type]
        title = f"{TESTS[test].capitalize()}: {counted(n)} by {attribute_words(attribute)}"
        helpers, who = self._helpers(s, d)
        found = self.fate_chances(
            title, f"{icon_words(aim)} or Boundless Reach shows", self.fate_piles(d), t, helpers, who
        )
        return self._noted(s, d, test, found)

    def _attacks(
        self, s: State, d: Delver, attribute: int, hits: int, cards: int, pierce: int, reach: int, target: int
    ) -> list[Chances]:
        """NC-ACT-007: one attack on each enemy that it could be made on; alike ones are told once."""
        found: dict[tuple[int, int, int], Chances] = {}
        if target not in (AT_ENEMY, AT_ENEMIES) and not reach:
            return []
        for e in self.enemies_within(s, d.place, reach):
            key = (e.card, self.remaining(e), self.armor(s, e))
            if key not in found:
                found[key] = self._one_attack(s, d, attribute, hits, cards, pierce, e)
        return list(found.values())

    def _one_attack(self, s: State, d: Delver, attribute: int, hits: int, cards: int, pierce: int, e: Enemy) -> Chances:
        bit = 1 << TEST_ATTACK
        n = max(0, self._cards(s, d, TEST_ATTACK, attribute, cards))
        t = Aimed(
            n, 0, self.armor(s, e), self.remaining(e), hits + self.modifier(s, d, MOD_HITS, bit),
            pierce + self.modifier(s, d, MOD_PIERCE, bit), **self._redraws(s, d, token_redraw=False),  # type: ignore[arg-type]
        )  # fmt: skip
        title = f"Attack: {counted(n)} by {attribute_words(attribute)}"
        helpers, who = self._helpers(s, d)
        found = self.fate_chances(title, self.defeat_words(s, e), self.fate_piles(d), t, helpers, who)
        return self._noted(s, d, TEST_ATTACK, found)

    def _decode(self, s: State, d: Delver, attribute: int, cards: int, *, token_redraw: bool) -> list[Chances]:
        icons = self.gates(s, d.place) if d.place >= 0 else 0
        if not icons:
            return []
        return [self._matching(s, d, TEST_DECODE, attribute, icons, cards, token_redraw=token_redraw)]

    def _suppress(self, s: State, d: Delver, attribute: int, cards: int, reach: int) -> list[Chances]:
        symbols = self.content.enc_symbols
        aims = [symbols[e.card] for e in self.enemies_within(s, d.place, reach) if not e.immobilized]
        return [self._matching(s, d, TEST_SUPPRESS, attribute, aim << SYMBOL_SHIFT, cards) for aim in _kinds(aims)]

    def _overcome(self, s: State, d: Delver, attribute: int, cards: int) -> list[Chances]:
        aims = [self.content.enc_symbols[card] for card in d.threat]
        return [self._matching(s, d, TEST_OVERCOME, attribute, aim << SYMBOL_SHIFT, cards) for aim in _kinds(aims)]

    def _noted(self, s: State, d: Delver, test: int, found: Chances) -> Chances:
        """Says so where cards act when a Test begins."""
        tables = self.moments[s.scenario][ON_TEST_START]
        if tables is not None and self._due(s, tables, ON_TEST_START, d.seat, d.place, None, 1 << test):
            return attrs.evolve(found, note=_STARTED)
        return found

    def _story(self, s: State, d: Delver, attribute: int, difficulty: int, bonus: Bonus) -> Chances:
        helpers = [o for o in self.delvers_meant(s, d, d.place) if o is not d]
        helps = [self.help_odds(bonus, self.fate_piles(o)) for o in helpers]
        value = self.attribute(s, d, attribute, 1 << TEST_STORY)
        title = f"Story Test: {attribute_words(attribute)} {value} against {difficulty}"
        who = "the help of " + " and ".join(self.name(o) for o in helpers)
        return self.story_chances(title, bonus, self.fate_piles(d), value, difficulty, d.redraw, d.karma + d.personal,
                                  helps, who)  # fmt: skip

    def _encounter(self, s: State, d: Delver, deck: int) -> list[Chances]:
        return self.encounter_chances(s, d, deck, DECKS[deck].capitalize())


def bonuses_of(act: Act) -> tuple[tuple[int, int, int], ...]:
    """What a BONUS or BOOST adds to the bonuses of a Delver."""
    if act[0] == verbs.BONUS:
        return ((act[2], act[3], act[4]),)
    pairs = ((MOD_CARDS, act[1]), (MOD_HITS, act[2]), (MOD_PIERCE, act[3]))
    return tuple((mod, n, SPAN_TEST) for mod, n in pairs if n)


def counted(n: int) -> str:
    return f"{n} Fate Card{'' if n == 1 else 's'}"


def _kinds(aims: Sequence[int]) -> list[int]:
    return sorted({aim for aim in aims if aim})


def uncertain(found: list[Chances]) -> list[Chances]:
    return [c for c in found if c.success is None or 1e-9 < c.success < 1 - 1e-9]
