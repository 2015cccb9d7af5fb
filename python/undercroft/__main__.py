"""``python -m undercroft`` is the command ``undercroft``."""

from __future__ import annotations

from undercroft.cli import main

main()
