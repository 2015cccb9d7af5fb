"""The page of a report: one HTML file with its style, its script and its charts inside, which opens without a network.

The templates escape whatever they are given, and whatever they are given goes through what may be told.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from undercroft.errors import UsageError
from undercroft.reports.figures import FEW
from undercroft.setup import as_written

if TYPE_CHECKING:
    from undercroft.reports.figures import Effect
    from undercroft.reports.result import Report

__all__ = ["check_libraries", "render"]

_NEEDED = {"matplotlib": "matplotlib", "jinja2": "Jinja2"}
_NONE = "\N{EN DASH}"


def check_libraries() -> None:
    """Raise :class:`UsageError` where what draws and writes the page is not installed."""
    missing = [name for module, name in _NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        which, them = ("which is", "it") if len(missing) == 1 else ("which are", "them")
        raise UsageError(
            f"a report as a page needs {' and '.join(missing)}, {which} not installed; pip install "
            f'"undercroft[report]" brings {them}'
        )


def render(report: Report) -> str:
    """A report as a page."""
    check_libraries()
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from undercroft.reports.charts import effects_chart, endings_chart, lengths_chart

    def finalize(value: Any) -> Any:
        return report.say(value) if type(value) is str else value

    environment = Environment(
        loader=PackageLoader("undercroft.reports", "template"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": _percent, "points": _points, "count": _count}
    told = [effect for effect in report.effects if effect.difference is not None]
    kinds = {group.kind.name: group.kind.title for group in report.groups}
    batch = report.batch
    source = environment.loader
    assert source is not None

    def part(name: str) -> Markup:
        return Markup(source.get_source(environment, name)[0])

    return environment.get_template("report.html").render(
        report=report,
        batch=batch,
        style=part("report.css"),
        script=part("report.js"),
        endings=Markup(endings_chart(batch, report.say)) if batch.n else "",
        lengths=Markup(lengths_chart(batch)) if batch.n else "",
        chart=Markup(effects_chart(report.effects, kinds, report.say)) if any(not e.rare for e in told) else "",
        told=len(told),
        reach={group.kind.name: _reach(group.effects) for group in report.groups},
        few=FEW,
        setup=[(key, as_written(value)) for key, value in batch.setup.items()],
    )


def _reach(effects: Sequence[Effect]) -> float:
    """How far the bars of a table have to reach: the farthest end of an interval that is not of a rare thing."""
    return max([0.02, *(abs(end - effect.middle) for effect in effects if not effect.rare for end in effect.interval)])


def _percent(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1%}"


def _points(value: float | None) -> str:
    return _NONE if value is None else f"{100 * value:+.1f}"


def _count(value: int) -> str:
    return f"{value:,}"
