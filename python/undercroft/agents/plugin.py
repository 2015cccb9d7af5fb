"""The agents that come with Undercroft, offered like those of any plugin."""

from __future__ import annotations

from undercroft.agents.lookahead import LookaheadAgent
from undercroft.agents.uniform import RandomAgent
from undercroft.errors import AgentError
from undercroft.plugins import AgentSpec, hookimpl

UNDERCROFT_API = (1, 1)
_LONGEST = 10


def _random(options: dict[str, str]) -> RandomAgent:
    if options:
        raise AgentError(f"agent random takes no options, got {', '.join(options)}")
    return RandomAgent()


def _lookahead(options: dict[str, str]) -> LookaheadAgent:
    unknown = sorted(set(options) - {"deals", "options"})
    if unknown:
        raise AgentError(f"agent lookahead has no option {unknown[0]!r}; its options are deals, options")
    for key, value in options.items():
        if not (value.isascii() and value.isdigit() and len(value) < _LONGEST):
            raise AgentError(f"agent lookahead: {key} cannot be {value!r}; expected a whole number from 1 on")
    return LookaheadAgent(**{key: int(value) for key, value in options.items()})


@hookimpl
def undercroft_agents() -> list[AgentSpec]:
    """The built-in agents."""
    return [
        AgentSpec("random", _random, about="every option with the same chance"),
        AgentSpec("lookahead", _lookahead, about="tries every option on forks over several re-deals"),
    ]
