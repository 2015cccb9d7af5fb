"""Equipment in the Epilogue: Reputation, legendary pieces, spares, rival claims (NC-EPI-003 to -005)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.story import EXCHANGE, Story
from undercroft_netherworld_candle.rules.story_trade import DONE
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import COMPANION, SPECIAL, TYPES

__all__ = ["EpilogueGear"]

NOTHING: Final[Option] = ("nothing",)
TAKE: Final[Option] = ("take-gear",)
HAND_ON: Final[Option] = ("hand-on",)


class EpilogueGear(Story):
    """The equipment step of the Epilogue."""

    __slots__ = ("faction_gear",)

    prompts: ClassVar[dict[str, Prompt]] = {
        "outfit": Prompt("NC-EPI-003", "Do you take equipment along? Nothing is paid and nothing is a must."),
        "gear-type": Prompt("NC-EPI-003", "Equipment of which type do you look at?"),
        "gear": Prompt("NC-EPI-003", "Which of these Equipment Cards do you take?"),
        "hand-on": Prompt("NC-EPI-018", "What do you give to another Delver, or put back?"),
        "spare-artifact": Prompt("NC-ART-002", "There is no slot for it. Which artifact goes to the Stash?"),
        "claim": Prompt("NC-EPI-005", "More players want this Equipment Card than there are. Who gets it?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        cards = [n for n in range(len(content.equip)) if content.eq_faction[n] >= 0]
        self.faction_gear: tuple[tuple[int, ...], ...] = tuple(
            tuple(n for n in cards if content.eq_type[n] == kind) for kind in range(len(TYPES))
        )

    # -- what may be held -----------------------------------------------------------------------------------------

    def gear_limit(self, d: Delver, kind: int) -> int:
        """NC-EPI-004, NC-EQUIP-011: how many Equipment Cards of a type a Delver may take into an adventure."""
        if kind == COMPANION and all(self.content.eq_beast[i.card] for i in self.gear_of(d, kind)):
            return self.content.del_companions[d.card]
        return 1

    def gear_of(self, d: Delver, kind: int) -> list[Item]:
        """The Equipment Cards of a type that a Delver holds."""
        return [item for item in d.equipment if self.content.eq_type[item.card] == kind]

    def surplus(self, d: Delver) -> bool:
        """NC-EPI-004: whether a Delver holds a spare card, which cannot be taken into the Adventure Phase.

        Special cards have slots of their own: only a second copy is a spare one (NC-EQUIP-001).
        """
        special = [item.card for item in self.gear_of(d, SPECIAL)]
        if len(set(special)) < len(special):
            return True
        return any(len(self.gear_of(d, kind)) > self.gear_limit(d, kind) for kind in range(SPECIAL))

    def why_not_gear(self, s: State, d: Delver, card: int) -> Refusal | None:
        """NC-EPI-003, -004, NC-EQUIP-006, -007: why a Delver cannot take an Equipment Card now."""
        content = self.content
        kind = content.eq_type[card]
        faction = content.eq_faction[card]
        if faction < 0:
            if card not in s.stash_equipment:
                return self.no("NC-EQUIP-006", "the party does not own it")
        elif self.reputation_level(d, faction) < content.eq_minimum[card]:
            return self.no("NC-EPI-003", "your Reputation with the faction does not reach its minimum")
        held = sum(kind != SPECIAL or item.card == card for item in self.gear_of(d, kind))
        limit = self.gear_limit(d, kind)
        if held > limit or (held == limit and len(s.delvers) == 1):
            return self.no("NC-EPI-004", "one card of each type can be equipped")
        return None

    # -- the step -------------------------------------------------------------------------------------------------

    def outfit(self, s: State, seat: int) -> Flow:
        """NC-EPI-003, -018: take and hand on equipment until done; a spare card has to go first."""
        d = self.delver(s, seat)
        options = self.outfit_options(s, d)
        option = yield from self.pick(s, seat, "outfit", options)
        if option == DONE:
            return
        s.do(self.outfit, seat)
        if option == EXCHANGE:
            yield from self.make_exchange(s, seat)
        elif option == TAKE:
            yield from self.take_gear(s, d)
        else:
            yield from self.hand_on(s, d)

    def outfit_options(self, s: State, d: Delver) -> list[Option]:
        """What a Delver may do about equipment."""
        if self.surplus(d):
            return [HAND_ON]
        options: list[Option] = []
        if any(self.gear_offered(s, d, kind) for kind in range(len(TYPES))):
            options.append(TAKE)
        if d.equipment or self.gifts(s, d):
            options.append(HAND_ON)
        if self.exchanges(s, d):
            options.append(EXCHANGE)
        options.append(DONE)
        return options

    def hand_on(self, s: State, d: Delver) -> Flow:
        """NC-EPI-004, -018: give one thing to another Delver, or put an Equipment Card back."""
        options: list[Option] = [("put-back", n) for n in self.unlike_items(d)]
        option = yield self.ask(s, d.seat, "hand-on", [*options, *self.gifts(s, d)])
        if option[0] == "put-back":
            self.put_back(s, d, option[1])
        else:
            self.give(s, d, option)

    def gear_offered(self, s: State, d: Delver, kind: int) -> list[Option]:
        """The Equipment Cards of a type that a Delver can take, or claim from another who holds the last copy."""
        options: list[Option] = []
        owned = sorted({n for n in s.stash_equipment if self.content.eq_type[n] == kind})
        options += [("take", card) for card in owned if self.why_not_gear(s, d, card) is None]
        for card in self.faction_gear[kind]:
            if self.why_not_gear(s, d, card) is not None:
                continue
            if self.equipment_left(s, card):
                options.append(("take", card))
            elif all(item.card != card for item in d.equipment):
                options.append(("claim", card))
        return options

    def take_gear(self, s: State, d: Delver) -> Flow:
        """NC-EPI-003: one Equipment Card of a type of choice, or none after all."""
        kinds: list[Option] = [("type", kind) for kind in range(len(TYPES)) if self.gear_offered(s, d, kind)]
        kind = (yield from self.pick(s, d.seat, "gear-type", kinds))[1]
        option = yield self.ask(s, d.seat, "gear", [*self.gear_offered(s, d, kind), NOTHING])
        if option == NOTHING:
            return
        card = option[1]
        if option[0] == "claim":
            yield from self.claim_gear(s, d, card)
            return
        if self.content.eq_faction[card] < 0:
            cards = list(s.stash_equipment)
            cards.remove(card)
            s.stash_equipment = tuple(cards)
        d.equipment.append(Item(card))
        if self.loud:
            self.tell(s, "NC-EPI-003", "{0} takes {1}.", self.name(d), self.content.eq_title[card])

    def claim_gear(self, s: State, d: Delver, card: int) -> Flow:
        """NC-EPI-005: of several who want the last copy of a card the Grandmaster names who gets it."""
        holders = [other for other in s.delvers if any(item.card == card for item in other.equipment)]
        seats = sorted({d.seat, *(other.seat for other in holders)})
        option = yield self.ask(s, s.gm, "claim", [("delver", seat) for seat in seats])
        if option[1] != d.seat:
            return
        holder = holders[0]
        place = next(n for n, item in enumerate(holder.equipment) if item.card == card)
        d.equipment.append(holder.equipment.pop(place))
        if self.loud:
            self.tell(s, "NC-EPI-005", "{0} gets {1} instead of {2}.",
                      self.name(d), self.content.eq_title[card], self.name(holder))  # fmt: skip

    def put_back(self, s: State, d: Delver, n: int) -> None:
        """NC-EPI-004, NC-EQUIP-008: a card back to the supply, a legendary one to the Stash."""
        card = d.equipment.pop(n).card
        if self.content.eq_faction[card] < 0:
            s.stash_equipment += (card,)
        if self.loud:
            self.tell(s, "NC-EPI-004", "{0} puts {1} back.", self.name(d), self.content.eq_title[card])

    def settle_gear(self, s: State) -> None:
        """NC-EPI-004: whoever was handed a spare after the own turn has to part with a card before the adventure."""
        for d in self.from_gm(s):
            if self.surplus(d):
                s.do_all((self.outfit, d.seat), self.settle_gear)
                return

    def settle_artifacts(self, s: State) -> Flow:
        """NC-STORY-030, NC-ART-002: whoever was given more artifacts than there are slots keeps as many as fit."""
        for d in self.from_gm(s):
            while len(d.artifacts) > self.board_slots(s, d):
                free = self.free_slots(s, d)
                if free:
                    free[0].append(d.artifacts.pop())
                    continue
                options: list[Option] = [("spare", n) for n in sorted(set(d.artifacts))]
                option = yield from self.pick(s, d.seat, "spare-artifact", options)
                d.artifacts.remove(option[1])
                s.stash_artifacts += (option[1],)
