"""The content as printed: how many cards of each kind there are, and their mixes (DB-GEN-011 and its kin)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import attrs
import pytest

from undercroft.content import load_packs
from undercroft.testing import rule
from undercroft_death_binder.build import PACK, build
from undercroft_death_binder.schema import TABLES
from undercroft_death_binder.schema.actions import CARD_KEYWORDS
from undercroft_death_binder.schema.foes import FOE_KEYWORDS
from undercroft_death_binder.schema.tokens import GOALS, SKILL_VERBS

PRINTED = load_packs([PACK], TABLES)
CONTENT = build(PRINTED)
INDEX: dict[str, Any] = tomllib.loads(
    files("undercroft_death_binder").joinpath("data").joinpath("rules.toml").read_text(encoding="utf-8")
)
COMPONENTS = {component["id"]: component["printed"] for component in INDEX["component"]}


def table(kind: str) -> list[Any]:
    return list(PRINTED[kind].values())


def share(cards: Iterable[Any]) -> float:
    """How large a part of some cards something holds for; the cards are given as truth values."""
    values = [bool(card) for card in cards]
    return sum(values) / len(values)


@rule("DB-GEN-011")
@pytest.mark.parametrize(
    ("component", "kind"),
    [
        ("map-board", "map"),
        ("player-board", "board"),
        ("boss-card", "boss"),
        ("event-enemy", "event_enemy"),
        ("event-card", "event"),
        ("skill-card", "skill"),
        ("blinded-card", "blinded"),
        ("behaviour-card", "behaviour"),
        ("action-card", "action"),
        ("special-action-card", "special"),
        ("modifier-card", "modifier"),
        ("adventure-token", "token"),
    ],
)
def test_every_component_is_there_in_its_printed_number(component: str, kind: str) -> None:
    printed = COMPONENTS[component]
    # One map board with two faces.
    assert len(table(kind)) == (2 * printed if kind == "map" else printed)


@rule("DB-GEN-011")
def test_the_tokens_add_up_to_seventy() -> None:
    tokens = {name: n for name, n in COMPONENTS.items() if name.endswith("-token")}
    assert len(tokens) == 8
    assert sum(tokens.values()) == 70


@rule("DB-ENEMY-002", "DB-GEN-011")
def test_enemies_by_level() -> None:
    assert [len(level) for level in CONTENT.levels] == [20, 19, 17, 15]
    assert [COMPONENTS[f"enemy-level-{level}"] for level in range(1, 5)] == [20, 19, 17, 15]


@rule("DB-CARD-022")
def test_action_deck_mix() -> None:
    assert Counter(card.type for card in table("action")) == {"melee": 35, "spell": 34}
    for card in table("action"):
        one, two, three = card.damage
        assert one < two < three
        assert 0 <= one <= 2
        assert 1 <= two <= 3
        assert 2 <= three <= 5


@rule("DB-CARD-003")
def test_special_action_cards_have_one_type_and_the_flag() -> None:
    assert Counter(card.type for card in table("special")) == {"melee": 4, "spell": 4}
    assert all(card.special for card in table("special"))
    assert not any(card.special for card in table("action"))


@rule("DB-ABIL-014")
def test_action_cards_are_all_different_and_cover_the_vocabulary() -> None:
    cards = [*table("action"), *table("special")]
    assert len({card.title for card in cards}) == 77
    assert len({card.text for card in cards}) == 77
    assert len({(card.type, card.damage, card.abilities) for card in cards}) == 77
    used = {ability.keyword for card in table("action") for ability in card.abilities}
    assert used == set(CARD_KEYWORDS)
    plain = share(not card.abilities for card in table("action"))
    assert 0.35 <= plain <= 0.6
    assert sum(len(card.abilities) == 2 for card in table("action")) <= 5


@rule("DB-BLIND-004")
def test_blinded_cards_have_nothing_to_print() -> None:
    for card in CONTENT.blinded:
        assert CONTENT.is_blinded[card]
        assert not CONTENT.abilities[card]
        assert [CONTENT.damage[tier][card] for tier in (1, 2, 3)] == [0, 0, 0]
        assert not CONTENT.melee_mask[card]
        assert not CONTENT.spell_mask[card]


@rule("DB-EVENT-001", "DB-EVENT-039")
def test_event_deck_mix() -> None:
    assert Counter(event.kind for event in table("event")) == {
        "ambush": 6,
        "discovery": 9,
        "obstacle": 8,
        "decision": 8,
        "cave_in": 4,
        "precognition": 4,
    }
    assert len({event.title for event in table("event")}) == 39
    assert len({event.text for event in table("event")}) == 39


@rule("DB-EVENT-041")
def test_precognitions_stay_estimates() -> None:
    asked = [event.precognition.target for event in table("event") if event.precognition is not None]
    assert "enemies_current_level" in asked
    assert sum(target in ("next_melee", "next_spell") for target in asked) >= 2


@rule("DB-MAP-027")
def test_cave_ins_name_three_locations_and_never_the_boss() -> None:
    named = [event.cave_in.locations for event in table("event") if event.cave_in is not None]
    assert [len(set(locations)) for locations in named] == [3, 3, 3, 3]
    assert all(location[0] in "ABC" and location[1] in "12345" for locations in named for location in locations)


@rule("DB-TOKEN-011", "DB-TOKEN-001")
def test_adventure_token_mix() -> None:
    tokens = table("token")
    assert Counter(len(token.front) for token in tokens) == {2: 7, 3: 10, 4: 4}
    assert Counter(token.back.kind for token in tokens) == {"sidequest": 15, "adventure": 6}
    assert Counter(icon for token in tokens for icon in token.front) == {"event": 27, "encounter": 21, "rest": 12}
    assert all(len(t.back.icons) == len(t.front) for t in tokens if t.back.kind == "adventure")
    assert len({token.front for token in tokens}) == 21


@rule("DB-SIDE-009")
def test_sidequests_are_all_different_and_use_every_goal() -> None:
    quests = [token.back for token in table("token") if token.back.kind == "sidequest"]
    assert len({(quest.goal, quest.n) for quest in quests}) == 15
    assert {quest.goal for quest in quests} == set(GOALS)


@rule("DB-SKILL-007")
def test_skills_are_all_different_and_use_every_verb() -> None:
    skills = table("skill")
    assert len({skill.title for skill in skills}) == len({skill.effects for skill in skills}) == 24
    assert {effect.do for skill in skills for effect in skill.effects} == set(SKILL_VERBS)


@rule("DB-ENEMY-022")
def test_nobody_is_immune_to_everything() -> None:
    for foe in CONTENT.foes:
        assert 0 <= foe.vuln_melee <= 3
        assert 0 <= foe.vuln_spell <= 3
        assert foe.vuln_melee + foe.vuln_spell > 0, foe.id


@rule("DB-ABIL-015")
def test_foes_are_all_different_and_cover_the_vocabulary() -> None:
    assert len({foe.name for foe in CONTENT.foes}) == 71 + 6 + 8 + 8
    lore = [foe.lore for foe in CONTENT.foes if not foe.corrupted]
    assert len(set(lore)) == len(lore)
    numbers = {attrs.evolve(foe, id="", name="", title="", lore="") for foe in CONTENT.foes}
    assert len(numbers) == len(CONTENT.foes)
    boards = [*table("enemy"), *table("boss")]
    used = {ability.keyword for foe in boards for ability in foe.abilities}
    used |= {side.keyword for boss in table("boss") if boss.toss for side in (boss.toss.success, boss.toss.failure)}
    assert used == set(FOE_KEYWORDS)


@pytest.mark.parametrize(
    ("level", "health", "damage", "xp", "retreat", "with_icon", "abilities"),
    [
        (1, (4, 6), (1, 3), (1, 2), (1, 1), (0.55, 0.78), (0, 1)),
        (2, (6, 9), (2, 3), (1, 2), (1, 2), (0.55, 0.78), (1, 2)),
        (3, (8, 11), (2, 4), (1, 3), (2, 3), (0.4, 0.6), (1, 2)),
        (4, (11, 14), (3, 5), (2, 3), (3, 3), (0.25, 0.42), (1, 2)),
    ],
)
def test_enemy_budgets(
    level: int,
    health: tuple[int, int],
    damage: tuple[int, int],
    xp: tuple[int, int],
    retreat: tuple[int, int],
    with_icon: tuple[float, float],
    abilities: tuple[int, int],
) -> None:
    """The budgets in the notes of the component tables."""
    enemies = [enemy for enemy in table("enemy") if enemy.level == level]
    for enemy in enemies:
        assert health[0] <= enemy.health <= health[1], enemy.id
        assert damage[0] <= enemy.damage <= damage[1], enemy.id
        assert xp[0] <= enemy.xp <= xp[1], enemy.id
        assert enemy.retreat is None or retreat[0] <= enemy.retreat <= retreat[1], enemy.id
        assert abilities[0] <= len(enemy.abilities) <= abilities[1], enemy.id
    assert with_icon[0] <= share(enemy.retreat for enemy in enemies) <= with_icon[1]


@rule("DB-BOSS-002", "DB-BOSS-005", "DB-BOSS-013")
def test_bosses_by_level() -> None:
    assert Counter(boss.level for boss in table("boss")) == {1: 2, 2: 1, 3: 1, 4: 2}
    for order in (1, 4):
        one, other = CONTENT.bosses[order - 1]
        assert CONTENT.partners[one] == other
        assert CONTENT.partners[other] == one
    assert {CONTENT.foe_names[boss] for boss in CONTENT.bosses[0]} == {"Varmas", "Colmund"}
    assert all(CONTENT.foe_retreat[boss] == -1 for order in CONTENT.bosses for boss in order)


@rule("DB-CORRUPT-001", "DB-CORRUPT-002")
def test_event_enemies_have_two_full_sides_and_the_corrupted_one_is_stronger() -> None:
    assert len(CONTENT.event_enemies) == 8
    for normal in CONTENT.event_enemies:
        corrupted = CONTENT.foe_corrupted[normal]
        assert CONTENT.foes[corrupted].corrupted
        assert CONTENT.foe_normal[corrupted] == normal
        assert CONTENT.foe_health[corrupted] > CONTENT.foe_health[normal]
        assert CONTENT.foe_damage[corrupted] >= CONTENT.foe_damage[normal]
        assert CONTENT.foe_xp[corrupted] == CONTENT.foe_xp[normal] + 1
        assert CONTENT.foe_retreat[normal] == CONTENT.foe_retreat[corrupted] == -1


def test_every_event_enemy_can_be_met_alone_and_together() -> None:
    for players in (1, 2):
        named = {foe for event in CONTENT.events for foe in (event.foes[players - 1] if event.foes else ())}
        assert named == set(CONTENT.event_enemies)


@rule("DB-BEHAV-008", "DB-BEHAV-009")
def test_the_eight_behaviour_cards() -> None:
    assert [card.icons for card in table("behaviour")] == [
        ("lowest_health", "highest_defense", "leader"),
        ("highest_health", "lowest_defense", "leader"),
        ("lowest_defense", "lowest_health", "other"),
        ("highest_defense", "highest_health", "leader"),
        ("smallest_draw_deck", "lowest_health", "other"),
        ("largest_draw_deck", "highest_health", "leader"),
        ("most_xp", "lowest_defense", "other"),
        ("leader",),
    ]
    assert CONTENT.leader_behaviour == 7


def test_the_six_modifiers() -> None:
    numbers = {card.id: [(amount.do, amount.n) for amount in card.effect] for card in table("modifier")}
    assert numbers == {
        "heavy-air": [("max_attacks", -1)],
        "creeping-rot": [("token_blight", 1)],
        "hardened-foes": [("enemy_health", 1)],
        "no-way-out": [("retreat_cost", 1), ("starting_defense", -1)],
        "fading-light": [("heal_cost", 3), ("heals_per_rest", 1)],
        "tainted-ground": [("starting_blight", 3)],
    }
