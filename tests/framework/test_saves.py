"""Saves and position files: what is in them, how they are written, and that they lead on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from cellars import TWO, at_prism, first, last, play, with_hand
from shapes import Everything, full

from undercroft import __version__
from undercroft._core import RNG_ID, Deck, Stream
from undercroft.codec import Codec
from undercroft.errors import SaveError
from undercroft.files import write_atomically
from undercroft.session import Session

NAMES = {"card": ["match", "torch", "flask", "prism", "charm", "bell"]}


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


# -- states as plain data ---------------------------------------------------------------------------------------------


def test_a_state_of_every_type_survives_a_file() -> None:
    codec = Codec(NAMES)
    original = full()
    original.maybe_deck = Deck([1, 2], Stream(0, 0, "x"))
    original.either = "text"
    made = codec.load(json.loads(json.dumps(codec.dump(original))), Everything)
    assert made == original
    assert made.key() == original.key()


def test_ints_are_written_as_content_ids() -> None:
    data = Codec(NAMES).dump(full())
    assert data["card"] == "prism"
    assert data["cards"] == ["torch", "flask"]
    assert data["deck"]["cards"] == ["prism", "charm"]
    assert list(data["by_card"]) == ["torch"]


def test_ints_without_an_id_stay_ints() -> None:
    codec = Codec(NAMES)
    original = full()
    original.card = -1
    original.by_card = {-1: original.inner, 5: original.inner}
    data = json.loads(json.dumps(codec.dump(original)))
    assert (data["card"], list(data["by_card"])) == (-1, ["-1", "bell"])
    assert codec.load(data, Everything) == original
    nameless = Codec({})
    assert nameless.load(json.loads(json.dumps(nameless.dump(original))), Everything) == original


def test_what_the_table_knows_of_a_pile_is_kept() -> None:
    original = full()
    original.deck.put_top(5)
    original.deck.put_bottom(2)
    codec = Codec(NAMES)
    made = codec.load(json.loads(json.dumps(codec.dump(original))), Everything)
    assert made.deck.known() == original.deck.known() != bytes(len(original.deck))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("card", "lasagne", "there is no card 'lasagne' in the installed content"),
        ("card", 17, "there is no card number 17 in the installed content"),
        ("card", 1.5, "there is no card 1.5"),
        ("card", [1], r"there is no card \[1\]"),
        ("card", True, "there is no card True"),
        ("deck", {"cards": "none"}, "expected a pile with its cards"),
        ("deck", {"cards": ["lasagne"], "stream": None}, "there is no card 'lasagne'"),
        ("deck", {"cards": [], "stream": "5331"}, "stream"),
        ("deck", {"cards": ["bell"], "known": [1, 2, 3], "stream": None}, "expected one flag for each"),
        ("die", "zz", "die|hex"),
        ("number", "many", "number"),
        ("inner", {"numbers": [], "nam": ""}, "nam"),
        ("grid", 5, "grid"),
        ("by_pair", [[1]], "by_pair|unpack"),
        ("raw", "zz", "raw|hex"),
    ],
)
def test_data_that_does_not_fit_is_refused_with_its_field(field: str, value: Any, message: str) -> None:
    codec = Codec(NAMES)
    data = json.loads(json.dumps(codec.dump(full())))
    data[field] = value
    with pytest.raises(SaveError, match=message):
        codec.load(data, Everything)


# -- saving and loading -----------------------------------------------------------------------------------------------


def test_a_save_names_the_versions_of_its_expansions(tmp_path: Path) -> None:
    Session("lantern", seed=1, expansions=["moths"]).save(tmp_path / "game.json")
    assert read(tmp_path / "game.json")["versions"]["undercroft-moths"] == "1.0"


def test_a_save_says_all_there_is_to_know(saved: Path) -> None:
    document = read(saved)
    assert document["format"] == "undercroft-save/1"
    assert document["game"] == "lantern"
    assert document["versions"] == {
        "undercroft": __version__,
        "lantern": "1.0",
        "rules": "1",
        "undercroft-lantern": "1.0",
    }
    assert document["rng"] == RNG_ID
    assert document["setup"] == {"mode": "long", "players": 2, "weather": "clear", "hard": False}
    assert (document["expansions"], document["seed"], document["index"]) == ([], 4, 1)
    assert document["answers"] == [["play", 3]]
    assert document["history"][-1] == ["play", 3]
    assert document["state"]["seats"][0]["hand"][0] in NAMES["card"]
    assert len(document["digest"]) == len(document["seal"]) == 32


def test_a_loaded_game_goes_on_where_it_was(saved: Path) -> None:
    session = Session.load(saved)
    assert session.decision is not None
    assert session.decision.prompt == "split"
    assert (session.seed, session.index, session.digest()) == (4, 1, read(saved)["digest"])
    again = Session.load(saved)
    play(session)
    play(again)
    assert session.digest() == again.digest()
    assert session.outcome is not None


def test_a_loaded_game_can_be_taken_back_to_its_beginning_and_saved_again(saved: Path, tmp_path: Path) -> None:
    session = Session.load(saved)
    history = session.history
    for _ in history:
        session.undo()
    assert session.digest() == Session("lantern", {"mode": "long", "players": 2}, seed=4, index=1).digest()
    for _ in history:
        session.redo()
    again = tmp_path / "again.json"
    session.save(again)
    assert read(again) == read(saved)


def test_expansions_and_drawn_values_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for seed in range(4):
        session = Session("lantern", {"weather": "any"}, seed=seed, expansions=["moths"])
        session.choose(last(session))
        session.save(path)
        loaded = Session.load(path)
        assert type(loaded.rules).__mro__[1:] == type(session.rules).__mro__[1:]
        assert loaded.setup == session.setup
        assert play(loaded).digest() == play(session).digest()


def test_a_finished_game_is_saved_and_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = play(Session("lantern", TWO, seed=2))
    session.save(path)
    loaded = Session.load(path)
    assert (loaded.outcome, loaded.digest(), loaded.ask) == (session.outcome, session.digest(), None)
    loaded.undo()
    session.undo()
    assert loaded.digest() == session.digest()


def test_a_game_from_a_position_keeps_its_origin(tmp_path: Path) -> None:
    path, position = tmp_path / "game.json", tmp_path / "position.json"
    with_hand([3, 0]).save_position(position)
    session = Session.load_position(position)
    start = session.digest()
    session.choose(("play", 3))
    session.choose(("light", 1))
    session.choose(last(session))
    session.save(path)
    loaded = Session.load(path)
    for _ in loaded.history:
        loaded.undo()
    assert loaded.digest() == start, "not the beginning of a new game"


def test_a_position_is_readable_editable_and_played_from(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    at_prism().save_position(path)
    document = read(path)
    assert document["format"] == "undercroft-position/1"
    assert "answers" not in document
    assert "history" not in document
    assert document["state"]["seats"][0]["hand"] == ["prism", "match"]
    assert document["state"]["room"] == "well"
    document["state"]["seats"][0]["hand"] = ["flask"]
    path.write_text(json.dumps(document))
    session = Session.load_position(path)
    assert session.decision is not None
    assert list(session.decision.options) == [("play", 2), ("rest",)]
    assert session.history == []


# -- writing ----------------------------------------------------------------------------------------------------------


def test_the_previous_save_is_kept(tmp_path: Path) -> None:
    path, backup = tmp_path / "game.json", tmp_path / "game.json.bak"
    session = Session("lantern", {"mode": "long"}, seed=1)
    texts = []
    for _ in range(3):
        session.save(path)
        texts.append(path.read_text())
        session.choose(first(session))
    assert path.read_text() == texts[2]
    assert backup.read_text() == texts[1]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "game.json.bak"]


@pytest.mark.parametrize("function", ["fsync", "replace", "fdopen"])
def test_a_disk_that_refuses_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    path = tmp_path / "game.json"
    session = Session("lantern", seed=1)
    session.save(path)
    before = path.read_bytes()
    session.choose(last(session))

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, function, refuse)
    with pytest.raises(SaveError, match=r"game\.json: cannot be written: No space left on device; nothing was changed"):
        session.save(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert not [p for p in tmp_path.iterdir() if p.name.endswith(".tmp")]
    session.save(path)
    assert Session.load(path).digest() == session.digest()


def test_a_backup_needs_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    session = Session("lantern", seed=1)
    session.save(path)
    before = path.read_bytes()
    session.choose(last(session))

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)
    session.save(path)
    assert path.with_name("game.json.bak").read_bytes() == before


def test_permissions_stay_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = Session("lantern", seed=1)
    session.save(path)
    assert path.stat().st_mode & 0o044 == 0o044 & ~_umask()
    path.chmod(0o640)
    session.save(path)
    assert path.stat().st_mode & 0o777 == 0o640


def _umask() -> int:
    value = os.umask(0)
    os.umask(value)
    return value


def test_a_folder_that_is_missing_or_in_the_way(tmp_path: Path) -> None:
    session = Session("lantern", seed=1)
    with pytest.raises(SaveError, match="cannot be written: No such file or directory"):
        session.save(tmp_path / "no" / "game.json")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(SaveError, match="folder: cannot be written"):
        session.save(folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_write_atomically_without_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_atomically(path, b"1")
    write_atomically(path, b"2")
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"2"]
