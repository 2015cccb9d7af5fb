"""Tests of Netherworld Candle by name: ``undercroft odds netherworld-candle attack cards=4``."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from undercroft import Chances, NamedTest, SetupError, key
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.rules.fate import FACE_REDRAW, SYMBOL_SHIFT
from undercroft_netherworld_candle.rules.odds_start import counted
from undercroft_netherworld_candle.rules.odds_tests import Aimed, Piles, icon_words
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import DECKS, GATES, SYMBOLS

__all__ = ["TESTS"]

ICONS = (*GATES, *SYMBOLS)
_TOO_MANY = "what has too many cases to sum is left out"


def _aim(names: str, known: Sequence[str] = ICONS) -> int:
    """The mask of icons named with commas between them."""
    aim = 0
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name not in known:
            raise SetupError(f"icon cannot be {name!r}; expected some of {', '.join(known)}, separated by commas")
        at = ICONS.index(name)
        aim |= 1 << (at if at < len(GATES) else at - len(GATES) + SYMBOL_SHIFT)
    return aim


def _seats(rules: NetherworldCandle, s: State) -> int:
    return len(s.delvers) or rules.setup.seats


def _check_seat(rules: NetherworldCandle, s: State, seat: int) -> None:
    if seat > _seats(rules, s):
        raise SetupError(f"seat cannot be {seat}; the setup has {_seats(rules, s)} Delvers (--players says how many)")


def _fate(rules: NetherworldCandle, s: State, seat: int) -> Piles:
    """The Fate deck of a seat; as long as nobody has chosen a Delver, the basic set that everybody begins with."""
    _check_seat(rules, s, seat)
    if s.delvers:
        return rules.fate_piles(s.delvers[seat - 1])
    return list(rules.content.basic_sets[(seat - 1) % len(rules.content.basic_sets)]), []


def _helpers(rules: NetherworldCandle, s: State, seat: int, assists: int) -> tuple[list[Piles], str]:
    others = [other for other in range(1, _seats(rules, s) + 1) if other != seat]
    if assists > len(others):
        raise SetupError(
            f"assists cannot be {assists}; the setup has {len(others)} other Delvers (--players says more)"
        )
    names = [rules.seat_name(s, other) or f"Player {other}" for other in others[:assists]]
    return [_fate(rules, s, other) for other in others[:assists]], f"the help of {' and '.join(names)}"


@attrs.frozen
class FateTest:
    """A Matching Test of the Adventure Phase."""

    icon: str = key(
        "death", help=f"what has to show, any of it: {', '.join(ICONS)}; several with commas", rule="NC-TEST-020"
    )
    cards: int = key(3, lo=0, hi=15, help="how many Fate Cards are revealed", rule="NC-TEST-019")
    redraws: int = key(0, lo=0, hi=9, help="Redraw tokens to spend", rule="NC-TEST-030")
    assists: int = key(0, lo=0, hi=3, help="other Delvers who reveal a card", rule="NC-TEST-034")
    seat: int = key(1, lo=1, hi=4, help="whose Fate deck")
    gained: bool = key(False, help="whether Redraw tokens that the Test brings are spent as well", rule="NC-TEST-042")

    def check(self) -> None:
        """Refuse a test for nothing."""
        if not _aim(self.icon):
            raise SetupError(f"icon names nothing; expected some of {', '.join(ICONS)}, separated by commas")


def _fate_test(rules: NetherworldCandle, s: State, asked: FateTest) -> list[Chances]:
    piles = _fate(rules, s, asked.seat)
    aim = _aim(asked.icon)
    t = Aimed(asked.cards, aim, redraws=asked.redraws, gain=FACE_REDRAW if asked.gained else 0)
    helpers, who = _helpers(rules, s, asked.seat, asked.assists)
    title = f"Matching Test: {counted(asked.cards)} of {len(piles[0])}"
    target = f"{icon_words(aim)} or Boundless Reach shows"
    return _whole(rules.fate_chances(title, target, piles, t, helpers, who, brief=False), asked)


def _whole(found: Chances, asked: FateTest | Attack) -> list[Chances]:
    """Says so where some of what was asked for could not be summed."""
    rows = asked.redraws if not asked.assists else 2 * asked.redraws + 1
    return [found if len(found.variants) == rows else attrs.evolve(found, note=_TOO_MANY)]


@attrs.frozen
class Attack:
    """A Combat Test."""

    cards: int = key(3, lo=0, hi=15, help="how many Fate Cards are revealed", rule="NC-TEST-021")
    armor: int = key(0, lo=0, hi=20, help="armor of the enemy", rule="NC-ACT-007")
    health: int = key(1, lo=1, hi=50, help="remaining Health of the enemy", rule="NC-ENEMY-018")
    hits: int = key(0, lo=-10, hi=20, help="Hits that the attack adds")
    pierce: int = key(0, lo=-10, hi=20, help="Pierce that the attack adds", rule="NC-STAT-019")
    redraws: int = key(0, lo=0, hi=5, help="Redraw tokens to spend", rule="NC-TEST-030")
    assists: int = key(0, lo=0, hi=3, help="other Delvers who reveal a card", rule="NC-TEST-034")
    seat: int = key(1, lo=1, hi=4, help="whose Fate deck")


def _attack(rules: NetherworldCandle, s: State, asked: Attack) -> list[Chances]:
    piles = _fate(rules, s, asked.seat)
    t = Aimed(asked.cards, 0, asked.armor, asked.health, asked.hits, asked.pierce, asked.redraws)
    helpers, who = _helpers(rules, s, asked.seat, asked.assists)
    title = f"Attack: {counted(asked.cards)} of {len(piles[0])}"
    target = f"an enemy of {asked.health} Health and armor {asked.armor} is defeated"
    return _whole(rules.fate_chances(title, target, piles, t, helpers, who, brief=False), asked)


@attrs.frozen
class StoryTest:
    """A Story Test."""

    difficulty: int = key(12, lo=0, hi=60, help="what the sum has to reach", rule="NC-TEST-004")
    value: int = key(2, lo=-10, hi=30, help="the attribute that is added", rule="NC-TEST-003")
    bonus: str = key("", help="icons that add to the sum, with commas: gates, symbols or hit", rule="NC-TEST-012")
    each: int = key(2, lo=1, hi=20, help="how much each of these icons adds", rule="NC-TEST-012")
    tokens: int = key(0, lo=0, hi=2, help="Redraw tokens to spend", rule="NC-TEST-053")
    karma: int = key(0, lo=0, hi=2, help="Karma to spend", rule="NC-TEST-010")
    assists: int = key(0, lo=0, hi=3, help="other Delvers who add an icon", rule="NC-TEST-008")
    seat: int = key(1, lo=1, hi=4, help="whose Fate deck")


def _story_test(rules: NetherworldCandle, s: State, asked: StoryTest) -> list[Chances]:
    piles = _fate(rules, s, asked.seat)
    names = [name.strip() for name in asked.bonus.split(",") if name.strip()]
    aim = _aim(",".join(name for name in names if name != "hit"))
    symbols = tuple(asked.each * (aim >> n + SYMBOL_SHIFT & 1) for n in range(len(SYMBOLS)))
    gates = tuple(asked.each * (aim >> n & 1) for n in range(len(GATES)))
    bonus = (symbols, gates, asked.each if "hit" in names else 0)
    helpers, who = _helpers(rules, s, asked.seat, asked.assists)
    helps = [rules.help_odds(bonus, help_) for help_ in helpers]
    title = f"Story Test: {asked.value} against {asked.difficulty}"
    return [rules.story_chances(title, bonus, piles, asked.value, asked.difficulty, asked.tokens,
                                asked.karma, helps, who)]  # fmt: skip


@attrs.frozen
class Dice:
    """A roll of Qimen Dice."""

    n: int = key(1, lo=1, hi=20, help="how many dice", rule="NC-ENC-010")
    icon: str = key("death", help=f"uncovered icons, with commas: {', '.join(GATES)}", rule="NC-ENC-011")


def _dice(rules: NetherworldCandle, s: State, asked: Dice) -> list[Chances]:
    return [rules.dice_chances(_aim(asked.icon, GATES), asked.n)]


@attrs.frozen
class Encounter:
    """The next Encounter Card."""

    deck: str = key("yin", choices=("yin", "yang"), help="from which deck", rule="NC-ENC-001")
    seat: int = key(1, lo=1, hi=4, help="who draws")


def _encounter(rules: NetherworldCandle, s: State, asked: Encounter) -> list[Chances]:
    _check_seat(rules, s, asked.seat)
    d = s.delvers[asked.seat - 1] if s.delvers else None
    found = rules.encounter_chances(s, d, DECKS.index(asked.deck), asked.deck.capitalize())
    if not found:
        raise SetupError("no encounter deck is set up: ask for an adventure (--mode adventure)")
    return found


@attrs.frozen
class Bag:
    """A draw from the bag; nothing is to be said about it."""


def _bag(rules: NetherworldCandle, s: State, asked: Bag) -> list[Chances]:
    found = rules.bag_chances(s)
    if found is None:
        raise SetupError("this setup has no bag: ask for an adventure (--mode adventure) whose scenario has one")
    return [found]


TESTS = (
    NamedTest(
        "fate-test", "a Matching Test: Decode, Suppress, Overcome, of an Event", "NC-TEST-019", FateTest, _fate_test
    ),
    NamedTest("attack", "a Combat Test against one enemy", "NC-TEST-021", Attack, _attack),
    NamedTest("story-test", "a Story Test", "NC-TEST-003", StoryTest, _story_test),
    NamedTest("dice", "Qimen Dice against uncovered icons", "NC-ENC-010", Dice, _dice),
    NamedTest("encounter", "the next Encounter Card and its dice", "NC-ENC-004", Encounter, _encounter),
    NamedTest("bag", "the value of a Netherworld Artifact from the bag", "NC-ART-004", Bag, _bag),
)
"""The kinds of tests that the game has."""
