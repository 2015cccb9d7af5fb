"""The words of the glossary, by what they mean in play (GLOSS)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

import attrs
import pytest
from db_cards import action, enemy, event, foe, skill
from db_table import DbTable

from undercroft.testing import open_tables, rule
from undercroft_death_binder.wording import action_in_words, effects_in_words, event_in_words

Table = Callable[..., DbTable]
CONTENT = open_tables("death-binder").content
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
THREE = action("three", damage=3)
WAVE = action("wave", damage=0, abilities="splash 1")
GRIP = action("grip", damage=0, abilities=["stun", "vuln_melee 1"])
WALL = enemy("wall", health=90, damage=0)


@rule("DB-GLOSS-001")
@pytest.mark.parametrize(("at", "wounds"), [(0, [0, 1, 0, 0]), (1, [1, 0, 1, 0]), (3, [0, 0, 1, 0])])
def test_adjacent_is_who_stands_directly_beside(table: Table, at: int, wounds: list[int]) -> None:
    t = table(hand=[WAVE, A], row=[enemy(health=9) for _ in range(4)])
    t.play(WAVE, at)
    assert [f.wounds for f in t.row] == wounds


@rule("DB-GLOSS-002")
def test_players_are_allies_and_enemies_their_opponents(table: Table) -> None:
    row = [enemy(f"e{n}", health=90, damage=1, target=n) for n in (1, 2)]
    hexes = [skill(effects="damage_melee 1"), skill(effects="stun")]
    t = table(hand=HAND, row=row, health=4, defense=0, skills=hexes, p2={"hand": 6, "health": 6, "defense": 0})
    for seat in (1, 2):
        # Whatever is directed at somebody is directed at an Enemy of the row.
        assert t.seat == seat
        assert {option[2] for option in t.options if len(option) == 3} == {0, 1}
        before = [(p.health, p.defense) for p in t.state.players]
        t.choose(*next(option for option in t.options if option[0] == "play")).choose("end")
        assert [(p.health, p.defense) for p in t.state.players] == before
        wounds = [f.wounds for f in t.row]
        t.choose("done")
    assert [f.wounds for f in t.row] == wounds, "Enemies do not harm each other"
    assert [(p.health, p.defense) for p in t.state.players] == [(3, 0), (5, 0)]


@rule("DB-GLOSS-002")
def test_enemies_are_allies_of_each_other(table: Table) -> None:
    lone = enemy(health=90, damage=1, abilities="frenzy 2")
    t = table(at="enemies-turn", row=[lone, WALL], health=6, defense=0)
    assert t.p1.health == 5, "an ally is in the row"
    t = table(at="enemies-turn", row=[lone], health=6, defense=0)
    assert t.p1.health == 3


@rule("DB-GLOSS-003")
def test_an_attack_for_no_damage_is_an_attack(table: Table) -> None:
    idle, weak = action("idle", damage=0), action("weak", damage=0)
    t = table(hand=[idle, weak, A], row=[WALL], max_attacks=2)
    t.play(idle)
    assert t.can("end"), "the compulsory attack was made"
    t.play(weak)
    assert t.row[0].wounds == 0
    assert not t.can("play", A, 0)


@rule("DB-GLOSS-003")
def test_an_enemy_that_deals_no_damage_attacks_all_the_same(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(health=90, damage=0, abilities="blind 1")], hand=5)
    assert len(t.told("DB-COMBAT-022")) == 1
    assert len(t.state.blinded) == 7


@rule("DB-GLOSS-004")
def test_players_and_enemies_are_characters(table: Table) -> None:
    # What can befall a character: damage, Stun, Vulnerability tokens, defense.
    t = table(hand=[GRIP, THREE, A], row=[enemy(health=90, abilities="guard 1")], max_attacks=2)
    t.play(GRIP).play(THREE)
    (f,) = t.row
    assert (f.stunned, f.vuln_melee, f.wounds) == (True, 1, 6)
    brute = enemy(health=90, damage=1, abilities=["stun_player", "expose_melee 1", "guard 2"])
    t = table(at="enemies-turn", row=[brute], health=6, defense=0, hand=6)
    assert (t.p1.stunned, t.p1.vuln_melee, t.p1.health) == (True, 2, 5)
    assert t.row[0].defense == 2
    t = table(at="combat-start", row=[brute], starting_defense=2)
    assert t.p1.defense == 2


@rule("DB-GLOSS-005")
def test_a_round_holds_a_turn_of_each_player_and_one_of_the_enemies(table: Table) -> None:
    t = table(at="combat-start", hand=HAND, dd=20, row=[enemy("e1", health=90, damage=0), WALL], p2={"dd": 20})
    turns: list[tuple[int, int]] = []
    for _ in range(4):
        turns.append((t.state.round, t.seat))
        t.choose(*next(option for option in t.options if option[0] == "play")).end()
    assert turns == [(1, 1), (1, 2), (2, 1), (2, 2)]
    words = {"Player 1": "one", "Player 2": "two"}
    acts = [words.get(e.args[0], "Enemies") for e in t.log if e.rule in ("DB-COMBAT-009", "DB-COMBAT-022")]
    assert [who for who, _ in groupby(acts)] == ["one", "two", "Enemies"] * 2


@rule("DB-GLOSS-006")
def test_damage_is_counted_in_points(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(health=90, damage=3)], defense=0, health=6)
    assert t.p1.health == 3
    (entry,) = t.told("DB-GLOSS-006")
    assert entry.args[1:] == (3, 3)
    t = table(hand=[THREE, A], row=[enemy(health=9, wounds=1)])
    t.play(THREE)
    shown = t.session.view(1)["row"][0]
    assert shown["health"] - shown["wounds"] == 9 - 1 - 3


@rule("DB-GLOSS-007")
@pytest.mark.parametrize(("damage", "foes"), [(3, ["prey"]), (4, []), (5, [])])
def test_an_enemy_without_health_left_is_defeated(table: Table, damage: int, foes: list[str]) -> None:
    hit = action(damage=damage)
    t = table(hand=[hit, A], row=[enemy("prey", health=4), WALL])
    t.play(hit)
    assert t.foes == [*foes, "wall"]
    assert len(t.told("DB-ENEMY-005")) == 1 - len(foes)


@rule("DB-GLOSS-007")
def test_a_player_without_health_left_is_defeated_or_in_coop_downed(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(health=90, damage=2)], defense=0, health=2)
    assert t.outcome is not None
    assert t.outcome.result == "loss"
    t = table(at="enemies-turn", row=[enemy(health=90, damage=2, target=1)], defense=0, health=2, p2={})
    assert t.outcome is None
    assert (t.p1.downed, t.p1.health, t.p2.downed) == (True, 0, False)
    t = table(at="enemies-turn", row=[enemy(health=90, damage=2, target=1)], defense=0, health=3, p2={})
    assert (t.p1.downed, t.p1.health) == (False, 1)


@rule("DB-GLOSS-008")
@pytest.mark.parametrize("at", [0, 1, 2])
def test_an_ability_goes_to_the_target_of_its_attack(table: Table, at: int) -> None:
    t = table(hand=[GRIP, A], row=[foe("lamp-eel"), foe("silt-crawler"), foe("raised-bowbearer")])
    t.play(GRIP, at)
    assert [f.stunned for f in t.row] == [n == at for n in range(3)]
    assert [f.vuln_melee for f in t.row] == [int(n == at) for n in range(3)]


@rule("DB-GLOSS-008")
def test_the_target_of_an_enemy_is_the_player_it_attacks(table: Table) -> None:
    brute = enemy(health=90, damage=1, abilities=["stun_player", "expose_spell 1"], target=2)
    t = table(at="enemies-turn", row=[brute], hand=6, health=4, defense=0, p2={"hand": 6, "health": 6, "defense": 0})
    assert [(p.stunned, p.vuln_spell, p.health) for p in t.state.players] == [(False, 1, 4), (True, 2, 5)]


def texts() -> Iterator[str]:
    """Whatever a card says: its own text and its effects in words."""
    for card in (*CONTENT.events, *CONTENT.skills, *CONTENT.modifiers):
        yield card.text
    for card in (*CONTENT.ordinary, *CONTENT.specials):
        yield action_in_words(CONTENT, card)
    for event_card in CONTENT.events:
        yield event_in_words(CONTENT, event_card)
    for skill_card in CONTENT.skills:
        yield effects_in_words(skill_card.effects)
    for token in CONTENT.tokens:
        if token.quest is not None:
            yield f"{token.quest.text} {effects_in_words(token.quest.reward)}"


@rule("DB-GLOSS-009")
def test_dd_in_a_card_text_is_the_draw_deck(table: Table) -> None:
    t = table(event=event("decision", left="dd -2", right="dd 1"), dd=9, sac=4, hand=5, removed=3)
    assert ["-2 DD" in t.labels[0], "+1 DD" in t.labels[1]] == [True, True]
    gained = t.fork()
    gained.choose("right")
    p = gained.state.players[0]
    assert (len(p.dd), len(p.sac), len(p.hand), len(gained.state.removed)) == (10, 4, 5, 2)
    t.choose("left")
    assert (len(t.p1.dd), len(t.p1.sac), len(t.p1.hand), len(t.state.removed)) == (7, 4, 5, 5)


@rule("DB-GLOSS-009")
def test_no_card_text_uses_an_abbreviation_that_is_not_explained() -> None:
    found = {word for text in texts() for word in re.findall(r"\b[A-Z]{2,}\b", text)}
    assert "DD" in found
    assert found <= {"DD", "SAC", "EC", "XP"}


@rule("DB-GLOSS-009")
def test_sac_is_the_stored_pile_and_ec_an_event_card(table: Table) -> None:
    t = table(event="the-open-hand", sac=["boathook"], dd=["rib-knife"])
    shown = t.session.view(1)
    assert shown["players"][0]["stored"] == t.cards(t.p1.sac) == ["boathook"]
    assert shown["players"][0]["draw_deck"] == len(t.p1.dd) == 1
    assert shown["event"] == "the-open-hand"
    assert attrs.asdict(CONTENT.events[t.state.event])["title"] in t.told("DB-TOKEN-004")[0].text
