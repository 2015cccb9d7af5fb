"""Spoilers: what somebody who has just begun must not be told, and what is said in its place.

A game names its secrets (``Game.secrets``): whatever a fresh campaign has not unlocked. A :class:`Veil`
takes them out of everything that is told about the game outside of play: lists, errors, completions, reports, the table
of a batch. What is left in their place, such as ``scenario 5``, is enough to tell one from another, and to ask for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from undercroft.errors import PluginError

__all__ = ["Secret", "Veil", "no_veil", "veil_of"]

_WORD = re.compile(r"\w+")
_PLAIN_WORD = re.compile(r"[a-z]+")
_BEFORE_ID = re.compile(r"(?<![\w/.-])[a-z_]+/$")
_BEHIND_ID = re.compile(r"(?![/.]\w)")
"""What is around the id in ``kind/id``, which is no path of a file."""
_REMEMBERED = 20_000


@attrs.frozen
class Secret:
    """Something that a fresh campaign has not unlocked.

    ``said`` is what is told instead, such as ``"scenario 5"``. Where it belongs to this secret alone, whoever wants to
    know everything can look its ``title`` up by it. ``others`` are more names and texts of it, such as its id.
    """

    said: str
    title: str
    others: tuple[str, ...] = ()


class Veil:
    """Takes the secrets of a game out of texts and data, or tells them.

    A name that is one plain lower-case word, as ids may be, is taken out only where it stands alone or in ``kind/id``:
    the same word in a sentence is most likely no name.
    """

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        self._whole: dict[str, str] = {}
        self._phrases: dict[str, list[tuple[str, str]]] = {}
        self._ids: dict[str, list[tuple[str, str]]] = {}
        self._cache: dict[str, str] = {}
        self.legend: Mapping[str, str] = self._read(tuple(secrets))
        self._told = self._saying(self.legend)

    def _read(self, secrets: Sequence[Secret]) -> dict[str, str]:
        titles: dict[str, list[str]] = {}
        for secret in secrets:
            titles.setdefault(secret.said, []).append(secret.title)
            for name in (secret.title, *secret.others):
                if name:
                    self._whole.setdefault(name, secret.said)
        for name, said in self._whole.items():
            first = _WORD.search(name)
            if first is not None:
                names = self._ids if _PLAIN_WORD.fullmatch(name) else self._phrases
                names.setdefault(first.group(), []).append((name, said))
        for found in self._phrases.values():
            found.sort(key=lambda row: -len(row[0]))
        return {said: names[0] for said, names in titles.items() if len(names) == 1}

    @staticmethod
    def _saying(legend: Mapping[str, str]) -> re.Pattern[str] | None:
        longest = sorted(legend, key=lambda said: (-len(said), said))
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)") if longest else None

    def __bool__(self) -> bool:
        return bool(self._whole)

    # -- keeping secrets ------------------------------------------------------------------------------------------

    def hide(self, text: str) -> str:
        """A text without secrets."""
        made = self._cache.get(text)
        if made is None:
            made = self._whole.get(text) or self._hidden(text)
            if len(self._cache) < _REMEMBERED:
                self._cache[text] = made
        return made

    def _hidden(self, text: str) -> str:
        if not self:
            return text
        parts: list[str] = []
        done = 0
        for start, end, said in self._found(text):
            before = text[done:start]
            kind, _, rest = said.partition(" ")
            # "scenario paper-garden", "scenario=…" and "scenario/…" have said of what kind it is.
            if rest and re.search(rf"(?<!\w){re.escape(kind)}[ =/]$", before, re.IGNORECASE):
                said = rest
            parts += (before, said)
            done = end
        return "".join(parts) + text[done:] if parts else text

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        done = 0
        for word in _WORD.finditer(text):
            if word.start() < done:
                continue
            for name, said in self._beginning_with(word, text):
                # A name may begin with a quotation mark or the like, before its first word.
                start = word.start() - name.index(word.group())
                end = start + len(name)
                if start >= done and text.startswith(name, start) and _stands_alone(text, start, end):
                    yield start, end, said
                    done = end
                    break

    def _beginning_with(self, word: re.Match[str], text: str) -> Iterable[tuple[str, str]]:
        """The names that may stand where a word stands; a plain id only behind its kind."""
        yield from self._phrases.get(word.group(), ())
        if word.group() in self._ids and _BEFORE_ID.search(text[: word.start()]) and _BEHIND_ID.match(text, word.end()):
            yield from self._ids[word.group()]

    def hide_values(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Named figures and texts without secrets in the texts."""
        return {name: self.hide(value) if isinstance(value, str) else value for name, value in facts.items()}

    def hide_data(self, value: Any) -> Any:
        """Plain data without secrets: texts, also those that are keys, in lists and dicts of any depth."""
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, Mapping):
            return {self.hide_data(key): self.hide_data(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.hide_data(part) for part in value]
        return value

    # -- telling them ---------------------------------------------------------------------------------------------

    def tell(self, text: str) -> str:
        """A text in which the title stands behind whatever is said in place of a secret."""
        if self._told is None:
            return text
        return self._told.sub(lambda found: f"{found.group()} ({self.legend[found.group()]})", text)

    def name(self, kind: str, name: str) -> str:
        """How to ask for a name of a kind of content: ``"5"`` where ``"scenario 5"`` is said, an open name as it is."""
        return self.hide(name).removeprefix(f"{kind} ")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether what stands there is no part of a longer word or id; ``pack:name`` is an id of its own."""
    if start > 1 and text[start - 1] == ":" and text[start - 2].isalnum():
        return False
    return not (_joins(text, start - 1, start) or _joins(text, end, end - 1))


def _joins(text: str, outside: int, inside: int) -> bool:
    if not 0 <= outside < len(text) or not (text[inside].isalnum() or text[inside] in "_-"):
        return False
    return text[outside].isalnum() or text[outside] in "_-"


no_veil = Veil()
"""The veil of a game that has no secrets."""


def veil_of(name: str, listed: Callable[[Any], Iterable[Secret]], content: Any) -> Veil:
    """The veil over what ``listed`` gives for this content; ``name`` is the game's, for errors.

    Raises :class:`PluginError` where it fails, or gives anything but a :class:`Secret` each.
    """
    try:
        secrets: tuple[Any, ...] = tuple(listed(content))
    except (Exception, SystemExit) as error:
        raise PluginError(f"{name}: secrets cannot be listed: {type(error).__name__}") from error
    for secret in secrets:
        texts = (secret.said, secret.title, *secret.others) if isinstance(secret, Secret) else (None,)
        if not all(isinstance(text, str) for text in texts):
            raise PluginError(f"{name}: secrets: expected a Secret made of texts, got {type(secret).__name__}")
    return Veil(secrets)
