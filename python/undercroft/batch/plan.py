"""The plan of a batch: everything that decides what its games are, and nothing else."""

from __future__ import annotations

import copy
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from undercroft._core import RNG_ID
from undercroft.agents import make_agent
from undercroft.batch.start import Start
from undercroft.batch.table import CardColumns, Columns, Lines, PartColumns
from undercroft.errors import AgentError, ContentError, PluginError, RulesError, UsageError
from undercroft.game import Game, Tables, resolve_setup
from undercroft.play import DECISION_LIMIT, Agent
from undercroft.plugins import registry
from undercroft.setup import seats_of

__all__ = [
    "Agents",
    "Plan",
    "agent_name",
    "check_workers",
    "installed_versions",
    "make_plan",
    "make_tables",
    "seat_agents",
    "seats",
]

Agents = str | Agent | Callable[..., Any] | Sequence[Any]
"""Who plays: a spec, a function or an agent for every seat, or a list with one of those for each seat."""

_LARGEST = 2**64
_MOST_GAMES = 10**12
_MOST_WORKERS = 1000
_PROBED = 1000
"""Games that are tried for the table's columns even in a smaller batch, so that its size does not decide them."""


@attrs.frozen
class Plan:
    """A batch before it is played. It can be sent to other processes.

    ``agents`` has a spec, a function or an agent for each seat; ``setup`` is fully resolved; ``start`` is the position
    document that every game begins at, or ``None``. ``brought`` is a game that no plugin brings. ``parts`` has the
    columns of the table of parts, none where the game reports none, ``headline`` the columns that a summary tells of.
    ``without`` names what of the content is taken out, as ``kind/id``. ``track`` says that a table is kept of what each
    game saw and used.
    """

    game: str
    setup: dict[str, Any]
    expansions: tuple[str, ...]
    seed: int
    games: int
    agents: tuple[Any, ...]
    limit: int
    start: dict[str, Any] | None
    columns: Columns
    versions: dict[str, str]
    brought: Game | None = None
    parts: PartColumns = attrs.field(factory=PartColumns)
    headline: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    track: bool = False

    @property
    def sides(self) -> tuple[tuple[str, Lines], ...]:
        """The tables beside that of the games: the name of each and its columns."""
        parts: tuple[tuple[str, Lines], ...] = (("parts", self.parts),) if self.parts else ()
        return (*parts, ("cards", CardColumns())) if self.track else parts

    def as_json(self) -> dict[str, Any]:
        """What is played and by whom, as plain data."""
        return {
            "setup": self.setup,
            "expansions": list(self.expansions),
            "without": list(self.without),
            "agents": self.agent_names,
        }

    @property
    def agent_names(self) -> list[str]:
        """The agents of the seats in words."""
        return [agent_name(agent) for agent in self.agents]


def agent_name(agent: Any) -> str:
    """A spec as it is; of a function or an agent of one's own, where it comes from."""
    if isinstance(agent, str):
        return agent
    named = agent if hasattr(agent, "__qualname__") else type(agent)
    return f"{named.__module__}.{named.__qualname__}"


def make_plan(
    game: str | Game,
    *,
    games: int,
    agents: Agents | None,
    seed: int,
    setup: Mapping[str, Any] | None,
    expansions: Sequence[str],
    start: str | Path | None,
    limit: int | None,
    without: Sequence[str] = (),
    track: bool = False,
) -> Plan:
    """Check what is asked for and resolve it. Raises :class:`UsageError` or :class:`SaveError`."""
    _whole("games", games, 1, _MOST_GAMES)
    _whole("seed", seed, 0, _LARGEST - 1)
    limit = DECISION_LIMIT if limit is None else limit
    _whole("limit", limit, 1)
    found = registry().game(game) if isinstance(game, str) else game
    without = registry().without(found, expansions, without)
    begin = None if start is None else Start.read(Path(start), found, setup, expansions, without)
    resolved = resolve_setup(found, setup, expansions, without) if begin is None else begin.setup
    seated = seats(found.default_agent if agents is None else agents, seats_of(resolved.options))
    tables = registry().tables(found, resolved)
    if track and found.tracking is None:
        raise UsageError(f"{found.id} does not tell what its games see and use; expected a game that does")
    _make(seated, found.id)
    columns, parts, headline = _columns(tables, begin, seed, games)
    return Plan(
        game=found.id,
        setup=resolved.as_dict(),
        expansions=resolved.expansions,
        seed=seed,
        games=games,
        agents=seated,
        limit=limit,
        start=None if begin is None else begin.document,
        columns=columns,
        versions=installed_versions(found, resolved.expansions, seated),
        brought=None if registry().games.get(found.id) is found else found,
        parts=parts,
        headline=headline,
        without=resolved.without,
        track=track,
    )


def _whole(name: str, value: Any, lo: int, hi: int | None = None) -> None:
    if type(value) is not int or value < lo or (hi is not None and value > hi):
        span = f"from {lo} on" if hi is None else f"from {lo} to {hi}"
        raise UsageError(f"{name} cannot be {value!r}; expected a whole number {span}")


def check_workers(workers: int | None) -> None:
    """Raises :class:`UsageError` for what is no number of workers."""
    if workers is not None:
        _whole("workers", workers, 1, _MOST_WORKERS)


def make_tables(plan: Plan) -> Tables:
    """The maker of tables for a plan, from the plugins of this process."""
    game = plan.brought or registry().game(plan.game)
    return registry().tables(game, resolve_setup(game, plan.setup, plan.expansions, plan.without))


# -- agents -------------------------------------------------------------------------------------------------------


def seats(agents: Agents, count: int) -> tuple[Any, ...]:
    """An agent for each seat. Raises :class:`UsageError` for too few or too many."""
    if isinstance(agents, str) or callable(agents) or hasattr(agents, "choose"):
        return (_placed(agents),) * count
    if not isinstance(agents, Sequence):
        raise AgentError(f"{agents!r} is no agent; expected a name, a function, an agent or a list of those")
    if len(agents) != count:
        raise UsageError(
            f"{len(agents)} agents are named for {count} seat{'s' if count != 1 else ''}; expected one for each seat, "
            "or one for all"
        )
    return tuple(_placed(agent) for agent in agents)


def _placed(agent: Any) -> Any:
    """A spec with the full path of each ``file.py:function``, so that a batch can be resumed from another folder."""
    if not isinstance(agent, str):
        return agent
    name, colon, rest = agent.partition(":")
    if name.endswith(".py"):
        return _full(agent)
    options = [part.partition("=") for part in rest.split(",")]
    return name + colon + ",".join([f"{key}{equals}{_full(value)}" for key, equals, value in options])


def _full(spec: str) -> str:
    name, colon, rest = spec.partition(":")
    return f"{Path(name).resolve()}{colon}{rest}" if name.endswith(".py") else spec


def seat_agents(plan: Plan) -> list[Any]:
    """New agents for the seats of a plan."""
    return _make(plan.agents, plan.game)


def _make(seated: Sequence[Any], game: str) -> list[Any]:
    known = registry().agents_for(game)
    return [make_agent(_own(agent), known) for agent in seated]


def _own(agent: Any) -> Any:
    """An agent handed over as an object is copied, so that no two seats or workers share one."""
    if isinstance(agent, str) or not (hasattr(agent, "choose") and hasattr(agent, "begin")) or isinstance(agent, type):
        return agent
    try:
        return copy.deepcopy(agent)
    except Exception as error:
        raise AgentError(
            f"agent {agent_name(agent)} cannot be copied, one for each seat and worker: {error}"
        ) from error


# -- columns and versions -----------------------------------------------------------------------------------------


def _columns(
    tables: Tables, start: Start | None, seed: int, games: int
) -> tuple[Columns, PartColumns, tuple[str, ...]]:
    """The columns of both tables, and which of them a summary tells of.

    They are those of the first game that can be set up at all; nearly always the very first.
    """
    for index in range(max(games, _PROBED)):
        try:
            table = tables.deal(seed, index) if start is None else start.deal(tables, seed, index)
        except (ContentError, PluginError, UsageError):  # no game of this setup can be played
            raise
        except Exception:  # noqa: BLE001 - such a game becomes a row of its own, with its error
            continue
        try:
            columns = Columns.of(table.rules.facts(table.state))
            return columns, PartColumns.of(table.rules.part_columns), _headline(columns, table.rules.headline())
        except RulesError as error:
            raise RulesError(f"{tables.game.id}: {error}") from error
        except Exception as error:
            raise RulesError(
                f"{tables.game.id}: facts() has to answer in every position; at the first it raised "
                f"{type(error).__name__}: {error}"
            ) from error
    return Columns(), PartColumns(), ()


def _headline(columns: Columns, names: Sequence[str]) -> tuple[str, ...]:
    known = [name for name, _ in columns.facts]
    odd = [name for name in names if name not in known]
    if odd:
        raise RulesError(f"headline() names {odd[0]!r}, which facts() does not give; it gives {', '.join(known)}")
    return tuple(names)


def installed_versions(game: Game, expansions: Sequence[str], agents: Sequence[Any]) -> dict[str, str]:
    """The version of everything that has a say in the games: framework, rules, plugins of game, expansions, agents."""
    named = [agent.partition(":")[0] for agent in agents if isinstance(agent, str)]
    base = {"rng": RNG_ID, "python": platform.python_version()}
    return base | registry().versions(game, expansions, named)
