"""Chances: fifty canned cases against a million rolls each, and against the steps of the rules themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from nc_cards import action, choose, enemy, event, location, option
from nc_odds_cases import CASES
from nc_table import NcTable

from undercroft import DicePool, Session, SetupError, Stream, odds, pool_rolls, reveal_rolls
from undercroft.testing import rule
from undercroft_netherworld_candle.asking import ICONS
from undercroft_netherworld_candle.rules.cooldown import ADVANCED
from undercroft_netherworld_candle.rules.fate import FACE_BOUNDLESS, FACE_REDRAW, SYMBOL_SHIFT
from undercroft_netherworld_candle.rules.odds_tests import DIE_FACES, Aimed
from undercroft_netherworld_candle.terms import GATES, SYMBOLS, TEST_DECODE

Table = Callable[..., NcTable]
ROLLS = 1_000_000
SIGMAS = 5.5
"""Off by more than so many standard deviations is what no fair series is: one in 26 million for each figure."""


@pytest.fixture(scope="module")
def game() -> Session:
    """A late adventure: two Delvers with advanced cards."""
    return Session("netherworld-candle", {"mode": "adventure", "scenario": "9", "players": 2}, log=False)


def aim_of(names: str) -> int:
    mask = 0
    for name in names.split(","):
        at = ICONS.index(name)
        mask |= 1 << (at if at < len(GATES) else at - len(GATES) + SYMBOL_SHIFT)
    return mask


def deck_of(game: Session, words: str) -> tuple[list[int], list[int]]:
    content = game.rules.content
    name, _, left = words.partition("/")
    name, _, extra = name.partition("+")
    decks = {"basic": list(content.basic_sets[0])}
    decks["grown"], decks["other"] = (sorted(d.fate.cards()) for d in game.state.delvers)
    cards = decks[name] + [content.good_omen, content.bad_omen] * (2 if extra else 0)
    at = int(left) if left else len(cards)
    return cards[:at], cards[at:]


def agree(counts: Iterable[tuple[Any, int]], exact: Iterable[tuple[Any, float]]) -> float:
    """The greatest deviation of counts from what is exact, in standard deviations."""
    seen: dict[Any, int] = {}
    for outcome, n in counts:
        seen[outcome] = seen.get(outcome, 0) + n
    total = sum(seen.values())
    worst = 0.0
    told = {outcome: min(1.0, max(0.0, p)) for outcome, p in exact}
    assert math.isclose(sum(told.values()), 1, abs_tol=1e-9)
    assert not [outcome for outcome in seen if told.get(outcome, 0) <= 0]
    for outcome, p in told.items():
        off = abs(seen.get(outcome, 0) - total * p)
        spread = math.sqrt(total * p * (1 - p))
        worst = max(worst, off / spread if spread > 1e-3 else off)
    return worst


def met(t: Aimed, shown: tuple[int, int, int, int]) -> bool:
    """NC-TEST-013, -019, -021, told once more: whether what shows is a success."""
    value, hits, icons, flags = shown
    if t.aim:
        return bool(icons & t.aim or flags)
    dealt = max(0, hits + t.hits) - max(0, t.armor - t.pierce - value)
    return dealt >= t.health or (t.health == 1 and flags > 0)


def aimed(case: dict[str, Any]) -> Aimed:
    own = {
        key: case[key]
        for key in ("n", "armor", "health", "hits", "pierce", "redraws", "budget", "price")
        if key in case
    }
    return Aimed(aim=aim_of(case["aim"]) if "aim" in case else 0, gain=FACE_REDRAW if case.get("gain") else 0, **own)


def deviation(game: Session, kind: str, case: dict[str, Any], seed: int) -> float:
    """How far a million rolls are from the chances that the rules tell."""
    rules: Any = game.rules
    rolls: Any
    if kind == "draw":
        told = rules.dice_chances(aim_of(case["aim"]), case["n"])
        rolls = pool_rolls(DicePool([DIE_FACES] * case["n"]), ROLLS, seed, aim_of(case["aim"]))
        return agree(rolls, told.distribution)
    piles = deck_of(game, case["deck"])
    if kind == "story":
        bonus = case.get("bonus", {})
        worth = (*(tuple(bonus.get(name, 0) for name in names) for names in (SYMBOLS, GATES)), bonus.get("hit", 0))
        table = rules.story_table(worth)
        tokens, karma = case.get("tokens", 0), case.get("karma", 0)
        p = rules.story_chance(worth, piles, case["need"], tokens, karma)
        rolls = reveal_rolls(table, piles[0], 1, ROLLS, seed, piles[1], value=case["need"], flags=FACE_BOUNDLESS,
                             whole=True, redraws=tokens, fresh=karma)  # fmt: skip
        return agree([(s[0] >= case["need"] or s[3] > 0, n) for s, n in rolls], [(True, p), (False, 1 - p)])
    t = aimed(case)
    helpers = [deck_of(game, words) for words in case.get("assists", ())]
    rolls = reveal_rolls(rules.faces, piles[0], t.n, ROLLS, seed, piles[1], helpers, redraws=t.redraws, budget=t.budget,
                         price=t.price, gain=t.gain, **t.goal())  # fmt: skip
    p = rules.chance_of(piles, t, helpers)
    worst = agree([(met(t, shown), n) for shown, n in rolls], [(True, p), (False, 1 - p)])
    if kind == "attack":
        plain = reveal_rolls(
            rules.faces, piles[0], t.n, ROLLS // 4, seed, piles[1], helpers, hits=99, flags=FACE_BOUNDLESS
        )
        worst = max(worst, agree([(t.damage(shown), n) for shown, n in plain], rules.damage_odds(piles, t, helpers)))
    return worst


def test_there_are_fifty_cases() -> None:
    assert len(CASES) == 50
    assert len({str(case) for case in CASES}) == 50


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{n}-{kind}" for n, (kind, _) in enumerate(CASES)])
def test_a_million_rolls_agree(game: Session, kind: str, case: dict[str, Any]) -> None:
    assert deviation(game, kind, case, seed=7) < SIGMAS


# -- the steps of the rules -------------------------------------------------------------------------------------------


def best(rules: Any, s: Any, seat: int, prompt: str, options: Any) -> Any:
    """The option that the chances speak for; without one of them, the last, which keeps what lies."""
    d = s.delvers[s.test[1] - 1]
    if s.test[3] and rules.shown(s) & s.test[3]:
        return options[-1]
    rows = [(chances.success, offered) for offered, chances in rules.odds(s, seat, prompt, options)]
    if s.test[3] and rules.boundless_shown(d):
        return options[-1]
    chance, best_one = max(rows, key=lambda row: row[0], default=(0.0, options[-1]))
    return best_one if chance > 0 else options[-1]


def played(t: NcTable, run: Callable[[Any], Any], seed: int) -> Any:
    """A Test carried out by the rules from a copy of the table whose decks are shuffled anew."""
    s = t.s.copy()
    for d in s.delvers:
        d.fate.stream = Stream(seed, d.seat, "fate")
        d.fate.shuffle()
    flow = run(s)
    try:
        seat, prompt, options = next(flow)
        while True:
            seat, prompt, options = flow.send(best(t.rules, s, seat, prompt, options))
    except StopIteration as over:
        return over.value


DECK = ["death", "fear hit", "hit", "blank", "blank", "rest", "open hit", "white-tiger", "boundless-reach-rat", "view"]
RUNS = 700


@rule("NC-TEST-030", "NC-TEST-019")
@pytest.mark.parametrize("redraws", [0, 1, 2])
def test_decodes_of_the_rules_succeed_as_often_as_told(table: Table, redraws: int) -> None:
    t = table(geomancy=2, map=[location(icons="death view")], slots="any", fate=DECK, redraw=redraws)
    target = aim_of("death,view")
    told = t.rules.fate_chances("", "", t.rules.fate_piles(t.p1), Aimed(2, target, redraws=redraws), (), "")
    p = told.variants[-1][1] if redraws else told.success
    assert p is not None

    def run(s: Any) -> Any:
        return t.rules.matching_test(s, 1, TEST_DECODE, 2, target, 0, 0, ("", -1, -1))

    wins = sum(played(t, run, seed)[0] for seed in range(RUNS))
    assert agree([(True, wins), (False, RUNS - wins)], [(True, p), (False, 1 - p)]) < SIGMAS


@rule("NC-TEST-021", "NC-TEST-034")
@pytest.mark.parametrize("redraws", [0, 1])
def test_attacks_of_the_rules_defeat_as_often_as_told(table: Table, redraws: int) -> None:
    t = table(
        strength=3, enemies=[enemy(armor=1, health=2)], fate=DECK, redraw=redraws, p2={"fate": DECK[:4], "energy": 1}
    )
    t.s.it = t.foe().number
    helpers = [t.rules.fate_piles(t.p2)]
    told = t.rules.fate_chances(
        "", "", t.rules.fate_piles(t.p1), Aimed(3, armor=1, health=2, redraws=redraws), helpers, "help"
    )
    p = told.variants[-1][1]
    assert p > (told.success or 0)

    def run(s: Any) -> Any:
        return t.rules.combat_test(s, 1, 0, 0, 0, 0, ("", -1, -1))

    def fells(result: tuple[int, int, bool]) -> bool:
        return result[0] - max(0, 1 - result[1]) >= 2

    # The rules ask about redraws first; a player who lets the other help first knows more and does better.
    wins = sum(fells(played(t, run, seed)) for seed in range(RUNS))
    assert wins / RUNS < p + SIGMAS * math.sqrt(p * (1 - p) / RUNS)
    assert wins / RUNS > (told.success or 0)
    if not redraws:
        assert agree([(True, wins), (False, RUNS - wins)], [(True, p), (False, 1 - p)]) < SIGMAS


@rule("NC-TEST-002", "NC-TEST-010")
@pytest.mark.parametrize("karma", [0, 1])
def test_story_tests_of_the_rules_succeed_as_often_as_told(table: Table, karma: int) -> None:
    fate = ["gate-of-death-4-rat", "gate-of-fear-6-rat", "gate-of-view-12-rat", "gate-of-rest-15-rat", "* miss", "*"]
    t = table(at="story-idle", destiny=2, fate=fate, karma=karma)
    bonus = ((0,) * len(SYMBOLS), tuple(3 * (name == "view") for name in GATES), 0)
    p = t.rules.story_chance(bonus, t.rules.fate_piles(t.p1), 14 - 2, 0, karma)

    def run(s: Any) -> Any:
        return t.rules.story_test(s, 1, 3, 14, bonus)

    def chooses(s: Any, seed: int) -> bool:
        flow = run(s)
        s.delvers[0].fate.stream = Stream(seed, 1, "fate")
        try:
            seat, prompt, options = next(flow)
            while True:
                rows = {offered: chances.success for offered, chances in t.rules.odds(s, seat, prompt, options)}
                lying = s.test[4]
                now = t.rules.story_chance(bonus, ([], []), 12, lying=lying)
                seat, prompt, options = flow.send(options[-1] if now == 1 else max(rows, key=lambda o: rows[o] or 0))
        except StopIteration as over:
            return bool(over.value[0])

    wins = sum(chooses(t.s.copy(), seed) for seed in range(RUNS))
    assert agree([(True, wins), (False, RUNS - wins)], [(True, p), (False, 1 - p)]) < SIGMAS


# -- what is told at a prompt -----------------------------------------------------------------------------------------


def told(t: NcTable) -> dict[Any, Any]:
    """The chances at the pending decision, by option."""
    seat, prompt, options = t.session.ask or (0, "", ())
    rows: dict[Any, Any] = {}
    for offered, chances in t.rules.odds(t.s, seat, prompt, options):
        rows.setdefault(offered, []).append(chances)
    return rows


@rule("NC-TEST-020")
def test_a_menu_tells_of_each_action_that_is_a_test(table: Table) -> None:
    curse = event("curse", threat=True, symbols=["white-tiger"])
    foe = enemy(symbols=["white-tiger"], health=2)
    yin = [event("quiet", "energy 1"), enemy("lurker")]
    yang = [event("calm", "energy 1", deck="yang"), enemy("prowler", deck="yang")]
    t = table(at="turn", geomancy=2, courage=1, destiny=1, map=[location(icons="death")], slots="any", fate=DECK,
              energy=6, enemies=[foe], threat=[curse], yin=yin, yang=yang)  # fmt: skip
    rows = told(t)
    titles = {chances.title for found in rows.values() for chances in found}
    assert "Decode: 2 Fate Cards by Geomancy" in titles
    assert "Suppress: 1 Fate Card by Courage" in titles
    assert "Overcome: 1 Fate Card by Destiny" in titles
    assert any(title.startswith("Attack: ") for title in titles)
    assert "The next card of the Yang deck" in titles
    decode = next(c for found in rows.values() for c in found if c.title.startswith("Decode"))
    # Two of ten cards help: death and Boundless Reach.
    assert math.isclose(decode.success, 1 - (8 * 7) / (10 * 9), rel_tol=1e-12)


@rule("NC-TEST-030")
def test_a_redraw_is_weighed_with_what_stays(table: Table) -> None:
    t = table(
        geomancy=2, map=[location(icons="death")], slots="any", fate=["blank", "rest", "death", "blank"], redraw=1
    )
    t.do("decode")
    rows = told(t)
    assert {offered: found[0].success for offered, found in rows.items()} == {
        ("redraw", (0,)): 0.5, ("redraw", (1,)): 0.5, ("redraw", (0, 1)): 1.0,
    }  # fmt: skip


@rule("NC-TEST-033", "NC-TEST-037")
@pytest.mark.parametrize(("thrown", "p"), [("rest", 2 / 3), ("bad-omen", 1.0)])
def test_what_is_thrown_away_may_come_back_unless_it_leaves_the_game(table: Table, thrown: str, p: float) -> None:
    t = table(geomancy=2, map=[location(icons="death")], slots="any", fate=["blank", thrown], fate_discard=["death"])
    t.p1.redraw = 1
    t.do("decode")
    assert told(t)["redraw", (0, 1)][0].success == pytest.approx(p)


@rule("NC-TEST-034")
def test_an_assist_is_weighed_against_none(table: Table) -> None:
    t = table(
        geomancy=1,
        map=[location(icons="death")],
        slots="any",
        fate=["blank"],
        p2={"fate": ["death", "rest"], "energy": 1},
    )
    t.do("decode")
    assert t.prompt == "assist"
    found = told(t)["assist",][0]
    assert (found.success, found.variants) == (0.5, (("without it", 0.0),))


@rule("NC-TEST-040")
def test_a_choice_of_an_event_tells_of_the_test_behind_it(table: Table) -> None:
    test = {"do": "test", "symbols": ["white-tiger"], "success": ["karma 1"], "failure": ["karma 2"]}
    forked = event("fork", choose(option("try", test), option("leave", "energy 1")))
    t = table(destiny=1, fate=["white-tiger", "blank", "blank", "rest"], yin=[forked], at="encounter", energy=1)
    assert t.prompt == "choose"
    rows = told(t)
    assert [found[0].success for found in rows.values()] == [0.25]


@rule("NC-STAT-007", "NC-COOL-005")
def test_who_lies_immobilized_makes_no_test_with_a_card(table: Table) -> None:
    striker = action("strike", "attack")
    rows = []
    for immobilized in (False, True):
        t = table(
            at="turn", hand=[striker], strength=2, energy=6, fate=DECK, enemies=[enemy(health=2)], yin=[], yang=[]
        )
        t.p1.immobilized = immobilized
        _, _, options = t.session.ask or (0, "", ())
        played = [offered for offered in options if offered[0] == "play" and offered[2] == ADVANCED]
        assert played
        rows.append([chances.title for _, chances in t.rules.odds(t.s, 1, "turn", played)])
    assert [title.partition(":")[0] for title in rows[0]] == ["Attack"]
    assert rows[1] == []


def test_all_redraws_that_were_asked_for_are_told() -> None:
    match = odds("netherworld-candle", "fate-test", cards=1, redraws=9)[0]
    assert [words for words, _ in match.variants][-1] == "with 9 Redraw tokens"
    attack = odds("netherworld-candle", "attack", cards=2, health=2, redraws=3, assists=1, setup={"players": 2})[0]
    assert len(attack.variants) == 7
    assert attack.note == ""


def test_nothing_is_told_where_chance_has_no_part(table: Table) -> None:
    t = table(at="turn", map=[location("hall"), location("well", x=1)], hand=[], yin=[], yang=[], fate=DECK)
    assert told(t) == {}
    assert odds(t.session) == []


# -- by name ----------------------------------------------------------------------------------------------------------


def test_named_tests_answer_from_a_fresh_set_up() -> None:
    one = odds("netherworld-candle", "fate-test", icon="death", cards=1)[0]
    assert math.isclose(one.success or 0, 5 / 20)  # four gates of death and Boundless Reach
    helped = odds("netherworld-candle", "fate-test", icon="death", cards=1, assists=1, setup={"players": 2})[0]
    # Boundless Reach of an assistant does not count: four cards of twenty do.
    assert math.isclose(helped.variants[0][1], 1 - 15 / 20 * 16 / 20)
    attack = odds("netherworld-candle", "attack", cards=2, health=1)[0]
    assert [outcome for outcome, _ in attack.distribution] == [0, 1, 2]
    story = odds("netherworld-candle", "story-test", difficulty=1, value=0)[0]
    assert math.isclose(story.success or 0, 1)
    adventure = {"mode": "adventure"}
    assert odds("netherworld-candle", "bag", setup=adventure)[0].counted == "value"
    assert len(odds("netherworld-candle", "encounter", deck="yang", setup=adventure)) == 2
    assert odds("netherworld-candle", "dice", n=2, icon="death,fear")[0].success == pytest.approx(16 / 36)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("fate-test", {"icon": "moon"}, "icon cannot be 'moon'; expected some of rest, life"),
        ("fate-test", {"icon": ""}, "icon names nothing"),
        ("fate-test", {"seat": 2}, "seat cannot be 2; the setup has 1"),
        ("fate-test", {"assists": 1}, "the setup has 0 other Delvers"),
        ("encounter", {"seat": 2}, "seat cannot be 2; the setup has 1"),
        ("attack", {"cards": 99}, "expected a whole number from 0 to 15"),
        ("bag", {}, "--mode adventure. whose scenario has one"),
        ("encounter", {}, "--mode adventure"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        odds("netherworld-candle", name, **parameters)
