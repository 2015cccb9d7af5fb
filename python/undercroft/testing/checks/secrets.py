"""Views and re-deals: what a seat is shown, and what a re-deal leaves, tells nothing of what is hidden."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from undercroft._core import Stream
from undercroft.rulebook import Panel, Rulebook
from undercroft.session import Session
from undercroft.state import key_fields
from undercroft.testing.checks.case import Case, ConformanceError, Line, agent_stream, fail, require
from undercroft.testing.luck import streams_from
from undercroft.testing.tree import decks, multiset, streams

__all__ = [
    "looking_changes_nothing",
    "redeal_changes_luck",
    "redeal_forgets",
    "redeal_keeps_all_cards",
    "redeal_keeps_what_is_seen",
    "redeal_shuffles_hidden_piles",
    "redealt_games_play_on",
    "views_are_plain_data",
]


def deal_stream(number: int) -> Stream:
    """A stream for a re-deal; another for each number."""
    return Stream(number, 0, "kit/redeal")


def _empty(value: Any) -> None:
    """Empty plain data, inner parts first."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _empty(inner)
    if isinstance(value, dict | list):
        value.clear()


def views_are_plain_data(case: Case) -> None:
    """A view is a JSON-able dict with something in it, and no part of the state itself."""
    for line, i, session in case.walked(400):
        before = session.state.key()
        for seat in case.seats:
            where = f"{line.where(i)}: the view of seat {seat}"
            view: Any = session.view(seat)
            require(isinstance(view, dict) and view, f"{where} is {view!r:.80}, expected a dict that shows something")
            try:
                json.dumps(view, allow_nan=False)
            except (TypeError, ValueError) as error:
                fail(f"{where} is not JSON-able: {error}")
            _empty(view)
            require(session.state.key() == before, f"{where} hands out a part of the state that can be changed")


def looking_changes_nothing(case: Case) -> None:
    """View, panels, labels, refusals, evaluation and facts leave the state as it is."""
    for line, i, session in case.walked(400):
        state, rules = session.state, session.rules
        before = state.key()
        for seat in case.seats:
            for panel in _panels(session, seat, line.where(i)):
                require(panel.title.strip(), f"{line.where(i)}: a panel has no title")
            session.view(seat)
            rules.evaluate(state, seat)
        session.refused()
        rules.facts(state)
        if session.ask is not None:
            session.label(session.ask[2][0])
        require(state.key() == before, f"{line.where(i)}: looking at the table changed the state")


def _panels(session: Session, seat: int, where: str) -> list[Panel]:
    panels = list(session.rules.panels(session.state, seat))
    for panel in panels:
        widths = {len(row) for row in panel.rows} | ({len(panel.columns)} if panel.columns else set())
        require(len(widths) < 2, f"{where}: the rows of panel {panel.title!r} differ in length")
        cells = [cell for row in [panel.columns, *panel.rows] for cell in row]
        require(
            all(isinstance(cell, str) for cell in cells), f"{where}: panel {panel.title!r} has a cell that is no text"
        )
    return panels


def _shown(session: Session, seat: int) -> dict[str, Any]:
    """All that a seat is shown."""
    state, rules = session.state, session.rules
    shown: dict[str, Any] = {"view": rules.view(state, seat), "panels": rules.panels(state, seat)}
    if session.ask is not None and session.ask[0] == seat:
        options = list(session.ask[2])
        shown["options"] = options
        shown["labels"] = [session.label(option) for option in options]
        shown["refusals"] = session.refused()
    return shown


def _decisions(case: Case, most: int) -> Iterator[tuple[Line, int, Session, int]]:
    for line, i, session in case.walked(most):
        if session.ask is not None:
            yield line, i, session, session.ask[0]


def redeal_keeps_what_is_seen(case: Case) -> None:
    """View, panels, options, labels and refusals are the same after a re-deal."""
    for line, i, session, seat in _decisions(case, 300):
        before = _shown(session, seat)
        for number in range(2):
            fork = session.fork()
            fork.redeal(seat, deal_stream(number))
            for what, shown in _shown(fork, seat).items():
                if shown != before[what]:
                    fail(
                        f"{line.where(i)}: a re-deal changes what the seat is shown as {what}: "
                        f"{before[what]!r:.400}, then {shown!r:.400}"
                    )
        for other in case.seats:
            state = session.state.copy()
            session.rules.redeal(state, other, deal_stream(0))
            same = session.rules.view(state, other) == session.rules.view(session.state, other)
            require(same, f"{line.where(i)}: a re-deal for seat {other} changes the view of that seat")


def redeal_keeps_all_cards(case: Case) -> None:
    """A re-deal moves things; it adds nothing and loses nothing."""
    for line, i, session, seat in _decisions(case, 300):
        fork = session.fork()
        fork.redeal(seat, deal_stream(i))
        before, after = multiset(session.state), multiset(fork.state)
        gone, new = list((before - after).elements())[:5], list((after - before).elements())[:5]
        require(before == after, f"{line.where(i)}: a re-deal lost {gone} and added {new}")
        require(session.digest() == line.digests[i], f"{line.where(i)}: a re-deal on a fork changed the original")


def redealt_games_play_on(case: Case) -> None:
    """A re-dealt fork can be forked, and played to its end."""
    for line, i, session, seat in _decisions(case, 60):
        fork = session.fork()
        fork.redeal(seat, deal_stream(i))
        again = fork.fork()
        require(again.digest() == fork.digest(), f"{line.where(i)}: a fork of a re-dealt game is in another position")
        same = again.state.key() == fork.state.key()
        require(same, f"{line.where(i)}: a fork of a re-dealt game has other cards than the game it was forked from")
        agents = []
        for number in case.seats:
            agent = case.agents["random"].make({})
            agent.begin(number, agent_stream(i, 1, number))
            agents.append(agent)
        try:
            again.play_out(agents)
        except Exception as error:
            raise ConformanceError(
                f"{line.where(i)}: a re-dealt game fails: {type(error).__name__}: {error}"
            ) from error
        require(again.outcome is not None, f"{line.where(i)}: a re-dealt game does not come to an end")


def redeal_forgets(case: Case) -> None:
    """What a re-deal gives depends on what the seat knows and on the stream alone, not on what lay hidden before."""
    for line, i, session, seat in _decisions(case, 200):
        straight, detour = session.fork(), session.fork()
        detour.redeal(seat, deal_stream(1000 + i))
        detour.redeal(seat, deal_stream(i))
        straight.redeal(seat, deal_stream(i))
        ours, theirs = straight.state, detour.state
        if ours.key() != theirs.key():
            wrong = [n for n, a, b in zip(key_fields(ours), ours.key(), theirs.key(), strict=True) if a != b]
            fail(
                f"{line.where(i)}: after a re-deal the position still depends on what lay hidden before, in "
                f"{', '.join(wrong)}; bring hidden cards into a fixed order before they are shuffled"
            )


def redeal_shuffles_hidden_piles(case: Case) -> None:
    """A pile with cards that the seat cannot see is shuffled by a re-deal."""
    tried: dict[str, int] = {}
    moved: set[str] = set()
    for _, i, session, seat in _decisions(case, 300):
        fork = session.fork()
        fork.redeal(seat, deal_stream(i))
        for (path, ours), (_, theirs) in zip(decks(session.state), decks(fork.state), strict=True):
            loose = {card for card, flag in zip(ours.cards(), ours.known(), strict=True) if flag != 2}
            if ours.cards() != theirs.cards():
                moved.add(path)
            elif len(loose) > 2 and not _is_shown(session, seat, path):
                tried[path] = tried.get(path, 0) + 1
    for path, count in tried.items():
        require(
            path in moved or count < 5,
            f"{path} has hidden cards that no re-deal ever moves ({count} tried); shuffle them in redeal, or, if they "
            "are open to the seat, show them in its view or mark them as known",
        )


def _is_shown(session: Session, seat: int, path: str) -> bool:
    """Whether the seat would see it if the cards of a pile lay in another order."""
    state = session.state.copy()
    for number, (_, deck) in enumerate(found for found in decks(state) if found[0] == path):
        deck.permute_hidden(deal_stream(number))
    return bool(session.rules.view(state, seat) != session.rules.view(session.state, seat))


def redeal_changes_luck(case: Case) -> None:
    """After a re-deal the luck to come is another: streams that the game draws from are not the same any more."""
    used = _used_streams(case)
    tried: dict[str, int] = {}
    changed: set[str] = set()
    for _, i, session, seat in _decisions(case, 60):
        fork = session.fork()
        fork.redeal(seat, deal_stream(i))
        for (path, ours), (_, theirs) in zip(streams(session.state), streams(fork.state), strict=False):
            tried[path] = tried.get(path, 0) + 1
            if ours != theirs:
                changed.add(path)
        if session.state.seed != fork.state.seed:
            changed.add("state.seed")
    for path in sorted(used):
        require(
            path in changed,
            f"{path} is drawn from in play, and a re-deal leaves it as it is: an agent that searches on forks would "
            "know the luck to come",
        )


def _used_streams(case: Case) -> set[str]:
    """Streams drawn from after the start; ``state.seed`` stands for streams that are made on the way."""
    used: set[str] = set()
    for line in case.lines:
        positions: dict[str, tuple[int, ...]] = {}
        dealt = case.tables.deal(line.seed, 0)
        rules = dealt.rules
        made: list[str] = []
        had = streams_from(rules, _noting(rules, made))
        try:
            for _, session in case.walk(line):
                now: dict[str, tuple[int, ...]] = {}
                for path, stream in streams(session.state):
                    now[path] = (*now.get(path, ()), stream.position)
                used |= {path for path, drawn in now.items() if path in positions and positions[path] != drawn}
                if not positions:
                    made.clear()  # what was made before the first decision belongs to the set-up
                positions = now
        finally:
            rules.__class__ = had
        if made:
            used.add("state.seed")
    return used


def _noting(rules: Rulebook[Any], made: list[str]) -> Callable[[Any, str], Stream]:
    """What makes streams for a rulebook, and notes their names."""
    original = type(rules).stream

    def stream(s: Any, name: str) -> Stream:
        made.append(name)
        return original(rules, s, name)

    return stream
