"""What holds for all tests: Ctrl-C works, also where the tests were started in the background."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """A shell starts background jobs with SIGINT ignored, and that is inherited; the tests of Ctrl-C send it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
