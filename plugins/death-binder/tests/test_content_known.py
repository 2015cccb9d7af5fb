"""What the index knows by name or number, and the cards that its examples are played with."""

from __future__ import annotations

from collections import deque

import pytest

from undercroft.testing import rule
from undercroft_death_binder import verbs
from undercroft_death_binder.build import PACK, load
from undercroft_death_binder.cards import Ability, BoardInfo, EventCard, FoeCard
from undercroft_death_binder.schema.base import PLACES
from undercroft_death_binder.schema.places import TRAITS

CONTENT = load([PACK])


def foe(name: str) -> FoeCard:
    return CONTENT.foes[CONTENT.index["foe"][name]]


def event(name: str) -> EventCard:
    return CONTENT.events[CONTENT.index["event"][name]]


def has_action(card_type: str, damage: tuple[int | None, int | None, int | None], *abilities: Ability) -> bool:
    """Whether an ordinary Action card of that type, damage (None: any) and exactly those abilities exists."""
    return any(
        CONTENT.is_melee[card] == (card_type == "melee")
        and CONTENT.abilities[card] == abilities
        and all(n is None or CONTENT.damage[tier][card] == n for tier, n in enumerate(damage, 1))
        for card in CONTENT.ordinary
    )


# -- Action cards


@pytest.mark.parametrize(
    ("card_type", "damage", "abilities"),
    [
        # DB-EX-GAME-03 to -09
        ("melee", (1, None, None), [(verbs.STUN, 1, True)]),
        ("spell", (2, None, None), []),
        ("spell", (1, None, None), []),
        ("spell", (1, None, None), [(verbs.DEFENSE_LEVEL, 0, False)]),
        ("melee", (1, None, None), []),
        # DB-EX-BOSS-02
        ("spell", (None, 2, None), []),
        # the checks of DB-TRAIT-003, DB-CARD-004, DB-CARD-005, DB-COMBAT-010
        ("melee", (1, 2, 3), []),
        ("spell", (1, 2, 3), []),
        ("spell", (2, 3, 5), []),
        ("spell", (2, 3, 4), []),
        ("melee", (1, 3, 4), []),
        # DB-COMBAT-008, DB-COMBAT-013, DB-ENEMY-007, DB-ENEMY-008, DB-ABIL-014, DB-ABIL-016, DB-CARD-024
        ("melee", (0, None, None), [(verbs.VULN_MELEE, 1, False)]),
        ("melee", (1, None, None), [(verbs.VULN_MELEE, 1, False)]),
        ("melee", (None, None, 4), [(verbs.STUN, 1, False)]),
        ("melee", (1, None, None), [(verbs.DEFENSE, 1, False)]),
        ("spell", (1, None, None), [(verbs.VULN_MELEE, 1, False)]),
        ("melee", (1, None, None), [(verbs.EMPOWER, 1, False)]),
        ("spell", (2, None, None), [(verbs.SPLASH, 1, False)]),
        ("spell", (0, None, None), [(verbs.DRAW, 2, False)]),
    ],
)
def test_example_cards_exist(
    card_type: str, damage: tuple[int | None, int | None, int | None], abilities: list[Ability]
) -> None:
    assert has_action(card_type, damage, *abilities)


def test_three_plain_melee_cards_of_one_damage_exist() -> None:
    """DB-EX-BOSS-02 plays three of them in one turn."""
    plain = [c for c in CONTENT.ordinary if CONTENT.is_melee[c] and not CONTENT.abilities[c]]
    assert sum(CONTENT.damage[1][card] == 1 for card in plain) >= 3


# -- foes


def test_parasitic_muncher() -> None:
    muncher = foe("parasitic-muncher")
    assert (muncher.level, muncher.health, muncher.damage) == (1, 4, 1)
    assert (muncher.vuln_spell, muncher.xp, muncher.retreat) == (2, 1, 1)
    assert muncher.abilities == ((verbs.FIRST_STRIKE, 1, False),)


def test_raised_bowbearer() -> None:
    archer = foe("raised-bowbearer")
    assert (archer.level, archer.health, archer.damage, archer.is_melee) == (1, 5, 2, True)
    assert (archer.vuln_melee, archer.vuln_spell, archer.xp, archer.retreat) == (2, 1, 2, 1)
    assert archer.abilities == ((verbs.RAISE, 1, True),)


@rule("DB-BOSS-005", "DB-BOSS-008")
def test_varmas_is_an_important_target_without_a_toss() -> None:
    varmas = foe("varmas")
    assert (varmas.level, varmas.damage, varmas.vuln_spell) == (1, 2, 1)
    assert varmas.abilities == ((verbs.IMPORTANT_TARGET, 1, False),)
    assert not varmas.toss
    assert CONTENT.foe_kits[CONTENT.index["foe"]["varmas"]][0].important


@rule("DB-BOSS-005", "DB-BOSS-007", "DB-BOSS-010")
def test_colmund_penetrates_on_a_success() -> None:
    colmund = foe("colmund")
    assert (colmund.level, colmund.damage, colmund.vuln_melee, colmund.xp) == (1, 2, 1, 4)
    assert colmund.toss[0] == (verbs.PENETRATE, 1, False)
    untossed, success, failure = CONTENT.foe_kits[CONTENT.index["foe"]["colmund"]]
    assert untossed.attack == ()
    assert success.attack == ((verbs.PENETRATE, 1, False),)
    assert verbs.PENETRATE not in [verb for verb, _, _ in failure.attack + failure.after]


# -- Events


@rule("DB-EVENT-007")
def test_guard_patrol_grows_with_the_players() -> None:
    patrol = event("guard-patrol")
    assert patrol.kind == verbs.AMBUSH
    assert [len(foes) for foes in patrol.foes] == [1, 2]
    assert patrol.foes[1][0] == patrol.foes[0][0]


def test_known_decisions() -> None:
    known = event("the-open-hand")
    assert known.left == ((verbs.XP, 4), (verbs.BLIGHT, 2))
    assert known.right == ((verbs.XP, 1), (verbs.BLIGHT, -2))
    assert event("toll-of-the-ferryman").left == ((verbs.XP, 3), (verbs.BLIGHT, 2))


def test_known_obstacle() -> None:
    rafters = event("fallen-rafters")
    assert CONTENT.foe_health[rafters.foe] == 2
    assert rafters.penalty == ((verbs.DD, -1),)
    assert rafters.reward == ((verbs.XP, 2),)


def test_known_discovery_cave_in_and_precognition() -> None:
    box = event("drowned-reliquary")
    assert (box.reward, box.penalty, box.blight) == (((verbs.XP, 2),), ((verbs.DD, -2),), 2)
    assert [PLACES[place] for place in event("the-ceiling-remembers").places] == ["A5", "B3", "C2"]
    census = event("the-drowned-census")
    assert (census.target, census.limit) == (verbs.ENEMIES_CURRENT_LEVEL, 2)
    assert census.lower != census.higher


@rule("DB-EVENT-041")
@pytest.mark.parametrize(
    ("name", "highest"),
    [
        ("the-drowned-census", (20, 19, 17, 15)),
        ("red-in-the-water", (6, 6, 6, 6)),
        ("blue-behind-the-eyelids", (8, 8, 8, 8)),
        ("footsteps-yet-to-come", (6, 6, 6, 6)),
    ],
)
def test_highest_estimates(name: str, highest: tuple[int, ...]) -> None:
    assert event(name).highest == highest


# -- tokens


@rule("DB-TOKEN-002")
@pytest.mark.parametrize(
    "name", ["event-encounter-rest", "event-event-encounter", "encounter-event-rest"], ids=["token", "round", "game"]
)
def test_icon_orders_of_the_examples(name: str) -> None:
    icons = {"event": verbs.EVENT_ICON, "encounter": verbs.ENCOUNTER_ICON, "rest": verbs.REST_ICON}
    token = CONTENT.tokens[CONTENT.index["token"][name]]
    assert token.sides == (tuple(icons[word] for word in name.split("-")),)
    assert token.quest is not None


# -- boards and tracks


@rule("DB-BOARD-002", "DB-BOARD-003", "DB-BOARD-004", "DB-TRAIT-001", "DB-TRAIT-012", "DB-TRAIT-013")
@rule("DB-TRAIT-014", "DB-TRAIT-015", "DB-TRAIT-004")
@pytest.mark.parametrize(
    ("name", "values", "costs"),
    [
        (
            "solo",
            ((1, 2, 3), (1, 2, 3), (1, 2, 3), (3, 4, 5), (1, 2, 3), (6, 8, 10), (1, 2, 3)),
            ((4, 6), (5, 8), (5, 8), (6, 9), (4, 6), (4, 6), (6, 9)),
        ),
        (
            "player1",
            ((1, 2, 3), (1,), (1, 2, 3), (2, 3, 4), (1, 2, 3), (4, 6, 8), (2, 3, 4)),
            ((4, 6), (), (5, 8), (6, 9), (4, 6), (4, 6), (6, 9)),
        ),
        (
            "player2",
            ((1, 2, 3), (1, 2, 3), (1,), (2, 3, 4), (1, 2, 3), (6, 8, 10), (1, 2, 3)),
            ((4, 6), (5, 8), (), (6, 9), (4, 6), (4, 6), (6, 9)),
        ),
    ],
)
def test_trait_tracks(name: str, values: tuple[tuple[int, ...], ...], costs: tuple[tuple[int, ...], ...]) -> None:
    board: BoardInfo = CONTENT.boards[name]
    assert len(TRAITS) == 7
    assert board.values == values
    assert board.costs == tuple((*steps, -1) for steps in costs)
    assert board.skill_points == (6, 10, 14, 18)
    assert board.xp_max == 20


def test_rest_actions() -> None:
    """DB-REST-002, -004 to -007: (pays XP, price, amount)."""
    for board in CONTENT.boards.values():
        assert board.rest == ((False, 2, 1), (True, 1, 1), (True, 4, 1), (True, 2, 3), (True, 3, 2))


@rule("DB-TRACK-004", "DB-TRACK-005", "DB-TRACK-003")
def test_blight_tracks() -> None:
    assert CONTENT.blight_max == (15, 24)
    assert CONTENT.blight_red == (10, 15)
    solo, coop = CONTENT.blight_enemies
    assert [solo[blight] for blight in (0, 3, 4, 8, 9, 15)] == [1, 1, 2, 2, 3, 3]
    assert [coop[blight] for blight in (0, 3, 4, 11, 12, 19, 20, 24)] == [2, 2, 3, 3, 4, 4, 5, 5]
    assert (len(solo), len(coop)) == (16, 25)


# -- the map


def neighbours(map_name: str, place: str) -> set[str]:
    here = PLACES.index(place)
    return {PLACES[two if one == here else one] for one, two in CONTENT.maps[map_name].corridors if here in (one, two)}


def locations_on_the_way(map_name: str) -> int:
    """The locations of the shortest way from A1 to BOSS that goes sideways or down, both ends counted."""
    rows = CONTENT.maps[map_name].rows
    seen, queue = {"A1"}, deque([("A1", 1)])
    while queue:
        place, length = queue.popleft()
        if place == "BOSS":
            return length
        for onward in neighbours(map_name, place) - seen:
            if rows[PLACES.index(onward)] >= rows[PLACES.index(place)]:
                seen.add(onward)
                queue.append((onward, length + 1))
    raise AssertionError("no way to BOSS")


@rule("DB-MAP-001", "DB-MAP-002")
def test_two_sides_with_sixteen_locations() -> None:
    assert CONTENT.ids["map"] == ("ruins", "nightmare")
    assert set(PLACES) == {f"{column}{row}" for column in "ABC" for row in range(1, 6)} | {"BOSS"}
    for side in CONTENT.maps.values():
        assert [PLACES[start] for start in side.starts] == ["A1", "B1", "C1"]
        assert side.rows[verbs.BOSS_PLACE] == 6


@rule("DB-MAP-003")
def test_corridors_of_the_ruins() -> None:
    assert len(CONTENT.maps["ruins"].corridors) == 23
    assert neighbours("ruins", "B3") == {"A3", "C3", "B4", "B2"}
    assert neighbours("ruins", "A1") == {"A2"}
    assert neighbours("ruins", "C5") == {"B5", "BOSS", "C4"}
    assert locations_on_the_way("ruins") == 6


@rule("DB-MAP-004")
def test_corridors_of_the_nightmare() -> None:
    assert len(CONTENT.maps["nightmare"].corridors) == 19
    assert neighbours("nightmare", "B2") == {"A2", "C2", "B1"}
    assert neighbours("nightmare", "B5") == {"A5", "C5", "B4"}
    assert locations_on_the_way("nightmare") == 8
