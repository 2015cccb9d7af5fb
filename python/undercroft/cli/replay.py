"""``undercroft replay``: a game that was written down, told again and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import FileArgument, JsonOption, PlainOption
from undercroft.cli.output import print_json
from undercroft.cli.screen import Screen, TellingScreen, entry_in_words, open_screen
from undercroft.cli.telling import SpoilersOption, about, with_names

if TYPE_CHECKING:
    from undercroft.replays import Replay
    from undercroft.rules_index import RulesIndex
    from undercroft.session import Session

__all__ = ["replay"]


def replay(
    file: FileArgument,
    verify: Annotated[
        bool, typer.Option("--verify", help="Tell nothing, but check that the rules still play it to the same end.")
    ] = False,
    until: Annotated[
        int | None,
        typer.Option("--until", metavar="K", min=0, help="Stop after K choices and show the table."),
    ] = None,
    plain: PlainOption = False,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Tell a game again, choice by choice: a replay that a batch wrote of a game that went wrong, or a save."""
    from undercroft.replays import load_replay
    from undercroft.replays import replay as play_again

    made = load_replay(file)
    session = play_again(file, until, verify=verify, log=False)
    about(session.game, session.setup.expansions)
    if json:
        print_json(with_names(_as_data(made, session, verify)))
        return
    screen = TellingScreen(open_screen(plain))
    if verify:
        _verdict(screen, made, session)
    else:
        _tell(screen, file, made, session)


def _as_data(made: Replay, session: Session, verified: bool) -> dict[str, Any]:
    outcome = session.outcome
    return {
        "game": made.game,
        "setup": dict(made.setup),
        "expansions": list(made.expansions),
        "without": list(made.without),
        "seed": made.seed,
        "index": made.index,
        "choices": len(session.history),
        "of": len(made.history),
        "result": outcome.result if outcome else "",
        "reason": outcome.reason if outcome else "",
        "error": made.error,
        "digest": session.digest(),
        "verified": verified,
    }


def _verdict(screen: Screen, made: Replay, session: Session) -> None:
    played = len(session.history)
    if made.error:
        screen.say(f"Verified: {played} choices are accepted, then it fails as the file says: {made.error}")
    elif played == len(made.history):
        screen.say(f"Verified: all {played} choices are accepted, and the game comes out the same.")
    else:
        screen.say(f"Verified: the first {played} of {len(made.history)} choices are accepted.")


def _tell(screen: Screen, file: Path, made: Replay, reached: Session) -> None:
    """Tell what ``reached`` played, from the beginning; it has shown that the rules accept it."""
    from undercroft.replays import replay as play_again
    from undercroft.rules_index import index_of

    session = play_again(file, 0)
    screen.say(session.game.title, "title")
    game = f", game {made.index} of its batch" if made.index else ""
    screen.say(f"Seed {made.seed}{game}. {len(made.history)} choices.")
    told = 0
    for number, option in enumerate(reached.history, 1):
        told = _happened(screen, session, told)
        assert session.decision is not None
        screen.chose(f"{number}. Player {session.decision.seat}", session.label(option))
        session.choose(option)
    _happened(screen, session, told)
    _close(screen, made, session, index_of(session.game))


def _happened(screen: Screen, session: Session, told: int) -> int:
    for entry in session.log[told:]:
        screen.happened(entry_in_words(entry), entry.rule)
    return len(session.log)


def _close(screen: Screen, made: Replay, session: Session, index: RulesIndex) -> None:
    from undercroft.cli.sitting import verdict

    decision = session.decision
    panels = session.rules.panels(session.state, decision.seat if decision else 1)
    if panels:
        screen.table(panels, True)
    outcome = session.outcome
    played = len(session.history)
    if outcome is not None:
        screen.say("")
        screen.say(verdict(outcome), outcome.result)
    elif decision is not None:
        labels = [session.label(option) for option in decision.options]
        title = index.title_of(decision.rule)
        screen.decision(f"Player {decision.seat}", decision.rule, title, decision.question, labels)
    if played < len(made.history):
        screen.say(f"{played} of {len(made.history)} choices were made again.", "note")
    if made.error and played >= len(made.history) - 1:
        pending = made.history[played] if played < len(made.history) else None
        after = f" on the choice {session.label(pending)!r}" if pending is not None else ""
        screen.say(f"Here the game failed{after}: {made.error}", "error")
