"""Leaving, joining, changing (NC-JOIN) and playing alone (NC-SOLO)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nc_cards import artifact, delver, equip, story
from nc_table import NcTable

from undercroft import Session, SetupError
from undercroft.testing import rule
from undercroft_netherworld_candle.terms import PHASE_BETWEEN

Table = Callable[..., NcTable]

CROWN = equip("crown", kind="accessory")


def pause(table: Table, **keywords: Any) -> NcTable:
    """Between two phases of a campaign with an open roster."""
    words = {"at": "story-idle", "mode": "campaign", "roster": "open", "delver": "whisperlark", "progress": 1}
    t = table(**{**words, **keywords})
    t.s.phase = PHASE_BETWEEN
    return t.run("between")


def party(t: NcTable) -> list[str]:
    """The ids of the Delvers in seat order."""
    return t.ids.names("delver", [d.card for d in t.s.delvers])


def done(t: NcTable) -> NcTable:
    """Spend Fate Points and Reputation in any way."""
    while t.prompt in ("tree", "remove-fate", "assign"):
        t.choose(*t.options[0])
    return t


LIANG, ABACUS = {"delver": "dr-liang"}, {"delver": "iron-abacus"}


@rule("NC-JOIN-001")
def test_who_leaves_keeps_the_log(table: Table) -> None:
    t = pause(table, p2={**LIANG, "exp": 7, "equipment": [CROWN], "artifacts": ["coffin-nail"]}, p3=ABACUS, gm=3)
    t.choose("leave", 2)
    assert party(t) == ["whisperlark", "iron-abacus"]
    assert [d.seat for d in t.s.delvers] == [1, 2]
    assert t.s.gm == 2
    assert [(d.card, d.exp) for d in t.s.absent] == [(t.number("delver", "dr-liang"), 7)]
    assert t.ids.names("equip", t.s.stash_equipment) == ["crown"]
    assert t.ids.names("artifact", t.s.stash_artifacts) == ["coffin-nail"]
    running = table(at="turn", mode="campaign", roster="open", p2={})
    assert running.rules.why_not_roster(running.s) is not None
    assert not running.can("leave", 2)
    t.choose("leave", 1)
    assert not t.can("leave", 1)
    refused = t.refused("leave", 1)
    assert refused is not None
    assert refused.rule == "NC-JOIN-001"


@rule("NC-JOIN-001")
def test_artifacts_stay_with_the_party_wherever_they_were_stored(table: Table) -> None:
    bag = equip("bag", kind="backpack", slots=1, artifacts=["coffin-nail"])
    ox = artifact("ox", value=0, special=True)
    t = pause(table, p2={**LIANG, "equipment": [bag], "artifacts": ["mouth-coin", ox]})
    t.choose("leave", 2)
    assert sorted(t.ids.names("artifact", t.s.stash_artifacts)) == ["coffin-nail", "mouth-coin"]


@rule("NC-LOG-001", "NC-JOIN-002")
def test_a_player_keeps_the_name_and_no_two_share_one(table: Table) -> None:
    t = pause(table, p2=LIANG, p3=ABACUS)
    t.choose("leave", 1)
    done(t.choose("join", "canger-ling"))
    assert [d.name for d in t.s.delvers] == ["Player 2", "Player 3", "Player 4"]
    done(t.choose("change", 2, "whisperlark"))
    assert [d.name for d in t.s.delvers] == ["Player 2", "Player 4", "Player 3"]


@rule("NC-STORY-005", "NC-JOIN-008")
def test_nobody_shares_a_basic_set_with_who_returns(table: Table) -> None:
    t = pause(table, p2=LIANG)
    t.choose("leave", 2)
    done(t.choose("join", "iron-abacus"))
    t.choose("join", "dr-liang")
    assert [d.fate_set for d in t.s.delvers] == [0, 2, 1]
    removed = (t.content.basic_sets[1][0],)
    fifth = delver("fifth", health=7)
    t = pause(table, p2=LIANG, p3=ABACUS, p4={"delver": "canger-ling"}, cards=[fifth])
    t.p2.tree_removed = removed
    t.choose("leave", 2)
    done(t.choose("join", fifth))
    assert t.p4.fate_set == 1  # there is no other
    t.choose("leave", 1).choose("join", "dr-liang")
    assert [d.fate_set for d in t.s.delvers] == [2, 3, 1, 0]
    assert sorted(t.p4.fate.cards()) == sorted(t.content.basic_sets[0][1:])


@rule("NC-JOIN-002")
def test_a_change_is_leaving_and_joining(table: Table) -> None:
    t = pause(table, exp=4, p2={**LIANG, "exp": 9})
    done(t.choose("change", 1, "iron-abacus"))
    assert sorted(party(t)) == ["dr-liang", "iron-abacus"]
    newcomer = t.s.delvers[1]
    assert (newcomer.exp, sum(newcomer.reputation)) == (9, 0)
    assert t.s.absent[0].exp == 4


@rule("NC-JOIN-003")
def test_joining_has_to_wait_for_the_end_of_a_phase_and_for_a_free_delver(table: Table) -> None:
    t = table(at="turn", mode="campaign", roster="open")
    why = t.rules.why_not_join(t.s)
    assert why is not None
    assert why.rule == "NC-JOIN-003"
    t = pause(table, p2=LIANG)
    assert not t.can("join", "dr-liang")
    refused = t.refused("join", "dr-liang")
    assert refused is not None
    assert refused.rule == "NC-JOIN-003"
    fixed = pause(table, roster="fixed")
    assert fixed.options == [("go-on",)]


@rule("NC-JOIN-004")
def test_a_newcomer_has_the_average_exp_with_its_rewards(table: Table) -> None:
    t = pause(table, exp=4, p2={**LIANG, "exp": 7})
    t.choose("join", "iron-abacus")
    done(t)
    newcomer = t.s.delvers[2]
    assert newcomer.exp == 5
    assert sum(newcomer.tree) == 3
    assert t.rules.hand_limit(t.s, newcomer) == 7


@rule("NC-JOIN-005")
@rule("NC-JOIN-006")
def test_average_reputation_is_spread_freely(table: Table) -> None:
    t = pause(table, reputation=(3, 2, 0, 0, 0), p2={**LIANG, "reputation": (0, 4, 0, 0, 0)})
    t.choose("join", "iron-abacus")
    for faction in (0, 0, 0, 4):
        t.answer("assign", "reputation", faction)
    assert t.prompt == "between"
    assert t.s.delvers[2].reputation == (3, 0, 0, 0, 1)


@rule("NC-JOIN-004", "NC-JOIN-005", "NC-JOIN-006")
def test_who_has_left_counts_no_more_and_a_row_takes_no_more_than_its_boxes(table: Table) -> None:
    full = {"delver": "iron-abacus", "exp": 24, "reputation": (10,) * 5}
    t = pause(table, exp=4, reputation=(8, 2, 0, 0, 0), p2={**LIANG, "exp": 7, "reputation": (10, 3, 0, 0, 0)}, p3=full)
    t.choose("leave", 3).choose("join", "canger-ling")
    while t.prompt != "assign":
        t.choose(*t.options[0])
    for _ in range(10):
        t.choose("reputation", 0)
    assert not t.can("reputation", 0)
    t.choose("reputation", 1)
    assert t.prompt == "between"  # 23 halved, rounded down
    assert (t.p3.exp, t.p3.reputation) == (5, (10, 1, 0, 0, 0))


@rule("NC-JOIN-006")
def test_alone_the_own_totals_count(table: Table) -> None:
    t = pause(table, exp=3, reputation=(2, 0, 0, 0, 0))
    done(t.choose("change", 1, "dr-liang"))
    assert party(t) == ["dr-liang"]
    assert (t.p1.exp, sum(t.p1.reputation)) == (3, 2)


@rule("NC-JOIN-007")
def test_a_newcomer_gets_karma_at_the_next_deal(table: Table) -> None:
    t = pause(table, stash_story=[story("street")])
    done(t.choose("join", "dr-liang"))
    assert t.told("NC-JOIN-007")
    t.choose("go-on").answer("gm", "gm", 1)
    assert [d.karma for d in t.s.delvers] == [4, 3]


@rule("NC-LOG-012", "NC-JOIN-007")
def test_the_party_log_lists_a_newcomer_too(table: Table) -> None:
    t = pause(table, p2=LIANG, p3=ABACUS)
    assert len(party(t)) == len(t.session.view(1)["delvers"]) == 3
    done(t.choose("join", "canger-ling"))
    assert party(t) == ["whisperlark", "dr-liang", "iron-abacus", "canger-ling"]
    assert t.rules.name(t.p4) in t.told("NC-JOIN-007")[0].text
    assert len(t.session.view(1)["delvers"]) == 4


@rule("NC-JOIN-008")
def test_what_a_newcomer_starts_with(table: Table) -> None:
    t = pause(table)
    done(t.choose("join", "dr-liang"))
    newcomer = t.s.delvers[1]
    assert sorted(newcomer.fate.cards()) == sorted(t.content.basic_sets[newcomer.fate_set])
    assert newcomer.fate_set != t.p1.fate_set
    assert newcomer.nether == (t.content.numbers["Z901"][1],)
    assert (newcomer.karma, newcomer.personal, newcomer.equipment) == (0, 0, [])
    assert set(t.content.del_starting[newcomer.card]) <= set(t.rules.card_pool(newcomer))


@rule("NC-JOIN-008")
def test_a_fifth_is_refused_and_who_returns_has_the_stored_log(table: Table) -> None:
    t = pause(table, exp=1, p2={**LIANG, "exp": 11}, p3=ABACUS, p4={"delver": "canger-ling"})
    assert not any(option[0] == "join" for option in t.options)
    refused = t.refused("join", "dr-liang")
    assert refused is not None
    assert refused.rule == "NC-JOIN-008"
    t.choose("leave", 2).choose("join", "dr-liang")
    assert (party(t)[3], t.s.delvers[3].exp) == ("dr-liang", 11)
    assert t.s.absent == []


# -- playing alone


def new(table: Table, **setup: Any) -> NcTable:
    """A new campaign of one player."""
    return table(at="new", mode="campaign", players=1, **setup)


@rule("NC-SOLO-001")
def test_one_player_has_two_ways_to_play(table: Table) -> None:
    assert [len(new(table, solo=solo, delvers=names).s.delvers) for solo, names in
            (("true-solo", "whisperlark"), ("dual-handed", "whisperlark,dr-liang"))] == [1, 2]  # fmt: skip
    with pytest.raises(SetupError) as caught:
        Session("netherworld-candle", {"players": 1, "solo": "triple"})
    assert caught.value.rule == "NC-SOLO-001"


@rule("NC-SOLO-002")
def test_dual_handed_is_a_two_player_game(table: Table) -> None:
    names = "whisperlark,dr-liang"
    alone = new(table, solo="dual-handed", delvers=names)
    two = table(at="new", mode="campaign", players=2, delvers=names)
    for _ in range(80):
        assert alone.options == two.options
        assert alone.seat == two.seat
        option = alone.options[len(alone.options) // 2]
        alone.choose(*option)
        two.choose(*option)
    assert alone.s.key() == two.s.key()


@rule("NC-SOLO-003")
def test_true_solo_gets_four_cards_in_addition(table: Table) -> None:
    t = new(table, delvers="whisperlark")
    while t.prompt != "story":
        t.choose(*t.options[0])
    content = t.content
    z901, z903 = (content.numbers[number][1] for number in ("Z901", "Z903"))
    assert set(t.p1.nether) == {z901, z903}
    assert [item.card for item in t.p1.equipment] == [content.numbers["E802"][1]]
    assert set(t.p1.pool) == {content.numbers["A005"][1], content.numbers["A006"][1]}
    dual = new(table, solo="dual-handed", delvers="whisperlark,dr-liang")
    assert all((d.nether, d.equipment, d.pool) == ((), [], ()) for d in dual.s.delvers)


@rule("NC-SOLO-004")
def test_a_lone_player_has_all_karma_and_ends_the_phase_with_one_pass(table: Table) -> None:
    t = new(table, delvers="whisperlark")
    while t.prompt != "story":
        t.choose(*t.options[0])
    assert (t.p1.karma, t.s.gm) == (7, 1)
    t.choose("pass")
    assert t.prompt == "between"
    assert t.s.scenario == t.number("scenario", "prologue")
    t.choose("go-on")
    while t.prompt in ("before", "hand"):
        t.choose(*t.options[0])
    assert len(t.p1.hand) == 6
    assert len(t.p1.pool) == 2
    assert not set(t.p1.pool) & set(t.p1.hand)
    assert set(t.p1.pool) <= set(t.rules.card_pool(t.p1))
    t = table(at="over", mode="campaign", players=1, ended="success", ending=0, equipment=["widows-lamp"])
    owned = [*(item.card for item in t.p1.equipment), *t.s.stash_equipment]
    assert owned == [t.content.numbers["E802"][1]]
