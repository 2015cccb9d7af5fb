"""Saves and position files: what is in them, how they are written, what is refused, and that the disk is left alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import lantern
import pytest
from cellars import TWO, at_prism, first, last, play, with_hand
from shapes import Everything, full

from undercroft import __version__
from undercroft._core import RNG_ID, Deck, Stream
from undercroft.errors import SaveError, exit_code
from undercroft.plugins import registry
from undercroft.saves import Codec, load_position, write_atomically
from undercroft.session import Session
from undercroft.state import state

NAMES = {"card": ["match", "torch", "flask", "prism", "charm", "bell"]}


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A save in the middle of a step."""
    path = tmp_path / "game.json"
    session = Session("lantern", {"mode": "long", "players": 2}, seed=4, index=1)
    while session.ask is not None and session.ask[1] != "split":
        session.choose(next((o for o in session.ask[2] if o == ("play", 3)), last(session)))
    assert session.ask is not None
    session.save(path)
    return path


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
        ("deck", {"cards": ["lasagne"]}, "there is no card 'lasagne'"),
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


def test_a_save_says_all_there_is_to_know(saved: Path) -> None:
    document = read(saved)
    assert document["format"] == "undercroft-save/1"
    assert document["game"] == "lantern"
    assert document["versions"] == {"undercroft": __version__, "lantern": "1.0", "rules": "1"}
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
    session = load_position(position)
    start = session.digest()
    session.choose(("play", 3))
    session.save(path)
    loaded = Session.load(path)
    loaded.undo()
    assert loaded.digest() == start


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
    session = load_position(path)
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


@pytest.mark.parametrize("function", ["fsync", "replace", "link", "fdopen"])
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


# -- what is refused --------------------------------------------------------------------------------------------------


Edit = Callable[[dict[str, Any]], None]


def put(name: str, value: Any) -> Edit:
    return lambda document: document.__setitem__(name, value)


EDITS: dict[str, tuple[Edit, str]] = {
    "newer format": (put("format", "undercroft-save/2"), "expected 'undercroft-save/1'; .* by a newer Undercroft"),
    "other format": (put("format", "undercroft-position/1"), "has the format 'undercroft-position/1'; expected"),
    "foreign format": (put("format", "chess/1"), "has the format 'chess/1'"),
    "no format": (lambda d: d.pop("format"), "key format is missing"),
    "format of a wrong type": (put("format", 1), "key format is missing"),
    "missing plugin": (put("game", "chess"), "no game 'chess' is installed"),
    "missing expansion": (put("expansions", ["bats"]), "lantern has no expansion 'bats'"),
    "other generator": (put("rng", "mt19937/1"), "random generator 'mt19937/1'; this Undercroft has"),
    "setup of another version": (put("setup", {"cellars": 2}), "lantern has no setup key 'cellars'"),
    "setup that is not allowed": (put("setup", {"players": 9}), "players cannot be 9"),
    "setup of a wrong type": (put("setup", []), "key setup: expected dict"),
    "seed of a wrong type": (put("seed", "4"), "key seed: expected int"),
    "no history": (lambda d: d.pop("history"), "key history is missing"),
    "no state": (lambda d: d.pop("state"), "key state is missing"),
    "state with a foreign key": (lambda d: d["state"].update(gold=1), "key state: .*gold"),
    "state without a field": (lambda d: d["state"].pop("gloom"), "digest|seal|key state"),
    "unknown card": (
        lambda d: d["state"]["discard"].append("lasagne"),
        r"no card 'lasagne' in .* @ \$\.discard",
    ),
    "unknown step": (lambda d: d["state"]["stack"].insert(0, ["nowhere", []]), "has no step 'nowhere'"),
    "private step": (lambda d: d["state"]["stack"].append(["__init__", []]), "has no step '__init__'"),
    "step with other arguments": (lambda d: d["state"]["stack"].append(["turn", [1, 2, 3]]), "TypeError"),
    "seat that is not there": (lambda d: d["state"]["seats"].clear(), "IndexError"),
    "answers that are not offered": (put("answers", [["play", 77]]), "no longer accept an answer.*last boundary"),
    "answers of a wrong type": (put("answers", [5]), "no longer accept an answer|do not fit"),
    "fewer answers": (put("answers", []), "does not fit the position"),
    "edited oil": (lambda d: d["state"]["seats"][0].update(oil=50), "digest .* does not fit the position"),
    "edited digest": (put("digest", "0" * 32), "digest 0{32} does not fit the position"),
    "edited history": (lambda d: d["history"].insert(0, ["rest"]), "seal .* does not fit what the file says"),
    "edited seed": (put("seed", 5), "seal .* does not fit what the file says"),
    "edited setup": (lambda d: d["setup"].update(hard=True), "seal .* does not fit what the file says"),
    "edited versions": (lambda d: d["versions"].update(lantern="9"), "seal .* does not fit what the file says"),
    "no seal": (lambda d: d.pop("seal"), "key seal is missing"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_or_foreign_save_is_refused_and_left_alone(saved: Path, name: str) -> None:
    edit, message = EDITS[name]
    document = read(saved)
    edit(document)
    saved.write_text(json.dumps(document), encoding="utf-8")
    before = saved.read_bytes()
    with pytest.raises(SaveError, match=message) as caught:
        Session.load(saved)
    assert str(caught.value).startswith(f"{saved}: ")
    assert exit_code(caught.value) == 3
    assert saved.read_bytes() == before
    assert [p.name for p in saved.parent.iterdir()] == [saved.name]


def test_a_cut_save_is_refused_wherever_it_is_cut(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in [0, 1, len(whole) // 2, *range(2, len(whole) - 2, 97), len(whole) - 3]:
        saved.write_bytes(whole[:length])
        with pytest.raises(SaveError, match=r"game\.json: is no complete JSON document"):
            Session.load(saved)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "cannot be read"),
        (b"[]", "is no file of Undercroft"),
        (b"null", "is no file of Undercroft"),
        (b"[" * 100_000, "is no complete JSON document"),
    ],
)
def test_what_is_no_save_at_all(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)
    with pytest.raises(SaveError, match=message):
        Session.load(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="there is no such file"):
        Session.load(tmp_path / "nowhere.json")
    with pytest.raises(SaveError, match="cannot be read"):
        Session.load(tmp_path)
    with pytest.raises(SaveError, match="there is no such file"):
        load_position(tmp_path / "nowhere.json")


# -- rules that have changed ------------------------------------------------------------------------------------------


class NoPrisms(lantern.LanternRules):
    """A newer version of the rules: prisms can no longer be played."""

    def turn(self, s: Any, seat: int) -> Any:
        yield self.ask(s, seat, "turn", [("rest",)])


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The installed rules are newer than those of the save."""
    monkeypatch.setitem(registry().games, "lantern", attrs.evolve(lantern.GAME, rulebook=NoPrisms))


def test_changed_rules_are_told_and_the_boundary_can_be_resumed(saved: Path, changed: None) -> None:
    before = saved.read_bytes()
    with pytest.raises(SaveError, match=r"no longer accept an answer.*\('play', 3\).*resumed at its last boundary"):
        Session.load(saved)
    session = Session.load(saved, at_boundary=True)
    assert session.decision is not None
    assert list(session.decision.options) == [("rest",)]
    assert session.history == [tuple(option) for option in read(saved)["history"][:-1]]
    assert saved.read_bytes() == before


@state
class Smaller(lantern.GAME.state):  # type: ignore[misc, name-defined]
    """A newer version of the state: it has a field more."""

    lamps: int = 3


def test_a_state_with_a_new_field_takes_its_default_at_the_boundary(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry().games, "lantern", attrs.evolve(lantern.GAME, state=Smaller))
    with pytest.raises(SaveError, match=r"digest .* does not fit"):
        Session.load(saved)
    session: Any = Session.load(saved, at_boundary=True)
    assert session.state.lamps == 3
