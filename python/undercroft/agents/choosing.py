"""From what a person writes (``lookahead:deals=5``, ``mine.py:choose``) to an agent."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from undercroft._core import Stream
from undercroft.errors import AgentError, UndercroftError
from undercroft.play import Agent
from undercroft.state import Option

if TYPE_CHECKING:
    from undercroft.plugins import AgentSpec

__all__ = ["AgentFunction", "FunctionAgent", "make_agent"]

AgentFunction = Callable[..., Option]
"""An agent of one's own: ``choose(table, seat, prompt, options)``, if wanted with a stream, returns an option."""


class FunctionAgent:
    """Wraps a function as an agent, and checks that it answers with one of the options.

    A function with an attribute ``looks_ahead = True`` gets a :class:`undercroft.Session` as its table; one that takes
    a fifth argument gets the agent's own random stream there.
    """

    def __init__(self, function: AgentFunction, name: str = "") -> None:
        self._function: Callable[..., Option] = function
        self._name = name or getattr(function, "__name__", "agent")
        self.looks_ahead = bool(getattr(function, "looks_ahead", False))
        self._wants_stream = _parameters(function) > 4
        self._stream: Stream | None = None

    def begin(self, seat: int, stream: Stream) -> None:
        """Keep the stream for a function that asks for it."""
        self._stream = stream

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The function's answer. Raises :class:`AgentError` where it is no option."""
        extra = (self._stream,) if self._wants_stream else ()
        return _offered(self._function(table, seat, prompt, options, *extra), options, self._name, prompt)


class _Tested:
    """Wraps an agent of one's own that does not look ahead, and checks that it answers with one of the options.

    The driver of batches tests nothing, and the session that tests what others choose is not there for such an agent.
    """

    looks_ahead = False

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.begin = agent.begin

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        """The agent's answer. Raises :class:`AgentError` where it is no option."""
        return _offered(self._agent.choose(table, seat, prompt, options), options, type(self._agent).__name__, prompt)


def _offered(option: Any, options: Sequence[Option], name: str, prompt: str) -> Option:
    try:
        return options[options.index(option)]  # True equals 1, and is another thing in a state
    except ValueError:
        told = f"agent {name} answered {option!r} at prompt {prompt!r}, which is none of the options"
        raise AgentError(told) from None


def _parameters(function: Callable[..., Any]) -> int:
    """How many arguments a function takes; 4 where it does not tell, as some of those that are written in C."""
    try:
        return len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return 4


def make_agent(spec: str | Agent | AgentFunction, known: Mapping[str, AgentSpec]) -> Agent:
    """The agent that a spec names.

    ``spec`` is an agent, a class of agents, a function, ``name``, ``name:key=value,key=value`` or ``file.py:function``;
    ``known`` maps names to :class:`undercroft.hooks.AgentSpec`. Raises :class:`AgentError` that lists the known
    names.
    """
    agent = _agent(spec, known)
    check = getattr(agent, "check_agents", None)
    if check is not None:
        try:
            check(known)
        except AgentError as error:
            called = spec.partition(":")[0] if isinstance(spec, str) else type(agent).__name__
            raise AgentError(f"agent {called}: {error}") from error
    brought = isinstance(spec, str) and spec.partition(":")[0] in known
    ours = brought or type(agent).__module__.partition(".")[0] == "undercroft"
    return agent if ours or getattr(agent, "looks_ahead", False) else _Tested(agent)


def _agent(spec: str | Agent | AgentFunction, known: Mapping[str, AgentSpec]) -> Agent:
    if isinstance(spec, type):
        return _made(spec.__name__, spec)
    if not isinstance(spec, str):
        if hasattr(spec, "choose") and hasattr(spec, "begin"):
            return cast(Agent, spec)
        if callable(spec):
            return FunctionAgent(spec)
        raise AgentError(f"{spec!r} is no agent; expected a name, a function or an object with begin and choose")
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        function = _load_function(Path(name), rest)
        return _made(spec, function) if isinstance(function, type) else FunctionAgent(function, spec)
    if name not in known:
        raise AgentError(f"there is no agent {name!r}; the agents are {', '.join(sorted(known))}, or FILE.py:FUNCTION")
    options = _parse_options(spec, rest)
    return _made(spec, lambda: known[name].make(options))


def _made(spec: str, make: Callable[[], Any]) -> Agent:
    """The agent of a spec, made by a plugin or, without arguments, by a class in a file."""
    try:
        agent = make()
    except UndercroftError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {spec!r}: cannot be made: {type(error).__name__}: {error}") from error
    if not (hasattr(agent, "choose") and hasattr(agent, "begin")):
        raise AgentError(f"agent {spec!r}: what is made is {agent!r:.60}, which has no begin and choose")
    return cast(Agent, agent)


def _parse_options(spec: str, text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise AgentError(f"agent {spec!r}: expected name:key=value,key=value; {part!r} has no value")
        if key in options:
            raise AgentError(f"agent {spec!r}: {key} is given twice, as {options[key]!r} and as {value!r}")
        options[key] = value
    return options


def _load_function(path: Path, name: str) -> AgentFunction:
    if not name:
        raise AgentError(f"{path}: name the function as {path}:choose")
    if not path.is_file():
        raise AgentError(f"{path}: there is no such file")
    found = importlib.util.spec_from_file_location(path.stem, path)
    if found is None or found.loader is None:
        raise AgentError(f"{path}: is no Python file")
    module = importlib.util.module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise AgentError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    function = getattr(module, name, None)
    if not callable(function):
        names = ", ".join(n for n, v in vars(module).items() if callable(v) and not n.startswith("_")) or "none"
        raise AgentError(f"{path}: has no function {name!r}; its functions are {names}")
    return function  # type: ignore[no-any-return]
