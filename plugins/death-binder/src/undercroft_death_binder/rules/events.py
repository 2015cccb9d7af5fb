"""Event cards of the six kinds."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from undercroft import Ask, Flow, Option, call
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.rest import Rest
from undercroft_death_binder.state import AMBUSH_FIGHT, NO_FIGHT, OBSTACLE_FIGHT, Player, State

__all__ = ["Events"]

TOSS: Option = ("toss",)
TAKE_BLIGHT: Option = ("blight",)
LEFT: Option = ("left",)
RIGHT: Option = ("right",)


class Events(Rest):
    """Area EVENT, and the icons that lead to them (TOKEN)."""

    __slots__ = ("event_frames",)

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        steps = (self.ambush, self.discovery, self.obstacle, self.decision, self.cave_in, self.precognition)
        self.event_frames = tuple(call(step) for step in steps)

    def resolve_icon(self, s: State, icon: int) -> None:
        """DB-TOKEN-004 to -006: an Event, an Encounter or a Rest."""
        if icon == verbs.EVENT_ICON:
            self.draw_event(s)
        elif icon == verbs.ENCOUNTER_ICON:
            self.encounter(s)
        else:
            self.rest_icon(s)

    # -- Events ---------------------------------------------------------------------------------------------------

    def draw_event(self, s: State) -> None:
        """DB-TOKEN-004, DB-EVENT-002 to -004: the top Event card; an empty deck is made anew only now."""
        if not len(s.events):
            s.events.shuffle_in(s.event_discard)
            s.event_discard.clear()
            if self.loud:
                self.tell(s, "DB-EVENT-003", "The used Events are shuffled into a new deck.")
        if not len(s.events):
            return
        s.event = s.events.pop()
        card = self.content.events[s.event]
        if self.loud:
            self.tell(s, "DB-TOKEN-004", "Event: {0}. {1}", card.title, card.text)
        s.do(self.event_done, self.decider(s))
        s.stack.append(self.event_frames[card.kind])

    def event_done(self, s: State, seat: int) -> None:
        """DB-EVENT-005, DB-COOP-011: the card is discarded; the player who resolved it has an Event more."""
        s.event_discard.insert(0, s.event)
        s.event = -1
        self.progress(s, s.players[seat - 1], verbs.RESOLVE_EVENTS, 1)

    def ambush(self, s: State) -> None:
        """DB-EVENT-006 to -008: the named Event Enemies for this number of players, fought in a Combat."""
        card = self.content.events[s.event]
        for foe in card.foes[len(s.players) - 1]:
            if foe in s.event_enemies:
                s.event_enemies.remove(foe)
                self.place_foe(s, foe)
        self.start_combat(s, AMBUSH_FIGHT)

    def discovery(self, s: State) -> Flow:
        """DB-EVENT-009 to -013: toss for reward or penalty, or take the Blight and leave it alone."""
        p = s.players[self.decider(s) - 1]
        card = self.content.events[s.event]
        option = yield from self.ask_event(s, p, "discovery", [TOSS, TAKE_BLIGHT])
        if option == TAKE_BLIGHT:
            self.gain_blight(s, card.blight)
        elif (yield from self.own_toss(s, p, card.title)):
            self.apply(s, p, card.reward)
        else:
            self.apply(s, p, card.penalty)

    def decision(self, s: State) -> Flow:
        """DB-EVENT-023, DB-EVENT-024: all effects of one side, as far as possible."""
        p = s.players[self.decider(s) - 1]
        card = self.content.events[s.event]
        option = yield from self.ask_event(s, p, "decision", [LEFT, RIGHT])
        self.apply(s, p, card.left if option == LEFT else card.right)

    def precognition(self, s: State) -> Flow:
        """DB-EVENT-033 to -036, -041: an estimate first, then the count and what it is worth."""
        p = s.players[self.decider(s) - 1]
        card = self.content.events[s.event]
        highest = card.highest[self.enemy_level(s) - 1]
        option = yield from self.ask_event(s, p, "estimate", self.estimate_options[: highest + 1])
        true = self.count_for(s, p, card.target, card.n)
        miss = abs(true - option[1])
        if self.loud:
            self.tell(s, "DB-EVENT-033", "Estimated {0}, counted {1}.", option[1], true)
        if miss == 0:
            self.apply(s, p, card.higher)
        elif miss <= card.limit:
            self.apply(s, p, card.lower)

    def ask_event(self, s: State, p: Player, prompt: str, options: list[Option]) -> Generator[Ask, Option, Option]:
        """DB-SKILL-003, DB-COOP-011: the resolving player chooses, and may use Skills before."""
        while True:
            offer = [*options, *self.skill_options(s, p)] if p.skills else options
            option = yield self.ask(s, p.seat, prompt, offer)
            if option[0] != "skill":
                return option
            self.use_skill(s, p, option)

    def count_for(self, s: State, p: Player, target: int, n: int) -> int:
        """DB-EVENT-037: the true number; counting changes no order."""
        content = self.content
        if target == verbs.ENEMIES_CURRENT_LEVEL:
            level = self.enemy_level(s)
            return sum(content.foe_level[foe] == level for foe in s.enemies.cards())
        if target == verbs.EVENT_DECK:
            return len(s.events)
        if target == verbs.AMBUSHES_LEFT:
            return s.events.count(content.ambush_mask)
        if target == verbs.REMOVED_MELEE:
            return s.removed.count(content.melee_mask)
        mask = content.melee_mask if target == verbs.NEXT_MELEE else content.spell_mask
        return p.dd.count_top(mask, n)

    # -- Obstacles ------------------------------------------------------------------------------------------------

    def obstacle(self, s: State) -> None:
        """DB-EVENT-002, -014 to -017, -021, DB-COOP-029: one Combat turn of the Leader against the Obstacle."""
        seat = self.decider(s)
        p = s.players[seat - 1]
        card = self.content.events[s.event]
        foe = self.place_foe(s, card.foe)
        foe.health += 2 * (self.enemy_level(s) - 1)
        s.fight = OBSTACLE_FIGHT
        self.set_defense(s, p)
        self.refill(s, p)
        self.begin_turn(s, p)
        s.do_all((self.attack, seat), (self.store, seat), (self.judge_obstacle, seat))

    def judge_obstacle(self, s: State, seat: int) -> None:
        """DB-EVENT-018 to -020, DB-COMBAT-030: reward where it fell, penalty where it stands."""
        p = s.players[seat - 1]
        card = self.content.events[s.event]
        fell = not s.row
        s.row.clear()
        s.fight = NO_FIGHT
        self.set_defense(s, p)
        if self.loud:
            self.tell(s, "DB-EVENT-018" if fell else "DB-EVENT-019", "{0} {1}.", card.title,
                      "is overcome" if fell else "still stands")  # fmt: skip
        self.apply(s, p, card.reward if fell else card.penalty)
