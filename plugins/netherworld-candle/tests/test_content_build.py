"""Content as the rules use it, and the facts about cards that the rulebook names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import attrs

from undercroft import load_packs
from undercroft.testing import rule
from undercroft_netherworld_candle import terms, verbs
from undercroft_netherworld_candle.build import PACK, build
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.schema import TABLES, Condition, Effect
from undercroft_netherworld_candle.words import EFFECTS

PRINTED = load_packs([PACK], TABLES)
CONTENT = build(PRINTED)
COMPILER = Compiler(CONTENT.index, CONTENT.party.marks)


def test_every_verb_and_condition_has_a_number_of_its_own() -> None:
    assert len({word.code for word in EFFECTS.values()}) == len(EFFECTS) == len(verbs.VERBS)
    assert set(verbs.CONDITIONS) == {field.name for field in attrs.fields(Condition)}


def test_effects_become_tuples_in_the_order_of_their_words() -> None:
    assert COMPILER.effect(Effect(do="energy", n=-2)) == (verbs.ENERGY, terms.WHO_YOU, -2)
    assert COMPILER.effect(Effect(do="attack", hits=1)) == (verbs.ATTACK, terms.STRENGTH, 1, 0, 0, 0, terms.AT_ENEMY)
    assert COMPILER.effect(Effect(do="gate", kind="death")) == (verbs.GATE, terms.DEATH, 1)
    assert COMPILER.effect(Effect(do="recall", kind="b")) == (verbs.RECALL, terms.WHO_YOU, 1, 1)
    rat = CONTENT.index["encounter"]["giant-rat"]
    spawned = (verbs.SPAWN, rat, 1, terms.WHERE_HIGHEST, terms.STANCE_RULE, -1)
    assert COMPILER.effect(Effect(do="spawn", id="giant-rat")) == spawned


def test_conditions_become_entries_that_all_have_to_hold() -> None:
    cond = Condition(energy_at_least=4, defeated={"giant-rat": 2}, any=(Condition(mark="bell-rung"),))
    rat = CONTENT.index["encounter"]["giant-rat"]
    assert COMPILER.cond(cond) == (
        (verbs.IF_ENERGY_AT_LEAST, 4),
        (verbs.IF_DEFEATED, rat, 2),
        (verbs.IF_ANY, (((verbs.IF_MARK, "bell-rung"),),)),
    )


def test_ids_and_ints_lead_to_each_other() -> None:
    for kind, ids in CONTENT.ids.items():
        assert [CONTENT.index[kind][name] for name in ids] == list(range(len(ids)))


@rule("NC-GEN-018")
def test_l001_is_the_yellow_candle_card_under_both_spellings() -> None:
    kind, card = CONTENT.numbers["L001"]
    assert CONTENT.candle[card].title == "Yellow Candlelight"
    assert CONTENT.numbers["LO01"] == (kind, card)


@rule("NC-CANDLE-004")
def test_yellow_candlelight_advances_the_candle_and_gives_cooldown_tokens() -> None:
    card = CONTENT.index["candle"]["yellow-candlelight"]
    assert CONTENT.candle_effects[card] == ((verbs.CANDLE, 1), (verbs.COOLDOWN, terms.WHO_EACH, 1))


@rule("NC-CANDLE-007")
def test_the_default_track_has_sixteen_spaces_in_four_sections() -> None:
    track = CONTENT.scenario[CONTENT.index["scenario"]["prologue"]].track
    assert len(track) == 16
    assert [track.count(colour) for colour in range(5)] == [5, 4, 3, 3, 1]
    assert track[4] == terms.WHITE
    assert track[5] == terms.YELLOW
    assert track[15] == terms.OUT


@rule("NC-TEST-047")
def test_each_basic_set_has_the_values_1_to_20_once() -> None:
    for cards in CONTENT.basic_sets:
        assert sorted(CONTENT.fate_d20[card] for card in cards) == list(range(1, 21))
        death = [card for card in cards if CONTENT.fate_title[card] == "Gate of Death"]
        assert [CONTENT.fate_d20[card] for card in death] == [1, 2, 3, 4]
        assert all(CONTENT.fate_gates[card] == 1 << terms.DEATH and CONTENT.fate_hits[card] for card in death)
        assert all(not CONTENT.fate_symbols[card] and not CONTENT.fate_icons[card] for card in death)
        (boundless,) = [card for card in cards if CONTENT.fate_boundless[card]]
        assert CONTENT.fate_icons[boundless] == 1 << terms.ICON_RESHUFFLE
        assert not CONTENT.fate_gates[boundless]
        assert not CONTENT.fate_symbols[boundless]


@rule("NC-TEST-048")
def test_only_starred_cards_show_a_miss_and_each_leads_to_a_number() -> None:
    for card, value in enumerate(CONTENT.fate_d20):
        assert value == -1 or not CONTENT.fate_miss[card]
        assert value >= 0 or CONTENT.fate_icons[card] & 1 << terms.ICON_REVEAL


@rule("NC-TEST-049")
def test_the_fronts_of_the_omens() -> None:
    good, bad = CONTENT.good_omen, CONTENT.bad_omen
    assert (CONTENT.fate_d20[good], CONTENT.fate_hits[good], CONTENT.fate_symbols[good]) == (15, 1, 15)
    assert (CONTENT.fate_d20[bad], CONTENT.fate_hits[bad], CONTENT.fate_symbols[bad]) == (0, 0, 0)
    assert CONTENT.fate_gates[good] == CONTENT.fate_gates[bad] == 0
    assert CONTENT.fate_icons[good] == CONTENT.fate_icons[bad] == 1 << terms.ICON_TEMPORARY


@rule("NC-TEST-042")
def test_north_palace_and_five_senses_give_tokens() -> None:
    north, senses = (CONTENT.index["fate"][name] for name in ("north-palace", "five-senses"))
    assert CONTENT.fate_icons[north] & 1 << terms.ICON_REDRAW
    assert not CONTENT.fate_icons[north] & 1 << terms.ICON_RESHUFFLE
    assert CONTENT.fate_icons[senses] == 1 << terms.ICON_COOLDOWN


@rule("NC-LOG-020")
def test_the_tracks_of_the_logs() -> None:
    log, party = CONTENT.log, CONTENT.party
    assert (log.exp_boxes, len(log.summons), len(party.setbacks), len(party.karma) - 1) == (24, 6, 12, 16)
    rewards = [(box, kind, n) for box, row in enumerate(log.rewards) for kind, n in row]
    assert [box for box, kind, _ in rewards if kind == 0] == [6, 14]
    assert sum(n for _, kind, n in rewards if kind == 1) == 3
    assert all(boxes == 10 for boxes in CONTENT.faction_boxes)
    assert CONTENT.faction_levels[0] == (0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4)


@rule("NC-FATE-013")
def test_every_delver_can_reach_the_hand_limit_of_eleven() -> None:
    track = sum(n for row in CONTENT.log.rewards for kind, n in row if kind == 1)
    for tree in CONTENT.del_tree:
        spaces = sum(node.spaces for node in tree if node.reward == 2)
        assert CONTENT.log.hand + track + spaces == CONTENT.log.hand_max == 11


@rule("NC-LOG-024")
def test_the_setback_boxes_name_eight_weak_enemies_and_four_lasting_events() -> None:
    for box, card in enumerate(CONTENT.party.setbacks, 1):
        assert CONTENT.enc_enemy[card] == (box % 3 != 0)
        assert CONTENT.enc_symbols[card]
        assert CONTENT.enc_deck[card] == terms.OTHER
        if CONTENT.enc_enemy[card]:
            assert CONTENT.enc_health[card] <= 3
            assert CONTENT.enc_damage[card] == 1
            assert CONTENT.enc_armor[card] == 0
            assert CONTENT.enc_neidan[card] <= 1
        else:
            assert CONTENT.enc_threat[card]


def test_the_delvers_that_the_rulebook_names() -> None:
    assert [delver.name for delver in CONTENT.delver] == ["Whisperlark", "Iron Abacus", "Canger Ling", "Dr. Liang"]
    whisperlark, abacus, canger, _ = CONTENT.delver
    assert whisperlark.geomancy == 2
    assert {"fade-into-mist", "observation"} <= set(whisperlark.starting)
    assert abacus.sect == "sky-gazer"
    assert abacus.talismans == 3
    assert canger.companions == 2
    for delver, cards in zip(CONTENT.delver, CONTENT.del_starting, strict=True):
        assert Counter(CONTENT.act_zone[card] for card in cards) == {0: 2, 1: 2, 2: 2}, delver.id


@rule("NC-COOL-013", "NC-COOL-014")
def test_observation_and_fade_into_mist_lie_in_zone_b() -> None:
    seen, mist = (CONTENT.index["action"][name] for name in ("observation", "fade-into-mist"))
    assert CONTENT.act_zone[seen] == CONTENT.act_zone[mist] == 1
    assert CONTENT.act_effects[seen] == ((verbs.DECODE, terms.GEOMANCY, 0, True),)
    assert CONTENT.act_energy[seen] == 0
    assert CONTENT.act_basic[mist] == (terms.DO_MOVE,)


@rule("NC-MAP-002")
def test_the_first_two_locations_of_the_prologue() -> None:
    first, second = (CONTENT.numbers[number][1] for number in ("M001", "M002"))
    assert CONTENT.scenario[CONTENT.index["scenario"]["prologue"]].start == first
    assert CONTENT.loc_edges[first][terms.RIGHT] == second
    assert CONTENT.loc_edges[second][terms.LEFT] == first
    assert CONTENT.loc_icons[second] == (terms.REST, terms.VIEW)


def test_the_giant_rat() -> None:
    rat = CONTENT.index["encounter"]["giant-rat"]
    assert CONTENT.enc_damage[rat] == 1
    assert CONTENT.enc_prey[rat] == terms.PREY_NONE
    assert CONTENT.enc_range[rat] == 0


@rule("NC-SOLO-003")
def test_what_a_lone_delver_is_given() -> None:
    party = CONTENT.party
    assert CONTENT.numbers["Z903"] == ("nether", party.solo_nether)
    assert CONTENT.numbers["Z901"] == ("nether", party.first_nether)
    assert CONTENT.numbers["E802"] == ("equip", party.solo_equipment)
    assert [CONTENT.numbers[number] for number in ("A005", "A006")] == [("action", n) for n in party.solo_actions]
    assert [CONTENT.story[card].number for card in party.prologue] == [f"S00{n}" for n in range(1, 8)]


def test_a_card_of_a_pack_may_join_the_deck_of_a_scenario() -> None:
    tables = load_packs([PACK], TABLES)
    event = attrs.evolve(tables["event"]["rust"], scenarios=("prologue",))
    changed = build({**tables, "event": {**tables["event"], "rust": event}})
    card = changed.index["encounter"]["rust"]
    assert changed.scenario[0].yin.count(card) == event.copies
    assert CONTENT.scenario[0].yin.count(card) == 0


def test_the_page_on_cards_tells_every_kind_verb_and_condition() -> None:
    page = (Path(__file__).parents[3] / "docs" / "netherworld-candle" / "cards.md").read_text(encoding="utf-8")
    names = [*TABLES, *EFFECTS, *(field.name for field in attrs.fields(Condition))]
    assert [name for name in names if f"`{name}`" not in page] == []
    rows = [line for line in page[page.index("## Kinds") : page.index("## Effects")].splitlines() if "| `" in line]
    kinds = {line.split("`")[1]: line for line in rows}
    for kind, cls in TABLES.items():
        assert [field.name for field in attrs.fields(cls) if field.name not in kinds[kind]] == []
