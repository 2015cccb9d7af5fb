"""The command group: errors as one line each, exit codes, plugins' own commands."""

from __future__ import annotations

import errno
import os
import select
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from undercroft.cli.options import spread
from undercroft.cli.output import json_only, one_line
from undercroft.cli.telling import SPOILERS, guard, telling, told
from undercroft.errors import UndercroftError, exit_code, message_of

__all__ = ["UndercroftGroup", "command_faults", "plugin_commands"]

# What typer raises for a wrong command line. Newer versions carry click inside them, older ones depend on it.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
_ClickError: type[Exception] = typer.BadParameter.__mro__[2]


class UndercroftGroup(TyperGroup):
    """The commands of Undercroft and those that plugins bring; the latter are loaded only when they are needed."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line. Errors become one line on standard error and the exit code that belongs to them."""
        given = spread(sys.argv[1:] if args is None else args)
        debug = "--debug" in given or os.environ.get("UNDERCROFT_DEBUG", "") not in ("", "0")
        given = [arg for arg in given if arg != "--debug"]
        with telling(SPOILERS in given):
            code = self._run(given, prog_name or "undercroft", complete_var, windows_expand_args, debug, extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(
        self,
        given: list[str],
        prog_name: str,
        complete_var: str | None,
        windows_expand_args: bool,
        debug: bool,
        extra: dict[str, Any],
    ) -> int:
        code: Any
        place = _output()
        try:
            with json_only(self._wants_json(given)):
                code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError as error:
            code = _broken(error, place, debug)
        except SystemExit as error:
            # typer answers a broken pipe with exit code 1; the reader had enough, which is no fault of ours.
            pipe = error.__context__
            code = _broken(pipe, place, debug) if isinstance(pipe, BrokenPipeError) else _left_with(error.code)
        except typer.Abort:
            code = 1
        except BaseException as error:  # noqa: BLE001 - whatever went wrong is said in one line
            code = _report(error, debug)
        code = code if isinstance(code, int) else 0
        if code == 130:
            _say("undercroft: interrupted")
        return int(code)

    def _wants_json(self, args: Sequence[str]) -> bool:
        """Whether one of our own commands is asked for JSON; those of plugins look after themselves."""
        command = next((arg for arg in args if not arg.startswith("-")), "")
        return "--json" in args and command in self.commands and not {"--help", "-h"} & set(args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Our commands, then those of plugins."""
        return [*self.commands, *plugin_commands(self.commands)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name."""
        return self.commands.get(cmd_name) or plugin_commands(self.commands).get(cmd_name)


def _say(line: str) -> None:
    with suppress(OSError):  # where nobody reads that, the exit code still tells
        sys.stderr.write(told(line) + "\n")
        sys.stderr.flush()


def _broken(error: BrokenPipeError, place: tuple[int, int], debug: bool) -> int:
    """A pipe broke. Nobody reads our output any more: end quietly, and let the interpreter's last flush go nowhere.

    Any other pipe, such as one to a process of ours that died, is a fault like others. ``place`` is where the output
    went at first; rich, which notices as well that the reader has left, sends it elsewhere.
    """
    if _output() == place and not _reader_left():
        return _report(error, debug)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return 0


def _output() -> tuple[int, int]:
    """What standard output is, to be told from another."""
    with suppress(OSError):
        found = os.fstat(1)
        return found.st_dev, found.st_ino
    return 0, 0


def _reader_left() -> bool:
    if not hasattr(select, "poll"):
        return True
    output = select.poll()
    output.register(1, 0)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in output.poll(0))


def _left_with(code: object) -> int:
    """What ``sys.exit`` was called with, by a plugin: a number, nothing, or why it does not go on."""
    if code is None or isinstance(code, int):
        return int(code or 0)
    _say(f"undercroft: error: {one_line(str(code))}")
    return 1


def _report(error: BaseException, debug: bool) -> int:
    guard()
    if debug:
        _say("".join(traceback.format_exception(error)).rstrip())
    if isinstance(error, KeyboardInterrupt):
        return 130
    if isinstance(error, _ClickError):
        return _report_usage(error)
    if isinstance(error, UndercroftError):
        _say(f"undercroft: error: {one_line(message_of(error))}")
        return exit_code(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
        _say(f"undercroft: error: the output cannot be written: {error.strerror}")
        return 1
    said = one_line(message_of(error)) + ("" if debug else _HINT)
    _say(f"undercroft: error: unexpected {type(error).__name__}: {said}")
    return 1


GROUP = "undercroft"
HOOK = "undercroft_cli"
_HINT = " (a fault in Undercroft or in a plugin; --debug shows where)"


def _report_usage(error: Any) -> int:
    """A command line that typer refuses: its reason, then what is valid."""
    message = one_line(error.format_message()).rstrip(".")
    ctx = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" or ctx is None:
        if message:
            _say(f"undercroft: error: {message}")
        return int(error.exit_code)
    if type(error).__name__ == "NoSuchOption":
        known = [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")]
        message = f"no such option {error.option_name}; `{ctx.command_path}` has {', '.join(known)}"
        if "--set" in known:
            message += "; the setup keys of a game go with --set KEY=VALUE"
    elif isinstance(ctx.command, TyperGroup):
        message += f"; the commands are {', '.join(ctx.command.list_commands(ctx))}"
    else:
        message += f"; see `{ctx.command_path} --help`"
    _say(f"undercroft: error: {message[:1].lower()}{message[1:]}")
    return int(error.exit_code)


def _offered() -> list[tuple[str, Any, str]]:
    """Each command that a plugin offers: its name, what should be a typer app, the plugin's name."""
    from undercroft.plugins import registry

    found = registry()
    owners = {part: info.name for info in found.plugins for part in info.provides}
    offered: Sequence[Any] = found.commands
    return [(str(row[0]), row[1] if len(row) == 2 else None, owners.get(f"command {row[0]}", "?")) for row in offered]


def _mount(taken: Any) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The plugins' commands that work, and ``(plugin, reason)`` for those that do not."""
    commands: dict[str, Any] = {}
    faults: list[tuple[str, str]] = []
    for name, app, plugin in _offered():
        if name in taken or name in commands:
            faults.append((plugin, f"brings a command {name!r}, a name that is taken"))
            continue
        if not isinstance(app, typer.Typer):
            faults.append((plugin, f"command {name!r} cannot be used: expected a pair of its name and a typer.Typer"))
            continue
        try:
            command = typer.main.get_command(app)
        except Exception as error:  # noqa: BLE001 - whatever a plugin's command raises is its fault, and is reported
            reason = f"{type(error).__name__}: {one_line(message_of(error))}"
            faults.append((plugin, f"command {name!r} cannot be used: {reason}"))
            continue
        command.name = name
        commands[name] = command
    return commands, faults


def plugin_commands(taken: Any) -> dict[str, Any]:
    """The commands that plugins bring, by name; a broken one is left out."""
    return _mount(taken)[0] if _some_may_have_commands() else {}


def _some_may_have_commands() -> bool:
    """Whether any plugin's module so much as mentions the hook: if none does, the plugins need not be loaded for help.

    Where that cannot be seen from outside, they are loaded; a broken one is found out there.
    """
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for entry in entry_points(group=GROUP):
        try:
            spec = find_spec(entry.module)
            origin = spec.origin if spec is not None else None
            if origin is None or not origin.endswith(".py") or HOOK in Path(origin).read_text(encoding="utf-8"):
                return True
        except (Exception, SystemExit):  # noqa: BLE001 - importing the package of a broken plugin may raise anything
            return True
    return False


def command_faults(taken: Any) -> list[tuple[str, str]]:
    """``(plugin, reason)`` for each command that a plugin brings and that cannot be used."""
    return _mount(taken)[1]
