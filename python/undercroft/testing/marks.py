"""The mark by which a test claims to prove rules."""

from __future__ import annotations

import pytest

from undercroft.errors import UsageError

__all__ = ["rule"]


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test, or a class of tests, as the proof of rules: it would fail if the game broke one of them.

    A passed test counts in the coverage report; an id that no installed game has is an error of the test.
    """
    if not all(ids) or not ids:
        raise UsageError(f"rule{ids!r}: expected the ids of the rules that the test proves")
    return pytest.mark.rule(*ids)
