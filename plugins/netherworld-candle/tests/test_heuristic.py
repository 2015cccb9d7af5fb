"""The heuristic player: it answers every prompt with an option, foresees nothing, and knows its way about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from nc_cards import enemy, location, page, scenario
from nc_table import NcTable

from undercroft import Option, RandomAgent, Stream, play_out
from undercroft.testing import open_tables
from undercroft_netherworld_candle.heuristic import Heuristic
from undercroft_netherworld_candle.heuristic.leaning import Leaning
from undercroft_netherworld_candle.plugin import GAME

Table = Callable[..., NcTable]


class Checked(Heuristic):
    """Notes what was asked, and refuses an answer that is no option."""

    def __init__(self) -> None:
        super().__init__()
        self.prompts: set[str] = set()

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        self.prompts.add(prompt)
        option = super().choose(table, seat, prompt, options)
        assert option in options, (prompt, option)
        return option


@pytest.mark.parametrize("mode", ["adventure", "story", "campaign"])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_it_answers_every_prompt(mode: str, players: int) -> None:
    tables = open_tables(GAME, {"mode": mode, "players": players})
    agents = [Checked() for _ in range(players)]
    for index in range(3 if mode == "adventure" else 1):
        table = tables.deal(11, index)
        play_out(table, agents, 20_000)
        assert table.state.result or mode == "campaign"
    assert agents[0].prompts


def test_equal_tables_get_equal_answers() -> None:
    tables = open_tables(GAME, {"mode": "adventure", "players": 2})
    ends = []
    for _ in range(2):
        table = tables.deal(5, 0)
        play_out(table, [Heuristic(), Heuristic()])
        ends.append(table.state.key())
    assert ends[0] == ends[1]


def test_it_goes_farther_than_chance() -> None:
    tables = open_tables(GAME, {"mode": "adventure", "players": 3})
    pages = {}
    for name in ("heuristic", "random"):
        total = 0
        for index in range(12):
            table = tables.deal(3, index)
            agents: list[Any] = [Heuristic() if name == "heuristic" else RandomAgent() for _ in range(3)]
            for seat, agent in enumerate(agents, 1):
                agent.begin(seat, Stream(3, index, f"agent/{seat}"))
            play_out(table, agents)
            total += table.state.page + 9 * (table.state.result == "win")
        pages[name] = total
    assert pages["heuristic"] > 2 * pages["random"] + 6


def asked(t: NcTable) -> Option:
    """What it answers here."""
    ask = t.session.ask
    assert ask is not None
    return Heuristic().choose(t.session, *ask)


def test_it_decodes_where_a_marker_is_to_be_placed(table: Table) -> None:
    pages = [page(slots=["any"], exits=[{"cond": {"slots_empty": True}, "ending": "good"}])]
    hall = location("hall", icons="rest view fear")
    t = table(at="turn", map=[hall, location("far", x=1)], cards=[scenario(pages=pages)])
    assert asked(t) == ("command", 3)


def test_it_walks_to_the_place_that_the_page_names(table: Table) -> None:
    pages = [page(exits=[{"cond": {"delver_on": "far"}, "ending": "good"}])]
    t = table(
        at="turn", map=[location("hall"), location("way", x=1), location("far", x=2)], cards=[scenario(pages=pages)]
    )
    assert asked(t) == ("command", 0)
    t.choose("command", 0)
    assert t.p1.place == 1


def test_it_strikes_down_what_it_can_kill(table: Table) -> None:
    t = table(at="turn", strength=5, enemies=[enemy(health=1, damage=2), enemy(health=9, damage=2)])
    assert asked(t) == ("command", 2)
    t.choose("command", 2)
    assert asked(t) == ("enemy", 1)


# -- leanings: what a player happens to like


def test_a_leaning_is_the_same_for_the_same_stream() -> None:
    things: list[tuple[str | int, ...]] = [("location", 3), ("mark", "bell-rung"), ("ending", 8, 1), ("delver", 2)]
    tastes = []
    for seed in (4, 4, 5):
        leaning = Leaning()
        leaning.draw(Stream(seed, 0, "agent/1"))
        tastes.append([leaning.taste(*thing) for thing in things])
    assert tastes[0] == tastes[1] != tastes[2]
    assert all(-1.0 <= taste < 1.0 for row in tastes for taste in row)


def test_one_taste_does_not_depend_on_what_was_asked_before() -> None:
    first, second = Leaning(), Leaning()
    for leaning in (first, second):
        leaning.draw(Stream(4, 0, "agent/1"))
    first.taste("mark", "ash-friend")
    assert first.taste("page", 1, 2) == second.taste("page", 1, 2)


def test_without_a_draw_everything_is_liked_alike() -> None:
    assert Leaning().taste("mark", "bell-rung") == Leaning().taste("delver", 1) == 0.0


def campaign(seed: int, index: int) -> Any:
    """How a whole campaign of two ends."""
    table = open_tables(GAME, {"mode": "campaign", "players": 2}).deal(seed, index)
    agents = [Heuristic() for _ in range(2)]
    for seat, agent in enumerate(agents, 1):
        agent.begin(seat, Stream(seed, index, f"agent/{seat}"))
    play_out(table, agents)
    return table.state


def test_a_whole_campaign_is_played_and_played_alike_again() -> None:
    one, other = campaign(3, 0), campaign(3, 0)
    assert one.result == "win"
    assert one.final
    assert one.key() == other.key()


def test_different_parties_come_to_different_ends() -> None:
    assert len({campaign(3, index).final for index in range(8)}) >= 2


def test_it_takes_the_delver_and_the_way_out_that_it_likes() -> None:
    parties = set()
    for index in range(8):
        table = open_tables(GAME, {"mode": "campaign", "players": 1}).deal(2, index)
        agent = Heuristic()
        agent.begin(1, Stream(2, index, "agent/1"))
        play_out(table, [agent], 200)
        parties.add(table.state.delvers[0].card)
    assert len(parties) > 1


def test_it_fears_the_defeat_that_fails_the_scenario(table: Table) -> None:
    t = table(at="turn")
    agent = Heuristic()
    agent.choose(t.session, 1, "turn", [("end",), ("command", 0)])
    fight = agent._answers["enemy"].__self__  # type: ignore[attr-defined]
    before = fight.loss(t.p1, 9)
    t.p1.summons = fight.fatal
    assert fight.loss(t.p1, 9) > before
