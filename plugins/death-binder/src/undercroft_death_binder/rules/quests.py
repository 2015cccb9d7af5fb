"""Sidequests: goals, progress and rewards."""

from __future__ import annotations

from undercroft import Flow, Option
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.skills import Skills
from undercroft_death_binder.state import Player, State

__all__ = ["Quests"]

TAKE: Option = ("accept",)
LEAVE: Option = ("decline",)


class Quests(Skills):
    """Area SIDE, and whose deeds count (DB-COOP-033)."""

    __slots__ = ()

    def offer_quest(self, s: State) -> Flow:
        """DB-SIDE-001 to -005, DB-COOP-013: the Sidequest on the back, for the Leader of the last icon, if wanted."""
        seat = s.last_leader
        p = s.players[seat - 1]
        while True:
            option = yield self.ask(s, seat, "sidequest", [TAKE, LEAVE, *self.skill_options(s, p)])
            if option[0] != "skill":
                break
            self.use_skill(s, p, option)
        if option == TAKE:
            self.take_quest(s, p, s.active)
            s.active = -1

    def take_quest(self, s: State, p: Player, token: int) -> None:
        """DB-SIDE-005, -007: the new Sidequest replaces the old one; a goal that is a state is checked at once."""
        if p.quest >= 0:
            self.drop_quest(s, p)
        p.quest, p.progress = token, 0
        quest = self.content.tokens[token].quest
        assert quest is not None
        if self.loud:
            self.tell(s, "DB-SIDE-001", "{0} takes the Sidequest {1}.", self.who(p), quest.title)
        if quest.goal == verbs.BLIGHT_AT_LEAST:
            self.check_blight_goal(s, p)

    def drop_quest(self, s: State, p: Player) -> None:
        """DB-SIDE-005, DB-COOP-019: the Sidequest goes back to the supply, its progress is lost."""
        s.supply.shuffle_in([p.quest])
        p.quest, p.progress = -1, 0

    def progress(self, s: State, p: Player, goal: int, count: int) -> None:
        """DB-SIDE-006, -007, -009, DB-COOP-033: count a deed of the owner; a reached goal is rewarded at once."""
        if p.quest < 0:
            return
        quest = self.content.tokens[p.quest].quest
        if quest is None or quest.goal != goal:
            return
        p.progress += count
        if p.progress >= quest.n:
            self.complete_quest(s, p)

    def complete_quest(self, s: State, p: Player) -> None:
        """DB-SIDE-006: the reward is gained and the token goes back to the supply."""
        quest = self.content.tokens[p.quest].quest
        assert quest is not None
        if self.loud:
            self.tell(s, "DB-SIDE-006", "{0} completes the Sidequest {1}.", self.who(p), quest.title)
        self.drop_quest(s, p)
        self.apply(s, p, quest.reward)

    def check_blight_goal(self, s: State, p: Player) -> None:
        """DB-SIDE-007, -009: a goal of so much Blight is a state; it is looked at whenever Blight rises."""
        quest = self.content.tokens[p.quest].quest if p.quest >= 0 else None
        if quest is not None and quest.goal == verbs.BLIGHT_AT_LEAST and s.blight >= quest.n:
            self.complete_quest(s, p)

    def blight_risen(self, s: State) -> None:
        """DB-SIDE-007: goals that ask for Blight."""
        for p in s.players:
            if p.quest >= 0:
                self.check_blight_goal(s, p)
