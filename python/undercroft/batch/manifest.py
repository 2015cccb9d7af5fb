"""The manifest of a batch's folder: all that is needed to know what was asked for, and to go on with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from undercroft.batch.plan import Plan, agent_name, installed_versions, make_tables
from undercroft.batch.table import Columns, PartColumns
from undercroft.errors import SaveError, UndercroftError, UsageError
from undercroft.files import encode, is_without, read_document
from undercroft.plugins import registry
from undercroft.session import fingerprint

__all__ = ["FORMAT", "NAME", "SIDE_KEYS", "Manifest", "Seats", "check_versions", "read_manifest"]

Seats = Callable[[int], Sequence[Any]]
"""Gives the agents for so many seats."""

FORMAT = "undercroft-batch/1"
NAME = "manifest.json"
STATUSES = ("running", "interrupted", "done")
TABLES = ("csv", "parquet")
SIDE_KEYS = {"parts": "part_blocks", "cards": "card_blocks"}
"""Where the manifest has the fingerprints of the tables beside that of the games."""

_NO_MATTER = frozenset({"python"})
"""What is written down but does not decide a game: a batch may go on with another version of it."""


@attrs.frozen
class Manifest:
    """A folder's manifest. It has no clock, machine or number of workers in it, so equal batches have equal ones.

    ``table`` is the kind of its table files and ``polars`` the version that writes them, ``""`` for CSV; ``blocks`` has
    a fingerprint for each of them that is whole, ``part_blocks`` and ``card_blocks`` one for each table of parts, and
    of what was seen and used, beside it; ``digest`` is the table's once all games are played.
    """

    plan: Plan
    table: str
    polars: str = ""
    status: str = "running"
    blocks: tuple[str, ...] = ()
    digest: str = ""
    part_blocks: tuple[str, ...] = ()
    card_blocks: tuple[str, ...] = ()

    def side_blocks(self, name: str) -> tuple[str, ...]:
        """The fingerprints of a table beside that of the games."""
        blocks: tuple[str, ...] = getattr(self, SIDE_KEYS[name])
        return blocks

    def encode(self) -> bytes:
        """The manifest as a file."""
        plan = self.plan
        document: dict[str, Any] = {
            "format": FORMAT,
            "status": self.status,
            "game": plan.game,
            "setup": plan.setup,
            "expansions": list(plan.expansions),
            "without": list(plan.without),
            "seed": plan.seed,
            "games": plan.games,
            "agents": [a if isinstance(a, str) else {"object": agent_name(a)} for a in plan.agents],
            "limit": plan.limit,
            "rng": plan.versions["rng"],
            "versions": plan.versions | ({"polars": self.polars} if self.polars else {}),
            "start": plan.start,
            "table": self.table,
            "columns": [list(column) for column in plan.columns.facts],
            "headline": list(plan.headline),
            "blocks": list(self.blocks),
            "part_columns": [list(column) for column in plan.parts.facts],
            "part_blocks": list(self.part_blocks),
            "digest": self.digest,
        }
        if plan.track:
            document |= {"track": True, "card_blocks": list(self.card_blocks)}
        document["check"] = _check(document)
        return encode(document, indent=1)


def _check(document: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in document.items() if name != "check"}
    return fingerprint(json.dumps(rest, sort_keys=True))


_KEYS: dict[str, Any] = {
    "status": str, "game": str, "setup": dict, "expansions": list, "seed": int, "games": int, "agents": list,
    "limit": int, "rng": str, "versions": dict, "table": str, "columns": list, "blocks": list, "digest": str,
    "headline": list, "part_columns": list, "part_blocks": list, "check": str,
}  # fmt: skip


def read_manifest(folder: Path, agents: Seats | None = None) -> Manifest:
    """Read the manifest of a folder.

    ``agents`` stands in for agents that were functions or objects, which no file can hold. Raises :class:`SaveError`
    for a manifest that is missing, damaged or newer, :class:`UsageError` where such agents are wanted and not given.
    """
    path = folder / NAME
    if is_without(folder, NAME):
        raise SaveError(f"{folder}: is no folder of a batch: it has no {NAME}")
    document = read_document(path, FORMAT)
    for name, kind in _KEYS.items():
        if type(document.get(name)) is not kind:
            raise SaveError(f"{path}: key {name} is missing or damaged; it was written as {kind.__name__}")
    if document["check"] != _check(document):
        raise SaveError(f"{path}: was edited or damaged: its check sum does not fit")
    if document["status"] not in STATUSES or document["table"] not in TABLES:
        raise SaveError(
            f"{path}: has status {document['status']!r} and table {document['table']!r}, which nobody writes"
        )
    _check_lists(path, document)
    versions = dict(document["versions"])
    polars = versions.pop("polars", "")
    plan = Plan(
        game=document["game"],
        setup=document["setup"],
        expansions=tuple(document["expansions"]),
        seed=document["seed"],
        games=document["games"],
        agents=_agents(path, document["agents"], agents),
        limit=document["limit"],
        start=document.get("start"),
        columns=Columns(tuple((name, kind) for name, kind in document["columns"])),
        versions=versions,
        parts=PartColumns(tuple((name, kind) for name, kind in document["part_columns"])),
        headline=tuple(document["headline"]),
        without=tuple(document.get("without", ())),
        track="track" in document,
    )
    blocks, parts, cards = (tuple(document.get(key, ())) for key in ("blocks", *SIDE_KEYS.values()))
    return Manifest(plan, document["table"], polars, document["status"], blocks, document["digest"], parts, cards)


def _check_lists(path: Path, document: Mapping[str, Any]) -> None:
    """Whether what is inside the lists of a manifest, and its start, are what belongs there."""
    agents = all(isinstance(a, str) or (isinstance(a, dict) and "object" in a) for a in document["agents"])
    columns, parts = (
        all(isinstance(c, list) and [type(cell) for cell in c] == [str, str] for c in document[key])
        for key in ("columns", "part_columns")
    )
    headline = columns and {*document["headline"]} <= {name for name, _ in document["columns"]}
    blocks = not document["part_columns"] or len(document["part_blocks"]) == len(document["blocks"])
    tracked = "track" not in document or (
        document["track"] is True and len(document.get("card_blocks", ())) == len(document["blocks"])
    )
    start = document.get("start")
    starts = start is None or (isinstance(start, dict) and isinstance(start.get("state"), dict))
    names = all(isinstance(name, str) for name in document["expansions"])
    without = document.get("without", [])
    less = isinstance(without, list) and all(isinstance(name, str) for name in without)
    checked = {
        "expansions": names, "without": less,
        "agents": agents, "columns": columns, "part_columns": parts, "start": starts,
        "headline": headline, "part_blocks": blocks, "track": tracked,
    }  # fmt: skip
    for name, fits in checked.items():
        if not fits:
            raise SaveError(f"{path}: key {name}: {document.get(name)!r:.60} is nothing that was written there")


def _agents(path: Path, written: list[Any], given: Seats | None) -> tuple[Any, ...]:
    names = [agent if isinstance(agent, str) else agent["object"] for agent in written]
    if given is None:
        return tuple(a if isinstance(a, str) else _Lost(n) for a, n in zip(written, names, strict=True))
    agents = tuple(given(len(written)))
    if [agent_name(agent) for agent in agents] != names:
        others = ", ".join(agent_name(agent) for agent in agents)
        raise UsageError(f"{path}: was begun with the agents {', '.join(names)}, not with {others}")
    return agents


@attrs.frozen
class _Lost:
    """Stands for an agent that only its batch's program has."""

    name: str


def check_versions(folder: Path, plan: Plan) -> None:
    """Hold a plan against what is installed. Raises :class:`SaveError` for another version of anything that matters."""
    path = folder / NAME
    lost = [agent for agent in plan.agents if isinstance(agent, _Lost)]
    if lost:
        raise UsageError(
            f"{path}: was begun with an agent of its program, {lost[0].name}; hand it in as agents to go on"
        )
    try:
        game = registry().game(plan.game)
        installed = installed_versions(game, plan.expansions, plan.agents)
        make_tables(plan)
    except UndercroftError as error:
        raise SaveError(f"{path}: {error}") from error
    names = [n for n in {**plan.versions, **installed} if n not in _NO_MATTER]
    changed = [
        f"{name} {plan.versions.get(name, 'not at all')} (installed: {installed.get(name, 'not at all')})"
        for name in names
        if plan.versions.get(name) != installed.get(name)
    ]
    if changed:
        raise SaveError(
            f"{path}: cannot be gone on with, since its games would not fit those that are played: it was begun with "
            + ", ".join(changed)
        )
