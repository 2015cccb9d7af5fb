"""The table of Death Binder's rule tests: what lies on it, and where play stands. See :func:`table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import attrs
from db_cards import Card, Made, cards_in, token, with_cards
from db_layout import FIELDS, PILES, TRAIT_WORDS, lay
from db_story import lay_tale, with_story

from undercroft._core import Deck
from undercroft.rulebook import Refused
from undercroft.testing import Names, TableUnderTest, open_tables
from undercroft_death_binder.cards import Content, Quest
from undercroft_death_binder.state import Foe, Player

__all__ = ["DbTable", "table"]

_SETUP = ("mode", "players", "map", "level", "modifier", "easier", "shorter", "oldest")
_PLAYER = (*TRAIT_WORDS, *FIELDS, *PILES, "points", "quest")


class DbTable(TableUnderTest):
    """A game of Death Binder in a position of one's choice; made cards may stand for their ids everywhere."""

    def __init__(
        self,
        setup: Mapping[str, Any],
        content: Content,
        keywords: dict[str, Any],
        *,
        seed: int,
        luck: Any,
        tale: Mapping[str, Any] | None = None,
    ) -> None:
        def prepare(rules: Any, state: Any) -> None:
            self.tables.content = content
            lay(self.tables.fresh_rules(rules.setup), state, opening, **keywords)
            if tale:
                lay_tale(content, state, **tale)

        opening = tuple(open_tables("death-binder", setup).deal(seed, 0).state.stack)
        super().__init__("death-binder", setup, prepare, seed=seed, luck=luck)
        self.ids = Names(content.ids)

    @property
    def p1(self) -> Player:
        """Player 1, in solo the only one."""
        player: Player = self.state.players[0]
        return player

    @property
    def p2(self) -> Player:
        """Player 2."""
        player: Player = self.state.players[1]
        return player

    @property
    def row(self) -> list[Foe]:
        """The Combat row from left to right."""
        row: list[Foe] = self.state.row
        return row

    @property
    def foes(self) -> list[str]:
        """The ids of the foes in the row."""
        return self.ids.names("foe", [foe.card for foe in self.row])

    def cards(self, pile: Deck | list[int], kind: str = "action") -> list[str]:
        """The ids of a pile's cards from the top: ``t.cards(t.p1.hand)``, ``t.cards(t.state.events, "event")``."""
        return self.ids.names(kind, pile.cards() if isinstance(pile, Deck) else pile)

    @property
    def offered(self) -> list[str]:
        """The last part of each option as its id where it is one of a place: for ``explore`` and ``cave-in``."""
        return [self.ids.name("place", option[1]) for option in self.options if option[0] == "go"]

    def choose(self, *option: Any) -> Self:
        """As :meth:`TableUnderTest.choose`; made cards stand for their ids, and traits may be written by name."""
        return super().choose(*_plain(option))

    def can(self, *option: Any) -> bool:
        """As :meth:`TableUnderTest.can`, likewise."""
        return super().can(*_plain(option))

    def refused(self, *option: Any) -> Refused | None:
        """As :meth:`TableUnderTest.refused`, likewise."""
        return super().refused(*_plain(option))

    def play(self, card: Card, at: int = 0) -> Self:
        """Play an Action card on the foe at a place of the row."""
        return self.choose("play", card, at)

    def end(self) -> Self:
        """End the Combat turn where it is not over yet, and Store nothing (more)."""
        if self.prompt == "attack":
            self.choose("end")
        return self.choose("done") if self.prompt == "store" else self

    def in_order(self, *rules: str) -> bool:
        """Whether these rule ids are told in this order, whatever else is told between them."""
        told = iter(self.rules_told)
        return all(rule in told for rule in rules)


def _plain(option: tuple[Any, ...]) -> tuple[Any, ...]:
    if option[0] == "upgrade" and isinstance(option[1], str):
        return ("upgrade", TRAIT_WORDS[option[1]])
    return tuple(part.id if isinstance(part, Made) else part for part in option)


def table(
    *,
    seed: int = 0,
    luck: Any = None,
    p1: Mapping[str, Any] | None = None,
    p2: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> DbTable:
    """A table. Every keyword may be left out.

    Setup: ``mode players map level modifier easier shorter oldest``, ``seed``, ``luck={"deck/boss": [...]}``.

    Where play stands, ``at=``:

    ``"attack"`` (the default with a row: the Combat turn of ``seat``, the Leader; round 1, nothing drawn),
    ``"combat-start"`` (the Combat begins: corruption, defense, refill), ``"round"`` (a Combat round begins),
    ``"store"`` (step 3 with ``used=[...]``), ``"enemies-turn"``, ``"explore"`` (the default without a row), ``"rest"``,
    ``"event"`` (the default with ``event=``), ``"encounter"``, ``"icon"`` (the next icon of the active token),
    ``"token-done"`` (its last icon is resolved), ``"boss"`` (the Boss encounter begins), ``"new"`` (a new game),
    ``"idle"`` (nothing is to be done: ``t.run("gain_blight", 3)``, ``t.rules.gain_xp(t.state, t.p1, 3)``).
    After a Combat or an Event comes a Rest icon, unless ``active=`` says otherwise; after a Rest the token is done.

    A player (top level: player 1; ``p1=dict(...)``, ``p2=dict(...)``, and ``p2`` makes it co-op): ``hand`` (default:
    six cards) ``dd sac used skills`` as piles, ``health defense xp progress vuln_melee vuln_spell stunned downed unhurt
    played empower extra_attacks store_bonus heals``, the traits by value ``character_level spell_tier melee_tier
    max_attacks store_cards max_health starting_defense`` (a value that the board lacks replaces its Start value),
    ``points`` (skill points that are used: ``[6, 10]``), ``quest=quest("store_cards", 2, reward="xp 2")`` or a token.

    Piles: ``dd=["cinder-lash", "boathook"]`` are exactly these from the top, a last ``...`` lays the rest under
    them, ``dd=3`` leaves three; ``"blinded"`` is a Blinded card. In a hand ``...`` fills up to six.

    The table: ``removed`` (pile), ``blinded`` (how many lie in their pile), ``specials enemies events skill_deck
    behaviours enemy_discard`` (piles; ``behaviours`` are dealt in that order), ``event_discard skill_discard``,
    ``bosses`` (those still to come), ``bosses_beaten``, ``blight leader last_leader round descent``,
    ``faith=[True, False]`` (tosses to come; ints are faces 1 to 6),
    ``position="B3"``, ``tokens={"A3": "event-rest", "B4": ["event"], "C3": None, ...: None}`` (``...`` is every other
    place), ``caved=["B2"]``, ``active=["event", "rest"]`` (or a token) with ``icon`` (how many are begun),
    ``event="guard-patrol"`` (or a made one).

    A Campaign: ``story={5: scenario("resolve_tokens", 2), 6: [scenario(letter="a", requires=["kind"]), …]}``, of which
    number ``number`` (default 1) is active, its variant ``letter``, with ``tale_progress`` and flags ``remembered``.

    ``row=[enemy(health=9), "raised-bowbearer", foe("varmas", wounds=2), event_enemy(...), boss(...), obstacle(...)]``.
    """
    story = keywords.pop("story", None)
    tale = {
        "number": keywords.pop("number", 1),
        "letter": keywords.pop("letter", ""),
        "progress": keywords.pop("tale_progress", 0),
        "remembered": keywords.pop("remembered", ()),
    }
    if story is not None:
        keywords.setdefault("mode", "campaign")
    setup = {name: keywords.pop(name) for name in _SETUP if name in keywords}
    if p2 is not None:
        setup.setdefault("players", 2)
    seats = [{k: keywords.pop(k) for k in _PLAYER if k in keywords} | dict(p1 or {}), dict(p2 or {})]
    for seat in seats:
        unknown = [word for word in seat if word not in _PLAYER]
        assert not unknown, f"a player has no {unknown}; there are {_PLAYER}"
    _make_tokens(keywords, seats)
    content = with_cards(open_tables("death-binder", setup).content, cards_in([keywords, seats]))
    content = _fit_boards(content, seats[: setup.get("players", 1)])
    if story is not None:
        content = with_story(content, story)
    words = {"seats": seats, **keywords}
    return DbTable(setup, content, words, seed=seed, luck=luck, tale=None if story is None else tale)


def _make_tokens(keywords: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Lists of icons and bare Sidequests become tokens."""
    if "active" in keywords:
        keywords["active"] = _token(keywords["active"])
    if "tokens" in keywords:
        keywords["tokens"] = {place: _token(found) for place, found in keywords["tokens"].items()}
    at = keywords.get("at", "attack" if keywords.get("row") else "event" if "event" in keywords else "explore")
    keywords["at"] = at
    if at not in ("new", "explore", "idle", "boss"):
        before = {"event": "event", "rest": "rest", "icon": "rest"}.get(at, "encounter")
        keywords.setdefault("active", token(before, *([] if at in ("rest", "token-done", "icon") else ["rest"])))
    for seat in seats:
        if isinstance(seat.get("quest"), Quest):
            seat["quest"] = token("event", quest=seat["quest"])


def _token(found: Any) -> Any:
    return token(*found) if isinstance(found, list | tuple) else found


def _fit_boards(content: Content, seats: Sequence[Mapping[str, Any]]) -> Content:
    """Boards that have the values which the players are given."""
    boards = dict(content.boards)
    for number, seat in enumerate(seats, 1):
        name = "solo" if len(seats) == 1 else f"player{number}"
        values = list(boards[name].values)
        for word, trait in TRAIT_WORDS.items():
            if word in seat and seat[word] not in values[trait]:
                values[trait] = (seat[word], *values[trait][1:])
        boards[name] = attrs.evolve(boards[name], values=tuple(values))
    return attrs.evolve(content, boards=boards)
