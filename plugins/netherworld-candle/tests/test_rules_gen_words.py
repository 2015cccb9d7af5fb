"""What the words of the rules mean: party, units, enemies, archive, Stash, icons (NC-GEN)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from nc_cards import enemy, equip, event, foe, location, page, scenario, story
from nc_table import NcTable

from undercroft import SetupError
from undercroft.game import resolve_setup
from undercroft.testing import rule
from undercroft_netherworld_candle import terms
from undercroft_netherworld_candle.plugin import GAME

Table = Callable[..., NcTable]

BEAST = equip("beast", kind="companion", health=4, beast=True)
EVENT = ("encounter", 0, -1)


@rule("NC-GEN-002")
def test_one_to_four_players_win_or_lose_together(table: Table) -> None:
    for players in (0, 5):
        with pytest.raises(SetupError):
            resolve_setup(GAME, {"players": players})
    for players in (1, 2, 3, 4):
        assert resolve_setup(GAME, {"players": players}).options.players == players
    t = table(p2={}, p3={})
    t.do("fail", "redraw 1")
    assert t.s.ended == "failed"
    assert t.p1.redraw == 0


@rule("NC-GEN-003")
def test_the_party_has_companions_but_counts_delvers(table: Table) -> None:
    hurt = equip("beast-hurt", kind="companion", health=4, beast=True, damage=2)
    t = table(health=3, equipment=[hurt], p2={"health": 4})
    t.do("health 1 who=party")
    assert (t.p1.health, t.p2.health, t.p1.equipment[0].damage) == (4, 5, 1)
    t.do("redraw 1 who=each")
    assert [d.redraw for d in t.s.delvers] == [1, 1]
    # The joining average divides by the Delvers: 4 and 7 EXP give 5, whatever stands beside them.
    t = table(at="story-idle", exp=4, equipment=[BEAST], p2={"exp": 7})
    newcomer = t.number("delver", "whisperlark")
    flow = t.rules.join(t.s, newcomer, list(t.s.delvers))
    ask = next(flow)
    with contextlib.suppress(StopIteration):
        while True:
            ask = flow.send(ask[2][0])  # the Fate Points that come with the EXP
    assert t.p3.exp == 5


@rule("NC-GEN-004")
def test_an_archived_enemy_leaves_play_and_may_come_back(table: Table) -> None:
    rat = enemy("rat")
    t = table(enemies=[rat], yin_discard=[], yang_discard=[])
    t.do("archive", source=("enemy", t.foe().card, t.foe().number))
    assert t.foes == []
    assert t.s.yin_discard == []
    assert t.p1.neidan == 0
    t.do({"do": "spawn", "id": rat})
    assert t.foes == ["rat"]


@rule("NC-GEN-004")
def test_an_archived_threat_card_is_in_no_discard_pile(table: Table) -> None:
    curse = event("curse", threat=True)
    t = table(threat=[curse])
    t.do("archive", source=("encounter", t.number("encounter", curse), -1))
    assert t.p1.threat == []
    assert t.s.yin_discard == []
    assert t.s.yang_discard == []


@rule("NC-GEN-005")
def test_the_stash_has_a_section_for_each_kind(table: Table) -> None:
    tale, sword = story("tale"), equip("sword", kind="weapon")
    t = table(cards=[tale, sword], stash_artifacts=[])
    journey = t.content.ids["journey"][0]
    t.do(f"journey ids={journey}")
    assert (len(t.s.stash_story), len(t.s.stash_journey), len(t.s.stash_equipment)) == (0, 1, 0)
    t.do("story ids=tale", "stash_equipment ids=sword")
    assert (len(t.s.stash_story), len(t.s.stash_journey), len(t.s.stash_equipment)) == (1, 1, 1)


@rule("NC-GEN-006", "NC-GEN-007")
def test_a_component_for_the_party_gets_a_holder_on_the_spot(table: Table) -> None:
    sword = equip("sword", kind="weapon")
    t = table(gm=2, cards=[sword], p2={}, p3={})
    t.do("equip sword who=any", "redraw 1", seat=t.s.gm, source=("ending", 0, 0))
    assert (t.prompt, t.seat) == ("who", 2)
    assert t.p2.redraw == 0
    t.choose("delver", 3)
    assert [len(d.equipment) for d in t.s.delvers] == [0, 0, 1]
    assert t.p2.redraw == 1


@rule("NC-GEN-007")
def test_the_grandmaster_breaks_ties(table: Table) -> None:
    t = table(gm=3, courage=3, p2={"courage": 3}, p3={"courage": 1})
    t.do("exp 1 who=highest-courage")
    assert (t.prompt, t.seat) == ("who", 3)
    assert t.options == [("delver", 1), ("delver", 2)]
    t.choose("delver", 2)
    assert [d.exp for d in t.s.delvers] == [0, 1, 0]


@rule("NC-GEN-008")
def test_what_is_not_on_the_table_is_not_in_play(table: Table) -> None:
    t = table(map=[location(), location(x=1)], enemies=[enemy(), enemy(place=1)], aside=["giant-rat"],
              yin_discard=["giant-rat"])  # fmt: skip
    t.do("damage 1 target=all")
    assert [e.damage for e in t.s.enemies] == [1, 1]
    assert t.rules.how_far(t.s, 1, t.effects("damage 1 target=all"), EVENT) == 2
    t = table(enemies=[enemy("gone"), enemy("here")])
    t.do("archive", source=("enemy", t.foe().card, t.foe().number)).do("damage 1 target=all")
    assert [(t.foes[n], e.damage) for n, e in enumerate(t.s.enemies)] == [("here", 1)]
    t = table(aside=["giant-rat"])
    assert t.rules.how_far(t.s, 1, t.effects("damage 1 target=all"), EVENT) == 0


@rule("NC-GEN-009")
def test_units_are_miniatures_and_standees_not_tokens(table: Table) -> None:
    t = table(health=6, map=[location(icons="rest view", covered=1)], enemies=[enemy(health=4)])
    t.do("health -1 who=units-here", source=("location", t.place().card, 0))
    assert (t.p1.health, t.foe().damage, t.place().covered) == (5, 1, 1)
    assert t.p1.neidan == 0


@rule("NC-GEN-010")
def test_card_and_standee_of_an_enemy_are_one_and_leave_together(table: Table) -> None:
    rat = enemy("rat", health=1)
    t = table(cards=[rat])
    t.do({"do": "spawn", "id": rat})
    assert len(t.s.enemies) == 1
    assert t.foe().place == 0
    assert t.foe().card == t.number("encounter", rat)
    t.do("damage 1")
    assert t.s.enemies == []
    assert t.cards(t.s.yin_discard, "encounter") == ["rat"]


@rule("NC-GEN-011")
def test_there_are_four_symbols_and_no_gate_matches_one(table: Table) -> None:
    assert terms.SYMBOLS == ("white-tiger", "black-tortoise", "azure-dragon", "vermilion-bird")
    test = {"do": "test", "symbols": list(terms.SYMBOLS), "success": ["exp 1"]}
    t = table(destiny=1, fate=[" ".join(terms.GATES)])
    t.do(test, source=EVENT)
    assert t.p1.exp == 0
    for symbol in terms.SYMBOLS:
        t = table(destiny=1, fate=[symbol])
        t.do(test, source=EVENT)
        assert t.p1.exp == 1


@rule("NC-GEN-012")
def test_there_are_eight_gates_and_only_the_same_one_matches(table: Table) -> None:
    assert len(set(terms.GATES)) == 8
    for printed, shown in (("rest", "rest"), ("rest", "open"), ("death", "life"), ("open", "open")):
        t = table(geomancy=1, map=[location(icons=printed)], slots="any", fate=[shown])
        t.do("decode")
        assert bool(t.place().covered) is (printed == shown)
        assert ("success" in t.told("NC-TEST-019")[-1].text) is (printed == shown)


@rule("NC-GEN-013")
def test_gate_tokens_are_one_more_icon_of_their_name(table: Table) -> None:
    assert set(terms.GATES) == {"rest", "life", "harm", "obstruction", "view", "death", "fear", "open"}
    t = table(map=[location(icons="rest")])
    t.do("gate kind=death")
    assert t.rules.gates(t.s, 0) == 1 << terms.REST | 1 << terms.DEATH
    assert t.rules.icons_open(t.s, 0) == 2


@rule("NC-GEN-014")
def test_ordinary_tokens_never_run_out(table: Table) -> None:
    pages = [page("first", slots=["any"] * 16)]
    t = table(cards=[scenario("proving-ground", pages=pages)])
    assert t.run("turn_page", 0).s.slots == [8] * 16
    t.do(*["redraw 9"] * 4)
    assert t.p1.redraw == 36  # there are 20 pieces printed


@rule("NC-GEN-019")
def test_the_silhouette_means_each_delver(table: Table) -> None:
    t = table(map=[location(), location(x=1)], health=6, p2={"health": 5, "place": 1}, p3={"health": 4})
    t.do("health -1 who=each")
    assert [d.health for d in t.s.delvers] == [5, 4, 3]


@rule("NC-GEN-020")
def test_special_effects_follow_their_own_text(table: Table) -> None:
    t = table(enemies=[foe("giant-rat")])
    t.do("redraw 1", source=EVENT)
    t.do("cooldown 1", source=EVENT)
    assert (t.p1.redraw, t.p1.cooldown) == (1, 1)
