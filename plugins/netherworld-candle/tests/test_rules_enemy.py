"""Enemies: the Enemy Round, targets, movement, defeat, Neidan (NC-ENEMY)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import action, artifact, enemy, equip, event, foe, location, nether, trigger, use
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.rules.equipment import NETHER, SKILL
from undercroft_netherworld_candle.terms import DO_ATTACK, DO_MOVE, PREY

Table = Callable[..., NcTable]

HALL = location("hall")
WELL = location("well", x=1)
FAR = location("far", x=2)
END = location("end", x=3)
ROW = [HALL, WELL, FAR, END]
DOG = equip("dog", kind="companion", health=4)


def who_was_hit(t: NcTable, full: int = 6) -> list[int]:
    """The seats of the Delvers who lost Health."""
    return [d.seat for d in t.s.delvers if d.health < full]


# -- the round


@rule("NC-ENEMY-001")
def test_every_enemy_activates_once(table: Table) -> None:
    t = table(at="enemies", health=6, enemies=[enemy(health=n) for n in (2, 3, 4, 5)])
    assert t.p1.health == 2
    assert len(t.told("NC-ENEMY-012")) == 4
    assert t.s.round == 2


@rule("NC-ENEMY-002")
def test_the_order_is_by_remaining_health(table: Table) -> None:
    t = table(
        at="enemies", health=8, enemies=[enemy("five", health=5), enemy("two", health=5, wounds=3), enemy("three")]
    )
    assert [entry.args[0] for entry in t.told("NC-ENEMY-012")] == ["Two #2", "Three #3", "Five #1"]
    t = table(at="enemies", grandmaster=2, p2={"energy": 3}, enemies=[enemy("ape"), enemy("bat", place=0)])
    assert (t.prompt, t.seat) == ("activate", 2)
    t.choose("enemy", 2)
    assert t.told("NC-ENEMY-012")[0].args[0] == "Bat #2"


@rule("NC-ENEMY-003")
def test_who_spawns_in_the_enemy_round_does_not_activate(table: Table) -> None:
    pup = enemy("pup", ready="ready")
    mother = enemy("mother", triggers=[trigger("activate", "spawn pup where=gm")])
    t = table(at="enemies", health=6, enemies=[mother], cards=[pup])
    assert t.foes == ["mother", "pup"]
    assert t.p1.health == 5
    killer = enemy("killer", health=1, hunts=["beast"], damage=3)
    t = table(at="enemies", health=6, enemies=[killer, enemy("prey", health=2)])
    assert t.foes == ["killer"]
    assert t.p1.health == 6
    striker = enemy("striker", health=1, hunts=["prey"], damage=3)
    t = table(at="enemies", health=8, enemies=[enemy("victim", health=5, keyword="prey"), enemy("steady", health=4),
                                               striker])  # fmt: skip
    assert t.foe().damage == 3  # it has less Health than the steady one now, and keeps its place
    assert [entry.args[0] for entry in t.told("NC-ENEMY-012")] == ["Striker #3", "Steady #2", "Victim #1"]


@rule("NC-ENEMY-004")
def test_an_immobilized_enemy_recovers_instead(table: Table) -> None:
    t = table(at="enemies", health=6, enemies=[enemy(immobilized=True)])
    assert t.p1.health == 6
    assert not t.foe().immobilized
    t = table(health=6, enemies=[enemy(immobilized=True)]).do("activate")
    assert (t.p1.health, t.foe().immobilized) == (6, False)
    assert table(health=6, enemies=[enemy()]).do("activate").p1.health == 5


@rule("NC-ENEMY-005")
def test_with_a_target_in_range_it_attacks_and_stays(table: Table) -> None:
    t = table(at="enemies", map=ROW, enemies=[enemy(movement=2)], p2={"place": 2})
    assert who_was_hit(t) == [1]
    assert t.foe().place == 0


@rule("NC-ENEMY-006")
def test_otherwise_it_moves_and_then_attacks_if_it_can(table: Table) -> None:
    t = table(at="enemies", map=ROW, enemies=[enemy(place=2)])
    assert t.foe().place == 1
    assert who_was_hit(t) == []
    t = table(at="enemies", map=ROW, enemies=[enemy(place=1)])
    assert t.foe().place == 0
    assert who_was_hit(t) == [1]


@rule("NC-ENEMY-007")
def test_range_and_movement(table: Table) -> None:
    t = table(at="enemies", map=ROW, enemies=[enemy(place=1, range=1)])
    assert t.foe().place == 1
    assert who_was_hit(t) == [1]
    assert t.rules.reach(t.s, t.foe()) == 1
    assert t.rules.paces(t.s, t.foe()) == 1
    t = table(at="enemies", map=ROW, enemies=[enemy(place=3, movement=2)])
    assert t.foe().place == 1
    assert who_was_hit(t) == []


# -- targets


@rule("NC-ENEMY-008")
def test_delvers_and_companions_are_targets_enemies_are_not(table: Table) -> None:
    dog = equip("dog", kind="companion", health=4, place=1)
    cur = enemy("cur", place=1)
    t = table(at="enemies", map=[HALL, WELL, FAR], place=0, equipment=[dog], enemies=[cur, cur])
    assert t.p1.equipment[0].damage == 2
    assert who_was_hit(t) == []
    assert [e.damage for e in t.s.enemies] == [0, 0]


@rule("NC-ENEMY-009")
def test_lowest_energy_then_lowest_health_then_the_gm(table: Table) -> None:
    t = table(at="enemies", energy=4, enemies=[enemy()], p2={"energy": 3})
    assert who_was_hit(t) == [2]
    t = table(at="enemies", energy=3, health=6, enemies=[enemy()], p2={"energy": 3, "health": 5})
    assert t.p2.health == 4
    t = table(at="enemies", energy=3, health=6, enemies=[enemy()], p2={"energy": 4, "health": 2})
    assert (t.p1.health, t.p2.health) == (5, 2)  # Energy comes before Health
    t = table(at="enemies", map=ROW, energy=7, health=8, enemies=[enemy(range=1)], p2={"place": 1, "energy": 0})
    assert (t.p1.health, t.p2.health) == (7, 6)  # and the distance before both
    t = table(at="enemies", energy=3, grandmaster=2, enemies=[enemy()], p2={"energy": 3})
    assert (t.prompt, t.seat) == ("target", 2)
    assert t.options == [("target", 1, -1), ("target", 2, -1)]
    t.choose("target", 1, -1)
    assert who_was_hit(t) == [1]


@rule("NC-ENEMY-010")
def test_prey_only_breaks_ties_of_distance(table: Table) -> None:
    hunter = enemy(prey="most-equipment", range=1)
    tools = [
        equip(f"t{n}", kind=kind) for n, kind in enumerate(("tool", "weapon", "accessory", "backpack", "consumable"))
    ]
    t = table(at="enemies", map=ROW, equipment=tools[:1], enemies=[hunter], p2={"equipment": tools, "place": 1})
    assert who_was_hit(t) == [1]
    t = table(at="enemies", energy=0, equipment=tools[:1], enemies=[hunter], p2={"equipment": tools, "energy": 7})
    assert who_was_hit(t) == [2]
    t = table(at="enemies", energy=5, equipment=tools[:1], enemies=[hunter], p2={"equipment": tools[1:2], "energy": 4})
    assert who_was_hit(t) == [2]  # both meet it alike: the list goes on


@pytest.mark.parametrize(
    ("prey", "words"),
    [
        ("fewest-equipment", {"equipment": []}), ("most-artifacts", {"artifacts": ["coffin-nail"]}),
        ("most-neidan", {"neidan": 1}), ("most-redraw", {"redraw": 1}), ("most-threats", {"threat": ["shackle-sore"]}),
        ("fewest-cards", {"hand": []}), ("most-cards", {"hand": ["light-step", "observation"]}), ("gm", {}),
        ("immobilized", {"immobilized": True}), ("highest-health", {"health": 7}), ("highest-energy", {"energy": 7}),
        ("highest-strength", {"strength": 4}), ("highest-courage", {"courage": 4}),
        ("highest-geomancy", {"geomancy": 4}), ("highest-destiny", {"destiny": 4}),
        ("lowest-strength", {"strength": 1}), ("lowest-courage", {"courage": 1}),
        ("lowest-geomancy", {"geomancy": 1}), ("lowest-destiny", {"destiny": 1}),
    ],
)  # fmt: skip
@rule("NC-ENEMY-010")
def test_each_prey_condition(table: Table, prey: str, words: dict[str, Any]) -> None:
    assert prey in PREY
    other = {"equipment": [equip("knife")], "hand": ["light-step"], "energy": 5, "health": 6}
    if prey == "most-cards":
        other["hand"] = []
    second = {"equipment": [equip("knife")], "hand": ["light-step"], "energy": 6, "health": 6, **words}
    t = table(at="enemies", grandmaster=2, enemies=[enemy(prey=prey, damage=1)], p2=second, **other)
    while t.prompt == "any-time":
        t.choose("done")
    hit = [entry.args[1] for entry in t.told("NC-ENEMY-012")]
    assert hit == [t.rules.name(t.p2)]


@rule("NC-ENEMY-010")
def test_prey_on_companions(table: Table) -> None:
    t = table(at="enemies", energy=0, health=1, equipment=[DOG], enemies=[enemy(prey="companion")])
    assert (t.p1.health, t.p1.equipment[0].damage) == (1, 1)  # although the Delver has less Health
    t = table(at="enemies", energy=0, health=6, enemies=[enemy(prey="companion")], p2={"energy": 1})
    assert who_was_hit(t) == [1]


@rule("NC-ENEMY-011")
def test_whom_and_how_an_enemy_walks(table: Table) -> None:
    t = table(at="enemies", map=[*ROW, location("edge", x=4), location("rim", x=5)], place=0, enemies=[enemy(place=2)],
              p2={"place": 5})  # fmt: skip
    assert t.foe().place == 1
    for prey, at in (("none", 0), ("highest-energy", 2)):  # the same list as for an attack
        t = table(at="enemies", map=ROW, energy=3, enemies=[enemy(place=1, prey=prey)], p2={"place": 2, "energy": 5})
        assert (t.foe().place, who_was_hit(t)) == (at, [1 if at == 0 else 2])
    square = [HALL, WELL, location("south", x=0, y=1), location("corner", x=1, y=1)]
    t = table(at="enemies", map=square, grandmaster=2, place=0, enemies=[enemy(place=3)], p2={"place": 0})
    t.choose("target", 1, -1)
    assert (t.prompt, t.seat) == ("step", 2)
    assert set(t.options) == {("place", 1), ("place", 2)}
    t.choose("place", 2)
    assert t.foe().place == 2
    t = table(at="enemies", map=[HALL, location("isle", x=5)], enemies=[enemy(place=1)])
    assert t.foe().place == 1
    assert who_was_hit(t) == []


@rule("NC-ENEMY-012")
def test_an_attack_costs_its_damage(table: Table) -> None:
    assert table(at="enemies", health=5, enemies=[enemy(damage=2)]).p1.health == 3
    t = table(at="enemies", health=5, equipment=[DOG], enemies=[enemy(damage=2)])
    assert (t.p1.health, t.p1.equipment[0].damage) == (5, 2)
    rat = table().content.encounter[table().content.index["encounter"]["giant-rat"]]
    assert rat.damage == 1
    assert rat.prey == "none"


@rule("NC-ENEMY-013")
@rule("NC-ENEMY-014")
def test_an_enemy_turned_against_enemies(table: Table) -> None:
    turn = action("turn-it", "turncoat target=enemy")
    t = table(at="turn", map=ROW, place=0, health=6, hand=[turn], p2={"place": 1},
              enemies=[enemy("traitor", damage=3), enemy("victim", health=5, armor=1)])  # fmt: skip
    t.choose("play", turn, ADVANCED).choose("enemy", 1)
    assert t.foe(1).damage == 2
    assert who_was_hit(t) == []
    t = table(enemies=[enemy("traitor", damage=1), enemy("shell", armor=2)])
    t.drive(t.rules.activate(t.s, t.foe(0), against=True))
    assert t.foe(1).damage == 0
    t = table(map=ROW, place=3, enemies=[enemy("traitor", damage=3), enemy("victim", health=5, place=1)])
    t.drive(t.rules.activate(t.s, t.foe(0), against=True))
    assert (t.foe(0).place, t.foe(1).damage) == (1, 3)  # it walks toward the nearer one, and attacks it there


@rule("NC-ENEMY-015")
def test_a_human_does_not_fight_back(table: Table) -> None:
    human = enemy("human", keyword="human", health=9)
    t = table(at="enemies", map=ROW, place=2, enemies=[human, enemy("shade", health=8, hunts=["human"], damage=2)])
    assert t.foe(0).damage == 2
    assert t.foe(0).place == 1
    assert t.foe(1).damage == 0


@rule("NC-ENEMY-016")
def test_enemies_as_targets_have_no_energy(table: Table) -> None:
    hunter = enemy("hunter", health=9, hunts=["battalion"])
    unit = enemy("xiaoling", health=8, keyword="battalion", damage=0)
    t = table(at="enemies", energy=2, health=6, enemies=[hunter, unit])
    assert t.foe(1).damage == 1
    assert t.p1.health == 6
    bait = enemy("bait", health=8, damage=0, bait=True)
    t = table(at="enemies", energy=3, health=6, enemies=[enemy("any-other", health=9), bait])
    assert t.foe(1).damage == 1
    assert t.p1.health == 6


@rule("NC-ENEMY-017")
def test_passives_of_immobilized_enemies_go_on(table: Table) -> None:
    flower = enemy("flower", immobilized=True, modifiers=[{"mod": "strength", "n": -1, "scope": "here"}])
    t = table(at="turn", strength=3, health=6, map=[HALL, WELL], enemies=[flower])
    assert t.rules.attribute(t.s, t.p1, 0) == 2
    t.choose("command", DO_MOVE)
    assert t.p1.health == 6
    howler = enemy("howler", immobilized=True, triggers=[trigger("turn-end", "energy -1 who=delvers-here")])
    assert table(at="end-turn", energy=4, enemies=[howler]).p1.energy == 3


# -- defeat and Neidan


@rule("NC-ENEMY-018")
def test_defeat_takes_card_and_standee_away(table: Table) -> None:
    t = table(
        at="turn", strength=1, fate=["hit"], yin_discard=[],
        enemies=[enemy("tough", health=4, wounds=3, damage=5, neidan=1)],
    )  # fmt: skip
    assert t.rules.remaining(t.foe()) == 1
    t.choose("command", DO_ATTACK)
    assert t.foes == []
    assert t.cards(t.s.yin_discard, "encounter") == ["tough"]
    assert t.p1.neidan == 1


@rule("NC-ENEMY-019")
def test_the_final_blow_takes_the_neidan(table: Table) -> None:
    t = table(
        at="turn", seat=2, energy=0, enemies=[enemy(health=4, wounds=3, neidan=2)], p2={"strength": 1, "fate": ["hit"]}
    )
    t.choose("command", DO_ATTACK)
    assert (t.p1.neidan, t.p2.neidan) == (0, 2)


@rule("NC-ENEMY-020")
def test_blows_of_cards_count_for_their_owner_others_for_nobody(table: Table) -> None:
    bomb = equip("bomb", uses=[{"text": "throw", "effects": [{"do": "damage", "n": 1}], "cost": {"discard": True}}])
    t = table(at="turn", equipment=[bomb], enemies=[enemy(health=1, neidan=1)])
    t.choose("use", 0, 0, 0)
    assert t.foes == []
    assert t.p1.neidan == 1
    t = table(enemies=[enemy("killer", damage=3), enemy("rich", health=1, neidan=2)])
    t.drive(t.rules.activate(t.s, t.foe(0), against=True))
    assert t.foes == ["killer"]
    assert t.p1.neidan == 0
    gas = location("gas", triggers=[trigger("round-end", "health -1 who=units-here")])
    t = table(at="end-round", map=[gas], enemies=[enemy(health=1, neidan=2)])
    assert t.foes == []
    assert t.p1.neidan == 0
    fang = equip("fang", kind="companion", health=3, triggers=[trigger("turn-end", "damage 1")])
    t = table(at="end-turn", equipment=[fang], enemies=[enemy(health=1, neidan=1)])
    assert t.foes == []
    assert t.p1.neidan == 1
    for card in (event("hail", "damage 1"), event("spears", {"do": "turncoat", "target": "enemy"})):
        t = table(at="encounter", energy=0, yin=[card, card],
                  enemies=[enemy("thin", health=1, neidan=2), enemy("thick", health=9, damage=3)])  # fmt: skip
        while t.prompt == "enemy":
            t.choose("enemy", 2 if card.id == "spears" else 1)
        assert (t.foes, t.p1.neidan) == (["thick"], 0)


@pytest.mark.parametrize("kind", ["action", "skill", "nether", "artifact", "talisman"])
@rule("NC-ENEMY-020")
def test_every_card_and_token_of_a_delver_counts_for_that_delver(table: Table, kind: str) -> None:
    words: dict[str, Any] = {
        "at": "turn",
        "map": [location("hall", talismans=1)],
        "enemies": [enemy(health=1, neidan=2)],
    }
    blow = action("blow", "damage 1")
    talisman = action("sign", {"do": "use_talisman", "n": 1, "effects": ["damage 1"]})
    if kind in ("action", "talisman"):
        card = blow if kind == "action" else talisman
        t = table(hand=[card], **words).choose("play", card, ADVANCED)
    elif kind == "skill":
        t = table(uses=[use("damage 1")], **words).choose("use", SKILL, 0, 0)
    elif kind == "nether":
        t = table(nether=[nether("curse", uses=[use("damage 1")])], **words).choose("use", NETHER, 0, 0)
    else:
        tooth = artifact("tooth", "damage 1")
        t = table(**{**words, "at": "idle"}, cards=[tooth])
        t.drive(t.rules.carry_out(t.s, 1, t.effects("damage 1"), ("artifact", t.number("artifact", tooth), -1)))
    assert (t.foes, t.p1.neidan) == ([], 2)


@rule("NC-ENEMY-021")
def test_neidan_passes_between_delvers_at_one_location(table: Table) -> None:
    t = table(at="turn", health=6, map=ROW, neidan=2, enemies=[enemy()], p2={}, p3={"place": 1})
    row = t.refused("neidan", 3, 1)
    assert not t.can("neidan", 3, 1)
    assert row is not None
    assert row.rule == "NC-ENEMY-021"
    t.choose("neidan", 2, 1)
    assert (t.p1.neidan, t.p2.neidan, t.p1.health) == (1, 1, 6)
    assert not t.p1.command
    assert not t.p1.plays
    assert not t.can("neidan", 2, 1)  # once to each in a turn, so that it does not go round for ever
    t = table(at="turn", p2={"neidan": 2}).choose("yield", 2).choose("neidan", 1, 2)
    assert (t.p1.neidan, t.p2.neidan) == (2, 0)  # in the turn of another
    t = table(at="enemies", neidan=1, enemies=[enemy()], p2={})
    assert (t.prompt, t.can("neidan", 2, 1)) == ("any-time", True)


@rule("NC-ENEMY-022")
def test_a_target_without_the_value_does_not_meet_the_condition(table: Table) -> None:
    t = table(at="enemies", equipment=[DOG], health=6, enemies=[enemy(prey="highest-destiny")])
    assert who_was_hit(t) == [1]
    assert t.p1.equipment[0].damage == 0
    two = [equip(name, kind="companion", health=n, beast=True, place=0) for name, n in (("cat", 3), ("dog", 4))]
    t = table(at="enemies", map=ROW, place=3, companions=2, equipment=two, enemies=[enemy(prey="highest-destiny")])
    assert [item.damage for item in t.p1.equipment] == [1, 0]  # lowest Energy and Health decide


@rule("NC-STAT-010")
def test_the_number_of_a_printed_enemy_is_used(table: Table) -> None:
    t = table(at="turn", health=6, map=ROW, enemies=[foe("giant-rat")])
    t.choose("command", DO_MOVE)
    assert t.p1.health == 5


@rule("NC-ENC-008")
def test_an_event_with_an_enemy_effect_spawns_it(table: Table) -> None:
    call = event("call", "spawn giant-rat where=you")
    t = table(at="encounter", energy=0, yin=[call, call])
    assert t.foes == ["giant-rat"]
