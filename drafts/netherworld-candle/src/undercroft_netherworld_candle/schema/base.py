"""Checks that every content class uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from undercroft import ContentError

__all__ = ["ID", "check_id", "check_n", "check_number", "check_title", "check_word", "check_words", "need"]

ID: Final = re.compile(r"([a-z0-9-]+:)?[a-z0-9]+(-[a-z0-9]+)*")
"""An id: lower-case words and numbers joined by single hyphens, after the name of the pack where it adds the card."""


def need(holds: bool, key: str, expected: str, got: object) -> None:
    """Refuse a value unless ``holds``.

    Raises:
        ContentError: names the key, what was expected and what was found. The reader of content files puts the
            file, the line, the table and the id in front.
    """
    if not holds:
        raise ContentError(f"{key}: expected {expected}, got {got!r}")


def check_id(card: str) -> None:
    """Refuse an id that is not in lower case with single hyphens."""
    need(ID.fullmatch(card) is not None, "id", "lower-case words joined by hyphens", card)


def check_title(title: str) -> None:
    """Refuse an empty title."""
    need(bool(title.strip()), "title", "a title", title)


def check_word(key: str, word: str, words: Iterable[str]) -> None:
    """Refuse a word that is not in a vocabulary, listing the words that are."""
    valid = tuple(words)
    need(word in valid, key, "one of " + ", ".join(valid), word)


def check_words(key: str, given: Sequence[str], words: Iterable[str], *, distinct: bool = True) -> None:
    """Refuse a list with a word that is not in a vocabulary, or with one twice unless that is allowed."""
    valid = tuple(words)
    for word in given:
        check_word(key, word, valid)
    if distinct:
        need(len(set(given)) == len(given), key, "each word once", list(given))


def check_n(key: str, n: int, lo: int, hi: int) -> None:
    """Refuse a number outside ``lo`` to ``hi``."""
    need(lo <= n <= hi, key, f"a number from {lo} to {hi}", n)


def check_number(number: str, letter: str) -> None:
    """NC-GEN-017: refuse a printed number that does not begin with the letter of its type."""
    good = re.fullmatch(rf"{letter}\d{{3}}", number) is not None
    need(good, "number", f"{letter} and three digits (NC-GEN-017)", number)


def check_parts(key: str, parts: Iterable[Any]) -> None:
    """Put the key in front of what the parts of a card complain about when they are checked by :meth:`check`."""
    for n, part in enumerate(parts, 1):
        try:
            part.check()
        except ContentError as error:
            raise ContentError(f"{key} {n}: {error}") from error
