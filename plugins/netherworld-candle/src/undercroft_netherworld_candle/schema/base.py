"""Checks that every content class uses, beside those of the framework."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from undercroft import check_id, check_n, check_word, need

__all__ = ["check_id", "check_n", "check_number", "check_title", "check_word", "check_words", "need"]


def check_title(title: str) -> None:
    """Refuse an empty title."""
    need(bool(title.strip()), "title", "a title", title)


def check_words(key: str, given: Sequence[str], words: Iterable[str], *, distinct: bool = True) -> None:
    """Refuse a list with a word that is not in a vocabulary, or with one twice unless that is allowed."""
    valid = tuple(words)
    for word in given:
        check_word(key, word, valid)
    if distinct:
        need(len(set(given)) == len(given), key, "each word once", list(given))


def check_number(number: str, letter: str) -> None:
    """NC-GEN-017: refuse a printed number that does not begin with the letter of its type."""
    good = re.fullmatch(rf"{letter}\d{{3}}", number) is not None
    need(good, "number", f"{letter} and three digits (NC-GEN-017)", number)
