"""``undercroft rules``: show, search, the gaps we decided, and what the tests prove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from undercroft.cli.options import GameArgument, JsonOption, find_game
from undercroft.cli.output import console, paragraph, print_json, rows, show
from undercroft.cli.telling import SpoilersOption
from undercroft.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercroft.rules_index import Entry, Rule, RulesIndex

__all__ = ["rules"]


def rules(
    game: GameArgument = None,
    rule_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="A rule, or the beginning of several ids.", show_default=False)
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="The rules in which these words occur.")
    ] = None,
    gaps: Annotated[bool, typer.Option("--gaps", help="Where the rules are silent, and what we decided.")] = False,
    coverage: Annotated[
        Path | None,
        typer.Option(
            "--coverage", metavar="FILE", help="Which rules the tests prove, by a file of pytest --rule-coverage FILE."
        ),
    ] = None,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
) -> None:
    """The rules of a game, each under its id: show one, search, list our decisions, or see what the tests prove."""
    from undercroft.rules_index import index_of

    asked = [name for name, given in _asked(rule_id, search, gaps, coverage) if given]
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)} cannot go together; ask for one of them at a time")
    index = index_of(find_game(game, command="rules"))
    if rule_id is not None:
        _show(index, rule_id, json)
    elif search is not None:
        _list(index, index.search(search), json, search=search)
    elif gaps:
        _list(index, index.gaps(), json, gaps=True)
    elif coverage is not None:
        _coverage(index, coverage, json)
    else:
        _overview(index, json)


def _asked(rule_id: str | None, search: str | None, gaps: bool, coverage: Path | None) -> list[tuple[str, bool]]:
    return [
        ("ID", rule_id is not None),
        ("--search", search is not None),
        ("--gaps", gaps),
        ("--coverage", coverage is not None),
    ]


def _as_data(found: Rule | Entry) -> dict[str, Any]:
    import attrs

    from undercroft.rules_index import Rule

    if isinstance(found, Rule):
        return {key: value for key, value in attrs.asdict(found).items() if value}
    return {"id": found.id, "kind": found.kind, "title": found.title, **found.data}


def _show(index: RulesIndex, name: str, json: bool) -> None:
    area = index.area(name)
    if area:
        _list(index, area, json)
        return
    found = index.find(name)
    if json:
        print_json({"game": index.game, **_as_data(found)})
    else:
        for line, style in describe(found):
            paragraph(console(), line, style)


def describe(found: Rule | Entry) -> list[tuple[str, str]]:
    """A rule, a component or an example in lines, each with its style."""
    from undercroft.rules_index import Rule

    lines = [(f"{found.id}: {found.title}", "bold")]
    if not isinstance(found, Rule):
        lines.append((found.kind, "dim"))
        return lines + [(f"{key}: {_words(value)}", "") for key, value in found.data.items()]
    if found.section:
        lines.append((f"{found.section} ({found.kind})" if found.kind else found.section, "dim"))
    lines.append((found.text, ""))
    if found.basis == "decision":
        lines.append((f"Our decision. {found.gap}", "yellow"))
    if found.conflict:
        lines.append((f"Two passages differ. {found.conflict}", "yellow"))
    if found.check:
        lines.append((f"Check: {found.check}", "dim"))
    return lines


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(_words(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    return str(value)


def _list(index: RulesIndex, found: Sequence[Rule], json: bool, *, search: str = "", gaps: bool = False) -> None:
    if json:
        asked = {"search": search} if search else {}
        print_json({"game": index.game, **asked, "rules": [_as_data(rule) for rule in found]})
        return
    out = console()
    if not found:
        paragraph(out, f"No rule of {index.game} has any of the words {search!r}." if search else "None.")
        return
    if gaps:
        for rule in found:
            paragraph(out, f"{rule.id}: {rule.title}", "bold")
            paragraph(out, f"Silent: {rule.gap}", "yellow", indent=2)
            paragraph(out, f"Decided: {rule.text}", indent=2)
        paragraph(out, f"\n{len(found)} of {len(index.rules)} rules are our decisions.", "dim")
        return
    show(out, rows(("rule", "title"), [(rule.id, rule.title) for rule in found], styles={"rule": "cyan"}))
    paragraph(out, f"\n{len(found)} rules; `undercroft rules {index.game} ID` shows one.", "dim")


def _overview(index: RulesIndex, json: bool) -> None:
    if json:
        print_json(
            {"game": index.game, "title": index.title, "rules": [_as_data(rule) for rule in index.rules.values()]}
        )
        return
    out = console()
    out.print(index.title, style="bold")
    if not index.rules:
        paragraph(out, "This game ships no rule index.")
        return
    cells = [
        (area, str(len(found)), str(sum(rule.basis == "decision" for rule in found)), found[0].section)
        for area, found in index.areas().items()
    ]
    show(out, rows(("area", "rules", "our decisions", "begins with"), cells, styles={"area": "cyan"}))
    paragraph(
        out,
        f"\n{len(index.rules)} rules, {len(index.gaps())} of them our decisions. "
        f"`undercroft rules {index.game} {cells[0][0]}` lists an area; --search WORDS finds rules.",
        "dim",
    )


def _coverage(index: RulesIndex, path: Path, json: bool) -> None:
    from undercroft.rules_index import read_coverage

    found = index.coverage(read_coverage(path))
    if json:
        print_json(
            {
                "game": index.game,
                "rules": found.rules,
                "proved": found.proved,
                "missing": list(found.missing),
                "unknown": list(found.unknown),
            }
        )
        return
    out = console()
    share = 100 * found.proved / found.rules if found.rules else 100.0
    paragraph(out, f"{index.title}: {found.proved} of {found.rules} rules are proved by tests ({share:.1f} %).", "bold")
    if found.missing:
        out.print("Not proved:")
        cells = [(rule_id, index.title_of(rule_id)) for rule_id in found.missing]
        show(out, rows(("rule", "title"), cells, styles={"rule": "cyan"}))
    if found.unknown:
        paragraph(out, f"Claimed by tests, but not in the index: {', '.join(found.unknown)}", "yellow")
