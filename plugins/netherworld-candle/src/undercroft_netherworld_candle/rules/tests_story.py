"""Story Tests: one Fate Card, its number, an attribute and bonuses against a difficulty (NC-TEST-001 to -018, -053)."""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar, Final

import attrs

from undercroft import ONCE, RESHUFFLE, Ask, Deck, Flow, Option, Prompt
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import KEEP, PASS, Source
from undercroft_netherworld_candle.rules.effects_fire import Fire
from undercroft_netherworld_candle.rules.fate import FACE_COOLDOWN, FACE_REDRAW
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    FATE_ICONS,
    GATES,
    ICON_COOLDOWN,
    ICON_REDRAW,
    ICON_RESHUFFLE,
    ICON_TEMPORARY,
    SYMBOLS,
    TEST_STORY,
)

__all__ = ["TestsStory"]

KARMA: Final[Option] = ("karma",)
TOKEN: Final[Option] = ("token",)
ASSIST: Final[Option] = ("assist",)
_BIT: Final = 1 << TEST_STORY
_GAINS: Final = (ICON_REDRAW, ICON_COOLDOWN)
"""The special icons that give a token."""

_DUTIES: Final = (ICON_RESHUFFLE, ICON_TEMPORARY)
"""The special icons that always apply and so are none to choose (NC-TEST-052)."""

Bonus = tuple[tuple[int, ...], tuple[int, ...], int]
"""What each symbol, each gate and a Hit add to the sum (NC-TEST-012)."""


@attrs.define
class _StoryTest:
    """A Story Test under way: what lies revealed of the tester, what assistants added, and what is to be done after it.

    ``lying`` ends with the card whose number counts, if there is one; ``aside`` are omens that leave the game.
    ``decks`` are the draw piles by seat as the Test began. A Tree of Fate that changes in the outcome gathers all cards
    of its Delver in a new one (NC-EXP-006), those of this Test included: then none of them is discarded any more.
    """

    bonus: Bonus
    decks: list[Deck]
    lying: list[int] = attrs.field(factory=list)
    aside: list[int] = attrs.field(factory=list)
    shuffles: bool = False
    added: int = 0
    helpers: list[tuple[int, int]] = attrs.field(factory=list)


class TestsStory(Fire):
    """Story Tests: made in the Story Phase only (NC-TEST-001); nothing of them costs Energy (NC-CAMP-004)."""

    __slots__ = ()
    __test__ = False  # for pytest: these are the Tests of the game

    prompts: ClassVar[dict[str, Prompt]] = {
        "story-redraw": Prompt("NC-TEST-010", "Do you redraw the revealed Fate Card?"),
        "story-assist": Prompt("NC-TEST-008", "Do you reveal the top card of your Fate deck to assist?"),
        "assist-icon": Prompt("NC-TEST-008", "Which icon of your Fate Card do you add?"),
    }

    def icons_of(self, card: int) -> list[Option]:
        """The icons of a Fate Card as options: symbols, gates, Hit, special icons; the number is none (NC-TEST-008)."""
        content = self.content
        symbols = content.fate_symbols[card]
        found: list[Option] = [("icon", "symbol", n) for n in range(len(SYMBOLS)) if symbols >> n & 1]
        found += [("icon", "gate", n) for n in range(len(GATES)) if content.fate_gates[card] >> n & 1]
        if content.fate_hits[card]:
            found.append(("icon", "hit", 0))
        icons = content.fate_icons[card]
        found += [("icon", "special", n) for n in range(len(FATE_ICONS)) if icons >> n & 1 and n not in _DUTIES]
        return found

    def story_test_effect(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-TEST-004, -017, -018, -038: the Test, its outcome, a Critical besides or instead, then the clean-up."""
        _, attribute, difficulty, bonus, success, failure, critical, instead = act
        d = s.delvers[seat - 1]
        t = _StoryTest(bonus, [other.fate for other in s.delvers])
        passed, boundless = yield from self._story_test(s, d, attribute, difficulty, t)
        if not passed:
            yield from self.carry_out(s, seat, failure, source)
        else:
            if not (boundless and instead and critical):
                yield from self.carry_out(s, seat, success, source)
            if boundless and critical:
                if self.loud:
                    self.tell(s, "NC-TEST-017", "{0} has a Critical.", self.name(d))
                yield from self.carry_out(s, seat, critical, source)
        self._clean_up(s, d, t)

    def story_test(
        self, s: State, seat: int, attribute: int, difficulty: int, bonus: Bonus
    ) -> Generator[Ask, Option, tuple[bool, bool]]:
        """A Story Test by itself, cleaned up at once: gives success, and whether Boundless Reach has brought it."""
        d = s.delvers[seat - 1]
        t = _StoryTest(bonus, [other.fate for other in s.delvers])
        result = yield from self._story_test(s, d, attribute, difficulty, t)
        self._clean_up(s, d, t)
        return result

    # -- the procedure --------------------------------------------------------------------------------------------

    def _story_test(
        self, s: State, d: Delver, attribute: int, difficulty: int, t: _StoryTest
    ) -> Generator[Ask, Option, tuple[bool, bool]]:
        """NC-TEST-002 to -004, -013: shuffle, reveal, redraw and assist, sum up."""
        self.shuffle_fate(s, d)
        self._turn_up(s, d, t)
        helpers = [other for other in self.delvers_meant(s, d, d.place) if other is not d]
        while True:
            self._note_test(s, d, attribute, difficulty, t)
            yield from self._story_redraws(s, d, attribute, difficulty, t)
            for helper in helpers:
                if (yield self.ask(s, helper.seat, "story-assist", [ASSIST, PASS])) == ASSIST:
                    yield from self._story_assist(s, d, helper, t)
                    helpers.remove(helper)
                    break
            else:
                break
        value = self.attribute(s, d, attribute, _BIT)
        total = self._number(t) + value + self._own_bonus(t) + t.added
        boundless = any(self.content.fate_boundless[card] for card in t.lying)
        passed = boundless or total >= difficulty
        if self.loud:
            sum_words = "{0}: card {1} + attribute {2} + icons {3} = {4} against {5}."
            self.tell(s, "NC-TEST-003", sum_words, self.name(d), self._number(t), value,
                      self._own_bonus(t) + t.added, total, difficulty)  # fmt: skip
            rule = "NC-TEST-013" if boundless else "NC-TEST-004"
            self.tell(s, rule, "The Story Test is a {0}.", "success" if passed else "failure")
        return passed, boundless

    def _note_test(self, s: State, d: Delver, attribute: int, difficulty: int, t: _StoryTest) -> None:
        """The table sees what lies revealed while somebody decides about it."""
        s.test = (TEST_STORY, d.seat, attribute, difficulty, tuple(t.lying), t.added, t.bonus)

    def _number(self, t: _StoryTest) -> int:
        """NC-TEST-003, -006, -007: the number that counts, 0 where no card has one."""
        return max([0, *(self.content.fate_d20[card] for card in t.lying)])

    def _own_bonus(self, t: _StoryTest) -> int:
        """NC-TEST-012: the bonus of each icon of the cards that the tester finally uses."""
        return sum(self._worth(t.bonus, icon) for card in t.lying for icon in self.icons_of(card))

    @staticmethod
    def _worth(bonus: Bonus, icon: Option) -> int:
        """NC-TEST-012: what the Test grants for an icon."""
        symbols, gates, hit = bonus
        kind, n = icon[1], icon[2]
        return symbols[n] if kind == "symbol" else gates[n] if kind == "gate" else hit if kind == "hit" else 0

    def _turn_up(self, s: State, d: Delver, t: _StoryTest) -> None:
        """NC-TEST-005 to -007, -043: reveal until a card with a number lies there; Miss cards are passed over.

        A card with * that shows no Miss keeps its icons for the Test. The whole deck is gone through once at the most.
        """
        content = self.content
        skipped: list[int] = []
        for _ in range(len(d.fate) + len(d.fate_discard)):
            card = self._top(d)
            if card < 0:
                break
            if content.fate_miss[card]:
                skipped.append(card)
                continue
            t.lying.append(card)
            self._act_at_once(s, d, card, t)
            if content.fate_d20[card] >= 0:
                break
        d.fate_discard.put_top_many(skipped)
        if self.loud:
            names = ", ".join(content.fate_title[card] for card in t.lying)
            self.tell(s, "NC-TEST-002", "{0} reveals: {1}.", self.name(d), names or "no card with a number")

    def _top(self, d: Delver) -> int:
        """NC-TEST-027: the top card, of a new draw pile if need be; -1 where no card is left."""
        if not len(d.fate):
            if not len(d.fate_discard):
                return -1
            d.fate.shuffle_in(d.fate_discard.clear())
        return d.fate.pop()

    def _act_at_once(self, s: State, d: Delver, card: int, t: _StoryTest) -> None:
        """NC-TEST-014, -026, -043: tokens are gained at the reveal, a reshuffle is owed from then on."""
        face = self.face_flags[card]
        t.shuffles = t.shuffles or bool(face & RESHUFFLE)
        if face & FACE_REDRAW:
            self.gain_redraw(s, d, 1)
        if face & FACE_COOLDOWN:
            self.gain_cooldown(s, d, 1)

    # -- redraw and assist ----------------------------------------------------------------------------------------

    def _story_redraws(self, s: State, d: Delver, attribute: int, difficulty: int, t: _StoryTest) -> Flow:
        """NC-TEST-010, -011, -053: redraw with Karma or a Redraw token as long as there is any."""
        while True:
            options: list[Option] = []
            if d.karma + d.personal > 0:
                options.append(KARMA)
            if d.redraw > 0 and t.lying:
                options.append(TOKEN)
            if not options:
                return
            option = yield self.ask(s, d.seat, "story-redraw", [*options, KEEP])
            if option == KEEP:
                return
            kept = [card for card in t.lying if not self.face_flags[card] & ONCE]
            t.aside += [card for card in t.lying if self.face_flags[card] & ONCE]
            t.lying.clear()
            if option == KARMA:
                self.spend_karma(s, d, 1)
                d.fate.shuffle_in([*kept, *d.fate_discard.clear()])
            else:
                d.redraw -= 1
                d.fate_discard.put_top_many(kept)
            if self.loud:
                rule = "NC-TEST-010" if option == KARMA else "NC-TEST-053"
                self.tell(s, rule, "{0} redraws the Fate Card.", self.name(d))
            self._turn_up(s, d, t)
            self._note_test(s, d, attribute, difficulty, t)

    def _story_assist(self, s: State, d: Delver, helper: Delver, t: _StoryTest) -> Flow:
        """NC-TEST-008, -009, -016, -052: one icon of the top card of the assistant's deck; the others do nothing."""
        card = self._top(helper)
        if card < 0:
            return
        t.helpers.append((helper.seat, card))
        if self.loud:
            self.tell(s, "NC-TEST-008", "{0} assists with {1}.", self.name(helper), self.content.fate_title[card])
        icons = self.icons_of(card)
        if not icons:
            return
        icon = yield from self.pick(s, helper.seat, "assist-icon", icons)
        if icon[1] != "special":
            t.added += self._worth(t.bonus, icon)
        elif icon[2] in _GAINS:
            (self.gain_redraw if icon[2] == ICON_REDRAW else self.gain_cooldown)(s, helper, 1)

    def _clean_up(self, s: State, d: Delver, t: _StoryTest) -> None:
        """NC-TEST-014, -016, -037, -038: omens leave, cards are discarded by their owners, owed reshuffles follow."""
        s.test = ()
        for seat, card in t.helpers:
            helper = s.delvers[seat - 1]
            if helper.fate is t.decks[seat - 1]:
                self.discard_fate(s, helper, [card])
        t.aside += [card for card in t.lying if self.face_flags[card] & ONCE]
        if self.loud:
            for card in t.aside:
                self.tell(s, "NC-TEST-037", "{0} leaves the game.", self.content.fate_title[card])
        if d.fate is t.decks[d.seat - 1]:
            d.fate_discard.put_top_many([card for card in t.lying if not self.face_flags[card] & ONCE])
        if t.shuffles:
            self.shuffle_fate(s, d)
        self.end_bonuses(d)
