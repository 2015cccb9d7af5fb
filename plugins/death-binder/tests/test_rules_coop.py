"""Two players as one team: boards, piles, the Leader and Events (COOP)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, event_enemy, obstacle, quest, token
from db_table import DbTable

from undercroft import Deck, Session, SetupError, Stream
from undercroft.testing import rule
from undercroft_death_binder import verbs
from undercroft_death_binder.state import Player

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
BLOW = action("blow", damage=99)
NOTE = event("decision", "note", left="xp 2", right="xp 1")

# -- boards and piles


@rule("DB-COOP-001")
def test_the_two_roles(table: Table) -> None:
    t = table(at="new", players=2)
    assert [(p.seat, t.rules.boards[p.seat - 1].role) for p in t.state.players] == [
        (1, "Fighter"),
        (2, "Spell Crafter"),
    ]
    assert [(p.health, p.defense) for p in t.state.players] == [(4, 2), (6, 1)]
    t = table(at="rest", p1={"xp": 20}, p2={"xp": 20})
    assert (t.can("upgrade", "melee_tier"), t.can("upgrade", "spell_tier")) == (True, False)
    t.choose("done")
    assert (t.seat, t.can("upgrade", "melee_tier"), t.can("upgrade", "spell_tier")) == (2, False, True)


@rule("DB-COOP-002")
def test_one_removed_pile(table: Table) -> None:
    t = table(row=[enemy(health=99, damage=0)], p1={"hand": [A, ...]}, p2={"hand": [B, ...]})
    t.play(A).end()
    t.play(B).end()
    assert t.cards(t.state.removed) == [B.id, A.id]


@rule("DB-COOP-002")
def test_one_blight_track(table: Table) -> None:
    for leader in (1, 2):
        t = table(event=event("decision", left="blight 2"), players=2, leader=leader, blight=3).choose("left")
        assert t.state.blight == 5


@rule("DB-COOP-002")
def test_everything_else_is_separate(table: Table) -> None:
    t = table(at="rest", p1={"xp": 9, "dd": 9, "health": 2}, p2={"xp": 9, "dd": 9, "health": 2})
    other = t.state.players[1].copy()
    t.choose("heal").choose("upgrade", "store_cards")
    assert (t.p1.health, t.p1.xp, len(t.p1.dd), t.p1.steps[verbs.STORE_CARDS_TRAIT]) == (3, 5, 7, 1)
    assert t.p2 == other


@rule("DB-COOP-003", "DB-COOP-004")
@pytest.mark.parametrize("seed", range(3))
def test_the_deck_is_dealt_alternately_and_six_are_drawn(table: Table, seed: int) -> None:
    t = table(at="new", players=2, seed=seed)
    deck = Deck(t.content.ordinary, Stream(seed, 0, "deck/action"))
    deck.shuffle()
    cards = deck.cards()
    assert [[*p.hand, *p.dd.cards()] for p in t.state.players] == [cards[0::2], cards[1::2]]
    assert [(len(p.hand), len(p.dd)) for p in t.state.players] == [(6, 29), (6, 28)]
    draws = [entry.args[0] for entry in t.told("DB-ROUND-001")]
    assert draws == ["Player 1", "Player 2"]


def zones(p: Player) -> set[int]:
    """The cards of a player, wherever they lie, Blinded cards included."""
    return {*p.hand, *p.sac, *p.used, *p.dd.cards()}


@rule("DB-COOP-005")
@pytest.mark.parametrize("seed", range(4))
def test_no_choice_moves_a_card_or_trait_to_the_other_player(seed: int) -> None:
    dice = random.Random(seed)
    session = Session("death-binder", {"players": 2}, seed=seed)
    while session.outcome is None:
        decision = session.decision
        assert decision is not None
        before = [(zones(p), p.steps[:], p.skills[:]) for p in session.state.players]
        session.choose(dice.choice(list(decision.options)))
        after = session.state.players
        for mine, yours in ((0, 1), (1, 0)):
            assert not before[mine][0] & zones(after[yours])
            assert not set(before[mine][2]) & set(after[yours].skills)
        assert after[2 - decision.seat].steps == before[2 - decision.seat][1]


@rule("DB-COOP-005")
def test_no_option_names_the_other_player() -> None:
    verbs_seen: set[str] = set()
    for seed in range(6):
        dice = random.Random(seed)
        session = Session("death-binder", {"players": 2}, seed=seed)
        while (decision := session.decision) is not None:
            verbs_seen |= {option[0] for option in decision.options}
            own = session.state.players[decision.seat - 1]
            for option in decision.options:
                if option[0] in ("play", "store", "remove"):
                    assert option[1] in zones(own)
                elif option[0] in ("skill", "reroll"):
                    assert option[1] in own.skills
            session.choose(dice.choice(list(decision.options)))
    assert verbs_seen <= {
        "go", "play", "end", "retreat", "store", "done", "skill", "reroll", "accept", "decline", "toss", "blight",
        "left", "right", "estimate", "upgrade", "heal", "buy", "recover", "cleanse", "remove",
    }  # fmt: skip


@rule("DB-COOP-006")
def test_the_hand_is_refilled_from_the_own_deck(table: Table) -> None:
    p1 = {"hand": 3, "dd": [], "sac": [A, B, C, D]}
    t = table(at="round", row=[enemy()], p1=p1, p2={"hand": 4, "dd": 20, "sac": [E, F]})
    assert (len(t.p1.hand), len(t.p1.dd), t.p1.sac) == (6, 1, [])
    assert {*t.cards(t.p1.hand), *t.cards(t.p1.dd)} >= {card.id for card in (A, B, C, D)}
    assert (len(t.p2.hand), len(t.p2.dd), t.cards(t.p2.sac)) == (6, 18, [E.id, F.id])


@rule("DB-COOP-006", "DB-COOP-021")
def test_the_other_players_cards_do_not_help(table: Table) -> None:
    t = table(at="round", row=[enemy()], p1={"hand": 3, "dd": 1, "sac": [A]}, p2={"hand": 6, "dd": 20, "sac": [B, C]})
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert (len(t.p2.dd), len(t.p2.sac)) == (20, 2)


@rule("DB-COOP-026")
def test_recovered_cards_come_from_the_shared_pile(table: Table) -> None:
    icons, gift = ["encounter", "rest", "event"], event("decision", left="dd 1")
    t = table(row=[enemy(health=9, damage=0)], active=icons, icon=1, events=[gift],
              p1={"hand": [A, ...], "dd": 9}, p2={"hand": [BLOW, ...], "dd": 9})  # fmt: skip
    t.play(A).end().play(BLOW).end()
    t.choose("done").choose("done")
    assert (t.prompt, t.seat, t.cards(t.state.removed)) == ("decision", 1, [BLOW.id, A.id])
    t.choose("left")
    assert (BLOW.id in t.cards(t.p1.dd), t.cards(t.state.removed)) == (True, [A.id])
    assert (len(t.p1.dd), len(t.p2.dd)) == (10, 9)


# -- the Leader


@rule("DB-COOP-007")
def test_the_oldest_player_is_the_first_leader(table: Table) -> None:
    t = table(at="new", players=2, oldest=2)
    assert (t.state.leader, t.seat, t.rules.view(t.state, 1)["leader"]) == (2, 2, 2)


@rule("DB-COOP-008")
def test_without_the_option_player_1_leads(table: Table) -> None:
    t = table(at="new", players=2)
    assert (t.state.leader, t.seat) == (1, 1)


@rule("DB-COOP-008")
def test_the_oldest_player_takes_part() -> None:
    with pytest.raises(SetupError) as refused:
        Session("death-binder", {"players": 1, "oldest": 2})
    assert refused.value.rule == "DB-COOP-008"


@rule("DB-COOP-009")
@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize("where", [{}, {"position": "B2"}])
def test_the_leader_moves_the_party(table: Table, leader: int, where: dict[str, str]) -> None:
    t = table(players=2, leader=leader, **where)
    assert (t.prompt, t.seat) == ("explore", leader)


@rule("DB-COOP-011", "DB-COOP-014")
@pytest.mark.parametrize("leader", [1, 2])
def test_the_leader_resolves_events_alone(table: Table, leader: int) -> None:
    t = table(event=event("decision", left=["xp 3", "health -1", "dd -2"]), leader=leader, players=2)
    other = t.state.players[2 - leader].copy()
    mine = t.state.players[leader - 1]
    health, cards = mine.health, len(mine.dd)
    assert (t.prompt, t.seat) == ("decision", leader)
    t.choose("left")
    mine = t.state.players[leader - 1]
    assert (mine.xp, mine.health, len(mine.dd)) == (3, health - 1, cards - 2)
    assert t.state.players[2 - leader] == other


@rule("DB-COOP-011")
@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize(
    ("card", "prompt"),
    [
        (event("discovery", reward="xp 1"), "discovery"),
        (event("precognition"), "estimate"),
        (event("cave_in", places=["B2"]), "cave-in"),
        (obstacle(health=9), "attack"),
    ],
)
def test_the_leader_makes_the_choices_of_every_kind(table: Table, leader: int, card: Any, prompt: str) -> None:
    t = table(event=card, leader=leader, players=2)
    assert (t.prompt, t.seat) == (prompt, leader)


@rule("DB-COOP-012")
@pytest.mark.parametrize("first", [1, 2])
def test_the_leader_token_passes_after_every_adventure(table: Table, first: int) -> None:
    icons = token("event", "rest", "event", back=["rest"])
    t = table(at="icon", active=icons, events=[NOTE, event("decision", left="xp 1")], leader=first, players=2)
    leaders = []
    while t.prompt != "explore":
        leaders.append((t.prompt, t.seat, t.state.leader))
        t.choose("left" if t.prompt == "decision" else "done")
    last = 3 - first
    assert leaders == [
        ("decision", first, first), ("rest", last, last), ("rest", first, last), ("decision", first, first)
    ]  # fmt: skip
    assert (t.state.leader, t.seat) == (last, last)
    assert [entry.args[0] for entry in t.told("DB-COOP-012")] == [last, first, last]


@rule("DB-COOP-012")
def test_the_token_passes_after_an_encounter(table: Table) -> None:
    t = table(row=[enemy()], hand=[BLOW, A], players=2).play(BLOW)
    assert t.state.leader == 1
    t.end()
    assert t.state.leader == 2


@rule("DB-COOP-013")
@pytest.mark.parametrize(("icons", "seat"), [(1, 1), (2, 2), (3, 1)])
def test_the_sidequest_is_for_the_leader_of_the_last_adventure(table: Table, icons: int, seat: int) -> None:
    found = token(*["rest"] * icons, quest=quest("store_cards", 3))
    t = table(at="icon", active=found, players=2)
    for _ in range(2 * icons):
        assert t.prompt == "rest"
        t.choose("done")
    assert (t.prompt, t.seat) == ("sidequest", seat)
    t.choose("accept")
    taker, other = t.state.players[seat - 1], t.state.players[2 - seat]
    assert (t.ids.name("token", taker.quest), other.quest) == (found.id, -1)
    assert (t.prompt, t.seat) == ("explore", 3 - seat)


@rule("DB-COOP-014")
@pytest.mark.parametrize(
    ("card", "choice"),
    [
        (event("discovery", reward="xp 3"), ("toss",)),
        (event("precognition", target="event_deck", higher="xp 3", limit=99, lower="xp 3"), ("estimate", 0)),
        (event("decision", left="xp 3"), ("left",)),
    ],
)
def test_xp_from_events_is_personal(table: Table, card: Any, choice: tuple[Any, ...]) -> None:
    t = table(event=card, leader=2, players=2, faith=[True]).choose(*choice)
    assert (t.p1.xp, t.p2.xp) == (0, 3)


@rule("DB-COOP-027")
@pytest.mark.parametrize("leader", [1, 2])
def test_the_leader_token_stays_over_a_boss_encounter(table: Table, leader: int) -> None:
    t = table(at="boss", mode="descent", bosses=[boss(health=9), boss()], leader=leader,
              p1={"hand": [BLOW, A]}, p2={"hand": [BLOW, B]})  # fmt: skip
    assert (t.prompt, t.seat) == ("attack", leader)
    t.play(BLOW).end()
    assert (t.prompt, t.seat, t.state.leader, t.offered) == ("explore", leader, leader, ["A1", "B1", "C1"])
    assert t.told("DB-COOP-012") == []


@rule("DB-COOP-028")
def test_who_drew_the_cave_in_leads_the_flight_only(table: Table) -> None:
    fall = event("cave_in", places=["B3"])
    t = table(event=fall, events=[NOTE], position="B3", tokens={"B4": ["event", "rest"]}, active=["event", "rest"],
              players=2)  # fmt: skip
    assert (t.prompt, t.seat, t.state.leader) == ("cave-in", 1, 1)
    t.choose("go", "B4")
    assert (t.prompt, t.seat, t.state.leader, t.state.icon) == ("decision", 2, 2, 1)


@rule("DB-COOP-029")
@pytest.mark.parametrize("leader", [1, 2])
def test_only_the_leader_faces_an_obstacle(table: Table, leader: int) -> None:
    wall = obstacle(health=99, penalty="health -1")
    both = {"hand": HAND[:4], "dd": 9, "defense": 0}
    t = table(event=wall, enemies=[enemy()], leader=leader, p1=both, p2=both)
    other = t.state.players[2 - leader].copy()
    seats = []
    while t.prompt in ("attack", "store"):
        seats.append(t.seat)
        t.choose(*t.options[0])
    assert set(seats) == {leader}
    assert t.state.players[2 - leader] == other
    assert [entry.args[0] for entry in t.told("DB-COMBAT-003")] == [f"Player {leader}"]


@rule("DB-COOP-029")
def test_both_fight_in_an_ambush(table: Table) -> None:
    wolf = event_enemy(health=99, damage=0)
    t = table(event=event("ambush", coop=[wolf]), event_enemies=[wolf], p1={"hand": HAND[:4]}, p2={"hand": HAND[:4]})
    assert [len(p.hand) for p in t.state.players] == [6, 6]
    seats = []
    for _ in range(2):
        seats.append(t.seat)
        t.play(A).end()
    assert (seats, t.state.round) == ([1, 2], 2)
