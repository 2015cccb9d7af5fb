"""What one might expect at a prompt, but what the rules refuse now, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from undercroft import Option, Refusal, Refused
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING
from undercroft_netherworld_candle.rules.equipment import NETHER, SKILL, THING
from undercroft_netherworld_candle.rules.table_campaign import CampaignWords
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import BASICS, TIMING_PASSIVE, TIMING_TEST

__all__ = ["Refusals"]

Row = tuple[Option, Refusal]


class Refusals(CampaignWords):
    """The refusals of each prompt; the reasons are those of the predicates that make the menus."""

    __slots__ = ()

    def refused(self, s: State, seat: int, prompt: str) -> list[Refused]:
        """What one might expect at a prompt, with the rule that refuses it."""
        d = self.delver(s, seat) if seat <= len(s.delvers) else Delver(seat, 0)
        rows = {
            "turn": self._refused_turn, "any-time": self._refused_any_time, "hand": self._refused_hand,
            "move": self._refused_moves, "investigate": self._refused_edges, "deck": self._refused_decks,
            "next": self._refused_next, "redraw": self._refused_redraws, "acquire": self._refused_acquire,
            "story": self._refused_story, "walk": self._refused_walks, "tree": self._refused_nodes,
        }.get(prompt) or self.campaign_refusals(prompt)  # fmt: skip
        return [] if rows is None else [Refused.of(option, refusal) for option, refusal in rows(s, d)]

    # -- a turn ---------------------------------------------------------------------------------------------------

    def _refused_turn(self, s: State, d: Delver) -> Iterator[Row]:
        used = Refusal("NC-TURN-004", "the Command of this turn was used")
        for basic in range(len(BASICS)):
            refusal = used if d.command else self.why_not_act(s, d.seat, basic)
            if refusal is not None:
                yield ("command", basic), refusal
        for card in d.hand:
            for how in range(NOTHING + 1):
                if how < ADVANCED and how not in self.content.act_basic[card]:
                    continue
                refusal = self.why_not_play(s, d, card, how)
                if refusal is not None:
                    yield ("play", card, how), refusal
        for zone, cards in enumerate(self.zones(d)):
            lying = Refusal("NC-COOL-016", "the card lies in a cooldown zone and has to return to the hand first")
            yield from ((("play", card, how), lying) for card in cards for how in (ADVANCED, NOTHING))
            yield from self._refused_zone(s, d, zone, cards)
        yield from self._refused_uses(s, d)
        yield from self._refused_gifts(s, d)
        no_acquire = Refusal("NC-TURN-008", "Acquire is no Basic Action; an effect has to grant it")
        yield ("acquire",), no_acquire
        yield from self._refused_stop(s)

    def _refused_any_time(self, s: State, d: Delver) -> Iterator[Row]:
        ours = s.turn_seat == d.seat
        late = Refusal("NC-TURN-005", "the encounter was drawn; the actions of this turn are over")
        if any(frame[0] == "encounter_step" for frame in s.stack):
            late = Refusal("NC-STAT-014", "the defeat has taken the remaining actions of this turn")
        other = Refusal("NC-TURN-011", "it is not your turn; only what can be used at any time is possible")
        for basic in range(len(BASICS)):
            yield ("command", basic), late if ours else other
        for card in d.hand:
            refusal = self.why_not_quick(s, d, card)
            if refusal is not None:
                yield ("quick", card), refusal
            for how in (*self.content.act_basic[card], ADVANCED, NOTHING):
                yield ("play", card, how), late if ours else other
        for zone, cards in enumerate(self.zones(d)):
            yield from self._refused_zone(s, d, zone, cards)
        yield from self._refused_uses(s, d)
        yield from self._refused_gifts(s, d)

    def _refused_zone(self, s: State, d: Delver, zone: int, cards: list[int]) -> Iterator[Row]:
        recall = self.why_not_recall(s, d, zone)
        token = self.why_not_spend_token(s, d)
        for card in cards:
            if recall is not None:
                yield ("recall", zone, card), recall
            if token is not None:
                yield ("token", zone, card), token

    def _refused_uses(self, s: State, d: Delver) -> Iterator[Row]:
        content = self.content
        owned = [(SKILL, 0, content.del_uses[d.card])]
        owned += [(THING, at, content.eq_uses[item.card]) for at, item in enumerate(d.equipment)]
        owned += [(NETHER, at, content.nether_uses[card]) for at, card in enumerate(d.nether)]
        for kind, at, uses in owned:
            for k, usage in enumerate(uses):
                if usage[1] or usage[0] == TIMING_PASSIVE:
                    continue
                refusal = self.why_not_use(s, d, kind, at, k, usage)
                if usage[0] == TIMING_TEST:
                    refusal = Refusal("NC-TEST-040", "it is declared when a Test is about to be made")
                if refusal is not None:
                    yield ("use", kind, at, k), refusal

    def _refused_gifts(self, s: State, d: Delver) -> Iterator[Row]:
        for other in s.delvers:
            refusal = self.why_not_give(s, d, other) if other is not d else None
            if refusal is not None:
                yield ("neidan", other.seat, 1), refusal
        trade = Refusal("NC-STORY-030", "equipment and artifacts can be traded in the Story Phase only")
        yield from ((("give-item", at, other.seat), trade) for at in range(len(d.equipment)) for other in s.delvers)

    # -- parts of actions -----------------------------------------------------------------------------------------

    def _refused_moves(self, s: State, d: Delver) -> Iterator[Row]:
        for place, card in enumerate(s.map):
            if place in s.ways[d.place] or card.gone:
                continue
            if self.content.loc_event[card.card] and card.face_up:
                yield ("go", place), Refusal("NC-MAP-001", "a Location Event cannot be entered")
            elif not card.face_up:
                yield ("go", place), Refusal("NC-MAP-005", "a face-down card is no place yet")
            else:
                yield ("go", place), Refusal("NC-ACT-001", "it is not adjacent")

    def _refused_edges(self, s: State, d: Delver) -> Iterator[Row]:
        for side, number in enumerate(self.content.loc_edges[s.map[d.place].card]):
            if side not in s.doors[d.place]:
                why = "its card is face up" if number >= 0 else "it has no number"
                yield ("side", side), Refusal("NC-ACT-006", why)

    def _refused_decks(self, s: State, d: Delver) -> Iterator[Row]:
        yield ("stay",), Refusal("NC-TURN-005", "an Encounter Card has to be drawn")

    def _refused_next(self, s: State, d: Delver) -> Iterator[Row]:
        offered = self.next_seats(s)
        for other in s.delvers:
            if other.acted:
                yield ("next", other.seat), Refusal("NC-TURN-003", f"{self.name(other)} had the turn of this round")
            elif other.seat not in offered:
                yield ("next", other.seat), Refusal("NC-DIFF-008", "somebody with more Energy goes first")

    def _refused_redraws(self, s: State, d: Delver) -> Iterator[Row]:
        for other in s.delvers:
            if other is not d and other.check is not None:
                yield ("redraw", (0,), other.seat), Refusal("NC-TEST-032", "only the tester's own cards can be redrawn")

    def _refused_acquire(self, s: State, d: Delver) -> Iterator[Row]:
        yield ("keep",), Refusal("NC-ART-003", "the token is drawn blindly, or not at all")

    # -- bringing cards along, the story --------------------------------------------------------------------------

    def _refused_hand(self, s: State, d: Delver) -> Iterator[Row]:
        sect = self.content.sect_actions[self.content.del_sect[d.card]]
        for card in dict.fromkeys([*sect, *d.pool]):
            refusal = self.why_not_take(s, d, card)
            # What lies beyond the log's level is not named: a list of it would tell what is still to be unlocked.
            if refusal is not None and (card in d.pool or self.content.act_level[card] <= self.level(d)):
                yield ("bring", card), refusal

    def _refused_story(self, s: State, d: Delver) -> Iterator[Row]:
        refusal = self.why_not_interact(s, d)
        if refusal is not None:
            yield ("interact",), refusal
        refusal = self.why_not_early(s)
        if refusal is not None:
            yield ("early-end",), refusal
        if not self.walks(s, d):
            yield ("walk",), Refusal("NC-STORY-019", "no other Story Card can be reached")
        yield from self.refused_dealings(s, d)
        yield from self._refused_stop(s)

    def _refused_stop(self, s: State) -> Iterator[Row]:
        refusal = self.why_not_campaign_save(s) if self.setup.mode == "campaign" else None
        if refusal is not None:
            yield ("pack-up",), refusal

    def _refused_walks(self, s: State, d: Delver) -> Iterator[Row]:
        for n in range(len(s.story_table)):
            refusal = self.why_not_walk(s, d, n)
            if refusal is not None:
                yield ("to", n), refusal

    def _refused_nodes(self, s: State, d: Delver) -> Iterator[Row]:
        for n in range(len(self.content.del_tree[d.card])):
            refusal = self.why_not_node(d, n)
            if refusal is not None:
                yield ("node", n), refusal
