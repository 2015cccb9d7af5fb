"""Tests of Death Binder that can be asked about by name: ``undercroft odds death-binder toss n=3``."""

from __future__ import annotations

from difflib import get_close_matches

import attrs

from undercroft import Chances, NamedTest, SetupError, at_least, key
from undercroft_death_binder import verbs
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.rules.odds import marked_odds, toss_chances
from undercroft_death_binder.state import BOSS_FIGHT, ENCOUNTER, Foe, State

__all__ = ["TESTS"]


_MOST_FOES = 12
"""As many as the greatest row of the game, see the Blight track."""


@attrs.frozen
class Toss:
    """Faith Tosses."""

    n: int = key(1, lo=1, hi=50, help="how many tosses")
    need: int = key(1, lo=0, hi=50, help="how many have to succeed")
    skills: int = key(0, lo=0, hi=20, help="Skills that toss a failed one again", rule="DB-SKILL-007")

    def check(self) -> None:
        """Refuse more successes than tosses."""
        if self.need > self.n:
            raise SetupError(f"need cannot be {self.need} with {self.n} tosses")


def _toss(rules: DeathBinder, s: State, asked: Toss) -> list[Chances]:
    title = "Faith Toss" if asked.n == 1 else f"{asked.n} Faith Tosses"
    target = "success" if asked.n == 1 else f"at least {asked.need} of {asked.n} succeed"
    return [toss_chances(title, "DB-FAITH-003", target, asked.skills, asked.n, asked.need)]


@attrs.frozen
class NextCards:
    """The next cards of a Draw Deck."""

    n: int = key(6, lo=0, hi=100, help="how many cards from the top")
    kind: str = key("melee", choices=("melee", "spell"), help="which cards are counted")
    need: int = key(1, lo=0, hi=100, help="how many of them are hoped for")
    seat: int = key(1, lo=1, hi=2, help="whose Draw Deck")


def _cards(rules: DeathBinder, s: State, asked: NextCards) -> list[Chances]:
    if asked.seat > len(s.players):
        raise SetupError(f"seat cannot be {asked.seat}; the setup has {len(s.players)} players")
    p = s.players[asked.seat - 1]
    if asked.n > len(p.dd):
        raise SetupError(f"n cannot be {asked.n}: the Draw Deck has {len(p.dd)} cards after the first hand was drawn")
    content = rules.content
    pool = [card for deck in (*(q.dd for q in s.players), s.removed) for card in deck.hidden()]
    odds = marked_odds(content.melee_mask if asked.kind == "melee" else content.spell_mask, p.dd, asked.n, pool)
    title = f"The next {asked.n} cards of the Draw Deck"
    target = f"at least {asked.need} {asked.kind} card{'s' if asked.need != 1 else ''}"
    return [Chances(title, "DB-EVENT-037", odds, target, at_least(odds, asked.need), counted=f"{asked.kind} cards")]


@attrs.frozen
class Encounter:
    """The next Enemies."""

    n: int = key(0, lo=0, hi=40, help="how many are drawn; 0 for as many as the Blight of the set-up asks for")


def _encounter(rules: DeathBinder, s: State, asked: Encounter) -> list[Chances]:
    count = asked.n or rules.blight_enemies[s.blight]
    found = rules.encounter_chances(s, count)
    if found is None:
        raise SetupError(f"n cannot be {count}; expected 1 to {len(s.enemies) - 1}, or fewer than all of a level")
    return [found]


@attrs.frozen
class NextEvent:
    """The next Event; nothing is to be said about it."""


def _event(rules: DeathBinder, s: State, asked: NextEvent) -> list[Chances]:
    found = rules.event_chances(s)
    return [found] if found is not None else []


@attrs.frozen
class EnemiesTurn:
    """The Enemies' turn against one player, or against two who share the attacks."""

    foes: str = key("", help="ids of the foes in the row, from left to right, separated by commas", of="foe")
    health: int = key(0, lo=0, hi=20, help="health of every player; 0 for that of the set-up")
    defense: int = key(0, lo=0, hi=10, help="defense of every player")
    struck: bool = key(False, help="whether the foes have attacked before, so that First Strike is over")
    wounded: bool = key(False, help="whether the foes have wounds to regenerate")


def _enemies_turn(rules: DeathBinder, s: State, asked: EnemiesTurn) -> list[Chances]:
    index = rules.content.index["foe"]
    names = [name.strip() for name in asked.foes.split(",") if name.strip()]
    unknown = [name for name in names if name not in index]
    if unknown or not names:
        what = f"there is no foe {unknown[0]!r}" if unknown else "foes names nobody"
        near = get_close_matches(unknown[0], index) if unknown else []
        raise SetupError(f"{what}; " + (f"near it: {', '.join(near)}" if near else f"the foes are {', '.join(index)}"))
    if len(names) > _MOST_FOES:
        raise SetupError(f"foes names {len(names)} foes; at most {_MOST_FOES} stand in a row that is summed")
    table = s.copy()
    cards = [index[name] for name in names]
    for at, card in enumerate(cards):
        foe = Foe(card, rules.foe_healths[card], int(asked.wounded), struck=asked.struck)
        foe.target = at % len(table.players) + 1
        table.row.append(foe)
    kinds = [rules.content.foe_kind[card] for card in cards]
    table.fight = BOSS_FIGHT if verbs.BOSS in kinds else ENCOUNTER
    for p in table.players:
        p.health, p.defense = asked.health or p.health, asked.defense
    found = [*rules.boss_chances(table), *rules.all_losses(table), *rules.ability_chances(table)]
    if not found:
        raise SetupError("the Blight that these foes bring could change the row itself; that is not summed")
    return found


TESTS = (
    NamedTest("toss", "Faith Tosses of a player, some of them made again", "DB-FAITH-003", Toss, _toss),
    NamedTest(
        "enemies-turn", "the attacks and abilities of a row of foes", "DB-COMBAT-022", EnemiesTurn, _enemies_turn
    ),
    NamedTest("cards", "Melee or Spell cards on top of a Draw Deck", "DB-EVENT-037", NextCards, _cards),
    NamedTest("encounter", "the Health of the next Enemies", "DB-TOKEN-005", Encounter, _encounter),
    NamedTest("event", "the kind of the next Event", "DB-TOKEN-004", NextEvent, _event),
)
"""The kinds of tests that the game has."""
