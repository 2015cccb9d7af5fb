"""Saves that cannot be honoured are refused with file, place and reason, and are left alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import lantern
import pytest

from undercroft.errors import SaveError, exit_code
from undercroft.plugins import registry
from undercroft.session import Session
from undercroft.state import state


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


# -- what is refused --------------------------------------------------------------------------------------------------


Edit = Callable[[dict[str, Any]], None]


def put(name: str, value: Any) -> Edit:
    return lambda document: document.__setitem__(name, value)


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


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
    "expansions that are no names": (put("expansions", [["bats"]]), r"an expansion cannot be \['bats'\]"),
    "arguments that are no list": (lambda d: d["state"]["stack"].append(["turn", 1]), "expected a list, got 1"),
    "a table among the arguments": (
        lambda d: d["state"]["stack"].append(["turn", [{"seat": 1}]]),
        r"expected a plain value or a list of such, got \{'seat': 1\}",
    ),
    "step of the machinery": (lambda d: d["state"]["stack"].append(["listen", []]), "has no step 'listen'"),
    "pile without its luck": (lambda d: d["state"]["deck"].pop("stream"), r"its cards and its stream, .* @ \$\.deck"),
    "pile with a foreign key": (lambda d: d["state"]["deck"].update(size=2), "a pile has no key 'size'"),
    "seats that are no tables": (put("state", {"seats": [*"abcdefgh"]}), "expected the table of a Seat .*and 3 more"),
    "seats that are no list": (put("state", {"seats": "abcdefgh"}), r"expected a list, got 'abcdefgh' @ \$\.seats"),
    "half a drop of oil": (lambda d: d["state"]["seats"][0].update(oil=2.5), r"got 2\.5 @ \$\.seats\[0\]\.oil"),
    "version that is no number": (put("format", "undercroft-save/\u00b2"), "has the format 'undercroft-save/\u00b2'"),
    "seat that is not there": (lambda d: d["state"]["seats"].clear(), "IndexError"),
    "answers that are not offered": (put("answers", [["play", 77]]), "no longer accept an answer.*last boundary"),
    "answers of a wrong type": (put("answers", [5]), "choice 1 in answers: expected a list .*, got 5"),
    "history of a wrong type": (lambda d: d["history"].append("rest"), r"json: choice \d+: expected a list .*'rest'"),
    "history without end": (lambda d: d["history"].append(nested(700)), "key history: is nested too deeply"),
    "answers without end": (put("answers", nested(700)), "key answers: is nested too deeply"),
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


def test_an_edited_save_is_refused_at_its_boundary_too(saved: Path) -> None:
    """There other rules are forgiven, but not another game than the one that was played."""
    document = read(saved)
    document["state"]["seats"][0]["oil"] = 50
    saved.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SaveError, match=r"seal .* does not fit what the file says; it was edited or damaged"):
        Session.load(saved, at_boundary=True)


POSITIONS: dict[str, tuple[Edit, str]] = {
    "result that is none": (lambda d: d["state"].update(result="draw"), "key state.result: expected win, loss or"),
    "won, and goes on": (lambda d: d["state"].update(result="win"), "key state.result: is 'win', but steps are still"),
    "seed": (put("seed", 5), "key seed is 5, but 4 in the state; expected the same in both"),
    "seed of the state": (lambda d: d["state"].update(seed=5), "key seed is 4, but 5 in the state"),
    "index": (put("index", 7), "key index is 7, but 1 in the state"),
    "negative seed": (lambda d: d["state"].update(seed=-1), "key state.seed: expected a whole number from 0 to 1844"),
    "huge index": (lambda d: d["state"].update(index=2**64), "key state.index: expected a whole number from 0 to 1844"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_an_edited_position_is_refused(saved: Path, tmp_path: Path, name: str) -> None:
    edit, message = POSITIONS[name]
    path = tmp_path / "position.json"
    Session.load(saved).save_position(path)
    document = read(path)
    edit(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SaveError, match=re.escape(message)) as caught:
        Session.load_position(path)
    assert str(caught.value).startswith(f"{path}: ")


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
        (b'{"format": ' + b"9" * 5000 + b"}", "is no complete JSON document"),
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
        Session.load_position(tmp_path / "nowhere.json")


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


def test_changed_rules_that_lead_elsewhere_are_told_from_an_edited_file(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = attrs.evolve(lantern.GAME, state=Smaller, rules_version="2")
    monkeypatch.setitem(registry().games, "lantern", newer)
    told = (
        r"the rules have changed \(it was made with rules 1, installed is 2\); it can be resumed at its last boundary"
    )
    with pytest.raises(SaveError, match=told):
        Session.load(saved)
