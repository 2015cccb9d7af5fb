"""The Party Log: marks, notes, progress, setbacks, full records (NC-LOG-013 to -019, -024 to -026)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from nc_cards import artifact, enemy, event, fx, location, made
from nc_log import party_log_with
from nc_table import NcTable

from undercroft import Session
from undercroft.testing import open_tables, rule

Table = Callable[..., NcTable]


@rule("NC-LOG-013")
def test_marks_are_on_or_off(table: Table) -> None:
    t = table().do("mark bell-rung", "mark bell-rung")
    assert t.s.marks == ("bell-rung",)
    t = table(marks=["bell-rung"]).do("unmark bell-rung")
    assert t.s.marks == ()


@rule("NC-LOG-014")
def test_progress_goes_from_left_to_right(table: Table) -> None:
    t = table(progress=5).do("progress 1")
    assert t.s.progress == 6
    assert t.told("NC-LOG-014")[-1].args == (6,)


@rule("NC-LOG-015")
def test_a_setback_stands_for_the_card_of_its_box(table: Table) -> None:
    t = table(setbacks=2).do("setback 1")
    assert t.s.setbacks == 3
    assert t.content.enc_title[t.content.party.setbacks[2]] in t.told("NC-LOG-015")[0].text


@rule("NC-LOG-016")
def test_notes_can_be_asked_for_later_and_survive_a_save(table: Table, tmp_path: Path) -> None:
    t = table().do({"do": "note", "text": "bell rung"})
    asked = {"do": "if", "cond": {"note": "bell rung"}, "then": ["energy -1"]}
    t.do(asked)
    assert t.p1.energy == 3
    t = table().do(asked)
    assert t.p1.energy == 4
    tables = open_tables("netherworld-candle", {"mode": "story", "players": 1})
    state = tables.deal(1, 0).state
    state.notes = ("bell rung",)
    Session.at(tables, state).save(tmp_path / "game.json")
    assert Session.load(tmp_path / "game.json").state.notes == ("bell rung",)


@pytest.mark.parametrize(
    ("difficulty", "checked"),
    [
        pytest.param("easy", 0, marks=rule("NC-LOG-017")),
        pytest.param("normal", 1, marks=rule("NC-LOG-018")),
        pytest.param("hard", 1, marks=rule("NC-LOG-018")),
        pytest.param("hell", 1, marks=rule("NC-LOG-019")),
    ],
)
def test_a_setback_beyond_the_record(table: Table, difficulty: str, checked: int) -> None:
    t = table(setbacks=12, difficulty=difficulty, neidan=2, p2={"neidan": 1}, p3={})
    t.do("setback 1")
    assert t.s.setbacks == 12
    assert [d.summons for d in t.s.delvers] == [checked] * 3
    assert t.p1.neidan == (0 if checked else 2)


@rule("NC-LOG-024")
def test_the_default_setback_cards(table: Table) -> None:
    t = table(at="idle")
    content = t.content
    cards = content.party.setbacks
    assert [n for n, card in enumerate(cards, 1) if not content.enc_enemy[card]] == [3, 6, 9, 12]
    for card in cards:
        assert content.enc_deck[card] == 2
        if content.enc_enemy[card]:
            assert content.enc_health[card] <= 3
            assert (content.enc_damage[card], content.enc_armor[card]) == (1, 0)
            assert content.enc_neidan[card] <= 1
        else:
            assert content.enc_threat[card]
            assert content.enc_symbols[card]


@rule("NC-LOG-024")
def test_four_boxes_bring_three_enemies_and_a_threat_to_the_grandmaster(table: Table) -> None:
    t = table(at="idle", setbacks=4, gm=2, p2={"place": 1}, map=[location("hall"), location("well")])
    t.run("lay_tracks").run("start_scenario")
    assert len(t.s.enemies) == 3
    assert {e.place for e in t.s.enemies} == {1}
    assert (len(t.p1.threat), len(t.p2.threat)) == (0, 1)
    assert t.ids.names("encounter", t.p2.threat) == ["cold-draught"]
    t.do("discard_threat 1", seat=2)  # into the box, as a defeated one
    t.drive(t.rules.damage_enemy(t.s, t.foe(), 9, 1))
    assert (len(t.s.enemies), t.p2.threat, t.s.yin_discard, t.s.yang_discard) == (2, [], [], [])


CUP = artifact("cup", value=2)


@rule("NC-LOG-025")
@pytest.mark.parametrize("box", range(6))
def test_the_default_summons_boxes(table: Table, box: int) -> None:
    t = table(summons=box, health=1, neidan=3, artifacts=[CUP], candle=0)
    if box == 5:
        t.do("health -1")
        assert t.s.ended == "failed"
        return
    t.do("health -1")
    bad = t.cards(t.p1.fate, "fate").count("bad-omen")
    assert (t.p1.neidan == 0, bad, not t.p1.artifacts, t.s.candle) == (
        box == 0, int(box in (1, 4)), box == 2, (0, 0, 0, 1, 2)[box]
    )  # fmt: skip
    assert t.s.ended == ""
    assert t.cards(t.s.bag, "artifact") == (["cup"] if box == 2 else [])


@rule("NC-LOG-025")
def test_a_second_defeat_in_a_scenario_fails_it_after_the_box(table: Table) -> None:
    t = table(summons=2, health=1, artifacts=[CUP])
    t.do("health -1")
    assert (t.s.ended, t.p1.summons, t.p1.artifacts) == ("", 3, [])
    t.do("health -6")
    assert (t.s.ended, t.p1.summons, t.s.candle) == ("failed", 4, 1)


@rule("NC-LOG-026")
def test_between_scenarios_candle_bag_and_failure_are_ignored(table: Table) -> None:
    for box in (2, 3, 5):
        t = table(at="story-idle", setbacks=12, summons=box, artifacts=[CUP])
        t.do("setback 1")
        assert t.p1.summons == box + 1
        assert (t.s.candle, t.s.ended, len(t.p1.artifacts)) == (0, "", 1)
    t = table(at="story-idle", setbacks=12, summons=1)
    t.do("setback 1")
    assert t.cards(t.p1.fate, "fate").count("bad-omen") == 1


@rule("NC-LOG-026")
def test_an_immobilize_waits_for_no_scenario_either(table: Table) -> None:
    log = made("player_log", "player", exp_boxes=2, hand=6, hand_max=11, rewards=[],
               summons=[{"text": "You fall.", "effects": fx("pin", "redraw 1")}])  # fmt: skip
    t = table(at="story-idle", setbacks=12, cards=[log]).do("setback 1")
    assert (t.p1.immobilized, t.p1.redraw) == (False, 1)
    t = table(setbacks=12, cards=[log]).do("setback 1")
    assert (t.p1.immobilized, t.p1.redraw) == (True, 1)


@rule("NC-LOG-026")
def test_a_surplus_setback_never_fails_a_running_scenario(table: Table) -> None:
    t = table(setbacks=12, summons=5)
    t.do("setback 1")
    assert (t.p1.summons, t.s.ended) == (6, "")
    t = table(setbacks=12, summons=3)
    t.do("setback 1")
    assert t.s.candle == 1


def test_other_cards_can_stand_behind_the_boxes(table: Table) -> None:
    rat, chill = enemy("small-rat", deck="other"), event("small-chill", deck="other", threat=True)
    party = table().content.party
    t = table(cards=[rat, chill, party_log_with(setbacks=("small-rat", "small-chill"))])
    assert len(t.content.party.setbacks) == 2
    t.do("setback 3")
    assert (t.s.setbacks, t.p1.summons) == (2, 1)
    assert len(party.setbacks) == 12
