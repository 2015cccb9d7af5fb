"""General rules: players, the leaking deck, tokens, priorities, chance, and what is to be seen (GEN)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, foe, skill
from db_table import DbTable

from undercroft import Session, SetupError
from undercroft.testing import rule

Table = Callable[..., DbTable]
JAB = action("jab", damage=1)
BLOW = action("blow", damage=9)


@rule("DB-GEN-001")
@pytest.mark.parametrize("players", [0, 3])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError) as caught:
        Session("death-binder", {"players": players})
    assert caught.value.rule == "DB-GEN-001"


@rule("DB-GEN-001")
def test_two_players_share_one_result(table: Table) -> None:
    assert len(table(players=1).state.players) == 1
    t = table(hand=[BLOW, ...], row=[boss(health=1)], p2={})
    assert len(t.state.players) == 2
    t.play(BLOW)
    assert t.outcome is not None
    assert t.outcome.result == "win"
    assert [entry.args[0] for entry in t.log if entry.message.startswith("The game ends")] == ["win"]


@rule("DB-GEN-002")
@pytest.mark.parametrize("seed", range(3))
def test_the_69_cards_stay_in_the_players_piles(seed: int) -> None:
    game = Session("death-binder", {"mode": "descent"}, seed)
    mask = game.rules.content.ordinary_mask
    luck = random.Random(seed)
    shrunk = False
    while game.ask is not None:
        game.choose(luck.choice(game.ask[2]))
        s: Any = game.state
        (p,) = s.players
        held = [*p.hand, *p.sac, *p.used, *p.dd.cards(), *s.removed.cards()]
        assert sorted(card for card in held if mask[card]) == list(game.rules.content.ordinary)
        shrunk |= len(s.removed) > 0
    assert shrunk


@rule("DB-GEN-003")
def test_a_descent_game_goes_on_after_the_third_boss(table: Table) -> None:
    t = table(mode="descent", hand=[BLOW, ...], row=[boss(health=1, level=3)], bosses_beaten=2)
    t.play(BLOW).end()
    assert t.outcome is None
    assert (t.state.bosses_beaten, t.state.descent, t.prompt) == (3, 4, "explore")
    assert t.offered == ["A1", "B1", "C1"]


@rule("DB-GEN-004")
def test_tokens_of_a_defeated_enemy_go_back(table: Table) -> None:
    thing = enemy(health=4, wounds=3, stunned=True, melee_tokens=1)
    t = table(hand=[JAB, ...], row=[thing], active=["encounter", "encounter"], enemies=["lamp-eel", ...])
    t.play(JAB).end()
    assert t.foes == ["lamp-eel"]
    assert (t.row[0].wounds, t.row[0].stunned, t.row[0].vuln_melee) == (0, False, 0)
    t.state.enemies.put_top(t.content.index["foe"][thing.id])
    t.rules.place_foe(t.state, t.state.enemies.pop())
    assert (t.row[1].wounds, t.row[1].stunned, t.row[1].vuln_melee) == (0, False, 0)


@rule("DB-GEN-005")
def test_marker_tokens_never_run_short(table: Table) -> None:
    gale = [skill(effects="stun") for _ in range(4)]
    t = table(row=[enemy(health=99) for _ in range(4)], skills=gale)
    for at, card in enumerate(gale):
        t.choose("skill", card, at)
    assert [f.stunned for f in t.row] == [True] * 4
    t.rules.wound(t.state, t.row[0], 80, 1)
    assert t.row[0].wounds == 80
    for f in t.row:
        t.rules.mark_foe(t.state, f, 15, 2)
    assert [f.vuln_melee for f in t.row] == [2] * 4


@rule("DB-GEN-006")
def test_a_printed_text_beats_the_general_rule(table: Table) -> None:
    t = table(modifier="heavy-air", hand=[JAB, ...], row=[enemy(health=99)], max_attacks=3)
    for left in (2, 1):
        assert t.can("play", ..., 0), f"{left} attacks are left"
        t.choose(*next(option for option in t.options if option[0] == "play"))
    assert not t.can("play", ..., 0)


@rule("DB-GEN-007")
def test_a_cost_has_to_be_paid_in_full(table: Table) -> None:
    t = table(at="rest", xp=1, removed=3, health=6)
    assert not t.can("recover")
    refused = t.refused("recover")
    assert refused is not None
    assert refused.rule == "DB-TRACK-010"
    before = t.session.digest()
    with pytest.raises(Exception, match="1 are left"):
        t.choose("recover")
    assert t.session.digest() == before


@rule("DB-GEN-007")
def test_an_effect_goes_as_far_as_it_can(table: Table) -> None:
    t = table(event=event("decision", left=["health 3", "blight -2", "dd 4"]), health=5, blight=1, removed=1, dd=9)
    t.choose("left")
    assert (t.p1.health, t.state.blight, len(t.p1.dd), len(t.state.removed)) == (6, 0, 10, 0)


@rule("DB-GEN-007")
def test_a_cost_is_paid_before_its_effect(table: Table) -> None:
    # Heal costs two cards; the last two of the Draw Deck are gone before health is regained.
    t = table(at="rest", health=5, dd=2, sac=3)
    t.choose("heal")
    assert t.in_order("DB-CARD-011", "DB-BOARD-016")


@rule("DB-GEN-008")
def test_the_same_seed_and_choices_give_the_same_game() -> None:
    logs = []
    for _ in range(2):
        game, luck = Session("death-binder", {"players": 2}, 11), random.Random(4)
        while game.ask is not None:
            game.choose(luck.choice(game.ask[2]))
        logs.append([(entry.rule, entry.text) for entry in game.log])
    assert logs[0] == logs[1]


@rule("DB-GEN-008")
def test_one_more_draw_in_one_place_shifts_nothing_elsewhere(table: Table) -> None:
    one, two = table(at="idle"), table(at="idle")
    two.state.dice.below(6)
    two.state.events.shuffle()
    for t in (one, two):
        for deck in (t.p1.dd, t.state.skills, t.state.specials, t.state.enemies, t.state.supply):
            deck.shuffle()
    for name in ("skills", "specials", "enemies", "supply"):
        assert getattr(one.state, name).cards() == getattr(two.state, name).cards(), name
    assert one.p1.dd.cards() == two.p1.dd.cards()
    assert one.state.events.cards() != two.state.events.cards()


@rule("DB-GEN-008")
def test_chance_can_be_scripted(table: Table) -> None:
    t = table(event=event("discovery", reward="xp 1"), faith=[True])
    t.choose("toss")
    assert t.p1.xp == 1
    t = table(at="idle", dd=["rusted-cutlass", "boathook", "cinder-lash"])
    t.script_shuffle("players.0.dd", ["boathook", "cinder-lash"], kind="action")
    t.p1.dd.shuffle()
    assert t.cards(t.p1.dd) == ["boathook", "cinder-lash", "rusted-cutlass"]


@rule("DB-GEN-009")
def test_loss_comes_before_win(table: Table) -> None:
    last = skill(effects=["damage_melee 9", "health -6"])
    t = table(row=[boss(health=9)], skills=[last], health=6)
    t.choose("skill", last, 0)
    assert t.outcome is not None
    assert t.outcome.result == "loss"


@rule("DB-GEN-009")
def test_the_end_comes_right_after_the_effect(table: Table) -> None:
    t = table(event=event("decision", left=["health -6", "xp 3"]), health=6)
    t.choose("left")
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    assert t.p1.xp == 0


@rule("DB-GEN-009")
def test_the_winning_damage_ends_the_game_before_the_marked_ability(table: Table) -> None:
    doom = action(damage=9, abilities="faith health -6")
    t = table(hand=[doom, ...], row=[boss(health=9)], health=6, faith=[True])
    t.play(doom)
    assert t.outcome is not None
    assert (t.outcome.result, t.state.dice.scripted) == ("win", 1)


@rule("DB-GEN-010")
def test_what_lies_open_is_shown_and_nothing_else(table: Table) -> None:
    t = table(
        hand=["boathook", ...], dd=["cinder-lash"], sac=["rusted-cutlass"], removed=["harpoon-thrust"],
        skills=["deep-breath"], enemies=["lamp-eel", "silt-crawler", ...], events=["guard-patrol", ...],
    )  # fmt: skip
    shown = t.session.view(1)
    assert shown["players"][0]["stored"] == ["rusted-cutlass"]
    assert shown["players"][0]["skills"] == ["deep-breath"]
    assert shown["enemy_level"] == 1
    words = json.dumps(shown) + json.dumps([[p.title, *p.rows] for p in t.rules.panels(t.state, 1)])
    for hidden in ("cinder-lash", "harpoon-thrust", "lamp-eel", "guard-patrol"):
        assert hidden not in words
        assert hidden.replace("-", " ").title() not in words


@rule("DB-GEN-010")
def test_the_back_of_the_top_enemy_shows_its_level_alone(table: Table) -> None:
    deck = [enemy(level=3), enemy(level=1), enemy(level=4)]
    assert table(enemies=deck).session.view(1)["enemy_level"] == 3
    assert table(enemies=deck).session.view(1) == table(enemies=deck[:1]).session.view(1)


@rule("DB-GEN-010")
def test_a_card_from_the_draw_deck_to_the_removed_pile_is_seen_by_nobody(table: Table) -> None:
    t = table(at="idle", dd=["boathook", "cinder-lash", "rusted-cutlass"])
    t.rules.remove_from_dd(t.state, t.p1, 2)
    assert t.cards(t.state.removed) == ["cinder-lash", "boathook"]
    assert t.cards(t.state.removed.hidden()) == ["cinder-lash", "boathook"]
    assert "boathook" not in json.dumps(t.session.view(1))
    assert not any("Boathook" in entry.text for entry in t.log)


@rule("DB-GEN-012")
def test_the_sizes_of_the_players_piles_are_shown(table: Table) -> None:
    t = table(hand=["boathook", "cinder-lash"], dd=7, sac=3, removed=4, blinded=5, skills=["deep-breath"])
    shown = t.session.view(1)
    (p,) = shown["players"]
    assert (len(p["hand"]), p["draw_deck"], len(p["stored"]), len(p["skills"])) == (2, 7, 3, 1)
    assert (shown["removed_pile"], shown["blinded_pile"]) == (4, 5)


@rule("DB-GEN-012")
def test_the_sizes_of_the_other_decks_are_not_shown(table: Table) -> None:
    def shown(t: DbTable) -> str:
        return json.dumps([t.session.view(1), [[p.title, *p.rows] for p in t.rules.panels(t.state, 1)]])

    full = shown(table())
    assert shown(table(enemies=9, events=9, skill_deck=9, specials=3)) == full
    assert shown(table(dd=9)) != full


@rule("DB-GEN-004")
def test_stun_goes_back_once_its_attack_was_skipped(table: Table) -> None:
    t = table(at="enemies-turn", row=[foe("lamp-eel", stunned=True)])
    assert not t.row[0].stunned
