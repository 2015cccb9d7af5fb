"""Setting up an Adventure Phase, in the order of the flowchart (ADV, FLOW-003)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from undercroft import Deck, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.adventure_hands import AdventureHands
from undercroft_netherworld_candle.rules.base import GO, Unwind
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import DIFFICULTIES, PHASE_ADVENTURE, STANCE_RULE

__all__ = ["AdventureSetup"]


class AdventureSetup(AdventureHands):
    """From the choice of a scenario to the first Player Round."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "before": Prompt("NC-DIFF-001", "Before the Adventure Phase: another Grandmaster, another difficulty, or go?"),
        "legendary": Prompt("NC-EQUIP-007", "Who takes this piece of legendary equipment?"),
        "convert": Prompt("NC-ADV-025", "How much personal Karma becomes Redraw tokens?"),
    }

    def begin_adventure(self, s: State) -> None:
        """NC-FLOW-003: pieces, Grandmaster, hands, Fate decks, tracks, setback cards, Note, then the first round."""
        s.do_all(
            self.open_adventure,
            (self.before_adventure, True, True),
            *[(self.share_legendary, n) for n in range(self.legendary_held(s))],
            *[(self.choose_hand, d.seat) for d in s.delvers],
            *[(self.convert_karma, d.seat) for d in s.delvers],
            self.lay_tracks, self.read_note, self.start_scenario, self.player_round, self.scenario_over,
        )  # fmt: skip

    def open_adventure(self, s: State) -> None:
        """NC-ADV-003, NC-ADV-010, NC-ADV-011: an empty table."""
        self.keep_snapshot(s)
        s.phase = PHASE_ADVENTURE
        s.adventure_phases += 1
        self.clear_table(s)
        s.energy_lost = s.health_lost = s.cards_used = 0
        if self.loud:
            self.tell(s, "NC-ADV-014", "{0}. {1}", self.content.scenario[s.scenario].title,
                      self.content.scenario[s.scenario].text)  # fmt: skip

    def clear_table(self, s: State) -> None:
        """NC-END-010, NC-ADV-002, NC-COOL-015: nothing of an adventure is left: map, enemies, decks, zones, threats."""
        s.map = []
        s.ways = s.far = s.doors = ()
        s.enemies = []
        s.enemy_count = s.it = 0
        s.resolving = -1
        s.yin, s.yang = Deck(), Deck()
        s.yin_discard, s.yang_discard = [], []
        s.candle = s.colours = 0
        s.lit = ()
        s.page = -1
        s.slots = []
        s.page_used = s.round = s.turn_seat = 0
        s.aside = s.defeated = ()
        s.ended = ""
        s.ending = -1
        for d in s.delvers:
            self.clear_board(d)

    def clear_board(self, d: Delver) -> None:
        """NC-END-012: what a board holds of an adventure."""
        d.immobilized = d.command = d.over = d.acted = False
        d.place = -1
        d.threat, d.hand, d.zone_a, d.zone_b, d.zone_c = [], [], [], [], []
        d.bonuses = ()
        d.plays = d.skill_used = d.nether_used = d.defeats = d.neidan = 0

    # -- choices of the party -------------------------------------------------------------------------------------

    def before_adventure(self, s: State, leader: bool, mode: bool) -> Flow:
        """NC-ADV-024, NC-DIFF-001: another Grandmaster and another difficulty, each once; only in a campaign.

        A scenario that is played on its own has both from its setup.
        """
        if self.setup.mode != "campaign" or not (leader or mode):
            return
        options: list[Option] = [GO]
        if leader:
            options += [("gm", d.seat) for d in s.delvers if d.seat != s.gm]
        if mode:
            options += [("difficulty", n) for n in range(len(DIFFICULTIES)) if n != s.difficulty]
        choice = yield self.ask(s, s.gm, "before", options)
        if choice == GO:
            return
        if choice[0] == "gm":
            s.gm = choice[1]
        else:
            s.difficulty = choice[1]
            if self.loud:
                self.tell(s, "NC-DIFF-001", "The adventure will be {0}.", DIFFICULTIES[s.difficulty])
        s.do(self.before_adventure, leader and choice[0] != "gm", mode and choice[0] != "difficulty")

    def legendary_held(self, s: State) -> int:
        """NC-EQUIP-006: how many legendary cards the party owns, on boards and in the Stash."""
        legendary = self.content.eq_legendary
        return len(s.stash_equipment) + sum(legendary[item.card] for d in s.delvers for item in d.equipment)

    def share_legendary(self, s: State, n: int) -> Flow:
        """NC-EQUIP-007: the legendary cards are shared out anew, one by one, within one per type each.

        The first step collects them in the Stash, from where each is taken or put back under the others. Nothing is
        asked where only one Delver has room for a card and no other one of its type could go there.
        """
        if n == 0:
            self.collect_legendary(s)
        card, *rest = s.stash_equipment
        s.stash_equipment = tuple(rest)
        kinds = self.content.eq_type
        options: list[Option] = [("give-to", d.seat, card) for d in s.delvers if self.why_not_equip(s, d, card) is None]
        if len(options) > 1 or (options and any(kinds[other] == kinds[card] for other in rest)):
            options.append(("leave-in-stash", card))
        choice = (yield from self.pick(s, s.gm, "legendary", options)) if options else ("leave-in-stash", card)
        if choice[0] == "give-to":
            self.put_on(s, self.delver(s, choice[1]), card)
        else:
            s.stash_equipment += (card,)

    def collect_legendary(self, s: State) -> None:
        """NC-EQUIP-006, NC-EQUIP-007: legendary cards of all boards lie in the Stash to be shared out."""
        legendary = self.content.eq_legendary
        for d in s.delvers:
            s.stash_equipment += tuple([item.card for item in d.equipment if legendary[item.card]])
            d.equipment[:] = [item for item in d.equipment if not legendary[item.card]]

    def convert_karma(self, s: State, seat: int) -> Flow:
        """NC-ADV-025, NC-ADV-026: personal Karma may become Redraw tokens, one for one; the rest is kept."""
        d = self.delver(s, seat)
        if d.personal:
            options: list[Option] = [("convert", n) for n in range(d.personal + 1)]
            n = (yield self.ask(s, seat, "convert", options))[1]
            d.personal -= n
            d.redraw += n
            if self.loud and n:
                self.tell(s, "NC-ADV-025", "{0} turns {1} personal Karma into Redraw tokens.", self.name(d), n)

    # -- boards ---------------------------------------------------------------------------------------------------

    def lay_tracks(self, s: State) -> None:
        """NC-ADV-012, -013, -015, NC-EPI-016: Fate decks, Health and Energy, unique tokens, setback cards."""
        content = self.content
        for d in s.delvers:
            self.shuffle_fate(s, d)
            d.health = min(max(1, content.del_health[d.card] + d.start_health), self.health_max(s, d))
            d.energy = min(max(0, content.del_energy[d.card] + d.start_energy), self.energy_max(s, d))
            d.start_health = d.start_energy = 0
            d.redraw += content.delver[d.card].redraw
            d.cooldown += content.delver[d.card].cooldown
            for item in d.equipment:
                self.clean_item(item)
        s.aside = content.party.setbacks[: s.setbacks]

    def clean_item(self, item: Item) -> None:
        """NC-EQUIP-009: an Equipment Card as it comes to a new adventure."""
        item.damage = item.tokens = item.used = 0
        item.armor_broken = item.exhausted = item.defeated = item.in_play = False
        item.place = -1

    # -- the Note -------------------------------------------------------------------------------------------------

    def read_note(self, s: State) -> Flow:
        """NC-ADV-014, -018 to -021, NC-ART-005, NC-CANDLE-001, -006: decks, candle, bag, start Location, first page."""
        info = self.content.scenario[s.scenario]
        name = str(s.adventure_phases)
        s.yin = Deck(info.yin, self.stream(s, f"deck/yin/{name}"))
        s.yang = Deck(info.yang, self.stream(s, f"deck/yang/{name}"))
        s.yin.shuffle()
        s.yang.shuffle()
        s.candle = 0
        s.colours = 1 << self.track(s)[0]
        self.fill_bag(s, f"bag/{name}")
        place = self.lay(s, info.start, 0, 0)
        for d in s.delvers:
            d.place = place
        for d in s.delvers:
            for item in d.equipment:
                self.call_companion(d, item)
        try:
            yield from self.reveal_location(s, s.gm, place)
            yield from self.carry_out(s, s.gm, info.effects, ("scenario", s.scenario, -1))
            yield from self.turn_page(s, 0)
        except Unwind:
            return

    def start_scenario(self, s: State) -> Flow:
        """NC-ADV-016, NC-ADV-017, NC-FLOW-003: the setback cards come into play at the Grandmaster's Location."""
        try:
            for card in s.aside:
                if self.content.enc_enemy[card]:
                    place = self.delver(s, s.gm).place
                    yield from self.enter_play(s, s.gm, card, place, self.setback_stance(card), setback=True)
                else:
                    yield from self.resolve_event(s, s.gm, card)
            s.aside = ()
            yield from self.check_page(s)
        except Unwind:
            return

    def setback_stance(self, card: int) -> int:
        """NC-ADV-017: setback enemies follow the rules for newly spawned enemies, their card included."""
        stance = self.content.enc_stance[card]
        return stance if stance else STANCE_RULE

    # -- the end --------------------------------------------------------------------------------------------------

    def scenario_over(self, s: State) -> None:
        """NC-FLOW-005, NC-END-001, NC-END-014: what follows a success or a failure."""
        s.turn_seat = 0
        s.do(self.after_success if s.ended == "success" else self.after_failure)

    if TYPE_CHECKING:  # of a later chapter

        def keep_snapshot(self, s: State) -> None:
            """Remember the campaign for a Retry."""

        def after_success(self, s: State) -> Flow:
            """The steps after a success."""

        def after_failure(self, s: State) -> Flow:
            """Retry or Accept Defeat."""
