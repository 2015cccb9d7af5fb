"""The charts of a report: drawn by matplotlib as SVG, and made a part of the page.

Colours are names of the page's own style, so that a chart follows it into the dark; text stays text. What an SVG file
has around the drawing is taken off: in a page it is not needed, and it names addresses.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from undercroft.batch.result import Batch
from undercroft.reports.figures import Effect

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["effects_chart", "endings_chart", "lengths_chart"]

Say = Callable[[str], str]

# Stand-ins that matplotlib takes for colours, and what the page has in their place.
_INK, _FAINT, _WIN, _LOSS, _OTHER = "#010101", "#020202", "#030303", "#040404", "#050505"
_VARIABLES = {_INK: "--ink", _FAINT: "--line", _WIN: "--good", _LOSS: "--bad", _OTHER: "--other"}
_RESULT = {"win": _WIN, "loss": _LOSS}

_WIDTH = 7.6
_ROW = 0.3
_SIZE = 10
_MOST_ENDINGS = 10
_MOST_EFFECTS = 10
_LONGEST_LABEL = 46
_BINS = 40

_STYLE: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": _SIZE,
    "text.color": _INK,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
}


def _draw(name: str, height: float, draw: Callable[[Axes], None], words: str) -> str:
    """An SVG element with what ``draw`` puts on a pair of axes; ``words`` say it to who cannot see it."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots()
        axes.patch.set_alpha(0)
        draw(axes)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return _inlined(buffer.getvalue(), words)


def _inlined(svg: str, words: str) -> str:
    from markupsafe import escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg, count=2)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    svg = re.sub(r"font: (\d[^'\";]*?)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"([^>]*?) width="[^"]*"', r"\1\2", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(words)}"', 1)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def _plain(text: str) -> str:
    """A text that matplotlib does not take for a formula."""
    return text.replace("$", r"\$")


# -- how games end --------------------------------------------------------------------------------------------------


def endings_chart(batch: Batch, say: Say) -> str:
    """How many games ended how, the most frequent on top."""
    rows = batch.endings[:_MOST_ENDINGS]
    hidden = batch.endings[_MOST_ENDINGS:]
    labels = [_short(say(f"{result}: {reason}" if reason else result)) for result, reason, _ in rows]
    counts = [count for _, _, count in rows]
    colours = [_RESULT.get(result, _OTHER) for result, _, _ in rows]
    if hidden:
        labels.append(f"{len(hidden)} other endings")
        counts.append(sum(count for _, _, count in hidden))
        colours.append(_OTHER)

    def draw(axes: Axes) -> None:
        places = range(len(counts))
        axes.barh(places, counts, color=colours, height=0.62)
        for at, count in enumerate(counts):
            told = f"{count:,} ({count / batch.n:.1%})"
            axes.annotate(told, (count, at), xytext=(6, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, [_plain(label) for label in labels])
        axes.invert_yaxis()
        axes.set_xlim(0, max(counts) * 1.28)
        axes.set_xticks([])
        axes.spines[["left", "bottom"]].set_visible(False)

    words = "; ".join(f"{label} {count}" for label, count in zip(labels, counts, strict=True))
    return _draw("endings", 0.5 + _ROW * len(counts), draw, f"How games end: {words}")


# -- how long they are ----------------------------------------------------------------------------------------------


def lengths_chart(batch: Batch) -> str:
    """How long games are, in decisions, those that were won and those that were not."""
    won: list[int] = []
    others: list[int] = []
    for lines in batch.blocks():
        for row in batch.plan.columns.texts(lines):
            (won if row[1] == "win" else others).append(int(row[3]))
    most = max([*won, *others])
    least = min([*won, *others])
    bins = max(1, min(_BINS, most - least + 1))

    def draw(axes: Axes) -> None:
        axes.hist(
            [won, others], bins=bins, range=(least, most + 1), stacked=True, color=[_WIN, _LOSS],
            label=["won", "not won"], rwidth=0.92,
        )  # fmt: skip
        half = batch.length(0.5)
        axes.axvline(half, color=_INK, linewidth=1, linestyle=(0, (3, 3)))
        axes.text(half, 1.0, f" median {half:,}", transform=axes.get_xaxis_transform(), va="bottom")
        axes.set_xlabel("decisions in a game")
        axes.set_ylabel("games")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.legend(loc="upper right")

    half, nearly, longest = (batch.length(share) for share in (0.5, 0.99, 1.0))
    words = f"Length of games in decisions: median {half}, 99 % within {nearly}, the longest {longest}"
    return _draw("lengths", 2.7, draw, words)


# -- what goes along with winning -----------------------------------------------------------------------------------


def effects_chart(effects: Sequence[Effect], kinds: Mapping[str, str], say: Say) -> str:
    """The first and the last of the ranking but rare things, each with its difference and interval.

    They are held against the middle of their kind; ``kinds`` says what each kind is called.
    """
    told = [effect for effect in effects if not effect.rare]
    shown = told if len(told) <= 2 * _MOST_EFFECTS else [*told[:_MOST_EFFECTS], *told[-_MOST_EFFECTS:]]
    labels = [f"{say(effect.title)}  \u00b7  {kinds.get(effect.kind, effect.kind)}" for effect in shown]
    cut = len(shown) < len(told)
    places = [at + (0.8 if cut and at >= _MOST_EFFECTS else 0) for at in range(len(shown))]

    def draw(axes: Axes) -> None:
        for at, effect in zip(places, shown, strict=True):
            low, high = (end - effect.middle for end in effect.interval)
            lead = (effect.difference or 0.0) - effect.middle
            colour = _WIN if effect.sure > 0 else _LOSS if effect.sure < 0 else _OTHER
            axes.plot([100 * low, 100 * high], [at, at], color=colour, linewidth=2.4, solid_capstyle="round")
            axes.plot([100 * lead], [at], "o", color=colour, markersize=6)
        axes.axvline(0, color=_FAINT, linewidth=1)
        if cut:
            gap = len(told) - len(shown)
            between = _MOST_EFFECTS - 0.1, f"… {gap:,} more between …"
            axes.text(0.0, *between, transform=axes.get_yaxis_transform(), va="center", style="italic")
        axes.set_yticks(places, [_plain(_short(label)) for label in labels])
        axes.set_ylim(places[-1] + 0.7, -0.7)
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:+.0f}".replace("+0", "0"))
        axes.set_xlabel("lead over the middle of its kind, in percentage points")
        axes.spines["left"].set_visible(False)

    words = f"Leads over the middle of the kind: first {labels[0]}, last {labels[-1]}"
    return _draw("effects", 0.9 + 0.27 * (places[-1] + 1), draw, words)
