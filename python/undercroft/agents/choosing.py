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
        option = self._function(table, seat, prompt, options, *extra)
        if option not in options:
            raise AgentError(
                f"agent {self._name} answered {option!r} at prompt {prompt!r}, which is none of the options"
            )
        return option


def _parameters(function: Callable[..., Any]) -> int:
    """How many arguments a function takes; 4 where it does not tell, as some of those that are written in C."""
    try:
        return len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return 4


def make_agent(spec: str | Agent | AgentFunction, known: Mapping[str, AgentSpec]) -> Agent:
    """The agent that a spec names.

    ``spec`` is an agent, a function, ``name``, ``name:key=value,key=value`` or ``file.py:function``; ``known`` maps
    names to :class:`undercroft.plugins.AgentSpec`. Raises :class:`AgentError` that lists the known names.
    """
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
