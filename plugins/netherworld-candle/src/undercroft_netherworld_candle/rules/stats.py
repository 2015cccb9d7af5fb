"""Health, Energy and tokens of the Delvers: gains, forced losses, costs, defeat, Immobilize (area NC-STAT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from undercroft import Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.cards import Cost
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.fate import Fate
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import (
    MOD_MAX_ENERGY,
    MOD_MAX_HEALTH,
    ON_DAMAGED,
    PHASE_ADVENTURE,
)

__all__ = ["ENERGY_MAX", "NETHER_BITS", "NETHER_MASK", "Stats"]

ENERGY_MAX: Final = 7
"""The highest value of every Energy track (NC-STAT-001)."""

NETHER_BITS: Final = 16
"""How many bits of ``Delver.nether_used`` each Netherworld Card has: two copies of a card are two cards."""
NETHER_MASK: Final = (1 << NETHER_BITS) - 1


class Stats(Fate):
    """Area NC-STAT for Delvers."""

    __slots__ = ("artifact_options", "card_options", "energy_refusals")

    prompts: ClassVar[dict[str, Prompt]] = {
        "cost-artifact": Prompt("NC-EQUIP-002", "Which Netherworld Artifact do you give up as the cost?"),
        "cost-card": Prompt("NC-EQUIP-002", "Which card of your hand do you put into zone A as the cost?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.artifact_options: list[Option] = [("artifact", n) for n in range(len(content.artifact))]
        self.card_options: list[Option] = [("card", n) for n in range(len(content.action))]
        self.energy_refusals = [Refusal("NC-STAT-003", f"it costs {n} Energy") for n in range(20)]

    # -- Energy ---------------------------------------------------------------------------------------------------

    def energy_max(self, s: State, d: Delver) -> int:
        """NC-STAT-001: the highest value of the Energy track."""
        return ENERGY_MAX + self.modifier(s, d, MOD_MAX_ENERGY)

    def gain_energy(self, s: State, d: Delver, n: int) -> None:
        """NC-STAT-001: recover Energy; what goes beyond the track is lost."""
        before = d.energy
        d.energy = max(before, min(before + n, self.energy_max(s, d)))
        if self.loud:
            gained = d.energy - before
            self.tell(s, "NC-STAT-001", "{0} recovers Energy: {1} (now {2}).", self.name(d), gained, d.energy)

    def lose_energy(self, s: State, d: Delver, n: int) -> Flow:
        """NC-STAT-002: a forced loss; what Energy does not cover is taken from Health."""
        taken = min(n, d.energy)
        d.energy -= taken
        s.energy_lost += taken
        if self.loud and taken:
            self.tell(s, "NC-STAT-002", "{0} loses {1} Energy (now {2}).", self.name(d), taken, d.energy)
        if taken < n:
            if self.loud:
                self.tell(s, "NC-STAT-002", "{0} lacks {1} Energy and loses Health for it.", self.name(d), n - taken)
            yield from self.lose_health(s, d, n - taken)

    def pay_energy(self, s: State, d: Delver, n: int) -> None:
        """NC-STAT-003: a voluntary cost, which has been found payable; Health never stands in for it."""
        d.energy -= n
        if self.loud and n:
            self.tell(s, "NC-STAT-003", "{0} spends {1} Energy (now {2}).", self.name(d), n, d.energy)

    # -- Health ---------------------------------------------------------------------------------------------------

    def health_max(self, s: State, d: Delver) -> int:
        """NC-STAT-001, -005: the highest value of the Health track of the board."""
        printed: int = self.content.del_max_health[d.card]
        return printed + self.modifier(s, d, MOD_MAX_HEALTH)

    def health_start(self, d: Delver) -> int:
        """NC-STAT-005: the starting Health of the board."""
        start: int = self.content.del_health[d.card]
        return start

    def gain_health(self, s: State, d: Delver, n: int) -> None:
        """NC-STAT-001: recover Health; what goes beyond the track is lost."""
        before = d.health
        d.health = max(before, min(before + n, self.health_max(s, d)))
        if self.loud:
            gained = d.health - before
            self.tell(s, "NC-STAT-001", "{0} recovers Health: {1} (now {2}).", self.name(d), gained, d.health)

    def lose_health(self, s: State, d: Delver, n: int) -> Flow:
        """NC-STAT-013: lose Health; at 0 the Delver is defeated and what goes beyond is lost.

        While the Summons of a defeat are resolved Health is 0, and further losses find nothing to take.
        """
        if n <= 0 or d.health <= 0:
            return
        taken = min(n, d.health)
        d.health -= taken
        s.health_lost += taken
        if self.loud:
            self.tell(s, "NC-STAT-013", "{0} loses {1} Health (now {2}).", self.name(d), taken, d.health)
        if d.health <= 0:
            yield from self.defeat(s, d)
        if s.phase == PHASE_ADVENTURE:
            yield from self.fire(s, ON_DAMAGED, d.seat, d.place)

    def defeat(self, s: State, d: Delver) -> Flow:
        """NC-STAT-013, -014, NC-END-004: Summons, then Health at its start, Immobilized, own actions lost."""
        adventure = s.phase == PHASE_ADVENTURE
        if adventure:
            d.defeats += 1
        if self.loud:
            self.tell(s, "NC-STAT-013", "{0} is defeated.", self.name(d))
        flow = self.check_summons(s, d.seat, True)
        if flow is not None:
            yield from flow
        d.health = min(self.health_start(d), max(1, self.health_max(s, d)))
        if self.loud:
            self.tell(s, "NC-STAT-014", "{0} goes on with {1} Health.", self.name(d), d.health)
        if adventure:
            self.pin(s, d)
            if s.turn_seat == d.seat and not d.over:
                d.over = True
                if self.loud:
                    self.tell(s, "NC-STAT-014", "{0} loses the remaining actions of this turn.", self.name(d))

    # -- Immobilize -----------------------------------------------------------------------------------------------

    def pin(self, s: State, d: Delver) -> None:
        """NC-STAT-007: the Delver is laid down."""
        if not d.immobilized:
            d.immobilized = True
            if self.loud:
                self.tell(s, "NC-STAT-007", "{0} is Immobilized.", self.name(d))

    def stand(self, s: State, d: Delver) -> None:
        """NC-STAT-007: the Delver stands up."""
        if d.immobilized:
            d.immobilized = False
            if self.loud:
                self.tell(s, "NC-STAT-007", "{0} stands up.", self.name(d))

    # -- tokens ---------------------------------------------------------------------------------------------------

    def gain_redraw(self, s: State, d: Delver, n: int) -> None:
        """NC-STAT-024: gain Redraw tokens, or lose as many as there are; their supply never ends (NC-GEN-014)."""
        d.redraw = max(0, d.redraw + n)
        if self.loud:
            self.tell(s, "NC-STAT-024", "{0} has Redraw tokens: {1}.", self.name(d), d.redraw)

    def gain_cooldown(self, s: State, d: Delver, n: int) -> None:
        """NC-STAT-024: gain Cooldown tokens, or lose as many as there are."""
        d.cooldown = max(0, d.cooldown + n)
        if self.loud:
            self.tell(s, "NC-STAT-024", "{0} has Cooldown tokens: {1}.", self.name(d), d.cooldown)

    def gain_neidan(self, s: State, d: Delver, n: int) -> None:
        """NC-ENEMY-019: gain Neidan, or lose as many as there are."""
        d.neidan = max(0, d.neidan + n)
        if self.loud:
            self.tell(s, "NC-ENEMY-019", "{0} has Neidan: {1}.", self.name(d), d.neidan)

    def gain_karma(self, s: State, d: Delver, n: int) -> None:
        """NC-END-008, NC-STORY-034: gain personal Karma; a loss takes dealt Karma first."""
        if n >= 0:
            d.personal += n
        else:
            self.spend_karma(s, d, min(-n, d.karma + d.personal))
        if self.loud:
            self.tell(s, "NC-END-008", "{0} has Karma: {1}.", self.name(d), d.karma + d.personal)

    def spend_karma(self, s: State, d: Delver, n: int) -> None:
        """NC-STORY-034: dealt Karma is spent before personal Karma."""
        dealt = min(n, d.karma)
        d.karma -= dealt
        d.personal -= n - dealt

    # -- costs ----------------------------------------------------------------------------------------------------

    def payable(self, s: State, d: Delver, cost: Cost, source: Source) -> bool:
        """NC-STAT-003, -004, -025, NC-EQUIP-002: whether a cost can be paid in full."""
        if not cost:
            return True
        energy, health, redraw, cooldown, neidan, karma, artifacts, cards, tokens, _discard, exhaust = cost
        if d.energy < energy or d.redraw < redraw or d.cooldown < cooldown or d.neidan < neidan:
            return False
        if (health and d.health <= health) or d.karma + d.personal < karma or len(d.hand) < cards:
            return False
        if (artifacts and len(self.stored(d)) < artifacts) or (tokens and self.tokens_on(s, d, source) < tokens):
            return False
        item = self.item_of(d, source) if exhaust else None
        return item is None or not item.exhausted

    def can_pay(self, s: State, d: Delver, cost: Cost, source: Source) -> Refusal | None:
        """NC-STAT-003, -004, -025, NC-EQUIP-002: why a cost is not :meth:`payable`; ``None`` where it is."""
        if self.payable(s, d, cost, source):
            return None
        energy, health, redraw, cooldown, neidan, karma, artifacts, cards, tokens, _discard, _exhaust = cost
        if d.energy < energy:
            return self.energy_refusals[energy]
        if health and d.health <= health:
            return Refusal("NC-STAT-025", f"{health} Health cannot be spent: at least 1 has to be left")
        short = (
            (redraw, d.redraw, "Redraw tokens"),
            (cooldown, d.cooldown, "Cooldown tokens"),
            (neidan, d.neidan, "Neidan"),
            (karma, d.karma + d.personal, "Karma"),
            (artifacts, len(self.stored(d)) if artifacts else 0, "stored Netherworld Artifacts"),
            (cards, len(d.hand), "cards in hand"),
            (tokens, self.tokens_on(s, d, source) if tokens else 0, "tokens on the card"),
        )
        for asked, has, what in short:
            if asked > has:
                return Refusal("NC-EQUIP-002", f"it costs {what}: {asked}, and there are {has}")
        return Refusal("NC-EQUIP-002", "it was used in this round")

    def pay(self, s: State, d: Delver, cost: Cost, source: Source) -> Flow:
        """NC-EQUIP-002: pay a cost that has been found payable; putting the card itself away comes last."""
        if not cost:
            return
        energy, health, redraw, cooldown, neidan, karma, artifacts, cards, tokens, discard, exhaust = cost
        if energy:
            self.pay_energy(s, d, energy)
        if health:
            d.health -= health
            s.health_lost += health
            if self.loud:
                self.tell(s, "NC-STAT-025", "{0} spends {1} Health (now {2}).", self.name(d), health, d.health)
        d.redraw -= redraw
        d.cooldown -= cooldown
        d.neidan -= neidan
        if karma:
            self.spend_karma(s, d, karma)
        for _ in range(artifacts):
            yield from self._give_artifact(s, d)
        for _ in range(cards):
            yield from self._give_card(s, d)
        if tokens:
            self.add_tokens(s, d, source, -tokens)
        item = self.item_of(d, source)
        if exhaust and item is not None:
            item.exhausted = True
        if discard:
            self.put_away(s, d, source)

    def _give_artifact(self, s: State, d: Delver) -> Flow:
        kinds = sorted(set(self.stored(d)))
        option = yield from self.pick(s, d.seat, "cost-artifact", [self.artifact_options[n] for n in kinds])
        self.unstore(s, d, option[1])

    def _give_card(self, s: State, d: Delver) -> Flow:
        cards = sorted(set(d.hand))
        option = yield from self.pick(s, d.seat, "cost-card", [self.card_options[n] for n in cards])
        d.hand.remove(option[1])
        d.zone_a.append(option[1])

    # -- things on the board --------------------------------------------------------------------------------------

    def item_of(self, d: Delver, source: Source) -> Item | None:
        """The Equipment Card that acts, while it is still there."""
        if source[0] != "equip" or not 0 <= source[2] < len(d.equipment):
            return None
        item = d.equipment[source[2]]
        return item if item.card == source[1] else None

    def tokens_on(self, s: State, d: Delver, source: Source) -> int:
        """How many tokens lie on the acting card."""
        item = self.item_of(d, source)
        if item is not None:
            return item.tokens
        return next((e.tokens for e in s.enemies if source[0] == "enemy" and e.number == source[2]), 0)

    def add_tokens(self, s: State, d: Delver, source: Source, n: int) -> None:
        """NC-STAT-016: put tokens on the acting card, or take off as many as there are."""
        item = self.item_of(d, source)
        if item is not None:
            item.tokens = max(0, item.tokens + n)
            return
        for e in s.enemies:
            if source[0] == "enemy" and e.number == source[2]:
                e.tokens = max(0, e.tokens + n)

    def stored(self, d: Delver) -> list[int]:
        """NC-ART-002: the artifacts that a Delver stores, on the board and on equipment."""
        kept = list(d.artifacts)
        for item in d.equipment:
            kept += item.artifacts
        return kept

    def stores(self, d: Delver) -> bool:
        """NC-ART-002: whether a Delver stores any artifact."""
        if d.artifacts:
            return True
        return any(item.artifacts for item in d.equipment)

    def unstore(self, s: State, d: Delver, artifact: int) -> bool:
        """Take one stored artifact off; it is in the supply then. Tells whether there was one."""
        for slots in (d.artifacts, *(item.artifacts for item in d.equipment)):
            if artifact in slots:
                slots.remove(artifact)
                return True
        return False

    def nether_at(self, d: Delver, source: Source) -> int:
        """Where the acting Netherworld Card lies among those of a Delver; -1 where it has left."""
        card, at = source[1], source[2]
        if 0 <= at < len(d.nether) and d.nether[at] == card:
            return int(at)
        return d.nether.index(card) if card in d.nether else -1

    def spend_nether(self, d: Delver, source: Source) -> None:
        """NC-GEN-017: a Netherworld Card goes back into the box, with the marks of what was used on it."""
        at = self.nether_at(d, source)
        if at >= 0:
            first = at * NETHER_BITS
            d.nether = d.nether[:at] + d.nether[at + 1 :]
            d.nether_used = d.nether_used & (1 << first) - 1 | d.nether_used >> first + NETHER_BITS << first

    def put_away(self, s: State, d: Delver, source: Source) -> None:
        """The acting card is discarded as a cost: equipment to the supply, a Netherworld Card back into the box."""
        kind, card = source[0], source[1]
        item = self.item_of(d, source)
        if item is not None:
            self.discard_equipment(s, d, item)
        elif kind == "nether":
            self.spend_nether(d, source)
        elif kind == "encounter" and card in d.threat:
            d.threat.remove(card)
            self.discard_encounter(s, card)

    if TYPE_CHECKING:  # of later chapters

        def fire(self, s: State, moment: int, seat: int, place: int = -1, e: Any = None, tests: int = 0) -> Flow:
            """Run the triggers of a moment."""

        def check_summons(self, s: State, seat: int, defeat: bool) -> Flow | None:
            """Check a Summons box and resolve its effect."""

        def discard_equipment(self, s: State, d: Delver, item: Item) -> None:
            """Put an Equipment Card away."""

        def discard_encounter(self, s: State, card: int) -> None:
            """Put an Encounter Card on its discard pile."""
