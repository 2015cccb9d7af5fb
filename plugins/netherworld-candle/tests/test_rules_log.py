"""The Player Log: EXP, hand limit, Summons, Reputation, exchanges (NC-LOG-001 to -011, -020 to -023)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nc_cards import artifact, made, story
from nc_table import NcTable

from undercroft import Session
from undercroft.testing import rule
from undercroft_netherworld_candle.terms import PHASE_BETWEEN

Table = Callable[..., NcTable]

CUP = artifact("cup", value=1)
LEDGER = "brocade-ledger"
FULL = tuple(10 if n == 1 else 0 for n in range(5))


def refusal(t: NcTable, *option: object) -> str:
    """The rule that refuses an option."""
    refused = t.refused(*option)
    assert refused is not None, option
    return refused.rule


@rule("NC-LOG-001")
@rule("NC-LOG-012")
def test_names_and_monikers_are_in_the_logs(table: Table) -> None:
    t = table(at="new", mode="campaign", players=3)
    for card in ("canger-ling", "dr-liang"):
        t.choose("delver-card", card)
    t.choose(*t.options[0])
    assert [d.name for d in t.s.delvers] == ["Player 1", "Player 2", "Player 3"]
    assert [t.rules.name(d) for d in t.s.delvers][:2] == ["Canger Ling", "Dr. Liang"]
    assert len(t.told("NC-LOG-001")) == 3
    assert len(t.session.view(1)["delvers"]) == 3


@rule("NC-LOG-002")
def test_exp_boxes_are_checked_in_order(table: Table) -> None:
    t = table(exp=3)
    t.run("gain_exp", 1, 2)
    while t.prompt:
        t.choose(*t.options[0])
    assert t.p1.exp == 5
    assert [entry.args[1] for entry in t.told("NC-LOG-002")] == [4, 5]


@rule("NC-LOG-003")
def test_every_reward_beside_a_checked_box_is_gained_in_order(table: Table) -> None:
    log = made(
        "player_log", "player", exp_boxes=8, hand=6, hand_max=11, summons=[{"text": "Nothing.", "effects": []}],
        rewards=[
            {"at": 4, "kind": "fate-point", "above": False},
            {"at": 5, "kind": "hand", "above": False},
            {"at": 5, "kind": "level", "n": 2},
        ],
    )  # fmt: skip
    t = table(exp=3, cards=[log])
    t.run("gain_exp", 1, 2)
    assert t.prompt == "tree"
    assert t.p1.exp == 4
    t.choose(*t.options[0])
    assert t.in_order("NC-FATE-001", "NC-LOG-002", "NC-EXP-003", "NC-EXP-004")
    assert (t.rules.level(t.p1), t.rules.hand_limit(t.s, t.p1)) == (2, 8)  # a space of the Tree gave the eighth


@rule("NC-LOG-004")
def test_a_level_has_to_be_unlocked(table: Table) -> None:
    t = table(exp=5, delver="whisperlark")
    pool = t.rules.card_pool(t.p1)
    assert max(t.content.act_level[card] for card in pool) == 1
    t.p1.exp = 6
    assert max(t.content.act_level[card] for card in t.rules.card_pool(t.p1)) == 2
    second = next(card for card in t.rules.card_pool(t.p1) if t.content.act_level[card] == 2)
    t.p1.exp = 5
    refused = t.rules.why_not_take(t.s, t.p1, second)
    assert refused is not None
    assert refused.rule == "NC-LOG-004"


@rule("NC-LOG-005")
@rule("NC-LOG-006")
def test_the_hand_limit_is_six_and_grows_to_eleven_at_most(table: Table) -> None:
    t = table(exp=0)
    assert t.rules.hand_limit(t.s, t.p1) == 6
    t.p1.exp = 10
    assert t.rules.hand_limit(t.s, t.p1) == 8
    t.p1.exp = 24
    t.p1.tree = (0, 1, 1, 0)
    assert t.rules.hand_limit(t.s, t.p1) == 11
    nodes = [
        {"id": "centre", "reward": "centre", "spaces": 0},
        {"id": "open-hand", "reward": "hand", "spaces": 4, "parents": ["centre"]},
    ]
    t = table(exp=24, tree=nodes, tree_checked=(0, 4))
    assert t.rules.hand_limit(t.s, t.p1) == 11


@rule("NC-LOG-007")
def test_a_defeat_checks_the_next_summons_box_and_resolves_only_its_effect(table: Table) -> None:
    t = table(summons=2, health=1, artifacts=[CUP], neidan=2)
    t.do("health -1")
    assert t.p1.summons == 3
    assert t.p1.artifacts == []
    assert t.p1.neidan == 2
    assert len(t.told("NC-LOG-007")) == 1


@rule("NC-LOG-008")
def test_reputation_is_kept_per_player_and_faction(table: Table) -> None:
    t = table(reputation=(0, 2, 0, 0, 0), p2={})
    t.do(f"reputation 3 faction={LEDGER}")
    assert t.p1.reputation == (0, 5, 0, 0, 0)
    assert t.p2.reputation == (0, 0, 0, 0, 0)


@rule("NC-LOG-009")
def test_the_level_is_the_title_over_the_last_box(table: Table) -> None:
    faction = made("faction", LEDGER, title="Ledger", text="They write.", boxes=10,
                   titles=[{"at": at, "title": f"From {at}"} for at in (1, 4, 8, 10)])  # fmt: skip
    t = table(reputation=(0, 5, 0, 0, 0), cards=[faction])
    at = t.number("faction", LEDGER)
    assert t.rules.reputation_level(t.p1, at) == 2
    for boxes, level in ((0, 0), (1, 1), (3, 1), (4, 2), (8, 3), (9, 3), (10, 4)):
        t.p1.reputation = (0, boxes, 0, 0, 0)
        assert t.rules.reputation_level(t.p1, at) == level


@rule("NC-LOG-010")
def test_a_full_row_turns_one_artifact_into_one_fate_point(table: Table) -> None:
    t = table(at="story", stories=[story("town")], artifacts=[CUP], reputation=FULL)
    t.choose("exchange").choose("exchange", LEDGER, CUP, 0)
    assert t.prompt == "tree"
    t.choose(*t.options[0])
    assert t.p1.artifacts == []
    assert sum(t.p1.tree) == 1
    t = table(at="story", stories=[story("town")], artifacts=[CUP], reputation=(0, 9, 0, 0, 0))
    assert not t.can("exchange")
    assert refusal(t, "exchange", LEDGER) == "NC-LOG-010"


@rule("NC-LOG-011")
def test_the_exchange_is_made_once_with_each_faction(table: Table) -> None:
    both = (10, 10, 10, 0, 0)
    t = table(
        at="story",
        stories=[story("town")],
        artifacts=[CUP, CUP],
        reputation=both,
        exchanged=(False, True, False, False, False),
    )
    assert refusal(t, "exchange", LEDGER) == "NC-LOG-011"
    t.choose("exchange")
    assert t.can("exchange", "lantern-court", CUP, 0)
    assert not t.can("exchange", LEDGER, CUP, 0)
    t.choose("exchange", "lantern-court", CUP, 0).choose(*t.options[0])
    assert {option[1] for option in t.choose("exchange").options if option[0] == "exchange"} == {2}  # the third one


@rule("NC-LOG-020")
def test_sizes_are_data(table: Table) -> None:
    t = table()
    log, party = t.content.log, t.content.party
    assert (log.exp_boxes, len(log.summons), len(party.setbacks), len(party.events) - 1) == (24, 6, 12, 16)
    assert [t.rules.level_by_exp[exp] for exp in (0, 5, 6, 13, 14, 24)] == [1, 1, 2, 2, 3, 3]
    assert t.rules.hand_by_exp[24] == 9
    assert t.content.faction_boxes == (10,) * 5
    assert all([title.at for title in faction.titles] == [1, 4, 7, 10] for faction in t.content.faction)
    small = made("player_log", "player", exp_boxes=2, hand=4, hand_max=5, rewards=[{"at": 2, "kind": "hand", "n": 3}],
                 summons=[{"text": "Nothing.", "effects": []}])  # fmt: skip
    t = table(cards=[small])
    assert t.rules.hand_limit(t.s, t.p1) == 4
    t.run("gain_exp", 1, 3)
    assert (t.p1.exp, t.rules.hand_limit(t.s, t.p1)) == (2, 5)


@rule("NC-LOG-021")
def test_what_does_not_fit_on_a_track_is_lost(table: Table) -> None:
    t = table(reputation=(0, 9, 0, 0, 0), exp=24)
    t.do(f"reputation 4 faction={LEDGER}", "exp 3")
    assert t.p1.reputation == (0, 10, 0, 0, 0)
    assert t.p1.exp == 24
    assert t.prompt == ""
    assert (t.p1.redraw, t.p1.cooldown, t.p1.personal, sum(t.p1.tree)) == (0, 0, 0, 0)


@rule("NC-LOG-022")
def test_a_full_summons_track_fails_the_scenario_at_a_defeat_only(table: Table) -> None:
    t = table(summons=6, health=1)
    t.do("health -1")
    assert t.s.ended == "failed"
    t = table(summons=6, setbacks=12)
    t.do("setback 1")
    assert (t.s.ended, t.p1.summons) == ("", 6)


@rule("NC-LOG-023")
def test_the_exchange_is_open_outside_of_adventures(table: Table) -> None:
    words = {"artifacts": [CUP], "reputation": FULL}
    t = table(at="turn", **words)
    assert not t.can("exchange")
    why = t.rules.why_not_exchange(t.s, t.p1, 1)
    assert why is not None
    assert why.rule == "NC-LOG-023"
    t = table(at="story-idle", **{**words, "artifacts": []}, stash_artifacts=[CUP])
    t.run("outfit", 1)
    t.choose("exchange").choose("exchange", LEDGER, CUP, 1).choose(*t.options[0])
    assert t.s.stash_artifacts == ()
    assert sum(t.p1.tree) == 1


@rule("NC-LOG-023")
def test_the_exchange_is_open_between_two_phases(table: Table) -> None:
    t = table(at="story-idle", mode="campaign", artifacts=[CUP], reputation=FULL, p2={"reputation": FULL}, gm=2)
    t.s.phase = PHASE_BETWEEN
    t.run("between")
    assert (t.seat, t.options) == (2, [("go-on",), ("fate-point", 1)])  # seat 2 has no artifact
    assert t.labels[1] == f"{t.rules.name(t.p1)} gives up an artifact for a Fate Point"
    t.choose("fate-point", 1)
    assert (t.prompt, t.seat) == ("exchange", 1)
    t.choose("exchange", LEDGER, CUP, 0).choose(*t.options[0])
    assert (sum(t.p1.tree), t.p1.artifacts, t.prompt) == (1, [], "between")
    assert t.options == [("go-on",)]


@rule("NC-LOG-023")
def test_there_is_no_exchange_without_a_space_on_the_tree(table: Table) -> None:
    t = table(at="story-idle", artifacts=[CUP], reputation=FULL, tree_checked=(0, 1, 1, 3))
    why = t.rules.why_not_exchange(t.s, t.p1, 1)
    assert why is not None
    assert why.rule == "NC-LOG-023"


@rule("NC-LOG-001")
def test_a_save_keeps_the_logs(tmp_path: Path) -> None:
    session = Session("netherworld-candle", {"mode": "story", "scenario": "prologue", "players": 2})
    path = tmp_path / "game.json"
    session.save(path)
    again = Session.load(path)
    assert [(d.name, d.card) for d in again.state.delvers] == [(d.name, d.card) for d in session.state.delvers]
    assert again.digest() == session.digest()
