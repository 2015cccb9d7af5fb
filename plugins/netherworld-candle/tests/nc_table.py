"""The table of the rule tests of Netherworld Candle: what lies on it, and where play stands. See :func:`table`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import attrs
from nc_cards import Made, base_tables, cards_in, content_with, delver, fate, fx, scenario
from nc_layout import BOARD, FIELDS, PILES, lay

from undercroft import Deck, Refused
from undercroft.content import structure
from undercroft.testing import Names, TableUnderTest, open_tables
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.cards import Act, Content
from undercroft_netherworld_candle.plugin import GAME
from undercroft_netherworld_candle.schema import Effect
from undercroft_netherworld_candle.state import Delver, Enemy, MapCard, State

__all__ = ["NcTable", "begun", "table"]

_SETUP = ("mode", "players", "solo", "scenario", "difficulty", "delvers", "grandmaster", "kit", "notes", "roster")
_PLAYER = ("delver", *BOARD, *FIELDS, *PILES, "nether", "pool", "equipment", "fate", "fate_discard")
_NAMES = ("", "ada", "bao", "cui", "dan")


class NcTable(TableUnderTest):
    """A game of Netherworld Candle in a position of one's choice; made cards may stand for their ids everywhere."""

    def __init__(
        self, setup: Mapping[str, Any], content: Content, keywords: dict[str, Any], *, seed: int, luck: Any
    ) -> None:
        def prepare(rules: Any, state: Any) -> None:
            lay(rules, state, opening, **keywords)

        # Content is kept by the id of its game: each one made for a test has to be a game of its own.
        game = attrs.evolve(GAME, id=f"{GAME.id}-{id(content)}", load_content=lambda packs: content)
        new = keywords["at"] == "new"
        opening = tuple(open_tables(game, setup).deal(seed, 0).state.stack) if new else ()
        super().__init__(game, setup, prepare, seed=seed, luck=luck)
        self.ids = Names(content.ids)

    # -- looking

    @property
    def s(self) -> State:
        """The state."""
        state: State = self.state
        return state

    @property
    def p1(self) -> Delver:
        """The Delver of seat 1."""
        return self.s.delvers[0]

    @property
    def p2(self) -> Delver:
        """The Delver of seat 2."""
        return self.s.delvers[1]

    @property
    def p3(self) -> Delver:
        """The Delver of seat 3."""
        return self.s.delvers[2]

    @property
    def p4(self) -> Delver:
        """The Delver of seat 4."""
        return self.s.delvers[3]

    @property
    def foes(self) -> list[str]:
        """The ids of the enemies in play."""
        return self.ids.names("encounter", [e.card for e in self.s.enemies])

    def foe(self, at: int = 0) -> Enemy:
        """An enemy in play, by its place in the list."""
        return self.s.enemies[at]

    def place(self, at: int = 0) -> MapCard:
        """A card of the map."""
        return self.s.map[at]

    def cards(self, pile: Deck | Iterable[int], kind: str = "action") -> list[str]:
        """The ids of a pile's cards from the top: ``t.cards(t.p1.hand)``, ``t.cards(t.p1.fate, "fate")``."""
        return self.ids.names(kind, pile.cards() if isinstance(pile, Deck) else pile)

    def revealed(self, seat: int = 1) -> list[str]:
        """The ids of the Fate Cards that lie revealed for the running Test; none before the reveal and after it."""
        check = self.s.delvers[seat - 1].check
        return [] if check is None else self.cards(check.cards, "fate")

    def fork(self) -> Self:
        """As :meth:`TableUnderTest.fork`."""
        new = super().fork()
        assert isinstance(new, type(self))
        return new

    def number(self, kind: str, card: str | Made) -> int:
        """The int of a card."""
        return self.ids.number(kind, card.id if isinstance(card, Made) else card)

    # -- choosing

    def choose(self, *option: Any) -> Self:
        """As :meth:`TableUnderTest.choose`; made cards stand for their ids."""
        return super().choose(*_ids(option))

    def can(self, *option: Any) -> bool:
        """As :meth:`TableUnderTest.can`, likewise."""
        return super().can(*_ids(option))

    def refused(self, *option: Any) -> Refused | None:
        """As :meth:`TableUnderTest.refused`, likewise."""
        return super().refused(*_ids(option))

    # -- doing

    def effects(self, *words: Any) -> tuple[Act, ...]:
        """Effects written in short, compiled."""
        compiler = Compiler(self.content.index, self.content.party.marks)
        return compiler.effects([structure(effect, Effect) for effect in fx(*words)])

    def do(self, *words: Any, seat: int = 1, source: tuple[Any, ...] = ("", -1, -1)) -> Self:
        """Carry out effects for "you" in a seat to the first decision: ``t.do("energy -2", "health 1 who=each")``."""
        return self.run("act_out", seat, self.effects(*words), source)

    def in_order(self, *rules: str) -> bool:
        """Whether these rule ids are told in this order, whatever else is told between them."""
        told = iter(self.rules_told)
        return all(rule in told for rule in rules)


def _ids(option: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part.id if isinstance(part, Made) else part for part in option)


def table(*, seed: int = 0, luck: Any = None, **keywords: Any) -> NcTable:
    """A table. Every keyword may be left out.

    Setup: ``mode solo difficulty grandmaster kit notes seed luck`` (the mode is adventure unless ``at="new"``).

    Where play stands, ``at=``: ``"turn"`` (the menu of the turn of ``seat``, 1), ``"begin-turn"``, ``"round"`` (a
    Player Round begins), ``"next"`` (who goes next), ``"encounter"``, ``"end-turn"``, ``"enemies"`` (the Enemy Round
    begins), ``"end-round"``, ``"over"`` (the scenario has ended: give ``ended`` and ``ending``), ``"idle"`` (the
    default: nothing is to be done, for ``t.do(...)``, ``t.run(...)`` and ``t.drive(...)``), ``"story"`` (a story turn
    of ``seat``), ``"story-idle"``, ``"new"`` (a new game).

    Delvers: keywords of seat 1 at the top level, ``p2=dict(...)`` to ``p4``, which also make them take part. A Delver
    is a made board without skill (attributes 3, Health 6 of 8, Energy 4) unless ``delver="whisperlark"``; printed on
    it: ``strength courage geomancy destiny max_health start_health start_energy_value companions artifact_slots
    talismans uses triggers modifiers tree``; the fields of :class:`Delver` by name, ``hand zone_a zone_b zone_c threat
    artifacts nether pool`` as lists of ids or made cards, ``equipment`` likewise, ``fate`` and ``fate_discard`` from
    the top in words: ``fate=["hit rest", "blank", "boundless-reach-rat", ...]`` (a last ``...`` lays the rest of the
    basic set under them).

    The map: ``map=[location("hall", icons="rest"), location("well", x=1)]`` (side by side in a row unless ``x`` and
    ``y`` say otherwise; the first is index 0, where everybody stands). ``enemies=[enemy(health=2), foe("giant-rat",
    place=1)]``; ``yin yang yin_discard yang_discard bag`` from the top; ``page slots dice=["rest", "fear"]`` (rolls to
    come); every other keyword is a field of the state: ``candle round marks notes progress setbacks stash_story …``.
    """
    setup = {name: keywords.pop(name) for name in _SETUP if name in keywords}
    keywords.setdefault("at", "idle")
    first = {key: keywords.pop(key) for key in _PLAYER if key in keywords}
    seats = [first, *(dict(keywords.pop(f"p{n}")) for n in range(2, 5) if f"p{n}" in keywords)]
    for words in seats:
        unknown = [word for word in words if word not in _PLAYER]
        assert not unknown, f"a Delver has no {unknown}; there are {_PLAYER}"
    if keywords["at"] != "new":
        setup.setdefault("players", len(seats))
        setup.setdefault("mode", "adventure")
        setup.setdefault("scenario", "proving-ground")
        seats = [_board(words, n) for n, words in enumerate(seats, 1)]
        keywords["seats"] = seats
    else:
        keywords["seats"] = ()
    made = [*cards_in([keywords, setup]), *(card for card in _fates(seats))]
    if not any(card.kind == "scenario" and card.id == "proving-ground" for card in made):
        made += cards_in(scenario())
    extra = keywords.pop("cards", ())
    made += cards_in(list(extra))
    return NcTable(setup, content_with(made), keywords, seed=seed, luck=luck)


def begun(**words: Any) -> NcTable:
    """A test scenario that has been set up on such a table; every hand is filled up by the hint."""
    t = table(**words)
    t.s.stack.insert(0, ("scenario_over", ()))
    t.run("begin_adventure")
    while t.prompt == "hand":
        t.choose("hint")
    return t


def _fates(seats: Iterable[Mapping[str, Any]]) -> Iterable[Made]:
    marks = ("rat", "ox", "tiger", "rabbit")
    known = {f"{card.id}-{mark}" for card in base_tables()["fate"].values() for mark in marks}
    known |= set(base_tables()["fate"])
    for words in seats:
        for card in (*words.get("fate", ()), *words.get("fate_discard", ())):
            if isinstance(card, str) and card not in known:
                yield fate(card)


def _board(words: Mapping[str, Any], seat: int) -> dict[str, Any]:
    words = dict(words)
    if "delver" in words:
        return words
    printed = {key: words.pop(key) for key in BOARD if key in words}
    for key, name in (("start_health", "health"), ("start_energy_value", "energy"), ("artifact_slots", "slots")):
        if key in printed:
            printed[name] = printed.pop(key)
    if "health" in printed and "max_health" not in printed:
        printed["max_health"] = max(8, printed["health"])
    words["delver"] = delver(f"{_NAMES[seat]}-of-the-test", **printed)
    return words
