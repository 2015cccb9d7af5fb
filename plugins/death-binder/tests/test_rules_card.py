"""Action cards, the Draw Deck (DD), Stored cards (SAC) and the Removed pile (CARD)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, enemy, event, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = (action(f"card-{name}", damage=1) for name in "abcdef")
WALL = enemy(health=99, retreat=1)


@rule("DB-CARD-001")
def test_the_starting_deck(table: Table) -> None:
    t = table(at="new")
    held = [*t.p1.hand, *t.p1.dd.cards()]
    assert sorted(held) == list(t.content.ordinary)
    assert len(held) == 69
    assert t.p1.dd.cards() != table(at="new", seed=1).p1.dd.cards()
    assert held != sorted(held)


@rule("DB-CARD-002")
def test_the_type_decides_about_tier_and_vulnerability(table: Table) -> None:
    hit, bolt = action(damage=(1, 2, 3)), action(type="spell", damage=(1, 2, 3))
    foes = [enemy(health=99, melee_vulnerability=2, spell_vulnerability=5) for _ in range(2)]
    t = table(hand=[hit, bolt], row=foes, melee_tier=2, spell_tier=3)
    t.play(hit, 0)
    assert t.row[0].wounds == 2 * 2
    t.play(bolt, 1)
    assert t.row[1].wounds == 3 * 5


@rule("DB-CARD-003")
def test_special_cards_have_one_type(table: Table) -> None:
    t = table(at="new")
    assert len(t.state.specials) == 8
    for card in t.state.specials.cards():
        assert t.content.special_mask[card]
        assert bool(t.content.melee_mask[card]) != bool(t.content.spell_mask[card])


@rule("DB-CARD-004")
@pytest.mark.parametrize(("tier", "damage"), [(1, 2), (2, 3), (3, 5)])
def test_the_tier_picks_one_of_three_values(table: Table, tier: int, damage: int) -> None:
    bolt = action(type="spell", damage=(2, 3, 5))
    t = table(hand=[bolt], row=[enemy(health=99)], spell_tier=tier)
    t.play(bolt)
    assert t.row[0].wounds == damage


@rule("DB-CARD-005")
def test_an_upgrade_counts_for_every_card_of_the_type(table: Table) -> None:
    one, two, hit = action(type="spell", damage=(1, 2, 3)), action(type="spell", damage=(2, 3, 4)), action(damage=1)
    hand = [one, two, hit]
    t = table(at="rest", active=["rest", "encounter"], hand=hand, dd=3, xp=5, enemies=[enemy(health=99)])
    base = [t.rules.base_damage(t.p1, card) for card in t.p1.hand]
    assert base == [1, 2, 1]
    t.choose("upgrade", "spell_tier").choose("done")
    t.play(one)
    assert t.row[0].wounds == 2
    t.play(two)
    assert t.row[0].wounds == 2 + 3
    t.play(hit)
    assert t.row[0].wounds == 2 + 3 + 1


@rule("DB-CARD-006")
@pytest.mark.parametrize("success", [True, False])
def test_a_marked_ability_needs_a_toss(table: Table, success: bool) -> None:
    hit = action(damage=1, abilities="faith stun")
    t = table(hand=[hit], row=[WALL], faith=[success])
    t.play(hit)
    assert (t.row[0].stunned, t.state.dice.scripted) == (success, 0)


@rule("DB-CARD-006")
def test_an_unmarked_ability_needs_none(table: Table) -> None:
    hit = action(damage=1, abilities="vuln_melee 1")
    t = table(hand=[hit], row=[WALL], faith=[False])
    t.play(hit)
    assert (t.row[0].vuln_melee, t.state.dice.scripted) == (1, 1)


@rule("DB-CARD-007")
def test_an_exhausted_deck_is_made_anew_from_sac(table: Table) -> None:
    t = table(at="idle", hand=[], dd=[], sac=[A, B, C, D, E])
    t.rules.rebuild(t.state, t.p1)
    assert (len(t.p1.dd), t.p1.sac) == (5, [])


@rule("DB-CARD-007")
def test_the_new_deck_is_shuffled(table: Table) -> None:
    orders = set()
    for seed in range(6):
        t = table(at="idle", dd=[], sac=[A, B, C, D, E, F], seed=seed)
        t.rules.rebuild(t.state, t.p1)
        assert sorted(t.cards(t.p1.dd)) == [card.id for card in (A, B, C, D, E, F)]
        orders.add(tuple(t.cards(t.p1.dd)))
    assert len(orders) > 3


@rule("DB-CARD-008")
def test_the_rebuild_happens_at_once(table: Table) -> None:
    t = table(at="round", hand=[A, B, C, D], dd=2, sac=3, row=[WALL])
    assert (len(t.p1.hand), len(t.p1.dd), t.p1.sac) == (6, 3, [])
    t = table(event=event("decision", left="dd -2"), dd=2, sac=3)
    t.choose("left")
    assert (len(t.p1.dd), t.p1.sac) == (3, [])


@rule("DB-CARD-008")
def test_a_rebuild_that_was_not_possible_is_made_up_for(table: Table) -> None:
    t = table(hand=[A, B, C, D, E, F], dd=[], row=[WALL])
    t.play(A).choose("end").choose("store", A)
    # Nothing lay on SAC when the deck ran out; now a card has to be drawn, and the Stored one is there.
    assert (len(t.p1.hand), len(t.p1.dd), t.p1.sac) == (6, 0, [])
    t = table(at="idle", dd=[], sac=[A, B])
    t.rules.remove_from_dd(t.state, t.p1, 1)
    assert (len(t.p1.dd), t.p1.sac, len(t.state.removed)) == (1, [], 1)


@rule("DB-CARD-009")
def test_a_removed_card_lies_face_down_on_the_removed_pile(table: Table) -> None:
    t = table(hand=[A, ...], row=[WALL], removed=[B])
    t.play(A).end()
    assert t.cards(t.state.removed) == [A.id, B.id]
    assert A.id not in t.cards(t.p1.hand) + t.cards(t.p1.dd) + t.cards(t.p1.sac)


@rule("DB-CARD-010")
def test_a_stored_card_lies_on_top_of_sac(table: Table) -> None:
    t = table(hand=[A, ...], row=[WALL], sac=[B])
    t.play(A).choose("end").choose("store", A)
    assert t.cards(t.p1.sac) == [A.id, B.id]
    assert not len(t.state.removed)


@rule("DB-CARD-011", "DB-CARD-013")
def test_minus_dd_removes_the_top_cards_one_by_one(table: Table) -> None:
    t = table(event=event("decision", left="dd -2"), dd=[A, B, C, D])
    t.choose("left")
    assert t.cards(t.p1.dd) == [C.id, D.id]
    assert t.cards(t.state.removed) == [B.id, A.id]


@rule("DB-CARD-012")
def test_plus_dd_shuffles_removed_cards_into_the_deck(table: Table) -> None:
    orders = set()
    for seed in range(8):
        t = table(event=event("decision", left="dd 2"), removed=[A, B, C], dd=[D], seed=seed)
        t.choose("left")
        assert t.cards(t.state.removed) == [C.id]
        assert sorted(t.cards(t.p1.dd)) == [A.id, B.id, D.id]
        orders.add(tuple(t.cards(t.p1.dd)))
    assert len(orders) > 2
    assert {order.index(D.id) for order in orders} == {0, 1, 2}


@rule("DB-CARD-014")
def test_minus_dd_goes_on_in_the_new_deck(table: Table) -> None:
    t = table(event=event("decision", left="dd -3"), dd=1, sac=[A, B, C, D])
    t.choose("left")
    assert (len(t.p1.dd), t.p1.sac, len(t.state.removed)) == (2, [], 3)


@rule("DB-CARD-014")
def test_minus_dd_ignores_what_is_not_there(table: Table) -> None:
    t = table(event=event("decision", left="dd -5"), dd=[A], sac=[B])
    t.choose("left")
    assert (len(t.p1.dd), t.p1.sac, len(t.state.removed)) == (0, [], 2)
    assert t.outcome is None


@rule("DB-CARD-014")
@pytest.mark.parametrize(("dd", "sac", "payable"), [(1, 1, True), (1, 0, False), (0, 2, True), (0, 1, False)])
def test_a_cost_counts_dd_and_sac(table: Table, dd: int, sac: int, payable: bool) -> None:
    t = table(at="rest", health=5, dd=dd, sac=sac)
    assert t.can("heal") == payable


@rule("DB-CARD-015")
def test_plus_dd_with_too_few_removed_cards(table: Table) -> None:
    t = table(event=event("decision", left="dd 5"), removed=[A, B], dd=4)
    t.choose("left")
    assert (len(t.p1.dd), len(t.state.removed)) == (6, 0)


@rule("DB-CARD-016")
def test_the_first_hand(table: Table) -> None:
    t = table(at="new")
    assert (t.prompt, len(t.p1.hand), len(t.p1.dd)) == ("explore", 6, 63)
    t = table(at="new", players=2)
    assert [len(p.hand) for p in t.state.players] == [6, 6]
    assert sorted(len(p.dd) for p in t.state.players) == [28, 29]


@rule("DB-CARD-017")
def test_unplayed_cards_stay_in_hand(table: Table) -> None:
    t = table(hand=[A, B, C, D, E, F], row=[WALL])
    t.play(A).play(B).end()
    assert t.state.round == 2
    assert t.cards(t.p1.hand)[:4] == [C.id, D.id, E.id, F.id]
    t = table(hand=[action("last-blow", damage=99), C, D], row=[WALL])
    t.play("last-blow").end()
    assert (t.prompt, t.cards(t.p1.hand)) == ("rest", [C.id, D.id])


@rule("DB-CARD-018")
@pytest.mark.parametrize(("hand", "in_hand"), [(0, True), (5, True), (6, False), (7, False)])
def test_where_a_gained_special_card_goes(table: Table, hand: int, in_hand: bool) -> None:
    t = table(event=event("decision", left="special"), hand=hand, sac=[A], specials=["tidebreaker", ...])
    t.choose("left")
    assert len(t.p1.hand) == hand + in_hand
    assert t.cards(t.p1.sac) == ([A.id] if in_hand else ["tidebreaker", A.id])
    assert ("tidebreaker" in t.cards(t.p1.hand)) == in_hand


@rule("DB-CARD-019")
def test_special_cards_are_action_cards(table: Table) -> None:
    t = table(hand=["tidebreaker", A, ...], row=[WALL], max_attacks=3)
    t.play("tidebreaker")
    assert t.p1.played == 1
    t.choose("end")
    stored = t.fork().choose("store", "tidebreaker")
    assert t.cards(stored.state.players[0].sac) == ["tidebreaker"]
    t.end()
    assert "tidebreaker" in t.cards(t.state.removed)
    t.rules.recover(t.state, t.p1, 5)
    assert "tidebreaker" in t.cards(t.p1.dd)


@rule("DB-CARD-020")
def test_no_special_cards_are_left(table: Table) -> None:
    blow = action(damage=99)
    t = table(mode="descent", hand=[blow, A], row=[boss(xp=5)], specials=0)
    t.play(blow).end()
    assert (t.p1.xp, t.cards(t.p1.hand), t.outcome) == (5, [A.id], None)


@rule("DB-CARD-021")
def test_stored_cards_cannot_be_played(table: Table) -> None:
    t = table(hand=[A], dd=10, sac=[B], row=[WALL])
    assert not t.can("play", B, 0)
    refused = t.refused("play", B)
    assert refused is not None
    assert refused.rule == "DB-CARD-021"


def test_a_stored_card_is_refused_by_its_own_name(table: Table) -> None:
    t = table(hand=[A], sac=[B], row=[WALL])
    refused = [t.rules.label(t.state, 1, row.option) for row in t.session.refused() if row.rule == "DB-CARD-021"]
    assert refused == ["Play card-b (Melee 1)"]


@rule("DB-CARD-021")
def test_stored_cards_pay_only_once_the_deck_is_exhausted(table: Table) -> None:
    t = table(hand=[A], dd=10, sac=[B], row=[WALL])
    t.choose("retreat")
    assert (len(t.p1.dd), t.cards(t.p1.sac)) == (9, [B.id])


@rule("DB-CARD-023")
def test_action_cards_are_played_in_combat_only(table: Table) -> None:
    places = {
        "rest": table(at="rest"), "explore": table(at="explore"), "decision": table(event=event("decision")),
        "discovery": table(event=event("discovery")), "store": table(at="store", used=[A], row=[WALL]),
    }  # fmt: skip
    for prompt, t in places.items():
        assert t.prompt == prompt
        assert len(t.p1.hand) == 6
        assert not t.can("play", ...)
        assert not t.can("play", ..., 0)
    refused = places["rest"].refused("play")
    assert refused is not None
    assert refused.rule == "DB-CARD-023"


@rule("DB-CARD-024")
def test_draws_may_bring_the_hand_above_six(table: Table) -> None:
    draw = action(damage=0, abilities="draw 3")
    t = table(hand=[draw, ...], row=[WALL])
    t.play(draw)
    assert len(t.p1.hand) == 8
    t.end()
    assert (t.state.round, len(t.p1.hand)) == (2, 8)


@rule("DB-CARD-024")
def test_a_draw_that_finds_nothing_is_no_loss(table: Table) -> None:
    deep = skill(effects="draw 2")
    t = table(hand=[A, B, C, D, E], dd=[F], skills=[deep], row=[WALL])
    t.choose("skill", deep)
    assert (len(t.p1.hand), len(t.p1.dd), t.outcome) == (6, 0, None)
