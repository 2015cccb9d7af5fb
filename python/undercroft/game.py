"""Game: what a plugin says about a game, and how a table is made ready from a setup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import attrs

from undercroft._core import Stream
from undercroft.chances import NamedTest
from undercroft.content import ContentPack
from undercroft.errors import SetupError
from undercroft.layers import LayerSpec, compose
from undercroft.rulebook import GameOver, Rulebook
from undercroft.setup import resolve
from undercroft.spoilers import Secret, Veil, no_veil, veil_of
from undercroft.state import GameState
from undercroft.tracking import LEVEL, Tracking

__all__ = ["Game", "Setup", "Table", "Tables", "check_names"]

StreamMaker = Callable[[str], Stream]


@attrs.frozen
class Game:
    """A game as its plugin describes it.

    ``options`` is the attrs class of the setup keys (see :func:`undercroft.setup.key`); a key ``players`` and, where
    the game has modes, a key ``mode`` are expected; :func:`undercroft.setup.seats_of` says how many seats they make.
    ``packs`` are the game's own content packs; ``load_content`` turns them and those of expansions into the frozen
    content that the rulebook gets. ``layers`` gives the game's own
    layers that options and content switch on; ``draw`` replaces setup values that are left to chance by drawn ones,
    from streams named by purpose. ``names`` gives, per kind of :class:`undercroft.Ref`, the ids in the order of the
    ints that stand for them. ``secrets`` names what of the content a fresh campaign has not unlocked (see
    :mod:`undercroft.spoilers`). ``rules_index`` is the shipped rule index. ``cases`` gives, from the content, the
    setups that the conformance kit looks at, where every mode with every number of players would not do: ``mode`` and
    ``players`` are tried in all their values where a row leaves them out, other keys have their defaults then.
    ``tracking`` says what of the content a report can tell of (see :mod:`undercroft.tracking`). ``tests`` are the kinds
    of tests whose chances can be asked for by name (see :func:`undercroft.odds`). ``thins`` says that every pile of a
    new game, once ``begin`` is done, is one or several piles that were plainly shuffled: it may be laid out with a card
    that the game is played without, and the card taken out (see :mod:`undercroft.thinning`).
    """

    id: str
    title: str
    options: type[Any]
    state: type[GameState]
    rulebook: type[Rulebook[Any]]
    load_content: Callable[[Sequence[ContentPack]], Any]
    names: Callable[[Any], Mapping[str, Sequence[str]]] = attrs.field(default=lambda content: {})
    secrets: Callable[[Any], Iterable[Secret]] | None = None
    packs: tuple[ContentPack, ...] = ()
    levels: tuple[str, ...] = ("rulebook", "modifier", "expansion", "house")
    layers: Callable[[Any, Any], Sequence[type[Any]]] = attrs.field(default=lambda options, content: ())
    draw: Callable[[Any, StreamMaker], Any] | None = None
    rules_index: Path | Traversable | None = None
    rules_version: str = "1"
    version: str = "0"
    about: str = ""
    default_agent: str = "random"
    cases: Callable[[Any], Sequence[Mapping[str, Any]]] | None = None
    tracking: Tracking | None = None
    tests: tuple[NamedTest, ...] = ()
    thins: bool = False
    plugin: str = ""

    def veil(self, content: Any) -> Veil:
        """What hides the secrets of this content. Raises :class:`PluginError` where they cannot be listed."""
        return no_veil if self.secrets is None else veil_of(self.id, self.secrets, content)


@attrs.frozen
class Setup:
    """Every option that starts a game, fully resolved: the game's id, its options, the expansions in play.

    ``without`` names what of the content is taken out, as ``kind/id`` (see :mod:`undercroft.without`).
    """

    game: str
    options: Any
    expansions: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The options as plain data."""
        return attrs.asdict(self.options)


@attrs.define
class Table:
    """The minimum an agent sees of a running game: its rules and its state."""

    rules: Rulebook[Any]
    state: Any


@attrs.define
class Tables:
    """Makes tables of one game and setup, again and again: content is read once, each rulebook composed once.

    ``content`` and the expansion's ``specs`` are given, so that this needs no plugin registry. ``lay_out`` has the last
    word on a state that has just begun (see :mod:`undercroft.thinning`).
    """

    game: Game
    setup: Setup
    content: Any
    specs: tuple[LayerSpec, ...] = ()
    lay_out: Callable[[Any], None] | None = None
    _rules: dict[Any, Rulebook[Any]] = attrs.field(factory=dict)
    _plain: Rulebook[Any] | None = None

    def drawn(self, seed: int, index: int) -> Any:
        """The options of game ``index``, with everything that is left to chance drawn."""
        if self.game.draw is None:
            return self.setup.options
        return self.game.draw(self.setup.options, lambda name: Stream(seed, index, name))

    def rules(self, options: Any) -> Rulebook[Any]:
        """The silent rulebook for drawn options, shared by all games that have the same."""
        if options is self.setup.options and self._plain is not None:
            return self._plain
        made = self._rules.get(options)
        if made is None:
            made = self._rules[options] = self.fresh_rules(options)
        if options is self.setup.options:
            self._plain = made
        return made

    def fresh_rules(self, options: Any) -> Rulebook[Any]:
        """A rulebook of its own, for a session that listens to what is told."""
        own = [LayerSpec(layer, self.game.id, plugin=self.game.id) for layer in self.game.layers(options, self.content)]
        cls = compose(self.game.id, self.game.rulebook, self.game.levels, [*own, *self.specs])
        return cls(self.content, options)

    def tracking_rules(self, options: Any) -> Rulebook[Any]:
        """A rulebook of its own that notes what a game sees and uses; without a layer for that it notes nothing."""
        rules = self.fresh_rules(options)
        if self.game.tracking is None:
            return rules
        spec = LayerSpec(self.game.tracking.layer, self.game.id, plugin=self.game.id)
        return compose(self.game.id, type(rules), (LEVEL,), [spec])(self.content, options)

    def deal(self, seed: int, index: int, rules: Rulebook[Any] | None = None) -> Table:
        """A new game at its beginning: the first frames lie on the stack. ``rules`` may stand in for the shared."""
        if rules is None:
            rules = self.rules(self.drawn(seed, index))
        return Table(rules, self.begin(rules, seed, index))

    def begin(self, rules: Rulebook[Any], seed: int, index: int) -> Any:
        """The state of a new game, set up by the given rulebook; a game may be over when it has begun."""
        state = self.game.state(seed=seed, index=index)
        try:
            rules.begin(state)
        except GameOver:
            state.stack.clear()
        if self.lay_out is not None:
            self.lay_out(state)
        return state


def check_names(what: str, names: Any) -> None:
    """Raises :class:`SetupError` for a bare text, which would be taken for a list of letters, and what is no list."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise SetupError(f"{what} cannot be {names!r:.60}; expected a list of names")


def resolve_setup(
    game: Game, values: Mapping[str, Any] | None, expansions: Sequence[str] = (), without: Sequence[str] = ()
) -> Setup:
    """Check given setup values against a game. Raises :class:`SetupError`, see :func:`undercroft.setup.resolve`.

    ``without`` has what :meth:`undercroft.plugins.Registry.without` makes of the names that somebody gave.
    """
    check_names("expansions", expansions)
    check_names("without", without)
    for name in expansions:
        if not isinstance(name, str):
            raise SetupError(f"an expansion cannot be {name!r:.60}; expected the name of one")
    options = resolve(game.options, {} if values is None else values, game=game.id)
    return Setup(game.id, options, tuple(sorted(set(expansions))), tuple(sorted(set(without))))
