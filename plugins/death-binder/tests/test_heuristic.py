"""The heuristic player: what it does in plain positions, that it does not look, and how often it wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, quest, skill, token
from db_table import DbTable

from undercroft import AgentError, Option, Session, Stream, registry, simulate
from undercroft import Table as Dealt
from undercroft_death_binder.heuristic import Heuristic
from undercroft_death_binder.heuristic.camp import ORDERS, TRAITS
from undercroft_death_binder.heuristic.worth import FLOOR, Weights, Worth

Table = Callable[..., DbTable]
NIL, ONE, TWO, THREE, SIX = (action(f"hit-{n}", damage=n) for n in (0, 1, 2, 3, 6))
LOW = [action(f"low-{name}", damage=0) for name in "abcdef"]
CELLS = [(mode, players) for mode in ("quick-descent", "descent") for players in (1, 2)]


def choice(t: DbTable) -> Option:
    """What the heuristic player chooses where the table stands."""
    assert t.session.ask is not None
    seat, prompt, options = t.session.ask
    option: Option = Heuristic().choose(Dealt(t.rules, t.state), seat, prompt, options)
    assert option in options
    return option


def played(t: DbTable) -> tuple[str, str]:
    """The card and the foe of the attack that is chosen, by id."""
    option = choice(t)
    assert option[0] == "play", option
    return t.ids.name("action", option[1]), t.foes[option[2]]


# -- the plugin


def test_it_is_the_game_s_own_player() -> None:
    spec = registry().agents_for("death-binder")["heuristic"]
    assert registry().game("death-binder").default_agent == "heuristic"
    assert isinstance(spec.make({}), Heuristic)
    assert not spec.make({}).looks_ahead
    with pytest.raises(AgentError, match="heuristic takes no options, got depth"):
        spec.make({"depth": "3"})


def test_prompts_of_a_layer_get_an_answer(table: Table) -> None:
    t = table()
    options: list[Option] = [("a",), ("b",)]
    assert Heuristic().choose(Dealt(t.rules, t.state), 1, "of-an-expansion", options) == ("a",)


# -- Combat


def test_it_kills_what_it_can_before_it_attacks(table: Table) -> None:
    row = [enemy("wall", health=90, damage=1), enemy("biter", health=3, damage=3)]
    assert played(table(hand=[THREE, *LOW[:2]], row=row, dd=40, health=4)) == ("hit-3", "biter")


def test_it_spares_the_strong_card_where_a_weak_one_will_do(table: Table) -> None:
    t = table(hand=[SIX, TWO], row=[enemy("weak", health=2, damage=3)], dd=40, max_attacks=1)
    assert played(t) == ("hit-2", "weak")


def test_it_uses_the_better_vulnerability(table: Table) -> None:
    row = [enemy("husk", health=6, damage=2, vuln_melee=1, vuln_spell=3)]
    hand = [action("blade", damage=2), action("flame", type="spell", damage=2)]
    assert played(table(hand=hand, row=row, dd=40, max_attacks=1)) == ("flame", "husk")


def test_it_raises_a_vulnerability_before_the_blows_that_profit(table: Table) -> None:
    opener = action("opener", damage=1, abilities="vuln_melee 2")
    blows = [action(f"blow-{name}", damage=1) for name in "abc"]
    t = table(hand=[*blows, opener], row=[boss("giant", health=40, damage=2)], dd=40)
    assert played(t)[0] == "opener"


def test_it_stuns_what_would_kill_it(table: Table) -> None:
    stun = action("stun", damage=0, abilities="stun")
    row = [enemy("ogre", health=60, damage=5)]
    assert played(table(hand=[stun, TWO], row=row, dd=40, health=2, max_attacks=1)) == ("stun", "ogre")


def test_it_runs_where_the_fight_would_end_badly(table: Table) -> None:
    row = [enemy(f"brute-{n}", health=30, damage=4, retreat=1) for n in (1, 2)]
    assert choice(table(hand=LOW, row=row, dd=30, health=3)) == ("retreat",)


def test_it_stays_where_a_retreat_would_leave_too_few_cards(table: Table) -> None:
    row = [enemy(f"brute-{n}", health=30, damage=4, retreat=1) for n in (1, 2)]
    assert choice(table(hand=LOW, row=row, dd=1, sac=0, health=3))[0] != "retreat"


def test_it_keeps_a_hand_for_the_next_round(table: Table) -> None:
    """With six cards in all, one more that is not Stored would lose the game at the refill."""
    t = table(hand=[TWO, *LOW[:4]], used=[ONE], played=1, dd=0, sac=0, row=[enemy(health=60, damage=1)], store_cards=1)
    assert choice(t) == ("end",)


def test_it_plays_a_card_where_it_has_to(table: Table) -> None:
    assert choice(table(hand=LOW, row=[enemy(health=60, damage=1)], dd=0, sac=0))[0] == "play"


def test_it_uses_a_skill_that_saves_its_life(table: Table) -> None:
    shield = skill("shield", effects="defense 3")
    t = table(hand=LOW, row=[enemy(health=60, damage=4)], dd=40, health=3, defense=0, skills=[shield])
    assert t.ids.name("skill", choice(t)[1]) == "shield"


def test_it_holds_a_skill_in_an_easy_fight(table: Table) -> None:
    shield = skill("shield", effects="defense 3")
    t = table(hand=[TWO, *LOW[:2]], row=[enemy(health=2, damage=1)], dd=40, health=6, defense=1, skills=[shield])
    assert choice(t)[0] == "play"


def test_it_stores_the_best_card(table: Table) -> None:
    t = table(at="store", used=[ONE, SIX, TWO], row=[enemy(health=90)], store_cards=1)
    assert t.ids.name("action", choice(t)[1]) == SIX.id


def test_it_gives_away_the_worst_card(table: Table) -> None:
    thief = enemy("thief", health=90, damage=0, abilities="disarm 1")
    t = table(at="enemies-turn", hand=[SIX, NIL, TWO], dd=40, row=[thief])
    assert t.prompt == "disarm"
    assert t.ids.name("action", choice(t)[1]) == NIL.id


def test_it_tosses_again_for_an_event(table: Table) -> None:
    prayer = skill("prayer", effects="reroll")
    t = table(event=event("discovery", reward=["xp 3"]), skills=[prayer], faith=[False])
    t.choose("toss")
    assert t.prompt == "reroll"
    assert choice(t)[0] == "reroll"


@pytest.mark.parametrize("players", [1, 2])
def test_no_fight_lasts_for_ever(table: Table, players: int) -> None:
    """Stored again and again, one stun a round holds off an Enemy that cannot be killed; patience ends it."""
    stun = action("stun", damage=0, abilities="stun")
    hand = {"hand": [stun, *LOW[:5]], "dd": 0, "sac": 0}
    row = [enemy(health=9, damage=1, abilities="regenerate 9")]
    t = table(row=row, players=players, p1=hand, p2=hand if players > 1 else None)
    agents = [Heuristic() for _ in range(players)]
    for number, agent in enumerate(agents, 1):
        agent.begin(number, Stream(0, 0, f"agent/{number}"))
    for _ in range(600):
        if t.session.ask is None:
            break
        seat, prompt, options = t.session.ask
        t.session.choose(agents[seat - 1].choose(t.session, seat, prompt, options))
    assert t.session.ask is None


# -- Rest


def test_it_upgrades_in_its_order(table: Table) -> None:
    assert choice(table(at="rest", xp=9)) == ("upgrade", TRAITS.index("melee"))
    assert choice(table(at="rest", xp=9, melee_tier=2)) == ("upgrade", TRAITS.index("spell"))


@pytest.mark.parametrize("order", ORDERS.values(), ids=lambda order: order.split()[0])
def test_the_orders_name_no_step_that_does_not_exist(order: str) -> None:
    names = order.split()
    assert set(names) <= set(TRAITS)
    assert all(names.count(name) <= 2 for name in names)


def test_it_heals_where_cards_are_plenty(table: Table) -> None:
    assert choice(table(at="rest", xp=0, health=2, dd=50)) == ("heal",)
    assert choice(table(at="rest", xp=0, health=2, dd=3, sac=0)) != ("heal",)


def test_it_uses_a_healing_skill_at_a_rest(table: Table) -> None:
    bandage = skill("bandage", effects="heal 2")
    assert choice(table(at="rest", xp=0, health=3, dd=3, sac=0, skills=[bandage]))[0] == "skill"
    assert choice(table(at="rest", xp=0, health=5, dd=3, sac=0, skills=[bandage])) == ("done",)


def test_it_buys_cards_when_all_is_learned(table: Table) -> None:
    whole = {"character_level": 3, "spell_tier": 3, "melee_tier": 3, "max_attacks": 5, "store_cards": 3}
    t = table(at="rest", mode="descent", xp=9, health=10, max_health=10, starting_defense=3, dd=40, **whole)
    assert choice(t) == ("buy",)


# -- Events, Sidequests, map


def test_it_weighs_discoveries_and_decisions(table: Table) -> None:
    assert choice(table(event=event("discovery", reward=["xp 4"], penalty=["dd -1"], blight=3))) == ("toss",)
    harsh = event("discovery", reward=["xp 1"], penalty=["health -3"], blight=1)
    assert choice(table(event=harsh, health=3)) == ("blight",)
    assert choice(table(event=event("decision", left=["xp 1"], right=["xp 4"]))) == ("right",)
    assert choice(table(event=event("decision", left=["heal 2"], right=["dd 1"]), health=1)) == ("left",)


def test_it_never_takes_a_penalty_that_kills(table: Table) -> None:
    deadly = event("decision", left=["xp 4", "health -1"], right=["xp -1"])
    assert choice(table(event=deadly, health=1)) == ("right",)


def test_it_estimates_what_is_most_likely(table: Table) -> None:
    blades = [action(f"blade-{n}") for n in range(10)]
    foresee = event("precognition", target="next_melee", n=3, limit=1, lower=["xp 1"], higher=["xp 3"])
    assert choice(table(event=foresee, dd=blades, removed=[], hand=blades[:6])) == ("estimate", 3)


def test_it_takes_a_sidequest_and_keeps_the_better_one(table: Table) -> None:
    good, poor = quest("defeat_enemies", 1, reward="special 1"), quest("win_faith_tosses", 3, reward="blight -1")
    assert choice(table(at="token-done", active=token("rest", quest=poor))) == ("accept",)
    assert choice(table(at="token-done", active=token("rest", quest=poor), quest=good)) == ("decline",)
    assert choice(table(at="token-done", active=token("rest", quest=good), quest=poor)) == ("accept",)


def test_it_goes_to_a_rest_rather_than_into_a_fight(table: Table) -> None:
    fights = ["encounter", "encounter"]
    tokens = {"A1": ["rest", "rest"], "B1": fights, "C1": fights, ...: ["event"]}
    t = table(tokens=tokens, health=2, xp=6)
    assert t.ids.name("place", choice(t)[1]) == "A1"


def test_from_the_last_row_it_can_go_to_the_boss(table: Table) -> None:
    t = table(position="B5", tokens={...: None}, health=2)
    assert t.offered == ["BOSS"]
    fights = ["encounter"] * 4
    crowded = table(position="B5", tokens={"A5": fights, "C5": fights, ...: None}, blight=12, health=2)
    assert crowded.ids.name("place", choice(crowded)[1]) == "BOSS"


# -- whole games


@pytest.mark.parametrize(("mode", "players"), CELLS)
def test_games_end_and_come_out_the_same_again(mode: str, players: int) -> None:
    setup = {"mode": mode, "players": players}
    batches = [simulate("death-binder", games=40, agents="heuristic", seed=5, setup=setup, workers=1) for _ in range(2)]
    assert (batches[0].stalled, batches[0].errors) == (0, 0)
    assert batches[0].digest == batches[1].digest


@pytest.mark.parametrize(
    "setup",
    [
        {"level": 4},
        {"level": 3, "players": 2},
        {"map": "nightmare", "modifier": "random"},
        {"shorter": True, "easier": True, "players": 2, "oldest": 2},
    ],
    ids=str,
)
def test_it_knows_every_setup(setup: dict[str, Any]) -> None:
    batch = simulate("death-binder", games=40, agents="heuristic", seed=6, setup=setup, workers=1)
    assert (batch.n, batch.stalled, batch.errors) == (40, 0, 0)


@pytest.mark.parametrize(
    ("mode", "players", "low", "high"),
    [
        ("quick-descent", 1, 0.45, 0.65),
        ("quick-descent", 2, 0.45, 0.75),
        ("descent", 1, 0.1, 0.35),
        ("descent", 2, 0.1, 0.4),
    ],
)
def test_the_content_stays_in_balance(mode: str, players: int, low: float, high: float) -> None:
    """A guard: the interval of so many games meets the range that the content is balanced for (see the docs)."""
    setup = {"mode": mode, "players": players}
    batch = simulate("death-binder", games=300, agents="heuristic", seed=7, setup=setup, workers=1)
    assert batch.win_rate_high >= low
    assert batch.win_rate_low <= high


@pytest.mark.parametrize("players", [1, 2])
def test_random_play_does_not_win_a_descent(players: int) -> None:
    setup = {"mode": "descent", "players": players}
    assert simulate("death-binder", games=300, agents="random", seed=7, setup=setup, workers=1).wins < 9


# -- what it may know


@pytest.mark.parametrize("players", [1, 2])
def test_it_does_not_look_at_hidden_cards(players: int) -> None:
    """The conformance kit asks for this too; here over whole games of its own."""
    for index in range(3):
        session = Session("death-binder", {"players": players, "mode": "descent"}, seed=11, index=index)
        for made in range(120):
            if session.ask is None:
                break
            seat, prompt, options = session.ask
            chosen = Heuristic().choose(session, seat, prompt, options)
            if made % 6 == 0:
                fork = session.fork()
                fork.redeal(seat, Stream(made, index, "test/redeal"))
                assert fork.ask is not None
                assert Heuristic().choose(fork, *fork.ask) == chosen, (index, made, prompt)
            session.choose(chosen)


# -- its tables


def test_the_worth_of_health_rises_and_bends(table: Table) -> None:
    worth = Worth(table().rules, Weights())
    steps = [worth.life(health + 1) - worth.life(health) for health in range(1, 12)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)
    assert worth.life(1) - worth.life(0) > 10 * steps[0]
    assert worth.vital[FLOOR] == worth.life(0) == -Weights().death


def test_cards_are_dear_where_they_are_few(table: Table) -> None:
    costs = []
    for dd in (50, 20, 10, 1):
        t = table(at="explore", dd=dd, sac=0)
        costs.append(Worth(t.rules, Weights()).card(t.state, t.p1))
    assert costs == sorted(costs)
    assert costs[-1] > 5 * costs[0]
