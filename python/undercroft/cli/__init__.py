"""The command line: one module a command, put together in :mod:`undercroft.cli.app`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """The console script. Ctrl-C while it is still being loaded ends it as quietly as later on."""
    try:
        from undercroft.cli import app
    except KeyboardInterrupt:
        sys.stderr.write("undercroft: interrupted\n")
        sys.exit(130)
    app.main()
