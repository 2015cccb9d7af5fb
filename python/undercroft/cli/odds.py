"""``undercroft odds``: the exact chances of a test, by name or of those that are offered in a saved game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import (
    ExpansionOption,
    GameArgument,
    JsonOption,
    ModeOption,
    PlayersOption,
    SetOption,
    WithoutOption,
    expansions_of,
    find_game,
    setup_values,
)
from undercroft.cli.output import console, paragraph, print_json, rows, show
from undercroft.cli.telling import SpoilersOption, about
from undercroft.errors import UsageError

if TYPE_CHECKING:
    from undercroft.chances import Chances, NamedTest
    from undercroft.game import Game
    from undercroft.inquiry import Offered
    from undercroft.session import Session

__all__ = ["in_words", "odds", "offered_in_words", "percent"]

_MOST_OUTCOMES = 24
_PLAIN: tuple[set[int | str], ...] = ({"success", "failure"}, {"yes", "no"})
"""Outcomes that say no more than the chance of success."""


def odds(
    game: GameArgument = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TEST] [KEY=VALUE …]",
            help="A test that the game knows, and its parameters; none lists them.",
            show_default=False,
        ),
    ] = None,
    sets: SetOption = None,
    expansions: ExpansionOption = None,
    without: WithoutOption = None,
    mode: ModeOption = None,
    players: PlayersOption = None,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="F", help="The tests that are offered at a position file.")
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="F", help="The tests that are offered in a saved game.")
    ] = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """The exact chances of a test, summed from what everybody at the table may know."""
    given = {"--set": sets, "--with": expansions, "--without": without, "--mode": mode, "--players": players}
    extra = [name for name, value in given.items() if value]
    if start is not None or load is not None:
        _check_alone(words, extra, start, load)
        _of_session(_opened(game, start, load), json)
        return
    found = find_game(game, command="odds")
    name, parameters = _asked(words or [])
    if not name:
        if extra:
            raise UsageError(f"{extra[0]} goes with a test; `undercroft odds {found.id}` lists them")
        _list(found, json)
        return
    with_names = expansions_of(expansions)
    about(found, with_names)
    setup = setup_values(sets, mode, players)
    _of_test(found, name, parameters, setup, with_names, expansions_of(without), json)


def _check_alone(words: Sequence[str] | None, extra: Sequence[str], start: Path | None, load: Path | None) -> None:
    if start is not None and load is not None:
        raise UsageError("--from and --load cannot go together; a game is looked at in one position")
    name = "--from" if start is not None else "--load"
    if words:
        raise UsageError(f"a test cannot go with {name}, which tells of those that are offered there; got {words[0]!r}")
    if extra:
        raise UsageError(f"{extra[0]} cannot go with {name}: the file says it")


def _opened(name: str | None, start: Path | None, load: Path | None) -> Session:
    from undercroft.session import Session

    session = Session.load(load, log=False) if load is not None else Session.load_position(start or Path(), log=False)
    about(session.game, session.setup.expansions)
    if name not in (None, session.game.id):
        raise UsageError(f"{load or start} is of the game {session.game.id}, not of {name}")
    return session


def _asked(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The test and its parameters. Raises :class:`UsageError` for what is neither."""
    name = ""
    parameters: dict[str, str] = {}
    for at, word in enumerate(words):
        key, equals, value = word.partition("=")
        if not at and not equals:
            name = word
        elif not equals or not key or not name:
            expected = "KEY=VALUE, such as n=3" if name else "the name of a test first, then KEY=VALUE"
            raise UsageError(f"{word!r}: expected {expected}")
        elif key in parameters:
            raise UsageError(f"parameter {key!r} is given twice, as {parameters[key]!r} and as {value!r}")
        else:
            parameters[key] = value
    return name, parameters


# -- the tests of a game ----------------------------------------------------------------------------------------------


def _list(game: Game, json: bool) -> None:
    from undercroft.setup import describe

    if json:
        tests = [
            {"test": kind.name, "about": kind.about, "rule": kind.rule, "parameters": describe(kind.parameters)}
            for kind in game.tests
        ]
        print_json({"game": game.id, "tests": tests})
        return
    out = console()
    if not game.tests:
        paragraph(out, f"{game.title} names no tests; --load FILE tells of those that are offered in a saved game.")
        return
    for kind in game.tests:
        _describe(out, kind)
    paragraph(out, f"Such as: undercroft odds {game.id} {game.tests[0].name}{_example(game.tests[0])}", "dim")


def _describe(out: Any, kind: NamedTest) -> None:
    from undercroft.setup import describe

    paragraph(out, f"{kind.name}: {kind.about}" + (f" [{kind.rule}]" if kind.rule else ""), "bold")
    cells = [
        (row["key"], str(row["default"]).lower() if isinstance(row["default"], bool) else str(row["default"]),
         str(row["expected"]), str(row["help"]))
        for row in describe(kind.parameters)
    ]  # fmt: skip
    if cells:
        show(out, rows(("parameter", "default", "expected", ""), cells, styles={"parameter": "cyan"}))
    out.print()


def _example(kind: NamedTest) -> str:
    import attrs

    first = next((f for f in attrs.fields(kind.parameters) if f.default not in ("", attrs.NOTHING)), None)
    return "" if first is None else f" {first.name}={first.default}"


# -- answers ----------------------------------------------------------------------------------------------------------


def _of_test(
    game: Game,
    name: str,
    parameters: dict[str, str],
    setup: dict[str, str],
    expansions: Sequence[str],
    without: Sequence[str],
    json: bool,
) -> None:
    import attrs

    from undercroft.inquiry import named_test
    from undercroft.inquiry import odds as asked
    from undercroft.setup import resolve

    kind = named_test(game, name)
    found = asked(game, name, setup=setup, expansions=expansions, without=without, **parameters)
    if json:
        values = attrs.asdict(resolve(kind.parameters, parameters))
        print_json(
            {"game": game.id, "test": name, "parameters": values, "setup": setup, "chances": [_data(c) for c in found]}
        )
        return
    out = console()
    for chances in found:
        _print(out, chances)


def _of_session(session: Session, json: bool) -> None:
    from undercroft.inquiry import odds as asked

    decision = session.decision
    found = asked(session)
    if json:
        print_json(
            {
                "game": session.game.id,
                "seat": decision.seat if decision else None,
                "prompt": decision.prompt if decision else None,
                "tests": [
                    {"options": list(row.options), "numbers": list(row.numbers), "labels": list(row.labels)}
                    | _data(row.chances)
                    for row in found
                ],
            }
        )
        return
    out = console()
    if decision is None:
        paragraph(out, "The game is over: nothing is decided any more.")
        return
    paragraph(out, decision.question, "bold")
    if not found:
        paragraph(out, NO_CHANCE)
    for row in found:
        paragraph(out, "\n" + (f"For {_listed(row.labels)}:" if row.labels else "Whatever is chosen:"))
        _print(out, row.chances)


NO_CHANCE = "No option of this decision starts a test that is known yet: no chance is involved, or none may be told."


def _data(chances: Chances) -> dict[str, Any]:
    return {
        "title": chances.title,
        "rule": chances.rule,
        "target": chances.target,
        "success": chances.success,
        "variants": [{"with": words, "success": p} for words, p in chances.variants],
        "distribution": [{"outcome": outcome, "probability": p} for outcome, p in chances.distribution],
        "mean": chances.mean,
        "note": chances.note,
    }


def _print(out: Any, chances: Chances) -> None:
    paragraph(out, f"{chances.title}" + (f" [{chances.rule}]" if chances.rule else ""), "bold")
    if chances.note:
        paragraph(out, f"{chances.note[0].upper()}{chances.note[1:]}.", "dim", indent=2)
    if chances.success is not None:
        aim = f"{chances.target[0].upper()}{chances.target[1:]}" if chances.target else "Success"
        paragraph(out, f"{aim}: {percent(chances.success)}", indent=2)
        for words, p in chances.variants:
            paragraph(out, f"{words}: {percent(p)}", indent=4)
    if chances.distribution:
        head = chances.counted or "outcome"
        cells = [(str(outcome), percent(p)) for outcome, p in chances.distribution]
        if chances.mean is not None:
            cells.append(("mean", f"{chances.mean:.2f}"))
        show(out, rows((head, "chance"), cells, right=("chance",)))


def percent(p: float) -> str:
    """A probability in per cent; only what is certain is 0 % or 100 %."""
    if p in (0, 1):
        return f"{p:.0%}".replace("%", " %")
    if p < 0.0005:
        return "below 0.1 %" if p > 1e-12 else "0 %"
    if p > 0.9995:
        return "above 99.9 %" if p < 1 - 1e-12 else "100 %"
    return f"{100 * p:.1f} %"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def in_words(chances: Chances) -> str:
    """Chances as one sentence, for a list."""
    parts = []
    if chances.success is not None:
        sentence = f"{chances.target or 'success'} {percent(chances.success)}"
        sentence += "".join(f", {words} {percent(p)}" for words, p in chances.variants)
        parts.append(sentence)
    if chances.distribution and {outcome for outcome, _ in chances.distribution} not in _PLAIN:
        shown = [f"{outcome} {percent(p)}" for outcome, p in chances.distribution[:_MOST_OUTCOMES]]
        more = len(chances.distribution) - _MOST_OUTCOMES
        shown += [f"and {more} more"] if more > 0 else []
        head = f"{chances.counted} " if chances.counted else ""
        mean = f" (mean {chances.mean:.2f})" if chances.mean is not None else ""
        parts.append(f"{head}{', '.join(shown)}{mean}")
    note = f" ({chances.note})" if chances.note else ""
    return f"{chances.title}{note}: {'; '.join(parts)}"


def offered_in_words(found: Sequence[Offered]) -> list[tuple[str, str]]:
    """What the chances at a decision are, in lines with their rules; each begins with the numbers of its options."""
    lines = []
    for row in found:
        head = f"{_listed([str(n) for n in row.numbers])}. " if row.numbers else ""
        lines.append((head + in_words(row.chances), row.chances.rule))
    return lines
