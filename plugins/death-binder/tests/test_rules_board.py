"""Boards and areas: start values, zones, piles, ranges (BOARD)."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from db_cards import action, behaviour, boss, enemy, event, event_enemy, obstacle, quest, skill, token
from db_table import DbTable

from undercroft.testing import rule
from undercroft_death_binder.cards import BoardInfo
from undercroft_death_binder.state import Player, State

Table = Callable[..., DbTable]
BLOW = action("blow", damage=9)


@rule("DB-BOARD-001")
def test_which_boards_are_used(table: Table) -> None:
    assert [board.id for board in table(at="new").rules.boards] == ["solo"]
    assert [board.id for board in table(at="new", players=2).rules.boards] == ["player1", "player2"]


@rule("DB-BOARD-002")
def test_solo_start_values(table: Table) -> None:
    t = table(at="new")
    assert (t.p1.health, t.p1.defense, t.state.blight, t.p1.xp, t.p1.steps) == (6, 1, 0, 0, [0] * 7)


@rule("DB-BOARD-003", "DB-BOARD-004")
def test_coop_start_values(table: Table) -> None:
    t = table(at="new", players=2)
    assert (t.p1.health, t.p1.defense, t.p1.xp, t.p1.steps) == (4, 2, 0, [0] * 7)
    assert (t.p2.health, t.p2.defense, t.p2.xp, t.p2.steps) == (6, 1, 0, [0] * 7)
    assert t.state.blight == 0


@rule("DB-BOARD-005")
def test_one_blight_for_both_boards(table: Table) -> None:
    t = table(event=event("decision", left="blight 2"), players=2, leader=2, blight=5)
    assert t.seat == 2
    t.choose("left")
    assert t.state.blight == 7
    assert "blight" not in Player.__annotations__


@rule("DB-BOARD-006")
def test_the_trackers_of_a_coop_game(table: Table) -> None:
    t = table(at="new", players=2)
    tracks = ("health", "defense", "xp", "blight")
    boards = [name for p in t.state.players for name in tracks if hasattr(p, name)]
    table_wide = [name for name in tracks if name in State.__annotations__]
    assert sum(len(p.steps) for p in t.state.players) == 14
    assert (len(boards) + len(table_wide), table_wide) == (7, ["blight"])


@rule("DB-BOARD-007")
def test_boards_have_no_back_that_rules_could_read() -> None:
    front = {"id", "role", "colour", "values", "costs", "xp_max", "skill_points", "rest"}
    assert {field.name for field in attrs.fields(BoardInfo)} == front


@rule("DB-BOARD-008")
def test_an_accepted_sidequest_lies_in_its_zone(table: Table) -> None:
    found = token("event", quest=quest("resolve_rests", 2))
    t = table(at="token-done", active=found)
    t.choose("accept")
    assert t.ids.name("token", t.p1.quest) == found.id
    assert t.state.active < 0
    assert found.id not in t.cards(t.state.supply, "token")


@rule("DB-BOARD-008")
def test_a_sidequest_stays_until_it_is_completed_or_exchanged(table: Table) -> None:
    mine, other = (token("event", quest=quest("resolve_rests", 2)) for _ in range(2))
    t = table(at="rest", quest=mine, active=token("rest", "rest", quest=quest("resolve_rests", 9)))
    t.choose("done")
    assert t.ids.name("token", t.p1.quest) == mine.id
    t.choose("done")
    assert t.p1.quest < 0
    t = table(at="token-done", active=other, quest=mine)
    t.choose("accept")
    assert t.ids.name("token", t.p1.quest) == other.id


@rule("DB-BOARD-009")
def test_the_latest_removed_card_lies_on_top(table: Table) -> None:
    t = table(hand=[BLOW, ...], removed=["boathook"], row=[enemy(health=99)])
    t.play(BLOW).end()
    assert t.cards(t.state.removed) == [BLOW.id, "boathook"]


@rule("DB-BOARD-010")
def test_skills_are_not_part_of_the_hand(table: Table) -> None:
    t = table(at="idle")
    for count in range(1, 12):
        t.rules.apply_one(t.state, t.p1, 4, 1)
        assert (len(t.p1.hand), len(t.p1.skills)) == (6, count)


@rule("DB-BOARD-011")
def test_a_stored_card_lies_on_top_of_sac(table: Table) -> None:
    t = table(at="store", used=[BLOW], sac=["boathook"], row=[enemy()])
    t.choose("store", BLOW)
    assert t.cards(t.p1.sac) == [BLOW.id, "boathook"]
    t = table(at="rest", sac=["boathook"], xp=4, specials=["tidebreaker", ...])
    t.choose("buy")
    assert t.cards(t.p1.sac) == ["tidebreaker", "boathook"]


@rule("DB-BOARD-012")
def test_vulnerabilities_of_a_player_begin_at_one(table: Table) -> None:
    t = table(at="new", players=2)
    assert [(p.vuln_melee, p.vuln_spell) for p in t.state.players] == [(1, 1), (1, 1)]


@rule("DB-BOARD-012")
def test_vulnerabilities_of_a_player_never_fall_below_one(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(abilities=["expose_melee -2", "expose_spell -1"])], vuln_spell=2)
    assert (t.p1.vuln_melee, t.p1.vuln_spell) == (1, 1)


@rule("DB-BOARD-013")
def test_three_piles_of_discards(table: Table) -> None:
    flash = skill(effects="damage_spell 9")
    thing = enemy(level=2, health=9)
    t = table(row=[thing], event=event("decision"), skills=[flash])
    t.choose("skill", flash, 0)
    s = t.state
    assert (t.cards(s.enemy_discard, "foe"), t.cards(s.skill_discard, "skill")) == ([thing.id], [flash.id])
    assert len(s.event_discard) == 1


@rule("DB-BOARD-013")
def test_event_enemies_go_back_to_their_pile(table: Table) -> None:
    t = table(hand=[BLOW, ...], row=["vault-salvager"])
    before = len(t.state.event_enemies)
    t.play(BLOW).end()
    assert len(t.state.event_enemies) == before + 1
    assert not len(t.state.enemy_discard)


@rule("DB-BOARD-014")
def test_where_an_event_lies(table: Table) -> None:
    choice = event("decision", left="xp 1")
    t = table(event=choice, active=["event", "rest"])
    assert (t.ids.name("event", t.state.event), t.row) == (choice.id, [])
    assert t.state.active >= 0
    t.choose("left")
    assert t.state.event < 0
    rocks = obstacle(health=4)
    assert table(event=rocks).foes == [rocks.also[0].id]


@rule("DB-BOARD-015")
@pytest.mark.parametrize("players", [1, 2])
def test_the_row_from_left_to_right(table: Table, players: int) -> None:
    t = table(at="encounter", players=players, blight=4, enemies=["lamp-eel", "silt-crawler", "grave-crab", ...])
    assert t.foes == ["lamp-eel", "silt-crawler", "grave-crab"][: 1 + players]


@rule("DB-BOARD-015")
def test_all_kinds_of_foes_stand_in_the_row(table: Table) -> None:
    assert table(at="boss", bosses=[boss("the-end")]).foes == ["the-end"]
    rocks = obstacle(health=4)
    assert table(event=rocks).foes == [rocks.also[0].id]
    guard = [event_enemy("first-guard"), event_enemy("second-guard")]
    watch = event("ambush", solo=guard)
    assert table(event=watch, event_enemies=guard).foes == ["first-guard", "second-guard"]


@rule("DB-BOARD-015")
def test_behaviour_cards_lie_with_their_enemies(table: Table) -> None:
    icons = [behaviour("other"), behaviour("leader")]
    t = table(at="combat-start", players=2, row=["lamp-eel", "silt-crawler"], behaviours=icons)
    assert [t.ids.name("behaviour", f.behaviour) for f in t.row] == [card.id for card in icons]
    assert [f.target for f in t.row] == [2, 1]


@rule("DB-BOARD-016")
def test_health_and_defense_keep_to_their_tracks(table: Table) -> None:
    t = table(at="idle", health=5, defense=9)
    t.rules.gain_defense(t.state, t.p1, 3)
    assert t.p1.defense == 10
    t.rules.heal(t.state, t.p1, 3)
    assert t.p1.health == 6
    t.rules.hurt(t.state, t.p1, 12)
    assert (t.p1.defense, t.p1.health) == (0, 4)
    t = table(event=event("decision", left="health -4"), health=1)
    t.choose("left")
    assert t.p1.health == 0
