"""Decks of a game that is played without a card lie as they would with it, but for that card.

A pile with one card fewer is shuffled otherwise from its first place on, so that a game with a card and one without it
would soon have nothing in common. Where a game says that its decks allow it (``Game.thins``), a new game without a card
is laid out as the one with it, and the card is taken out of the shuffled piles. That is as likely as any other order of
what is left, and it changes no game that is played whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import attrs

from undercroft._core import Deck
from undercroft.game import Tables
from undercroft.state import Ref

__all__ = ["thinning"]

_PROBED = 12
"""Games that are laid out to see in which piles there are always the same cards."""

Path = tuple[str | int, ...]


def thinning(less: Tables, whole: Tables) -> Callable[[Any], None]:
    """What lays out a new state of ``less`` as one of ``whole``, which has some cards more; all the rest is the same.

    Only piles whose cards do not depend on chance are touched, in both games: where chance decides what is in a pile,
    the two have no order in common.
    """
    kept = _kept(less, whole)
    try:
        fixed = _fixed(less, whole, kept)
    except Exception:  # noqa: BLE001 - a game that cannot be laid out fails where it is played, and is told of there
        fixed = frozenset()

    def lay_out(state: Any) -> None:
        if not fixed:
            return
        other = dict(_decks(whole.begin(whole.rules(whole.drawn(state.seed, state.index)), state.seed, state.index)))
        for path, (kind, deck) in _decks(state):
            if path in fixed and path in other and not any(deck.known()):
                cards = _thinned(other[path][1], kept.get(kind, ()))
                if Counter(cards) == Counter(deck.cards()):
                    deck.set_cards(cards)

    return lay_out


def _kept(less: Tables, whole: Tables) -> dict[str, list[int | None]]:
    """For each kind and int of ``whole`` the int that it has in ``less``, or ``None`` where it is not in it."""
    names = less.game.names(less.content)
    numbers = {kind: {name: number for number, name in enumerate(ids)} for kind, ids in names.items()}
    return {
        kind: [numbers.get(kind, {}).get(name) for name in ids] for kind, ids in whole.game.names(whole.content).items()
    }


def _thinned(deck: Deck, kept: Sequence[int | None]) -> list[int]:
    found = (kept[card] for card in deck.cards() if card < len(kept))
    return [card for card in found if card is not None]


def _fixed(less: Tables, whole: Tables, kept: dict[str, list[int | None]]) -> frozenset[Path]:
    """The piles that always have the same cards, of which nothing is known but that they are there."""
    seen: dict[Path, set[tuple[tuple[int, ...], ...]]] = {}
    for index in range(_PROBED):
        one, two = (dict(_decks(t.begin(t.rules(t.drawn(0, index)), 0, index))) for t in (less, whole))
        for path, (kind, deck) in one.items():
            other = two.get(path)
            if other is None or other[0] != kind or any(deck.known()) or any(other[1].known()):
                continue
            row = tuple(sorted(deck.cards())), tuple(sorted(_thinned(other[1], kept.get(kind, ()))))
            seen.setdefault(path, set()).add(row)
    rows = {path: next(iter(found)) for path, found in seen.items() if len(found) == 1}
    return frozenset(path for path, (cards, others) in rows.items() if cards == others)


def _decks(value: Any, path: Path = ()) -> Iterator[tuple[Path, tuple[str, Deck]]]:
    """The piles of a state whose kind of content is declared, with their places."""
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from _decks(item, (*path, place))
    elif hasattr(type(value), "__undercroft_state__"):
        kinds = _kinds(type(value))
        for field in attrs.fields(type(value)):
            part = getattr(value, field.name)
            if isinstance(part, Deck):
                if field.name in kinds:
                    yield (*path, field.name), (kinds[field.name], part)
            else:
                yield from _decks(part, (*path, field.name))


_KINDS: dict[type[Any], dict[str, str]] = {}


def _kinds(state: type[Any]) -> dict[str, str]:
    """The fields of a class that are piles, and the kind of content that each holds."""
    if state not in _KINDS:
        hints = get_type_hints(state, include_extras=True).items()
        piles = [(name, get_args(hint)) for name, hint in hints if get_origin(hint) is Annotated]
        _KINDS[state] = {
            name: mark.kind for name, (base, *marks) in piles if base is Deck for mark in marks if isinstance(mark, Ref)
        }
    return _KINDS[state]
