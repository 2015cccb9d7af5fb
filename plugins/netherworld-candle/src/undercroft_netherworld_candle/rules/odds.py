"""The chances at each prompt: which Test an option starts, and how likely it succeeds as things stand (NC-TEST).

Only the first Test of an option is told: what comes after it depends on how it ends. Nothing is told of the options of
Story and Journey Cards, whose outcomes nobody may know before the choice (NC-STORY-021, NC-EPI-011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from undercroft import ONCE, Chances, Option
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act, Choice
from undercroft_netherworld_candle.rules.artifacts import ACQUIRE
from undercroft_netherworld_candle.rules.base import GO, Source
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.rules.odds_start import StartOdds, bonuses_of, counted, uncertain
from undercroft_netherworld_candle.rules.odds_tests import Aimed, icon_words
from undercroft_netherworld_candle.rules.tests_adventure import ASSIST
from undercroft_netherworld_candle.rules.tests_story import KARMA, TOKEN
from undercroft_netherworld_candle.rules.turns import END
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import (
    HARD,
    HELL,
    MOD_HITS,
    MOD_PIERCE,
    TEST_ATTACK,
    TEST_STORY,
    WHO_YOU,
)

__all__ = ["Odds"]

Row = tuple[Option | None, Chances]
_MOST_SUBSETS: Final = 40
_LATER: Final = "with up to two Redraw tokens and two Karma in all"
_MOST_STORY: Final = 2
"""So many Redraw tokens, and so much Karma, are reckoned with in a Story Test under way."""


class Odds(StartOdds):
    """What chance decides after each option."""

    __slots__ = ()

    def odds(self, s: State, seat: int, prompt: str, options: Sequence[Option]) -> list[Row]:
        """NC-TEST-019, -021, -003, NC-ENC-004, -010: the chances of the Tests that options start."""
        if not 0 < seat <= len(s.delvers):
            return []
        d = s.delvers[seat - 1]
        rows: Callable[..., Iterator[Row]] | None = {
            "turn": self._of_menu, "any-time": self._of_menu, "declare": self._of_declare, "redraw": self._of_redraws,
            "assist": self._of_assist, "choose": self._of_choices, "story-redraw": self._of_story_redraws,
            "story-assist": self._of_story_assist, "deck": self._of_decks, "acquire": self._of_acquire,
        }.get(prompt)  # fmt: skip
        return [] if rows is None else list(rows(s, d, options))

    # -- Tests that a menu starts ---------------------------------------------------------------------------------

    def _of_menu(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        made: dict[tuple[Option, ...], list[Chances]] = {}
        for option in options:
            verb = option[0]
            if verb == "end" and option == END:
                for deck in self.energy_decks(d.energy):
                    yield from ((option, found) for found in self._encounter(s, d, deck[1]))
                continue
            if verb == "command" or (verb == "play" and option[2] < ADVANCED):
                key: tuple[Option, ...] = (("basic", option[-1]),)
                table, acting = s, d
                if verb == "play":
                    table, acting = self._played(s, d, option[1], 0)
                    key += tuple(sorted(acting.bonuses))
                if key not in made:
                    made[key] = self.basic_chances(table, acting, option[-1])
                found = made[key]
            elif (verb == "play" and option[2] == ADVANCED) or verb == "quick":
                card = option[1]
                table, acting = self._played(s, d, card, self.advanced_cost(s, d, card))
                kind = "quick" if verb == "quick" else "action"
                found = self.effect_chances(table, acting, self.content.act_effects[card], (kind, card, -1))
            elif verb == "use":
                usage, source = self.usage_of(d, *option[1:4]), self.use_source(d, option[1], option[2])
                found = self.effect_chances(s, d, usage[6], source) if not usage[2] else []
            else:
                continue
            yield from ((option, one) for one in found)

    def _played(self, s: State, d: Delver, card: int, energy: int) -> tuple[State, Delver]:
        """NC-COOL-005: the table after a card was placed and paid, as a copy."""
        table: State = s.copy()
        acting = table.delvers[d.seat - 1]
        self.place_card(table, acting, card)
        acting.energy -= energy
        return table, acting

    # -- a Test under way -----------------------------------------------------------------------------------------

    def _running(
        self, s: State, *, n: int = 0, lying: Sequence[int] = (), spent: int = 0
    ) -> tuple[Aimed, Delver] | None:
        """The running Test of the Adventure Phase; None where its enemy is gone."""
        _, seat, _, aim, _, hits, pierce = s.test[:7]
        d = s.delvers[seat - 1]
        redraws = self._redraws(s, d, token_redraw=False)
        left = min(max(0, d.redraw - spent), 3 if aim else 1)
        t = Aimed(
            n, aim, lying=tuple(lying), redraws=left, budget=redraws["budget"], price=redraws["price"],  # type: ignore[arg-type]
            helped=tuple(card for o in s.delvers if o is not d and o.check is not None for card in o.check.cards),
        )  # fmt: skip
        if aim:
            return t, d
        e = self.enemy(s, s.it)
        if e is None:
            return None
        bit = 1 << TEST_ATTACK
        return attrs.evolve(
            t, armor=self.armor(s, e), health=self.remaining(e), hits=hits + self.modifier(s, d, MOD_HITS, bit),
            pierce=pierce + self.modifier(s, d, MOD_PIERCE, bit),
        ), d  # fmt: skip

    def _aim_words(self, s: State, t: Aimed) -> tuple[str, str]:
        """The rule and the target of the running Test."""
        if t.aim:
            return "NC-TEST-030", f"{icon_words(t.aim)} or Boundless Reach shows"
        e = self.enemy(s, s.it)
        return "NC-TEST-030", self.defeat_words(s, e) if e is not None else "success"

    def _of_declare(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        for option in options:
            table, acting = s, d
            if option[0] == "use":
                usage = self.usage_of(d, *option[1:4])
                if usage[2] or not all(act[0] == verbs.BOOST or act[0:2] == (verbs.BONUS, WHO_YOU) for act in usage[6]):
                    continue
                table = s.copy()
                acting = table.delvers[d.seat - 1]
                for act in usage[6]:
                    acting.bonuses += bonuses_of(act)
            elif option != GO:
                continue
            test, _, attribute, aim, cards, hits, pierce = s.test[:7]
            if aim:
                yield option, attrs.evolve(self._matching(table, acting, test, attribute, aim, cards), note="")
            elif (e := self.enemy(s, s.it)) is not None:
                found = self._one_attack(table, acting, attribute, hits, cards, pierce, e)
                yield option, attrs.evolve(found, note="")

    def _of_redraws(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        check = d.check
        if check is None:
            return
        known: dict[tuple[object, ...], Chances | None] = {}
        piles = self.fate_piles(d)
        for option in options:
            if option[0] not in ("redraw", "redraw-cooldown"):
                continue
            places = option[1]
            kept = [card for at, card in enumerate(check.cards) if at not in places]
            gone = [card for at, card in enumerate(check.cards) if at in places]
            key = (self._alike(kept), self._alike(gone), option[0])
            if key not in known:
                if len(known) >= _MOST_SUBSETS:
                    return
                known[key] = self._redrawn(s, piles, kept, gone, option[0] == "redraw")
            found = known[key]
            if found is not None:
                yield option, found

    def _alike(self, cards: Sequence[int]) -> tuple[object, ...]:
        faces = self.faces
        return tuple(sorted((faces.value(c), faces.hits(c), faces.mask(c), faces.flags(c)) for c in cards))

    def _redrawn(
        self, s: State, piles: tuple[list[int], list[int]], kept: list[int], gone: list[int], token: bool
    ) -> Chances | None:
        running = self._running(s, n=len(gone), lying=kept, spent=int(token))
        if running is None:
            return None
        t, d = running
        cost = self.redraw_cost(s, d, len(gone))
        t = attrs.evolve(t, budget=None if t.budget is None else t.budget - cost)
        discard = [*piles[1], *(card for card in gone if not self.is_once(card))]
        rule, target = self._aim_words(s, t)
        chance = self.known_chance((piles[0], discard), t)
        if chance is None:
            return None
        further = f", then {t.redraws} more if need be" if t.redraws else ""
        return Chances(f"Redraw {counted(len(gone))}{further}", rule, (), target, chance)

    def is_once(self, card: int) -> bool:
        """NC-TEST-037, -044: whether a Fate Card leaves the game when it was revealed."""
        return bool(self.face_flags[card] & ONCE)

    def _of_assist(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        tester = s.delvers[s.test[1] - 1]
        if tester.check is None or ASSIST not in options:
            return
        running = self._running(s, lying=tester.check.cards)
        if running is None:
            return
        t, _ = running
        _, target = self._aim_words(s, t)
        chance = self.known_chance(self.fate_piles(tester), t, [self.fate_piles(d)])
        alone = self.known_chance(self.fate_piles(tester), t)
        if chance is None or alone is None:
            return
        yield ASSIST, Chances("Assist with one card", "NC-TEST-034", (), target, chance, [("without it", alone)])

    # -- Story Tests under way, choices ----------------------------------------------------------------------------

    def _of_story_redraws(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        _, _, attribute, difficulty, lying, added, bonus = s.test[:7]
        need = difficulty - self.attribute(s, d, attribute, 1 << TEST_STORY) - added
        piles = self.fate_piles(d)
        kept = [card for card in lying if not self.is_once(card)]
        tokens, karma = min(d.redraw, _MOST_STORY), min(d.karma + d.personal, _MOST_STORY)
        target = f"at least {difficulty}"
        if KARMA in options:
            chance = self.story_chance(bonus, ([*piles[0], *piles[1], *kept], []), need, tokens, karma - 1)
            yield KARMA, Chances("Story Test: redraw with Karma", "NC-TEST-010", (), target, chance, note=_LATER)
        if TOKEN in options:
            chance = self.story_chance(bonus, (piles[0], [*piles[1], *kept]), need, tokens - 1, karma)
            yield TOKEN, Chances("Story Test: redraw with a token", "NC-TEST-053", (), target, chance, note=_LATER)

    def _of_story_assist(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        _, seat, attribute, difficulty, lying, added, bonus = s.test[:7]
        tester = s.delvers[seat - 1]
        need = difficulty - self.attribute(s, tester, attribute, 1 << TEST_STORY) - added
        tokens = min(tester.redraw, _MOST_STORY)
        karma = min(tester.karma + tester.personal, _MOST_STORY)

        def chance(n: int) -> float:
            return self.story_chance(bonus, self.fate_piles(tester), need - n, tokens, karma, lying)

        helped = self.helped_chance([self.help_odds(bonus, self.fate_piles(d))], chance)
        yield ASSIST, Chances("Story Test: assist with one icon", "NC-TEST-008", (), f"at least {difficulty}", helped,
                              [("without it", chance(0))])  # fmt: skip

    def _of_choices(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        """NC-GEN-021: the options of the Encounter Card that is being resolved, or of the Location here."""
        sources: list[tuple[Sequence[Act], Source]] = []
        if s.resolving >= 0:
            sources.append((self.content.enc_effects[s.resolving], ("encounter", s.resolving, -1)))
        if 0 <= d.place < len(s.map):
            card = s.map[d.place].card
            sources.append((self.content.loc_effects[card], ("location", card, d.place)))
        for option in options:
            if option[0] != "option":
                continue
            for effects, source in sources:
                choice = _choice(effects, option[1], option[2])
                if choice is not None:
                    yield from self._of_choice(s, d, option, choice, source)
                    break

    def _of_choice(self, s: State, d: Delver, option: Option, choice: Choice, source: Source) -> Iterator[Row]:
        if not choice[2]:  # a cost could change what the Test rests on
            yield from ((option, found) for found in self.effect_chances(s, d, choice[3], source))

    # -- draws ----------------------------------------------------------------------------------------------------

    def _of_decks(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        for option in options:
            yield from ((option, found) for found in self._encounter(s, d, option[1]))

    def _of_acquire(self, s: State, d: Delver, options: Sequence[Option]) -> Iterator[Row]:
        bag = self.bag_chances(s)
        if bag is not None:
            yield ACQUIRE, bag
        if s.difficulty in (HARD, HELL) and not s.ended and d.place >= 0:
            die = self.dice_chances(self.gates(s, d.place), 1, "The Qimen Die before it")
            yield from ((ACQUIRE, found) for found in uncertain([die]))


def _choice(effects: Sequence[Act], n: int, text: str) -> Choice | None:
    """The option of that number and these words in a CHOOSE among some effects."""
    for act in effects:
        if act[0] == verbs.CHOOSE and n < len(act[4]) and act[4][n][0] == text:
            choice: Choice = act[4][n]
            return choice
    return None
