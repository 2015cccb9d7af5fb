"""Chances: fifty canned cases against a million rolls each, and against the steps of the rules themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import db_table
import pytest
from db_cards import action, boss, enemy, event, token
from db_odds_cases import CASES
from db_table import DbTable

from undercroft import (
    Deck,
    DicePool,
    FaceTable,
    Session,
    SetupError,
    Stream,
    check_rolls,
    odds,
    pool_rolls,
    volley_odds,
    volley_rolls,
)
from undercroft.rulebook import GameOver
from undercroft.testing import rule
from undercroft_death_binder.rules.odds import DIE, marked_odds, toss_chances
from undercroft_death_binder.state import State

Table = Callable[..., DbTable]
ROLLS = 1_000_000
SIGMAS = 5.5
"""Off by more than so many standard deviations is what no fair series is: one in 26 million for each figure."""
RUNS = 500
JAB = action("jab", damage=1)


def opened(**setup: Any) -> Session:
    return Session("death-binder", setup, seed=5, log=False)


def agree(counts: Iterable[tuple[Any, int]], exact: Iterable[tuple[Any, float]]) -> float:
    """The greatest deviation of counts from what is exact, in standard deviations."""
    seen: dict[Any, int] = {}
    for outcome, n in counts:
        seen[outcome] = seen.get(outcome, 0) + n
    total = sum(seen.values())
    told = {outcome: min(1.0, max(0.0, p)) for outcome, p in exact}
    assert math.isclose(sum(told.values()), 1, abs_tol=1e-9)
    assert not [outcome for outcome in seen if told.get(outcome, 0) <= 0]
    worst = 0.0
    for outcome, p in told.items():
        off = abs(seen.get(outcome, 0) - total * p)
        spread = math.sqrt(total * p * (1 - p))
        worst = max(worst, off / spread if spread > 1e-3 else off)
    return worst


def made() -> dict[str, Any]:
    """Foes whose attacks are tossed for."""
    return {
        "plain": enemy("plain", damage=2),
        "mage": enemy("mage", damage=2, type="spell"),
        "biter": enemy("biter", damage=2, abilities="faith first_strike 2"),
        "punisher": enemy("punisher", damage=2, abilities="faith punish_undefended 3"),
        "piercer": enemy("piercer", damage=3, abilities="faith penetrate"),
        "loner": enemy("loner", damage=2, abilities="faith frenzy 3"),
        "hexer": enemy("hexer", damage=1, abilities="faith expose_melee 1"),
        "witch": enemy("witch", damage=1, abilities=["faith expose_spell 2", "faith first_strike 1"]),
        "tosser": boss("tosser", damage=2, toss=("penetrate", "first_strike 2")),
        "twin": boss("twin", damage=3, toss=("punish_undefended 2", "faith first_strike 3")),
    }


def in_a_row(case: dict[str, Any]) -> tuple[Any, State]:
    """A Combat with the row of a case."""
    known = made()
    names = case["row"].split()
    row = [known.get(name.strip("*~"), name.strip("*~")) for name in names]
    player = {"health": case.get("health", 8), "defense": case.get("defense", 0), "vuln_melee": case.get("melee", 1),
              "vuln_spell": case.get("spell", 1)}  # fmt: skip
    others: dict[str, Any] = {"p2": player} if case.get("players") == 2 else {}
    t = db_table.table(at="attack", hand=[JAB], row=row, max_health=99, p1=player, **others)
    for at, (name, foe) in enumerate(zip(names, t.row, strict=True)):
        foe.stunned, foe.struck, foe.target = "~" in name, "*" in name, at % len(t.state.players) + 1
    return t.rules, t.state


def lost_of(s: State, chances: Any) -> int:
    """The player whose losses these are, as a place."""
    return int(chances.title[-1]) - 1 if len(s.players) > 1 else 0


def deviation(kind: str, case: dict[str, Any], seed: int) -> float:
    """How far a million rolls are from the chances that the rules tell."""
    rolls: Any
    rules: Any
    if kind == "toss":
        n, skills, need = case["n"], case["skills"], case.get("need", 1)
        told = toss_chances("", "", "", skills, n, need)
        p = told.variants[-1][1] if skills else told.success or 0.0
        if n == 1:
            rolls = pool_rolls(DicePool([DIE]), ROLLS, seed, rerolls=skills)
        else:
            rolls = [(min(n, hits), k) for hits, k in pool_rolls(DicePool([DIE] * (n + skills)), ROLLS, seed)]
        return agree([(hits >= need, k) for hits, k in rolls], [(True, p), (False, 1 - p)])
    if kind == "row":
        rules, s = in_a_row(case)
        targets, attacks = rules.volley(s)
        rolls = volley_rolls(targets, attacks, ROLLS, seed)
        worst = agree(
            [(tuple(left), n) for left, n in rolls], [(tuple(left), p) for left, p in volley_odds(targets, attacks)]
        )
        for told in rules.loss_chances(s):
            at = lost_of(s, told)
            worst = max(worst, agree([(s.players[at].health - left[at], n) for left, n in rolls], told.distribution))
        return worst
    session = opened(players=case.get("players", 1), level=case.get("level", 1))
    rules, s = session.rules, session.state
    if kind == "cards":
        p = s.players[case.get("seat", 1) - 1]
        mask = rules.content.melee_mask if case["kind"] == "melee" else rules.content.spell_mask
        pool = [card for deck in (*(q.dd for q in s.players), s.removed) for card in deck.hidden()]
        rolls = check_rolls(FaceTable(list(mask)), pool, case["n"], ROLLS, seed, want="value")
        return agree(rolls, marked_odds(mask, p.dd, case["n"], pool))
    if kind == "encounter":
        level = rules.content.foe_level
        top = [card for card in s.enemies.cards() if level[card] == level[s.enemies.top()]]
        rolls = check_rolls(FaceTable(list(rules.foe_healths)), top, case["n"], ROLLS, seed, want="value")
        told = rules.encounter_chances(s, case["n"])
        return agree(rolls, told.distribution if told is not None else [(rolls[0][0], 1.0)])
    s.event_discard = s.events.draw(case["gone"])
    kinds = [card.kind for card in rules.content.events]
    cards = s.events.cards() or s.event_discard
    words = ["ambush", "discovery", "obstacle", "decision", "cave in", "precognition"]
    rolls = check_rolls(FaceTable(kinds), cards, 1, ROLLS, seed, want="value")
    told = rules.event_chances(s)
    return agree([(words[kind], n) for kind, n in rolls], told.distribution)


def test_there_are_fifty_cases() -> None:
    assert len(CASES) == 50
    assert len({str(case) for case in CASES}) == 50


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{n}-{kind}" for n, (kind, _) in enumerate(CASES)])
def test_a_million_rolls_agree(kind: str, case: dict[str, Any]) -> None:
    assert deviation(kind, case, seed=3) < SIGMAS


# -- the steps of the rules -------------------------------------------------------------------------------------------


def through(flow: Any) -> None:
    """Run a step of the rules whose questions do not matter here; the end of the game ends it."""
    try:
        asked = next(flow)
        while True:
            asked = flow.send(asked[2][0])
    except StopIteration:
        pass


@rule("DB-COMBAT-022", "DB-COMBAT-024", "DB-BOSS-006", "DB-ABIL-010", "DB-COOP-020")
@pytest.mark.parametrize("case", [case for kind, case in CASES if kind == "row"], ids=lambda case: str(case["row"]))
def test_attacks_of_the_rules_hurt_as_often_as_told(case: dict[str, Any]) -> None:
    rules, s = in_a_row(case)
    told = rules.loss_chances(s)
    losses: list[list[int]] = [[] for _ in s.players]
    for seed in range(RUNS // 5):
        now = s.copy()
        now.dice = Stream(seed, 0, "toss")
        rules.open_enemies_turn(now)
        for foe in now.row[:]:
            try:
                through(rules.foe_attack(now, foe))
            except GameOver:
                break
        for at, p in enumerate(now.players):
            losses[at].append(s.players[at].health - p.health)
    for chances in told:
        seen = losses[lost_of(s, chances)]
        assert agree([(loss, 1) for loss in seen], chances.distribution) < SIGMAS
    certain = [at for at in range(len(s.players)) if at not in [lost_of(s, chances) for chances in told]]
    assert all(len(set(losses[at])) == 1 for at in certain)


def by_hand(n: int, need: int, skills: int) -> Fraction:
    """The chance that need of n tosses succeed, one toss after another, where each failed one is made again."""
    if need <= 0 or not n:
        return Fraction(need <= 0)
    failed = by_hand(n, need, skills - 1) if skills else by_hand(n - 1, need, 0)
    return (by_hand(n - 1, need - 1, skills) + failed) / 2


@rule("DB-SKILL-007")
def test_tosses_made_again_are_those_of_every_course_of_them() -> None:
    for n, need, skills in product(range(1, 6), range(6), range(1, 5)):
        if need <= n:
            p = toss_chances("", "", "", skills, n, need).variants[-1][1]
            assert math.isclose(p, by_hand(n, need, skills), rel_tol=1e-12)


@rule("DB-EVENT-037")
def test_cards_that_are_known_to_be_there_are_reckoned_with() -> None:
    mask = bytes([1, 0, 1, 0, 0, 1, 0, 1])
    deck = Deck([], Stream(1, 0, "deck"))
    deck.put_top_many([0, 1, 2, 3, 4], seen=False)
    deck.put_top(5, seen=True)
    deck.shuffle()
    deck.put_top(6, seen=True)
    assert sorted(deck.known()) == [0, 0, 0, 0, 0, 1, 2]
    pool = [*deck.hidden(), 7]
    # On top lies 6; then two of six places: in one of them lies 5, in the others five of the pool of six.
    exact: dict[int, Fraction] = {}
    for drawn in permutations([-1] * 5 + [5], 2):
        unknown = drawn.count(-1)
        for cards in permutations(pool, unknown):
            n = sum(mask[card] for card in cards) + (5 in drawn) * mask[5]
            exact[n] = exact.get(n, Fraction(0)) + Fraction(1, 30 * math.perm(len(pool), unknown))
    told = dict(marked_odds(mask, deck, 3, pool))
    assert told.keys() == exact.keys()
    assert all(math.isclose(told[n], p, rel_tol=1e-12) for n, p in exact.items())


@rule("DB-FAITH-003", "DB-SKILL-007")
@pytest.mark.parametrize("skills", [0, 1])
def test_discoveries_of_the_rules_succeed_as_often_as_told(table: Table, skills: int) -> None:
    t = table(event=event("discovery", reward="xp 2"), skills=["second-prayer"] * skills)
    seat, prompt, options = t.session.ask or (0, "", ())
    found = dict(t.rules.odds(t.state, seat, prompt, options))
    told = found["toss",]
    p = told.variants[-1][1] if skills else told.success
    assert set(found) == {("toss",)}
    wins = 0
    for seed in range(RUNS):
        s = t.state.copy()
        s.event = t.state.event
        s.dice = Stream(seed, 0, "toss")
        flow = t.rules.own_toss(s, s.players[0], "")
        try:
            asked = next(flow)
            while True:
                asked = flow.send(asked[2][0])
        except StopIteration as over:
            wins += over.value
    assert agree([(True, wins), (False, RUNS - wins)], [(True, p), (False, 1 - p)]) < SIGMAS


@rule("DB-EVENT-033", "DB-EVENT-037")
def test_estimates_are_as_good_as_told(table: Table) -> None:
    t = table(event=event("precognition", target="next_melee", n=3), players=2, p2={})
    seat, prompt, options = t.session.ask or (0, "", ())
    rows = dict(t.rules.odds(t.state, seat, prompt, options))
    assert len(rows) > 2
    counts: dict[int, int] = {}
    for seed in range(RUNS):
        s = t.state.copy()
        t.rules.redeal(s, seat, Stream(seed, 0, "deal"))
        n = t.rules.count_for(s, s.players[seat - 1], t.content.events[s.event].target, 3)
        counts[n] = counts.get(n, 0) + 1
    told = next(iter(rows.values()))
    assert agree(counts.items(), told.distribution) < SIGMAS
    for option, chances in rows.items():
        assert chances.success == dict(told.distribution).get(option[1], 0)
    assert math.isclose(sum(chances.success for chances in rows.values()), 1)


# -- what is told at a prompt -----------------------------------------------------------------------------------------


def told(t: DbTable) -> list[tuple[Any, Any]]:
    seat, prompt, options = t.session.ask or (0, "", ())
    return list(t.rules.odds(t.state, seat, prompt, options))


@rule("DB-COMBAT-015")
def test_a_card_tells_of_its_toss(table: Table) -> None:
    marked = action("marked", damage=1, abilities="faith stun")
    rows = told(table(hand=[marked, JAB], row=[enemy(health=9), enemy(health=9)], skills=["second-prayer"]))
    assert len(rows) == 2
    assert {chances.title for _, chances in rows} == {"Faith Toss of marked"}
    assert {(chances.success, chances.variants[0][1]) for _, chances in rows} == {(0.5, 0.75)}


@rule("DB-ABIL-009", "DB-GEN-009")
def test_a_blow_that_may_be_survived_is_told(table: Table) -> None:
    riser = enemy(health=1, abilities="faith raise")
    rows = told(table(hand=[JAB, JAB], row=[riser, enemy(health=9)]))
    assert [chances.title.partition(" of ")[0] for _, chances in rows] == ["Raise"] * 2
    marked = action("marked", damage=5, abilities="faith stun")
    last = told(table(hand=[marked], row=[boss(health=2)], bosses=[], at="attack"))
    assert not [chances for option, chances in last if option is not None]


def test_enemies_that_toss_for_nothing_tell_nothing(table: Table) -> None:
    assert told(table(hand=[JAB], row=[enemy(health=9, damage=2)])) == []
    assert odds(table(at="rest", xp=5).session) == []


@rule("DB-CORRUPT-004")
def test_a_row_that_may_turn_is_not_summed(table: Table) -> None:
    t = table(at="attack", hand=[JAB], row=["bell-mad-acolyte", "sluice-spawn", "veiled-surgeon"])
    assert t.rules.volley(t.state) is not None
    t.state.blight = t.rules.blight_red
    assert t.rules.volley(t.state) is None


@rule("DB-TOKEN-004", "DB-TOKEN-005")
def test_a_way_tells_of_what_waits_there(table: Table) -> None:
    t = table(
        at="explore", tokens={"A1": token("event"), "B1": token("encounter"), "C1": token("rest"), ...: None}, blight=3
    )
    rows = {option[1]: chances for option, chances in told(t)}
    assert [rows[at].title for at in (0, 1)] == ["The next Event", "The next Encounter"]
    assert 2 not in rows
    assert rows[1].mean == pytest.approx(sum(outcome * p for outcome, p in rows[1].distribution))


# -- by name ----------------------------------------------------------------------------------------------------------


def test_named_tests_answer_from_a_fresh_set_up() -> None:
    assert odds("death-binder", "toss", n=3, need=3)[0].success == 0.125
    assert odds("death-binder", "toss", n="2", skills="1")[0].variants[0][1] == 0.875
    cards = odds("death-binder", "cards", n=2, setup={"players": 2}, seat=2)[0]
    assert [outcome for outcome, _ in cards.distribution] == [0, 1, 2]
    assert odds("death-binder", "encounter", n=5)[0].counted == "Health of the Enemies"
    assert len(odds("death-binder", "event")[0].distribution) == 6
    turn = odds("death-binder", "enemies-turn", foes="sael", defense=3)
    assert [chances.rule for chances in turn] == ["DB-BOSS-006", "DB-COMBAT-022", "DB-ABIL-015", "DB-ABIL-015"]
    assert odds("death-binder", "enemies-turn", foes="raised-bowbearer")[0].success == 1
    pair = odds("death-binder", "enemies-turn", foes="sael,leviathan-spawn,sael", health=3, setup={"players": 2})
    assert [chances.title for chances in pair if chances.rule == "DB-COMBAT-022"] == [
        "The Enemies' turn, Player 1", "The Enemies' turn, Player 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("toss", {"n": 2, "need": 3}, "need cannot be 3 with 2 tosses"),
        ("cards", {"n": 90}, "the Draw Deck has 63 cards"),
        ("cards", {"seat": 2}, "the setup has 1 players"),
        ("enemies-turn", {}, "foes names nobody; the foes are parasitic-muncher"),
        ("enemies-turn", {"foes": "sael,smurf"}, "there is no foe 'smurf'; the foes are"),
        ("enemies-turn", {"foes": "harbor-ghoul"}, "there is no foe 'harbor-ghoul'; near it: harbour-ghoul$"),
        ("enemies-turn", {"foes": "sael," * 90}, "foes names 90 foes; at most 12"),
        ("encounter", {"n": 41}, "expected a whole number from 0 to 40"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        odds("death-binder", name, **parameters)


def test_a_card_that_is_taken_out_is_not_reckoned_with() -> None:
    full = odds("death-binder", "event")[0]
    less = odds("death-binder", "event", without=["event/guard-patrol"])[0]
    assert math.isclose(dict(full.distribution)["ambush"], 6 / 39)
    assert math.isclose(dict(less.distribution)["ambush"], 5 / 38)
