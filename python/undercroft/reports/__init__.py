"""Reports: what a batch of games shows, on one page that needs nothing else.

:func:`report` reads a folder of :func:`undercroft.simulate`, finds out what the games saw and used, and writes the
page, which :func:`render` makes.
"""

from __future__ import annotations

from undercroft.reports.figures import Effect, Group, Rate
from undercroft.reports.making import report
from undercroft.reports.page import render
from undercroft.reports.result import Knockout, Report

__all__ = ["Effect", "Group", "Knockout", "Rate", "Report", "render", "report"]
