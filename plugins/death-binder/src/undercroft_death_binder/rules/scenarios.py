"""The Campaign: Scenario cards, their goals and choices, the Bosses that they demand, and its end."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Flow, Layer, Option, Prompt, call
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import ScenarioCard
from undercroft_death_binder.rules.events import LEFT, RIGHT
from undercroft_death_binder.rules.opening import Opening
from undercroft_death_binder.state import Chapter, Player, State, Tale
from undercroft_death_binder.verbs import BOSS_PLACE

__all__ = ["Scenarios"]

_COUNTED: Final = {
    verbs.DEFEAT_ENEMIES: (verbs.ENEMIES_GOAL,),
    verbs.RESOLVE_EVENTS: (verbs.EVENTS_GOAL,),
    verbs.RESOLVE_RESTS: (verbs.RESTS_GOAL,),
    verbs.DEFEAT_BOSS: (verbs.BOSS_GOAL, verbs.DEMANDED_BOSS),
}
"""What counts for a Sidequest counts for Scenarios too: the goals of theirs that it advances."""

_BOSS_GOALS: Final = (verbs.BOSS_GOAL, verbs.DEMANDED_BOSS)
_ICON_DONE: Final = call(Opening.icon_done)
_BUSY: Final = frozenset({_ICON_DONE, call(Opening.token_done), call(Opening.boss_encounter)})
"""While one of these waits on the stack, a token is being resolved or the Boss of the end point is about to appear."""


class Scenarios(Layer, Opening, at="campaign"):
    """Area SCEN, and what MODE says of the Campaign. It is laid over the rules in mode ``campaign`` alone."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "scenario": Prompt("DB-SCEN-007", "The Scenario asks for a decision. Left or right?"),
    }

    # -- the card -------------------------------------------------------------------------------------------------

    def tale(self, s: State) -> Tale:
        """The Campaign's own part of the table."""
        assert s.tale is not None
        return s.tale

    def scenario(self, s: State) -> ScenarioCard:
        """The active Scenario (DB-SCEN-007)."""
        return self.content.scenarios[self.tale(s).scenario]

    def begin(self, s: State) -> None:
        """DB-MODE-004, DB-SCEN-002, -004: after the setup number 1 is drawn."""
        super().begin(s)
        s.tale = Tale()
        self.draw_scenario(s, 1)

    def first_draw(self, s: State) -> None:
        """DB-MODE-004, DB-SCEN-007: what is only read is done before the first descent."""
        super().first_draw(s)
        self.check_scenario(s)

    def draw_scenario(self, s: State, number: int) -> None:
        """DB-SCEN-001, -003, -006: the first card of a number whose flags are all set; the default is the last."""
        tale = self.tale(s)
        cards = self.content.scenarios
        tale.scenario = next(
            n for n in self.content.numbers[number - 1] if all(flag in tale.flags for flag in cards[n].requires)
        )
        tale.progress = 0
        if self.loud:
            card = cards[tale.scenario]
            self.tell(s, "DB-SCEN-001", "Scenario {0}: {1}.", number, card.title)
            self.tell(s, "DB-SCEN-003", "{0}", card.narration)

    # -- progress -------------------------------------------------------------------------------------------------

    def goal_met(self, s: State) -> bool:
        """DB-SCEN-007, -008: whether the active Scenario can be completed; no Boss can be asked for that is not left.

        DB-GEN-007 decides the last: with all Bosses defeated a goal that asks for one counts as met.
        """
        card, progress = self.scenario(s), self.tale(s).progress
        if card.goal == verbs.READ or progress >= card.n:
            return True
        return card.goal in _BOSS_GOALS and not s.bosses

    def advance(self, s: State, *goals: int) -> None:
        """DB-SCEN-007: one more of what the active Scenario asks for, if it asks for that."""
        if self.scenario(s).goal in goals:
            self.tale(s).progress += 1

    def progress(self, s: State, p: Player, goal: int, count: int) -> None:
        """DB-SCEN-008: Enemies, Events, Rests and Boss encounters count for Sidequest and Scenario."""
        if goal in _COUNTED:
            self.advance(s, *_COUNTED[goal])
        super().progress(s, p, goal, count)

    def complete_quest(self, s: State, p: Player) -> None:
        """DB-SCEN-008: a completed Sidequest counts."""
        self.advance(s, verbs.SIDEQUESTS_GOAL)
        super().complete_quest(s, p)

    def enter(self, s: State, place: int) -> None:
        """DB-SCEN-008: a row counts as reached when the party enters a place of it, or of one below."""
        super().enter(s, place)
        if self.scenario(s).goal == verbs.ROW_GOAL:
            tale = self.tale(s)
            tale.progress = max(tale.progress, self.rows[place])

    # -- when it is looked at -------------------------------------------------------------------------------------

    def icon_done(self, s: State) -> None:
        """DB-SCEN-007: the goal is looked at after each icon."""
        if self.goal_met(s):
            s.stack.append(_ICON_DONE)
            s.do(self.next_scenario)
        else:
            super().icon_done(s)

    def token_steps(self, s: State, icons: int) -> None:
        """DB-SCEN-007: the goal is looked at between the token steps; for the last of them see :meth:`token_done`."""
        quest = () if self.content.tokens[s.active].quest is None else (self.offer_quest, self.check_scenario)
        s.do_all(*quest, (self.token_blight, icons), self.check_scenario, self.token_done)

    def token_done(self, s: State) -> None:
        """DB-SCEN-007 to -009: the token is resolved; the goal is looked at, and an open demand for a Boss is met."""
        super().token_done(s)
        self.advance(s, verbs.TOKENS_GOAL)
        self.check_scenario(s)

    def check_scenario(self, s: State) -> None:
        """DB-SCEN-007, -009: complete the Scenario if its goal is met; else see to the Boss that it may demand."""
        if self.goal_met(s):
            s.do(self.next_scenario)
        elif self.scenario(s).goal == verbs.DEMANDED_BOSS and _BUSY.isdisjoint(s.stack):
            if self.loud:
                self.tell(s, "DB-SCEN-009", "The Scenario demands a Boss.")
            s.do(self.boss_encounter)

    # -- completing it --------------------------------------------------------------------------------------------

    def next_scenario(self, s: State) -> Flow:
        """DB-SCEN-001, -005 to -008, DB-MODE-003: choice, reward, put aside; the next is drawn, or the game is won."""
        card = self.scenario(s)
        p = s.players[0]
        option: Option = ("",)
        if card.ways:
            option = yield from self.ask_event(s, p, "scenario", [LEFT, RIGHT])
            way = card.ways[option == RIGHT]
            self.apply(s, p, way.effects)
            if way.flag >= 0 and way.flag not in self.tale(s).flags:
                self.tale(s).flags.append(way.flag)
        self.apply(s, p, card.reward)
        if self.loud:
            self.tell(s, "DB-SCEN-007", "Scenario {0} is completed.", card.number)
        self.put_aside(s, p, option[0])
        if card.number == len(self.content.numbers):
            self.tell_ending(s, card)
        self.draw_scenario(s, card.number + 1)
        self.check_scenario(s)

    def put_aside(self, s: State, p: Player, choice: str) -> None:
        """DB-SCEN-007: the completed card is put aside, with a note of how things stand."""
        tale = self.tale(s)
        tale.done.append(
            Chapter(
                tale.scenario, choice, s.descent, s.tokens_resolved, s.enemies_defeated, s.bosses_beaten,
                p.health, p.xp, len(p.dd), s.blight,
            )
        )  # fmt: skip
        tale.scenario = -1

    def tell_ending(self, s: State, card: ScenarioCard) -> None:
        """DB-MODE-003, DB-SCEN-005: all Scenarios are completed; the choices made on the way have led to this end."""
        if self.loud:
            self.tell(s, "DB-SCEN-005", "{0}", card.ending)
        self.end(s, "win", f"The story is told: {card.title}", "DB-MODE-003")

    # -- Bosses ---------------------------------------------------------------------------------------------------

    def boss_encounter(self, s: State) -> None:
        """DB-SCEN-010: without a Boss left the end point leads to the next descent at once."""
        if s.bosses:
            super().boss_encounter(s)
            return
        if self.loud:
            self.tell(s, "DB-SCEN-010", "No Boss is left; the way begins anew.")
        self.reset_map(s)
        s.do(self.explore)
        self.check_scenario(s)

    def check_victory(self, s: State) -> None:
        """DB-MODE-003: no Boss wins a Campaign; its last Scenario does."""

    def boss_beaten(self, s: State) -> None:
        """DB-SCEN-007, -009: away from the end point neither map nor Blight is reset; then the goal is looked at."""
        if s.position == BOSS_PLACE:
            super().boss_beaten(s)
        else:
            s.bosses_beaten += 1
        self.check_scenario(s)
