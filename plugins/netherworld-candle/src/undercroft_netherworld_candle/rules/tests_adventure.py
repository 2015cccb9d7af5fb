"""Matching and Combat Tests of the Adventure Phase: declare, reveal, redraw and assist, judge, clean up (NC-TEST)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Final

from undercroft import Ask, Check, Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.cards import Act, Usage
from undercroft_netherworld_candle.rules.base import GO, KEEP, PASS, Source
from undercroft_netherworld_candle.rules.fate import (
    FACE_ACQUIRE,
    FACE_BOUNDLESS,
    FACE_COOLDOWN,
    FACE_REDRAW,
    GATE_BITS,
    SYMBOL_SHIFT,
)
from undercroft_netherworld_candle.rules.tests_story import TestsStory
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    MOD_CARDS,
    MOD_HITS,
    MOD_PIERCE,
    ON_TEST_END,
    ON_TEST_START,
    PHASE_ADVENTURE,
    TEST_ATTACK,
    TEST_ENCOUNTER,
    TEST_EVENT,
    TIMING_TEST,
)

__all__ = ["TestsAdventure"]

ASSIST: Final[Option] = ("assist",)
_ASSIST_OPTIONS: Final[list[Option]] = [ASSIST, PASS]
_SPECIAL: Final = FACE_REDRAW | FACE_COOLDOWN | FACE_ACQUIRE
_MOST_LISTED: Final = 10
_TIRED = Refusal("NC-TEST-034", "assisting costs 1 Energy")
_AWAY = Refusal("NC-TEST-034", "only another Delver at the same Location may assist")
_HELPED = Refusal("NC-TEST-009", "a Delver may assist a Test once")


@cache
def _subsets(verb: str, n: int) -> tuple[tuple[int, tuple[Option, ...]], ...]:
    """The options to redraw 1, 2, … of n cards (NC-TEST-030), by their number; very many are redrawn few at a time."""
    sizes = range(1, n + 1) if n <= _MOST_LISTED else range(1, 4)
    return tuple((size, tuple((verb, places) for places in combinations(range(n), size))) for size in sizes)


class TestsAdventure(TestsStory):
    """Tests of the Adventure Phase."""

    __slots__ = ("_boards_tested", "_nether_tested", "_things_tested")
    __test__ = False  # for pytest: these are the Tests of the game

    prompts: ClassVar[dict[str, Prompt]] = {
        "declare": Prompt("NC-TEST-040", "A Test is about to be made. Do you use something for it?"),
        "redraw": Prompt("NC-TEST-030", "Which of the revealed Fate Cards do you throw away and redraw?"),
        "assist": Prompt("NC-TEST-034", "Do you spend 1 Energy to reveal a Fate Card for this Test?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self._boards_tested = tuple(map(_tested, content.del_uses))
        self._things_tested = tuple(map(_tested, content.eq_uses))
        self._nether_tested = tuple(map(_tested, content.nether_uses))

    # -- the two kinds of Test ------------------------------------------------------------------------------------

    def matching_test(
        self,
        s: State,
        seat: int,
        test: int,
        attribute: int,
        gates: int,
        symbols: int,
        cards: int,
        source: Source,
        token_redraw: bool = False,
    ) -> Generator[Ask, Option, tuple[bool, int, int]]:
        """NC-TEST-019, -020, -013: reveal, and see whether an icon of the target shows.

        ``gates`` and ``symbols`` are masks of the target. Gives success and the masks of the icons that matched, none
        where only Boundless Reach has brought the success. The caller resolves the outcome and then calls
        :meth:`end_test` (NC-TEST-038).
        """
        aim = gates | symbols << SYMBOL_SHIFT
        yield from self._reveal(s, seat, test, attribute, cards, aim, source, token_redraw=token_redraw)
        d = s.delvers[seat - 1]
        matched = self.shown(s) & aim
        boundless = self.boundless_shown(d)
        if self.loud:
            rule = "NC-TEST-019" if matched or not boundless else "NC-TEST-013"
            word = "success" if matched or boundless else "failure"
            self.tell(s, rule, "The Test of {0} is a {1}.", self.name(d), word)
        return bool(matched) or boundless, matched & GATE_BITS, matched >> SYMBOL_SHIFT

    def combat_test(
        self, s: State, seat: int, attribute: int, hits: int, cards: int, pierce: int, source: Source
    ) -> Generator[Ask, Option, tuple[int, int, bool]]:
        """NC-TEST-021, -022, NC-STAT-019: reveal and count; gives hits, Pierce, and whether Boundless Reach shows.

        ``hits``, ``cards`` and ``pierce`` are what the attack adds. The caller deals the damage, then calls
        :meth:`end_test`.
        """
        yield from self._reveal(s, seat, TEST_ATTACK, attribute, cards, 0, source, added=(hits, pierce))
        d = s.delvers[seat - 1]
        bit = 1 << TEST_ATTACK
        hits += self.modifier(s, d, MOD_HITS, bit)
        pierce += self.modifier(s, d, MOD_PIERCE, bit)
        for other in s.delvers:
            check = other.check
            if check is not None:
                hits += check.hits
                pierce += check.value
        hits = max(0, hits)
        if self.loud:
            self.tell(s, "NC-TEST-021", "{0} scores hits: {1}, Pierce {2}.", self.name(d), hits, pierce)
        return hits, pierce, self.boundless_shown(d)

    def test_effect(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-MAP-011, NC-TEST-020, -045: an Event or Encounter Test: the outcome, then the clean-up."""
        _, attribute, symbols, success, failure = act
        test = TEST_ENCOUNTER if source[0] in ("encounter", "enemy") else TEST_EVENT
        passed, _, _ = yield from self.matching_test(s, seat, test, attribute, 0, symbols, 0, source)
        yield from self.carry_out(s, seat, success if passed else failure, source)
        yield from self.end_test(s)

    # -- reveal and window ----------------------------------------------------------------------------------------

    def _reveal(
        self, s: State, seat: int, test: int, attribute: int, cards: int, aim: int, source: Source,
        *, token_redraw: bool = False, added: tuple[int, int] = (0, 0),
    ) -> Flow:  # fmt: skip
        """NC-TEST-040, -046, -027, -035: declare, reveal as many cards as the attribute says, then the window."""
        if s.test:
            yield from self.end_test(s)
        d = s.delvers[seat - 1]
        bit = 1 << test
        s.test = (test, seat, attribute, aim, cards, *added)
        yield from self.fire(s, ON_TEST_START, seat, tests=bit)
        if self.has_test_uses(d, bit):
            yield from self._declare(s, seat, bit)
        n = max(0, self.attribute(s, d, attribute, bit)) + cards + self.modifier(s, d, MOD_CARDS, bit)
        check = d.check = Check(self.faces)
        if n > 0:
            self._lay(s, d, check.reveal(d.fate, n, d.fate_discard))
        if d.redraw or token_redraw or len(s.delvers) > 1:
            yield from self._window(s, d, token_redraw=token_redraw)

    def has_test_uses(self, d: Delver, bit: int) -> bool:
        """Whether a Delver has any card that may be declared for this kind of Test."""
        if self._boards_tested[d.card] & bit:
            return True
        for item in d.equipment:
            if self._things_tested[item.card] & bit:
                return True
        for card in d.nether:  # noqa: SIM110 - faster than a generator
            if self._nether_tested[card] & bit:
                return True
        return False

    def _declare(self, s: State, seat: int, bit: int) -> Flow:
        """NC-TEST-040: what changes a Test is declared before the first card of it is revealed."""
        while True:
            options = self.use_options(s, seat, bit)
            if not options:
                return
            option = yield self.ask(s, seat, "declare", [*options, GO])
            if option == GO:
                return
            yield from self.use(s, seat, option)

    def _lay(self, s: State, d: Delver, cards: Sequence[int]) -> None:
        """NC-TEST-042, -043, -052: cards lie revealed; tokens are gained at once, an Acquire is owed."""
        flags = self.face_flags
        if self.loud:
            titles = self.content.fate_title
            names = ", ".join(titles[card] for card in cards)
            self.tell(s, "NC-TEST-019", "{0} reveals: {1}.", self.name(d), names or "nothing")
        for card in cards:
            face = flags[card]
            if face & _SPECIAL:
                if face & FACE_REDRAW:
                    self.gain_redraw(s, d, 1)
                if face & FACE_COOLDOWN:
                    self.gain_cooldown(s, d, 1)
                if face & FACE_ACQUIRE:
                    s.owed += (d.seat,)

    def _window(self, s: State, d: Delver, *, token_redraw: bool) -> Flow:
        """NC-TEST-035: redraws of the tester and assists of others, in any order, until everybody declines."""
        helpers = [o for o in s.delvers if o is not d and o.place == d.place] if len(s.delvers) > 1 else []
        while True:
            while True:
                offers = self.redraw_offers(s, d, token_redraw)
                if not offers:
                    break
                option = yield d.seat, "redraw", offers
                if option == KEEP:
                    break
                self.redraw_cards(s, d, option)
            for helper in helpers:
                if self.why_not_assist(s, d, helper) is None:
                    option = yield self.ask(s, helper.seat, "assist", _ASSIST_OPTIONS)
                    if option == ASSIST:
                        self._assist(s, helper)
                        break
            else:
                return

    def redraw_offers(self, s: State, d: Delver, token_redraw: bool) -> list[Option]:
        """NC-TEST-030 to -032, NC-COOL-013: which of the own revealed cards may be redrawn; [] where none may be.

        One token pays for any number of cards; extra cards are among them, those of assistants are not.
        """
        check = d.check
        if check is None or not (d.redraw or (token_redraw and d.cooldown)):
            return []
        n = len(check.cards)
        offers: list[Option] = []
        for verb, tokens in (("redraw", d.redraw), ("redraw-cooldown", d.cooldown if token_redraw else 0)):
            if tokens:
                for cards, choices in _subsets(verb, n):
                    if self.redraw_cost(s, d, cards) <= d.energy:
                        offers += choices
        if offers:
            offers.append(KEEP)
        return offers

    def redraw_cost(self, s: State, d: Delver, cards: int) -> int:
        """The Energy that redrawing so many cards costs besides the token: none in easy and normal mode."""
        return 0

    def redraw_cards(self, s: State, d: Delver, option: Option) -> None:
        """NC-TEST-030, -033, -026: one token; the cards are discarded, then as many new ones are revealed."""
        verb, places = option
        cost = self.redraw_cost(s, d, len(places))
        if cost:
            self.pay_energy(s, d, cost)
        if verb == "redraw":
            d.redraw -= 1
        else:
            d.cooldown -= 1
        if self.loud:
            rule = "NC-TEST-030" if verb == "redraw" else "NC-COOL-013"
            self.tell(s, rule, "{0} redraws {1} of the revealed cards.", self.name(d), len(places))
        assert d.check is not None
        self._lay(s, d, d.check.redraw(d.fate, places, d.fate_discard))

    def why_not_assist(self, s: State, d: Delver, helper: Delver) -> Refusal | None:
        """NC-TEST-034, -009: why a Delver cannot assist the Test of another."""
        if helper is d or helper.place != d.place:
            return _AWAY
        if helper.check is not None:
            return _HELPED
        return None if helper.energy >= 1 else _TIRED

    def _assist(self, s: State, helper: Delver) -> None:
        """NC-TEST-034, -009, -052: 1 Energy for the top card of the own Fate deck, unshuffled, with all its icons."""
        self.pay_energy(s, helper, 1)
        if self.loud:
            self.tell(s, "NC-TEST-034", "{0} assists.", self.name(helper))
        check = helper.check = Check(self.faces)
        self._lay(s, helper, check.reveal(helper.fate, 1, helper.fate_discard))

    # -- what shows -----------------------------------------------------------------------------------------------

    def shown(self, s: State) -> int:
        """All icons that lie revealed, of tester and assistants: gates in bits 0 to 7, symbols from bit 8."""
        mask = 0
        for d in s.delvers:
            if d.check is not None:
                mask |= d.check.mask
        return mask

    def boundless_shown(self, d: Delver) -> bool:
        """NC-TEST-013, -016: whether Boundless Reach lies among the tester's own revealed cards."""
        check = d.check
        if check is None or not check.flags & FACE_BOUNDLESS:
            return False
        flags = self.face_flags
        return any(flags[card] & FACE_BOUNDLESS for card in check.cards)

    # -- clean-up -------------------------------------------------------------------------------------------------

    def end_test(self, s: State) -> Flow:
        """NC-TEST-025, -028, -037, -038, -043: after the outcome omens go, cards are discarded, decks are reshuffled.

        Then owed Acquire actions are carried out.
        """
        if not s.test:
            return
        test, seat = s.test[0], s.test[1]
        s.test = ()
        owed, s.owed = s.owed, ()
        for d in s.delvers:
            if d.check is not None:
                self.put_fate_away(s, d)
        self.end_bonuses(s.delvers[seat - 1])
        if s.phase == PHASE_ADVENTURE:
            for helper in owed:
                yield from self.acquire(s, helper, 1)
            yield from self.fire(s, ON_TEST_END, seat, tests=1 << test)

    if TYPE_CHECKING:  # of later chapters

        def use_options(self, s: State, seat: int, tests: int = 0) -> list[Option]:
            """What a Delver can use now."""

        def use(self, s: State, seat: int, option: Option) -> Flow:
            """Use it."""


def _tested(uses: Sequence[Usage]) -> int:
    """The kinds of Test for which a card may be declared, as a mask."""
    mask = 0
    for use in uses:
        if use[0] == TIMING_TEST:
            mask |= use[4] or 0xFF
    return mask
