"""Netherworld Artifacts: the bag, the slots, acquiring (NC-ART)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import action, artifact, enemy, equip, fx, location, scenario, trigger
from nc_table import NcTable

from undercroft.testing import rule
from undercroft_netherworld_candle.rules.cooldown import ADVANCED

Table = Callable[..., NcTable]

HALL = location("hall", icons="rest")
TAKE = action("take", "acquire 1")
NAIL, JAR = artifact("nail", value=2), artifact("jar", value=4)


def bag_of(*entries: dict[str, object]) -> object:
    return scenario(bag=list(entries))


@rule("NC-ART-001")
def test_special_tokens_may_have_no_value(table: Table) -> None:
    content = table().content
    heads = content.index["artifact"]["blood-corpse-head"]
    assert content.art_value[heads] == 0
    assert content.art_effects[heads]
    assert any(special and not content.art_value[n] for n, special in enumerate(content.art_special))
    t = table(mode="story", at="story-idle", artifacts=["blood-corpse-head"], stories=[])
    t.do("turn_in faction=river-lodge n=0")
    assert t.prompt == ""
    assert not any(t.p1.reputation)


@rule("NC-ART-002")
def test_each_slot_holds_one_token(table: Table) -> None:
    t = table(artifacts=[NAIL])
    assert t.rules.free_slots(t.s, t.p1) == []
    t = table(artifacts=[NAIL], equipment=[equip("sack", kind="backpack", slots=1)])
    assert len(t.rules.free_slots(t.s, t.p1)) == 1


@rule("NC-ART-003")
def test_an_acquire_draws_one_token_or_none(table: Table) -> None:
    for answer, left in (("acquire", 4), ("decline", 5)):
        t = table(bag=[NAIL] * 5).do("acquire 1")
        assert t.prompt == "acquire"
        t.choose(answer)
        assert len(t.s.bag) == left
        assert len(t.p1.artifacts) == 5 - left


@rule("NC-ART-004")
def test_without_a_free_slot_one_of_the_tokens_goes_back(table: Table) -> None:
    t = table(bag=[JAR], artifacts=[NAIL]).do("acquire 1").choose("acquire")
    assert t.prompt == "store"
    t.choose("replace", NAIL)
    assert t.cards(t.p1.artifacts, "artifact") == ["jar"]
    assert t.cards(t.s.bag, "artifact") == ["nail"]
    t = table(bag=[JAR], artifacts=[NAIL]).do("acquire 1").choose("acquire").choose("leave-it")
    assert t.cards(t.p1.artifacts, "artifact") == ["nail"]
    assert t.cards(t.s.bag, "artifact") == ["jar"]


@rule("NC-ART-004")
def test_a_slot_of_the_equipment_takes_what_the_board_cannot(table: Table) -> None:
    sack = equip("sack", kind="backpack", slots=1)
    t = table(bag=[JAR], artifacts=[NAIL], equipment=[sack]).do("acquire 1").choose("acquire")
    assert t.cards(t.p1.equipment[0].artifacts, "artifact") == ["jar"]
    bell = artifact("bell", value=3)
    full = equip("full", kind="backpack", slots=1, artifacts=[JAR])
    t = table(bag=[bell], artifacts=[NAIL], equipment=[full], cards=[JAR]).do("acquire 1").choose("acquire")
    assert t.options == [("replace", t.number("artifact", card)) for card in (NAIL, JAR)] + [("leave-it",)]
    t.choose("replace", JAR)
    assert t.cards(t.p1.equipment[0].artifacts, "artifact") == ["bell"]
    assert (t.cards(t.p1.artifacts, "artifact"), t.cards(t.s.bag, "artifact")) == (["nail"], ["jar"])


@rule("NC-ART-004")
def test_nothing_is_drawn_by_whom_the_attacks_defeat_or_lay_down(table: Table) -> None:
    snare = enemy("snare", damage=0, triggers=[trigger("hit", "pin")])
    for foe, health in ((enemy(damage=1), 1), (snare, 6)):
        t = table(bag=[NAIL], map=[HALL], health=health, difficulty="hard", enemies=[foe], dice=["rest"])
        t.do("acquire 1").choose("acquire")
        assert (len(t.s.bag), t.p1.artifacts, t.s.candle) == (1, [], 0)


@rule("NC-ART-004")
def test_attacks_then_the_die_then_the_draw(table: Table) -> None:
    words = {"map": [HALL], "health": 6, "difficulty": "hard", "enemies": [enemy(damage=1)], "dice": ["rest"]}
    t = table(bag=[NAIL], **words).do("acquire 1").choose("acquire")
    assert (t.p1.health, t.s.candle, len(t.p1.artifacts)) == (5, 1, 1)
    assert t.in_order("NC-STAT-010", "NC-ENC-010", "NC-ART-004")
    t = table(bag=[NAIL], **words).do("acquire 1").choose("decline")
    assert (t.p1.health, t.s.candle, len(t.s.bag)) == (6, 0, 1)


@rule("NC-ART-005")
def test_the_bag_holds_what_the_note_says(table: Table) -> None:
    made = bag_of({"value": 1, "n": 3}, {"value": 2, "n": 2}, {"id": "blood-corpse-head", "n": 1})
    t = table(cards=[made])
    t.rules.fill_bag(t.s, "test")
    values = sorted(t.content.art_value[token] for token in t.s.bag.cards())
    assert values == [0, 1, 1, 1, 2, 2]


@rule("NC-ART-006")
def test_the_supply_can_run_out(table: Table) -> None:
    made = bag_of({"value": 6, "n": 3})
    rare = artifact("rare", value=6)
    t = table(cards=[made, rare], stash_artifacts=["rare", "rare"])
    assert t.rules.artifacts_left(t.s, t.number("artifact", "rare")) == 1
    t.rules.fill_bag(t.s, "test")
    assert t.cards(t.s.bag, "artifact") == ["rare"]


@rule("NC-ART-007")
def test_the_bag_is_emptied_at_the_end(table: Table) -> None:
    t = table(bag=["coffin-nail"] * 4)
    nail = t.number("artifact", "coffin-nail")
    assert t.rules.artifacts_left(t.s, nail) == t.content.art_copies[nail] - 4
    t.rules.empty_bag(t.s)
    assert t.rules.artifacts_left(t.s, nail) == t.content.art_copies[nail]
    for how in ({"ended": "success", "ending": 0}, {"ended": "failed", "ending": -1}):
        t = table(at="over", mode="campaign", bag=["coffin-nail"] * 4, **how)
        if t.prompt == "failed":
            t.choose("accept").choose("ending", 0)
        assert (t.prompt, len(t.s.bag)) == ("between", 0)
    t = table(mode="campaign", bag=["coffin-nail"] * 4)
    t.run("keep_snapshot")
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    assert len(t.s.bag) == 0


@rule("NC-ART-008")
@rule("NC-ART-009")
def test_a_blood_corpse_head_advances_the_candle_and_is_not_stored(table: Table) -> None:
    t = table(bag=["blood-corpse-head"], candle=2).do("acquire 1").choose("acquire")
    assert t.s.candle == 3
    assert t.p1.artifacts == []
    assert len(t.s.bag) == 0
    head = t.number("artifact", "blood-corpse-head")
    assert t.content.art_value[head] == 0
    assert t.rules.artifacts_left(t.s, head) == t.content.art_copies[head]


@rule("NC-ART-010")
def test_after_success_nothing_moves_the_candle(table: Table) -> None:
    t = table(bag=["blood-corpse-head"], candle=14, ended="success", ending=0).do("acquire 1").choose("acquire")
    assert t.s.candle == 14
    assert t.s.ended == "success"
    assert t.do("candle -1").s.candle == 14


@rule("NC-ART-011")
def test_special_tokens_are_given_up_after_a_success(table: Table) -> None:
    ox = artifact("the-test-ox", value=0, special=True)
    t = table(artifacts=[ox, NAIL])
    t.rules.store_artifacts(t.s)
    t.rules.clean_up(t.s)
    assert t.cards(t.s.stash_artifacts, "artifact") == ["nail"]
    assert t.p1.artifacts == []
    assert t.rules.artifacts_left(t.s, t.number("artifact", ox)) == 3
    special = [name for name, card in zip(t.content.ids["artifact"], t.content.artifact, strict=True) if card.special]
    assert len(special) > 2


@rule("NC-ART-012")
def test_a_final_acquire_provokes_nothing_and_rolls_no_die(table: Table) -> None:
    t = table(bag=["jade-cicada"], map=[HALL], health=6, difficulty="hard", ended="success", ending=0,
              enemies=[enemy(damage=3)], dice=["rest"])  # fmt: skip
    t.do("acquire 1").choose("acquire")
    assert (t.p1.health, t.s.candle) == (6, 0)
    assert not t.told("NC-ENC-010")
    assert t.cards(t.p1.artifacts, "artifact") == ["jade-cicada"]
    body = {"title": "It ends", "text": "It is over.", "exp": 1}
    last = scenario(endings=[{**body, "id": "good", "label": "A", "effects": fx("acquire 1")},
                             {**body, "id": "bad", "label": "B"}])  # fmt: skip
    t = table(at="over", mode="campaign", ended="success", ending=0, map=[HALL], health=6, difficulty="hard",
              bag=[NAIL], enemies=[enemy(damage=3)], dice=["rest"], cards=[last])  # fmt: skip
    while t.prompt != "acquire":
        t.choose(*t.options[0])
    t.choose("acquire")
    assert (t.prompt, t.p1.health, t.s.candle) == ("between", 6, 0)
    assert t.cards(t.s.stash_artifacts, "artifact") == ["nail"]


@rule("NC-STAT-011")
def test_an_acquire_is_an_action_of_a_card(table: Table) -> None:
    t = table(at="turn", hand=[TAKE], bag=[NAIL], health=6, enemies=[enemy(damage=1)])
    t.choose("play", TAKE, ADVANCED).choose("acquire")
    assert t.p1.health == 5
    assert len(t.p1.artifacts) == 1
