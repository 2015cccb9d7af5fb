"""The worked examples of adventures (NC-EX)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nc_cards import Made, action, choose, enemy, equip, event, foe, location, option, scenario, trigger
from nc_save import kept
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.terms import DO_INVESTIGATE, DO_MOVE, MOD_CARDS, TEST_DECODE, WHO_YOU

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view")
QUIET = event("quiet", "redraw 1")


def with_enemy(name: str) -> Made:
    """A scenario in whose Yin deck an enemy of the content lies."""
    return scenario(encounters=[{"id": name, "n": 1}, {"id": "proving-bell", "n": 1}])


@rule("NC-EX-002", "NC-EX-003", "NC-EX-004", "NC-EX-005")
def test_a_turn_of_whisperlark(table: Table) -> None:
    t = table(at="new", mode="adventure", scenario="prologue", delvers="whisperlark", seed=3)
    assert t.prompt == "turn"
    assert t.content.location[t.place().card].number == "M001"
    right = t.content.loc_edges[t.place().card][1]
    assert t.content.location[right].number == "M002"
    t.choose("command", DO_INVESTIGATE)
    if t.prompt == "investigate":
        t.choose("side", 1)
    second = t.rules.place_of(t.s, right)
    assert t.place(second).face_up
    assert (t.place(second).x, t.place(second).y) == (1, 0)
    assert t.p1.command
    assert t.p1.plays == 0
    t.choose("play", "fade-into-mist", DO_MOVE)
    if t.prompt == "move":
        t.choose("go", second)
    assert t.p1.place == second
    assert t.cards(t.p1.zone_b) == ["fade-into-mist"]
    assert t.p1.plays == 1
    assert t.rules.gates(t.s, second) == 1 << 0 | 1 << 4  # rest and view


@rule("NC-EX-004", "NC-EX-005")
def test_observation_shifts_decodes_and_redraws_with_a_cooldown_token(table: Table) -> None:
    t = table(at="turn", delver="whisperlark", map=[HALL], slots="any any", energy=4, cooldown=1, command=True, plays=1,
              hand=["observation"], zone_b=["fade-into-mist"],
              fate=["fear", "fear", "rest", "fear", ...])  # fmt: skip
    t.choose("play", "observation", ADVANCED)
    assert t.cards(t.p1.zone_a) == ["fade-into-mist"]
    assert t.cards(t.p1.zone_b) == ["observation"]
    assert t.prompt == "redraw"
    assert t.p1.check is not None
    assert len(t.p1.check.cards) == 2
    t.choose("redraw-cooldown", (0, 1))
    assert t.place().covered == 1
    assert t.rules.gates(t.s, 0) == 1 << 4
    assert t.p1.cooldown == 0
    assert sum(slot >= 0 for slot in t.s.slots) == 1
    assert not any(choice[0] in ("command", "play") for choice in t.options)


@rule("NC-EX-006")
def test_the_rat_bites_who_has_less_health(table: Table) -> None:
    t = table(at="enemies", delver="whisperlark", energy=4, health=4, enemies=[foe("giant-rat")],
              p2={"delver": "dr-liang", "energy": 4, "health": 5})  # fmt: skip
    assert (t.p1.health, t.p2.health, t.foe().place) == (3, 5, 0)


@rule("NC-EX-007")
def test_recover_three_then_one_health_if_energy_is_four(table: Table) -> None:
    card = action("breathe", "energy 3", {"do": "if", "cond": {"energy_at_least": 4}, "then": "health 1"})
    t = table(at="turn", energy=5, health=3, hand=[card]).choose("play", card, ADVANCED)
    assert (t.p1.energy, t.p1.health) == (7, 4)


@rule("NC-EX-008")
def test_the_first_adventure_is_set_up(table: Table) -> None:
    t = table(at="new", mode="adventure", scenario="prologue", players=2, delvers="whisperlark,dr-liang")
    info = t.content.scenario[t.s.scenario]
    assert sorted(t.s.yin.cards()) == sorted(info.yin)
    assert sorted(t.s.yang.cards()) == sorted(info.yang)
    assert t.content.location[t.place().card].number == "M001"
    assert [d.place for d in t.s.delvers] == [0, 0]
    assert t.s.candle == 0
    assert t.place().face_up
    assert any(card >= 0 for card in info.candle)
    assert not t.told("NC-CANDLE-003")
    assert len(t.s.bag) == sum(n for _, _, n in info.bag) > 0
    assert (t.s.yin_discard, t.s.yang_discard) == ([], [])
    assert len(t.s.slots) == len(info.pages[0].slots[1])
    assert min(t.s.slots) >= 0
    assert all(d.hand == list(t.content.del_starting[d.card]) for d in t.s.delvers)


@rule("NC-EX-009")
def test_three_delvers_on_a_draining_location(table: Table) -> None:
    mire = location("mire", triggers=[trigger("turn-end", "energy -1 who=delvers-here")])
    t = table(at="next", map=[mire], energy=5, yin=[QUIET] * 5, yang=[event("hum", "redraw 1", deck="yang")] * 5,
              p2={"energy": 5}, p3={"energy": 5})  # fmt: skip
    for _ in range(3):
        if t.prompt == "next":
            t.choose(*t.options[0])
        t.choose("end")
        if t.prompt == "deck":
            t.choose("deck", 0)
    assert [d.energy for d in t.s.delvers] == [2, 2, 2]
    assert t.s.round == 2


@rule("NC-EX-010")
def test_two_matches_one_marker(table: Table) -> None:
    t = table(map=[HALL], slots="any any", fate=["rest", "view", "blank"]).do("decode").choose("cover", 0)
    assert t.place().covered == 1
    assert t.s.slots.count(-1) == 1


@rule("NC-EX-012")
def test_the_last_acquire_does_not_move_the_candle(table: Table) -> None:
    t = table(candle=14, ended="success", ending=0, bag=["blood-corpse-head"]).do("acquire 1").choose("acquire")
    assert t.s.candle == 14
    assert t.s.ended == "success"


@rule("NC-EX-014")
def test_the_talisman_limit_of_iron_abacus(table: Table) -> None:
    charm = action("charm", "talisman 1")
    full = location("full", talismans=3)
    t = table(at="turn", map=[full], hand=[charm], p2={"delver": "iron-abacus"})
    assert t.rules.talisman_limit(t.s) == 3
    t.choose("play", charm, ADVANCED)
    assert t.place().talismans == 3
    assert t.told("NC-STAT-022")
    t = table(map=[full], p2={"delver": "iron-abacus"}).do({"do": "use_talisman", "effects": "redraw 1"}, "talisman 1")
    assert t.place().talismans == 3
    assert t.p1.redraw == 1


@rule("NC-EX-015")
def test_dice_of_a_threat_card_are_not_rolled_again(table: Table) -> None:
    chime = event("chime", threat=True, dice=1, triggers=[trigger("round-start", "redraw 1")])
    t = table(at="encounter", energy=2, yin=[chime, event("rattle", "redraw 1", dice=1), QUIET], dice=["fear", "fear"])
    assert len(t.told("NC-ENC-010")) == 1
    t.choose("end")
    assert [entry.args[1] for entry in t.told("NC-ENC-010")] == ["fear", "fear"]  # the second is that of the new card


@rule("NC-EX-016")
def test_the_second_option_or_a_new_card(table: Table) -> None:
    toll = event("toll", choose(option("give", "lose_equipment 1"), option("bleed", "health -2")))
    assert table(at="encounter", energy=2, health=6, yin=[toll, QUIET]).p1.health == 4
    none = event("none", choose(option("give", "lose_equipment 1"), option("hit", "damage 1")))
    t = table(at="encounter", energy=2, yin=[none, QUIET, QUIET])
    assert t.cards(t.s.yin_discard, "encounter") == ["none", "quiet"]


@rule("NC-EX-018")
def test_undead_lu_bu_spawns_immobilized(table: Table) -> None:
    t = table(at="encounter", energy=1, map=[HALL, location("far", x=1)], yin=["undead-lu-bu", QUIET],
              dice=["fear", "fear"], p2={"energy": 6, "place": 1})  # fmt: skip
    assert t.foes == ["undead-lu-bu"]
    assert t.foe().place == 1
    assert t.foe().immobilized
    assert t.content.encounter[t.foe().card].elite


@rule("NC-EX-025")
def test_the_xiaoling_battalion_is_the_target(table: Table) -> None:
    t = table(
        at="enemies",
        energy=3,
        health=6,
        cards=[with_enemy("xiaoling-battalion")],
        enemies=[enemy("hunter", damage=2, health=9), foe("xiaoling-battalion", immobilized=True)],
    )
    assert t.p1.health == 6
    assert t.foe(1).damage == 2 - t.content.enc_armor[t.foe(1).card]


@rule("NC-EX-026")
def test_a_human_walks_on_toward_a_delver(table: Table) -> None:
    human = enemy("human", keyword="human", health=9)
    t = table(at="enemies", map=[HALL, location("way", x=1), location("end", x=2)], place=2,
              enemies=[enemy("shade", health=3, damage=2, hunts=["human"]), human])  # fmt: skip
    assert t.foe(1).damage == 2
    assert t.foe(0).damage == 0
    assert t.foe(1).place == 1


@rule("NC-EX-029", "NC-EX-031")
def test_a_clockwork_beast_comes_back_clean_and_is_not_swapped(table: Table) -> None:
    beast = equip("cog", kind="companion", health=3, beast=True, damage=2, tokens=1)
    t = table(equipment=[beast]).do("summon")
    assert t.p1.equipment[0].damage == 2
    t.drive(t.rules.hurt_unit(t.s, (1, 0), 1, None))
    t.do("summon")
    assert (t.p1.equipment[0].in_play, t.p1.equipment[0].damage, t.p1.equipment[0].tokens) == (True, 0, 0)


@rule("NC-EX-030")
def test_a_gained_card_is_in_the_pool_after_a_reload(tmp_path: Path) -> None:
    def gain(rules: Any, s: Any) -> None:
        index = rules.content.index
        gift = (verbs.GAIN_ACTION, WHO_YOU, index["action"]["needle-and-thread"])
        assert list(rules.carry_out(s, 1, (gift,), ("passage", 0, -1))) == []

    session = kept(gain, tmp_path)
    index = session.rules.content.index["action"]
    assert session.decision is not None
    assert ("bring", index["needle-and-thread"]) in session.decision.options
    assert ("bring", index["pungent-smoke"]) not in session.decision.options  # of the same Sect
    session.choose(("bring", index["needle-and-thread"]))
    assert session.state.delvers[0].hand == [index["needle-and-thread"]]


@rule("NC-EX-032")
def test_the_passive_of_an_immobilized_demon_chrysanthemum(table: Table) -> None:
    name = "demon-chrysanthemum"
    t = table(at="turn", health=6, map=[HALL, location("far", x=1)], cards=[with_enemy(name)],
              enemies=[foe(name, immobilized=True)])  # fmt: skip
    assert t.rules.modifier(t.s, t.p1, MOD_CARDS, 1 << TEST_DECODE) == -1
    t.choose("command", DO_MOVE)
    assert t.p1.health == 6
    t = table(at="enemies", health=6, cards=[with_enemy(name)], enemies=[foe(name, immobilized=True)])
    assert (t.p1.health, t.foe().immobilized) == (6, False)


@rule("NC-EX-033")
def test_playing_a_card_to_cycle(table: Table) -> None:
    x, y = action("x", "redraw 1", zone="b"), action("y", "redraw 1", zone="b")
    t = table(at="turn", map=[HALL, location("far", x=1)], hand=[y], zone_b=[x]).choose("play", y, NOTHING)
    assert (t.prompt, t.p1.place) == ("turn", 0)
    assert t.cards(t.p1.zone_a) == ["x"]
    assert t.cards(t.p1.zone_b) == ["y"]
    assert t.p1.redraw == 0


@rule("NC-EX-034")
def test_neidan_is_passed_without_an_action(table: Table) -> None:
    t = table(at="turn", neidan=2, p2={}).choose("neidan", 2, 1)
    assert (t.p1.neidan, t.p2.neidan, t.p1.command, t.p1.plays) == (1, 1, False, 0)


TEST = {"do": "test", "symbols": ["white-tiger"], "success": ["karma 1"], "failure": ["karma 2"]}


@rule("NC-EX-023", "NC-TEST-030")
def test_an_extra_card_may_be_redrawn(table: Table) -> None:
    t = table(destiny=1, redraw=1, fate=["fear", "rest", "white-tiger", "blank", "blank"])
    t.do("bonus mod=cards until=test n=1", TEST, source=("encounter", 0, -1))
    assert t.revealed() == ["t-fear", "t-rest"]
    t.choose("redraw", (1,))
    assert (t.p1.personal, t.p1.redraw, len(t.p1.fate)) == (1, 0, 2)


@rule("NC-EX-028", "NC-TEST-042")
def test_the_icons_of_north_palace_and_five_senses(table: Table) -> None:
    for card, tokens in (("north-palace", (1, 0)), ("five-senses", (0, 1))):
        t = table(destiny=1, fate=[card, *["blank"] * 3]).do(TEST, source=("encounter", 0, -1))
        if t.prompt == "redraw":
            t.choose("keep")
        assert (t.p1.redraw, t.p1.cooldown) == tokens
        assert len(t.p1.fate_discard) > 0  # there was no reshuffle
