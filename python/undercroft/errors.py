"""Every error that Undercroft raises on purpose.

All of them derive from :class:`UndercroftError`, which the Rust core shares, so that one ``except`` catches whatever
the framework refuses. A message says what was wrong, where, and what was expected.
"""

from __future__ import annotations

from typing import Any

from undercroft._core import CoreError, UndercroftError

__all__ = [
    "AgentError",
    "BatchError",
    "ContentError",
    "CoreError",
    "IllegalChoice",
    "PluginError",
    "RulesError",
    "SaveError",
    "SetupError",
    "UndercroftError",
    "UsageError",
    "exit_code",
    "message_of",
]


class UsageError(UndercroftError):
    """A request that names something unknown; the message lists what is valid."""


class SetupError(UsageError):
    """A setup that the game does not allow.

    ``rule`` is the id of the rule that forbids it, or ``""`` where the mistake is a plain unknown key or value.
    """

    def __init__(self, message: str, *, rule: str = "") -> None:
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.rule = rule


class AgentError(UsageError):
    """An agent that cannot be found, loaded or that answered with something that is no option."""


class IllegalChoice(UndercroftError):  # noqa: N818 - the choice is illegal, not the error
    """An option that is not offered now. Nothing has changed.

    Attributes: ``option`` the refused tuple, ``reason`` in words, ``rule`` the rule id (may be ``""``).
    """

    def __init__(self, option: Any, reason: str, rule: str = "") -> None:
        super().__init__(f"{option!r} is not possible now: {reason}" + (f" [{rule}]" if rule else ""))
        self.option = option
        self.reason = reason
        self.rule = rule


class ContentError(UndercroftError):
    """A content file that cannot be used: says the file, the table, the key and what was expected."""


class PluginError(UndercroftError):
    """A plugin that cannot be used, named with its fault."""


class SaveError(UndercroftError):
    """A save, replay or position file that cannot be honoured. The file on disk is left as it is."""


class RulesError(UndercroftError):
    """A rulebook broke the framework's own contract (an empty offer, an unknown step, a prompt without words)."""


class BatchError(UndercroftError):
    """A batch could not go on; what was finished is kept."""


def message_of(error: BaseException) -> str:
    """What an error says. One of a plugin may fail even at that, and must not hide what went wrong."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - see above
        return "(its message cannot be shown)"


_REFUSED = (ContentError, PluginError, SaveError)


def exit_code(error: BaseException) -> int:
    """The process exit code that belongs to an error: 2 wrong usage, 3 refused input, 130 interrupted, else 1."""
    if isinstance(error, KeyboardInterrupt):
        return 130
    if isinstance(error, UsageError | IllegalChoice):
        return 2
    if isinstance(error, _REFUSED):
        return 3
    return 1
