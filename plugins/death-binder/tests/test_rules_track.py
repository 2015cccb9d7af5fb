"""The tracks: undefended, Blight, experience and skill points (TRACK)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, enemy, event, quest
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
BLOW = action("blow", damage=9)


@rule("DB-TRACK-001")
@pytest.mark.parametrize(("defense", "health"), [(0, 3), (1, 5), (2, 6)])
def test_who_has_no_defense_is_undefended(table: Table, defense: int, health: int) -> None:
    t = table(at="enemies-turn", row=[enemy(damage=2, abilities="punish_undefended 1")], defense=defense)
    assert t.p1.health == health


@rule("DB-TRACK-002")
def test_neither_rest_nor_combat_raises_blight(table: Table) -> None:
    icons = ["rest", "encounter", "rest"]
    t = table(at="rest", active=icons, blight=3, xp=20, health=4, enemies=[enemy(health=99)], hand=[BLOW, ...])
    t.choose("upgrade", "max_attacks").choose("heal").choose("done")
    assert t.state.blight == 3
    t.play(BLOW).end()
    assert (t.state.round, t.state.blight) == (2, 3)


@rule("DB-TRACK-002")
def test_what_raises_blight(table: Table) -> None:
    t = table(event=event("decision", left="blight 2"), active=["event", "rest"], blight=1)
    t.choose("left")
    assert t.state.blight == 3
    t.choose("done")
    assert t.state.blight == 5
    assert table(at="enemies-turn", row=[enemy(abilities="blight 2")], blight=1).state.blight == 3


@rule("DB-TRACK-003", "DB-TRACK-004")
@pytest.mark.parametrize(("blight", "count"), [(0, 1), (3, 1), (4, 2), (5, 2), (8, 2), (9, 3), (12, 3), (15, 3)])
def test_how_many_enemies_an_encounter_draws_solo(table: Table, blight: int, count: int) -> None:
    deck = [enemy(f"foe-{n}") for n in range(6)]
    t = table(at="encounter", blight=blight, enemies=deck)
    assert t.foes == [card.id for card in deck[:count]]
    assert len(t.state.enemies) == 6 - count


@rule("DB-TRACK-003", "DB-TRACK-005")
@pytest.mark.parametrize(("blight", "count"), [(0, 2), (3, 2), (4, 3), (11, 3), (12, 4), (19, 4), (20, 5), (24, 5)])
def test_how_many_enemies_an_encounter_draws_in_coop(table: Table, blight: int, count: int) -> None:
    deck = [enemy(f"foe-{n}") for n in range(6)]
    t = table(at="encounter", blight=blight, enemies=deck, players=2)
    assert t.foes == [card.id for card in deck[:count]]


@rule("DB-TRACK-006")
@pytest.mark.parametrize(("players", "most"), [(1, 15), (2, 24)])
def test_blight_beyond_the_end_takes_enemy_cards(table: Table, players: int, most: int) -> None:
    t = table(at="idle", players=players, blight=most, enemies=30)
    top = t.cards(t.state.enemies, "foe")
    t.run("gain_blight", 4)
    assert t.state.blight == most
    assert t.cards(t.state.enemies, "foe") == top[4:]


@rule("DB-TRACK-007")
def test_what_fits_on_the_track_is_gained(table: Table) -> None:
    t = table(at="idle", blight=14, enemies=40)
    t.run("gain_blight", 3)
    assert (t.state.blight, len(t.state.enemies)) == (15, 38)


@rule("DB-TRACK-008")
def test_enemies_taken_by_blight_are_not_defeated(table: Table) -> None:
    t = table(at="idle", blight=15, enemies=["lamp-eel", "grave-crab"], quest=quest("defeat_enemies", 9))
    t.run("gain_blight", 1)
    assert t.cards(t.state.enemy_discard, "foe") == ["lamp-eel"]
    assert t.cards(t.state.enemy_discard.hidden(), "foe") == ["lamp-eel"]
    assert (t.p1.xp, t.p1.progress, t.state.enemies_defeated) == (0, 0, 0)


@rule("DB-TRACK-008")
def test_an_empty_enemy_deck_is_not_made_anew_for_blight(table: Table) -> None:
    used = [enemy(level=4), enemy(level=4)]
    t = table(at="idle", blight=15, enemies=["lamp-eel", "grave-crab"], enemy_discard=used)
    t.run("gain_blight", 5)
    assert (len(t.state.enemies), len(t.state.enemy_discard), t.p1.xp, t.state.blight) == (0, 4, 0, 15)


@rule("DB-TRACK-009")
@pytest.mark.parametrize(("blight", "after"), [(1, 0), (5, 3)])
def test_blight_falls_to_zero_at_the_lowest(table: Table, blight: int, after: int) -> None:
    t = table(event=event("decision", left="blight -2"), blight=blight)
    t.choose("left")
    assert t.state.blight == after


@rule("DB-TRACK-010")
def test_no_more_xp_is_spent_than_there_is(table: Table) -> None:
    t = table(at="rest", xp=3)
    refused = t.refused("upgrade", "max_health")
    assert refused is not None
    assert refused.rule == "DB-TRACK-010"
    assert not t.can("upgrade", "max_health")
    assert not t.can("buy")
    assert t.p1.xp == 3


@rule("DB-TRACK-010")
def test_xp_rises_falls_and_is_never_negative(table: Table) -> None:
    t = table(event=event("decision", left="xp 3", right="xp -5"), xp=2)
    assert t.fork().choose("left").state.players[0].xp == 5
    assert t.choose("right").state.players[0].xp == 0


@rule("DB-TRACK-011", "DB-TRACK-013")
@pytest.mark.parametrize(("before", "gain", "drawn"), [(4, 3, 1), (5, 1, 1), (4, 1, 0), (0, 5, 0)])
def test_reaching_a_skill_point_draws_a_skill(table: Table, before: int, gain: int, drawn: int) -> None:
    t = table(event=event("decision", left=f"xp {gain}"), xp=before, skill_deck=["deep-breath", "third-hand", ...])
    t.choose("left")
    assert t.p1.xp == before + gain
    assert t.cards(t.p1.skills, "skill") == ["deep-breath"][:drawn]


@rule("DB-TRACK-011")
def test_the_skill_is_drawn_at_once(table: Table) -> None:
    # The second attack of the same turn may already be a new Skill.
    t = table(hand=[BLOW, ...], row=[enemy(xp=2), enemy()], xp=4, skill_deck=["ankle-chain", ...])
    t.play(BLOW)
    assert t.can("skill", "ankle-chain", 0)


@rule("DB-TRACK-012")
def test_a_skill_point_works_once(table: Table) -> None:
    t = table(event=event("decision", left="xp 5"), xp=2, points=[6])
    t.choose("left")
    assert (t.p1.xp, t.p1.skills) == (7, [])


@rule("DB-TRACK-012")
def test_a_skill_point_works_once_however_xp_moves(table: Table) -> None:
    t = table(at="idle")
    for _ in range(3):
        t.rules.gain_xp(t.state, t.p1, 6)
        t.p1.xp = 0
    assert len(t.p1.skills) == 1


@rule("DB-TRACK-012")
def test_each_player_has_skill_points_of_the_own_board(table: Table) -> None:
    t = table(at="idle", p1={"points": [6]}, p2={})
    for p in t.state.players:
        t.rules.gain_xp(t.state, p, 6)
    assert (len(t.p1.skills), len(t.p2.skills)) == (0, 1)


@rule("DB-TRACK-014")
@pytest.mark.parametrize("board", [{}, {"leader": 1, "players": 2}, {"leader": 2, "players": 2}])
def test_the_experience_track(table: Table, board: dict[str, int]) -> None:
    t = table(at="idle", **board)
    p = t.state.players[board.get("leader", 1) - 1]
    drawn = []
    for _ in range(20):
        before = len(p.skills)
        t.rules.gain_xp(t.state, p, 1)
        drawn += [p.xp] * (len(p.skills) - before)
    assert drawn == [6, 10, 14, 18]
    p.xp = 18
    t.rules.gain_xp(t.state, p, 5)
    assert p.xp == 20


@rule("DB-TRACK-015")
@pytest.mark.parametrize(("before", "gain", "drawn"), [(5, 6, 2), (0, 20, 4), (10, 8, 2)])
def test_one_gain_may_pass_several_points(table: Table, before: int, gain: int, drawn: int) -> None:
    t = table(event=event("decision", left=f"xp {gain}"), xp=before)
    t.choose("left")
    assert (t.p1.xp, len(t.p1.skills)) == (before + gain, drawn)


@rule("DB-TRACK-016")
def test_spending_draws_no_skill(table: Table) -> None:
    t = table(at="rest", xp=12, points=[6])
    t.choose("upgrade", "max_health")
    assert (t.p1.xp, t.p1.skills, t.p1.points) == (8, [], 1)
    t.rules.gain_xp(t.state, t.p1, 2)
    assert len(t.p1.skills) == 1


@rule("DB-TRACK-016")
def test_losing_xp_draws_no_skill(table: Table) -> None:
    t = table(event=event("decision", left="xp -4"), xp=12)
    t.choose("left")
    assert (t.p1.xp, t.p1.skills, t.p1.points) == (8, [], 0)
