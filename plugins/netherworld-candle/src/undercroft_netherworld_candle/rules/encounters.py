"""Encounter Cards: which deck, what a card does, where it goes, and what happens when a deck runs out (ENC)."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Deck, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.enemies import Enemies
from undercroft_netherworld_candle.state import State
from undercroft_netherworld_candle.terms import DECKS, MOD_DICE, ON_ENCOUNTER, OTHER, YANG, YIN
from undercroft_netherworld_candle.wording import encounter_in_words

__all__ = ["BY_ENERGY", "Encounters"]

BY_ENERGY: Final = -1
_LOW: Final = 2
_HIGH: Final = 5
_DECKS: Final[list[Option]] = [("deck", YIN), ("deck", YANG)]


class Encounters(Enemies):
    """Drawing and resolving Encounter Cards (ENC-001 to -020, TEST-050)."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "deck": Prompt("NC-ENC-003", "From which deck is the encounter drawn?"),
        "threat": Prompt("NC-ACT-016", "Which card of the Threat Area?"),
    }

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw_encounters(self, s: State, seat: int, deck: int = BY_ENERGY, n: int = 1) -> Flow:
        """NC-ENC-001 to -003: draw and resolve n Encounter Cards, from a deck or from the one that Energy tells."""
        for _ in range(n):
            chosen = deck
            if deck == BY_ENERGY:
                options = self.encounter_decks(s, seat)
                chosen = options[0][1] if len(options) == 1 else (yield self.ask(s, seat, "deck", options))[1]
            yield from self.draw_encounter(s, seat, chosen)

    def encounter_decks(self, s: State, seat: int) -> list[Option]:
        """NC-ENC-001 to -003: low Energy draws Yin, high Energy Yang, 3 or 4 choose."""
        return self.energy_decks(s.delvers[seat - 1].energy)

    def energy_decks(self, energy: int) -> list[Option]:
        """NC-ENC-001 to -003: the decks that an Energy allows, as options."""
        if energy <= _LOW:
            return _DECKS[:1]
        return _DECKS[1:] if energy >= _HIGH else _DECKS

    def draw_encounter(self, s: State, seat: int, deck: int) -> Flow:
        """NC-ENC-004 to -017: one card of a deck, or of the other one; one that cannot be resolved is replaced."""
        while True:
            deck = self.deck_to_draw(s, deck)
            if deck < 0:
                if self.loud:
                    self.tell(s, "NC-ENC-020", "Both encounter decks are empty; no encounter is drawn.")
                return
            pile = s.yang if deck == YANG else s.yin
            card = pile.pop()
            if self.loud:
                self.tell(s, "NC-ENC-004", "{0} draws from the {1} deck: {2}", self.name(s.delvers[seat - 1]),
                          DECKS[deck].capitalize(), encounter_in_words(self.content, card))  # fmt: skip
            if not len(pile):
                yield from self.deck_ran_out(s, deck)
            if self.resolvable(s, seat, card):
                yield from self.resolve_encounter(s, seat, card)
                yield from self.fire(s, ON_ENCOUNTER, seat)
                return
            self.discard_encounter(s, card)
            if self.loud:
                self.tell(s, "NC-ENC-015", "Nothing on {0} can be resolved; it is replaced.",
                          self.content.enc_title[card])  # fmt: skip

    def deck_to_draw(self, s: State, deck: int) -> int:
        """NC-ENC-020: the deck to draw from, refilled or replaced by the other where it is empty; -1 for neither."""
        for which in (deck, YANG + YIN - deck):
            pile, discard = self.piles(s, which)
            if not len(pile) and discard:
                self.refill_encounters(s, which)
            if len(pile):
                return which
        return -1

    def piles(self, s: State, deck: int) -> tuple[Deck, list[int]]:
        """NC-ADV-018, NC-ENC-008: an encounter deck and its discard pile."""
        return (s.yang, s.yang_discard) if deck == YANG else (s.yin, s.yin_discard)

    def refill_encounters(self, s: State, deck: int) -> None:
        """NC-ENC-018: the discard pile is shuffled into the deck."""
        pile, discard = self.piles(s, deck)
        pile.shuffle_in(discard)
        discard.clear()
        if self.loud:
            self.tell(s, "NC-ENC-018", "The {0} discard pile is shuffled into a new deck of {1}.",
                      DECKS[deck].capitalize(), len(pile))  # fmt: skip

    def deck_ran_out(self, s: State, deck: int) -> Flow:
        """NC-ENC-018, NC-ENC-019: the candle advances at once, then the discard pile forms the new deck."""
        if self.loud:
            self.tell(s, "NC-ENC-018", "The {0} deck has run out.", DECKS[deck].capitalize())
        yield from self.advance_candle(s, 1)
        pile, discard = self.piles(s, deck)
        if discard and not len(pile):
            self.refill_encounters(s, deck)

    def reshuffle_encounters(self, s: State, deck: int) -> None:
        """NC-TEST-050: an encounter deck and its discard pile are shuffled together; the track does not move.

        A reshuffle icon on a card without a deck of its own (setback, location) means both decks.
        """
        for which in (YIN, YANG) if deck in (BY_ENERGY, OTHER) else (deck,):
            self.refill_encounters(s, which)

    # -- resolving ------------------------------------------------------------------------------------------------

    def resolvable(self, s: State, seat: int, card: int) -> bool:
        """NC-ENC-015, NC-ENC-016: whether any part of a card can be resolved: an enemy needs a place to stand."""
        content = self.content
        if content.enc_enemy[card]:
            return self.can_spawn(s, seat, card)
        return content.enc_threat[card] or self.can_do(s, seat, content.enc_effects[card], ("encounter", card, -1))

    def resolve_encounter(self, s: State, seat: int, card: int) -> Flow:
        """NC-ENC-004, -007 to -009, -013, -014: an enemy spawns, an event is carried out; then dice or candle."""
        content = self.content
        if content.enc_enemy[card]:
            yield from self.spawn(s, seat, card)
        else:
            yield from self.resolve_event(s, seat, card)
        dice = content.enc_dice[card]
        if dice:
            dice += self.modifier(s, s.delvers[seat - 1], MOD_DICE)
            if dice > 0:
                yield from self.roll_dice(s, seat, dice)
        if content.enc_candle[card]:
            yield from self.advance_candle(s, content.enc_candle[card])

    def resolve_event(self, s: State, seat: int, card: int) -> Flow:
        """NC-ENC-007, NC-ENC-008: the text from top to bottom; then the Threat Area or the discard pile."""
        content = self.content
        outer, s.resolving = s.resolving, card
        yield from self.carry_out(s, seat, content.enc_effects[card], ("encounter", card, -1))
        if s.resolving == card:
            if content.enc_threat[card]:
                self.threaten(s, seat, card)
            else:
                self.discard_encounter(s, card)
        s.resolving = outer

    def threaten(self, s: State, seat: int, card: int) -> None:
        """NC-ADV-002, NC-ENC-007: a card into a Threat Area, which holds any number."""
        if s.resolving == card:
            s.resolving = -1
        d = s.delvers[seat - 1]
        d.threat.append(card)
        if self.loud:
            self.tell(s, "NC-ENC-007", "{0} is put into the Threat Area of {1}.", self.content.enc_title[card],
                      self.name(d))  # fmt: skip

    def archive_encounter(self, s: State, card: int) -> None:
        """NC-GEN-004: an Encounter Card, being resolved or in a Threat Area, goes back into the box."""
        if s.resolving == card:
            s.resolving = -1
            return
        for d in s.delvers:
            if card in d.threat:
                d.threat.remove(card)
                return

    # -- leaving the Threat Area ----------------------------------------------------------------------------------

    def leave_threat(self, s: State, seat: int, card: int) -> None:
        """NC-ACT-016, NC-LOG-024: a card of a Threat Area goes to its discard pile, a setback card into the box."""
        d = s.delvers[seat - 1]
        d.threat.remove(card)
        self.discard_encounter(s, card)
        if self.loud:
            self.tell(s, "NC-ACT-016", "{0} leaves the Threat Area of {1}.", self.content.enc_title[card],
                      self.name(d))  # fmt: skip

    def discard_threats(self, s: State, seat: int, n: int) -> Flow:
        """n cards of choice leave one's own Threat Area."""
        for _ in range(n):
            options: list[Option] = [("threat", card) for card in dict.fromkeys(s.delvers[seat - 1].threat)]
            if not options:
                return
            self.leave_threat(s, seat, (yield from self.pick(s, seat, "threat", options))[1])
