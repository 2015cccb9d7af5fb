"""Blinded cards (BLIND)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, enemy, event
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C = (action(name, damage=0) for name in ("card-a", "card-b", "card-c"))
WALL = enemy(health=99, retreat=1)


def blinded_in(t: DbTable, pile: list[int]) -> int:
    """How many Blinded cards are in an open pile."""
    return sum(t.content.is_blinded[card] for card in pile)


@rule("DB-BLIND-001")
@pytest.mark.parametrize("players", [1, 2])
def test_all_blinded_cards_lie_in_their_pile_at_first(table: Table, players: int) -> None:
    t = table(at="new", players=players)
    assert len(t.state.blinded) == 8
    for deck in (*(p.dd for p in t.state.players), t.state.specials):
        assert deck.count(t.content.blinded_mask) == 0
    assert all(blinded_in(t, p.hand) == 0 for p in t.state.players)


@rule("DB-BLIND-002")
def test_an_enemy_hands_out_blinded_cards(table: Table) -> None:
    t = table(at="enemies-turn", hand=[A, B, C], dd=2, row=[enemy(abilities="blind 1"), WALL])
    # Three cards and the Blinded one; the refill of the next round brings the hand to six.
    assert (len(t.p1.hand), blinded_in(t, t.p1.hand), len(t.state.blinded)) == (6, 1, 7)
    assert t.cards(t.p1.hand)[:3] == [A.id, B.id, C.id]
    assert t.content.is_blinded[t.p1.hand[3]]


@rule("DB-BLIND-003")
def test_blinded_cards_take_up_hand_space(table: Table) -> None:
    t = table(at="round", hand=[A, B, C, "blinded"], dd=9, row=[WALL])
    assert (len(t.p1.hand), len(t.p1.dd)) == (6, 7)


@rule("DB-BLIND-004")
def test_a_blinded_card_does_nothing(table: Table) -> None:
    t = table(hand=["blinded", A], row=[enemy(health=99)], defense=1)
    content = t.content
    for card in content.blinded:
        assert content.abilities[card] == ()
        assert [content.damage[tier][card] for tier in (1, 2, 3)] == [0, 0, 0]
        assert not content.melee_mask[card]
        assert not content.spell_mask[card]
    t.choose("play", ...)
    assert (t.row[0].wounds, t.row[0].harmed, t.p1.health, t.p1.defense) == (0, False, 6, 1)


@rule("DB-BLIND-005")
def test_a_blinded_card_can_be_played_to_get_rid_of_it(table: Table) -> None:
    t = table(hand=["blinded", A], row=[WALL], removed=[B])
    t.choose("play", ...)
    assert t.cards(t.p1.hand) == [A.id]
    assert t.cards(t.state.removed) == [B.id]


@rule("DB-BLIND-006")
def test_a_blinded_card_is_one_of_the_cards_of_the_turn(table: Table) -> None:
    t = table(hand=["blinded", A, B, C], row=[WALL], max_attacks=3)
    refused = t.refused("end")
    assert refused is not None
    assert refused.rule == "DB-COMBAT-006"
    t.choose("play", ...)
    assert t.can("end")
    t.play(A).play(B)
    assert not t.can("play", C, 0)


@rule("DB-BLIND-006")
def test_a_blinded_card_can_be_refused_when_all_attacks_are_used(table: Table) -> None:
    t = table(hand=["blinded", A, B, C], row=[WALL], max_attacks=3)
    t.play(A).play(B).play(C)
    assert not t.can("play", ...)
    refused = t.refused("play", t.p1.hand[0])
    assert refused is not None
    assert refused.rule == "DB-BLIND-006"


@rule("DB-BLIND-006")
def test_a_blinded_card_needs_no_target(table: Table) -> None:
    t = table(hand=["blinded", A], row=[enemy(), enemy(), enemy()])
    assert [option for option in t.options if option[0] == "play" and len(option) == 2] != []
    assert not any(t.content.is_blinded[option[1]] for option in t.options if len(option) == 3)


@rule("DB-BLIND-007")
def test_a_played_blinded_card_goes_back_to_its_pile(table: Table) -> None:
    t = table(hand=["blinded", A], row=[WALL], blinded=6)
    t.choose("play", ...)
    assert (len(t.state.blinded), len(t.state.removed)) == (7, 0)


@rule("DB-BLIND-007")
def test_a_blinded_card_removed_from_sac_goes_back_to_its_pile(table: Table) -> None:
    t = table(at="rest", sac=["blinded"], xp=1)
    t.choose("remove", ...)
    assert (t.p1.sac, len(t.state.blinded), len(t.state.removed)) == ([], 8, 0)


@rule("DB-BLIND-008")
def test_effects_take_the_next_card_instead(table: Table) -> None:
    t = table(event=event("decision", left="dd -1"), dd=["blinded", A, B])
    t.choose("left")
    assert t.cards(t.state.removed) == [A.id]
    assert blinded_in(t, t.p1.dd.cards()) == 1


@rule("DB-BLIND-008")
def test_an_enemy_cannot_disarm_a_blinded_card(table: Table) -> None:
    t = table(at="enemies-turn", hand=["blinded"], row=[enemy(abilities="disarm 1"), WALL])
    assert t.prompt == "attack"
    assert blinded_in(t, t.p1.hand) == 1


@rule("DB-BLIND-009")
def test_skipped_blinded_cards_keep_their_place(table: Table) -> None:
    t = table(at="idle", dd=["blinded", A, "blinded", B, C])
    one, _, two, _, last = t.p1.dd.cards()
    t.rules.remove_from_dd(t.state, t.p1, 2)
    assert t.p1.dd.cards() == [one, two, last]
    assert t.cards(t.state.removed) == [B.id, A.id]


@rule("DB-BLIND-010")
def test_a_deck_of_blinded_cards_gives_nothing(table: Table) -> None:
    t = table(event=event("decision", left="dd -1"), dd=["blinded"], sac=[A, B])
    t.choose("left")
    assert (len(t.p1.dd), t.cards(t.p1.sac), len(t.state.removed)) == (1, [A.id, B.id], 0)


@rule("DB-BLIND-010")
@pytest.mark.parametrize(
    ("dd", "sac", "payable"),
    [
        (["blinded"], [A, B], False),
        (["blinded", A], [B], True),
        ([], [A], True),
        ([], ["blinded"], False),
        (["blinded", "blinded"], [], False),
    ],
)
def test_costs_count_no_blinded_cards(table: Table, dd: list[str], sac: list[str], payable: bool) -> None:
    t = table(hand=[C], row=[WALL], dd=dd, sac=sac)
    assert t.can("retreat") == payable


@rule("DB-BLIND-010")
def test_a_cost_of_two_takes_one_from_each_pile_without_blinded_cards(table: Table) -> None:
    dear = enemy(health=99, retreat=2)
    assert table(hand=[C], row=[dear], dd=[A], sac=[B]).can("retreat")
    assert not table(hand=[C], row=[dear], dd=[A, "blinded"], sac=[B]).can("retreat")


@rule("DB-BLIND-011")
@pytest.mark.parametrize(("left", "given"), [(0, 0), (1, 1), (8, 2)])
def test_no_more_blinded_cards_than_there_are(table: Table, left: int, given: int) -> None:
    t = table(at="idle", hand=[A], blinded=left)
    t.rules.blind(t.state, t.p1, 2)
    assert (len(t.p1.hand), len(t.state.blinded)) == (1 + given, left - given)


@rule("DB-BLIND-012")
@pytest.mark.parametrize("hand", [6, 7])
def test_a_full_hand_sends_blinded_cards_to_sac(table: Table, hand: int) -> None:
    t = table(at="enemies-turn", hand=hand, sac=[A], row=[enemy(abilities="blind 1"), WALL])
    assert (len(t.p1.hand), blinded_in(t, t.p1.hand)) == (hand, 0)
    assert t.content.is_blinded[t.p1.sac[0]]
    assert t.cards(t.p1.sac)[1:] == [A.id]


@rule("DB-BLIND-012")
def test_a_blinded_card_on_sac_comes_into_the_new_draw_deck(table: Table) -> None:
    t = table(at="idle", hand=[], dd=[], sac=["blinded", A])
    t.rules.draw_cards(t.state, t.p1, 2)
    assert blinded_in(t, t.p1.hand) == 1


@rule("DB-BLIND-013")
def test_a_played_blinded_card_cannot_be_stored(table: Table) -> None:
    t = table(hand=["blinded", A, B], row=[WALL], store_cards=2)
    t.choose("play", ...).play(A).choose("end")
    assert [option for option in t.options if option[0] == "store"] == [("store", t.content.index["action"][A.id])]
