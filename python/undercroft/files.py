"""Files that are written whole or not at all, JSON documents that say what they are, and TOML."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from undercroft.errors import SaveError

__all__ = ["encode", "is_without", "parse_toml", "read_document", "write_atomically"]


def write_atomically(path: Path, data: bytes, *, keep: bool = False) -> None:
    """Write a file whole or not at all: temporary file, synced, renamed. ``keep`` leaves the old one as ``.bak``.

    Raises :class:`SaveError` where the disk refuses; the old file is untouched then.
    """
    temporary = None
    try:
        if path.exists() and not path.is_file():
            raise SaveError(f"{path}: cannot be written: it is a folder or a device, no file; nothing was changed")
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            if hasattr(os, "fchmod"):  # Windows has it from Python 3.13 on, and no such permissions
                os.fchmod(stream.fileno(), _mode_for(path))
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if keep and path.exists():
            _keep_backup(path)
        os.replace(temporary, path)
        temporary = None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise SaveError(f"{path}: cannot be written: {why}; nothing was changed") from error
    finally:  # after Ctrl-C as well
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def _mode_for(path: Path) -> int:
    """The permissions of a file that is written anew: those of the old one, else what the umask leaves."""
    if path.exists():
        return path.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _keep_backup(path: Path) -> None:
    """Leave the present file as ``.bak``; an older one is given up only when the new one is in place."""
    aside = path.with_name(f".{path.name}.bak.tmp")
    aside.unlink(missing_ok=True)
    try:
        os.link(path, aside)
    except OSError:  # a file system without hard links
        shutil.copy2(path, aside)
    try:
        os.replace(aside, path.with_name(path.name + ".bak"))
    except OSError:
        aside.unlink(missing_ok=True)
        raise


def encode(document: Any, indent: int | None = None) -> bytes:
    """A JSON document as it is written: UTF-8, one final line end."""
    # A lone surrogate, as odd file names have them, is no UTF-8; with a backslash it is JSON's own way to write it.
    return (json.dumps(document, indent=indent, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def is_without(folder: Path, name: str) -> bool:
    """Whether this is a folder, but has no such file. Raises :class:`SaveError` where nobody may look."""
    try:
        return folder.is_dir() and not (folder / name).exists()
    except OSError as error:
        raise SaveError(f"{folder / name}: cannot be read: {error.strerror or error}") from error


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML text as plain data. Raises :class:`ValueError` for what is none, or is nested beyond all measure."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def read_document(path: Path, form: str) -> dict[str, Any]:
    """Read a JSON file of the given format. Raises :class:`SaveError` for what is no such file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise SaveError(f"{path}: there is no such file") from error
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot be read: {error}") from error
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: cut or no JSON, or a number of thousands of digits
        raise SaveError(f"{path}: is no complete JSON document: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("format"), str):
        raise SaveError(f"{path}: is no file of Undercroft: key format is missing; expected {form!r}")
    if document["format"] != form:
        raise SaveError(
            f"{path}: has the format {document['format']!r}; expected {form!r}" + _hint(document["format"], form)
        )
    return document


_OPENED_WITH = {
    "undercroft-save": "; a save is opened with --load",
    "undercroft-position": "; a position is opened with --from",
}
"""What is mixed up most easily, and where it belongs."""


def _hint(found: str, wanted: str) -> str:
    name, _, version = found.partition("/")
    known = int(wanted.partition("/")[2])
    if name == wanted.partition("/")[0] and version.isdecimal() and len(version) < 10 and int(version) > known:
        return "; it was written by a newer Undercroft"
    return _OPENED_WITH.get(name, "")
