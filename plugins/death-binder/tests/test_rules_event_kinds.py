"""Events: their deck, where they lie, Ambush, Discovery, Decision, and what effects do (EVENT)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import Made, action, event, event_enemy, obstacle
from db_table import DbTable

from undercroft.testing import open_tables, rule

Table = Callable[..., DbTable]
EVENTS = open_tables("death-binder").content.ids["event"]
BLOW, SLAM = action("blow", damage=99), action("slam", damage=99)


def tosses(t: DbTable) -> int:
    """The tosses that were made."""
    return len(t.told("DB-FAITH-005"))


# -- the deck and the Active Area


@rule("DB-EVENT-001")
@pytest.mark.parametrize(
    ("kind", "prompt"),
    [
        ("guard-patrol", "attack"),
        ("drowned-reliquary", "discovery"),
        ("the-open-hand", "decision"),
        ("the-drowned-census", "estimate"),
        ("obstacle", "attack"),
        ("cave_in", "rest"),
    ],
)
def test_each_kind_is_resolved_in_its_own_way(table: Table, kind: str, prompt: str) -> None:
    made: dict[str, Made] = {"obstacle": obstacle(), "cave_in": event("cave_in", places=["A5"])}
    assert table(event=made.get(kind, kind)).prompt == prompt


@rule("DB-EVENT-002")
def test_an_ambush_lies_in_the_active_area_and_its_enemies_in_the_combat_area(table: Table) -> None:
    t = table(event="guard-patrol")
    assert t.session.view(1)["event"] == "guard-patrol"
    assert [foe["foe"] for foe in t.session.view(1)["row"]] == ["drowned-sergeant"]
    assert t.cards(t.state.event_discard, "event") == []


@rule("DB-EVENT-002")
def test_only_an_obstacle_lies_in_the_combat_area(table: Table) -> None:
    wall = obstacle("wall")
    assert table(event=wall).foes == ["wall-itself"]
    for other in ("the-open-hand", "drowned-reliquary", "the-drowned-census"):
        t = table(event=other)
        assert (t.session.view(1)["event"], t.row) == (other, [])


@rule("DB-EVENT-003")
def test_a_used_up_deck_is_made_anew_from_the_used_cards(table: Table) -> None:
    drawn, orders = set(), set()
    for seed in range(6):
        t = table(at="event", events=[], event_discard=EVENTS, seed=seed)
        used = 1 if t.state.event < 0 else 0  # a Cave In is over already
        assert len(t.state.events) == 38
        assert len(t.state.event_discard) == used
        assert len(t.told("DB-EVENT-003")) == 1
        drawn.add(t.state.event)
        orders.add(tuple(t.state.events.cards()))
    assert len(drawn) > 2
    assert len(orders) == 6
    assert tuple(range(38)) not in orders


@rule("DB-EVENT-004")
def test_the_deck_is_made_anew_only_when_a_card_is_needed(table: Table) -> None:
    last = "the-open-hand"
    used = [name for name in EVENTS if name != last]
    t = table(at="event", events=[last], event_discard=used, active=["event", "rest", "event"])
    t.choose("right")
    assert t.prompt == "rest"
    assert (len(t.state.events), len(t.state.event_discard)) == (0, 39)
    assert not t.told("DB-EVENT-003")
    t.choose("done")
    assert t.told("DB-EVENT-003")
    left = t.cards(t.state.events, "event") + t.cards(t.state.event_discard, "event")
    assert sorted([*left, *([EVENTS[t.state.event]] if t.state.event >= 0 else [])]) == sorted(EVENTS)
    assert len(t.state.events) == 38


@rule("DB-EVENT-005")
def test_a_resolved_event_is_discarded(table: Table) -> None:
    t = table(event="the-open-hand", event_discard=["guard-patrol"])
    assert t.session.view(1)["event"] == "the-open-hand"
    t.choose("left")
    assert t.cards(t.state.event_discard, "event") == ["the-open-hand", "guard-patrol"]
    assert t.session.view(1)["event"] is None


# -- Ambush


@rule("DB-EVENT-006")
def test_an_ambush_takes_the_named_enemies_from_their_pile_and_combat_starts(table: Table) -> None:
    t = table(event="guard-patrol", defense=9, starting_defense=1)
    assert t.foes == ["drowned-sergeant"]
    pile = t.ids.names("foe", t.state.event_enemies)
    assert (len(pile), "drowned-sergeant" in pile) == (7, False)
    assert (t.prompt, t.state.round, t.p1.defense) == ("attack", 1, 1)


@rule("DB-EVENT-007")
@pytest.mark.parametrize(("players", "expected"), [(1, ["g1"]), (2, ["g1", "g2"])])
def test_an_ambush_has_a_list_for_each_number_of_players(table: Table, players: int, expected: list[str]) -> None:
    g1, g2 = event_enemy("g1"), event_enemy("g2")
    t = table(event=event("ambush", solo=[g1], coop=[g1, g2]), event_enemies=[g2, g1], players=players)
    assert t.foes == expected


@rule("DB-EVENT-008")
def test_an_ambush_is_resolved_when_its_last_enemy_falls(table: Table) -> None:
    g1, g2 = event_enemy("g1", health=1), event_enemy("g2", health=1)
    patrol = event("ambush", "patrol", solo=[g1, g2])
    t = table(event=patrol, event_enemies=[g1, g2], hand=[BLOW, SLAM, ...])
    t.play(BLOW)
    assert t.foes == ["g2"]
    assert (t.session.view(1)["event"], t.state.event_discard) == ("patrol", [])
    t.end()
    assert (t.prompt, t.foes) == ("attack", ["g2"]), "its Enemies attack, and a new round begins"
    assert t.state.event_discard == []
    t.play(SLAM).end()
    assert t.cards(t.state.event_discard, "event") == ["patrol"]
    assert (t.session.view(1)["event"], t.prompt) == (None, "rest")


# -- Discovery


@rule("DB-EVENT-009")
def test_a_discovery_offers_a_toss_or_its_blight(table: Table) -> None:
    t = table(event=event("discovery", reward="xp 2", penalty="dd -1", blight=2))
    assert t.options == [("toss",), ("blight",)]
    assert "2 Blight" in t.labels[1]
    assert tosses(t) == 0


@rule("DB-EVENT-010")
def test_a_discovery_won_brings_the_reward(table: Table) -> None:
    found = event("discovery", "found", reward="xp 2", penalty="dd -2", blight=3)
    t = table(event=found, faith=[True], xp=1, dd=9, blight=4)
    t.choose("toss")
    assert (t.p1.xp, len(t.p1.dd), t.state.blight) == (3, 9, 4)
    assert t.cards(t.state.event_discard, "event") == ["found"]


@rule("DB-EVENT-011")
def test_a_discovery_lost_brings_the_penalty(table: Table) -> None:
    found = event("discovery", "found", reward="xp 2", penalty="dd -2", blight=3)
    t = table(event=found, faith=[False], xp=1, dd=9, blight=4)
    t.choose("toss")
    assert (t.p1.xp, len(t.p1.dd), len(t.state.removed), t.state.blight) == (1, 7, 2, 4)
    assert t.cards(t.state.event_discard, "event") == ["found"]


@rule("DB-EVENT-012")
def test_a_discovery_is_left_alone_for_its_blight(table: Table) -> None:
    found = event("discovery", "found", reward="xp 2", penalty="dd -2", blight=2)
    t = table(event=found, faith=[True], xp=1, dd=9, blight=4)
    t.choose("blight")
    assert (t.p1.xp, len(t.p1.dd), t.state.blight) == (1, 9, 6)
    assert (tosses(t), t.state.dice.scripted) == (0, 1)
    assert t.cards(t.state.event_discard, "event") == ["found"]


@rule("DB-EVENT-013")
def test_a_discovery_may_be_left_alone_at_maximum_blight(table: Table) -> None:
    found = event("discovery", "found", blight=2)
    t = table(event=found, blight=15, players=1, enemies=9)
    assert t.state.blight == t.rules.blight_max
    t.choose("blight")
    assert (t.state.blight, len(t.state.enemies), len(t.state.enemy_discard)) == (15, 7, 2)
    assert t.cards(t.state.event_discard, "event") == ["found"]


# -- Decision


@rule("DB-EVENT-023")
@pytest.mark.parametrize(("side", "xp", "blight"), [("left", 4, 8), ("right", 1, 4)])
def test_a_decision_carries_out_one_side_alone(table: Table, side: str, xp: int, blight: int) -> None:
    t = table(
        event=event("decision", left=["xp 4", "blight 2"], right=["xp 1", "blight -2"]), blight=6, dd=9, removed=5
    )
    assert t.options == [("left",), ("right",)]
    before = (t.p1.health, len(t.p1.dd), len(t.p1.hand), len(t.state.enemies))
    t.choose(side)
    assert (t.p1.xp, t.state.blight) == (xp, blight)
    assert (t.p1.health, len(t.p1.dd), len(t.p1.hand), len(t.state.enemies)) == before


@rule("DB-EVENT-024")
def test_a_side_may_be_chosen_that_cannot_be_carried_out_in_full(table: Table) -> None:
    t = table(event=event("decision", left=["xp 1", "blight -2"], right="dd 3"), blight=0, removed=0)
    assert t.options == [("left",), ("right",)]
    t.choose("left")
    assert (t.p1.xp, t.state.blight) == (1, 0)


@rule("DB-EVENT-024")
def test_the_effects_of_a_side_come_in_printed_order(table: Table) -> None:
    up_first = event("decision", left=["blight 2", "blight -2"], right=["blight -2", "blight 2"])
    assert table(event=up_first, blight=1).choose("left").state.blight == 1
    assert table(event=up_first, blight=1).choose("right").state.blight == 2


# -- effects


@rule("DB-EVENT-038")
@pytest.mark.parametrize("vulnerable", [1, 3])
def test_health_lost_to_an_event_ignores_defense_and_vulnerability(table: Table, vulnerable: int) -> None:
    t = table(
        event=event("discovery", penalty="health -1"), faith=[False], defense=2, health=5,
        vuln_melee=vulnerable, vuln_spell=vulnerable,
    )  # fmt: skip
    t.choose("toss")
    assert (t.p1.defense, t.p1.health) == (2, 4)


@rule("DB-EVENT-040")
@pytest.mark.parametrize(
    ("effect", "figure", "change"),
    [
        ("xp 2", "xp", 2), ("xp -2", "xp", -2), ("xp -9", "xp", -5),
        ("blight 2", "blight", 2), ("blight -2", "blight", -2),
        ("dd 2", "dd", 2), ("dd -2", "dd", -2),
        ("health 1", "health", 1), ("health -2", "health", -2),
        ("skill 2", "skills", 2), ("special 1", "hand", 1), ("blinded 2", "hand", 2),
    ],
)  # fmt: skip
def test_what_an_effect_changes(table: Table, effect: str, figure: str, change: int) -> None:
    def figures(t: DbTable) -> dict[str, int]:
        p = t.p1
        return {
            "xp": p.xp, "blight": t.state.blight, "dd": len(p.dd), "health": p.health, "skills": len(p.skills),
            "hand": len(p.hand), "sac": len(p.sac), "defense": p.defense,
        }  # fmt: skip

    t = table(
        event=event("decision", left=effect), xp=5, blight=7, dd=9, health=4, hand=3, removed=6, points=[6],
        blinded=8, specials=["tidebreaker"],
    )  # fmt: skip
    before = figures(t)
    t.choose("left")
    after = figures(t)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {figure: change}
    assert "special" not in effect or t.cards(t.p1.hand)[-1] == "tidebreaker"
    assert "blinded" not in effect or len(t.state.blinded) == 6


@rule("DB-EVENT-040")
def test_effects_hit_the_resolving_player_and_the_one_blight_track(table: Table) -> None:
    hard = event("decision", left=["blight 2", "xp 3", "dd -2", "health -1", "skill 1", "blinded 1"])
    t = table(event=hard, leader=2, blight=3, dd=9, health=4, p2={"dd": 9, "health": 4})
    assert t.seat == 2
    hand = len(t.p2.hand)
    t.choose("left")
    assert t.state.blight == 5
    assert (t.p1.xp, len(t.p1.dd), t.p1.health, t.p1.skills, len(t.p1.sac)) == (0, 9, 4, [], 0)
    assert (t.p2.xp, len(t.p2.dd), t.p2.health, len(t.p2.skills)) == (3, 7, 3, 1)
    assert len(t.p2.hand) + len(t.p2.sac) == hand + 1
