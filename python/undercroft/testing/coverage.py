"""Rule coverage: which passed tests prove which rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from undercroft.files import write_atomically
from undercroft.rules_index import COVERAGE_FORMAT

__all__ = ["PROPERTY", "RuleCoverage"]

PROPERTY = "undercroft-rule"


class RuleCoverage:
    """Collects what the tests prove, from their reports, and writes it when the run is over.

    Reports travel from the workers of pytest-xdist to the process that hands out the tests, so only that one writes.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._claims: dict[str, list[str]] = {}
        self._passed: set[str] = set()
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note one phase of a test: it counts as passed if its call passed and no phase failed."""
        ids = [str(value) for name, value in report.user_properties if name == PROPERTY]
        if ids:
            self._claims[report.nodeid] = ids
        if report.failed:
            self._failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self._passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the file whole."""
        write_atomically(self._path, (json.dumps(self.report(), indent=1) + "\n").encode("utf-8"))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say where it is."""
        report = self.report()
        terminalreporter.write_line(f"rule coverage: {len(report['proved'])} rules proved, written to {self._path}")

    def report(self) -> dict[str, Any]:
        """For each rule id, the node ids of the tests that prove it, and of those that failed to."""
        proved: dict[str, list[str]] = {}
        failed: dict[str, list[str]] = {}
        for node, ids in sorted(self._claims.items()):
            target = failed if node in self._failed else proved if node in self._passed else None
            if target is not None:
                for name in ids:
                    target.setdefault(name, []).append(node)
        return {
            "format": COVERAGE_FORMAT,
            "proved": dict(sorted(proved.items())),
            "failed": dict(sorted(failed.items())),
        }
