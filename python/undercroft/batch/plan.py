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
from undercroft.batch.table import Columns
from undercroft.errors import AgentError, ContentError, PluginError, RulesError, UsageError
from undercroft.game import Game, Tables, resolve_setup
from undercroft.play import DECISION_LIMIT, Agent
from undercroft.plugins import registry

__all__ = ["Agents", "Plan", "installed_versions", "make_plan", "make_tables", "seat_agents", "seats"]

Agents = str | Agent | Callable[..., Any] | Sequence[Any]
"""Who plays: a spec, a function or an agent for every seat, or a list with one of those for each seat."""

_LARGEST = 2**64
_MOST_GAMES = 10**12
_PROBED = 1000
"""Games that are tried for the table's columns even in a smaller batch, so that its size does not decide them."""


@attrs.frozen
class Plan:
    """A batch before it is played. It can be sent to other processes.

    ``agents`` has a spec, a function or an agent for each seat; ``setup`` is fully resolved; ``start`` is the position
    document that every game begins at, or ``None``. ``brought`` is a game that no plugin brings.
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
    agents: Agents,
    seed: int,
    setup: Mapping[str, Any] | None,
    expansions: Sequence[str],
    start: str | Path | None,
    limit: int | None,
) -> Plan:
    """Check what is asked for and resolve it. Raises :class:`UsageError` or :class:`SaveError`."""
    _whole("games", games, 1, _MOST_GAMES)
    _whole("seed", seed, 0, _LARGEST - 1)
    limit = DECISION_LIMIT if limit is None else limit
    _whole("limit", limit, 1)
    found = registry().game(game) if isinstance(game, str) else game
    begin = None if start is None else Start.read(Path(start), found, setup, expansions)
    resolved = resolve_setup(found, setup, expansions) if begin is None else begin.setup
    seated = seats(agents, getattr(resolved.options, "players", 1))
    tables = registry().tables(found, resolved)
    _make(seated, found.id)
    return Plan(
        game=found.id,
        setup=resolved.as_dict(),
        expansions=resolved.expansions,
        seed=seed,
        games=games,
        agents=seated,
        limit=limit,
        start=None if begin is None else begin.document,
        columns=_columns(tables, begin, seed, games),
        versions=installed_versions(found, resolved.expansions, seated),
        brought=None if registry().games.get(found.id) is found else found,
    )


def _whole(name: str, value: Any, lo: int, hi: int | None = None) -> None:
    if type(value) is not int or value < lo or (hi is not None and value > hi):
        span = f"from {lo} on" if hi is None else f"from {lo} to {hi}"
        raise UsageError(f"{name} cannot be {value!r}; expected a whole number {span}")


def make_tables(plan: Plan) -> Tables:
    """The maker of tables for a plan, from the plugins of this process."""
    game = plan.brought or registry().game(plan.game)
    return registry().tables(game, resolve_setup(game, plan.setup, plan.expansions))


# -- agents -------------------------------------------------------------------------------------------------------


def seats(agents: Agents, players: int) -> tuple[Any, ...]:
    """An agent for each seat. Raises :class:`UsageError` for too few or too many."""
    if isinstance(agents, str) or callable(agents) or hasattr(agents, "choose"):
        return (_placed(agents),) * players
    if not isinstance(agents, Sequence):
        raise AgentError(f"{agents!r} is no agent; expected a name, a function, an agent or a list of those")
    if len(agents) != players:
        raise UsageError(
            f"{len(agents)} agents are named for a game of {players}; expected one for each seat, or one for all"
        )
    return tuple(_placed(agent) for agent in agents)


def _placed(agent: Any) -> Any:
    """A spec ``file.py:function`` with the full path, so that a batch can be resumed from another folder."""
    if not isinstance(agent, str):
        return agent
    name, colon, rest = agent.partition(":")
    return f"{Path(name).resolve()}{colon}{rest}" if name.endswith(".py") else agent


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


def _columns(tables: Tables, start: Start | None, seed: int, games: int) -> Columns:
    """The table's columns, from the first game that can be set up at all; nearly always the very first."""
    for index in range(max(games, _PROBED)):
        try:
            table = tables.deal(seed, index) if start is None else start.deal(tables, seed, index)
        except (ContentError, PluginError, UsageError):  # no game of this setup can be played
            raise
        except Exception:  # noqa: BLE001 - such a game becomes a row of its own, with its error
            continue
        try:
            return Columns.of(table.rules.facts(table.state))
        except RulesError as error:
            raise RulesError(f"{tables.game.id}: {error}") from error
        except Exception as error:
            raise RulesError(
                f"{tables.game.id}: facts() has to answer in every position; at the first it raised "
                f"{type(error).__name__}: {error}"
            ) from error
    return Columns()


def installed_versions(game: Game, expansions: Sequence[str], agents: Sequence[Any]) -> dict[str, str]:
    """The version of everything that has a say in the games: framework, rules, plugins of game, expansions, agents."""
    named = [agent.partition(":")[0] for agent in agents if isinstance(agent, str)]
    base = {"rng": RNG_ID, "python": platform.python_version()}
    return base | registry().versions(game, expansions, named)
