"""The Rest: its actions, their costs and effects, and who rests (REST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, enemy, event, quest, skill, token
from db_table import DbTable

from undercroft import IllegalChoice
from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C = PILE = [action(f"card-{name}") for name in "abc"]
RICH: dict[str, Any] = {"xp": 20, "health": 3, "sac": PILE, "removed": 9, "blight": 5}
ACTIONS = ("heal", "buy", "recover", "cleanse", "remove", "upgrade")


def offered(t: DbTable) -> set[str]:
    """The Rest actions that are offered, by name."""
    return {option[0] for option in t.options}


def refusal(t: DbTable, *option: Any) -> str:
    """The rule that refuses an option; "" where it is possible."""
    row = t.refused(*option)
    return row.rule if row is not None else ""


# -- costs and effects


@rule("DB-REST-001")
def test_rest_actions_are_for_rests(table: Table) -> None:
    assert set(ACTIONS) < offered(table(at="rest", **RICH))
    settings: dict[str, dict[str, Any]] = {
        "explore": {},
        "attack": {"row": [enemy(health=9)]},
        "store": {"at": "store", "row": [enemy(health=9)], "used": [action()]},
        "decision": {"event": event("decision")},
        "discovery": {"event": event("discovery")},
        "sidequest": {"at": "token-done", "active": token("rest", quest=quest("store_cards", 3))},
    }
    for prompt, setting in settings.items():
        t = table(**(RICH | setting))
        assert t.prompt == prompt
        assert not offered(t) & set(ACTIONS)
        with pytest.raises(IllegalChoice):
            t.choose("heal")


@rule("DB-REST-001")
def test_the_cost_comes_before_the_effect(table: Table) -> None:
    t = table(at="rest", health=3, dd=9, removed=0)
    t.choose("heal")
    assert t.in_order("DB-CARD-011", "DB-BOARD-016")
    # the two cards that Heal costs lie on the Removed pile when the next action takes cards from it
    t = table(at="rest", health=3, xp=2, dd=9, removed=0)
    paid = t.p1.dd.peek(2)
    assert refusal(t, "recover") == "DB-REST-006"
    t.choose("heal").choose("recover")
    assert set(paid) <= set(t.p1.dd.cards())
    assert (t.p1.xp, len(t.state.removed), len(t.p1.dd)) == (0, 0, 9)


@rule("DB-REST-001")
@pytest.mark.parametrize(("name", "price"), [("buy", 4), ("recover", 2), ("cleanse", 3), ("remove", 1)])
def test_an_action_has_to_be_payable(table: Table, name: str, price: int) -> None:
    option = ("remove", A) if name == "remove" else (name,)
    t = table(at="rest", **(RICH | {"xp": price - 1}))
    assert not t.can(*option)
    assert refusal(t, *option) == "DB-TRACK-010"
    t = table(at="rest", **(RICH | {"xp": price}))
    t.choose(*option)
    assert t.p1.xp == 0


@rule("DB-REST-002")
def test_heal(table: Table) -> None:
    t = table(at="rest", health=4, dd=20, removed=5)
    top = t.p1.dd.peek(2)
    t.choose("heal")
    assert (t.p1.health, len(t.p1.dd), len(t.state.removed)) == (5, 18, 7)
    assert t.state.removed.peek(2) == top[::-1]


@rule("DB-REST-002")
@pytest.mark.parametrize(("dd", "sac", "offer"), [(2, [], True), (1, [], False), (1, [A], True), (0, [A, B], True)])
def test_heal_needs_two_cards(table: Table, dd: int, sac: list[Any], offer: bool) -> None:
    t = table(at="rest", health=4, dd=dd, sac=sac)
    assert t.can("heal") == offer
    assert refusal(t, "heal") == ("" if offer else "DB-GEN-007")


@rule("DB-REST-003")
def test_a_blinded_card_can_be_taken_out_of_the_stored_cards(table: Table) -> None:
    t = table(at="rest", xp=1, sac=[A, "blinded"], hand=["blinded", ...], dd=["blinded", ...], health=6, removed=4)
    (blinded,) = [card for card in t.p1.sac if t.content.is_blinded[card]]
    assert len(t.state.blinded) == 5
    t.choose("remove", blinded)
    assert t.cards(t.p1.sac) == ["card-a"]
    assert t.state.blinded.count(blinded) == 1
    assert (len(t.state.blinded), len(t.state.removed)) == (6, 4)


@rule("DB-REST-003")
def test_no_other_rest_action_takes_a_blinded_card_away(table: Table) -> None:
    t = table(at="rest", **(RICH | {"sac": [A, "blinded"], "hand": ["blinded", ...], "dd": ["blinded", ...]}))
    assert len(t.state.blinded) == 5
    mask = t.content.is_blinded
    for name in ("heal", "buy", "recover", "cleanse"):
        t.choose(name)
        held = [*t.p1.hand, *t.p1.sac, *t.p1.dd.cards()]
        assert sum(mask[card] for card in held) == 3
    assert {option[1] for option in t.options if option[0] == "remove"} == set(t.p1.sac)


@rule("DB-REST-004")
def test_remove_any_stored_card(table: Table) -> None:
    t = table(at="rest", xp=2, sac=PILE, removed=5)
    assert all(t.can("remove", card) for card in PILE)
    t.choose("remove", B)
    assert t.p1.xp == 1
    assert t.cards(t.p1.sac) == ["card-a", "card-c"]
    assert t.cards(t.state.removed.peek()) == ["card-b"]
    assert len(t.state.removed) == 6
    assert not t.can("remove", B)


@rule("DB-REST-005")
def test_buy(table: Table) -> None:
    t = table(at="rest", xp=5, sac=[A])
    (card,) = t.cards(t.state.specials.peek())
    assert len(t.state.specials) == 8
    t.choose("buy")
    assert (t.p1.xp, len(t.state.specials)) == (1, 7)
    assert t.cards(t.p1.sac) == [card, "card-a"]
    assert card not in t.cards(t.p1.hand)


@rule("DB-REST-005")
def test_buy_goes_onto_the_stored_cards_even_with_a_short_hand(table: Table) -> None:
    t = table(at="rest", xp=4, hand=2)
    t.choose("buy")
    assert (len(t.p1.hand), len(t.p1.sac)) == (2, 1)


@rule("DB-REST-005")
def test_nothing_to_buy_once_the_deck_is_empty(table: Table) -> None:
    t = table(at="rest", xp=12, specials=1)
    t.choose("buy")
    assert (t.p1.xp, t.can("buy"), refusal(t, "buy")) == (8, False, "DB-REST-005")


@rule("DB-REST-006")
def test_recover(table: Table) -> None:
    t = table(at="rest", xp=2, dd=10, removed=5)
    pile = t.state.removed.cards()
    t.choose("recover")
    assert (t.p1.xp, len(t.p1.dd)) == (0, 13)
    assert t.state.removed.cards() == pile[3:]
    assert set(pile[:3]) <= set(t.p1.dd.cards())


@rule("DB-REST-006")
def test_recover_shuffles(table: Table) -> None:
    tops = set()
    for seed in range(8):
        t = table(at="rest", xp=2, dd=10, removed=5, seed=seed)
        pile = t.state.removed.cards()
        t.choose("recover")
        tops.add(tuple(card in pile for card in t.p1.dd.cards()))
    assert len(tops) > 1


@rule("DB-REST-006")
def test_nothing_to_recover_from_an_empty_pile(table: Table) -> None:
    t = table(at="rest", xp=9, removed=0)
    assert (t.can("recover"), refusal(t, "recover")) == (False, "DB-REST-006")
    t = table(at="rest", xp=2, dd=10, removed=1)
    t.choose("recover")
    assert (len(t.p1.dd), len(t.state.removed)) == (11, 0)


@rule("DB-REST-007")
@pytest.mark.parametrize(("blight", "after"), [(9, 7), (2, 0), (1, 0)])
def test_cleanse(table: Table, blight: int, after: int) -> None:
    t = table(at="rest", xp=3, blight=blight)
    t.choose("cleanse")
    assert (t.p1.xp, t.state.blight) == (0, after)


@rule("DB-REST-007")
def test_nothing_to_cleanse_without_blight(table: Table) -> None:
    t = table(at="rest", xp=9, blight=0)
    assert (t.can("cleanse"), refusal(t, "cleanse")) == (False, "DB-REST-007")


# -- how often, how long


@rule("DB-REST-008")
def test_heal_as_often_as_it_works(table: Table) -> None:
    t = table(at="rest", health=3, dd=10)
    for _ in range(3):
        t.choose("heal")
    assert (t.p1.health, len(t.p1.dd)) == (6, 4)
    assert (t.can("heal"), refusal(t, "heal")) == (False, "DB-REST-008")


@rule("DB-REST-008")
def test_any_order_and_any_number(table: Table) -> None:
    t = table(at="rest", **(RICH | {"removed": 3}))
    t.choose("cleanse").choose("heal").choose("upgrade", "max_health").choose("cleanse").choose("heal")
    t.choose("recover").choose("remove", C).choose("upgrade", "store_cards").choose("remove", A)
    assert t.p1.xp == 20 - 3 - 4 - 3 - 2 - 1 - 4 - 1
    assert (t.p1.health, t.state.blight, t.cards(t.p1.sac)) == (3 + 2 + 2, 1, ["card-b"])
    assert t.prompt == "rest"


@rule("DB-REST-008")
def test_one_trait_can_be_upgraded_twice(table: Table) -> None:
    t = table(at="rest", xp=10)
    t.choose("upgrade", "max_health").choose("upgrade", "max_health")
    assert (t.p1.xp, t.p1.steps[5], t.can("upgrade", "max_health")) == (0, 2, False)


@rule("DB-REST-008")
def test_nothing_without_effect_is_offered(table: Table) -> None:
    t = table(at="rest", xp=20, health=6, sac=[], removed=0, blight=0, specials=0)
    assert offered(t) == {"upgrade", "done"}
    assert refusal(t, "remove", 0) == "DB-REST-008"
    assert refusal(t, "heal") == "DB-REST-008"


@rule("DB-REST-009")
@pytest.mark.parametrize("first", [[], [("heal",)], [("heal",), ("cleanse",)]])
def test_a_rest_can_be_ended_at_any_time(table: Table, first: list[tuple[str]]) -> None:
    t = table(at="icon", active=["rest", "event"], xp=7, health=3, blight=5, events=[event("decision")])
    for option in first:
        t.choose(*option)
    xp = t.p1.xp
    t.choose("done")
    assert (t.p1.xp, t.prompt) == (xp, "decision")
    assert xp == 7 - 3 * (("cleanse",) in first)


# -- co-op


@rule("DB-REST-010")
@pytest.mark.parametrize("leader", [1, 2])
def test_both_players_rest(table: Table, leader: int) -> None:
    t = table(at="icon", active=["rest", "rest"], leader=leader, p2={}, blight=2)
    assert (t.seat, t.prompt) == (leader, "rest")
    t.choose("done")
    assert (t.seat, t.prompt, t.state.icon) == (3 - leader, "rest", 1)
    assert not t.told("DB-COOP-012")
    t.choose("done")
    assert (t.seat, t.prompt, t.state.icon) == (3 - leader, "rest", 2)


@rule("DB-REST-010")
def test_each_rests_with_what_is_their_own(table: Table) -> None:
    one: dict[str, Any] = {"xp": 3, "health": 2, "dd": 9, "sac": [A]}
    two: dict[str, Any] = {"xp": 1, "health": 3, "dd": 5, "sac": [B, C]}
    t = table(at="rest", leader=1, p1=one, p2=two, removed=0)
    t.choose("heal").choose("remove", A).choose("done")
    assert (t.seat, t.can("remove", B), t.can("recover")) == (2, True, False)
    assert (t.p1.xp, t.p1.health, len(t.p1.dd), t.p1.sac) == (2, 3, 7, [])
    assert (t.p2.xp, t.p2.health, len(t.p2.dd), t.cards(t.p2.sac)) == (1, 3, 5, ["card-b", "card-c"])
    t.choose("remove", C).choose("heal")
    assert (t.p2.xp, t.p2.health, len(t.p2.dd), t.cards(t.p2.sac)) == (0, 4, 3, ["card-b"])
    assert (t.p1.xp, t.p1.health, len(t.p1.dd), len(t.state.removed)) == (2, 3, 7, 2 + 1 + 1 + 2)


@rule("DB-REST-010")
@pytest.mark.parametrize("downed", [1, 2])
def test_a_downed_player_does_not_rest(table: Table, downed: int) -> None:
    down = {"downed": True, "health": 0, "xp": 9}
    seats = {f"p{seat}": down if seat == downed else {} for seat in (1, 2)}
    t = table(at="icon", active=["rest", "rest"], leader=1, **seats)
    assert t.seat == 3 - downed
    t.choose("done")
    assert (t.prompt, t.state.icon) == ("rest", 2)


@rule("DB-REST-010")
def test_options_show_what_the_resting_player_pays(table: Table) -> None:
    t = table(at="rest", leader=1, xp=5, p2={"xp": 5})
    assert "Raise Max Health from 4 to 6 for 4 XP" in t.labels
    t.choose("done")
    assert "Raise Max Health from 6 to 8 for 4 XP" in t.labels


@rule("DB-REST-001")
def test_skills_can_be_used_in_a_rest(table: Table) -> None:
    t = table(at="rest", skills=[skill("salve", effects="heal 2")], health=3)
    t.choose("skill", "salve")
    assert (t.prompt, t.p1.health, t.p1.skills) == ("rest", 5, [])
