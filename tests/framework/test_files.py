"""Files are written whole or not at all, and only where a file can be."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from undercroft.errors import SaveError
from undercroft.files import encode, read_document, write_atomically


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(SaveError, match="it is a folder or a device"):
        write_atomically(tmp_path / "game.json", b"{}", keep=True)
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SaveError, match="it is a folder or a device"):
        write_atomically(tmp_path / "pipe", b"{}", keep=True)
    assert (tmp_path / "pipe").is_fifo()


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be written: embedded null byte"):
        write_atomically(tmp_path / "a\0b", b"{}")
    with pytest.raises(SaveError, match="cannot be read"):
        read_document(tmp_path / "a\0b", "form/1")


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "game.json", b"{}")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_unicode_is_written_all_the_same(tmp_path: Path) -> None:
    document = {"format": "form/1", "agent": "/tmp/\udcff.py:choose"}
    (tmp_path / "file.json").write_bytes(encode(document))
    assert read_document(tmp_path / "file.json", "form/1") == document
    assert json.loads(encode(document)) == document


def test_permissions_are_those_of_the_old_file_and_else_what_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "game.json", b"{}")
    finally:
        os.umask(before)
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o640
    (tmp_path / "game.json").chmod(0o604)
    write_atomically(tmp_path / "game.json", b"[]")
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o604


def test_a_platform_without_permissions_writes_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fchmod")
    write_atomically(tmp_path / "game.json", b"{}")
    assert (tmp_path / "game.json").read_bytes() == b"{}"
