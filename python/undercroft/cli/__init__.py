"""The command line: one module a command, put together in :mod:`undercroft.cli.app`."""

from __future__ import annotations

import os
import signal
import sys

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """The console script. Ctrl-C while it is still being loaded, or is ending, ends it as quietly as in between."""
    try:
        from undercroft.cli import app

        app.main()
    except KeyboardInterrupt:
        _leave_at_once()
        sys.stderr.write("undercroft: interrupted\n")
        sys.exit(_INTERRUPTED)
    finally:
        _leave_at_once()


def _leave_at_once() -> None:
    """From now on everything is said and done: who presses Ctrl-C need not wait for the interpreter to clean up."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
