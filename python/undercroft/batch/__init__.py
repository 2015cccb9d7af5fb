"""Batches: many games of one setup, played by agents, counted and kept.

:func:`simulate` plays, :func:`resume` goes on with a folder, :class:`Batch` is what comes out, and :func:`compare`
holds two sides or batches against each other game by game.
"""

from __future__ import annotations

from undercroft.batch.compare import CompareStoppedError, compare, looks
from undercroft.batch.comparison import CompareInterrupted, Comparison, Rule, Standing
from undercroft.batch.conduct import Progress
from undercroft.batch.result import Batch, BatchStoppedError, Interrupted
from undercroft.batch.side import Side
from undercroft.batch.simulate import resume, simulate
from undercroft.batch.stats import wilson
from undercroft.batch.sweep import sweep
from undercroft.batch.swept import Sweep, SweepInterrupted, SweepStoppedError

__all__ = [
    "Batch",
    "BatchStoppedError",
    "CompareInterrupted",
    "CompareStoppedError",
    "Comparison",
    "Interrupted",
    "Progress",
    "Rule",
    "Side",
    "Standing",
    "Sweep",
    "SweepInterrupted",
    "SweepStoppedError",
    "compare",
    "looks",
    "resume",
    "simulate",
    "sweep",
    "wilson",
]
