"""What a report can tell of a game: which cards, foes and events it saw and used, and what it upgraded.

The layer lies over the rules in tracked games alone. *Seen* is what the table had before it: a card in a hand, a foe in
the Combat row, an Event that was drawn; *used* is a card that was played, a foe that was fought, an Event that was
resolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft import Flow, Kind, Layer, Tracking
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Content
from undercroft_death_binder.rules import DeathBinder
from undercroft_death_binder.state import Foe, Player, State

__all__ = ["TRACKING"]

_FOE_KINDS = {verbs.LEVEL_ENEMY: "enemy", verbs.BOSS: "boss", verbs.EVENT_ENEMY: "enemy", verbs.OBSTACLE: "obstacle"}


class Notes(Layer, DeathBinder, at="tracking"):
    """Notes what passes by; it changes nothing."""

    def saw_cards(self, *cards: int) -> None:
        """Action cards lie before a player. Blinded cards are none to tell of: they are all alike."""
        content = self.content
        for card in cards:
            if not content.is_blinded[card]:
                self.track_seen("special" if content.special_mask[card] else "action", card)

    # -- cards ----------------------------------------------------------------------------------------------------

    def draw_cards(self, s: State, p: Player, count: int) -> int:
        """Cards drawn into the hand (DB-CARD-024)."""
        before = len(p.hand)
        got = super().draw_cards(s, p, count)
        self.saw_cards(*p.hand[before:])
        return got

    def gain_card(self, s: State, p: Player, card: int) -> None:
        """Cards that come in from elsewhere (DB-CARD-018)."""
        super().gain_card(s, p, card)
        self.saw_cards(card)

    def rest_action(self, s: State, p: Player, option: tuple[Any, ...]) -> None:
        """A Special Action card that is bought goes to the Stored cards (DB-REST-005)."""
        before = len(p.sac)
        super().rest_action(s, p, option)
        if option == ("buy",):
            self.saw_cards(*p.sac[: len(p.sac) - before])

    def play_card(self, s: State, p: Player, card: int, foe: Foe, beside: tuple[Foe, ...]) -> None:
        """A card is played (DB-COMBAT-009)."""
        self.track_used("special" if self.content.special_mask[card] else "action", card)
        super().play_card(s, p, card, foe, beside)

    def draw_skill(self, s: State, p: Player) -> None:
        """A Skill is drawn (DB-TRACK-011)."""
        before = len(p.skills)
        super().draw_skill(s, p)
        self.track_seen("skill", *p.skills[before:])

    def discard_skill(self, s: State, p: Player, skill: int) -> None:
        """A Skill is used (DB-SKILL-004)."""
        self.track_used("skill", skill)
        super().discard_skill(s, p, skill)

    def upgrade(self, s: State, p: Player, trait: int) -> None:
        """A trait goes up by a step (DB-TRAIT-008)."""
        self.track_used("upgrade", self.trait_name(trait))
        super().upgrade(s, p, trait)

    # -- foes -----------------------------------------------------------------------------------------------------

    def place_foe(self, s: State, card: int) -> Foe:
        """A foe joins the row: it is met, and fought (DB-ENEMY-020)."""
        self.track_used(_FOE_KINDS[self.content.foe_kind[card]], card)
        return super().place_foe(s, card)

    def corrupt(self, s: State) -> None:
        """Foes of the row turn to their corrupted side (DB-CORRUPT-004)."""
        before = [(foe, foe.card) for foe in s.row]
        super().corrupt(s)
        for foe, card in before:
            if foe.card != card:
                self.track_used(_FOE_KINDS[self.content.foe_kind[foe.card]], foe.card)

    # -- Events, tokens, Sidequests -------------------------------------------------------------------------------

    def draw_event(self, s: State) -> None:
        """An Event is drawn (DB-TOKEN-004)."""
        super().draw_event(s)
        if s.event >= 0:
            self.track_seen("event", s.event)

    def event_done(self, s: State, seat: int) -> None:
        """An Event is resolved (DB-EVENT-005)."""
        self.track_used("event", s.event)
        super().event_done(s, seat)

    def enter(self, s: State, place: int) -> None:
        """The party comes to a token (DB-MAP-010)."""
        super().enter(s, place)
        if s.active >= 0:
            self.track_used("token", s.active)

    def offer_quest(self, s: State) -> Flow:
        """A Sidequest is turned up (DB-SIDE-001)."""
        self.track_seen("sidequest", s.active)
        yield from super().offer_quest(s)

    def take_quest(self, s: State, p: Player, token: int) -> None:
        """A Sidequest is taken (DB-SIDE-005)."""
        self.track_used("sidequest", token)
        super().take_quest(s, p, token)

    # -- a Campaign: these steps are those of its layer, below which there are none ------------------------------

    def draw_scenario(self, s: State, number: int) -> None:
        """A Scenario is drawn (DB-SCEN-001)."""
        super().draw_scenario(s, number)  # type: ignore[misc]
        assert s.tale is not None
        self.track_seen("scenario", s.tale.scenario)

    def put_aside(self, s: State, p: Player, choice: str) -> None:
        """A Scenario is completed, one way or the other (DB-SCEN-007)."""
        assert s.tale is not None
        card = s.tale.scenario
        self.track_used("scenario", card)
        if choice:
            self.track_used("way", f"{self.content.ids['scenario'][card]} {choice}")
        super().put_aside(s, p, choice)  # type: ignore[misc]


def _scenarios(content: Content) -> Mapping[str, str]:
    return {card.id: card.title for card in content.scenarios}


def _ways(content: Content) -> Mapping[str, str]:
    return {f"{card.id} {way}": f"{card.title}, {way}" for card in content.scenarios for way in ("left", "right")}


def _actions(content: Content) -> Mapping[str, str]:
    return dict(zip(content.ids["action"], content.action_names, strict=True))


def _skills(content: Content) -> Mapping[str, str]:
    return {skill.id: skill.title for skill in content.skills}


def _events(content: Content) -> Mapping[str, str]:
    return {event.id: event.title for event in content.events}


def _foes(content: Content) -> Mapping[str, str]:
    return {
        name: f"{foe.name} (corrupted)" if foe.corrupted else foe.name
        for name, foe in zip(content.ids["foe"], content.foes, strict=True)
    }


def _quests(content: Content) -> Mapping[str, str]:
    named = zip(content.ids["token"], content.tokens, strict=True)
    return {name: token.quest.title for name, token in named if token.quest is not None}


TRACKING = Tracking(
    Notes,
    (
        Kind("action", "Action cards", seen="in hand", used="played", titles=_actions),
        Kind("special", "Special Action cards", seen="gained", used="played", titles=_actions, of="action"),
        Kind("skill", "Skills", seen="drawn", titles=_skills),
        Kind("upgrade", "Upgrades", seen="bought", used="bought"),
        Kind("enemy", "Enemies", seen="met", used="fought", titles=_foes, of="foe"),
        Kind("boss", "Bosses", seen="met", used="fought", titles=_foes, of="foe"),
        Kind("obstacle", "Obstacles", seen="met", used="fought", titles=_foes, of="foe"),
        Kind("event", "Events", seen="drawn", used="resolved", titles=_events),
        Kind("token", "Adventure tokens", seen="entered", used="entered"),
        Kind("sidequest", "Sidequests", seen="offered", used="taken", titles=_quests, of="token"),
        Kind("scenario", "Scenarios", seen="drawn", used="completed", titles=_scenarios),
        Kind("way", "Ways taken in Scenarios", seen="taken", used="taken", titles=_ways),
    ),
)
"""What a tracked game notes, in the order of a report."""
