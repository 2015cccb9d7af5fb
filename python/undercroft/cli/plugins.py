"""``undercroft plugins``: what plugins bring, what is wrong with the broken ones, which layer overrides which step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.completing import games
from undercroft.cli.group import command_faults
from undercroft.cli.options import JsonOption, find_game
from undercroft.cli.output import console, paragraph, print_json, rows, show
from undercroft.cli.telling import SpoilersOption, guard

if TYPE_CHECKING:
    from undercroft.game import Game
    from undercroft.layers import LayerSpec

__all__ = ["layers_of", "plugins"]


def plugins(
    ctx: typer.Context,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain",
            metavar="GAME",
            help="Show which layers override which step of a game.",
            autocompletion=games,
        ),
    ] = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """What the installed plugins bring, and what is wrong with those that cannot be used."""
    if explain is not None:
        _explain(explain, json)
        return
    from undercroft.plugins import API, Fault, registry

    found = registry()
    guard()
    faults = list(dict.fromkeys(found.check()))
    taken = getattr(ctx.parent.command if ctx.parent else None, "commands", {})
    faults += [Fault(plugin, "", reason) for plugin, reason in command_faults(taken)]
    if json:
        print_json(
            {
                "api": API,
                "plugins": [
                    {"name": p.name, "distribution": p.distribution, "version": p.version, "provides": list(p.provides)}
                    for p in found.plugins
                ],
                "faults": [{"plugin": f.plugin, "distribution": f.distribution, "reason": f.reason} for f in faults],
            }
        )
        return
    out = console()
    cells = [(p.name, p.version, p.distribution, "\n".join(p.provides)) for p in found.plugins]
    show(out, rows(("plugin", "version", "package", "brings"), cells, styles={"plugin": "cyan"}))
    if faults:
        out.print()
        out.print("Cannot be used:", style="bold red")
    for fault in faults:
        package = f" (package {fault.distribution})" if fault.distribution else ""
        paragraph(out, f"{fault.plugin}{package}: {fault.reason}", indent=2)


def _explain(name: str, json: bool) -> None:
    from undercroft.layers import explain
    from undercroft.rulebook import step_names

    game = find_game(name, command="plugins --explain")
    switched = layers_of(game)
    # What else a layer has are helpers of its own.
    steps_there = step_names(game.rulebook)  # type: ignore[arg-type]
    table = {step: specs for step, specs in explain(game.levels, list(switched)).items() if step in steps_there}
    if json:
        steps = {
            step: [
                {
                    "layer": spec.layer.__name__,
                    "level": spec.layer.at,
                    "plugin": spec.plugin,
                    "when": switched[spec],
                }
                for spec in specs
            ]
            for step, specs in table.items()
        }
        print_json({"game": game.id, "levels": list(game.levels), "steps": steps})
        return
    out = console()
    out.print(f"{game.title}", style="bold")
    paragraph(out, f"levels, each over the one before: {', '.join(game.levels)}")
    if not table:
        paragraph(out, "No layer overrides a step: the rulebook stands as it is.")
        return
    paragraph(out, "Where several layers override a step, the one listed first has the last word.\n")
    cells = [
        (step if first else "", spec.layer.__name__, spec.layer.at, spec.plugin, switched[spec])
        for step, specs in table.items()
        for first, spec in _marked(specs)
    ]
    show(out, rows(("step", "layer", "level", "plugin", "in play with"), cells, styles={"step": "cyan"}))


def _marked(specs: Sequence[LayerSpec]) -> Iterator[tuple[bool, LayerSpec]]:
    return ((number == 0, spec) for number, spec in enumerate(specs))


def layers_of(game: Game) -> dict[LayerSpec, str]:
    """Every layer that can come into play, with the option that brings it (``""`` for always).

    The game's own layers depend on its setup, so each value of each setup key is tried on the default setup. Layers at
    a level that the game does not have are left out; they are faults, and reported as such.
    """
    from undercroft.layers import LayerSpec
    from undercroft.plugins import registry

    found: dict[LayerSpec, str] = {}
    content = registry().content(game)
    for when, options in _setups(game):
        for layer in game.layers(options, content):
            found.setdefault(LayerSpec(layer, game.id, plugin=game.plugin or game.id), when)
    for spec in registry().layers:
        if spec.game == game.id:
            found.setdefault(spec, f"--with {spec.expansion}" if spec.expansion else "")
    return {spec: when for spec, when in found.items() if spec.layer.at in game.levels}


def _setups(game: Game) -> Iterator[tuple[str, Any]]:
    """The default setup, then every setup that differs from it in one key; those that the game refuses are left out."""
    import attrs

    from undercroft.errors import SetupError
    from undercroft.setup import as_written, resolve

    yield "", resolve(game.options, {}, game=game.id)
    for field in attrs.fields(game.options):
        values = field.metadata.get("choices") or ((True, False) if isinstance(field.default, bool) else ())
        for value in values:
            try:
                yield (
                    f"--set {field.name}={as_written(value)}",
                    resolve(game.options, {field.name: value}, game=game.id),
                )
            except SetupError:
                continue
