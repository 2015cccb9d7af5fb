"""What a command may name: without ``--spoilers`` nothing that a fresh campaign has not unlocked.

Everything that a command prints outside of play goes through :func:`told` or :func:`told_data`, and a command says with
:func:`about` which games it is going to tell of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.errors import PluginError
from undercroft.spoilers import Veil, no_veil

if TYPE_CHECKING:
    from undercroft.game import Game

__all__ = ["SPOILERS", "SpoilersOption", "about", "everything", "guard", "names_of", "telling", "told", "told_data",
           "with_names"]  # fmt: skip

SPOILERS = "--spoilers"
SpoilersOption = Annotated[
    bool, typer.Option(SPOILERS, help="Name everything, also what a fresh campaign has not unlocked.")
]

_everything = False
_veils: dict[tuple[str, tuple[str, ...]], Veil] = {}


@contextmanager
def telling(spoilers: bool) -> Iterator[None]:
    """Run one command line, with or without spoilers."""
    global _everything
    kept = _everything, dict(_veils)
    _everything = spoilers
    _veils.clear()
    try:
        yield
    finally:
        _everything = kept[0]
        _veils.clear()
        _veils.update(kept[1])


def everything() -> bool:
    """Whether spoilers were asked for."""
    return _everything


def about(game: Game, expansions: Iterable[str] = ()) -> Veil:
    """From now on it is told of this game, played with these expansions. Content that cannot be read has no names."""
    if game.secrets is None:
        return no_veil
    key = game.id, tuple(sorted(set(expansions)))
    if key not in _veils:
        content = _content(game, key[1])
        try:
            _veils[key] = no_veil if content is None else game.veil(content)
        except PluginError:  # `undercroft plugins` tells of it; here it must not stand in the way of what was asked
            _veils[key] = no_veil
    return _veils[key]


def guard() -> None:
    """From now on it is told of whatever is installed, as errors may do. Plugins that fail to load have no names.

    With spoilers the names are those of the game that it was about: another one may have a scenario 2 as well.
    """
    from undercroft.plugins import registry

    if _everything and _veils:
        return
    try:
        games = registry().games.values()
    except (Exception, SystemExit):  # noqa: BLE001 - an error is about to be reported; it must not be lost for another
        return
    for game in games:
        about(game)


def _content(game: Game, expansions: Sequence[str]) -> Any:
    from undercroft.plugins import registry

    try:
        return registry().content(game, expansions)
    except (Exception, SystemExit):  # noqa: BLE001 - a fault of the content is reported where it is used
        return None


def told(text: str) -> str:
    """A text as it may be told: without secrets, or with their titles beside what is said in their place."""
    if _everything:
        for veil in {game: veil for (game, _), veil in _veils.items()}.values():  # once for each game
            text = veil.tell(text)
        return text
    for veil in _veils.values():
        text = veil.hide(text)
    return text


def told_data(value: Any) -> Any:
    """Plain data as it may be told; with spoilers it stays as it is."""
    if not _everything:
        for veil in _veils.values():
            value = veil.hide_data(value)
    return value


def with_names(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document for ``--json``; with spoilers it has the title behind each thing that is said in place of a secret."""
    names = {said: title for veil in _veils.values() for said, title in veil.legend.items()} if _everything else {}
    return {**document, **({"names": names} if names else {})}


def names_of(game: Game, kind: str) -> list[str]:
    """The names of a kind of content as they may be told and typed; none where the content cannot be read."""
    content = _content(game, ())
    if content is None:
        return []
    veil = no_veil if _everything else about(game)
    return [veil.name(kind, name) for name in game.names(content).get(kind, ())]
