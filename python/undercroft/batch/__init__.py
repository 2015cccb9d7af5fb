"""Batches: many games of one setup, played by agents, counted and kept.

:func:`simulate` plays, :func:`resume` goes on with a folder, :class:`Batch` is what comes out, and :func:`compare`
holds two batches against each other game by game.
"""

from __future__ import annotations

from undercroft.batch.compare import Comparison, compare
from undercroft.batch.conduct import Progress
from undercroft.batch.result import Batch, BatchStoppedError, Interrupted
from undercroft.batch.simulate import resume, simulate
from undercroft.batch.stats import wilson

__all__ = [
    "Batch",
    "BatchStoppedError",
    "Comparison",
    "Interrupted",
    "Progress",
    "compare",
    "resume",
    "simulate",
    "wilson",
]
