"""The Scenario cards: how many there are, and stories that are refused (SCEN)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft import ContentError, ContentPack
from undercroft.content import load_packs
from undercroft.testing import rule
from undercroft_death_binder import verbs, wording
from undercroft_death_binder.build import PACK, load
from undercroft_death_binder.build_scenarios import Story
from undercroft_death_binder.schema import TABLES, Choice, Effect, Goal, Scenario, Way
from undercroft_death_binder.schema.scenarios import LAST_SCENARIO, SCENARIO_GOALS

CONTENT = load([PACK])
PRINTED: dict[str, Scenario] = load_packs([PACK], TABLES)["scenario"]


@rule("DB-SCEN-002")
def test_forty_cards_of_twenty_eight_numbers() -> None:
    cards = CONTENT.scenarios
    assert len(cards) == 40
    assert sorted({card.number for card in cards}) == list(range(1, 29))
    assert sum(len(tried) - 1 for tried in CONTENT.numbers) == 12
    assert [CONTENT.scenarios[n].number for tried in CONTENT.numbers for n in tried] == [c.number for c in cards]
    assert cards[0].title == "The Awakening"


@rule("DB-SCEN-005")
def test_the_story_has_several_endings() -> None:
    endings = {card.ending_id for card in CONTENT.scenarios} - {""}
    assert len(endings) >= 3
    assert all((card.number == LAST_SCENARIO) == bool(card.ending_id and card.ending) for card in CONTENT.scenarios)


@rule("DB-SCEN-008")
def test_the_goals_of_the_content_are_of_the_vocabulary() -> None:
    words = (
        "read", "resolve_tokens", "resolve_events", "defeat_enemies", "resolve_rests", "reach_row",
        "complete_sidequests", "defeat_boss", "scenario_boss",
    )  # fmt: skip
    assert words == SCENARIO_GOALS
    goals = [
        verbs.READ, verbs.TOKENS_GOAL, verbs.EVENTS_GOAL, verbs.ENEMIES_GOAL, verbs.RESTS_GOAL, verbs.ROW_GOAL,
        verbs.SIDEQUESTS_GOAL, verbs.BOSS_GOAL, verbs.DEMANDED_BOSS,
    ]  # fmt: skip
    assert goals == list(range(len(words)))
    assert {card.goal for card in CONTENT.scenarios} == set(goals), "the story uses them all"


@rule("DB-SCEN-008", "DB-EVENT-040")
def test_rewards_and_choices_use_the_vocabulary_of_events() -> None:
    known = {verbs.XP, verbs.BLIGHT, verbs.DD, verbs.HEALTH, verbs.SKILL, verbs.SPECIAL, verbs.BLINDED}
    effects = [row for card in CONTENT.scenarios for row in (*card.reward, *(e for w in card.ways for e in w.effects))]
    assert {verb for verb, _ in effects} <= known
    assert all(len(card.ways) in (0, 2) for card in CONTENT.scenarios)


def test_goals_in_words() -> None:
    card = CONTENT.scenarios[0]

    def words(goal: int, n: int) -> str:
        return wording.goal_in_words(attrs.evolve(card, goal=goal, n=n))

    assert words(verbs.READ, 1) == "read on"
    assert words(verbs.ENEMIES_GOAL, 1) == "defeat 1 Enemy"
    assert words(verbs.ENEMIES_GOAL, 2) == "defeat 2 Enemies"
    assert words(verbs.BOSS_GOAL, 2) == "defeat 2 Bosses"
    assert words(verbs.ROW_GOAL, 4) == "reach row 4"
    assert words(verbs.ROW_GOAL, 6) == "reach the Boss location"
    assert words(verbs.DEMANDED_BOSS, 1) == "defeat the Boss that the Scenario demands"


# -- cards that are refused


def made(number: int = 5, **changes: Any) -> Scenario:
    """A Scenario that is all right, with changes."""
    fields: dict[str, Any] = {"id": "part", "title": "Part", "narration": "A tale.", "goal": Goal("read")}
    if number == LAST_SCENARIO:
        fields |= {"ending": "So it ends.", "ending_id": "the-end"}
    return Scenario(**{"number": number, **fields, **changes})


BAD_CARDS: list[tuple[dict[str, Any], str]] = [
    ({"id": "Part One"}, "id: expected lower-case words"),
    ({"number": 0}, "number: expected a number from 1 to 28, got 0"),
    ({"number": 29}, "number: expected a number from 1 to 28, got 29"),
    ({"title": ""}, "title: expected a title"),
    ({"narration": ""}, "narration: expected a text"),
    ({"variant": "ab"}, "variant: expected one letter"),
    ({"variant": "A"}, "variant: expected one letter"),
    ({"goal": Goal("dance")}, "goal: do: expected one of read, resolve_tokens"),
    ({"goal": Goal("read", 1)}, "goal: n of read: expected none, got 1"),
    ({"goal": Goal("scenario_boss", 1)}, "goal: n of scenario_boss: expected none, got 1"),
    ({"goal": Goal("resolve_tokens")}, "goal: n of resolve_tokens: expected a number from 1 to 24, got 0"),
    ({"goal": Goal("reach_row", 7)}, "goal: n of reach_row: expected a number from 1 to 6, got 7"),
    ({"requires": ("A Flag",)}, "requires: expected lower-case words"),
    ({"requires": ("flag", "flag")}, "requires: expected each flag once"),
    ({"choice": Choice(Way(""), Way("go"))}, "choice.left.text: expected a line of words"),
    ({"choice": Choice(Way("go"), Way("stay", flag="no flag"))}, "choice.right.flag: expected lower-case words"),
    ({"choice": Choice(Way("go", (Effect("heal", 1),)), Way("stay"))}, "choice.left.effects: do: expected one of xp"),
    ({"reward": (Effect("xp", 0),)}, "reward: n of xp: expected -9 to 9 and not 0"),
    ({"ending": "So it ends."}, "expected none but on number 28"),
    ({"ending_id": "the-end"}, "expected none but on number 28"),
    ({"number": 28, "ending": ""}, "ending: expected a text on number 28"),
    ({"number": 28, "ending_id": ""}, "ending_id: expected a name on number 28"),
    ({"number": 28, "ending_id": "The End"}, "ending_id: expected lower-case words"),
]


@rule("DB-SCEN-008")
@pytest.mark.parametrize(("changes", "message"), BAD_CARDS)
def test_a_card_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ContentError) as refused:
        made(**changes)
    assert message in str(refused.value)


# -- stories that are refused


def choice(left: str = "", right: str = "") -> Choice:
    return Choice(Way("go", flag=left), Way("stay", flag=right))


def story(*changed: Scenario, without: int = 0) -> list[Scenario]:
    """Twenty-eight numbers with three endings by two flags of number 3; changed ones take the place of their number."""
    ends = [
        made(28, id="end-a", variant="a", requires=("kind",), ending_id="the-first"),
        made(28, id="end-b", variant="b", requires=("brave",), ending_id="the-second"),
        made(28, id="end-c", variant="c", ending_id="the-third"),
    ]
    cards = [made(number, id=f"part-{number}") for number in range(1, 28) if number not in (3, 4)]
    cards += [made(3, id="part-3", choice=choice("kind", "")), made(4, id="part-4", choice=choice("brave", "")), *ends]
    taken = {card.number for card in changed} | {without}
    return [card for card in cards if card.number not in taken] + list(changed)


def test_a_story_that_holds() -> None:
    found = Story(story())
    assert found.flags == ("brave", "kind")
    assert [len(tried) for tried in found.numbers] == [1] * 27 + [3]


@rule("DB-SCEN-006")
def test_the_default_is_tried_last_whatever_its_letter() -> None:
    found = Story(story(made(7, id="any", variant="a"), made(7, id="some", variant="b", requires=("kind",))))
    assert [found.cards[n].id for n in found.numbers[6]] == ["some", "any"]


BAD_STORIES: list[tuple[list[Scenario], str]] = [
    ([], "expected cards of the numbers 1 to 28, got none of 1"),
    (story(without=7), "expected cards of the numbers 1 to 28, got none of 7"),
    (story(made(7, id="a"), made(7, id="b")), "number 7: expected no variant where a number has one card"),
    (story(made(7, id="a", variant="a")), "number 7: expected no variant where"),
    (
        story(*(made(7, id=name, variant="a", requires=(name,)) for name in ("kind", "brave"))),
        "number 7: expected no variant where",
    ),
    (
        story(made(7, id="a", variant="a"), made(7, id="b", variant="b")),
        "number 7: expected one card without requires, got ['a', 'b']",
    ),
    (story(made(7, id="a", requires=("proud",))), "'a': requires: expected flags that an earlier choice sets"),
    (story(made(3, id="a", requires=("brave",), choice=choice("kind", ""))), "(none so far), got brave"),
    (story(made(7, id="a", choice=choice("proud"))), "'a': flag: expected one that a later card requires, got 'proud'"),
    (story(made(7, id="a", requires=("kind",))), "number 7: expected a card for the flags none, got none"),
    (
        story(
            *(made(7, id=name, variant=name, requires=flags) for name, flags in (
                ("a", ("kind",)), ("b", ("kind", "brave")), ("c", ())))
        ),
        "expected cards that some choices lead to, got b",
    ),
    (
        story(
            *(made(28, id=name, variant=name, requires=flags) for name, flags in (
                ("a", ("kind",)), ("b", ("brave",)), ("c", ())))
        ),
        "expected at least 3 endings, got the-end",
    ),
]  # fmt: skip


@rule("DB-SCEN-002", "DB-SCEN-005", "DB-SCEN-006")
@pytest.mark.parametrize(("cards", "message"), BAD_STORIES)
def test_a_story_is_refused(cards: list[Scenario], message: str) -> None:
    with pytest.raises(ContentError) as refused:
        Story(cards)
    assert message in str(refused.value)


def test_a_complete_set_needs_no_default() -> None:
    """Where choices always set one flag or another, each may have its card."""
    always = made(5, id="a", choice=choice("proud", "meek"))
    pair = [made(7, id="b", variant="a", requires=("proud",)), made(7, id="c", variant="b", requires=("meek",))]
    assert len(Story(story(always, *pair)).numbers[6]) == 2


def test_too_many_open_flags_are_refused_rather_than_walked() -> None:
    chosen = [made(number, id=f"part-{number}", choice=choice(f"flag-{number}")) for number in range(5, 18)]
    flags = tuple(f"flag-{number}" for number in range(5, 18))
    asked = [made(18, id="all", variant="a", requires=flags), made(18, id="some", variant="b")]
    with pytest.raises(ContentError, match="at most 4096 sets of flags"):
        Story(story(*chosen, *asked))


# -- packs

PACK_TEXT = """
[[scenario]]
id = "the-wedding-quay"
replace = true
number = 17
variant = "b"
title = "Another Quay"
narration = "It is another quay."
goal = { do = "resolve_events", n = 3 }

[[scenario]]
id = "harbour:a-dog-on-the-quay"
number = 17
variant = "a"
requires = ["dogs-rope"]
title = "A Dog on the Quay"
narration = "Somebody waits for you there."
goal = { do = "read" }
"""


def test_a_pack_can_replace_scenarios_and_add_variants(tmp_path: Path) -> None:
    (tmp_path / "harbour.toml").write_text(PACK_TEXT, encoding="utf-8")
    content = load([PACK, ContentPack("death-binder", "harbour", (tmp_path / "harbour.toml",), "harbour")])
    tried = [content.scenarios[n] for n in content.numbers[16]]
    assert [(card.id, card.n) for card in tried] == [("harbour:a-dog-on-the-quay", 1), ("the-wedding-quay", 3)]
    assert len(content.scenarios) == 41


def test_a_pack_that_tears_the_story_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gap.toml").write_text('[[remove]]\nkind = "scenario"\nid = "the-wedding-quay"\n', encoding="utf-8")
    with pytest.raises(ContentError, match="expected cards of the numbers 1 to 28, got none of 17"):
        load([PACK, ContentPack("death-binder", "gap", (tmp_path / "gap.toml",), "gap")])
