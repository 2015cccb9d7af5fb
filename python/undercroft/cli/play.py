"""``undercroft play``: a game in the terminal, alone, with others or with agents."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import (
    ExpansionOption,
    GameArgument,
    ModeOption,
    PlainOption,
    PlayersOption,
    SeatOption,
    SetOption,
    WithoutOption,
    agent_seats,
    checked_seed,
    expansions_of,
    find_game,
    setup_values,
)
from undercroft.cli.telling import SpoilersOption
from undercroft.errors import AgentError, SaveError, UsageError
from undercroft.setup import seats_of

if TYPE_CHECKING:
    from undercroft.session import Session

__all__ = ["play", "seated"]

HUMAN = "human"


def play(
    game: GameArgument = None,
    sets: SetOption = None,
    expansions: ExpansionOption = None,
    without: WithoutOption = None,
    mode: ModeOption = None,
    players: PlayersOption = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Names the luck of the game; drawn when not given."),
    ] = None,
    seat: SeatOption = None,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="F", help="Begin at a position file, which says the setup.")
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="F", help="Go on with a saved game.")] = None,
    at_boundary: Annotated[
        bool, typer.Option("--at-boundary", help="With --load: resume before the answers of the step that was saved.")
    ] = False,
    plain: PlainOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """Play a game. At the prompt, `help` lists what can be typed and `?` says what is refused and why."""
    from undercroft.cli.screen import open_screen
    from undercroft.cli.sitting import Sitting
    from undercroft.rules_index import index_of

    given = {"--set": sets, "--with": expansions, "--mode": mode, "--players": players, "--seed": seed}
    given["--without"] = without
    _check_together(given, start, load, at_boundary)
    if start is not None or load is not None:
        session = _opened(game, start, load, at_boundary)
    else:
        names = expansions_of(expansions), expansions_of(without)
        session = _started(game, setup_values(sets, mode, players), *names, seed)
    who = agent_seats(seat, seats_of(session.setup.options), default=HUMAN)
    screen = open_screen(plain)
    origin = next(
        (
            f"{name} {shlex.quote(str(path))}"
            for name, path in (("--load", load), ("--from", start))
            if path is not None
        ),
        "",
    )
    Sitting(session, seated(session, who), who, screen, index_of(session.game), origin).play()


def _check_together(given: dict[str, Any], start: Path | None, load: Path | None, at_boundary: bool) -> None:
    if start is not None and load is not None:
        raise UsageError("--from and --load cannot go together; a game begins at one of them")
    if at_boundary and load is None:
        raise UsageError("--at-boundary goes with --load only")
    name = "--from" if start is not None else "--load" if load is not None else ""
    extra = [option for option, value in given.items() if value]
    if given["--seed"] == 0:
        extra.append("--seed")
    if name and extra:
        raise UsageError(f"{extra[0]} cannot go with {name}: the file says it")


def _started(
    name: str | None, values: dict[str, str], expansions: Sequence[str], without: Sequence[str], seed: int | None
) -> Session:
    from undercroft.session import Session

    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
    game = find_game(name, command="play")
    return Session(game, values, checked_seed(seed), expansions=expansions, without=without)


def _opened(name: str | None, start: Path | None, load: Path | None, at_boundary: bool) -> Session:
    from undercroft.session import Session

    if name is not None:
        find_game(name, command="play")
    if load is not None:
        try:
            session = Session.load(load, at_boundary=at_boundary)
        except SaveError as error:
            hint = " (add --at-boundary)" if "resumed at its last boundary" in str(error) else ""
            raise SaveError(f"{error}{hint}") from error
    else:
        assert start is not None
        session = Session.load_position(start)
    if name not in (None, session.game.id):
        raise UsageError(f"{load or start} is of the game {session.game.id}, not of {name}")
    return session


def _check_known(seat: int, name: str, known: Mapping[str, Any]) -> None:
    kind = name.partition(":")[0]
    if kind not in known and not kind.endswith(".py"):
        raise AgentError(
            f"--seat {seat}={name}: nobody of that name can sit there; expected {HUMAN}, "
            f"one of the agents {', '.join(sorted(known))}, or FILE.py:FUNCTION"
        )


def seated(session: Session, who: Sequence[str]) -> dict[int, Any]:
    """The agents by seat; seats where a person sits are not in it. Raises :class:`AgentError` for an unknown one."""
    from undercroft._core import Stream
    from undercroft.agents import make_agent
    from undercroft.plugins import registry

    known = registry().agents_for(session.game.id)
    agents: dict[int, Any] = {}
    for seat, name in enumerate(who, 1):
        if name != HUMAN:
            _check_known(seat, name, known)
            agent = make_agent(name, known)
            agent.begin(seat, Stream(session.seed, session.index, f"agent/{seat}"))
            agents[seat] = agent
    return agents
