"""The flat content that the rules use: ranges of ints, masks, and abilities that are sorted and signed."""

from __future__ import annotations

import attrs
import pytest

from undercroft.content import load_packs
from undercroft_death_binder import verbs, wording
from undercroft_death_binder.build import PACK, build, load
from undercroft_death_binder.cards import Kit
from undercroft_death_binder.schema import TABLES, CardAbility, FoeAbility
from undercroft_death_binder.schema.actions import CARD_KEYWORDS
from undercroft_death_binder.schema.events import EVENT_KINDS, PRECOGNITION_TARGETS
from undercroft_death_binder.schema.places import REST_ACTIONS, TRAITS
from undercroft_death_binder.schema.tokens import BEHAVIOUR_ICONS, GOALS, ICONS

CONTENT = load([PACK])


def test_ids_and_index_are_each_other_s_way_back() -> None:
    for kind, names in CONTENT.ids.items():
        assert len(set(names)) == len(names)
        assert [CONTENT.index[kind][name] for name in names] == list(range(len(names)))


def test_action_cards_share_one_range() -> None:
    whole = len(CONTENT.actions)
    assert whole == 69 + 8 + 8
    assert (*CONTENT.ordinary, *CONTENT.specials, *CONTENT.blinded) == tuple(range(whole))
    masks = (CONTENT.ordinary_mask, CONTENT.special_mask, CONTENT.blinded_mask)
    assert [sum(mask) for mask in masks] == [69, 8, 8]
    assert all(sum(parts) == 1 for parts in zip(*masks, strict=True))
    kinds = (CONTENT.melee_mask, CONTENT.spell_mask, CONTENT.blinded_mask)
    assert [sum(mask) for mask in kinds] == [39, 38, 8]
    assert all(sum(parts) == 1 for parts in zip(*kinds, strict=True))
    assert [len(row) for row in CONTENT.damage] == [0, whole, whole, whole]


def test_abilities_are_split_by_their_moment_in_printed_order() -> None:
    net = CONTENT.index["action"]["net-and-trident"]
    assert CONTENT.abilities[net] == ((verbs.DEFENSE, 1, False), (verbs.STUN, 1, True))
    assert CONTENT.auto[net] == ((verbs.DEFENSE, 1),)
    assert CONTENT.faith[net] == ((verbs.STUN, 1),)
    rinse = CONTENT.index["action"]["rinse-the-stones"]
    assert CONTENT.auto[rinse] == ((verbs.BLIGHT, -1),)


def test_foes_share_one_range_in_order() -> None:
    order = [(foe.kind, foe.corrupted) for foe in CONTENT.foes]
    expected = [(verbs.LEVEL_ENEMY, False)] * 71 + [(verbs.BOSS, False)] * 6
    expected += [(verbs.EVENT_ENEMY, False)] * 8 + [(verbs.EVENT_ENEMY, True)] * 8 + [(verbs.OBSTACLE, False)] * 8
    assert order == expected
    assert sum(CONTENT.levels, ()) == tuple(range(71))
    assert sum(CONTENT.bosses, ()) == tuple(range(71, 77))
    levels = [CONTENT.foe_level[foe] for foe in range(77)]
    assert levels[:71] == sorted(levels[:71])


def test_obstacles_are_foes_of_their_event() -> None:
    for event in CONTENT.events:
        if event.kind == verbs.OBSTACLE_EVENT:
            assert CONTENT.foe_kind[event.foe] == verbs.OBSTACLE
            assert CONTENT.ids["foe"][event.foe] == event.id
            assert CONTENT.foe_damage[event.foe] == CONTENT.foe_xp[event.foe] == 0
        else:
            assert event.foe == -1


@pytest.mark.parametrize(
    ("printed", "kit"),
    [
        (FoeAbility("penetrate", faith=True), Kit(attack=((verbs.PENETRATE, 1, True),))),
        (FoeAbility("first_strike", 2), Kit(attack=((verbs.FIRST_STRIKE, 2, False),))),
        (FoeAbility("punish_undefended"), Kit(attack=((verbs.PUNISH_UNDEFENDED, 1, False),))),
        (FoeAbility("frenzy", 2), Kit(attack=((verbs.FRENZY, 2, False),))),
        (FoeAbility("blind", 2, faith=True), Kit(after=((verbs.BLINDED, 2, True),))),
        (FoeAbility("leech", 2), Kit(after=((verbs.DD, -2, False),))),
        (FoeAbility("blight"), Kit(after=((verbs.BLIGHT, 1, False),))),
        (FoeAbility("stun_player", faith=True), Kit(after=((verbs.STUN_PLAYER, 1, True),))),
        (FoeAbility("expose_melee"), Kit(after=((verbs.EXPOSE_MELEE, 1, False),))),
        (FoeAbility("expose_spell", 2), Kit(after=((verbs.EXPOSE_SPELL, 2, False),))),
        (FoeAbility("disarm"), Kit(after=((verbs.DISARM, 1, False),))),
        (FoeAbility("regenerate", 2), Kit(regenerate=(2, False))),
        (FoeAbility("guard", 2, faith=True), Kit(guard=(2, True))),
        (FoeAbility("raise", faith=True), Kit(raises=(1, True))),
        (FoeAbility("important_target"), Kit(important=True)),
    ],
    ids=lambda value: value.keyword if isinstance(value, FoeAbility) else "",
)
def test_foe_abilities_are_sorted_by_their_moment(printed: FoeAbility, kit: Kit) -> None:
    tables = load_packs([PACK], TABLES)
    tables["enemy"]["lamp-eel"] = attrs.evolve(tables["enemy"]["lamp-eel"], abilities=(printed,))
    content = build(tables)
    assert content.foe_kits[content.index["foe"]["lamp-eel"]] == (kit,)


def test_a_boss_keeps_its_constant_abilities_after_a_toss() -> None:
    kits = CONTENT.foe_kits[CONTENT.index["foe"]["ulvard"]]
    assert len(kits) == 3
    assert [kit.guard for kit in kits] == [(1, False)] * 3
    assert [len(kit.after) for kit in kits] == [0, 1, 1]


@pytest.mark.parametrize("keyword", CARD_KEYWORDS)
def test_every_card_keyword_becomes_a_verb(keyword: str) -> None:
    tables = load_packs([PACK], TABLES)
    tables["action"]["cinder-lash"] = attrs.evolve(
        tables["action"]["cinder-lash"], abilities=(CardAbility(keyword, 2),)
    )
    content = build(tables)
    ((verb, n),) = content.auto[content.index["action"]["cinder-lash"]]
    assert n == (-2 if keyword == "blight" else 2)
    assert verbs.VERBS[verb] == {"heal": "health"}.get(keyword, keyword)


def test_sidequests_reward_with_signed_verbs() -> None:
    by_id = {token.id: token.quest for token in CONTENT.tokens}
    deeper, bed = by_id["event-encounter-event"], by_id["encounter-rest"]
    assert deeper is not None
    assert bed is not None
    assert (deeper.goal, deeper.reward) == (verbs.BLIGHT_AT_LEAST, ((verbs.BLIGHT, -4),))
    assert (bed.goal, bed.n, bed.reward) == (verbs.RESOLVE_RESTS, 1, ((verbs.HEALTH, 2),))


def test_skills_know_their_target_and_their_verbs() -> None:
    by_id = {skill.id: skill for skill in CONTENT.skills}
    assert by_id["cold-fire"].effects == ((verbs.DAMAGE_SPELL, 2), (verbs.VULN_MELEE, 1))
    assert by_id["cold-fire"].at_enemy
    assert by_id["quiet-burial"].effects == ((verbs.HEALTH, 1), (verbs.BLIGHT, -1))
    assert not by_id["quiet-burial"].at_enemy
    assert [skill.id for skill in CONTENT.skills if skill.rerolls] == ["second-prayer"]


def test_tokens_know_their_sides() -> None:
    for token in CONTENT.tokens:
        assert len(token.sides) == (1 if token.quest is not None else 2)
    assert [len(CONTENT.tokens[token].sides[0]) for token in CONTENT.four_icons] == [4] * 4
    assert [len(CONTENT.tokens[token].sides[0]) for token in CONTENT.three_icons] == [3] * 10


def test_the_numbers_of_verbs_are_the_places_of_their_words() -> None:
    """The constants in verbs.py are written out; here they meet the vocabularies that they number."""
    for number, name in enumerate(verbs.VERBS):
        assert getattr(verbs, name.upper()) == number
    assert EVENT_KINDS[verbs.OBSTACLE_EVENT] == "obstacle"
    assert [getattr(verbs, kind.upper()) for kind in EVENT_KINDS if kind != "obstacle"] == [0, 1, 3, 4, 5]
    for words in (PRECOGNITION_TARGETS, GOALS, REST_ACTIONS, BEHAVIOUR_ICONS):
        assert [getattr(verbs, word.upper()) for word in words] == list(range(len(words)))
    assert [getattr(verbs, f"{icon.upper()}_ICON") for icon in ICONS] == [0, 1, 2]
    own_names = {"spell": "SPELL_TIER", "melee": "MELEE_TIER", "store_cards": "STORE_CARDS_TRAIT"}
    assert [getattr(verbs, own_names.get(trait, trait.upper())) for trait in TRAITS] == list(range(7))


# -- cards in words


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("action", "belaying-blow", "Melee 1/2/3, Stun (Faith Toss)"),
        ("action", "ward-of-salt", "Spell 1/2/3, defense equal to the Character Level"),
        ("action", "cinder-lash", "Spell 1/2/4"),
        ("action", "blinded-1", "no damage, no ability"),
        ("event", "the-open-hand", "Decision: left +4 XP, +2 Blight; right +1 XP, -2 Blight"),
        ("event", "the-ceiling-remembers", "Cave In: A5, B3, C2"),
        ("event", "drowned-reliquary", "Discovery: toss for +2 XP, on a failure -2 DD; or take 2 Blight"),
        (
            "event",
            "fallen-rafters",
            "Obstacle: health 2; Vulnerability Melee 1, Spell 1; if it falls +2 XP, if it stands -1 DD",
        ),
        (
            "event",
            "guard-patrol",
            "Ambush: alone Drowned Sergeant; together Drowned Sergeant, Pikeman of the Watch",
        ),
        ("skill", "bandages-of-sailcloth", "heal 2"),
        ("skill", "ankle-chain", "Stun on one Enemy"),
        ("quest", "event-encounter", "defeat 2 Enemies: +2 XP"),
        ("quest", "event-encounter-rest-event", "defeat 1 Boss: +8 DD"),
    ],
)
def test_cards_in_words(kind: str, name: str, words: str) -> None:
    if kind == "quest":
        quest = CONTENT.tokens[CONTENT.index["token"][name]].quest
        assert quest is not None
        assert wording.quest_in_words(quest) == words
        return
    card = CONTENT.index[kind][name]
    if kind == "action":
        assert wording.action_in_words(CONTENT, card) == words
    elif kind == "event":
        assert wording.event_in_words(CONTENT, CONTENT.events[card]) == words
    else:
        assert wording.skill_in_words(CONTENT.skills[card]) == words


def test_every_card_has_words() -> None:
    said = [wording.action_in_words(CONTENT, card) for card in range(len(CONTENT.actions))]
    said += [wording.foe_in_words(foe) for foe in CONTENT.foes]
    said += [wording.event_in_words(CONTENT, event) for event in CONTENT.events]
    said += [wording.skill_in_words(skill) for skill in CONTENT.skills]
    said += [wording.icons_in_words(side) for token in CONTENT.tokens for side in token.sides]
    assert all(said)
    assert not any("{" in words or "None" in words for words in said)
