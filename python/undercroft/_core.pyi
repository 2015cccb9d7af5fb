"""The Rust core of Undercroft: random streams, decks, checks, dice, odds and boards.

Every bad argument raises `CoreError`, and then nothing has changed.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal, Protocol, TypeAlias, TypedDict, TypeVar, Unpack, final, type_check_only

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

__all__ = [
    "MORE",
    "ONCE",
    "RESHUFFLE",
    "RNG_ID",
    "SKIP",
    "Board",
    "Check",
    "CoreError",
    "Deck",
    "DicePool",
    "FaceTable",
    "Stream",
    "UndercroftError",
    "at_least",
    "check_odds",
    "check_rolls",
    "convolve",
    "hypergeometric",
    "mean",
    "pool_odds",
    "pool_rolls",
    "reveal_chance",
    "reveal_odds",
    "reveal_rolls",
    "volley_odds",
    "volley_rolls",
]

RNG_ID: Final = "pcg64/1"
MORE: Final = 1
SKIP: Final = 2
RESHUFFLE: Final = 4
ONCE: Final = 8

_Want: TypeAlias = Literal["hits", "value"] | int
_Odds: TypeAlias = list[tuple[int, float]]
_Shown: TypeAlias = tuple[int, int, int, int]
_Piles: TypeAlias = tuple[Iterable[int], Iterable[int]]
_Bonus: TypeAlias = tuple[float, int, bool, bool]
_After: TypeAlias = tuple[float, int, int]
_Form: TypeAlias = tuple[float, int, int, Iterable[_Bonus], Iterable[_After]]
_Attack: TypeAlias = tuple[int, Iterable[_Form]]
_Target: TypeAlias = tuple[int, int, int, int]

@type_check_only
class _Aim(TypedDict, total=False):
    """The goal of a test and its redraws; see `reveal_odds`."""

    icons: int
    all_icons: int
    flags: int
    hits: int | None
    armor: int
    value: int | None
    redraws: int
    fresh: int
    whole: bool
    gain: int
    lying: Iterable[int]
    budget: int | None
    price: tuple[int, int]

class UndercroftError(Exception):
    """Base class of every error that Undercroft raises."""

class CoreError(UndercroftError):
    """A bad argument to the core: the message says what was wrong and what was expected."""

@type_check_only
class _Places(Protocol[_T_co]):
    """What `Stream.choice` takes: anything with a length and places from 0."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> _T_co: ...

@final
class Stream:
    """A random stream, named by its purpose: PCG64 keyed by (run seed, game index, name)."""

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, seed: int, index: int, name: str) -> Stream: ...
    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
    def choice(self, seq: _Places[_T]) -> _T:
        """One item of a sequence."""
    def shuffle(self, items: list[Any]) -> None:
        """Shuffles a list in place."""
    def unit(self) -> float:
        """A number in [0, 1), on a grid of 2**-53; never scripted."""
    def sample(self, n: int, k: int) -> list[int]:
        """k different numbers below n, in random order."""
    def script(self, values: Iterable[int]) -> None:
        """Adds forced results that the next bounded draws give."""
    @property
    def scripted(self) -> int:
        """How many forced results are left."""
    @property
    def position(self) -> int:
        """How many 64-bit words have been drawn so far."""
    def copy(self) -> Stream:
        """An independent stream that will give the same."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> Stream:
        """The stream of a canonical byte form."""
    def __copy__(self) -> Stream: ...
    def __deepcopy__(self, _memo: Any) -> Stream: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class Deck:
    """An ordered pile of cards, the top card first wherever cards are listed; it owns a copy of its stream.

    A mask is a table of bytes indexed by card: a card is in it when its entry is not zero.
    """

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, cards: Iterable[int] = (), stream: Stream | None = None) -> Deck: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: int, /) -> bool: ...
    def cards(self) -> list[int]:
        """All cards from the top."""
    def draw(self, n: int, seen: bool = True) -> list[int]:
        """Takes up to n cards from the top; fewer if they run out."""
    def pop(self, seen: bool = True) -> int:
        """Takes the top card; CoreError when there is none."""
    def bottom(self, seen: bool = True) -> int:
        """Takes the bottom card; CoreError when there is none."""
    def peek(self, n: int = 1) -> list[int]:
        """The top n cards, left where they are; fewer if there are no more."""
    def top(self) -> int | None:
        """The top card, left where it is; None when there is none."""
    def put_top(self, card: int, seen: bool = True) -> None:
        """Lays a card on top."""
    def put_top_many(self, cards: Iterable[int], seen: bool = True) -> None:
        """Lays cards on top one by one: the last of them ends up on top."""
    def put_bottom(self, card: int, seen: bool = True) -> None:
        """Lays a card under all others."""
    def put_at_random(self, card: int, seen: bool = True) -> None:
        """Lays a card at a random place; no card's place is known any more."""
    def shuffle(self) -> None:
        """Shuffles all cards; no card's place is known any more."""
    def shuffle_in(self, cards: Iterable[int], seen: bool = True) -> None:
        """Adds cards, then shuffles the whole."""
    def take(self, card: int) -> bool:
        """Takes out the first copy of a card from the top; tells whether there was one."""
    def take_at(self, i: int, seen: bool = True) -> int:
        """Takes out the card at place i from the top."""
    def clear(self) -> list[int]:
        """Takes out all cards and gives them, from the top."""
    def count(self, mask: bytes) -> int:
        """How many cards are in the mask."""
    def count_top(self, mask: bytes, n: int) -> int:
        """How many of the top n cards are in the mask."""
    def find(self, mask: bytes) -> int | None:
        """The place from the top of the first card in the mask; None when there is none."""
    def take_first(self, mask: bytes) -> int | None:
        """Takes out the first card from the top that is in the mask; those above it stay."""
    def move_to(self, other: Deck, n: int, mask: bytes | None = None) -> int:
        """Moves up to n cards unseen, one by one from the top onto the top of another deck; tells how many."""
    def set_cards(self, cards: Iterable[int]) -> None:
        """Replaces all cards, for editors; nothing is known of the new ones."""
    def reveal(self, i: int) -> int:
        """Shows the card at place i from the top to the whole table."""
    def known(self) -> bytes:
        """What the table knows of each card from the top: 0 nothing, 1 in this pile, 2 its place too."""
    def set_known(self, flags: bytes) -> None:
        """Sets what the table knows of each card, from the top."""
    def hidden(self) -> list[int]:
        """The cards of which nothing is known, from the top."""
    def replace_hidden(self, cards: Iterable[int]) -> None:
        """Lays other cards, as many, in the places of those of which nothing is known."""
    def permute_hidden(self, stream: Stream) -> None:
        """Permutes all cards whose place is not known among their places, whatever their order was."""
    def below(self, n: int) -> int:
        """A number from 0 to n - 1 from the deck's own stream."""
    def script(self, values: Iterable[int]) -> None:
        """Adds forced results to the deck's own stream."""
    @property
    def stream(self) -> Stream | None:
        """A copy of the deck's stream, or None; setting it gives the deck a copy of another."""
    @stream.setter
    def stream(self, value: Stream | None) -> None: ...
    def copy(self) -> Deck:
        """An independent deck with the same cards, knowledge and stream."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> Deck:
        """The deck of a canonical byte form."""
    def __copy__(self) -> Deck: ...
    def __deepcopy__(self, _memo: Any) -> Deck: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class FaceTable:
    """What the faces of cards (indexed by card) or of a die show; it never changes.

    For each face a number, hits, icons (a mask of 64 bits) and flags. MORE, SKIP, RESHUFFLE and ONCE steer a Check; the
    bits 16 to 128 are a game's own. `want` says what is counted: "hits", "value", or a mask of icons.
    """

    __hash__ = None  # type: ignore[assignment]

    def __new__(
        cls,
        values: Iterable[int] = (),
        hits: Iterable[int] = (),
        masks: Iterable[int] = (),
        flags: Iterable[int] = (),
    ) -> FaceTable: ...
    def __len__(self) -> int: ...
    def value(self, face: int) -> int:
        """The number of a face."""
    def hits(self, face: int) -> int:
        """The hits of a face."""
    def mask(self, face: int) -> int:
        """The icons of a face, as a mask."""
    def flags(self, face: int) -> int:
        """The flags of a face."""
    def score(self, faces: Iterable[int], want: _Want = "hits") -> int:
        """What some faces score together."""
    def run(self, deck: Deck, n: int, discard: Deck, want: _Want = "hits", redraws: int = 0) -> tuple[int, int]:
        """A whole check without decisions; gives the score and the flags."""
    def copy(self) -> FaceTable:
        """The table itself: it never changes."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> FaceTable:
        """The table of a canonical byte form."""
    def __copy__(self) -> FaceTable: ...
    def __deepcopy__(self, _memo: Any) -> FaceTable: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class Check:
    """A check under way: cards revealed from a deck, some of them redrawn, counted, then discarded."""

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, table: FaceTable) -> Check: ...
    @property
    def table(self) -> FaceTable:
        """The faces."""
    @property
    def cards(self) -> list[int]:
        """The cards that lie revealed, in the order they came."""
    @property
    def flags(self) -> int:
        """The flags of all cards that have counted, redrawn ones too."""
    @property
    def revealed(self) -> int:
        """How many cards have been turned over, skipped and redrawn ones too."""
    @property
    def value(self) -> int:
        """The sum of the revealed cards' numbers."""
    @property
    def hits(self) -> int:
        """The sum of the revealed cards' hits."""
    @property
    def mask(self) -> int:
        """Every icon that a revealed card shows, as a mask."""
    def score(self, want: _Want = "hits") -> int:
        """The revealed cards' score."""
    def reveal(self, deck: Deck, n: int, discard: Deck) -> list[int]:
        """Reveals n cards, and more where faces ask for it; gives the new ones that count."""
    def redraw(self, deck: Deck, places: Iterable[int], discard: Deck) -> list[int]:
        """Throws the revealed cards at the given places away, then reveals as many new ones, which it gives."""
    def finish(self, deck: Deck, discard: Deck) -> list[int]:
        """Ends the check: discards, shuffles if it is owed, and gives the cards that leave the game."""
    def copy(self) -> Check:
        """An independent check at the same point."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> Check:
        """The check of a canonical byte form."""
    def __copy__(self) -> Check: ...
    def __deepcopy__(self, _memo: Any) -> Check: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class DicePool:
    """A pool of dice, each with its own faces, and what they show; nothing before the first roll."""

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, dice: Iterable[FaceTable]) -> DicePool: ...
    def __len__(self) -> int: ...
    @property
    def dice(self) -> list[FaceTable]:
        """The dice."""
    @property
    def shown(self) -> list[int]:
        """The number of the face each die shows; empty before the first roll."""
    @property
    def value(self) -> int:
        """The sum of the numbers shown."""
    @property
    def hits(self) -> int:
        """The sum of the hits shown."""
    @property
    def mask(self) -> int:
        """Every icon that a die shows, as a mask."""
    def roll(self, stream: Stream) -> list[int]:
        """Rolls all dice, in order; gives the number of the face each shows."""
    def reroll(self, stream: Stream, places: Iterable[int]) -> list[int]:
        """Rolls the dice at the given places again; gives the number of the face each die shows."""
    def run(self, stream: Stream, want: _Want = "hits", rerolls: int = 0) -> int:
        """Rolls all dice, and up to `rerolls` times every die again that scores nothing; gives the score."""
    def set(self, shown: Iterable[int]) -> None:
        """Lays the dice so that they show the given faces."""
    def score(self, want: _Want = "hits") -> int:
        """The dice's score."""
    def copy(self) -> DicePool:
        """An independent pool that shows the same."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> DicePool:
        """The pool of a canonical byte form."""
    def __copy__(self) -> DicePool: ...
    def __deepcopy__(self, _memo: Any) -> DicePool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

@final
class Board:
    """A board: places, numbered from 0, and the ways between them; it never changes.

    `blocked` holds places that cannot be entered, as numbers or as a table of bytes indexed by place; `blocked_edges`
    holds pairs. Lists of places are ascending.
    """

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls, places: int, edges: Iterable[tuple[int, int]] = (), directed: bool = False) -> Board: ...
    @classmethod
    def grid(
        cls,
        width: int,
        height: int,
        solid: int | Iterable[int] = (),
        walls: Iterable[tuple[int, int]] = (),
    ) -> Board:
        """A grid of cells (cell = y * width + x) with ways to their four neighbours, solid cells and walls."""
    def __len__(self) -> int: ...
    @property
    def places(self) -> int:
        """How many places there are."""
    @property
    def directed(self) -> bool:
        """Whether edges lead from their first place to their second only."""
    @property
    def shape(self) -> tuple[int, int] | None:
        """Width and height of a grid; None for any other board."""
    def edges(self) -> list[tuple[int, int]]:
        """All edges, ascending; unless the board is directed, each once, the lower place first."""
    def neighbours(self, place: int) -> list[int]:
        """The places that one step leads to."""
    def distances(
        self,
        sources: int | Iterable[int],
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> list[int]:
        """The number of steps from the nearest source to each place; -1 where none leads."""
    def distance(
        self,
        place: int,
        to: int,
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> int | None:
        """The number of steps from one place to another; None if no way leads there."""
    def next_steps(
        self,
        place: int,
        targets: int | Iterable[int],
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> list[int]:
        """Every first step of a shortest path from a place to the nearest target."""
    def reach(
        self,
        sources: int | Iterable[int],
        steps: int,
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> list[int]:
        """All places at most `steps` steps from the nearest source, the sources included."""
    def path(
        self,
        place: int,
        to: int,
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> list[int] | None:
        """A shortest path, both ends included: of all of them the one whose places come first in number."""
    def components(
        self,
        blocked: int | Iterable[int] | bytes = (),
        blocked_edges: Iterable[tuple[int, int]] = (),
    ) -> list[int]:
        """For each place the number of the component it hangs together with; -1 for a blocked place."""
    def sight(self, place: int, to: int) -> bool:
        """Whether the straight line between the centres of two cells of a grid is free."""
    def copy(self) -> Board:
        """The board itself: it never changes."""
    def to_bytes(self) -> bytes:
        """The canonical byte form."""
    @classmethod
    def from_bytes(cls, data: bytes) -> Board:
        """The board of a canonical byte form."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: Any) -> Board: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes]]: ...

def check_odds(
    table: FaceTable,
    cards: Iterable[int],
    n: int,
    discard: Iterable[int] = (),
    want: _Want = "hits",
    redraws: int = 0,
) -> _Odds:
    """The exact distribution of FaceTable.run with a shuffled deck of `cards`: (score, probability), ascending."""

def pool_odds(pool: DicePool, want: _Want = "hits", rerolls: int = 0) -> _Odds:
    """The exact distribution of DicePool.run: (score, probability), ascending."""

def hypergeometric(total: int, marked: int, drawn: int) -> _Odds:
    """How many marked cards are among `drawn` cards from `total`: (number, probability), ascending."""

def convolve(a: Iterable[tuple[int, float]], b: Iterable[tuple[int, float]]) -> _Odds:
    """The distribution of the sum of two independent outcomes."""

def at_least(odds: Iterable[tuple[int, float]], least: int) -> float:
    """The probability of an outcome of at least `least`."""

def mean(odds: Iterable[tuple[int, float]]) -> float:
    """The mean outcome."""

def reveal_odds(
    table: FaceTable,
    cards: Iterable[int],
    n: int,
    discard: Iterable[int] = (),
    assists: Iterable[_Piles] = (),
    **aim: Unpack[_Aim],
) -> list[tuple[_Shown, float]]:
    """What shows at the end of a test with a goal: ((value, hits, icons, flags), probability), ascending.

    Goal: any of `icons`, all of `all_icons`, a card with any of `flags`, `hits` left after `armor` (less the value), or
    a `value`. Redraws: `redraws` of any cards (`whole`: of all of them), `fresh` ones that shuffle everything before,
    one more for each flag of `gain`, at `price` (each, and each card) within `budget`; taken as is best for the goal.
    """

def reveal_chance(
    table: FaceTable,
    cards: Iterable[int],
    n: int,
    discard: Iterable[int] = (),
    assists: Iterable[_Piles] = (),
    **aim: Unpack[_Aim],
) -> float:
    """The probability that a test with a goal succeeds; see `reveal_odds`."""

def reveal_rolls(
    table: FaceTable,
    cards: Iterable[int],
    n: int,
    rolls: int,
    seed: int,
    discard: Iterable[int] = (),
    assists: Iterable[_Piles] = (),
    **aim: Unpack[_Aim],
) -> list[tuple[_Shown, int]]:
    """Carries a test with a goal out many times: ((value, hits, icons, flags), how often), ascending."""

def check_rolls(
    table: FaceTable,
    cards: Iterable[int],
    n: int,
    rolls: int,
    seed: int,
    discard: Iterable[int] = (),
    want: _Want = "hits",
    redraws: int = 0,
) -> list[tuple[int, int]]:
    """Carries FaceTable.run out many times with freshly shuffled decks: (score, how often), ascending."""

def pool_rolls(pool: DicePool, rolls: int, seed: int, want: _Want = "hits", rerolls: int = 0) -> list[tuple[int, int]]:
    """Carries DicePool.run out many times: (score, how often), ascending."""

def volley_odds(targets: Iterable[_Target], attacks: Iterable[_Attack]) -> list[tuple[list[int], float]]:
    """The healths left after attacks in their order: ([health, …], probability), ascending.

    Targets are (health, defense, factor, factor); attacks (target, forms) with forms (p, damage, kind, bonuses, after),
    bonuses (p, damage, pierce, bare) and after (p, kind, n).
    """

def volley_rolls(
    targets: Iterable[_Target], attacks: Iterable[_Attack], rolls: int, seed: int
) -> list[tuple[list[int], int]]:
    """Carries attacks out many times: ([health, …], how often), ascending; see `volley_odds`."""
