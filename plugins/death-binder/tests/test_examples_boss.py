"""The Boss encounter of the index, each step a test named after its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from db_cards import foe
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
COLMUND, VARMAS = 0, 1
SPELL, *MELEE = ["grave-light", "rusted-cutlass", "boathook", "gravediggers-spade"]  # 1/2/3, and 1 at tier I


@rule("DB-EX-BOSS-01", "DB-MAP-017", "DB-BOSS-001", "DB-BOSS-004", "DB-BOSS-005")
@pytest.mark.parametrize("seed", range(3))
def test_db_ex_boss_01(table: Table, seed: int) -> None:
    t = table(at="icon", mode="descent", seed=seed, position="BOSS", active="event-rest", icon=1)
    assert (t.prompt, t.row, t.state.descent) == ("rest", [], 1)
    t.choose("done").choose("decline")
    assert (t.prompt, sorted(t.foes), t.state.round) == ("attack", ["colmund", "varmas"], 1)
    assert sorted(entry.args[0] for entry in t.told("DB-ENEMY-020")) == ["Colmund", "Varmas"]
    assert [t.content.foe_level[card] for card in t.state.bosses] == [2, 3, 4, 4], "those still to come"


@rule("DB-EX-BOSS-02", "DB-ABIL-011", "DB-CARD-004", "DB-COMBAT-005", "DB-COMBAT-019")
def test_db_ex_boss_02(table: Table) -> None:
    t = table(
        mode="descent", row=["colmund", "varmas"], hand=[SPELL, *MELEE, ...], max_attacks=4, spell_tier=2,
        melee_tier=1, store_cards=2, max_health=10, faith=[True],
    )  # fmt: skip
    refused = t.refused("play", SPELL, COLMUND)
    assert refused is not None
    assert refused.rule == "DB-ABIL-011"
    assert not t.can("play", ..., COLMUND)
    t.play(SPELL, VARMAS)
    assert [f.wounds for f in t.row] == [0, 2]
    for count, card in enumerate(MELEE, 1):
        assert t.prompt == "attack"
        t.play(card, COLMUND)
        assert [f.wounds for f in t.row] == [count, 2]
    assert (t.prompt, t.p1.played, t.p1.health) == ("store", 4, 10), "no attack is left, the Enemies are still to come"
    t.choose("store", SPELL)
    assert not t.told("DB-COMBAT-022")
    t.choose("store", MELEE[0])
    assert t.cards(t.p1.sac) == [MELEE[0], SPELL]
    assert sorted(t.cards(t.state.removed)) == sorted(MELEE[1:])
    assert t.in_order("DB-COMBAT-017", "DB-COMBAT-017", "DB-COMBAT-018", "DB-COMBAT-022")
    assert (t.prompt, t.state.round) == ("attack", 2)
    assert not t.can("play", ..., COLMUND), "the next round begins anew"


@rule("DB-EX-BOSS-03", "DB-BOSS-006", "DB-BOSS-007", "DB-ABIL-010", "DB-COMBAT-022", "DB-COMBAT-003")
def test_db_ex_boss_03(table: Table) -> None:
    stun = "anchor-drop"
    t = table(
        at="enemies-turn", mode="descent", row=["colmund", "varmas"], round=1, health=6, defense=2,
        faith=[True, False], hand=[stun, "rib-knife"], dd=9,
    )  # fmt: skip
    told = [(entry.rule, entry.args[0]) for entry in t.log]
    assert told == [
        ("DB-FAITH-005", "Colmund"),
        ("DB-COMBAT-022", "Colmund"), ("DB-GLOSS-006", "The player"),
        ("DB-COMBAT-022", "Varmas"),
        ("DB-COMBAT-003", "The player"),
    ]  # fmt: skip
    assert t.told("DB-GLOSS-006")[0].args[1:] == (2, 4), "Colmund takes 2 health past the defense"
    assert (t.p1.health, t.p1.defense) == (4, 0), "Varmas takes 2 defense"
    assert (t.prompt, len(t.p1.hand), len(t.p1.dd)) == ("attack", 6, 5)
    t.play(stun, VARMAS).end()
    assert [entry.args[-1] for entry in t.told("DB-FAITH-005")] == ["success", "failure"], "the toss is repeated"
    assert (t.p1.health, t.state.round) == (1, 3), "Colmund's second ability: 1 more against the undefended"


@rule("DB-EX-BOSS-04", "DB-BOSS-009", "DB-BOSS-010", "DB-CARD-018", "DB-MAP-019", "DB-MAP-022")
@pytest.mark.parametrize("held", [5, 6])
def test_db_ex_boss_04(table: Table, held: int) -> None:
    setting: dict[str, Any] = {"blight": 14, "caved": ["B2"], "tokens": {"A1": None, "C1": None, "A4": None}}
    names = ["cinder-lash", "bone-litany", "temple-flail", "harpoon-thrust", "damp-matches", "wet-candle"][:held]
    t = table(
        mode="descent", row=[foe("colmund", wounds=13)], bosses=["orsenne", "ulvard", "sael", "nethrys"],
        hand=["rusted-cutlass", *names], xp=3, sac=[SPELL], **setting,
    )  # fmt: skip
    (special,) = t.cards(t.state.specials.peek(1))
    assert len(t.state.specials) == 8
    t.play("rusted-cutlass")
    assert (t.prompt, t.row, t.p1.xp) == ("store", [], 7)
    assert t.cards(t.p1.hand) == [*names, special][:6]
    assert t.cards(t.p1.sac) == [SPELL] if held == 5 else [special, SPELL]
    assert (len(t.state.specials), t.state.blight) == (7, 14)
    t.end()
    assert (t.outcome, t.prompt, t.offered) == (None, "explore", ["A1", "B1", "C1"])
    assert (t.state.blight, t.state.descent, t.state.bosses_beaten) == (0, 2, 1)
    assert min(t.state.tokens) >= 0
    assert not any(t.state.caved)
