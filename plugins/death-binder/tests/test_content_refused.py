"""Content that is refused, each with a message that says what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from undercroft import ContentError, ContentPack
from undercroft.content import load_packs
from undercroft.testing import rule
from undercroft_death_binder.build import PACK, build, load
from undercroft_death_binder.schema import (
    TABLES,
    CardAbility,
    CaveIn,
    Effect,
    FoeAbility,
    Mark,
    Precognition,
    SkillEffect,
    Toss,
    Trait,
)
from undercroft_death_binder.schema.tokens import Amount

PRINTED = load_packs([PACK], TABLES)


def card(kind: str, name: str) -> Any:
    return PRINTED[kind][name]


def back(name: str, **changes: Any) -> Any:
    return attrs.evolve(card("token", name).back, **changes)


def part(name: str, kind: str, **changes: Any) -> Any:
    return attrs.evolve(getattr(card("event", name), kind), **changes)


BAD_CARDS: list[tuple[str, str, dict[str, Any], str]] = [
    ("action", "cinder-lash", {"id": "Cinder Lash"}, "id: expected lower-case words"),
    ("action", "cinder-lash", {"title": ""}, "title: expected a title"),
    ("action", "cinder-lash", {"type": "ranged"}, "type: expected one of melee, spell, got 'ranged'"),
    ("action", "cinder-lash", {"damage": (1, 1, 4)}, "damage: expected values that rise"),
    ("action", "cinder-lash", {"damage": (3, 4, 5)}, "damage at tier 1: expected a number from 0 to 2, got 3"),
    ("action", "cinder-lash", {"damage": (1, 2, 6)}, "damage at tier 3: expected a number from 2 to 5, got 6"),
    ("action", "cinder-lash", {"abilities": (CardAbility("fly"),)}, "keyword: expected one of stun, vuln_melee"),
    ("action", "cinder-lash", {"abilities": (CardAbility("draw", n=0),)}, "n of draw: expected a number from 1"),
    ("action", "cinder-lash", {"abilities": (CardAbility("heal", level=True),)}, "level = true on defense alone"),
    ("action", "cinder-lash", {"abilities": (CardAbility("stun"),) * 3}, "abilities: expected two at most, got 3"),
    ("special", "tidebreaker", {"damage": (3, 5, 10)}, "damage at tier 3: expected a number from 3 to 9"),
    ("enemy", "lamp-eel", {"vuln_melee": 0, "vuln_spell": 0}, "at least one above 0 (DB-ENEMY-022), got (0, 0)"),
    ("enemy", "lamp-eel", {"vuln_spell": 4}, "vuln_spell: expected a number from 0 to 3, got 4"),
    ("enemy", "lamp-eel", {"level": 5}, "level: expected a number from 1 to 4, got 5"),
    ("enemy", "lamp-eel", {"health": 0}, "health: expected a number from 1"),
    ("enemy", "lamp-eel", {"damage": -1}, "damage: expected a number from 0"),
    ("enemy", "lamp-eel", {"damage_type": "cold"}, "damage_type: expected one of melee, spell"),
    ("enemy", "lamp-eel", {"xp": -1}, "xp: expected a number from 0"),
    ("enemy", "lamp-eel", {"retreat": 0}, "retreat: expected a number from 1"),
    ("enemy", "lamp-eel", {"abilities": (FoeAbility("bite"),)}, "keyword: expected one of first_strike, raise"),
    ("enemy", "lamp-eel", {"abilities": (FoeAbility("leech", 0),)}, "n of leech: expected a number from 1"),
    ("enemy", "lamp-eel", {"abilities": (FoeAbility("leech"),) * 2}, "abilities: expected each keyword once"),
    ("enemy", "lamp-eel", {"abilities": (FoeAbility("raise"),)}, "faith of raise: expected true"),
    (
        "boss",
        "varmas",
        {"abilities": (FoeAbility("important_target", faith=True),)},
        "important_target: expected false",
    ),
    ("boss", "varmas", {"level": 0}, "level: expected a number from 1 to 4"),
    ("boss", "varmas", {"toss": Toss(FoeAbility("wink"), FoeAbility("guard"))}, "toss.success.abilities: keyword"),
    ("event", "guard-patrol", {"kind": "riddle"}, "kind: expected one of ambush, discovery"),
    ("event", "guard-patrol", {"kind": "decision"}, "kind: expected a table 'decision' and none of another kind"),
    (
        "event",
        "guard-patrol",
        {"ambush": part("guard-patrol", "ambush", solo=())},
        "ambush.solo: expected at least one",
    ),
    (
        "event",
        "guard-patrol",
        {"ambush": part("guard-patrol", "ambush", coop=("drowned-sergeant",) * 2)},
        "ambush.coop: expected no more copies of an event_enemy than exist",
    ),
    ("event", "the-ceiling-remembers", {"cave_in": CaveIn(("A5", "BOSS"))}, "A1 to C5, never BOSS (DB-MAP-027)"),
    ("event", "the-ceiling-remembers", {"cave_in": CaveIn(())}, "cave_in.locations: expected at least one"),
    ("event", "the-ceiling-remembers", {"cave_in": CaveIn(("A5", "A5"))}, "cave_in.locations: expected each once"),
    (
        "event",
        "drowned-reliquary",
        {"discovery": part("drowned-reliquary", "discovery", reward=(Effect("gold", 2),))},
        "discovery.reward: do: expected one of xp, blight, dd, health, skill, special, blinded, got 'gold'",
    ),
    (
        "event",
        "drowned-reliquary",
        {"discovery": part("drowned-reliquary", "discovery", penalty=(Effect("xp", 0),))},
        "discovery.penalty: n of xp: expected -9 to 9 and not 0",
    ),
    (
        "event",
        "drowned-reliquary",
        {"discovery": part("drowned-reliquary", "discovery", blight=0)},
        "discovery.blight: expected a number from 1",
    ),
    (
        "event",
        "the-open-hand",
        {"decision": part("the-open-hand", "decision", right=(Effect("skill", -1),))},
        "decision.right: n of skill: expected a number from 1",
    ),
    (
        "event",
        "fallen-rafters",
        {"obstacle": part("fallen-rafters", "obstacle", vuln_melee=0, vuln_spell=0)},
        "obstacle.vuln_melee and vuln_spell: expected at least one above 0",
    ),
    (
        "event",
        "fallen-rafters",
        {"obstacle": part("fallen-rafters", "obstacle", health=0)},
        "obstacle.health: expected a number from 1",
    ),
    (
        "event",
        "the-drowned-census",
        {"precognition": Precognition("hand_size", 2, (), ())},
        "precognition.target: expected one of enemies_current_level",
    ),
    (
        "event",
        "the-drowned-census",
        {"precognition": Precognition("event_deck", 4, (), ())},
        "precognition.limit: expected a number from 1 to 3, got 4",
    ),
    (
        "event",
        "the-drowned-census",
        {"precognition": Precognition("event_deck", 2, (), (), n=3)},
        "precognition.n: expected no n with event_deck",
    ),
    (
        "event",
        "the-drowned-census",
        {"precognition": Precognition("next_melee", 2, (), ())},
        "precognition.n: expected a number from 2",
    ),
    ("skill", "ankle-chain", {"target": "self"}, "target: expected enemy exactly if an effect hits one"),
    ("skill", "ankle-chain", {"target": "all"}, "target: expected one of none, enemy, self"),
    ("skill", "ankle-chain", {"effects": ()}, "effects: expected at least one"),
    ("skill", "ankle-chain", {"effects": (SkillEffect("sing"),)}, "do: expected one of damage, heal"),
    ("skill", "ankle-chain", {"effects": (SkillEffect("damage", 2),)}, "type of damage: expected one of melee, spell"),
    ("skill", "ankle-chain", {"effects": (SkillEffect("stun", 1, "melee"),)}, "type of stun: expected one of "),
    ("skill", "second-prayer", {"effects": (SkillEffect("reroll"), SkillEffect("heal"))}, "reroll on its own"),
    ("token", "event-encounter", {"front": ()}, "front: number of icons: expected a number from 1 to 4, got 0"),
    ("token", "event-encounter", {"front": ("event", "shop")}, "front: expected one of event, encounter, rest"),
    ("token", "event-event", {"front": ("event",)}, "back.icons: expected 1 icons, as many as the front"),
    ("token", "event-event", {"back": back("event-event", goal="resolve_rests")}, "back.goal: expected no Sidequest"),
    ("token", "event-encounter", {"back": back("event-encounter", kind="blank")}, "back.kind: expected one of"),
    ("token", "event-encounter", {"back": back("event-encounter", icons=("rest",))}, "back.icons: expected no icons"),
    ("token", "event-encounter", {"back": back("event-encounter", goal="nap")}, "back.goal: expected one of defeat_"),
    ("token", "event-encounter", {"back": back("event-encounter", n=0)}, "back.n: expected a number from 1"),
    ("token", "event-encounter", {"back": back("event-encounter", title="")}, "back.title: expected a title"),
    ("token", "event-encounter", {"back": back("event-encounter", reward=None)}, "back.reward: expected one effect"),
    (
        "token",
        "event-encounter",
        {"back": back("event-encounter", reward=Effect("blinded", 1))},
        "back.reward: do: expected one of xp, heal, dd, blight, skill, special",
    ),
    ("modifier", "heavy-air", {"effect": (Amount("gravity", 1),)}, "effect: do: expected one of max_attacks"),
    ("modifier", "heavy-air", {"effect": ()}, "effect: expected at least one"),
    ("behaviour", "behaviour-1", {"icons": ("tallest",)}, "icons: expected one of lowest_health"),
    ("behaviour", "behaviour-1", {"icons": ()}, "icons: expected at least one"),
    ("blinded", "blinded-1", {"id": "Blinded 1"}, "id: expected lower-case words"),
    ("board", "solo", {"start_health": 5}, "start_health: expected the first value of max_health"),
    ("board", "solo", {"start_defense": 2}, "start_defense: expected the first value of starting_defense"),
    ("board", "solo", {"traits": {}}, "traits: expected exactly character_level, spell"),
    (
        "board",
        "solo",
        {"traits": {**PRINTED["board"]["solo"].traits, "melee": Trait((1, 2), ())}},
        "traits.melee.costs: expected one cost a step beyond Start",
    ),
    (
        "board",
        "solo",
        {"traits": {**PRINTED["board"]["solo"].traits, "melee": Trait((2, 1), (5,))}},
        "traits.melee.values: expected values that rise",
    ),
    ("board", "solo", {"skill_points": (21,)}, "skill_points: expected a number from 1 to 20"),
    ("board", "solo", {"rest_actions": ()}, "rest_actions: expected in this order heal"),
    ("blight_track", "solo", {"red": 16}, "red: expected a number from 0 to 15"),
    ("blight_track", "solo", {"marks": (Mark(1, 1),)}, "marks: expected rising from 0"),
    ("blight_track", "solo", {"marks": (Mark(0, 0),)}, "marks: enemies: expected a number from 1"),
    ("map", "ruins", {"locations": ("A1", "BOSS")}, "locations: expected A1, B1, C1"),
    ("map", "ruins", {"boss": "C5"}, "boss: expected BOSS"),
    ("map", "ruins", {"starts": ("A2",)}, "starts: expected one of A1, B1, C1"),
    ("map", "ruins", {"corridors": (("A1", "D1"),)}, "corridors: expected one of A1"),
    ("map", "ruins", {"corridors": (("A1", "A2"), ("A2", "A1"))}, "corridors: expected each pair once"),
]

BAD_IDS = [f"{n}-{kind}-{next(iter(changes))}" for n, (kind, _, changes, _) in enumerate(BAD_CARDS)]


@rule("DB-ENEMY-022", "DB-MAP-027", "DB-TOKEN-001", "DB-CARD-022", "DB-EVENT-001", "DB-EVENT-036", "DB-EVENT-040")
@rule("DB-ABIL-014", "DB-ABIL-015", "DB-SKILL-007", "DB-SIDE-009", "DB-BEHAV-008", "DB-CORRUPT-001")
@pytest.mark.parametrize(("kind", "name", "changes", "message"), BAD_CARDS, ids=BAD_IDS)
def test_a_bad_value_is_refused(kind: str, name: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ContentError) as refused:
        attrs.evolve(card(kind, name), **changes)
    assert message in str(refused.value)


def test_event_enemies_check_both_sides() -> None:
    serpent = card("event_enemy", "cistern-serpent")
    with pytest.raises(ContentError, match=r"corrupted\.vuln_melee and vuln_spell: expected at least one above 0"):
        attrs.evolve(serpent, corrupted=attrs.evolve(serpent.corrupted, vuln_melee=0, vuln_spell=0))


# -- cards that do not fit together


def changed(kind: str, drop: tuple[str, ...] = (), **put: Any) -> dict[str, dict[str, Any]]:
    """The printed tables with entries of one kind taken out or put in (names with _ for -)."""
    entries = {name: entry for name, entry in PRINTED[kind].items() if name not in drop}
    entries.update({name.replace("_", "-"): entry for name, entry in put.items()})
    return {**PRINTED, kind: entries}


def keep(kind: str, *names: str) -> dict[str, dict[str, Any]]:
    return {**PRINTED, kind: {name: PRINTED[kind][name] for name in names}}


MISFITS: list[tuple[dict[str, dict[str, Any]], str]] = [
    (changed("event_enemy", drop=("drowned-sergeant",)), "'guard-patrol': ambush: expected event_enemy ids"),
    (changed("boss", drop=("varmas",)), "of level 1 (colmund): expected one without partner or two"),
    (changed("boss", drop=("orsenne",)), "[[boss]]: expected at least one card of level 2, got none"),
    (changed("boss", sael=attrs.evolve(card("boss", "sael"), partner="X")), "of level 4 (sael, nethrys)"),
    (keep("enemy", "lamp-eel"), "[[enemy]]: expected at least one card of level 2, got none"),
    (changed("board", drop=("player2",)), "[[board]]: expected an entry 'player2', got solo, player1"),
    (changed("blight_track", drop=("coop",)), "[[blight_track]]: expected an entry 'coop', got solo"),
    (changed("behaviour", drop=("behaviour-8",)), '[[behaviour]]: expected a card with the single icon "leader"'),
    (keep("token", "event-encounter"), "[[token]]: expected at least 20 cards in all packs together, got 1"),
    (keep("action", "cinder-lash"), "[[action]]: expected at least 12 cards in all packs together, got 1"),
    (
        changed("special", cinder_lash=attrs.evolve(card("special", "tidebreaker"), id="cinder-lash")),
        "[[action]], [[special]] and [[blinded]]: expected distinct ids, got ['cinder-lash'] twice",
    ),
    (
        changed("enemy", varmas=attrs.evolve(card("enemy", "lamp-eel"), id="varmas")),
        "expected distinct ids, got ['varmas'] twice",
    ),
]


@pytest.mark.parametrize(("tables", "message"), MISFITS, ids=[message[:40] for _, message in MISFITS])
def test_cards_that_do_not_fit_together_are_refused(tables: dict[str, dict[str, Any]], message: str) -> None:
    with pytest.raises(ContentError) as refused:
        build(tables)
    assert message in str(refused.value)


def test_a_short_game_needs_its_tokens() -> None:
    tokens = {name: attrs.evolve(token, id=name) for name, token in PRINTED["token"].items() if len(token.front) != 4}
    more = {f"more-{n}": attrs.evolve(card("token", "event-encounter"), id=f"more-{n}") for n in range(4)}
    with pytest.raises(ContentError, match="at least 2 with 4 icons"):
        build({**PRINTED, "token": {**tokens, **more}})


# -- packs of third parties


def pack(folder: Path, text: str) -> ContentPack:
    file = folder / "more.toml"
    file.write_text(text, encoding="utf-8")
    return ContentPack(game="death-binder", name="more", files=(file,), expansion="more")


STONE = """
[[enemy]]
id = "more:standing-stone"
name = "Standing Stone"
title = "It Stands"
level = 1
health = 5
damage = 1
damage_type = "melee"
vuln_melee = 0
vuln_spell = {spell}
xp = 1
"""


@rule("DB-ENEMY-022")
def test_a_refused_card_is_named_with_file_line_and_id(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as refused:
        load([PACK, pack(tmp_path, STONE.format(spell=0))])
    for expected in ("more.toml, line 2", "[[enemy]]", "'more:standing-stone'", "vuln_melee and vuln_spell"):
        assert expected in str(refused.value)


@rule("DB-MAP-027")
def test_a_cave_in_of_the_boss_location_is_refused(tmp_path: Path) -> None:
    text = """
[[event]]
id = "more:the-end"
kind = "cave_in"
title = "The End"
text = "All of it."
cave_in = { locations = ["A5", "BOSS", "C2"] }
"""
    with pytest.raises(ContentError, match=r"'more:the-end': .*A1 to C5, never BOSS .*got 'BOSS'"):
        load([PACK, pack(tmp_path, text)])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('colour = "green"', "unknown key colour"),
        ("vuln_spell = 2.5", "vuln_spell"),
        ('abilities = [{ keyword = "guard", n = "two" }]', "expected a whole number, got 'two'"),
        ('abilities = [{ keyword = "guard", often = true }]', "unknown key often"),
    ],
)
def test_unknown_keys_and_wrong_types_are_refused(tmp_path: Path, line: str, message: str) -> None:
    text = STONE.replace("vuln_spell = {spell}\n", "" if "vuln_spell" in line else "vuln_spell = 1\n") + line + "\n"
    with pytest.raises(ContentError) as refused:
        load([PACK, pack(tmp_path, text)])
    assert message in str(refused.value)


def test_packs_add_replace_and_remove_by_id(tmp_path: Path) -> None:
    text = (
        STONE.format(spell=1)
        + """
[[action]]
id = "cinder-lash"
replace = true
title = "Cinder Lash"
type = "spell"
damage = [2, 3, 5]
abilities = [{ keyword = "xp" }]

[[remove]]
kind = "enemy"
id = "lamp-eel"
"""
    )
    before, after = load([PACK]), load([PACK, pack(tmp_path, text)])
    assert "more:standing-stone" in after.index["foe"]
    assert "lamp-eel" not in after.index["foe"]
    lash = after.index["action"]["cinder-lash"]
    assert lash == before.index["action"]["cinder-lash"]
    assert [after.damage[tier][lash] for tier in (1, 2, 3)] == [2, 3, 5]
    assert len(after.levels[0]) == 20
