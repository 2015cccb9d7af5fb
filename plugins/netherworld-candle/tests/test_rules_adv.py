"""Adventure setup: boards, hands, decks, setback cards, personal Karma (NC-ADV)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nc_cards import action, delver, enemy, equip, event, location
from nc_save import kept
from nc_table import NcTable, begun

from undercroft import IllegalChoice
from undercroft.testing import rule
from undercroft_netherworld_candle.terms import PHASE_ADVENTURE

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest view")
WELL = location("well", x=1)


def opened(table: Table, **words: Any) -> NcTable:
    """A fresh prologue at its first decision."""
    return table(at="new", mode="adventure", scenario="prologue", **words)


# -- the boards


@rule("NC-ADV-001")
def test_a_board_has_all_its_fields(table: Table) -> None:
    content = table().content
    assert {"whisperlark", "dr-liang", "iron-abacus", "canger-ling"} <= set(content.ids["delver"])
    for n, board in enumerate(content.delver):
        if content.ids["delver"][n].endswith("of-the-test"):
            continue
        assert board.name
        assert board.skill
        assert board.rules
        assert board.bio
        assert board.style
        assert 1 <= board.complexity <= 5
        assert len(content.del_attributes[n]) == 4
        assert len(content.del_starting[n]) == 6
        assert content.del_slots[n] == 1
        assert 1 <= content.del_health[n] <= content.del_max_health[n] <= 10
        assert 0 <= content.del_energy[n] <= 7
    t = table()
    assert len(t.rules.zones(t.p1)) == 3
    assert set(t.session.view(1)["delvers"][0]["zones"]) == {"A", "B", "C"}


@rule("NC-ADV-002")
def test_a_threat_area_has_no_limit_and_is_emptied(table: Table) -> None:
    curse = event("curse", threat=True)
    t = table(threat=[curse] * 7)
    t.rules.threaten(t.s, 1, t.number("encounter", "curse"))
    assert len(t.p1.threat) == 8
    for end in ({"ended": "success", "ending": 0}, {"ended": "failed"}):
        t = table(at="over", mode="campaign", threat=[curse] * 8, **end)
        while t.prompt not in ("between", "hand"):
            t.choose(*t.options[-1])
        assert t.p1.threat == []


@rule("NC-ADV-003")
@rule("NC-ADV-010")
@rule("NC-ADV-011")
def test_an_adventure_begins_on_an_empty_table_with_the_delvers_own_things() -> None:
    t = begun(exp=3, redraw=1, map=[HALL, WELL], enemies=[enemy()], threat=["shackle-sore"], zone_a=["light-step"])
    d = t.p1
    assert (d.exp, d.redraw, d.threat, d.zone_a) == (3, 1, [], [])
    assert [t.content.ids["location"][card.card] for card in t.s.map] == ["proving-hall"]
    assert t.s.enemies == []
    assert t.s.phase == PHASE_ADVENTURE
    assert t.s.round == 1
    d = begun(delver=delver("bearer", redraw=1, cooldown=2)).p1  # the tokens of the board
    assert (d.redraw, d.cooldown) == (1, 2)


@rule("NC-ADV-010")
def test_the_supplies_of_tokens_do_not_end(table: Table) -> None:
    t = table(map=[HALL], equipment=[]).do("cooldown 9", "redraw 9", "gate kind=life n=3", "gate kind=death n=3")
    t.do("cooldown 9", "redraw 9")
    assert (t.p1.cooldown, t.p1.redraw, t.place().life, t.place().death) == (18, 18, 3, 3)


# -- the hand


@rule("NC-ADV-004")
def test_the_hand_is_chosen_from_the_pool_within_its_limit(table: Table) -> None:
    t = table(exp=0).run("choose_hand", 1)
    pool = [option[1] for option in t.options if option[0] == "bring"]
    assert len(pool) > 6
    for card in pool[:4]:
        t.choose("bring", card)
    assert t.can("done")
    for card in pool[4:6]:
        t.choose("bring", card)
    assert t.p1.hand == pool[:6]
    assert t.prompt == ""
    t = table(hand=["light-step"])
    refusal = t.rules.why_not_take(t.s, t.p1, t.p1.hand[0])
    assert refusal is not None
    assert refusal.rule == "NC-ADV-004"


@rule("NC-LOG-005")
def test_more_cards_than_the_limit_are_refused(table: Table) -> None:
    full = [action(f"card-{n}") for n in range(7)]
    t = table(hand=full[:6], pool=full)
    refusal = t.rules.why_not_take(t.s, t.p1, t.number("action", full[6]))
    assert refusal is not None
    assert refusal.rule == "NC-LOG-005"
    full = [action(f"card-{n}") for n in range(9)]
    t = table(exp=10, pool=full).run("choose_hand", 1)  # two rewards
    for card in full[:8]:
        t.choose("bring", card)
    assert (len(t.p1.hand), t.prompt) == (8, "")
    refusal = t.rules.why_not_take(t.s, t.p1, t.number("action", full[8]))
    assert refusal is not None
    assert refusal.rule == "NC-LOG-005"


@rule("NC-ADV-005")
def test_the_hand_of_the_first_game(table: Table) -> None:
    t = opened(table, players=2, delvers="whisperlark,dr-liang")
    for d in t.s.delvers:
        assert d.hand == list(t.content.del_starting[d.card])
    # The tokens of the board, whatever the first page gives to everybody besides.
    lark, liang = (t.content.delver[d.card] for d in t.s.delvers)
    assert t.p1.redraw - t.p2.redraw == lark.redraw - liang.redraw
    assert t.p1.cooldown - t.p2.cooldown == lark.cooldown - liang.cooldown == 1


@rule("NC-ADV-006")
@rule("NC-ADV-008")
def test_sect_and_level_limit_the_pool(table: Table) -> None:
    sect = table().content.delver[0].sect
    own = [action(f"own-{level}", sect=sect, level=level) for level in (1, 2, 3)]
    gained = action("gained-two", level=2)
    stranger = action("stranger", level=1)
    t = table(delver="whisperlark", cards=[*own, stranger], pool=[gained], exp=0)
    pool = t.cards(t.rules.card_pool(t.p1))
    assert "own-1" in pool
    assert "own-2" not in pool
    assert "own-3" not in pool
    assert "stranger" not in pool
    assert "gained-two" not in pool
    for card, rule_id in (("own-3", "NC-LOG-004"), ("gained-two", "NC-LOG-004"), ("stranger", "NC-ADV-006")):
        refusal = t.rules.why_not_take(t.s, t.p1, t.number("action", card))
        assert refusal is not None
        assert refusal.rule == rule_id
    t = table(delver="whisperlark", cards=own, pool=[gained], exp=6)
    assert {"own-2", "gained-two"} <= set(t.cards(t.rules.card_pool(t.p1)))


@rule("NC-ADV-007")
def test_a_gained_card_joins_the_pool_for_good(table: Table) -> None:
    gift = action("gift", sect="bitter-root")
    other = action("other", sect="bitter-root")
    t = table(delver="whisperlark", cards=[gift, other]).do("action gift")
    assert "gift" in t.cards(t.rules.card_pool(t.p1))
    assert "other" not in t.cards(t.rules.card_pool(t.p1))
    t.run("choose_hand", 1)
    assert t.can("bring", "gift")
    assert not t.can("bring", "other")


@rule("NC-ADV-007")
def test_a_gained_card_is_still_there_after_a_save(tmp_path: Path) -> None:
    def gain(rules: Any, s: Any) -> None:
        s.delvers[0].pool += (rules.content.index["action"]["needle-and-thread"],)

    session = kept(gain, tmp_path)
    assert session.decision is not None
    brought = [option[1] for option in session.decision.options if option[0] == "bring"]
    sects = [session.rules.content.act_sect[card] for card in brought]
    assert [card for card, sect in zip(brought, sects, strict=True) if sect != sects[0]] == [
        session.rules.content.index["action"]["needle-and-thread"]
    ]


@rule("NC-ADV-008")
def test_the_cards_of_a_lone_delver_are_exempt(table: Table) -> None:
    high = [action("lone-lantern", number="A005", level=3), action("two-shadows", number="A006", level=3)]
    t = table(delver="whisperlark", cards=high, pool=["lone-lantern", "two-shadows"])
    assert {"lone-lantern", "two-shadows"} <= set(t.cards(t.rules.card_pool(t.p1)))
    t = table(delver="whisperlark", cards=high, pool=["lone-lantern", "two-shadows"], p2={})
    assert not {"lone-lantern", "two-shadows"} & set(t.cards(t.rules.card_pool(t.p1)))


@rule("NC-ADV-009")
def test_what_an_action_card_shows(table: Table) -> None:
    content = table().content
    for n, card in enumerate(content.action):
        assert card.zone in "abc"
        assert content.act_zone[n] in (0, 1, 2)
        assert card.level in (1, 2, 3)
        assert card.keyword
    one, two = action("one", "redraw 1", keyword="fire"), action("two", "redraw 1", keyword="water")
    for card in (one, two):
        t = table(at="turn", hand=[card]).choose("play", card, 6)
        assert t.p1.redraw == 1


@rule("NC-ADV-027")
def test_the_hint_is_two_cards_of_each_zone_and_never_enforced(table: Table) -> None:
    t = table(exp=0).run("choose_hand", 1)
    t.choose("hint")
    zones = [t.content.act_zone[card] for card in t.p1.hand]
    assert [zones.count(zone) for zone in range(3)] == [2, 2, 2]
    for name in ("whisperlark", "dr-liang", "iron-abacus", "canger-ling"):
        for exp in (0, 14):
            t = table(delver=name, exp=exp).run("choose_hand", 1).choose("hint")
            zones = [t.content.act_zone[card] for card in t.p1.hand]
            assert min(zones.count(zone) for zone in range(3)) >= 2
    late = [action(f"late-{n}", zone="c") for n in range(2)]
    t = table(exp=0, pool=late).run("choose_hand", 1).choose("bring", "late-0").choose("bring", "late-1").choose("hint")
    zones = [t.content.act_zone[card] for card in t.p1.hand]
    assert [zones.count(zone) for zone in range(3)] == [2, 2, 2]  # what was chosen before counts
    calls = [action(f"c{n}", zone="c") for n in range(6)]
    t = table(pool=calls).run("choose_hand", 1)
    for card in calls:
        t.choose("bring", card)
    assert t.cards(t.p1.hand) == [card.id for card in calls]


# -- decks and tracks


@rule("NC-ADV-012")
def test_fate_decks_are_shuffled_with_their_discard_piles() -> None:
    t = begun(fate=["hit", ...], fate_discard=["fear", "view"])
    assert len(t.p1.fate) == 23
    assert len(t.p1.fate_discard) == 0
    piles = [begun(seed=seed, fate=["1", "2", "3", "4"], fate_discard=["5", "6"]).p1.fate for seed in range(5)]
    assert len({tuple(pile.cards()) for pile in piles}) > 2


@rule("NC-ADV-013")
@rule("NC-EPI-016")
def test_health_and_energy_start_with_their_changes() -> None:
    t = begun(next_health=1, next_energy=-1)
    assert (t.p1.health, t.p1.energy) == (7, 3)
    assert (t.p1.start_health, t.p1.start_energy) == (0, 0)
    t = begun(next_health=-9, next_energy=-9)
    assert (t.p1.health, t.p1.energy) == (1, 0)
    t = begun(next_health=9, next_energy=9)
    assert (t.p1.health, t.p1.energy) == (8, 7)
    better = equip(modifiers=[{"mod": "max-health", "n": 1}, {"mod": "max-energy", "n": 1}])
    t = begun(next_health=9, next_energy=9, equipment=[better])
    assert (t.p1.health, t.p1.energy) == (9, 8)


@rule("NC-ADV-018")
def test_the_encounter_cards_of_the_note_make_two_decks(table: Table) -> None:
    t = begun(energy=4)
    assert sorted(t.cards(t.s.yin, "encounter")) == ["proving-draught", "proving-rat"]
    assert t.cards(t.s.yang, "encounter") == ["proving-bell"]
    assert t.s.yin_discard == []
    assert t.s.yang_discard == []
    games = [table(at="new", mode="adventure", seed=seed) for seed in range(6)]
    for orders in ({tuple(game.s.yin.cards()) for game in games}, {tuple(game.s.yang.cards()) for game in games}):
        assert len(orders) > 3  # they are shuffled


@rule("NC-ADV-019")
def test_everybody_starts_on_the_start_location(table: Table) -> None:
    t = opened(table, players=3)
    assert t.content.location[t.place().card].number == "M001"
    assert t.place().face_up
    assert [d.place for d in t.s.delvers] == [0, 0, 0]


@rule("NC-ADV-020")
def test_the_candle_starts_on_its_first_space(table: Table) -> None:
    t = opened(table)
    assert t.s.candle == 0
    assert t.s.colours == 1
    assert not t.told("NC-CANDLE-003")
    info = t.content.scenario[t.s.scenario]
    assert [t.content.ids["candle"][card] for card in info.candle if card >= 0] == [
        "yellow-candlelight", "orange-gutter", "red-ember",
    ]  # fmt: skip


# -- setback cards


@rule("NC-ADV-015")
@rule("NC-ADV-016")
def test_setback_cards_come_into_play_with_the_grandmaster(table: Table) -> None:
    t = begun(setbacks=4, grandmaster=2, p2={})
    names = [t.content.enc_title[card] for card in t.content.party.setbacks[:4]]
    enemies = [card for card in t.content.party.setbacks[:4] if t.content.enc_enemy[card]]
    assert len(enemies) == 3
    assert [e.card for e in t.s.enemies] == enemies
    assert all(e.setback and e.place == t.p2.place for e in t.s.enemies)
    assert t.p1.threat == []
    assert len(t.p2.threat) == 1
    assert len(names) == 4
    again = begun(setbacks=4, adventure_phases=3)
    assert len(again.s.enemies) == 3  # in every Adventure Phase anew
    t = table(setbacks=1, map=[HALL, WELL], gm=2, p2={"place": 1}).run("lay_tracks")
    assert t.s.aside == t.content.party.setbacks[:1]
    t.run("start_scenario")
    assert t.foe().place == 1


@rule("NC-ADV-017")
def test_setback_enemies_follow_the_spawn_rules_and_are_archived() -> None:
    assert begun(setbacks=1).foe().immobilized
    assert not begun(setbacks=1, difficulty="hard").foe().immobilized
    assert len(begun(setbacks=3).p1.threat) == 1  # the third one is an event, which does what it says
    t = begun(setbacks=1)
    t.drive(t.rules.damage_enemy(t.s, t.foe(), 9, 1))
    assert t.s.enemies == []
    assert t.s.yin_discard == []
    assert t.s.yang_discard == []


# -- the Grandmaster and personal Karma


@rule("NC-ADV-024")
def test_the_grandmaster_stays_unless_the_players_agree_on_another(table: Table) -> None:
    t = table(mode="campaign", grandmaster=2, p2={}).run("before_adventure", True, True)
    assert (t.prompt, t.seat) == ("before", 2)
    t.choose("go")
    assert t.s.gm == 2
    t = table(mode="campaign", grandmaster=1, gm=2, p2={}).run("begin_adventure")
    assert (t.prompt, t.seat, t.s.gm) == ("before", 2, 2)
    t.choose("go")
    assert t.s.gm == 2
    t = table(mode="campaign", grandmaster=2, p2={}).run("before_adventure", True, True).choose("gm", 1)
    assert t.s.gm == 1


@rule("NC-ADV-025")
@rule("NC-ADV-026")
def test_personal_karma_becomes_redraw_tokens_if_wanted(table: Table) -> None:
    for n in (0, 1, 2):
        t = table(personal=2).run("convert_karma", 1)
        assert t.prompt == "convert"
        t.choose("convert", n)
        assert (t.p1.redraw, t.p1.personal) == (n, 2 - n)
    with pytest.raises(IllegalChoice):
        table(personal=2).run("convert_karma", 1).choose("convert", 3)


@rule("NC-ADV-026")
def test_kept_karma_is_added_to_the_next_deal(table: Table) -> None:
    t = table(mode="story", at="story-idle", personal=2, stories=[]).run("deal_karma")
    assert t.p1.personal == 2
    assert t.p1.karma == t.rules.initial_karma(t.s) > 0
