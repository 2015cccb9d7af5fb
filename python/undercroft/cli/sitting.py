"""A game at the terminal: who decides, what may be typed, what is said to it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import attrs

from undercroft.cli.screen import Screen, entry_in_words
from undercroft.errors import AgentError, UndercroftError, UsageError, message_of
from undercroft.rules_index import RulesIndex
from undercroft.session import Decision, Outcome, Session
from undercroft.setup import as_written
from undercroft.state import Option

__all__ = ["COMMANDS", "Sitting", "verdict"]

COMMANDS = (
    ("NUMBER", "choose the option of that number"),
    ("?", "what is refused now, and why"),
    ("odds", "the exact chances of the tests that the options start"),
    ("undo", "take back your last choice, and what agents chose since"),
    ("redo", "make it again"),
    ("save FILE", "write the game to a file; go on with `undercroft play --load FILE`"),
    ("position FILE", "write the position alone, to edit it or to begin there with --from FILE"),
    ("log [N]", "what happened so far, or the last N lines of it"),
    ("rules ID", "the text of a rule; with words instead of an id, the rules that have them"),
    ("table", "the whole table once more"),
    ("help", "this list"),
    ("quit", "leave; what is not saved is gone"),
)
_LONGEST_NUMBER = 9
_HITS = 10


class _Left(Exception):  # noqa: N818 - control flow, not an error
    """The player leaves; the argument says how, in words."""


@attrs.define
class Sitting:
    """One game played at a terminal.

    ``agents`` are by seat, people sit at all other seats; ``who`` names everybody by seat - 1. ``origin`` is the option
    that the game was opened with, ``""`` for a new one.
    """

    session: Session
    agents: dict[int, Any]
    who: Sequence[str]
    screen: Screen
    index: RulesIndex
    origin: str = ""
    _told: int = 0
    _saved: str = ""

    def play(self) -> None:
        """Play to the end, or until the player leaves or the input ends."""
        self._open()
        try:
            while (decision := self.session.decision) is not None:
                if decision.seat in self.agents:
                    self._agent_decides(decision)
                else:
                    self._person_decides(decision)
        except _Left as left:
            self.screen.say(f"{left} After {self._made()} the game was not over.", "note")
            self.screen.say(self._saved or self._again(), "command")
            return
        except (KeyboardInterrupt, Exception) as error:
            if not isinstance(error, OSError):  # of the terminal, which nobody looks at any more
                self._rescue("Interrupted" if isinstance(error, KeyboardInterrupt) else "It cannot go on")
            raise
        self._end()

    def _rescue(self, why: str) -> None:
        """Keep the game of people who lose patience with an agent, or whose plugin fails: nobody asks them to save."""
        if len(self.agents) == len(self.who) or not self.session.history:
            return
        stem = f"undercroft-{self.session.game.id}-{self.session.seed}"
        path = next(p for n in count(1) if not (p := Path(f"{stem}{f'-{n}' if n > 1 else ''}.json")).exists())
        try:
            self._write(str(path), "save", self.session.save, f"{why}. The game is saved in", "--load")
        except Exception as error:  # noqa: BLE001 - what led here is what the command ends with
            self._failed("the game could not be saved", error)

    # -- the frame around the game --------------------------------------------------------------------------------

    def _open(self) -> None:
        game, setup = self.session.game, self.session.setup
        self.screen.say(game.title, "title")
        words = [f"{key} {as_written(value)}" for key, value in setup.as_dict().items()]
        words += [f"with {name}" for name in setup.expansions] + [f"without {name}" for name in setup.without]
        self.screen.say(f"Setup: {', '.join(words)}.")
        seats = [f"{self._name(seat)} is {name}" for seat, name in enumerate(self.who, 1)]
        self.screen.say(f"Seed {self.session.seed}. {', '.join(seats)}.")
        if self.origin:
            made = f", {self._made()} into the game" if self.session.history else ""
            self.screen.say(f"Opened with {self.origin}{made}.")
        self.screen.say("Type the number of an option; ? says what is refused and why; help lists the rest.", "note")

    def _end(self) -> None:
        self._catch_up()
        self._show_table(1, whole=False)
        outcome = self.session.outcome
        if outcome is None:
            self.screen.say("The rules have nothing more to do: the game stops without a result.", "error")
        else:
            self.screen.say("")
            self.screen.say(verdict(outcome), outcome.result)
        self.screen.say(f"It took {self._made()}. {self._again()}", "command")

    def _made(self) -> str:
        made = len(self.session.history)
        return f"{made} choice{'s' if made != 1 else ''}"

    def _again(self) -> str:
        if self.origin:
            words = ["undercroft", "play", *shlex.split(self.origin), *self._seating()]
            return f"To play it again: {shlex.join(words)}"
        setup = self.session.setup
        fields = {field.name: field.default for field in attrs.fields(type(setup.options))}
        parts = [w for k, v in setup.as_dict().items() if v != fields[k] for w in ("--set", f"{k}={as_written(v)}")]
        parts += [word for name in setup.expansions for word in ("--with", name)]
        parts += [word for name in setup.without for word in ("--without", name)]
        words = ["undercroft", "play", setup.game, *parts, *self._seating(), "--seed", str(self.session.seed)]
        return f"To play it again: {shlex.join(words)}"

    def _seating(self) -> list[str]:
        """Options that seat the same agents again: no file says who played."""
        return [word for seat in self.agents for word in ("--seat", f"{seat}={self.who[seat - 1]}")]

    def _name(self, seat: int) -> str:
        try:
            called = self.session.rules.seat_name(self.session.state, seat)
        except (Exception, SystemExit):  # noqa: BLE001 - a fault in a plugin must not cost the players their game
            called = ""
        name = f"Player {seat}" if 1 <= seat <= len(self.who) else f"Seat {seat}"
        return f"{name} ({called})" if called else name

    def _catch_up(self) -> None:
        """Tell what happened since it was last told."""
        log = self.session.log
        new = log[min(self._told, len(log)) :]
        self._told = len(log)
        for entry in new:
            self.screen.happened(entry_in_words(entry), entry.rule)

    def _show_table(self, seat: int, *, whole: bool) -> None:
        try:
            panels = self.session.rules.panels(self.session.state, seat)
            if panels:
                self.screen.table(panels, whole)
        except OSError:  # of the terminal
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a fault in a plugin must not cost the players their game
            self._failed("the table cannot be shown", error)

    def _label(self, option: Option) -> str:
        """An option in words; where the rules fail at that, which must not cost the players their game, as it is."""
        try:
            return str(self.session.label(option))
        except (Exception, SystemExit):  # noqa: BLE001 - see above
            return " ".join(str(part) for part in option)

    # -- deciding -------------------------------------------------------------------------------------------------

    def _agent_decides(self, decision: Decision) -> None:
        seat = decision.seat
        self._catch_up()
        try:
            with self.screen.thinking(f"{self._name(seat)} ({self.who[seat - 1]})"):
                option = self.agents[seat].choose(self.session, seat, decision.prompt, decision.options)
            label = self._label(option)
            self.session.choose(option)
        except (Exception, SystemExit) as error:
            if len(self.agents) == len(self.who):
                if isinstance(error, SystemExit):
                    raise AgentError(f"agent {self.who[seat - 1]} cannot go on: SystemExit: {error}") from error
                raise
            self._failed(f"agent {self.who[seat - 1]} cannot go on", error)
            self.screen.say(f"From now on a person decides for {self._name(seat)}.", "note")
            del self.agents[seat]
            return
        self.screen.chose(f"{self._name(seat)} ({self.who[seat - 1]})", label)

    def _person_decides(self, decision: Decision) -> None:
        """Show and ask until something was chosen, taken back or made again."""
        self._catch_up()
        self._show_table(decision.seat, whole=False)
        self._ask(decision)
        while True:
            try:
                line = self.screen.read().strip()
            except EOFError:
                raise _Left("The input has ended.") from None
            is_number = line.isascii() and line.isdigit()
            if self._choose(decision, line) if is_number else self._command(line, decision):
                return

    def _ask(self, decision: Decision) -> None:
        labels = [self._label(option) for option in decision.options]
        title = self.index.title_of(decision.rule)
        self.screen.decision(self._name(decision.seat), decision.rule, title, decision.question, labels)

    def _choose(self, decision: Decision, line: str) -> bool:
        number = int(line) if len(line) <= _LONGEST_NUMBER else 0
        if not 1 <= number <= len(decision.options):
            self._expected(line, decision)
            return False
        option = decision.options[number - 1]
        label = self._label(option)
        try:
            self.session.choose(option)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a fault in a plugin's rule must not cost the players their game
            self._failed("the choice could not be carried out, and nothing has changed", error)
            return False
        self.screen.chose(self._name(decision.seat), label)
        return True

    def _failed(self, what: str, error: BaseException) -> None:
        known = isinstance(error, UndercroftError)
        said = message_of(error)
        self.screen.say(f"Error: {what}: {said if known else f'{type(error).__name__}: {said}'}", "error")

    def _expected(self, line: str, decision: Decision) -> None:
        most = len(decision.options)
        numbers = f"a number from 1 to {most}" if most > 1 else "the number 1"
        got = f"{line!r} is not possible here. " if line else ""
        self.screen.say(f"{got}Expected {numbers}, or a command: {', '.join(_NAMES)}.", "error")

    # -- commands -------------------------------------------------------------------------------------------------

    def _command(self, line: str, decision: Decision) -> bool:
        """Carry out what was typed; true where the game has moved on or back."""
        word, _, rest = line.partition(" ")
        fits = [name for name in _NAMES if name == word.lower()] or [
            name for name in _NAMES if word and name.startswith(word.lower())
        ]
        if len(fits) != 1:
            self._expected(line, decision)
            return False
        run: Callable[[str, Decision], bool] = getattr(self, _METHODS[fits[0]])
        try:
            return run(rest.strip(), decision)
        except UndercroftError as error:
            self.screen.say(f"Error: {error}", "error")
        except _Left:
            raise
        except Exception as error:  # noqa: BLE001 - a fault in a plugin must not cost the players their game
            self._failed(f"{fits[0]} could not be carried out", error)
        return False

    def _refused(self, rest: str, decision: Decision) -> bool:
        found = self.session.refused()
        if not found:
            self.screen.say("Nothing that one might expect is refused here: the options are all there is.", "note")
            return False
        # A turn that is spent refuses every card for one and the same reason, which is told once.
        why: dict[tuple[str, str], list[str]] = {}
        for row in found:
            why.setdefault((row.reason, row.rule), []).append(self._label(row.option).rstrip("."))
        self.screen.listing("Refused now:", [(_refusal(reason, what), rule) for (reason, rule), what in why.items()])
        return False

    def _odds(self, rest: str, decision: Decision) -> bool:
        from undercroft.cli.odds import NO_CHANCE, offered_in_words
        from undercroft.inquiry import odds

        found = odds(self.session)
        if not found:
            self.screen.say(NO_CHANCE, "note")
            return False
        self.screen.listing("The chances, by the numbers of the options:", offered_in_words(found))
        return False

    def _undo(self, rest: str, decision: Decision) -> bool:
        """Take back choices up to the last one of a person; with none there, everything stays as it is."""
        taken = 0
        while True:
            try:
                self.session.undo()
            except UsageError:
                for _ in range(taken):
                    self.session.redo()
                self._told = len(self.session.log)
                raise UsageError("there is no choice of yours to take back") from None
            taken += 1
            now = self.session.decision
            if now is not None and now.seat not in self.agents:
                return True

    def _redo(self, rest: str, decision: Decision) -> bool:
        """Make choices again up to the next one of a person."""
        self.session.redo()
        while (now := self.session.decision) is not None and now.seat in self.agents:
            try:
                self.session.redo()
            except UsageError:
                break
        return True

    def _save(self, rest: str, decision: Decision) -> bool:
        again = self._write(rest, "save", self.session.save, "The game is saved in", "--load")
        self._saved = f"To go on where it was saved: {again}"
        return False

    def _position(self, rest: str, decision: Decision) -> bool:
        said = "The position at the beginning of this step is in"
        self._write(rest, "position", self.session.save_position, said, "--from")
        return False

    def _write(self, name: str, command: str, write: Callable[[Path], None], said: str, option: str) -> str:
        if not name:
            raise UsageError(f"{command} needs a file name, such as: {command} evening.json")
        path = Path(name).expanduser()
        kept = path.exists()
        write(path)
        backup = f" The previous file is kept as {path}.bak." if kept else ""
        again = shlex.join(["undercroft", "play", option, str(path), *self._seating()])
        self.screen.say(f"{said} {path}.{backup} Go on with: {again}", "note")
        return again

    def _log(self, rest: str, decision: Decision) -> bool:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) <= _LONGEST_NUMBER):
            raise UsageError("log takes how many of the last lines to show, such as: log 20")
        log = list(self.session.log)
        shown = log[-int(rest) :] if rest and int(rest) else log
        rows = [(entry_in_words(entry), entry.rule) for entry in shown]
        self.screen.listing("What happened:" if shown else "Nothing happened yet.", rows)
        return False

    def _rules(self, rest: str, decision: Decision) -> bool:
        from undercroft.cli.rules import describe

        name = rest or decision.rule
        if not name:
            raise UsageError("rules needs a rule id or words to search for")
        try:
            found = self.index.find(name)
        except UsageError:
            hits = self.index.search(name)
            if not hits:
                raise
            rows = [(rule.title, rule.id) for rule in hits[:_HITS]]
            rows += [(f"{len(hits) - _HITS} more; further words find fewer", "")] if len(hits) > _HITS else []
            self.screen.listing(f"Rules for {name!r}:", rows)
            return False
        for text, style in describe(found):
            self.screen.say(text, "title" if style == "bold" else "")
        return False

    def _table(self, rest: str, decision: Decision) -> bool:
        self._show_table(decision.seat, whole=True)
        self._ask(decision)
        return False

    def _help(self, rest: str, decision: Decision) -> bool:
        self.screen.listing("What can be typed:", [(f"{name}: {text}", "") for name, text in COMMANDS])
        self.screen.say("A command may be shortened as long as it stays clear which is meant.", "note")
        return False

    def _quit(self, rest: str, decision: Decision) -> bool:
        raise _Left("You left the game.")


def _refusal(reason: str, what: Sequence[str]) -> str:
    """A reason with the options that it refuses."""
    return f"{what[0]}: {reason}" if len(what) == 1 else f"{reason[:1].upper()}{reason[1:]}: {'; '.join(what)}"


def verdict(outcome: Outcome) -> str:
    """How a game ended, as a sentence or two."""
    word = {"win": "won", "loss": "lost"}.get(outcome.result, outcome.result)
    reason = f" {outcome.reason[:1].upper()}{outcome.reason[1:].rstrip('.')}." if outcome.reason else ""
    return f"The game is over: {word}.{reason}"


_METHODS = {
    "?": "_refused",
    "odds": "_odds",
    "undo": "_undo",
    "redo": "_redo",
    "save": "_save",
    "position": "_position",
    "log": "_log",
    "rules": "_rules",
    "table": "_table",
    "help": "_help",
    "quit": "_quit",
}
_NAMES = tuple(_METHODS)
