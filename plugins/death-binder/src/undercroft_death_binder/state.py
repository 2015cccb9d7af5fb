"""The state of a Death Binder game: everything on the table, as plain data.

Piles whose order is hidden are decks, piles that lie open are lists; both are listed from the top.
"""

from __future__ import annotations

from typing import Annotated, Final

import attrs

from undercroft import Deck, GameState, Ref, Stream, later, state

__all__ = [
    "AMBUSH_FIGHT",
    "BOSS_FIGHT",
    "ENCOUNTER",
    "NO_FIGHT",
    "OBSTACLE_FIGHT",
    "ActionCard",
    "Chapter",
    "Foe",
    "Player",
    "State",
    "Tale",
]

ActionCard = Annotated[int, Ref("action")]
FoeCard = Annotated[int, Ref("foe")]
EventCard = Annotated[int, Ref("event")]
SkillCard = Annotated[int, Ref("skill")]
TokenCard = Annotated[int, Ref("token")]
BehaviourCard = Annotated[int, Ref("behaviour")]
Place = Annotated[int, Ref("place")]
ScenarioCard = Annotated[int, Ref("scenario")]
Flag = Annotated[int, Ref("flag")]

NO_FIGHT: Final = 0
ENCOUNTER: Final = 1
AMBUSH_FIGHT: Final = 2
BOSS_FIGHT: Final = 3
OBSTACLE_FIGHT: Final = 4


_NO_LUCK: Final = Stream(0, 0, "")
_NO_DECK: Final = Deck()
"""Stands in until the table is set up, which gives every game piles of its own."""


@state
class Foe:
    """A card in the Combat row.

    ``health`` is what it takes to defeat it (printed, plus what a modifier or the Enemy level adds), ``kit`` the set of
    abilities that is active (0 printed, 1 and 2 the Boss toss), ``vuln_melee`` and ``vuln_spell`` count tokens,
    ``struck`` says that its first attack is behind it, ``harmed`` that it was dealt damage this round, ``behaviour``
    and ``target`` (a seat) are for co-op.
    """

    card: FoeCard
    health: int
    wounds: int = 0
    defense: int = 0
    stunned: bool = False
    vuln_melee: int = 0
    vuln_spell: int = 0
    struck: bool = False
    raised: bool = False
    harmed: bool = False
    kit: int = 0
    behaviour: BehaviourCard = -1
    target: int = 1


@state
class Player:
    """A player's board, cards and what lasts for the turn.

    ``steps`` holds the step of each of the seven traits (0 is Start), ``points`` one bit for every skill point that was
    used. ``used`` are the Action cards of this Combat turn that may still be Stored, ``played`` counts every card of
    the turn. ``quest`` is the token in the Sidequest Zone, ``unhurt`` whether no health was lost in this Combat.
    """

    seat: int
    health: int = 0
    defense: int = 0
    xp: int = 0
    steps: list[int] = attrs.field(factory=lambda: [0] * 7)
    points: int = 0
    vuln_melee: int = 1
    vuln_spell: int = 1
    stunned: bool = False
    downed: bool = False
    unhurt: bool = True
    dd: Annotated[Deck, Ref("action")] = _NO_DECK
    hand: list[ActionCard] = attrs.field(factory=list)
    sac: list[ActionCard] = attrs.field(factory=list)
    skills: list[SkillCard] = attrs.field(factory=list)
    quest: TokenCard = -1
    progress: int = 0
    used: list[ActionCard] = attrs.field(factory=list)
    played: int = 0
    empower: int = 0
    extra_attacks: int = 0
    store_bonus: int = 0
    heals: int = 0


@state
class Chapter:
    """A Scenario that was completed, and how things stood then. ``choice`` is ``left``, ``right`` or empty."""

    scenario: ScenarioCard
    choice: str = ""
    descent: int = 1
    tokens: int = 0
    defeated: int = 0
    bosses: int = 0
    health: int = 0
    xp: int = 0
    draw_deck: int = 0
    blight: int = 0


@state
class Tale:
    """A Campaign: the active Scenario, -1 for none, and its ``progress`` since it was drawn; the flags that are set.

    ``progress`` counts what the goal asks for; for a row it is the lowest that was entered.
    """

    scenario: ScenarioCard = -1
    progress: int = 0
    flags: list[Flag] = attrs.field(factory=list)
    done: list[Chapter] = attrs.field(factory=list)


@state
class State(GameState):
    """The table. ``position`` is -1 before the party enters; ``active`` is the token being resolved, -1 for none.

    ``tokens``, ``sides`` and ``caved`` have an entry for each of the 16 places; ``icon`` counts the icons of the active
    token that were begun. ``bosses`` lists the Boss cards still to be met, in order. ``tale`` is there in a Campaign.
    """

    players: list[Player] = attrs.field(factory=list)
    leader: int = 1
    last_leader: int = 1
    blight: int = 0
    dice: Stream = _NO_LUCK
    sides_stream: Stream = _NO_LUCK
    removed: Annotated[Deck, Ref("action")] = _NO_DECK
    blinded: list[ActionCard] = attrs.field(factory=list)
    specials: Annotated[Deck, Ref("action")] = _NO_DECK
    enemies: Annotated[Deck, Ref("foe")] = _NO_DECK
    enemy_discard: Annotated[Deck, Ref("foe")] = _NO_DECK
    bosses: list[FoeCard] = attrs.field(factory=list)
    bosses_beaten: int = 0
    event_enemies: list[FoeCard] = attrs.field(factory=list)
    events: Annotated[Deck, Ref("event")] = _NO_DECK
    event_discard: list[EventCard] = attrs.field(factory=list)
    skills: Annotated[Deck, Ref("skill")] = _NO_DECK
    skill_discard: list[SkillCard] = attrs.field(factory=list)
    behaviours: Annotated[Deck, Ref("behaviour")] = _NO_DECK
    supply: Annotated[Deck, Ref("token")] = _NO_DECK
    removed_tokens: list[TokenCard] = attrs.field(factory=list)
    tokens: list[TokenCard] = attrs.field(factory=list)
    sides: list[int] = attrs.field(factory=list)
    caved: list[bool] = attrs.field(factory=list)
    position: Place = -1
    active: TokenCard = -1
    active_side: int = 0
    icon: int = 0
    event: EventCard = -1
    row: list[Foe] = attrs.field(factory=list)
    fight: int = NO_FIGHT
    round: int = 0
    finisher: int = 0
    descent: int = 1
    tokens_resolved: int = 0
    enemies_defeated: int = 0
    tale: Tale | None = later()
