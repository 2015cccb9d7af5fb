"""Which text wins, which option, in which order; what has no effect at all (NC-GEN)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from nc_cards import action, choose, enemy, equip, event, location, option, trigger
from nc_table import NcTable

from undercroft import Layer, LayerSpec
from undercroft.layers import compose
from undercroft.testing import rule
from undercroft_netherworld_candle.build import PACK, load
from undercroft_netherworld_candle.plugin import GAME
from undercroft_netherworld_candle.rules import NetherworldCandle
from undercroft_netherworld_candle.state import Delver, State

Table = Callable[..., NcTable]
EVENT = ("encounter", 0, -1)


# -- the Golden Rule


@rule("NC-GEN-001")
def test_the_text_on_a_card_beats_the_rulebook(table: Table) -> None:
    proud = enemy("proud", ready="ready")
    t = table(difficulty="normal", cards=[proud, enemy("meek")])
    t.do({"do": "spawn", "id": "proud"}, {"do": "spawn", "id": "meek"})
    assert [e.immobilized for e in t.s.enemies] == [False, True]


def _layer(level: str, energy: int) -> type[Any]:
    class Text(Layer, NetherworldCandle, at=level):
        """A text that sets the maximum of the Energy track."""

        def energy_max(self, s: State, d: Delver) -> int:
            return energy

    return Text


@rule("NC-GEN-001")
@pytest.mark.parametrize("upper", [1, 2, 3, 4])
def test_each_level_overrules_those_below_it(table: Table, upper: int) -> None:
    ladder = ("difficulty", "story-book", "note", "card", "expansion")
    assert [level for level in GAME.levels if level in ladder] == list(ladder)
    t = table(energy=2)
    specs = [LayerSpec(_layer(level, n), GAME.id, plugin="test") for n, level in enumerate(ladder[: upper + 1], 3)]
    made = compose(GAME.id, NetherworldCandle, GAME.levels, specs[::-1])(t.content, t.rules.setup)
    made.gain_energy(t.s, t.p1, 9)  # type: ignore[attr-defined]
    assert t.p1.energy == upper + 3
    made.gain_health(t.s, t.p1, 1)  # type: ignore[attr-defined]
    assert t.p1.health == 7  # the rest of the lower texts still applies


@rule("NC-GEN-001")
def test_each_scenario_is_a_layer_whose_note_overrules_the_rulebook_while_it_is_open(table: Table) -> None:
    content = load([PACK])
    options = GAME.options(mode="campaign")
    notes = [layer for layer in GAME.layers(options, content) if layer.at == "note"]
    assert [note.__name__ for note in notes] == [f"Note{info.number}" for info in content.scenario]
    specs = [LayerSpec(layer, GAME.id, plugin="test") for layer in notes]
    made: Any = compose(GAME.id, NetherworldCandle, GAME.levels, specs)(content, options)
    plain: Any = NetherworldCandle(content, options)
    s = State(seed=1, index=0)
    last = len(content.scenario) - 1
    assert content.scenario[last].track != content.track
    for s.scenario in (0, last):
        assert plain.track(s) == content.track
        assert made.track(s) == content.scenario[s.scenario].track


@rule("NC-GEN-001")
def test_the_story_book_overrules_the_rulebook_and_a_card_the_mode(table: Table) -> None:
    t = table(difficulty="hell", cards=[enemy("stiff", ready="immobilized"), enemy("meek")])
    t.do({"do": "spawn", "id": "stiff"}, {"do": "spawn", "id": "meek"})
    assert [e.immobilized for e in t.s.enemies] == [True, False]
    t.s.first_game, t.s.progress = True, 16
    assert t.rules.initial_karma(t.s) == 7
    t.s.first_game = False
    assert t.rules.initial_karma(t.s) == t.content.party.karma[16]


# -- options


@rule("NC-GEN-021")
def test_an_option_that_can_be_done_completely_must_be_chosen(table: Table) -> None:
    two = choose(option("lose 2 Redraw tokens", "redraw -2"), option("lose 1 Health", "health -1"))
    t = table(redraw=1, health=6)
    t.do(two, source=EVENT)
    assert (t.p1.redraw, t.p1.health, t.prompt) == (1, 5, "")
    t = table(redraw=2, health=6)
    t.do(two, source=EVENT)
    assert [o[:2] for o in t.options] == [("option", 0), ("option", 1)]


@rule("NC-GEN-021")
def test_options_in_part_only_where_none_is_complete(table: Table) -> None:
    both = choose(option("tokens", "redraw -2"), option("artifacts", "lose_artifact 1"))
    t = table(redraw=1)
    t.do(both, source=EVENT)
    assert t.p1.redraw == 0
    t = table(redraw=0)
    t.do(both, "cooldown 1", source=EVENT)
    assert t.p1.cooldown == 1  # nothing could be chosen; the rest of the card goes on


def test_an_optional_choice_may_be_declined_and_a_cost_has_to_be_payable(table: Table) -> None:
    offer = choose(option("pay", "health 2", cost={"energy": 3}), optional=True)
    t = table(energy=3, health=2)
    t.do(offer)
    t.choose("pass")
    assert (t.p1.energy, t.p1.health) == (3, 2)
    t.do(offer)
    t.choose("option", 0, ...)
    assert (t.p1.energy, t.p1.health) == (0, 4)
    t.do(offer)
    assert t.p1.health == 4
    assert t.prompt in ("", "choose")


# -- order


@rule("NC-GEN-022")
def test_a_condition_sees_what_the_same_effect_has_changed(table: Table) -> None:
    then = {"do": "if", "cond": {"energy_at_least": 5}, "then": ["redraw 1"], "otherwise": ["cooldown 1"]}
    t = table(energy=3)
    t.do("energy 2", then)
    assert (t.p1.redraw, t.p1.cooldown) == (1, 0)
    t = table(energy=3)
    t.do(then, "energy 2")
    assert (t.p1.redraw, t.p1.cooldown) == (0, 1)


@rule("NC-TURN-010")
def test_several_triggers_at_one_moment_are_ordered_by_a_player(table: Table) -> None:
    lamp = equip("lamp", triggers=[trigger("turn-end", "energy -2")])
    mat = equip("mat", kind="accessory", triggers=[trigger("turn-end", {"do": "if", "cond": {"energy_at_least": 2},
                                                                       "then": ["redraw 1"]})])  # fmt: skip
    t = table(energy=2, equipment=[lamp, mat])
    t.run("fire", 2, 1)
    assert t.prompt == "order"
    assert [o[2] for o in t.options] == ["Lamp", "Mat"]
    t.choose("first", 1, ...)
    assert (t.p1.energy, t.p1.redraw) == (0, 1)


def test_the_enemy_that_was_chosen_is_it_for_the_rest_of_the_card(table: Table) -> None:
    t = table(enemies=[enemy("one", health=5), enemy("two", health=5)])
    t.do("immobilize", "damage 2 target=it", source=("action", 0, -1)).choose("enemy", 2)
    assert [(e.immobilized, e.damage) for e in t.s.enemies] == [(False, 0), (True, 2)]


def test_what_is_limited_comes_back_with_the_turn_or_the_round(table: Table) -> None:
    lamp = equip(
        "lamp", triggers=[trigger("play", "redraw 1", once="turn"), trigger("play", "cooldown 1", once="round")]
    )
    t = table(equipment=[lamp])
    for _ in range(2):
        t.run("fire", 19, 1)
        while t.prompt:
            t.choose(*t.options[0])
    assert (t.p1.redraw, t.p1.cooldown) == (1, 1)
    t.rules.renew_turn(t.s)
    t.run("fire", 19, 1)
    assert (t.p1.redraw, t.p1.cooldown) == (2, 1)
    t.rules.renew_round(t.s)
    t.run("fire", 19, 1)
    while t.prompt:
        t.choose(*t.options[0])
    assert (t.p1.redraw, t.p1.cooldown) == (3, 2)


@rule("NC-GEN-023")
def test_a_quick_action_is_usable_in_the_turn_of_another(table: Table) -> None:
    quick, slow = action("quick", "health 1", quick=True), action("slow", "health 1")
    t = table(at="turn", energy=0, p2={"hand": [quick, slow], "health": 3, "energy": 0})
    assert t.seat == 1
    t.choose("yield", 2)
    assert (t.seat, t.prompt) == (2, "any-time")
    assert t.can("quick", quick)
    assert not t.can("quick", slow)
    assert t.rules.why_not_quick(t.s, t.p2, t.number("action", slow)).rule == "NC-GEN-023"
    t.choose("quick", quick)
    assert t.p2.health == 4
    assert t.s.turn_seat == 1
    assert t.p2.plays == 0


@rule("NC-GEN-024")
def test_the_leader_is_the_grandmaster_and_cooldown_icons_are_the_zone_letter(table: Table) -> None:
    t = table(gm=2, map=[location(), location(x=1)], p2={"place": 1}, cards=[enemy("rat")])
    t.do({"do": "spawn", "id": "rat", "where": "gm"})
    assert t.foe().place == 1  # the Leader's Location
    costs = [t.rules.recall_cost(t.s, t.p1, zone) for zone in range(3)]
    assert costs == [1, 2, 3]


# -- what has no effect


@rule("NC-GEN-025")
def test_an_effect_does_what_it_says_and_nothing_else(table: Table) -> None:
    t = table(p2={}, enemies=[enemy()])
    before = _parts(t.s), _parts(t.p1), _parts(t.p2)
    t.do("redraw 1")
    after = _parts(t.s), _parts(t.p1), _parts(t.p2)
    table_parts, mine, other = ([k for k in new if new[k] != old[k]] for old, new in zip(before, after, strict=True))
    assert (table_parts, mine, other) == (["delvers"], ["redraw"], [])


def _parts(thing: Any) -> dict[str, Any]:
    """The fields of a part of the state, as plain values."""
    return dict(zip((field.name for field in attrs.fields(type(thing))), thing.key(), strict=True))


def _played(t: NcTable) -> tuple[Any, ...]:
    for _ in range(30):
        if t.prompt == "":
            break
        t.choose(*t.options[len(t.options) // 2])
    return (t.s.key(), t.rules_told)


@rule("NC-GEN-026")
def test_flavour_text_changes_nothing(table: Table) -> None:
    ends = []
    for text in ("", "The wind asks for its name back."):
        draught = event("draught", "energy -1", number="Z310", text=text)
        ends.append(
            _played(table(at="turn", hand=["light-step", "observation"], yin=[draught] * 4, yang=[draught] * 4))
        )
    assert ends[0] == ends[1]


@rule("NC-GEN-015")
def test_the_look_of_an_enemy_changes_nothing(table: Table) -> None:
    ends = []
    for border in ("grey", "crimson"):
        rat = enemy("rat", number="K310", border=border, health=9)
        ends.append(_played(table(at="turn", hand=["light-step", "sleeve-knife"], enemies=[rat, rat])))
    assert ends[0] == ends[1]
