"""The exact chances of what is tossed, drawn and estimated, as far as the table knows what there is (FAITH, ABIL)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from undercroft import (
    Chances,
    Deck,
    DicePool,
    FaceTable,
    Option,
    at_least,
    check_odds,
    convolve,
    hypergeometric,
    pool_odds,
)
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.events import TOSS
from undercroft_death_binder.rules.odds_volley import VolleyOdds
from undercroft_death_binder.schema.events import EVENT_KINDS
from undercroft_death_binder.state import BOSS_FIGHT, OBSTACLE_FIGHT, Foe, Player, State
from undercroft_death_binder.wording import effects_in_words

__all__ = ["Odds", "drawn_from", "toss_chances"]

DIE: Final = FaceTable(hits=[1, 1, 1, 0, 0, 0])
"""DB-FAITH-003: three faces of six are a success."""

Row = tuple[Option | None, Chances]
OddsOf = list[tuple[int, float]]


def toss_chances(title: str, rule: str, target: str, skills: int, tosses: int = 1, need: int = 1) -> Chances:
    """DB-FAITH-002, -003, DB-SKILL-007: tosses of a player, of which ``skills`` failed ones may be made again."""
    alone = pool_odds(DicePool([DIE] * tosses))
    variants = []
    for used in range(1, skills + 1):
        # As many successes as among all dice thrown, failed ones that were thrown again too, but one a toss.
        thrown = pool_odds(DicePool([DIE] * (tosses + used)))
        what = "a Skill that tosses again" if used == 1 else f"{used} Skills that toss again"
        variants.append((f"with {what}", at_least(thrown, need)))
    outcomes: Sequence[tuple[int | str, float]] = alone
    if tosses == 1:
        outcomes = [("success" if hit else "failure", p) for hit, p in reversed(alone)]
    return Chances(title, rule, outcomes, target, at_least(alone, need), variants, "", "successes" * (tosses > 1))


def drawn_from(table: FaceTable, known: Sequence[int], pool: Sequence[int], unknown: int, n: int) -> OddsOf:
    """What the numbers of n cards add up to, drawn from a shuffled pile.

    Of its cards ``known`` are known to be there, ``unknown`` more are any of ``pool``. Raises ValueError where they are
    fewer than n.
    """
    if n > len(known) + unknown:
        raise ValueError(f"{n} cards cannot be drawn from {len(known) + unknown}")
    sums: dict[int, float] = {}
    for of_known, p in hypergeometric(len(known) + unknown, len(known), n):
        ours = check_odds(table, known, of_known, want="value")
        theirs = check_odds(table, pool, n - of_known, want="value")
        for total, q in convolve(ours, theirs):
            sums[total] = sums.get(total, 0.0) + p * q
    return sorted(sums.items())


class Odds(VolleyOdds):
    """Tells the chances at each prompt."""

    __slots__ = ()

    def odds(self, s: State, seat: int, prompt: str, options: Sequence[Option]) -> list[Row]:
        """DB-FAITH-003, DB-COMBAT-015, DB-TOKEN-004, -005, DB-EVENT-033: what chance decides after each option."""
        p = s.players[seat - 1]
        rows = {
            "attack": self._of_attacks, "store": self._of_store, "discovery": self._of_discovery,
            "reroll": self._of_reroll, "estimate": self._of_estimates, "explore": self._of_ways,
        }.get(prompt)  # fmt: skip
        return [] if rows is None else list(rows(s, p, options))

    # -- Faith Tosses ---------------------------------------------------------------------------------------------

    def rerolls(self, p: Player) -> int:
        """DB-SKILL-007: how many failed Faith Tosses a player can make again."""
        return sum(self.content.skills[skill].rerolls for skill in p.skills)

    def _of_discovery(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        card = self.content.events[s.event]
        reward, penalty = effects_in_words(card.reward), effects_in_words(card.penalty)
        found = toss_chances(f"Faith Toss for {card.title}", "DB-EVENT-009", "success", self.rerolls(p))
        words = [(f"{outcome}: {reward if outcome == 'success' else penalty}", q) for outcome, q in found.distribution]
        yield TOSS, Chances(found.title, found.rule, words, found.target, found.success, found.variants)

    def _of_reroll(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        found = toss_chances("Faith Toss made again", "DB-SKILL-007", "success", self.rerolls(p) - 1)
        for option in options:
            if option[0] == "reroll":
                yield option, found

    def _of_attacks(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        content = self.content
        for option in options:
            if option[0] != "play" or len(option) < 3:
                continue
            card, foe = option[1], s.row[option[2]]
            felled = self.felled(s, p, card, foe)
            for other in felled:
                raises = self.kit(other).raises
                if raises is not None and raises[1] and not other.raised:
                    name = self.foe_name(other.card)
                    yield option, Chances(f"Raise of {name}", "DB-ABIL-009", [("it rises again", 0.5),
                                          ("it is defeated", 0.5)], "it stays down", 0.5)  # fmt: skip
            if content.faith[card] and not self.wins(s, felled):
                title = f"Faith Toss of {content.action_names[card]}"
                target = effects_in_words(content.faith[card])
                yield option, toss_chances(title, "DB-COMBAT-015", target, self.rerolls(p))
        yield from self._of_store(s, p, options)

    def _of_store(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        if s.fight != OBSTACLE_FIGHT:
            yield from ((None, found) for found in self.enemies_turn_chances(s))

    def felled(self, s: State, p: Player, card: int, foe: Foe) -> list[Foe]:
        """DB-COMBAT-010 to -014, DB-ABIL-012, -016: the foes whose health a card takes before anything is tossed."""
        content = self.content
        melee = content.is_melee[card]
        dealt = (self.base_damage(p, card) + p.empower) * self.vulnerability(foe, melee)
        found = [foe] if _fells(foe, dealt) else []
        splash = sum(n for verb, n in content.auto[card] if verb == verbs.SPLASH)
        if splash:
            shields = [f for f in s.row if f not in found and self.kit(f).important and not f.harmed]
            shields = [f for f in shields if f is not foe or dealt <= 0]
            for other in self.neighbours_of(s, foe):
                safe = any(f is not other for f in shields) and not any(f is other for f in shields)
                if not safe and _fells(other, splash * self.vulnerability(other, melee)):
                    found.append(other)
        return found

    def wins(self, s: State, felled: Sequence[Foe]) -> bool:
        """DB-GEN-009, DB-COMBAT-015: whether a card wins the game before its toss: the last Boss has fallen."""
        if s.fight != BOSS_FIGHT or len(felled) < len(s.row) or s.bosses_beaten + 1 < self.bosses_needed():
            return False
        return all(self.kit(foe).raises is None or foe.raised for foe in felled)

    # -- Precognition ---------------------------------------------------------------------------------------------

    def _of_estimates(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        card = self.content.events[s.event]
        odds = self.count_odds(s, p, card.target, card.n)
        if len(odds) < 2:
            return
        for option in options:
            if option[0] == "estimate":
                exact = sum(q for n, q in odds if n == option[1])
                near = sum(q for n, q in odds if abs(n - option[1]) <= card.limit)
                yield option, Chances(
                    f"{card.title}: estimate {option[1]}", "DB-EVENT-033", odds, "exactly right", exact,
                    [(f"at most {card.limit} off", near)], "", "true number",
                )  # fmt: skip

    def count_odds(self, s: State, p: Player, target: int, n: int) -> OddsOf:
        """DB-EVENT-037: how likely each true number is; what lies open or can be worked out is certain."""
        content = self.content
        if target not in (verbs.REMOVED_MELEE, verbs.NEXT_MELEE, verbs.NEXT_SPELL):
            return [(self.count_for(s, p, target, n), 1.0)]
        mask = content.spell_mask if target == verbs.NEXT_SPELL else content.melee_mask
        pool = [card for deck in (*(q.dd for q in s.players), s.removed) for card in deck.hidden()]
        if target == verbs.REMOVED_MELEE:
            return marked_odds(mask, s.removed, len(s.removed), pool)
        return marked_odds(mask, p.dd, n, pool)

    # -- what lies ahead ------------------------------------------------------------------------------------------

    def _of_ways(self, s: State, p: Player, options: Sequence[Option]) -> Iterator[Row]:
        for option in options:
            place = option[1]
            if option[0] != "go" or s.tokens[place] < 0:
                continue
            icons = self.content.tokens[s.tokens[place]].sides[s.sides[place]]
            if icons and icons[0] == verbs.EVENT_ICON:
                found = self.event_chances(s)
            elif icons and icons[0] == verbs.ENCOUNTER_ICON:
                found = self.encounter_chances(s, self.blight_enemies[s.blight])
            else:
                continue
            if found is not None:
                yield option, found

    def event_chances(self, s: State) -> Chances | None:
        """DB-TOKEN-004, DB-EVENT-002, -003: of which kind the next Event is; the discard pile tells what is left."""
        cards = s.events.cards() or s.event_discard
        if len(s.events) and s.events.known()[0] == 2:
            cards = cards[:1]
        if not cards:
            return None
        kinds = FaceTable([self.content.events[card].kind for card in range(len(self.content.events))])
        odds = check_odds(kinds, cards, 1, want="value")
        if len(odds) < 2:
            return None
        words = [(EVENT_KINDS[kind].replace("_", " ").replace("-", " "), q) for kind, q in odds]
        return Chances("The next Event", "DB-TOKEN-004", words)

    def encounter_chances(self, s: State, count: int) -> Chances | None:
        """DB-TOKEN-005, DB-ENEMY-019: the Health of the next Enemies together; their backs show their levels."""
        if not 0 < count <= len(s.enemies):
            return None
        health = FaceTable(list(self.foe_healths))
        odds: OddsOf = [(0, 1.0)]
        level, cards, flags = self.content.foe_level, s.enemies.cards(), s.enemies.known()
        at = 0
        while count > 0:
            back = level[cards[at]]
            end = next((n for n in range(at, len(cards)) if level[cards[n]] != back), len(cards))
            if 2 in flags[at:end]:
                return None
            known = [cards[n] for n in range(at, end) if flags[n]]
            pool = [card for deck in (s.enemies, s.enemy_discard) for card in deck.hidden() if level[card] == back]
            n = min(count, end - at)
            odds = convolve(odds, drawn_from(health, known, pool, end - at - len(known), n))
            count -= n
            at = end
        return (
            Chances("The next Encounter", "DB-TOKEN-005", odds, counted="Health of the Enemies") if odds[1:] else None
        )


def marked_odds(mask: bytes, deck: Deck, n: int, pool: Sequence[int]) -> OddsOf:
    """DB-EVENT-037: how many of the n top cards are marked; hidden cards of the deck may be any of the pool."""
    cards, flags = deck.cards(), deck.known()
    n = min(n, len(cards))
    certain = sum(mask[cards[at]] > 0 for at in range(n) if flags[at] == 2)
    open_places = sum(flags[at] != 2 for at in range(n))
    known = [card for card, flag in zip(cards, flags, strict=True) if flag == 1]
    odds = drawn_from(FaceTable(list(mask)), known, pool, flags.count(0), open_places)
    return [(number + certain, q) for number, q in odds]


def _fells(foe: Foe, damage: int) -> bool:
    return damage > 0 and foe.wounds + damage - min(foe.defense, damage) >= foe.health
