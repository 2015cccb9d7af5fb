"""The Player Logs and the Party Log: EXP, Summons, Reputation, marks, progress, setbacks, the Stash (LOG, HIST)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from undercroft import Flow
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.stats import Stats
from undercroft_netherworld_candle.state import Delver, Record, State
from undercroft_netherworld_candle.terms import DIFFICULTIES, EASY, PHASE_ADVENTURE
from undercroft_netherworld_candle.verbs import CANDLE, FAIL, PIN, REBAG

__all__ = ["Logs"]

REWARD_LEVEL: Final = 0
REWARD_HAND: Final = 1
REWARD_POINT: Final = 2
NODE_HAND: Final = 2

_SCENARIO_PARTS: Final = frozenset({CANDLE, REBAG, PIN, FAIL})
"""Parts of a Summons effect that need a running scenario (NC-LOG-026)."""


class Logs(Stats):
    """Areas LOG, EXP and HIST of the rules."""

    __slots__ = ("hand_by_exp", "hand_nodes", "level_by_exp")

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        log = content.log
        levels, hands = [1], [log.hand]
        for rewards in log.rewards[1:]:
            levels.append(max([levels[-1], *(n for kind, n in rewards if kind == REWARD_LEVEL)]))
            hands.append(hands[-1] + sum(n for kind, n in rewards if kind == REWARD_HAND))
        self.level_by_exp: tuple[int, ...] = tuple(levels)
        self.hand_by_exp: tuple[int, ...] = tuple(hands)
        self.hand_nodes: tuple[tuple[int, ...], ...] = tuple(
            tuple(n for n, node in enumerate(nodes) if node.reward == NODE_HAND) for nodes in content.del_tree
        )

    # -- EXP ------------------------------------------------------------------------------------------------------

    def level(self, d: Delver) -> int:
        """NC-LOG-004, NC-EXP-003: the highest level of Action Cards that the log has unlocked, 1 to 3."""
        return self.level_by_exp[d.exp]

    def hand_limit(self, s: State, d: Delver) -> int:
        """NC-LOG-005, -006, NC-EXP-004, NC-FATE-006: 6, raised by the EXP track and the Tree, never above 11."""
        limit = self.hand_by_exp[d.exp]
        if d.tree:
            for n in self.hand_nodes[d.card]:
                limit += d.tree[n]
        most: int = self.content.log.hand_max
        return limit if limit < most else most

    def gain_exp(self, s: State, seat: int, n: int) -> Flow:
        """NC-LOG-002, -003, -021: check boxes one by one, each with the rewards above and below it."""
        log, d = self.content.log, self.delver(s, seat)
        for _ in range(n):
            if d.exp >= log.exp_boxes:
                if self.loud:
                    self.tell(s, "NC-LOG-021", "{0}: the EXP track is full, the point is lost.", self.name(d))
                return
            d.exp += 1
            if self.loud:
                self.tell(s, "NC-LOG-002", "{0} checks EXP box {1}.", self.name(d), d.exp)
            for kind, amount in log.rewards[d.exp]:
                if kind == REWARD_POINT:
                    for _ in range(amount):
                        yield from self.fate_point(s, seat)
                elif self.loud:
                    self._tell_reward(s, d, kind, amount)

    def _tell_reward(self, s: State, d: Delver, kind: int, amount: int) -> None:
        """NC-EXP-002: what is recorded now and counts when the next hand is chosen."""
        if kind == REWARD_LEVEL:
            self.tell(s, "NC-EXP-003", "{0} may take Action Cards of level {1} from now on.", self.name(d), amount)
        else:
            self.tell(s, "NC-EXP-004", "{0}: the hand limit is now {1}.", self.name(d), self.hand_limit(s, d))

    # -- Netherworld's Summons ------------------------------------------------------------------------------------

    def in_scenario(self, s: State) -> bool:
        """Whether a scenario is running: what needs one has an effect only then (NC-LOG-026, NC-ART-010)."""
        return s.phase == PHASE_ADVENTURE and not s.ended

    def check_summons(self, s: State, seat: int, defeat: bool) -> Flow:
        """NC-LOG-007, -022, -025, -026: check the next Summons box and resolve what is printed under it.

        ``defeat`` is false for a surplus Setback or an effect, which is no defeat: it never fails a scenario. Of the
        defeats of this scenario the present one is already counted.
        """
        boxes, d = self.content.log.summons, self.delver(s, seat)
        if d.summons >= len(boxes):
            if defeat and self.in_scenario(s):
                self.tell(s, "NC-LOG-022", "{0} has no Summons box left.", self.name(d))
                self.failed(s, "NC-LOG-022")
            return
        text, effects = boxes[d.summons]
        box = d.summons
        d.summons += 1
        if self.loud:
            self.tell(s, "NC-LOG-007", "{0} checks Summons box {1}: {2}", self.name(d), d.summons, text)
        yield from self.carry_out(s, seat, self._summons_parts(s, effects, defeat=defeat), ("summons", box, -1))
        if defeat and d.defeats > 1 and self.in_scenario(s):
            if self.loud:
                self.tell(s, "NC-LOG-025", "{0} was defeated in this scenario before.", self.name(d))
            yield from self.carry_out(s, seat, self.content.log.again, ("summons", box, -1))

    def _summons_parts(self, s: State, effects: tuple[Act, ...], *, defeat: bool) -> tuple[Act, ...]:
        """NC-LOG-026: the parts of a Summons effect that are carried out now."""
        if not self.in_scenario(s):
            return tuple([act for act in effects if act[0] not in _SCENARIO_PARTS])
        return effects if defeat else tuple([act for act in effects if act[0] != FAIL])

    # -- Reputation -----------------------------------------------------------------------------------------------

    def gain_reputation(self, s: State, seat: int, faction: int, n: int) -> None:
        """NC-LOG-008, -021: check boxes of one faction on one log; what does not fit is lost."""
        d = self.delver(s, seat)
        before = d.reputation[faction]
        after = max(0, min(self.content.faction_boxes[faction], before + n))
        d.reputation = (*d.reputation[:faction], after, *d.reputation[faction + 1 :])
        if self.loud and after != before:
            self.tell(s, "NC-LOG-008", "{0}: Reputation with {1} is now {2}.",
                      self.name(d), self.content.faction[faction].title, after)  # fmt: skip

    def reputation_level(self, d: Delver, faction: int) -> int:
        """NC-LOG-009: the title over the last checked box, counted from 1; 0 with no box checked."""
        return self.content.faction_levels[faction][d.reputation[faction]]

    # -- Party Log: marks, notes ----------------------------------------------------------------------------------

    def set_mark(self, s: State, keyword: str) -> None:
        """NC-LOG-013: check a Historical Mark; again changes nothing."""
        if keyword not in s.marks:
            s.marks += (keyword,)
            if self.loud:
                self.tell(s, "NC-LOG-013", "Historical Mark: {0}.", keyword.replace("-", " "))

    def clear_mark(self, s: State, keyword: str) -> None:
        """NC-LOG-013: erase a Historical Mark."""
        if keyword in s.marks:
            s.marks = tuple([mark for mark in s.marks if mark != keyword])
            if self.loud:
                self.tell(s, "NC-LOG-013", "Historical Mark erased: {0}.", keyword.replace("-", " "))

    def add_note(self, s: State, text: str) -> None:
        """NC-LOG-016, NC-DIFF-006: write into the Notes, which a party in easy mode may leave out."""
        if text in s.notes or not (self.setup.notes or s.difficulty != EASY):
            return
        s.notes += (text,)
        if self.loud:
            self.tell(s, "NC-LOG-016", "Note: {0}.", text)

    # -- Party Log: progress and setbacks -------------------------------------------------------------------------

    def check_progress(self, s: State, n: int) -> Flow:
        """NC-LOG-014, NC-HIST-001 to -004: boxes one by one: the Famous Event, then the new Story Cards of each."""
        party = self.content.party
        for _ in range(n):
            if s.progress >= len(party.events) - 1:
                if self.loud:
                    self.tell(s, "NC-HIST-002", "All Progress boxes are checked already.")
                return
            s.progress += 1
            if self.loud:
                self.tell(s, "NC-LOG-014", "Historical Progress: box {0}.", s.progress)
            yield from self.read_event(s, party.events[s.progress])
            self.stash_stories(s, party.stories[s.progress])

    def read_event(self, s: State, event: int) -> Flow:
        """NC-HIST-003, NC-END-006: read a Famous Event, once in a campaign."""
        if event >= 0 and event not in s.read:
            s.read += (event,)
            yield from self.read_passage(s, s.gm, event)

    def read_passage(self, s: State, seat: int, passage: int) -> Flow:
        """NC-STORY-001, NC-DIFF-005: read an entry of the Story Book when it is called for, and carry it out."""
        printed = self.content.passage[passage]
        if printed.kind == "epilogue" and s.difficulty == EASY:
            return
        s.shown = passage
        if self.loud:
            self.tell(s, "NC-STORY-001", "{0}. {1}", printed.title, printed.text)
        yield from self.carry_out(s, seat, self.content.passage_effects[passage], ("passage", passage, -1))

    def check_setbacks(self, s: State, n: int) -> Flow:
        """NC-LOG-015: check Setback boxes left to right; each stands for a card in every later scenario."""
        cards = self.content.party.setbacks
        for _ in range(n):
            if s.setbacks < len(cards):
                s.setbacks += 1
                if self.loud:
                    self.tell(s, "NC-LOG-015", "Setback {0}: {1}.",
                              s.setbacks, self.content.enc_title[cards[s.setbacks - 1]])  # fmt: skip
            else:
                yield from self.surplus_setback(s)

    def surplus_setback(self, s: State) -> Flow:
        """NC-LOG-017 to -019: on a full record easy mode ignores a Setback; else each Delver checks a Summons box."""
        if s.difficulty == EASY:
            if self.loud:
                self.tell(s, "NC-LOG-017", "The Setback Record is full; the Setback is ignored.")
            return
        if self.loud:
            self.tell(s, "NC-LOG-018", "The Setback Record is full: each Delver checks a Summons box instead.")
        for d in self.from_gm(s):
            yield from self.check_summons(s, d.seat, False)

    # -- the Stash ------------------------------------------------------------------------------------------------

    def stash_stories(self, s: State, cards: Iterable[int]) -> None:
        """NC-STORY-033, NC-HIST-004, NC-GEN-005: Story Cards from the box into the story section of the Stash."""
        lying = {card.card for card in s.story_table}
        for card in cards:
            if card in s.stash_story or card in lying:
                continue
            s.archived_stories = _without(s.archived_stories, card)
            s.stash_story += (card,)
            if self.loud:
                self.tell(s, "NC-STORY-033", "New Story Card: {0}.", self.content.story[card].title)

    def stash_journeys(self, s: State, cards: Iterable[int]) -> None:
        """NC-GEN-005: Journey Cards from the box into the journey section of the Stash."""
        for card in cards:
            if card not in s.stash_journey:
                s.archived_journeys = _without(s.archived_journeys, card)
                s.stash_journey += (card,)
                if self.loud:
                    self.tell(s, "NC-GEN-005", "A Journey Card comes into the Stash.")

    def stash_equipment(self, s: State, cards: Iterable[int]) -> None:
        """NC-EQUIP-006, NC-GEN-005: legendary equipment that the party gains; each exists in its printed number."""
        for card in cards:
            owned = s.stash_equipment.count(card) + sum(i.card == card for d in s.delvers for i in d.equipment)
            if owned < self.content.eq_copies[card]:
                s.stash_equipment += (card,)
                if self.loud:
                    self.tell(s, "NC-EQUIP-006", "The party gains {0}.", self.content.eq_title[card])

    # -- campaign reports -----------------------------------------------------------------------------------------

    def party_ids(self, s: State) -> str:
        """The party in one word: the ids of the Delvers in seat order."""
        return "+".join([self.content.ids["delver"][d.card] for d in s.delvers])

    def record_scenario(self, s: State, result: str, reason: str = "") -> None:
        """Write a row about the scenario just played, for :attr:`State.records`."""
        info = self.content.scenario[s.scenario]
        ending = info.endings[s.ending].id if s.ending >= 0 else ""
        record = Record(
            scenario=info.id,
            players=len(s.delvers),
            party=self.party_ids(s),
            difficulty=DIFFICULTIES[s.difficulty],
            result=result,
            ending=ending,
            reason=reason,
            rounds=s.round,
            candle_left=max(0, len(self.track(s)) - 1 - s.candle),
            energy_lost=s.energy_lost,
            health_lost=s.health_lost,
            cards_used=s.cards_used,
            setbacks=s.setbacks,
            defeats=sum(d.defeats for d in s.delvers),
        )
        s.records += (attrs.astuple(record, recurse=False),)

    if TYPE_CHECKING:  # of later chapters

        def carry_out(self, s: State, seat: int, effects: Sequence[Act], source: Source) -> Flow:
            """Carry out effects in their order."""

        def fate_point(self, s: State, seat: int) -> Flow:
            """Spend a Fate Point at once."""

        def failed(self, s: State, rule: str) -> Any:
            """Scenario Failed."""


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards without one of them; the tuple itself where it is not among them."""
    return tuple([other for other in cards if other != card]) if card in cards else cards
