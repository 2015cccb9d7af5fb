"""Scenarios made for one test: a story of 28 numbers of which only those that matter have to be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from db_cards import effects_of

from undercroft_death_binder.cards import Content, ScenarioCard, ScenarioWay
from undercroft_death_binder.schema.scenarios import LAST_SCENARIO, SCENARIO_GOALS
from undercroft_death_binder.state import State, Tale

__all__ = ["Plan", "Story", "lay_tale", "scenario", "with_story"]


@attrs.frozen
class Plan:
    """What a made Scenario says; flags by name, ways as (effects in words, flag)."""

    goal: str
    n: int
    letter: str
    requires: tuple[str, ...]
    ways: tuple[tuple[str, str], ...]
    reward: str
    title: str


Story = Mapping[int, Plan | Sequence[Plan]]


def scenario(
    goal: str = "resolve_tokens",
    n: int = 24,
    *,
    letter: str = "",
    requires: Sequence[str] = (),
    left: tuple[str, str] | str | None = None,
    right: tuple[str, str] | str = "",
    reward: str = "",
    title: str = "",
) -> Plan:
    """A Scenario; with ``left`` it has a choice. Effects are words, with a flag as in ``("heal 2, xp 1", "kind")``."""
    ways = () if left is None else tuple(way if isinstance(way, tuple) else (way, "") for way in (left, right))
    return Plan(goal, n, letter, tuple(requires), ways, reward, title)


def with_story(content: Content, story: Story) -> Content:
    """The content with the story in place of its own; a number that is not written takes 24 tokens."""
    plans: list[tuple[int, Plan]] = []
    for number in range(1, LAST_SCENARIO + 1):
        found = story.get(number, scenario())
        plans += [(number, plan) for plan in ([found] if isinstance(found, Plan) else found)]
    names = {flag for _, plan in plans for flag in (*plan.requires, *(way[1] for way in plan.ways))} - {""}
    flags = tuple(sorted(names))
    cards = tuple(_card(number, plan, flags) for number, plan in plans)
    numbers = [[n for n, card in enumerate(cards) if card.number == number] for number in range(1, LAST_SCENARIO + 1)]
    ids = {**content.ids, "scenario": tuple(card.id for card in cards), "flag": flags}
    index = {kind: {name: n for n, name in enumerate(rows)} for kind, rows in ids.items()}
    return attrs.evolve(content, scenarios=cards, numbers=tuple(map(tuple, numbers)), ids=ids, index=index)


def _card(number: int, plan: Plan, flags: Sequence[str]) -> ScenarioCard:
    name = f"part-{number}{plan.letter}"
    last = number == LAST_SCENARIO
    return ScenarioCard(
        id=name,
        number=number,
        variant=plan.letter,
        title=plan.title or f"Part {number}{plan.letter}",
        narration=f"The tale of part {number}{plan.letter}.",
        goal=SCENARIO_GOALS.index(plan.goal),
        n=plan.n if plan.goal not in ("read", "scenario_boss") else 1,
        requires=tuple(map(flags.index, plan.requires)),
        ways=tuple(
            ScenarioWay(f"way {at}", effects_of(words), flags.index(flag) if flag else -1)
            for at, (words, flag) in enumerate(plan.ways)
        ),
        reward=effects_of(plan.reward),
        ending="And so it ended." if last else "",
        ending_id=f"the-end{plan.letter}" if last else "",
    )


def lay_tale(content: Content, s: State, number: int, progress: int, remembered: Sequence[str], letter: str) -> None:
    """Number ``number`` is active, with so much progress and these flags."""
    cards = content.scenarios
    at = next(n for n, card in enumerate(cards) if (card.number, card.variant) == (number, letter))
    s.tale = Tale(at, progress, [content.index["flag"][flag] for flag in remembered])
