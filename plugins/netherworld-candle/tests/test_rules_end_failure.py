"""Retry and Accept Defeat (NC-END-014 to -018)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from nc_cards import artifact, equip, fx, scenario
from nc_table import NcTable

from undercroft import GameState
from undercroft.testing import rule

Table = Callable[..., NcTable]

CUP = artifact("cup", value=2)
PILL = equip("pill", kind="consumable", faction="ash-kitchen", minimum=1)


def lost(table: Table, **keywords: Any) -> NcTable:
    """A scenario of a campaign that has just failed."""
    return table(**{"at": "over", "mode": "campaign", "ended": "failed", "ending": -1, **keywords})


@rule("NC-END-014")
def test_exactly_retry_and_accept_defeat_are_offered(table: Table) -> None:
    t = lost(table, p2={}, gm=2)
    assert (t.prompt, t.seat) == ("failed", 2)
    assert sorted(t.options) == [("accept",), ("retry",)]
    refused = t.refused("go-on")
    assert refused is not None
    assert refused.rule == "NC-END-014"


@rule("NC-END-015")
def test_a_retry_changes_bad_omens_for_a_good_one(table: Table) -> None:
    basic = [f"gate-of-death-{n}-rat" for n in (1, 2, 3, 4)]
    t = table(at="idle", mode="campaign")
    t.run("keep_snapshot")
    for kind in ("bad", "bad", "good"):
        t.do(f"omen kind={kind}")
    assert len(t.p1.fate) == 23
    t.s.ended = "failed"
    t.run("after_failure")
    t.choose("retry")
    cards = t.cards(t.p1.fate, "fate")
    assert (len(cards), cards.count("bad-omen"), cards.count("good-omen")) == (22, 0, 2)
    assert set(basic) <= set(cards)
    t = table(at="idle", mode="campaign", p2={})
    t.run("keep_snapshot")
    t.do("omen kind=bad who=each")
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    for d in (t.p1, t.p2):
        cards = t.cards(d.fate, "fate")
        assert (len(cards), cards.count("bad-omen"), cards.count("good-omen")) == (21, 0, 1)
    assert t.s.scenario == t.number("scenario", "proving-ground")
    assert t.prompt in ("before", "hand")


@rule("NC-END-016")
def test_a_retry_takes_back_gains_and_keeps_the_price_of_defeats(table: Table) -> None:
    t = table(at="idle", mode="campaign", equipment=[PILL], personal=2, redraw=1, progress=2, cards=[CUP],
              next_health=-1, next_energy=1)  # fmt: skip
    t.run("keep_snapshot")
    d = t.p1
    d.equipment.clear()
    d.personal, d.redraw, d.neidan, d.summons, d.health = 0, 4, 3, 1, 1
    d.cooldown, d.start_health, d.start_energy = 2, 0, 0  # the changes of the start were used up
    t.do("exp 1", "mark bell-rung", {"do": "note", "text": "seen"}, "reputation 2 faction=ash-kitchen", "setback 1")
    t.do({"do": "artifact", "id": CUP})
    while t.prompt:
        t.choose(*t.options[0])
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    d = t.p1
    assert [item.card for item in d.equipment] == [t.number("equip", PILL)]
    assert (d.personal, d.redraw, d.neidan, d.exp, sum(d.reputation), d.artifacts) == (2, 1, 0, 0, 0, [])
    assert (d.cooldown, d.start_health, d.start_energy) == (0, -1, 1)
    assert (t.s.marks, t.s.notes, t.s.progress) == ((), (), 2)
    assert (d.summons, t.s.setbacks) == (1, 1)
    assert sum(d.tree) == 0


PRICE = frozenset({"setbacks", "summons", "fate", "fate_discard"})
"""What a failed try leaves behind: Setbacks, Summons, omens."""
FREE = frozenset({
    "difficulty", "records", "tries", "snapshot", "story_phases", "adventure_phases", "first_game", "luck", "dice",
    "seat", "fate_set", "absent", "delvers", "equipment", "artifacts",
})  # fmt: skip
"""What is chosen anew, counts the tries, cannot change in a scenario, or is looked at elsewhere."""
ON_THE_TABLE = frozenset({
    "phase", "story_table", "journeys", "passes", "map", "ways", "far", "doors", "enemies", "it", "resolving",
    "enemy_count", "yin", "yang", "yin_discard", "yang_discard", "candle", "colours", "lit", "bag", "page", "slots",
    "page_used", "round", "turn_seat", "aside", "defeated", "ended", "ending", "test", "owed", "energy_lost",
    "health_lost", "cards_used", "health", "energy", "immobilized", "place", "threat", "hand", "zone_a", "zone_b",
    "zone_c", "bonuses", "command", "plays", "over", "acted", "skill_used", "nether_used", "defeats", "check",
    "story_place",
})  # fmt: skip
"""What is laid out anew for each try."""


def other_than(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else (*value, 1)


def fields_of(kind: Any) -> list[str]:
    """The fields of a state by name."""
    return [field.name for field in attrs.fields(kind)]


@rule("NC-END-016")
def test_a_retry_brings_back_every_field_of_the_campaign(table: Table) -> None:
    t = table(at="idle", mode="campaign", p2={"nether": ["coin-for-the-ferryman"], "tree_checked": (1, 0, 0, 0)})
    t.run("keep_snapshot")
    before: list[tuple[Any, str, Any]] = []
    for owner in (t.s, t.p1, t.p2):
        for name in fields_of(type(owner)):
            if name not in PRICE | FREE | ON_THE_TABLE and name not in fields_of(GameState):
                value = getattr(owner, name)
                before.append((owner, name, value))
                setattr(owner, name, other_than(value))
    assert len(before) > 40
    t.rules.restore_snapshot(t.s)
    assert [name for owner, name, value in before if getattr(owner, name) != value] == []


@rule("NC-END-016")
def test_a_retry_brings_back_artifacts_where_they_lay(table: Table) -> None:
    sack = equip("sack", kind="backpack", slots=2, artifacts=["coffin-nail"])
    t = table(at="idle", mode="campaign", equipment=[sack], artifacts=[CUP])
    t.run("keep_snapshot")
    t.do("lose_artifact 2")
    while t.prompt:
        t.choose(*t.options[0])
    t.do({"do": "artifact", "id": "jade-cicada"})
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    assert t.cards(t.p1.artifacts, "artifact") == ["cup"]
    assert t.cards(t.p1.equipment[0].artifacts, "artifact") == ["coffin-nail"]


@rule("NC-END-016")
def test_the_retry_is_the_same_scenario_from_the_beginning(table: Table) -> None:
    t = table(at="idle", mode="campaign", candle=7, round=5)
    t.run("keep_snapshot")
    setbacks = t.s.setbacks
    t.s.ended = "failed"
    t.run("after_failure").choose("retry")
    while t.prompt in ("before", "hand"):
        t.choose(*next(option for option in t.options if option[0] in ("go", "done")))
    assert (t.s.candle, t.s.round, t.s.setbacks, t.s.tries) == (0, 1, setbacks, 1)
    assert t.s.scenario == t.number("scenario", "proving-ground")
    assert [part["result"] for part in t.rules.parts(t.s)] == ["failed"]


@rule("NC-END-017")
def test_accepting_defeat_costs_four_setbacks_and_offers_every_ending(table: Table) -> None:
    t = lost(table, setbacks=1, p2={}, gm=2).choose("accept")
    assert t.s.setbacks == 5
    assert (t.prompt, t.seat) == ("defeat", 2)
    assert sorted(t.options) == [("ending", 0), ("ending", 1)]
    assert len(t.told("NC-END-017")) == 3
    t.choose("ending", 1)
    assert t.s.done == ((t.number("scenario", "proving-ground"), "bad"),)


@rule("NC-END-018")
def test_the_chosen_ending_counts_in_full_but_artifacts_and_neidan_are_lost(table: Table) -> None:
    endings = [
        {"id": word, "label": label, "title": word, "text": "It ends.", "exp": 4, "progress": 1,
         "effects": fx("mark bell-rung")}
        for word, label in (("good", "A"), ("bad", "B"))
    ]  # fmt: skip
    t = lost(table, neidan=3, artifacts=[CUP], redraw=2, equipment=[PILL], cards=[scenario(endings=endings)])
    t.choose("accept").choose("ending", 0)
    while t.prompt != "between":
        t.choose(*(("keep",) if t.prompt == "defy" else t.options[0]))
    assert (t.p1.personal, t.p1.neidan, t.p1.exp) == (0, 0, 4)
    assert (t.p1.artifacts, t.s.stash_artifacts, t.p1.equipment, t.p1.redraw) == ([], (), [], 0)
    assert (t.s.progress, t.s.marks) == (1, ("bell-rung",))
    assert [part["result"] for part in t.rules.parts(t.s)] == ["defeat"]


@rule("NC-END-018")
def test_artifacts_that_were_brought_along_are_not_lost_with_those_of_the_scenario(table: Table) -> None:
    sack = equip("sack", kind="backpack", slots=2, artifacts=["coffin-nail"], faction="ash-kitchen", minimum=1)
    t = table(at="idle", mode="campaign", equipment=[sack], artifacts=[CUP], artifact_slots=2)
    t.run("keep_snapshot")
    t.do(*[{"do": "artifact", "id": name} for name in ("cup", "coffin-nail")])
    assert [len(t.p1.artifacts), len(t.p1.equipment[0].artifacts)] == [2, 2]
    t.s.ended = "failed"
    t.run("after_failure").choose("accept").choose("ending", 0)
    while t.prompt != "between":
        t.choose(*(("keep",) if t.prompt == "defy" else t.options[0]))
    assert t.cards(t.p1.artifacts, "artifact") == ["cup"]
    assert t.cards(t.s.stash_artifacts, "artifact") == ["coffin-nail"]  # its Backpack went back
