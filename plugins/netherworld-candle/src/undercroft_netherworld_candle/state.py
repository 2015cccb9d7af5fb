"""The state of a game of Netherworld Candle: everything on the table and in the logs, as plain data.

Piles whose order is hidden are decks, piles that lie open are lists; both are listed from the top. What changes rarely
(logs, the Stash) is kept in tuples, which copies share: replace the tuple, ``d.gained += (card,)``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import attrs

from undercroft import Check, Deck, GameState, Ref, Stream, state

__all__ = ["Delver", "Enemy", "Item", "MapCard", "Record", "State", "StoryCard"]

ActionCard = Annotated[int, Ref("action")]
FateCard = Annotated[int, Ref("fate")]
EncounterCard = Annotated[int, Ref("encounter")]
LocationCard = Annotated[int, Ref("location")]
EquipmentCard = Annotated[int, Ref("equip")]
StoryRef = Annotated[int, Ref("story")]
JourneyCard = Annotated[int, Ref("journey")]
NetherCard = Annotated[int, Ref("nether")]
Artifact = Annotated[int, Ref("artifact")]
CandleCard = Annotated[int, Ref("candle")]
DelverCard = Annotated[int, Ref("delver")]
ScenarioRef = Annotated[int, Ref("scenario")]
PassageRef = Annotated[int, Ref("passage")]

_NO_DECK: Final = Deck()
"""Stands in until the game is set up, which gives every game piles of its own."""
_NO_LUCK: Final = Stream(0, 0, "")


@state
class Item:
    """An Equipment Card of a Delver. ``in_play`` and ``place`` (an index of the map) are for Companions with Health.

    ``exhausted`` says that it was used in this round where its cost says so, ``used`` counts uses that are limited,
    a bit for each of its abilities. ``defeated`` marks a Companion set aside for this scenario (NC-EQUIP-013).
    ``artifacts`` are the tokens in its slots.
    """

    card: EquipmentCard
    damage: int = 0
    tokens: int = 0
    armor_broken: bool = False
    in_play: bool = False
    place: int = -1
    exhausted: bool = False
    used: int = 0
    defeated: bool = False
    artifacts: list[Artifact] = attrs.field(factory=list)


@state
class Delver:
    """A Delver: board, log and cards.

    ``seat`` counts from 1. The log: ``reputation[faction]`` boxes, ``exchanged[faction]``, ``tree[node]`` checked
    spaces, ``tree_removed`` the cards archived by the Tree; level, hand limit and Fate deck follow from them. ``pool``
    holds cards gained of other Sects. ``fate`` and ``fate_discard`` together are the deck with its omens;
    what the Tree changes in a scenario comes into it when the phase is over (NC-EXP-006). ``karma`` was dealt,
    ``personal`` came from Neidan. ``start_health`` and ``start_energy`` change the next start (NC-EPI-016).

    The adventure: ``place`` is an index of ``State.map``; ``zone_a``, ``zone_b``, ``zone_c`` are the cooldown zones.
    ``bonuses`` are (MOD_…, n, SPAN_…). ``plays`` counts the Action Cards played in this turn, ``command`` says that its
    Command was used, ``over`` that its actions are over, ``acted`` that the turn of this round was taken.
    ``skill_used`` has a bit for each limited ability of the board, ``nether_used`` sixteen bits for each of ``nether``.
    ``defeats`` counts this scenario. ``check`` holds the Fate Cards that lie revealed for the running Test.
    ``story_place`` is an index of ``State.story_table``.
    """

    seat: int
    card: DelverCard
    name: str = ""
    # the log
    exp: int = 0
    summons: int = 0
    reputation: tuple[int, ...] = ()
    exchanged: tuple[bool, ...] = ()
    tree: tuple[int, ...] = ()
    tree_removed: tuple[FateCard, ...] = ()
    pool: tuple[ActionCard, ...] = ()
    # the Fate deck
    fate_set: int = 0
    fate: Annotated[Deck, Ref("fate")] = _NO_DECK
    fate_discard: Annotated[Deck, Ref("fate")] = _NO_DECK
    # tokens and things
    karma: int = 0
    personal: int = 0
    redraw: int = 0
    cooldown: int = 0
    neidan: int = 0
    equipment: list[Item] = attrs.field(factory=list)
    artifacts: list[Artifact] = attrs.field(factory=list)
    nether: tuple[NetherCard, ...] = ()
    # the adventure
    health: int = 0
    energy: int = 0
    start_health: int = 0
    start_energy: int = 0
    immobilized: bool = False
    place: int = -1
    threat: list[EncounterCard] = attrs.field(factory=list)
    hand: list[ActionCard] = attrs.field(factory=list)
    zone_a: list[ActionCard] = attrs.field(factory=list)
    zone_b: list[ActionCard] = attrs.field(factory=list)
    zone_c: list[ActionCard] = attrs.field(factory=list)
    bonuses: tuple[tuple[int, int, int], ...] = ()
    command: bool = False
    plays: int = 0
    over: bool = False
    acted: bool = False
    skill_used: int = 0
    nether_used: int = 0
    defeats: int = 0
    check: Annotated[Check | None, Ref("fate")] = None
    # the story
    story_place: int = -1


@state
class MapCard:
    """A Location Card on the map, at grid place ``x``, ``y`` (y grows downwards).

    ``covered`` has a bit for each icon under a Puzzle Marker: bits 0 to 7 the printed icons in order, 8 to 15 the Gate
    of Life Tokens, 16 to 23 the Gate of Death Tokens. ``life``, ``death`` and ``talismans`` count tokens. ``resolved``
    marks a Location Event that is over, ``gone`` a card that was taken away (its index stays; it is nowhere).
    """

    card: LocationCard
    x: int
    y: int
    face_up: bool = False
    covered: int = 0
    life: int = 0
    death: int = 0
    talismans: int = 0
    resolved: bool = False
    gone: bool = False
    used: int = 0


@state
class Enemy:
    """An enemy in play: its card and its standee. ``place`` is an index of the map; ``setback`` marks a setback card.

    ``number`` tells enemies apart in options, ``tokens`` lie on the card, ``used`` has a bit for each limited trigger.
    """

    number: int
    card: EncounterCard
    place: int
    damage: int = 0
    immobilized: bool = False
    tokens: int = 0
    setback: bool = False
    used: int = 0


@state
class StoryCard:
    """A Story Card on the table."""

    card: StoryRef
    face_down: bool = False


@attrs.frozen
class Record:
    """One scenario that was played, for campaign reports; :attr:`State.records` keeps ``attrs.astuple`` of it.

    ``scenario`` is its id, ``party`` the ids of its Delvers in seat order, ``result`` "success", "failed" (and retried)
    or "defeat". ``energy_lost`` and ``health_lost`` count points over the party, ``cards_used`` Action Cards played.
    """

    scenario: str
    players: int
    party: str
    difficulty: str
    result: str
    ending: str
    reason: str
    rounds: int
    candle_left: int
    energy_lost: int
    health_lost: int
    cards_used: int
    setbacks: int
    defeats: int


@state
class State(GameState):
    """The table. ``delvers`` are in seat order; those who left are in ``absent`` with their logs (NC-JOIN-001).

    Party Log: ``marks``, ``notes``, ``progress`` and ``setbacks`` (boxes checked), the ``stash_…`` sections,
    ``archived_stories`` and ``archived_journeys`` that may not come back by themselves, ``read`` the Famous Events
    read, ``done`` scenarios completed with the id of their ending, ``hell`` whether every scenario after the prologue
    was completed in hell mode.

    Phase: ``phase`` is a PHASE_…; ``scenario`` the chosen one or -1; ``story_table`` and ``passes`` belong to the Story
    Phase, ``shown`` is the Story Book entry last read, ``heard`` the option of a Story or Journey Card that was chosen
    last in this phase and its outcome, in words.

    Adventure: ``map`` grows and never shrinks; ``candle`` is a space, ``colours`` a mask of sections entered;
    ``ways[place]`` lists the neighbours of a place of the map, ``far[place][other]`` the steps between two, -1 where no
    way leads, and ``doors[place]`` the sides that can be investigated: all three follow from ``map``, which is why they
    are made anew whenever it changes. ``it`` is the number of the enemy that an effect means by "it", ``resolving`` the
    Encounter Card that is being resolved and will be discarded, or -1;
    ``slots`` are the markers on the open page (-1 for a slot without its marker); ``round`` counts from 1;
    ``turn_seat`` is the Delver whose turn it is, 0 between turns; ``ended`` is "", "success" or "failed" and ``ending``
    then the number of the ending. ``defeated`` lists enemies defeated in this scenario. ``snapshot`` is the campaign as
    it stood when the scenario was first set up, for a Retry (NC-END-016), as plain data. ``records`` are the scenarios
    played, each as the tuple of a :class:`Record`. ``test`` is the running Test, ``()`` for none: TEST_…, seat,
    attribute, then what it aims at, and what is added to it (see rules/odds.py); ``owed`` are the seats that may
    Acquire once it is over (NC-TEST-043).
    """

    delvers: list[Delver] = attrs.field(factory=list)
    absent: list[Delver] = attrs.field(factory=list)
    # the Party Log
    marks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    progress: int = 0
    setbacks: int = 0
    stash_story: tuple[StoryRef, ...] = ()
    stash_journey: tuple[JourneyCard, ...] = ()
    stash_equipment: tuple[EquipmentCard, ...] = ()
    stash_artifacts: tuple[Artifact, ...] = ()
    archived_stories: tuple[StoryRef, ...] = ()
    archived_journeys: tuple[JourneyCard, ...] = ()
    read: tuple[PassageRef, ...] = ()
    done: tuple[tuple[ScenarioRef, str], ...] = ()
    hell: bool = True
    final: str = ""
    # the phase
    gm: int = 1
    difficulty: int = 1
    phase: int = 3
    scenario: ScenarioRef = -1
    first_game: bool = True
    story_phases: int = 0
    adventure_phases: int = 0
    story_table: list[StoryCard] = attrs.field(factory=list)
    journeys: tuple[JourneyCard, ...] = ()
    passes: int = 0
    shown: PassageRef = -1
    heard: tuple[str, ...] = ()
    # the adventure
    map: list[MapCard] = attrs.field(factory=list)
    ways: tuple[tuple[int, ...], ...] = ()
    far: tuple[tuple[int, ...], ...] = ()
    doors: tuple[tuple[int, ...], ...] = ()
    enemies: list[Enemy] = attrs.field(factory=list)
    it: int = 0
    resolving: EncounterCard = -1
    enemy_count: int = 0
    yin: Annotated[Deck, Ref("encounter")] = _NO_DECK
    yang: Annotated[Deck, Ref("encounter")] = _NO_DECK
    yin_discard: list[EncounterCard] = attrs.field(factory=list)
    yang_discard: list[EncounterCard] = attrs.field(factory=list)
    candle: int = 0
    colours: int = 0
    lit: tuple[CandleCard, ...] = ()
    bag: Annotated[Deck, Ref("artifact")] = _NO_DECK
    page: int = -1
    slots: list[int] = attrs.field(factory=list)
    page_used: int = 0
    round: int = 0
    turn_seat: int = 0
    aside: tuple[EncounterCard, ...] = ()
    defeated: tuple[EncounterCard, ...] = ()
    ended: str = ""
    ending: int = -1
    tries: int = 0
    snapshot: tuple[Any, ...] = ()
    test: tuple[Any, ...] = ()
    owed: tuple[int, ...] = ()
    # luck: dice and whatever has no deck of its own
    dice: Stream = _NO_LUCK
    luck: Stream = _NO_LUCK
    # counters of the running scenario, then the scenarios played
    energy_lost: int = 0
    health_lost: int = 0
    cards_used: int = 0
    records: tuple[tuple[Any, ...], ...] = ()
