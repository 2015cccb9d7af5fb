"""``undercroft games``: what is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from undercroft.cli.completing import values_of
from undercroft.cli.options import HOW_TO_INSTALL, JsonOption
from undercroft.cli.output import console, paragraph, print_json, rows, show
from undercroft.cli.telling import SpoilersOption, about, everything
from undercroft.setup import as_written

if TYPE_CHECKING:
    from undercroft.game import Game
    from undercroft.plugins import Registry

__all__ = ["describe_game", "games"]

_SCENARIO_KEYS = ("scenario", "quest")


def games(json: JsonOption = False, spoilers: SpoilersOption = False) -> None:
    """What is installed: games with their modes, scenarios, expansions, agents and setup keys."""
    from undercroft.plugins import registry

    found = registry()
    described = [describe_game(found, game) for game in found.games.values()]
    if json:
        print_json({"games": described, "faults": [fault.plugin for fault in found.faults]})
        return
    out = console()
    if not described:
        paragraph(out, f"No game is installed. {HOW_TO_INSTALL}.")
    for number, row in enumerate(described):
        if number:
            out.print()
        _show(row)
    if found.faults:
        names = ", ".join(sorted({fault.plugin for fault in found.faults}))
        paragraph(out, f"\nBroken plugins: {names}. `undercroft plugins` says why.", style="yellow")


def describe_game(found: Registry, game: Game) -> dict[str, Any]:
    """A game as plain data: what it is and everything that a command line may say about it."""
    from undercroft.setup import describe

    veil = about(game)
    keys = [_listed(game, row) for row in describe(game.options)]
    names = {"names": dict(veil.legend)} if everything() and veil else {}
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "plugin": game.plugin,
        "about": game.about,
        "players": _values(game, "players"),
        "modes": _values(game, "mode"),
        "scenarios": [value for key in _SCENARIO_KEYS for value in _values(game, key)],
        "expansions": found.expansions(game.id),
        "agents": [
            {"name": agent.name, "about": agent.about}
            for agent in sorted(found.agents_for(game.id).values(), key=lambda agent: agent.name)
        ],
        "default_agent": game.default_agent,
        "setup": keys,
        **names,
    }


def _values(game: Game, name: str) -> list[Any]:
    """Every value that a setup key takes, where it takes a few."""
    return values_of(game, name) or ([1] if name == "players" else [])


def _listed(game: Game, row: dict[str, Any]) -> dict[str, Any]:
    """A setup key whose values are names of content, with those that may be told."""
    import attrs

    kind = attrs.fields_dict(game.options)[row["key"]].metadata.get("of")
    return {**row, "expected": ", ".join(map(str, values_of(game, row["key"])))} if kind else row


def _show(row: dict[str, Any]) -> None:
    out = console()
    out.print(f"{row['title']}", style="bold")
    paragraph(out, f"id {row['id']}, version {row['version']}, from plugin {row['plugin']}", indent=2)
    if row["about"]:
        paragraph(out, row["about"], indent=2)
    for title, values in (
        ("players", row["players"]),
        ("modes", row["modes"]),
        ("scenarios", row["scenarios"]),
        ("expansions", row["expansions"] or ["none installed"]),
        ("agents", [a["name"] + (" (default)" if a["name"] == row["default_agent"] else "") for a in row["agents"]]),
    ):
        if values:
            paragraph(out, f"{title}: {', '.join(str(value) for value in values)}", indent=2)
    if row["setup"]:
        out.print()
        show(out, _keys(row["setup"]))
    if row.get("names"):
        out.print()
        out.print("  What a fresh campaign has not unlocked:", style="bold")
        # Both columns as they are: here is the one place where the title need not be put behind what is said for it.
        show(out, _legend(row["names"]))


def _keys(keys: Sequence[dict[str, Any]]) -> Any:
    from rich.padding import Padding

    cells = [
        (key["key"], as_written(key["default"]), key["expected"].removeprefix("one of "), key["help"], key["rule"])
        for key in keys
    ]
    styles = {"setup key": "cyan", "rule": "dim"}
    return Padding(rows(("setup key", "default", "takes", "meaning", "rule"), cells, styles=styles), (0, 0, 0, 2))


def _legend(names: dict[str, str]) -> Any:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 3, 0, 0))
    for said, title in names.items():
        table.add_row(Text(said, style="cyan"), Text(title))
    return Padding(table, (0, 0, 0, 2))
