"""What Skills do: each effect of their vocabulary (SKILL)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, enemy, event, skill
from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
A, B, C, D, E, F = HAND = [action(f"card-{name}", damage=1) for name in "abcdef"]
PRAYER = action("prayer", damage=0, abilities="faith stun")
WALL = enemy("wall", health=90, damage=0)


@rule("DB-SKILL-007")
@pytest.mark.parametrize(
    ("effect", "wounds"), [("damage_spell 2", 4), ("damage_melee 2", 6), ("damage_spell 3", 6), ("damage_melee 1", 3)]
)
def test_damage_is_multiplied_by_vulnerability(table: Table, effect: str, wounds: int) -> None:
    flame = skill(effects=effect)
    t = table(row=[WALL, enemy(health=90, melee_vulnerability=3, spell_vulnerability=2)], skills=[flame])
    assert {option for option in t.options if option[0] == "skill"} == {
        ("skill", t.p1.skills[0], 0), ("skill", t.p1.skills[0], 1),
    }  # fmt: skip
    t.choose("skill", flame, 1)
    assert [f.wounds for f in t.row] == [0, wounds]


@rule("DB-SKILL-007")
def test_damage_of_a_skill_defeats_and_brings_xp(table: Table) -> None:
    flame = skill(effects="damage_spell 2")
    t = table(row=[enemy(health=2, xp=3), WALL], skills=[flame])
    t.choose("skill", flame, 0)
    assert (t.foes, t.p1.xp) == (["wall"], 3)


@rule("DB-SKILL-007")
def test_vulnerability_rises_on_one_enemy(table: Table) -> None:
    for effect, melee, spell in (("vuln_melee 2", 3, 1), ("vuln_spell 1", 1, 2)):
        hex_ = skill(effects=effect)
        t = table(row=[enemy(), enemy()], skills=[hex_])
        t.choose("skill", hex_, 1)
        shown = [foe["vulnerability"] for foe in t.session.view(1)["row"]]
        assert shown == [[1, 1], [melee, spell]]


@rule("DB-SKILL-007")
def test_one_enemy_is_stunned(table: Table) -> None:
    chain = skill(effects="stun")
    weak, strong = enemy("weak", damage=1, health=90), enemy("strong", damage=3, health=90)
    t = table(hand=HAND, row=[weak, strong], skills=[chain], health=6, defense=0)
    t.choose("skill", chain, 1)
    assert [f.stunned for f in t.row] == [False, True]
    t.play(A).end()
    assert t.p1.health == 5
    assert [entry.args[0] for entry in t.told("DB-COMBAT-022")] == ["weak"]


@rule("DB-SKILL-007")
@pytest.mark.parametrize(("health", "healed"), [(3, 5), (5, 6)])
def test_heal(table: Table, health: int, healed: int) -> None:
    balm = skill(effects="heal 2")
    t = table(at="explore", skills=[balm], health=health, max_health=6).choose("skill", balm)
    assert t.p1.health == healed


@rule("DB-SKILL-007")
def test_defense(table: Table) -> None:
    shield = skill(effects="defense 3")
    t = table(hand=HAND, row=[enemy(damage=2, health=90)], skills=[shield], defense=1, health=6)
    t.choose("skill", shield)
    assert t.p1.defense == 4
    t.play(A).end()
    assert (t.p1.defense, t.p1.health) == (2, 6)


@rule("DB-SKILL-007")
def test_more_attacks_this_turn(table: Table) -> None:
    haste = skill(effects="extra_attacks 2")
    t = table(hand=HAND, dd=9, row=[WALL], skills=[haste], max_attacks=2)
    t.play(A).play(B).choose("skill", haste).play(C).play(D)
    assert not t.can("play", ..., 0)
    t.end()
    for _ in range(2):
        t.choose(*next(option for option in t.options if option[0] == "play"))
    assert not t.can("play", ..., 0), "it lasted for a turn"


@rule("DB-SKILL-007")
def test_drawing_cards_into_the_hand(table: Table) -> None:
    breath = skill(effects="draw 2")
    t = table(hand=HAND[:6], dd=["boathook", "cinder-lash", "rib-knife"], row=[WALL], skills=[breath])
    t.choose("skill", breath)
    assert t.cards(t.p1.hand)[6:] == ["boathook", "cinder-lash"]
    assert t.cards(t.p1.dd) == ["rib-knife"]
    assert t.can("play", "boathook", 0)


@rule("DB-SKILL-007")
def test_cards_come_back_into_the_draw_deck(table: Table) -> None:
    tide = skill(effects="dd 2")
    t = table(at="explore", dd=["rib-knife"], removed=["boathook", "cinder-lash", "grave-light"], skills=[tide])
    t.choose("skill", tide)
    assert sorted(t.cards(t.p1.dd)) == ["boathook", "cinder-lash", "rib-knife"]
    assert t.cards(t.state.removed) == ["grave-light"]


@rule("DB-SKILL-007")
def test_more_cards_are_stored_this_turn(table: Table) -> None:
    pouch = skill(effects="store_bonus 1")
    t = table(hand=HAND, dd=9, row=[WALL], skills=[pouch], store_cards=1, max_attacks=3)
    t.choose("skill", pouch).play(A).play(B).play(C)
    t.choose("store", A).choose("store", C)
    assert t.cards(t.p1.sac) == ["card-c", "card-a"]
    assert t.prompt == "attack", "two and no more"
    t.play(D).play(E).end()
    t = table(hand=HAND, dd=9, row=[WALL], skills=[pouch], store_cards=1, max_attacks=3)
    t.choose("skill", pouch).play(A).end()
    t.play(B).play(C)
    t.choose("end").choose("store", B)
    assert t.prompt == "attack", "it lasted for a turn"


@rule("DB-SKILL-007")
def test_blight_is_taken_off(table: Table) -> None:
    for before, after in ((7, 5), (1, 0)):
        salt = skill(effects="blight -2")
        assert table(at="explore", skills=[salt], blight=before).choose("skill", salt).state.blight == after
    given = [n for card in table().content.skills for verb, n in card.effects if verb == 1]
    assert given
    assert all(n < 0 for n in given), "the cards print what is taken off"


@rule("DB-SKILL-007")
def test_a_failed_toss_of_ones_own_is_repeated(table: Table) -> None:
    knucklebone = skill("knucklebone", effects="reroll")
    found = event("discovery", reward="xp 2", penalty="dd -2")
    t = table(event=found, skills=[knucklebone], faith=[False, True], dd=9)
    assert not t.can("skill", knucklebone), "nothing has failed yet"
    t.choose("toss")
    assert (t.prompt, len(t.p1.dd)) == ("reroll", 9)
    t.choose("reroll", knucklebone)
    assert (t.p1.xp, len(t.p1.dd)) == (2, 9)
    assert t.cards(t.state.skill_discard, "skill") == ["knucklebone"]


@rule("DB-SKILL-007")
def test_a_failed_toss_may_be_left_as_it_is(table: Table) -> None:
    knucklebone = skill(effects="reroll")
    t = table(hand=[PRAYER, A], row=[WALL], skills=[knucklebone], faith=[False, True])
    t.play(PRAYER)
    assert t.prompt == "reroll"
    t.choose("accept")
    assert (t.row[0].stunned, len(t.p1.skills)) == (False, 1)


@rule("DB-SKILL-007")
def test_only_a_failed_toss_of_ones_own_is_repeated(table: Table) -> None:
    knucklebone = skill(effects="reroll")
    t = table(hand=[PRAYER, A], row=[WALL], skills=[knucklebone], faith=[True])
    t.play(PRAYER)
    assert (t.prompt, t.row[0].stunned) == ("attack", True)
    blinder = enemy(health=90, damage=0, abilities="faith blind 1")
    t = table(at="enemies-turn", row=[blinder], skills=[knucklebone], faith=[False], hand=HAND)
    assert (t.prompt, len(t.told("DB-FAITH-005"))) == ("attack", 1)


@rule("DB-SKILL-007")
@pytest.mark.parametrize("effect", ["damage_spell 1", "stun", "vuln_melee 1", "vuln_spell 1"])
def test_what_needs_an_enemy_is_refused_without_one(table: Table, effect: str) -> None:
    card = skill(effects=effect)
    t = table(at="explore", skills=[card])
    refused = t.refused("skill", card)
    assert refused is not None
    assert refused.rule == "DB-SKILL-007"
    assert not t.can("skill", card)
