"""The table as text: a scripted position word for word, and what holds for every position of every kind of game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nc_cards import action, enemy, equip, event, location
from nc_table import NcTable

from undercroft import Panel, Session, registry
from undercroft.cli.screen import PlainScreen
from undercroft.cli.sitting import Sitting
from undercroft.rules_index import index_of
from undercroft.setup import seats_of
from undercroft.testing import rule
from undercroft_netherworld_candle.drawing import grid
from undercroft_netherworld_candle.secrets import secrets

Table = Callable[..., NcTable]

GAME = "netherworld-candle"
POSITION = """
The table:
Scenario:
  scenario: Proving-Ground (normal)
  round: 3
  candle: space 4 of 15 (white), out in 11 spaces
  track: white ####@  yellow ....  orange ...  red ...  out .
  Yin deck: 2 cards, 0 discarded
  Yang deck: 1 cards, 0 discarded
  bag: 0 artifacts
  Grandmaster: Bao-Of-The-Test
Tomb Delving Note:
  page: First
  to do: As the test says.
Map:
  +------------------------+------------------------+
  | M901 Door              | M902                   |
  | rest view              | face down              |
  | > M902                 |                        |
  | P1 C1 #1               |                        |
  +------------------------+------------------------+------------------------+
                                                    | M904 Well              |
                                                    | (death)                |
                                                    | 1 Talisman             |
                                                    | P2 #2                  |
                                                    +------------------------+
  P1: Delver of seat 1; #1: enemy; (gate): under a Puzzle Marker; ^ > v <: card to investigate
Effects of Locations:
  M904 Well: Revealed: recover 1 Energy.
Enemies:
  Rat #1: at Door, health 2 of 2, armor 0, damage 1, range 0, movement 1, symbols azure dragon,
    state ready, hunts Ada-Of-The-Test, prey lowest strength, rules As the test says.
  Ghoul #2: at Well, health 4 of 4, armor 1, damage 2, range 0, movement 1, state ready, hunts
    Bao-Of-The-Test, rules It bites.
Ada-Of-The-Test (seat 1):
  at: Door
  Health: 3 of 8
  Energy: 2 of 7: draws Yin (Yin 0-2, either 3-4, Yang 5-7)
  attributes: strength 3, courage 3, geomancy 3, destiny 3
  skill None: Nothing.
  tokens: Redraw 1, Cooldown 0, Neidan 2, Karma 0
  Fate deck: 20 cards, 0 discarded
  Threat Area: Itch (white tiger): It itches.
  artifacts: Jade Cicada (value 2)
Things of Ada-Of-The-Test:
  Dog: As the test says. (in play, Health 3 of 3)
Action Cards of Ada-Of-The-Test: hand Jab (A), Run (C); zone A empty; zone B Watch (B); zone C empty
Texts of the Action Cards of Ada-Of-The-Test:
  Jab: Attack; or 1 Energy: Hit hard.
  Run: Move; or 0 Energy: As the test says.
  Watch: Move; or 0 Energy: As the test says.
Bao-Of-The-Test (seat 2):
  at: Well
  Health: 6 of 8, Immobilized
  Energy: 5 of 7: draws Yang (Yin 0-2, either 3-4, Yang 5-7)
  attributes: strength 3, courage 3, geomancy 3, destiny 3
  skill None: Nothing.
  tokens: Redraw 0, Cooldown 0, Neidan 0, Karma 0
  Fate deck: 20 cards, 0 discarded
  Threat Area: empty
  artifacts: none
"""


def position(table: Table) -> NcTable:
    """Two Delvers on two Locations, a card to investigate, two enemies."""
    door = location("door", icons="rest view", number="M901", edges={"right": "M902"}, rules="")
    dark = location("dark", number="M902", edges={"left": "M901"}, x=1, face_up=False)
    rules = "Revealed: recover 1 Energy."
    well = location("well", "energy 1", icons="death", y=1, number="M904", rules=rules, talismans=1, covered=1)
    return table(
        at="turn",
        grandmaster=2,
        round=3,
        candle=4,
        colours=1,
        map=[door, dark, well],
        hand=[action("jab", zone="a", basic="attack", rules="Hit hard.", energy=1), action("run", zone="c")],
        zone_b=[action("watch", zone="b")],
        health=3,
        energy=2,
        redraw=1,
        neidan=2,
        threat=[event("itch", symbols=["white-tiger"], rules="It itches.", threat=True)],
        artifacts=["jade-cicada"],
        equipment=[equip("dog", kind="companion", health=3)],
        p2={"energy": 5, "place": 2, "immobilized": True},
        enemies=[
            enemy("rat", health=2, prey="lowest-strength", symbols=["azure-dragon"]),
            enemy("ghoul", rules="It bites.", health=4, armor=1, damage=2, place=2),
        ],
    )


def test_a_position_word_for_word(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    t = position(table)
    PlainScreen().table(t.rules.panels(t.s, 1), True)
    assert capsys.readouterr().out == POSITION


def test_only_what_changed_is_told_again(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    t = position(table)
    screen = PlainScreen()
    screen.table(t.rules.panels(t.s, 1), True)
    capsys.readouterr()
    t.p1.hand.remove(t.number("action", "jab"))
    t.p1.zone_a.append(t.number("action", "jab"))
    t.p1.energy -= 1
    screen.table(t.rules.panels(t.s, 1), False)
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The table:",
        "Ada-Of-The-Test (seat 1): Energy 1 of 7: draws Yin (Yin 0-2, either 3-4, Yang 5-7)",
        "Action Cards of Ada-Of-The-Test: hand Run (C); zone A Jab (A)",
    ]


@rule("NC-ENC-003")
@pytest.mark.parametrize(("energy", "words"), [(2, "draws Yin ("), (3, "draws Yin or Yang"), (5, "draws Yang")])
def test_the_band_of_energy(table: Table, energy: int, words: str) -> None:
    t = table(energy=energy)
    assert t.rules.band_words(t.s, t.p1).startswith(words)


@rule("NC-ENEMY-009")
def test_whom_an_enemy_hunts(table: Table) -> None:
    """The nearest, then the Prey, then the lowest Energy, then the lowest Health; equals are named together."""
    hall, next_to_it = location("hall"), location("yard", x=1)

    def hunted(first: dict[str, Any], second: dict[str, Any], **foe: Any) -> str:
        t = table(map=[hall, next_to_it], enemies=[enemy(**foe)], **first, p2=second)
        return str(t.rules.hunted(t.s, t.foe()))

    ada, bao = "Ada-Of-The-Test", "Bao-Of-The-Test"
    assert hunted({"place": 1, "energy": 0}, {}) == bao
    assert hunted({}, {"energy": 1}) == bao
    assert hunted({"health": 1}, {}) == ada
    assert hunted({}, {}) == f"{ada} or {bao}"
    assert hunted({"neidan": 1}, {"energy": 0}, prey="most-neidan") == ada


@rule("NC-CANDLE-003")
def test_how_far_the_next_candle_card_is() -> None:
    session = Session(GAME, {"mode": "adventure"}, 1)
    words = session.rules.candle_words(session.state)  # type: ignore[attr-defined]
    assert re.fullmatch(r"space 0 of 15 \(white\), 5 spaces to the Candle Card at yellow, out in 15 spaces", words)


# -- the grid -------------------------------------------------------------------------------------------------------


def test_cards_touch_where_they_lie_side_by_side() -> None:
    drawn = grid({(0, 0): ["one"], (1, 1): ["two words"], (0, 1): []}, 30)
    assert drawn == [
        "+-------------+",
        "| one         |",
        "+-------------+-------------+",
        "|             | two words   |",
        "+-------------+-------------+",
    ]
    assert grid({}) == []


@pytest.mark.parametrize("far", [(10**9, 0), (0, 10**9), (-(10**30), 0), (0, -(10**30))])
def test_nobody_waits_for_the_drawing_of_an_absurd_position(far: tuple[int, int]) -> None:
    assert grid({(0, 0): ["one"], far: ["two"]}) == []
    session = Session(GAME, {"mode": "adventure"}, 1)
    session.state.map[0].x, session.state.map[0].y = far
    (panel,) = [panel for panel in session.rules.panels(session.state, 1) if panel.title == "Map"]
    assert not panel.drawing
    assert len(panel.rows) == sum(not card.gone for card in session.state.map)


@pytest.mark.parametrize("columns", range(1, 20))
def test_a_grid_is_never_too_wide(columns: int) -> None:
    cells = {(x - 3, x % 2): [f"M{x:03d} The Obstruction", "obstruction (obstruction)"] for x in range(columns)}
    lines = grid(cells)
    assert max(map(len, lines)) <= 96
    text = "\n".join(lines)
    assert all(f"M{x:03d}" in text for x in range(columns))
    assert text.count("(obstruction)") == columns


# -- whole games ----------------------------------------------------------------------------------------------------


class Told(PlainScreen):
    """Plays like an agent at the keyboard, and asks for everything now and then."""

    def __init__(self, session: Session, agent: str, most: int) -> None:
        super().__init__()
        found = registry().agents_for(GAME)[agent]
        self.session = session
        self.agents = [found.make({}) for _ in range(seats_of(session.setup.options))]
        for seat, made in enumerate(self.agents, 1):
            made.begin(seat, session.rules.stream(session.state, f"agent/{seat}"))
        self.most = most
        self.read_lines = 0

    def read(self) -> str:
        """The next line of a player."""
        self.read_lines += 1
        if self.read_lines > self.most:
            return "quit"
        asked = {7: "?", 11: "help", 13: "table", 17: "rules", 19: "log 5"}.get(self.read_lines % 60)
        decision = self.session.decision
        if asked is not None or decision is None:
            return asked or "quit"
        choice = self.agents[decision.seat - 1].choose(self.session, decision.seat, decision.prompt, decision.options)
        return str(list(decision.options).index(choice) + 1)


def told(
    capsys: pytest.CaptureFixture[str], seed: int, agent: str = "random", most: int = 400, **setup: Any
) -> tuple[Session, str]:
    """What a game at the keyboard shows."""
    session = Session(GAME, setup, seed)
    seats = seats_of(session.setup.options)
    screen = Told(session, agent, most)
    Sitting(session, {}, ["human"] * seats, screen, index_of(session.game)).play()
    return session, capsys.readouterr().out


GAMES: list[dict[str, Any]] = [
    *({"mode": "adventure", "players": n} for n in (1, 2, 3, 4)),
    {"mode": "adventure", "players": 1, "solo": "dual-handed", "difficulty": "hell"},
    {"mode": "adventure", "players": 4, "scenario": "2", "difficulty": "hard"},
    {"mode": "story", "players": 2, "scenario": "3"},
    {"mode": "campaign", "players": 2, "roster": "open"},
    {"mode": "campaign", "players": 1},
]


@pytest.mark.parametrize("agent", ["random", "heuristic"])
@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: " ".join(map(str, setup.values())))
def test_every_screen_can_be_read(capsys: pytest.CaptureFixture[str], setup: dict[str, Any], agent: str) -> None:
    """No line is too long, every prompt names its rule and asks in a sentence, no label or message is left raw."""
    session, text = told(capsys, 5, agent, **setup)
    lines = text.splitlines()
    commands = ("To play it again: ", "It took ")
    assert [line for line in lines if len(line) > 100 and not line.startswith(commands)] == []
    prompts = re.findall(r"^(Player .+) decides\. Rule (NC-[A-Z]+-\d+): (.+)$", text, re.MULTILINE)
    assert len(prompts) >= 30
    assert len(re.findall(r"^Player .+ decides\.", text, re.MULTILINE)) == len(prompts)
    index = index_of(session.game)
    assert all(found in index.rules for _, found, _ in prompts)
    assert "Error" not in text
    assert re.findall(r"\{\d?\}|\bNone\b(?! of them)|<[a-z]|\('", text) == []
    # Ids and words of the program: no hyphens between small words but those of English.
    raw = {"go-on", "turn-end", "round-start", "white-tiger", "black-tortoise", "azure-dragon", "vermilion-bird"}
    assert raw & set(re.findall(r"[a-z]+(?:-[a-z]+)+", text)) == set()


@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: " ".join(map(str, setup.values())))
def test_the_map_is_whole(setup: dict[str, Any]) -> None:
    """Everybody in play stands in the grid, and every card lies in it."""
    session = Session(GAME, setup, 3, log=False)
    agent = registry().agents_for(GAME)["random"].make({})
    agent.begin(1, session.rules.stream(session.state, "agent/1"))
    for _ in range(250):
        ask = session.ask
        if ask is None:
            break
        session.choose(agent.choose(session, *ask))
        s = session.state
        panels: list[Panel] = session.rules.panels(s, 1)
        found = [panel for panel in panels if panel.title == "Map"]
        if not s.map or not found:
            continue
        drawing = " ".join(found[0].drawing)
        numbers = [session.rules.content.location[card.card].number for card in s.map if not card.gone]
        assert all(f"{number} " in drawing for number in numbers)
        assert all(f"P{d.seat} " in drawing for d in s.delvers)
        assert all(re.search(rf"#{e.number}\b", drawing) for e in s.enemies)
        assert max(map(len, found[0].drawing)) <= 96


# -- a campaign from its beginning -----------------------------------------------------------------------------------


def test_a_campaign_begins_with_its_opening(capsys: pytest.CaptureFixture[str]) -> None:
    _, text = told(capsys, 1, most=8, mode="campaign", players=1)
    opening = registry().content(registry().game(GAME)).passage[0]
    flat = " ".join(text.split())
    assert " ".join(opening.text.split()) in flat
    assert flat.index("Which Delver do you play?") < flat.index(opening.title) < flat.index("On the table:")


@pytest.mark.parametrize("lines", [3, 25, 80, 200])
def test_save_and_go_on_at_any_prompt(capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: int) -> None:
    """Also between two phases, and in the middle of a Test: the same prompt comes back."""
    session, _ = told(capsys, 2, "heuristic", lines, mode="campaign", players=2)
    session.save(tmp_path / "evening.json")
    again = Session.load(tmp_path / "evening.json")
    assert again.decision == session.decision
    assert again.digest() == session.digest()
    screen = Told(again, "heuristic", 12)
    Sitting(again, {}, ["human"] * 2, screen, index_of(again.game), "--load evening.json").play()
    assert " decides. Rule NC-" in capsys.readouterr().out


# -- what lies ahead ------------------------------------------------------------------------------------------------


def ahead(scenario: int) -> Iterator[str]:
    """Names of scenarios, endings and pages other than those of one scenario."""
    content = registry().content(registry().game(GAME))
    names = {
        info.number: {info.title, info.id, *(part.title for part in (*info.pages, *info.endings))}
        for info in content.scenario_printed
    }
    yield from sorted(set().union(*names.values()) - names[scenario])


@pytest.mark.parametrize("number", [info.number for info in registry().content(registry().game(GAME)).scenario])
def test_a_scenario_names_no_other(capsys: pytest.CaptureFixture[str], number: int) -> None:
    _, text = told(capsys, 4, "heuristic", 250, mode="adventure", players=2, scenario=str(number))
    flat = " ".join(text.replace("scenario " + str(number), "").split())
    names = [name for name in ahead(number) if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", flat)]
    assert [name for name in names if " " in name or "-" in name] == []


def test_a_fresh_campaign_names_nothing_that_is_locked(capsys: pytest.CaptureFixture[str]) -> None:
    """Up to the end of the first scenario: help, refusals, rules, labels, log and table."""
    session = Session(GAME, {"mode": "campaign", "players": 3}, 6)
    screen = Told(session, "heuristic", 10_000)
    over = screen.read

    def read() -> str:
        return "quit" if session.state.ended or session.state.records else over()

    screen.read = read  # type: ignore[method-assign]
    Sitting(session, {}, ["human"] * 3, screen, index_of(session.game)).play()
    flat = " ".join(capsys.readouterr().out.split())
    flat = re.split(r"The scenario is a success\.|Scenario Failed\.", flat)[0]  # then an ending is read
    content = registry().content(registry().game(GAME))
    first = content.scenario_printed[content.party.first_scenario]
    pages = {page.title for page in first.pages} | {page.id for page in first.pages}
    read_now = {content.passage[n].title for n in (content.party.opening, content.party.closing)}
    locked = [
        name
        for row in secrets(content)
        for name in (row.title, *row.others)
        if (" " in name or "-" in name) and name not in pages | read_now and not name.endswith(".")
    ]
    assert len(locked) > 300
    found = [name for name in locked if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", flat)]
    assert found == []
