"""A game without a card is laid out as the one with it, but for the card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import attrs
import pytest

from undercroft import ContentPack, Deck, Game, GameState, Ref, Rulebook, Session, load_packs, registry, simulate
from undercroft.game import resolve_setup
from undercroft.state import state

SEEDS = range(600)


@attrs.frozen
class Card:
    id: str


@attrs.frozen
class Options:
    players: int = 1


@state
class Table(GameState):
    whole: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    dealt: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    rest: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    shown: Annotated[Deck, Ref("card")] = attrs.field(factory=Deck)
    plain: Deck = attrs.field(factory=Deck)


class Rules(Rulebook[Table]):
    def begin(self, s: Table) -> None:
        """Five piles: one of all cards, one cut in two, one whose top lies open, and one of who knows what."""
        for name in ("whole", "rest", "shown", "plain"):
            deck = Deck(range(len(self.content)), self.stream(s, f"deck/{name}"))
            deck.shuffle()
            setattr(s, name, deck)
        s.rest.move_to(s.dealt, 2)
        s.shown.reveal(0)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    file = tmp_path / "cards.toml"
    file.write_text("".join(f'[[card]]\nid = "{name}"\n' for name in "abcd"))
    return Game(
        "piles",
        "Piles",
        Options,
        Table,
        Rules,
        load_content=lambda packs: tuple(load_packs(packs, {"card": Card})["card"]),
        names=lambda content: {"card": content},
        packs=(ContentPack("piles", "piles", (file,)),),
        thins=True,
    )


def piles(game: Game, without: tuple[str, ...], name: str) -> list[str]:
    tables = registry().tables(game, resolve_setup(game, {}, (), without))
    states = (tables.deal(seed, 0).state for seed in SEEDS)
    return ["".join(tables.content[card] for card in getattr(s, name).cards()) for s in states]


def test_what_is_left_keeps_its_order(game: Game) -> None:
    whole, less = piles(game, (), "whole"), piles(game, ("card/b",), "whole")
    assert [order.replace("b", "") for order in whole] == less


def test_every_order_is_as_likely_as_any_other(game: Game) -> None:
    found = Counter(piles(game, ("card/b",), "whole"))
    assert len(found) == 6
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 20.5  # chi square, 5 degrees: one in a thousand


@pytest.mark.parametrize("name", ["dealt", "rest", "shown", "plain"])
def test_piles_that_chance_or_knowledge_has_a_say_in_stay_as_they_are_dealt(game: Game, name: str) -> None:
    plain = attrs.evolve(game, thins=False)
    assert piles(game, ("card/b",), name) == piles(plain, ("card/b",), name)


def test_a_game_that_does_not_say_so_is_left_alone(game: Game) -> None:
    plain = attrs.evolve(game, thins=False)
    assert piles(plain, (), "whole") == piles(game, (), "whole")
    assert piles(plain, ("card/b",), "whole") != piles(game, ("card/b",), "whole")


def test_death_binder_keeps_its_piles() -> None:
    setups: list[dict[str, Any]] = [{"mode": "descent"}, {"players": 2}]
    for setup in setups:
        for seed in range(5):
            whole = Session("death-binder", setup, seed)
            less = Session("death-binder", setup, seed, without=["guard-patrol"])
            events, others = (
                [s.rules.content.events[card].id for card in s.state.events.cards()] for s in (whole, less)
            )
            assert [event for event in events if event != "guard-patrol"] == others
            assert [c for p in whole.state.players for c in p.dd.cards()] == [
                c for p in less.state.players for c in p.dd.cards()
            ]


def test_a_knock_out_shares_nearly_all_of_the_luck() -> None:
    whole = simulate("death-binder", games=60, seed=1, agents="heuristic")
    less = simulate("death-binder", games=60, seed=1, agents="heuristic", without=["thrown-lantern"])
    lengths = [[row["decisions"] for row in batch.rows] for batch in (whole, less)]
    assert sum(one == two for one, two in zip(*lengths, strict=True)) > 30


def test_a_game_does_not_speak_for_the_rules_of_expansions() -> None:
    found = registry()
    game = found.game("death-binder")
    made = [
        found.tables(game, resolve_setup(game, {}, names, ("action/cinder-lash",))).lay_out
        for names in ((), ["salt-tithe"])
    ]
    assert made[0] is not None
    assert made[1] is None
    assert found.tables(game, resolve_setup(game, {})).lay_out is None
