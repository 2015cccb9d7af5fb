"""Content that is taken out of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from installing import installed

from undercroft import Session, registry, replay, resume, simulate
from undercroft.batch import compare
from undercroft.content import ContentPack
from undercroft.errors import ContentError, SaveError, UsageError
from undercroft.replays import write_replay
from undercroft.without import ids_of, named, removal


@pytest.fixture(autouse=True)
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), {"lantern": "lantern", "moths": "moths"}):
        yield


def ids(*expansions: str) -> dict[str, list[str]]:
    found = registry()
    return ids_of(found.content_packs(found.game("lantern"), expansions))


def test_a_game_without_a_card() -> None:
    whole = Session("lantern")
    less = Session("lantern", without=["prism"])
    assert less.setup.without == ("card/prism",)
    cards = [[card.id for card in session.rules.content.cards] for session in (whole, less)]
    assert "prism" in cards[0]
    assert cards[1] == [card for card in cards[0] if card != "prism"]
    assert Session("lantern", without=["card/prism", "prism"]).setup == less.setup


def test_what_an_expansion_brings_can_be_taken_out() -> None:
    assert "moths:cocoon" in ids("moths")["card"]
    less = Session("lantern", expansions=["moths"], without=["moths:cocoon"])
    assert "moths:cocoon" not in [card.id for card in less.rules.content.cards]
    with pytest.raises(UsageError, match="lantern has no content 'moths:cocoon'"):
        Session("lantern", without=["moths:cocoon"])


def test_the_ids_are_those_that_the_packs_leave(tmp_path: Path) -> None:
    base, later = tmp_path / "base.toml", tmp_path / "later.toml"
    base.write_text('[[card]]\nid = "one"\n[[card]]\nid = "two"\n[[room]]\nid = "one"\n')
    later.write_text('[[remove]]\nkind = "card"\nid = "two"\n[[card]]\nid = "more:three"\n')
    packs = [ContentPack("toy", "toy", (base,)), ContentPack("toy", "more", (later,))]
    assert ids_of(packs) == {"card": ["one", "more:three"], "room": ["one"]}
    assert named("toy", packs, ["more:three", "room/one"]) == ("card/more:three", "room/one")
    with pytest.raises(UsageError, match="toy has more than one 'one'; say card/one or room/one"):
        named("toy", packs, ["one"])
    base.write_text("[[card")
    with pytest.raises(ContentError, match=r"base\.toml: cannot be read"):
        ids_of(packs)


@pytest.mark.parametrize("text", ["card = 5", "remove = [5]", '[[remove]]\nkind = ["card"]\nid = "lamp"', "remove = 5"])
def test_broken_content_is_what_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(text)
    monkeypatch.setattr(registry(), "packs", [ContentPack("lantern", "bats", (broken,), expansion="bats")])
    with pytest.raises(ContentError, match=r"broken\.toml"):
        Session("lantern", expansions=["bats"], without=["prism"])
    assert Session("lantern", without=["prism"]).setup.without == ("card/prism",)


def test_the_removal_is_a_pack_like_any_other() -> None:
    pack = removal("toy", ['card/say "aye"', "card/b"])
    assert ids_of([pack]) == {}
    (file,) = pack.files
    assert file.read_text(encoding="utf-8").count("[[remove]]") == 2
    assert (file.is_file(), file.is_dir(), file.read_bytes()) == (True, False, file.read_text().encode())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("prisn", "lantern has no content 'prisn' to be played without; near it: card/prism$"),
        ("card/prisn", "near it: card/prism$"),
        ("xxxxxxxx", "expected an id or kind/id; the kinds are card, room$"),
        ("cart/prism", "lantern has no kind of content 'cart'; the kinds are card, room$"),
        ("", "lantern cannot be played without ''; expected the id of a card"),
    ],
)
def test_what_is_not_there(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Session("lantern", without=[name])


def test_what_a_game_needs_stays_in_it() -> None:
    with pytest.raises(UsageError, match=r"death-binder cannot be played without board/solo: \[\[board\]\]: expected"):
        Session("death-binder", without=["board/solo"])


def test_content_that_breaks_without_a_card_is_told_of_as_well() -> None:
    game = registry().game("lantern")

    def load(packs: Sequence[ContentPack]) -> Any:
        if len(packs) > 1:
            raise KeyError("prism")
        return game.load_content(packs)

    needy = attrs.evolve(game, load_content=load)
    with pytest.raises(UsageError, match="lantern cannot be played without card/prism: KeyError: 'prism'"):
        Session(needy, without=["prism"])


def test_files_say_what_is_missing(tmp_path: Path) -> None:
    session = Session("lantern", seed=5, without=["prism"])
    for _ in range(3):
        assert session.decision is not None
        session.choose(session.decision.options[0])
    session.save(tmp_path / "save.json")
    session.save_position(tmp_path / "position.json")
    write_replay(session, tmp_path / "replay.json")
    loaded = Session.load(tmp_path / "save.json")
    assert (loaded.setup, loaded.digest()) == (session.setup, session.digest())
    assert Session.load_position(tmp_path / "position.json").setup.without == ("card/prism",)
    assert replay(tmp_path / "replay.json", verify=True).setup.without == ("card/prism",)
    document = json.loads((tmp_path / "replay.json").read_text())
    (tmp_path / "replay.json").write_text(json.dumps({**document, "without": [3]}))
    with pytest.raises(SaveError, match=r"replay\.json: key without: expected a list of kind/id, got \[3\]"):
        replay(tmp_path / "replay.json")


def test_batches_say_what_is_missing(tmp_path: Path) -> None:
    whole = simulate("lantern", games=20)
    less = simulate("lantern", games=20, without=["prism"], out=tmp_path / "run", workers=2)
    assert less.plan.without == ("card/prism",)
    assert less.as_json()["without"] == ["card/prism"]
    assert "without card/prism" in less.summary()
    assert less.digest != whole.digest
    assert simulate("lantern", games=20, without=["card/prism"]).digest == less.digest
    back = resume(tmp_path / "run")
    assert (back.plan.without, back.digest) == (("card/prism",), less.digest)
    found = compare("lantern", "lantern -prism", games=20)
    assert (found.a.digest, found.b.digest) == (whole.digest, less.digest)


def test_a_position_knows_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    Session("lantern", seed=5, without=["prism"]).save_position(file)
    assert simulate("lantern", games=3, start=file).plan.without == ("card/prism",)
    assert simulate("lantern", games=3, start=file, without=["prism"]).n == 3
    with pytest.raises(UsageError, match="the position was set up without card/prism; leave that to the position file"):
        simulate("lantern", games=3, start=file, without=["torch"])
    Session("lantern", seed=5).save_position(tmp_path / "whole.json")
    with pytest.raises(UsageError, match="the position was set up with all of the content; leave that to"):
        simulate("lantern", games=3, start=tmp_path / "whole.json", without=["prism"])
