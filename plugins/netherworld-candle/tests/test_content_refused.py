"""Content that is refused, each with a message that says what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft import ContentError, ContentPack, load_packs
from undercroft.content import structure
from undercroft.testing import rule
from undercroft_netherworld_candle.build import PACK, build, load
from undercroft_netherworld_candle.schema import TABLES, Copies, Effect, Exit, Node, Option

PRINTED = load_packs([PACK], TABLES)


def card(kind: str, name: str) -> Any:
    return PRINTED[kind][name]


def tables(kind: str, name: str, **changes: Any) -> dict[str, dict[str, Any]]:
    """The game's content with one card changed."""
    changed = attrs.evolve(card(kind, name), **changes)
    return {**PRINTED, kind: {**PRINTED[kind], name: changed}}


def proves(name: str, *row: Any) -> Any:
    """A row of a table below that proves a rule; the others prove none."""
    return pytest.param(*row, marks=rule(name))


TEST = Effect(do="test", symbols=("white-tiger",), success=(Effect(do="exp", n=1),))
TOLD = Effect(do="choose", options=(Option(text="tell", effects=(Effect(do="story_test", difficulty=9,
              attribute="courage", success=(Effect(do="exp", n=1),)),)),))  # fmt: skip
"""A Test of the Adventure Phase, and a choice of a Story Test."""

BAD_CARDS: list[Any] = [
    ("action", "dodge", {"id": "Dodge"}, "id: expected lower-case words"),
    ("action", "dodge", {"title": " "}, "title: expected a title"),
    proves("NC-GEN-017", "action", "dodge", {"number": "E001"}, "number: expected A and three digits"),
    ("action", "dodge", {"zone": "d"}, "zone: expected one of a, b, c, got 'd'"),
    ("action", "dodge", {"level": 4}, "level: expected a number from 1 to 3"),
    ("action", "dodge", {"keyword": ""}, "keyword: expected a keyword"),
    ("action", "dodge", {"basic": ("fly",)}, "basic: expected one of move, investigate"),
    ("action", "dodge", {"basic": ("move", "move")}, "basic: expected each word once"),
    ("action", "dodge", {"energy": 8}, "energy: expected a number from 0 to 7"),
    ("action", "dodge", {"basic": (), "effects": ()}, "basic: expected a Basic Action or an Advanced Action"),
    ("action", "dodge", {"rules": ""}, "rules: expected the Advanced Action in words"),
    ("fate", "gate-of-death-1", {"d20": 21}, "d20: expected a number from 0 to 20"),
    ("fate", "gate-of-death-1", {"set": "dragon"}, "set: expected one of basic, advanced"),
    ("fate", "gate-of-death-1", {"gates": ("window",)}, "gates: expected one of rest, life"),
    proves("NC-TEST-048", "fate", "gate-of-death-1", {"attack": "miss"}, "attack: expected no miss on a numbered card"),
    ("fate", "gate-of-death-1", {"copies": 2}, "copies: expected 1 unless the set is advanced"),
    ("fate", "good-omen", {"icons": ()}, "icons: expected temporary on an omen"),
    proves("NC-ENC-025", "enemy", "giant-rat", {"health": 0}, "health: expected a number from 1"),
    proves("NC-ENC-025", "enemy", "giant-rat", {"armor": -1}, "armor: expected a number from 0"),
    ("enemy", "giant-rat", {"deck": "black"}, "deck: expected one of yin, yang, other"),
    ("enemy", "giant-rat", {"prey": "cheese"}, "prey: expected one of none, most-equipment"),
    ("enemy", "giant-rat", {"symbols": ("rest",)}, "symbols: expected one of white-tiger"),
    ("enemy", "giant-rat", {"spawn": "location"}, "at: expected a Location where spawn is location"),
    ("enemy", "starved-shade", {"rules": ""}, "rules: expected the ability in words"),
    proves("NC-ENC-025", "event", "seeping-dark", {"rules": ""}, "rules: expected the effect in words"),
    proves(
        "NC-ENC-025",
        "event",
        "wrong-bell",
        {"threat": False, "modifiers": ()},
        "effects: expected at least one, or threat = true",
    ),
    ("event", "seeping-dark", {"candle": 1}, "candle: expected dice or the candle icon, not both"),
    ("event", "breath-on-the-wick", {"triggers": card("event", "seeping-dark").triggers}, "threat: expected true"),
    (
        "event",
        "seeping-dark",
        {"triggers": (attrs.evolve(card("event", "seeping-dark").triggers[0], once="round"),)},
        "triggers: expected no limit on how often",
    ),
    ("location", "two-door-cell", {"edges": {"up": "M001"}}, "edges: expected one of top, right, bottom, left"),
    ("location", "two-door-cell", {"edges": {"left": "1"}}, "edges: left: expected M and three digits"),
    ("location", "two-door-cell", {"icons": ("rest",) * 7}, "icons: expected a number from 0 to 6"),
    ("location", "the-cage-rattles", {"effects": ()}, "effects: expected at least one on a Location Event"),
    ("location", "the-cage-rattles", {"icons": ("rest",)}, "event: expected no icons"),
    ("location", "the-sump", {"rules": ""}, "rules: expected the effect in words"),
    proves("NC-GEN-017", "event", "seeping-dark", {"number": "K099"}, "number: expected Z and three digits"),
    proves("NC-ENC-025", "enemy", "giant-rat", {"damage": -1}, "damage: expected a number from 0"),
    proves("NC-EQUIP-001", "equipment", "widows-lamp", {"type": "hat"}, "type: expected one of weapon, tool"),
    proves("NC-EQUIP-001", "equipment", "widows-lamp", {"type": "special"}, "type: expected one of weapon, tool"),
    ("equipment", "widows-lamp", {"legendary": False}, "faction: expected a faction, or legendary = true"),
    ("equipment", "widows-lamp", {"faction": "river-lodge"}, "faction: expected none on a legendary"),
    ("equipment", "widows-lamp", {"health": 2}, "type: expected companion, got 'accessory'"),
    proves("NC-GEN-017", "nether", "a-shadow-that-stays", {"number": "Z103"}, "number: expected Z9 and two digits"),
    ("artifact", "coffin-nail", {"value": 7}, "value: expected a number from 0 to 6"),
    ("candle", "yellow-candlelight", {"colour": "out"}, "colour: expected one of white, yellow, orange, red"),
    ("story", "the-drain", {"back": ""}, "back: expected the narrative of the back"),
    ("story", "the-drain", {"region": "Scenario"}, "region: expected Scenario on Scenario cards and only there"),
    *(
        proves("NC-TEST-001", kind, name, {key: value}, "effects: expected a " + phase)
        for kind, name, key, value, phase in (
            ("story", "the-drain", "effects", (TEST,), "Story Test"),
            ("journey", "the-toll-of-lanterns", "choices", (Option(text="go", effects=(TEST,)),), "Story Test"),
            ("event", "seeping-dark", "effects", (TOLD,), "Test of the Adventure Phase"),
            ("location", "the-cage-rattles", "effects", (TOLD,), "Test of the Adventure Phase"),
            ("action", "observation", "effects", (TOLD,), "Test of the Adventure Phase"),
        )
    ),
    ("faction", "river-lodge", {"boxes": 5}, "titles: expected rising boxes of the row"),
    ("delver", "whisperlark", {"max_health": 5}, "max_health: expected a number from 7 to 10"),
    ("delver", "whisperlark", {"starting": ("dodge",)}, "starting: expected six different Action Cards"),
    ("delver", "whisperlark", {"tree": ()}, "tree: expected exactly one centre"),
    ("player_log", "player", {"hand": 12}, "hand: expected a number from 1 to 11"),
    ("party_log", "party", {"marks": ("a", "a")}, "marks: expected each keyword once"),
    ("scenario", "prologue", {"row": 5}, "row: expected a number from 0 to 4"),
    ("scenario", "prologue", {"endings": ()}, "endings: expected at least two"),
]


@pytest.mark.parametrize(("kind", "name", "changes", "message"), BAD_CARDS)
def test_a_card_refuses_a_value_that_it_cannot_have(
    kind: str, name: str, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ContentError) as refused:
        attrs.evolve(card(kind, name), **changes)
    assert message in str(refused.value)


BAD_EFFECTS: list[tuple[dict[str, Any], str]] = [
    ({"do": "fly"}, "do: expected one of energy, health"),
    ({"do": "energy"}, "energy: expected a key n"),
    ({"do": "energy", "n": 0}, "energy: n: expected a number other than 0"),
    ({"do": "energy", "n": 10}, "energy: n: expected a number from -9 to 9"),
    ({"do": "energy", "n": 1, "hits": 1}, "energy: expected only the keys who, n, got 'hits'"),
    ({"do": "energy", "n": 1, "who": "me"}, "who: expected one of you, each"),
    ({"do": "omen", "kind": "odd"}, "omen: kind: expected one of bad, good"),
    ({"do": "test", "symbols": []}, "test: symbols: expected at least one symbol"),
    ({"do": "choose", "options": []}, "choose: options: expected at least one"),
    ({"do": "choose", "options": [{"text": ""}]}, "text: expected the words of the option"),
    ({"do": "if", "cond": {"energy_at_least": 1}}, "if: expected a key then or otherwise"),
    ({"do": "if", "cond": {}, "then": [{"do": "fail"}]}, "condition: expected at least one key"),
    ({"do": "if", "cond": {"energy": 1}, "then": [{"do": "fail"}]}, "unknown key energy"),
    ({"do": "story_test", "attribute": "wit", "difficulty": 9}, "attribute: expected one of strength"),
    ({"do": "story_test", "attribute": "courage", "difficulty": 9, "bonus": {"luck": 1}}, "bonus: expected one of"),
    ({"do": "energy", "n": "two"}, "expected a whole number, got 'two'"),
]


@pytest.mark.parametrize(("written", "message"), BAD_EFFECTS)
def test_an_effect_refuses_what_its_verb_does_not_take(written: dict[str, Any], message: str) -> None:
    with pytest.raises(ContentError) as refused:
        structure(written, Effect)
    assert message in str(refused.value)


BAD_TABLES: list[Any] = [
    ("location", "two-door-cell", {"edges": {"left": "M001", "right": "M003"}}, "M002 has to name M004 at its bottom"),
    ("location", "two-door-cell", {"edges": {"left": "M999"}}, "there is no Location Card M999"),
    ("location", "two-door-cell", {"scenario": "nowhere"}, "expected the id of a scenario, got 'nowhere'"),
    proves("NC-GEN-016", "action", "dodge", {"number": "A005"}, "number A005 is that of 'dodge'"),
    ("action", "dodge", {"effects": (Effect(do="spawn", id="ghost-of-nobody"),)}, "spawn: expected the id of a card"),
    ("action", "dodge", {"effects": (Effect(do="mark", text="nobody"),)}, "mark: expected a Historical Mark"),
    ("delver", "whisperlark", {"starting": card("delver", "dr-liang").starting}, "expected level 1 of hollow-reed"),
    ("scenario", "generals-tomb", {"number": 2}, "number 2 is that of 'drowned-granary'"),
    ("event", "rust", {"scenarios": ("nowhere",)}, "scenarios: expected the id of a scenario, got 'nowhere'"),
    ("event", "rust", {"scenarios": ("generals-tomb",)}, "'rust' names this scenario itself"),
    ("party_log", "party", {"setbacks": ("giant-rat",)}, "expected an encounter card of deck other"),
    ("party_log", "party", {"setbacks": ("well-leech", "well-leech")}, "expected each card once"),
    ("scenario", "prologue", {"start": "nowhere"}, "scenario 'prologue': expected the id of a card of kind location"),
    ("scenario", "prologue", {"start": "the-cage-rattles"}, "start: expected a Location, got a Location Event"),
    ("scenario", "prologue", {"encounters": (Copies("giant-rat", 1),)}, "at least one card of the yang deck"),
    ("scenario", "prologue", {"encounters": (Copies("giant-rat", 19),)}, "there are 9 copies of 'giant-rat'"),
    ("scenario", "prologue", {"encounters": (Copies("head-jailer"),)}, "'head-jailer' belongs to neither deck"),
    ("scenario", "prologue", {"track": "short"}, "track: expected one of default, rekindled, long, got 'short'"),
    ("scenario", "prologue", {"candle": ("yellow-candlelight",) * 2}, "expected one card of each colour"),
]


@rule("NC-GEN-016")
def test_a_gap_in_the_numbers_is_no_fault() -> None:
    made = build(tables("story", "the-drain", number="S299"))
    assert made.numbers["S299"] == ("story", made.index["story"]["the-drain"])
    assert card("story", "the-drain").number not in made.numbers


@pytest.mark.parametrize(("kind", "name", "changes", "message"), BAD_TABLES)
def test_cards_that_do_not_fit_together_are_refused(
    kind: str, name: str, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ContentError) as refused:
        build(tables(kind, name, **changes))
    assert message in str(refused.value)


def test_a_page_nothing_leads_to_is_refused() -> None:
    printed = card("scenario", "prologue")
    pages = (attrs.evolve(printed.pages[0], exits=()), *printed.pages[1:])
    with pytest.raises(ContentError, match="page 'the-long-chain': nothing leads to it"):
        build(tables("scenario", "prologue", pages=pages))


def test_an_exit_to_an_unknown_page_is_refused() -> None:
    leads = card("scenario", "prologue").pages[0].exits[0]
    page = attrs.evolve(card("scenario", "prologue").pages[0], exits=(Exit(cond=leads.cond, page="nowhere"),))
    with pytest.raises(ContentError, match="page two-doors: exits: expected a page of it"):
        attrs.evolve(card("scenario", "prologue"), pages=(page, *card("scenario", "prologue").pages[1:]))


def test_cards_may_not_lie_on_top_of_each_other() -> None:
    changed = tables("location", "foot-of-the-rope", edges={"bottom": "M012", "left": "M004"})
    sump = attrs.evolve(card("location", "the-sump"), edges={**card("location", "the-sump").edges, "right": "M013"})
    flooded = attrs.evolve(card("location", "flooded-stair"), edges={"top": "M003", "right": "M009"})
    changed["location"] = {**changed["location"], "the-sump": sump, "flooded-stair": flooded}
    with pytest.raises(ContentError, match="where it cannot lie"):
        build(changed)


def test_a_tree_may_not_ask_for_more_copies_than_there_are() -> None:
    tree = card("delver", "whisperlark").tree
    more = Node(id="another", reward="card", spaces=5, parents=("centre",), card="north-palace")
    with pytest.raises(ContentError, match="fate 'north-palace': expected 13 copies for the Trees of Fate, got 8"):
        build(tables("delver", "whisperlark", tree=(*tree, more)))


def test_a_broken_file_names_file_line_card_and_key(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('\n[[enemy]]\nid = "mine:rat"\nnumber = "K999"\ntitle = "Rat"\ndeck = "yin"\nteeth = 4\n')
    with pytest.raises(ContentError, match=r"mine\.toml, line 2: \[\[enemy\]\] 'mine:rat'"):
        load([PACK, ContentPack(game="netherworld-candle", name="mine", files=(file,))])
