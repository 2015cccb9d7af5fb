"""``undercroft games``: what is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from undercroft.cli.options import HOW_TO_INSTALL, JsonOption
from undercroft.cli.output import console, paragraph, print_json, rows, show

if TYPE_CHECKING:
    from undercroft.game import Game
    from undercroft.plugins import Registry

__all__ = ["describe_game", "games"]

_SCENARIO_KEYS = ("scenario", "quest")


def games(json: JsonOption = False) -> None:
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

    keys = describe(game.options)
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
    }


def _values(game: Game, name: str) -> list[Any]:
    """Every value that a setup key takes, where it takes a few."""
    import attrs

    for field in attrs.fields(game.options):
        if field.name == name:
            lo, hi = field.metadata.get("lo"), field.metadata.get("hi")
            bounded = lo is not None and hi is not None
            return list(field.metadata.get("choices") or (range(lo, hi + 1) if bounded else [field.default]))
    return [1] if name == "players" else []


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


def _keys(keys: Sequence[dict[str, Any]]) -> Any:
    from rich.padding import Padding

    cells = [
        (key["key"], _value(key["default"]), key["expected"].removeprefix("one of "), key["help"], key["rule"])
        for key in keys
    ]
    styles = {"setup key": "cyan", "rule": "dim"}
    return Padding(rows(("setup key", "default", "takes", "meaning", "rule"), cells, styles=styles), (0, 0, 0, 2))


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
