"""Scenario cards: the numbered steps of the Campaign's story (DB-SCEN-001 to -009)."""

from __future__ import annotations

import re
from typing import Final

import attrs

from undercroft_death_binder.schema.base import Effect, check_effects, check_id, check_n, check_word, need

__all__ = ["LAST_SCENARIO", "SCENARIO_GOALS", "Choice", "Goal", "Scenario", "Way"]

LAST_SCENARIO: Final = 28
"""The number of the last Scenario, which tells the ending (DB-SCEN-002, DB-MODE-003)."""

SCENARIO_GOALS: Final = (
    "read",
    "resolve_tokens",
    "resolve_events",
    "defeat_enemies",
    "resolve_rests",
    "reach_row",
    "complete_sidequests",
    "defeat_boss",
    "scenario_boss",
)
"""The goals of Scenarios, in the order of their numbers (DB-SCEN-008)."""

_WITHOUT_N: Final = ("read", "scenario_boss")
_NAME: Final = re.compile(r"([a-z0-9]+(-[a-z0-9]+)*:)?[a-z0-9]+(-[a-z0-9]+)*")


@attrs.frozen
class Goal:
    """What completes a Scenario (DB-SCEN-008). ``n`` is how often, for ``reach_row`` the row from 1 to 6."""

    do: str
    n: int = 0


@attrs.frozen
class Way:
    """One of the two options of a choice: its words, its effects, and the flag that it sets (DB-SCEN-005)."""

    text: str
    effects: tuple[Effect, ...] = ()
    flag: str = ""


@attrs.frozen
class Choice:
    """The two options of a Scenario's choice (DB-SCEN-008)."""

    left: Way
    right: Way


@attrs.frozen
class Scenario:
    """A Scenario card.

    ``variant`` is its letter where several cards have the same ``number``; of these the first whose flags ``requires``
    are all set is used, and a card without any is the default, tried last (DB-SCEN-006). ``ending`` and ``ending_id``
    belong to the last number alone.
    """

    id: str
    number: int
    title: str
    narration: str
    goal: Goal
    variant: str = ""
    requires: tuple[str, ...] = ()
    choice: Choice | None = None
    reward: tuple[Effect, ...] = ()
    ending: str = ""
    ending_id: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("number", self.number, 1, LAST_SCENARIO)
        need(bool(self.title), "title", "a title", self.title)
        need(bool(self.narration), "narration", "a text", self.narration)
        need(len(self.variant) < 2 and self.variant in "abcdefghijklmnopqrstuvwxyz", "variant", "one letter, or none",
             self.variant)  # fmt: skip
        _check_goal(self.goal)
        for flag in self.requires:
            _check_name("requires", flag)
        need(len(set(self.requires)) == len(self.requires), "requires", "each flag once", self.requires)
        if self.choice is not None:
            _check_way("choice.left", self.choice.left)
            _check_way("choice.right", self.choice.right)
        check_effects("reward", self.reward)
        _check_ending(self)


def _check_goal(goal: Goal) -> None:
    check_word("goal: do", goal.do, SCENARIO_GOALS)
    if goal.do in _WITHOUT_N:
        need(goal.n == 0, f"goal: n of {goal.do}", "none", goal.n)
    else:
        check_n(f"goal: n of {goal.do}", goal.n, 1, 6 if goal.do == "reach_row" else 24)


def _check_way(key: str, way: Way) -> None:
    need(bool(way.text), f"{key}.text", "a line of words", way.text)
    check_effects(f"{key}.effects", way.effects)
    if way.flag:
        _check_name(f"{key}.flag", way.flag)


def _check_name(key: str, name: str) -> None:
    need(_NAME.fullmatch(name) is not None, key, "lower-case words joined by hyphens", name)


def _check_ending(card: Scenario) -> None:
    if card.number == LAST_SCENARIO:
        need(bool(card.ending), "ending", f"a text on number {LAST_SCENARIO}", card.ending)
        need(bool(card.ending_id), "ending_id", f"a name on number {LAST_SCENARIO}", card.ending_id)
        _check_name("ending_id", card.ending_id)
    else:
        found = card.ending or card.ending_id
        need(not found, "ending and ending_id", f"none but on number {LAST_SCENARIO}", found)
