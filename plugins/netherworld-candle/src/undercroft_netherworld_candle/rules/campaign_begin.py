"""How a game begins: Delvers, logs, help for a lone Delver, single phases (NC-LOG-001, NC-STORY-003 to -005)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from undercroft import Deck, Flow, Option, Prompt, SetupError
from undercroft_netherworld_candle.cards import Content
from undercroft_netherworld_candle.rules.campaign_kit import CampaignKit
from undercroft_netherworld_candle.secrets import scenario_said
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import DIFFICULTIES, PHASE_BETWEEN

__all__ = ["CampaignBegin", "scenario_meant"]

BOXES_IN_A_ROW: Final = 4
"""Progress boxes to a row of the campaign: what lies on the table before a Story Phase played on its own."""


def scenario_meant(content: Content, given: str) -> int:
    """The scenario with this id or number. Those after the prologue are told by number: titles would spoil them."""
    for n, info in enumerate(content.scenario):
        if given in (info.id, str(info.number), scenario_said(info.number)):
            return n
    first = content.party.first_scenario
    known = [info.id if n == first else scenario_said(info.number) for n, info in enumerate(content.scenario)]
    raise SetupError(
        f"scenario cannot be {given!r}; expected one of {', '.join(known)}, or a number alone", rule="NC-EPI-008"
    )


class CampaignBegin(CampaignKit):
    """From the setup to the first phase."""

    __slots__ = ("first_scenario", "named")

    prompts: ClassVar[dict[str, Prompt]] = {
        "delver": Prompt("NC-STORY-004", "Which Delver do you play?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        self.first_scenario = scenario_meant(content, setup.scenario)
        delvers = content.index["delver"]
        for name in setup.named_delvers:
            if name not in delvers:
                raise SetupError(f"delvers: expected some of {', '.join(delvers)}, got {name!r}", rule="NC-STORY-004")
        self.named: tuple[int, ...] = tuple(delvers[name] for name in setup.named_delvers)
        self.make_kits(self.first_scenario)

    # -- the first position ---------------------------------------------------------------------------------------

    def begin(self, s: State) -> None:
        """NC-CAMP-001, -005: a campaign begins with the Prologue; a single phase with logs that fit its scenario."""
        campaign = self.setup.mode == "campaign"
        s.luck = self.stream(s, "luck")
        s.dice = self.stream(s, "dice")
        s.gm = self.setup.grandmaster
        s.difficulty = DIFFICULTIES.index(self.setup.difficulty)
        s.phase = PHASE_BETWEEN
        prologue = self.content.party.first_scenario
        s.first_game = campaign or self.first_scenario == prologue
        if campaign and not self.named:
            s.do_all(*((self.choose_delver, seat) for seat in range(1, self.seats + 1)), self.open_logs)
            return
        cards = list(self.named)
        if not cards:
            cards = list(range(len(self.content.delver)))
            s.luck.shuffle(cards)
        s.delvers = [self.new_delver(s, seat, card, seat - 1) for seat, card in enumerate(cards[: self.seats], 1)]
        s.do(self.open_logs)

    def choose_delver(self, s: State, seat: int) -> Flow:
        """NC-STORY-004: each player picks a Delver that nobody has."""
        taken = {d.card for d in s.delvers}
        options: list[Option] = [("delver-card", n) for n in range(len(self.content.delver)) if n not in taken]
        option = yield from self.pick(s, seat, "delver", options)
        s.delvers.append(self.new_delver(s, seat, option[1], seat - 1))

    def new_delver(self, s: State, seat: int, card: int, fate_set: int, late: str = "") -> Delver:
        """NC-LOG-001, NC-STORY-003 to -005, NC-JOIN-008: board, blank log, a basic Fate set of one's own, shuffled.

        ``late`` tells newcomers of the same pause apart.
        """
        factions = len(self.content.faction)
        d = Delver(seat, card)
        d.name = self.player(seat)
        d.reputation = (0,) * factions
        d.exchanged = (False,) * factions
        d.tree = (0,) * len(self.content.del_tree[card])
        d.fate_set = fate_set
        luck = self.stream(s, f"fate {seat} {s.story_phases} {s.adventure_phases}{late}")
        d.fate = Deck(self.content.basic_sets[fate_set], luck)
        d.fate_discard = Deck()
        d.fate.shuffle()
        d.health = self.content.del_health[card]
        d.energy = self.content.del_energy[card]
        return d

    def open_logs(self, s: State) -> None:
        """NC-LOG-001, -012, NC-SOLO-003: the Delvers are in the logs; a lone one gets help. Then the first phase."""
        if self.loud:
            for d in s.delvers:
                self.tell(s, "NC-LOG-001", "{0} plays {1}.", d.name, self.name(d))
        if self.setup.true_solo:
            self.help_lone(s, s.delvers[0])
        mode = self.setup.mode
        if mode == "campaign":
            s.do(self.begin_story)
            return
        s.scenario = self.first_scenario if mode == "adventure" else -1
        if self.setup.kit:
            self.hand_out_kit(s, self.first_scenario)
        if mode == "adventure":
            s.do(self.begin_adventure)
            return
        if not s.first_game:
            self.fill_stash(s)
        s.do(self.begin_story)

    def help_lone(self, s: State, d: Delver) -> None:
        """NC-SOLO-003, -004: Z903, E802, A005 and A006 for the Delver of a True Solo game."""
        party = self.content.party
        d.nether += (party.solo_nether,)
        d.equipment.append(Item(party.solo_equipment))
        d.pool += party.solo_actions
        if self.loud:
            self.tell(s, "NC-SOLO-003", "{0} is alone and gains {1}, {2} and {3} Action Cards.", self.name(d),
                      self.content.nether[party.solo_nether].title, self.content.eq_title[party.solo_equipment],
                      len(party.solo_actions))  # fmt: skip

    def fill_stash(self, s: State) -> None:
        """The Story Cards that lie in the Stash before a scenario, for a Story Phase that is played on its own."""
        party, info = self.content.party, self.content.scenario[self.first_scenario]
        progress = self.content.scenario_printed[self.first_scenario].kit.progress
        first = max(1, (info.row - 1) * BOXES_IN_A_ROW + 1)
        own = self.content.story_scenario
        for box in range(1, len(party.stories)):
            for card in party.stories[box]:
                meant = own[card] == self.first_scenario
                if meant or (first <= box <= progress and own[card] < 0):
                    s.stash_story += (card,)
