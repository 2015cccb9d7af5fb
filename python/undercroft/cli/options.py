"""The options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from undercroft.cli.telling import about
from undercroft.errors import UsageError

if TYPE_CHECKING:
    from undercroft.game import Game

__all__ = [
    "HOW_TO_INSTALL",
    "ExpansionOption",
    "FileArgument",
    "GameArgument",
    "JsonOption",
    "ModeOption",
    "PlainOption",
    "PlayersOption",
    "SeatOption",
    "SetOption",
    "WithoutOption",
    "agent_seats",
    "checked_seed",
    "expansions_of",
    "find_game",
    "setup_values",
    "spread",
]

_MAX_SEED = 2**64 - 1
_PANEL = "Setup"


def _complete_game(incomplete: str) -> list[str]:
    from undercroft.cli.completing import games

    return games(incomplete)


def _complete_set(ctx: typer.Context, incomplete: str) -> list[str]:
    from undercroft.cli.completing import setup_values

    return setup_values(ctx.params, incomplete)


def _complete_mode(ctx: typer.Context, incomplete: str) -> list[str]:
    from undercroft.cli.completing import modes

    return modes(ctx.params, incomplete)


def _complete_expansion(ctx: typer.Context, incomplete: str) -> list[str]:
    from undercroft.cli.completing import expansions

    return expansions(ctx.params, incomplete)


GameArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="The id of an installed game; `undercroft games` lists them.",
        autocompletion=_complete_game,
        show_default=False,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE …",
        help="Setup keys of the game; may be repeated.",
        autocompletion=_complete_set,
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
ExpansionOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="EXPANSION …",
        help="Expansions to play with; may be repeated.",
        autocompletion=_complete_expansion,
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="CARD …",
        help="Content to be taken out of the game, an id or KIND/ID; may be repeated.",
        show_default=False,
        rich_help_panel=_PANEL,
    ),
]
ModeOption = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="M", help="Short for --set mode=M.", rich_help_panel=_PANEL, autocompletion=_complete_mode
    ),
]
PlayersOption = Annotated[
    str | None, typer.Option("--players", metavar="N", help="Short for --set players=N.", rich_help_panel=_PANEL)
]
SeatOption = Annotated[
    list[str] | None,
    typer.Option(
        "--seat", metavar="SEAT=WHO …", help="Who sits where: human, an agent or FILE.py:FUNCTION.", show_default=False
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
PlainOption = Annotated[
    bool,
    typer.Option("--plain", help="Lines of text alone: for screen readers, pipes and scripts."),
]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The file.", show_default=False)]

_SEVERAL = ("--set", "--with", "--without", "--knockout", "--seat")
_WORDS = ("--with", "--without", "--knockout")


def spread(args: Sequence[str]) -> list[str]:
    """Let ``--set a=1 b=2`` mean ``--set a=1 --set b=2``, and the same for the other options of several values.

    For ``--with``, ``--without`` and ``--knockout``, whose values look like any other word, only after the command's
    first argument has been given, and not for ``odds``, which has words of its own behind it.
    """
    out: list[str] = []
    option = ""
    for position, arg in enumerate(args):
        if arg == "--":
            return [*out, *args[position:]]
        if arg.startswith("-"):
            option = arg if arg in _SEVERAL else ""
        elif option and out[-1] != option:
            if ("=" in arg) if option not in _WORDS else _has_argument(args, option):
                out.append(option)
            else:
                option = ""
        out.append(arg)
    return out


def _has_argument(args: Sequence[str], option: str) -> bool:
    before = args[: args.index(option)]
    return len(before) > 1 and not before[0].startswith("-") and not before[1].startswith("-") and before[0] != "odds"


def setup_values(sets: Sequence[str] | None, mode: str | None = None, players: str | None = None) -> dict[str, str]:
    """The setup keys of a command line. Raises :class:`UsageError` for what is no ``key=value`` or is said twice."""
    short = {"mode": mode, "players": players}
    pairs = [(key, value) for key, value in short.items() if value is not None]
    for text in sets or ():
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {text}: expected KEY=VALUE, such as --set mode=NAME")
        pairs.append((key, value))
    values: dict[str, str] = {}
    for key, value in pairs:
        if values.get(key, value) != value:
            raise UsageError(f"setup key {key!r} is given twice, as {values[key]!r} and as {value!r}")
        values[key] = value
    return values


def checked_seed(seed: int) -> int:
    """A seed that random streams take. Raises :class:`UsageError` for any other."""
    if not 0 <= seed <= _MAX_SEED:
        raise UsageError(f"--seed cannot be {seed}; expected a whole number from 0 to {_MAX_SEED}")
    return seed


def expansions_of(names: Sequence[str] | None) -> list[str]:
    """The names of ``--with`` or ``--without``, which take one at a time or several with commas between them."""
    return [name for text in names or () for name in text.split(",") if name]


def find_game(name: str | None, *, command: str) -> Game:
    """The installed game of that id. Raises :class:`UsageError` that lists those that are installed."""
    from undercroft.plugins import registry

    found = registry()
    if name is None:
        known = f"installed: {', '.join(found.games)}" if found.games else HOW_TO_INSTALL
        raise UsageError(f"which game? Say `undercroft {command} GAME`; {known}")
    try:
        game = found.game(name)
        about(game)
        return game
    except UsageError as error:
        raise UsageError(f"{error}. {HOW_TO_INSTALL if not found.games else _hint(name)}") from error


HOW_TO_INSTALL = "A game comes as a plugin, a Python package: install one into this environment with pip"


def _hint(name: str) -> str:
    plain = name.isascii() and name.replace("-", "").isalnum()
    usual = f", usually named undercroft-{name.lower()}" if plain else ""
    return f"A game comes as a plugin, a Python package{usual}"


def agent_seats(texts: Sequence[str] | None, seats: int, *, default: str, all_seats: str | None = None) -> list[str]:
    """Who sits at each seat, from ``--seat 1=human`` texts; ``all_seats`` is what ``--agent`` says for all of them.

    Raises :class:`UsageError` for a seat that the table does not have or that is given twice.
    """
    who = [default if all_seats is None else all_seats] * seats
    given: set[int] = set()
    for text in texts or ():
        number, equals, name = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--seat {text}: expected SEAT=WHO, such as --seat 1=human")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= seats):
            raise UsageError(f"--seat {text}: there is no seat {number!r}; the seats are {_listed(seats)}")
        if int(number) in given:
            raise UsageError(f"--seat {text}: seat {number} is given twice")
        given.add(int(number))
        who[int(number) - 1] = name
    return who


def _listed(seats: int) -> str:
    return ", ".join(str(seat) for seat in range(1, seats + 1))
