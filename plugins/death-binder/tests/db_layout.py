"""Lays a position out on a fresh state: see :func:`db_table.table` for the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import EllipsisType
from typing import Any

from db_cards import Card, Made

from undercroft._core import Deck
from undercroft.state import Frame
from undercroft.testing import deck_draws
from undercroft_death_binder import verbs
from undercroft_death_binder.state import (
    AMBUSH_FIGHT,
    BOSS_FIGHT,
    ENCOUNTER,
    NO_FIGHT,
    OBSTACLE_FIGHT,
    Foe,
    Player,
    State,
)

__all__ = ["FIELDS", "PILES", "TRAIT_WORDS", "Pile", "lay"]

Pile = int | Sequence[Card | EllipsisType]

TRAIT_WORDS = {
    "character_level": verbs.CHARACTER_LEVEL,
    "spell_tier": verbs.SPELL_TIER,
    "melee_tier": verbs.MELEE_TIER,
    "max_attacks": verbs.MAX_ATTACKS,
    "store_cards": verbs.STORE_CARDS_TRAIT,
    "max_health": verbs.MAX_HEALTH,
    "starting_defense": verbs.STARTING_DEFENSE,
}
FIELDS = (
    "health", "defense", "xp", "progress", "vuln_melee", "vuln_spell", "stunned", "downed", "unhurt", "played",
    "empower", "extra_attacks", "store_bonus", "heals",
)  # fmt: skip
PILES = ("hand", "dd", "sac", "used", "skills")
_FIGHTS = {
    verbs.LEVEL_ENEMY: ENCOUNTER,
    verbs.EVENT_ENEMY: AMBUSH_FIGHT,
    verbs.BOSS: BOSS_FIGHT,
    verbs.OBSTACLE: OBSTACLE_FIGHT,
}
_IN_COMBAT = ("attack", "combat-start", "round", "store", "enemies-turn")


def lay(
    rules: Any,
    s: State,
    opening: Sequence[Frame],
    *,
    seats: Sequence[Mapping[str, Any]],
    at: str,
    seat: int = 0,
    row: Sequence[Card] = (),
    event: Card | None = None,
    active: Card | None = None,
    icon: int | None = None,
    position: str | None = None,
    tokens: Mapping[Any, Card | None] | None = None,
    caved: Iterable[str] = (),
    removed: Pile = (),
    blinded: int | None = None,
    specials: Pile | None = None,
    enemies: Pile | None = None,
    enemy_discard: Pile = (),
    events: Pile | None = None,
    event_discard: Sequence[Card] = (),
    skill_deck: Pile | None = None,
    skill_discard: Sequence[Card] = (),
    behaviours: Sequence[Card] | None = None,
    event_enemies: Sequence[Card] | None = None,
    bosses: Sequence[Card] | None = None,
    bosses_beaten: int = 0,
    faith: Sequence[bool | int] = (),
    **fields: int,
) -> None:
    """Change a fresh state and lay the steps that run next."""
    desk = _Desk(rules, s)
    odd = [name for name in fields if name not in ("blight", "leader", "last_leader", "round", "descent")]
    assert not odd, f"a table has no {odd}; see db_table.table"
    if "leader" in fields:
        fields.setdefault("last_leader", fields["leader"])
    for name, value in fields.items():
        setattr(s, name, value)
    s.dice.script([(0 if face else 5) if isinstance(face, bool) else face - 1 for face in faith])
    desk.map(position, tokens, caved)
    desk.active(active, icon, at)
    for deck, kind, pile in (
        (s.specials, "action", specials), (s.enemies, "foe", enemies), (s.events, "event", events),
        (s.skills, "skill", skill_deck),
    ):  # fmt: skip
        if pile is not None:
            desk.fill(deck, kind, pile)
    s.enemy_discard.set_cards(desk.numbers("foe", enemy_discard))
    s.event_discard = desk.numbers("event", event_discard)
    s.skill_discard = desk.numbers("skill", skill_discard)
    if behaviours is not None:
        cards = desk.numbers("behaviour", behaviours)
        s.behaviours.set_cards(cards)
        s.behaviours.script(deck_draws(cards, cards))
    desk.foes(row, bosses, bosses_beaten, event_enemies, at)
    if at != "new":
        desk.players(seats, removed)
    if rules.coop and at in ("attack", "store", "enemies-turn"):
        desk.targets(row)
    if blinded is not None:
        s.blinded = list(rules.content.blinded[:blinded])
    desk.event(event, at)
    if at == "attack" and not s.round:
        s.round = 1
    desk.stand(at, seat or rules.decider(s), opening)


class _Desk:
    """A state, its rules, and the cards that were taken for a place already."""

    def __init__(self, rules: Any, s: State) -> None:
        self.rules, self.s, self.content = rules, s, rules.content

    def number(self, kind: str, card: Card) -> int:
        """The int of a card; ``"blinded"`` takes one from the Blinded pile."""
        name = card.id if isinstance(card, Made) else card
        if kind == "action" and name == "blinded":
            return self.s.blinded.pop()
        known = self.content.index[kind]
        assert name in known, f"there is no {kind} {name!r}; there are {', '.join(known)}"
        found: int = known[name]
        return found

    def numbers(self, kind: str, pile: Pile) -> list[int]:
        """The ints of named cards."""
        assert not isinstance(pile, int), f"name the {kind} cards"
        return [self.number(kind, card) for card in pile if not isinstance(card, EllipsisType)]

    def fill(self, deck: Deck, kind: str, pile: Pile) -> None:
        """A deck of exactly the named cards; with ``...`` the rest below them; or cut to so many."""
        cards = deck.cards()
        if isinstance(pile, int):
            deck.set_cards(cards[:pile])
            return
        named = self.numbers(kind, pile)
        deck.set_cards(named + [card for card in cards if ... in pile and card not in named])

    # -- map ------------------------------------------------------------------------------------------------------

    def map(self, position: str | None, tokens: Mapping[Any, Card | None] | None, caved: Iterable[str]) -> None:
        """Tokens on the map, Cave Ins and the party's place."""
        s = self.s
        places = self.content.index["place"]
        for place, found in (tokens or {}).items():
            for at in range(16) if place is ... else [places[place]]:
                if place is ... and self.content.ids["place"][at] in (tokens or {}):
                    continue
                self.take_up(at)
                if found is not None:
                    s.tokens[at] = self.token(found)
                    s.sides[at] = 0
        for name in caved:
            self.take_up(places[name])
            s.caved[places[name]] = True
        if position is not None:
            s.position = places[position]
            self.take_up(s.position)

    def token(self, card: Card) -> int:
        """A token, taken from where it is now: the supply or a place."""
        number = self.number("token", card)
        if not self.s.supply.take(number) and number in self.s.tokens:
            self.s.tokens[self.s.tokens.index(number)] = -1
        return number

    def take_up(self, at: int) -> None:
        """A token goes from the map to the supply."""
        if self.s.tokens[at] >= 0:
            self.s.supply.put_bottom(self.s.tokens[at])
            self.s.tokens[at] = -1

    def active(self, token: Card | None, icon: int | None, at: str) -> None:
        """The active token; the party stands on B2 unless it is said where."""
        if token is None:
            return
        s = self.s
        s.active = self.token(token)
        icons = len(self.rules.icons(s))
        s.icon = icon if icon is not None else {"icon": 0, "token-done": icons}.get(at, 1)
        if s.position < 0:
            s.position = self.content.index["place"]["B2"]
            self.take_up(s.position)

    # -- cards ----------------------------------------------------------------------------------------------------

    def players(self, seats: Sequence[Mapping[str, Any]], removed: Pile) -> None:
        """Boards and piles of the players; what is named anywhere is in no Draw Deck by chance."""
        s = self.s
        known = self.content.index["action"]
        piles = [removed, *(seat[name] for seat in seats for name in ("hand", "dd", "sac", "used") if name in seat)]
        words = [card for pile in piles if not isinstance(pile, int) for card in pile if card not in (..., "blinded")]
        named = {known[card.id if isinstance(card, Made) else card] for card in words}
        for card in named:
            s.specials.take(card)
        for p, words_of in zip(s.players, seats, strict=False):
            pool = [card for card in p.dd.cards() if card not in named]
            self.traits(p, words_of)
            for name in ("hand", "sac", "used"):
                setattr(p, name, self.pile(words_of.get(name, [...] if name == "hand" else []), pool))
            if p.seat == 1:
                s.removed.set_cards(self.pile(removed, pool))
            dd = words_of.get("dd", [...])
            if not isinstance(dd, int):
                pool = self.numbers("action", dd) + (pool if ... in dd else [])
            p.dd.set_cards(pool[:dd] if isinstance(dd, int) else pool)
            p.skills = self.numbers("skill", words_of.get("skills", ()))
            for skill in p.skills:
                s.skills.take(skill)
            p.points = sum(1 << self.rules.boards[p.seat - 1].skill_points.index(n) for n in words_of.get("points", ()))
            if "quest" in words_of:
                p.quest = self.token(words_of["quest"])

    def pile(self, cards: Pile, pool: list[int]) -> list[int]:
        """A hand or open pile; so many cards, or what ``...`` fills up to six, come from the pool."""
        found = [] if isinstance(cards, int) else self.numbers("action", cards)
        count = cards if isinstance(cards, int) else 6 - len(found) if ... in cards else 0
        found += pool[:count]
        del pool[:count]
        return found

    def traits(self, p: Player, words: Mapping[str, Any]) -> None:
        """Traits by value, then the tracks, which begin at what the traits say."""
        values = self.rules.boards[p.seat - 1].values
        for word, trait in TRAIT_WORDS.items():
            if word in words:
                p.steps[trait] = values[trait].index(words[word])
        p.health = self.rules.max_health(p)
        p.defense = self.rules.starting_defense(p)
        for name in FIELDS:
            if name in words:
                setattr(p, name, words[name])

    def foes(
        self,
        row: Sequence[Card],
        bosses: Sequence[Card] | None,
        beaten: int,
        event_enemies: Sequence[Card] | None,
        at: str,
    ) -> None:
        """The row, the Bosses to come and the pile of Event Enemies."""
        s = self.s
        s.bosses_beaten = beaten
        s.bosses = [card for card in s.bosses if self.content.foe_level[card] > beaten]
        s.descent = max(s.descent, beaten + 1)
        if bosses is not None:
            s.bosses = self.numbers("foe", bosses)
        if event_enemies is not None:
            s.event_enemies = self.numbers("foe", event_enemies)
        for card in row:
            body = card.also[0] if isinstance(card, Made) and card.kind == "event" else card
            number = self.number("foe", body)
            s.enemies.take(number)
            for pile in (s.bosses, s.event_enemies):
                if self.content.foe_normal[number] in pile:
                    pile.remove(self.content.foe_normal[number])
            foe = Foe(number, self.rules.foe_healths[number])
            marks = dict(body.marks) if isinstance(body, Made) else {}
            if "behaviour" in marks:
                marks["behaviour"] = self.number("behaviour", marks["behaviour"])
                s.behaviours.take(marks["behaviour"])
            for name, value in marks.items():
                assert hasattr(foe, name), f"a foe has no {name}"
                setattr(foe, name, value)
            s.row.append(foe)
        if s.row and at in _IN_COMBAT:
            s.fight = _FIGHTS[self.content.foe_kind[s.row[0].card]]
            if s.fight == BOSS_FIGHT:
                s.position, s.active = verbs.BOSS_PLACE, -1
                self.take_up(s.position)

    def targets(self, row: Sequence[Card]) -> None:
        """Whom each foe attacks this round, where that is not said: what its Behaviour card makes of the players."""
        for foe, card in zip(self.s.row, row, strict=True):
            if not (isinstance(card, Made) and "target" in card.marks):
                foe.target = self.rules.choose_target(self.s, foe)

    def event(self, event: Card | None, at: str) -> None:
        """The Event: on top of its deck before it is drawn, else in the Active Area."""
        s = self.s
        if event is None and s.fight in (AMBUSH_FIGHT, OBSTACLE_FIGHT):
            kind = verbs.AMBUSH if s.fight == AMBUSH_FIGHT else verbs.OBSTACLE_EVENT
            of_kind = [n for n, card in enumerate(self.content.events) if card.kind == kind]
            s.event = next(n for n in of_kind if kind == verbs.AMBUSH or self.content.events[n].foe == s.row[0].card)
        elif event is not None:
            number = self.number("event", event)
            s.events.take(number)
            if at == "event":
                s.events.put_top(number)
            else:
                s.event = number
        if s.event >= 0:
            s.events.take(s.event)

    # -- where play stands ----------------------------------------------------------------------------------------

    def stand(self, at: str, seat: int, opening: Sequence[Frame]) -> None:
        """Lay the steps that run next, and those that wait below them."""
        s, rules = self.s, self.rules
        if at == "new":
            s.stack += opening
        elif at in ("explore", "idle", "boss"):
            s.do_all(*{"explore": [rules.explore], "idle": [], "boss": [rules.boss_encounter]}[at])
        elif at in ("icon", "token-done"):
            s.do(rules.next_icon)
        elif at in ("rest", "event", "encounter"):
            step = {"rest": rules.rest_icon, "event": rules.draw_event, "encounter": rules.encounter}[at]
            s.do_all(step, rules.icon_done)
        else:
            self.after_combat(seat)
            self.combat(at, seat)

    def after_combat(self, seat: int) -> None:
        """What waits for the end of the Combat."""
        s, rules = self.s, self.rules
        if s.fight != BOSS_FIGHT:
            s.do(rules.icon_done)
        if s.event >= 0:
            s.do(rules.event_done, seat)
        if s.fight == OBSTACLE_FIGHT:
            s.do(rules.judge_obstacle, seat)

    def combat(self, at: str, seat: int) -> None:
        """A place in the course of a Combat."""
        s, rules = self.s, self.rules
        if at == "combat-start":
            fight, s.fight = s.fight, NO_FIGHT
            s.do(rules.start_combat, fight)
        elif at == "round":
            s.do(rules.combat_round)
        else:
            if s.fight != OBSTACLE_FIGHT:
                s.do(rules.enemies_turn)
            if at in ("attack", "store"):
                if rules.coop and seat == s.leader and s.fight != OBSTACLE_FIGHT:
                    s.do(rules.turn, 3 - seat)
                s.do(rules.store, seat)
            if at == "attack":
                s.do(rules.attack, seat)
