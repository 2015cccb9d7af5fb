"""Options, labels, prompts and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from undercroft.errors import IllegalChoice
from undercroft.rulebook import Rulebook
from undercroft.session import Session
from undercroft.state import Option, freeze
from undercroft.testing.checks.case import Case, ConformanceError, Line, fail, require, spread
from undercroft.testing.index import rule_ids

__all__ = [
    "every_option_is_legal",
    "illegal_choices_change_nothing",
    "labels_tell_options_apart",
    "options_are_sound",
    "prompts_are_declared",
    "refusals_say_why",
]

MOST = 60
"""Of a longer list of options an evenly spread part is tried."""

_PLAIN = (int, str, bool, type(None))


def _decisions(case: Case, most: int) -> Iterator[tuple[Line, int, Session]]:
    for line, i, session in case.walked(most):
        if session.ask is not None:
            yield line, i, session


def _is_plain(value: Any) -> bool:
    return isinstance(value, _PLAIN) or (isinstance(value, tuple) and all(_is_plain(v) for v in value))


def options_are_sound(case: Case) -> None:
    """An offer is never empty; its options are distinct plain tuples, a verb first, and survive a file.

    Looking at them by number, one after the other or backwards gives the same.
    """
    for line, i, session in _decisions(case, 4000):
        assert session.ask is not None
        where, options = line.where(i), session.ask[2]
        listed = list(options)
        require(listed, f"{where}: no option is offered")
        require(len(options) == len(listed), f"{where}: {len(options)} options by len(), {len(listed)} by iteration")
        by_number = [options[k] for k in range(len(options))] == listed and options[-1] == listed[-1]
        require(by_number, f"{where}: options by number differ from those by iteration")
        for option in listed:
            _sound(option, where)
        if len(set(listed)) != len(listed):
            twice = next(option for k, option in enumerate(listed) if option in listed[:k])
            fail(f"{where}: option {twice!r} is offered twice")
        missed = [option for option in spread(listed, 10) if option not in options]
        require(not missed, f"{where}: the options do not contain {missed} that they give")


def _sound(option: Any, where: str) -> None:
    if not (isinstance(option, tuple) and option and isinstance(option[0], str) and _is_plain(option)):
        fail(f"{where}: option {option!r} is no plain tuple with a verb first")
    if freeze(json.loads(json.dumps(option))) != option:
        fail(f"{where}: option {option!r} does not survive a file")


def every_option_is_legal(case: Case) -> None:
    """Each option that is offered can be chosen."""
    for line, i, session in _decisions(case, 400):
        assert session.ask is not None
        options = session.ask[2]
        for option in options if case.thorough else spread(options, MOST):
            fork = session.fork()
            try:
                fork.choose(option)
            except Exception as error:
                raise ConformanceError(
                    f"{line.where(i)}: option {option!r} is offered but fails: {type(error).__name__}: {error}"
                ) from error
            require(
                fork.ask is not None or fork.outcome,
                f"{line.where(i)}: after {option!r} nothing is asked and nobody has won",
            )


def labels_tell_options_apart(case: Case) -> None:
    """Every option has a label in words, and no two of an offer have the same."""
    for line, i, session in _decisions(case, 1500):
        assert session.ask is not None
        named: dict[str, Option] = {}
        for option in session.ask[2]:
            label: Any = session.label(option)
            require(isinstance(label, str) and label.strip(), f"{line.where(i)}: option {option!r} has no label")
            require(
                label == label.strip() and "\n" not in label,
                f"{line.where(i)}: label {label!r} is no single clean line",
            )
            other = named.setdefault(label, option)
            require(other == option, f"{line.where(i)}: options {other!r} and {option!r} have the same label {label!r}")


def prompts_are_declared(case: Case) -> None:
    """Every prompt that is asked or declared has a question and the id of a rule that exists."""
    known = rule_ids(case.game)
    rules = case.tables.rules(case.tables.drawn(0, 0))
    asked = {prompt: line.where(i) for line in case.lines for i, prompt in enumerate(line.prompts)}
    for name, where in asked.items():
        require(name in rules.prompts, f"{where}: the rulebook does not declare this prompt")
    for name, prompt in rules.prompts.items():
        require(prompt.text.strip(), f"prompt {name!r} has no question")
        required = prompt.rule or not (Rulebook.prompts.get(name) == prompt or _from_expansion(case, name))
        require(
            not required or prompt.rule in known,
            f"prompt {name!r} cites {prompt.rule!r}, which no rule of {case.game.id} has",
        )


def _from_expansion(case: Case, prompt: str) -> bool:
    """Expansions bring no rule index, so that their prompts may do without an id."""
    added = any(prompt in getattr(spec.layer, "prompts", {}) for spec in case.tables.specs if spec.expansion)
    return added and prompt not in case.game.rulebook.prompts


def refusals_say_why(case: Case) -> None:
    """What is listed as refused is not offered, and has a rule that exists, a reason and a label."""
    known = rule_ids(case.game)
    for line, i, session in _decisions(case, 1000):
        assert session.ask is not None
        for row in session.refused():
            where = f"{line.where(i)}: refused {row.option!r}"
            require(row.option not in session.ask[2], f"{where}, which is offered")
            require(row.reason.strip(), f"{where} without a reason")
            require(
                row.rule in known or (not row.rule and case.tables.specs),
                f"{where} under {row.rule!r}, which is no rule's id",
            )
            require(session.label(row.option).strip(), f"{where}, which has no label")


def illegal_choices_change_nothing(case: Case) -> None:
    """A choice that is not offered is refused with a reason, and nothing has changed."""
    for line in case.lines:
        wanted = case.sample(line, 50)
        for i, session in case.walk(line, log=True):
            if i not in wanted:
                continue
            before = (session.digest(), session.decision, len(session.log), len(session.history), session.state.key())
            for option, rule in _illegal(session, line, i):
                _refused(session, option, rule, line.where(i))
                after = (
                    session.digest(),
                    session.decision,
                    len(session.log),
                    len(session.history),
                    session.state.key(),
                )
                require(after == before, f"{line.where(i)}: the refused choice {option!r} changed something")


def _illegal(session: Session, line: Line, i: int) -> Iterator[tuple[Any, str]]:
    """Choices that are not offered, each with the rule that has to be named, ``""`` for any."""
    yield from [(("no-such-verb",), ""), ((), ""), (17, ""), (None, ""), ("", ""), (("",) * 9, ""), ([], "")]
    if session.ask is None:
        return
    offered = session.ask[2]
    yield from ((row.option, row.rule) for row in session.refused())
    elsewhere = dict.fromkeys(option for j in (i - 1, i + 1, 0) if 0 <= j < len(line) for option in line.offers[j][:8])
    bent = [(*option[:-1], option[-1] + 1000) for option in offered[:3] if type(option[-1]) is int]
    yield from ((option, "") for option in [*elsewhere, *bent] if option not in offered)


def _refused(session: Session, option: Any, rule: str, where: str) -> None:
    try:
        session.choose(option)
    except IllegalChoice as error:
        require(error.reason.strip(), f"{where}: {option!r} is refused without a reason")
        require(
            not rule or error.rule == rule, f"{where}: {option!r} is refused under {error.rule!r}, expected {rule!r}"
        )
    except Exception as error:
        raise ConformanceError(f"{where}: the choice {option!r} raises {type(error).__name__}: {error}") from error
    else:
        raise ConformanceError(f"{where}: the choice {option!r}, which is not offered, was taken")
